# SPDX-License-Identifier: GPL-2.0-or-later
"""What lies on disk: path -> Message | Problem.  One module is one format; this is the door.

    for part in archive.parts(path):                    what is read and forgotten as one
        scan = archive.scan(part, archive=path)         the shards that hold what is new, and the cursor to keep
        for shard in scan.shards:
            for item in archive.read(shard): ...        a pure map, in any process

A format recognises itself from content.  FORMATS runs from the particular to the general: the first that claims a file has it.
"""

import os
import stat
import zlib
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Protocol, runtime_checkable

import msgspec

from digest.archive import (
    _loose,
    _walk,
    eml,
    forum,
    gmane,
    google_groups,
    hyperkitty,
    hypermail,
    lkml_org,
    lore,
    maildir,
    marc,
    mbox,
    mhonarc,
    openwall,
    pasted,
    patchwork,
    pipermail,
    pipermail_text,
    public_inbox,
    text,
)
from digest.archive._compressed import beginning
from digest.archive._shard import Kind, Part, Scan, Shard, digest, must_exist, reason, shown
from digest.errors import InputError, MissingExtra, UsageError
from digest.model import Copy, Message, Problem

__all__ = ["FORMATS", "Format", "Kind", "Part", "Scan", "Shard", "formats", "parts", "read", "scan", "shown"]


class Format(Protocol):
    """An archive kind: a plain module.  `sniff` and `read` never raise for what a file holds."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a module's constant
        """What `--format` calls it."""

    @property
    def DESCRIPTION(self) -> str:  # noqa: N802 - a module's constant
        """What it is, in a line."""

    @property
    def LOSES(self) -> tuple[str, ...]:  # noqa: N802 - a module's constant
        """What mails lose in it, in the words of `Message.lost`."""

    def sniff(self, path: Path, head: bytes) -> bool:
        """Whether a file that begins so (undone where compressed) is of this kind; for a folder `head` is empty."""

    def read(self, shard: Shard) -> Iterator[Message | Problem]:
        """The mails of one shard."""


@runtime_checkable
class Scanned(Format, Protocol):
    """A kind that knows better than file by file what is new in it, and how to cut it into shards."""

    def scan(self, part: Part, archive: str, known: bytes | None) -> Scan:
        """What came since the cursor `known`."""


@runtime_checkable
class Folder(Scanned, Protocol):
    """A kind that is a folder as a whole."""

    def parts(self, path: Path) -> list[tuple[str, Path]]:
        """What is read as one in it: (name within the folder, path)."""


FORMATS: tuple[Format, ...] = (
    public_inbox,
    maildir,
    lore,
    mhonarc,
    hypermail,
    pipermail,
    pipermail_text,
    marc,
    openwall,
    lkml_org,
    hyperkitty,
    patchwork,
    google_groups,
    gmane,
    forum,
    mbox,
    pasted,
    eml,
    text,
)


_VERSION = 1
"""Of the cursors; a new one has everything read again."""


def formats() -> tuple[Kind, ...]:
    """The archive kinds and what each loses."""
    return tuple(Kind(kind.NAME, kind.DESCRIPTION, kind.LOSES) for kind in FORMATS)


def by_name(name: str) -> Format:
    """The format of that name; UsageError names the nearest where there is none."""
    found = next((kind for kind in FORMATS if name == kind.NAME), None)
    if found is None:
        near = get_close_matches(name, [kind.NAME for kind in FORMATS], 1, 0.5)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise UsageError(f"no archive kind is called {name!r}{hint} (`netdev-digest formats` lists them)")
    return found


def parts(path: str | os.PathLike[str], *, format: str | None = None) -> tuple[Part, ...]:  # noqa: A002 - the option's own name
    """What is to be read under a path (`-`: standard input), each with the kind recognised or given.

    InputError where the path cannot be read at all or no kind claims a single file; UsageError for an unknown `format`.
    """
    forced = by_name(format) if format is not None else None
    where = os.fspath(path)
    name = shown(where)
    if where == "-":
        return _one(_walk.spool(0), name, forced)
    status = must_exist(Path(where), name)
    if stat.S_ISFIFO(status.st_mode):
        return _one(_walk.spool(where), name, forced)
    if stat.S_ISDIR(status.st_mode):
        return _walk.folder(Path(where), name, FORMATS, forced, _as_folder)
    if not stat.S_ISREG(status.st_mode):
        raise InputError(f"{name}: neither a file nor a folder")
    return _one(Path(where), name, forced)


def _as_folder(kind: Format) -> Folder | None:
    return kind if isinstance(kind, Folder) else None


def _one(path: Path, archive: str, forced: Format | None) -> tuple[Part, ...]:
    kind, why = (forced, "") if forced is not None else _walk.recognise(path, FORMATS, strict=True)
    if kind is None:
        raise InputError(f"{archive}: {why}")
    if forced is not None and path.is_file():
        try:
            beginning(path, 1)  # what cannot be opened stops the command where it is all that was asked for
        except OSError as error:
            raise InputError(f"{archive}: cannot be read: {reason(error)}") from error
    if isinstance(kind, Scanned):
        return (Part("", kind.NAME, os.fspath(path)),)
    return (Part("", kind.NAME, os.fspath(path.parent), "", (path.name,)),)


def scan(part: Part, *, archive: str, known: bytes | None = None) -> Scan:
    """What is new in a part since the cursor `known` (None: everything), as shards of at most 8 MB where it can be cut.

    A cursor that another kind wrote, or another version of this one, counts as none.
    """
    archive = shown(archive)
    if not part.format:
        cursor = digest(repr(problem).encode("utf-8", "backslashreplace") for problem in part.problems)
        return Scan(cursor, fresh=False) if cursor == known else Scan(cursor, problems=part.problems)
    kind = by_name(part.format)
    mark = f"{kind.NAME}/{_VERSION}\0".encode()
    inner = known.removeprefix(mark) if known is not None and known.startswith(mark) else None
    look = kind.scan if isinstance(kind, Scanned) else _loose.scan
    try:
        found = look(part, archive, inner)
    except (msgspec.DecodeError, zlib.error):
        found = look(part, archive, None)
    return msgspec.structs.replace(found, cursor=mark + found.cursor)


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mails of a shard, and what in it could not be read; needs nothing but the shard and the file system."""
    try:
        yield from by_name(shard.format).read(shard)
    except (OSError, MissingExtra) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        place = Copy(shard.archive, shard.prefix or shown(shard.where().name))
        yield Problem(place, f"cannot be read: {why}", size=shard.size, unreadable=True)
