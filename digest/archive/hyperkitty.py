# SPDX-License-Identifier: GPL-2.0-or-later
"""Pages of HyperKitty (Mailman 3): a thread page with all its mails, or one mail's page.

Layout: `messages/message.html` of HyperKitty 1.0 to 1.3.  Each mail is a `<div class="email ...">` with name, the sender's own time in
a title, and the words; quotes are folded into boxes without their marks.  The link to answer by mail holds the message-id; where a site
leaves it out, links only hold a hash of it (base32 of SHA-1), and a mail is known by name, date and words.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from digest.archive import _page, _soup, _when
from digest.archive._found import Found
from digest.archive._shard import Shard
from digest.model import Message, Problem

NAME = "hyperkitty"
DESCRIPTION = "saved thread and message pages of HyperKitty (Mailman 3)"
LOSES = ("headers", "address", "message-id")

_ID = re.compile(r"[?&]In-Reply-To=([^&\"]{3,900})", re.IGNORECASE)
_TIME = re.compile(r"(?:Sender's time:)\s{0,3}(.{6,60})")
_FOLDED = frozenset({"quoted-switch", "attachments", "email-info", "email-header", "reply-form", "email-actions"})


def sniff(path: Path, head: bytes) -> bool:
    """HyperKitty's own names for its style sheets and boxes."""
    del path
    # QUIRK: mails of Mailman 3 name it in Archived-At; a page begins with markup
    return b"hyperkitty" in head.lower() and head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mails of each page."""
    return _page.read(shard, pages, index=is_index)


def is_index(text: str) -> bool:
    """Whether this is a list of threads."""
    return "email-body" not in text


def pages(text: str) -> list[Found]:
    """The mails of one page."""
    root = _soup.tree(text)
    if root is None:
        return []
    title = next((_soup.plain(e) for tag in ("h1", "h2", "h3") for e in root.iter(tag) if _soup.plain(e) and not _inside(e)), None)
    found: list[Found] = []
    for element in root.iter("div", "article", "section"):
        if "email" not in _kinds(element):
            continue
        body = next((item for item in element.iter("div") if "email-body" in _kinds(item)), None)
        if body is None:
            continue
        name, date = _who(element)
        number = len(found) + 1
        own = _own_subject(element)
        subject = own or title
        if number > 1 and subject and not own and subject[:3].lower() != "re:":
            subject = f"Re: {subject}"
        words = _soup.words(body, breaks="keep", skip=lambda node: bool(_FOLDED & _kinds(node)), boxes=_is_box)
        ident = _ident(element)
        item = Found(
            words.replace("\N{NO-BREAK SPACE}", " ").strip("\n").rstrip() + "\n",
            author=name,
            subject=subject,
            date=date,
            message_id=ident,
            lost=("headers", "address") if ident else ("headers", "address", "message-id"),
            flags=() if number == 1 or own else ("thread-subject",),
            mark=element.get("id") or str(number),
        )
        found.append(item)
    return found


def _kinds(element: _soup.Element) -> set[str]:
    return set((element.get("class") or "").split())


def _inside(element: _soup.Element) -> bool:
    return any("email" in _kinds(item) or item.tag in {"header", "nav"} for item in element.iterancestors())


def _own_subject(element: _soup.Element) -> str | None:
    """The subject of a mail that changed it: `New subject: ...`."""
    for item in element.iter("span", "div"):
        if "subject" in _kinds(item) and ":" in _soup.plain(item):
            return _soup.plain(item).split(":", 1)[1].strip() or None
    return None


def _ident(element: _soup.Element) -> str | None:
    for link in element.iter("a"):
        named = _ID.search(link.get("href") or "") if "reply-mailto" in _kinds(link) else None
        if named and "@" in (ident := unquote(named[1]).strip("<> ")):
            return ident
    return None


def _is_box(node: _soup.Element) -> bool:
    return node.tag == "div" and "quoted-text" in _kinds(node)


def _who(element: _soup.Element) -> tuple[str | None, str | None]:
    name = None
    date = None
    for item in element.iter():
        if not isinstance(item.tag, str):
            continue
        kinds = _kinds(item)
        if name is None and kinds & {"name", "email-author"}:
            link = item.find(".//a")
            name = _soup.plain(link if link is not None else item) or None
        if date is None:
            timed = _TIME.search(item.get("title") or "")
            if timed:
                date = timed[1].strip()
            elif "email-date" in kinds and (shown := re.search(_when.ANY, _soup.plain(item))):
                date = shown[0]
        if "email-body" in kinds:
            break
    return name, date
