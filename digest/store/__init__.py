# SPDX-License-Identifier: GPL-2.0-or-later
"""SQLite: Records by source, the ties between them, and what was published from what.  The only SQL.

Tables:
    source    one archive as the user named it, with the cursor up to which it was read
    record    a packed Record (compressed MessagePack); `comp` names its component
    tie       64-bit hashes of message-ids and lineage keys; records that share one belong to one component
    problem   what could not be read
    row       the small list row of a published series;  `member` says on which lists it stands
    comp      the counts of a published component;  `file` says which paths it (or, as 0, the lists) wrote, or as -1 which are to leave
    dirty     components whose pages are older than their records
    done      shards of a source that is still being read, so that an interrupted reading goes on where it was
    whole     how many rows a list has, how many problems, components, files of lists there are, and the sum of their checksums;
    held      the same for the records of a component (as 0: for those with a notice), `knot` for the ties in each of 4,096 ranges of hashes

A component is a set of records that share ties: later steps look at one component at a time, so nothing but ids grows with the
archive.  The name of a component is its smallest record id, which is internal: nothing published depends on it.

Durability: WAL with synchronous=FULL for records (an acknowledged record survives a kill), a schema version that refuses unknown
stores, checksums over rows and over sets of them (`_seal.py`), looked at where they are read, and `PRAGMA integrity_check` after an
unclean end (a write-ahead log that was left).
"""

from digest.store._schema import Packed, Published, Trouble
from digest.store._store import Store

__all__ = ["Packed", "Published", "Store", "Trouble"]
