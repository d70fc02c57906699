# SPDX-License-Identifier: GPL-2.0-or-later
"""One store file: its lock, its records, and what was published from them."""

import fcntl
import os
import re
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import msgspec

from digest.errors import InputError, OutputError
from digest.model import Row
from digest.store import _components
from digest.store._kept import Kept
from digest.store._schema import SCHEMA, TABLES, Packed, Published, Trouble

Value = TypeVar("Value")

_LEAVING = -1
"""In place of a component: a file that is to be taken away."""
_PAGE = re.compile(r"(?:^|/)page/[0-9]{1,6}\Z")


def _list_of(path: str) -> str:
    """The list whose file this is: its folder without `page/2`; the data of a month belong to the month's list."""
    if path.startswith("data/v1/m/"):
        return "a/" + path.removeprefix("data/v1/m/").removesuffix(".json")
    return _PAGE.sub("", path.rpartition("/")[0])


def _unclean(path: Path) -> bool:
    """Whether the one who had the store last did not close it: its write-ahead log is still there."""
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0


def _seconds(row: Row) -> int:
    return int(row.last.timestamp()) if row.last else 0


class Store(Kept):
    """One store file (or, for None, a private one in memory), locked for the time it is open."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._lock: int | None = None
        try:
            if path is not None:
                self._hold(path)
            unclean = path is not None and _unclean(path)
            self._db = sqlite3.connect(path or ":memory:", isolation_level=None)
            self._open(fresh_file=path is not None, unclean=unclean)
        except sqlite3.DatabaseError as error:
            self._release()
            raise self._trouble(error) from error
        except UnicodeDecodeError as error:  # SQLite quotes what is damaged
            self._release()
            raise self._damaged("its tables cannot be read") from error
        except OSError as error:
            self._release()
            raise OutputError(f"{path}: {error.strerror or error}") from error

    def _hold(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise OutputError(f"{path}: another build is using this store") from error

    def _release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _open(self, *, fresh_file: bool, unclean: bool) -> None:
        db = self._db
        if fresh_file:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=FULL")
        else:
            db.execute("PRAGMA synchronous=OFF")
        db.execute("PRAGMA cache_size=-2048")
        db.execute("PRAGMA temp_store=FILE")
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version == 0 and not db.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
            db.execute("BEGIN IMMEDIATE")
            for statement in TABLES.strip().split(";\n"):
                db.execute(statement.rstrip(";"))
            db.execute(f"PRAGMA user_version={SCHEMA}")
            db.execute("COMMIT")
        elif version != SCHEMA:
            raise OutputError(f"{self.path}: a store of version {version}, this program reads {SCHEMA}; move it away and build again")
        if unclean and (found := db.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
            raise self._damaged(found.partition("\n")[0])
        self.new = not db.execute("SELECT 1 FROM record LIMIT 1").fetchone()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with suppress(sqlite3.Error):
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        with suppress(sqlite3.Error):
            self._db.close()
        self._release()
        if isinstance(error, sqlite3.DatabaseError) and self.path is not None:
            raise self._trouble(error) from error

    def _read(self, decoder: "msgspec.msgpack.Decoder[Value]", blob: bytes) -> Value:
        try:
            return decoder.decode(blob)
        except msgspec.MsgspecError as error:
            raise self._damaged(str(error)) from error

    def _trouble(self, error: sqlite3.DatabaseError) -> OutputError:
        """What SQLite complains of: a disk that is full or broken, or content that is."""
        if isinstance(error, sqlite3.OperationalError):
            return OutputError(f"{self.path}: the store cannot be read or written ({error}); what was kept before is safe")
        return self._damaged(str(error))

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

    def all_sources(self) -> set[int]:
        """The ids of all sources."""
        return {source for (source,) in self._db.execute("SELECT id FROM source")}

    def take_over(self, path: Path) -> set[int]:
        """Take in what another store holds (a store given as an archive); the ids of its sources here.

        Sources whose cursor is the same are known already.  This very store stands for all that it holds.
        """
        if self.path is not None and path.samefile(self.path):
            return self.all_sources()
        db = self._db
        taken: set[int] = set()
        try:
            with closing(sqlite3.connect(path.resolve().as_uri() + "?mode=ro", uri=True)) as other:
                if other.execute("PRAGMA user_version").fetchone()[0] != SCHEMA:
                    raise InputError(f"{path}: a store of another version")
                db.execute("BEGIN IMMEDIATE")
                for number, archive, part, cursor in other.execute("SELECT id, archive, part, cursor FROM source ORDER BY archive, part"):
                    source = self.source(archive, part)
                    taken.add(source)
                    if cursor and cursor == self.cursor(archive, part):
                        continue
                    self.forget(source)
                    self._copy(other, number, source)
                    self.advance(source, cursor)
                db.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            raise InputError(f"{path}: the store is damaged ({error})") from error
        return taken

    def _copy(self, other: sqlite3.Connection, number: int, source: int) -> None:
        query = other.execute("SELECT id, date, notice, blob FROM record WHERE source=? ORDER BY id", (number,))
        while batch := query.fetchmany(500):
            items: list[Packed | Trouble] = []
            for record, date, notice, blob in batch:
                ties = tuple(tie for (tie,) in other.execute("SELECT hash FROM tie WHERE record=?", (record,)))
                items.append(Packed(ties, date, notice, blob))
            self.add(source, items)
        found = other.execute("SELECT at, text, key, size, unreadable FROM problem WHERE source=?", (number,))
        self.add(source, [Trouble(at, text, key, size, bool(lost)) for at, text, key, size, lost in found])

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
        self._db.execute("DELETE FROM done WHERE source=?", (source,))

    def done(self, source: int) -> set[bytes]:
        """Shards that were kept since the cursor."""
        return {shard for (shard,) in self._db.execute("SELECT shard FROM done WHERE source=?", (source,))}

    def forget(self, source: int) -> None:
        """Drop all records of a source that was rewritten; the components that lost a record become dirty."""
        db = self._db
        db.execute("INSERT OR REPLACE INTO dirty SELECT DISTINCT comp, 1 FROM record WHERE source=?", (source,))
        db.execute("CREATE INDEX IF NOT EXISTS tie_record ON tie(record)")
        db.execute("DELETE FROM tie WHERE record IN (SELECT id FROM record WHERE source=?)", (source,))
        db.execute("DELETE FROM record WHERE source=?", (source,))
        db.execute("DELETE FROM problem WHERE source=?", (source,))
        db.execute("DELETE FROM done WHERE source=?", (source,))

    def drop_source(self, source: int) -> None:
        """Remove a part that is no longer in its archive (call `forget` before)."""
        self._db.execute("DELETE FROM source WHERE id=?", (source,))

    def add(self, source: int, items: Iterable[Packed | Trouble], shard: bytes | None = None) -> None:
        """Keep what a worker read, and that this shard is done."""
        db = self._db
        number = max(db.execute("SELECT max(id) FROM record").fetchone()[0] or 0, int(self.meta("joined") or 0)) + 1
        records: list[tuple[int, int, int, int | None, int, int, bytes]] = []
        ties: list[tuple[int, int]] = []
        troubles: list[tuple[int, str, str | None, str, int, int]] = []
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
        if shard is not None:
            db.execute("INSERT OR IGNORE INTO done VALUES(?,?)", (source, shard))

    # -- components ----------------------------------------------------------------------------------------------------------

    def join(self) -> None:
        """Give every record since the last call its component; the components that changed become dirty."""
        self.set_meta("joined", str(_components.join(self._db, int(self.meta("joined") or 0))))

    def components(self) -> Iterator[int]:
        """All components that have a record."""
        for (comp,) in self._db.execute("SELECT DISTINCT comp FROM record ORDER BY comp"):
            yield comp

    def blobs(self, comp: int, sources: set[int]) -> list[bytes]:
        """The packed records of one component, of the given sources alone."""
        found = []
        for source, crc, blob in self._db.execute("SELECT source, crc, blob FROM record WHERE comp=? ORDER BY id", (comp,)):
            if source in sources:
                found.append(self._sound(blob, crc))
        return found

    def notices(self, sources: set[int]) -> list[bytes]:
        """Packed records that matter to all series (announcements of trees)."""
        query = "SELECT source, crc, blob FROM record WHERE notice!=0 ORDER BY id"
        return [self._sound(blob, crc) for source, crc, blob in self._db.execute(query) if source in sources]

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

    def dirty(self) -> list[int]:
        """Components whose pages are older than their records."""
        return [comp for (comp,) in self._db.execute("SELECT comp FROM dirty ORDER BY comp")]

    def soil(self, *, unsettled_only: bool) -> None:
        """Mark components dirty: those that time may change, or all."""
        query = (
            "INSERT OR IGNORE INTO dirty SELECT id, 0 FROM comp WHERE settled=0"
            if unsettled_only
            else ("INSERT OR IGNORE INTO dirty SELECT DISTINCT comp, 0 FROM record")
        )
        self._db.execute(query)

    def lists_of(self, comp: int) -> set[str]:
        """The lists that rows of a component stand on so far."""
        query = "SELECT DISTINCT member.list FROM row JOIN member ON member.series=row.id WHERE row.comp=?"
        return {name for (name,) in self._db.execute(query, (comp,))}

    def publish(self, comp: int, made: Published) -> None:
        """Replace what a component published; the paths that it wrote before and writes no more are to leave.

        A component without records is gone.  The pages must be on disk before this is called.
        """
        db = self._db
        before = {path for (path,) in db.execute("SELECT path FROM file WHERE comp=?", (comp,))}
        db.execute("DELETE FROM member WHERE series IN (SELECT id FROM row WHERE comp=?)", (comp,))
        db.execute("DELETE FROM row WHERE comp=?", (comp,))
        gone = before.difference(made.files)
        db.executemany("UPDATE file SET comp=? WHERE path=? AND comp=?", [(_LEAVING, path, comp) for path in gone])
        db.executemany(
            "INSERT INTO file VALUES(?,?) ON CONFLICT(path) DO UPDATE SET comp=excluded.comp",
            [(path, comp) for path in made.files if path not in before],
        )
        encode = msgspec.msgpack.encode
        if any(made.counts):
            db.execute(
                "INSERT INTO comp VALUES(?,?,?) ON CONFLICT(id) DO UPDATE SET counts=excluded.counts, settled=excluded.settled",
                (comp, encode(made.counts), int(made.settled)),
            )
        else:
            db.execute("DELETE FROM comp WHERE id=?", (comp,))
        for row, lists in zip(made.rows, made.lists, strict=True):
            # a series that was another component's stands on that one's lists no more
            db.execute("DELETE FROM member WHERE series=?", (row.id,))
            db.execute("INSERT OR REPLACE INTO row VALUES(?,?,?,?)", (row.id, comp, _seconds(row), encode(row)))
            db.executemany("INSERT OR REPLACE INTO member VALUES(?,?,?)", [(name, _seconds(row), row.id) for name in lists])
        db.execute("DELETE FROM dirty WHERE comp=?", (comp,))

    def adopt(self, paths: Iterable[str]) -> None:
        """Files of a site whose store is gone: those that nothing publishes again are to leave."""
        self._db.executemany("INSERT OR IGNORE INTO file VALUES(?,?)", [(path, _LEAVING) for path in paths])

    def leaving(self) -> list[str]:
        """The paths that nothing publishes any more, of this build and of one that was killed before it took them away."""
        return [path for (path,) in self._db.execute("SELECT path FROM file WHERE comp=? ORDER BY path", (_LEAVING,))]

    def left(self) -> None:
        """They are gone from the disk."""
        self._db.execute("DELETE FROM file WHERE comp=?", (_LEAVING,))

    def list_files(self, names: Iterable[str] | None) -> set[str]:
        """Paths that lists wrote: of the lists named, or of all."""
        paths = {path for (path,) in self._db.execute("SELECT path FROM file WHERE comp=0")}
        if names is None:
            return paths
        wanted = set(names)
        return {path for path in paths if _list_of(path) in wanted}

    def set_list_files(self, made: Iterable[str], gone: Iterable[str]) -> None:
        """Note which paths the lists wrote, and which they write no more: those are to leave."""
        self._db.executemany("UPDATE file SET comp=? WHERE path=? AND comp=0", [(_LEAVING, path) for path in gone])
        query = "INSERT INTO file VALUES(?,0) ON CONFLICT(path) DO UPDATE SET comp=0 WHERE comp=?"
        self._db.executemany(query, [(path, _LEAVING) for path in made])

    def rows(self, name: str) -> Iterator[Row]:
        """The rows on one list, newest mail first, then id."""
        decoder = msgspec.msgpack.Decoder(Row)
        query = self._db.execute(
            "SELECT row.blob FROM member JOIN row ON row.id=member.series WHERE member.list=? ORDER BY member.last DESC, member.series",
            (name,),
        )
        for (blob,) in query:
            yield self._read(decoder, blob)

    def list_names(self) -> list[str]:
        """All lists that hold a row."""
        return [name for (name,) in self._db.execute("SELECT DISTINCT list FROM member ORDER BY list")]

    def newest(self) -> int | None:
        """The newest date of a mail, in seconds since 1970."""
        found: int | None = self._db.execute("SELECT max(date) FROM record").fetchone()[0]
        return found

    def counts(self) -> tuple[int, int, int, int]:
        """Over all published components: messages shown, duplicates, left out, series."""
        totals = [0, 0, 0, 0]
        decoder = msgspec.msgpack.Decoder(tuple[int, int, int, int])
        for (blob,) in self._db.execute("SELECT counts FROM comp"):
            found = self._read(decoder, blob)
            totals = [total + number for total, number in zip(totals, found, strict=True)]
        return totals[0], totals[1], totals[2], totals[3]
