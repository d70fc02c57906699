# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables drawn with borders: `+---+---+` around and `|` between; inner rules, spanning labels, headings of several lines."""

from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench import _bars, _caption, _table
from digest.bench._block import Run
from digest.bench._tokens import Words

NAME: Final = "grid"


def sniff(words: Words) -> bool:
    """Tell whether a border may stand here."""
    return "|" in words.gist and ("+--" in words.gist or "+==" in words.gist or "-.--" in words.gist)


def parse(words: Words) -> Iterator[Run]:
    """Read each bordered table of measurements."""
    yield from drawn(words, bordered=True)


def drawn(words: Words, *, bordered: bool) -> Iterator[Run]:
    """Read the drawn tables of one kind: with borders or without."""
    floor = 0
    for grid in _bars.grids(words.tokens()):
        if grid.bordered is bordered:
            heads, rows = split(grid)
            if rows:
                headers = [" ".join(row.cells[c].text for row in heads if row.cells[c].tokens) for c in range(grid.columns)]
                table = _table.Table(
                    headers=headers,
                    rows=[list(row.cells) for row in rows],
                    groups=[row.group for row in rows],
                    start=grid.start,
                    end=grid.end,
                    layout="grid" if bordered else "pipe",
                )
                yield from _table.read(words, table, _caption.above(words, grid.start, floor))
        floor = grid.end


def split(grid: _bars.Grid) -> tuple[list[_bars.Row], list[_bars.Row]]:
    """Part the heading from the rows: what stands above the first inner rule, else the first rows without numbers."""
    first = grid.rows[0].group
    heads = [row for row in grid.rows if row.group == first]
    rest = [row for row in grid.rows if row.group != first]
    if rest and not any(_measures(row) for row in heads):
        return heads, rest
    count = 0
    for row in grid.rows:
        if any(t.kind == "n" for cell in row.cells[1:] for t in cell.tokens):
            break
        count += 1
    return list(grid.rows[:count]), list(grid.rows[count:])


def _measures(row: _bars.Row) -> bool:
    """Tell whether a row holds results: cells that begin with a number that has a unit of a result, or decimals."""
    first = [cell.tokens[0] for cell in row.cells[1:] if cell.tokens]
    return any(t.kind == "n" and (units.family(t.unit) not in {"", "B", "bit", "count"} or "." in t.text) for t in first)
