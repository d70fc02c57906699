# SPDX-License-Identifier: GPL-2.0-or-later
"""Claims in sentences: a percentage or a multiple with a word of change beside it, words that are numbers themselves, "no regression".

    25% faster, drops by 20%, up 3 percent, 10-15% better       of a percentage
    2.5x, 3 times faster, by a factor of 2, tenfold, twice as fast, doubles, halves    of a multiple
    cut by a third, half the latency                             of a part
    reduced by 10 percentage points                              of a difference
    no regression, no measurable impact                          of nothing

What a sentence reaches ("drops to 20%") and what it measures ("20% packet loss") are no changes.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _clause
from digest.bench._block import Claim, Run
from digest.bench._claim import Sense, bound_of
from digest.bench._tokens import UNIT, digits, number

_BETTER: Final = (
    r"improv(?:e(?:s|d|ment|ments)?|ing|emetn)|gain(?:s|ed)?|faster|better|speed(?:s|ed)?[ -]?up|boost(?:s"
    r"|ed|ing)?|benefit|win|quicker"
)
_WORSE: Final = (
    r"degrad(?:ation|es?|ed|ing)|regress(?:ion|ions|es|ed|ing)?|slower|slow[ -]?downs?|slows[ ]down|worse|penalty|deteriorat\w{1,6}"
    r"|(?:performance|perf)[ ]hit|(?<=%[ ])hit(?![ -](?:rate|ratio))"
)
_UP: Final = (
    r"increas(?:e[sd]?|ing)|inc|rais(?:e[sd]?|ing)|grow(?:s|th|n)?|grew|rise[sn]?|rose|rising|higher|more|up|jump(?:s|ed)?"
    r"|add(?:s|ed|ing)|climb(?:s|ed)?"
)
_DOWN: Final = (
    r"decreas(?:e[sd]?|ing)|reduc(?:e[sd]?|tion|tions|ing)|drop(?:s|ped)?|lower(?:s|ed)?|less|fewer|down"
    r"|(?<!space[ ])sav(?:e[sd]?|ing|ings)|fall(?:s|en)?|fell|declin(?:e[sd]?|ing)|shrink\w{0,3}|cut(?:s|ting)?|loss(?![ ]\d)"
    r"|lost|loses?|shorter"
)
_WORD: Final = re.compile(
    rf"(?<![\w-])(?:(?P<better>{_BETTER})|(?P<worse>{_WORSE})|(?P<up>{_UP})|(?P<down>{_DOWN}))(?![\w-])", re.IGNORECASE
)
_NUMBER: Final = re.compile(
    r"(?<![\w.,$/#-])(?P<sign>[+-]?)(?P<number>\d{1,6}(?:\.\d{1,4})?)(?P<range>[ ]?%?[ ]?(?:-|–|~"
    r"|to|and)[ ]?(?P<to>\d{1,6}(?:\.\d{1,4})?)(?=[ ]?(?:%|percent|pct|[xX]\b|times\b)))?"
    r"(?:(?:[ ]?|\n[ \t]{0,12})(?P<points>(?:percentage|percent|%)[ -]?points?\b|pp\b|p\.p\.)"
    r"|(?:[ ]?|\n[ \t]{0,12})(?P<percent>%|percent\b|pct\b)(?!\w)(?![ ]?(?:CPU|cpu|confidence"
    r"|packet|loss(?! (?:of|in) (?:the )?(?:th|perf|band))|of (?:the )?(?:packets|CPU|cpu)))"
    r"|(?:[ ]?|\n[ \t]{0,12})(?P<times>[xX]|times|fold|-fold)(?![\w*]))"
)
_FACTOR_OF: Final = re.compile(
    r"\b(?:by|of)\s{1,12}an?\s{1,12}factor\s{1,12}of\s{1,12}[~≈]?(?P<number>\d{1,4}(?:\.\d{1,3})?)(?![\w%]|\.\d)"
)
_AS: Final = re.compile(
    r"\s{1,12}(?:as\s{1,12}(?:(?P<up>fast|high|good|quick)|(?P<much>many|much|long)|(?P<down>slow)|(?P<low>low|short|few|little))"
    r"|(?P<of>(?:the|that)\s{1,12}(?:\w{1,20}\s{1,12}){0,2}?(?:through?put|rate|performance|bandwidth|pps|speed|latency|cost|cycles)))\b",
    re.IGNORECASE,
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
_PARTS: Final = {"half": 50.0, "third": 100 / 3, "quarter": 25.0, "fifth": 20.0, "tenth": 10.0, "thirds": 200 / 3, "quarters": 75.0}
_NONE: Final = re.compile(
    r"(?<![\w-])(?:no|without(?:\s{1,12}any)?|not\s{1,12}any|zero)\s{1,12}(?:(?:measurable|noticeable|significant|visible|observable|real|apparent"
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
_STOP: Final = re.compile(r"(?<!i\.e)(?<!e\.g)(?<!\bvs)(?<!\bca)(?<!approx)[.;:!?](?=\s|$)|\n[ \t]*\n|\n[ \t]*[-*]\s")
_CONTEXT: Final = 90
# "drops to 20%", "down to a little under 99%": where it ended, not by how much it changed
_REACHED: Final = re.compile(
    r"(?<!up )(?<!close )(?<!due )(?<!amounts )(?<!compared )\bto[ \t\n]{1,3}"
    r"(?:(?:an?|about|around|only|just|little|under|over|below|above|almost|nearly|roughly)[ \t\n]{1,3}){0,4}[~≈]?$"
    r"|\b(?:went|goes?|rises?|rose|climbs?|climbed|grew)[ ]up[ ]to[ ]{1,3}[~≈]?$",
    re.IGNORECASE,
)
_QUICK: Final = re.compile(r"%|percent|pct|times|fold|\d[ ]?(?:[xX]\b|pp\b|p\.p\.)")
_FOLDS: Final = ("fold", "times", *(f"{count}x" for count in _COUNTS))
_MULTIPLES: Final = ("doubl", "tripl", "quadrupl", "halv", "twice", " half", "\nhalf")
_NOTHINGS: Final = ("regression", "degradation", "slow", "penalty", "impact", "difference", "loss", "change", "overhead")
_MOST: Final = 400  # claims of one text: no writer makes more in sentences


_UNIT_BEHIND: Final = re.compile(rf"[ \t]?(?:{UNIT})")


def beside(text: str, runs: list[Run]) -> str:
    """Give the sentences: a text without tables and output, and without the figures that stand in sentences and behind labels."""
    out = []
    last = 0
    for run in sorted(runs, key=lambda run: run.start):
        spans = [(run.start, run.end)]
        if run.layout in {"keyvalue", "prose", "list"}:
            spans = sorted((figure.start, figure.end) for figure in run.figures)
        for start, end in spans:
            behind = _UNIT_BEHIND.match(text, end)
            stop = behind.end() if behind is not None else end
            if start >= last:
                out += [text[last:start], _blank(text[start:stop])]
                last = stop
    out.append(text[last:])
    return "".join(out)


def _blank(text: str) -> str:
    return "\n".join(" " * len(line) for line in text.split("\n"))


def claims(text: str) -> Iterator[Claim]:
    """Find claims in running text, in the order of their kinds; those that overlap one found before are left out."""
    taken: list[tuple[int, int]] = []
    found = [*_numbers(text), *_words(text), *_flat(text)]
    for claim in found[:_MOST]:
        if not any(start < claim.end and claim.start < end for start, end in taken):
            taken.append((claim.start, claim.end))
            claim.end = claim.start + len(text[claim.start : claim.end].partition("\n")[0].rstrip())  # evidence stands on one line
            yield claim


def _numbers(text: str) -> Iterator[Claim]:
    if _QUICK.search(text) is None:
        return
    for match in _NUMBER.finditer(text, 0, len(text.rstrip())):
        claim = _read(text, match)
        if claim is not None:
            yield claim


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    """Give what stands before and behind a place in its sentence."""
    head = text[max(0, start - _CONTEXT) : start]
    tail = text[end : end + _CONTEXT]
    breaks = [m.end() for m in _STOP.finditer(head)]
    head = head[breaks[-1] :] if breaks else head
    stop = _STOP.search(tail)
    return head, tail[: stop.start()] if stop else tail


def sentence(text: str, start: int, end: int) -> str:
    """Give the sentence around a claim on one line, as far as it is looked at."""
    head, tail = _around(text, start, end)
    return " ".join(f"{head}{text[start:end]}{tail}".split())


def _read(text: str, match: re.Match[str]) -> Claim | None:
    head, tail = _around(text, match.start(), match.end())
    times = match["times"] is not None
    if _REACHED.search(head) is not None:
        return None
    start = match.start("sign") if match["sign"] else match.start("number")
    claim = Claim(
        start,
        match.end(),
        number(match["number"]),
        digits(match["number"]),
        bound_of(text, match.start()),
        signed=bool(match["sign"]),
        metric=f"{head}|{tail}".lower(),
    )
    if match["range"] is not None:
        between = re.search(r"\b(between|from)\s{1,12}[~≈]?$", head)
        joined = " and" in match["range"] or " to" in match["range"]
        if joined and (between is None) == (" and" in match["range"]):
            return None  # "20% and 30%" are two claims, "from 20% to 30%" two figures
        claim.to, claim.alone = number(match["to"]), False
    if match["points"] is not None:
        claim.points, claim.alone = True, False
    if match["percent"] is not None and (_IN_ROW.match(text, match.end()) or _OF_ROW.search(text[max(0, start - 44) : start])):
        return None  # a row of changes speaks by its columns
    word = _nearest(head, tail)
    claim.turned, claim.mean = _clause.turned(head, tail), claim.to is None and _clause.of_mean(head, tail)
    if word is None and match["percent"] is not None and (shared := _clause.shared(head, tail, _WORD)) is not None:
        word, claim.metric = shared
    if word is None:
        return _lone(text, match, claim)
    sense: Sense = "better" if word["better"] else "worse" if word["worse"] else "change"
    if match["sign"] and (sense == "worse" or match["sign"] == "-"):
        sense = "change"  # a number with a sign has told the direction: "a -7.6% regression"
    claim.sense = sense
    if (word["down"] and match["sign"] != "-") or match["sign"] == "-":
        claim.percent = -claim.percent
    return _times(claim) if times else claim


def _times(claim: Claim) -> Claim | None:
    """Make a multiple of a claim whose `percent` is one; 40x slower is a fortieth of a rate and forty times of a time."""
    factor = abs(claim.percent)
    if factor <= 0 or (factor < 1 and (claim.sense != "change" or claim.percent < 0)):
        return None
    down = claim.percent < 0 or claim.sense == "worse"
    claim.alone = claim.alone and not down and factor >= 1
    claim.factor = factor
    claim.percent = -1.0 if claim.percent < 0 else (factor - 1) * 100
    return claim


_IN_ROW: Final = re.compile(r"[ \t|]{1,40}[+-]?\d{1,5}(?:\.\d{1,4})?[ ]?%")
_OF_ROW: Final = re.compile(r"\d[ ]?%[ \t|]{1,40}$")
_ROW: Final = re.compile(r"[ \t|]{1,40}[+-]?\d")


def _lone(text: str, match: re.Match[str], claim: Claim) -> Claim | None:
    """Read a number without a word of change: `2.5x as fast`; with a sign or in brackets it may speak of the figures right before it."""
    claim.alone = False
    if match["times"] is not None:
        said = _AS.match(text, match.end())
        if said is not None:
            return _times(_said_as(claim, said))
    bracketed = text[max(0, match.start() - 3) : match.start()].strip(" ~≈") == "(" and text[match.end() : match.end() + 1] == ")"
    if match["sign"] or bracketed:
        if not bracketed and _ROW.match(text, match.end()) is not None:
            return None  # a row of figures
        before = text[max(0, match.start() - 12) : match.start()].rstrip()
        claim.close = bracketed or match["times"] is not None or before[-1:].isdigit() or before[-1:] in "(|,:;/"
        claim.percent = -claim.percent if match["sign"] == "-" else claim.percent
        if not match["sign"]:
            claim.sense = "better"
        return _times(claim) if match["times"] is not None else claim
    return None


def _said_as(claim: Claim, said: re.Match[str]) -> Claim:
    """Take the direction from `as fast`, `as many`, `as slow`, `as low`."""
    if said["up"]:
        claim.sense = "better"
    elif said["down"]:
        claim.sense = "worse"
    elif said["low"]:
        claim.percent = -claim.percent
    return claim


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


# -- numbers in words ----------------------------------------------------------------------------------------------------


def _words(text: str) -> Iterator[Claim]:
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
    for match in _PART.finditer(text, 0, stop) if any(word in low for word in _PARTS) else ():
        yield from _part(text, match)
    for match in _NONE.finditer(text, 0, stop) if any(word in low for word in _NOTHINGS) else ():
        head, tail = _around(text, match.start(), match.end())
        about = f"{head}|{match[0]} {tail}".lower()
        if text[match.start() - 1 : match.start()] == "(" and text[match.end() : match.end() + 1] == ")":
            yield Claim(match.start(), match.end(), 0.0, 1.0, signed=True, metric=about, none=True, alone=False, close=True)
        elif _SPEED.search(about) is None and text[match.end() : match.end() + 1] in {":", ",", "(", ";"}:
            yield Claim(match.start(), match.end(), 0.0, 1.0, signed=True, metric=about, none=True, alone=False, touching=True)
        elif _SPEED.search(about) is not None and "?" not in text[match.end() : match.end() + len(tail) + 1]:
            yield Claim(match.start(), match.end(), 0.0, 1.0, signed=True, metric=about, none=True, alone=False)


def _flat(text: str) -> Iterator[Claim]:
    """Read `throughput is unchanged`, `performance neutral`."""
    low = text.lower()
    for match in _clause.SAME.finditer(text, 0, len(text.rstrip())) if any(word in low for word in _clause.SAMES) else ():
        head, tail = _around(text, match.start(), match.end())
        if "?" not in text[match.end() : match.end() + len(tail) + 1]:
            about = f"{head}|{match[0]} {tail}".lower()
            claim = Claim(match.start(), match.end(), 0.0, 1.0, signed=True, metric=about, none=True, alone=False, flat=True)
            claim.touching = not _clause.all_of(head, tail)
            yield claim


def _worded(text: str, start: int, end: int) -> Claim:
    head, tail = _around(text, start, end)
    bound = bound_of(text, start)
    return Claim(start, end, 0.0, 1.0, "about" if bound == "exact" else bound, metric=f"{head}|{tail}".lower(), alone=False)


def _multiple(text: str, start: int, end: int, factor: float, digit: float, bound: str) -> Iterator[Claim]:
    """Read `by a factor of 3`, `tenfold`, `three times`, with a word of change or `as fast` beside it."""
    claim = _worded(text, start, end)
    claim.percent, claim.digit = factor, digit
    if bound == "exact" and "." in text[start:end]:
        claim.bound = "exact"
    head, tail = _around(text, start, end)
    said = _AS.match(text, end)
    word = _nearest(head, tail)
    if said is not None:
        claim = _said_as(claim, said)
    elif word is not None:
        claim.sense = "better" if word["better"] else "worse" if word["worse"] else "change"
        claim.percent = -factor if word["down"] else factor
    else:
        return
    made = _times(claim)
    if made is not None:
        made.alone = False
        yield made


def _verb(text: str, match: re.Match[str]) -> Iterator[Claim]:
    """Read `doubles the throughput`, `has halved`, `twice as fast`, `half the latency`."""
    claim = _worded(text, match.start(), match.end())
    head, tail = _around(text, match.start(), match.end())
    if _NO_METRIC.search(" ".join(tail.split()[:4])) is not None:
        return
    if _SPEED.search(head) is None and _NO_METRIC.search(" ".join(head.split()[-5:])) is not None:
        return  # "the ring size was doubled"
    said = _AS.match(text, match.end())
    if match["verb"] is not None:
        low = match["verb"].lower()
        claim.percent = 3.0 if low.startswith("tripl") else 4.0 if low.startswith("quadrupl") else 2.0
        if low.startswith("halv"):
            claim.percent = -2.0
        elif low == "double" and _SPEED.search(claim.metric or "") is None:
            return
    elif match["twice"] is not None:
        claim.percent = 2.0
        claim = _said_as(claim, said) if said is not None else claim
    else:
        claim.percent = -2.0
        if said is not None and (said["up"] or said["down"]):
            return  # "half as fast" of a time, "half as slow": too rare to be read
    if claim.percent < 0 and match["twice"] is None:
        claim.sense = "change"
    made = _times(claim)
    if made is not None:
        made.alone = False
        yield made


def _part(text: str, match: re.Match[str]) -> Iterator[Claim]:
    """Read `by a third`, `by half`: the word of change before it says which way."""
    head, tail = _around(text, match.start(), match.end())
    word = _nearest(head, tail)
    if word is None:
        return
    claim = _worded(text, match.start("part"), match.end())
    claim.percent = _PARTS[match["part"].lower().replace("-", " ").split()[-1]]
    claim.sense = "better" if word["better"] else "worse" if word["worse"] else "change"
    if word["down"]:
        claim.percent = -claim.percent
    yield claim
