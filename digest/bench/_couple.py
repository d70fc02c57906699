# SPDX-License-Identifier: GPL-2.0-or-later
"""Both sides told together: "from 10 Mbps to 11", "~15% vs. ~25%", "12 Gbps instead of 9", "18 us (was 25 us)", "10 -> 12 Mpps"."""

import re
from typing import Final

from digest import unit as units
from digest.bench import _metric, _phrases, _role, _sentence
from digest.bench._block import Figure
from digest.bench._cells import unit_in
from digest.bench._cue import ORDER
from digest.bench._tokens import number
from digest.model.bench import Role

RATES: Final = frozenset({"bit/s", "B/s", "pps", "req/s", "trans/s", "ops/s", "conn/s", "msg/s", "calls/s"})
PAIRS: Final = (
    (_phrases.FROM_TO, "from", (" to ", "to\n", "\nto")),
    (_phrases.TO_FROM, "was", ("from",)),
    (_phrases.VERSUS, "versus", ("vs", "versus", "instead", "compared", "rather", "VS")),
    (_phrases.INSTEAD, "from", ("nstead",)),
    (_phrases.WAS, "was", ("was", "previously", "from", "formerly", " over", "than", "compared", "% on", "used to")),
    (_phrases.ARROW, "arrow", ("->", "=>", "→")),
)


def _unit(match: re.Match[str], name: str) -> str:
    written = match[f"{name}u"]
    return (units.canonical(written) or "") if written else ""


def _alike(unit: str, other: str) -> str:
    """Take the rest of a unit from the other's: `412k requests/s instead of 377k`, `8562 trans/s to 9005/s`."""
    family = units.family(other)
    if unit == "/s" and family in RATES - {"/s"}:
        return family
    if unit not in {"K", "M", "G"} or family not in RATES | {"/s"}:
        return unit
    made = f"{unit}{family}"
    return made if made in units.UNITS else unit


def spread(match: re.Match[str], name: str) -> float | None:
    """Give the deviation told behind a number: `9.41 ± 0.05 Gbps`."""
    return number(match[f"{name}d"]) if match[f"{name}d"] else None


def couple(text: str, match: re.Match[str], kind: str) -> list[Figure]:
    """Read `from A to B`, `A vs. B`, `A -> B`: a unit told once holds for both."""
    one, two = _unit(match, "a"), _unit(match, "b")
    one, two = _alike(one, two), _alike(two, one)
    head, tail = _sentence.around(text, match.start(), match.end())
    if kind == "arrow" and not one and not two:
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        one = unit_in(_LAST_NUMBER.split(line[-60:])[-1])  # a unit beside another number is that number's
    if kind in {"arrow", "versus"} and _BOUNDED.search(text[max(0, match.start() - 4) : match.start()]) is not None:
        return []  # "exit latency <64us vs 64us": bounds that a device tells
    if kind == "was" and two and not one and _WORDS_BEHIND.match(text, match.end("a")) is not None:
        return []  # "412k requests/s on 32 cores, up from 371k": a number of something else
    if one and not two and _NOUN.match(text, match.end("b")) is not None:
        return []  # "25ms -> 200 wakeups": numbers of two things
    above = caption(text, match.start()) if kind in {"arrow", "versus"} else ""
    if above and not one and not two:
        one = unit_in(above.rstrip(":"))
    counted = _COUNTED.search(head[-80:]) if kind == "from" and {one, two} <= {"", "K", "M"} else None
    if kind == "from" and match[0][0] == ":" and not one and not two:
        counted = _COUNTED_LABEL.search(text, max(0, match.start() - 40), match.start())  # "Interrupts: 110000 to 18000 per second"
        if _RATE_BEHIND.match(tail) is None:
            counted = None
    if counted is not None:  # "retransmits fell from 1204 to 33"
        per = _PER_SECOND_SAID.search(f"{counted[0]}|{tail[:16]}") is not None
        one = two = f"{one or two}/s" if per else one or two or "count"
    if {one, two} <= {"", "K", "M", "G"} and (one or two or kind == "arrow"):
        one, two = (_told_unit(unit, f"{text[max(0, match.start() - 60) : match.start()]}", tail) for unit in (one or two, two or one))
    unit_a, unit_b = one or two, two or one
    if kind == "was" and "%" in match[0][: match.start("b") - match.start()] and _LINE_RATE.match(tail) is not None:
        return []  # "94 Gbps, 6% less than the 100 Gbps of the link"
    families = {units.family(unit_a), units.family(unit_b)}
    before = "" if head.strip() else _LAST_NUMBER.split(text[max(0, match.start() - 60) : match.start()].rpartition("\n")[2])[-1]
    if _SET_LABEL.search(before.rpartition(". ")[2]) is not None:
        return []  # "link speed: 10 -> 100 Mbps", "eth0: 1000 -> 100 Mbps"
    about = f"{above} {before} {head} {match['bu'] or ''} {tail}"
    if len(families) != 1 and not (families == {"bit/s", "B/s"} and kind in {"from", "was"}):
        return []  # bits and bytes are both told, and not compared
    family = min(families)
    if (
        counted is None
        and not counts(family, about)
        and not (family == "s" and (_claimed(text, match) if kind == "arrow" else _changed(head, tail)))
    ):
        return []
    barred = _phrases.NOT.search(head)
    if barred is not None and barred[0].lower().startswith("max") and units.family(unit_a) == "s":
        barred = None  # the longest of times is measured, the most of a rate may be set
    if kind == "versus" and family == "s" and _CHOSEN.search(head) is not None and _TOOK.search(f"{head} {tail}") is None:
        return []  # "use 500 usecs instead of 1 ms for the timeout"
    if kind == "versus" and family == "s" and _EVERY.search(head) is not None:
        return []  # "is sent every 30 seconds instead of 75"
    if barred is not None or _SETTING.search(head) or (kind == "arrow" and _phrases.WIRE.search(head[-45:])):
        return []
    if (
        _sentence.supposed(head, tail)
        or _sentence.of_link(family, head, tail)
        or (family == "s" and _sentence.in_changelog(text, match.start()))
    ):
        return []
    if _sentence.sets(head) or _phrases.LINK_SPEED.search(head):
        return []  # "the MAC supports speeds from 1 to 100 Gbps"
    if (
        kind == "from"
        and match[0][0] == ":"
        and counted is None
        and (_VERB.search(f"{before} {head}") or _TIMES.search(f"{before} {head}")) is None
    ):
        return []  # "speed: 10 Mbps to 100 Mbps" is a range
    first: Role | None = "before"
    second: Role | None = "after"
    label: tuple[str | None, str | None] = ("from", "to") if kind == "from" else (None, None)
    if kind == "from" and _sentence.elsewhere(text, match.start(), head, tail):
        first = second = None
    if kind == "was":
        first, second = "after", "before"
    if kind == "versus":
        first, second = _versus_sides(match, head, tail)
    if kind in {"versus", "arrow"} and (first is None or kind == "arrow"):
        first, second = _caption_sides(above) or (first, second)
    key = _sentence.subject(text, match.start("a"))
    name, direction, primary = _metric.metric(unit_a, _sentence.near(f"{above} {before} {_VERB_LAST.sub('', head)}", tail))
    return [
        Figure(
            *match.span(n),
            name,
            number(match[n]),
            unit,
            direction,
            primary=primary or unit == "%",
            role=role,
            placed=True,
            label=said,
            key=key,
            spread=spread(match, n),
        )
        for n, unit, role, said in (("a", unit_a, first, label[0]), ("b", unit_b, second, label[1]))
    ]


_COUNTED: Final = re.compile(
    r"\b(?:retransmi(?:t|ssion)s|(?:packet |rx |tx )?drops|dropped packets|context[ -]switch(?:es)?|interrupts|irqs"
    r"|(?:cache|tlb|branch)[ -]misses"
    r"|page[ -]faults|wake-?ups|ipis|lock contentions)(?: (?:per second|/s|on \w+|in \w+|of \w+)){0,2} (?:\w+ ){0,2}"
    r"(?:drop|fall|fell|go(?:es)?|went|reduc|decreas|lower|increas|ris|rose|grow|grew|climb|jump)\w{0,4}(?: (?:down|up))?(?: $|$)",
    re.IGNORECASE,
)
_RATE_BEHIND: Final = re.compile(r"\s?(?:per second|/\s?s)|\s{0,3}[(,]\s?[~≈]?[+-]?\d{1,3}(?:\.\d)?\s?%", re.IGNORECASE)
_COUNTED_LABEL: Final = re.compile(
    r"(?:retransmi(?:t|ssion)s|drops|dropped packets|context[ -]switch(?:es)?|interrupts|irqs|misses|faults|wake-?ups)"
    r"(?:/s| per second)?\Z",
    re.IGNORECASE,
)
_PER_SECOND_SAID: Final = re.compile(r"per second|/s\b|\| ?(?:per second|/s|/ ?sec)", re.IGNORECASE)
_SET_LABEL: Final = re.compile(
    r"\b(?:link|speed|phy|serdes|sfp|lanes?|pcie|mcs\d*|autoneg\w*|mtu|size"
    r"|timeout|interval|limit|budget|weight|ceil|cap|max(?:imum)? rate)\b"
    r"|^\W{0,8}(?:eth|enp?s?|eno|lan|wlan|usb)\d\w{0,12}\W{0,4}$",
    re.IGNORECASE,
)
_SETTING: Final = re.compile(
    r"(?<!\d )\b(?:mtu|size|window|buffer|ring|queue|timeout|interval|budget|limit|memory|batch|length|weight|quantum"
    r"|version|delay|clock|frequency)\w*\s(?:\w+\s){0,2}$",
    re.IGNORECASE,
)
_EVERY: Final = re.compile(
    r"\b(?:every|each|only after|fires after|expires after|times out after|after at most)\s(?:about\s)?$", re.IGNORECASE
)
_CHOSEN: Final = re.compile(
    r"(?:^|[-*:;,]|\b(?:to|now|and|we|I|should|must))\s{1,3}(?:only\s)?(?:use|set|wait|sleep|poll|delay|allow|default|program)(?:\s(?:for|to|every|only|a|an))?\s[~≈]?$"
    r"|^(?:use|set|wait|sleep|poll|delay|allow|default|program)(?:\s(?:for|to|every|only|a|an))?\s[~≈]?$",
    re.IGNORECASE,
)
_TOOK: Final = re.compile(r"latenc|\brtt\b|\btook\b|\btakes\b|cpu time|elapsed|runtime|duration", re.IGNORECASE)
_BOUNDED: Final = re.compile(r"(?<![-=])[<>]=?[ ]?\Z")
_WORDS_BEHIND: Final = re.compile(r"\s{1,9}(?!(?:was|previously|formerly|up|down)\b)\w")
_NOUN: Final = re.compile(
    r"[ \t]{1,3}(?!(?:with|without|when|while|on|in|at|as|if|or|and|but|for|by|per|after|before|which|that|this|the|from|to|of|using|under"
    r"|after|now|only|respectively|because|due|so|than|thanks|once|under|over|average|avg|mean|median|total|each|here|there|again"
    r"|increase|improvement|gain|boost|drop|reduction|decrease|regression|range)\b)[A-Za-z]{3,30}"
)
_LAST_NUMBER: Final = re.compile(r"(?<![\w.])\d[\d.,]{0,20}[ ]?[A-Za-z%/]{0,12}")


def counts(family: str, about: str) -> bool:
    """Tell whether a number of a family may be a result, by the words around it."""
    if family in RATES or family.startswith(("cycles", "s/")):
        return True
    if family == "s":
        return _TIMED.search(about) is not None
    if family == "/s":
        return _DONE.search(about) is not None or "per sec" in about
    if family == "%":
        return _SHARED.search(about) is not None
    return False


_TIMED: Final = re.compile(
    r"latenc|rtt|time|took|takes|\bneed(?:s|ed)\b|\bcosts?\b(?! of)|finish|complet|delay|duration|jitter|second|run|percentile|\bp\d\d\b",
    re.IGNORECASE,
)
_DONE: Final = re.compile(
    r"_c?rr\b|requests?\b|transactions?\b|packets?\b|connections?\b|iops\b|\bops\b|lookups?\b|inserts?\b|updates?\b|\brate\b|\bqps\b|messages?\b|wake-?ups?\b",
    re.IGNORECASE,
)
_SHARED: Final = re.compile(
    r"cpu|util|idle|loss|softirq|load|usage|\bcores?\b|\bdrops\b|\bdrop rate|\bdropped\b|retrans|\b(?:hit|miss) rate"
    r"|\bmisses\b|\bperf (?:shows|top|report|record)",
    re.IGNORECASE,
)
_VERB_LAST: Final = re.compile(r"\b(?:drops|dropped|misses)\s{0,3}\Z", re.IGNORECASE)
# what a change of a time is of, where a verb says that it changed
_COST: Final = re.compile(
    r"\bcosts?\b|overhead|\bping|per (?:packet|op|call|lookup|request|iteration|element|page|entry)"
    r"|\b(?:boot|build|compil|load|flush|start|insert|lookup|setup|teardown|delet|creat|replac|dump|scan|restor|migrat|switch|wake)\w{0,5}\b|stall|average|median|\bmean\b",
    re.IGNORECASE,
)
_VERB: Final = re.compile(
    r"\b(?:drop|fall|fell|go(?:es)?\b|went|improv|reduc|decreas|lower|cut|shrink|shr[au]nk|speed|increas|ris|rose|grow|grew|climb|jump|down|up)\w{0,4}\b",
    re.IGNORECASE,
)
_TIMES: Final = re.compile(r"doubl|tripl|quadrupl|halv|gain|boost|faster|slower|better|worse|regress|degrad", re.IGNORECASE)
_CONFIGURED: Final = re.compile(
    r"time-?out|interval|\bperiod|\blimit|threshold|default|\bdelay\b|\bwait|\bpoll|\btimer|\bsleep|expir|lifetime|backoff|window|slice|quantum|\bset\b|tun(?:ed|able)",
    re.IGNORECASE,
)


def _claimed(text: str, match: re.Match[str]) -> bool:
    """Tell whether the change of a time is told behind it (`8.31s -> 5.92s (-28.8%)`), of nothing that is set."""
    line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    told = _PERCENT.match(text, match.end()) is not None or _PERCENT_AHEAD.search(line[-60:]) is not None
    return told and _CONFIGURED.search(line[-60:]) is None


_PERCENT: Final = re.compile(r"[ \t]{0,4}[(,\[][ ]?[~≈]?[+-]?[ ]?\d{1,3}(?:\.\d{1,2})?[ ]?%")
_PERCENT_AHEAD: Final = re.compile(r"[:,][ \t]{1,8}[~≈]?[+-]?\d{1,3}(?:\.\d{1,2})?[ ]?%[ \t]{1,3}\(\Z")  # `RR: -5% (41.2us -> 39.1us)`


def _changed(head: str, tail: str) -> bool:
    """Tell whether a time "drops from 48 ms to 6 ms": something done or suffered, and nothing that is set."""
    return (
        (_VERB.search(head[-80:]) or _TIMES.search(head[-80:])) is not None
        and _COST.search(f"{head} {tail[:50]}") is not None
        and _CONFIGURED.search(head) is None
        and _CONFIGURED.search(tail[:30]) is None
    )


_PER_SECOND: Final = (
    (re.compile(r"\bBW\b|\bbandwidth\b|through?put", re.IGNORECASE), "bit/s"),
    (re.compile(r"\biops\b|operations per second", re.IGNORECASE), "ops/s"),
    (re.compile(r"packets?(?: per second|/s)|\bpps\b|packet rate", re.IGNORECASE), "pps"),
    (re.compile(r"requests? per second|\b[rq]ps\b", re.IGNORECASE), "req/s"),
    (re.compile(r"transactions? per second|\btps\b|\b(?:tcp|udp|sctp)_c?rr\b|transaction rate", re.IGNORECASE), "trans/s"),
)


def _told_unit(unit: str, head: str, tail: str) -> str:
    """Give the unit of a number with a bare `M`, or with none, that its sentence names a rate of: `IOPS improved from 3.31M to 3.65M`."""
    said = [base for pattern, base in _PER_SECOND if pattern.search(head[-60:]) or pattern.match(tail.lstrip(" ,"))]
    made = f"{unit}{said[0]}" if len(said) == 1 else ""
    return made if made in units.UNITS else unit


_LINE_RATE: Final = re.compile(
    r"\s?(?:(?:of|which|that|the)\s){0,3}(?:\w+\s)?(?:line|link|wire|port|theoretical|nominal|target|expected|limit|ports?|NIC)\b",
    re.IGNORECASE,
)
_LINE: Final = re.compile(r"(?:-{1,2}>|=>|→|\bvs\.?|\bversus)", re.IGNORECASE)
_LINES_UP: Final = 12


def caption(text: str, start: int) -> str:
    """Give the line above the lines of pairs in which a place stands, where it ends in a colon: `Throughput (Gbps), before -> after:`."""
    end = text.rfind("\n", 0, start)
    blank = 0
    for _ in range(_LINES_UP):
        if end <= 0:
            return ""
        begin = text.rfind("\n", 0, end) + 1
        line = text[begin:end].strip()
        if line.endswith(":"):
            return line
        if line and (_LINE.search(line) is None or not any(char.isdigit() for char in line)):
            return ""
        blank += not line
        if blank > 1:
            return ""
        end = begin - 1
    return ""


def _caption_sides(above: str) -> tuple[Role, Role] | None:
    """Say which side comes first in the lines below a caption that names both: `patched vs unpatched:`."""
    for said in ORDER.finditer(above):
        one, other = _role.own(said["one"])[0], _role.own(said["other"])[0]
        if one is not None and other is not None and one != other:
            return one, other
    return None


def _versus_sides(match: re.Match[str], head: str, tail: str) -> tuple[Role | None, Role | None]:
    """Say which of `A vs B` is before: the state just named is A's; "A with the patch instead of B" too."""
    state = None
    for said in _phrases.STATE.finditer(head):
        state = said
    if state is not None:
        return ("after", "before") if state["state"].lower() in {"on", "enabled"} else ("before", "after")
    mid = _role.own(match["mid"] or "")[0]
    behind = _role.own(tail[:60])[0]
    near = mid or _role.own(head[-60:])[0]
    if near == "after" or behind == "before":
        return "after", "before"
    if near == "before" or behind == "after":
        return "before", "after"
    if re.search(r"instead of|rather than|compared", match[0], re.IGNORECASE):
        return "after", "before"
    return None, None
