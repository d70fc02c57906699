# SPDX-License-Identifier: GPL-2.0-or-later
"""What a reply takes up: reads the passages of a Record, makes own words with the quote above them (RFC 3676 quoting)."""

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Literal, NamedTuple

from digest.model import Passage, Record, Remark, Spot

NEAR = 0.7  # share of a remark's last words that a quote must hold where its lines were wrapped anew
LINE = 16  # characters of a line that is known again by itself
SHORT = 4  # words of a remark too short to be known by its words
TAIL = 24  # words of a remark that are looked for
_TAGS = re.compile(r"[ \t]*[A-Z][A-Za-z-]{1,40}(?:-by|-by:|: ?\S.{0,80}<).*")
_SIGN_OFF = re.compile(
    r"[ \t]{0,80}(?:(?:hi|hello|hey|dear)\b.{0,60}|(?:best |kind |warm |many )?(?:thanks|thank you|regards|cheers|br|thx"
    r"|greetings|sincerely)\b[^?]{0,20}|[-=_*#>~.\s]{0,80}|"
    r"\[(?:\.{3}|…|snip)[^\]]{0,40}\]|<(?:snip|\.{3})>)[ \t]*",
    re.IGNORECASE,
)
_NAMES = re.compile(r"[ \t]*-{0,2}[A-Z][\w.'’-]{0,20}(?: [A-Z][\w.'’-]{0,20}){0,3},?[ \t]*")  # a name below the words
ASSENT = re.compile(
    r"\b(?:ok|okay|yes|yep|yeah|no|nope|sure|done|fixed|agreed?|ack|right|will do|good (?:catch|point|idea)|noted"
    r"|got it|sgtm|lgtm|indeed|correct|oops|true|\+1|fair enough|makes sense|thanks for (?:the|your|pointing"
    r"|catching)|either|both|neither|exactly|changed|removed|added|ditto)\b|\+1",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z0-9_]{2,40}")


class Block:
    """Own words of one mail with the quoted lines right above them, squeezed and in lower case; `above` counts all of those.

    `at` is where the own words begin.
    """

    __slots__ = ("_heard", "above", "at", "own", "quote")

    def __init__(self, own: str, quote: tuple[str, ...], above: int, at: Spot) -> None:
        self.own = own
        self.quote = quote
        self.above = above
        self.at = at
        self._heard: frozenset[tuple[str, str]] | None = None

    @property
    def heard(self) -> frozenset[tuple[str, str]]:
        """The neighbouring words of the quote."""
        if self._heard is None:
            self._heard = frozenset(pairwise(_WORD.findall(" ".join(self.quote))))
        return self._heard


def squeeze(words: str) -> str:
    """White space made single blanks, lower case, quote marks gone."""
    return " ".join(words.replace(">", " ").lower().split())


def squeezed(text: str) -> list[str]:
    """The lines of a text, each squeezed."""
    return [" ".join(row.split()) for row in text.replace(">", " ").lower().split("\n")]


def _substance(passage: Passage, *, last: bool) -> tuple[str, Spot]:
    """Own words without tags, greetings and, in the last words of a mail, the name below; and where they begin."""
    kept: list[str] = []
    at = Spot(passage.line, passage.column, "")
    for offset, row in enumerate(passage.text.split("\n")):
        plain = row.strip()
        if not plain or _TAGS.match(row):
            continue
        alone = not kept and plain[-1] in ".!"  # "Because." is a sentence, a name has no full stop
        if (_SIGN_OFF.fullmatch(row) or (last and not alone and _NAMES.fullmatch(row))) and not ASSENT.search(row):
            continue
        if not kept:
            indent = len(row) - len(row.lstrip())
            at = Spot(passage.line + offset, indent + (1 if offset else passage.column), plain)
        kept.append(row)
    return "\n".join(kept), at


def blocks(record: Record) -> tuple[Block, ...]:
    """The own passages of a mail that say something, each with the quote above."""
    found = []
    quote: list[str] = []
    above = 0
    final = max((number for number, passage in enumerate(record.passages) if passage.kind == "own"), default=-1)
    for number, passage in enumerate(record.passages):
        if passage.kind == "quote":
            quote += [row for row in squeezed(passage.text) if row]
            above += passage.lines
        elif passage.kind == "own":
            own, at = _substance(passage, last=number == final)
            if passage.text and not own:
                continue  # a blank, a tag or a name does not end the quote above the next words
            found.append(Block(own, tuple(quote), above, at))
            quote, above = [], 0
    return tuple(found)


class Asked(NamedTuple):
    """A remark as a quote is compared with it: its last line, all its longer lines, the neighbouring words of its end, and the whole."""

    last: str
    rows: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    whole: str = ""


class Asking(NamedTuple):
    """A remark with what a quote of it is known by, the last of its lines, and the run of own words it stands in (None: not known)."""

    remark: Remark
    known: Asked
    last: int
    run: int | None


def asking(remark: Remark, lines: Mapping[str, tuple[int, int]]) -> Asking:
    """A remark as its answers are looked for; `lines` are its mail's `own_lines`."""
    last = remark.spot.line + remark.spot.text.count("\n")
    run = next((run for line, run in lines.values() if remark.spot.line <= line <= last), None)
    return Asking(remark, asked(remark), last, run)


def asked(remark: Remark) -> Asked:
    """What a quote of the remark is known by."""
    rows = [row for row in squeezed(remark.spot.text) if row]
    tail = _WORD.findall(remark.spot.text.lower())[-TAIL:]
    pairs = frozenset(pairwise(tail)) if len(tail) >= SHORT else frozenset()
    return Asked(rows[-1] if rows else "", frozenset(row for row in rows if len(row) >= LINE), pairs, " ".join(rows))


def holds(block: Block, remark: Asked, *, near: bool) -> bool:
    """Whether the quote holds the remark: its last line, lines of it at the end, or (`near`) its last words wrapped anew."""
    quote = block.quote
    if not quote:
        return False
    if (remark.last and remark.last in quote) or not remark.rows.isdisjoint(quote[-4:]):
        return True
    if not near or not remark.pairs:
        return False
    if len(quote[-1]) >= LINE and quote[-1][-1] in ".?!" and quote[-1] in remark.whole:
        return True  # one sentence of it, wrapped anew
    return len(remark.pairs & block.heard) >= NEAR * len(remark.pairs)


def own_lines(record: Record) -> Mapping[str, tuple[int, int]]:
    """The lines of a mail's own words, squeezed, with their number and the run they stand in; only of mails with remarks."""
    found: dict[str, tuple[int, int]] = {}
    if record.remarks:
        for run, passage in enumerate(record.passages):
            if passage.kind == "own":
                rows = passage.text.split("\n")
                for offset, (row, plain) in enumerate(zip(rows, squeezed(passage.text), strict=True)):
                    if len(plain) > 3 and not _SIGN_OFF.fullmatch(row):
                        found.setdefault(plain, (passage.line + offset, run))
    return found


def passed_over(block: Block, lines: Mapping[str, tuple[int, int]], run: int | None) -> bool:
    """Whether other words of the asker, behind a quote of their own, stand between the quoted remark (of a run) and the answer."""
    return run is not None and any(lines[row][1] > run for row in block.quote if row in lines)


def covers(block: Block, lines: Mapping[str, tuple[int, int]], asking: Asking) -> Literal["run", "mail", "no"] | None:
    """Whether the quote above an answer spans the remark: in the run of own words it ends with, or further up in the mail.

    None where the quote does not end with the asker's own words.
    """
    end = next((lines[row] for row in reversed(block.quote[-2:]) if row in lines), None)
    if end is None:
        return None
    first = asking.remark.spot.line
    if not end[0] - block.above <= first <= end[0]:
        return "no"
    return "run" if any(first <= line <= asking.last and run == end[1] for line, run in lines.values()) else "mail"
