# SPDX-License-Identifier: GPL-2.0-or-later
"""h2load of nghttp2: `finished in T, N req/s, NMB/s`, the counts of requests, and the table of times.

Rows of the table: time for request, time for connect, time to 1st byte, req/s of one client; columns min, max, mean, sd, +/- sd.
The request rate and the mean time for a request are the results.  Source: src/h2load.cc of https://github.com/nghttp2/nghttp2
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _parts
from digest.bench._block import Run
from digest.bench._fields import Field
from digest.bench._parts import Part
from digest.bench._tokens import Words

NAME: Final = "h2load"

_N: Final = r"\d{1,12}(?:\.\d{1,6})?"
_C: Final = r"\d{1,12}"
_B: Final = r"[KMGT]?B"
_T: Final = r"us|ms|s|min|h"


def _times(label: str, name: str, *, primary: bool = False) -> Part:
    row = r"\s+".join(rf"(?P<{of}>{_N})(?P<u{of}>{_T})" for of in ("min", "max", "mean", "sd"))
    fields = (
        Field("min", f"{name}_min", "{umin}", "lower"),
        Field("max", f"{name}_max", "{umax}", "lower"),
        Field("mean", name, "{umean}", "lower", primary),
        Field("sd", f"{name}_stdev", "{usd}", "lower"),
    )
    return Part(re.compile(rf"time\s+{label}:\s+{row}\s+{_N}%"), fields)


_PARTS: Final = (
    Part(
        re.compile(rf"finished\s+in\s+(?P<time>{_N})\s?(?P<ut>{_T}),\s+(?P<rate>{_N})\s+req/s,\s+(?P<data>{_N})\s?(?P<ud>{_B})/s"),
        (
            Field("time", "elapsed", "{ut}"),
            Field("rate", "rps", "req/s", "higher", primary=True),
            Field("data", "throughput", "{ud}/s", "higher"),
        ),
        opens=True,
    ),
    Part(
        re.compile(
            rf"requests:\s+(?P<all>{_C})\s+total,\s+{_C}\s+started,\s+(?P<done>{_C})\s+done,\s+(?P<good>{_C})\s+succeeded,"
            rf"\s+(?P<bad>{_C})\s+failed,\s+(?P<errors>{_C})\s+errored(?:,\s+(?P<late>{_C})\s+timeout)?"
        ),
        (
            Field("done", "requests", "count"),
            Field("bad", "failed", "count", "lower"),
            Field("errors", "errors", "count", "lower"),
            Field("late", "timeouts", "count", "lower"),
        ),
    ),
    Part(re.compile(rf"status\s+codes:\s+{_C}\s+2xx,\s+{_C}\s+3xx,\s+{_C}\s+4xx,\s+{_C}\s+5xx")),
    Part(
        re.compile(
            rf"traffic:\s+(?P<all>{_N})(?P<u>{_B})\s+\({_C}\)\s+total,\s+{_N}{_B}\s+\({_C}\)\s+headers"
            rf"(?:\s+\(space\s+savings\s+{_N}%\))?,\s+{_N}{_B}\s+\({_C}\)\s+data"
        ),
        (Field("all", "transfer", "{u}"),),
    ),
    Part(re.compile(rf"UDP\s+datagram:\s+{_C}\s+sent,\s+{_C}\s+received")),
    Part(re.compile(r"(?<!\w)min\s+max\s+mean\s+sd\s+\+/-\s+sd")),
    _times(r"for\s+request", "latency", primary=True),
    _times(r"for\s+connect", "time_connect"),
    _times(r"to\s+1st\s+byte", "time_first_byte"),
    Part(
        re.compile(rf"(?<!\w)req/s\s+:\s+(?P<min>{_N})\s+(?P<max>{_N})\s+(?P<mean>{_N})\s+(?P<sd>{_N})\s+{_N}%"),
        (
            Field("min", "rps_min", "req/s", "higher"),
            Field("max", "rps_max", "req/s", "higher"),
            Field("mean", "rps_client", "req/s", "higher"),
            Field("sd", "rps_stdev", "req/s"),
        ),
    ),
)


def sniff(words: Words) -> bool:
    """Tell whether a report of h2load may stand here."""
    return "req/s" in words.gist and ("finished" in words.gist or "time for" in words.gist)


def parse(words: Words) -> Iterator[Run]:
    """Read each report."""
    yield from _parts.runs(NAME, "keyvalue", words.rest, _PARTS)
