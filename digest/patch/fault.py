# SPDX-License-Identifier: GPL-2.0-or-later
"""Where somebody says that a patch itself does harm: reads a Series, makes the newest mail whose words hold it back.

Told by who takes his tag back for it, by who gives a tag and names a fault beside it, by who bisected a failure to the patch, and by who
measured less with it.  What the patch repairs, or might do, is none.
"""

import re

from digest import mail
from digest.model import Passage, Record, Series, Spot
from digest.patch.attribution import REVIEW
from digest.patch.court import Court
from digest.patch.outcome import failed
from digest.patch.proof import sentence_in

_OLD = re.compile(r"(?i)\b(?:without|before|used to|previously|otherwise|today|mainline|upstream)\b")
_BISECTED = re.compile(
    r"(?i)\bbisect(?:ed|s|ing|ion)?\b(?:[^.!?]|\.(?=\w)){0,120}?"
    r"\b(?:to|at|says|blames|landed on|ended (?:up )?(?:at|on|with))[ ]"
    r"(?:(?:this|your)[ ](?:very[ ])?(?:patch|commit|series|change|patchset)|the[ ](?:patch|series|patchset))\b(?![ ]?[:(])[^.!?\n]{0,80}"
)
_TURN = r"(?:except(?:[ ]that)?|but|though|however|although|only|one thing|unfortunately)"
# What turns a failure over: "no longer crashes".
_WORD = r"(?!(?:no|not|never|longer|hardly|neither|nor|rarely)\b|\w{2,6}n't\b)[\w']+"
_HARM = (
    rf"(?:will|does|now)?[ ]?(?:{_WORD}[ ])?(?:oops(?:es)?|crash(?:es)?|deadlocks?|panics?|hangs?|leaks?|overflows?|corrupts?"
    r"|explodes?|dereferences?[ ](?:a[ ])?null)\b"
)
# "Looks good, except that x is never freed." beside a tag.
_BUT = re.compile(
    rf"(?i)\b{_TURN}\b[^.!?]{{0,80}}?\b"
    rf"(?:(?:this|it|that|which|the[ ](?:\w+[ ])?(?:patch|code|path))[ ]{_HARM}"
    r"|(?:is|are|gets?)[ ](?:never|not)[ ](?:freed|released|unlocked|checked|initiali[sz]ed|closed|put|cancelled|called|reached))"
    r"[^.!?\n]{0,100}"
)
_BEHIND = re.compile(rf"(?i)\s{{0,4}}[(]?{_TURN}\b")
_RATE = (
    r"(?:trans(?:actions)?/s(?:ec)?|tps|[kmg]?pps|packets/s\w*|[kmgt]?(?:bit|b|byte)s?(?:/s(?:ec)?|ps)|req(?:uests)?/s\w*"
    r"|iops|ops/s\w*)"
)
_WITH = r"\b(?:with|after)[ ](?:this|the|your|these)[ ](?:\w+[ ]){0,3}?"
_LESS = re.compile(
    rf"(?i){_WITH}[^.!?]{{0,80}}?\b(?:drops?|dropped|falls?|fell|goes[ ]down|went[ ]down|decreases?|decreased)[ ]from[ ]"
    rf"[^!?\n]{{1,40}}?[ ]to[ ][^!?\n]{{1,30}}?{_RATE}(?![\w/])[^.!?\n]{{0,80}}"
)
# "With this patch my router no longer boots."
_WORSE = re.compile(
    rf"(?i){_WITH}(?:patch(?:es)?|series|patchset|change|version)(?:[ ](?:applied|in place|on top))?,?[ ]"
    rf"(?:my|our)[ ](?:{_WORD}[ ]){{1,4}}?"
    r"(?:no longer[ ](?:boots?|works?|comes? up|probes?|links?|connects?|resumes?|suspends?)"
    r"|(?:doesn't|does not|won't|fails to|cannot|can't)"
    r"[ ](?:boot|work|come up|probe|link|connect|resume|suspend)|never[ ](?:boots|works|comes up)|hangs|crashes|panics"
    r"|freezes)\b[^.!?\n]{0,80}"
)

# Each with the marks that it cannot do without.
_HARMS: tuple[tuple[tuple[str, ...], re.Pattern[str], str], ...] = (
    (("isect",), _BISECTED, "bisected a failure to it"),
    (("drop", "fall", "fell", "down from", "decrease"), _LESS, "measured less with it"),
    ((" my ", " our "), _WORSE, "says that it fails"),
)
_BESIDE = (("",), _BUT, "names a fault beside a tag")
_STOP = re.compile(r"[.!?]\s|\n")


# A report taken back, by who made it.
_ALARM = re.compile(
    r"(?i)\b(?:false alarm|never ?mind|my (?:mistake|fault|bad|error|own fault)|sorry for the noise|(?:is|was) unrelated"
    r"|turn(?:s|ed) out to be (?:an?[ ]|my[ ]|the[ ])?(?:other|different|my|broken|bad|faulty|unrelated|local|another)"
    r"|(?:was|is) (?:an?[ ])?(?:another|different|broken|bad|faulty|wrong|unrelated|old|stale)[ ](?:\w+[ ])?"
    r"(?:card|cable|config\w*|kernel|tree|branch"
    r"|build|board|module|firmware|machine|setup|bug|issue|problem|cause)|not (?:caused|related|due)[ ](?:by|to)"
    r"|(?:it|this|that|all|everything)[ ](?:\w+[ ])?works?[ ](?:fine|now|again|after all)|wrong (?:tree|kernel|branch|version)"
    r"|(?:ignore|disregard|scratch) (?:my|that|this))\b"
)


def faulty(series: Series, number: int, court: Court) -> tuple[Record, Spot, str] | None:
    """The newest mail on a revision that tells of harm, its words and in what way.

    Not where an author answered it, or who told it took it back or gave a tag since.
    """
    content: set[str] = set()
    explained = {series.parents.get(r.key) for r in series.records if r.kind == "reply" and court.speaks_for_author(r.author)}
    for record in reversed(series.records):
        who = mail.person_id(record.author, court.mailmap)
        tags = [t for t in record.trailers if t.name in REVIEW and t.place == "reply" and t.mood == "plain"]
        here = series.home[record.key][0] == number and record.robot is None and record.kind == "reply"
        if here and record.key not in explained and who not in content and not court.speaks_for_author(record.author):
            found = _told(record, max((tag.spot.line for tag in tags), default=0))
            if found is not None:
                return record, *found
        if tags or (record.kind == "reply" and any(p.kind == "own" and _ALARM.search(p.text) for p in record.passages)):
            content.add(who)
    return None


def _told(record: Record, tagged: int) -> tuple[Spot, str] | None:
    """The words of a mail that tell of harm; `tagged` is the line of its last tag, 0 for none."""
    own = [passage for passage in record.passages if passage.kind == "own"]
    back = next((stance for stance in record.stances if stance.kind == "takes-back"), None)
    if back is not None and failed(" ".join(passage.text for passage in own)):
        return back.spot, "took a tag back: it fails"
    for passage in own:
        for marks, grammar, how in (*_HARMS, *((_BESIDE,) if tagged else ())):
            said = grammar.search(passage.text) if any(mark in passage.text for mark in marks) else None
            if said is not None and grammar is _BUT and _OLD.search(said[0]):
                continue
            spot = _words(passage, said) if said is not None else None
            if spot is not None:
                return spot, how
        behind = passage.line <= tagged < passage.line + passage.lines
        below = "\n".join(passage.text.split("\n")[tagged + 1 - passage.line :]) if behind else ""
        if below and _BEHIND.match(below) and failed(below):
            at = passage.text.rindex(below) + len(below) - len(below.lstrip())
            spot = sentence_in(passage, at, len(passage.text.rstrip()))
            if spot is not None:
                return spot, "names a fault beside a tag"
    return None


def _words(passage: Passage, said: re.Match[str]) -> Spot | None:
    """The words of a match from where its sentence begins, on its line."""
    low = max(0, said.start() - 100)
    begin = max((stop.end() for stop in _STOP.finditer(passage.text, low, said.start())), default=low)
    begin = begin if begin > low or not low else said.start()
    return sentence_in(passage, begin + len(passage.text[begin:]) - len(passage.text[begin:].lstrip()), said.end())
