# SPDX-License-Identifier: GPL-2.0-or-later
"""A number that states a change, and whether the figures bear it out: "+2.68%", "14% up", "2.5x", "10-15%", "10 percentage points".

A claim holds where the interval of possible changes (each figure meant within half its last digit) meets the claim's own (one unit of
its last digit either way, people truncate as well as round; about, up to, almost: the larger of one point and a tenth).  `_said` finds
claims in sentences; tables and tools bring their own.
"""

import math
import re
from typing import Final, Literal

from digest.bench._block import Claim
from digest.bench._tokens import digits, number

Bound = Literal["exact", "about", "over", "under"]
Sense = Literal["change", "better", "worse"]

_ABOUT: Final = re.compile(
    r"(?:~|≈|\babout|\babt|\balmost|\baround|\bnearly|\bup to|\bapprox(?:\.|imately)?|\broughly|\bclose to|\bca\."
    r"|\bcirca|\bsome|\bon the order of|\bas much as|\bas high as|\bnot quite"
    r"|\b(?:slightly|just|a[ ](?:bit|little|tad|touch)|somewhat|marginally)[ \n](?:less[ ]than|more[ ]than|under|over|below|above|shy[ ]of)"
    r"|\bin the (?:range|region) of)"
    r"[ \t\n]{0,12}(?:an?[ \t\n]{1,12})?[+-]?$",
    re.IGNORECASE,
)
_OVER: Final = re.compile(
    r"(?:\bover|\bmore[ \n]{1,12}than|\bat least|\babove|\bexceeds|\bexceeding|\bbeyond|>|>=|≥|\bgreater than|\bwell over|\bupwards of"
    r"|\bno less than)[ \t\n]{0,3}(?:an?[ \t\n]{1,3})?[+-]?$",
    re.IGNORECASE,
)
_UNDER: Final = re.compile(
    r"(?:\bless[ \n]{1,12}than|\bunder|\bbelow|\bat most|<|<=|≤|\bno more than)[ \t\n]{0,12}(?:an?[ \t\n]{1,12})?[+-]?$", re.IGNORECASE
)

# Words of change beside the number of a cell or of a line: `improved 4.3%`, `20% slower`, `Reduction: 12%`.
_BETTER: Final = r"improv(?:e[sd]?|ement|ing)|gain(?:s|ed)?|faster|better|speed-?up|boost"
_WORSE: Final = r"regress(?:ion|es|ed)?|degrad(?:e[sd]?|ation|ed|ing)|slower|worse|slow-?down"
_LESS: Final = r"less|lower|fewer|reduc(?:e[sd]?|tion|ed)|decreas(?:e[sd]?|ed)|drop(?:s|ped)?|down|saved|savings?"
_MORE: Final = r"more|higher|increas(?:e[sd]?|ed)|up"
_SIDE: Final = rf"(?P<better>{_BETTER})|(?P<worse>{_WORSE})|(?P<less>{_LESS})|(?P<more>{_MORE})"
_WORD_BEHIND: Final = re.compile(rf"[ \t)]{{0,4}}(?:{_SIDE})(?![\w-])", re.IGNORECASE)
_WORD_BEFORE: Final = re.compile(
    rf"(?<![\w-])(?:{_SIDE})(?:[ \t]{{0,3}}(?:is|of|by)\b)?[ \t]{{0,3}}[:=]?[ \t]{{0,12}}[(]?[ \t]{{0,3}}[~≈]?$", re.IGNORECASE
)


def check(before: float, after: float, halves: tuple[float, float], claim: Claim, percent: float) -> bool | None:
    """Tell whether a claimed change of `percent` holds; `halves` are half a unit of the last digit of both figures."""
    if claim.points:
        slack = halves[0] + halves[1] + 1e-9
        return _meets(after - before - slack, after - before + slack, claim, percent)
    if before == 0:
        return False if percent < 0 < after else None
    corners = [(b, a) for b in (before - halves[0], before + halves[0]) for a in (after - halves[1], after + halves[1]) if b * before > 0]
    changes = [(a - b) / b * 100 for b, a in corners] or [(after - before) / before * 100]
    return _meets(min(changes), max(changes), claim, percent)


def judge(before: float, after: float, halves: tuple[float, float], claim: Claim, direction: str) -> bool | None:
    """Tell whether a claim holds of two figures, from whichever side it is counted."""
    percent = signed(claim, direction)
    if claim.turned:
        return check(after, before, (halves[1], halves[0]), claim, percent)
    return check(before, after, halves, claim, percent)


def _meets(low: float, high: float, claim: Claim, percent: float) -> bool:
    """Tell whether the possible changes `low` .. `high` meet what the claim leaves."""
    slack = 1e-9 * max(1.0, abs(percent))
    if claim.bound == "over":
        return high + slack >= percent if percent >= 0 else low - slack <= percent
    if claim.bound == "under":
        return low - slack <= percent and high >= 0 if percent >= 0 else high + slack >= percent and low <= 0
    ends = [percent, other_end(claim, percent)]
    if claim.factor is not None and claim.bound != "about":
        down = _down(claim.factor, percent)
        sizes = [end for size in (claim.factor, claim.to or claim.factor) for end in _sizes(size, claim.digit)]
        ends = [multiple(size, down=down) for size in sizes if size > 0]
        return low - slack <= max(ends) and min(ends) <= high + slack
    ends.sort()
    reach = [max(1.0, abs(end) / 10) if claim.bound == "about" else claim.digit for end in ends]
    return low - slack <= ends[1] + reach[1] and ends[0] - reach[0] <= high + slack


def _sizes(factor: float, digit: float) -> tuple[float, float]:
    """Give the ends of what a multiple may mean: a whole one is rounded (2x is no 1.2x), and none reaches "as much as before"."""
    step = digit / 2 if digit >= 1 and factor < _ROUND else digit
    if abs(factor - 1) <= step + 1e-9:
        step = min(step, abs(factor - 1) / 2 or digit / 2)
    return factor - step, factor + step


_ROUND: Final = 10.0
"""From here on a whole multiple is meant as roughly as a percentage is."""


def _down(factor: float, percent: float) -> bool:
    """Tell whether a multiple was turned over: four times faster of a time is a quarter of it, and 0.8 times as fast is more of it."""
    return (percent < 0) == (factor >= 1)


def other_end(claim: Claim, percent: float) -> float:
    """Give the other end of a range, on the side of the first; without one, the first."""
    if claim.to is None or claim.to <= (claim.factor or abs(percent)):
        return percent
    if claim.factor is not None:
        return multiple(claim.to, down=_down(claim.factor, percent))
    return math.copysign(claim.to, percent)


def multiple(factor: float, *, down: bool) -> float:
    """Give the change that a multiple says: 2.5x as much is +150 %, 2.5 times less is -60 %."""
    return (1 / factor - 1) * 100 if down else (factor - 1) * 100


def signed(claim: Claim, direction: str) -> float:
    """Give the claim's percentage with the sign of the metric's change: 4 % better of a time is -4, twice as fast is -50."""
    flip = (claim.sense == "better" and direction == "lower") or (claim.sense == "worse" and direction != "lower")
    if claim.factor is not None:
        return multiple(claim.factor, down=flip or (claim.percent < 0 and claim.factor >= 1))
    return -claim.percent if flip and claim.percent else claim.percent


def ways(claim: Claim) -> tuple[float, float]:
    """Give a claim's percentage as the change of the metric, and turned over: 4x is +300 % of a rate and -75 % of a time."""
    if claim.factor is not None:
        return multiple(claim.factor, down=False), multiple(claim.factor, down=True)
    return claim.percent, -claim.percent


_WIDE: Final = re.compile(r"\s+")


def bound_of(text: str, start: int) -> Bound:
    """Say how exactly a number at `start` is meant, from the words right before it."""
    head = _WIDE.sub(" ", text[max(0, start - 40) : start])
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
    if written[:1] not in "+-" and _PLUS_APART.search(text, max(0, start - 4), start) is not None:
        written = f"+{written}"  # `1.337 + 3%`
    return Claim(start, end, number(written), digits(written.rstrip("% ")), bound_of(text, start), sense, signed=written[:1] in "+-")


_PLUS_APART: Final = re.compile(r"[ \t(]\+[ \t]{1,2}\Z")


def worded(text: str, claim: Claim) -> None:
    """Take the direction of a table's claim without a sign from the word right beside its number, where there is one."""
    if claim.signed or claim.percent <= 0:
        return
    line = text.rfind("\n", 0, claim.start) + 1
    behind = _WORD_BEHIND.match(text, claim.end, claim.end + 24)
    said = behind or _WORD_BEFORE.search(text[max(line, claim.start - 40) : claim.start])
    if said is None:
        return
    claim.sense = "better" if said["better"] else "worse" if said["worse"] else "change"
    if said["less"]:
        claim.percent = -claim.percent


def labelled(claim: Claim, label: str) -> None:
    """Take the direction of a claim from the label of its row: `Gain`, `Reduction`, `Slowdown`; a sign tells all but a gain's."""
    said = _LABEL.match(label.strip()) or _LABEL.match(label.rpartition(" ")[2])  # `perf drop`
    if said is not None and claim.signed:
        claim.sense = "better" if said["better"] else claim.sense
    elif said is not None and claim.percent > 0:
        claim.sense = "better" if said["better"] else "worse" if said["worse"] else "change"
        claim.percent, claim.signed = -claim.percent if said["less"] else claim.percent, True


_LABEL: Final = re.compile(rf"(?:{_SIDE}|speed-?up|saving)(?![\w-])", re.IGNORECASE)
