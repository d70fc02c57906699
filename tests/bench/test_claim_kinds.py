# SPDX-License-Identifier: GPL-2.0-or-later
"""Claims by kind: multiples, rows and columns of changes, claims counted from the other side, of a mean, of several figures, of none."""

import pytest

from digest import bench


def judged(text):
    """Give figures, claim and judgement of each comparison."""
    return [(c.before, c.after, c.claimed_percent, c.claim_matches) for c in bench.read(text).comparisons]


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("Throughput improves 2x, from 10.0 Gbps to 10.1 Gbps.", False),
        ("Throughput is 2x faster: 10.0 Gbps before, 9.9 Gbps after.", False),
        ("Throughput improves 2x, from 10.0 Gbps to 19.0 Gbps.", True),
        ("Throughput improves 2x, from 10.0 Gbps to 23.0 Gbps.", True),
        ("Throughput improves 3x, from 10 Gbps to 20 Gbps.", False),
        ("Throughput improves 1.1x, from 10.00 Gbps to 10.01 Gbps.", False),
        ("Throughput improves 1.1x, from 10.00 Gbps to 10.90 Gbps.", True),
        ("Throughput improves 20x, from 1.00 Gbps to 20.70 Gbps.", True),
        ("Latency improves 2x, from 90.0 us to 89.0 us.", False),
        ("Latency improves 2x, from 90.0 us to 46.0 us.", True),
        ("| test | before | after | change |\n|---|---|---|---|\n| rx | 10.0 Gbps | 10.1 Gbps | 2x |\n", False),
        ("| test | before | after | change |\n|---|---|---|---|\n| rx | 10.0 Gbps | 20.3 Gbps | 2x |\n", True),
    ],
)
def test_a_whole_multiple_is_rounded(text, holds):
    """A multiple means what rounds to it, and never as much as before."""
    ((_, _, _, matches),) = judged(text)
    assert holds is matches


HEAD = "| test | before | after | {} |\n|---|---|---|---|\n"


@pytest.mark.parametrize(
    ("head", "rows", "claims"),
    [
        ("speedup", "| open | 60.0 ms | 15.0 ms | 4.0x |\n", [(-75.0, True)]),
        ("speedup", "| open | 60.0 ms | 50.0 ms | 2x |\n| stat | 60 ms | 40 ms | 1.5x |\n", [(-50.0, False), (-33.333333, True)]),
        ("speedup", "| open | 20.0 ms | 25.0 ms | 0.8x |\n", [(25.0, True)]),
        ("ratio", "| open | 80.0 ms | 20.0 ms | 0.25x |\n", [(-75.0, True)]),
        ("speedup", "| rx | 2.0 Mpps | 5.0 Mpps | 2.5x |\n| tx | 2.0 Mpps | 1.6 Mpps | 0.8x |\n", [(150.0, True), (-20.0, True)]),
    ],
)
def test_a_column_of_multiples(head, rows, claims):
    """Four times faster of a time is a quarter of it; of a rate four times as much."""
    assert claims == [(claimed, matches) for _, _, claimed, matches in judged(HEAD.format(head) + rows)]


ROWS = "throughput in Gbps\n\nFlows        1       2\nBefore     9.1    18.0\nAfter      9.3    19.2\n"


@pytest.mark.parametrize(
    ("below", "claims"),
    [
        ("Gain     +2.2%   +6.7%\n", [(2.2, True), (6.7, True)]),
        ("Gain        2%      7%\n", [(2.0, True), (7.0, True)]),
        ("Gain     +6.7%   +2.2%\n", [(6.7, False), (2.2, False)]),
        ("Speedup  1.02x  1.07x\n", [(2.0, True), (7.0, True)]),
        ("Reduction   2%      7%\n", [(-2.0, False), (-7.0, False)]),
    ],
)
def test_a_row_of_changes(below, claims):
    """Each change of a row below a table is of the figures above it."""
    assert claims == [(claimed, matches) for _, _, claimed, matches in judged(ROWS + below)]
