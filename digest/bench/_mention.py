# SPDX-License-Identifier: GPL-2.0-or-later
"""Words of a sentence that name a side of the change: of the numbers behind them, or of the one right beside them."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from digest.model.bench import Role

_CHANGE: Final = (
    r"(?:(?:this|the|these|that|my|our)\s{1,9})?(?:[\w-]{1,16}\s{1,9})?"
    r"(?:patch(?:es|set)?|series|changes?|fix(?:es)?|commit|optimi[sz]ations?|rework|conversion|patches)\b"
)
_THING: Final = (
    r"(?:kernels?|drivers?|code|versions?|implementation|scheme|behaviou?r|allocator|path|algorithm|approach|one|build|tree|setup)"
)
_SAID: Final = re.compile(
    r"(?<![\w/-])(?:"
    rf"(?P<before>(?:without|w/o|before|prior\s{{1,9}}to)\s{{1,9}}(?:applying\s{{1,9}})?(?:{_CHANGE}|(?:it|them|that)\b|this\b(?=\s{{0,9}}[,.;)]))"
    r"|un-?patched\b|unmodified\b|vanilla\b|baseline\b|stock\b|mainline\b|net-next\b(?!\s{0,9}\+)|bpf-next\b|originally\b|previously\b|used\s{1,9}to\b"
    rf"|(?:old|original|existing|current|previous)\s{{1,9}}{_THING})"
    rf"|(?P<after>(?:with|after|applying)\s{{1,9}}(?:applying\s{{1,9}})?(?:{_CHANGE}|(?:it|them)\b(?!\s{{1,9}}(?:is|was|has)\b))"
    rf"|patched\b|modified\b|afterwards\b|now\b|(?:new)\s{{1,9}}{_THING})"
    r"|(?P<bare>before|after|old|new|base|without|with|w/o|w/)(?![\w-])"
    r")",
    re.IGNORECASE,
)
_AT_ONCE: Final = re.compile(
    r"[ \t]{0,2}[:=]?\s{0,12}(?:about\s|around\s|only\s|just\s|roughly\s|it's\s|it is\s|an?\s)?[~≈]?\d", re.IGNORECASE
)
_ENDS: Final = re.compile(
    r"\s{0,9}(?:[,.;)\]]|$)|[ \t]{0,9}\n"
    r"|\s{1,9}[A-Za-z0-9][\w./-]{0,24}(?:[ ][\w./-]{1,16}){0,2}:\s"
    r"|\s{1,9}(?:and|but|vs\.?|versus|while|compared|to|per|when|for|on|in)\b|\s{1,9}\(",
    re.IGNORECASE,
)
_THINGS: Final = re.compile(r"\s{1,9}(?:using\s|enabling\s|the\s|a\s|an\s)?(?P<thing>[A-Za-z][\w/-]{1,30})")


AHEAD: Final = 1
BEHIND: Final = 2


class Said(NamedTuple):
    """Words of a side; `close` where they can only be of the number right behind them (`AHEAD`) or right before them (`BEHIND`)."""

    start: int
    end: int
    role: Role
    close: int = 0


def mentions(text: str, start: int, end: int) -> Iterator[Said]:
    """Find the words of a sentence that name a side; what is only switched counts where it is told with and without."""
    things: list[tuple[int, int, Role, str]] = []
    out: list[Said] = []
    for match in _SAID.finditer(text, start, end):
        if (
            match["bare"] is None
            and _VALUE_AT.search(text, max(start, match.start() - 40), match.start())
            and _STOPS.match(text, match.end(), end)
        ):
            out.append(Said(match.start(), match.end(), "before" if match["before"] else "after", BEHIND))
            continue
        if match["bare"] is None:
            out.append(Said(match.start(), match.end(), "before" if match["before"] else "after"))
            continue
        word = match["bare"].lower()
        role: Role = "before" if word in {"before", "old", "base", "without", "w/o"} else "after"
        behind = text[max(start, match.start() - 30) : match.start()]
        if _AT_ONCE.match(text, match.end(), end) is not None and word not in {"with", "w/"}:
            if word not in {"before", "after"} or _LIST.search(behind) is not None or not behind.strip():
                out.append(Said(match.start(), match.end(), role, AHEAD))
            continue
        closes = _ENDS.match(text, match.end(), end) is not None or _BEFORE_AFTER.search(text, max(start, match.start() - 60), match.end())
        if word in {"before", "after", "without", "with", "w/o"} and closes and _VALUE.search(behind):
            out.append(Said(match.start(), match.end(), role, BEHIND))
            continue
        thing = _THINGS.match(text, match.end(), end)
        if thing is not None and word in {"with", "without", "w/o", "w/"}:
            things.append((match.start(), thing.end(), role, thing["thing"].lower()))
    with_ = {thing for _, _, role, thing in things if role == "after"}
    without = {thing for _, _, role, thing in things if role == "before"}
    both = with_ & without
    sides = {one.role for one in out}
    for a, b, role, what in things:
        others = without if role == "before" else with_
        denied = _IT if role == "before" else _IT_NOT
        if what in both or (sides and role not in sides and len(others) == 1 and denied.search(text, b, end) is not None):
            out.append(Said(a, b, role))
    yield from sorted(out)


_IT: Final = re.compile(r"\bwith\s{1,9}(?:it|them)\b", re.IGNORECASE)
_IT_NOT: Final = re.compile(r"\bwithout(?:\s{1,9}(?:it|them)\b|\s{0,3}[,.;)]|$)", re.IGNORECASE)
# "21.1 Gbps before, 25.3 Gbps after" closes, whatever follows where lines are lost
_BEFORE_AFTER: Final = re.compile(
    r"\d[^,;:\d]{0,24}\s(?:before|without|w/o),?\s{1,9}(?:and\s|but\s)?[~≈]?\d[^,;:]{0,24}\s(?:after|with)\Z", re.IGNORECASE
)
_LIST: Final = re.compile(r"(?:[,:;(|/-]|\b(?:and|is|was|were))\s{0,9}$", re.IGNORECASE)
_VALUE_AT: Final = re.compile(r"\d[\w.]{0,9}(?:\s{1,9}[A-Za-z%][\w/%]{0,15})?\s{1,9}\Z")
_STOPS: Final = re.compile(r"\s{0,9}(?:[,.;)\]]|\Z)|\s{1,9}and\b")
_VALUE: Final = re.compile(r"\d[^,;:]{0,24}$")
