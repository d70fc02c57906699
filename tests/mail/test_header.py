# SPDX-License-Identifier: GPL-2.0-or-later
"""Fields of a header block: ids, encoded words, one line, sizes, and the samples that brought CPython's own parser down."""

import json
from pathlib import Path

import pytest

from digest import mail
from digest.model import Copy, Message
from tests import growth

GRAPHS = json.loads((Path(__file__).parent.parent / "data" / "patch" / "threads.json").read_text())
HERE = Copy("test", "1")


def read(head: str, body: str = "x\n") -> Message:
    """A mail of these fields."""
    return mail.from_bytes(f"{head}\n\n{body}".encode("utf-8", "surrogateescape"), HERE)


def test_parents_in_order_of_nearness() -> None:
    """In-Reply-To first, then References from the newest back, each once (patchwork's find_references)."""
    graph = next(g for g in GRAPHS if g["id"] == "pw-find-references-order")
    references = " ".join(f"<{r}>" for r in graph["references"])
    message = read(f"In-Reply-To: <{graph['in_reply_to']}>\nReferences: {references}")
    assert tuple(reversed(graph["references"])) == message.parents
    assert graph["in_reply_to"] == message.parents[0]


def test_ids_with_comments() -> None:
    """The id is what stands in brackets, or the words themselves where a bracket is missing (patchwork's cases)."""
    for case in next(g for g in GRAPHS if g["id"] == "pw-id-with-comment")["cases"]:
        message = read(f"{case['header']}: {case['value']}")
        found = message.message_id if case["header"] == "Message-Id" else message.parents[0]
        assert case["id"].strip("<>") == found


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ('Your message of "Tue, 03 Nov 2026" <id@quist.example>', ("id@quist.example",)),
        ('Message from Nora <nora@quist.example> of "Tue" <id@quist.example>', ("id@quist.example",)),
        ('<id@quist.example> from "Nora" <nora@quist.example>', ("id@quist.example",)),
        ("<a@x> <b@x>", ("a@x", "b@x")),
        ("id@quist.example", ("id@quist.example",)),
        ("<broken\n id@quist.example>", ("brokenid@quist.example",)),
        ("no id", ()),
        ("<>", ()),
    ],
)
def test_in_reply_to(field: str, expected: tuple[str, ...]) -> None:
    """The shapes of old mailers."""
    assert expected == read(f"In-Reply-To: {field}").parents


def test_long_ids_are_cut_but_stay_apart() -> None:
    """An id of more than 1,000 characters is cut and marked by its hash; control characters are replaced."""
    one, other = read(f"Message-ID: <{'a' * 3000}1>"), read(f"Message-ID: <{'a' * 3000}2>")
    assert one.message_id is not None
    assert len(one.message_id) <= 1000
    assert one.key != other.key
    assert read("Message-ID: <a\x07b@c>").message_id == "a\ufffdb@c"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("a\n b", "a b"),
        ("a\x1b[31mb", "a\ufffd[31mb"),
        ("  a\u2028b\x85c ", "a b c"),
        ("a\tb", "a b"),
        ("plain", "plain"),
        ("\ud800x", "\ufffdx"),
        ("", ""),
    ],
)
def test_one_line(raw: str, expected: str) -> None:
    """Nothing that breaks a line or steers a terminal is left."""
    assert expected == mail.one_line(raw)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("=?utf-8?q?a=0ABcc:_evil?=", "a Bcc: evil"),
        ("=?utf-8?b?w6k=?= =?utf-8?b?w6k=?=", "\xe9\xe9"),
        ("=?utf-8?b?w6k=?= x", "\xe9 x"),
        ("=?utf-8?b?ww==?= =?utf-8?b?qQ==?=", "\xe9"),
        ("=?utf-8?b?w6k?=", "\xe9"),
        ("=?utf-8*en?q?a?=", "a"),
        ("=?rot13?q?nop?=", "nop"),
        ("=?utf-8?x?a?=", "=?utf-8?x?a?="),
        ("=?utf-8?q?a", "=?utf-8?q?a"),
        ("=?a\x00b?q?c?=", "=?a\ufffdb?q?c?="),
        ("a=?utf-8?q?b?=c", "abc"),
    ],
)
def test_encoded_words(raw: str, expected: str) -> None:
    """What can be decoded is; the rest stays as written."""
    assert expected == read(f"Subject: {raw}").subject


@pytest.mark.parametrize(
    "field",
    [
        "From: a@",
        "From: <",
        "From: @",
        'From: "',
        "From: " + "(" * 20_000,
        "From: " + "<" * 20_000,
        "From: " + '"\\' * 20_000,
        "From: " + "a," * 30_000,
        "From: =?utf-8?q?=0A?= <a@b>",
        "From: a <b@[c]>",
        "From: a <b\x81@c.example>",
        "Message-ID: <>",
        "Message-ID: <[x]@y>",
        "Message-ID: <" + "@" * 5_000 + ">",
        "References: " + "<a" * 30_000,
        "References: " + "<a@b> " * 15_000,
        "Subject: " + "=?utf-8?q?a?= " * 6_000,
        "Subject: " + "=?" * 30_000,
        "Subject:" + "\n a" * 30_000,
        "Date: " + "1 " * 30_000,
        "Date: Tue, 03 Nov 20250 10:15:00 +9999",
        "Content-Type: text/plain; charset=\x00",
        "Content-Type: text/plain; charset*=utf-8''%00",
        "Content-Type: " + ";a=" * 20_000,
        'Content-Type: multipart/mixed; boundary="' + "b" * 5_000 + '"',
        'Content-Type: multipart/mixed; boundary=""',
        "Content-Type: message/rfc822",
        "Content-Type: multipart/mixed; boundary*0=a; boundary*1=b",
        "Content-Transfer-Encoding: \x00",
        ":",
        " ",
        "\x00: \x00",
    ],
)
def test_hostile_fields(field: str) -> None:
    """The known crashers and pumps are read, and fast (CPython issues 105802, 117849, 114906, 94306, 81091, 74886 among them)."""
    message = read(f"{field}\nX-After: 1")
    assert growth.seconds(lambda: mail.words(read(f"{field}\nX-After: 1")), 1) <= 1
    for text in (message.subject, message.author.name, message.author.email, message.message_id):
        assert text is None or text == mail.one_line(text)


def test_header_block_is_capped() -> None:
    """Fields behind the first 100 KiB are not read; the body still is, and the mail says so."""
    message = read("From: a@b.example\nX-Pad: " + "x" * 200_000 + "\nSubject: late", "body\n")
    assert (None, "body\n", ("headers-cut",)) == (message.subject, message.body, message.flags)


@pytest.mark.parametrize(("depth", "breadth"), [(1, 1), (25, 1), (1_000, 1), (1, 3_000)])
def test_multipart_limits(depth: int, breadth: int) -> None:
    """Nesting and parts beyond the limits cost neither an exception nor time; such a mail is shown as text."""
    inner = "Content-Type: text/plain\n\nword\n"
    for level in range(depth):
        parts = inner if level else (inner + f"--b{level}\n") * (breadth - 1) + inner
        inner = f"Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n{parts}\n--b{level}--\n"
    message = mail.from_bytes(inner.encode(), HERE)
    assert "word" in message.body
    assert ("mime-damaged" in message.flags) == (depth > 20 or breadth > 1_000)
    assert growth.seconds(lambda: mail.from_bytes(inner.encode(), HERE), 2) <= 2
