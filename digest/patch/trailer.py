# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads `Key: value` trailers out of a mail's own words: intact, wrapped, or run together where line breaks were lost.

Grammar: git-interpret-trailers(1) and b4 (any line of a reply), Documentation/process/submitting-patches.rst for the keys.  How a tag was
meant (condition, suggestion, scope) is read by `mood` from the words around it.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from digest.model import Address, Text, Trailer
from digest.patch import denial, mood
from digest.patch.person import Named, read_name, read_person
from digest.patch.scope import note_scope

Place = Literal["log", "notes", "cover", "reply", "signature", "diff"]

LIMIT = 2000  # trailers of one mail; a mail with more is none that people wrote

_WORDS = (
    "reviewed|acked|tested|reported|nacked|suggested|requested|bisected|debugged|diagnosed"
    r"|confirmed|verified|validated|analyzed|analysed|found|fixed"
)
_VALUES = "fixes|link|closes|buglink|bug|cc|depends-on|references|obsoletes|reported-at|message-id|supersedes|based-on|upstream-status"
_KEY = rf"[A-Za-z][A-Za-z]*(?:[-/&+][A-Za-z]+){{0,6}}-[Bb][Yy]|(?i:{_VALUES})"
_LINE = re.compile(rf"^(?P<lead>[ \t]{{0,12}}(?P<pipe>\|?)[ \t]{{0,4}})(?P<key>{_KEY})[ \t]{{0,2}}:(?P<value>[^\n]*)", re.MULTILINE)
_RUN = re.compile(rf"(?<![\w@./:=\"'(<|-])(?P<key>{_KEY})[ ]?:(?=[ ])")
_MEANING = re.compile(rf"(?:{_WORDS})\Z")
_SPLIT = re.compile(r"-and-|-by-|[-/&+]")
_NEXT_ADDRESS = re.compile(
    r"\n[ \t]{0,20}((?:[^\n<>:]{0,60}[ ])?<[^<>\n]{3,200}>[^\n]{0,200}"
    r"|[^\s<>@]{1,100}@[^\s<>@]{1,150}[ \t]*(?=\n|\Z))"
)
_NEXT_URL = re.compile(r"\n[ \t]{0,20}(https?://[^\s]{4,500})[ \t]*(?=\n|\Z)")
_NEXT_NOTE = re.compile(r"\n[ \t]{0,20}\[(?P<note>[^\[\]\n]{1,200}(?:\n[^\[\]\n]{1,200}){0,4})\][ \t]*(?=\n|\Z)")
_HASH = re.compile(r"[ \t]*[0-9a-f]{6,64}[ \t]*\Z")
_FIXES = re.compile(r"(?:commit[ ])?([0-9a-fA-F]{6,64})\b(?P<rest>.*)", re.DOTALL)
_FLAT_FIXES = re.compile(r"[ ]?(?:commit[ ])?[0-9a-fA-F]{6,64}\b(?:[ ]?\(\"[^\"]{1,200}\"\))?")
_FLAT_URL = re.compile(r"[ ]?(?:https?://|<)[^\s>]{4,400}>?")
# What stands before the colon of any key, three letters of it in lower case.
_ENDS = frozenset(
    ("-by", "by ", "by\t", "xes", "ink", "ses", "\ncc", " cc", "\tcc", "|cc", "-on", "tes", "bug", "-at", "-id", "tus", "ces", "des"),
)
_TOOLS = frozenset(("Assisted-by", "Generated-by", "Found-by"))
_VERDICTS = frozenset(("Reviewed-by", "Acked-by", "Tested-by", "Nacked-by"))  # others a sender quotes of the own patch
_LONE_MARK = re.compile(r"[^> ][ ]>[ ]?\Z")
_MARKED = re.compile(r"(?:^|[ >])>[ ]?\Z")
_SHOWN = re.compile(r"^commit [0-9a-f]{7,64}\b[^\n]{0,100}\n(?:Merge: [^\n]{1,100}\n)?\Z", re.MULTILINE)
_SPECIAL = {"cc": "Cc", "buglink": "BugLink", "message-id": "Message-ID"}
_BARE_END = re.compile(r"[ \t]?[^\s<>@,;()]{1,100}@[^\s<>@,;()]{1,150}(?=\s|\Z)")
_MASKED_END = re.compile(r"[ \t]?<[^<>\n]{0,200}>")


def has_trailers(words: str) -> bool:
    """Whether these words can hold a trailer at all, by a cheap look."""
    return (
        "-by:" in words
        or "-By:" in words
        or "-BY:" in words
        or "-by :" in words
        or "ixes:" in words
        or "ink:" in words
        or "loses:" in words
    )


@lru_cache(maxsize=512)
def meanings(key: str) -> tuple[str, ...]:
    """The canonical names a key stands for: `REVIEWED-BY` -> Reviewed-by; `Reviewed-and-tested-by` -> Reviewed-by, Tested-by."""
    low = key.lower()
    if not low.endswith("-by"):
        return (_SPECIAL.get(low) or low.capitalize(),)
    stem = low[:-3]
    parts = [part for part in _SPLIT.split(stem) if part not in {"and", "by"}]
    if len(parts) > 1 and all(_MEANING.match(part) for part in parts):
        return tuple(dict.fromkeys(f"{part.capitalize()}-by" for part in parts))
    return (f"{stem[:1].upper()}{stem[1:]}-by",)


class Reading:
    """One mail's trailers, gathered region by region.  `author` is the sender, `robot` whether a robot wrote the mail."""

    def __init__(self, text: Text, author: Address, *, robot: bool = False, nameless: bool = False) -> None:
        self.only_sender = False  # whether tags that name another person are passed over
        self.text = text
        self.author = author
        self.robot = robot
        self.nameless = nameless
        self.found: list[Trailer] = []
        self._looked = 0
        self._seen: set[tuple[str, str, str]] = set()

    def read(self, words: str, start: int, end: int, place: Place) -> None:
        """Take in the trailers of `words[start:end]` (offsets of the body; words may be its blanked twin)."""
        finder = self._flat if self.text.flat else self._lines
        tone: mood.Tone | None = None
        last = -1
        for at, stop, key, value, piped in finder(words, start, end):
            self._looked += 1
            if self._looked > LIMIT:
                return
            if place == "reply" and words.startswith("    ", max(start, at - 4)) and _of_shown_commit(words, start, at):
                continue  # `git show` pasted into a reply: that commit's tags, not this patch's
            if place == "reply" and not self.robot and denial.shown(words, start, at):
                last = stop
                continue  # a log that is shown for its wording
            if place in {"log", "signature", "diff"}:
                tone = mood.PLAIN
            elif tone is None or words[last:at].strip(" \t\n|"):
                tone = mood.before(self.text, words, start, at)
            last = stop
            self._take(at, stop, key, value, place, tone, piped=piped)

    def _take(self, at: int, stop: int, key: str, value: str, place: Place, tone: mood.Tone, *, piped: bool) -> None:
        """Judge one `key: value`, whose words are `body[at:stop]`."""
        names = meanings(key)
        named: Named | None = None
        if names == ("Cc",) and place not in {"log", "notes", "cover"}:
            return  # a pasted header, or a wish to the sender's mailer
        if key.lower().endswith("-by") or names == ("Cc",):
            named = read_person(value) or (None if names == ("Cc",) else self._name(value, place))
            if named is None and place == "log" and names[0] in _TOOLS and 0 < len(value) <= 120:
                named = Named(Address(None, None), len(value), None)  # a program helped: `Assisted-by: Name:version`
            if named is None:
                return
            clean = value[: named.length].strip()
            note = named.note
            person: Address | None = named.person if named.person.name or named.person.email else None
            if person and person.email and not person.name and clean == f"<{person.email}>":
                clean = person.email
            if person and person.email and "<mailto:" in clean:
                clean = f"{person.name} <{person.email}>" if person.name else person.email
        else:
            judged = _value(names[0], value)
            if judged is None:
                return
            clean, note = judged
            person = None
        if self.only_sender and (names[0] not in _VERDICTS or person is None or not same_person(person, self.author)):
            return
        spot = self.text.spot(at, stop)
        if tone is mood.DENIED and names[0] in _VERDICTS:
            return
        if piped and not self.robot and person is not None and names[0] in _VERDICTS and not same_person(person, self.author):
            return  # `|` marks a quote of people, too: robots alone propose tags so
        how = tone if place in {"log", "signature", "diff"} else mood.behind(tone, self.text, stop, note)
        feeling, why = "plain" if how.mood == "denied" else how.mood, how.why
        if piped or (self.robot and place == "reply"):
            feeling, why = "suggested", why or spot
        elif feeling == "suggested" and (person is None or same_person(person, self.author)) and names[0] != "Fixes":
            if why is not None and mood.is_sample(why.text):
                return
            feeling, why = "plain", None  # "please add my ..." is how people give their own tag
        scope = how.scope or note_scope(note)
        for name in names:
            mark = (name, clean.lower(), place)
            if mark in self._seen:
                continue
            self._seen.add(mark)
            self.found.append(Trailer(name, clean, person, spot, place, note, feeling, why, scope))

    def _name(self, value: str, place: Place) -> Named | None:
        """A tag without any address: believed of the log, of copies whose addresses were taken out, and of the sender's own name."""
        named = read_name(value)
        if named is None:
            return None
        own = self.author.name or ""
        if self.nameless or place == "log" or (own and named.person.name and named.person.name.lower() == own.lower()):
            return named
        return None

    def _lines(self, words: str, start: int, end: int) -> Iterator[tuple[int, int, str, str, bool]]:
        """Trailers that stand on lines of their own: offset, end, key, value (wrapped lines joined), whether piped."""
        skip = -1
        for line in _candidates(words, start, end):
            found = _LINE.match(words, line, end) if line >= skip else None
            if found is None:
                continue
            at, stop, value = found.start("key"), found.end(), found["value"]
            low = found["key"].lower()
            if low.endswith("-by") or low == "cc":
                stop, value = _join_person(words, stop, end, value)
            elif low == "fixes":
                stop, value = _join_fixes(words, stop, end, value)
            elif not value.strip():
                alone = _NEXT_URL.match(words, stop, end)
                stop, value = (alone.end(), alone[1]) if alone else (stop, value)
            stop, value = _join_note(words, stop, end, value)
            skip = stop
            kept = len(value.rstrip()) - len(value)
            yield from _split_run(at, stop + kept if kept else stop, found["key"], value.strip(), words, piped=bool(found["pipe"]))

    def _flat(self, words: str, start: int, end: int) -> Iterator[tuple[int, int, str, str, bool]]:
        """Trailers in words without line breaks: each value ends with its address, hash or link."""
        skip = -1
        for found in _RUN.finditer(words, start, end):
            if found.start() < skip:
                continue
            behind = found.end()
            at = found.start()
            marked = _MARKED.search(self.text.body, max(0, at - 3), at) is not None  # a quote mark, not the end of an address
            if marked and not self.only_sender:
                continue
            stop = _flat_end(words, behind, min(end, behind + 400), found["key"].lower())
            if stop < 0:
                continue
            if marked and (not _LONE_MARK.search(words, max(0, at - 4), at) or words[stop : stop + 4].lstrip()[:1] == ">"):
                continue  # a lone mark with no other behind is that of an empty quoted line before the sender's own tag
            skip = stop
            piped = words[max(0, found.start() - 2) : found.start()].strip() == "|"
            yield found.start(), stop, found["key"], words[behind:stop].strip(), piped


def _of_shown_commit(words: str, start: int, at: int) -> bool:
    """Whether an indented line belongs to a commit shown by git-log(1): `commit ID`, `Author:`, then nothing that is not indented."""
    head = words.rfind("\nAuthor: ", start, at)
    if head < 0 or not _SHOWN.search(words, max(start, head - 200), head + 1):
        return False
    line = words.rfind("\n", start, at) + 1
    behind = words[words.find("\n", head + 1) : line].split("\n")
    return all(not row.strip() or row.startswith(("    ", "AuthorDate:", "Date:", "Commit:", "CommitDate:")) for row in behind)


def _candidates(words: str, start: int, end: int) -> list[int]:
    """Offsets of the lines that may open with a key, in order; found by what all keys end with, not by looking at each line."""
    lines: dict[int, None] = {}
    at = words.find(":", start, end)
    while at >= 0:
        if words[at - 3 : at].lower() in _ENDS:
            low = max(start, at - 100)
            feed = words.rfind("\n", low, at)
            if feed >= 0:
                lines[feed + 1] = None
            elif low == start:
                lines[start] = None
        at = words.find(":", at + 1, end)
    return list(lines)


def _split_run(at: int, stop: int, key: str, value: str, words: str, *, piped: bool) -> Iterator[tuple[int, int, str, str, bool]]:
    """Cut a value in which a re-wrapping mailer ran several trailers together."""
    second = _RUN.search(value) if "-by:" in value or "-By:" in value else None
    if not second or ">" not in value[: second.start()]:
        yield at, stop, key, value, piped
        return
    cut = words.index(value[second.start() : second.end()], at)
    yield at, cut - (len(words[at:cut]) - len(words[at:cut].rstrip())), key, value[: second.start()].strip(), piped
    yield from _split_run(cut, stop, second["key"], value[second.end() :].strip(), words, piped=piped)


def _flat_end(words: str, start: int, end: int, key: str) -> int:
    """Where a value without a line end stops: behind its address, hash with title, or link; -1 if it is none of them."""
    if key.endswith("-by") or key == "cc":
        bare = _BARE_END.match(words, start, end)
        if bare:
            return bare.end()
        angle = _MASKED_END.search(words, start, min(end, start + 120))
        if angle:
            return angle.end() if mood.name_like(words[start : angle.start()]) else -1
        named = read_person(words[start : min(end, start + 120)])
        return start + named.length if named and not named.person.name else -1
    found = (_FLAT_FIXES if key == "fixes" else _FLAT_URL).match(words, start, end)
    return found.end() if found else -1


def _join_person(words: str, stop: int, end: int, value: str) -> tuple[int, str]:
    """QUIRK: mailers wrap long names, so that the address stands on the next line."""
    if "@" in value or ">" in value:
        return stop, value
    following = _NEXT_ADDRESS.match(words, stop, end)
    if following and len(value) < 120:
        return following.end(), f"{value.rstrip()} {following[1].strip()}"
    return stop, value


def _join_fixes(words: str, stop: int, end: int, value: str) -> tuple[int, str]:
    """A commit title in brackets that was wrapped onto the next lines."""
    for _ in range(3):
        opened = value.count("(") > value.count(")")
        alone = "(" not in value and _HASH.match(value) and words.startswith(('\n("', '\n ("', '\n  ("'), stop)
        if not opened and not alone:
            break
        if stop >= end:
            break
        line_end = words.find("\n", stop + 1)
        line_end = end if line_end < 0 else min(line_end, end)
        more = words[stop + 1 : line_end].strip()
        if not more or _LINE.match(words, stop + 1, line_end):
            break
        value = f"{value.rstrip()} {more}"
        stop = line_end
    return stop, value


def _join_note(words: str, stop: int, end: int, value: str) -> tuple[int, str]:
    """A `[note]` on the next line belongs to the trailer above it (b4's extended information)."""
    if not words.startswith("\n", stop):
        return stop, value
    following = _NEXT_NOTE.match(words, stop, end)
    if not following:
        return stop, value
    return following.end(), f"{value.rstrip()} [{' '.join(following['note'].split())}]"


def _value(name: str, value: str) -> tuple[str, str | None] | None:
    """A value that is no person: (value, note), or None where it is not what its key asks for."""
    value = value.strip()
    if name == "Fixes":
        found = _FIXES.match(value)
        if not found:
            return None
        body, _, note = value.partition(" # ")
        return body.strip(), note.strip() or None
    if not value or len(value) > 500:
        return None
    body, mark, note = value.partition(" #")
    body = body.strip()
    if name in {"Link", "Closes", "BugLink", "Bug", "Depends-on", "Message-ID", "Supersedes", "Based-on"} and not (
        "://" in body or "@" in body or (name != "Bug" and "#" in value)
    ):
        return None
    return body, (note.strip() or None) if mark else None


def same_person(one: Address, other: Address) -> bool:
    """Whether a tag names its sender: by address (no +suffix, a company's sub-domain alike) or by the whole name."""
    if one.email and other.email and not (one.masked or other.masked):
        here, there = one.email.lower(), other.email.lower()
        if here == there:
            return True
        user, _, host = here.partition("@")
        user2, _, host2 = there.partition("@")
        if user.partition("+")[0] == user2.partition("+")[0] and (
            host == host2 or host.endswith(f".{host2}") or host2.endswith(f".{host}")
        ):
            return True
    return bool(one.name and other.name and " ".join(one.name.lower().split()) == " ".join(other.name.lower().split()))
