# SPDX-License-Identifier: GPL-2.0-or-later
"""mbox in its four dialects (mboxo, mboxrd, mboxcl, mboxcl2), plain or compressed (RFC 4155, qmail's mbox(5)).

A plain file is cut into byte ranges and read in chunks, never whole; where a range begins within a mail, that mail belongs to the
range before.  A compressed file is one shard.  Where a mail stands is its From_ line's offset in the undone bytes.
"""

import fcntl
import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO

import msgspec

from digest import mail
from digest.archive import _from
from digest.archive._compressed import Stream, kind
from digest.archive._shard import HEAD, LIMIT, SHARD, Part, Scan, Shard, digest, inside, must_exist, open_regular
from digest.model import Copy, Message, Problem

NAME = "mbox"
DESCRIPTION = "mailbox file: mboxo, mboxrd, mboxcl, mboxcl2; .gz .xz .bz2 .zst"
LOSES = ()

_PIPERMAIL = re.compile(rb"From [^ \n]{1,100} at [^ \n]{1,100}  ")
_QUOTED_FROM = re.compile(rb"^(>{1,100})From ", re.MULTILINE)
_MARK = re.compile(rb">{0,100}")
_FROM_DATE = re.compile(
    rb"[ \t](Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[ \t]{1,4}(\d{1,2})[ \t]{1,4}"
    rb"(\d{2}):(\d{2})(?::(\d{2}))?[ \t]{1,4}(\d{4})[ \t]{0,4}\r?$"
)
_MONTHS = {name: number for number, name in enumerate(b"Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), 1)}
_BOUNDARY = re.compile(rb"boundary=\"?([^\"\r\n;]{1,200})", re.IGNORECASE)
_GIT_DATE = b" Mon Sep 17 00:00:00 2001"
"""The date that git format-patch writes into every From_ line: an attached patch looks like a mailbox."""


class _Cursor(msgspec.Struct, frozen=True, array_like=True):
    """What a file was when it was read: size, times, its number, short hashes of pieces spread over it, and its dialect."""

    size: int
    mtime: int
    inode: int
    spots: bytes
    lengths: bool


_CURSOR = msgspec.msgpack.Decoder(_Cursor)


def sniff(path: Path, head: bytes) -> bool:
    """A From_ line comes first; or a mail does whose From_ line was lost, and a mailbox goes on behind it."""
    start = head.lstrip(b"\0\r\n")
    start = start.removeprefix(b"\xef\xbb\xbf")
    if _from.is_start(start):
        return _PIPERMAIL.match(start) is None
    if path.is_dir() or path.suffix == ".eml" or not _from.is_header(start):
        return False
    if len(head) < HEAD:
        return _goes_on(io.BytesIO(head).read)
    with Stream(path) as stream:
        return _goes_on(stream.read)


def _goes_on(read: _from.Read) -> bool:
    """Whether a mail without From_ line is followed by one that has it, which is no attachment of the first."""
    window = _from.Window(read, 0, 1 << 18)
    at = window.find(1, LIMIT)
    if at < 0:
        return False
    after = window.peek(at, 600)
    first = window.take(at).raw
    if _GIT_DATE in after.split(b"\n", 1)[0] or not first.endswith((b"\n\n", b"\r\n\r\n", b"\0")):
        return False
    boundary = _BOUNDARY.search(first, 0, 1 << 16)
    if boundary is None:
        return True
    closing = b"--" + boundary[1].strip() + b"--"
    return closing in first


def scan(part: Part, archive: str, known: bytes | None) -> Scan:
    """Byte ranges of what is new in a plain file; a compressed file is read again when it changed."""
    path = Path(part.path)
    status = must_exist(path, archive)
    old = _CURSOR.decode(known) if known else None
    with open_regular(path) as file:
        head = file.read(8)
        size = file.seek(0, 2)
        if old is not None and (old.size, old.mtime, old.inode) == (size, status.st_mtime_ns, status.st_ino):
            return Scan(known or b"", fresh=False)
        start, lengths, fresh = 0, False, True
        if old is not None and size >= old.size and _spots(file, old.size) == old.spots:
            if size == old.size and status.st_mtime_ns == old.mtime:
                start, lengths, fresh = size, old.lengths, False
            elif size > old.size and kind(head) is None and (after := _continues(file, old.size)) is not None:
                start, lengths, fresh = after, old.lengths, False
        if fresh and kind(head) is None:
            file.seek(0)
            window = _from.Window(file.read, 0, 1 << 18)
            lengths = window.find(0, 1) == 0 and window.end_by_length() > 0
        locked = kind(head) is None and _locked(file, path)
        # what is left out for a lock makes the cursor one that no file has
        cursor = msgspec.msgpack.encode(_Cursor(size, -1 if locked else status.st_mtime_ns, status.st_ino, _spots(file, size), lengths))
        note = " ".join(word for word, holds in (("lengths", lengths), ("locked", locked)) if holds)
        shard = Shard(NAME, archive, inside(part.path), prefix=part.below, note=note)
        if kind(head) is not None:
            return Scan(cursor, (msgspec.structs.replace(shard, size=size),), fresh=True)
        edges = _edges(file, start, size, lengths=lengths)
    shards = tuple(msgspec.structs.replace(shard, start=low, end=high, stop=size, size=high - low) for low, high in pairwise(edges))
    return Scan(cursor, shards, fresh=fresh)


def _edges(file: BinaryIO, start: int, size: int, *, lengths: bool) -> list[int]:
    """Where shards begin and end.  With Content-Length only a walk from the first mail on tells which From_ line is none."""
    if not lengths:
        return [*range(start, size, SHARD), size] if size > start else []
    file.seek(max(0, start - 1))
    edges = [start]
    for piece in _from.pieces(_bounded(file, size), start, None, lengths=True):
        if piece.at - edges[-1] >= SHARD:
            edges.append(piece.at)
    return [*edges, size] if size > start else []


def _bounded(file: BinaryIO, stop: int) -> _from.Read:
    """Reads that end where the file ended when it was looked at, however it grows."""

    def read(size: int) -> bytes:
        return file.read(max(0, min(size, stop - file.tell())))

    return read


def _spots(file: BinaryIO, size: int) -> bytes:
    """Short hashes of 18 pieces spread over the first `size` bytes, first and last among them."""
    found = []
    for step in range(18):
        file.seek(max(0, (size - 4096) * step // 17))
        found.append(file.read(min(size, 4096)))
    return digest(found, 16)


def _continues(file: BinaryIO, size: int) -> int | None:
    """Where the first new mail begins behind `size`; None where the last one known went on."""
    file.seek(max(0, size - 1))
    data = file.read(2048)
    if size and data[:1] != b"\n":
        return None
    data = data[1:] if size else data
    blank = 2 if data.startswith(b"\r\n") else int(data.startswith(b"\n"))
    for skip in (0, blank):
        if _from.is_start(data, skip):
            return size + skip
    return None


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mails that begin within a shard, and what stands there that is none."""
    lengths = "lengths" in shard.note
    with Stream(shard.where()) as stream:
        if stream.compression is not None:
            found = _from.pieces(stream.read, 0, None, lengths=lengths)
        else:
            stream.file.seek(max(0, shard.start - 1))
            found = _from.pieces(_bounded(stream.file, shard.stop), shard.start, shard.end, lengths=lengths)
        last: _from.Piece | None = None
        for piece in found:
            if last is not None:
                yield from _read_piece(shard, last)
            last = piece
        if last is None:
            last = _from.Piece(shard.start, b"", mail=False)
        after = last.at + len(last.raw) + last.cut
        if stream.problem is not None:
            why = f"the file ends within this mail ({stream.problem})"
            if last.raw:
                yield Problem(shard.copy(last.at), why, size=len(last.raw) + last.cut, unreadable=True)
            yield Problem(shard.copy(after), stream.problem, size=stream.missing)
        elif stream.compression is None and after >= shard.stop and _being_written(stream.file, shard, last.raw):
            yield Problem(shard.copy(last.at), "this mail is still being written; it is read next time", size=len(last.raw) + last.cut)
        else:
            yield from _read_piece(shard, last)
            if stream.compression is None and shard.end > (now := stream.file.seek(0, 2)):
                lost = shard.end - max(now, shard.start)
                yield Problem(shard.copy(now), "the file became shorter while it was read", size=lost, unreadable=True)


def unpack(data: bytes, copy: Copy) -> Iterator[Message | Problem]:
    """The mails of a small mailbox that stands where one mail is expected; the first has the place of the file."""
    shard = Shard(NAME, copy.archive, "", prefix=copy.at)
    for piece in _from.pieces(io.BytesIO(data).read, 0, None):
        if piece.at:
            yield from _read_piece(shard, piece)
        else:
            yield _message(piece.raw, copy, marked=piece.marked)


def _being_written(file: BinaryIO, shard: Shard, raw: bytes) -> bool:
    """Whether the last mail went on since, or a delivery held the lock and no blank line ends the mail yet."""
    if file.seek(0, 2) > shard.stop and _continues(file, shard.stop) is None:
        return True
    return "locked" in shard.note and not raw.endswith((b"\n\n", b"\n\r\n"))


def _locked(file: BinaryIO, path: Path) -> bool:
    """Whether a delivery holds the mailbox by one of the three kinds of locks that are in use."""
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        fcntl.flock(file, fcntl.LOCK_UN)
        fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        fcntl.lockf(file, fcntl.LOCK_UN)
    except BlockingIOError:
        return True
    except OSError:
        pass  # a file system without locks
    return path.with_name(f"{path.name}.lock").exists()


def _read_piece(shard: Shard, piece: _from.Piece) -> Iterator[Message | Problem]:
    raw = piece.raw
    copy = shard.copy(piece.at)
    if not piece.mail:
        if raw.strip(b"\r\n\t "):
            text = "NUL bytes" if not raw.strip(b"\0\r\n") else "no mail: no From_ line and no header"
            yield Problem(copy, text, size=len(raw) + piece.cut, unreadable=text != "NUL bytes")
        return
    nuls = 0
    if raw.endswith(b"\0") or b"\0" in raw[-8:]:
        kept = raw.rstrip(b"\0\r\n")
        if (at := raw.find(b"\0", len(kept))) >= 0:
            nuls = len(raw) - at
            raw = raw[:at]
    yield _message(raw, copy, marked=piece.marked)
    if nuls:
        yield Problem(shard.copy(piece.at + len(raw)), "NUL bytes", size=nuls)
    if piece.cut:
        yield Problem(copy, f"longer than {LIMIT >> 20} MiB: the rest of this mail is left out", size=piece.cut)


def _message(raw: bytes, copy: Copy, *, marked: bool) -> Message:
    inner = undress(raw, marked=marked)
    message = mail.from_bytes(inner, copy)
    if message.date is None and (date := _from_date(raw)) is not None:
        return mail.from_bytes(inner, copy, fallback_date=date)
    return message


def undress(raw: bytes, *, marked: bool = True) -> bytes:
    """A mail without its From_ line, the blank line before the next, and the marks that kept its lines from looking like From_ lines."""
    every = raw.startswith(b"From mboxrd@z ")
    if raw.startswith(b"\xef\xbb\xbf"):
        raw = raw[3:]
    start = 0
    while raw.startswith((b"From ", b">From "), start):
        start = raw.find(b"\n", start) + 1
        if not start:
            return b""
    end = len(raw)
    if raw.endswith(b"\n\n"):
        end -= 1
    elif raw.endswith(b"\n\r\n"):
        end -= 2
    raw = raw[start:end]
    if not marked or b">From " not in raw:
        return raw
    return _unmark(raw, every=every)


def _unmark(raw: bytes, *, every: bool) -> bytes:
    """Give lines that begin with `From ` back their beginning.

    mboxrd says of itself that it marks every `>*From ` line.  mboxo and mboxcl mark `From ` alone, mboxcl2 none, and a mail does not
    say which: a line whose neighbours are quoted as deeply is a quote, and a mail in which a `From ` line stands unmarked has no marks.
    """
    if every:
        return _QUOTED_FROM.sub(lambda found: found[0][1:], raw)
    if b"\nFrom " in raw:
        return raw
    out: list[bytes] = []
    done = 0
    for found in _QUOTED_FROM.finditer(raw):
        at = found.start()
        above = raw.rfind(b"\n", max(0, at - 2000), at - 1) + 1 if at else 0
        below = raw.find(b"\n", at) + 1
        depth = max(_depth(raw, above) if at else 0, _depth(raw, below) if below else 0)
        if depth < len(found[1]):
            out.append(raw[done:at])
            done = at + 1
    out.append(raw[done:])
    return b"".join(out)


def _depth(raw: bytes, at: int) -> int:
    found = _MARK.match(raw, at)
    return len(found[0]) if found else 0


def _from_date(raw: bytes) -> datetime | None:
    """The date of the From_ line, asked for only where the mail has none; it is the time of delivery, without zone."""
    found = _FROM_DATE.search(raw[: raw.find(b"\n") + 1].rstrip(b"\n"))
    if found is None:
        return None
    month, day, hour, minute, second, year = found.groups()
    try:
        date = datetime(int(year), _MONTHS[month], int(day), int(hour), int(minute), int(second or 0), tzinfo=UTC)
    except ValueError:
        return None
    return date if date.year > 1970 else None
