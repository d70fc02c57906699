# SPDX-License-Identifier: GPL-2.0-or-later
"""Benchmarks as a page shows them: a table for each test with its chart, the claim sentences beside it, and what stayed unread."""

import re
from collections.abc import Iterable, Sequence

import msgspec
from markupsafe import Markup

from digest import results
from digest.model import BenchEntry, Block, Comparison, Measurement, SeriesEntry
from digest.publish import _chart, _tally, _words
from digest.publish._figures import Claim, Figure, Posted, Result, Single, Table, Unread
from digest.publish._letters import Thread

_WORD = re.compile(r"[^\W\d_]{3}")

ROWS = 400
OPEN_ROWS = 12
OPEN_TOTAL = 24  # rows of one mail that stand open: what comes after is folded, with what it says
FIGURES = 400
UNREAD_LINES = 60
LINE = 60


_PARAM_WORDS = {"msg_size": "message size", "mtu": "MTU", "flows": "flows", "threads": "threads"}
SIDES = {"higher": "higher is better", "lower": "lower is better", "unknown": "which way is better is not known"}
_WARNINGS = {
    "points": "the mail counts percentage points",
    "sign": "the sign differs from what the text says",
    "base": "the percentage is of the other value",
    "unit": "the two sides are written in different units",
}


def posted(series: SeriesEntry, thread: Thread, *, robots: frozenset[str]) -> list[Posted]:
    """The numbers people posted, newest version first; those of robots' mails stand under Robots."""
    entries = [entry for entry in series.benchmarks if entry.key not in robots]
    order = {revision.version: -at for at, revision in enumerate(series.revisions)}
    entries.sort(
        key=lambda entry: (
            order.get(entry.version or 0, 1),
            not thread.name(entry.key).endswith("cover"),
            _words.stamp(entry.date),
            entry.key,
        )
    )
    # The newest version that has a pair stands open, and what was posted since.
    paired = [entry for entry in results.newest(series, robots) if any(pair.delta_percent is not None for pair in entry.comparisons)]
    open_from = max((order.get(entry.version or 0, 1) for entry in paired), default=1 - len(order))
    made = []
    had: dict[tuple[object, ...], str] = {}
    for entry in entries:
        found = of_entry(entry, thread, older=entry.version is not None and order.get(entry.version, 1) > open_from)
        prints = [results.same_result(entry, comparison) for comparison in entry.comparisons if comparison.delta_percent is not None]
        if prints and all(known in had for known in prints):
            found = msgspec.structs.replace(found, same=had[prints[0]])
        where = thread.name(entry.key)
        had = dict.fromkeys(prints, f"the {where}" if where.endswith("cover") else where) | had
        made.append(found)
    return made


def of_entry(entry: BenchEntry, thread: Thread, *, older: bool = False) -> Posted:
    """The numbers of one mail; `older` folds those of an earlier version."""
    groups: dict[int, list[Comparison]] = {}
    for comparison in entry.comparisons:
        if comparison.delta_percent is not None or (comparison.before is not None and comparison.after is not None):
            at = block_of(entry.blocks, comparison)
            # What sentences say stands in one table: a table for each would be more head than body.
            prose = at < len(entry.blocks) and entry.blocks[at].kind == "prose"
            groups.setdefault(len(entry.blocks) if prose else at, []).append(comparison)
    tables = _folded([_table(entry, at, group, thread) for at, group in sorted(groups.items())])
    claims = [claim for comparison in entry.comparisons if (claim := _claim(entry, comparison, thread))]
    paired = {at[:2] for comparison in entry.comparisons for at in (comparison.before_at, comparison.after_at) if at}
    singles = [
        Single(block.tool, _test(block, metric), Figure(metric.original, thread.line(entry.key, metric.line, metric.column)), metric.unit)
        for block in entry.blocks
        for metric in block.metrics
        if (metric.line, metric.column) not in paired
    ]
    unread = [_unread(entry, block, thread) for block in entry.blocks if not block.metrics and block.text]
    where = thread.name(entry.key)
    if " on " in where or " to " in where:
        where += f", {_words.one_line(thread.called(entry.person))}"
    return Posted(
        title=where if where[0] == "v" else where[:1].upper() + where[1:],
        older=older,
        setup=tuple((name.replace("_", " "), value) for name, value in entry.setup.items()),
        missing=tuple(name.replace("_", " ") for name in entry.missing_setup),
        claims=_unique(claims),
        tables=tuple(tables),
        singles=tuple(singles[:FIGURES]),
        singles_more=max(0, len(singles) - FIGURES),
        unread=tuple(unread),
        says=_tally.verdicts(comparison for comparison in entry.comparisons if comparison.delta_percent is not None),
    )


def _folded(tables: list[Table]) -> list[Table]:
    """Tables past the first OPEN_TOTAL rows are shut, but for those in which a claim does not hold."""
    made = []
    shown = 0
    for table in tables:
        fails = any(result.holds is False for result in table.results)
        shut = shown >= OPEN_TOTAL and not fails
        made.append(msgspec.structs.replace(table, shut=shut))
        shown += 0 if shut else len(table.results)
    return made


def _unique(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """One box a sentence: of several pairs that one sentence speaks of, the worst news first."""
    best: dict[tuple[str, str], Claim] = {}
    for claim in claims:
        key = claim.text, claim.cite.where
        if key not in best or _gravity(claim) < _gravity(best[key]):
            best[key] = claim
    return tuple(best.values())


def _gravity(claim: Claim) -> int:
    return 0 if claim.holds is False else 1 if claim.holds else 2


def block_of(blocks: Sequence[Block], comparison: Comparison) -> int:
    """Which block a comparison's figures stand in; the number of blocks where in none."""
    at = comparison.after_at or comparison.before_at
    if at is None:
        return len(blocks)
    for index, block in enumerate(blocks):
        if block.line <= at[0] <= block.end_line and any(metric.line == at[0] and metric.column == at[1] for metric in block.metrics):
            return index
    return next((index for index, block in enumerate(blocks) if block.line <= at[0] <= block.end_line), len(blocks))


def _table(entry: BenchEntry, at: int, group: list[Comparison], thread: Thread) -> Table:
    block = entry.blocks[at] if at < len(entry.blocks) else None
    marks = [mark_of(comparison) for comparison in group[:ROWS]]
    head, plots, bent = _chart.drawn(marks)
    sides = _sides(block, group)
    results = [result_of(entry, comparison, plot, thread, sides) for comparison, plot in zip(group, plots, strict=False)]
    results = _told_apart(entry, group, results, thread, prose=block is None)
    shown = _first(group[:ROWS])
    places = [place[:2] for comparison in group for place in (comparison.before_at, comparison.after_at) if place]
    first = min(places, default=(block.line if block else 1, 1))
    last = max(places, default=first)
    samples = {comparison.samples for comparison in group}
    runs = samples.pop() if len(samples) == 1 else None
    about = [block.test] if block and block.test else []
    if runs:
        about.append("a single run" if runs == 1 else f"{runs} runs")
    tool = block.tool if block and block.tool != "unknown" else "Table" if block and block.kind == "table" else "In the text"
    return Table(
        tool=tool,
        about=", ".join(about),
        person=thread.called(entry.person),
        cite=thread.at(entry.key, *first, last[0]),
        quoted=entry.quoted,
        sides=sides,
        head=head,
        bent=bent,
        results=tuple(results[at] for at in shown),
        folded=tuple(result for at, result in enumerate(results) if at not in shown),
        more=max(0, len(group) - ROWS),
        says=_tally.verdicts(group),
        folded_says=_tally.verdicts([pair for at, pair in enumerate(group[:ROWS]) if at not in shown]),
    )


def _told_apart(entry: BenchEntry, group: list[Comparison], results: list[Result], thread: Thread, *, prose: bool) -> list[Result]:
    """Rows of sentences, and rows of one name, with the line that they stand in: it says what the figures are of."""
    names: dict[str, set[int]] = {}
    for pair, result in zip(group, results, strict=False):
        if pair.after_at:
            names.setdefault(result.test, set()).add(pair.after_at[0])
    made = []
    for pair, result in zip(group, results, strict=False):
        if pair.after_at and not _in_words(pair) and (prose or len(names[result.test]) > 1):
            words = _words.cut(thread.words(entry.key, *pair.after_at[:2]), 2 * LINE)
            made.append(msgspec.structs.replace(result, words=words))
        else:
            made.append(result)
    return made


def _first(group: list[Comparison]) -> dict[int, None]:
    """Which rows stand open: all of a short table, else the first that matter; secondary columns and pairs of zeros fold away."""
    if len(group) <= OPEN_ROWS:
        return dict.fromkeys(range(len(group)))
    matter = [at for at, pair in enumerate(group) if pair.primary and (pair.before or pair.after)]
    return dict.fromkeys(matter[:OPEN_ROWS] or range(OPEN_ROWS))


def _sides(block: Block | None, group: list[Comparison]) -> tuple[str, str]:
    """Column heads: what the mail calls the two sides, where it has one name for each."""
    labels = {(metric.line, metric.column): metric.label for metric in block.metrics} if block else {}
    heads = []
    for default, places in (("Before", [pair.before_at for pair in group]), ("After", [pair.after_at for pair in group])):
        found = {labels.get(place[:2]) for place in places if place}
        label = found.pop() if len(found) == 1 else None
        heads.append(_words.cut(_words.one_line(label), 24) if label else default)
    return (heads[0], heads[1]) if heads[0] != heads[1] else ("Before", "After")


def mark_of(comparison: Comparison) -> _chart.Mark:
    """How a comparison is drawn."""
    return _chart.Mark(
        comparison.delta_percent,
        comparison.spread_percent,
        comparison.claimed_percent,
        comparison.claim_matches,
        comparison.verdict,
        comparison.direction == "lower",
    )


def _figure(value: float | None, at: tuple[int, int, str] | None, key: str, thread: Thread) -> Figure:
    if at:
        return Figure(_words.one_line(at[2]), thread.line(key, at[0], at[1]))
    return Figure("–" if value is None else f"{value:g}", None)


def result_of(
    entry: BenchEntry, comparison: Comparison, plot: Markup, thread: Thread, sides: tuple[str, str] = ("Before", "After")
) -> Result:
    notes = []
    if comparison.converted:
        notes.append("converted to one unit")
    if comparison.samples == 1:
        notes.append("single run")
    if comparison.p_value is not None:
        notes.append(f"p = {comparison.p_value:g}")
    if comparison.warning:
        notes.append(_WARNINGS.get(comparison.warning, comparison.warning))
    claim_at = comparison.claim_at
    return Result(
        test=name_of(comparison, sides),
        unit=_unit(comparison),
        before=_figure(comparison.before, comparison.before_at, entry.key, thread),
        after=_figure(comparison.after, comparison.after_at, entry.key, thread),
        change=_words.signed(comparison.delta_percent) if comparison.delta_percent is not None else "–",
        spread=f"± {comparison.spread_percent:.1f}" if comparison.spread_percent is not None else None,
        verdict=comparison.verdict,
        low=comparison.direction == "lower",
        toned=comparison.direction != "unknown",
        # A claim in words that holds stands beside the table already.
        said=_words.claimed(comparison.claimed_percent)
        if comparison.claimed_percent is not None and (not _in_words(comparison) or comparison.claim_matches is False)
        else None,
        holds=comparison.claim_matches,
        said_at=thread.line(entry.key, claim_at[0], claim_at[1]) if claim_at else None,
        notes=tuple(notes),
        plot=plot,
    )


def _unit(comparison: Comparison) -> str:
    unit = comparison.unit or "no unit"
    return f"{unit}; {SIDES[comparison.direction]}"


def name_of(comparison: Comparison, sides: tuple[str, str] = ("Before", "After")) -> str:
    """What was measured; a label that only repeats a column's head is left out."""
    label = comparison.label
    if label and _words.one_line(label).casefold() in {side.casefold() for side in (*sides, "before", "after")}:
        label = None
    return _named(comparison.metric, label, comparison.params)


def _named(metric: str | None, label: str | None, params: dict[str, str | int | float]) -> str:
    parts = [(metric or "change").replace("_", " ")]
    if label:
        parts.append(label)
    parts += [f"{_PARAM_WORDS.get(name, name.replace('_', ' '))} {value}" for name, value in params.items()]
    return _words.one_line(", ".join(parts))


def _test(block: Block, metric: Measurement) -> str:
    name = _named(metric.name, metric.label or block.label, {**block.params, **metric.params})
    return f"{block.test}: {name}" if block.test else name


def _in_words(comparison: Comparison) -> bool:
    """Whether a claim is a sentence, and not a figure in a column of its own."""
    return comparison.claim_text is not None and _WORD.search(comparison.claim_text) is not None


def _claim(entry: BenchEntry, comparison: Comparison, thread: Thread) -> Claim | None:
    """A box for a claim made in words; a figure in a table's own change column stands in its row instead."""
    if not _in_words(comparison) and not (comparison.claimed_percent is not None and comparison.before is None):
        return None
    at = comparison.claim_at
    text = _words.one_line(comparison.claim_text or (at[2] if at else ""))
    if not text or at is None:
        return None
    if comparison.before_at and comparison.after_at and comparison.delta_percent is not None:
        pair = f"{_words.one_line(comparison.before_at[2])} → {_words.one_line(comparison.after_at[2])} {comparison.unit or ''}".rstrip()
        says = f"{pair} is {_words.signed(comparison.delta_percent)}"
    else:
        says = "no pair of numbers to check it against"
    return Claim(text, thread.called(entry.person), thread.at(entry.key, at[0], at[1]), comparison.claim_matches, says)


def _unread(entry: BenchEntry, block: Block, thread: Thread) -> Unread:
    lines = (block.text or "").split("\n")
    return Unread(
        "\n".join(lines[:UNREAD_LINES]),
        thread.at(entry.key, block.line, 1, block.end_line),
        max(0, len(lines) - UNREAD_LINES),
        len(lines) <= 15,
    )
