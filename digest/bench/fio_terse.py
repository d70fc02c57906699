# SPDX-License-Identifier: GPL-2.0-or-later
"""fio --minimal, --output-format=terse: one line a job of values between semicolons, versions 2 to 5 of that format.

    3;fio-3.28;randread;0;0;36631200;1221040;305260;30000;0;0;0.0;0.0;61;9120;201.14;41.2;1.000000%=62;...

Each direction tells KB moved, KB a second, requests a second and milliseconds, then submission and completion latencies (us: min, max,
mean, deviation), twenty percentiles, total latencies and bandwidths; one that moved nothing is no result.
Source: HOWTO of fio, "Terse output"; show_thread_status_terse_all in stat.c
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Figure, Run
from digest.bench._tokens import Words, number
from digest.model.bench import Direction

NAME: Final = "fio"

_LINE: Final = re.compile(r"(?<![\w;])[2-5];fio-[\w.~-]{1,40};[^;\n]{0,80};\d{1,6};\d{1,6}(?P<values>(?:;[\w.%=+-]{0,40}){4,200})")
_VALUE: Final = re.compile(r";(?P<value>[\w.%=+-]{0,40})")
_NUMBER: Final = re.compile(r"\d{1,15}(?:\.\d{1,9})?")
_FIELDS: Final[dict[int, tuple[str, str, Direction, bool]]] = {
    0: ("transfer", "KB", "unknown", False),
    1: ("throughput", "KB/s", "higher", True),
    2: ("ops", "ops/s", "higher", True),
    3: ("elapsed", "ms", "unknown", False),
    8: ("latency_complete_min", "us", "lower", False),
    9: ("latency_complete_max", "us", "lower", False),
    10: ("latency_complete", "us", "lower", False),
    11: ("latency_complete_stdev", "us", "lower", False),
    32: ("latency_min", "us", "lower", False),
    33: ("latency_max", "us", "lower", False),
    34: ("latency", "us", "lower", True),
    35: ("latency_stdev", "us", "lower", False),
}
_WIDTH: Final = {"2": 41, "3": 41, "4": 41, "5": 47}
_WAYS: Final = ("read", "write", "trim")


def sniff(words: Words) -> bool:
    """Tell whether a line may stand here."""
    return ";fio-" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read each line, direction by direction."""
    text = words.rest
    for line in _LINE.finditer(text):
        run = Run(NAME, *line.span(), layout="keyvalue")
        width = _WIDTH[text[line.start()]]
        values = list(_VALUE.finditer(text, *line.span("values")))
        for at, way in enumerate(_WAYS):
            mine = values[at * width : (at + 1) * width]
            if len(mine) < 3 or not _NUMBER.fullmatch(mine[0]["value"]) or number(mine[0]["value"]) == 0:
                continue
            for column, (name, unit, direction, primary) in _FIELDS.items():
                if column < len(mine) and _NUMBER.fullmatch(mine[column]["value"]):
                    value = number(mine[column]["value"])
                    figure = Figure(*mine[column].span("value"), name, value, unit, direction, primary and value > 0, key=way)
                    run.figures.append(figure)
                    run.test = run.test or way
        if run.figures:
            yield run
