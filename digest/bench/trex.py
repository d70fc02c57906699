# SPDX-License-Identifier: GPL-2.0-or-later
"""TRex: global statistics, as the stateful server prints them and as the console of stateless mode shows them.

Stateful: `Total-Tx : 226.86 Kbps`, `Total-Rx`, `Total-PPS`, `Total-CPS`, `drop-rate`, `Cpu Utilization`; Expected-* is what was asked for.
Stateless, in two columns: `total_tx_L2 : 10.22 Gbps`, `total_rx`, `total_pps`, `drop_rate`, `cpu_util.`.  Received bits and packets a
second are the results.  Source: CGlobalStats::Dump in src/stx of trex-core, global statistics of its console
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Figure, Run
from digest.bench._fields import Field
from digest.bench._parts import Part, runs, unit_of
from digest.bench._tokens import Words, number

NAME: Final = "trex"

_N: Final = r"\d{1,12}(?:\.\d{1,6})?"
_K: Final = r"[KkMGT]?"


def _line(label: str, name: str, unit: str, *, primary: bool = False, lower: bool = False) -> Part:
    field = Field("value", name, "{u}", "lower" if lower else "higher", primary)
    return Part(re.compile(rf"(?<![\w-]){label}\s{{0,12}}:\s{{0,12}}(?P<value>{_N})\s{{0,3}}(?P<u>{_K}{unit})(?!\w)"), (field,))


_PARTS: Final = (
    Part(re.compile(r"-?Global\s+stats\s+enabled|Global\s+Stat(?:istic)?s"), opens=True),
    _line(r"Cpu\s+Utilization", "cpu", "%", lower=True),
    _line(r"cpu_util\.", "cpu", "%", lower=True),
    _line(r"rx_cpu_util\.", "cpu_rx", "%", lower=True),
    _line(r"Total-Tx", "throughput_tx", "bps"),
    _line(r"Total-Rx", "throughput_rx", "bps", primary=True),
    _line(r"Total-PPS", "pps", "pps", primary=True),
    _line(r"Total-CPS", "cps", "cps"),
    _line(r"drop-rate", "drop_rate", "bps", lower=True),
    _line(r"total_tx_L2", "throughput_tx", "b(?:ps|/sec)"),
    _line(r"total_tx_L1", "throughput_tx_l1", "b(?:ps|/sec)"),
    _line(r"total_tx", "throughput_tx", "b(?:ps|/sec)"),
    _line(r"total_rx", "throughput_rx", "b(?:ps|/sec)", primary=True),
    _line(r"total_pps", "pps", "(?:pps|pkt/sec)", primary=True),
    _line(r"total_cps\.?", "cps", "cps"),
    _line(r"drop_rate", "drop_rate", "b(?:ps|/sec)", lower=True),
    Part(
        re.compile(rf"(?<!\w)queue_full\s+:\s+(?P<value>\d{{1,3}}(?:,\d{{3}}){{0,4}}|{_N})\s?{_K}\s?pkts?"),
        (Field("value", "queue_full", "count", "lower"),),
    ),
    Part(re.compile(rf"Platform_factor\s+:\s+{_N}|Expected-(?:PPS|CPS|BPS)\s+:\s+{_N}\s+\w{{1,8}}"), many=True, weak=True),
)
_PORTS: Final = re.compile(r"(?<![\w|])port\s+\|(?P<ports>(?:\s+(?:\d{1,3}|total)\s+(?:\||(?=-|\s))){1,9})")
_PORT_ROW: Final = re.compile(
    r"(?<![\w|])(?P<label>[Tt]x\s+bps\s+L[12]|[TRtr]x\s+bps|[TRtr]x\s+pps)\s+\|"
    rf"(?P<cells>(?:\s+{_N}\s{{0,3}}[KMGT]?(?:bps|b/sec|pps|pkt/sec)\s{{0,30}}(?:\||(?=\s))){{1,9}})"
)
_CELL: Final = re.compile(rf"(?P<value>{_N})\s{{0,3}}(?P<unit>[KMGT]?(?:bps|b/sec|pps|pkt/sec))")
_PORT_NAMES: Final = {
    "tx bps l2": ("throughput_tx", False),
    "tx bps l1": ("throughput_tx_l1", False),
    "tx bps": ("throughput_tx", False),
    "rx bps": ("throughput_rx", True),
    "tx pps": ("pps_tx", True),
    "rx pps": ("pps_rx", True),
}
_OLD_PORTS: Final = re.compile(
    r"Per\s+port\s+stats\s+table\s+ports\s+\|[\d\s|]{1,200}(?:-{10,200})?"
    r"(?:\s+(?:[io](?:packets|bytes|errors)|[TR]x\s+Bw)\s+\|(?:\s+[\d.]{1,20}(?:\s?[KMGT]?bps)?(?:\s+\||(?=\s))){1,9}){1,10}"
)
_RATES: Final = frozenset({"throughput_rx", "throughput_tx", "pps"})
_FAR: Final = 3000
_APART: Final = 900


def sniff(words: Words) -> bool:
    """Tell whether global statistics may stand here."""
    gist = words.gist
    totals = "Total-PPS" in gist or "Total-Rx" in gist or "Total-Tx" in gist
    return totals or "Per port stats" in gist or "x pps" in gist or "total_pps" in gist or "total_rx" in gist


def parse(words: Words) -> Iterator[Run]:
    """Read each report."""
    for run in runs(NAME, "keyvalue", words.rest, _PARTS):
        if any(figure.name in _RATES for figure in run.figures):
            yield run
    if "Per port stats" in words.gist:
        for table in _OLD_PORTS.finditer(words.rest):
            yield Run(NAME, *table.span())  # counts; the statistics of all are below
    if "port" in words.gist and "|" in words.gist:
        yield from _ports(words.rest)


def _ports(text: str) -> Iterator[Run]:
    """Read the console's table of ports; what they are and can (link, speed) is no result."""
    heads = list(_PORTS.finditer(text))
    for at, head in enumerate(heads):
        stop = heads[at + 1].start() if at + 1 < len(heads) else len(text)
        ports = [word for word in head["ports"].replace("|", " ").split() if word]
        run = Run(NAME, head.start(), head.end(), layout="pipe")
        for row in _PORT_ROW.finditer(text, head.end(), min(stop, head.end() + _FAR)):
            if row.start() - run.end > _APART:
                break
            run.end = row.end()
            name, primary = _PORT_NAMES[" ".join(row["label"].lower().split())]
            cells = list(_CELL.finditer(text, row.start("cells"), row.end("cells")))
            for port, cell in zip(ports, cells, strict=False):
                value = number(cell["value"])
                figure = Figure(*cell.span("value"), name, value, unit_of(cell["unit"]), "higher", primary and value > 0)
                figure.params = {"port": port}
                run.figures.append(figure)
        if run.figures:
            yield run
