# SPDX-License-Identifier: GPL-2.0-or-later
"""What a sentence of a review wants: reads English prose, makes the kind of the wish (question, change-request, nit) or None.

There is no standard for this; the kinds are those of speech: interrogatives, requests, imperatives, proposals, objections and
corrections.  Words alone never decide: a phrase that looks like a wish and is none ("please let me know", "should work", "as you can
see") is taken out of the sentence before the grammars look.
"""

import re
from typing import Literal

from digest.patch import calm
from digest.patch.phrase import Phrases

Wish = Literal["question", "change-request", "nit"]
Strength = Literal[0, 1, 2]

FORMAL: Literal[2] = 2  # a wish wherever it stands
FIRM: Literal[1] = 1  # an objection; under a question it is the answer
WEAK: Literal[0] = 0  # a judgement: of the patch a remark, in a discussion its matter

LONGEST = 600  # characters of a sentence that are looked at
LONG = 200  # characters of a sentence that a word of style makes a nit
BRIEF = 80  # characters of a "same here"
LABEL = 70  # characters of a fault that is only named

# What may stand before the words that matter: interjections, connectives, list marks, labels, a name that is addressed.
_OPENING = re.compile(
    r"^(?:[-*•·+#]{1,3}[ ]|\(?[0-9a-z]{1,2}[.)][ ]|(?:hi|hello|hey|dear)[ ][^,]{1,40},[ ]?|(?:and|but|also|so|then|ok|okay"
    r"|yes|yeah|yep|no(?=[ ]?[,;:.])|well|hm+|ah|oh|or|btw|besides|anyway|otherwise|actually|fwiw|imo|imho|afaics?|iiuc|however|plus"
    r"|still|thus|therefore|though|additionally|furthermore|moreover|finally|secondly|firstly|first|second|third|similarly"
    r"|again|next|now|wow|ouch|good (?:idea|point|catch)(?= ?[,;:])|minor|small|just asking|in general|generally|overall|in that case"
    r"|for consistency|if (?:so"
    r"|not|yes|possible|you like|you want|you respin|you do respin)|while (?:at it|you're at it|you are at it|on it"
    r"|here))\b[ ]?[,:;.-]?[ ]?|(?:one|a|another|two|some|few)[ ](?:more |small |minor |other |quick |last )?(?:nits?"
    r"|things?|questions?|requests?|comments?|suggestions?|notes?|minors?)\b[ ]?[,:;.-][ ]?|nits?(?:pick)?[ ]?[,:;.-][ ]?)"
)

_TITLED = re.compile(r"\b[0-9a-f]{7,40}[ ]?\(\".{1,200}\"\)")
_URL = re.compile(r"<?\b(?:https?|ftp|git)://\S{1,300}")

# Sentences that ask, without a question mark too.
_ASKS = (
    r"^(?:how|why)(?:'s)? (?:is|are|was|were|do|does|did|can|could|should|would|will|about|has|have|come|not|exactly)\b"
    r"|^what (?:is|are|does|do|did|about|if|happens)\b(?!.{1,80} is that)|^(?:is|are|was|were|do|does|did|could|should"
    r"|would|will|can|has|have|isn't|aren't|doesn't|don't|didn't|shouldn't|wouldn't|couldn't|won't|can't|may|shall) (?:you"
    r"|it|this|that|there|these|those|we|i|they|the|he|any|not)\b|\bi(?:'m| am| was|'ve been)?(?: just| also| still| really"
    r"| a bit| a little)? (?:wonder|wondering|curious|confused|puzzled|unsure)\b|\b(?:would|d) (?:i )?(?:like|love|be good"
    r"|be nice|be interesting|be interested|want|have) to (?:know|hear|understand|see)\b|\binterested (?:in|to) (?:know"
    r"|hear|see)|\bnot (?:entirely |quite |really |fully |100% |completely )?(?:sure|clear|certain|obvious)(?: to me"
    r"| about this)? (?:what|why|how|if|whether|where|which|when|that|about|i )|\b(?:don't|do not|can't|cannot|couldn't"
    r"|fail to|not able to) (?:really |quite |fully )?(?:understand|see|follow|get|tell|find|know) (?:why|what|how|where|if"
    r"|whether|the (?:point|reason|purpose|need|benefit))|\bit(?:'s| is) (?:still )?(?:unclear|not clear)"
    r"|\bi (?:just |really |still |simply )?(?:don't|do not) understand (?:the |this |that |your "
    r"|these )?[\w()]{3,30}(?: \w{2,14}){0,3}\.?$"
    r"|\bunclear (?:to me|why|what|how|if|whether)|(?:is there |do you have |there's |have you )any (?:idea|reason|chance"
    r"|plans?|numbers)\b|^any (?:idea|reason|chance|particular reason|plans?|thoughts|opinion|numbers|specific reason)\b"
    r"|\b(?:have|got) no idea\b(?! about|,|\.)|\bmay i ask\b|\b(?:my|one|the|another|related) question (?:is|was"
    r"|remains)\b|\bdo you (?:mean|have|know|think|plan|really)\b"
    r"|\bcan you (?:explain|elaborate|clarify|describe|tell)"
)

# Requests, duties, proposals.
_BIDS = (
    r"\b(?:please|pls|plz|kindly)\b|^(?:could|can|would|will) (?:you|we)\b|\b(?:could|can|would|will) you (?:please |also "
    r"|maybe |perhaps |possibly )?(?:\w{3,})|\byou (?:also |really |still |probably |just |then |definitely |will |would "
    r"|either )?(?:should|must|need to|have to|ought|had better|better|may want|might want|may wish|might wish"
    r"|might consider|could|shouldn't|mustn't|don't need|do not need|needn't|forgot|forget|missed|are missing)\b"
    r"|\bmakes? more sense\b|\b(?:would"
    r"|might|could|may|does it) make (?:\w{2,8} )?sense (?!(?:to )?me\b|now\b|here\b|indeed|too\b|as\b|then\b|though|because"
    r"|since|in\b|but\b|and\b)"
    r"[a-z]{2}|\bmy vote\b|^(?:or|just) (?:simply|just|rather|even|maybe|use"
    r"|make|add|do)\b|\b(?:you|this|that|these|those|patch|patches|series|commit|message|changelog|log|title|subject|name|names"
    r"|tag|tags"
    r"|comment|comments|description|prefix|and)(?: \w+){0,2} (?:should|must|ought to|needs? to|has to|shouldn't|mustn't)\b"
    r"|\b(?:we|there|one|i)(?: \w+){0,2} (?:should|must|needs? to|has to|ought to|shouldn't|mustn't)\b(?! (?:be able|have been"
    r"|not need|still)\b)"
    r"|\b(?:we|you|one) (?:can|could|may|might) (?:just|simply|probably|perhaps|maybe|instead|either)\b"
    r"|\bi(?:'m| am| was) (?:more |rather |also |actually )?thinking (?:more )?of \w{3,14}ing\b|\bperhaps (?:\w+ )?(?:shouldn't"
    r"|should|could)\b"
    r"|\b(?:this|it|patch|series|commit) (?:probably |also |still |really )?needs? an? (?:[\w-]+:? )?tag\b"
    r"|\b(?:seems?|looks?|sounds?|reads?) (?:a bit |much |somewhat )?better (?:here|to me|now)?(?=[.,]|$)"
    r"|\bi(?: was| am|'m| would be|'d be) expecting\b"
    r"|\bi expected\b(?! an? (?:\w+ )?(?:nac?k|objection|complaint|refusal|rejection|pushback)s?\b)"
    r"|^with (?:the|a|an|all|your|my) [^.]{3,80} (?:removed|dropped|fixed|changed|added|renamed|updated|moved|corrected|split"
    r"|reworded)\b"
    r"|^(?:perhaps|maybe|possibly|alternatively|preferably|ideally)\b|\b(?:perhaps|maybe) (?:we|you|it|use|add"
    r"|just|simply|this|that|the|a|an|i'd|also|split|move|drop|better|instead|something|for)\b|\bi(?:'d| would)(?: \w{2,12}ly"
    r"| also| just| still| rather| much| even| then)* (?!if|but|been|never|had|already|seen|done|forgotten"
    r"|missed|known|understand|be\b|have been|have to|say|think|guess|assume|hate|love to help|\w{2,12}ly\b|also|just|still|rather|even"
    r"|then)\w{2,}|\bi (?:also |really "
    r"|still |strongly |would |personally |highly )?(?:suggest|recommend|propose|prefer|vote|request|ask|urge|insist"
    r"|expect)\b|\bwe(?:'d| would) (?:prefer|rather|need|want|like|have to)\b|\b(?:my|a|one) (?:suggestion|recommendation"
    r"|proposal|request|wish)\b|^(?:suggestion|suggest|proposal|recommend)\b"
    r"|^(?:the )?(?:correct|right|proper|preferred|usual|better|cleaner|best) (?:fix(?:es)?|solution|approach|thing to do"
    r"|format|style|way|form|spelling|order|name|place|syntax|term"
    r"|wording)\b|\b(?:would|might|could|may|will|can) (?:also "
    r"|probably |perhaps |maybe |even |still )?(?:be|make|look|read)(?: it| sense)?(?: much| a bit| a little| a lot| also"
    r"| probably| even| really| very| slightly| far| still| way)? (?:better|good|nice|great|clean|cleaner|clearer|more"
    r"|simpler|easier|useful|helpful|preferable|best|interesting|safer|sensible|wise|appropriate|worth|worthwhile"
    r"|beneficial|informative|instructive|ideal|appreciated|correct|nicer|shorter|smaller|faster|desirable|reasonable"
    r"|an? (?:better|good|nice|more)"
    r"|to)\b|\b(?:better|easier|simpler|cleaner|nicer|safer|best|(?:be|been|is) (?:good|nice|great|helpful|useful)) to (?!me\b"
    r"|know\b|hear\b|see\b)|\b(?:even|much|be|probably) better\b|^better\b|\bwhy not\b|\b(?:how|what) about\b|\blet(?:'s"
    r"| us)\b|\bmake sure\b|\bi hope (?:that )?(?:you|these|the patch|the series|we can)\b"
    r"|\b(?:could|can) (?:also |probably )?use (?:some|a|an|more) |\bcould (?:also |probably )?use (?:the|this) |\bbe (?:in )?(?:a"
    r"|its own|an) (?:separate|different|own"
    r"|follow-?up|standalone)"
    r" (?:patch|commit|series)\b|\bfor the (?:commit|subject|title|changelog|cover|log)(?: \w+)?:$"
    r"|\b(?:one|another|a|the|my) (?:\w{3,12} )?(?:solution|option|alternative|approach|way|possibility"
    r"|idea)(?: here)? (?:would|might|could"
    r"|may) be\b|\bthe (?:common|usual|normal|typical|standard|recommended) (?:idiom|way|approach|practice|pattern|rule)\b"
    r"|\bcan (?:also |easily |simply |just |probably |then |all |now |certainly |safely )*be (?:dropped|removed|changed"
    r"|replaced|simplified"
    r"|moved|merged|folded|shortened|avoided|split|reduced|squashed|reused|converted|turned|inlined|combined)\b(?! by (?:the|a|an)\b)"
    r"|\b(?:consider"
    r"|worth) (?!e\.g|this\b|it\b|that\b|the (?:following|case)\b|a case"
    r"|an example|noting|mentioning that)\w|\bwant(?:ed)? to (?:see|have|avoid)\b|\blook(?:ing)? forward to (?:the |a "
    r"|your )?(?:v\d|next|new|updated)|\bwaiting for (?:a |the |your )?(?:v\d|next|new|updated)|\bgo(?:es)? (?:in|into|to"
    r"|through|via) (?:the )?(?:net|net-next|bpf|nf|nf-next"
    r"|a separate|its own|another)\b|\bnot (?:the right|for) (?:tree|net\b|net-next)|\btarget(?:s|ed|ing)? (?:at |to "
    r"|for )?(?:net|net-next|nf|nf-next|bpf|bpf-next|wireless)\b|\b(?:use|using|do|doing|call|calling|with|have|return|take"
    r"|add|put|be) [^.]{1,80}\binstead\b|^instead\b|\bsplit (?:this|it|that|the|up|out)\b|\b(?:in|as|into) a (?:separate"
    r"|dedicated|different|follow-?up|preparatory) (?:patch|commit|series)"
)

# What must be, what lacks, what is better: a wish where it is said of the patch itself, in a discussion the matter.
_DUTIES = (
    r"\b(?:should|must|ought to|needs? to|has to|have to|shouldn't|mustn't|need not|needn't|is to be|are to be)\b"
    r"|\byou (?:also |really |still |probably |just |then |definitely |will |would |either )?(?:want to|can|can't|cannot"
    r"|can not|may not|didn't|did not|haven't|have not|miss|seem to)\b|\bneeds (?:a|an|some|more|the|also|another|better|further|rework"
    r"|\w{3,}ing)\b|\bneed (?:some more|more|fixing|updating|changing|adjusting|rework|another|better|further)\b"
    r"|\b(?:it's|it is|it'd be|is|seems?|probably|even|looks?) (?:much |far |way |probably |usually |often |generally "
    r"|always )?(?:better|easier|simpler|cleaner|nicer|safer|best|preferable|common|customary)(?: to\b|[,.]|$)"
)
# Objections that are one wherever they stand.
_FIRM = (
    r"\bthe (?:second|third|fourth|other|next|last) (?:issue|problem|concern|thing|question|point) (?:is|here|with)\b"
    r"|\byour (?:\w+ ){1,3}(?:is|are|looks?|seems?) (?:\w+ ){0,2}(?:wrong|incorrect|broken|missing|bogus|misleading|off|odd|strange)\b"
    r"|\bi (?:also |still |really )?(?:think|believe|feel)\b.{1,80}\b(?:should|must|needs? to|has to|ought to)\b"
    r"|\b(?<!expected a )(?:nak|nack|naked|nacked|self-nak)\b"
    r"|\bi(?:'m| am)? (?:really |still |just |also |strongly |a bit |a little |somewhat "
    r"|kind of )?"
    r"(?:don't (?:agree|like|see (?:why|how|any|the))|do not (?:agree|like|see)"
    r"|(?:don't|do not) (?:think|believe)\b(?=.{1,100}\b(?:should|must|wants?|belongs?|acceptable|a good idea"
    r"|the right (?:way|place|approach|fix|thing)|worth|(?:this|that|it|patch|change|fix|code|approach) (?:is|was|looks) (?:\w{4,8} )?"
    r"(?:right|correct|safe|needed|necessary|enough|sufficient))\b)|disagree|object|dislike"
    r"|not (?:convinced|happy|a fan|comfortable|keen)|against)\b|\b(?:this|that|it|which|patch|code|check)(?:'s| is| looks"
    r"| seems) (?:\w{2,12} )?"
    r"(?:wrong|incorrect|bogus|broken|buggy|racy|misleading|not (?:right|correct|acceptable|safe|allowed|how|what|a good|the right))\b"
    r"|\b(?:not acceptable|unacceptable|breaks (?:the|my|our) (?:build|uapi|userspace)|broke the build|does not (?:apply|build|compile)"
    r"|doesn't (?:apply|build|compile)|fails to (?:apply|build|compile))\b"
)

# Imperatives: a bare verb opens the sentence (or its last clause).
_VERBS = (
    "use|remove|drop|add|mention|move|split|fix|rename|replace|make|put|keep|avoid|"
    "(?:don't|do not)(?! (?:have|know|see|think|believe|mind|care|remember|understand|recall|like|want)\\b)|send|resend|repost|"
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
)
_BARE_CLAUSE = re.compile(
    r"[;:] (?:do not|don't|never|always) |[,;:] (?:so |then |and )?(?:just |simply |please |better )(?:use|remove|drop|add|move"
    r"|split|fix|rename|replace|don't"
    r"|avoid|make|keep|put|send|rebase|check|return|call|do)\b"
)

# Taste, spelling, style, wording.
_NITS = (
    r"nit|nits|nitpicks?|nitpicking|nitpicky|typos?|spelling|mispelled|misspelled|misspelt|whitespace|white space|newlines?"
    r"|blank lines?|empty line|trailing|indent|indented|indents?|indentation|indenting|alignment|kerneldoc|kernel-doc|kdoc"
    r"|grammar|wording|imperative|checkpatch|reverse xmas|reverse christmas|xmas|christmas tree|rct|coding style|style"
    r"|columns?|80 chars|line-wrap|line wrap|comma|full stop|semicolon|braces|parenthesis|parentheses|brackets|capital"
    r"|capitals|capitalized|capitalised|capitalize|lower case|lowercase|lower-case|upper case|uppercase|upper-case|plural"
    r"|abbreviation|superfluous space|comment style|const|typecast|cast"
)
_EDIT = re.compile(r"s(?<![\w/.]s)[/|!,][^/|!,\n]{1,60}[/|!,]")
_ARROW = re.compile(r"\"?[^ ]{2,30}\"? ?(?:->|=>|→|vs\.?) ?\"?[^ ]{2,30}\"?[.]?$")
# A fault named without a verb: "Magic value.", "Extra space after u8.", "No static variables."
_LABEL = re.compile(
    r"(?:(?:a|an|the|more|another|some|here also|here too|also) )?(?:magic|extra|excess|missing|inconsistent|misus(?:e|ed|ing)"
    r"|misplaced"
    r"|duplicated?|unused|unneeded|unnecessary|useless|needless|stray|leftover|left-over|wrong|incorrect|bogus|spurious|redundant"
    r"|unrelated|pointless|double|trailing|odd|weird|strange|dead|unintended|unintentional|superfluous|debug|random|hard-?coded"
    r"|over-?long|overly|too (?:many|much|long|short|big|small|few|late|early)|lack of|copy(?:-| )(?:&-)?(?:and-)?paste|off-by-one) \w"
    r"|no (?!problem|worr|objection|idea|need|change|comment|rush|hurry|issue|concern|doubt|functional|regression|preference"
    r"|more|longer|one"
    r"|answer|reply|opinion|strong|big|matter|way|other|real|further|difference|thanks|regrets"
    r"|luck)[\w#*_()-]{2,20}(?: [\w#*_().-]{1,20}){0,6}"
    r"(?:, please)?[.!]?$"
)
_NIT_LABEL = re.compile(
    r"[^\w?]{0,4}(?:(?:super |tiny |small |minor |another |one |just a |a )?(?:nit|nits|nitpick|nitpicks|nitpicking)\b|minor) ?[:,-]",
    re.IGNORECASE,
)
_PRAISE = re.compile(
    r"(?:just |only |with |i have |i've )?(?:a couple of|a few|some|few|one|two|several) (?:\w+ ){0,2}(?:nits?|comments?"
    r"|remarks?|questions?|thoughts?)"
    r"(?: (?:on|about|for|regarding|below|inline|though)\b.{0,80})?[.:]?$|(?:kudos|nice|great|good|excellent|cool|lovely"
    r"|awesome|well done|thanks|thank you|much better|much nicer"
    r"|i (?:really )?(?:like|love|appreciate)"
    r"|(?:this |it |that |the (?:patch|series|code|rest|change) )?(?:all )?(?:looks|look|seems|is) (?:\w{2,10} )?(?:good|great"
    r"|fine|nice|nicer|better|ok|okay"
    r"|reasonable|correct|right|sane|clean|cleaner))\b"
)
_DITTO = re.compile(
    r"^(?:ditto|likewise|idem|same|as above|and here|here too|also here|here as well|same as|and again|again|another one"
    r"|here also|and this one|this one too|same for|see above)\b(?! (?:way|reason|machine|hardware|time))"
)

# Judgements: of the patch they are remarks, in an answer to somebody's question they are the answer.
_VERDICTS = (
    r"\b(?:nak|nack|naked|nacked)\b|\bself-nak\b|\bi(?:'m| am)? (?:really |still |just |also |strongly |a bit |a little "
    r"|somewhat |kind of )?(?:(?:don't|do not|can't|cannot) (?:\w{2,10}ly )?(?:like|agree|think|see|understand|believe|want|buy"
    r"|accept|follow"
    r"|find|feel|get|know|apply|take|trust|care)|doubt|disagree|object|dislike|hate|fail to|afraid|worried|worry|fear|concerned"
    r"|not (?:sure|convinced|a fan|happy|fond|comfortable|a big fan|keen)|against|see no|see little|do see|have (?:a |some "
    r"|my |one |serious |strong )?(?:small |minor |big |major |slight )?(?:concerns?|doubts?|reservations?|objections?"
    r"|issues?))\b|\b(?:is|are|was|seems?|looks?|feels?|sounds?|a bit|too|very|really|kind of|rather|quite|pretty|still"
    r"|completely|totally|it's|that's|this|badly|be|now|makes it|get|gets|becomes?|become) (?:\w{2,12} )?(?:wrong|incorrect"
    r"|bogus|broken|buggy|misleading|confusing|inconsistent|fragile|ugly|odd|weird|strange|hacky|racy|unnecessary|unneeded"
    r"|redundant|superfluous|pointless|overkill|excessive|useless|unrelated|unused|obvious|awkward|suspicious|dangerous"
    r"|unsafe|unacceptable|questionable|problematic|duplicated?|inefficient|expensive|hard to (?:read|follow|understand)"
    r"|difficult to (?:read|follow)|missing|incomplete|insufficient|too (?:big|long|large|many|much|late|small|early"
    r"|complex|generic|verbose)|bad|horrible|terrible|needless|overly|racing|leak\w*|vague|unclear|ambiguous|outdated|stale"
    r"|dead|dubious|overcomplicated|error[- ]prone|copy[- ]?paste\w*)\b|\b(?:badly|unnecessary|redundant|misleading|wrong"
    r"|unneeded|superfluous|duplicate|missing|pointless|odd|strange|weird|unrelated|stray|spurious|useless"
    r"|bogus) (?:indent\w*|check|checks|cast|change|changes|line|lines|variable|assignment|init\w*|include|lock\w*|space"
    r"|spaces|comment|comments|name|prefix|tag|tree|place|error|call|blank|newline|parenthes\w+|braces|semicolon|memset"
    r"|order|type|fixes|null|brackets?|code|hunk|empty|break|return|inline|goto|free|unlock|put|get|conversion|logic"
    r"|test)\b|\bnot? (?:really |strictly |actually |at all |quite |even )?(?:acceptable|correct|right|a good idea"
    r"|how (?:this|it|we|you)|true|allowed|ok|okay|safe|valid|the point|enough|sufficient|needed|necessary|required|useful"
    r"|appropriate|good|great|ideal|desirable|helpful|worth|point|need|reason|sense|used|what (?:you|we|i))\b|\b(?:doesn't"
    r"|does not|don't|do not|won't|will not|wouldn't|would not|can't|cannot|can not|didn't|isn't|aren't) (?:really |quite "
    r"|even |actually |just |seem to |look |be |need |have to |want |add |solve |think|like|see |make|apply|build|compile"
    r"|work|match|fit|belong|help|scale|handle|hold|cover|change|rely|use|do |start|assume|call|sleep|mix)\b|\b(?:fail(?:s"
    r"|ed)? to (?:apply|build|compile|merge)|breaks? (?:the|user|userspace|uapi|build|bisect\w*|compilation|things"
    r"|existing)|contradicts?|racy|deadlock|use-after-free|memory leak|leaks? (?:the|memory|a)|null (?:pointer )?deref\w*"
    r"|regressions?|out of bounds|out-of-bounds|new warnings?|overflows?|typo|violates?|violation|layering violation"
    r"|conflicts?|would (?:break|crash|leak|deadlock|fail|result in|lead to|cause|hang|panic|require|trigger)|will (?:break"
    r"|crash|leak|deadlock|fail|hang|panic)|lacks?|lacking|misses|is missing|are missing|missing)\b|\bthe (?:same|first"
    r"|second|third|other|main|real|only|bigger|underlying) (?:issue|problem|concern|question) (?:is|with|here)"
    r"|\bproblem (?:is|here|with)\b|\byou(?:'re| are) (?:mixing|missing|adding|using|changing|calling|doing|not|leaking"
    r"|leaving|breaking|still|also|assuming|relying|potentially|only)\b|\b(?:already|also) (?:does|do|done|has|have|checks?"
    r"|checked|handled|exists?|takes care|available|set|sets|there|covers?)\b|\bstop \w+ing\b|^no(?=[,.!])"
    r"|(?<=, )(?:and not|not) (?:an? |the )?[\w()*&-]{1,30}(?: [\w()*&-]{1,30})?\.?$|[u]n(?<!\wun)\w{3,14}able\b"
    r"|\bcould (?:also |simply "
    r"|just |probably |perhaps |easily )?be (?!reproduced|seen|found|because|that|the\b|a\b)\w+(?:ed|ne|ut|it|en)\b"
    r"|\b(?:break|breaks|broke)\b|\bnot (?:here|fair)\b|\bhas (?:these|the following|this) problem"
    r"|\b(?:is|are) (?:\w{2,10} )?(?:needed|required)\b|\b(?:cause|causes|causing|caused|introduces?|triggers?|produces?"
    r"|results in|leads to"
    r"|gives?|throws?|shows?|showing|seeing|see|get|getting|hit|hitting) (?:(?:a|an|the|some|new|this|these|following|many"
    r"|lots of|another"
    r"|build|compile|compiler"
    r"|sparse|smatch|kernel|lockdep) ){0,4}(?:splats?|warnings?|errors?|crash(?:es)?|oops|panics?|deadlocks?|leaks?"
    r"|regressions?|failures?"
    r"|conflicts?)\b"
)

_SELF_ANSWER = re.compile(
    r"^(?:no|nope|yes|yep|of course|certainly|obviously|this is not|that is not|that's not|this isn't|nothing|none|never"
    r"|exactly|i (?:think|guess) so)\b"
)
_AGREES = re.compile(
    r"(?:yes|yeah|yep|yup|agreed|i agree|right|sure|indeed|exactly|true|ok(?:ay)?|correct|good point"
    r"|makes sense)\b[ ]?[,.:;!-]",
    re.IGNORECASE,
)
_ASKED = re.compile(r"\?[)\]\"'”’*_:;=-]{0,4}(?:[ ]?[;:]-?[)DP(])?$|\?!+$")


_TABLE = Phrases(
    {
        "calm": calm.CALM,
        "ask": _ASKS,
        "bid": _BIDS,
        "duty": _DUTIES,
        "firm": _FIRM,
        "verdict": _VERDICTS,
        "nit": rf"\b(?:{_NITS})\b",
    }
)


def _bare(sentence: str) -> str:
    """The sentence in lower case without addresses, openings and calm phrases."""
    plain = sentence[:LONGEST].lower().replace("’", "'").replace("`", "'")
    if "://" in plain:
        plain = _URL.sub(" ", plain)
    if '("' in plain:
        plain = _TITLED.sub(" ", plain)  # a commit's title is nobody's wish
    plain = " ".join(plain.split())
    for _ in range(4):
        opening = _OPENING.match(plain)
        if not opening:
            break
        plain = plain[opening.end() :].lstrip(" ,.:;-")
    return plain


def asked(sentence: str) -> bool:
    """Whether the sentence is an interrogative: it ends with a question mark, or has the word order of one."""
    return "?" in sentence and _ASKED.search(sentence.rstrip()) is not None


def settles(sentence: str) -> bool:
    """Whether a sentence answers the question just before it, so that the question was rhetorical."""
    return _SELF_ANSWER.match(sentence.strip().lower().replace("’", "'")) is not None


def wish(sentence: str) -> tuple[Wish, Strength] | None:
    """The kind of wish of one sentence and how far its form alone makes it one; None: no wish."""
    if asked(sentence):
        return "question", FORMAL
    plain = _bare(sentence)
    if not plain:
        return None
    if _NIT_LABEL.match(sentence):
        return "nit", FORMAL
    if calm.passes(plain):
        return None
    found = _TABLE.search(plain)
    if len(plain) < BRIEF and _DITTO.match(plain):
        return ("nit" if "nit" in found else "change-request"), FORMAL
    if "calm" in found:
        plain = _TABLE.without("calm", plain).strip()
        found = _TABLE.search(plain)
    if "ask" in found:
        return "question", FORMAL
    nit = "nit" in found or _EDIT.search(plain) is not None or _ARROW.match(plain) is not None
    kind: Wish = "nit" if nit else "change-request"
    if "bid" in found or (_BARE.match(plain) and plain[-1] != "-") or _BARE_CLAUSE.search(plain):
        return kind, FORMAL if "please" in plain or not _AGREES.match(sentence) else FIRM
    if "firm" in found:
        return kind, FIRM
    if _PRAISE.match(plain):
        return None
    if "duty" in found or "verdict" in found or (len(plain) < LABEL and _LABEL.match(plain)) or (nit and len(plain) < LONG):
        return kind, WEAK
    return None
