# SPDX-License-Identifier: GPL-2.0-or-later
"""Before against after: pairs of one metric, unit and parameters, their change recomputed, and the claims made of them checked.

The mail's order and words decide who meets whom: equal keys first (a row's label, a heading), then neighbours, then equal lists in
order.  Units of one family are converted and said to be so.  With repeated runs the rank test says whether there is a difference at all.
"""

import re
from typing import Final

from digest import unit as units
from digest.bench import _claim, _give, _meant, _rank, _role, _said
from digest.bench._block import Claim, Figure, Run
from digest.bench._pair import Pair, pair
from digest.bench._tokens import Words
from digest.model.bench import Comparison, Verdict

_AT_ONCE: Final = 24
_CLEAR: Final = 0.05
"""The part by which a single run without a spread must change before it is called better or worse."""


def compare(words: Words, runs: list[Run], claims: list[Claim]) -> tuple[Comparison, ...]:
    """Pair all figures, hand out the claims, judge each pair; claims that belong to no pair stand alone."""
    pairs = pair(runs)
    bound = [claim for run in runs for claim in run.claims]
    spans = [(claim.start, claim.end) for claim in bound]
    fresh = [claim for claim in claims if not any(start < claim.end and claim.start < end for start, end in spans)]
    alone = _give.bind(words, pairs, bound) + _give.give(words, pairs, fresh, runs)
    _give.drop_other_bases(words, pairs, runs)
    _test(words, pairs, runs)
    out = [(p.after.start, _judge(words, p)) for p in pairs]
    out += [(claim.start, _unmet(words, claim)) for claim in alone]
    return tuple(comparison for _, comparison in sorted(out, key=lambda item: item[0]))


_RUN_HEAD: Final = re.compile(
    r"[\s|+-]{0,200}(?:runs?|iter(?:ation)?s?|rounds?|trials?|samples?|attempts?|#)[ \t]{0,20}[|\s]", re.IGNORECASE
)
_RUN: Final = re.compile(r"(?:^|(?<=\s))(?:run|iteration|iter|round|trial|sample|attempt|case=)[ #]{0,2}\d{1,3}(?!\w)")
_NTH: Final = re.compile(r"(?:^|(?<=\s))\d{1,3}$")


def _test(words: Words, pairs: list[Pair], runs: list[Run]) -> None:
    """Repeated runs of both sides: say how many, how far they scatter, and how likely chance alone is."""
    groups: dict[tuple[object, ...], list[Pair]] = {}
    for p in pairs:
        groups.setdefault(_one_test(words, p, runs[p.run]), []).append(p)
    for group in groups.values():
        befores, afters = [p.before.value for p in group], [p.after.value for p in group]
        if len(group) < 2 or len({id(p.before) for p in group}) < len(group) or len({id(p.after) for p in group}) < len(group):
            continue
        layout = runs[group[0].run].layout
        if len(group) < _rank.LEAST and layout != "list":
            continue  # two or three results, not said to be runs of one test, may be of several
        apart = 2 if len({p.run for p in group}) > 1 or layout == "keyvalue" else 5
        if not (_alike(befores, apart) and _alike(afters, apart)):
            continue  # results that far apart under one name are of several tests, not of one repeated
        p_value = _rank.p_value(befores, afters)
        spreads = [spread for spread in (_rank.spread_percent(befores), _rank.spread_percent(afters)) if spread is not None]
        for p in group:
            p.samples = len(group)
            p.p_value = None if p_value is None else round(p_value, 4)
            p.spread = max(spreads, default=None)
            p.means = (sum(befores) / len(group), sum(afters) / len(group))
            p.overlap = min(max(befores), max(afters)) >= max(min(befores), min(afters))


def _one_test(words: Words, p: Pair, run: Run) -> tuple[object, ...]:
    """Say of which test a pair is a run: the numbers of runs are no part of it."""
    key, params = p.before.key, p.before.params
    if run.kind == "table" and _RUN_HEAD.match(words.plain, run.start) is not None:
        key, params = _RUN.sub("", key), {name: value for name, value in params.items() if name not in {"case", "run"}}
    elif _RUN.match(key) is not None and "case=" not in key:
        key = _RUN.sub("", key)
    elif run.layout == "keyvalue":
        key = _NTH.sub("", key)  # several values behind one label
    one = p.run if run.kind == "table" else (run.tool, run.test)  # each output of a tool is one run of it
    return one, key.strip(" |"), p.before.name, p.before.unit, tuple(sorted((name, str(value)) for name, value in params.items()))


def _alike(values: list[float], apart: float) -> bool:
    """Tell whether values may be repeated runs of one test: none is `apart` times another."""
    return min(values) > 0 and max(values) <= apart * min(values)


def _judge(words: Words, p: Pair) -> Comparison:
    before, after = p.before, p.after
    converted = before.unit != after.unit
    value = after.value * units.factor(after.unit) / units.factor(before.unit) if converted else after.value
    delta = round((value - before.value) / before.value * 100, 2) if before.value else None
    halves = _meant.halves(words, p)
    verdict = _verdict(p, value, halves)
    claimed = matches = warning = None
    if p.claim is not None:
        claimed, matches, warning = _held(p, value, halves, verdict)
    return Comparison(
        metric=after.name,
        params={k: v for k, v in after.params.items() if before.params.get(k) == v},
        before=before.value,
        after=round(value, 6) if converted else value,
        unit=before.unit,
        delta_percent=delta,
        claimed_percent=claimed,
        claim_matches=matches,
        verdict=verdict,
        direction=after.direction,
        converted=converted,
        label=_label(before.label, after.label),
        before_at=_at(words, before.start, before.end),
        after_at=_at(words, after.start, after.end),
        claim_at=_at(words, p.claim.start, p.claim.end) if p.claim is not None else None,
        claim_text=words.text[p.claim.start : p.claim.end] if p.claim is not None else None,
        spread_percent=_spread(p),
        samples=p.samples,
        p_value=p.p_value,
        warning=warning,
        primary=after.primary,
        claimed_to=_far_end(p.claim, claimed),
        claim_words=_sentence(words, p.claim),
        samples_after=p.samples_after,
    )


def _label(before: str | None, after: str | None) -> str | None:
    """Give what the labels of both sides share; a head that tells a side and a unit ("After (Gbps)") names no test."""
    theirs = (before or after or "").split()
    shared = " ".join(word for word in (after or "").split() if word in theirs)
    told = [word for word in _role.residue(shared).split() if word not in {"from", "to"} and units.canonical(word) is None]
    return shared if told else None


def _sentence(words: Words, claim: Claim | None) -> str | None:
    """Give the words of a claim made in prose; a number in a table has none."""
    return _said.sentence(words.plain, claim.start, claim.end) if claim is not None and claim.metric is not None else None


def _held(p: Pair, value: float, halves: tuple[float, float], verdict: Verdict) -> tuple[float | None, bool | None, str | None]:
    """Say what is claimed of a pair, whether it holds, and by which slip it does not."""
    claim, before, after = p.claim, p.before, p.after
    if claim is None:
        return None, None, None
    if claim.flat:
        return None, verdict == "no-clear-difference" or abs(value - before.value) < abs(before.value) * _CLEAR, None
    if claim.none:
        return None, None if verdict == "unknown" else verdict != "worse", None
    if claim.turned:  # counted from the other side, the claim's number is no change of the pair
        matches = _claim.judge(before.value, value, halves, claim, after.direction)
        straight = _claim.check(before.value, value, halves, claim, _claim.signed(claim, after.direction))
        other = matches is False and _claim.check(before.value, value, halves, claim, -_claim.signed(claim, after.direction))
        return None, None if straight and not matches else matches, "base" if other else None
    claimed = _tidy(_claim.signed(claim, after.direction))
    matches = _claim.check(before.value, value, halves, claim, claimed)
    if matches is False and claimed < 0 and after.start < before.start and 0 <= claim.start - before.end <= _AT_ONCE:
        turned = _claim.check(value, before.value, (halves[1], halves[0]), claim, claimed)
        if turned:
            return None, True, None  # "with it 11.0, without it 9.9, i.e. 10% slower": of the state without
    if matches is False and p.means is not None and p.means[0] and before.unit == after.unit:
        matches = _claim.check(*p.means, halves, claim, claimed)  # of repeated runs the claim may be of their mean
    warning = _slip(before, after, value, halves, claim, claimed) if matches is False else None
    return None if claim.points else claimed, matches, warning


def _far_end(claim: Claim | None, claimed: float | None) -> float | None:
    if claim is None or claim.to is None or claimed is None:
        return None
    return _tidy(_claim.other_end(claim, claimed))


def _spread(p: Pair) -> float | None:
    """Give the wider of both sides' deviations, in percent of its side: as the mail gives it, else of the repeated runs."""
    told = [abs(f.spread / f.value) * 100 for f in (p.before, p.after) if f.spread is not None and f.value]
    return round(max(told), 2) if told else p.spread


def _slip(before: Figure, after: Figure, value: float, halves: tuple[float, float], claim: Claim, claimed: float) -> str | None:
    """Name the slip that explains a claim that does not hold: percent for points, the sign, the base, bits for bytes."""
    if claim.points:
        return "sign" if _claim.check(before.value, value, halves, claim, -claimed) else None
    change = value - before.value
    if after.unit == "%" and abs(change - claimed) <= halves[0] + halves[1] + claim.digit:
        return "points"
    if _claim.check(before.value, value, halves, claim, -claimed):
        return "sign"
    if value and _claim.check(value, before.value, (halves[1], halves[0]), claim, -claimed):
        return "base"
    if any(_claim.check(before.value, other, halves, claim, claimed) for other in (value - before.value, value + before.value)):
        return "base"
    for times in (8.0, 1 / 8):
        if _claim.check(before.value * times, value, halves, claim, claimed):
            return "unit"
    return None


def _verdict(p: Pair, value: float, halves: tuple[float, float]) -> Verdict:
    direction = p.after.direction
    if p.p_value is not None and p.p_value > _rank.ALPHA:
        return "no-clear-difference"
    if abs(value - p.before.value) <= (halves[0] + halves[1]) * 1.0001 and abs(value - p.before.value) <= abs(p.before.value) / 50:
        return "no-clear-difference"
    if p.before.spread is not None and p.after.spread is not None and abs(value - p.before.value) <= p.before.spread + p.after.spread:
        return "no-clear-difference"
    if p.overlap and p.p_value is None:
        return "no-clear-difference"  # too few runs for a test, and those of one side lie among those of the other
    told = p.p_value is not None or p.before.spread is not None or p.after.spread is not None
    if not told and abs(value - p.before.value) < abs(p.before.value) * _CLEAR:
        return "no-clear-difference"  # one run each: chance alone moves a network that far
    if direction == "unknown" or p.after.name == "symbol_share":
        return "unknown"  # a profile says where time goes, not how much of it
    return "better" if (value > p.before.value) == (direction == "higher") else "worse"


def _unmet(words: Words, claim: Claim) -> Comparison:
    """Write a claim without figures: it cannot be checked."""
    percent = _tidy(_claim.signed(claim, "lower" if _meant.lowers(claim) else "unknown"))
    named = _meant.metrics_in(claim.metric or "")
    return Comparison(
        metric=named[0] if named else None,
        params={},
        before=None,
        after=None,
        unit=None,
        delta_percent=None,
        claimed_percent=percent,
        claim_matches=None,
        verdict="unknown",
        claim_at=_at(words, claim.start, claim.end),
        claim_text=words.text[claim.start : claim.end],
        claim_words=_sentence(words, claim),
    )


def _tidy(value: float) -> float:
    return round(value, 6) + 0.0


def _at(words: Words, start: int, end: int) -> tuple[int, int, str]:
    line, column = words.place(start)
    return line, column, words.text[start:end]
