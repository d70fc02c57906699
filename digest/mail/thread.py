# SPDX-License-Identifier: GPL-2.0-or-later
"""Records -> Threads by In-Reply-To and References, after Zawinski (https://www.jwz.org/doc/threading.html), without recursion.

Mails are taken by date and key, never by order of arrival.  A link that would close a loop gives way to the next reference; a mail
that is only known from references (a ghost) holds its answers together.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import pairwise

from digest.mail.person import fold_name
from digest.model import Record, Thread

_LATE = datetime(9999, 12, 31, tzinfo=UTC)


def order(record: Record) -> tuple[datetime, str, str]:
    """What mails are sorted by: date, then key; undated ones last."""
    return record.date or _LATE, record.key, record.content


class _Forest:
    """Parents and, for each tree, its root; a root is found through a path that shortens as it is walked."""

    __slots__ = ("_up", "parents")

    def __init__(self) -> None:
        self.parents: dict[str, str] = {}
        self._up: dict[str, str] = {}

    def root(self, key: str) -> str:
        """The root of the tree that holds `key`."""
        up = self._up
        top = key
        while (parent := up.get(top)) is not None:
            top = parent
        while key != top:
            above = up[key]
            up[key] = top
            key = above
        return top

    def link(self, child: str, parent: str) -> bool:
        """Hang `child`, a root, below `parent`; False where that would close a loop."""
        if self.root(parent) == child:
            return False
        self.parents[child] = parent
        self._up[child] = parent
        return True


def threads(records: Iterable[Record]) -> tuple[Thread[Record], ...]:
    """Each record in exactly one thread, threads by their first mail.  `parents` leads through ghosts to the mail above them."""
    ordered = sorted(records, key=order)
    keys = {r.message_id: r.key for r in reversed(ordered) if r.message_id}
    keys |= {r.key: r.key for r in ordered}
    forest = _Forest()
    have = set(keys.values())
    for record in ordered:
        for above in record.parents:
            parent = keys.get(above, above)
            if parent != record.key and forest.link(record.key, parent):
                break
    parents = forest.parents
    bare = {r.key for r in ordered if not r.parents and _headerless(r)}
    for record in ordered:
        line = [keys.get(p, p) for p in record.parents]
        for near, far in pairwise(line):
            if near in have and near not in bare:
                break
            if near not in parents and near != far:
                forest.link(near, far)
    if bare:
        _by_subject(ordered, forest, bare)
    groups: dict[str, list[Record]] = {}
    for record in ordered:
        groups.setdefault(forest.root(record.key), []).append(record)
    out = []
    for items in groups.values():
        known: dict[str, str] = {}
        for item in items:
            key = item.key
            while key not in known and key in parents:
                known[key] = parents[key]
                key = known[key]
        out.append(Thread(tuple(items), known))
    return tuple(out)


def _headerless(record: Record) -> bool:
    return "headers" in record.lost or "message-id" in record.lost


def _by_subject(ordered: list[Record], forest: _Forest, bare: set[str]) -> None:
    """Hang mails whose archive lost all threading headers below the mail whose subject they repeat.

    A reply goes below the nearest earlier mail of that subject that is none, else below the earliest of them; what is no reply only
    where it comes from the same page.
    """
    subjects: dict[str, list[Record]] = {}
    for record in ordered:
        title = fold_name(record.subject.title)
        if title:
            subjects.setdefault(title, []).append(record)
    for same in subjects.values():
        first: Record | None = None
        for record in same:
            if record.key not in bare or record.key in forest.parents:
                if not record.subject.reply:
                    first = record
                continue
            target = first or same[0]
            if target is not record and (record.subject.reply or _same_page(record, target)):
                forest.link(record.key, target.key)
            elif not record.subject.reply:
                first = record


def _same_page(record: Record, other: Record) -> bool:
    return record.kind not in {"cover", "patch", "pull"} and bool({c.archive for c in record.copies} & {c.archive for c in other.copies})
