# SPDX-License-Identifier: GPL-2.0-or-later
"""qperf: a test's name with a colon, and under it `bw = 1.12 GB/sec`, `latency = 12.3 us`, `msg_rate = 81.3 K/sec`.

With -v come costs (`send_cost = 654 ms/GB`), CPU (`send_cpus_used = 73 % cpus`) and settings; UDP and UD tests say `send_bw`, `recv_bw`.
The test's name tells the figures of one run from others; with `-oo msg_size:1:64K:*2` a test is repeated, its size stands beside.
Source: show_info, put_run and view_band in qperf.c and support.c of qperf.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench._block import Figure, Run
from digest.bench._tokens import Words, number
from digest.model.bench import Direction

NAME: Final = "qperf"

_TEST: Final = re.compile(
    r"(?<![\w.-])(?P<test>(?:tcp|udp|sctp|sdp|rds|uc|ud|rc|xrc)_(?:(?:rdma_(?:read|write)(?:_poll)?|compare_swap|fetch_add|bi)_)?"
    r"(?:bw|lat|mr|poll_lat|pp_lat)|ver_rc_\w{3,20}|conf|quit):(?=\s+\w{2,24}\s+=\s)"
)
_LINE: Final = re.compile(
    r"\s+(?P<name>[a-z]\w{1,24})\s+=\s+(?P<value>\d{1,9}(?:,\d{3}){0,4}(?:\.\d{1,6})?)(?P<unit>\s?(?:[KMGT]i?)?[Bb](?:ytes?|its?)?(?:/sec)?(?!\w)"
    r"|\s?[KMGT]?/sec|\s?(?:[num]?s|sec|min)(?:/[KMGT]?i?[Bb])?(?![\w/])|\s?%(?:\s+cpus)?|\s?(?:[num]?sec|us)(?![\w/])"
    r"|(?=\s))?(?:\s+\([\d,]{1,20}(?:\s+\w{1,8})?\))?"
)
_NOTE: Final = re.compile(r"\s+(?:loc|rem)_(?:node|cpu|os|qperf|affinity|device|id)\s+=\s+[^\n=]{1,80}(?=\s+\w{2,24}\s+=\s|\n|$)")
_RESULTS: Final[dict[str, tuple[str, Direction, bool]]] = {
    "bw": ("throughput", "higher", True),
    "send_bw": ("throughput_send", "higher", True),
    "recv_bw": ("throughput", "higher", True),
    "latency": ("latency", "lower", True),
    "msg_rate": ("msg_rate", "higher", False),
    "mr": ("msg_rate", "higher", True),
    "send_msgs": ("messages", "unknown", False),
    "recv_msgs": ("messages_received", "unknown", False),
}
_SETTINGS: Final = frozenset(
    {
        "msg_size",
        "mtu_size",
        "time",
        "timeout",
        "port",
        "sock_buf_size",
        "access_recv",
        "affinity",
        "cq_poll",
        "poll_mode",
        "rd_atomic",
        "rate",
    }
)
_MOST: Final = 60


def sniff(words: Words) -> bool:
    """Tell whether results of qperf may stand here."""
    gist = words.gist
    return ("_bw:" in gist or "_lat:" in gist or "_mr:" in gist) and " = " in gist


def parse(words: Words) -> Iterator[Run]:
    """Read each test's lines."""
    text = words.rest
    for head in _TEST.finditer(text):
        run = Run(NAME, head.start(), head.end(), test=head["test"], layout="keyvalue")
        for _ in range(_MOST):
            note = _NOTE.match(text, run.end)
            if note is not None:
                run.end = note.end()
                continue
            line = _LINE.match(text, run.end)
            if line is None:
                break
            run.end = line.end()
            _read(run, line)
        if run.figures:
            yield run


def _read(run: Run, line: re.Match[str]) -> None:
    """Read one `name = value unit` as a setting or a figure."""
    name = line["name"]
    written = " ".join((line["unit"] or "").split())
    unit = "%" if written.startswith("%") else units.canonical(written) or written
    value = number(line["value"])
    if name in _RESULTS:
        metric, direction, primary = _RESULTS[name]
    elif name in _SETTINGS or name.endswith("_size"):
        run.params[name] = int(value) if not unit and value == int(value) else f"{line['value']} {written}".strip()
        return
    elif name.endswith("_cost") or "cpus_" in name:
        metric, direction, primary = name, "lower", False
    elif unit:
        metric, direction, primary = name, "unknown", False
    else:
        return
    run.figures.append(Figure(*line.span("value"), metric, value, unit, direction, primary))
