# SPDX-License-Identifier: GPL-2.0-or-later
"""Which review remarks were answered: reads a Series, makes its Questions, human before robot.

Answered is what a later mail takes up under a quote of the remark (refusals and promises too), what the asker settles himself, what the
next version's changelog names, and what the next version changed at the very place.  A reply that skips the remark, or a new version
that keeps the place as it was, leaves it open.
"""

import re

from digest import mail
from digest.model import Question, Record, Remark, Series, Spot
from digest.patch import recant, reply
from digest.patch.attribution import evidence, person
from digest.patch.follow import View
from digest.patch.renewal import COMMON, WORD, Answered, file_of, renewed
from digest.patch.reply import Asking

FEW = 4  # words in common that make a mail speak of the same things
SHARE = 0.5  # ... and their share of the words of the remark
BRIEF = 6  # words of an assent that takes in all that is quoted above it


_ALL = re.compile(
    r"\b(?:will|'ll|have|has|'ve|i|we)\b.{0,40}\b(?:take|adopt|use|fix|fixed|address|addressed|update|updated|change|changed|modify"
    r"|correct|corrected|incorporate[d]?|apply|applied|follow|rework|take care|handle|do)\b.{0,40}"
    r"\b(?:all|these|those|them|comments?|feedback|suggestions?|remarks|points|issues|accordingly"
    r"|as (?:you )?suggested|according to|your review)\b|\baccording to (?:the|your) (?:comments?|review|feedback"
    r"|suggestions?)\b|\b(?:fixed|corrected) (?:the |this |that |it |them |those |these |both |all |up )",
    re.IGNORECASE | re.DOTALL,
)
_TAKES_ALL = re.compile(
    r"\b(?:I|we)(?:'ll| will|'ve| have) (?:take|taken|adopt|adopted|follow|followed|apply|applied|use|used|address|addressed"
    r"|incorporate|incorporated)"
    r" (?:all )?(?:of )?(?:your|the|these|those|all)(?: \w+)? (?:suggestions|comments|remarks|points|feedback)\b",
    re.IGNORECASE,
)
_SETTLED = re.compile(
    r"\b(?:never ?mind|forget (?:it|this|about)|scratch that|ignore (?:this|that|my)|i (?:misread|misunderstood"
    r"|missed (?:that|it|this)|see now|was wrong|stand corrected)|you(?:'re| are) right|fair enough"
    r"|makes sense(?: now)?|"
    r"that(?:'s| is) (?:fine|ok|okay|good)|assume it is ok|found it|got it|works for me|i(?:'m| am) (?:ok|fine|happy"
    r"|good) with)\b|\bok(?:ay)?, (?:then|thanks|i see|thank|got)\b|\bah,? (?:ok|i see|right)\b"
    r"|\bi(?:'ve| have)?(?: also| already| just| now| then| went ahead and| in the pending branch)? (?:changed|fixed|dropped"
    r"|removed|added"
    r"|corrected|reverted|folded|squashed|amended|reworded|renamed|moved|converted|replaced)\b|^\s*ok(?:ay)?[,.;!]",
    re.IGNORECASE,
)


# The asker agrees with what he was told.
_AGREED = re.compile(
    r"\s{0,8}(?:(?:ah|oh|ok|okay|yes|yeah|right|alright|all right|sure|great|perfect|cool|thanks)[ ]?[,.!-]{1,2}[ ]{0,2}){0,3}"
    r"(?:(?:that |this |it )?(?:sounds|looks|works|is|seems) (?:\w{1,10} )?(?:good|fine|great|reasonable|ok|okay|perfect|sensible)\b"
    r"|(?:alright|all right|agreed|understood|fair enough|makes sense|that makes sense|got it|i see)\b)"
    r"(?![^.!\n]{0,40}\b(?:but|except|however|though|if)\b)",
    re.IGNORECASE,
)


# Another reviewer who wants the same, and an author who only asks back: neither has answered.
_SECONDS = re.compile(
    r"\s{0,8}(?:\+1\b|i agree\b|agreed?\b|same here\b|me too\b|seconded\b|indeed\b|exactly\b|good point\b|not to mention\b|and not only\b"
    r"|\w{3,20} means? (?:that|the|your|to)\b)",
    re.IGNORECASE,
)
# ... or who wonders too; what is said of the state of a patch, or of somebody's own work, takes up nothing either.
_WONDERS = re.compile(
    r"\s{0,8}(?:good question\b|same question\b|i (?:also |had |have )?(?:wonder(?:ed)?|asked myself|the same question)\b|(?:me"
    r"|curious) too\b"
    r"|i(?:'d| would) (?:also )?like to know\b)",
    re.IGNORECASE,
)
_BOOKS = re.compile(
    r"\s{0,8}(?:(?:i'm |i am |i will |i'll |so )?(?:mark|marking|marked|set|setting|mov(?:e|ing|ed)|drop|dropping"
    r"|dropped) (?:[\w-]{2,12} ){0,4}(?:as|to|from|in)"
    r" [\"']?(?:awaiting|changes|deferred|superseded|rejected|not applicable|patchwork|rfc)\b|applied\b[^?]{0,60}\s{0,8}$"
    r"|queued\b[^?]{0,60}\s{0,8}$"
    r"|pw-bot\b)",
    re.IGNORECASE,
)
_OWN_WORK = re.compile(r"\bI(?:'ll| will|'m going to)\b[^.?!]{1,60}\bmy (?:own )?(?:series|patch|patches|set|version)\b", re.IGNORECASE)
_LONG_TALK = 60  # words of a mail that settles what its writer asked before, and no more
_SAME = re.compile(
    r"[\s(]{0,8}(?:and |also )?(?:ditto|same(?: (?:here|thing|as above|comment|question|issue|problem|nit|remark)| here as well)?"
    r"|likewise|idem"
    r"|here (?:too|as well|also)|as above)\b[\w ]{0,12}[.!:)\s]{0,8}$",
    re.IGNORECASE,
)
_DISMISSES = re.compile(
    r"\b(?:false (?:positive|alarm)|known|already|fix(?:ed|es)?|expected|ignored?|bogus|spurious|unrelated|harmless|reverted|dropped)\b",
    re.IGNORECASE,
)
_ASKS_BACK = re.compile(r"\s{0,8}[^.!?]{1,400}\?\s{0,8}")
# What an author says further down to him who took a report up.
_PROMISED = re.compile(
    r"\b(?:i |we )?(?:will|'ll) (?:\w+ )?(?:fix|change|correct|address|update|drop|remove|rework|respin|resend)\b"
    r"|\b(?:fixed|addressed) (?:this|that|it|in)\b",
    re.IGNORECASE,
)
_DONE_MYSELF = re.compile(
    r"\bI(?:'ve| have)?(?: (?:already|just|also|now|went ahead and)){0,2} (?:changed|fixed|dropped|removed|corrected|amended|reworded"
    r"|renamed|folded|squashed) (?:this|that|it|them|those|these)\b(?! (?:was|is|were|should|would|needs?)\b)"
    r"|\bfix(?:ed|ing) (?:(?:this|that|it|them|those|these) )?(?:up )?(?:in (?:the|my) (?:pending|queue|tree|branch)|while|when|on) ?"
    r"(?:applying|committing|merging|\b(?:branch|queue|tree)\b)?",
    re.IGNORECASE,
)


def _in_mails(view: View, number: int, asking: Asking, *, alone: bool) -> tuple[Answered, Record | None, Spot | None]:
    """What later mails say: own words under a quote of the remark, or a reply to the whole mail."""
    asked = view.mails[number]
    general: tuple[Answered, Record, Spot] | None = None
    for answer, own, child, near in view.followers(number, asking):
        record = answer.record
        elsewhere = False
        for block in answer.blocks:
            if not own and _beside_the_point(answer.author, block, asking.remark):
                elsewhere = True
                continue
            if reply.holds(block, asking.known, near=near) and not reply.passed_over(block, asked.lines, asking.run):
                if not own and recant.denied(view, asked, answer, block):
                    elsewhere = True
                    continue
                if not own or _SETTLED.search(block.own) or _agrees(block):
                    return "yes", record, block.at
                continue
            if not child or own or not block.quote:
                continue
            spanned = reply.covers(block, asked.lines, asking)
            brief = len(block.own.split()) <= BRIEF and reply.ASSENT.search(block.own)
            if spanned in {"run", "mail"} and (brief or _ALL.search(block.own)):
                general = general or ("yes", record, block.at)
            elif spanned == "run":
                general = general or ("probably", record, block.at)
            elsewhere = elsewhere or spanned is not None
        if own and near and alone and answer.blocks and _agrees(answer.blocks[0]):
            return "yes", record, answer.blocks[0].at
        if not child:
            if answer.author and near and (alone or asking.remark.kind == "robot") and _PROMISED.search(answer.whole):
                general = "yes", record, answer.blocks[0].at
            continue
        whole = answer.whole
        first = answer.blocks[0].at
        if own:
            if len(whole.split()) <= _LONG_TALK and _SETTLED.search(whole):
                return "yes", record, first
        elif general is None:
            if _ALL.search(whole):
                general = "yes", record, first
            elif _TAKES_ALL.search(whole):
                general = "probably", record, first
            elif not elsewhere:
                general = "yes" if alone else "probably", record, first
    return general or _touched(view, number, asking.remark) or ("no", None, None)


def _beside_the_point(author: bool, block: reply.Block, remark: Remark) -> bool:  # noqa: FBT001 - one fact
    """Whether words settle nothing: a third person's below a robot's fault, or who wants the same; an author's who only asks back."""
    if author:
        return _ASKS_BACK.fullmatch(block.own) is not None
    if _BOOKS.match(block.own) or _WONDERS.match(block.own):
        return True
    if remark.kind == "robot":
        return _DISMISSES.search(block.own) is None
    return remark.kind != "question" and (_SECONDS.match(block.own) or _OWN_WORK.search(block.own)) is not None


def _agrees(block: reply.Block) -> bool:
    """Whether own words that begin with an agreement ask nothing more."""
    return "?" not in block.own and _AGREED.match(block.own) is not None


def _touched(view: View, number: int, remark: Remark) -> tuple[Answered, Record, Spot] | None:
    """A later mail of an author that speaks of the same things without quoting: it may be covered there."""
    words = set(WORD.findall(remark.spot.text.lower())) - COMMON
    if len(words) < FEW or remark.kind == "robot":
        return None
    least = max(FEW, -int(-SHARE * len(words) // 1))
    found = view.speaking(number, words, least)
    return None if found is None else ("probably", *found)


def questions(series: Series, mailmap: mail.Mailmap | None = None) -> tuple[Question, ...]:
    """The remarks of a series in the order they were made, people's first, each with whether and by what it was answered.

    What its own authors ask is left out.
    """
    if not any(record.remarks for record in series.records):
        return ()
    view = View(series)
    later = recant.Later(view)
    found: list[Question] = []
    for number, asker in enumerate(view.mails):
        record = asker.record
        if asker.author or not record.remarks:
            continue
        place = series.home.get(record.key)
        if (place is not None and view.wrote_patch(record, *place)) or view.answers_for_it(record):
            continue
        tested = [range(t.spot.line, t.spot.line + t.spot.text.count("\n") + 1) for t in record.tests if not t.failed]
        remarks = [remark for remark in record.remarks if not view.talks(record, remark)]
        void = later.voided(number)
        before: tuple[Answered, Record | None, Spot | None] | None = None
        for remark in remarks:
            if remark.weak and remark.kind != "question" and any(remark.spot.line in lines for lines in tested):
                continue
            answered, by, spot = _in_mails(view, number, reply.asking(remark, asker.lines), alone=len(remarks) == 1)
            if answered != "yes" and remark.kind != "robot" and _DONE_MYSELF.search(remark.spot.text):
                answered, by, spot = "yes", record, remark.spot  # whoever takes the patch repaired it himself
            said = None if answered == "yes" else (void or later.tag_given(number, remark) or later.conceded(number, remark))
            if said is not None:
                answered, by, spot = "yes", *said
            if answered != "yes":
                changed, posted, words = renewed(view.postings, record, remark)
                if changed != "no" and (answered == "no" or changed == "yes"):
                    answered, by, spot = changed, posted, words
            if answered == "no" and before is not None and _SAME.match(remark.spot.text):
                answered, by, spot = before  # "Same here." shares the fate of the remark above it
            before = answered, by, spot
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
