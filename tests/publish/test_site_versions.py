# SPDX-License-Identifier: GPL-2.0-or-later
"""What changed in a version: its own entry of a changelog first, wherever it stands; headings in the forms authors use."""

import pytest

from digest.publish import _versions


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("v3:", 3),
        ("Changes in v3:", 3),
        ("  v2 -> v3 (2026-11-02):", 3),
        ("Changes since v2:", 3),
        ("Changes from v1 to v2", 2),
        ("V7->V8:", 8),
        ("* v4: take the lock", 4),
        ("[v2] https://list.example.org/2", 2),
        ("RFC v2:", 2),
        ("v2 hardware is not touched", None),
        ("- the v2 board", None),
        ("", None),
    ],
)
def test_headings(line: str, expected: int | None) -> None:
    """Which version's changes a line heads; prose that names a version heads none."""
    assert _versions._entry_of(line) == expected


@pytest.mark.parametrize(
    ("changelog", "version", "expected"),
    [
        ("v3:\n- c\n\nv2:\n- b", 3, ("v3:\n- c", "v2:\n- b", 2)),
        ("v2:\n- b\n\nv3:\n- c", 3, ("v3:\n- c", "v2:\n- b", 2)),
        ("Changes since v1:\n- all", 2, ("Changes since v1:\n- all", "", 0)),
        ("v2:\n" + "\n".join(f"- {number}" for number in range(9)), 2, ("v2:\n- 0\n- 1\n- 2\n- 3\n- 4", "- 5\n- 6\n- 7\n- 8", 4)),
        ("Rebased.", 4, ("Rebased.", "", 0)),
        ("v2:\n- b", 3, ("v2:\n- b", "", 0)),
        ("  \n", 2, None),
        (None, 2, None),
    ],
)
def test_own_entry_first(changelog: str | None, version: int, expected: tuple[str, str, int] | None) -> None:
    """A changelog is shown from this version's entry on; nothing of it is lost."""
    assert _versions._changes(changelog, version) == expected
