# SPDX-License-Identifier: GPL-2.0-or-later
"""Text copies of patchwork's patch and cover pages: the mail, its comments, and the diff that stands after them."""

import re

from digest.archive import _foot, _head, _when
from digest.archive._fields import from_fields
from digest.archive._found import Found
from digest.archive._text_single import finish, lost_lines

_PW_ID = re.compile(r"^[ \t]{0,8}Message[ -]ID[ \t]{0,8}:?[ \t]{0,8}\n?[ \t]{0,8}<?(?P<id>[^\s<>]{1,200}@[^\s<>]{1,120})>?", re.MULTILINE)
_PW_LOG = re.compile(r"^[ \t]{0,8}(?:#+ )?(?:Commit )?Message[ \t]*\n", re.MULTILINE)
_PW_WHO = re.compile(rf"\s{{0,8}}(?P<name>[^\n]{{1,100}}?)[ \t\n]{{1,4}}(?P<date>{_when.ANY})[^\n]{{0,30}}\n")
_PW_COMMENTS = re.compile(r"^[ \t]{0,8}(?:#+ )?Comments[ \t]*(?:\n|$)", re.MULTILINE)
_PW_PATCH = re.compile(r"^[ \t]{0,8}(?:#+ )?Patch[ \t]*\n+(?=(?:diff --git|Index:|--- |[^\n]{0,80}\n?diff --git))", re.MULTILINE)
_PW_COMMENT = re.compile(
    rf"^[ \t]{{0,8}}(?P<name>[^\s|][^\n|]{{0,100}}?)[ \t\n]{{1,6}}(?P<date>{_when.ANY})[ \t]{{0,8}}(?:UTC)?[ \t]{{0,8}}(?:\||\n)"
    r"[ \t]{0,8}#(?P<number>\d{1,4})[ \t]{0,40}(?:\n|$)",
    re.MULTILINE,
)


_PW_STATUS = re.compile(r"^[ \t]{0,12}(?:Addressed|Unaddressed|Mark Action Required|Mark Unaddressed|Mark Addressed)[ \t]*\n", re.MULTILINE)


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
    head = _head.on_lines(text[: log.start()], ident.end())
    if head is not None:  # the mail's own header, unfolded
        item = from_fields(head.fields, body)
        item.message_id = ident["id"]
        title = item.subject or title
    found = [finish(item, flat=lost_lines(body))]
    if comments:
        starts = list(_PW_COMMENT.finditer(text, comments.end(), end))
        stops = [*[start.start() for start in starts], end][1:]
        for start, stop in zip(starts, stops, strict=True):
            said = _foot.trim(_PW_STATUS.sub("", text[start.end() : stop]))
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
