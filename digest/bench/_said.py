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

from digest.bench import _change, _clause, _worded
from digest.bench._block import Claim, Run
from digest.bench._claim import Sense, bound_of
from digest.bench._tokens import UNIT, digits, number
from digest.leap import Leap

_NUMBER: Final = Leap(
    r"\d+-",
    r"(?<![\w.,$/#-])(?P<sign>[+-]?)(?P<number>\d{1,6}(?:\.\d{1,4})?)(?P<range>[ ]?%?[ ]?(?:-|–|~"
    r"|to|and)[ ]?(?P<to>\d{1,6}(?:\.\d{1,4})?)(?=[ ]?(?:%|percent|pct|[xX]\b|times\b)))?"
    r"(?:(?:[ ]?|\n[ \t]{0,12})(?P<points>(?:percentage|percent|%)[ -]?points?\b|pp\b|p\.p\.|points\b)"
    r"|(?:[ ]?|\n[ \t]{0,12})(?P<percent>%|percent\b|pct\b)(?!\w)(?![ ]?(?:CPU|cpu|confidence"
    r"|packet|loss(?! (?:of|in) (?:the )?(?:th|perf|band))|of (?:the )?(?:packets|CPU|cpu)"
    r"|of (?:an?|one|each) (?:single |logical )?(?:CPU|cpu|core)))"
    r"|(?:[ ]?|\n[ \t]{0,12})(?P<times>[xX]|times|fold|-fold)(?![\w*]))",
)
# "drops to 20%", "down to a little under 99%": where it ended, not by how much it changed
_REACHED: Final = re.compile(
    r"(?<!up )(?<!close )(?<!due )(?<!amounts )(?<!compared )\bto[ \t\n]{1,3}"
    r"(?:(?:an?|about|around|only|just|little|under|over|below|above|almost|nearly|roughly)[ \t\n]{1,3}){0,4}[~≈]?$"
    r"|\b(?:went|goes?|rises?|rose|climbs?|climbed|grew)[ ]up[ ]to[ ]{1,3}[~≈]?$",
    re.IGNORECASE,
)
_QUICK: Final = re.compile(r"%|percent|pct|points|times|fold|\d[ ]?(?:[xX]\b|pp\b|p\.p\.)")
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
    found = [*_numbers(text), *_worded.words(text), *_worded.flat(text)]
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


def sentence(text: str, start: int, end: int) -> str:
    """Give the sentence around a claim on one line, as far as it is looked at."""
    head, tail = _change.around(text, start, end)
    return " ".join(f"{head}{text[start:end]}{tail}".split())


def _read(text: str, match: re.Match[str]) -> Claim | None:
    head, tail = _change.around(text, match.start(), match.end())
    times = match["times"] is not None
    if _REACHED.search(head) is not None or _clause.retracted(head, tail):
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
    if _OTHER_COMMIT.search(text[max(0, start - 160) : start]) is not None:
        claim.alone = False  # what another commit did is no claim of this change
    if match["percent"] is not None and (_IN_ROW.match(text, match.end()) or _OF_ROW.search(text[max(0, start - 44) : start])):
        return None  # a row of changes speaks by its columns
    if match["percent"] is not None and not match["sign"] and _clause.of_cpu(head, tail):
        return None
    word = _change.nearest(head, tail)
    claim.turned, claim.mean = _clause.turned(head, tail), claim.to is None and _clause.of_mean(head, tail)
    if word is None and match["percent"] is not None and (shared := _clause.shared(head, tail, _change.WORD)) is not None:
        word, claim.metric = shared
    if word is None:
        return _lone(text, match, claim)
    sense: Sense = "better" if word["better"] else "worse" if word["worse"] else "change"
    if match["sign"] and (sense == "worse" or match["sign"] == "-"):
        sense = "change"  # a number with a sign has told the direction: "a -7.6% regression"
    claim.sense = sense
    if (word["down"] and match["sign"] != "-") or match["sign"] == "-":
        claim.percent = -claim.percent
    return _change.times(claim) if times else claim


_OTHER_COMMIT: Final = re.compile(
    r"\bcommit\s{1,12}(?=[a-f]{0,11}\d)[0-9a-f]{7,40}\b(?:[^.;!?\n]|\n(?![ \t]*\n)|\.(?=\w)){0,150}$", re.IGNORECASE
)
_SO: Final = re.compile(
    r"(?:^|[\n,;(\s])\s{0,9}(?:so|thus|hence|i\.e\.?|that(?:'s| is| makes)|which (?:is|makes|means)"
    r"|this (?:is|makes|gives)|giving|=>|->|==)"
    r"(?:\s(?:an?|about|around|roughly|nearly|almost|over|more than|some|up to)){0,2}\s{0,3}[~≈]?$",
    re.IGNORECASE,
)
_IN_ROW: Final = re.compile(r"[ \t|]{1,40}[+-]?\d{1,5}(?:\.\d{1,4})?[ ]?%")
_OF_ROW: Final = re.compile(r"\d[ ]?%[ \t|]{1,40}$")
_ENDS: Final = re.compile(r"\s{0,3}(?:[,.;!)]|$)")
_ROW: Final = re.compile(r"[ \t|]{1,40}[+-]?\d")


def _lone(text: str, match: re.Match[str], claim: Claim) -> Claim | None:
    """Read a number without a word of change: `2.5x as fast`; with a sign or in brackets it may speak of the figures right before it."""
    claim.alone = False
    if match["times"] is not None:
        said = _change.AS.match(text, match.end())
        if said is not None:
            return _change.times(_change.said_as(claim, said))
        head, tail = _change.around(text, match.start(), match.end())
        if _SO.search(head) is not None and _ENDS.match(tail) is not None:
            claim.sense = "better"
            return _change.times(claim)
    bracketed = text[max(0, match.start() - 3) : match.start()].strip(" ~≈") == "(" and text[match.end() : match.end() + 1] == ")"
    if match["sign"] or bracketed:
        if not bracketed and _ROW.match(text, match.end()) is not None:
            return None  # a row of figures
        before = text[max(0, match.start() - 12) : match.start()].rstrip()
        claim.close = bracketed or match["times"] is not None or before[-1:].isdigit() or before[-1:] in "(|,:;/"
        claim.percent = -claim.percent if match["sign"] == "-" else claim.percent
        if not match["sign"]:
            claim.sense = "better"
        return _change.times(claim) if match["times"] is not None else claim
    return None


# -- numbers in words ----------------------------------------------------------------------------------------------------
