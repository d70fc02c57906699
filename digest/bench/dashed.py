# SPDX-License-Identifier: GPL-2.0-or-later
"""A value and what it is of behind a dash, one a line: `4.71 Mpps - without`, `* 4,739,057 - baseline`.

Counts where two or more stand together and the words behind name both sides; bare numbers have the unit of the words above.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench import _metric, _role, _tool
from digest.bench._block import Figure, Run
from digest.bench._cells import rate_in
from digest.bench._tokens import NUMBER, UNIT, Words, number

NAME: Final = "list"

_LINE: Final = re.compile(
    rf"(?<![\w.,=/:$#-])[~≈]?(?P<value>{NUMBER})(?:[ ]{{0,2}}(?P<unit>{UNIT})(?![\w/]))?"
    r"[ \t]{1,12}(?:-{1,2}|–)[ \t]{1,4}(?P<label>[A-Za-z][^\n\d|]{2,60})"
)
_BETWEEN: Final = re.compile(r"[\s*•·-]{0,24}")
_CAPTION: Final = 300


def sniff(words: Words) -> bool:
    """Tell whether a dash may stand behind a value."""
    gist = words.gist
    return " - " in gist or " -- " in gist or " – " in gist


def parse(words: Words) -> Iterator[Run]:
    """Read the lines that stand together."""
    text = words.rest
    group: list[re.Match[str]] = []
    for line in _LINE.finditer(text, 0, len(text.rstrip())):
        if group and _BETWEEN.fullmatch(text, group[-1].end(), line.start()) is None:
            yield from _run(words, group)
            group = []
        group.append(line)
    yield from _run(words, group)


def _run(words: Words, group: list[re.Match[str]]) -> Iterator[Run]:
    if len(group) < 2:
        return
    labels = [line["label"].strip(" *-\t") for line in group]
    roles = _role.contrast(labels, weak=False)
    start, end = group[0].start(), group[-1].end()
    above = rate_in(words.plain[max(0, start - _CAPTION) : start])
    found = [units.canonical(line["unit"] or "") or above for line in group]
    if not {"before", "after"} <= set(roles) or len({units.family(unit) for unit in found}) > 1 or found[0] in {"", "%", "count"}:
        return
    run = Run(_tool.of(words.plain, start, end), start, end, kind="table", layout=NAME, placed=True)
    keys = _role.shared_keys(labels, roles)
    for line, label, role, unit, key in zip(group, labels, roles, found, keys, strict=True):
        name, direction, primary = _metric.metric(unit, label)
        figure = Figure(*line.span("value"), name, number(line["value"]), unit, direction, primary, role=role, placed=True)
        figure.label, figure.key = label, key
        run.figures.append(figure)
    yield run
