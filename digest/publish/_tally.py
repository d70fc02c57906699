# SPDX-License-Identifier: GPL-2.0-or-later
"""How the comparisons of some mails fall out."""

from collections.abc import Iterable

import msgspec

from digest import results
from digest.model import BenchEntry, Comparison

WORDS = {"better": "better", "worse": "worse", "no-clear-difference": "no clear difference", "unknown": "not judged"}


class Tally(msgspec.Struct, frozen=True):
    """Counts over all comparisons of a series."""

    better: int
    worse: int
    flat: int
    unjudged: int
    claims: int
    broken: int
    held: int

    @property
    def pairs(self) -> int:
        """All pairs."""
        return self.better + self.worse + self.flat + self.unjudged


def verdicts(comparisons: Iterable[Comparison]) -> str:
    """`30 better, 1 worse, 14 no clear difference`."""
    counts: dict[str, int] = {}
    for comparison in comparisons:
        word = WORDS[comparison.verdict] if comparison.delta_percent is not None else WORDS["unknown"]
        counts[word] = counts.get(word, 0) + 1
    return ", ".join(f"{counts[word]} {word}" for word in WORDS.values() if word in counts)


def tally(entries: Iterable[BenchEntry]) -> Tally:
    """How the comparisons of some mails fall out; what a second mail of a version repeats counts once."""
    counts = {"better": 0, "worse": 0, "no-clear-difference": 0, "unknown": 0}
    claims = broken = held = 0
    for _, comparison in results.once(entries):
        if comparison.delta_percent is not None:
            counts[comparison.verdict] += 1
        if comparison.claimed_percent is not None:
            claims += 1
            broken += comparison.claim_matches is False
            held += comparison.claim_matches is True
    return Tally(counts["better"], counts["worse"], counts["no-clear-difference"], counts["unknown"], claims, broken, held)
