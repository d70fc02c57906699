# SPDX-License-Identifier: GPL-2.0-or-later
"""Pages of hypermail (1.02 to 2.4) and of its W3C dress: one mail a page, its header in comments, each line ended by `<br>`.

QUIRK: with spamprotect every `@` becomes `_at_`, in hunk heads of diffs too.
"""

import html
import re
from collections.abc import Iterator
from pathlib import Path

from digest.archive import _fields, _mask, _page, _soup
from digest.archive._found import Found
from digest.archive._shard import Shard
from digest.model import Message, Problem

NAME = "hypermail"
DESCRIPTION = "saved pages of hypermail"
LOSES = ("headers",)

_COMMENT = re.compile(r"<!-- (received|isoreceived|sent|isosent|name|email|subject|id|inreplyto|charset)=\"([^\n]{0,2000}?)\" -->")
_RECEIVED = re.compile(r"\n[ \t]{0,20}Received on [A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} - \d\d:\d\d:\d\d[^\n]{0,12}\s{0,20}$")


def sniff(path: Path, head: bytes) -> bool:
    """The generator's name, or the comments that hold the header."""
    del path
    return _soup.is_html(head) and (b'content="hypermail ' in head or (b"<!-- isosent=" in head and b"<!-- email=" in head))


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mail of each page."""
    return _page.read(shard, pages, index=is_index)


def is_index(text: str) -> bool:
    """Whether this is a list of mails."""
    return '<!-- body="start" -->' not in text


def pages(text: str) -> list[Found]:
    """The mail of one page."""
    top: dict[str, str] = {}
    for name, value in _COMMENT.findall(text):
        top.setdefault(name, html.unescape(value))
    if not top or is_index(text):
        return []
    root = _soup.tree(text)
    if root is None:
        return []
    guarded = "_at_" in top.get("email", "")
    body = _soup.words(root, breaks="br", between=('body="start"', 'body="end"'), skip=_is_header)
    body = _RECEIVED.sub("\n", body.removeprefix("\n"))
    email = top.get("email", "").strip()
    name = top.get("name", "").strip()
    parent = top.get("inreplyto", "").strip()
    ident = top.get("id", "").strip()
    body = body.replace("\N{NO-BREAK SPACE}", " ")  # QUIRK: its own way to keep indentation
    if guarded:
        body = _mask.hypermail_page(body)
        email, name, parent, ident = (value.replace("_at_", "@") for value in (email, name, parent, ident))
    author = f'"{name}" <{email}>' if email and name and name != email else email or name or None
    return [
        Found(
            _fields.bare_from(body),
            author=author,
            subject=" ".join(top.get("subject", "").split()) or None,
            date=_header(root, "date") or top.get("sent") or top.get("received"),
            message_id=ident if "@" in ident else None,
            parents=(parent,) if "@" in parent else (),
            lost=("headers",),
        )
    ]


def _header(root: _soup.Element, name: str) -> str | None:
    for element in root.iter("span"):
        if element.get("id") == name:
            return _soup.plain(element).split(":", 1)[-1].strip() or None
    return None


def _is_header(node: _soup.Element) -> bool:
    kind = node.get("class") or ""
    if node.tag == "div" and node.find("ul") is not None:
        return any((item.text or "").rstrip().endswith(" attachment:") for item in node.iter("li"))
    return (node.tag == "address" and "headers" in kind) or (node.tag == "span" and node.get("id") in {"received", "from", "date"})
