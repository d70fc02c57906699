# SPDX-License-Identifier: GPL-2.0-or-later
"""A table drawn with bars whose lines are kept: a line is a row, and its bars' places tell which columns a wide cell of a heading spans."""

from digest.bench._drawn import Cell, Grid, Row, is_bar
from digest.bench._tokens import Token


def by_line(tokens: tuple[Token, ...]) -> Grid | None:
    """Read a table whose rows are lines.  None where the lines do not agree on a number of columns."""
    lines: dict[int, list[Token]] = {}
    for token in tokens:
        lines.setdefault(token.line, []).append(token)
    if len(lines) < 3:
        return None
    counts: dict[int, int] = {}
    cut: list[tuple[list[Token], list[list[Token]], list[int]]] = []
    drawn = [line for line in lines.values() if any(is_bar(t) for t in line) and not all(t.kind in {"rule", "bar"} for t in line)]
    leads = sum(is_bar(line[0]) for line in drawn) * 2 > len(drawn)  # else a bar that stands first has an empty cell before it
    for line in lines.values():
        bars = [t for t in line if is_bar(t)]
        if not bars:
            cut.append((line, [], []))
            continue
        cells: list[list[Token]] = [[]]
        for token in line:
            if is_bar(token):
                cells.append([])
            else:
                cells[-1].append(token)
        if is_bar(line[0]) and (leads or line[0].gap <= 3):
            cells = cells[1:]
        if is_bar(line[-1]):
            cells = cells[:-1]
        cut.append((line, cells, [t.start for t in bars]))
        if not all(t.kind in {"rule", "bar"} for t in line):
            counts[len(cells)] = counts.get(len(cells), 0) + 1
    if not counts:
        return None
    border = next((i for i, (line, _, _) in enumerate(cut) if line[0].kind == "rule" and line[0].text.startswith("+")), 0)
    if 0 < border <= 3:
        cut = cut[border:]  # a command's own bars stand before the border
    columns = max(counts, key=lambda n: (counts[n], n))
    if columns < 2 or counts[columns] < 2 or counts[columns] * 2 < sum(counts.values()):
        return None
    edges = _edges(cut, columns)
    rows: list[Row] = []
    group = 0
    ruled = bordered = False
    for line, cells, places in cut:
        if all(t.kind in {"rule", "bar"} for t in line) or (not cells and all(t.kind in {"rule", "p"} for t in line)):
            group += 1
            ruled = True
            bordered = bordered or any(t.kind == "rule" and t.text.lstrip(" ").startswith(("+", ".")) for t in line)
            continue
        if not cells:
            continue
        cells = _fit(line, cells, columns)
        made = tuple(Cell(tuple(t for t in cell if t.kind != "rule")) for cell in cells)
        if len(made) != columns:
            made = _spread(
                made, places, edges, columns, leading=is_bar(line[0]) and (leads or line[0].gap <= 3), first=line[0].start - line[0].gap
            )
        rows.append(Row(made, group, line[0].start, line[-1].end))
    return Grid(tuple(rows), columns, bordered, cut[0][0][0].start, tokens[-1].end, ruled)


def _fit(line: list[Token], cells: list[list[Token]], columns: int) -> list[list[Token]]:
    """Mend a row that is one off: an empty first cell without bar before it, or one bar that stands inside a word (`type|args`)."""
    if len(cells) == columns - 1 and is_bar(line[0]) and line[0].gap > 3:
        return [[], *cells]
    if len(cells) == columns + 1:
        for i in range(len(cells) - 1):
            if cells[i] and cells[i + 1] and cells[i + 1][0].start - cells[i][-1].end == 1:
                return [*cells[:i], cells[i] + cells[i + 1], *cells[i + 2 :]]
    return cells


def _edges(cut: list[tuple[list[Token], list[list[Token]], list[int]]], columns: int) -> list[int]:
    """Give where the inner bars of a full row stand, counted from the start of its line."""
    for line, cells, bars in cut:
        if len(cells) == columns and not all(t.kind in {"rule", "bar"} for t in line):
            origin = line[0].start - line[0].gap
            inner = [b - origin for b in bars]
            if is_bar(line[0]):
                inner = inner[1:]
            return inner[: columns - 1]
    return []


def _spread(cells: tuple[Cell, ...], bars: list[int], edges: list[int], columns: int, *, leading: bool, first: int) -> tuple[Cell, ...]:
    """Give a row with wider cells its full number: a wide cell's words stand in every column it spans."""
    inner = [bar - first for bar in (bars[1:] if leading else bars)]
    out: list[Cell] = []
    column = 0
    for i, cell in enumerate(cells):
        end = inner[i] if i < len(inner) else 10**9
        here = 0
        while column < columns and (column >= len(edges) or edges[column] <= end + 2 or here == 0):
            out.append(cell)
            here += 1
            column += 1
            if column - 1 < len(edges) and edges[column - 1] >= end - 2:
                break
    out += [Cell(())] * (columns - len(out))
    return tuple(out[:columns])
