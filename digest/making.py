# SPDX-License-Identifier: GPL-2.0-or-later
"""The second map: packed Records of some components through to Summaries, list rows and rendered files.

`digest_batch` is pure and runs on any executor; workers never open the store.  What it makes of a component does not depend on what
else is in the batch, nor on the number of parts that a large one is gone through in.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

import msgspec

from digest import listing, mail, patch, publish, summary, takedown
from digest.ingest import unpacked
from digest.model import BenchEntry, MessageEntry, Record, Row, Series, Summary, Thread
from digest.store import Published
from digest.summary import Context

PART_BYTES = 1 << 19
PARTS = 8
"""A component of more packed bytes is gone through in parts, eight at most: each puts it together and makes the files of some series."""


class Task(msgspec.Struct, frozen=True):
    """One component of the second map: its number, its packed Records, and which part (from 0) of how many is to be made of it."""

    comp: int
    blobs: tuple[bytes, ...]
    part: int = 0
    parts: int = 1

    @property
    def size(self) -> int:
        """Packed bytes, and a little for what each component costs."""
        return sum(map(len, self.blobs)) + 200


class Made(msgspec.Struct, frozen=True, array_like=True):
    """One component (or a part of it; `whole` with the last one) through the second map: what the store keeps of it, and its files."""

    comp: int
    published: Published
    files: tuple[publish.File, ...]
    whole: bool = True


def _assembled(blobs: Iterable[bytes], context: Context) -> tuple[list[Thread[Record]], list[Series], tuple[int, int, int]]:
    """Threads and series of one component; counts (messages, duplicates, left out)."""
    records = [unpacked(blob) for blob in blobs]
    merged = mail.merge(records)
    silent = takedown.silenced(merged, context.takedown)
    kept = patch.corrected((record for record in silent if summary.wanted(record, context)), context.corrections)
    threads = list(mail.threads(kept))
    series = list(patch.assemble(tuple(threads), context.profile))
    return threads, series, (len(kept), len(records) - len(merged), len(merged) - len(kept))


def facts(blobs: Iterable[bytes], context: Context) -> tuple[list[Summary], list[MessageEntry], list[BenchEntry], tuple[int, int, int]]:
    """Summaries of one component; mails and numbers of no series; counts (messages, duplicates, left out)."""
    threads, series, counts = _assembled(blobs, context)
    told = summary.elsewhere(series, context)
    summaries = [summary.summarise(one, context, told) for one in series]
    owned = {letter.message.key for one in summaries for letter in one.letters}
    others = []
    numbers: list[BenchEntry] = []
    for thread in threads:
        for record in thread.items:
            if record.key not in owned:
                others.append(summary.message_entry(record, context, thread.parents.get(record.key), None))
                numbers.extend(summary.numbers([record], context, {}))
    return summaries, others, numbers, counts


def digest_batch(batch: tuple[Task, ...], context: Context, site: publish.Site) -> bytes:
    """Components through to rendered files: MessagePack of `list[Made]`.

    One Summary at a time is held: a component may have hundreds of series.
    """
    made = []
    for task in batch:
        _, series, counts = _assembled(task.blobs, context)
        files: list[publish.File] = []
        rows: list[Row] = []
        told = summary.elsewhere(series, context)
        for one in _share(series, task.part, task.parts):
            found = summary.summarise(one, context, told)
            files += publish.render(found, site)
            rows.append(listing.row(found))
        made.append(
            Made(
                task.comp,
                Published(
                    (*(counts if task.part == 0 else (0, 0, 0)), len(rows)),
                    tuple(file.path for file in files),
                    tuple(rows),
                    tuple(publish.places(row) for row in rows),
                    all(row.group == "done" for row in rows),
                ),
                tuple(files),
                task.part == task.parts - 1,
            )
        )
    return msgspec.msgpack.encode(made)


@functools.cache
def _decoder() -> msgspec.msgpack.Decoder[list[Made]]:
    return msgspec.msgpack.Decoder(list[Made])


def made_of(answer: bytes) -> list[Made]:
    """What a worker made of a batch."""
    return _decoder().decode(answer)


def parted(comp: int, blobs: tuple[bytes, ...]) -> Iterator[Task]:
    """The tasks of one component: one, or as many as keep what is made of each small."""
    parts = min(PARTS, 1 + sum(map(len, blobs)) // PART_BYTES)
    return (Task(comp, blobs, part, parts) for part in range(parts))


def _share(series: list[Series], part: int, parts: int) -> Iterator[Series]:
    """The series of one part: about as many mails as in each other part, and each series in one of them."""
    total = max(1, sum(len(one.records) for one in series))
    done = 0
    for one in series:
        if done * parts // total == part:
            yield one
        done += len(one.records)


def joined(parts: list[Published]) -> Published:
    """What was made of one component, of its parts."""
    messages, duplicates, left_out, series = map(sum, zip(*(one.counts for one in parts), strict=True))
    return Published(
        (messages, duplicates, left_out, series),
        tuple(path for one in parts for path in one.files),
        tuple(row for one in parts for row in one.rows),
        tuple(names for one in parts for names in one.lists),
        all(one.settled for one in parts),
    )
