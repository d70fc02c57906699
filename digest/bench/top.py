# SPDX-License-Identifier: GPL-2.0-or-later
"""top: the line of the CPUs' time, `%Cpu(s): N us, N sy, N ni, N id, N wa, N hi, N si, N st`, and the share of each process.

Old versions write `Cpu(s): N%us, ...`, with 1 pressed one line a CPU, `%Cpu3  :`.  A process is told from others by its command.
Spec: top(1) of procps.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Figure, Run
from digest.bench._fields import point
from digest.bench._tokens import Words
from digest.model.bench import Direction, Param

NAME: Final = "top"

_N: Final = r"\d{1,3}[.,]\d"
_CPU: Final = re.compile(
    rf"%?Cpu(?P<cpu>\(s\)|\d{{1,4}})\s{{0,16}}:\s{{0,16}}(?P<values>{_N}[\s%]{{0,16}}us,?(?:\s{{0,16}}{_N}[\s%]{{0,16}}[a-z]{{2}},?){{2,8}})"
)
_SHARE: Final = re.compile(rf"(?P<value>{_N})[\s%]{{0,16}}(?P<kind>[a-z]{{2}})")
_ROW: Final = re.compile(
    r"(?<![\w.])\d{1,8}\s+[a-z_][\w+.-]{0,31}\s+(?:rt|-?\d{1,3})\s+-?\d{1,3}\s+[\d.]{1,12}[kmgtp]?\s+[\d.]{1,12}[kmgtp]?\s+[\d.]{1,12}[kmgtp]?"
    r"\s+[A-Z]\s+(?P<cpu>\d{1,5}(?:[.,]\d)?)\s+\d{1,3}[.,]\d\s+\d{1,6}:\d\d(?:[.,]\d\d)?\s+(?P<command>[^\s]{1,64})"
)
_HEAD: Final = re.compile(r"PID\s+USER\s+PR\s+NI\s+VIRT\s+RES\s+SHR\s+S\s+%CPU\s+%MEM\s+TIME\+\s+COMMAND\s+\Z")
_KINDS: Final[dict[str, tuple[str, Direction, bool]]] = {
    "us": ("cpu_user", "lower", True),
    "sy": ("cpu_system", "lower", True),
    "ni": ("nice", "unknown", False),
    "id": ("idle", "higher", True),
    "wa": ("iowait", "unknown", False),
    "hi": ("cpu_irq", "lower", True),
    "si": ("cpu_softirq", "lower", True),
    "st": ("steal", "unknown", False),
}
_GAP: Final = 40
_BACK: Final = 120


def sniff(words: Words) -> bool:
    """Tell whether top may have printed here."""
    return "Cpu" in words.gist or "TIME+" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read the lines of CPUs, then the rows of processes."""
    text = words.rest
    run: Run | None = None
    for line in _CPU.finditer(text):
        if run is None or text[run.end : line.start()].strip():
            if run is not None:
                yield run
            run = Run(NAME, line.start(), line.end(), layout="sar-rows")
        params: dict[str, Param] = {"cpu": "all" if line["cpu"] == "(s)" else line["cpu"]}
        for share in _SHARE.finditer(text, line.start("values"), line.end("values")):
            name, direction, primary = _KINDS.get(share["kind"], (share["kind"], "unknown", False))
            run.figures.append(Figure(*share.span("value"), name, point(share["value"]), "%", direction, primary, params=dict(params)))
        run.end = line.end()
    if run is not None:
        yield run
    if "TIME+" in text:
        yield from _processes(text)


def _processes(text: str) -> Iterator[Run]:
    run: Run | None = None
    for row in _ROW.finditer(text):
        if run is None or len(text[run.end : row.start()].strip()) > _GAP:
            if run is not None:
                yield run
            head = _HEAD.search(text[max(0, row.start() - _BACK) : row.start()])
            start = row.start() if head is None else max(0, row.start() - _BACK) + head.start()
            run = Run(NAME, start, row.end(), layout="sar-rows")
        params: dict[str, Param] = {"process": row["command"]}
        run.figures.append(Figure(*row.span("cpu"), "cpu", point(row["cpu"]), "%", "lower", params=params, key=row["command"]))
        run.end = row.end()
    if run is not None:
        yield run
