# SPDX-License-Identifier: GPL-2.0-or-later
"""ab, the ApacheBench: request rate, time per request, transfer rate, connection times and percentiles.

`Requests per second: N [#/sec] (mean)`, `Time per request: N [ms] (mean)`, `Transfer rate: N [Kbytes/sec] received`, the table of
connection times (min, mean, deviation, median, max of Connect, Processing, Waiting, Total) and `50% 13`.  The request rate and the mean
time per request are the results.  Source: output_results in support/ab.c of httpd.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _parts
from digest.bench._block import Run
from digest.bench._fields import Field
from digest.bench._parts import Part
from digest.bench._tokens import Words

NAME: Final = "ab"

_N: Final = r"\d{1,12}(?:\.\d{1,6})?"
_TIMES: Final = rf"\s+(?P<min>{_N})\s+(?P<mean>{_N})\s+(?P<dev>{_N})\s+(?P<median>{_N})\s+(?P<max>{_N})(?![\w.])"


def _times(label: str, name: str) -> Part:
    fields = (("min", "_min"), ("mean", ""), ("dev", "_stdev"), ("median", "_p50"), ("max", "_max"))
    return Part(re.compile(rf"(?<!\w){label}:{_TIMES}"), tuple(Field(of, f"{name}{end}", "ms", "lower") for of, end in fields))


_PARTS: Final = (
    Part(re.compile(r"Server\s+Software:(?:\s+\S{1,60})?\s+Server\s+Hostname:\s+\S{1,200}\s+Server\s+Port:\s+\d{1,5}"), opens=True),
    Part(re.compile(r"Document\s+Path:\s+\S{1,300}\s+Document\s+Length:\s+(?P<size>\d{1,12}|Variable)(?:\s+bytes)?")),
    Part(re.compile(r"Concurrency\s+Level:\s+(?P<connections>\d{1,9})"), opens=True, params=(("connections", "connections"),)),
    Part(re.compile(rf"Time\s+taken\s+for\s+tests:\s+(?P<time>{_N})\s+seconds"), (Field("time", "elapsed", "s", "lower"),)),
    Part(re.compile(r"Complete\s+requests:\s+(?P<all>\d{1,12})"), (Field("all", "requests", "count"),)),
    Part(re.compile(r"Failed\s+requests:\s+(?P<bad>\d{1,12})(?:\s+\([^()]{1,120}\))?"), (Field("bad", "errors", "count", "lower"),)),
    Part(re.compile(r"Write\s+errors:\s+(?P<bad>\d{1,12})"), (Field("bad", "errors_write", "count", "lower"),)),
    Part(re.compile(r"Non-2xx\s+responses:\s+(?P<bad>\d{1,12})"), (Field("bad", "errors_http", "count", "lower"),)),
    Part(re.compile(r"Keep-Alive\s+requests:\s+(?P<all>\d{1,12})"), (Field("all", "requests_keepalive", "count"),)),
    Part(
        re.compile(r"(?:Total|HTML)\s+(?:body\s+sent|transferred|POSTed|PUT):\s+(?P<all>\d{1,15})(?:\s+bytes)?"),
        (Field("all", "transfer", "B"),),
        many=True,
        weak=True,
    ),
    Part(
        re.compile(rf"Requests\s+per\s+second:\s+(?P<rate>{_N})(?:\s+\[#/sec\])?(?:\s+\(mean\))?"),
        (Field("rate", "rps", "req/s", "higher", primary=True),),
    ),
    Part(
        re.compile(rf"Time\s+per\s+request:\s+(?P<time>{_N})\s+\[?ms\]?\s+\(mean\)"),
        (Field("time", "latency", "ms", "lower", primary=True),),
    ),
    Part(
        re.compile(rf"Time\s+per\s+request:\s+(?P<time>{_N})\s+\[?ms\]?\s+\(mean,\s+across\s+all\s+concurrent\s+requests\)"),
        (Field("time", "time_per_request", "ms", "lower"),),
    ),
    Part(
        re.compile(
            rf"Transfer\s+rate:\s+(?P<rate>{_N})\s+\[(?P<u>[KM]?bytes/sec)\](?:\s+received)?"
            rf"(?:\s+(?P<sent>{_N})\s+kb/s\s+sent\s+(?P<total>{_N})\s+kb/s\s+total)?"
        ),
        (
            Field("rate", "throughput", "{u}", "higher"),
            Field("sent", "throughput_sent", "KB/s", "higher"),  # ab says kb/s and means bytes
            Field("total", "throughput_total", "KB/s", "higher"),
        ),
    ),
    Part(re.compile(r"Conn{2,3}ection\s+Times\s+\(ms\)\s+min\s+mean\s?\[\+/-\s?sd\]\s+median\s+max")),
    _times("Connect", "time_connect"),
    _times("Processing", "time_processing"),
    _times("Waiting", "time_waiting"),
    _times("Total", "time_total"),
    Part(re.compile(r"Percentage\s+of\s+the\s+requests\s+served\s+within\s+a\s+certain\s+time\s+\(ms\)(?=\s+\d)")),
    Part(
        re.compile(r"(?<![\w.%])(?P<p>50|66|75|80|90|95|98|99|100)%\s+(?P<time>\d{1,9})(?![\w.%])(?:\s+\(longest\s+request\))?"),
        (Field("time", "latency_p{p}", "ms", "lower"),),
        many=True,
        weak=True,
    ),
)


def sniff(words: Words) -> bool:
    """Tell whether a report of ab may stand here."""
    return "#/sec]" in words.gist or "Time per request:" in words.gist or "[ms]" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read each report; one without a rate and a time per request is none."""
    for run in _parts.runs(NAME, "keyvalue", words.rest, _PARTS):
        if any(figure.primary or figure.name == "time_per_request" for figure in run.figures):
            yield run
