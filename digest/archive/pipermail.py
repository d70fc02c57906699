# SPDX-License-Identifier: GPL-2.0-or-later
"""Mailman 2 archives (pipermail): a page for each mail.

It writes `user at host`.  The page names title, writer and date, and in the link to the writer the mail that it answers or itself.
Layout: `HyperArch.py` of Mailman 2.0 to 2.1.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from digest.archive import _fields, _mask, _page, _soup, _when
from digest.archive._found import Found
from digest.archive._shard import Shard
from digest.model import Message, Problem

NAME = "pipermail"
DESCRIPTION = "saved pages of a Mailman 2 archive (pipermail)"
LOSES = ("headers",)

_REPLY = re.compile(r"[?&]In-Reply-To=([^&\"]{1,600})", re.IGNORECASE)
_INDEX = re.compile(rb"<title>[^<]{1,200} Archive by (?:thread|date|subject|author)\s{0,4}</title>|<!--beginarticle-->", re.IGNORECASE)
_ANSWER = re.compile(r"\s{0,8}(?:>|[^\n]{3,200}(?:wrote|writes|schrieb|said):\s{0,4}\n)")
_PATCH = re.compile(r"(?:\[[^\]]{1,80}\] ?){0,3}\[[^\]]{0,80}(?:PATCH|RFC)", re.IGNORECASE)
_ID = re.compile(r"[^\s<>]{1,400}@[^\s<>]{1,200}")


def sniff(path: Path, head: bytes) -> bool:
    """The comment before the article, or the index pages' own links to each other."""
    del path
    return _soup.is_html(head) and (b"<!--beginarticle-->" in head or _INDEX.search(head) is not None)


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mail of each page."""
    return _page.read(shard, pages, index=is_index)


def is_index(text: str) -> bool:
    """Whether this is a list of mails."""
    return "<!--beginarticle-->" not in text


def pages(text: str) -> list[Found]:
    """The mail of one page."""
    root = _soup.tree(text)
    if root is None or is_index(text):
        return []
    title = root.find(".//h1")
    name = next(root.iter("b"), None)
    link = next((a for a in root.iter("a") if (a.get("href") or "").lower().startswith("mailto:")), None)
    date = next((i for i in root.iter("i") if _when.when(_soup.plain(i)) is not None), None)
    email = _mask.mailman(_soup.plain(link)) if link is not None else ""
    who = _soup.plain(name)
    body = _soup.words(root, between=("beginarticle", "endarticle"), quotes=False, note=None)
    named = _REPLY.search(link.get("href") or "") if link is not None else None
    ident = _ID.search(unquote(named[1])) if named else None
    # QUIRK: to 2.1.5 the link names the mail that is answered, later this mail itself (and its subject gets a "Re:")
    own = ident is not None and link is not None and "subject=re" in (link.get("href") or "").lower()
    body = body.strip("\n") + "\n"
    subject = " ".join(_soup.plain(title).split())
    if _PATCH.match(subject) and _ANSWER.match(body):
        subject = f"Re: {subject}"  # QUIRK: the title has lost it, and no patch opens with a quote
    return [
        Found(
            _fields.bare_from(_mask.mailman_body(body)),
            author=f'"{who}" <{email}>' if "@" in email and who and who != email else email or who or None,
            subject=subject or None,
            date=_soup.plain(date) if date is not None else None,
            message_id=ident[0] if ident and own else None,
            parents=(ident[0],) if ident and not own else (),
            lost=("headers",) if "@" in email else ("headers", "address"),
        )
    ]
