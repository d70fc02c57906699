# SPDX-License-Identifier: GPL-2.0-or-later
"""The claims law: a claim that holds is judged true as it stands, and false once it, or what it speaks of, is changed.

`holding` finds the claims of a text that hold, `changes` changes each in the text in every way that makes it false (another value, another
sign or word, the difference in points written as percent, before and after swapped), `judged` tells what becomes of it.  Used by
the tests over the project's own fixtures and by `make gate` over annotated passages.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from digest import bench
from digest.model import Benchmarks, Comparison

# What turns a claim round, in either direction.  The first that stands near a number is its word.
OPPOSITES = (
    ("increases", "decreases"),
    ("increased", "decreased"),
    ("increasing", "decreasing"),
    ("increase", "decrease"),
    ("improvement", "regression"),
    ("improvements", "regressions"),
    ("improved", "degraded"),
    ("improves", "degrades"),
    ("improving", "degrading"),
    ("improve", "degrade"),
    ("reduction", "increase"),
    ("reductions", "increases"),
    ("reduced", "increased"),
    ("reduces", "increases"),
    ("reducing", "increasing"),
    ("reduce", "increase"),
    ("faster", "slower"),
    ("higher", "lower"),
    ("better", "worse"),
    ("speedup", "slowdown"),
    ("speed-up", "slow-down"),
    ("gains", "loses"),
    ("gained", "lost"),
    ("gain", "loss"),
    ("drops", "rises"),
    ("dropped", "rose"),
    ("drop", "rise"),
    ("falls", "grows"),
    ("fell", "grew"),
    ("saves", "adds"),
    ("saved", "added"),
    ("saving", "adding"),
    ("boosts", "degrades"),
    ("boost", "degrade"),
    ("doubles", "halves"),
    ("doubled", "halved"),
    ("more", "less"),
    ("up", "down"),
)
_TURN = {**{b: a for a, b in reversed(OPPOSITES)}, **dict(OPPOSITES)}
_TURNED = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(map(re.escape, _TURN), key=len, reverse=True))})(?![\w-])", re.IGNORECASE)
_DIGITS = re.compile(r"\d+(?:[.,]\d+)?")
_UNIT_BEHIND = re.compile(r"[ ]?(?:[KMGTkm]?i?(?:[Bb]ps|[Bb]its?/s(?:ec)?|[Bb]/s|B(?:ytes)?/s(?:ec)?|pps|PPS)|[mun]?s(?:ecs?)?|%)(?![\w/])")


class Changed(NamedTuple):
    """A text with one claim, or what it speaks of, changed; `at` is where the claim stands now."""

    kind: str
    text: str
    at: int
    before: float | None
    after: float | None


def offset(text: str, line: int, column: int) -> int:
    """Give the offset of a place that is told as line and column."""
    at = -1
    for _ in range(line - 1):
        at = text.index("\n", at + 1)
    return at + column


def place(text: str, at: int) -> tuple[int, int]:
    """Give line and column of an offset."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def holding(found: Benchmarks) -> list[Comparison]:
    """The claims of a text that hold."""
    return [made for made in found.comparisons if made.claim_matches and made.claim_at is not None and made.before is not None]


def judged(text: str, at: int, before: float | None, after: float | None) -> list[bool | None]:
    """What is said of the claim at a place: of these figures, or, where they cannot be told apart, of the claim at all."""
    where = place(text, at)
    made = [one for one in bench.read(text).comparisons if one.claim_at is not None and one.claim_at[:2] == where]
    return [one.claim_matches for one in made if before is None or (one.before, one.after) == (before, after)]


def changes(text: str, made: Comparison) -> Iterator[Changed]:
    """Each way to make a claim that holds false, in the text."""
    assert made.claim_at is not None
    start = offset(text, *made.claim_at[:2])
    written = made.claim_at[2]
    number = _DIGITS.search(written)
    for kind, other in (("value far off", _far(made)), ("value just outside", _near(made, written)), ("points for percent", _points(made))):
        if number is not None and other is not None:
            said = _written(other, number[0])
            if said is not None and said != number[0]:
                fresh = written[: number.start()] + said + written[number.end() :]
                yield Changed(kind, text[:start] + fresh + text[start + len(written) :], start, made.before, made.after)
    yield from _turned(text, start, written, made)
    yield from _swapped(text, start, made)


def _factor(made: Comparison) -> bool:
    assert made.claim_at is not None
    return re.search(r"[\d.][ ]?(?:[xX]|times|fold)", made.claim_at[2]) is not None


def _far(made: Comparison) -> float:
    """A size that no reading of the figures has."""
    percent = abs(made.claimed_percent or 0.0)
    return percent / 100 * 3 + 3 if _factor(made) else percent * 3 + 40


def _near(made: Comparison, written: str) -> float | None:
    """The first size that rule 8 excludes, a little more for the figures' own last digits."""
    if _factor(made) or made.delta_percent is None or made.before_at is None or made.after_at is None:
        return None
    loose = re.search(r"\d(?:[.,](\d+))?", written)
    digit = 10.0 ** -len((loose[1] if loose else None) or "")
    halves = [_half(at[2], value) for at, value in ((made.before_at, made.before), (made.after_at, made.after))]
    own = (halves[0] + halves[1]) * (100 + abs(made.delta_percent)) * 1.1
    size = abs(made.delta_percent)
    return size + own + 2.1 * max(digit, 1.0, size / 8)


def _half(written: str, value: float | None) -> float:
    """Half a unit of the last digit of a figure, as a part of it."""
    tail = re.search(r"[.,](\d+)\D*$", written)
    grouped = tail is not None and len(tail[1]) == 3 and "." not in written
    return 0.5 * 10.0 ** -(len(tail[1]) if tail and not grouped else 0) / abs(value) if value else 1.0


def _points(made: Comparison) -> float | None:
    """The difference in points, where the metric is measured in percent and both readings are apart."""
    if made.unit != "%" or made.before is None or made.after is None or made.delta_percent is None:
        return None
    points = abs(made.after - made.before)
    return points if abs(points - abs(made.delta_percent)) > 2 + abs(made.delta_percent) / 5 else None


def _written(value: float, like: str) -> str | None:
    places = len(like.replace(",", ".").partition(".")[2])
    return f"{value:.{places}f}".replace(".", "," if "," in like else ".")


def _turned(text: str, start: int, written: str, made: Comparison) -> Iterator[Changed]:
    """The other sign; the other word beside the number."""
    if abs(made.delta_percent or 0.0) < 2.5 or abs(made.claimed_percent or 0.0) < 2.5:
        return  # as many as one point of either side is within the figures' and the claim's last digits
    end = start + len(written)
    sign = "-" if text[start] == "+" else "+" if text[start] == "-" else None
    if sign is not None:
        yield Changed("sign", text[:start] + sign + text[start + 1 :], start, made.before, made.after)
        return
    if text[start - 1 : start] in "+-" and start:
        sign = "-" if text[start - 1] == "+" else "+"
        yield Changed("sign", text[: start - 1] + sign + text[start:], start, made.before, made.after)
        return
    word = _word(text, start, end)
    if word is not None:
        other = _TURN[word[0].lower()]
        other = other.capitalize() if word[0][0].isupper() else other
        shift = len(other) - len(word[0]) if word.end() <= start else 0
        most = text[:start].lower().endswith("up to ")  # the most of a fall is held against another pair than the most of a rise
        pair = (None, None) if most else (made.before, made.after)
        yield Changed("word", text[: word.start()] + other + text[word.end() :], start + shift, *pair)


def _word(text: str, start: int, end: int) -> re.Match[str] | None:
    """The word of change that a reader joins with a number: right behind it, else the last before it in its sentence."""
    tail = re.split(r"[.;?!,()\d|](?=\s|$|\d)|\n\s*\n", text[end : end + 40])[0]
    behind = _TURNED.search(text, end, end + len(tail))
    if behind is not None and len(text[end : behind.start()].split()) <= 3:
        return behind
    head = re.split(r"[.;?!|](?=\s|$)|\n\s*\n|\d", text[max(0, start - 60) : start])[-1]
    before = list(_TURNED.finditer(text, start - len(head), start))
    return before[-1] if before else behind


def _swapped(text: str, start: int, made: Comparison) -> Iterator[Changed]:
    """Both figures' places exchanged, each with its unit."""
    if made.before_at is None or made.after_at is None or abs(made.delta_percent or 0.0) < 2.5 or abs(made.claimed_percent or 0.0) < 2.5:
        return
    spans = []
    for line, column, original in (made.before_at, made.after_at):
        at = offset(text, line, column)
        behind = _UNIT_BEHIND.match(text, at + len(original))
        spans.append((at, behind.end() if behind and made.converted else at + len(original)))
    (a, b), (c, d) = sorted(spans)
    if b > c:
        return
    fresh = text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]
    shift = 0 if start < b else (d - c) - (b - a) if start < c else 0
    yield Changed("before and after swapped", fresh, start + shift, *((None, None) if made.converted else (made.after, made.before)))


class Tally:
    """How many changed claims of each kind were judged false, how many unchanged ones true; what failed, to be shown."""

    def __init__(self) -> None:
        """Nothing counted."""
        self.counts: dict[str, tuple[int, int]] = {}
        self.failures: list[tuple[str, str, str]] = []

    def add(self, kind: str, *, right: bool, name: str = "", words: str = "") -> None:
        """Count one."""
        good, total = self.counts.get(kind, (0, 0))
        self.counts[kind] = good + right, total + 1
        if not right:
            self.failures.append((kind, name, words))

    def text(self, name: str, text: str, found: Benchmarks | None = None, only: list[Comparison] | None = None) -> None:
        """Count all changes of all claims of one text that hold."""
        found = bench.read(text) if found is None else found
        for made in holding(found) if only is None else only:
            for changed in changes(text, made):
                said = judged(changed.text, changed.at, changed.before, changed.after)
                line = changed.text[max(0, changed.at - 70) : changed.at + 60]
                self.add(changed.kind, right=False in said, name=name, words=line)

    def share(self, kind: str | None = None) -> float:
        """The part that is right, of one kind, or of all changed ones."""
        chosen = [pair for name, pair in self.counts.items() if name == kind or (kind is None and name != "unchanged")]
        total = sum(pair[1] for pair in chosen)
        return sum(pair[0] for pair in chosen) / total if total else 1.0
