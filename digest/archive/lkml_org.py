# SPDX-License-Identifier: GPL-2.0-or-later
"""Pages of lkml.org: header in a table, body in `<pre itemprop="articleBody">`; addresses are left out of the header."""

import re
from collections.abc import Iterator
from pathlib import Path

from digest.archive import _page, _soup
from digest.archive._found import Found
from digest.archive._shard import Shard
from digest.model import Message, Problem

NAME = "lkml.org"
DESCRIPTION = "saved pages of lkml.org"
LOSES = ("headers", "address", "message-id")

_TITLE = re.compile(r"LKML: ([^:]{1,100}): (.+)", re.DOTALL)


def sniff(path: Path, head: bytes) -> bool:
    """The title every mail's page has."""
    del path
    return _soup.is_html(head) and b"<title>LKML: " in head


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mail of each page."""
    return _page.read(shard, pages, index=is_index)


def is_index(text: str) -> bool:
    """Whether this is a day's or a thread's list."""
    return "articleBody" not in text


def pages(text: str) -> list[Found]:
    """The mail of one page."""
    root = _soup.tree(text)
    if root is None:
        return []
    body = next((pre for pre in root.iter("pre") if pre.get("itemprop") == "articleBody"), None)
    if body is None:
        return []
    fields: dict[str, str] = {}
    for row in root.iter("tr"):
        cells = [cell for cell in row if cell.tag == "td"]
        if len(cells) >= 2 and (name := _soup.plain(cells[0]).lower()) in {"date", "from", "subject"}:
            fields.setdefault(name, _soup.plain(cells[1]))
    title = _TITLE.match(_soup.plain(root.find(".//title")))
    author = (fields.get("from") or (title[1] if title else "")).replace("<>", "").strip()
    words = _soup.words(body)
    return [
        Found(
            words.strip("\n") + "\n",
            author=author or None,
            subject=fields.get("subject") or (title[2].strip() if title else None),
            date=fields.get("date"),
            lost=("headers", "address", "message-id"),
        )
    ]
