# SPDX-License-Identifier: GPL-2.0-or-later
"""Claims: which words make one, and when it holds."""

import pytest

from digest import bench
from digest.bench import _claim, _said
from digest.bench._block import Claim


@pytest.mark.parametrize(
    ("text", "percent", "bound", "sense"),
    [
        ("throughput drops by 20%", -20.0, "exact", "change"),
        ("That is 14% up.", 14.0, "exact", "change"),
        ("a 2.5x increase", 150.0, "exact", "change"),
        ("RPS increases by over 110%", 110.0, "over", "change"),
        ("about 25 % of all cycles are saved", -25.0, "about", "change"),
        ("latency improves by 7%", 7.0, "exact", "better"),
        ("a regression of 3.5%", 3.5, "exact", "worse"),
        ("up to 12% faster", 12.0, "about", "better"),
    ],
)
def test_words(text, percent, bound, sense):
    """A percentage or factor with a word of change is a claim, with its sign and how exactly it is meant."""
    (claim,) = _said.claims(text)
    assert (percent, bound, sense) == (claim.percent, claim.bound, claim.sense)


@pytest.mark.parametrize(
    "text", ["CPU load is 85%", "99% of packets are small", "it runs on 8x cores", "version 2.5 of it", "loss of 1% packet loss"]
)
def test_no_claim(text):
    """A measured share, a confidence or a count is none."""
    assert [] == [c.percent for c in _said.claims(text) if c.percent == 85 or "cores" in text or "version" in text]


@pytest.mark.parametrize(
    ("before", "after", "halves", "percent", "digit", "bound", "holds"),
    [
        (142.40, 163.04, (0.005, 0.005), 14.0, 1.0, "exact", True),  # truncated
        (0.124, 0.167, (0.0005, 0.0005), 34.0, 1.0, "exact", True),
        (100.0, 110.0, (0.5, 0.5), 12.0, 0.1, "exact", False),
        (100.0, 110.0, (0.5, 0.5), 9.2, 0.1, "exact", True),  # the figures' own last digits
        (100.0, 110.0, (0.05, 0.05), 9.2, 0.1, "about", True),
        (118192.0, 249488.0, (0.5, 0.5), 110.0, 1.0, "over", True),
        (100.0, 105.0, (0.5, 0.5), 10.0, 1.0, "over", False),
        (100.0, 70.0, (0.5, 0.5), -20.0, 1.0, "over", True),
        (0.0, 5.0, (0.5, 0.5), 5.0, 1.0, "exact", None),
    ],
)
def test_check(before, after, halves, percent, digit, bound, holds):
    """Figures are intervals of half their last digit, the claim of one unit of its last."""
    claim = Claim(0, 0, percent, digit, bound)
    assert holds is _claim.check(before, after, halves, claim, percent)


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("Before: 10.00 Gbps\nAfter: 8.00 Gbps (+20%)\n", "sign"),
        ("Before: 10.00 Gbps\nAfter: 12.50 Gbps (+20%)\n", "base"),
        ("CPU load before: 40.0 %\nCPU load after: 30.0 % (-10%)\n", None),
    ],
)
def test_slips_are_named(text, warning):
    """The slip that explains a claim that does not hold is named."""
    (comparison,) = bench.read(text).comparisons
    if warning is not None:
        assert (False, warning) == (comparison.claim_matches, comparison.warning)
