# SPDX-License-Identifier: GPL-2.0-or-later
"""The door of the room: what holds for every tool at once."""

from digest import bench

TEXT = """We ran netperf on two hosts, pinned to one core.

BEFORE:
$ netperf -H 198.51.100.7 -T 4,5 -P 0 -l 30 -- -m 256K
 87380  16384 262144    30.00    31420.50

AFTER:
$ netperf -H 198.51.100.7 -T 4,5 -P 0 -l 30 -- -m 256K
 87380  16384 262144    30.00    50110.25
"""


def test_a_figure_is_one_result() -> None:
    """However many grammars fit a row, its figure is listed once, and so is its comparison."""
    found = bench.read(TEXT)
    places = [(metric.line, metric.column) for block in found.blocks for metric in block.metrics]

    assert [(31420.50, 50110.25)] == [(made.before, made.after) for made in found.comparisons if made.primary]
    assert sorted(set(places)) == sorted(places)
