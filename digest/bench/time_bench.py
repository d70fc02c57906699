# SPDX-License-Identifier: GPL-2.0-or-later
"""time_bench of prototype-kernel and the page_pool benchmark of the kernel: one log line for each test.

`time_bench: Type:NAME Per elem: N cycles(tsc) N ns (step:N) - (measurement period time:N sec time_interval:N) - (invoke count:N
tsc_interval:N)`.  It is a kernel log, so it is read from the text with its logs.  Cycles and nanoseconds of an element are the results, the
type tells tests apart; period and count are the tester's.  Before and after of its bulk tests stand in one row, `8 - 95 cycles(tsc)
23.875 ns - 15 cycles(tsc) 3.782 ns - improved 84.2%`.  Source: time_bench_loop in lib/time_bench.c of prototype-kernel, and
tools/testing/selftests/net/bench/page_pool of Linux 6.17
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _claim, _role
from digest.bench._block import Figure, Run
from digest.bench._tokens import Words, number
from digest.model.bench import Param, Role

NAME: Final = "time_bench"
ELEM: Final = "elem:"
"""What its lines hold: they are a kernel log, so that they stand where nothing else is read."""

_SIDES: Final[tuple[tuple[str, Role], ...]] = (("0", "before"), ("1", "after"))
_LINE: Final = re.compile(
    r"(?:(?:time_bench:\s+)?Type:\s?(?P<type>[^\s:][^:]{0,80}?)\s+|(?<![\w.-])(?P<bare>[A-Za-z]{1,30}[-_\d][\w-]{1,60})\s+)?Per\s+elem:\s+(?P<cycles>\d{1,12})\s+cycles(?:\s?\(\s?tsc\s?\))?\s+(?P<ns>\d{1,12}\.\d{1,6})\s+ns"
    r"(?:\s+\(\s?step:\s?(?P<step>\d{1,9})\s?\))?"
    r"(?:\s+-\s+\(\s?measurement\s+period\s+time:\s?\d{1,9}\.\d{1,9}\s+sec\s+time_interval:\s?\d{1,15}\s?\))?"
    r"(?:\s+-\s+\(\s?invoke\s+count:\s?(?P<count>\d{1,15})\s+tsc_interval:\s?\d{1,18}\s?\))?"
)
_BULK: Final = re.compile(
    r"(?<![\w.])(?P<bulk>\d{1,5})\s+-\s+(?P<c0>\d{1,9})\s+cycles(?:\(tsc\))?\s+(?P<n0>\d{1,9}\.\d{1,6})(?:\s+ns)?\s+-\s+(?P<c1>\d{1,9})\s+cycles(?:\(tsc\))?"
    r"\s+(?P<n1>\d{1,9}\.\d{1,6})(?:\s+ns)?\s+(?:-\s+)?(?P<word>improved|better|faster|worse|slower|degraded|regressed)\s+(?P<percent>[+-]?\d{1,4}(?:\.\d{1,3})?)\s?%"
)


def sniff(words: Words) -> bool:
    """Tell whether a line may stand here."""
    return ELEM in words.plain or "cycles" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read each line."""
    for match in _LINE.finditer(words.plain):
        bare = match["bare"] is not None and _role.own(match["bare"])[0] is None
        key = " ".join((match["type"] or (match["bare"] if bare else "") or "").split())
        params: dict[str, Param] = {"step": int(match["step"])} if match["step"] is not None and match["step"] != "0" else {}
        start = match.start() if bare or match["bare"] is None else match.end("bare")
        run = Run(NAME, start, match.end(), test=key or None, layout="bench-lines", params=params)
        run.figures = [
            Figure(*match.span("cycles"), "cycles_per_op", number(match["cycles"]), "cycles", "lower"),
            Figure(*match.span("ns"), "time_per_op", number(match["ns"]), "ns", "lower"),
        ]
        yield run
    yield from _bulks(words.rest)


def _bulks(text: str) -> Iterator[Run]:
    """Read rows of both sides; the change they state is one of the cycles."""
    run: Run | None = None
    for row in _BULK.finditer(text):
        if run is not None and text[run.end : row.start()].strip():
            yield run
            run = None
        run = run or Run(NAME, row.start(), row.end(), kind="table", layout="bench-lines", placed=True)
        for side, role in _SIDES:
            for group, name, unit in (("c", "cycles_per_op", "cycles"), ("n", "time_per_op", "ns")):
                figure = Figure(*row.span(group + side), name, number(row[group + side]), unit, "lower", role=role, placed=True)
                figure.params, figure.key, figure.primary = {"bulk": int(row["bulk"])}, row["bulk"], group == "c"
                run.figures.append(figure)
        sense: _claim.Sense = "better" if row["word"] in {"improved", "better", "faster"} else "worse"
        claim = _claim.percent_claim(text, *row.span("percent"), sense=sense)
        claim.base, claim.figure = run.figures[-4], run.figures[-2]
        run.claims.append(claim)
        run.end = row.end()
    if run is not None:
        yield run
