# SPDX-License-Identifier: GPL-2.0-or-later
"""Where the two pure maps run: this process, a pool of processes or threads, or a Dask cluster.

Anything that is a `concurrent.futures.Executor` will do.  Results come back in the order of the tasks, whatever the number of
workers, and only a bounded number of tasks is under way, so that memory does not grow with the archive.  A worker that dies is
replaced and its tasks run again; when that fails twice for one task, the task runs in this process, where its error is seen.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

import digest
from digest.errors import MissingExtra, UsageError

if TYPE_CHECKING:
    import concurrent.futures

Result = TypeVar("Result")

WINDOW = 3
"""Tasks under way for each worker: enough to keep it busy while the parent writes."""


def default_jobs() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0))


class Pool:
    """An ordered, bounded map over an Executor.  `spec` is `process`, `thread` or `dask://HOST:PORT`; one job needs no pool."""

    def __init__(self, spec: str = "process", jobs: int = 1, warn: Callable[[str], None] | None = None) -> None:
        self.jobs = max(1, jobs)
        self._spec = spec
        self._warn = warn or (lambda _text: None)
        self._executor: concurrent.futures.Executor | None = None
        self._client: Any = None
        if spec.startswith("dask://"):
            self._executor = self._dask(spec)
        elif spec not in ("process", "thread"):
            raise UsageError(f'unknown executor "{spec}"; known: process, thread, dask://HOST:PORT')

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._client is not None:
            self._client.close()  # a cluster's executor knows no cancelling: what its client asked for goes with it
        elif self._executor is not None:
            self._executor.shutdown(wait=kind is None, cancel_futures=True)

    def _dask(self, spec: str) -> concurrent.futures.Executor:
        try:
            from distributed import Client  # noqa: PLC0415 - an optional package, loaded where it is asked for
        except ImportError as error:
            raise MissingExtra("--executor dask://", "cluster") from error
        try:
            self._client = Client("tcp://" + spec.removeprefix("dask://"), timeout="10s")
        except OSError as error:
            raise UsageError(f"{spec}: no Dask scheduler answers there ({error})") from error
        self.jobs = max(1, len(self._client.scheduler_info()["workers"]))
        executor: concurrent.futures.Executor = self._client.get_executor(pure=False, retries=2)
        return executor

    def _pool(self) -> concurrent.futures.Executor:
        import concurrent.futures  # noqa: PLC0415 - one job needs no pool

        if self._executor is None:
            if self._spec == "thread":
                self._executor = concurrent.futures.ThreadPoolExecutor(self.jobs)
            else:
                import multiprocessing  # noqa: PLC0415 - what one process does in a moment needs none of it

                # fork: workers share the loaded modules; this process has started no threads of its own
                digest.load()
                context = multiprocessing.get_context("fork")
                self._executor = concurrent.futures.ProcessPoolExecutor(self.jobs, mp_context=context)
        return self._executor

    def map(self, function: Callable[..., Result], tasks: Iterable[tuple[Any, ...]]) -> Iterator[Result]:
        """`function(*task)` for each task, in the order of the tasks."""
        if self.jobs == 1 and self._client is None:
            for task in tasks:
                yield function(*task)
            return
        import concurrent.futures  # noqa: PLC0415 - see above

        under_way: deque[tuple[tuple[Any, ...], concurrent.futures.Future[Result]]] = deque()
        source = iter(tasks)
        exhausted = False
        while True:
            while not exhausted and len(under_way) < self.jobs * WINDOW:
                for task in source:
                    under_way.append((task, self._submit(function, task)))
                    break
                else:
                    exhausted = True
            if not under_way:
                return
            task, future = under_way.popleft()
            try:
                result = future.result()
            except concurrent.futures.BrokenExecutor:
                result, under_way = self._again(function, task, under_way)
            yield result
            del task, future, result  # not held while the next is awaited

    def _submit(self, function: Callable[..., Result], task: tuple[Any, ...]) -> concurrent.futures.Future[Result]:
        import concurrent.futures  # noqa: PLC0415 - see above

        try:
            return self._pool().submit(function, *task)
        except concurrent.futures.BrokenExecutor:
            broken: concurrent.futures.Future[Result] = concurrent.futures.Future()
            broken.set_exception(concurrent.futures.BrokenExecutor("the pool is broken"))
            return broken

    def _again(
        self,
        function: Callable[..., Result],
        task: tuple[Any, ...],
        under_way: deque[tuple[tuple[Any, ...], concurrent.futures.Future[Result]]],
    ) -> tuple[Result, deque[tuple[tuple[Any, ...], concurrent.futures.Future[Result]]]]:
        """A worker died: make the pool anew, run this task (here, should it kill a second worker), and submit the rest again."""
        import concurrent.futures  # noqa: PLC0415 - see above

        self._warn("a worker process died; its work is done again")
        if self._executor is not None and self._client is None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None
        try:
            result = self._pool().submit(function, *task).result()
        except concurrent.futures.BrokenExecutor:
            self._warn("a second worker died over the same work; it runs in the main process now")
            if self._client is None:
                self._executor = None
            result = function(*task)
        return result, deque((waiting, self._submit(function, waiting)) for waiting, _ in under_way)
