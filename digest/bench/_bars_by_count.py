# SPDX-License-Identifier: GPL-2.0-or-later
"""A table drawn with bars whose lines are lost or broken: a rule says how many columns there are, and so many bars make a row.

Where no rule shows columns, the bars between two rules do, or the order in which numbers and words come.
"""

import math
import re
from typing import Final

from digest.bench._drawn import Cell, Grid, Row, is_bar
from digest.bench._tokens import Token

MOST_CELL: Final = 30
"""Words in a cell, at most."""


def _segments(rule: str) -> int:
    """Count the columns a rule shows; 1 for one that shows none."""
    return len([part for part in re.split(r"[+|]", rule) if len(part.strip(" .,")) > 1])


def by_count(tokens: tuple[Token, ...], begin: int, at: int, end: int) -> Grid | None:
    """Read a table whose lines are lost or broken: its rule says how many bars make a row."""
    region = tokens[at:end]
    rules = [t for t in region if t.kind == "rule"]
    columns = max((_segments(t.text) for t in rules), default=0)
    if columns < 2:
        return _by_bars(tokens, begin, at, end)
    shape = next(t.text.strip() for t in rules if _segments(t.text) == columns)
    leading = shape[0] in "+|"
    trailing = shape[-1] in "+|" or shape[-2:-1] in {"+", "|"}
    bordered = any(t.text.startswith("+") for t in rules)
    if not leading:
        at = at if is_bar(tokens[at]) and trailing else max(begin, at - 3)
    found = _count(tokens, at, end, columns, leading=leading, trailing=trailing, bordered=bordered)
    return found or (_spanned(tokens, begin, at, end, columns) if not leading and not trailing else None)


def _spanned(tokens: tuple[Token, ...], begin: int, at: int, end: int, columns: int) -> Grid | None:
    """Read a table whose heading has cells that span columns: what stands over the first rule is dealt out, the rows begin behind it."""
    rule = next((i for i in range(at, end) if tokens[i].kind == "rule" and _segments(tokens[i].text) == columns), None)
    if rule is None or rule + 1 >= end:
        return None
    found = _count(tokens, rule + 1, end, columns, leading=False, trailing=False, bordered=False)
    cells: list[list[Token]] = [[]]
    for token in tokens[max(begin, at - 3) : rule]:
        if is_bar(token):
            cells.append([])
        else:
            cells[-1].append(token)
    over = len(cells) - columns
    if found is None or over < 1 or (columns - 1) % over:
        return None
    each = (columns - 1) // over
    # `a | with x | with y | p | q | p | q`: the first cell, those over several columns, then one for each column
    named, wide, low = cells[0], cells[1 : 1 + over], cells[1 + over :]
    merged = [named, *(wide[c // each] + low[c] for c in range(columns - 1))]
    head = Row(tuple(Cell(tuple(cell)) for cell in merged), 0, tokens[at].start, tokens[rule].start)
    rows = tuple(row._replace(group=row.group + 1) for row in found.rows)
    return Grid((head, *rows), columns, False, head.start, found.end, ruled=True)


def _by_bars(tokens: tuple[Token, ...], begin: int, at: int, end: int) -> Grid | None:
    """Read a table whose rules show no columns: the bars between two rules do."""
    runs: list[int] = []
    count = 0
    first: Token | None = None
    for i in range(at, end):
        if tokens[i].kind == "rule":
            if count:
                runs.append(count)
            count = 0
            if first is None and i + 1 < end:
                first = tokens[i + 1]
        elif is_bar(tokens[i]):
            count += 1
    if count:
        runs.append(count)
    if first is None and count >= 4 and {tokens[i].line for i in range(at, end)} == {tokens[at].line}:
        return _closed(tokens, at, end) or _by_pattern(tokens, begin, at, end)
    if len(runs) < 2 or first is None:
        return None
    bars = math.gcd(*runs)
    leading = is_bar(first)
    columns = bars - 1 if leading else bars
    if columns < 2:
        return None
    return _count(tokens, at if is_bar(tokens[at]) else max(begin, at - 3), end, columns, leading=leading, trailing=True, bordered=False)


def _closed(tokens: tuple[Token, ...], at: int, end: int) -> Grid | None:
    """Read a table that lost its lines and never had a rule, where a bar closes each row: two bars meet between rows."""
    rows: list[list[list[Token]]] = [[]]
    for i in range(at, end):
        if not is_bar(tokens[i]):
            if rows[-1]:
                rows[-1][-1].append(tokens[i])
        elif is_bar(tokens[i - 1]) and i > at and rows[-1]:
            rows[-1].pop()
            rows.append([[]])
        else:
            rows[-1].append([])
    if rows[-1] and not rows[-1][-1]:
        rows[-1].pop()
    width = len(rows[0])
    if len(rows) < 3 or width < 2 or any(len(row) != width or not all(row) for row in rows) or not is_bar(tokens[at]):
        return None
    made = tuple(Row(tuple(Cell(tuple(cell)) for cell in row), int(i > 0), row[0][0].start, row[-1][-1].end) for i, row in enumerate(rows))
    return Grid(made, width, False, tokens[at].start, made[-1].end, ruled=False)


def _by_pattern(tokens: tuple[Token, ...], begin: int, at: int, end: int) -> Grid | None:
    """Read a table that lost its lines and never had a rule: `size | old | new 64 | 1.2 | 1.9 512 | 1.1 | 1.8`.

    Numbers stand in all cells but the labels', which share theirs with the last cell of the row before.
    """
    bars = [i for i in range(at, end) if is_bar(tokens[i])]
    for per in range(1, 9):
        if len(bars) % per or len(bars) // per < 3:
            continue
        rows = _rows_of(tokens, begin, bars, per, end)
        if rows is not None:
            made = tuple(
                Row(tuple(Cell(tuple(cell)) for cell in row), int(i > 0), tokens[bars[i * per]].start, tokens[bars[i * per + per - 1]].end)
                for i, row in enumerate(rows)
            )
            start = min((cell.tokens[0].start for row in made for cell in row.cells if cell.tokens), default=made[0].start)
            stop = max((cell.tokens[-1].end for row in made for cell in row.cells if cell.tokens), default=made[-1].end)
            return Grid(made, per + 1, False, start, stop, ruled=False)
    return None


def _rows_of(tokens: tuple[Token, ...], begin: int, bars: list[int], per: int, end: int) -> list[list[list[Token]]] | None:
    """Cut the words between bars into rows of `per` bars each; None where that does not give a heading and rows of numbers."""
    count = len(bars) // per
    shared = [list(tokens[bars[i * per + per - 1] + 1 : bars[(i + 1) * per]]) for i in range(count - 1)]
    last = list(tokens[bars[-1] + 1 : end])
    cuts = [_first_value(cell) for cell in (*shared[1:], last)]
    labels = [len(cell) - cut for cell, cut in zip(shared[1:], cuts, strict=False)]
    if not labels or any(cut < 1 for cut in cuts) or any(length < 1 for length in labels):
        return None
    usual = min(labels)
    if len(shared[0]) <= usual or any(t.kind == "n" for t in shared[0][:-usual]):
        return None
    rows: list[list[list[Token]]] = []
    label = list(tokens[max(begin, bars[0] - 1) : bars[0]])
    inside = [[list(tokens[bars[i * per + j] + 1 : bars[i * per + j + 1]]) for j in range(per - 1)] for i in range(count)]
    numbers = [[sum(t.kind == "n" for t in cell) for cell in inner] for inner in inside]
    if any(numbers[0]) or any(len(set(column)) != 1 or column[0] > 1 for column in zip(*numbers[1:], strict=True)):
        return None  # a column has a number in each row, or labels in all
    for i, inner in enumerate(inside):
        if i + 1 == count:
            rows.append([label, *inner, last[: cuts[-1]]])
        else:
            cut = len(shared[0]) - usual if not i else cuts[i - 1]
            rows.append([label, *inner, shared[i][:cut]])
            label = shared[i][cut:]
    return rows


def _first_value(cell: list[Token]) -> int:
    """Count the words up to the first number and what is its own: a percentage in brackets behind it."""
    at = next((i for i, t in enumerate(cell) if t.kind == "n"), -1) + 1
    if 0 < at < len(cell) and cell[at].text == "(":
        at = next((i + 1 for i in range(at, len(cell)) if cell[i].text == ")"), at)
    return at


def _count(tokens: tuple[Token, ...], at: int, end: int, columns: int, *, leading: bool, trailing: bool, bordered: bool) -> Grid | None:
    inside = _inside_words(tokens, at, end, columns + leading)
    rows: list[Row] = []
    group = 0
    i = at
    while i < end:
        token = tokens[i]
        if token.kind == "rule":
            group += 1
            i += 1
            continue
        if leading and not is_bar(token):
            break
        if leading and i + 1 < end and tokens[i + 1].kind == "rule" and tokens[i + 1].text.startswith("+"):
            group += 1  # a rule that leaves out the columns of a label that spans rows
            i += 2
            continue
        start = i
        if leading:
            i += 1
        cells: list[Cell] = []
        current: list[Token] = []
        while i < len(tokens) and len(cells) < columns:
            token = tokens[i]
            if token.kind == "rule":
                break
            if is_bar(token) and i not in inside:
                cells.append(Cell(tuple(current)))
                current = []
            elif not trailing and len(cells) == columns - 1 and current and _closes(current, tokens, i):
                break
            else:
                current.append(token)
                if len(current) > MOST_CELL:
                    break
            i += 1
            if not trailing and len(cells) == columns - 1 and current and i >= end:
                break
        if current and len(cells) == columns - 1:
            cells.append(Cell(tuple(current)))
        if len(cells) != columns:
            break
        rows.append(Row(tuple(cells), group, tokens[start].start, tokens[i - 1].end))
    if len(rows) < 2:
        return None
    return Grid(tuple(rows), columns, bordered, rows[0].start, rows[-1].end, ruled=True)


def _inside_words(tokens: tuple[Token, ...], at: int, end: int, bars: int) -> set[int]:
    """Find the bar that stands inside a word where a stretch between rules has one too many (`|type|args |`)."""
    out: set[int] = set()
    here: list[int] = []
    for i in range(at, end + 1):
        if i < end and tokens[i].kind != "rule":
            if is_bar(tokens[i]):
                here.append(i)
            continue
        if len(here) % bars == 1 and len(here) > 1:
            glued = [
                j for j in here[1:] if tokens[j].gap == 0 and j + 1 < len(tokens) and tokens[j + 1].gap == 0 and not is_bar(tokens[j + 1])
            ]
            out.update(glued[:1])
        here = []
    return out


def _closes(current: list[Token], tokens: tuple[Token, ...], at: int) -> bool:
    """Tell whether a last cell without closing bar is complete: it holds its number and a label begins, or a number before a bar."""
    if not any(t.kind == "n" for t in current):
        return False
    token = tokens[at]
    return token.kind == "w" or (token.kind == "n" and at + 1 < len(tokens) and is_bar(tokens[at + 1]))
