# SPDX-License-Identifier: GPL-2.0-or-later
"""Files on disk: nothing outside the folder, nothing torn, nothing rewritten without need."""

import errno
import os
from pathlib import Path

import pytest

from digest import publish
from digest.errors import OutputError
from digest.publish import File, Folder


def site(tmp_path: Path) -> Path:
    """A finished site of one page."""
    root = tmp_path / "site"
    with Folder(root) as out:
        out.write([File("s/0123456789ab/index.html", b"one")])
        out.finish(b"{}")
    return root


@pytest.mark.parametrize(
    "path",
    [
        "../x",
        "/etc/x",
        "a/../../x",
        "a//b",
        "",
        ".",
        "..",
        "a/.",
        "-rf",
        ".hidden",
        "a\x00b",
        "a\nb",
        "a b",
        "é",
        "x" * 101,
        "a/" * 9 + "b",
        "a\\b",
        "con:",
        "x.",
    ],
)
def test_a_path_that_leads_elsewhere_is_refused(tmp_path: Path, path: str) -> None:
    """Only letters, digits, dots, dashes and underscores, a few levels deep."""
    with Folder(tmp_path / "site") as out, pytest.raises(OutputError):
        out.write([File(path, b"x")])


def test_a_link_in_the_way_is_not_followed(tmp_path: Path) -> None:
    """A folder of the site that is a link to elsewhere stops the build; nothing is written there."""
    root = site(tmp_path)
    outside = tmp_path / "outside"
    outside.mkdir()
    (root / "p").symlink_to(outside)

    with Folder(root) as out, pytest.raises(OutputError):
        out.write([File("p/x.html", b"x")])

    assert list(outside.iterdir()) == []


def test_a_linked_file_is_replaced_not_followed(tmp_path: Path) -> None:
    """A file that is a link is renamed over; its target stays as it was."""
    root = site(tmp_path)
    target = tmp_path / "target"
    target.write_bytes(b"mine")
    (root / "index.html").symlink_to(target)

    with Folder(root) as out:
        out.write([File("index.html", b"new")])
        out.finish(b"{}")

    assert target.read_bytes() == b"mine"
    assert (root / "index.html").read_bytes() == b"new"


def test_a_first_build_appears_at_once(tmp_path: Path) -> None:
    """Until it is finished there is no folder; then it is whole, with its manifest."""
    root = tmp_path / "site"
    with Folder(root) as out:
        out.write([File("index.html", b"one")])
        assert not root.exists()
        out.finish(b"{}")

    assert sorted(path.name for path in root.iterdir()) == ["index.html", "manifest.json"]
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_killed_first_build_is_cleared_away(tmp_path: Path) -> None:
    """The remains of an unfinished build do not reach the next one."""
    root = tmp_path / "site"
    with Folder(root) as out:
        out.write([File("old.html", b"old")])
    with Folder(root) as out:
        out.write([File("index.html", b"new")])
        out.finish(b"{}")

    assert sorted(path.name for path in root.iterdir()) == ["index.html", "manifest.json"]


def test_the_same_bytes_are_not_rewritten(tmp_path: Path) -> None:
    """An unchanged file keeps its inode and its time."""
    root = site(tmp_path)
    before = (root / "s/0123456789ab/index.html").stat()
    with Folder(root) as out:
        out.write([File("s/0123456789ab/index.html", b"one"), File("index.html", b"board")])
        out.finish(b"{}")

    assert (out.written, out.unchanged) == (1, 2)
    assert (root / "s/0123456789ab/index.html").stat().st_ino == before.st_ino


def test_a_change_is_a_rename(tmp_path: Path) -> None:
    """A changed file appears whole under its name, and nothing is left beside it."""
    root = site(tmp_path)
    with Folder(root) as out:
        out.write([File("s/0123456789ab/index.html", b"two")])
        assert (root / "s/0123456789ab/index.html").read_bytes() == b"one"
        out.flush()
        assert (root / "s/0123456789ab/index.html").read_bytes() == b"two"
        out.finish(b"{}")

    assert [path.name for path in (root / "s/0123456789ab").iterdir()] == ["index.html"]


def test_remove_takes_empty_folders_along(tmp_path: Path) -> None:
    """A page that is gone leaves no folder; one never there is no error."""
    root = site(tmp_path)
    with Folder(root) as out:
        out.remove(["s/0123456789ab/index.html", "s/nothing/index.html"])
        out.finish(b"{}")

    assert not (root / "s").exists()
    assert out.removed == 1


def test_many_folders(tmp_path: Path) -> None:
    """Thousands of folders need few descriptors."""
    root = tmp_path / "site"
    with Folder(root) as out:
        out.write(File(f"p/{number:012x}/index.html", b"x") for number in range(1500))
        out.finish(b"{}")
        held = len(list(Path("/proc/self/fd").iterdir()))

    assert held < 260
    assert len(list((root / "p").iterdir())) == 1500


def test_pages_of_one_content_share_it_until_one_changes(tmp_path: Path) -> None:
    """In a first build equal files in a row are one file by several names; what comes later under one name leaves the others alone."""
    root = tmp_path / "site"
    with Folder(root) as out:
        out.write([File("a/index.html", b"same"), File("b/index.html", b"same"), File("c/index.html", b"same")])
        out.write([File("b/index.html", b"of another"), File("d/index.html", b"of another")])
        out.finish(b"{}")
        written = out.written
    with Folder(root) as out:
        out.write([File("a/index.html", b"new")])
        out.finish(b"{}")
    found = {path.parent.name: path.read_bytes() for path in root.glob("*/index.html")}

    assert {"a": b"new", "b": b"of another", "c": b"same", "d": b"of another"} == found
    assert 6 == written
    assert (root / "b/index.html").stat().st_ino == (root / "d/index.html").stat().st_ino


@pytest.mark.parametrize("wrong", [errno.EPERM, errno.EMLINK, errno.EOPNOTSUPP])
def test_a_disk_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: int) -> None:
    """Where a file can have no second name, each is written."""
    monkeypatch.setattr(os, "link", lambda *_, **__: (_ for _ in ()).throw(OSError(wrong, "no")))
    with Folder(tmp_path / "site") as out:
        out.write([File("a.html", b"same"), File("b.html", b"same")])
        out.finish(b"{}")

    assert [b"same", b"same"] == [(tmp_path / "site" / name).read_bytes() for name in ("a.html", "b.html")]


def test_a_site_that_is_a_file_is_an_error(tmp_path: Path) -> None:
    """The output may not be a file."""
    (tmp_path / "site").write_bytes(b"")

    with pytest.raises(OutputError), Folder(tmp_path / "site"):
        pass


def test_refused_paths_are_errors_of_the_output() -> None:
    """The refusal has the exit status of an output that cannot be written."""
    assert publish.Folder.__doc__
    assert OutputError.status == 4
