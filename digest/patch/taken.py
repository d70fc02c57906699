# SPDX-License-Identifier: GPL-2.0-or-later
"""Which patches of a series went in within another one, a pull request say: reads the series of a component, makes signals.

A pull request posts the patches that a maintainer took along with its own cover (Documentation/maintainer/pull-requests.rst), and
patchwork-bot answers there, never where they were posted first.  The proof is the equal `git patch-id --stable`; a patch that was changed
on the way has another one, and is told only by its title, beside an equal one.
"""

from collections.abc import Mapping, Sequence

import msgspec

from digest import mail
from digest.model import Posting, Profile, Series
from digest.patch.court import Court
from digest.patch.lineage import plain_title
from digest.patch.standing import Signal, signals
from digest.patch.version import NEVER

ELSEWHERE = "elsewhere"
"""The value of a signal that speaks of an equal patch in another series."""

Place = tuple[int, int]  # a series' place among those given, a revision's place in it


def elsewhere(series: Sequence[Series], profile: Profile, mailmap: mail.Mailmap | None = None) -> Mapping[str, tuple[Signal, ...]]:
    """By series id what was applied in another of `series`: all that share a lineage key.

    What was applied before a patch was posted says nothing of it: it may be a selection for a stable tree.
    """
    if len(series) < 2:  # most components
        return {}
    places: dict[str, list[tuple[Place, Posting]]] = {}
    for at, one in enumerate(series):
        for number, revision in enumerate(one.revisions):
            for posting in revision.postings:
                if posting.from_version is None and (known := _patch_id(posting)) is not None:
                    places.setdefault(known, []).append(((at, number), posting))
    shared = {key: found for key, found in places.items() if len({place[0] for place, _ in found}) > 1}
    if not shared:
        return {}
    applied = {at: _applied(series[at], profile, mailmap) for at in {place[0] for found in shared.values() for place, _ in found}}
    told: dict[str, list[Signal]] = {}
    for (target, source), pairs in sorted(_pairs(shared).items()):
        for signal in applied[source[0]]:
            if signal.revision == source[1]:
                made = _told(series, target, source, pairs, signal)
                if made is not None:
                    told.setdefault(series[target[0]].id, []).append(made)
    return {key: tuple(found) for key, found in told.items()}


def _patch_id(posting: Posting) -> str | None:
    return posting.record.patch.patch_id if posting.record is not None and posting.record.patch is not None else None


def _applied(one: Series, profile: Profile, mailmap: mail.Mailmap | None) -> list[Signal]:
    """The words that count that patches of a series were applied, and that they are not out again."""
    told = signals(Court(one, profile, None, mailmap))
    out = {signal.revision: signal.when for signal in told if signal.kind == "reverted"}
    return [s for s in told if s.kind == "applied" and s.standing and (s.revision not in out or s.when > out[s.revision])]


def _pairs(shared: Mapping[str, list[tuple[Place, Posting]]]) -> dict[tuple[Place, Place], list[tuple[Posting, Posting]]]:
    """The equal patches of each two revisions of different series, in both directions."""
    pairs: dict[tuple[Place, Place], list[tuple[Posting, Posting]]] = {}
    for found in shared.values():
        for place, posting in found:
            for other, twin in found:
                if place[0] != other[0]:
                    pairs.setdefault((place, other), []).append((posting, twin))
    return pairs


def _told(series: Sequence[Series], target: Place, source: Place, pairs: list[tuple[Posting, Posting]], signal: Signal) -> Signal | None:
    """What a word on the source says of the target: its patches with an equal one, and beside them those of an equal title."""
    mine = series[target[0]].revisions[target[1]].postings
    theirs = series[source[0]].revisions[source[1]].postings
    twins = {posting.index: twin.index for posting, twin in pairs}
    titles = {plain_title(posting.title): posting.index for posting in theirs if posting.title}
    for posting in mine:
        index = titles.get(plain_title(posting.title or ""))
        if index is not None and posting.from_version is None:
            twins.setdefault(posting.index, index)
    posted = {p.index: p.record.date for p in mine if p.record is not None}
    taken = {
        index: twin
        for index, twin in twins.items()
        if (signal.patches is None or twin in signal.patches) and (posted.get(index) or NEVER) < signal.when
    }
    if not any(posting.index in taken for posting, _ in pairs):
        return None
    commits = {number: commit for number, commit in signal.commits if number is not None}
    return msgspec.structs.replace(
        signal,
        revision=target[1],
        value=ELSEWHERE,
        patches=frozenset(taken),
        commits=tuple((index, commits[twin]) for index, twin in sorted(taken.items()) if twin in commits),
        within=series[source[0]].title,
    )
