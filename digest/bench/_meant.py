# SPDX-License-Identifier: GPL-2.0-or-later
"""What the words of a claim say it is of: a metric, labels, one of several results, performance at all; and whether a pair bears it out."""

import re
from functools import lru_cache
from typing import Final

from digest import unit as units
from digest.bench import _claim, _tool
from digest.bench._block import Claim, digit_of
from digest.bench._pair import Pair
from digest.bench._tokens import Words

_METRIC_WORDS: Final[dict[str, str]] = {
    "latency": r"latenc|rtt|delay|round.?trip",
    "cycles": r"cycles?",
    "cpu": r"cpu (?:usage|util|load|time)|utili[sz]ation",
    "time": r"\btime\b|runtime|elapsed|faster|slower",
    "pps": r"(?:\b|_)pps\b|packet rate",
    "throughput": r"through?put|bandwidth",
    "tps": r"transactions?|(?:\b|_)tps\b",
    "rps": r"\brps\b|\bqps\b|requests",
    # what is told beside results, and is none of them
    "memory": r"\bmemory\b|\brss\b|footprint|\bslab\b",
    "power": r"\bpower\b|\benergy\b|\bwatts?\b",
    "misses": r"\bmisses\b",
    "interrupts": r"\binterrupts\b|\birqs\b",
    "context_switches": r"context[ -]switch",
    "retransmits": r"retransmi",
    "drops": r"packet drops|dropped packets|drop rate",
    "loss": r"packet loss|loss rate",
    "size": r"(?:binary|code|image|text|object|vmlinux) size|\bvmlinux\b",
    "jitter": r"\bjitter\b",
    "instructions": r"\binstructions\b",
    "contention": r"contention|hold times?\b",
}
_NEAR: Final = 70
_RATE_NAMES: Final = frozenset({"pps", "rps", "tps", "ops"})


def listed(claim: Claim) -> bool:
    """Tell whether a claim is one of several in its sentence: `36% with large frames and 37% without`."""
    return _AND_NEXT.search(claim.metric or "") is not None


_AND_NEXT: Final = re.compile(
    r"\d[ ]?%[^%.;]{1,60}\b(?:and|but)\b[^%.;|]{0,20}\|?[^%.;|]{0,20}$|\|[^%.;]{1,60}\b(?:and|but)\b[^%.;]{0,20}\d[ ]?%"
)


def of_several(pairs: list[Pair], claim: Claim) -> bool:
    """Tell whether a claim is of the mean of several results, that are not runs of one test."""
    return claim.mean and len({p.before.key for p in pairs}) > 1 and not all(_RUN.search(p.before.key) for p in pairs)


_RUN: Final = re.compile(r"\b(?:run|iteration|iter|round|trial|sample|attempt|case)[ #=]{0,2}\d")


def told_apart(pairs: list[Pair], claim: Claim) -> list[Pair]:
    """Keep the pairs whose labels share most with the claim's sentence: "less CPU on TX" is not of the RX column."""
    if len(pairs) < 2:
        return pairs
    labels = [_words(f"{p.before.key} {p.after.key} {p.after.label or ''}".lower()) | _set(p) for p in pairs]
    common = set.intersection(*labels)
    head, _, tail = (claim.metric or "").partition("|")
    clause = f"{head.rpartition(',')[2]} {_NEXT.split(tail, maxsplit=1)[0]}"
    for words in (clause, f"{head} {tail}"):
        said = _words(words) - common
        shared = [len(said & label) for label in labels]
        if max(shared) > 0:
            return [p for p, count in zip(pairs, shared, strict=True) if count == max(shared)]
    return pairs


def _words(text: str) -> set[str]:
    """Give the words of a label or a sentence; `64B` and `64 bytes` are one size."""
    counted = {f"{count}{thing}" for count, thing in _COUNTED.findall(text)}
    numbered = {f"#{count}" for count in _NUMBERED.findall(text)}
    return {_BYTES.sub("", word) for word in _LABEL_WORD.findall(text)} | counted | numbered


def _set(p: Pair) -> set[str]:
    """Give what was set for a pair as a sentence counts it: `8flow` of `flows: 8`."""
    rows = {f"#{value}" for name, value in p.after.params.items() if name in {"row", "case", "size"}}
    return (
        rows
        | {f"{value}{name.rstrip('s')}" for name, value in p.after.params.items()}
        | {f"{count}{thing}" for count, thing in _COUNTED.findall(p.after.key)}
    )


_NUMBERED: Final = re.compile(r"\b(?:with|at|for|on|using)\s(\d{1,9})[ -][a-z]{3,}")
_COUNTED: Final = re.compile(
    r"(?<![\w.])(\d{1,9})[ -](flow|stream|thread|queue|core|cpu|client|connection|rule|route|entr|session|process|worker|vm|packet)"
    r"(?:s|es|ies|y)?\b"
)


_BYTES: Final = re.compile(r"(?<=\d)b\Z")
_LABEL_WORD: Final = re.compile(r"(?<![\w.])(?:[a-z][\w+-]{1,30}|\d{2,9}[kmgb]?)(?![\w.%])")
_NEXT: Final = re.compile(r",|\b(?:and|but)\b(?=[^%,]{0,40}\d[ ]?%)")


def possible(p: Pair, claim: Claim) -> bool:
    """Tell whether a claim can be of a pair at all: points are of percentages, and "TCP gains 3%" is not of figures under `UDP`."""
    if claim.points and p.after.unit != "%":
        return False
    if not p.after.key or not claim.metric:
        return True
    head, _, tail = claim.metric.partition("|")
    said = set(_EITHER_WORD.findall(f"{_CLAUSE.split(head)[-1]} {_CLAUSE.split(tail, maxsplit=1)[0]}"))
    mine = set(_EITHER_WORD.findall(p.after.key)) if said else set()
    return not any(said & group and mine & group and not said & mine & group for group in _EITHER)


_CLAUSE: Final = re.compile(r"[,.;:()]|\s[-*]\s|\b(?:and|but|while|whereas)\b")
_EITHER: Final = tuple(
    frozenset(words.split())
    for words in (
        "tcp udp sctp icmp quic",
        "rx tx",
        "ipv4 ipv6",
        "small large",
        "read write",
        "ingress egress",
        "send receive",
        "local remote",
    )
)
_EITHER_WORD: Final = re.compile(
    r"(?<![a-z0-9])(?:tcp|udp|sctp|icmp|quic|rx|tx|ipv[46]|small|large|read|write|ingress|egress|send|receive|local|remote)(?![a-z0-9])"
)


def change(p: Pair) -> float:
    """The change of a pair as a part of its before."""
    value = p.after.value * units.factor(p.after.unit) / units.factor(p.before.unit)
    return (value - p.before.value) / abs(p.before.value) if p.before.value else 0.0


def end(p: Pair) -> int:
    """Where the later figure of a pair ends."""
    return max(p.before.end, p.after.end)


_PERFORMANCE: Final = re.compile(
    r"through?put|performance|latenc|bandwidth|\bpps\b|\bcpu\b|\btps\b|\bqps\b|\brps\b|requests|transactions"
    r"|packet rate|cycles|benchmark|regression|faster|slower|speed-?up|\brate\b|utili[sz]ation",
    re.IGNORECASE,
)
_WISHED: Final = re.compile(
    r"\b(?:would|could|might|should|i think|i guess|expect(?:ed)?|hope(?:d)?|nice to|coverage|memory|lines|descriptors)\b", re.IGNORECASE
)


def speaks(words: Words, claim: Claim) -> bool:
    """Tell whether a claim without figures is one of performance: its sentence says so, or a benchmark was named just before."""
    if _WISHED.search(claim.metric or "") is not None:
        return False
    if _PERFORMANCE.search(claim.metric or "") is not None:
        return True
    return _tool.named(words.plain, max(0, claim.start - 300), claim.start) is not None


@lru_cache(maxsize=64)  # one claim is held against many pairs
def metrics_in(sentence: str) -> tuple[str, ...]:
    """Name the metric a claim is of: the last one said before the number, else the first behind it."""
    head, _, tail = sentence.partition("|")
    behind = [(m.start(), -len(m[0]), name) for name, pattern in _METRIC_WORDS.items() for m in re.finditer(pattern, tail[:_NEAR])]
    first = min(behind, default=None)
    if first is not None and _AT_ONCE.fullmatch(tail, 0, first[0]) is not None:
        return (first[2],)  # "20% more throughput at the cost of 10% more memory"
    found = [
        (m.end(), len(m[0]), name)
        for name, pattern in _METRIC_WORDS.items()
        for m in re.finditer(pattern, head)
        if name not in _THINGS or _OF_THINGS.search(head, 0, m.start()) is None  # "the latency of small requests"
    ]
    if found:
        return (max(found)[2],)
    return (first[2],) if first is not None else ()


_THINGS: Final = frozenset({"rps", "tps"})
_OF_THINGS: Final = re.compile(r"\b(?:of|for|per)\s(?:\w+\s){0,2}$")
_AT_ONCE: Final = re.compile(
    r"\s{1,3}(?:more|less|lower|higher|fewer|smaller|reduced|improved|better|worse|(?:increase|decrease|drop|gain|improvement|reduction|boost)\s(?:in|of))\s"
    r"(?:the\s)?(?:[\w-]{1,14}\s)?"
)


def lowers(claim: Claim) -> bool:
    """Tell whether what a claim names is better when it is less: a latency, memory; "faster" alone names no metric."""
    named = metrics_in(_PACE.sub(" ", claim.metric or ""))
    return bool(named) and named[0] in _COSTS


_PACE: Final = re.compile(r"faster|slower")
_COSTS: Final = frozenset(_METRIC_WORDS) - {"throughput", "pps", "tps", "rps"}


def is_of(p: Pair, named: tuple[str, ...], *, strict: bool = False) -> bool:
    """Tell whether a pair is of the metric named; people say throughput of any rate (not where `strict`)."""
    rates = () if strict else _RATE_NAMES
    return not named or any(p.after.name.startswith(name) or (name == "throughput" and p.after.name in rates) for name in named)


def fits(words: Words, p: Pair, claim: Claim) -> bool:
    """Whether a pair bears a claim out."""
    value = p.after.value * units.factor(p.after.unit) / units.factor(p.before.unit)
    return _claim.judge(p.before.value, value, halves(words, p), claim, p.after.direction) is True


def halves(words: Words, p: Pair) -> tuple[float, float]:
    """Give half a unit of the last digit of both figures."""
    scale = units.factor(p.after.unit) / units.factor(p.before.unit) if p.before.unit != p.after.unit else 1.0
    return digit_of(words, p.before) / 2, digit_of(words, p.after) * scale / 2
