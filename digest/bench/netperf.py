# SPDX-License-Identifier: GPL-2.0-or-later
"""netperf: STREAM, MAERTS, SENDFILE, UDP_STREAM, RR and CRR under their headings, and rows whose heading `-P 0` left out.

The header words say which columns a row has, the columns how many numbers make a row: `-c`, `-C` add CPU and service demand, `-f`
changes the unit (padded to eight: `MBytes  /s`), UDP prints a sending and a receiving row of different length.  Elapsed time, sizes and
counts are no results, nor are the interim results of `-D` where the row follows, and the confidence that `-I` failed to reach.
Source: the titles and formats in src/nettest_bsd.c; https://hewlettpackard.github.io/netperf/doc/netperf.html
"""

import re
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench import _command, _netperf_row
from digest.bench._block import Figure, Run
from digest.bench._headless import Told, rows
from digest.bench._netperf_row import demand, figure
from digest.bench._tokens import Words, number
from digest.model.bench import Param

NAME: Final = "netperf"

_N: Final = r"-?\d{1,12}(?:\.\d{1,6})?"
_RATE_UNIT: Final = r"(?:10\^\d\s?bits|[KMG]?Bytes|[KMG]?bits)\s{0,4}/s(?:ec)?"


# Authors cut headings from above; the line of units is enough.
_STREAM: Final = re.compile(
    r"(?:Recv\s+Send\s+Send\s+(?:Utilization\s+Service\s+Demand\s+)?)?(?:Socket\s+Socket\s+Message\s+Elapsed\s+(?:Send\s+Recv\s+Send\s+Recv\s+)?)?"
    r"(?:Size\s+Size\s+Size\s+Time\s+Throughput\s+(?:local\s+remote\s+local\s+remote\s+)?)?"
    rf"bytes\s+bytes\s+bytes\s+secs\.?\s+(?P<unit>{_RATE_UNIT})(?P<cpu>\s+%(?:\s+[A-Z])?\s+%(?:\s+[A-Z])?\s+[um]s/KB\s+[um]s/KB)?"
)
_UDP: Final = re.compile(
    r"(?:Socket\s+Message\s+Elapsed\s+Messages\s+(?:CPU\s+Service\s+)?)?(?:Size\s+Size\s+Time\s+Okay\s+Errors\s+Throughput\s+(?:Util\s+Demand\s+)?)?"
    rf"bytes\s+bytes\s+secs\.?\s+#\s+#\s+(?P<unit>{_RATE_UNIT})(?P<cpu>\s+%(?:\s+[A-Z]{{1,3}})?\s+[um]s/KB)?"
)
_RR: Final = re.compile(
    r"(?:Socket\s+Size\s+Request\s+Resp\.?\s+Elapsed\s+Trans\.?\s+(?:CPU\s+CPU\s+S\.dem\s+S\.dem\s+)?)?"
    r"(?:Send\s+Recv\s+Size\s+Size\s+Time\s+Rate\s+(?:local\s+remote\s+local\s+remote\s+)?)?"
    r"[Bb]ytes\s+[Bb]ytes\s+[Bb]ytes\s+[Bb]ytes\s+secs\.?\s+per\s+sec(?P<cpu>\s+%(?:\s+[A-Z])?\s+%(?:\s+[A-Z])?\s+[um]s/Tr\s+[um]s/Tr)?"
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
    rf"\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+({_N})\s+({_N})(?![\w./])(?:\s+({_N})\s+({_N})\s+({_N})\s+({_N})(?![\w./]))?(?:\s+(\d+)\s+(\d+)(?![\w./%]|\s+\d+\s+\d+\s+\d+\.))?"
)
_RR_ROW_PLAIN: Final = re.compile(
    rf"\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+({_N})\s+({_N})(?![\w./])(?:\s+(\d+)\s+(\d+)(?![\w./%]|\s+\d+\s+\d+\s+\d+\.))?"
)
_BANNER: Final = re.compile(
    r"(?:MIGRATED\s{1,9})?(?P<proto>TCP|UDP|SCTP|DCCP|TIPC|SDP)?\s{0,9}(?P<kind>STREAM|MAERTS|SENDFILE|REQUEST/RESPONSE"
    r"|Connect/Request/Response|Connect/Accept|UNIDIRECTIONAL\s+SEND|BIDIRECTIONAL)\s+TEST\b"
)
_INTERIM: Final = re.compile(
    rf"Interim\s+result:\s+(?P<rate>{_N})\s+(?P<unit>(?:10\^\d\s?bits|[KMG]?Bytes|[KMG]?bits|Trans)\s{{0,4}}/s(?:ec)?)\s+over\s+{_N}\s+seconds"
    r"(?:\s+ending\s+at\s+\d{1,12}\.\d{1,6})?"
)
_CONFIDENCE: Final = re.compile(
    r"!!!\s+WARNING\s+!!!\s+Desired\s+confidence\s+was\s+not\s+achieved[^%]{20,400}%\s+!!!\s+Local\s+CPU\s+util\s+:\s+[\d.]{1,12}%"
    r"\s+!!!\s+Remote\s+CPU\s+util\s+:\s+[\d.]{1,12}%"
)
_QUIET: Final = re.compile(r"\s-v\s?0(?:\s+[^\s:]{1,60}){0,12}?(?=\s+\d{1,9}\.\d{2,3}(?![\w.]))")
_NUMBER: Final = re.compile(r"\d{1,9}\.\d{2,3}(?![\w.])")
_NUMBERS: Final = re.compile(r"(?:\s+\d{1,9}\.\d{2,3}(?![\w.])){1,60}")
_HEADED: Final = 200
_CALL: Final = 300

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
    return "bytes secs" in gist or "netperf" in gist or "Interim result:" in gist


def parse(words: Words) -> Iterator[Run]:
    """Read the rows below each heading, rows that have none, and interim results that no row follows."""
    text = words.rest
    told: list[Told] = []
    if "secs" in text:
        for kind, pattern, read in (("stream", _STREAM, _stream), ("udp", _UDP, _udp), ("rr", _RR, _request)):
            for header in pattern.finditer(text):
                found = next(read(words, header), None)
                told.append(Told(header.start(), header.end() + _HEADED if found is None else found.end, kind, found))
                if found is not None:
                    yield found
    if told or "netperf" in words.plain:
        yield from rows(NAME, words, told)
    if "netperf" in words.plain:
        yield from _sums(words, told)
    if "Interim" in text:
        yield from _interim(text, told)
    if "!!!" in text:
        yield from (Run(NAME, *match.span()) for match in _CONFIDENCE.finditer(text))


def _stream(words: Words, header: re.Match[str]) -> Iterator[Run]:
    cpu = header["cpu"] is not None
    end = header.end()
    run = _run(words, header, "STREAM")
    sizes: list[dict[str, Param]] = []
    rows: list[list[Figure]] = []
    row = (_STREAM_ROW if cpu else _PLAIN_ROW).match(words.rest, end)
    while row is not None:
        end = row.end()
        figures = [
            figure(row, 4, "elapsed", "s", "unknown"),
            figure(row, 5, "throughput", _unit(header["unit"]), "higher", primary=True),
        ]
        if cpu and row[6] is not None:
            figures += demand(row, 6, "us/KB")
        sizes.append({"msg_size": int(number(row[3]))})
        rows.append(figures)
        row = (_STREAM_ROW if cpu else _PLAIN_ROW).match(words.rest, end)
    if rows:
        run.end = end
        yield _timed(_sized(run, rows, sizes))


def _sized(run: Run, rows: list[list[Figure]], sizes: list[dict[str, Param]]) -> Run:
    """Say the sizes of messages of the run, or row by row where a loop went over them."""
    alike = all(size == sizes[0] for size in sizes)
    if alike:
        run.params = {**sizes[0], **run.params}
    for figures, size in zip(rows, sizes, strict=True):
        for one in figures:
            one.params = {**one.params, **({} if alike else size)}
        run.figures += figures
    return run


def _udp(words: Words, header: re.Match[str]) -> Iterator[Run]:
    cpu = header["cpu"] is not None
    run = _run(words, header, "UDP_STREAM")
    run.test = "UDP_STREAM"
    unit = _unit(header["unit"])
    send = (_UDP_SEND if cpu else _UDP_SEND_PLAIN).match(words.rest, header.end())
    if send is None:
        return
    end = send.end()
    run.params.setdefault("msg_size", int(number(send[2])))
    run.figures = [
        figure(send, 3, "elapsed", "s", "unknown"),
        figure(send, 4, "messages", "count", "unknown"),
        figure(send, 5, "errors", "count", "lower"),
        figure(send, 6, "throughput", unit, "higher", primary=True, side="send"),
    ]
    if cpu and send[7] is not None:
        run.figures += [
            figure(send, 7, "cpu", "%", "lower", side="send"),
            figure(send, 8, "service_demand", "us/KB", "lower", side="send"),
        ]
    recv = (_UDP_RECV if cpu else _UDP_RECV_PLAIN).match(words.rest, end)
    if recv is not None and recv[2] == send[3]:
        end = recv.end()
        run.figures += [
            figure(recv, 2, "elapsed", "s", "unknown"),
            figure(recv, 3, "messages", "count", "unknown"),
            figure(recv, 4, "throughput", unit, "higher", primary=True, side="recv"),
        ]
        if cpu and recv[5] is not None:
            run.figures += [
                figure(recv, 5, "cpu", "%", "lower", side="recv"),
                figure(recv, 6, "service_demand", "us/KB", "lower", side="recv"),
            ]
    run.end = end
    yield _timed(run)


def _request(words: Words, header: re.Match[str]) -> Iterator[Run]:
    cpu = header["cpu"] is not None
    run = _run(words, header, "RR")
    sizes: list[dict[str, Param]] = []
    rows: list[list[Figure]] = []
    end = header.end()
    pattern = _RR_ROW if cpu else _RR_ROW_PLAIN
    row = pattern.match(words.rest, end)
    while row is not None:
        end = row.end()
        figures = [figure(row, 5, "elapsed", "s", "unknown"), figure(row, 6, "tps", "trans/s", "higher", primary=True)]
        if cpu and row[7] is not None:
            figures += demand(row, 7, "us/Tr")
        sizes.append({"request": int(number(row[3])), "response": int(number(row[4]))})
        rows.append(figures)
        row = pattern.match(words.rest, end)
    if rows:
        run.end = end
        yield _timed(_sized(run, rows, sizes))


def _timed(run: Run) -> Run:
    """Drop an elapsed time that is the duration asked for: the tester chose it."""
    asked = run.params.get("duration")
    run.figures = [f for f in run.figures if f.name != "elapsed" or not isinstance(asked, int) or abs(f.value - asked) >= 0.005]
    return run


def _interim(text: str, told: list[Told]) -> Iterator[Run]:
    """Read `Interim result: N unit over T seconds`: the result where no row follows, else taken out of the way."""
    lines: list[re.Match[str]] = []
    for line in [*_INTERIM.finditer(text), None]:
        if lines and (line is None or text[lines[-1].end() : line.start()].strip()):
            run = Run(NAME, lines[0].start(), lines[-1].end(), layout="netperf")
            if not any(0 <= heading.start - run.end < _HEADED for heading in told):
                run.figures = [_rate(match, "rate", match["unit"]) for match in lines]
            yield run
            lines = []
        if line is not None:
            lines.append(line)


def _rate(match: re.Match[str], group: str, written: str) -> Figure:
    unit = _unit(written)
    name = "tps" if units.family(unit) == "trans/s" else "throughput"
    return Figure(*match.span(group), name, number(match[group]), unit, "higher")


def _unit(written: str) -> str:
    """Give the canonical unit of a heading: `MBytes  /s` -> MB/s."""
    return units.canonical("".join(written.split())) or ""


def _sums(words: Words, told: list[Told]) -> Iterator[Run]:
    """Read what `-v 0` leaves of a row: the rate alone, right behind its command."""
    text = words.rest
    for command in _netperf_row.COMMAND.finditer(text):
        quiet = _QUIET.search(text, command.end(), command.end() + _CALL)
        if quiet is None or any(heading.start <= quiet.end() < heading.end for heading in told):
            continue
        call = text[command.end() : quiet.end()]
        said = _netperf_row.TEST.search(call)
        test = said[1].upper() if said is not None else "TCP_STREAM"
        rate = _NUMBERS.match(text, quiet.end())
        if rate is not None:
            asks = test.endswith("RR")
            scale = _netperf_row.SCALE.search(call)
            unit = "trans/s" if asks else _netperf_row.SCALES[scale[1]] if scale is not None else "Mbit/s"
            run = Run(NAME, command.start(), rate.end(), test=test, layout="netperf")
            run.figures = [
                Figure(*m.span(), "tps" if asks else "throughput", number(m[0]), unit, "higher")
                for m in _NUMBER.finditer(text, rate.start(), rate.end())
            ]
            yield run


def _run(words: Words, header: re.Match[str], kind: str) -> Run:
    """Open a run at its banner, if there is one; the banner or the command line says which test it is."""
    text = words.plain
    start = header.start()
    head = text[max(0, start - 260) : start]
    banner = None
    for match in _BANNER.finditer(head):
        banner = match
    params: dict[str, Param] = {}
    found = _command.before(text, start, _netperf_row.COMMAND)
    test = None
    if found is not None:
        options = _command.options(found[1])
        for name, option in (("duration", "l"), ("msg_size", "m")):
            if options.get(option, "").isdecimal() and len(options[option]) < 10:
                params[name] = int(options[option])
        if "-H 127." in found[1] or "-H localhost" in found[1]:
            params["loopback"] = "yes"
        said_test = _netperf_row.TEST.search(found[1])
        test = said_test[1].upper() if said_test else None
    if banner is not None:
        start = start - len(head) + banner.start()
        proto = banner["proto"] or (test or "TCP").partition("_")[0]
        said = re.sub(r"\s+", " ", banner["kind"])
        test = f"{proto}_{_KIND.get(said, 'STREAM')}"
        if "127.0.0.1" in head[banner.start() :]:
            params["loopback"] = "yes"
    return Run(NAME, start, header.end(), test=test or ("TCP_RR" if kind == "RR" else f"TCP_{kind}"), layout="netperf", params=params)
