# SPDX-License-Identifier: GPL-2.0-or-later
"""What grows day by day gives the site that a build from nothing gives: a Maildir, an epoch, and mails that go away again."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from digest import publish
from digest.archive import mbox
from tests.conftest import NOW

Run = Callable[..., tuple[int, bytes, str]]


@pytest.fixture(name="mails", scope="module")
def _mails(demo: Path) -> list[bytes]:
    pieces = demo.read_bytes().split(b"\nFrom mboxrd@z ")[:40]
    return [mbox.undress((b"From mboxrd@z " if number else b"") + piece + b"\n") for number, piece in enumerate(pieces)]


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def file_in_maildir(root: Path, mails: list[bytes], first: int) -> None:
    """Deliver mails to a Maildir; those that were there were read meanwhile."""
    for name in ("cur", "new", "tmp"):
        (root / name).mkdir(parents=True, exist_ok=True)
    for path in list((root / "new").iterdir()):
        path.rename(root / "cur" / f"{path.name}:2,S")
    for number, data in enumerate(mails, first):
        (root / "new" / f"{1_700_000_000 + number}.M{number}P1.host").write_bytes(data)


def commit(root: Path, mails: list[bytes], first: int) -> None:
    """Add mails to an epoch."""
    if not root.exists():
        subprocess.run(["git", "init", "-q", "--bare", "-b", "master", str(root)], check=True)
    lines = []
    for number, data in enumerate(mails, first):
        lines.append(b"commit refs/heads/master\ncommitter A <a@example.org> %d +0000\ndata 1\nx\n" % (1_700_000_000 + number))
        if first and number == first:
            lines.append(b"from refs/heads/master^0\n")
        lines.append(b"M 100644 inline m\ndata %d\n%s\n" % (len(data), data))
    subprocess.run(["git", "--git-dir", str(root), "fast-import", "--quiet"], input=b"".join(lines), check=True)


@pytest.mark.parametrize("grow", [file_in_maildir, commit], ids=["maildir", "epoch"])
def test_grown_equals_new(tmp_path: Path, mails: list[bytes], run: Run, grow: Callable[[Path, list[bytes], int], None]) -> None:
    """Two builds with mails coming in between give the bytes of one; a third writes nothing."""
    if grow is commit and shutil.which("git") is None:
        pytest.skip("git is not installed")
    box = tmp_path / "list"
    options = ("--no-search", "--now", NOW, "--no-progress", "--executor", "thread")
    grow(box, mails[:25], 0)
    assert 0 == run("build", box, "-o", tmp_path / "daily", *options)[0]
    grow(box, mails[25:], 25)
    assert 0 == run("build", box, "-o", tmp_path / "daily", *options)[0]
    assert 0 == run("build", box, "-o", tmp_path / "whole", *options)[0]
    assert tree(tmp_path / "whole") == tree(tmp_path / "daily")
    assert len([name for name in tree(tmp_path / "daily") if name.startswith("s/")]) > 2
    assert " 0 files written" in run("build", box, "-o", tmp_path / "daily", *options)[2]


def test_removed_equals_new(tmp_path: Path, mails: list[bytes], run: Run) -> None:
    """A mail that was removed from its archive is gone from the site, as if it had never been there."""
    box = tmp_path / "list"
    options = ("--no-search", "--now", NOW, "--no-progress", "--executor", "thread")
    file_in_maildir(box, mails[:25], 0)
    assert 0 == run("build", box, "-o", tmp_path / "daily", *options)[0]
    for path in sorted((box / "new").iterdir())[::3]:
        path.unlink()
    assert 0 == run("build", box, "-o", tmp_path / "daily", *options)[0]
    assert 0 == run("build", box, "-o", tmp_path / "whole", *options)[0]
    assert tree(tmp_path / "whole") == tree(tmp_path / "daily")


def test_the_search_index_is_made_where_a_page_changed(
    run: Run, mails: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later build in which no series page changes keeps the index; a new mail makes a new one; both are those of a fresh build."""
    pytest.importorskip("pagefind", reason="the extra search is not installed")
    made: list[int] = []
    real = publish.search_index

    def counting(*arguments: object) -> object:
        made.append(1)
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(publish, "search_index", counting)
    box, site = tmp_path / "box", tmp_path / "site"
    options = ("--no-progress", "-j1")
    counts = []
    for day, first, last in (("2026-11-24", 0, 6), ("2026-11-25", 6, 6), ("2026-11-25", 6, 12)):
        file_in_maildir(box, mails[first:last], first)
        run("build", box, "-o", site, "--now", day, *options)
        counts.append(len(made))
        assert list(site.glob("pagefind/pagefind.js"))
    run("build", box, "-o", tmp_path / "fresh", "--now", "2026-11-25", *options)

    assert [1, 1, 2] == counts
    assert tree(tmp_path / "fresh") == tree(site)
