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
    r"(?<!\S)(?P<last>(?:(?:w/o|with|without|after|before|this|the|no)\s+){0,3}\S{3,40})[\s:=#*-]{0,12}$", re.IGNORECASE
)
_BANNER: Final = re.compile(r"[=#*-]{2,12}\s+(?P<last>[A-Za-z][\w+/. -]{1,30}?)\s+[=#*-]{2,12}\s*$")
_REACH: Final = 400


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
    head = text[max(0, run.start - _REACH) : run.start]
    head = _PROMPT.sub("", _COMMAND.sub("", head))
    match = _BANNER.search(head[-60:]) or _WORDS.search(head[-80:])
    if match is None:
        return None, ""
    role, strength = _role.own(match["last"])
    return (role, match["last"]) if strength >= 2 else (None, "")
