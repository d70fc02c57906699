# SPDX-License-Identifier: GPL-2.0-or-later
"""What a mail is: RFC 5322 fields, a decoded body, and which of its words are the writer's own."""

import bisect
from collections.abc import Mapping
from datetime import datetime
from typing import Generic, Literal, TypeVar

import msgspec

Item = TypeVar("Item")


class Address(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A person as one header or trailer writes them.

    `masked` is true where the archive hid (part of) the address: then `email` holds what is left as written, or None.
    """

    name: str | None = None
    email: str | None = None
    masked: bool = False


class Spot(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Where words stand in one decoded body: line `line` from character `column` on starts with `text`.

    `text` may run over several lines.  Line and column count from 1; a column counts characters, not bytes.
    """

    line: int
    column: int
    text: str


class Copy(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One place a mail was found: the archive as the user named it, and the offset, commit or file within."""

    archive: str
    at: str


class Problem(msgspec.Struct, frozen=True, array_like=True):
    """Content that could not be read: a value in the stream, never an exception.

    `size` is the number of archive bytes that it stands for (0 where the mail itself was kept); `unreadable` is true where a
    whole message was lost.
    """

    copy: Copy
    text: str
    key: str | None = None
    size: int = 0
    unreadable: bool = False


class Message(msgspec.Struct, frozen=True):
    """One mail, whole.  Made by `mail.from_bytes` and `mail.from_fields` only; bodies never leave the reading worker.

    `author` is the person who wrote it: header From, or for a From munged by a list (`X via List`) the Reply-To or
    X-Original-From person; `munged` keeps the From as it stood.  `parents` are message-ids, the nearest first (In-Reply-To,
    then References backwards).  `body` is the text parts with transfer encoding and charset undone and CRLF made LF; the first
    text/plain part comes first, attached patches follow.  `hints` are the few other headers that decide something (lower case).
    `lost` says what the archive kind dropped ("address", "line-breaks", "message-id", "date", "quotes", "indentation",
    "headers"); `flags` what reading noticed ("html", "truncated", "charset-guessed", "flowed", "date-odd" ...).
    `content` is 16 hex digits over author, date and squeezed body: equal for copies of one mail.
    """

    key: str
    message_id: str | None
    subject: str | None
    author: Address
    date: datetime | None
    parents: tuple[str, ...]
    body: str
    copy: Copy
    content: str
    munged: Address | None = None
    recipients: tuple[Address, ...] = ()
    lists: tuple[str, ...] = ()
    hints: tuple[tuple[str, str], ...] = ()
    lost: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


class Span(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A stretch `body[start:end]` of one kind: own, quote, attribution, signature or footer (a list's or mailer's)."""

    start: int
    end: int
    kind: Literal["own", "quote", "attribution", "signature", "footer"]
    depth: int = 0
    who: str | None = None


class Text:
    """A body with its words told apart.  `own` and `quoted` are as long as `body`: what is not theirs is blanked.

    Blanking (a space for each character, line feeds kept) lets every grammar run over plain text while an offset in `own` or
    `quoted` is the same offset in `body`; quote marks are blanked in both.  `flat` is true where line breaks were lost, so that a
    grammar must not lean on them.
    """

    __slots__ = ("_asked", "_starts", "body", "flat", "own", "quoted", "spans")

    def __init__(self, body: str, own: str, quoted: str, spans: tuple[Span, ...], *, flat: bool = False) -> None:
        self.body = body
        self.own = own
        self.quoted = quoted
        self.spans = spans
        self.flat = flat
        self._starts: list[int] | None = None
        self._asked = 0

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column (both from 1) of an offset in the body."""
        if self._starts is None:
            self._asked += 1
            if self._asked <= 12:  # most mails ask less often than a table of lines costs
                return self.body.count("\n", 0, offset) + 1, offset - self.body.rfind("\n", 0, offset)
            starts = [0]
            find = self.body.find
            at = find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = find("\n", at + 1)
            self._starts = starts
        line = bisect.bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def offset(self, line: int, column: int = 1) -> int:
        """The offset of a line and column (both from 1); the inverse of `place`."""
        self._asked = max(self._asked, 12)
        self.place(0)
        assert self._starts is not None
        return self._starts[line - 1] + column - 1

    def spot(self, start: int, end: int) -> Spot:
        """The words `body[start:end]` with their place."""
        line, column = self.place(start)
        return Spot(line, column, self.body[start:end])


class Thread(msgspec.Struct, Generic[Item], frozen=True):
    """Mails that answer one another: `items` by date then key; `parents` child key -> parent key (the parent may be absent)."""

    items: tuple[Item, ...]
    parents: Mapping[str, str]
