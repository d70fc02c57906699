# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers that state a change: "+2.68%", "14% up", "drops by 20%", "2.5x", "over 110 %"; and whether the figures bear them out.

A claim holds where the interval of possible changes (each figure meant within half its last digit) meets the claim's own (one unit of
its last digit either way, people truncate as well as round; about, up to, almost: the larger of one point and a tenth).
"""

import re
from collections.abc import Iterator
from typing import Final, Literal

from digest.bench._block import Claim
from digest.bench._tokens import digits, number

Bound = Literal["exact", "about", "over", "under"]
Sense = Literal["change", "better", "worse"]

_ABOUT: Final = re.compile(
    r"(?:~|≈|\babout|\babt|\balmost|\baround|\bnearly|\bup to|\bapprox(?:\.|imately)?|\broughly|\bclose to"
    r"|\bcirca|\bsome|\bon the order of|\bas much as)[ \t\n]{0,3}(?:an?[ \t\n]{1,3})?[+-]?$",
    re.IGNORECASE,
)
_OVER: Final = re.compile(
    r"(?:\bover|\bmore than|\bat least|\babove|\bexceeds|\bexceeding|\bbeyond|>|>=|≥|\bgreater than"
    r"|\bno less than)[ \t\n]{0,3}(?:an?[ \t\n]{1,3})?[+-]?$",
    re.IGNORECASE,
)
_UNDER: Final = re.compile(
    r"(?:\bless than|\bunder|\bbelow|\bat most|<|<=|≤|\bno more than)[ \t\n]{0,3}(?:an?[ \t\n]{1,3})?[+-]?$", re.IGNORECASE
)

_BETTER: Final = (
    r"improv(?:e(?:s|d|ment|ments)?|ing|emetn)|gain(?:s|ed)?|faster|better|speed(?:s|ed)?[ -]?up|boost(?:s"
    r"|ed)?|benefit|win"
)
_WORSE: Final = (
    r"degrad(?:ation|es?|ed|ing)|regress(?:ion|es|ed)?|slower|slow[ -]?down|worse|penalty|deteriorat\w{1,6}"
    r"|(?:performance|perf)[ ]hit|(?<=%[ ])hit(?![ -](?:rate|ratio))"
)
_UP: Final = r"increas(?:e[sd]?|ing)|inc|rais(?:e[sd]?|ing)|grow(?:s|th|n)?|rise[sn]?|rose|higher|more|up|jump(?:s|ed)?"
_DOWN: Final = (
    r"decreas(?:e[sd]?|ing)|reduc(?:e[sd]?|tion|tions|ing)|drop(?:s|ped)?|lower(?:s|ed)?|less|fewer|down"
    r"|sav(?:e[sd]?|ing|ings)|fall(?:s|en)?|fell|declin(?:e[sd]?|ing)|shrink\w{0,3}|cut(?:s|ting)?|loss(?![ ]\d)"
)
_NOT_UP: Final = r"(?!-)"
_WORD: Final = re.compile(
    rf"(?<![\w-])(?:(?P<better>{_BETTER})|(?P<worse>{_WORSE})|(?P<up>{_UP})|(?P<down>{_DOWN}))(?![\w-])", re.IGNORECASE
)
_NUMBER: Final = re.compile(
    r"(?<![\w.,$/#-])(?P<sign>[+-]?)(?P<number>\d{1,6}(?:\.\d{1,4})?)(?P<range>[ ]?%?[ ]?(?:-|–|~"
    r"|to|and)[ ]?\d{1,6}(?:\.\d{1,4})?(?=[ ]?(?:%|percent|pct|[xX]\b)))?"
    r"(?:[ ]?(?P<percent>%|percent\b|pct\b)(?!\w)(?![ ]?(?:CPU|cpu|confidence"
    r"|packet|loss|of (?:the )?(?:packets|CPU|cpu)))"
    r"|[ ]?(?P<times>[xX]|times|fold)(?![\w*]))"
)
_STOP: Final = re.compile(r"[.;:!?](?=\s|$)|\n[ \t]*\n|\n[ \t]*[-*]\s")
_CONTEXT: Final = 90
# "drops to 20%", "down to a little under 99%": where it ended, not by how much it changed
_REACHED: Final = re.compile(
    r"(?<!up )(?<!close )(?<!due )(?<!amounts )(?<!compared )\bto[ \t\n]{1,3}"
    r"(?:(?:an?|about|around|only|just|little|under|over|below|above|almost|nearly|roughly)[ \t\n]{1,3}){0,4}[~≈]?$"
    r"|\b(?:went|goes?|rises?|rose|climbs?|climbed|grew)[ ]up[ ]to[ ]{1,3}[~≈]?$",
    re.IGNORECASE,
)


def check(before: float, after: float, halves: tuple[float, float], claim: Claim, percent: float) -> bool | None:
    """Tell whether a claimed change of `percent` holds; `halves` are half a unit of the last digit of both figures."""
    if before == 0:
        return None
    corners = [(b, a) for b in (before - halves[0], before + halves[0]) for a in (after - halves[1], after + halves[1]) if b * before > 0]
    changes = [(a - b) / b * 100 for b, a in corners] or [(after - before) / before * 100]
    low, high = min(changes), max(changes)
    slack = 1e-9 * max(1.0, abs(percent))
    if claim.bound == "over":
        return high + slack >= percent if percent >= 0 else low - slack <= percent
    if claim.bound == "under":
        return low - slack <= percent and high >= 0 if percent >= 0 else high + slack >= percent
    reach = max(1.0, abs(percent) / 10) if claim.bound == "about" else claim.digit
    return low - slack <= percent + reach and percent - reach <= high + slack


def signed(claim: Claim, direction: str) -> float:
    """Give the claim's percentage with the sign of the metric's change: 4 % better of a time is -4."""
    flip = (claim.sense == "better" and direction == "lower") or (claim.sense == "worse" and direction != "lower")
    return -claim.percent if flip and claim.percent else claim.percent


def bound_of(text: str, start: int) -> Bound:
    """Say how exactly a number at `start` is meant, from the words right before it."""
    head = text[max(0, start - 24) : start]
    if _ABOUT.search(head) or text[start : start + 1] in "~≈":
        return "about"
    if _OVER.search(head):
        return "over"
    if _UNDER.search(head):
        return "under"
    return "exact"


def percent_claim(text: str, start: int, end: int, *, sense: Sense = "change") -> Claim:
    """Read a percentage of a table's cell: `+78.9`, `-73.5%`, `( 13.26%)`."""
    written = text[start:end]
    return Claim(start, end, number(written), digits(written.rstrip("% ")), bound_of(text, start), sense, signed=written[:1] in "+-")


def prose(text: str, start: int = 0, end: int | None = None) -> Iterator[Claim]:
    """Find claims in running text: a percentage or factor with a word of change beside it."""
    if "%" not in text and not any(word in text for word in ("percent", "pct", "times", "fold", "x ", "x\n", "x)", "x.", "x,")):
        return
    stop = len(text.rstrip()) if end is None else end
    for match in _NUMBER.finditer(text, start, stop):
        found = _read(text, match)
        if found is not None:
            yield from found


def _read(text: str, match: re.Match[str]) -> list[Claim] | None:
    at = match.start()
    head = text[max(0, at - _CONTEXT) : at]
    tail = text[match.end() : match.end() + _CONTEXT]
    breaks = [m.end() for m in _STOP.finditer(head)]
    head = head[breaks[-1] :] if breaks else head
    stop = _STOP.search(tail)
    tail = tail[: stop.start()] if stop else tail
    word = _nearest(head, tail)
    value = number(match["number"])
    if word is None:
        return None
    if match["times"] is not None and (word["down"] or word["worse"]):
        return None  # "40x slower": of what it is a fortieth, or forty times, the words do not say
    if _REACHED.search(head) is not None:
        return None
    sense: Sense = "better" if word["better"] else "worse" if word["worse"] else "change"
    if match["sign"] and (sense == "worse" or match["sign"] == "-"):
        sense = "change"  # a number with a sign has told the direction: "a -7.6% regression"
    percent = (value - 1) * 100 if match["times"] is not None else value
    if match["times"] is not None and percent < 0:
        return None
    digit = digits(match["number"]) * (100 if match["times"] is not None else 1)
    if (word["down"] and match["sign"] != "-") or match["sign"] == "-":
        percent = -percent
    bound = bound_of(text, at)
    spans = [(match.start("number"), percent, digit)]
    if match["range"] is not None:
        return []
    start = match.start("sign") if match["sign"] else match.start("number")
    return [Claim(start, match.end(), p, d, bound, sense, signed=bool(match["sign"]), metric=f"{head}|{tail}".lower()) for _, p, d in spans]


def _nearest(head: str, tail: str) -> re.Match[str] | None:
    """Find the word of change that belongs to the number: one that follows within a few words, else the last one before it."""
    best: tuple[int, re.Match[str]] | None = None
    for match in _WORD.finditer(tail):
        between = tail[: match.start()]
        if len(between.split()) <= 5 and not re.search(r"[,(]|\d", between):
            best = (len(between.split()) * 2, match)
            break
    for match in _WORD.finditer(head):
        between = head[match.end() :]
        words = len(between.split())
        if words <= 7 and "%" not in between and (best is None or words < best[0]):
            best = (words, match)
    return best[1] if best is not None else None
