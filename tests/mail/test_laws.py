# SPDX-License-Identifier: GPL-2.0-or-later
"""Laws that hold for any bytes: nothing raises, blanking keeps every place, fields are one line, time is linear."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from digest import mail
from digest.model import Copy, Message
from tests import growth

HERE = Copy("test", "1")
CODECS = (
    "utf-8", "utf-16", "utf-32", "utf-7", "ascii", "latin-1", "rot13", "zlib", "bz2", "hex", "base64", "uu", "idna", "punycode", "mbcs",
    "oem", "undefined", "unicode_escape", "raw_unicode_escape", "quopri", "hz", "iso-2022-jp", "iso-2022-kr", "gb2312", "big5",
    "koi8-r", "x-unknown", "8bit", "..", "y", "\x00",
)  # fmt: skip
LINES = st.sampled_from((
    "> quoted", ">> deep", " > loose", "On Tue, 3 Nov 2026 at 10:15, Nora <n@q.example> wrote:", "Nora writes:", "-- ", "--",
    "-----Original Message-----", "From: Nora <n@q.example>", "Sent: Tuesday", "To: x", "Subject: y", "Date: Tue, 3 Nov 2026", "", " ",
    "own words", "diff --git a/x b/x", "@@ -1 +1 @@", "+a", "-a", "---", "________________________________________", "x mailing list",
    'To unsubscribe from this list: send the line "x"', "写道：", "Am 03.11.26 schrieb Nora:", "Begin forwarded message:",
    "Tested-by: N <n@q.example>", "1 2 3", "\ufeff", "\u2028", "\x0c", "\r", "\x00", "| pipe", "| a | b |",
))  # fmt: skip
HEADS = st.lists(
    st.tuples(
        st.sampled_from(
            ["From", "To", "Cc", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Reply-To", "Received", "List-Id"]
        ),
        st.text(max_size=60),
    ),
    max_size=6,
)


def check(message: Message) -> None:
    """What holds for every message and its words."""
    text = mail.words(message)
    body = message.body
    assert len(body) == len(text.own) == len(text.quoted)
    for kept in (text.own, text.quoted):
        assert all(a in {b, " "} for a, b in zip(kept, body, strict=True))
    assert not any(a not in " \n" and b not in " \n" for a, b in zip(text.own, text.quoted, strict=True))
    assert "".join(body[s.start : s.end] for s in text.spans) == body
    for field in (message.subject, message.author.name, message.author.email, message.message_id, *message.parents, *message.lists):
        assert field is None or field == mail.one_line(field)
    assert message.key
    assert message.key not in message.parents
    assert len(message.content) == 16
    body.encode()


@given(st.binary(max_size=400))
@example(b"Content-Type: multipart/mixed; boundary=x\n\n--x\n\n--x--")
@example(b"Content-Transfer-Encoding: base64\n\n=")
@example(b"Content-Type: text/html\n\n<!--")
@example(b"\n>")
def test_any_bytes(raw: bytes) -> None:
    """No bytes raise."""
    check(mail.from_bytes(raw, HERE))


@given(HEADS, st.lists(LINES, max_size=14), st.booleans())
def test_any_mail(head: list[tuple[str, str]], lines: list[str], crlf: bool) -> None:  # noqa: FBT001 - drawn
    """No fields and lines raise, in whatever order."""
    raw = "".join(f"{name}: {value}\n" for name, value in head) + "\n" + "\n".join(lines)
    data = raw.encode()
    check(mail.from_bytes(data.replace(b"\n", b"\r\n") if crlf else data, HERE))


@given(st.lists(LINES, max_size=14), st.sampled_from([(), ("line-breaks",), ("quotes",), ("address", "headers")]))
def test_any_page(lines: list[str], lost: tuple[str, ...]) -> None:
    """The same for what a page gives, with its line breaks and without."""
    joined = ("\n" if lost != ("line-breaks",) else " ").join(lines)
    check(mail.from_fields(HERE, joined, subject="\x1bx", author="a\nb", date="x", message_id="<", references=("", "<"), lost=lost))


@given(
    st.sampled_from(["plain", "html", "x-patch"]),
    st.sampled_from(CODECS),
    st.sampled_from(["7bit", "8bit", "quoted-printable", "base64", "x-uuencode", "?"]),
    st.binary(max_size=200),
    st.booleans(),
)
@settings(max_examples=200)
def test_any_part(kind: str, charset: str, encoding: str, data: bytes, multipart: bool) -> None:  # noqa: FBT001 - drawn
    """No charset, encoding or nesting raises; a charset's name never reaches a codec that is none."""
    part = f'Content-Type: text/{kind}; charset="{charset}"\nContent-Transfer-Encoding: {encoding}\n\n'.encode() + data
    if multipart:
        part = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" + part + b"\n--b--\n"
    check(mail.from_bytes(part, HERE))


@given(st.text(max_size=80))
def test_any_person(value: str) -> None:
    """No value of a header or trailer raises; names are one line."""
    person = mail.address(value)
    assert person.name is None or person.name == mail.one_line(person.name)
    assert len(mail.person_id(person)) == 12
    assert mail.same_person(person, person) == bool(person.name or (person.email and not person.masked))


PUMPS = (
    "> ", ">", "> > ", " >", "On ", "wrote:\n", "On x wrote:\n", "From: a\n", "-----Original Message-----\n", "-- \n", "--\n",
    "______________________________\n", "x> ", "Subject: a\n", "\n", " ", "a", "On Tue, 3 Nov 2026 Nora wrote:\n", "1 2 3\n",
    "schrieb ", "To unsubscribe from this list: ", "A-by: ", "| ", "1 | ", "| | |\n",
    ") A b. ", "_", "1 ", "(a)", "<", "-- A ", ". A", "From: a Date: ", "\t", "> A-by: b <c> ", "> @@ -", ": ", "wrote: ", "; I am. ",
)  # fmt: skip


INTROS = ["", "On Tue, 3 Nov 2026, Nora <n@q.example> wrote:\n", "> a\n> b\n> c > d > e ", "a" * 500 + " > b > c > d "]


@pytest.mark.parametrize("intro", INTROS, ids=range(len(INTROS)))
@pytest.mark.parametrize("line", PUMPS)
@pytest.mark.parametrize("lost", [(), ("line-breaks",)])
def test_linear(line: str, lost: tuple[str, ...], intro: str) -> None:
    """Twice the text takes about twice the time, whatever is repeated."""

    def work(size: int) -> None:
        mail.words(mail.from_fields(HERE, intro + line * (size // len(line)), author="Nora", lost=lost))

    assert growth.seconds(lambda: work(40_000), 0.1) <= 0.1 or growth.of(work, 20_000) <= 8


def test_linear_where_it_was_not() -> None:
    """Lines that begin a signature, all before one hunk of a diff: each once looked for the hunk anew."""

    def work(size: int) -> None:
        mail.words(mail.from_fields(HERE, "-- \n" * (size // 4) + "\n@@ -1 +1 @@\n", author="Nora"))

    assert growth.seconds(lambda: work(40_000), 0.1) <= 0.1 or growth.of(work, 20_000) <= 8
