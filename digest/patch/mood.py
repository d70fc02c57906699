# SPDX-License-Identifier: GPL-2.0-or-later
"""How a tag was meant: the words around it that make it depend on a change, only suggest it, or say for which patches it is.

English as kernel reviewers write it; a rule names kinds of words (a condition, a change, a set of patches), never a sentence.
"""

import re
from typing import Literal

import msgspec

from digest.model import Scope, Spot, Text

_CHANGED = (
    r"(?:fix(?:ed|es|ing|up)?|address(?:ed|ing)?|resolv(?:ed|ing)"
    r"|chang(?:ed|ing|es?)|correct(?:ed|ing)|updat(?:ed|ing)|remov(?:ed"
    r"|ing)|renam(?:ed|ing)"
    r"|add(?:ed|ing)|dropp(?:ed|ing)|clarif(?:ied|ying)|sort(?:ed"
    r"|ing)|adjust(?:ed|ing)|rework(?:ed|ing)|taken care|cleaned up"
    r"|squash(?:ed|ing)"
    r"|split|done|made|mov(?:ed|ing)|replac(?:ed|ing)|expand(?:ed"
    r"|ing)|improv(?:ed|ing)|document(?:ed|ing)|tweak(?:ed|s|ing)?"
    r"|nits?|corrections?|included|rebased)"
)
_REPOST = (
    r"(?:re-?post|re-?send|re-?spin|re-?roll|re-?submit|respun|new (?:version"
    r"|revision|spin)|next (?:version|revision|spin)|(?:another|a) (?:version"
    r"|revision|v\d+)|v\d+)"
)
_CONDITION = re.compile(
    rf"\b(?:with|once|after|when|if|provided|assuming|as long as"
    rf"|subject to|pending|modulo|conditional on|contingent on|in case"
    rf"|unless|until)\b[^.;!?\n]{{0,140}}?\b{_CHANGED}\b"
    rf"|\b(?:if|in case|should|when|once|for|in case of)\b[^.;!?]{{0,60}}?\b{_REPOST}\w*\b"
    rf"|\b(?:if|in case) you(?:'ll|'d| will| do| decide| end up| target| make| want| go| use| keep| agree)?\b"
    rf"|\bwith (?:that|those|these|this)(?: (?:\w+ ){{0,3}}(?:changes?|fix(?:es)?|nits?|comments?|corrections?|tweaks?))?[ ]?[:,.]?\Z"
    rf"|\b(?:fix|address|change|rename|remove|drop|update|correct)\b[^.;!?]{{0,80}}?\b(?:and"
    rf"|then)\b[^.;!?]{{0,30}}?\b(?:feel free|you can|you may|add"
    rf"|have|take|keep|carry)\b",
    re.IGNORECASE,
)
# "With this patch applied the crash is fixed" tells of a test, not of a wish.
_TRIED = re.compile(
    r"\b(?:with|after|once|when)\b[^.;!?]{0,30}?\b(?:patch(?:es|set)?|series|fix|commits?|change|kernel|it|this|these|them|both)\b"
    r"(?:[ ](?:applied|in place|applying|on top|merged|reverted"
    r"|installed)\b|,|[ ](?:I|the|it|we|my|there|no|everything"
    r"|all|on|our|does)\b)",
    re.IGNORECASE,
)
_NOT_CONDITION = re.compile(
    r"(?i)\b(?:nits?|comments?|typos?|that|this|those|questions?)\b[^.;!?]{0,30}?\b(?:notwithstanding|aside|non-?blocking|optional)\b"
    r"|\b(?:it|that|this)(?:[ ](?:is|would be|will be|'d be|may be"
    r"|might be)|'s)[ ](?:\w+[ ])?(?:better|nicer?|great|good to have"
    r"|appreciated|helpful|cleaner|worth)\b"
    r"|\b(?:if|with|after) (?:that|this) (?:said|helps|matters)\b"
    r"|\b(?:other than|apart from|aside from|aside of|besides) (?:that"
    r"|this|those|these)\b[ ]?[:,]?\Z"
    r"|\bno need to (?:re-?spin|re-?send|re-?post)|\b(?:don't|do not) (?:re-?spin|re-?send|re-?post)",
)
_GIVING = re.compile(
    r"(?i)\b(?:add|keep|carry|take|include|tags?|r-?b|ack(?:ed)?"
    r"|review(?:ed-by)?|feel free|happy|fine with|ok with|okay with"
    r"|good to go|lgtm|looks? good|my)\b"
)
_FAULT = re.compile(r"(?i)\b(?:nits?|typos?|comments?|remarks?|feedback|nitpicks?|suggestions?|issues?|mistakes?)\b")
_SUGGESTION = re.compile(
    r"\b(?:please|kindly|pls|should|could you|can you|must|need to"
    r"|needs to|want to|consider|might)\b[^.;!?]{0,80}?\b(?:add"
    r"|adding|include|append|carry|put|credit|mention)\b"
    r"|\badd(?:ing)? (?:the )?following tags?\b|\bfollowing tags?\b",
    re.IGNORECASE,
)
_NUMBERS = (
    r"#?\d{1,4}(?:/\d{1,4})?(?:(?:[ ]?(?:-|–|—|\.\.|,|&|\+|/)[ ]?|[ ](?:to"
    r"|through|thru|and|till|until)[ ]|,[ ]and[ ])(?:patch[ ])?#?\d{1,4}(?:/\d{1,4})?){0,20}"
)
_ONLY = re.compile(
    rf"(?i)\b(?:(?P<but>(?:except|excluding|without|but|apart from"
    rf"|other than|minus|not)(?: for)?[ ](?:the )?)?(?:patch(?:es)?"
    rf"|patch(?:es)? (?:number|no\.?))[ ](?P<list>{_NUMBERS})(?![\w.]))",
)
_SPOKEN = re.compile(
    r"(?i)(?:^|\b(?:for|on|to|of|covers?|only|and|all|series|set|patches|applies to)[ ,]{1,2}(?:all[ ])?(?:the[ ]|your[ ])?|[:,(][ ]?)\Z"
)
_BARE_LIST = re.compile(
    r"(?i)(?:for|on|to|#|only)?[ ]?(?:the )?(?P<but>except |excluding "
    r"|all but )?(?P<list>\d{1,4}/\d{1,4}|#\d{1,4}(?:(?:[ ]?[-,&][ ]?"
    r"| and | to )#?\d{1,4}){0,10}|\d{1,3}(?:[ ]?[-–,][ ]?\d{1,3}){1,10})[ ]?[:,]?\Z"
)
_ORDINAL = re.compile(
    r"(?i)\b(?P<but>(?:except|all but)(?: for)? )?(?:the )?(?P<which>first"
    r"|last)(?: (?P<count>two|three|four|five|six|\d{1,2}))? (?:patch(?:es)?"
    r"|ones?)\b|\ball but (?:the )?(?P<but_last>last|first)\b",
)
_SERIES = re.compile(
    r"(?i)\b(?:for|on|to|of|with)[ ](?:(?:the|this|that|your|these)[ ])?(?:(?:whole"
    r"|entire|full|complete|rest of the|v\d{1,3})[ ]){0,2}(?:series"
    r"|patch-?set|patch[ ]series)\b"
    r"|\b(?:for|on|to)[ ](?:the|this|that|your)[ ](?:(?:whole|entire|full|complete)[ ])?(?:set|lot)\b"
    r"|\b(?:for|to|on)[ ](?:all|both)\b(?:[ ](?:of[ ])?(?:the[ ]"
    r"|these[ ]|your[ ])?(?:\w+[ ])?(?:patch(?:es)?|them|three"
    r"|two|four|five))?(?=[ ]?[:,.]|\Z|[ ](?:of|the|patch|these))"
    r"|\b(?:whole|entire)[ ](?:series|set|patch-?set)\b|^series[ ]?:",
)
_REMARK = re.compile(
    r"(?i)\b(?:comment|comments|commented|nits?|question|typo|issue|problem|concern|see my|replied|reply|discussion|except that)\b"
)
_SENTENCE = re.compile(r"(?<=[.!?])[ \n]+(?=[\"'(A-Z\d])")
_COUNT = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_AFTER = re.compile(
    r"[ \t]*\n{0,2}[ \t]*[(\[]?(?P<words>(?:with|once|if|provided|assuming|after|pending|modulo|as long as|when)\b[^\n]{3,160})",
    re.IGNORECASE,
)


class Tone(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What the words around a tag make of it."""

    mood: Literal["plain", "conditional", "suggested", "withdrawn"] = "plain"
    why: Spot | None = None
    scope: Scope | None = None


PLAIN = Tone()


def before(text: Text, words: str, start: int, at: int) -> Tone:
    """The tone set by the last own sentence above the tag at offset `at`; words beyond a quote or another paragraph do not count."""
    lead = words[max(start, at - 700) : at]
    if not lead.strip():
        return PLAIN
    body = text.body
    base = at - len(lead)
    # Up over blank lines to the nearest paragraph; a line that is blank here but not in the body is a quote and ends the search.
    low = len(lead)
    line_end = lead.rfind("\n")
    line_end = len(lead) if line_end < 0 else line_end
    first = last = -1
    blanks = taken = 0
    if lead[line_end + 1 :].strip() and line_end < len(lead):
        first, last = line_end + 1, len(lead)  # words before the tag on its own line (copies without line breaks)
        line_end = -1 if text.flat else line_end
    while line_end > 0 and taken < 8:
        line_start = lead.rfind("\n", 0, line_end) + 1
        line = lead[line_start:line_end]
        if line.strip():
            first, last = line_start, last if last >= 0 else line_end
            taken += 1
        elif first >= 0:
            break
        else:
            blanks += 1
            if blanks > 2 or body[base + line_start : base + line_end].strip():
                return PLAIN
        if not line_start:
            break
        line_end = line_start - 1
    del low
    if first < 0:
        return PLAIN
    return _sentence(text, words, base + first, base + last)


def _sentence(text: Text, words: str, start: int, end: int) -> Tone:
    """Judge the last sentence of `words[start:end]` that is more than a courtesy."""
    paragraph = words[start:end].rstrip()
    cuts = [0, *(cut.end() for cut in _SENTENCE.finditer(paragraph)), len(paragraph)]
    for left, right in zip(cuts[-2::-1], cuts[:0:-1], strict=False):
        sentence = paragraph[left:right].strip()
        plain = sentence.replace("\n", " ")
        tone = _judge(plain)
        courtesy = len(plain.split()) < 4 and not plain.endswith((":", ","))
        if tone is PLAIN and courtesy and left:
            continue
        if tone is PLAIN:
            return PLAIN
        offset = start + left + (len(paragraph[left:right]) - len(paragraph[left:right].lstrip()))
        return Tone(tone.mood, text.spot(offset, offset + len(sentence)) if tone.mood != "plain" else None, tone.scope)
    return PLAIN


def _judge(sentence: str) -> Tone:
    """The tone of one sentence on one line."""
    scope = _scope(sentence)
    if is_conditional(sentence):
        return Tone("conditional", None, scope)
    if _SUGGESTION.search(sentence):
        return Tone("suggested", None, scope)
    return Tone("plain", None, scope) if scope else PLAIN


def is_conditional(words: str) -> bool:
    """Whether words make what they speak of depend on a change yet to come.

    A long sentence that neither leads up to something nor speaks of giving a tag is a story, unless it names a fault.
    """
    if len(words) > 50 and words[-1:] not in ":," and not _GIVING.search(words) and not _FAULT.search(words):
        return False
    return bool(_CONDITION.search(words)) and not _NOT_CONDITION.search(words) and not _TRIED.search(words)


def behind(tone: Tone, text: Text, stop: int, note: str | None) -> Tone:
    """The tone corrected by what stands behind the tag: its note, or a line that opens with a condition."""
    if tone.mood == "conditional":
        return tone
    if note and is_conditional(note):
        at = text.body.rfind(note, max(0, stop - len(note) - 80), stop)
        return Tone("conditional", text.spot(at, at + len(note)) if at >= 0 else None, tone.scope)
    following = _AFTER.match(text.own, stop, min(len(text.own), stop + 240))
    if following and is_conditional(following["words"]):
        return Tone("conditional", text.spot(*following.span("words")), tone.scope)
    return tone


def note_scope(note: str | None) -> Scope | None:
    """The patches a note names: `# patches 1-3`, `(for 2/4)`."""
    if not note:
        return None
    found = _BARE_LIST.match(note)
    if found:
        return Scope("except" if found["but"] else "only", _numbers(found["list"]), note)
    return _scope(note)


def _scope(sentence: str) -> Scope | None:
    """Which patches a sentence before a tag speaks of, if it says so."""
    found = _ONLY.search(sentence)
    if found and _SPOKEN.search(sentence[: found.start()]):
        words = found[0]
        if _REMARK.search(sentence[: found.start()]) and not sentence[found.end() :].strip(" :,"):
            return None
        if _REMARK.search(sentence[found.end() :]):
            return None
        rest = "all" in sentence[: found.start()].lower() or "series" in sentence[: found.start()].lower()
        return Scope(
            "except" if found["but"] and (rest or not found["but"].lower().startswith("but")) else "only", _numbers(found["list"]), words
        )
    found = _ORDINAL.search(sentence)
    if found and not _REMARK.search(sentence):
        if found["but_last"]:
            return Scope("except", (-1,) if found["but_last"].lower() == "last" else (1,), found[0])
        count = _COUNT.get((found["count"] or "").lower()) or int(found["count"] or 1)
        patches = tuple(range(1, count + 1)) if found["which"].lower() == "first" else tuple(range(-count, 0))
        return Scope("except" if found["but"] else "only", patches, found[0])
    found = _SERIES.search(sentence)
    if found:
        return Scope("series", (), found[0])
    found = _BARE_LIST.match(sentence)
    if found and len(sentence) < 40:
        return Scope("except" if found["but"] else "only", _numbers(found["list"]), sentence)
    return None


def _numbers(words: str) -> tuple[int, ...]:
    """The patch numbers of "1-3, 5 and 7/9"; of a counter n/m only n."""
    words = re.sub(r"(\d+)/\d+", r"\1", words)
    numbers: list[int] = []
    span = False
    for token in re.findall(r"\d+|-|–|—|\.\.|to|through|thru|till|until", words, re.IGNORECASE):
        if not token.isdigit():
            span = True
            continue
        number = int(token)
        if span and numbers and numbers[-1] < number <= numbers[-1] + 200:
            numbers.extend(range(numbers[-1] + 1, number + 1))
        else:
            numbers.append(number)
        span = False
    return tuple(dict.fromkeys(numbers))


def name_like(words: str) -> bool:
    """Whether the words between a key and an address are a person's name and not a sentence."""
    words = words.strip()
    count = len(words.split())
    if len(words) > 80 or count > (3 if words[:1].islower() else 8):
        return False
    return not re.search(r"\w\w[.!?:;][ ]|\b(?:the|and|for|to|with|tag|tags)\b", words)
