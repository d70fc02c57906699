# SPDX-License-Identifier: GPL-2.0-or-later
"""A text copy of a thread or a mail: copy and paste, a text browser, an extraction; line breaks kept or lost.

It is asked last.  What is told apart, in this order: several mails after one another (a forum-style page, a thread page of
public-inbox, a patchwork page, blocks of header fields), a mail under its header fields, a mail under a title and a name,
a body alone.  Words are kept letter for letter; only what the page printed around them is left away.
"""

import html
import re
from collections.abc import Iterator
from pathlib import Path

from digest.archive import _mask, _page, _unwrap
from digest.archive._found import Found
from digest.archive._shard import Shard
from digest.archive._text_pages import PAGES
from digest.archive._text_single import single
from digest.model import Message, Problem

NAME = "text"
DESCRIPTION = "text copies: pasted mails and threads, text browsers, extractions, with or without line breaks"
LOSES = ("headers", "address", "message-id", "date", "line-breaks", "quotes", "indentation")

# QUIRK: where tags are stripped and nothing is put in their place, public-inbox's last link sticks to the first header field
_GLUED = re.compile(r"(Atom feed)(?=[A-Z][A-Za-z-]{1,30}: )")
_SIGNS = re.compile(
    r"(?:^|\s)(?:[A-Z][a-z]{2,20}(?:-[a-z]{2,12}){0,3}-by: |From: |Subject ?: |> \S|diff --git |wrote:|\[(?:RFC |[\w ]{0,20})?PATCH)"
    r"|\(\+\)|\b[\w.+-]{2,60}(?:@|\.\.\.@|\(a\)| at )[\w-]{2,60}\.[\w.-]{2,60}"
)
# fmt: off
_OTHERS = frozenset(
    (
        ".c", ".h", ".py", ".pl", ".sh", ".rs", ".go", ".md", ".rst", ".json", ".jsonl", ".toml", ".yaml", ".yml", ".ini",
        ".cfg", ".tsv", ".csv", ".xml", ".sql", ".diff", ".patch", ".html", ".htm", ".css", ".js", ".pdf",
    )
)
# fmt: on
_OTHER_NAMES = ("readme", "license", "licence", "copying", "changelog", "manifest", "makefile", "authors", "credits", "install", "todo")


def sniff(path: Path, head: bytes) -> bool:
    """Text that holds at least one sign of mail: an address, a trailer, a quote, a header field."""
    if path.suffix.lower() in _OTHERS or path.name.lower().startswith(_OTHER_NAMES):
        return False
    if b"\0" in head or not head.strip():
        return False
    words = head.decode("utf-8", "replace")
    odd = sum(words.count(letter) for letter in map(chr, (*range(1, 9), *range(14, 27), 28, 29, 30, 31)))
    return odd * 100 < len(words) and words.count("\ufffd") * 20 < len(words) and _SIGNS.search(words) is not None


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mails of each file."""
    return _page.read(shard, pages)


def pages(text: str) -> list[Found]:
    """The mails of one text copy."""
    text = tidy(text)
    if not text.strip():
        return []
    for several in PAGES:
        found = several(text)
        if found:
            return found
    return [single(text)]


def tidy(text: str) -> str:
    """Line ends made LF, no-break spaces made spaces, entities of a stripped page undone, browsers' dress taken off."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\N{NO-BREAK SPACE}", " ").lstrip("\N{ZERO WIDTH NO-BREAK SPACE}")
    if ("&lt;" in text or "&gt;" in text or "&quot;" in text) and "<" not in text:
        text = html.unescape(text)
    # QUIRK: hypermail masks the heads of hunks as if they were addresses; gmane's mask looks like a tag
    text = _mask.gmane(text.replace("_at__at_", "@@"))
    return _unwrap.undress(_GLUED.sub(r"\1 ", text))
