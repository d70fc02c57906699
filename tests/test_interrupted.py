# SPDX-License-Identifier: GPL-2.0-or-later
"""A reading that was cut short, and an archive that went on before the next: nothing is lost, nothing is read twice."""

from collections.abc import Callable
from pathlib import Path

import pytest

from digest import cli, config, executor, ingest
from digest.archive import mbox
from digest.store import Store


def letters(*numbers: int) -> bytes:
    """A mailbox."""
    head = b"From ann@example.org Thu Jan  4 09:00:00 2024\nFrom: Ann <ann@example.org>\nDate: Thu, 4 Jan 2024 10:00:00 +0100\n"
    return b"".join(head + b"Message-ID: <m%d@example.org>\nSubject: s%d\n\nbody %d\n\n" % ((number,) * 3) for number in numbers)


def read(store: Path, box: Path) -> int:
    """Read what is new; how many records the store then holds."""
    choice = ingest.Choice((str(box),))
    with Store(store) as held, executor.Pool("thread", 1) as pool:
        sources = ingest.ingest(held, choice, config.profile("netdev"), pool, ingest.Progress())
        return sum(len(held.blobs(comp, sources)) for comp in held.components())


def test_cut_short_and_grown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was known before a reading that was cut short is still there after the next one."""
    box, store = tmp_path / "box", tmp_path / "x.store"
    monkeypatch.setattr(mbox, "SHARD", 400)
    box.write_bytes(letters(*range(10)))
    assert 10 == read(store, box)
    box.write_bytes(letters(*range(20)))
    real = ingest.read_shard
    calls = []

    def failing(*arguments: object) -> bytes:
        calls.append(arguments)
        if len(calls) > 2:
            raise KeyboardInterrupt
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(ingest, "read_shard", failing)
    with pytest.raises(KeyboardInterrupt):
        read(store, box)
    monkeypatch.setattr(ingest, "read_shard", real)
    box.write_bytes(letters(*range(25)))
    assert 25 == read(store, box)


def test_ctrl_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., tuple[int, bytes, str]]) -> None:
    """Ctrl-C ends a build with 130 and says what became of it; the next one reads only the rest, and writes the site of an unbroken one."""
    box = tmp_path / "box"
    box.write_bytes(letters(*range(30)))
    monkeypatch.setattr(mbox, "SHARD", 400)
    real = ingest.read_shard
    calls: list[int] = []

    def counting(*arguments: object) -> bytes:
        calls.append(1)
        return real(*arguments)  # type: ignore[arg-type]

    def pressed(_progress: object, name: str, done: int, *_rest: object) -> None:
        if name == "reading" and done > 1000:
            raise KeyboardInterrupt

    monkeypatch.setattr(ingest, "read_shard", counting)
    options = ("--now", "2026-11-24", "--jobs", 1, "--no-search")
    assert 0 == run("build", box, "-o", tmp_path / "whole", *options)[0]
    shards = len(calls)
    with monkeypatch.context() as patched:
        patched.setattr(cli._Progress, "step", pressed)
        status, _, said = run("build", box, "-o", tmp_path / "site", *options)
    assert (130, "netdev-digest: interrupted; what was read is kept") == (status, said.strip())
    before = len(calls) - shards
    assert 0 < before < shards
    assert not (tmp_path / "site").exists()
    assert 0 == run("build", box, "-o", tmp_path / "site", *options)[0]
    assert shards == len(calls) - shards, "no shard is read twice"
    pages = [
        {path.relative_to(site): path.read_bytes() for path in site.rglob("*") if path.is_file()}
        for site in (tmp_path / "whole", tmp_path / "site")
    ]
    assert pages[0] == pages[1]
