# SPDX-License-Identifier: GPL-2.0-or-later
"""nuttcp: one line a second where asked, and the summary line that counts.

`N MB / N sec = N Mbps [N %TX N %RX] [lost / total drop/pkt N %loss] [N retrans] [N msRTT]`; per-second lines say `~drop/pkt` or
carry no CPU, the summary does, or is as long as the lines above it together.  Interim lines are read only where no summary follows.
`-fparse` prints `megabytes=N real_seconds=N rate_Mbps=N ...`, `-v` `nuttcp-t: N MB in N real seconds = N KB/sec = N Mbps`.
Source: nuttcp(8) and the formats of nuttcp.c, http://nuttcp.net
"""

import re
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench import _command, _fields
from digest.bench._block import Figure, Run
from digest.bench._fields import Field
from digest.bench._tokens import Words, number
from digest.model.bench import Direction, Param

NAME: Final = "nuttcp"

_N: Final = r"\d{1,12}(?:\.\d{1,6})?"
_LINE: Final = re.compile(
    rf"(?<![\w.])(?P<volume>{_N})\s*(?P<size>[KMG]?B)\s+/\s+(?P<elapsed>{_N})\s+sec\s+=\s+(?P<rate>{_N})\s*(?P<unit>[KMG]?bps)"
    rf"(?:\s+(?P<tx>\d{{1,3}})\s*%TX\s+(?P<rx>\d{{1,3}})\s*%RX)?"
    rf"(?:\s+(?P<drop>\d{{1,12}})\s+/\s+(?P<packets>\d{{1,12}})\s+(?P<drop_about>~?)drop/pkt\s+(?P<loss>{_N})\s+~?%loss)?"
    rf"(?:\s+(?P<retrans>\d{{1,12}})\s+(?:host-)?retrans)?(?:\s+\d+\s+KB-cwnd)?(?:\s+(?P<rtt>{_N})\s+msRTT)?"
)
_COMMAND: Final = re.compile(r"(?<![\w-])(?:\S{0,80}/)?nuttcp(?=\s)")


_PARSE: Final = re.compile(r"(?<![\w=])(?=megabytes=\d)(?:[a-zA-Z_]{2,16}=[\d.]{1,20}(?:\s{1,20}(?=[a-z])|(?!\S))){3,16}")
_PAIR: Final = re.compile(r"(?P<key>[a-zA-Z_]{2,16})=(?P<value>\d{1,15}(?:\.\d{1,9})?)")
_KEYS: Final[dict[str, tuple[str, str, Direction, bool]]] = {
    "megabytes": ("transfer", "MB", "unknown", False),
    "real_seconds": ("elapsed", "s", "unknown", False),
    "real_sec": ("elapsed", "s", "unknown", False),
    "rate_Mbps": ("throughput", "Mbit/s", "higher", True),
    "tx_cpu": ("cpu_tx", "%", "lower", False),
    "rx_cpu": ("cpu_rx", "%", "lower", False),
    "retrans": ("retransmits", "count", "lower", False),
    "drop": ("drops", "count", "lower", False),
    "pkt": ("packets", "count", "unknown", False),
    "data_loss": ("loss", "%", "lower", False),
    "rtt_ms": ("latency", "ms", "lower", False),
}
_VERBOSE: Final = re.compile(
    rf"nuttcp-(?P<end>[tr]):\s+(?P<volume>{_N})\s+MB\s+in\s+(?P<time>{_N})\s+real\s+seconds\s+=\s+(?P<kb>{_N})\s+KB/sec\s+=\s+(?P<rate>{_N})\s+Mbps"
    r"(?:\s+nuttcp-[tr]:\s+(?:host-)?retrans\s+=\s+(?P<retrans>\d{1,12}))?"
    r"(?:\s+nuttcp-[tr]:\s+\d{1,12}\s+I/O\s+calls,\s+msec/call\s+=\s+[\d.]{1,12},\s+calls/sec\s+=\s+[\d.]{1,14})?"
    r"(?:\s+nuttcp-[tr]:\s+[\d.]{1,12}user\s+[\d.]{1,12}sys\s+[\d:.]{1,12}real\s+\d{1,4}%\s+\S{1,20}\s+\S{1,20}\s+\S{1,20}\s+\S{1,24}csw)?"
)
_VERBOSE_FIELDS: Final = (
    Field("volume", "transfer", "MB"),
    Field("time", "elapsed", "s"),
    Field("kb", "throughput", "KB/s", "higher"),
    Field("rate", "throughput", "Mbit/s", "higher", primary=True),
    Field("retrans", "retransmits", "count", "lower"),
)
_GAP: Final = 200
_WORD: Final = re.compile(r"[A-Za-z]")


def sniff(words: Words) -> bool:
    """Tell whether a nuttcp line may stand here."""
    gist = words.gist
    return "sec =" in gist or (" sec" in gist and "%TX" in gist) or "rate_Mbps=" in gist or "real seconds =" in gist


def parse(words: Words) -> Iterator[Run]:
    """Read each summary; a series of interim lines without one is read line by line."""
    text = words.rest
    interim: list[re.Match[str]] = []
    for match in _LINE.finditer(text):
        between = text[interim[-1].end() : match.start()] if interim else ""
        if interim and (len(between) > _GAP or _WORD.search(between) is not None):
            yield _run(words, interim, interim)
            interim = []
        if _sums(interim, match):
            yield _run(words, [*interim, match], [match])
            interim = []
        else:
            interim.append(match)
    if interim:
        yield _run(words, interim, interim)
    for match in _VERBOSE.finditer(text):
        yield Run(NAME, *match.span(), layout="nuttcp-rows", figures=_fields.figures(match, _VERBOSE_FIELDS, {"side": match["end"]}))
    if "rate_Mbps=" in text:
        yield from _parsed(text)


def _sums(interim: list[re.Match[str]], line: re.Match[str]) -> bool:
    """Tell whether a line is a summary: by what only summaries say, or because it lasts as long as the lines above it."""
    if line["tx"] is not None or (line["drop"] is not None and not line["drop_about"]):
        return True
    lasted = sum(number(one["elapsed"]) for one in interim)
    return len(interim) > 1 and abs(number(line["elapsed"]) - lasted) < lasted / 10


def _parsed(text: str) -> Iterator[Run]:
    """Read what `-fparse` prints."""
    for line in _PARSE.finditer(text):
        run = Run(NAME, *line.span(), layout="nuttcp-rows")
        for pair in _PAIR.finditer(text, *line.span()):
            if pair["key"] in _KEYS:
                name, unit, direction, primary = _KEYS[pair["key"]]
                run.figures.append(Figure(*pair.span("value"), name, number(pair["value"]), unit, direction, primary))
        yield run


def _run(words: Words, taken: list[re.Match[str]], told: list[re.Match[str]]) -> Run:
    first, last = taken[0], taken[-1]
    params: dict[str, Param] = {}
    test = "UDP" if last["drop"] is not None else "TCP"
    found = _command.before(words.plain, first.start(), _COMMAND)
    if found is not None:
        options = _command.options(found[1])
        for name, option in (("rate_limit", "R"), ("duration", "T"), ("msg_size", "l")):
            if options.get(option):
                params[name] = _command.param(options[option])
    figures = [figure for line in told for figure in _figures(line)]
    return Run(NAME, first.start(), last.end(), test=test, layout="nuttcp-rows", params=params, figures=figures)


def _figures(line: re.Match[str]) -> Iterator[Figure]:
    yield Figure(*line.span("volume"), "transfer", number(line["volume"]), units.canonical(line["size"]) or "MB", primary=False)
    yield Figure(*line.span("elapsed"), "elapsed", number(line["elapsed"]), "s", primary=False)
    yield Figure(*line.span("rate"), "throughput", number(line["rate"]), units.canonical(line["unit"]) or "Mbit/s", "higher")
    if line["tx"] is not None:
        yield Figure(*line.span("tx"), "cpu", number(line["tx"]), "%", "lower", primary=False, params={"side": "tx"})
        yield Figure(*line.span("rx"), "cpu", number(line["rx"]), "%", "lower", primary=False, params={"side": "rx"})
    if line["drop"] is not None:
        yield Figure(*line.span("drop"), "drops", number(line["drop"]), "count", "lower", primary=False)
        yield Figure(*line.span("packets"), "packets", number(line["packets"]), "count", primary=False)
        yield Figure(*line.span("loss"), "loss", number(line["loss"]), "%", "lower", primary=False)
    if line["retrans"] is not None:
        yield Figure(*line.span("retrans"), "retransmits", number(line["retrans"]), "count", "lower", primary=False)
    if line["rtt"] is not None:
        yield Figure(*line.span("rtt"), "latency", number(line["rtt"]), "ms", "lower", primary=False)
