# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether a review remark wants a change before the patch can go in: the difference between a thought and "changes requested"."""

import re

from digest.model import Record, Remark, Spot
from digest.patch.proof import sentence_in


def insists(remark: Remark) -> bool:
    """Whether a remark is more than a thought: it says what must change, or asks for a new posting.

    What a reviewer says of himself, of what will work, or as a courtesy asks for nothing; a fault told without such words is one where it
    stands under the code.
    """
    words = _OF_TAGS.sub(" ", " ".join(remark.spot.text.split()))
    if remark.kind == "question":
        return _AGAIN.search(words) is not None or _POLITE.search(words) is not None
    if remark.kind != "change-request":
        return False
    words = _SOFT.sub(" ", _DENIED.sub(" ", words))
    return (_INSISTS if remark.file is None else _FAULTS).search(words) is not None


# "I also fixed this in the pending branch.", "In my tree I changed it back.", "I reworded it while applying."
_VERBS = (
    r"(?:fixed|changed|corrected|dropped|removed|renamed|reworded|folded|squashed|edited|amended|moved|converted|replaced|added|cleaned)"
)
_BRANCH = r"in[ ](?:the|my)[ ](?:\w+[ ])?(?:pending(?:[ ](?:branch|tree|queue))?|queue)\b"
_MENDED = re.compile(
    rf"(?i)(?:\bI(?:'ve|[ ]have)?[ ](?:(?:also|now|just|already)[ ]){{0,2}}{_VERBS}\b[^.!?]{{0,80}}?"
    rf"\b(?:{_BRANCH}|(?:when|while|before)[ ](?:applying|committing|merging|pushing)\b)"
    rf"|\b{_BRANCH},?[ \n]I(?:'ve|[ ]have)?[ ](?:(?:also|now|just|already)[ ]){{0,2}}{_VERBS}\b)[^.!?\n]{{0,100}}(?!\?)"
)


def mended(record: Record) -> Spot | None:
    """Words by which somebody says that he repaired it himself on the way in."""
    for passage in record.passages:
        if passage.kind == "own" and ("pending" in passage.text or "queue" in passage.text or "ing" in passage.text):
            said = _MENDED.search(passage.text)
            if said is not None:
                return sentence_in(passage, *said.span())
    return None


_DO = (
    r"add|address|change|convert|describe|document|drop|explain|fix|include|make|move|put|rebase|remove|rename|replace|reword|split|squash|switch"
    r"|test|update|use"
)
_AGAIN = re.compile(
    r"(?i)\b(?:please|(?:can|could|would|will)[ ]you)[ ](?:\w+[ ]){0,2}?(?:re-?send|re-?spin|re-?post|re-?submit|send|post)\b"
    r"|\b(?:please|(?:can|could|would|will)[ ]you)\b[^.?!]{0,80}?\b(?:(?:do|make|prepare|spin)[ ](?:up[ ])?(?:a|the|your)[ ]"
    r"(?:v[0-9]|(?:new|next)[ ]version|re-?spin)|and[ ]v[0-9][ ](?:this|it|the))\b",
)
_POLITE = re.compile(
    r"(?i)\b(?:can|could|would|will)[ ]you[ ](?:\w+[ ]){0,2}?"
    r"(?:add|change|convert|drop|fix|move|rebase|remove|rename|replace|reword|split|squash|switch|update|use)\b"
)
_WANTS = (
    r"should|shall|must|needs?[ ]to|ha(?:s|ve)[ ]to|needs|ought[ ]to|(?:is|are)[ ](?:wrong|incorrect|broken|buggy|bogus|missing|racy)"
    r"|can(?:not|[ ]?not|'t)|won't|doesn't|does[ ]not|misses"
)
# What is asked of a reviewer, not of the author: "can you post your tags under the cover?"
_OF_TAGS = re.compile(
    r"(?i)\b(?:please|pls|(?:can|could|would|will)[ ]you)[ ](?:\w+[ ]){0,2}?"
    r"(?:re-?send|re-?post|re-?submit|send|post|give|provide|add|repeat|share|move|put|use)[ ](?:me[ ]|us[ ])?your[ ](?:\w+[ ])?"
    r"(?:tags?|trailers?|acks?|reviews?|(?:reviewed|acked|tested)-by|r-b|rb)\b"
)
_DENIED = re.compile(
    # A need that is denied: "I don't think that this needs a split".
    r"(?i)\b(?:don't|do[ ]not|doesn't|can't|cannot)[ ](?:\w+[ ])?(?:think|believe|feel)\b[^.;!?]{0,160}?"
    r"\b(?:needs?(?:[ ]to)?|ha(?:s|ve)[ ]to|requires?)\b"
)
_SOFT = re.compile(
    r"(?i)\b(?:I|we|they|he|she|one|users?|someone|somebody|nobody)(?:'ve|'ll|'d)?"
    r"(?:[ ](?:also|really|just|probably|then|still|think|guess|don't|do))?"
    r"[ ](?:should|shall|must|needs?[ ]to|ha(?:s|ve|d)[ ]to|can(?:not|[ ]?not|'t)|won't|don't|missed)\b"
    r"|\blet(?:'s|[ ]us)\b[^.;!?]{0,60}"
    r"|\b(?:should|must)(?:[ ](?:also|still|now|probably|already|not))?"
    r"[ ](?:be[ ](?:able|fine|ok|okay|good|easy|possible|enough|safe|trivial|sufficient|a)"
    r"|work|help|happen|suffice|prevent|have[ ](?:been|seen|had))\b"
    r"|\bplease[ ](?:\w+[ ])?(?:correct[ ]me|let[ ](?:me|us)|point[ ]out|refer|see|find|note|advise|tell|excuse|bear"
    r"|keep[ ]in|forgive|share|try|help|check|ask[ ](?:any|me|if)|feel[ ]free|comment|criticise|criticize|discuss)\b"
    # What a reviewer will do himself.
    r"|\bI(?:'ll|'m[ ]going[ ]to|[ ](?:will|am[ ]going[ ]to|plan[ ]to|would[ ]like[ ]to|want[ ]to))[ ](?:\w+[ ]){0,2}?"
    r"(?:re-?post|re-?send|re-?spin"
    r"|re-?submit|send|post|test|try|look|check|take|pick|apply|merge|queue)\b(?:(?![ ](?:if|once|after|when|but|please)\b)[^.;!?]){0,200}"
    r"|\b(?:what(?:'s|[ ]is)|something|anything|nothing|I(?:'m|[ ]am))[ ](?:\w+[ ])?(?:missing|wrong|broken)\b|\bget[ ]me[ ]wrong\b"
    r"|\b(?:doesn't|does[ ]not|shouldn't|need[ ]not|not)[ ](?:need|have)[ ]to\b|\bno[ ]need[ ]to\b"
)
_STRONG = (
    r"please|pls|(?:can|could|would|will)[ ]you|re-?send|re-?spin|re-?post|re-?submit|send[ ](?:a[ ])?v[0-9]|why[ ]not"
    r"|I'd[ ](?:prefer|rather|suggest)|nack?"
    r"|not[ ](?:correct|acceptable|right|allowed|needed|necessary)|unnecessary"
    r"|(?:you|this|that|these|it|which|patch(?:es)?|series|commit|title|subject|log|message|code|function|driver|tag|they)"
    rf"(?:[ ]\w+){{0,1}}?[ ](?:{_WANTS})"
)
_INSISTS = re.compile(rf"(?i)\b(?:{_STRONG})\b|(?:^|[.!?][ ])(?:{_DO})\b")
_FAULTS = re.compile(
    rf"(?i)\b(?:{_STRONG}|must|should|shall|needs?[ ]to|ha(?:s|ve)[ ]to|wrong|incorrect|broken|buggy|bogus|can(?:not|[ ]?not|'t)"
    r"|drop|remove|instead|won't|doesn't|does[ ]not|missing)\b"
)


_LETS_GO = re.compile(
    r"(?i)\A\s{0,8}(?:(?:but|and|so|ok|okay|well|i (?:think|guess)|probably)[ ,]{1,2}){0,2}(?:it|that|this|which|we)(?:'s|'re|[ ]is|[ ]are"
    r"|[ ]should[ ]be|[ ]would[ ]be|[ ]looks|[ ]seems)[ ](?:\w+[ ]){0,2}(?:fine|ok|okay|acceptable|good[ ]enough|harmless"
    r"|not[ ]a[ ](?:problem|big[ ]deal"
    r"|blocker))\b(?![^.\n]{0,60}\b(?:if|but|once|as long as|provided)\b)"
)


def lets_go(record: Record, remark: Remark) -> bool:
    """Whether the words right behind a judgement let it go: "It should be fine." below it."""
    end = remark.spot.line + remark.spot.text.count("\n")
    for passage in record.passages:
        if passage.kind == "own" and passage.line <= end < passage.line + max(passage.lines, 1):
            below = "\n".join(passage.text.split("\n")[end + 1 - passage.line :])
            return _LETS_GO.match(below) is not None
    return False
