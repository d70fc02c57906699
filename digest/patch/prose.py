# SPDX-License-Identifier: GPL-2.0-or-later
"""Prose of a mail: reads the own words of a Text, makes paragraphs and sentences with the quote and the file they stand under.

Code, logs and diffs that stand among the words (RFC 3676 cannot tell them) are told by their shape and kept out of the prose.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from digest.model import Spot, Text

KEPT = 3  # quoted lines kept above a paragraph
LOOKED = 60  # lines at the end of a quote among which those are looked for
FARTHEST = 20_000  # characters behind a paragraph within which the next quote is looked for
FLAT = 300  # characters kept of a quote without line breaks
LONGEST = 500  # a longer line is no line of code
SHORT = 7  # characters of the longest abbreviation, with its full stop

_FILE = re.compile(r"(?:diff --git a/\S{1,300} b/|\+\+\+ (?:b/)?)(\S{1,300})")
_LIST = re.compile(r"[ \t]{0,8}(?:[-*•·][ \t]|\(?(?:[0-9]{1,2}|[a-zA-Z])[.)][ \t])")
_CODE = re.compile(
    r"(?:[ \t]?\S{1,200}[ \t]{1,80}\|[ \t]{1,8}[0-9]{1,6}[ \t]?[-+]{0,100}[ \t]*$|[-+](?:\t| {2,8}\S).*|\+.*[;{}()]|[ \t]*\|[ \t>].*"
    r"|#[ \t]?(?:if|include|define|endif|else|ifdef|ifndef|pragma)\b|[$#][ \t]\S|\}|/\*|\*/|\.\.\.[ \t]*$|(?:static|struct"
    r"|unsigned|const|int|u8|u16|u32|u64|void|bool|goto|case|return|if|for|while|switch|else|do|break|default|depends on"
    r"|select|obj-)\b.{0,200}(?:[;{}):,|&]|\by|\bm)[ \t]*$|@@ |\[ *[0-9]{1,6}\.[0-9]{3,6}\]|[\w/.-]{3,200}:[0-9]{1,6}:"
    r"|#[0-9]{1,3}[ \t]|[^ ]{0,60}\+0x[0-9a-f]{1,6}/0x|\*{3}|(?:CPU|RIP|RSP|Call Trace|Code|RAX|PID)\b:|(?:WARNING|BUG|INFO"
    r"|ERROR|CHECK|KASAN): |<(?:TASK|/TASK|IRQ)>|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d |\d{4}-\d\d-\d\d[T ]\d\d:\d\d"
    r"|\S{1,60}[:~\]][^ ]{0,40} ?[#$] |def \w{1,60}\(|[ \t]*\.\w{1,60}[ \t]*=|\.\. \w|:\w{1,30}:"
    r"|\w{1,40} = (?:\[|\{|\w{1,40}\()|(?:import|from) \w{1,40}(?: import .*)?$)"
)
# Most lines: words from the first letter to the last, and nothing in them that code, logs or commands must have.
_PASTED = re.compile(r"From [0-9a-f]{40} Mon Sep 17 00:00:00 2001")  # the head that git-format-patch writes
_WORDS = re.compile(r"(?!import |from )[A-Za-z][^:|=#$+(){}\\]*[a-ln-xzA-Z.]$")
# What a line of code ends in; an argument behind a member ("->len,") is one too.
_CODE_ENDS = (";", "{", "}", "||", "&&", "|&", "&|", "\\")
_MEMBER = re.compile(r"->\w")
_TAG = re.compile(r"[ \t]{0,8}(?:[A-Z][A-Za-z-]{1,40}-by|p[wv]-bot):[ \t]{0,4}\S")
_LONE = re.compile(r"(?: {4}|\t)[ \t]*(?:return|raise|yield|import|from|print|pass|def|class|elif|else|except|finally)\b[^.?!]*$")
_SENTENCE = re.compile(r"[.?!][.?!]{0,5}[)\]]?[\"'”’*_]{0,2}(?=\s|$)")  # begins with one character: the search leaps from mark to mark
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|resp|incl|approx|no|fig|dr|mr|st|al)\.$", re.IGNORECASE)


_LAST = frozenset("gecsfplxortGECSFPLXORT")  # the last letters of those


_IN_DIFF = ("index ", "new file", "deleted file", "old mode", "new mode", "similarity", "rename ", "copy ", "Binary", "Index:")


class Paragraph:
    """Own lines that stand together: `first` and `last` line (from 0), the first of them at offset `at` of the body.

    `quoted` is the stretch of the body with the quote they stand under.  What is prose of them is found when it is asked for.
    """

    __slots__ = ("_sentences", "_words", "at", "first", "quoted", "rows", "starts")

    def __init__(self, first: int, at: int, rows: list[str], quoted: tuple[int, int]) -> None:
        self.first = first
        self.at = at
        self.rows = rows
        self.quoted = quoted
        self.starts: list[tuple[int, int]] = []
        self._words: str | None = None
        self._sentences: tuple[tuple[int, int], ...] | None = None

    @property
    def last(self) -> int:
        """The last line."""
        return self.first + len(self.rows) - 1

    @property
    def words(self) -> str:
        """The prose, its lines joined by blanks; where each line starts in it stands in `starts`."""
        if self._words is None:
            self._words = self._prose()
        return self._words

    @property
    def sentences(self) -> tuple[tuple[int, int], ...]:
        """Start and end of each sentence of the prose."""
        if self._sentences is None:
            self._sentences = tuple(sentences(self.words))
        return self._sentences

    def line_of(self, offset: int) -> int:
        """The line (from 0) on which an offset of the prose stands."""
        number = self.first
        for start, row in self.starts:
            if start > offset:
                break
            number = row
        return number

    def _prose(self) -> str:
        rows = self.rows
        if len(rows) == 1 and rows[0][0] in " \t" and _LONE.match(rows[0]):
            return ""  # a line of a script between two others
        if len(rows) > 1 and rows[0][0] in " \t" and all(row.startswith(("\t", "  ")) for row in rows) and not _LIST.match(rows[0]):
            return ""  # indented as a whole: code or output
        joined: list[str] = []
        starts = self.starts
        size = 0
        for number, line in enumerate(rows, self.first):
            if not _WORDS.match(line) and (_TAG.match(line) or (len(line) < LONGEST and _is_code(line))):
                continue
            plain = line.strip()
            starts.append((size, number))
            joined.append(plain)
            size += len(plain) + 1
        return " ".join(joined)


def hinted(words: str, stems: tuple[str, ...]) -> bool:
    """Whether one of some stems stands in the words."""
    for stem in stems:  # noqa: SIM110 - asked of every sentence: any() of a generator takes twice as long
        if stem in words:
            return True
    return False


def among(stems: tuple[str, ...], words: str) -> tuple[str, ...]:
    """Those of some stems that may stand in a part of the words, however its lines are joined."""
    return tuple([stem for stem, core in _cores(stems) if core in words])


@lru_cache(maxsize=16)
def _cores(stems: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Each stem with its longest word: what no line break can part."""
    return tuple([(stem, max(stem.split(), key=len)) for stem in stems])


def sentences(prose: str) -> Iterator[tuple[int, int]]:
    """Start and end of each sentence of joined prose."""
    start = 0
    for stop in _SENTENCE.finditer(prose):
        end = stop.end()
        mark = stop.group()
        if mark[0] == "." and (
            (len(mark) == 1 and prose[end - 2 : end - 1] in _LAST and _ABBREVIATION.search(prose, max(start, end - SHORT), end))
            or (mark[1:2] == "." and prose[start:end].strip() in {"...", ".."})
        ):
            continue
        if mark[-1] in ")]" and prose[end : end + 2].strip()[:1].islower():
            continue  # a remark in brackets amid the sentence
        if prose[start:end].strip():
            yield start, end
        start = end
    rest = prose[start:].rstrip()
    if rest:
        yield start, start + len(rest) if rest.endswith(":") else len(prose)


@lru_cache(maxsize=2)
def paragraphs(text: Text, end: int | None = None) -> tuple[Paragraph, ...]:
    """The paragraphs of own words (of `body[:end]`), with the quoted lines and the file they stand under.

    Three grammars read the same mail one after the other: the last texts are remembered.
    """
    return tuple(_groups(text, len(text.body) if end is None else end))


def _is_code(line: str) -> bool:
    """Whether a line is one of code, of a log or of a command by its shape."""
    tail = line.rstrip(" \t")
    ends = tail.endswith(_CODE_ENDS) or (tail.endswith((",", ")")) and "->" in tail and _MEMBER.search(tail, 0, len(tail) - 1) is not None)
    return (ends or _CODE.match(line) is not None) and not line.rstrip().endswith("?")


def _groups(text: Text, end: int) -> list[Paragraph]:
    """The runs of own lines in `body[:end]`.  Goes from span to span: the lines of quotes are not looked at."""
    body = text.body
    groups: list[Paragraph] = []
    quoted = (0, 0)
    fresh = -1
    stop = number = held = 0
    diff = pasted = False
    for span in text.spans:
        start = span.start
        if start >= end:
            break
        kind = span.kind
        if kind == "quote":
            if not text.quoted[start : span.end].isspace():
                fresh = start if fresh < 0 else fresh
                stop = span.end
            continue
        if kind != "own":
            continue
        number += body.count("\n", held, start)
        held = at = start
        rows: list[str] = []
        blank = True
        for count, row in enumerate(body[start : min(span.end, end)].split("\n"), number):
            if row and not row.isspace():
                if fresh >= 0:
                    quoted = fresh, stop
                    fresh = -1
                    diff = pasted = False
                first = row[0]
                if first == "F" and _PASTED.match(row):
                    pasted = True
                if row.startswith(("diff --git ", "--- a/", "+++ b/", "@@ -")):
                    diff = True
                    pasted = False
                elif diff and blank and first.isalpha() and not row.startswith(_IN_DIFF):
                    diff = False  # words behind a diff that somebody shows
                if diff or pasted:
                    rows = []
                elif first in "-=_*" and len(row.strip()) > 2 and not row.strip().strip(first):
                    rows = []  # a rule parts paragraphs
                elif rows and not _LIST.match(row):
                    rows.append(row)
                else:
                    rows = [row]
                    groups.append(Paragraph(count, at, rows, quoted))
                blank = False
            else:
                rows = []
                blank = True
            at += len(row) + 1
    return groups


def is_code(line: str) -> bool:
    """Whether a line is one of code, of a diff, of a log or of a command by its shape."""
    return line[:1] in {"+", "-", "@"} or (not _WORDS.match(line) and _is_code(line))


def is_tag(line: str) -> bool:
    """Whether a line gives a tag or a command."""
    return _TAG.match(line) is not None


def is_point(part: Paragraph) -> bool:
    """Whether a paragraph is a point of a list."""
    return _LIST.match(part.rows[0]) is not None


def quote_of(text: Text, part: Paragraph) -> tuple[str, ...]:
    """The last quoted lines above a paragraph that are not blank."""
    start, end = part.quoted
    if start == end:
        return ()
    piece = text.quoted[start:end].rstrip()
    rows = [row.strip() for row in piece.rsplit("\n", KEPT)[-KEPT:]]
    if "" in rows:
        rows = [row.strip() for row in piece.rsplit("\n", LOOKED)[-LOOKED:]]
        rows = [row for row in rows if row][-KEPT:]
    return tuple(rows)


def quote_below(text: Text, part: Paragraph, following: Paragraph | None) -> str:
    """The first quoted line below a paragraph and above the next one; empty where there is none."""
    start = part.at if following is None else following.quoted[0]
    if following is not None and following.quoted == part.quoted:
        return ""
    return text.quoted[start : start + FARTHEST].lstrip().split("\n", 1)[0].strip()


def file_of(text: Text, part: Paragraph) -> str | None:
    """The file that the quoted diff above a paragraph is of."""
    quoted = text.quoted
    end = part.quoted[1]
    while end > 0:
        end = max(quoted.rfind("+++ ", 0, end), quoted.rfind("diff --git a/", 0, end))
        seen = _FILE.match(quoted, end) if end >= 0 else None
        if seen and seen.group(1) != "/dev/null":
            return seen.group(1)
    return None


@lru_cache(maxsize=2)
def said(text: Text, end: int | None = None) -> str:
    """The own words of `body[:end]` alone, without the blanks in place of all else: what a cheap look runs over."""
    spans = text.spans
    if len(spans) == 1:
        return text.own[:end]
    own = text.own[:end]
    return "\n".join([own[span.start : span.end] for span in spans if span.kind == "own"])


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
