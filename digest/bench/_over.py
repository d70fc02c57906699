# SPDX-License-Identifier: GPL-2.0-or-later
"""Which column a heading stands over: lines of a heading cut where blanks are wide, each part dealt by its place."""

from digest.bench._cells import unit_in
from digest.bench._drawn import Cell
from digest.bench._rows import PER_LINE
from digest.bench._tokens import Token


def segments(line: list[Token]) -> list[list[Token]]:
    """Cut a line of a heading where blanks are wide, or at dashes that stand alone."""
    out: list[list[Token]] = []
    dashes = sum(t.text == "-" for t in line) + sum(t.text.endswith("-") for t in line)
    for token in line:
        if dashes >= 2 and token.text == "-":
            out.append([])
            continue
        if not out or (token.gap >= 2 and out[-1] and dashes < 2) or (dashes >= 2 and out[-1] and out[-1][-1].text.endswith("-")):
            out.append([])
        out[-1].append(token)
    return [part for part in out if part]


def text(tokens: list[Token]) -> str:
    out = ""
    end = -1
    for token in tokens:
        out += token.text if token.start == end and out else f" {token.text}"
        end = token.end
    return out.strip(" -:")


def by_place(lines: list[list[Token]], rows: list[list[Cell]], width: int) -> list[str]:
    out = [""] * width
    for line in lines:
        parts = segments(line)
        if len(parts) < width - 1 and len(lines) > 1 and PER_LINE.search(text(line)):
            continue  # a unit for the whole table; the caption tells it
        if line is not lines[-1] and len(parts) == 1 and len(line) > 1 and unit_in(text(line)) and _starts_left(parts[0], rows):
            continue  # `Rate in Mpps`, right above the heading
        if line is not lines[-1] and len(parts) == 1 and len(line) > 1 and _spans(parts[0], rows):
            continue  # `request/response size` over all columns
        dashless = sum(t.text.endswith("-") for t in line) < 2
        if len(parts) < width - 1 and len(line) in {width, width - 1}:
            parts = [[t] for t in line]
        if dashless and len(parts) < width and parts and len(parts[0]) > 1 and _runs_over(parts[0], rows):
            parts = [parts[0][:1], parts[0][1:], *parts[1:]]
        if line is not lines[-1] and len(parts) > 1 and (width - 1) % len(parts) == 0 and len(parts) < width - 1:
            each = (width - 1) // len(parts)
            for c in range(1, width):
                out[c] = f"{out[c]} {text(parts[(c - 1) // each])}".strip()
            continue
        if not dashless and parts and _starts_left(parts[0], rows):
            targets = list(range(len(parts)))
        elif len(parts) == width - 1 and parts and not _starts_left(parts[0], rows):
            targets = list(range(1, width))
        elif len(parts) == width and not _beside(parts, rows):
            targets = list(range(width))
        elif len(parts) == width - 1:
            targets = list(range(1, width))
            if parts and _starts_left(parts[0], rows) and not _stands_over(parts[0], rows, 1):
                targets = [0, *_nearest(parts[1:], rows, width, 1)]
        else:
            targets = _nearest(parts, rows, width) if len(parts) < width else _several(parts, rows, width, every=len(parts) > width)
        for part, target in zip(parts, targets, strict=False):
            if target < width:
                out[target] = f"{out[target]} {text(part)}".strip()
    return out


def _spans(part: list[Token], rows: list[list[Cell]]) -> bool:
    """Tell whether words stand over more than one column of a row's values."""
    low, high = _x(part[0]), _x(part[-1]) + len(part[-1].text)
    return sum(bool(c.tokens) and _x(c.tokens[0]) < high and _x(c.tokens[-1]) + len(c.tokens[-1].text) > low for c in rows[0][1:]) > 1


def _starts_left(part: list[Token], rows: list[list[Cell]]) -> bool:
    """Tell whether a heading's first words stand over the first column."""
    first = rows[0][0].tokens
    if not first:
        return False
    edge = max((_x(row[0].tokens[-1]) + len(row[0].tokens[-1].text) for row in rows if row[0].tokens), default=0)
    return _x(part[0]) < edge


def _stands_over(part: list[Token], rows: list[list[Cell]], column: int) -> bool:
    """Tell whether a heading stands over the cells of a column in more rows than over those of the column before it."""
    low, high = _x(part[0]), _x(part[-1]) + len(part[-1].text)
    over = [0, 0]
    for row in rows:
        for i in (0, 1):
            here = row[column - 1 + i].tokens
            over[i] += bool(here) and _x(here[0]) < high and _x(here[-1]) + len(here[-1].text) > low
    return over[1] > over[0]


def _runs_over(part: list[Token], rows: list[list[Cell]]) -> bool:
    """Tell whether a heading's first words start over the first column and reach into the second."""
    if not _starts_left(part, rows):
        return False
    edge = min((_x(row[1].tokens[0]) for row in rows if row[1].tokens), default=10**9)
    return _x(part[-1]) + len(part[-1].text) > edge


def _x(token: Token) -> int:
    return token.column


def _beside(parts: list[list[Token]], rows: list[list[Cell]]) -> bool:
    """Tell whether a heading stands over no cell of its own column, but over those of the next: a column before it has no heading."""
    for c, part in enumerate(parts[1:-1], start=1):
        low, high = _x(part[0]), _x(part[-1]) + len(part[-1].text)
        over = [
            sum(
                bool(row[d].tokens) and _x(row[d].tokens[0]) < high and _x(row[d].tokens[-1]) + len(row[d].tokens[-1].text) > low
                for row in rows
            )
            for d in (c, c + 1)
        ]
        counted = all(len(row[c].tokens) > 1 and row[c].tokens[1].kind == "w" for row in rows)  # `1 stream`, no result
        if not over[0] and over[1] == len(rows) and counted:
            return True
    return False


def _several(parts: list[list[Token]], rows: list[list[Cell]], width: int, *, every: bool) -> list[int]:
    """Give each of more headings than there are columns the one it stands over: `case  load` over `process-pipe  group-1`."""
    spans = []
    for c in range(width):
        here = [(_x(row[c].tokens[0]), _x(row[c].tokens[-1]) + len(row[c].tokens[-1].text)) for row in rows if row[c].tokens]
        spans.append((min(low for low, _ in here), max(high for _, high in here)) if here else (10**9, 10**9))
    out: list[int] = []
    for part in parts:
        low, high = _x(part[0]), _x(part[-1]) + len(part[-1].text)
        least = out[-1] if out else 0
        away = [max(spans[c][0] - high, low - spans[c][1], 0) + abs(spans[c][0] + spans[c][1] - low - high) / 1e4 for c in range(width)]
        out.append(min(range(least, width), key=away.__getitem__))
    return out if not every or set(range(1, width)) <= set(out) else _nearest(parts, rows, width)


def _nearest(parts: list[list[Token]], rows: list[list[Cell]], width: int, low: int = 0) -> list[int]:
    """Give each part the column whose words stand nearest below it, keeping the order."""
    centres = []
    for c in range(width):
        spans = [(_x(row[c].tokens[0]), _x(row[c].tokens[-1]) + len(row[c].tokens[-1].text)) for row in rows if row[c].tokens]
        centres.append((min(s for s, _ in spans) + max(e for _, e in spans)) / 2 if spans else 1e9)
    out: list[int] = []
    for part in parts:
        middle = (_x(part[0]) + _x(part[-1]) + len(part[-1].text)) / 2
        low = out[-1] + 1 if out else low
        choice = min(range(low, width), key=lambda c: abs(centres[c] - middle), default=width)
        out.append(choice)
    return out
