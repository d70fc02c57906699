# SPDX-License-Identifier: GPL-2.0-or-later
"""Patterns that are only tried at their first characters: the matches are those of `re`, and no first character is forgotten."""

import re
import sys
from collections.abc import Iterable, Iterator
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

import digest
from digest import bench, patch
from digest.leap import Leap

CHARACTERS = [chr(number) for number in (*range(256), 0x2248, 0x2192)]


def _leaps() -> Iterator[tuple[str, Leap]]:
    """All of them, with the name of the module and theirs."""
    assert bench.TOOLS
    assert patch.CODES
    digest.load()
    for name, module in sorted(sys.modules.items()):
        if name.startswith("digest."):
            for word, value in vars(module).items():
                held = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else (value,)
                yield from ((f"{name}.{word}", one) for one in held if isinstance(one, Leap))


def _first(parsed: Iterable[tuple[Any, Any]]) -> tuple[set[str], bool]:
    """The characters with which a match of a parsed pattern may begin, and whether it may be empty."""
    found: set[str] = set()
    for kind, value in parsed:
        if kind in (op.AT, op.ASSERT, op.ASSERT_NOT):
            continue
        empty = False
        if kind is op.LITERAL:
            here = {chr(value)}
        elif kind is op.IN:
            here = {char for char in CHARACTERS if _holds(value, char)}
        elif kind is op.SUBPATTERN:
            here, empty = _first(value[3])
        elif kind is op.ATOMIC_GROUP:
            here, empty = _first(value)
        elif kind is op.BRANCH:
            choices = [_first(choice) for choice in value[1]]
            here = set().union(*(one for one, _ in choices))
            empty = any(one for _, one in choices)
        elif kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            here, empty = _first(value[2])
            empty = empty or value[0] == 0
        else:
            return set(CHARACTERS), False
        found |= here
        if not empty:
            return found, False
    return found, True


def _holds(members: list[tuple[Any, Any]], char: str) -> bool:
    """Whether a parsed character class holds a character."""
    classes = {op.CATEGORY_DIGIT: r"\d", op.CATEGORY_SPACE: r"\s", op.CATEGORY_WORD: r"\w"}
    negated = members[0][0] is op.NEGATE
    for kind, value in members:
        if (
            (kind is op.LITERAL and char == chr(value))
            or (kind is op.RANGE and value[0] <= ord(char) <= value[1])
            or (kind is op.CATEGORY and re.match(classes[value], char))
        ):
            return not negated
    return negated


def test_first_characters() -> None:
    """No pattern of the grammars can begin with a character that it is not tried at, and none can be empty."""
    wrong = []
    for name, leap in _leaps():
        first, empty = _first(_parser.parse(leap.source, leap.flags))
        if leap.flags & re.IGNORECASE:
            first |= {char.swapcase() for char in first if char.isascii()}
        forgotten = {char for char in first if not re.match(f"[{leap.first}]", char)}
        if forgotten or empty:
            wrong.append((name, "".join(sorted(forgotten)), empty))
    assert wrong == []


def test_there_are_some() -> None:
    """The grammars have such patterns: the test before looks at something."""
    assert len(list(_leaps())) > 10


@pytest.mark.parametrize("text", ["", "one two one", "stone one, ONE; bone 1one one", "oneone one", "one\none"])
@pytest.mark.parametrize(("source", "flags"), [(r"\bone\b", 0), (r"(?<!\w)(?P<n>one)(?=[ ,]|$)", re.IGNORECASE), (r"^one$", re.MULTILINE)])
@pytest.mark.parametrize(("start", "end"), [(0, None), (1, None), (4, 11), (3, 300)])
def test_same_matches(text: str, source: str, flags: int, start: int, end: int | None) -> None:
    """Matches, groups and what takes their place are those of `re`, within any part of a text."""
    leap = Leap("oO", source, flags)
    pattern = re.compile(source, flags)
    stop = len(text) if end is None else end
    assert [found.span() for found in pattern.finditer(text, start, stop)] == [found.span() for found in leap.finditer(text, start, end)]
    expected, actual = pattern.search(text, start, stop), leap.search(text, start, end)
    assert (expected and expected.groups()) == (actual and actual.groups())
    assert pattern.sub(" ", text) == leap.sub(" ", text)


def test_matches_do_not_overlap() -> None:
    """A match begins behind the one before it."""
    assert [(0, 2), (2, 4)] == [found.span() for found in Leap("a", "aa").finditer("aaaaa")]
