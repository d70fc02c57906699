# SPDX-License-Identifier: GPL-2.0-or-later
"""ntttcp for Linux: totals as `key :value`, each behind a clock and `INFO:`, which authors often cut.

`throughput :84.04Gbps`, `retrans segs`, `average rtt`, `cycles/byte` and the shares of CPU time are measured; duration, bytes, cores and
clock of the CPU are what was asked for or stood there before.  `Real-time throughput` lines are interim.  Spec:
https://github.com/microsoft/ntttcp-for-linux (src/util.c, print_total_result).
"""

import re
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench import _fields
from digest.bench._block import Figure, Run
from digest.bench._tokens import Words, number
from digest.model.bench import Direction

NAME: Final = "ntttcp"

_KEYS: Final = (
    r"test\s+duration|total\s+bytes|throughput|retrans\s+segs|(?:average|tcpi)\s+rtt|cpu\s+cores|cpu\s+speed|user|system|idle|iowait|softirq"
    r"|cycles/byte|cpu\s+busy\s+\(all\)|total\s+packets|tx_packets|rx_packets|interrupts|total|pkts/interrupt"
    r"|retrans_segments/sec|(?:lost|syn|fast|forward|slowStart)_retrans/sec|retrans_fail/sec"
)
_INFO: Final = r"(?:\d\d:\d\d:\d\d\s+)?(?:INFO:\s+)?"
_PAIR: Final = re.compile(
    rf"(?<![\w.-])(?P<key>{_KEYS})\s{{0,24}}:\s{{0,16}}(?P<value>\d{{1,20}}(?:\.\d{{1,6}})?)\s{{0,16}}(?P<unit>%|[KMGT]?bps|MHz|seconds|us|ms)?(?![\w.])"
)
_BETWEEN: Final = re.compile(
    rf"\s{{0,40}}(?:{_INFO}(?:(?:total\s+packets|interrupts|tcp\s+retransmit)(?::|(?!\s{{0,24}}:))\s{{1,40}}{_INFO})?)"
)
_OPENING: Final = re.compile(
    rf"(?:NTTTCP\s+for\s+Linux\s+[\d.]{{1,12}}|{_INFO}(?:\d{{1,5}}\s+threads\s+created|Network\s+activity|Test\s+cycle|Test\s+run|#{{3,8}}\s+Totals:))"
)
_THREADS: Final = re.compile(
    r"(?:\d\d:\d\d:\d\d\s+)?(?:INFO:\s+)?Thread\s+Time\(s\)\s+Throughput(?:\s+(?:\d\d:\d\d:\d\d\s+)?(?:INFO:\s+)?=+\s+=+\s+=+)?"
    r"(?:\s+(?:\d\d:\d\d:\d\d\s+)?(?:INFO:\s+)?\d{1,5}\s+\d{1,6}\.\d{2}\s+\d{1,6}\.\d{1,3}\s?[KMGT]?bps){1,256}"
)
_COMMAND: Final = re.compile(r"\bntttcp(?=\s+-)")
_OPTIONS: Final = (("duration", ("t",)), ("ports", ("P",)), ("threads", ("n",)), ("msg_size", ("b",)))
_FIELDS: Final[dict[str, tuple[str, str, Direction, bool]]] = {
    "test duration": ("elapsed", "s", "unknown", False),
    "throughput": ("throughput", "", "higher", True),
    "retrans segs": ("retransmits", "count", "lower", False),
    "retrans_segments/sec": ("retransmits_rate", "/s", "lower", False),
    "lost_retrans/sec": ("retransmits_lost", "/s", "lower", False),
    "average rtt": ("latency", "us", "lower", False),
    "tcpi rtt": ("latency", "us", "lower", False),
    "cycles/byte": ("cycles", "cycles/byte", "lower", True),
    "user": ("cpu_user", "%", "lower", False),
    "system": ("cpu_system", "%", "lower", False),
    "idle": ("idle", "%", "higher", False),
    "iowait": ("iowait", "%", "unknown", False),
    "softirq": ("cpu_softirq", "%", "lower", False),
    "cpu busy (all)": ("cpu", "%", "lower", False),
}
_LEAST: Final = 3
_BACK: Final = 1600


def sniff(words: Words) -> bool:
    """Tell whether totals may stand here."""
    gist = words.gist
    return "throughput" in gist and ("INFO:" in gist or "cycles/byte" in gist or "busy" in gist or "ntttcp" in gist)


def parse(words: Words) -> Iterator[Run]:
    """Read each list of totals."""
    text = words.rest
    if "Throughput" in text:
        for rows in _THREADS.finditer(text):
            yield Run(NAME, *rows.span())  # the totals below tell the sum
    named = "ntttcp" in words.plain or "NTTTCP" in words.plain
    group: list[re.Match[str]] = []
    last = 0
    for pair in _PAIR.finditer(text):
        if group and (_BETWEEN.fullmatch(text, group[-1].end(), pair.start()) is None or _key(pair) in map(_key, group[:-1])):
            yield from _run(words, group, last, named=named)
            last = group[-1].end()
            group = []
        group.append(pair)
    if group:
        yield from _run(words, group, last, named=named)


def _key(pair: re.Match[str]) -> str:
    return " ".join(pair["key"].split())


def _run(words: Words, group: list[re.Match[str]], last: int, *, named: bool) -> Iterator[Run]:
    keys = {_key(pair) for pair in group}
    if "throughput" not in keys or (len(keys) < _LEAST and not named):
        return
    text = words.rest
    start = group[0].start()
    opening = _OPENING.search(text, max(last, start - _BACK), start)
    params = _fields.settings(words.plain, start, _COMMAND, _OPTIONS)
    run = Run(NAME, start if opening is None else opening.start(), group[-1].end(), layout="keyvalue", params=params)
    for pair in group:
        if _key(pair) in _FIELDS:
            name, unit, direction, primary = _FIELDS[_key(pair)]
            unit = unit or units.canonical(pair["unit"] or "") or ""
            run.figures.append(Figure(*pair.span("value"), name, number(pair["value"]), unit, direction, primary))
    yield run
