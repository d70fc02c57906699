# SPDX-License-Identifier: GPL-2.0-or-later
"""sar -n DEV, EDEV, TCP, ETCP, UDP, SOFT and sar -w: rates a second of each interface, or of the machine.

`IFACE rxpck/s txpck/s rxkB/s txkB/s rxcmp/s txcmp/s rxmcst/s %ifutil`; old versions have rxbyt/s.  The line of an interface that grep left
over is read in the order the manual gives, where the command above it says -n DEV.  Spec: sar(1).
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _stamped
from digest.bench._block import Figure, Run
from digest.bench._fields import point
from digest.bench._tokens import Words
from digest.model.bench import Direction, Param

NAME: Final = "sar"

_HEAD: Final = re.compile(
    r"(?P<stamp>\d\d:\d\d:\d\d\s+(?:[AP]M\s+)?|Average:\s+)?(?P<key>(?:IFACE|CPU|BUS|TTY)\s+)?"
    r"(?P<names>(?:[a-z][\w-]{1,11}/s)(?:\s+(?:[A-Za-z][\w-]{1,11}/s|%ifutil)){1,10})(?![\w/%])"
)
_LEFT: Final = re.compile(
    r"(?:Average:|\d\d:\d\d:\d\d(?:\s+[AP]M)?)\s+(?P<name>[a-z][\w.@:-]{1,15})(?P<values>(?:\s+\d{1,12}[.,]\d{2}(?![\w.])){7,9})"
)
_CALL: Final = re.compile(r"\bsar\s[^\n]{0,60}-n\s{0,4}DEV")
_VALUE: Final = re.compile(r"\d{1,12}[.,]\d{2}")
_USUAL: Final = ("rxpck/s", "txpck/s", "rxkB/s", "txkB/s", "rxcmp/s", "txcmp/s", "rxmcst/s", "%ifutil")
_REACH: Final = 3000
_COLUMNS: Final[dict[str, tuple[str, str, Direction, bool]]] = {
    "rxpck/s": ("pps", "pps", "higher", True),
    "txpck/s": ("pps", "pps", "higher", True),
    "rxkB/s": ("throughput", "KB/s", "higher", True),
    "txkB/s": ("throughput", "KB/s", "higher", True),
    "rxbyt/s": ("throughput", "B/s", "higher", True),
    "txbyt/s": ("throughput", "B/s", "higher", True),
    "%ifutil": ("utilization", "%", "unknown", False),
    "rxerr/s": ("errors", "/s", "lower", False),
    "txerr/s": ("errors", "/s", "lower", False),
    "rxdrop/s": ("drops", "/s", "lower", False),
    "txdrop/s": ("drops", "/s", "lower", False),
    "rxfifo/s": ("fifo_errors", "/s", "lower", False),
    "txfifo/s": ("fifo_errors", "/s", "lower", False),
    "iseg/s": ("segments_in", "/s", "unknown", True),
    "oseg/s": ("segments_out", "/s", "unknown", True),
    "active/s": ("connections_active", "/s", "unknown", True),
    "passive/s": ("connections_passive", "/s", "unknown", True),
    "retrans/s": ("retransmits", "/s", "lower", True),
    "idgm/s": ("datagrams_in", "/s", "unknown", True),
    "odgm/s": ("datagrams_out", "/s", "unknown", True),
    "idgmerr/s": ("errors", "/s", "lower", False),
    "total/s": ("packets", "/s", "higher", True),
    "dropd/s": ("drops", "/s", "lower", False),
    "squeezd/s": ("squeezed", "/s", "lower", False),
    "proc/s": ("processes", "/s", "unknown", False),
    "cswch/s": ("context_switches", "/s", "unknown", True),
    "intr/s": ("interrupts", "/s", "unknown", True),
}


def sniff(words: Words) -> bool:
    """Tell whether a heading, or a line left over, may stand here."""
    gist = words.gist
    return "IFACE" in gist or "cswch/s" in gist or "seg/s" in gist or "dgm/s" in gist or "estres/s" in gist or "Average:" in gist


def parse(words: Words) -> Iterator[Run]:
    """Read the rows below each heading, then lines left over."""
    text = words.rest
    last = 0
    told: list[tuple[Run, list[_stamped.Row]]] = []
    heads = [head for head in _HEAD.finditer(text) if head["stamp"] is not None or head["key"] is not None]
    for at, head in enumerate(heads):
        names = head["names"].split()
        stop = heads[at + 1].start() if at + 1 < len(heads) else len(text)
        pattern = _stamped.NAMED if head["key"] is not None else _stamped.BARE
        for count, found in enumerate(_stamped.series(text, head.end(), stop, len(names), pattern)):
            run = Run(NAME, found[0].start if count else head.start(), max(row.end for row in found), layout="sar-rows")
            for row in found:
                run.figures += _figures(text, row.name, names, row.values)
            yield from _left(words, last, run.start)
            if told and not text[last : run.start].strip() and _stamped.interim(told[-1][1], found):
                told[-1][0].figures = []
            last = run.end
            told.append((run, found))
    yield from (run for run, _ in told)
    yield from _left(words, last, len(text))


def _left(words: Words, start: int, end: int) -> Iterator[Run]:
    """Read lines of interfaces without their heading."""
    text = words.rest
    for row in _LEFT.finditer(text, start, end):
        if _CALL.search(words.plain, max(0, row.start() - _REACH), row.start()) is None:
            continue
        spans = tuple(value.span() for value in _VALUE.finditer(text, row.start("values"), row.end()))
        yield Run(NAME, row.start(), row.end(), layout="sar-rows", figures=list(_figures(text, row["name"], list(_USUAL), spans)))


def _figures(text: str, name: str, names: list[str], spans: tuple[tuple[int, int], ...]) -> Iterator[Figure]:
    for column, (start, end) in zip(names, spans, strict=False):
        if column not in _COLUMNS:
            continue
        metric, unit, direction, primary = _COLUMNS[column]
        params: dict[str, Param] = {"iface": name} if name else {}
        if column[:2] in {"rx", "tx"}:
            params["dir"] = column[:2]
        yield Figure(start, end, metric, point(text[start:end]), unit, direction, primary, params=params, key=name)
