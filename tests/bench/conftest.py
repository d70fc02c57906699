# SPDX-License-Identifier: GPL-2.0-or-later
"""`pytest tests/bench --update-golden`: the answers of each fixture as they are read now, for a review."""

import json
from pathlib import Path

import pytest

from digest import bench

DATA = Path(__file__).parent.parent / "data" / "bench"


def pytest_configure(config: pytest.Config) -> None:
    """Before the fixtures are collected, so that a new one is among them."""
    if config.getoption("--update-golden", default=False):
        for path in sorted(DATA.glob("*/*.txt")):
            update(path)


def update(path: Path) -> None:
    """Write the answers beside a text where they are not those read; an answer's other keys and an equal answer's layout stay."""
    answers = path.with_suffix(".json")
    known = json.loads(answers.read_text()) if answers.exists() else {"metrics": [], "comparisons": []}
    if "metrics" not in known:
        return
    found = bench.read(path.read_text())
    fresh = {
        "metrics": [[m.name, m.value, m.unit, m.role] for b in found.blocks for m in b.metrics if m.primary],
        "comparisons": [
            [c.metric, c.before, c.after, c.unit, c.claimed_percent, c.claim_matches, c.verdict] for c in found.comparisons if c.primary
        ],
    }
    if not answers.exists() or any(sorted(known[part], key=str) != sorted(fresh[part], key=str) for part in fresh):
        rows = (f'"{part}": [' + ",\n  ".join(json.dumps(row) for row in fresh[part]) + "]" for part in fresh)
        more = (f'"{key}": {json.dumps(value)}' for key, value in known.items() if key not in fresh)
        answers.write_text("{" + ",\n ".join([*rows, *more]) + "}\n")
