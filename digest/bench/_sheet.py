# SPDX-License-Identifier: GPL-2.0-or-later
"""A table whose columns are known -> figures with units and roles; what its percentages claim is told by `_percentages.py`.

A unit stands in the cell, the heading, the row's label, the caption, or is the tool's own.
"""

import re

from digest import unit as units
from digest.bench import _column, _role, _tool
from digest.bench._block import Claim, Figure, Run
from digest.bench._cells import (
    EFFICIENCY,
    RATES,
    RATIO_ROW,
    Parsed,
    Table,
    Value,
    default_unit,
    number_span,
    param_of,
    rate_in,
    table_text,
    unit_in,
)
from digest.bench._tokens import Token, Words
from digest.model.bench import Param, Role

OF_PACKETS = frozenset({"pktgen", "xdp", "testpmd", "trex"})
"""Tools that count packets a second, whatever a writer leaves of the unit: `9.6M`."""


_ORDERED = re.compile(
    r"\b(?:(after|new|with|patched) ?/ ?(?:before|old|w/o|without|unpatched|base(?:line)?|vanilla)"
    r"|(?:before|old|w/o|without|unpatched|base(?:line)?|vanilla) ?/ ?(?:after|new|with|w/|patched))",
    re.IGNORECASE,
)
"""Which side comes first in each cell: `(before / after in each cell)`."""


class Sheet:
    """A table being read: its figures by row and column."""

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
        self.ratio_rows: list[int] = []
        self.label, self.shared = self._whole()
        self.col_keys = self._column_keys()
        self.column_units = {c: "" if _column.PERCENTILE.search(table.headers[c]) else unit_in(table.headers[c]) for c in value_columns}
        _column.shared(self.column_units, table.headers, col_roles)
        corners = [unit_in(head) for c, head in enumerate(table.headers) if kinds[c] == "label"]
        self.corner = next((unit for unit in corners if unit and units.family(unit) != "B"), "")
        said = {unit_in(label) for label in labels if RATIO_ROW.match(label) is None} - {""}
        self.label_unit = said.pop() if len(said) == 1 and self.row_roles is not None and not any(self.column_units.values()) else ""
        self.row_keys = self._row_keys()
        self.relative = self._relative()

    def _relative(self) -> bool:
        """Tell whether the one side is written as 1.00 or 100 throughout, and the other as its change: such numbers have no unit."""
        told = {v.token.text for row in self.cells for c in self.value_columns for v in row[c].values}
        values = [v.token.value for row in self.cells for c in self.value_columns for v in row[c].values]
        return len(self.value_columns) == 1 and "change" in self.kinds and len(told) == 1 < len(values) and values[0] in {1.0, 100.0}

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

    def read(self) -> bool:
        """Make the figures; whether there is one."""
        for r, row in enumerate(self.cells):
            if RATIO_ROW.match(self.labels[r]):
                self.ratio_rows.append(r)
                continue
            for c in self.value_columns:
                if row[c].versus:
                    self._versus(r, c)
                else:
                    self._plain(r, c)
        self._row_units()
        return bool(self.figures)

    def runs(self, claims: list[Claim]) -> list[Run]:
        """Give the table's runs, one a tool, each with its figures and what is claimed of them."""
        owners: dict[int, Run] = {}
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
            owners[id(figure)] = run
        for claim in claims:
            owner = owners.get(id(claim.figure)) if claim.figure is not None else next(iter(by_tool.values()), None)
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
        if token.unit or self.relative:
            return token.unit
        told = self.table.row_units[r] if self.table.row_units else ""
        return header or unit_in(self.labels[r]) or told or self.label_unit

    def _figure(self, r: int, c: int, n: int, value: Value, role: Role | None, *, placed: bool, label: str | None) -> None:
        token = value.token
        unit = self._unit(r, c, token)
        header = self.table.headers[c]
        # the caption speaks of the column with the unit
        foreign = header and any(self.column_units.values()) and not _column.says_side(header)
        about = f"{header} {self.labels[r]}" if unit or foreign else f"{header} {self.labels[r]} {self.caption[-160:]}"
        name, direction, primary = _column.named(unit, header, about)
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
        order = _ORDERED.findall(f"{caption} {self.table.headers[c]}")
        if order:
            sides = ["after", "before"] if order[-1] else ["before", "after"]
        both = self.cells[r][c].values
        if not both[0].token.unit and both[1].token.unit not in {"", "K", "M", "G"}:
            both = (both[0]._replace(token=both[0].token._replace(unit=both[1].token.unit)), both[1])  # "8.1 vs 9.4 Mpps"
        for n, value in enumerate(both):
            self._figure(r, c, n, value, sides[n], placed=True, label=names[n] or None)
            figure = self.figures[r, c, n]
            figure.key = f"{self.labels[r]} | {self.table.headers[c]}"
            figure.primary = True

    def _row_units(self) -> None:
        """A number without unit takes its row's, else the caption's or the tool's own."""
        if self.relative:
            return
        bare = self.col_roles is None and any(self.column_units.values())
        told: dict[int, set[str]] = {}
        for (r, c, n), figure in self.figures.items():
            if figure.unit not in {"", "%", "K", "M", "G"} and self.cells[r][c].values[n].token.unit not in {"K", "M", "G"}:
                told.setdefault(r, set()).add(figure.unit)
        for r, parsed in enumerate(self.cells):
            for c, kind in enumerate(self.kinds):
                beside = {v.token.unit for v in parsed[c].values} if kind in {"change", "skip"} else set()
                if {units.family(unit) for unit in beside} & RATES:
                    told.setdefault(r, set()).update(beside)  # the unit stands behind the difference: `40112 44027 +3915 trans/s`
        for (r, c, _), figure in self.figures.items():
            if figure.unit in {"K", "M", "G"}:
                whole = figure.unit + default_unit(self.tool, self._before(), self.table.headers[c])
                if len(whole) > 1 and whole in units.UNITS:
                    figure.unit = whole
                    figure.name, figure.direction, figure.primary = _column.named(whole, "", self.labels[r])
                elif len(whole) == 1 and _column.RATE.search(f"{self.table.headers[c]} {self.labels[r]} {self.caption[-160:]}") is not None:
                    figure.name, figure.direction, figure.primary = _column.named("bit/s", "", "throughput")
                elif len(whole) == 1 and self.tool in OF_PACKETS:
                    figure.name, figure.direction, figure.primary = _column.named("pps", "", self.labels[r])
            if figure.unit:
                continue
            head = self.table.headers[c].strip()
            if EFFICIENCY.search(f"{head} {self.labels[r]}") is not None:
                continue
            open_head = (
                not head
                or _column.SIZE.fullmatch(head) is not None
                or _column.STATISTIC.search(head) is not None
                or _column.says_side(head)
            )
            row = set(told.get(r, ())) if not bare and (open_head or not figure.value) else set()
            unit = row.pop() if len(row) == 1 else ""
            if not open_head and any(self.column_units.values()):
                continue  # `flows Gbps retr`: the unit is of the column that names it
            bare_cell = not self.cells[r][c].versus or not any(v.token.unit for v in self.cells[r][c].values)
            if not unit and bare_cell and _column.OTHER.search(head) is None:
                unit = _column.ending(self.caption[-240:]) or rate_in(self.caption[-400:])
                unit = unit or _column.time_in(self.caption[-240:]) or _column.cost_in(self.caption[-120:])
                unit = unit or (default_unit("netperf", head) if self.tool in {"netperf", _tool.UNKNOWN} else "")
                unit = unit or default_unit(self.tool, self._before(), self.table.headers[c])
                unit = unit or ("s" if self.tool == "hackbench" and "time" in f"{head} {self.labels[r]}".lower() else "")
                unit = unit or (default_unit("netperf", self.labels[r]) if self.tool in {"netperf", _tool.UNKNOWN} else "")
            if not unit and self.cells[r][c].versus and "%" in self.caption[-240:] and _column.LOAD.search(head) is not None:
                unit = "%"
            if unit and not _column.contradicts(head, unit):
                figure.unit = unit
                figure.name, figure.direction, figure.primary = _column.named(unit, head, f"{head} {self.labels[r]}")
                figure.primary = figure.primary or unit == "%"

    def _before(self) -> str:
        return self.words.plain[max(0, self.table.start - 2500) : self.table.start]
