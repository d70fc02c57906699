# SPDX-License-Identifier: GPL-2.0-or-later
"""Which review remarks were answered: reads a Series, makes its Questions, human before robot.

Answered is what a later mail takes up under a quote of the remark (refusals and promises too), what the asker settles himself, what the
next version's changelog names, and what the next version changed at the very place.  A reply that skips the remark, or a new version
that keeps the place as it was, leaves it open.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from digest import mail
from digest.model import Address, Question, Record, Remark, Series, Spot
from digest.patch import reply
from digest.patch.attribution import evidence, person
from digest.patch.renewal import COMMON, WORD, Answered, Postings, file_of, renewed

FEW = 4  # words in common that make a mail speak of the same things
SHARE = 0.5  # ... and their share of the words of the remark
BRIEF = 6  # words of an assent that takes in all that is quoted above it


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


_DONE_MYSELF = re.compile(
    r"\bI(?:'ve| have)?(?: (?:already|just|also|now|went ahead and)){0,2} (?:changed|fixed|dropped|removed|corrected|amended|reworded"
    r"|renamed|folded|squashed) (?:this|that|it|them|those|these)\b(?! (?:was|is|were|should|would|needs?)\b)"
    r"|\bfix(?:ed|ing) (?:(?:this|that|it|them|those|these) )?(?:up )?(?:in (?:the|my) (?:pending|queue|tree|branch)|while|when|on) ?"
    r"(?:applying|committing|merging|\b(?:branch|queue|tree)\b)?",
    re.IGNORECASE,
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
        self.postings = Postings(series)

    def wrote(self, record: Record) -> bool:
        """Whether the mail is of (one of) the series' authors; from another address of his he is known by his whole name."""
        who = record.author
        if (who.email and who.email.lower() in self.emails) or mail.same_person(who, self.series.author):
            return True
        return record.kind != "robot" and " ".join((who.name or "").casefold().split()) in self.names

    def wrote_patch(self, record: Record, number: int, index: int | None) -> bool:
        """Whether the mail is of him who wrote the very patch it speaks of, in a series that somebody else posted."""
        posted = (posting.record for posting in self.series.revisions[number].postings if posting.index == index)
        return any(
            one is not None and one.patch is not None and one.patch.author is not None
            and mail.same_person(record.author, one.patch.author)
            for one in posted
        )  # fmt: skip

    def said(self, words: str) -> frozenset[str]:
        """The words of a passage, each once."""
        if words not in self._said:
            self._said[words] = frozenset(WORD.findall(words.lower()))
        return self._said[words]


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
    words = set(WORD.findall(remark.spot.text.lower())) - COMMON
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
        if place is not None and view.wrote_patch(record, *place):
            continue
        followers = _followers(view, number)
        tested = [range(t.spot.line, t.spot.line + t.spot.text.count("\n") + 1) for t in record.tests]
        for remark in record.remarks:
            if remark.kind not in {"question", "robot"} and any(remark.spot.line in lines for lines in tested):
                continue
            answered, by, spot = _in_mails(view, number, remark, followers)
            if answered != "yes" and remark.kind != "robot" and _DONE_MYSELF.search(remark.spot.text):
                answered, by, spot = "yes", record, remark.spot  # whoever takes the patch repaired it himself
            if answered != "yes":
                changed, posted, words = renewed(view.postings, record, remark)
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
                    file_of(view.postings, record, remark),
                    evidence(record, remark.spot),
                    answered,
                    proof,
                    record.date,
                ),
            )
    return tuple(sorted(found, key=lambda question: question.kind == "robot"))
