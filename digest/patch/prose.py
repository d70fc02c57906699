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
    """Own lines that stand together: first and last line (from 0), its prose joined by blanks in `words`, where each line starts in it.

    `head` is the first line as it stands at offset `at` of the body; `quote` the last quoted lines above, `below` the first one below.
    """

    first: int
    last: int
    words: str
    starts: tuple[tuple[int, int], ...]
    quote: tuple[str, ...]
    file: str | None
    below: str
    at: int
    head: str


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
    return _CODE.match(line) is not None and not line.rstrip().endswith("?")


class _Group(NamedTuple):
    """Own lines that stand together: the first one's number and offset, the quote above and its file."""

    first: int
    at: int
    rows: list[str]
    quote: tuple[str, ...]
    file: str | None


def _groups(text: Text, end: int) -> tuple[list[_Group], dict[int, str]]:
    """The runs of own lines in `body[:end]`, and the quoted line that follows the n-th of them.

    Goes from span to span: of a quote only its last lines are looked at, of all else that is not own none.
    """
    body = text.body
    groups: list[_Group] = []
    below: dict[int, str] = {}
    quote: tuple[str, ...] = ()
    fresh: tuple[str, ...] = ()
    file: str | None = None
    quoted_file: str | None = None
    diff = False
    number = held = 0
    for span in text.spans:
        start = span.start
        if start >= end:
            break
        kind = span.kind
        if kind == "quote":
            piece = text.quoted[start : min(span.end, end)]
            if "diff --git a/" in piece or "+++ " in piece:
                quoted_file = _named(piece, quoted_file)
            bare = piece.strip()
            if bare:
                if not fresh and groups:
                    below[len(groups)] = bare.split("\n", 1)[0].strip()
                fresh = (*fresh, *_last(bare))[-KEPT:]
            continue
        if kind != "own":
            continue
        number += body.count("\n", held, start)
        held = at = start
        rows: list[str] = []
        for count, row in enumerate(body[start : min(span.end, end)].split("\n"), number):
            if row and not row.isspace():
                if fresh:
                    quote, fresh, diff, file = fresh, (), False, quoted_file
                if diff or row.startswith(("diff --git ", "--- a/", "+++ b/", "@@ -")):
                    diff = True
                    break  # nothing is said behind it up to the next quote
                first = row[0]
                if first in "-=_*" and len(row.strip()) > 2 and not row.strip().strip(first):
                    rows = []  # a rule parts paragraphs
                elif rows and not _LIST.match(row):
                    rows.append(row)
                else:
                    rows = [row]
                    groups.append(_Group(count, at, rows, quote, file))
            else:
                rows = []
            at += len(row) + 1
    return groups, below


def _named(piece: str, file: str | None) -> str | None:
    """The file that quoted lines of a diff name last."""
    for row in piece.split("\n"):
        seen = _FILE.search(row)
        if seen and seen.group(1) != "/dev/null":
            file = seen.group(1)
    return file


def _last(bare: str) -> list[str]:
    """The last lines that are not blank."""
    rows = [row.strip() for row in bare.rsplit("\n", 2 * KEPT)[-2 * KEPT :]]
    rows = [row for row in rows if row]
    if len(rows) < KEPT:
        rows = [row.strip() for row in bare.split("\n") if row and not row.isspace()]
    return rows[-KEPT:]


def _paragraphs(text: Text, end: int | None) -> Iterator[Paragraph]:
    groups, below = _groups(text, len(text.body) if end is None else end)
    for count, (first, at, rows, quote, file) in enumerate(groups, 1):
        joined: list[str] = []
        starts: list[tuple[int, int]] = []
        size = 0
        literal = len(rows) > 1 and rows[0][0] in " \t" and all(row.startswith(("\t", "  ")) for row in rows) and not _LIST.match(rows[0])
        for number, line in () if literal else enumerate(rows, first):
            if not _WORDS.match(line) and (_TAG.match(line) or (len(line) < LONGEST and _is_code(line))):
                continue
            plain = line.strip()
            starts.append((size, number))
            joined.append(plain)
            size += len(plain) + 1
        last = first + len(rows) - 1
        yield Paragraph(first, last, " ".join(joined), tuple(starts), quote, file, below.get(count, ""), at, rows[0])


def lines_spot(text: Text, known: tuple[int, int], first: int, last: int) -> Spot:
    """The whole lines `first`..`last` (from 0) of the body, white space at both ends left out; of one line number and offset are known."""
    body = text.body
    number, start = known
    for _ in range(first - number):
        start = body.index("\n", start) + 1
    for _ in range(number - first):
        start = body.rfind("\n", 0, start - 1) + 1
    end = start - 1
    for _ in range(last - first + 1):
        end = body.find("\n", end + 1)
        if end < 0:
            end = len(body)
            break
    piece = body[start:end]
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
