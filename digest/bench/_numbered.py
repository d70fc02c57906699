# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbered values under the names of the sides: `Baseline:` over `1. 21.0 Mpps  2. 3.1 Mpps`, `Dispatcher:` over `1. 28.4 Mpps (+35%)`.

The numbers that count say what is compared with what, and are no results; a section must begin at one and count on.
"""

from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench import _entry, _role, keyvalue
from digest.bench._block import Claim, Run
from digest.bench._tokens import Token, Words

_LAYOUT: Final = "list"
_NEAR: Final = 300
_PAIR: Final = 2


def sections(words: Words) -> Iterator[Run]:
    """Read sections of equal length that stand near each other, where their headings tell both sides."""
    tokens = words.tokens()
    found: list[tuple[str, list[_entry.Entry]]] = []
    last = 0
    at = 0
    while at + 3 < len(tokens):
        if tokens[at].text != ":" or not _counts(tokens, at + 1, 1):
            at += 1
            continue
        label, _, _ = keyvalue.label_of(words, tokens, last, at)
        entries, end = _items(tokens, at + 1)
        if found and (len(found[0][1]) != len(entries) or entries[0].start - found[-1][1][-1].end > _NEAR):
            yield from _runs(words, found)
            found = []
        if len(entries) >= _PAIR:
            found.append((label, entries))
        last = at = max(end, at + 1)
    yield from _runs(words, found)


def _counts(tokens: tuple[Token, ...], at: int, number: int) -> bool:
    """Tell whether `1.` and a value with its unit stand here."""
    if at + 2 >= len(tokens) or tokens[at].kind != "n" or tokens[at].unit or tokens[at].text != str(number):
        return False
    value = tokens[at + 2]
    return tokens[at + 1].text in {".", ")"} and tokens[at + 1].gap == 0 and value.kind == "n" and value.unit not in {"", "%", "x"}


def _items(tokens: tuple[Token, ...], at: int) -> tuple[list[_entry.Entry], int]:
    out: list[_entry.Entry] = []
    while _counts(tokens, at, len(out) + 1):
        value = tokens[at + 2]
        claims: tuple[tuple[Token, int], ...] = ()
        start, end = tokens[at].start, value.end
        label = tokens[at].text
        at += 3
        if at + 2 < len(tokens) and tokens[at].text == "(" and tokens[at + 1].unit == "%" and tokens[at + 2].text == ")":
            claims = ((tokens[at + 1], 0),)
            end = tokens[at + 2].end
            at += 3
        out.append(_entry.Entry(label, (), (value,), claims, start, end, "", 0))
    return out, at


def _runs(words: Words, found: list[tuple[str, list[_entry.Entry]]]) -> Iterator[Run]:
    if len(found) < _PAIR or any(
        units.family(a.values[0].unit) != units.family(b.values[0].unit)
        for _, entries in found[1:]
        for a, b in zip(found[0][1], entries, strict=True)
    ):
        return
    labels = [label for label, _ in found]
    roles = _role.contrast(labels, weak=True)
    if not any(roles) and _role.own(labels[0])[0] == "before" and not _role.residue(labels[0]) and not any(map(_role.is_yardstick, labels)):
        roles = ["before" if not i else "after" for i in range(len(labels))]  # `Baseline:`, then things by their names
    if not {"before", "after"} <= set(roles):
        return
    olds = next(entries for (_, entries), role in zip(found, roles, strict=True) if role == "before")
    made: list[Run] = []
    costs: list[tuple[Claim, bool]] = []
    for (label, entries), role in zip(found, roles, strict=True):
        for run in _entry.as_run(words, entries, [label], _LAYOUT, side=role):
            run.label = label
            made.append(run)
            for claim in run.claims:
                n = next((i for i, figure in enumerate(run.figures) if figure is claim.figure), 0)
                if run.figures[n].direction == "lower":
                    costs.append((claim, (claim.percent > 0) == (run.figures[n].value < olds[n].values[0].value)))
    if sum(fits for _, fits in costs) * 2 >= len(costs):
        for claim, _ in costs:
            claim.sense = "better"  # `15 ns (+40%)`: what most of them bear out
    yield from made
