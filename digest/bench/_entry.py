# SPDX-License-Identifier: GPL-2.0-or-later
"""Labels with their values -> one result: who is on which side, what each value is named, and the changes told beside them."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from digest import unit as units
from digest.bench import _asides, _claim, _metric, _role, _tool
from digest.bench._block import Claim, Figure, Run
from digest.bench._cells import number_span
from digest.bench._tokens import Token, Words
from digest.model.bench import Role

KEYVALUE: Final = "keyvalue"
STATISTIC: Final = frozenset(
    {"avg", "average", "mean", "min", "max", "median", "p50", "p90", "p95", "p99", "p99.9", "stddev", "sd", "runs", "iterations"}
)
_ITS_SPREAD: Final = re.compile(r"\((?:std ?dev\w{0,6}|stdev|sd|±[^()]{0,12})\)", re.IGNORECASE)  # "avg(stddev) in us:"
_SIGN_APART: Final = re.compile(r"[(,][ \t]?(?P<sign>[+−-])[ \t]{1,2}\Z")  # `(- 2.9%)`; \Z holds at the end that is given


class Entry(NamedTuple):
    """One label with its values, and the headings told anew before it."""

    label: str
    headings: tuple[str, ...]
    values: tuple[Token, ...]
    claims: tuple[tuple[Token, int], ...]
    start: int
    end: int
    tail: str
    gap: int


def _carried(group: list[Entry]) -> Iterator[Entry]:
    """Give a bare side the words of the label right before it, on the same line: `p99 before: 4.1us after: 3.2us`."""
    last = ""
    for entry in group:
        bare = not _role.residue(entry.label) and _role.own(entry.label)[1] >= 2
        if bare and last and entry.gap < 12 and not entry.headings:
            yield entry._replace(label=f"{last} {entry.label}")
        else:
            last = _role.residue(entry.label) if _role.own(entry.label)[1] >= 2 else ""
            yield entry


def as_run(words: Words, group: list[Entry], headings: list[str], layout: str = KEYVALUE, side: Role | None = None) -> Iterator[Run]:
    """Make one run of labels that stand together; they tell each other's side, else their heading does."""
    changes = [entry for entry in group if not entry.values]
    group = [entry for entry in group if entry.values]
    if not group:
        return
    group = list(_carried(group))
    labels = [entry.label for entry in group]
    above, strength = next(((r, s) for r, s in map(_role.own, reversed(headings)) if r is not None and s == 3), (None, 0))
    if side is not None:
        above, strength = side, 3
    roles = _role.contrast(labels)
    if not {"before", "after"} & set(roles) or (strength == 3 and not {"before", "after"} <= set(roles)):
        roles = [above] * len(group)
    keys = _role.shared_keys(labels, roles)
    both = {"before", "after"} <= set(roles)
    start, end = group[0].start, group[-1].end
    heading = _ITS_SPREAD.sub(" ", " ".join(headings))
    run = Run(_tool.of(words.plain, start, end), start, end, kind="table", layout=layout, figures=[], claims=[])
    run.placed = any(roles)
    for entry, role, key in zip(group, roles, keys, strict=True):
        mine: list[Figure] = []
        for n, token in enumerate(entry.values):
            begin, stop = number_span(token)
            about = f"{entry.label} {entry.tail if n == len(entry.values) - 1 else ''} {heading}"
            if units.family(token.unit) == "/s":
                about = f"{token.text} {about}"  # `410k loops/second`
            if n and token.unit == "%":
                about = _beside(words, entry.values[n - 1].end, token)
            name, direction, primary = _metric.metric(token.unit, about)
            before = words.plain[max(0, token.start - 12) : token.start].split()[-1:]
            if before and before[0].lower() in STATISTIC and before[0].lower() not in {"avg", "average", "mean"}:
                name, primary = f"{name.partition('_')[0]}_{before[0].lower().replace('median', 'p50')}", False
            said = key if both else _role.residue(f"{heading if above is None else ''} {entry.label}")
            figure = Figure(
                begin,
                stop,
                name,
                token.value,
                token.unit,
                direction,
                primary=(primary or token.unit == "%"),
                role=role,
                placed=role is not None or both,
                label=entry.label,
                key=f"{said} {n if layout == KEYVALUE and len(entry.values) > 1 else ''}".strip(),
            )
            if n and layout != KEYVALUE and before and before[0].lower() in {"avg", "average", "mean"}:
                figure.key = f"{figure.key} {before[0].lower()}".strip()  # of the runs before it
            if n and layout == KEYVALUE and units.family(token.unit) == units.family(entry.values[0].unit):
                figure.primary = False
            _asides.deviation(words, figure, token)
            if layout == KEYVALUE:
                _asides.beside(words, figure, token, mine)
            mine.append(figure)
        run.figures += mine
        for token, n in entry.claims:
            run.claims.append(_claim_of(words, token, mine[min(n, len(mine) - 1)]))
    for entry in changes:
        after = next((f for f in reversed(run.figures) if f.role == "after" and f.primary and f.start < entry.start), None)
        if after is not None:
            run.claims.append(_claim_of(words, entry.claims[0][0], after))
            run.claims[-1].sense = "better" if entry.label.lower().startswith(("improve", "gain", "speed")) else "change"
            run.end = max(run.end, entry.end)
    yield run


_CUT: Final = re.compile(r"[,;()\[\]\n]")


def _beside(words: Words, floor: int, token: Token) -> str:
    """Give the words that say what a share beside a value is of: `CPU` of `71.2 Gbps, CPU 540%`, `idle` of `(61% idle)`."""
    ahead = _CUT.split(words.plain[max(floor, token.start - 40) : token.start])[-1]
    return f"{ahead} {token.text} {_CUT.split(words.plain[token.end : token.end + 24])[0]}"


def _claim_of(words: Words, token: Token, figure: Figure) -> Claim:
    begin, stop = number_span(token)
    claim = _claim.percent_claim(words.text, begin, stop)
    apart = _SIGN_APART.search(words.text, max(0, begin - 4), begin)
    if apart is not None and not claim.signed:
        claim.percent, claim.signed = claim.percent if apart["sign"] == "+" else -claim.percent, True
    if token.unit == "x":
        claim.factor, claim.percent = claim.percent or None, round((claim.percent - 1) * 100, 6)
        claim.sense, claim.signed = "better", True
    tail = words.text[token.end : token.end + 24].lower()
    if re.match(r"\s*(?:improv|gain|faster|better|boost)", tail):
        claim.sense = "better"
    elif re.match(r"\s*(?:regress|degrad|slower|worse)", tail):
        claim.sense = "worse"
    elif re.match(r"\s*(?:less|lower|fewer|reduc|decreas|down|drop)", tail) and claim.percent > 0 and words.text[begin] != "+":
        claim.percent = -claim.percent
    claim.end = begin + len(words.text[begin : token.end].rstrip())
    claim.figure = figure
    return claim
