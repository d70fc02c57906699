# SPDX-License-Identifier: GPL-2.0-or-later
"""What the words of a sentence make of its numbers: measured or set, of this change or of another state, which percentile."""

import re
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench import _metric, _phrases, _role
from digest.bench._block import Figure
from digest.bench._tokens import NUMBER, number
from digest.leap import Leap
from digest.model.bench import Role

_WIDE: Final = re.compile(r"\s+")


def around(text: str, start: int, end: int) -> tuple[str, str]:
    """Give the words of the sentence before and behind a place."""
    head = text[max(0, start - 220) : start]
    stops = [m.end() for m in _phrases.STOP.finditer(head)]
    head = head[stops[-1] :] if stops else head
    tail = text[end : end + 140]
    stop = _phrases.STOP.search(tail)
    # quote marks and line breaks make blanks wide
    return _WIDE.sub(" ", head), _WIDE.sub(" ", tail[: stop.start()] if stop else tail)


def begin(text: str, start: int) -> int:
    """Give where the sentence around a place begins."""
    head = text[max(0, start - 220) : start]
    stops = [m.end() for m in _phrases.STOP.finditer(head)]
    return max(0, start - 220) + (stops[-1] if stops else 0)


_LABEL: Final = re.compile(r"(?<![\w/.-])(?P<label>[A-Za-z0-9][\w./+-]{0,24}(?:[ \t][\w./+-]{1,16}){0,3})[ \t]{0,4}:(?=\s)")
_SUBJECT: Final = re.compile(r"(?:^|[,.;:(]|\b(?:and|but|while|whereas|for|with|at|of|on|in)\b)(?P<words>[^,.;:()]{2,60})$")
_LABEL_REACH: Final = 120


def subject(text: str, start: int) -> str:
    """Give what a number is of, so that a claim can name it: the label before it (`UDP_RR: 9 before`), else its clause's words."""
    head = text[max(0, start - _LABEL_REACH) : start].rpartition("\n\n")[2]
    label = _last(_LABEL, head)
    if label is not None and _FULL_STOP.search(head, label.end()) is None:
        return _role.residue(label["label"])
    said = _SUBJECT.search(head.rpartition("\n")[2].rstrip("~≈ ").removesuffix("from"))
    return _role.residue(said["words"]) if said is not None else ""


_SETS: Final = re.compile(
    r"\b(?:supports?|supported|advertis\w{1,6}|negotiat\w{1,6}|defaults?|limits|limited|capped|caps|shap(?:er|ers|ing)|polic(?:er|ers|ing)"
    r"|rate[- ]?limit\w{0,4}|link[ -](?:speed|rate)s?|configur\w{1,6}|[rt]x-(?:usecs|frames)\S{0,6}|timeouts?"
    r"|fails after|gives? up after)(?![\w-])",
    re.IGNORECASE,
)
_MEASURES: Final = re.compile(
    r"through?put|goodput|latenc|\brtt\b|\b(?:improv|increas|decreas|reduc|drop|goes|went|gain|degrad|ris|fall|fell|rose|measur|reach|get|got)",
    re.IGNORECASE,
)
_CULPRIT: Final = re.compile(
    r"\b(?:(?:bugs?|regressions?|leaks?|race|deadlock|problem|issue|old (?:code|driver|scheme|behaviou?r)"
    r"|commit [0-9a-f]{7,40})\b[^.;]{0,80}?"
    r"\b(?:drop|ma[dk]e|caus|reduc|lower|degrad|decreas|cut|slow|hurt|limit|regress|tak|br(?:ing|ought))\w{0,6}"
    r"|(?:since|after) commit [0-9a-f]{7,40}|caused by commit)\b",
    re.IGNORECASE,
)
_FULL_STOP: Final = re.compile(r"[.;!?](?=\s)|\n[ \t]*\n")
_MENDED: Final = re.compile(r"\bfix(?:e[sd]|ing)?\b|\bsolv|\baddress|\bresolv|\bthis (?:patch|series|change)", re.IGNORECASE)
_TODAY: Final = re.compile(r"\b(?:currently|at present|at the moment|right now|as of today)\b", re.IGNORECASE)
_OVER: Final = re.compile(r"\b(?:compared (?:to|with)|relative to|over|versus|vs\.?|than|against)\s(?:\w+\s)?$", re.IGNORECASE)


def elsewhere(text: str, start: int, head: str, tail: str) -> bool:
    """Tell whether `from A to B` happened without the change, or by another one: "without it it drops from", "commit X made it go from"."""
    wide = _WIDE.sub(" ", _FULL_STOP.split(text[max(0, start - 220) : start])[-1])
    if _CULPRIT.search(wide) is not None and _MENDED.search(wide) is None:
        return True
    roles = {
        cue.role
        for cue in _role.cues(head)
        if cue.role is not None and not (cue.role == "before" and _OVER.search(head[: cue.start]) is not None)
    }
    if roles == {"before"} or (not roles and _TODAY.search(head) is not None):
        return True
    return (
        not roles and {cue.role for cue in _role.cues(tail[:50]) if cue.role is not None} == {"before"} and _BARELY.match(tail) is not None
    )


# "with an RTT of 40 ms", "20 ms of jitter": what an emulator was set to
_SET_OF: Final = re.compile(
    r"\b(?:with|at|over|using|under|and|plus|has|have|adds?|of|,)\s(?:an?\s|the\s)?(?:[\w-]+\s){0,2}?"
    r"(?:rtt|latency|delay|jitter|loss|rate|bandwidth|speed|bottleneck|shaper|limit)\s(?:of|set to|=)\s(?:about\s|around\s)?[~≈]?$",
    re.IGNORECASE,
)
_WITH_AN: Final = re.compile(
    r"\b(?:with|at|over|using|under)\s(?:an?|the)\s(?:[\w-]+\s){0,2}?(?:rtt|latency|delay|jitter|loss|rate|bandwidth|bottleneck|shaper)\b[^.;]{0,80}$",
    re.IGNORECASE,
)
_OF_SET: Final = re.compile(r"\s?of\s(?:added\s|extra\s|emulated\s)?(?:jitter|delay|latency|rtt)\b", re.IGNORECASE)
_TOLD_TO: Final = re.compile(r"^\W{0,4}(?:\w+,?\s){0,6}?(?:send|run|use|set|configure|emulate|add|try|start|tested)\b", re.IGNORECASE)


def emulated(head: str, tail: str) -> bool:
    """Tell whether a number says what a path was made to be: "tested with an RTT of 40 ms and 20 ms of jitter"."""
    at = _SET_OF.search(head)
    if at is not None and (_TOLD_TO.search(head) is not None or _WITH_AN.search(head[at.start() :]) is not None):
        return True
    return _OF_SET.match(tail) is not None and _WITH_AN.search(head) is not None


# "the model predicts 18 after and 12 before", "it could reach 20 instead of 14, I have not tried"
_PREDICTED: Final = re.compile(
    r"\b(?:predict\w*|the model|theor\w+|estimat\w+|extrapolat\w+|projected|could (?:reach|get|be|do|go)|should (?:reach|get|give)"
    r"|would (?:reach|get|give)|might (?:reach|get|be))\b[^.;]{0,90}$",
    re.IGNORECASE,
)
_UNTRIED: Final = re.compile(
    r"\b(?:not|n't|never) (?:yet )?(?:tried|tested|measured|run|benchmarked)\b|\buntested\b|\bunmeasured\b", re.IGNORECASE
)
_LINK: Final = re.compile(
    r"\blinks?\b[^.;]{0,60}\b(?:c[ao]mes?|coming|goes|went|is|was|trains?|trained)\s(?:back\s)?up\b|\bnegotiat|\b(?:full|half)[- ]duplex\b"
    r"|\bautoneg|\badvertis|\blink (?:speed|rate|mode)s?\b",
    re.IGNORECASE,
)


def supposed(head: str, tail: str) -> bool:
    """Tell whether both sides of a change were predicted, or never tried."""
    return _PREDICTED.search(head) is not None or _UNTRIED.search(tail) is not None


def of_link(family: str, head: str, tail: str) -> bool:
    """Tell whether a rate is the one that a link came up with, and no throughput."""
    return family == "bit/s" and (_LINK.search(head) is not None or _LINK.search(tail[:80]) is not None) and _MEASURES.search(head) is None


_CHANGELOG: Final = re.compile(
    r"(?:^|\n|[ \t]{2}|[.;]\s)[ \t>*#-]{0,12}"
    r"(?:change(?:s|log)?(?:\s(?:since|in|from|for|of|between|log|history))?(?:\s(?:rfc\s?)?v?\d{1,2})?"
    r"|history"
    r"|v\d{1,2}(?:\s?(?:->|=>|→|to|vs\.?)\s?v?\d{1,2})?|(?:since|in)\sv\d{1,2})[^\n:]{0,30}:\s",
    re.IGNORECASE,
)
_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n[ \t]{0,12}(?![-*•\s\d])")


def in_changelog(text: str, start: int) -> bool:
    """Tell whether a place stands in a list of what changed between versions: nothing there was measured."""
    head = text[max(0, start - _CHANGELOG_REACH) : start]
    last = _last(_CHANGELOG, head)
    return last is not None and _PARAGRAPH.search(head, last.end()) is None and _BULLET.search(head, last.end() - 1) is not None


_BULLET: Final = re.compile(r"(?:^|\n|\s)[ \t]{0,12}[-*•o]\s")
_CHANGELOG_REACH: Final = 600
UNTIL: Final = re.compile(r"\s?(?:until|before)\s(?:it|they|the \w+)\s(?:expires?|times? out|gives? up|fires?|retries)\b", re.IGNORECASE)
"""How long is waited was set: "it takes 600 seconds until it expires"."""
_BARELY: Final = re.compile(r"[^,.;()]{0,30}\b(?:without|w/o|before|prior to)\b", re.IGNORECASE)


def sets(head: str) -> bool:
    """Tell whether the words before a pair say that it was set or is offered, and none behind those that it was measured."""
    last = _last(_SETS, head)
    return last is not None and _MEASURES.search(head, last.end()) is None


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    return next(reversed(list(pattern.finditer(text))), None)


_STATISTIC: Final = re.compile(
    r"\b(?:p\d{2}(?:\.\d{1,3})?|\d\d(?:\.\d{1,3})?(?:th|%|[- ]?pct|[- ]percentile)"
    r"|median|average|avg|mean|min(?:imum)?|max(?:imum)?)(?!\w)",
    re.IGNORECASE,
)
_CLAUSE_END: Final = re.compile(r"[,;(]|\b(?:and|but|while|with|at|vs|versus)\b|\d", re.IGNORECASE)


def near(head: str, tail: str) -> str:
    """Give the words that name what a number is: where several percentiles are told, the one told last before it, not the next one's."""
    last = _last(_STATISTIC, head)
    end = _CLAUSE_END.search(tail)
    if last is None:
        if _STATISTIC.search(tail) is None:
            return f"{head} {tail}"
        return f"{head} {tail[: end.start()] if end is not None else tail}"
    others = _STATISTIC.sub(" ", head[: last.start()])
    behind = _STATISTIC.sub(" ", tail)
    of_delay = " latency" if last[0][0] in "mM" and last[0][1] in "iIaA" and _DELAY.search(head) is not None else ""
    return f"{others} {last[0]}{of_delay} {head[last.end() :]} {behind}"


BARE: Final = re.compile(r"with|without|w/o?", re.IGNORECASE)


def of_change(side: Role, head: str, tail: str) -> bool:
    """Tell whether a bare `with` or `without` is of the change: the other number of its sentence has the same word with the change."""
    for cues in (_role.cues(head[-120:])[::-1], _role.cues(tail[:100])):
        if cues:
            return cues[0].role is not None and cues[0].role != side
    return side == "before" and re.search(r"\bwith (?:it|them)\b[^.;]{0,60}$", head, re.IGNORECASE) is not None


LISTED: Final = Leap(
    "PpAaMm",
    r"\b(?P<stat>p\d{2}(?:\.\d{1,3})?|average|avg|mean|median|min|max)(?:[ \t]{0,2}[=:][ \t]{0,2}|[ \t]{1,3})[~≈]?"
    rf"(?P<v>{NUMBER})[ ]?(?P<u>[num]s|µs|[num]?secs?)\b",
    re.IGNORECASE,
)
_APART: Final = re.compile(r"[ \t]{0,3}[,;/|]?[ \t]{1,3}(?:and[ \t])?")
_DELAY: Final = re.compile(r"latenc|\brtts?\b|round.?trip|\bdelay|response time", re.IGNORECASE)


def listed(text: str, start: int, end: int) -> Iterator[Figure]:
    """Read percentiles told one behind the other: `Before: avg 120 us, p99 410 us`; the label of the list names their side."""
    rows: list[list[re.Match[str]]] = []
    for match in LISTED.finditer(text, start, end):
        if rows and _APART.fullmatch(text, rows[-1][-1].end(), match.start()) is not None:
            rows[-1].append(match)
        else:
            rows.append([match])
    for row in rows:
        above = text[max(0, row[0].start() - 240) : row[0].start()]
        if len(row) < 2 or (_DELAY.search(above) is None and not any(match["stat"][0] in "pP" for match in row)):
            continue
        cues = _role.cues(above)
        cue = cues[-1] if cues and cues[-1].label and len(above) - cues[-1].end < _BEHIND_LABEL else None
        for match in row:
            unit = units.canonical(match["u"]) or ""
            name, direction, primary = _metric.metric(unit, f"{match['stat']} latency")
            figure = Figure(*match.span("v"), name, number(match["v"]), unit, direction, primary=primary)
            if cue is not None and cue.role is not None:
                figure.role, figure.placed, figure.label = cue.role, True, " ".join(above[cue.start : cue.end].split()).strip(" :-,")
            yield figure


_BEHIND_LABEL: Final = 24
