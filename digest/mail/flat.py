# SPDX-License-Identifier: GPL-2.0-or-later
"""Whose words a body holds whose line breaks were lost: read by tokens, for a quote mark is a word there, not the start of a line.

A quoted line ends at the next mark; where more stands before that mark than a line holds, or prose behind code, the rest is an answer.
The last line of a run ends with its sentence, or where a trailer or a footer begins.
"""

import re
from itertools import pairwise

from digest.mail import attribution
from digest.mail.header import one_line
from digest.model import Message, Span

_FOOTER = re.compile(
    r"(?:-- ){0,2}(?:To unsubscribe from this list: send the line|More majordomo info at "
    r"|You received this message because you are subscribed to|(?<!_)_{20,200} [^\n]{1,80}? mailing list )",
)
_GIT = re.compile(r"(?<!\S)-- (?=\d{1,2}\.\d{1,3}[\w.-]{0,30}\s{0,9}$)")
_SIGNED = re.compile(r"(?<!\S)-- (?=[A-Z][^\n]{0,150}$)")
_ORIGINAL = re.compile(
    r"(?<!\S)(?:-{2,20} ?(?:Original|Forwarded|Ursprüngliche) (?:message|Nachricht|mail) ?(?:-{2,20})?|Begin forwarded message:)(?!\S)",
    re.IGNORECASE,
)
_SENDER = re.compile(r"\s{0,9}(?:From|Von): ([^\[<(]{2,80}?)(?= [\[<(]| Sent:| Date:| Gesendet:)")
_MARK = re.compile(r"(?<!\S)>(?:[ ]?>){0,40}(?=\s|$)|(?<!\S)>{1,40}(?=[A-Za-z])")
_VERB = re.compile(r"(?:wrote|writes|said|schrieb|写道|(?:schrieb|skrev|schreef) [^:>\n]{2,60})\s?[:：]\s{0,3}$")
_ON = re.compile(r"(?<!\S)(?:On|Am|Le|在) ")
_NAMED = re.compile(r"(?:\"[^\"\n]{1,80}\"|[A-Z][\w.'-]{0,40}(?:,? [A-Z][\w.'-]{0,40}){0,4}) <[^<>\n]{3,200}> $")
_BLOCK = re.compile(r"(?<!\S)From: [^\n]{2,120}? (?:Date|Sent): [^\n]{6,60}?\s{0,2}$")
_SENTENCE = re.compile(r"[.?!](?= [\"'A-Z\[])|(?= [A-Z][A-Za-z-]{2,30}-by: )")
_TRAILER = re.compile(r" [A-Z][A-Za-z-]{2,30}: [^<>]{1,100}<[^<>\s][^<>]{2,120}>")
_CODE_THEN_PROSE = re.compile(
    r"(?:[;{})\]]|\*/) (?=(?:[A-Z][a-z']{0,20}|I'?[a-z]{0,3}|[A-Z]{2,8}),? [\w'\"`(-]"
    r"[^;{}=]{3,600}[.?!:)]\s{0,3}$)",
)
_JOINED = re.compile(r"^>[^\n]{240}[^\n]*", re.MULTILINE)
_GAP = 110
_ANSWER = 640


def is_flat(message: Message) -> bool:
    """Whether line breaks were lost: the archive says so, or hardly a line ends where lines do."""
    body = message.body
    if "line-breaks" in message.lost:
        return True
    if len(body) > 400 and (body.count("\n") + 1) * 300 < len(body) and "\n>" not in body:
        return True
    # Paragraphs that were each joined to one line: marks stand in the middle of a long quoted one.
    return " > " in body and any(line[0].lstrip("> ").count(" > ") > 2 for line in _JOINED.finditer(body))


def spans(message: Message) -> list[Span]:
    """All that is not the writer's own, in order."""
    body = message.body
    end = len(body)
    tail: list[Span] = []
    footer = _FOOTER.search(body)
    if footer is not None:
        end = footer.start()
        tail = [Span(end, len(body), "footer")]
    original = _ORIGINAL.search(body, 0, end)
    if original is not None and body.rfind(">", 0, original.start()) < original.start() - 3:
        sender = _SENDER.match(body, original.end())
        tail.insert(0, Span(original.start(), end, "quote", 1, one_line(sender[1]).strip("\"' ") if sender else None))
        end = original.start()
    stripped = len(body[:end].rstrip())
    signed = _GIT.search(body, 0, stripped) or _last_match(_SIGNED, body, max(0, stripped - 160), stripped)
    if signed is not None:
        tail.insert(0, Span(signed.start(), end, "signature"))
        end = signed.start()
    subject = message.subject or ""
    posted = subject.startswith("[") and "re:" not in subject[:60].lower()
    names = frozenset(re.findall(r"[^\W\d_]{4,40}", (message.author.name or "").casefold()))
    return _quotes(body, end, posted=posted, names=names) + tail


def _last_match(pattern: re.Pattern[str], body: str, start: int, end: int) -> re.Match[str] | None:
    found = None
    for each in pattern.finditer(body, start, end):
        found = each
    return found


def _quotes(body: str, end: int, *, posted: bool, names: frozenset[str]) -> list[Span]:
    """The runs of marks, each with the words its marks introduce, and the lines that introduce the runs."""
    marks, intros = _accepted(body, end, posted=posted)
    if not marks:
        return []
    depths = _depths(marks)
    limit = _width(marks) + 6
    out: list[Span] = []
    who: str | None = None
    for index, mark in enumerate(marks):
        start = mark.start()
        if index in intros:
            begin, who = intros[index]
            if out and out[-1].end > begin:
                last = out.pop()
                if last.start < begin:
                    out.append(Span(last.start, begin, last.kind, last.depth, last.who))
            out.append(Span(begin, start, "attribution", 0, who))
        stop = marks[index + 1].start() if index + 1 < len(marks) else end
        if index + 1 in intros:
            stop = max(intros[index + 1][0], mark.end())
        stop = _line_end(body, mark.end(), stop, limit, last=index + 1 == len(marks), names=names)
        depth = depths[index]
        if out and out[-1].kind == "quote" and out[-1].end == start and out[-1].depth == depth:
            out[-1] = Span(out[-1].start, stop, "quote", depth, out[-1].who)
        else:
            out.append(Span(start, stop, "quote", depth, who if depth == 1 else None))
    return out


def _accepted(body: str, end: int, *, posted: bool) -> tuple[list[re.Match[str]], dict[int, tuple[int, str | None]]]:
    """The marks that quote, and by position among them where an attribution starts and whom it names.

    A `>` is a comparison or a redirection too: marks count in company, after an attribution, or behind the end of a sentence; in a patch as
    posted only after an attribution.
    """
    marks = list(_MARK.finditer(body, 0, end))
    kept: list[re.Match[str]] = []
    intros: dict[int, tuple[int, str | None]] = {}
    index = 0
    while index < len(marks):
        first = marks[index]
        after = index + 1
        while after < len(marks) and marks[after].start() - marks[after - 1].end() <= _GAP:
            after += 1
        intro = _intro(body, kept[-1].end() if kept else 0, first.start())
        if intro is not None:
            intros[len(kept)] = intro
        size = after - index
        ended = body[max(0, first.start() - 4) : first.start()].rstrip()[-1:] in ".?!:,)]" or first.start() < 3
        if intro is not None or (not posted and ((size > 1 and (ended or kept or size > 3)) or (ended and bool(kept)))):
            kept += marks[index:after]
            for n in range(index + 1, after):
                if (again := _intro(body, marks[n - 1].end(), marks[n].start())) is not None:
                    intros[len(kept) - after + n] = again
        index = after
    return kept, intros


def _intro(body: str, floor: int, stop: int) -> tuple[int, str | None] | None:
    """Where the attribution starts that ends at `stop`, and the name it gives, or None."""
    floor = max(floor, stop - 300)
    if ":" not in body[stop - 4 : stop] and "：" not in body[stop - 4 : stop]:
        block = _last_match(_BLOCK, body, floor, stop) if "From: " in body[floor:stop] else None
        return (block.start(), attribution.person(block[0][6:].partition(" Date:")[0])) if block else None
    if _VERB.search(body, max(floor, stop - 90), stop) is None:
        return None
    on = _last_match(_ON, body, floor, stop)
    if on is not None:
        return on.start(), attribution.name_of(body[on.start() : stop])
    verb = body.rfind(" ", floor, len(body[:stop].rstrip())) + 1
    named = _NAMED.search(body, floor, verb)
    return (named.start(), attribution.name_of(body[named.start() : stop])) if named else None


def _depths(marks: list[re.Match[str]]) -> list[int]:
    """The depth of each mark.  A lone `> >` among single marks is an empty quoted line before the next, not a quote within."""
    counts = [m[0].count(">") for m in marks]
    deep = sum(1 for n in counts if n > 1)
    return [1] * len(counts) if deep * 3 <= len(counts) and max(counts) <= 2 else counts


def _width(marks: list[re.Match[str]]) -> int:
    """How long the quoted lines of this mail are at most, as far as the marks tell."""
    gaps = sorted(b.start() - a.end() for a, b in pairwise(marks))
    if len(gaps) < 4:
        return 76
    return min(max(gaps[len(gaps) * 9 // 10], 60), 84 if gaps[len(gaps) * 7 // 10] <= 84 else _GAP)


def _line_end(body: str, start: int, stop: int, limit: int, *, last: bool, names: frozenset[str]) -> int:
    """Where the quoted line ends whose words start at `start`, with the next mark (or the end of the text) at `stop`."""
    if stop - start <= limit:
        answer = _CODE_THEN_PROSE.search(body, max(start, stop - _ANSWER), stop)
        if answer is not None:
            return answer.end() - 1
        if not last:
            return stop
    if not last and body.startswith(("@@ -", "diff --git "), start + 1):
        # Lines that no mailer wraps.
        return stop
    trailer = _TRAILER.match(body, start, stop)
    if trailer is not None:
        # The last line of a quote is often empty; a trailer in the writer's own name behind it is theirs.
        named = not names.isdisjoint(re.findall(r"[^\W\d_]{4,40}", trailer[0].partition(":")[2].casefold()))
        return start if named and last and not trailer[0].startswith(" Signed-off") else trailer.end()
    sentence = _SENTENCE.search(body, min(start + 1, stop), min(stop, start + limit + 4))
    if sentence is not None:
        return sentence.end()
    if stop - start <= limit:
        return stop
    if not last and stop - start < 3 * limit and body[start:stop].rstrip()[-1:] not in ".?!:)":
        # A line that was never wrapped (a log, a table): no answer ends like this.
        return stop
    code = _CODE_THEN_PROSE.search(body, max(start, stop - _ANSWER), stop)
    if code is not None:
        return code.end() - 1
    space = body.rfind(" ", start, start + limit)
    return space if space > 0 else min(stop, start + limit)
