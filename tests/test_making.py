# SPDX-License-Identifier: GPL-2.0-or-later
"""The second map: a large component gone through in parts gives what it gives in one piece."""

from collections.abc import Callable
from pathlib import Path

import pytest

from digest import making
from digest.store import Published
from tests.conftest import NOW
from tests.test_pipeline import tree

Run = Callable[..., tuple[int, bytes, str]]


def test_parts_give_what_one_piece_gives(run: Run, demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every component in eight parts, some of them empty, then once more with nothing new: the same site, nothing written again."""
    run("build", demo, "-o", tmp_path / "one", "--now", NOW, "-j1", "--no-search")
    monkeypatch.setattr(making, "PART_BYTES", 1)
    run("build", demo, "-o", tmp_path / "parts", "--now", NOW, "-j1", "--no-search")
    _, _, said = run("build", demo, "-o", tmp_path / "parts", "--now", NOW, "-j1", "--no-search")

    assert tree(tmp_path / "one") == tree(tmp_path / "parts")
    assert " 0 files written" in said


def test_parts_of_a_component() -> None:
    """As many parts as its bytes ask for, eight at most; each knows which one it is."""
    pieces = {size: [(task.part, task.parts) for task in making.parted(7, (b"x" * size,))] for size in (0, making.PART_BYTES, 1 << 24)}

    assert {
        0: [(0, 1)],
        making.PART_BYTES: [(0, 2), (1, 2)],
        1 << 24: [(part, 8) for part in range(8)],
    } == pieces


def test_joined_parts() -> None:
    """Counts add up, paths and rows follow each other, and one series that may still change makes the component so."""
    parts = [
        Published((5, 1, 2, 1), ("s/a",), (), (("g/done",),), settled=True),
        Published((0, 0, 0, 1), ("s/b",), (), (("g/rfc",),), settled=False),
    ]

    assert Published((5, 1, 2, 2), ("s/a", "s/b"), (), (("g/done",), ("g/rfc",)), settled=False) == making.joined(parts)
