# SPDX-License-Identifier: GPL-2.0-or-later
"""Any other web page that shows a mail or a thread: forum-style archives, gossamer-threads, pages saved from readers.

What the page prints is read like a text copy; it must name a writer and a title or a date to count as mail.  Asked after all kinds of
pages that have marks of their own.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from digest.archive import _page, _soup, text
from digest.archive._found import Found
from digest.archive._shard import Shard
from digest.model import Message, Problem

NAME = "web"
DESCRIPTION = "any other saved web page of a mail or a thread (forum-style archives)"
LOSES = ("headers", "address", "message-id")


def sniff(path: Path, head: bytes) -> bool:
    """HTML of any kind."""
    del path
    return _soup.is_html(head)


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mails of each page."""
    return _page.read(shard, pages)


def pages(page: str) -> list[Found]:
    """The mails that the page's words tell."""
    root = _soup.tree(page)
    if root is None:
        return []
    body = root.find("body")
    words = _soup.words(body if body is not None else root)
    words = re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in words.split("\n")))
    return [item for item in text.pages(words) if item.author is not None and (item.subject is not None or item.date is not None)]
