# SPDX-License-Identifier: GPL-2.0-or-later
"""Which review remarks were answered: reads a Series, makes its Questions, human before robot.

Answered is what a later mail takes up under a quote of the remark (refusals and promises too), what the asker settles himself, what the
next version's changelog names, and what the next version changed at the very place.  A reply that skips the remark, or a new version
that keeps the place as it was, leaves it open.
"""

import re
import zlib
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from digest import mail
from digest.model import Address, Question, Record, Remark, Revision, Series, Spot
from digest.patch import reply
from digest.patch.attribution import evidence, person

Answered = Literal["yes", "probably", "no"]

FEW = 4  # words in common that make a mail speak of the same things
SHARE = 0.5  # ... and their share of the words of the remark
BRIEF = 6  # words of an assent that takes in all that is quoted above it


_WORD = re.compile(r"[a-z0-9_]{2,40}")
_NAME = re.compile(r"\b(?:[A-Za-z]\w{0,60}_\w{1,60}|[A-Z][A-Z0-9_]{3,60}|[a-z]+[A-Z]\w{1,60}|\w{2,60}\(\))")
_ALL = re.compile(
    r"\b(?:will|'ll|have|has|'ve|i|we)\b.{0,40}\b(?:fix|fixed|address|addressed|update|updated|change|changed|modify"
    r"|correct|corrected|incorporate[d]?|apply|applied|follow|rework|take care|handle|do)\b.{0,40}"
    r"\b(?:all|these|those|them|comments?|feedback|suggestions?|remarks|points|issues|accordingly"
    r"|as (?:you )?suggested|according to|your review)\b|\baccording to (?:the|your) (?:comments?|review|feedback"
    r"|suggestions?)\b",
    re.IGNORECASE | re.DOTALL,
)
_SETTLED = re.compile(
    r"\b(?:never ?mind|forget (?:it|this|about)|scratch that|ignore (?:this|that|my)|i (?:misread|misunderstood"
    r"|missed (?:that|it|this)|see now|was wrong|stand corrected)|you(?:'re| are) right|fair enough"
    r"|makes sense(?: now)?|"
    r"that(?:'s| is) (?:fine|ok|okay|good)|assume it is ok|found it|got it|works for me|i(?:'m| am) (?:ok|fine|happy"
    r"|good) with)\b|\bok(?:ay)?, (?:then|thanks|i see|thank|got)\b|\bah,? (?:ok|i see|right)\b|^\s*ok(?:ay)?[,.;!]",
    re.IGNORECASE,
)
_REPOST = re.compile(
    r"\b(?:re-?post|re-?send|re-?submit|re-?spin|re-?base|send (?:a |the |us )?(?:v\d|new|next)|new version"
    r"|next version|fresh (?:new )?submission|v\d with|post (?:a )?(?:v\d|new)|waiting for (?:a )?(?:v\d"
    r"|new))\b",
    re.IGNORECASE,
)
_TREE = re.compile(r"\b(?:net|nf|bpf|wireless|iwl|can|ipsec|mptcp)(?:-next)?\b|\btree\b", re.IGNORECASE)
_SECTION = re.compile(
    r"[ \t]*(?:[-*=#]{0,3} ?)(?:changes?(?:log)?[ :]{0,2})?(?:(?:since|from) \(?(?:rfc ?)?v(?P<since>\d{1,3})"
    r"|(?:in )?\(?v(?P<at>\d{1,3})\)?(?=:| *$| *->| *\())[ :)]{0,3}",
    re.IGNORECASE,
)
_BULLET = re.compile(r"[ \t]{0,8}(?:[-*•+]|\(?\d{1,2}[.)])[ \t]")
_REVIEWED = re.compile(
    r"\b(?:address\w*|incorporat\w*|fix\w*|appl\w+|per|according|after|from|all|based|flagged)\b.{0,40}\b(?:comments?"
    r"|feedback|reviews?|suggestions?|remarks|nits?)\b"
)
_MACHINES = re.compile(r"\b(?:test robot|lkp|sashiko|smatch|syzbot|build (?:error|failure|warning)|compil\w+|warnings?)\b")
_LOG = re.compile(
    r"\b(?:commit (?:message|log|description)|changelog|description|explain|describe|mention|imperative|reword"
    r"|rephrase|wording|cover letter|justif\w+|motivation)\b",
    re.IGNORECASE,
)
_CHANGELOG = re.compile(r"\bchange ?-?log\b", re.IGNORECASE)
_COMMON = frozenset(
    re.findall(
        r"\S+",
        "the a an and or of to in is it this that for on with as be are was were not you we they i if so do does did have has "
        "had can could should would will from by at no but what why how when which there here also just only then than them "
        "its your my our please patch patches version line lines code change changes changed add added remove removed use "
        "used using make fix fixed update updated drop dropped one two same some any all more about into like think need "
        "needs see v2 v3 v4 v5 v6 maybe perhaps better instead ",
    )
)


class _Mail(NamedTuple):
    """One mail of the series as answers see it."""

    record: Record
    blocks: tuple[reply.Block, ...]
    author: bool
    lines: Mapping[str, tuple[int, int]]


class _Series:
    """A series laid out for finding answers: its mails in order, who its authors are, and the postings' texts on demand."""

    def __init__(self, series: Series) -> None:
        self.series = series
        self.authors = [series.author]
        self.names: set[str] = set()
        writers: list[Address] = []
        for revision in series.revisions:
            records = [posting.record for posting in revision.postings if posting.record] + ([revision.cover] if revision.cover else [])
            self.authors += [record.author for record in records]
            writers += [record.patch.author for record in records if record.patch and record.patch.author]
        if all(mail.same_person(writers[0], other) for other in writers[1:]):
            self.authors += writers[:1]  # posted by somebody else, or from another address; of a mixed series each is a reviewer too
        self.emails = {who.email.lower() for who in self.authors if who.email and not who.masked}
        for who in self.authors:
            name = " ".join((who.name or "").casefold().split())
            if " " in name:
                self.names.add(name)
        self.mails = [_Mail(record, reply.blocks(record), self.wrote(record), reply.own_lines(record)) for record in series.records]
        self.place = {record.key: number for number, record in enumerate(series.records)}
        self._said: dict[str, frozenset[str]] = {}
        self._texts: dict[tuple[int, int], tuple[str, ...]] = {}

    def wrote(self, record: Record) -> bool:
        """Whether the mail is of (one of) the series' authors; from another address of his he is known by his whole name."""
        who = record.author
        if (who.email and who.email.lower() in self.emails) or mail.same_person(who, self.series.author):
            return True
        return record.kind != "robot" and " ".join((who.name or "").casefold().split()) in self.names

    def said(self, words: str) -> frozenset[str]:
        """The words of a passage, each once."""
        if words not in self._said:
            self._said[words] = frozenset(_WORD.findall(words.lower()))
        return self._said[words]

    def text(self, revision: int, index: int) -> tuple[str, ...]:
        """The lines of one posting (log and notes, or a cover's passages, then the diff), squeezed; empty where it is not known."""
        at = (revision, index)
        if at not in self._texts:
            self._texts[at] = tuple(_posting_rows(self.series.revisions[revision], index))
        return self._texts[at]

    def log(self, revision: int, index: int) -> str:
        """The log of one posting."""
        record = _posted(self.series.revisions[revision], index)
        return record.patch.log if record and record.patch else ""


def _posted(revision: Revision, index: int) -> Record | None:
    return revision.cover if index == 0 else next((p.record for p in revision.postings if p.index == index), None)


def _posting_rows(revision: Revision, index: int) -> Iterator[str]:
    record = _posted(revision, index)
    if record is None:
        return
    if record.patch is None:
        for passage in record.passages:
            yield from (reply.squeeze(row) for row in passage.text.split("\n"))
        return
    yield from (reply.squeeze(row) for row in record.patch.log.split("\n"))
    yield from (reply.squeeze(row) for row in record.patch.notes.split("\n"))
    for row in diff_rows(record):
        yield reply.squeeze(row)


def diff_rows(record: Record) -> list[str]:
    """The lines of a posted diff; none where it was too long to be carried."""
    if record.patch is None or not record.patch.diff:
        return []
    return zlib.decompress(record.patch.diff).decode("utf-8", "replace").split("\n")


def _file(view: _Series, record: Record, remark: Remark) -> str | None:
    """The file under whose hunk the remark stands: as quoted, else found by the quoted lines in the patch itself."""
    if remark.file or not remark.quote or remark.kind == "robot":
        return remark.file
    place = view.series.home.get(record.key)
    if place is None or not place[1]:
        return None
    revision = view.series.revisions[place[0]]
    posted = _posted(revision, place[1])
    if posted is None:
        return None
    wanted = [reply.squeeze(row) for row in remark.quote.split("\n") if len(row.strip()) > 3]
    file = None
    for row in diff_rows(posted):
        if row.startswith("+++ "):
            file = row[4:].removeprefix("b/").split("\t")[0]
        elif wanted and reply.squeeze(row) == wanted[-1]:
            return file
    return None


def _next(view: _Series, position: int, index: int | None) -> Iterator[tuple[int, int | None]]:
    """The later revisions with the index that the patch has there (None: it is gone, or the remark is of the whole)."""
    here = index
    for later in range(position + 1, len(view.series.revisions)):
        revision = view.series.revisions[later]
        if here:
            moved = next((p.index for p in revision.postings if (p.was_index or p.index) == here and p.change != "new"), None)
            here = moved if moved is not None else (here if any(p.index == here for p in revision.postings) else None)
        yield later, here


def _first_posting(revision: Revision) -> Record | None:
    return revision.cover or next((p.record for p in revision.postings if p.record), None)


def _entries(text: str, after: int) -> Iterator[str]:
    """The entries of a changelog that speak of versions later than `after`, each with its continuation lines."""
    section = after + 1
    entry = ""
    for row in text.split("\n"):
        head = _SECTION.match(row)
        if head:
            section = int(head["since"]) + 1 if head["since"] else int(head["at"])
            row = row[head.end() :]
        if head or _BULLET.match(row) or not row.strip():
            if entry.strip():
                yield entry
            entry = ""
        if section > after:
            entry += " " + row
    if entry.strip():
        yield entry


def _named(entries: list[str], remark: Remark, spoke: list[str], names: set[str]) -> tuple[Answered, str]:
    """Whether an entry of the changelog names what the remark asks, and which."""
    words = set(_WORD.findall(remark.spot.text.lower())) - _COMMON
    found: tuple[Answered, str] = ("no", "")
    for entry in entries:
        low = entry.lower()
        said = set(_WORD.findall(low)) - _COMMON
        shared = said & words
        credited = any(len(part) > 2 and part in low for part in spoke)
        if (names & said) or len(shared) >= 3 or (credited and shared):
            return "yes", entry
        if len(shared) >= 2 and (2 * len(shared) >= len(said) or 3 * len(shared) >= len(words)):
            return "yes", entry
        if remark.kind == "robot" and _MACHINES.search(low):
            return "yes", entry
        if credited or _REVIEWED.search(low):
            found = ("probably", entry)
    return found


def _in_versions(view: _Series, number: int, remark: Remark) -> tuple[Answered, Record | None, Spot | None]:
    """What the later versions say: the changelog names the remark, or the place it stands under is no longer as it was."""
    record = view.mails[number].record
    place = view.series.home.get(record.key)
    if place is None:
        return "no", None, None
    position, index = place
    said = remark.spot.text
    names = {name.rstrip("()").lower() for name in _NAME.findall(said)}
    wanted = next((row for row in reversed([reply.squeeze(row) for row in remark.quote.split("\n")]) if len(row) > 3), "")
    old = view.text(position, index or 0) if index is not None else ()
    spoke = (record.author.name or "").casefold().split()
    best: tuple[Answered, Record | None, Spot | None] = ("no", None, None)
    for later, there in _next(view, position, index):
        revision = view.series.revisions[later]
        proof = next((p.record for p in revision.postings if p.index == there and p.record), None) or _first_posting(revision)
        logs = [revision.changelog or ""] + [p.record.changelog.text for p in revision.postings if p.record and p.record.changelog]
        entries = [entry for log in dict.fromkeys(logs) for entry in _entries(log, view.series.revisions[position].version)]
        named, entry = _named(entries, remark, spoke, names)
        if named == "yes" or (remark.kind != "robot" and _REPOST.search(said)) or (_CHANGELOG.search(said) and revision.changelog):
            return "yes", proof, _shown(proof, entry)
        if named != "no" and best[0] == "no":
            best = named, proof, _shown(proof, entry)
        new = view.text(later, there) if there is not None else ()
        if not new or not old:
            continue
        if wanted and wanted in old and wanted not in new:
            return ("probably" if remark.kind == "question" else "yes"), proof, _shown(proof)
        fresh = {name for name in names if not any(name in row for row in old)}
        if fresh and any(name in row for name in fresh for row in new):
            return "yes", proof, _shown(proof, entry)
        if _LOG.search(said) and view.log(later, there or 0) != view.log(position, index or 0) and best[0] == "no":
            best = "probably", proof, _shown(proof)
        if remark.kind == "robot" and remark.quote == "" and new != old and best[0] == "no":
            best = "probably", proof, _shown(proof)  # a build or test that failed, and the patch was changed since
    return best


def _replies_to(view: _Series, answer: _Mail, asked: _Mail, number: int) -> bool:
    """Whether a mail replies to the asking one: by its header, or, where its parent is not here, to the asker's last words before it."""
    parent = view.series.parents.get(answer.record.key)
    if parent == asked.record.key:
        return True
    if parent is None or parent in view.place:
        return False
    name = asked.record.author.name
    who = next((passage.who for passage in answer.record.passages if passage.kind == "quote" and passage.who), None)
    if not name or not who or name.casefold() not in who.casefold():
        return False
    until = view.place[answer.record.key]
    return not any(mail.same_person(other.record.author, asked.record.author) for other in view.mails[number + 1 : until])


class _Follower(NamedTuple):
    """A later mail as seen from the asking one: of the asker himself, a direct reply, or further down the same branch."""

    mail: _Mail
    own: bool
    child: bool
    near: bool


def _followers(view: _Series, number: int) -> list[_Follower]:
    """The later mails that may answer what a mail asks."""
    asked = view.mails[number]
    found = []
    for answer in view.mails[number + 1 :]:
        if not answer.blocks or answer.record.kind in {"patch", "cover", "robot"}:
            continue
        child = _replies_to(view, answer, asked, number)
        near = child or asked.record.key in answer.record.parents
        found.append(_Follower(answer, mail.same_person(answer.record.author, asked.record.author), child, near))
    return found


def _in_mails(view: _Series, number: int, remark: Remark, followers: list[_Follower]) -> tuple[Answered, Record | None, Spot | None]:
    """What later mails say: own words under a quote of the remark, or a reply to the whole mail."""
    asked = view.mails[number]
    wanted = reply.asked(remark)
    general: tuple[Answered, Record, Spot] | None = None
    for answer, own, child, near in followers:
        record = answer.record
        elsewhere = False
        for block in answer.blocks:
            if reply.holds(block.quote, wanted, near=near) and not reply.passed_over(block, asked.lines, remark):
                if not own or _SETTLED.search(block.own):
                    return "yes", record, block.at
                continue
            if not child or own or not block.quote:
                continue
            spanned = reply.covers(block, asked.lines, remark)
            brief = len(block.own.split()) <= BRIEF and reply.ASSENT.search(block.own)
            if spanned in {"run", "mail"} and (brief or _ALL.search(block.own)):
                general = general or ("yes", record, block.at)
            elif spanned == "run":
                general = general or ("probably", record, block.at)
            elsewhere = elsewhere or spanned is not None
        if not child:
            continue
        whole = " ".join(block.own for block in answer.blocks)
        first = answer.blocks[0].at
        if own:
            if _SETTLED.search(whole):
                return "yes", record, first
        elif _ALL.search(whole):
            general = general or ("yes", record, first)
        elif not elsewhere and general is None:
            alone = len(asked.record.remarks) == 1
            general = "yes" if alone else "probably", record, first
    return general or _touched(view, asked, remark, followers) or ("no", None, None)


def _touched(view: _Series, asked: _Mail, remark: Remark, followers: list[_Follower]) -> tuple[Answered, Record, Spot] | None:
    """A later mail of an author that speaks of the same things without quoting: it may be covered there."""
    words = set(_WORD.findall(remark.spot.text.lower())) - _COMMON
    here = view.series.home.get(asked.record.key)
    if len(words) < FEW or remark.kind == "robot" or here is None:
        return None
    for answer, *_ in followers:
        place = view.series.home.get(answer.record.key)
        if not answer.author or place is None or place[0] != here[0]:
            continue
        for block in answer.blocks:
            shared = sum(word in words for word in view.said(block.own))
            if shared >= FEW and shared >= SHARE * len(words):
                return "probably", answer.record, block.at
    return None


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


def questions(series: Series, mailmap: mail.Mailmap | None = None) -> tuple[Question, ...]:
    """The remarks of a series in the order they were made, people's first, each with whether and by what it was answered.

    What its own authors ask is left out.
    """
    view = _Series(series)
    found: list[Question] = []
    for number, asker in enumerate(view.mails):
        record = asker.record
        if asker.author or not record.remarks:
            continue
        place = series.home.get(record.key)
        followers = _followers(view, number)
        tested = [range(t.spot.line, t.spot.line + t.spot.text.count("\n") + 1) for t in record.tests]
        for remark in record.remarks:
            if remark.kind not in {"question", "robot"} and any(remark.spot.line in lines for lines in tested):
                continue
            answered, by, spot = _in_mails(view, number, remark, followers)
            if answered != "yes":
                changed, posted, words = _in_versions(view, number, remark)
                if changed != "no" and (answered == "no" or changed == "yes"):
                    answered, by, spot = changed, posted, words
            proof = evidence(by, spot or Spot(1, 1, "")) if by is not None else None
            found.append(
                Question(
                    person(record.author, mailmap),
                    remark.kind,
                    remark.spot.text,
                    series.revisions[place[0]].version if place else 1,
                    (place[1] or None) if place else None,
                    _file(view, record, remark),
                    evidence(record, remark.spot),
                    answered,
                    proof,
                    record.date,
                ),
            )
    return tuple(sorted(found, key=lambda question: question.kind == "robot"))
