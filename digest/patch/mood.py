# SPDX-License-Identifier: GPL-2.0-or-later
"""How a tag was meant: the words around it that make it depend on a change or only suggest it.

English as kernel reviewers write it; a rule names kinds of words (a condition, a change, a gift), never a sentence.
"""

import re
from typing import Literal

import msgspec

from digest.model import Scope, Spot, Text
from digest.patch import denial
from digest.patch.scope import read_scope

# What is done to a patch: the change that a condition waits for.
_DONE = (
    r"fix(?:ed|es|ing|up)?|address(?:ed|ing)|resolv(?:ed|ing)|chang(?:ed|ing|es?)|correct(?:ed|ing)|updat(?:ed|ing)|remov(?:ed|ing)"
    r"|renam(?:ed|ing)|add(?:ed|ing)|dropp(?:ed|ing)|clarif(?:ied|ying)|sort(?:ed|ing)|adjust(?:ed|ing)|rework(?:ed|ing)|taken care"
    r"|cleaned up|squash(?:ed|ing)|split|done|made|mov(?:ed|ing)|replac(?:ed|ing)|expand(?:ed|ing)|improv(?:ed|ing)|document(?:ed|ing)"
    r"|tweak(?:ed|s|ing)?|nits?|corrections?|included|rebased"
)
_AGAIN = (
    r"re-?post|re-?send|re-?spin|re-?roll|re-?submit|respun|new (?:version|revision|spin)|next (?:version|revision|spin)"
    r"|(?:another|a) (?:version|revision|v\d+)|v\d+"
)
_IF = r"if|once|provided|assuming|as long as|in case|subject to|pending|modulo|conditional on|contingent on|unless|until"
_OPENS = re.compile(rf"(?i)(?:\w+[ ,]{{1,2}})?(?:{_IF}|with|after)\b")
_LEADS = re.compile(rf"(?i)(?:{_IF})\b[^\n]{{3,200}}[:,]\Z|unless\b[^\n]{{3,200}}\w\Z")
_UNLESS = re.compile(
    r"(?i)\bunless\b[^.!?]{0,60}?\b(?:objects?|disagrees?|complains?|minds|protests?|opposes?|na(?:c)?ks?"
    r"|(?:has|have|had|sees?|raises?)[ ](?:\w+[ ])?(?:objections?|concerns?|issues?|doubts?|problems?)|says?[ ](?:no|otherwise))\b"
)
# "Unless Mary objects", "assuming the selftests pass", "if nobody sees a problem": nobody has to change anything.
_OTHERS = re.compile(
    r"(?i)\A(?:\w+[ ,]{1,2})?(?:"
    r"unless[ ][^.!?]{1,60}?\b(?:objects?|disagrees?|complains?|minds|protests?|opposes?|objections?|concerns?|thinks?|says?|sees?)\b"
    r"|(?:assuming|provided|if|once|as long as|pending|subject to|when|modulo)[ ](?:that[ ])?"
    r"(?:(?:all|the|our|my|this|it|nipa|kernel)[ ]){0,3}"
    r"(?:(?:self-?)?tests?|testing|ci|robots?|bots?|builds?|kunit|syzbot|syzkaller|lkp|patchwork)\b"
    r"(?:[ ]?[:,]?\Z|[^.!?]{0,40}?\b(?:pass(?:es|ed)?|succeeds?|happy|green|ok|okay|fine|clean|agrees?|works?|goes well|quiet)\b)"
    r"|(?:assuming|provided|if|as long as)[ ](?:that[ ])?"
    r"(?:nobody|no one|none|others?|everybody|everyone|(?!we\b|the author\b)[A-Z]\w+)\b[^.!?]{0,40}?"
    r"\b(?:objects?|objections?|disagrees?|complains?|agrees?|acks?|ok|okay|fine|happy|sees?|minds|concerns?|problems?|likes?)\b)"
)
_ADDRESSED = re.compile(r"(?i)\byour?\b")
# "With a real changelog I would happily give my".
_WITH_A = re.compile(
    r"(?i)\A(?:\w+[ ,]{1,2})?(?:with|given|after)[ ](?:an?|some|better|proper|real|more|those|these|that)[ ](?!(?:said|being)\b)"
    r"[^.;!?]{2,80}?,?[ ]I(?:'d|[ ]would)[ ](?:\w+[ ]){0,2}(?:give|add|offer|send|have given|be (?:happy|glad|fine|ok|okay|willing))\b"
)
_WAITS = re.compile(rf"(?i)\b(?:{_IF}|with|after|when)\b[^.;!?\n]{{0,140}}?\b(?:{_DONE})\b")
_RESPUN = re.compile(rf"(?i)\b(?:if|in case|in case of|should|when|once)\b[^.;!?]{{0,60}}?\b(?:{_AGAIN})\w*\b")
_IF_YOU = re.compile(
    r"(?i)\b(?:if|in case|provided|assuming)(?: that)? you\b"
    r"(?!(?:'d)? (?:want|like|wish|prefer|care|mind|need|think|don't mind)\b)"
)
# What an author is asked to do, as one says it to him.
_DO = (
    r"add|address|adjust|change|clarify|clean|convert|correct|describe|document|drop|exclude|explain|extend|fix|fold|include|make|mention|merge"
    r"|move|put|rebase|remove|rename|repeat|replace|resolve|reword|rework|split|squash|state|switch|test|tweak|update|use|wrap"
)
_YOU_DO = re.compile(
    rf"(?i)\b(?:{_IF}|when|after)(?: that)? (?:you|we|the author)"
    rf"(?:'d|'ll| (?:could|can|would|will|also|just|please|do)){{0,2}} (?:{_DO})\b"
)
_PROVIDED = re.compile(
    r"(?i)\b(?:provid(?:ed|ing)|(?:as|so) long as|on (?:the )?condition|condition(?:al|ed) on|contingent (?:on|upon)|subject to)\b"
    r"(?![ ]?[,.)]?\Z)"
)
_FINE = re.compile(r"(?i)\b(?:ok|okay|fine|good)\b[^.;!?\n]{0,20}\b(?:provided|as long as|so long as|on condition)\b")
_CONTENT = re.compile(r"(?i)\b(?:happy|ok|okay|fine with|agrees?|objects?|objections?|complains?)\b")
# "With Tom's suggestion applied", "with the comment taken into account", "with s/foo/bar/".
_TAKEN_IN = re.compile(
    r"(?i)\b(?:with|once|after)\b[^.;!?\n]{0,60}?\b(?:suggestions?|comments?|remarks?|feedback|changes?|nits?|fix(?:es)?|fixups?|concerns?|diff|hunk)"
    r"\b[^.;!?\n]{0,30}?\b(?:applied|incorporated|folded in|squashed in|taken into account|taken care of|in place|implemented|followed)\b"
    r"|\bwith (?:an? |the )?s/[^/\s]{1,60}/"
)
_COURTESY = re.compile(
    r"(?i)\b(?:if|in case|whenever|should)[ ]"
    r"(?:it[ ](?:is[ ]|be[ ]|'s[ ])?|it's[ ]|that[ ](?:is[ ])?|this[ ](?:is[ ])?|of[ ])?(?:still[ ]|any[ ]|at[ ]all[ ])?"
    r"(?:helps?|helpful|useful|matters|counts|possible|needed|necessary|required|wanted|desired|worth|applicable|appropriate|not too late"
    r"|too late|use|interest|value|time|missed|missing|(?:ok|okay|fine)[ ](?:with|for)[ ](?:you|everyone|everybody))\b"
    r"|\b(?:once|yet)[ ](?:again|more)\b|\buntil (?:then|now|today)\b"
)
_WITH_THOSE = re.compile(
    r"(?i)\bwith (?:that|those|these|this)(?: (?:\w+ ){0,3}(?:changes?|fix(?:es)?|nits?|comments?|corrections?|tweaks?))?[ ]?[:,.]?\Z"
    r"|\bwith the (?:\w+ ){0,3}(?:changes?|fix(?:es)?|nits?|comments?|corrections?|tweaks?)(?: (?:above|below|from [\w' ]{1,40}))?"
    r"[ ]?[:,.]?\Z"
)
_DO_AND_ADD = re.compile(
    rf"(?i)(?:\A|[,:;(] ?|\b(?:please|pls|just|and|kindly|so|but) )(?:{_DO})\b[^.;!?]{{0,80}}?"
    r"(?:\b(?:and|then|after(?:wards| that)|after which)\b[^.;!?]{0,30}?\b(?:feel free|you can|you may|add|have|take|keep|carry)\b"
    r"|\b(?:and|then)[ ]?[:,]\Z|; ?(?:after|with) that\b[^.;!?]{0,40}?\b(?:feel free|you can|you may|add|take|keep|carry)\b)"
)
# "With this patch applied the crash is fixed" tells of a test, not of a wish.
_TRIED = re.compile(
    r"(?i)\b(?:with|after|once|when)\b[^.;!?]{0,30}?\b(?:patch(?:es|set)?|series|fix(?:es)?|commits?|changes?|kernel|it|this|these|them|both)\b"
    r"(?:[ ](?:applied|in place|applying|on top|merged|reverted|installed)\b|,"
    r"|[ ](?:I|the|it|we|my|there|no|everything|all|on|our|does)\b)"
)
_REGARDLESS = re.compile(
    r"(?i)\b(?:nits?|comments?|typos?|that|this|those|questions?)\b[^.;!?]{0,30}?\b(?:notwithstanding|aside|non-?blocking|optional)\b"
    r"|\b(?:it|that|this)(?:[ ](?:is|would be|will be|'d be|may be|might be)|'s)[ ](?:\w+[ ])?"
    r"(?:better|nicer?|great|good to have|appreciated|helpful|cleaner|worth)\b"
    r"|\b(?:if|with|after) (?:that|this) (?:said|helps|matters)\b|\bwith or without\b|\b(?:regardless|irrespective|either way|anyway)\b"
    r"|\b(?:other than|apart from|aside from|aside of|besides) (?:that|this|those|these)\b[ ]?[:,]?\Z"
    r"|\b(?:not|no|non|n't)[ -](?:\w+[ ]){0,2}(?:blockers?|blocking|worth|showstoppers?)\b|\bup to you\b|\bfollow[- ]?ups?\b|\blater on\b"
    r"|\b(?:when|while|before|on)[ ](?:I[ ](?:am[ ])?|it is[ ]|being[ ])?(?:apply(?:ing)?|applied|merg(?:e|ing)|commit(?:ting)?|pushing)\b"
    r"|\b(?:addressed|fixed|resolved|changed|corrected|updated|done|sorted)(?: out)?"
    r"[ ](?:now|already|in (?:this|the (?:latest|current|new))|by (?:this|the))\b"
    r"|\bno need to (?:re-?spin|re-?send|re-?post)|\b(?:don't|do not|needn't) (?:re-?spin|re-?send|re-?post)"
)
_GIVING = re.compile(
    r"(?i)\b(?:add|keep|carry|take|include|tags?|r-?b|ack(?:ed)?|review(?:ed-by)?|feel free|happy|(?:fine|ok|okay) with|good to go|lgtm"
    r"|looks? good|my)\b"
)
_FAULT = re.compile(r"(?i)\b(?:nits?|typos?|comments?|remarks?|feedback|nitpicks?|suggestions?|issues?|mistakes?)\b")
_SUGGESTION = re.compile(
    r"(?i)\b(?:please|kindly|pls|should|could you|can you|must|needs? to|want to|consider|might)\b[^.;!?]{0,80}?"
    r"\b(?:add|adding|include|append|carry|put|credit|mention)\b|\badd(?:ing)? (?:the )?following tags?\b|\bfollowing tags?\b"
)
# A sample of how tags are written is no gift of them, though the sender's own name stands in it.
_SAMPLE = re.compile(
    r"(?i)\b(?:tags?|trailers?|sign-?offs?|lines?)\b[^.;!?]{0,60}?\b(?:in|into|by|with|as)"
    r"[ ](?:this|that|the following|chronological|the right)[ ](?:order|format|form|style|way|sequence)\b"
    r"|\b(?:order|format) of (?:the |your )?(?:tags|trailers)\b"
    r"|\b(?:tags?|trailers?)\b[^.;!?]{0,40}?\b(?:look|be|formatted|written|ordered|sorted|go)"
    r"[ ](?:like (?:this|so)|as follows|so)\b"
)
_SENTENCE = re.compile(r"(?<=[.!?])[ \n]+(?=[\"'(A-Z\d])")
_AFTER = re.compile(
    r"[ \t]{0,80}\n{0,2}[ \t]{0,80}[(\[]?(?P<words>(?:with|once|if|provided|assuming|after|pending|modulo|as long as|when|unless)"
    r"\b[^\n]{3,160})",
    re.IGNORECASE,
)

_LEFT_OUT = re.compile(
    r"[ \t]{0,80}\n{0,2}[ \t]{0,80}[(\[]?(?:except|excluding|apart from|other than|but not|not)[ ](?:for[ ])?(?:the[ ])?"
    r"(?P<words>(?:patch(?:es)?\b|(?:first|last)[ ](?:one|patch|two)|#?\d{1,3}/\d)[^\n,.;)\]]{0,60})",
    re.IGNORECASE,
)
# The sentence goes on below the tag: "to patches 1-3", "for the rest".
_ONTO = re.compile(r"[ \t]{0,80}\n{1,2}[ \t]{0,80}(?P<words>(?:to|for|on)[ ][^\n]{3,160})")


class Tone(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What the words around a tag make of it."""

    mood: Literal["plain", "conditional", "suggested", "withdrawn", "denied"] = "plain"
    why: Spot | None = None
    scope: Scope | None = None


PLAIN = Tone()
DENIED = Tone("denied")  # no tag at all


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
    return _sentence(text, words, base + first, base + last, at)


def _sentence(text: Text, words: str, start: int, end: int, at: int) -> Tone:
    """Judge the last sentence of `words[start:end]` that is more than a courtesy; the tag stands at offset `at`."""
    paragraph = words[start:end].rstrip()
    cuts = [0, *(cut.end() for cut in _SENTENCE.finditer(paragraph)), len(paragraph)]
    for left, right in zip(cuts[-2::-1], cuts[:0:-1], strict=False):
        sentence = paragraph[left:right].strip()
        plain = sentence.replace("\n", " ")
        if denial.denied(plain, denial.behind(words, at), opens=paragraph[:left]):
            return DENIED
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
    scope = read_scope(sentence)
    if is_conditional(sentence):
        return Tone("conditional", None, scope)
    if _SUGGESTION.search(sentence) or is_sample(sentence):
        return Tone("suggested", None, scope)
    return Tone("plain", None, scope) if scope else PLAIN


def is_conditional(words: str) -> bool:
    """Whether words make what they speak of depend on a change yet to come.

    A sentence that neither leads up to something, nor opens with a condition, nor speaks of giving a tag or of a fault is a story.
    """
    if _UNLESS.search(words) or _WITH_A.match(words):
        return True
    if _WISH_THEN.match(words):
        return False
    leads = words[-1:] in {":", ","}
    giving = _GIVING.search(words) is not None
    if not (leads or giving or _OPENS.match(words) or _FAULT.search(words) or _FINE.search(words)):
        return False
    provided = _PROVIDED.search(words)
    if provided is not None and not _CONTENT.search(words, provided.end()):
        return True
    if _REGARDLESS.search(words) or _TRIED.search(words) or _COURTESY.search(words):
        return False
    if _YOU_DO.search(words) or _TAKEN_IN.search(words):
        return True
    if _WAITS.search(words) or _WITH_THOSE.search(words) or _DO_AND_ADD.search(words) or _LEADS.match(words):
        return True
    # "If you respin, please fix the typo" asks for something beside the tag; "..., feel free to add" ties the tag to it.
    return (leads or giving) and (_IF_YOU.search(words) or _RESPUN.search(words)) is not None


# "If you respin, please fix the typo.": the wish waits for a respin, and the tag for nothing.
_WISH_THEN = re.compile(
    r"(?i)\A(?:\w+[ ,]{1,2})?(?:if|in case|should|when)[ ](?:you|there|we)\b[^.;!?,]{0,60}"
    r"\b(?:re-?spin|re-?send|re-?post|re-?roll|respun|v\d+|(?:another|new|next)[ ](?:version|revision|spin))\b[^.;!?,]{0,30},?[ ]"
    r"(?:(?:then|anyway|also|perhaps|maybe)[ ])?(?:please|pls|can you|could you|you (?:could|can|may|might)|it would|maybe|consider)"
    r"(?![^.!?]{0,60}\b(?:(?:my|tags?|r-?b|(?:reviewed|acked|tested)-by)\b|(?:add|include|take|keep|carry|use)[ ]?\Z))[^:]*\Z"
)


def asks_nothing(words: str) -> bool:
    """Whether a condition waits for others or for a machine, not for a change of the author's."""
    return _OTHERS.search(words) is not None and _ADDRESSED.search(words) is None


def is_sample(words: str) -> bool:
    """Whether words lead up to a sample of tags, to show their order or form; "add my tags in this order" gives them."""
    return _SAMPLE.search(words) is not None and re.search(r"(?i)\bmy\b", words) is None


def behind(tone: Tone, text: Text, stop: int, note: str | None) -> Tone:
    """The tone corrected by what stands behind the tag: its note, or a line that opens with a condition."""
    onto = _ONTO.match(text.own, stop, min(len(text.own), stop + 240)) if tone.scope is None else None
    if onto and (scope := read_scope(onto["words"])):
        tone = Tone(tone.mood, tone.why, scope)
    left = _LEFT_OUT.match(text.own, stop, min(len(text.own), stop + 240)) if tone.scope is None and note is None else None
    if left and (scope := read_scope(f"all except {left['words']}")) and scope.kind == "except":
        tone = Tone(tone.mood, tone.why, scope)
    if tone.mood == "conditional":
        return tone
    if note and is_conditional(note):
        at = text.body.rfind(note, max(0, stop - len(note) - 80), stop)
        return Tone("conditional", text.spot(at, at + len(note)) if at >= 0 else None, tone.scope)
    following = _AFTER.match(text.own, stop, min(len(text.own), stop + 240))
    if following and is_conditional(following["words"]):
        return Tone("conditional", text.spot(*following.span("words")), tone.scope)
    return tone


def name_like(words: str) -> bool:
    """Whether the words between a key and an address are a person's name and not a sentence."""
    words = words.strip()
    count = len(words.split())
    if len(words) > 80 or count > (3 if words[:1].islower() else 8):
        return False
    return not re.search(r"\w\w[.!?:;][ ]|\b(?:the|and|for|to|with|tag|tags)\b", words)
