# SPDX-License-Identifier: GPL-2.0-or-later
"""The numbers of some mails, each listed once: with the mail that has them as its own words, else with the one that quotes them."""

from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec

from digest.model import Address, BenchEntry, Benchmarks, Block, Comparison, Person, Record


def bench_entries(records: Sequence[Record], person: Callable[[Address], Person], versions: Mapping[str, int]) -> tuple[BenchEntry, ...]:
    """The numbers of some mails.  Quoted ones belong to the mail they quote: listed only where no mail at hand has them as its own."""
    entries = []
    seen = {block_print(block) for record in records if record.benchmarks for block in record.benchmarks.blocks}
    claims = {claim_print(made) for record in records if record.benchmarks for made in record.benchmarks.comparisons}
    told: set[tuple[object, ...]] = set()
    for record in records:
        if record.benchmarks is not None:
            own = _without(record.benchmarks, told) if "line-breaks" in record.lost else record.benchmarks
            if own.blocks or own.comparisons:
                entries.append(_entry(record, own, versions.get(record.key), person(record.author), quoted=False))
            told.update(block_print(block) for block in own.blocks)
            told.update(claim_print(made) for made in own.comparisons)
        if record.quoted_benchmarks is not None:
            blocks = tuple(block for block in record.quoted_benchmarks.blocks if block.metrics and block_print(block) not in seen)
            fresh = {(metric.line, metric.column) for block in blocks for metric in block.metrics}
            comparisons = tuple(
                made
                for made in record.quoted_benchmarks.comparisons
                if claim_print(made) not in claims and (made.before_at is None or made.before_at[:2] in fresh)
            )
            seen.update(block_print(block) for block in blocks)
            claims.update(claim_print(made) for made in comparisons)
            if blocks or comparisons:
                whose = person(Address(record.quoted_who))
                quoted = msgspec.structs.replace(record.quoted_benchmarks, blocks=blocks, comparisons=comparisons)
                entries.append(_entry(record, quoted, versions.get(record.key), whose, quoted=True))
    return tuple(entries)


def _without(found: Benchmarks, told: Collection[tuple[object, ...]]) -> Benchmarks:
    """Numbers less those that an earlier mail of the thread told.

    Where line breaks are lost, nothing says where a quote ends; the same figures in a later mail are the quote's.
    """
    return msgspec.structs.replace(
        found,
        blocks=tuple(block for block in found.blocks if block_print(block) not in told),
        comparisons=tuple(made for made in found.comparisons if claim_print(made) not in told),
    )


def block_print(block: Block) -> tuple[object, ...]:
    """What makes two blocks the same results: tool and the figures as written."""
    return (block.tool, tuple(sorted(metric.original for metric in block.metrics)), block.text)


def claim_print(made: Comparison) -> tuple[object, ...]:
    """What makes two comparisons the same."""
    return (made.metric, made.before, made.after, made.unit, made.claimed_percent)


def _entry(record: Record, found: Benchmarks, version: int | None, whose: Person, *, quoted: bool) -> BenchEntry:
    return BenchEntry(
        key=record.key,
        message_id=record.message_id,
        person=whose,
        version=version,
        setup=found.setup,
        missing_setup=found.missing_setup,
        blocks=found.blocks,
        comparisons=found.comparisons,
        quoted=quoted,
        date=record.date,
    )
