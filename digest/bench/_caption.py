# SPDX-License-Identifier: GPL-2.0-or-later
"""The words above a table: what was measured, in which unit."""

import re
from typing import Final

from digest.bench._tokens import Words

_REACH: Final = 700
_BREAK: Final = re.compile(r"\n[ \t]*\n[ \t]*\n")


def above(words: Words, start: int, floor: int) -> str:
    """Give the text before `start`, not further back than `floor`; what was taken by other grammars is blank in it."""
    text = words.rest[max(floor, start - _REACH) : start]
    parts = _BREAK.split(text)
    return " ".join(" ".join(parts[-2:]).split()) if len(parts) > 1 else " ".join(text.split())
