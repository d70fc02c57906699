# SPDX-License-Identifier: GPL-2.0-or-later
"""Words of a mail whose place is known, for what must lead to that mail as a whole."""

from digest.model import Passage, Record, Spot


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


def spot_in(passage: Passage, start: int, end: int) -> Spot | None:
    """The place of words of a passage, up to the end of their first line; None for none."""
    text = passage.text
    words = text[start:end].partition("\n")[0].rstrip()
    above = text.count("\n", 0, start)
    if not words:
        return None
    column = start - text.rfind("\n", 0, start) if above else passage.column + start
    return Spot(passage.line + above, column, words)
