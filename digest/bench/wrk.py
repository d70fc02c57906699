# SPDX-License-Identifier: GPL-2.0-or-later
"""wrk and wrk2: thread statistics, latency distribution and the two sums at the end.

`Latency avg stdev max +/-%`, `Req/Sec` of one thread, `50% 250.00us`, `N requests in 30.00s, 17.76GB read`, `Requests/sec:`,
`Transfer/sec:`.  wrk2 adds a calibration and the HdrHistogram's spectrum, which are passed over.  The rate and the average latency are
the results.  Source: print_stats in wrk.c of https://github.com/wg/wrk and https://github.com/giltene/wrk2
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _parts
from digest.bench._block import Run
from digest.bench._fields import Field
from digest.bench._parts import Part
from digest.bench._tokens import Words

NAME: Final = "wrk"

_N: Final = r"\d{1,12}(?:\.\d{1,6})?"
_T: Final = r"us|ms|s|m|h"
_K: Final = r"[kMGT]?"

_PARTS: Final = (
    Part(
        re.compile(
            r"Running\s+(?P<duration>\d{1,6})[smh]\s+test\s+@\s+\S{1,300}"
            r"(?:\s+(?P<threads>\d{1,6})\s+threads?\s+and\s+(?P<connections>\d{1,9})\s+connections?)?"
        ),
        opens=True,
        params=(("duration", "duration"), ("threads", "threads"), ("connections", "connections")),
    ),
    Part(
        re.compile(
            rf"(?<!\w)Latency\s+(?P<avg>{_N})(?P<ua>{_T})\s+(?P<dev>{_N}|-?nan)(?P<ud>{_T})?\s+(?P<max>{_N})(?P<um>{_T})\s+"
            rf"(?:{_N}|-?nan)%"
        ),
        (
            Field("avg", "latency", "{ua}", "lower", primary=True),
            Field("dev", "latency_stdev", "{ud}", "lower"),
            Field("max", "latency_max", "{um}", "lower"),
        ),
    ),
    Part(
        re.compile(
            rf"(?<!\w)Req/Sec\s+(?P<avg>{_N})(?P<ka>{_K})\s+(?P<dev>{_N})(?P<kd>{_K})\s+(?P<max>{_N})(?P<km>{_K})\s+(?:{_N}|-?nan)%"
        ),
        (
            Field("avg", "rps_thread", "{ka}req/s", "higher"),
            Field("dev", "rps_stdev", "{kd}req/s"),
            Field("max", "rps_max", "{km}req/s", "higher"),
        ),
    ),
    Part(re.compile(r"Thread\s+Stats\s+Avg\s+Stdev\s+(?:Max|99%)\s+\+/-\s+Stdev")),
    Part(re.compile(r"Thread\s+calibration:\s+mean\s+lat\.:\s+\S{1,20}\s+rate\s+sampling\s+interval:\s+\S{1,20}"), many=True),
    Part(re.compile(r"Latency\s+Distribution(?:\s+\(HdrHistogram\s+-\s+(?:Unc|C|R)[^()]{4,40}(?:\([^()]{1,80}\))?\))?")),
    Part(
        re.compile(rf"(?<![\w.])(?P<p>\d{{1,3}}(?:\.\d{{1,5}})?)%\s+(?P<value>{_N})(?P<u>us|ms|s|m)(?![\w/])"),
        (Field("value", "latency_p{p}", "{u}", "lower"),),
        many=True,
        weak=True,
    ),
    Part(re.compile(r"Detailed\s+Percentile\s+spectrum:\s+Value\s+Percentile\s+TotalCount\s+\S{1,20}(?:[\s\d.]|inf){1,12000}")),
    Part(
        re.compile(
            rf"#\[Mean\s+=\s+{_N},\s+StdDeviation\s+=\s+{_N}\]\s+#\[Max\s+=\s+{_N},\s+Total\s+count\s+=\s+\d{{1,12}}\]"
            r"\s+#\[Buckets\s+=\s+\d{1,6},\s+SubBuckets\s+=\s+\d{1,6}\]"
        )
    ),
    Part(
        re.compile(rf"(?<![\w.])(?P<all>\d{{1,12}})\s+requests\s+in\s+(?P<time>{_N})(?P<ut>{_T}),\s+(?P<read>{_N})(?P<ur>[KMGT]?B)\s+read"),
        (Field("all", "requests", "count"), Field("time", "elapsed", "{ut}"), Field("read", "transfer", "{ur}")),
    ),
    Part(
        re.compile(
            r"Socket\s+errors:\s+connect\s+(?P<connect>\d{1,12}),\s+read\s+(?P<read>\d{1,12}),\s+write\s+(?P<write>\d{1,12}),"
            r"\s+timeout\s+(?P<timeout>\d{1,12})"
        ),
        tuple(Field(kind, f"errors_{kind}", "count", "lower") for kind in ("connect", "read", "write", "timeout")),
    ),
    Part(re.compile(r"Non-2xx\s+or\s+3xx\s+responses:\s+(?P<bad>\d{1,12})"), (Field("bad", "errors", "count", "lower"),)),
    Part(re.compile(rf"(?<!\w)Requests/sec:\s+(?P<rate>{_N})"), (Field("rate", "rps", "req/s", "higher", primary=True),)),
    Part(re.compile(rf"(?<!\w)Transfer/sec:\s+(?P<rate>{_N})\s?(?P<u>[KMGT]?B)(?!\w)"), (Field("rate", "throughput", "{u}/s", "higher"),)),
)


def sniff(words: Words) -> bool:
    """Tell whether a report of wrk may stand here."""
    gist = words.gist
    return "Requests/sec:" in gist or "Req/Sec" in gist or "Transfer/sec:" in gist


def parse(words: Words) -> Iterator[Run]:
    """Read each report."""
    yield from _parts.runs(NAME, "wrk-summary", words.rest, _PARTS)
