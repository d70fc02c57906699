# SPDX-License-Identifier: GPL-2.0-or-later
"""Text copies that hold several mails: forum-style pages, thread pages of public-inbox, patchwork pages, pasted threads."""

import re
from collections.abc import Callable

from digest.archive import _head, _text_flat, _text_patchwork, _text_posts, _text_run
from digest.archive._fields import from_fields
from digest.archive._found import Found
from digest.archive._text_single import clean, finish, lost_lines, single

_FORUM = re.compile(
    r"^[ \t]{0,8}From: (?P<name>[^\n<>]{1,80}?) on (?P<date>\d{1,2} [A-Z][a-z]{2} \d{4} \d{1,2}:\d\d)(?=[ \n]|$)", re.MULTILINE
)
_FORUM_FLAT = re.compile(r"(?<= )From: (?P<name>[^\n<>:]{1,80}?) on (?P<date>\d{1,2} [A-Z][a-z]{2} \d{4} \d{1,2}:\d\d)(?= )")
_FORUM_NAV = re.compile(r"^[ \t]{0,8}(?:Prev|Next): ?", re.MULTILINE)


def forum(text: str) -> list[Found]:
    """`From: NAME on 7 May 2010 01:10` opens each mail; the page's title is the subject of the thread."""
    starts = list((_FORUM if "\n" in text.strip() else _FORUM_FLAT).finditer(text))
    if not starts:
        return []
    top = text[: starts[0].start()]
    title = next((line.strip(" \t#*") for line in top.split("\n") if line.strip(" \t#*")), None)
    title = _text_flat.once(re.split(r" in \[[^\]]{1,40}\] \|", title)[0]) if title else None
    if len(starts) == 1 and not _FORUM_NAV.search(top) and "in [" not in top:
        return []
    flat = any(lost_lines(text[start.end() : end]) for start, end in zip(starts, _ends(starts, text), strict=True))
    found: list[Found] = []
    for number, (start, end) in enumerate(zip(starts, _ends(starts, text), strict=True), 1):
        body = text[start.end() : end].strip()
        if number == len(starts):
            body = _FORUM_END.sub("", body).strip()
        subject = title if number == 1 or title is None or title[:3].lower() == "re:" else f"Re: {title}"
        item = Found(body, author=start["name"], subject=subject, date=start["date"], mark=str(number), flags=("thread-subject",))
        found.append(finish(item, flat=flat))
    return found


_FORUM_END = re.compile(
    r"\s{1,4}\|(?:\s{0,4}(?:Prev|Next|Pages?): ?[^\n|]{0,300}\|?){0,4}\s{0,8}$"
    r"|\n(?:Prev|Next): [^\n]{0,300}(?:\n(?:Prev|Next): [^\n]{0,300})?\s{0,8}$"
)


def _ends(starts: list[re.Match[str]], text: str) -> list[int]:
    return [start.start() for start in starts[1:]] + [len(text)]


_INBOX = re.compile(
    r"(?:^|(?<= ))From: (?P<name>[^\n@]{1,100}?) @ (?P<date>\d{4}-\d\d-\d\d {1,2}\d{1,2}:\d\d) UTC \( ?permalink / raw ?\)[ \t]*\n?",
    re.MULTILINE,
)
_INBOX_TO = re.compile(r"\n?(?:[ \t]{0,4}(?:To|Cc): [^\n]{0,4000}\n(?:[ \t]{1,12}[^\n]{1,200}\n){0,60}){1,2}")
_INBOX_TITLE = re.compile(r"(?:^|(?<= ))\* (?P<title>[^\n]{3,300}?)(?:\n| @ \d{4}-\d\d| \d{4}-\d\d-\d\d )", re.MULTILINE)
_INBOX_FOOT = re.compile(r"\n?[ ]?\^ permalink raw reply[ \t]{1,3}\[ ?(?:flat|nested)")


def inbox_thread(text: str) -> list[Found]:
    """A /t/ or /T/ page of public-inbox: `From: NAME @ DATE UTC (permalink / raw)` opens each mail."""
    starts = list(_INBOX.finditer(text))
    if not starts:
        return []
    found: list[Found] = []
    known = frozenset(start["name"] for start in starts)
    before = 0
    last = None
    for number, (start, end) in enumerate(zip(starts, _ends(starts, text), strict=True), 1):
        titles = _INBOX_TITLE.findall(text, before, start.start())
        title = titles[-1].strip() if titles else None
        if title in {"[parent not found]", "...", '"'}:
            title = last
        last = title or last
        body = text[start.end() : end]
        before = start.end()
        foot = _INBOX_FOOT.search(body)
        if foot:
            before += foot.start()
            body = body[: foot.start()]
        indent = text[text.rfind("\n", 0, start.start()) + 1 : start.start()]
        if indent and not indent.strip():  # a nested page: each level is a list in a list
            body = "\n".join(line.removeprefix(indent) for line in body.split("\n"))
        to = _INBOX_TO.match(body)
        body = body[to.end() :] if to else _text_flat.behind_names(body, known)
        flat = lost_lines(body)
        item = Found(clean(body, flat=flat), author=start["name"], subject=title or last, date=f"{start['date']} UTC", mark=str(number))
        found.append(finish(item, flat=flat))
    return found


_MBOXRD = re.compile(r"(?:^|(?<=\s))From mboxrd@z Thu Jan  ?1 00:00:00 1970\s")


def mboxrd(text: str) -> list[Found]:
    """Copies of lore's raw mails, one after another, header and body run together."""
    starts = list(_MBOXRD.finditer(text))
    if not starts or text[: starts[0].start()].strip():
        return []
    parts = [text[start.end() : end].strip() for start, end in zip(starts, _ends(starts, text), strict=True)]
    return [single(part, str(number) if len(parts) > 1 else "") for number, part in enumerate(parts, 1) if part]


_NEXT_TOP = re.compile(r"^(?:From|Message-ID|Return-Path|Date|List|Subject|Newsgroups)[ \t]?: ?", re.MULTILINE | re.IGNORECASE)


def pasted(text: str) -> list[Found]:
    """Mails pasted one after another, each under its header fields: author, subject, date and message-id must all be there."""
    head = _head.on_lines(text)
    if head is None or not _whole(head.fields):
        return []
    heads = [head]
    at = head.end
    while True:
        found = _NEXT_TOP.search(text, at)
        if found is None:
            break
        again = _head.on_lines(text, found.start(), reach=1)
        if again is not None and _whole(again.fields) and again.start == found.start():
            heads.append(again)
            at = again.end
        else:
            at = found.end()
    if len(heads) < 2:
        return []
    out = []
    for number, (head, stop) in enumerate(zip(heads, [item.start for item in heads[1:]] + [len(text)], strict=True), 1):
        body = text[head.end : stop]
        flat = lost_lines(body)
        out.append(finish(from_fields(head.fields, clean(body, flat=flat), str(number)), flat=flat))
    return out


def _whole(fields: dict[str, str]) -> bool:
    return all(fields.get(name) for name in ("from", "subject", "date", "message-id"))


#: Asked in this order; each gives nothing where the page is not its own.
PAGES: tuple[Callable[[str], list[Found]], ...] = (
    forum,
    inbox_thread,
    mboxrd,
    _text_patchwork.patchwork,
    *_text_posts.POSTS,
    *_text_run.RUNS,
    pasted,
)
