# SPDX-License-Identifier: GPL-2.0-or-later
"""Which mails were sent as one: postings -> batches, each one revision (a cover and its patches, or one patch).

A batch has one sender, version, total and flags, and is held together by threading, or by minutes where its mails were sent unthreaded.
A stray version or flag on one patch does not split it.  Patchwork and b4 differ here: docs/decisions.md.
"""

from collections.abc import Iterable
from datetime import UTC, datetime

from digest.model import Address, Record, Subject, Thread
from digest.patch.clock import mended
from digest.patch.lineage import is_posting, name_token, number

UNTHREADED_SECONDS = 20 * 60  # patchwork's SERIES_DELAY_INTERVAL
_OPEN = 32  # batches alike that are looked through for one that lacks a patch
STRAY_SECONDS = 60 * 60  # a patch with another version or sender still belongs to the cover it answers so soon after
NEVER = datetime(9999, 12, 31, tzinfo=UTC)  # undated mails come last, as in threads


class Slot:
    """One patch of a batch: its mail, or what is known of a patch that is not in the archive."""

    __slots__ = ("author", "from_version", "index", "message_id", "record", "title")

    def __init__(
        self,
        index: int,
        record: Record | None,
        *,
        title: str | None = None,
        message_id: str | None = None,
        author: Address | None = None,
        from_version: int | None = None,
    ) -> None:
        self.index = index
        self.record = record
        self.title = record.subject.title if record is not None else title
        self.message_id = record.message_id if record is not None else message_id
        self.author = author
        self.from_version = from_version


class Batch:
    """One revision while it is gathered.  `first` is its earliest date (of a reply where no posting is known)."""

    __slots__ = (
        "cover", "cover_id", "cover_title", "date", "last", "number", "point", "resend", "rfc", "sender", "slots", "stems",
        "subject", "thread", "total", "tree", "version", "versioned", "why",
    )  # fmt: skip

    def __init__(self, subject: Subject, sender: Address, date: datetime | None, thread: int) -> None:
        self.subject = subject
        self.sender = sender
        self.date = date
        self.last = date
        self.stems: set[str] = set()
        self.thread = thread
        self.version = subject.version
        self.versioned = subject.versioned
        self.point = subject.point
        self.rfc = subject.rfc
        self.resend = subject.resend
        self.tree: str | None = subject.tree
        self.total: int | None = None
        self.cover: Record | None = None
        self.cover_id: str | None = None
        self.cover_title: str | None = None
        self.slots: dict[int, Slot] = {}
        self.number = 0
        self.why: str | None = None  # by what it is the next revision of the batch before

    @property
    def title(self) -> str | None:
        """The cover's title (a text copy may have lost it), else that of the first patch known."""
        if self.cover_title or self.cover is not None:
            return self.cover_title
        return next((slot.title for _, slot in sorted(self.slots.items()) if slot.title), None)

    @property
    def records(self) -> Iterable[Record]:
        """The mails of the batch itself, the cover first; patches taken over are not its own."""
        if self.cover is not None:
            yield self.cover
        for _, slot in sorted(self.slots.items()):
            if slot.record is not None and slot.from_version is None:
                yield slot.record

    @property
    def first_key(self) -> str | None:
        """The KEY of its first posting known: the cover's, else of the lowest patch whose id is known."""
        if self.cover is not None:
            return self.cover.key
        if self.cover_id:
            return self.cover_id
        for _, slot in sorted(self.slots.items()):
            if slot.from_version is None and (slot.record is not None or slot.message_id):
                return slot.record.key if slot.record is not None else slot.message_id
        return None

    def take_cover(self, record: Record) -> None:
        """Make a mail the cover."""
        self.cover = record
        self.stems.add(_stem(record))
        self.cover_id = record.message_id
        self.cover_title = record.subject.title or None
        total = number(record)[1]
        if total is not None:
            self.total = total

    def take(self, record: Record) -> None:
        """Put a patch into its slot."""
        index, total = number(record)
        self.slots[index] = Slot(index, record, author=record.patch.author if record.patch else None)
        if self.total is None or (self.cover is None and total is not None and total > self.total):
            self.total = total
        self.stems.add(_stem(record))
        if record.date is not None:
            self.date = record.date if self.date is None else min(self.date, record.date)
            self.last = record.date if self.last is None else max(self.last, record.date)

    def settle(self) -> None:
        """Decide version, flags and tree from all its mails: the cover's where it has them, else what most patches say."""
        subjects = [slot.record.subject for _, slot in sorted(self.slots.items()) if slot.record is not None]
        if self.cover is not None:
            self.subject = lead = self.cover.subject
        elif subjects:
            self.subject = lead = subjects[0]
        else:
            return
        self.rfc, self.resend, self.tree = lead.rfc, lead.resend, lead.tree
        if self.tree is None:
            self.tree = next((subject.tree for subject in subjects if subject.tree), None)
        if self.cover is not None and lead.versioned:
            self.version, self.point, self.versioned = lead.version, lead.point, True
            return
        votes: dict[tuple[int, int | None], int] = {}
        for subject in subjects or [lead]:
            key = (subject.version, subject.point)
            votes[key] = votes.get(key, 0) + 1
        best = max(votes.items(), key=lambda vote: (vote[1], -vote[0][0]))[0]
        self.version, self.point = best
        self.versioned = any(subject.versioned for subject in subjects) or lead.versioned


def moment(record: Record) -> tuple[datetime, int, str]:
    """Sort key of a mail: date, then patch number (mails of one second), then KEY: the same for any order of arrival."""
    return record.date or NEVER, record.subject.index or 0, record.key


class Book:
    """The records of one component with who answers whom."""

    __slots__ = ("_above", "by_key", "mended", "parents", "postings", "records", "thread_of")

    def __init__(self, threads: Iterable[Thread[Record]]) -> None:
        self.by_key: dict[str, Record] = {}
        self.parents: dict[str, str] = {}
        self.thread_of: dict[str, int] = {}
        for position, thread in enumerate(threads):
            for record in thread.items:
                self.by_key[record.key] = record
                self.thread_of[record.key] = position
            self.parents.update(thread.parents)
        self.mended = frozenset(wrong := mended(self.by_key.values(), self.parents))
        self.by_key.update(wrong)
        self.records = sorted(self.by_key.values(), key=moment)
        self.postings = {record.key for record in self.records if is_posting(record)}
        self._above: dict[str, str | None] = {}

    def above(self, key: str) -> str | None:
        """The nearest posting above a mail; mails that are not in the archive are climbed through.  Each way is walked once."""
        path: list[str] = []
        seen: set[str] = set()
        found: str | None = None
        while key not in seen:
            if key in self._above:
                found = self._above[key]
                break
            seen.add(key)
            path.append(key)
            parent = self.parents.get(key)
            if parent is None:
                break
            if parent in self.postings:
                found = parent
                break
            key = parent
        for key in path:
            self._above[key] = found
        return found


def gather(book: Book) -> tuple[list[Batch], dict[str, Batch]]:
    """The batches of a component, and the batch of each posting's KEY."""
    batches: list[Batch] = []
    batch_of: dict[str, Batch] = {}
    patches: list[Record] = []
    for record in book.records:
        if record.key not in book.postings:
            continue
        if number(record)[0] != 0:
            patches.append(record)
            continue
        batch = _new(record, book, batches, batch_of)
        batch.take_cover(record)
    # A cover of a text copy may have no date, a patch may be dated before its cover: covers are therefore known beforehand.
    open_batches: dict[tuple[object, ...], list[Batch]] = {}
    for batch in batches:
        open_batches.setdefault(_mark(batch.subject, batch.sender, batch.total, batch.thread), []).append(batch)
        open_batches.setdefault(_mark(batch.subject, batch.sender, batch.total, None), []).append(batch)
    for record in patches:
        _place(record, book, batches, batch_of, open_batches)
    for batch in batches:
        batch.settle()
    return batches, batch_of


def _new(record: Record, book: Book, batches: list[Batch], batch_of: dict[str, Batch]) -> Batch:
    batch = Batch(record.subject, record.author, record.date, book.thread_of[record.key])
    batch.number = len(batches)
    batches.append(batch)
    batch_of[record.key] = batch
    return batch


def _mark(subject: Subject, sender: Address, total: int | None, thread: int | None) -> tuple[object, ...]:
    """What all mails of a batch have in common; with a thread for threaded ones, with the tree for unthreaded ones."""
    place: object = thread if thread is not None else subject.tree or ""
    return name_token(sender), subject.version, subject.point, total, subject.rfc, subject.resend, place


def _place(
    record: Record,
    book: Book,
    batches: list[Batch],
    batch_of: dict[str, Batch],
    open_batches: dict[tuple[object, ...], list[Batch]],
) -> None:
    """Find the batch of a patch, or open one."""
    subject = record.subject
    index, total = number(record)
    thread = book.thread_of[record.key]
    above = book.above(record.key)
    if subject.numbered:
        near = batch_of.get(above) if above is not None else None
        threaded = open_batches.get(_mark(subject, record.author, total, thread), [])
        chosen = None
        if near is not None and index not in near.slots and near.total == total and _same(near.subject, subject):
            chosen = near
        if chosen is None:
            chosen = _best(threaded, record, index)
        if chosen is None and near is not None and _stray(near, record, index, total):
            chosen = near
        if chosen is None and above is None:
            loose = open_batches.get(_mark(subject, record.author, total, None), [])
            chosen = _best([b for b in loose[-_OPEN:] if _soon(b, record) and (b.cover is None or index > 1 or not b.slots)], record, index)
        if chosen is not None:
            chosen.take(record)
            batch_of[record.key] = chosen
            return
    elif (near := batch_of.get(above) if above is not None else None) is not None and near.total == 1 and _stray(near, record, 1, 1):
        near.take(record)  # the one patch of a 0/1, sent without its number
        batch_of[record.key] = near
        return
    batch = _new(record, book, batches, batch_of)
    batch.take(record)
    if subject.numbered:
        open_batches.setdefault(_mark(subject, record.author, total, thread), []).append(batch)
        if above is None:
            open_batches.setdefault(_mark(subject, record.author, total, None), []).append(batch)


def _same(one: Subject, other: Subject) -> bool:
    return (one.version, one.point, one.rfc, one.resend) == (other.version, other.point, other.rfc, other.resend)


def _stray(batch: Batch, record: Record, index: int, total: int | None) -> bool:
    """Whether a patch whose version, flag or sender differs was yet sent together with what it answers."""
    if index in batch.slots or not batch.subject.numbered or _apart(batch, record) > STRAY_SECONDS:
        return False
    if batch.total == total:
        return True
    # A cover that counted wrong: what the same sender hangs directly below it at once, for the same tree, is its patch.
    cover = batch.cover
    return (
        cover is not None
        and record.parents[:1] == (cover.message_id or cover.key,)
        and name_token(cover.author) == name_token(record.author)
        and (cover.subject.version, cover.subject.tree) == (record.subject.version, record.subject.tree)
    )


def _apart(batch: Batch, record: Record) -> float:
    if batch.date is None or record.date is None:
        return float("inf")
    return abs((record.date - batch.date).total_seconds())


def _soon(batch: Batch, record: Record) -> bool:
    """Whether an unthreaded patch follows its batch closely; a mailer's common stem of message-ids gives it an hour."""
    if batch.last is None or record.date is None:
        return False
    apart = abs((record.date - batch.last).total_seconds())
    return apart <= UNTHREADED_SECONDS or (apart <= STRAY_SECONDS and _stem(record) in batch.stems)


def _stem(record: Record) -> str:
    """The part of a message-id that git-send-email and b4 give to all mails of one run; the whole id where there is none."""
    local, _, host = (record.message_id or record.key).partition("@")
    head, dash, _ = local.partition("-")
    return f"{head}@{host}" if dash and len(head) > 9 and head.replace(".", "").isdigit() else record.key


def _best(candidates: list[Batch], record: Record, index: int) -> Batch | None:
    """The open batch that lacks this patch: of the same run, else the newest."""
    chosen: Batch | None = None
    for batch in candidates[-_OPEN:]:
        if index in batch.slots:
            continue
        if _stem(record) in batch.stems:
            return batch
        chosen = batch
    return chosen
