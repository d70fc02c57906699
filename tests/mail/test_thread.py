# SPDX-License-Identifier: GPL-2.0-or-later
"""Who answers whom: the graphs of public-inbox and patchwork, loops, ghosts, mails whose archive lost the headers."""

import json
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest import mail
from digest.model import Address, Copy, Record, Subject
from tests import growth

GRAPHS = json.loads((Path(__file__).parent.parent / "data" / "patch" / "threads.json").read_text())
START = datetime(2026, 11, 3, tzinfo=UTC)
WRITER = Address("Nora Quist", "nora@quist.example")


def record(
    key: str,
    parents: tuple[str, ...] = (),
    *,
    hours: int = 0,
    title: str = "ring",
    reply: bool = False,
    lost: tuple[str, ...] = (),
    archive: str = "a",
) -> Record:
    """A record with nothing but what threads are made of."""
    subject = Subject("other", title, reply=reply)
    date = START + timedelta(hours=hours)
    copies = (Copy(archive, key),)
    return Record(key, key, subject, title, WRITER, None, date, parents, (), copies, key, "other", 1, lost=lost)


def graph(name: str) -> list[Record]:
    """The records of one graph of threads.json, dated in the order listed."""
    messages = next(g for g in GRAPHS if g["id"] == name)["messages"]
    return [record(m["mid"], tuple(reversed(m["refs"])), hours=n) for n, m in enumerate(messages)]


@pytest.mark.parametrize("name", ["pi-thread-cycle-1", "pi-thread-cycle-backwards", "pi-index-gap"])
def test_one_thread_in_any_order(name: str) -> None:
    """Each graph is one thread that holds every mail once, whatever the order of arrival."""
    records = graph(name)
    (thread,) = mail.threads(records)
    assert sorted(r.key for r in records) == sorted(r.key for r in thread.items)
    shuffle = random.Random(1)  # noqa: S311 - an order, no secret
    for _ in range(20):
        shuffle.shuffle(records)
        assert mail.threads(records) == (thread,)


def test_seen_before_its_parent() -> None:
    """A mail hangs below its nearest reference although that one came later."""
    (thread,) = mail.threads(graph("pi-thread-cycle-1"))
    answer = "15843.12163.554914.469248@jupiter.akutech-local.de"
    assert thread.parents[answer] == "E18GPHf-0000zp-00@cloaked.freeserve.co.uk"


def test_a_ghost_holds_its_answers() -> None:
    """Two answers to a mail that never arrived are one thread, and the way up leads through it."""
    (thread,) = mail.threads([record("a", ("ghost", "root"), hours=1), record("b", ("ghost",), hours=2), record("root")])
    assert [r.key for r in thread.items] == ["root", "a", "b"]
    assert thread.parents == {"a": "ghost", "b": "ghost", "ghost": "root"}


def test_strangers_stay_apart() -> None:
    """Equal subjects alone make no thread."""
    assert len(mail.threads([record("a"), record("b", hours=1), record("c", hours=2, reply=True)])) == 3


def test_subject_where_headers_were_lost() -> None:
    """A reply whose archive lost all threading headers hangs below the mail whose subject it repeats."""
    lost = ("headers",)
    (thread,) = mail.threads([record("c", hours=2, reply=True, lost=lost), record("a"), record("b", hours=1, reply=True, lost=lost)])
    assert thread.parents == {"b": "a", "c": "a"}


def test_one_page_is_one_thread() -> None:
    """Mails of one saved page with one title belong together, though none says Re:."""
    lost = ("headers",)
    together = mail.threads([record("a", lost=lost), record("b", hours=1, lost=lost)])
    apart = mail.threads([record("a", lost=lost), record("b", hours=1, lost=lost, archive="other")])
    assert [1, 2] == [len(together), len(apart)]


def test_a_long_chain() -> None:
    """100,000 mails, each the answer to the one before, are threaded without recursion and fast."""
    records = [record(f"m{n}", (f"m{n - 1}",) if n else ()) for n in range(100_000)]
    random.Random(1).shuffle(records)  # noqa: S311 - an order, no secret
    (thread,) = mail.threads(records)
    assert len(thread.items) == 100_000
    assert growth.of(lambda n: mail.threads(records[:n]), 25_000) <= 8


KEYS = st.sampled_from([f"m{n}" for n in range(12)] + ["ghost1", "ghost2"])


@given(
    st.lists(st.tuples(st.integers(0, 11), st.lists(KEYS, max_size=5), st.integers(0, 3)), max_size=12, unique_by=lambda t: t[0]),
    st.randoms(),
)
def test_laws(spec: list[tuple[int, list[str], int]], shuffle: random.Random) -> None:
    """Any references at all: each mail once, a forest, the same for every order."""
    records = [record(f"m{n}", tuple(parents), hours=hours) for n, parents, hours in spec]
    found = mail.threads(records)
    assert sorted(r.key for r in records) == sorted(r.key for t in found for r in t.items)
    for thread in found:
        for key in thread.parents:
            seen = set()
            while key in thread.parents:
                assert key not in seen
                seen.add(key)
                key = thread.parents[key]
    shuffle.shuffle(records)
    assert mail.threads(records) == found
