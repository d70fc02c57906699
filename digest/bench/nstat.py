# SPDX-License-Identifier: GPL-2.0-or-later
"""nstat beside a benchmark: SNMP counters as `name  count  rate`, where a run of a tool is told just before.

Counters alone are a listing and no result; they are taken out of the way and not told.  What a network should have less of (retransmits,
timeouts, drops, losses) has a direction, all else has none.  Spec: nstat(8) of iproute2.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Figure, Run
from digest.bench._tokens import Words
from digest.model.bench import Direction

NAME: Final = "nstat"

_ROW: Final = re.compile(
    r"(?<![\w.-])(?P<name>(?:TcpExt|IpExt|MPTcpExt|Tcp|Udp6?|UdpLite6?|Ip6?|Icmp6?|IcmpMsg|Icmp6Msg|Sctp|TlsStat)[A-Z0-9]\w{2,40})"
    r"\s+(?P<count>\d{1,18})\s+(?P<rate>\d{1,12}\.\d)(?![\w.])"
)
_LESS: Final = re.compile(r"Retrans|Timeout|Drop|Loss|Lost|Fail|Err|Abort|Overflow|Discard|Undo|OFO|NoPorts|Prune|Collapse")
# Under a flood what is not received in time is refused: of how much was sent, errors alone say nothing.
_RECEIVED: Final = re.compile(r"Udp6?InDatagrams")
_REFUSED: Final = re.compile(r"Udp6?(?:InErrors|RcvbufErrors|MemErrors)")
_GAP: Final = 200
_TALK: Final = 12
_NEAR: Final = 1200
_TOOL: Final = re.compile(r"perf|bench|wrk|neper|nuttcp|memcached|mutilate|memtier|tcp_(?:rr|crr|stream)|ntttcp|flent|h2load")
_WORD: Final = re.compile(r"[A-Za-z]{3,}")


def sniff(words: Words) -> bool:
    """Tell whether counters may stand here."""
    gist = words.gist
    return (
        "TcpExt" in gist
        or "IpExt" in gist
        or "TcpIn" in gist
        or "TcpOut" in gist
        or "TcpRetrans" in gist
        or "UdpIn" in gist
        or "Udp6In" in gist
    )


def parse(words: Words) -> Iterator[Run]:
    """Read rows that stand together."""
    text = words.rest
    run: Run | None = None
    for row in _ROW.finditer(text):
        if run is None or _apart(run, text[run.end : row.start()], row["name"]):
            if run is not None:
                yield _told(words, run)
            run = Run(NAME, row.start(), row.end(), layout="keyvalue")
        name = row["name"]
        bad = _LESS.search(name) is not None
        direction: Direction = "lower" if bad else "unknown"
        run.figures.append(Figure(*row.span("count"), name, float(row["count"]), "count", direction, primary=bad, key=name))
        run.end = row.end()
    if run is not None:
        yield _told(words, run)


def _apart(run: Run, between: str, name: str) -> bool:
    """Tell whether a row is another listing's: it comes again, or more than a remark stands before it."""
    return len(between.strip()) > _GAP or len(_WORD.findall(between)) > _TALK or any(figure.name == name for figure in run.figures)


def _told(words: Words, run: Run) -> Run:
    """Keep the figures only where a benchmark was run just before."""
    if _TOOL.search(words.plain, max(0, run.start - _NEAR), run.start) is None:
        run.figures = []
    if any(_RECEIVED.fullmatch(figure.name) for figure in run.figures):
        for figure in run.figures:
            if _RECEIVED.fullmatch(figure.name):
                figure.direction, figure.primary = "higher", True
            elif _REFUSED.fullmatch(figure.name):
                figure.direction, figure.primary = "unknown", False
    return run
