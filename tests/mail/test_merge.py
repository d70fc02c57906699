# SPDX-License-Identifier: GPL-2.0-or-later
"""Copies of one mail become one record, other mails under its id do not, in any order of arrival."""

import itertools
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import msgspec

from digest import mail
from digest.model import Address, Copy, Passage, Record, Spot, Subject, Trailer

SENT = datetime(2026, 11, 3, 9, 15, 30, tzinfo=UTC)
NORA = Address("Nora Quist", "nora@quist.example")
WORDS = "The ring is now refilled in batches of 64 and the rate rises to 9.41 Gbit/s on the big board"


@dataclass
class Fields:
    """What the cases below vary."""

    key: str | None = "id@quist.example"
    author: Address = NORA
    date: datetime | None = SENT
    words: str = WORDS
    lost: tuple[str, ...] = ()
    archive: str = "lore"
    lists: tuple[str, ...] = ()
    parents: tuple[str, ...] = ()
    tag: Address | None = None
    title: str = "ring"


def record(fields: Fields | None = None, /, **changes: object) -> Record:
    """A record of these fields; its content is that of its words."""
    given = fields or Fields(**changes)  # type: ignore[arg-type]
    content = f"{abs(hash((given.author.name, given.date, given.words))):016x}"[:16]
    key = given.key or f"x-{content[:12]}"
    trailers = () if given.tag is None else (Trailer("Tested-by", "v", given.tag, Spot(1, 1, "Tested-by"), "reply"),)
    return Record(
        key,
        given.key,
        Subject("reply", given.title, reply=True),
        given.title,
        given.author,
        None,
        given.date,
        given.parents,
        given.lists,
        (Copy(given.archive, "1"),),
        content,
        "reply",
        1,
        lost=given.lost,
        passages=(Passage("own", 1, 1, given.words),),
        trailers=trailers,
    )


def merged(*records: Record) -> tuple[Record, ...]:
    """What merge makes of the records; the same in every order, and again of its own result."""
    results = [mail.merge(order) for order in itertools.permutations(records)]
    assert all(results[0] == r for r in results)
    assert results[0] == mail.merge(results[0])
    return results[0]


def test_cross_posted() -> None:
    """The same mail from two lists is one, with both copies and both lists."""
    (one,) = merged(record(lists=("netdev",)), record(archive="bpf", lists=("bpf",)))
    assert (("bpf", "netdev"), ("bpf", "lore")) == (one.lists, tuple(c.archive for c in one.copies))


def test_a_mask_is_healed() -> None:
    """A masked author and a masked tag giver are known again from the fuller copy."""
    masked = Address("Nora Quist", "no...@quist.example", masked=True)
    page = record(author=masked, archive="page", lost=("address",), tag=masked)
    (one,) = merged(page, record(tag=NORA, parents=("p@x",)))
    assert NORA == one.author
    assert NORA == one.trailers[0].person
    assert ((), ("p@x",)) == (one.lost, one.parents)


def test_reused_id() -> None:
    """A different mail under one id stays apart under a key of its own, and both say so."""
    other = record(
        words="Something else entirely was written here by somebody who reused the id", author=Address("Pia Lund", "pia@lund.example")
    )
    first, second = merged(record(), msgspec.structs.replace(other, date=SENT + timedelta(hours=1)))
    assert ("id@quist.example", "id@quist.example") == (first.key, second.message_id)
    assert second.key == f"x-{other.content[:12]}"
    assert first.notices == second.notices == ("same Message-ID, different content",)


def test_a_copy_that_lost_its_lines() -> None:
    """A flattened copy under the same id, cut a little differently, is the same mail."""
    flat = record(words=f"{WORDS} -- footer", lost=("line-breaks",), archive="page")
    (one,) = merged(flat, record())
    assert (WORDS, 2) == (one.passages[0].text, len(one.copies))


def test_without_id() -> None:
    """A page without message-ids, in its own zone and to the minute, is known again by author, minute and words."""
    page = record(
        key=None, author=Address("Quist, Nora"), date=datetime(2026, 11, 3, 10, 15, tzinfo=UTC), lost=("message-id",), archive="page"
    )
    (one,) = merged(page, record())
    assert ("id@quist.example", NORA) == (one.key, one.author)
    assert one.date == SENT


def test_without_id_but_another_mail() -> None:
    """Another author, day or other words make another mail."""
    kinds = [
        record(key=None, author=Address("Pia Lund")),
        record(key=None, date=SENT + timedelta(days=9)),
        record(key=None, words="Entirely other words about a switch and its ports, none of them said before"),
    ]
    for other in kinds:
        assert len(merged(other, record())) == 2


def test_two_pages_without_id() -> None:
    """Two copies that both lost the id are one mail under one key."""
    one, other = (
        record(key=None, lost=("message-id",)),
        record(key=None, words=f"{WORDS} indeed", archive="other", lost=("message-id", "line-breaks")),
    )
    (both,) = merged(one, other)
    assert both.key in {one.key, other.key}
    assert len(both.copies) == 2


def test_short_answers_stay_apart() -> None:
    """Two short answers of one day are two mails unless minute and title agree."""
    first = record(key=None, words="Acked")
    second = record(key=None, words="Acked", date=SENT + timedelta(minutes=7))
    third = record(key=None, words="Acked", title="switch")
    assert len(merged(first, second, third)) == 3


def test_the_same_words_to_each_patch() -> None:
    """A tester's equal words to two patches stay with their patch, though only minutes lie between."""
    words = "Tested by me on the small board with two queues"
    page = record(key=None, words=words, title="ring: second", date=SENT + timedelta(minutes=1), archive="page")
    found = merged(
        record(words=words, title="ring: first"),
        record(key="b@x", words=words, title="ring: second", date=SENT + timedelta(minutes=1)),
        page,
    )
    assert [1, 2] == [len(r.copies) for r in found]
