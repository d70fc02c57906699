# SPDX-License-Identifier: GPL-2.0-or-later
"""Git as a reader of objects, and of nothing else that a repository may say.

A cloned archive is hostile input: its configuration can name programs to run.  So its objects are read through a repository of our
own making, whose configuration is ours; no transport is allowed, nothing is fetched, no replacement or hook is looked at.
"""

import os
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, BinaryIO, Self

from digest import git
from digest.errors import InputError

_GIT = "git"
_NO_GIT = "reading a public-inbox repository needs git, which is not installed"


class DamagedError(Exception):
    """Git could not walk the history: objects are missing or damaged."""


def is_repository(path: Path) -> bool:
    """Whether a folder is a git directory (a bare repository, or the `.git` of another)."""
    return (path / "HEAD").is_file() and (path / "objects").is_dir() and ((path / "refs").is_dir() or (path / "packed-refs").is_file())


class Repository:
    """The objects of one repository, readable for the time of a `with`."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._own: tempfile.TemporaryDirectory[str] | None = None
        self._environment = git.environment()

    def __enter__(self) -> Self:
        self._own = tempfile.TemporaryDirectory(prefix="netdev-digest-")
        own = Path(self._own.name)
        (own / "objects").mkdir()
        (own / "refs").mkdir()
        (own / "HEAD").write_text("ref: refs/heads/none\n")
        sha256 = self._says_sha256()
        version = "1\n[extensions]\n\tobjectFormat = sha256" if sha256 else "0"
        (own / "config").write_text(f"[core]\n\tbare = true\n\trepositoryFormatVersion = {version}\n")
        shallow = self._shallow()
        if shallow:
            (own / "shallow").write_bytes(shallow)
        objects = self.path.resolve() / "objects"
        self._environment |= {"GIT_DIR": str(own), "GIT_OBJECT_DIRECTORY": os.fspath(objects)}
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._own is not None:
            self._own.cleanup()

    def _says_sha256(self) -> bool:
        try:
            return b"sha256" in (self.path / "config").read_bytes()[: 1 << 16].lower()
        except OSError:
            return False

    def _shallow(self) -> bytes:
        """Where the history of a clone ends by intent: commits, a line each."""
        try:
            data = (self.path / "shallow").read_bytes()
        except OSError:
            return b""
        return data if re.fullmatch(rb"(?:[0-9a-f]{40,64}\n)*", data) else b""

    def head(self) -> str | None:
        """The commit that HEAD (or, where it is unborn, master or main) names; None in an empty repository."""
        environment = git.environment() | {"GIT_DIR": os.fspath(self.path.resolve())}
        for name in ("HEAD", "refs/heads/master", "refs/heads/main"):
            command = [_GIT, "-c", "safe.directory=*", "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"]
            done = _run(command, environment)
            commit = done.stdout.decode("ascii", "replace").strip()
            if done.returncode == 0 and commit and all(digit in "0123456789abcdef" for digit in commit):
                return commit
        return None

    def fields(self, *arguments: str) -> tuple[list[str], bool]:
        """What a git command prints under -z, by fields, and whether it ended well."""
        done = _run([_GIT, *arguments], self._environment)
        return done.stdout.decode("utf-8", "surrogateescape").rstrip("\0").split("\0"), done.returncode == 0

    def holds(self, old: str, head: str) -> bool:
        """Whether `old` is among the ancestors of `head`."""
        return _run([_GIT, "merge-base", "--is-ancestor", old, head], self._environment).returncode == 0

    def commits(self, which: str) -> Iterator[tuple[str, int]]:
        """(commit, seconds since 1970) of a commit's ancestors or of a range `old..new`, the oldest first.  DamagedError."""
        command = [_GIT, "rev-list", "--timestamp", "--reverse", "--topo-order", which]
        with _start(command, self._environment, subprocess.DEVNULL) as process:
            assert process.stdout is not None
            for line in process.stdout:
                seconds, _, commit = line.decode("ascii").rstrip().partition(" ")
                yield commit, int(seconds)
        if process.returncode != 0:
            raise DamagedError

    def sizes(self, names: Iterable[str]) -> Iterator[tuple[str, str | None, int]]:
        """(name, the object that it leads to or None, its size), in the order of the names."""
        with tempfile.TemporaryFile() as file:
            file.writelines(f"{name} {name}\n".encode("utf-8", "surrogateescape") for name in names)
            file.seek(0)
            command = [_GIT, "cat-file", "--batch-check=%(objectname) %(objectsize) %(rest)", "--buffer"]
            with _start(command, self._environment, file.fileno()) as process:
                assert process.stdout is not None
                for line in process.stdout:
                    first, _, rest = line.decode("utf-8", "surrogateescape").rstrip("\n").partition(" ")
                    size, _, name = rest.partition(" ")
                    if size.isdigit():
                        yield name, first, int(size)
                    else:
                        yield first, None, 0

    def blobs(self, names: list[str], limit: int) -> Iterator[tuple[str, bytes | None, int]]:
        """(name, at most `limit` bytes of the object or None where there is none, its size), in the order of the names.

        Where git gives up on an object, the next ones are asked of another git.
        """
        start = 0
        while start < len(names):
            with tempfile.TemporaryFile() as file, _asked(file, names[start:], self._environment) as process:
                assert process.stdout is not None
                try:
                    while start < len(names):
                        line = process.stdout.readline(4096)
                        if not line.endswith(b"\n"):
                            yield names[start], None, 0
                            start += 1
                            break
                        words = line.split()
                        if len(words) < 3 or words[-2] != b"blob" or not words[-1].isdigit():
                            size = int(words[-1]) if len(words) >= 3 and words[-1].isdigit() else -1
                            if size >= 0:
                                _skip(process.stdout, size + 1)
                            yield names[start], None, 0
                            start += 1
                            continue
                        size = int(words[-1])
                        data = process.stdout.read(min(size, limit))
                        if len(data) < min(size, limit):
                            yield names[start], None, size
                            start += 1
                            break
                        _skip(process.stdout, size - len(data) + 1)
                        yield names[start], data, size
                        start += 1
                finally:
                    if process.poll() is None:
                        process.kill()


def _skip(stream: IO[bytes], count: int) -> None:
    while count > 0:
        data = stream.read(min(count, 1 << 20))
        if not data:
            return
        count -= len(data)


def _asked(file: BinaryIO, names: list[str], environment: dict[str, str]) -> "subprocess.Popen[bytes]":
    """Git reading the objects of these names, which stand in a file so that neither waits for the other."""
    file.writelines(f"{name}\n".encode("utf-8", "surrogateescape") for name in names)
    file.seek(0)
    return _start([_GIT, "cat-file", "--batch", "--buffer"], environment, file.fileno())


def _start(command: list[str], environment: dict[str, str], stdin: int) -> "subprocess.Popen[bytes]":
    try:
        return subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)  # noqa: S603
    except FileNotFoundError as error:
        raise InputError(_NO_GIT) from error


def _run(command: list[str], environment: dict[str, str]) -> "subprocess.CompletedProcess[bytes]":
    try:
        return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False)  # noqa: S603 - no word of it is mail
    except FileNotFoundError as error:
        raise InputError(_NO_GIT) from error
