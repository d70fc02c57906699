# SPDX-License-Identifier: GPL-2.0-or-later
"""What the documents say is so: generated pages are fresh, links lead somewhere, every command is documented."""

import importlib.util
import re
import sys
from pathlib import Path

import click
import pytest

from digest.cli import main
from tests.conftest import TOP

PAGES = [path for path in [*TOP.glob("*.md"), *(TOP / "docs").glob("*.md")] if path.is_file()]
_LINK = re.compile(r"!?\[[^\]\n]{0,200}\]\(([^)\s#]{1,200})(?:#[^)\s]{0,100})?\)")


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
    targets = [
        target for target in _LINK.findall(page.read_text(encoding="utf-8")) if "://" not in target and not target.startswith("mailto:")
    ]

    assert [] == [target for target in targets if not (page.parent / target).exists()]


@pytest.mark.parametrize("name", sorted(main.commands))
def test_every_command_is_in_the_readme(name: str) -> None:
    """README's table names each command, and each has a help text."""
    command = main.commands[name]

    assert f"`{name}" in (TOP / "README.md").read_text(encoding="utf-8")
    assert command.get_short_help_str(limit=200)
    assert isinstance(command, click.Command)
