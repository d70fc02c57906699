# SPDX-License-Identifier: GPL-2.0-or-later
"""Text copies that hold several mails: forum-style pages, thread pages of public-inbox, patchwork pages, pasted threads."""

import re
from collections.abc import Callable

from digest.archive import _foot, _head, _when
from digest.archive._fields import from_fields
from digest.archive._found import Found
from digest.archive._text_single import clean, finish, lost_lines, single

_FORUM = re.compile(r"^From: (?P<name>[^\n<>]{1,80}?) on (?P<date>\d{1,2} [A-Z][a-z]{2} \d{4} \d{1,2}:\d\d)(?=[ \n]|$)", re.MULTILINE)
_FORUM_NAV = re.compile(r"^(?:Prev|Next): ?", re.MULTILINE)


def forum(text: str) -> list[Found]:
    """`From: NAME on 7 May 2010 01:10` opens each mail; the page's title is the subject of the thread."""
    starts = list(_FORUM.finditer(text))
    if not starts:
        return []
    top = text[: starts[0].start()]
    title = next((line.strip() for line in top.split("\n") if line.strip()), None)
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
    r"(?:^|(?<= ))From: (?P<name>[^\n@]{1,100}?) @ (?P<date>\d{4}-\d\d-\d\d {1,2}\d{1,2}:\d\d) UTC \(permalink / raw\)[ \t]*\n?",
    re.MULTILINE,
)
_INBOX_TO = re.compile(r"(?:[ \t]{0,4}(?:To|Cc): [^\n]{0,4000}\n(?:[ \t]{1,12}[^\n]{1,200}\n){0,60}){1,2}")
_INBOX_TITLE = re.compile(r"(?:^|(?<= ))\* (?P<title>[^\n]{3,300}?)(?:\n| @ \d{4}-\d\d| \d{4}-\d\d-\d\d )", re.MULTILINE)
_INBOX_FOOT = re.compile(r"\n?[ ]?\^ permalink raw reply[ \t]{1,3}\[(?:flat|nested)")


def inbox_thread(text: str) -> list[Found]:
    """A /t/ or /T/ page of public-inbox: `From: NAME @ DATE UTC (permalink / raw)` opens each mail."""
    starts = list(_INBOX.finditer(text))
    if not starts:
        return []
    found: list[Found] = []
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
        to = _INBOX_TO.match(body)
        body = body[to.end() :] if to else body
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


_PW_ID = re.compile(r"^Message[ -]ID[ \t]*:?[ \t]*\n?[ \t]*<?(?P<id>[^\s<>]{1,200}@[^\s<>]{1,120})>?", re.MULTILINE)
_PW_LOG = re.compile(r"^(?:#+ )?Commit Message[ \t]*\n", re.MULTILINE)
_PW_WHO = re.compile(rf"\s{{0,8}}(?P<name>[^\n]{{1,100}}?)[ \t\n]{{1,4}}(?P<date>{_when.ANY})[^\n]{{0,30}}\n")
_PW_COMMENTS = re.compile(r"^(?:#+ )?Comments[ \t]*(?:\n|$)", re.MULTILINE)
_PW_PATCH = re.compile(r"^(?:#+ )?Patch[ \t]*\n+(?=(?:diff --git|Index:|--- |[^\n]{0,80}\n?diff --git))", re.MULTILINE)
_PW_COMMENT = re.compile(
    rf"^(?P<name>[^\n|]{{1,100}}?)[ \t]+(?P<date>{_when.ANY})[ \t]*(?:UTC)?[ \t]*(?:\||\n)[ \t]*#(?P<number>\d{{1,4}})[ \t]*(?:\n|$)",
    re.MULTILINE,
)


def patchwork(text: str) -> list[Found]:
    """A patchwork patch or cover page: id, commit message, comments, and the diff after them."""
    log = _PW_LOG.search(text)
    ident = _PW_ID.search(text)
    if log is None or ident is None:
        return []
    who = _PW_WHO.match(text, log.end())
    comments = _PW_COMMENTS.search(text, log.end())
    patches = list(_PW_PATCH.finditer(text, comments.end() if comments else log.end()))
    patch = patches[-1] if patches else None
    begin = who.end() if who else log.end()
    cut = min(item.start() for item in (comments, patch, None) if item is not None) if comments or patch else len(text)
    body = _foot.trim(text[begin:cut])
    end = patch.start() if patch else len(text)
    if patch:
        body = f"{body}\n\n{_foot.trim(text[patch.end() :])}"
    title = _pw_title(text[: ident.start()])
    item = Found(body, author=who["name"] if who else None, subject=title, date=who["date"] if who else None, message_id=ident["id"])
    found = [finish(item, flat=lost_lines(body))]
    if comments:
        starts = list(_PW_COMMENT.finditer(text, comments.end(), end))
        stops = [start.start() for start in starts[1:]] + [end]
        for start, stop in zip(starts, stops, strict=True):
            said = _foot.trim(text[start.end() : stop])
            reply = Found(
                said,
                author=start["name"].strip(),
                subject=title if title is None or title[:3].lower() == "re:" else f"Re: {title}",
                date=start["date"],
                parents=(ident["id"],),
                mark=f"#{start['number']}",
                flags=("thread-subject",),
            )
            found.append(finish(reply, flat=lost_lines(said)))
    return found


def _pw_title(top: str) -> str | None:
    lines = [line.strip().lstrip("#").strip() for line in top.split("\n")]
    for line in lines:
        if line.startswith("[") and "]" in line[1:120] and len(line) < 400:
            return line
    return next((line for line in reversed(lines) if len(line) > 15 and ":" in line), None)


_ENTRY_DATE = re.compile(rf"^(?P<date>{_when.RFC.replace('?P<', '?P<_')})[ \t]*$", re.MULTILINE)


def entries(text: str) -> list[Found]:
    """A thread page that gives each mail three lines, name, date and subject, and then its words."""
    dates = list(_ENTRY_DATE.finditer(text))
    if not dates:
        return []
    heads: list[tuple[int, str, str, str, int]] = []
    for date in dates:
        above = text.rfind("\n", 0, max(date.start() - 1, 0)) + 1
        name = text[above : max(date.start() - 1, 0)].strip()
        end = text.find("\n", date.end() + 1)
        subject = text[date.end() + 1 : end if end >= 0 else len(text)].strip()
        if name and len(name) < 100 and ":" not in name and 3 < len(subject) < 300 and not subject.startswith((">", "|")):
            heads.append((above, name, date["date"], subject, end if end >= 0 else len(text)))
    if not heads or text[: heads[0][0]].strip():
        return []
    found = []
    for number, (head, stop) in enumerate(zip(heads, [head[0] for head in heads[1:]] + [len(text)], strict=True), 1):
        body = text[head[4] : stop]
        flat = lost_lines(body)
        item = Found(clean(body, flat=flat), author=head[1].strip('"'), subject=head[3], date=head[2], mark=str(number))
        found.append(finish(item, flat=flat))
    return found


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
PAGES: tuple[Callable[[str], list[Found]], ...] = (forum, inbox_thread, mboxrd, patchwork, entries, pasted)
