# SPDX-License-Identifier: GPL-2.0-or-later
"""What a writer is told beside the facts: the site's settings, the account of the reading, and the file it hands back."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Protocol

import msgspec

from digest.model import ProblemEntry, Row, Summary

_ROOM = Path(__file__).resolve().parent
# In a checkout the templates stand beside the package, in a wheel inside it.
SHIPPED = next((folder for folder in (_ROOM.parent / "templates", _ROOM.parents[1] / "templates") if folder.is_dir()), _ROOM)


class Site(msgspec.Struct, frozen=True):
    """Settings of one site; frozen and picklable, so that render workers can have it.

    `title` is the name on every page, `profile` the list it digests, `templates_dir` a folder whose files are looked up before ours.
    `base_url` is where the site will stand (feeds need absolute addresses; "" keeps them relative), `archive_url` the archive's
    permanent link with `{}` for the percent-encoded message-id, `search_url` its search page (None: none).  `now` is the time that
    ages are judged by, `window` the days a series stays on the lists after its newest mail.
    """

    now: datetime
    title: str = "netdev digest"
    profile: str = "netdev"
    base_url: str = ""
    archive_url: str = "https://lore.kernel.org/r/{}/"
    search_url: str | None = "https://lore.kernel.org/netdev/"
    rules_url: str | None = None
    window: int = 90
    obfuscate: bool = False
    templates_dir: str | None = None
    search: bool = False
    version: str = ""

    @property
    def since(self) -> datetime:
        """The oldest newest-mail date that the lists show."""
        return self.now - timedelta(days=self.window)


class File(msgspec.Struct, frozen=True):
    """One file of the site: a relative path with `/`, and its whole content."""

    path: str
    data: bytes


class Account(msgspec.Struct, frozen=True):
    """What became of the mails: `messages` shown, and with the other three all that came in.

    `problems` are the first ones, `problems_total` how many there are.  `corrected` counts corrections that changed something,
    `taken_down` the message-ids on the takedown list.
    """

    messages: int = 0
    duplicates: int = 0
    unreadable: int = 0
    left_out: int = 0
    series: int = 0
    archives: tuple[str, ...] = ()
    problems: tuple[ProblemEntry, ...] = ()
    problems_total: int = 0
    corrected: int = 0
    taken_down: int = 0

    @property
    def total(self) -> int:
        """All mails that came in."""
        return self.messages + self.duplicates + self.unreadable + self.left_out


class Rows(Protocol):
    """Where list rows come from: the store, or Collected.  `places` says which lists a row stands on."""

    def rows(self, name: str) -> Iterator[Row]:
        """The rows of one list, newest mail first, then id."""

    def list_names(self) -> list[str]:
        """All lists that hold a row."""


class Writer(Protocol):
    """A plug-in: one kind of output; see WRITERS."""

    NAME: str

    def of_series(self, summary: Summary, site: Site, /) -> Iterator[File]:
        """Files of one series; pure, runs in workers."""

    def of_lists(self, rows: Rows, site: Site, account: Account, only: frozenset[str] | None, /) -> Iterator[File]:
        """Files that show many series; `only` restricts to the lists named (None: all)."""
