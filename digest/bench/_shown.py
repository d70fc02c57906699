# SPDX-License-Identifier: GPL-2.0-or-later
"""What a table shows without a word: percentages behind both sides are changes, a row at +0% is what the others are held against."""

import re
from typing import Final

from digest.bench import _role
from digest.bench._cells import RATIO_ROW, Parsed
from digest.bench._column import OTHER
from digest.bench._tokens import Token, digits
from digest.model.bench import Role

_SHARE: Final = re.compile(r"\bloss\b|\bratio\b|share|busy|softirq|efficien", re.IGNORECASE)


def _first(parsed: Parsed) -> Token | None:
    return parsed.values[0].token if parsed.values else None


def changes(headers: list[str], cells: list[list[Parsed]], value_columns: list[int]) -> list[int]:
    """Give the columns of percentages right behind a column of each side (`without patch | with patch | VS`)."""
    out: list[int] = []
    for at, c in enumerate(value_columns[2:], start=2):
        left, right = value_columns[at - 2 : at]
        sides = {_role.own(headers[left])[0], _role.own(headers[right])[0]}
        if sides != {"before", "after"} or _role.own(headers[c])[0] or OTHER.search(headers[c]) or _SHARE.search(headers[c]):
            continue
        rows = [(_first(row[left]), _first(row[right]), _first(row[c])) for row in cells]
        told = [(x, y, z) for x, y, z in rows if x is not None and y is not None and z is not None]
        if told and all(z.unit == "%" and x.unit != "%" and y.unit != "%" for x, y, z in told):
            out.append(c)
    return out


def measured(cells: list[list[Parsed]], kinds: list[str]) -> list[int]:
    """Give the columns that seem to say what was set, but differ with the row's side: `before  21033  20811` over `after  23911  23600`."""
    if len(cells) < 2 or kinds[0] != "label" or "param" not in kinds:
        return []
    roles = _role.contrast([row[0].label for row in cells], weak=False)
    out: list[int] = []
    for c in (c for c, kind in enumerate(kinds) if c and kind == "param"):
        said = [(role, token.text) for row, role in zip(cells, roles, strict=True) if (token := _first(row[c])) is not None]
        old, new = ({text for role, text in said if role == side} for side in ("before", "after"))
        if old and new and old.isdisjoint(new):
            out.append(c)
    return out


def base(cells: list[list[Parsed]], kinds: list[str], value_columns: list[int], labels: list[str]) -> list[Role | None] | None:
    """Say the sides of rows whose first is a thing off or none and at no change (`rx-frames = 0   0.91   +0%`)."""
    if len(cells) < 3 or len(value_columns) != 1 or _role.switch(labels[0]) != "before" or _role.is_yardstick(labels[0]):
        return None
    said: list[float | None] = []
    for row in cells:
        told = [t for c, kind in enumerate(kinds) if kind == "change" for t in (*row[c].loose, *(v.token for v in row[c].values))]
        told += [t for v in row[value_columns[0]].values for t in v.claims]
        said.append(told[0].value if told and told[0].unit == "%" else None)
    if said[0] != 0 or any(value is None for value in said) or not any(said):
        return None
    return ["before" if row is cells[0] else "after" for row in cells]


def third(cells: list[list[Parsed]], value_columns: list[int], labels: list[str]) -> list[Role | None] | None:
    """Say the sides of two rows over a row of percentages that are the changes from the first to the second, in each column."""
    if len(cells) != 3 or len(value_columns) < 2 or RATIO_ROW.match(labels[2]) is None or any(map(_role.is_yardstick, labels[:2])):
        return None
    fits = 0
    for c in value_columns:
        old, new = (_first(row[c]) for row in cells[:2])
        told = next((t for t in (*cells[2][c].loose, *(v.token for v in cells[2][c].values)) if t.unit == "%"), None)
        if old is None or new is None or told is None or not old.value:
            return None
        fits += abs((new.value - old.value) / old.value * 100 - told.value) <= digits(told.text.rstrip("% ")) + _TRUNCATED
    if fits * 2 < len(value_columns):
        return None  # one wrong claim among right ones leaves the rows what they are
    return ["before", "after", None]


_TRUNCATED: Final = 1e-6
