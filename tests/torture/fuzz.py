# SPDX-License-Identifier: GPL-2.0-or-later
"""Coverage-guided fuzzing of six targets with atheris (libFuzzer), from the kept corpus and the hostile cases.

`python -m tests.torture fuzz` runs each for `--fuzz` seconds; `python -m tests.torture.fuzz TARGET [libFuzzer's options] FOLDERS` one of
them.  Where atheris is not installed the same targets get mutations without the guidance of coverage, and that is said.

What breaks a target is kept in `.torture/`; its smallest form then becomes a file of `tests/data/fuzz/TARGET`, all of which are run by
every test.  `spent.json` there holds the processor seconds of all runs that were made to last.
"""

import contextlib
import gc
import importlib.util
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import types
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import NamedTuple

from digest import archive, bench, mail, patch, reading
from digest.archive import _from, _soup
from digest.mail import addresses, date, header, markup
from digest.model import Copy, Message
from digest.patch import diff
from tests import growth
from tests.torture import hostile, totality
from tests.torture.patterns import TooLong, alarm

TOP = Path(__file__).parents[2]
CORPUS = TOP / "tests" / "data" / "fuzz"
SPENT = CORPUS / "spent.json"
SLOW = 2
"""Seconds for one input of at most MOST bytes."""
MOST = 1 << 14

_HERE = Copy("a", "0")
_MAILS = {"public-inbox", "maildir", "pipermail-text", "mbox", "pasted", "eml", "text"}
_PAGES = [kind for kind in archive.FORMATS if kind.NAME not in _MAILS]
_DONE = re.compile(r"stat::number_of_executed_units:[ ]{1,9}([0-9]{1,15})")


def _header(data: bytes) -> None:
    fields, _, _ = header.split(data)
    text = data.decode("utf-8", "surrogateescape")
    for value in (*[fields[name] for name in fields], text):
        assert not re.search("[\x00-\x1f\x7f-\x9f\ud800-\udfff]", header.words(value)), "a control character is left"
        addresses.address(value)
        addresses.addresses(value)
        moment, _ = date.of_mail(value, None, None)
        assert moment is None or date.sane(moment)
        ident = header.message_id(value)
        header.parents(value, value, ident)
        header.parameters(value)
    addresses.author(dict(fields))


def _mbox(data: bytes) -> None:
    for lengths in (False, True):
        source = [data]

        def take(size: int, source: list[bytes] = source) -> bytes:
            piece, source[0] = source[0][:size], source[0][size:]
            return piece

        pieces = list(_from.pieces(take, 0, None, lengths=lengths, chunk=512))
        assert data == b"".join(piece.raw for piece in pieces), "bytes are lost"
    handle, name = tempfile.mkstemp(dir=_memory())
    try:
        os.write(handle, data)
        found = [
            item
            for part in archive.parts(name, format="mbox")
            for shard in archive.scan(part, archive="a").shards
            for item in archive.read(shard)
        ]
    finally:
        os.close(handle)
        os.unlink(name)  # noqa: PTH108 - a hundred times a second
    assert not totality.unaccounted(data, found), "bytes are not accounted for"


def _memory() -> str | None:
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108 - a name of its own within


def _message(data: bytes) -> Message:
    return mail.from_fields(
        _HERE, data.decode("utf-8", "replace"), subject="[PATCH net-next v2 1/2] net: brass: polish", author="Ida <ida@x.example>"
    )


def _tags(data: bytes) -> None:
    for subject in ("[PATCH net-next v2 1/2] net: brass: polish", "Re: [PATCH net-next 1/2] net: brass: polish"):
        message = mail.from_fields(_HERE, data.decode("utf-8", "replace"), subject=subject, author="Ida <ida@x.example>")
        record = patch.read(message, mail.words(message), totality.CONTEXT.profile)
        totality.proved(message, record)


def _bench(data: bytes) -> None:
    message = _message(data)
    found = bench.read(message.body)
    lines = message.body.split("\n")
    for block in found.blocks:
        for metric in block.metrics:
            assert lines[metric.line - 1][metric.column - 1 :].startswith(metric.original), f"{metric.original!r} does not stand there"


def _page(data: bytes) -> None:
    text = _soup.decode(data)
    markup.text_of(text)
    root = _soup.tree(text)
    _soup.plain(root)
    handle, name = tempfile.mkstemp(suffix=".html", dir=_memory())
    try:
        os.write(handle, data)
        for kind in _PAGES:
            for part in archive.parts(name, format=kind.NAME):
                for shard in archive.scan(part, archive="a").shards:
                    for item in archive.read(shard):
                        if isinstance(item, Message):
                            reading.read(item, totality.CONTEXT.profile)
    finally:
        os.close(handle)
        os.unlink(name)  # noqa: PTH108 - a hundred times a second


def _diff(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    start = diff.find_diff(text)
    found = diff.read_diff(text, max(0, start))
    assert all((file.added or 0) >= 0 and (file.removed or 0) >= 0 for file in found.files)
    diff.read_flat(text, max(0, start))


TARGETS: dict[str, Callable[[bytes], None]] = {
    "header": _header,
    "mbox": _mbox,
    "tags": _tags,
    "bench": _bench,
    "page": _page,
    "diff": _diff,
}


def seeds(name: str) -> list[bytes]:
    """The kept corpus of a target, and the hostile cases (of the pages: those with markup)."""
    kept = [path.read_bytes() for path in sorted((CORPUS / name).glob("*"))]
    cases = [data[:MOST] for data in (*hostile.CASES.values(), *hostile.GOOD)]
    if name == "page":
        cases = [data for data in cases if b"<" in data]
    return kept + cases


def guided() -> bool:
    """Whether atheris is here."""
    return importlib.util.find_spec("atheris") is not None


class Outcome(NamedTuple):
    """What a target went through: inputs, processor seconds, and what broke it."""

    target: str
    inputs: int
    seconds: float
    broke: str


def run(job: tuple[str, float, int, Path]) -> Outcome:
    """One target for some seconds."""
    name, seconds, seed, kept = job
    if not guided():
        return _unguided(name, seconds, seed, kept)
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        start = Path(folder, "start")
        start.mkdir()
        for number, data in enumerate(seeds(name)):
            (start / str(number)).write_bytes(data)
        words = Path(folder, "words")
        words.write_text(
            "".join('"' + "".join("\\x" + word[at : at + 1].hex() for at in range(len(word))) + '"\n' for word in hostile.WORDS),
            encoding="ascii",
        )
        grown = kept / f"corpus-{name}"
        grown.mkdir(exist_ok=True)
        before = os.times()
        child = subprocess.run(
            [
                *(sys.executable, "-m", "tests.torture.fuzz", name, f"-max_total_time={int(seconds)}", f"-max_len={MOST}", f"-seed={seed}"),
                *(f"-artifact_prefix={kept}/fuzz-{name}-", f"-timeout={SLOW * 10}", "-print_final_stats=1", "-rss_limit_mb=4096"),
                *(f"-dict={words}", str(grown), str(start)),
            ],
            cwd=TOP, capture_output=True, check=False,
        )  # fmt: skip
        after = os.times()
    told = child.stderr.decode("utf-8", "backslashreplace") + child.stdout.decode("utf-8", "backslashreplace")
    units = _DONE.search(told)
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    broke = told[-1500:] if child.returncode else ""
    return Outcome(name, int(units[1]) if units else 0, spent, broke)


def _unguided(name: str, seconds: float, seed: int, kept: Path) -> Outcome:
    rng = random.Random(seed)  # noqa: S311 - to be repeated, not to be secret
    known = seeds(name)
    begun, count = time.process_time(), 0
    while time.process_time() - begun < seconds:
        data = hostile.mutated(rng.choice(known), rng.choice(known), rng)[:MOST]
        count += 1
        try:
            with alarm(SLOW * 10):
                TARGETS[name](data)
        except (Exception, TooLong) as error:  # noqa: BLE001 - whatever it is, it is the finding
            totality.keep([totality.Failure("fuzz", f"{name} {seed} {count}", data, repr(error))], kept)
            return Outcome(name, count, time.process_time() - begun, repr(error))
    return Outcome(name, count, time.process_time() - begun, "")


def all_targets(pool: Executor, seconds: float, seed: int, kept: Path) -> tuple[list[Outcome], Counter[str]]:
    """Each target for some seconds; the outcomes, and the processor seconds of all lasting runs with these."""
    outcomes = list(pool.map(run, [(name, seconds, seed, kept) for name in TARGETS]))
    spent = Counter({name: float(value) for name, value in json.loads(SPENT.read_text(encoding="utf-8")).items()} if SPENT.exists() else {})  # type: ignore[arg-type]
    for one in outcomes:
        spent[one.target] += round(one.seconds)
    return outcomes, spent


def _instrument() -> None:
    """Have atheris see every function of the program; its own hook does not see modules that load when they are first used."""
    import atheris  # noqa: PLC0415 - optional

    with contextlib.redirect_stderr(None):
        for value in gc.get_objects():
            if isinstance(value, types.FunctionType) and (value.__module__ or "").startswith("digest."):
                with contextlib.suppress(Exception):  # a function that cannot be seen is run all the same
                    atheris.instrument_func(value)


def main(arguments: list[str]) -> None:
    """One target under libFuzzer; does not return."""
    import atheris  # noqa: PLC0415 - optional

    import digest  # noqa: PLC0415 - only here as a whole

    target = TARGETS[arguments[1]]
    for data in seeds(arguments[1])[:40]:  # everything is loaded and compiled before it is counted
        target(data)
    digest.load()
    _instrument()

    def timed(data: bytes) -> None:
        assert growth.seconds(lambda: target(data), SLOW * 2) <= SLOW * 2, "too slow"

    atheris.Setup([arguments[0], *arguments[2:]], timed)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv)
