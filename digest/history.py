# SPDX-License-Identifier: GPL-2.0-or-later
"""A git repository -> which postings became commits, by `Link:` (or Message-ID) trailers and by `git patch-id --stable`.

The repository is the user's own (`--git`), yet nothing of its configuration runs: no hooks, filters, external diffs or transports.
"""

import re
import subprocess
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from digest import git, patch
from digest.errors import InputError

_LINK = re.compile(
    r"^(?:Link|Message-I[dD])[ \t]?:[ \t]{0,4}(?:https?://[^\s]{1,200}?/)?<?([^\s/<>@]{1,250}@[^\s/<>@]{1,150}?)>?/?[ \t]*$",
    re.MULTILINE,
)
_ID = re.compile(r"([0-9a-f]{40,64}) ([0-9a-f]{40,64})")
_PLAIN = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "log.showSignature=false", "-c", "diff.external="]
_DIFF = ["--no-merges", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--full-index"]


def read(repository: Path, since: datetime | None = None) -> patch.Commits:
    """The commits reachable from the repository's HEAD, those after `since` alone.  Raises InputError where there is no repository."""
    after = [f"--since={max(100_000_000, int(since.timestamp()))}"] if since is not None else []
    if _run(repository, ["rev-parse", "--verify", "--quiet", "HEAD"]).returncode:
        raise InputError(f"{repository}: no git repository with commits")
    return patch.pack([*_links(repository, after), *_patch_ids(repository, after)], _tree(repository))


def _command(repository: Path, words: list[str]) -> list[str]:
    return ["git", "-C", str(repository), "--no-pager", *_PLAIN, *words]


def _run(repository: Path, words: list[str]) -> "subprocess.CompletedProcess[bytes]":
    try:
        return subprocess.run(  # noqa: S603 - fixed words and the user's own path
            _command(repository, words), env=git.environment(), stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except FileNotFoundError as error:
        raise InputError("--git needs git, which is not installed") from error


def _links(repository: Path, after: list[str]) -> Iterator[tuple[str, str]]:
    """(`m:` message-id, commit) of all trailers that name a posting."""
    done = _run(repository, ["log", "--no-merges", "-z", "--format=%H%n%B", *after, "HEAD"])
    for entry in done.stdout.decode("utf-8", "replace").split("\0"):
        commit, _, log = entry.strip("\n").partition("\n")
        for found in _LINK.finditer(log):
            yield f"m:{found[1]}", commit


def _patch_ids(repository: Path, after: list[str]) -> Iterator[tuple[str, str]]:
    """(`p:` patch-id, commit), git itself counting."""
    with subprocess.Popen(  # noqa: S603 - fixed words and the user's own path
        _command(repository, ["log", "-p", *_DIFF, *after, "HEAD"]),
        env=git.environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as log:
        done = subprocess.run(  # noqa: S603 - as above
            _command(repository, ["patch-id", "--stable"]), env=git.environment(), stdin=log.stdout, capture_output=True, check=False
        )
    for found in _ID.finditer(done.stdout.decode("ascii", "replace")):
        yield f"p:{found[1]}", found[2]


def _tree(repository: Path) -> str | None:
    """The tree's name as patchwork-bot writes it: the last two parts of the origin's address."""
    done = _run(repository, ["config", "--get", "remote.origin.url"])
    parts = [part for part in done.stdout.decode("utf-8", "replace").strip().removesuffix("/").removesuffix(".git").split("/") if part]
    return "/".join(parts[-2:]) if len(parts) >= 2 else None
