# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables whose columns stand under each other by blanks or tabs, or did so before a mailer came."""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _beside, _caption, _drawn, _heads, _items, _periods, _role, _rows, _table
from digest.bench._block import Run
from digest.bench._cells import rate_in
from digest.bench._cue import ORDER
from digest.bench._tokens import Words

NAME: Final = "aligned"
# a histogram: `1 Mbps: 12   2 Mbps: 0   5.5 Mbps: 3`
_COUNTED: Final = re.compile(r"\d[ ]?[KMG]?(?:bps|b/s|bit/s|Hz):[ ]{1,9}\d")


def sniff(words: Words) -> bool:
    """Tell whether there are numbers enough to make rows."""
    return sum(token.kind == "n" for token in words.tokens()) > 1


def parse(words: Words) -> Iterator[Run]:
    """Read each run of like rows."""
    tokens = words.tokens()
    blocks = _periods.by_period(tokens) if words.flat else _rows.by_lines(tokens)
    if not words.flat and not blocks:
        blocks = _periods.wrapped(tokens)
    floor = 0
    said: tuple[str, int, list[str]] | None = None
    for block in blocks:
        if words.flat and sum(any(map(_arrow, row)) for row in block.rows) > 1:
            continue  # `DROP: 1.6 -> 2.4 Mpps PASS: 338 -> 367 Kpps`: prose reads pairs
        rows, loose = _heads.cells(block)
        told = _beside.headings(words, rows)
        if told is not None:
            yield from _sided(words, block, told, floor)
            floor = block.end
            continue
        labelled = all(_labelled(words, row) for row in block.rows)
        number = next((token.start for item in block.rows[0] for token in item.tokens if token.kind == "n"), block.start)
        loop = words.rest[max(0, number - 40) : number].split()[-3:]
        counted = len(_COUNTED.findall(words.rest, block.start, block.end)) > 2
        single = all(row[0].kind == "L" and row[0].tokens[-1].text == ":" and sum(i.kind[0] == "V" for i in row) == 1 for row in block.rows)
        if single and (not block.head or any(token.text == ":" for token in block.head)):
            continue  # labels with a value each, and the words above are one of them
        if labelled and block.head and (block.head[-1].text == ":" or (words.flat and _heads.columns(block) != len(rows[0]) - 1)):
            continue  # lists, each behind its label
        if words.flat and all(row[0].tokens[-1].text == ":" and any(item.kind == "D" for item in row) for row in block.rows):
            continue  # bullets: `- 1500 MTU, before: ~17 Gbps - 1500 MTU, after: ~24 Gbps`
        if words.flat and (_clauses(block) or _captioned(words, block)):
            continue
        if not words.flat and len(block.rows[0]) > 2 and all(_behind_label(words, row) for row in block.rows):
            continue  # `Time to receive 1GB (64k+ buffers): 24.75 seconds`
        if _running(words, block, rows):
            continue
        if block.lone and not _told(words, block, rows, floor):
            continue
        if not counted and len(rows[0]) > 1 and (block.head or not labelled) and not (loop[-1:] == ["in"] and loop[:1] == ["for"]):
            start = block.head[0].start if block.head and not words.flat and not block.wrapped else _sized(block)
            headers = _heads.headers(block, rows, flat=words.flat or block.wrapped)
            if not block.head and said is not None and said[1] == len(rows[0]) and block.start - floor < _NEAR:
                headers = said[2]  # the same table of the other side: its columns were named above the first
            table = _table.Table(
                headers=headers,
                rows=rows,
                groups=[0] * len(rows),
                start=start,
                end=block.end,
                layout="aligned",
                fill=False,
                row_units=tuple(loose),
                named=block.named,
            )
            caption = _caption.above(words, block.start, floor)
            if said is not None and said[1] == len(rows[0]) and block.start - floor < _NEAR and not rate_in(caption):
                caption = f"{said[0]} {caption}"  # the same table of the other side: its unit was told above the first
            found = list(_table.read(words, table, caption))
            said = (caption, len(rows[0]), headers) if any(run.figures for run in found) else None
            if words.flat and _both_over(block):
                for run in found:
                    run.placed = True  # the heading names both sides: which of them is a column's, if not told, no section tells
            yield from found
        floor = block.end


def _arrow(item: _items.Item) -> bool:
    """Tell whether nothing but an arrow stands between two numbers."""
    return item.kind == "L" and len(item.tokens) == 1 and item.tokens[0].text in {"->", "-->", "=>", "→"}


def _sided(words: Words, block: _rows.Block, told: tuple[list[str], list[list[_drawn.Cell]]], floor: int) -> list[Run]:
    """Read rows that tell the sides beside their numbers."""
    headers, rows = told
    table = _table.Table(headers, rows, [0] * len(rows), block.start, block.end, "aligned", fill=False, named=True)
    return _table.read(words, table, _caption.above(words, block.start, floor))


_ORDINAL: Final = re.compile(r"(?<![\w.,(])\d{1,2}[.)] {1,3}[A-Za-z]")
# one value to a point of a list, and the next point right behind it
_POINT: Final = re.compile(
    r"(?<![\w.,(])\d{1,2}[.)] {1,3}~?\d{1,9}(?:\.\d{1,4})? ?[A-Za-z/]{1,12}(?:\s{1,20}\([-+]?\d{1,4}%\))?\s{1,20}(?=\d{1,2}[.)] )"
)
_SET: Final = re.compile(r"[A-Za-z]=[ ]\d{1,9}[ ]\+")  # `BATCH= 8 + zero: 3.7 Mpps`: what was set
_JOINING: Final = frozenset({"with", "and", "at", "to", "from", "while", "but", "versus"})


def _running(words: Words, block: _rows.Block, rows: list[list[_drawn.Cell]]) -> bool:
    """Tell whether likeness is of lists or sentences, which have their own readers.

    Points of a list counted (`1) Baseline: 81 tps 2) Patched: 85 tps`), parts of a sentence (`10.1 Gbps with 1 flow and 40.2 Gbps`), values
    behind a label with a comma between (`before: 91.2 Gbit/s, 1.2 usr`), or sides named beside their values (`before 12.1, after 14.0`).
    """
    if (words.flat or block.wrapped) and len(_ORDINAL.findall(words.rest, block.start, block.end)) >= len(rows) - 1 > 0:
        return True
    if (words.flat or block.wrapped) and _POINT.search(words.rest, block.start, block.end) is not None:
        return True
    if all(_counted(row) for row in block.rows):
        return True
    if words.flat and len(_SET.findall(words.rest, block.start, block.end)) >= len(rows) - 1 > 0:
        return True
    if all(len(row) > 3 and row[0].tokens[-1].text in _BULLET and row[1].kind[0] == "V" and row[2].kind == "D" for row in block.rows):
        return True  # `* 4,739,057 pps - baseline`
    inner = [[[token for token in cell.tokens if token.kind != "p"] for cell in row[1:-1] if cell.tokens] for row in rows]
    if all(any(len(cell) > 1 and cell[-1].text.lower() in _JOINING for cell in row) for row in inner):
        return True
    if all(row[0].tokens and row[0].tokens[-1].text == ":" and any(_comma(cell) for cell in row[1:-1]) for row in rows):
        return True
    if all(
        ":" in row[0].text and any(len(cell) > 1 and _STATISTIC.fullmatch(cell[-1].text) for cell in cells)
        for row, cells in zip(rows, inner, strict=True)
    ):
        return True  # `Before: avg 120 us, p99 410 us`
    if all(len(row) > 2 and row[0].kind != "L" and row[-2].kind == "L" and row[-2].tokens[-1].text == ":" for row in block.rows):
        return True  # `1 stream   old: 12.3 Gbps`
    sided = [any(len(cell) > 1 and _role.own(cell[-1].text)[1] >= 2 for cell in row) for row in inner]
    return all(sided) and all(":" in row[0].text for row in rows)


def _counted(row: list[_items.Item]) -> bool:
    """Tell whether a row is a number that counts and one value: `1. 29.4 Mpps (+34%)`."""
    label = row[0].tokens
    return len(label) == 2 and label[0].kind == "n" and label[1].text in {".", ")"} and sum(item.kind[0] == "V" for item in row) == 1


def _sized(block: _rows.Block) -> int:
    """Give where a table without lines starts: the numbers right before it that head its columns are its own."""
    start = block.start
    for token in reversed(block.head):
        if token.kind != "n":
            break
        start = token.start
    return start


_BULLET: Final = frozenset({"*", "-", "•", "o", "+", "·"})
_STATISTIC: Final = re.compile(r"p\d{2}(?:\.\d{1,3})?|\d\d(?:\.\d{1,3})?(?:th|pct)|median|avg|average|mean|min|max", re.IGNORECASE)


def _comma(cell: _drawn.Cell) -> bool:
    """Tell whether a cell is a number, what it counts and a comma."""
    return len(cell.tokens) > 2 and cell.tokens[0].kind == "n" and any(token.text == "," for token in cell.tokens[-2:])


def _labelled(words: Words, row: list[_items.Item]) -> bool:
    """Tell whether a colon ends the words that begin a row, and numbers without units follow or a single one."""
    if row[0].kind != "L":
        return False
    listed = row[1:-1] if len(row) > 3 else row[1:]  # the last of a list may carry the unit of all
    bare = not any(token.unit for item in listed for token in item.tokens)
    return (bare and row[0].tokens[-1].text == ":") or words.rest[row[0].tokens[-1].end :][:4].lstrip().startswith(":")


def _behind_label(words: Words, row: list[_items.Item]) -> bool:
    """Tell whether a row has one value behind a colon, and what stands before it is its label, numbers and all."""
    label = words.rest[row[0].tokens[0].start : row[-1].tokens[0].start].rstrip()
    return (
        row[-1].kind[0] == "V"
        and any(token.unit for token in row[-1].tokens)
        and label.endswith(":")
        and label.count(":") == 1
        and "  " not in label[:-1].rstrip()
    )


_SLASHED: Final = re.compile(r"\d[ ]{0,2}(?:[A-Za-z][\w/]{0,12}[ ]{1,2})?(?:/|-{1,2}>|=>|→)[ ]{0,2}\d")


_COLON: Final = re.compile(r"[ ]{0,2}(?:\([^()\n]{1,24}\)[ ]{0,2})?:")


def _captioned(words: Words, block: _rows.Block) -> bool:
    """Tell whether what seems a heading is a caption over pairs: `Patched / unpatched: 64B 14.1 / 12.2 Mpps`."""
    text = words.plain[max(0, block.start - 80) : block.start + 40]
    return any(_COLON.match(text, m.end()) for m in ORDER.finditer(text)) and (
        _SLASHED.search(words.plain, block.start, block.end) is not None
    )


_SPOKEN: Final = (
    "it is was are were i we get gets got see gives give gave reaches reach reached do does did take takes took need needs needed "
    "make makes made deliver delivers delivered push pushes pushed sustain sustains sustained handle handles handled"
)
_CLAUSE: Final = frozenset(_SPOKEN.split())
"""Words of a clause, which stand in no label."""
_TO: Final = (["to"], ["instead", "of"])
_AT: Final = frozenset({"at", "and", "with", "using", "on"})


def _clauses(block: _rows.Block) -> bool:
    """Tell whether rows are the clauses of a sentence: `without it I get 94 Gbps at 40% CPU, with it 94 Gbps at 31% CPU`."""
    for row in block.rows:
        for i, item in enumerate(row):
            said = [token.text.lower() for token in item.tokens] if item.kind == "L" else []
            if i and said in _TO:
                return True
            if len(block.rows) != 2:
                continue
            if not _CLAUSE.isdisjoint(said) or (i and len(said) == 1 and said[0] in _AT):
                return True
    return False


_OVER: Final = 12


def _both_over(block: _rows.Block) -> bool:
    """Tell whether the words right above the rows, behind any colon, name both sides."""
    colon = max((i for i, token in enumerate(block.head) if token.text == ":"), default=-1)
    return {"before", "after"} <= {_role.own(token.text)[0] for token in block.head[colon + 1 :][-_OVER:]}


_CLOSE: Final = 160
_NEAR: Final = 240


def _told(words: Words, block: _rows.Block, rows: list[list[_drawn.Cell]], floor: int) -> bool:
    """Tell whether labels with one number each are results: the heading or the words right above say the unit."""
    heading = " ".join(token.text for token in block.head[-8:])
    above = _caption.above(words, block.start, floor)[-_CLOSE:]
    if any(cell.tokens and cell.tokens[0].unit for row in rows for cell in row[1:]):
        return False  # numbers with units: the reader of labels and values has them
    sides = set(_role.contrast([row[0].text for row in rows], weak=False))
    return bool(rate_in(heading) or rate_in(above)) or ({"before", "after"} <= sides and _MEASURED.search(f"{heading} {above}") is not None)


_MEASURED: Final = re.compile(r"through?put|latenc|\brtt\b|cycles|\btime\b|transactions|requests|packets|score", re.IGNORECASE)
