# SPDX-License-Identifier: GPL-2.0-or-later
"""A row of changes right below a table whose rows are the sides (`Gain +2.2% +6.7%`) -> claims, each of the figures above it."""

import re
from typing import Final

from digest.bench import _claim
from digest.bench._block import Claim, Figure
from digest.bench._cells import RATIO_ROW
from digest.bench._tokens import Words

_BLANKS: Final = " \t\n|"
_CHANGE: Final = re.compile(r"[ \t\n|:(]{1,60}(?P<number>[+-]?\d{1,5}(?:\.\d{1,4})?)(?P<end>[ ]?%|[xX])(?![\w%])\)?")
_REACH: Final = 200


def changes(words: Words, at: int, columns: list[int], figures: dict[tuple[int, int, int], Figure]) -> list[tuple[int, Claim]]:
    """Read as many changes as a table that ends at `at` has columns; each with its column, if that has one figure of each side."""
    plain = words.plain
    tail = plain[at : at + _REACH]
    label = RATIO_ROW.match(tail.lstrip(_BLANKS)) if len(columns) > 1 else None
    if label is None:
        return []
    at += len(tail) - len(tail.lstrip(_BLANKS)) + label.end()
    found: list[re.Match[str]] = []
    while len(found) <= len(columns) and (match := _CHANGE.match(plain, at)) is not None:
        found.append(match)
        at = match.end()
    out: list[tuple[int, Claim]] = []
    for c, match in _dealt(words, columns, found, figures):
        befores, afters = ([f for (_, d, _), f in figures.items() if d == c and f.role == side] for side in ("before", "after"))
        if len(befores) == len(afters) == 1:
            claim = _claim.percent_claim(words.plain, match.start("number"), match.end("number"))
            claim.end, claim.figure, claim.base = match.end("end"), afters[0], befores[0]
            if match["end"] in "xX" and claim.percent > 0:
                claim.factor, claim.percent, claim.signed = claim.percent, (claim.percent - 1) * 100, True
            _claim.labelled(claim, label[0])
            out.append((c, claim))
    return out


def _dealt(
    words: Words, columns: list[int], found: list[re.Match[str]], figures: dict[tuple[int, int, int], Figure]
) -> list[tuple[int, re.Match[str]]]:
    """Give each change its column: in order where there are as many, else the one whose numbers stand right above it."""
    if len(found) == len(columns):
        return list(zip(columns, found, strict=True))
    if words.flat or not found:
        return []
    ends = {c: [words.place(f.end)[1] for (_, d, _), f in figures.items() if d == c] for c in columns}
    out: list[tuple[int, re.Match[str]]] = []
    for match in found:
        low, high = (words.place(match.start(name))[1] - 1 for name in ("number", "end"))
        over = [c for c in columns if any(low <= end <= high + _NEAR for end in ends[c])]
        if len(over) != 1 or any(c == over[0] for c, _ in out):
            return []
        out.append((over[0], match))
    return out


_NEAR: Final = 2
