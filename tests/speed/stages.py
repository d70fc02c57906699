# SPDX-License-Identifier: GPL-2.0-or-later
"""Where the time of a full build goes: each stage of the flow over all mails of an archive, one after another, in one process.

    python -m tests.speed.stages ARCHIVE STORE

STORE is the store of a finished build of the archive (what the second map reads).  Prints JSON: the mails, the series, the CPU
microseconds a mail of each stage, the bytes of a series page and how many are rendered in a second of CPU.  All modules are loaded
before the first clock reading, as they are before a worker is forked.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec

import digest
from digest import archive, bench, config, listing, mail, patch, publish, summary
from digest.ingest import _pack, unpacked
from digest.model import Message
from digest.publish import pages
from digest.reading import read
from digest.store import Store
from digest.summary import Context

NOW = datetime(2026, 11, 24, tzinfo=UTC)
ROUND = 2000
"""Mails (or records) of one round: more are never held, as in a build."""


class Clock:
    """CPU seconds by stage."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Add what the block costs to a stage."""
        begun = time.process_time()
        yield
        self.spent[name] = self.spent.get(name, 0.0) + time.process_time() - begun

    def each(self, name: str, items: list[Message], work: Callable[[Message], object]) -> None:
        """Add what `work` on each of some mails costs."""
        with self.stage(name):
            for item in items:
                work(item)


def reading(path: str, clock: Clock) -> int:
    """The first map; how many mails there are."""
    profile = config.profile("netdev")
    count = 0
    for part in archive.parts(path):
        for shard in archive.scan(part, archive=path).shards:
            with clock.stage("mails out of the mailbox"):
                mails = [item for item in archive.read(shard) if isinstance(item, Message)]
            count += len(mails)
            for at in range(0, len(mails), ROUND):
                _read(mails[at : at + ROUND], profile, clock)
    return count


def _read(mails: list[Message], profile: digest.model.Profile, clock: Clock) -> None:
    with clock.stage("whose words"):
        texts = [mail.words(item) for item in mails]
    with clock.stage("patch facts"):
        for item, text in zip(mails, texts, strict=True):
            patch.read(item, text, profile)
    with clock.stage("numbers"):
        for text in texts:
            bench.read(text.own)
            if text.quoted.strip():
                bench.read(text.quoted)
    records = [read(item, profile) for item in mails]
    with clock.stage("packing"):
        for record in records:
            _pack(record)


def rendering(path: Path, clock: Clock) -> tuple[int, int, int]:
    """The second map; how many series and files there are, and the bytes of all series pages."""
    profile = config.profile("netdev")
    context = Context(now=NOW, profile=profile)
    site = publish.Site(now=NOW, archive_url=profile.archive_url)
    series = files = size = 0
    with Store(path) as store, tempfile.TemporaryDirectory() as scratch, publish.Folder(Path(scratch) / "site") as folder:
        sources = set(store.all_sources())
        for comp in store.components():
            with clock.stage("store and unpacking"):
                records = [unpacked(blob) for blob in store.blobs(comp, sources)]
            with clock.stage("series"):
                threads = mail.threads(mail.merge(records))
                found = patch.assemble(tuple(threads), profile)
            with clock.stage("facts of series"):
                facts = [summary.summarise(one, context) for one in found]
            with clock.stage("series pages"):
                waiting = [pages.of_series(one, site) for one in facts]
                made = [next(files_of_one) for files_of_one in waiting]
            size += sum(len(file.data) for file in made)
            with clock.stage("leading pages, records, rows"):
                made += [file for files_of_one in waiting for file in files_of_one]
                others = [writer for writer in publish.WRITERS if writer.NAME != pages.NAME]
                made += [file for writer in others for one in facts for file in writer.of_series(one, site)]
                for one in facts:
                    publish.places(listing.row(one))
            series += len(facts)
            files += len(made)
            with clock.stage("files onto disk"):
                folder.write(made)
    return series, files, size


def main(path: str, store: str) -> None:
    """Measure and print."""
    digest.load()
    clock = Clock()
    mails = reading(path, clock)
    series, files, size = rendering(Path(store), clock)
    told = {
        "mails": mails,
        "series": series,
        "files": files,
        "stages": {name: spent / mails * 1e6 for name, spent in clock.spent.items()},
        "page_bytes": size / max(1, series),
        "pages_a_second": series / clock.spent["series pages"],
    }
    sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
