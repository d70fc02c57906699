# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows without lines drawn -> cells and headings.

The words of a heading are dealt to the columns by wide blanks, by the place they stand at, or where neither is left by the words
themselves: a cut is good where each part is one heading (`Origin RDX | TCP | RDX with patches`).
"""

import itertools
import re
from typing import Final

from digest import unit as units
from digest.bench import _over, _role
from digest.bench._cells import RATES
from digest.bench._drawn import Cell
from digest.bench._items import Item
from digest.bench._rows import PER_LINE, Block
from digest.bench._tokens import Token

_SHELL: Final = frozenset({"done", "do", "#", "]", ">", "|"})


def cells(block: Block) -> tuple[list[list[Cell]], list[str]]:
    """Cut rows into cells of equal number, the label first where there is one; and give each row's loose unit."""
    dashed = all(sum(item.kind == "D" for item in row) >= 2 for row in block.rows)
    headed = _headed(block)
    out: list[list[Cell]] = []
    loose: list[str] = []
    for row in block.rows:
        made: list[list[Token]] = []
        unit = ""
        fresh = True
        for item in row:
            kind = item.kind[0]
            if kind == "D" and dashed:
                fresh = True
            elif kind == "U":
                unit = units.canonical(item.tokens[0].text) or ""
            elif kind == "L" and not made:
                made.append(list(item.tokens))
                fresh = True
            elif (
                (kind in "VXDQ" and (fresh or not dashed))
                or (kind == "P" and (fresh or not made or (not dashed and (headed or _own_cell(row)))))
                or (kind == "L" and fresh)
            ):
                made.append(list(item.tokens))
                fresh = False
            elif made:
                made[-1] += item.tokens
        out.append([Cell(tuple(cell)) for cell in made])
        loose.append(unit)
    width = max(len(row) for row in out)
    return [row + [Cell(())] * (width - len(row)) for row in out], loose


_CHANGED: Final = re.compile(r"delta|diff(?:erence)?|change|gain|improvement|speed-?up|increase|percent|%", re.IGNORECASE)


def _headed(block: Block) -> bool:
    """Tell whether the heading has a part for each percentage too: then they are a column of their own."""
    head = [t for t in block.head if t.kind != "rule"]
    if not head or any(item.kind == "P" and len(item.tokens) > 1 for row in block.rows for item in row):
        return False
    last = next((t for t in reversed(head) if t.kind == "w"), None)
    if last is not None and _CHANGED.fullmatch(last.text):
        return any(item.kind == "P" for item in block.rows[0])
    if any(item.kind == "N" or (item.kind[0] in "PN" and len(item.tokens) > 1) for row in block.rows for item in row):
        return False
    parts = len(_over.segments([t for t in head if t.line == head[-1].line]))
    row = block.rows[0]
    steps = sum(item.kind[0] in "VXP" for item in row)
    return sum(item.kind == "P" for item in row) > 0 and parts in {steps, steps + 1} and parts > sum(item.kind[0] in "VX" for item in row)


def _own_cell(row: list[Item]) -> bool:
    """Tell whether a row's percentages are values of their own, not changes behind values."""
    return not any(item.kind[0] == "V" for item in row[1:]) or sum(item.kind == "P" for item in row) > sum(
        item.kind[0] == "V" for item in row
    )


def headers(block: Block, rows: list[list[Cell]], *, flat: bool) -> list[str]:
    """Deal the heading's words to the columns."""
    width = len(rows[0])
    head = [t for t in block.head if t.kind != "rule"]
    if not head:
        return [""] * width
    lines: dict[int, list[Token]] = {}
    for token in head:
        lines.setdefault(token.line, []).append(token)
    if not flat:
        return _over.by_place(list(lines.values()), rows, width)
    named = any(row[0].tokens and (len(row[0].tokens) > 1 or row[0].tokens[0].kind != "n") for row in rows)
    return _by_words(head, width, named=named)


def columns(block: Block) -> int:
    """Count the words that head the columns of a table without lines."""
    return len(_enclosed(_last_words([t for t in block.head if t.kind != "rule"])))


def _by_words(head: list[Token], width: int, *, named: bool) -> list[str]:
    """Deal the last words before the rows to the columns where neither blanks nor places are left: `named` rows may lack a heading."""
    words = _one_each(_last_words(head))
    dashed = [_over.text(part) for part in _over.segments(words)]
    if sum(t.text == "-" or (t.text.endswith("-") and t.text != "--") for t in words) >= 2 and len(dashed) >= width - 1:
        parts = dashed[-width:] if len(dashed) >= width else [*dashed, ""]
        return parts[:width] if len(dashed) != width - 1 else _fit_dashed(dashed, width)
    tokens = _dealt(_enclosed(words))
    if len(tokens) < width - 1:
        through = _enclosed(_last_words(head, over=True))
        if len(through) in {width, width - 1} or _spanned(through, width):
            tokens = through  # `flows Gbps retr`: the unit heads a column and is not said of the table
    if len(tokens) < width - 1:
        return [""] * (width - len(tokens)) + [_over.text([t]) for t in tokens] if len(tokens) == width - 1 else [""] * width
    tokens = tokens[-min(len(tokens), width * 4) :]
    spanned = _spanned(tokens, width)
    if spanned:
        return spanned
    whole = _whole_sides(tokens)
    if len(whole) < len(tokens) and len(whole) in {width, width - 1}:
        return [""] * (width - len(whole)) + [t.text for t in whole]
    if len(tokens) == width:
        return [t.text for t in tokens]
    if len(tokens) == width - 1:
        return ["", *(t.text for t in tokens)]
    sided = _with_sides(tokens)
    if len(sided) in {width, width - 1}:
        return [""] * (width - len(sided)) + [t.text for t in sided]
    twice = _with_twice(tokens)
    if len(twice) in {width, width - 1}:
        return [""] * (width - len(twice)) + [t.text for t in twice]
    joined = _with_units(tokens)
    if len(joined) in {width, width - 1}:
        return [""] * (width - len(joined)) + [t.text for t in joined]
    score, parts = _split(tokens, width)
    if len(tokens) > width - 1 > 1:
        bare, rest = _split(tokens, width - 1)  # nothing stands over the labels
        if bare + 0.6 * named > score:
            return ["", *rest]
    return parts


_SIDE_OF: Final = re.compile(r"(?:this|these|the|with|without|w/|w/o|our|my) (?:patch(?:es|set)?|series|set|change|fix)", re.IGNORECASE)


def _whole_sides(tokens: list[Token]) -> list[Token]:
    """Put the words of a side together: `mainline this series delta` are three headings."""
    out: list[Token] = []
    for token in tokens:
        if out and _SIDE_OF.fullmatch(f"{out[-1].text} {token.text}") is not None:
            out[-1] = out[-1]._replace(text=f"{out[-1].text} {token.text}", end=token.end)
        else:
            out.append(token)
    return out


def _with_sides(tokens: list[Token]) -> list[Token]:
    """Put the sides to the names before them: `conns TCP SMC before SMC after` are four headings."""
    named = {a.text for a, b in itertools.pairwise(tokens) if _role.own(b.text)[1] == 3 and not _role.own(a.text)[1]}
    twice = {name for name in named if sum(t.text == name for t in tokens) == 2}
    out: list[Token] = []
    for token in tokens:
        if out and out[-1].text in twice and _role.own(token.text)[1] == 3:
            out[-1] = out[-1]._replace(text=f"{out[-1].text} {token.text}", end=token.end)
        else:
            out.append(token)
    return out


def _with_twice(tokens: list[Token]) -> list[Token]:
    """Put a word that stands twice to the one behind or before it each time: `size tput cpu local cpu remote` are four headings."""
    texts = [t.text.lower() for t in tokens]
    again = {text for text in texts if texts.count(text) > 1 and text.isalpha() and not _role.own(text)[1]}
    if len(again) != 1:
        return []
    begins = texts[-1] not in again  # what is behind the last of them tells whether it begins a heading or ends it
    out: list[Token] = []
    for i, token in enumerate(tokens):
        size = i > 0 and texts[i] in {"size", "sizes", "len", "length"} and texts[i - 1] not in again
        joins = size or (i > 0 and texts[i - 1] in again and begins) or (i > 0 and texts[i] in again and not begins)
        if joins and out:
            out[-1] = out[-1]._replace(text=f"{out[-1].text} {token.text}", end=token.end)
        else:
            out.append(token)
    return out


def _with_units(tokens: list[Token]) -> list[Token]:
    """Put units to the words before them: `loss % delivered Kpps` are two headings."""
    out: list[Token] = []
    for token in tokens:
        if out and (token.text == "%" or (len(token.text) > 1 and units.canonical(token.text) is not None)):
            out[-1] = out[-1]._replace(text=f"{out[-1].text} {token.text}", end=token.end)
        else:
            out.append(token)
    return out


def _one_each(words: list[Token]) -> list[Token]:
    """Put each of several units in brackets to its name: `STREAM RR (Mbit/s) (trans/s)` were two lines."""
    groups = 0
    at = len(words)
    while at >= 3 and words[at - 1].text == ")" and words[at - 3].text == "(" and units.canonical(words[at - 2].text) is not None:
        groups += 1
        at -= 3
    names = words[at - groups : at]
    if groups < 2 or len(names) < groups or any(token.kind != "w" for token in names):
        return words
    out = list(words[: at - groups])
    for i, name in enumerate(names):
        out += [name, *words[at + 3 * i : at + 3 * i + 3]]
    return out


def _enclosed(words: list[Token]) -> list[Token]:
    """Put what stands in brackets to the word before it: `before ( usec ) after ( usec )` are two words."""
    out: list[Token] = []
    depth = 0
    for token in words:
        if token.kind == "p":
            if token.text in "([" and out:
                depth += 1
                out[-1] = out[-1]._replace(text=f"{out[-1].text} {token.text}")
            elif token.text in ")]" and depth:
                depth -= 1
                out[-1] = out[-1]._replace(text=f"{out[-1].text}{token.text}", end=token.end)
        elif out and (token.text.lower() == "per" or out[-1].text.lower().endswith(" per")):
            out[-1] = out[-1]._replace(text=f"{out[-1].text} {token.text}", end=token.end)
        elif depth:
            glue = "" if out[-1].text.endswith(("(", "[")) else " "
            out[-1] = out[-1]._replace(text=f"{out[-1].text}{glue}{token.text}", end=token.end)
        else:
            out.append(token)
    return out


_BRACKETS: Final = re.compile(r"[(\[][^()\[\]]{1,40}[)\]]")


def _dealt(tokens: list[Token]) -> list[Token]:
    """Deal a line of units to the headings above it: `TCP_STREAM TCP_RR (Mbps) (tps)` is `TCP_STREAM (Mbps)` and `TCP_RR (tps)`."""
    said = _BRACKETS.findall(tokens[-1].text) if tokens else []
    if len(said) < 2 or len(said) > len(tokens) or any("(" in token.text or "[" in token.text for token in tokens[-len(said) : -1]):
        return tokens
    bare = tokens[-1].text[: tokens[-1].text.index(said[0])].strip()
    heads = [*(token.text for token in tokens[-len(said) : -1]), bare]
    fresh = [token._replace(text=f"{head} {unit}") for token, head, unit in zip(tokens[-len(said) :], heads, said, strict=True)]
    return [*tokens[: -len(said)], *fresh]


def _spanned(tokens: list[Token], width: int) -> list[str]:
    """Deal a heading of two lines that became one: `Before After flows pps cpu% pps cpu%`."""
    bare = [t.text for t in tokens[1 - width :]]
    for count in range(2, width):  # nothing stands over the labels: `6.11 6.11+series Gbps cpu Gbps cpu`
        each = (width - 1) // count
        if (width - 1) % count == 0 and each > 1 and bare[:each] * count == bare and len(tokens) == width - 1 + count:
            return ["", *(f"{tokens[c // each].text} {bare[c]}" for c in range(width - 1))]
    last = [t.text for t in tokens[-width:]]
    extra = tokens[:-width]
    for count in range(2, min(len(extra), width - 1) + 1):
        each = (width - 1) // count
        if (width - 1) % count == 0 and each > 1 and last[1 : 1 + each] * count == last[1:]:
            over = _split(extra[-count * 4 :], count)[1]
            return [last[0], *(f"{over[c // each]} {last[c + 1]}" for c in range(width - 1))]
    return []


def _fit_dashed(parts: list[str], width: int) -> list[str]:
    return [*parts, *[""] * (width - len(parts))]


def _last_words(head: list[Token], *, over: bool = False) -> list[Token]:
    """Give the words of the heading: what follows the last sentence, command or colon, or unit of a whole table (not where `over`)."""
    out: list[Token] = []
    for at in range(len(head) - 1, -1, -1):
        token = head[at]
        if token.kind == "p" and token.text in {".", ";", ":"} and out:
            break
        if out and (token.text.endswith((".", "?", ";")) or token.text in _SHELL or token.text.startswith("$")):
            break
        told = units.family(units.canonical(token.text) or "") in RATES and at and head[at - 1].text.lower() in {"in", "unit", "units"}
        if out and told:  # "all in MB/s" is said of the whole table
            break
        rated = bool(out) and (out[-1].text.lower() == "per" or PER_LINE.fullmatch(out[-1].text) is not None)  # columns of rates
        if (out and token.text.startswith("^")) or (
            out and not (rated or over) and PER_LINE.fullmatch(token.text) and head[at - 1].text not in {"(", "["}
        ):
            break
        out.append(token)
    return out[::-1]


def _split(tokens: list[Token], width: int) -> tuple[float, list[str]]:
    """Split words into columns where the words themselves are all there is: by the best-scoring cut, and its score."""
    best: dict[tuple[int, int], tuple[float, tuple[int, ...]]] = {(0, 0): (0.0, ())}
    total = len(tokens)
    # the first columns may hold what is no heading: words before the table
    for skip in range(1, total - width + 1):
        best[skip, 0] = (-0.4 * skip, (skip,))
    for column in range(1, width + 1):
        for end in range(column, total + 1):
            options = []
            for size in range(1, 6):
                begin = end - size
                if (begin, column - 1) in best:
                    score, cuts = best[begin, column - 1]
                    here = _score(tokens[begin:end], first=column == 1)
                    options.append((score + here, (*cuts, end) if cuts or begin else (0, end)))
            if options:
                best[end, column] = max(options)
    found = best.get((total, width))
    if found is None:
        return -1e9, [""] * width
    score, cuts = found
    return score, [_over.text(tokens[a:b]) for a, b in itertools.pairwise(cuts)]


_SIZES: Final = re.compile(r"size|bytes|mtu|flows|threads|clients|conn|len|num|entries|cpus|queues|^n$|^#", re.IGNORECASE)
_JOINER: Final = re.compile(r"^(?:with|without|w/o?|and|\+|of|per|in|on|the|plus|\(.*|&|-)$", re.IGNORECASE)


def _score(words: list[Token], *, first: bool) -> float:
    """Say how well some words make one heading."""
    text = " ".join(t.text for t in words)
    score = -0.3 * (len(words) - 1) ** 2
    if _JOINER.match(words[0].text) and _role.own(text)[1] < 3:
        score -= 3
    if _JOINER.match(words[-1].text):
        score -= 3
    if first and len(words) == 1 and _SIZES.search(text):
        score += 2
    if any(t.text.endswith((")", "]")) for t in words[:-1]):
        score -= 2  # a bracket with the unit ends a heading
    role, strength = _role.own(text)
    if _role.is_yardstick(text):
        score += 1
    if role is not None:
        score += 0.6 * strength
    if len(words) > 1 and _role.own(words[0].text)[1] and _role.own(words[-1].text)[1] and role is None:
        score -= 2
    if words[0].text in {"%", "#"} or (units.canonical(words[0].text) is not None and words[0].text.startswith("(")):
        score -= 2
    if words[0].text[:1].isupper():
        score += 0.3
    return score
