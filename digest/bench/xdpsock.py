# SPDX-License-Identifier: GPL-2.0-or-later
"""xdpsock and other AF_XDP samples: ` sock0@eth0:0 rxdrop xdp-drv`, and under `pps pkts 1.00` the rows rx and tx.

The benchmark's name (rxdrop, txonly, l2fwd) is the test.  `-x` adds drops and ring states, `-a` calls (`calls/s count`), an interrupt
line `intrs/s`.  Packets per second are the result; the sum of packets stands beside.  Rows of each second are read as they stand.
Source: dump_stats in samples/bpf/xdpsock_user.c of Linux, AF_XDP-example of bpf-examples
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Figure, Run
from digest.bench._tokens import Words, number
from digest.model.bench import Direction

NAME: Final = "xdpsock"

_N: Final = r"\d{1,3}(?:,\d{2,3}){1,7}(?![\d,])|\d{1,15}"  # QUIRK: a locale of India groups by two, `1,92,29,105`
_SOCKET: Final = re.compile(
    r"sock\d{0,4}@(?P<dev>[\w.-]{1,16}:\d{1,5})\s+(?P<test>rxdrop|txonly|l2fwd|\w{3,12})(?P<modes>(?:\s+[a-z][\w()-]{2,16}){0,4}?)\s+$"
)
_HEAD: Final = re.compile(
    r"(?<![\w.])(?:(?P<pps>pps\s+pkts)|(?P<calls>calls/s\s+count)|(?P<intrs>intrs/s\s+count))(?:\s+(?P<time>\d{1,6}\.\d\d))?(?=\s+[a-z])"
)
_ROW: Final = re.compile(
    rf"\s+(?P<label>rx|tx|rx\s+dropped|rx\s+invalid|tx\s+invalid|rx\s+queue\s+full|fill\s+ring\s+empty|tx\s+ring\s+empty|rx\s+empty\s+polls"
    rf"|fill\s+fail\s+polls|copy\s+tx\s+sendtos|tx\s+wakeup\s+sendtos|opt\s+polls|irqs)\s+(?P<rate>{_N})\s+(?P<count>{_N})(?![\w./])"
)
_MOST: Final = 12


def sniff(words: Words) -> bool:
    """Tell whether a table of xdpsock may stand here."""
    gist = words.gist
    return "pps" in gist and "pkts" in gist and ("rx " in gist or "tx " in gist)


def parse(words: Words) -> Iterator[Run]:
    """Read the rows under each header."""
    text = words.rest
    last = 0
    for head in _HEAD.finditer(text):
        run = Run(NAME, head.start(), head.end(), layout="aligned")
        for _ in range(_MOST):
            row = _ROW.match(text, run.end)
            if row is None:
                break
            run.end = row.end()
            run.figures += _figures(row, packets=head["pps"] is not None)
        if not run.figures:
            continue
        back = max(last, run.start - 120)
        named = _SOCKET.search(text[back : run.start])
        if named is not None:
            run.start = back + named.start()
            run.test = named["test"]
            run.params["iface"] = named["dev"]
            mode = " ".join(named["modes"].split())
            if mode:
                run.params["mode"] = mode
        last = run.end
        yield run


def _figures(row: re.Match[str], *, packets: bool) -> Iterator[Figure]:
    label = " ".join(row["label"].split())
    plain = label in {"rx", "tx"}
    value = number(row["rate"])
    name = f"pps_{label}" if plain else label.replace(" ", "_")
    direction: Direction = "higher" if plain else "lower"
    yield Figure(*row.span("rate"), name, value, "pps" if packets else "/s", direction, plain and packets and value > 0, key=label)
    yield Figure(*row.span("count"), "packets" if packets else "count", number(row["count"]), "count", primary=False, key=label)
