# SPDX-License-Identifier: GPL-2.0-or-later
"""How the comparisons of some mails fall out."""

from collections.abc import Iterable

import msgspec

from digest.model import BenchEntry, Comparison, SeriesEntry

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


def newest(series: SeriesEntry, robots: frozenset[str]) -> list[BenchEntry]:
    """The numbers people posted with the newest version that has a pair; all of them where none has."""
    entries = [entry for entry in series.benchmarks if entry.key not in robots]
    # a work that somebody else took up may count its versions anew: the newest is the one posted last
    order = {revision.version: at for at, revision in enumerate(series.revisions)}
    paired = [order.get(entry.version or 0, -1) for entry in entries if any(pair.delta_percent is not None for pair in entry.comparisons)]
    return [entry for entry in entries if order.get(entry.version or 0, -1) == max(paired)] if paired else entries


def print_of(entry: BenchEntry, comparison: Comparison) -> tuple[object, ...]:
    """What makes two comparisons of a version the same result, told twice: cover and patch often carry the same table."""
    where = tuple(sorted((name, str(value)) for name, value in comparison.params.items()))
    figures = (comparison.before, comparison.after, comparison.unit, comparison.claimed_percent)
    return entry.version, comparison.metric, comparison.label, where, figures


def restated(entry: BenchEntry) -> set[int]:
    """Which comparisons are sentences that only say again what a table of the same mail shows: the very figures, in words."""
    prose = {line for block in entry.blocks if block.kind == "prose" for line in range(block.line, block.end_line + 1)}
    lines = [(pair.after_at or pair.before_at or (0,))[0] for pair in entry.comparisons]
    shown = {
        (pair.before, pair.after, pair.unit) for pair, line in zip(entry.comparisons, lines, strict=True) if line and line not in prose
    }
    return {
        at
        for at, (pair, line) in enumerate(zip(entry.comparisons, lines, strict=True))
        if line in prose and pair.before is not None and pair.claimed_percent is None and (pair.before, pair.after, pair.unit) in shown
    }


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
    had: set[tuple[object, ...]] = set()
    for entry in entries:
        prints = [print_of(entry, comparison) for comparison in entry.comparisons]
        told = restated(entry)
        fresh = [
            pair for at, (pair, known) in enumerate(zip(entry.comparisons, prints, strict=True)) if known not in had and at not in told
        ]
        had.update(prints)
        for comparison in fresh:
            if comparison.delta_percent is not None:
                counts[comparison.verdict] += 1
            if comparison.claimed_percent is not None:
                claims += 1
                broken += comparison.claim_matches is False
                held += comparison.claim_matches is True
    return Tally(counts["better"], counts["worse"], counts["no-clear-difference"], counts["unknown"], claims, broken, held)
