# SPDX-License-Identifier: GPL-2.0-or-later
"""What a mail says of numbers.  Field names are those that `bench --json` prints; values stay as written, never rescaled."""

from typing import Literal

import msgspec

Role = Literal["before", "after"]
Direction = Literal["higher", "lower", "unknown"]
Verdict = Literal["better", "worse", "no-clear-difference", "unknown"]
Param = str | int | float


class Measurement(msgspec.Struct, frozen=True, array_like=False, omit_defaults=False):
    """One measured figure.  `original` is the token as written and stands at `line`, `column` of the decoded body.

    `direction` says which way is better; `role` on which side of the change the mail places it (None: the mail does not say);
    `spread` is the deviation the mail gives, in the unit of the value; `samples` the number of runs it stands for.
    """

    name: str
    value: float
    unit: str
    direction: Direction
    role: Role | None
    label: str | None
    params: dict[str, Param]
    line: int
    column: int
    original: str
    spread: float | None = None
    samples: int | None = None
    primary: bool = True


class Block(msgspec.Struct, frozen=True):
    """A stretch of a mail read by one tool's grammar, or (tool "unknown", no metrics, with its `text`) by none."""

    tool: str
    test: str | None
    kind: Literal["table", "tool-output", "prose"]
    layout: str
    label: str | None
    role: Role | None
    params: dict[str, Param]
    metrics: tuple[Measurement, ...]
    line: int
    end_line: int
    text: str | None = None


class Comparison(msgspec.Struct, frozen=True):
    """Before against after of one metric, unit and parameters, with the claim made of it.

    `delta_percent` is recomputed; `claimed_percent` is the mail's own number; `claim_matches` compares both as the intervals that
    their last digits leave.  `before_at`, `after_at` and `claim_at` are (line, column, original) in the decoded body; a claim
    without values has before, after and unit None.  `warning` names a slip: "points", "sign", "base", "unit".  `claimed_to` is the
    other end of a range ("10-15%"); a claim in points or of no regression has no percentage, `claim_text` says it; `claim_words` is
    the sentence around a claim made in prose.  `samples` is the number of repeated runs of each side; where the after side has
    another, `samples_after` is its number and the figures are the medians.  `spread_percent` is the wider of both sides' deviations,
    `p_value` that of the exact rank test.
    """

    metric: str | None
    params: dict[str, Param]
    before: float | None
    after: float | None
    unit: str | None
    delta_percent: float | None
    claimed_percent: float | None
    claim_matches: bool | None
    verdict: Verdict
    direction: Direction = "unknown"
    converted: bool = False
    label: str | None = None
    before_at: tuple[int, int, str] | None = None
    after_at: tuple[int, int, str] | None = None
    claim_at: tuple[int, int, str] | None = None
    claim_text: str | None = None
    spread_percent: float | None = None
    samples: int | None = None
    p_value: float | None = None
    warning: str | None = None
    primary: bool = True
    claimed_to: float | None = None
    claim_words: str | None = None
    samples_after: int | None = None


class Benchmarks(msgspec.Struct, frozen=True):
    """All that one text says of numbers: the document of `bench --json`, and the setup card read from the same words."""

    blocks: tuple[Block, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    setup: dict[str, str] = {}
    missing_setup: tuple[str, ...] = ()
    setup_at: dict[str, tuple[int, int, str]] = {}
