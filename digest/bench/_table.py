# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows and columns of hand-made tables: what each column is, what the rows are called, on which side columns or rows are.

The drawn tables, the aligned ones and the transposed ones share this.  Before and after are columns, or rows, or both halves of a cell
(`216 vs 183`); what is no table of measurements gives nothing.
"""

import re
from typing import Final

from digest import unit as units
from digest.bench import _claim, _opposed, _role, _shown, _tool
from digest.bench._block import Run
from digest.bench._cells import (
    RATES,
    RATIO_ROW,
    Parsed,
    Table,
    default_unit,
    join,
    number_span,
    param_of,
    parse_cell,
    rate_in,
    table_text,
    unit_in,
)
from digest.bench._percentages import Percentages
from digest.bench._sheet import OF_PACKETS, Sheet
from digest.bench._tokens import Words
from digest.model.bench import Param

__all__ = ["Table", "read"]

_CHANGE: Final = re.compile(
    r"change|diff(?:erence)?\b|delta|improv|gain|increase|reduction|speed-?up|percent\b|^\s*(?:\(?[-+±/]{0,3}%\)?"
    r"|pct)\s*$|\bvs\.? (?:base|before)|overhead\b|ratio|regress|benefit|boost",
    re.IGNORECASE,
)
_DIFFERENCE: Final = re.compile(
    r"spared|saved|saving|\bdiff(?:erence)?\b|delta|std ?dev|stdev|stddev|±|\+/-|variance|\bsd\b|\bcv\b|\brsd\b", re.IGNORECASE
)
_MEASURED: Final = re.compile(
    r"through?put|bandwidth|latenc|\brtt\b|\bpps\b|\bqps\b|\brps\b|\btps\b|cycles|\bcpu\b|gbps|mbps|kbps"
    r"|req(?:uest)?s?/|trans|\bbw\b|score|\bops\b|\brate\b|\btime\b|elapsed|runtime|duration|\bavg\b|mean|median|p99|gbit|mbit|usec|msec"
    r"|^(?:min|max|p\d{2,4}|latency)$",
    re.IGNORECASE,
)
_FAR: Final = 1500
_IDENTIFIER: Final = re.compile(r"\(?[a-z][a-z0-9]*(?:_[a-z0-9]+)+:?$")
_COUNTER: Final = re.compile(r"(?:^|[\s<>])(?:Ip|Tcp|Udp|Icmp|Sctp|MPTcp)6?(?:Ext)?[A-Z]\w{2,40}$")

_EXACT: Final = 2.0**53
"""Beyond it a float is no longer the number that was written."""


def read(words: Words, table: Table, caption: str) -> list[Run]:
    """Read a table; empty where it holds no measurement.  Rows of several tools (iperf3, kperf) become a run each."""
    cells = [[parse_cell(cell) for cell in row] for row in table.rows]
    columns = len(table.headers)
    kinds = ["label" if table.named and not column else _kind(table, cells, column) for column in range(columns)]
    for c in _shown.measured(cells, kinds):
        kinds[c] = "value"
    value_columns = [c for c in range(columns) if kinds[c] == "value"]
    for c in _shown.changes(table.headers, cells, value_columns):
        kinds[c] = "change"
        value_columns.remove(c)
    if value_columns and _listing(table, cells, value_columns):
        return [Run(_tool.UNKNOWN, table.start, table.end, kind="table", layout=table.layout)]  # no other reader need look at it
    if not value_columns:
        return _only_changes(words, table, cells, kinds)
    labels, params, parts = _labels(table, cells, kinds)
    tool = _tool.of(words.plain, table.start, table.end)
    below = " ".join(words.rest[table.end : table.end + 240].partition("\n\n\n")[0].split())
    if below.startswith(("(", "[")) and unit_in(caption) in {"", "%"}:
        caption = f"{caption} {below[: below.find(')') + 1] or below[:60]}"
    above = words.plain[max(0, table.start - _FAR) : table.start]
    col_roles, row_roles, row_keys = _opposed.sides(table, cells, kinds, value_columns, labels, parts, above)
    if col_roles is None and row_roles is None:
        row_roles = _shown.base(cells, kinds, value_columns, labels) or _shown.third(cells, value_columns, labels)
    if col_roles is not None and _opposed.shifted(cells, value_columns, col_roles):
        return []
    told = any(_role.own(table.headers[c])[1] >= 2 for c in value_columns) and col_roles is not None
    rows_told = row_roles is not None and (
        bool(row_keys) or {"before", "after"} <= {_role.own(label)[0] for label in labels if _role.own(label)[1] >= 2}
    )
    sided = (told or rows_told) and bool(rate_in(caption[-240:]) or default_unit(tool, caption))
    scaled = _scaled(cells, value_columns)
    if scaled and _VOLUME.search(caption[-160:]) is not None:
        return []
    scattered = told and any(kind == "skip" and _SCATTER.search(head) for kind, head in zip(kinds, table.headers, strict=True))
    scaled = scattered or (scaled and (tool in OF_PACKETS or (tool != _tool.UNKNOWN and (told or rows_told))))
    if (
        not scaled
        and not (told and "change" in kinds)
        and not _measured(table, cells, value_columns, labels, f"{caption} {default_unit(tool, caption)}", sided=sided)
    ):
        return []
    sheet = Sheet(words, table, cells, kinds, value_columns, labels, params, col_roles, row_roles, caption, tool)
    sheet.row_keys = row_keys or sheet.row_keys
    return sheet.runs(Percentages(sheet).claims()) if sheet.read() else []


_SCATTER: Final = re.compile(r"std ?dev|stdev|stddev|\bcv\b|\brsd\b|±|\+/-|variance", re.IGNORECASE)
_VOLUME: Final = re.compile(r"\bmemory\b|footprint|\brss\b|\bdisk\b|\bsizes? of\b|build sizes?|\bimages?\b", re.IGNORECASE)


def _scaled(cells: list[list[Parsed]], value_columns: list[int]) -> bool:
    """Tell whether all values are decimals with a prefix and no unit: `1.9M | 9.6M`, what a tool of packets counts a second."""
    found = [v.token for row in cells for c in value_columns for v in row[c].values]
    return len(found) > 1 and all(t.unit in {"K", "M", "G"} for t in found) and any("." in t.text for t in found)


_SET: Final = re.compile(r"time-?out|threshold|\blimits?\b|\bdeadline|\bbudget|\bMCS\b", re.IGNORECASE)
_NAMES: Final = re.compile(r"(?:parameter|setting|option|knob|sysctl|attribute|property|variable|field|item|component)s?", re.IGNORECASE)
_VALUES: Final = re.compile(r"(?:current |default |used )?(?:values?|settings?|default|set to|configured)", re.IGNORECASE)
_LISTED: Final = re.compile(
    r"(?:[0-9a-f]{2}:){5}[0-9a-f]{2}|^node \d|\bbit ?rate$|\bspeed$|inactive time|\bsignal\b|\bMCS\b|time-?out", re.IGNORECASE
)


def _listing(table: Table, cells: list[list[Parsed]], value_columns: list[int]) -> bool:
    """Tell whether a table is of what was set, or is a listing of a tool that shows a state: sizes of functions, stations, neighbours."""
    heads = [table.headers[c] for c in value_columns]
    levels = [row[0].values[0].token.text for row in cells if row[0].values]
    if len(levels) > 1 and all(text[:1] in "-−" for text in levels) and value_columns != [0]:
        return True  # levels of a signal
    if _NAMES.fullmatch(table.headers[0].strip()) and len(heads) == 1 and _VALUES.fullmatch(heads[0].strip()):
        return True  # `| parameter | value |`
    if sum(_SET.search(head) is not None for head in heads) * 2 > len(heads) or re.match(r"MCS\b", table.headers[0]):
        return True
    if re.match(r"(?:function|symbol|text)\b", table.headers[0], re.IGNORECASE) and not any(unit_in(head) for head in table.headers):
        return not any(v.token.unit for row in cells for c in value_columns for v in row[c].values)
    if sum(any(t.text.startswith("0x") for cell in row for t in cell.tokens) for row in table.rows) * 2 > len(table.rows):
        return True  # of addresses
    firsts = [" ".join(t.text for cell in row[:2] for t in cell.tokens if t.kind != "p") for row in table.rows]
    return sum(_LISTED.search(first.rstrip(" :")) is not None or _RATE_OF.search(first) is not None for first in firsts) * 2 > len(firsts)


_RATE_OF: Final = re.compile(r"\b[rt]x bit ?rate\b", re.IGNORECASE)


def _only_changes(words: Words, table: Table, cells: list[list[Parsed]], kinds: list[str]) -> list[Run]:
    """Read a table of changes without values: each is a claim of its own."""
    run = Run(_tool.of(words.plain, table.start, table.end), table.start, table.end, kind="table", layout=table.layout)
    run.claims = [
        _claim.percent_claim(words.plain, *number_span(t))
        for row in cells
        for c, parsed in enumerate(row)
        if kinds[c] == "change"
        for t in (*parsed.loose, *(v.token for v in parsed.values))
        if t.unit == "%"
    ]
    if re.search(r"\[[k.]\]", words.plain[table.start : table.end]):
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
        changes = column > 1 and len(filled) > 1 and all(RATIO_ROW.match(p.label) for p in filled)
        return "skip" if changes else "label"  # `49 cycles - 47 cycles - saved cycles:2`
    worded = sum(bool(p.label) and not p.label.endswith(("(", "~", "*", "-")) for p in filled)
    if numbers and all(p.tail and param_of(p.tail) for p in parsed if p.values) and all(not v.token.unit for v in numbers):
        return "param" if sum(bool(p.values) for p in parsed) * 2 >= len(filled) else "label"
    if re.search(r"^#\s|samples?\b|data p|\bcount\b", header, re.IGNORECASE) and column:
        return "skip"
    tailed = [p for p in parsed if p.values and p.tail and not p.values[0].token.unit.startswith(("M", "K", "G"))]
    if column == 0 and len(table.headers) > 1 and len(tailed) * 3 >= len(filled) * 2:
        return "label"
    if column == len(table.headers) - 1 and column and len(numbers) == 1 and len(cells) > 4 and not numbers[0].claims:
        return "param"
    if column == 0 and worded * 2 > len(filled) and not all(v.token.unit for v in numbers):
        return "label"
    if loose and not numbers:
        return "change"
    signed = bool(numbers) and all(v.token.text[:1] in "+-−" or not v.token.value for v in numbers)
    percent = "%" in header or all(p.tail.startswith("%") for p in parsed if p.values)  # `-2%/`
    if signed and column and all(v.token.unit == "%" or (not v.token.unit and percent) for v in numbers):
        return "change"
    if not column and len(table.headers) > 1 and _OFFERED.search(header):
        return "param"  # `offered load`, over rates
    if not column and len(table.headers) > 1 and _PART.search(header):
        return "label"  # `percentile`, over 50, 99, 99.9
    share = numbers and all(v.token.unit == "%" for v in numbers) and not re.search(r"cpu|idle|loss|util", header, re.IGNORECASE)
    if share and any(p.loose for row in cells for p in row):
        return "change"
    shown = any(v.token.unit == "%" or v.token.text[:1] in "+-" for v in numbers) or re.search(
        r"%|percent|ratio|speed-?up|\bx\b|\bfactor", header, re.IGNORECASE
    )
    if _CHANGE.search(header) and not _role.own(header)[0] and shown:
        return "change"
    if _DIFFERENCE.search(header):
        return "skip"
    if column and not header.strip() and numbers and all(v.token.unit in {"B", "KB"} and "." not in v.token.text for v in numbers):
        return "param"  # `8.31 Mpps   9.02 Mpps   64 B`
    if all(units.family(v.token.unit) == "Hz" for v in numbers) or units.family(unit_in(header)) == "Hz":
        return "param"
    plain = all(v.token.unit in {"", "B", "KB", "MB", "K", "M"} and not v.claims and "." not in v.token.text for v in numbers)
    plain = plain and not any(p.versus for p in parsed)
    if (
        plain
        and param_of(header)
        and not header.strip()[:1].isdigit()
        and not _role.own(header)[0]
        and not unit_in(header)
        and (column + 1 < len(table.headers) or len(numbers) == 1)
    ):
        return "param"
    if column == 0 and plain and unit_in(header) and _names_sides(table.headers):
        return "label"  # `throughput (Mbps)  before  after` over sizes: the corner speaks of the sides' columns
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


_SHARES: Final = re.compile(r"\bloss\b|\bdrops?\b|\bcpu\b|utili[sz]ation|\bidle\b|softirq", re.IGNORECASE)
_OFFERED: Final = re.compile(r"\boffered\b|^(?:input|target|nominal|generated|injected|ingress) (?:load|rate)\b|^load\b", re.IGNORECASE)
_PART: Final = re.compile(r"^(?:percentiles?|quantiles?|%-?iles?|pctl?)(?!\w)", re.IGNORECASE)


def _names_sides(headers: list[str]) -> bool:
    """Tell whether the first heading is of no side and all others are sides (or changes) and name no unit of their own."""
    first, *rest = headers
    sides = [head for head in rest if not _CHANGE.search(head)]
    told = {_role.own(head)[0] for head in sides}
    bare = not any(unit_in(head) or _MEASURED.search(head) for head in sides)
    return not _role.own(first)[0] and {"before", "after"} <= told and None not in told and bare


def _labels(table: Table, cells: list[list[Parsed]], kinds: list[str]) -> tuple[list[str], list[dict[str, Param]], list[list[str]]]:
    """Give each row its label and parameters, and the columns of labels; a label that spans rows holds for all of them."""
    columns: list[list[str]] = []
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
        first: dict[tuple[str, int], Parsed] = {}
        for q in range(rows):
            first.setdefault((written[q], table.groups[q]), cells[q][c])
        filled = _filled(written, table.groups) if table.fill else written
        if kind == "label":
            columns.append(filled)
        for r, text in enumerate(filled):
            if not text:
                continue
            source = first.get((text, table.groups[r]), cells[r][c])
            if kind == "param" and source.values:
                token = source.values[0].token
                whole = token.value.is_integer() and abs(token.value) < _EXACT and not token.unit
                value: Param = int(token.value) if whole else table_text(token)
                params[r][param_of(table.headers[c]) or (table.headers[c].strip() or "row")[:40]] = value
            else:
                texts[r].append(text)
    results = next((c for c, kind in enumerate(kinds) if kind == "value"), 0)
    for r, row in enumerate(cells):
        lead = row[results]
        if lead.label and not texts[r]:
            texts[r].append(lead.label)
        if heading[r]:
            texts[r].insert(0, heading[r])
    return [join(text) for text in texts], params, columns


def _filled(written: list[str], groups: list[int]) -> list[str]:
    """Fill blank label cells: one label in a ruled group holds for the group, else the one above holds on."""
    out = list(written)
    members: dict[int, list[int]] = {}
    for r, group in enumerate(groups):
        members.setdefault(group, []).append(r)
    for rows in members.values():
        here = [written[r] for r in rows if written[r]]
        if len(rows) > 1 and len(here) == 1 and len(members) > 1:
            for r in rows:
                out[r] = here[0]
        else:
            above = ""
            for r in rows:
                above = written[r] or above
                out[r] = above
    return out


def _measured(table: Table, cells: list[list[Parsed]], value_columns: list[int], labels: list[str], caption: str, *, sided: bool) -> bool:
    """Tell whether a table is of measurements at all: a unit, a measured thing named, or both sides of a change."""
    found = [v.token for row in cells for c in value_columns for v in row[c].values]
    if sum(_COUNTER.search(label) is not None for label in labels) * 2 > len(labels) or any(
        "#define" in label or "@@" in label for label in (*labels, *table.headers)
    ):
        return False
    if found and all(units.family(t.unit) == "B" for t in found):
        return False
    if any(units.family(unit) in RATES for unit in table.row_units):
        return True
    if sum(_IDENTIFIER.match(label) is not None and not _tool.named(label) for label in labels) * 2 > len(labels) and not any(
        t.unit or "." in t.text for t in found
    ):
        return False
    if len(found) < 2 and not any(row[c].loose for row in cells for c in value_columns):
        return False
    if any(units.family(t.unit) in {"bit/s", "B/s", "pps", "req/s", "trans/s", "ops/s", "conn/s", "msg/s", "/s", "cycles"} for t in found):
        return True
    if len(found) > 3 and all(units.family(t.unit) == "s" and "." in t.text for t in found) and (sided or _role.own(caption[-60:])[1] > 2):
        return True  # times to the digit, of a side
    heads = " ".join(table.headers)
    both = {"before", "after"} == {_role.own(table.headers[c])[0] for c in value_columns}
    if both and all(units.family(t.unit) == "s" and "." in t.text for t in found):
        return True  # `before: after:` over two times
    if found and all(t.unit == "%" for t in found) and _SHARES.search(f"{heads} {caption[-120:]}"):
        return True
    if _MEASURED.search(heads) or any(unit_in(h) for h in table.headers):
        return True
    if any(unit_in(label) or _MEASURED.search(label) for label in labels) or _MEASURED.search(caption) or unit_in(caption):
        return sided or sum("." in t.text or t.unit != "" or t.value > 999 for t in found) * 3 >= len(found)
    return False
