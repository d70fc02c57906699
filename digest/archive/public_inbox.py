# SPDX-License-Identifier: GPL-2.0-or-later
"""A cloned public-inbox (public-inbox-v2-format(5), public-inbox-v1-format(5)), read with git.

v2: one commit a mail, whose tree holds the mail as `m`, or as `d` the mail that this commit deletes; an epoch is a repository, and a
folder `git/` holds epochs 0.git, 1.git ...  v1: one repository whose tree holds each mail under two and 38 hex digits.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import msgspec

from digest import mail
from digest.archive import _loose, mbox
from digest.archive._git import DamagedError, Repository, is_repository
from digest.archive._shard import LIMIT, SHARD, Part, Scan, Shard, inside, must_exist
from digest.model import Copy, Message, Problem

NAME = "public-inbox"
DESCRIPTION = "clone of a public-inbox: a v2 epoch, a v2 folder with git/N.git, v1 (needs git)"
LOSES = ()

_MOST = 4000
"""Commits in one shard at most."""
_SHOWN = 16
"""Digits of a commit in the place of a mail."""
_FOLDER = re.compile(r"[0-9a-f]{2}")
_FILE = re.compile(r"[0-9a-f]{2}/[0-9a-f]{38}")


class _Cursor(msgspec.Struct, frozen=True, array_like=True):
    """The commit up to which a repository was read."""

    head: str


_CURSOR = msgspec.msgpack.Decoder(_Cursor)


def sniff(path: Path, head: bytes) -> bool:
    """A folder git/ with epochs, or a repository whose newest commit holds a mail as public-inbox files it."""
    return not head and (bool(_epochs(path)) or _version(path) > 0)


def _epochs(path: Path) -> list[Path]:
    inner = path / "git"
    try:
        found = [entry for entry in inner.iterdir() if entry.suffix == ".git" and entry.stem.isascii() and entry.stem.isdigit()]
    except OSError:
        return []
    return sorted((entry for entry in found if is_repository(entry)), key=lambda entry: int(entry.stem))


def _repository(path: Path) -> Path:
    return path if is_repository(path) else path / ".git"


def _version(path: Path) -> int:
    """2 or 1 for a repository of that format, 0 for anything else."""
    place = _repository(path)
    if not is_repository(place):
        return 0
    with Repository(place) as repository:
        head = repository.head()
        if head is None:
            return 2 if path.stem.isdigit() and path.suffix == ".git" else 0
        names, _ = repository.fields("ls-tree", "-z", "--name-only", head)
        if names in (["m"], ["d"]):
            return 2
        first = next((name for name in names if _FOLDER.fullmatch(name)), None)
        inner, _ = repository.fields("ls-tree", "-z", "--name-only", head, f"{first}/") if first else ([], False)
        return 1 if any(_FILE.fullmatch(name) for name in inner) else 0


def parts(path: Path) -> list[tuple[str, Path]]:
    """Each epoch is read as one."""
    epochs = _epochs(path)
    return [(f"git/{epoch.name}", epoch) for epoch in epochs] if epochs else [("", path)]


def scan(part: Part, archive: str, known: bytes | None) -> Scan:
    """The commits since the one known; all of them where that one is no longer among them, or a mail known was deleted since."""
    path = Path(part.path)
    place = _repository(path)
    must_exist(place, archive)
    with Repository(place) as repository:
        head = repository.head()
        if head is None:
            return Scan(b"", fresh=known is not None)
        cursor = msgspec.msgpack.encode(_Cursor(head))
        old = _CURSOR.decode(known).head if known else None
        if old == head:
            return Scan(cursor, fresh=False)
        shard = Shard(NAME, archive, inside(place))
        cut = _files if _version(path) == 1 else _ranges
        try:
            if old is not None and repository.holds(old, head):
                shards = cut(repository, shard, old, head)
                if shards is not None:
                    return Scan(cursor, shards, fresh=False)
            return Scan(cursor, cut(repository, shard, "", head) or (), fresh=True)
        except DamagedError:
            why = "the history of this repository is damaged or not whole (`git fsck` tells more)"
            return Scan(b"", fresh=True, problems=(Problem(Copy(archive, part.below), why, unreadable=True),))


def _ranges(repository: Repository, shard: Shard, old: str, head: str) -> tuple[Shard, ...] | None:
    """Ranges of commits of about SHARD bytes; None where a commit deletes a mail from before `old`.

    What a worker is to pass over, deleted mails and the commits that deleted them, stands in the names of its shard.
    """
    which = f"{old}..{head}" if old else head
    edges, sizes, firsts = [old], [0], [0]
    deleting: dict[str, int] = {}
    commit, number = old, 0
    for number, (name, blob, size) in enumerate(repository.sizes(f"{commit}:m" for commit, _ in repository.commits(which)), 1):
        if sizes[-1] >= SHARD or number - firsts[-1] > _MOST:
            edges.append(commit)
            sizes.append(0)
            firsts.append(number - 1)
        commit = name.removesuffix(":m")
        sizes[-1] += size
        if blob is None:
            deleting[commit] = number
    if not number:
        return ()
    deleting = _no_mails(repository, deleting)
    deleted = _deleted(repository, which, deleting)
    if deleted is None and old:
        return None
    skipped: list[list[str]] = [[] for _ in sizes]
    for name, at in sorted({**deleting, **(deleted or {})}.items()):
        skipped[bisect_left(firsts, at) - 1].append(name)
    return tuple(
        msgspec.structs.replace(shard, commits=between, names=tuple(names), size=size)
        for between, names, size in zip(pairwise([*edges, commit]), skipped, sizes, strict=True)
    )


def _no_mails(repository: Repository, missing: dict[str, int]) -> dict[str, int]:
    """Of the commits without an `m` those that are none by right: deletions and empty beginnings.  The others are damaged."""
    right = {name.removesuffix(":d") for name, blob, _ in repository.sizes(f"{commit}:d" for commit in missing) if blob is not None}
    trees = repository.sizes(f"{commit}^{{tree}}" for commit in missing if commit not in right)
    right.update(name.removesuffix("^{tree}") for name, tree, size in trees if tree is not None and not size)
    return {commit: number for commit, number in missing.items() if commit in right}


def _deleted(repository: Repository, which: str, deleting: dict[str, int]) -> dict[str, int] | None:
    """The commits (with their number) whose mail a later one deletes; None where a deleted mail is not among them."""
    gone: dict[str, int] = {}
    for name, blob, _ in repository.sizes(f"{commit}:d" for commit in deleting):
        if blob is not None:
            gone[blob] = deleting[name.removesuffix(":d")]
    found: dict[str, int] = {}
    if not gone:
        return found
    met = set()
    mails = repository.sizes(f"{commit}:m" for commit, _ in repository.commits(which))
    for number, (name, blob, _) in enumerate(mails, 1):
        if blob is not None and number < gone.get(blob, 0):
            found[name.removesuffix(":m")] = number
            met.add(blob)
    return found if met == gone.keys() else None


def _files(repository: Repository, shard: Shard, old: str, head: str) -> tuple[Shard, ...] | None:
    """The files of v1's tree that are new; None where a file was changed or removed."""
    if old:
        fields, _ = repository.fields("diff-tree", "-r", "-z", "--no-renames", old, head)
        changes = list(zip(fields[::2], fields[1::2], strict=False))
        if any(not change.endswith(" A") for change, name in changes if _FILE.fullmatch(name)):
            return None
        names = [name for _, name in changes]
    else:
        names, _ = repository.fields("ls-tree", "-r", "-z", "--name-only", head)
    wanted = [f"{head}:{name}" for name in names if _FILE.fullmatch(name)]
    files = [(name.partition(":")[2], size) for name, blob, size in repository.sizes(wanted) if blob is not None]
    return _loose.shards_of(msgspec.structs.replace(shard, commits=(head,)), files)


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mails of a range of commits, the oldest first, or of files of one commit."""
    with Repository(shard.where()) as repository:
        if len(shard.commits) == 1:
            asked = [f"{shard.commits[0]}:{name}" for name in shard.names]
            places = list(shard.names)
            dates: list[datetime | None] = [None] * len(asked)
        else:
            old, new = shard.commits
            skip = set(shard.names)
            try:
                commits = [item for item in repository.commits(f"{old}..{new}" if old else new) if item[0] not in skip]
            except DamagedError:
                yield Problem(shard.copy(new[:_SHOWN]), "git cannot walk these commits: the repository is damaged", unreadable=True)
                return
            asked = [f"{commit}:m" for commit, _ in commits]
            places = [commit[:_SHOWN] for commit, _ in commits]
            dates = [_date(seconds) for _, seconds in commits]
        for (name, data, size), place, date in zip(repository.blobs(asked, LIMIT), places, dates, strict=True):
            copy = shard.copy(place)
            if data is None:
                yield Problem(copy, f"git cannot read this mail ({name.partition(':')[2]})", size=size, unreadable=True)
                continue
            yield mail.from_bytes(mbox.undress(data) if data.startswith(b"From ") else data, copy, fallback_date=date)
            if size > len(data):
                yield Problem(copy, f"longer than {LIMIT >> 20} MiB: the rest of this mail is left out", size=size - len(data))


def _date(seconds: int) -> datetime | None:
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError, OSError):
        return None
