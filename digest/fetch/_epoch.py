# SPDX-License-Identifier: GPL-2.0-or-later
"""Epochs of a public-inbox, cloned and kept up to date with git."""

import os
import re
import subprocess
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from digest.errors import InputError, OutputError
from digest.fetch._answer import PAUSE, get, one_line
from digest.fetch._ask import Ask


def epochs(item: Ask, output: Path) -> Iterator[str]:
    """Clone epochs into `output/git/N.git`, or get what is new in them; one line for each."""
    numbers = _listed(item.url) if item.what == "all" else [int(item.what)]
    for number in numbers:
        place = output / "git" / f"{number}.git"
        source = f"{item.url}/{number}"
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"{output}: {error.strerror or error}") from error
        old = _head(place) if place.is_dir() else None
        if place.is_dir():
            _git(
                f"epoch {number}", "--git-dir", str(place), "fetch", "--quiet", "--prune", "--no-tags", source, "+refs/heads/*:refs/heads/*"
            )
        else:
            # cloned under another name, so that a clone cut short is never taken for an epoch
            with tempfile.TemporaryDirectory(dir=place.parent, prefix=f".{number}.") as draft:
                _git(f"epoch {number}", "clone", "--quiet", "--mirror", "--template=", source, f"{draft}/new")
                Path(draft, "new").rename(place)
        new = _head(place)
        count = _git("", "--git-dir", str(place), "rev-list", "--count", f"{old}..{new}" if old else new or "HEAD") if new else "0"
        yield f"{place}: {count} new commit{'' if count == '1' else 's'}"


def _listed(url: str) -> list[int]:
    """The epochs that the server's manifest names for this inbox."""
    told = f"the list of epochs of {url}"
    try:
        with get(f"{url}/manifest.js.gz", "GET", told) as packed:
            data = zlib.decompressobj(wbits=31).decompress(packed.read(1 << 20), 16 << 20)
        names = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, zlib.error) as error:
        raise InputError(f"{told}: the answer is no manifest") from error
    inbox = urlsplit(url).path.rpartition("/")[2]
    found = (re.fullmatch(rf"/?{re.escape(inbox)}/(?:git/)?(\d{{1,4}})(?:\.git)?", name) for name in names)
    numbers = sorted({int(match[1]) for match in found if match})
    if not numbers:
        raise InputError(f"{told}: it names none")
    return numbers


def _head(place: Path) -> str | None:
    with suppress(InputError):
        return _git("", "--git-dir", str(place), "rev-parse", "--verify", "--quiet", "HEAD^{commit}") or None
    return None


def _git(told: str, *arguments: str) -> str:
    """Run git under the user's own configuration (proxies), but over no transport that was not asked for and to no other host."""
    options = (
        "safe.directory=*",
        "http.followRedirects=false",
        "http.lowSpeedLimit=1",
        f"http.lowSpeedTime={PAUSE}",
        "core.hooksPath=/dev/null",
    )
    command = ["git", *(word for option in options for word in ("-c", option)), *arguments]
    environment = os.environ | {"GIT_ALLOW_PROTOCOL": "http:https", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False)  # noqa: S603 - no shell
    except FileNotFoundError as error:
        raise InputError("epochs are fetched with git, which is not installed") from error
    if done.returncode != 0:
        why = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise InputError(f"{told}: {one_line(why) or 'git failed'}")
    return done.stdout.decode("utf-8", "replace").strip()
