# SPDX-License-Identifier: GPL-2.0-or-later
"""Whose words a body holds whose line breaks were lost: read by tokens, for a quote mark is a word there, not the start of a line.

A quoted line ends at the next mark; the last one of a run ends with its sentence, or where a trailer or footer begins.
"""

import re
from itertools import pairwise

from digest.mail.header import one_line
from digest.model import Message, Span

_FOOTER = re.compile(
    r"(?:-- ){0,2}(?:To unsubscribe from this list: send the line|More majordomo info at |You received this message because you are subscribed to"
    r"|_{20,200} [^\n]{1,80}? mailing list )",
)
_GIT = re.compile(r"(?<!\S)-- (?=\d{1,2}\.\d{1,3}[\w.-]{0,30}\s{0,9}$)")
_SIGNED = re.compile(r"(?<!\S)-- (?=[A-Z][^\n]{0,150}$)")
_ORIGINAL = re.compile(r"(?<!\S)-{2,20} ?(?:Original|Forwarded) [Mm]essage ?-{2,20}(?!\S)", re.IGNORECASE)
_MARK = re.compile(r"(?<!\S)>(?:[ ]?>){0,40}(?=\s|$)|(?<!\S)>{1,40}(?=[A-Za-z])")
_ON = re.compile(r"(?<!\S)On (?:[A-Z][a-z]{2},? |\d)[^\n]{6,220}? wrote:(?=\s|$)")
_FROM = re.compile(r"(?<!\S)From: [^\n]{2,120}? (?:Date|Sent): [^\n]{6,60}?(?= > )")
_SENTENCE = re.compile(r"[.?!](?= [A-Z\[])|(?<=\S)(?= [A-Z][A-Za-z-]{2,30}-by: )")
_GAP = 110


def is_flat(message: Message) -> bool:
    """Whether line breaks were lost: the archive says so, or hardly a line ends where lines do."""
    body = message.body
    if "line-breaks" in message.lost:
        return True
    return len(body) > 400 and (body.count("\n") + 1) * 300 < len(body)


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
    if original is not None and (body.rfind(">", 0, original.start()) < original.start() - 3):
        tail.insert(0, Span(original.start(), end, "quote", 1, _sender(body, original.end())))
        end = original.start()
    stripped = body[:end].rstrip()
    signed = _GIT.search(body, 0, len(stripped)) or _signed(body, len(stripped))
    if signed is not None:
        tail.insert(0, Span(signed.start(), end, "signature"))
        end = signed.start()
    return _quotes(body, end) + tail


def _signed(body: str, end: int) -> re.Match[str] | None:
    found = None
    for each in _SIGNED.finditer(body, max(0, end - 160), end):
        found = each
    return found


def _sender(body: str, at: int) -> str | None:
    found = re.compile(r"\s{0,9}From: ([^\[<(]{2,80}?)(?= [\[<(]| Sent:| Date:)").match(body, at)
    return one_line(found[1]).strip("\"' ") if found else None


def _quotes(body: str, end: int) -> list[Span]:
    """The runs of marks that lie close together, each with the words its marks introduce."""
    marks = list(_MARK.finditer(body, 0, end))
    if not marks:
        return []
    opened = [(m.start(), m.end(), m[0]) for m in _ON.finditer(body, 0, end)]
    opened += [(m.start(), m.end(), m[0]) for m in _FROM.finditer(body, 0, end)]
    out: list[Span] = []
    at = 0
    index = 0
    while index < len(marks):
        first = marks[index]
        run = [first]
        index += 1
        while index < len(marks) and marks[index].start() - run[-1].end() <= _GAP:
            run.append(marks[index])
            index += 1
        intro = next((o for o in opened if o[0] >= at and 0 <= first.start() - o[1] <= 3), None)
        if len(run) < 2 and intro is None:
            continue
        if intro is not None:
            name = re.search(r"([A-Z][^<>\d:]{2,60}?)(?: <[^<>]{0,120}>)? wrote:$", intro[2])
            out.append(Span(intro[0], first.start(), "attribution", 0, one_line(name[1]).strip(" ,") if name else None))
        who = out[-1].who if intro is not None else None
        stop = _last(body, run, end)
        depth = 0
        begin = first.start()
        for deep, mark in zip(_depths(run), run, strict=True):
            if deep != depth:
                if mark.start() > begin:
                    out.append(Span(begin, mark.start(), "quote", depth, who if depth == 1 else None))
                begin = mark.start()
                depth = deep
        out.append(Span(begin, stop, "quote", depth, who if depth == 1 else None))
        at = stop
    return out


def _depths(run: list[re.Match[str]]) -> list[int]:
    """The depth of each mark.  A lone `> >` among single marks is an empty quoted line before the next, not a quote within."""
    counts = [m[0].count(">") for m in run]
    deep = sum(1 for n in counts if n > 1)
    return [1] * len(counts) if deep * 3 <= len(counts) and max(counts) <= 2 else counts


def _last(body: str, run: list[re.Match[str]], end: int) -> int:
    """Where the last line of a run ends: with its first sentence, or at a trailer, or where it would grow longer than its fellows."""
    mark = run[-1]
    widths = [b.start() - a.start() for a, b in pairwise(run)]
    limit = min(end, mark.end() + max([*widths, 72]) + 8)
    found = _SENTENCE.search(body, mark.end(), limit)
    if found is not None:
        return found.end() if found[0] else found.start() + 1
    if limit >= end:
        return end
    space = body.rfind(" ", mark.end(), limit)
    return space if space > 0 else limit
