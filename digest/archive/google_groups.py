# SPDX-License-Identifier: GPL-2.0-or-later
"""Conversations of Google Groups as a browser saves them: each mail a list item with a heading, a date and a region of words.

The page's class names are made anew with each release, so only roles and tags are trusted.  Addresses are cut (`bra...@example.com`).
"""

import re
from collections.abc import Iterator
from pathlib import Path

from digest.archive import _page, _soup, _when
from digest.archive._found import Found
from digest.archive._shard import Shard
from digest.model import Message, Problem

NAME = "google-groups"
DESCRIPTION = "saved conversations of Google Groups"
LOSES = ("headers", "address", "message-id")

_DATE = re.compile(_when.ANY)


def sniff(path: Path, head: bytes) -> bool:
    """The site's own address or name near the top."""
    del path
    return _soup.is_html(head) and (b"groups.google.com" in head or b"Google Groups</title>" in head)


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mails of each page."""
    return _page.read(shard, pages)


def pages(text: str) -> list[Found]:
    """The mails of one conversation."""
    root = _soup.tree(text)
    if root is None:
        return []
    title = next((_soup.plain(item) for item in root.iter("h1") if _soup.plain(item)), None)
    found: list[Found] = []
    for item in root.iter("section", "div", "li", "article"):
        if item.get("role") not in {"listitem", "article"}:
            continue
        body = next((box for box in item.iter("div") if box.get("role") == "region" or box.get("dir") == "ltr"), None)
        name = next((_soup.plain(tag) for tag in item.iter("h2", "h3", "h4") if _soup.plain(tag)), None)
        if body is None or name is None:
            continue
        date = next((shown[0] for tag in item.iter("span") if (shown := _DATE.match(_soup.plain(tag)))), None)
        number = len(found) + 1
        subject = title if number == 1 or title is None or title[:3].lower() == "re:" else f"Re: {title}"
        found.append(
            Found(
                _soup.words(body).replace("\N{NO-BREAK SPACE}", " ").strip("\n") + "\n",
                author=name,
                subject=subject,
                date=date,
                lost=("headers", "address", "message-id"),
                flags=() if number == 1 else ("thread-subject",),
                mark=str(number),
            )
        )
    return found
