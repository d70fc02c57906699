# SPDX-License-Identifier: GPL-2.0-or-later
"""Claims -> the pairs of figures they speak of: a table's claim to the pair of its cell, a sentence's to the pair that its words mean."""

import re
from bisect import bisect_left
from typing import Final

from digest.bench import _claim, _clause, _meant
from digest.bench._block import Claim, Run
from digest.bench._pair import Pair
from digest.bench._tokens import Words


def bind(words: Words, pairs: list[Pair], claims: list[Claim]) -> list[Claim]:
    """Give the claims of a table to the pair of their figure; a table of changes alone leaves them standing alone."""
    alone = []
    by_figure: dict[int, list[Pair]] = {}
    for p in pairs:
        by_figure.setdefault(id(p.after), []).append(p)
    for claim in claims:
        if claim.figure is None:
            alone.append(claim)
            continue
        if not claim.signed and _clause.share(words.plain, claim.start, claim.end):
            continue
        _claim.worded(words.plain, claim)
        for p in by_figure.get(id(claim.figure), ()):
            if p.claim is None and (claim.base is None or claim.base is p.before):
                p.claim = claim
                break
    return alone


_REACH: Final = 900
_SETTING: Final = re.compile(r"\b[a-z_]{1,12} ?= ?\d{1,9}\b")


def give(words: Words, pairs: list[Pair], claims: list[Claim], runs: list[Run]) -> list[Claim]:
    """Hand claims made in prose to the pairs they speak of; what finds none is a claim without figures."""
    figures = sorted(figure.end for run in runs if run.kind == "prose" for figure in run.figures)
    unplaced = sorted(figure.start for run in runs if run.kind == "prose" for figure in run.figures if figure.role is None)
    alone: list[Claim] = []
    told: set[float] = set()
    main = {p.run for p in pairs if _main(p)}
    rates = {p.run for p in pairs if _main(p) and p.after.unit != "%"}
    for claim in claims:
        open_pairs = [p for p in pairs if p.claim is None and (claim.points or p.run not in rates or not _aside(p, claim))]
        point = _point(words, claim.start)
        if point is not None:
            open_pairs = [p for p in open_pairs if runs[p.run].kind == "table" or not _other_point(words, p, claim, point)]
        near = _beside(words, open_pairs, claim)
        if near is not None:
            near.claim = claim
            told.add(abs(claim.percent))
        if near is not None or claim.close or _of_unplaced(words, unplaced, claim):
            continue
        candidates = [p for p in open_pairs[:_MOST] if (_main(p) or p.run not in main) and _close(p, claim) and _meant.possible(p, claim)]
        sentence = claim.metric or ""
        named = _meant.metrics_in(sentence)
        fitting = [p for p in candidates if _meant.is_of(p, named)]
        if claim.touching or claim.flat:
            best = _touched(words, open_pairs, claim)
            if best is None and not claim.touching:
                best = _same(_meant.told_apart(fitting, claim)) if named else _only(candidates, claim)
        elif claim.none:
            best = _worst(fitting or ([] if named else candidates))
        else:
            settings = [re.sub(r"\s", "", said) for said in _SETTING.findall(sentence)]
            exact = [p for p in fitting if any(said in re.sub(r"\s", "", p.after.key.lower()) for said in settings)]
            wanted = exact or fitting or ([] if named and named != ("time",) else candidates)
            best = _spoken_of(words, wanted, claim, named=bool(named) and bool(fitting))
            if best is None and len(wanted) > 1:
                told.add(abs(claim.percent))  # of which figures it speaks cannot be told
        if best is not None:
            best.claim = claim
            told.add(abs(claim.percent))
        elif (
            claim.alone
            and not claim.turned  # what is lost without the change says not how much is gained with it
            and abs(claim.percent) not in told
            and _meant.speaks(words, claim)
            and not _has_figures(words, figures, claim)
            and not any(_meant.is_of(p, named, strict=True) for p in pairs)
        ):
            alone.append(claim)
            told.add(abs(claim.percent))
    return alone


def _of_unplaced(words: Words, starts: list[int], claim: Claim) -> bool:
    """Tell whether the figures of a claim follow in brackets, and are of no side: `a 35% drop with 32 of them (858 to 556 Mbps)`."""
    at = bisect_left(starts, claim.end)
    return at < len(starts) and starts[at] - claim.end <= _BESIDE and _IN_BRACKETS.fullmatch(words.plain, claim.end, starts[at]) is not None


_IN_BRACKETS: Final = re.compile(r"[^.;:()\n]{0,60}[(\[][~≈]?")


def _aside(p: Pair, claim: Claim) -> bool:
    """Tell whether a pair of shares beside a result is not what a claim names: `71.2 Gbps, CPU 540%`."""
    return p.after.unit == "%" and p.after.name not in _meant.metrics_in(claim.metric or "") and not claim.close


def _point(words: Words, at: int) -> int | None:
    """Find where the point of a list begins in which a place stands."""
    if words.flat:
        marks = list(_MARK.finditer(words.plain, max(0, at - _SENTENCE), at))
        return marks[-1].start() if marks else None
    line = words.plain.rfind("\n", 0, at) + 1
    return line if _BULLET.match(words.plain, line) is not None else None


def _other_point(words: Words, p: Pair, claim: Claim, point: int) -> bool:
    """Tell whether a pair stands in another point of the list than the claim: each speaks for itself."""
    if min(p.before.start, p.after.start) > claim.start:
        return (_MARK if words.flat else _POINT).search(words.plain, claim.end, p.after.start) is not None
    return _meant.end(p) < point


_BULLET: Final = re.compile(r"[ \t]{0,8}(?:[-*•]|\d{1,2}[.)])[ \t]")
_MARK: Final = re.compile(r"(?<=\s)[-*•][ ](?=[A-Za-z])")  # of a point, where the lines are lost
_POINT: Final = re.compile(r"\n[ \t]{0,8}(?:[-*•]|\d{1,2}[.)])[ \t]")


def _has_figures(words: Words, figures: list[int], claim: Claim) -> bool:
    """Tell whether figures stand beside a claim in its sentence: what they are of could not be told, so it is not without figures."""
    at = bisect_left(figures, claim.start)
    if at and claim.start - figures[at - 1] <= _SENTENCE and _ENDED.search(words.plain, figures[at - 1], claim.start) is None:
        return True
    return at < len(figures) and figures[at] - claim.end <= _SENTENCE and _ENDED.search(words.plain, claim.end, figures[at]) is None


_ENDED: Final = re.compile(r"[.;!?](?<!i\.e\.)(?<!e\.g\.)\s|\n[ \t]*\n")


def _spoken_of(words: Words, wanted: list[Pair], claim: Claim, *, named: bool) -> Pair | None:
    """Find the pair that a claim means: the nearest, of several rather one that bears it out; None where that cannot be told."""
    wanted = _meant.told_apart(wanted, claim)
    if _meant.of_several(wanted, claim):  # no single one of them bears a mean out; that all went the other way shows it wrong
        return _nearest(wanted, claim) if _contradicted(wanted, claim) else None
    held = [p for p in wanted if _meant.fits(words, p, claim)]
    if len(held) > 1 and _meant.listed(claim):
        return min(held, key=lambda p: abs(_meant.change(p) * 100 - _claim.signed(claim, p.after.direction)))
    if not held and len(wanted) > 1 and _UP_TO.search((claim.metric or "").partition("|")[0]) is not None:
        return max(wanted, key=lambda p: abs(_meant.change(p)))  # "up to" speaks of the largest
    best = _nearest(wanted, claim)
    if best is None or best in held or len(wanted) == 1:
        return best
    if held:
        return _nearest(held, claim)
    if not (_surely(best, claim, named=named) or _contradicted(wanted, claim) or _outside(wanted, claim)) or _of_variants(
        words, wanted, claim
    ):
        return None
    return best


_UP_TO: Final = re.compile(r"\b(?:up to|as much as|as high as|at most)\s{1,12}[~≈]?$")


def _outside(pairs: list[Pair], claim: Claim) -> bool:
    """Tell whether a range is of all results near it; that none of them lies within, its caller knows."""
    if _CONDITION.search(claim.metric or "") is not None:
        return False
    return claim.to is not None and len({(p.run, p.after.name) for p in pairs}) == 1 and _close_by(pairs, claim)


_CONDITION: Final = re.compile(r"\b(?:with|for|on|at|in|when|under|if|using|of|by|over)\b")


def _close_by(pairs: list[Pair], claim: Claim) -> bool:
    return any(min(abs(claim.start - _meant.end(p)), abs(p.before.start - claim.end)) <= _NEAR_BY for p in pairs)


def _touched(words: Words, pairs: list[Pair], claim: Claim) -> Pair | None:
    """Find the pair right beside a claim that nothing changed: `No regression: 23.1 Gbps before, 23.0 Gbps after`."""
    named = _meant.metrics_in((claim.metric or "").partition("|")[0][-40:] + "|")
    for p in pairs:
        start = min(p.before.start, p.after.start)
        if _meant.end(p) - start > _SENTENCE:
            continue
        if 0 <= start - claim.end <= _BESIDE and _WORDS_BETWEEN.fullmatch(words.plain, claim.end, start) is not None:
            return p
        if (
            0 <= claim.start - _meant.end(p) <= _BESIDE
            and _BEHIND.fullmatch(words.plain, _meant.end(p), claim.start) is not None
            and _meant.is_of(p, named)
        ):
            return p
    return None


_BEHIND: Final = re.compile(r"(?:[^.;!?\d\n]|\n(?![ \t]*\n)|\.(?=e\.)|(?<=\.e)\.){0,60}")


def _only(pairs: list[Pair], claim: Claim) -> Pair | None:
    """Find the pair that "no difference" speaks of where it names no metric: the only one near it."""
    return pairs[0] if len(pairs) == 1 and _close_by(pairs, claim) else None


_WORDS_BETWEEN: Final = re.compile(r"[ ]?[:,;(][ \t\n]{0,20}(?:[A-Za-z]{1,12}[ :=]{1,3}){0,4}[~≈(]?")


def _same(pairs: list[Pair]) -> Pair | None:
    """Find the pair that "unchanged" speaks of: the only one, of several that which changed most, if it hardly did."""
    worst = max(pairs, key=lambda p: abs(_meant.change(p)), default=None)
    return worst if worst is not None and (len(pairs) == 1 or abs(_meant.change(worst)) * 100 < _CLEARLY) else None


def _contradicted(pairs: list[Pair], claim: Claim) -> bool:
    """Tell whether all figures near a claim went the other way, clearly: whichever it speaks of, it does not hold."""
    near = [p for p in pairs if min(abs(claim.start - _meant.end(p)), abs(p.before.start - claim.end)) <= _NEAR_BY]
    if not near or len(near) < len(pairs):
        return False
    for p in near:
        change = _meant.change(p) * 100
        percent = _claim.signed(claim, p.after.direction) * (-1 if claim.turned else 1)
        if abs(change) < _CLEARLY or abs(percent) < _CLEARLY or (change > 0) == (percent > 0):
            return False
    return True


def _of_variants(words: Words, pairs: list[Pair], claim: Claim) -> bool:
    """Tell whether a claim holds between two variants of the change: then its base is not the state before."""
    for one in pairs:
        for other in pairs:
            if one.before is other.before and one.after.start < other.after.start and one.after.unit == other.after.unit:
                between = Pair(one.after, other.after, other.run)
                if _meant.fits(words, between, claim):
                    return True
    return False


def _worst(pairs: list[Pair]) -> Pair | None:
    """Find the pair that changed most for the worse: where nothing got worse there, nothing did."""
    judged = [p for p in pairs if p.after.direction != "unknown" and p.before.value]
    return max(judged, key=_loss, default=None)


def _loss(p: Pair) -> float:
    return -_meant.change(p) if p.after.direction == "higher" else _meant.change(p)


_NEAR_BY: Final = 400
_CLEARLY: Final = 2.5
_MOST: Final = 400  # pairs that sentences are held against
_DIGIT: Final = re.compile(r"\d|[.;!?]\s|\n[ \t]*\n")
_OPENED: Final = re.compile(r"[ \t]?(?:[A-Za-z/-]{1,20}[ \t]){0,3}[(\[][~≈]?")  # `+32% bandwidth (638Mbps -> 841Mbps)`
_BESIDE: Final = 60
_SENTENCE: Final = 100


def _beside(words: Words, pairs: list[Pair], claim: Claim) -> Pair | None:
    """Find the pair that a claim stands right behind or right before, with nothing but words between.

    `44 cycles after (-28%)`; `is almost doubled, from 1.1 to 2.1 Mpps`.
    """
    best: Pair | None = None
    if claim.none and not claim.close:
        return None
    within = [p for p in pairs if _within(p, claim) and _meant.possible(p, claim)]
    if len(within) == 1:
        return within[0]
    for p in pairs:
        start = min(p.before.start, p.after.start)
        if 0 <= start - claim.end <= _BESIDE and _meant.possible(p, claim) and _OPENED.fullmatch(words.plain, claim.end, start) is not None:
            return p
    for p in pairs:
        if 0 <= claim.start - _meant.end(p) <= _BESIDE and _meant.possible(p, claim) and (best is None or _meant.end(p) > _meant.end(best)):
            best = p
    if best is not None and _DIGIT.search(words.plain, _meant.end(best), claim.start) is not None:
        best = None
    if best is None and not claim.close:
        for p in pairs:
            start = min(p.before.start, p.after.start)
            if 0 <= start - claim.end <= _BESIDE and _meant.end(p) - start <= _SENTENCE and _meant.possible(p, claim):
                if _DIGIT.search(words.plain, claim.end, start) is None:
                    best = p
                break
    return best if best is None or claim.close or _meant.is_of(best, _meant.metrics_in(claim.metric or "")) else None


def _within(p: Pair, claim: Claim) -> bool:
    """Tell whether a claim stands between the two figures of a sentence: `6.4 Mpps, 28% more than the 5.0 Mpps of the baseline`."""
    start = min(p.before.start, p.after.start)
    return start < claim.start < _meant.end(p) and _meant.end(p) - start <= _SENTENCE


def _surely(p: Pair, claim: Claim, *, named: bool) -> bool:
    """Tell whether a claim can only speak of this pair: it follows at once, or it names the metric beside it."""
    behind = claim.start - max(p.before.end, p.after.end)
    return 0 <= behind <= 300 or (named and -500 <= behind <= 700)


def _close(p: Pair, claim: Claim) -> bool:
    """Tell whether a claim stands near enough to figures to speak of them."""
    low, high = sorted((p.before.start, p.after.start))
    return low - _REACH <= claim.start <= high + _REACH


def _main(p: Pair) -> bool:
    return p.after.primary


def _nearest(pairs: list[Pair], claim: Claim) -> Pair | None:
    """Find the pair a claim in prose speaks of: the one it stands within, the last one told before it, else the first one after it."""
    around = [p for p in pairs if min(p.after.start, p.before.start) < claim.start < max(p.after.start, p.before.start)]
    if around and min(_meant.end(p) - min(p.after.start, p.before.start) for p in around) <= _SENTENCE:
        return min(around, key=lambda p: _meant.end(p) - min(p.after.start, p.before.start))
    before = [p for p in pairs if max(p.after.start, p.before.start) < claim.start]
    if before:
        last = max(before, key=lambda p: p.after.start)
        first = [p for p in before if p.run == last.run and p.after.start <= last.after.start]
        gap = claim.start - last.after.start
        after = [p for p in pairs if p.after.start > claim.start]
        if not after or gap < after[0].before.start - claim.start:
            return first[0] if len({p.after.name for p in first}) > 1 else last
    after = [p for p in pairs if p.after.start > claim.start]
    return min(after, key=lambda p: p.after.start) if after else (before[-1] if before else None)


def drop_other_bases(words: Words, pairs: list[Pair], runs: list[Run]) -> None:
    """Take a claim from a pair where it holds of another before told near: `8407 (+20.6%)` may be measured against the first base.

    Only where lines follow each other freely: a table's columns and rows say what is measured against what.
    """
    befores = [figure for run in runs for figure in run.figures if figure.role == "before"]
    for p in pairs:
        if p.claim is None or p.claim.none or p.claim.points or _meant.fits(words, p, p.claim):
            continue
        bracketed = words.plain[p.claim.end : p.claim.end + 1] == ")" and p.claim.start - p.after.end < _LEAST_GAP
        if runs[p.run].layout not in {"keyvalue", "prose", "list", "aligned"} or not bracketed:
            continue
        others = [
            b
            for b in befores
            if b is not p.before and (b.name, b.unit) == (p.before.name, p.before.unit) and 0 < p.after.start - b.start <= _NEAR_BY
        ]
        if len(others) < _FEW and any(_meant.fits(words, Pair(other, p.after, p.run), p.claim) for other in others):
            p.claim = None


_FEW: Final = 4
_LEAST_GAP: Final = 16
