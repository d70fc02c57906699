# SPDX-License-Identifier: GPL-2.0-or-later
"""Dates that cannot be: a mail that was answered before it was sent.  Reads who answers whom, makes the order in which mails were written.

RFC 5322, 3.6.1: the Date is what the sender's clock said.  A clock that is days off would put a question behind its answer.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

import msgspec

from digest.model import Record

SLACK = timedelta(days=1)  # clocks differ; a day apart they are wrong
ODD = "date-odd"
_MANY = 200  # answers of one mail that are looked at
_FIRST = datetime(1995, 1, 1, tzinfo=UTC)


def mended(records: Iterable[Record], parents: Mapping[str, str]) -> dict[str, Record]:
    """Per KEY the mails whose date is later than that of an answer, dated right before it, with a notice that says so.

    Which of two mails is wrong is told by the others: the answered one, where its date was not the sender's own, where what it answers is
    older than its answer, or where several answers agree.  Of two mails alone nothing can be told.
    """
    by_key = {record.key: record for record in records}
    answers: dict[str, list[Record]] = {}
    fitting: dict[str, int] = {}  # answers that are no older than what they answer
    for child, parent in parents.items():
        above = by_key.get(parent)
        below = by_key.get(child)
        if above is None or below is None or below.date is None:
            continue
        if _late(above, below.date):
            answers.setdefault(parent, []).append(below)
        else:
            fitting[parent] = fitting.get(parent, 0) + 1
    found: dict[str, Record] = {}
    for key in sorted(answers, key=lambda key: (_depth(key, parents), key), reverse=True):
        record = by_key[key]
        early = [child.date for child in answers[key][:_MANY] if child.date is not None and ODD not in child.flags]
        if not early or not _late(record, min(early)):
            continue
        above = by_key.get(parents.get(key, ""))
        older = above is not None and above.date is not None and above.date <= min(early)
        agreed = len(early) > 1 + fitting.get(key, 0)
        if record.date is None or ODD in record.flags or older or agreed:
            said = f"{record.date:%Y-%m-%d}" if record.date is not None else "nothing"
            date = min(early) - timedelta(seconds=1)
            notice = f"its date says {said}, but it was answered on {min(early):%Y-%m-%d}: put before its answer"
            found[key] = msgspec.structs.replace(record, date=date, notices=(*record.notices, notice))
    return found


def _late(record: Record, answered: datetime) -> bool:
    """Whether a mail claims to be later than an answer to it, or claims nothing."""
    return answered > _FIRST and (record.date is None or record.date > answered + SLACK)


def _depth(key: str, parents: Mapping[str, str]) -> int:
    """How deep in its thread a mail stands."""
    count = 0
    while key in parents and count < _MANY:
        key = parents[key]
        count += 1
    return count
