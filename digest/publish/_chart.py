# SPDX-License-Identifier: GPL-2.0-or-later
"""The chart in a table's last column: a dot for the change, a whisker for its spread, a diamond for what the text claims.

The axis is logarithmic in after/before and labelled in per cent, so that doubling and halving lie equally far out; beyond 60 % it
is asinh(ln r / 0.08), even to about 10 % and compressed outside.  Zero always lies in the middle.  SVG carries numbers and
class names only, never a word of a mail.
"""

import math
from collections.abc import Iterable, Sequence

import msgspec
from markupsafe import Markup

from digest.publish._words import MINUS

NARROW = 248
_EDGE = 22
_TICKS = (1, 2, 5, 10, 15, 20, 30, 50, 75, 100, 200, 300, 900, 2900, 9900, 99900)
_LEAST = 0.0001  # a change of -100 % has no logarithm; drawn at the edge
_KNEE = 0.08
_EVEN_TO = math.log(1.6)


class Mark(msgspec.Struct, frozen=True):
    """One row's change, spread and claim in per cent; the verdict decides the shape, `low` says that lower is better."""

    change: float | None
    spread: float | None = None
    claim: float | None = None
    holds: bool | None = None
    verdict: str = "unknown"
    low: bool | None = None


class Axis(msgspec.Struct, frozen=True):
    """A scale for all rows of one table."""

    reach: float
    bent: bool
    width: int = NARROW

    def x(self, percent: float) -> float:
        """The place of a change on the axis, in pixels of the drawing, kept within it."""
        bend = self._bend(_log(percent))
        half = self.width / 2 - _EDGE
        return round(self.width / 2 + max(-half - 12, min(half + 12, bend / self.reach * half)), 1)

    def _bend(self, log: float) -> float:
        return math.asinh(log / _KNEE) if self.bent else log


def _log(percent: float) -> float:
    if not math.isfinite(percent):
        return math.copysign(12.0, percent)
    return math.log(max(_LEAST, 1 + percent / 100))


def axis(marks: Iterable[Mark], width: int = NARROW) -> Axis:
    """The axis that holds all marks."""
    logs = [0.02]
    for mark in marks:
        if mark.change is not None:
            logs.extend(abs(_log(value)) for value in _ends(mark))
            logs.append(abs(_log(mark.change)))
        if mark.claim is not None and mark.change is not None:
            logs.append(abs(_log(mark.claim)))
    reach = min(max(logs), 12.0)
    bent = reach > _EVEN_TO
    return Axis(math.asinh(reach / _KNEE) if bent else reach, bent, width)


def _ends(mark: Mark) -> tuple[float, ...]:
    if mark.change is None or mark.spread is None:
        return ()
    return mark.change - mark.spread, mark.change + mark.spread


def ticks(scale: Axis) -> list[tuple[float, str, bool]]:
    """Tick places with labels; the flag marks those that may vanish on a narrow screen.  Labels never touch."""
    room = scale.width - 8
    chosen: list[tuple[float, str, bool]] = [(scale.x(0), "0", False)]
    for sign in (-1, 1):
        taken: list[tuple[float, str, bool]] = []
        last = scale.width / 2
        for percent in _TICKS:
            if sign < 0 and percent >= 100:
                break
            x = scale.x(sign * percent)
            if not 8 <= x <= room or abs(x - scale.width / 2) > scale.width / 2 - _EDGE + 2:
                continue
            if abs(x - last) < 34:
                continue
            taken.append((x, f"{'+' if sign > 0 else MINUS}{percent:,}", False))
            last = x
        # Every second label may go, counted from the outermost.
        chosen += [(x, label, (len(taken) - at) % 2 == 0) for at, (x, label, _) in enumerate(taken)]
    return sorted(chosen)


def head(scale: Axis) -> Markup:
    """The axis for the column's head."""
    parts = [f'<svg viewBox="0 0 {scale.width} 26" aria-hidden="true" focusable="false">']
    places = ticks(scale)
    for at, (x, label, may_go) in enumerate(places):
        words = f"{label} %" if at == len(places) - 1 else label
        kind = ' class="opt"' if may_go else ""
        parts.append(f'<line class="tick" x1="{x}" y1="21" x2="{x}" y2="26"/><text{kind} x="{x}" y="15">{words}</text>')
    parts.append("</svg>")
    return Markup("".join(parts))  # noqa: S704  figures and constants only


def row(mark: Mark, scale: Axis) -> Markup:
    """One row's drawing; empty where there is no change to draw."""
    if mark.change is None:
        return Markup("")
    x = scale.x(mark.change)
    parts = [f'<svg viewBox="0 0 {scale.width} 30" aria-hidden="true" focusable="false">']
    ends = _ends(mark)
    if ends:
        left, right = (scale.x(end) for end in ends)
        parts.append(f'<path d="M{left} 15H{right}M{left} 9v12M{right} 9v12"/>')
    if mark.claim is not None:
        said = scale.x(mark.claim)
        if mark.holds is False:
            parts.append(f'<line class="gap" x1="{x}" y1="15" x2="{said}" y2="15"/>')
            parts.append(f'<path class="said" d="M{round(said - 6, 1)} 15l6-6 6 6-6 6z"/>')
        else:
            parts.append(f'<path class="kept" d="M{round(said - 6, 1)} 15l6-6 6 6-6 6z"/>')
    parts.append(_shape(mark.verdict, x))
    parts.append("</svg>")
    return Markup("".join(parts))  # noqa: S704  figures and constants only


def _shape(verdict: str, x: float) -> str:
    if verdict == "better":
        return f'<circle class="up" cx="{x}" cy="15" r="4"/>'
    if verdict == "worse":
        return f'<rect class="down" x="{round(x - 3.8, 1)}" y="11.2" width="7.6" height="7.6"/>'
    if verdict == "no-clear-difference":
        return f'<circle class="flat" cx="{x}" cy="15" r="3.8"/>'
    return f'<circle class="dot" cx="{x}" cy="15" r="3"/>'


def drawn(marks: Sequence[Mark], width: int = NARROW) -> tuple[Markup, list[Markup], bool]:
    """Head, one drawing a mark, and whether the axis is compressed."""
    scale = axis(marks, width)
    return head(scale), [row(mark, scale) for mark in marks], scale.bent


def weight(percent: float) -> float:
    """How far from zero a change lies on the axis: halving and doubling weigh the same."""
    return abs(_log(percent))
