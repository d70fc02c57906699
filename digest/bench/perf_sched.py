# SPDX-License-Identifier: GPL-2.0-or-later
"""`perf sched latency`: how long each task ran and waited for a CPU, in old layouts and new.

    iperf3:2211           |   5120.331 ms |    12044 | avg:    0.021 ms | max:    4.310 ms | max at: 2212.123456 s
    iperf3:(2)            |   5120.331 ms |    12044 | avg:   0.021 ms | max:   4.310 ms | max start: 12.1 s | max end: 12.2 s

The average delay is the result; runtime, switches and the longest delay stand beside it, and when that was is none.
Source: tools/perf/builtin-sched.c
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _fields
from digest.bench._block import Run
from digest.bench._fields import Field
from digest.bench._tokens import Words

NAME: Final = "perf-sched"

_N: Final = r"\d{1,12}(?:\.\d{1,9})?"
_ROW: Final = re.compile(
    rf"(?<!\S)(?P<task>[^\s|]{{1,60}})\s*\|\s*(?P<runtime>{_N})\s?ms\s*\|\s*(?P<switches>\d{{1,12}})\s*\|\s*avg:\s*(?P<avg>{_N})\s?ms"
    rf"\s*\|\s*max:\s*(?P<max>{_N})\s?ms(?:\s*\|\s*max\s(?:at|start|end):\s*{_N}\s?m?s){{0,2}}(?:\s?\|(?!\S))?"
)
_FIELDS: Final = (
    Field("avg", "latency", "ms", "lower", primary=True),
    Field("max", "latency_max", "ms", "lower"),
    Field("runtime", "time", "ms", "unknown"),
    Field("switches", "switches", "count", "unknown"),
)
_HEAD: Final = re.compile(r"Task\s*\|\s*Runtime\s+ms\s*\|[^:]{0,400}\Z")
_REACH: Final = 600


def sniff(words: Words) -> bool:
    """Tell whether rows of delays may stand here."""
    return "| avg:" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read the rows below one heading as one run, each under its task."""
    text = words.rest
    group: list[re.Match[str]] = []
    for row in _ROW.finditer(text):
        if group and text[group[-1].end() : row.start()].strip():
            yield _run(text, group)
            group = []
        group.append(row)
    if group:
        yield _run(text, group)


def _run(text: str, group: list[re.Match[str]]) -> Run:
    start = group[0].start()
    head = _HEAD.search(text, max(0, start - _REACH), start)
    run = Run(NAME, start if head is None else head.start(), group[-1].end(), layout="perf-rows")
    for row in group:
        task = row["task"].partition(":")[0]
        for figure in _fields.figures(row, _FIELDS, {"task": task}):
            figure.key = task
            run.figures.append(figure)
    return run
