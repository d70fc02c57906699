# SPDX-License-Identifier: GPL-2.0-or-later
"""Gmane: pages of article.gmane.org and its articles as text, whose hosts are hashes (`user-HASH@public.gmane.org`).

Message-ids are hashed in the same way and name no mail elsewhere, so they are left out; the page's link to the root of the thread
holds the whole one.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from digest.archive import _fields, _head, _mask, _page, _soup, eml
from digest.archive._found import Found
from digest.archive._shard import Shard
from digest.model import Message, Problem

NAME = "gmane"
DESCRIPTION = "gmane: saved pages and articles as text"
LOSES = ("address", "message-id")

_ROOT = re.compile(r"message_id=([^&\"]{3,600})")


def sniff(path: Path, head: bytes) -> bool:
    """A page that calls itself Gmane, or header fields with hashed hosts."""
    del path
    if _soup.is_html(head):
        return b"<title>Gmane" in head or b"find-root.php?message_id=" in head
    names = eml.fields(head)
    return b"@public.gmane.org" in head[:8192] and names >= {b"from", b"subject"} and not names & {b"received", b"return-path"}


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mail of each page."""
    return _page.read(shard, pages)


def pages(text: str) -> list[Found]:
    """The mail of one page."""
    if text.lstrip()[:1] != "<":
        return _article(text.replace("\r\n", "\n"))
    root = _soup.tree(text)
    if root is None:
        return []
    ident = None
    for link in root.iter("a"):
        named = _ROOT.search(link.get("href") or "")
        if named:
            ident = unquote(named[1]).strip("<>")
            break
    words = _soup.words(root)
    head = _head.on_lines(words)
    if head is None:
        return []
    fields = {name: _mask.gmane(value) for name, value in head.fields.items()}
    found = _fields.from_fields(fields, _mask.gmane(words[head.end :].strip("\n") + "\n"))
    found.message_id = ident if ident and "@" in ident else None
    return [found]


def _article(text: str) -> list[Found]:
    head = _head.on_lines(text, reach=2)
    if head is None:
        return []
    found = _fields.from_fields(head.fields, text[head.end :].rstrip("\n") + "\n")
    if found.message_id and "@public.gmane.org" in found.message_id:
        found.message_id = None
    found.parents = tuple(item for item in found.parents if "@public.gmane.org" not in item)
    found.lost = ("address", "message-id")
    return [found]
