# SPDX-License-Identifier: GPL-2.0-or-later
"""Checksums of what the store holds, so that a flipped bit is told and never believed.

Each row that a page depends on carries a CRC-32 over its other columns.  A row that is lost, or whose key became another one, is no
longer met at all: so the rows of a list, the records of a component, the ties of a range of hashes, the problems and the counts have
their number (ties: none) and the sum of their checksums in the tables `whole`, `held` and `knot` besides.  Sums do not depend on
order, and change by what changes.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from digest.errors import OutputError

BITS = 52
"""Ties are summed by the first twelve bits of their hash."""


def mark(*values: int | str | bytes | None) -> int:
    """CRC-32 of the values of a row."""
    found = 0
    for value in values:
        data = value if isinstance(value, bytes) else repr(value).encode("utf-8", "surrogatepass")
        found = zlib.crc32(b"\0", zlib.crc32(data, found))
    return found


def tie_mark(tie: int, record: int) -> int:
    """A cheap mark of a tie: each bit of it is one bit of the sum."""
    return (tie ^ tie >> 32 ^ record * 0x9E3779B1) & 0xFFFFFFFF


class Sealed:
    """What of the store adds up and looks whether it still does."""

    path: Path | None
    _db: sqlite3.Connection

    def __init__(self) -> None:
        self._changes: dict[str, tuple[int, int]] = {}

    def _damaged(self, why: str) -> OutputError:
        return OutputError(f"{self.path}: the store is damaged ({why}); move it away and build again: it is made anew")

    def _sound(self, crc: int, *values: int | str | bytes | None) -> None:
        """A row as it was kept, or an OutputError."""
        if mark(*values) != crc:
            raise self._damaged("a row is not what was kept")

    def _whole(self, name: str, rows: int, total: int) -> None:
        """As many rows as were kept, with the checksums that they had; else an OutputError."""
        found = self._db.execute("SELECT rows, sum FROM whole WHERE name=?", (name,)).fetchone() or (0, 0)
        if found != (rows, total):
            raise self._damaged("rows are missing")

    def _add(self, changes: Mapping[str, tuple[int, int]]) -> None:
        """So many rows more (or less) in these sets, and the sum of their checksums: kept with the end of the batch."""
        for name, (rows, total) in changes.items():
            before = self._changes.get(name, (0, 0))
            self._changes[name] = before[0] + rows, before[1] + total

    def _flush(self) -> None:
        """Keep what was added up; the names of the lists are a set of their own."""
        names = [0, 0]
        query = "INSERT OR REPLACE INTO whole VALUES(?,?,?)"
        for name, (rows, total) in self._changes.items():
            had = self._db.execute("SELECT rows, sum FROM whole WHERE name=?", (name,)).fetchone()
            now = (had[0] + rows, had[1] + total) if had else (rows, total)
            if any(now):
                self._db.execute(query, (name, *now))
            elif had:
                self._db.execute("DELETE FROM whole WHERE name=?", (name,))
            if not name.startswith("!") and bool(had) != any(now):
                names = [names[0] + 1, names[1] + mark(name)] if any(now) else [names[0] - 1, names[1] - mark(name)]
        self._changes.clear()
        if any(names):
            had = self._db.execute("SELECT rows, sum FROM whole WHERE name='!lists'").fetchone() or (0, 0)
            self._db.execute(query, ("!lists", had[0] + names[0], had[1] + names[1]))

    def _set(self, name: str, rows: int, total: int) -> None:
        self._db.execute("INSERT OR REPLACE INTO whole VALUES(?,?,?)", (name, rows, total))


def add_ties(db: sqlite3.Connection, ties: Iterable[tuple[int, int]], sign: int = 1) -> None:
    """Ties that came (or, with -1, that are to go)."""
    sums: dict[int, int] = {}
    for tie, record in ties:
        sums[tie >> BITS] = sums.get(tie >> BITS, 0) + sign * tie_mark(tie, record)
    query = "INSERT INTO knot VALUES(?,?) ON CONFLICT(part) DO UPDATE SET sum=sum+excluded.sum"
    db.executemany(query, sorted(sums.items()))


def ties_hold(db: sqlite3.Connection, parts: Iterable[int] | None) -> bool:
    """Whether the ties in these ranges (None: in all) are those that were kept."""
    wanted = {part: total for part, total in db.execute("SELECT part, sum FROM knot") if total}
    if parts is None:
        sums: dict[int, int] = {}
        for tie, record in db.execute("SELECT hash, record FROM tie ORDER BY hash"):
            sums[tie >> BITS] = sums.get(tie >> BITS, 0) + tie_mark(tie, record)
        return sums == wanted
    query = "SELECT hash, record FROM tie WHERE hash BETWEEN ? AND ?"
    return all(
        wanted.get(part, 0) == sum(tie_mark(*row) for row in db.execute(query, (part << BITS, ((part + 1) << BITS) - 1))) for part in parts
    )
