# SPDX-License-Identifier: GPL-2.0-or-later
"""netperf's omni tests: what `-k`, `-o` and `-O` print, in any choice of columns.

`-k`: `THROUGHPUT=9413.27`, one key a line.  `-o`: a line of names with commas, a line of values.  `-O`: names over up to four lines, one
word or two of a name a line, and a row of values; read row by row such a heading has few solutions among the names that exist (`_solve`).
`-P 0` leaves the names out, then the command's list says them for each row below.  Throughput is 10^6bits/s, or trans/s, unless
THROUGHPUT_UNITS says so.
Source: the table netperf_output_source in src/nettest_omni.c; https://hewlettpackard.github.io/netperf/doc/netperf.html#Omni-Output-Selectors
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from digest import unit as units
from digest.bench import _command
from digest.bench._block import Figure, Run
from digest.bench._tokens import Words, number
from digest.model.bench import Direction

NAME: Final = "netperf"


class _Column(NamedTuple):
    """One output selector: its heading cell by cell, and what it is.  Without a name it is a setting or a text."""

    cells: tuple[str, ...]
    name: str = ""
    unit: str = ""
    direction: Direction = "unknown"
    primary: bool = False
    text: bool = False


def _both() -> Iterator[tuple[str, _Column]]:
    """Give the selectors that exist for both ends of a connection."""
    for key, word in (("LOCAL", "Local"), ("REMOTE", "Remote")):
        for way, title in (("SEND", "Send"), ("RECV", "Recv")):
            letter = f"{key[0]}S{way[0]}"
            for end, last in (("_REQ", "Requested"), ("", "Initial"), ("_END", "Final")):
                yield f"{letter}_SIZE{end}", _Column((word, f"{title} Socket", "Size", last))
            yield f"{key}_{way}_SIZE", _Column((word, title, "Size"))
            yield f"{key}_{way}_CALLS", _Column((word, title, "Calls"), f"calls_{way.lower()}", "count")
            yield f"{key}_BYTES_PER_{way}", _Column((word, "Bytes", "Per", title))
            yield f"{key}_{way}_THROUGHPUT", _Column((word, title, "Throughput"), f"throughput_{key.lower()}_{way.lower()}", "@", "higher")
            for what, name in (("WIDTH", "Width"), ("OFFSET", "Offset"), ("ALIGN", "Alignment")):
                yield f"{key}_{way}_{what}", _Column((word, title, name))
            yield f"{key}_{way}_DIRTY_COUNT", _Column((word, title, "Dirty", "Count"))
        yield f"{key}_RECV_CLEAN_COUNT", _Column((word, "Recv", "Clean", "Count"))
        for what, name in (("RECVD", "Received"), ("SENT", "Sent"), ("XFERD", "Xferred")):
            yield f"{key}_BYTES_{what}", _Column((word, "Bytes", name), "transfer", "B")
        side = key.lower()
        yield f"{key}_CPU_UTIL", _Column((word, "CPU", "Util", "%"), f"cpu_{side}", "%", "lower")
        for what, cell in (("USER", "User"), ("SYSTEM", "System"), ("IOWAIT", "I/O"), ("IRQ", "IRQ"), ("SWINTR", "swintr")):
            yield f"{key}_CPU_PERCENT_{what}", _Column((word, "CPU", cell, "%"), f"cpu_{side}_{what.lower()}", "%", "lower")
        yield f"{key}_CPU_PEAK_UTIL", _Column((word, "Peak", "Per CPU", "Util %"), f"cpu_{side}_peak", "%", "lower")
        yield f"{key}_CPU_PEAK_ID", _Column((word, "Peak", "Per CPU", "ID"))
        yield f"{key}_CPU_METHOD", _Column((word, "CPU", "Util", "Method"), text=True)
        yield f"{key}_CPU_BIND", _Column((word, "CPU", "Bind"))
        yield f"{key}_CPU_COUNT", _Column((word, "CPU", "Count"))
        yield f"{key}_CPU_FREQUENCY", _Column((word, "CPU", "Frequency", "MHz"))
        yield f"{key}_CPU_CONFID", _Column((word, "CPU", "Confidence", "Width (%)"))
        yield f"{key}_SD", _Column((word, "Service", "Demand"), f"service_demand_{side}", "@sd", "lower")
        yield f"{key}_NODELAY", _Column((word, "NODELAY"))
        yield f"{key}_CORK", _Column((word, "Cork"))
        yield f"{key}_TRANSPORT_RETRANS", _Column((word, "Transport", "Retransmissions"), f"retransmits_{side}", "count", "lower")
        yield f"{key}_CONG_CONTROL", _Column((word, "Congestion", "Control", "Algorithm"), text=True)
        yield f"{key}_INTERFACE_NAME", _Column((word, "Interface", "Name"), text=True)
        yield f"{key}_SOCKET_PRIO", _Column((word, "Socket", "Priority"))
        yield f"{key}_SOCKET_TOS", _Column((word, "Socket", "TOS"), text=True)


def _latencies() -> Iterator[tuple[str, _Column]]:
    yield "MIN_LATENCY", _Column(("Minimum", "Latency", "Microseconds"), "latency_min", "us", "lower")
    yield "MAX_LATENCY", _Column(("Maximum", "Latency", "Microseconds"), "latency_max", "us", "lower")
    yield "MEAN_LATENCY", _Column(("Mean", "Latency", "Microseconds"), "latency", "us", "lower", primary=True)
    yield "STDDEV_LATENCY", _Column(("Stddev", "Latency", "Microseconds"), "latency_stdev", "us", "lower")
    for p in (50, 90, 99):
        yield f"P{p}_LATENCY", _Column((f"{p}th", "Percentile", "Latency", "Microseconds"), f"latency_p{p}", "us", "lower")


_COLUMNS: Final[dict[str, _Column]] = {
    "THROUGHPUT": _Column(("Throughput",), "throughput", "@", "higher", primary=True),
    "THROUGHPUT_UNITS": _Column(("Throughput", "Units"), text=True),
    "THROUGHPUT_CONFID": _Column(("Throughput", "Confidence", "Width (%)")),
    "ELAPSED_TIME": _Column(("Elapsed", "Time", "(sec)"), "elapsed", "s"),
    "RT_LATENCY": _Column(("Round", "Trip", "Latency", "usec/tran"), "latency_rt", "us", "lower", primary=True),
    "TRANSACTION_RATE": _Column(("Transaction", "Rate", "Tran/s"), "tps", "trans/s", "higher", primary=True),
    "SD_UNITS": _Column(("Service", "Demand", "Units"), text=True),
    "REQUEST_SIZE": _Column(("Request", "Size", "Bytes")),
    "RESPONSE_SIZE": _Column(("Response", "Size", "Bytes")),
    "BURST_SIZE": _Column(("Initial", "Burst", "Requests")),
    "TRANSPORT_MSS": _Column(("Transport", "MSS", "bytes")),
    "CONFIDENCE_LEVEL": _Column(("Confidence", "Level", "Percent")),
    "CONFIDENCE_INTERVAL": _Column(("Confidence", "Width", "Target")),
    "CONFIDENCE_ITERATION": _Column(("Confidence", "Iterations", "Run")),
    "PROTOCOL": _Column(("Protocol",), text=True),
    "DIRECTION": _Column(("Direction",), text=True),
    "SOCKET_TYPE": _Column(("Socket", "Type"), text=True),
    "SOURCE_PORT": _Column(("Source", "Port")),
    "SOURCE_ADDR": _Column(("Source", "Address"), text=True),
    "SOURCE_FAMILY": _Column(("Source", "Family"), text=True),
    "DEST_PORT": _Column(("Destination", "Port")),
    "DEST_ADDR": _Column(("Destination", "Address"), text=True),
    "DEST_FAMILY": _Column(("Destination", "Family"), text=True),
    "COMMAND_LINE": _Column(("Command", "Line"), text=True),
    "UUID": _Column(("Test", "UUID"), text=True),
    "RESULT_BRAND": _Column(("Result", "Tag"), text=True),
    **dict(_latencies()),
    **dict(_both()),
}
_CELLS: Final = {key: tuple(tuple(cell.split()) for cell in column.cells) for key, column in _COLUMNS.items()}
_BY_WORDS: Final = {" ".join(column.cells): key for key, column in _COLUMNS.items()}
_FIRST: Final = frozenset(column.cells[0] for column in _COLUMNS.values())
_STARTS: Final = {word: [key for key, cells in _CELLS.items() if cells[0] == (word,)] for word in _FIRST}
_HEADING: Final = frozenset(word for cells in _CELLS.values() for cell in cells for word in cell)

_NAME: Final = "|".join(r"\s+".join(map(re.escape, words.split())) for words in sorted(_BY_WORDS, key=len, reverse=True))
_CSV_NAME: Final = re.compile(rf"(?P<name>{_NAME})\s{{0,2}}(?=[,\s]|$)")
_CSV_START: Final = re.compile(rf"(?<![\w,])(?:{_NAME})\s{{0,2}},")
_VALUE: Final = re.compile(r"\s{0,40}(?P<value>[^\s,]{1,40})(?=[,\s]|$)")
_WORD: Final = re.compile(r"\S{1,60}")
_LABEL: Final = re.compile(r"\s{1,40}(?:[A-Za-z/][\w/+-]{0,24}:?\s{1,40}){1,3}(?=-?\d)")
_NUMBER: Final = re.compile(r"-?\d{1,15}(?:\.\d{1,6})?")
_PAIR: Final = re.compile(r"(?<![\w=,-])(?P<key>[A-Z][A-Z0-9_]{1,32})=(?P<value>[^\s,;]{1,60})")
_LIST: Final = re.compile(
    r"(?<!\S)-[oO]\s{1,40}[\"']?(?P<keys>[A-Za-z][A-Za-z0-9_]{2,32}(?:,[A-Za-z][A-Za-z0-9_]{2,32}){0,40})[\"']?(?!\S)"
)
_COMMAND: Final = re.compile(r"(?<![\w-])(?:\S{0,60}/)?netperf(?=\s+-)")
_TEST: Final = re.compile(r"(?<!\S)-t\s{0,2}(omni|[A-Za-z]{3,8}6?_\w{2,16})")
_MOST_COLUMNS: Final = 40
_MOST_STEPS: Final = 20000
_MOST_WORDS: Final = 160
_BEHIND: Final = 500
_MOST_BEHIND: Final = 6000
_GAP: Final = 60


def sniff(words: Words) -> bool:
    """Tell whether output of an omni test may stand here."""
    gist = words.gist
    if "Throughput" in gist or "Latency" in gist or "Transaction" in gist:
        return True
    if "netperf" in gist and (" -o " in gist or " -O " in gist):
        return True
    return "THROUGHPUT" in gist or "_LATENCY" in gist or "TRANSACTION_RATE" in gist


def parse(words: Words) -> Iterator[Run]:
    """Read keys, lines with commas, headings over several lines, and rows whose names only the command says."""
    text = words.rest
    last = 0
    for run in sorted((*_pairs(text), *_lines(text), *_tables(text), *_unnamed(text)), key=lambda run: run.start):
        if run.start >= last:
            last = run.end
            command = _command.before(words.plain, run.start, _COMMAND)
            said = _TEST.search(command[1]) if command is not None else None
            run.test = said[1].upper() if said is not None else run.test
            asks = (run.test or "").endswith("RR") or "REQUEST/RESPONSE" in text[max(0, run.start - 200) : run.start]
            for figure in run.figures:
                if figure.key == "THROUGHPUT" and asks and "bits/s" not in text[run.start : run.end]:
                    figure.name, figure.unit = "tps", "trans/s"
                figure.key = ""
            yield run


# -- -k ---------------------------------------------------------------------------------------------------------------


def _pairs(text: str) -> Iterator[Run]:
    """Read `KEY=value`s that stand together."""
    if "=" not in text:
        return
    group: list[tuple[str, re.Match[str]]] = []
    end = 0
    for match in _PAIR.finditer(text):
        key = match["key"]
        if key not in _COLUMNS:
            continue
        if group and (match.start() - end > _GAP or key in {k for k, _ in group}):
            yield from _result([(k, m.start("value"), m["value"]) for k, m in group], group[0][1].start(), end, "keyvalue")
            group = []
        group.append((key, match))
        end = match.end()
    yield from _result([(k, m.start("value"), m["value"]) for k, m in group], group[0][1].start() if group else 0, end, "keyvalue")


# -- -o ---------------------------------------------------------------------------------------------------------------


def _lines(text: str) -> Iterator[Run]:
    """Read a line of names with commas and the lines of values below."""
    last = 0
    for start in _CSV_START.finditer(text):
        if start.start() < last:
            continue
        keys: list[str] = []
        at = start.start()
        while len(keys) < _MOST_COLUMNS:
            name = _CSV_NAME.match(text, at)
            if name is None:
                break
            keys.append(_BY_WORDS[" ".join(name["name"].split())])
            at = name.end()
            if text[at : at + 1] != ",":
                break
            at += 1
            while text[at : at + 1].isspace():
                at += 1
        last = at
        yield from _rows(text, start.start(), at, keys, ",")


def _rows(text: str, begin: int, at: int, keys: list[str], comma: str) -> Iterator[Run]:
    """Read the rows under a heading.  A word or two before one are the author's label; they stand outside, so that they tell the side."""
    while True:
        row = _row(text, at, keys, comma)
        label = _LABEL.match(text, at) if row is None else None
        if label is not None:
            if begin < at:
                yield Run(NAME, begin, at)  # the heading, which tells of no single row
            begin = label.end()
            row = _row(text, begin, keys, comma)
        if row is None:
            return
        at = row[-1][1] + len(row[-1][2])
        yield from _result(row, begin, at, "aligned")
        begin = at


def _row(text: str, at: int, keys: list[str], comma: str) -> list[tuple[str, int, str]] | None:
    """Read one value for each key, or None where a number is none."""
    out = []
    for i, key in enumerate(keys):
        if comma and i:
            if text[at : at + 1] != ",":
                return None
            at += 1
        value = _VALUE.match(text, at) if comma else _WORD.search(text, at, at + 200)
        if value is None:
            return None
        start = value.start("value") if comma else value.start()
        word = value["value"] if comma else value[0]
        plain = _NUMBER.fullmatch(word) is not None
        if key.endswith("_UNITS") if plain else not _COLUMNS[key].text:
            return None
        out.append((key, start, word))
        at = value.end()
    return out or None


# -- -O ---------------------------------------------------------------------------------------------------------------


def _tables(text: str) -> Iterator[Run]:
    """Read a heading over several lines and the row of values behind it."""
    words: list[re.Match[str]] = []
    budget = [_MOST_STEPS]
    for word in _WORD.finditer(text):
        if word[0] in _HEADING and (words or word[0] in _FIRST):
            words.append(word)
            continue
        if 1 < len(words) <= _MOST_WORDS and (word[0][0] in "-0123456789" or _LABEL.match(text, words[-1].end())):
            yield from _table(text, words, budget)
        words = []


def _table(text: str, words: list[re.Match[str]], budget: list[int]) -> Iterator[Run]:
    """Read the row under a heading; words before the heading proper are tried without."""
    for skip in range(min(3, len(words) - 1)):
        for keys in _solve([word[0] for word in words[skip:]], budget):
            found = list(_rows(text, words[skip].start(), words[-1].end(), keys, ""))
            if any(run.figures for run in found):
                yield from found
                return


def _solve(words: list[str], budget: list[int]) -> Iterator[list[str]]:
    """Find the selectors whose headings, read line by line, are these words.

    The values must tell which of several it is.  `budget` is how many steps this text has left.
    """
    for width in range(min(len(words), _MOST_COLUMNS), 0, -1):
        if budget[0] <= 0:
            return
        if any(word not in _FIRST for word in words[:width]):
            continue
        budget[0] -= 1
        first = [_STARTS[word] for word in words[:width]]
        stack: list[tuple[int, int, int, list[list[str]]]] = [(1, 0, width, first)]
        while stack and budget[0] > 0:
            budget[0] -= 1
            line, column, at, kept = stack.pop()
            if column == width:
                line, column = line + 1, 0
            if line == 4:
                if at == len(words):
                    yield [keys[0] for keys in kept]
                continue
            options: dict[tuple[str, ...], list[str]] = {}
            for key in kept[column]:
                cells = _CELLS[key]
                options.setdefault(cells[line] if line < len(cells) else (), []).append(key)
            for cell, keys in options.items():
                if tuple(words[at : at + len(cell)]) == cell:
                    stack.append((line, column + 1, at + len(cell), [*kept[:column], keys, *kept[column + 1 :]]))


# -- without names ----------------------------------------------------------------------------------------------------


def _unnamed(text: str) -> Iterator[Run]:
    """Read rows behind a command whose `-o` list names the columns."""
    for command in _LIST.finditer(text):
        keys = [key.upper() for key in command["keys"].split(",")]
        if len(keys) < 2 or any(key not in _COLUMNS for key in keys):
            continue
        again = _LIST.search(text, command.end())
        stop = len(text) if again is None else again.start()
        last = command.end()
        for word in _WORD.finditer(text, command.end(), min(stop, command.end() + _MOST_BEHIND)):
            if word.start() < last:
                continue
            if word.start() - last > _BEHIND:
                break
            row = _row(text, word.start(), keys, ",")
            if row is not None:
                last = row[-1][1] + len(row[-1][2])
                yield from _result(row, row[0][1], last, "aligned")


def _result(row: list[tuple[str, int, str]], start: int, end: int, layout: str) -> Iterator[Run]:
    """Give the run of one row, if it holds a result."""
    said = {key: word for key, _, word in row}
    unit = units.canonical(said.get("THROUGHPUT_UNITS", "10^6bits/s")) or said.get("THROUGHPUT_UNITS", "")
    demand = said.get("SD_UNITS", "us/KB").replace("usec", "us")
    run = Run(NAME, start, end, layout=layout, test=said.get("PROTOCOL"))
    for key, at, word in row:
        column = _COLUMNS[key]
        if column.name and _NUMBER.fullmatch(word) is not None and not (column.direction == "lower" and word.startswith("-")):
            name = "tps" if column.unit == "@" and units.family(unit) == "trans/s" else column.name
            name = "latency" if name == "latency_rt" and "MEAN_LATENCY" not in said else name
            kind = unit if column.unit == "@" else demand if column.unit == "@sd" else column.unit
            run.figures.append(Figure(at, at + len(word), name, number(word), kind, column.direction, column.primary, key=key))
        elif key in {"REQUEST_SIZE", "RESPONSE_SIZE", "BURST_SIZE", "LOCAL_SEND_SIZE"} and word.isdecimal() and len(word) < 20:
            run.params[{"LOCAL_SEND_SIZE": "msg_size"}.get(key, key.lower().removesuffix("_size"))] = int(word)
    named = [f for f in run.figures if f.primary]
    if not named:
        for figure in run.figures:
            figure.primary = figure.name.startswith(("latency", "throughput"))
    if any(figure.primary for figure in run.figures):
        yield run
