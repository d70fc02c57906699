# SPDX-License-Identifier: GPL-2.0-or-later
"""testpmd of DPDK: `show port stats` with `Rx-pps:` and `Rx-bps:`, and the forward statistics at `stop`.

`NIC statistics for port N`: RX-packets, RX-missed, RX-bytes, RX-errors, RX-nombuf, TX-packets, TX-errors, TX-bytes and `Throughput (since
last show)`.  `Forward statistics for port N`, `Accumulated forward statistics for all ports`: packets, dropped, total.  The rates are the
results, the counts stand beside; the port is the key.  Source: nic_stats_display and fwd_stats_display in app/test-pmd/config.c
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Run
from digest.bench._fields import Field
from digest.bench._parts import Part, runs
from digest.bench._tokens import Words

NAME: Final = "testpmd"

_C: Final = r"\d{1,18}"
_PARTS: Final = (
    Part(re.compile(r"#{4,40}\s+NIC\s+statistics\s+for\s+port\s+(?P<port>\d{1,5})\s+#{4,40}"), opens=True, params=(("port", "port"),)),
    Part(re.compile(r"-{4,40}\s+Forward\s+statistics\s+for\s+port\s+(?P<port>\d{1,5})\s+-{4,40}"), opens=True, params=(("port", "port"),)),
    Part(re.compile(r"\+{4,40}\s+Accumulated\s+forward\s+statistics\s+for\s+all\s+ports\s?\+{4,40}"), opens=True),
    Part(
        re.compile(
            rf"RX-packets:\s+(?P<rx>{_C})\s+RX-missed:\s+(?P<missed>{_C})\s+RX-bytes:\s+(?P<bytes>{_C})(?:\s+RX-badcrc:\s+{_C}\s+RX-badlen:\s+{_C})?"
            rf"(?:\s+RX-errors:\s+(?P<errors>{_C}))?(?:\s+RX-nombuf:\s+(?P<nombuf>{_C}))?"
        ),
        (
            Field("rx", "packets_rx", "count"),
            Field("missed", "drops_rx", "count", "lower"),
            Field("bytes", "transfer_rx", "B"),
            Field("errors", "errors_rx", "count", "lower"),
            Field("nombuf", "drops_nombuf", "count", "lower"),
        ),
    ),
    Part(
        re.compile(rf"TX-packets:\s+(?P<tx>{_C})\s+TX-errors:\s+(?P<errors>{_C})\s+TX-bytes:\s+(?P<bytes>{_C})"),
        (Field("tx", "packets_tx", "count"), Field("errors", "errors_tx", "count", "lower"), Field("bytes", "transfer_tx", "B")),
    ),
    Part(
        re.compile(rf"RX-packets:\s+(?P<rx>{_C})\s+RX-dropped:\s+(?P<dropped>{_C})\s+RX-total:\s+(?P<total>{_C})"),
        (Field("rx", "packets_rx", "count"), Field("dropped", "drops_rx", "count", "lower"), Field("total", "packets_rx_total", "count")),
    ),
    Part(
        re.compile(rf"TX-packets:\s+(?P<tx>{_C})\s+TX-dropped:\s+(?P<dropped>{_C})\s+TX-total:\s+(?P<total>{_C})"),
        (Field("tx", "packets_tx", "count"), Field("dropped", "drops_tx", "count", "lower"), Field("total", "packets_tx_total", "count")),
    ),
    Part(
        re.compile(
            rf"(?:Throughput\s+\(since\s+last\s+show\)\s+)?(?<!\w)Rx-pps:\s+(?P<rx>{_C})(?:\s+Rx-bps:\s+(?P<rb>{_C}))?"
            rf"(?:\s+Tx-pps:\s+(?P<tx>{_C})(?:\s+Tx-bps:\s+(?P<tb>{_C}))?)?"
        ),
        (
            Field("rx", "pps_rx", "pps", "higher", primary=True),
            Field("rb", "throughput_rx", "bit/s", "higher"),
            Field("tx", "pps_tx", "pps", "higher", primary=True),
            Field("tb", "throughput_tx", "bit/s", "higher"),
        ),
    ),
    Part(
        re.compile(rf"(?<!\w)Tx-pps:\s+(?P<tx>{_C})(?:\s+Tx-bps:\s+(?P<tb>{_C}))?"),
        (Field("tx", "pps_tx", "pps", "higher", primary=True), Field("tb", "throughput_tx", "bit/s", "higher")),
    ),
)


def sniff(words: Words) -> bool:
    """Tell whether statistics of testpmd may stand here."""
    gist = words.gist
    return "x-pps:" in gist or "RX-packets:" in gist


def parse(words: Words) -> Iterator[Run]:
    """Read each port's statistics."""
    yield from runs(NAME, "keyvalue", words.rest, _PARTS)
