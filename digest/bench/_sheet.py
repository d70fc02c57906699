# SPDX-License-Identifier: GPL-2.0-or-later
"""A table whose columns are known -> figures with units and roles, and its percentages as claims.

A unit stands in the cell, the heading, the row's label, the caption, or is the tool's own.  A percentage claims a change against the column
that the table's own arithmetic shows; those against a yard-stick are dropped, and most rows tell whether "improved" turns the sign.
"""

import re

from digest import unit as units
from digest.bench import _below, _claim, _column, _role, _tool
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
from digest.bench._tokens import Token, Words, digits
from digest.model.bench import Param, Role


class Sheet:
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
        self.ratios: bool | None = None
        self.label, self.shared = self._whole()
        self.col_keys = self._column_keys()
        self.column_units = {c: "" if _column.PERCENTILE.search(table.headers[c]) else unit_in(table.headers[c]) for c in value_columns}
        _column.shared(self.column_units, table.headers, col_roles)
        corners = [unit_in(head) for c, head in enumerate(table.headers) if kinds[c] == "label"]
        self.corner = next((unit for unit in corners if unit and units.family(unit) != "B"), "")
        said = {unit_in(label) for label in labels if RATIO_ROW.match(label) is None} - {""}
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
            if RATIO_ROW.match(self.labels[r]):
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
        if re.search(r"(?:after|new|with|patched)\s?/\s?(?:before|old|w/o|without|unpatched|base)", self.table.headers[c], re.IGNORECASE):
            sides = ["after", "before"]
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
            if not unit and not self.cells[r][c].versus and _column.OTHER.search(head) is None:
                unit = rate_in(self.caption[-400:])
                unit = unit or _column.time_in(self.caption[-240:]) or _column.cost_in(self.caption[-120:])
                unit = unit or default_unit(self.tool, self._before(), self.table.headers[c])
                unit = unit or ("s" if self.tool == "hackbench" and "time" in f"{head} {self.labels[r]}".lower() else "")
                unit = unit or (default_unit("netperf", self.labels[r]) if self.tool in {"netperf", _tool.UNKNOWN} else "")
            if unit:
                figure.unit = unit
                figure.name, figure.direction, figure.primary = _column.named(unit, head, f"{head} {self.labels[r]}")
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
                        said = () if self._shares(r, value) else value.claims
                        found += [(r, c, self._claim(token, figure, better=better)) for token in said]
                        ratio = self._ratio(r, value)
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
        if self.row_roles is not None:
            found += [(-1, c, claim) for c, claim in _below.changes(self.words, self.table.end, self.value_columns, self.figures)]
        self._base(found)

    def _shares(self, r: int, value: Value) -> bool:
        """Tell whether percentages beside values are shares of something: `5.14 Mpps 99%`, without sign, and before the change too."""
        sides = self.col_roles or {}
        bases = [v for c, role in sides.items() if role == "before" for v in self.cells[r][c].values]
        bare = all(self.words.text[t.start - 1 : t.start] not in {"(", "["} and t.text[:1] not in "+-~" for t in value.claims)
        return bare and any(t.value not in {0, 100} and t.text[:1] not in "+-" and t.unit == "%" for v in bases for t in v.claims)

    def _absolute(self, r: int, token: Token) -> bool:
        """Tell whether a change without a percent sign is the difference itself: `40112 44027 +3915`."""
        if token.unit in {"%", "x"}:
            return False
        row = [f for (q, _, _), f in self.figures.items() if q == r]
        changes = [a.value - b.value for a in row for b in row if a.role == "after" and b.role == "before"]
        return any(change and abs(abs(change) - abs(token.value)) <= digits(token.text) for change in changes)

    def _ratio_row(self, r: int) -> list[tuple[int, int, Claim]]:
        """Read a row of changes: each cell speaks of the after figure of its column."""
        out: list[tuple[int, int, Claim]] = []
        for c, parsed in enumerate(self.cells[r]):
            after = next((f for (_, d, _), f in self.figures.items() if d == c and f.role == "after"), None)
            tokens = [t for t in (*parsed.loose, *(v.token for v in parsed.values)) if t.unit in {"%", "x"}]
            if after is not None and tokens:
                better = re.search(r"improv|gain|speed", self.labels[r], re.IGNORECASE) is not None
                claim = self._claim(tokens[0], after, better=better)
                _claim.labelled(claim, self.labels[r])
                base = next((f for (_, d, _), f in self.figures.items() if d == c and f.role == "before"), None)
                if base is not None and base.value and not better and not claim.signed:
                    whole = after.value / base.value * 100
                    if abs(whole - claim.percent) <= max(1.0, claim.digit) < abs(whole - 100 - claim.percent):
                        claim.percent = round(claim.percent - 100, 6)  # "ratio 126.8%" is a change of 26.8
                out.append((r, c, claim))
        return out

    def _claim(self, token: Token, figure: Figure | None, *, better: bool) -> Claim:
        start, end = number_span(token)
        claim = _claim.percent_claim(self.words.text, start, end, sense="better" if better else "change")
        if self.words.text[start : start + 1] in "~≈":
            claim.bound = "about"
        if token.unit == "x":
            claim.factor = token.value if token.value > 0 else None
            claim.percent, claim.signed = round((claim.percent - 1) * 100, 6), True
        claim.end = token.end if token.unit in {"%", "x"} else end
        claim.end = start + len(self.words.text[start : claim.end].rstrip())
        claim.figure = figure
        return claim

    def _ratio(self, r: int, value: Value) -> Claim | None:
        """Read `20419.96 (98.48)`: a value's percentage of its base, where the table's numbers bear that out."""
        if len(value.notes) != 1 or self.col_roles is None or value.notes[0].unit not in {"", "%"}:
            return None
        base = next((f for (q, d, _), f in self.figures.items() if q == r and self.col_roles[d] == "before"), None)
        token = value.notes[0]
        if self.ratios is None:
            self.ratios = self._ratios()
        if base is None or not self.ratios:
            return None
        start, end = number_span(token)
        return Claim(start, end, round(token.value - 100, 6), digits(self.words.text[start:end]), base=base)

    def _ratios(self) -> bool:
        """Tell whether the numbers in brackets are percentages of the before side: most of them bear that out."""
        fits = total = 0
        for r, row in enumerate(self.cells):
            base = next((f for (q, d, _), f in self.figures.items() if q == r and (self.col_roles or {}).get(d) == "before"), None)
            for value in (v for c in self.value_columns for v in row[c].values if len(v.notes) == 1 and not v.claims):
                total += 1
                if base is not None and base.value:
                    note = value.notes[0].value
                    fits += abs(value.token.value / base.value * 100 - note) <= max(1.0, note / 50)
        return total > 0 and fits * 3 >= total * 2

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
            elif self.row_roles is not None and not self._against_rows(claims):
                continue
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

    def _against_rows(self, claims: list[tuple[int, Claim]]) -> bool:
        """Tell whether the changes told in rows are against the before row: of several at least one must bear that out."""
        after = [claim for _, claim in claims if claim.figure is not None and claim.figure.role == "after" and claim.percent]
        if len(after) < 2:
            return True
        bases = [f for f in self.figures.values() if f.role == "before"]
        rows = {id(f): (r, c, n) for (r, c, n), f in self.figures.items()}
        above = [self.figures.get((rows[id(f)][0] - 1, *rows[id(f)][1:])) for f in (claim.figure for claim in after) if f]
        steps = sum(base is not None and self._holds(base, claim) for base, claim in zip(above, after, strict=True))
        if steps > sum(any(base.key == claim.figure.key and self._holds(base, claim) for base in bases) for claim in after if claim.figure):
            return False  # each against the row above
        return any(base.key == claim.figure.key and self._holds(base, claim) for claim in after if claim.figure for base in bases) or any(
            abs(claim.percent) >= 100 for claim in after
        )

    def _holds(self, base: Figure, claim: Claim) -> bool:
        figure = claim.figure
        if figure is None or units.family(base.unit) != units.family(figure.unit):
            return False
        value = figure.value * units.factor(figure.unit) / units.factor(base.unit)
        halves = (digits(self.words.text[base.start : base.end]) / 2, digits(self.words.text[figure.start : figure.end]) / 2)
        return any(_claim.check(base.value, value, halves, claim, p) for p in _claim.ways(claim))

    def _sense(self, claims: list[tuple[int, Claim]]) -> None:
        """Say whether the percentages mean the metric or its betterment: what most rows bear out, else what the words say."""
        literal = flipped = ratio = 0
        for r, claim in claims:
            figure = claim.figure
            base = claim.base or next((f for (q, _, _), f in self.figures.items() if q == r and f.role == "before"), None)
            if figure is None or base is None or not claim.percent or base.unit != figure.unit:
                continue
            halves = (digits(self.words.text[base.start : base.end]) / 2, digits(self.words.text[figure.start : figure.end]) / 2)
            straight, turned = _claim.ways(claim)
            literal += bool(_claim.check(base.value, figure.value, halves, claim, straight))
            flipped += bool(_claim.check(base.value, figure.value, halves, claim, turned))
            if claim.factor is None and claim.percent > 0:
                ratio += bool(_claim.check(base.value, figure.value, halves, claim, claim.percent - 100))
        whole = any(c.figure is not None and c.figure.role == "before" and c.percent == 100 for _, c in claims)
        if whole or (ratio > literal and ratio > 1 and ratio * 2 > len(claims)):
            for _, claim in claims:  # QUIRK: 117.42% of the base is a gain of 17.42 %
                claim.percent = round(claim.percent - 100, 6)
            return
        for _, claim in claims:
            if claim.figure is None or claim.figure.direction != "lower":
                continue
            if literal > flipped:
                claim.sense = "change"
            elif flipped > max(literal, 1) or (claim.factor is not None and flipped and flipped >= literal):
                claim.sense = "better"
