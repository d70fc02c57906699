# SPDX-License-Identifier: GPL-2.0-or-later
"""A table of one row: it is one where its heading has a cell above each of its own and names both sides."""

import pytest

from digest import bench

HEAD = "Round trips over loopback:\n\nTest          Before (trans/s)   After (trans/s)    Diff\n"


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        (HEAD + "TCP_RR                   41200             43260    +5.0%\n", [(41200.0, 43260.0)]),
        ("Test          Runs   Length    Diff\nTCP_RR                   41200             43260    +5.0%\n", []),
        ("Sent before the change and received after it\nTCP_RR                   41200             43260    +5.0%\n", []),
    ],
)
def test_one_row(text: str, pairs: list[tuple[float, float]]) -> None:
    """The pair is read under such a heading alone."""
    assert pairs == [(found.before, found.after) for found in bench.read(text).comparisons]
