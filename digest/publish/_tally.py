# SPDX-License-Identifier: GPL-2.0-or-later
"""How the comparisons of some mails fall out."""

from collections.abc import Iterable

import msgspec

from digest.model import BenchEntry, SeriesEntry


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


def newest(series: SeriesEntry, robots: frozenset[str]) -> list[BenchEntry]:
    """The numbers people posted with the newest version that has a pair; all of them where none has."""
    entries = [entry for entry in series.benchmarks if entry.key not in robots]
    versions = [entry.version or 0 for entry in entries if any(pair.delta_percent is not None for pair in entry.comparisons)]
    return [entry for entry in entries if (entry.version or 0) == max(versions)] if versions else entries


def tally(entries: Iterable[BenchEntry]) -> Tally:
    """How the comparisons of some mails fall out."""
    verdicts = {"better": 0, "worse": 0, "no-clear-difference": 0, "unknown": 0}
    claims = broken = held = 0
    for entry in entries:
        for comparison in entry.comparisons:
            if comparison.delta_percent is not None:
                verdicts[comparison.verdict] += 1
            if comparison.claimed_percent is not None:
                claims += 1
                broken += comparison.claim_matches is False
                held += comparison.claim_matches is True
    return Tally(verdicts["better"], verdicts["worse"], verdicts["no-clear-difference"], verdicts["unknown"], claims, broken, held)
