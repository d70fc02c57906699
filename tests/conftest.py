# SPDX-License-Identifier: GPL-2.0-or-later
"""What all tests share: the sample archives, and a way to run the program as a function."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from digest import cli

# no test is timed: a busy machine makes the first example of any slow
hypothesis.settings.register_profile("untimed", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("untimed")

TOP = Path(__file__).parents[1]
DEMO = TOP / "demo" / "netdev.mbox"
NOW = "2026-11-24"


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-golden` writes answers as they are read now, to be reviewed as a diff."""
    parser.addoption("--update-golden", action="store_true", help="write the answers of tests/data/bench anew; review them as a diff")


@pytest.fixture(scope="session")
def demo() -> Path:
    """The sample mailbox of the repository."""
    return DEMO


@pytest.fixture
def run(capsysbinary: pytest.CaptureFixture[bytes]) -> Callable[..., tuple[int, bytes, str]]:
    """Run the program in this process: (status, stdout, stderr)."""

    def call(*arguments: object) -> tuple[int, bytes, str]:
        status = cli.run([str(argument) for argument in arguments])
        out, err = capsysbinary.readouterr()
        return status, out, err.decode()

    return call


@pytest.fixture
def shown(run: Callable[..., tuple[int, bytes, str]]) -> Callable[..., dict[str, Any]]:
    """The document of `show --json` for some archives."""

    def call(*arguments: object) -> dict[str, Any]:
        status, out, err = run("show", "--json", "--now", NOW, *arguments)
        assert (0, "") == (status, err)
        found: dict[str, Any] = json.loads(out)
        return found

    return call
