# SPDX-License-Identifier: GPL-2.0-or-later
"""`perf bench`: sched pipe, syscall, uprobe, mem, epoll and futex; `sched messaging` is hackbench's.

`Total time: 5.812 [sec]`, `5.812331 usecs/op`, `172048 ops/sec`; `Averaged 312,441 operations/sec (+- 1.12%), total secs = 8`;
`Wokeup 4 of 4 threads in 0.0421 ms (+-4.50%)`; `12.345678 GB/sec`.  What single threads and runs had is no result where the average
follows.  Source: tools/perf/bench/{sched-pipe,syscall,mem-functions,epoll-wait,futex-hash,futex-wake}.c
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Run
from digest.bench._fields import Field
from digest.bench._parts import Part, runs
from digest.bench._tokens import Words

NAME: Final = "perf-bench"

_N: Final = r"\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,6})?|\d{1,12}(?:\.\d{1,6})?"
_TIME: Final = Field("time", "time", "{unit}{fine}", "lower", primary=True)
_PARTS: Final = (
    Part(
        re.compile(
            r"#\s+Running\s+'?(?P<test>(?:sched/(?!messaging)|syscall/|mem/|epoll/|futex/|uprobe/|numa/|breakpoint/|internals/)[\w-]{2,20})'?\s+benchmark:"
            r"(?:\s+#\s+Executed\s+[\d,]{1,16}\s+[^\n#]{2,50}?(?=\s+Total\s+time:))?"
        ),
        opens=True,
        weak=True,
        test="test",
    ),
    Part(re.compile(rf"(?<!\S)Total\s+time:\s+(?P<time>{_N})\s+(?:\[(?P<unit>m?sec)\]|(?P<fine>usecs)(?!\w))"), (_TIME,)),
    Part(
        re.compile(rf"(?<![\w.,])(?P<op>{_N})\s+(?P<unit>usecs|nsecs)/op(?!\w)"),
        (Field("op", "time_per_op", "{unit}/op", "lower", primary=True),),
    ),
    Part(re.compile(rf"(?<![\w.,])(?P<rate>{_N})\s+ops/sec(?![\w/])"), (Field("rate", "ops", "ops/s", "higher", primary=True),)),
    Part(
        re.compile(
            r"Run\s+summary\s+\[PID\s+\d{1,9}\]:\s+[^.\[]{4,160}?(?:\s+for\s+\d{1,6}\s+secs\.|(?=\s+\[thread|\s+\[Run|\s+Averaged|\s+Wokeup|\s+Requeued))"
        ),
        weak=True,
        opens=True,
    ),
    Part(
        re.compile(
            r"\[thread\s+\d{1,5}\]\s+(?:fdmap|fds|futexes|futex)?:?\s{0,4}\S{1,30}(?:\s+\.{3}\s+\S{1,30})?\s+\[\s{0,9}(?:add:\s+)?\d{1,12}\s+ops/sec\s+\]"
        ),
        weak=True,
        many=True,
    ),
    Part(
        re.compile(rf"Averaged\s+(?P<rate>{_N})\s+operations/sec\s+\(\+-\s{{0,3}}[\d.]{{1,8}}%\),\s+total\s+secs\s+=\s+\d{{1,6}}"),
        (Field("rate", "ops", "ops/s", "higher", primary=True),),
    ),
    Part(
        re.compile(
            r"\[Run\s+\d{1,4}\]:\s+(?:Wokeup|Requeued|Avg\s+per-thread\s+latency|Awoke)\s+[^:\n]{1,90}?\s+in\s+\d{1,6}\.\d{1,6}\s+ms(?:\s+\(\+-[\d.]{1,8}%\))?"
        ),
        weak=True,
        many=True,
    ),
    Part(
        re.compile(
            rf"(?<!:\s)(?:Wokeup|Requeued|Avg\s+per-thread\s+latency)\s+(?:\(?[a-z]{{3,9}}\s+)?\d{{1,5}}(?:\s+of\s+|/)\d{{1,5}}\s+threads\)?\s+in\s+(?P<time>{_N})\s+ms\s+\(\+-\s{{0,3}}[\d.]{{1,8}}%\)"
        ),
        (Field("time", "latency", "ms", "lower", primary=True),),
    ),
    Part(
        re.compile(rf"(?<![\w.,])(?P<rate>{_N})\s+(?P<unit>[KMGT]?B)/sec(?![\w/])"),
        (Field("rate", "throughput", "{unit}/s", "higher", primary=True),),
        many=True,
    ),
)
_LONE: Final = _PARTS[:4]
_AVERAGED: Final = (*_PARTS[:1], *_PARTS[4:9])


def sniff(words: Words) -> bool:
    """Tell whether a report may stand here."""
    gist = words.gist
    return "benchmark:" in gist or "usecs/op" in gist or "operations/sec (+-" in gist


def parse(words: Words) -> Iterator[Run]:
    """Read each report; without its banner a time needs the cost of one operation beside it."""
    text = words.rest
    for run in runs(NAME, "keyvalue", text, _PARTS if "'mem/" in text or "mem/mem" in text else (*_LONE, *_AVERAGED[1:]), reach=140):
        names = {figure.name for figure in run.figures}
        if run.test or "time_per_op" in names or "operations/sec" in text[run.start : run.end] or "latency" in names:
            yield run
