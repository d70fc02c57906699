# SPDX-License-Identifier: GPL-2.0-or-later
"""Sentences: "from 10 Mbps to 11", "the throughput was 1.5Gb/s", "(~15% vs. ~25%)", "about 645 without the patch, ~625 with it".

A number counts where the sentence says that it was measured; a link's speed, an offered rate, a target and a limit were not.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from digest import unit as units
from digest.bench import _claim, _metric, _phrases, _role, _sentence, _tool
from digest.bench._block import Claim, Figure, Run
from digest.bench._cells import unit_in
from digest.bench._tokens import UNIT, Words, number
from digest.model.bench import Role

NAME: Final = "prose"
_MOST: Final = 1000  # numbers of one mail that are looked at: no writer tells more in sentences

_RATES: Final = frozenset({"bit/s", "B/s", "pps", "req/s", "trans/s", "ops/s", "conn/s", "msg/s"})
_PAIRS: Final = (
    (_phrases.FROM_TO, "from", (" to ", "to\n")),
    (_phrases.VERSUS, "versus", ("vs", "versus", "instead", "compared", "rather", "VS")),
    (_phrases.INSTEAD, "from", ("nstead",)),
    (_phrases.WAS, "was", ("was", "previously", "from")),
    (_phrases.ARROW, "arrow", ("->", "=>", "→")),
)


def sniff(words: Words) -> bool:
    """Tell whether any number with a unit is left."""
    return any(token.kind == "n" for token in words.tokens())


def parse(words: Words) -> Iterator[Run]:
    """Read pairs first, then numbers that a sentence says were measured."""
    text = words.rest
    stretches = _stretches(words)
    done: list[tuple[int, int]] = []
    found: list[tuple[int, list[Figure], str]] = []
    for pattern, kind, marks in _PAIRS:
        if not any(mark in text for mark in marks):
            continue
        for match in islice((m for a, b in stretches for m in pattern.finditer(text, a, b)), _MOST):
            if any(start < match.end() and match.start() < end for start, end in done):
                continue
            figures = _pair(text, match, kind)
            if figures:
                done.append(match.span())
                found.append((match.start(), figures, kind))
    if " in " in text:
        for match in islice((m for a, b in stretches for m in _phrases.IN_TIME.finditer(text, a, b)), _MOST):
            if any(start < match.end() and match.start() < end for start, end in done):
                continue
            rate, time = units.canonical(match["ru"]) or "", units.canonical(match["tu"]) or ""
            if units.family(rate) in _RATES and units.family(time) == "s":
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
    matches = list(_phrases.ELAPSED.finditer(text))
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


def _unit(match: re.Match[str], name: str) -> str:
    written = match[f"{name}u"]
    return (units.canonical(written) or "") if written else ""


def _spread(match: re.Match[str], name: str) -> float | None:
    """Give the deviation told behind a number: `9.41 ± 0.05 Gbps`."""
    return number(match[f"{name}d"]) if match[f"{name}d"] else None


def _pair(text: str, match: re.Match[str], kind: str) -> list[Figure]:
    """Read `from A to B`, `A vs. B`, `A -> B`: a unit told once holds for both."""
    one, two = _unit(match, "a"), _unit(match, "b")
    if one in {"K", "M", "G"} and units.family(two) in _RATES:
        one = two if two.startswith(one) else one
    head, tail = _sentence.around(text, match.start(), match.end())
    if kind == "arrow" and not one and not two:
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        one = unit_in(_LAST_NUMBER.split(line[-60:])[-1])  # a unit beside another number is that number's
    if one and not two and _NOUN.match(text, match.end("b")) is not None:
        return []  # "25ms -> 200 wakeups": numbers of two things
    unit_a, unit_b = one or two, two or one
    families = {units.family(unit_a), units.family(unit_b)}
    before = "" if head.strip() else _LAST_NUMBER.split(text[max(0, match.start() - 60) : match.start()].rpartition("\n")[2])[-1]
    if _SET_LABEL.search(before.rpartition(". ")[2]) is not None:
        return []  # "link speed: 10 -> 100 Mbps", "eth0: 1000 -> 100 Mbps"
    about = f"{before} {head} {tail}"
    if len(families) != 1 or not _counts(families.pop(), about):
        return []
    barred = _phrases.NOT.search(head)
    if barred is not None and barred[0].lower().startswith("max") and units.family(unit_a) == "s":
        barred = None  # the longest of times is measured, the most of a rate may be set
    if barred is not None or _SETTING.search(head) or (kind == "arrow" and _phrases.WIRE.search(head[-45:])):
        return []
    if _sentence.sets(head) or _phrases.LINK_SPEED.search(head):
        return []  # "the MAC supports speeds from 1 to 100 Gbps"
    first: Role | None = "before"
    second: Role | None = "after"
    label: tuple[str | None, str | None] = ("from", "to") if kind == "from" else (None, None)
    if kind == "from" and _sentence.elsewhere(text, match.start(), head, tail):
        first = second = None
    if kind == "was":
        first, second = "after", "before"
    if kind == "versus":
        first, second = _versus_sides(match, head, tail)
    name, direction, primary = _metric.metric(unit_a, _sentence.near(f"{before} {head}", tail))
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
            spread=_spread(match, n),
        )
        for n, unit, role, said in (("a", unit_a, first, label[0]), ("b", unit_b, second, label[1]))
    ]


_SET_LABEL: Final = re.compile(
    r"\b(?:link|speed|phy|serdes|sfp|lanes?|pcie|mcs\d*|autoneg\w*|mtu|size"
    r"|timeout|interval|limit|budget|weight|ceil|cap|max(?:imum)? rate)\b"
    r"|^\W{0,8}(?:eth|enp?s?|eno|lan|wlan|usb)\d\w{0,12}\W{0,4}$",
    re.IGNORECASE,
)
_SETTING: Final = re.compile(
    r"\b(?:mtu|size|window|buffer|ring|queue|timeout|interval|budget|limit|memory|batch|length|weight|quantum"
    r"|version|delay|clock|frequency)\w*\s(?:\w+\s){0,2}$",
    re.IGNORECASE,
)


_NOUN: Final = re.compile(
    r"[ \t]{1,3}(?!(?:with|without|when|while|on|in|at|as|if|or|and|but|for|by|per|after|before|which|that|this|the|from|to|of|using|under"
    r"|after|now|only|respectively|because|due|so|than|thanks|once|under|over|average|avg|mean|median|total|each|here|there|again"
    r"|increase|improvement|gain|boost|drop|reduction|decrease|regression|range)\b)[A-Za-z]{3,30}"
)
_LAST_NUMBER: Final = re.compile(r"(?<![\w.])\d[\d.,]{0,20}[ ]?[A-Za-z%/]{0,12}")


def _counts(family: str, about: str) -> bool:
    if family in _RATES or family.startswith(("cycles", "s/")):
        return True
    if family == "s":
        return re.search(r"latenc|rtt|time|took|takes|delay|duration|jitter|second|run|\bp\d\d\b", about, re.IGNORECASE) is not None
    if family == "%":
        return re.search(r"cpu|util|idle|loss|softirq|load|usage|\bcores?\b", about, re.IGNORECASE) is not None
    return False


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
    ):
        return None
    if _phrases.LINK_SPEED.search(text[max(0, match.start() - 90) : match.start()]):
        return None
    about = f"{head[-90:]} {match['u']} {tail[:40]}"
    if not _counts(family, about) or (family == "bit/s" and _phrases.WIRE.search(f"{head[-45:]}|{tail[:12]}")):
        return None
    if family == "s" and not re.search(r"latenc|rtt|delay|\btime\b|took|takes|elapsed|duration", about, re.IGNORECASE):
        return None
    of_cpu = family == "%" and (_phrases.OF_CPU.match(tail) is not None or "cpu" in match["u"].lower())
    if of_cpu and found and found[-1][1][-1].end > match.start() - 40 and _phrases.AT_COST.search(head) is not None:
        pass  # "88.0 Gbit/s with 68% CPU usage"
    elif not ((family in _RATES or of_cpu) and _phrases.CUED.search(head)) and not _told(head, tail, unit, found):
        return None
    name, direction, primary = _metric.metric(unit, f"{_sentence.near(head[-90:], tail[:40])} {match['u']}")
    figure = Figure(*match.span("v"), name, number(match["v"]), unit, direction, primary=primary or unit == "%", spread=_spread(match, "v"))
    _side(figure, text, match.start(), head, tail)
    near = _role.own(head)[1] == 3 or _phrases.BESIDE.search(head) is not None or figure.label == "before"
    if family == "s" and not near and _TRIP.search(about) is None:
        return None  # "the firmware takes 500 us to wake up", "the scan takes 15 s": how a thing is, not what was measured
    return figure


_SPEED_OF: Final = re.compile(r"(?:speed|bit ?rate|timeout|interval|limit)\s{0,3}[:=]\s{0,3}$", re.IGNORECASE)
_TRIP: Final = re.compile(r"latenc|\brtt\b|round.?trip|per (?:packet|request|call|op)", re.IGNORECASE)


def _supposed(head: str, tail: str) -> bool:
    """Tell whether a sentence supposes its number; what a box "could forward before the patch" was measured."""
    said = _phrases.SUPPOSED.search(head[-70:])
    if said is None:
        return False
    return said[0].lower() != "could" or re.search(r"\bif\b", tail) is not None or not any(cue.role == "before" for cue in _role.cues(head))


def _told(head: str, tail: str, unit: str, found: list[tuple[int, list[Figure], str]]) -> bool:
    """Tell whether a sentence says that its number was measured: by a verb or noun before it, a noun behind it, or a number before it."""
    if _phrases.TRIGGER.search(head) is not None or _joined(head, unit, found):
        return True
    near = re.search(r"\b(?:nic|link|port|adapter|card|driver)\b", head[-40:], re.IGNORECASE)
    return units.family(unit) in _RATES and near is None and _phrases.BEHIND.match(tail) is not None


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
    if _phrases.NOT.search(head) or _phrases.DIFFERENCE.search(head) or (not unit and number(match["v"]) < 10):
        return None
    if unit and not _counts(units.family(unit), text[max(0, match.start() - 120) : match.end()]):
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
        spread=_spread(match, "v"),
    )


_BLANK_LINE: Final = re.compile(r"\n[ \t]*\n")


def _side(figure: Figure, text: str, start: int, head: str, tail: str) -> None:
    """Place a sentence's number: by the nearest words before it in its sentence, or the sentence before."""
    wide = text[max(0, start - 320) : start]
    cues = [cue for cue in _role.cues(wide) if cue.role is not None]
    current = re.search(r"\b(?:currently|originally|previously|at present)\b", head, re.IGNORECASE)
    behind = re.match(r"[\w% \n]{0,24}[( \n]before\b(?! (?:the|this|it|we)\b)", tail)
    later = re.match(r"[\w% \n]{0,12}[( \n](?:after|afterwards|now)\b(?=[.,;)]|\s*$|\s\()", tail)
    beside = _phrases.BESIDE.search(head)
    first = _role.ENCLOSED_BEFORE.search(text[max(0, start - 80) : start])
    if first is not None:
        figure.role, figure.placed, figure.label = _role.own(first["side"])[0], True, first["side"]
    elif behind is not None:
        figure.role, figure.placed, figure.label = "before", True, "before"
    elif later is not None:
        figure.role, figure.placed, figure.label = "after", True, "after"
    elif beside is not None:
        figure.role, figure.placed, figure.label = "after" if beside["after"] else "before", True, beside["after"] or beside["before"]
    elif current is not None and not any(cue.start > _sentence.begin(text, start) - start + len(wide) for cue in cues):
        figure.role, figure.placed, figure.label = "before", True, current[0]
    elif cues:
        cue = cues[-1]
        figure.role, figure.placed = cue.role, True
        figure.label = " ".join(wide[cue.start : cue.end].split()).strip(" :-,")


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
            if units.family(other.unit) == units.family(figure.unit) and other.start - figure.end < 160:
                figure.role, figure.placed = "before", True
    return run
