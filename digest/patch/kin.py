# SPDX-License-Identifier: GPL-2.0-or-later
"""Which batches are revisions of one work: change-id, links, Supersedes, threading, author with title, equal patches.

A batch is tied to the one earlier batch that it continues best, so that two series of one author, or a title that comes back every
week ("Netfilter fixes for net"), do not run together.
"""

import re
from collections.abc import Iterable

from digest.model import Record
from digest.patch.lineage import alike, change_id, files_key, is_gerrit, plain_title, tokens
from digest.patch.lines import changed
from digest.patch.version import NEVER, Batch, Book, Slot

MANY = 24  # earlier batches of one key that are weighed
YEAR = 366.0
_KERNEL = re.compile(r"v?[0-9]{1,2}\.[0-9]{1,3}(?:[.-]|\Z)|stable|autosel")
_PULL = re.compile(r"\bpull[ -]request\b|\Agit pull\b|\[git pull\]", re.IGNORECASE)


class Traits:
    """What is compared of a batch."""

    __slots__ = ("batch", "files", "ids", "people", "pull", "stable", "titles", "when")

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.when = batch.date or NEVER
        # Whom a reply quotes may be another reviewer: the author of a ghost is not known.
        senders = {mark for record in batch.records for mark in tokens(record.author)}
        writers = {slot.author for slot in batch.slots.values() if slot.author is not None}
        if len(writers) == 1 and len(batch.slots) == sum(slot.author is not None for slot in batch.slots.values()):
            senders.update(tokens(next(iter(writers))))
        self.people = senders
        self.titles = {plain_title(slot.title) for slot in batch.slots.values() if slot.title}
        if batch.cover is not None and batch.cover.cover is not None:
            self.titles.update(plain_title(entry.title) for entry in batch.cover.cover.shortlog)
        patches = [slot.record.patch for slot in batch.slots.values() if slot.record is not None and slot.record.patch is not None]
        self.ids = {patch.patch_id for patch in patches if patch.patch_id}
        self.files = {file.path for patch in patches for file in patch.files}
        self.pull = _PULL.search(batch.cover_title or batch.subject.title) is not None or "pull" in " ".join(batch.subject.prefixes)
        self.stable = next((mark for mark in (batch.tree or "", *batch.subject.prefixes) if _KERNEL.match(mark)), "")

    @property
    def cover_title(self) -> str:
        """The cover's title for comparing, empty without one."""
        return plain_title(self.batch.cover_title or "")


class Union:
    """Sets that grow together; a set is named by its member added first."""

    __slots__ = ("_up",)

    def __init__(self, size: int) -> None:
        self._up = list(range(size))

    def find(self, member: int) -> int:
        """The name of the set that holds `member`."""
        root = member
        while self._up[root] != root:
            root = self._up[root]
        while self._up[member] != root:
            self._up[member], member = root, self._up[member]
        return root

    def join(self, one: int, other: int) -> None:
        """Make two sets one."""
        a, b = self.find(one), self.find(other)
        self._up[max(a, b)] = min(a, b)


def families(book: Book, batches: list[Batch], home: dict[str, tuple[Batch, int | None]]) -> list[list[Batch]]:
    """The batches of each work; order within and between follows dates."""
    ordered = sorted(batches, key=lambda batch: (batch.date or NEVER, batch.version, batch.first_key or "", batch.title or ""))
    for position, batch in enumerate(ordered):
        batch.number = position
    sets = Union(len(ordered))
    traits = [Traits(batch) for batch in ordered]
    _by_marks(ordered, traits, sets, home)
    _by_likeness(book, traits, sets, home)
    groups: dict[int, list[Batch]] = {}
    for position, batch in enumerate(ordered):
        groups.setdefault(sets.find(position), []).append(batch)
    return list(groups.values())


def _by_marks(ordered: list[Batch], traits: list[Traits], sets: Union, home: dict[str, tuple[Batch, int | None]]) -> None:
    """Tie what says itself that it belongs together: equal change-ids, Supersedes, links to earlier postings."""
    by_change: dict[str, int] = {}
    for position, batch in enumerate(ordered):
        for record in batch.records:
            value = change_id(record)
            if value is not None:
                first = by_change.setdefault(value, position)
                # QUIRK: Gerrit's Change-Id may be copied with a commit to another branch; it needs the same people.
                if first != position and (not is_gerrit(value) or _related(traits[first], traits[position])):
                    sets.join(first, position)
            for link in record.links:
                if link.kind not in {"version", "supersedes", "lore"}:
                    continue
                target = home.get(link.value)
                if target is None or target[0] is batch or target[0].number > position:
                    continue
                other = traits[target[0].number]
                if link.kind == "supersedes" or (
                    _follows(traits[position], other) and (link.kind == "version" or _resembles(traits[position], other))
                ):
                    sets.join(target[0].number, position)


def _related(one: Traits, other: Traits) -> bool:
    return bool(one.people & other.people) and one.stable == other.stable


def _later(new: Batch, old: Batch) -> bool:
    """Whether the numbers or flags alone say that `new` is a later posting of what `old` may be."""
    if (new.version, new.point or 0) > (old.version, old.point or 0):
        return new.versioned or new.version > 1
    return (old.rfc and not new.rfc) or new.resend


def _follows(new: Traits, old: Traits) -> bool:
    return _later(new.batch, old.batch) and _related(new, old)


def _resembles(new: Traits, old: Traits) -> bool:
    """Whether two batches of one author look like one work though titles changed."""
    if new.titles & old.titles or new.ids & old.ids or (new.cover_title and new.cover_title == old.cover_title):
        return True
    return alike(new.batch.title or "", old.batch.title or "") >= 0.5 or _file_share(new, old) >= 0.5


def _file_share(new: Traits, old: Traits) -> float:
    return len(new.files & old.files) / min(len(new.files), len(old.files)) if new.files and old.files else 0.0


def _by_likeness(book: Book, traits: list[Traits], sets: Union, home: dict[str, tuple[Batch, int | None]]) -> None:
    """Tie each batch to the earlier one of the same people that it continues best."""
    index: dict[tuple[str, str], list[int]] = {}
    for position, new in enumerate(traits):
        keys = _index_keys(new)
        seen: dict[int, None] = {}
        for key in keys:
            for old in index.get(key, [])[-MANY:]:
                seen[old] = None
        above = _answered(book, new.batch, home)
        if above is not None and above.number < position:
            seen[above.number] = None
        best: tuple[float, int] | None = None
        for old in sorted(seen):
            weight = _weight(new, traits[old], threaded=above is not None and above.number == old)
            if weight > 0 and (best is None or (weight, old) >= best):
                best = (weight, old)
        if best is not None:
            sets.join(best[1], position)
        for key in keys:
            index.setdefault(key, []).append(position)


def _index_keys(traits: Traits) -> list[tuple[str, str]]:
    """Under what a batch is found by a later one; without a known poster (a ghost) by title alone."""
    people = sorted(traits.people) or [""]
    things = [f"t{title}" for title in sorted(traits.titles)]
    if traits.cover_title:
        things.append(f"t{traits.cover_title}")
    things.extend(f"p{mark}" for mark in sorted(traits.ids))
    things.extend(f"f{files_key(record)}" for record in traits.batch.records if record.patch is not None and record.patch.files)
    keys = [(person, thing) for person in people for thing in things]
    keys.extend(("", thing) for thing in things if thing[0] == "t" and people != [""])
    return keys


def _answered(book: Book, batch: Batch, home: dict[str, tuple[Batch, int | None]]) -> Batch | None:
    """The batch that a batch was sent in reply to."""
    for record in batch.records:
        key = record.key
        parent = book.parents.get(key)
        if parent is None:
            continue
        found = home.get(parent)
        if found is None:
            above = book.above(key)
            found = home.get(above) if above is not None else None
        if found is not None and found[0] is not batch:
            return found[0]
        if found is None:
            return None
    return None


def _weight(new: Traits, old: Traits, *, threaded: bool) -> float:
    """How surely `new` continues `old`: 0 not at all; more shared patches, then nearer versions and dates, weigh more."""
    ghost = not any(True for _ in new.batch.records) or not any(True for _ in old.batch.records)
    if ghost and (old.batch.version, old.batch.point or 0) > (new.batch.version, new.batch.point or 0):
        new, old = old, new  # known from late replies: the numbers tell which was first
    a, b = new.batch, old.batch
    if new.stable != old.stable or new.pull != old.pull:
        return 0.0
    days = abs((new.when - old.when).total_seconds()) / 86400 if a.date and b.date else 0.0
    later = _later(a, b)
    step = 1.0 if later and a.version - b.version == 1 else 0.0
    same_cover = bool(new.cover_title) and new.cover_title == old.cover_title
    equal = len(new.ids & old.ids)
    shared = max(len(new.titles & old.titles), equal)
    part = shared / max(1, min(len(new.titles) or 1, len(old.titles) or 1))
    near = 1.0 / (1.0 + days / 30)
    if not new.people & old.people and not (ghost and (not new.people or not old.people)):
        # Somebody else may take a work over; then everything but the sender must agree.
        taken = (step or same_cover) and part >= 0.5 and days <= 2 * YEAR and new.files & old.files and not new.pull
        return 1 + part + near if taken else 0.0
    if shared:
        # Without a later number it is a repost, or a work that starts its numbers again.
        again = not later and part >= 0.5 and days <= YEAR / 2 and (equal > 0 or ghost or _same_lines(new, old))
        fits = again or (later and days <= 3 * YEAR)
        return 10 * part + 3 * same_cover + step + near + 2 * threaded if fits else 0.0
    if not later:
        return 0.0
    if threaded and (same_cover or _resembles(new, old)):
        return 6 + step + near
    if same_cover:
        # Titles that come back with other patches ("Netfilter fixes for net") are no next version.
        known = new.files and old.files
        return 4 + step + near if (days <= 90 and step and _file_share(new, old) >= 0.3) or (not known and days <= YEAR) else 0.0
    if threaded and step and days <= YEAR:
        return 3 + near
    if days <= YEAR and _rewritten(new, old):
        return 2 + step + near
    return 0.0


def _same_lines(new: Traits, old: Traits) -> bool:
    """Whether two batches of one title change lines in common, or it is not known what they change."""
    if not new.files or not old.files:
        return True
    if not new.files & old.files:
        return False
    a, b = _lines(new.batch.records), _lines(old.batch.records)
    return not a or not b or len(a & b) >= 0.3 * min(len(a), len(b))


def _rewritten(new: Traits, old: Traits) -> bool:
    """Whether patches match although their titles changed: the same files, and changed lines in common; fewer where titles are alike."""
    if _file_share(new, old) < 0.5:
        return False
    a, b = _lines(new.batch.records), _lines(old.batch.records)
    common = len(a & b)
    if not common or not a or not b:
        return False
    need = 0.25 if alike(new.batch.title or "", old.batch.title or "") >= 0.6 else 0.5
    return (
        common >= need * min(len(a), len(b))
        and common >= 0.5 * need * max(len(a), len(b))
        and (common >= 3 or common == min(len(a), len(b)))
    )


def _lines(records: Iterable[Record]) -> set[str]:
    found: set[str] = set()
    for record in records:
        found |= changed(record)
    return found


def changed_lines(slot: Slot) -> set[str]:
    """The changed lines of a patch, white space gone; short ones say nothing."""
    return changed(slot.record) if slot.record is not None else set()
