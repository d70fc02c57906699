# SPDX-License-Identifier: GPL-2.0-or-later
"""What was published: which component wrote which files, the list rows, and on which lists they stand."""

import re
import zlib
from collections.abc import Iterable, Iterator

import msgspec

from digest.model import Row
from digest.store._kept import Kept
from digest.store._schema import Published
from digest.store._seal import mark

_LEAVING = -1
"""In place of a component: a file that is to be taken away."""
_PAGE = re.compile(r"(?:^|/)page/[0-9]{1,6}\Z")


def _list_of(path: str) -> str:
    """The list whose file this is: its folder without `page/2`; the data of a month belong to the month's list."""
    if path.startswith("data/v1/m/"):
        return "a/" + path.removeprefix("data/v1/m/").removesuffix(".json")
    return _PAGE.sub("", path.rpartition("/")[0])


def _seconds(row: Row) -> int:
    return int(row.last.timestamp()) if row.last else 0


def _member(name: str, last: int, series: str) -> int:
    return zlib.crc32(f"{name}\0{last}\0{series}".encode("utf-8", "surrogatepass"))


def _component(comp: int, counts: bytes, settled: int) -> int:
    """As `mark`, but quicker: a build that finds nothing new looks at every component's counts."""
    return zlib.crc32(counts, (comp << 1 | settled) & 0xFFFFFFFF)


class Shown(Kept):
    """What of the store knows the site."""

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
        before = self._paths(comp)
        for (series,) in db.execute("SELECT id FROM row WHERE comp=?", (comp,)).fetchall():
            self._off_lists(series)
        db.execute("DELETE FROM row WHERE comp=?", (comp,))
        gone = before.difference(made.files)
        db.executemany("UPDATE file SET comp=? WHERE path=? AND comp=?", [(_LEAVING, path, comp) for path in gone])
        db.executemany(
            "INSERT INTO file VALUES(?,?,?) ON CONFLICT(path) DO UPDATE SET comp=excluded.comp",
            [(path, comp, mark(path)) for path in made.files if path not in before],
        )
        encode = msgspec.msgpack.encode
        for (crc,) in db.execute("SELECT crc FROM comp WHERE id=?", (comp,)).fetchall():
            self._add({"!comps": (-1, -crc)})
        if any(made.counts):
            kept = (comp, encode(made.counts), int(made.settled))
            db.execute("INSERT OR REPLACE INTO comp VALUES(?,?,?,?)", (*kept, _component(*kept)))
            self._add({"!comps": (1, _component(*kept))})
        else:
            db.execute("DELETE FROM comp WHERE id=?", (comp,))
        for row, lists in zip(made.rows, made.lists, strict=True):
            # a series that was another component's stands on that one's lists no more
            self._off_lists(row.id)
            blob, last = encode(row), _seconds(row)
            db.execute("INSERT OR REPLACE INTO row VALUES(?,?,?,?,?)", (row.id, comp, last, mark(row.id, blob), blob))
            db.executemany("INSERT INTO member VALUES(?,?,?)", [(name, last, row.id) for name in lists])
            self._add({name: (1, _member(name, last, row.id)) for name in lists})
        db.execute("DELETE FROM dirty WHERE comp=?", (comp,))

    def _off_lists(self, series: str) -> None:
        for name, last in self._db.execute("SELECT list, last FROM member WHERE series=?", (series,)).fetchall():
            self._add({name: (-1, -_member(name, last, series))})
        self._db.execute("DELETE FROM member WHERE series=?", (series,))

    def _paths(self, comp: int) -> set[str]:
        found = dict(self._db.execute("SELECT path, crc FROM file WHERE comp=?", (comp,)))
        for path, crc in found.items():
            self._sound(crc, path)
        return set(found)

    def adopt(self, paths: Iterable[str]) -> None:
        """Files of a site whose store is gone: those that nothing publishes again are to leave."""
        self._db.executemany("INSERT OR IGNORE INTO file VALUES(?,?,?)", [(path, _LEAVING, mark(path)) for path in paths])

    def leaving(self) -> list[str]:
        """The paths that nothing publishes any more, of this build and of one that was killed before it took them away."""
        return sorted(self._paths(_LEAVING))

    def left(self) -> None:
        """They are gone from the disk."""
        self._db.execute("DELETE FROM file WHERE comp=?", (_LEAVING,))

    def list_files(self, names: Iterable[str] | None) -> set[str]:
        """Paths that lists wrote: of the lists named, or of all."""
        paths = self._paths(0)
        self._whole("!files", len(paths), sum(map(mark, paths)))
        if names is None:
            return paths
        wanted = set(names)
        return {path for path in paths if _list_of(path) in wanted}

    def set_list_files(self, made: Iterable[str], gone: Iterable[str]) -> None:
        """Note which paths the lists wrote, and which they write no more: those are to leave."""
        self._db.executemany("UPDATE file SET comp=? WHERE path=? AND comp=0", [(_LEAVING, path) for path in gone])
        query = "INSERT INTO file VALUES(?,0,?) ON CONFLICT(path) DO UPDATE SET comp=0 WHERE comp=?"
        self._db.executemany(query, [(path, mark(path), _LEAVING) for path in made])
        rows, total = self._db.execute("SELECT count(*), coalesce(sum(crc), 0) FROM file WHERE comp=0").fetchone()
        self._set("!files", rows, total)

    def rows(self, name: str) -> Iterator[Row]:
        """The rows on one list, newest mail first, then id."""
        found = self._db.execute("SELECT last, series FROM member WHERE list=? ORDER BY last DESC, series", (name,)).fetchall()
        self._whole(name, len(found), sum(_member(name, last, series) for last, series in found))
        decoder = msgspec.msgpack.Decoder(Row)
        for _, series in found:
            crc, blob = self._db.execute("SELECT crc, blob FROM row WHERE id=?", (series,)).fetchone() or (0, b"")
            self._sound(crc, series, blob)
            yield decoder.decode(blob)

    def list_names(self) -> list[str]:
        """All lists that hold a row."""
        names = [name for (name,) in self._db.execute("SELECT name FROM whole WHERE name NOT GLOB '!*' ORDER BY name")]
        self._whole("!lists", len(names), sum(map(mark, names)))
        return names

    def newest(self) -> int | None:
        """The newest date of a mail, in seconds since 1970."""
        found: int | None = self._db.execute("SELECT max(date) FROM record").fetchone()[0]
        return found

    def counts(self) -> tuple[int, int, int, int]:
        """Over all published components: messages shown, duplicates, left out, series."""
        rows = self._db.execute("SELECT id, counts, settled, crc FROM comp").fetchall()
        self._whole("!comps", len(rows), sum(row[-1] for row in rows))
        totals = [0, 0, 0, 0]
        decoder = msgspec.msgpack.Decoder(tuple[int, int, int, int])
        for comp, blob, settled, crc in rows:
            if _component(comp, blob, settled) != crc:
                raise self._damaged("counts are not what was kept")
            totals = [total + number for total, number in zip(totals, decoder.decode(blob), strict=True)]
        return totals[0], totals[1], totals[2], totals[3]
