# SPDX-License-Identifier: GPL-2.0-or-later
"""Whose words a body holds: own, quoted, attributions, signatures, footers.  RFC 3676 section 4.5 and the habits of mailers.

Works on runs of lines found by one pass each, not on lines one by one.  Text whose line breaks were lost is read by `flat`.
"""

import re
from collections.abc import Iterable

from digest.mail import attribution, flat
from digest.model import Message, Span, Text

_RUN = re.compile(r"^>[^\n]*(?:\n>[^\n]*)*", re.MULTILINE)
_RUN_LOOSE = re.compile(r"^[ \t]{0,3}>[^\n]*(?:\n[ \t]{0,3}>[^\n]*)*", re.MULTILINE)
_MARKS = re.compile(r"^[ \t]{0,3}>(?:[ \t]?>){0,60}", re.MULTILINE)
_SIGNATURE = re.compile(r"^-- ?$", re.MULTILINE)
_PART = re.compile(r"^(?:diff --git |From [0-9a-f]{40} |Index: |--- a/)", re.MULTILINE)
_FOOTER = re.compile(
    r"^(?:-- ?\n)?(?:To unsubscribe from this list: |To unsubscribe, (?:e-?mail|send)|You received this message because you are subscribed to )"
    r"|^_{20,200}\n(?:[^\n]{0,120} mailing list\b|[^\n]{0,120}@lists?\.)",
    re.MULTILINE,
)
_NORMAL_DIFF = re.compile(r"(?:^|\n)(?:---|\d{1,7}(?:,\d{1,7})?[acd]\d{1,7}(?:,\d{1,7})?)$")
_BLANKS = "".join("\n" if n == 10 else " " for n in range(128))
_FILLED = re.compile(r"[^\n]+")


def words(message: Message) -> Text:
    """The body with its words told apart; total, linear in the body."""
    body = message.body
    if flat.is_flat(message):
        return _text(body, flat.spans(message), flat=True)
    return _text(body, _spans(message), flat=False)


def blank(text: str) -> str:
    """As many blanks as the text has characters, its line feeds kept."""
    if text.isascii():
        return text.translate(_BLANKS)
    return _FILLED.sub(lambda m: " " * len(m[0]), text)


def _text(body: str, foreign: Iterable[Span], *, flat: bool) -> Text:
    """The Text of a body whose foreign stretches are known, in order and without overlap; what is left is own."""
    spans: list[Span] = []
    own: list[str] = []
    quoted: list[str] = []
    at = 0
    for span in foreign:
        if span.start > at:
            part = body[at : span.start]
            own.append(part)
            quoted.append(blank(part))
            spans.append(Span(at, span.start, "own"))
        part = body[span.start : span.end]
        empty = blank(part)
        own.append(empty)
        quoted.append(_unmarked(part, span, flat=flat) if span.kind == "quote" else empty)
        spans.append(span)
        at = span.end
    if at < len(body):
        part = body[at:]
        own.append(part)
        quoted.append(blank(part))
        spans.append(Span(at, len(body), "own"))
    return Text(body, "".join(own), "".join(quoted), tuple(spans), flat=flat)


def _unmarked(part: str, span: Span, *, flat: bool) -> str:
    """A quote with its marks blanked."""
    if flat:
        return _flat_marks.sub(lambda m: " " * len(m[0]), part)
    if span.depth == 1 and part.startswith("> "):
        return " " + part[1:].replace("\n>", "\n ")
    return _MARKS.sub(lambda m: " " * len(m[0]), part)


_flat_marks = re.compile(r"(?<!\S)(?:>[ \t]?){1,40}(?=\s|$)")


def _spans(message: Message) -> list[Span]:
    """All that is not the writer's own, in order."""
    body = message.body
    found: list[Span] = []
    end = len(body)
    tail: list[Span] = []
    if "nsubscribe" in body or "\n____" in body or "subscribed to" in body:
        end = _footers(body, tail)
    if ">" in body:
        _quotes(body, end, found)
    if attribution.may_open(body):
        found = attribution.unmarked(message, end, found)
    if "--" in body:
        found = _signatures(body, end, found)
    return found + tail


def _footers(body: str, tail: list[Span]) -> int:
    """Put the footers of lists and mailers at the end into `tail`; return where the mail's own text ends."""
    for found in _FOOTER.finditer(body):
        rest = body[found.end() : found.end() + 3000]
        # A footer is the last thing of a mail; what starts a part of its own after it is none of it.
        if _PART.search(rest) or rest.count("\n") > 14:
            continue
        tail.append(Span(found.start(), len(body), "footer"))
        return found.start()
    return len(body)


def _quotes(body: str, end: int, found: list[Span]) -> None:
    """The runs of lines that start with a quote mark, with their depth, the lines that introduce them, and who is quoted."""
    diff = "\n@@ " in body or "\n+++ " in body
    who: list[str | None] = [None]
    at = 0
    for run in (_RUN if diff else _RUN_LOOSE).finditer(body, 0, end):
        start, stop = run.span()
        before = body[max(at, start - 12) : start].rstrip("\n")
        if _NORMAL_DIFF.search(before):
            continue
        text = run[0]
        if text.startswith(">From ") and "\n" not in text and body[start - 2 : start] != ":\n":
            # QUIRK: a body line that a mailbox escaped (mboxo) and nobody unescaped.
            continue
        intro = attribution.before(body, at, start)
        if intro is not None:
            found.append(Span(intro.start, intro.end, "attribution", 0, intro.who))
            who = [intro.who]
        if stop < len(body):
            stop += 1
        _depths(text, start, stop, who, found)
        at = stop


def _depths(text: str, start: int, stop: int, who: list[str | None], found: list[Span]) -> None:
    """One run as spans of equal depth."""
    if "\n>>" not in text and "\n> >" not in text and text.startswith("> ") and text[2:3] != ">" and "\n " not in text:
        found.append(Span(start, stop, "quote", 1, who[0]))
        return
    depth = 0
    begin = at = start
    for line in text.split("\n"):
        marks = _MARKS.match(line)
        deep = marks[0].count(">") if marks else 1
        if deep != depth:
            if at > begin:
                found.append(Span(begin, at, "quote", depth, _who(who, depth)))
            begin = at
            depth = deep
        if line.endswith(":") and len(line) < 200:
            name = attribution.name_of(line[marks.end() if marks else 0 :])
            if name:
                who[deep:] = [name]
        at += len(line) + 1
    found.append(Span(begin, stop, "quote", depth, _who(who, depth)))


def _who(who: list[str | None], depth: int) -> str | None:
    return who[depth - 1] if depth <= len(who) else None


def _signatures(body: str, end: int, found: list[Span]) -> list[Span]:
    """The found spans with the signatures added: from a line `-- ` to the end of its part or the next quote."""
    out: list[Span] = []
    index = 0
    for mark in _SIGNATURE.finditer(body, 0, end):
        start = mark.start()
        while index < len(found) and found[index].start <= start:
            out.append(found[index])
            index += 1
        if out and out[-1].end > start:
            continue
        stop = found[index].start if index < len(found) else end
        if mark[0] == "--" and (body.count("\n", start, stop) > 9 or "\n\n" in body[mark.end() : stop].strip("\n")):
            # QUIRK: trailing blanks stripped on the way; then only a short last paragraph is a signature.
            continue
        part = _PART.search(body, mark.end(), stop)
        if part is not None:
            stop = part.start()
        elif body.find("\n@@ -", start, stop) >= 0:
            # A removed line `- ` of a diff.
            continue
        out.append(Span(start, stop, "signature"))
    return out + found[index:]
