# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables without lines drawn: rows of numbers under words.  A row is what repeats: kinds of words in the same order, again and again.

Each line is a row here and its neighbours must be of its kind; where line breaks are lost `_periods` finds the rows.  The heading is what
stands before the first row; its words are dealt to the columns by blanks, by place, or by count (`_heads`).
"""

import itertools
import re
from typing import Final, NamedTuple

from digest import unit as units
from digest.bench import _rejoin, _role
from digest.bench._cells import param_of, unit_in
from digest.bench._items import DEVIATES, Item, items
from digest.bench._tokens import Token

CHANGES: Final = re.compile(r"increase|change|diff|delta|improvement|gain|ratio|speed-?up|percent|%", re.IGNORECASE)
_SHARE: Final = re.compile(rf"^(?:{CHANGES.pattern})|\bcpu\b|util|load\b|idle|\bloss\b", re.IGNORECASE)
_ARROWS: Final = frozenset({"->", "-->", "=>", "==>", "→"})
PER_LINE: Final = re.compile(r"10\^[369]|\b[KMG]?bps\b|[KMG]?bits?/s", re.IGNORECASE)
_VERSION: Final = re.compile(r"v?\d{1,2}\.\d{1,3}(?:\.\d{1,3})?")
_MORE: Final = re.compile(r"\+(?:$|[A-Za-z])")
MOST_WORDS: Final = 9


class Block(NamedTuple):
    """Rows of one kind, and the words before them."""

    rows: list[list[Item]]
    head: list[Token]
    start: int
    end: int
    wrapped: bool = False
    lone: bool = False
    named: bool = False


def _numbers(row: list[Item]) -> int:
    return sum(item.kind[0] in "VPXQ" for item in row)


def _alike(one: list[Item], other: list[Item]) -> bool:
    """Tell whether two lines are rows of one table: as many numbers, and brackets where the other has them."""
    a, b = _kinds(one, other), _kinds(other, one)
    if len(a) != len(b):
        one, other = _unenclosed(one), _unenclosed(other)
        a, b = _kinds(one, other), _kinds(other, one)
    if len(a) != len(b):
        return False
    if any(x != y and "X" not in (x, y) for x, y in zip(a, b, strict=True)) and not (
        set(b) == {"P"} and set(a) == {"V"} and other[0].kind == "L" and _SHARE.search(" ".join(t.text for t in other[0].tokens))
    ):
        return False
    return (one[0].kind == "L") == (other[0].kind == "L")


def _mixed(one: list[Item], other: list[Item]) -> bool:
    """Tell whether two lines have as many numbers, shares in the one and amounts in the other: one metric a row."""
    one, other = _unenclosed(one), _unenclosed(other)
    kinds = [[item.kind[0] for item in row if item.kind[0] in "VPX"] for row in (one, other)]
    short = len(kinds[0]) - len(kinds[1])  # a change in points (`-8.4pp`) is no number here
    return len(kinds[1]) > 1 and short in {0, 1} and one[0].kind == other[0].kind == "L" and kinds[0][:2] != kinds[1][:2]


def _between_sides(lines: list[list[Token]], read: list[list[Item]], at: int, floor: int) -> bool:
    """Tell whether the heading of a row names both sides of a change."""
    named = _cells_of(_heading(lines, read, at, floor))
    return any(_role.own(name)[1] > 1 for name in named) and {"before", "after"} <= set(_role.contrast(named, weak=False))


def _label_above(one: list[Item], other: list[Item]) -> bool:
    """Tell whether a line is a row whose label stands once, in the first of several: `read  64B  1.2  1.5` over `128B  1.3  1.6`."""
    if one[0].kind != "L" or other[0].kind == "L" or other[0].tokens[0].column < one[0].tokens[-1].column:
        return False
    return _alike([one[0], *other], one)


def _unenclosed(row: list[Item]) -> list[Item]:
    """Leave out the percentages in brackets: they are of the number before them, and one row of two may have them."""
    return [item for item in row if item.kind != "P" or item.tokens[0].text not in {"(", "["}]


def by_lines(tokens: tuple[Token, ...]) -> list[Block]:
    """Find runs of lines of one kind."""
    lines: list[list[Token]] = []
    for token in tokens:
        if not lines or lines[-1][0].line != token.line:
            lines.append([])
        lines[-1].append(token)
    lines = _rejoin.rejoined(lines)
    grown = {
        line[0].text
        for line in lines
        if len(line) > 2 and _VERSION.fullmatch(line[0].text) and _MORE.match(line[1].text) and line[1].gap < 2
    }
    for line in lines:
        if grown and line[0].text in grown:
            line[0] = line[0]._replace(kind="w")  # `6.10   38.2` beside `6.10 + series   33.9`
    read = [items(line) for line in lines]
    out: list[Block] = []
    at = 0
    floor = 0
    while at < len(lines):
        if not _is_row(read[at], lines[at]):
            wide = _wide(lines, at)
            if wide > 1:
                rows = [_cut(lines[i]) for i in range(at, at + wide)]
                out.append(Block(rows, _heading(lines, read, at, floor), lines[at][0].start, lines[at + wide - 1][-1].end, named=True))
                floor = at = at + wide
                continue
            end = at
            while end < len(lines) and (end == at or lines[end][0].line - lines[end - 1][0].line == 1) and _single(read[end], lines[end]):
                end += 1
            if end - at >= 2:
                head = _heading(lines, read, at, floor)
                out.append(Block(read[at:end], head, lines[at][0].start, lines[end - 1][-1].end, lone=True))
                floor = end
            at = max(end, at + 1)
            continue
        end = at + 1
        step = 2 if _spaced(lines, read, at) else 1
        while end < len(lines) and lines[end][0].line - lines[end - 1][0].line <= step:
            if (_is_row(read[end], lines[end]) and (_alike(read[at], read[end]) or _longer(read[at], read[end]))) or (
                _is_row(read[end], lines[end]) and _mixed(read[at], read[end]) and _between_sides(lines, read, at, floor)
            ):
                end += 1
            elif _is_row(read[end], lines[end]) and _label_above(read[at], read[end]):
                read[end] = [read[end - 1][0], *read[end]]
                end += 1
            else:
                break
        wide = _wide(lines, at)
        if wide > max(1, end - at) or (wide > 1 and wide == end - at and all(_parts(lines[i])[0][-1].kind == "n" for i in range(at, end))):
            rows = [_cut(lines[i]) for i in range(at, at + wide)]
            out.append(Block(rows, _heading(lines, read, at, floor), lines[at][0].start, lines[at + wide - 1][-1].end, named=True))
            floor = at = at + wide
            continue
        if end - at >= 3 and ((_sizes(read[at]) and not _sizes(read[at + 1])) or (_quantities(read[at]) and not _quantities(read[at + 1]))):
            at += 1  # sizes head the columns
        elif end - at >= 3 and _settings(read[at], read[at + 1]):
            at += 1  # numbers of flows head the columns
        if end - at >= 2:
            head = _heading(lines, read, at, floor)
            out.append(Block(read[at:end], head, lines[at][0].start, lines[end - 1][-1].end))
            floor = end
        else:
            head = _heading(lines, read, at, floor)
            if _headed(head, read[at]) or _of_one_unit(head, read[at]) if read[at][0].kind == "L" else _sides_above(head, read[at]):
                out.append(Block(read[at:end], head, lines[at][0].start, lines[at][-1].end))
                floor = end
        at = end
    return out


def _parts(line: list[Token]) -> list[list[Token]]:
    """Cut a line where blanks are wide."""
    out: list[list[Token]] = []
    for token in line:
        if not out or token.gap >= 2:
            out.append([])
        out[-1].append(token)
    return out


def _wide(lines: list[list[Token]], at: int) -> int:
    """Count the lines from here on that have as many parts: words with numbers among them, then a number with its unit in each."""
    width = 0
    end = at
    while end < len(lines) and (end == at or lines[end][0].line - lines[end - 1][0].line == 1):
        parts = _parts(lines[end])
        label = parts[0]
        if len(parts) < 3 or (width and len(parts) != width) or not any(t.kind == "w" and t.text[:1].isalpha() for t in label):
            break
        if any(t.kind in {"bar", "rule"} or t.text in {":", "="} or t.text in _ARROWS for t in lines[end]) or len(label) > MOST_WORDS:
            break
        if any(not _number_with_unit(part[1:] if part[0].text == "(" and len(part) > 1 else part) for part in parts[1:]):
            break
        width = len(parts)
        end += 1
    return end - at if any(t.kind == "n" for line in lines[at:end] for t in _parts(line)[0]) else 0


def _number_with_unit(part: list[Token]) -> bool:
    """Tell whether a cell is one number, its unit, and what stands in brackets."""
    if part[0].kind != "n":
        return False
    rest = [t for t in part[1:] if t.kind != "p" and t.text not in DEVIATES]
    return len(rest) <= 2 and all(t.kind == "n" or units.canonical(t.text) is not None for t in rest)


def _cut(line: list[Token]) -> list[Item]:
    """Give the items of a line cut at its wide blanks: the first part is the label, whatever numbers it holds."""
    label, *cells = _parts(line)
    return [Item("L", tuple(label)), *(item for cell in cells for item in items(cell))]


def _spaced(lines: list[list[Token]], read: list[list[Item]], at: int) -> bool:
    """Tell whether a blank line stands between each two rows: three of one kind, two lines apart."""
    sided = (
        at + 1 < len(lines)
        and lines[at + 1][0].line - lines[at][0].line == 2
        and bool(read[at])
        and bool(read[at + 1])
        and read[at][0].kind == read[at + 1][0].kind == "L"
    )
    if sided and _is_row(read[at], lines[at]) and _is_row(read[at + 1], lines[at + 1]) and _alike(read[at], read[at + 1]):
        labels = [" ".join(t.text for t in read[i][0].tokens) for i in (at, at + 1)]
        if {_role.own(label)[0] for label in labels} == {"before", "after"}:
            return True
    if at + 2 >= len(lines) or any(lines[i + 1][0].line - lines[i][0].line != 2 for i in (at, at + 1)):
        return False
    return all(_is_row(read[i], lines[i]) and _alike(read[at], read[i]) for i in (at + 1, at + 2))


def _headed(head: list[Token], row: list[Item]) -> bool:
    """Tell whether a lone row is a table: its heading has a cell above each of its own, and two of them name the sides."""
    cells = _cells_of(head)
    sides = [_role.own(words)[0] for words in cells]
    plain = [words for words in cells if not CHANGES.fullmatch(words)]
    one = sides.count("before") == sides.count("after") == 1 or (
        len(plain) == 2 == sum(item.kind[0] == "V" for item in row) and {"before", "after"} == set(_role.contrast(plain, weak=False))
    )
    return len({token.line for token in head}) == 1 and len(cells) in {len(row), len(row) - 1} and one


def _of_one_unit(head: list[Token], row: list[Item]) -> bool:
    """Tell whether a lone row is a table because its label ends in a unit, and each of its values has a name above it."""
    label = "".join(token.text for token in row[0].tokens)
    values = [item for item in row if item.kind[0] == "V"]
    if unit_in(label) == "" or len(values) < 2 or any(t.unit for item in values for t in item.tokens) or len({t.line for t in head}) != 1:
        return False
    cells = _cells_of(head)
    named = all(any(char.isalpha() for char in cell) for cell in cells) and len(set(cells)) == len(cells) in {len(values), len(values) + 1}
    return named and all(item.kind[0] in "VPN" for item in row[1:]) and any("." in item.tokens[0].text for item in values)


def _sides_above(head: list[Token], row: list[Item]) -> bool:
    """Tell whether a lone row without label is a table: two values, a change at most, and each under a side (and a line of units below)."""
    lines = [list(line) for _, line in itertools.groupby(head, key=lambda token: token.line)]
    if len(lines) > 1 and all(units.canonical(words.strip(" ()[]")) is not None for words in _cells_of(lines[-1])):
        lines.pop()
    cells = [words.rstrip(" :") for words in _cells_of(lines[-1])] if lines else []
    told = {_role.own(words)[0] for words in cells[:2]} == {"before", "after"}
    values = [item for item in row if item.kind[0] == "V"]
    rest = cells[2:]
    shown = len(row) == len(cells) and (len(values) == 2 or (len(values) == 3 and values[2].tokens[0].text[:1] in "+-"))
    return told and shown and (not rest or (len(rest) == 1 and CHANGES.match(rest[0]) is not None))


def _cells_of(head: list[Token]) -> list[str]:
    """Give the cells of a line of a heading."""
    cells: list[list[str]] = []
    for token in head:
        if not cells or token.first or token.gap >= 2:
            cells.append([])
        cells[-1].append(token.text)
    return [" ".join(words) for words in cells]


def _sizes(row: list[Item]) -> bool:
    """Tell whether all numbers of a row are sizes in bytes."""
    return all(item.kind == "VB" for item in row if item.kind[0] in "VXP")


def _settings(row: list[Item], below: list[Item]) -> bool:
    """Tell whether a row is what was set, over rows of results: a label such as `flows`, rising whole numbers, and none such below."""
    words = [" ".join(t.text for t in line[0].tokens) if line[0].kind == "L" else "" for line in (row, below)]
    if param_of(words[0]) is None or param_of(words[1]) is not None or _role.own(words[0])[0] is not None:
        return False
    tokens = [item.tokens[0] for item in row[1:]]
    whole = all(t.kind == "n" and not t.unit and t.text.isdigit() for t in tokens)
    return whole and all(a.value < b.value for a, b in itertools.pairwise(tokens)) and len(tokens) > 1


def _quantities(row: list[Item]) -> bool:
    """Tell whether all numbers of a row are numbers of something: `1 CPU   2 CPUs`."""
    return all(item.kind == "Q" for item in row if item.kind[0] in "VXPQ")


def _kinds(row: list[Item], other: list[Item]) -> list[str]:
    """Give the kinds of a row's numbers; a dash where the other row has none stands for a number that was not measured."""
    void = not any(item.kind == "D" for item in other)
    return ["X" if item.kind == "D" else item.kind[0] for item in row if item.kind[0] in "VPXQ" or (void and item.kind == "D")]


def _longer(one: list[Item], other: list[Item]) -> bool:
    """Tell whether a line is a row of the table with one more number behind (a column told once)."""
    return _numbers(other) == _numbers(one) + 1 and other[-1].kind[0] == "V" and _alike(one, other[:-1])


def _is_row(row: list[Item], line: list[Token]) -> bool:
    counted = sum(line[i].kind == "n" and line[i + 1].text == ":" for i in range(len(line) - 1))
    if len(line) > 3 and line[0].kind == "n" and line[1].text in {".", ")"} and line[1].gap == 0 and any(t.text == ":" for t in line[2:]):
        return False  # `1. drop: 22.4 Mpps`: a point of a list
    if counted > 1 or _numbers(row) < 2 or len(line) > 60 or any(t.kind == "bar" or t.text in _ARROWS for t in line):
        return False
    words = sum(len(item.tokens) for item in row if item.kind == "L")
    first = len(row[0].tokens) if row[0].kind == "L" else 0
    return first <= MOST_WORDS and words - first <= 3 and row[0].kind != "R"


def _single(row: list[Item], line: list[Token]) -> bool:
    """Tell whether a line is a label and one number far behind it."""
    if len(row) not in {2, 3} or row[0].kind != "L" or row[1].kind[0] not in "VP" or len(row[0].tokens) > MOST_WORDS:
        return False
    value = row[1].tokens[0]
    if len(row) == 3 and row[2].kind not in {"U", "P", "N"}:
        return False
    return value.gap >= 2 and not any(t.text in {":", "=", "|"} or t.text in _ARROWS or t.kind == "bar" for t in line)


def _unit_corner(line: list[Token]) -> bool:
    """Tell whether a line begins with a unit in brackets: `[msg/sec]  test1  test2`."""
    return len(line) > 3 and line[2].text == "]" and units.canonical(line[1].text) is not None


def _heading(lines: list[list[Token]], read: list[list[Item]], at: int, floor: int) -> list[Token]:
    """Gather the lines above the first row that head its columns."""
    head: list[Token] = []
    up = at - 1
    taken = 0
    while up >= floor and taken < 4 and lines[up + 1][0].line - lines[up][0].line <= 2:
        line = lines[up]
        if all(t.kind == "rule" for t in line):
            up -= 1
            continue
        gaps = sum(t.gap >= 2 for t in line[1:])
        ended = line[-1].text in {".", ":", ";"} or line[-1].text.endswith((".", "?"))
        if (_is_row(read[up], line) and taken) or (line[0].text == "[" and not _unit_corner(line)):
            break
        if ended and gaps < 1:
            break
        if gaps < 1 and len(line) > 4:
            break
        if lines[up + 1][0].line - line[0].line == 2 and taken:
            break
        head = line + head
        taken += 1
        up -= 1
    return head
