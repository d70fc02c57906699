# SPDX-License-Identifier: GPL-2.0-or-later
"""Sides that stand right before a tool's output without a colon or a line of their own, as flattening leaves them.

`Before ALL STATS ====`, `$ uname -r 6.9.0-vanilla $ netperf -H ...`: the last words before the output, its command taken away, name a side.
Counts where the outputs of one tool so name both sides.
"""

import re
from typing import Final

from digest.bench import _role
from digest.bench._block import Run
from digest.model.bench import Role

_COMMAND: Final = re.compile(
    r"(?:[#$+]\s{1,4})?(?<!\S)[a-z./][\w./-]{1,60}(?=\s{1,4}-)(?:\s{1,9}(?=[\w./-])[\w.:/,=%-]{1,60}+){1,24}\s{0,9}$"
)
_PROMPT: Final = re.compile(r"\S{0,60}[#$]\s*$")
_WORDS: Final = re.compile(
    r"(?<!\S)(?P<last>(?:(?:w/o|with|without|after|before|this|the|no)\s+){0,3}\S{2,40})[\s:=#*-]{0,12}$", re.IGNORECASE
)
_BANNER: Final = re.compile(r"[=#*-]{2,12}\s+(?P<last>[A-Za-z][\w+/. -]{1,30}?)\s+[=#*-]{2,12}\s*$")
_ANNOTATED: Final = re.compile(
    r"\s{0,8}(?:(?:sender|receiver)\s{0,8})?"
    r"(?:(?:<[-=]{1,3}|#{1,2}|//|←)[ \t]{0,4}(?P<arrow>[A-Za-z][A-Za-z/.-]{0,20}(?:[ ][A-Za-z][A-Za-z/.-]{0,20}){0,2})"
    r"|[(\[](?P<label>[A-Za-z][\w/. -]{0,30})[)\]])"
)
_ENDS: Final = re.compile(r"[ \t]{0,8}(?=\n|$)")
_HEADING: Final = re.compile(
    r"(?:^|[\n.:]|(?<=[\d)%])[ ])[ \t*#=-]{0,12}(?P<label>[A-Za-z][\w+/. -]{1,50}?)[ \t=*-]{0,12}:\s{1,9}(?=[^:]{0,200}\Z)"
)
_SWITCH: Final = re.compile(r"on|off|enabled|disabled", re.IGNORECASE)
_LETTER: Final = re.compile(r"[^\W_]")
_REACH: Final = 400


def tests(runs: list[Run]) -> None:
    """Name the test of outputs below one command: where a tool's outputs name one test, those behind that name none are of it."""
    said: dict[str, set[str]] = {}
    for run in runs:
        if run.kind == "tool-output" and run.test is not None:
            said.setdefault(run.tool, set()).add(run.test)
    known: set[str] = set()
    for run in runs:
        if run.kind == "tool-output" and len(said.get(run.tool, ())) == 1:
            if run.test is None and run.tool in known:
                run.test = next(iter(said[run.tool]))
            known.add(run.tool)


def behind(text: str, runs: list[Run]) -> None:
    """Place results by the words behind them on their last line: `9.38 Gbits/sec  sender  <- before`, `real 0m1.2s (after)`.

    Where lines are lost, or a mailer broke them, each result of the tool must have such words, one of them right behind the last.
    """
    groups: dict[str, list[tuple[Run, re.Match[str] | None]]] = {}
    for run in runs:
        if run.kind == "tool-output" and run.figures:
            groups.setdefault(run.tool, []).append((run, _ANNOTATED.match(text, run.end)))
    for group in groups.values():
        found = [(run, match["arrow"] or match["label"]) for run, match in group if match is not None]
        whole = len(found) == len(group) or (len(found) > 1 and _closing(text, group))
        if not whole:
            found = [(run, match["arrow"] or match["label"]) for run, match in group if match is not None and _on_line(text, match)]
        roles = [_role.own(label)[0] for _, label in found]
        if {"before", "after"} <= set(roles):
            told = {id(run): (role, label) for (run, label), role in zip(found, roles, strict=True) if role is not None}
            side: tuple[Role, str] | None = None
            for run, _ in reversed(group):
                side = told.get(id(run), side if whole else None)
                if side is not None:
                    run.role, run.label = side
                    for figure in run.figures:
                        if not figure.placed:
                            figure.role, figure.label = side


def _closing(text: str, group: list[tuple[Run, re.Match[str] | None]]) -> bool:
    """Tell whether words behind results close sections of several: they stand behind the last, and none names a side before the first."""
    first = group[0][0]
    return group[-1][1] is not None and _side(text, first)[0] is None and first.role is None


def _on_line(text: str, match: re.Match[str]) -> bool:
    """Tell whether an arrow or a bracket stands on the line of its result, a bracket as the last of it."""
    if "\n" in match[0]:
        return False
    return match["arrow"] is not None or _ENDS.match(text, match.end()) is not None


def headed(text: str, runs: list[Run]) -> None:
    """Place outputs under headings of which one names a side and the other none: `Base:`, `With GRO:`, where the side reached over both."""
    groups: dict[tuple[str, str | None], list[tuple[Run, str]]] = {}
    last: dict[str, Run] = {}
    for run in runs:
        if run.kind == "tool-output" and run.figures and not run.placed:
            above = _HEADING.search(text, max(last[run.tool].end if run.tool in last else 0, run.start - _REACH), run.start)
            groups.setdefault((run.tool, run.test), []).append((run, above["label"] if above is not None else ""))
            last[run.tool] = run
    for group in groups.values():
        known = {run.role for run, _ in group} - {None}
        if len(group) != 2 or len(known) != 1 or not all(label for _, label in group):
            continue
        roles = _role.contrast([label for _, label in group])
        agreed = all(run.role in {None, role} for (run, _), role in zip(group, roles, strict=True))
        if set(roles) == {"before", "after"} and (agreed or None not in {run.role for run, _ in group}):
            for (run, label), role in zip(group, roles, strict=True):
                run.role, run.label = role, label
                for figure in run.figures:
                    if not figure.placed:
                        figure.role, figure.label = role, label


def carry(text: str, runs: list[Run]) -> None:
    """Place outputs that stand right behind one of their tool, with no word between: they are of its section."""
    last: Run | None = None
    for run in runs:
        if run.kind != "tool-output" or not run.figures:
            continue
        near = last is not None and last.tool == run.tool and not _LETTER.search(text, last.end, run.start)
        if last is not None and near and last.role is not None and run.role is None and not run.placed:
            run.role, run.label = last.role, run.label or last.label
            for figure in run.figures:
                if not figure.placed:
                    figure.role, figure.label = run.role, figure.label or run.label
        last = run


def place(text: str, runs: list[Run]) -> None:
    """Place the outputs of each tool that nothing else placed."""
    groups: dict[tuple[str, str | None], list[Run]] = {}
    for run in runs:
        if run.kind == "tool-output" and run.figures and run.role is None and not run.placed:
            groups.setdefault((run.tool, run.test), []).append(run)
    for group in groups.values():
        if len(group) < 2:
            continue
        found = [_side(text, run) for run in group]
        if {"before", "after"} <= {role for role, _ in found}:
            for run, (role, label) in zip(group, found, strict=True):
                run.role, run.label = role, run.label or label
                for figure in run.figures:
                    if not figure.placed:
                        figure.role, figure.label = role, figure.label or label
                        figure.key = figure.key.removeprefix(label.lower()).strip()


def _side(text: str, run: Run) -> tuple[Role | None, str]:
    """Say which side the last words before an output name, and give them."""
    head = text[max(0, run.start - _REACH) : run.start].rstrip().removesuffix(f"{run.tool}:")  # sockperf names itself on each line
    head = _PROMPT.sub("", _COMMAND.sub("", head))
    match = _BANNER.search(head[-60:]) or _WORDS.search(head[-80:])
    if match is None:
        return None, ""
    role, strength = _role.own(match["last"])
    if role is None and match[0].rstrip().endswith(":") and _SWITCH.fullmatch(match["last"].rstrip(":")):
        role, strength = _role.switch(match["last"].rstrip(":")), 2
    return (role, match["last"]) if strength >= 2 else (None, "")
