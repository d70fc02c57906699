# SPDX-License-Identifier: GPL-2.0-or-later
"""Calls each room once, in order.

Two pure maps run on any `concurrent.futures.Executor`: `read_shard` (bytes of an archive -> packed Records) and `digest_batch`
(packed Records of some components -> Summaries, rows and rendered files).  Bodies do not travel and workers never open the store;
the parent alone writes store and files.  What comes out depends on content only, never on the number of workers or on order.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from digest import archive, listing, mail, patch, publish, reading, summary, takedown
from digest.bonds import Bonds, bonds
from digest.document import Digest
from digest.errors import InputError, UsageError
from digest.executor import Pool
from digest.explain import explain as explained
from digest.ingest import Choice, Progress, fingerprint, ingest, unpacked
from digest.making import Task, digest_batch, facts, joined, made_of, parted
from digest.model import BenchEntry, Message, MessageEntry, ProblemEntry, Row, Summary
from digest.store import Published, Store
from digest.summary import Context

BATCH_BYTES = 1 << 18
"""Packed bytes of one task of the second map: some tenths of a second of work."""
PROBLEMS_SHOWN = 200

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


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
    newest: datetime | None = None


def _batches(store: Store, comps: list[int], sources: set[int], bound: Bonds) -> Iterator[tuple[Task, ...]]:
    batch: list[Task] = []
    size = 0
    for comp in comps:
        for task in parted(comp, tuple(blob for one in bound.leads(comp) for blob in store.blobs(one, sources))):
            batch.append(task)
            size += task.size
            if size >= BATCH_BYTES:
                yield tuple(batch)
                batch, size = [], 0
    if batch:
        yield tuple(batch)


def with_announcements(context: Context, store: Store, sources: set[int]) -> Context:
    """The context with what the archive's own mails announce of trees (closed, open)."""
    records = [unpacked(blob) for blob in store.notices(sources)]
    found = (patch.announcement(record, context.profile) for record in mail.merge(records))
    return msgspec.structs.replace(context, announcements=tuple(filter(None, found)))


def build(choice: Choice, context: Context, site: publish.Site, root: Path, store_path: Path, progress: Progress) -> Outcome:
    """The main job: read what is new, render what changed, write it, and only then the lists that link it.

    InputError, UsageError and OutputError where the environment fails; the site then stays as it was.
    """
    with Store(store_path) as store, Pool(choice.executor, choice.jobs, progress.warn) as pool:
        sources = ingest(store, choice, context.profile, pool, progress, context.takedown)
        look = publish.look(site)
        asked = fingerprint(context, site, sorted(sources), reading.READER, look)
        if store.meta("asked") == asked and store.meta("lists") == "done" and not store.dirty() and (root / "manifest.json").is_file():
            return _outcome(store, sources, 0, 0)  # nothing is new: no room is loaded for it
        context = with_announcements(context, store, sources)
        timeless = msgspec.structs.replace(context, now=_EPOCH)
        shape = fingerprint(timeless, msgspec.structs.replace(site, now=_EPOCH), sorted(sources), reading.READER, look)
        stamp = context.now.isoformat()
        everything = store.meta("shape") != shape or (store.meta("now") or stamp) > stamp or not (root / "manifest.json").is_file()
        store.begin()
        if everything:
            store.soil(unsettled_only=False)
        elif store.meta("now") != stamp:
            store.soil(unsettled_only=True)
        store.commit()
        all_lists = everything or store.meta("now") != stamp or store.meta("lists") != "done"
        bound = _bonds(store, context, sources, progress)
        dirty = bound.spread(store.dirty())
        if not dirty and not all_lists:
            store.set_meta("asked", asked)
            return _outcome(store, sources, 0, 0)
        with publish.Folder(root) as folder:
            store.begin()
            if store.meta("shape") is None:
                store.adopt(folder.pages())
            store.set_meta("lists", "pending")
            store.set_meta("shape", shape)
            store.set_meta("now", stamp)
            store.set_meta("asked", asked)
            # the index is of all pages: it holds as long as none of them changes
            indexed = site.search and store.meta("index") == "done" and (root / "pagefind").is_dir()
            store.set_meta("index", "due")
            store.commit()
            touched: set[str] = set()
            done = 0
            parts: list[Published] = []
            answers = pool.map(digest_batch, ((batch, context, site) for batch in _batches(store, dirty, sources, bound)))
            for answer in answers:
                batch = made_of(answer)
                for made in batch:
                    indexed = not folder.write(made.files) and indexed
                # on disk before the store believes it: a kill between the two only makes the next build write the same again
                folder.flush()
                store.begin()
                for made in batch:
                    parts.append(made.published)
                    if not made.whole:
                        continue
                    whole = joined(parts) if len(parts) > 1 else parts[0]
                    parts = []
                    touched |= store.lists_of(made.comp)
                    store.publish(made.comp, whole)
                    touched.update(name for lists in whole.lists for name in lists)
                    done += 1
                store.commit()
                progress.step("writing", done, len(dirty))
                del answer, batch, made  # what is on disk need not be held while the next is made
            account = _account(store, sources, choice, len(context.takedown), bound)
            only = None if all_lists else frozenset(touched)
            before = {path for path in store.list_files(only) if not (site.search and path.startswith("pagefind/"))}
            written = []
            for file in publish.lists(store, site, account, only):
                folder.write((file,))
                written.append(file.path)
            folder.flush()
            store.begin()
            store.set_list_files(written, before.difference(written))
            store.commit()
            leaving = [path for path in store.leaving() if not path.startswith("pagefind/")]
            folder.remove(leaving)
            if site.search and not (indexed and not any(path.startswith("s/") for path in leaving)):
                _index(folder, store, site)
            folder.remove(store.leaving())
            store.left()
            folder.finish(publish.manifest(account, site))
            store.set_meta("index", "done" if site.search else "due")
            store.set_meta("lists", "done")
            return _outcome(store, sources, folder.written, folder.removed)


def _index(folder: publish.Folder, store: Store, site: publish.Site) -> None:
    """The search index, over the pages as they now are.  Its files are named by their content: those of the one before go."""
    before = {path for path in store.list_files(None) if path.startswith("pagefind/")}
    written = []
    for file in publish.search_index(folder.path, site):
        folder.write((file,))
        written.append(file.path)
    folder.flush()
    store.begin()
    store.set_list_files(written, before.difference(written))
    store.commit()


def _account(store: Store, sources: set[int], choice: Choice, taken: int, bound: Bonds) -> publish.Account:
    messages, duplicates, left_out, series = store.counts()
    shown = list(_unmet(bound)[:PROBLEMS_SHOWN])
    total, unreadable = len(bound.unmet), 0
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
        taken_down=taken,
    )


def _bonds(store: Store, context: Context, sources: set[int], progress: Progress) -> Bonds:
    """What the corrections tie together; the user is warned of those that change nothing."""
    bound = bonds(store, context.corrections, sources)
    for entry in _unmet(bound):
        progress.warn(f"{entry.archive}: {entry.text}")
    return bound


def _unmet(bound: Bonds) -> tuple[ProblemEntry, ...]:
    """Corrections that changed nothing, for their mail is in no archive given."""
    return tuple(ProblemEntry("corrections", key, "", f"{key}: no such mail in these archives; not corrected") for key in bound.unmet)


def _outcome(store: Store, sources: set[int], written: int, removed: int) -> Outcome:
    messages, duplicates, left_out, series = store.counts()
    troubles = [trouble for _, trouble in store.problems(sources)]
    unreadable = sum(trouble.unreadable for trouble in troubles)
    newest = store.newest()
    date = datetime.fromtimestamp(newest, UTC) if newest is not None else None
    return Outcome(messages, duplicates, unreadable, left_out, series, written, removed, len(troubles), date)


# -- without a site ----------------------------------------------------------------------------------------------------------


def show(choice: Choice, context: Context, store_path: Path | None, progress: Progress, what: str | None) -> Digest:
    """Everything known of the archives (or, for `what`, of the series it names), in memory."""
    with Store(store_path) as store, Pool(choice.executor, choice.jobs, progress.warn) as pool:
        sources = ingest(store, choice, context.profile, pool, progress, context.takedown)
        context = with_announcements(context, store, sources)
        summaries: list[Summary] = []
        messages: list[MessageEntry] = []
        numbers: list[BenchEntry] = []
        totals = [0, 0, 0]
        bound = _bonds(store, context, sources, progress)
        for comp in store.components():
            blobs = [blob for one in bound.leads(comp) for blob in store.blobs(one, sources)]
            if not blobs:
                continue
            found, others, figures, counts = facts(blobs, context)
            summaries += found
            messages += others
            numbers += figures
            totals = [total + count for total, count in zip(totals, counts, strict=True)]
        troubles = list(store.problems(sources))
    summaries.sort(key=listing.order)
    messages += [letter.message for one in summaries for letter in one.letters]
    messages.sort(key=lambda entry: (entry.date is None, entry.date, entry.key))
    numbers.sort(key=lambda entry: entry.key)
    account = {
        "messages": totals[0],
        "duplicates": totals[1],
        "unreadable": sum(trouble.unreadable for _, trouble in troubles),
        "left_out": totals[2],
        "series": len(summaries),
    }
    problems = (*_unmet(bound), *(ProblemEntry(name, trouble.key, trouble.at, trouble.text) for name, trouble in troubles))
    if what is not None:
        summaries = [one for one in summaries if summary.named(one, what)]
        keys = {letter.message.key for one in summaries for letter in one.letters}
        messages = [entry for entry in messages if entry.key in keys]
    return Digest(account, tuple(messages), tuple(summaries), tuple(numbers) if what is None else (), problems)


def rows(found: Digest, *, tree: str | None = None, mine: str | None = None) -> list[Row]:
    """List rows of what was found, of one tree or one author alone where asked."""
    made = [listing.row(one) for one in found.summaries]
    if tree is not None:
        made = [row for row in made if row.tree == tree]
    if mine is not None:
        made = [row for row in made if (row.author.email or "").casefold() == mine.casefold()]
    return made


def explain(choice: Choice, context: Context, store_path: Path | None, progress: Progress, what: str) -> dict[str, object]:
    """Every decision about one mail (a message-id, with or without <>, or its archive URL) and the rule behind it."""
    wanted = summary.message_id(what)
    with Store(store_path) as store, Pool(choice.executor, choice.jobs, progress.warn) as pool:
        sources = ingest(store, choice, context.profile, pool, progress, context.takedown)
        context = with_announcements(context, store, sources)
        bound = _bonds(store, context, sources, progress)
        for comp in store.components():
            blobs = [blob for one in bound.leads(comp) for blob in store.blobs(one, sources)]
            records = [unpacked(blob) for blob in blobs]
            for record in takedown.silenced(mail.merge(records), context.takedown):
                if wanted in (record.key, record.message_id):
                    summaries, _, _, _ = facts(blobs, context)
                    return msgspec.to_builtins(explained(record, summaries, context), builtin_types=(datetime,))  # type: ignore[no-any-return]
    raise UsageError(f"no mail {what!r} in these archives")


def body_of(data: bytes, *, plain: bool) -> str:
    """The text that `bench` reads: the decoded body where the input is one mail, else the input as it is."""
    if not plain:
        with tempfile.NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            try:
                found = [part for part in archive.parts(file.name) if part.format in ("mbox", "eml")]
            except InputError:
                found = []
            shards = [shard for part in found for shard in archive.scan(part, archive="-").shards]
            bodies = [item.body for shard in shards for item in archive.read(shard) if isinstance(item, Message)]
        if len(bodies) == 1:
            return bodies[0]
    return data.decode("utf-8", "replace")
