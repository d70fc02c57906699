# SPDX-License-Identifier: GPL-2.0-or-later
"""Every compiled pattern of the program takes time that grows as its input does: pumped, and looked at.

Where the two disagree the pump is right about what happens, the parse tree about what could.
"""

import re

import pytest

from tests import growth
from tests.torture import patterns

GROUPS = 12
RATIO = 3.2
"""time(2n)/time(n) of linear work is 2, of quadratic work 4; noise lies between."""


def test_patterns_are_found() -> None:
    """The walk finds patterns in modules, tuples and functions of every room that has some."""
    rooms = {one.place.split(".")[1] for one in patterns.found() if one.place.count(".") > 1}

    assert {"archive", "bench", "mail", "patch", "publish"} <= rooms
    assert len(patterns.found()) > 500


def test_no_open_repeat_in_an_open_repeat() -> None:
    """No pattern can cut one stretch of text in many ways by repeating a repeat: `(a+)+`."""
    found = [
        (one.place, one.pattern.pattern) for one in patterns.found() if patterns.open_nests(patterns.parsed(one.pattern), one.pattern.flags)
    ]

    assert [] == found


def test_no_open_neighbours() -> None:
    """No two open repeats that eat the same stand side by side, as in `.*.*`."""
    found = [
        (one.place, eaten, one.pattern.pattern)
        for one in patterns.found()
        if (eaten := patterns.open_neighbours(patterns.parsed(one.pattern), one.pattern.flags))
    ]

    assert [] == found


@pytest.mark.parametrize("group", range(GROUPS))
def test_linear(group: int) -> None:
    """No pattern's time grows faster than its input, up to 16 KiB of what its own parse tree is hungry for (`make torture`: 32)."""
    steep = []
    for one in patterns.found()[group::GROUPS]:
        ratio, pump = patterns.worst(one, size=8192, quick=0.006, stop=RATIO, most=5)
        if ratio > RATIO:
            steep.append((one.place, round(ratio, 1), pump))

    assert [] == steep


@pytest.mark.parametrize(
    ("pattern", "steep"),
    [
        (r"^Reviewed-by:\s*(.*?)\s*<(.*?)>\s*$", True),
        (r"((?:\d+[.,]?)+)\s*Gbps", True),
        (r"<[^>]*>", True),
        (r"[ \t]+$", True),
        (r"(a|a)*b", True),
        (r"^(?:[\w-]{1,40}): ([^\n]*)$", False),
        (r"<[^<>]{1,200}>", False),
        (r"(?:\n> [^\n]*)+", False),
    ],
)
def test_the_test_can_tell(pattern: str, steep: bool) -> None:  # noqa: FBT001 - a column of the table
    """Patterns known to be steep are called so, and harmless ones are not."""
    one = patterns.Found("here", re.compile(pattern), anchored=False)
    size = 512 if ".*?" in pattern else 8192  # cubic, and quadratic in the quickest loops of the matcher: milliseconds

    # Noise may hide the growth of a steep pattern in one look (never lend it to a harmless one: `growth.cleared`).
    assert steep == any(patterns.worst(one, size=size, quick=0.0002, stop=RATIO)[0] > RATIO for _ in range(4 if steep else 1))


def test_the_look_can_tell() -> None:
    """Nested and neighbouring open repeats are seen in the parse tree, kept-apart ones are not taken for them."""
    nests = [r"(a+)+", r"(?:\w*-?)*", r"(?:\n>[^\n]*)*", r"(?:_[a-z]+)+", r"(?>a+)+"]
    neighbours = [r"\s*\s*", r"a*?b?.*", r"\s+\d+\s+", r"\w*-\w*"]

    assert [True, True, False, False, False] == [bool(patterns.open_nests(patterns.parsed(re.compile(p)), 0)) for p in nests]
    assert [True, True, False, False] == [bool(patterns.open_neighbours(patterns.parsed(re.compile(p)), 0)) for p in neighbours]


@pytest.mark.parametrize(
    ("place", "pump"),
    [
        ("digest.patch.prose._CODE", ("", "a->a", "\0")),  # any arrow once began the search for a last semicolon anew
        ("digest.archive.lore._TO", ("", " To: a\n  ", "\0")),  # two blanks could be cut in two ways on each folded line
    ],
)
def test_linear_where_it_was_not(place: str, pump: tuple[str, str, str]) -> None:
    """Strings that the long walk of `make torture` found; the short one above does not make them."""
    one = next(one for one in patterns.found() if one.place == place)

    assert growth.cleared(lambda: patterns.growth(one, pump, 16_384, 0.01), RATIO) <= RATIO
