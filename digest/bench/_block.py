# SPDX-License-Identifier: GPL-2.0-or-later
"""What a grammar finds, before roles are known: `Run` (one result of one tool), its `Figure`s and `Claim`s.

They are drafts by offsets into the text given.  `block` turns a placed Run into the public `Block`; line, column and the token as
written are taken from the text there and nowhere else, so that evidence cannot drift.
"""

from typing import Final, Literal

import msgspec

from digest.bench._tokens import Words, digits
from digest.model.bench import Block, Direction, Measurement, Param, Role

Kind = Literal["table", "tool-output", "prose"]


class Figure(msgspec.Struct):
    """One number.  `start` and `end` enclose the token as written (`10.00`, `~126`, `0m11,172s`), without its unit.

    `placed` says that a column or row has told the role already, "none" included (a yard-stick); else the section around it does.
    `key` is what else tells this figure from its neighbours (a row label, a heading): sides of a comparison have equal keys.
    `primary` figures are the result itself (throughput, rate, average latency); the others (CPU, drops, extremes) stand beside it.
    """

    start: int
    end: int
    name: str
    value: float
    unit: str
    direction: Direction = "unknown"
    primary: bool = True
    params: dict[str, Param] = {}
    role: Role | None = None
    placed: bool = False
    label: str | None = None
    key: str = ""
    spread: float | None = None
    samples: int | None = None


class Claim(msgspec.Struct):
    """A number that states a change.  `percent` has the sign of the change where `signed`, else words around it say which way.

    `sense`: "change" of the metric, "better" (improved x %: the sign depends on the metric's direction), "worse".
    `bound`: how exactly it is meant: "exact", "about", "over" (x or beyond), "under".
    `figure` is the figure it stands beside (the after side), `base` what it is measured against; prose leaves both open.
    `to` is the other end of a range; `factor` what a multiple says ("2.5x", "halves"; `digit` is then of it); `points`: the difference of
    two percentages, not their change; `none`: that nothing got worse.  Not `alone`: without figures near it says nothing; `close`: it
    stands right behind them.  `turned`: it says how the state without the change differs from that with it; `flat`: that nothing changed
    (with `none`); `touching`: it speaks only of figures right beside it; `mean`: it is of the mean of several.
    """

    start: int
    end: int
    percent: float
    digit: float
    bound: Literal["exact", "about", "over", "under"] = "exact"
    sense: Literal["change", "better", "worse"] = "change"
    signed: bool = True
    metric: str | None = None
    figure: Figure | None = None
    base: Figure | None = None
    group: int = 0
    points: bool = False
    to: float | None = None
    factor: float | None = None
    none: bool = False
    alone: bool = True
    close: bool = False
    turned: bool = False
    flat: bool = False
    touching: bool = False
    mean: bool = False


class Run(msgspec.Struct):
    """One result as found: figures in the order of the text.  `start` and `end` enclose what was read and is taken."""

    tool: str
    start: int
    end: int
    test: str | None = None
    kind: Kind = "tool-output"
    layout: str = "prose"
    figures: list[Figure] = []
    claims: list[Claim] = []
    params: dict[str, Param] = {}
    label: str | None = None
    role: Role | None = None
    placed: bool = False
    text: bool = False


_WORD: Final = 2**63


def bound(run: Run) -> None:
    """Keep settings beyond a machine word as they are written: neither MessagePack nor a reader of JSON takes them as numbers."""
    for params in (run.params, *(figure.params for figure in run.figures)):
        for name, value in params.items():
            if isinstance(value, int) and abs(value) >= _WORD:
                params[name] = str(value)


def digit_of(words: Words, figure: Figure) -> float:
    """Give one unit of the last digit written of a figure."""
    written = words.text[figure.start : figure.end]
    if "m" in written or "h" in written:
        return 10.0 ** -len(written.rstrip("s").replace(",", ".").partition(".")[2])
    return digits(written)


def block(words: Words, run: Run) -> Block:
    """Write a placed run as the public noun."""
    line, _ = words.place(run.start)
    end_line, _ = words.place(max(run.start, run.end - 1))
    roles = {figure.role for figure in run.figures}
    labels = {figure.label for figure in run.figures}
    return Block(
        tool=run.tool,
        test=run.test,
        kind=run.kind,
        layout=run.layout,
        label=run.label or (next(iter(labels)) if len(labels) == 1 else None),
        role=next(iter(roles)) if len(roles) == 1 else None,
        params=run.params,
        metrics=tuple(measurement(words, figure) for figure in run.figures),
        line=line,
        end_line=end_line,
        text=words.text[run.start : run.end] if run.text else None,
    )


def measurement(words: Words, figure: Figure) -> Measurement:
    """Write a placed figure as the public noun."""
    line, column = words.place(figure.start)
    return Measurement(
        name=figure.name,
        value=figure.value,
        unit=figure.unit,
        direction=figure.direction,
        role=figure.role,
        label=figure.label,
        params=figure.params,
        line=line,
        column=column,
        original=words.text[figure.start : figure.end],
        spread=figure.spread,
        samples=figure.samples,
        primary=figure.primary,
    )
