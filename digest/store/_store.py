# SPDX-License-Identifier: GPL-2.0-or-later
"""One store file: its lock, its records, and what was published from them."""

import fcntl
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from digest.errors import InputError, OutputError
from digest.store import _components
from digest.store._schema import SCHEMA, TABLES, Packed, Trouble
from digest.store._seal import add_ties, mark
from digest.store._shown import Shown


def _unclean(path: Path) -> bool:
    """Whether the one who had the store last did not close it: its write-ahead log is still there."""
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0


class Store(Shown):
    """One store file (or, for None, a private one in memory), locked for the time it is open."""

    def __init__(self, path: Path | None) -> None:
        super().__init__()
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

    def _trouble(self, error: sqlite3.DatabaseError) -> OutputError:
        """What SQLite complains of: a disk that is full or broken, or content that is."""
        if isinstance(error, sqlite3.OperationalError):
            return OutputError(f"{self.path}: the store cannot be read or written ({error}); what was kept before is safe")
        return self._damaged(str(error))

    # -- small facts ---------------------------------------------------------------------------------------------------------

    def meta(self, name: str) -> str | None:
        """A small fact by name."""
        found = self._db.execute("SELECT value, crc FROM meta WHERE name=?", (name,)).fetchone()
        if found:
            self._sound(found[1], name, found[0])
        return found[0] if found else None

    def set_meta(self, name: str, value: str) -> None:
        """Keep a small fact."""
        if self.meta(name) != value:
            self._db.execute("INSERT OR REPLACE INTO meta VALUES(?,?,?)", (name, value, mark(name, value)))

    def begin(self) -> None:
        """Start a batch: what follows is kept whole or not at all."""
        self._db.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """End a batch: from here on it survives a kill."""
        self._flush()
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
        taken: set[int] = set()
        try:
            with closing(sqlite3.connect(path.resolve().as_uri() + "?mode=ro", uri=True)) as other:
                if other.execute("PRAGMA user_version").fetchone()[0] != SCHEMA:
                    raise InputError(f"{path}: a store of another version")
                self.begin()
                for number, archive, part, cursor in other.execute("SELECT id, archive, part, cursor FROM source ORDER BY archive, part"):
                    source = self.source(archive, part)
                    taken.add(source)
                    if cursor and cursor == self.cursor(archive, part):
                        continue
                    self.forget(source)
                    self._copy(other, number, source)
                    self.advance(source, cursor)
                self.commit()
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
        found = self._db.execute("SELECT id, cursor, crc FROM source WHERE archive=? AND part=?", (archive, part)).fetchone()
        if found:
            self._sound(found[2], found[0], archive, part, found[1])
        return found[1] if found else None

    def parts(self, archive: str) -> list[str]:
        """The parts known of one archive."""
        return [part for (part,) in self._db.execute("SELECT part FROM source WHERE archive=? ORDER BY part", (archive,))]

    def source(self, archive: str, part: str) -> int:
        """The id of a part of an archive, made where it is new."""
        query = "SELECT id FROM source WHERE archive=? AND part=?"
        found = self._db.execute(query, (archive, part)).fetchone()
        if found is None:  # in one statement: a disk that is full between two would leave a row that looks damaged
            found = self._db.execute("SELECT coalesce(max(id), 0) + 1 FROM source").fetchone()
            crc = mark(found[0], archive, part, b"")
            self._db.execute("INSERT INTO source VALUES(?,?,?,x'',?)", (found[0], archive, part, crc))
        return int(found[0])

    def advance(self, source: int, cursor: bytes) -> None:
        """Everything up to this cursor was kept."""
        archive, part = self._db.execute("SELECT archive, part FROM source WHERE id=?", (source,)).fetchone()
        self._db.execute("UPDATE source SET cursor=?, crc=? WHERE id=?", (cursor, mark(source, archive, part, cursor), source))
        self._db.execute("DELETE FROM done WHERE source=?", (source,))

    def done(self, source: int) -> set[bytes]:
        """Shards that were kept since the cursor."""
        return {shard for (shard,) in self._db.execute("SELECT shard FROM done WHERE source=?", (source,))}

    def forget(self, source: int) -> None:
        """Drop all records of a source that was rewritten; the components that lost a record become dirty."""
        db = self._db
        db.execute("INSERT OR REPLACE INTO dirty SELECT DISTINCT comp, 1 FROM record WHERE source=?", (source,))
        db.execute("CREATE INDEX IF NOT EXISTS tie_record ON tie(record)")
        add_ties(db, db.execute("SELECT hash, record FROM tie WHERE record IN (SELECT id FROM record WHERE source=?)", (source,)), -1)
        db.execute("DELETE FROM tie WHERE record IN (SELECT id FROM record WHERE source=?)", (source,))
        rows, total = db.execute("SELECT count(*), coalesce(sum(crc), 0) FROM problem WHERE source=?", (source,)).fetchone()
        self._add({"!problems": (-rows, -total)})
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
        troubles: list[tuple[int, str, str | None, str, int, int, int]] = []
        for item in items:
            if isinstance(item, Packed):
                crc = mark(number, source, item.date, item.notice, item.blob)
                records.append((number, source, number, item.date, item.notice, crc, item.blob))
                ties.extend((tie, number) for tie in item.ties)
                number += 1
            else:
                row = (source, item.at, item.key, item.text, item.size, int(item.unreadable))
                troubles.append((*row, mark(*row)))
        db.executemany("INSERT INTO record VALUES(?,?,?,?,?,?,?)", records)
        db.executemany("INSERT INTO tie VALUES(?,?)", ties)
        add_ties(db, ties)
        db.executemany("INSERT INTO problem VALUES(?,?,?,?,?,?,?)", troubles)
        self._add({"!problems": (len(troubles), sum(row[-1] for row in troubles))})
        if shard is not None:
            db.execute("INSERT OR IGNORE INTO done VALUES(?,?)", (source, shard))

    # -- components ----------------------------------------------------------------------------------------------------------

    def join(self) -> None:
        """Give every record since the last call its component; the components that changed become dirty."""
        newest = _components.join(self._db, int(self.meta("joined") or 0))
        if newest is None:
            raise self._damaged("ties are not what was kept")
        self.set_meta("joined", str(newest))

    def components(self) -> Iterator[int]:
        """All components that have a record."""
        for (comp,) in self._db.execute("SELECT DISTINCT comp FROM record ORDER BY comp"):
            yield comp

    def blobs(self, comp: int, sources: set[int]) -> list[bytes]:
        """The packed records of one component, of the given sources alone."""
        return [blob for _, source, blob in self._records(comp) if source in sources]

    def notices(self, sources: set[int]) -> list[bytes]:
        """Packed records that matter to all series (announcements of trees)."""
        return [blob for _, source, blob in self._records(None) if source in sources]

    def problems(self, sources: set[int]) -> Iterator[tuple[str, Trouble]]:
        """What could not be read: archive name and trouble, sorted."""
        query = (
            "SELECT s.id, s.archive, p.at, p.text, p.key, p.size, p.unreadable, p.crc FROM problem p JOIN source s ON s.id=p.source "
            "ORDER BY s.archive, p.at, p.text"
        )
        rows = self._db.execute(query).fetchall()
        self._whole("!problems", len(rows), sum(row[-1] for row in rows))
        for source, archive, at, text, key, size, unreadable, crc in rows:
            self._sound(crc, source, at, key, text, size, unreadable)
            if source in sources:
                yield archive, Trouble(at, text, key, size, bool(unreadable))
