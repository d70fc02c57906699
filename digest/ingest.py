# SPDX-License-Identifier: GPL-2.0-or-later
"""The first map: what is new in the archives, read by workers into packed Records, and kept shard by shard.

`read_shard` is pure and runs on any executor; bodies do not travel, workers never open the store.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from pathlib import Path

import msgspec

from digest import archive, patch, reading, takedown
from digest.errors import InputError, UsageError
from digest.executor import Pool
from digest.model import Copy, Message, Problem, Profile, Record
from digest.store import Packed, Store, Trouble

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


def _tie(word: str) -> int:
    return int.from_bytes(hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little", signed=True)


def id_tie(message_id: str) -> int:
    """The tie that leads to a mail by its message-id or KEY, and to what answers it."""
    return _tie("m:" + message_id)


def ties(record: Record) -> tuple[int, ...]:
    """The 64-bit hashes by which a mail may belong to another: see `patch.lineage_keys`."""
    words = {"m:" + record.key, *("m:" + parent for parent in record.parents[:50]), *patch.lineage_keys(record)}
    if record.message_id is not None:
        words.add("m:" + record.message_id)
    # a copy without message-id finds the fuller copy of the same mail by who wrote under which subject
    # at one time, for a reviewer answers patches of one title again and again; archives that lose headers keep no more than this
    who = f"w:{(record.author.name or '').casefold()}|{record.subject.title.casefold()}"
    if record.date is None or record.lost:
        words.add(who)
    if record.date is not None:
        day = int(record.date.timestamp()) // 86400  # of two overlapping spans one at least is that of a copy
        words.update((f"{who}|{day // 2 * 2}", f"{who}|{(day + 1) // 2 * 2 + 1}"))
    return tuple(sorted({_tie(word) for word in words}))


def _pack(record: Record, taken: tuple[str, ...] = ()) -> Packed:
    return Packed(
        ties(record),
        int(record.date.timestamp()) if record.date else None,
        int(record.kind == "announcement"),
        _packed(takedown.silenced([record], taken)[0]),
    )


def _packed(record: Record) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(record), 1)


def read_shard(shard: archive.Shard, profile: Profile, taken: tuple[str, ...] = ()) -> bytes:
    """Read one shard of an archive: MessagePack of (list of Packed, list of Trouble), without the words of mails that were taken down."""
    packed: list[Packed] = []
    troubles: list[Trouble] = []
    for item in archive.read(shard):
        if isinstance(item, Message):
            packed.append(_pack(reading.read(item, profile), taken))
        else:
            troubles.append(Trouble(item.copy.at, item.text, item.key, item.size, item.unreadable))
    return msgspec.msgpack.encode((packed, troubles))


def fingerprint(*values: object) -> str:
    """16 hex digits that are equal for equal values."""
    return hashlib.sha256(msgspec.msgpack.encode(values)).hexdigest()[:16]


def ingest(store: Store, choice: Choice, profile: Profile, pool: Pool, progress: Progress, taken: tuple[str, ...] = ()) -> set[int]:
    """Read what is new in the archives into the store; the ids of the sources given.  `taken` names mails whose words are not kept.

    Each shard is kept when it was read, so that an interrupted reading goes on where it was.
    """
    sources: set[int] = set()
    grammar = fingerprint(reading.READER, profile)
    # A mail that is on the list no more is read again: its words are not there.
    back = set(filter(None, (store.meta("taken") or "").split("\n"))).difference(taken)
    if store.meta("grammar") != grammar or back:
        store.begin()
        for source in store.all_sources():
            store.forget(source)
            store.advance(source, b"")
        store.set_meta("grammar", grammar)
        store.commit()
    if (store.meta("taken") or "") != (names := "\n".join(taken)):
        store.begin()
        store.set_meta("taken", names)
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
    _read(store, todo, ends, (profile, taken) if taken else (profile,), pool, progress)
    store.begin()
    store.join()
    store.commit()
    _silence(store, taken)
    return sources


def _silence(store: Store, taken: tuple[str, ...]) -> None:
    """Take the words of mails on the list, and what answers quote of them, out of what was kept before."""
    mark = fingerprint(taken, store.meta("joined"))
    if not taken or store.meta("silenced") == mark:
        return
    store.begin()
    for comp in store.tied(id_tie(name) for name in taken):
        held = store.held(comp)
        records = [unpacked(blob) for _, blob in held]
        for (number, _), before, after in zip(held, records, takedown.silenced(records, taken), strict=True):
            if after is not before:
                store.overwrite(number, _packed(after))
                store.set_meta("silenced", "half")
    store.commit()
    if store.meta("silenced") == "half":
        store.purge()  # a kill before it is made good by the next run
    store.begin()
    store.set_meta("silenced", mark)
    store.commit()


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
    store: Store,
    todo: list[tuple[int, bytes, archive.Shard]],
    ends: dict[int, bytes],
    how: tuple[object, ...],
    pool: Pool,
    progress: Progress,
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
    answers = pool.map(read_shard, ((shard, *how) for _, _, shard in todo))
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
        del answer, packed, troubles  # what is kept need not be held while the next is read


def _is_store(name: str) -> bool:
    try:
        with Path(name).open("rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except OSError:
        return False


def unpacked(blob: bytes) -> Record:
    """A Record as a worker packed it."""
    return _RECORD.decode(zlib.decompress(blob))
