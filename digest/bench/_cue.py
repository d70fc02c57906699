# SPDX-License-Identifier: GPL-2.0-or-later
"""Words that name a side of the change, and where two of them are one caption: `Patched vs. unpatched:`, "the first is ..., the second"."""

import re
from typing import Final, NamedTuple

from digest.model.bench import Role


class Cue(NamedTuple):
    """A place where the text names a side.  `label` marks what heads a section (a colon, a line of its own, a dash)."""

    start: int
    end: int
    role: Role | None
    strength: int
    label: bool


_JOIN: Final = re.compile(r"[ \t]{0,3}(?:vs\.?|versus|/|\||and|or|&|,|-{1,2}>|=>|→)[ \t]{0,3}", re.IGNORECASE)
ORDER: Final = re.compile(
    r"(?P<one>[A-Za-z/-]{2,12})[ \t]{0,3}(?:vs\.?|versus|/|\||and|or|&|,|-{1,2}>|=>|→)[ \t]{0,3}(?P<other>[A-Za-z-]{2,12})(?![A-Za-z-])",
    re.IGNORECASE,
)
_AHEAD: Final = re.compile(
    r"\b(?:before|old|base|baseline|vanilla|original|stock|mainline|net-next|without|w/o|after|new|now|with)[ \t]{0,3}"
    r"(?:vs\.?|versus|/|\||-{1,2}>|=>|→)[ \t]{0,3}$",
    re.IGNORECASE,
)
_FIRST: Final = re.compile(r"\b(?:first|former|upper|left|top)\b[^.\n]{0,60}$", re.IGNORECASE)
_SECOND: Final = re.compile(r"\b(?:second|latter|lower|right|bottom|other|last|then)\b", re.IGNORECASE)
_IS_SECOND: Final = re.compile(
    r"\b(?:first|former|upper|left|top)\b[^.\n]{1,60}\b(?:second|latter|lower|right|bottom|other)\b[^.\n]{0,30}$", re.IGNORECASE
)
_BOTH_OF_TWO: Final = 100


def joined(text: str, found: list[Cue]) -> list[Cue]:
    """Take the sides of captions that name both (`patched vs. unpatched:`, "the first is with the patch, the second without") as none."""
    out: list[Cue] = []
    for cue in found:
        last = out[-1] if out else None
        if last is not None and cue.start < last.end:
            if last.role is None and cue.end >= last.end:
                out[-1] = last._replace(end=cue.end, label=last.label or cue.label)  # `Before vs after:` is one cue
            else:
                out.append(cue)
            continue
        ahead = _AHEAD.search(text[max(0, cue.start - 40) : cue.start]) if cue.label and cue.role is not None else None
        if ahead is not None and (last is None or last.end <= max(0, cue.start - 40) + ahead.start()):
            out.append(cue._replace(start=max(0, cue.start - 40) + ahead.start(), role=None))  # `Old vs new (Mpps):`
            continue
        if cue.label and cue.role is not None and _IS_SECOND.search(text[max(0, cue.start - 120) : cue.start]) is not None:
            out.append(cue._replace(role=None))
            continue
        if (
            last is not None
            and last.role is not None
            and cue.role is not None
            and cue.role != last.role
            and cue.label
            and (_JOIN.fullmatch(text, last.end, cue.start) is not None or _ordered(text, last, cue))
        ):
            out[-1] = last._replace(end=cue.end, role=None, label=True)
            continue
        out.append(cue)
    return out


def _ordered(text: str, one: Cue, other: Cue) -> bool:
    """Tell whether two cues of one sentence name the sides of the first and the second result below."""
    return (
        other.start - one.end < _BOTH_OF_TWO
        and "\n\n" not in text[one.end : other.start]
        and _FIRST.search(text[max(0, one.start - 80) : one.start]) is not None
        and _SECOND.search(text, one.end, other.start) is not None
    )
