# SPDX-License-Identifier: GPL-2.0-or-later
"""udpgso_bench_tx and udpgso_bench_rx of the net selftests: a line a second, and with -a (audit) a sum.

`udp tx: 2068 MB/s 35085 calls/s 35085 msg/s`, `udp rx: 2068 MB/s 35085 calls/s`, `tcp tx: ...`; audit: `Summary over 4.000 seconds...`,
`sum udp tx: 2143 MB/s 145368 calls (36342/s) 145368 msgs (36342/s)`, `Tx Timestamps: N received N errors`, `Zerocopy acks: N received`.
MB/s is the result.  Where a sum follows, the lines above it are interim.  Source: tools/testing/selftests/net/udpgso_bench_tx.c, _rx.c
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Figure, Run
from digest.bench._fields import Field
from digest.bench._parts import figures
from digest.bench._tokens import Words

NAME: Final = "udpgso_bench"

_C: Final = r"\d{1,15}"
_LINE: Final = re.compile(
    rf"(?<![\w.])(?P<sum>sum\s+)?(?P<test>(?:udp|tcp)\s+(?:tx|rx)):\s+(?P<rate>{_C})\s+MB/s\s+(?:(?P<calls>{_C})\s+calls/s(?:\s+(?P<msgs>{_C})\s+msg/s)?"
    rf"|(?P<allcalls>{_C})\s+calls\s+\((?P<callrate>{_C})/s\)(?:\s+(?P<allmsgs>{_C})\s+msgs\s+\((?P<msgrate>{_C})/s\))?)"
)
_SUMMARY: Final = re.compile(r"Summary\s+over\s+(?P<time>\d{1,9}\.\d{1,6})\s+seconds(?:\s{0,3}\.\.\.)?\s+$")
_TAIL: Final = re.compile(
    rf"\s+(?:Tx\s+Timestamps:\s+(?:(?P<stamps>{_C})\s+received\s+(?P<errors>{_C})\s+errors|received:\s+{_C}\s+errors:\s+{_C})"
    rf"|Zerocopy\s+acks:\s+(?:(?P<acks>{_C})\s+received(?:\s+(?P<copied>{_C})\s+errors)?|received:\s+{_C}\s+errors:\s+{_C}))"
)
_FIELDS: Final = (
    Field("rate", "throughput", "MB/s", "higher", primary=True),
    Field("calls", "calls", "calls/s", "higher"),
    Field("msgs", "messages_rate", "msg/s", "higher"),
    Field("allcalls", "calls_total", "count"),
    Field("callrate", "calls", "calls/s", "higher"),
    Field("allmsgs", "messages", "count"),
    Field("msgrate", "messages_rate", "msg/s", "higher"),
)
_TAIL_FIELDS: Final = (
    Field("stamps", "timestamps", "count"),
    Field("errors", "errors", "count", "lower"),
    Field("acks", "zerocopy_acks", "count"),
    Field("copied", "errors_zerocopy", "count", "lower"),
)


def sniff(words: Words) -> bool:
    """Tell whether a line may stand here."""
    return "MB/s" in words.gist and "calls" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read each line; lines that stand together are one result."""
    text = words.rest
    run: Run | None = None
    for match in _LINE.finditer(text):
        start = match.start()
        back = max(run.end if run is not None else 0, start - 60)
        over = _SUMMARY.search(text[back:start])
        if over is not None:
            start = back + over.start()
        if run is not None and text[run.end : start].strip():
            yield run
            run = None
        test = "_".join(match["test"].split())
        if run is None:
            run = Run(NAME, start, match.end(), test=test, layout="bench-lines")
        run.test = test if run.test == test else None
        if match["sum"] is not None:
            for figure in run.figures:
                figure.primary = figure.primary and figure.params.get("path") != test
        run.figures += _of(test, figures(match, _FIELDS))
        run.end = match.end()
        for _ in range(2):
            tail = _TAIL.match(text, run.end)
            if tail is not None:
                run.figures += _of(test, figures(tail, _TAIL_FIELDS))
                run.end = tail.end()
    if run is not None:
        yield run


def _of(test: str, found: list[Figure]) -> list[Figure]:
    """Mark figures with the program and direction they are of; only equal ones are compared."""
    for figure in found:
        figure.params = {"path": test}
    return found
