# SPDX-License-Identifier: GPL-2.0-or-later
"""The words of change beside a number in a sentence (faster, less, drops), and what a multiple means beside them."""

import re
from typing import Final

from digest.bench._block import Claim

_BETTER: Final = (
    r"improv(?:e(?:s|d|ment|ments)?|ing|emetn)|gain(?:s|ed)?|faster|better|speed(?:s|ed)?[ -]?up|boost(?:s"
    r"|ed|ing)?|benefit|win|quicker"
)
_WORSE: Final = (
    r"degrad(?:ation|es?|ed|ing)|regress(?:ion|ions|es|ed|ing)?|slower|slow[ -]?downs?|slows[ ]down|worse|penalty|deteriorat\w{1,6}"
    r"|costs[ ](?:us|me|you)|(?:performance|perf)[ ]hit|(?<=%[ ])hit(?![ -](?:rate|ratio))"
)
_UP: Final = (
    r"increas(?:e[sd]?|ing)|inc|rais(?:e[sd]?|ing)|grow(?:s|th|n)?|grew|rise[sn]?|rose|rising|higher|more|up(?![ \n]to\b)|jump(?:s|ed)?"
    r"|add(?:s|ed|ing)|climb(?:s|ed)?"
)
_DOWN: Final = (
    r"decreas(?:e[sd]?|ing)|reduc(?:e[sd]?|tion|tions|ing)|drop(?:s|ped)?|lower(?:s|ed)?|less|fewer|down"
    r"|(?<!space[ ])sav(?:e[sd]?|ing|ings)|fall(?:s|en)?|fell|declin(?:e[sd]?|ing)|shrink\w{0,3}|cut(?:s|ting)?|loss(?![ ]\d)"
    r"|lost|loses?|shorter"
)
WORD: Final = re.compile(
    rf"(?<![\w-])(?:(?P<better>{_BETTER})|(?P<worse>{_WORSE})|(?P<up>{_UP})|(?P<down>{_DOWN}))(?![\w-])", re.IGNORECASE
)
AS: Final = re.compile(
    r"\s{1,12}(?:as\s{1,12}(?:(?P<up>fast|high|good|quick)|(?P<much>many|much|long)|(?P<down>slow)|(?P<low>low|short|few|little))"
    r"|(?P<of>(?:the|that)\s{1,12}(?:\w{1,20}\s{1,12}){0,2}?(?:through?put|rate|performance|bandwidth|pps|speed|latency|cost|cycles)))\b",
    re.IGNORECASE,
)
_STOP: Final = re.compile(r"(?<!i\.e)(?<!e\.g)(?<!\bvs)(?<!\bca)(?<!approx)[.;:!?](?=\s|$)|\n[ \t]*\n|\n[ \t]*[-*]\s")
_CONTEXT: Final = 90


def around(text: str, start: int, end: int) -> tuple[str, str]:
    """Give what stands before and behind a place in its sentence."""
    head = text[max(0, start - _CONTEXT) : start]
    tail = text[end : end + _CONTEXT]
    breaks = [m.end() for m in _STOP.finditer(head)]
    head = head[breaks[-1] :] if breaks else head
    stop = _STOP.search(tail)
    return head, tail[: stop.start()] if stop else tail


def times(claim: Claim) -> Claim | None:
    """Make a multiple of a claim whose `percent` is one; 40x slower is a fortieth of a rate and forty times of a time."""
    factor = abs(claim.percent)
    if factor <= 0 or (factor < 1 and (claim.sense != "change" or claim.percent < 0)):
        return None
    down = claim.percent < 0 or claim.sense == "worse"
    claim.alone = claim.alone and not down and factor >= 1
    claim.factor = factor
    claim.percent = -1.0 if claim.percent < 0 else (factor - 1) * 100
    return claim


def said_as(claim: Claim, said: re.Match[str]) -> Claim:
    """Take the direction from `as fast`, `as many`, `as slow`, `as low`."""
    if said["up"]:
        claim.sense = "better"
    elif said["down"]:
        claim.sense = "worse"
    elif said["low"]:
        claim.percent = -claim.percent
    return claim


def nearest(head: str, tail: str) -> re.Match[str] | None:
    """Find the word of change that belongs to the number: one that follows within a few words, else the last one before it."""
    best: tuple[int, re.Match[str]] | None = None
    for match in WORD.finditer(tail):
        between = tail[: match.start()]
        if len(between.split()) <= 5 and not re.search(r"[,(]|\d|\b(?:and|but|while|whereas)\b", between):
            best = (len(between.split()) * 2, match)
            break
    for match in WORD.finditer(head):
        between = head[match.end() :]
        words = len(between.split())
        if words <= 7 and "%" not in between and (best is None or words < best[0]):
            best = (words, match)
    return best[1] if best is not None else None
