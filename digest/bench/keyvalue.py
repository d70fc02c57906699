# SPDX-License-Identifier: GPL-2.0-or-later
"""`label: value`, one a line or one behind the other; several values behind a label; what stands above them is their heading.

A label is what stands between the value before it and its colon; further colons in between are headings (`Stack zeroing disabled: -
XDP_DROP: * baseline: 31.47 Mpps`).  Labels under one heading stand together and tell each other's side.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _entry, _goes_on, _measured, _role
from digest.bench._block import Run
from digest.bench._cells import RATIO_ROW, rate_in, unit_in
from digest.bench._entry import STATISTIC, Entry
from digest.bench._tokens import Token, Words
from digest.model.bench import Role

NAME: Final = "keyvalue"

_FILLER: Final = frozenset({"~", "about", "around", "approx", "=", "-", "ca", "approximately", "roughly", "->", "=>"})
_ARROWS: Final = frozenset({"->", "-->", "=>", "→", "vs", "vs.", "versus"})
_DIFFERENCE: Final = re.compile(r"delta|diff(?:erence)?|change", re.IGNORECASE)
_DEVIATES: Final = frozenset({"±", "+-", "+/-", "+/−"})
_SUFFIX: Final = frozenset({"K", "M", "G", "x", "B", "KB", "MB", "GB"})
_BULLET: Final = frozenset({"*", "-", "•", "o", "--", "+", "·"})
_MOST_LABEL: Final = 14
_GROUP_GAP: Final = 400


def sniff(words: Words) -> bool:
    """Tell whether a colon may part labels from values."""
    return ":" in words.gist or " = " in words.gist or " | " in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read entries, group by group."""
    groups: list[tuple[list[Entry], list[str]]] = []
    headings: list[str] = []
    for entry in _entries(words):
        fresh = not groups or bool(entry.headings) or entry.gap > _GROUP_GAP
        if entry.headings:
            keep = len(headings) - len(entry.headings)
            headings = ([*headings[:keep]] if keep > 0 and entry.gap < _GROUP_GAP else []) + list(entry.headings)
        elif entry.gap > _GROUP_GAP:
            headings = []
        if fresh:
            groups.append(([], headings))
        groups[-1][0].append(entry)
    for (group, above), side in zip(groups, _sides(groups), strict=True):
        yield from _entry.as_run(words, group, above, side=side)


def _sides(groups: list[tuple[list[Entry], list[str]]]) -> list[Role | None]:
    """Place groups of the same labels by their headings: what one names, the other is not (`Baseline:` and `Dispatcher:`)."""
    out: list[Role | None] = [None] * len(groups)
    start = 0
    while start < len(groups):
        end = start + 1
        labels = [entry.label for entry in groups[start][0]]
        while (
            end < len(groups)
            and groups[end][1]
            and [entry.label for entry in groups[end][0]] == labels
            and groups[end][0][0].gap < _GROUP_GAP
        ):
            end += 1
        if end - start > 1 and groups[start][1] and not {"before", "after"} <= set(_role.contrast(labels)):
            roles = _role.contrast([above[-1] for _, above in groups[start:end]], weak=True)
            if {"before", "after"} <= set(roles):
                out[start:end] = roles
        start = end
    return out


def _entries(words: Words) -> Iterator[Entry]:
    tokens = words.tokens()
    above: tuple[str, ...] = ()
    spoken = ""
    last = 0
    i = 0
    while i < len(tokens):
        token = tokens[i]
        if token.kind != "n" or _ordinal(tokens, i):
            i += 1
            continue
        colon = _colon(tokens, i, last)
        if colon is None:
            i += 1
            continue
        if _goes_on.in_sentence(words.rest, token):
            i += 1
            continue  # prose reads it
        values, claims, end = _values(words, tokens, i)
        change = end + 1 < len(tokens) and tokens[end + 1].unit in {"%", "x"} and values[-1].unit not in {"%", "x"}
        if end < len(tokens) and tokens[end].text in _ARROWS and tokens[end].line == tokens[end - 1].line and not change:
            i = end
            continue  # both sides of a change: prose reads them
        label, headings, start = label_of(words, tokens, last, colon)
        if "/" in label and end < len(tokens) and tokens[end].text == "/":
            i = end
            continue  # `p50/p99 latency: 20 us / 80 us`: prose reads them
        if token.first and token.line - tokens[colon].line > 1 and _role.own(label)[1] < 2:
            i += 1
            continue  # a blank line between: only a side's name reaches over it
        bare = not any(v.unit for v in values) and len(values) == 1 and (values[0].value > 999 or "." in values[0].text)
        told = rate_in(label) if bare else ""
        if bare and not told and _role.own(label)[1] >= 2:
            head = " ".join(headings or above)[-90:]
            told = rate_in(head) or (
                unit_in(head) if _measured.TIME_WORD.search(head) else ""
            )  # "TCP_RR (transactions/s):" over the two sides
        if not told and len(values) == 1 and values[0].unit in {"K", "M", "G"}:
            told = f"{values[0].unit}{rate_in(label)}" if rate_in(label) in _measured.RATES else ""  # "pps without RSS: 3.1M"
        if told:
            values = tuple(v._replace(unit=told) for v in values)
        elif (
            len(values) == 1
            and not values[0].unit
            and _measured.COUNTED.search(label) is not None
            and _role.own(label)[1] == _measured.NAMED
        ):
            values = (values[0]._replace(unit="count"),)  # `Drops before: 88120`
        if label and RATIO_ROW.match(label) and values[0].unit not in {"%", "x"} and _DIFFERENCE.match(label):
            values, claims = (), tuple(claim for claim in claims if claim[0].unit == "%")  # `Delta: -3.1 us (-11%)`
            if claims:
                gap = tokens[start].start - tokens[max(0, last - 1)].end
                yield Entry(label, (), (), ((claims[0][0], -1),), tokens[start].start, tokens[end - 1].end, "", gap)
            last = i = end
            continue
        tail = _tail(tokens, end)
        if label and RATIO_ROW.match(label) and len(values) == 1 and values[0].unit == "%":
            yield Entry(
                label,
                (),
                (),
                ((values[0], -1),),
                tokens[start].start,
                tokens[end - 1].end,
                tail,
                tokens[start].start - tokens[max(0, last - 1)].end,
            )
            last = end
            i = end
            continue
        above = headings or above
        whose = f"{spoken} {label}" if not _role.residue(label) and not headings and 0 <= start - last < 2 else label
        spoken = label if _role.residue(label) else spoken
        if (label and (_measured.results(values, label, f"{tail} {' '.join(above)}") or _measured.under_side(values, label, above))) or (
            values[-1].unit == "%" and _measured.results(values, whose, tail)
        ):
            gap = tokens[start].start - (tokens[last - 1].end if last else 0)
            if len(values) == 2 and not claims and headings and _opposite(headings[-1], label):  # `before:  after:  17.8 ms  15.7 ms`
                yield Entry(headings[-1], headings[:-1], values[:1], (), tokens[start].start, values[0].end, "", gap)
                yield Entry(label, (), values[1:], (), values[1].start, tokens[end - 1].end, tail, 0)
                last = i = end
                continue
            yield Entry(label, headings, values, claims, tokens[start].start, tokens[end - 1].end, tail, gap)
            last = end
        i = end


def _opposite(one: str, other: str) -> bool:
    """Tell whether two labels are the sides and nothing else."""
    sides = {_role.own(one)[0], _role.own(other)[0]} == {"before", "after"}
    return sides and not _role.residue(one) and not _role.residue(other)


def _tail(tokens: tuple[Token, ...], end: int) -> str:
    """Give the words behind a value on its line that are not of the next label."""
    behind = [t for t in tokens[end : end + 4] if t.line == tokens[end - 1].line]
    colon = next((i for i, t in enumerate(behind) if t.text == ":"), None)
    return " ".join(t.text for t in behind if t.kind == "w") if colon is None else ""


def _colon(tokens: tuple[Token, ...], at: int, floor: int) -> int | None:
    """Find the colon (or equals sign) right before a value."""
    i = at - 1
    if i >= floor and tokens[i].text.endswith("=") and len(tokens[i].text) > 1 and tokens[at].gap == 0:
        return i - 1 if i > floor and tokens[i - 1].text == ":" else at  # "before: tput=9.1 Gbps", "tput=9.1 Gbps"
    while i >= floor and at - i <= 3 and (tokens[i].text.lower() in _FILLER or tokens[i].text == "("):
        if tokens[i].text == "=":
            return i if tokens[i - 1].text not in {")", "(", "]"} and tokens[i - 1].kind != "n" else None  # `a -> b = +c`
        if tokens[i].text in {"->", "=>"} and i > floor and tokens[i - 1].kind == "w" and tokens[i].line == tokens[at].line:
            return i
        i -= 1
    if i > floor - 1 and tokens[i].kind == "bar" and i > 0 and tokens[i].line == tokens[at].line and _role.own(tokens[i - 1].text)[1] >= 2:
        return i  # `before | 9.1 Gbps`
    if i >= floor and tokens[i].text == ":" and tokens[at].line - tokens[i].line <= (2 if tokens[at].first else 1):
        return i
    if i > floor and tokens[i].text == ")" and tokens[i].line == tokens[at].line:
        opened = next((j for j in range(i - 1, max(floor, i - 8), -1) if tokens[j].text == "("), 0)
        if opened > floor and tokens[opened - 1].text == ":":
            return opened - 1  # `net-next: (baseline)   79 Gbps`
    if tokens[at].unit and tokens[at].unit not in _SUFFIX and (tokens[at].gap >= 2 or _sister(tokens, at, floor)):
        first = at - 1
        while first >= floor and not tokens[first].first and tokens[first].kind == "w" and at - first < 6:
            first -= 1
        if first >= floor and first < at and tokens[first].first and tokens[first].kind == "w" and tokens[first].line == tokens[at].line:
            return at  # a wide blank parts the label from its value
    return None


def _sister(tokens: tuple[Token, ...], at: int, floor: int) -> bool:
    """Tell whether a line holds a name and a value like the labelled line above or below it: `Fwd 8.8Mpps` below `Tx: 9.9Mpps`."""
    first = at - 1
    while first > floor and not tokens[first].first and at - first < _SHORT:
        first -= 1
    line, unit = tokens[at].line, tokens[at].unit
    if (
        not tokens[first].first
        or tokens[first].line != line
        or tokens[first].kind != "w"
        or (at + 1 < len(tokens) and not tokens[at + 1].first)
    ):
        return False
    above = tokens[first - 1] if first > 0 and first == floor else None
    if above is not None and above.kind == "n" and above.unit == unit and above.line + 1 == line:
        return True
    below = tokens[at + 1 : at + 2 + _SHORT]
    colon = next((i for i, token in enumerate(below) if token.text == ":" and token.line == line + 1), -1)
    return 0 < colon < len(below) - 1 and below[colon + 1].kind == "n" and below[colon + 1].unit == unit


_SHORT: Final = 3


def _values(words: Words, tokens: tuple[Token, ...], at: int) -> tuple[tuple[Token, ...], tuple[tuple[Token, int], ...], int]:
    """Gather the values behind a label: numbers with units, with percentages of change in brackets or signed."""
    values: list[Token] = []
    claims: list[tuple[Token, int]] = []
    depth = 0
    end = at
    i = at
    while i < len(tokens):
        token = tokens[i]
        if values and token.text in _DEVIATES:
            i += 2 if i + 1 < len(tokens) and tokens[i + 1].kind == "n" else 1
            end = i
            continue
        if token.text == "[" and values and (token.first or (i + 1 < len(tokens) and _role.own(tokens[i + 1].text)[1] > 1)):
            break  # the next heading: "[After]"
        share = _goes_on.share_ahead(words.rest, values[-1].end) if values and i == end and token.line == values[-1].line else 0
        ahead = next((j for j in range(i, min(i + 8, len(tokens))) if tokens[j].start <= share < tokens[j].end), 0) if share else 0
        if ahead > i and tokens[ahead].unit == "%":
            depth += sum((t.text in {"(", "["}) - (t.text in {")", "]"}) for t in tokens[i:ahead])
            values.append(tokens[ahead])
            i = end = ahead + 1
            continue
        if token.kind == "p" and token.text in "()[],":
            depth = max(0, depth + (token.text in "([") - (token.text in ")]"))
            i += 1
            if token.text in ")]":
                end = i
            continue
        if token.kind != "n" or (values and tokens[i].line - tokens[end - 1].line > (1 if depth else 0)):
            if values and depth and i - end < 6 and (token.kind == "w" or (token.text == ":" and tokens[i - 1].kind == "w")):
                i += 1
                continue
            if token.kind == "w" and values and token.text.lower() in STATISTIC and tokens[i].line == tokens[at].line:
                i += 1
                continue
            if token.kind == "w" and token.text.lower() in _FILLER - {"-", "->", "=>"} and i - end < 2:
                i += 1
                continue
            break
        if values and i + 1 < len(tokens) and tokens[i + 1].text == ":" and not token.unit:
            break
        if values and tokens[i - 1].text.lower().rstrip("=") in {"stddev", "stdev", "sd"}:
            i = end = i + 1  # `_asides.deviation` reads it
            continue
        if token.unit == "%" and values and _goes_on.of_other(words.rest, token):
            i = end = i + 1
            continue
        if token.unit == "%" and values and _goes_on.share_behind(words.rest, token):
            if token.text[:1] not in "+-":
                values.append(token)
            i = end = i + 1
            continue
        told = token.unit in {"%", "x"} and values and values[-1].unit not in {"%", "x"}
        if told and (depth or token.text[:1] in "+-" or _measured.CHANGED.match(words.rest, token.end)):
            claims.append((token, len(values) - 1))
        elif values and not values[0].unit and token.unit and len(values) == 1:
            values[0] = token  # a count of runs stood before the result
        elif values and not token.unit and not depth:
            break
        elif not depth or token.unit not in {"", "%"} or not values:
            values.append(token)
        i += 1
        end = i
    return tuple(values), tuple(claims), end


def label_of(words: Words, tokens: tuple[Token, ...], floor: int, colon: int) -> tuple[str, tuple[str, ...], int]:
    """Find a value's label before its colon, and the headings that stand between it and the value before."""
    begin = floor
    for i in range(colon - 1, max(floor, colon - 90) - 1, -1):
        if (
            tokens[i].kind == "p"
            and tokens[i].text in ".;"
            and not _ordinal(tokens, i - 1)
            and (i + 1 >= colon or tokens[i + 1].start - tokens[i].end > 0)
        ):
            begin = i + 1
            break
        cut = tokens[i].kind == "rule" and not _banner(tokens, i)
        if cut and (i == floor or tokens[i - 1].line == tokens[i].line or _role.own(tokens[i - 1].text)[1] < 2):
            begin = i + 1
            break
        begin = i
    parts: list[list[Token]] = [[]]
    for i in range(begin, colon):
        token = tokens[i]
        if token.kind == "rule" or (token.kind == "p" and token.text == ":"):
            parts.append([])  # a heading may be underlined
            continue
        if _ordinal(tokens, i) or (i > begin and _ordinal(tokens, i - 1)):
            if parts[-1]:
                parts.append([])
            continue
        if not words.flat and token.first and parts[-1]:
            parts.append([])
        if (
            token.text in _BULLET
            and not _opened(parts[-1])
            and (not parts[-1] or token.text != "+")
            and (i + 1 >= len(tokens) or tokens[i + 1].gap > 0)
        ):
            if parts[-1]:
                parts.append([])
            continue
        parts[-1].append(token)
    label = parts[-1][-_MOST_LABEL:]
    if not label and len(parts) > 1:
        parts = parts[:-1]
        label = parts[-1][-_MOST_LABEL:]
    heads = tuple(_text(part) for part in parts[:-1] if part)
    start = next((i for i in range(begin, colon) if label and tokens[i] is label[0]), colon)
    return _text(label), tuple(head for head in heads[-3:] if len(head) < 90), start


def _opened(part: list[Token]) -> bool:
    """Tell whether a bracket is open: the dash of `Delta (after - before)` begins no label."""
    return sum((t.text == "(") - (t.text == ")") for t in part) > 0


def _banner(tokens: tuple[Token, ...], at: int) -> bool:
    """Tell whether a rule ends a heading that stands between two: `=== after ===`."""
    i = at - 1
    while i >= 0 and tokens[i].kind == "w" and tokens[i].line == tokens[at].line and at - i < 8:
        i -= 1
    return 0 <= i < at - 1 and tokens[i].kind == "rule" and tokens[i].line == tokens[at].line


def _ordinal(tokens: tuple[Token, ...], at: int) -> bool:
    """Tell whether a number and the dot or bracket behind it count the points of a list: `1. drop: 22.4 Mpps`."""
    if at < 0 or at + 1 >= len(tokens) or tokens[at].kind != "n" or tokens[at].unit or len(tokens[at].text) > 2:
        return False
    behind = tokens[at + 1]
    return behind.text in {".", ")"} and behind.gap == 0 and (tokens[at].first or at == 0 or tokens[at - 1].kind in {"p", "n"})


def _text(tokens: list[Token]) -> str:
    out = ""
    for token in tokens:
        out += token.text if token.gap == 0 and out else f" {token.text}"
    return out.strip(" -*")
