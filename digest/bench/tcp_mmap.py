# SPDX-License-Identifier: GPL-2.0-or-later
"""tcp_mmap of the net selftests: what its server says of each connection.

`received 32768 MB (99.9939 % mmap'ed) in 6.73792 s, 40.7956 Gbit`, below it `cpu usage user:0.00346 sys:1.0653, 32.6 usec per MB, 12321
c-switches`, with rss or rcv_mss in later kernels.  The rate is the result.  Source: tools/testing/selftests/net/tcp_mmap.c
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Run
from digest.bench._fields import Field
from digest.bench._parts import Part, runs
from digest.bench._tokens import Words

NAME: Final = "tcp_mmap"

_N: Final = r"\d{1,12}(?:\.\d{1,9})?(?:e[+-]\d\d)?"
_PARTS: Final = (
    Part(
        re.compile(
            rf"received\s+(?P<data>{_N})\s+MB\s+\((?P<mapped>{_N})\s?%\s+mmap'ed\)\s+in\s+(?P<time>{_N})\s?s,\s+(?P<rate>{_N})\s+Gbit"
        ),
        (
            Field("data", "transfer", "MB"),
            Field("mapped", "mmaped", "%"),
            Field("time", "elapsed", "s", "lower"),
            Field("rate", "throughput", "Gbit/s", "higher", primary=True),
        ),
        opens=True,
    ),
    Part(
        re.compile(
            rf"cpu\s+usage\s+user:\s?(?P<user>{_N})\s+sys:\s?(?P<sys>{_N}),\s+(?P<cost>{_N})\s+usec\s+per\s+MB,\s+(?P<switches>\d{{1,12}})\s+c-switches"
            r"(?:,\s+rss\s+(?P<rss>\d{1,12}))?(?:,\s+rcv_mss\s+(?P<mss>\d{1,6}))?"
        ),
        (
            Field("user", "time_user", "s", "lower"),
            Field("sys", "time_sys", "s", "lower"),
            Field("cost", "cpu_cost", "us/MB", "lower"),
            Field("switches", "context_switches", "count", "lower"),
            Field("rss", "rss", "KB", "lower"),
        ),
        params=(("mss", "mss"),),
    ),
)


def sniff(words: Words) -> bool:
    """Tell whether a result may stand here."""
    return "mmap'ed" in words.gist or "c-switches" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read each connection's lines."""
    yield from runs(NAME, "bench-lines", words.rest, _PARTS, reach=40)
