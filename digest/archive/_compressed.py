# SPDX-License-Identifier: GPL-2.0-or-later
"""Files read as a stream, undone on the way where they are compressed: gzip (RFC 1952), bzip2, xz, Zstandard (RFC 8878).

Nothing is ever undone whole: a step makes at most STEP bytes, output stops at RATIO times the input (beyond FREE bytes) and at
CEILING bytes in all.  What came before damage is kept, and `problem` says what is missing.
"""

import bz2
import lzma
import zlib
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from digest.archive._shard import open_regular
from digest.errors import MissingExtra

STEP = 1 << 20
_INPUT = 1 << 15
RATIO = 200
FREE = 16 << 20
CEILING = 64 << 30
_MEMORY = 128 << 20

_MAGIC = (
    (b"\x1f\x8b\x08", "gzip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    # a skippable frame, as pzstd begins its files with
    *((bytes((low,)) + b"\x2a\x4d\x18", "zstd") for low in range(0x50, 0x60)),
)


class _Undo(Protocol):
    """One compressed member being undone."""

    @property
    def eof(self) -> bool:
        """Whether the member ended."""

    @property
    def unused_data(self) -> bytes:
        """What follows the member."""

    def step(self, data: bytes) -> bytes:
        """At most STEP bytes more; to be asked again with b"" while `hungry` is false."""

    @property
    def hungry(self) -> bool:
        """Whether more input is needed."""


class _Inner:
    """What the decompressors of the standard library share."""

    _inner: Any

    @property
    def eof(self) -> bool:
        return bool(self._inner.eof)

    @property
    def unused_data(self) -> bytes:
        return bytes(self._inner.unused_data)


class _Gzip(_Inner):
    """What zlib made in a call that meets damage is lost with it: such a call is gone over once more, byte by byte."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=31)
        self._broken = False
        self._rest = b""

    @property
    def unused_data(self) -> bytes:
        return self._rest if self._broken else super().unused_data

    @property
    def hungry(self) -> bool:
        return not self._broken and not self._inner.unconsumed_tail

    def step(self, data: bytes) -> bytes:
        if self._broken:
            raise ValueError("damaged")
        tail = self._inner.unconsumed_tail
        data = tail + data if tail else data
        before = self._inner.copy()
        try:
            return bytes(self._inner.decompress(data, STEP))
        except zlib.error:
            self._broken = True
            return self._before_damage(before, data)

    def _before_damage(self, inner: Any, data: bytes) -> bytes:
        made: list[bytes] = []
        for at in range(len(data)):
            try:
                made.append(inner.decompress(data[at : at + 1]))
            except zlib.error:
                self._rest = data[at:]
                break
        return b"".join(made)


class _Sliced(_Inner):
    """Undone in small slices, as what a call made is lost where it meets damage: what the slices before it made is kept."""

    _errors: tuple[type[Exception], ...] = (OSError, EOFError, lzma.LZMAError)
    _slice = 128

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self._rest = b""
        self._broken = False

    @property
    def unused_data(self) -> bytes:
        return super().unused_data + self._rest if self.eof else self._rest

    @property
    def hungry(self) -> bool:
        return not self._broken and not self._rest and self._wants()

    def _wants(self) -> bool:
        """Whether the decompressor itself holds no more to give."""
        return bool(self._inner.needs_input)

    def _next(self, data: bytes) -> bytes:
        return bytes(self._inner.decompress(data, STEP))

    def step(self, data: bytes) -> bytes:
        if self._broken:
            raise ValueError("damaged")
        data = self._rest + data if self._rest else data
        made: list[bytes] = []
        size = at = 0
        while size < STEP and not self._inner.eof:
            wants = self._wants()
            if wants and at >= len(data):
                break
            try:
                piece = self._next(data[at : at + self._slice] if wants else b"")
            except self._errors:
                self._broken = True
                break
            at += self._slice if wants else 0
            made.append(piece)
            size += len(piece)
        self._rest = data[at:]
        return b"".join(made)


@cache
def _zstandard() -> tuple[Any, Any]:
    """The module and a decompressor, which is costly to make."""
    try:
        import zstandard  # noqa: PLC0415 - an extra, loaded only for such files
    except ImportError as error:
        raise MissingExtra("reading .zst files", "zstd") from error
    return zstandard, zstandard.ZstdDecompressor(max_window_size=_MEMORY)


class _Zstd(_Sliced):
    """A block makes at most 128 KiB of at least four bytes, so that a slice of 512 bytes makes at most 16 MiB."""

    _slice = 512

    def __init__(self) -> None:
        zstandard, maker = _zstandard()
        super().__init__(maker.decompressobj())
        self._errors = (zstandard.ZstdError,)

    def _wants(self) -> bool:
        return True

    def _next(self, data: bytes) -> bytes:
        return bytes(self._inner.decompress(data))


def kind(head: bytes) -> str | None:
    """The compression that a file's first bytes show: gzip, bzip2, xz, zstd or None."""
    return next((name for magic, name in _MAGIC if head.startswith(magic)), None)


def _undo(name: str) -> _Undo:
    if name == "gzip":
        return _Gzip()
    if name == "zstd":
        return _Zstd()
    if name == "bzip2":
        return _Sliced(bz2.BZ2Decompressor())
    return _Sliced(lzma.LZMADecompressor(memlimit=_MEMORY))


class Stream:
    """A file's content from its start, undone where compressed; `read` never raises for what the file holds.

    `problem` says why it ended early (None: it did not) and `missing` how many bytes of the file were not read for it.
    """

    def __init__(self, path: Path | str, *, follow: bool = True) -> None:
        self.file = open_regular(path, follow=follow)
        head = self.file.read(8)
        self.file.seek(0)
        self.compression = kind(head)
        self.problem: str | None = None
        self.missing = 0
        self._taken = 0
        self._made = 0
        self._over = False
        self._undo: _Undo | None = None
        if self.compression is not None:
            try:
                self._undo = _undo(self.compression)
            except MissingExtra:
                self.file.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.file.close()

    def read(self, size: int) -> bytes:
        """At most `size` bytes more (one step of the decompressor where compressed); b"" at the end."""
        if self.compression is None:
            return self.file.read(size)
        while not self._over:
            data = self._step()
            self._made += len(data)
            if self._made > FREE and self._made > RATIO * self._taken:
                self._stop(f"more than {RATIO} times its compressed size")
            elif self._made > CEILING:
                self._stop(f"more than {CEILING >> 30} GiB when undone")
            if data:
                return data
        return b""

    def _stop(self, why: str) -> None:
        self._over = True
        if self.problem is None:
            at = self._taken
            self.problem = f"{self.compression} data: {why}; stopped at byte {at}"
            self.file.seek(0, 2)
            self.missing = max(0, self.file.tell() - at)

    def _step(self) -> bytes:
        undo = self._undo
        assert undo is not None
        data = b""
        if undo.eof:
            # another member may follow; zeros are padding (gzip manual, section 2)
            rest = (undo.unused_data or self.file.read(_INPUT)).lstrip(b"\0")
            if not rest:
                rest = self.file.read(_INPUT).lstrip(b"\0")
                self._over = not rest and not self._more()
                if self._over or not rest:
                    return b""
            if kind(rest + self._peek(8)) != self.compression:
                self._taken = self.file.tell() - len(rest)
                self._stop("followed by other data")
                return b""
            self._undo = undo = _undo(self.compression or "")
            data = rest
        elif undo.hungry:
            data = self.file.read(_INPUT)
            if not data:
                self._stop("truncated")
                return b""
        try:
            made = undo.step(data)
        except (zlib.error, OSError, lzma.LZMAError, EOFError, ValueError):
            self._stop("damaged")
            return b""
        self._taken = self.file.tell() - len(undo.unused_data)
        return made

    def _peek(self, size: int) -> bytes:
        at = self.file.tell()
        data = self.file.read(size)
        self.file.seek(at)
        return data

    def _more(self) -> bool:
        return bool(self._peek(1))


def beginning(path: Path | str, size: int) -> bytes:
    """The first bytes of a file's content, undone where compressed; fewer where it is damaged.  OSError, MissingExtra."""
    with Stream(path) as stream:
        found = b""
        while len(found) < size:
            data = stream.read(size - len(found))
            if not data:
                break
            found += data
    return found[:size]


def why_nothing(path: Path | str) -> str:
    """Why a file gives no byte: "empty", or what is wrong with its compression.  OSError, MissingExtra."""
    with Stream(path) as stream:
        stream.read(1)
        return stream.problem or "empty"
