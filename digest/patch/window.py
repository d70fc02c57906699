# SPDX-License-Identifier: GPL-2.0-or-later
"""When a tree takes patches, and how many working days passed: `[ANN] net-next is CLOSED/OPEN` mails, else the profile's dated table.

Documentation/process/maintainer-netdev.rst, "Git trees and patch flow": net-next is closed for two weeks from each release.
"""

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from digest.model import Profile, Record

Announcement = tuple[datetime, str, str]  # when, tree, "closed" or "open"

_SAYS = re.compile(
    r"(?i)\b([a-z0-9][a-z0-9.-]{1,40})[ ](?:tree[ ])?(?:is|are|has been|will be|now|is now|re-?)[ ]?"
    r"(?:now[ ])?(closed|open(?:ed)?|re-?open(?:ed)?)\b"
)


def announcement(record: Record, profile: Profile) -> Announcement | None:
    """What a mail announces, or None: its subject says that a tree of the profile is closed or open, and a senior person sent it."""
    subject = record.subject
    if record.date is None or subject.reply or subject.index is not None:
        return None
    found = _SAYS.search(record.raw_subject or subject.title)
    if found is None:
        return None
    tree = found[1].lower()
    email = (record.author.email or "").lower()
    if tree not in profile.next_trees or email not in {name.lower() for name in (*profile.maintainers, *profile.senior)}:
        return None
    return record.date, tree, "closed" if found[2].lower() == "closed" else "open"


def closed_spans(
    tree: str | None, profile: Profile, announcements: Iterable[Announcement] = ()
) -> tuple[tuple[datetime, datetime | None], ...]:
    """The times in which a tree took no patches: from the archive's announcements, else from the profile."""
    if tree is None or tree not in profile.next_trees:
        return ()
    told = sorted(a for a in announcements if a[1] == tree)
    spans: list[tuple[datetime, datetime | None]] = []
    start: datetime | None = None
    for when, _, word in told:
        if word == "closed" and start is None:
            start = when
        elif word == "open" and start is not None:
            spans.append((start, when))
            start = None
    if start is not None:
        spans.append((start, None))
    covered = (told[0][0], told[-1][0]) if told else None
    for window in profile.windows:
        begin, end = _day(window.closed), _day(window.opened) if window.opened else None
        if window.tree == tree and begin is not None and not (covered and covered[0] - timedelta(days=30) <= begin <= covered[1]):
            spans.append((begin, end))
    return tuple(sorted(spans, key=lambda span: span[0]))


def _day(text: str | None) -> datetime | None:
    if not text:
        return None
    try:
        day = datetime.fromisoformat(text)
    except ValueError:
        return None
    return day if day.tzinfo is not None else day.replace(tzinfo=UTC)


def is_closed(spans: tuple[tuple[datetime, datetime | None], ...], when: datetime) -> bool:
    """Whether a tree was closed at a time."""
    return any(start <= when and (end is None or when < end) for start, end in spans)


def working_days(start: datetime, end: datetime, spans: tuple[tuple[datetime, datetime | None], ...] = ()) -> int:
    """Days from start to end that are no Saturday or Sunday and in which the tree was open.  Never negative; bounded to ten years."""
    first, last = start.date(), min(end.date(), start.date() + timedelta(days=3660))
    days = (last - first).days
    if days <= 0:
        return 0
    weeks, rest = divmod(days, 7)
    count = weeks * 5 + sum((first + timedelta(days=weeks * 7 + n + 1)).weekday() < 5 for n in range(rest))
    for begin, stop in spans:
        low, high = max(begin.date(), first), min(stop.date() if stop else last, last)
        count -= _weekdays(low, high)
    return max(0, count)


def _weekdays(low: date, high: date) -> int:
    days = (high - low).days
    if days <= 0:
        return 0
    weeks, rest = divmod(days, 7)
    return weeks * 5 + sum((low + timedelta(days=weeks * 7 + n + 1)).weekday() < 5 for n in range(rest))
