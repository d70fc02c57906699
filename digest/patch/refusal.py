# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether a revision was refused: reads a Series, makes the Finding that it is rejected, given up, or not wanted as it is.

A refusal is a Nacked-by, or words; it rejects where its giver may decide of the series, else it asks for changes.
"""

from collections.abc import Sequence
from datetime import datetime

from digest import mail
from digest.model import Evidence, Series
from digest.model.summary import StateValue
from digest.patch.attribution import APPROVAL, Attribution
from digest.patch.court import Court
from digest.patch.standing import TOLD, Signal
from digest.patch.version import NEVER


class Finding:
    """A state being decided: its value, reason and proofs."""

    __slots__ = ("date", "proofs", "reason", "value")

    def __init__(self, value: StateValue, reason: str, proofs: Sequence[Evidence] = (), date: datetime | None = None) -> None:
        self.value = value
        self.reason = reason
        self.proofs = tuple(dict.fromkeys(proofs))
        self.date = date

    def lead(self, proof: Evidence) -> None:
        """Put a proof before the others."""
        self.proofs = tuple(dict.fromkeys((proof, *self.proofs)))


def refused(series: Series, tags: Attribution, last: int, court: Court, here: list[Signal]) -> Finding | None:
    """A refusal by who may refuse, or the author giving the work up."""
    by_key = {record.key: record for record in series.records}
    nacks = [
        tag
        for (number, _), given in tags.patches.items()
        if number == last
        for tag in given
        if tag.key == "Nacked-by" and tag.status in {"given", "self"} and tag.evidence.key in by_key  # later than `now`: not yet
    ]
    nacks += [
        tag for tag in tags.cover if tag.key == "Nacked-by" and tag.evidence.key in by_key and series.home[tag.evidence.key][0] == last
    ]
    for tag in nacks:
        record = by_key[tag.evidence.key]
        if court.may_decide(record.author) or tag.status == "self":
            return Finding("rejected", f"refused by {tag.person.name or tag.person.email}", [tag.evidence], record.date)
    given_up = next((s for s in reversed(here) if s.kind == "gives-up"), None)
    if given_up is not None and not any(s.kind == "next-version" and s.when >= given_up.when for s in here):
        return Finding("rejected", "given up by its author", [given_up.proof], given_up.record.date)
    here = [s for s in here if s.kind != "nak" or not _relented(series, s, court)]
    refusal = next((s for s in here if s.kind == "nak" and s.standing), None)
    if refusal is not None:
        return Finding(
            "rejected", f"refused by {refusal.record.author.name or refusal.record.author.email}", [refusal.proof], refusal.record.date
        )
    if nacks:
        record = by_key[nacks[-1].evidence.key]
        return Finding(
            "changes-requested", f"refused by {nacks[-1].person.name or nacks[-1].person.email}", [nacks[-1].evidence], record.date
        )
    refusal = next((s for s in here if s.kind == "nak"), None)
    if refusal is not None:
        who = refusal.record.author.name or refusal.record.author.email
        reason = f"refused, as {who} says" if refusal.value == TOLD else f"refused by {who}"
        return Finding("changes-requested", reason, [refusal.proof], refusal.record.date)
    return None


def _relented(series: Series, refusal: Signal, court: Court) -> bool:
    """Whether who refused a revision in words approved it later."""
    who = mail.person_id(refusal.record.author, court.mailmap)
    return any(
        t.name in APPROVAL and t.place == "reply" and t.mood == "plain"
        for record in series.records
        if (record.date or NEVER) > refusal.when
        and series.home[record.key][0] == refusal.revision
        and mail.person_id(record.author, court.mailmap) == who
        for t in record.trailers
    )
