# SPDX-License-Identifier: GPL-2.0-or-later
"""Where the two maps run: order, a bounded number of tasks under way, and workers that die."""

import os
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from digest.errors import UsageError
from digest.executor import WINDOW, Pool


def square(number: int) -> int:
    """A task."""
    return number * number


def dying(number: int, mark: str) -> int:
    """A task whose worker dies the first time."""
    if number == 3 and not Path(mark).exists():
        Path(mark).touch()
        os._exit(1)
    return number * number


def deadly(number: int, parent: int) -> int:
    """A task that kills every worker; in the main process it does its work."""
    if number == 3 and os.getpid() != parent:
        os._exit(1)
    return number * number


@pytest.mark.parametrize("spec", ["process", "thread"])
@pytest.mark.parametrize("jobs", [1, 3])
def test_results_in_the_order_of_the_tasks(spec: str, jobs: int) -> None:
    """Any number of workers of any kind gives what one loop gives."""
    with Pool(spec, jobs) as pool:
        assert [number * number for number in range(40)] == list(pool.map(square, ((number,) for number in range(40))))


def test_a_bounded_number_is_under_way() -> None:
    """Tasks are made as results are taken, so that memory does not grow with the archive."""
    made: list[int] = []

    def tasks() -> Iterator[tuple[int]]:
        for number in range(100):
            made.append(number)
            yield (number,)

    with Pool("thread", 2) as pool:
        answers = pool.map(square, tasks())
        assert 0 == next(answers)
        assert 2 * WINDOW == len(made)
        assert [number * number for number in range(1, 100)] == list(answers)


def test_a_worker_that_dies_is_replaced_and_told(tmp_path: Path) -> None:
    """What it was doing is done again, and nothing is lost or done out of order."""
    told: list[str] = []
    with Pool("process", 2, told.append) as pool:
        found = list(pool.map(dying, ((number, str(tmp_path / "mark")) for number in range(20))))
    assert [number * number for number in range(20)] == found
    assert ["a worker process died; its work is done again"] == told


def test_work_that_kills_every_worker_runs_in_the_main_process() -> None:
    """Two deaths over one task: it runs where its error can be seen; the rest goes on."""
    told: list[str] = []
    with Pool("process", 2, told.append) as pool:
        found = list(pool.map(deadly, ((number, os.getpid()) for number in range(20))))
    assert [number * number for number in range(20)] == found
    assert "a second worker died over the same work; it runs in the main process now" in told


def test_an_unknown_executor_is_told() -> None:
    """The known kinds are named."""
    with pytest.raises(UsageError, match="known: process, thread, dask"):
        Pool("cloud")


class Large(bytearray):
    """An answer that can be watched."""


def large(number: int) -> Large:
    """An answer."""
    return Large(number)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_answer_is_not_held_while_the_next_is_made(jobs: int) -> None:
    """Who has done with an answer has it freed when the next task is asked for."""
    seen: list[weakref.ref[Large]] = []
    held: list[bool] = []

    def tasks() -> Iterator[tuple[int]]:
        for number in range(9):
            held.extend(answer() is not None for answer in seen)
            yield (number,)

    with Pool("thread", jobs) as pool:
        answers = pool.map(large, tasks())
        seen.append(weakref.ref(next(answers)))
        next(answers)

    assert held
    assert not any(held)
