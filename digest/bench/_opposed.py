# SPDX-License-Identifier: GPL-2.0-or-later
"""On which side of a change the columns of a table are, or its rows: told by headings, by labels, or by one column of labels alone."""

import itertools

from digest.bench import _role
from digest.bench._cells import Parsed, Table
from digest.model.bench import Role


def _spanned(heads: list[str]) -> list[Role | None] | None:
    """Say the sides of headings in two lines, the same ones below each of two: `net-next Gbps`, `net-next CPU%`, `net-next+patch Gbps`."""
    above = [head.rpartition(" ")[0] for head in heads]
    below = [head.rpartition(" ")[2] for head in heads]
    half = len(heads) // 2
    if len(heads) < 4 or below[:half] != below[half:] or len(set(above)) != 2 or len(set(above[:half])) != 1:
        return None
    told = dict(zip((above[0], above[half]), _role.contrast([above[0], above[half]]), strict=True))
    return [told[text] for text in above] if {"before", "after"} == set(told.values()) else None


def _added(heads: list[str]) -> list[Role | None] | None:
    """Say the sides of headings that are a base and what was added to it step by step: `5.15.0 | +1/3 | +2/3 | +3/3`."""
    first, *rest = (head.strip() for head in heads)
    if not rest or not first or first.startswith("+") or not all(head.startswith("+") and len(head) > 1 for head in rest):
        return None
    return ["before" if head is first else "after" for head in (first, *rest)]


def _beside(columns: list[list[str]]) -> tuple[list[Role | None], list[str]] | None:
    """Find the one of several columns of labels that says the side, and each row's other words: `6.1 | drop`, `6.1 + patch | drop`."""
    for at, texts in enumerate(columns if len(columns) > 1 else ()):
        names = list(dict.fromkeys(texts))
        told = dict(zip(names, _role.contrast(names, weak=False), strict=True)) if 1 < len(names) < len(texts) else {}
        if set(told.values()) != {"before", "after"}:
            continue
        roles = [told[text] for text in texts]
        keys = [" ".join(parts) for parts in zip(*(column for other, column in enumerate(columns) if other != at), strict=True)]
        met = [{key for key, role in zip(keys, roles, strict=True) if role == side} for side in ("before", "after")]
        if met[0] & met[1]:
            return roles, keys
    return None


def sides(
    table: Table,
    cells: list[list[Parsed]],
    kinds: list[str],
    value_columns: list[int],
    labels: list[str],
    columns: list[list[str]],
    above: str,
) -> tuple[dict[int, Role | None] | None, list[Role | None] | None, list[str]]:
    """Say on which side columns or rows are, and what tells such rows apart where it is another column's; None where it is not told."""
    heads = [table.headers[c] for c in value_columns]
    spanned = _spanned(heads) or _added(heads)
    if spanned is not None:
        return dict(zip(value_columns, spanned, strict=True)), None, []
    for weak in (False, True):
        roles = _role.contrast(heads, weak=weak)
        if not weak and not any(roles):
            roles = _role.annotated(above, heads)
        beside = _beside(columns) if not weak else None
        rows = beside[0] if beside else _role.contrast(labels, weak=weak and len(labels) <= 4)
        named = any(_role.own(head)[0] for head in heads) or not any(_role.own(label)[0] for label in labels)
        if {"before", "after"} <= set(roles) and (named or not {"before", "after"} <= set(rows)):
            return (
                dict(zip(value_columns, roles, strict=True)),
                None,
                [],
            )  # else `native`, `native + redirect` beside rows `6.1`, `6.1 + patch`
        if {"before", "after"} <= set(rows):
            return None, rows, beside[1] if beside else []
    if len(value_columns) == 1 and _role.own(heads[0])[0] == "before" and "change" in kinds[value_columns[0] + 1 :]:
        return {value_columns[0]: "before"}, None, []  # `baseline(std%)  compare%(std%)`: the other side is told as its change
    if len(value_columns) == 2:
        first, second = value_columns
        claimed = [any(v.claims for row in cells for v in row[c].values) or any(row[c].loose for row in cells) for c in value_columns]
        shown = any(kind == "change" for kind in kinds[second + 1 :])
        if (claimed == [False, True] or (shown and not any(claimed))) and not any(_role.is_yardstick(h) for h in heads):
            return {first: "before", second: "after"}, None, []
    return None, None, []


def shifted(cells: list[list[Parsed]], value_columns: list[int], roles: dict[int, Role | None]) -> bool:
    """Tell whether the sides stand one column too far left: over whole numbers that rise, and none over the last column of decimals."""
    if value_columns[0] != 0 or len(value_columns) < 3 or roles[0] is None or roles[value_columns[-1]] is not None:
        return False
    first = [v.token for row in cells for v in row[0].values]
    rest = [v.token for row in cells for c in value_columns[1:] for v in row[c].values]
    rising = all(a.value < b.value for a, b in itertools.pairwise(first)) and all(t.text.isdigit() and not t.unit for t in first)
    apart = bool(first) and bool(rest) and min(t.value for t in rest) > 20 * max(t.value for t in first)  # settings over counts a second
    return rising and (all("." in t.text for t in rest) or apart)
