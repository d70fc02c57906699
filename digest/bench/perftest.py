# SPDX-License-Identifier: GPL-2.0-or-later
"""perftest (ib_write_bw, ib_send_lat, raw_ethernet_bw and their kin): rows under a header that names its columns and their units.

Bandwidth: `#bytes #iterations BW peak[MB/sec] BW average[MB/sec] MsgRate[Mpps] [CPU_Util[%]]`, Gb/sec with --report_gbits.  Latency:
`#bytes #iterations t_min[usec] t_max[usec] t_typical[usec] t_avg[usec] t_stdev[usec] 99% percentile[usec] 99.9% percentile[usec]`, or
`t_avg[usec] tps average` by time.  Average bandwidth and average (else typical) latency are the results; the size is a parameter.
Source: RESULT_FMT and its kin in perftest_parameters.h of linux-rdma/perftest
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from digest import unit as units
from digest.bench._block import Figure, Run
from digest.bench._tokens import Words, number
from digest.model.bench import Direction

NAME: Final = "perftest"

_HEAD: Final = re.compile(r"#\s?bytes\s+#\s?(?:iterations|duration)(?=\s)")
_COLUMN: Final = re.compile(
    r"\s+(?:BW\s+(?P<bw>peak|average)\s?\[(?P<ub>[KMG]?i?[Bb]/sec)\]|MsgRate\s?\[(?P<um>[KMG]?pps)\]|(?P<t>t_(?:min|max|typical|avg|stdev))\s?\[(?P<ut>usec|cycles)\]"
    r"|(?P<p>99(?:\.9{1,3})?)%\s+percentile\s?\[(?P<up>usec|cycles)\]|(?P<tps>tps)\s+average|(?P<cpu>CPU_Util)\s?\[%\])"
)
_NOISE: Final = re.compile(
    r"\s+Conflicting\s+CPU\s+frequency\s+values\s+detected:\s+\S{1,20}\s+!=\s+\S{1,20}(?:\s+CPU\s+Frequency\s+is\s+not\s+max\.)?"
)
_CELL: Final = re.compile(r"\s+(?P<value>\d{1,12}(?:\.\d{1,9})?)(?![\w.:/%])")
_PROGRAM: Final = re.compile(r"(?<![\w-])(?P<name>(?:ib_(?:write|send|read|atomic)|raw_ethernet|gpunetio)_(?:bw|lat|burst_lat|fs_rate))\b")
_BANNER: Final = re.compile(
    r"(?P<name>(?:RDMA_Write|RDMA_Read|Send|Atomic(?:_FETCH_AND_ADD|_CMP_AND_SWAP)?|Raw_Ethernet|Write|Read)(?:\s+Bidirectional)?"
    r"\s+(?:Post\s+List\s+)?(?:BW|Latency|Lat)\s+Test)"
)
_QPS: Final = re.compile(r"Number\s+of\s+qps\s+:\s+(\d{1,6})")
_BACK: Final = 2200
_MOST_COLUMNS: Final = 10
_MOST_ROWS: Final = 64


class _Column(NamedTuple):
    name: str
    unit: str
    direction: Direction
    primary: bool


def sniff(words: Words) -> bool:
    """Tell whether a report may stand here."""
    gist = words.gist
    return "#bytes" in gist or "# bytes" in gist


def parse(words: Words) -> Iterator[Run]:
    """Read the rows under each header."""
    text = words.rest
    last = 0
    for head in _HEAD.finditer(text):
        columns, end = _columns(text, head.end())
        if not columns:
            continue
        run = _open(words, head, max(last, head.start() - _BACK), end)
        for _ in range(_MOST_ROWS):
            noise = _NOISE.match(text, run.end)
            figures, end = _row(text, run.end if noise is None else noise.end(), columns)
            if not figures:
                break
            run.figures += figures
            run.end = end
        if run.figures:
            last = run.end
            yield run


def _columns(text: str, at: int) -> tuple[list[_Column], int]:
    """Read the words of the header."""
    out: list[_Column] = []
    while len(out) < _MOST_COLUMNS:
        word = _COLUMN.match(text, at)
        if word is None:
            break
        at = word.end()
        if word["bw"] is not None:
            average = word["bw"] == "average"
            out.append(
                _Column("throughput" if average else "throughput_peak", units.canonical(word["ub"]) or word["ub"], "higher", average)
            )
        elif word["um"] is not None:
            out.append(_Column("msg_rate", units.canonical(word["um"]) or word["um"], "higher", primary=False))
        elif word["t"] is not None:
            kind = word["t"][2:]
            unit = "us" if word["ut"] == "usec" else "cycles"
            out.append(_Column("latency" if kind == "avg" else f"latency_{kind}", unit, "lower", kind == "avg"))
        elif word["p"] is not None:
            out.append(_Column(f"latency_p{word['p']}", "us" if word["up"] == "usec" else "cycles", "lower", primary=False))
        elif word["tps"] is not None:
            out.append(_Column("tps", "trans/s", "higher", primary=False))
        else:
            out.append(_Column("cpu", "%", "lower", primary=False))
    if out and not any(column.primary for column in out):
        out = [column._replace(primary=column.name in {"latency_typical", "throughput_peak"}) for column in out]
    return out, at


def _row(text: str, at: int, columns: list[_Column]) -> tuple[list[Figure], int]:
    """Read one row: size, iterations, and a number for each column."""
    cells: list[re.Match[str]] = []
    for _ in range(len(columns) + 2):
        cell = _CELL.match(text, at)
        if cell is None:
            return [], at
        cells.append(cell)
        at = cell.end()
    if "." in cells[0]["value"] or "." in cells[1]["value"]:
        return [], at
    size = int(cells[0]["value"])
    return [
        Figure(
            *cell.span("value"),
            c.name,
            number(cell["value"]),
            c.unit,
            c.direction,
            c.primary and number(cell["value"]) > 0,
            params={"msg_size": size},
        )
        for cell, c in zip(cells[2:], columns, strict=True)
    ], at


def _open(words: Words, head: re.Match[str], back: int, end: int) -> Run:
    """Open a run at its banner, if there is one, with the settings printed below; else the program named last is the test."""
    before = words.plain[back : head.start()]
    run = Run(NAME, head.start(), end, layout="aligned")
    banner = _last(_BANNER, before)
    program = _last(_PROGRAM, before)
    if banner is not None:
        run.start = back + banner.start()
        run.test = " ".join(banner["name"].split())
        queues = _QPS.search(before, banner.end())
        if queues is not None and queues[1] != "1":
            run.params["qps"] = int(queues[1])
    elif program is not None:
        run.test = program["name"]
    return run


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    found = None
    for match in pattern.finditer(text):
        found = match
    return found
