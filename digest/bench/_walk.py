# SPDX-License-Identifier: GPL-2.0-or-later
"""Several outputs below each side, or both sides below each test: which heading lines are sides, and how far each reaches.

    net-next:               TCP:
    TCP:                    v6.9:
    [ output ]              [ output ]
    UDP:                    v6.9 + series:
    [ output ]              [ output ]
    net-next + series:      UDP:
    TCP: ...                v6.9: ...

Headings are the short lines between two outputs; where lines are lost, the words before each colon.  A heading is a side by its own
words, where another is the same with something added, or where two differ in a switch.  A side reaches over the headings that come again,
not over one that comes once.
"""

import re
from collections import Counter
from typing import Final, NamedTuple

from digest.bench import _role
from digest.bench._block import Run
from digest.model.bench import Role

_LEAST: Final = 2
_MOST: Final = 200
_REACH: Final = 400
_LONGEST: Final = 60
_EDGES: Final = " \t*#=~<>[]()-:|"
_COMMAND: Final = re.compile(r"[$>]\s|\./|\S{0,60}[\w\])~][#$]\s|(?:#\s{1,3})?[a-z][\w./-]{1,40}\s(?:\S{1,30}\s){0,3}?-{1,2}[A-Za-z]")
_COLON: Final = re.compile(r":\s")
_PROSE: Final = re.compile(r"[.!?,;]\s|[.,;]$|\d\s?(?:[KMG]?(?:bps|bits?/s|B/s|pps)|%)")
_ADDED: Final = re.compile(r"\s{0,3}(?:\+|&|plus\b|and\b|with\b|w/(?!o\b))\s{0,3}\S")


class Side(NamedTuple):
    """Which side a heading says an output is on, the heading's words, and what tells its test: a heading, the command above it."""

    role: Role
    label: str
    test: str = ""
    command: str = ""


def sides(text: str, runs: list[Run]) -> dict[int, Side]:
    """Give the sides of outputs, by their place in `runs`, that the headings between them tell."""
    members = [at for at, run in enumerate(runs) if run.kind == "tool-output" and run.figures]
    if not _LEAST <= len(members) <= _MOST:
        return {}
    ends = [0, *(runs[at].end for at in members)]
    found = _walk(members, [_headings(text, ends[i], runs[at].start) for i, at in enumerate(members)])
    found = {at: one._replace(command=_called(text, ends[members.index(at)], runs[at])) for at, one in found.items()}
    out: dict[int, Side] = {}
    for tool in {runs[at].tool for at in members}:
        mine = [at for at in members if runs[at].tool == tool]
        out |= _paired({at: found[at] for at in mine if at in found and not runs[at].placed}, len(mine))
    return out


def _headings(text: str, start: int, end: int) -> list[str]:
    """Give the heading lines right above an output, without commands and sentences."""
    above = text[max(start, end - _REACH) : end]
    lines = above.split("\n") if "\n" in above.strip() or "\n" in text[max(0, end - 2) : end] else above.split(":")
    found = [" ".join(line.strip(_EDGES).split()) for line in lines if _COMMAND.match(line.strip()) is None]
    return [line for line in found if 1 < len(line) <= _LONGEST and _PROSE.search(line) is None and line[0].isalnum()]


def _called(text: str, start: int, run: Run) -> str:
    """Give the command right above an output, else the words it opens with: `Running 30s test @ http://192.0.2.1/1m`."""
    above = text[max(start, run.start - _REACH) : run.start]
    commands = [line.strip() for part in above.split("\n") for line in _COLON.split(part) if _COMMAND.match(line.strip()) is not None]
    if commands:
        return " ".join(commands[-1].lstrip("$#> ").split())
    opening = text[run.start : min(figure.start for figure in run.figures)].strip().partition("\n")[0]
    return " ".join(opening.partition(" pid=")[0].split())[:_LONGEST]


def _walk(members: list[int], headings: list[list[str]]) -> dict[int, Side]:
    count = Counter(label.lower() for labels in headings for label in set(labels))
    told = _told([*dict.fromkeys(label for labels in headings for label in labels)])
    if not {"before", "after"} <= set(told.values()):
        return {}
    out: dict[int, Side] = {}
    side: Side | None = None
    test = ""
    for at, labels in zip(members, headings, strict=True):
        named = [label for label in labels if label in told]
        if named:
            side = Side(told[named[-1]], named[-1])
        elif any(count[label.lower()] == 1 for label in labels):
            side = None  # of something else, or a heading not understood
        test = next((label for label in reversed(labels) if label not in told), test)
        if side is not None:
            out[at] = side._replace(test=test.lower())
    return out


def _paired(found: dict[int, Side], number: int) -> dict[int, Side]:
    """Keep the sides of a tool of which each output has one; tests count where each meets its like, or none comes twice on a side."""
    befores, afters = ([one for one in found.values() if one.role == role] for role in ("before", "after"))
    if len(found) < number:
        return {}
    for test in (_both, _heading, _command):
        one, other = Counter(map(test, befores)), Counter(map(test, afters))
        few, many = sorted((one, other), key=len)
        if one == other or (few and few <= many and max(many.values()) == 1):
            return {at: side._replace(test=test(side)) for at, side in found.items()}
    return {at: side._replace(test="") for at, side in found.items()} if len(befores) == len(afters) else {}


def _both(side: Side) -> str:
    return f"{side.test} {side.command}".strip()


def _heading(side: Side) -> str:
    return side.test


def _command(side: Side) -> str:
    return side.command


def _told(labels: list[str]) -> dict[str, Role]:
    """Say which headings are sides: by their own words, as the beginning of one that has something added, or two positions of a switch."""
    out: dict[str, Role] = {}
    for label in labels:
        role, strength = _role.own(label)
        if role is not None and strength >= 2:
            out[label] = role
    if not out:
        turned = [(label, role) for label in labels if (role := _role.switch(label)) is not None]
        if len(turned) == 2 and len({" ".join(_role.without_switch(label).split()).lower() for label, _ in turned}) == 1:
            return dict(turned)
    bases = [label[: added.start()] for label, role in out.items() if role == "after" and (added := _ADDED.search(label)) is not None]
    for label in labels:
        if label not in out and any(label == base or label.endswith(f" {base}") for base in bases if base):
            out[label] = "before"
    return out
