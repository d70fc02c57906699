# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables that cannot be told once their lines are lost: read as they stand, quoted, indented, with CRLF and non-breaking spaces."""

from pathlib import Path

import pytest

from digest import bench
from tests.bench import test_fixtures

DATA = Path(__file__).parent.parent / "data" / "bench_lines"
DRESSES = {"as is": str, **{name: dress for name, dress in test_fixtures.DRESSES.items() if "flat" not in name and "wrapped" not in name}}


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("path", sorted(DATA.glob("*.txt")), ids=lambda p: p.stem)
def test_any_dress(path, dress):
    """Values, units, roles, comparisons and claims are those of the answers."""
    assert test_fixtures.expected(path) == test_fixtures.facts(bench.read(DRESSES[dress](path.read_text())))
