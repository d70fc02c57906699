# SPDX-License-Identifier: GPL-2.0-or-later
"""What looks like a wish and is none: courtesy, plans, thanks, pointers, problems of something else, and wishes let go in the same breath.

Reads a sentence in lower case; `CALM` is taken out of it before the wishes are looked for, and a sentence that `passes` has none.
"""

import re

# Phrases that look like a wish and are courtesy, an announcement, a guess or an agreement.  Taken out before anything is decided.
CALM = (
    r"(?:we|i|one) (?:shouldn't|should not) get (?:too|lost|carried|wrapped|hung|into|ahead)\b[^.;]{0,80}"
    r"|\bsaid(?: \w{1,8}){0,2}[:,]? \"[^\"]{3,300}\""
    r"|\b(?:(?:next|every|each|any|first|last) time|when|whenever|until|once|unless|otherwise|where|before|because|than) (?:we|you|i"
    r"|one|they|he)"
    r"(?:'d| would| will)? (?:\w{2,10} )?(?:need|needs|have|has|want|wants|had) to\b"
    r"|\bplease see (?:below|above|inline|attached|my|the (?:attached|comments?|discussion|thread|mail|other))\b"
    r"|\byou can (?:have|get|keep) (?:my|the) \w{1,12}[- ](?:by|tag|ack)\b[^.?]{0,60}"
    r"|\b(?:should|must|would) (?:also |still |now |all |then )?be (?:also |still |very |quite |pretty )?(?:possible|reproducible"
    r"|doable|easy|trivial"
    r"|straightforward|rare|negligible|similar|identical|comparable)\b"
    r"|\bshould be (?:an? )?(?:legal|valid|irrelevant|equivalent|independent|unaffected|true|the same)\b|"
    r"^please[.!]{0,3}$|let's get (?:this|it|that|the|these|those|them|all)\b[^.?;]{0,100}?\b(?:landed|merged|in|applied|going"
    r"|done|upstream"
    r"|finished|out)\b|\brecommend (?:this|the|that|his|her|reading|watching)\b[^.?]{0,60}?\b(?:talk|webinar|article|book|paper"
    r"|video|slides"
    r"|lecture|thread|post|manual)\b|(?:please )?(?:also )?(?:take a|have a) (?:\w{4,8} )?look (?:at|into|in"
    r"|here)\b[^.?]{0,60}?\b(?:manual"
    r"|data ?sheet|documents?|documentation|docs|slides|talk|webinar|thread|discussion|link|spec\w{0,10}|article|video)\b|"
    r"please (?:let (?:me|us) know|feel free|find (?:the |my |attached|below)|apply (?:it|this|these|the)|accept|pull|queue"
    r"|(?:pick|take) (?:it|this|these|them|up|my|the (?:patch|patches|series|set|fix))|keep (?:me|my|us)|excuse|forgive"
    r"|disregard|ignore (?:this|my|me|the (?:noise|previous|above))"
    r"|note that this (?:is|was))|if you(?:'d| would)? (?:like|want|need|prefer|insist|agree|have (?:any|questions)"
    r"|don't mind|wish)(?: me)?|whatever you (?:like|prefer)|(?:keep|put) (?:me|us) (?:in|posted|updated|informed"
    r"|on)[^.]{0,40}|let (?:me|us) know[^.]{0,80}|feel free to (?:add|keep|carry|use|include|take|ignore)[^.]{0,160}"
    r"|with (?:that|this|these|those) (?:fixed|addressed|changed|resolved|sorted|corrected)|(?:as|so|which|that"
    r"|where) (?:you|we|one) can(?: now)? (?:see|add)|you can add(?: my| the|:)[^.]{0,60}|you can (?:see|also see|find"
    r"|ignore)|(?:should|must|would|could|can|may|might) (?:all |also |still |now |just |then |probably "
    r"|hopefully )?(?:work|be (?:fine|ok|okay|good enough|enough|safe|alright|harmless|applied|merged|queued|picked)"
    r"|suffice|help|do|have been|apply (?:cleanly|fine))\b|(?:shouldn't|mustn't|wouldn't|couldn't|(?:should|must|would"
    r"|could|can|may|might) not) (?:be (?:a |an |any |too |that )?(?:possible|problem|issue|hard|difficult|big|affected"
    r"|in practice)|happen|matter|hurt|cause|affect|harm)\b|(?:sorry|my bad|apologise|apologize|apologies)\b[^.]{0,60}"
    r"|i (?:was|am|were|might be|may be|could be|stand) (?:wrong|mistaken|confused|corrected|missing (?:something|the))"
    r"|maybe (?:i|i'm|i am|it's me|because|some ?day|not)\b|perhaps (?:i|i'm|i am|because)\b|(?:i|we) (?:just |probably "
    r"|must have |have |had |totally |completely |simply |also )?(?:missed|overlooked|forgot)\b|i(?:'d| would) (?:say|bet"
    r"|guess|assume|think|agree|imagine|have (?:thought|expected|guessed)|be (?:happy|glad|fine|ok|okay|willing|able)"
    r"|love to help|like to thank)\b|i (?:don't|do not) (?:think|see|believe|expect)[^.]{0,60}\b(?:problem|issue|fault|a concern"
    r"|matters?|blow up|breaks?|hurts?|harm|regress\w*|affects?|difference)\b|\b(?:some|a few|few|one|two|several|minor"
    r"|a couple of|couple of|more)(?: \w+){0,3} (?:comments?|nits?|remarks|suggestions|questions)(?: \w+){0,3} (?:below"
    r"|inline|follow)\b|(?:nothing|not|isn't|is not|wasn't|never|anything) (?:is |was |really |that |necessarily |too "
    r"|so )?(?:wrong|bad|strange|odd|incorrect|broken|ugly|misleading)|no (?:problem|worries|objections?|doubt|comments?"
    r"|issues?|strong (?:preference|opinion|feeling)s?|preference|rush|hurry|big deal)\b|(?:don't|do not|doesn't) (?:care"
    r"|mind|worry|matter|know)\b|(?:rather|better|more|less|other) than\b|no longer|how (?:it|this|that|they|we"
    r"|things) (?:work|works|worked|is|are|was|should)|(?:thanks|thank you)(?: (?:so|very) much| a lot)?[^.!,;:]{0,60}|(?:i"
    r"|we)(?:'ll| will| am going to| shall)\b(?:(?! but\b| please\b)[^.;:]){0,120}|please (?:note\b|be (?:aware|reminded)\b"
    r"|ask\b|let me\b)"
    r"|let me (?:check|see|look|think|try|test|rephrase|explain|dig"
    r"|get back|ask|know)[^.]{0,60}|let's (?:see|say|assume|suppose|wait|try|hope|go with)|let it (?:be|go|stand)\b"
    r"|^just to [^,.;:]{1,40}"
    r"|if (?:everyone|everybody|all|more people|only)\b[^.]{1,120}"
    r"|let(?:'s| us) not (?:start|go (?:there|back|down|through|over|into)|argue|fight|quarrel|repeat|rehash|reopen|get (?:into|lost)"
    r"|have (?:this|that|the same)|discuss|debate|waste|talk about)\b[^.?;]{0,80}"
    r"|(?:i|we) (?:don't|do not|didn't|did not|no longer|can't|cannot|never) (?:\w{2,10} )?(?:see|saw|observe|observed|get|hit|notice"
    r"|noticed|reproduce|trigger|experience) (?:\w{1,16} ){0,6}(?:any ?more|any longer|again|with (?:this|the|your"
    r"|these) (?:patch|patches"
    r"|series|fix|patchset|change|version))\b"
    r"|^(?:with|after) (?:(?:this|the|your|these|both|all) (?:\w{2,12} )?(?:patch|patches|series|fix|patchset|change|version)"
    r"|v\d{1,2})(?: applied| in place| on top)?,? (?:i|we) (?:don't|do not|didn't|did not|no longer|can't|cannot|never) (?:\w{2,10} )?"
    r"(?:see|saw|observe|get|hit|notice|reproduce|trigger|experience)\b[^.?;]{0,120}"
    r"|^i expected an? (?:\w+ )?(?:nac?k|objection|complaint|refusal|rejection)\b[^.?;]{0,80}"
    r"|needless to say|if you (?:can|need|have|are|do"
    r"|did|want|don't|really)\b|(?:don't|do not) hesitate to\b|(?:have|has|are|got|just) (?:some|a few|few|one|two|several"
    r"|a couple of)(?: \w+){0,3} (?:comments?|nits?|remarks|suggestions?|questions?)\b[^.?]{0,80}:$|not need(?:ed)? (?:any"
    r"|a)\b|never ?mind|i (?:don't|do not) feel strongly|don't block|\bi (?:don't|do not|didn't|did not) (?:want|mean"
    r"|intend|plan) to\b|^i (?:have )?(?:fixed|applied|corrected|changed|dropped|removed|reworded|added|pushed|queued"
    r"|merged|updated)\b(?:(?! but\b| please\b)[^.]){0,120}|^(?:fixed|applied|corrected|changed|dropped|removed|reworded|added"
    r"|pushed|queued|merged"
    r"|updated)\b(?:(?! but\b| please\b)[^.]){0,120}|to make sure|(?<!would )(?<!could )(?<!might )(?<!may )makes? (?:perfect "
    r"|total |a lot of )?sense(?! to)|(?:would"
    r"|could|can|should|must"
    r"|to|i|we|you|they|will) need(?:ed)? for"
)

# What a problem is said to have nothing to do with.
_UNRELATED = re.compile(
    r"\b(?:problem|issue|bug|crash|failure|fails?|splat|error|warning|regression|hang|panic|reboots?|it|this|that)\b[^.?]{0,40}?"
    r"(?:\bunlikely to be|\b(?:is|was|are|were|be)(?: (?:probably|likely|surely|certainly|most likely))?(?: not|n't))"
    r" (?:related to|caused by|introduced by|due to|triggered by|the fault of) (?:this|your|the|that|these|any of)"
    r" (?:\w{1,12} )?(?:patch|patches|series|patchset|set|change|changes|fix|commit)\b"
)
_BIDDING = re.compile(
    r"\b(?:should|must|needs? (?:to|an?)|have to|instead|could|would (?:be|prefer|like|make)|but|however|although|though|except"
    r"|nit|typo|(?:i|we) (?:see|think|don't|do not|can't|cannot|doubt|wonder|believe|found|find|prefer|suggest|have|am|would|still)"
    r"|i'm|i'd)\b"
)
_THANKS = re.compile(
    r"(?:(?:many|big|much) )?(?:thanks|thank you|thx|kudos)(?: (?:so|very|a|lot|much|again|once|more|again,|[a-z]{2,20},)){0,3}"
    r" (?:for|to)\b[^?:;]{0,400}$"
)


# Who was wondering and has been told.
_TOLD = re.compile(
    r"(?:ok,? |ah,? |great,? )?(?:many )?(?:thanks|thank you) for (?:the|your|this|that) (?:\w+ )?(?:explanation|clarification|answer"
    r"|info\w*|details"
    r"|background|pointer)s?\b[^?]{0,20}i was (?:just )?wondering\b[^?]*$"
)


def passes(plain: str) -> bool:
    """Whether a whole sentence asks nothing: it thanks for something, or says that a problem is another one's."""
    if _THANKS.match(plain) and not _BIDDING.search(plain):
        return True  # what follows the thanks says for what
    if "wondering" in plain and _TOLD.match(plain):
        return True
    if " by " not in plain and " to " not in plain and " of " not in plain:
        return False
    unrelated = _UNRELATED.search(plain.replace("unlikely to by", "unlikely to be"))
    return unrelated is not None and not _BIDDING.search(plain, unrelated.end())


_LETTING_GO = re.compile(
    r"\bso be it\b|\bwon.?t (?:push|insist|press)|\bnot (?:going to|gonna) (?:push|insist)|\bfor future reference\b"
    r"|\bnot a (?:blocker|show ?stopper|deal ?breaker)\b|\bneed(?:s)? to block\b|\bdoes ?n.t (?:need|have) to block"
    r"|\bnot worth a (?:respin|resend|repost|new version|v\d)|\bno need (?:to|for a) (?:resend|respin|repost|new version"
    r"|v\d|send)|\bcan (?:be )?(?:follow|done|fix\w*|address\w*) (?:up )?later\b|\bnot asking you\b|\bdon't (?:bother"
    r"|resend|respin|repost)\b|\b(?:i|we)(?:'ll| will| would|'d)? leave (?:it|that|this"
    r"|the \w{3,12})(?: \w{2,10}){0,2} (?:up )?to (?:you|the author)\b"
    r"|\b(?:it's|it is|that's|this is|is|but|and|is all|all|entirely|completely|totally|fully)[, ] ?(?:entirely |completely |totally "
    r"|really )?up to you\b"
    r"|\byour (?:call|choice|decision)(?=[.!,;:]|$)"
    r"|\bi (?:really |honestly |ultimately |personally )?(?:don't|do not) (?:_?really_? |actually |much |particularly |too much "
    r"|strongly )?care"
    r"(?: (?:much|too much|either way|strongly|that much))?(?=[.,;:!]|$)"
    r"|\bi (?:can |do |would )?(?:also )?understand if you (?:want|prefer|decide|would rather|'d rather|like|wish|choose)\b"
    r"|\b(?:fine|ok|okay|happy|good) (?:with it |with this |for me )?(?:either way|both ways)\b|\beither way is (?:fine|ok|okay|good)\b"
    r"|\bnot (?:really |at all |quite )?(?:convinced|sure) (?:it|that|this|whether it|if it)(?:'s| is) (?:really )?(?:worth|is\b)?"
    r"(?: (?:it|doing|the (?:effort|trouble|churn|hassle)))?[ :;)(-]{0,4}\.?$"
    r"|\bi guess i'll\b|\bi(?:'ll| will) (?:send|post|write|prepare|submit) (?:something|an? (?:\w+ ){0,2}(?:patch|series|follow-?up)"
    r"|one|that|it|patches)\b"
    r"(?! (?:once|if|after|when)\b)|\b(?:anyway|anyways|but|though)[, ]{1,2}(?:it's |that's |this is )?not (?:that |really |so "
    r"|very )?important\b|\bnot important enough\b"
    r"|\bi forgot to mention\b|\bnobody (?:reads|cares|looks)\b"
    r"|\btake it or leave it\b|\bfeel free to (?:ignore|disregard|skip|keep it)\b"
)
# Words of which each of those phrases has one.
_LET: tuple[str, ...] = (
    "so be it",
    " push",
    " press",
    " insist",
    "future ref",
    "blocker",
    "stopper",
    "breaker",
    "block",
    "worth a",
    "no need",
    "later",
    "not asking",
    "don't ",
    " to you",
    " to the author",
    "your ",
    " care",
    "derstand if",
    "either way",
    "both ways",
    "convinced",
    "not sure",
    "really sure",
    "leave it",
    "i guess",
    "i'll ",
    "i will ",
    "important",
    "forgot to",
    "nobody",
    "feel free",
)


def lets_go(text: str) -> bool:
    """Whether the writer takes the remark back in the same breath ("so be it")."""
    plain = text.lower().replace("’", "'")
    for mark in _LET:
        if mark in plain:
            return _LETTING_GO.search(plain) is not None
    return False
