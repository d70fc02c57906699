# SPDX-License-Identifier: GPL-2.0-or-later
"""What an asker or a giver says further down of a remark: that his earlier remarks are void, that an answer was none, the tag he lacked.

Reads the later mails of a series, makes the words that settle a remark made elsewhere, or whether an answer is denied.
"""

import re

from digest import mail
from digest.model import Record, Remark, Spot
from digest.patch import reply
from digest.patch.follow import Mail, View

_EARLIER = r"(?:previous|earlier|other|last|above|first|initial|prior)"
_WORDS = r"(?:comment|remark|question|concern|suggestion|objection|mail|email|reply|message|review)"
_VOID = re.compile(
    rf"\bmy (?:{_EARLIER} )?{_WORDS}(?P<many>s)?\b[^.!?]{{0,60}}?\b(?:(?:don't|doesn't|no longer|do not|does not|didn't) (?:quite "
    rf"|really |\w+ )?"
    r"(?:make|apply|matter|hold|stand|relevant|valid)|(?:is|are|becomes?|became) (?:now |thus |therefore |all |completely )?(?:moot|void"
    r"|invalid|wrong|pointless|irrelevant|obsolete|nonsense|bogus|not (?:valid|relevant)|no longer (?:valid|relevant))|can be ignored)"
    rf"|\b(?:ignore|disregard|forget|scratch) (?:about )?my (?:{_EARLIER} ){{1,2}}{_WORDS}(?P<all>s)?\b",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\s{0,8}(?:(?:no|nope|nah|hm+|well|sorry)[ ]?[,.;:-]{1,3} ?)?(?:not (?:that|this|the (?:one|same)|it\b|what i (?:asked|meant"
    r"|mean)\b)|that(?:'s| is"
    r"| was)(?: not|n't)"
    r" (?:what i (?:asked|meant|mean|was (?:asking|after))\b|my question|the question|an answer|the one)|i (?:meant|was (?:asking"
    r"|talking|referring))\b"
    r"|(?:you|that|this) (?:didn't|did not|doesn't|does not|still (?:don't|doesn't)) (?:really |actually )?(?:answer|address)\b"
    r"|my question (?:was|is)\b|but that(?:'s| is)(?: not|n't) what i (?:asked|meant))",
    re.IGNORECASE,
)
_SIGN = re.compile(r"\b(?:s-?o-?b|sob-line|signed-off-by|sign(?:ed)?[ -]?offs?)\b", re.IGNORECASE)
_ACK = re.compile(
    r"\b(?:needs?|wants?|wait(?:s|ing)? for|missing|lacks?|without) (?:an? |the |your |some )?(?:\w+'s )?(?:acks?|acked-by)\b",
    re.IGNORECASE,
)
# "Sorry, I misread the patch.": of what was said last.
_SORRY = re.compile(
    r"\bnever ?mind\b|\bi (?:misread|misunderstood|was (?:wrong|mistaken|confused))\b|\bmy (?:mistake|bad|misreading|misunderstanding)\b"
    r"|\bfalse alarm\b|\bscratch (?:that|this|my)\b",
    re.IGNORECASE,
)
_MINE = re.compile(r"\bmy (?:own )?(?:version|series|patch|patches|patchset|approach|fix|set)\b|\bmine\b", re.IGNORECASE)
_YOURS = re.compile(
    r"\b(?:go (?:forth|ahead|on) with (?:yours|your)|(?:take|use|prefer|pick|merge) (?:your|yours)\b|yours (?:is|looks"
    r"|seems) (?:\w+ )?(?:better|nicer|cleaner"
    r"|fine)|(?:drop|forget|ignore) (?:mine|my (?:patch|series|one|version))|my (?:patch|series|one|version) can be dropped"
    r"|that(?:'s| is) (?:clearly |much )?better than mine)\b",
    re.IGNORECASE,
)
_LEAST = 8  # characters of an answer's line that is known again


class Later:
    """What is said further down in a series, found in one pass over its mails: remarks taken back, tags given."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._voids: dict[str, list[tuple[int, int | None, Record, Spot]]] = {}
        self._given: dict[str, list[tuple[int, Record, Spot]]] = {}
        self._conceded: list[tuple[int, Record, Spot]] = []
        last: dict[str, int] = {}  # by person, his last mail with remarks
        for number, one in enumerate(view.mails):
            who = mail.person_id(one.record.author)
            for block in one.blocks if who in last else ():
                void = _VOID.search(" ".join(block.own.split())) if "my " in block.own else None
                if void:
                    least = None if void["many"] or void["all"] else last[who]
                    self._voids.setdefault(who, []).append((number, least, one.record, block.at))
                elif _SORRY.search(block.own) and (not block.quote or len(view.mails[last[who]].record.remarks) == 1):
                    self._voids.setdefault(who, []).append((number, last[who], one.record, block.at))
            if one.author:
                self._conceded += [(number, one.record, block.at) for block in one.blocks if _YOURS.search(block.own)]
            if one.record.remarks:
                last[who] = number
            for trailer in one.record.trailers:
                if trailer.place == "reply" and trailer.mood == "plain" and trailer.name in {"Signed-off-by", "Acked-by"}:
                    self._given.setdefault(trailer.name, []).append((number, one.record, trailer.spot))

    def voided(self, number: int) -> tuple[Record, Spot] | None:
        """The words by which the writer of a mail takes back what he said in it: of all his earlier mails, or of the last one."""
        asked = self.view.mails[number].record
        here = self.view.series.home.get(asked.key)
        for at, least, record, spot in self._voids.get(mail.person_id(asked.author), ()):
            there = self.view.series.home.get(record.key)
            if at > number and (least is None or least == number) and here and there and here[0] == there[0]:
                return record, spot
        return None

    def conceded(self, number: int, remark: Remark) -> tuple[Record, Spot] | None:
        """The later words by which an author leaves the place to the asker's own work, where the remark asks for that."""
        if not self._conceded or not _MINE.search(remark.spot.text):
            return None
        return next(((record, spot) for at, record, spot in self._conceded if at > number), None)

    def tag_given(self, number: int, remark: Remark) -> tuple[Record, Spot] | None:
        """The later reply of another that gives the sign-off or ack that a remark finds missing."""
        wanted = "Signed-off-by" if _SIGN.search(remark.spot.text) else "Acked-by" if _ACK.search(remark.spot.text) else None
        asker = self.view.mails[number].record.author
        for at, record, spot in self._given.get(wanted or "", ()):
            if at > number and not mail.same_person(record.author, asker):
                return record, spot
        return None


def denied(view: View, asked: Mail, answer: Mail, block: reply.Block) -> bool:
    """Whether the asker replies to an answer that it was none: "No, not that one."."""
    rows = {row for row in reply.squeezed(block.own) if len(row) >= _LEAST}
    for later in view.children(answer.record.key):
        if mail.same_person(later.record.author, asked.record.author):
            for one in later.blocks:
                if _DENIES.match(one.own) and not rows.isdisjoint(one.quote):
                    return True
    return False
