# SPDX-License-Identifier: GPL-2.0-or-later
"""cyclictest: `T: 0 ( 1201) P:95 I:1000 C: 600000 Min: 2 Act: 4 Avg: 5 Max: 98`, one line a thread, microseconds (ns with -N).

What counts is the average and the longest of each thread; the histogram of -h is none, its `# Max Latencies:` lines are.
Source: cyclictest.c of rt-tests
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _command
from digest.bench._block import Figure, Run
from digest.bench._fields import Field, figures
from digest.bench._tokens import Words

NAME: Final = "cyclictest"

_C: Final = r"\d{1,12}"
_LINE: Final = re.compile(
    rf"T:\s{{0,3}}(?P<thread>\d{{1,5}})\s+\(\s{{0,9}}{_C}\)\s+P:\s{{0,3}}\d{{1,3}}\s+I:\s{{0,9}}{_C}\s+C:\s{{0,12}}{_C}\s+Min:\s{{0,12}}(?P<min>{_C})"
    rf"\s+(?:Act:\s{{0,12}}(?P<act>{_C})\s+)?Avg:\s{{0,12}}(?P<avg>{_C})\s+Max:\s{{0,12}}(?P<max>{_C})(?!\w)"
)
_SUMS: Final = re.compile(r"#\s+(?P<what>Min|Avg|Max)\s+Latencies:(?P<values>(?:\s+\d{1,9}(?![\w.])){1,512})")
_VALUE: Final = re.compile(r"\d{1,9}")
_COMMAND: Final = re.compile(r"(?<![\w-])cyclictest(?=\s)")
_NANO: Final = re.compile(r"\s(?:-[a-zA-Z]{0,6}N|--nsecs)(?=\s)")
_FAR: Final = 80


def sniff(words: Words) -> bool:
    """Tell whether lines of threads may stand here."""
    return "Latencies: " in words.gist or (" Avg:" in words.gist and "T:" in words.gist)


def parse(words: Words) -> Iterator[Run]:
    """Read the lines of one run together."""
    text = words.rest
    group: list[re.Match[str]] = []
    found = sorted([*_LINE.finditer(text), *_SUMS.finditer(text)], key=lambda m: m.start())
    for line in found:
        again = "thread" in line.groupdict() and line["thread"] == "0"
        if group and (again or text[group[-1].end() : line.start()].strip() or line.start() - group[-1].end() > _FAR):
            yield _run(words, group)
            group = []
        group.append(line)
    if group:
        yield _run(words, group)


def _run(words: Words, group: list[re.Match[str]]) -> Run:
    run = Run(NAME, group[0].start(), group[-1].end(), layout="keyvalue")
    command = _command.before(words.plain, run.start, _COMMAND)
    unit = "ns" if command is not None and _NANO.search(command[1]) is not None else "us"
    fields = (
        Field("min", "latency_min", unit, "lower"),
        Field("act", "latency_last", unit, "lower"),
        Field("avg", "latency", unit, "lower", primary=True),
        Field("max", "latency_max", unit, "lower", primary=True),
    )
    for line in group:
        if "thread" in line.groupdict():
            for figure in figures(line, fields, {"thread": int(line["thread"])}):
                figure.key = line["thread"]
                run.figures.append(figure)
            continue
        name = {"Min": "latency_min", "Avg": "latency", "Max": "latency_max"}[line["what"]]
        for at, value in enumerate(_VALUE.finditer(text := words.rest, *line.span("values"))):
            figure = Figure(*value.span(), name, float(text[value.start() : value.end()]), unit, "lower", name != "latency_min")
            figure.key, figure.params = str(at), {"thread": at}
            run.figures.append(figure)
    return run
