# SPDX-License-Identifier: GPL-2.0-or-later
"""Series -> Summary -> Row: the facts of one series, where its patches and its numbers meet.  Pure."""

import functools
import hashlib
import re
import urllib.parse
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime

import msgspec

from digest import mail, patch
from digest.model import (
    Address,
    BenchEntry,
    Benchmarks,
    Block,
    Comparison,
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
    Row,
    Series,
    SeriesEntry,
    StateEntry,
    Summary,
    Tag,
)

COUNTED = {"Acked-by": "A", "Reviewed-by": "R", "Tested-by": "T"}
"""The tags a board counts: people who looked at, stand behind, or ran a patch."""
_NUMBERS_SHOWN = 40


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


@functools.lru_cache(maxsize=4)
def _mailmap(text: str | None) -> mail.Mailmap:
    return mail.Mailmap(text or "")


def wanted(record: Record, context: Context) -> bool:
    """Whether a mail is to be shown: within --since and --until, and on no takedown list.  A mail without a date always is."""
    if record.key in context.takedown or (record.message_id is not None and record.message_id in context.takedown):
        return False
    if record.date is None:
        return True
    return not (context.since and record.date < context.since) and not (context.until and record.date >= context.until)


def person(address: Address, context: Context) -> Person:
    """A person as written there, with the id of the unified person."""
    return patch.unified(address, _mailmap(context.mailmap))


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


# -- numbers -----------------------------------------------------------------------------------------------------------------


def bench_entries(records: Sequence[Record], context: Context, versions: Mapping[str, int]) -> tuple[BenchEntry, ...]:
    """The numbers of some mails.  Quoted ones belong to the mail they quote: listed only where no mail at hand has them as its own."""
    entries = []
    seen = {block_print(block) for record in records if record.benchmarks for block in record.benchmarks.blocks}
    claims = {claim_print(made) for record in records if record.benchmarks for made in record.benchmarks.comparisons}
    told: set[tuple[object, ...]] = set()
    for record in records:
        if record.benchmarks is not None:
            own = _without(record.benchmarks, told) if "line-breaks" in record.lost else record.benchmarks
            if own.blocks or own.comparisons:
                entries.append(_entry(record, own, versions.get(record.key), person(record.author, context), quoted=False))
            told.update(block_print(block) for block in own.blocks)
            told.update(claim_print(made) for made in own.comparisons)
        if record.quoted_benchmarks is not None:
            blocks = tuple(block for block in record.quoted_benchmarks.blocks if block.metrics and block_print(block) not in seen)
            fresh = {(metric.line, metric.column) for block in blocks for metric in block.metrics}
            comparisons = tuple(
                made
                for made in record.quoted_benchmarks.comparisons
                if claim_print(made) not in claims and (made.before_at is None or made.before_at[:2] in fresh)
            )
            seen.update(block_print(block) for block in blocks)
            claims.update(claim_print(made) for made in comparisons)
            if blocks or comparisons:
                whose = person(Address(record.quoted_who), context)
                quoted = msgspec.structs.replace(record.quoted_benchmarks, blocks=blocks, comparisons=comparisons)
                entries.append(_entry(record, quoted, versions.get(record.key), whose, quoted=True))
    return tuple(entries)


def _without(found: Benchmarks, told: Collection[tuple[object, ...]]) -> Benchmarks:
    """Numbers less those that an earlier mail of the thread told.

    Where line breaks are lost, nothing says where a quote ends; the same figures in a later mail are the quote's.
    """
    return msgspec.structs.replace(
        found,
        blocks=tuple(block for block in found.blocks if block_print(block) not in told),
        comparisons=tuple(made for made in found.comparisons if claim_print(made) not in told),
    )


def block_print(block: Block) -> tuple[object, ...]:
    """What makes two blocks the same results: tool and the figures as written."""
    return (block.tool, tuple(sorted(metric.original for metric in block.metrics)), block.text)


def claim_print(made: Comparison) -> tuple[object, ...]:
    """What makes two comparisons the same."""
    return (made.metric, made.before, made.after, made.unit, made.claimed_percent)


def _entry(record: Record, found: Benchmarks, version: int | None, whose: Person, *, quoted: bool) -> BenchEntry:
    return BenchEntry(
        key=record.key,
        message_id=record.message_id,
        person=whose,
        version=version,
        setup=found.setup,
        missing_setup=found.missing_setup,
        blocks=found.blocks,
        comparisons=found.comparisons,
        quoted=quoted,
        date=record.date,
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
        change=posting.change,  # type: ignore[arg-type] - assemble writes the contract's words
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
        cover=revision.cover.key if revision.cover else revision.cover_id,
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
    )


def summarise(series: Series, context: Context) -> Summary:
    """All facts of one series.  Every statement keeps the evidence it was read from."""
    profile, mailmap = context.profile, _mailmap(context.mailmap)
    attribution = patch.attribute(series, profile, mailmap)
    versions = {key: series.revisions[at].version for key, (at, _) in series.home.items()}
    counts = [0] * len(series.revisions)
    for at, _ in series.home.values():
        counts[at] += 1
    benchmarks = bench_entries(series.records, context, versions)
    questions = patch.questions(series, mailmap)
    maintainers = patch.maintainers(series, context.maintainers, attribution, mailmap)
    owners = tuple(Address(one.name, one.email, one.masked) for area in maintainers for one in area.people) if maintainers else None
    state = patch.state(
        series, attribution, context.now, profile, announcements=context.announcements, maintainers=maintainers, mailmap=mailmap
    )
    state = _held_up(state, questions, claim_fails(benchmarks, series))
    entry = SeriesEntry(
        id=series.id,
        title=series.title,
        former_titles=series.former_titles,
        tree=series.tree,
        author=person(series.author, context),
        state=state,
        revisions=tuple(_revision(series, number, attribution, context, counts[number]) for number in range(len(series.revisions))),
        tags=attribution.cover,
        tests=patch.test_entries(series, mailmap),
        fix_statement=patch.fix_entry(series, profile),
        robots=patch.robots(series, profile, owners),
        questions=questions,
        maintainers=maintainers,
        findings=patch.check(series, profile, context.announcements, attribution),
        benchmarks=benchmarks,
        notes=_notes(series),
    )
    return Summary(
        series=entry,
        letters=_letters(series, entry, context),
        ranges=patch.range_diffs(series),
        problems=(),
    )


def _held_up(state: StateEntry, questions: Sequence[Question], claim: bool) -> StateEntry:  # noqa: FBT001 - one fact
    """A series that is open for review waits for its author while a person's question is open or a claim does not hold."""
    if state.group not in ("ready", "needs-ack", "needs-review"):
        return state
    asked = sum(question.answered == "no" and question.kind in ("question", "change-request") for question in questions)
    words = [f"{asked} remark{'s' * (asked > 1)} unanswered"] if asked else []
    words += ["a claim does not hold"] if claim else []
    if not words:
        return state
    return msgspec.structs.replace(state, waits_for="author", group="waiting-for-author", reason=" and ".join(words))


def claim_fails(benchmarks: Iterable[BenchEntry], series: Series) -> bool:
    """Whether a claim that the newest revision makes of its numbers does not hold."""
    newest = series.revisions[-1].version if series.revisions else None
    return any(made.claim_matches is False for entry in benchmarks if entry.version == newest for made in entry.comparisons)


def _notes(series: Series) -> tuple[str, ...]:
    return tuple(dict.fromkeys(f"{record.key}: {notice}" for record in series.records for notice in record.notices))


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


# -- rows --------------------------------------------------------------------------------------------------------------------


def order(made: Summary) -> tuple[bool, datetime, str]:
    """Series stand by their first posting's date, then id."""
    date = first_date(made.series)
    return date is None, date or datetime(1970, 1, 1, tzinfo=UTC), made.series.id


def first_date(entry: SeriesEntry) -> datetime | None:
    """The date of the first posting known."""
    return next((revision.date for revision in entry.revisions if revision.date), None)


def row(made: Summary) -> Row:
    """What lists need of a series."""
    entry = made.series
    latest = entry.revisions[-1] if entry.revisions else None
    patches = latest.patches if latest else ()
    counted: list[set[str]] = []
    people: dict[str, set[str]] = {letter: set() for letter in "ART"}
    for one in patches:
        letters = {COUNTED[tag.key] for tag in one.tags if tag.key in COUNTED and tag.status == "given" and tag.person.id != one.author.id}
        counted.append(letters)
        for tag in one.tags:
            if tag.key in COUNTED and tag.status == "given" and tag.person.id != one.author.id:
                people[COUNTED[tag.key]].add(tag.person.id)
    total = max(len(patches), latest.total or 0) if latest else 0
    dates = [letter.message.date for letter in made.letters if letter.message.date]
    numbers, verdict = _headline(entry)
    return Row(
        id=entry.id,
        title=entry.title,
        tree=entry.tree,
        version=latest.version if latest else 1,
        author=entry.author,
        state=entry.state.value,
        group=entry.state.group,
        reason=entry.state.reason,
        waits_for=entry.state.waits_for,
        first=first_date(entry),
        last=max(dates, default=None),
        waiting_since=entry.state.date or (latest.date if latest else None) or max(dates, default=None),
        patches=total,
        covered=sum(bool(letters) for letters in counted),
        acked=sum("A" in letters for letters in counted),
        reviewed=sum("R" in letters for letters in counted),
        tested=sum("T" in letters for letters in counted),
        coverage=tuple(bool(letters) for letters in counted) + (False,) * (total - len(counted)),
        maintainers_acked=_acked(entry),
        tested_on="; ".join(dict.fromkeys(test.hardware for test in entry.tests if test.hardware))[:120] or None,
        numbers=numbers,
        numbers_verdict=verdict,
        claim_fails=any(
            made.claim_matches is False
            for bench_entry in entry.benchmarks
            if latest and bench_entry.version == latest.version
            for made in bench_entry.comparisons
        ),
        questions_open=sum(question.answered == "no" for question in entry.questions),
        robots=_robots(entry),
        months=tuple(sorted({f"{revision.date:%Y-%m}" for revision in entry.revisions if revision.date})),
        postings=tuple(
            (hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:12], revision.version)
            for revision in entry.revisions
            for key in dict.fromkeys(filter(None, (revision.cover, *(one.key for one in revision.patches))))
        ),
        areas=tuple(dict.fromkeys(_areas(entry)))[:20],
        people=_people(entry),
        tools=tuple(dict.fromkeys(block.tool for found in entry.benchmarks for block in found.blocks if block.metrics)),
        message_id=latest.first if latest else None,
        findings=tuple(dict.fromkeys(finding.code for finding in entry.findings)),
        people_counts=(len(people["A"]), len(people["R"]), len(people["T"])),
        messages=len(made.letters),
        metrics=_metrics(entry),
    )


def _acked(entry: SeriesEntry) -> bool | None:
    if entry.maintainers is None or any(one.acked is None for one in entry.maintainers):
        return None
    return all(one.acked for one in entry.maintainers)


def _robots(entry: SeriesEntry) -> tuple[str, ...]:
    words = []
    for robot in entry.robots:
        failed = robot.says in ("build-failed", "test-failed")
        mark = "✗ " if failed else ""
        words.append(f"{mark}{robot.robot} {robot.says.replace('-', ' ')}{'' if robot.verified else ' (unverified)'}")
    return tuple(dict.fromkeys(words))


def _areas(entry: SeriesEntry) -> Iterable[str]:
    """MAINTAINERS sections where known, else the folders of the touched files (at most four levels)."""
    if entry.maintainers:
        yield from (one.section for one in entry.maintainers)
        return
    for file in entry.revisions[-1].files if entry.revisions else ():
        folder = "/".join(file.path.split("/")[:-1][:5])
        if folder:
            yield folder


def _people(entry: SeriesEntry) -> tuple[tuple[str, str, str], ...]:
    """Everybody who took part: (id, name, what they did), the author first."""
    found: dict[str, tuple[str, str]] = {entry.author.id: (entry.author.name or entry.author.email or "", "author")}
    latest = entry.revisions[-1].patches if entry.revisions else ()
    for tag in (*entry.tags, *(tag for one in latest for tag in one.tags)):
        if tag.key in COUNTED or tag.key == "Nacked-by":
            found.setdefault(tag.person.id, (tag.person.name or tag.person.email or "", tag.key))
    for question in entry.questions:
        if question.kind != "robot":
            found.setdefault(question.person.id, (question.person.name or question.person.email or "", "review"))
    for test in entry.tests:
        found.setdefault(test.person.id, (test.person.name or test.person.email or "", "test"))
    return tuple((ident, name, did) for ident, (name, did) in found.items())


def _newest(entry: SeriesEntry) -> list[Comparison]:
    """Comparisons of the newest revision that has any; the author's first."""
    for revision in reversed(entry.revisions):
        found = [one for one in entry.benchmarks if one.version == revision.version and one.comparisons]
        if found:
            found.sort(key=lambda one: one.person.id != entry.author.id)
            return [made for one in found for made in one.comparisons]
    return [made for one in entry.benchmarks for made in one.comparisons]


def _headline(entry: SeriesEntry) -> tuple[str | None, str | None]:
    """The number a board shows: the primary comparison furthest from zero, and its verdict; a range where there are several."""
    found = [made for made in _newest(entry) if made.delta_percent is not None and made.primary]
    if not found:
        return None, None
    low = min(found, key=lambda made: made.delta_percent or 0.0)
    high = max(found, key=lambda made: made.delta_percent or 0.0)
    top = max(found, key=lambda made: abs(made.delta_percent or 0.0))
    verdicts = {made.verdict for made in found if made.verdict != "no-clear-difference"}
    verdict = verdicts.pop() if len(verdicts) == 1 else top.verdict if not verdicts else "unknown"
    if len(found) == 1 or low.delta_percent == high.delta_percent:
        return _signed(high.delta_percent or 0.0), verdict
    return f"{_signed(low.delta_percent or 0.0)} to {_signed(high.delta_percent or 0.0)}", verdict


def _signed(percent: float) -> str:
    number = f"{abs(percent):,.1f}"
    sign = "" if number == "0.0" else "+" if percent > 0 else "\N{MINUS SIGN}"
    return f"{sign}{number}\N{NO-BREAK SPACE}%"


def _metrics(entry: SeriesEntry) -> tuple[tuple[str, str, str, float | None, str], ...]:
    """(tool, what was measured, unit, change in per cent, verdict) of the newest comparisons."""
    tools: dict[tuple[int, int, str], str] = {}
    for one in entry.benchmarks:
        for block in one.blocks:
            for metric in block.metrics:
                tools[metric.line, metric.column, one.key] = block.tool
    lines = []
    for one in entry.benchmarks:
        if entry.revisions and one.version not in (entry.revisions[-1].version, None):
            continue
        for made in one.comparisons:
            if made.delta_percent is None or not made.primary:
                continue
            at = made.before_at or made.after_at
            tool = tools.get((at[0], at[1], one.key), "unknown") if at else "unknown"
            where = ", ".join(f"{key} {value}" for key, value in made.params.items())
            lines.append((tool, " ".join(filter(None, (made.metric or "", where))), made.unit or "", made.delta_percent, made.verdict))
    return tuple(lines[:_NUMBERS_SHOWN])


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
