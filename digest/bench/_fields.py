# SPDX-License-Identifier: GPL-2.0-or-later
"""A tool's output as a table of fields: which group of a match is which metric, in which unit, and which way is better."""

import re
from collections.abc import Iterable
from math import isfinite
from typing import Final, NamedTuple

from digest.bench import _command
from digest.bench._block import Figure
from digest.bench._tokens import number
from digest.model.bench import Direction, Param


class Field(NamedTuple):
    """What one number of an output is.  `group` is the name of the group that encloses it, `name` the metric's."""

    group: str
    name: str
    unit: str
    direction: Direction = "unknown"
    primary: bool = False


N: Final = r"\d{1,15}(?:[.,]\d{1,9})?"
"""A plain number of a tool, with the decimal sign of any locale."""


def figures(match: re.Match[str], fields: Iterable[Field], params: dict[str, Param] | None = None) -> list[Figure]:
    """Give a figure for each field that the match holds, in the order of the text."""
    out = []
    for field in fields:
        if match[field.group] is not None:
            figure = Figure(*match.span(field.group), field.name, decimal(match[field.group]), field.unit, field.direction, field.primary)
            if params:
                figure.params = dict(params)
            out.append(figure)
    out.sort(key=lambda figure: figure.start)
    return out


def decimal(text: str) -> float:
    """Read a tool's own number, whose comma is a decimal sign unless it groups digits: `7,249,926`, `7.249.926,5`, `0,36`."""
    if text.count(".") > 1 or ("." in text and "," in text and text.rindex(",") > text.rindex(".")):
        text = text.replace(".", "").replace(",", ".")
    return number(text)


def point(text: str) -> float:
    """Read a tool's own number that never groups digits: `10,016412507` and `0,360` have a decimal comma."""
    value = float(text.replace(",", "."))
    return value if isfinite(value) else 0.0  # hundreds of digits are no figure


def settings(text: str, start: int, command: re.Pattern[str], wanted: Iterable[tuple[str, tuple[str, ...]]]) -> dict[str, Param]:
    """Read from the command before a result what the tester chose: (parameter, its options' names) pairs."""
    found = _command.before(text, start, command)
    out: dict[str, Param] = {}
    if found is not None:
        options = _command.options(found[1])
        for name, spellings in wanted:
            value = next((options[spelling] for spelling in spellings if options.get(spelling)), "")
            if value[:1].isdigit():
                out[name] = _command.param(value)
    return out
