# SPDX-License-Identifier: GPL-2.0-or-later
"""Listings of counters that look like tables of results: read by nobody, so that no other grammar takes them for a benchmark.

/proc/interrupts under `CPU0 CPU1`, /proc/net/dev, `ip -s link`, slabtop, `iw station dump`, lines of ptp4l and phc2sys.  They tell what
a machine counted since it was started, not what somebody measured.  The runs have no figures; what they enclose is taken.
Source: show_interrupts in kernel/irq/proc.c, dev_seq_show in net/core/net-procfs.c, print_stats64 in ipaddress.c of iproute2,
slabtop(1), print_sta_handler in station.c of iw, ptp4l(8)
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Run
from digest.bench._tokens import Words

NAME: Final = "listings"

_C: Final = r"\d{1,20}"
_WHOLE: Final = (
    re.compile(
        rf"[RT]X:\s+bytes\s+packets\s+errors\s+dropped\s+(?:overrun|missed|carrier)\s+(?:mcast|collsns)(?:\s+compressed)?(?:\s+{_C}(?![\w.])){{6,7}}"
    ),
    re.compile(
        rf"inactive\s+time:\s+{_C}\s+ms\s+rx\s+bytes:\s+{_C}\s+rx\s+packets:\s+{_C}\s+tx\s+bytes:\s+{_C}(?:\s+tx\s+packets:\s+{_C})?(?:\s+tx\s+retries:\s+{_C})?"
        rf"(?:\s+tx\s+failed:\s+{_C})?"
    ),
    re.compile(
        r"(?:ptp4l|phc2sys|ts2phc)(?:\[[\d.]{1,16}\])?:\s+(?:\[[\w.:]{1,40}\]\s+)?(?:\S{1,20}\s+)?(?:rms\s+\d{1,12}\s+max\s+\d{1,12}|(?:master|sys|phc|nmea)\s+offset\s+[+-]?\d{1,12})"
        r"(?:\s+s\d)?(?:\s+freq\s+[+-]?\d{1,9})?(?:\s+\+/-\s+\d{1,9})?(?:\s+(?:path\s+)?delay\s+-?\d{1,12})?(?:\s+\+/-\s+\d{1,9})?"
    ),
)
_ROWS: Final = (
    (
        "CPU1",
        re.compile(r"(?<!\S)CPU0\s+CPU1(?=\s)(?:\s+CPU\d{1,4}){0,510}"),
        re.compile(rf"(?<!\S)(?:\d{{1,4}}|[A-Z]{{3}}):(?:\s+{_C}(?![\w.:])){{2,512}}"),
    ),
    (
        "Inter-|",
        re.compile(r"Inter-\|\s+Receive\s+\|\s+Transmit\s+face\s+\|bytes\s+packets\s+errs[\sa-z|]{20,200}compressed"),
        re.compile(rf"(?<!\S)[\w.@-]{{1,24}}:\s{{0,20}}{_C}(?:\s+{_C}(?![\w.:])){{15}}"),
    ),
    (
        "OBJ/SLAB",
        re.compile(r"OBJS\s+ACTIVE\s+USE\s+OBJ\s+SIZE\s+SLABS\s+OBJ/SLAB\s+CACHE\s+SIZE\s+NAME"),
        re.compile(rf"(?<!\S){_C}\s+{_C}\s+\d{{1,3}}%\s+[\d.]{{1,9}}K\s+{_C}\s+{_C}\s+{_C}K\s+\S{{1,40}}"),
    ),
)
_CLOCKS: Final = ("ptp4l", "phc2sys", "ts2phc")
_NEAR: Final = 160
_MOST: Final = 400


def sniff(words: Words) -> bool:
    """Tell whether a listing may stand here."""
    gist = words.gist
    return (
        "CPU1" in gist
        or "Inter-|" in gist
        or "OBJ/SLAB" in gist
        or "X: bytes" in gist
        or "inactive" in gist
        or any(sign in gist for sign in _CLOCKS)
    )


def parse(words: Words) -> Iterator[Run]:
    """Take each listing."""
    text = words.rest
    for pattern in _WHOLE:
        for match in pattern.finditer(text):
            yield Run(NAME, *match.span())
    for sign, heading, row in _ROWS:
        if sign in text:
            for head in heading.finditer(text):
                run = Run(NAME, *head.span())
                for _ in range(_MOST):
                    found = row.search(text, run.end, run.end + _NEAR)
                    if found is None:
                        break
                    run.end = found.end()
                yield run
