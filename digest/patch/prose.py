# SPDX-License-Identifier: GPL-2.0-or-later
"""Prose of a mail: reads the own words of a Text, makes paragraphs and sentences with the quote and the file they stand under.

Code, logs and diffs that stand among the words (RFC 3676 cannot tell them) are told by their shape and kept out of the prose.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from digest.model import Spot, Text

KEPT = 3  # quoted lines kept above a paragraph
FLAT = 300  # characters kept of a quote without line breaks
LONGEST = 500  # a longer line is no line of code
SHORT = 7  # characters of the longest abbreviation, with its full stop

_FILE = re.compile(r"(?:diff --git a/\S{1,300} b/|\+\+\+ (?:b/)?)(\S{1,300})")
_LIST = re.compile(r"[ \t]{0,8}(?:[-*•·][ \t]|\(?(?:[0-9]{1,2}|[a-zA-Z])[.)][ \t])")
_CODE = re.compile(
    r"(?:[-+](?:\t| {2,8}\S).*|\+.*[;{}()]|[ \t]*\|[ \t>].*|.*(?:;|\{|\}|\)\s?\{|->\w{1,60}.*[,;)]|[|&]{2}|\\)[ \t]*$"
    r"|#[ \t]?(?:if|include|define|endif|else|ifdef|ifndef|pragma)\b|[$#][ \t]\S|\}|/\*|\*/|\.\.\.[ \t]*$|(?:static|struct"
    r"|unsigned|const|int|u8|u16|u32|u64|void|bool|goto|case|return|if|for|while|switch|else|do|break|default|depends on"
    r"|select|obj-)\b.{0,200}(?:[;{}):,|&]|\by|\bm)[ \t]*$|@@ |\[ *[0-9]{1,6}\.[0-9]{3,6}\]|[\w/.-]{3,200}:[0-9]{1,6}:"
    r"|#[0-9]{1,3}[ \t]|[^ ]{0,60}\+0x[0-9a-f]{1,6}/0x|\*{3}|(?:CPU|RIP|RSP|Call Trace|Code|RAX|PID)\b:|(?:WARNING|BUG|INFO"
    r"|ERROR|KASAN): |<(?:TASK|/TASK|IRQ)>|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d |\d{4}-\d\d-\d\d[T ]\d\d:\d\d"
    r"|\S{1,60}[:~\]][^ ]{0,40} ?[#$] |def \w{1,60}\(|\w{1,40} = (?:\[|\{|\w{1,40}\()|(?:import|from) \w{1,40}(?: import .*)?$)"
)
# Most lines: words from the first letter to the last, and nothing in them that code, logs or commands must have.
_WORDS = re.compile(r"(?!import |from )[A-Za-z][^:|=#$+(){}\\]*[a-ln-xzA-Z.]$")
_TAG = re.compile(r"[ \t]{0,8}(?:[A-Z][A-Za-z-]{1,40}-by|p[wv]-bot):[ \t]{0,4}\S")
_INDENT = re.compile(r"(?:\t| {2})")
_SENTENCE = re.compile(r"[.?!]{1,6}(?:[)\]]?[\"'”’*_]{0,2}(?=\s|$))|:(?=\s*$)")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|resp|incl|approx|no|fig|dr|mr|st|al)\.$", re.IGNORECASE)


class Paragraph(NamedTuple):
    """Own lines that stand together: first and last line (from 0), its prose joined by blanks in `words`, where each line starts in it."""

    first: int
    last: int
    words: str
    starts: tuple[tuple[int, int], ...]
    quote: tuple[str, ...]
    file: str | None
    below: str = ""


def sentences(prose: str) -> Iterator[tuple[int, int]]:
    """Start and end of each sentence of joined prose."""
    start = 0
    for stop in _SENTENCE.finditer(prose):
        end = stop.end()
        mark = stop.group()
        if mark[0] == "." and (_ABBREVIATION.search(prose, max(start, end - SHORT), end) or prose[start:end].strip() in {"...", ".."}):
            continue
        if mark[-1] in ")]" and prose[end : end + 2].strip()[:1].islower():
            continue  # a remark in brackets amid the sentence
        if prose[start:end].strip():
            yield start, end
        start = end
    if prose[start:].strip():
        yield start, len(prose)


@lru_cache(maxsize=2)
def paragraphs(text: Text, end: int | None = None) -> tuple[Paragraph, ...]:
    """The paragraphs of own words (of `body[:end]`), with the quoted lines and the file they stand under.

    Three grammars read the same mail one after the other: the last texts are remembered.
    """
    return tuple(_paragraphs(text, end))


def _is_code(line: str) -> bool:
    """Whether a line is one of code, of a log or of a command by its shape."""
    return _WORDS.match(line) is None and _CODE.match(line) is not None and not line.rstrip().endswith("?")


def _paragraphs(text: Text, end: int | None) -> Iterator[Paragraph]:
    own = text.own[:end].split("\n")
    quoted = text.quoted[:end].split("\n")
    quote: list[str] = []
    file: str | None = None
    body_file: str | None = None
    lines: list[int] = []
    above = False
    groups: list[tuple[list[int], tuple[str, ...], str | None]] = []
    below: dict[int, str] = {}
    fresh: list[str] = []
    diff = False
    for number, line in enumerate(own):
        if line and not line.isspace():
            if fresh:
                quote = fresh
                fresh = []
                diff = False
                file = body_file
            if line.startswith(("diff --git ", "--- a/", "+++ b/", "@@ -")):
                diff = True
            if diff:
                continue
            if line[0] in "-=_*" and len(line.strip()) > 2 and not line.strip().strip(line[0]):  # a rule parts paragraphs
                if lines:
                    groups.append((lines, tuple(quote), file))
                lines = []
                above = False
                continue
            if lines and _LIST.match(line):
                groups.append((lines, tuple(quote), file))
                lines = []
            lines.append(number)
            above = True
            continue
        if lines and above:
            groups.append((lines, tuple(quote), file))
            lines = []
            above = False
        row = quoted[number]
        if row and not row.isspace():
            seen = _FILE.search(row)
            if seen:
                body_file = seen.group(1) if seen.group(1) != "/dev/null" else body_file
            if not fresh and groups:
                below[len(groups)] = row.strip()
            fresh.append(row.strip())
            if len(fresh) > 4 * KEPT:
                del fresh[:KEPT]
    if lines:
        groups.append((lines, tuple(quote), file))
    for count, (group, under, path) in enumerate(groups, 1):
        joined: list[str] = []
        starts: list[tuple[int, int]] = []
        size = 0
        literal = len(group) > 1 and all(_INDENT.match(own[number]) for number in group) and not _LIST.match(own[group[0]])
        for number in group:
            line = own[number]
            if literal or _TAG.match(line) or (len(line) < LONGEST and _is_code(line)):
                continue
            plain = line.strip()
            starts.append((size, number))
            joined.append(plain)
            size += len(plain) + 1
        yield Paragraph(group[0], group[-1], " ".join(joined), tuple(starts), under, path, below.get(count, ""))


def lines_spot(text: Text, first: int, last: int) -> Spot:
    """Whole lines `first`..`last` (from 0) of the body, white space at both ends left out."""
    start = text.offset(first + 1)
    end = text.body.find("\n", text.offset(last + 1))
    piece = text.body[start : end if end >= 0 else len(text.body)]
    lead = len(piece) - len(piece.lstrip())
    piece = piece.strip()
    return text.spot(start + lead, start + lead + len(piece))


def flat_sentences(text: Text, end: int | None = None) -> Iterator[tuple[int, int, str]]:
    """Start and end of each own sentence of a body that lost its line breaks, and the end of the quote before it."""
    quote = ""
    body = text.body
    for span in text.spans:
        if end is not None and span.start >= end:
            return
        if span.kind == "quote":
            quote = " ".join(text.quoted[span.start : span.end].split())[-FLAT:]
        elif span.kind == "own":
            words = body[span.start : span.end if end is None else min(span.end, end)]
            for start, stop in sentences(words):
                piece = words[start:stop]
                lead = len(piece) - len(piece.lstrip())
                yield span.start + start + lead, span.start + stop, quote
