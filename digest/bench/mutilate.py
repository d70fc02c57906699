# SPDX-License-Identifier: GPL-2.0-or-later
"""Load generators of memcached: mutilate (and mcperf), memaslap.

mutilate prints `#type avg std min 5th 10th 90th 95th 99th` over rows `read`, `update`, `op_q` in microseconds, then
`Total QPS = N (n / T s)`; the heading may stand once over both sides; memaslap one line `Run time: T s Ops: N TPS: N Net_rate: NM/s`.
Spec: https://github.com/leverich/mutilate, memaslap(1).
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _fields
from digest.bench._block import Figure, Run
from digest.bench._fields import Field, N
from digest.bench._tokens import Words, number

NAME: Final = "memcached"

_HEAD: Final = re.compile(r"#type\s+(?P<names>avg(?:\s+(?:std|min|max|\d{1,2}(?:\.\d{1,2})?(?:st|nd|rd|th))){1,14})")
_VALUES: Final = re.compile(rf"(?<!\S)(?P<type>read|update|op_q)(?P<values>(?:\s{{1,120}}{N}(?![\w.])){{2,15}})")
_NUMBER: Final = re.compile(N)
_TOTAL: Final = re.compile(
    rf"Total\s+QPS\s+=\s+(?P<qps>{N})\s+\(\d{{1,15}}\s{{0,16}}/\s{{0,16}}(?P<time>{N})\s?s\)"
    rf"(?:(?:\s+Peak\s+QPS\s+=\s+{N})?\s+Misses\s+=\s+(?P<misses>\d{{1,15}})\s+\((?P<missed>{N})%\))?"
    rf"(?:\s+Skipped\s+TXs\s+=\s+(?P<skipped>\d{{1,15}})\s+\({N}%\))?"
    rf"(?:\s+RX\s+\d{{1,18}}\s+bytes\s+:\s+(?P<rx>{N})\s+MB/s)?(?:\s+TX\s+\d{{1,18}}\s+bytes\s+:\s+(?P<tx>{N})\s+MB/s)?"
)
_SLAP: Final = re.compile(
    rf"Run\s+time:\s+(?P<time>{N})s\s+Ops:\s+(?P<ops>\d{{1,15}})\s+TPS:\s+(?P<tps>{N})\s+Net_rate:\s+(?P<rate>{N})M/s"
)
_NAMES: Final = {"avg": "latency", "std": "latency_mdev", "min": "latency_min", "max": "latency_max"}
_GAP: Final = 200
_REACH: Final = 3000
_FIELDS: Final = (
    Field("qps", "rps", "req/s", "higher", primary=True),
    Field("time", "elapsed", "s"),
    Field("misses", "misses", "count", "lower"),
    Field("missed", "misses", "%", "lower"),
    Field("rx", "throughput", "MB/s", "higher"),
    Field("tx", "throughput", "MB/s", "higher"),
)
_SLAP_FIELDS: Final = (
    Field("time", "elapsed", "s"),
    Field("ops", "operations", "count"),
    Field("tps", "tps", "trans/s", "higher", primary=True),
    Field("rate", "throughput", "MB/s", "higher"),
)


def sniff(words: Words) -> bool:
    """Tell whether a summary may stand here."""
    return "#type" in words.gist or "Total QPS" in words.gist or "Net_rate" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read each result: latencies, and the rate behind them."""
    text = words.rest
    told: set[int] = set()
    heads = list(_HEAD.finditer(text))
    for at, head in enumerate(heads):
        names = head["names"].split()
        run = Run(NAME, head.start(), head.end(), layout="keyvalue")
        stop = min(heads[at + 1].start() if at + 1 < len(heads) else len(text), head.end() + _REACH)
        for row in _VALUES.finditer(text, head.end(), stop):
            spans = [value.span() for value in _NUMBER.finditer(text, row.start("values"), row.end("values"))]
            if text[run.end : row.start()].strip():  # a side between: the heading is of both
                if len(spans) < len(names):
                    break
                yield from _closed(text, run, told)
                run = Run(NAME, row.start(), row.end(), layout="keyvalue")
            run.end = spans[min(len(spans), len(names)) - 1][1]
            if row["type"] != "op_q":
                run.figures += _latencies(text, row["type"], names, spans)
        yield from _closed(text, run, told)
    for total in _TOTAL.finditer(text):
        if total.start() not in told:
            yield Run(NAME, total.start(), total.end(), layout="keyvalue", figures=_fields.figures(total, _FIELDS))
    for slap in _SLAP.finditer(text):
        yield Run(NAME, slap.start(), slap.end(), layout="keyvalue", figures=_fields.figures(slap, _SLAP_FIELDS))


def _closed(text: str, run: Run, told: set[int]) -> Iterator[Run]:
    """Add the rate behind the rows of a run; a heading alone is taken out of the way."""
    total = _TOTAL.search(text, run.end, run.end + _GAP) if run.figures else None
    if total is not None:
        run.figures += _fields.figures(total, _FIELDS)
        run.end = total.end()
        told.add(total.start())
    yield run


def _latencies(text: str, kind: str, names: list[str], spans: list[tuple[int, int]]) -> Iterator[Figure]:
    """Give the columns of one row; a row of zeros (no updates were asked for) tells nothing."""
    if all(number(text[start:end]) == 0 for start, end in spans):
        return
    for name, (start, end) in zip(names, spans, strict=False):
        metric = _NAMES.get(name) or f"latency_p{name.rstrip('stndrh').replace('.', '')}"
        yield Figure(start, end, metric, number(text[start:end]), "us", "lower", primary=name == "avg", params={"op": kind}, key=kind)
