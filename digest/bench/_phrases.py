# SPDX-License-Identifier: GPL-2.0-or-later
"""The phrases in which sentences tell figures: pairs, single values, and the words beside them that say measured, set or supposed."""

import re
from typing import Final

from digest.bench._tokens import NUMBER, UNIT
from digest.leap import Leap

_Q: Final = (
    r"(?:(?:about|around|approx\.?|approximately|roughly|nearly|almost|some|an?|just|only|under|over|(?:more|less) than|more like"
    r"|close to|near|below|above|up to|the|average of|(?:max|min)imum of|(?:mean|median|total) of|average"
    r"|former|previous|original|usual|old)\s{1,4}){0,2}[~≈]?\s?"
)
_DEV: Final = rf"(?:\s{{0,9}}(?:±|\+/-|\+-)\s{{0,9}}(?P<{{0}}d>{NUMBER}))?"
_U: Final = (
    rf"(?:[kKMG]\s{{1,12}}(?=[a-zA-Z]))?(?:{UNIT}"
    rf"|[a-z]{{4,16}}(?:\s[a-z]{{4,16}})?\s{{1,12}}per\s{{1,12}}sec(?:ond)?\b)"
)  # `412k` and, on the next line, `requests/s`; `rules per second`
_V: Final = rf"(?P<{{0}}>{NUMBER}){_DEV}(?:\s{{0,9}}(?P<{{0}}u>{_U})(?![\w/]))?"
_PER: Final = r"(?:\s(?:per\s\w+|in\s[\w.]+\w|on\s\w+|for\s\w+|\([^()]{1,40}\)|\w+)){0,4}?"


def _value(name: str) -> str:
    return _V.replace("{0}", name)


FROM_TO: Final = Leap(
    "Ff(:",
    rf"(?:\bfrom\s{{1,9}}(?:an?\s[a-z]{{4,12}}\s)?|\(|:\s){_Q}{_value('a')}{_PER}[,]?\s{{1,9}}(?:down\s|up\s"
    rf"|all the way\s)?to\s{{1,9}}{_Q}{_value('b')}",
    re.IGNORECASE,
)
TO_FROM: Final = Leap(
    "Tt", rf"\bto\s{{1,9}}{_Q}{_value('a')}{_PER},?\s{{1,9}}(?:down\s|up\s)?from\s{{1,9}}{_Q}{_value('b')}", re.IGNORECASE
)
# where an arrow points at a number: code has arrows on every line, and the pattern begins too broadly to leap
ARROWED: Final = re.compile(rf"[-=→](?:(?<=[-=])>|(?<=→))\s{{0,9}}(?i:{_Q})\d")
ARROW: Final = re.compile(rf"(?<![\w.]){_Q}{_value('a')}\s{{0,9}}(?:-{{1,2}}>|=>|→)\s{{0,9}}{_Q}{_value('b')}", re.IGNORECASE)
VERSUS: Final = Leap(
    r"~≈\d",
    rf"(?<![\w.])[~≈]?{_value('a')}(?P<mid>\s[A-Za-z/ ]{{1,40}}?)?\s{{0,9}}(?:\bvs\.?|\bversus\b|\binstead\s{{1,9}}of\b"
    rf"|\bcompared\s{{1,9}}(?:to|with)\b|\brather\s{{1,9}}than\b)\s{{1,9}}(?:[A-Za-z_][\w-]{{0,24}}=)?{_Q}{_value('b')}",
    re.IGNORECASE,
)
INSTEAD: Final = Leap(
    "Ii",
    rf"\binstead\s{{1,9}}of\s{{1,9}}{_Q}{_value('a')},?(?:\s{{1,9}}(?!than\b|and\b|or\b)[A-Za-z']{{1,12}}){{0,4}}?"
    rf"\s{{1,9}}(?:get|gets|got|see|have|is|reach|reaches|achieve|achieves|now|does|do)\s{{1,9}}(?:now\s)?{_Q}{_value('b')}",
    re.IGNORECASE,
)
WAS: Final = Leap(
    r"~≈\d",
    rf"(?<![\w.])[~≈]?{_value('a')}(?:(?:\s\w{{1,12}}){{0,2}}?(?:\s{{0,9}}\(|,\s{{1,9}}|\s{{1,9}})(?:was(?:\sat)?|previously|formerly|instead\sof\sthe\sprevious)"
    rf"|(?:\s[\w-]{{1,12}}){{0,5}}?\s?[;,(]\s{{1,9}}(?:it|this|that|which)\s(?:was(?:\sat)?|used\sto\s\w{{2,8}}(?:\sat)?)"
    rf"|(?:\s\w{{1,12}}){{0,6}}?(?:\s{{0,9}}\(|,\s{{1,9}}|\s{{1,9}})(?:(?:which|that|this)(?:\sis|'s)\s)?(?:up|down)\s{{1,9}}from"
    rf"|(?:\s{{0,9}}\(|,\s{{1,9}}|\s{{1,9}})"
    rf"(?:(?:up|down|(?:which|that|this)(?:\sis|'s)|i\.e\.)\s{{1,9}})?(?:an?\s|about\s)?"
    rf"[~≈+-]?\d{{1,3}}(?:\.\d{{1,2}})?"
    rf"\s?%\s(?:[a-z-]{{2,12}}\s){{0,2}}"
    rf"(?:from|over|than|on|compared\s(?:to|with)|vs\.?))\s{{1,9}}(?:the\s)?{_Q}{_value('b')}",
    re.IGNORECASE,
)
ONE: Final = Leap(r"~≈\d", rf"(?<![\w.,/$#:@\\+-])[~≈]?(?P<v>{NUMBER}){_DEV.replace('{0}', 'v')}\s{{0,9}}(?P<u>{_U})(?![\w/])")
SIDED: Final = Leap(
    r"~≈\d",
    rf"(?<![\w.,/$#:@\\+-])[~≈]?(?P<v>{NUMBER}){_DEV.replace('{0}', 'v')}"
    rf"(?:\s{{0,9}}(?P<u>{_U})(?![\w/]))?\s{{1,9}}(?:{_PER}\s)?(?P<side>(?:without"
    rf"|with|before|after|w/o|w/)\s{{1,40}}(?:(?:the|this|my|these|your|a)\s{{1,40}})?(?:patch(?:es|set|ed)?|series|change|fix"
    rf"|batch\w*|it|any patch(?:es)?)\b[^.,;()\d]{{0,30}}|(?:before|after(?:wards)?)(?=\s(?:and|per)\b|[,.;)]|\s*$|\s[(\[])"
    rf"|(?:with|without|w/o|w/)(?=\s(?:and|but|vs\.?|versus)\s|[,.;)]|\s*$|\s\())",
    re.IGNORECASE,
)
# what a program prints of a step: `map in 0.047 s (340.2 GB/s)`
IN_TIME: Final = re.compile(
    rf"(?<![\w-])(?P<label>[A-Za-z][\w/-]{{1,30}}(?: [A-Za-z][\w/-]{{0,30}}){{0,4}}) in (?P<t>{NUMBER}) ?"
    rf"(?P<tu>[num]?s(?:ecs?|econds?)?\b) ?\((?P<r>{NUMBER}) ?(?P<ru>{UNIT})\)"
)
ELAPSED: Final = re.compile(
    rf"(?P<label>[A-Za-z][\w-]{{1,30}}(?: [\w-]{{1,30}}){{0,5}})(?:\.{{2,3}}|:)\s{{1,60}}(?P<v>{NUMBER})"
    r"\s?(?P<u>m?s(?:ecs?|econds?)?)\selapsed\b"
)
ELAPSED_END: Final = re.compile(r"elapsed\b")
ELAPSED_REACH: Final = 1000
"""Characters before the last word of `ELAPSED` in which it begins."""
STOP: Final = re.compile(r"[.;!?](?=\s|$)|\n[ \t]*\n|:(?=\s|$)")

TRIGGER: Final = re.compile(
    r"(?:through?puts?|bandwidth|performance|tx|rx|pps|latency|rtt|goodput|rate|cost|p\d\d"
    r"|median|average|mean|idle(?: time)?|usage|utili[sz]ation"
    r"|result\w{0,12}|numbers?)\s{1,3}"
    r"(?:(?:of|is|was|are|were|at|around|about|near|close to|up to|reach\w*|drop\w* to|increas\w* to|goes? to"
    r"|went to|to|more like|like|being|just|only|now|then|still|stays?|remains?|per \w+)\s{1,3}){1,3}(?:[~≈]"
    r"|about\s|around\s|roughly\s|an?\s)?$"
    r"|\b(?:reach(?:ed|es|ing)?|exceed(?:s|ed)?|restores?|restored|scales? to|achiev(?:e[sd]?|ing)"
    r"|measur(?:e[sd]?|ing)|got|gets?|getting|gives?|gave|sees?"
    r"|saw|seeing|observ(?:e[sd]?|ing)|yield(?:s|ed)?|delivers?|delivered|sustain(?:s|ed)?|handles?|hits?|forwards?|processes|transfers|manages?|managed"
    r"|peaks? at|runs? at|tops? out at|maxes out at|saturat\w+ at|causing|costs?|takes?|took"
    r"|shows?)\s{1,3}(?:[\w-]+\s{1,3}){0,4}(?:[~≈]|about\s|around\s|roughly\s|of\s|at\s)?$"
    r"|\b(?:back (?:to|at|up to)|reach(?:ed|es)? to) (?:a maximum of |max )?(?:about |around )?[~≈]?$"
    r"|\b(?:brings?|brought|gets?|got|takes?|took|pushe[sd]|raise[sd]|lifts?"
    r"|lifted)\s(?:it|this|that|us|things)\s(?:back\s)?(?:up\s|down\s)?to\s(?:about\s|around\s)?[~≈]?$"
    r"|\b(?:a|in) total of\s[~≈]?$"
    r"|\b(?:new|old|current)\s(?:one|code|version|kernel|driver|implementation|scheme)\s(?:only\s|still\s)?need(?:s|ed)\s(?:about\s|only\s)?[~≈]?$"
    r"|\b(?:unchanged|same|steady|constant|flat) at\s(?:about\s|around\s)?[~≈]?$"
    r"|\b(?:stays|stayed|remains|remained)\s(?:unchanged\s|constant\s|the same\s)?at\s(?:about\s|around\s)?[~≈]?$"
    r"|\b(?:are|is|was) (?:around|about|at)\s{1,3}[~≈]?$|\((?:around|about|roughly)\s{1,3}$"
    r"|\b(?:now|after(?:wards)?|with it),?\s(?:(?:it|that|this)(?:'s|\sis|\swas)|(?:I|we|you)\s(?:get|see|have)|is|are)"
    r"\s{1,3}(?:about\s|around\s|only\s|just\s)?[~≈]?$"
    r"|\b(?:degrad|improv|drop|ris|increas|decreas|reduc|go|fall)\w{0,3}\s(?:\w+\s)?to\s{1,3}[~≈]?$",
    re.IGNORECASE,
)
BEHIND: Final = re.compile(
    r"\s{0,3}(?:of\s)?(?:(?:TCP|UDP|RX|TX|IPv[46]|single[- ]stream|aggregate|total)\s){0,2}(?:through?put"
    r"|bandwidth|goodput|packet rate|requests|transactions|mean latency|latency)\b",
    re.IGNORECASE,
)
NOT: Final = re.compile(
    r"\b(?:link|nics?|ports?|ethernet|network|card|adapter|wire|line|interface|connection|cable|fib(?:re|er)"
    r"|speed(?! of)|switch|limit\w*|cap(?:ped)?|shap\w+|rate[- ]?limit\w*|target|theoretical|offered"
    r"|(?<!to a )max(?:imum)?|timeout|interval|sleep|delay of|window|buffer|throttl\w+|expected|goal)\s{0,9}(?:of|at|to|is"
    r"|=)?\s{0,9}(?:an?\s)?[~≈]?$",
    re.IGNORECASE,
)
OFFERED: Final = re.compile(
    r"\b(?:loss|lose|lost|drop(?:s|ped)?|load|traffic|packets|sending|sent|offer\w*|inject\w*|generat\w*|when|if|while)\b"
    r"[^,;]{0,24}\b(?:at|of|up to|with)\s(?:an?\s)?$",
    re.IGNORECASE,
)
LINK_SPEED: Final = re.compile(r"\blink\s(?:speed|rate)\b(?:(?!through?put|bandwidth|goodput)[^.;!?\n]){0,70}$", re.IGNORECASE)
NOT_BEHIND: Final = re.compile(
    r"\s?:\s{0,9}\d|[- ]?\s?(?:\w{1,30}\s)?(?:link|available|nics?|ports?|ethernet|network|cards?|adapters?|wire|line|interfaces?|cable"
    r"|fib(?:re|er)|speed|switch|limit|timeout|interval|window|capable|SFP|PHY|mode|bus|is (?:no|not)|less"
    r"|(?:receiver|sender|server|host|client|machine|box)s?(?! (?:to|side))"
    r"|more|faster|slower|higher|lower|makes)\b",
    re.IGNORECASE,
)
CHANGE_BEHIND: Final = re.compile(
    r"\s?(?:\w{1,20}\s)?(?:improvement|gain|increase|decrease|reduction|drop|boost|regression|speed-?up|degradation|slow-?down)s?\b",
    re.IGNORECASE,
)
DIFFERENCE: Final = Leap(
    "BbOoWwUuDdLlGgSsIiMmAa><+",
    r"(?:\bby|\bof up to|\bwithin|\bup|\bdown|\blose|\blost|\bgain(?:s|ed)?|\bsav(?:e[sd]?|ing)"
    r"|\bdifference of|\bimprovement of|\bincrease of|\bdecrease of|\bdrop of|\bmore than|\bless than"
    r"|\bat least|\bat most|>|<|[+])\s{0,3}(?:an?\s|about\s|around\s)?[~≈]?$",
    re.IGNORECASE,
)
SUPPOSED: Final = re.compile(
    r"\b(?:would|should|could|might|may|must|can(?:not)?(?! only (?:achieve|reach|get|do))|if|needs?|allow\w*"
    r"|advertis\w+|support\w*|expect\w*"
    r"|budget|at most|up to|link speed|limited|assum\w+|say|suppose|e\.g\.|for example"
    r"|actual rate)\b(?! reach)",
    re.IGNORECASE,
)
# the words right before a number name its side: "baseline 5.2Mpps, patched 6.1Mpps"; or its sentence begins with the side
CUED: Final = re.compile(
    r"\b(?:baseline|vanilla|unpatched|patched|before|after|net-next|stock|mainline|original|base|old|new)\b:?\s{1,3}(?:\w+\s{1,3}){0,3}[~≈]?$"
    r"|\b(?:with|without|w/o?|before|after|applying)\s{1,3}(?:(?:(?:this|the|these|my|our)\s{1,3}(?:\w+\s)?)?(?:patch(?:es|set)?|series|change|commit|fix)|it|them)\b[^.;:]{0,70}$",
    re.IGNORECASE,
)
BESIDE: Final = re.compile(
    r"\b(?:(?P<after>now|with it|with them|patched|new|after it|after that)"
    r"|(?P<before>base|old|baseline|vanilla|unpatched|without it|before it|net-next|stock))\b[\w\s,]{0,30}[~≈]?$",
    re.IGNORECASE,
)
WIRE: Final = re.compile(
    r"\b(?:link speed|link rate|line rate|speed|phy|serdes|sfp|lanes?|pcie|mcs\d*|autoneg\w*|(?:eth|enp?s?|eno|lan|wlan|usb)\d\w*)\b"
    r"(?! (?:reaches|reached|gets|got|test))",
    re.IGNORECASE,
)
AT_COST: Final = re.compile(r"\b(?:with|at|using|and)\s(?:about\s|around\s|only\s|just\s)?[~≈]?$", re.IGNORECASE)
OF_CPU: Final = re.compile(r"\s{0,3}(?:of (?:an?|one|the|each) (?:\w+ )?(?:core|cpu)\b|(?:cpu|core)s?\b)", re.IGNORECASE)
STATE: Final = re.compile(r"\b(?:is|are|when|with|turned|switched|set)\s+(?:\w+\s)?(?P<state>on|enabled|off|disabled)\b", re.IGNORECASE)
