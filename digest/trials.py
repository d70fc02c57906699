# SPDX-License-Identifier: GPL-2.0-or-later
"""SeriesEntry -> who tested it on what: tests that went well, of others and of the author's side, and those that failed.

The board's row, the head of a page and the terminal tell of the same tests in words of their own.
"""

from collections.abc import Iterable
from typing import NamedTuple

from digest.model import SeriesEntry, TestEntry


class Trials(NamedTuple):
    """The tests of a series: those that speak for it, by whose they are, and those that failed."""

    others: tuple[TestEntry, ...]
    own: tuple[TestEntry, ...]
    lost: tuple[TestEntry, ...]

    @property
    def went(self) -> tuple[TestEntry, ...]:
        """All that speak for it; others' first."""
        return self.others + self.own


def trials(entry: SeriesEntry) -> Trials:
    """The tests of a series in three parts, each in their order; a tag sent in another's name is in none."""
    ours = entry.ours()
    went = [test for test in entry.tests if test.supports()]
    others = tuple(test for test in went if test.person.id not in ours)
    own = tuple(test for test in went if test.person.id in ours)
    return Trials(others, own, tuple(test for test in entry.tests if test.failed))


def machines(tests: Iterable[TestEntry]) -> tuple[str, ...]:
    """The hardware that tests name, each once, in their order."""
    return tuple(dict.fromkeys(test.hardware for test in tests if test.hardware))
