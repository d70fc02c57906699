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


SIDES = "Before: 8.0 Gbps\nAfter: 9.4 Gbps\n\n"


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("Throughput is 15% lower without this patch (8.0 Gbps vs 9.4 Gbps).", True),
        ("The unpatched kernel is 15% slower (8.0 Gbps vs 9.4 Gbps).", True),
        (SIDES + "Without this patch, throughput is 15% lower.\n", True),
        (SIDES + "Without this patch, throughput is 35% lower.\n", False),
        (SIDES + "The vanilla kernel is 45% slower.\n", False),
    ],
)
def test_counted_from_the_other_side(text, holds):
    """What the state without the change lacks is a part of the state with it; as a change of the pair it is no number."""
    assert [(8.0, 9.4, None, holds)] == judged(text)


def test_higher_than_without():
    """More than without the change is a change of the pair."""
    assert [(8.0, 9.4, 17.0, True)] == judged(SIDES + "Throughput is 17% higher than without this patch.\n")


SIZES = "| size | before | after |\n|---|---|---|\n| 64 | 10.0 Gbps | 11.0 Gbps |\n| 1500 | 20.0 Gbps | 25.0 Gbps |\n\n"


@pytest.mark.parametrize(
    ("said", "claims"),
    [
        ("On average throughput improves by 17%.", [(None, None), (None, None)]),
        ("The average gain is 17%.", [(None, None), (None, None)]),
        ("At 64 bytes we gain 25%, at 1500 bytes 10%.", [(25.0, False), (10.0, False)]),
        ("At 64 bytes we gain 10%, at 1500 bytes 25%.", [(10.0, True), (25.0, True)]),
        ("We gain 25% at 64 bytes and 10% at 1500 bytes.", [(25.0, False), (10.0, False)]),
        ("Throughput is improved by 10% for 64 bytes and by 25% for 1500.", [(10.0, True), (25.0, True)]),
        ("We see improvements between 40% and 60%.", [(None, None), (40.0, False)]),
        ("CPU usage is reduced by 40-60%.", [(None, None), (None, None)]),
    ],
)
def test_claims_of_several(said, claims):
    """A mean is held against no single row; of two claims each is of its own row; a range that has no row does not hold."""
    assert claims == [(claimed, matches) for _, _, claimed, matches in judged(SIZES + said + "\n")]


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("No regression: 23.1 Gbps before, 20.0 Gbps after.", False),
        ("No regression: 23.1 Gbps before, 23.0 Gbps after.", True),
        ("Throughput is unchanged: 23.1 Gbps before, 20.0 Gbps after.", False),
        ("Throughput is identical (23.1 Gbps before, 23.0 Gbps after).", True),
        ("This is performance neutral: 23.1 Gbps before, 20.0 Gbps after.", False),
        ("Throughput stays the same: 23.1 Gbps before, 26.0 Gbps after.", False),
        (SIDES + "Throughput is unchanged.\n", False),
        (SIDES + "The uapi is unchanged.\n", None),
        (SIDES + "CPU usage is unchanged.\n", None),
        (SIDES + "The throughput test is the same as in v2.\n", None),
        (SIDES + "The throughput test setup is unchanged.\n", None),
        (SIDES + "Throughput of the slow path is unchanged.\n", None),
        (SIDES + "Throughput is unchanged for small packets.\n", None),
    ],
)
def test_nothing_changed(text, holds):
    """That nothing changed is held against the figures right beside it, or of the metric it names."""
    ((_, _, claimed, matches),) = judged(text)
    assert (None, holds) == (claimed, matches)


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("TCP throughput\nbefore: 900 Mbps\nafter: 1.2 Gbps\n", [(900.0, 1200.0, "Mbit/s", True)]),
        ("The latency drops from 1.1 ms to 310 us.", [(1.1, 0.31, "ms", True)]),
        ("TCP throughput\nbefore: 900 Mbps\nafter: 120 MB/s\n", []),
        ("TCP throughput\nbefore: 9.1 Gbps\nafter: 9.4 Gbps\n", [(9.1, 9.4, "Gbit/s", False)]),
    ],
)
def test_units_of_unlike_scale(text, sides):
    """Two results in units of one family are compared in the unit of the first, and said to be converted."""
    assert sides == [(c.before, c.after, c.unit, c.converted) for c in bench.read(text).comparisons]
