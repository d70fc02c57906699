# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines for a terminal: colour by ECMA-48 sequences where it is wanted, and folding at the terminal's width with a hanging indent."""

import re
import unicodedata

import msgspec

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34"}
_SGR = re.compile(r"\x1b\[[0-9;]{0,20}m")
_OFF = "\x1b[0m"
LEAST = 40


class Style(msgspec.Struct, frozen=True):
    """How to write: columns of the terminal, and whether colour is wanted."""

    width: int = 100
    colour: bool = False

    def paint(self, text: str, *names: str) -> str:
        """The text in this dress, or as it is."""
        if not self.colour or not text or not names:
            return text
        return f"\x1b[{';'.join(_CODES[name] for name in names)}m{text}{_OFF}"


def columns(text: str) -> int:
    """How many columns a text takes: colour none, East Asian wide characters two, marks that combine none."""
    bare = _SGR.sub("", text) if "\x1b" in text else text
    if bare.isascii():
        return len(bare)
    return sum(0 if unicodedata.combining(char) else 1 + (unicodedata.east_asian_width(char) in "WF") for char in bare)


def folded(line: str, width: int, hang: int | None = None) -> list[str]:
    """A line in lines of at most `width` columns, the later ones indented by `hang` (default: two more than the first).

    A word that is longer than a line, such as an address, stays whole.  Colour ends with each line and goes on in the next.
    """
    width = max(LEAST, width)
    if columns(line) <= width:
        return [line]
    bare = line.lstrip(" ")
    indent = len(line) - len(bare)
    margin = " " * min(indent + 2 if hang is None else hang, width // 2)
    made: list[str] = []
    now, used, dress = " " * indent, indent, ""
    begun = False
    for word in bare.split(" "):
        size = columns(word)
        if begun and used + 1 + size > width:
            made.append(now.rstrip(" ") + (_OFF if dress else ""))
            now, used, begun = margin + dress, len(margin), False
        if not begun and not word:
            continue
        now += (" " if begun else "") + word
        used += size + begun
        begun = True
        for code in _SGR.findall(word):
            dress = "" if code == _OFF else code
    return [*made, now]
