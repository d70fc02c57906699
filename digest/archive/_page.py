# SPDX-License-Identifier: GPL-2.0-or-later
"""What all readers of pages and text copies share: a file's bytes -> text -> the reader's Found -> Messages."""

import re
from collections.abc import Callable, Iterator

import msgspec

from digest import mail
from digest.archive import _loose, _mask, _soup, _when
from digest.archive._found import Found
from digest.archive._shard import Shard
from digest.model import Copy, Message, Problem

Pages = Callable[[str], list[Found]]
"""The text of one file -> its mails; an empty list for a list of mails or a page of another kind.  Never raises."""

_LIST = re.compile(r"<([\w.-]{1,120})>|^([\w.-]{1,120})$")


def read(shard: Shard, pages: Pages, *, index: Callable[[str], bool] | None = None) -> Iterator[Message | Problem]:
    """The mails of each file of a shard.  A page without a mail is a Problem, unless it is a list of mails (`index`)."""
    for item in _loose.files(shard, limit=_soup.LIMIT):
        if isinstance(item, Problem):
            yield item
            continue
        text = _soup.decode(item.data)
        found = pages(text)
        for mail_ in found:
            yield message(mail_, item.copy)
        if not found and (index is None or not index(text)):
            yield Problem(item.copy, "no mail found on this page", size=len(item.data), unreadable=True)


def message(found: Found, copy: Copy) -> Message:
    """The mail that a page shows, as a Message."""
    if found.mark:
        copy = msgspec.structs.replace(copy, at=f"{copy.at}#{found.mark.lstrip('#')}")
    date = found.date
    if isinstance(date, str):
        made = _when.when(date)
        date = made.isoformat() if made is not None else date
    elif date is not None:
        date = date.isoformat()
    lost = list(found.lost)
    if found.author is None or "@" not in found.author or _mask.gone(found.author):
        lost.append("address")
    if not found.message_id:
        lost.append("message-id")
    if not date:
        lost.append("date")
    lists = [name for key, value in found.hints if key == "list-id" and (name := _list_name(value))]
    return mail.from_fields(
        copy,
        found.body,
        subject=found.subject,
        author=found.author,
        date=date,
        message_id=found.message_id,
        in_reply_to=found.parents[0] if found.parents else None,
        references=tuple(reversed(found.parents)),
        recipients=", ".join(found.recipients),
        lists=lists,
        lost=tuple(dict.fromkeys(lost)),
        flags=found.flags,
    )


def _list_name(value: str) -> str | None:
    named = _LIST.search(value.strip())
    return (named[1] or named[2]).lower() if named else None
