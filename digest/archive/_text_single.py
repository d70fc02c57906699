# SPDX-License-Identifier: GPL-2.0-or-later
"""One mail in a text copy: under header fields, under a title and a name, or a body alone."""

import re

from digest.archive import _foot, _head, _mask, _text_flat, _unwrap, _when
from digest.archive._fields import from_fields
from digest.archive._found import Found

_NAVIGATION = re.compile(
    r"^[^\w\n]{0,12}(?:public inbox for \S+|help / color / mirror.*|\[?(?:Date|Thread) (?:Prev|Next|Index)\].*|\[prev in list\].*"
    r"|\[Download .*|\[<prev\].*|\[(?:thread-)?(?:prev|next)>?\].*|(?:Previous|Next) message.*|Messages sorted by.*|Skip to .*"
    r"|This message ?:.*|Related messages ?:.*|Contemporary messages.*|in \[[^\]]{1,40}\]|\||(?:Prev|Next): .*|Index\]?"
    r"|Atom feed)[^\w\n]{0,12}$"
)
_ARCHIVE = re.compile(
    r"public inbox for|help / color|\[ ?(?:Date|Thread) (?:Prev|Next|Index)|prev in list|\[<prev\]|Messages sorted by|This message ?: \["
)
_WHO = re.compile(
    r"^\[?(?P<name>[^\[\]<>@:\n]{2,80}?)[ ]{0,8}[<(](?P<email>[^\s<>()]{1,100}(?:@|\(a\)| at | \(\) )[^<>()\n]{1,100})[>)]\]?[ \t]{0,8}$"
)
_SIGNED = re.compile(
    r"(?P<name>[^\n:<>]{2,80}?)[ \t]{1,8}\n?[ \t]{0,12}(?P<email>[\w.+=-]{1,80} at [\w.-]{1,80})[ \t]{0,4}\n?[ \t\n]{1,40}[_*]{0,2}"
    rf"(?P<date>{_when.ANY})"
)
# The name below a greeting that closes a mail: all that says who wrote it where every header is gone.
_GOODBYE = re.compile(
    r"\n[ \t]{0,8}[^\n,]{2,60},[ \t]{0,8}\n[ \t]{0,8}(?P<name>[^\W\d_][\w.'-]{1,30}(?: [^\W\d_][\w.'-]{0,30}){1,2})[ \t]{0,8}\n{0,8}\Z"
)
_INDEX = re.compile(r"[ \t]{0,8}#\w+$")  # a link that lynx prints at the top
_BORDER = re.compile(r"^(?:[━─—_]{5,200} ){1,3}|(?: (?:[━─—]{5,200}|_{60,200})){1,3}(?: [•*+])?$")
_QUOTED = re.compile(r"^[ \t]{0,8}>|wrote\s?:[ ]?>", re.MULTILINE)
_DOWNLOAD = re.compile(r"^\s{0,20}\[ ?Download [^\]\n]{3,60}\][ \t]*\n")
_NAMED_DATE = re.compile(
    r"^(?:[Bb]y |Posted by |Author: )?(?P<name>[^\n:<>|]{2,80}?)(?:[ ]{0,3}[,»|–-])?[ \t]{1,40}(?:on )?"
    rf"(?P<date>{_when.ANY})[\W]{{0,12}}$"
)
_WROTE = re.compile(r"^[ \t]{0,8}(?:On|Am|Le|El|At) .{4,200}(?:wrote|schrieb|a écrit|escribió)\s?:", re.MULTILINE)


def lost_lines(body: str) -> bool:
    """Whether the copy ran the lines of this body together."""
    long_ = [line for line in body.split("\n") if len(line) > 250]
    if any(len(line) > 1500 or " > > " in line or ": > " in line for line in long_):
        return True
    return sum(len(line) for line in long_ if len(line) > 400) * 2 > len(body)


def finish(found: Found, *, flat: bool | None = None) -> Found:
    """The same with `lost` filled in from what is missing."""
    lost = list(found.lost)
    if found.author is None and found.subject is None and found.date is None:
        lost.append("headers")
        signed_off = _GOODBYE.search(found.body[-400:])
        if signed_off is not None:
            found.author = signed_off["name"]
    if found.author is None or "@" not in found.author or _mask.gone(found.author):
        lost.append("address")
    if not found.message_id:
        lost.append("message-id")
    if not found.date:
        lost.append("date")
    if flat if flat is not None else lost_lines(found.body):
        lost.append("line-breaks")
    elif _WROTE.search(found.body) and not _QUOTED.search(found.body):
        lost.append("quotes")
    found.lost = tuple(dict.fromkeys(lost))
    return found


def single(text: str, mark: str = "") -> Found:
    """The one mail of this text."""
    head = _head.on_lines(text)
    if head is not None:
        return _under(head, text, mark, flat=False)
    if lost_lines(text):
        head = _head.in_one_line(text)
        if head is not None and _opens(text[: head.start]):
            return _under(head, text, mark, flat=True)
        titled = _text_flat.titled(text.lstrip(" ━_*"))
        if titled is not None:
            body = clean(text.lstrip(" ━_*")[titled[3] :], flat=True)
            return finish(Found(body, author=titled[1], subject=_text_flat.once(titled[0]), date=titled[2], mark=mark), flat=True)
    head = _head.in_columns(text)
    if head is not None:
        return _under(head, text, mark, flat=False)
    signed = _signed(text, mark)
    return signed if signed is not None else _titled(text, mark)


def _opens(before: str) -> bool:
    """Whether what stands before a header block may be a page's top: navigation or a title, not a mail's words."""
    return len(before) < 8 or bool(_ARCHIVE.search(before)) or (len(before) < 250 and ". " not in before)


def _under(head: _head.Head, text: str, mark: str, *, flat: bool) -> Found:
    body = _DOWNLOAD.sub("", text[head.end :], count=1)
    if not head.fields.get("subject"):
        head.fields["subject"] = _title_above(text[: head.start], flat=flat) or ""
    body = clean(body, flat=flat or lost_lines(body))
    return finish(from_fields(head.fields, body, mark), flat=flat or lost_lines(body))


_LIST_TITLE = re.compile(r"(?P<title>.{3,300}?) from .{1,100}? on \d{4}-\d\d-\d\d \(.{1,100}?\)")


def _title_above(top: str, *, flat: bool) -> str | None:
    """The page's title over header fields that name no subject (hypermail)."""
    lines = drop_navigation(top).strip().split("\n")
    listed = _LIST_TITLE.match(lines[0])
    if listed:
        return listed["title"]
    if flat:
        above = re.split(r"[ ][•*] (?=This message)|[ ](?=This message ?:)", lines[0].rpartition("Index]")[2].strip(" _━"))[0]
        title = _text_flat.once(above.strip(" _━*•"))
        return title if _subjectlike(title) and len(title) < 250 else None
    wrapped = " ".join(line.strip().lstrip("# ") for line in "\n".join(lines).split("\n\n")[0].split("\n"))
    return wrapped if 3 < len(wrapped) < 300 else None


def clean(body: str, *, flat: bool) -> str:
    """The body without page furniture."""
    body = _foot.trim(_foot.cut(body, flat=flat))
    if flat and "\n" not in body.strip():
        return _unwrap.unglue(_BORDER.sub("", body.strip()))
    return _unwrap.outdent(_unwrap.quoted_lines(body))


def _signed(text: str, mark: str) -> Found | None:
    """Pipermail: title, then `Name  user at host`, then the date."""
    found = _SIGNED.search(text[:1500])
    if found is None:
        return None
    above = [line for line in text[: found.start("name")].split("\n") if not _INDEX.match(line)]
    title = re.sub(r"^#\w+ (?=\S)", "", "\n".join(above).strip()).lstrip("# ")
    rest = text[found.end("date") :]
    flat = lost_lines(rest)
    name = found["name"].strip(" *_")
    if flat:
        sorted_by = re.match(r".{0,900}?\[ ?author ?\]", rest, re.DOTALL)
        rest = rest[sorted_by.end() :] if sorted_by else rest
        split = _text_flat.name_at_end(f"{title} {name}" if title else name)
        if split is not None:
            title, name = _text_flat.once(split[0]), split[1]
    else:
        rest = drop_navigation(rest)
    author = f"{name} <{_mask.mailman(found['email'])}>"
    subject = " ".join(title.split()) if len(title) < 400 else None
    return finish(Found(clean(rest, flat=flat), author=author, subject=subject or None, date=found["date"], mark=mark), flat=flat)


def drop_navigation(text: str) -> str:
    """The text without navigation lines and rules at its top."""
    lines = text.split("\n")
    at = 0
    while at < len(lines) and (not lines[at].strip() or _NAVIGATION.match(lines[at]) or not lines[at].strip(" *_=━─—-")):
        at += 1
    return "\n".join(lines[at:])


def _titled(text: str, mark: str) -> Found:
    """A title line, perhaps a line with the author, then the body; or a body alone."""
    rest = drop_navigation(text)
    lines = rest.split("\n", 12)
    had_navigation = len(rest) < len(text.lstrip("\n"))
    title = lines[0].strip().lstrip("#").strip()
    author = None
    date = None
    at = 1
    while at < len(lines) and not lines[at].strip():
        at += 1
    if at < len(lines):
        who = _WHO.match(lines[at].strip()) if not _WROTE.match(title) else None
        dated = _NAMED_DATE.match(lines[at].strip()) if who is None and not _WROTE.match(title) else None
        if who:
            author = f"{who['name'].strip(' [')} <{who['email']}>"
            at += 1
        elif dated:
            author, date = dated["name"], dated["date"]
            at += 1
    gap = at > 1
    is_title = bool(
        title
        and len(title) < 200
        and len(lines) > 1
        and (author or _subjectlike(title) or (had_navigation and gap))
        and not _WROTE.match(title)
    )
    body = rest if not is_title else rest.split("\n", at)[-1] if len(rest.split("\n", at)) > at else ""
    flat = lost_lines(body)
    found = Found(clean(body, flat=flat), author=author, subject=title if is_title else None, date=date, mark=mark)
    return finish(found, flat=flat)


_TITLE = re.compile(r"(?:(?:Re|RE|Fwd?|AW|SV):[ ]?){0,4}(?:\[[^\]]{1,80}\][ ]?){1,4}\S|(?:Re|RE|Fwd?): \S")


def _subjectlike(line: str) -> bool:
    return bool(_TITLE.match(line))
