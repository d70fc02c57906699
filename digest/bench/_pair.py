# SPDX-License-Identifier: GPL-2.0-or-later
"""Who is compared with whom: figures of one metric, unit and parameters on both sides of the change.

The mail's order and words decide: equal keys first (a row's label, a heading), then neighbours, then equal lists in order.
"""

import re
from bisect import bisect_left
from typing import Final

import msgspec

from digest import unit as units
from digest.bench import _rank, _role
from digest.bench._block import Claim, Figure, Run

LEAST: Final = 3
"""Runs a side from which a median says more than one run."""
_NEAREST: Final = 100
"""Figures before a figure, and behind it, among which the one with the likest key is looked for."""
_FREE: Final = frozenset({"duration", "bytes", "loopback", "iface", "host", "socket"})


class Pair(msgspec.Struct):
    """Both sides of one comparison, and the claim made of it."""

    before: Figure
    after: Figure
    run: int
    claim: Claim | None = None
    samples: int | None = None
    p_value: float | None = None
    spread: float | None = None
    means: tuple[float, float] | None = None
    overlap: bool = False
    samples_after: int | None = None


def pair(runs: list[Run]) -> list[Pair]:
    """Find who is compared with whom."""
    out: list[Pair] = []
    left: dict[tuple[object, ...], list[tuple[int, Figure]]] = {}
    said = _said_once(runs)
    for at, run in enumerate(runs):
        mine: dict[tuple[object, ...], list[Figure]] = {}
        for figure in run.figures:
            if figure.role is not None:
                mine.setdefault(identity(figure), []).append(figure)
        for kind, figures in mine.items():
            if not _worth(figures):
                continue
            if {figure.role for figure in figures} == {"before", "after"}:
                sides = [f for f in figures if f.role == "before"], [f for f in figures if f.role == "after"]
                if not any(f.value for f in figures):
                    continue
                met = _by_key(*sides) if run.kind == "table" else _meet(*sides)
                out.extend(Pair(b, a, at) for b, a in met)
                if not met and (run.layout == "list" or run.kind != "table"):
                    out.extend(_medians(*sides, at))
                seen = {id(f) for two in met for f in two}
                figures = [f for f in figures if id(f) not in seen] if not met and run.kind != "table" else []
            settings = _settings(run) or said.get((run.tool, run.test, run.kind), ())
            left.setdefault((run.tool, run.test, settings, *kind), []).extend((at, f) for f in figures)
    for bucket in left.values():
        befores = [(at, f) for at, f in bucket if f.role == "before"]
        afters = [(at, f) for at, f in bucket if f.role == "after"]
        where = {id(f): at for at, f in bucket}
        sides = [f for _, f in befores], [f for _, f in afters]
        met = _meet(*sides)
        out.extend(Pair(b, a, where[id(a)]) for b, a in met)
        if not met and afters and all(runs[at].kind != "table" for at, _ in bucket):
            only = len({at for at, _ in befores}) == len({at for at, _ in afters}) == 1
            out.extend(_medians(*sides, afters[0][0], only=only))
    out += _of_other_scale(runs, out)
    out = [p for p in out if p.before.value or p.after.value or (p.after.primary and p.after.unit == "%")]
    out.sort(key=lambda p: (p.run, p.after.start))
    return out


def _settings(run: Run) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((k, str(v)) for k, v in run.params.items() if k not in _FREE))


def _said_once(runs: list[Run]) -> dict[tuple[object, ...], tuple[tuple[str, str], ...]]:
    """Give the settings of a tool's outputs where its command stands above the first of them only: they hold for those without one."""
    found: dict[tuple[object, ...], set[tuple[tuple[str, str], ...]]] = {}
    for run in runs:
        key = (run.tool, run.test, run.kind)
        if run.kind == "tool-output" and (key in found or _settings(run)):
            found.setdefault(key, set()).add(_settings(run))
    return {key: max(all_of) for key, all_of in found.items() if len(all_of - {()}) == 1}


def _of_other_scale(runs: list[Run], made: list[Pair]) -> list[Pair]:
    """Pair the only two results of a metric that are written in units of unlike scale: 900 Mbit/s before, 1.2 Gbit/s after."""
    paired = {id(f) for p in made for f in (p.before, p.after)}
    left: dict[tuple[object, ...], list[tuple[int, Figure]]] = {}
    for at, run in enumerate(runs):
        settings = _settings(run)
        for figure in run.figures:
            if figure.role is not None and (figure.primary or run.kind == "prose") and figure.value and id(figure) not in paired:
                name, family, _, params = identity(figure)
                key = figure.key if run.kind == "table" else ""
                place = at if run.kind == "table" else -1
                left.setdefault((run.tool, run.test, settings, name, family, params, key, place), []).append((at, figure))
    out = []
    for (_, _, _, _, family, _, _, _), figures in left.items():
        sides = sorted(figures, key=lambda item: item[1].role != "before")
        if [f.role for _, f in sides] != ["before", "after"] or family in _NO_SCALE:
            continue
        (_, before), (at, after) = sides
        if before.unit != after.unit and before.unit in units.UNITS and after.unit in units.UNITS and _near(before, after):
            out.append(Pair(before, after, at))
    return out


_NO_SCALE: Final = frozenset({"count", "B", "bit", "%"})
_REACH: Final = 600
_MOST_TIMES: Final = 1000.0


def _near(before: Figure, after: Figure) -> bool:
    """Tell whether two figures stand near each other and are sizes of one thing."""
    times = after.value * units.factor(after.unit) / (before.value * units.factor(before.unit))
    return abs(after.start - before.start) <= _REACH and 1 / _MOST_TIMES <= times <= _MOST_TIMES


def _medians(befores: list[Figure], afters: list[Figure], at: int, *, only: bool = False) -> list[Pair]:
    """Pair the medians of runs that were repeated more often on one side: figures as written (of two in the middle the lower).

    Both sides have one name, or are the `only` two that there are.
    """
    if min(len(befores), len(afters)) < LEAST or len(befores) == len(afters):
        return []
    if not only and len({f.key for f in befores + afters}) > 1:
        return []
    values = [f.value for f in befores], [f.value for f in afters]
    if any(min(side) <= 0 or max(side) > 2 * min(side) for side in values):
        return []
    middle = [sorted(side, key=lambda f: f.value)[(len(side) - 1) // 2] for side in (befores, afters)]
    pair = Pair(middle[0], middle[1], at, samples=len(befores), samples_after=len(afters))
    p_value = _rank.p_value(*values)
    pair.p_value = None if p_value is None else round(p_value, 4)
    pair.spread = max((s for s in map(_rank.spread_percent, values) if s is not None), default=None)
    pair.means = (sum(values[0]) / len(befores), sum(values[1]) / len(afters))
    pair.overlap = min(map(max, values)) >= max(map(min, values))
    return [pair]


def _worth(figures: list[Figure]) -> bool:
    """Tell whether a comparison says anything: of a result, or of what stands beside it and has a direction."""
    return any(f.primary for f in figures) or figures[0].direction != "unknown"


def identity(figure: Figure) -> tuple[object, ...]:
    params = tuple(sorted((k, str(v)) for k, v in figure.params.items() if k not in _FREE))
    return (figure.name, units.family(figure.unit), figure.unit, params)


def _meet(befores: list[Figure], afters: list[Figure]) -> list[tuple[Figure, Figure]]:
    """Pair two lists: by equal keys, then interleaved, then in order where they are equally long, then one with all."""
    if not befores or not afters:
        return []
    out: list[tuple[Figure, Figure]] = []
    keys = {f.key for f in befores} & {f.key for f in afters}
    if any(keys) or (keys and len(keys) == len({f.key for f in befores + afters})):
        ones, others = _grouped(befores), _grouped(afters)
        for key in sorted(keys):
            out += _in_order(ones[key], others[key])
        befores = [f for f in befores if f.key not in keys]
        afters = [f for f in afters if f.key not in keys]
        if not befores or not afters:
            return out
    if len(befores) > 1 and len(afters) > 1 and len({f.key for f in befores}) == len({f.key for f in afters}) == 1:
        return [*out, *_in_order(befores, afters)]  # runs of one thing: which of them stand near each other says nothing
    alone = len(befores) == 1 and not out
    words = {figure.key: frozenset(figure.key.split()) for figure in (*befores, *afters)}
    left = sorted(befores, key=lambda before: before.start)
    for after in list(afters):
        around = bisect_left(left, after.start, key=lambda before: before.start)
        close = left[max(0, around - _NEAREST) : around + _NEAREST]
        near = max(close, key=lambda b: (_alike(words[b.key], words[after.key]), -abs(after.start - b.start)), default=None)
        if near is not None and _alike(words[near.key], words[after.key]) >= 0.5:
            out.append((near, after))
            afters.remove(after)
            if not alone:
                left.remove(near)
    return out or _in_order(befores, afters)


def _by_key(befores: list[Figure], afters: list[Figure]) -> list[tuple[Figure, Figure]]:
    """Pair figures of one table: only those of one row, or column, meet."""
    others = _grouped(afters)
    return [both for key, ones in _grouped(befores).items() for both in _in_order(ones, others.get(key, []))]


def _grouped(figures: list[Figure]) -> dict[str, list[Figure]]:
    out: dict[str, list[Figure]] = {}
    for figure in figures:
        out.setdefault(figure.key, []).append(figure)
    return out


def _in_order(befores: list[Figure], afters: list[Figure]) -> list[tuple[Figure, Figure]]:
    if not befores or not afters:
        return []
    if len(befores) == 1:
        return [(befores[0], after) for after in _same_label(befores[0], afters)]
    sides = "".join("b" if f.role == "before" else "a" for f in sorted(befores + afters, key=lambda f: f.start))
    if re.fullmatch(r"(?:ba{1,20}){2,400}", sides):
        return [(max((b for b in befores if b.start <= after.start), key=lambda b: b.start), after) for after in afters]
    if len(befores) == len(afters):
        return list(zip(befores, afters, strict=True))
    if len(afters) == 1 and re.search(r"\bboth\b|\ball\b|\bany\b|\beither\b", f"{afters[0].label or ''} {afters[0].key}", re.IGNORECASE):
        return [(before, afters[0]) for before in befores]
    return []


def _same_label(before: Figure, afters: list[Figure]) -> list[Figure]:
    """Keep of several afters those whose label has all that the before's has beside its side, where some have it and others not."""
    words = set(_role.residue(before.label or "").split())
    same = [after for after in afters if words <= set(_role.residue(after.label or "").split())]
    return same if words and any(char.isdigit() for word in words for char in word) and same else afters


def _alike(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0
