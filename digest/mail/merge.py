# SPDX-License-Identifier: GPL-2.0-or-later
"""Copies of one mail -> one Record; different mails under one message-id stay apart.  The order of arrival decides nothing.

Facts that have a place in the text are taken from one copy, the fullest, so that line and column stay true; what has no place (author,
date, parents, lists) comes from whichever copy knows it best, and masked persons are healed from the others.
"""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import lru_cache

import msgspec

from digest.mail.person import fold_name, same_person
from digest.mail.thread import order
from digest.model import Address, Record, Trailer

_REUSED = "same Message-ID, different content"
_FAR = timedelta(hours=38)  # a page's date may be of any zone
_FEW = 6
_MANY = 40
_MOST = 200
_MAILS = 32  # different mails under one id that a further copy is compared with
_LOSSY = frozenset(("line-breaks", "quotes", "indentation", "truncated", "body"))


def merge(records: Iterable[Record]) -> tuple[Record, ...]:
    """One record for each mail, by date and key.  Takes copies of one key as well as all records of an archive at once."""
    groups: dict[str, list[Record]] = {}
    for record in records:
        groups.setdefault(record.message_id or record.key, []).append(record)
    out: list[Record] = []
    nameless: list[Record] = []
    for same in groups.values():
        merged = same[0] if len(same) == 1 else None
        for record in (merged,) if merged else _apart(same):
            (out if record.message_id else nameless).append(record)
    if nameless:
        out = _adopt(out, nameless)
    return tuple(sorted(out, key=order))


def _apart(same: list[Record]) -> list[Record]:
    """The copies of one key as one record, or as many as there are different mails under it."""
    content: dict[tuple[str, str | None], list[Record]] = {}
    for record in same:
        content.setdefault((record.content, None if record.message_id else fold_name(record.subject.title)), []).append(record)
    ordered = sorted((_one(copies) for copies in content.values()), key=_fullness, reverse=True)
    clusters: list[list[Record]] = []
    for record in ordered:
        home = next((c for c in clusters[:_MAILS] if _compatible(c[0], record)), None)
        if home is None:
            clusters.append([record])
        else:
            home.append(record)
    found = sorted((_one(c) for c in clusters), key=order)
    if len(found) == 1:
        return found
    first, *others = found
    if first.message_id is None:
        return [first, *(msgspec.structs.replace(r, key=_other_key(r)) for r in others)]
    return [_told(first, first.message_id), *(_told(r, f"x-{r.content[:12]}") for r in others)]


def _other_key(record: Record) -> str:
    """The key of a mail without an id whose author, date and own words are those of another: its subject tells them apart."""
    seed = f"{record.content}\n{fold_name(record.subject.title)}\n{record.subject.index}"
    return "x-" + hashlib.sha256(seed.encode("utf-8", "replace")).hexdigest()[:12]


def _told(record: Record, key: str) -> Record:
    notices = record.notices if _REUSED in record.notices else (*record.notices, _REUSED)
    return msgspec.structs.replace(record, key=key, notices=notices)


def _fullness(record: Record) -> tuple[object, ...]:
    """What makes one copy fuller than another; the last parts only decide between equals."""
    masked = record.author.masked + sum(1 for t in record.trailers if t.person is not None and t.person.masked)
    return (
        record.patch is not None,
        -len(_LOSSY.intersection(record.lost)),
        -("truncated" in record.flags),
        len(record.trailers),
        record.message_id is not None,
        -masked,
        -len(record.lost),
        len(record.parents),
        sum(len(p.text) for p in record.passages),
        record.content,
        record.raw_subject or "",
        min((c.archive, c.at) for c in record.copies) if record.copies else (),
    )


def _one(copies: Sequence[Record]) -> Record:
    """The fullest copy with what the others know better."""
    if len(copies) == 1:
        return copies[0]
    ranked = sorted(copies, key=_fullness, reverse=True)
    best = ranked[0]
    lost = set(best.lost)
    located = lost & _LOSSY
    for other in ranked[1:]:
        lost &= set(other.lost)
    authors = [r.author for r in ranked]
    dated = [r for r in ranked if r.date is not None]
    sure = [r for r in dated if "date-odd" not in r.flags and "date" not in r.lost] or dated
    named = [r for r in ranked if r.message_id]
    people = _people(ranked)
    return msgspec.structs.replace(
        best,
        key=named[0].key if named else min(r.key for r in ranked),
        message_id=named[0].message_id if named else None,
        author=_best(authors),
        munged=next((r.munged for r in ranked if r.munged), None),
        date=_best_date(sure),
        parents=max((r.parents for r in ranked), key=lambda p: (len(p), p)),
        lists=tuple(sorted({name for r in ranked for name in r.lists})),
        copies=tuple(sorted({c for r in ranked for c in r.copies}, key=lambda c: (c.archive, c.at))),
        lost=tuple(sorted(lost | located)),
        recipients=tuple(dict.fromkeys(a for r in ranked for a in r.recipients)),
        hints=tuple(sorted({h for r in ranked for h in r.hints})),
        notices=tuple(dict.fromkeys(n for r in ranked for n in r.notices)),
        trailers=tuple(_healed(t, people) for t in best.trailers),
        raw_subject=best.raw_subject or next((r.raw_subject for r in ranked if r.raw_subject), None),
    )


def _best(people: Iterable[Address]) -> Address:
    """The person as the copy that hides least writes them; of equals the first."""
    ranked = sorted(
        enumerate(people),
        key=lambda n: (n[1].email is None or n[1].masked, n[1].email is None, n[1].name is None, n[0]),
    )
    best = ranked[0][1]
    name = best.name or next((p.name for _, p in ranked if p.name), None)
    return best if name == best.name else Address(name, best.email, best.masked)


def _best_date(dated: Sequence[Record]) -> datetime | None:
    """The date of a copy that kept its headers, else of any; of several the earliest."""
    sure = [r for r in dated if "headers" not in r.lost] or dated
    return min((r.date for r in sure if r.date is not None), default=None)


def _people(records: Sequence[Record]) -> dict[str, Address]:
    """Whole addresses by name, as the copies write them in trailers and headers; a name with two addresses heals nothing."""
    found: dict[str, Address | None] = {}
    for record in records:
        for person in (record.author, *(t.person for t in record.trailers if t.person is not None)):
            if person.name and person.email and not person.masked:
                name = fold_name(person.name)
                known = found.get(name, person)
                found[name] = person if known is not None and same_person(known, person) else None
    return {name: person for name, person in found.items() if person is not None}


def _healed(trailer: Trailer, people: dict[str, Address]) -> Trailer:
    person = trailer.person
    if person is None or not person.masked or not person.name:
        return trailer
    whole = people.get(fold_name(person.name))
    if whole is None or not same_person(person, whole):
        return trailer
    return msgspec.structs.replace(trailer, person=Address(person.name, whole.email))


@lru_cache(maxsize=512)
def _words(text: str) -> frozenset[str]:
    return frozenset(text.casefold().split()[:4_000])


def _bag(record: Record) -> frozenset[str]:
    """The words by which a mail is known again: its own, and where it has none its title."""
    text = " ".join(p.text for p in record.passages if p.kind == "own") or record.subject.title
    return _words(text)


def _alike(a: Record, b: Record) -> float:
    """Which share of the words of the shorter stands in the longer."""
    if a.patch and b.patch and a.patch.patch_id and a.patch.patch_id == b.patch.patch_id:
        return 1.0
    one, other = _bag(a), _bag(b)
    if not one or not other:
        return 1.0 if one == other else 0.0
    return len(one & other) / min(len(one), len(other))


def _compatible(a: Record, b: Record) -> bool:
    """Whether two records under one id are one mail: equal content, or author, time and words agree as far as both copies kept them."""
    if a.message_id is None and not _same_subject(a, b):
        # The same "Acked-by" to several patches within one minute.
        return False
    if a.content == b.content:
        return True
    if not _same_author(a.author, b.author):
        return False
    if a.date and b.date and abs(a.date - b.date) > _FAR:
        return False
    lossy = bool(a.lost or b.lost or a.flags or b.flags)
    return _alike(a, b) >= (0.5 if lossy else 0.8)


def _same_subject(a: Record, b: Record) -> bool:
    """Whether two subjects can be of one mail; what a page leaves out (a title, a counter) contradicts nothing."""
    one, other = fold_name(a.subject.title), fold_name(b.subject.title)
    if one and other and one != other:
        return False
    return a.subject.index is None or b.subject.index is None or a.subject.index == b.subject.index


def _same_author(a: Address, b: Address) -> bool:
    if same_person(a, b):
        return True
    if a.name and b.name:
        whole = bool(a.email and b.email) and not (a.masked or b.masked)
        return not whole and fold_name(a.name) == fold_name(b.name)
    return a == b or not (a.name or a.email) or not (b.name or b.email)


def _adopt(known: list[Record], nameless: list[Record]) -> list[Record]:
    """Copies without a message-id joined to the fuller copies they repeat, else to one another."""
    clusters: list[list[Record]] = []
    near: dict[tuple[str, int | None], list[int]] = {}
    for record in sorted(known, key=order) + sorted(nameless, key=lambda r: (_fullness(r), r.key), reverse=True):
        name = fold_name(record.author.name or record.author.email or "")
        day = record.date.toordinal() if record.date else None
        home = -1
        if record.message_id is None:
            home = _home(record, clusters, near, name, day)
        if home >= 0:
            clusters[home].append(record)
        else:
            near.setdefault((name, day), []).append(len(clusters))
            clusters.append([record])
    return [_one(c) for c in clusters]


def _home(
    record: Record,
    clusters: list[list[Record]],
    near: dict[tuple[str, int | None], list[int]],
    name: str,
    day: int | None,
) -> int:
    """The mail of that author and about that day which the record repeats best, or -1."""
    days = (None,) if day is None else (day - 2, day - 1, day, day + 1, day + 2, None)
    best, home = 0.0, -1
    for each in days:
        # A person who sends more than this many mails on one day without an id is a machine; its copies stay apart.
        for index in near.get((name, each), ())[:_MOST]:
            share = _repeats(record, clusters[index][0])
            if share > best:
                best, home = share, index
    return home


def _repeats(record: Record, fuller: Record) -> float:
    """How much a copy without an id is of that mail, 0 to 1: the minute (or as much of a date as is known), and the words."""
    if record.date and fuller.date and abs(record.date - fuller.date) > _FAR:
        return 0.0
    share = _alike(record, fuller)
    # Robots and testers say the same words to each patch of a series: only much text is known again under another subject.
    if share < 0.7 or (not _same_subject(record, fuller) and (share < 0.9 or len(_bag(record)) < _MANY)):
        return 0.0
    if record.date is None or fuller.date is None:
        return share if share >= 0.9 and len(_bag(record)) >= _FEW else 0.0
    apart = abs(record.date - fuller.date)
    # Zones differ by whole quarters of an hour, so the minutes of one moment agree in every zone; a bare day has no minutes.
    bare = record.date.hour == record.date.minute == record.date.second == 0
    same_minute = apart.total_seconds() % 900 < 60 or apart.total_seconds() % 900 > 840
    if len(_bag(record)) < _FEW:
        return float(same_minute and share >= 1.0 and _same_subject(record, fuller))
    return share if bare or same_minute or "date" in record.lost else 0.0
