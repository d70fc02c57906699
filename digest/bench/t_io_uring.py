# SPDX-License-Identifier: GPL-2.0-or-later
"""t/io_uring of fio: a row a second, `IOPS=91.92M, BW=44.88GiB/s, IOS/call=32/31`, in the scale it fits; no summary follows.

Depth, batches and inflight requests are what was set.  Rows side by side are one result; labels between them part results.
Source: t/io_uring.c of fio.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Run
from digest.bench._fields import Field
from digest.bench._parts import Part, runs
from digest.bench._tokens import Words

NAME: Final = "fio"

_N: Final = r"\d{1,12}(?:\.\d{1,6})?"
_FIELDS: Final = (
    Field("iops", "ops", "{k}ops/s", "higher", primary=True),
    Field("bw", "throughput", "{u}/s", "higher", primary=True),
)
_PARTS: Final = (
    Part(
        re.compile(
            rf"(?<![\w:])IOPS=(?P<iops>{_N})(?P<k>[KkMG]?),\s{{1,80}}(?:BW=(?P<bw>{_N})(?P<u>[KMGT]?i?B)/s,\s{{1,80}})?"
            r"IOS/call=-?\d{1,9}/-?\d{1,9}(?:,\s{1,80}inflight=\(\d[\d ]{0,200}\))?"
        ),
        _FIELDS,
        many=True,
    ),
)


def sniff(words: Words) -> bool:
    """Tell whether a row stands here."""
    return "IOS/call=" in words.rest


def parse(words: Words) -> Iterator[Run]:
    """Yield the rows of each run."""
    yield from runs(NAME, "bench-lines", words.rest, _PARTS, reach=12)
