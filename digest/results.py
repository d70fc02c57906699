# SPDX-License-Identifier: GPL-2.0-or-later
"""The numbers of some mails, each listed once: with the mail that has them as its own words, else with the one that quotes them.

And what lists show of a series' numbers: the headline, how the comparisons fall out, and the comparisons themselves.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from digest.model import Address, BenchEntry, Benchmarks, Block, Comparison, Person, Record, Result, SeriesEntry

SHOWN = 40
"""Comparisons of one series that lists hold."""


def bench_entries(records: Sequence[Record], person: Callable[[Address], Person], versions: Mapping[str, int]) -> tuple[BenchEntry, ...]:
    """The numbers of some mails.  Quoted ones belong to the mail they quote: listed only where no mail at hand has them as its own.

    Numbers in a patch's log are those of the patch's author, whoever posted it.
    """
    entries = []
    seen = {block_print(block) for record in records if record.benchmarks for block in record.benchmarks.blocks}
    claims = {claim_print(made) for record in records if record.benchmarks for made in record.benchmarks.comparisons}
    told: set[tuple[object, ...]] = set()
    texts: list[tuple[str, str]] | None = None
    for record in records:
        if record.benchmarks is not None:
            own = _without(record.benchmarks, told) if "line-breaks" in record.lost else record.benchmarks
            if own.blocks or own.comparisons:
                entries.append(_entry(record, own, versions.get(record.key), person(_writer(record)), quoted=False))
            told.update(block_print(block) for block in own.blocks)
            told.update(claim_print(made) for made in own.comparisons)
        if record.quoted_benchmarks is not None:
            texts = [(one.key, _own_words(one)) for one in records] if texts is None else texts
            others = [words for key, words in texts if key != record.key and words]
            blocks = tuple(
                block
                for block in record.quoted_benchmarks.blocks
                if block.metrics and block_print(block) not in seen and not _stands_in(block, others)
            )
            fresh = {(metric.line, metric.column) for block in blocks for metric in block.metrics}
            comparisons = tuple(
                made
                for made in record.quoted_benchmarks.comparisons
                if claim_print(made) not in claims
                and (made.before_at is None or made.before_at[:2] in fresh)
                and not (made.before_at is None and made.claim_words and any(" ".join(made.claim_words.split()) in one for one in others))
            )
            seen.update(block_print(block) for block in blocks)
            claims.update(claim_print(made) for made in comparisons)
            if blocks or comparisons:
                entries.append(_quoted(record, blocks, comparisons, person, versions))
    return tuple(entries)


def _writer(record: Record) -> Address:
    """Who wrote a mail's words: of a patch that somebody else posted, its author."""
    return record.patch.author if record.patch is not None and record.patch.author is not None else record.author


def _own_words(record: Record) -> str:
    """The own words of a mail on one line, so that how they are wrapped does not matter."""
    return " ".join(" ".join(passage.text for passage in record.passages if passage.kind == "own").split())


def _stands_in(block: Block, others: Iterable[str]) -> bool:
    """Whether one mail has all figures of a quoted block among its own words: the block's original is at hand, however it was read."""
    figures = {metric.original for metric in block.metrics}
    return any(all(_has(words, figure) for figure in figures) for words in others)


def _has(words: str, figure: str) -> bool:
    """Whether a figure stands in a text, not as a part of a longer one."""
    at = words.find(figure)
    while at >= 0:
        before, behind = words[at - 1 : at], words[at + len(figure) : at + len(figure) + 2]
        if not (before.isdigit() or before == "." or behind[:1].isdigit() or (behind[:1] in {".", ","} and behind[1:].isdigit())):
            return True
        at = words.find(figure, at + 1)
    return False


def _quoted(
    record: Record,
    blocks: tuple[Block, ...],
    comparisons: tuple[Comparison, ...],
    person: Callable[[Address], Person],
    versions: Mapping[str, int],
) -> BenchEntry:
    """Numbers that are quoted alone.  Of several writers quoted, none names another's tool or machine."""
    assert record.quoted_benchmarks is not None
    quotes = [passage for passage in record.passages if passage.kind == "quote"]
    who = record.quoted_who
    found = msgspec.structs.replace(record.quoted_benchmarks, blocks=blocks, comparisons=comparisons)
    if len({(passage.depth, passage.who) for passage in quotes}) > 1:
        lines = [block.line for block in blocks] or [made.claim_at[0] for made in comparisons if made.claim_at is not None]
        writers = {passage.who for passage in quotes for line in lines if passage.line <= line < passage.line + passage.lines}
        who = next(iter(writers)) if len(writers) == 1 else None
        named = tuple(block if block.kind == "tool-output" else msgspec.structs.replace(block, tool="unknown") for block in blocks)
        found = msgspec.structs.replace(found, blocks=named, setup={}, setup_at={}, missing_setup=())
    return _entry(record, found, versions.get(record.key), person(Address(who)), quoted=True)


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
        setup_at=found.setup_at,
        blocks=found.blocks,
        comparisons=found.comparisons,
        quoted=quoted,
        date=record.date,
    )


# -- for lists ---------------------------------------------------------------------------------------------------------------


def newest(entry: SeriesEntry, robots: Collection[str]) -> list[BenchEntry]:
    """The numbers people posted with the newest version that has a pair, the author's first; all of them where none has."""
    entries = [one for one in entry.benchmarks if one.key not in robots]
    for revision in reversed(entry.revisions):
        found = [one for one in entries if one.version == revision.version]
        if any(made.delta_percent is not None for one in found for made in one.comparisons):
            return sorted(found, key=lambda one: one.person.id != entry.author.id)
    return entries


def once(entries: Iterable[BenchEntry]) -> Iterator[tuple[BenchEntry, Comparison]]:
    """The comparisons of some mails; what a second mail of a version repeats (cover and patch often do) comes once."""
    had: set[tuple[object, ...]] = set()
    for one in entries:
        prints = [same_result(one, made) for made in one.comparisons]
        told = _restated(one)
        yield from (
            (one, made) for at, (made, known) in enumerate(zip(one.comparisons, prints, strict=True)) if known not in had and at not in told
        )
        had.update(prints)


def _restated(entry: BenchEntry) -> set[int]:
    """Which comparisons are sentences that only say again what a table of the same mail shows: the very figures, in words."""
    prose = {line for block in entry.blocks if block.kind == "prose" for line in range(block.line, block.end_line + 1)}
    lines = [(made.after_at or made.before_at or (0,))[0] for made in entry.comparisons]
    shown = {
        (made.before, made.after, made.unit) for made, line in zip(entry.comparisons, lines, strict=True) if line and line not in prose
    }
    return {
        at
        for at, (made, line) in enumerate(zip(entry.comparisons, lines, strict=True))
        if line in prose and made.before is not None and made.claimed_percent is None and (made.before, made.after, made.unit) in shown
    }


def same_result(entry: BenchEntry, made: Comparison) -> tuple[object, ...]:
    """What makes two comparisons of a version the same result, told twice: cover and patch often carry the same table."""
    where = tuple(sorted((name, str(value)) for name, value in made.params.items()))
    return entry.version, made.metric, made.label, where, made.before, made.after, made.unit, made.claimed_percent


def verdicts(entry: SeriesEntry, robots: Collection[str]) -> tuple[int, int, int, int]:
    """How the newest comparisons fall out: better, worse, no clear difference, not judged."""
    counts = {"better": 0, "worse": 0, "no-clear-difference": 0, "unknown": 0}
    for _, made in once(newest(entry, robots)):
        if made.delta_percent is not None:
            counts[made.verdict] += 1
    return counts["better"], counts["worse"], counts["no-clear-difference"], counts["unknown"]


def headline(entry: SeriesEntry, robots: Collection[str]) -> tuple[str | None, str | None]:
    """The number a board shows: the primary comparison furthest from zero, and its verdict; a range where there are several."""
    found = [made for _, made in once(newest(entry, robots)) if made.delta_percent is not None and made.primary]
    if not found:
        return None, None
    low = min(found, key=lambda made: made.delta_percent or 0.0)
    high = max(found, key=lambda made: made.delta_percent or 0.0)
    top = max(found, key=lambda made: abs(made.delta_percent or 0.0))
    told = {made.verdict for made in found if made.verdict != "no-clear-difference"}
    verdict = told.pop() if len(told) == 1 else top.verdict if not told else "unknown"
    if len(found) == 1 or low.delta_percent == high.delta_percent:
        return _signed(high.delta_percent or 0.0), verdict
    return f"{_signed(low.delta_percent or 0.0)} to {_signed(high.delta_percent or 0.0)}", verdict


def _signed(percent: float) -> str:
    number = f"{abs(percent):,.1f}"
    sign = "" if number == "0.0" else "+" if percent > 0 else "\N{MINUS SIGN}"
    return f"{sign}{number}\N{NO-BREAK SPACE}%"


def listed(entry: SeriesEntry) -> tuple[Result, ...]:
    """The comparisons of the newest version (or of no version) that lists show: claims that do not hold first, else as posted."""
    latest = entry.revisions[-1].version if entry.revisions else None
    found = [one for one in entry.benchmarks if one.version in (latest, None) or latest is None]
    tools = {(metric.line, metric.column, one.key): block.tool for one in found for block in one.blocks for metric in block.metrics}
    made = [
        _listed(one, pair, tools)
        for one, pair in once(found)
        if pair.delta_percent is not None and (pair.primary or pair.claim_matches is False)
    ]
    made.sort(key=lambda one: one.holds is not False)
    return tuple(made[:SHOWN])


def _listed(entry: BenchEntry, made: Comparison, tools: Mapping[tuple[int, int, str], str]) -> Result:
    at = made.before_at or made.after_at
    place = made.after_at or made.before_at or made.claim_at or (1, 1, "")
    where = ", ".join(f"{key} {value}" for key, value in made.params.items())
    return Result(
        tool=tools.get((at[0], at[1], entry.key), "unknown") if at else "unknown",
        test=", ".join(filter(None, (made.metric, made.label, where))),
        unit=made.unit or "",
        before=made.before_at[2] if made.before_at else None,
        after=made.after_at[2] if made.after_at else None,
        change=made.delta_percent,
        spread=made.spread_percent,
        claim=made.claimed_percent,
        claim_text=made.claim_text[:200] if made.claim_text and made.claim_matches is False else None,
        holds=made.claim_matches,
        verdict=made.verdict,
        direction=made.direction,
        samples=made.samples,
        key=entry.key,
        line=place[0],
        column=place[1],
        person=entry.person,
        version=entry.version,
    )
