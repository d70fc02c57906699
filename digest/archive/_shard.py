# SPDX-License-Identifier: GPL-2.0-or-later
"""The small words that every archive kind shares: Part, Shard, Scan, and the cursors between two runs.

A Part is what is read and forgotten as one: a mailbox file, a Maildir, a git epoch, the loose files of one folder.  A Shard is a
pure description of at most SHARD bytes of work: it can be pickled, and the worker that gets it needs nothing else.
"""

import errno
import hashlib
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, cast

import msgspec

from digest.errors import InputError
from digest.model import Copy, Problem

SHARD = 4 << 20
"""Bytes of work in one shard."""
LIMIT = 10 << 20
"""Bytes kept of one message; what exceeds them is told as a Problem of that size."""
HEAD = 64 << 10
"""Bytes of a file that a format sees when it is asked whether the file is its own."""


class Shard(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A piece of an archive: byte range `start:end` of a file, a list of files below a folder, or a range of commits.

    `archive` is the name as the user gave it, fit to be shown; `path` the real one and `names` files below it, both as `inside` writes
    them.  `stop` is where the file ended when it was looked at: nothing beyond is read.  `prefix` precedes the place of each mail (the
    file's name within a folder); `commits` are the ends of a range, the first left out; `note` is what the format's own scan found out.
    """

    format: str
    archive: str
    path: str
    start: int = 0
    end: int = 0
    stop: int = 0
    size: int = 0
    prefix: str = ""
    names: tuple[str, ...] = ()
    commits: tuple[str, ...] = ()
    note: str = ""

    def where(self) -> Path:
        """The file or folder itself."""
        return Path(outside(self.path))

    def copy(self, at: str | int) -> Copy:
        """A place in this archive: an offset, a commit or a file, after the file's own name where the archive is a folder."""
        return Copy(self.archive, f"{self.prefix}:{at}" if self.prefix else str(at))


class Part(msgspec.Struct, frozen=True):
    """What is read and forgotten as one.  `name` is stable within its archive and fit to be shown ("" where there is only one).

    `below` is where it lies within the archive ("" for the archive itself).  `names` are the files that belong to it where it is
    made of loose files; `problems` what the walk of a folder met that is no mail, `ignored` what it passed over, with the reason.
    """

    name: str
    format: str
    path: str
    below: str = ""
    names: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    ignored: tuple[tuple[str, str], ...] = ()


class Scan(msgspec.Struct, frozen=True):
    """What is to be read of a part, and the cursor to keep once it was.

    `fresh` means: what was known of this part no longer holds (or nothing was known), forget it; the shards are all of it.  Otherwise
    the shards and problems are what came since.
    """

    cursor: bytes
    shards: tuple[Shard, ...] = ()
    fresh: bool = True
    problems: tuple[Problem, ...] = ()


class Kind(msgspec.Struct, frozen=True):
    """An archive kind as the command `formats` lists it."""

    name: str
    description: str
    loses: tuple[str, ...]


def shown(name: str | bytes | os.PathLike[str]) -> str:
    r"""A file name as text that can be shown and stored anywhere: bytes that are no UTF-8 and controls as `\xNN`."""
    text = os.fsencode(name).decode("utf-8", "backslashreplace")
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii") for letter in text)


def inside(name: str | os.PathLike[str]) -> str:
    """A file name as text that any encoding carries: one that is no UTF-8 as NUL (which no name holds) and hex digits."""
    text = os.fspath(name)
    return text if text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text) else "\0" + os.fsencode(text).hex()


def outside(text: str) -> str:
    """The file name that `inside` wrote."""
    return os.fsdecode(bytes.fromhex(text[1:])) if text.startswith("\0") else text


def digest(words: Iterable[bytes], size: int = 8) -> bytes:
    """A short hash over a list of byte strings, told apart by their lengths."""
    listed = list(words)
    found = hashlib.blake2b(b"\0".join(listed), digest_size=size)
    found.update(b"".join([len(word).to_bytes(4, "little") for word in listed]))
    return found.digest()


def reason(error: OSError) -> str:
    """Why the operating system refused, without the path."""
    return error.strerror or type(error).__name__


def open_regular(path: str | Path, *, follow: bool = True) -> BinaryIO:
    """Open a regular file to read; a device or a FIFO (which could block for ever) or, unless `follow`, a link is an OSError."""
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | (0 if follow else os.O_NOFOLLOW)
    number = os.open(path, flags)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise OSError(errno.EINVAL, "no regular file")
    return cast("BinaryIO", os.fdopen(number, "rb", 0))


def must_exist(path: Path, archive: str) -> os.stat_result:
    """The file's status; an archive that cannot be looked at at all is an InputError."""
    try:
        return path.stat()
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else "no such name"
        raise InputError(f"{archive}: {why}") from error
