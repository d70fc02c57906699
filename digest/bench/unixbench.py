# SPDX-License-Identifier: GPL-2.0-or-later
"""UnixBench: result and index of each test under `BASELINE RESULT INDEX`, and the score of all.

The column BASELINE holds what a machine of 1995 reached, the same numbers in every report; it is no result and no side of a change.
Source: summarizeRun in the Run script of byte-unixbench
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Run
from digest.bench._fields import Field
from digest.bench._parts import figures
from digest.bench._tokens import Words

NAME: Final = "unixbench"

_N: Final = r"\d{1,15}(?:\.\d{1,2})?"
_HEAD: Final = re.compile(r"(?:System\s+Benchmarks\s+(?:Partial\s+)?Index(?:\s+Values)?|(?<!\S)TEST)\s+BASELINE\s+RESULT\s+INDEX")
_ROW: Final = re.compile(
    rf"(?<!\s)\s+(?P<name>[A-Z][A-Za-z0-9()./-]{{1,24}}(?:\s(?!\d{{1,15}}\.)[A-Za-z0-9()./-]{{1,24}}){{0,7}})\s+{_N}\s+(?P<result>{_N})\s+(?P<index>{_N})(?![\w.])"
)
_SCORE: Final = re.compile(
    rf"(?:\s+={{6,12}})?\s+(?:System\s+Benchmarks\s+(?:Partial\s+)?Index\s+Score(?:\s+\(Partial\s+Only\))?|FINAL\s+SCORE)\s+(?P<index>{_N})(?![\w.])"
)
_LINE: Final = re.compile(
    r"(?<!\S)[A-Z][A-Za-z0-9()./ -]{4,60}\s\d{1,15}\.\d\s+(?:lps|lpm|MWIPS|KBps)\s+\(\d{1,4}\.\d\ss,\s\d{1,3}\ssamples\)"
)
_FIELDS: Final = (Field("result", "result", "", "higher"), Field("index", "index", "", "higher", primary=True))
_TOTAL: Final = (Field("index", "index", "", "higher", primary=True),)
_MOST: Final = 40


def sniff(words: Words) -> bool:
    """Tell whether a table of indexes may stand here."""
    return "BASELINE RESULT INDEX" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read the rows below each heading, and the score."""
    text = words.rest
    for line in _LINE.finditer(text):
        yield Run(NAME, *line.span())  # told once more by the table
    for head in _HEAD.finditer(text):
        run = Run(NAME, *head.span(), layout="aligned")
        for _ in range(_MOST):
            row = _ROW.match(text, run.end)
            if row is None:
                break
            run.figures += figures(row, _FIELDS, key=row["name"])
            run.end = row.end()
        score = _SCORE.match(text, run.end)
        if score is not None:
            run.figures += figures(score, _TOTAL, key="score")
            run.end = score.end()
        if run.figures:
            yield run
