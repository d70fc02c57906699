# SPDX-License-Identifier: GPL-2.0-or-later
"""iperf 2 and iperf3: one row a stream and interval, `[ID] a-b sec  N MBytes  N Mbits/sec` and what stands behind it.

TCP adds `Retr [Cwnd]` (iperf3) or `Write/Err Rtry Cwnd/RTT(var) NetPwr` and `Reads=Dist` (iperf 2 -e), UDP `jitter lost/total (pct%)` and
-e its latencies and pps; iperf3 says `sender` or `receiver`, and `[TX-C]`, `[RX-S]` with --bidir.  Rows of one run that a longer row from
the same start encloses are interim and left out, as are omitted ones; where `[SUM]` is given, single streams stand beside it.  A transfer
counts in 1024, a rate in 1000.  `-J` of iperf3 and `-y C` of iperf 2 are read as well.
Source: iperf(1), iperf3(1), the format strings in iperf_locale.c and iperf_api.c of iperf3 and Locale.c of iperf 2.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from digest import unit as units
from digest.bench import _braces, _fields, _role
from digest.bench._block import Figure, Run
from digest.bench._fields import Field, N
from digest.bench._tokens import Words, number
from digest.model.bench import Direction, Param

NAME: Final = "iperf"

_ID: Final = r"\[\s{0,16}(?:[*]?\s{0,16}\d{1,5}|SUM(?:-\d{1,5})?|FD\d{1,5})\s{0,16}\]"
_ROW: Final = re.compile(
    rf"(?:(?P<id>{_ID})(?:\s{{0,16}}\[(?P<role>[TR]X-[CS])\])?\s{{1,16}}|(?<![\w.,:/-]))"
    rf"(?P<from>\d{{1,6}}\.\d{{1,6}})\s{{0,3}}-\s{{0,16}}(?P<to>\d{{1,6}}\.\d{{1,6}})\s+sec(?:s|onds)?"
    rf"(?:\s+(?P<transfer>{N})\s{{0,16}}(?P<size>[KMGTP]?(?:Bytes|bits|B)))?"
    rf"\s+(?P<rate>{N})\s{{0,16}}(?P<unit>[KMGTkmg]?(?:bits|Bytes|b|B)/s(?:ec)?|[KMGkmg]bps)(?![\w/])"
    rf"(?:\s+(?P<jitter>{N})\s{{0,16}}ms\s+(?P<lost>-?\d{{1,12}})\s{{0,16}}/\s{{0,16}}(?P<total>\d{{1,12}})\s+\((?P<loss>{N}|-?nan)%\)"
    rf"(?:\s+(?P<lat>{N})\s{{0,16}}/\s{{0,16}}(?P<lat_min>{N})\s{{0,16}}/\s{{0,16}}(?P<lat_max>{N})\s{{0,16}}/\s{{0,16}}(?P<lat_dev>{N})\s{{0,16}}ms(?:\s+(?P<rx_pps>\d{{1,12}})\s{{0,16}}pps)?)?"
    rf"|\s+(?P<write>\d{{1,12}})/(?P<error>\d{{1,9}})(?:/\d{{1,9}})?(?:\s+(?P<tx_pps>\d{{1,12}})\s{{0,16}}pps"
    rf"|\s+(?P<rtry>\d{{1,9}})(?![\w.,:/%*-])(?:\s+(?:-?\d{{1,9}}K?|NA)/(?P<rtt>\d{{1,9}})(?:\(\d{{1,9}}\))?\s{{0,16}}us(?:\s+{N})?)?)?"
    rf"|\s+(?P<count>\d{{1,12}})(?![\w.,:/%*=-])(?:\s+(?P<cwnd>{N})\s{{0,16}}(?P<cwnd_unit>[KMG]?Bytes)(?:\s+(?P<lag>\d{{1,9}})us(?!\w))?)?)?"
    rf"(?:\s+(?P<end>sender|receiver)(?!\w)|\s+(?P<omitted>\(omitted\)))?"
)
_BETWEEN: Final = re.compile(
    rf"(?:[\s-]{{1,300}}+|\[\s{{0,16}}ID\]|\[Role\]|Interval|Transfer|Bandwidth|Bitrate|Retr|Cwnd|Jitter|Lost/Total|Total|Datagrams|Write/Err|Rtry"
    rf"|Cwnd/RTT(?:\(var\))?|NetPwr|Reads|Dist\S{{0,200}}+|PPS|Latency|avg/min/max/stdev|inP|\(omitted\)|\.{{2,6}}+|\[\.{{2,3}}\]|<(?:snip|cut)>|iperf\s+Done\.|\^C"
    rf"|{_ID}\s{{1,16}}Sent\s+\d{{1,12}}\s+datagrams|{_ID}\s{{1,16}}Server\s+Report:|Test\s+Complete\.|Summary\s+Results:){{0,60}}"
    rf"(?:(?!iperf)[\w-]{{1,12}}:?\s{{1,16}}){{0,2}}"
)
_LABEL: Final = re.compile(
    r"(?:(?<!\S)(?!(?:iperf|Retr|Cwnd|Datagrams|Bitrate|Bandwidth|NetPwr|Dist)\b)[A-Za-z][\w-]{0,11}:?\s{1,16}){1,2}\Z"
)
_DATAGRAMS: Final = re.compile(r"(?<!/)\bTotal\s+Datagrams")
_HEADER: Final = re.compile(r"\[\s{0,16}ID\]")
_CPU: Final = re.compile(
    rf"CPU\s+Utilization:\s+(?P<one>local/(?:sender|receiver)|remote/(?:sender|receiver))\s+(?P<cpu>{N})%"
    rf"\s+\((?P<user>{N})%u/(?P<sys>{N})%s\)"
    rf"(?:,\s+(?P<other>local/(?:sender|receiver)|remote/(?:sender|receiver))\s+(?P<cpu2>{N})%\s+\((?P<user2>{N})%u/(?P<sys2>{N})%s\))?"
)
_CPU_FIELDS: Final = (
    Field("cpu", "cpu", "%", "lower"),
    Field("user", "cpu_user", "%", "lower"),
    Field("sys", "cpu_system", "%", "lower"),
)
_CPU_OTHER: Final = tuple(field._replace(group=f"{field.group}2") for field in _CPU_FIELDS)
_JSON: Final = re.compile(r'"(?P<key>sum(?:_sent|_received)?)"\s{0,16}:\s{0,16}\{(?P<pairs>[^{}]{20,900})\}')
_JSON_ASIDE: Final = re.compile(
    r'"(?:start"\s{0,16}:\s{0,16}\{(?=\s{0,60}"(?:connected|version|timestamp|test_start|cookie)")|intervals"\s{0,16}:\s{0,16}\[(?=\s{0,60}\{\s{0,60}"streams"))'
)
_LONGEST: Final = 200000
_JSON_PAIR: Final = re.compile(r'"(?P<key>[a-z_]{3,20})"\s{0,16}:\s{0,16}(?P<value>\d{1,20}(?:\.\d{1,20})?(?:e[+-]\d{2})?)')
_JSON_KEYS: Final[dict[str, tuple[str, str, Direction, bool]]] = {
    "bits_per_second": ("throughput", "bit/s", "higher", True),
    "seconds": ("elapsed", "s", "unknown", False),
    "bytes": ("transfer", "B", "unknown", False),
    "retransmits": ("retransmits", "count", "lower", False),
    "jitter_ms": ("jitter", "ms", "lower", False),
    "lost_packets": ("drops", "count", "lower", False),
    "packets": ("packets", "count", "unknown", False),
    "lost_percent": ("loss", "%", "lower", False),
}
_CSV: Final = re.compile(
    r"(?<![\w,])\d{14},(?:[\w.:-]{2,60},\d{1,5},){2}(?P<id>-?\d{1,6}),\d{1,6}\.\d{1,4}-(?P<to>\d{1,6}\.\d{1,4}),(?P<transfer>\d{1,18}),(?P<rate>\d{1,16})"
    r"(?:,(?P<jitter>\d{1,9}\.\d{1,6}),(?P<lost>\d{1,12}),(?P<total>\d{1,12}),(?P<loss>\d{1,3}\.\d{1,6}),\d{1,12})?(?![\w,.])"
)
_COMMAND: Final = re.compile(r"iperf[23]?(?=\s+-)")
_SIZE: Final = r"[\d.]{1,10}\s+[KMG]?Bytes?(?:\s+\([^()]{1,80}\))?"
_OPENING: Final = (
    r"(?:-{20,80}|\[\s{0,16}\d{1,5}\]\s+local\s+\S{1,60}\s+port\s+\d{1,5}\s+connected\s+(?:to|with)\s+\S{1,60}\s+port\s+\d{1,5}"
    r"(?:\s+\([^()]{1,80}\)){0,6}(?:\s+on\s+\d{4}-\d\d-\d\d\s+\d\d:\d\d:\d\d\s+\(\w{2,5}\))?"
    r"|Connecting\s+to\s+host\s+\S{1,60}\s+port\s+\d{1,5}|Accepted\s+connection\s+from\s+\S{1,60}\s+port\s+\d{1,5}"
    r"|(?:Client\s+connecting\s+to\s+\S{1,60}|Server\s+listening\s+on)\s+(?:TCP\s+|UDP\s+)?(?:port\s+)?\d{1,5}(?:\s+with\s+pid\s+\d{1,9})?"
    rf"(?:\s+\([^()]{{1,20}}\))?|(?:TCP|UDP)\s+(?:window|buffer)\s+size:\s+{_SIZE}|(?:Write|Read)\s+buffer\s+size:\s+{_SIZE}"
    r"|TOS\s+set\s+to\s+\S{1,8}(?:\s+\([^()]{1,20}\))?|Sending\s+\d{1,6}\s+byte\s+datagrams(?:,\s+IPG\s+target:\s+\S{1,12}\s+us(?:\s+\([^()]{1,30}\))?)?"
    r")"
)
_CALL: Final = re.compile(
    r"iperf[23]?(?:\s+-{1,2}[A-Za-z][\w-]{0,30}(?:=\S{1,60})?(?:\s+[^\s\[\]-][^\s\[\]]{0,60})?){1,20}"
    rf"(?:\s+{_OPENING}){{0,16}}\s+\Z"
)
_OPENED: Final = re.compile(
    r"-{20,80}\s+(?:Client|Server)\s|Connecting\s+to\s+host\s|Accepted\s+connection\s|\[\s{0,16}\d{1,5}\]\s+local\s"
)
_OPENINGS: Final = re.compile(rf"(?:{_OPENING}\s+){{1,16}}")
_NAMED: Final = re.compile(r"\b[Ii][Pp]erf(3)?(?![\w-])")
_STAMP: Final = re.compile(
    r"(?<!\S)(?:(?:[A-Z][a-z]{2}[ ]{1,3}){2}\d{1,2}[ ]\d\d:\d\d:\d\d[ ]\d{4}"
    r"|(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)"
    r"(?=[ \t]{1,8}(?:\[\s{0,4}(?:\d|SUM|ID)|- - - ))"
)
"""`--timestamps`, or what ts(1) puts before each row."""
_OPTIONS: Final = (
    ("flows", ("P", "parallel")),
    ("duration", ("t", "time")),
    ("msg_size", ("l", "len", "length")),
    ("rate_limit", ("b", "bandwidth", "bitrate")),
    ("window", ("w", "window")),
)
_NEAR: Final = 1500
_GAP: Final = 400
_MOST: Final = 400
_SHORT: Final = 4

_FIELDS: Final = (
    Field("jitter", "jitter", "ms", "lower"),
    Field("lost", "drops", "count", "lower"),
    Field("total", "packets", "count"),
    Field("lat", "latency", "ms", "lower"),
    Field("lat_min", "latency_min", "ms", "lower"),
    Field("lat_max", "latency_max", "ms", "lower"),
    Field("lat_dev", "latency_mdev", "ms", "lower"),
    Field("rx_pps", "pps", "pps", "higher"),
    Field("tx_pps", "pps", "pps", "higher"),
    Field("error", "errors", "count", "lower"),
    Field("rtry", "retransmits", "count", "lower"),
    Field("rtt", "latency", "us", "lower"),
    Field("lag", "latency", "us", "lower"),
)
_CSV_FIELDS: Final = (
    Field("to", "elapsed", "s"),
    Field("transfer", "transfer", "B"),
    Field("rate", "throughput", "bit/s", "higher", primary=True),
    Field("jitter", "jitter", "ms", "lower"),
    Field("lost", "drops", "count", "lower"),
    Field("total", "packets", "count"),
    Field("loss", "loss", "%", "lower"),
)


def sniff(words: Words) -> bool:
    """Tell whether a row may stand here."""
    gist = words.gist
    if "sec" in gist and ("bits/s" in gist or "Bytes/s" in gist or "bps" in gist or "bits_per" in gist):
        return True
    if '"test_start"' in gist or '"intervals"' in gist:
        return True
    return "0.0-" in gist and _CSV.search(gist) is not None


def parse(words: Words) -> Iterator[Run]:
    """Read rows, one run for rows that stand together."""
    stamps = [match.span() for match in _STAMP.finditer(words.rest)]
    if stamps:
        words.take(stamps)
    group: list[re.Match[str]] = []
    seen: set[tuple[str, ...]] = set()
    for count, row in enumerate(_ROW.finditer(words.rest)):
        if count >= _MOST:
            break
        if row["id"] is None and row["transfer"] is None:
            continue
        if row["omitted"] is not None:
            yield Run("iperf3", row.start(), row.end())
            continue
        if group and not _joined(words, group, seen, row):
            yield _run(words, group)
            group, seen = [], set()
        group.append(row)
        seen.add(_clock(row))
    if group:
        yield _run(words, group)
    if "bits_per_second" in words.rest:
        yield from _json(words.rest)
    if '"start"' in words.rest or '"intervals"' in words.rest:
        for head in _JSON_ASIDE.finditer(words.rest):
            yield Run("iperf3", head.start(), _braces.closing(words.rest, head.end(), _LONGEST))
    for row in _CSV.finditer(words.rest) if "0.0-" in words.rest else ():
        run = Run(NAME, *row.span(), test="UDP" if row["jitter"] else "TCP", layout="iperf-rows")
        run.figures = _fields.figures(row, _CSV_FIELDS)
        yield run


def _json(text: str) -> Iterator[Run]:
    """Read the sums at the end of `iperf3 -J`; those of single intervals are passed over, and what was set is taken out of the way."""
    for block in _JSON.finditer(text):
        pairs = list(_JSON_PAIR.finditer(text, block.start("pairs"), block.end("pairs")))
        keys = {pair["key"] for pair in pairs}
        if "bits_per_second" not in keys or (block["key"] == "sum" and "lost_percent" not in keys) or "omitted" in block["pairs"]:
            continue
        run = Run("iperf3", *block.span(), test="UDP" if "lost_percent" in keys else "TCP", layout="keyvalue")
        side = block["key"].partition("_")[2]
        for pair in pairs:
            if pair["key"] in _JSON_KEYS:
                name, unit, direction, primary = _JSON_KEYS[pair["key"]]
                figure = Figure(*pair.span("value"), name, float(pair["value"]), unit, direction, primary)
                figure.params = {"side": side} if side else {}
                run.figures.append(figure)
        yield run


def _joined(words: Words, group: list[re.Match[str]], seen: set[tuple[str, ...]], row: re.Match[str]) -> bool:
    """Tell whether a row belongs to the rows before it: headers, rules and a word or two between them, which name no side of a change.

    A summary starts where its interim rows started and encloses them.  A row that merely starts again is another sample where nothing
    stands between, else the next run's.
    """
    last = group[-1]
    between = words.rest[last.end() : row.start()]
    if len(between) > _GAP or _BETWEEN.fullmatch(between) is None:
        return False
    label = _label(between)
    if label and _role.own(label)[0] is not None:
        return False
    if _within(group[0], row) or _within(last, row):
        return True
    if _HEADER.search(between) is not None and number(row["from"]) < number(last["to"]):
        return False
    return _clock(row) not in seen or not between.strip() or (len(label) <= _SHORT and between.strip() == label)


def _label(between: str) -> str:
    """Give the words that stand right before a row: `tx`, `eth0:`."""
    found = _LABEL.search(between)
    return " ".join(found[0].split()) if found is not None else ""


def _key(row: re.Match[str]) -> tuple[str, str]:
    return (re.sub(r"\s", "", row["id"] or ""), row["role"] or "")


def _clock(row: re.Match[str]) -> tuple[str, ...]:
    """Tell a row's place in a run: its stream, its side, where it starts."""
    return (*_key(row), row["end"] or "", row["from"])


def _within(one: re.Match[str], row: re.Match[str]) -> bool:
    begin, end, first, last = (number(value) for value in (one["from"], one["to"], row["from"], row["to"]))
    return first <= begin and end <= last + 0.5 and (end - begin) < (last - first) * 0.9


def _length(row: re.Match[str]) -> float:
    return number(row["to"]) - number(row["from"])


def _cut_short(words: Words, row: re.Match[str], rows: list[re.Match[str]]) -> bool:
    """Tell whether a row is what an interrupt left: the rest of an interval, or the receiver's nothing.

    QUIRK: a client that is stopped prints the last hundredths of a second as an interval, and zero for the server it did not hear.
    """
    if row["end"] == "receiver" and number(row["rate"]) == 0 and "interrupt" in words.plain[row.end() : row.end() + 160]:
        return True
    if len(rows) < _SAMPLES or row is not rows[-1] or row["end"] is not None:
        return False
    return _key(row) == _key(rows[0]) and number(row["from"]) > 0 and _length(row) < _length(rows[0]) / 2


_SAMPLES: Final = 3


def _run(words: Words, group: list[re.Match[str]]) -> Run:
    longest: dict[tuple[str, str], re.Match[str]] = {}
    for row in group:
        if _key(row) not in longest or _length(row) > _length(longest[_key(row)]):
            longest[_key(row)] = row
    rows = [row for row in group if not _within(row, longest[_key(row)])]
    rows = [row for row in rows if not _cut_short(words, row, rows)]
    start, end = group[0].start(), group[-1].end()
    heads = list(_HEADER.finditer(words.rest, max(0, start - 240), start))
    if heads and _BETWEEN.fullmatch(words.rest, heads[-1].start(), start):
        start = heads[-1].start()
    called = list(_COMMAND.finditer(words.rest, max(0, start - _NEAR), start))
    by_command = called and _CALL.match(words.rest[called[-1].start() : start])
    start = called[-1].start() if by_command else _opened(words.rest, start)
    udp = any(row["jitter"] is not None for row in group)
    params = _fields.settings(words.plain, group[0].start(), _COMMAND, _OPTIONS)
    run = Run(_tool(words, group), start, end, test="UDP" if udp else "TCP", layout="iperf-rows", params=params)
    summed = any("SUM" in (row["id"] or "") for row in rows)
    ends = {row["end"] for row in rows if row["end"]}
    datagrams = _DATAGRAMS.search(words.rest, max(0, start - 120), group[0].start()) is not None
    labels = _labels(words, group)
    for row in rows:
        for figure in _figures(words, row, summed=summed, sides=len(ends) > 1, datagrams=datagrams):
            figure.key = labels.get(row.start(), "")
            run.figures.append(figure)
    cpu = _CPU.search(words.rest, end, end + 300)
    if cpu is not None and len(words.rest[end : cpu.start()].split()) <= 8:
        run.figures += _fields.figures(cpu, _CPU_FIELDS, {"side": cpu["one"]})
        run.figures += _fields.figures(cpu, _CPU_OTHER, {"side": cpu["other"] or ""})
        run.end = cpu.end()
    return run


def _labels(words: Words, group: list[re.Match[str]]) -> dict[int, str]:
    """Give the word before each row, where the rows of a run are told apart by one: `tx`, `rx`."""
    out: dict[int, str] = {}
    for before, row in pairwise(group):
        label = _label(words.rest[before.end() : row.start()])
        if label:
            out[row.start()] = label
    if out:
        start = group[0].start()
        label = _label(words.rest[max(0, start - _SHORT * 4) : start]).rpartition(" ")[2]
        if label:
            out[start] = label
    return out


def _opened(text: str, start: int) -> int:
    """Give where the lines begin that iperf prints when it connects: sizes of windows and buffers are no results."""
    for opened in _OPENED.finditer(text, max(0, start - _NEAR), start):
        if _OPENINGS.fullmatch(text, opened.start(), start) is not None:
            return opened.start()
    return start


def _figures(words: Words, row: re.Match[str], *, summed: bool, sides: bool, datagrams: bool) -> Iterator[Figure]:
    params: dict[str, Param] = {}
    stream = _key(row)[0].strip("[]*")
    if summed and stream:
        params["stream"] = stream
    if sides and row["end"]:
        params["side"] = row["end"]
    if row["role"]:
        params["role"] = row["role"]
    primary = not summed or "SUM" in stream
    out = [
        Figure(*row.span("rate"), "throughput", _fields.decimal(row["rate"]), units.canonical(row["unit"]) or "", "higher", primary),
    ]
    if row["transfer"] is not None:
        size = units.canonical(row["size"]) or "B"
        out.insert(0, Figure(*row.span("transfer"), "transfer", _fields.decimal(row["transfer"]), size, primary=False))
    if number(row["from"]) == 0:  # the end of a later interval is no time that the test took
        out.insert(0, Figure(*row.span("to"), "elapsed", number(row["to"]), "s", primary=False))
    out += _fields.figures(row, _FIELDS)
    if row["loss"] is not None and "nan" not in row["loss"]:
        out.append(Figure(*row.span("loss"), "loss", _fields.decimal(row["loss"]), "%", "lower", primary=False))
    if row["count"] is not None and (datagrams or _counts(words, row)):
        name = "packets" if datagrams else "retransmits"
        out.append(Figure(*row.span("count"), name, number(row["count"]), "count", "unknown" if datagrams else "lower", primary=False))
    for figure in out:
        figure.params = params
        yield figure


def _counts(words: Words, row: re.Match[str]) -> bool:
    """Tell whether the number behind a rate is its Retr column, and not the next words of a text that lost its lines."""
    if row["cwnd"] is not None or row["end"] is not None:
        return True
    if not words.flat and "\n" not in words.rest[row.end("unit") : row.end("count")]:
        return True
    head = words.plain.rfind("Retr", max(0, row.start() - 4000), row.start())
    return head >= 0 and words.plain.rfind("Lost/Total", head, row.start()) < 0


def _tool(words: Words, group: list[re.Match[str]]) -> str:
    """Tell iperf3 from iperf 2: by its own columns, else by the name before the rows, else by the digits of the interval."""
    for row in group:
        if row["end"] is not None or row["role"] is not None or row["cwnd"] is not None:
            return "iperf3"
        if row["write"] is not None or row["lat"] is not None:
            return NAME
    plain = words.plain
    head = plain[max(0, group[0].start() - 160) : group[0].start()]
    if "Reads=Dist" in head or "NetPwr" in head:
        return NAME
    if "Bitrate" in head or "Retr" in head:
        return "iperf3"
    named = None
    for match in _NAMED.finditer(plain, max(0, group[0].start() - _NEAR), group[0].start()):
        named = match
    if named is not None and (named[1] is not None or not re.match(r"\s?v?3", plain[named.end() : named.end() + 3])):
        return "iperf3" if named[1] else NAME
    return "iperf3" if len(group[0]["to"].partition(".")[2]) == 2 else NAME
