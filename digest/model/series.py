# SPDX-License-Identifier: GPL-2.0-or-later
"""A series as assembled from threads, before anything is judged."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

import msgspec

from digest.model.mail import Address
from digest.model.patch import Diffstat, FileChange, Record


class Posting(msgspec.Struct, frozen=True):
    """One patch of one revision.  `record` is None where its mail is not in the archive (known from a reply or a shortlog).

    `from_version` is set where a partial reroll took the patch over; `change` compares with the revision before.
    """

    index: int
    title: str | None
    record: Record | None
    message_id: str | None = None
    author: Address | None = None
    files: tuple[FileChange, ...] = ()
    from_version: int | None = None
    change: Literal["new", "unchanged", "changed"] | None = None
    was_index: int | None = None


class Revision(msgspec.Struct, frozen=True):
    """One posting of the series.  `missing` names which of 1..total never arrived; `continues` says why it is the next one of this work."""

    version: int
    rfc: bool
    resend: bool
    date: datetime | None
    cover: Record | None
    cover_id: str | None
    total: int | None
    postings: tuple[Posting, ...]
    missing: tuple[int, ...] = ()
    changelog: str | None = None
    diffstat: Diffstat | None = None
    files: tuple[FileChange, ...] = ()
    dropped: tuple[str, ...] = ()
    point: int | None = None
    continues: str | None = None


class Series(msgspec.Struct, frozen=True):
    """All revisions of one work, oldest first, with every mail that belongs to it.

    `records` are by date then key; `parents` child key -> parent key; `home` maps each key to (position in `revisions`, patch index):
    index 0 is the cover, None a mail about the revision as a whole.
    """

    id: str
    title: str | None
    former_titles: tuple[str, ...]
    tree: str | None
    author: Address
    revisions: tuple[Revision, ...]
    records: tuple[Record, ...]
    parents: Mapping[str, str]
    home: Mapping[str, tuple[int, int | None]]

    @property
    def latest(self) -> Revision:
        """The newest revision."""
        return self.revisions[-1]


class RangePair(msgspec.Struct, frozen=True):
    """One line of a range-diff: old and new index, the sign of `git range-diff` (= ! > <), titles, and the diff of diffs."""

    old: int | None
    new: int | None
    sign: str
    old_title: str | None
    new_title: str | None
    lines: tuple[str, ...] = ()


class RangeDiff(msgspec.Struct, frozen=True):
    """Revision against revision, of the patches as mailed."""

    old_version: int
    new_version: int
    pairs: tuple[RangePair, ...]
