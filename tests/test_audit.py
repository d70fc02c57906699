# SPDX-License-Identifier: GPL-2.0-or-later
"""The audit says what it knows and why it knows nothing; the lock file holds all that the project asks for."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from tests import audit

TOP = Path(__file__).parents[1]


def _answer(*entries: dict) -> str:
    return json.dumps({"dependencies": list(entries), "fixes": []})


@pytest.mark.parametrize(
    ("answer", "said", "status", "words"),
    [
        (_answer({"name": "a", "version": "1", "vulns": []}), "", 0, "1 of 1 locked packages asked about: 0 known"),
        (_answer({"name": "a", "version": "1", "vulns": [{"id": "CVE-1"}]}, {"name": "b", "skip_reason": "x"}), "", 1, "a 1: CVE-1"),
        (_answer({"name": "a", "skip_reason": "not found"}), "", 0, "skipped, the database knows none of 1 packages (not found)"),
        ("", "x\nConnectionError: no route\n", 0, "skipped, no advisory database could be asked (ConnectionError: no route)"),
        ("[]", "", 0, "skipped"),
    ],
    ids=["clean", "known", "unknown packages", "no network", "other words"],
)
def test_verdict(answer: str, said: str, status: int, words: str) -> None:
    """Only a known vulnerability fails; a database that does not answer is named as the reason."""
    found, told = audit.verdict(answer, said)

    assert status == found
    assert words in told


def _name(text: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[\s\[<>=!;~]", text, maxsplit=1)[0]).lower()


def test_the_lock_holds_all_that_is_asked_for() -> None:
    """Each package of the project, its locked extras and the groups that `make` installs stands in the lock file, at one version."""
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    groups = [entry for group in project["dependency-groups"].values() for entry in group]
    asked = [*project["project"]["dependencies"], *extras["zstd"], *extras["lore"], *groups]
    lines = [line for line in audit.LOCK.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    locked = [_name(line) for line in lines]

    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in lines)
    assert set() == {_name(entry) for entry in asked} - set(locked)
    assert len(locked) == len(set(locked))
