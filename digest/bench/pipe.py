# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables with `|` between the cells and no border around: markdown, and what authors draw by hand."""

from collections.abc import Iterator
from typing import Final

from digest.bench import grid
from digest.bench._block import Run
from digest.bench._tokens import Words

NAME: Final = "pipe"


def sniff(words: Words) -> bool:
    """Tell whether bars may part cells here."""
    return words.gist.count("|") > 2


def parse(words: Words) -> Iterator[Run]:
    """Read each table without border."""
    yield from grid.drawn(words, bordered=False)
