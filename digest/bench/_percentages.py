# SPDX-License-Identifier: GPL-2.0-or-later
"""The percentages of a table whose figures are read -> claims about them.

A percentage claims a change against the column that the table's own arithmetic shows; those against a yard-stick are dropped, and most
rows tell whether "improved" turns the sign.
"""

import re

from digest import unit as units
from digest.bench import _below, _claim
from digest.bench._block import Claim, Figure
from digest.bench._cells import Value, number_span
from digest.bench._sheet import Sheet
from digest.bench._tokens import Token, digits

_RATIO = re.compile(r"\bratio\b|\bfactor\b|\bspeed-?up\b|\btimes\b|\bx$", re.IGNORECASE)
_DEVIATION = re.compile(r"deviation|\bstd|variance|\bspread\b|\bcv\b|±|\+/-|noise|error", re.IGNORECASE)


class Percentages:
    """The percentages of one sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.text = sheet.words.plain
        self.figures = sheet.figures
        self.ratios: bool | None = None
        self.scattered = self._scattered()

    def _scattered(self) -> set[int]:
        """Give the percentages in brackets that say how values scatter: `701233 (1.1%)` without a sign, behind the before side too."""
        told = [
            (self.figures[r, c, n], t)
            for r, row in enumerate(self.sheet.cells)
            for c in self.sheet.value_columns
            for n, value in enumerate(row[c].values)
            for t in value.claims
            if (r, c, n) in self.figures
            and t.unit == "%"
            and t.text[:1].isdigit()
            and self.text[max(0, t.start - 4) : t.start].rstrip()[-1:] in {"(", "["}
        ]
        if not any(figure.role == "before" and t.value not in {0, 100} for figure, t in told):
            return set()
        if _DEVIATION.search(self.sheet.caption[-240:]) is not None:
            for figure, t in told:
                figure.spread = abs(figure.value) * t.value / 100
        return {t.start for _, t in told}

    def claims(self) -> list[Claim]:
        """Give each percentage its figure, and find what the table's percentages are measured against."""
        found: list[tuple[int, int, Claim]] = []
        for r, row in enumerate(self.sheet.cells):
            if r in self.sheet.ratio_rows:
                found += self._ratio_row(r)
                continue
            better = any(p.better for p in row)
            for c in range(len(self.sheet.kinds)):
                parsed = row[c]
                if self.sheet.kinds[c] == "value":
                    for n, value in enumerate(parsed.values):
                        figure = self.figures.get((r, c, n))
                        if better and parsed.better:
                            figure = self.figures.get((r, c, 0))
                        said = () if self._shares(r, value) else [t for t in value.claims if t.start not in self.scattered]
                        found += [(r, c, self._claim(token, figure, better=better)) for token in said]
                        ratio = self._ratio(r, value)
                        if ratio is not None and figure is not None and not value.claims:
                            ratio.figure = figure
                            found.append((r, c, ratio))
                    for token in parsed.loose:
                        found.append((r, c, self._claim(token, self._beside(r, c), better=better)))
                elif self.sheet.kinds[c] == "change" or parsed.loose:
                    tokens = [v.token for v in parsed.values] + list(parsed.loose)
                    if tokens and self._bare_ratio(c, tokens[0]):
                        continue  # `ratio  0.77`: of which to which the mail does not say
                    for token in tokens[:1]:
                        better_here = (
                            better or re.search(r"improv|gain|faster|speed", self.sheet.table.headers[c], re.IGNORECASE) is not None
                        )
                        found.append((r, c, self._claim(token, self._beside(r, c), better=better_here)))
        if self.sheet.row_roles is not None:
            found += [
                (-1, c, claim)
                for c, claim in _below.changes(self.sheet.words, self.sheet.table.end, self.sheet.value_columns, self.figures)
            ]
        return self._base(found)

    def _bare_ratio(self, c: int, token: Token) -> bool:
        """Tell whether a number below a heading such as `ratio` is no percentage: neither sign nor % with it."""
        head = self.sheet.table.headers[c]
        return token.unit == "" and token.text[:1].isdigit() and "%" not in head and _RATIO.search(head) is not None

    def _shares(self, r: int, value: Value) -> bool:
        """Tell whether percentages beside values are shares of something: `5.14 Mpps 99%`, without sign, and before the change too."""
        sides = self.sheet.col_roles or {}
        bases = [v for c, role in sides.items() if role == "before" for v in self.sheet.cells[r][c].values]
        bare = all(self.text[t.start - 1 : t.start] not in {"(", "["} and t.text[:1] not in "+-~" for t in value.claims)
        return bare and any(t.value not in {0, 100} and t.text[:1] not in "+-" and t.unit == "%" for v in bases for t in v.claims)

    def _ratio_row(self, r: int) -> list[tuple[int, int, Claim]]:
        """Read a row of changes: each cell speaks of the after figure of its column."""
        out: list[tuple[int, int, Claim]] = []
        for c, parsed in enumerate(self.sheet.cells[r]):
            after = next((f for (_, d, _), f in self.figures.items() if d == c and f.role == "after"), None)
            tokens = [t for t in (*parsed.loose, *(v.token for v in parsed.values)) if t.unit in {"%", "x"}]
            if after is not None and tokens:
                better = re.search(r"improv|gain|speed", self.sheet.labels[r], re.IGNORECASE) is not None
                claim = self._claim(tokens[0], after, better=better)
                _claim.labelled(claim, self.sheet.labels[r])
                base = next((f for (_, d, _), f in self.figures.items() if d == c and f.role == "before"), None)
                if base is not None and base.value and not better and not claim.signed:
                    whole = after.value / base.value * 100
                    if abs(whole - claim.percent) <= max(1.0, claim.digit) < abs(whole - 100 - claim.percent):
                        claim.percent = round(claim.percent - 100, 6)  # "ratio 126.8%" is a change of 26.8
                out.append((r, c, claim))
        return out

    def _claim(self, token: Token, figure: Figure | None, *, better: bool) -> Claim:
        start, end = number_span(token)
        claim = _claim.percent_claim(self.text, start, end, sense="better" if better else "change")
        if self.text[start : start + 1] in "~≈":
            claim.bound = "about"
        if token.unit == "x":
            claim.factor = token.value if token.value > 0 else None
            claim.percent, claim.signed = round((claim.percent - 1) * 100, 6), True
        claim.end = token.end if token.unit in {"%", "x"} else end
        claim.end = start + len(self.text[start : claim.end].rstrip())
        claim.figure = figure
        return claim

    def _ratio(self, r: int, value: Value) -> Claim | None:
        """Read `20419.96 (98.48)`: a value's percentage of its base, where the table's numbers bear that out."""
        if len(value.notes) != 1 or self.sheet.col_roles is None or value.notes[0].unit not in {"", "%"}:
            return None
        base = next((f for (q, d, _), f in self.figures.items() if q == r and self.sheet.col_roles[d] == "before"), None)
        token = value.notes[0]
        if self.ratios is None:
            self.ratios = self._ratios()
        if base is None or not self.ratios:
            return None
        start, end = number_span(token)
        return Claim(start, end, round(token.value - 100, 6), digits(self.text[start:end]), base=base)

    def _ratios(self) -> bool:
        """Tell whether the numbers in brackets are percentages of the before side: most of them bear that out."""
        fits = total = 0
        for r, row in enumerate(self.sheet.cells):
            base = next((f for (q, d, _), f in self.figures.items() if q == r and (self.sheet.col_roles or {}).get(d) == "before"), None)
            for value in (v for c in self.sheet.value_columns for v in row[c].values if len(v.notes) == 1 and not v.claims):
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
        if self.sheet.row_roles is not None and left:
            primary = [item for item in left if item[1].primary]
            return min(primary or left, key=lambda item: item[0])[1]
        if afters:
            edge = max(d for d, _ in afters)
            return next(f for d, f in afters if d == edge)
        return max(left, key=lambda item: item[0])[1] if left else None

    def _base(self, found: list[tuple[int, int, Claim]]) -> list[Claim]:
        """Keep the claims against the before side; drop those the arithmetic shows to be against a yard-stick or another row."""
        kept: list[Claim] = []
        if all(figure.role == "before" for figure in self.figures.values()):
            for _, _, claim in found:
                claim.figure = None  # of the other side nothing but its change is told
            return [claim for _, c, claim in found if self.sheet.kinds[c] == "change"]
        by_column: dict[int, list[tuple[int, Claim]]] = {}
        for r, c, claim in found:
            if claim.figure is not None:
                by_column.setdefault(c, []).append((r, claim))
        for claims in by_column.values():
            if self.sheet.col_roles is not None:
                claims = self._against_columns(claims)
            elif self.sheet.row_roles is not None and not self._against_rows(claims):
                continue
            self._sense(claims)
            kept += [claim for _, claim in claims]
        return kept

    def _against_columns(self, claims: list[tuple[int, Claim]]) -> list[tuple[int, Claim]]:
        scores: dict[int, int] = dict.fromkeys(self.sheet.value_columns, 0)
        for r, claim in claims:
            for c in self.sheet.value_columns:
                base = self.figures.get((r, c, 0))
                if base is not None and base is not claim.figure and claim.figure is not None and self._holds(base, claim):
                    scores[c] += 1
        best = max(scores, key=lambda c: (scores[c], (self.sheet.col_roles or {}).get(c) == "before"))
        role = (self.sheet.col_roles or {}).get(best)
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
        halves = (digits(self.text[base.start : base.end]) / 2, digits(self.text[figure.start : figure.end]) / 2)
        return any(_claim.check(base.value, value, halves, claim, p) for p in _claim.ways(claim))

    def _sense(self, claims: list[tuple[int, Claim]]) -> None:
        """Say whether the percentages mean the metric or its betterment: what most rows bear out, else what the words say."""
        literal = flipped = ratio = 0
        for r, claim in claims:
            figure = claim.figure
            base = claim.base or next((f for (q, _, _), f in self.figures.items() if q == r and f.role == "before"), None)
            if figure is None or base is None or not claim.percent or base.unit != figure.unit:
                continue
            halves = (
                digits(self.text[base.start : base.end]) / 2,
                digits(self.text[figure.start : figure.end]) / 2,
            )
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
