# SPDX-License-Identifier: GPL-2.0-or-later
"""Long texts of one construct, over which the grammar of benchmarks once went anew for each number."""

from digest import bench
from tests import growth


def _numbered(size: int) -> str:
    """A line of words with a number of no unit behind each, a wide gap at its head."""
    return "throughput   9.1 Gbps   10.2 Gbps " + "lane 7 of " * (size * 12)


def test_numbers_among_words() -> None:
    """A text of one line with a number behind every third word: four times the text takes about four times as long."""
    assert growth.of(lambda size: bench.read(_numbered(size)), 200, bound=9.0) <= 9.0
