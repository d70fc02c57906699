# SPDX-License-Identifier: GPL-2.0-or-later
"""The door of archive/: kinds recognised from content, folders of many kinds, standard input, odd names."""

import gzip
import io
import os
import pickle
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest import archive
from digest.archive import _shard
from digest.errors import InputError, UsageError
from digest.model import Message, Problem

WIRE = b"Received: from a.example.org by b.example.org; Thu, 4 Jan 2024 10:00:00 +0100\nFrom: Ann Example <ann@example.org>\n"


def mail(number: int) -> bytes:
    """One mail as it comes over the wire."""
    return WIRE + b"Message-ID: <m%d@example.org>\nSubject: s%d\n\nbody %d\n" % (number, number, number)


def box(*numbers: int) -> bytes:
    """A mailbox."""
    return b"".join(b"From ann@example.org Thu Jan  4 09:00:00 2024\n" + mail(number) + b"\n" for number in numbers)


def everything(path: Path | str, name: str | None = None) -> tuple[dict[str, str], list[Problem]]:
    """Subject by place, and problems, of all that lies under a path."""
    found: dict[str, str] = {}
    problems: list[Problem] = []
    for part in archive.parts(path):
        scan = archive.scan(part, archive=name or str(path))
        problems.extend(scan.problems)
        for shard in scan.shards:
            for item in archive.read(shard):
                if isinstance(item, Message):
                    found[item.copy.at] = item.subject or ""
                else:
                    problems.append(item)
    return found, problems


def test_single_mail(tmp_path: Path) -> None:
    """One .eml is one mail; its place is the file's name."""
    path = tmp_path / "a mail.eml"
    path.write_bytes(b"From: Ann <ann@example.org>\nSubject: s1\n\nbody\n")
    assert ({"a mail.eml": "s1"}, []) == everything(path)


@pytest.mark.parametrize("odd", [b"X-\0Odd: y", b"X\0: y", "X-Größe: 12".encode(), b"X-\xff: y"])
def test_a_field_of_an_impossible_name_hides_no_mail(tmp_path: Path, odd: bytes) -> None:
    """A field whose name holds what no name may leaves the file the mail that it is."""
    first, rest = mail(1).split(b"\n", 1)
    path = tmp_path / "odd.eml"
    path.write_bytes(first + b"\n" + odd + b"\n" + rest)

    assert ({"odd.eml": "s1"}, []) == everything(path)


def test_folder_of_many_kinds(tmp_path: Path) -> None:
    """Each file is read by its own kind; places tell the files apart."""
    (tmp_path / "b.mbox").write_bytes(box(1, 2))
    (tmp_path / "a.mbox.gz").write_bytes(gzip.compress(box(3)))
    (tmp_path / "mails").mkdir()
    (tmp_path / "mails" / "one.eml").write_bytes(mail(4))
    (tmp_path / "mails" / "two.eml").write_bytes(mail(5))
    (tmp_path / "mh").mkdir()
    (tmp_path / "mh" / "1").write_bytes(mail(6))
    (tmp_path / "mh" / "2").write_bytes(mail(7))
    (tmp_path / "mh" / ",3").write_bytes(mail(9))
    (tmp_path / "md" / "cur").mkdir(parents=True)
    (tmp_path / "md" / "new").mkdir()
    (tmp_path / "md" / "cur" / "17.M1P1.host:2,S").write_bytes(mail(8))
    expected = {
        "b.mbox:0": "s1",
        f"b.mbox:{len(box(1))}": "s2",
        "a.mbox.gz:0": "s3",
        "mails/one.eml": "s4",
        "mails/two.eml": "s5",
        "mh/1": "s6",
        "mh/2": "s7",
        "md/17.M1P1.host": "s8",
    }
    assert (expected, []) == everything(tmp_path)
    assert ["?", "a.mbox.gz", "b.mbox", "mails", "md", "mh"] == sorted(part.name for part in archive.parts(tmp_path))


def test_what_is_passed_over(tmp_path: Path) -> None:
    """Hidden files, locks and dress are passed over with the reason; what is not known is a problem."""
    (tmp_path / "one.eml").write_bytes(mail(1))
    for name in (".hidden", "box.lock", "style.css", "one.eml~"):
        (tmp_path / name).write_bytes(mail(2))
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "blob").write_bytes(b"\x7fELF\0\1\2\3" * 8)
    _, other = archive.parts(tmp_path)
    ignored = {
        ".hidden": "hidden",
        "box.lock": "no mail by its name",
        "empty": "empty",
        "one.eml~": "no mail by its name",
        "style.css": "no mail by its name",
    }
    assert ignored == dict(other.ignored)
    assert [("blob", 64, True)] == [(problem.copy.at, problem.size, problem.unreadable) for problem in other.problems]


def test_links_and_devices(tmp_path: Path) -> None:
    """Links are not followed, pipes not opened; the canary they point to stays unread."""
    canary = tmp_path / "canary"
    canary.write_bytes(mail(9))
    folder = tmp_path / "mails"
    (folder / "inner").mkdir(parents=True)
    (folder / "good.eml").write_bytes(mail(1))
    (folder / "link.eml").symlink_to(canary)
    (folder / "dangling.eml").symlink_to(tmp_path / "nowhere")
    (folder / "up").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe.eml")
    found, problems = everything(folder)
    assert {"good.eml": "s1"} == found
    assert ["dangling.eml", "link.eml", "pipe.eml", "up"] == [problem.copy.at for problem in problems]


def test_link_put_in_place_of_a_mail(tmp_path: Path) -> None:
    """A mail that became a link between looking and reading is not followed."""
    (tmp_path / "a").mkdir()
    path = tmp_path / "a" / "one.eml"
    path.write_bytes(mail(1))
    canary = tmp_path / "canary"
    canary.write_bytes(mail(9))
    (part,) = archive.parts(tmp_path / "a")
    (shard,) = archive.scan(part, archive="a").shards
    path.unlink()
    path.symlink_to(canary)
    (item,) = archive.read(shard)
    assert isinstance(item, Problem)
    assert item.unreadable


def test_file_gone_before_it_is_read(tmp_path: Path) -> None:
    """A file that vanished is a problem, not an end."""
    for number in (1, 2):
        (tmp_path / f"{number}.eml").write_bytes(mail(number))
    (part,) = archive.parts(tmp_path)
    (shard,) = archive.scan(part, archive="a").shards
    (tmp_path / "1.eml").unlink()
    first, second = archive.read(shard)
    assert isinstance(first, Problem)
    assert isinstance(second, Message)


def test_odd_names(tmp_path: Path) -> None:
    """Names of any bytes are read, and shown as text that any encoding carries."""
    root = os.fsencode(tmp_path)
    for name in (b"caf\xe9.eml", b"new\nline.eml", b"esc\x1b[31m.eml", "\N{RIGHT-TO-LEFT OVERRIDE}lme.eml".encode()):
        with open(os.path.join(root, name), "wb") as file:  # noqa: PTH118, PTH123 - a name that is no text
            file.write(mail(1))
    found, problems = everything(tmp_path, "odd")
    assert [] == problems
    assert sorted([r"caf\xe9.eml", r"new\nline.eml", r"esc\x1b[31m.eml", r"\u202elme.eml"]) == sorted(found)
    (part,) = archive.parts(tmp_path)
    for shard in archive.scan(part, archive="odd").shards:
        assert shard == msgspec.msgpack.decode(msgspec.msgpack.encode(shard), type=archive.Shard)
        assert shard == pickle.loads(pickle.dumps(shard))  # noqa: S301 - what an executor does


@given(st.binary(min_size=1).filter(lambda name: b"\0" not in name))
def test_names_come_back(name: bytes) -> None:
    """A name of any bytes survives its way through a shard."""
    text = os.fsdecode(name)
    inside = _shard.inside(text)
    assert inside.encode()
    assert text == _shard.outside(inside)
    assert _shard.shown(text).isprintable()


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` is whatever comes on standard input, compressed too."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(box(1, 2)))))
    assert ({"0": "s1", str(len(box(1))): "s2"}, []) == everything("-")


def test_forced(tmp_path: Path) -> None:
    """`--format` reads what would be recognised as something else."""
    path = tmp_path / "x.eml"
    path.write_bytes(mail(1) + b"\n" + box(2))
    assert ["eml", "mbox"] == [archive.parts(path, format=name)[0].format for name in (None, "mbox")]
    (part,) = archive.parts(path, format="mbox")
    items = [item for shard in archive.scan(part, archive="x").shards for item in archive.read(shard)]
    assert ["s1", "s2"] == [item.subject for item in items if isinstance(item, Message)]


def test_errors(tmp_path: Path) -> None:
    """An unknown kind names the nearest; what cannot be opened or recognised is an InputError."""
    with pytest.raises(UsageError, match="maildir"):
        archive.parts(tmp_path, format="maildirs")
    with pytest.raises(InputError, match="No such file"):
        archive.parts(tmp_path / "nothing")
    (tmp_path / "blob").write_bytes(b"\x7fELF\0\1\2\3")
    with pytest.raises(InputError, match="no kind"):
        archive.parts(tmp_path / "blob")
    (tmp_path / "empty").write_bytes(b"")
    with pytest.raises(InputError, match="empty"):
        archive.parts(tmp_path / "empty")
    with pytest.raises(InputError, match="neither"):
        archive.parts("/dev/null")
    with pytest.raises(InputError):
        archive.parts("nul\0byte")


def test_unreadable_file(tmp_path: Path) -> None:
    """A file without permission is a problem in a folder, an error alone."""
    if os.geteuid() == 0:
        pytest.skip("root reads every file")
    (tmp_path / "a.eml").write_bytes(mail(1))
    (tmp_path / "b.eml").write_bytes(mail(2))
    (tmp_path / "a.eml").chmod(0)
    found, problems = everything(tmp_path)
    assert ({"b.eml": "s2"}, ["a.eml"]) == (found, [problem.copy.at for problem in problems])
    with pytest.raises(InputError, match="Permission"):
        archive.parts(tmp_path / "a.eml")


def test_new_files_only(tmp_path: Path) -> None:
    """Of a folder of mails the new ones are read; one that changed or went has all read again."""
    for number in (1, 2):
        (tmp_path / f"{number}.eml").write_bytes(mail(number))
    known = archive.scan(archive.parts(tmp_path)[0], archive="a").cursor
    (tmp_path / "3.eml").write_bytes(mail(3))
    scan = archive.scan(archive.parts(tmp_path)[0], archive="a", known=known)
    assert (False, [("3.eml",)]) == (scan.fresh, [shard.names for shard in scan.shards])
    again = archive.scan(archive.parts(tmp_path)[0], archive="a", known=scan.cursor)
    assert (False, (), scan.cursor) == (again.fresh, again.shards, again.cursor)
    (tmp_path / "2.eml").write_bytes(mail(22))
    assert archive.scan(archive.parts(tmp_path)[0], archive="a", known=scan.cursor).fresh
    (tmp_path / "1.eml").unlink()
    assert archive.scan(archive.parts(tmp_path)[0], archive="a", known=scan.cursor).fresh


def test_problems_of_a_folder_are_told_once(tmp_path: Path) -> None:
    """What a walk met that is no mail is new only when it changed."""
    (tmp_path / "blob").write_bytes(b"\x7fELF\0\1\2\3")
    (tmp_path / "a.eml").write_bytes(mail(1))
    other = archive.parts(tmp_path)[-1]
    scan = archive.scan(other, archive="a")
    assert (True, 1) == (scan.fresh, len(scan.problems))
    assert (False, ()) == (
        archive.scan(other, archive="a", known=scan.cursor).fresh,
        archive.scan(other, archive="a", known=scan.cursor).problems,
    )


def test_formats() -> None:
    """Each kind has a name of its own and a line that says what it is."""
    kinds = archive.formats()
    assert len(kinds) == len({kind.name for kind in kinds})
    assert all(kind.description for kind in kinds)
    assert all(isinstance(kind.loses, tuple) for kind in kinds)


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.mbox", box(1), "mbox"),
        ("a.eml", mail(1), "eml"),
        ("1", mail(1), "eml"),
        ("noname", mail(1), "eml"),
        ("packed.eml.gz", mail(1), "eml"),
    ],
)
def test_one_kind_claims(tmp_path: Path, name: str, data: bytes, expected: str) -> None:
    """Each mail container is claimed by exactly one kind (text copies, asked last, take what is left)."""
    path = tmp_path / name
    path.write_bytes(data)
    claims = [kind.NAME for kind in archive.FORMATS if kind.NAME != "text" and kind.sniff(path, data)]
    assert (expected, [expected]) == (archive.parts(path)[0].format, claims)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_can_be_asked(data: bytes) -> None:
    """No bytes make a kind raise when it is asked whether they are its own."""
    for kind in archive.FORMATS:
        assert kind.sniff(Path("/nonexistent/name"), data) in (True, False)


def test_mailbox_named_as_a_mail(tmp_path: Path) -> None:
    """A mailbox called .eml within a folder loses no mail; what has no header is told."""
    (tmp_path / "two.eml").write_bytes(box(1, 2))
    (tmp_path / "none.eml").write_bytes(b"\x00\x01 no mail")
    found, problems = everything(tmp_path)
    assert {"two.eml": "s1", f"two.eml:{len(box(1))}": "s2"} == found
    assert [("none.eml", 10, True)] == [(problem.copy.at, problem.size, problem.unreadable) for problem in problems]


@pytest.mark.parametrize("known", [b"", b"x", b"mbox/1\0", b"mbox/1\0\xff\xff", b"eml/1\0abcdefgh", b"mbox/0\0"])
def test_cursor_of_something_else(tmp_path: Path, known: bytes) -> None:
    """A cursor that is none of this kind's has everything read."""
    path = tmp_path / "x.mbox"
    path.write_bytes(box(1))
    (part,) = archive.parts(path)
    assert archive.scan(part, archive="x", known=known) == archive.scan(part, archive="x")


def test_mailbox_gone_before_it_is_read(tmp_path: Path) -> None:
    """A mailbox that vanished between looking and reading is a problem of its size, not an end."""
    path = tmp_path / "box"
    path.write_bytes(box(1))
    (part,) = archive.parts(path)
    (shard,) = archive.scan(part, archive="box").shards
    path.unlink()
    (item,) = archive.read(shard)
    assert isinstance(item, Problem)
    assert ("box", len(box(1)), True) == (item.copy.at, item.size, item.unreadable)
