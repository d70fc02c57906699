# SPDX-License-Identifier: GPL-2.0-or-later
"""SQLite: Records by source, the ties between them, and what was published from what.  The only SQL.

Tables:
    source    one archive as the user named it, with the cursor up to which it was read
    record    a packed Record (compressed MessagePack); `comp` names its component
    tie       64-bit hashes of message-ids and lineage keys; records that share one belong to one component
    problem   what could not be read
    row       the small list row of a published series;  `member` says on which lists it stands
    comp      what was published from a component, and its counts

A component is a set of records that share ties: later steps look at one component at a time, so nothing but ids grows with the
archive.  The name of a component is its smallest record id, which is internal: nothing published depends on it.

Durability: WAL with synchronous=FULL for records (an acknowledged record survives a kill), a schema version that refuses unknown
stores, a checksum over each packed record, and `PRAGMA integrity_check` after an unclean end (a marker in `meta`).
"""

import fcntl
import os
import sqlite3
import zlib
from array import array
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from digest.errors import OutputError
from digest.model import Row

SCHEMA = 1

_TABLES = """
CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE source(id INTEGER PRIMARY KEY, archive TEXT NOT NULL, part TEXT NOT NULL, cursor BLOB NOT NULL, UNIQUE(archive, part)) STRICT;
CREATE TABLE record(id INTEGER PRIMARY KEY, source INTEGER NOT NULL, comp INTEGER NOT NULL, date INTEGER, notice INTEGER NOT NULL,
                    crc INTEGER NOT NULL, blob BLOB NOT NULL) STRICT;
CREATE TABLE tie(hash INTEGER NOT NULL, record INTEGER NOT NULL) STRICT;
CREATE TABLE problem(source INTEGER NOT NULL, at TEXT NOT NULL, key TEXT, text TEXT NOT NULL, size INTEGER NOT NULL,
                     unreadable INTEGER NOT NULL) STRICT;
CREATE TABLE row(id TEXT PRIMARY KEY, comp INTEGER NOT NULL, last INTEGER NOT NULL, blob BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE member(list TEXT NOT NULL, last INTEGER NOT NULL, series TEXT NOT NULL, PRIMARY KEY(list, last, series)) STRICT, WITHOUT ROWID;
CREATE TABLE comp(id INTEGER PRIMARY KEY, print TEXT NOT NULL, counts BLOB NOT NULL, files BLOB NOT NULL) STRICT;
CREATE INDEX record_source ON record(source);
CREATE INDEX record_comp ON record(comp);
CREATE INDEX record_notice ON record(notice) WHERE notice != 0;
CREATE INDEX row_comp ON row(comp);
"""


class Packed(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A Record on its way from a worker to the store: ties as signed 64-bit hashes, seconds since 1970, and the packed bytes.

    `notice` is 1 for mails that later steps must see whatever series they belong to (a tree's CLOSED/OPEN announcement).
    """

    ties: tuple[int, ...]
    date: int | None
    notice: int
    blob: bytes


class Trouble(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A Problem on its way to the store."""

    at: str
    text: str
    key: str | None
    size: int
    unreadable: bool


class Published(msgspec.Struct, frozen=True, array_like=True):
    """What was made of one component: its fingerprint, counts, the paths it wrote, and its rows with the lists they stand on."""

    print: str
    counts: tuple[int, int, int, int]
    files: tuple[str, ...]
    rows: tuple[Row, ...]
    lists: tuple[tuple[str, ...], ...]


def _seconds(row: Row) -> int:
    return int(row.last.timestamp()) if row.last else 0


class Store:
    """One store file (or, for None, a private one in memory), locked for the time it is open."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._lock: int | None = None
        try:
            if path is not None:
                self._hold(path)
            self._db = sqlite3.connect(path or ":memory:", isolation_level=None)
            self._open(fresh_file=path is not None)
        except sqlite3.DatabaseError as error:
            self._release()
            raise OutputError(f"{path}: the store is damaged ({error}); move it away and build again: it is made anew") from error
        except OSError as error:
            self._release()
            raise OutputError(f"{path}: {error.strerror or error}") from error

    def _hold(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise OutputError(f"{path}: another build is using this store") from error

    def _release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _open(self, *, fresh_file: bool) -> None:
        db = self._db
        if fresh_file:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=FULL")
        else:
            db.execute("PRAGMA synchronous=OFF")
        db.execute("PRAGMA cache_size=-8192")
        db.execute("PRAGMA temp_store=FILE")
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version == 0 and not db.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
            db.execute("BEGIN IMMEDIATE")
            for statement in _TABLES.strip().split(";\n"):
                db.execute(statement.rstrip(";"))
            db.execute(f"PRAGMA user_version={SCHEMA}")
            db.execute("COMMIT")
        elif version != SCHEMA:
            raise OutputError(f"{self.path}: a store of version {version}, this program reads {SCHEMA}; move it away and build again")
        if self.meta("open") and db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise OutputError(f"{self.path}: the store is damaged; move it away and build again: it is made anew")
        self.new = not db.execute("SELECT 1 FROM record LIMIT 1").fetchone()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with suppress(sqlite3.Error):
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        self._db.close()
        self._release()

    # -- small facts ---------------------------------------------------------------------------------------------------------

    def meta(self, name: str) -> str | None:
        """A small fact by name."""
        found = self._db.execute("SELECT value FROM meta WHERE name=?", (name,)).fetchone()
        return found[0] if found else None

    def set_meta(self, name: str, value: str) -> None:
        """Keep a small fact."""
        if self.meta(name) != value:
            self._db.execute("INSERT INTO meta VALUES(?,?) ON CONFLICT(name) DO UPDATE SET value=excluded.value", (name, value))

    def begin(self) -> None:
        """Start a batch: what follows is kept whole or not at all."""
        self._db.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """End a batch: from here on it survives a kill."""
        self._db.execute("COMMIT")

    # -- sources and records -------------------------------------------------------------------------------------------------

    def archives(self) -> list[str]:
        """All archives ever read into this store."""
        return [name for (name,) in self._db.execute("SELECT DISTINCT archive FROM source ORDER BY archive")]

    def cursor(self, archive: str, part: str) -> bytes | None:
        """Up to where a part of an archive was read, as that archive's format wrote it."""
        found = self._db.execute("SELECT cursor FROM source WHERE archive=? AND part=?", (archive, part)).fetchone()
        return found[0] if found else None

    def parts(self, archive: str) -> list[str]:
        """The parts known of one archive."""
        return [part for (part,) in self._db.execute("SELECT part FROM source WHERE archive=? ORDER BY part", (archive,))]

    def source(self, archive: str, part: str) -> int:
        """The id of a part of an archive, made where it is new."""
        self._db.execute("INSERT INTO source(archive, part, cursor) VALUES(?,?,x'') ON CONFLICT DO NOTHING", (archive, part))
        return int(self._db.execute("SELECT id FROM source WHERE archive=? AND part=?", (archive, part)).fetchone()[0])

    def advance(self, source: int, cursor: bytes) -> None:
        """Everything up to this cursor was kept."""
        self._db.execute("UPDATE source SET cursor=? WHERE id=?", (cursor, source))

    def forget(self, source: int) -> set[int]:
        """Drop all records of a source that was rewritten; the components that lost a record."""
        comps = {comp for (comp,) in self._db.execute("SELECT DISTINCT comp FROM record WHERE source=?", (source,))}
        self._db.execute("DELETE FROM tie WHERE record IN (SELECT id FROM record WHERE source=?)", (source,))
        self._db.execute("DELETE FROM record WHERE source=?", (source,))
        self._db.execute("DELETE FROM problem WHERE source=?", (source,))
        return comps

    def drop_source(self, source: int) -> None:
        """Remove a part that is no longer in its archive (call `forget` before)."""
        self._db.execute("DELETE FROM source WHERE id=?", (source,))

    def add(self, source: int, items: Iterable[Packed | Trouble]) -> tuple[int, int]:
        """Keep what a worker read; the range of new record ids [first, after)."""
        db = self._db
        first = (db.execute("SELECT max(id) FROM record").fetchone()[0] or 0) + 1
        number = first
        records, ties, troubles = [], [], []
        for item in items:
            if isinstance(item, Packed):
                records.append((number, source, number, item.date, item.notice, zlib.crc32(item.blob), item.blob))
                ties.extend((tie, number) for tie in item.ties)
                number += 1
            else:
                troubles.append((source, item.at, item.key, item.text, item.size, int(item.unreadable)))
        db.executemany("INSERT INTO record VALUES(?,?,?,?,?,?,?)", records)
        db.executemany("INSERT INTO tie VALUES(?,?)", ties)
        db.executemany("INSERT INTO problem VALUES(?,?,?,?,?,?)", troubles)
        return first, number

    # -- components ----------------------------------------------------------------------------------------------------------

    def join(self, since: int, torn: set[int]) -> set[int]:
        """Give every record from id `since` on its component; the components that changed.

        `torn` are components that lost records: theirs are joined anew.  Union by smallest id, over ties in the order of their hash;
        memory is four bytes a record of those looked at.
        """
        db = self._db
        db.execute("CREATE INDEX IF NOT EXISTS tie_hash ON tie(hash, record)")
        db.execute("CREATE INDEX IF NOT EXISTS tie_record ON tie(record)")
        if since <= 1 and not torn:
            return self._join_all()
        db.execute("CREATE TEMP TABLE IF NOT EXISTS todo(record INTEGER PRIMARY KEY)")
        db.execute("DELETE FROM todo")
        db.execute("INSERT INTO todo SELECT id FROM record WHERE id>=?", (since,))
        db.executemany("INSERT OR IGNORE INTO todo SELECT id FROM record WHERE comp=?", [(comp,) for comp in torn])
        # old components that a new record is tied to are joined with it, whole
        touched = set(torn)
        query = (
            "SELECT DISTINCT r.comp FROM todo t JOIN tie a ON a.record=t.record JOIN tie b ON b.hash=a.hash "
            "JOIN record r ON r.id=b.record WHERE r.id<? AND r.id NOT IN (SELECT record FROM todo)"
        )
        met = {comp for (comp,) in db.execute(query, (since,))}
        touched |= met
        db.executemany("INSERT OR IGNORE INTO todo SELECT id FROM record WHERE comp=?", [(comp,) for comp in met])
        ids = array("q", (record for (record,) in db.execute("SELECT record FROM todo ORDER BY record")))
        place = {record: at for at, record in enumerate(ids)}
        root = array("q", range(len(ids)))
        last_hash = last = None
        for tie, record in db.execute("SELECT a.hash, a.record FROM todo t JOIN tie a ON a.record=t.record ORDER BY a.hash"):
            if tie == last_hash and last is not None:
                _union(root, place[last], place[record])
            last_hash, last = tie, record
        comps = [(ids[_find(root, at)], record) for at, record in enumerate(ids)]
        db.executemany("UPDATE record SET comp=? WHERE id=?", comps)
        return touched | {comp for comp, _ in comps}

    def _join_all(self) -> set[int]:
        db = self._db
        count = db.execute("SELECT max(id) FROM record").fetchone()[0] or 0
        root = array("q", range(count + 1))
        last_hash = last = None
        for tie, record in db.execute("SELECT hash, record FROM tie ORDER BY hash, record"):
            if tie == last_hash and last is not None:
                _union(root, last, record)
            last_hash, last = tie, record
        changed = ((_find(root, at), at) for at in range(1, count + 1) if root[at] != at)
        db.executemany("UPDATE record SET comp=? WHERE id=?", changed)
        return {comp for (comp,) in db.execute("SELECT DISTINCT comp FROM record")}

    def components(self) -> Iterator[int]:
        """All components that have a record."""
        for (comp,) in self._db.execute("SELECT DISTINCT comp FROM record ORDER BY comp"):
            yield comp

    def blobs(self, comp: int, sources: set[int]) -> list[bytes]:
        """The packed records of one component, of the given sources alone."""
        found = []
        for source, crc, blob in self._db.execute("SELECT source, crc, blob FROM record WHERE comp=? ORDER BY id", (comp,)):
            if source in sources:
                if zlib.crc32(blob) != crc:
                    raise OutputError(
                        f"{self.path}: a record of the store is damaged; move the store away and build again: it is made anew"
                    )
                found.append(blob)
        return found

    def notices(self, sources: set[int]) -> list[bytes]:
        """Packed records that matter to all series (announcements of trees)."""
        query = "SELECT source, blob FROM record WHERE notice!=0 ORDER BY id"
        return [blob for source, blob in self._db.execute(query) if source in sources]

    def problems(self, sources: set[int]) -> Iterator[tuple[str, Trouble]]:
        """What could not be read: archive name and trouble, sorted."""
        query = (
            "SELECT s.id, s.archive, p.at, p.text, p.key, p.size, p.unreadable FROM problem p JOIN source s ON s.id=p.source "
            "ORDER BY s.archive, p.at, p.text"
        )
        for source, archive, at, text, key, size, unreadable in self._db.execute(query):
            if source in sources:
                yield archive, Trouble(at, text, key, size, bool(unreadable))

    # -- what was published --------------------------------------------------------------------------------------------------

    def print_of(self, comp: int) -> str | None:
        """The fingerprint under which a component was published."""
        found = self._db.execute("SELECT print FROM comp WHERE id=?", (comp,)).fetchone()
        return found[0] if found else None

    def published(self, comp: int) -> tuple[list[str], list[str], set[str]]:
        """What a component published so far: series ids, file paths, and the lists its rows stand on."""
        ids = [series for (series,) in self._db.execute("SELECT id FROM row WHERE comp=? ORDER BY id", (comp,))]
        found = self._db.execute("SELECT files FROM comp WHERE id=?", (comp,)).fetchone()
        files = msgspec.msgpack.decode(found[0], type=list[str]) if found else []
        lists: set[str] = set()
        for series in ids:
            lists.update(name for (name,) in self._db.execute("SELECT list FROM member WHERE series=?", (series,)))
        return ids, files, lists

    def publish(self, comp: int, made: Published | None) -> None:
        """Replace what a component published (None: it is gone)."""
        db = self._db
        db.execute("CREATE INDEX IF NOT EXISTS member_series ON member(series)")
        for (series,) in db.execute("SELECT id FROM row WHERE comp=?", (comp,)).fetchall():
            db.execute("DELETE FROM member WHERE series=?", (series,))
        db.execute("DELETE FROM row WHERE comp=?", (comp,))
        if made is None:
            db.execute("DELETE FROM comp WHERE id=?", (comp,))
            return
        encode = msgspec.msgpack.encode
        db.execute(
            "INSERT INTO comp VALUES(?,?,?,?) ON CONFLICT(id) DO UPDATE SET print=excluded.print, counts=excluded.counts, files=excluded.files",
            (comp, made.print, encode(made.counts), encode(made.files)),
        )
        for row, lists in zip(made.rows, made.lists, strict=True):
            db.execute("DELETE FROM member WHERE series=?", (row.id,))
            db.execute("INSERT OR REPLACE INTO row VALUES(?,?,?,?)", (row.id, comp, _seconds(row), encode(row)))
            db.executemany("INSERT OR IGNORE INTO member VALUES(?,?,?)", [(name, _seconds(row), row.id) for name in lists])

    def rows(self, name: str | None = None) -> Iterator[Row]:
        """The rows on one list (None: all), newest mail first, then id."""
        decoder = msgspec.msgpack.Decoder(Row)
        if name is None:
            query = self._db.execute("SELECT blob FROM row ORDER BY last DESC, id")
        else:
            query = self._db.execute(
                "SELECT row.blob FROM member JOIN row ON row.id=member.series WHERE member.list=? ORDER BY member.last DESC, member.series",
                (name,),
            )
        for (blob,) in query:
            yield decoder.decode(blob)

    def list_names(self) -> list[str]:
        """All lists that hold a row."""
        return [name for (name,) in self._db.execute("SELECT DISTINCT list FROM member ORDER BY list")]

    def counts(self) -> tuple[int, int, int, int]:
        """Over all published components: messages shown, duplicates, left out, series."""
        totals = [0, 0, 0, 0]
        decoder = msgspec.msgpack.Decoder(tuple[int, int, int, int])
        for (blob,) in self._db.execute("SELECT counts FROM comp"):
            for at, number in enumerate(decoder.decode(blob)):
                totals[at] += number
        return totals[0], totals[1], totals[2], totals[3]


def _find(root: "array[int]", at: int) -> int:
    while root[at] != at:
        root[at] = root[root[at]]
        at = root[at]
    return at


def _union(root: "array[int]", one: int, other: int) -> None:
    one, other = _find(root, one), _find(root, other)
    if one < other:
        root[other] = one
    elif other < one:
        root[one] = other
