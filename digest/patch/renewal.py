# SPDX-License-Identifier: GPL-2.0-or-later
"""What newer versions did about a remark: reads the postings of a Series, makes whether the remark was met there, and the proof.

A remark is met where a newer changelog names it, where the line it stands under is no longer as it was, and where the very name that was
asked for has appeared; it is perhaps met where only the log was rewritten or a review as a whole is thanked for.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from digest.model import Record, Remark, Series, Spot
from digest.patch import lines, reply

Answered = Literal["yes", "probably", "no"]

PLURAL = 3  # letters of a word that is no plural
WORD = re.compile(r"[a-z0-9_]{2,40}")
_NAME = re.compile(r"\b(?:[A-Za-z]\w{0,60}_\w{1,60}|[A-Z][A-Z0-9_]{3,60}|[a-z]+[A-Z]\w{1,60}|\w{2,60}\(\))")
_REPOST = re.compile(
    r"\b(?:re-?post|re-?send|re-?submit|re-?spin|re-?base|send (?:a |the |us )?(?:v\d|new|next)|new version"
    r"|next version|revised (?:one|patch|version|series)|updated (?:patch|version|series)|fresh (?:new )?submission|v\d with"
    r"|post (?:a )?(?:v\d|new)|waiting for (?:a )?(?:v\d"
    r"|new))\b",
    re.IGNORECASE,
)
_SECTION = re.compile(
    r"[ \t]*(?:[-*=#]{0,3} ?)(?:changes?(?:log)?[ :]{0,2})?(?:(?:since|from) \(?(?:rfc ?)?v(?P<since>\d{1,3})"
    r"|(?:rfc|\(?v(?P<old>\d{1,3})\)?) ?(?:->|=>|→|-->|to) ?v?(?P<new>\d{1,3})"
    r"|(?:in )?\(?v(?P<at>\d{1,3})\)?(?=:| *$| *->| *\())[ :)]{0,3}",
    re.IGNORECASE,
)
_BULLET = re.compile(r"[ \t]{0,8}(?:[-*•+]|\(?\d{1,2}[.)])[ \t]")
_REVIEWED = re.compile(
    r"\b(?:address\w*|incorporat\w*|fix\w*|appl\w+|per|according|after|from|all|based|flagged)\b.{0,40}\b(?:comments?"
    r"|feedback|reviews?|suggestions?|remarks|nits?)\b"
)
# An entry that somebody's tag was added says nothing of what he asked.
_TAGGED = re.compile(r"\b(?:tags?|rb|r-b|acks?|acked|reviewed-by|acked-by|tested-by|signed-off-by|sob|trailers?)\b")
_MACHINES = re.compile(r"\b(?:test robot|lkp|sashiko|smatch|syzbot|build (?:error|failure|warning)|compil\w+|warnings?)\b")
_LOG = re.compile(
    r"\b(?:commit (?:message|log|description)|changelog|description|explain|describe|mention|imperative|reword"
    r"|rephrase|wording|cover letter|justif\w+|motivation)\b",
    re.IGNORECASE,
)
_BID = re.compile(
    r"(?:^|[.,:;!] |\bplease )(?P<do>add|drop|remove|rename|fix|move|split|mention|document|replace|convert|handle|reorder|rework"
    r"|extend|sort)"
    r" (?:(?:an?|the|this|these|those|some|missing|proper|also|your|all) ){0,3}(?P<what>\w{4,40})(?: (?P<next>\w{4,40}))?\b",
    re.IGNORECASE,
)
_CHANGELOG = re.compile(r"\bchange ?-?log\b", re.IGNORECASE)
COMMON = frozenset(
    re.findall(
        r"\S+",
        "the a an and or of to in is it this that for on with as be are was were not you we they i if so do does did have has "
        "had can could should would will from by at no but what why how when which there here also just only then than them "
        "its your my our please patch patches version line lines code change changes changed add added remove removed use "
        "used using make fix fixed update updated drop dropped one two same some any all more about into like think need "
        "needs see v2 v3 v4 v5 v6 maybe perhaps better instead ",
    )
)


def stems(text: str) -> frozenset[str]:
    """The words of a text that say something, each once, a plural as its singular."""
    return frozenset(
        [word[:-1] if word[-1] == "s" and len(word) > PLURAL else word for word in WORD.findall(text.lower()) if word not in COMMON]
    )


# Classes of small faults: a changelog names them as a class ("fixed typos, formatting"), a remark by example.
_SMALL = (
    (
        re.compile(r"\b(?:typos?|spelling|misspell\w*|grammar|wording)\b"),
        re.compile(
            r"(?i)\b(?:typos?|spelling|codespell|misspelt|mis-?spell\w*|grammar)\b|\A[ \t]*(?:nit[ ]?:[ ]?)?\S{3,30}[ \t.]*\Z|\bs/\w|->|→"
        ),
    ),
    (
        re.compile(
            r"\b(?:format\w*|indent\w*|white ?spaces?|align\w*|coding style|style|checkpatch|xmas|christmas|rct|newlines?|blank lines?"
            r"|line (?:length|wrap)\w*|long lines?)\b"
        ),
        re.compile(
            r"(?i)\b(?:format\w*|indent\w*|white ?spaces?|align\w*|style|checkpatch|xmas|christmas|rct|newlines?|blank lines?|columns?"
            r"|80 char\w*|long lines?|line length|trailing)\b"
        ),
    ),
)


class Rows(NamedTuple):
    """The lines of one posting, squeezed: each once, and as one text."""

    lines: frozenset[str]
    text: str


class Entry(NamedTuple):
    """One entry of a changelog: as written, in lower case, and its words."""

    text: str
    low: str
    words: frozenset[str]


class Postings:
    """The postings of a series as searchable lines, made where they are asked for."""

    def __init__(self, series: Series) -> None:
        self.series = series
        self._rows: dict[tuple[int, int], Rows] = {}
        self._files: dict[tuple[int, int], dict[str, str | None]] = {}
        self._entries: dict[tuple[int, int], list[Entry]] = {}
        self._later: dict[tuple[int, int | None], tuple[tuple[int, int | None], ...]] = {}
        self._posted: dict[tuple[int, int], Record | None] = {}
        for number, revision in enumerate(series.revisions):
            self._posted[number, 0] = revision.cover
            for posting in revision.postings:
                self._posted.setdefault((number, posting.index), posting.record)

    def posted(self, revision: int, index: int | None) -> Record | None:
        """The mail of one posting (0: the cover)."""
        return None if index is None else self._posted.get((revision, index))

    def rows(self, revision: int, index: int) -> Rows:
        """The lines of one posting (log and notes, or a cover's passages, then the diff); empty where it is not known."""
        at = (revision, index)
        if at not in self._rows:
            rows = _posting_rows(self.posted(revision, index))
            self._rows[at] = Rows(frozenset(rows), "\n".join(rows))
        return self._rows[at]

    def files(self, revision: int, index: int) -> dict[str, str | None]:
        """The file in whose diff a (squeezed) line of one posting stands first."""
        at = (revision, index)
        if at not in self._files:
            found: dict[str, str | None] = {}
            file = None
            record = self.posted(revision, index)
            text = _diff(record)
            for row, plain in zip(text.split("\n"), reply.squeezed(text), strict=True) if text else ():
                if row.startswith("+++ "):
                    file = row[4:].removeprefix("b/").split("\t")[0]
                else:
                    found.setdefault(plain, file)
            self._files[at] = found
        return self._files[at]

    def entries(self, revision: int, after: int) -> list[Entry]:
        """What the changelogs of one revision say of versions later than `after`."""
        at = (revision, after)
        if at not in self._entries:
            whole = self.series.revisions[revision]
            logs = [whole.changelog or ""] + [p.record.changelog.text for p in whole.postings if p.record and p.record.changelog]
            texts = [entry for log in dict.fromkeys(logs) for entry in _entries(log, after)]
            self._entries[at] = [Entry(text, text.lower(), stems(text)) for text in texts]
        return self._entries[at]

    def log(self, revision: int, index: int) -> str:
        """The log of one posting."""
        record = self.posted(revision, index)
        return record.patch.log if record and record.patch else ""

    def later(self, position: int, index: int | None) -> tuple[tuple[int, int | None], ...]:
        """The later revisions with the index that a patch has there (None: it is gone, or what is spoken of is the whole)."""
        at = (position, index)
        if at not in self._later:
            found: list[tuple[int, int | None]] = []
            here = index
            for number, revision in enumerate(self.series.revisions[position + 1 :], position + 1):
                if here:
                    moved = next((p.index for p in revision.postings if (p.was_index or p.index) == here and p.change != "new"), None)
                    here = moved if moved is not None else self._still(number, here)
                found.append((number, here))
            self._later[at] = tuple(found)
        return self._later[at]

    def _still(self, number: int, index: int) -> int | None:
        """The same index in a newer revision, where no other patch has moved there."""
        there = next((p for p in self.series.revisions[number].postings if p.index == index), None)
        return index if there is not None and there.was_index in {None, index} and (number, index) in self._posted else None

    def first(self, revision: int) -> Record | None:
        """The cover of a revision, else its first posting that is here."""
        whole = self.series.revisions[revision]
        return whole.cover or next((p.record for p in whole.postings if p.record), None)


def _posting_rows(record: Record | None) -> list[str]:
    if record is None:
        return []
    if record.patch is None:
        return [row for passage in record.passages for row in reply.squeezed(passage.text)]
    diff = _diff(record)
    return [row for text in (record.patch.log, record.patch.notes, *((diff,) if diff else ())) for row in reply.squeezed(text)]


def _diff(record: Record | None) -> str:
    """A posted diff; empty where there is none, or it was too long to be carried."""
    return lines.unpack(record.patch.diff) if record is not None and record.patch is not None and record.patch.diff else ""


def file_of(postings: Postings, record: Record, remark: Remark) -> str | None:
    """The file under whose hunk the remark stands: as quoted, else found by the quoted lines in the patch itself."""
    if remark.file or not remark.quote or remark.kind == "robot":
        return remark.file
    place = postings.series.home.get(record.key)
    if place is None or not place[1]:
        return None
    wanted = [reply.squeeze(row) for row in remark.quote.split("\n") if len(row.strip()) > 3]
    return postings.files(place[0], place[1]).get(wanted[-1]) if wanted else None


def _entries(text: str, after: int) -> Iterator[str]:
    """The entries of a changelog that speak of versions later than `after`, each with its continuation lines."""
    section = after + 1
    entry = ""
    for row in text.split("\n"):
        head = _SECTION.match(row)
        if head:
            section = int(head["since"]) + 1 if head["since"] else int(head["new"] or head["at"])
            row = row[head.end() :]
        if head or _BULLET.match(row) or not row.strip():
            if entry.strip():
                yield entry
            entry = ""
        if section > after:
            entry += " " + row
    if entry.strip():
        yield entry


def _named(entries: list[Entry], remark: Remark, spoke: list[str], names: set[str]) -> tuple[Answered, str]:
    """Whether an entry of the changelog names what the remark asks, and which."""
    words = stems(remark.spot.text)
    found: tuple[Answered, str] = ("no", "")
    most = 0
    for entry, low, said in entries:
        shared = said & words
        credited = any(len(part) > 2 and part in low for part in spoke)
        small = remark.kind == "nit" and any(whole.search(low) and one.search(remark.spot.text) for whole, one in _SMALL)
        told = small or bool(names & said) or len(shared) >= 3 or (credited and bool(shared)) or _does(low, remark)
        if told or (len(shared) >= 2 and (2 * len(shared) >= len(said) or 3 * len(shared) >= len(words))):
            weight = 1 + len(shared) + 2 * len(names & said)
            if weight > most:
                found, most = ("yes", entry), weight
        elif most:
            continue
        elif remark.kind == "robot" and _MACHINES.search(low):
            found, most = ("yes", entry), 1
        elif (credited or _REVIEWED.search(low)) and not _TAGGED.search(low):
            found = ("probably", entry)
    return found


def _does(entry: str, remark: Remark) -> bool:
    """Whether an entry does with a thing what a remark asks to do with it: "Add an extack msg" and "add missing extack messages"."""
    bid = _BID.search(remark.spot.text)
    if bid is None:
        return False
    verb = bid["do"].lower()[:4].rstrip("e")
    things = [thing.lower() for thing in bid.group("what", "next") if thing and thing.lower() not in COMMON]
    return any(re.search(rf"\b{verb}\w{{0,6}} [^.;]{{0,40}}\b{thing}", entry) for thing in things)


def renewed(postings: Postings, record: Record, remark: Remark) -> tuple[Answered, Record | None, Spot | None]:
    """What the later versions say: the changelog names the remark, or the place it stands under is no longer as it was."""
    place = postings.series.home.get(record.key)
    if place is None:
        return "no", None, None
    position, index = place
    said = remark.spot.text
    names = {name.rstrip("()").lower() for name in _NAME.findall(said)}
    wanted = next((row for row in reversed([reply.squeeze(row) for row in remark.quote.split("\n")]) if len(row) > 3), "")
    old = postings.rows(position, index or 0) if index is not None else Rows(frozenset(), "")
    spoke = (record.author.name or "").casefold().split()
    best: tuple[Answered, Record | None, Spot | None] = ("no", None, None)
    for later, there in postings.later(position, index):
        revision = postings.series.revisions[later]
        proof = (postings.posted(later, there) if there else None) or postings.first(later)
        entries = postings.entries(later, postings.series.revisions[position].version)
        named, entry = _named(entries, remark, spoke, names)
        if named == "yes" or (remark.kind != "robot" and _REPOST.search(said)) or (_CHANGELOG.search(said) and revision.changelog):
            return "yes", proof, _shown(proof, entry)
        if named != "no" and best[0] == "no":
            best = named, proof, _shown(proof, entry)
        if index and there is None and best[0] == "no" and revision.dropped and not revision.missing:
            best = "probably", proof, _shown(proof)  # the patch that was remarked on is gone
        new = postings.rows(later, there) if there is not None else old
        if there is None or not new.lines or not old.lines:
            continue
        if wanted and wanted in old.lines and wanted not in new.lines:
            return ("probably" if remark.kind == "question" else "yes"), proof, _shown(proof)
        fresh = [name for name in names if name not in old.text]
        if any(name in new.text for name in fresh):
            return "yes", proof, _shown(proof, entry)
        if _LOG.search(said) and postings.log(later, there or 0) != postings.log(position, index or 0) and best[0] == "no":
            best = "probably", proof, _shown(proof)
        if remark.kind == "robot" and remark.quote == "" and new.text != old.text and best[0] == "no":
            best = "probably", proof, _shown(proof)  # a build or test that failed, and the patch was changed since
    return best


def _shown(record: Record | None, entry: str = "") -> Spot | None:
    """Words that prove an answer by a new version: the entry of its changelog, else the changelog's or the log's first line."""
    if record is None:
        return None
    if record.changelog:
        rows = record.changelog.text.split("\n")
        wanted = reply.squeeze(entry)
        for number, row in enumerate(rows):
            plain = row.strip()
            if len(plain) > 3 and wanted and reply.squeeze(plain) in wanted:
                indent = len(row) - len(row.lstrip())
                return Spot(record.changelog.line + number, indent + (1 if number else record.changelog.column), plain)
        return Spot(record.changelog.line, record.changelog.column, rows[0])
    if record.patch and record.patch.log_line:
        return Spot(record.patch.log_line, 1, record.patch.log.split("\n", 1)[0])
    words = reply.blocks(record)
    return words[0].at if words else None
