# SPDX-License-Identifier: GPL-2.0-or-later
"""Finds what is to be read below a folder: every file by its own kind, names in order, no link followed."""

import atexit
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from digest.archive._compressed import beginning, why_nothing
from digest.archive._git import is_repository
from digest.archive._shard import HEAD, Part, reason, shown
from digest.errors import InputError, MissingExtra
from digest.model import Copy, Problem

if TYPE_CHECKING:
    from digest.archive import Folder, Format

_NO_MAIL = frozenset(
    (
        ".css",
        ".js",
        ".png",
        ".jpg",
        ".jpeg",
        ".gif",
        ".svg",
        ".ico",
        ".webp",
        ".woff",
        ".woff2",
        ".ttf",
        ".map",
        ".pyc",
        ".lock",
        ".tmp",
        ".swp",
        ".bak",
        ".idx",
        ".msf",
        ".sqlite3",
        ".sig",
        ".asc",
        ".db",
    )
)
"""Endings of what lies beside mails and pages: dress, pictures, locks, indexes."""


def spool(source: int | str) -> Path:
    """Copy standard input (or a pipe) into a file that is removed when the program ends."""
    folder = tempfile.mkdtemp(prefix="netdev-digest-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = Path(folder) / "stdin"
    try:
        with path.open("wb") as out:
            if isinstance(source, int):
                shutil.copyfileobj(sys.stdin.buffer, out, 1 << 20)
            else:
                with Path(source).open("rb") as pipe:
                    shutil.copyfileobj(pipe, out, 1 << 20)
    except OSError as error:
        raise InputError(f"{'-' if isinstance(source, int) else shown(source)}: {reason(error)}") from error
    return path


def recognise(path: Path, kinds: "Sequence[Format]", *, strict: bool = False) -> "tuple[Format | None, str]":
    """The kind of a file, or None and why not.  `strict`: MissingExtra where an optional package is needed to look into it."""
    try:
        head = beginning(path, HEAD)
        found = next((kind for kind in kinds if head and kind.sniff(path, head)), None)
        why = "" if head else why_nothing(path)
    except OSError as error:
        return None, f"cannot be read: {reason(error)}"
    except MissingExtra as error:
        if strict:
            raise
        return None, str(error)
    if found is not None:
        return found, ""
    if why:
        return None, why
    return None, "no kind of archive that is known here (`netdev-digest formats` lists them; `--format` forces one)"


def folder(
    root: Path, archive: str, kinds: "Sequence[Format]", forced: "Format | None", whole: "Callable[[Format], Folder | None]"
) -> tuple[Part, ...]:
    """The parts below a folder; what is no mail and what cannot be read stands in a part of its own."""
    found: list[Part] = []
    problems: list[Problem] = []
    ignored: list[tuple[str, str]] = []
    waiting = [""]
    folders = [kind for kind in map(whole, kinds) if kind is not None and forced in (None, kind)]
    files = [kind for kind in kinds if whole(kind) is None] if forced is None else [forced]
    while waiting:
        below = waiting.pop()
        here = root / below if below else root
        claimed = next((kind for kind in folders if (forced is kind and not below) or kind.sniff(here, b"")), None)
        if claimed is not None:
            for inside, place in claimed.parts(here):
                name = "/".join(filter(None, (shown(below), shown(inside))))
                found.append(Part(name, claimed.NAME, os.fspath(place), name))
            continue
        if is_repository(here):
            problems.append(Problem(Copy(archive, shown(below)), "a git repository without mail of a public-inbox", unreadable=True))
            continue
        loose: dict[str, list[str]] = {}
        try:
            entries = sorted(os.scandir(here), key=lambda entry: os.fsencode(entry.name))
        except OSError as error:
            if not below:
                raise InputError(f"{archive}: {reason(error)}") from error
            problems.append(Problem(Copy(archive, shown(below)), f"cannot be read: {reason(error)}", unreadable=True))
            continue
        inner: list[str] = []
        for entry in entries:
            path = f"{below}/{entry.name}" if below else entry.name
            why = _passed_over(entry)
            if why is not None:
                ignored.append((shown(path), why))
                continue
            mode = entry.stat(follow_symlinks=False).st_mode
            if stat.S_ISDIR(mode):
                inner.append(path)
                continue
            if not stat.S_ISREG(mode):
                why = "a link is not followed" if stat.S_ISLNK(mode) else "no regular file"
                problems.append(Problem(Copy(archive, shown(path)), why))
                continue
            kind, why = _kind(here / entry.name, files) if forced is None else (forced, "")
            if kind is None:
                if why == "empty":
                    ignored.append((shown(path), why))
                else:
                    problems.append(
                        Problem(Copy(archive, shown(path)), why, size=entry.stat(follow_symlinks=False).st_size, unreadable=True)
                    )
            elif hasattr(kind, "scan"):
                found.append(Part(shown(path), kind.NAME, os.fspath(here / entry.name), shown(path)))
            else:
                loose.setdefault(kind.NAME, []).append(entry.name)
        waiting.extend(reversed(inner))
        found.extend(Part(shown(below), name, os.fspath(here), shown(below), tuple(names)) for name, names in sorted(loose.items()))
    if problems and not found and is_repository(root):
        raise InputError(f"{archive}: {problems[0].text}")
    return _unlike(found, problems, ignored)


def _kind(path: Path, kinds: "Sequence[Format]") -> "tuple[Format | None, str]":
    """As `recognise`; but a file named *.eml need not be opened: of many, only the new ones are ever read."""
    if path.suffix == ".eml":
        trusted = next((kind for kind in kinds if kind.NAME == "eml"), None)
        if trusted is not None:
            return trusted, ""
    return recognise(path, kinds)


def _passed_over(entry: "os.DirEntry[str]") -> str | None:
    name = entry.name
    if name.startswith("."):
        return "hidden"
    if name[0] in ",#" and name[1:].isdigit():
        return "removed by MH"
    if name.endswith("~") or os.path.splitext(name)[1].lower() in _NO_MAIL:  # noqa: PTH122 - a Path for each name would be slow
        return "no mail by its name"
    return None


def _unlike(found: list[Part], problems: list[Problem], ignored: list[tuple[str, str]]) -> tuple[Part, ...]:
    """Parts under names of their own: two kinds of loose files in one folder are told apart by the kind."""
    seen: dict[str, int] = {}
    for part in found:
        seen[part.name] = seen.get(part.name, 0) + 1
    parts = [part if seen[part.name] == 1 else msgspec.structs.replace(part, name=f"{part.name}?{part.format}") for part in found]
    if problems or ignored:
        parts.append(Part("?", "", "", problems=tuple(problems), ignored=tuple(ignored)))
    return tuple(parts)
