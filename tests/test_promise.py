# SPDX-License-Identifier: GPL-2.0-or-later
"""The promise to users: within one schema version no command, option, field or word of a closed list is renamed or dropped.

`tests/data/promise.json` holds the names.  It only grows: what is new is added by hand when it is released, and a name that is to go is
deprecated first (CONTRIBUTING.md, "What is promised").
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import msgspec
import pytest

from digest import cli
from tests.conftest import NOW, TOP
from tests.test_docs import module

Run = Callable[..., tuple[int, bytes, str]]

PROMISE: dict[str, Any] = json.loads((TOP / "tests" / "data" / "promise.json").read_text(encoding="utf-8"))
MAKER = module(TOP / "docs" / "make_json.py")


def options(command: click.Command) -> set[str]:
    """All long names of a command's options."""
    return {name for parameter in command.params for name in parameter.opts if isinstance(parameter, click.Option)}


@pytest.mark.parametrize("name", PROMISE["commands"])
def test_commands_keep_their_options(name: str) -> None:
    """Each command is there and takes each option."""
    assert set() == set(PROMISE["commands"][name]) - options(cli.main.commands[name])


@pytest.mark.parametrize("name", PROMISE["fields"])
def test_documents_keep_their_fields(name: str) -> None:
    """Each type of the schema has each field."""
    assert set() == set(PROMISE["fields"][name]) - set(MAKER.types()[name]["properties"])


@pytest.mark.parametrize("place", PROMISE["words"])
def test_closed_lists_keep_their_words(place: str) -> None:
    """Each closed list of words (states, statuses, groups) still has each word, and no new one: readers switch over them."""
    name, _, field = place.partition(".")
    schema = MAKER.types()[name]["properties"][field]

    assert set(PROMISE["words"][place]) == set(MAKER.closed(schema))


@pytest.mark.parametrize("command", PROMISE["documents"])
def test_commands_keep_their_documents(run: Run, demo: Path, command: str) -> None:
    """What a command prints with --json has the promised names, level by level (`groups[].rows[].id`)."""
    extra = ["<20261109100000.marta@wislanet.example>"] if command == "explain" else []
    given = ["--plain", TOP / "tests/data/bench/nuttcp/udp.txt"] if command == "bench" else ["--now", NOW, demo]
    status, out, _ = run(command, "--json", *given, *extra)
    document = json.loads(out)

    assert 0 == status
    assert set() == set(PROMISE["documents"][command]) - set(paths(document))


def paths(value: Any, prefix: str = "", depth: int = 3) -> list[str]:
    """Names in a document, to some depth: `groups`, `groups[].rows`."""
    if isinstance(value, list):
        return sorted({path for item in value for path in paths(item, f"{prefix}[]", depth)})
    if not isinstance(value, dict) or not depth:
        return []
    start = f"{prefix}." if prefix else ""
    return sorted({path for key, item in value.items() for path in (f"{start}{key}", *paths(item, f"{start}{key}", depth - 1))})


def test_show_is_the_documented_document(run: Run, demo: Path) -> None:
    """`show --json` is a ShowDocument, type by type."""
    _, out, _ = run("show", "--json", "--now", NOW, demo)

    assert msgspec.json.decode(out, type=MAKER.ShowDocument).series
