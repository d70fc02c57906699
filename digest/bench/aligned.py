# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables whose columns stand under each other by blanks or tabs, or did so before a mailer came."""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _caption, _heads, _rows, _table
from digest.bench._block import Run
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
    blocks = _rows.by_period(tokens) if words.flat else _rows.by_lines(tokens)
    if not words.flat and not blocks:
        blocks = _rows.wrapped(tokens)
    floor = 0
    for block in blocks:
        rows, loose = _heads.cells(block)
        labelled = all(item[0].kind == "L" and words.rest[item[0].tokens[-1].end :][:4].lstrip().startswith(":") for item in block.rows)
        loop = [token.text for token in block.head[-3:]]
        counted = len(_COUNTED.findall(words.rest, block.start, block.end)) > 2
        if not counted and len(rows[0]) > 1 and (block.head or not labelled) and not (loop[-1:] == ["in"] and loop[:1] == ["for"]):
            start = block.head[0].start if block.head and not words.flat and not block.wrapped else block.start
            table = _table.Table(
                headers=_heads.headers(block, rows, flat=words.flat or block.wrapped),
                rows=rows,
                groups=[0] * len(rows),
                start=start,
                end=block.end,
                layout="aligned",
                fill=False,
                row_units=tuple(loose),
            )
            yield from _table.read(words, table, _caption.above(words, block.start, floor))
        floor = block.end
