# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows of netperf whose heading was left out, by `-P 0` or by an author who shows the second result without it.

The numbers of decimals tell a row.  The heading of its kind before it (else the next one) says the test, the unit and the sizes
asked for, else its command does.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from digest.bench import _command, _netperf_row
from digest.bench._block import Figure, Run
from digest.bench._tokens import Words, number

_WHOLE: Final = r"(?<![\w.])\d{4,9}"
_DEMAND: Final = r"(?:\s+(?P<cpu>-?\d{1,3}\.\d\d)\s+(-?\d{1,3}\.\d\d)\s+(-?\d{1,6}\.\d{3})\s+(-?\d{1,6}\.\d{3}))?(?![\w.])"
_TIMED: Final = r"\s+\d{1,5}\.\d\d\s+"
# Rows as the formats of netperf print them; of UDP the sending and the receiving one, whose elapsed time is the same.
_ALONE: Final = (
    (
        "rr",
        re.compile(
            rf"{_WHOLE}\s+\d{{4,9}}\s+(?P<request>\d{{1,8}})\s+(?P<response>\d{{1,8}}){_TIMED}(?P<rate>\d{{1,9}}\.\d\d){_DEMAND}"
            r"(?:\s+\d{4,9}\s+\d{4,9}(?![\w.]|\s+\d{1,8}\s+\d{1,8}\s+\d{1,5}\.\d))?"
        ),
    ),
    (
        "udp",
        re.compile(
            rf"{_WHOLE}\s+(?P<msg_size>\d{{1,8}})\s+(?P<time>\d{{1,5}}\.\d\d)\s+\d{{1,12}}\s+\d{{1,9}}\s+(?P<rate>\d{{1,9}}\.\d{{1,2}})(?![\w.])"
            r"\s+\d{4,9}\s+(?P<again>\d{1,5}\.\d\d)\s+\d{1,12}\s+(?P<recv>\d{1,9}\.\d{1,2})(?![\w.])"
        ),
    ),
    ("stream", re.compile(rf"{_WHOLE}\s+\d{{4,9}}\s+(?P<msg_size>\d{{1,8}}){_TIMED}(?P<rate>\d{{1,9}}\.\d\d){_DEMAND}")),
)
_SIZES: Final = frozenset({"msg_size", "request", "response"})
_APART: Final = 120


class Told(NamedTuple):
    """A heading, where what it explains ends, and the result read below it."""

    start: int
    end: int
    kind: str
    run: Run | None


def rows(name: str, words: Words, told: list[Told]) -> Iterator[Run]:
    """Read rows without a heading: the numbers of decimals tell a row; the last heading of its kind, or its command, the test and unit."""
    text = words.rest
    found = [(m, kind) for kind, pattern in _ALONE for m in pattern.finditer(text) if kind != "udp" or m["time"] == m["again"]]
    found.sort(key=lambda item: (item[0].start(), -item[0].end()))
    headings = sorted(told, key=lambda heading: heading.start)
    known = {heading.kind: heading.run for heading in reversed(headings) if heading.run is not None}  # the first of a kind, until another
    run: Run | None = None
    last = at = 0
    for row, kind in found:
        while at < len(headings) and headings[at].start <= row.start():
            heading = headings[at]
            last = max(last, heading.end)
            if heading.run is not None:
                known[heading.kind] = heading.run
            at += 1
        if row.start() < last:
            continue
        last = row.end()
        if run is not None and (run.layout != kind or row.start() - run.end > _APART or text[run.end : row.start()].strip()):
            yield _done(run)
            run = None
        command = _command.before(words.plain, row.start(), _netperf_row.COMMAND)
        above = known.get(kind)
        if run is None:
            run = Run(name, row.start(), row.end(), layout=kind)
            run.test = above.test if above is not None else _test(kind, command)
            run.params = {key: int(size) for key, size in row.groupdict().items() if key in _SIZES}
            if above is not None:
                run.params = {**above.params, **run.params}
        run.figures += _row(row, _result_of(above).unit if above is not None else _unit(kind, command))
        run.end = row.end()
    if run is not None:
        yield _done(run)


def _test(kind: str, command: tuple[int, str] | None) -> str:
    said = _netperf_row.TEST.search(command[1]) if command is not None else None
    if said is not None:
        return said[1].upper()
    return "TCP_RR" if kind == "rr" else "UDP_STREAM" if kind == "udp" else "TCP_STREAM"


def _unit(kind: str, command: tuple[int, str] | None) -> str:
    if kind == "rr":
        return "trans/s"
    scale = _netperf_row.SCALE.search(command[1]) if command is not None else None
    return _netperf_row.SCALES[scale[1]] if scale is not None else "Mbit/s"


def _result_of(run: Run) -> Figure:
    return next(figure for figure in run.figures if figure.primary)


def _done(run: Run) -> Run:
    run.layout = "netperf"
    return run


def _row(row: re.Match[str], unit: str) -> Iterator[Figure]:
    """Give the rate of a row, of UDP both ends', and what -c and -C add."""
    groups = row.groupdict()
    name = "tps" if unit == "trans/s" else "throughput"
    yield Figure(*row.span("rate"), name, number(row["rate"]), unit, "higher", params={"side": "send"} if "recv" in groups else {})
    if groups.get("recv") is not None:
        yield Figure(*row.span("recv"), name, number(row["recv"]), unit, "higher", params={"side": "recv"})
    if groups.get("cpu") is not None:
        yield from _netperf_row.demand(row, row.re.groupindex["cpu"], "us/Tr" if unit == "trans/s" else "us/KB")
