# SPDX-License-Identifier: GPL-2.0-or-later
"""fio --output-format=json: each job's objects `"read"`, `"write"`, `"trim"`, with a rate and latencies in them.

    "read" : { "io_bytes" : 38117834752, "bw_bytes" : 1270552140, "bw" : 1240773, "iops" : 310193.66, "runtime" : 30001,
               "lat_ns" : { "min" : 13011, "max" : 4114112, "mean" : 103110.33, "stddev" : 21400.11 } }

`bw` counts KiB a second, `runtime` milliseconds; latencies are nanoseconds, in releases before 3 microseconds under `"lat"`.  A direction
that moved nothing is no result.  Source: add_ddir_status_json in stat.c of fio
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _braces
from digest.bench._block import Figure, Run
from digest.bench._tokens import Words
from digest.model.bench import Direction

NAME: Final = "fio"

_HEAD: Final = re.compile(r'"(?P<way>read|write|trim)"\s{0,8}:\s{0,8}\{(?=\s{0,60}"io_(?:k?bytes)")')
_PAIR: Final = re.compile(
    r'"(?P<key>[a-z_]{2,16}|\d{1,3}\.\d{1,8})"\s{0,8}:\s{0,8}(?:(?P<value>\d{1,18}(?:\.\d{1,9})?)(?![\w.])|(?P<opens>\{))|(?P<closes>\})'
)
_RATES: Final[dict[str, tuple[str, str, Direction, bool]]] = {
    "bw": ("throughput", "KB/s", "higher", True),
    "iops": ("ops", "ops/s", "higher", True),
    "runtime": ("elapsed", "ms", "unknown", False),
    "io_bytes": ("transfer", "B", "unknown", False),
}
_TIMES: Final = {"slat": "latency_submit", "clat": "latency_complete", "lat": "latency"}
_STATS: Final = {"min": "_min", "max": "_max", "mean": "", "stddev": "_stdev"}
_LONGEST: Final = 12000
_MOST: Final = 400


def sniff(words: Words) -> bool:
    """Tell whether such an object may stand here."""
    return '"iops"' in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read each direction of each job."""
    text = words.rest
    for head in _HEAD.finditer(text):
        run = Run(NAME, head.start(), _braces.closing(text, head.end(), _LONGEST), test=head["way"], layout="keyvalue")
        run.figures = list(_figures(text, head.end(), run.end))
        if not any(figure.primary for figure in run.figures):
            run.figures = []
        yield run


def _figures(text: str, start: int, end: int) -> Iterator[Figure]:
    """Read rates of the object itself, and latencies of the objects in it."""
    inside: list[str] = []
    for count, pair in enumerate(_PAIR.finditer(text, start, end)):
        if count > _MOST:
            return
        if pair["opens"]:
            inside.append(pair["key"])
        elif pair["closes"]:
            if inside:
                inside.pop()
        elif not inside and pair["key"] in _RATES:
            name, unit, direction, primary = _RATES[pair["key"]]
            value = float(pair["value"])
            yield Figure(*pair.span("value"), name, value, unit, direction, primary and value > 0)
        elif inside:
            yield from _latency(pair, inside)


def _latency(pair: re.Match[str], inside: list[str]) -> Iterator[Figure]:
    kind, _, unit = inside[0].partition("_")
    if kind not in _TIMES or unit not in {"", "ns", "us"} or float(pair["value"]) == 0:
        return
    key = pair["key"]
    if len(inside) == 1 and key in _STATS:
        name = f"{_TIMES[kind]}{_STATS[key]}"
        yield Figure(*pair.span("value"), name, float(pair["value"]), unit or "us", "lower", primary=name == "latency")
    elif inside[1:] == ["percentile"] and key[0].isdigit():
        share = key.rstrip("0").rstrip(".")
        yield Figure(*pair.span("value"), f"{_TIMES[kind]}_p{share}", float(pair["value"]), unit or "us", "lower", primary=False)
