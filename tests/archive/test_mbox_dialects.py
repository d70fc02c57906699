# SPDX-License-Identifier: GPL-2.0-or-later
"""One and the same mails written in each dialect of mbox give the same mails, and write-then-read is identity."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest import archive, mail
from digest.archive import mbox
from digest.model import Copy, Message

HEAD = b"From: Ann Example <ann@example.org>\nDate: Thu, 4 Jan 2024 10:00:00 +0100\nMessage-ID: <m%d@example.org>\nSubject: s%d\n"
DELIVERED = b"From ann@example.org Thu Jan  4 09:00:00 2024\n"
PUBLIC = b"From mboxrd@z Thu Jan  1 00:00:00 1970\n"
BODIES = [
    b"Plain.\n",
    b"",
    b"From here on the ring is empty.\n\nFrom there on it is full.\n",
    b"A mailbox within:\n\n" + DELIVERED + b"From: Bob\nSubject: inner\n\ninner body\n",
    b"> From a quote\n>> From a deeper one\nlast line\n",
    b"two blank lines follow\n\n\n",
    "Grüße, 8 bit\n".encode(),
]


def rd(body: bytes) -> bytes:
    """Marked as mboxrd does."""
    return re.sub(rb"(?m)^(>*From )", rb">\1", body)


def old(body: bytes) -> bytes:
    """Marked as mboxo does."""
    return re.sub(rb"(?m)^From ", b">From ", body)


def crlf(data: bytes) -> bytes:
    """With the line ends of the wire."""
    return data.replace(b"\n", b"\r\n")


def plain(data: bytes) -> bytes:
    """As it is."""
    return data


def box(start: bytes, mark: Callable[[bytes], bytes], ends: Callable[[bytes], bytes], *, length: bool) -> bytes:
    """All mails in one dialect."""
    out = []
    for number, body in enumerate(BODIES):
        marked = ends(mark(body))
        field = b"Content-Length: %d\n" % len(marked) if length else b""
        out.append(ends(start + HEAD % (number, number) + field + b"\n") + marked + ends(b"\n"))
    return b"".join(out)


DIALECTS = {
    "mboxo": (DELIVERED, old, plain, False),
    "mboxrd": (DELIVERED, rd, plain, False),
    "mboxrd of public-inbox": (PUBLIC, rd, plain, False),
    "mboxcl": (DELIVERED, old, plain, True),
    "mboxcl2": (DELIVERED, plain, plain, True),
    "mboxo, CRLF": (DELIVERED, old, crlf, False),
    "mboxrd, CRLF": (PUBLIC, rd, crlf, False),
    "mboxcl2, CRLF": (DELIVERED, plain, crlf, True),
}


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("size", [8 << 20, 700], ids=["one-shard", "many-shards"])
def test_dialects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dialect: str, size: int) -> None:
    """Each dialect gives each mail with its body letter for letter, in one shard as in many."""
    start, mark, ends, length = DIALECTS[dialect]
    path = tmp_path / "box"
    path.write_bytes(box(start, mark, ends, length=length))
    monkeypatch.setattr(mbox, "SHARD", size)
    (part,) = archive.parts(path)
    items = [item for shard in archive.scan(part, archive="box").shards for item in archive.read(shard)]
    expected = [mail.from_bytes(HEAD % (number, number) + b"\n" + body, Copy("box", "0")) for number, body in enumerate(BODIES)]
    assert [(m.message_id, m.body, m.date) for m in expected] == [(m.message_id, m.body, m.date) for m in items if isinstance(m, Message)]
    assert len(expected) == len(items)


LINES = st.lists(
    st.sampled_from([b"From x", b">From x", b">>From y", b"", b"text", b"> From z", DELIVERED[:-1], b"From: header-like", b"\xff\xfe"]),
    max_size=12,
)


@settings(max_examples=200, deadline=None)
@given(st.lists(LINES, min_size=1, max_size=4))
def test_write_then_read_is_identity(bodies: list[list[bytes]]) -> None:
    """What a public-inbox server writes as mboxrd is given back byte for byte, whatever the bodies hold."""
    mails = [HEAD % (number, number) + b"\n" + b"".join(line + b"\n" for line in lines) for number, lines in enumerate(bodies)]
    data = b"".join(PUBLIC + rd(raw) + b"\n" for raw in mails)
    pieces = mbox._from.pieces(_reader(data), 0, None)
    assert mails == [mbox.undress(piece.raw, marked=piece.marked) for piece in pieces]


def _reader(data: bytes) -> Callable[[int], bytes]:
    left = [data]

    def read(size: int) -> bytes:
        found, left[0] = left[0][:size], left[0][size:]
        return found

    return read
