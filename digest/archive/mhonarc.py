# SPDX-License-Identifier: GPL-2.0-or-later
"""Pages of MHonArc (2.x) in its default dress and in others: mail-archive.com, spinics.net, many project archives.

Whatever the dress, MHonArc leaves comments: `<!--X-Subject: ...-->` and others before the page, `<!--X-Body-of-Message-->` around the
body.  Their fields are whole even where the page masks addresses: the sender is turned by 14 places in an alphabet of 28 (`@A-Z[`).
"""

import html
import re
from collections.abc import Iterator
from pathlib import Path

from digest.archive import _fields, _mask, _page, _soup
from digest.archive._found import Found
from digest.archive._shard import Shard
from digest.model import Message, Problem

NAME = "mhonarc"
DESCRIPTION = "saved pages of MHonArc: mail-archive.com, spinics.net and others"
LOSES = ("address",)

_COMMENT = re.compile(r"<!--X-([A-Za-z0-9-]{2,40}): ([^\n]{0,4000}?) -->")
_TURNED = str.maketrans(
    "".join(chr(c) for c in (*range(64, 92), *range(97, 123))),
    "".join(chr(c) for c in (*range(78, 92), *range(64, 78), *range(110, 123), *range(97, 110))),
)
_BODY = ("X-Body-of-Message", "X-Body-of-Message-End")
_CLOUD = re.compile(r"[0-9a-fA-F]{4,400}")


def sniff(path: Path, head: bytes) -> bool:
    """MHonArc's own comments, of a mail or of an index."""
    del path
    return _soup.is_html(head) and (b"<!-- MHonArc v" in head or b"<!--X-Message-Id:" in head or b"<!--X-Body-of-Message-->" in head)


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mail of each page."""
    return _page.read(shard, pages, index=is_index)


def is_index(text: str) -> bool:
    """Whether this is a list of mails by date or thread."""
    return "<!--X-Message-Id:" not in text and "<!--X-Body-of-Message-->" not in text


def pages(text: str) -> list[Found]:
    """The mail of one page."""
    if is_index(text):
        return []
    root = _soup.tree(text)
    if root is None:
        return []
    top: dict[str, list[str]] = {}
    for name, value in _COMMENT.findall(text, 0, 60000):
        top.setdefault(name.lower(), []).append(html.unescape(value).replace("&#45;", "-"))
    fields = _listed(root)
    body_element = root.find("body")
    body = _soup.words(body_element if body_element is not None else root, between=_BODY, note=_note)
    shown = _fields.from_fields(fields, "")
    whole = _author(top, shown.author)
    body = _fields.bare_from(_healed(_tidy(body), whole))
    references = tuple(reversed(top.get("reference", ())))
    ident = top.get("message-id", [""])[0].strip()
    return [
        Found(
            body,
            author=whole or shown.author or _span(root, "sender"),
            subject=shown.subject or " ".join(top.get("subject", [""])[0].split()) or None,
            date=shown.date or _span(root, "date") or top.get("date", [None])[0],
            message_id=ident or shown.message_id,
            parents=references or shown.parents,
            recipients=shown.recipients,
            hints=shown.hints,
            lost=() if whole and not _mask.gone(shown.author or "") else ("address",),
        )
    ]


def turned(text: str) -> str:
    """What MHonArc's X-From-R13 hides (the mapping is its own inverse)."""
    return text.translate(_TURNED)


def _author(top: dict[str, list[str]], shown: str | None) -> str | None:
    for name, undo in (("from-r13", True), ("from", False)):
        for value in top.get(name, ()):
            author = turned(value) if undo else value
            if "@" in author or shown is None:
                return author
    return None


def _healed(body: str, author: str | None) -> str:
    """The writer's own address made whole where the page masks its host: `-spammode` writes as many x as the host has letters."""
    found = re.search(r"([^\s<>\"@]{1,100})@([\w.-]{1,100})", author or "")
    if found is None or "@xxx" not in body:
        return body
    masked = re.compile(rf"(?<![\w.+-]){re.escape(found[1])}@x{{{len(found[2])}}}(?!\w)")
    return masked.sub(lambda _: found[0], body)


def _listed(root: _soup.Element) -> dict[str, str]:
    """The header fields as a list shows them: `<li><em>Subject</em>: ...`."""
    fields: dict[str, str] = {}
    for item in root.iter("li"):
        first = next(iter(item), None)
        if first is None or first.tag not in {"em", "strong", "b"} or not (first.tail or "").lstrip().startswith(":"):
            continue
        name = _soup.plain(first).lower()
        if name not in fields and re.fullmatch(r"[a-z][a-z-]{1,60}", name):
            fields[name] = _soup.plain(item).split(":", 1)[-1].strip()
        if name == "follow-ups":
            break
    return fields


def _span(root: _soup.Element, name: str) -> str | None:
    """A field in the dress of mail-archive.com: `<span class="sender">`, `<span class="date">`."""
    for element in root.iter("span"):
        if name in (element.get("class") or "").split():
            return _soup.plain(element) or None
    return None


def _note(node: _soup.Element) -> str | None:
    """An address that a content network hides is whole in the page: bytes turned by the first one."""
    code = node.get("data-cfemail")
    if not code or not _CLOUD.fullmatch(code) or len(code) % 2:
        return None
    key = int(code[:2], 16)
    hidden = bytes(int(code[at : at + 2], 16) ^ key for at in range(2, len(code), 2)).decode("utf-8", "replace")
    for child in list(node):
        node.remove(child)
    node.text = None
    return hidden


def _tidy(body: str) -> str:
    lines = body.split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    return "\n".join(lines) + "\n" if lines else ""
