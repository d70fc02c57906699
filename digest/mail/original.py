# SPDX-License-Identifier: GPL-2.0-or-later
"""Originals that stand in a body without quote marks: Outlook's rules and header blocks, forwarded mails, quotes a page lost the marks of.

Where nothing tells original from answer, all of it counts as quoted: better a sentence lost than one given to the wrong person.
"""

import re

from digest.mail import attribution
from digest.model import Message, Span

_RULE = re.compile(
    r"^[ \t]{0,3}(?:-{2,20}[ \t]{0,3}(?:Original|Forwarded|Ursprüngliche|Weitergeleitete|Mensaje|Message d'origine|Oorspronkelijk"
    r"|Исходное|原始邮件|邮件原件|转发的?邮件)[^\n]{0,40}?-{2,20}|Begin forwarded message:)[ \t]{0,3}$",
    re.MULTILINE | re.IGNORECASE,
)
_HEAD = re.compile(
    r"^(?:[ \t_-]{20,100}\n)?\*?(?:From|Von|De|发件人)\*?[ \t]{0,4}[:：][^\n]*\n"
    r"(?:(?:\*?(?:Sent|Date|To|Cc|CC|Subject|Reply-To|Importance|Gesendet|Datum|An|Betreff|Envoyé|Objet|À|发送时间|日期|收件人|抄送|主题)\*?"
    r"[ \t]{0,4}[:：]|[ \t])[^\n]*\n){2,14}",
    re.MULTILINE,
)
_TITLES = ("\nSubject:", "\n*Subject:", "\nBetreff:", "\nObjet", "\n主题")
_PATCH_HEAD = re.compile(r"From [0-9a-f]{40} [^\n]*\n$")
_OPENERS = ("On ", "Am ", "Le ", "El ", "Il ", "在", "于")
_GREETING = 40
_SENT = ("\nTo:", "\nSent:", "\nCc:", "\nCC:")
_ENDS = ("wrote", "writes", "schrieb", "écrit", "escribió", "scritto", "skrev", "schreef", "写道")
_OTHER = re.compile(r"[|:%}]|[A-Za-z][A-Za-z.]{0,11}>")
# What a posted patch, a cover or a report is made of, and answers seldom end in: diffs, tables, trailers, rows of numbers.
_STRUCTURE = re.compile(
    r"^(?:diff --git .*|@@ -.*|(?:\+\+\+|---) .*|---|[+|][-+=|].*[+|]|\|.*\||[A-Z][A-Za-z-]{2,30}-by: .*|(?:Fixes|Link|Cc|Closes): .*|-- ?"
    r"| \S+[ \t]+\|[ \t]+\d+ .*| ?\d+ files? changed.*|[ \t]*(?:[-+~]?\d[\d.,]*[%a-zA-Z/]{0,8}[ \t|]+){2,20}[^\n]{0,40}"
    r"|[-+ \t][^\n]{0,200}[;{}])$",
    re.MULTILINE,
)


def spans(message: Message, end: int, found: list[Span]) -> list[Span]:
    """The found spans, and the originals that stand in the body without quote marks."""
    body = message.body
    start = -1
    if "riginal" in body or "orward" in body or "---- " in body:
        rule = _RULE.search(body, 0, end)
        while rule is not None and _inside(found, rule.start()):
            rule = _RULE.search(body, rule.end(), end)
        start = rule.start() if rule else -1
    if any(title in body for title in _TITLES):
        head = _head(message, start if start >= 0 else end, found)
        start = head if head >= 0 else start
    if start >= 0:
        named = _HEAD.search(body, start, min(end, start + 2000))
        who = None
        if named is not None:
            line = named[0][named[0].index("\n") + 1 :] if named[0][0] in " \t_-" else named[0]
            who = attribution.person(line.partition("\n")[0].replace("：", ":").partition(":")[2])
        kept = [s for s in found if s.end <= start]
        return [*kept, Span(start, end, "quote", 1, who)]
    return _lost_marks(message, end, found)


def _inside(found: list[Span], at: int) -> bool:
    return any(s.start <= at < s.end for s in found)


def _posted(message: Message, head: str) -> bool:
    """Whether a header block opens a patch that the writer put into the mail: theirs, titled as a patch, sent to nobody yet."""
    name = (message.author.name or "").casefold()
    return "\nSubject: [" in head and not any(f in head for f in _SENT) and bool(name) and name in head.partition("\n")[0].casefold()


def _head(message: Message, end: int, found: list[Span]) -> int:
    """Where a header block of an original starts, or -1.  A patch's own From:, Date:, Subject: on top is none."""
    body = message.body
    for head in _HEAD.finditer(body, 0, end):
        start = head.start()
        above = body[max(0, start - 120) : start]
        # A patch in the mail: as `git format-patch` writes it, or below a scissors line (git-mailinfo(1)).
        if not body[:start].strip() or _PATCH_HEAD.search(above) or "8<" in above or ">8" in above or _inside(found, start):
            continue
        if _posted(message, head[0]) or not any(title in head[0] for title in _TITLES):
            continue
        return start
    return -1


def _lost_marks(message: Message, end: int, found: list[Span]) -> list[Span]:
    """An attribution with no quote mark anywhere after it: what follows is the original, up to where an answer must begin."""
    body = message.body
    last = max((s.end for s in found if s.kind == "quote"), default=0)
    at = body.find(":\n", last, end)
    if at < 0:
        at = body.find("：\n", last, end)
    while at >= 0:
        stop = at + 1
        line = max(body.rfind("\n", last, stop) + 1, last)
        if any(verb in body[line:stop] for verb in _ENDS):
            start = attribution.opening(body, last, line, stop)
            if start >= 0 and (body.startswith(_OPENERS, start) or "<" in body[start:stop]):
                return _opened(message, start, stop, end, found)
        at = body.find(":\n", stop, end)
    return found


def _opened(message: Message, start: int, stop: int, end: int, found: list[Span]) -> list[Span]:
    """The found spans with what an attribution opens that no `>` follows: lines with another mark, else an original without any."""
    body = message.body
    first = min(body.find("\n", stop) + 1 or end, end)
    who = attribution.name_of(body[start:stop])
    out = [s for s in found if s.end <= start]
    out.append(Span(start, first, "attribution", 0, who))
    mark = other_mark(body, first)
    if mark is not None:
        return [*out, *_marked(body, first, end, mark, who)]
    own = _answer(message, start, stop, end)
    if own > first:
        out.append(Span(first, own, "quote", 1, who))
    return out + [s for s in found if s.start >= own]


def other_mark(body: str, at: int) -> str | None:
    """The mark (`|`, `:`, `%`, `NAME>`) with which the lines at `at` are quoted, if two lines in turn share it; blank lines are skipped."""
    while body.startswith("\n", at):
        at += 1
    mark = _OTHER.match(body, at)
    if mark is None:
        return None
    after = body.find("\n", at) + 1
    return mark[0] if after and body.startswith(mark[0], after) else None


def _marked(body: str, at: int, end: int, mark: str, who: str | None) -> list[Span]:
    """The runs of lines from `at` on that start with `mark`."""
    out: list[Span] = []
    begin = -1
    for line in body[at:end].split("\n"):
        if line.startswith(mark):
            begin = at if begin < 0 else begin
        elif begin >= 0:
            out.append(Span(begin, at, "quote", 1, who))
            begin = -1
        at += len(line) + 1
    if begin >= 0:
        out.append(Span(begin, end, "quote", 1, who))
    return out


def _answer(message: Message, start: int, stop: int, end: int) -> int:
    """Where own words begin again after an original without marks: behind its last structured line, if words are left there.

    A trailer in the writer's own name is theirs already.  Words above the attribution are the answer (a top-poster), unless they only
    greet; then all that follows is the original.
    """
    body = message.body
    above = body[:start].strip()
    if above and (len(above) > _GREETING or "\n" in above):
        return end
    last = own = None
    for structure in _STRUCTURE.finditer(body, stop, end):
        if _is_authors(message, structure[0]):
            own = structure.start() if own is None else own
        else:
            last, own = structure, None
    if own is not None:
        return own
    if last is not None and body[last.end() : end].strip():
        return min(last.end() + 1, end)
    return _closing(message, stop, end) if last is None else end


def _is_authors(message: Message, line: str) -> bool:
    """Whether a line is a tag that the writer of this mail gives: their name or address, and no sign-off."""
    key, _, person = line.partition("-by: ")
    if not person or key.startswith("Signed-off"):
        return False
    author = message.author
    fold = person.casefold()
    return bool(author.email and author.email.casefold() in fold) or bool(author.name and author.name.casefold() in fold)


def _closing(message: Message, stop: int, end: int) -> int:
    """Where the paragraph starts that the writer signs with their own name; `end` where none is signed."""
    body = message.body
    text = body[:end].rstrip()
    name = (message.author.name or "").casefold().split()
    closing = text.rpartition("\n")[2].casefold().strip(" ,.-")
    if not name or closing not in {name[0], " ".join(name)}:
        return end
    gap = text.rfind("\n\n", stop)
    if gap >= 0 and text.count("\n", gap + 2) == 0:
        gap = text.rfind("\n\n", stop, gap)
    return gap + 2 if gap >= 0 else end
