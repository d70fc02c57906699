# SPDX-License-Identifier: GPL-2.0-or-later
"""Cells and headings of hand-made tables: the numbers of a cell, the unit in a heading, the parameter a column sets."""

import re
from typing import Final, NamedTuple

from digest import unit as units
from digest.bench._drawn import Cell
from digest.bench._tokens import Token
from digest.bench._written import seconds

_PARAM: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(pattern), name)
    for pattern, name in (
        (r"\bmtu\b", "mtu"),
        (r"(?:packet|pkt|frame)s?[ _-]?(?:size|len)", "packet_size"),
        (r"(?:msg|message|payload|write|request|req|data|block|buf(?:fer)?|chunk|segment)s?[ _-]?(?:size|len)|msgsize", "msg_size"),
        (r"\bflows?\b|\bstreams?\b", "flows"),
        (r"\bthreads?\b|\bthr\b|\bprocs\b|processes", "threads"),
        (r"\bclients?\b", "clients"),
        (r"\bconn(?:ection)?s?\b", "connections"),
        (r"\bentries\b|\brules\b|\broutes\b", "entries"),
        (r"\bqueues?\b|\bchannels?\b", "queues"),
        (r"\bcpus?\b(?!.{0,80}(?:util|usage|%|load|time))|\bcores?\b", "cpus"),
        (r"\bbulk\b|\bbatch\b", "bulk"),
        (r"\bsize\b|\bbytes?\b|\blen(?:gth)?\b|^\$i$", "size"),
        (r"^#$|\bnumber of\b|\bcount\b|^n$|^nr\b|\bdepth\b|\bport\b|\biter|\brun\b|\btest\b|\bcase\b|\bargs?\b", "case"),
    )
)
RATIO_ROW: Final = re.compile(
    r"^(?:(?:perf(?:ormance)?|relative|rel|net|total|throughput)\.?[ ])?(?:ratio|change|diff(?:erence)?|delta"
    r"|improvement|gain|speed-?up|increase|%|percent|regression|degradation|slow-?down|reduction|decrease|saving|drop|rise"
    r"|loss(?=[ :|]+[-+]?\d[\d.]*[ ]?%))\b",
    re.IGNORECASE,
)
_PLAIN_UNIT: Final = re.compile(
    r"(?<![\w.-])[(\[ ,/]?(10\^[369] ?(?:bits/s(?:ec)?|bps)|[A-Za-zµμ%]{1,12}(?: ?/ ?[A-Za-z]{1,8})?)(?![\w-])[)\]]?"
)
_PER: Final = re.compile(
    r"\b(?:(?P<times>million|thousand|mega|kilo)[ ]?)?(?P<thing>requests?|transactions?|packets?|operations?|connections?)[ ]per[ ]second",
    re.IGNORECASE,
)
_TIMES: Final = {"million": "M", "mega": "M", "thousand": "K", "kilo": "K"}
_PER_UNIT: Final = {"request": "req/s", "transaction": "trans/s", "packet": "pps", "operation": "ops/s", "connection": "conn/s"}
RATES: Final = frozenset({"bit/s", "B/s", "pps", "req/s", "trans/s", "ops/s", "conn/s", "msg/s", "calls/s"})
_WORD_NOT_UNIT: Final = re.compile(
    r"(?:[sbgmk#]|sec|second|min|count|packets|pkts|messages|samples|errors|bytes?|bits?|cycle|drops|retrans|segs|datagrams|)",
    re.IGNORECASE,
)


class Value(NamedTuple):
    """One number of a cell; `claims` are the percentages behind it, `note` numbers in brackets."""

    token: Token
    claims: tuple[Token, ...]
    notes: tuple[Token, ...]
    spread: Token | None = None


class Parsed(NamedTuple):
    """A cell as read: words before the number, numbers, and percentages without a number."""

    label: str
    values: tuple[Value, ...]
    loose: tuple[Token, ...]
    versus: bool
    better: str
    tail: str = ""


class Table(NamedTuple):
    """Headers and rows of equal length; `groups` numbers the stretches between rules."""

    headers: list[str]
    rows: list[list[Cell]]
    groups: list[int]
    start: int
    end: int
    layout: str
    fill: bool = True
    row_units: tuple[str, ...] = ()
    named: bool = False


def parse_cell(cell: Cell) -> Parsed:
    """Read a cell: `116.2 Gbps (+41%)`, `214 vs 822K`, `1.88 ± 0.02`, `xmit by xsk: 100%`, `4.0 +43%`."""
    words: list[str] = []
    values: list[Value] = []
    loose: list[Token] = []
    depth = 0
    versus = False
    better = ""
    spread = False
    tail: list[str] = []
    for token in cell.tokens:
        if token.kind == "p":
            depth += token.text in "(["
            depth -= token.text in ")]"
            if not values and not loose:
                words.append(token.text)
            continue
        if token.kind != "n":
            low = token.text.lower()
            versus = versus or low in {"vs", "vs.", "->", "-->", "=>", "/"}
            spread = low in {"±", "+-", "+/-", "+/−"}
            if low.startswith(("improv", "faster", "better", "gain", "regress", "degrad", "slower", "worse")):
                better = low
            if values and not values[-1].claims:
                tail.append(token.text)
            if not values and not loose:
                words.append(token.text)
            continue
        if spread and values:
            value = values[-1].token
            relative = token.unit == "%" and value.unit != "%" and (token.gap == 0 or depth > 0 or value.value > _HUNDRED)
            if not relative:  # `33305±8.40%` deviates by a share of itself
                values[-1] = values[-1]._replace(spread=token, token=value if value.unit else value._replace(unit=token.unit))
        elif token.unit == "x":
            if values:
                values[-1] = values[-1]._replace(claims=(*values[-1].claims, token))
            else:
                loose.append(token)
        elif token.unit == "%" and values and values[-1].token.unit != "%" and (not tail or depth > 0 or better or token.text[:1] in "+-"):
            values[-1] = values[-1]._replace(claims=(*values[-1].claims, token))
        elif token.unit == "%" and (token.text[:1] in "+-" or better):
            loose.append(token)
        elif depth > 0 and not values and not token.unit and words[-1:] == ["["]:
            continue
        elif depth > 0 and values:
            values[-1] = values[-1]._replace(notes=(*values[-1].notes, token))
        else:
            values.append(Value(token, (), ()))
        spread = False
    return Parsed(join(words), tuple(values), tuple(loose), versus and len(values) == 2, better, " ".join(tail))


_HUNDRED: Final = 100


def join(words: list[str]) -> str:
    return re.sub(r"\s{1,9}([,.):\]])|([(\[])\s{1,9}", lambda m: m[1] or m[2], " ".join(words)).strip(" :=")


EFFICIENCY: Final = re.compile(
    r"\bper\s{0,3}%?\s{0,3}(?:cpu|core|watt|cycle)\b|[A-Za-z]\s?/\s?(?:%\s?cpu|%(?!\w)|cpu|core|watt)(?!\w)|\befficien", re.IGNORECASE
)
"""What a rate costs is a ratio of two units, and none of both: `Mbit/s per %CPU`, `Mbps/%CPU`."""


_BITS: Final = re.compile(
    r"(?:t(?:hrough)?put|bandwidth|\bbw|goodput)[ ]{0,2}[(\[][ ]?(?P<prefix>[KMGT])b(?:its?)?[ ]?[)\]]", re.IGNORECASE
)


_DEVIATION: Final = re.compile(r"[(\[][ ]{0,2}(?:std|stdev|stddev|std\.? ?dev|cv|err|[+]/-|±)[ .]{0,2}%[ ]{0,2}[)\]]", re.IGNORECASE)
"""What a heading says of the number in brackets behind each value: `baseline(std%)`."""


def _each(found: re.Match[str]) -> str:
    """Give the unit of `million packets per second`."""
    return _TIMES.get((found["times"] or "").lower(), "") + _PER_UNIT[found["thing"].lower().rstrip("s")]


def unit_in(text: str) -> str:
    """Find a unit named in a header, label or caption: `(Gbps)`, `UDP Mb/s`, `10^6 bps`, `Requests Per Second`; else ""."""
    if EFFICIENCY.search(text) is not None:
        return ""
    if "%" in text:
        text = _DEVIATION.sub(" ", text)
    bits = _BITS.search(text)
    if bits is not None and "B" not in bits[0].rpartition(bits["prefix"])[2]:
        return f"{bits['prefix'].upper()}bit/s"  # "tput (Gb)": nobody means a volume
    found = _PER.search(text)
    if found is not None:
        return _each(found)
    for match in _PLAIN_UNIT.finditer(text):
        word = match[1].replace(" ", "")
        if word.endswith("%") and len(word) > 1:
            return "%"
        enclosed = match[0].startswith(("(", "[")) or text[max(0, match.start(1) - 2) : match.start(1)] in {"( ", "[ "}
        canonical = units.canonical(word) or units.canonical(word.rpartition("/")[2])
        if canonical is None or (_WORD_NOT_UNIT.fullmatch(word) is not None and not (enclosed and word.lower() in {"s", "cycles"})):
            continue
        if canonical in {"K", "M", "G", "count"}:
            continue
        return canonical
    return ""


def rate_in(text: str) -> str:
    """Find the last unit of a rate that a caption names, or ""."""
    last = ""
    for match in _PLAIN_UNIT.finditer(text):
        word = match[1].replace(" ", "")
        canonical = units.canonical(word) or ""
        at = match.start() - 1
        blank = at >= 0 and text[at].isspace()
        while at >= 0 and text[at].isspace():
            at -= 1
        if blank and at >= 0 and text[at].isdigit():
            continue  # "a 50 Gbps NIC"
        if (units.family(canonical) in RATES and canonical not in {"bit/s", "B/s"}) or word.lower() in {"bps", "bits/s"}:
            last = canonical
    found = _PER.search(text)
    return last or (_each(found) if found is not None else "")


def param_of(header: str) -> str | None:
    """Name the parameter a header stands for (`Packet Size` -> packet_size), or None."""
    low = header.lower().replace("_", " ")
    return next((name for pattern, name in _PARAM if pattern.search(low)), None)


def table_text(token: Token) -> str:
    """Give a number as written, with its unit."""
    return token.text.strip()


def number_span(token: Token) -> tuple[int, int]:
    """Give where the number of a token stands, without its unit."""
    text = token.text
    if token.unit == "s" and seconds(text):
        return token.start, token.end  # `3m30s`
    end = len(text)
    for i, char in enumerate(text):
        if not (char.isdigit() or char in "+-~≈.,'"):
            end = i
            break
    return token.start, token.start + len(text[:end].rstrip(".,"))


_LATENCY_HEAD: Final = re.compile(r"latenc|^(?:min|max|mean|avg|p\d{2,4}|(?:50|75|90|95|99)(?:\.\d+)?%)(?:[ _].*)?$", re.IGNORECASE)


_TEST: Final = re.compile(r"(?:TCP|UDP|SCTP)_(?:STREAM|MAERTS|SENDFILE|RR|CRR)|\b(?:tcp|udp)_c?rr\b")


def default_unit(tool: str, words: str, header: str = "") -> str:
    """Give the unit a tool's bare number has by its documentation: Mbit/s for a STREAM test, trans/s for RR and CRR."""
    if _LATENCY_HEAD.search(header.strip()):
        return "us" if tool == "netperf" else ""
    if tool in {"netperf", "super_netperf"}:
        test = _TEST.findall(words)
        if test:
            return "trans/s" if test[-1].upper().endswith("RR") else "Mbit/s"
        return "Mbit/s" if tool == "super_netperf" else ""
    return {"wrk": "req/s", "tbench": "MB/s", "redis-benchmark": "req/s", "h2load": "req/s", "ab": "req/s", "xdpsock": "pps"}.get(tool, "")
