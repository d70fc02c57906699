# SPDX-License-Identifier: GPL-2.0-or-later
"""What the clause around a claim says of it: counted from the other side, of a mean, of nothing changed, one of two with one word."""

import re
from typing import Final

_STATE: Final = r"(?:patch(?:es|set)?|series|change|changes|fix|commit|optimi[sz]ation)"
_WITHOUT: Final = rf"without[ \t\n]{{1,3}}(?:it\b|(?:the|this|these|that|my|our)[ \t\n]{{1,3}}(?:[a-z]{{2,14}}[ \t\n]{{1,3}})?{_STATE}\b)"
# "15% lower without this patch", "without this patch throughput is 15% lower", "the unpatched kernel is 15% slower"
_BEHIND: Final = re.compile(
    r"(?:[ \t\n]{1,3}(?:lower|slower|less|worse|higher|more|fewer|faster|better))?"
    rf"(?:[ \t\n]{{1,3}}(?!with\b|than\b)[a-z]{{2,14}}){{0,2}}[ \t\n]{{1,3}}{_WITHOUT}",
    re.IGNORECASE,
)
_BEFORE: Final = re.compile(rf"\b{_WITHOUT},?[^.,;:%\d]{{0,50}}$", re.IGNORECASE)
_UNPATCHED: Final = re.compile(
    r"\b(?:unpatched|vanilla|unmodified|baseline|stock|old)(?:[ \t\n]{1,3}(?:kernel|version|code|driver|tree|build|one|setup)){0,2}"
    r"[ \t\n]{1,3}(?:is|was|runs|performs|ran|performed)[ \t\n]{1,3}"
    r"(?:(?:about|around|roughly|almost|nearly|only|still)[ \t\n]{1,3})?[~≈]?$",
    re.IGNORECASE,
)
_COMPARED: Final = re.compile(
    r"[ \t\n]{1,3}(?:lower|slower|less|worse|higher|more|fewer|faster|better|drop|decrease|reduction|loss|regression|increase|penalty)\b",
    re.IGNORECASE,
)


def turned(head: str, tail: str) -> bool:
    """Tell whether a claim says how the state without the change differs from that with it."""
    if _BEHIND.match(tail) is not None:
        return True
    return _COMPARED.match(tail) is not None and (_UNPATCHED.search(head) is not None or _BEFORE.search(head) is not None)


_CPU: Final = re.compile(r"\bcpus?(?:[ ](?:usage|util(?:i[sz]ation)?|load|time))?[ \t]{0,3}[:=@]?[ \t]{1,12}[~≈]?$", re.IGNORECASE)


def of_cpu(head: str, tail: str) -> bool:
    """Tell whether a percentage is the share of a processor: `CPU 600%`; right before a word of change it is none."""
    return _CPU.search(head) is not None and _COMPARED.match(tail) is None


_CPU_BEHIND: Final = re.compile(
    r"[ ]?%?[ ]?(?:of[ ](?:an?|one|the|each)[ ])?(?:cpu|core|idle|softirq)s?\b(?![ ](?:less|lower|fewer|more|higher))", re.IGNORECASE
)


_OF_WHOLE: Final = re.compile(r"[ ]?%?[ \n]of[ \n](?!a[ ](?:gain|drop|change|difference))[A-Za-z]", re.IGNORECASE)
_RETRACTED: Final = re.compile(
    r"\b(?:mistake|wrong(?:ly)?|typo|bogus|miscalculat\w{1,4}|not true|I (?:wrote|claimed|said|reported))\b", re.IGNORECASE
)


def retracted(head: str, tail: str) -> bool:
    """Tell whether a sentence takes back what it claimed: "In v1 I wrote 50%, that was a mistake"."""
    return _RETRACTED.search(head) is not None or _RETRACTED.search(tail) is not None


def share(text: str, start: int, end: int) -> bool:
    """Tell whether the percentage of a table is the share of a processor by the words right beside it: `(92% CPU)`, `(CPU: 88%)`."""
    if _OF_WHOLE.match(text, end, end + 24) is not None:
        return True  # `(97% of line rate)`
    if "cpu" in text[start:end].lower() or _CPU_BEHIND.match(text, end, end + 40) is not None:
        return True
    return of_cpu(text[max(0, start - 40) : start], text[end : end + 20])


_MEAN: Final = re.compile(
    r"\b(?:on|in)[ \t\n]{1,3}average\b|\bgeo(?:metric[ ])?mean\b|\baveraging\b|\ban[ ]average[ ]of\b"
    r"|\b(?:average|mean|averaged|overall|total|combined)[ \t\n]{1,3}"
    r"(?:improvement|gain|increase|speed-?up|boost|change|reduction|decrease|regression)",
    re.IGNORECASE,
)
_ON_AVERAGE: Final = re.compile(r"\b(?:on|in)[ \t\n]{1,3}average\b", re.IGNORECASE)


def of_mean(head: str, tail: str) -> bool:
    """Tell whether a claim is of the mean of several results: `on average`, `the average gain is`."""
    return _MEAN.search(head) is not None or _ON_AVERAGE.search(tail) is not None


_UP_TO: Final = "(?:up to |about |around |over |almost )?"
# "we gain 25% at 64 bytes and 10% at 256 bytes", "at 64 bytes we gain 25%, at 256 bytes 10%"
_NEXT_BEFORE: Final = re.compile(
    rf"\d[ ]?%[ ]?(?:,|,?[ \n]and|,?[ \n]but)(?P<of>[ \n](?:at|for|with|on)[ \n][^,.;:%]{{1,40}})[ \n]{_UP_TO}[~≈]?$",
    re.IGNORECASE,
)
_NEXT_BEHIND: Final = re.compile(
    rf"\d[ ]?%[ \n](?:at|for|with|on)[ \n][^,.;:%]{{1,40}}(?:,|,?[ \n]and|,?[ \n]but)[ \n](?:by[ \n])?{_UP_TO}[~≈]?$",
    re.IGNORECASE,
)
_OF: Final = re.compile(r"[ \n](?:(?:at|for|with|on)[ \n]|without(?=[ ]?(?:[.,;)]|\Z)))", re.IGNORECASE)
_FEW_WORDS: Final = 7


# "TCP_RR improves by 5% and UDP_RR by 8%"
_NEXT_BY: Final = re.compile(
    rf"\d[ ]?%[^%.;!?]{{0,70}}?(?:,|[,)]?[ \n]and|,?[ \n]but)(?P<of>[ \n][A-Za-z][\w./ -]{{0,40}})?[ \n]by[ \n]{{1,12}}{_UP_TO}[~≈]?$",
    re.IGNORECASE,
)


_WIDE: Final = re.compile(r"\s+")


def shared(head: str, tail: str, words: re.Pattern[str]) -> tuple[re.Match[str], str] | None:
    """Take the word of change of the claim right before, where this one names only what else it is of; with the words around it then."""
    head = _WIDE.sub(" ", head)
    before = _NEXT_BEFORE.search(head) or _NEXT_BY.search(head)
    at = before or (_NEXT_BEHIND.search(head) if _OF.match(tail) is not None else None)
    if at is None:
        return None
    said = head[: at.start()]
    word = max(words.finditer(said), key=lambda match: match.end(), default=None)
    if word is None or "%" in said[word.end() :] or len(said[word.end() :].split()) > _FEW_WORDS:
        return None
    return word, f"{said},{(before['of'] or '') if before is not None else ''}|{tail}".lower()


_SUBJECT: Final = re.compile(
    r"(?:^|[,(\n]|\band|\bbut|\bthe|\bso|\bwhile|\bthat|\boverall|\bour|\bmy|\bavg|\baverage|\bmean)[ \t\n]{0,3}"
    r"(?:through?put|bandwidth|latency|rtt|pps|packet rate|tps|transaction rate|cpu (?:usage|utili[sz]ation|load))[ \t\n]{1,3}$",
    re.IGNORECASE,
)
_ONLY: Final = re.compile(
    r"[ \t\n]{1,3}(?:for|with|on|at|when|in|of|if|while|without|as[ ](?:in|with|v\d)|between|across|from|to)\b", re.IGNORECASE
)


def all_of(head: str, tail: str) -> bool:
    """Tell whether "is unchanged" is said of a metric itself, and not of a part of its results only."""
    return _SUBJECT.search(head) is not None and _ONLY.match(tail) is None


SAMES: Final = ("unchanged", "identical", "neutral", "the same", "noise", "margin", "insignificant")
SAME: Final = re.compile(
    r"(?<![\w-])(?:(?:is|are|was|were|stays?|stayed|remains?|remained)\s{1,12}(?:(?:about|roughly|basically|practically|almost|nearly"
    r"|essentially|mostly|still|exactly)\s{1,12})?(?:unchanged|identical|neutral|the\s{1,12}same)|(?:perf|performance)[ -]neutral"
    r"|(?:unchanged|identical)(?=[ ]?[:(])"
    r"|(?:with)?in\s{1,12}(?:the\s{1,12})?(?:(?:measurement|run-to-run|statistical|usual|normal)\s{1,12})?(?:noise|margins?\s{1,12}of\s{1,12}error|error\s{1,12}margins?)"
    r"|(?:statistically\s{1,12})insignificant|basically\s{1,12}(?:unchanged|identical|the\s{1,12}same))(?![\w-])",
    re.IGNORECASE,
)
"""Words that say that the figures of both sides are the same."""
