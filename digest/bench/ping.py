# SPDX-License-Identifier: GPL-2.0-or-later
"""ping: the summary of iputils and BSD (`rtt min/avg/max/mdev`, `round-trip min/avg/max/stddev`), with loss and errors.

Single replies are no results where a summary follows.  A ping that only shows that a host answers has no `rtt` line worth a
comparison; its figures stand all the same.  Spec: ping(8) of iputils.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Figure, Run
from digest.bench._tokens import Words, number

NAME: Final = "ping"

_N: Final = r"\d{1,12}(?:\.\d{1,6})?"
_COUNTS: Final = re.compile(
    rf"(?P<sent>\d{{1,12}})\s+packets\s+transmitted,\s+(?P<received>\d{{1,12}})\s+(?:packets\s+)?received,"
    rf"(?:\s+\+(?P<duplicates>\d{{1,9}})\s+duplicates,)?(?:\s+\+(?P<errors>\d{{1,9}})\s+errors,)?"
    rf"\s+(?P<loss>{_N})%\s+packet\s+loss(?:,\s+time\s+(?P<time>\d{{1,12}})\s?ms)?"
)
_RTT: Final = re.compile(
    rf"(?:rtt|round-trip)\s+min/avg/max(?:/(?:mdev|stddev"
    rf"|std-dev))?\s+=\s+(?P<min>{_N})/(?P<avg>{_N})/(?P<max>{_N})(?:/(?P<mdev>{_N}))?\s*(?P<unit>ms|us|s)\b"
)
_HEAD: Final = re.compile(r"---\s+\S{1,80}\s+ping\s+statistics\s+---\s+$")


def sniff(words: Words) -> bool:
    """Tell whether a summary of ping may stand here."""
    return "min/avg/max" in words.gist or "packets transmitted" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read each summary: counts and the rtt line that belongs to them."""
    text = words.rest
    ends = 0
    told: set[int] = set()
    for counts in _COUNTS.finditer(text):
        run = Run(NAME, counts.start(), counts.end(), layout="ping-summary")
        head = _HEAD.search(text, max(ends, counts.start() - 140), counts.start())
        if head is not None:
            run.start = head.start()
        run.figures = [
            Figure(*counts.span("sent"), "packets", number(counts["sent"]), "count", primary=False, key="sent"),
            Figure(*counts.span("received"), "packets", number(counts["received"]), "count", primary=False, key="received"),
        ]
        if counts["errors"] is not None:
            run.figures.append(Figure(*counts.span("errors"), "errors", number(counts["errors"]), "count", "lower", primary=False))
        run.figures.append(Figure(*counts.span("loss"), "loss", number(counts["loss"]), "%", "lower", primary=False))
        if counts["time"] is not None:
            run.figures.append(Figure(*counts.span("time"), "elapsed", number(counts["time"]), "ms", primary=False))
        rtt = _RTT.search(text, counts.end(), counts.end() + 140)
        if rtt is not None and not text[counts.end() : rtt.start()].strip(" \n\t,."):
            run.figures += _rtt(rtt)
            run.end = rtt.end()
            told.add(rtt.start())
        ends = run.end
        yield run
    for rtt in _RTT.finditer(text):
        if rtt.start() not in told:
            yield Run(NAME, rtt.start(), rtt.end(), layout="ping-summary", figures=_rtt(rtt))


def _rtt(rtt: re.Match[str]) -> list[Figure]:
    out = [
        Figure(*rtt.span("avg"), "latency", number(rtt["avg"]), rtt["unit"], "lower"),
        Figure(*rtt.span("min"), "latency_min", number(rtt["min"]), rtt["unit"], "lower", primary=False),
        Figure(*rtt.span("max"), "latency_max", number(rtt["max"]), rtt["unit"], "lower", primary=False),
    ]
    if rtt["mdev"] is not None:
        out.append(Figure(*rtt.span("mdev"), "latency_mdev", number(rtt["mdev"]), rtt["unit"], "lower", primary=False))
    return out
