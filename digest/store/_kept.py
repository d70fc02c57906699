# SPDX-License-Identifier: GPL-2.0-or-later
"""The packed records as they lie in the store: found by a tie, overwritten in place, and no piece of the old ones left in the file."""

import sqlite3
import zlib
from collections.abc import Iterable
from pathlib import Path

from digest.errors import OutputError


class Kept:
    """What of the store changes records that are kept already."""

    path: Path | None
    _db: sqlite3.Connection

    def tied(self, hashes: Iterable[int]) -> list[int]:
        """The components that any of these ties leads to, once each."""
        found: set[int] = set()
        for tie in hashes:
            found.update(c for (c,) in self._db.execute("SELECT r.comp FROM tie t JOIN record r ON r.id=t.record WHERE t.hash=?", (tie,)))
        return sorted(found)

    def held(self, comp: int) -> list[tuple[int, bytes]]:
        """The packed records of one component, of whatever source, with their numbers."""
        query = "SELECT id, crc, blob FROM record WHERE comp=? ORDER BY id"
        return [(number, self._sound(blob, crc)) for number, crc, blob in self._db.execute(query, (comp,))]

    def overwrite(self, number: int, blob: bytes) -> None:
        """Put other bytes in the place of a packed record; call `purge` once all are."""
        self._db.execute("UPDATE record SET blob=?, crc=? WHERE id=?", (blob, zlib.crc32(blob), number))

    def purge(self) -> None:
        """Write the file anew without what was overwritten: a page keeps pieces of what once stood on it.  Not within begin and commit."""
        self._db.execute("PRAGMA secure_delete=ON")  # and nothing that is deleted from now on stays either
        self._db.execute("VACUUM")

    def _damaged(self, why: str) -> OutputError:
        return OutputError(f"{self.path}: the store is damaged ({why}); move it away and build again: it is made anew")

    def _sound(self, blob: bytes, crc: int) -> bytes:
        if zlib.crc32(blob) != crc:
            raise self._damaged("a record is not what was kept")
        return blob
