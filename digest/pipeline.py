# SPDX-License-Identifier: GPL-2.0-or-later
"""Calls each room once, in order.

Two pure maps run on any `concurrent.futures.Executor`: `read_shard` (bytes of an archive -> packed Records) and `digest_batch`
(packed Records of some components -> Summaries, rows and rendered files).  Bodies do not travel and workers never open the store;
the parent alone writes store and files.  What comes out depends on content only, never on the number of workers or on order.
"""

import hashlib
import os
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from digest import archive, mail, patch, publish, reading, summary
from digest.errors import InputError, UsageError
from digest.executor import Pool
from digest.explain import explain as explained
from digest.model import BenchEntry, Copy, Finding, Message, MessageEntry, Problem, ProblemEntry, Profile, Record, Row, SeriesEntry, Summary
from digest.store import Packed, Published, Store, Trouble
from digest.summary import Context

SCHEMA = "netdev-digest/1"
BATCH_BYTES = 1 << 19
"""Packed bytes of one task of the second map: some tenths of a second of work."""
PROBLEMS_SHOWN = 200

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_RECORD = msgspec.msgpack.Decoder(Record)
_SHARD = msgspec.msgpack.Decoder(tuple[list[Packed], list[Trouble]])


class Progress:
    """Told how long work goes on; the command line shows it."""

    def step(self, name: str, done: int, total: int | None, note: str = "") -> None:
        """`done` of `total` units of a named step (None: the total is not known yet)."""

    def warn(self, text: str) -> None:
        """Something the user should know that stops nothing."""


class Choice(msgspec.Struct, frozen=True):
    """Which archives to read and how: what the options shared by all commands say."""

    archives: tuple[str, ...]
    format: str | None = None
    jobs: int = 1
    executor: str = "process"


class Outcome(msgspec.Struct, frozen=True):
    """What a build did: messages shown, duplicates, unreadable, left out, series; files written and removed; problems."""

    messages: int
    duplicates: int
    unreadable: int
    left_out: int
    series: int
    written: int
    removed: int
    problems: int


class Digest(msgspec.Struct, frozen=True):
    """Everything that `show --json` prints, in its order."""

    counts: dict[str, int]
    messages: tuple[MessageEntry, ...]
    summaries: tuple[Summary, ...]
    other_benchmarks: tuple[BenchEntry, ...]
    problems: tuple[ProblemEntry, ...]


class Made(msgspec.Struct, frozen=True, array_like=True):
    """One component through the second map: what the store keeps of it, and its files."""

    comp: int
    published: Published
    files: tuple[publish.File, ...]


# -- the first map: an archive's shard -> packed Records ---------------------------------------------------------------------


def _tie(word: str) -> int:
    return int.from_bytes(hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little", signed=True)


def _pack(record: Record) -> Packed:
    words = {"m:" + record.key, *("m:" + parent for parent in record.parents[:50]), *patch.lineage_keys(record)}
    if record.message_id is not None:
        words.add("m:" + record.message_id)
    # a copy without message-id finds the fuller copy of the same mail by who wrote under which subject
    words.add(f"w:{(record.author.name or '').casefold()}|{record.subject.title.casefold()}")
    return Packed(
        tuple(sorted({_tie(word) for word in words})),
        int(record.date.timestamp()) if record.date else None,
        int(record.kind == "announcement"),
        zlib.compress(msgspec.msgpack.encode(record), 1),
    )


def read_shard(shard: archive.Shard, profile: Profile) -> bytes:
    """Read one shard of an archive: MessagePack of (list of Packed, list of Trouble)."""
    packed: list[Packed] = []
    troubles: list[Trouble] = []
    for item in archive.read(shard):
        if isinstance(item, Message):
            packed.append(_pack(reading.read(item, profile)))
        else:
            troubles.append(Trouble(item.copy.at, item.text, item.key, item.size, item.unreadable))
    return msgspec.msgpack.encode((packed, troubles))


def _print(*values: object) -> str:
    return hashlib.sha256(msgspec.msgpack.encode(values)).hexdigest()[:16]


def ingest(store: Store, choice: Choice, profile: Profile, pool: Pool, progress: Progress) -> set[int]:
    """Read what is new in the archives into the store; the ids of the sources given.

    Each shard is kept when it was read, so that an interrupted reading goes on where it was.
    """
    sources: set[int] = set()
    grammar = _print(reading.READER, profile)
    stale = store.meta("grammar") != grammar
    if stale:
        store.begin()
        for source in store.all_sources():
            store.forget(source)
            store.advance(source, b"")
        store.set_meta("grammar", grammar)
        store.commit()
    todo: list[tuple[int, bytes, archive.Shard]] = []
    ends: dict[int, bytes] = {}
    for name in sorted(set(choice.archives)):
        if _is_store(name):
            sources |= store.take_over(Path(name))
            continue
        known_parts = set(store.parts(archive.shown(name)))
        for part in _parts(name, choice.format):
            known_parts.discard(part.name)
            source = store.source(archive.shown(name), part.name)
            sources.add(source)
            known = store.cursor(archive.shown(name), part.name) or None
            scan = archive.scan(part, archive=name, known=known)
            if scan.cursor == known and not scan.shards and not scan.problems:
                continue
            store.begin()
            done = store.done(source)
            shards = _marked(source, scan)
            if not scan.fresh and not done <= {mark for _, mark, _ in shards}:
                # a reading was cut short and the archive went on since: what was kept cannot be told from what was not
                scan = archive.scan(part, archive=name)
                shards = _marked(source, scan)
            if not done or not done <= {mark for _, mark, _ in shards}:
                if scan.fresh or done:
                    store.forget(source)
                    done = set()
                store.add(source, [_trouble(problem) for problem in scan.problems])
            store.commit()
            todo.extend(entry for entry in shards if entry[1] not in done)
            ends[source] = scan.cursor
        for part_name in sorted(known_parts):
            store.begin()
            gone = store.source(archive.shown(name), part_name)
            store.forget(gone)
            store.drop_source(gone)
            store.commit()
    _read(store, todo, ends, profile, pool, progress)
    store.begin()
    store.join()
    store.commit()
    return sources


def _marked(source: int, scan: archive.Scan) -> list[tuple[int, bytes, archive.Shard]]:
    return [(source, hashlib.blake2b(msgspec.msgpack.encode(shard), digest_size=8).digest(), shard) for shard in scan.shards]


def _parts(name: str, kind: str | None) -> tuple[archive.Part, ...]:
    """What is to be read of one archive.  One that is not there is a usage error; one that cannot be read is a problem to be shown."""
    try:
        return archive.parts(name, format=kind)
    except InputError as error:
        if name != "-" and not os.path.lexists(name):
            raise UsageError(str(error)) from error
        problem = Problem(Copy(archive.shown(name), ""), str(error), unreadable=False)
        return (archive.Part("", "", name, problems=(problem,)),)


def _trouble(problem: Problem) -> Trouble:
    return Trouble(problem.copy.at, problem.text, problem.key, problem.size, problem.unreadable)


def _read(
    store: Store, todo: list[tuple[int, bytes, archive.Shard]], ends: dict[int, bytes], profile: Profile, pool: Pool, progress: Progress
) -> None:
    total, read = sum(shard.size for _, _, shard in todo), 0
    left: dict[int, int] = dict.fromkeys(ends, 0)
    for source, _, _ in todo:
        left[source] += 1
    store.begin()
    for source, cursor in ends.items():
        if not left[source]:
            store.advance(source, cursor)
    store.commit()
    answers = pool.map(read_shard, ((shard, profile) for _, _, shard in todo))
    for (source, mark, shard), answer in zip(todo, answers, strict=True):
        packed, troubles = _SHARD.decode(answer)
        store.begin()
        store.add(source, [*packed, *troubles], mark)
        left[source] -= 1
        if not left[source]:
            store.advance(source, ends[source])
        store.commit()
        read += shard.size
        progress.step("reading", read, total, f"{read >> 20} of {total >> 20} MiB")


def _is_store(name: str) -> bool:
    try:
        with Path(name).open("rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except OSError:
        return False


# -- the second map: the Records of some components -> Summaries, rows, files ------------------------------------------------


def facts(blobs: Iterable[bytes], context: Context) -> tuple[list[Summary], list[MessageEntry], list[BenchEntry], tuple[int, int, int]]:
    """Summaries of one component; mails and numbers of no series; counts (messages, duplicates, left out)."""
    records = [_RECORD.decode(zlib.decompress(blob)) for blob in blobs]
    merged = mail.merge(records)
    kept = patch.corrected((record for record in merged if summary.wanted(record, context)), context.corrections)
    threads = mail.threads(kept)
    series = patch.assemble(tuple(threads), context.profile)
    summaries = [summary.summarise(one, context) for one in series]
    owned = {letter.message.key for one in summaries for letter in one.letters}
    others = []
    numbers = []
    for thread in threads:
        for record in thread.items:
            if record.key not in owned:
                others.append(summary.message_entry(record, context, thread.parents.get(record.key), None))
                numbers.extend(summary.bench_entries([record], context, {}))
    return summaries, others, numbers, (len(kept), len(records) - len(merged), len(merged) - len(kept))


def digest_batch(batch: tuple[tuple[int, tuple[bytes, ...]], ...], context: Context, site: publish.Site) -> bytes:
    """Components (number, packed Records) through to rendered files: MessagePack of `list[Made]`."""
    made = []
    for comp, blobs in batch:
        summaries, _, _, counts = facts(blobs, context)
        files = tuple(file for one in summaries for file in publish.render(one, site))
        rows = tuple(summary.row(one) for one in summaries)
        made.append(
            Made(
                comp,
                Published(
                    (*counts, len(summaries)),
                    tuple(file.path for file in files),
                    rows,
                    tuple(publish.places(row) for row in rows),
                    all(row.group == "done" for row in rows),
                ),
                files,
            )
        )
    return msgspec.msgpack.encode(made)


_MADE = msgspec.msgpack.Decoder(list[Made])


def _batches(store: Store, comps: list[int], sources: set[int]) -> Iterator[tuple[tuple[int, tuple[bytes, ...]], ...]]:
    batch: list[tuple[int, tuple[bytes, ...]]] = []
    size = 0
    for comp in comps:
        blobs = tuple(store.blobs(comp, sources))
        batch.append((comp, blobs))
        size += sum(map(len, blobs)) + 200
        if size >= BATCH_BYTES:
            yield tuple(batch)
            batch, size = [], 0
    if batch:
        yield tuple(batch)


def with_announcements(context: Context, store: Store, sources: set[int]) -> Context:
    """The context with what the archive's own mails announce of trees (closed, open)."""
    records = [_RECORD.decode(zlib.decompress(blob)) for blob in store.notices(sources)]
    found = (patch.announcement(record, context.profile) for record in mail.merge(records))
    return msgspec.structs.replace(context, announcements=tuple(filter(None, found)))


def build(choice: Choice, context: Context, site: publish.Site, root: Path, store_path: Path, progress: Progress) -> Outcome:
    """The main job: read what is new, render what changed, write it, and only then the lists that link it.

    InputError, UsageError and OutputError where the environment fails; the site then stays as it was.
    """
    with Store(store_path) as store, Pool(choice.executor, choice.jobs, progress.warn) as pool:
        sources = ingest(store, choice, context.profile, pool, progress)
        context = with_announcements(context, store, sources)
        timeless = msgspec.structs.replace(context, now=_EPOCH)
        shape = _print(timeless, msgspec.structs.replace(site, now=_EPOCH), sorted(sources), reading.READER, publish.look(site))
        stamp = context.now.isoformat()
        everything = store.meta("shape") != shape or (store.meta("now") or stamp) > stamp or not (root / "manifest.json").is_file()
        store.begin()
        if everything:
            store.soil(unsettled_only=False)
        elif store.meta("now") != stamp:
            store.soil(unsettled_only=True)
        store.commit()
        all_lists = everything or store.meta("now") != stamp or store.meta("lists") != "done"
        dirty = store.dirty()
        if not dirty and not all_lists:
            return _outcome(store, sources, 0, 0)
        store.set_meta("lists", "pending")
        store.set_meta("shape", shape)
        store.set_meta("now", stamp)
        with publish.Folder(root) as folder:
            touched: set[str] = set()
            gone: set[str] = set()
            done = 0
            answers = pool.map(digest_batch, ((batch, context, site) for batch in _batches(store, dirty, sources)))
            for answer in answers:
                batch = _MADE.decode(answer)
                for made in batch:
                    folder.write(made.files)
                # on disk before the store believes it: a kill between the two only makes the next build write the same again
                folder.flush()
                store.begin()
                for made in batch:
                    touched |= store.lists_of(made.comp)
                    gone |= store.publish(made.comp, made.published)
                    touched.update(name for lists in made.published.lists for name in lists)
                store.commit()
                done += len(batch)
                progress.step("writing", done, len(dirty))
            account = _account(store, sources, choice)
            only = None if all_lists else frozenset(touched)
            before = store.list_files(only)
            written = []
            for file in publish.lists(store, site, account, only):
                folder.write((file,))
                written.append(file.path)
            folder.flush()
            old = before.difference(written)
            store.begin()
            store.set_list_files(written, old)
            leaving = store.unclaimed(gone | old)
            store.commit()
            folder.remove(leaving)
            folder.finish(publish.manifest(account, site))
            store.set_meta("lists", "done")
            return _outcome(store, sources, folder.written, folder.removed)


def _account(store: Store, sources: set[int], choice: Choice) -> publish.Account:
    messages, duplicates, left_out, series = store.counts()
    shown: list[ProblemEntry] = []
    total = unreadable = 0
    for name, trouble in store.problems(sources):
        total += 1
        unreadable += trouble.unreadable
        if len(shown) < PROBLEMS_SHOWN:
            shown.append(ProblemEntry(name, trouble.key, trouble.at, trouble.text))
    return publish.Account(
        messages=messages,
        duplicates=duplicates,
        unreadable=unreadable,
        left_out=left_out,
        series=series,
        archives=tuple(sorted({archive.shown(name) for name in choice.archives})),
        problems=tuple(shown),
        problems_total=total,
    )


def _outcome(store: Store, sources: set[int], written: int, removed: int) -> Outcome:
    messages, duplicates, left_out, series = store.counts()
    troubles = [trouble for _, trouble in store.problems(sources)]
    unreadable = sum(trouble.unreadable for trouble in troubles)
    return Outcome(messages, duplicates, unreadable, left_out, series, written, removed, len(troubles))


# -- without a site ----------------------------------------------------------------------------------------------------------


def show(choice: Choice, context: Context, store_path: Path | None, progress: Progress, what: str | None) -> Digest:
    """Everything known of the archives (or, for `what`, of the series it names), in memory."""
    with Store(store_path) as store, Pool(choice.executor, choice.jobs, progress.warn) as pool:
        sources = ingest(store, choice, context.profile, pool, progress)
        context = with_announcements(context, store, sources)
        summaries: list[Summary] = []
        messages: list[MessageEntry] = []
        numbers: list[BenchEntry] = []
        totals = [0, 0, 0]
        for comp in store.components():
            blobs = store.blobs(comp, sources)
            if not blobs:
                continue
            found, others, figures, counts = facts(blobs, context)
            summaries += found
            messages += others
            numbers += figures
            totals = [total + count for total, count in zip(totals, counts, strict=True)]
        troubles = list(store.problems(sources))
    summaries.sort(key=summary.order)
    messages += [letter.message for one in summaries for letter in one.letters]
    messages.sort(key=lambda entry: (entry.date is None, entry.date, entry.key))
    numbers.sort(key=lambda entry: entry.key)
    counts = {
        "messages": totals[0],
        "duplicates": totals[1],
        "unreadable": sum(trouble.unreadable for _, trouble in troubles),
        "left_out": totals[2],
        "series": len(summaries),
    }
    problems = tuple(ProblemEntry(name, trouble.key, trouble.at, trouble.text) for name, trouble in troubles)
    if what is not None:
        summaries = [one for one in summaries if summary.named(one, what)]
        keys = {letter.message.key for one in summaries for letter in one.letters}
        messages = [entry for entry in messages if entry.key in keys]
    return Digest(counts, tuple(messages), tuple(summaries), tuple(numbers) if what is None else (), problems)


def document(found: Digest, context: Context, version: str) -> dict[str, object]:
    """The document of `show --json`."""
    return {
        "schema": SCHEMA,
        "generated": {"version": version, "now": context.now},
        "counts": found.counts,
        "messages": found.messages,
        "series": [one.series for one in found.summaries],
        "other_benchmarks": found.other_benchmarks,
        "problems": found.problems,
    }


def board_document(listed: list[Row], now: datetime) -> dict[str, object]:
    """The document of `board --json`: groups in the order of the decisions they need, longest waiting first."""
    groups = []
    for group, (_, reason) in publish.GROUPS.items():
        members = sorted((row for row in listed if row.group == group), key=lambda row: (row.waiting_since or _EPOCH, row.id))
        if members:
            groups.append({"group": group, "reason": reason, "rows": [_board_row(row, now) for row in members]})
    return {"schema": SCHEMA, "groups": groups}


def _board_row(row: Row, now: datetime) -> dict[str, object]:
    return {
        "id": row.id,
        "title": row.title,
        "tree": row.tree,
        "version": row.version,
        "author": row.author,
        "age_days": max(0, (now - row.waiting_since).days) if row.waiting_since else None,
        "coverage": {
            "patches": row.patches,
            "covered": row.covered,
            "acked": row.acked,
            "reviewed": row.reviewed,
            "tested": row.tested,
        },
        "maintainers_acked": row.maintainers_acked,
        "tested_on": row.tested_on,
        "numbers": row.numbers,
        "numbers_verdict": row.numbers_verdict,
        "questions_open": row.questions_open,
        "robots": row.robots,
        "state": row.state,
        "reason": row.reason,
        "waits_for": row.waits_for,
    }


def findings_document(found: list[tuple[SeriesEntry, Finding]]) -> dict[str, object]:
    """The document of `check --json`: each finding with its series."""
    return {
        "schema": SCHEMA,
        "findings": [{"series": entry.id, "title": entry.title, **msgspec.to_builtins(finding)} for entry, finding in found],
    }


def rows(found: Digest, *, tree: str | None = None, mine: str | None = None) -> list[Row]:
    """List rows of what was found, of one tree or one author alone where asked."""
    made = [summary.row(one) for one in found.summaries]
    if tree is not None:
        made = [row for row in made if row.tree == tree]
    if mine is not None:
        made = [row for row in made if (row.author.email or "").casefold() == mine.casefold()]
    return made


def explain(choice: Choice, context: Context, store_path: Path | None, progress: Progress, what: str) -> dict[str, object]:
    """Every decision about one mail (a message-id, with or without <>, or its archive URL) and the rule behind it."""
    wanted = summary.message_id(what)
    with Store(store_path) as store, Pool(choice.executor, choice.jobs, progress.warn) as pool:
        sources = ingest(store, choice, context.profile, pool, progress)
        context = with_announcements(context, store, sources)
        for comp in store.components():
            records = [_RECORD.decode(zlib.decompress(blob)) for blob in store.blobs(comp, sources)]
            for record in mail.merge(records):
                if wanted in (record.key, record.message_id):
                    summaries, _, _, _ = facts(store.blobs(comp, sources), context)
                    return msgspec.to_builtins(explained(record, summaries, context), builtin_types=(datetime,))  # type: ignore[no-any-return]
    raise UsageError(f"no mail {what!r} in these archives")


def body_of(data: bytes, *, plain: bool) -> str:
    """The text that `bench` reads: the decoded body where the input is one mail, else the input as it is."""
    if not plain:
        with tempfile.NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            found = [part for part in archive.parts(file.name) if part.format in ("mbox", "eml")]
            shards = [shard for part in found for shard in archive.scan(part, archive="-").shards]
            bodies = [item.body for shard in shards for item in archive.read(shard) if isinstance(item, Message)]
        if len(bodies) == 1:
            return bodies[0]
    return data.decode("utf-8", "replace")
