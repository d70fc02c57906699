# SPDX-License-Identifier: GPL-2.0-or-later
"""mbox: where mails begin, what becomes of damage, and that no byte is lost, however the file is cut."""

import io
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest import archive
from digest.archive import _from, _shard, mbox
from digest.model import Message, Problem

FROM = b"From ann@example.org Thu Jan  4 09:00:00 2024\n"


def letter(number: int, body: bytes = b"Works here.\n", start: bytes = FROM, extra: bytes = b"") -> bytes:
    """One mail of a mailbox, with the blank line that ends it."""
    head = b"From: Ann Example <ann@example.org>\nDate: Thu, 4 Jan 2024 10:00:00 +0100\nMessage-ID: <m%d@example.org>\n%sSubject: s%d\n\n"
    return start + head % (number, extra, number) + body + b"\n"


def everything(path: Path) -> tuple[list[Message], list[Problem]]:
    """What the door gives of a path."""
    messages: list[Message] = []
    problems: list[Problem] = []
    for part in archive.parts(path):
        scan = archive.scan(part, archive="box")
        problems.extend(scan.problems)
        for shard in scan.shards:
            for item in archive.read(shard):
                if isinstance(item, Message):
                    messages.append(item)
                else:
                    problems.append(item)
    return messages, problems


def cut(data: bytes, chunk: int, edges: tuple[int, ...] = (), *, lengths: bool = False) -> list[tuple[int, bytes, bool, int]]:
    """The pieces of a mailbox read in ranges that begin at these offsets."""
    found = []
    bounds = [0, *sorted(edges), len(data)]
    for start, end in pairwise(bounds):
        file = io.BytesIO(data)
        file.seek(max(0, start - 1))
        pieces = list(_from.pieces(file.read, start, end, lengths=lengths, chunk=chunk))
        assert [] == [piece for piece in pieces if b">From " in piece.raw and not piece.marked]
        found.extend((piece.at, piece.raw, piece.mail, piece.cut) for piece in pieces)
    return found


SAMPLE = (
    b"".join(letter(number, b"From here on it is a body.\n>From there too.\n" * (number % 3)) for number in range(9))
    + letter(9, b"torn\n" + b"\0" * 70)
    + letter(10, b"ends\r\nwith CRLF\r\n")
)


@pytest.mark.parametrize("chunk", range(1, 201))
def test_any_chunk(chunk: int) -> None:
    """The size of the chunks that are read changes nothing, above all where an edge falls into a From_ line."""
    assert cut(SAMPLE, 1 << 20) == cut(SAMPLE, chunk)


def test_any_shard_edge() -> None:
    """A range cut in two at any offset gives the mails of the whole."""
    whole = cut(SAMPLE, 1 << 20)
    assert [] == [edge for edge in range(1, len(SAMPLE)) if cut(SAMPLE, 1 << 20, (edge,)) != whole]


WORDS = st.sampled_from(
    [
        FROM,
        b"From mboxrd@z Thu Jan  1 00:00:00 1970\n",
        b"From ",
        b"From x\n",
        b"\n",
        b"\n\n",
        b"\r\n",
        b"Subject: a\n",
        b"Content-Length: 7\n",
        b"Content-Length: 40\n",
        b">From a\n",
        b"\0",
        b"\0\0\0",
        b"body\n",
        b"\xef\xbb\xbf",
        b"Thu Jan  1 00:00:00 1970\n",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(WORDS | st.binary(max_size=5), max_size=30), st.integers(1, 200), st.lists(st.integers(1, 400), max_size=4), st.booleans())
def test_conservation(words: list[bytes], chunk: int, edges: list[int], lengths: bool) -> None:  # noqa: FBT001 - drawn by hypothesis
    """For any bytes the pieces join up to the file; ranges give what the whole gives."""
    data = b"".join(words)
    whole = cut(data, 1 << 20, lengths=lengths)
    assert data == b"".join(piece[1] for piece in whole)
    assert whole == cut(data, chunk, lengths=lengths)
    if lengths:
        starts = {piece[0] for piece in whole}
        inside = tuple(edge for edge in set(edges) if edge in starts)
    else:
        inside = tuple(edge for edge in set(edges) if edge < len(data))
    assert whole == cut(data, chunk, inside, lengths=lengths)


@settings(max_examples=60, deadline=None)
@given(st.lists(WORDS | st.binary(max_size=60), max_size=40), st.integers(1, 300), st.integers(20, 90))
def test_conservation_of_long_mails(words: list[bytes], chunk: int, limit: int) -> None:
    """What exceeds the limit of one mail is counted to the byte, wherever the chunks end."""
    data = b"".join(words)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_from, "LIMIT", limit)
        patch.setattr(_from, "_LOOK", 16)
        found = cut(data, chunk)
    at = 0
    for start, raw, _, left_out in found:
        assert (at, data[start : start + len(raw)]) == (start, raw)
        assert len(raw) <= limit
        at += len(raw) + left_out
    assert len(data) == at


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200) | st.lists(WORDS, max_size=20).map(b"".join))
def test_any_bytes(data: bytes) -> None:
    """No bytes at all make the reader raise."""
    shard = _shard.Shard("mbox", "a", "b")
    for piece in cut(data, 64):
        for item in mbox._read_piece(shard, _from.Piece(*piece)):
            assert isinstance(item, Message | Problem)


@pytest.mark.parametrize(
    "line",
    [
        b"From mboxrd@z Thu Jan  1 00:00:00 1970\n",
        b"From ann@example.org Thu Jan 04 09:00:00 2024\n",
        b"From ann@example.org  Thu Jan  4 09:00 2024\n",
        b"From - Thu Jan 04 09:00:00 2024\n",
        b"From ann@example.org Thu Jan  4 09:00:00 UTC 2024\n",
        b"From ann@example.org Thu Jan  4 09:00:00 2024 +0100\n",
        b"From ann@example.org Thu, 4 Jan 2024 09:00:00 +0000\n",
        b"From ann Thu Jan  4 09:00:00 2024 remote from host\n",
        b"From MAILER-DAEMON Thu Jan  4 09:00:00 2024\r\n",
        b"From 1234567890123456789012345678901234567890 Mon Sep 17 00:00:00 2001\n",
        b'From "Ann Example"@example.org Thu Jan  4 09:00:00 2024\n',
    ],
)
def test_from_lines(line: bytes) -> None:
    """Every shape of a From_ line that mailboxes are known to have."""
    assert _from.is_start(line + b"Subject: x\n")


@pytest.mark.parametrize(
    "text",
    [
        b"From here on the queue is stopped\nSubject: x\n",
        b"From ann@example.org Thu Jan  4 09:00:00 2024\n\nno header follows\n",
        b"From ann@example.org Thu Jan  4 09:00:00 2024\nno header follows\n",
        b"From the log of Thu Jan  4: it hangs\nNote: x\n",
        b"From mboxrd@z Thu Jan 1 00:00:00 1970 From: Ann Subject: all on one line\n",
    ],
)
def test_no_from_lines(text: bytes) -> None:
    """Body lines that begin with From are no From_ lines."""
    assert not _from.is_start(text)


@pytest.mark.parametrize(
    ("start", "body", "expected"),
    [
        (b"From mboxrd@z Thu Jan  1 00:00:00 1970\n", b">From a\n>>From b\n> From c\n", b"From a\n>From b\n> From c\n"),
        (FROM, b"text\n>From here\ntext\n", b"text\nFrom here\ntext\n"),
        (FROM, b">the log says\n>From here\n>on\n", b">the log says\n>From here\n>on\n"),
        (FROM, b">the log says\n>>From here\n", b">the log says\n>From here\n"),
        (FROM, b"From here, unmarked\n>From there, a quote\n", b"From here, unmarked\n>From there, a quote\n"),
        (FROM, b"From: a header\n>From there\n", b"From: a header\nFrom there\n"),
    ],
)
def test_marks(start: bytes, body: bytes, expected: bytes) -> None:
    """`>From ` is given back as the dialect, or the lines around it, say."""
    assert expected == mbox.undress(letter(1, body, start)).partition(b"\n\n")[2]


def test_from_line_is_kept_out() -> None:
    """Neither the From_ line nor UUCP's second one reaches the mail."""
    raw = FROM + b">From ann Thu Jan  4 09:00:00 2024 remote from host\nSubject: x\n\nbody\n\n"
    assert b"Subject: x\n\nbody\n" == mbox.undress(raw)


def test_content_length(tmp_path: Path) -> None:
    """In mboxcl2 a forwarded mailbox within a body begins no mail; a length that does not hold is not trusted."""
    inner = letter(7)
    right = letter(1, b"as is:\n\n" + inner, extra=b"Content-Length: %d\n" % (len(b"as is:\n\n") + len(inner)))
    wrong = letter(2, b"short\n", extra=b"Content-Length: 3\n")
    box = tmp_path / "cl2"
    box.write_bytes(right + wrong + letter(3))
    messages, problems = everything(box)
    assert (["s1", "s2", "s3"], []) == ([message.subject for message in messages], problems)
    assert "From ann@example.org" in messages[0].body


def test_content_length_in_shards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With Content-Length, too, shards give what the whole gives."""
    inner = letter(7) * 4
    data = b"".join(letter(number, inner, extra=b"Content-Length: %d\n" % len(inner)) for number in range(20))
    box = tmp_path / "cl2"
    box.write_bytes(data)
    whole = [message.copy for message in everything(box)[0]]
    monkeypatch.setattr(mbox, "SHARD", 1500)
    assert (20, whole) == (len(whole), [message.copy for message in everything(box)[0]])


def test_shards_of_a_plain_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Byte ranges cover the file once, and their mails are those of one range."""
    box = tmp_path / "box"
    box.write_bytes(SAMPLE)
    whole = everything(box)
    monkeypatch.setattr(mbox, "SHARD", 300)
    (part,) = archive.parts(box)
    shards = archive.scan(part, archive="box").shards
    assert len(SAMPLE) == sum(shard.size for shard in shards)
    assert len(shards) > 5
    assert whole == everything(box)


def test_missing_first_from_line(tmp_path: Path) -> None:
    """A mailbox whose first From_ line was lost keeps its first mail."""
    box = tmp_path / "box"
    box.write_bytes((letter(1) + letter(2))[len(FROM) :])
    messages, problems = everything(box)
    assert (["s1", "s2"], ["0", str(len(letter(1)) - len(FROM))]) == ([m.subject for m in messages], [m.copy.at for m in messages])
    assert [] == problems


def test_attached_patch_is_no_mailbox(tmp_path: Path) -> None:
    """A mail with a patch of git format-patch in it, or a mailbox attached, stays one mail."""
    patch = b"From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\nFrom: Ann <a@example.org>\nSubject: [PATCH] x\n\n"
    plain = letter(1, b"see below\n\n" + patch)[len(FROM) :]
    attached = letter(2, b"--b\n\n\n" + letter(3) + b"--b--\n", extra=b"Content-Type: multipart/mixed; boundary=b\n")[len(FROM) :]
    for number, data in enumerate((plain, attached)):
        path = tmp_path / f"mail{number}"
        path.write_bytes(b"Received: by host.example.org\n" + data)
        assert [f"s{number + 1}"] == [message.subject for message in everything(path)[0]]


def test_garbage_and_nuls_are_told(tmp_path: Path) -> None:
    """What is no mail is a problem of its size; NULs of a torn write take no mail with them."""
    data = b"?? what is this\n" + letter(1, b"kept\n") + b"\0" * 4096 + letter(2)
    box = tmp_path / "box"
    box.write_bytes(data)
    messages, problems = everything_forced(box)
    assert ["s1", "s2"] == [message.subject for message in messages]
    assert [("0", 16, True), (str(16 + len(letter(1, b"kept\n"))), 4096, False)] == [(p.copy.at, p.size, p.unreadable) for p in problems]


def everything_forced(path: Path) -> tuple[list[Message], list[Problem]]:
    """What the door gives of a path that is said to be a mailbox."""
    (part,) = archive.parts(path, format="mbox")
    items = [item for shard in archive.scan(part, archive="box").shards for item in archive.read(shard)]
    return [item for item in items if isinstance(item, Message)], [item for item in items if isinstance(item, Problem)]


def test_overlong_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a mail over the limit the beginning is kept and the rest is counted; the next mail is whole."""
    monkeypatch.setattr(_from, "LIMIT", 1 << 16)
    box = tmp_path / "box"
    long = letter(1, b"line\n" * 700_000)
    box.write_bytes(long + letter(2))
    messages, problems = everything(box)
    assert ["s1", "s2"] == [message.subject for message in messages]
    assert [("0", len(long) - (1 << 16))] == [(problem.copy.at, problem.size) for problem in problems]


def test_date_of_the_from_line(tmp_path: Path) -> None:
    """A mail without Date has the time of delivery; that of 1970, which public-inbox writes, is none."""
    box = tmp_path / "box"
    bare = b"From: Ann <ann@example.org>\nSubject: x\n\nbody\n\n"
    box.write_bytes(FROM + bare + b"From mboxrd@z Thu Jan  1 00:00:00 1970\n" + bare)
    dates = [message.date for message in everything(box)[0]]
    assert ["2024-01-04T09:00:00+00:00", None] == [date.isoformat() if date else None for date in dates]


def test_only_the_new_is_read(tmp_path: Path) -> None:
    """A mailbox that grew gives the new mails alone, and both runs together what one run gives."""
    box = tmp_path / "box"
    box.write_bytes(letter(1) + letter(2))
    (part,) = archive.parts(box)
    first = archive.scan(part, archive="box")
    assert (True, 1) == (first.fresh, len(first.shards))
    again = archive.scan(part, archive="box", known=first.cursor)
    assert (False, (), first.cursor) == (again.fresh, again.shards, again.cursor)
    with box.open("ab") as file:
        file.write(letter(3) + letter(4))
    grown = archive.scan(part, archive="box", known=first.cursor)
    new = [item for shard in grown.shards for item in archive.read(shard)]
    assert (False, ["s3", "s4"]) == (grown.fresh, [item.subject for item in new if isinstance(item, Message)])
    old = [item for shard in first.shards for item in archive.read(shard)]
    assert everything(box)[0] == old + new


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b"s1", b"sX") + letter(5),
        lambda data: data.replace(b"Works", b"Wirks"),
        lambda data: data + b"the last mail went on\n\n" + letter(5),
        lambda data: letter(8) + data,
    ],
    ids=["shrunk", "edited-and-grown", "edited", "last-mail-went-on", "prepended"],
)
def test_rewritten_is_read_again(tmp_path: Path, change: "object") -> None:
    """A mailbox whose known part changed is read again as a whole."""
    box = tmp_path / "box"
    box.write_bytes(letter(1) + letter(2) + letter(3))
    (part,) = archive.parts(box)
    known = archive.scan(part, archive="box").cursor
    data = change(box.read_bytes())  # type: ignore[operator]
    box.write_bytes(data)
    os.utime(box, ns=(1, 1))
    scan = archive.scan(part, archive="box", known=known)
    assert (True, 0) == (scan.fresh, scan.shards[0].start)


def test_mail_being_written(tmp_path: Path) -> None:
    """A mail whose end is still being written is not shown as if it were whole, and is read next time."""
    box = tmp_path / "box"
    third = letter(3, b"first half\n\nsecond half\n")
    half = third.index(b"second")
    box.write_bytes(letter(1) + letter(2) + third[:half])
    (part,) = archive.parts(box)
    scan = archive.scan(part, archive="box")
    with box.open("ab") as file:
        file.write(third[half:])
    items = [item for shard in scan.shards for item in archive.read(shard)]
    assert ["s1", "s2"] == [item.subject for item in items if isinstance(item, Message)]
    assert [half] == [item.size for item in items if isinstance(item, Problem)]
    again = archive.scan(part, archive="box", known=scan.cursor)
    assert again.fresh
    assert ["s1", "s2", "s3"] == [item.subject for shard in again.shards for item in archive.read(shard) if isinstance(item, Message)]


def test_appended_after_the_scan(tmp_path: Path) -> None:
    """Whole mails that arrive while a mailbox is read belong to the next run."""
    box = tmp_path / "box"
    box.write_bytes(letter(1))
    (part,) = archive.parts(box)
    scan = archive.scan(part, archive="box")
    with box.open("ab") as file:
        file.write(letter(2))
    items = [item for shard in scan.shards for item in archive.read(shard)]
    assert ["s1"] == [item.subject for item in items if isinstance(item, Message)]
    assert 1 == len(items)
    assert not archive.scan(part, archive="box", known=scan.cursor).fresh


def test_shrunk_while_read(tmp_path: Path) -> None:
    """A mailbox that became shorter under the reader says how much is gone."""
    box = tmp_path / "box"
    box.write_bytes(letter(1) + letter(2))
    (part,) = archive.parts(box)
    scan = archive.scan(part, archive="box")
    os.truncate(box, len(letter(1)))
    items = [item for shard in scan.shards for item in archive.read(shard)]
    assert [len(letter(2))] == [item.size for item in items if isinstance(item, Problem)]


@pytest.mark.parametrize("kind", ["flock", "fcntl", "dot"])
def test_locked_while_a_mail_is_delivered(tmp_path: Path, kind: str) -> None:
    """While a delivery holds the lock, a mail that no blank line ends is left for the next run, which reads it."""
    box = tmp_path / "box"
    box.write_bytes(letter(1) + letter(2, b"half a")[:-1])
    (part,) = archive.parts(box)
    holder = "import fcntl,sys; f = open(sys.argv[1], 'r+b'); fcntl.%s(f, fcntl.LOCK_EX); print('held', flush=True); sys.stdin.read()"
    lock = tmp_path / "box.lock"
    if kind == "dot":
        lock.write_bytes(b"")
        scan = archive.scan(part, archive="box")
        lock.unlink()
    else:
        command = [sys.executable, "-c", holder % {"flock": "flock", "fcntl": "lockf"}[kind], str(box)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert b"held" == process.stdout.readline().strip()
            scan = archive.scan(part, archive="box")
            process.stdin.close()
    items = [item for shard in scan.shards for item in archive.read(shard)]
    assert ["s1"] == [item.subject for item in items if isinstance(item, Message)]
    again = archive.scan(part, archive="box", known=scan.cursor)
    assert again.fresh
    assert 2 == len([item for shard in again.shards for item in archive.read(shard) if isinstance(item, Message)])
