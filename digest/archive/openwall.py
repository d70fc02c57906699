# SPDX-License-Identifier: GPL-2.0-or-later
"""Pages of lists.openwall.net and other blists archives: header and body in one `<pre>`; hosts are masked as `user@...t.tld`."""

from collections.abc import Iterator
from pathlib import Path

from digest.archive import _fields, _head, _page, _soup
from digest.archive._found import Found
from digest.archive._shard import Shard
from digest.model import Message, Problem

NAME = "openwall"
DESCRIPTION = "saved pages of lists.openwall.net (blists)"
LOSES = ("address",)


def sniff(path: Path, head: bytes) -> bool:
    """Blists' navigation: previous and next in list and in thread, up to day, month and year."""
    del path
    marks = b"[day]</a>" in head and b"[month]</a>" in head
    return _soup.is_html(head) and (marks or b"openwall.com/blists" in head)


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mail of each page."""
    return _page.read(shard, pages, index=is_index)


def is_index(text: str) -> bool:
    """Whether this is a list of mails."""
    return "[&lt;prev]" not in text and "Message-ID:" not in text


def pages(text: str) -> list[Found]:
    """The mail of one page."""
    root = _soup.tree(text)
    for pre in root.iter("pre") if root is not None else ():
        words = _soup.words(pre, skip=_is_note)
        head = _head.on_lines(words, reach=3)
        if head is None:
            continue
        end = words.find("\n\n", head.start)
        body = words[end + 2 :] if end >= 0 else ""
        found = _fields.from_fields(head.fields, body.rstrip("\n") + "\n")
        found.lost = ("address",)
        return [found]
    return []


def _is_note(node: _soup.Element) -> bool:
    """A line of blists' own between the parts of a mail: "View attachment ...", "Content of type ... skipped"."""
    return node.tag == "span" and "times" in (node.get("style") or "")
