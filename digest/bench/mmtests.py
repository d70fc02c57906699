# SPDX-License-Identifier: GPL-2.0-or-later
"""mmtests: `Hmean name a ( 0.00%) b *d%*`, one column a kernel, the first is what the others are compared with.

Stars mark what is significant.  The percentage says how much better: of an Hmean a higher value, of an Amean (times) and of deviations a
lower one, so the sign is turned there.  The test's name above the table gives the unit.  Spec: https://github.com/gorman/mmtests
(bin/compare-mmtests.pl).
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Claim, Figure, Run
from digest.bench._tokens import Words, digits, number
from digest.model.bench import Direction, Param

NAME: Final = "mmtests"

_VALUE: Final = r"-?\d{1,15}(?:\.\d{1,6})?"
_CELL: Final = re.compile(
    rf"\s+(?P<value>{_VALUE})\s+(?:\(\s{{0,16}}(?P<plain>[+-]?\d{{1,9}}\.\d{{2}})%\s{{0,16}}\)|\*\s{{0,16}}(?P<stars>[+-]?\d{{1,9}}\.\d{{2}})%\s{{0,16}}\*)"
)
_STAT: Final = (
    r"[HAG]mean|B[HA]mean-\d{1,2}|Mean|Min(?:-\d{1,3})?|Max(?:-\d{1,3})?|Stddev|CoeffVar|Median|Trimean|Ratio|Lat|Ops|Higher|Lower|User|System|Elapsed"
    r"|\d{1,2}(?:st|nd|rd|th)-qrtle|\d{1,2}(?:\.\d{1,2})?th-qrtle|Percentile-\d{1,3}"
)
_ROW: Final = re.compile(
    rf"(?<![\w.-])(?P<stat>{_STAT})(?P<name>(?:\s+[^\s()*%]{{1,40}}){{0,3}}?)(?=\s+{_VALUE}\s+\(\s{{0,16}}-?0\.00%\s{{0,16}}\))"
)
_LOWER: Final = re.compile(r"Amean|BAmean|Stddev|CoeffVar|Lat|qrtle|Percentile|User|System|Elapsed|Lower")
_SPREAD: Final = re.compile(r"Stddev|CoeffVar")
_UNITS: Final = (
    (re.compile(r"netperf[-_ ]?(?:ipv[46][-_])?(?:tcp|udp)[-_]?rr|tcp[-_]rr|udp[-_]rr"), "tps", "trans/s"),
    (re.compile(r"netperf|iperf|udp[-_]stream|tcp[-_]stream"), "throughput", "Mbit/s"),
    (re.compile(r"sockperf|schbench"), "latency", "us"),
    (re.compile(r"tbench|dbench"), "throughput", "MB/s"),
    (re.compile(r"hackbench|kernbench|pipetest"), "time", "s"),
    (re.compile(r"pgbench|sysbench"), "tps", "trans/s"),
)
_BACK: Final = 500
_GAP: Final = 60
_LABEL: Final = re.compile(r"\S{1,80}")


def sniff(words: Words) -> bool:
    """Tell whether a table may stand here."""
    return "mean" in words.gist and "0.00%" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read rows, one run for rows that stand together; only rows whose first cell is its own measure."""
    text = words.rest
    run: Run | None = None
    last = 0
    labels: list[str] = []
    for row in _ROW.finditer(text):
        cells = _cells(text, row.end())
        if len(cells) < 2 or (cells[0]["plain"] or "").strip("-0.") != "":
            continue
        if run is None or _apart(text[run.end : row.start()]):
            if run is not None:
                last = run.end
                yield run
            above = text[max(last, row.start() - _BACK) : row.start()]
            run = Run(NAME, row.start(), row.end(), test=_test(above), kind="table", layout="mmtests", placed=True)
            labels = _labels(above, len(cells))
        _read(run, row, cells, labels)
        run.end = cells[-1].end()
    if run is not None:
        yield run


def _apart(between: str) -> bool:
    """Tell whether another table's heading, or a text, stands between two rows."""
    return len(" ".join(between.split())) > _GAP or _test(between) is not None


def _cells(text: str, start: int) -> list[re.Match[str]]:
    out: list[re.Match[str]] = []
    while len(out) < 12:
        cell = _CELL.match(text, start)
        if cell is None:
            break
        out.append(cell)
        start = cell.end()
    return out


def _labels(above: str, width: int) -> list[str]:
    """Give the last words of the heading, one a column."""
    words = _LABEL.findall(above)
    return words[-width:] if len(words) >= width else [""] * width


def _test(above: str) -> str | None:
    found = re.findall(
        r"\b(?:netperf|iperf3?|sockperf|tbench|dbench|hackbench|kernbench|pgbench|sysbench|schbench|pipetest)[\w-]{0,30}", above
    )
    return found[-1] if found else None


def _read(run: Run, row: re.Match[str], cells: list[re.Match[str]], labels: list[str]) -> None:
    stat = row["stat"]
    name = " ".join(row["name"].split())
    lower = _LOWER.search(stat) is not None
    metric, unit = next(((metric, unit) for pattern, metric, unit in _UNITS if run.test and pattern.search(run.test)), ("value", ""))
    if stat == "CoeffVar":
        metric, unit = "stddev", "%"
    elif _SPREAD.search(stat):
        metric = "stddev"
    direction: Direction = "unknown" if metric == "stddev" else "lower" if lower else "higher"
    params: dict[str, Param] = {}
    size = re.search(r"(?:send|recv|size)-(\d{1,9})$", name)
    if size is not None:
        params["msg_size"] = int(size[1])
    first: Figure | None = None
    for at, cell in enumerate(cells):
        figure = Figure(
            *cell.span("value"), metric, number(cell["value"]), unit, direction, primary=metric != "stddev", params=dict(params)
        )
        figure.role, figure.placed, figure.key = "after" if at else "before", True, f"{stat} {name}".strip()
        figure.label = labels[at] if at < len(labels) and labels[at] else None
        run.figures.append(figure)
        if first is None:
            first = figure
            continue
        group = "plain" if cell["plain"] is not None else "stars"
        percent = number(cell[group].lstrip("-")) * (-1 if cell[group].startswith("-") else 1) * (-1 if lower else 1)
        claim = Claim(*cell.span(group), percent, digits(cell[group]), figure=figure, base=first)
        if metric != "stddev":
            run.claims.append(claim)
