# SPDX-License-Identifier: GPL-2.0-or-later
"""ping: the summary of iputils and BSD (`rtt min/avg/max/mdev`, `round-trip min/avg/max/stddev`), with loss and errors.

Single replies are read only where no summary follows.  A ping that only shows that a host answers has no `rtt` line worth a
comparison; its figures stand all the same.  Source: ping(8), finish() and gather_statistics() in ping_common.c of iputils.
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
    rf"(?:,\s+pipe\s+\d{{1,6}})?(?:,\s+ipg/ewma\s+{_N}/{_N}\s+ms)?"
)
_HEAD: Final = re.compile(r"---\s+\S{1,80}\s+ping\s+statistics\s+---\s+$")
_REPLY: Final = re.compile(
    rf"\d{{1,6}}\s+bytes\s+from\s+\S{{1,100}}\s+(?:\(\S{{1,60}}\):?\s+)?(?:icmp_)?seq=\d{{1,9}}\s+ttl=\d{{1,3}}\s+time=(?P<time>{_N})\s?(?P<unit>ms|us)(?!\w)"
    r"(?:\s+\(DUP!\))?"
)
_FAR: Final = 400
_MOST: Final = 40


def sniff(words: Words) -> bool:
    """Tell whether a summary of ping, or replies, may stand here."""
    return "min/avg/max" in words.gist or "packets transmitted" in words.gist or "bytes from" in words.gist


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
    if "bytes from" in words.gist:
        yield from _replies(text)


def _replies(text: str) -> Iterator[Run]:
    """Read single replies that stand together; those above a summary are interim and taken out of the way."""
    run: Run | None = None
    for reply in [*_REPLY.finditer(text), None]:
        if run is not None and (reply is None or text[run.end : reply.start()].strip()):
            summary = _COUNTS.search(text, run.end, run.end + _FAR) or _RTT.search(text, run.end, run.end + _FAR)
            if summary is not None or len(run.figures) > _MOST:
                run.figures = []
            yield run
            run = None
        if reply is not None:
            run = run or Run(NAME, reply.start(), reply.end(), layout="ping-summary")
            run.figures.append(Figure(*reply.span("time"), "latency", number(reply["time"]), reply["unit"], "lower"))
            run.end = reply.end()


def _rtt(rtt: re.Match[str]) -> list[Figure]:
    out = [
        Figure(*rtt.span("avg"), "latency", number(rtt["avg"]), rtt["unit"], "lower"),
        Figure(*rtt.span("min"), "latency_min", number(rtt["min"]), rtt["unit"], "lower", primary=False),
        Figure(*rtt.span("max"), "latency_max", number(rtt["max"]), rtt["unit"], "lower", primary=False),
    ]
    if rtt["mdev"] is not None:
        out.append(Figure(*rtt.span("mdev"), "latency_mdev", number(rtt["mdev"]), rtt["unit"], "lower", primary=False))
    return out
