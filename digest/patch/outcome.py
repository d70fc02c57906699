# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether a test went wrong: reads the words of a test statement and what stands right below them, makes failed or not.

A test that failed speaks against a patch: "I tested this on X and it panics" is no Tested-by in other words, but the strongest objection.
What is said not to happen, to have happened without the patch, or to be wrong elsewhere is no failure of what was tested.
"""

import re

from digest.patch.phrase import Phrases

LOOKED = 600  # characters of a statement that are looked at
BELOW = 12  # lines below it among which a splat is looked for

_FAILS = (
    r"\b(?:panics?|panicked|crash(?:es|ed|ing)?|oops(?:es|ed)?|hangs?|hung|freezes|froze|locks up|locked up|deadlocks?|deadlocked|stalls?"
    r"|stalled|reboots by itself|times out|timed out|timeouts?|fails?|failed|failing|breaks|broke|corrupts?|corrupted|leaks|leaked"
    r"|regress(?:es|ed)|regressions?|splats?|segfaults?|explodes|exploded|dies|died|blows up|blew up)\b"
    r"|\b(?:doesn't|does not|didn't|did not|don't|do not|won't|can't|cannot|couldn't) (?:\w{2,12} )?(?:work|boot|help|fix|solve"
    r"|build|compile"
    r"|come up|resolve|probe|load|apply|link up|associate|connect|transmit|receive)\b"
    r"|\b(?:is|was|are|were|stays?|remains?|gets?|becomes?|it's|that's) (?:\w{3,16} )?(?:broken|unusable|unstable|dead|stuck|slower|worse"
    r"|not working)\b|\bnever (?:\w{2,12} )?(?:works?|boots?|comes up|links? up|completes?|finishes|recovers?|connects?|associates?)\b"
    r"|\bno longer (?:works?|boots?|builds?|compiles?|comes up|probes|links|connects|gets|associates?)\b|\b(?:is|was|goes"
    r"|went) down\b(?! to\b)"
    r"|\bbisect(?:ed|s|ing|ion)? .{0,100}\b(?:to|at|on|blames?|is) (?:this|your) (?:patch|commit|series|change|one)\b"
    r"|\b(?:drops?|dropped|falls?|fell|decreases?|decreased|goes down|went down"
    r"|goes) from [0-9.,]{1,12} ?\w{0,8}(?:/s)? to [0-9.,]{1,12} ?[kmg]? ?"
    r"(?:pps|bits?/s|bit/s|bps|iops|[a-z]{1,8}/s|rps|tps|qps)\b"
    r"|\b(?:painfully|terribly|extremely|excruciatingly|horribly|awfully|unusably|very|much too|way too|too) slow\b"
    r"|\b(?:still|again) (?:see|sees|seeing|saw|get|gets|getting|got|hit|hits|hitting|reproduce|reproduces|reproducible|happens|occurs"
    r"|triggers?|there|present|shows up|appears)\b|\bunable to (?:boot|bring|load|transmit|receive|connect|build|get)\b"
    r"|\bwithout (?:any )?success\b|\b(?:kernel|build|compile) (?:errors?|warnings?|panic|oops|bug)\b|\bnull pointer deref\w*"
    r"|\buse-after-free\b"
)
_SPARED = (
    r"\b(?:no|not|never|nor|neither|without|none|zero|don't|didn't|doesn't|haven't|hasn't|isn't|wasn't|can't|cannot|couldn't|0)"
    r"(?: \w{1,16}){0,3} (?:panics?|crash(?:es|ed|ing)?|oops\w*|hangs?|hung|freezes|lock ?ups?|deadlocks?|stalls?|timeouts?"
    r"|fail(?:s|ed|ures?)?"
    r"|break(?:s|age)?|corrupt\w*|leaks?|leaked|regress\w*|splats?|warnings?|errors?|issues?|problems?|broken|unrelated|slower"
    r"|worse|see|saw"
    r"|get|hit|reproduce|happen|occur|trigger)\b"
    r"|\bno longer (?:panics?|crash(?:es)?|hangs?|fails?|times out|breaks|leaks?|see|sees|get|gets|hit|reproduces?|happens?"
    r"|occurs?|triggers?"
    r"|stalls?|deadlocks?)\b"
    r"|\b(?:fix(?:es|ed)?|solves?|solved|resolves?|resolved|cures?|cured|prevents?|avoids?|survives?|survived|eliminates?"
    r"|gets rid of|instead of"
    r"|used to|would|could|might|may|should|unlike|when|if|until|before|previously|earlier|original(?:ly)?|unpatched|vanilla|baseline"
    r"|mainline|unrelated|other|another|same as|gone|disappear(?:s|ed)?|expected|reproducer|injected|injection|simulated|forced"
    r"|reported|known"
    r"|without (?:this|the|that|your|these|it|any))\b"
)
_HELPLESS = (
    r"\b(?:doesn't|does not|didn't|did not|don't|do not|won't) (?:\w{2,12} )?(?:fix|help|solve|resolve|cure|change anything|make (?:a"
    r"|any) difference)\b"
)
_TABLE = Phrases({"fails": _FAILS, "spared": _SPARED, "helpless": _HELPLESS})
_ELSEWHERE = re.compile(r"\b(?:without|unpatched|vanilla|mainline|baseline|before|previously|used to|original|no longer|gone)\b")
_POINTS = re.compile(r"[ ,]{0,2}(?:and |so |where |there )?(?:that|it|this|which|those|these|the (?:latter|control|second))\b")
_CLAUSE = re.compile(r"[.;!](?=\s|$)|,(?= (?:and|but|so|then|which|though|however)\b)|\b(?:but|however|although|though|whereas)\b")
_SPLAT = re.compile(
    r"(?:\[ *[0-9.]{1,16}\][ \t]*(?:\[ *T?[0-9]{1,8}\][ \t]*)?)?.{0,60}(?:BUG: |WARNING: (?:CPU|possible|suspicious)|KASAN: "
    r"|kernel BUG at|Unable to handle"
    r"|Oops: |general protection fault|UBSAN: |Kernel panic|NETDEV WATCHDOG|INFO: task|Segmentation fault|Call Trace:)"
)


def failed(words: str, below: str = "") -> bool:
    """Whether words (prose, from where something is said to have been run) tell that it went wrong, or lead up to a splat `below`."""
    plain = " ".join(words[:LOOKED].lower().replace("’", "'").split())
    start = 0
    control = False  # the clause before tells of a run without the patch
    for cut in [*_CLAUSE.finditer(plain), None]:
        clause = plain[start : cut.start() if cut else len(plain)]
        if clause:
            told = _TABLE.search(clause)
            if ("fails" in told and "spared" not in told and not (control and _POINTS.match(clause))) or "helpless" in told:
                return True
            control = _ELSEWHERE.search(clause) is not None
        start = cut.end() if cut else start
    if not plain.endswith(":"):
        return False
    return not _ELSEWHERE.search(plain) and any(_SPLAT.match(row.strip()) for row in below.split("\n", BELOW)[:BELOW])
