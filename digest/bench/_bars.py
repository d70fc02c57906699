# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables drawn with bars: words between `|` and rules -> rows of cells.

Where lines are kept they are the rows (`_bars_by_line.py`); else so many bars as a rule has columns make one (`_bars_by_count.py`).
"""

from typing import Final

from digest.bench._bars_by_count import MOST_CELL, by_count
from digest.bench._bars_by_line import by_line
from digest.bench._drawn import Grid, is_bar
from digest.bench._tokens import Token

_MOST_TOKENS: Final = 20000


def grids(tokens: tuple[Token, ...]) -> list[Grid]:
    """Find the drawn tables of a text, in order."""
    out: list[Grid] = []
    at = 0
    total = min(len(tokens), _MOST_TOKENS)
    while at < total:
        if not (is_bar(tokens[at]) or (tokens[at].kind == "rule" and ("+" in tokens[at].text or "|" in tokens[at].text))):
            at += 1
            continue
        if tokens[at].kind == "rule" and (at + 1 >= total or tokens[at + 1].kind == "w") and tokens[at].text.startswith("+"):
            at += 1
            continue
        end = _reach(tokens, at, total)
        begin = _head(tokens, at)
        grid = by_line(tokens[begin:end]) or by_count(tokens, begin, at, end)
        if grid is not None and len(grid.rows) > 1:
            out.append(grid)
            while end > at + 1 and tokens[end - 1].start >= grid.end:
                end -= 1
        at = max(end, at + 1)
    return out


def _reach(tokens: tuple[Token, ...], at: int, total: int) -> int:
    """Find where a table ends: the last bar or rule, none being further from the next than a cell may be long."""
    last = at
    i = at + 1
    while i < total and i - last <= MOST_CELL:
        token = tokens[i]
        if token.kind in {"bar", "rule"}:
            between = tokens[last + 1 : i]
            if token.line - tokens[last].line > 1 and any(t.line not in {token.line, tokens[last].line} for t in between):
                break
            if token.line - tokens[last].line > 3:
                break
            last = i
        i += 1
    # what follows the last bar on its line, or the last row's last cell
    end = last + 1
    line = tokens[last].line
    if tokens[last].kind == "bar":
        while end < total and tokens[end].line == line and end - last <= 6:
            end += 1
    return end


def _head(tokens: tuple[Token, ...], at: int) -> int:
    """Step back to the start of the line, where the first cell has no bar before it."""
    begin = at
    while begin > 0 and tokens[begin - 1].line == tokens[at].line and at - begin < 12:
        begin -= 1
    return begin
