# SPDX-License-Identifier: GPL-2.0-or-later
"""Pages of marc.info: one mail in a `<pre>`, its header in a `<b>`, addresses as `user () host ! tld`."""

import re
from collections.abc import Iterator
from pathlib import Path

from digest.archive import _fields, _head, _mask, _page, _soup
from digest.archive._found import Found
from digest.archive._shard import Shard
from digest.model import Message, Problem

NAME = "marc"
DESCRIPTION = "saved pages of marc.info"
LOSES = ("headers",)

_RAW = re.compile(r"^\[Download (?:RAW message or body|message RAW)\][ \t]*\n", re.MULTILINE)
_NAV = re.compile(r"^\[(?:prev|next) in (?:list|thread)\].*\n?", re.MULTILINE)
_FOLD = re.compile(r"(?<=[^\n]{85}) ?\\\n(?=\S)")
_ATTACHED = re.compile(
    r"^\[Attachment #\d{1,3} \([a-z]{1,20}/[\w.+-]{1,60}\)\]\n{1,2}|^\[(?:\"[^\"\n]{1,200}\" )\([a-z]{1,20}/[\w.+-]{1,60}\)\]\n",
    re.MULTILINE,
)


def sniff(path: Path, head: bytes) -> bool:
    """The title every page has, or the navigation with the link to the raw mail."""
    del path
    return _soup.is_html(head) and (b" - MARC</title>" in head or (b"in list</a>]" in head and b"RAW message or body" in head))


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mail of each page."""
    return _page.read(shard, pages, index=is_index)


def is_index(text: str) -> bool:
    """Whether this is a list of mails."""
    return "Download" not in text


def pages(text: str) -> list[Found]:
    """The mail of one page."""
    root = _soup.tree(text)
    if root is None:
        return []
    for pre in root.iter("pre"):
        found = whole(pre.text_content().replace("\r\n", "\n"))
        if found is not None:
            return [found]
    return []


def whole(text: str) -> Found | None:
    """The mail between the navigation lines, or None."""
    raw = _RAW.search(text)
    head = _head.on_lines(text, reach=12)
    if raw is None or head is None or head.start > raw.start():
        return None
    body = text[raw.end() :].removeprefix("\n")
    end = _NAV.search(body)
    body = body[: end.start()] if end else body
    body = _ATTACHED.sub("", _FOLD.sub("", _mask.marc(body)))
    fields = {name: _mask.marc_field(value) for name, value in head.fields.items()}
    found = _fields.from_fields(fields, _fields.bare_from(body.rstrip("\n") + "\n"))
    found.lost = ("headers",)
    return found
