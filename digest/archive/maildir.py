# SPDX-License-Identifier: GPL-2.0-or-later
"""Maildir (maildir(5); https://cr.yp.to/proto/maildir.html): one mail a file in cur/ and new/, which never changes once it is there.

A mail's place is the unique part of its name, so that reading, flagging or filing it changes nothing that was published.
"""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from digest import mail
from digest.archive import _loose
from digest.archive._shard import Part, Scan, Shard, digest, inside, must_exist, reason, shown
from digest.errors import InputError
from digest.model import Copy, Message, Problem

NAME = "maildir"
DESCRIPTION = "Maildir: one mail a file in cur/ and new/"
LOSES = ()


def sniff(path: Path, head: bytes) -> bool:
    """A folder with cur/ and one of new/ and tmp/."""
    return not head and (path / "cur").is_dir() and ((path / "new").is_dir() or (path / "tmp").is_dir())


def parts(path: Path) -> list[tuple[str, Path]]:
    """A Maildir is read as one; folders within it (Maildir++) are Maildirs of their own."""
    return [("", path)]


def scan(part: Part, archive: str, known: bytes | None) -> Scan:
    """Files whose unique name was not there before.  Only names are looked at, which never change their meaning."""
    root = Path(part.path)
    must_exist(root, archive)
    found: dict[bytes, tuple[str, int]] = {}
    problems: list[Problem] = []
    listing: list[tuple[str, os.DirEntry[str]]] = []
    for folder in ("cur", "new"):
        try:
            with os.scandir(root / folder) as entries:
                listing.extend((folder, entry) for entry in entries if not entry.name.startswith("."))
        except FileNotFoundError:
            continue
        except OSError as error:
            raise InputError(f"{archive}: {shown(folder)}: {reason(error)}") from error
    listing.sort(key=lambda item: (unique(item[1].name), item[0]))
    marks: set[bytes] = set()
    old = {known[at : at + 8] for at in range(0, len(known), 8)} if known else set()
    for folder, entry in listing:
        mark = digest((os.fsencode(unique(entry.name)),))
        while mark in marks:
            mark = digest((mark,))
        marks.add(mark)
        if mark in old:
            continue
        found[mark] = (f"{folder}/{entry.name}", 0)
    fresh = known is None or not old <= marks
    if fresh and old:
        found = {}
        marks = set()
        return scan(part, archive, None)
    for mark, (name, _) in list(found.items()):
        try:
            status = (root / name).lstat()
            why = None if stat.S_ISREG(status.st_mode) else _what(status.st_mode)
        except OSError as error:
            status, why = None, f"cannot be read: {reason(error)}"
        if why is not None:
            del found[mark]
            problems.append(Problem(Copy(archive, _at(part.below, name)), why))
        elif status is not None:
            found[mark] = (name, status.st_size)
    shards = _loose.shards_of(Shard(NAME, archive, inside(part.path), prefix=part.below), list(found.values()))
    return Scan(b"".join(sorted(marks)), shards, fresh=fresh, problems=tuple(problems))


def unique(name: str) -> str:
    """A file's name without folder and flags (`:2,S`; where a file system knows no colon, `;2,S` or `!2,S`)."""
    name = name.rpartition("/")[2]
    for mark in (":2,", ";2,", "!2,"):
        head, found, _ = name.rpartition(mark)
        if found:
            return head
    return name


def _at(prefix: str, name: str) -> str:
    return f"{prefix}/{shown(unique(name))}" if prefix else shown(unique(name))


def _what(mode: int) -> str:
    if stat.S_ISLNK(mode):
        return "a link is not followed"
    return "a folder is no mail" if stat.S_ISDIR(mode) else "no regular file"


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mail of each file."""
    for item in _loose.files(shard):
        at = Copy(shard.archive, _at(shard.prefix, item.copy.at.rpartition("/")[2]))
        if isinstance(item, Problem):
            yield Problem(at, item.text, size=item.size, unreadable=item.unreadable)
        else:
            yield mail.from_bytes(item.data, at)
