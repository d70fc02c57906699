# SPDX-License-Identifier: GPL-2.0-or-later
"""Compressed mailboxes: each compression, truncation, damage, bombs."""

import bz2
import gzip
import lzma
import sys
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from digest import archive
from digest.archive import _compressed
from digest.errors import InputError, MissingExtra
from digest.model import Message, Problem

zstandard = pytest.importorskip("zstandard", reason="the extra zstd is not installed")

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstandard.ZstdCompressor().compress,
}


def letter(number: int, size: int = 1) -> bytes:
    """One mail of a mailbox; its words are hard to compress."""
    words = b" ".join(b"%x" % (zlib.crc32(b"%d %d" % (number, at))) for at in range(size * 20))
    head = b"From mboxrd@z Thu Jan  1 00:00:00 1970\nFrom: Ann Example <ann@example.org>\nMessage-ID: <%d@example.org>\nSubject: s%d\n\n"
    return head % (number, number) + words + b"\n\n"


BOX = b"".join(map(letter, range(20)))


def read(path: Path) -> tuple[list[Message], list[Problem]]:
    """What the door gives of a mailbox."""
    (part,) = archive.parts(path, format="mbox")
    items = [item for shard in archive.scan(part, archive="box").shards for item in archive.read(shard)]
    return [item for item in items if isinstance(item, Message)], [item for item in items if isinstance(item, Problem)]


@pytest.fixture(name="whole")
def _whole(tmp_path: Path) -> list[Message]:
    path = tmp_path / "plain"
    path.write_bytes(BOX)
    return read(path)[0]


@pytest.mark.parametrize("ending", PACKERS)
def test_every_compression(tmp_path: Path, whole: list[Message], ending: str) -> None:
    """A compressed mailbox gives what the plain one gives, under any name, and is recognised as one."""
    path = tmp_path / "no-ending"
    path.write_bytes(PACKERS[ending](BOX))
    assert "mbox" == archive.parts(path)[0].format
    assert (whole, []) == read(path)


@pytest.mark.parametrize("ending", PACKERS)
def test_several_members(tmp_path: Path, whole: list[Message], ending: str) -> None:
    """Files put together one behind another are read through, also where a mail goes over the seam."""
    path = tmp_path / "box"
    pack = PACKERS[ending]
    path.write_bytes(pack(BOX[:1111]) + pack(b"") + pack(BOX[1111:]))
    assert (whole, []) == read(path)


def test_padding(tmp_path: Path, whole: list[Message]) -> None:
    """Zeros behind gzip data are padding; anything else is told with its size."""
    path = tmp_path / "box"
    path.write_bytes(gzip.compress(BOX) + b"\0" * 700)
    assert (whole, []) == read(path)
    path.write_bytes(gzip.compress(BOX) + b"what is this?")
    messages, problems = read(path)
    assert whole[:-1] == messages
    assert [13] == [problem.size for problem in problems if "gzip" in problem.text and not problem.unreadable]


@pytest.mark.parametrize("ending", PACKERS)
def test_every_prefix(tmp_path: Path, whole: list[Message], ending: str) -> None:
    """Of a truncated file the whole mails that came are kept, the torn one is told, and that it is truncated."""
    data = PACKERS[ending](BOX)
    path = tmp_path / "box"
    for end in range(len(data) - 1, 8, -211 if ending == "gz" else -977):
        path.write_bytes(data[:end])
        messages, problems = read(path)
        assert whole[: len(messages)] == messages
        assert any(ending[0] in problem.text and "at byte" in problem.text for problem in problems), end
        assert len(messages) < 20


def test_damage_keeps_what_came(tmp_path: Path, whole: list[Message]) -> None:
    """A flipped byte ends the reading there: mails before it stand, the rest is told in bytes."""
    data = bytearray(gzip.compress(b"".join(letter(number, 300) for number in range(60))))
    data[len(data) // 2] ^= 0xFF
    path = tmp_path / "box"
    path.write_bytes(data)
    messages, problems = read(path)
    assert 0 < len(messages) < 60
    assert [f"s{number}" for number in range(len(messages))] == [message.subject for message in messages]
    assert problems[-1].size > 0
    assert len(whole) == 20


@pytest.mark.parametrize("ending", ["gz", "xz"])
def test_a_wrong_checksum_keeps_what_came(tmp_path: Path, whole: list[Message], ending: str) -> None:
    """A small file whose checksum is wrong, and nothing else, is read but for its last mail at most, and told."""
    data = bytearray(PACKERS[ending](BOX))
    at = -8 if ending == "gz" else data.rindex(b"YZ") - 30
    data[at] ^= 0xFF
    path = tmp_path / "box"
    path.write_bytes(data)
    assert "mbox" == archive.parts(path)[0].format
    messages, problems = read(path)
    assert whole[: len(messages)] == messages
    assert len(messages) >= 15
    assert any("damaged" in problem.text for problem in problems)


def test_nothing_of_a_damaged_file_is_not_empty(tmp_path: Path) -> None:
    """A compressed file of which nothing can be had is told as damaged with its size, in a folder too; one that packs nothing is empty."""
    cut = bz2.compress(BOX)[:-20]
    (tmp_path / "a.bz2").write_bytes(cut)
    (tmp_path / "b.mbox").write_bytes(letter(1))
    (tmp_path / "c.gz").write_bytes(gzip.compress(b""))
    with pytest.raises(InputError, match="bzip2 data: truncated"):
        archive.parts(tmp_path / "a.bz2")
    with pytest.raises(InputError, match="empty"):
        archive.parts(tmp_path / "c.gz")
    problems = [problem for part in archive.parts(tmp_path) for problem in part.problems]
    assert [("a.bz2", len(cut), True)] == [(problem.copy.at, problem.size, problem.unreadable) for problem in problems]


def _bomb(pack: Callable[[bytes], bytes], size: int) -> bytes:
    return pack(b"\0" * size)


@pytest.mark.parametrize("ending", PACKERS)
def test_bomb(tmp_path: Path, ending: str) -> None:
    """A bomb is stopped at 200 times its size, in little memory."""
    path = tmp_path / "box"
    path.write_bytes(PACKERS[ending](letter(1) + b"\0" * (48 << 20)))
    tracemalloc.start()
    messages, problems = read(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [] == messages
    assert any("200 times" in problem.text for problem in problems)
    assert peak < 80 << 20


def test_bomb_of_many_members(tmp_path: Path) -> None:
    """Members are added up: many small bombs are one."""
    path = tmp_path / "box"
    path.write_bytes(gzip.compress(b"\0" * (1 << 20)) * 300)
    assert any("200 times" in problem.text for problem in read(path)[1])


def test_packed_twice(tmp_path: Path) -> None:
    """A file compressed twice is not undone twice."""
    path = tmp_path / "box.gz.gz"
    path.write_bytes(gzip.compress(gzip.compress(BOX)))
    assert (0, True) == (len(read(path)[0]), read(path)[1][0].unreadable)


def test_absolute_ceiling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever its ratio, a file is not undone without end."""
    monkeypatch.setattr(_compressed, "CEILING", 3000)
    path = tmp_path / "box"
    path.write_bytes(gzip.compress(BOX))
    assert any("when undone" in problem.text for problem in read(path)[1])


def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without zstandard a .zst file says what to install; in a folder it is a problem beside what can be read."""
    monkeypatch.setitem(sys.modules, "zstandard", None)
    _compressed._zstandard.cache_clear()
    (tmp_path / "a.mbox.zst").write_bytes(PACKERS["zst"](BOX))
    (tmp_path / "b.mbox").write_bytes(letter(1))
    with pytest.raises(MissingExtra, match=r"netdev-digest\[zstd\]"):
        archive.parts(tmp_path / "a.mbox.zst")
    with pytest.raises(MissingExtra, match=r"netdev-digest\[zstd\]"):
        archive.parts(tmp_path / "a.mbox.zst", format="mbox")
    box, other = archive.parts(tmp_path)
    assert ("b.mbox", "mbox") == (box.name, box.format)
    assert ["a.mbox.zst"] == [problem.copy.at for problem in other.problems]
    assert "netdev-digest[zstd]" in other.problems[0].text


def test_changed_is_read_again(tmp_path: Path) -> None:
    """A compressed mailbox that changed is read again; one that did not is not."""
    path = tmp_path / "box.gz"
    path.write_bytes(gzip.compress(letter(1)))
    (part,) = archive.parts(path)
    known = archive.scan(part, archive="box").cursor
    assert (False, ()) == (archive.scan(part, archive="box", known=known).fresh, archive.scan(part, archive="box", known=known).shards)
    with path.open("ab") as file:
        file.write(gzip.compress(letter(2)))
    assert archive.scan(part, archive="box", known=known).fresh
