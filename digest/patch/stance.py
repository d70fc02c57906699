# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads where a mail takes a stand in plain words: a NAK, a tag taken back, "applied, thanks", a work given up, a new version promised.

Only a sentence of the mail's own words counts, never a quote; who has the standing to say so is judged later.
"""

import re
from collections.abc import Iterator
from typing import Literal

from digest.model import Stance, Text
from digest.patch.proof import run_on

LIMIT = 40  # stances of one mail

Kind = Literal["nak", "takes-back", "applied", "gives-up", "next-version"]

_TAG = r"(?:reviewed|acked|tested|nacked|ack|nack|nak|review|rb|r-b|a-b|t-b)(?:-by)?"
_TREE = r"(?:(?:the |my |our )?(?P<tree>[\w./+-]{2,80}?)(?:\.git|['’]s)?(?: tree| queue| branch)?)"
_SET = r"(?:patch(?:es|\(es\))?|series|patchset)"
_BE = r"(?:is|are|was|were|has been|have been|now|also)"

_NAK = re.compile(
    r"(?m)^[ \t]{0,8}(?:(?:[Hh]m+|[Ss]orry|[Aa]ctually|[Tt]hen|[Ww]ell|[Oo]k|OK|[Nn]o)[ ,.]{1,2}){0,2}"
    r"(?:(?:[Ss]o|[Bb]ig|[Ss]trong|[Ff]irm|[Hh]ard|[Ss]elf|[Tt]hat's an?|[Tt]his is an?|[Ii]t's an?)[ -]){0,2}"
    r"(?:NAK|NACK|Nak|Nack|NAck|nacked|NACKed)"
    r"(?:[ ](?:from (?:me|my side)|on this|to this|for (?:this|now|the)|this|because|as|since|until)\b[^\n]{0,120}"
    r"|[ \t]*[.!,:;-][^\n]{0,120}|[ \t]*$)"
    r"|\ban?[ ](?:\w+[ ])?(?:NAK|NACK|Nak|Nack|nak|nack)[ ]from (?:me|my side|us)\b[^\n]{0,80}"
    r"|\b(?:I|we)(?:'re| are|'m| am)?[ ](?:not going to|won't|will not)[ ](?:take|apply|merge|accept)[ ](?:this|these|it)"
    r"(?:[ ](?:patch|series|patches|change))?[ ]?(?:[.!]|$)"
    r"|(?:\bI(?:'m| am|'ll| will| have to| must)?[ ](?:going to[ ])?|\bself-)(?:NAK|NACK|Nack|nak|nack)(?:ing|ed)?\b[^\n]{0,100}"
    r"|^[ \t]{0,8}-1(?:[ ](?:from (?:me|my side|us)|for (?:this|the (?:idea|approach|patch|series))|on (?:this|that)))[^\n]{0,80}"
    r"|\b(?P<told>[Tt]h(?:is|e)[ ](?:\w+[ ])?(?:patch|series|patchset|change|idea|approach|version)[ ]"
    r"(?:has(?:[ ](?:already|just))?[ ]been|was(?:[ ]already)?|is(?:[ ]already)?)[ ](?:already[ ])?"
    r"(?:NAK(?:ed|'e?d)?|NACK(?:ed)?|[Nn]ac?k(?:ed|'e?d)))\b[^\n?]{0,80}(?!\?)"
)
_BACK = "withdrawn|retracted|revoked|rescinded|dropped|cancell?ed|void"
_TAKES_BACK = re.compile(
    r"(?im)\b(?:I(?:'d like to| have to| need to| must| want to|'ll| will|'m| am)?[ ])?"
    rf"(?:(?:(?:take back|taking back|withdraw(?:ing)?|retract(?:ing)?|revoke|revoking|rescind(?:ing)?)[ ](?:my|the)[ ](?:\w+[ ])?{_TAG}"
    r"|(?:please[ ])?(?:drop(?:ping)?|remov(?:e|ing)|scratch|disregard|ignore|discard|strike|cancel|take back|pulling|hold off (?:on|with)"
    rf"|forget(?: about)?|(?:don't|do not) (?:use|add|apply|carry|take))[ ]my[ ](?:\w+[ ]){{0,2}}(?:{_TAG}|tags?))\b"
    rf"|(?:take|taking|took)[ ](?:my|that|the)[ ](?:\w+[ ])?{_TAG}[ ](?:tag[ ])?back\b"
    rf"|consider my {_TAG}(?: tag)? (?:{_BACK})\b"
    rf"|(?:{_BACK})[:,] my {_TAG}\b"
    rf"|my (?:{_TAG}(?: tag)?|tag) (?:(?:is|has been|was) (?:now |hereby )?(?:{_BACK})"
    rf"|(?:should|must|needs to|has to|can) be (?:{_BACK}|removed|ignored)"
    r"|(?:must|should|may|can)(?: not|n't|not) be (?:applied|used|added|carried|kept|taken)"
    r"|(?:was|is) (?:meant|intended) for (?:another|a different|the other)"
    r"|was (?:given |sent )?(?:a mistake|in error|by mistake|premature)"
    r"|no longer (?:stands?|appl(?:y|ies)|holds?|counts?)|(?:does not|doesn't) (?:stand|apply|hold|count)(?: any ?more| any longer)?)\b"
    r"|I (?:did not|didn't|have not|haven't|never) (?:give|gave|given|provided?|send|sent|offer(?:ed)?)[ ](?:you[ ])?(?:my|any|a|this)"
    rf"[ ](?:\w+[ ])?(?:{_TAG}|tags?)"
    rf"|(?:am|'m) no longer (?:\w+[ ]){{1,2}}(?:with|about) my {_TAG}\b"
    rf"|(?:reviewed|acked|tested)-by(?: tag)? (?:is |are |hereby |now )?(?:{_BACK})\b)[^\n]{{0,120}}"
    # A slip put right: `Sorry, I meant` above another tag, `wrong patch, that was meant for 2/2`.
    rf"|\bI (?:actually |really |of course )?meant(?: (?:to (?:say|send|write|give|add|type)|this))?(?: (?:an? |the |my )?{_TAG})?"
    r"(?=[ ]?[:.,-]?[ \t]*$)"
    rf"|\b(?:that|this|it|(?:that|this|the|my) (?:tag|{_TAG}))(?: tag)? (?:was|is) (?:actually )?(?:meant|intended) for (?:the )?"
    r"(?:patch #?\d{1,3}(?:/\d{1,3})?|#?\d{1,3}/\d{1,3})\b(?! (?:or|and)\b)[^\n]{0,60}"
    # `Un-acked.`, `Un-Reviewed-by: me`, `On second thought, please don't merge this.`
    r"|(?:^[ \t]{0,8}|(?<=[.!?,] ))(?:I(?:'m| am| have to| must)? ){0,1}un-?(?:ack(?:ed|ing)?(?:-by)?|review(?:ed|ing)?-by)"
    r"(?: (?:this|it|from me))?(?=[ ]?[.,!:;]|[ \t]*$)[^\n]{0,120}"
    r"|\b(?:on second thoughts?|thinking about it (?:again|more)|actually|hold on|wait|sorry)[,.!: -]{1,3}"
    r"(?:(?:no|sorry|but|so|then|I was wrong)[,.! ]{1,3}){0,2}(?:please )?(?:don't|do not)"
    r" (?:merge|apply|take|pull|queue|pick up) (?:this|it|them|these)\b"
    r"(?! (?:until|before|yet|as is|through|via|to|into))[^\n]{0,120}"
)
# "Scratch that" at the head of a mail is about what its writer said before, whatever it was.
_UNSAYS = re.compile(
    r"(?im)(?:(?:sorry|oops|hmm+|argh?|no|ok|actually|wait|please|ah|hi(?: \w{1,20})?|hello|all)[ ,.!-]{1,3}){0,4}"
    r"(?:(?:scratch|strike|disregard|forget|ignore|cancel) (?:that|my (?:last|previous|earlier|other)"
    r" (?:mail|e-?mail|message|reply|note|one|statement))"
    r"|(?:I (?:have to |must |need to |want to |'d like to )?)?(?:take|taking) (?:that|it) back"
    r"|I was too (?:fast|quick|early|hasty))"
    r"(?=[ ]?[.,;:!-]|[ \t]*$| (?:one|tag)\b)[^\n]{0,120}"
)
# What makes of "drop my tag" a question, a condition or somebody else's deed.
_UNSAID = re.compile(
    r"(?i)(?:\b(?:if|unless|whether|why)\b[^.!?\n]{0,120}"
    r"|(?:\b(?:not|never|no need|without|cannot|nor|you|they|he|she|did|who)|n't)\b[^.,;!?\n]{0,40})\Z"
)
_APPLIED = re.compile(
    r"(?im)(?:^[ \t]{0,8}|(?<=[.!?][ ]))"
    r"(?:(?:ok|okay|thanks|thank you|great|good|nice|alright|lgtm|both|all(?: of these)?)[ ,.!]{1,3}){0,2}"
    r"(?:I(?:'ve|'ll| have| just|'ve just)?[ ])?(?:(?:now|have|just|already|also)[ ]){0,2}"
    rf"(?:(?:\d{{1,3}}[ ])?(?:{_SET}|both|whole series|all)[ ](?:(?:[\d/,& -]|and|to){{1,20}}[ ]?)?(?:{_BE}[ ]){{0,2}})?"
    rf"(?:(?:this|the|all|both|these|whole|it)[ ](?:(?:{_SET}|two|three)[ ]){{0,2}}(?:{_BE}[ ]){{0,3}})?"
    r"(?:queued(?: up)?|pushed(?: out)?|applied|merged|picked up|picked|taken|pulled|applied and pushed|applied and queued"
    r"|took(?=[ ](?:only[ ])?(?:patch(?:es)?[ ]?#?\d|(?:the[ ])?first[ ](?:\w+[ ])?patch(?:es)?[ ]?[,.;!]"
    r"|#?\d{1,3}(?:/|[ ]?[-,&]|[ ](?:and|to)[ ]))))\b"
    r"(?:[ ](?:only[ ])?(?:the[ ])?(?:first[ ])?(?:(?:\d{1,3}|two|three|four|five)[ ])?patch(?:es)?"
    r"(?:[ ]#?\d{1,3}(?:/\d{1,3})?(?:(?:[ ]?[-,&][ ]?|[ ]and[ ]|[ ]to[ ])#?\d{1,3}){0,10})?"
    r"|[ ](?:only[ ])?#?\d{1,3}(?:(?:-|,[ ]?|[ ]?&[ ]?|[ ]and[ ]|[ ]to[ ])#?\d{1,3}){1,10}(?=[ ]?[,.;!]|[ ]to[ ]|[ ]?$)"
    r"|[ ](?:only[ ])?(?:the[ ])?first[ ](?:two|three|four|five)(?=[ ]?[,.;!]|[ ]to[ ]|[ ]?$)"
    r"|[ ](?:everything|all(?:[ ]of[ ](?:it|them|these))?|the series)[ ,]{1,2}(?:but|except|apart from|without)(?:[ ]for)?[ ](?:the[ ])?"
    r"(?:patch(?:es)?[ ])?(?:#?\d{1,3}(?:/\d{1,3})?(?:(?:-|,[ ]?|[ ]?&[ ]?|[ ]and[ ])#?\d{1,3}){0,5}|(?:last|first)(?:[ ](?:one|patch))?)"
    r"(?=[ ]?[,.;!]|[ ]to[ ]|[ ]?$)"
    r"|[ ](?:only[ ])?\d{1,3}/\d{1,3}(?:(?:-|,[ ]?|[ ]?&[ ]?|[ ]and[ ]|[ ]to[ ])\d{1,3}/\d{1,3}){0,10}(?=[ ]?[,.;!]|[ ]to[ ]|[ ]?$))?"
    rf"(?:(?:[ ](?:it|this|them|these|the|all|both)(?:[ ]{_SET})?)?(?:[ ](?:up|as is|with [^\n.]{{1,60}}?|manually|now))?"
    rf"[ ](?:in)?(?:to|on|in|for)[ ]{_TREE}(?=[ ,.;!\n]|\Z)"
    r"|(?=[ ]?[,.!;:(]|[ ]with (?:minor|small|some|slight|a|an|the|fixed|edits|changes)\b"
    r"|[ ](?:it|this|them|these)[ ](?:using|by hand)\b"
    r"|[ ]thanks|[ ]thank you"
    rf"|[ ](?:now|this|it|both|all|them|(?:(?:the|this|both|all)[ ](?:\w+[ ])?)?{_SET})(?:[ ]now)?"
    r"(?:[ ]?[,.!;:(]|[ ]?$|[ ]thank|[ ]with (?:the|a|an|your|my|minor|small|some)\b|[ ]as[ ])"
    r"|[ \t]*$))[^\n]{0,100}"
)
# "I fixed the spelling while applying": what was done on the way in is in.
_ON_THE_WAY = re.compile(
    r"(?im)(?:^[ \t]{0,8}|(?<=[.!?,][ ]))(?:(?:and|ok|thanks|fyi|note that)[ ,]{1,2})?I(?:'ve|[ ]have)?[ ](?:just[ ]|also[ ]|already[ ])?"
    r"(?:fixed|changed|edited|adjusted|reworded|corrected|rewrapped|tweaked|added|dropped|removed|renamed|replaced|moved|squashed|folded)"
    r"[ ](?!(?:it|this|that)[ ]if\b)[^.!?;\n]{2,80}?[ ](?:when|while|before|on)[ ](?:I[ ]was[ ])?(?:applying|merging|committing|pushing)"
    r"(?=[ ]?[.,;!]|[ ]?$|[ ](?:it|this|them|these|the[ ](?:patch|series))\b)[^\n?]{0,100}(?!\?)"
)
_GIVES_UP = re.compile(
    r"(?i)\b(?:please[ ](?:ignore|disregard|drop|discard)"
    r"(?:[ ](?:this|the)[ ](?:patch|series|patchset|version|v\d|set|one|mail|posting|submission)s?\b"
    r"|[ ]my[ ](?:patch|series|patchset|set|posting|submission)(?:es|s)?\b(?![ ](?:\d|#))"
    r"|(?:[ ](?:this|it|them))?(?=[ ]?[.,;!\n]|[ ]?\Z))"
    r"|(?:(?:this|the)[ ](?:patch|series|patchset)|this|it)[ ](?:is|are)[ ](?:no longer|not)[ ](?:needed|necessary|required)"
    r"(?: any ?more| any longer)?[ ]?[.,;!\n]"
    r"|(?:I(?:'ll| will|'m| am)?[ ])(?:withdraw(?:ing)?|abandon(?:ing)?|drop(?:ping)?)[ ](?:this|the)[ ]"
    r"(?:patch|series|patchset|idea|approach)\b(?![ ](?:from|in|for|on|\d|and I))"
    r"|(?:let's|we can|I think we can|you can|we will|we'll)[ ](?:just[ ])?(?:drop|end|abandon|ignore|discard|forget)[ ](?:about[ ])?"
    r"(?:this|the|these)[ ](?:patch|series|patchset|version|set)(?:es)?\b"
    r"|no need for (?:this|the|these) (?:patch(?:es|set)?|series)(?: any ?more| any longer| at all| now)?[ ]?[.,;!\n]"
    r"|I(?:'ve| have)?[ ](?:folded|merged|squashed|moved|included)[ ](?:this|it|these|them|the (?:patch|change))[ ]in(?:to)?[ ]"
    r"(?:my|our|another|a)[ ](?:(?:other|new|next|bigger|larger|different)[ ])?(?:series|patchset|set)\b"
    r"|self-?na(?:c)?k"
    # Another's patch is preferred to the own one.
    r"|(?:your|his|her|their|that|the other)(?:'s)?[ ]?(?:patch|series|version|fix|approach|solution|one|s)?(?:[ ]is|'s|[ ]looks)"
    r"(?:[ ]\w+){0,2}[ ](?:better|nicer|cleaner|simpler|more complete)[ ]than[ ]"
    r"(?:mine\b|my[ ](?:patch|series|version|fix|approach|attempt|solution|one)\b)"
    r"|(?:let's|let us|we should|please|I(?:'m| am) (?:fine|happy|ok|okay)|better to|ok|okay|then|ah|sure|yes)[ ,]{1,2}(?:\w+[ ]){0,2}"
    r"(?:(?:go(?:ing)?[ ](?:forth[ ]|ahead[ ])?with|with|take|taking|use|using|merge|merging|apply|applying)[ ]"
    r"(?:yours|his|hers|theirs|(?:your|his|her|their)[ ](?:patch|series|version|fix))[ ](?:instead|rather than mine)\b"
    r"|go(?:ing)?[ ](?:forth[ ]|ahead[ ])?with[ ](?:yours|his|hers|theirs|(?:your|his|her|their)[ ](?:patch|series|version|fix))"
    r"(?:[ ]then)?"
    r"(?=[ ]?[.,;!]|[ ]?$)))[^\n]{0,120}"
)
_VERSIONS = (
    r"(?:v\d{1,3}|next (?:version|revision|spin|rev)|new (?:version|revision|series|patch)"
    r"|(?:another|updated|reworked|revised|corrected|fixed|improved) (?:version|revision|patch(?:es|set)?|series)|respin)"
)
_NEXT_VERSION = re.compile(
    r"(?i)\b(?:I(?:'ll| will| am going to| plan to|'m going to|'d| can| shall)|we(?:'ll| will)|will|let me|going to)[ ](?:\w+[ ]){0,12}?"
    r"(?:send|post|submit|include|prepare|do|fix|spin|respin|repost|resend|address|change|update|add|rework|correct)\b"
    rf"[^.;!?\n]{{0,80}}?\b{_VERSIONS}\b[^\n]{{0,80}}"
    r"|\b(?:I(?:'ll| will| am going to|'m going to| shall)|we(?:'ll| will)|will|let me)[ ](?:\w+[ ]){0,3}?"
    r"re-?(?:send|post|spin|submit)\b[^.;!?\n]{0,80}"
    r"|\b(?:v\d{1,3}|new version|next version|respin)[ ](?:is[ ])?"
    r"(?:coming|incoming|on (?:its|the) way|to follow|will follow|soon|shortly)\b[^\n]{0,60}"
    r"|\b(?:will|shall|going to)[ ](?:be[ ])?\w+[^.;!?\n]{0,80}?[ ](?:in|for|with)[ ]v\d{1,2}\b[^\n]{0,60}"
    r"|(?<![\w.])(?P<later>v\d{1,2})[ ](?:will|is going to)[ ](?!(?:not )?be\b|need|have to|probably|likely)[^\n?]{2,120}"
)
_NEXT_MARKS = (
    *(f" {v}{digit}" for v in "vV" for digit in range(1, 10)),
    *(f"v{digit} will " for digit in range(2, 10)),
    "xt version",
    "w version",
    "spin",
    "xt revision",
    "w revision",
    "resend",
    "repost",
    "resubmit",
    "re-",
    " coming",
    " incoming",
    "ill follow",
    " shortly",
)
# Each stand with the marks that its words cannot do without.
_RULES: tuple[tuple[Kind, tuple[str, ...], re.Pattern[str]], ...] = (
    ("nak", ("nak", "nack", "NAK", "NACK", "Nak", "Nack", "NAck", "ot going to ", "on't ", "ill not ", "-1 "), _NAK),
    (
        "takes-back",
        (
            "ithdraw",
            "ake back",
            "aking that",
            "ake that",
            "ake it",
            "aking it",
            "un-",
            "Un-",
            "unack",
            "Unack",
            " second th",
            "hinking about it",
            "on't merge",
            "on't apply",
            "on't take",
            "not merge",
            "not apply",
            "not take",
            "cratch ",
            "trike ",
            "isregard ",
            "orget ",
            "gnore ",
            "ancel ",
            "I was too",
            "etract",
            "evok",
            "escind",
            "rop ",
            "emove ",
            "aking back",
            " my ",
            "My ",
            "-by dropped",
            "-by is ",
            "ever g",
            " meant",
            " intended for",
        ),
        _TAKES_BACK,
    ),
    ("applied", ("pplied", "ueued", "ushed", "erged", "icked", "PPLIED", "aken", "ulled", "took ", "Took "), _APPLIED),
    ("applied", (" applying", " merging", " committing", " pushing"), _ON_THE_WAY),
    (
        "gives-up",
        (
            "lease ignore",
            "lease drop",
            "lease disregard",
            "lease discard",
            "ithdraw",
            "bandon",
            "elf-",
            "dropping",
            "drop ",
            "end th",
            "ignore th",
            "discard th",
            "forget ",
            "o need for th",
            " into ",
            " longer ",
            " not needed",
            " not necessary",
            " mine",
            " than my ",
            "yours",
            "hers",
            " his",
            "theirs",
            " your ",
            " her ",
            " their ",
        ),
        _GIVES_UP,
    ),
    (
        "next-version",
        (*_NEXT_MARKS, "d version", "r version", " revision", "w series", "r series", "d series", "w patch", "r patch", "d patch"),
        _NEXT_VERSION,
    ),
)
# What a place is called that takes patches, where it has no name that looks like a tree's.
_QUEUE = re.compile(
    r"(?i)\A(?:\w+[ '\u2019s]{1,3}){0,3}?(?:tree|queue|branch|master|main|mainline|upstream|staging|testing|fixes|stable|here|linus)\b"
    r"|\A(?:v?\d{1,2}\.\d{1,3}|mptcp|can|wpan|rdma|vhost|virtio|mac80211|cfg80211|bluetooth|batadv|nft|iptables|ethtool|iproute2|char|usb|tip|iwlwifi|ath|"
    r"mt76|rtw)\b",
)
_PERHAPS = re.compile(r"(?i)\b(?:if|unless|whether)\b|\?")
_NOT_APPLIED = re.compile(
    r"(?i)\b(?:applied|merged|picked|taken)\b[^\n]{0,60}\b(?:and|then)[ ](?:I[ ])?"
    r"(?:ran|run|tested|test|tried|built|build|booted|boot|rebooted|still|see|saw|got|the)\b"
    r"|\b(?:locally|on top of|(?:the|a) wrong|my (?:local|test|own)|for test(?:ing|s)?|to test)\b"
    r"|\b(?:not|isn't|wasn't|cannot|can't|could|should|would|when|once|after|before|if|until|to be|being|accidentally|please)\b"
    r"[^\n]{0,40}\b(?:applied|queued|pushed|merged|picked|taken)\b",
)

# "Applied to net-next it makes no difference": what would be.
_SUPPOSED = re.compile(
    r"[ ](?:it|this|that|these|they|the (?:patch|series|fix))[ ](?!(?:is|are|was|were)[ ](?:now|in)\b)(?:\w+[ ])?"
    r"(?:makes?|does|doesn't|do|don't|would|will|won't|has|gives?|breaks?|builds?|works?|fails?|crashes|conflicts?|is|are|needs?|changes)\b"
)
_BY_HAND = re.compile(r"(?i)\b(?:it|this|them|these)[ ](?:using|by hand)\b")
_SENDS_ON = re.compile(
    r"(?i)\b(?:(?:will|I'll)[ ](?:also[ ])?(?:push|queue|send|be[ ](?:pushed|queued|sent))|(?:pushed|queued))[ ](?:\w+[ ]){0,2}"
    r"(?:in)?(?:to|on|in|for)\s(?:[^.;!?\n]{0,60}\b(?:tree|branch|next)\b)",
)


def read_stances(text: Text, words: str, regions: tuple[tuple[int, int], ...]) -> tuple[Stance, ...]:
    """The stands taken in the own words `words`, which stand in `regions` of the body; in the order written."""
    own = text.own
    found: list[Stance] = []
    for kind, marks, grammar in _RULES:
        for mark in marks:
            if mark in words:
                for start, end in _lines(own, regions, mark):
                    if len(found) >= LIMIT:
                        break
                    for match in _matches(kind, grammar, own, start, end, regions):
                        taken = _judge(text, kind, match, regions)
                        if taken and taken not in found:
                            found.append(taken)
    return tuple(sorted(found, key=_place)) if len(found) > 1 else tuple(found)


def _matches(
    kind: Kind, grammar: re.Pattern[str], own: str, start: int, end: int, regions: tuple[tuple[int, int], ...]
) -> Iterator[re.Match[str]]:
    """What a grammar finds in a line; words that unsay an earlier mail are looked for in the first line of a mail alone."""
    yield from grammar.finditer(own, start, end)
    if kind == "takes-back" and regions and not own[regions[0][0] : start].strip():
        begin = start + len(own[start:end]) - len(own[start:end].lstrip())
        unsays = _UNSAYS.match(own, begin, end)
        if unsays is not None:
            yield unsays


def unsays(words: str) -> bool:
    """Whether a stand takes back the writer's last mail as such, and names no tag."""
    return _UNSAYS.fullmatch(words) is not None


def _lines(own: str, regions: tuple[tuple[int, int], ...], mark: str) -> Iterator[tuple[int, int]]:
    """The lines of own words that hold a mark; of a line without end (a copy that lost its line breaks) the piece around it."""
    for start, end in regions:
        at = own.find(mark, start, end)
        while at >= 0:
            feed = own.rfind("\n", max(start, at - 300), at)
            begin = feed + 1 if feed >= 0 else max(start, at - 300)
            stop = own.find("\n", at, min(end, at + 300))
            stop = min(end, at + 300) if stop < 0 else stop
            yield begin, stop
            at = own.find(mark, stop, end)


def _judge(text: Text, kind: Kind, match: re.Match[str], regions: tuple[tuple[int, int], ...]) -> Stance | None:
    """The stand that a match is, or None where the words around it say otherwise."""
    said = match[0]
    tree = None
    if kind in {"applied", "nak"} and not _opens(text.own, match.start(), regions):
        return None
    if kind == "next-version" and _PERHAPS.search(said):
        return None
    if kind == "takes-back" and ("?" in said or _UNSAID.search(text.own, max(0, match.start() - 160), match.start())):
        return None
    if kind == "applied":
        if _NOT_APPLIED.search(said):
            return None
        place = match["tree"] if "tree" in match.re.groupindex else None
        if place is not None and _SUPPOSED.match(text.own, match.end("tree"), match.end("tree") + 80):
            return None
        tree = _tree(place)
        if place is not None and tree is None and not _QUEUE.search(said[match.start("tree") - match.start() :]):
            return None  # "taken to the extreme", "applied to the latest kernel"
        if _BY_HAND.search(said) and not _SENDS_ON.search(text.own, match.start(), match.end() + 300):
            return None  # whoever only tests a patch applies it by hand too
    begin = match.start() + len(said) - len(said.lstrip())
    end = match.start() + len(said.rstrip())
    return Stance(kind, text.spot(begin, run_on(text.own, end) if kind == "next-version" else end), tree)


def _opens(own: str, at: int, regions: tuple[tuple[int, int], ...]) -> bool:
    """Whether a sentence begins at the line start `at`.  QUIRK: wrapped prose puts any word there, "pushed" and "applied" too."""
    if at and own[at - 1] != "\n":
        return True  # the grammar found its own way into the line
    start = max([begin for begin, _ in regions if begin <= at], default=0)
    above = own[max(start, at - 200) : at - 1].rstrip(" \t") if at else ""
    return not above or above[-1] in "\n.!?:;,>)"


def _place(stance: Stance) -> tuple[int, int]:
    return stance.spot.line, stance.spot.column


def _tree(words: str | None) -> str | None:
    """A tree's name out of "to NAME": only what looks like one (a hyphen, a slash or a known short word), not "to my local queue"."""
    if not words:
        return None
    words = words.strip(".").removesuffix(".git")
    low = words.lower()
    return words if ("-" in low or "/" in low or low in {"net", "bpf", "nf", "next", "wireless", "ipsec"}) else None
