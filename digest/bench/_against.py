# SPDX-License-Identifier: GPL-2.0-or-later
"""A claim without figures of its own, held against comparisons that other mails make."""

from collections.abc import Sequence

from digest.bench import _claim, _meant, _said
from digest.bench._block import Claim, Figure
from digest.bench._pair import Pair
from digest.bench._tokens import digits
from digest.model.bench import Comparison

_MOST = 200


def against(claim: Comparison, made: Sequence[Comparison]) -> tuple[bool | None, tuple[int, ...]]:
    """Tell whether a claim holds of comparisons, and of which: those that bear it out, else all that it can speak of.

    None where the claim names no metric that they have.  Holding of one of them is enough: which one it means, its words may not say.
    """
    said = _again(claim)
    named = _meant.metrics_in(said.metric or "") if said is not None else ()
    if said is None or not named:
        return None, ()
    pairs = [_pair(one, at) for at, one in enumerate(made[:_MOST]) if one.before and one.after is not None and one.primary]
    fitting = _meant.told_apart([p for p in pairs if _meant.is_of(p, named)], said)
    if not fitting or _meant.of_several(fitting, said):
        return None, ()
    held = [p for p in fitting if _holds(p, made[p.run], said)]
    return bool(held), tuple(p.run for p in held or fitting)


def _again(claim: Comparison) -> Claim | None:
    """Read a claim once more from its sentence."""
    if claim.claim_words is None or claim.claim_text is None:
        return None
    text = " ".join(claim.claim_text.split())
    return next((one for one in _said.claims(claim.claim_words) if claim.claim_words[one.start : one.end] == text), None)


def _pair(one: Comparison, at: int) -> Pair:
    key = " ".join((one.label or "", *(f"{name} {value}" for name, value in one.params.items())))
    name, unit = one.metric or "", one.unit or ""
    sides = [Figure(0, 0, name, value or 0.0, unit, one.direction, key=key) for value in (one.before, one.after)]
    return Pair(sides[0], sides[1], at)


def _holds(p: Pair, one: Comparison, claim: Claim) -> bool:
    halves = [digits(place[2]) / 2 if place else 0.0 for place in (one.before_at, one.after_at)]
    return _claim.judge(p.before.value, p.after.value, (halves[0], halves[1]), claim, one.direction) is True
