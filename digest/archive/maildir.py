# SPDX-License-Identifier: GPL-2.0-or-later
"""Maildir (maildir(5); https://cr.yp.to/proto/maildir.html): one mail a file in cur/ and new/, which never changes once it is there.

A mail's place is the unique part of its name, so that reading, flagging or filing it changes nothing that was published.
"""

import hashlib
import os
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path

from digest import mail
from digest.archive import _loose
from digest.archive._shard import Part, Scan, Shard, inside, must_exist, reason, shown
from digest.errors import InputError
from digest.model import Copy, Message, Problem

NAME = "maildir"
DESCRIPTION = "Maildir: one mail a file in cur/ and new/"
LOSES = ()

_FLAGS = b":2,"


def sniff(path: Path, head: bytes) -> bool:
    """A folder with cur/ and one of new/ and tmp/."""
    return not head and _is_folder(path / "cur") and (_is_folder(path / "new") or _is_folder(path / "tmp"))


def _is_folder(path: Path) -> bool:
    """A folder itself, no link to one: what a stranger packed must not lead out of it."""
    return path.is_dir() and not path.is_symlink()


def parts(path: Path) -> list[tuple[str, Path]]:
    """A Maildir is read as one; folders within it (Maildir++) are Maildirs of their own."""
    return [("", path)]


def scan(part: Part, archive: str, known: bytes | None) -> Scan:
    """Files whose unique name was not there before; all files where one known is gone.  Only names are looked at."""
    root = Path(part.path)
    must_exist(root, archive)
    if not root.is_dir():
        raise InputError(f"{archive}: no Maildir")
    listing = {folder: _list(root, folder, archive) for folder in (b"cur", b"new") if _is_folder(root / folder.decode())}
    same = hashlib.blake2b(b"//".join([b"/".join(names) for names in listing.values()]), digest_size=16).digest()
    if known is not None and known.startswith(same):
        return Scan(known, fresh=False)
    found: dict[bytes, bytes] = {}  # unique name -> name, with its folder before it unless that is cur/
    for folder, names in listing.items():
        for name in names:
            if name.startswith(b"."):
                continue
            key = name.partition(_FLAGS)[0] if _FLAGS in name else _unique(name)
            # one unique name in both folders: two files all the same
            found[key if key not in found else key + b"/" + folder + b"/" + name] = name if folder == b"cur" else folder + b"/" + name
    listing.clear()
    old = set(zlib.decompress(known[16:]).split(b"\0")) - {b""} if known else set()
    fresh = not known or not old <= found.keys()
    keys = sorted(found)
    cursor = same + zlib.compress(b"\0".join(keys), 1)
    problems: list[Problem] = []
    new = (os.fsdecode(found.pop(key)) for key in keys if fresh or key not in old)
    shards = _loose.shards_of(Shard(NAME, archive, inside(part.path), prefix=part.below), _regular(part, archive, new, problems))
    return Scan(cursor, shards, fresh=fresh, problems=tuple(problems))


def _regular(part: Part, archive: str, names: Iterator[str], problems: list[Problem]) -> Iterator[tuple[str, int]]:
    """The regular files among these, with their size; the others become problems."""
    for name in names:
        place = name if "/" in name else f"cur/{name}"
        try:
            status = os.lstat(f"{part.path}/{place}")
        except OSError as error:
            problems.append(Problem(Copy(archive, _at(part.below, place)), f"cannot be read: {reason(error)}", unreadable=True))
            continue
        if stat.S_ISREG(status.st_mode):
            yield place, status.st_size
        else:
            problems.append(Problem(Copy(archive, _at(part.below, place)), _what(status.st_mode)))


def _list(root: Path, folder: bytes, archive: str) -> list[bytes]:
    try:
        return os.listdir(os.fsencode(root) + b"/" + folder)  # noqa: PTH208 - names alone, as bytes
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InputError(f"{archive}: {folder.decode()}: {reason(error)}") from error


def _unique(name: bytes) -> bytes:
    """A file's name without its flags: `:2,S`, or `;2,S` and `!2,S` where a file system knows no colon."""
    for mark in (_FLAGS, b";2,", b"!2,"):
        head, found, _ = name.rpartition(mark)
        if found:
            return head
    return name


def _at(prefix: str, name: str) -> str:
    place = shown(_unique(os.fsencode(name.rpartition("/")[2])))
    return f"{prefix}/{place}" if prefix else place


def _what(mode: int) -> str:
    if stat.S_ISLNK(mode):
        return "a link is not followed"
    return "a folder is no mail" if stat.S_ISDIR(mode) else "no regular file"


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mail of each file."""
    for item in _loose.files(shard):
        at = Copy(shard.archive, _at(shard.prefix, item.copy.at))
        if isinstance(item, Problem):
            yield Problem(at, item.text, size=item.size, unreadable=item.unreadable)
        else:
            yield mail.from_bytes(item.data, at)
