# SPDX-License-Identifier: GPL-2.0-or-later
"""Damage to the store: whatever a page depends on is told where it is not what was kept, and never believed."""

import contextlib
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from digest.store import Packed, Store, Trouble
from tests.torture import crash

Run = Callable[..., tuple[int, bytes, str]]

HARMS = {
    "a packed record": "UPDATE record SET blob=zeroblob(9)",
    "the archive of a record": "UPDATE record SET source=source+1",
    "the date of a record": "UPDATE record SET date=date+1",
    "a record lost": "DELETE FROM record WHERE id IN (SELECT max(id) FROM record GROUP BY comp)",
    "a record of another component": "UPDATE record SET comp=(SELECT min(comp) FROM record)",
    "a tie": "UPDATE tie SET hash=hash+1",
    "a tie lost": "DELETE FROM tie WHERE hash IN (SELECT hash FROM tie GROUP BY hash HAVING count(*)>2)",
    "a list row": "UPDATE row SET blob=zeroblob(9)",
    "a list row of another series": "UPDATE row SET blob=(SELECT blob FROM row ORDER BY id LIMIT 1)",
    "a list row lost": "DELETE FROM row WHERE id=(SELECT series FROM member WHERE list='' ORDER BY last LIMIT 1)",
    "a series off a list": "DELETE FROM member WHERE list='' AND series=(SELECT series FROM member WHERE list='' ORDER BY last LIMIT 1)",
    "a series on another list": "UPDATE member SET list='t/brass' WHERE list=''",
    "a list lost": "DELETE FROM whole WHERE name LIKE 'u/%'",
    "a sum": "UPDATE whole SET sum=sum+1",
    "the counts of a component": "UPDATE comp SET counts=x'940900ff00'",
    "a component lost": "DELETE FROM comp WHERE id=(SELECT max(id) FROM comp)",
    "a path": "UPDATE file SET path='s/nowhere'||path",
    "the path of a list lost": "DELETE FROM file WHERE path='feed.atom'",
    "a small fact": "UPDATE meta SET value='0'",
    "how far an archive was read": "UPDATE source SET cursor=zeroblob(9)",
}


@pytest.fixture(scope="module")
def mails(demo: Path) -> list[bytes]:
    """The sample mails."""
    return demo.read_bytes().split(b"\nFrom mboxrd@z ")


def _box(box: Path, mails: list[bytes], count: int) -> None:
    box.write_bytes(b"\nFrom mboxrd@z ".join(mails[:count]).rstrip(b"\n") + b"\n\n")


@pytest.mark.parametrize("harm", HARMS)
def test_what_is_not_as_it_was_kept_is_told(run: Run, mails: list[bytes], tmp_path: Path, harm: str) -> None:
    """A build over a harmed store ends with status 4 and says what to do; the pages are the old or the new ones, none of a third kind."""
    box, site, store = tmp_path / "box", tmp_path / "site", tmp_path / "site.store"
    words = ("--now", "2026-11-24", "-j1", "--no-search")
    _box(box, mails, 26)
    assert 0 == run("build", box, "-o", site, *words)[0]
    _box(box, mails, 33)
    shutil.copy(store, tmp_path / "whole.store")
    shutil.copytree(site, tmp_path / "whole")
    assert 0 == run("build", box, "-o", tmp_path / "whole", *words)[0]
    old, new = crash.tree(site), crash.tree(tmp_path / "whole")
    with contextlib.closing(sqlite3.connect(store)) as db:
        assert db.execute(HARMS[harm]).rowcount
        db.commit()

    status, _, said = run("build", box, "-o", site, *words)

    assert 4 == status
    assert "the store is damaged" in said
    assert {} == {name: found for name, found in crash.tree(site).items() if found not in (old.get(name), new.get(name))}


def test_sums_follow_what_goes() -> None:
    """What is forgotten is taken off the sums: ties, problems, records."""
    with Store(None) as store:
        store.begin()
        one, other = store.source("a", "1"), store.source("a", "2")
        store.add(one, [Packed((1, 2, -(1 << 60)), 7, 1, b"one"), Trouble("9", "cut", None, 3, unreadable=True)])
        store.add(other, [Packed((2, 3), 8, 0, b"two"), Trouble("8", "torn", None, 3, unreadable=True)])
        store.join()
        store.commit()
        together = [store.blobs(1, {one, other}), store.tied([3]), len(list(store.problems({one, other})))]
        store.begin()
        store.forget(one)
        store.join()
        store.commit()

        assert [[b"one", b"two"], [1], 2] == together
        assert [[2], [b"two"], [], 1] == [
            list(store.components()), store.blobs(2, {other}), store.notices({one, other}), len(list(store.problems({one, other})))
        ]  # fmt: skip


def test_a_new_source_is_one_write(tmp_path: Path) -> None:
    """What makes a source known is one statement: between two, a full disk would leave a row that looks damaged."""
    writes: list[str] = []
    with Store(tmp_path / "s") as store:
        store._db.set_trace_callback(lambda words: writes.append(words.split()[0]))
        store.source("a", "p")
        store._db.set_trace_callback(None)
        assert store.cursor("a", "p") == b""

    assert ["INSERT"] == [word for word in writes if word != "SELECT"]
