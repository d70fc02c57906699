# SPDX-License-Identifier: GPL-2.0-or-later
"""What a page shows of numbers: a figure, a pair of them, the table of a test, a claim, what has no partner, what stayed unread."""

import msgspec
from markupsafe import Markup

from digest.publish._letters import Cite


class Figure(msgspec.Struct, frozen=True, gc=False):
    """A figure as written, with the line it stands in."""

    text: str
    cite: Cite | None


class Result(msgspec.Struct, frozen=True):
    """One before/after pair, ready for a table row; `said` is what the mail itself gives as change, `words` the line it stands in."""

    test: str
    unit: str
    before: Figure
    after: Figure
    change: str
    spread: str | None
    verdict: str
    low: bool
    toned: bool
    said: str | None
    holds: bool | None
    said_at: Cite | None
    notes: tuple[str, ...]
    plot: Markup
    words: str = ""


class Table(msgspec.Struct, frozen=True):
    """The pairs of one tool and test in one mail."""

    tool: str
    about: str
    person: str
    cite: Cite
    quoted: bool
    sides: tuple[str, str]
    head: Markup
    bent: bool
    results: tuple[Result, ...]
    folded: tuple[Result, ...]
    more: int
    says: str
    folded_says: str
    shut: bool = False


class Claim(msgspec.Struct, frozen=True):
    """A sentence of the text that names a change, and what the numbers say of it."""

    text: str
    person: str
    cite: Cite
    holds: bool | None
    says: str


class Single(msgspec.Struct, frozen=True, gc=False):
    """A figure that has no partner."""

    tool: str
    test: str
    figure: Figure
    unit: str


class Unread(msgspec.Struct, frozen=True):
    """A block that no reader understood, verbatim."""

    text: str
    cite: Cite
    more: int
    short: bool


class Posted(msgspec.Struct, frozen=True):
    """The numbers of one mail; `same` names an earlier mail of the version that has all of them too."""

    title: str
    older: bool
    setup: tuple[tuple[str, str], ...]
    missing: tuple[str, ...]
    claims: tuple[Claim, ...]
    tables: tuple[Table, ...]
    singles: tuple[Single, ...]
    singles_more: int
    unread: tuple[Unread, ...]
    same: str = ""
    says: str = ""
