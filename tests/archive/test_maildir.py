# SPDX-License-Identifier: GPL-2.0-or-later
"""Maildir: new names, flags that change nothing, links, damage."""

import os
import shutil
from pathlib import Path

import pytest

from digest import archive
from digest.errors import InputError
from digest.model import Message, Problem


def put(root: Path, place: str, subject: str) -> Path:
    """File a mail."""
    path = root / place
    path.write_bytes(b"From: Ann <ann@example.org>\nMessage-ID: <%s@example.org>\nSubject: %s\n\nbody\n" % ((subject.encode(),) * 2))
    return path


@pytest.fixture(name="box")
def _box(tmp_path: Path) -> Path:
    for name in ("cur", "new", "tmp"):
        (tmp_path / name).mkdir()
    put(tmp_path, "cur/100.M1P1.host:2,S", "s1")
    put(tmp_path, "new/101.M2P1.host", "s2")
    put(tmp_path, "tmp/102.M3P1.host", "half written")
    return tmp_path


def items(box: Path, known: bytes | None = None) -> tuple[archive.Scan, dict[str, str], list[Problem]]:
    """The scan, subject by place, and problems."""
    (part,) = archive.parts(box)
    scan = archive.scan(part, archive="md", known=known)
    found: dict[str, str] = {}
    problems = list(scan.problems)
    for shard in scan.shards:
        for item in archive.read(shard):
            if isinstance(item, Message):
                found[item.copy.at] = item.subject or ""
            else:
                problems.append(item)
    return scan, found, problems


def test_cur_and_new(box: Path) -> None:
    """Mails of cur/ and new/ are read, of tmp/ none; places are the unique names."""
    _, found, problems = items(box)
    assert ({"100.M1P1.host": "s1", "101.M2P1.host": "s2"}, []) == (found, problems)


def test_only_the_new(box: Path) -> None:
    """A new file is read alone; nothing new is nothing to do."""
    scan, _, _ = items(box)
    put(box, "new/103.M4P1.host", "s3")
    second, found, _ = items(box, scan.cursor)
    assert (False, {"103.M4P1.host": "s3"}) == (second.fresh, found)
    third, found, _ = items(box, second.cursor)
    assert (False, {}, second.cursor) == (third.fresh, found, third.cursor)


def test_reading_and_flagging_changes_nothing(box: Path) -> None:
    """A mail moved from new/ to cur/ and given flags is the same mail at the same place."""
    scan, first, _ = items(box)
    (box / "new/101.M2P1.host").rename(box / "cur/101.M2P1.host:2,FS")
    (box / "cur/100.M1P1.host:2,S").rename(box / "cur/100.M1P1.host:2,RS")
    second, found, _ = items(box, scan.cursor)
    assert (False, {}) == (second.fresh, found)
    assert first == items(box)[1]


def test_removed_is_read_again(box: Path) -> None:
    """Where a mail was removed, what is left is read again."""
    scan, _, _ = items(box)
    (box / "new/101.M2P1.host").unlink()
    second, found, _ = items(box, scan.cursor)
    assert (True, {"100.M1P1.host": "s1"}) == (second.fresh, found)


def test_no_link_is_followed(box: Path, tmp_path: Path) -> None:
    """Links, folders and pipes are told, not read; the rest is."""
    canary = put(tmp_path, "canary", "canary")
    (box / "cur" / "104.link").symlink_to(canary)
    (box / "cur" / "105.dangling").symlink_to("/nonexistent")
    (box / "cur" / "106.folder").mkdir()
    os.mkfifo(box / "new" / "107.pipe")
    _, found, problems = items(box)
    assert {"100.M1P1.host": "s1", "101.M2P1.host": "s2"} == found
    expected = ["104.link", "105.dangling", "106.folder", "107.pipe"]
    assert expected == [problem.copy.at for problem in problems]


def test_problems_are_told_once(box: Path) -> None:
    """A link that was told of is not told of again."""
    (box / "cur" / "104.link").symlink_to("/nonexistent")
    scan, _, _ = items(box)
    assert ((), False) == (items(box, scan.cursor)[0].problems, items(box, scan.cursor)[0].fresh)


def test_hidden_files_are_no_mail(box: Path) -> None:
    """Dot files in cur/ (indexes of mail programs) are passed over."""
    put(box, "cur/.index", "no")
    assert 2 == len(items(box)[1])


def test_same_unique_name_twice(box: Path) -> None:
    """Two files of one unique name are two mails."""
    put(box, "cur/101.M2P1.host:2,S", "other")
    scan, _, _ = items(box)
    assert 3 == sum(len(shard.names) for shard in scan.shards)
    assert (False, ()) == (items(box, scan.cursor)[0].fresh, items(box, scan.cursor)[0].shards)


def test_no_maildir(tmp_path: Path) -> None:
    """A file said to be a Maildir is an InputError."""
    path = put(tmp_path, "file", "x")
    (part,) = archive.parts(path, format="maildir")
    with pytest.raises(InputError):
        archive.scan(part, archive="x")


def test_linked_folder_is_not_followed(box: Path, tmp_path: Path) -> None:
    """A new/ that is a link leads nowhere."""
    other = tmp_path / "other"
    other.mkdir()
    put(other, "canary", "canary")
    shutil.rmtree(box / "new")
    (box / "new").symlink_to(other)
    assert {"100.M1P1.host": "s1"} == items(box)[1]
