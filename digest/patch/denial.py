# SPDX-License-Identifier: GPL-2.0-or-later
"""Words around a tag that do not give it: a tag one cannot, would or nearly did give, one that is for something else, a log that is shown.

English as kernel reviewers write it (Documentation/process/submitting-patches.rst has the tags); a rule names kinds of words, never a
sentence.  Read are the own words above a tag, and the first words behind it.
"""

import re

_GIVE = r"(?:say|give|send|offer|add|write|type|reply|respond|answer|provide|put|post|attach|follow up|be able to \w+)"
_TURN = r"(?:but|however|yet|though|although|unfortunately|alas|sadly|except|only|if|until|then)\b"
# "I cannot give you my" needs no more words; "I would love to say" is taken back by what follows, "I was about to send" too.
_REFUSED = re.compile(
    rf"(?i)\b(?:I|we)(?:[ ](?:really|still|just|simply|therefore|sadly|unfortunately)){{0,2}}"
    rf"[ ]?(?:(?:can ?not|can'?t|could ?n[o']t|will not|won'?t|would ?n[o']t|shall not)[ ](?:\w+ly[ ]|yet[ ]|just[ ]){{0,2}}{_GIVE}"
    rf"|(?:am not|'m not)[ ](?:\w+[ ]){{0,3}}(?:to[ ])?{_GIVE}\w*"
    rf"|(?:do not|don'?t|did not|didn'?t|have not|haven'?t)[ ](?:\w+[ ]){{0,3}}?{_GIVE}\w*)\b"
    r"(?![^.!?]{0,40}\b(?:more|other|anything|enough|better|worse|wrong|sure|know|mind|think|see|need)\b)"
)
_WISHED = re.compile(
    rf"(?i)\bI(?:[ ](?:really|still|just|honestly|truly))?"
    rf"(?:(?:[ ](?:would|wanted|want|was|am|had|hoped|hope|wish|might|could)|'d|'m)\b[^.!?]{{0,60}}?\b{_GIVE}(?:ing)?\b"
    r"|(?:[ ]would|'d)[ ]have[ ](?:\w+[ ]){0,2}(?:said|given|sent|offered|added|written|replied|put)\b)"
)
_BEHIND = re.compile(rf"[ \t]{{0,80}}\n{{1,3}}[ \t]{{0,80}}[(\[]?(?:\.\.\.[ ]?|…[ ]?|[-–—]{{1,2}}[ ])?(?:and[ ]|, )?{_TURN}", re.IGNORECASE)
# "Paolo will say / Nacked-by: ... / is too harsh": a tag that is a word of a sentence.
_SPOKEN_OF = re.compile(
    r"[ \t]{0,80}\n{1,3}[ \t]{0,80}(?:is|was|would|seems|sounds|looks|might|will|does|should|can|could|has|in|as|there|here)[ ]\w"
)
_MINE = re.compile(r"(?i)\b(?:my|mine|our|this|the|following)\b")
_THIS = r"(?:no,[ ]|sorry,[ ])?not[ ](?:for[ ]|to[ ]|on[ ])?(?:this|that)[ ](?:one|patch|series|version|posting|change|set)"
_NOT_THIS = re.compile(rf"(?i)\A{_THIS}[ ]?[,;:-]{{1,2}}[ ](?:but[ ])?(?:only[ ])?(?:for|to|on)\b[^.!?]{{1,160}}\Z")
_OTHER_ONE = re.compile(rf"(?i)(?:\A|[.!?:][ \n]{{1,4}}){_THIS}[ ]?[.!;]\s{{0,4}}\Z")
_FOR = re.compile(r"(?i)(?:but[ ])?(?:only[ ])?(?:for|to|on)\b")
_NO_TAG = re.compile(
    rf"(?i)\b(?:this is|that is|here is|it is) (?:\w+ )?(?:not|no) (?:an? |my |yet ){{0,2}}(?:review|ack|tag|approval|{_GIVE})"
)
# A log that is shown, not given: a lead about its wording, then indented lines of which some are prose.
_WORDING = re.compile(
    r"(?i)\b(?:looks?|reads?|likes?|says?|writ(?:e|ten)|messages?|logs?|changelogs?|descriptions?|subjects?|formats?|formatt(?:ed|ing)"
    r"|examples?|e\.g|such as|templates?|instead|reword(?:ed|ing)?|rephrase[ds]?|suggest(?:ed|ion)?|should be|something|commit)"
    r"\b[^\n]{0,120}:[ \t]*\Z"
)
_KEYED = re.compile(r"[ \t]{0,20}(?:[A-Za-z]+(?:-[A-Za-z]+){0,6}-by|Fixes|Link|Closes|Cc)[ \t]?:", re.IGNORECASE)
_FENCE = "```"
_SHOWN_LINES = 60  # lines of a shown log that are looked up


def denied(sentence: str, behind: str, *, opens: str = "") -> bool:
    """Whether the sentence that leads to a tag (on one line) does not give it; `opens` is what stands before it in its paragraph."""
    if _NOT_THIS.match(sentence) or (_FOR.match(sentence) and _OTHER_ONE.search(opens)):
        return True
    if sentence[-1:] in ".!?)":
        return False
    if _REFUSED.search(sentence) or _NO_TAG.search(sentence):
        return True
    if sentence[-1:] not in ":," and _SPOKEN_OF.match(behind) and not _MINE.search(sentence):
        return True
    return _WISHED.search(sentence) is not None and _BEHIND.match(behind) is not None


def behind(words: str, at: int) -> str:
    """The words behind the block of tags that opens at offset `at`, from its last line end."""
    for _ in range(12):
        stop = words.find("\n", at, at + 400)
        if stop < 0:
            return ""
        if not _KEYED.match(words, stop + 1):
            return words[stop : stop + 120]
        at = stop + 1
    return ""


def shown(words: str, start: int, at: int) -> bool:
    """Whether the tag at offset `at` stands in a shown text: within a fence, or in an indented log under words about its wording."""
    line = words.rfind("\n", start, at) + 1 or start
    if words.find(_FENCE, start, at) >= 0 and words.count(_FENCE, start, at) % 2:
        return True
    if not words.startswith(("  ", "\t"), line):
        return False
    prose = False
    for _ in range(_SHOWN_LINES):
        if line <= start:
            return False
        above = words.rfind("\n", start, line - 1) + 1 or start
        row = words[above : line - 1]
        line = above
        if not row.strip():
            continue
        if not row.startswith(("  ", "\t")):
            return prose and _WORDING.search(row) is not None
        prose = prose or _KEYED.match(row) is None
    return False
