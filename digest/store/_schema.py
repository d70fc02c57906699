# SPDX-License-Identifier: GPL-2.0-or-later
"""The tables, and what travels between workers and store."""

import msgspec

from digest.model import Row

SCHEMA = 2

TABLES = """
CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT, crc INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE source(id INTEGER PRIMARY KEY, archive TEXT NOT NULL, part TEXT NOT NULL, cursor BLOB NOT NULL, crc INTEGER NOT NULL,
                    UNIQUE(archive, part)) STRICT;
CREATE TABLE record(id INTEGER PRIMARY KEY, source INTEGER NOT NULL, comp INTEGER NOT NULL, date INTEGER, notice INTEGER NOT NULL,
                    crc INTEGER NOT NULL, blob BLOB NOT NULL) STRICT;
CREATE TABLE tie(hash INTEGER NOT NULL, record INTEGER NOT NULL) STRICT;
CREATE TABLE problem(source INTEGER NOT NULL, at TEXT NOT NULL, key TEXT, text TEXT NOT NULL, size INTEGER NOT NULL,
                     unreadable INTEGER NOT NULL, crc INTEGER NOT NULL) STRICT;
CREATE TABLE row(id TEXT PRIMARY KEY, comp INTEGER NOT NULL, last INTEGER NOT NULL, crc INTEGER NOT NULL,
                 blob BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE member(list TEXT NOT NULL, last INTEGER NOT NULL, series TEXT NOT NULL, PRIMARY KEY(list, last, series)) STRICT, WITHOUT ROWID;
CREATE TABLE comp(id INTEGER PRIMARY KEY, counts BLOB NOT NULL, settled INTEGER NOT NULL, crc INTEGER NOT NULL) STRICT;
CREATE TABLE file(path TEXT PRIMARY KEY, comp INTEGER NOT NULL, crc INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE whole(name TEXT PRIMARY KEY, rows INTEGER NOT NULL, sum INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE held(comp INTEGER PRIMARY KEY, rows INTEGER NOT NULL, sum INTEGER NOT NULL) STRICT;
CREATE TABLE knot(part INTEGER PRIMARY KEY, sum INTEGER NOT NULL) STRICT;
CREATE TABLE dirty(comp INTEGER PRIMARY KEY, torn INTEGER NOT NULL) STRICT;
CREATE TABLE done(source INTEGER NOT NULL, shard BLOB NOT NULL, PRIMARY KEY(source, shard)) STRICT, WITHOUT ROWID;
CREATE INDEX record_source ON record(source);
CREATE INDEX record_comp ON record(comp, crc);
CREATE INDEX record_date ON record(date);
CREATE INDEX record_notice ON record(notice) WHERE notice != 0;
CREATE INDEX row_comp ON row(comp);
CREATE INDEX file_comp ON file(comp);
CREATE INDEX member_series ON member(series);
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
    """What was made of one component: counts (messages, duplicates, left out, series), paths, and rows with the lists they stand on.

    `settled` says that no row of it changes as time passes.
    """

    counts: tuple[int, int, int, int]
    files: tuple[str, ...]
    rows: tuple[Row, ...]
    lists: tuple[tuple[str, ...], ...]
    settled: bool
