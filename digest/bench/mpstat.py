# SPDX-License-Identifier: GPL-2.0-or-later
"""mpstat and sar -u: how each CPU spent its time, in percent.

`CPU %usr %nice %sys %iowait %irq %soft %steal %guest %gnice %idle` (mpstat), `CPU %user %nice %system %iowait %steal %idle` (sar -u), in
whatever order the heading has them; `%soft goes from 61.2 to 47.9` in a sentence.  Spec: mpstat(1), sar(1).
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _stamped
from digest.bench._block import Figure, Run
from digest.bench._fields import point
from digest.bench._tokens import Words
from digest.model.bench import Direction

NAME: Final = "mpstat"

_HEAD: Final = re.compile(
    r"(?:\d\d:\d\d:\d\d\s+(?:[AP]M\s+)?)?CPU\s+(?P<names>(?:%[a-z]{2,8}|intr/s)(?:\s+(?:%[a-z]{2,8}|intr/s)){2,14})(?![\w%])"
)
_CALL: Final = re.compile(r"\bmpstat\b")
_USUAL: Final = ("%usr", "%nice", "%sys", "%iowait", "%irq", "%soft", "%steal", "%guest", "%gnice", "%idle")
_REACH: Final = 1200
_COLUMNS: Final[dict[str, tuple[str, Direction, bool]]] = {
    "%usr": ("cpu_user", "lower", True),
    "%user": ("cpu_user", "lower", True),
    "%nice": ("nice", "unknown", False),
    "%sys": ("cpu_system", "lower", True),
    "%system": ("cpu_system", "lower", True),
    "%iowait": ("iowait", "unknown", False),
    "%irq": ("cpu_irq", "lower", True),
    "%soft": ("cpu_softirq", "lower", True),
    "%steal": ("steal", "unknown", False),
    "%guest": ("guest", "unknown", False),
    "%gnice": ("gnice", "unknown", False),
    "%idle": ("idle", "higher", True),
    "intr/s": ("interrupts", "unknown", False),
}
_TOLD: Final = re.compile(
    r"(?<![\w%])(?P<column>%(?:usr|user|sys|system|irq|soft|idle))(?:\s{1,4}[a-z]{1,12}){0,4}\s{1,4}from\s{1,4}(?P<before>\d{1,3}(?:\.\d{1,2})?)\s?%?"
    r"\s{1,4}(?:down\s{1,4}|up\s{1,4})?to\s{1,4}(?P<after>\d{1,3}(?:\.\d{1,2})?)(?![\w.]*\d)"
)
"""`%soft goes from 61.2 to 47.9`: a column by its name, in a sentence."""
_NOTE: Final = re.compile(r"[ \t]{1,12}(?:<[-=]{1,3}|#)[ \t]{0,4}[A-Za-z][\w/ .-]{1,30}?(?=\s{1,12}(?:all|\d{1,4}|Average:)\s)")
_MOST_NOTES: Final = 16


def sniff(words: Words) -> bool:
    """Tell whether a heading may stand here."""
    return "%idle" in words.gist or "%soft" in words.gist or "%sys" in words.gist or "mpstat" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read the rows below each heading."""
    text = words.rest
    heads = list(_HEAD.finditer(text))
    if not heads:
        yield from _left(words)
    told: list[tuple[Run, list[_stamped.Row]]] = []
    for at, head in enumerate(heads):
        names = head["names"].split()
        if not all(name in _COLUMNS for name in names):
            continue
        stop = heads[at + 1].start() if at + 1 < len(heads) else len(text)
        tool = "sar" if "%system" in names or _after(names, "%steal", "%irq") else NAME
        for count, found in enumerate(_noted(text, head.end(), stop, len(names))):
            run = Run(tool, found[0].start if count else head.start(), max(row.end for row in found), layout="sar-rows")
            for row in found:
                run.figures += _figures(text, row, names)
            if told and text[told[-1][0].end : run.start].split() in ([], ["Average:"]) and _stamped.interim(told[-1][1], found):
                told[-1][0].figures = []
            told.append((run, found))
    yield from (run for run, _ in told)
    if " from " in words.gist:
        yield from _sentences(text)


def _sentences(text: str) -> Iterator[Run]:
    """Read a column's change told in words."""
    for match in _TOLD.finditer(text):
        metric, direction, primary = _COLUMNS[match["column"]]
        run = Run(NAME, *match.span(), kind="prose", layout="prose", placed=True)
        for side in ("before", "after"):
            figure = Figure(*match.span(side), metric, point(match[side]), "%", direction, primary, role=side, placed=True)
            run.figures.append(figure)
        yield run


def _noted(text: str, at: int, stop: int, width: int) -> Iterator[list[_stamped.Row]]:
    """Give the samples below a heading, also those that stand behind a note: `... 73.47   <- before`."""
    for _ in range(_MOST_NOTES):
        end = at
        for found in _stamped.series(text, at, stop, width):
            yield found
            end = max(row.end for row in found)
        note = _NOTE.match(text, end, stop)
        if end == at or note is None:
            return
        at = note.end()


def _left(words: Words) -> Iterator[Run]:
    """Read rows that grep left over behind a call of mpstat, in the order the manual gives."""
    text = words.rest
    last = 0
    for call in _CALL.finditer(text):
        row = _stamped.NAMED.search(text, call.end(), call.end() + _REACH)
        if row is None or row.start() < last or not (row["at"] or row["mean"]) or not (row["name"] == "all" or row["name"].isdigit()):
            continue
        found = _stamped.rows(text, row.start(), call.end() + _REACH, len(_USUAL))
        if found:
            run = Run(NAME, found[0].start, max(one.end for one in found), layout="sar-rows")
            for one in found:
                run.figures += _figures(text, one, list(_USUAL))
            last = run.end
            yield run


def _after(names: list[str], first: str, second: str) -> bool:
    """Tell whether the columns are in the order of sar -u ALL."""
    return first in names and second in names and names.index(first) < names.index(second)


def _figures(text: str, row: _stamped.Row, names: list[str]) -> Iterator[Figure]:
    for name, (start, end) in zip(names, row.values, strict=False):
        metric, direction, primary = _COLUMNS[name]
        unit = "/s" if name == "intr/s" else "%"
        yield Figure(start, end, metric, point(text[start:end]), unit, direction, primary, params={"cpu": row.name})
