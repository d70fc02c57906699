# SPDX-License-Identifier: GPL-2.0-or-later
"""Before against after: pairs of one metric, unit and parameters, their change recomputed, and the claims made of them checked.

The mail's order and words decide who meets whom: equal keys first (a row's label, a heading), then neighbours, then equal lists in
order.  Units of one family are converted and said to be so.  With repeated runs the rank test says whether there is a difference at all.
"""

import re
from typing import Final

import msgspec

from digest import unit as units
from digest.bench import _claim, _rank, _tool
from digest.bench._block import Claim, Figure, Run, digit_of
from digest.bench._tokens import Words
from digest.model.bench import Comparison, Verdict

_CLEAR: Final = 0.05
"""The part by which a single run without a spread must change before it is called better or worse."""
_FREE: Final = frozenset({"duration", "bytes", "loopback", "iface", "host", "socket"})


class Pair(msgspec.Struct):
    """Both sides of one comparison, and the claim made of it."""

    before: Figure
    after: Figure
    run: int
    claim: Claim | None = None
    samples: int | None = None
    p_value: float | None = None


def compare(words: Words, runs: list[Run], claims: list[Claim]) -> tuple[Comparison, ...]:
    """Pair all figures, hand out the claims, judge each pair; claims that belong to no pair stand alone."""
    pairs = pair(runs)
    bound = [claim for run in runs for claim in run.claims]
    alone = _bind(pairs, bound) + _give(words, pairs, claims)
    _test(pairs)
    out = [(p.after.start, _judge(words, p)) for p in pairs]
    out += [(claim.start, _unmet(words, claim)) for claim in alone]
    return tuple(comparison for _, comparison in sorted(out, key=lambda item: item[0]))


# -- pairing ----------------------------------------------------------------------------------------------------------


def pair(runs: list[Run]) -> list[Pair]:
    """Find who is compared with whom."""
    out: list[Pair] = []
    left: dict[tuple[object, ...], list[tuple[int, Figure]]] = {}
    for at, run in enumerate(runs):
        mine: dict[tuple[object, ...], list[Figure]] = {}
        for figure in run.figures:
            if figure.role is not None:
                mine.setdefault(_identity(figure), []).append(figure)
        for identity, figures in mine.items():
            if not _worth(figures):
                continue
            if {figure.role for figure in figures} == {"before", "after"}:
                sides = [f for f in figures if f.role == "before"], [f for f in figures if f.role == "after"]
                if not any(f.value for f in figures):
                    continue
                met = _by_key(*sides) if run.kind == "table" else _meet(*sides)
                out.extend(Pair(b, a, at) for b, a in met)
                seen = {id(f) for two in met for f in two}
                figures = [f for f in figures if id(f) not in seen] if not met and run.kind != "table" else []
            settings = tuple(sorted((k, str(v)) for k, v in run.params.items() if k not in _FREE))
            left.setdefault((run.tool, run.test, settings, *identity), []).extend((at, f) for f in figures)
    for bucket in left.values():
        befores = [(at, f) for at, f in bucket if f.role == "before"]
        afters = [(at, f) for at, f in bucket if f.role == "after"]
        where = {id(f): at for at, f in bucket}
        out.extend(Pair(b, a, where[id(a)]) for b, a in _meet([f for _, f in befores], [f for _, f in afters]))
    out = [p for p in out if p.after.primary or p.before.value or p.after.value]
    out.sort(key=lambda p: (p.run, p.after.start))
    return out


def _worth(figures: list[Figure]) -> bool:
    """Tell whether a comparison says anything: of a result, or of what stands beside it and has a direction."""
    return any(f.primary for f in figures) or figures[0].direction != "unknown"


def _identity(figure: Figure) -> tuple[object, ...]:
    params = tuple(sorted((k, str(v)) for k, v in figure.params.items() if k not in _FREE))
    return (figure.name, units.family(figure.unit), figure.unit, params)


def _meet(befores: list[Figure], afters: list[Figure]) -> list[tuple[Figure, Figure]]:
    """Pair two lists: by equal keys, then interleaved, then in order where they are equally long, then one with all."""
    if not befores or not afters:
        return []
    out: list[tuple[Figure, Figure]] = []
    keys = {f.key for f in befores} & {f.key for f in afters}
    if any(keys) or (keys and len(keys) == len({f.key for f in befores + afters})):
        for key in sorted(keys):
            out += _in_order([f for f in befores if f.key == key], [f for f in afters if f.key == key])
        befores = [f for f in befores if f.key not in keys]
        afters = [f for f in afters if f.key not in keys]
        if not befores or not afters:
            return out
    alone = len(befores) == 1 and not out
    for after in list(afters):
        near = max(befores, key=lambda b: (_alike(b.key, after.key), -abs(after.start - b.start)), default=None)
        if near is not None and _alike(near.key, after.key) >= 0.5:
            out.append((near, after))
            afters.remove(after)
            if not alone:
                befores.remove(near)
    return out or _in_order(befores, afters)


def _by_key(befores: list[Figure], afters: list[Figure]) -> list[tuple[Figure, Figure]]:
    """Pair figures of one table: only those of one row, or column, meet."""
    out = []
    for key in dict.fromkeys(f.key for f in befores):
        out += _in_order([f for f in befores if f.key == key], [f for f in afters if f.key == key])
    return out


def _in_order(befores: list[Figure], afters: list[Figure]) -> list[tuple[Figure, Figure]]:
    if not befores or not afters:
        return []
    if len(befores) == 1:
        return [(befores[0], after) for after in afters]
    sides = "".join("b" if f.role == "before" else "a" for f in sorted(befores + afters, key=lambda f: f.start))
    if re.fullmatch(r"(?:ba{1,20}){2,400}", sides):
        return [(max((b for b in befores if b.start < after.start), key=lambda b: b.start), after) for after in afters]
    if len(befores) == len(afters):
        return list(zip(befores, afters, strict=True))
    if len(afters) == 1 and re.search(r"\bboth\b|\ball\b|\bany\b|\beither\b", f"{afters[0].label or ''} {afters[0].key}", re.IGNORECASE):
        return [(before, afters[0]) for before in befores]
    return []


def _alike(one: str, other: str) -> float:
    a, b = set(one.split()), set(other.split())
    return len(a & b) / len(a | b) if a or b else 0.0


# -- claims -----------------------------------------------------------------------------------------------------------


def _bind(pairs: list[Pair], claims: list[Claim]) -> list[Claim]:
    """Give the claims of a table to the pair of their figure; a table of changes alone leaves them standing alone."""
    alone = []
    by_figure: dict[int, list[Pair]] = {}
    for p in pairs:
        by_figure.setdefault(id(p.after), []).append(p)
    for claim in claims:
        if claim.figure is None:
            alone.append(claim)
            continue
        for p in by_figure.get(id(claim.figure), ()):
            if p.claim is None and (claim.base is None or claim.base is p.before):
                p.claim = claim
                break
    return alone


_METRIC_WORDS: Final[dict[str, str]] = {
    "latency": r"latenc|rtt|delay|round.?trip",
    "cycles": r"cycles?",
    "cpu": r"cpu (?:usage|util|load|time)|utili[sz]ation",
    "time": r"\btime\b|runtime|elapsed|faster|slower",
    "pps": r"\bpps\b|packet rate",
    "throughput": r"through?put|bandwidth",
    "tps": r"transactions?|\btps\b",
    "rps": r"\brps\b|\bqps\b|requests",
}


_RATE_NAMES: Final = frozenset({"pps", "rps", "tps", "ops"})
_REACH: Final = 900
_SETTING: Final = re.compile(r"\b[a-z_]{1,12} ?= ?\d{1,9}\b")


def _give(words: Words, pairs: list[Pair], claims: list[Claim]) -> list[Claim]:
    """Hand claims made in prose to the pairs they speak of; what finds none is a claim without figures."""
    alone: list[Claim] = []
    told: set[float] = set()
    main = {p.run for p in pairs if _main(p)}
    for claim in claims:
        candidates = [p for p in pairs if p.claim is None and (_main(p) or p.run not in main) and _close(p, claim)]
        sentence = claim.metric or ""
        named = _named(sentence)
        fitting = [p for p in candidates if _of(p, named)]
        settings = [re.sub(r"\s", "", said) for said in _SETTING.findall(sentence)]
        exact = [p for p in fitting if any(said in re.sub(r"\s", "", p.after.key.lower()) for said in settings)]
        wanted = exact or fitting or ([] if named and named != ["time"] else candidates)
        held = [p for p in wanted if _percent_fits(words, p, claim)]
        best = _nearest(wanted, claim)
        if best is not None and held and best not in held and len(wanted) > 1:
            best = _nearest(held, claim)
        if best is not None and best not in held and len(wanted) > 1 and not _surely(best, claim, named=bool(named) and bool(fitting)):
            best = None
            told.add(abs(claim.percent))  # of which figures it speaks cannot be told
        if best is not None:
            best.claim = claim
            told.add(abs(claim.percent))
        elif abs(claim.percent) not in told and _speaks(words, claim) and not any(_of(p, named, strict=True) for p in pairs):
            alone.append(claim)
            told.add(abs(claim.percent))
    return alone


_PERFORMANCE: Final = re.compile(
    r"through?put|performance|latenc|bandwidth|\bpps\b|\bcpu\b|\btps\b|\bqps\b|\brps\b|requests|transactions"
    r"|packet rate|cycles|benchmark|regression|faster|slower|speed-?up|\brate\b|utili[sz]ation",
    re.IGNORECASE,
)


_WISHED: Final = re.compile(
    r"\b(?:would|could|might|should|i think|i guess|expect(?:ed)?|hope(?:d)?|nice to|coverage|memory|lines|descriptors)\b", re.IGNORECASE
)


def _speaks(words: Words, claim: Claim) -> bool:
    """Tell whether a claim without figures is one of performance: its sentence says so, or a benchmark was named just before."""
    if _WISHED.search(claim.metric or "") is not None:
        return False
    if _PERFORMANCE.search(claim.metric or "") is not None:
        return True
    return _tool.named(words.plain, max(0, claim.start - 300), claim.start) is not None


def _surely(p: Pair, claim: Claim, *, named: bool) -> bool:
    """Tell whether a claim can only speak of this pair: it follows at once, or it names the metric beside it."""
    behind = claim.start - max(p.before.end, p.after.end)
    return 0 <= behind <= 300 or (named and -300 <= behind <= 500)


def _named(sentence: str) -> list[str]:
    """Name the metric a claim is of: the last one said before the number, else the first behind it."""
    head, _, tail = sentence.partition("|")
    found = [(m.end(), name) for name, pattern in _METRIC_WORDS.items() for m in re.finditer(pattern, head)]
    if found:
        return [max(found)[1]]
    found = [(m.start(), name) for name, pattern in _METRIC_WORDS.items() for m in re.finditer(pattern, tail)]
    return [min(found)[1]] if found else []


def _of(p: Pair, named: list[str], *, strict: bool = False) -> bool:
    """Tell whether a pair is of the metric named; people say throughput of any rate (not where `strict`)."""
    rates = () if strict else _RATE_NAMES
    return not named or any(p.after.name.startswith(name) or (name == "throughput" and p.after.name in rates) for name in named)


def _close(p: Pair, claim: Claim) -> bool:
    """Tell whether a claim stands near enough to figures to speak of them."""
    low, high = sorted((p.before.start, p.after.start))
    return low - _REACH <= claim.start <= high + _REACH


def _main(p: Pair) -> bool:
    return p.after.primary


def _percent_fits(words: Words, p: Pair, claim: Claim) -> bool:
    percent = _claim.signed(claim, p.after.direction)
    return _claim.check(p.before.value, p.after.value, _halves(words, p), claim, percent) is True


def _nearest(pairs: list[Pair], claim: Claim) -> Pair | None:
    """Find the pair a claim in prose speaks of: the last one told before it, else the first one after it."""
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


# -- judging ----------------------------------------------------------------------------------------------------------


def _test(pairs: list[Pair]) -> None:
    """Repeated runs of both sides: say how many, and how likely chance alone is."""
    groups: dict[tuple[object, ...], list[Pair]] = {}
    for p in pairs:
        groups.setdefault((p.run, p.before.key, *_identity(p.before)), []).append(p)
    for group in groups.values():
        if len(group) < _rank.LEAST or len({id(p.before) for p in group}) < len(group):
            continue
        p_value = _rank.p_value([p.before.value for p in group], [p.after.value for p in group])
        for p in group:
            p.samples = len(group)
            p.p_value = None if p_value is None else round(p_value, 4)


def _halves(words: Words, p: Pair) -> tuple[float, float]:
    return digit_of(words, p.before) / 2, digit_of(words, p.after) / 2


def _judge(words: Words, p: Pair) -> Comparison:
    before, after = p.before, p.after
    converted = before.unit != after.unit
    value = after.value * units.factor(after.unit) / units.factor(before.unit) if converted else after.value
    delta = round((value - before.value) / before.value * 100, 2) if before.value else None
    halves = _halves(words, p)
    claimed = matches = warning = None
    if p.claim is not None:
        claimed = _tidy(_claim.signed(p.claim, after.direction))
        matches = _claim.check(before.value, value, halves, p.claim, claimed)
        if matches is False:
            warning = _slip(before, after, value, halves, p.claim, claimed)
    return Comparison(
        metric=after.name,
        params={k: v for k, v in after.params.items() if before.params.get(k) == v},
        before=before.value,
        after=round(value, 6) if converted else value,
        unit=before.unit,
        delta_percent=delta,
        claimed_percent=claimed,
        claim_matches=matches,
        verdict=_verdict(p, value, halves),
        direction=after.direction,
        converted=converted,
        label=after.label,
        before_at=_at(words, before.start, before.end),
        after_at=_at(words, after.start, after.end),
        claim_at=_at(words, p.claim.start, p.claim.end) if p.claim is not None else None,
        claim_text=words.text[p.claim.start : p.claim.end] if p.claim is not None else None,
        spread_percent=_spread(before),
        samples=p.samples,
        p_value=p.p_value,
        warning=warning,
        primary=after.primary,
    )


def _spread(figure: Figure) -> float | None:
    return round(figure.spread / figure.value * 100, 2) if figure.spread is not None and figure.value else None


def _slip(before: Figure, after: Figure, value: float, halves: tuple[float, float], claim: Claim, claimed: float) -> str | None:
    """Name the slip that explains a claim that does not hold: percent for points, the sign, the base, bits for bytes."""
    change = value - before.value
    if after.unit == "%" and abs(change - claimed) <= halves[0] + halves[1] + claim.digit:
        return "points"
    if _claim.check(before.value, value, halves, claim, -claimed):
        return "sign"
    if value and _claim.check(value, before.value, (halves[1], halves[0]), claim, -claimed):
        return "base"
    if _claim.check(before.value, value - before.value, halves, claim, claimed):
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
    told = p.p_value is not None or p.before.spread is not None or p.after.spread is not None
    if not told and abs(value - p.before.value) < abs(p.before.value) * _CLEAR:
        return "no-clear-difference"  # one run each: chance alone moves a network that far
    if direction == "unknown":
        return "unknown"
    return "better" if (value > p.before.value) == (direction == "higher") else "worse"


def _unmet(words: Words, claim: Claim) -> Comparison:
    """Write a claim without figures: it cannot be checked."""
    percent = _tidy(_claim.signed(claim, "unknown"))
    return Comparison(
        metric=None,
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
    )


def _tidy(value: float) -> float:
    return round(value, 6) + 0.0


def _at(words: Words, start: int, end: int) -> tuple[int, int, str]:
    line, column = words.place(start)
    return line, column, words.text[start:end]
