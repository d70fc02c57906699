# SPDX-License-Identifier: GPL-2.0-or-later
"""schbench: percentiles of wakeup and request latencies in microseconds, of requests a second, and the average of those.

    Wakeup Latencies percentiles (usec) runtime 30 (s) (9214 total samples)
          50.0th: 6          (2840 samples)
        * 99.0th: 17         (811 samples)
          min=1, max=3121
    average rps: 312.40

Old releases have one list, `Latency percentiles (usec)`, without counts of samples.  Source: schbench.c
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Figure, Run
from digest.bench._parts import percentile
from digest.bench._tokens import Words, number
from digest.model.bench import Direction

NAME: Final = "schbench"

_HEAD: Final = re.compile(
    r"(?:(?P<what>Wakeup|Request|RPS)\s+)?(?:Latenc(?:y|ies)\s+)?percentiles\s+\((?P<unit>usec|msec|s|requests|us)\)"
    r"(?:\s+runtime\s+\d{1,9}\s+\(s\))?(?:\s+\(\d{1,12}\s+(?:total\s+)?samples\))?"
)
_ROW: Final = re.compile(
    r"(?<!\s)\s+(?:\*\s{0,4})?(?P<p>\d{1,2}(?:\.\d{1,4})?)(?:th|st|nd|rd):\s+(?P<value>\d{1,12})(?![\w.])(?:\s+\(\d{1,12}\s+samples\))?"
)
_ENDS: Final = re.compile(r"(?<!\s)\s+min=(?P<min>\d{1,12}),\s+max=(?P<max>\d{1,12})(?!\w)")
_AVERAGE: Final = re.compile(r"average\s+rps:\s+(?P<rps>\d{1,12}(?:\.\d{1,4})?)(?![\w.])")
_CURRENT: Final = re.compile(r"current\s+rps:\s+\d{1,12}(?:\.\d{1,4})?(?![\w.])")
_MOST: Final = 16
_TOLD: Final = frozenset({"50", "99"})


def sniff(words: Words) -> bool:
    """Tell whether percentiles may stand here."""
    return "percentiles (" in words.gist and "th: " in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read each list of percentiles, and the average rate."""
    text = words.rest
    for head in _HEAD.finditer(text):
        run = Run(NAME, *head.span(), layout="keyvalue")
        rate = head["what"] == "RPS" or head["unit"] == "requests"
        what = (head["what"] or "").lower()
        name = "rps" if rate else "latency"
        unit = "req/s" if rate else {"s": "s", "msec": "ms"}.get(head["unit"], "us")
        for _ in range(_MOST):
            row = _ROW.match(text, run.end)
            if row is None:
                break
            p = percentile(row["p"])
            direction: Direction = "higher" if rate else "lower"
            figure = Figure(*row.span("value"), f"{name}_p{p}", number(row["value"]), unit, direction, primary=p in _TOLD, key=what)
            run.figures.append(figure)
            run.end = row.end()
        ends = _ENDS.match(text, run.end)
        if not run.figures:
            continue
        if ends is not None:
            for group in ("min", "max"):
                figure = Figure(*ends.span(group), f"{name}_{group}", number(ends[group]), unit, "lower", primary=False, key=what)
                run.figures.append(figure)
            run.end = ends.end()
        yield run
    for average in _AVERAGE.finditer(text):
        yield Run(
            NAME,
            *average.span(),
            layout="keyvalue",
            figures=[Figure(*average.span("rps"), "rps", number(average["rps"]), "req/s", "higher")],
        )
    for current in _CURRENT.finditer(text):
        yield Run(NAME, *current.span())
