# SPDX-License-Identifier: GPL-2.0-or-later
"""The whole way from an archive to a site: what must not depend on jobs, order or history."""

import hashlib
import mailbox
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from digest.errors import OutputError
from digest.store import Store
from tests.conftest import NOW

Run = Callable[..., tuple[int, bytes, str]]


def tree(folder: Path) -> dict[str, str]:
    """Every file below a folder with the hash of its bytes."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def halves(demo: Path, folder: Path) -> tuple[Path, Path]:
    """The mailbox cut in two: even and odd mails."""
    raw = demo.read_bytes().split(b"\nFrom mboxrd@z ")
    mails = [raw[0], *(b"From mboxrd@z " + mail for mail in raw[1:])]
    one, other = folder / "even.mbox", folder / "odd.mbox"
    one.write_bytes(b"\n".join(mails[::2]) + b"\n")
    other.write_bytes(b"\n".join(mails[1::2]) + b"\n")
    return one, other


@pytest.fixture
def site(run: Run, demo: Path, tmp_path: Path) -> Path:
    """The site of the sample mailbox, built in one go."""
    status, out, _ = run("build", demo, "-o", tmp_path / "site", "--now", NOW, "-j1", "--no-search")
    assert (0, b"") == (status, out)
    return tmp_path / "site"


@pytest.mark.parametrize("executor", ["process", "thread"])
def test_same_bytes_for_any_number_of_workers(run: Run, demo: Path, site: Path, tmp_path: Path, executor: str) -> None:
    """Two workers write what one writes."""
    run("build", demo, "-o", tmp_path / "two", "--now", NOW, "-j2", "--executor", executor, "--no-search")

    assert tree(site) == tree(tmp_path / "two")


def test_same_bytes_for_any_order_of_archives(run: Run, demo: Path, tmp_path: Path) -> None:
    """Archives may be named in any order."""
    one, other = halves(demo, tmp_path)
    run("build", one, other, "-o", tmp_path / "a", "--now", NOW, "-j1", "--no-search")
    run("build", other, one, "-o", tmp_path / "b", "--now", NOW, "-j1", "--no-search")

    assert tree(tmp_path / "a") == tree(tmp_path / "b")


def test_what_increments_give_is_what_a_rebuild_gives(run: Run, demo: Path, tmp_path: Path) -> None:
    """A mailbox that grows mail by mail gives, in the end, the bytes of one build; and a build without news writes nothing."""
    whole = demo.read_bytes()
    cuts = [at + 1 for at in range(len(whole) - 20) if whole.startswith(b"\n\nFrom mboxrd@z ", at)][::9]
    box = tmp_path / "growing.mbox"
    for cut in [*cuts, len(whole)]:
        box.write_bytes(whole[:cut])
        run("build", box, "-o", tmp_path / "grown", "--now", NOW, "-j1", "--no-search")
    run("build", box, "-o", tmp_path / "fresh", "--now", NOW, "-j1", "--no-search")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "grown").rglob("*")}

    _, _, err = run("build", box, "-o", tmp_path / "grown", "--now", NOW, "-j1", "--no-search")

    assert tree(tmp_path / "fresh") == tree(tmp_path / "grown")
    assert "0 files written, 0 removed" in err
    assert before == {path: path.stat().st_mtime_ns for path in (tmp_path / "grown").rglob("*")}


def test_a_mail_that_is_gone_leaves_the_site(run: Run, demo: Path, tmp_path: Path) -> None:
    """What is shown is what the archives given now hold: a rewritten mailbox, and one that is no longer named."""
    one, other = halves(demo, tmp_path)
    run("build", one, other, "-o", tmp_path / "site", "--now", NOW, "-j1", "--no-search")
    run("build", one, "-o", tmp_path / "site", "--now", NOW, "-j1", "--no-search")
    run("build", one, "-o", tmp_path / "fresh", "--now", NOW, "-j1", "--no-search")

    assert tree(tmp_path / "fresh") == tree(tmp_path / "site")


def test_messages_are_conserved(shown: Callable[..., dict], demo: Path, tmp_path: Path) -> None:
    """In = shown + duplicates + unreadable + left out."""
    copy = tmp_path / "copy.mbox"
    shutil.copy(demo, copy)
    with closing(mailbox.mbox(demo)) as box:
        count = len(box)

    counts = shown(demo, copy, "--until", "2026-11-10")["counts"]

    assert 2 * count == counts["messages"] + counts["duplicates"] + counts["unreadable"] + counts["left_out"]
    assert counts["left_out"] > 0


def test_evidence_stands_where_it_says(shown: Callable[..., dict], demo: Path) -> None:
    """Each evidence text and each figure stands letter for letter at its line and column of the decoded body."""
    bodies = {}
    with closing(mailbox.mbox(demo)) as box:
        for mail in box:
            body = mail.get_payload(decode=True).decode()
            bodies[mail["Message-ID"].strip("<>")] = body
    wrong = []
    seen = 0

    def look(value: object, key: str | None = None) -> None:
        nonlocal seen
        if isinstance(value, dict):
            key = value["key"] if "message_id" in value and value.get("key") else key
            words = value.get("text") if "message_id" in value and "column" in value else value.get("original")
            if words is not None and "column" in value and key in bodies:
                seen += 1
                rest = "\n".join(bodies[key].split("\n")[value["line"] - 1 :])[value["column"] - 1 :]
                if not rest.startswith(words):
                    wrong.append((key, value["line"], value["column"], words))
            for item in value.values():
                look(item, key)
        elif isinstance(value, list):
            for item in value:
                look(item, key)

    look(shown(demo)["series"])

    assert [] == wrong
    assert seen > 150


def test_two_builds_at_once_do_not_meet(run: Run, demo: Path, site: Path) -> None:
    """A second build of the same site stops with status 4 while the first holds the store; the site stays."""
    before = tree(site)
    with Store(site.with_name("site.store")):
        status, _, err = run("build", demo, "-o", site, "--now", NOW, "-j1")

    assert 4 == status
    assert "another build is using this store" in err
    assert before == tree(site)


def test_a_damaged_store_is_told(run: Run, demo: Path, site: Path) -> None:
    """A store that is no database, or cut short, is told with status 4, and what to do; the site stays."""
    store = site.with_name("site.store")
    before = tree(site)
    for rest in site.parent.glob("site.store-*"):
        rest.unlink()
    store.write_bytes(store.read_bytes()[:5000] + b"\xff" * 3000)

    status, _, err = run("build", demo, "-o", site, "--now", "2026-11-25", "-j1")

    assert (4, True) == (status, "move" in err)
    assert before == tree(site)


def test_a_store_of_another_version_is_refused(tmp_path: Path) -> None:
    """A store that this program does not know is not touched."""
    path = tmp_path / "a.store"
    with Store(path) as store:
        store._db.execute("PRAGMA user_version=999")

    with pytest.raises(OutputError, match="version 999"):
        Store(path)


def test_kills_leave_no_half_site(demo: Path, tmp_path: Path) -> None:
    """SIGKILL at any moment: no list links a page that is not there, and the next build gives the bytes of an undisturbed one."""
    command = [sys.executable, "-m", "digest", "build", str(demo), "--now", NOW, "-j1", "--no-search", "--no-progress", "-o"]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    begun = time.monotonic()
    subprocess.run([*command, str(tmp_path / "whole")], check=True, env=environment, capture_output=True)
    length = time.monotonic() - begun
    site = tmp_path / "site"
    for attempt in range(12):
        child = subprocess.Popen([*command, str(site)], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(length * (attempt + 1) / 13)
        child.send_signal(signal.SIGKILL)
        child.wait()
        if site.exists():
            names = set(tree(site))
            linked = {f"s/{word[:12]}/index.html" for word in (site / "index.html").read_text().split('href="s/')[1:]}
            assert set() == linked - names
        if attempt % 3 == 2:
            shutil.rmtree(site, ignore_errors=True)
    subprocess.run([*command, str(site)], check=True, env=environment, capture_output=True)

    assert tree(tmp_path / "whole") == tree(site)


def test_a_store_may_stand_for_its_archives(shown: Callable[..., dict], site: Path, demo: Path) -> None:
    """A store given as an archive shows what it was made of."""
    assert shown(demo)["series"] == shown(site.with_name("site.store"))["series"]


def test_what_was_taken_down_is_in_no_file(run: Run, demo: Path, tmp_path: Path) -> None:
    """A mail on the takedown list is not shown, nor are its words where an answer quotes them."""
    words = "What keeps this loop from running for the whole budget"
    taken = tmp_path / "taken"
    taken.write_text("<20261027084100.dbrandt@kontor.example>  # asked for by its writer\n")
    run("build", demo, "-o", tmp_path / "before", "--now", NOW, "-j1", "--no-search")
    run("build", demo, "-o", tmp_path / "after", "--now", NOW, "-j1", "--no-search", "--takedown", taken)

    found = [
        {str(path.relative_to(site)) for path in site.rglob("*") if path.is_file() and words in path.read_text(encoding="utf-8")}
        for site in (tmp_path / "before", tmp_path / "after")
    ]

    assert [True, False] == [bool(files) for files in found]
