# SPDX-License-Identifier: GPL-2.0-or-later
"""Sentences: "from 10 Mbps to 11", "the throughput was 1.5Gb/s", "(~15% vs. ~25%)", "about 645 without the patch, ~625 with it".

A number counts where the sentence says that it was measured; a link's speed, an offered rate, a target and a limit were not.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from digest import unit as units
from digest.bench import _claim, _couple, _metric, _phrases, _role, _sentence, _sides, _slashed, _tool
from digest.bench._block import Claim, Figure, Run
from digest.bench._tokens import UNIT, Words, number
from digest.model.bench import Role

NAME: Final = "prose"
_MOST: Final = 1000  # numbers of one mail that are looked at: no writer tells more in sentences


_IN_NUMBER: Final = re.compile(r" in \d")


def sniff(words: Words) -> bool:
    """Tell whether any number with a unit is left."""
    return any(token.kind == "n" for token in words.tokens())


def parse(words: Words) -> Iterator[Run]:
    """Read pairs first, then numbers that a sentence says were measured."""
    text = words.rest
    stretches = _stretches(words)
    done: list[tuple[int, int]] = []
    found: list[tuple[int, list[Figure], str]] = []
    for pattern, kind, marks in _couple.PAIRS:
        if not any(mark in text for mark in marks) or (kind == "arrow" and _phrases.ARROWED.search(text) is None):
            continue
        for match in islice((m for a, b in stretches for m in pattern.finditer(text, a, b)), _MOST):
            if any(start < match.end() and match.start() < end for start, end in done):
                continue
            figures = _couple.couple(text, match, kind)
            if figures:
                done.append(match.span())
                found.append((match.start(), figures, kind))
    if _IN_NUMBER.search(text) is not None:
        for match in islice((m for a, b in stretches for m in _phrases.IN_TIME.finditer(text, a, b)), _MOST):
            if any(start < match.end() and match.start() < end for start, end in done):
                continue
            rate, time = units.canonical(match["ru"]) or "", units.canonical(match["tu"]) or ""
            if units.family(rate) in _couple.RATES and units.family(time) == "s":
                key = " ".join(match["label"].split())
                step = Figure(*match.span("t"), "time", number(match["t"]), time, "lower", key=key)
                fast = Figure(*match.span("r"), _metric.metric(rate).name, number(match["r"]), rate, "higher", key=key)
                done.append(match.span())
                found.append((match.start(), [step, fast], "in"))
    if "elapsed" in text:
        for match, took in _elapsed(text):
            if not any(start < match.end("v") and match.start("v") < end for start, end in done):
                done.append(match.span("v"))
                found.append((match.start("v"), [took], "one"))
    for took in (figure for a, b in stretches for figure in _sentence.listed(text, a, b)):
        if not any(start < took.end and took.start < end for start, end in done):
            done.append((took.start, took.end))
            found.append((took.start, [took], "one"))
    for figures in [one for a, b in stretches for one in _slashed.listed(text, a, b)]:
        if not any(start < figures[-1].end and figures[0].start < end for start, end in done):
            done.append((figures[0].start, figures[-1].end))
            found.append((figures[0].start, figures, "slashed"))
    for figures in [both for a, b in stretches for both in _sides.told(text, a, b, done)]:
        done += [(figure.start, figure.end) for figure in figures]
        found.append((figures[0].start, figures, "sides"))
    for pattern in (_phrases.SIDED, _phrases.ONE):
        for match in islice((m for a, b in stretches for m in pattern.finditer(text, a, b)), _MOST):
            if any(start < match.end("v") and match.start("v") < end for start, end in done):
                continue
            if text[max(0, match.start() - 12) : match.start()].rstrip().endswith(("±", "+/-", "+-")):
                continue  # a deviation
            figure = _sided(text, match) if pattern is _phrases.SIDED else _single(text, match, found)
            if figure is not None:
                done.append((match.start("v"), match.end("v")))
                found.append((match.start("v"), [figure], "one"))
    yield from _runs(words, sorted(found, key=lambda item: item[0]))


def _elapsed(text: str) -> list[tuple[re.Match[str], Figure]]:
    """Read the times of workloads, each below what it was of: `Tracing baseline workload...`, `376.294s elapsed`."""
    matches: list[re.Match[str]] = []
    at = 0
    for last in _phrases.ELAPSED_END.finditer(text):  # the pattern is slow where its last word does not stand
        match = _phrases.ELAPSED.search(text, max(at, last.start() - _phrases.ELAPSED_REACH), last.end())
        if match is not None:
            matches.append(match)
            at = match.end()
    roles = _role.contrast([" ".join(match["label"].split()) for match in matches]) if len(matches) > 1 else []
    out = []
    for match, role in zip(matches, roles or [None] * len(matches), strict=True):
        unit = units.canonical(match["u"]) or "s"
        label = " ".join(match["label"].split())[:60]
        out.append(
            (match, Figure(*match.span("v"), "time", number(match["v"]), unit, "lower", role=role, placed=role is not None, label=label))
        )
    return out


def _stretches(words: Words) -> list[tuple[int, int]]:
    """Give the stretches of the text around its numbers."""
    out: list[tuple[int, int]] = []
    for token in words.tokens():
        if token.kind == "n":
            start, end = max(0, token.start - 220), token.end + 220
            if out and start <= out[-1][1]:
                out[-1] = (out[-1][0], end)
            else:
                out.append((start, end))
    return out


def _joined(head: str, unit: str, found: list[tuple[int, list[Figure], str]]) -> bool:
    """Tell whether a number goes on where another of its unit was measured: "costs ~1169 cycles when ..., and ~1468 when"."""
    return re.search(r"\b(?:and|or)\s(?:about\s|around\s)?[~≈]?$", head) is not None and any(
        figure.unit == unit and figure.value and f"{figure.value:g}" in head for _, figures, _ in found for figure in figures
    )


def _single(text: str, match: re.Match[str], found: list[tuple[int, list[Figure], str]]) -> Figure | None:
    """Read one number of a sentence where its words say that it was measured."""
    unit = units.canonical(match["u"]) or ""
    family = units.family(unit)
    head, tail = _sentence.around(text, match.start(), match.end())
    if (
        _phrases.NOT.search(head)
        or _phrases.NOT_BEHIND.match(tail)
        or (family == "%" and _phrases.CHANGE_BEHIND.match(tail))
        or _phrases.DIFFERENCE.search(head)
        or _supposed(head, tail)
        or _sentence.emulated(head, tail)
        or _sentence.UNTIL.match(tail)
        or _sentence.supposed(head, tail)
        or _sentence.of_link(family, head, tail)
        or (family == "s" and _sentence.in_changelog(text, match.start("v")))
        or (family in _couple.RATES and _phrases.OFFERED.search(head[-60:]))
    ):
        return None
    if _phrases.LINK_SPEED.search(text[max(0, match.start() - 90) : match.start()]):
        return None
    about = f"{head[-90:]} {match['u']} {tail[:40]}"
    if not _couple.counts(family, about) or (family == "bit/s" and _phrases.WIRE.search(f"{head[-45:]}|{tail[:12]}")):
        return None
    if family == "s" and not re.search(r"latenc|rtt|delay|\btime\b|took|takes|\bneeds|elapsed|duration", about, re.IGNORECASE):
        return None
    of_cpu = family == "%" and (_phrases.OF_CPU.match(tail) is not None or "cpu" in match["u"].lower())
    if of_cpu and found and found[-1][1][-1].end > match.start() - 40 and _phrases.AT_COST.search(head) is not None:
        pass  # "88.0 Gbit/s with 68% CPU usage"
    elif not ((family in _couple.RATES or of_cpu) and _phrases.CUED.search(head)) and not _told(head, tail, unit, found):
        return None
    name, direction, primary = _metric.metric(unit, f"{_sentence.near(head[-90:], tail[:40])} {match['u']}")
    figure = Figure(
        *match.span("v"), name, number(match["v"]), unit, direction, primary=primary or unit == "%", spread=_couple.spread(match, "v")
    )
    _side(figure, text, match.start(), head, tail)
    near = _role.own(head)[1] == 3 or _phrases.BESIDE.search(head) is not None or figure.label == "before"
    if family == "s" and not near and _TRIP.search(about) is None:
        return None  # "the firmware takes 500 us to wake up", "the scan takes 15 s": how a thing is, not what was measured
    return figure


_SPEED_OF: Final = re.compile(r"(?:speed|bit ?rate|timeout|interval|limit)\s{0,3}[:=]\s{0,3}$", re.IGNORECASE)
_TRIP: Final = re.compile(r"latenc|\brtt\b|round.?trip|per (?:packet|request|call|op)", re.IGNORECASE)


_MIGHT: Final = re.compile(r"\b(?:would|could|should|might|may|ought to)\b", re.IGNORECASE)
_UNLESS: Final = re.compile(r"\b(?:if|unless|provided|once|were|as soon as|in theory|theoretically)\b", re.IGNORECASE)
_NEEDS: Final = re.compile(
    r"\b(?:new|old|current)\s\w+\s(?:only\s|still\s)?needs\s[^,;]{0,12}$", re.IGNORECASE
)  # "the new one needs 5.3 s"
_THEORY: Final = re.compile(r"\b(?:if|in theory|theoretical(?:ly)?|in principle|ideally|were)\b", re.IGNORECASE)


def _supposed(head: str, tail: str) -> bool:
    """Tell whether a sentence supposes its number; what a box "could forward before the patch" was measured."""
    if _MIGHT.search(head[-50:]) is not None and (_UNLESS.search(tail) is not None or _THEORY.search(head) is not None):
        return True
    said = _phrases.SUPPOSED.search(head[-70:])
    if said is None or (said[0].lower() == "needs" and _NEEDS.search(head) is not None and tail.lstrip()[:1] in ",;)"):
        return False
    return said[0].lower() != "could" or re.search(r"\bif\b", tail) is not None or not any(cue.role == "before" for cue in _role.cues(head))


def _told(head: str, tail: str, unit: str, found: list[tuple[int, list[Figure], str]]) -> bool:
    """Tell whether a sentence says that its number was measured: by a verb or noun before it, a noun behind it, or a number before it."""
    if _phrases.TRIGGER.search(head) is not None or _joined(head, unit, found):
        return True
    near = re.search(r"\b(?:nic|link|port|adapter|card|driver)\b", head[-40:], re.IGNORECASE)
    return units.family(unit) in _couple.RATES and near is None and _phrases.BEHIND.match(tail) is not None


def _sided(text: str, match: re.Match[str]) -> Figure | None:
    """Read `about 645 without the patch`: the words behind the number name its side; the unit may have been told before."""
    unit = (units.canonical(match["u"]) or "") if match["u"] else ""
    head, tail = _sentence.around(text, match.start(), match.end())
    if _phrases.LINK_SPEED.search(text[max(0, match.start() - 90) : match.start()]):
        return None
    if _SPEED_OF.search(text[max(0, match.start() - 24) : match.start()]) or text[match.end() : match.end() + 1] == ":":
        return None  # "active_speed: 10 Gbps", and the heading of the next section
    if ":" in match["side"] or _BLANK_LINE.search(text, match.end("v"), match.end()) is not None:
        return None  # "3120 Mbps", and below it "and with this patch I get:": those words are of the next number
    if _sentence.supposed(head, tail) or _sentence.of_link(units.family(unit), head, tail):
        return None
    if _phrases.NOT.search(head) or _phrases.DIFFERENCE.search(head) or (not unit and number(match["v"]) < 10):
        return None
    if unit and not _couple.counts(units.family(unit), text[max(0, match.start() - 120) : match.end()]):
        return None
    if not unit and not re.search(r"pps|packets?|throughput|mbps|gbps|latency|rate|transactions|requests", f"{head} {tail}", re.IGNORECASE):
        return None
    name, direction, primary = _metric.metric(unit, _sentence.near(head, tail))
    side: Role = "before" if re.match(r"without|before|w/o", match["side"], re.IGNORECASE) else "after"
    if _sentence.BARE.fullmatch(match["side"]) is not None and not _sentence.of_change(side, head, tail):
        return None  # "9.4 Gbps with threaded NAPI, 8.0 Gbps without": what is left out need not be the change
    return Figure(
        *match.span("v"),
        name,
        number(match["v"]),
        unit,
        direction,
        primary=primary,
        role=side,
        placed=True,
        label=" ".join(match["side"].split())[:60],
        spread=_couple.spread(match, "v"),
    )


_BLANK_LINE: Final = re.compile(r"\n[ \t]*\n")


def _side(figure: Figure, text: str, start: int, head: str, tail: str) -> None:
    """Place a sentence's number: by the nearest words before it in its sentence, or the sentence before."""
    wide = text[max(0, start - 320) : start]
    cues = [cue for cue in _role.cues(wide) if cue.role is not None]
    current = re.search(r"\b(?:currently|originally|previously|at present|used to(?=[^,;]*$))\b", head, re.IGNORECASE)
    behind = re.match(r"[\w% \n]{0,24}[( \n]before\b(?! (?:the|this|it|we)\b)", tail)
    later = re.match(r"[\w% \n]{0,12}[( \n](?:after|afterwards|now)\b(?=[.,;)]|\s*$|\s\()", tail)
    beside = _phrases.BESIDE.search(head)
    first = _role.ENCLOSED_BEFORE.search(text[max(0, start - 80) : start])
    if first is not None:
        figure.role, figure.placed, figure.label = _role.own(first["side"])[0], True, first["side"]
    elif _UNMOVED.search(head) is not None:
        figure.placed = True  # "UDP_RR is unchanged at 48.1k": of both sides
    elif behind is not None:
        figure.role, figure.placed, figure.label = "before", True, "before"
    elif later is not None:
        figure.role, figure.placed, figure.label = "after", True, "after"
    elif beside is not None:
        figure.role, figure.placed, figure.label = "after" if beside["after"] else "before", True, beside["after"] or beside["before"]
    elif current is not None and not any(cue.start > _sentence.begin(text, start) - start + len(wide) for cue in cues):
        figure.role, figure.placed, figure.label = "before", True, current[0]
    elif _NOW.search(head) is not None and not any(cue.start > _sentence.begin(text, start) - start + len(wide) for cue in cues):
        figure.role, figure.placed, figure.label = "after", True, "now"
    elif (mine := _MINE.match(head.lstrip()) or _MINE.match(head.rpartition(", ")[2])) is not None:
        figure.role, figure.placed, figure.label = "after", True, mine[0]
    elif cues:
        cue = cues[-1]
        figure.role, figure.placed = cue.role, True
        figure.label = " ".join(wide[cue.start : cue.end].split()).strip(" :-,")


_UNMOVED: Final = re.compile(
    r"\b(?:(?:unchanged|same|steady|constant|flat)\sat|(?:stays|stayed|remains|remained)\s(?:[a-z]+\s){0,2}at)\s[^,;\d]{0,12}$",
    re.IGNORECASE,
)
_NOW: Final = re.compile(r"(?<!until )(?<!till )(?<!by )(?<!right )(?<!for )(?<!up to )\bnow\b(?! that\b)", re.IGNORECASE)
# "This patch gets us back to 66100 trans/s": what the change does is on its side
_MINE: Final = re.compile(
    r"(?:this|the|my|our) (?:patch(?:es|set)?|(?:patch )?set|series|change|commit|fix)"
    r"(?= (?:\w+ )?(?:gets?|brings?|restores?|makes?|gives?|lets?"
    r"|achieves?|reaches|yields?|delivers?|raises?|improves?|reduces?|lowers?|increases?|cuts?|drops?|takes?)\b)",
    re.IGNORECASE,
)


def _runs(words: Words, found: list[tuple[int, list[Figure], str]]) -> Iterator[Run]:
    """Make runs: a pair is one; single numbers of one passage stand together, and one side told alone meets the other."""
    group: list[Figure] = []
    for start, figures, kind in found:
        if kind != "one":
            yield _run(words, figures)
            continue
        if group and start - group[-1].end > 600:
            yield _run(words, group)
            group = []
        group += figures
    if group:
        yield _run(words, group)


_CLAIM_BEHIND: Final = re.compile(rf"\s?(?:{UNIT})?[ \t]{{0,4}}[,(]?\s?(?P<claim>[~≈]?(?P<sign>[+-])?\d{{1,5}}(?:\.\d{{1,3}})?\s?%)\s?\)?")


def _claims_behind(words: Words, figure: Figure) -> Iterator[Claim]:
    """Read the change told right behind the after side: `24.1 -> 25.9 Mpps (+7.5%)`."""
    if figure.role != "after":
        return
    match = _CLAIM_BEHIND.match(words.text, figure.end)
    if match is None or not (match["sign"] or match[0].endswith(")")):
        return
    start, end = match.span("claim")
    claim = _claim.percent_claim(words.text, start, words.text.index("%", start))
    claim.end, claim.figure = end, figure
    if claim.percent > 0 and not match["sign"] and figure.direction == "lower":
        claim.sense = "better"
    yield claim


def _run(words: Words, figures: list[Figure]) -> Run:
    start, end = figures[0].start, figures[-1].end
    run = Run(_tool.of(words.plain, start, end), start, end, kind="prose", layout="prose", figures=figures)
    run.placed = all(figure.placed for figure in figures)
    run.claims = [claim for figure in figures for claim in _claims_behind(words, figure)]
    roles = [figure.role for figure in figures]
    for i, figure in enumerate(figures):
        # "throughput is near 100 Mb/s, with the patch it is close to 140": what no word places stands before the change
        if figure.role is None and not figure.placed and i + 1 < len(figures) and roles[i + 1] == "after" and "before" not in roles[:i]:
            other = figures[i + 1]
            kin = [roles[j] for j, one in enumerate(figures) if units.family(one.unit) == units.family(figure.unit)]
            if kin.count(None) != kin.count("after") and kin.count("after") > 1:
                continue
            if len({one.unit for one in figures if units.family(one.unit) == units.family(figure.unit)}) > 2:
                continue  # numbers of several things
            if units.family(other.unit) == units.family(figure.unit) and other.start - figure.end < 160:
                figure.role, figure.placed = "before", True
    return run
