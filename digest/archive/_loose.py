# SPDX-License-Identifier: GPL-2.0-or-later
"""Archives made of loose files, one mail or page each: what is new among them, and their bytes, read without following links."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from digest.archive._compressed import Stream
from digest.archive._shard import LIMIT, SHARD, Part, Scan, Shard, digest, inside, outside, reason, shown
from digest.errors import MissingExtra
from digest.model import Copy, Problem

_MOST = 2000
"""Files in one shard: small ones cost a system call each, whatever their size."""


class File(msgspec.Struct):
    """One loose file's content (undone where compressed, at most LIMIT bytes) and the name it has in its archive."""

    path: Path
    copy: Copy
    data: bytes


def scan(part: Part, archive: str, known: bytes | None) -> Scan:
    """The files that are new; all of them where one known before changed or is gone.  The cursor is a hash for each file."""
    problems: list[Problem] = []
    hashes: dict[bytes, tuple[str, int]] = {}
    for name in part.names:
        try:
            status = os.lstat(f"{part.path}/{name}")  # a Path for each name would be slow
        except OSError as error:
            problems.append(_unread(archive, _at(part.below, name), reason(error)))
            continue
        mark = digest((name.encode("utf-8", "surrogateescape"), b"%d %d" % (status.st_size, status.st_mtime_ns)))
        hashes[mark] = (name, status.st_size)
    cursor = b"".join(sorted(hashes))
    if cursor == known:
        return Scan(cursor, fresh=False)
    old = {known[at : at + 8] for at in range(0, len(known), 8)} if known else set()
    fresh = known is None or not old <= hashes.keys()
    new = [found for mark, found in hashes.items() if fresh or mark not in old]
    shards = shards_of(Shard(part.format, archive, inside(part.path), prefix=part.below), new)
    return Scan(cursor, shards, fresh=fresh, problems=tuple(problems))


def shards_of(shard: Shard, files: Iterable[tuple[str, int]]) -> tuple[Shard, ...]:
    """Files (name, size) in lists of at most SHARD bytes."""
    shards: list[Shard] = []
    names: list[str] = []
    size = 0
    for name, weight in files:
        if names and (size + weight > SHARD or len(names) >= _MOST):
            shards.append(msgspec.structs.replace(shard, names=tuple(names), size=size))
            names, size = [], 0
        names.append(inside(name))
        size += weight
    if names:
        shards.append(msgspec.structs.replace(shard, names=tuple(names), size=size))
    return tuple(shards)


def files(shard: Shard, *, limit: int = LIMIT) -> Iterator[File | Problem]:
    """The content of each file of a shard, in its order; what cannot be read is a Problem."""
    folder = shard.where()
    for name in map(outside, shard.names):
        path = folder / name
        at = _at(shard.prefix, name)
        try:
            data, problem = _content(path, limit)
        except OSError as error:
            yield _unread(shard.archive, at, reason(error))
            continue
        except MissingExtra as error:
            yield _unread(shard.archive, at, str(error))
            continue
        copy = Copy(shard.archive, at)
        yield File(path, copy, data)
        if problem is not None:
            yield Problem(copy, problem[0], size=problem[1])


def _content(path: Path, limit: int) -> tuple[bytes, tuple[str, int] | None]:
    with Stream(path, follow=False) as stream:
        parts: list[bytes] = []
        size = 0
        while size < limit:
            data = stream.read(limit - size)
            if not data:
                break
            parts.append(data)
            size += len(data)
        content = b"".join(parts)
        if stream.problem is not None:
            return content[:limit], (stream.problem, stream.missing)
        rest = len(content) - limit if len(content) > limit else 0
        if stream.compression is None and size >= limit:
            rest = max(0, stream.file.seek(0, 2) - limit)
        if rest or (size >= limit and stream.read(1)):
            return content[:limit], (f"longer than {limit >> 20} MiB: the rest of this file is left out", rest)
    return content, None


def _at(prefix: str, name: str) -> str:
    return f"{prefix}/{shown(name)}" if prefix else shown(name)


def _unread(archive: str, at: str, why: str) -> Problem:
    return Problem(Copy(archive, at), f"cannot be read: {why}", unreadable=True)
