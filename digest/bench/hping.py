# SPDX-License-Identifier: GPL-2.0-or-later
"""hping3: its summary, like ping's but for a `hping statistic` above and `round-trip min/avg/max` without deviation.

`N packets transmitted, N packets received, N% packet loss` (old releases: tramitted).  A flood (`--flood`) has no round trips: what it
prints is 0.0/0.0/0.0.  Source: print_statistics in statistics.c of hping3.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _parts
from digest.bench._block import Run
from digest.bench._fields import Field
from digest.bench._parts import Part
from digest.bench._tokens import Words

NAME: Final = "hping"

_N: Final = r"\d{1,12}(?:\.\d{1,6})?"
_PARTS: Final = (
    Part(
        re.compile(
            rf"---\s+\S{{1,200}}\s+hping[23]?\s+statistic\s+---\s+(?P<sent>\d{{1,12}})\s+packets\s+tra(?:ns)?mitted,"
            rf"\s+(?P<received>\d{{1,12}})\s+packets\s+received,\s+(?P<loss>-?{_N})%\s+packet\s+loss"
            rf"(?:\s+round-trip\s+min/avg/max\s+=\s+(?P<min>{_N})/(?P<avg>{_N})/(?P<max>{_N})\s+ms)?"
        ),
        (
            Field("sent", "packets", "count"),
            Field("received", "packets_received", "count"),
            Field("loss", "loss", "%", "lower"),
            Field("min", "latency_min", "ms", "lower"),
            Field("avg", "latency", "ms", "lower", primary=True),
            Field("max", "latency_max", "ms", "lower"),
        ),
    ),
)


def sniff(words: Words) -> bool:
    """Tell whether a summary of hping may stand here."""
    return "hping" in words.gist and "statistic" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read each summary."""
    yield from _parts.runs(NAME, "ping-summary", words.rest, _PARTS)
