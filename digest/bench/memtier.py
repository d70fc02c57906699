# SPDX-License-Identifier: GPL-2.0-or-later
"""memtier_benchmark: the table `Type Ops/sec Hits/sec Misses/sec ... Latency ... KB/sec` with rows Sets, Gets, Waits and Totals.

The header's words say the columns: releases before 1.3 have one `Latency`, later ones `Avg. Latency` and percentiles as asked for with
`--print-percentiles`; clusters add `MOVED/sec` and `ASK/sec`.  `---` stands where a row has no such value.  Latencies are milliseconds.
Totals are the result, single rows where they were cut.  Counts under the tool's name in the vocabulary, redis-benchmark.  Source:
run_stats.cpp of memtier_benchmark.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Figure, Run
from digest.bench._parts import percentile
from digest.bench._tokens import Words, number
from digest.model.bench import Direction

NAME: Final = "redis-benchmark"

_N: Final = r"\d{1,12}(?:\.\d{1,6})?"
_COLUMN: Final = re.compile(
    r"\s+(?:(?P<rate>Ops|Hits|Misses|MOVED|ASK|KB)/sec|(?P<avg>Avg\.\s+)?Latency|p(?P<p>\d{1,3}(?:\.\d{1,5})?)\s+Latency)(?!\w)"
)
_HEAD: Final = re.compile(r"(?:(?<!\w)ALL\s+STATS\s+={8,400}\s+)?(?<!\w)Type(?=\s+Ops/sec\s)")
_ROW: Final = re.compile(r"\s+(?P<row>Sets|Gets|Waits|Totals|[A-Z][a-z]{2,14})(?=\s+(?:\d|---\s))")
_CELL: Final = re.compile(rf"\s+(?P<value>{_N}|---|-?nan)(?![\w.])")
_RULE: Final = re.compile(r"\s+[-=]{8,400}")
_RATES: Final[dict[str, tuple[str, str, Direction]]] = {
    "Ops": ("ops", "ops/s", "higher"),
    "Hits": ("hits", "/s", "unknown"),
    "Misses": ("misses", "/s", "unknown"),
    "MOVED": ("moved", "/s", "lower"),
    "ASK": ("ask", "/s", "lower"),
    "KB": ("throughput", "KB/s", "higher"),
}
# `[RUN #1 100%,  10 secs]  0 threads:  1133112 ops,  102331 (avg:  101331) ops/sec, 8.11MB/sec (avg: 8.02MB/sec),  1.91 (avg:  1.92) msec`
_PROGRESS: Final = re.compile(
    rf"\[RUN\s+#\d{{1,3}}\s+(?P<done>\d{{1,3}})%,\s+\d{{1,6}}\s+secs\]\s+\d{{1,4}}\s+threads:\s+\d{{1,15}}\s+ops,\s+\d{{1,12}}\s+\(avg:\s+(?P<ops>\d{{1,12}})\)\s+ops/sec,"
    rf"\s+{_N}(?P<unit>[KMG]?B)/sec\s+\(avg:\s+(?P<rate>{_N})[KMG]?B/sec\),\s+{_N}\s+\(avg:\s+(?P<latency>{_N})\)\s+msec\s+latency"
)
_MOST_COLUMNS: Final = 24
_MOST_ROWS: Final = 24


def sniff(words: Words) -> bool:
    """Tell whether a table may stand here."""
    return ("Ops/sec" in words.gist and "KB/sec" in words.gist) or "[RUN #" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read each table; of the progress only where it ends, and where no table stands."""
    text = words.rest
    told = _HEAD.search(text) is not None
    for line in _PROGRESS.finditer(text):
        run = Run(NAME, *line.span(), layout="bench-lines")
        if line["done"] == "100" and not told:
            run.figures = [
                Figure(*line.span("ops"), "ops", number(line["ops"]), "ops/s", "higher"),
                Figure(*line.span("rate"), "throughput", number(line["rate"]), f"{line['unit']}/s", "higher", primary=False),
                Figure(*line.span("latency"), "latency", number(line["latency"]), "ms", "lower"),
            ]
        yield run
    for head in _HEAD.finditer(text):
        columns, end = _columns(text, head.end())
        rule = _RULE.match(text, end)
        end = rule.end() if rule is not None else end
        run = Run(NAME, head.start(), end, layout="aligned")
        for _ in range(_MOST_ROWS):
            row = _ROW.match(text, run.end)
            if row is None:
                break
            figures, end = _cells(text, row, columns)
            if end < 0:
                break
            run.figures += figures
            run.end = end
        if run.figures:
            if not any(figure.params["row"] == "Totals" for figure in run.figures):
                for figure in run.figures:
                    figure.primary = figure.name in {"ops", "latency"} and figure.value > 0
            yield run


def _columns(text: str, at: int) -> tuple[list[tuple[str, str, Direction]], int]:
    """Read the words of the header as names and units."""
    out: list[tuple[str, str, Direction]] = []
    while len(out) < _MOST_COLUMNS:
        word = _COLUMN.match(text, at)
        if word is None:
            break
        if word["rate"] is not None:
            out.append(_RATES[word["rate"]])
        else:
            out.append((f"latency_p{percentile(word['p'])}" if word["p"] else "latency", "ms", "lower"))
        at = word.end()
    return out, at


def _cells(text: str, row: re.Match[str], columns: list[tuple[str, str, Direction]]) -> tuple[list[Figure], int]:
    """Read one row; it ends at -1 where it has not all columns."""
    out = []
    at = row.end()
    for name, unit, direction in columns:
        cell = _CELL.match(text, at)
        if cell is None:
            return [], -1
        if cell["value"][0].isdigit():
            primary = row["row"] == "Totals" and name in {"ops", "latency"}
            out.append(Figure(*cell.span("value"), name, number(cell["value"]), unit, direction, primary, params={"row": row["row"]}))
        at = cell.end()
    return out, at
