# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines of a table that a mailer broke -> the lines as they were typed: a long one, and what did not fit alone on the next.

One broken line shows nothing.  Several in a row of which each goes on at the margin with a single cell do, where all have as many numbers
when they are mended, and the words above them as many cells.
"""

from typing import Final

from digest import unit as units
from digest.bench._tokens import Token

_LONG: Final = 40
"""Columns that a line has at least where it is broken behind them."""
_MOST: Final = 4
"""Words of a cell that is left over."""


def rejoined(lines: list[list[Token]]) -> list[list[Token]]:
    """Give the lines with each broken one mended; those that are not broken stay as they are."""
    at = 0
    broken: list[int] = []
    while at + 1 < len(lines):
        if _unit_left(lines[at], lines[at + 1]):
            broken.append(at)
            at += 2
            continue
        if not _broken(lines[at], lines[at + 1]):
            at += 1
            continue
        run = [at]
        while run[-1] + 3 < len(lines) and lines[run[-1] + 2][0].line - lines[run[-1] + 1][0].line == 1:
            if not _broken(lines[run[-1] + 2], lines[run[-1] + 3]):
                break
            run.append(run[-1] + 2)
        at = run[-1] + 2
        if _table(lines, run):
            broken += run
    return _mended(lines, set(broken)) if broken else lines


def _broken(line: list[Token], rest: list[Token]) -> bool:
    """Tell whether a line with several cells may go on with the single cell of the next."""
    if rest[0].line - line[0].line != 1 or len(rest) > _MOST or rest[0].column > line[0].column or rest[0].kind not in "nw":
        return False
    long = line[-1].column + len(line[-1].text) >= _LONG and any(t.gap > 1 for t in line[1:])
    return long and not any(t.gap > 1 for t in rest[1:]) and all(t.kind in "nwp" for t in (*line, *rest))


def _unit_left(line: list[Token], rest: list[Token]) -> bool:
    """Tell whether nothing but the last heading's unit in brackets went to the next line: `before   after   improvement` over `(%)`."""
    alone = (
        len(rest) == 3
        and rest[0].text == "("
        and rest[2].text == ")"
        and (rest[1].text == "%" or units.canonical(rest[1].text) is not None)
    )
    long = line[-1].column + len(line[-1].text) >= _LONG and any(t.gap > 1 for t in line[1:])
    margin = rest[0].line - line[0].line == 1 and rest[0].column <= line[0].column
    return alone and long and margin and not any(t.kind == "n" for t in line)


def _table(lines: list[list[Token]], run: list[int]) -> bool:
    """Tell whether broken lines are a heading and rows: as many numbers in each row, and a cell over each."""
    counts = [[t.unit == "%" for part in lines[i : i + 2] for t in part if t.kind == "n"] for i in run]
    head = not counts[0]
    shares = sum(counts[-1])
    rows = [len(row) - sum(row) for row in counts[head:]]
    left = [sum(t.kind == "n" for t in lines[i + 1]) for i in run[head:]]
    cells = 1 + sum(t.gap > 1 for t in lines[run[0]][1:]) + 1
    return (
        len(run) > 1 and len(set(rows)) == 1 and rows[0] > 1 and all(left) and (not head or cells - rows[0] in {0, 1, shares, shares + 1})
    )


def _mended(lines: list[list[Token]], broken: set[int]) -> list[list[Token]]:
    """Put each broken line and the next together, and count the lines anew."""
    out: list[list[Token]] = []
    gone = 0
    for at, line in enumerate(lines):
        if at - 1 in broken:
            gone += 1
            cell = 2 if line[0].kind != "p" else 1  # a unit in brackets is of the cell before it
            end = out[-1][-1].column + len(out[-1][-1].text) + cell
            out[-1] += [
                t._replace(line=t.line - gone, first=False, gap=t.gap if i else cell, column=end + t.column - line[0].column)
                for i, t in enumerate(line)
            ]
        else:
            out.append([t._replace(line=t.line - gone) for t in line] if gone else list(line))
    return out
