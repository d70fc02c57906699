# SPDX-License-Identifier: GPL-2.0-or-later
"""Words of a mail whose place is known, for what must lead to that mail as a whole."""

import re

from digest.model import Passage, Record, Spot
from digest.patch.passage import LINE

_RUNS_ON = re.compile(r"\n(?=[a-z0-9(\"'])[^.!?\n]{0,120}(?:\n(?=[a-z0-9(\"'])[^.!?\n]{0,120})?[.!?](?=\s|\Z)")


def run_on(words: str, end: int) -> int:
    """Where the sentence ends that goes on over the end of a line at `end`, two lines further at most; `end` where none does."""
    if not 0 < end < len(words) or words[end - 1] in ".!?:;":
        return end
    rest = _RUNS_ON.match(words, end)
    return rest.end() if rest else end


def words_of(record: Record) -> Spot | None:
    """Words of a mail whose place is known: a tag, a stand, a remark, else a line of its own words."""
    for given in (record.trailers, record.stances, record.remarks, record.commands, record.tests):
        if given:
            return given[0].spot
    if record.robot is not None:
        return record.robot.spot
    if record.cover is not None and record.cover.shortlog:
        return record.cover.shortlog[0].spot
    for passage in record.passages:
        if passage.kind == "own" and passage.text:
            stop = passage.text.find("\n")
            return spot_in(passage, 0, stop if stop > 0 else len(passage.text))
    return None


def sentence_in(passage: Passage, start: int, end: int) -> Spot | None:
    """The place of words of a passage, up to the end of their sentence though it stands on the next line; None for none."""
    return spot_in(passage, start, end, rows=4)


def spot_in(passage: Passage, start: int, end: int, rows: int = 1) -> Spot | None:
    """The place of words of a passage, up to the end of their first line (of so many); None for none."""
    text = passage.text
    words = "\n".join(text[start : run_on(text, end) if rows > 1 else end].split("\n")[:rows]).rstrip()
    if "\n" in words and any(len(row) >= LINE for row in words.split("\n")):
        words = words.partition("\n")[0].rstrip()  # what was cut off a long line stands between
    above = text.count("\n", 0, start)
    if not words:
        return None
    column = start - text.rfind("\n", 0, start) if above else passage.column + start
    return Spot(passage.line + above, column, words)
