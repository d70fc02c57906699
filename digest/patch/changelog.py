# SPDX-License-Identifier: GPL-2.0-or-later
"""Finds what the author says changed since an earlier posting: "v2:", "Changes in v3:", "Changes since v1", "v1 -> v2:", "Changelog:".

In the notes below `---` (Documentation/process/submitting-patches.rst), in a cover, or, against the rules but daily, in the log.
"""

import re

from digest.model import Spot, Text

_ARROW = r"[ ]?(?:->|=>|→|-->)[ ]?"
_HEADINGS = (
    # Changes in v3, Changes since v1, Differences from the previous version
    (
        r"(?:changes?|changed|differences?|updates?|modifications?|diff)[ ](?:in|since|from|for|between|with|to|of|on|vs\.?|after)[ ]"
        r"(?:the[ ])?(?:patch[ ]?)?(?:version[ ]?|rfc[ ]?|series[ ]?)?(?:v?\d{1,3}|rfc|previous|last)\b[^\n]{0,60}"
    ),
    # Changelog:, Revision history, Changes:
    r"(?:change[ ]?-?log|(?:revision|version|patch) history|changes|history|patch changelog)[ ]?(?:\(?v\d{1,3}[^\n]{0,40})?:?",
    # v2: ..., V3 changes:, v1 -> v2 (date):
    (
        rf"(?:rfc[ -]?)?(?:patch[ ])?v\d{{1,3}}(?:(?:{_ARROW}|[ ]to[ ]|\.\.|[ ]?-[ ]?)v\d{{1,3}})?[ ]?(?:changes|changelog|updates?)?[ ]?"
        r"(?:\([^()\n]{1,60}\))?[ ]?[:-](?![/\w])[^\n]{0,400}"
    ),
    # v1 -> v2, RFC -> v1
    rf"(?:v\d{{1,3}}|rfc(?:[ ]?v\d{{1,3}})?){_ARROW}v?\d{{1,3}}\b[^\n]{{0,60}}",
    r"(?:since|from|compared (?:to|with))[ ]v\d{1,3}\b[^\n]{0,60}",
    r"in v\d{1,3}[ ]?[:,][^\n]{0,300}",
    # In v3 the following changes were made; the main differences to v2; v3 addresses all comments
    (
        r"in[ ](?:this[ ])?(?:v\d{1,3}|version|revision)\b[^\n]{0,60}"
        r"\b(?:changes?|changed|differences?|modifications?|updates?|fixed|dropped|reworked)\b[^\n]{0,60}"
    ),
    r"(?:the[ ])?(?:following|main|major|notable|only)[ ](?:changes?|differences?|modifications?)[^\n]{0,40}\bv\d{1,3}\b[^\n]{0,60}",
    (
        r"(?:this[ ](?:version|revision|v\d{1,3})|v\d{1,3})[ ](?:now[ ])?(?:addresses|incorporates|fixes|drops|removes|changes"
        r"|splits|reworks"
        r"|is[ ]rebased|is[ ]a[ ]rebase|contains[ ]the[ ]following[ ]changes)\b[^\n]{0,300}"
    ),
    r"compared[ ](?:to|with)[ ](?:the[ ])?(?:previous|last|first|earlier|v\d{1,3})\b[^\n]{0,100}",
)
_HEAD = re.compile(rf"^[ \t]{{0,8}}[*#=-]{{0,3}}[ \t]?(?:{'|'.join(_HEADINGS)})[ \t]*$", re.MULTILINE | re.IGNORECASE)
_RUN = re.compile(r"(?i)(?<!\S)(?:changes (?:in|since|from) (?:rfc )?v\d{1,3}|v\d{1,3} ?(?:->|=>) ?v\d{1,3}|changelog|v\d{1,3}:)(?=[ :])")
# A diffstat, b4's footer, a signature, a shortlog's name, a mailing list's footer.
_END = re.compile(
    r"^(?:[ \t]*\d{1,6} files? changed|[ \t][^\n|]{1,200}\|[ \t]+(?:\d|Bin)|base-commit:|change-id:|-- ?$|---[ \t]*$|diff --git"
    r"|[^\s(][^\n(]{0,80} \(\d{1,4}\):[ \t]*$|_{10,})",
    re.MULTILINE,
)
_TRAILER = re.compile(r"^(?:[A-Z][A-Za-z-]{2,40}-[Bb]y|Fixes|Cc|Link|Closes): [^\n]*$", re.MULTILINE)
_HINT = re.compile(r"^[ \t*#=-]{0,14}(?:[vV]\d|[CcRrVvPpHhDdUuMmSsFfIiTtNnOo][aefhinopru][a-zA-Z ]|[A-Z]{2})", re.MULTILINE)
_SURE = re.compile(r":|->|=>|→")
_ITEM = re.compile(r"[ \t]{0,12}(?:[-*+•·–o][ \t]|\(?\d{1,2}[.):][ \t]|[ \t]{2,8}\S)")
_OLDER = re.compile(r"[ \t]{0,8}(?:\[?(?:rfc|v\d{1,3})\b|(?:link|https?|lore)\b)", re.IGNORECASE)
_SAYS = re.compile(
    r"\b(?:is|are|was|were|has|have|addresses|incorporates|fixes|drops|removes|changes the|splits|reworks)\b[ ]\w", re.IGNORECASE
)
_UNDERLINE = re.compile(r"[=~-]{3,}[ \t]*")
LENGTH = 8000  # characters kept


def read_changelog(text: Text, regions: tuple[tuple[int, int], ...], *, cover: bool = False) -> Spot | None:
    """The changelog in the first of `regions` (offsets of own words) that has one: from its heading to the diffstat or the region's end.

    In a `cover` it may stand above what the series does, and ends there; all that follows in a patch's notes is of the changes.
    """
    own = text.own
    for start, end in regions:
        if text.flat:
            found = _RUN.search(own, start, end)
        else:
            hint = _HINT.search(own, start, end)
            found = _HEAD.search(own, hint.start(), end) if hint else None
        if not found or (start < regions[0][0] and not _SURE.search(found[0])):
            continue  # in the log, above the notes, words such as "Update for v2 boards" are prose
        begin = found.start() + len(found[0]) - len(found[0].lstrip())
        if begin == start and text.flat is False and not _worth(own, found, end):
            continue
        stop = end
        last = _END.search(own, found.end(), end)
        if last:
            stop = last.start()
        tag = _TRAILER.search(own, found.end(), stop)
        if tag:
            stop = tag.start()
        stop = min(stop, begin + LENGTH)
        if cover:
            stop = begin + _length(own[begin:stop])
        words = own[begin:stop].rstrip()
        if words:
            return text.spot(begin, begin + len(words))
    return None


def _length(words: str) -> int:
    """How much of the words is changelog: authors go on below it with what the series does.

    Where the changes are told as items, a paragraph of prose at the margin ends them, and so does an underlined heading, unless a later
    version's heading follows.
    """
    at = 0
    items = False
    for block in words.split("\n\n"):
        lines = block.strip("\n").split("\n")
        first = lines[0]
        if at and items and first[:1].strip() and not _ITEM.match(first) and not _HEAD.match(first) and not _OLDER.match(first):
            below = lines[1] if len(lines) > 1 else ""
            heads = bool(below) and _ITEM.match(below) is not None and len(first) <= 60  # "Patch 2:" above its own items
            if (_UNDERLINE.fullmatch(below) or not heads) and not _HEAD.search(words, at + len(first)):
                return at
        items = items or any(_ITEM.match(line) for line in lines) or (bool(_HEAD.match(first)) and not first.rstrip().endswith((":", "-")))
        at += len(block) + 2
    return len(words)


def _worth(own: str, found: re.Match[str], end: int) -> bool:
    """A heading alone is no changelog: words must follow on its line or below."""
    return ":" in found[0].rstrip(": \t") or bool(own[found.end() : end].strip()) or _SAYS.search(found[0]) is not None
