# SPDX-License-Identifier: GPL-2.0-or-later
"""Text whose line breaks were lost: where a title ends and a name or the first sentence begins.

A wrong title is worse than none: where the words do not tell, nothing is said.
"""

import re

from digest.archive import _when

_WORD = r"(?:[A-Z\u00c0-\u017e][\w.'\u2019-]{0,30}|van|von|de|der|den|di|da|la|le|bin|al)"
_NAME = re.compile(rf"(?:^|[ ])(?P<name>\"[^\"]{{2,60}}\"|{_WORD}(?:,? {_WORD}){{0,4}})$")
_OPENER = re.compile(
    r"(?<=[\w)\]}\"'`>.]) (?=(?:On \w{3,9},? .{6,80}?(?:wrote|writes)\b|> |From: |-{5,}|"
    r"(?:This|These|The|Currently|When|While|Since|After|Before|Hi|Hello|Hey|Dear|Thanks|Thank|We|It|In|If|As|There|Add|Fix|Fixes|Use|Both|Some|Now|"
    r"Commit|Today|Recently|Following|Here)[ ,]|I [a-z]|I'm |Changes (?:in|since) |[A-Z][a-z]{2,15}-by: ))"
)
_TAGGED = re.compile(r"(?:(?:Re|RE|Fwd?|AW|SV): ?){0,4}(?:\[[^\]]{1,80}\] ?){0,4}")
_TOP = re.compile(rf"(?P<top>.{{8,300}}?) (?P<date>{_when.plain(_when.RFC)})[ ,]{{1,3}}")


def subject_end(text: str, begin: int) -> int | None:
    """Where a title that runs into the body ends, or None where the words do not tell."""
    above = _printed_above(text, begin)
    if above is not None:
        return above
    tag = _TAGGED.match(text, begin)
    start = tag.end() if tag else begin
    for found in _OPENER.finditer(text, start, start + 200):
        words = text[start : found.start()].split()
        if len(words) >= 2:
            return found.start()
    return None


def name_at_end(words: str) -> tuple[str, str] | None:
    """The words before a person's name, and the name with which they end: at most five capitalised words."""
    found = _NAME.search(words.rstrip())
    if found is None:
        return None
    return words[: found.start()].rstrip(), found["name"].strip('"')


def titled(text: str) -> tuple[str, str, str, int] | None:
    """`TITLE NAME DATE words`, as mail-archive.com's pages come out: title, name, date, and where the words begin."""
    found = _TOP.match(text)
    if found is None or not re.match(r"(?:(?:Re|RE|Fwd?): |\[)", found["top"]):
        return None
    split = name_at_end(found["top"])
    if split is None or not split[0]:
        return None
    return split[0], split[1], found["date"], found.end()


def once(title: str) -> str:
    """A title that a page prints twice, as its head and on the page: the last of the two, without what stands around them."""
    words = title[:1000].strip()
    for space in re.finditer(" ", words):
        tail = words[space.end() :].strip()
        if len(tail) < 12:
            break
        if tail in words[: space.start()]:
            return tail
    return title.strip()


def _printed_above(text: str, begin: int) -> int | None:
    """Where a title ends that the page's top prints as well: there it stands before other words."""
    start = text[begin : begin + 24].strip()
    above = text[max(0, begin - 9000) : max(0, begin - 1)]
    at = above.find(start) if len(start) > 15 else -1
    if at < 0:
        return None
    length = len(start)
    while length < 300 and at + length < len(above) and above[at + length] == text[begin + length : begin + length + 1]:
        length += 1
    words = text[begin : begin + length]
    if text[begin + length : begin + length + 1].isalnum() and (not words.endswith(" ")):
        words = words.rpartition(" ")[0]
    return begin + len(words.rstrip()) if len(words.split()) > 2 else None


_LISTED = re.compile(r"(?:To: |; \+?Cc: |[,;] )?(?P<name>[^,;:]{1,60})(?=[,;] )")


def behind_names(body: str, known: frozenset[str] = frozenset()) -> str:
    """A body without the `To: a; +Cc: b, c` that was run into it: it ends with a known name, or where the words tell."""
    if not body.startswith("To: "):
        return body
    at = 0
    for _ in range(200):
        listed = _LISTED.match(body, at)
        if listed is None or len(listed["name"].split()) > 5:
            break
        at = listed.end()
    last = re.compile(r"(?:To: |; \+?Cc: |[,;] )?").match(body, at)
    begin = last.end() if last else at
    name = max((name for name in known if body.startswith(f"{name} ", begin)), key=len, default=None)
    if name is not None:
        return body[begin + len(name) + 1 :]
    found = _OPENER.search(body, 4, 3000)
    return body[found.end() :] if found else body
