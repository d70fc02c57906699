# SPDX-License-Identifier: GPL-2.0-or-later
"""Revision against revision of the patches as mailed, as git-range-diff(1) shows it, without a git tree.

A patch is compared as its log and its diff without line numbers and index lines; `=` equal, `!` changed, `<` gone, `>` new.  The cost is
bounded by counts: stretches that have nothing in common are shown as replaced.
"""

import bisect
import itertools
import re
from collections.abc import Sequence

from digest.model import Posting, RangeDiff, RangePair, Revision, Series
from digest.patch.lines import unpack

MAX_LINES = 3000  # lines of one patch that are compared
MAX_GAP = 40  # lines of a stretch without a line of its own for which the shortest script is looked for
MAX_STEPS = 50  # such stretches of one pair
MAX_SHOWN = 400  # lines of one pair that are kept
CONTEXT = 3

_HUNK = re.compile(r"@@ [^@]{1,80} @@ ?(.*)")
_SKIP = ("--- ", "index ", "diff --git ", "similarity index", "dissimilarity index")


def range_diffs(series: Series) -> tuple[RangeDiff, ...]:
    """Each revision against the one before it, oldest first; revisions of which no patch is known give none."""
    found = []
    known: dict[int, list[str]] = {}
    for old, new in zip(series.revisions, series.revisions[1:], strict=False):
        if any(p.record for p in old.postings) and any(p.record for p in new.postings):
            found.append(RangeDiff(old.version, new.version, _pairs(old, new, known)))
    return tuple(found)


def _pairs(old: Revision, new: Revision, known: dict[int, list[str]]) -> tuple[RangePair, ...]:
    """The lines of one range-diff, by new index; patches that are gone stand where they stood.

    `known` holds the lines of postings that were compared before, by `id`: a middle version is compared twice.
    """
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
        pairs.append(_pair(before, posting, known))
    for posting in reversed(old.postings):
        if posting.index in taken:
            continue
        place = next((i for i, pair in enumerate(pairs) if pair.old is not None and pair.old > posting.index), len(pairs))
        pairs.insert(place, RangePair(posting.index, None, "<", posting.title, None))
    return tuple(pairs)


def _pair(before: Posting, after: Posting, known: dict[int, list[str]]) -> RangePair:
    if after.change == "unchanged" and before.title == after.title and _log(before) == _log(after):
        return RangePair(before.index, after.index, "=", before.title, after.title)
    if before.record is None or after.record is None:
        same = before.title == after.title
        return RangePair(
            before.index, after.index, "=" if same and before.record is after.record is None else "!", before.title, after.title
        )
    one = known.get(id(before)) or _lines(before)
    known[id(after)] = other = _lines(after)
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
    lines = [" ## Commit message ##", *[f"    {line}".rstrip() for line in patch.log.rstrip().split("\n")]]
    for line in unpack(patch.diff).split("\n")[:MAX_LINES] if patch.diff else ():
        # what is no code shows by its first character
        first = line[:1]
        if first == "+":
            if line.startswith("+++ "):
                name = line[4:].partition("\t")[0]
                line = f" ## {name.removeprefix('b/')} ##"
        elif first == "@":
            hunk = _HUNK.match(line)
            line = f"@@ {hunk[1]}" if hunk else line
        elif first != " " and line.startswith(_SKIP):
            continue
        lines.append(line.rstrip())
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _differ(one: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    """The diff of two patches with a few lines of context, each line marked by blank, - or +."""
    shown: list[str] = []
    runs = edit_script(one, other)
    for at, (mark, lines) in enumerate(runs):
        if mark != " ":
            shown += [mark + line for line in lines]
            continue
        head = lines[:CONTEXT] if at else ()
        tail = lines[max(len(head), len(lines) - CONTEXT) :] if at + 1 < len(runs) else ()
        shown += [" " + line for line in head]
        if at and tail and len(head) + len(tail) < len(lines):
            shown.append("...")
        shown += [" " + line for line in tail]
    if len(shown) >= MAX_SHOWN:
        end = MAX_SHOWN + (shown[MAX_SHOWN - 1] == "...")
        shown[end:] = ["... (more lines differ)"]
    return tuple(shown)


def edit_script(one: Sequence[str], other: Sequence[str]) -> list[tuple[str, Sequence[str]]]:
    """Lines of `one` made into lines of `other`: (blank, - or +, lines) in runs, lines that both sides have joined to the longest runs.

    Patience diff: lines that stand once on each side are anchors; what lies between is taken apart again, small gaps by Myers' shortest
    script, and what has no line in common is shown as replaced.  The cost grows as the number of lines.
    """
    runs: list[tuple[str, Sequence[str]]] = []
    todo: list[tuple[int, int, int, int]] = [(0, len(one), 0, len(other))]
    budget = MAX_STEPS
    same = 0  # lines before `low` that both sides have and that no run holds yet
    low = 0
    while todo:
        low, high, left, right = todo.pop()
        shared = _shared(one, low, high, other, left, right)
        same += shared
        low += shared
        left += shared
        if low == high and left == right:
            continue
        tail = 0
        while tail < min(high - low, right - left) and one[high - 1 - tail] == other[right - 1 - tail]:
            tail += 1
        if tail:
            todo.append((high - tail, high, right - tail, right))
            high -= tail
            right -= tail
        middle: list[tuple[str, Sequence[str]]] | None = None
        if low != high and left != right:
            anchors = _anchors(one, low, high, other, left, right)
            if anchors:
                ends = [*anchors, (high, right)]
                starts = [(low, left), *anchors]
                todo.extend(reversed([(a, c, b, d) for (a, b), (c, d) in zip(starts, ends, strict=True)]))
                continue
            if budget > 0 and max(high - low, right - left) <= MAX_GAP:
                middle = _myers(one[low:high], other[left:right])
                budget -= 1
        if same:
            runs.append((" ", one[low - same : low]))
            same = 0
        if middle is None:
            middle = [("-", one[low:high]), ("+", other[left:right])]
        runs += [run for run in middle if run[1]]
    if same:
        runs.append((" ", one[len(one) - same :]))
    return _joined(runs)


def _joined(runs: list[tuple[str, Sequence[str]]]) -> list[tuple[str, Sequence[str]]]:
    """Neighbours of one mark as one run."""
    joined: list[tuple[str, Sequence[str]]] = []
    for mark, lines in runs:
        if joined and joined[-1][0] == mark:
            joined[-1] = mark, [*joined[-1][1], *lines]
        else:
            joined.append((mark, lines))
    return joined


def _shared(one: Sequence[str], low: int, high: int, other: Sequence[str], left: int, right: int) -> int:
    """How many lines the two ranges begin with alike; compared in growing pieces, as most of two versions is alike."""
    limit = min(high - low, right - left)
    count, piece = 0, 8
    while count + piece <= limit and one[low + count : low + count + piece] == other[left + count : left + count + piece]:
        count += piece
        piece *= 2
    while count < limit and one[low + count] == other[left + count]:
        count += 1
    return count


def _anchors(one: Sequence[str], low: int, high: int, other: Sequence[str], left: int, right: int) -> list[tuple[int, int]]:
    """Places of lines that stand once in each range, in the longest order that both share; of neighbours the first."""
    here, there = _single(one, low, high), _single(other, left, right)
    chain = _rising(sorted((here[line], there[line]) for line in here.keys() & there.keys()))
    return chain[:1] + [pair for last, pair in itertools.pairwise(chain) if pair != (last[0] + 1, last[1] + 1)]


def _single(lines: Sequence[str], low: int, high: int) -> dict[str, int]:
    """The lines of a range that stand there once, and where."""
    places = range(low, high)
    found = dict(zip(lines[low:high], places, strict=True))
    if len(found) == high - low:
        return found
    first = dict(zip(reversed(lines[low:high]), reversed(places), strict=True))
    return {line: at for line, at in found.items() if first[line] == at}


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest chain of pairs that rises on both sides."""
    if all(before[1] < after[1] for before, after in itertools.pairwise(pairs)):
        return pairs
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


def _myers(a: Sequence[str], b: Sequence[str]) -> list[tuple[str, Sequence[str]]] | None:
    """The shortest script (Myers' greedy algorithm), or None where it takes more than MAX_GAP edits or would replace all."""
    if set(a).isdisjoint(b):
        return None
    n, m = len(a), len(b)
    most = min(n + m, MAX_GAP)
    reach = [-1] * (2 * most + 3)  # by diagonal; those below zero stand at the end
    reach[1] = 0
    trace: list[list[int]] = []
    for step in range(most + 1):
        trace.append(reach.copy())
        for k in range(-step, step + 1, 2):
            x = reach[k + 1] if k == -step or (k != step and reach[k - 1] < reach[k + 1]) else reach[k - 1] + 1
            y = x - k
            while x < n and y < m and a[x] == b[y]:
                x += 1
                y += 1
            reach[k] = x
            if x >= n and y >= m:
                return _back(a, b, trace)
    return None


def _back(a: Sequence[str], b: Sequence[str], trace: list[list[int]]) -> list[tuple[str, Sequence[str]]]:
    """Walk Myers' trace from the end to the start."""
    x, y = len(a), len(b)
    script: list[tuple[str, Sequence[str]]] = []
    for step in range(len(trace) - 1, -1, -1):
        reach = trace[step]
        k = x - y
        before = k + 1 if k == -step or (k != step and reach[k - 1] < reach[k + 1]) else k - 1
        from_x = max(reach[before], 0)
        from_y = from_x - before
        while x > from_x and y > from_y and x > 0 and y > 0:
            x -= 1
            y -= 1
            script.append((" ", (a[x],)))
        if step == 0:
            break
        if x == from_x:
            y -= 1
            script.append(("+", (b[y],)))
        else:
            x -= 1
            script.append(("-", (a[x],)))
    return script[::-1]
