# SPDX-License-Identifier: GPL-2.0-or-later
"""Without an optional package everything else works, and what needs it says so in one clear line.

Absence is simulated: `None` in `sys.modules` makes an import fail as if the package were not installed.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import NOW

Run = Callable[..., tuple[int, bytes, str]]

OPTIONAL = ("zstandard", "pagefind", "liblore", "distributed", "dask")


@pytest.fixture
def core(monkeypatch: pytest.MonkeyPatch) -> None:
    """No optional package can be imported."""
    for name in [name for name in sys.modules if name.partition(".")[0] in OPTIONAL]:
        monkeypatch.delitem(sys.modules, name)
    for name in OPTIONAL:
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.usefixtures("core")
@pytest.mark.parametrize("command", ["show", "board", "check"])
def test_terminal_needs_no_extra(run: Run, demo: Path, command: str) -> None:
    """The commands for the terminal give data on stdout and nothing on stderr."""
    status, out, err = run(command, "--now", NOW, demo)

    assert (0, "") == (status, err)
    assert b"net: sakura: unmap the ring once on suspend" in out or command == "check"


@pytest.mark.usefixtures("core")
def test_site_needs_no_extra(run: Run, demo: Path, tmp_path: Path) -> None:
    """A site is whole without Pagefind: its search page has no script and leads to the lists instead."""
    status, _, err = run("build", "--now", NOW, "--jobs", "1", "-o", tmp_path / "site", demo)
    page = (tmp_path / "site" / "search" / "index.html").read_text()

    assert (0, 1) == (status, err.count("\n"))
    assert not (tmp_path / "site" / "pagefind").exists()
    assert "<script" not in page
    assert "../t/net-next/" in page


@pytest.mark.usefixtures("core")
def test_zstd_is_named(run: Run, demo: Path, tmp_path: Path) -> None:
    """A .zst archive given by name ends the command; one found in a folder is a problem; both name the extra."""
    frame = tmp_path / "thread.mbox.zst"
    frame.write_bytes(b"\x28\xb5\x2f\xfd" + bytes(32))
    named, out, err = run("show", "--now", NOW, demo, frame)
    found, document, _ = run("show", "--json", "--now", NOW, tmp_path)

    assert (2, b"", 1, 0) == (named, out, err.count("\n"), found)
    assert "pip install 'netdev-digest[zstd]'" in err
    assert "netdev-digest[zstd]" in document.decode()


@pytest.mark.usefixtures("core")
@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (["fetch", "--url", "http://127.0.0.1:9/list", "nobody@example.org", "-o", "OUT"], "lore"),
        (["show", "--executor", "dask://127.0.0.1:9", "DEMO"], "cluster"),
    ],
)
def test_missing_extra_is_one_line(run: Run, demo: Path, tmp_path: Path, arguments: list[str], extra: str) -> None:
    """What needs an absent package names the line that installs it: one line, status 2, nothing on stdout."""
    words = {"DEMO": str(demo), "OUT": str(tmp_path / "out.mbox")}
    status, out, err = run(*[words.get(word, word) for word in arguments])

    assert (2, b"") == (status, out)
    assert 1 == err.count("\n")
    assert f"pip install 'netdev-digest[{extra}]'" in err
    assert not (tmp_path / "out.mbox").exists()
