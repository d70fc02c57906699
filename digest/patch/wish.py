# SPDX-License-Identifier: GPL-2.0-or-later
"""What a sentence of a review wants: reads English prose, makes the kind of the wish (question, change-request, nit) or None.

There is no standard for this; the kinds are those of speech: interrogatives, requests, imperatives, proposals, objections and
corrections.  Words alone never decide: a phrase that looks like a wish and is none ("please let me know", "should work", "as you can
see") is taken out of the sentence before the grammars look.
"""

import re
from typing import Literal

Wish = Literal["question", "change-request", "nit"]

# What may stand before the words that matter: interjections, connectives, list marks, labels, a name that is addressed.
_OPENING = re.compile(
    r"^(?:[-*•·+#]{1,3}[ ]|\(?[0-9a-z]{1,2}[.)][ ]"
    r"|(?:hi|hello|hey|dear)[ ][^,]{1,40},[ ]?"
    r"|(?:and|but|also|so|then|ok|okay|yes|yeah|yep|no|well|hm+|ah|oh|or|btw|besides|anyway|otherwise|actually|fwiw"
    r"|imo|imho|afaics?|"
    r"iiuc|however|plus|still|thus|therefore|though|additionally|furthermore|moreover|finally|secondly|firstly|first"
    r"|second|third|"
    r"similarly|again|next|now|wow|ouch|minor|small|just asking|in general|generally|overall|in that case"
    r"|for consistency|"
    r"if (?:so|not|yes|possible|you like|you want|you respin|you do respin)|while (?:at it|you're at it|you are at it"
    r"|on it|here))\b[ ]?[,:;.-]?[ ]?"
    r"|(?:one|a|another|two|some|few)[ ](?:more |small |minor |other |quick |last )?(?:nits?|things?|questions?"
    r"|requests?|comments?|suggestions?|notes?|minors?)\b[ ]?[,:;.-][ ]?"
    r"|nits?(?:pick)?[ ]?[,:;.-][ ]?)"
)

# Phrases that look like a wish and are courtesy, an announcement, a guess or an agreement.  Taken out before anything is decided.
_CALM = re.compile(
    r"please (?:let (?:me|us) know|feel free|find (?:the |my |attached|below)|apply (?:it|this|these|the)|accept|pull"
    r"|queue|pick|take|keep (?:me|my|us)|"
    r"excuse|forgive|disregard|ignore (?:this|my|me|the (?:noise|previous|above))|note that this (?:is|was))"
    r"|if you(?:'d| would)? (?:like|want|need|prefer|insist|agree|have (?:any|questions)|don't mind|wish)(?: me)?"
    r"|whatever you (?:like|prefer)"
    r"|(?:keep|put) (?:me|us) (?:in|posted|updated|informed|on)[^.]{0,40}|let (?:me|us) know[^.]{0,80}"
    r"|feel free to (?:add|keep|carry|use|include|take|ignore)[^.]{0,160}|with (?:that|this|these|those) (?:fixed"
    r"|addressed|changed|resolved|sorted|corrected)"
    r"|(?:as|so|which|that|where) (?:you|we|one) can(?: now)? (?:see|add)|you can add(?: my| the|:)[^.]{0,60}"
    r"|you can (?:see|also see|find|ignore)"
    r"|(?:should|must|would|could|can|may|might) (?:all |also |still |now |just |then |probably |hopefully )?(?:work"
    r"|be (?:fine|ok|okay|good enough|enough|safe|alright|harmless|applied|"
    r"merged|queued|picked)|suffice|help|do|have been|apply (?:cleanly|fine))\b"
    r"|(?:should|must|would|could|can|may|might)(?:n't| not) (?:be (?:a |an |any |too |that )?(?:possible|problem"
    r"|issue|hard|difficult|big|affected|in practice)|"
    r"happen|matter|hurt|cause|affect|harm)\b"
    r"|(?:sorry|my bad|apologi[sz]e)[^.]{0,60}|i (?:was|am|were|might be|may be|could be|stand) (?:wrong|mistaken"
    r"|confused|corrected|missing (?:something|the))"
    r"|maybe (?:i|i'm|i am|it's me|because|some ?day|not)\b|perhaps (?:i|i'm|i am|because)\b"
    r"|i (?:just |probably |must have |have |had |totally |completely |simply |also )?(?:missed|overlooked|forgot)\b"
    r"|i(?:'d| would) (?:say|bet|guess|assume|think|agree|imagine|have (?:thought|expected|guessed)|be (?:happy|glad"
    r"|fine|ok|okay|willing|able)|love to help|like to thank)\b"
    r"|i (?:don't|do not) (?:think|see|believe|expect)[^.]{0,60}\b(?:problem|issue|a concern|matters?|blow up|breaks?"
    r"|hurts?|harm|regress\w*|affects?|difference)\b"
    r"|\b(?:some|a few|few|one|two|several|minor|a couple of|couple of|more)(?: \w+){0,3} (?:comments?|nits?|remarks"
    r"|suggestions|questions)(?: \w+){0,3} (?:below|inline|follow)\b"
    r"|(?:nothing|not|isn't|is not|wasn't|never|anything) (?:is |was |really |that |necessarily |too |so )?(?:wrong"
    r"|bad|strange|odd|incorrect|broken|ugly|misleading)"
    r"|no (?:problem|worries|objections?|doubt|comments?|issues?|strong (?:preference|opinion|feeling)s?|preference"
    r"|rush|hurry|big deal)\b"
    r"|(?:don't|do not|doesn't) (?:care|mind|worry|matter|know)\b|(?:rather|better|more|less|other) than\b|no longer"
    r"|how (?:it|this|that|they|we|things) (?:work|works|worked|is|are|was|should)|thank(?:s| you)(?: (?:so"
    r"|very) much| a lot)?[^.!,;:]{0,60}"
    r"|(?:i|we)(?:'ll| will| am going to| shall)\b[^.]{0,120}|let me (?:check|see|look|think|try|test|rephrase"
    r"|explain|dig|get back|ask|know)[^.]{0,60}|let's (?:see|say|assume|suppose|wait)"
    r"|needless to say|never ?mind|i (?:don't|do not) feel strongly|don't block|\bi (?:don't|do not|didn't|did not) (?:want"
    r"|mean|intend"
    r"|plan) to\b|^(?:i )?(?:have )?(?:fixed"
    r"|applied|corrected|changed|dropped|removed|reworded|added|pushed|queued|merged|updated)\b[^.]{0,120}"
    r"|to make sure|makes? (?:perfect |total |a lot of )?sense(?! to)|(?:would|could|can|should|must|to|i|we|you|they"
    r"|will) need(?:ed)? for"
)

_URL = re.compile(r"<?\b(?:https?|ftp|git)://\S{1,300}")

# Sentences that ask, without a question mark too.
_ASKS = re.compile(
    r"^(?:how|why)(?:'s)? (?:is|are|was|were|do|does|did|can|could|should|would|will|about|has|have|come|not"
    r"|exactly)\b|^what (?:is|are|does|do|did|about|if|happens)\b(?!.{1,80} is that)"
    r"|^(?:is|are|was|were|do|does|did|could|should|would|will|can|has|have|isn't|aren't|doesn't|don't|didn't"
    r"|shouldn't|wouldn't|couldn't|won't|can't|may|shall) "
    r"(?:you|it|this|that|there|these|those|we|i|they|the|he|any|not)\b"
    r"|\bi(?:'m| am| was|'ve been)?(?: just| also| still| really| a bit| a little)? (?:wonder|wondering|curious"
    r"|confused|puzzled|unsure)\b"
    r"|\b(?:would|'d) (?:i )?(?:like|love|be good|be nice|be interesting|be interested|want|have) to (?:know|hear"
    r"|understand|see)\b|\binterested (?:in|to) (?:know|hear|see)"
    r"|\bnot (?:entirely |quite |really |fully |100% |completely )?(?:sure|clear|certain|obvious)(?: to me"
    r"| about this)? (?:what|why|how|if|whether|where|which|when|that|about|i )"
    r"|\b(?:don't|do not|can't|cannot|couldn't|fail to|not able to) (?:really |quite |fully )?(?:understand|see"
    r"|follow|get|tell|find|know) (?:why|what|how|where|if|whether|the (?:point|reason|purpose|need|benefit))"
    r"|\bit(?:'s| is) (?:still )?(?:unclear|not clear)|\bunclear (?:to me|why|what|how|if|whether)|(?:^|[,;:] "
    r"|is there |do you have |there's |have you )any (?:idea|reason|chance|particular reason|plans?|thoughts|opinion"
    r"|numbers|specific reason)\b"
    r"|\bmay i ask\b|\b(?:my|one|the) question (?:is|was|remains)\b|\bdo you (?:mean|have|know|think|plan|really)\b"
    r"|\bcan you (?:explain|elaborate|clarify|describe|tell)"
)

# Requests, duties, proposals.
_BIDS = re.compile(
    r"\b(?:please|pls|plz|kindly)\b|^(?:could|can|would|will) (?:you|we)\b|\b(?:could|can|would|will) you (?:please "
    r"|also |maybe |perhaps |possibly )?(?:\w{3,})"
    r"|\byou (?:also |really |still |probably |just |then |definitely |will |would |either )?(?:should|must|need to"
    r"|have to|ought|had better|better|may want|might want|may wish|"
    r"might wish|might consider|want to|could|can|can't|cannot|can not|shouldn't|mustn't|may not|don't need"
    r"|do not need|needn't|didn't|did not|haven't|have not|forgot|forget|missed|miss|are missing|seem to)\b"
    r"|\bmakes? more sense\b|\b(?:would|might|could|may|does it) make (?:more )?sense to\b|\bmy vote\b|^(?:or"
    r"|just) (?:simply|just|rather|even|maybe|use|make|add|do)\b|\b(?:should|must|ought to|needs? to|has to|have to"
    r"|shouldn't|mustn't|need not|needn't|is to be|are to be)\b"
    r"|^(?:perhaps|maybe|possibly|alternatively|preferably|ideally)\b|\b(?:perhaps|maybe) (?:we|you|it|use|add|just"
    r"|simply|this|that|the|a|an|i'd|also|split|move|drop|better|instead|something|for)\b"
    r"|\bi(?:'d| would)(?: really| much| also| just| still| rather| probably| personally| strongly"
    r"| simply)* (?:prefer|suggest|recommend|propose|vote|avoid|drop|use|add|like|expect|go|move|"
    r"remove|keep|split|put|make|appreciate|change|rename|not|rather|call|do|write|do away|leave|want|wait|merge"
    r"|squash|return|replace|start|mention|love|reorder|convert|call)\b"
    r"|\bi (?:also |really |still |strongly |would |personally |highly )?(?:suggest|recommend|propose|prefer|vote"
    r"|request|ask|urge|insist|expect)\b|\bwe(?:'d| would) (?:prefer|rather|need|want|like|have to)\b"
    r"|\b(?:my|a|one) (?:suggestion|recommendation|proposal|request|wish)\b|^(?:suggestion|suggest|proposal"
    r"|recommend)\b|\b(?:would|might|could|may|will|can) (?:also |probably |perhaps |maybe |even |still )?(?:be|make|"
    r"look|read)(?: it| sense)?(?: much| a bit| a little| a lot| also| probably| even| really| very| slightly| far"
    r"| still| way)? (?:better|good|nice|great|clean|cleaner|clearer|more|simpler|easier|useful|helpful|"
    r"preferable|best|interesting|safer|sensible|wise|appropriate|worth|worthwhile|beneficial|ideal|appreciated"
    r"|correct|nicer|shorter|smaller|faster|desirable|reasonable|an? (?:better|good|nice|more)|to)\b"
    r"|\b(?:it's|it is|it'd be|is|seems?|probably|even|looks?) (?:much |far |way |probably |usually |often "
    r"|generally |always )?(?:better|easier|simpler|cleaner|nicer|safer|best|preferable|common|customary)(?: to\b"
    r"|[,.]|$)"
    r"|\b(?:better|easier|simpler|cleaner|nicer|safer|best|(?:be|been) (?:good|nice|great|helpful|useful)) to (?!me\b"
    r"|know\b|hear\b|see\b)|\b(?:even|much|be|probably) better\b|^better\b|\bwhy not\b|\b(?:how|what) about\b"
    r"|\blet(?:'s| us)\b|\bmake sure\b|\bi hope you\b"
    r"|\b(?:consider|worth) (?!e\.g|this\b|it\b|that\b|the (?:following|case)\b|a case|an example|noting"
    r"|mentioning that)\w|\bwant(?:ed)? to (?:see|have|avoid)\b|\blook(?:ing)? forward to (?:the |a |your )?(?:v\d"
    r"|next|new|updated)|\bwaiting for (?:a |the |your )?(?:v\d|next|new|updated)"
    r"|\bneeds (?:a|an|some|more|the|also|another|better|further|rework|\w{3,}ing)\b|\bneed (?:some more|more|fixing"
    r"|updating|changing|adjusting|rework|another|better|further)\b|\bgo(?:es)? (?:in|into|to|through"
    r"|via) (?:the )?(?:net|net-next|bpf|nf|nf-next|a separate|its own|another)\b"
    r"|\bnot (?:the right|for) (?:tree|net\b|net-next)|\btarget(?:s|ed|ing)? (?:at |to |for )?(?:net|net-next|nf"
    r"|nf-next|bpf|bpf-next|wireless)\b"
    r"|\b(?:use|using|do|doing|call|calling|with|have|return|take|add|put|be) [^.]{1,80}\binstead\b|^instead\b"
    r"|\bsplit (?:this|it|that|the|up|out)\b|\b(?:in|as|into) a (?:separate|dedicated|different|follow-?up"
    r"|preparatory) (?:patch|commit|series)"
)

# Imperatives: a bare verb opens the sentence (or its last clause).
_VERBS = (
    "use|remove|drop|add|mention|move|split|fix|rename|replace|make|put|keep|avoid|don't|do not|send|resend|repost|"
    "resubmit|rebase|check|explain|describe|document|return|wrap|align|sort|follow|run|root cause|include|"
    "initiali[sz]e|squash|merge|convert|call|set|guard|handle|provide|give|try|stop|delete|do|define|declare|reorder|"
    "limit|quote|specify|clarify|elaborate|consider|ensure|reword|rephrase|rewrite|rework|simplify|shorten|extract|"
    "introduce|implement|allocate|pass|print|write|read|reuse|switch|treat|turn|unify|validate|verify|wait|revert|"
    "respin|restore|reset|reduce|pick|never|leave|look at|insert|indent|fold|s/|capitali[sz]e|combine|compare|enable|"
    "disable|get rid|improve|propagate|refactor|reject|respect|save|select|skip|strip|submit|swap|trim|unlock|"
    "bail out|spell out|prefer"
)
_NOUNISH = (
    "change|update|separate|break|reverse|state|test|start|begin|tag|target|name|place|log|free|share|show|store|"
    "track|format|copy|cover|create|mark|order|point|open|map|lock|report|request|prefix|inline|factor|express|join|"
    "just|let"
)
_BARE = re.compile(
    rf"^(?:always |simply |just |instead )?(?:{_VERBS})\b(?! (?:is|are|was|were|will|would|has|does|makes|looks"
    rf"|should|can|of|results?|case|cases|you\b)|[:'])|^(?:{_NOUNISH}) (?:the|this|that|these|those|it|a|an|your|all"
    rf"|them|with|from|to|in|out|up|by)\b(?! (?:is|was|are)\b)"
    r"|[,;:] (?:so |then |and )?(?:just |simply |please |better )(?:use|remove|drop|add|move|split|fix|rename|replace"
    r"|don't|avoid|make|keep|put|send|rebase|check|return|call|do)\b"
)

# Taste, spelling, style, wording.
_NITS = re.compile(
    r"\b(?:nit|nits|nitpick\w*|typos?|spelling|misspell?ed|mispell?ed|whitespace|white space|newlines?|blank lines?"
    r"|empty line|trailing|indent\w*|alignment|kernel-?doc|kdoc|grammar|wording|imperative|"
    r"checkpatch|reverse (?:xmas|christmas)|xmas|christmas tree|rct|coding style|style|column|columns|80 chars"
    r"|line[- ]wrap|comma|full stop|semicolon|braces|parenthes[ei]s|brackets|capital\w*|"
    r"lower-?case|upper-?case|plural|abbreviation|superfluous space|comment style|const|typecast|cast)\b"
    r"|(?<![\w/.])s[/|!,][^/|!,\n]{1,60}[/|!,][^/|!,\n]{0,60}[/|!,]?|^\"?[^ ]{2,30}\"? ?(?:->|=>|→"
    r"|vs\.?) ?\"?[^ ]{2,30}\"?[.]?$"
)
_DITTO = re.compile(
    r"^(?:ditto|likewise|idem|same|as above|and here|here too|also here|here as well|same as|and again|again"
    r"|another one|here also|and this one|this one too|same for|see above)\b(?! (?:way|reason|machine|hardware|time))"
)

# Judgements: of the patch they are remarks, in an answer to somebody's question they are the answer.
_VERDICTS = re.compile(
    r"\bna[c]?k(?:ed)?(?:-by)?\b|\bself-nak\b|\bi(?:'m| am)? (?:really |still |just |also |strongly |a bit |a little "
    r"|somewhat |kind of )?(?:don't|do not|can't|cannot|doubt|disagree|object|dislike|hate|fail to|afraid|worried"
    r"|concerned|"
    r"not (?:sure|convinced|a fan|happy|fond|comfortable|a big fan|keen)|against|see no|see little|do see|have (?:a "
    r"|some |my |one |serious |strong )?(?:small |minor |big |major |slight )?(?:concerns?|doubts?|reservations?"
    r"|objections?|issues?))\b"
    r"|\b(?:is|are|was|seems?|looks?|feels?|sounds?|a bit|too|very|really|kind of|rather|quite|pretty|still"
    r"|completely|totally|it's|that's|this|badly|be|now|makes it|get|gets|becomes?|become) (?:\w{2,12} )?(?:wrong"
    r"|incorrect|bogus|broken|buggy|"
    r"misleading|confusing|inconsistent|fragile|ugly|odd|weird|strange|hacky|racy|unnecessary|unneeded|redundant"
    r"|superfluous|pointless|overkill|excessive|useless|unrelated|unused|obvious|awkward|suspicious|"
    r"dangerous|unsafe|unacceptable|questionable|problematic|duplicated?|inefficient|expensive|hard to (?:read|follow"
    r"|understand)|difficult to (?:read|follow)|missing|incomplete|insufficient|too (?:big|long|large|many|much|late"
    r"|small|early|complex|generic|verbose)|"
    r"bad|horrible|terrible|needless|overly|racing|leak\w*|vague|unclear|ambiguous|outdated|stale|dead|dubious"
    r"|overcomplicated|error[- ]prone|copy[- ]?paste\w*)\b|\b(?:badly|unnecessary|redundant|misleading|wrong|unneeded"
    r"|superfluous|duplicate|missing|pointless|odd|strange|weird|unrelated|stray|spurious|useless|bogus) "
    r"(?:indent\w*|check|checks|cast|change|changes|line|lines|variable|assignment|init\w*|include|lock\w*|space"
    r"|spaces|comment|comments|name|prefix|tag|tree|place|error|call|blank|newline|parenthes\w+|braces|semicolon"
    r"|memset|order|type|fixes|null|brackets?|code|hunk|empty|break|return|inline|goto|free|unlock|put|get|conversion"
    r"|logic|test)\b"
    r"|\bnot? (?:really |strictly |actually |at all |quite |even )?(?:acceptable|correct|right|a good idea"
    r"|how (?:this|it|we|you)|true|allowed|ok|okay|safe|valid|the point|enough|sufficient|needed|necessary|required"
    r"|useful|appropriate|good|great|ideal|desirable|helpful|worth|point|need|reason|sense|used|what (?:you|we|i))\b"
    r"|\b(?:doesn't|does not|don't|do not|won't|will not|wouldn't|would not|can't|cannot|can not|didn't|isn't"
    r"|aren't) (?:really |quite |even |actually |just |seem to |look |be |need |have to |want |add |solve |think|like"
    r"|see |make|"
    r"apply|build|compile|work|match|fit|belong|help|scale|handle|hold|cover|change|rely|use|do |start|assume|call"
    r"|sleep|mix)\b"
    r"|\b(?:fail(?:s|ed)? to (?:apply|build|compile|merge)|breaks? (?:the|user|userspace|uapi|build|bisect\w*"
    r"|compilation|things|existing)|contradicts?|racy|deadlock|use-after-free|memory leak|leaks? (?:the|memory|a)"
    r"|null[- ](?:pointer )?deref\w*|regressions?|out[- ]of[- ]bounds|new warnings?|overflows?|"
    r"typo|violat\w+|layering violation|conflicts?|would (?:break|crash|leak|deadlock|fail|result in|lead to|cause"
    r"|hang|panic|require|trigger)|will (?:break|crash|leak|deadlock|fail|hang|panic)|lacks?|lacking|misses"
    r"|is missing|are missing|missing)\b"
    r"|\bthe (?:same|first|second|third|other|main|real|only|bigger|underlying) (?:issue|problem|concern"
    r"|question) (?:is|with|here)|\bproblem (?:is|here|with)\b|\byou(?:'re| are) (?:mixing|missing|adding|using"
    r"|changing|calling|doing|not|leaking|leaving|breaking|still|also|assuming|relying|potentially|only)\b"
    r"|\b(?:already|also) (?:does|do|done|has|have|checks?|checked|handled|exists?|takes care|available|set|sets"
    r"|there|covers?)\b|\bstop \w+ing\b|^no[,.!]|, (?:and )?not (?:an? |the )?[\w()*&-]{1,30}(?: [\w()*&-]{1,30})?\.?$"
    r"|\bun\w{3,14}able\b|\bcould (?:also |simply |just |probably |perhaps "
    r"|easily )?be (?!reproduced|seen|found|because|that|the\b|a\b)\w+(?:ed|ne|ut|it|en)\b|\bbr(?:eaks?|oke)\b"
    r"|\b(?:but )?not (?:here|fair)\b|\bhas (?:these|the following|this) problem"
)

_LETTING_GO = re.compile(
    r"\bso be it\b|\bwon.?t (?:push|insist|press)|\bnot (?:going to|gonna) (?:push|insist)|\bfor future reference\b"
    r"|\bnot a (?:blocker|show ?stopper|deal ?breaker)\b|\bneed(?:s)? to block\b|\bdoes ?n.t (?:need|have) to block"
    r"|\bnot worth a (?:respin|resend|repost|new version|v\d)"
    r"|\bno need (?:to|for a) (?:resend|respin|repost|new version|v\d|send)|\bcan (?:be )?(?:follow|done|fix\w*"
    r"|address\w*) (?:up )?later\b|\bnot asking you\b|\bdon't (?:bother|resend|respin|repost)\b"
)
_SELF_ANSWER = re.compile(
    r"^(?:no|nope|yes|yep|of course|certainly|obviously|this is not|that is not|that's not|this isn't|nothing|none"
    r"|never|exactly|i (?:think|guess) (?:not|so))\b"
)
_AGREES = re.compile(
    r"(?:yes|yeah|yep|yup|agreed|i agree|right|sure|indeed|exactly|true|ok(?:ay)?|correct|good point"
    r"|makes sense)\b[ ]?[,.:;!-]",
    re.IGNORECASE,
)
_ASKED = re.compile(r"\?[)\]\"'”’*_:;=-]{0,4}(?:[ ]?[;:]-?[)DP(])?$|\?!+$")


def _bare(sentence: str) -> str:
    """The sentence in lower case without addresses, openings and calm phrases."""
    plain = _URL.sub(" ", sentence.lower().replace("’", "'").replace("`", "'"))
    plain = " ".join(plain.split())
    for _ in range(4):
        opening = _OPENING.match(plain)
        if not opening:
            break
        plain = plain[opening.end() :].lstrip(" ,.:;-")
    return plain


def asked(sentence: str) -> bool:
    """Whether the sentence is an interrogative: it ends with a question mark, or has the word order of one."""
    return _ASKED.search(sentence.rstrip()) is not None


def settles(sentence: str) -> bool:
    """Whether a sentence answers the question just before it, so that the question was rhetorical."""
    return _SELF_ANSWER.match(sentence.strip().lower().replace("’", "'")) is not None


def lets_go(text: str) -> bool:
    """Whether the writer takes the remark back in the same breath ("so be it")."""
    return _LETTING_GO.search(text.lower().replace("’", "'")) is not None


def wish(sentence: str) -> tuple[Wish, bool] | None:
    """The kind of wish of one sentence and whether its form alone makes it one; a mere judgement gives false; no wish None."""
    if asked(sentence):
        return "question", True
    plain = _bare(sentence)
    if not plain:
        return None
    if _DITTO.match(plain) and len(plain) < 80:
        return ("nit" if _NITS.search(plain) else "change-request"), True
    plain = _CALM.sub(" ", plain).strip()
    nit = _NITS.search(plain)
    if _ASKS.search(plain):
        return "question", True
    if _BIDS.search(plain) or _BARE.search(plain):
        return ("nit" if nit else "change-request"), "please" in plain or not _AGREES.match(sentence)
    if _VERDICTS.search(plain):
        return ("nit" if nit else "change-request"), False
    if nit and len(plain) < 200:
        return "nit", False
    return None
