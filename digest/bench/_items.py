# SPDX-License-Identifier: GPL-2.0-or-later
"""The words of a line, or of a text without lines -> the steps of rows: labels with the numbers that are theirs, values, shares, voids."""

import re
from typing import Final, NamedTuple

from digest import unit as units
from digest.bench._tokens import Token

RUN: Final = re.compile(r"#?(?:run|iter|iteration|trial|round|pass|attempt|try|patch(?:es)?|step|stage|test|case)#?", re.IGNORECASE)
"""Words whose number says which: `run 3`, `patch 2`."""
_BETTER: Final = re.compile(r"improv|faster|better|gain|slower|worse|degrad|regress", re.IGNORECASE)
QUANTITY: Final = re.compile(r"procs|process(?:es)?|threads?|clients?|flows?|streams?|conns?|connections?|queues?|cores?|cpus?|vcpus?")
DEVIATES: Final = frozenset({"±", "+-", "+/-", "+/−", "stddev", "stdev"})
_VOID: Final = frozenset({"n/a", "na", "-", "--", "nan", "none", "noise", "x"})
_REACH: Final = 200
"""Words behind a number that are looked at to tell whether it is of a label: a row without lines may be as long as the mail."""
_WITH: Final = frozenset({"with", "without", "w/", "w/o", "this", "the", "no", "base", "old", "before"})


class Item(NamedTuple):
    """One step of a row: L words, V a number (with the family of its unit), P a percentage, N a number in brackets, D a dash, X a void."""

    kind: str
    tokens: tuple[Token, ...]


def items(tokens: list[Token]) -> list[Item]:
    """Group words into the steps of rows."""
    out: list[Item] = []
    words: list[Token] = []
    depth = 0
    opened: tuple[Token, ...] = ()
    several = sum([token.text in DEVIATES for token in tokens]) > 1

    def flush() -> None:
        if words:
            out.append(Item("L", tuple(words)))
            words.clear()

    for i, token in enumerate(tokens):
        if token.kind == "n" and several and depth == 1 and not words and out and out[-1].kind[0] == "V" and tokens[i - 1].text in DEVIATES:
            out[-1] = Item(out[-1].kind, (*out[-1].tokens, *opened, tokens[i - 1], token))  # `14545 (+- 80)`
            continue
        if token.kind == "n" and _ordinal(tokens, i):
            words.append(token)  # `1.   31.17 ns   60.98 ns`
            continue
        if token.kind == "n" and len(words) == 1 and words[0].text in DEVIATES and out and out[-1].kind[0] == "V":
            out[-1] = Item(out[-1].kind, (*out[-1].tokens, words.pop(), token))
            continue
        if token.kind == "n" and token.gap == 0 and len(words) == 1 and words[0].text == "/" and out and out[-1].kind[0] == "V":
            out[-1] = Item(out[-1].kind, (*out[-1].tokens, words.pop(), token))  # both sides in one cell
            continue
        if token.kind == "n" and words and depth == 0 and _in_label(tokens, i):
            words.append(token)
            continue
        if token.kind == "p":
            depth = max(0, depth + (token.text in "([") - (token.text in ")]"))
            opened = (token,) if token.text in "([" else ()
            if words and (depth or token.text in ")],:."):
                words.append(token)
            continue
        if token.kind == "rule":
            flush()
            out.append(Item("R", (token,)))
            depth = 0
            continue
        if token.kind == "n":
            row = i + 1 < len(tokens) and tokens[i + 1].kind == "n" and tokens[i + 1].unit == "%"  # `gain   +10.7%  +2.6%`
            if token.unit == "%" and words and _BETTER.match(words[-1].text) and depth == 0 and not row:
                said = words.pop()
                flush()
                out.append(Item("P", (said, token)))
                continue
            if depth == 0:
                flush()
            if words:
                words.append(token)
                continue
            if depth and out and out[-1].kind[0] in "VPN":
                out.append(Item("P" if token.unit == "%" else "N", (*opened, token)))
            elif token.unit == "%" and not token.text.lower().endswith("cpu"):
                out.append(Item("P", (token,)))
            else:
                out.append(Item("V" + units.family(token.unit), (token,)))
            continue
        low = token.text.lower()
        if not words and depth == 0 and out and out[-1].kind == "V" and len(out[-1].tokens) == 1 and QUANTITY.fullmatch(low):
            out[-1] = Item("Q", (*out[-1].tokens, token))
            continue
        if low == "|" and depth == 0:
            flush()
            out.append(Item("R", (token,)))
        elif low in {"-", "--"} and depth == 0:
            flush()
            out.append(Item("D", (token,)))
        elif low in _VOID and depth == 0 and out and not words:
            out.append(Item("X", (token,)))
        elif low in {"percent", "pct"} and depth == 0 and i + 1 < len(tokens) and tokens[i + 1].kind == "n":
            words.append(token)  # the label of a row of changes
        elif units.canonical(token.text) is not None and out and not words and depth == 0 and len(token.text) > 1:
            out.append(Item("U", (token,)))
        elif depth and out and not words and out[-1].kind[0] in "VPN":
            if depth == 1 and tokens[i - 1].text == "(" and tokens[i - 1].gap > 0 and _unit_at_end(tokens, i):
                out.append(Item("U", (token,)))
        else:
            words.append(token)
    flush()
    return out


def _unit_at_end(tokens: list[Token], at: int) -> bool:
    """Tell whether a unit in brackets ends a line: `4.1  6.8  19.2  (us)`."""
    enclosed = at + 1 < len(tokens) and tokens[at + 1].text == ")" and units.canonical(tokens[at].text) is not None
    return enclosed and len(tokens[at].text) > 1 and (at + 2 == len(tokens) or tokens[at + 2].first)


def _ordinal(tokens: list[Token], at: int) -> bool:
    """Tell whether a number counts the rows: `1.` or `1)` before what stands far behind it."""
    if at + 2 >= len(tokens) or tokens[at].unit or not tokens[at].text.isdigit() or tokens[at + 2].kind != "n":
        return False
    return tokens[at + 1].text in {".", ")"} and tokens[at + 1].gap == 0 and tokens[at + 2].gap >= 1


def _in_label(tokens: list[Token], at: int) -> bool:
    """Tell whether a number stands amid the words of a label: `patch 1 only    3.4   6.5`, `rx-frames = 8   1.00`."""
    token = tokens[at]
    if tokens[at - 1].text in {"=", "=="} and token.gap <= 1 and at + 1 < len(tokens):
        behind = tokens[at + 1]
        return behind.text == "(" or (behind.kind == "n" and (behind.gap >= 2 or (token.text.isdigit() and "." in behind.text)))
    counted = RUN.fullmatch(tokens[at - 1].text) and not token.unit and token.gap <= 1 and token.text.isdigit() and len(token.text) < 4
    if counted and at > 1 and tokens[at - 2].text.lower() in _WITH:
        counted = False  # `with patch | 64 ...` of a table that lost its lines
    if counted and at + 1 < len(tokens) and tokens[at + 1].kind == "n":
        return True  # `run 1   812345`
    if token.unit or token.gap > 1 or not token.text.lstrip("+").isdigit() or at + 2 >= len(tokens):
        return False
    behind = tokens[at + 1]
    wide = sum(t.kind == "n" and t.gap >= 2 for t in tokens[at + 1 : at + _REACH])
    if (behind.gap == 0 and behind.text.lstrip("+").isdigit()) or (token.gap == 0 and token.text[:1] == "+"):
        return wide > 1  # "patch 1+2"
    return (
        behind.kind == "w"
        and behind.gap <= 1
        and behind.text[:1].isalpha()
        and QUANTITY.fullmatch(behind.text.lower()) is None
        and wide > 1
    )
