# SPDX-License-Identifier: GPL-2.0-or-later
"""public-inbox repositories, made by git fast-import: epochs, v2 folders, v1, deletions, damage, hostile configuration."""

import shutil
import subprocess
from pathlib import Path

import pytest

from digest import archive, git
from digest.archive import public_inbox
from digest.errors import InputError
from digest.model import Message, Problem

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def mail(number: int, *, date: bool = True) -> bytes:
    """One mail as public-inbox files it."""
    when = b"Date: Thu, 4 Jan 2024 10:00:00 +0100\n" if date else b""
    return b"From: Ann <ann@example.org>\nMessage-ID: <m%d@example.org>\nSubject: s%d\n%s\nbody\n" % (number, number, when)


class Epoch:
    """A bare repository of the v2 format."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.time = 1_700_000_000
        path.mkdir(parents=True)
        self.git("init", "--quiet", "--bare", "--initial-branch=master", ".")

    def git(self, *arguments: str, data: bytes = b"") -> str:
        """Run git here."""
        command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments]
        done = subprocess.run(command, cwd=self.path, input=data, capture_output=True, check=True)
        return done.stdout.decode().strip()

    def commit(self, *files: tuple[str, bytes], keep: bool = False, fresh: bool = False) -> str:
        """One commit whose tree holds these files (beside the old ones if `keep`)."""
        self.time += 60
        lines = [b"commit refs/heads/master\ncommitter A <a@example.org> %d +0000\ndata 1\nx\n" % self.time]
        if not fresh and self.git("for-each-ref", "refs/heads/master"):
            lines.append(b"from refs/heads/master^0\n")
        if not keep:
            lines.append(b"deleteall\n")
        for name, data in files:
            lines.append(b"M 100644 inline %s\ndata %d\n%s\n" % (name.encode(), len(data), data) if data else b"D %s\n" % name.encode())
        self.git("fast-import", "--quiet", "--force", data=b"".join(lines))
        return self.git("rev-parse", "master")

    def mails(self, *numbers: int) -> list[str]:
        """One commit for each mail."""
        return [self.commit(("m", mail(number))) for number in numbers]


def scan_all(path: Path, known: dict[str, bytes] | None = None) -> tuple[dict[str, archive.Scan], dict[str, str], list[Problem]]:
    """Scans by part, subject by place, and problems."""
    scans: dict[str, archive.Scan] = {}
    found: dict[str, str] = {}
    problems: list[Problem] = []
    for part in archive.parts(path):
        scan = archive.scan(part, archive="inbox", known=(known or {}).get(part.name))
        scans[part.name] = scan
        problems.extend(scan.problems)
        for shard in scan.shards:
            for item in archive.read(shard):
                if isinstance(item, Message):
                    found[item.copy.at] = item.subject or ""
                else:
                    problems.append(item)
    return scans, found, problems


def cursors(scans: dict[str, archive.Scan]) -> dict[str, bytes]:
    """What a store would keep."""
    return {name: scan.cursor for name, scan in scans.items()}


def test_epoch(tmp_path: Path) -> None:
    """An epoch gives one mail a commit, under the commit's name."""
    epoch = Epoch(tmp_path / "0.git")
    commits = epoch.mails(1, 2, 3)
    _, found, problems = scan_all(epoch.path)
    assert ({commit[:16]: f"s{number}" for number, commit in enumerate(commits, 1)}, []) == (found, problems)


def test_only_new_commits(tmp_path: Path) -> None:
    """Of a known epoch only the commits since are read."""
    epoch = Epoch(tmp_path / "0.git")
    epoch.mails(1, 2)
    first, _, _ = scan_all(epoch.path)
    nothing, found, _ = scan_all(epoch.path, cursors(first))
    assert (False, {}) == (nothing[""].fresh, found)
    (commit,) = epoch.mails(3)
    second, found, _ = scan_all(epoch.path, cursors(first))
    assert (False, {commit[:16]: "s3"}) == (second[""].fresh, found)


def test_shards_join_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ranges of commits give each mail once, deleted ones not at all."""
    epoch = Epoch(tmp_path / "0.git")
    epoch.mails(1, 2, 3, 4, 5)
    epoch.commit(("d", mail(2)))
    epoch.mails(6, 7)
    epoch.commit(("d", mail(7)))
    whole = scan_all(epoch.path)[1:]
    monkeypatch.setattr(public_inbox, "_MOST", 2)
    scans, found, problems = scan_all(epoch.path)
    assert len(scans[""].shards) > 3
    assert whole == (found, problems)
    assert ["s1", "s3", "s4", "s5", "s6"] == list(found.values())


def test_deleted_later(tmp_path: Path) -> None:
    """A deletion of a known mail has all read again; one of a mail that is as new does not."""
    epoch = Epoch(tmp_path / "0.git")
    epoch.mails(1, 2)
    first, _, _ = scan_all(epoch.path)
    epoch.mails(3, 4)
    epoch.commit(("d", mail(3)))
    second, found, _ = scan_all(epoch.path, cursors(first))
    assert (False, ["s4"]) == (second[""].fresh, list(found.values()))
    epoch.commit(("d", mail(1)))
    third, found, _ = scan_all(epoch.path, cursors(second))
    assert (True, ["s2", "s4"]) == (third[""].fresh, list(found.values()))


def test_sent_again_after_deletion(tmp_path: Path) -> None:
    """A mail that came again after it was deleted stays."""
    epoch = Epoch(tmp_path / "0.git")
    epoch.mails(1, 2)
    epoch.commit(("d", mail(1)))
    (commit,) = epoch.mails(1)
    assert "s1" == scan_all(epoch.path)[1][commit[:16]]
    assert 2 == len(scan_all(epoch.path)[1])


def test_rewritten_history(tmp_path: Path) -> None:
    """Where history was rewritten (a purge), all is read again."""
    epoch = Epoch(tmp_path / "0.git")
    epoch.mails(1, 2)
    first, _, _ = scan_all(epoch.path)
    epoch.commit(("m", mail(2)), fresh=True)
    second, found, _ = scan_all(epoch.path, cursors(first))
    assert (True, ["s2"]) == (second[""].fresh, list(found.values()))


def test_folder_of_epochs(tmp_path: Path) -> None:
    """A v2 folder gives its epochs as parts, in the order of their numbers; all.git is no epoch."""
    for number in (0, 1, 10):
        Epoch(tmp_path / "git" / f"{number}.git").mails(number)
    Epoch(tmp_path / "all.git")
    (tmp_path / "msgmap.sqlite3").write_bytes(b"SQLite format 3\0")
    scans, found, problems = scan_all(tmp_path)
    assert (["git/0.git", "git/1.git", "git/10.git"], ["s0", "s1", "s10"], []) == (list(scans), list(found.values()), problems)
    Epoch(tmp_path / "git" / "11.git").mails(11)
    again, found, _ = scan_all(tmp_path, cursors(scans))
    assert ([False, False, False, True], ["s11"]) == ([scan.fresh for scan in again.values()], list(found.values()))


def test_clone_with_a_work_tree(tmp_path: Path) -> None:
    """A plain `git clone` of an epoch is read like the bare one."""
    epoch = Epoch(tmp_path / "0.git")
    epoch.mails(1, 2)
    subprocess.run(["git", "clone", "--quiet", str(epoch.path), str(tmp_path / "clone")], check=True, capture_output=True)
    assert ["s1", "s2"] == list(scan_all(tmp_path / "clone")[1].values())


def test_v1(tmp_path: Path) -> None:
    """v1: each mail is a file; new ones are read, a removed one has all read again."""
    inbox = Epoch(tmp_path / "v1.git")

    def name(number: int) -> str:
        return f"{number:02x}/{number:038x}"

    inbox.commit((name(1), mail(1)), (name(2), mail(2)))
    first, found, problems = scan_all(inbox.path)
    assert ({name(1): "s1", name(2): "s2"}, []) == (found, problems)
    inbox.commit((name(3), mail(3)), keep=True)
    second, found, _ = scan_all(inbox.path, cursors(first))
    assert (False, {name(3): "s3"}) == (second[""].fresh, found)
    inbox.commit((name(1), b""), keep=True)
    third, found, _ = scan_all(inbox.path, cursors(second))
    assert (True, {name(2): "s2", name(3): "s3"}) == (third[""].fresh, found)


def test_date_of_the_commit(tmp_path: Path) -> None:
    """A mail without a date of its own has that of its commit."""
    epoch = Epoch(tmp_path / "0.git")
    epoch.commit(("m", mail(1, date=False)))
    (part,) = archive.parts(epoch.path)
    (message,) = archive.read(archive.scan(part, archive="inbox").shards[0])
    assert isinstance(message, Message)
    assert message.date is not None
    assert epoch.time == int(message.date.timestamp())


def test_other_repositories_are_no_archive(tmp_path: Path) -> None:
    """A repository of sources is not taken for mail."""
    sources = Epoch(tmp_path / "sources.git")
    sources.commit(("README", b"hello\n"), ("ab/cd.c", b"int x;\n"))
    with pytest.raises(InputError):
        archive.parts(sources.path)


def test_empty_epoch(tmp_path: Path) -> None:
    """An epoch without a commit is an archive without mails, and later not."""
    epoch = Epoch(tmp_path / "0.git")
    scans, found, problems = scan_all(epoch.path)
    assert ({}, []) == (found, problems)
    epoch.mails(1)
    assert ["s1"] == list(scan_all(epoch.path, cursors(scans))[1].values())


def test_damaged_objects(tmp_path: Path) -> None:
    """A mail whose object is damaged is told; the others are read."""
    epoch = Epoch(tmp_path / "0.git")
    epoch.git("config", "fastimport.unpackLimit", "100000")
    commits = epoch.mails(1, 2, 3)
    blob = epoch.git("rev-parse", f"{commits[1]}:m")
    path = epoch.path / "objects" / blob[:2] / blob[2:]
    path.chmod(0o644)
    path.write_bytes(b"x" * 40)
    _, found, problems = scan_all(epoch.path)
    assert ["s1", "s3"] == list(found.values())
    assert [(commits[1][:16], True)] == [(problem.copy.at, problem.unreadable) for problem in problems]


def test_history_cut_short(tmp_path: Path) -> None:
    """A history whose commits are missing is told, with the way to find out more; once it is whole it is read."""
    epoch = Epoch(tmp_path / "0.git")
    epoch.git("config", "fastimport.unpackLimit", "100000")
    commits = epoch.mails(1, 2, 3)
    path = epoch.path / "objects" / commits[0][:2] / commits[0][2:]
    data = path.read_bytes()
    path.unlink()
    scans, found, problems = scan_all(epoch.path)
    assert ({}, [True]) == (found, [problem.unreadable for problem in problems])
    assert "git fsck" in problems[0].text
    path.write_bytes(data)
    assert ["s1", "s2", "s3"] == list(scan_all(epoch.path, cursors(scans))[1].values())


def test_shallow_clone(tmp_path: Path) -> None:
    """A clone of the last commits alone gives their mails."""
    epoch = Epoch(tmp_path / "0.git")
    epoch.mails(1, 2, 3)
    command = ["git", "clone", "--quiet", "--bare", "--depth", "2", f"file://{epoch.path}", str(tmp_path / "shallow.git")]
    subprocess.run(command, check=True, capture_output=True)
    assert (["s2", "s3"], []) == (list(scan_all(tmp_path / "shallow.git")[1].values()), scan_all(tmp_path / "shallow.git")[2])


def test_hostile_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that a repository's configuration, hooks or attributes name is run, and the user's own does not matter."""
    epoch = Epoch(tmp_path / "0.git")
    commits = epoch.mails(1, 2)
    canary = tmp_path / "canary"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {canary}\n")
    program.chmod(0o755)
    blob = epoch.git("rev-parse", f"{commits[1]}:m")
    with (epoch.path / "config").open("a") as config:
        config.write(
            f"[core]\n\tfsmonitor = {program}\n\thooksPath = {tmp_path}\n\tpager = {program}\n\tsshCommand = {program}\n"
            f"\tgitProxy = {program}\n\talternateRefsCommand = {program}\n\teditor = {program}\n"
            f"[gpg]\n\tprogram = {program}\n[log]\n\tshowSignature = true\n[diff]\n\texternal = {program}\n"
            f"[extensions]\n\tpartialClone = origin\n[core]\n\trepositoryFormatVersion = 1\n"
            f'[remote "origin"]\n\turl = ext::{program}\n\tpromisor = true\n\tuploadpack = {program}\n'
            f'[protocol "ext"]\n\tallow = always\n[credential]\n\thelper = !{program}\n'
        )
    for path in (epoch.path / "objects").rglob("*"):
        if path.is_file() and path.name == blob[2:]:
            path.unlink()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_DIR", "/nonexistent")
    (tmp_path / ".gitconfig").write_text("[core]\n\tbroken")
    scan_all(epoch.path)
    assert not canary.exists()


def test_repository_of_another_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clone that belongs to someone else is read all the same."""
    epoch = Epoch(tmp_path / "0.git")
    epoch.mails(1)
    own = git.environment
    monkeypatch.setattr(git, "environment", lambda: own() | {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"})
    assert ["s1"] == list(scan_all(epoch.path)[1].values())


def test_long_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a mail over the limit the beginning is kept and the rest counted; the next one is whole."""
    monkeypatch.setattr(public_inbox, "LIMIT", 500)
    epoch = Epoch(tmp_path / "0.git")
    epoch.commit(("m", mail(1) + b"x" * 1000 + b"\n"))
    epoch.mails(2)
    _, found, problems = scan_all(epoch.path)
    assert ["s1", "s2"] == list(found.values())
    assert [len(mail(1)) + 1001 - 500] == [problem.size for problem in problems]
