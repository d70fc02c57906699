# SPDX-License-Identifier: GPL-2.0-or-later
"""sysbench: transactions, queries, operations and events a second, bytes moved, and the block `Latency (ms):`, releases 0.4 to 1.0.

`transactions: 53123  (1770.55 per sec.)`, `events per second:  1211.32`, `Total operations: 4194304 (419231.2 per second)`,
`10240.00 MiB transferred (5120.11 MiB/sec)`, `avg: 3.30`, `95th percentile: 4.18`.  Counts and the whole time stand beside it.
Source: sb_rand and report functions in src/sysbench.c, src/sb_lua.c, src/tests/*/sb_*.c
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Run
from digest.bench._fields import Field
from digest.bench._parts import Part, runs
from digest.bench._tokens import Words

NAME: Final = "sysbench"

_N: Final = r"\d{1,12}(?:\.\d{1,6})?"
_ALL: Final = Field("all", "operations", "count")
_PARTS: Final = (
    Part(
        re.compile(rf"(?<!\S)events\s+per\s+second(?:\s+\(eps\))?:\s+(?P<rate>{_N})(?![\w.])"),
        (Field("rate", "events", "/s", "higher", primary=True),),
    ),
    Part(
        re.compile(
            r"SQL\s+statistics:\s+queries\s+performed:\s+read:\s+\d{1,12}\s+write:\s+\d{1,12}\s+other:\s+\d{1,12}\s+total:\s+\d{1,12}"
        ),
        weak=True,
        opens=True,
    ),
    Part(
        re.compile(rf"(?<!\S)transactions:\s+(?P<all>\d{{1,12}})\s+\((?P<rate>{_N})\s+per\s+sec\.\)"),
        (_ALL, Field("rate", "tps", "trans/s", "higher", primary=True)),
    ),
    Part(
        re.compile(rf"(?<!\S)queries:\s+(?P<all>\d{{1,12}})\s+\((?P<rate>{_N})\s+per\s+sec\.\)"),
        (_ALL, Field("rate", "qps", "req/s", "higher", primary=True)),
    ),
    Part(
        re.compile(
            rf"(?<!\S)(?:deadlocks|ignored\s+errors|reconnects|read/write\s+requests|other\s+operations):\s+\d{{1,12}}\s+\({_N}\s+per\s+sec\.\)"
        ),
        weak=True,
        many=True,
    ),
    Part(
        re.compile(
            rf"(?<!\S)(?:Total\s+operations|Operations\s+performed):\s+(?P<all>\d{{1,12}})\s+\(\s{{0,3}}(?P<rate>{_N})\s+(?:per\s+second|ops/sec)\)"
        ),
        (_ALL, Field("rate", "ops", "ops/s", "higher", primary=True)),
    ),
    Part(
        re.compile(rf"(?<![\w.])(?P<all>{_N})\s+(?P<size>[KMG]i?B)\s+transferred\s+\(\s{{0,3}}(?P<rate>{_N})\s+(?P<unit>[KMG]i?B/sec)\)"),
        (Field("all", "transfer", "{size}"), Field("rate", "throughput", "{unit}", "higher", primary=True)),
    ),
    Part(
        re.compile(rf"(?<!\S)(?P<way>reads|writes)/s:\s+(?P<rate>{_N})(?![\w.])"),
        (Field("rate", "iops", "/s", "higher", primary=True),),
        many=True,
        key="way",
    ),
    Part(re.compile(rf"(?<!\S)fsyncs/s:\s+{_N}(?![\w.])"), weak=True),
    Part(
        re.compile(rf"(?<!\S)(?P<way>read|written),\s+(?P<unit>[KM]i?B/s):\s+(?P<rate>{_N})(?![\w.])"),
        (Field("rate", "throughput", "{unit}", "higher", primary=True),),
        many=True,
        key="way",
    ),
    Part(re.compile(r"(?:General\s+statistics|Throughput|File\s+operations):"), weak=True, many=True),
    Part(re.compile(r"CPU\s+speed:"), opens=True, weak=True),
    Part(re.compile(rf"(?<!\S)total\s+time:\s+(?P<time>{_N})s(?!\w)"), (Field("time", "elapsed", "s"),), weak=True),
    Part(re.compile(r"(?<!\S)total\s+number\s+of\s+events:\s+(?P<all>\d{1,12})(?![\w.])"), (_ALL,), weak=True),
    Part(
        re.compile(
            rf"(?:Latency\s+\(ms\):|per-request\s+statistics:)\s+min:\s+(?P<min>{_N})(?:ms)?\s+avg:\s+(?P<avg>{_N})(?:ms)?\s+max:\s+(?P<max>{_N})(?:ms)?"
            rf"(?:\s+(?:approx\.\s+)?(?P<p>\d{{2}})(?:th|st|nd|rd)?\s+percentile:\s+(?P<tail>{_N})(?:ms)?)?(?:\s+sum:\s+(?P<sum>{_N}))?(?![\w.])"
        ),
        (
            Field("min", "latency_min", "ms", "lower"),
            Field("avg", "latency", "ms", "lower", primary=True),
            Field("max", "latency_max", "ms", "lower"),
            Field("tail", "latency_p{p}", "ms", "lower"),
            Field("sum", "time", "ms"),
        ),
    ),
    Part(
        re.compile(rf"Threads\s+fairness:\s+events\s+\(avg/stddev\):\s+{_N}/{_N}\s+execution\s+time\s+\(avg/stddev\):\s+{_N}/{_N}"),
        weak=True,
    ),
)


def sniff(words: Words) -> bool:
    """Tell whether a report may stand here."""
    gist = words.gist
    return (
        "per sec.)" in gist
        or "events per second" in gist
        or "Latency (ms):" in gist
        or "transferred (" in gist
        or "events (avg/stddev)" in gist
    )


def parse(words: Words) -> Iterator[Run]:
    """Read each report."""
    yield from runs(NAME, "keyvalue", words.rest, _PARTS, reach=120)
