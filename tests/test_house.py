# SPDX-License-Identifier: GPL-2.0-or-later
"""The walls that import-linter cannot see (docs/flow.md)."""

import ast
from pathlib import Path

import pytest

import digest
from digest import archive, bench, publish

ROOM = Path(digest.__file__).parent
TOP = Path(__file__).parents[1]
MODULES = sorted(ROOM.rglob("*.py"))
SOURCES = [
    path for folder in ("digest", "tests", "demo", "docs") for path in sorted((TOP / folder).rglob("*.py")) if "data" not in path.parts
]

# what may be imported only in these places, as prefixes of the path below digest/
HOMES = {
    "bs4": ("archive/", "mail/"),
    "lxml": ("archive/", "mail/"),
    "jinja2": ("publish/",),
    "sqlite3": ("store/",),
    "socket": ("fetch",),
    "urllib.request": ("fetch",),
    "http.client": ("fetch",),
    "liblore": ("fetch",),
    "click": ("cli",),
    "pickle": (),
    "marshal": (),
    "shelve": (),
    "yaml": (),
}


def imports(path: Path) -> set[str]:
    """Names of all modules imported in a file, whole and by their first part."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        found.update(names, (name.partition(".")[0] for name in names))
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(TOP)))
def test_spdx(path: Path) -> None:
    """Each source file says its licence on its first line."""
    assert path.read_text(encoding="utf-8").startswith("# SPDX-License-Identifier: GPL-2.0-or-later\n")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOM)))
def test_libraries_stay_in_their_rooms(path: Path) -> None:
    """A library that belongs to one room is imported nowhere else."""
    name = str(path.relative_to(ROOM))

    strays = [library for library, homes in HOMES.items() if library in imports(path) and not name.startswith(homes)]

    assert [] == strays


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOM)))
def test_only_the_command_line_prints_and_reads_the_clock(path: Path) -> None:
    """No print, no eval, no clock outside cli.py; the time is handed down as a value."""
    if path.name == "cli.py":
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    clock = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr in ("now", "utcnow", "today", "time", "monotonic")
        and isinstance(node.value, ast.Name)
        if node.value.id in ("datetime", "date", "time")
    }

    assert set() == called & {"print", "eval", "exec", "input", "__import__"}
    assert set() == clock


@pytest.mark.parametrize(
    ("room", "plugs"),
    [("archive", archive.FORMATS), ("bench", bench.TOOLS), ("publish", publish.WRITERS)],
    ids=["archive", "bench", "publish"],
)
def test_each_plain_module_is_a_plug_in(room: str, plugs: tuple[object, ...]) -> None:
    """In the three plug-in rooms every module without a leading underscore stands in the room's tuple."""
    furniture = {"publish": {"terminal"}}.get(room, set())
    modules = {path.stem for path in (ROOM / room).glob("*.py") if not path.stem.startswith("_")} - furniture

    assert modules == {plug.__name__.rpartition(".")[2] for plug in plugs}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOM)))
def test_rooms_are_entered_by_the_door(path: Path) -> None:
    """`from digest import mail`, never `from digest.mail import message` from another room."""
    room = path.relative_to(ROOM).parts[0]
    rooms = {"mail", "archive", "patch", "bench", "publish", "store", "fetch"} - {room}

    whole = {
        node.module for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.ImportFrom) and node.module
    }
    strays = sorted(name for name in whole if name.startswith("digest.") and name.split(".")[1] in rooms and name.count(".") > 1)

    assert [] == strays


def test_no_module_outgrew_its_room() -> None:
    """A module is meant for one sitting; what passes 460 lines must be split by noun."""
    long = {str(path.relative_to(ROOM)): lines for path in MODULES if (lines := path.read_text(encoding="utf-8").count("\n")) > 460}

    assert {} == long
