# SPDX-License-Identifier: GPL-2.0-or-later
"""Columns whose side stands beside each number, not above: `ice  8.0 (net-next)  9.3 (patched)`, `RR before 41.2 after 44.9`."""

import re
from typing import Final

from digest.bench import _role
from digest.bench._drawn import Cell
from digest.bench._tokens import Token, Words

_BRACKETS: Final = re.compile(r"[ \t\n]{0,9}[(\[][ ]?([A-Za-z][^()\[\]\n]{0,40})[)\]]")


def headings(words: Words, rows: list[list[Cell]]) -> tuple[list[str], list[list[Cell]]] | None:
    """Give the headings and the rows without them, where all rows tell the same two sides in the same places; else None."""
    width = len(rows[0])
    if width < 3 or len(rows) < 2 or any(token.unit == "%" for row in rows for cell in row for token in cell.tokens):
        return None
    enclosed = [_same([_in_brackets(words, row[c]) for row in rows]) for c in range(1, width)]
    if _both(enclosed):
        return ["", *enclosed], rows
    named = [_same([_last(row[c - 1]) for row in rows]) for c in range(1, width)]
    if not _both(named):
        return None
    return ["", *named], [[*(Cell(cell.tokens[: -1 - _colon(cell)]) for cell in row[:-1]), row[-1]] for row in rows]


def _both(texts: list[str]) -> bool:
    return all(texts) and {"before", "after"} <= {_role.own(text)[0] for text in texts}


def _same(texts: list[str]) -> str:
    return texts[0] if len(set(texts)) == 1 else ""


def _in_brackets(words: Words, cell: Cell) -> str:
    """Give the words in brackets behind the number of a cell."""
    numbers = [token for token in cell.tokens if token.kind == "n"]
    match = _BRACKETS.match(words.plain, numbers[0].end) if len(numbers) == 1 else None
    return match[1].strip() if match is not None else ""


def _colon(cell: Cell) -> bool:
    return bool(cell.tokens) and cell.tokens[-1].text == ":"


def _last(cell: Cell) -> str:
    """Give the last word of a cell, which is of the next one's number."""
    tokens: tuple[Token, ...] = cell.tokens[: -1 if _colon(cell) else None]
    return tokens[-1].text if len(tokens) > 1 and tokens[-1].kind == "w" else ""
