# SPDX-License-Identifier: GPL-2.0-or-later
"""Persons as headers, pages and trailers write them."""

import csv
from pathlib import Path

import pytest

from digest import mail
from digest.model import Address, Copy

TABLE = Path(__file__).parent.parent / "data" / "patch" / "addresses.tsv"
HERE = Copy("test", "1")


def rows() -> list[tuple[str, str, str]]:
    """The From rows of the table that are a header as it stands: value, name, address."""
    with TABLE.open(encoding="utf-8") as lines:
        table = list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
    return [(r[1], r[3], r[4]) for r in table if r[0] == "From" and " + " not in r[1] and not r[1].startswith(("EXISTING", "same"))]


@pytest.mark.parametrize(("value", "name", "email"), rows())
def test_table(value: str, name: str, email: str) -> None:
    """Patchwork's and sashiko's sender headers."""
    author = mail.from_bytes(f"From: {'' if value == '(empty)' else value}\n\nx".encode(), HERE).author
    assert (None if email.startswith(("reject", "unknown")) else email) == author.email
    if name != "-":
        assert name == author.name


@pytest.mark.parametrize(
    "head",
    [
        "From: Existing Sender via List <list@lists.example.com>\nReply-To: Existing Sender <existing@example.com>",
        "From: Existing Sender via L <l@lists.example.com>\nReply-To: <l@lists.example.com>\nCc: Existing Sender <existing@example.com>",
        "From: 'Existing Sender' via List <list@lists.example.com>\nX-Original-From: Existing Sender <existing@example.com>",
        "From: 'Existing Sender' via <list@lists.example.com>\nX-Original-From: Existing Sender <existing@example.com>",
        "From: Existing Sender via B4 Relay <devnull+existing.example.com@kernel.org>\nReply-To: existing@example.com",
    ],
)
def test_munged_by_a_list(head: str) -> None:
    """Behind a From that a list put in its own name stands the person of Reply-To, X-Original-From or Cc."""
    message = mail.from_bytes(f"{head}\n\nx".encode(), HERE)
    assert Address("Existing Sender", "existing@example.com") == message.author
    assert message.munged is not None


@pytest.mark.parametrize(
    ("value", "name", "email", "masked"),
    [
        ("Brandt, Otto", "Brandt, Otto", None, False),
        ('"Brandt, Otto" <otto@brandt.example>', "Brandt, Otto", "otto@brandt.example", False),
        ("Brandt, Otto <otto@brandt.example>", "Brandt, Otto", "otto@brandt.example", False),
        ("otto@brandt.example", None, "otto@brandt.example", False),
        ("<otto@brandt.example>", None, "otto@brandt.example", False),
        ("Otto Brandt otto@brandt.example", "Otto Brandt", "otto@brandt.example", False),
        ("Otto Brandt <otto(a)brandt.example>", "Otto Brandt", "otto@brandt.example", False),
        ("Otto Brandt <otto at brandt.example>", "Otto Brandt", "otto@brandt.example", False),
        ("Otto Brandt <otto.b () brandt ! example>", "Otto Brandt", "otto.b@brandt.example", False),
        ("Otto Brandt <otto ! b () brandt ! example>", "Otto Brandt", "otto.b@brandt.example", False),
        ("otto [at] brandt [dot] example", None, "otto@brandt.example", False),
        ("Otto Brandt <ot...@brandt.example>", "Otto Brandt", "ot...@brandt.example", True),
        ("Otto Brandt <otto@xxxxxxxxxxxxxx>", "Otto Brandt", "otto@xxxxxxxxxxxxxx", True),
        ("Otto Brandt <xxxx@xxxxxxxxxxxxxx>", "Otto Brandt", "xxxx@xxxxxxxxxxxxxx", True),
        ("Otto Brandt <otto@...>", "Otto Brandt", "otto@...", True),
        ("Otto Brandt <[email protected]>", "Otto Brandt", None, True),
        ("Otto Brandt <address@hidden>", "Otto Brandt", None, True),
        ("[hidden email]", None, None, True),
        ("Max <maxxx@xxlabs.example>", "Max", "maxxx@xxlabs.example", False),
        ('"O\'Neil \\"x\\" Y" <o@neil.example>', 'O\'Neil "x" Y', "o@neil.example", False),
        ("otto@brandt.example (Otto (Ot) Brandt)", "Otto (Ot) Brandt", "otto@brandt.example", False),
        ("=?utf-8?q?Brandt=2C_Otto?= <otto@brandt.example>", "Brandt, Otto", "otto@brandt.example", False),
        ("", None, None, False),
        ("<", None, None, False),
    ],
)
def test_address(value: str, name: str | None, email: str | None, masked: bool) -> None:  # noqa: FBT001 - a column of the table
    """An address spelled otherwise is spelled back; a hidden one is kept as far as it goes and marked."""
    assert Address(name, email, masked) == mail.address(value)


def test_lost_address_is_masked() -> None:
    """A name alone from an archive that drops addresses counts as masked."""
    assert Address("Otto Brandt", None, masked=True) == mail.from_fields(HERE, "x", author="Otto Brandt", lost=("address",)).author
