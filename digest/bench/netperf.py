# SPDX-License-Identifier: GPL-2.0-or-later
"""netperf: STREAM, MAERTS, SENDFILE, UDP_STREAM, RR, CRR, omni (-k, -o) and the sums of super_netperf.

The header words say which columns a row has, the columns how many numbers make a row: `-c`, `-C` add CPU and service demand, `-f`
changes the unit, UDP prints a sending and a receiving row of different length.  Elapsed time, sizes and counts are no results.
Spec: netperf's own manual, https://hewlettpackard.github.io/netperf/doc/netperf.html
"""

import re
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench import _command
from digest.bench._block import Figure, Run
from digest.bench._tokens import Words, number
from digest.model.bench import Direction, Param

NAME: Final = "netperf"

_N: Final = r"-?\d{1,12}(?:\.\d{1,6})?"
_RATE_UNIT: Final = r"10\^\d\s?bits/s(?:ec)?|[KMG]?Bytes/s(?:ec)?|[KMG]?bits/s(?:ec)?"


_STREAM: Final = re.compile(
    r"Recv\s+Send\s+Send\s+(?P<cpu>Utilization\s+Service\s+Demand\s+)?"
    r"Socket\s+Socket\s+Message\s+Elapsed\s+(?:Send\s+Recv\s+Send\s+Recv\s+)?"
    r"Size\s+Size\s+Size\s+Time\s+Throughput\s+(?:local\s+remote\s+local\s+remote\s+)?"
    rf"bytes\s+bytes\s+bytes\s+secs\.?\s+(?P<unit>{_RATE_UNIT})(?:\s+%\s+[A-Z]\s+%\s+[A-Z]\s+us/KB\s+us/KB)?"
)
_UDP: Final = re.compile(
    r"Socket\s+Message\s+Elapsed\s+Messages\s+(?P<cpu>CPU\s+Service\s+)?"
    r"Size\s+Size\s+Time\s+Okay\s+Errors\s+Throughput\s+(?:Util\s+Demand\s+)?"
    rf"bytes\s+bytes\s+secs\.?\s+#\s+#\s+(?P<unit>{_RATE_UNIT})(?:\s+%\s+[A-Z]{{1,3}}\s+us/KB)?"
)
_RR: Final = re.compile(
    r"Socket\s+Size\s+Request\s+Resp\.?\s+Elapsed\s+Trans\.?\s+(?P<cpu>CPU\s+CPU\s+S\.dem\s+S\.dem\s+)?"
    r"Send\s+Recv\s+Size\s+Size\s+Time\s+Rate\s+(?:local\s+remote\s+local\s+remote\s+)?"
    r"[Bb]ytes\s+[Bb]ytes\s+[Bb]ytes\s+[Bb]ytes\s+secs\.?\s+per\s+sec(?:\s+%\s+[A-Z]\s+%\s+[A-Z]\s+us/Tr\s+us/Tr)?"
)
_STREAM_ROW: Final = re.compile(
    rf"\s+(?:({_N})\s+({_N})\s+({_N})\s+({_N})\s+({_N})(?![\w./])(?:\s+({_N})\s+({_N})\s+({_N})\s+({_N})(?![\w./]))?)"
)
_PLAIN_ROW: Final = re.compile(rf"\s+({_N})\s+({_N})\s+({_N})\s+({_N})\s+({_N})(?![\w./])")
_UDP_SEND: Final = re.compile(rf"\s+({_N})\s+({_N})\s+(\d+\.\d+)\s+(\d+)\s+(\d+)\s+({_N})(?![\w./])(?:\s+({_N})\s+({_N})(?![\w./]))?")
_UDP_SEND_PLAIN: Final = re.compile(rf"\s+({_N})\s+({_N})\s+(\d+\.\d+)\s+(\d+)\s+(\d+)\s+({_N})(?![\w./])")
_UDP_RECV: Final = re.compile(rf"\s+(\d+)\s+(\d+\.\d+)\s+(\d+)\s+({_N})(?![\w./])(?:\s+({_N})\s+({_N})(?![\w./]))?")
_UDP_RECV_PLAIN: Final = re.compile(rf"\s+(\d+)\s+(\d+\.\d+)\s+(\d+)\s+({_N})(?![\w./])")
_RR_ROW: Final = re.compile(
    rf"\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+({_N})\s+({_N})(?![\w./])(?:\s+({_N})\s+({_N})\s+({_N})\s+({_N})(?![\w./]))?(?:\s+(\d+)\s+(\d+)(?![\w./%]))?"
)
_RR_ROW_PLAIN: Final = re.compile(rf"\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+({_N})\s+({_N})(?![\w./])(?:\s+(\d+)\s+(\d+)(?![\w./%]))?")
_BANNER: Final = re.compile(
    r"(?:MIGRATED\s{1,9})?(?P<proto>TCP|UDP|SCTP|DCCP)?\s{0,9}(?P<kind>STREAM|MAERTS|SENDFILE|REQUEST/RESPONSE"
    r"|Connect/Request/Response|Connect/Accept|UNIDIRECTIONAL\s+SEND|BIDIRECTIONAL)\s+TEST\b"
)
_COMMAND: Final = re.compile(r"(?<![\w-])(?:\S{0,60}/)?netperf(?![\w.]*_)(?=\s+-)")
_TEST: Final = re.compile(r"(?<!\S)-t\s+((?:TCP|UDP|SCTP|DCCP)6?_\w+|omni|[a-z]{3}_\w+)", re.IGNORECASE)
_KEY: Final = re.compile(
    r"(?<![\w=])(?P<key>THROUGHPUT|ELAPSED_TIME|TRANSACTION_RATE|RT_LATENCY|[A-Z]+_LATENCY|(?:LOCAL"
    r"|REMOTE)_(?:CPU_UTIL|SD|RETRANS\w*|TRANSPORT_RETRANS))=(?P<value>-?\d+(?:\.\d+)?)(?![\w.])"
)
_KEY_UNITS: Final = re.compile(r"THROUGHPUT_UNITS=([^\s,]{1,20})")

_KIND: Final = {
    "STREAM": "STREAM",
    "MAERTS": "MAERTS",
    "SENDFILE": "SENDFILE",
    "REQUEST/RESPONSE": "RR",
    "Connect/Request/Response": "CRR",
    "Connect/Accept": "CC",
}


def sniff(words: Words) -> bool:
    """Tell whether netperf's own output may stand here."""
    gist = words.gist
    return "Elapsed" in gist or "netperf" in gist or "THROUGHPUT=" in gist


def parse(words: Words) -> Iterator[Run]:
    """Read each banner's result; header words first, then the omni keys, then the sums of super_netperf."""
    text = words.rest
    if "Elapsed" in text:
        for header in _STREAM.finditer(text):
            yield from _stream(words, header)
        for header in _UDP.finditer(text):
            yield from _udp(words, header)
        for header in _RR.finditer(text):
            yield from _request(words, header)
    if "THROUGHPUT=" in text or "_LATENCY=" in text:
        yield from _omni(text)
    if "-P 0" in text or "-P0" in text:
        yield from _bare(words)
    if "netperf" in words.plain:
        yield from _rows_alone(text, _spans(text))


def _stream(words: Words, header: re.Match[str]) -> Iterator[Run]:
    cpu = header["cpu"] is not None
    end = header.end()
    run = _run(words, header, "STREAM")
    row = (_STREAM_ROW if cpu else _PLAIN_ROW).match(words.rest, end)
    while row is not None:
        end = row.end()
        figures = [
            _figure(row, 4, "elapsed", "s", "unknown"),
            _figure(row, 5, "throughput", units.canonical(header["unit"]) or "", "higher", primary=True),
        ]
        run.params.setdefault("msg_size", int(number(row[3])))
        if cpu and row[6] is not None:
            figures += _cpu(row, 6, "us/KB")
        run.figures += figures
        row = (_STREAM_ROW if cpu else _PLAIN_ROW).match(words.rest, end)
    if run.figures:
        run.end = end
        yield _timed(run)


def _udp(words: Words, header: re.Match[str]) -> Iterator[Run]:
    cpu = header["cpu"] is not None
    run = _run(words, header, "UDP_STREAM")
    run.test = "UDP_STREAM"
    unit = units.canonical(header["unit"]) or ""
    send = (_UDP_SEND if cpu else _UDP_SEND_PLAIN).match(words.rest, header.end())
    if send is None:
        return
    end = send.end()
    run.params.setdefault("msg_size", int(number(send[2])))
    run.figures = [
        _figure(send, 3, "elapsed", "s", "unknown"),
        _figure(send, 4, "messages", "count", "unknown"),
        _figure(send, 5, "errors", "count", "lower"),
        _figure(send, 6, "throughput", unit, "higher", primary=True, side="send"),
    ]
    if cpu and send[7] is not None:
        run.figures += [
            _figure(send, 7, "cpu", "%", "lower", side="send"),
            _figure(send, 8, "service_demand", "us/KB", "lower", side="send"),
        ]
    recv = (_UDP_RECV if cpu else _UDP_RECV_PLAIN).match(words.rest, end)
    if recv is not None and recv[2] == send[3]:
        end = recv.end()
        run.figures += [
            _figure(recv, 2, "elapsed", "s", "unknown"),
            _figure(recv, 3, "messages", "count", "unknown"),
            _figure(recv, 4, "throughput", unit, "higher", primary=True, side="recv"),
        ]
        if cpu and recv[5] is not None:
            run.figures += [
                _figure(recv, 5, "cpu", "%", "lower", side="recv"),
                _figure(recv, 6, "service_demand", "us/KB", "lower", side="recv"),
            ]
    run.end = end
    yield _timed(run)


def _request(words: Words, header: re.Match[str]) -> Iterator[Run]:
    cpu = header["cpu"] is not None
    run = _run(words, header, "RR")
    end = header.end()
    pattern = _RR_ROW if cpu else _RR_ROW_PLAIN
    row = pattern.match(words.rest, end)
    while row is not None:
        end = row.end()
        run.params.setdefault("request", int(number(row[3])))
        run.params.setdefault("response", int(number(row[4])))
        run.figures += [_figure(row, 5, "elapsed", "s", "unknown"), _figure(row, 6, "tps", "trans/s", "higher", primary=True)]
        if cpu and row[7] is not None:
            run.figures += _cpu(row, 7, "us/Tr")
        row = pattern.match(words.rest, end)
    if run.figures:
        run.end = end
        yield _timed(run)


def _timed(run: Run) -> Run:
    """Drop an elapsed time that is the duration asked for: the tester chose it."""
    asked = run.params.get("duration")
    run.figures = [f for f in run.figures if f.name != "elapsed" or not isinstance(asked, int) or abs(f.value - asked) >= 0.005]
    return run


def _cpu(row: re.Match[str], at: int, unit: str) -> list[Figure]:
    """Read local and remote CPU and service demand; -1.00 is the side that was not measured."""
    out = []
    for offset, (name, canonical, side) in enumerate(
        (("cpu", "%", "local"), ("cpu", "%", "remote"), ("service_demand", unit, "local"), ("service_demand", unit, "remote"))
    ):
        if not row[at + offset].startswith("-"):
            out.append(_figure(row, at + offset, name, canonical, "lower", side=side))
    return out


_OMNI: Final[dict[str, tuple[str, str, Direction]]] = {
    "THROUGHPUT": ("throughput", "Mbit/s", "higher"),
    "TRANSACTION_RATE": ("tps", "trans/s", "higher"),
    "ELAPSED_TIME": ("elapsed", "s", "unknown"),
    "STDDEV_LATENCY": ("stddev", "us", "unknown"),
    "MEAN_LATENCY": ("latency", "us", "lower"),
    "RT_LATENCY": ("latency", "us", "lower"),
    "MIN_LATENCY": ("latency_min", "us", "lower"),
    "MAX_LATENCY": ("latency_max", "us", "lower"),
}


def _omni(text: str) -> Iterator[Run]:
    """Read `-k` output: KEY=value lines; THROUGHPUT is in what THROUGHPUT_UNITS says, else 10^6bits/s."""
    run: Run | None = None
    for match in _KEY.finditer(text):
        key = match["key"]
        if run is None or match.start() - run.end > 400 or (key == "THROUGHPUT" and any(f.key == key for f in run.figures)):
            if run is not None:
                yield run
            run = Run(NAME, match.start(), match.end(), layout="keyvalue")
        name, unit, direction = _OMNI.get(key) or _omni_other(key)
        if key == "THROUGHPUT":
            said = _KEY_UNITS.search(text, max(0, match.start() - 300), match.end() + 300)
            unit = (units.canonical(said[1].rstrip(",")) or said[1]) if said else "Mbit/s"
            if units.family(unit) == "trans/s":
                name = "tps"
        run.figures.append(
            Figure(
                match.start("value"),
                match.end("value"),
                name,
                number(match["value"]),
                unit,
                direction,
                primary=name in {"throughput", "tps", "latency"},
                key=key,
            )
        )
        run.end = match.end()
    if run is not None:
        yield run


def _omni_other(key: str) -> tuple[str, str, Direction]:
    if key.endswith("_LATENCY"):
        return f"latency_{key[: -len('_LATENCY')].lower()}", "us", "lower"
    if key.endswith("_CPU_UTIL"):
        return "cpu", "%", "lower"
    if "RETRANS" in key:
        return "retransmits", "count", "lower"
    return "service_demand", "us/KB", "lower"


def _bare(words: Words) -> Iterator[Run]:
    """Read rows without banner (`-P 0`) right behind their command, whose `-t` says what they are."""
    text = words.rest
    for command in _COMMAND.finditer(text):
        line = text[command.start() : command.start() + 400]
        if "-P 0" not in line and "-P0" not in line:
            continue
        test = _TEST.search(line)
        name = test[1].upper() if test else "TCP_STREAM"
        pattern = _RR_ROW_PLAIN if name.endswith("RR") else _PLAIN_ROW
        row = next((m for m in re.finditer(r"\n[^\n]{0,1}", line) if pattern.match(line, m.start())), None)
        if row is None:
            continue
        found = pattern.match(text, command.start() + row.start())
        if found is None:
            continue
        at, value, unit = (6, "tps", "trans/s") if name.endswith("RR") else (5, "throughput", "Mbit/s")
        run = Run(NAME, found.start(at - 1), found.end(), test=name, layout="netperf")
        run.figures = [_figure(found, at, value, unit, "higher", primary=True)]
        yield run


_ALONE: Final = re.compile(r"(?<![\w.])(\d{4,8})\s+(\d{4,8})\s+(\d{1,8})\s+(\d{1,5}\.\d\d)\s+(\d{1,8}\.\d\d)(?![\w.])")


def _spans(text: str) -> list[tuple[int, int]]:
    """Give where headings stand: rows right behind one belong to it."""
    return [(m.start(), m.end() + 200) for pattern in (_STREAM, _UDP, _RR) for m in pattern.finditer(text)]


def _rows_alone(text: str, headed: list[tuple[int, int]]) -> Iterator[Run]:
    """Read rows of a STREAM test whose heading was cut off: two socket sizes, message size, elapsed time, throughput."""
    run: Run | None = None
    for row in _ALONE.finditer(text):
        if any(start <= row.start() < end for start, end in headed):
            continue
        if run is not None and row.start() - run.end > 120:
            yield run
            run = None
        if run is None:
            run = Run(NAME, row.start(), row.end(), test="TCP_STREAM", layout="netperf", figures=[], params={"msg_size": int(row[3])})
        run.figures.append(_figure(row, 5, "throughput", "Mbit/s", "higher", primary=True))
        run.end = row.end()
    if run is not None:
        yield run


def _figure(
    row: re.Match[str], group: int, name: str, unit: str, direction: Direction, *, primary: bool = False, side: str | None = None
) -> Figure:
    params: dict[str, Param] = {"side": side} if side is not None else {}
    return Figure(row.start(group), row.end(group), name, number(row[group]), unit, direction, primary=primary, params=params)


def _run(words: Words, header: re.Match[str], kind: str) -> Run:
    """Open a run at its banner, if there is one; the banner or the command line says which test it is."""
    text = words.plain
    start = header.start()
    head = text[max(0, start - 260) : start]
    banner = None
    for match in _BANNER.finditer(head):
        banner = match
    params: dict[str, Param] = {}
    found = _command.before(text, start, _COMMAND)
    test = None
    if found is not None:
        options = _command.options(found[1])
        for name, option in (("duration", "l"), ("msg_size", "m")):
            if options.get(option, "").isdigit():
                params[name] = int(options[option])
        if "-H 127." in found[1] or "-H localhost" in found[1]:
            params["loopback"] = "yes"
        said_test = _TEST.search(found[1])
        test = said_test[1].upper() if said_test else None
    if banner is not None:
        start = start - len(head) + banner.start()
        proto = banner["proto"] or (test or "TCP").partition("_")[0]
        said = re.sub(r"\s+", " ", banner["kind"])
        test = f"{proto}_{_KIND.get(said, 'STREAM')}"
        if "127.0.0.1" in head[banner.start() :]:
            params["loopback"] = "yes"
    return Run(NAME, start, header.end(), test=test or ("TCP_RR" if kind == "RR" else f"TCP_{kind}"), layout="netperf", params=params)
