# SPDX-License-Identifier: GPL-2.0-or-later
"""Revision against revision of the patches as mailed, as git-range-diff(1) shows it, without a git tree.

A patch is compared as its log and its diff without line numbers and index lines; `=` equal, `!` changed, `<` gone, `>` new.  The cost is
bounded by counts: stretches that have nothing in common are shown as replaced.
"""

import bisect
import re
from collections.abc import Sequence

from digest.model import Posting, RangeDiff, RangePair, Revision, Series
from digest.patch.kin import unpack

MAX_LINES = 3000  # lines of one patch that are compared
MAX_GAP = 40  # lines of a stretch without a line of its own for which the shortest script is looked for
MAX_STEPS = 50  # such stretches of one pair
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
    """Lines of `one` made into lines of `other`: (blank, - or +, line).

    Patience diff: lines that stand once on each side are anchors; what lies between is taken apart again, small gaps by Myers' shortest
    script, and what has no line in common is shown as replaced.  The cost grows as the number of lines.
    """
    script: list[tuple[str, str]] = []
    todo: list[tuple[int, int, int, int]] = [(0, len(one), 0, len(other))]
    budget = MAX_STEPS
    while todo:
        low, high, left, right = todo.pop()
        while low < high and left < right and one[low] == other[left]:
            script.append((" ", one[low]))
            low += 1
            left += 1
        tail = 0
        while tail < min(high - low, right - left) and one[high - 1 - tail] == other[right - 1 - tail]:
            tail += 1
        if tail:
            todo.append((high - tail, high, right - tail, right))
            high -= tail
            right -= tail
        if low == high or left == right:
            script.extend(("-", line) for line in one[low:high])
            script.extend(("+", line) for line in other[left:right])
            continue
        anchors = _anchors(one, low, high, other, left, right)
        if anchors:
            ends = [*anchors, (high, right)]
            starts = [(low, left), *anchors]
            todo.extend(reversed([(a, c, b, d) for (a, b), (c, d) in zip(starts, ends, strict=True)]))
            continue
        middle = None
        if budget > 0 and max(high - low, right - left) <= MAX_GAP:
            middle = _myers(one[low:high], other[left:right])
            budget -= 1
        if middle is None:
            middle = [*(("-", line) for line in one[low:high]), *(("+", line) for line in other[left:right])]
        script.extend(middle)
    return script


def _anchors(one: Sequence[str], low: int, high: int, other: Sequence[str], left: int, right: int) -> list[tuple[int, int]]:
    """Places of lines that stand once in each range, in the longest order that both share."""
    here: dict[str, int] = {}
    for at in range(low, high):
        here[one[at]] = -1 if one[at] in here else at
    there: dict[str, int] = {}
    for at in range(left, right):
        there[other[at]] = -1 if other[at] in there else at
    pairs = [(at, there[line]) for line, at in here.items() if at >= 0 and there.get(line, -1) >= 0]
    pairs.sort()
    ends: list[int] = []
    best: list[int] = []
    before: list[int] = []
    for number, (_, place) in enumerate(pairs):
        at = bisect.bisect_left(ends, place)
        before.append(best[at - 1] if at else -1)
        if at == len(ends):
            ends.append(place)
            best.append(number)
        else:
            ends[at], best[at] = place, number
    chain: list[tuple[int, int]] = []
    number = best[-1] if best else -1
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]


def _myers(a: Sequence[str], b: Sequence[str]) -> list[tuple[str, str]] | None:
    """The shortest script (Myers' greedy algorithm), or None where it takes more than MAX_GAP edits."""
    n, m = len(a), len(b)
    reach = {1: 0}
    trace: list[dict[int, int]] = []
    for step in range(min(n + m, MAX_GAP) + 1):
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
