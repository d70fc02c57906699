# SPDX-License-Identifier: GPL-2.0-or-later
"""What the documents say is so: generated pages are fresh, links lead somewhere, every command is documented."""

import fnmatch
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import msgspec
import pytest

from digest import config
from digest.cli import main
from digest.model import Profile
from tests.conftest import DEMO, TOP

PAGES = [path for path in [*TOP.glob("*.md"), *(TOP / "docs").glob("*.md")] if path.is_file()]
_LINK = re.compile(r"!?\[[^\]\n]{0,200}\]\(([^)\s#]{1,200})(?:#[^)\s]{0,100})?\)")
_PICTURE = re.compile(r'(?:src|srcset)="([^"\n]{1,200})"')
_BLOCK = re.compile(r"(?m)^```(sh|console|toml)\n(.*?)^```$", re.DOTALL)
BLOCKS = [(page.name, kind, text) for page in PAGES for kind, text in _BLOCK.findall(page.read_text(encoding="utf-8"))]

NOT_RUN = {
    "make *": "the Makefile's targets are what CI runs",
    "netdev-digest fetch *": "the network (tests/test_fetch.py has a server of its own)",
    "netdev-digest serve *": "does not end by itself",
    "pip install *": "a package index (tests/test_install.py installs the built wheel)",
    "pipx *": "as pip install",
    "uvx *": "as pip install",
}
"""Commands of the documents that no test runs, and why."""


def module(path: Path):
    """A script of docs/ as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = made
    spec.loader.exec_module(made)
    return made


@pytest.mark.parametrize("script", ["make_man.py", "make_json.py"])
def test_generated_pages_are_fresh(script: str) -> None:
    """The script was run after the last change of what it tells of: options (manual page, completions), fields (JSON reference)."""
    stale = [str(path) for path, text in module(TOP / "docs" / script).files().items() if path.read_text(encoding="utf-8") != text]

    assert [] == stale


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Each relative link of a document names a file of the project."""
    text = page.read_text(encoding="utf-8")
    linked = [*_LINK.findall(text), *_PICTURE.findall(text)]
    targets = [target for target in linked if "://" not in target and not target.startswith("mailto:")]

    assert [] == [target for target in targets if not (page.parent / target).exists()]


@pytest.mark.parametrize("name", sorted(main.commands))
def test_every_command_is_in_the_readme(name: str) -> None:
    """README's table names each command, and each has a help text."""
    command = main.commands[name]

    assert f"`{name}" in (TOP / "README.md").read_text(encoding="utf-8")
    assert command.get_short_help_str(limit=200)
    assert isinstance(command, click.Command)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a reader has it: the demo, a thread of their own, the files of the configuration page, the command in PATH."""
    folder = tmp_path_factory.mktemp("desk")
    shutil.copytree(DEMO.parent, folder / "demo")
    shutil.copy(DEMO, folder / "thread.mbox")
    for _, kind, text in BLOCKS:
        name = re.match(r"# (?:\./)?([a-z-]{1,40}\.toml)\n", text)
        if kind == "toml" and name:
            (folder / name[1]).write_text(text)
    (folder / "netdev-digest.toml").rename(folder / "config.toml")  # its store lies where no test may write
    (folder / "netdev-digest.toml").write_text("window = 60\n")
    (folder / "bin").mkdir()
    command = folder / "bin" / "netdev-digest"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -W error -m digest "$@"\n')
    command.chmod(0o755)
    return folder


def shell(line: str, desk: Path) -> subprocess.CompletedProcess[str]:
    """One command of a document, run in the reader's folder."""
    environment = os.environ | {"PATH": f"{desk / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": str(TOP), "XDG_CONFIG_HOME": str(desk)}
    environment.pop("COLUMNS", None)  # a runner of tests may set it; documents show what a pipe gives
    return subprocess.run(["sh", "-c", line], cwd=desk, env=environment, capture_output=True, text=True, check=False)


COMMANDS = [
    (page, line.partition("    #")[0].removeprefix(".venv/bin/"))
    for page, kind, text in BLOCKS
    if kind == "sh"
    for line in text.replace("\\\n", " ").splitlines()
    if line.strip() and not line.startswith("#")
]


@pytest.mark.parametrize(
    ("page", "line"), [(page, line) for page, line in COMMANDS if not any(fnmatch.fnmatch(line.strip(), shape) for shape in NOT_RUN)]
)
def test_commands_of_the_documents_run(page: str, line: str, desk: Path) -> None:
    """Each command that a document shows does what it says: status 0 and no warning."""
    done = shell(line, desk)

    assert (page, 0) == (page, done.returncode), done.stderr


@pytest.mark.parametrize("shape", NOT_RUN)
def test_what_is_not_run_is_shown(shape: str) -> None:
    """The list of exceptions holds no forgotten ones."""
    assert any(fnmatch.fnmatch(line.strip(), shape) for _, line in COMMANDS)


@pytest.mark.parametrize(("page", "text"), [(page, text) for page, kind, text in BLOCKS if kind == "console"])
def test_output_of_the_documents_is_so(page: str, text: str, desk: Path) -> None:
    """What a document shows below `$ command` is what the command prints; `...` stands for the rest, blanks for no-break spaces."""
    command, _, shown = text.removeprefix("$ ").partition("\n")
    done = shell(command, desk)
    expected, rest, _ = shown.partition("...\n")
    told = done.stdout.replace("\N{NO-BREAK SPACE}", " ")
    printed = told[: len(expected)] if rest else told

    assert (page, expected) == (page, printed)


def test_configuration_page_is_whole() -> None:
    """The page names every key of a configuration and of a profile, and its samples are valid."""
    page = (TOP / "docs" / "configuration.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_-]{1,40})`", "\n".join(line for line in page.splitlines() if line.startswith("| `"))))
    keys = {field.encode_name for kind in (config.Settings, Profile) for field in msgspec.structs.fields(kind)}
    settings, profile = (tomllib.loads(text) for _, kind, text in BLOCKS if kind == "toml")

    assert set() == keys - named
    assert msgspec.convert(settings, config.Settings).window
    assert msgspec.convert(profile, Profile).trees
