# SPDX-License-Identifier: GPL-2.0-or-later
"""Each hole that a mail reader, an archive or a parser had, as a mail written for this project: nothing of it works here."""

from pathlib import Path

import pytest

from digest import mail, reading
from digest.model import Copy, Message
from tests import growth
from tests.torture import hostile, totality

SECONDS = 2.0


def read(raw: bytes) -> Message:
    """A mail as the readers make it."""
    return mail.from_bytes(raw, Copy("a", "0"))


@pytest.mark.parametrize("name", hostile.CASES)
def test_case(name: str, tmp_path: Path) -> None:
    """Alone and as a mailbox it goes the whole way, in little time, and no byte is lost."""
    raw = hostile.CASES[name]
    lost = []

    def work() -> None:
        totality.one_mail(raw)
        lost.append(totality.mailbox(b"From a@b.example Tue Nov  3 10:15:00 2026\n" + raw + b"\n\n", tmp_path / f"box{len(lost)}")[1])

    assert growth.seconds(work, 2 * SECONDS) <= 2 * SECONDS
    assert [0] * len(lost) == lost


@pytest.mark.parametrize("name", hostile.CASES)
def test_fields_are_one_line(name: str) -> None:
    """No decoded field holds a line break, an escape or another control character."""
    message = read(hostile.CASES[name])
    fields = (message.subject, message.author.name, message.author.email, message.message_id, *message.parents, *message.lists)

    assert [] == [field for field in fields if field is not None and any(ord(char) < 0x20 or 0x7F <= ord(char) < 0xA0 for char in field)]


def test_a_boundary_that_goes_on() -> None:
    """A first line that only begins like the boundary ends the search for parts, and the text is kept."""
    raw = hostile.letter(b"--bogus\n\nwords\n", more=b"Content-Type: multipart/mixed; boundary=b\n")

    message = read(raw)

    assert "words" in message.body
    assert ("mime-damaged",) == message.flags


def test_parts_stop_at_a_count() -> None:
    """Parts and nesting past the limit are flagged; what was read is kept."""
    many, deep = read(hostile.many_parts(5_000)), read(hostile.nested(500))

    assert "mime-damaged" in many.flags
    assert many.body.startswith("x\n")
    assert "mime-damaged" in deep.flags


def test_a_look_alike_name_is_another_person() -> None:
    """A name or address with a Cyrillic letter is not the person whose name it looks like."""
    known, other = mail.address("Ida Holm <ida@holm.example>"), mail.address("Id\u0430 Holm <id\u0430@holm.example>")

    assert mail.person_id(known) != mail.person_id(other)
    assert not mail.same_person(known, other)


def test_one_name_with_two_addresses_is_two_people() -> None:
    """A display name alone makes nobody the same person."""
    one, other = mail.address("Ida Holm <ida@holm.example>"), mail.address("Ida Holm <ida@evil.example>")

    assert mail.person_id(one) != mail.person_id(other)


def test_bytes_beyond_the_limit_are_left_and_told() -> None:
    """A mail of more than 10 MiB is read up to there, and flagged."""
    message = read(hostile.letter(b"a" * (11 << 20)))

    assert "truncated" in message.flags
    assert len(message.body) < 11 << 20


def test_nothing_of_a_script_is_markup() -> None:
    """An HTML part gives its words alone."""
    record = reading.read(read(hostile.CASES["CVE-2002-1388 html mail"]), totality.CONTEXT.profile)

    assert "bold" in "".join(passage.text for passage in record.passages)
    assert "alert" not in "".join(passage.text for passage in record.passages)
