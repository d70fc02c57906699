# SPDX-License-Identifier: GPL-2.0-or-later
"""What looks like a benchmark and was read by no grammar is shown as it stands, never dropped in silence.

Two signs are enough: a drawn table most of whose cells are numbers, or three lines close together each with a rate in them.
"""

import re
from typing import Final

from digest import unit as units
from digest.bench import _bars, _drawn, _tool
from digest.bench._block import Run
from digest.bench._cells import RATES
from digest.bench._tokens import Token, Words

_SET: Final = re.compile(
    r"^(?:links?|speeds?|advertis\w+|support\w*|lanes?|phy|serdes|mcs\w*|bit-?rates?|max_rate|min_rate|rate|rates|masks?|shaper|mqprio|modes?|tvlv|ttl|seq)\W?$",
    re.IGNORECASE,
)
"""Words of what is set or shown by a driver, not measured."""
_FEWEST_CELLS: Final = 6
_FEWEST_LINES: Final = 3
_CLOSE: Final = 3
_MOST: Final = 3


def find(words: Words) -> list[Run]:
    """Give the stretches left over, at most three, each as a run without figures that keeps its text."""
    tokens = words.tokens()
    if not tokens:
        return []
    out = [_run(grid.start, grid.end) for grid in _bars.grids(tokens) if _numeric(grid)]
    out += [_run(start, end) for start, end in _rates(tokens)] if not words.flat else []
    return out[:_MOST]


def _run(start: int, end: int) -> Run:
    return Run(_tool.UNKNOWN, start, end, kind="table", layout="unread", text=True)


def _numeric(grid: _drawn.Grid) -> bool:
    cells = [cell for row in grid.rows[1:] for cell in row.cells[1:] if cell.tokens]
    numbers = sum(cell.tokens[0].kind == "n" for cell in cells)
    paths = sum("/" in cell.text and "." in cell.text for row in grid.rows for cell in row.cells[:1])
    return numbers >= _FEWEST_CELLS and numbers * 2 > len(cells) and paths * 2 < len(grid.rows)


def _rates(tokens: tuple[Token, ...]) -> list[tuple[int, int]]:
    """Find lines close together that each hold a rate."""
    rated = [t for t in tokens if t.kind == "n" and units.family(t.unit) in RATES]
    out: list[tuple[int, int]] = []
    group: list[Token] = []
    for token in [*rated, None]:
        if group and (token is None or token.line - group[-1].line > _CLOSE):
            if len({t.line for t in group}) >= _FEWEST_LINES:
                first, last = group[0].line, group[-1].line
                inside = [t for t in tokens if first <= t.line <= last]
                told = sum(_SET.search(t.text) is not None for t in inside)
                if told * 2 >= len({t.line for t in group}):
                    group = [token] if token is not None else []
                    continue  # speeds of links and limits that were set
                out.append((inside[0].start, inside[-1].end))
            group = []
        if token is not None:
            group.append(token)
    return out
