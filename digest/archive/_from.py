# SPDX-License-Identifier: GPL-2.0-or-later
"""Where one mail of an mbox ends and the next begins (RFC 4155; qmail's mbox(5) names the four dialects).

A mail begins with a From_ line: `From `, a sender, a date in asctime's or RFC 822's shape; and the line after it must be a header.
In the dialects with Content-Length, what the length covers is passed over where a From_ line or the end of the file follows it.

Law: the pieces of a range join up, without gap or overlap, for any bytes and any size of chunk; and a range cut in two
gives the pieces of the whole, for a mail belongs to the range in which its From_ line begins.
"""

import re
from collections.abc import Callable, Iterator

import msgspec

from digest.archive._shard import LIMIT

Read = Callable[[int], bytes]
CHUNK = 1 << 20
_BOM = b"\xef\xbb\xbf"
_LOOK = 1024
"""Bytes from the beginning of a From_ line that decide whether it is one."""

_WEEKDAY = rb"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_MONTH = rb"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_ZONE = rb"(?:[+-]\d{4}|[A-Z]{1,5})"
_TIME = rb"\d{1,2}:\d{2}(?::\d{2})?"
_BLANK = rb"[ \t]{1,4}"
_DATE = (
    _WEEKDAY
    + rb",?"
    + _BLANK
    + rb"(?:"
    + (_MONTH + _BLANK + rb"\d{1,2}" + _BLANK + _TIME + rb"(?:" + _BLANK + _ZONE + rb")?" + _BLANK + rb"\d{4}")
    + rb"|"
    + (rb"\d{1,2}" + _BLANK + _MONTH + _BLANK + rb"\d{4}" + _BLANK + _TIME)
    + rb")(?:"
    + _BLANK
    + _ZONE
    + rb")?"
)
_LINE = re.compile(rb"From ([^\n]{10,400})\n(?:>?From [^\n]{1,300}\n)?[!-9;-~]{1,76}[ \t]?:")
_DATED = re.compile(_DATE + rb"(?: remote from [^ \n]{1,100})?[ \t]{0,4}\r?\Z")
_LENGTH = re.compile(rb"\ncontent-length:[ \t]{0,20}(\d{1,12})[ \t]{0,20}\r?\n", re.IGNORECASE)
_WORD = re.compile(rb"From ")  # found faster than by bytes.find, for `F` is rare
_MARK = ord(">")
_HEADER = re.compile(rb"\A(?:>From [^\n]{1,300}\n)?(?!From )[!-9;-~]{1,76}[ \t]?:")
_END = re.compile(rb"\r?\n\r?\n")


class Piece(msgspec.Struct, array_like=True, gc=False):
    """`raw` stood at offset `at`; a mail (From_ line and separator included), or a gap that is none; `cut` bytes more were left out.

    `marked`: `>From ` may stand in it.
    """

    at: int
    raw: bytes
    mail: bool
    cut: int = 0
    marked: bool = True


def is_start(data: bytes, at: int = 0) -> bool:
    """Whether a From_ line followed by a header stands there."""
    line = _LINE.match(data, at)
    return line is not None and _DATED.search(data, line.start(1), line.end(1)) is not None


def is_header(data: bytes) -> bool:
    """Whether a header line begins it (a mail whose From_ line is missing)."""
    return _HEADER.match(data) is not None


def _ends_there(data: bytes, end: int) -> bool:
    """Whether the next From_ line, after a blank line at most, or the end of the file stands at `end`."""
    rest = data[end : end + 4].lstrip(b"\r\n")
    at = min(end + 4, len(data)) - len(rest)
    return at >= len(data) or (data[at - 1 : at] == b"\n" and is_start(data, at))


class Window:
    """A moving view of a stream that holds no more than one mail and one chunk.

    `base` is the offset of its first byte; every index counts from there.
    """

    def __init__(self, read: Read, base: int, chunk: int) -> None:
        self.base = base
        self.over = False
        self._read = read
        self._chunk = chunk
        self._buffer = b""
        self._start = 0
        self._marked = False
        self._kept = b""
        self._cut = 0

    def __len__(self) -> int:
        return len(self._buffer) - self._start

    def peek(self, index: int, size: int) -> bytes:
        """At most `size` bytes from an index on."""
        at = self._start + index
        return self._buffer[at : at + size]

    def _more(self) -> None:
        """One chunk more, or the end."""
        data = self._read(self._chunk)
        if data:
            self._buffer = self._buffer[self._start :] + data
            self._start = 0
        else:
            self.over = True

    def find(self, index: int, until: int | None = None) -> int:
        """The index of the next From_ line at or after `index`; -1 where the stream ends, or reaches offset `until`, without one."""
        while True:
            known = len(self) if self.over else max(0, len(self) - _LOOK)
            while index < known:
                found = self._candidate(index, known)
                if found < 0:
                    index = known
                elif is_start(self._buffer, self._start + found):
                    return found
                else:
                    index = found + 1
            if self.over or (until is not None and self.base + self._cut + index >= until):
                return -1
            if len(self) > LIMIT + 2 * _LOOK:
                index -= self._shorten(index)
            self._more()

    def _candidate(self, index: int, known: int) -> int:
        """The next `From ` at the beginning of a line, of the file or behind NULs (what a torn write left)."""
        buffer, start = self._buffer, self._start
        if index == 0 and self.base + self._cut == 0:
            mark = len(_BOM) if buffer.startswith(_BOM) else 0
            if buffer.startswith(b"From ", mark):
                return mark
        for match in _WORD.finditer(buffer, start + max(index, 1), start + known + 4):
            at = match.start()
            before = buffer[at - 1]
            if before in b"\n\0":
                return at - start
            if before == _MARK:
                self._marked = True
        return -1

    def _shorten(self, index: int) -> int:
        """Let go of what exceeds LIMIT before `index`; the number of bytes let go of."""
        if not self._kept:
            self._kept = self.peek(0, LIMIT)
        count = index - 1
        self._start += count
        self._cut += count
        return count

    def take(self, index: int) -> Piece:
        """Cut off what precedes `index` (-1: everything)."""
        end = len(self) if index < 0 else index
        raw, at, size = self._kept or self.peek(0, min(end, LIMIT)), self.base, self._cut + end
        self._start += end
        self.base += size
        piece = Piece(at, raw, mail=True, cut=size - len(raw), marked=self._marked)
        self._kept, self._cut, self._marked = b"", 0, False
        return piece

    def end_by_length(self) -> int:
        """The index where the mail at index 0 ends by its Content-Length; 0 where it has none or it is not to be trusted."""
        while not (end := _END.search(self._buffer, self._start, self._start + LIMIT)):
            if self.over or len(self) >= LIMIT:
                return 0
            self._more()
        found = _LENGTH.search(self._buffer, self._start, end.end())
        if found is None or (index := end.end() - self._start + int(found[1])) > LIMIT:
            return 0
        while len(self) < index + _LOOK and not self.over:
            self._more()
        self._marked = True  # what is passed over is not looked at
        return index if index <= len(self) and _ends_there(self._buffer, self._start + index) else 0


def pieces(read: Read, start: int, end: int | None, *, lengths: bool = False, chunk: int = CHUNK) -> Iterator[Piece]:
    """The mails whose From_ line begins within `start:end`, and from offset 0 also what precedes the first.

    `read(size)` gives the bytes from `start` on (from `start - 1` on unless `start` is 0) until where the file ended.
    `lengths`: Content-Length is trusted where it holds.
    """
    window = Window(read, max(0, start - 1), chunk)
    at = window.find(1 if start else 0, end)
    if start == 0 and (end is not None and at < 0 and not window.over):
        # what precedes the first mail is longer than the range: it is told of from here, to where the next range finds a mail
        at = window.find(0)
    lead = window.take(at)
    if start == 0 and (lead.raw or lead.cut):
        lead.mail = is_header(lead.raw.lstrip(b"\r\n"))
        yield lead
    while at >= 0 and (end is None or window.base < end):
        at = window.find(max(1, window.end_by_length()) if lengths else 1)
        yield window.take(at)
