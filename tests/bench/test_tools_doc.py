# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/tools.md tells of each tool that is asked, and each tool has a fixture folder."""

from pathlib import Path

import pytest

from digest import bench

ROOT = Path(__file__).parent.parent.parent
ROWS = [line.split("|")[1].strip() for line in (ROOT / "docs" / "tools.md").read_text().splitlines() if line.startswith("| ")]


@pytest.mark.parametrize("tool", bench.TOOLS, ids=lambda tool: tool.__name__.rpartition(".")[2])
def test_listed(tool):
    """A line of one of the tables names the tool."""
    assert [] != [row for row in ROWS if tool.NAME in row or tool.__name__.rpartition(".")[2] in row]


@pytest.mark.parametrize("tool", bench.TOOLS, ids=lambda tool: tool.__name__.rpartition(".")[2])
def test_fixtures(tool):
    """A folder of fixtures is there for the tool."""
    name = tool.__name__.rpartition(".")[2]
    folders = {path.name for path in (ROOT / "tests" / "data" / "bench").iterdir()}
    assert {name, tool.NAME} & folders or name.rstrip("s") in folders
