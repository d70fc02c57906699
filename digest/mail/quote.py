# SPDX-License-Identifier: GPL-2.0-or-later
"""Whose words a body holds: own, quoted, attributions, signatures, footers.  RFC 3676 section 4.5 and the habits of mailers.

Works on runs of lines found by one pass each, not on lines one by one.  Text whose line breaks were lost is read by `flat`.
"""

import re
from collections.abc import Sequence

from digest.mail import attribution, flat, original
from digest.model import Message, Span, Text

_RUN = re.compile(r"[ \t]{0,3}>[^\n]*(?:\n[ \t]{0,3}>[^\n]*)*")
_MARKS = re.compile(r"^[ \t]{0,3}>(?:[ \t]?>){0,60}", re.MULTILINE)
_PART = re.compile(r"^(?:diff --git |From [0-9a-f]{40} |Index: |--- a/)", re.MULTILINE)
_FOOTER = re.compile(
    r"^(?:-- ?\n)?(?:To unsubscribe from this list: |To unsubscribe, (?:e-?mail|send)"
    r"|You received this message because you are subscribed to )"
    r"|^_{20,200}\n(?:[^\n]{0,120} mailing list\b|[^\n]{0,120}@lists?\.)",
    re.MULTILINE,
)
_NORMAL_DIFF = re.compile(r"(?:^|\n)(?:---|\d{1,7}(?:,\d{1,7})?[acd]\d{1,7}(?:,\d{1,7})?)$")
_ANSWERS = ("re:", "aw:", "fw:", "fwd:", "sv:")
_BLANKS = bytes(10 if n == 10 else 32 for n in range(256))


def words(message: Message) -> Text:
    """The body with its words told apart; total, linear in the body."""
    body = message.body
    if flat.is_flat(message):
        return _text(body, flat.spans(message), flat=True)
    return _text(body, _spans(message), flat=False)


def blank(text: str) -> str:
    """As many blanks as the text has characters, its line feeds kept."""
    return text.encode("ascii", "replace").translate(_BLANKS).decode("ascii")


def _text(body: str, foreign: Sequence[Span], *, flat: bool) -> Text:
    """The Text of a body whose foreign stretches are known, in order and without overlap; what is left is own."""
    empty = blank(body)
    if not foreign:
        return Text(body, body, empty, (Span(0, len(body), "own"),) if body else (), flat=flat)
    spans: list[Span] = []
    own: list[str] = []
    quoted: list[str] = []
    at = held = 0
    for span in foreign:
        start, end = span.start, span.end
        if start > at:
            own.append(body[at:start])
            spans.append(Span(at, start, "own"))
        own.append(empty[start:end])
        if span.kind == "quote":
            quoted.append(empty[held:start])
            quoted.append(_unmarked(body[start:end], span, flat=flat))
            held = end
        spans.append(span)
        at = end
    if at < len(body):
        own.append(body[at:])
        spans.append(Span(at, len(body), "own"))
    quoted.append(empty[held:])
    return Text(body, "".join(own), "".join(quoted), tuple(spans), flat=flat)


def _unmarked(part: str, span: Span, *, flat: bool) -> str:
    """A quote with its marks blanked."""
    if flat:
        return _flat_marks.sub(lambda m: " " * len(m[0]), part)
    if span.depth == 1 and part.startswith("> "):
        return " " + part[1:].replace("\n>", "\n ")
    mark = None if part[0] in "> " else original.other_mark(part, 0)
    if mark is not None:
        return (" " * len(mark) + part[len(mark) :]).replace("\n" + mark, "\n" + " " * len(mark))
    return _MARKS.sub(lambda m: " " * len(m[0]), part)


_flat_marks = re.compile(r"(?<!\S)(?:>[ \t]?){1,40}(?=\s|$)")


def _spans(message: Message) -> list[Span]:
    """All that is not the writer's own, in order."""
    body = message.body
    found: list[Span] = []
    end = len(body)
    tail: list[Span] = []
    last = body[-2500:]
    if "nsubscribe" in last or "\n____" in last:
        end = _footers(body, tail)
    _quotes(body, end, found)
    if not _posted(message):
        found = original.spans(message, end, found)
    return _signatures(body, end, found) + tail


def _posted(message: Message) -> bool:
    """Whether this opens a thread with a tag in brackets (a patch, a cover, an RFC): all words of such a mail are its sender's."""
    subject = message.subject
    if subject is None or not subject.startswith("["):
        return False
    start = subject[:60].lower()
    return not any(word in start for word in _ANSWERS)


def _footers(body: str, tail: list[Span]) -> int:
    """Put the footers of lists and mailers at the end into `tail`; return where the mail's own text ends."""
    for found in _FOOTER.finditer(body, max(0, len(body) - 2500)):
        rest = body[found.end() : found.end() + 3000]
        # A footer is the last thing of a mail; what starts a part of its own after it is none of it.
        if _PART.search(rest) or rest.count("\n") > 14:
            continue
        tail.append(Span(found.start(), len(body), "footer"))
        return found.start()
    return len(body)


def _quotes(body: str, end: int, found: list[Span]) -> None:
    """The runs of lines that start with a quote mark, with their depth, the lines that introduce them, and who is quoted."""
    who: list[str | None] = [None]
    at = 0
    loose = "\n >" in body
    start = 0 if body.startswith((">", " >")) else _next(body, 0, loose=loose)
    while 0 <= start < end:
        run = _RUN.match(body, start, end)
        if run is None:  # pragma: no cover - a run starts with a mark
            break
        text, stop = run[0], run.end()
        if _is_own(body, start, text, at):
            start = _next(body, stop, loose=loose)
            continue
        intro = attribution.before(body, at, start)
        if intro is not None:
            found.append(Span(intro.start, intro.end, "attribution", 0, intro.who))
            who = [intro.who]
        if stop < len(body):
            stop += 1
        _depths(text, start, stop, who, found)
        at = stop
        start = _next(body, stop - 1, loose=loose)


def _next(body: str, at: int, *, loose: bool) -> int:
    """Where the next line starts that has a quote mark, or -1.  A blank before the mark is put up with where such lines occur."""
    best = body.find("\n>", at)
    if loose:
        start = body.find("\n >", at, best if best >= 0 else len(body))
        best = start if start >= 0 else best
    return best + 1 if best >= 0 else -1


def _is_own(body: str, start: int, text: str, floor: int) -> bool:
    """Whether lines that look quoted are the writer's: output of `diff`, an escaped "From ", context of a posted diff."""
    if text[0] == " " and _in_hunk(body, start, floor):
        return True
    if "\n" not in text and text.startswith(">From "):
        # QUIRK: a body line that a mailbox escaped (mboxo) and nobody unescaped.
        return body[max(0, start - 2) : start] != ":\n"
    return _NORMAL_DIFF.search(body[max(floor, start - 16) : max(floor, start - 1)]) is not None


def _in_hunk(body: str, start: int, floor: int) -> bool:
    hunk = body.rfind("\n@@ ", floor, start)
    return hunk >= 0 and body.find("\n-- ", hunk, start) < 0


def _depths(text: str, start: int, stop: int, who: list[str | None], found: list[Span]) -> None:
    """One run as spans of equal depth."""
    if text.startswith("> ") and text[2:3] != ">" and not any(mark in text for mark in ("\n>>", "\n> >", "\n ", "> From:")):
        found.append(Span(start, stop, "quote", 1, who[0]))
        return
    depth = 0
    begin = at = start
    above = ""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        deep, words = _marked(line)
        sender = attribution.sender(words, _marked(lines[number + 1])[1]) if number + 1 < len(lines) and words.startswith("From:") else None
        if deep != depth or sender is not None:
            if at > begin:
                found.append(Span(begin, at, "quote", depth, _who(who, depth)))
            begin = at
            depth, above = deep, ""
        if sender is not None:
            # A header block as Outlook writes it: its sender's words follow, at the same depth or below deeper marks.
            who[deep - 1 :] = [sender, sender]
        elif line.endswith(":") and len(line) < 200:
            name = attribution.of_lines(above, words)
            if name:
                who[deep:] = [name]
        above = words
        at += len(line) + 1
    found.append(Span(begin, stop, "quote", depth, _who(who, depth)))


def _marked(line: str) -> tuple[int, str]:
    """How deep a line is quoted (a line without marks within a run once), and the line without its marks."""
    marks = _MARKS.match(line)
    return (marks[0].count(">"), line[marks.end() :].strip(" \t")) if marks else (1, line)


def _who(who: list[str | None], depth: int) -> str | None:
    return who[depth - 1] if depth <= len(who) else None


def _signatures(body: str, end: int, found: list[Span]) -> list[Span]:
    """The found spans with the signatures added: from a line `-- ` to the end of its part or the next quote."""
    start = _signature(body, 0, end)
    if start < 0:
        return found
    out: list[Span] = []
    index = 0
    part = hunk = -1  # the next of each from here on; each is looked for once, however many lines like `-- ` stand before it
    while start >= 0:
        while index < len(found) and found[index].start <= start:
            out.append(found[index])
            index += 1
        here, start = start, _signature(body, start + 2, end)
        if out and out[-1].end > here:
            continue
        stop = found[index].start if index < len(found) else end
        if body[here + 2 : here + 3] != " " and (body.count("\n", here, stop) > 9 or "\n\n" in body[here + 2 : stop].strip("\n")):
            # QUIRK: trailing blanks stripped on the way; then only a short last paragraph is a signature.
            continue
        if part < here:
            match = _PART.search(body, here, end)
            part = match.start() if match else end
        if hunk < here:
            at = body.find("\n@@ -", here, end)
            hunk = at if at >= 0 else end
        if part < stop:
            stop = part
        elif hunk < stop:
            # A removed line `- ` of a diff.
            continue
        out.append(Span(here, stop, "signature"))
    return out + found[index:]


def _signature(body: str, at: int, end: int) -> int:
    """Where the next line that is `-- ` or `--` starts, or -1."""
    if at == 0 and body.startswith(("-- \n", "--\n")):
        return 0
    one = body.find("\n-- \n", at, end)
    # The stripped form is worth a look only near the end, where a short signature stands.
    other = body.find("\n--\n", max(at, end - 800), end if one < 0 else one)
    best = one if other < 0 else other
    return best + 1 if best >= 0 else -1
