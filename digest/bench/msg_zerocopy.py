# SPDX-License-Identifier: GPL-2.0-or-later
"""msg_zerocopy of the net selftests: what sender and receiver counted in the time asked for.

`tx=117744 (7347 MB) txc=0 zc=n`, `rx=58872 (7347 MB)`, below the test's words `ipv4 tcp -t 1` that its script prints.  `zc=y` tells that
no byte was copied.  The volume is the result, since the time is fixed.  Source: tools/testing/selftests/net/msg_zerocopy.c, .sh
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Run
from digest.bench._fields import Field
from digest.bench._parts import Part, runs
from digest.bench._tokens import Words

NAME: Final = "msg_zerocopy"

_C: Final = r"\d{1,15}"
_PARTS: Final = (
    Part(
        re.compile(r"(?<!\S)(?P<test>ipv[46]\s+(?:tcp|udp|raw|raw_hdrincl|packet|packet_dgram|rds|vsock))\s+(?:-[a-z]\s+\d{1,6}\s+){0,4}"),
        opens=True,
        weak=True,
        test="test",
    ),
    Part(
        re.compile(rf"(?<![\w.])tx=(?P<messages>{_C})\s+\((?P<data>{_C})\s?MB\)\s+txc=(?P<copied>{_C})\s+zc=(?P<zerocopy>[yn])(?!\w)"),
        (
            Field("messages", "messages", "count", "higher"),
            Field("data", "transfer", "MB", "higher", primary=True),
            Field("copied", "completions", "count"),
        ),
    ),
    Part(
        re.compile(rf"(?<![\w.])rx=(?P<messages>{_C})\s+\((?P<data>{_C})\s?MB\)"),
        (Field("messages", "messages_received", "count", "higher"), Field("data", "transfer_received", "MB", "higher", primary=True)),
    ),
)


def sniff(words: Words) -> bool:
    """Tell whether a result may stand here."""
    return "txc=" in words.gist or "rx=" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read each test's lines."""
    yield from runs(NAME, "bench-lines", words.rest, _PARTS, reach=60)
