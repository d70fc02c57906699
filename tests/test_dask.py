# SPDX-License-Identifier: GPL-2.0-or-later
"""The maps on a real Dask cluster of processes on loopback, a worker killed on the way: the site is the one that one process writes."""

import os
import signal
from datetime import UTC, datetime
from pathlib import Path

import pytest

from digest import config, ingest, pipeline, publish, summary
from digest.archive import mbox

distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("ignore")  # the cluster's own, as it loses a worker
WHEN = datetime(2026, 11, 24, tzinfo=UTC)


def build(box: Path, site: Path, executor: str, progress: ingest.Progress) -> pipeline.Outcome:
    """Build the site of a mailbox without a search index."""
    choice = ingest.Choice((str(box),), executor=executor)
    context = summary.Context(now=WHEN, profile=config.profile("netdev"))
    return pipeline.build(choice, context, publish.Site(now=WHEN), site, site.with_suffix(".store"), progress)


def files(site: Path) -> dict[str, bytes]:
    """Every file of a site by its path."""
    return {str(path.relative_to(site)): path.read_bytes() for path in site.rglob("*") if path.is_file()}


class Killing(ingest.Progress):
    """Kills a worker when the first shard was read."""

    def __init__(self, victim: int) -> None:
        self.victim = victim
        self.killed = 0

    def step(self, name: str, done: int, total: int | None, note: str = "") -> None:  # noqa: ARG002 - as the base has it
        """Kill once."""
        if not self.killed:
            self.killed = done
            os.kill(self.victim, signal.SIGKILL)


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker(demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two workers in processes of their own, one killed while tasks are under way: same files, same bytes."""
    monkeypatch.setattr(mbox, "SHARD", 30_000)
    monkeypatch.setattr(pipeline, "BATCH_BYTES", 2_000)
    alone = build(demo, tmp_path / "alone", "process", ingest.Progress())
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None, silence_logs=50
    ) as cluster:
        killing = Killing(next(iter(cluster.workers.values())).pid)
        address = cluster.scheduler_address.removeprefix("tcp://")
        together = build(demo, tmp_path / "together", f"dask://{address}", killing)
    assert 0 < killing.killed
    assert alone == together
    assert files(tmp_path / "alone") == files(tmp_path / "together")
