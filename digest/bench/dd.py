# SPDX-License-Identifier: GPL-2.0-or-later
"""dd: `N bytes (S, S) copied, T s, R MB/s`, of GNU coreutils old and new, busybox and BSD (`bytes transferred in T secs (R bytes/sec)`).

How much was copied is what was asked for.  Spec: dd(1), coreutils src/dd.c print_xfer_stats.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench._block import Figure, Run
from digest.bench._fields import N, decimal, point
from digest.bench._tokens import Words

NAME: Final = "dd"

_LINE: Final = re.compile(
    rf"(?<![\w.])(?P<bytes>\d{{1,18}})\s+bytes\s+(?:\([^()]{{1,40}}\)\s+)?(?:copied,\s+(?P<time>{N}(?:e[+-]\d\d)?)\s+(?:seconds|secs?|s),"
    rf"\s+(?P<rate>{N})\s{{0,16}}(?P<unit>[kKMGT]?i?B/s)"
    r"|transferred\s+in\s+(?P<secs>\d{1,9}\.\d{1,9})\s+secs\s+\((?P<bps>\d{1,15})\s+bytes/sec\))"
)
_RECORDS: Final = re.compile(r"\d{1,12}\+\d{1,9}\s+records\s+in\s+\d{1,12}\+\d{1,9}\s+records\s+out\s+\Z")
_BACK: Final = 120


def sniff(words: Words) -> bool:
    """Tell whether a line of dd may stand here."""
    return "copied," in words.gist or "transferred" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read each line, with the records above it."""
    text = words.rest
    for line in _LINE.finditer(text):
        back = max(0, line.start() - _BACK)
        records = _RECORDS.search(text[back : line.start()])
        run = Run(NAME, line.start() if records is None else back + records.start(), line.end(), layout="keyvalue")
        if line["time"] is not None:
            unit = units.canonical(line["unit"]) or "B/s"
            run.figures = [
                Figure(*line.span("time"), "elapsed", point(line["time"]), "s", primary=False),
                Figure(*line.span("rate"), "throughput", decimal(line["rate"]), unit, "higher"),
            ]
        else:
            run.figures = [
                Figure(*line.span("secs"), "elapsed", point(line["secs"]), "s", primary=False),
                Figure(*line.span("bps"), "throughput", float(line["bps"]), "B/s", "higher"),
            ]
        run.params["bytes"] = int(line["bytes"])
        yield run
