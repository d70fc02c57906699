# SPDX-License-Identifier: GPL-2.0-or-later
"""The packed records as they lie in the store: found by a tie, overwritten in place, and no piece of the old ones left in the file."""

from collections.abc import Iterable, Iterator

from digest.store._seal import BITS, Sealed, mark, ties_hold


class Kept(Sealed):
    """What of the store reads records, and changes those that are kept already."""

    def tied(self, hashes: Iterable[int]) -> list[int]:
        """The components that any of these ties leads to, once each."""
        hashes = list(hashes)
        if not ties_hold(self._db, {tie >> BITS for tie in hashes}):
            raise self._damaged("ties are not what was kept")
        found: set[int] = set()
        for tie in hashes:
            found.update(c for (c,) in self._db.execute("SELECT r.comp FROM tie t JOIN record r ON r.id=t.record WHERE t.hash=?", (tie,)))
        return sorted(found)

    def held(self, comp: int) -> list[tuple[int, bytes]]:
        """The packed records of one component, of whatever source, with their numbers."""
        return [(number, blob) for number, _, blob in self._records(comp)]

    def _records(self, comp: int | None) -> Iterator[tuple[int, int, bytes]]:
        """Number, source and packed bytes of the records of a component (None: of the notices), each as it was kept and none lost."""
        if comp is None:
            found = self._db.execute("SELECT id, source, date, notice, crc, blob FROM record WHERE notice!=0 ORDER BY id")
        else:
            found = self._db.execute("SELECT id, source, date, notice, crc, blob FROM record WHERE comp=? ORDER BY id", (comp,))
        rows, total = 0, 0
        for number, source, date, notice, crc, blob in found:
            self._sound(crc, number, source, date, notice, blob)
            rows, total = rows + 1, total + crc
            yield number, source, blob
        if (self._db.execute("SELECT rows, sum FROM held WHERE comp=?", (comp or 0,)).fetchone() or (0, 0)) != (rows, total):
            raise self._damaged("records are missing")

    def overwrite(self, number: int, blob: bytes) -> None:
        """Put other bytes in the place of a packed record; call `purge` once all are."""
        query = "SELECT source, date, notice, comp, crc FROM record WHERE id=?"
        source, date, notice, comp, before = self._db.execute(query, (number,)).fetchone()
        crc = mark(number, source, date, notice, blob)
        self._db.execute("UPDATE record SET blob=?, crc=? WHERE id=?", (blob, crc, number))
        self._db.execute("UPDATE held SET sum=sum+? WHERE comp=? OR (comp=0 AND ?)", (crc - before, comp, notice))

    def purge(self) -> None:
        """Write the file anew without what was overwritten: a page keeps pieces of what once stood on it.  Not within begin and commit."""
        self._db.execute("PRAGMA secure_delete=ON")  # and nothing that is deleted from now on stays either
        self._db.execute("VACUUM")
