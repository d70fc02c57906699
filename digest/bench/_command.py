# SPDX-License-Identifier: GPL-2.0-or-later
"""The command line before a result: its options are what the tester chose, so they are parameters and no results."""

import re
from typing import Final

from digest.model.bench import Param

REACH: Final = 600
"""How many characters before a result its command line is looked for."""

_OPTION: Final = re.compile(r"(?<!\S)(-{1,2}[A-Za-z][\w-]{0,30})(?:(?:=|\s{1,8})?([^\s-]\S{0,80}|-(?=\d)\S{0,20}))?")


def before(text: str, offset: int, name: re.Pattern[str], reach: int = REACH) -> tuple[int, str] | None:
    """Find the last command that `name` matches within `reach` characters before `offset`: its start and its words up to `offset`."""
    found = None
    for match in name.finditer(text, max(0, offset - reach), offset):
        found = match
    return (found.start(), text[found.start() : offset]) if found is not None else None


def options(command: str) -> dict[str, str]:
    """Read `-l 10`, `-l10`, `--time=10` as {"l": "10"} or {"time": "10"}; the last of a repeated option counts."""
    out: dict[str, str] = {}
    for match in _OPTION.finditer(command):
        name, value = match[1], match[2] or ""
        short = not name.startswith("--") and len(name) > 2
        if short and (not value or name[2].isdigit()):
            name, value = name[:2], name[2:]
        out[name.lstrip("-")] = value.rstrip(";:,`'\")")
    return out


def param(text: str) -> Param:
    """Read an option's value as a number where it is a plain one."""
    if text.isascii() and text.isdigit() and len(text) < 16:
        return int(text)
    return text
