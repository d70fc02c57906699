# SPDX-License-Identifier: GPL-2.0-or-later
"""What somebody's machine does with a patch, told without the word "tested": phrases of a sentence in lower case that report such use.

A reviewer thinks about what the code would do; a user tells of himself or of his machine ("my router no longer boots with this patch").
"""

import re

_PATCH = r"(?:patch|patches|series|patchset|set|fix|fixes|version|branch|driver|kernel|change|changes|commit)"
_THIS = (
    rf"(?:(?:this|the|that|your|these|those|both|all|new|latest|updated|two|\d{{1,2}}) ){{1,3}}(?:[\w-]{{1,12}} )?{_PATCH}\b|v\d{{1,2}}\b"
)
# What somebody has who thinks about a patch, and no machine.
_THOUGHT = (
    r"(?! (?:only |own |main |other |previous |last |single |one )?(?:concern|remark|comment|question|understanding|review|maintainer"
    r"|opinion"
    r"|point|doubt|worry|feeling|impression|objection|suggestion|preference|guess|reading|tag|ack|approach|code|plan|issue|problem"
    r"|proposal|idea)s?\b)"
)
_MINE = (
    rf"(?:my|our)\b{_THOUGHT}|everything\b"
    r"|i\b(?! (?:think|guess|believe|would|am|wonder|expect|assume|doubt|suggest|prefer|agree|don't think|do not think|have no))"
)
_TROUBLE = r"(?:issue|problem|bug|crash|crashe|hang|panic|oops|warning|splat|error|regression|stall|leak|deadlock|failure)s?"
_GOES = (
    r"(?:works?|worked|boots?|booted|runs?|ran|comes? up|came up|is gone|are gone|no longer|doesn't|does not|didn't|did not|can't"
    r"|cannot|can"
    r"|could|fails?|failed|crashes|crashed|hangs?|hung|panics?|gets?|got|see|saw|reach(?:es)?|survives?|is|are|was|stays?|loses?|lost"
    r"|drops?"
    r"|breaks|broke|connects?|associates?|suspends?|resumes?|transmits?|receives?|still|now|never)"
)

USED = (
    r"\b(?:has|have|had) been (?:running|deployed|in (?:use|production)|live)\b(?! (?:for the|as a)\b)"
    r"|\bdeployed (?:on|in|to|across|at) (?:\w+ ){0,2}(?:our|hundreds|thousands|hundred|thousand|several|many|all|production|\d{1,6})\b"
    r"|\bchecked on (?:an?|my|our|two|both|real|actual)\b|^runs in production\b"
    # "In my over night test the workaround triggered 31 times", "this gets us ~8 Mbps more", "see the benchmark below".
    r"|\bin (?:my|our|all my) (?:(?!(?:opinion|view|next|patch|series|mind|tree|mail|reply|case|the|a"
    r"|comments?)\b)[\w-]+ ){0,3}(?:tests?|testing|test ?runs?|benchmarks?|measurements?|experiments?),? [^;?]{2,100}"
    r"\b(?:\w{3,12}ed|was|were|is|are|shows?|did|had|ran|goes|went|gets?|got)\b"
    r"|\bin an? (?:[\w-]+ ){1,4}test,? [^;?]{2,120}\d"
    r"|\b(?:gets|gives|got|gave|saves|saved|buys|bought) (?:us|me) (?:about |around |roughly |some )?[~+]?[0-9]"
    r"|\bsee (?:the |my |our )?(?:\w{1,12} )?(?:benchmarks?|measurements?|results|numbers)\b[^.;?]{0,50}\bbelow\b"
    r"|\b(?:here|below) (?:are|is) (?:some|the|a few|my|our) (?:\w{2,14} )?(?:micro-?benchmarks?|benchmarks?|numbers|figures|results"
    r"|measurements)"
    r" (?:from|of|with|for|on)\b"
)
"""Reports of use in any mail."""

LIVED = (
    # "With this patch my router boots again", "After applying the series I get 9 Gbit/s".
    rf"\b(?:with|after|since) (?:applying |adding |using |installing )?(?:{_THIS})(?: applied| in place| on top)?,? (?:{_MINE})"
    rf"[^.;]{{0,60}}?\b{_GOES}\b"
    rf"|\b(?:my|our)\b{_THOUGHT} [^.;,]{{2,60}}? {_GOES}\b[^.;]{{0,80}}\b(?:with|after|since|on|using) (?:applying )?(?:{_THIS})"
    rf"|\b(?:with|after|since) (?:applying )?(?:{_THIS})(?: applied| in place| on top)?,? [^.;]{{2,60}}? {_GOES}\b[^;]{{0,50}}"
    r"\b(?:(?:on|for|in) (?:my|our)|for me|for us|here[.,!:])"
    # "This breaks suspend on my laptop", "the patch does not fix it for me".
    rf"|\b(?:this|it|patch|series|patchset|fix|change|commit|version|v\d{{1,2}}) (?:also |now |still |really |actually |unfortunately )?"
    r"(?:breaks|broke|fixes|fixed|solves|solved|cures|cured|resolves|resolved|causes|caused|helps|helped|doesn't|does not|didn't"
    r"|did not|makes|made)\b"
    r"[^.;]{0,60}\b(?:for me|for us|on my|on our|here\b(?=[.,!:]|$)|in my (?:case|setup|lab|network)|in our (?:case|setup|lab|network))\b"
    r"|\bi(?:'ve| have) been (?:running|using) (?:this|it|these|them|your|the|with|both|v\d)\b"
    r"(?! (?:\w+ )?(?:approach|code|pattern|trick|method|function|idiom|helper|technique|style|word|term|name|api|call)s?\b)"
    rf"|\b(?:gave|have given|'ve given) (?:it|this|that|them|these|{_THIS}) (?:a|another) (?:quick |short |good )?(?:try|spin|go"
    rf"|whirl|shot|run|test)\b"
    r"|\b(?:cannot|can't|can no longer|could not|couldn't|no longer|unable to|not able to)"
    rf" (?:(?:reproduce|trigger)\b[^.;?]{{1,50}}|(?:see|hit|observe|get)\b[^.;?]{{0,30}} {_TROUBLE}\b[^.;?]{{0,30}})\b(?:with|after"
    rf"|using|on) (?:applying )?(?:{_THIS})"
    rf"|\b{_TROUBLE} (?:is|are|has|have|seems?)(?: to be| now| indeed)? (?:gone|disappeared|vanished)\b"
    rf"|\bstill (?:crash(?:es)?|hangs?|fails?|panics?|happens?|occurs?|reproduces?|reproducible|broken|see|seeing|get|getting|hit)\b"
    rf"[^.;?]{{0,60}}\b(?:with|after|on) (?:applying )?(?:{_THIS})"
    rf"|\bconfirmed,? (?:that )?(?:this|the|it|your|that|both)(?: {_PATCH})? (?:indeed |really |now )?(?:fix|solve|work|resolve"
    rf"|help)(?:es|s)?\b"
    r"|^(?:just |quickly |i )?tried (?:it|this|that|v\d{1,2}|both|them)\b[^?]{0,80}\b(?:works?|worked|same|still|fine|boots"
    r"|no (?:change|luck|difference))\b"
    r"|\b(?:works?|worked|boots?|booted|runs?|probes?|comes up) (?:fine |well |again |ok |now |just fine |nicely )?on (?:my|our"
    r"|both my|all (?:my|our))\b(?! (?:side|end|part|list|plate)\b)"
    rf"|^no (?:more )?{_TROUBLE} (?:any ?more|any longer|so far|here|with (?:{_THIS}))"
    r"|\bin (?:my|our) (?:\w+ ){0,2}(?:setup|lab|network|house|fleet|environment)\b[^;?]{0,100}\b(?:seems? to|works?|is|are|gives?"
    r"|shows?|looks?)\b"
    r"|^(?:it |this |(?:the|this|your) (?:series|patch) |everything )?(?:still |now |also |all )?(?:builds?"
    r"|compiles?)(?: and (?:runs?|boots?|works?))?"
    r" (?:fine|cleanly|ok|okay|without|with no)\b"
    r"|\b(?:try|tried) (?:doing|running|to run|to do) (?:some |a few |the |my )?(?:[\w-]+ ){0,3}(?:benchmarks?|tests?)\b"
    rf"|\bi(?:'m| am) (?:seeing|finding|getting|observing|measuring)\b[^.;?]{{0,40}}\bwith (?:{_THIS}|this (?:modification|applied)"
    rf"|my (?:diff|change))"
    r"|\b(?:with|after) (?:this|that|it|these|them|both) (?:applied|in place),? [^;?]{2,120}\b(?:on (?:my|our)|for me|here\b|from [0-9])"
    r"|\bbased on (?:this|your|the) (?:patch|patchset|series|patches)\b[^;?]{0,100}[0-9.]{1,6} ?%"
    r"|\bbisect(?:ed|s|ing|ion)?\b[^;?]{0,100}\b(?:to|at|on|blames?|is) (?:this|your) (?:patch|commit|series|change|one)\b"
    r"|\b(?:this|it|that)(?:'s| is| was) (?:painfully|terribly|extremely|excruciatingly|horribly|awfully|unusably|much"
    r"|noticeably) (?:slow|slower|worse|faster)"
    r" (?:on|with|here|for me)\b"
    r"|\b(?:on|with) (?:net|net-next|mainline|master|linux-next|v?\d\.\d{1,2}(?:-rc\d)?),? (?:it|this|the (?:box|machine|board"
    r"|driver)) (?:\w{4,8} )?"
    r"(?:hangs|crashes|panics|oopses|fails|breaks|works|boots|dies)\b"
    rf"|\bit (?:now |still |then )?(?:oopses|crashes|hangs|panics|fails|dies|works|runs|boots)\b[^.;?]{{0,60}}\b(?:on|with) (?:my"
    rf"|our)\b(?! (?:side|end|part)\b)"
)
"""Reports of use in an answer; in the log of a patch the same words tell what the patch does."""

_SUPPOSED = re.compile(
    r"\b(?:would|could you|can you|should|if|please|maybe|perhaps|might|may|will|whether|unless|expect|suppose|imagine|think|guess"
    r"|i'd|i'll|we'll"
    r"|'ll|let's|would've|in theory|theoretically|understanding|impression|opinion|imho|to give|review\w{0,3}|comments?)\b|\?"
)


def supposed(sentence: str) -> bool:
    """Whether a sentence in lower case tells what would be, is asked for, or is thought."""
    return _SUPPOSED.search(sentence) is not None
