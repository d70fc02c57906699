# SPDX-License-Identifier: GPL-2.0-or-later
"""Files onto disk so that no kill leaves a torn one: written beside, synced, renamed; a first build appears by one rename.

Paths are checked against a strict pattern and walked with directory descriptors that follow no link: nothing is written outside the
folder, whatever is asked.
"""

import errno
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from digest.errors import OutputError
from digest.publish._site import File

_NAME = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_])?")
_OURS = re.compile(
    r"(?:[a-z]|about|page|search)/(?:[A-Za-z0-9._-]{1,100}/){0,6}(?:index\.html|feed\.atom|feed\.json)|data/v1/[A-Za-z0-9._/-]{1,200}\.json|"
    r"pagefind/[A-Za-z0-9._/-]{1,200}"
)
"""Names that nobody but the program gives to files of a site, so that strangers' files are left alone."""
_DEEP = 8
_BATCH = 512
_SYNC_ONE_BY_ONE = 32
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_OPEN = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC


def safe(path: str) -> tuple[str, ...]:
    """The parts of a relative path; anything that could lead elsewhere is an OutputError."""
    parts = tuple(path.split("/"))
    if len(parts) > _DEEP or not all(_NAME.fullmatch(part) for part in parts):
        raise OutputError(f"refused to write {path!r}: not a path of this site")
    return parts


class Folder:
    """The site on disk.  Use as a context; `finish` makes a first build appear.  Counts what was written and what was the same."""

    def __init__(self, root: Path) -> None:
        """Nothing is touched until the context is entered."""
        self.written = self.unchanged = self.removed = 0
        # Not resolve(): the site may be reached by a link, which stays one.
        self._root = Path.cwd() / root
        self.first = not self._root.exists()
        self._work = self._root.with_name(f".{self._root.name}.building") if self.first else self._root
        self._descriptors: dict[tuple[str, ...], int] = {}
        self._waiting: list[tuple[int, str]] = []
        self._before: File | None = None

    @property
    def path(self) -> Path:
        """Where the files are now: beside the site until a first build is finished."""
        return self._work

    def __enter__(self) -> Self:
        """Make or open the folder; the remains of a killed first build are cleared away."""
        try:
            if self.first:
                if self._work.is_symlink() or self._work.is_file():
                    self._work.unlink()
                elif self._work.exists():
                    shutil.rmtree(self._work)
                self._work.mkdir(parents=True)
            elif not self._root.is_dir():
                raise OutputError(f"{self._root} is not a folder")
            self._descriptors[()] = os.open(self._work, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError as error:
            raise OutputError(f"{self._work}: {error.strerror}") from error
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Close all descriptors; a build that failed leaves the site as it was, but for whole files already renamed."""
        for descriptor in self._descriptors.values():
            os.close(descriptor)
        self._descriptors.clear()

    def write(self, files: Iterable[File]) -> int:
        """Write files in their order; returns how many were not the same already."""
        before = self.written
        try:
            for file in files:
                self._one(file)
        except OSError as error:
            raise OutputError(f"{self._work}: {error.strerror or error}") from error
        return self.written - before

    def _one(self, file: File) -> None:
        *parents, name = safe(file.path)
        folder = self._folder(tuple(parents))
        if not self.first and _same(folder, name, file.data):
            self.unchanged += 1
            return
        if self.first and self._linked(folder, name, file):
            self.written += 1
            return
        descriptor = _new(name, folder) if self.first else os.open(f".{name}.new", _OPEN | os.O_TRUNC, 0o644, dir_fd=folder)
        try:
            view = memoryview(file.data)
            while view:
                view = view[os.write(descriptor, view) :]
        finally:
            os.close(descriptor)
        self.written += 1
        if not self.first:
            self._waiting.append((folder, name))
            if len(self._waiting) >= _BATCH:
                self.flush()

    def _linked(self, folder: int, name: str, file: File) -> bool:
        """Whether a file with the bytes of the one before it (a version's small pages are all alike) became another name of that one.

        An inode less to be found, which is most of what a small file costs the kernel.  Nothing is ever written into a file that has
        its name: what changes later is renamed over it.
        """
        before, self._before = self._before, file
        if before is None or before.data != file.data:
            return False
        try:
            os.link(before.path, name, src_dir_fd=self._descriptors[()], dst_dir_fd=folder, follow_symlinks=False)
        except OSError:  # no links on this disk, too many, or the name is taken: it is written, and what is wrong shows there
            return False
        return True

    def pages(self) -> Iterator[str]:
        """Paths of the files that a build has written here before, as far as their names can tell; none in a first build."""
        if self.first:
            return
        for folder, _, names in os.walk(self._work):
            for name in names:
                path = os.path.relpath(os.path.join(folder, name), self._work)  # noqa: PTH118 - a site has many files
                if _OURS.fullmatch(path):
                    yield path

    def flush(self) -> None:
        """Sync what was written beside, then rename it into place, in order.  Lists must follow a flush of what they link to."""
        try:
            self._place()
        except OSError as error:
            raise OutputError(f"{self._work}: {error.strerror or error}") from error

    def _place(self) -> None:
        if not self._waiting:
            return
        if len(self._waiting) > _SYNC_ONE_BY_ONE:
            os.sync()
        else:
            for folder, name in self._waiting:
                descriptor = os.open(f".{name}.new", os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
                try:
                    os.fsync(descriptor)
                finally:
                    os.close(descriptor)
        for folder, name in self._waiting:
            os.rename(f".{name}.new", name, src_dir_fd=folder, dst_dir_fd=folder)
        self._waiting.clear()

    def remove(self, paths: Iterable[str]) -> None:
        """Take files away that the site no longer has; a missing one is no error, an empty folder goes too."""
        self.flush()
        for path in paths:
            parts = safe(path)
            try:
                os.unlink("/".join(parts), dir_fd=self._descriptors[()])
                self.removed += 1
            except FileNotFoundError:
                continue
            except OSError as error:
                raise OutputError(f"{path}: {error.strerror}") from error
            for depth in range(len(parts) - 1, 0, -1):
                held = self._descriptors.pop(parts[:depth], None)
                if held is not None:
                    os.close(held)
                try:
                    os.rmdir("/".join(parts[:depth]), dir_fd=self._descriptors[()])
                except OSError:
                    break

    def finish(self, manifest: bytes) -> None:
        """The manifest last; then a first build appears by one rename."""
        try:
            self.flush()
            self.write([File("manifest.json", manifest)])
            self.flush()
            if self.first:
                os.sync()
                self._work.rename(self._root)
                _sync_folder(self._root.parent)
            else:
                os.fsync(self._descriptors[()])
        except OSError as error:
            raise OutputError(f"{self._root}: {error.strerror or error}") from error

    def _folder(self, parts: tuple[str, ...]) -> int:
        found = self._descriptors.get(parts)
        if found is not None:
            return found
        above = self._folder(parts[:-1])
        with suppress(FileExistsError):
            os.mkdir(parts[-1], 0o755, dir_fd=above)
        try:
            descriptor = os.open(parts[-1], _FOLDER, dir_fd=above)
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.ENOTDIR):
                raise OutputError(f"{'/'.join(parts)} is a link or a file, not a folder of this site") from error
            raise
        if len(self._descriptors) > 200:
            self.flush()
            keep = {parts[:depth] for depth in range(len(parts))}
            for key in [key for key in self._descriptors if key not in keep]:
                os.close(self._descriptors.pop(key))
        self._descriptors[parts] = descriptor
        return descriptor


def _new(name: str, folder: int) -> int:
    """Open a file that is there under no other name: one that has the name already gives it up, for others may share its bytes."""
    try:
        return os.open(name, _OPEN | os.O_EXCL, 0o644, dir_fd=folder)
    except FileExistsError:
        os.unlink(name, dir_fd=folder)
        return os.open(name, _OPEN | os.O_EXCL, 0o644, dir_fd=folder)


def _same(folder: int, name: str, data: bytes) -> bool:
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    except OSError:
        return False
    with os.fdopen(descriptor, "rb") as held:
        return os.fstat(held.fileno()).st_size == len(data) and held.read() == data


def _sync_folder(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
