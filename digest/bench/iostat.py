# SPDX-License-Identifier: GPL-2.0-or-later
"""iostat of sysstat: rows of devices under `Device r/s rkB/s ... %util`, and shares of the CPUs under `avg-cpu:`, old columns and new.

The heading's words say the columns.  Requests and bytes a second and the waiting times are the result; sizes, merges and queues stand
beside it.  Spec: iostat(1).
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Figure, Run
from digest.bench._fields import point
from digest.bench._tokens import Words
from digest.model.bench import Direction

NAME: Final = "iostat"

_HEAD: Final = re.compile(
    r"(?<!\S)Device:?(?P<names>(?:\s+(?:[rwdf](?:rqm|MB|kB|sec)?/s|%?[rwd]rqm(?:/s)?|[rwdf]?_?await|[rwd]?areq-sz|avg[rq][qu]-sz|aqu-sz|svctm|%util|tps|kB_(?:read|wrtn|dscd)(?:/s)?|MB_(?:read|wrtn|dscd)(?:/s)?)(?!\S)){3,24})"
)
_CPU: Final = re.compile(r"avg-cpu:\s+%user\s+%nice\s+%system\s+%iowait\s+%steal\s+%idle(?P<values>(?:\s+\d{1,3}[.,]\d{2}(?![\w.,])){6})")
_CELL: Final = re.compile(r"\d{1,15}(?:[.,]\d{1,2})?")
_ROW: Final = re.compile(r"(?<!\s)\s+(?P<device>[a-z][\w!-]{1,24})(?=\s+\d)(?P<values>(?:\s+\d{1,15}(?:[.,]\d{1,2})?(?![\w.,:%])){3,24})")
_RATE: Final = re.compile(r"(?P<way>[rwdf])(?P<size>MB|kB)?/s")
_SHARES: Final[tuple[tuple[str, Direction, bool], ...]] = (
    ("cpu_user", "lower", True),
    ("nice", "unknown", False),
    ("cpu_system", "lower", True),
    ("iowait", "unknown", False),
    ("steal", "unknown", False),
    ("idle", "higher", True),
)
_MOST: Final = 64


def sniff(words: Words) -> bool:
    """Tell whether a heading may stand here."""
    gist = words.gist
    return "avg-cpu:" in gist or "%util" in gist or "kB_read/s" in gist


def parse(words: Words) -> Iterator[Run]:
    """Read the rows of devices, and the shares of the CPUs above them."""
    text = words.rest
    for shares in _CPU.finditer(text):
        run = Run(NAME, *shares.span(), layout="sar-rows")
        for (name, direction, primary), cell in zip(_SHARES, _CELL.finditer(text, *shares.span("values")), strict=True):
            run.figures.append(Figure(*cell.span(), name, point(cell[0]), "%", direction, primary))
        yield run
    for head in _HEAD.finditer(text):
        names = head["names"].split()
        run = Run(NAME, *head.span(), layout="sar-rows")
        for _ in range(_MOST):
            row = _ROW.match(text, run.end)
            cells = list(_CELL.finditer(text, *row.span("values"))) if row is not None else []
            if row is None or len(cells) < len(names):
                break
            for name, cell in zip(names, cells, strict=False):
                metric, unit, direction, primary = _column(name)
                value = point(cell[0])
                figure = Figure(*cell.span(), metric, value, unit, direction, primary and value > 0)
                figure.key, figure.params = f"{row['device']} {name}", {"device": row["device"]}
                run.figures.append(figure)
            run.end = cells[len(names) - 1].end()
        if run.figures:
            yield run


def _column(name: str) -> tuple[str, str, Direction, bool]:
    """Give what a column of the heading is: metric, unit, direction, and whether it is the result."""
    rate = _RATE.fullmatch(name)
    if rate is not None:
        if rate["size"] is None:
            return "iops", "/s", "higher", rate["way"] in "rw"
        return "throughput", "MB/s" if rate["size"] == "MB" else "KB/s", "higher", rate["way"] in "rw"
    if name.endswith(("_read/s", "_wrtn/s", "_dscd/s")):
        return "throughput", f"{name[0].upper()}B/s", "higher", True
    if "await" in name or name == "svctm":
        return "latency", "ms", "lower", name in {"await", "r_await", "w_await"}
    if name == "tps":
        return "iops", "/s", "higher", True
    if name.startswith("%"):
        return "utilization" if name == "%util" else "merged", "%", "unknown", False
    if "areq" in name:
        return "request_size", "KB", "unknown", False
    if name.startswith(("kB_", "MB_")):
        return "transfer", f"{name[0].upper()}B", "unknown", False
    return ("merges", "/s", "unknown", False) if name.endswith("/s") else ("queue", "", "unknown", False)
