# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables as a spreadsheet writes them: names with commas between, lines of as many numbers below (`size,before_mpps,after_mpps`)."""

import re
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench import _caption, _table
from digest.bench._block import Run
from digest.bench._drawn import Cell
from digest.bench._tokens import Token, Words, number

NAME: Final = "commas"

_SIGN: Final = re.compile(r"[A-Za-z_)],[A-Za-z_\"]")
_NAME: Final = r"\"?[A-Za-z#][\w./%()#+-]{0,40}\"?"
_HEAD: Final = re.compile(rf"(?<![^\s|>]){_NAME}(?:,{_NAME}){{1,15}}(?=\s)")
_ROW: Final = re.compile(r"\s{1,40}(?P<row>[\w./:+-]{1,40}(?:,[+-]?[\w.%/-]{0,40}){1,15})(?=\s|$)")
_CELL: Final = re.compile(r"(?P<num>[+-]?\d{1,15}(?:\.\d{1,9})?)(?P<unit>%|[A-Za-z/]{1,12})?")
_FEWEST: Final = 2
_MOST: Final = 200


def sniff(words: Words) -> bool:
    """Tell whether names stand with a comma and no blank between."""
    return "," in words.gist and _SIGN.search(words.gist) is not None


def parse(words: Words) -> Iterator[Run]:
    """Read each heading with its rows."""
    text = words.rest
    floor = 0
    for head in _HEAD.finditer(text):
        if head.start() < floor:
            continue
        names = [name.strip('"') for name in head[0].split(",")]
        rows: list[list[Cell]] = []
        at = head.end()
        while len(rows) < _MOST and (match := _ROW.match(text, at)) is not None:
            row = _cells(words, match.start("row"), match["row"].split(","), first=not rows)
            if row is None or len(row) != len(names):
                break
            rows.append(row)
            at = match.end()
        if len(rows) < _FEWEST:
            continue
        table = _table.Table(
            headers=[re.sub(r"[_.]{1,9}", " ", name) for name in names],
            rows=rows,
            groups=[0] * len(rows),
            start=head.start(),
            end=at,
            layout="aligned",
            fill=False,
        )
        yield from _table.read(words, table, _caption.above(words, head.start(), floor))
        floor = at


def _cells(words: Words, at: int, written: list[str], *, first: bool) -> list[Cell] | None:
    """Give the cells of a row; None where all behind the first are words."""
    line, column = words.place(at)
    out: list[Cell] = []
    numbers = 0
    for i, text in enumerate(written):
        match = _CELL.fullmatch(text)
        told = match["unit"] if match is not None else None
        unit = (units.canonical(told) or "") if told else ""
        if match is not None and not (told and not unit):
            numbers += i > 0
            token = Token("n", at, at + len(text), text, number(match["num"]), unit, line, i == 0 and not first, 1, column)
            out.append(Cell((token,)))
        elif text:
            out.append(Cell((Token("w", at, at + len(text), text, 0.0, "", line, i == 0, 1, column),)))
        else:
            out.append(Cell(()))
        at += len(text) + 1
        column += len(text) + 1
    return out if numbers else None
