# SPDX-License-Identifier: GPL-2.0-or-later
"""nperf: its average is the result, its deviation is none, and its tool is not netperf."""

import pytest

from digest import bench


@pytest.mark.parametrize(
    ("line", "spread"),
    [
        ("all  avg 1111975713.4 B/s, mdev     3764408.9 B/s (  0.3%)", 3764408.9),
        ("all avg 1111975713.4 B/s, mdev ...", None),
        ("all avg 1111975713.4 B/s, mdev", None),
    ],
)
@pytest.mark.parametrize("head", ["nperf -H 192.0.2.7 -t TCP_STREAM\n", "I ran nperf, netperf being broken here:\n", ""])
def test_average(head, line, spread):
    """The average alone is a figure, of throughput; a deviation cut off is not given."""
    (block,) = bench.read(head + line + "\n").blocks
    assert [("throughput", 1111975713.4, "B/s", spread)] == [(m.name, m.value, m.unit, m.spread) for m in block.metrics]
    assert "unknown" == block.tool


def test_options_are_its_own():
    """The test that nperf's options name does not make it netperf for what follows."""
    (block,) = bench.read("nperf -H 192.0.2.7 -t TCP_STREAM\n\nBefore: 9.1 Gbps\nAfter: 9.6 Gbps\n").blocks
    assert "unknown" == block.tool
