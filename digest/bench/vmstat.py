# SPDX-License-Identifier: GPL-2.0-or-later
"""vmstat: one row a sample under `r b swpd free buff cache si so bi bo in cs us sy id wa st`.

What the CPUs did (us, sy, id, wa, st in percent) and how often they were interrupted and switched (in, cs a second) is measured; memory and
I/O are the state of the machine.  Spec: vmstat(8).
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Figure, Run
from digest.bench._tokens import Words
from digest.model.bench import Direction

NAME: Final = "vmstat"

_HEAD: Final = re.compile(
    r"(?:procs\s+[-a-z\s]{10,140}?)?(?<![\w-])(?P<names>r\s+b\s+swpd\s+free\s+(?:buff|inact)\s+(?:cache|active)\s+si\s+so\s+bi\s+bo\s+in\s+cs"
    r"\s+us\s+sy\s+id(?:\s+wa)?(?:\s+st)?(?:\s+gu)?)(?:\s+-{0,20}(?:UTC|timestamp)-{0,20})?(?![\w])"
)
_VALUE: Final = re.compile(r"\d{1,15}")
_MOST: Final = 200
_COLUMNS: Final[dict[str, tuple[str, str, Direction, bool]]] = {
    "in": ("interrupts", "/s", "unknown", False),
    "cs": ("context_switches", "/s", "unknown", False),
    "us": ("cpu_user", "%", "lower", True),
    "sy": ("cpu_system", "%", "lower", True),
    "id": ("idle", "%", "higher", True),
    "wa": ("iowait", "%", "unknown", False),
    "st": ("steal", "%", "unknown", False),
}


def sniff(words: Words) -> bool:
    """Tell whether a heading may stand here."""
    return "swpd" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read the samples below each heading."""
    text = words.rest
    for head in _HEAD.finditer(text):
        names = head["names"].split()
        run = Run(NAME, head.start(), head.end(), layout="sar-rows")
        spans = _samples(text, head.end(), len(names))
        for at in range(0, len(spans) - len(names) + 1, len(names)):
            for name, (start, end) in zip(names, spans[at : at + len(names)], strict=True):
                if name in _COLUMNS:
                    metric, unit, direction, primary = _COLUMNS[name]
                    run.figures.append(Figure(start, end, metric, float(text[start:end]), unit, direction, primary))
            run.end = spans[at + len(names) - 1][1]
        if run.figures:
            yield run


def _samples(text: str, start: int, width: int) -> list[tuple[int, int]]:
    """Give where the numbers below a heading stand; rows end where anything else does."""
    out: list[tuple[int, int]] = []
    at = start
    row = re.compile(rf"\s+\d{{1,15}}(?:\s+\d{{1,15}}){{{width - 1}}}(?:\s+\d{{4}}-\d\d-\d\d\s+\d\d:\d\d:\d\d)?(?![\w.,:%/-])")
    while len(out) < _MOST * width:
        match = row.match(text, at)
        if match is None:
            break
        out += [value.span() for value in _VALUE.finditer(text, match.start(), match.end())][:width]
        at = match.end()
    return out
