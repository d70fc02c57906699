# SPDX-License-Identifier: GPL-2.0-or-later
"""stress-ng --metrics: bogo operations a second of each stressor, by the clock and by the time of the CPUs.

    stress-ng: info:  [4411] stressor       bogo ops real time  usr time  sys time   bogo ops/s     bogo ops/s
    stress-ng: info:  [4411]                           (secs)    (secs)    (secs)   (real time) (usr+sys time)
    stress-ng: info:  [4411] sock              812331     60.00     31.22    440.10     13538.85        1723.51

New releases say `metrc:` and add `CPU used per instance (%)` and `RSS Max (KB)`.  Source: stress_metrics_dump in stress-ng.c
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Figure, Run
from digest.bench._fields import Field, figures
from digest.bench._tokens import Words

NAME: Final = "stress-ng"

_N: Final = r"\d{1,12}(?:\.\d{1,2})?"
_TAG: Final = r"(?:(?:stress-ng:\s+)?(?:info|metrc):\s+\[\d{1,9}\]\s+)"
_HEAD: Final = re.compile(
    rf"{_TAG}?stressor\s+bogo\s+ops\s+real\s+time\s+usr\s+time\s+sys\s+time\s+bogo\s+ops/s\s+bogo\s+ops/s(?P<used>\s+CPU\s+used\s+per(?P<rss>\s+RSS\s+Max)?)?\s+"
    rf"{_TAG}?\(secs\)\s+\(secs\)\s+\(secs\)\s+\(real\s+time\)\s+\(usr\+sys\s+time\)(?:\s+instance\s+\(%\)(?:\s+\(KB\))?)?"
)
_ROW: Final = re.compile(
    rf"(?<!\s)\s+{_TAG}?(?P<name>[a-z][\w-]{{1,30}})\s+(?P<ops>\d{{1,15}})\s+(?P<real>{_N})\s+(?P<user>{_N})\s+(?P<sys>{_N})\s+(?P<rate>{_N})\s+(?P<cpu>{_N})(?![\w.])"
)
_USED: Final = re.compile(rf"(?<!\s)\s+(?P<used>{_N})(?![\w.])")
_FIELDS: Final = (
    Field("ops", "operations", "count"),
    Field("real", "elapsed", "s"),
    Field("user", "time_user", "s", "lower"),
    Field("sys", "time_sys", "s", "lower"),
    Field("rate", "ops", "ops/s", "higher", primary=True),
    Field("cpu", "ops_per_cpu", "ops/s", "higher"),
)
_SHARE: Final = (Field("used", "cpu", "%", "unknown"),)
_MOST: Final = 60


def sniff(words: Words) -> bool:
    """Tell whether a table of stressors may stand here."""
    return "stressor bogo ops" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read the rows below each heading."""
    text = words.rest
    for head in _HEAD.finditer(text):
        run = Run(NAME, *head.span(), layout="aligned")
        for _ in range(_MOST):
            row = _ROW.match(text, run.end)
            if row is None:
                break
            run.end = row.end()
            more: list[Figure] = []
            for _ in range((head["used"] is not None) + (head["rss"] is not None)):
                used = _USED.match(text, run.end)
                if used is None:
                    break
                more += figures(used, _SHARE) if not more else []
                run.end = used.end()
            for figure in [*figures(row, _FIELDS), *more]:
                figure.key = figure.label = row["name"]
                run.figures.append(figure)
        if run.figures:
            yield run
