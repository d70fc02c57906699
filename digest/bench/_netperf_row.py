# SPDX-License-Identifier: GPL-2.0-or-later
"""One row of netperf: its numbers as figures, and what the command above it says of test and unit."""

import re
from typing import Final

from digest.bench._block import Figure
from digest.bench._tokens import number
from digest.model.bench import Direction, Param

COMMAND: Final = re.compile(r"(?<![\w-])(?:\S{0,60}/)?netperf(?![\w.]*_)(?=\s+-)")
TEST: Final = re.compile(r"(?<!\S)-t\s+((?:TCP|UDP|SCTP|DCCP)6?_\w+|omni|[a-z]{3}_\w+)", re.IGNORECASE)
SCALE: Final = re.compile(r"(?<!\S)-f\s?([gmkGMK])(?!\S)")
SCALES: Final = {"g": "Gbit/s", "m": "Mbit/s", "k": "Kbit/s", "G": "GB/s", "M": "MB/s", "K": "KB/s"}


def figure(
    row: re.Match[str], group: int, name: str, unit: str, direction: Direction, *, primary: bool = False, side: str | None = None
) -> Figure:
    """Give the number of one group of a row."""
    params: dict[str, Param] = {"side": side} if side is not None else {}
    return Figure(row.start(group), row.end(group), name, number(row[group]), unit, direction, primary=primary, params=params)


def demand(row: re.Match[str], at: int, unit: str) -> list[Figure]:
    """Read local and remote CPU and service demand; -1.00 is the side that was not measured."""
    out = []
    for offset, (name, canonical, side) in enumerate(
        (("cpu", "%", "local"), ("cpu", "%", "remote"), ("service_demand", unit, "local"), ("service_demand", unit, "remote"))
    ):
        if not row[at + offset].startswith("-"):
            out.append(figure(row, at + offset, name, canonical, "lower", side=side))
    return out
