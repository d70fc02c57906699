# SPDX-License-Identifier: GPL-2.0-or-later
"""What a heading says of its column, and a caption of the whole table: units of time and cost, parts of a distribution, sizes, sides."""

import itertools
import re
from typing import Final

from digest import unit as units
from digest.bench import _metric, _role
from digest.model.bench import Role

STATISTIC: Final = re.compile(r"\b(?:avg|average|mean|median|min|max|p\d\d|\d\d(?:th|%)?)\b", re.IGNORECASE)
SIZE: Final = re.compile(r"\d{1,9}[ ]?(?:[kKMG]i?)?(?:B|[Bb]ytes?)?")
PERCENTILE: Final = re.compile(r"\d(?:th)? ?%|percentile", re.IGNORECASE)
_DELAY: Final = re.compile(r"latenc|\brtt|round.?trip|delay|\btimes?\b|duration|jitter", re.IGNORECASE)
_TIME_IN: Final = re.compile(
    r"(?:[(\[](?:in |all in )?|\bin )(?P<unit>usecs?|us|µs|μs|microseconds|msecs?|ms|milliseconds|nsecs?|ns|nanoseconds|seconds|secs?)\b",
    re.IGNORECASE,
)


OTHER: Final = re.compile(r"\berrs?\b|errors?\b|drop(?:s|ped)\b|retrans|\blost\b|\bcpus?\b|\butil|\bload\b|\bidle\b|misses", re.IGNORECASE)
"""Headings of what is counted or shared: the unit of the table is not theirs."""


LOAD: Final = re.compile(r"\bcpus?\b|\butil|\bload\b|\bidle\b", re.IGNORECASE)
"""Headings of a processor's share."""
_TIME_LAST: Final = re.compile(rf"{_TIME_IN.pattern}[)\]]?[ ]?:(?=[ ]|$)", re.IGNORECASE)


_EACH: Final = re.compile(
    r"\b(?P<unit>nsecs?|ns|nanoseconds|usecs?|us|microseconds|msecs?|ms|milliseconds)[ ](?:per|for each)[ ]"
    r"(?:one )?(?:look-?up|packet|pkt|op(?:eration)?|(?:sys)?call|request|skb|insert(?:ion)?|iteration|message|round|loop)s?\b",
    re.IGNORECASE,
)


def time_in(caption: str) -> str:
    """Find the unit of time a caption names for the whole table: `RTT (usec)`, `latency in microseconds`, `... (usec):`, or ""."""
    each = _EACH.search(caption)
    if each is not None:
        return units.canonical(each["unit"]) or ""  # `ns per lookup`
    last = _TIME_LAST.search(caption)
    if last is not None:
        return units.canonical(last["unit"]) or ""
    found = _TIME_IN.findall(caption) if _DELAY.search(caption) is not None else []
    return (units.canonical(found[-1]) or "") if found else ""


_ENDING: Final = re.compile(
    r"[(\[](?:[^()\[\]]{1,40}[,;:] ?)?(?:all |values |numbers |figures )?(?:in )?"
    r"(?P<unit>[A-Za-zµμ%]{1,14}(?: ?/ ?[A-Za-z]{1,12})?)[)\]] ?:"
)


def ending(caption: str) -> str:
    """Find the unit in brackets at the end of the line that introduces a table: `Random write (MB/s):`, `ping-pong (sockperf, usec):`."""
    found = ""
    for match in _ENDING.finditer(caption):
        word = match["unit"].replace(" ", "")
        unit = units.canonical(word) if len(word) > 1 or word in {"s", "%"} else None
        if unit is not None and units.family(unit) not in {"", "Hz", "B", "bit", "count"} and unit not in {"K", "M", "G"}:
            found = unit
    return found


RATE: Final = re.compile(r"t(?:hrough)?put\b|bandwidth|\bbw\b|goodput", re.IGNORECASE)
"""Headings of bits a second."""


def contradicts(head: str, unit: str) -> bool:
    """Tell whether a heading names a metric that a unit told for the whole table cannot be of: `tput` below `Latency (us)`."""
    head, time = head.replace("NODELAY", ""), units.family(unit) == "s"  # TCP_NODELAY is an option
    return (time and RATE.search(head) is not None and _DELAY.search(head) is None) or (
        not time and unit != "%" and _DELAY.search(head) is not None and RATE.search(head) is None
    )


_COST: Final = re.compile(r"\bcycles\b(?:[ ](?:per|/)[ ]?(?:packet|pkt|op\w*|call|request|skb|lookup))?", re.IGNORECASE)


def cost_in(caption: str) -> str:
    """Tell whether a caption says that the whole table counts cycles."""
    return "cycles" if _COST.search(caption) is not None else ""


def named(unit: str, head: str, about: str) -> _metric.Metric:
    """Name a cell's metric; a heading that names a part of the distribution says it alone, whatever its row is called."""
    told = _metric.metric(unit, _role.residue(head)) if units.family(unit) == "s" else None
    return told if told is not None and told.name.startswith("latency_") else _metric.metric(unit, about)


def says_side(head: str) -> bool:
    """Tell whether a heading says a side and nothing else, so that the unit is told elsewhere: `before`, not `before retr`."""
    return _role.own(head)[0] is not None and not _PLAIN.search(_role.residue(head))


_PLAIN: Final = re.compile(
    r"(?<![a-z])(?:t(?:hrough)?put|bw|bandwidth|lat|latency|retr|retries|conns?|drops?|cpus?|loss|errs?|count)(?![a-z])"
)
"""Words of what is measured, beside a side in one heading."""


def shared(found: dict[int, str], headers: list[str], roles: dict[int, Role | None] | None) -> None:
    """Hand a unit that heads both sides to the second of them: `Cycles` above `before` and `after`, told over the first alone."""
    sides = roles or {}
    for left, right in itertools.pairwise(found):
        opposite = {sides.get(left), sides.get(right)} == {"before", "after"}
        if opposite and found[left] and not found[right] and not OTHER.search(headers[right]) and not _PLAIN.search(headers[right].lower()):
            found[right] = found[left]
