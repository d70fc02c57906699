# SPDX-License-Identifier: GPL-2.0-or-later
"""Series of sysstat: a heading of column names, then rows of a time (or `Average:`), a name and one number a column.

A mailer breaks heading and rows anywhere, so both are words: the heading says how many numbers make a row.  Where averages stand below a
series they are the result, and the samples are left out.
"""

import re
from typing import Final, NamedTuple

_NUMBER: Final = r"-?\d{1,12}[.,]\d{1,2}"
_STAMP: Final = r"(?P<at>\d\d:\d\d:\d\d)(?:\s+[AP]M)?\s+|(?P<mean>Average:|Durchschn\.:|Moyenne\s?:|Media:)\s+"
NAMED: Final = re.compile(rf"(?:{_STAMP}|\s)(?P<name>[A-Za-z][\w.@:-]{{0,24}}|\d{{1,4}}|-1)(?P<values>(?:\s+{_NUMBER}(?![\w.])){{2,20}})")
BARE: Final = re.compile(rf"(?:{_STAMP})(?P<name>(?!))?(?P<values>{_NUMBER}(?![\w.])(?:\s+{_NUMBER}(?![\w.])){{0,19}})")
_VALUE: Final = re.compile(_NUMBER)
_CUT: Final = re.compile(r"\[?\s?(?:\.{2,6}|…)\s?\]?|<\s?(?:snip|cut)\s?>|\[snip\]")
_MOST: Final = 400


class Row(NamedTuple):
    """One row: the name of its CPU or interface, whether it is an average, and where each number stands."""

    start: int
    end: int
    name: str
    mean: bool
    values: tuple[tuple[int, int], ...]


def rows(text: str, start: int, stop: int, width: int, pattern: re.Pattern[str] = NAMED) -> list[Row]:
    """Read the rows that follow a heading at `start`, each of `width` numbers, until anything else stands there."""
    out: list[Row] = []
    at = start
    for match in pattern.finditer(text, start, stop):
        if len(out) >= _MOST or _CUT.sub(" ", text[at : match.start()]).strip():
            break
        spans = tuple(value.span() for value in _VALUE.finditer(text, match.start("values"), match.end("values")))[:width]
        if len(spans) < width:
            break
        out.append(Row(match.start(), spans[-1][1], match["name"] or "", match["mean"] is not None, spans))
        at = spans[-1][1]
    means = {row.name for row in out if row.mean}
    return [row for row in out if row.mean or row.name not in means]


def interim(samples: list[Row], means: list[Row]) -> bool:
    """Tell whether rows under their own heading are the averages of the samples before them."""
    return all(row.mean for row in means) and not any(row.mean for row in samples) and {r.name for r in samples} == {r.name for r in means}


def series(text: str, start: int, stop: int, width: int, pattern: re.Pattern[str] = NAMED) -> list[list[Row]]:
    """Read the rows below a heading, and rows of the same width further down that an author set apart from it, up to `stop`."""
    out = [rows(text, start, stop, width, pattern)]
    at = out[0][-1].end if out[0] else start
    while len(out) < _MOST:
        match = pattern.search(text, at, stop)
        if match is None:
            break
        at = match.end()
        if (match["at"] or match["mean"]) and len(_VALUE.findall(match["values"])) == width:
            found = rows(text, match.start(), stop, width, pattern)
            if found:
                out.append(found)
                at = max(at, found[-1].end)
    return [found for found in out if found]
