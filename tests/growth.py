# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether work grows as its input does, told by processor time in a way that a busy machine cannot turn into a failure.

Noise only ever adds time.  So each figure is the least of some tries, and what looks too steep or too slow is measured again: work
that really is steep stays so in every round, and one quiet round is enough to clear work that is not.
"""

from collections.abc import Callable
from time import process_time

ROUNDS = 6


def least(work: Callable[[], object], tries: int = 2) -> float:
    """The least processor seconds of some tries of `work`."""
    best = float("inf")
    for _ in range(tries):
        begun = process_time()
        work()
        best = min(best, process_time() - begun)
    return best


def cleared(measure: Callable[[], float], bound: float, rounds: int = ROUNDS) -> float:
    """The least of what `measure` gives in up to `rounds` tries; the first that is within `bound` ends them."""
    best = float("inf")
    for _ in range(rounds):
        best = min(best, measure())
        if best <= bound:
            break
    return best


def of(work: Callable[[int], object], size: int, bound: float = 8.0) -> float:
    """time(4n)/time(n) of `work(n)` at n = `size`: 4 where it is linear, 16 where it is quadratic; compare with `bound`."""
    return cleared(lambda: least(lambda: work(4 * size)) / max(least(lambda: work(size)), 1e-6), bound)


def seconds(work: Callable[[], object], bound: float) -> float:
    """The least processor seconds of up to six tries of `work`; the first within `bound` ends them."""
    return cleared(lambda: least(work, 1), bound)
