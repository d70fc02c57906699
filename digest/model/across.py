# SPDX-License-Identifier: GPL-2.0-or-later
"""What the numbers of one series say of each other: claims against other mails' tables, the author against others, version by version.

Field names are those that `show --json` prints; every figure leads to the mail, line and words it was read from.
"""

from typing import Literal

import msgspec

from digest.model.bench import Direction, Param, Verdict
from digest.model.evidence import Evidence, Person

Agreement = Literal["agree", "disagree", "not-comparable"]


class Reported(msgspec.Struct, frozen=True):
    """One result as a mail of the series reports it: both sides of a comparison, or (`delta_percent` null) one figure alone.

    `evidence` has the figures as written, before first.
    """

    person: Person
    version: int | None
    before: float | None
    after: float | None
    unit: str
    delta_percent: float | None
    verdict: Verdict
    label: str | None
    evidence: tuple[Evidence, ...]


class AcrossClaim(msgspec.Struct, frozen=True):
    """A claim that has no figures in its own mail, and the figures the author gives elsewhere in the same version.

    `holds`: true where it holds of one of `figures` (told first), false where all of its metric stand in one mail and none bears it out,
    null where there are none or where which are meant cannot be told.
    """

    person: Person
    version: int | None
    metric: str | None
    claimed_percent: float | None
    claimed_to: float | None
    words: str | None
    holds: bool | None
    evidence: Evidence
    figures: tuple[Reported, ...]


class Replica(msgspec.Struct, frozen=True):
    """One result of the author beside the same measurement by somebody else, and whether they agree.

    Changes are compared, not machines: they agree where both go the same way or neither moves clearly.  `reason` says why.
    """

    metric: str
    params: dict[str, Param]
    tool: str
    direction: Direction
    by: Literal["person", "robot"]
    agreement: Agreement
    reason: str
    author: Reported
    other: Reported


class Course(msgspec.Struct, frozen=True):
    """One result from version to version, oldest first; only where at least two versions report it and it changed."""

    metric: str
    params: dict[str, Param]
    tool: str
    label: str | None
    direction: Direction
    steps: tuple[Reported, ...]


class SetupValue(msgspec.Struct, frozen=True):
    """One entry of the series' setup card as one mail has it; `name` is nic, link, cpu, kernel, mtu or command."""

    name: str
    value: str
    person: Person
    version: int | None
    evidence: Evidence


class Across(msgspec.Struct, frozen=True):
    """All of it.  `setup` is what the author's mails say of the machine, newest version first; `missing_setup` what none says."""

    claims: tuple[AcrossClaim, ...] = ()
    replicas: tuple[Replica, ...] = ()
    courses: tuple[Course, ...] = ()
    setup: tuple[SetupValue, ...] = ()
    missing_setup: tuple[str, ...] = ()
