# SPDX-License-Identifier: GPL-2.0-or-later
"""Threads of Records -> Series: revisions in order, partial rerolls completed, missing patches named, every mail in its place.

Order of arrival does not matter: all choices are by date, then KEY.
"""

import hashlib
import re
from collections.abc import Collection, Sequence
from datetime import datetime

from digest.model import Address, Diffstat, FileChange, Posting, Profile, Record, Revision, Series, Thread
from digest.patch.change import changes, dropped
from digest.patch.ghost import Home, find_homes
from digest.patch.kin import families
from digest.patch.version import NEVER, Batch, Book, Slot, gather, moment

NO_ONE = Address()
_HALF_YEAR = 183  # days in which a lower number is a mail that came late
_BACK = 32  # revisions that a partial reroll may reach back over


def assemble(threads: tuple[Thread[Record], ...], profile: Profile) -> tuple[Series, ...]:
    """The series of one component (or a whole archive), by the date of their first posting, then id.

    `profile` is what the records were read with; nothing of it is needed beyond.
    """
    del profile
    book = Book(sorted(threads, key=lambda thread: moment(thread.items[0]) if thread.items else (NEVER, 0, "")))
    batches, batch_of = gather(book)
    home = find_homes(book, batches, batch_of)
    _from_copies(book, batches, home)
    found: dict[int, list[Batch]] = {}
    members: dict[int, list[Record]] = {}
    groups = families(book, batches, home)
    family_of: dict[int, int] = {}
    for number, group in enumerate(groups):
        found[number] = _in_order(group)
        for batch in group:
            family_of[id(batch)] = number
    for record in book.records:
        place = home.get(record.key)
        if place is not None:
            members.setdefault(family_of[id(place[0])], []).append(record)
    series = [_build(book, found[number], members.get(number, []), home) for number in range(len(groups)) if members.get(number)]
    return tuple(sorted(series, key=lambda one: (_first(one), one.id)))


def _first(series: Series) -> datetime:
    """The date of the first posting known, else of the first mail."""
    return next((revision.date for revision in series.revisions if revision.date), None) or series.records[0].date or NEVER


def _from_copies(book: Book, batches: list[Batch], home: dict[str, Home]) -> None:
    """Series known only from text copies that lost the prefix of their subject: a thread without a posting in which a tag was given."""
    by_thread: dict[int, list[Record]] = {}
    for record in book.records:
        if not _LOSSES.isdisjoint(record.lost):
            by_thread.setdefault(book.thread_of[record.key], []).append(record)
    for position, mails in sorted(by_thread.items()):
        title = next((record.subject.title for record in mails if record.subject.title), None)
        if title is None or _TOPIC.match(title) is None or not any(_tagged(record) for record in mails):
            continue
        if any(r.key in home for r in mails):
            continue
        first = mails[0]
        batch = Batch(first.subject, NO_ONE, first.date, position)
        batch.total = 1
        batch.slots[1] = Slot(1, None, title=title)
        batches.append(batch)
        for record in mails:
            home[record.key] = (batch, 1)


def _tagged(record: Record) -> bool:
    return record.kind in {"reply", "other"} and any(t.place == "reply" and t.name in _REVIEW for t in record.trailers)


_LOSSES = frozenset(("headers", "message-id"))
_TOPIC = re.compile(
    r"(?!(?:bug|regression|question|syzbot|linux-next|help|re|fwd?)\b)[\w./-]{2,40}(?:[ ,][\w./-]{1,20}){0,2}: \S", re.IGNORECASE
)
_REVIEW = frozenset(("Reviewed-by", "Acked-by", "Tested-by", "Nacked-by"))


def _in_order(group: list[Batch]) -> list[Batch]:
    """Revisions oldest first: by date; one known only from replies goes before the first later version, for replies come late."""
    ordered = sorted(group, key=lambda b: (b.date or NEVER, b.version, b.point or 0, not b.rfc, b.first_key or "", b.title or ""))
    ordered = _overtaken(ordered)
    ghosts = [batch for batch in ordered if not any(True for _ in batch.records)]
    for batch in ghosts:
        ordered.remove(batch)
        later = (i for i, b in enumerate(ordered) if b.rfc == batch.rfc and (b.version, b.point or 0) > (batch.version, batch.point or 0))
        place = next(later, None)
        if place is None or (batch.date and (ordered[place].date or NEVER) > batch.date):
            place = next((i for i, b in enumerate(ordered) if (b.date or NEVER) > (batch.date or NEVER)), len(ordered))
        ordered.insert(place, batch)
    return ordered


def _overtaken(ordered: list[Batch]) -> list[Batch]:
    """Revisions by date, but one that came after a higher number of the same count stands before it: mail is late, or its number is wrong.

    Not what is said to be sent again (RESEND), nor what begins a count anew: at 1, or as a patch after an RFC.
    """
    placed: list[Batch] = []
    begun = 0  # where the present count begins
    for batch in ordered:
        last = placed[-1] if placed else None
        if last is not None and (batch.rfc != last.rfc or batch.version == 1):
            begun = len(placed)
        at = len(placed)
        if not batch.resend:
            mark = (batch.version, batch.point or 0)
            at = next((n for n in range(begun, at) if (placed[n].version, placed[n].point or 0) > mark and _soon(placed[n], batch)), at)
        placed.insert(at, batch)
    return placed


def _soon(one: Batch, other: Batch) -> bool:
    """Whether two batches were posted within half a year."""
    return one.date is not None and other.date is not None and abs((other.date - one.date).days) <= _HALF_YEAR


def _complete(book: Book, batch: Batch, batches: Sequence[Batch], number: int, home: dict[str, Home]) -> None:
    """Fill a partial reroll from the revision it amends.

    Partial is what was sent into the thread of an earlier revision with the same total and without a cover, or says so (v5.1).
    """
    if batch.cover is not None or batch.cover_id or not batch.total or batch.total < 2 or len(batch.slots) >= batch.total:
        return
    own = next(iter(batch.records), None)
    if own is None or not number:
        return
    before = batches[max(0, number - _BACK) : number]
    above = book.above(own.key)
    answered = home[above][0] if above is not None else None
    base: Batch | None = None
    if batch.point is not None:
        base = next((b for b in reversed(before) if b.total == batch.total and b.version == batch.version), None)
    if base is None and answered is not None and answered.total == batch.total and any(b is answered for b in before):
        base = next(b for b in reversed(before) if b.total == batch.total)
    if base is None:
        return
    # What the amended revision lacks, being partial itself, is that of the one before it.
    for earlier in reversed(before[: before.index(base) + 1]):
        if len(batch.slots) >= batch.total:
            break
        if earlier.total != batch.total:
            continue
        for index, slot in earlier.slots.items():
            if index not in batch.slots and slot.record is not None:
                version = slot.from_version if slot.from_version is not None else earlier.version
                batch.slots[index] = Slot(index, slot.record, author=slot.author, from_version=version)


def _name_missing(batch: Batch) -> None:
    """Give titles to patches that a shortlog names and no mail shows, where the order leaves no doubt."""
    if batch.cover is None or batch.cover.cover is None or not batch.cover.cover.shortlog:
        return
    entries = batch.cover.cover.shortlog
    if batch.total is None or len(entries) != batch.total:
        return
    missing = [index for index in range(1, batch.total + 1) if index not in batch.slots]
    if not missing:
        return
    have = [slot.title for slot in batch.slots.values() if slot.title]
    left = [entry for entry in entries if entry.title not in have]
    # A shortlog is grouped by author: within one author its order is that of the series, across authors it says nothing.
    if len(left) == len(missing) and (len(left) == 1 or len({entry.author for entry in left}) == 1):
        for index, entry in zip(missing, left, strict=True):
            author = Address(name=entry.author) if entry.author else None
            batch.slots[index] = Slot(index, None, title=entry.title, author=author)


def _revision(batch: Batch, before: Batch | None, mended: Collection[str]) -> Revision:
    slots = [batch.slots[index] for index in sorted(batch.slots)]
    old = [before.slots[index] for index in sorted(before.slots)] if before is not None else []
    whole = before is not None and all(s.record is not None for s in old) and len(old) >= (before.total or len(old))
    known = changes(old, slots, complete=whole) if before is not None else {}
    postings = []
    for slot in slots:
        change = known.get(slot.index)
        moved = change.old.index if change is not None and change.old is not None and change.old.index != slot.index else None
        files = slot.record.patch.files if slot.record is not None and slot.record.patch is not None else ()
        postings.append(
            Posting(
                slot.index,
                slot.title,
                slot.record,
                slot.message_id,
                slot.author,
                files,
                slot.from_version,
                change.kind if change is not None else None,
                moved,
            ),
        )
    total = batch.total
    missing = (
        tuple(i for i in range(1, total + 1) if i not in batch.slots or batch.slots[i].record is None) if total and total < 2000 else ()
    )
    diffstat, files = _sizes(batch, slots)
    first = next(iter(batch.records), None)
    dateless = first is None or first.key in mended  # of a posting that is not here the answers' dates say only that it was before
    return Revision(
        version=batch.version,
        rfc=batch.rfc,
        resend=batch.resend,
        date=None if dateless else batch.date,
        cover=batch.cover,
        cover_id=batch.cover.key if batch.cover is not None else batch.cover_id,
        total=total,
        postings=tuple(postings),
        missing=missing,
        changelog=_changelog(batch, slots),
        diffstat=diffstat,
        files=files,
        dropped=dropped(old, slots) if before is not None and all(s.record is not None for s in slots) else (),
        point=batch.point,
        continues=batch.why if before is not None else None,
    )


def _sizes(batch: Batch, slots: list[Slot]) -> tuple[Diffstat | None, tuple[FileChange, ...]]:
    """Diffstat and files as the cover says, else summed over the patches."""
    told = batch.cover.cover if batch.cover is not None else None
    if told is not None and told.diffstat is not None:
        return told.diffstat, told.files
    by_path: dict[str, FileChange] = {}
    for slot in slots:
        if slot.record is None or slot.record.patch is None:
            continue
        for file in slot.record.patch.files:
            seen = by_path.get(file.path)
            if seen is None:
                by_path[file.path] = FileChange(file.path, file.changes, file.added, file.removed, file.old_path)
            else:
                by_path[file.path] = FileChange(
                    file.path,
                    _plus(seen.changes, file.changes),
                    _plus(seen.added, file.added),
                    _plus(seen.removed, file.removed),
                    seen.old_path,
                )
    files = tuple(by_path[path] for path in sorted(by_path))
    if not files or any(slot.record is None for slot in slots) or len(slots) != (batch.total or len(slots)):
        return None, files
    added, removed = [file.added for file in files], [file.removed for file in files]
    if None in added or None in removed:
        return None, files
    return Diffstat(len(files), sum(n for n in added if n is not None), sum(n for n in removed if n is not None)), files


def _plus(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _changelog(batch: Batch, slots: list[Slot]) -> str | None:
    """The author's own words on what changed: the cover's, else those of the patches."""
    if batch.cover is not None and batch.cover.changelog is not None:
        return batch.cover.changelog.text
    told = [s.record.changelog.text for s in slots if s.record is not None and s.from_version is None and s.record.changelog is not None]
    return "\n\n".join(dict.fromkeys(told)) if told else None


def _author(batch: Batch) -> Address:
    """A cover's sender; of patches alone the in-body From of a single one, else the sender."""
    if batch.cover is not None and (batch.cover.author.name or batch.cover.author.email):
        return batch.cover.author
    if batch.cover is not None:
        # A text copy that lost its header: where its shortlog has one author, that is who posted his work.
        writers = {slot.author for slot in batch.slots.values()}
        return next(iter(writers)) or batch.cover.author if len(writers) == 1 else batch.cover.author
    own = next(iter(batch.records), None)
    if own is None:
        slot = next((slot for _, slot in sorted(batch.slots.items()) if slot.author is not None), None)
        return slot.author if slot is not None and slot.author is not None else batch.sender
    if batch.total in {1, None} and own.patch is not None and own.patch.author is not None:
        return own.patch.author
    return own.author


def _build(book: Book, batches: list[Batch], records: list[Record], home: dict[str, Home]) -> Series:
    """One Series of its batches in order and the mails that belong to them."""
    revisions: list[Revision] = []
    position: dict[int, int] = {}
    for number, batch in enumerate(batches):
        _complete(book, batch, batches, number, home)
        _name_missing(batch)
        revisions.append(_revision(batch, batches[number - 1] if number else None, book.mended))
        position[id(batch)] = number
    titles = [batch.title for batch in batches]
    title = titles[-1] or next((t for t in reversed(titles) if t), None)
    former = tuple(dict.fromkeys(t for t in titles[:-1] if t and t != title))
    first = batches[0].first_key or min(records, key=moment).key
    return Series(
        id=hashlib.sha256(first.encode("utf-8", "surrogatepass")).hexdigest()[:12],
        title=title,
        former_titles=former,
        tree=next((batch.tree for batch in reversed(batches) if batch.tree), None),
        author=_author(batches[-1]),
        revisions=tuple(revisions),
        records=tuple(records),
        parents={record.key: book.parents[record.key] for record in records if record.key in book.parents},
        home={record.key: (position[id(home[record.key][0])], home[record.key][1]) for record in records},
    )
