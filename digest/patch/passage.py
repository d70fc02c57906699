# SPDX-License-Identifier: GPL-2.0-or-later
"""Folds a mail for the page: runs of own words, quotes with their last lines, diffs left out, signatures."""

import re

from digest.model import Passage, Text

PAGE_LINES = 200  # own lines kept of one mail: a page shows the first 60, and those around a fact
QUOTE_LINES = 8  # last lines kept of a quote, with its marks removed
LINE = 400  # characters kept of a line
LIMIT = 400  # passages of one mail

_MARKS = re.compile(r"^[ \t]{0,4}(?:[>|][ ]?){1,60}", re.MULTILINE)


def fold(text: Text, diff_start: int = -1, diff_end: int = -1) -> tuple[Passage, ...]:
    """The passages of a mail in order; `body[diff_start:diff_end]` is the posted diff, of which only the length is kept."""
    passages: list[Passage] = []
    room = PAGE_LINES
    who: str | None = None
    body = text.body
    spans = text.spans
    held = -1
    for number, span in enumerate(spans):
        if len(passages) >= LIMIT:
            break
        start, end = span.start, span.end
        if diff_start >= 0 and end > diff_start:
            if start < diff_start and span.kind == "own":
                room = _own(text, start, diff_start, room, passages)
            break
        if span.kind == "own":
            room = _own(text, start, end, room, passages)
        elif span.kind == "quote":
            following = spans[number + 1] if number + 1 < len(spans) else None
            if following and following.kind == "quote" and following.depth == span.depth and (following.who or who) == (span.who or who):
                held = start if held < 0 else held  # pieces of one quote make one passage
                continue
            _quote(text, start if held < 0 else held, end, span.depth, span.who or who, passages)
            held = -1
        elif span.kind == "attribution":
            who = span.who or who
        elif span.kind == "signature":
            line, _ = text.place(start)
            passages.append(Passage("signature", line, body.count("\n", start, end) or 1))
    if diff_start >= 0 and len(passages) < LIMIT:
        line, _ = text.place(diff_start)
        passages.append(Passage("diff", line, body.count("\n", diff_start, diff_end) or 1))
    return tuple(passages)


def _own(text: Text, start: int, end: int, room: int, passages: list[Passage]) -> int:
    """Add a run of own words; returns how many lines may still be shown."""
    words = text.own[start:end]
    bare = words.strip("\n ")
    if not bare:
        return room
    start += words.index(bare[0]) if bare else 0
    line, column = text.place(start)
    count = bare.count("\n") + 1
    most = LINE if not text.flat else LINE * 20
    if count <= room and len(bare) <= most:
        shown = bare.rstrip()
        room -= count
    else:
        lines = bare.split("\n", PAGE_LINES)[: max(0, room)]
        room -= len(lines)
        shown = "\n".join([piece[:most] for piece in lines]).rstrip()
    passages.append(Passage("own", line, count, shown, column=column))
    return room


def _quote(text: Text, start: int, end: int, depth: int, who: str | None, passages: list[Passage]) -> None:
    """Add a quote with its last lines; neighbours of one depth and person are one passage's business of the mail room."""
    line, _ = text.place(start)
    words = text.body[start:end].rstrip()
    count = words.count("\n") + 1
    tail = words.rsplit("\n", QUOTE_LINES)
    if len(tail) > QUOTE_LINES:
        del tail[0]
    if len(words) > LINE:
        tail = [piece[:LINE] for piece in tail]
    passages.append(Passage("quote", line, count, _MARKS.sub("", "\n".join(tail)), depth, who))
