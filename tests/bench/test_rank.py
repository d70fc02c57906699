# SPDX-License-Identifier: GPL-2.0-or-later
"""The rank-sum test against known values."""

import pytest

from digest import bench
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


RUNS = {
    "one line a side": "Before: {} Gbps\nAfter: {} Gbps\n",
    "a row a run": "| run | before | after |\n|---|---|---|\n{}",
    "outputs": "{}",
}


def _told(kind: str, before: list[float], after: list[float]) -> str:
    """Two lists of runs as authors write them."""
    if kind == "one line a side":
        return RUNS[kind].format(" ".join(map(str, before)), " ".join(map(str, after)))
    if kind == "a row a run":
        rows = "".join(f"| {at} | {b} Gbps | {a} Gbps |\n" for at, (b, a) in enumerate(zip(before, after, strict=True), 1))
        return RUNS[kind].format(rows)
    line = "[  5]   0.00-10.00  sec  10.9 GBytes  {:.2f} Gbits/sec    0   sender\n"
    sides = ((name, "".join(line.format(value) for value in values)) for name, values in (("Before", before), ("After", after)))
    return "\n".join(f"{name} the series:\n\n{lines}" for name, lines in sides)


@pytest.mark.parametrize("kind", RUNS)
@pytest.mark.parametrize(
    ("before", "after", "p", "verdict"),
    [
        ([9.41, 9.4, 9.38, 9.42, 9.39], [9.44, 9.37, 9.45, 9.36, 9.43], 0.6905, "no-clear-difference"),
        ([9.41, 9.4, 9.38, 9.42, 9.39], [9.81, 9.82, 9.79, 9.83, 9.85], 0.0079, "better"),
        ([9.81, 9.82, 9.79, 9.83, 9.85], [9.41, 9.4, 9.38, 9.42, 9.39], 0.0079, "worse"),
    ],
)
def test_repeated_runs(kind, before, after, p, verdict):
    """Repeated runs in any form are tested together: how many, how they scatter, and whether there is a difference at all."""
    found = [c for c in bench.read(_told(kind, before, after)).comparisons if c.primary]
    assert [(5, p, verdict)] * 5 == [(c.samples, c.p_value, c.verdict) for c in found]
    assert [max(_rank.spread_percent(before), _rank.spread_percent(after))] * 5 == [c.spread_percent for c in found]


def test_different_tests_are_no_runs():
    """Four tests of one metric are not one test four times."""
    text = "Before: 1.0 Gbps, 10.0 Gbps, 100.0 Gbps, 2.0 Gbps\nAfter: 2.0 Gbps, 20.0 Gbps, 200.0 Gbps, 4.0 Gbps\n"
    assert {None} == {c.samples for c in bench.read(text).comparisons}


def test_unequal_runs():
    """Runs repeated more often on one side are compared by their medians, as written, with both numbers."""
    text = _told("outputs", [9.41, 9.4, 9.38, 9.42, 9.39], [9.81, 9.82, 9.79, 9.83])
    (made,) = [c for c in bench.read(text).comparisons if c.primary]
    assert (9.4, 9.81, 5, 4, "better") == (made.before, made.after, made.samples, made.samples_after, made.verdict)
    assert made.p_value == round(_rank.p_value([9.41, 9.4, 9.38, 9.42, 9.39], [9.81, 9.82, 9.79, 9.83]) or 1, 4)
    assert [(3, "9.40"), (10, "9.81")] == [(at[0] - 1, at[2]) for at in (made.before_at, made.after_at) if at]
