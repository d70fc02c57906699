# SPDX-License-Identifier: GPL-2.0-or-later
"""Whose move it is where words say so, whatever the state alone would: reads a Series in review, makes whom it waits for.

The author's, who announced, promised, holds back or tests on; his, where a tag was taken back for a fault, or the rest of a series needs
work; a maintainer's, who repaired it in a branch of his own.
"""

import re
from collections.abc import Sequence

from digest.model import Series
from digest.model.summary import ACTIVE, Group, WaitsFor
from digest.patch.attribution import evidence
from digest.patch.court import Court
from digest.patch.fault import faulty
from digest.patch.insist import mended
from digest.patch.pledge import finding_out, next_round, pledged
from digest.patch.refusal import Finding
from digest.patch.standing import Signal

Place = tuple[WaitsFor, Group, str]

_WORK = (
    r"needs?[ ](?:to[ ]be[ ]|an?[ ]|some[ ]|more[ ])?"
    r"(?:re-?spin|respun|resent|re-?send|re-?work\w*|re-?post\w*|work|changes?|fix\w*|addressed)"
)
_NEEDS = re.compile(
    r"(?i)\b(?:others?|rest|remaining|remainder|last|second|third|fourth|one|patch(?:es)?[ ][\d, &/-]{1,12}|#?\d{1,3}/\d{1,3})\b"
    rf"(?:[ ]\w+){{0,3}}?[ ](?:{_WORK}"
    r"|(?:does not|doesn't|do not|don't|did not|fails? to)[ ](?:build|apply|compile|work|boot)|has to be|have to be|breaks?|fails?\b)"
    r"|\bplease[ ](?:\w+[ ]){0,2}(?:re-?send|re-?spin|re-?post|rebase)[ ](?:the[ ])?(?:rest|others?|remaining|last|patch)\b"
)


def moved(series: Series, court: Court, told: Sequence[Signal], found: Finding, place: Place) -> Place:
    """The place (whom it waits for, group, reason) as words of the latest revision correct it; they are put before the proofs."""
    rest = _rest(series, told) if found.value == "partly-applied" else None
    if rest is not None:
        return "author", "waiting-for-author", f"{found.reason}; {rest}"
    if found.value in ACTIVE or found.value == "rfc":
        return _announced(series, court, told, found, place)
    return place


def _announced(series: Series, court: Court, told: Sequence[Signal], found: Finding, place: Place) -> Place:
    """The place of a series in review, or the author's where he said that he works on it: on a version (of an RFC), or to find out more."""
    last = len(series.revisions) - 1
    group: Group = "rfc" if found.value == "rfc" else "waiting-for-author"
    promise = next((s for s in reversed(told) if s.kind == "next-version" and s.revision == last), None)
    if promise is not None:
        return (
            "author",
            group,
            f"{place[2]}; the author announced a new version" if group == "rfc" else "the author announced a new version",
        )
    more = finding_out(series, last, court)
    if more is None and group == "rfc":
        kept = next(iter(pledged(series, last, court, set())), None)
        if kept is not None:
            found.lead(evidence(*kept))
            return "author", group, f"{place[2]}; the author promised a change"
    back = faulty(series, last, court) if more is None else None
    if back is not None:
        who = back[0].author.name or back[0].author.email or "somebody"
        found.lead(evidence(*back[:2]))
        return "author", group, f"{who} {back[2]}"
    posted = next_round(series, last) if more is None and place[0] != "author" else None
    if posted is not None:
        found.lead(evidence(*posted))
        return "author", group, "its posting announces the next round"
    if more is None:
        return _held(series, last, court, found, place)
    found.lead(evidence(*more))
    return "author", group, "the author holds it back or will find out more"


def _rest(series: Series, told: Sequence[Signal]) -> str | None:
    """Why the rest of a series that was taken in part is its author's turn: a patch came out again, or is said to need work."""
    last = len(series.revisions) - 1
    for signal in reversed(told):
        who = signal.record.author.name or signal.record.author.email or "a maintainer"
        if signal.revision == last and signal.kind == "reverted" and signal.patches:
            numbers = ", ".join(map(str, sorted(signal.patches)))
            return f"{'patch' if len(signal.patches) == 1 else 'patches'} {numbers} taken out again by {who}"
        if signal.revision == last and signal.kind == "applied" and signal.value == "person" and signal.standing:
            own = "\n".join(passage.text for passage in signal.record.passages if passage.kind == "own")
            return f"{who} says that the rest needs work" if _NEEDS.search(own) else None
    return None


def _held(series: Series, last: int, court: Court, found: Finding, place: Place) -> Place:
    """The place of a series that waits for reviewers: its maintainer's where he said that he repaired it in a branch of his own."""
    if place[0] != "reviewers" or found.value != "under-review":
        return place
    for record in reversed(series.records):
        if record.kind != "reply" or series.home[record.key][0] != last or court.is_author(record.author):
            continue
        spot = mended(record)
        if spot is not None:
            found.lead(evidence(record, spot))
            return "maintainer", "awaiting-upstream", f"{record.author.name or record.author.email} repaired it in a branch of his own"
    return place
