# SPDX-License-Identifier: GPL-2.0-or-later
"""The hot functions by themselves, with pytest-benchmark, over the mails of the demonstration archive.

    python -m pytest -n 0 tests/speed/hot.py

Not collected by the suite: times of a shared machine are no assertions.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from digest import archive, bench, config, mail, patch, publish
from digest.ingest import _pack, unpacked
from digest.mail.header import split
from digest.model import Message, Record, Series, Summary
from digest.reading import read
from digest.summary import Context, summarise
from tests.speed.stages import NOW

DEMO = Path(__file__).parents[2] / "demo" / "netdev.mbox"
PROFILE = config.profile("netdev")
SITE = publish.Site(now=NOW, archive_url=PROFILE.archive_url)

Benchmark = Callable[..., Any]


@pytest.fixture(scope="session")
def mails() -> list[Message]:
    """All mails of the demonstration."""
    shards = [shard for part in archive.parts(str(DEMO)) for shard in archive.scan(part, archive=str(DEMO)).shards]
    return [item for shard in shards for item in archive.read(shard) if isinstance(item, Message)]


@pytest.fixture(scope="session")
def records(mails: list[Message]) -> list[Record]:
    """What each says by itself."""
    return [read(item, PROFILE) for item in mails]


@pytest.fixture(scope="session")
def series(records: list[Record]) -> tuple[Series, ...]:
    """The series that they are."""
    return tuple(patch.assemble(tuple(mail.threads(mail.merge(records))), PROFILE))


@pytest.fixture(scope="session")
def facts(series: tuple[Series, ...]) -> list[Summary]:
    """The facts of these."""
    return [summarise(one, Context(now=NOW, profile=PROFILE)) for one in series]


def test_archive(benchmark: Benchmark) -> None:
    """Mails out of the mailbox."""
    (part,) = archive.parts(str(DEMO))
    shards = archive.scan(part, archive=str(DEMO)).shards
    benchmark(lambda: [item for shard in shards for item in archive.read(shard)])


def test_header(benchmark: Benchmark) -> None:
    """The header blocks."""
    raw = DEMO.read_bytes().split(b"\n\nFrom mboxrd@z")
    benchmark(lambda: [split(one.partition(b"\n")[2]) for one in raw])


def test_words(benchmark: Benchmark, mails: list[Message]) -> None:
    """Whose words these are."""
    benchmark(lambda: [mail.words(item) for item in mails])


def test_patch(benchmark: Benchmark, mails: list[Message]) -> None:
    """Patch facts of each mail."""
    texts = [(item, mail.words(item)) for item in mails]
    benchmark(lambda: [patch.read(item, text, PROFILE) for item, text in texts])


def test_numbers(benchmark: Benchmark, mails: list[Message]) -> None:
    """Numbers of each mail."""
    texts = [mail.words(item).own for item in mails]
    benchmark(lambda: [bench.read(text) for text in texts])


def test_packing(benchmark: Benchmark, records: list[Record]) -> None:
    """Records packed for the store and back."""
    benchmark(lambda: [unpacked(_pack(record).blob) for record in records])


def test_series(benchmark: Benchmark, records: list[Record]) -> None:
    """Threads and series."""
    benchmark(lambda: patch.assemble(tuple(mail.threads(mail.merge(records))), PROFILE))


def test_range_diffs(benchmark: Benchmark, series: tuple[Series, ...]) -> None:
    """Revision against revision."""
    benchmark(lambda: [patch.range_diffs(one) for one in series])


def test_facts(benchmark: Benchmark, series: tuple[Series, ...]) -> None:
    """All facts of each series."""
    context = Context(now=NOW, profile=PROFILE)
    benchmark(lambda: [summarise(one, context) for one in series])


def test_pages(benchmark: Benchmark, facts: list[Summary]) -> None:
    """All files of each series."""
    benchmark(lambda: [publish.render(one, SITE) for one in facts])
