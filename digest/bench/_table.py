# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows and columns -> figures: what each column is, where the units stand, which side each column or row is on, what the percentages say.

The drawn tables, the aligned ones and the transposed ones share this: a table is its headers and its rows of cells.  Before and
after are columns, or rows, or both halves of a cell (`216 vs 183`); a unit stands in the cell, the header, the row's label, the
caption, or is the tool's own.  A percentage beside a value claims its change against the column that the table's own arithmetic shows.
"""

import re
from typing import Final, NamedTuple

from digest import unit as units
from digest.bench import _claim, _metric, _role, _tool
from digest.bench._bars import Cell
from digest.bench._block import Claim, Figure, Run
from digest.bench._tokens import Token, Words, digits
from digest.model.bench import Param, Role

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
        (r"\bcpus?\b(?!.*(?:util|usage|%|load|time))|\bcores?\b", "cpus"),
        (r"\bbulk\b|\bbatch\b", "bulk"),
        (r"\bsize\b|\bbytes?\b|\blen(?:gth)?\b|^\$i$", "size"),
        (r"^#$|\bnumber of\b|\bcount\b|^n$|^nr\b|\bdepth\b|\bport\b|\biter|\brun\b|\btest\b|\bcase\b|\bargs?\b", "case"),
    )
)
_CHANGE: Final = re.compile(
    r"change|diff(?:erence)?\b|delta|improv|gain|increase|reduction|speed-?up|percent\b|^\s*(?:\(?%\)?"
    r"|pct)\s*$|\bvs\.? (?:base|before)|overhead\b|ratio|regress|benefit|boost",
    re.IGNORECASE,
)
_DIFFERENCE: Final = re.compile(r"spared|saved|saving|\bdiff(?:erence)?\b|delta|std ?dev|stddev|±|\+/-|variance|\bsd\b", re.IGNORECASE)
_RATIO_ROW: Final = re.compile(r"^(?:ratio|change|diff(?:erence)?|delta|improvement|gain|speed-?up|increase|%|percent)\b", re.IGNORECASE)
_MEASURED: Final = re.compile(
    r"through?put|bandwidth|latenc|\brtt\b|\bpps\b|\bqps\b|\brps\b|\btps\b|cycles|\bcpu\b|gbps|mbps|kbps"
    r"|req(?:uest)?s?/|trans|\bbw\b|score|\bops\b|rate\b|time\b|\bavg\b|mean|median|p99|gbit|mbit|usec|msec"
    r"|^(?:min|max|p\d{2,4}|latency)$",
    re.IGNORECASE,
)
_PLAIN_UNIT: Final = re.compile(
    r"(?<![\w.-])[(\[ ,/]?(10\^[369] ?(?:bits/s(?:ec)?|bps)|[A-Za-zµμ%]{1,12}(?: ?/ ?[A-Za-z]{1,8})?)(?![\w-])[)\]]?"
)
_PER: Final = re.compile(r"\b(requests?|transactions?|packets?|operations?|connections?)[ ]per[ ]second", re.IGNORECASE)
_PER_UNIT: Final = {"request": "req/s", "transaction": "trans/s", "packet": "pps", "operation": "ops/s", "connection": "conn/s"}
_COUNTER: Final = re.compile(r"(?:[<>] ?)?(?:Ip|Tcp|Udp|Icmp|Sctp|MPTcp)6?(?:Ext)?[A-Z]\w{2,40}$")
_RATES: Final = frozenset({"bit/s", "B/s", "pps", "req/s", "trans/s", "ops/s", "conn/s", "msg/s", "calls/s"})
_STATISTIC: Final = re.compile(r"\b(?:avg|average|mean|median|min|max|p\d\d|\d\d(?:th|%)?)\b", re.IGNORECASE)
_PERCENTILE: Final = re.compile(r"\d(?:th)? ?%|percentile", re.IGNORECASE)
_NOT_UNITS: Final = frozenset(
    {
        "s",
        "b",
        "g",
        "m",
        "k",
        "min",
        "count",
        "",
        "packets",
        "messages",
        "samples",
        "errors",
        "bytes",
        "byte",
        "bit",
        "bits",
        "cycle",
        "drops",
        "retrans",
        "#",
        "segs",
        "datagrams",
        "pkts",
    }
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
            versus = versus or low in {"vs", "vs.", "->", "-->", "=>"}
            spread = low in {"±", "+-", "+/-", "+/−"}
            if low.startswith(("improv", "faster", "better", "gain")):
                better = low
            if values and not values[-1].claims:
                tail.append(token.text)
            if not values and not loose:
                words.append(token.text)
            continue
        if spread and values:
            values[-1] = values[-1]._replace(spread=token)
        elif token.unit == "%" and (values and values[-1].token.unit != "%"):
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
    return Parsed(_join(words), tuple(values), tuple(loose), versus and len(values) == 2, better, " ".join(tail))


def _join(words: list[str]) -> str:
    return re.sub(r"\s+([,.):\]])|([(\[])\s+", lambda m: m[1] or m[2], " ".join(words)).strip(" :=")


def unit_in(text: str) -> str:
    """Find a unit named in a header, label or caption: `(Gbps)`, `UDP Mb/s`, `10^6 bps`, `Requests Per Second`; else ""."""
    found = _PER.search(text)
    if found is not None:
        return _PER_UNIT[found[1].lower().rstrip("s")]
    for match in _PLAIN_UNIT.finditer(text):
        word = match[1].replace(" ", "")
        enclosed = text[max(0, match.start()) : match.end()].startswith(("(", "["))
        canonical = units.canonical(word) or units.canonical(word.rpartition("/")[2])
        if canonical is None or (word.lower() in _NOT_UNITS and not (enclosed and word.lower() in {"s", "cycles"})):
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
        if (units.family(canonical) in _RATES and canonical not in {"bit/s", "B/s"}) or word.lower() in {"bps", "bits/s"}:
            last = canonical
    found = _PER.search(text)
    return last or (_PER_UNIT[found[1].lower().rstrip("s")] if found is not None else "")


def param_of(header: str) -> str | None:
    """Name the parameter a header stands for (`Packet Size` -> packet_size), or None."""
    low = header.lower().replace("_", " ")
    return next((name for pattern, name in _PARAM if pattern.search(low)), None)


def read(words: Words, table: Table, caption: str) -> list[Run]:
    """Read a table; empty where it holds no measurement.  Rows of several tools (iperf3, kperf) become a run each."""
    cells = [[parse_cell(cell) for cell in row] for row in table.rows]
    columns = len(table.headers)
    kinds = [_kind(table, cells, column) for column in range(columns)]
    value_columns = [c for c in range(columns) if kinds[c] == "value"]
    if not value_columns:
        return _only_changes(words, table, cells, kinds)
    labels, params = _labels(table, cells, kinds)
    tool = _tool.of(words.plain, table.start, table.end)
    if not _measured(table, cells, value_columns, labels, f"{caption} {default_unit(tool, caption)}"):
        return []
    col_roles, row_roles = _sides(table, cells, kinds, value_columns, labels)
    sheet = _Sheet(words, table, cells, kinds, value_columns, labels, params, col_roles, row_roles, caption, tool)
    return sheet.runs()


def _only_changes(words: Words, table: Table, cells: list[list[Parsed]], kinds: list[str]) -> list[Run]:
    """Read a table of changes without values: each is a claim of its own."""
    run = Run(_tool.of(words.plain, table.start, table.end), table.start, table.end, kind="table", layout=table.layout)
    run.claims = [
        _claim.percent_claim(words.text, *number_span(t))
        for row in cells
        for c, parsed in enumerate(row)
        if kinds[c] == "change"
        for t in (*parsed.loose, *(v.token for v in parsed.values))
        if t.unit == "%"
    ]
    if re.search(r"\[[k.]\]", words.text[table.start : table.end]):
        return []  # a profile's shares and their differences
    return [run] if len(run.claims) > 2 else []


def _kind(table: Table, cells: list[list[Parsed]], column: int) -> str:
    """Say what a column holds: label, param, change (percentages of change), skip, or value."""
    header = table.headers[column]
    parsed = [row[column] for row in cells]
    numbers = [v for p in parsed for v in p.values]
    loose = [t for p in parsed for t in p.loose]
    filled = [p for p in parsed if p.values or p.loose or p.label]
    if not numbers and not loose:
        return "label"
    worded = sum(bool(p.label) and not p.label.endswith(("(", "~", "*", "-")) for p in filled)
    if numbers and all(p.tail and param_of(p.tail) for p in parsed if p.values) and all(not v.token.unit for v in numbers):
        return "param"
    if re.search(r"^#\s|samples?\b|data p|\bcount\b", header, re.IGNORECASE) and column:
        return "skip"
    if column == len(table.headers) - 1 and column and len(numbers) == 1 and len(cells) > 4 and not numbers[0].claims:
        return "param"
    if column == 0 and worded * 2 > len(filled) and not all(v.token.unit for v in numbers):
        return "label"
    if loose and not numbers:
        return "change"
    percents = [t for row in cells for p in row for t in p.loose]
    if numbers and percents and all(v.token.unit == "%" for v in numbers) and not re.search(r"cpu|idle|loss|util", header, re.IGNORECASE):
        return "change"
    shown = any(v.token.unit == "%" or v.token.text[:1] in "+-" for v in numbers) or re.search(
        r"%|percent|ratio|\bx\b|\bfactor", header, re.IGNORECASE
    )
    if _CHANGE.search(header) and not _role.own(header)[0] and shown:
        return "change"
    if _DIFFERENCE.search(header):
        return "skip"
    if all(units.family(v.token.unit) == "Hz" for v in numbers) or units.family(unit_in(header)) == "Hz":
        return "param"
    plain = all(v.token.unit in {"", "B", "KB", "MB", "K", "M"} and not v.claims and "." not in v.token.text for v in numbers)
    if (
        plain
        and param_of(header)
        and not _role.own(header)[0]
        and not unit_in(header)
        and (column + 1 < len(table.headers) or len(numbers) == 1)
    ):
        return "param"
    if (
        column == 0
        and plain
        and not _role.own(header)[0]
        and not unit_in(header)
        and len(table.headers) > 1
        and not _MEASURED.search(header)
    ):
        return "param"
    return "value"


def _labels(table: Table, cells: list[list[Parsed]], kinds: list[str]) -> tuple[list[str], list[dict[str, Param]]]:
    """Give each row its label and parameters; a label that spans rows holds for all of them."""
    rows = len(cells)
    texts: list[list[str]] = [[] for _ in range(rows)]
    params: list[dict[str, Param]] = [{} for _ in range(rows)]
    heading: list[str] = [""] * rows
    last = ""
    for r, row in enumerate(cells):
        if not any(row[c].values or row[c].loose for c in range(len(kinds)) if kinds[c] in {"value", "change"}):
            text = " ".join(cell.text for cell in table.rows[r][:1] if cell.tokens)
            last = text or last
        else:
            heading[r] = last
            if r + 1 < rows and table.groups[r + 1] != table.groups[r]:
                last = ""
    for c, kind in enumerate(kinds):
        if kind not in {"label", "param"}:
            continue
        written = [table.rows[r][c].text.strip() for r in range(rows)]
        for r, text in enumerate(_filled(written, table.groups) if table.fill else written):
            if not text:
                continue
            source = next((cells[q][c] for q in range(rows) if written[q] == text and table.groups[q] == table.groups[r]), cells[r][c])
            if kind == "param" and source.values:
                token = source.values[0].token
                value: Param = int(token.value) if token.value == int(token.value) and not token.unit else table_text(token)
                params[r][param_of(table.headers[c]) or (table.headers[c].strip() or "row")[:40]] = value
            else:
                texts[r].append(text)
    for r, row in enumerate(cells):
        first = row[next((c for c, kind in enumerate(kinds) if kind == "value"), 0)]
        if first.label and not texts[r]:
            texts[r].append(first.label)
        if heading[r]:
            texts[r].insert(0, heading[r])
    return [_join(text) for text in texts], params


def table_text(token: Token) -> str:
    """Give a number as written, with its unit."""
    return token.text.strip()


def _filled(written: list[str], groups: list[int]) -> list[str]:
    """Fill blank label cells: one label in a ruled group holds for the group, else the one above holds on."""
    out = list(written)
    for group in dict.fromkeys(groups):
        rows = [r for r, g in enumerate(groups) if g == group]
        here = [written[r] for r in rows if written[r]]
        if len(rows) > 1 and len(here) == 1 and len(set(groups)) > 1:
            for r in rows:
                out[r] = here[0]
        else:
            above = ""
            for r in rows:
                above = written[r] or above
                out[r] = above
    return out


def _measured(table: Table, cells: list[list[Parsed]], value_columns: list[int], labels: list[str], caption: str) -> bool:
    """Tell whether a table is of measurements at all: a unit, a measured thing named, or both sides of a change."""
    found = [v.token for row in cells for c in value_columns for v in row[c].values]
    if sum(_COUNTER.match(label) is not None for label in labels) * 2 > len(labels) or "#define" in labels[-1]:
        return False
    if len(found) < 2 and not any(row[c].loose for row in cells for c in value_columns):
        return False
    if any(units.family(t.unit) in {"bit/s", "B/s", "pps", "req/s", "trans/s", "ops/s", "conn/s", "msg/s", "/s", "cycles"} for t in found):
        return True
    heads = " ".join(table.headers)
    if _MEASURED.search(heads) or any(unit_in(h) for h in table.headers):
        return True
    if any(unit_in(label) or _MEASURED.search(label) for label in labels) or _MEASURED.search(caption) or unit_in(caption):
        return sum("." in t.text or t.unit != "" or t.value > 999 for t in found) * 3 >= len(found)
    return False


def _sides(
    table: Table, cells: list[list[Parsed]], kinds: list[str], value_columns: list[int], labels: list[str]
) -> tuple[dict[int, Role | None] | None, list[Role | None] | None]:
    """Say on which side columns or rows are; (None, None) where the table does not tell."""
    heads = [table.headers[c] for c in value_columns]
    for weak in (False, True):
        roles = _role.contrast(heads, weak=weak)
        if {"before", "after"} <= set(roles):
            return dict(zip(value_columns, roles, strict=True)), None
        rows = _role.contrast(labels, weak=weak and len(labels) <= 4)
        if {"before", "after"} <= set(rows):
            return None, rows
    if len(value_columns) == 2:
        first, second = value_columns
        claimed = [any(v.claims for row in cells for v in row[c].values) or any(row[c].loose for row in cells) for c in value_columns]
        beside = any(kind == "change" for kind in kinds[second + 1 :])
        if (claimed == [False, True] or (beside and not any(claimed))) and not any(_role.is_yardstick(h) for h in heads):
            return {first: "before", second: "after"}, None
    return None, None


class _Sheet:
    """A table being read: its figures by row and column, then its claims."""

    def __init__(
        self,
        words: Words,
        table: Table,
        cells: list[list[Parsed]],
        kinds: list[str],
        value_columns: list[int],
        labels: list[str],
        params: list[dict[str, Param]],
        col_roles: dict[int, Role | None] | None,
        row_roles: list[Role | None] | None,
        caption: str,
        tool: str,
    ) -> None:
        self.words = words
        self.table = table
        self.cells = cells
        self.kinds = kinds
        self.value_columns = value_columns
        self.labels = labels
        self.params = params
        self.col_roles = col_roles
        self.row_roles = row_roles
        self.caption = caption
        self.tool = tool
        self.figures: dict[tuple[int, int, int], Figure] = {}
        self.claims: list[Claim] = []
        self.ratio_rows: list[int] = []
        self.label, self.shared = self._whole()
        self.col_keys = self._column_keys()
        self.column_units = {c: "" if _PERCENTILE.search(table.headers[c]) else unit_in(table.headers[c]) for c in value_columns}
        corners = [unit_in(head) for c, head in enumerate(table.headers) if kinds[c] == "label"]
        self.corner = next((unit for unit in corners if unit and units.family(unit) != "B"), "")
        said = {unit_in(label) for label in labels} - {""}
        self.label_unit = said.pop() if len(said) == 1 and self.row_roles is not None and not any(self.column_units.values()) else ""
        self.row_keys = self._row_keys()

    def _whole(self) -> tuple[str | None, dict[str, Param]]:
        """Find a column that is told once for the whole table: `64K` under gso_max_size, on one row of ten."""
        for c, kind in enumerate(self.kinds):
            filled = [(r, row[c]) for r, row in enumerate(self.cells) if row[c].values]
            if kind == "param" and len(filled) == 1 and len(self.cells) > 2:
                name = param_of(self.table.headers[c]) or self.table.headers[c]
                self.params[filled[0][0]].pop(name, None)
                text = table_text(filled[0][1].values[0].token)
                return text, {self.table.headers[c].strip()[:40] or name: text}
        return None, {}

    def _column_keys(self) -> dict[int, str]:
        """Give what the headers of both sides have in common and other columns have not: `tx`, `rx` beside before and after."""
        if self.col_roles is None:
            return {c: self.table.headers[c] for c in self.value_columns}
        residues = {c: set(_role.residue(self.table.headers[c]).split()) for c in self.value_columns}
        befores = [words for c, words in residues.items() if self.col_roles[c] == "before"]
        afters = [words for c, words in residues.items() if self.col_roles[c] == "after"]
        shared = set().union(*befores) & set().union(*afters) if befores and afters else set()
        everywhere = set.intersection(*residues.values()) if residues else set()
        if len(befores) < 2:
            shared = set()
        return {c: " ".join(sorted(words & shared - everywhere)) for c, words in residues.items()}

    def _row_keys(self) -> list[str]:
        """Give what tells a row from others: its label, or where rows are the sides what both sides' labels share."""
        if self.row_roles is None:
            return self.labels
        return _role.shared_keys(self.labels, self.row_roles)

    def runs(self) -> list[Run]:
        """Give the table's runs."""
        for r, row in enumerate(self.cells):
            if _RATIO_ROW.match(self.labels[r]):
                self.ratio_rows.append(r)
                continue
            for c in self.value_columns:
                if row[c].versus:
                    self._versus(r, c)
                else:
                    self._plain(r, c)
        self._row_units()
        if not self.figures:
            return []
        self._claims()
        by_tool: dict[str, Run] = {}
        for (r, _, _), figure in sorted(self.figures.items(), key=lambda item: item[1].start):
            tool = _tool.named(self.labels[r]) or self.tool
            run = by_tool.get(tool)
            if run is None:
                run = by_tool[tool] = Run(
                    tool, self.table.start, self.table.end, kind="table", layout=self.table.layout, figures=[], claims=[]
                )
                run.label, run.params = self.label, dict(self.shared)
                run.placed = self.col_roles is not None or self.row_roles is not None
            run.figures.append(figure)
        for claim in self.claims:
            owner = next((run for run in by_tool.values() if any(f is claim.figure for f in run.figures)), None)
            if owner is not None:
                owner.claims.append(claim)
        return list(by_tool.values())

    def _unit(self, r: int, c: int, token: Token) -> str:
        header = self.column_units[c] or self.corner
        if token.unit in {"K", "M", "G"}:
            for base in (header, unit_in(self.labels[r]), unit_in(self.caption[-200:])):
                if base and token.unit + base in units.UNITS:
                    return token.unit + base
            return token.unit
        if token.unit:
            return token.unit
        told = self.table.row_units[r] if self.table.row_units else ""
        return header or unit_in(self.labels[r]) or told or self.label_unit

    def _figure(self, r: int, c: int, n: int, value: Value, role: Role | None, *, placed: bool, label: str | None) -> None:
        token = value.token
        unit = self._unit(r, c, token)
        header = self.table.headers[c]
        about = f"{header} {self.labels[r]}" if unit else f"{header} {self.labels[r]} {self.caption[-160:]}"
        name, direction, primary = _metric.metric(unit, about)
        params = dict(self.params[r])
        key = f"{self.row_keys[r]} {' '.join(f'{k}={v}' for k, v in params.items())} | {self.col_keys[c]}"
        start, end = number_span(token)
        self.figures[r, c, n] = Figure(
            start,
            end,
            name,
            token.value,
            unit,
            direction,
            primary=primary or unit == "%",
            params=params,
            role=role,
            placed=placed,
            label=label,
            key=" ".join(key.split()),
            spread=value.spread.value if value.spread is not None else None,
        )

    def _plain(self, r: int, c: int) -> None:
        for n, value in enumerate(self.cells[r][c].values):
            if self.col_roles is not None:
                self._figure(r, c, n, value, self.col_roles[c], placed=True, label=self.table.headers[c].strip() or None)
            elif self.row_roles is not None:
                self._figure(r, c, n, value, self.row_roles[r], placed=True, label=self.labels[r] or None)
            else:
                self._figure(r, c, n, value, None, placed=False, label=self.labels[r] or self.table.headers[c].strip() or None)

    def _versus(self, r: int, c: int) -> None:
        """Read `A vs B` of one cell; the caption says which is which, else the first is before."""
        caption = self.caption[-240:]
        sides: list[Role] = ["before", "after"]
        said = re.search(r"([^.:\n]{2,60}?)\s(?:vs\.?|versus)\s([^.:\n]{2,60})", caption)
        names = [said[1].split(":")[-1].strip(), said[2].strip()] if said else [None, None]
        if said is not None and _role.own(said[1])[0] == "after" and _role.own(said[2])[0] != "after":
            sides = ["after", "before"]
        for n, value in enumerate(self.cells[r][c].values):
            self._figure(r, c, n, value, sides[n], placed=True, label=names[n] if names[n] else None)
            figure = self.figures[r, c, n]
            figure.key = f"{self.labels[r]} | {self.table.headers[c]}"
            figure.primary = True

    def _row_units(self) -> None:
        """A number without unit takes its row's, else the caption's or the tool's own."""
        bare = self.col_roles is None and any(self.column_units.values())
        told: dict[int, set[str]] = {}
        for (r, _, _), figure in self.figures.items():
            if figure.unit not in {"", "K", "M", "G"}:
                told.setdefault(r, set()).add(figure.unit)
        for (r, c, _), figure in self.figures.items():
            if figure.unit:
                continue
            head = self.table.headers[c].strip()
            open_head = not head or _STATISTIC.search(head) is not None or _role.own(head)[0] is not None
            row = set(told.get(r, ())) if not bare and (open_head or not figure.value) else set()
            unit = row.pop() if len(row) == 1 else ""
            if not unit and not self.cells[r][c].versus:
                unit = rate_in(self.caption[-400:])
                unit = unit or default_unit(self.tool, self._before(), self.table.headers[c])
            if unit:
                figure.unit = unit
                figure.name, figure.direction, figure.primary = _metric.metric(unit, f"{self.table.headers[c]} {self.labels[r]}")
                figure.primary = figure.primary or unit == "%"

    def _before(self) -> str:
        return self.words.plain[max(0, self.table.start - 2500) : self.table.start]

    def _claims(self) -> None:
        """Give each percentage its figure, and find what the table's percentages are measured against."""
        found: list[tuple[int, int, Claim]] = []
        for r, row in enumerate(self.cells):
            if r in self.ratio_rows:
                found += self._ratio_row(r)
                continue
            better = any(p.better for p in row)
            for c in range(len(self.kinds)):
                parsed = row[c]
                if self.kinds[c] == "value":
                    for n, value in enumerate(parsed.values):
                        figure = self.figures.get((r, c, n))
                        if better and parsed.better:
                            figure = self.figures.get((r, c, 0))
                        found += [(r, c, self._claim(token, figure, better=better)) for token in value.claims]
                        ratio = self._ratio(r, c, value)
                        if ratio is not None and figure is not None and not value.claims:
                            ratio.figure = figure
                            found.append((r, c, ratio))
                    for token in parsed.loose:
                        found.append((r, c, self._claim(token, self._beside(r, c), better=better)))
                elif self.kinds[c] == "change" or parsed.loose:
                    tokens = [v.token for v in parsed.values] + list(parsed.loose)
                    for token in tokens[:1]:
                        better_here = better or re.search(r"improv|gain|faster|speed", self.table.headers[c], re.IGNORECASE) is not None
                        found.append((r, c, self._claim(token, self._beside(r, c), better=better_here)))
        self._base(found)

    def _ratio_row(self, r: int) -> list[tuple[int, int, Claim]]:
        """Read a row of changes: each cell speaks of the after figure of its column."""
        out: list[tuple[int, int, Claim]] = []
        for c, parsed in enumerate(self.cells[r]):
            after = next((f for (_, d, _), f in self.figures.items() if d == c and f.role == "after"), None)
            tokens = [t for t in (*parsed.loose, *(v.token for v in parsed.values)) if t.unit == "%"]
            if after is not None and tokens:
                better = re.search(r"improv|gain|speed", self.labels[r], re.IGNORECASE) is not None
                out.append((r, c, self._claim(tokens[0], after, better=better)))
        return out

    def _claim(self, token: Token, figure: Figure | None, *, better: bool) -> Claim:
        start, end = number_span(token)
        claim = _claim.percent_claim(self.words.text, start, end, sense="better" if better else "change")
        if self.words.text[start : start + 1] in "~≈":
            claim.bound = "about"
        claim.end = token.end if token.unit == "%" else end
        claim.end = start + len(self.words.text[start : claim.end].rstrip())
        claim.figure = figure
        return claim

    def _ratio(self, r: int, c: int, value: Value) -> Claim | None:
        """Read `20419.96 (98.48)`: a value's percentage of its base, where the table's numbers bear that out."""
        if len(value.notes) != 1 or self.col_roles is None or value.notes[0].unit not in {"", "%"}:
            return None
        base = next((f for (q, d, _), f in self.figures.items() if q == r and self.col_roles[d] == "before"), None)
        token = value.notes[0]
        if base is None or not base.value or abs(value.token.value / base.value * 100 - token.value) > max(1.0, token.value / 50):
            return None
        start, end = number_span(token)
        return Claim(start, end, round(token.value - 100, 6), digits(self.words.text[start:end]), base=base)

    def _beside(self, r: int, c: int) -> Figure | None:
        """Find the figure a column of changes speaks of: the nearest to its left that is after; in rows of sides, the row's main one."""
        left = [(d, f) for (q, d, _), f in self.figures.items() if q == r and d <= c]
        if not left:
            left = [(-d, f) for (q, d, _), f in self.figures.items() if q == r]
        afters = [(d, f) for d, f in left if f.role == "after"]
        if self.row_roles is not None and left:
            primary = [item for item in left if item[1].primary]
            return min(primary or left, key=lambda item: item[0])[1]
        if afters:
            edge = max(d for d, _ in afters)
            return next(f for d, f in afters if d == edge)
        return max(left, key=lambda item: item[0])[1] if left else None

    def _base(self, found: list[tuple[int, int, Claim]]) -> None:
        """Keep the claims against the before side; drop those the arithmetic shows to be against a yard-stick or another row."""
        by_column: dict[int, list[tuple[int, Claim]]] = {}
        for r, c, claim in found:
            if claim.figure is not None:
                by_column.setdefault(c, []).append((r, claim))
        for claims in by_column.values():
            if self.col_roles is not None:
                claims = self._against_columns(claims)
            self._sense(claims)
            self.claims += [claim for _, claim in claims]

    def _against_columns(self, claims: list[tuple[int, Claim]]) -> list[tuple[int, Claim]]:
        scores: dict[int, int] = dict.fromkeys(self.value_columns, 0)
        for r, claim in claims:
            for c in self.value_columns:
                base = self.figures.get((r, c, 0))
                if base is not None and base is not claim.figure and claim.figure is not None and self._holds(base, claim):
                    scores[c] += 1
        best = max(scores, key=lambda c: (scores[c], (self.col_roles or {}).get(c) == "before"))
        role = (self.col_roles or {}).get(best)
        if role != "before" and scores[best] >= 2 and scores[best] * 3 >= len(claims) * 2:
            return []
        if role == "before" and scores[best] >= 2:
            for r, claim in claims:
                claim.base = claim.base or self.figures.get((r, best, 0))
        return claims

    def _holds(self, base: Figure, claim: Claim) -> bool:
        figure = claim.figure
        if figure is None or units.family(base.unit) != units.family(figure.unit):
            return False
        value = figure.value * units.factor(figure.unit) / units.factor(base.unit)
        halves = (digits(self.words.text[base.start : base.end]) / 2, digits(self.words.text[figure.start : figure.end]) / 2)
        return any(_claim.check(base.value, value, halves, claim, p) for p in (claim.percent, -claim.percent))

    def _sense(self, claims: list[tuple[int, Claim]]) -> None:
        """Say whether the percentages mean the metric or its betterment: what most rows bear out, else what the words say."""
        literal = flipped = 0
        for r, claim in claims:
            figure = claim.figure
            base = claim.base or next((f for (q, _, _), f in self.figures.items() if q == r and f.role == "before"), None)
            if figure is None or base is None or figure.direction != "lower" or not claim.percent or base.unit != figure.unit:
                continue
            halves = (digits(self.words.text[base.start : base.end]) / 2, digits(self.words.text[figure.start : figure.end]) / 2)
            literal += bool(_claim.check(base.value, figure.value, halves, claim, claim.percent))
            flipped += bool(_claim.check(base.value, figure.value, halves, claim, -claim.percent))
        for _, claim in claims:
            if literal > flipped:
                claim.sense = "change"
            elif flipped > max(literal, 1):
                claim.sense = "better"


def number_span(token: Token) -> tuple[int, int]:
    """Give where the number of a token stands, without its unit."""
    text = token.text
    end = len(text)
    for i, char in enumerate(text):
        if not (char.isdigit() or char in "+-~≈.,"):
            end = i
            break
    return token.start, token.start + len(text[:end].rstrip(".,"))


_LATENCY_HEAD: Final = re.compile(r"latenc|^(?:min|max|mean|avg|p\d{2,4}|\d\d(?:\.\d+)?%?)(?:[ _].*)?$", re.IGNORECASE)


def default_unit(tool: str, words: str, header: str = "") -> str:
    """Give the unit a tool's bare number has by its documentation: Mbit/s for a STREAM test, trans/s for RR and CRR."""
    if _LATENCY_HEAD.search(header.strip()):
        return "us" if tool == "netperf" else ""
    if tool in {"netperf", "super_netperf"}:
        test = re.findall(r"(?:TCP|UDP|SCTP)_(STREAM|MAERTS|SENDFILE|RR|CRR)", words)
        if test:
            return "trans/s" if test[-1].endswith("RR") else "Mbit/s"
        return "Mbit/s" if tool == "super_netperf" else ""
    return {"wrk": "req/s", "tbench": "MB/s", "redis-benchmark": "req/s", "h2load": "req/s", "ab": "req/s"}.get(tool, "")
