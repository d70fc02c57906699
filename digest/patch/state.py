# SPDX-License-Identifier: GPL-2.0-or-later
"""Series -> where it stands as of a day, what proves it, whom it waits for: patchwork's states read from mail alone.

Documentation/process/maintainer-netdev.rst ("Git trees and patch flow", "Updating patch status") and NIPA's mailbot.rst.  What was applied
decides before commands, commands before what people want, and only what was said of the latest revision counts for it.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import msgspec

from digest import mail
from digest.model import Address, Commit, Evidence, MaintainerEntry, Profile, Record, Series, Spot, StateEntry
from digest.model.summary import StateValue
from digest.patch import refusal
from digest.patch.attribution import REVIEW, Attribution, evidence
from digest.patch.commit import Commits
from digest.patch.court import Court
from digest.patch.insist import insists, lets_go, mended
from digest.patch.mood import asks_nothing
from digest.patch.move import moved
from digest.patch.pledge import pledged
from digest.patch.proof import words_of
from digest.patch.refusal import Finding
from digest.patch.standing import Signal, signals
from digest.patch.taken import ELSEWHERE
from digest.patch.turn import DONE, turn
from digest.patch.version import NEVER
from digest.patch.window import Announcement

DEAD_DAYS = 60  # of silence, for work that goes straight to the list's own trees
DEAD_DAYS_UPSTREAM = 180  # for work that waits in a sub-maintainer's queue
_KNOWN = frozenset(("patchwork-bot", "git", ELSEWHERE))  # who names each patch that was applied


def state(
    series: Series,
    tags: Attribution,
    now: datetime,
    profile: Profile,
    *,
    announcements: Iterable[Announcement] = (),
    maintainers: tuple[MaintainerEntry, ...] | None = None,
    mailmap: mail.Mailmap | None = None,
    commits: Commits | None = None,
    elsewhere: Iterable[Signal] = (),
) -> StateEntry:
    """The state of a series as of `now`.  Mails later than `now` are not looked at.

    `announcements` are the archive's CLOSED/OPEN mails; `maintainers` the entries of the touched files where MAINTAINERS was given;
    `elsewhere` what other series say of equal patches.
    """
    series = _as_of(series, now)
    owners = None if maintainers is None else [Address(p.name, p.email, p.masked) for entry in maintainers for p in entry.people]
    court = Court(series, profile, owners, mailmap)
    taken_within = (s for s in elsewhere if s.revision < len(series.revisions) and s.when <= now)
    told = (*signals(court), *_found(series, commits), *taken_within)
    applied = _applied(series, told)
    fixed = next((signal for signal in reversed(told) if signal.kind == "corrected"), None)
    if fixed is not None:
        value: StateValue = fixed.value  # type: ignore[assignment]
        found = Finding(value, "corrected by the site", [fixed.proof], fixed.record.date)
    else:
        found = applied if applied is not None and applied.value == "applied" else _open(series, tags, court, told, applied)
        found = _aged(series, found, now, profile)
    taken = tuple(
        dict.fromkeys(
            Commit(number, commit, signal.tree)
            for signal in told
            if signal.kind == "applied" and signal.standing
            for number, commit in signal.commits
        ),
    )
    waits, group, reason = turn(series, tags, (found.value, found.reason), now, profile, tuple(announcements), maintainers)
    waits, group, reason = moved(series, court, told, found, (waits, group, reason))
    claimed = _claimed(series, told) if found.value not in DONE else None
    if claimed is not None:
        who = claimed.record.author.name or claimed.record.author.email or "somebody"
        reason = f"{reason}; {who} says it was applied, but is not known to take patches"
        found.proofs = tuple(dict.fromkeys((*found.proofs[:7], claimed.proof)))
    return StateEntry(found.value, found.proofs[:8], taken, waits, group, reason, found.date)


def _claimed(series: Series, told: Sequence[Signal]) -> Signal | None:
    """The newest word that the latest revision was applied, by one who may not say so."""
    last = len(series.revisions) - 1
    said = (s for s in reversed(told) if s.kind == "applied" and s.value == "person" and s.revision == last)
    newest = next(said, None)
    return newest if newest is not None and not newest.standing else None


def _found(series: Series, commits: Commits | None) -> tuple[Signal, ...]:
    """What a repository holds of each revision, told of the posting itself."""
    if not commits:
        return ()
    told: list[Signal] = []
    for number, revision in enumerate(series.revisions):
        known = [(posting, commit) for posting in revision.postings if (commit := commits.find(posting)) is not None]
        record = next((posting.record for posting, _ in known), None)
        spot = words_of(record) if record is not None else None
        if record is None or spot is None:
            continue
        pairs = tuple((posting.index, commit) for posting, commit in known)
        told.append(Signal("applied", number, record, spot, True, "git", frozenset(index for index, _ in pairs), commits.tree, pairs))
    return tuple(told)


def _as_of(series: Series, now: datetime) -> Series:
    """The series without mails and revisions later than a time."""
    late = {record.key for record in series.records if record.date is not None and record.date > now}
    if not late:
        return series
    count = max((at for at, revision in enumerate(series.revisions, 1) if revision.date is None or revision.date <= now), default=1)
    records = tuple(r for r in series.records if r.key not in late and series.home[r.key][0] < count)
    return msgspec.structs.replace(series, records=records, revisions=series.revisions[:count])


def _applied(series: Series, told: Sequence[Signal]) -> Finding | None:
    """Applied or partly applied: by the bot or by who took it; the revision it was said of decides what is all."""
    by_revision: dict[int, list[Signal]] = {}
    for signal in told:
        if signal.kind == "applied" and signal.standing:
            by_revision.setdefault(signal.revision, []).append(signal)
    for number in sorted(by_revision, reverse=True):
        group = by_revision[number]
        revision = series.revisions[number]
        out = _out(told, number)
        again = [s for s in told if s.kind == "reverted" and s.revision == number and s.patches is not None]
        if out is not None:
            group = [signal for signal in group if signal.when > out.when]
            if not group:
                continue
        bots = [signal for signal in group if signal.value in _KNOWN]
        # Where the bot counted, a person's "Applied, thanks" says no more than the bot.
        deciding = bots or group
        wanted = set(range(1, (revision.total or len(revision.postings) or 1) + 1))
        have: set[int] = set()
        for signal in deciding:
            have |= wanted if signal.patches is None else signal.patches
        for signal in again:
            if not any(one.when > signal.when for one in deciding):
                have -= signal.patches or set()
        if have == {1} and not bots and revision.cover_id is None and _nothing_on_others(series, number, group):
            have = wanted  # "Applied, thanks" to the first patch of a series without a cover is said to the series
        when = max(signal.when for signal in group)
        last = series.revisions[-1]
        if number < len(series.revisions) - 1 and last.date is not None and last.date > when and have >= wanted:
            continue  # posted again after all of it was taken: a new round
        proofs = [signal.proof for signal in sorted(group, key=lambda s: (s.value != "patchwork-bot", s.when, s.record.key))]
        tree = next((signal.tree for signal in (*bots, *group) if signal.tree), None)
        to = f" to {tree}" if tree else ""
        within = next((signal.within for signal in deciding if signal.within), None)
        if within is not None and all(signal.value == ELSEWHERE for signal in deciding):
            to += f' within "{within}"'
        proofs = [*(signal.proof for signal in again), *proofs]
        if have >= wanted:
            return Finding("applied", f"applied{to}", proofs, when if when is not NEVER else None)
        return Finding("partly-applied", f"{len(have)} of {len(wanted)} patches applied{to}", proofs, when if when is not NEVER else None)
    return None


def _out(told: Sequence[Signal], number: int) -> Signal | None:
    """The last word that a revision was taken out of the tree again."""
    return next((s for s in reversed(told) if s.kind == "reverted" and s.revision == number and s.patches is None), None)


def _nothing_on_others(series: Series, number: int, group: Sequence[Signal]) -> bool:
    """Whether the first patch alone was spoken of: no commits listed, no numbers given, and nobody answered another patch."""
    first = next((posting.record for posting in series.revisions[number].postings), None)
    if first is None or first.parents or series.revisions[number].cover is not None:
        return False  # it may answer a cover that is not in the archive
    if any(signal.commits or any(char.isdigit() for char in signal.spot.text) for signal in group):
        return False
    return not any(
        place[0] == number and (place[1] or 0) > 1 and record.kind not in {"cover", "patch"}
        for record in series.records
        for place in (series.home[record.key],)
    )


def _open(series: Series, tags: Attribution, court: Court, told: Sequence[Signal], applied: Finding | None) -> Finding:
    """The state of what was not applied whole, by the latest revision."""
    last = len(series.revisions) - 1
    here = [signal for signal in told if signal.revision == last]
    posted = [s for s in told if s.kind == "posted" and s.value is not None and int(s.value) > series.revisions[last].version]
    command = next((s for s in reversed(here) if s.kind == "command" and s.standing and s.value is not None), None)
    if command is not None and (applied is None or command.when > (applied.date or NEVER)):
        value: StateValue = command.value  # type: ignore[assignment]
        who = command.record.author.name or command.record.author.email or "somebody"
        return Finding(value, f"set to {value} by {who}", [command.proof], command.record.date)
    if applied is not None:
        return applied
    if posted:
        return Finding("superseded", f"the author says that v{posted[-1].value} was posted", [posted[-1].proof], posted[-1].record.date)
    again = next((s for s in reversed(here) if s.kind == "reposted" and s.when > (series.revisions[last].date or NEVER)), None)
    if again is not None:
        reason = "the author says that the patches were posted again; no such posting is in the archive"
        return Finding("superseded", reason, [again.proof], again.record.date)
    if _ignored(series):
        return Finding("not-applicable", "marked by its sender as none of this list's patches", _own_words(series, last))
    refused = refusal.refused(series, tags, last, court, here)
    if refused is not None:
        return refused
    revision = series.revisions[last]
    asked = _asked(series, last, court, here)
    if revision.rfc and not (asked and any(s.kind == "command" and s.value == asked.value for s in here)):
        return Finding(
            "rfc",
            "a request for comments",
            asked.proofs if asked else _answers(series, last, court) or _own_words(series, last),
            revision.date,
        )
    if asked is not None:
        return asked
    answers = _answers(series, last, court)
    if answers is None:
        return Finding("new", "nobody answered yet", _own_words(series, last), revision.date)
    return Finding("under-review", "under review", answers)


def _ignored(series: Series) -> bool:
    """Whether the sender told patchwork not to list it, or it is a stable maintainers' selection."""
    latest = series.revisions[-1]
    records = [latest.cover, *(p.record for p in latest.postings[:1])]
    for record in records:
        if record is None:
            continue
        hints = {name: value.strip().lower() for name, value in record.hints}
        if hints.get("x-patchwork-hint") == "ignore" or hints.get("x-patchwork-state") in {"not applicable", "not-applicable"}:
            return True
        if "autosel" in record.subject.prefixes or (record.subject.tree or "") == "autosel":
            return True
    return False


def _asked(series: Series, last: int, court: Court, here: list[Signal]) -> Finding | None:
    """Whether a change of the latest revision is wanted: promised by the author, insisted on, or a build that failed."""
    out = next((s for s in reversed(here) if s.kind == "reverted" and s.patches is None), None)
    if out is not None and any(s.kind == "applied" and s.standing and s.when <= out.when for s in here):
        who = out.record.author.name or out.record.author.email or "a maintainer"
        return Finding("changes-requested", f"taken out of the tree again by {who}", [out.proof], out.record.date)
    promise = next((s for s in reversed(here) if s.kind == "next-version"), None)
    failed = next((s for s in reversed(here) if s.kind in {"failed", "warned"} and s.standing), None)
    remarks, approved = _unmet(series, last, court)
    proofs: list[Evidence] = []
    reason = ""
    date: datetime | None = None
    if promise is not None:
        reason, date = "the author announced a new version", promise.record.date
        proofs.append(promise.proof)
    for record, spot in remarks[:5]:
        reason, date = reason or f"changes asked for by {record.author.name or record.author.email}", date or record.date
        proofs.append(evidence(record, spot))
    for record, spot in () if remarks else pledged(series, last, court, approved)[:3]:  # what was asked says more than the answer
        reason, date = reason or "the author promised a change", date or record.date
        proofs.append(evidence(record, spot))
    if failed is not None:
        told = "a robot's build or test failed" if failed.kind == "failed" else "a robot's build gave warnings"
        reason, date = reason or told, date or failed.record.date
        proofs.append(failed.proof)
    return Finding("changes-requested", reason, proofs, date) if proofs else None


def _unmet(series: Series, last: int, court: Court) -> tuple[list[tuple[Record, Spot]], set[str]]:
    """Changes that people insist on and have not approved without since, the newest mail first; and who approved."""
    approved: set[str] = set()
    asked: list[tuple[Record, Spot]] = []
    firm: set[str] = set()
    for record in series.records:
        if series.home[record.key][0] != last or record.robot is not None or court.is_author(record.author):
            continue
        if any(t.name in REVIEW and t.place == "reply" and t.mood == "plain" for t in record.trailers):
            approved.add(mail.person_id(record.author, court.mailmap))
        conditions = (t.why or t.spot for t in record.trailers if t.mood == "conditional" and t.name in REVIEW)
        spot = next((condition for condition in conditions if not asks_nothing(condition.text)), None)
        if spot is None:
            spot = next((r.spot for r in record.remarks if insists(r) and not lets_go(record, r)), None)
        told = next((c.spot for c in record.commands if c.state == "changes-requested"), None) if court.owners is None else None
        if told is not None:  # nobody says who the maintainers are: who writes `cr` has at least asked for changes, as anybody may
            firm.add(record.key)
        spot = spot or told
        if spot is not None:
            asked.append((record, spot))
    repaired = _repaired(series)
    return [
        (record, spot)
        for record, spot in reversed(asked)
        if record.key in firm or (mail.person_id(record.author, court.mailmap) not in approved and record.key not in repaired)
    ], approved


def _repaired(series: Series) -> set[str]:
    """The mails whose asks their writer settled himself, there or in an answer to it."""
    found = {record.key: record.author for record in series.records if record.kind == "reply" and mended(record) is not None}
    authors = {record.key: record.author for record in series.records}
    above = {series.parents.get(key, ""): author for key, author in found.items()}
    return {*found, *(key for key, author in above.items() if authors.get(key) == author)}


def _answers(series: Series, last: int, court: Court) -> list[Evidence] | None:
    """Words of the newest answers of people other than the author to the latest revision; None where nobody answered."""
    found: list[Evidence] | None = None
    for record in reversed(series.records):
        if (
            series.home[record.key][0] != last
            or record.kind in {"cover", "patch"}
            or record.robot is not None
            or court.speaks_for_author(record.author)
        ):
            continue
        found = found or []
        spot = words_of(record)
        if spot is not None:
            found.append(evidence(record, spot))
        if len(found) == 3:
            break
    return found


def _own_words(series: Series, number: int) -> list[Evidence]:
    """Words of a posting itself, to show what is meant."""
    revision = series.revisions[number]
    for record in (revision.cover, *(p.record for p in revision.postings[:1])):
        spot = words_of(record) if record is not None else None
        if record is not None and spot is not None:
            return [evidence(record, spot)]
    return []


def _aged(series: Series, found: Finding, now: datetime, profile: Profile) -> Finding:
    """An open state is dead once nobody said anything for long."""
    if found.value in DONE or found.value == "awaiting-upstream":
        return found
    last = max((record.date for record in series.records if record.date is not None and record.date <= now), default=None)
    days = DEAD_DAYS_UPSTREAM if series.tree in profile.awaiting_upstream else DEAD_DAYS
    if last is None or now - last <= timedelta(days=days):
        return found
    return Finding("dead", f"no mail since {last:%Y-%m-%d}; before that {found.value}", found.proofs, last)
