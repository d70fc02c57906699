# SPDX-License-Identifier: GPL-2.0-or-later
"""The numbers of some mails: each once, of the writer of its words; quotes whose original is at hand are none."""

from email.message import EmailMessage

import msgspec
import pytest

from digest import config, mail, reading
from digest.model import Address, BenchEntry, Copy, Person, Record
from digest.results import bench_entries

TABLE = "| size | before | after |\n|---|---|---|\n| 64 | 10.4 Gbps | 12.7 Gbps |\n| 128 | 11.9 Gbps | 13.6 Gbps |\n"


def read(body: str, *, by: str = "Ada Author <ada@author.example>", key: str = "a@x", subject: str = "net: x") -> Record:
    """One mail as it is read."""
    message = EmailMessage()
    message["From"], message["Subject"], message["Message-ID"] = by, subject, f"<{key}>"
    message["Date"] = "Mon, 02 Nov 2026 10:00:00 +0000"
    message.set_content(body)
    return reading.read(mail.from_bytes(message.as_bytes(), Copy("here", key)), config.profile("netdev"))


def person(address: Address) -> Person:
    """A person by name."""
    return Person(address.name, address.email, masked=False, id=address.name or "nobody")


def entries(*records: Record) -> tuple[BenchEntry, ...]:
    """The numbers of some mails."""
    return bench_entries(records, person, {})


def quoted(text: str, depth: int = 1) -> str:
    """A text behind quote marks."""
    return "".join(f"{'> ' * depth}{line}\n" for line in text.splitlines())


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize(
    "dress",
    [
        TABLE,
        "On an E810, iperf3:\n\nBefore: 10.4 Gbps\nAfter: 12.7 Gbps\n",
        TABLE.replace("| size | before | after |", "| size | iperf3 | E810 |"),
    ],
)
def test_quote_of_an_archived_mail(dress: str, depth: int) -> None:
    """Figures quoted from a mail at hand are listed once, however the quote is dressed; without that mail they are the quote's."""
    original = read(f"With netperf:\n\n{TABLE}")
    answer = read(
        f"On Monday, Ada Author wrote:\n{quoted(dress, depth)}\nWhich NIC?\n", by="Rita Reviewer <rita@review.example>", key="r@x"
    )
    assert [("a@x", False)] == [(one.key, one.quoted) for one in entries(original, answer)]
    assert answer.quoted_benchmarks is not None
    assert [("r@x", True)] == [(one.key, one.quoted) for one in entries(answer)]


def test_a_part_of_a_figure_is_another_figure() -> None:
    """A mail that has longer numbers is not the original."""
    other = read(TABLE.replace("10.4", "110.4").replace("12.7", "12.75"))
    answer = read(quoted(TABLE), by="Rita Reviewer <rita@review.example>", key="r@x")
    assert [False, True] == [one.quoted for one in entries(other, answer)]


def test_words_of_another_writer() -> None:
    """Of several writers quoted, what one names is neither tool nor machine of another's figures."""
    body = quoted("I use iperf3 on an E810.\n") + quoted(TABLE, 2) + "\nFine.\n"
    (found,) = entries(read(body))
    assert {"unknown"} == {block.tool for block in found.blocks}
    assert ({}, {}) == (found.setup, found.setup_at)


def test_writer_of_a_relayed_patch() -> None:
    """Numbers in the log of a relayed patch are its author's."""
    body = (
        f"From: Ada Author <ada@author.example>\n\nDo it.\n\n{TABLE}\nSigned-off-by: Ada Author <ada@author.example>\n---\n x.c | 2 +-\n\n"
    )
    code = "diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1,1 +1,1 @@\n-int a;\n+int b;\n-- \n2.47.0\n"
    posted = read(body + code, by="Sam Sender <sam@sender.example>", subject="[PATCH net] net: x")
    assert ["Ada Author"] == [one.person.name for one in entries(posted)]
    bare = msgspec.structs.replace(posted, patch=None)
    assert ["Sam Sender"] == [one.person.name for one in entries(bare)]
