# SPDX-License-Identifier: GPL-2.0-or-later
"""What a tag is aimed at beside its place in the thread: a posting linked to, sent elsewhere, or the patches of some files."""

import re
from collections.abc import Mapping

from digest.model import Posting, Record, Series, Trailer
from digest.patch.scope import file_names

_LINK = r"https?://(?:lore\.kernel\.org|patch\.msgid\.link)/(?:[\w.-]{1,40}/)?"
_SENT = re.compile(
    rf"(?i)\bI(?:'ve| have)? (?:\w+ ){{0,2}}(?:sent|posted|submitted)\b[^<>]{{0,80}}?{_LINK}([^\s/<>]{{5,200}}@[^\s/<>]{{3,100}})"
)
# "For the user space part at LINK:" above a tag.
_FOR_LINK = re.compile(
    r"(?i)(?:\A|[.!?:;]\s{1,3}|\n)(?:(?:this|it|the tag|my tag|but|and)[ ](?:(?:is|was)[ ])?(?:meant[ ])?)?(?:for|to)[ \n]"
    r"(?!(?:the[ ])?(?:record|reference|context|example|more|background|completeness|history|details?|what|info(?:rmation)?|comparison)\b)"
    rf"[^!?]{{0,120}}?{_LINK}([^\s/<>]{{5,200}}@[^\s/<>:,;]{{3,100}})[/>:,;)]{{0,3}}\s{{0,4}}\Z"
)


def elsewhere(series: Series, above: Record | None, record: Record, trailer: Trailer) -> bool:
    """Whether a tag is for a posting sent elsewhere: its own words say so, or it answers a reply that links to one just sent.

    `above` is the reply that the mail answers, None where it answers a posting.
    """
    if _linked(series, record, trailer):
        return True
    if above is None:
        return False
    quoted = [p for p in record.passages if p.kind == "quote" and p.line < trailer.spot.line]
    if not quoted or quoted[-1].depth != 1:
        return False
    sent = _SENT.search(quoted[-1].text)
    return sent is not None and not any((r.message_id or r.key) in sent[0] or sent[1] in r.key for r in series.records)


def _linked(series: Series, record: Record, trailer: Trailer) -> bool:
    """Whether the words that lead to a tag say that it is for a posting they link to, and which is none of this series."""
    for passage in record.passages:
        if passage.kind != "own" or "://" not in passage.text:
            continue
        if passage.line < trailer.spot.line < passage.line + max(passage.lines, 1):
            above = "\n".join(passage.text.split("\n")[: trailer.spot.line - passage.line]).rstrip()
            led = _FOR_LINK.search(above[-400:])
            return led is not None and not any(led[1] in {r.message_id, r.key} for r in series.records)
    return False


def touching(words: str, postings: Mapping[int, Posting]) -> list[int]:
    """The numbers of the patches that touch one of the files that the words of a scope name by the end of their paths."""
    files = file_names(words)
    found = []
    for index, posting in postings.items():
        record = posting.record
        paths = [change.path for change in record.patch.files] if record is not None and record.patch is not None else []
        if any(f"/{path}".endswith(f"/{name}") for path in paths for name in files):
            found.append(index)
    return found
