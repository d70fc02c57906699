# SPDX-License-Identifier: GPL-2.0-or-later
"""Revision against revision of the patches as mailed, as git-range-diff(1) shows it, without a git tree.

A patch is compared as its log and its diff without line numbers and index lines; `=` equal, `!` changed, `<` gone, `>` new.  The cost is
bounded by counts: patches that differ in too many lines are shown as replaced where they differ.
"""

import re
from collections.abc import Sequence

from digest.model import Posting, RangeDiff, RangePair, Revision, Series
from digest.patch.kin import unpack

MAX_LINES = 3000  # lines of one patch that are compared
MAX_STEPS = 400  # edit distance up to which the shortest script is looked for
MAX_SHOWN = 400  # lines of one pair that are kept
CONTEXT = 3

_HUNK = re.compile(r"@@ [^@]{1,80} @@ ?(.*)")
_SKIP = ("index ", "diff --git ", "similarity index", "dissimilarity index")


def range_diffs(series: Series) -> tuple[RangeDiff, ...]:
    """Each revision against the one before it, oldest first; revisions of which no patch is known give none."""
    found = []
    for old, new in zip(series.revisions, series.revisions[1:], strict=False):
        if any(p.record for p in old.postings) and any(p.record for p in new.postings):
            found.append(RangeDiff(old.version, new.version, _pairs(old, new)))
    return tuple(found)


def _pairs(old: Revision, new: Revision) -> tuple[RangePair, ...]:
    """The lines of one range-diff, by new index; patches that are gone stand where they stood."""
    by_index = {posting.index: posting for posting in old.postings}
    taken: set[int] = set()
    pairs: list[RangePair] = []
    for posting in new.postings:
        before = None
        if posting.change in {"changed", "unchanged"} or (posting.change is None and posting.record is None):
            before = by_index.get(posting.was_index if posting.was_index is not None else posting.index)
        if before is None:
            pairs.append(RangePair(None, posting.index, ">", None, posting.title))
            continue
        taken.add(before.index)
        pairs.append(_pair(before, posting))
    for posting in reversed(old.postings):
        if posting.index in taken:
            continue
        place = next((i for i, pair in enumerate(pairs) if pair.old is not None and pair.old > posting.index), len(pairs))
        pairs.insert(place, RangePair(posting.index, None, "<", posting.title, None))
    return tuple(pairs)


def _pair(before: Posting, after: Posting) -> RangePair:
    if after.change == "unchanged" and before.title == after.title and _log(before) == _log(after):
        return RangePair(before.index, after.index, "=", before.title, after.title)
    one, other = _lines(before), _lines(after)
    if before.record is None or after.record is None:
        same = before.title == after.title
        return RangePair(
            before.index, after.index, "=" if same and before.record is after.record is None else "!", before.title, after.title
        )
    if one == other and before.title == after.title:
        return RangePair(before.index, after.index, "=", before.title, after.title)
    return RangePair(before.index, after.index, "!", before.title, after.title, _differ(one, other))


def _log(posting: Posting) -> str | None:
    return posting.record.patch.log.strip() if posting.record is not None and posting.record.patch is not None else None


def _lines(posting: Posting) -> list[str]:
    """A patch as comparable lines: its log indented under one heading, then each file's hunks under its name."""
    patch = posting.record.patch if posting.record is not None else None
    if patch is None:
        return []
    lines = [" ## Commit message ##", *(f"    {line}".rstrip() for line in patch.log.rstrip().split("\n"))]
    room = MAX_LINES
    for line in unpack(patch.diff).split("\n") if patch.diff else ():
        if room <= 0:
            break
        room -= 1
        if line.startswith(_SKIP):
            continue
        if line.startswith("--- "):
            continue
        if line.startswith("+++ "):
            name = line[4:].partition("\t")[0]
            lines.append(f" ## {name.removeprefix('b/')} ##")
            continue
        hunk = _HUNK.match(line) if line.startswith("@@ ") else None
        lines.append(f"@@ {hunk[1]}".rstrip() if hunk else line.rstrip())
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _differ(one: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    """The diff of two patches with a few lines of context, each line marked by blank, - or +."""
    script = edit_script(one, other)
    shown: list[str] = []
    keep = [False] * len(script)
    for at, (mark, _) in enumerate(script):
        if mark != " ":
            for near in range(max(0, at - CONTEXT), min(len(script), at + CONTEXT + 1)):
                keep[near] = True
    skipped = False
    for at, (mark, line) in enumerate(script):
        if not keep[at]:
            skipped = True
            continue
        if skipped and shown:
            shown.append("...")
        skipped = False
        shown.append(mark + line)
        if len(shown) >= MAX_SHOWN:
            shown.append("... (more lines differ)")
            break
    return tuple(shown)


def edit_script(one: Sequence[str], other: Sequence[str]) -> list[tuple[str, str]]:
    """Lines of `one` made into lines of `other`: (blank, - or +, line).  Myers' greedy algorithm up to MAX_STEPS differences.

    Beyond that what lies between the common head and tail is shown as replaced.
    """
    low = 0
    while low < len(one) and low < len(other) and one[low] == other[low]:
        low += 1
    high = 0
    while high < min(len(one), len(other)) - low and one[-1 - high] == other[-1 - high]:
        high += 1
    a, b = one[low : len(one) - high], other[low : len(other) - high]
    middle = _myers(a, b)
    if middle is None:
        middle = [*(("-", line) for line in a), *(("+", line) for line in b)]
    return [*((" ", line) for line in one[:low]), *middle, *((" ", line) for line in one[len(one) - high :])]


def _myers(a: Sequence[str], b: Sequence[str]) -> list[tuple[str, str]] | None:
    """The shortest script, or None where it takes more than MAX_STEPS edits."""
    n, m = len(a), len(b)
    reach = {1: 0}
    trace: list[dict[int, int]] = []
    for step in range(min(n + m, MAX_STEPS) + 1):
        trace.append(dict(reach))
        for k in range(-step, step + 1, 2):
            x = reach.get(k + 1, 0) if k == -step or (k != step and reach.get(k - 1, -1) < reach.get(k + 1, -1)) else reach[k - 1] + 1
            y = x - k
            while x < n and y < m and a[x] == b[y]:
                x += 1
                y += 1
            reach[k] = x
            if x >= n and y >= m:
                return _back(a, b, trace)
    return None


def _back(a: Sequence[str], b: Sequence[str], trace: list[dict[int, int]]) -> list[tuple[str, str]]:
    """Walk Myers' trace from the end to the start."""
    x, y = len(a), len(b)
    script: list[tuple[str, str]] = []
    for step in range(len(trace) - 1, -1, -1):
        reach = trace[step]
        k = x - y
        before = k + 1 if k == -step or (k != step and reach.get(k - 1, -1) < reach.get(k + 1, -1)) else k - 1
        from_x = reach.get(before, 0)
        from_y = from_x - before
        while x > from_x and y > from_y and x > 0 and y > 0:
            x -= 1
            y -= 1
            script.append((" ", a[x]))
        if step == 0:
            break
        if x == from_x:
            y -= 1
            script.append(("+", b[y]))
        else:
            x -= 1
            script.append(("-", a[x]))
    return script[::-1]
