# SPDX-License-Identifier: GPL-2.0-or-later
"""Where an author agrees to change what was asked for ("Will fix", "Yes, it should."), or holds it back: reads a Series, makes mails.

Such a promise means a new version although it names none; one for a later patch, another day or under a condition means nothing here.
Who goes on testing has the next word until he comes back.
"""

import re

from digest import mail
from digest.model import Passage, Record, Series, Spot
from digest.patch.attribution import REVIEW
from digest.patch.court import Court
from digest.patch.proof import sentence_in

_YES = (
    r"ok|okay|sure|yes|yep|yeah|right|agreed?|good (?:point|catch|idea|suggestion|call|find)|thanks|thank you|ah|oh|oops|indeed|true|ack"
    r"|makes sense|sounds good|no problem|nice catch|fair enough|understood|got it|you(?:'re| are) right|my bad"
)
_CHANGE = (
    r"fix|change|correct|address|update|drop|remove|rework|rename|move|split|switch|convert|replace|add|use|reword|rewrite|squash|fold|merge"
    r"|adjust|clarify|simplify|clean|rebase|improve|document|include|amend|adopt|adapt|make(?! sure| a note)"
)
_PLEDGE = re.compile(
    rf"(?im)(?:^[ \t]{{0,4}}|(?<=[.!?,;:] )|(?<=- ))(?:(?:{_YES})[ ]?[,.!;-]{{1,2}}[ ]){{0,3}}(?:and[ ]|so[ ])?"
    r"(?:(?:I|we)(?:'ll|[ ]will|[ ]shall)|will)[ ](?:(?:also|just|then|definitely|certainly|of course|simply|instead|rather)[ ]){0,2}"
    rf"(?:(?:{_CHANGE})\b[^\n?]{{0,120}}|do(?:[ ](?:so|that|this|it))?(?=[ ]?[.,;!]|[ ]?$|[ ](?:in|for|with)\b)[^\n?]{{0,80}})(?!\?)"
)
# "Sure, I can squash these."
_CAN = re.compile(
    rf"(?im)^[ \t]{{0,4}}(?:(?:{_YES}|of course|certainly|absolutely)[ ]?[,.!;-]{{0,2}}[ ]){{1,3}}(?:and[ ]|so[ ])?(?:I|we)[ ]can[ ]"
    rf"(?:(?:also|just|certainly|of course|simply)[ ]){{0,2}}(?:{_CHANGE})\b(?![^\n]{{0,40}}\bif\b)[^\n?]{{0,120}}(?!\?)"
)
_OUGHT = re.compile(r"\b(?:should|must|needs?|ought|have to)\b")
_AND_WILL = re.compile(
    rf"(?im)(?:^[ \t]{{0,4}}|(?<=[.!?] ))(?:I|we)\b[^.;:!?\n]{{1,80}}[ ]and[ ](?:I[ ]|we[ ])?will[ \n](?:{_CHANGE})\b[^\n?]{{0,120}}(?!\?)"
)
# "Fixed now.": done in his own tree, so the next version has it.
_DID = re.compile(
    rf"(?im)^[ \t]{{0,4}}(?:(?:{_YES})[ ]?[,.!;-]{{1,2}}[ ]){{0,3}}(?:and[ ]|so[ ])?"
    r"(?:(?:I(?:'ve|[ ]have)?|we(?:'ve|[ ]have)?)[ ](?:just[ ]|now[ ])?)?"
    r"(?:fixed|done|changed|corrected|updated|removed|renamed|dropped|reworded|addressed|rephrased|squashed|folded|rebased)"
    r"(?:[ ](?:now|it|this|that|these|them|both|all|up|too|as[ ](?:well|suggested)|locally|in[ ](?:my|the[ ]next)[ ][^.!?\n]{2,40}"
    r"|(?:in|for)[ ]v\d{1,2})){0,3}(?=[ ]?[.,!;]|[ ]?$)[^\n?]{0,60}(?!\?)"
    r"|^[ \t]{0,4}(?:I(?:'ve|[ ]have)?[ ])(?:changed|renamed|moved|converted|switched|reworded|replaced|split)[ ]"
    r"(?:that|this|it|the|these|those)\b[^.!?\n]{0,60}[ ](?:to|into|with|as you|as suggested)\b[^\n?]{0,60}(?!\?)"
    # "Ack!", which of an author is "will do"
    r"|^[ \t]{0,4}(?:ack(?:ed)?|noted)[ ]?[.!]{0,3}[ \t]{0,4}$"
)
_DID_MARKS = ("ed", "Ack", "ack", "ACK", "one", "plit")
_WAS_THERE = re.compile(r"(?i)\b(?:already|in (?:patch|commit|\d+/\d+)|by (?:patch|commit)|elsewhere|upstream|in (?:net|mainline|linus))\b")
# "Yes, it should.", "You are right, I should have added it."
_SHOULD = re.compile(
    rf"(?im)(?:^[ \t]{{0,4}}|(?<=[.!?] ))(?:{_YES}|for sure|of course|definitely|absolutely|certainly)[ ]?[,.!;-]{{0,2}}[ ]"
    rf"(?:(?P<its>it|this|that|these|those|they)[ ](?:should|must|needs?[ ]to|ought[ ]to)(?=[ ]?[.!,;]|[ ]?$)[^\n?]{{0,60}}"
    rf"|(?:I|we)[ ](?:should|need[ ]to|must|have[ ]to)[ ](?:have[ ])?(?:(?:{_CHANGE})(?:ed|d)?|(?:set|taken|done|made|put|split))\b"
    r"[^\n?]{0,120})(?!\?)"
)
_WISHED = re.compile(
    r"(?i)\b(?:should|shouldn't|needs?|must)\b(?![^?\n]{0,60}\b(?:works?|fine|safe|possible|enough|able|okay?)\b)[^?\n]{2,160}\?"
)
_FIND_OUT = re.compile(
    r"(?im)(?:^[ \t]{0,4}|(?<=[.!?,;:] )|(?<=- ))"
    r"(?:(?:I|we)(?:'ll|[ ]will|[ ]am going to|'m going to|[ ]need to|[ ]have to)|let[ ]me)[ ]"
    r"(?:(?:also|just|then|definitely|first|do|try[ ]to|have[ ]to|need[ ]to)[ ]){0,2}"
    r"(?:do[ ](?:a[ ]few|some|more|further)[ ](?:\w+[ ]){0,2}(?:tests?|testing|measurements?|runs?|benchmarks?)"
    r"|test[ ](?:this|it|that|more|again|with|on|some|further)|retest|measure|(?:re-?)?run[ ](?:this|it|that|more|some|the|again)"
    r"|(?:more|some|further)[ ](?:tests?|testing|measurements?|benchmarks?)|benchmark|investigate|debug"
    r"|look[ ](?:in|deeper[ ]in|more[ ]closely[ ]in)to|dig[ ](?:in|deeper)|reproduce|get[ ](?:some|more)[ ](?:\w+[ ])?numbers"
    r"|(?:see|check|find[ ]out)[ ](?:if|whether|what|why|how|where)|get[ ]back[ ](?:to|with|on))\b"
    r"(?![^.!?\n]{0,40}\byour[ ](?:\w+[ ])?(?:patch|series))"
    r"[^\n?]{0,120}(?!\?)"
    r"|(?:^[ \t]{0,4}|(?<=[.!?,;:] ))(?:I(?:'m|[ ]am)|we(?:'re|[ ]are))[ ](?:(?:still|now|currently|already|just|also)[ ]){0,2}"
    r"(?:looking[ ]into|digging[ ]into|investigating|debugging[ ](?:this|it|that)|trying[ ]to[ ](?:reproduce|find[ ]out|understand|figure)"
    r"|setting[ ]up[ ][^.!?\n]{1,60}?[ ]to[ ](?:reproduce|test|check|measure|debug)"
    r"|working[ ]on[ ](?:this|it|that|a[ ](?:fix|solution|new|better)|the[ ]fix|fixing))\b[^\n?]{0,120}(?!\?)"
)
_HOLD = re.compile(
    r"(?i)\bplease[ ](?:hold[ ](?:off|on)\b|hold[ ](?:this|it|these)\b|wait[ ]with[ ](?:this|it|these)\b"
    r"|(?:do[ ]not|don't)[ ](?:\w{1,12}[ ])?(?:apply|merge|take|pull|queue)[ ](?:this|it|these|the[ ](?:patch|series)))[^\n?]{0,120}"
)
_NEXT_ROUND = re.compile(
    r"(?i)\b(?:I(?:'ll|[ ]will|[ ]am going to|'m going to)|we(?:'ll|[ ]will)|will|to be)[ ][^.!?\n]{2,80}?"
    r"[ ](?:in|for|with|before)[ ](?:the|my|a)[ ]next[ ](?:round|version|revision|posting|spin|iteration|submission|rev)\b[^.!?\n]{0,60}"
)
_NOT_HERE = re.compile(
    r"(?i)\b(?:follow[ -]?ups?|later|separate(?:ly)?|another (?:patch|series)|subsequent|future|afterwards?|once|after|if|unless|when|until"
    r"|next (?:cycle|release|merge window|time)|while applying|on top|incremental(?:ly)?|your (?:tag|reviewed|acked|tested)"
    r"|(?:reviewed|acked|tested|suggested|reported)-by|(?<!ixes )tags?|to (?:the|my) (?:todo|list))\b"
)


def pledged(series: Series, number: int, court: Court, approved: set[str]) -> list[tuple[Record, Spot]]:
    """Mails in which an author promises the change that somebody, who has not approved without it, asked for; the newest first."""
    by_key = {record.key: record for record in series.records}
    found: list[tuple[Record, Spot]] = []
    for record in series.records:
        if series.home[record.key][0] != number or record.kind != "reply" or not court.speaks_for_author(record.author):
            continue
        above = by_key.get(series.parents.get(record.key, ""))
        if above is None or not above.remarks or court.speaks_for_author(above.author):
            continue
        if mail.person_id(above.author, court.mailmap) in approved:
            continue
        spot = _promise(record, series.revisions[number].version)
        if spot is not None:
            found.append((record, spot))
    return found[::-1]


def finding_out(series: Series, number: int, court: Court) -> tuple[Record, Spot] | None:
    """The mail in which an author says that he will test or find out more, where it is his last one and the asker not content since."""
    by_key = {record.key: record for record in series.records}
    content: set[str] = set()  # who approved since
    for record in reversed(series.records):
        if any(t.name in REVIEW and t.place == "reply" and t.mood == "plain" for t in record.trailers):
            content.add(mail.person_id(record.author, court.mailmap))
        if series.home[record.key][0] != number or not court.speaks_for_author(record.author):
            continue
        held = _spoken(record, _HOLD) if record.kind == "reply" else None
        if held is not None:
            return record, held
        above = by_key.get(series.parents.get(record.key, ""))
        if record.kind != "reply" or above is None or court.speaks_for_author(above.author) or above.robot is not None:
            return None
        if mail.person_id(above.author, court.mailmap) in content or _approves(above):
            return None
        more = _spoken(record, _FIND_OUT)
        return None if more is None else (record, more)
    return None


def _approves(record: Record) -> bool:
    """Whether a mail gives a tag and asks nothing: who thanks for it and tests on holds nothing back."""
    return not record.remarks and any(t.name in REVIEW and t.place == "reply" and t.mood == "plain" for t in record.trailers)


def next_round(series: Series, number: int) -> tuple[Record, Spot] | None:
    """The words of a posting itself by which its author leaves something for the next round."""
    revision = series.revisions[number]
    for record in (revision.cover, *(posting.record for posting in revision.postings[:1])):
        spot = _spoken(record, _NEXT_ROUND) if record is not None else None
        if record is not None and spot is not None:
            return record, spot
    return None


def _spoken(record: Record, grammar: re.Pattern[str]) -> Spot | None:
    """The sentence of a mail's own words that a grammar finds first."""
    for passage in record.passages:
        said = grammar.search(passage.text) if passage.kind == "own" else None
        if said is not None:
            return _said(passage, said)
    return None


def _older(words: str, version: int) -> bool:
    """Whether words name no later version than the one that was posted."""
    named = re.search(r"(?i)\bv(\d{1,2})\b", words)
    return named is not None and int(named[1]) <= version


def _promise(record: Record, version: int) -> Spot | None:
    """The words of a mail that promise a change of a version, below a quote."""
    above: str | None = None
    for passage in record.passages:
        if passage.kind == "quote":
            above = passage.text
        if passage.kind != "own" or above is None:
            continue
        text = passage.text
        grammars = (*((_PLEDGE, _AND_WILL) if "ll " in text or "ll\n" in text else ()), *((_SHOULD,) if _OUGHT.search(text) else ()))
        grammars = (*grammars, _CAN) if " can " in text else grammars
        if any(mark in text for mark in _DID_MARKS):
            grammars = (*grammars, _DID)
        for grammar in grammars:
            for said in grammar.finditer(text):
                if grammar is _DID and (_WAS_THERE.search(said[0]) is not None or _older(said[0], version)):
                    continue
                if _NOT_HERE.search(said[0]) is not None or (grammar is _SHOULD and said["its"] and not _WISHED.search(above)):
                    continue
                return _said(passage, said)
    return None


def _said(passage: Passage, said: re.Match[str]) -> Spot | None:
    """The sentence in which a grammar matched."""
    return sentence_in(passage, said.start() + len(said[0]) - len(said[0].lstrip()), said.end())
