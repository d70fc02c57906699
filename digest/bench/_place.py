# SPDX-License-Identifier: GPL-2.0-or-later
"""Sections -> roles: a result stands on the side that the words before it name, until other words name the other.

What no word places is compared with its neighbours: results before the first "after" of the same tool were measured without the
change; two results under labels that differ in one switch are its two sides.  All else keeps the role None.
"""

import re
from bisect import bisect_left
from itertools import pairwise
from typing import Final

from digest.bench import _adjacent, _role, _said, _walk
from digest.bench._block import Run
from digest.bench._cue import ORDER, Cue
from digest.bench._tokens import Words
from digest.model.bench import Role

_REACH_LABEL: Final = 4000
_REACH_PROSE: Final = 700
_CONTEXT: Final = 240
_ARROW: Final = re.compile(r"(?<!\S)(?:-{2,3}|={1,2})>(?!\S)")
_COMMAND: Final = re.compile(
    r"(?:^|(?<=\s))(?:\S{1,60}[#$]\s|\$\s|#\s|\./)[^\n:]{0,300}|\bnetperf\s[^\n:]{0,200}|(?:^|(?<=\s))-{1,2}[a-zA-Z]\S{0,40}"
)
_BEHIND: Final = re.compile(r":?[ \t\n]{0,4}\([^()]{1,80}\)")
_TAIL: Final = re.compile(
    r"(?:\S{0,60}[#$]\s+)?(?:\S{0,60}/)?(?:netperf|super_netperf\S{0,6}|iperf3?|nuttcp|ping|wrk|sockperf|qperf|ntttcp|uperf)"
    r"\s(?=-|\S{1,40}\s-|[\d.]{7,15}(?!\S)|\S{1,40}\s{0,3}$)[^:]{0,240}$"
)
_TRACE: Final = re.compile(r"^[ \t]*\+ (?:ifconfig|ip|modprobe|rmmod|ping|netperf|iperf3?|ethtool|tc|sysctl)\b[^\n]*", re.MULTILINE)
_COLUMNS: Final = re.compile(r"\s*(?:\[ {0,2}ID\]|Recv\s+Send|Socket\s|Local\s|Interval\s)")
_OPTIONS: Final = re.compile(r"(?:^|(?<=\s))(?:\./\S{1,60}|-{1,2}[a-zA-Z]\S{0,40}(?:\s\d\S{0,30})?)")
_SENTENCE: Final = re.compile(r"[.!?]\s+(?=[A-Z])|\n[ \t]*\n")
_WITH: Final = re.compile(
    r"(?:^|[.\n]\s{0,8}|\s{2})(?P<label>(?:With|Without|When"
    r"|Using)\b[^.:\n]{3,120}(?:\n[^.:\n]{1,80})?[ ]?:)\s*$"
)


def place(words: Words, runs: list[Run]) -> None:
    """Give each figure its role where the text says one, its section's words as label and key."""
    text = words.plain
    if not runs:
        return
    taken = [(run.start, run.end) for run in runs if run.layout != "prose" or run.kind != "prose"]
    first = max(0, runs[0].start - _REACH_LABEL)
    cues = [cue for cue in _role.cues(text, first, runs[-1].end) if not any(start <= cue.start < end for start, end in taken)]
    starts = [cue.start for cue in cues]
    contexts = _contexts(text, runs, flat=words.flat)
    _adjacent.tests(runs)
    walked = _walk.sides(text, runs)
    for at, (run, context) in enumerate(zip(runs, contexts, strict=True)):
        cue = _cue(cues, starts, run.start)
        if cue is not None and at:
            cue = _other(text, runs, at, cue)
        if at in walked and (cue is None or not at or cue.end <= runs[at - 1].start):
            run.role, run.label = walked[at].role, run.label or walked[at].label
            cue = None
        if cue is not None and cue.role is not None and not run.placed:
            run.role = cue.role
            run.label = run.label or _label(text, cue)
        for figure in run.figures:
            if not figure.placed and run.role is not None:
                figure.role = run.role
                figure.label = figure.label or run.label
            if not figure.placed:
                test = walked[at].test if at in walked else _role.residue(_last_label(context))
                figure.key = f"{test} {figure.key}".strip()
        if cue is None and run.kind == "table":
            _both(text, run, cues, starts)
    _adjacent.behind(text, runs)
    _lined(text, runs)
    _arrows(text, runs)
    _adjacent.place(text, runs)
    _fill(runs)
    _switches(text, runs, contexts)
    _captions(text, runs)
    _adjacent.headed(text, runs)
    _adjacent.carry(text, runs)


_FEW: Final = 60
_HEADED: Final = re.compile(r"\s{0,40}(?P<label>[A-Za-z][\w+/ .-]{1,40}?)[ ]?:\s{0,40}")


def _other(text: str, runs: list[Run], at: int, cue: Cue) -> Cue:
    """Give the side that a heading names which stands alone between an output and the one before, where the cue is of the output before it.

    A heading that names none, comes once and stands behind as many outputs of either side begins something else: `FreeBSD 14:`.
    """
    last, run = runs[at - 1], runs[at]
    if cue.end > last.start or run.kind != "tool-output" or run.start - last.end > _CONTEXT:
        return cue
    heading = _HEADED.fullmatch(text, last.end, run.start)
    if heading is None:
        return cue
    role, strength = _role.own(heading["label"])
    if role is not None and strength >= 2:
        return Cue(*heading.span("label"), role, strength, label=True) if role != cue.role else cue
    if at > _FEW:
        return cue
    told = [one.role for one in runs[:at] if one.tool == run.tool]
    third = told.count("before") == told.count("after") > 0 and text.count(f"{heading['label']}:") == 1
    return cue._replace(role=None) if third else cue


_AGAINST: Final = re.compile(
    r"[ \t]{0,4}(?:[A-Za-z][\w/]{0,12}[ \t]{1,4})?(?:vs\.?|versus|/|\||-{1,2}>|=>|→)[ \t]{0,4}[~≈]?", re.IGNORECASE
)


def _both(text: str, run: Run, cues: list[Cue], starts: list[int]) -> None:
    """Place the two numbers of each `A vs B` below a caption that names both sides, in its order: `Patched vs. unpatched:`."""
    at = bisect_left(starts, run.start) - 1
    if at < 0 or cues[at].role is not None or not cues[at].label or run.start - cues[at].end > _CONTEXT:
        return
    said = ORDER.match(text, cues[at].start)
    if said is None:
        return
    sides = (_role.own(said["one"])[0], _role.own(said["other"])[0])
    if set(sides) != {"before", "after"} or any(figure.placed for figure in run.figures):
        return
    pairs = [(a, b) for a, b in pairwise(run.figures) if _AGAINST.fullmatch(text, a.end, b.start)]
    if len(pairs) * 2 != len(run.figures):
        return
    for pair in pairs:
        for figure, role in zip(pair, sides, strict=True):
            figure.role, figure.placed, figure.label = role, True, said["one"] if role == sides[0] else said["other"]


_ON_LINE: Final = re.compile(r"(?:^|\n)[ \t*-]{0,12}(?P<label>[A-Za-z][\w+/. -]{0,40}?)[ \t]{0,4}:[ \t]{0,8}$")


def _lined(text: str, runs: list[Run]) -> None:
    """Place results that each stand behind a label on their line, one below the other: `Baseline: ...`, `Batched: ...`."""
    group: list[tuple[Run, str]] = []
    for run in [*runs, None]:
        match = _ON_LINE.search(text[max(0, run.start - 60) : run.start]) if run is not None and run.kind == "tool-output" else None
        if run is not None and match is not None and (not group or (run.tool == group[-1][0].tool and run.start - group[-1][0].end < 60)):
            group.append((run, match["label"]))
            continue
        labels = [label for _, label in group]
        roles = _role.contrast(labels, weak=False) if len(group) > 1 else []
        if {"before", "after"} <= set(roles):
            for (member, label), role in zip(group, roles, strict=True):
                if labels.count(label) > 1 and _role.own(label)[0] is None:
                    continue  # a test's name below each side
                if role is not None:
                    _set(member, role)
                member.label = label
                for figure in member.figures:
                    figure.label = label
        group = [(run, match["label"])] if run is not None and match is not None else []


def _cue(cues: list[Cue], starts: list[int], offset: int) -> Cue | None:
    """Find the words that name the side at `offset`: the last ones before it that still reach there."""
    at = bisect_left(starts, offset) - 1
    while at >= 0:
        cue = cues[at]
        distance = offset - cue.end
        if distance > _REACH_LABEL:
            return None
        if cue.label or distance <= _REACH_PROSE:
            return cue if cue.role is not None else None
        at -= 1
    return None


def _label(text: str, cue: Cue) -> str:
    """Give the words of a cue, with what stands in brackets behind its colon: `AFTER: (both MTU 1500 and MTU 8000)`."""
    behind = _BEHIND.match(text, cue.end)
    if behind is not None:
        return " ".join(text[cue.start : behind.end()].split())[:120]
    return " ".join(text[cue.start : cue.end].split()).strip(" :-=#*[")[:80]


def _contexts(text: str, runs: list[Run], *, flat: bool) -> list[str]:
    """Give for each run the words between it and the run before: headings, captions, without command lines."""
    out = []
    last = 0
    for run in runs:
        if run.kind == "prose":
            out.append("")
            continue
        head = text[max(last, run.start - _CONTEXT) : run.start]
        head = (_OPTIONS if flat else _COMMAND).sub(" ", _TAIL.sub(" ", _TRACE.sub(" ", head)))
        parts = [part for part in _SENTENCE.split(head) if _COLUMNS.match(part) is None]
        words = next((part for part in reversed(parts) if part.strip(" \t\n-=:>*|")), "")
        out.append(" ".join(words.split())[-120:])
        last = max(last, run.end)
    return out


def _bare(run: Run) -> bool:
    return run.role is None and not run.placed and any(not figure.placed for figure in run.figures)


def _set(run: Run, role: Role) -> None:
    run.role = role
    for figure in run.figures:
        if not figure.placed:
            figure.role = role


def _arrows(text: str, runs: list[Run]) -> None:
    """Read an arrow between two results of one tool: from the first to the second."""
    last: dict[str, Run] = {}
    for run in runs:
        before = last.get(run.tool)
        if before is not None and run.start - before.end < 400 and _ARROW.search(text, before.end, run.start):
            _set(before, "before")
            _set(run, "after")
        last[run.tool] = run


def _fill(runs: list[Run]) -> None:
    """Results ahead of the first "after" of their tool, with none said to be before, were measured without the change."""
    tools = {run.tool for run in runs if run.kind == "tool-output"}
    for tool in tools:
        mine = [run for run in runs if run.tool == tool and run.kind == "tool-output"]
        roles = [run.role for run in mine]
        if "after" in roles and "before" not in roles:
            for run in mine[: roles.index("after")]:
                if _bare(run) and "loopback" not in run.params:
                    _set(run, "before")


def _switches(text: str, runs: list[Run], contexts: list[str]) -> None:
    """Place results that nothing stronger placed, by labels that differ in one switch or one number."""
    groups: dict[tuple[str, str | None], list[int]] = {}
    for i, run in enumerate(runs):
        if run.kind != "prose":
            groups.setdefault((run.tool, run.test), []).append(i)
    for members in groups.values():
        if len(members) < 2 or not all(_bare(runs[i]) for i in members):
            continue
        labels = [_last_label(contexts[i]) for i in members]
        roles = _mentioned(text, [runs[i] for i in members]) or _role.contrast(labels, weak=True)
        if not {"before", "after"} <= set(roles):
            labels = [contexts[i] for i in members]
            roles = _role.contrast(labels, weak=True)
        if not {"before", "after"} <= set(roles):
            # without lines a label has no beginning
            roles = _role.contrast([" ".join(context.split()[-3:]) for context in labels], weak=True)
        if {"before", "after"} <= set(roles) and all(_NAMED.search(label) for label in labels):
            # "with X" and "without X" of anything but the change: the older state is told first
            roles = [role if roles[0] == "before" else _OTHER.get(role or "") for role in roles]
        if "before" not in roles or "after" not in roles:
            roles = _pair_of(text, runs, members, labels)
        if "before" not in roles or "after" not in roles:
            roles = _negated(text, runs, members)
        for i, role in zip(members, roles, strict=True):
            if role is not None:
                said = _last_label(contexts[i])
                _set(runs[i], role)
                runs[i].label = runs[i].label or said.strip(" :=-") or None
                for figure in runs[i].figures:
                    figure.label = figure.label or runs[i].label
                    if not figure.placed:  # the switch told the side; what else the label says tells pairs apart
                        rest = figure.key.removeprefix(_role.residue(said))
                        figure.key = f"{_role.residue(_role.without_switch(said))} {rest}".strip()


def _captions(text: str, runs: list[Run]) -> None:
    """A number in the caption of a placed result is on its side: `rps_threaded=1: (CPU idle time around 16%)`."""
    for at, run in enumerate(runs):
        if run.kind != "prose" or not _bare(run) or at + 1 >= len(runs):
            continue
        below = runs[at + 1]
        if below.role is not None and below.start - run.end < 160 and "\n\n" not in text[run.end : below.start]:
            _set(run, below.role)
            run.label = below.label


_NAMED: Final = re.compile(r"(?:^|\s)(?:with|without|w/o?)(?:\s[\w-]+){1,4}$", re.IGNORECASE)
_OTHER: Final[dict[str, Role]] = {"before": "after", "after": "before"}


def _last_label(context: str) -> str:
    """Give the label at the end of a context: the words before its last colon, where only a heading of columns stands behind it."""
    head, colon, tail = context.rstrip(" :=-").rpartition(": ")
    if colon and context.rstrip()[-1:] not in ":=-" and len(tail) < 90 and not re.search(r"[.=]|\d", tail):
        return head.rpartition(": ")[2]
    return tail


def _mentioned(text: str, runs: list[Run]) -> list[Role | None] | None:
    """Place tables that carry a label of their own by what the text says of it elsewhere."""
    if any(run.label is None or run.kind != "table" for run in runs):
        return None
    roles = [_role.mentioned(text, run.label or "") for run in runs]
    if len(runs) == 2 and roles.count(None) == 1:
        other: Role = "after" if "before" in roles else "before"
        return [role or other for role in roles]
    return roles if {"before", "after"} <= set(roles) else None


_NEGATED: Final = re.compile(r"\b(?:non|not|no|without|w/o)[ -](?:the )?(?P<what>[a-z][a-z_-]{3,30})", re.IGNORECASE)
_FAR: Final = 900


def _negated(text: str, runs: list[Run], members: list[int]) -> list[Role | None]:
    """Place two results by what is denied before the one and said before the other: "non threaded polling", "threaded polling"."""
    none: list[Role | None] = [None] * len(members)
    if len(members) != 2:
        return none
    first, second = members
    start = max(runs[first - 1].end if first else 0, runs[first].start - _FAR)
    said = [text[start : runs[first].start], text[max(runs[first].end, runs[second].start - _FAR) : runs[second].start]]
    denied = [{m["what"].lower() for m in _NEGATED.finditer(part)} for part in said]
    for one, other, roles in ((0, 1, ["before", "after"]), (1, 0, ["after", "before"])):
        if any(re.search(rf"\b{re.escape(what)}\b", said[other], re.IGNORECASE) for what in denied[one] - denied[other]):
            return [*roles]  # type: ignore[list-item]
    return none


def _led(text: str, labels: list[str]) -> list[Role | None] | None:
    """Place two labels that differ in one number by a change from the one to the other that the text speaks of."""
    one, other = (re.findall(r"\d+(?:\.\d+)?", label) for label in labels)
    differ = [(a, b) for a, b in zip(one, other, strict=False) if a != b]
    if len(one) == len(other) and len(differ) == 1:
        a, b = differ[0]
        orders: tuple[tuple[str, str, list[Role | None]], ...] = ((a, b, ["before", "after"]), (b, a, ["after", "before"]))
        for first, second, roles in orders:
            if re.search(rf"\bfrom\s{{1,9}}{first}\b[^.\n]{{0,30}}\sto\s{{1,9}}{second}\b", text) is not None:
                return roles
    return None


def _pair_of(text: str, runs: list[Run], members: list[int], labels: list[str]) -> list[Role | None]:
    """Two results alone: the second under "With ...:", or labels apart in one number where the text speaks of a change."""
    none: list[Role | None] = [None] * len(members)
    if len(members) != 2:
        return none
    first, second = (runs[i] for i in members)
    between = text[first.end : second.start]
    if _WITH.search(_COMMAND.sub(" ", between).rstrip() + " ") or _WITH.search(labels[1].rstrip() + " "):
        return ["before", "after"]
    led = _led(text, labels)
    if led is not None:
        return led
    words = [re.sub(r"\d+(?:\.\d+)?", "#", label) for label in labels]
    if (
        words[0] == words[1] != ""
        and labels[0] != labels[1]
        and "#" in words[0]
        and any(not (claim.close or claim.none) for claim in _said.claims(text))
    ):
        return ["before", "after"]
    return none
