# SPDX-License-Identifier: GPL-2.0-or-later
"""Which way is better, for what netdev mails measure: by unit and by the words of a header or label."""

import pytest

from digest.bench import _metric


@pytest.mark.parametrize(
    ("direction", "unit", "words"),
    [
        ("higher", "Gbit/s", ""),
        ("higher", "Mpps", "XDP_DROP"),
        ("higher", "trans/s", "TCP_RR"),
        ("higher", "req/s", ""),
        ("higher", "conn/s", ""),
        ("higher", "", "bogo ops/s"),
        ("higher", "/s", "insertions"),
        ("higher", "/s", "flow lookups"),
        ("higher", "%", "idle"),
        ("higher", "%", "cache hit rate"),
        ("higher", "", "IPC"),
        ("higher", "", "fairness"),
        ("lower", "us", "latency p99"),
        ("lower", "ms", "jitter"),
        ("lower", "s", "boot time"),
        ("lower", "ns", "per packet"),
        ("lower", "cycles", ""),
        ("lower", "", "cycles per packet"),
        ("lower", "", "instructions"),
        ("lower", "count", "instructions per packet"),
        ("lower", "", "cache misses"),
        ("lower", "", "branch-misses"),
        ("lower", "%", "cpu"),
        ("lower", "%", "softirq"),
        ("lower", "%", "packet loss"),
        ("lower", "pps", "drops"),
        ("lower", "count", "retransmits"),
        ("lower", "count", "timeouts"),
        ("lower", "count", "out of order"),
        ("lower", "/s", "interrupts"),
        ("lower", "/s", "context switches"),
        ("lower", "count", "page faults"),
        ("lower", "MB", "memory usage"),
        ("lower", "", "backlog"),
        ("lower", "us/KB", ""),
        ("unknown", "", "score"),
        ("unknown", "MB", "transferred"),
        ("unknown", "%", "of line rate"),
        ("unknown", "/s", "events"),
        ("unknown", "us", "stddev"),
        ("unknown", "GHz", "cpu frequency"),
    ],
)
def test_direction(direction, unit, words):
    """Rates and idle time up, time, processor, memory and losses down; what is neither good nor bad by itself is unknown."""
    assert direction == _metric.metric(unit, words).direction
