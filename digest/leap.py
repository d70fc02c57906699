# SPDX-License-Identifier: GPL-2.0-or-later
r"""A regular expression that is looked for only where one of its first characters stands.

Python's `re` leaps from one such character to the next when a pattern begins with it; one that begins with `\b`, with a look behind or
with something optional it tries at every character, which costs four to seven times as much.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final

_LETTERS: Final = ((re.IGNORECASE, "i"), (re.MULTILINE, "m"), (re.DOTALL, "s"))


class Leap:
    r"""A pattern of which each match begins with one of the characters of `first` (the inside of a character class: `A-Z~\\d`).

    Matches are those of the pattern itself, in the same order.  Compiled when it is first used.  No match may be empty.
    """

    def __init__(self, first: str, source: str, flags: int = 0) -> None:
        self.first = first
        self.source = source
        self.flags = flags

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern."""
        return re.compile(self.source, self.flags)

    @cached_property
    def _finder(self) -> re.Pattern[str]:
        """The first character of each match: it is met first, and the pattern is then tried from before it."""
        letters = "".join([letter for flag, letter in _LETTERS if self.flags & flag])
        return re.compile(f"[{self.first}](?<=(?=(?{letters}:{self.source}))[{self.first}])")

    def finditer(self, text: str, start: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
        """The matches in `text[start:end]`, as `re.Pattern.finditer` gives them."""
        stop = len(text) if end is None else end
        at = start
        for found in self._finder.finditer(text, start, stop):
            match = self.pattern.match(text, found.start(), stop) if found.start() >= at else None
            if match is not None:
                at = match.end()
                yield match

    def search(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        """The first match in `text[start:end]`, as `re.Pattern.search` gives it."""
        return next(self.finditer(text, start, end), None)

    def sub(self, put: str, text: str) -> str:
        """The text with `put`, in which nothing is replaced, for each match."""
        pieces: list[str] = []
        at = 0
        for match in self.finditer(text):
            pieces += (text[at : match.start()], put)
            at = match.end()
        return "".join((*pieces, text[at:]))
