# SPDX-License-Identifier: GPL-2.0-or-later
"""Which records belong together: a union over the ties that they share.

Union by smallest id, over ties in the order of their hash; memory is eight bytes a record of those looked at.
"""

import sqlite3
from array import array

from digest.store._seal import BITS, tie_mark, ties_hold

FEW = 500
"""Ranges of ties that are looked through one by one; more are looked through in one pass over all."""


def join(db: sqlite3.Connection, joined: int) -> int | None:
    """Give every record after id `joined` its component, and those of torn components; what changed becomes dirty.

    The newest id, or None where ties or records are not what was kept.
    """
    newest = max(joined, db.execute("SELECT max(id) FROM record").fetchone()[0] or 0)
    torn = [comp for (comp,) in db.execute("SELECT comp FROM dirty WHERE torn=1")]
    if newest <= joined and not torn:
        return joined
    db.execute("CREATE INDEX IF NOT EXISTS tie_hash ON tie(hash, record)")
    if joined == 0:
        sound = _join_all(db, newest)
    else:
        db.execute("CREATE INDEX IF NOT EXISTS tie_record ON tie(record)")
        sound = _join_some(db, joined, torn)
    if not sound:
        return None
    db.execute("INSERT OR REPLACE INTO held SELECT 0, count(*), coalesce(sum(crc), 0) FROM record WHERE notice!=0")
    db.execute("UPDATE dirty SET torn=0")
    return newest


def _join_all(db: sqlite3.Connection, newest: int) -> bool:
    """Join everything, over one sorted pass.  False where the ties are not what was kept."""
    root = array("q", range(newest + 1))
    before: int | None = None
    last = 0
    sums: dict[int, int] = {}
    for tie, record in db.execute("SELECT hash, record FROM tie ORDER BY hash, record"):
        if not 0 < record <= newest:
            return False
        if tie == before:
            _union(root, last, record)
        before, last = tie, record
        sums[tie >> BITS] = sums.get(tie >> BITS, 0) + tie_mark(tie, record)
    if sums != {part: total for part, total in db.execute("SELECT part, sum FROM knot") if total}:
        return False
    changed = ((_find(root, at), at) for at in range(1, newest + 1) if root[at] != at)
    db.executemany("UPDATE record SET comp=? WHERE id=?", changed)
    db.execute("INSERT OR IGNORE INTO dirty SELECT DISTINCT comp, 0 FROM record")
    db.execute("DELETE FROM held")
    db.execute("INSERT INTO held SELECT comp, count(*), sum(crc) FROM record GROUP BY comp")
    return True


def _join_some(db: sqlite3.Connection, joined: int, torn: list[int]) -> bool:
    """Join new records and those of torn components anew, with every old component that one of them is tied to.

    False where the ties in question, or the records of a component that was met, are not what was kept.
    """
    db.execute("CREATE TEMP TABLE IF NOT EXISTS todo(record INTEGER PRIMARY KEY)")
    db.execute("DELETE FROM todo")
    db.execute("INSERT INTO todo SELECT id FROM record WHERE id>?", (joined,))
    db.executemany("INSERT OR IGNORE INTO todo SELECT id FROM record WHERE comp=?", [(comp,) for comp in torn])
    parts = {part for (part,) in db.execute("SELECT DISTINCT a.hash>>? FROM todo t JOIN tie a ON a.record=t.record", (BITS,))}
    if not ties_hold(db, parts if len(parts) < FEW else None):
        return False
    query = (
        "SELECT DISTINCT r.comp FROM todo t JOIN tie a ON a.record=t.record JOIN tie b ON b.hash=a.hash "
        "JOIN record r ON r.id=b.record WHERE b.record NOT IN (SELECT record FROM todo)"
    )
    met = [comp for (comp,) in db.execute(query)]
    for comp in met:
        found = db.execute("SELECT count(*), sum(crc) FROM record WHERE comp=?", (comp,)).fetchone()
        if found != db.execute("SELECT rows, sum FROM held WHERE comp=?", (comp,)).fetchone():
            return False
    db.executemany("INSERT OR IGNORE INTO todo SELECT id FROM record WHERE comp=?", [(comp,) for comp in met])
    ids = array("q", (record for (record,) in db.execute("SELECT record FROM todo ORDER BY record")))
    place = {record: at for at, record in enumerate(ids)}
    root = array("q", range(len(ids)))
    for comp in met:  # what was joined and not torn since stays so
        first, *others = [place[record] for (record,) in db.execute("SELECT id FROM record WHERE comp=? ORDER BY id", (comp,))]
        for other in others:
            _union(root, first, other)
    before: int | None = None
    last = 0
    for tie, record in db.execute("SELECT a.hash, a.record FROM todo t JOIN tie a ON a.record=t.record ORDER BY a.hash, a.record"):
        if tie == before:
            _union(root, place[last], place[record])
        before, last = tie, record
    comps = [(ids[_find(root, at)], record) for at, record in enumerate(ids)]
    db.executemany("UPDATE record SET comp=? WHERE id=?", comps)
    touched = {comp for comp, _ in comps}.union(met, torn)
    db.executemany("INSERT OR IGNORE INTO dirty VALUES(?,0)", [(comp,) for comp in sorted(touched)])
    db.executemany("DELETE FROM held WHERE comp=?", [(comp,) for comp in touched])
    query = "INSERT INTO held SELECT comp, count(*), sum(crc) FROM record WHERE comp=? GROUP BY comp"
    db.executemany(query, [(comp,) for comp in touched])
    return True


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
