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
# Told in a sentence: "v3 cleans up the copying", "I changed the first patches according to the comments", "so this is v2".
_TOLD = re.compile(
    r"(?:^[ \t]{0,4}|(?<=[.!?:][ \n])[ ]?)(?:(?:and|so|also|note that|the|this)[ ,]{1,2}){0,2}"
    r"(?:v(?P<version>\d{1,2})(?:[ ]of[ ](?:this|the)[ ]\w{3,10})?[ ](?:now[ ]|also[ ]|just[ ]|only[ ]|mostly[ ]|basically[ ]){0,2}"
    r"(?:takes|cleans|does|adds|uses|switches|moves|removes|drops|reworks|simplifies|splits|fixes|changes|keeps|includes|contains|brings"
    r"|converts|addresses|incorporates|replaces|gets|makes|goes|renames|merges|squashes|reorders|tries|implements|introduces|extends"
    r"|improves|rebases|reverts|stops|relies|is[ ](?:rebased|mostly|basically|just|only|a[ ](?:re|complete|minor))"
    r"|has[ ](?:been|minor|no[ ](?:functional[ ])?change))"
    r"|I(?:'ve|[ ]have)?[ ](?:also[ ]|now[ ]|only[ ])?(?:changed|addressed|updated|reworked|incorporated|fixed|adjusted|reworded|applied)\b"
    r"[^.!?]{0,80}\b(?:review(?:s|ers?|ed)?|comments?|feedback|suggestions?|suggested|remarks|requests?|(?:previous|last) version)\b"
    r"|(?:all|most of the|the)[ ](?:\w+[ ])?(?:comments|feedback|remarks|suggestions|review comments)(?:[ ]\w+){0,4}"
    r"[ ](?:have been|were|are|is|was)[ ](?:now[ ])?(?:addressed|incorporated|fixed|taken)\b"
    r"|[^\n]{0,160}\b(?:since|from|over)[ ](?:the[ ])?(?:rfc[ ]?)?v\d{1,2}[ ]?:[ \t]*$"
    r"|(?:patch(?:es)?[ ][0-9, -]{1,12}|[Tt]he[ ](?:first|last)[ ](?:\w+[ ])?patch(?:es)?)[ ](?:is|are|was|were)[ ](?:new|dropped|changed"
    r"|unchanged|reworked|added)\b)",
    re.MULTILINE | re.IGNORECASE,
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


def read_changelog(text: Text, regions: tuple[tuple[int, int], ...], *, cover: bool = False, version: int = 1) -> Spot | None:
    """The changelog in the first of `regions` (offsets of own words) that has one: from its heading to the diffstat or the region's end.

    In a `cover` it may stand above what the series does, and ends there; all that follows in a patch's notes is of the changes.  Of a
    `version` after the first a sentence that says what it does will do.
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
    return None if text.flat or version < 2 else _told(text, regions if cover else regions[:1], version)


def _told(text: Text, regions: tuple[tuple[int, int], ...], version: int) -> Spot | None:
    """The paragraph, from that sentence on, in which an author tells what changed; in a cover or below `---`, for logs tell what is new."""
    own = text.own
    for start, end in regions:
        last = _END.search(own, start, end)
        said = _TOLD.finditer(own, start, last.start() if last else end)
        found = next((one for one in said if one["version"] is None or int(one["version"]) == version), None)
        if found is not None:
            begin = found.start() + len(found[0]) - len(found[0].lstrip())
            stop = own.find("\n\n", begin, end)
            if stop >= 0 and own[begin:stop].rstrip().endswith(":"):
                stop = own.find("\n\n", stop + 2, end)  # the list stands below
            words = own[begin : min(end if stop < 0 else stop, last.start() if last else end, begin + LENGTH)].rstrip()
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


_CHANGES = re.compile(r"^[ \t]{0,8}(?:[-*•] |\(?v?\d{1,2}[:.)]|v\d{1,2}\b|changes? (?:in|since|from|log))", re.IGNORECASE)
_SINCE = re.compile(
    r"(?:changes?(?:log)? ?(?:in|since|from|:|history)|v\d{1,2} ?(?:->|=>|→|:)|v\d{1,2}$|in v\d|change ?log|(?:since"
    r"|from) v\d|\(?v\d{1,2}\)?:|rfc ?->)"
)


def in_changelog(rows: list[str], number: int) -> bool:
    """Whether a line is an entry of a changelog: what changed since v1 is no statement."""
    row = rows[number]
    if number and not rows[number - 1].strip() and not _CHANGES.match(row) and not row.startswith((" ", "\t")):
        return False
    for row in reversed(rows[max(0, number - 25) : number + 1]):
        plain = row.strip().lower()
        if _SINCE.match(plain):
            return True
        if not plain and row is not rows[number]:
            continue
        if plain and not _CHANGES.match(row) and not row.startswith(("  ", "\t")) and row is not rows[number]:
            return False
    return False
