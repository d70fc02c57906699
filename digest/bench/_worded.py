# SPDX-License-Identifier: GPL-2.0-or-later
"""Claims in words: "doubles", "twice as fast", "a third less", "an order of magnitude", "no regression", "within the noise"."""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _change, _clause
from digest.bench._block import Claim
from digest.bench._claim import bound_of
from digest.bench._tokens import digits, number
from digest.leap import Leap

_FACTOR_OF: Final = re.compile(
    r"\b(?:by|of)\s{1,12}an?\s{1,12}factor\s{1,12}of\s{1,12}[~≈]?(?P<number>\d{1,4}(?:\.\d{1,3})?)(?![\w%]|\.\d)"
)
_COUNTS: Final = {
    "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0, "six": 6.0, "seven": 7.0, "eight": 8.0, "nine": 9.0, "ten": 10.0
}  # fmt: skip
_COUNT: Final = re.compile(
    r"(?<![\w-])(?P<count>two|three|four|five|six|seven|eight|nine|ten)(?:[ -]?fold(?=\W)|\s{1,12}times\b|x\b)", re.IGNORECASE
)
_MULTIPLE: Final = re.compile(
    r"(?<![\w-])(?P<verb>doubl(?:e[sd]?|ing)|tripl(?:e[sd]?|ing)|quadrupl(?:e[sd]?|ing)|halv(?:e[sd]?|ing))(?![\w-])"
    r"|(?<![\w-])(?P<twice>twice)(?=\s{1,12}(?:as|the|that)\b)"
    r"|(?<![\w-])(?P<half>half)(?=\s{1,12}(?:as|the|of\s{1,12}the|that)\b)",
    re.IGNORECASE,
)
_PART: Final = re.compile(
    r"\bby\s{1,12}(?:(?P<bound>about|almost|nearly|over|more\sthan|at\sleast|less\sthan|around|roughly|up\sto)\s{1,12})?"
    r"(?P<part>half|an?\s{1,12}(?:half|third|quarter|fifth|tenth)|one\s{1,12}(?:half|third|quarter|fifth|tenth)"
    r"|two(?:-|\s{1,12})thirds|three(?:-|\s{1,12})quarters)\b",
    re.IGNORECASE,
)
# "half of the time", "a third less", "half again as many", "an order of magnitude faster", "less than half the time"
_LESS: Final = r"(?:less|lower|fewer|faster|slower|more|higher|better|worse|shorter|quicker|smaller)"
_PART_LESS: Final = re.compile(
    rf"(?<![\w-])(?P<part>(?:an?|one)\s{{1,12}}(?:third|quarter|fifth|tenth)|two(?:-|\s{{1,12}})thirds|three(?:-|\s{{1,12}})quarters"
    rf"|half(?=\s{{1,12}}(?:less|more)))(?=\s{{1,12}}{_LESS}\b)",
    re.IGNORECASE,
)
_PART_OF: Final = re.compile(
    r"(?<![\w-])(?P<part>(?:an?|one)\s{1,12}(?:third|quarter|fifth|tenth))\s{1,12}of\s{1,12}(?:the|that|what|its)\b", re.IGNORECASE
)
_HALF_AGAIN: Final = re.compile(
    r"(?<![\w-])half\s{1,12}again(?=\s{1,12}as\b)|(?<![\w-])half\s{1,12}as\s{1,12}(?:much|many)\s{1,12}again\b", re.IGNORECASE
)
_ORDER: Final = re.compile(r"(?<![\w-])(?P<many>an|one|two|three)\s{1,12}orders?\s{1,12}of\s{1,12}magnitude(?![\w-])", re.IGNORECASE)
_LESS_HALF: Final = re.compile(
    r"(?<![\w-])less\s{1,12}than\s{1,12}half(?=\s{0,3}[,.;)]|\s{1,12}(?:of|the|that|what)\b|\s{0,9}$)", re.IGNORECASE
)
_ORDERS: Final = {"an": 10.0, "one": 10.0, "two": 100.0, "three": 1000.0}
_PARTS: Final = {"half": 50.0, "third": 100 / 3, "quarter": 25.0, "fifth": 20.0, "tenth": 10.0, "thirds": 200 / 3, "quarters": 75.0}
_NONE: Final = Leap(
    "NnWwZz",
    r"(?<![\w-])(?:no|without(?:\s{1,12}any)?|not\s{1,12}any|zero"
    r"|(?:not|n't|never)\s{1,12}(?:measure|see|find|observe|notice|detect)\s{1,12}(?:any|an?|much))\s{1,12}(?:(?:measurable|noticeable|significant|visible|observable|real|apparent"
    r"|obvious|performance|perf|throughput|latency|pps|adverse|negative|other)\s{1,12}){0,3}"
    r"(?:regressions?|degradation|slow-?down|penalty|impact|difference|loss\s{1,12}(?:of|in)\s{1,12}(?:performance|throughput)|change|overhead)\b",
    re.IGNORECASE,
)
_SPEED: Final = re.compile(
    r"perf|through?put|latenc|bandwidth|\bpps\b|packet rate|benchmark|overhead|slow-?down|netperf|iperf|\bcpu\b|measurable"
    r"|transactions|requests|\brtt\b|\brps\b|\btps\b",
    re.IGNORECASE,
)
_NO_METRIC: Final = re.compile(
    r"\b(?:size|number|count|length|ring|queues?|buffers?|memory|check|free|word|precision|tag(?:ged|ging)?|vlan|quotes?|click|entry|entries"
    r"|budget|mtu|descriptors?|timeout|interval|lines?)\b",
    re.IGNORECASE,
)
_SPARED: Final = re.compile(r"\b(?:sav(?:e[sd]?|ing)|spare[sd]?|gone|lost|loses?|freed?|back|spent|wasted)\b", re.IGNORECASE)
_FOLDS: Final = ("fold", "times", *(f"{count}x" for count in _COUNTS))
_MULTIPLES: Final = ("doubl", "tripl", "quadrupl", "halv", "twice", " half", "\nhalf")
_NOTHINGS: Final = ("regression", "degradation", "slow", "penalty", "impact", "difference", "loss", "change", "overhead")


def words(text: str) -> Iterator[Claim]:
    """Find numbers told in words; they say nothing without figures near them."""
    stop = len(text.rstrip())
    low = text.lower()
    for match in _FACTOR_OF.finditer(text, 0, stop) if "factor" in low else ():
        value = match["number"]
        yield from _multiple(text, match.start("number"), match.end(), number(value), digits(value), bound_of(text, match.start("number")))
    for match in _COUNT.finditer(text, 0, stop) if any(word in low for word in _FOLDS) else ():
        yield from _multiple(text, match.start(), match.end(), _COUNTS[match["count"].lower()], 0.5, bound_of(text, match.start()))
    for match in _MULTIPLE.finditer(text, 0, stop) if any(word in low for word in _MULTIPLES) else ():
        yield from _verb(text, match)
    if any(word in low for word in _PARTS):
        for match in _PART.finditer(text, 0, stop):
            yield from _part(text, match)
        yield from _fractions(text, stop)
    for match in _ORDER.finditer(text, 0, stop) if "magnitude" in low else ():
        factor = _ORDERS[match["many"].lower()]
        yield from _multiple(text, match.start(), match.end(), factor, factor / 2, "exact")
    for match in _NONE.finditer(text, 0, stop) if any(word in low for word in _NOTHINGS) else ():
        head, tail = _change.around(text, match.start(), match.end())
        about = f"{head}|{match[0]} {tail}".lower()
        flat = _EITHER.search(match[0]) is not None
        claim = Claim(match.start(), match.end(), 0.0, 1.0, signed=True, metric=about, none=True, alone=False, flat=flat)
        if text[match.start() - 1 : match.start()] == "(" and text[match.end() : match.end() + 1] == ")":
            claim.close = True
        elif _SPEED.search(about) is None and text[match.end() : match.end() + 1] in {":", ",", "(", ";"}:
            claim.touching = True
        elif _SPEED.search(about) is None or "?" in text[match.end() : match.end() + len(tail) + 1]:
            continue
        yield claim


_EITHER: Final = re.compile(r"differences?\Z|change\Z", re.IGNORECASE)  # "no difference": better is one too


def _fractions(text: str, stop: int) -> Iterator[Claim]:
    """Read `a third less`, `a quarter of the time`, `half again as many`, `less than half the time`."""
    for match in _PART_LESS.finditer(text, 0, stop):
        word = _change.WORD.search(text, match.end(), match.end() + 24)
        if word is not None:
            claim = _worded(text, match.start(), match.end())
            claim.percent = _PARTS[match["part"].lower().replace("-", " ").split()[-1]]
            claim.sense = "better" if word["better"] else "worse" if word["worse"] else "change"
            claim.percent = -claim.percent if word["down"] else claim.percent
            yield claim
    for match in _PART_OF.finditer(text, 0, stop):
        head, tail = _change.around(text, match.start(), match.end())
        if _SPARED.search(head[-40:]) or _SPARED.search(tail[:60]):
            continue  # "a tenth of the CPU is saved": what is gone, not what is left
        if _NO_METRIC.search(" ".join(tail.split()[:4])) is None and _OF_METRIC.match(tail) is not None:
            claim = _worded(text, match.start(), match.end())
            claim.percent, claim.touching = _PARTS[match["part"].lower().split()[-1]] - 100, False
            yield claim
    for match in _HALF_AGAIN.finditer(text, 0, stop):
        claim = _worded(text, match.start(), match.end())
        claim.percent = 50.0
        yield claim
    for match in _LESS_HALF.finditer(text, 0, stop):
        _, tail = _change.around(text, match.start(), match.end())
        if _NO_METRIC.search(" ".join(tail.split()[:4])) is None:
            claim = _worded(text, match.start(), match.end())
            claim.percent, claim.bound = -50.0, "over"
            yield claim


_OF_METRIC: Final = re.compile(
    r"\s{1,12}(?:\w{1,20}\s{1,12}){0,3}?(?:time|latency|cost|cycles|rtt|cpu|overhead|through?put|rate|it (?:was|took|used)|was|before)\b",
    re.IGNORECASE,
)


def flat(text: str) -> Iterator[Claim]:
    """Read `throughput is unchanged`, `performance neutral`."""
    low = text.lower()
    for match in _clause.SAME.finditer(text, 0, len(text.rstrip())) if any(word in low for word in _clause.SAMES) else ():
        head, tail = _change.around(text, match.start(), match.end())
        if "?" not in text[match.end() : match.end() + len(tail) + 1]:
            about = f"{head}|{match[0]} {tail}".lower()
            claim = Claim(match.start(), match.end(), 0.0, 1.0, signed=True, metric=about, none=True, alone=False, flat=True)
            claim.touching = not _clause.all_of(head, tail)
            yield claim


def _worded(text: str, start: int, end: int) -> Claim:
    head, tail = _change.around(text, start, end)
    bound = bound_of(text, start)
    return Claim(start, end, 0.0, 1.0, "about" if bound == "exact" else bound, metric=f"{head}|{tail}".lower(), alone=False)


def _multiple(text: str, start: int, end: int, factor: float, digit: float, bound: str) -> Iterator[Claim]:
    """Read `by a factor of 3`, `tenfold`, `three times`, with a word of change or `as fast` beside it."""
    claim = _worded(text, start, end)
    claim.percent, claim.digit = factor, digit
    if bound == "exact" and "." in text[start:end]:
        claim.bound = "exact"
    head, tail = _change.around(text, start, end)
    said = _change.AS.match(text, end)
    word = _change.nearest(head, tail)
    if said is not None:
        claim = _change.said_as(claim, said)
    elif word is not None:
        claim.sense = "better" if word["better"] else "worse" if word["worse"] else "change"
        claim.percent = -factor if word["down"] else factor
    else:
        return
    made = _change.times(claim)
    if made is not None:
        made.alone = False
        yield made


def _verb(text: str, match: re.Match[str]) -> Iterator[Claim]:
    """Read `doubles the throughput`, `has halved`, `twice as fast`, `half the latency`."""
    claim = _worded(text, match.start(), match.end())
    head, tail = _change.around(text, match.start(), match.end())
    if _NO_METRIC.search(" ".join(tail.split()[:4])) is not None:
        return
    if _SPEED.search(head) is None and _NO_METRIC.search(" ".join(head.split()[-5:])) is not None:
        return  # "the ring size was doubled"
    said = _change.AS.match(text, match.end())
    if match["verb"] is not None:
        low = match["verb"].lower()
        claim.percent = 3.0 if low.startswith("tripl") else 4.0 if low.startswith("quadrupl") else 2.0
        if low.startswith("halv"):
            claim.percent = -2.0
        elif low == "double" and _SPEED.search(claim.metric or "") is None:
            return
    elif match["twice"] is not None:
        claim.percent = 2.0
        claim = _change.said_as(claim, said) if said is not None else claim
    else:
        claim.percent = -2.0
        if said is not None and (said["up"] or said["down"]):
            return  # "half as fast" of a time, "half as slow": too rare to be read
    if claim.percent < 0 and match["twice"] is None:
        claim.sense = "change"
    made = _change.times(claim)
    if made is not None:
        made.alone = False
        yield made


def _part(text: str, match: re.Match[str]) -> Iterator[Claim]:
    """Read `by a third`, `by half`: the word of change before it says which way."""
    head, tail = _change.around(text, match.start(), match.end())
    word = _change.nearest(head, tail)
    if word is None:
        return
    claim = _worded(text, match.start("part"), match.end())
    claim.percent = _PARTS[match["part"].lower().replace("-", " ").split()[-1]]
    claim.sense = "better" if word["better"] else "worse" if word["worse"] else "change"
    if word["down"]:
        claim.percent = -claim.percent
    yield claim
