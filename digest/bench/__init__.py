# SPDX-License-Identifier: GPL-2.0-or-later
r"""Numbers in mails: benchmark output, hand-made tables and prose; what is before, what after, and whether the claims hold.

Door: `read(text)`.  The text may be a mail's words in any dress: quoted to any depth, re-wrapped, CRLF, non-breaking spaces, or
flattened to one line.  What must not be read is given as blanks of equal length, so that `line` and `column` (from 1) stay true.

How a text is read
    1. `_hint.any_number`: a text without any word of a benchmark is done in a few microseconds; else only what is near one is read.
    2. `_tokens.Words(text)`: quote marks, CR and NBSP become blanks of equal length, diffs and logs are blanked out.
    3. Each module of `TOOLS` in turn yields `Run`s; what a run encloses is taken and later modules do not see it.  Tools come first,
       hand-made tables after them, prose last.
    4. `_role` says which side of the change each figure is on, `_compare` pairs the sides and checks the claims, `_setup` reads the card.

Adding a tool: one module, one word in `TOOLS`, one fixture folder
    NAME               the tool as SCHEMA-wide vocabulary has it: "netperf", "iperf3", "perf-stat"
    sniff(words)       cheap: an `in` on `words.gist`; False in most cases
    parse(words)       yields `Run(NAME, start, end, test=..., layout=..., figures=[...], params={...})`

`words.rest` is the text to match, `words.plain` the text for context (both have the offsets of the text given), `words.gist` the words of
`rest` with one blank between them.  Write patterns over
`\s+`, without `^`, `$` or `\n`, each repeat bounded and none nested: quote marks are blanks there, and lines may be lost.  Header words
say the columns and how many numbers make a row.  One number is
`Figure(*match.span("rate"), "throughput", number(match["rate"]), "Mbit/s", "higher")`: the token as written, name, value, canonical
unit (`unit.canonical`), direction.  Say `primary=False` for what only stands beside the result (CPU, drops, elapsed, transfer, extremes);
`params` for what was set (`msg_size`, `flows`); `key` for what tells figures of one run apart (a row's label, a symbol).  Leave `role`
alone unless the output itself says it; then set `placed=True` (an explicit None is a yard-stick).  `start`..`end` of the run is what it
takes: leave labels such as "Before:" outside, the role is read from them.  A tool whose output has no unit behind its numbers needs a word
in `_hint`, so that it is looked at.  `nuttcp` is the model to copy.
"""

from collections.abc import Iterable, Iterator
from typing import Final, Protocol

from digest.bench import (
    _compare,
    _hint,
    _place,
    _said,
    _setup,
    _unread,
    ab,
    aligned,
    bpf_bench,
    commas,
    cyclictest,
    dashed,
    dd,
    fio,
    fio_json,
    fio_terse,
    flent,
    grid,
    h2load,
    hackbench,
    hping,
    iostat,
    iperf,
    keyed,
    keyvalue,
    kperf,
    listings,
    lists,
    lkp,
    memtier,
    mmtests,
    mpstat,
    msg_zerocopy,
    mutilate,
    neper,
    netperf,
    netperf_omni,
    nperf,
    nstat,
    ntttcp,
    nuttcp,
    openssl,
    perf_bench,
    perf_retold,
    perf_sched,
    perf_stat,
    perf_top,
    perftest,
    ping,
    pipe,
    pktgen,
    plus_minus,
    prose,
    qperf,
    redis_benchmark,
    sar,
    schbench,
    sockperf,
    stress_ng,
    super_netperf,
    sysbench,
    t_io_uring,
    tbench,
    tcp_mmap,
    testpmd,
    time_bench,
    times,
    top,
    transfers,
    trex,
    udpgso_bench,
    unixbench,
    uperf,
    veristat,
    vmstat,
    wrk,
    xdp,
    xdpsock,
)
from digest.bench._against import against
from digest.bench._block import Run, block, bound
from digest.bench._tokens import Words
from digest.model.bench import Benchmarks

__all__ = ["LIMIT", "TOOLS", "Tool", "against", "read", "setup"]


class Tool(Protocol):
    """What a module of this room offers; a plain module is one."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a constant of the module
        """The tool's name."""
        ...

    def sniff(self, words: Words) -> bool:
        """Tell cheaply whether `parse` is worth calling."""
        ...

    def parse(self, words: Words) -> Iterator[Run]:
        """Yield each result, in the order of the text."""
        ...


TOOLS: Final[tuple[Tool, ...]] = (
    listings,
    netperf_omni,
    netperf,
    nperf,
    nstat,
    super_netperf,
    nuttcp,
    hping,
    ping,
    iperf,
    pktgen,
    times,
    perf_sched,
    perf_retold,
    perf_stat,
    perf_top,
    neper,
    mpstat,
    sar,
    vmstat,
    top,
    ntttcp,
    sockperf,
    lkp,
    mmtests,
    mutilate,
    dd,
    ab,
    bpf_bench,
    fio,
    fio_json,
    fio_terse,
    t_io_uring,
    flent,
    h2load,
    hackbench,
    memtier,
    msg_zerocopy,
    perftest,
    qperf,
    redis_benchmark,
    tbench,
    tcp_mmap,
    testpmd,
    time_bench,
    transfers,
    trex,
    udpgso_bench,
    uperf,
    veristat,
    wrk,
    xdp,
    xdpsock,
    cyclictest,
    iostat,
    kperf,
    openssl,
    perf_bench,
    schbench,
    stress_ng,
    sysbench,
    unixbench,
    plus_minus,
    grid,
    pipe,
    commas,
    aligned,
    lists,
    keyed,
    dashed,
    keyvalue,
    prose,
)
"""Asked in this order: what a tool printed, then what an author typed."""

LIMIT: Final = 1 << 20
"""Characters of one text that are read: numbers of a mail stand before its megabytes of diff or log."""

_NONE: Final = Benchmarks()


def _fresh(found: Iterable[Run], taken: set[int]) -> Iterator[Run]:
    """Runs that say something new: one of which every figure stands in another run already is that run once more."""
    for run in found:
        starts = {figure.start for figure in run.figures}
        if not starts or not starts <= taken:
            taken |= starts
            yield run


def read(text: str) -> Benchmarks:
    """Read all numbers of a text that were measured.  Never raises; an empty answer where there are none, nothing beyond `LIMIT`."""
    text = text[:LIMIT]
    if not _hint.any_number(text):
        return _NONE
    words = Words(text)
    if not words.gist and time_bench.ELEM not in words.plain:
        return _NONE
    fresh = words.rest
    runs: list[Run] = []
    taken: set[int] = set()
    for tool in TOOLS:
        if not tool.sniff(words):
            continue
        found = list(_fresh(tool.parse(words), taken))
        if found:
            words.take((run.start, run.end) for run in found)
        runs += found
    runs.sort(key=lambda run: run.start)
    for run in runs:
        bound(run)
    _place.place(words, runs)
    claims = list(_said.claims(_said.beside(fresh, runs)))
    comparisons = _compare.compare(words, runs, claims)
    runs += _unread.find(words)
    blocks = tuple(block(words, run) for run in sorted(runs, key=lambda run: run.start) if run.figures or run.text)
    told = [run for run in runs if run.figures]
    card, at, missing = _setup.read(words, told[0].start, max(run.end for run in told)) if told else ({}, {}, ())
    return Benchmarks(blocks=blocks, comparisons=comparisons, setup=card, missing_setup=missing, setup_at=at)


def setup(text: str) -> dict[str, tuple[int, int, str]]:
    """Read the setup card of a text that need not have results itself (a cover): each entry with line, column and words."""
    return _setup.places(text[:LIMIT])
