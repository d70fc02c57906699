# SPDX-License-Identifier: GPL-2.0-or-later
"""pktgen of the kernel: what /proc/net/pktgen/<device> says after a run.

`Result: OK: T(cC+dI) usec, N (Bbyte,Ffrags)` and behind it `Rpps MMb/sec (Bbps) errors: E`.  One result a device, or a thread and device
(`eth4@0`): the device named above a result tells results of one run apart.  The rate line alone is read as well.  Packets, size and time
are what was asked for.  Spec: Documentation/networking/pktgen.rst, fill_result and show_results in net/core/pktgen.c.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _fields
from digest.bench._block import Run
from digest.bench._fields import Field
from digest.bench._tokens import Words
from digest.model.bench import Param

NAME: Final = "pktgen"

_RATE: Final = re.compile(
    r"(?<![\w.])(?P<pps>\d{1,12})\s?pps\s+(?P<mbit>\d{1,9})\s?Mb/sec(?:\s+\((?P<bit>\d{1,15})\s?bps\))?(?:\s+errors:\s+(?P<errors>\d{1,12}))?"
)
_RESULT: Final = re.compile(
    r"(?:Result:\s{1,16})?(?:OK|Interrupted|Idle)?:?\s{0,16}(?P<elapsed>\d{1,15})\s?\(c\d{1,15}\+d\d{1,15}\)\s+(?P<clock>usec|nsec),\s+"
    r"(?P<packets>\d{1,12})\s+\((?P<size>\d{1,6})byte,(?P<frags>\d{1,4})frags\)\s{1,40}\Z"
)
_DEVICE: Final = re.compile(r"(?:Device:|/proc/net/pktgen/)\s{0,3}(?P<device>[A-Za-z][\w.:-]{0,20}(?:@\d{1,4})?)")
_PARAMS: Final = re.compile(r"Params:\s+count\s+\d")
_BACK: Final = 200
_REACH: Final = 1500

_FIELDS: Final = (
    Field("pps", "pps", "pps", "higher", primary=True),
    Field("mbit", "throughput", "Mbit/s", "higher", primary=True),
    Field("bit", "throughput", "bit/s", "higher"),
    Field("errors", "errors", "count", "lower"),
)


def sniff(words: Words) -> bool:
    """Tell whether a rate line may stand here."""
    return "Mb/sec" in words.gist and "pps" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read each rate line with the result line above it."""
    text = words.rest
    last = 0
    for rate in _RATE.finditer(text):
        params: dict[str, Param] = {}
        run = Run(NAME, rate.start(), rate.end(), layout="pktgen-result", params=params)
        back = max(last, rate.start() - _BACK)
        result = _RESULT.search(text[back : rate.start()])
        if result is not None:
            run.start = back + result.start()
            params["packet_size"] = int(result["size"])
            if result["frags"] != "0":
                params["frags"] = int(result["frags"])
            unit = "us" if result["clock"] == "usec" else "ns"
            for group, name, kind in (("elapsed", "elapsed", unit), ("packets", "packets", "count")):
                found = _fields.figures(result, (Field(group, name, kind),))[0]
                found.start += back
                found.end += back
                run.figures.append(found)
        run.figures += _fields.figures(rate, _FIELDS)
        opened = next(_PARAMS.finditer(text, max(last, run.start - _REACH), run.start), None)
        devices = _DEVICE.findall(words.plain, max(last, run.start - _REACH), run.start)
        if devices and "@" in devices[-1]:
            for figure in run.figures:
                figure.key = devices[-1]
        run.start = run.start if opened is None else opened.start()
        last = rate.end()
        yield run
