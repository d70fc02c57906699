# SPDX-License-Identifier: GPL-2.0-or-later
"""Is a difference between repeated runs more than noise?  The rank-sum test, exact also with ties; standard library only.

H. B. Mann and D. R. Whitney, Annals of Mathematical Statistics 18 (1947).  Up to 40 runs together the distribution of the rank sum
is counted out over midranks; beyond that the normal approximation with the correction for ties is used.
"""

import math
from collections.abc import Sequence
from typing import Final

_EXACT: Final = 40
ALPHA: Final = 0.05
LEAST: Final = 4
"""With fewer runs a side not even the clearest difference is significant."""


def p_value(before: Sequence[float], after: Sequence[float]) -> float | None:
    """Give the two-sided probability that runs this different are of one kind; None with fewer than four runs a side."""
    if min(len(before), len(after)) < LEAST:
        return None
    ranks = _doubled_midranks([*before, *after])
    mine = ranks[: len(before)]
    total = len(ranks)
    if total <= _EXACT:
        return _exact(ranks, len(before), sum(mine))
    return _normal(ranks, len(before), sum(mine))


def spread_percent(values: Sequence[float]) -> float | None:
    """Give the standard deviation of the runs in percent of their mean; None with fewer than two runs or a mean of 0."""
    count = len(values)
    mean = sum(values) / count if count else 0.0
    if count < 2 or mean == 0:
        return None
    return round(100 * math.sqrt(sum((v - mean) ** 2 for v in values) / (count - 1)) / abs(mean), 2)


def _doubled_midranks(values: list[float]) -> list[int]:
    """Rank values from 1; equal ones share the middle.  Doubled, so that they stay whole numbers."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end + 1 < len(order) and values[order[end + 1]] == values[order[at]]:
            end += 1
        for i in range(at, end + 1):
            ranks[order[i]] = at + end + 2
        at = end + 1
    return ranks


def _exact(ranks: list[int], size: int, found: int) -> float:
    """Count the choices of `size` ranks whose sum lies as far from the middle as the one found."""
    counts: list[dict[int, int]] = [{0: 1}] + [{} for _ in range(size)]
    for rank in ranks:
        for chosen in range(size, 0, -1):
            target = counts[chosen]
            for total, ways in counts[chosen - 1].items():
                target[total + rank] = target.get(total + rank, 0) + ways
    middle = size * (len(ranks) + 1)
    far = abs(found - middle)
    extreme = sum(ways for total, ways in counts[size].items() if abs(total - middle) >= far)
    return extreme / math.comb(len(ranks), size)


def _normal(ranks: list[int], size: int, found: int) -> float:
    total = len(ranks)
    other = total - size
    middle = size * (total + 1) / 2
    ties = sum(n**3 - n for n in (ranks.count(rank) for rank in set(ranks)))
    variance = size * other / 12 * ((total + 1) - ties / (total * (total - 1)))
    if variance <= 0:
        return 1.0
    z = max(0.0, abs(found / 2 - middle) - 0.5) / math.sqrt(variance)
    return math.erfc(z / math.sqrt(2))
