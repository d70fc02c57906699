# SPDX-License-Identifier: GPL-2.0-or-later
"""What is drawn with bars: cells, rows of them, and the table."""

from typing import NamedTuple

from digest.bench._tokens import Token


class Cell(NamedTuple):
    """The words between two bars."""

    tokens: tuple[Token, ...]

    @property
    def text(self) -> str:
        """The words, single-spaced as written."""
        return " ".join(token.text for token in self.tokens)


class Row(NamedTuple):
    """One row; `group` counts the rules above it, `start` and `end` are offsets."""

    cells: tuple[Cell, ...]
    group: int
    start: int
    end: int


class Grid(NamedTuple):
    """A drawn table.  `bordered`: with `+---+` borders; rows include those of the heading."""

    rows: tuple[Row, ...]
    columns: int
    bordered: bool
    start: int
    end: int
    ruled: bool


def is_bar(token: Token) -> bool:
    return token.kind == "bar"
