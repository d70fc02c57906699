# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables drawn with borders: `+---+---+` around and `|` between; inner rules, spanning labels, headings of several lines."""

import re
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench import _bars, _caption, _drawn, _table
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
                lines = [
                    _spread([cell.text for cell in row.cells]) if row is not heads[-1] else [c.text for c in row.cells] for row in heads
                ]
                headers = [" ".join(line[c] for line in lines if line[c]) for c in range(grid.columns)]
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


def split(grid: _drawn.Grid) -> tuple[list[_drawn.Row], list[_drawn.Row]]:
    """Part the heading from the rows: what stands above the first inner rule, else the first rows without numbers."""
    first = grid.rows[0].group
    heads = [row for row in grid.rows if row.group == first]
    rest = [row for row in grid.rows if row.group != first]
    if rest and (not any(_measures(row) for row in heads) or _versions(heads, rest)):
        below = len(rest) > 2 and len(heads) == 1 and _names(rest[0]) and not _names(rest[1])
        return ([*heads, rest[0]], rest[1:]) if below else (heads, rest)
    count = 0
    for row in grid.rows:
        if any(t.kind == "n" for cell in row.cells[1:] for t in cell.tokens):
            break
        count += 1
    return list(grid.rows[:count]), list(grid.rows[count:])


_VOID: Final = frozenset({"", "-", "--", "n/a", "na", "none", "nan", "x"})


def _names(row: _drawn.Row) -> bool:
    """Tell whether a row has words over each column and no number: a second line of the heading, below a rule."""
    return not any(t.kind == "n" for cell in row.cells for t in cell.tokens) and not any(
        cell.text.strip().lower() in _VOID for cell in row.cells[1:]
    )


def _spread(line: list[str]) -> list[str]:
    """Write what heads several columns over each of them: `| | base | | patched | |` where the blanks come at equal steps."""
    told = [c for c, text in enumerate(line) if text.strip()]
    if len(told) < 2 or told[0] != 1:
        return line
    each = told[1] - told[0]
    if each < 2 or told != list(range(1, len(line), each)) or (len(line) - 1) % each:
        return line
    return [line[0], *(line[1 + (c - 1) // each * each] for c in range(1, len(line)))]


_VERSION: Final = re.compile(r"v?\d{1,2}\.\d{1,3}(?:\.\d{1,3})?")


def _versions(heads: list[_drawn.Row], rest: list[_drawn.Row]) -> bool:
    """Tell whether what seems results above the rule is kernels: `size | 6.1 | 6.2` over numbers with units."""
    if len(heads) != 1 or any(t.kind == "n" for t in heads[0].cells[0].tokens):
        return False
    bare = [t for cell in heads[0].cells[1:] for t in cell.tokens[:1] if t.kind == "n"]
    units_below = [t.unit for row in rest for cell in row.cells[1:] for t in cell.tokens[:1] if t.kind == "n"]
    return all(not t.unit and _VERSION.fullmatch(t.text) for t in bare) and len(units_below) > 0 and all(units_below)


def _measures(row: _drawn.Row) -> bool:
    """Tell whether a row holds results: cells that begin with a number that has a unit of a result, or decimals."""
    first = [cell.tokens[0] for cell in row.cells[1:] if cell.tokens]
    return any(t.kind == "n" and (units.family(t.unit) not in {"", "B", "bit", "count"} or "." in t.text) for t in first)
