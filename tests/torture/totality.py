# SPDX-License-Identifier: GPL-2.0-or-later
"""Any bytes through the whole way: archive.read -> reading.read -> facts -> pages, lists, feeds, terminal, mail.

Nothing may raise, nothing may take more than the limit, and every byte of a mailbox is accounted for.
"""

import itertools
import os
import random
import re
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from digest import archive, config, document, listing, pipeline, publish, reading
from digest.archive import _from
from digest.errors import DigestError
from digest.ingest import _pack
from digest.mail import from_bytes
from digest.model import Copy, Message, Problem, Record
from digest.summary import Context
from tests import growth
from tests.torture import hostile
from tests.torture.patterns import TooLong, alarm

NOW = datetime(2026, 11, 24, tzinfo=UTC)
CONTEXT = Context(now=NOW, profile=config.profile("netdev"))
SITE = publish.Site(now=NOW, profile="netdev")
STYLE = publish.terminal.Style(width=100, colour=False)
LIMIT = 2.0
_ESCAPE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Failure(msgspec.Struct, frozen=True):
    """What went wrong, with which input."""

    kind: str
    name: str
    data: bytes
    told: str


class Tally(msgspec.Struct):
    """Counters of a run; `failures` hold the inputs that broke something."""

    counts: Counter[str]
    failures: list[Failure]
    slowest: float = 0.0
    slowest_name: str = ""


def facts_of(records: Iterable[Record]) -> list[publish.File]:
    """All files and texts that some Records lead to: pages, data, lists, feeds, the digest as text and mail, terminal, JSON."""
    summaries, others, numbers, counts = pipeline.facts([_pack(record).blob for record in records], CONTEXT)
    files = [file for one in summaries for file in publish.render(one, SITE)]
    rows = [listing.row(one) for one in summaries]
    files += publish.lists(publish.Collected(rows), SITE, publish.Account(messages=counts[0]))
    texts = (
        publish.terminal.show(summaries, SITE.archive_url, STYLE),
        publish.terminal.board(rows, NOW, STYLE),
        publish.terminal.findings([(one.series, finding) for one in summaries for finding in one.series.findings], STYLE),
        publish.digest_text(rows, SITE),
        publish.digest_eml(rows, SITE).decode(),
    )
    for text in texts:
        found = _ESCAPE.search(text)
        assert found is None, f"control character {found[0]!r} in {text[max(0, found.start() - 60) : found.end() + 20]!r}"
    shown = pipeline.Digest({}, tuple(others), tuple(summaries), tuple(numbers), ())
    msgspec.json.encode(document.document(shown, CONTEXT, "0"))
    msgspec.json.encode(document.board(rows, NOW))
    return files


def proved(message: Message, record: Record) -> None:
    """The evidence law, for what a Record itself keeps: each Spot stands letter for letter at its place of the body."""
    lines = message.body.split("\n")
    for spot in (
        *(trailer.spot for trailer in record.trailers),
        *(remark.spot for remark in record.remarks),
        *(command.spot for command in record.commands),
        *(test.spot for test in record.tests),
        *(stance.spot for stance in record.stances),
        *([record.robot.spot] if record.robot else []),
    ):
        head, *rest = spot.text.split("\n")
        begin = lines[spot.line - 1][spot.column - 1 :]
        whole = begin == head if rest else begin.startswith(head)
        assert whole, f"{spot} does not stand there"
        for number, words in enumerate(rest):
            there = lines[spot.line + number]
            assert there == words if number < len(rest) - 1 else there.startswith(words), f"{spot} does not stand there"
    for found in (record.benchmarks, record.quoted_benchmarks):
        for block in found.blocks if found else ():
            for metric in block.metrics:
                there = lines[metric.line - 1][metric.column - 1 :]
                assert there.startswith(metric.original), f"{metric.original!r} does not stand at {metric.line}:{metric.column}"


def one_mail(raw: bytes) -> None:
    """A single mail through everything."""
    message = from_bytes(raw, Copy("a", "0"))
    record = reading.read(message, CONTEXT.profile)
    proved(message, record)
    facts_of([record])


def mailbox(raw: bytes, path: Path) -> tuple[int, int]:
    """A file of any bytes as an archive: (mails, bytes unaccounted for).  Only a file that no kind claims is refused, as a whole."""
    path.write_bytes(raw)
    try:
        parts = archive.parts(path)
    except DigestError:
        parts = archive.parts(path, format="mbox")
    items: list[Message | Problem] = []
    missing = 0
    for part in parts:
        scan = archive.scan(part, archive="a")
        found = [item for shard in scan.shards for item in archive.read(shard)]
        items += found
        if part.format == "mbox":
            missing += unaccounted(raw, found)
    records = [reading.read(item, CONTEXT.profile) for item in items if isinstance(item, Message)]
    facts_of(records)
    return len(records), missing


def unaccounted(raw: bytes, found: list[Message | Problem]) -> int:
    """Bytes of a mailbox that neither a mail, nor a Problem, nor the blank space between mails stands for."""
    source = [raw]
    pieces = list(_from.pieces(lambda size: _take(source, size), 0, None, lengths=False))
    mails = {item.copy.at for item in found if isinstance(item, Message)}
    told = sum(item.size for item in found if isinstance(item, Problem))
    claimed = sum(len(piece.raw) for piece in pieces if piece.mail and str(piece.at) in {at.rpartition(":")[2] for at in mails})
    blank = sum(len(piece.raw) for piece in pieces if not piece.mail and not piece.raw.strip(b"\r\n\t "))
    lengths = any(b"ontent-" in piece.raw[:4000] for piece in pieces)
    return 0 if lengths else max(0, len(raw) - claimed - told - blank)


def _take(source: list[bytes], size: int) -> bytes:
    data, source[0] = source[0][:size], source[0][size:]
    return data


def seeds(demo: Path) -> list[bytes]:
    """What mutations start from: the sample mailbox mail by mail, the hostile cases, three good mails."""
    mails = re.split(rb"(?m)^From mboxrd@z [^\n]{1,80}\n", demo.read_bytes())[1:]
    return [*mails, *hostile.GOOD * 8, *hostile.CASES.values()]


def inputs(demo: Path, seed: int) -> Iterator[tuple[str, bytes]]:
    """Named inputs without end: every case, then mutations; every fourth as a mailbox of several."""
    yield from hostile.CASES.items()
    made = hostile.stream(seeds(demo), seed)
    for number in itertools.count():
        if number % 4 == 3:
            box = b"".join(b"From a@b.example Tue Nov  3 10:15:00 2026\n" + next(made)[:20_000] + b"\n\n" for _ in range(4))
            yield f"mailbox {seed}/{number}", hostile.mutated(box, b"", random.Random(number))  # noqa: S311 - to be repeated
        else:
            yield f"mutation {seed}/{number}", next(made)


def run(demo: Path, *, count: int, seed: int = 1, deadline: float | None = None, cap: float = LIMIT) -> Tally:
    """At most `count` inputs, until `deadline` (of time.monotonic)."""
    tally = Tally(Counter(), [])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "box")
        for name, data in itertools.islice(inputs(demo, seed), count):
            if deadline is not None and time.monotonic() > deadline:
                break
            begun = time.process_time()
            try:
                with alarm(60):
                    if name.startswith("mailbox"):
                        _, missing = mailbox(data, path)
                        tally.counts["bytes unaccounted"] += missing
                        if missing:
                            tally.failures.append(Failure("unaccounted", name, data, f"{missing} bytes"))
                    else:
                        one_mail(data)
            except TooLong:
                tally.counts["hangs"] += 1
                tally.failures.append(Failure("hang", name, data, traceback.format_exc(limit=-4)))
            except Exception:  # noqa: BLE001 - whatever it is, it is the finding
                tally.counts["crashes"] += 1
                tally.failures.append(Failure("crash", name, data, traceback.format_exc(limit=-4)))
            took = time.process_time() - begun
            if cap < took < 60 and not name.startswith("mailbox"):  # a busy machine only ever adds time: what is slow is slow again
                took = growth.seconds(lambda: one_mail(data), cap)  # noqa: B023 - called at once
            if took > cap:
                tally.counts["hangs"] += 1
                tally.failures.append(Failure("slow", name, data, f"{took:.1f} s"))
            if took > tally.slowest:
                tally.slowest, tally.slowest_name = took, name
            tally.counts["inputs"] += 1
            tally.counts["bytes"] += len(data)
    return tally


def keep(failures: Iterable[Failure], folder: Path) -> None:
    """Write the inputs that broke something where they can be looked at."""
    for failure in failures:
        folder.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^A-Za-z0-9]+", "-", f"{failure.kind}-{failure.name}")[:100]
        (folder / name).write_bytes(failure.data)
        (folder / f"{name}.txt").write_text(failure.told, encoding="utf-8", errors="backslashreplace")


def jobs() -> int:
    """Processors this process may use."""
    return len(os.sched_getaffinity(0))
