# SPDX-License-Identifier: GPL-2.0-or-later
"""Resource laws: what is large is read in time that grows with its size, no step is quadratic.

A mail of megabytes, a chain of a hundred thousand replies, ten thousand replies to one mail: each goes the whole way, and its
processor time is measured.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec

from digest import reading
from digest.mail import from_bytes
from digest.model import Copy, Record
from tests.torture import hostile, totality
from tests.torture.patterns import TooLong, alarm


def _date(number: int) -> bytes:
    return (datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=number)).strftime("%a, %d %b %Y %H:%M:%S +0000").encode()


def _reply(
    number: int, parent: int, *, references: bytes = b"", body: bytes = b"Words.\n", subject: bytes = b"Re: [PATCH net-next] x"
) -> bytes:
    more = b"In-Reply-To: <m%d@x.example>\n%b" % (parent, references) if number else b""
    return hostile.letter(
        body,
        subject=subject if number else b"[PATCH net-next] x",
        ident=b"<m%d@x.example>" % number,
        date=_date(number),
        more=more,
        sender=b"P%d <p%d@x.example>" % (number % 50, number % 50),
    )


def _first() -> bytes:
    return hostile.letter(hostile.PATCH, subject=b"[PATCH net-next] x", ident=b"<m0@x.example>", date=_date(0))


def chain(count: int) -> list[bytes]:
    """Each mail answers the one before."""
    return [_first(), *(_reply(n, n - 1) for n in range(1, count))]


def fan(count: int) -> list[bytes]:
    """All answer the first."""
    return [_first(), *(_reply(n, 0) for n in range(1, count))]


def tagged(count: int) -> list[bytes]:
    """All give the first a tag, ask something, or command a robot."""
    body = b"> return 2;\n\nWhy two?\n\nReviewed-by: P%d <p%d@x.example>\npw-bot: cr\n"
    return [_first(), *(_reply(n, 0, body=body % (n, n)) for n in range(1, count))]


def versions(count: int) -> list[bytes]:
    """A patch in `count` versions, each a thread of its own."""
    return [
        hostile.letter(
            b"Polish.\n\nSigned-off-by: Ida Holm <ida@holm.example>\n" + hostile.PATCH,
            subject=b"[PATCH net-next v%d] net: brass: polish" % (n + 1),
            ident=b"<v%d@holm.example>" % n,
            date=_date(n * 60),
        )
        for n in range(count)
    ]


def patches(count: int) -> list[bytes]:
    """One series of `count` patches."""
    cover = hostile.letter(b"Words.\n", subject=b"[PATCH net-next 0/%d] net: brass" % count, ident=b"<c@holm.example>", date=_date(0))
    return [
        cover,
        *(
            hostile.letter(
                hostile.PATCH.replace(b"brass", b"brass%d" % n),
                subject=b"[PATCH net-next %d/%d] net: brass: polish %d" % (n, count, n),
                ident=b"<c%d@holm.example>" % n,
                date=_date(n),
                more=b"In-Reply-To: <c@holm.example>\n",
            )
            for n in range(1, count + 1)
        ),
    ]


def copies(count: int) -> list[bytes]:
    """One message-id on `count` mails of different content."""
    return [hostile.letter(b"words %d\n" % n, ident=b"<one@x.example>", date=_date(n)) for n in range(count)]


def rings(count: int) -> list[bytes]:
    """Mails that refer to one another in a ring."""
    return [_reply(n or count, (n + 1) % count, subject=b"[PATCH net] r") for n in range(count)]


def numbers(count: int) -> list[bytes]:
    """Every reply brings figures and quotes those of the mail before."""
    body = b"> throughput before: %d.5 Gbps after: %d.5 Gbps\n\nthroughput before: %d.5 Gbps after: %d.5 Gbps\n"
    return [_first(), *(_reply(n, n - 1, body=body % (n - 1, n, n, n + 1)) for n in range(1, count))]


def titles(count: int) -> list[bytes]:
    """Patches of one author and one title without ids that tie them."""
    return [
        hostile.letter(hostile.PATCH, subject=b"[PATCH net] net: brass: polish", ident=b"<t%d@x.example>" % n, date=_date(n * 3))
        for n in range(count)
    ]


def person(count: int) -> list[bytes]:
    """One person's patches, each a series of its own, and a reviewer who is in all of them."""
    made = []
    for n in range(count // 2):
        made.append(
            hostile.letter(
                hostile.PATCH.replace(b"brass", b"brass%d" % n),
                subject=b"[PATCH net-next] net: brass%d: polish" % n,
                ident=b"<q%d@holm.example>" % n,
                date=_date(n * 3),
            )
        )
        made.append(
            hostile.letter(
                b"Reviewed-by: Nora Quist <nora@quist.example>\n",
                subject=b"Re: [PATCH net-next] net: brass%d: polish" % n,
                sender=b"Nora Quist <nora@quist.example>",
                ident=b"<r%d@quist.example>" % n,
                date=_date(n * 3 + 1),
                more=b"In-Reply-To: <q%d@holm.example>\n" % n,
            )
        )
    return made


def forgetful(count: int) -> list[bytes]:
    """Answers without any mark of what they answer, under one subject."""
    return [_first(), *(_reply(n, n - 1, subject=b"Re: [PATCH net-next] x").replace(b"In-Reply-To", b"X-Lost") for n in range(1, count))]


THREADS: dict[str, tuple[Callable[[int], list[bytes]], int]] = {
    "chain": (chain, 100_000),
    "replies to one mail": (fan, 10_000),
    "tags and questions to one mail": (tagged, 10_000),
    "versions of one patch": (versions, 10_000),
    "patches of one series": (patches, 5_000),
    "mails of one message-id": (copies, 10_000),
    "ring of references": (rings, 10_000),
    "figures quoted on and on": (numbers, 5_000),
    "postings of one title": (titles, 5_000),
    "mails of two people": (person, 50_000),
    "answers that lost what they answer": (forgetful, 10_000),
}
"""Threads, and how many mails each has in a long run."""


class Timed(msgspec.Struct, frozen=True):
    """Processor seconds to read the mails, and to make pages of them; per mail or megabyte where asked."""

    name: str
    read: float
    made: float


def read(mails: list[bytes]) -> list[Record]:
    """Mails through the first half of the way."""
    return [reading.read(from_bytes(raw, Copy("a", str(n))), totality.CONTEXT.profile) for n, raw in enumerate(mails)]


def thread(name: str, mails: list[bytes], cap: float = 120.0) -> Timed:
    """A thread the whole way."""
    begun = time.process_time()
    records = read(mails)
    middle = time.process_time()
    try:
        with alarm(cap):
            totality.facts_of(records)
    except TooLong:
        return Timed(name, middle - begun, float("inf"))
    return Timed(name, middle - begun, time.process_time() - middle)


def mail(name: str, raw: bytes, cap: float = 60.0) -> Timed:
    """One large mail the whole way; infinity where it went on past `cap` seconds."""
    begun = middle = time.process_time()
    try:
        with alarm(cap):
            message = from_bytes(raw, Copy("a", "0"))
            record = reading.read(message, totality.CONTEXT.profile)
            middle = time.process_time()
            totality.facts_of([record])
    except TooLong:
        return Timed(name, float("inf"), 0.0)
    return Timed(name, middle - begun, time.process_time() - middle)
