# SPDX-License-Identifier: GPL-2.0-or-later
"""Two rows of statistics marked as a diff marks its lines: `-  196.63  207.86 ...` without the change, `+  183.73  196.95 ...` with it.

The heading names the statistics (`Min  Mean  Median  Max`), a line below it or brackets behind each name their unit; each row has as many
numbers as the heading has names, but for a deviation that may stand in brackets at its end.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench import _tool
from digest.bench._block import Figure, Run
from digest.bench._cells import unit_in
from digest.bench._tokens import Words, number

NAME: Final = "aligned"

_UNIT: Final = r"\((?:[nuµm]?s|[nuµm]?secs?|cycles|[kKMG]?pps|[KMG]?bps|[KMG]?b/s)\)"
_STAT: Final = r"(?:min(?:imum)?|max(?:imum)?|mean|avg|average|median|p\d{1,2}(?:\.\d{1,2})?|\d{2}(?:th|%)|p?std?-?dev|sd)"
_HEAD: Final = re.compile(
    rf"(?<![\w-])(?P<names>{_STAT}(?:[ ]?{_UNIT})?(?:\s{{1,40}}{_STAT}(?:[ ]?{_UNIT})?){{1,9}}+)"
    rf"(?P<units>(?:\s{{1,60}}{_UNIT}){{0,10}}+)\s{{1,60}}(?=-\s)",
    re.IGNORECASE,
)
_NAME: Final = re.compile(rf"(?P<stat>{_STAT})(?:[ ]?(?P<unit>{_UNIT}))?", re.IGNORECASE)
_CELL: Final = r"\d{1,12}(?:,\d{3}){0,4}(?:\.\d{1,6})?"
_ROW: Final = re.compile(
    rf"\s{{0,60}}(?P<mark>[-+])\s{{1,40}}(?P<cells>{_CELL}(?:\s{{1,40}}{_CELL}){{1,9}}+)(?![\w.%])"
    r"(?:\s{1,40}\(\s{0,8}\+-\s{0,8}(?P<spread>\d{0,4}\.?\d{1,4})[ ]?%\s{0,8}\))?"
)
_NUMBER: Final = re.compile(_CELL)
_ABOVE: Final = 200
_NAMES: Final = (("min", "_min"), ("max", "_max"), ("med", "_p50"), ("p", "_p"), ("mean", ""), ("av", ""))


def sniff(words: Words) -> bool:
    """Tell whether rows marked + and - may stand below statistics."""
    gist = words.gist.lower()
    return " + " in gist and " - " in gist and ("mean" in gist or "median" in gist or "avg" in gist or "average" in gist or "min" in gist)


def parse(words: Words) -> Iterator[Run]:
    """Read each heading that has both rows."""
    text = words.rest
    for head in _HEAD.finditer(text):
        one = _ROW.match(text, head.end())
        other = _ROW.match(text, one.end()) if one is not None else None
        if one is not None and other is not None and (one["mark"], other["mark"]) == ("-", "+"):
            yield from _run(words, head, one, other)


def _run(words: Words, head: re.Match[str], one: re.Match[str], other: re.Match[str]) -> Iterator[Run]:
    names = list(_NAME.finditer(head["names"]))
    below = [units.canonical(unit) or "" for unit in re.findall(r"\(([^()]{1,12})\)", head["units"])]
    above = unit_in(words.plain[max(0, head.start() - _ABOVE) : head.start()].rpartition("\n\n")[2])
    told = [units.canonical((name["unit"] or "").strip("()")) or "" for name in names]
    rows = [(row, list(_NUMBER.finditer(words.rest, *row.span("cells")))) for row in (one, other)]
    width = len(rows[0][1])
    if width != len(rows[1][1]) or not 0 <= len(names) - width <= 1 or (len(names) > width and one["spread"] is None):
        return
    stats = [name["stat"].lower() for name in names[:width]]
    found = [told[i] or (below[i] if i < len(below) else below[-1] if below else above) for i in range(width)]
    if not all(found) or len(set(found)) > 1:
        return
    run = Run(_tool.of(words.plain, head.start(), other.end()), head.start(), other.end(), kind="table", layout=NAME, placed=True)
    main = next((i for words_of in (("mean", "av"), ("med",)) for i, stat in enumerate(stats) if stat.startswith(words_of)), 0)
    timed = units.family(found[0]) in {"s", "cycles"}
    for row, cells in rows:
        for i, cell in enumerate(cells):
            deviation = stats[i].startswith(("pst", "st", "sd"))
            tail = next((end for start, end in _NAMES if stats[i].startswith(start)), f"_p{stats[i][:2]}")
            tail = f"_{stats[i].replace('.', '_')}" if tail == "_p" else tail
            name = "stddev" if deviation else f"{'latency' if timed else 'throughput'}{tail}"
            direction = "unknown" if deviation else "lower" if timed else "higher"
            figure = Figure(*cell.span(), name, number(cell[0]), found[i], direction, i == main, key=stats[i], placed=True)  # type: ignore[arg-type]
            figure.role, figure.label = ("before", "-") if row["mark"] == "-" else ("after", "+")
            if i == main and row["spread"] is not None:
                figure.spread = round(figure.value * float(row["spread"]) / 100, 9)
            run.figures.append(figure)
    yield run
