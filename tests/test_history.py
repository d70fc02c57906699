# SPDX-License-Identifier: GPL-2.0-or-later
"""Commits of a repository found by Link: and by patch-id."""

import os
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from digest import config, history, mail, patch
from digest.errors import InputError
from digest.model import Copy, Record

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is what is read")
PROFILE = config.profile("netdev")


def git(where: Path, *words: str) -> str:
    """Run git there."""
    return subprocess.run(
        ["git", "-c", "user.name=Ada", "-c", "user.email=ada@author.example", *words], cwd=where, check=True, capture_output=True, text=True
    ).stdout


def commit(where: Path, text: str, message: str) -> str:
    """Add a commit; returns its id."""
    (where / "file").write_text(text)
    git(where, "add", ".")
    git(where, "commit", "-q", "-m", message)
    return git(where, "rev-parse", "HEAD").strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two commits after its first."""
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "remote", "add", "origin", "https://git.kernel.org/pub/scm/linux/kernel/git/netdev/net-next.git")
    commit(tmp_path, "one\n", "base")
    return tmp_path


def posting(where: Path, key: str, title: str = "[PATCH net-next] net: x") -> Record:
    """The last commit as a posted patch."""
    raw = git(where, "format-patch", "--stdout", "-1")
    message = mail.from_fields(
        Copy("x", key), raw.split("\n\n", 1)[1], subject=title, author="Ada <ada@author.example>", message_id=f"<{key}>",
        date="Mon, 2 Nov 2026 10:00:00 +0000",
    )  # fmt: skip
    return patch.read(message, mail.words(message), PROFILE)


def judge(records: list[Record], commits: patch.Commits) -> tuple[str, list[tuple[int | None, str, str | None]]]:
    """State and commits of the one series."""
    (series,) = patch.assemble(mail.threads(records), PROFILE)
    state = patch.state(series, patch.attribute(series, PROFILE), datetime(2026, 11, 3, tzinfo=UTC), PROFILE, commits=commits)
    return state.value, [(c.patch, c.commit, c.tree) for c in state.commits]


def test_by_patch_id(repository: Path) -> None:
    """A commit with an equal diff is the posting applied."""
    made = commit(repository, "one\ntwo\n", "net: x")
    right = ("applied", [(1, made[:12], "netdev/net-next")])
    assert right == judge([posting(repository, "p@x")], history.read(repository))


@pytest.mark.parametrize("line", ["Link: https://patch.msgid.link/p@x", "Link: https://lore.kernel.org/r/p@x/", "Message-ID: <p@x>"])
def test_by_link(repository: Path, line: str) -> None:
    """A trailer that names the posting finds it though the diff was amended."""
    commit(repository, "one\ntwo\n", "net: x")
    record = posting(repository, "p@x")
    git(repository, "reset", "-q", "--hard", "HEAD~1")
    made = commit(repository, "one\nthree\n", f"net: x\n\n{line}\nSigned-off-by: Ada <ada@author.example>")
    assert ("applied", [(1, made[:12], "netdev/net-next")]) == judge([record], history.read(repository))


def test_not_there(repository: Path) -> None:
    """What is no commit is not applied; without a repository nothing is."""
    commit(repository, "one\ntwo\n", "net: x")
    record = posting(repository, "p@x")
    git(repository, "reset", "-q", "--hard", "HEAD~1")
    assert ("new", []) == judge([record], history.read(repository))
    assert ("new", []) == judge([record], patch.Commits())


def test_since(repository: Path) -> None:
    """Older commits are passed over."""
    (repository / "file").write_text("one\ntwo\n")
    git(repository, "add", ".")
    subprocess.run(
        ["git", "-c", "user.name=A", "-c", "user.email=a@b.example", "commit", "-q", "-m", "net: x"],
        cwd=repository, env={"GIT_COMMITTER_DATE": "2020-01-01T00:00:00Z", "PATH": os.environ["PATH"]}, check=True,
    )  # fmt: skip
    records = [posting(repository, "p@x")]
    assert "applied" == judge(records, history.read(repository, datetime(2019, 1, 1, tzinfo=UTC)))[0]
    assert "new" == judge(records, history.read(repository, datetime(2021, 1, 1, tzinfo=UTC)))[0]


def test_no_repository(tmp_path: Path) -> None:
    """A folder that is none is an error of input."""
    with pytest.raises(InputError):
        history.read(tmp_path / "nowhere")


def test_configuration_runs_nothing(repository: Path, tmp_path: Path) -> None:
    """Programs that the repository's configuration names are not run."""
    mark = tmp_path / "ran"
    git(repository, "config", "diff.external", f"touch {mark}; true")
    git(repository, "config", "core.fsmonitor", f"touch {mark}")
    git(repository, "config", "core.pager", f"touch {mark}")
    commit(repository, "one\ntwo\n", "net: x")
    mark.unlink(missing_ok=True)
    assert history.read(repository)
    assert not mark.exists()
