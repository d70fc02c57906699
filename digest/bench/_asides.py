# SPDX-License-Identifier: GPL-2.0-or-later
"""What is told beside a value behind a label: its deviation (`± 31.2`) and its side (`(was 17.9 us)`, `23.4 Gbps (after)`)."""

import re
from typing import Final

from digest.bench import _role
from digest.bench._block import Figure
from digest.bench._tokens import Token, Words

_WAS: Final = re.compile(
    r"\(\s*(?:was:?|before:?|previously|from|vs\.?|old:?|baseline:?|compared (?:to|with)|instead of|up from|down from)\s+[~≈]?$",
    re.IGNORECASE,
)
_BEHIND: Final = re.compile(
    r"\s{0,40}(?:[(]\s{0,40})?(?P<side>before|after|old|new|base|baseline|patched|unpatched|vanilla|with(?:out)? (?:the |this )?"
    r"patch(?:es|set)?)\b"
    r"\s*(?:[)\],.;]|$|\n)",
    re.IGNORECASE,
)


_DEVIATION: Final = re.compile(
    r"[ \t]{0,3}(?:[(,][ \t]{0,3})?(?:±|\+/-|\+-|std ?dev|stdev|sd\b|σ)[ \t:=]{0,3}(?P<n>\d{1,12}(?:\.\d{1,9})?)[ \t]{0,3}(?P<share>%)?",
    re.IGNORECASE,
)


def deviation(words: Words, figure: Figure, token: Token) -> None:
    """Read the deviation told behind a value: `9210 Mbit/s (stddev 31.2)`, `9.21 ± 0.03 Gbps`, `212 us +- 3%`."""
    match = _DEVIATION.match(words.plain, token.end, token.end + 48) or _DEVIATION.match(words.plain, figure.end, figure.end + 48)
    if match is not None:
        spread = float(match["n"])
        figure.spread = figure.value * spread / 100 if match["share"] else spread


def beside(words: Words, figure: Figure, token: Token, mine: list[Figure]) -> None:
    """Read a side told beside the value itself: `13.1 us (was 17.9 us)`, `18.2 Gbps (before), 23.4 Gbps (after)`."""
    text = words.plain
    if figure.role is not None:
        return
    first = _role.ENCLOSED_BEFORE.search(text[max(0, figure.start - 60) : figure.start])
    if first is not None:
        figure.role, figure.placed, figure.label, figure.key, figure.primary = _role.own(first["side"])[0], True, first["side"], "", True
        return
    if mine and _WAS.search(text[max(0, figure.start - 24) : figure.start]):
        mine[-1].role, mine[-1].placed = "after", True
        mine[-1].key = ""
        figure.role, figure.placed, figure.primary, figure.key = "before", True, mine[-1].primary, ""
        return
    behind = _BEHIND.match(text, token.end, token.end + 40)
    if behind is not None:
        side = _role.own(behind["side"])[0]
        figure.role, figure.placed, figure.label, figure.key = side, True, behind["side"], ""
        figure.primary = not mine or mine[0].primary
