# SPDX-License-Identifier: GPL-2.0-or-later
"""Series -> Summary: the facts of one series, where its patches and its numbers meet.  Pure."""

from __future__ import annotations

import functools
import re
import urllib.parse
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

import msgspec

from digest import mail, patch, takedown
from digest.across import Hands, across
from digest.listing import COUNTED
from digest.model import (
    Across,
    Address,
    BenchEntry,
    CopyEntry,
    DiffstatEntry,
    FileChange,
    FileEntry,
    Letter,
    MessageEntry,
    PatchEntry,
    Person,
    Posting,
    Profile,
    Question,
    Record,
    RevisionEntry,
    RobotEntry,
    Series,
    SeriesEntry,
    StateEntry,
    Summary,
    Tag,
)
from digest.model.summary import ACTIVE
from digest.results import bench_entries

STALE = timedelta(days=7)
"""Silence after which a series leaves the groups that want a decision."""


class Context(msgspec.Struct, frozen=True):
    """What facts are judged by: the time, the list's profile, and what the user handed in (texts, not paths: it travels to workers).

    `announcements` are what the archive's own [ANN] mails say of trees, as `patch.announcements` found them.
    """

    now: datetime
    profile: Profile
    mailmap: str | None = None
    maintainers: str | None = None
    corrections: str | None = None
    takedown: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    announcements: tuple[patch.Announcement, ...] = ()
    commits: patch.Commits | None = None


@functools.lru_cache(maxsize=4)
def _mailmap(text: str | None) -> mail.Mailmap:
    return mail.Mailmap(text or "")


def wanted(record: Record, context: Context) -> bool:
    """Whether a mail is to be shown: within --since and --until, and on no takedown list.  A mail without a date always is."""
    if takedown.named(record, context.takedown):
        return False
    if record.date is None:
        return True
    return not (context.since and record.date < context.since) and not (context.until and record.date >= context.until)


def person(address: Address, context: Context) -> Person:
    """A person as written there, with the id of the unified person."""
    return patch.unified(address, _mailmap(context.mailmap))


def numbers(records: Sequence[Record], context: Context, versions: Mapping[str, int]) -> tuple[BenchEntry, ...]:
    """The numbers of some mails, each once; `versions` says to which revision a mail belongs."""
    return bench_entries(records, lambda address: person(address, context), versions)


def message_entry(record: Record, context: Context, parent: str | None, series: str | None) -> MessageEntry:
    """One mail as `show --json` lists it."""
    return MessageEntry(
        key=record.key,
        message_id=record.message_id,
        author=person(record.author, context),
        date=record.date,
        subject=record.raw_subject,
        parent=parent,
        kind=record.kind,
        series=series,
        copies=tuple(CopyEntry(copy.archive, copy.at) for copy in record.copies),
        lost=record.lost,
    )


# -- the series --------------------------------------------------------------------------------------------------------------


def _files(files: Iterable[FileChange]) -> tuple[FileEntry, ...]:
    return tuple(FileEntry(file.path, file.changes, file.added, file.removed) for file in files)


def _patch(posting: Posting, tags: tuple[Tag, ...], author: Address, context: Context) -> PatchEntry:
    record = posting.record
    return PatchEntry(
        index=posting.index,
        title=posting.title,
        message_id=record.message_id if record else posting.message_id,
        from_version=posting.from_version,
        author=person(author, context),
        patch_id=record.patch.patch_id if record and record.patch else None,
        files=_files(posting.files),
        change=posting.change,
        was_index=posting.was_index,
        tags=tags,
        key=record.key if record else posting.message_id,
        date=record.date if record else None,
    )


def _revision(series: Series, number: int, attribution: patch.Attribution, context: Context, messages: int) -> RevisionEntry:
    revision = series.revisions[number]
    stat = revision.diffstat
    first = revision.cover.key if revision.cover else next((p.record.key for p in revision.postings if p.record), None)
    return RevisionEntry(
        version=revision.version,
        rfc=revision.rfc,
        resend=revision.resend,
        date=revision.date,
        cover=revision.cover.key if revision.cover else None,  # a KEY names a mail of the archive; a cover seen in replies alone has none
        total=revision.total,
        missing=revision.missing,
        changelog=revision.changelog,
        diffstat=DiffstatEntry(stat.files, stat.insertions, stat.deletions) if stat else None,
        files=_files(revision.files),
        dropped=revision.dropped,
        patches=tuple(
            _patch(posting, attribution.of(number, posting.index), patch.author_of(posting, revision, series), context)
            for posting in revision.postings
        ),
        messages=messages,
        point=revision.point,
        first=first,
        continues=revision.continues,
    )


def elsewhere(series: Sequence[Series], context: Context) -> Mapping[str, tuple[patch.Signal, ...]]:
    """By series id what the others of a component say of equal patches."""
    return patch.elsewhere(series, context.profile, _mailmap(context.mailmap)) if len(series) > 1 else {}


def summarise(series: Series, context: Context, told: Mapping[str, tuple[patch.Signal, ...]] | None = None) -> Summary:
    """All facts of one series.  Every statement keeps the evidence it was read from.  `told` is what `elsewhere` found."""
    profile, mailmap = context.profile, _mailmap(context.mailmap)
    attribution = patch.attribute(series, profile, mailmap)
    versions = {key: series.revisions[at].version for key, (at, _) in series.home.items()}
    counts = [0] * len(series.revisions)
    for at, _ in series.home.values():
        counts[at] += 1
    benchmarks = numbers(series.records, context, versions)
    questions = patch.questions(series, mailmap)
    maintainers = patch.maintainers(series, context.maintainers, attribution, mailmap)
    owners = tuple(Address(one.name, one.email, one.masked) for area in maintainers for one in area.people) if maintainers else None
    state = patch.state(
        series,
        attribution,
        context.now,
        profile,
        announcements=context.announcements,
        maintainers=maintainers,
        mailmap=mailmap,
        commits=context.commits,
        elsewhere=(told or {}).get(series.id, ()),
    )
    robots = patch.robots(series, profile, owners)
    state = _gone_quiet(_held_up(state, patch.pending(questions, series, mailmap), claim_fails(benchmarks, series)), series, context.now)
    revisions = tuple(_revision(series, number, attribution, context, counts[number]) for number in range(len(series.revisions)))
    entry = SeriesEntry(
        id=series.id,
        title=series.title,
        former_titles=series.former_titles,
        tree=series.tree,
        author=person(series.author, context),
        state=state,
        revisions=revisions,
        tags=attribution.cover,
        tests=patch.test_entries(series, mailmap),
        fix_statement=patch.fix_entry(series, profile),
        robots=patch.robots(series, profile, owners, mailmap),
        questions=questions,
        maintainers=maintainers,
        findings=patch.check(series, profile, context.announcements, attribution, maintainers),
        benchmarks=benchmarks,
        notes=_notes(series),
        across=_across(series, benchmarks, robots, context, versions, revisions),
    )
    return Summary(
        series=entry,
        letters=_letters(series, entry, context),
        ranges=patch.range_diffs(series),
        problems=(),
    )


def _held_up(state: StateEntry, questions: Sequence[Question], claim: bool) -> StateEntry:  # noqa: FBT001 - one fact
    """A series that is open for review waits for its author while a person's question is open or a claim does not hold."""
    downstream = state.group == "awaiting-upstream" and state.value in ACTIVE
    if state.group not in ("ready", "needs-ack", "needs-review") and not downstream:
        return state
    asked = sum(question.answered == "no" and question.kind in ("question", "change-request") for question in questions)
    nits = sum(question.answered == "no" and question.kind == "nit" for question in questions)
    words = [f"{asked} remark{'s' * (asked > 1)} unanswered" + (", nits aside" if nits else "")] if asked else []
    words += ["a claim does not hold"] if claim else []
    if not words:
        return state
    return msgspec.structs.replace(state, waits_for="author", group="waiting-for-author", reason=" and ".join(words))


def _gone_quiet(state: StateEntry, series: Series, now: datetime) -> StateEntry:
    """An open series of which nobody has written for a week is stale, whatever it waits for; one that waits for a tree to open is not.

    After a week of silence new comments are very unlikely (maintainer-netdev).
    """
    if state.group not in ("ready", "needs-ack", "needs-review", "waiting-for-author", "rfc") or state.waits_for == "tree":
        return state
    last = max((record.date for record in series.records if record.date is not None and record.date <= now), default=None)
    if last is None or now - last <= STALE:
        return state
    return msgspec.structs.replace(state, group="stale", reason=f"{state.reason}; no mail since {last:%Y-%m-%d}")


def claim_fails(benchmarks: Iterable[BenchEntry], series: Series) -> bool:
    """Whether a claim that the newest revision makes of its numbers does not hold."""
    newest = series.revisions[-1].version if series.revisions else None
    return any(made.claim_matches is False for entry in benchmarks if entry.version == newest for made in entry.comparisons)


def _across(
    series: Series,
    benchmarks: tuple[BenchEntry, ...],
    robots: Iterable[RobotEntry],
    context: Context,
    versions: Mapping[str, int],
    revisions: Iterable[RevisionEntry],
) -> Across:
    """Hold the numbers of the series against each other: its authors' against its covers' claims, testers' and robots'.

    Who posted or signed a patch of any version is of the authors' side.
    """
    if not benchmarks:
        return Across()
    writers = [
        series.author,
        *(patch.author_of(posting, revision, series) for revision in series.revisions for posting in revision.postings),
        *(posting.record.author for revision in series.revisions for posting in revision.postings if posting.record is not None),
    ]
    machines = {entry.evidence.key for entry in robots} | {r.key for r in series.records if r.robot is not None or r.kind == "robot"}
    hands = Hands(
        authors={person(writer, context).id for writer in writers}.union(
            *(one.ours() for revision in revisions for one in revision.patches)
        ),
        names={writer.name.partition(" via ")[0].casefold() for writer in writers if writer.name},
        robots=machines,
        order={revision.version: at for at, revision in enumerate(series.revisions)},
    )
    covers = [revision.cover for revision in series.revisions if revision.cover is not None]
    return across(benchmarks, covers, lambda address: person(address, context), hands, versions)


def _notes(series: Series) -> tuple[str, ...]:
    """What a reader must know of how the series was put together: mails that were corrected or kept apart, and changes of hands."""
    told = [f"{record.key}: {notice}" for record in series.records for notice in record.notices]
    told += _absent(series)
    told += [
        f"{record.key} says that it supersedes {link.value}, which is no posting of this series"
        for record in series.records
        for link in record.links
        if link.kind == "supersedes" and link.value not in series.home
    ]
    told += [f"v{r.version}: {r.continues}" for r in series.revisions if r.continues and "taken over from" in r.continues]
    return tuple(dict.fromkeys(told))


def _absent(series: Series) -> list[str]:
    """The versions before the newest that no mail of the archive posted, a run of them in one line."""
    known = {revision.version for revision in series.revisions}
    told: list[str] = []
    before = 0
    for version in sorted(known):
        if version > before + 1:
            first, last = before + 1, version - 1
            told.append(f"v{first} is not in the archive" if first == last else f"v{first} to v{last} are not in the archive")
        before = version
    return told


def _letters(series: Series, entry: SeriesEntry, context: Context) -> tuple[Letter, ...]:
    effects: dict[str, list[str]] = {}

    def note(key: str, words: str) -> None:
        if words not in effects.setdefault(key, []):
            effects[key].append(words)

    spread = [tag for revision in entry.revisions for one in revision.patches for tag in one.tags]
    for tag in (*entry.tags, *spread):
        if tag.via != "commit" and tag.key in {*COUNTED, "Nacked-by"}:
            note(tag.evidence.key, tag.key if tag.status == "given" else f"{tag.key} ({tag.status})")
    for question in entry.questions:
        if question.answered == "no":
            note(question.evidence.key, "unanswered")
    for proof in entry.state.evidence:
        note(proof.key, entry.state.value.replace("-", " "))
    for made in entry.benchmarks:
        note(made.key, "numbers")
    letters = []
    for record in series.records:
        at, index = series.home.get(record.key, (None, None))
        letters.append(
            Letter(
                message=message_entry(record, context, series.parents.get(record.key), series.id),
                passages=record.passages,
                version=series.revisions[at].version if at is not None else None,
                patch=index,
                effects=tuple(effects.get(record.key, ())),
                robot=record.robot is not None or record.kind == "robot",
                flags=record.flags,
            )
        )
    return tuple(letters)


# -- finding one -------------------------------------------------------------------------------------------------------------

_ADDRESS_END = re.compile(r"/(?:raw|t\.mbox\.gz|t\.atom|[tT])?/?(?:#.*)?\Z")


def message_id(what: str) -> str:
    """A message-id out of itself, `<...>`, or the address of an archive's page."""
    what = what.strip()
    if "://" in what:
        what = urllib.parse.unquote(_ADDRESS_END.sub("", what).rpartition("/")[2])
    return what.strip("<>")


def named(made: Summary, what: str) -> bool:
    """Whether this is the series that WHAT names: a message-id, an archive URL, a series id, or words of the title."""
    entry = made.series
    if what == entry.id:
        return True
    wanted_id = message_id(what)
    if any(wanted_id in (letter.message.key, letter.message.message_id) for letter in made.letters):
        return True
    words = what.casefold().split()
    titles = " ".join(filter(None, (entry.title, *entry.former_titles))).casefold()
    return bool(words) and "@" not in what and all(word in titles for word in words)
