# SPDX-License-Identifier: GPL-2.0-or-later
"""neper (tcp_rr, tcp_crr, tcp_stream, udp_rr, udp_stream): `key=value` pairs, one a line.

Latencies are seconds, throughput is transactions a second for rr and crr and Mbit/s for streams (`throughput_units` says so), local_ and
remote_throughput are bit/s.  CPU seconds are the difference of `stime_end` and `stime_start`; with --stime-use-proc the end alone is the
result.  What counts transactions, samples and context switches stands beside.  Spec: https://github.com/google/neper
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench import _fields
from digest.bench._block import Figure, Run
from digest.bench._tokens import Words
from digest.model.bench import Direction, Param

NAME: Final = "neper"

_KEY: Final = (
    r"num_(?:transactions|samples|threads|flows)|latency_(?:min|max|mean|stddev|p\d{1,2}(?:\.\d{1,4})?)|(?:local_|remote_)?throughput"
    r"|[us]time(?:_start|_end)?|n?i?vcsw(?:_start|_end)?|maxrss(?:_start|_end)?|m(?:in|aj)flt(?:_start|_end)?|total_run_time|time_end"
    r"|correlation_coefficient|start_index|end_index"
)
_PAIR: Final = re.compile(rf"(?<![\w=.-])(?P<key>{_KEY})=(?P<value>-?\d{{1,20}}(?:\.\d{{1,12}})?(?:e[+-]?\d{{1,3}})?)(?![\w=])")
_UNITS: Final = re.compile(r"throughput_units=(?P<unit>[A-Za-z/]{3,12})")
_BETWEEN: Final = re.compile(r"(?:\s{1,80}+|[,;]|(?:throughput_units|[a-z_]{3,24})=\S{1,60}(?=\s)){0,24}")
_TEST: Final = re.compile(r"(?:(?:tcp|udp)_(?:rr|crr|stream)|psp_(?:rr|crr|stream))(?=\s)")
_OPTIONS: Final = (
    ("threads", ("T", "num-threads")),
    ("flows", ("F", "num-flows")),
    ("duration", ("l", "test-length")),
    ("msg_size", ("B", "buffer-size")),
)
_REACH: Final = 4000
_COMMAND: Final = 300
_GAP: Final = 400

_SECONDARY: Final[dict[str, tuple[str, str, Direction]]] = {
    "num_transactions": ("transactions", "count", "unknown"),
    "num_samples": ("samples", "count", "unknown"),
    "latency_min": ("latency_min", "s", "lower"),
    "latency_max": ("latency_max", "s", "lower"),
    "latency_stddev": ("latency_mdev", "s", "unknown"),
    "utime_start": ("utime_start", "s", "unknown"),
    "utime_end": ("time_user", "s", "unknown"),
    "utime": ("time_user", "s", "lower"),
    "stime_start": ("stime_start", "s", "unknown"),
    "stime_end": ("time_sys", "s", "unknown"),
    "stime": ("time_sys", "s", "lower"),
}


def sniff(words: Words) -> bool:
    """Tell whether pairs may stand here."""
    gist = words.gist
    return "throughput=" in gist or "latency_m" in gist or "num_transactions=" in gist or "stime" in gist or "latency_p" in gist


def parse(words: Words) -> Iterator[Run]:
    """Read pairs, one run for pairs that stand together; a key that comes again begins the next run."""
    text = words.rest
    tests = list(_TEST.finditer(words.plain))
    named = "neper" in words.plain
    group: list[re.Match[str]] = []
    for pair in _PAIR.finditer(text):
        if group and (
            pair.start() - group[-1].end() > _GAP
            or _BETWEEN.fullmatch(text, group[-1].end(), pair.start()) is None
            or any(one["key"] == pair["key"] for one in group)
        ):
            yield from _run(words, group, tests, named=named)
            group = []
        group.append(pair)
    if group:
        yield from _run(words, group, tests, named=named)


def _run(words: Words, group: list[re.Match[str]], tests: list[re.Match[str]], *, named: bool) -> Iterator[Run]:
    start, end = group[0].start(), group[-1].end()
    at = bisect_left(tests, start, key=lambda match: match.start()) - 1
    test = tests[at] if at >= 0 and start - tests[at].end() < _REACH else None
    keys = {pair["key"] for pair in group}
    if test is None and not keys & {"num_transactions", "latency_mean", "local_throughput", "stime_end"} and not named:
        return
    params: dict[str, Param] = {}
    if test is not None:
        params = _fields.settings(words.plain, min(start, test.end() + _COMMAND), _TEST, _OPTIONS)
    said = _UNITS.search(words.plain, max(0, start - 60), end + 60)
    stream = test is not None and test[0].endswith("stream")
    rate = (units.canonical(said["unit"]) if said else None) or ("Mbit/s" if stream else "trans/s")
    run = Run(NAME, start, end, test=test[0] if test is not None else None, layout="keyvalue", params=params)
    alone = not keys & {"throughput", "latency_mean", "local_throughput", "remote_throughput"}
    for pair in group:
        figure = _figure(pair, rate)
        if figure is not None:
            if alone and pair["key"] in {"stime_end", "utime_end", "stime", "utime"}:
                figure.direction, figure.primary = "lower", True
            run.figures.append(figure)
    if run.figures:
        yield run


def _figure(pair: re.Match[str], rate: str) -> Figure | None:
    key = pair["key"]
    span = pair.span("value")
    value = float(pair["value"])
    if key == "throughput":
        return Figure(*span, "throughput", value, rate, "higher")
    if key.endswith("throughput"):
        return Figure(*span, "throughput", value, "bit/s", "higher", key=key)
    if key == "latency_mean":
        return Figure(*span, "latency", value, "s", "lower")
    if key.startswith("latency_p"):
        return Figure(*span, key.replace(".", ""), value, "s", "lower", primary=False)
    if key in _SECONDARY:
        name, unit, direction = _SECONDARY[key]
        return Figure(*span, name, value, unit, direction, primary=False)
    return None
