# SPDX-License-Identifier: GPL-2.0-or-later
"""nuttcp: one line a second where asked, and the summary line that counts.

`N MB / N sec = N Mbps [N %TX N %RX] [lost / total drop/pkt N %loss] [N retrans] [N msRTT]`; per-second lines say `~drop/pkt` or
carry no CPU, the summary does.  Interim lines are read only where no summary follows.  Spec: nuttcp(8), http://nuttcp.net
"""

import re
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench import _command
from digest.bench._block import Figure, Run
from digest.bench._tokens import Words, number
from digest.model.bench import Param

NAME: Final = "nuttcp"

_N: Final = r"\d{1,12}(?:\.\d{1,6})?"
_LINE: Final = re.compile(
    rf"(?<![\w.])(?P<volume>{_N})\s*(?P<size>[KMG]?B)\s+/\s+(?P<elapsed>{_N})\s+sec\s+=\s+(?P<rate>{_N})\s*(?P<unit>[KMG]?bps)"
    rf"(?:\s+(?P<tx>\d{{1,3}})\s*%TX\s+(?P<rx>\d{{1,3}})\s*%RX)?"
    rf"(?:\s+(?P<drop>\d{{1,12}})\s+/\s+(?P<packets>\d{{1,12}})\s+(?P<drop_about>~?)drop/pkt\s+(?P<loss>{_N})\s+~?%loss)?"
    rf"(?:\s+(?P<retrans>\d{{1,12}})\s+(?:host-)?retrans)?(?:\s+\d+\s+KB-cwnd)?(?:\s+(?P<rtt>{_N})\s+msRTT)?"
)
_COMMAND: Final = re.compile(r"(?<![\w-])(?:\S{0,80}/)?nuttcp(?=\s)")


def sniff(words: Words) -> bool:
    """Tell whether a nuttcp line may stand here."""
    return "sec =" in words.gist or (" sec" in words.gist and "%TX" in words.gist)


def parse(words: Words) -> Iterator[Run]:
    """Read each summary; a series of interim lines without one is read line by line."""
    interim: list[re.Match[str]] = []
    for match in _LINE.finditer(words.rest):
        final = match["tx"] is not None or match["retrans"] is not None or (match["drop"] is not None and not match["drop_about"])
        if interim and match.start() - interim[-1].end() > 200:
            yield from _series(words, interim)
            interim = []
        if not final:
            interim.append(match)
            continue
        run = _run(words, interim[0] if interim else match, match)
        run.figures = [*_figures(match)]
        interim = []
        yield run
    if interim:
        yield from _series(words, interim)


def _series(words: Words, lines: list[re.Match[str]]) -> Iterator[Run]:
    run = _run(words, lines[0], lines[-1])
    run.figures = [figure for line in lines for figure in _figures(line)]
    yield run


def _run(words: Words, first: re.Match[str], last: re.Match[str]) -> Run:
    params: dict[str, Param] = {}
    test = "UDP" if last["drop"] is not None else "TCP"
    found = _command.before(words.plain, first.start(), _COMMAND)
    if found is not None:
        options = _command.options(found[1])
        for name, option in (("rate_limit", "R"), ("duration", "T"), ("msg_size", "l")):
            if options.get(option):
                params[name] = _command.param(options[option])
    return Run(NAME, first.start(), last.end(), test=test, layout="nuttcp-rows", params=params)


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
