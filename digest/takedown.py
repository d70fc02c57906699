# SPDX-License-Identifier: GPL-2.0-or-later
"""Records -> Records without the words of mails that were taken down: neither their own, nor where answers quote them.  Pure.

What stays of such a mail is what holds a thread together: its key, message-id, date, and what it answers.  The store keeps no more of it.
"""

from collections.abc import Iterable, Sequence

import msgspec

from digest.model import Address, Record, Subject

FLAG = "taken-down"


def named(record: Record, takedown: Iterable[str]) -> bool:
    """Whether a mail is on the list, by its message-id or its key."""
    return record.key in takedown or (record.message_id is not None and record.message_id in takedown)


def silenced(records: Sequence[Record], takedown: tuple[str, ...]) -> list[Record]:
    """The same records: those on the list bare, and those below them without what they quote.

    Whom a later answer quotes is not always told, so all quotes below such a mail go.
    """
    if not takedown:
        return list(records)
    listed = frozenset(takedown)
    below = set(listed)
    grown = True
    while grown:
        found = {key for record in records if below.intersection(record.parents) for key in (record.key, record.message_id) if key}
        grown = not found <= below
        below |= found
    return [
        _bare(record) if named(record, listed) else _unquoting(record) if below.intersection(record.parents) else record
        for record in records
    ]


def _bare(record: Record) -> Record:
    if FLAG in record.flags:
        return record
    return Record(
        key=record.key,
        message_id=record.message_id,
        subject=Subject("other", ""),
        raw_subject=None,
        author=Address(None),
        munged=None,
        date=record.date,
        parents=record.parents,
        lists=(),
        copies=record.copies,
        content=record.content,
        kind="other",
        reader=record.reader,
        flags=(FLAG,),
    )


def _unquoting(record: Record) -> Record:
    """The record itself where nothing is quoted in it."""
    quotes = any(passage.kind == "quote" and passage.text for passage in record.passages)
    if not (quotes or record.quoted_benchmarks or any(remark.quote for remark in record.remarks)):
        return record
    return msgspec.structs.replace(
        record,
        passages=tuple(passage for passage in record.passages if passage.kind != "quote"),
        remarks=tuple(msgspec.structs.replace(remark, quote="") for remark in record.remarks),
        quoted_benchmarks=None,
    )
