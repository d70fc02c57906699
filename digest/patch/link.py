# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads the ties of a mail to other postings: archive links with a message-id, b4's change-id, `Supersedes:`, `Based-on:` and the like.

Addresses of public-inbox (lore.kernel.org/LIST/ID/), msgid.link, lkml.kernel.org/r/ID, marc.info ?i=ID, patchwork .../patch/ID/.
"""

import re
from urllib.parse import unquote

from digest.model import Link, Text

LIMIT = 200  # links of one mail

_URL = re.compile(r"https?://([\w.-]{3,100})/([^\s<>\"'|]{1,600})")
_ID = re.compile(r"[^\s/@<>?#&\"']{1,250}@[^\s/@<>?#&\"']{1,150}")
_KEYS = r"(?P<key>change-id|supersedes|based-on|depends-on|prerequisite-(?:change-id|message-id|patch-id))"
_FIELD = re.compile(rf"^[ \t]{{0,4}}{_KEYS}[ \t]?:[ \t]*(?P<value>[^\n]{{1,400}})", re.MULTILINE | re.IGNORECASE)
_RUN_FIELD = re.compile(rf"(?<!\S){_KEYS}[ ]?:[ ](?P<value>\S{{1,300}})", re.IGNORECASE)
_MARKS = ("hange-id:", "upersedes:", "UPERSEDES:", "ased-on:", "ased-On:", "rerequisite-", "epends-on:", "epends-On:")
_BASE = re.compile(r"(?:^|[ \n])base-commit: ([0-9a-f]{12,64})\b", re.MULTILINE)
# What introduces the address of an earlier version: `v1:`, `RFC v2 (link):`, `- Link to v1:`.
_VERSION = re.compile(
    r"(?i)(?:\b(?:rfc[ -]?)?(?:patch[ ])?(?:v\d{1,3}|rfc)\b[^\n:]{0,40}:?[ \t\n]{0,4}(?:link|lore|at)?[ ]?:?[ \t\n<(\[]{0,4}"
    r"|\blink to (?:v\d{1,3}|rfc)[^\n]{0,20}:[ \t\n]{0,4})\Z"
)


def read_links(text: Text, words: str, regions: tuple[tuple[int, int], ...]) -> tuple[Link, ...]:
    """All ties that the mail's own words name (`words`, standing in `regions` of the body), in the order written, each once."""
    found: dict[tuple[str, str], Link] = {}
    for mark in _MARKS:
        if mark in words:
            grammar = _RUN_FIELD if text.flat else _FIELD
            for start, end in regions:
                for field in grammar.finditer(text.body, start, end):
                    if len(found) < LIMIT:
                        _field(text, field, found)
            break
    if "://" in words and ("@" in words or "%40" in words):
        named = frozenset([value for _, value in found])  # the address in `Depends-on: https://...` is that tie and no other
        for start, end in regions:
            _urls(text, start, end, found, named)
    return tuple(found.values())


def base_commit(body: str) -> str | None:
    """The commit that `git format-patch --base` names."""
    if "base-commit: " not in body:
        return None
    found = _BASE.search(body)
    return found[1] if found else None


def message_id(host: str, path: str) -> tuple[str, str] | None:
    """(kind, message-id) that an archive's address names, or None."""
    path = unquote(path.replace("%2F", "/")) if "%" in path else path
    path = path.rstrip(").,;:]")
    if "@" not in path:
        return None
    kind = "patchwork" if "patchwork" in host else "lore"
    if host == "marc.info":
        path = path.partition("i=")[2]
    elif "mail-archive.com" in host:
        path = path.partition("?q=")[2] or path
    found = _ID.search(path)
    if not found or "/~" in path or "git@" in found[0]:
        return None
    return kind, found[0].removeprefix("mid:")


def _urls(text: Text, begin: int, stop: int, found: dict[tuple[str, str], Link], named: frozenset[str]) -> None:
    """Archive addresses in own words; one introduced by `v1:` or "Link to v1" is a version's."""
    own = text.own
    for url in _URL.finditer(own, begin, stop):
        if len(found) >= LIMIT:
            return
        if "@" not in url[2] and "%40" not in url[2]:
            continue
        pointed = message_id(url[1].lower(), url[2])
        if not pointed or pointed[1] in named:
            continue
        kind, value = pointed
        start, end = url.span()
        lead = _VERSION.search(own[max(0, start - 60) : start])
        if lead:
            kind = "version"
            start = max(0, start - 60) + lead.start()
        found.setdefault((kind, value), Link(kind, value, text.spot(start, end)))


def _field(text: Text, field: re.Match[str], found: dict[tuple[str, str], Link]) -> None:
    """A `change-id: x` line and its kin."""
    key = field["key"].lower()
    value = field["value"].strip()
    if not value:
        return
    kind = "depends" if key in {"depends-on", "prerequisite-message-id", "prerequisite-change-id"} else key
    if kind in {"supersedes", "based-on", "depends"} and key != "prerequisite-change-id":
        url = _URL.search(value)
        if url:
            named = message_id(url[1].lower(), url[2])
            value = named[1] if named else url[0]
        else:
            ident = _ID.search(value)
            if not ident:
                return
            value = ident[0]
    elif kind == "change-id" and (" " in value or len(value) > 200):
        return
    found.setdefault((kind, value), Link(kind, value, text.spot(field.start("key"), field.start("key") + len(field[0].strip()))))


def depends(links: tuple[Link, ...]) -> tuple[str, ...]:
    """What must be applied before: message-ids, change-ids or patch-ids as named."""
    return tuple(link.value for link in links if link.kind in {"depends", "based-on", "prerequisite-patch-id"})
