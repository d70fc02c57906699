# SPDX-License-Identifier: GPL-2.0-or-later
"""The rank-sum test against known values."""

import pytest

from digest.bench import _rank


@pytest.mark.parametrize(
    ("before", "after", "p"),
    [
        ([1, 2, 3, 4], [5, 6, 7, 8], 2 / 70),
        ([1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 2 / 252),
        ([1, 4, 5, 8], [2, 3, 6, 7], 1.0),
        ([1, 1, 1, 1], [1, 1, 1, 1], 1.0),
        ([1, 2, 3], [4, 5, 6], None),
    ],
)
def test_p_value(before, after, p):
    """Exact for few runs, ties included; None where no result could be clear."""
    found = _rank.p_value(before, after)
    assert found is None if p is None else abs(found - p) < 1e-9


def test_many_runs():
    """Beyond forty runs the approximation says the same as the exact count."""
    before = [float(i % 13) for i in range(20)]
    after = [float(i % 13) + 1.5 for i in range(20)]
    exact = _rank.p_value(before, after)
    near = _rank.p_value([*before, 50.0], [*after, 60.0])
    assert exact is not None
    assert near is not None
    assert abs(exact - near) < 0.03


def test_spread():
    """Standard deviation in percent of the mean."""
    assert _rank.spread_percent([9, 10, 11]) == 10.0
    assert _rank.spread_percent([5]) is None
