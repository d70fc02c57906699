# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows of a text that has lost its line breaks, or of which a mailer broke the lines: the repetition itself shows where rows begin.

A row is a number of steps (`_items.items`) that come again in the same order, three times and more; two times where their labels, or the
words above the columns, are both sides of a change, or where the rows begin with commits' ids or versions.
"""

import itertools
import re
from typing import Final

from digest import unit as units
from digest.bench import _role
from digest.bench._cells import RATIO_ROW, param_of
from digest.bench._items import RUN, Item, items
from digest.bench._rows import CHANGES, MOST_WORDS, Block
from digest.bench._tokens import Token

_MOST_PERIOD: Final = 24
_MOST_WRAPPED: Final = 1500
_MOST_ITEMS: Final = 4000


def by_period(tokens: tuple[Token, ...]) -> list[Block]:
    """Find what repeats in a text without line breaks."""
    steps = _sized_labels(items(list(tokens))[:_MOST_ITEMS])
    out: list[Block] = []
    at = 0
    floor = 0
    while at < len(steps):
        found = _period(steps, at)
        if found is None:
            lone = _under_units(steps, at)
            out += lone
            at += 1 + sum(len(row) for block in lone for row in block.rows)
            floor = at if lone else floor
            continue
        period = found[0]
        at, count = _widened(steps, at, period, found[1], floor)
        parts = _sections(steps, at, period, count)
        if parts:
            out += parts
            at += period * count
            floor = at
            continue
        rows = [steps[at + i * period : at + (i + 1) * period] for i in range(count)]
        end = at + period * count
        if _changes(steps[end : end + period], rows[0]):
            rows.append(steps[end : end + 1 + sum(item.kind[0] == "V" for item in rows[0])])
            end += len(rows[-1])
        sizes = _settings(rows)
        if sizes:
            words = rows[0][0].tokens if rows[0][0].kind == "L" else ()
            out.append(Block(rows[1:], [*words, *sizes], rows[1][0].tokens[0].start, rows[-1][-1].tokens[-1].end))
            floor = at = end
            continue
        headed = _by_sides(rows)
        usual = max((len(row[0].tokens) for part in headed for row in part[1:] if row[0].kind == "L"), default=0)
        for part in headed:
            above = steps[max(floor, at - 8) : at] if part is headed[0] else []
            _add(out, part, above, usual, on=at == floor and part is headed[0])
        floor = at = end
    return out


def _add(out: list[Block], rows: list[list[Item]], above: list[Item], usual: int, *, on: bool) -> None:
    """Add a table: what runs into its first label beyond the `usual` length is its heading; rows that go `on` are the last one's."""
    period = len(rows[0])
    first = rows[0][0]
    head = _between_rules(above, inside=first.kind == "L" and len(first.tokens) > MOST_WORDS)
    pairs = enumerate(itertools.pairwise(head), start=1)
    cut = max((i for i, (a, b) in pairs if a.line == b.line and b.start - b.gap - a.end > 1), default=0)
    head = head[cut:]  # behind what is no step of a row: `60 s (usec): percentile  base  patched`
    if first.kind == "L" and (told := _after_sides([*head, *first.tokens], period - 1, usual)):
        rows[0] = [Item("L", tuple([*head, *first.tokens][-told:])), *rows[0][1:]]
        head = [*head, *first.tokens][:-told]
    elif first.kind == "L":
        # the first row's label runs into the heading: as many words belong to the row as the other rows' labels have
        head += first.tokens[:-usual] if len(first.tokens) > usual else ()
        behind = _behind_sides(head) if period == 3 else 0
        label = [*head[len(head) - behind :], *first.tokens[-usual:]]
        closes = 1 if not behind and len(label) > 1 and label[0].text in {")", "]"} else 0  # the bracket of the last heading
        rows[0] = [Item("L", tuple(label[closes:])), *rows[0][1:]]
        head = [*head[: len(head) - behind], *label[:closes]]
    start, end = rows[0][0].tokens[0].start, rows[-1][-1].tokens[-1].end
    if out and on and not head and len(out[-1].rows[0]) == period:
        # the rows go on, and their labels have got a sign: 256, 512, 1K, 2K
        out[-1] = out[-1]._replace(rows=[*out[-1].rows, *rows], end=end)
    else:
        out.append(Block(rows, head, start, end, lone=period == 2 and rows[0][0].kind == "L"))


_VERSION: Final = re.compile(r"v\d{1,2}|rfc", re.IGNORECASE)


def _after_sides(words: list[Token], columns: int, usual: int) -> int:
    """Count the words of the first label where as many words as there are columns stand before it and name the sides; 0 where none do."""
    for length in range(1, min(usual, len(words) - columns - 1) + 1):
        heads = [t.text for t in words[-length - columns : -length]]
        roles = ["after" if _VERSION.fullmatch(text) else _role.own(text)[0] for text in heads]
        if None not in roles and roles[0] == "before" and "after" in roles and len(set(heads)) == columns:
            return length
    return 0


def _by_sides(rows: list[list[Item]]) -> list[list[list[Item]]]:
    """Part rows where a label begins with the heading of a side: `2. 41.4 ns  With this series: 1. 37.1 ns` are two tables."""
    out = [[rows[0]]]
    for row in rows[1:]:
        words = row[0].tokens
        colon = next((j for j in range(len(words) - 2, 0, -1) if words[j].text == ":"), 0) if row[0].kind == "L" else 0
        if colon and len(row) > 2 and _role.own(" ".join(t.text for t in words[:colon]))[1] > 1:
            out.append([[Item("L", words[colon + 1 :]), *row[1:]]])
        else:
            out[-1].append(row)
    return out if any(len(part) > 1 for part in out) else [rows]


_TEST: Final = re.compile(r"[A-Z]{2,5}_[A-Z_]{2,16}")


def _sized_labels(steps: list[Item]) -> list[Item]:
    """Put a size to the test's name before it where other rows have none: `UDP_STREAM 18byte 90 88  TCP_RR 126 130`."""
    named = [i for i, item in enumerate(steps[:-1]) if item.kind == "L" and _TEST.fullmatch(item.tokens[-1].text) is not None]
    sized = {i for i in named if steps[i + 1].kind == "VB"}
    if not sized or len(sized) == len(named):
        return steps
    out: list[Item] = []
    for i, item in enumerate(steps):
        if i - 1 in sized:
            out[-1] = Item("L", (*out[-1].tokens, *(token._replace(kind="w") for token in item.tokens)))
        else:
            out.append(item)
    return out


def _under_units(steps: list[Item], at: int) -> list[Block]:
    """Find a table of a single row: the sides, a unit below each, and the values: `vanilla patched delta Kpps Kpps % 1431 1664 +14`."""
    values = list(itertools.takewhile(lambda item: item.kind[0] in "VP", steps[at + 1 : at + 5]))
    words = steps[at].tokens
    width = len(values)
    bare = width in {2, 3} and not any(item.tokens[0].unit not in {"", "%"} for item in values)
    if steps[at].kind != "L" or not bare or len(words) < 2 * width:
        return []
    heads, below = words[-2 * width : -width], words[-width:]
    told = {units.canonical(token.text) for token in below[:2]}
    if None in told or len(told) != 1 or {_role.own(token.text)[0] for token in heads[:2]} != {"before", "after"}:
        return []
    if width > 2 and (CHANGES.fullmatch(heads[2].text) is None or (below[2].text != "%" and below[2].text != below[0].text)):
        return []
    head = [token for pair in zip(heads, below, strict=True) for token in pair]
    return [Block([values], head, values[0].tokens[0].start, values[-1].tokens[-1].end)]


def _changes(row: list[Item], other: list[Item]) -> bool:
    """Tell whether steps are one more row, of the changes in each column: `percent 3.0% 10.0%` below `copy 19 17` and `page 20 19`."""
    label = " ".join(t.text for t in row[0].tokens) if row and row[0].kind == "L" else ""
    values = sum(item.kind[0] == "V" for item in other)
    alike = len(row) > values > 1 and other[0].kind == "L" and all(item.kind[0] in "VP" for item in other[1:])
    return alike and RATIO_ROW.match(label) is not None and len(row[0].tokens) < 3 and all(item.kind == "P" for item in row[1 : values + 1])


_SCALE: Final = {"K": 1e3, "M": 1e6, "G": 1e9, "KB": 1e3, "MB": 1e6, "GB": 1e9}


def _settings(rows: list[list[Item]]) -> list[Token]:
    """Give the numbers of a first row that head the columns of both sides: `64 512 1K before 30 46 89 after 22 36 72`."""
    if len(rows) < 3 or any(row[0].kind != "L" for row in rows[1:]):
        return []
    labels = [" ".join(t.text for t in row[0].tokens) for row in rows[1:]]
    sides = {_role.own(label)[0] or _role.switch(label) for label in labels}
    tokens = [item.tokens[0] for item in rows[0] if item.kind != "L"]
    label = " ".join(t.text for t in rows[0][0].tokens[-3:]) if rows[0][0].kind == "L" else ""
    set_here = param_of(label.rpartition(" ")[2]) is not None and not any(param_of(text) for text in labels)
    if not (set_here or {"before", "after"} <= sides) or _role.own(label)[0] or any(t.kind != "n" or "." in t.text for t in tokens):
        return []
    values = [t.value * _SCALE.get(t.unit, 1.0) for t in tokens]
    bare = all(t.unit in {"", "B", *_SCALE} for t in tokens) and len(tokens) > 2
    return tokens if bare and all(a < b for a, b in itertools.pairwise(values)) else []


def _behind_sides(head: list[Token]) -> int:
    """Count the words of a heading behind those that name the two columns (`off on IPv4`): they are of the first row's label."""
    for behind in range(1, min(4, len(head) - 1)):
        one, other = (head[len(head) - behind - i].text for i in (2, 1))
        sides = [_role.own(one)[0] or _role.switch(one), _role.own(other)[0] or _role.switch(other)]
        if set(sides) == {"before", "after"}:
            return behind
    return 0


def _sections(steps: list[Item], at: int, period: int, count: int) -> list[Block]:
    """Part what repeats with its heading: `With it: flows Mpps 1 2.9 4 10.1 Without it: flows Mpps 1 2.3 4 8.8` is two tables."""
    out: list[Block] = []
    heads: list[list[str]] = []
    for i in range(count):
        row = steps[at + i * period : at + (i + 1) * period]
        words = row[0].tokens
        colon = next((j for j in range(len(words) - 1, -1, -1) if words[j].text == ":"), -1)
        head = list(words[colon + 1 :])
        width = len(head)
        numbers = row[1:]
        if row[0].kind != "L" or colon < 0 or width < 2 or len(numbers) % width or len(numbers) == width:
            return []
        if any(item.kind[0] not in "VP" for item in numbers):
            return []
        heads.append([token.text for token in head])
        rows = [numbers[j : j + width] for j in range(0, len(numbers), width)]
        out.append(Block(rows, head, numbers[0].tokens[0].start, numbers[-1].tokens[-1].end))
    return out if all(head == heads[0] for head in heads) else []


def wrapped(tokens: tuple[Token, ...]) -> list[Block]:
    """Find rows that a mailer broke: they repeat, begin on a line each, and go on on the next."""
    if sum(token.first and token.kind == "n" for token in tokens) < 2 or len(tokens) > _MOST_WRAPPED:
        return []
    out = []
    for block in by_period(tokens):
        firsts = [row[0].tokens[0] for row in block.rows]
        lasts = [row[-1].tokens[-1] for row in block.rows]
        if all(t.first for t in firsts[1:]) and any(a.line < b.line for a, b in zip(firsts, lasts, strict=True)):
            out.append(block._replace(wrapped=True))
    return out


def _between_rules(steps: list[Item], *, inside: bool) -> list[Token]:
    """Give the words of the heading: behind the last rule, or between the last two where the rows follow a rule at once."""
    parts: list[list[Token]] = [[]]
    for item in steps:
        if item.kind == "R":
            parts.append([])
        else:
            parts[-1] += item.tokens
    if len(parts) > 1 and parts[-1] and parts[-2] and all(units.canonical(token.text) is not None for token in parts[-1]):
        first, *rest = parts[-1]  # a rule between the names and the units below them
        return [*parts[-2], first._replace(gap=first.start - parts[-2][-1].end), *rest]
    return parts[-1] if inside else next((part for part in reversed(parts) if part), [])


def _signature(item: Item) -> str:
    if item.kind in {"VB", "Vcount"} and item.tokens[0].unit in {"K", "M", "G", "KB", "MB", "GB", "B"} and "." not in item.tokens[0].text:
        return "Vi"  # 64, 1K, 64K are sizes alike
    if item.kind != "V":
        return item.kind
    if len(item.tokens) > 1 and item.tokens[1].text == "/":
        return "V/"
    return "Vf" if "." in item.tokens[0].text else "Vi"


def _period(steps: list[Item], at: int) -> tuple[int, int] | None:
    """Find how many steps make a row from here on, and how many rows there are: at least three, or two of five numbers and more."""
    if steps[at].kind[0] not in "LVQ" or (steps[at].kind == "L" and len(steps[at].tokens) > 40):
        return None
    behind = steps[at + 1].tokens if at + 1 < len(steps) and steps[at].kind != "L" and steps[at + 1].kind == "L" else ()
    if len(behind) > 1 and behind[-1].kind == "n" and RUN.fullmatch(behind[-2].text) is not None:
        return None  # the row begins behind this number: `run 2  711 812  run 3`
    amid = at > 0 and steps[at].kind[0] == "V" and steps[at - 1].kind[0] == "V"  # the row begins before this value
    best: tuple[int, int] | None = None
    kinds = [item.kind for item in steps[at : at + _MOST_PERIOD]]
    numbers = int(kinds[0][0] in "VPQ")
    for period in range(2, _MOST_PERIOD + 1):
        if len(kinds) < period or kinds[period - 1] == "R":
            break
        numbers += kinds[period - 1][0] in "VPQ"
        lone = period == 2 and kinds[0] == "L" and kinds[1] == "V"
        if (numbers < 2 and not lone) or (kinds[0] == "L" and kinds[period - 1] == "L"):
            continue
        if amid and "L" in kinds[:period]:
            continue
        row = steps[at : at + period]
        count = 1
        while _repeats(row, steps[at + count * period : at + (count + 1) * period]):
            count += 1
        if lone and not _lone(steps, at, count):
            continue
        if count < 3 and not (count == 2 and (_sided(steps, at, period) or _twins(steps, at, period))):
            continue
        if best is None or period * count > best[0] * best[1] * 1.4:
            best = (period, count)
        elif period * count >= best[0] * best[1] and _exact(steps, at, period, count) and not _exact(steps, at, *best):
            best = (period, count)  # `10k 0.41s 0.05s 8.2x` is one row, not two of two
        elif period * count >= best[0] * best[1] and _whole(steps, at, period, count) and not _whole(steps, at, *best):
            best = (period, count)  # nine numbers are three rows of three, not four of two and one that is left
        elif period * count == best[0] * best[1] and _rising(steps, at, period, count) and not _rising(steps, at, *best):
            best = (period, count)  # `8 41203 55871 61744 64 188450 ...`: what was set stands first, and rises
    return best


def _whole(steps: list[Item], at: int, period: int, count: int) -> bool:
    """Tell whether no number is left behind the last row."""
    end = at + period * count
    return end >= len(steps) or steps[end].kind[0] not in "VPQ"


def _rising(steps: list[Item], at: int, period: int, count: int) -> bool:
    """Tell whether the first of each row is a whole number greater than that of the row before, and less than all that is no first."""
    firsts = [steps[at + i * period].tokens[0] for i in range(count)]
    rest = [steps[at + i].tokens[0] for i in range(period * count) if i % period]
    whole = all(t.kind == "n" and t.text.isdigit() and not t.unit for t in firsts)
    return whole and all(a.value < b.value for a, b in itertools.pairwise(firsts)) and firsts[-1].value < min(t.value for t in rest)


def _exact(steps: list[Item], at: int, period: int, count: int) -> bool:
    """Tell whether each row has the kinds of the first: sizes under sizes, times under times."""
    row = [item.kind for item in steps[at : at + period]]
    return all([item.kind for item in steps[at + i * period : at + (i + 1) * period]] == row for i in range(1, count))


_NAME: Final = re.compile(r"(?=[0-9a-f]{0,11}\d)[0-9a-f]{7,40}|v?\d{1,3}(?:\.\d{1,5}){1,3}(?:[-+~][\w.+~-]{1,40})?", re.IGNORECASE)
"""A commit's id, or a kernel's version: what no writer puts before a number in a sentence."""


def _twins(steps: list[Item], at: int, period: int) -> bool:
    """Tell whether two rows are a table because both begin with a commit's id or a version."""
    return all(
        steps[i].kind == "L" and _NAME.fullmatch(steps[i].tokens[-1].text) is not None and (i == at or len(steps[i].tokens) == 1)
        for i in (at, at + period)
    )


def _lone(steps: list[Item], at: int, count: int) -> bool:
    """Tell whether labels with one number each are rows: two that name the sides, or ids and versions."""
    labels = [steps[at + i * 2] for i in range(count)]
    if count == 2:
        sides = [_role.own(" ".join(t.text for t in item.tokens[-2:])) for item in labels]
        return len(labels[1].tokens) <= 2 and {role for role, strength in sides if strength == 3} == {"before", "after"}
    return all(_NAME.fullmatch(item.tokens[-1].text) is not None for item in labels) and all(len(item.tokens) == 1 for item in labels[1:])


def _sided(steps: list[Item], at: int, period: int) -> bool:
    """Tell whether two rows are a table: their labels, or the words above their columns, are both sides of a change."""
    labels = [_words_of(steps[at + i * period : at + i * period + 1])[-40:] for i in range(2)]
    if steps[at].kind == "L" and {"before", "after"} <= {_role.own(label)[0] for label in labels}:
        return True
    switched = [_role.switch(label.split()[-1]) if label.split() else None for label in labels]
    if steps[at].kind == "L" and period > 3 and {"before", "after"} == set(switched):
        return True  # `rps=off 512 198 601  rps=on 503 195 711`
    if steps[at].kind != "L" and period > 2 and _again(steps, at, period):
        return True
    heads = [item for item in steps[max(0, at - 14) : at] if item.kind != "R"][-2:]
    above = [*heads, steps[at]] if steps[at].kind == "L" else heads
    words = [t.text for item in above if item.kind == "L" for t in item.tokens][-12:]
    usual = len(steps[at + period].tokens) if steps[at].kind == "L" else 0  # the label of the first row runs into the heading
    for end in range(len(words) - usual, max(1, len(words) - usual - 3), -1):
        if end > 1 and [_role.switch(word) for word in words[end - 2 : end]] in (["before", "after"], ["after", "before"]):
            return True  # `off on` over two columns
    return {"before", "after"} <= {role for role, strength in map(_role.own, words) if strength >= 2}


def _again(steps: list[Item], at: int, period: int) -> bool:
    """Tell whether the words right before rows headed others before: the same table of the other side."""
    if not at or steps[at - 1].kind != "L" or len(steps[at - 1].tokens) < period:
        return False
    if any(item.kind[0] != "V" or "." not in item.tokens[0].text for item in steps[at + 1 : at + period]):
        return False  # clocks and years of a banner that is printed twice
    head = [t.text for t in steps[at - 1].tokens[-period:]]
    return any(item.kind == "L" and [t.text for t in item.tokens[-period:]] == head for item in steps[max(0, at - 60) : at - 1])


def _words_of(steps: list[Item]) -> str:
    return " ".join(t.text for item in steps for t in item.tokens)


def _widened(steps: list[Item], at: int, period: int, count: int, floor: int) -> tuple[int, int]:
    """Take in the rows before and behind that differ in decimals alone: `UDP 90.14 88.77  TCP 9409 9402`."""
    row = steps[at : at + period]
    if row[0].kind != "L" or any(item.kind == "L" for item in row[1:]):
        return at, count
    kinds = [item.kind for item in row]
    while at - period >= floor and [item.kind for item in steps[at - period : at]] == kinds and len(row[0].tokens) <= MOST_WORDS:
        at -= period
        count += 1
        row = steps[at : at + period]
    after = steps[at + count * period : at + (count + 1) * period]
    while [item.kind for item in after] == kinds and len(after[0].tokens) <= MOST_WORDS:
        count += 1
        after = steps[at + count * period : at + (count + 1) * period]
    return at, count


def _repeats(row: list[Item], other: list[Item]) -> bool:
    if len(other) < len(row):
        return False
    for i, (a, b) in enumerate(zip(row, other, strict=True)):
        if b.kind == "L" and (len(b.tokens) > MOST_WORDS or a.kind != "L"):
            return False
        if _signature(a) != _signature(b) and not ({a.kind[0], b.kind[0]} <= {"V", "X", "D"} and "V" not in (a.kind, b.kind)):
            return False
        if i and a.kind == "L" and len(b.tokens) > 3:
            return False
    return True
