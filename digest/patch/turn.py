# SPDX-License-Identifier: GPL-2.0-or-later
"""Whose turn it is: whom a series waits for in its state, and its group on the board.

Documentation/process/maintainer-netdev.rst: a patch of the list's own trees wants a review of each patch, acks of the maintainers of the
touched files, and an open tree; what goes through a sub-maintainer's tree waits for him.
"""

from collections.abc import Sequence
from datetime import datetime

from digest.model import MaintainerEntry, Profile, Revision, Series, Tag
from digest.model.summary import Group, StateValue, WaitsFor
from digest.patch.attribution import APPROVAL, Attribution
from digest.patch.window import Announcement, closed_spans, is_closed

DONE = frozenset(("applied", "superseded", "rejected", "deferred", "not-applicable"))
"""States in which nobody looks at a series any more."""


def turn(
    series: Series,
    tags: Attribution,
    found: tuple[StateValue, str],
    now: datetime,
    profile: Profile,
    announcements: tuple[Announcement, ...],
    maintainers: tuple[MaintainerEntry, ...] | None,
) -> tuple[WaitsFor, Group, str]:
    """Whom a series in a state found for a reason waits for, its group on the board, and why."""
    value, reason = found
    if value == "deferred":
        return "author", "done", reason
    if value in DONE:
        return "nobody", "done", reason
    if value == "dead":
        return "author", "stale", reason
    if value == "changes-requested":
        return "author", "waiting-for-author", reason
    if value == "rfc":
        return "reviewers", "rfc", reason
    if value == "awaiting-upstream" or series.tree in profile.awaiting_upstream:
        return "maintainer", "awaiting-upstream", reason if value == "awaiting-upstream" else f"goes through {series.tree}"
    last = len(series.revisions) - 1
    covered, total = _coverage(series.revisions[last], tags, last)
    lacking = [entry.section for entry in maintainers or () if entry.acked is False]
    if value == "needs-ack" or (covered >= total > 0 and lacking):
        return "maintainer", "needs-ack", f"waits for {lacking[0]}" if lacking else reason
    if value == "partly-applied":
        return "maintainer", "needs-review", reason
    if covered < total or not total:
        return "reviewers", "needs-review", f"{covered} of {total} patches reviewed"
    spans = closed_spans(series.tree, profile, announcements)
    if is_closed(spans, now):
        return "tree", "ready", f"all patches reviewed; {series.tree} is closed"
    return "maintainer", "ready", "all patches reviewed"


def _coverage(revision: Revision, tags: Attribution, number: int) -> tuple[int, int]:
    """How many patches somebody other than the author reviewed or acked (a test is no review), and how many there are."""
    covered = sum(_approved(tags.of(number, posting.index)) for posting in revision.postings)
    return covered, revision.total or len(revision.postings)


def _approved(given: Sequence[Tag]) -> bool:
    """Whether one of the tags approves the patch; those of people who signed it off are of the author's side."""
    signed = {tag.person.id for tag in given if tag.via == "commit" and tag.key in {"Signed-off-by", "Co-developed-by"}}
    return any(tag.key in APPROVAL and tag.status == "given" and tag.person.id not in signed for tag in given)
