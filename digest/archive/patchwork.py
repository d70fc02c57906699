# SPDX-License-Identifier: GPL-2.0-or-later
"""Patch and cover pages of patchwork (1.x to 3.x): the mail, its diff after the comments, and the comments as mails of their own.

The headers stand in the page even where they are folded away, so subject, address and threads of the mail itself are whole; a comment
has name, date and words.  Patchwork moves the diff out of the mail and its comments before it: here it is put back.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from digest.archive import _fields, _head, _page, _soup, _when
from digest.archive._found import Found
from digest.archive._shard import Shard
from digest.model import Message, Problem

NAME = "patchwork"
DESCRIPTION = "saved patch and cover pages of patchwork"
LOSES = ("headers", "address", "message-id")

_MARKS = (
    b'class="patchmeta"',
    b'id="patch-meta"',
    b'id="patchmeta"',
    b'id="togglepatchheaders"',
    b'id="toggle-patch-headers"',
    b'id="patch-headers"',
    b'id="patchheaders"',
)
_ID = re.compile(r"<?([^\s<>]{1,300}@[^\s<>]{1,200})>?")
_DATE = re.compile(_when.ANY)


def sniff(path: Path, head: bytes) -> bool:
    """The table with the facts of a patch, or the folded headers."""
    del path
    return _soup.is_html(head) and any(mark in head for mark in _MARKS)


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mails of each page."""
    return _page.read(shard, pages)


def pages(text: str) -> list[Found]:
    """The mail and its comments."""
    root = _soup.tree(text)
    if root is None:
        return []
    rows: dict[str, _soup.Element] = {}
    for row in root.iter("tr"):
        heading = row.find("th")
        cell = row.find("td")
        if heading is not None and cell is not None:
            rows.setdefault(_soup.plain(heading).lower(), cell)
    whole = _headers(root)
    ident = _ID.search(_soup.plain(rows["message id"])) if "message id" in rows else None
    title = next((_soup.plain(e) for tag in ("h1", "h2") for e in root.iter(tag) if _soup.plain(e).startswith("[")), None)
    title = title or next((_soup.plain(e) for e in root.iter("h2")), None)
    message_id = ident[1] if ident else whole.get("message-id", "").strip("<> ") or None
    if message_id is None:
        return []
    parts = _parts(root)
    if not parts["message"] and not parts["patch"]:
        return []
    name, date, words = parts["message"][0] if parts["message"] else (None, None, "")
    diff = parts["patch"][0][2] if parts["patch"] else ""
    body = words.rstrip("\n") + "\n"
    if diff.strip():
        body = f"{body}\n{diff.strip(chr(10))}\n"
    found = _fields.from_fields(whole, body)
    found.message_id = message_id
    found.author = found.author or name
    found.subject = found.subject or title
    found.date = found.date or date
    found.lost = () if whole else ("headers", "address")
    subject = found.subject or ""
    answer = subject if subject[:3].lower() == "re:" else f"Re: {subject}"
    out = [found]
    for number, (who, said, words) in enumerate(parts["comments"], 1):
        reply = Found(
            words.rstrip("\n") + "\n",
            author=who,
            subject=answer if subject else None,
            date=said,
            parents=(message_id,),
            lost=("headers", "address", "message-id"),
            flags=("thread-subject",),
            mark=f"#{number}",
        )
        out.append(reply)
    return out


def _headers(root: _soup.Element) -> dict[str, str]:
    """The mail's own header, which the page holds folded away."""
    for element in root.iter("div", "pre"):
        if element.get("id") in {"patch-headers", "patchheaders", "patch_headers"}:
            pre = element if element.tag == "pre" else element.find(".//pre")
            head = _head.on_lines((pre if pre is not None else element).text_content().lstrip("\n"), reach=8)
            if head is not None:
                return head.fields
    return {}


_Part = tuple[str | None, str | None, str]


def _parts(root: _soup.Element) -> dict[str, list[_Part]]:
    """What stands under the headings "Commit Message" (or "Message"), "Comments" and "Patch": name, date, words of each box."""
    parts: dict[str, list[_Part]] = {"message": [], "comments": [], "patch": []}
    under = ""
    who: tuple[str | None, str | None] = (None, None)
    for element in root.iter("h2", "h3", "div", "pre"):
        kinds = (element.get("class") or "").split()
        if element.tag in {"h2", "h3"}:
            heading = _soup.plain(element).lower()
            under = {"commit message": "message", "message": "message", "comments": "comments", "patch": "patch"}.get(heading, under)
        elif element.tag == "div" and "meta" in kinds:
            who = _meta(element)
        elif element.tag == "pre" and under and ("content" in kinds or under == "patch"):
            name, date = who if under != "patch" else (None, None)
            parts[under].append((name, date, _soup.words(element).rstrip()))
    return parts


def _meta(element: _soup.Element) -> tuple[str | None, str | None]:
    text = _soup.plain(element)
    date = _DATE.search(text)
    name = next((_soup.plain(item) for item in element.iter("a", "span") if _soup.plain(item)), None)
    if date is not None:
        name = text[: date.start()].strip() or name
    return name, date[0] if date else None
