# SPDX-License-Identifier: GPL-2.0-or-later
"""Marks that open a section without a colon: what `uname -r` printed, `--- before ---`, `## After`, `redirect (before)`; `HEAD~1:`.

They hold with lines and without; words in between rules and behind hashes count only where they name a side by themselves.  Of commits
(`a250c23f15c2^:`) a parent counts where its child heads something too.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from digest.bench._cue import Cue
from digest.model.bench import Role

_UNAME: Final = re.compile(
    r"(?<![\w-])uname\s{1,4}-[ra]{1,2}\s{1,9}(?:Linux\s{1,4}\S{1,60}\s{1,4})?(?P<release>\d\.\d[\w.+~-]{1,80})(?!\S)"
)
_BANNER: Final = re.compile(
    r"(?<![^\s*])(?P<rule>[-=*#~])(?P=rule){1,40}[ \t]{1,3}(?P<label>[A-Za-z][\w +/.-]{1,40}?)[ \t]{1,3}(?P=rule){2,40}(?!\S)"
)
_HASHES: Final = re.compile(
    r"(?<!\S)#{2,4}[ \t]{1,3}(?P<label>before|after|baseline|base|vanilla|unpatched|patched"
    r"|with(?:out)?(?: (?:the |this )?(?:patch|series))?)(?=[\s:])",
    re.IGNORECASE,
)
# `redirect (before)`: a line of its own, or above a rule where lines are lost; behind a number it is of that number
_ENDED: Final = re.compile(
    r"(?<=[\w.,] )[(\[](?P<label>before|after|baseline|vanilla|unpatched|patched|old|new)[)\]]"
    r"(?=:?[ \t]{0,8}(?:\n|\Z)|:[ ]|[ \t]{1,3}={8})",
    re.IGNORECASE,
)
_WORDS_ABOVE: Final = re.compile(r"(?:\A|\n|[ \t]{2})[ \t]{0,12}[A-Za-z][^\n()\[\]:|=\d]{0,60} \Z")
# `commit 3189713a1b84 (a250c23^):`, `a250c23f15c2~1:`: the parent of a commit, where the commit itself heads something too
_COMMIT: Final = re.compile(
    r"(?<!\S)(?:commit[ \t]{1,3})?(?P<sha>(?=[a-f]{0,6}\d)[0-9a-f]{7,40})(?P<back>[~^]1?)?(?:[ \t]\((?P<of>[0-9a-f]{7,40})[~^]1?\))?:(?=\s)"
)
_HEAD: Final = re.compile(r"(?<!\S)HEAD(?P<back>[~^]\d{0,2})?:(?=\s)")

_SIDES: Final[dict[str, Role]] = {
    **dict.fromkeys(("before", "baseline", "vanilla", "unpatched", "old"), "before"),
    **dict.fromkeys(("after", "patched", "new"), "after"),
}


def find(text: str, start: int, stop: int, own: Callable[[str], tuple[Role | None, int]]) -> Iterator[Cue]:
    """Give the marks of a text as cues; `own` says which side a label names."""
    if "uname" in text:
        yield from _kernels(text, start, stop, own)
    if "##" in text:
        for match in _HASHES.finditer(text, start, stop):
            yield from _told(match, own)
    if "--" in text or "==" in text or "**" in text or "##" in text:
        for match in _BANNER.finditer(text, start, stop):
            yield from _told(match, own)
    if ")" in text or "]" in text:
        for match in _ENDED.finditer(text, start, stop):
            before = text[max(start, match.start() - 80) : match.start()]
            if match.end() < stop and (text[match.end() :].lstrip(" \t").startswith(("=", ":")) or _WORDS_ABOVE.search(before) is not None):
                yield Cue(match.start("label"), match.end("label"), _SIDES[match["label"].lower()], 3, label=True)
    if "^" in text or "~" in text:
        yield from _parents(text, start, stop)
    if "HEAD" in text:
        heads = list(_HEAD.finditer(text, start, stop))
        if {match["back"] is None for match in heads} == {True, False}:
            for match in heads:
                yield Cue(match.start(), match.end(), "before" if match["back"] else "after", 3, label=True)


def _told(match: re.Match[str], own: Callable[[str], tuple[Role | None, int]]) -> Iterator[Cue]:
    role, strength = own(match["label"])
    if role is not None and strength >= 2:
        yield Cue(match.start("label"), match.end("label"), role, 3, label=True)


def _parents(text: str, start: int, stop: int) -> Iterator[Cue]:
    """Read the headings of a commit and of its parent."""
    found = list(_COMMIT.finditer(text, start, stop))
    children = [match["of"] or (match["sha"] if match["back"] else "") for match in found]
    for match, child in zip(found, children, strict=True):
        if child and any(_same(child, other["sha"]) for other, of in zip(found, children, strict=True) if not of):
            yield Cue(match.start("sha"), match.end(), "before", 3, label=True)
        elif not child and any(_same(match["sha"], of) for of in children if of):
            yield Cue(match.start("sha"), match.end(), "after", 3, label=True)


def _same(one: str, other: str) -> bool:
    """Tell whether two abbreviations name one commit."""
    return one.startswith(other) or other.startswith(one)


def _kernels(text: str, start: int, stop: int, own: Callable[[str], tuple[Role | None, int]]) -> Iterator[Cue]:
    """Read the releases of the kernels that results were taken on: by their own words, else the longer of two has more in it."""
    found = list(_UNAME.finditer(text, start, stop))
    names = [match["release"].rstrip("+") for match in found]
    roles = [own(name)[0] for name in names]
    if not {"before", "after"} <= set(roles):
        kinds = sorted(set(names), key=len)
        grown = len(kinds) == 2 and kinds[1].startswith((f"{kinds[0]}-", f"{kinds[0]}+"))
        roles = [("before" if name == kinds[0] else "after") if grown else None for name in names]
    for match, role in zip(found, roles, strict=True):
        if role is not None:
            yield Cue(match.start("release"), match.end("release"), role, 3, label=True)
