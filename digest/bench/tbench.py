# SPDX-License-Identifier: GPL-2.0-or-later
"""tbench and dbench: the throughput line, the table of operations above it, and the lines of each second.

`Throughput 2316.87 MB/sec 8 procs`; dbench 4: `Throughput 2316.87 MB/sec 8 clients 8 procs max_latency=12.345 ms`; old releases put `(NB=
2896.1 MB/sec 23168.7 MBit/sec)` in between.  Lines such as `8 12345 2316.87 MB/sec execute 12 sec latency 0.123 ms` are interim and read
only where no throughput line follows.  Source: dbench.c of https://dbench.samba.org
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Run
from digest.bench._fields import Field
from digest.bench._parts import figures
from digest.bench._tokens import Words

NAME: Final = "tbench"

_N: Final = r"\d{1,12}(?:\.\d{1,6})?"
_LINE: Final = re.compile(
    rf"(?<![\w.])Throughput:?\s+(?P<rate>{_N})\s+MB/sec(?:\s+\(NB=\s?{_N}\s+MB/sec\s+{_N}\s+MBit/sec\))?(?:\s+\(sync\s+(?:open|dirs)\)){{0,2}}"
    rf"\s+(?P<procs>\d{{1,6}})\s+(?:clients\s+\d{{1,6}}\s+)?procs(?:\s+max_latency=(?P<latency>{_N})\s?ms)?"
)
_INTERIM: Final = re.compile(
    rf"(?<![\w.])(?P<procs>\d{{1,6}})\s+(?P<lines>\d{{1,12}})\s+(?P<rate>{_N})\s+MB/sec\s+(?P<what>warmup|execute|cleanup)\s+(?P<time>\d{{1,7}})\s+sec"
    rf"(?:\s+latency\s+(?P<latency>{_N})\s?ms)?"
)
_TABLE: Final = re.compile(r"Operation\s+Count\s+AvgLat\s+MaxLat(?:\s+-{10,200})?")
_OPERATION: Final = re.compile(rf"\s+(?P<name>[A-Z][A-Za-z]{{2,14}})\s+(?P<count>\d{{1,12}})\s+(?P<avg>{_N})\s+(?P<max>{_N})(?![\w./])")
_FIELDS: Final = (
    Field("rate", "throughput", "MB/s", "higher", primary=True),
    Field("latency", "latency_max", "ms", "lower"),
)
_OPERATION_FIELDS: Final = (
    Field("count", "operations", "count"),
    Field("avg", "latency", "ms", "lower"),
    Field("max", "latency_max", "ms", "lower"),
)
_MOST: Final = 24
_FAR: Final = 3000


def sniff(words: Words) -> bool:
    """Tell whether a result may stand here."""
    return "MB/sec" in words.gist and ("procs" in words.gist or "execute" in words.gist or "warmup" in words.gist)


def parse(words: Words) -> Iterator[Run]:
    """Read each throughput line with the table and the interim lines above it."""
    text = words.rest
    lines = [(m.start(), "line", m) for m in _LINE.finditer(text)]
    lines += [(m.start(), "interim", m) for m in _INTERIM.finditer(text)]
    lines += [(m.start(), "table", m) for m in _TABLE.finditer(text)]
    lines.sort(key=lambda item: item[0])
    interim: Run | None = None
    for start, kind, match in lines:
        if interim is not None and start - interim.end > _FAR:
            if interim.figures:
                yield interim
            interim = None
        if kind == "line":
            run = Run(NAME, start, match.end(), layout="keyvalue", figures=figures(match, _FIELDS))
            run.params["procs"] = int(match["procs"])
            if interim is not None and not text[interim.end : start].strip(" \n\t-"):
                run.start = interim.start
                run.figures = [figure for figure in interim.figures if figure.key] + run.figures
            elif interim is not None and interim.figures:
                yield interim
            interim = None
            yield run
            continue
        if interim is None:
            interim = Run(NAME, start, match.end(), layout="keyvalue")
        interim.end = match.end()
        if kind == "interim" and match["what"] == "execute":
            interim.figures += figures(match, _FIELDS)
        elif kind == "table":
            _operations(text, interim)
    if interim is not None and interim.figures:
        yield interim


def _operations(text: str, run: Run) -> None:
    """Read the rows of the table of operations."""
    for _ in range(_MOST):
        row = _OPERATION.match(text, run.end)
        if row is None:
            return
        run.figures += figures(row, _OPERATION_FIELDS, key=row["name"])
        run.end = row.end()
