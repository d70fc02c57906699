# SPDX-License-Identifier: GPL-2.0-or-later
"""Which batches are revisions of one work: change-id, links, Supersedes, threading, author with title, equal patches.

A batch is tied to the one earlier batch that it continues best, so that two series of one author, or a title that comes back every
week ("Netfilter fixes for net"), do not run together.
"""

import re
from collections.abc import Iterable

from digest.model import Record
from digest.patch.lineage import alike, bare_title, change_id, files_key, is_gerrit, plain_title, tokens
from digest.patch.lines import changed
from digest.patch.version import NEVER, Batch, Book, Slot

MANY = 24  # earlier batches of one key that are weighed
YEAR = 366.0
COPIED = 0.6  # share of the lines of two batches in common, from which nobody need say whose they are
TAKEN = 0.5  # share of both batches that must agree where somebody else posts on
_TAKES_OVER = re.compile(
    r"(?i)\b(?:original(?:ly)?[ ](?:\w+[ ])?(?:submitted|posted|sent|proposed|written|authored|developed|started|done)[ ]by"
    r"|(?:taking|took|taken)[ ](?:\w+[ ]){0,3}over|picking[ ](?:\w+[ ]){0,3}up|resurrect(?:ed|ing|s)?|reviv(?:ed|ing|es?)"
    r"|(?:continu(?:ing|es|ation)|rework(?:ed|ing)?|re-?spin|re-?post(?:ing|ed)?|version)[ ](?:on[ ]|of[ ])?(?:the[ ]|this[ ])?"
    r"(?:\w+[ ]){0,2}(?:work|series|patch(?:es|set)?)[ ](?:\w+[ ])?(?:by|of|from)|on[ ]behalf[ ]of)\b"
)
_KERNEL = re.compile(r"v?[0-9]{1,2}\.[0-9]{1,3}(?:[.-]|\Z)|stable|autosel")
_PULL = re.compile(r"\bpull[ -]request\b|\Agit pull\b|\[git pull\]", re.IGNORECASE)


class Traits:
    """What is compared of a batch."""

    __slots__ = ("bare", "batch", "files", "ids", "people", "pull", "signers", "stable", "takes_over", "titles", "when")

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.when = batch.date or NEVER
        # Whom a reply quotes may be another reviewer: the author of a ghost is not known.
        senders = {mark for record in batch.records for mark in tokens(record.author)}
        writers = {slot.author for slot in batch.slots.values() if slot.author is not None}
        if len(writers) == 1 and len(batch.slots) == sum(slot.author is not None for slot in batch.slots.values()):
            senders.update(tokens(next(iter(writers))))
        self.people = senders
        logs = (t for record in batch.records for t in record.trailers if t.place == "log" and t.name in _WRITERS and t.person is not None)
        self.signers = {mark for t in logs if t.person is not None for mark in tokens(t.person)}
        self.signers.update(mark for slot in batch.slots.values() if slot.author is not None for mark in tokens(slot.author))
        first = next(iter(batch.records), None)
        self.takes_over = first is not None and any(p.kind == "own" and _TAKES_OVER.search(p.text) for p in first.passages)
        self.titles = {plain_title(slot.title) for slot in batch.slots.values() if slot.title}
        if batch.cover is not None and batch.cover.cover is not None:
            self.titles.update(plain_title(entry.title) for entry in batch.cover.cover.shortlog)
        self.bare = {bare_title(title) for title in self.titles}
        patches = [slot.record.patch for slot in batch.slots.values() if slot.record is not None and slot.record.patch is not None]
        self.ids = {patch.patch_id for patch in patches if patch.patch_id}
        self.files = {file.path for patch in patches for file in patch.files}
        self.pull = _PULL.search(batch.cover_title or batch.subject.title) is not None or "pull" in " ".join(batch.subject.prefixes)
        self.stable = next((mark for mark in (batch.tree or "", *batch.subject.prefixes) if _KERNEL.match(mark)), "")

    @property
    def cover_title(self) -> str:
        """The cover's title for comparing, empty without one."""
        return plain_title(self.batch.cover_title or "")


_WRITERS = frozenset(("Signed-off-by", "Co-developed-by"))


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
                claim = _related if is_gerrit(value) else _may_claim
                if first != position and claim(traits[first], traits[position]):
                    sets.join(first, position)
                    batch.why = batch.why or f"has the change-id {value}, as the posting before"
            for link in record.links:
                if link.kind not in {"version", "supersedes", "lore"}:
                    continue
                target = home.get(link.value)
                if target is None or target[0] is batch or target[0].number > position:
                    continue
                other = traits[target[0].number]
                if link.kind == "supersedes" and not _may_claim(other, traits[position]):
                    continue
                if link.kind == "supersedes" or _continues_link(traits[position], other, named=link.kind == "version"):
                    sets.join(target[0].number, position)
                    says = "says that it supersedes" if link.kind == "supersedes" else "links to"
                    batch.why = f"{says} {link.value}{_from_whom(traits[position], other)}"


def _may_claim(old: Traits, new: Traits) -> bool:
    """Whether a posting that names an earlier one as its own past may be believed: anybody can copy an id.

    Somebody else's needs a trace of the first author, words that say whose work it is, the same cover, or mostly the same patches.
    """
    if not old.people or not new.people or old.people & new.people:
        return True
    traced = bool(new.signers & (old.people | old.signers)) or new.takes_over
    same_cover = bool(new.cover_title) and new.cover_title == old.cover_title
    return traced or same_cover or _agree(new, old) >= TAKEN


def _continues_link(new: Traits, old: Traits, *, named: bool) -> bool:
    """Whether a posting that links to an earlier one is a later version of it; somebody else's needs more than the link."""
    if _follows(new, old):
        return named or _resembles(new, old)
    if not _later(new.batch, old.batch) or new.stable != old.stable or new.pull or old.pull:
        return False
    return _agree(new, old) >= TAKEN and (named or new.takes_over or bool(new.signers & old.people))


def _agree(new: Traits, old: Traits) -> float:
    """The share of the larger of two batches that the other has too, by titles or equal patches."""
    shared = max(len(new.bare & old.bare), len(new.ids & old.ids))
    return shared / max(1, len(new.titles), len(old.titles))


def _from_whom(new: Traits, old: Traits) -> str:
    """Words for a change of hands; none where the same people post on."""
    if new.people & old.people or not old.people or not new.people:
        return ""
    who = old.batch.sender
    return f", taken over from {who.name or who.email or 'somebody else'}"


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
        best: tuple[float, int, str] | None = None
        for old in sorted(seen):
            weight, why = _weight(new, traits[old], threaded=above is not None and above.number == old)
            if weight > 0 and (best is None or (weight, old) >= best[:2]):
                best = (weight, old, why)
        if best is not None:
            sets.join(best[1], position)
            new.batch.why = new.batch.why or best[2]
        for key in keys:
            index.setdefault(key, []).append(position)


def _index_keys(traits: Traits) -> list[tuple[str, str]]:
    """Under what a batch is found by a later one; without a known poster (a ghost) by title alone."""
    people = sorted(traits.people) or [""]
    things = [f"t{title}" for title in sorted(traits.titles)]
    if traits.cover_title:
        things.append(f"t{traits.cover_title}")
    things.extend(f"b{title}" for title in sorted(traits.bare - traits.titles))
    things.extend(f"p{mark}" for mark in sorted(traits.ids))
    things.extend(f"f{files_key(record)}" for record in traits.batch.records if record.patch is not None and record.patch.files)
    keys = [(person, thing) for person in people for thing in things]
    keys.extend(("", thing) for thing in things if thing[0] in "tbp" and people != [""])
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


def _weight(new: Traits, old: Traits, *, threaded: bool) -> tuple[float, str]:
    """How surely `new` continues `old`, and why: 0 not at all; more shared patches, then nearer versions and dates, weigh more."""
    ghost = not any(True for _ in new.batch.records) or not any(True for _ in old.batch.records)
    if ghost and (old.batch.version, old.batch.point or 0) > (new.batch.version, new.batch.point or 0):
        new, old = old, new  # known from late replies: the numbers tell which was first
    a, b = new.batch, old.batch
    if new.stable != old.stable or new.pull != old.pull:
        return _NOT
    days = abs((new.when - old.when).total_seconds()) / 86400 if a.date and b.date else 0.0
    later = _later(a, b)
    step = 1.0 if later and a.version - b.version == 1 else 0.0
    same_cover = bool(new.cover_title) and new.cover_title == old.cover_title
    equal = len(new.ids & old.ids)
    shared = max(len(new.titles & old.titles), equal)
    part = shared / max(1, min(len(new.titles) or 1, len(old.titles) or 1))
    near = 1.0 / (1.0 + days / 30)
    if not new.people & old.people and not (ghost and (not new.people or not old.people)):
        return _taken(new, old, part + near, days, threaded=threaded, fits=later or same_cover)
    same = "the same title" if new.titles & old.titles else "equal patches"
    if shared:
        # Without a later number it is a repost, or a work that starts its numbers again.
        again = not later and part >= 0.5 and days <= YEAR / 2 and (equal > 0 or ghost or _same_lines(new, old))
        fits = again or (later and days <= 3 * YEAR)
        return (10 * part + 3 * same_cover + step + near + 2 * threaded, f"same author, {same}") if fits else _NOT
    if not later:
        return _NOT
    if threaded and (same_cover or _resembles(new, old)):
        return 6 + step + near, "answers the posting before, which it resembles"
    if same_cover:
        # Titles that come back with other patches ("Netfilter fixes for net") are no next version.
        known = new.files and old.files
        fits = (days <= 90 and step and _file_share(new, old) >= 0.3) or (not known and days <= YEAR)
        return (4 + step + near, "same author and title of the cover") if fits else _NOT
    if threaded and step and days <= YEAR:
        return 3 + near, "answers the posting before, as its next version"
    if days <= YEAR and _rewritten(new, old):
        return 2 + step + near, "same author, files and changed lines under another title"
    return _NOT


_NOT = (0.0, "")


def _taken(new: Traits, old: Traits, weight: float, days: float, *, threaded: bool, fits: bool) -> tuple[float, str]:
    """Whether somebody else posts a work on: then everything but the sender must agree.

    Half of either batch has the titles or patches of the other, and they change the same lines; and its words, its Signed-off-by lines or
    its place in the thread say whose work it is, or it `fits` as a later version and most of it is the other's: a later number and a title
    are anybody's.  Who collects others' patches for a tree takes nothing over.
    """
    told = new.takes_over or bool(new.signers & (old.people | old.signers)) or threaded
    if new.pull or days > 2 * YEAR or not (told or fits) or not (_agree(new, old) >= TAKEN):
        return _NOT
    if not told and not _copied(new, old):
        return _NOT
    if not new.ids & old.ids and not (new.files & old.files and _same_lines(new, old)):
        return _NOT
    if new.batch.version < old.batch.version and not (new.cover_title and new.cover_title == old.cover_title):
        return _NOT  # whoever posts on may count anew only under the same cover
    titles = "the same titles" if new.titles & old.titles else "titles alike"
    same = "equal patches" if new.ids & old.ids else f"{titles} and changed lines in common"
    return 1 + weight + told, f"{same}{_from_whom(new, old)}"


def _copied(new: Traits, old: Traits) -> bool:
    """Whether most patches or most changed lines of two batches are seen to be the same; lines too short to tell are none."""
    if len(new.ids & old.ids) >= TAKEN * max(1, len(new.titles), len(old.titles)):
        return True
    a, b = _lines(new.batch.records), _lines(old.batch.records)
    return bool(a and b) and len(a & b) >= COPIED * max(len(a), len(b))


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
