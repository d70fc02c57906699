# SPDX-License-Identifier: GPL-2.0-or-later
"""Names and values joined by slashes: `before/after: 1.20 Mpps / 1.44 Mpps`, `p50/p99 latency: 20 us / 80 us`."""

import re
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench import _metric, _role
from digest.bench._block import Figure
from digest.bench._cells import rate_in
from digest.bench._tokens import NUMBER, UNIT, number

_NAME: Final = r"[A-Za-z][\w.%]{0,14}"
_LABEL: Final = rf"(?P<names>{_NAME}(?:[ ]?/[ ]?{_NAME}){{1,3}})(?P<of>(?:[ \t][A-Za-z][\w-]{{0,20}}){{0,4}}(?:[ ]?\([^()\n]{{1,24}}\))?)"
_ITEM: Final = rf"[~≈]?(?:{NUMBER})(?:[ ]?(?:{UNIT}))?"
LISTED: Final = re.compile(
    rf"(?<![\w/.]){_LABEL}[ \t]{{0,8}}[:=][ \t\n]{{1,8}}(?P<values>{_ITEM}(?:[ ]{{0,3}}/[ ]{{0,3}}{_ITEM}){{1,3}})(?![\w/])"
)
# the names behind: `8.3 Mpps / 10.4 Mpps (old/new)`
BEHIND: Final = re.compile(
    rf"(?<![\w/.,])(?P<values>{_ITEM}[ ]{{0,3}}/[ ]{{0,3}}{_ITEM})(?P<of>(?:[ ][A-Za-z][\w-]{{0,20}}){{0,2}})"
    rf"[ ]{{1,3}}[(\[](?P<names>[A-Za-z][\w ]{{1,14}}?[ ]?/[ ]?[A-Za-z][\w ]{{1,14}})[)\]]"
)
_VALUE: Final = re.compile(rf"(?<![\w.,])(?P<v>{NUMBER})(?:[ ]?(?P<u>{UNIT}))?(?=[ ]{{0,3}}/|\Z)")
_STATISTIC: Final = re.compile(r"p\d{2}(?:\.\d{1,3})?|avg|average|mean|median|min|max|mdev|stddev", re.IGNORECASE)
_RATES: Final = frozenset({"bit/s", "B/s", "pps", "req/s", "trans/s", "ops/s", "conn/s", "msg/s", "calls/s"})
_DELAY: Final = re.compile(r"latenc|\brtt|delay|\btime|jitter|round.?trip|response", re.IGNORECASE)
_SHARE: Final = re.compile(r"cpu|util|idle|loss|softirq|load|usage|drop", re.IGNORECASE)


def listed(text: str, start: int, end: int) -> Iterator[list[Figure]]:
    """Yield the numbers of each list whose names and values are equally many: both sides of a change, or statistics of one result."""
    if "/" not in text[start:end]:
        return
    for pattern in (LISTED, BEHIND):
        for match in pattern.finditer(text, start, end):
            figures = _read(text, match)
            if figures:
                yield figures


def _read(text: str, match: re.Match[str]) -> list[Figure]:
    names = [name.strip() for name in match["names"].split("/")]
    values = list(_VALUE.finditer(text, match.start("values"), match.end("values")))
    if len(names) != len(values):
        return []
    sides = [_role.own(name)[0] for name in names]
    both = len(names) == 2 and set(sides) == {"before", "after"}
    if not both and not all(_STATISTIC.fullmatch(name) for name in names):
        return []
    line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    about = f"{line[-60:]} {match['of']}"
    found = [units.canonical(value["u"]) if value["u"] else None for value in values]
    unit = next((one for one in reversed(found) if one), "") or rate_in(about)
    if unit in {"K", "M", "G"} and f"{unit}{rate_in(about)}" in units.UNITS:
        found = [f"{one or unit}{rate_in(about)}" for one in found]  # "pps before/after: 1.20M/1.44M"
        unit = found[-1] or ""
    family = units.family(unit)
    if not (
        family in _RATES
        or family.startswith(("cycles", "s/"))
        or (family == "s" and (not both or _DELAY.search(about)))
        or (family == "%" and _SHARE.search(about))
    ):
        return []
    out = []
    for name, side, value, told in zip(names, sides, values, found, strict=True):
        metric, direction, primary = _metric.metric(told or unit, about if both else f"{name} {about} latency" if family == "s" else about)
        out.append(
            Figure(
                *value.span("v"),
                metric,
                number(value["v"]),
                told or unit,
                direction,
                primary=primary or unit == "%",
                role=side if both else None,
                placed=both,
                label=name,
            )
        )
    return out
