# SPDX-License-Identifier: GPL-2.0-or-later
"""flent: the text summary (`-f summary`, the default), rows of averages and medians under the name of the test.

`Summary of rrul test run at 2024-05-06 10:11:12.345678:`, a title, the columns `avg median [99th %] # data pts`, rows
`Ping (ms) avg : 12.30 11.95 ms 349` and `TCP download sum : 93.57 94.10 Mbits/s 301`.  N/A stands for what was not measured.  The average
is the result; the row is the key.  Source: SummaryFormatter in flent/formatters.py
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Figure, Run
from digest.bench._parts import unit_of
from digest.bench._tokens import Words, number
from digest.model.bench import Direction

NAME: Final = "flent"

_V: Final = r"-?\d{1,12}(?:\.\d{1,6})?|N/A"
_HEAD: Final = re.compile(
    r"(?:Summary\s+of\s+(?P<test>[\w.-]{1,60})\s+test\s+run\s+(?:at|from)\s+[\d-]{8,12}[ T\d:.Z+]{4,24}\s?:?\s+"
    r"(?:Title:\s+'[^']{0,120}'\s+)?)?"
    r"avg\s+median\s+(?P<p99>99th\s+%\s+)?#\s+data\s+pts"
)
_UNIT: Final = r"(?:ms|s|us|[KMG]?bits/s|[KMG]?[Bb]its/sec|[KMG]?bytes/s|packets|pps|%|dBm|MHz|count|bytes|KB)"
_ROW: Final = re.compile(
    rf"\s+(?P<label>[A-Za-z][^\n:|]{{1,60}}?(?:::[^\n:|]{{1,40}}?)?)\s{{0,30}}:\s+(?P<avg>{_V})\s+(?P<median>{_V})(?:\s+(?P<p99>{_V}))?\s+(?P<unit>{_UNIT})(?:\s+(?P<points>\d{{1,9}}))?(?![\w.])"
)
_MOST: Final = 80
_HIGHER: Final = ("bit/s", "B/s", "pps")


def sniff(words: Words) -> bool:
    """Tell whether a summary may stand here."""
    return "data pts" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read the rows under each heading."""
    text = words.rest
    for head in _HEAD.finditer(text):
        run = Run(NAME, head.start(), head.end(), test=head["test"], layout="aligned")
        for _ in range(_MOST):
            row = _ROW.match(text, run.end)
            if row is None:
                break
            run.end = row.end()
            run.figures += _figures(row)
        if run.figures:
            yield run


def _figures(row: re.Match[str]) -> Iterator[Figure]:
    unit = unit_of(row["unit"])
    direction: Direction = "higher" if unit.endswith(_HIGHER) else "lower" if unit in {"ms", "us", "s"} else "unknown"
    name = "throughput" if direction == "higher" else "latency" if direction == "lower" else "value"
    key = " ".join(row["label"].split())
    for group, end in (("avg", ""), ("median", "_p50"), ("p99", "_p99")):
        if row[group] is not None and row[group] != "N/A":
            yield Figure(*row.span(group), f"{name}{end}", number(row[group]), unit, direction, primary=group == "avg", params={"row": key})
    if row["points"] is not None:
        yield Figure(*row.span("points"), "samples", number(row["points"]), "count", primary=False, params={"row": key})
