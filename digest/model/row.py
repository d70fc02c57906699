# SPDX-License-Identifier: GPL-2.0-or-later
"""What lists show of one series: its row, the comparisons and the tags behind it.  Kept in the store, so that no list reads a Summary."""

from datetime import datetime

import msgspec

from digest.model.evidence import Person
from digest.model.summary import Group, StateValue, Status, Via, WaitsFor


class Result(msgspec.Struct, frozen=True):
    """One comparison of a series as lists show it: figures as written, the change in per cent with spread and claim, and its place.

    `key`, `line` and `column` lead to the figure (the claim, where there are no figures); `person` posted it with `version`.
    """

    tool: str
    test: str
    unit: str
    before: str | None
    after: str | None
    change: float | None
    spread: float | None
    claim: float | None
    claim_text: str | None
    holds: bool | None
    verdict: str
    direction: str
    samples: int | None
    key: str
    line: int
    column: int
    person: Person
    version: int | None


class Given(msgspec.Struct, frozen=True):
    """A tag on the newest version as a person's page lists it: who, which, how it counts, on which patches, and where it stands.

    `line` is 0 where the words stand in a mail that is not at hand.
    """

    person: str
    tag: str
    status: Status
    via: Via
    patches: tuple[int, ...]
    key: str
    line: int
    date: datetime | None


class Row(msgspec.Struct, frozen=True):
    """What lists need of one series: small, kept in the store, so that no list page reads a Summary.

    `first` and `last` are the dates of the first posting and of the newest mail; `waiting_since` is what the age counts from; `months`
    the months (2026-11) with a posting; `postings` the 12-hex ids of all postings (for permanent addresses) with their version.
    `results` are the comparisons behind `metrics`, in the same order; `verdicts` how all of the newest version's fall out (better,
    worse, no clear difference, not judged); `asked_since` when the oldest open question was asked;
    `acked_areas` sections acked, of all; `given` the review tags on the newest version.
    """

    id: str
    title: str | None
    tree: str | None
    version: int
    author: Person
    state: StateValue
    group: Group
    reason: str
    waits_for: WaitsFor
    first: datetime | None
    last: datetime | None
    waiting_since: datetime | None
    patches: int
    covered: int
    acked: int
    reviewed: int
    tested: int
    coverage: tuple[bool, ...]
    maintainers_acked: bool | None
    tested_on: str | None
    numbers: str | None
    numbers_verdict: str | None
    claim_fails: bool
    questions_open: int
    robots: tuple[str, ...]
    months: tuple[str, ...]
    postings: tuple[tuple[str, int], ...]
    areas: tuple[str, ...]
    people: tuple[tuple[str, str, str], ...]
    tools: tuple[str, ...]
    message_id: str | None
    findings: tuple[str, ...]
    people_counts: tuple[int, int, int] = (0, 0, 0)
    messages: int = 0
    metrics: tuple[tuple[str, str, str, float | None, str], ...] = ()
    results: tuple[Result, ...] = ()
    verdicts: tuple[int, int, int, int] = (0, 0, 0, 0)
    asked_since: datetime | None = None
    acked_areas: tuple[int, int] | None = None
    given: tuple[Given, ...] = ()
