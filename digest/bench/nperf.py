# SPDX-License-Identifier: GPL-2.0-or-later
"""nperf: one line an iteration and one of all, `all avg 1138581262.2 B/s, mdev 3521233.1 B/s ( 0.3%)`.

The result is the average of the last line; what stands behind "mdev" is its deviation, never a figure of its own, and is not given where
it is cut off.  No name of the contract is this tool's, and it is not netperf, whose names of tests it borrows: its tool is unknown.
Source: print_iter_result and print_all_result of nperf.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench import _tool
from digest.bench._block import Figure, Run
from digest.bench._tokens import NUMBER, Words, number

NAME: Final = _tool.UNKNOWN

_UNIT: Final = r"[KMGT]?i?[Bb](?:it)?/s|[KMGT]?bps|msgs?/s|trans(?:actions)?/s|[num]?s"
_LINE: Final = re.compile(
    rf"(?<![\w.])(?:(?P<count>\d{{1,6}})\s{{1,20}}{NUMBER}\s{{1,4}}(?:{_UNIT}),\s{{1,20}}|(?P<all>all),?\s{{1,20}})"
    rf"avg:?\s{{1,20}}(?P<value>{NUMBER})\s{{1,4}}(?P<unit>{_UNIT})"
    rf"(?P<rest>,\s{{1,20}}mdev:?(?:\s{{1,20}}(?P<spread>{NUMBER})(?:\s{{1,4}}(?:{_UNIT})(?!\w))?(?:\s{{1,4}}\(\s{{0,8}}[\d.]{{1,8}}%\))?)?)"
)


def sniff(words: Words) -> bool:
    """Tell whether an average with its deviation may stand here."""
    return "mdev" in words.gist and " avg" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read the lines of each run of the tool as one result: the line of all, else the last one."""
    run: Run | None = None
    last = 0
    for line in _LINE.finditer(words.rest):
        if run is not None and (line["all"] is None) and int(line["count"]) == last + 1:
            run.end = line.end()
            run.figures = [_figure(line)]
        elif run is not None and line["all"] is not None and last:
            run.end = line.end()
            run.figures = [_figure(line)]
            yield run
            run, last = None, 0
            continue
        else:
            if run is not None:
                yield run
            run = Run(NAME, line.start(), line.end(), layout="text", figures=[_figure(line)])
        last = int(line["count"]) if line["count"] else 0
    if run is not None:
        yield run


def _figure(line: re.Match[str]) -> Figure:
    unit = units.canonical(line["unit"]) or line["unit"]
    latency = unit.endswith("s") and "/" not in unit and "ps" not in unit
    return Figure(
        *line.span("value"),
        "latency" if latency else "throughput",
        number(line["value"]),
        unit,
        "lower" if latency else "higher",
        spread=number(line["spread"]) if line["spread"] else None,
    )
