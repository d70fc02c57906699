# SPDX-License-Identifier: GPL-2.0-or-later
"""Percentiles and extremes told in sentences: results beside others, each with its name, side and pair."""

import pytest

from digest import bench

TOLD = [
    ("p50/p99 latency: 20 us / 80 us", [("latency_p50", 20.0, None), ("latency_p99", 80.0, None)], []),
    ("avg/max latency: 20 us / 80 us", [("latency", 20.0, None), ("latency_max", 80.0, None)], []),
    (
        "Latency (usec), patched vs unpatched:\n p50: 18.2 vs 21.0\n p99: 42.0 vs 55.5\n",
        [("latency_p50", 18.2, "after"), ("latency_p50", 21.0, "before"), ("latency_p99", 42.0, "after"), ("latency_p99", 55.5, "before")],
        [(21.0, 18.2, None, None), (55.5, 42.0, None, None)],
    ),
    (
        "schbench 99th percentile wakeup latency: 4012 us before, 1304 us after (67% reduction).",
        [("latency_p99", 1304.0, "after"), ("latency_p99", 4012.0, "before")],
        [(4012.0, 1304.0, -67.0, True)],
    ),
    (
        "With busy polling enabled p99 latency improved from 210us to 95us, less than half.",
        [("latency_p99", 95.0, "after"), ("latency_p99", 210.0, "before")],
        [(210.0, 95.0, -50.0, True)],
    ),
    (
        "With busy polling enabled p99 latency improved from 210us to 125us, less than half.",
        [("latency_p99", 125.0, "after"), ("latency_p99", 210.0, "before")],
        [(210.0, 125.0, -50.0, False)],
    ),
    ("The shaper is set to 12 Gbps, and with the patch it could do 40 Gbps if the link allowed.", [], []),
]


@pytest.mark.parametrize(("text", "metrics", "pairs"), TOLD, ids=lambda value: str(value)[:40])
def test_statistics(text, metrics, pairs):
    """Each percentile is read with its name; the sides of one statistic are compared."""
    found = bench.read(text)
    assert sorted(metrics, key=str) == sorted(((m.name, m.value, m.role) for block in found.blocks for m in block.metrics), key=str)
    assert pairs == [(c.before, c.after, c.claimed_percent, c.claim_matches) for c in found.comparisons]


@pytest.mark.parametrize(
    "text",
    [
        "The change gives +1.1% for pairs\n\nand +4.3% for batches of 8.\n\n[...]\n",
        "It has an exit latency of <64us vs 64us for the port.\n\nExit latencies vs acceptable latencies:\n\n  port 1   L1 <64us vs 64us\n",
    ],
)
def test_no_statistics(text):
    """Lines without a word in them stop nothing; bounds that a device tells are no results."""
    assert () == bench.read(text).blocks
