# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers on a page, on the board and in lists: what is told twice counts once, long tables fold and say what they hold, and all agree."""

from typing import Any

import msgspec
import publish_samples as samples
import pytest
from lxml import html
from lxml.html import HtmlElement

from digest import listing, publish, results
from digest.model import BenchEntry, Block, Comparison, Measurement, Summary

LINES = [f"USB {number} GHz: {100 + number} -> {110 + number} Mbps" for number in range(3)]


def pair(line: int, before: float, after: float, **more: Any) -> Comparison:
    """A comparison that stands in one line."""
    delta = round(100 * (after - before) / before, 1)
    name, params, verdict = more.pop("metric", "throughput"), more.pop("params", {}), more.pop("verdict", "better")
    places = {"before_at": (line, 8, f"{before:g}"), "after_at": (line, 15, f"{after:g}")}
    return Comparison(name, params, before, after, "Mbit/s", delta, None, None, verdict, "higher", **places, **more)


def block(line: int, end: int, kind: str, tool: str = "unknown") -> Block:
    """A block of one figure a line."""
    figures = tuple(Measurement("throughput", 1.0, "Mbit/s", "higher", None, None, {}, at, 15, "1") for at in range(line, end + 1))
    return Block(tool, None, kind, "x", None, None, {}, figures, line, end)  # type: ignore[arg-type]


def entry(key: str, version: int, blocks: tuple[Block, ...], pairs: tuple[Comparison, ...]) -> BenchEntry:
    """The numbers of one mail of the author."""
    return BenchEntry(key, key, samples.MIRA, version, {}, (), blocks, pairs, date=samples.at(24))


def made(*entries: BenchEntry) -> Summary:
    """The full sample with other numbers."""
    full = samples.full()
    return msgspec.structs.replace(full, series=msgspec.structs.replace(full.series, benchmarks=entries))


def page(summary: Summary) -> HtmlElement:
    """Its page."""
    return html.document_fromstring(publish.render(summary, samples.SITE)[0].data.decode())


def words(element: HtmlElement) -> str:
    """Words, blanks squeezed."""
    return " ".join(element.text_content().split())


def fact(tree: HtmlElement) -> str:
    """What the head says of the numbers."""
    return next(words(div) for div in tree.xpath("//dl[@class='facts']/div") if words(div).startswith("Numbers"))


COVER = samples.COVER3
PATCH = samples.patch_key(3, 1)
FIVE = tuple(pair(line, 100 + line, 120 + line, params={"flows": line}) for line in range(1, 6))


def test_sentences_make_one_table_with_their_lines() -> None:
    """Each row of sentences quotes the line that it stands in, as its name says little."""
    lines = tuple(block(line, line, "prose") for line in (31, 32))
    tree = page(made(entry(COVER, 3, lines, (pair(31, 41.2, 43.9), pair(32, 92.1, 92.4)))))
    tables = tree.xpath("//section[@id='numbers']//table[@class='fig']")
    quoted = [words(row) for row in tables[0].xpath("./tbody/tr/th")]

    assert len(tables) == 1
    assert all("“" in row for row in quoted)
    assert samples.COVER_TEXT.split("\n")[30].split()[0] in quoted[0]


def test_the_same_table_in_a_second_mail_counts_once() -> None:
    """Cover and patch often carry one table: the second is folded, named so, and in no count."""
    summary = made(entry(COVER, 3, (block(1, 5, "table"),), FIVE), entry(PATCH, 3, (block(1, 5, "table"),), FIVE))
    tree = page(summary)
    row = listing.row(summary)

    assert "✓ better" in fact(tree)
    assert "5 comparisons" in fact(tree)
    assert (5, 0, 0, 0) == row.verdicts
    assert 5 == len(row.results) == len(row.metrics)
    assert ["Patch 1: the same figures as in the cover"] == [words(one) for one in tree.xpath("//section[@id='numbers']//summary")]


def test_tables_past_the_first_rows_are_folded() -> None:
    """After two dozen open rows a table is shut and says how it falls out; one with a claim that does not hold stays open."""
    fails = msgspec.structs.replace(pair(81, 100, 105), claimed_percent=25.0, claim_matches=False)
    blocks = (block(1, 12, "table"), block(21, 32, "table"), block(41, 44, "table"), block(81, 81, "table"))
    pairs = [pair(line, 100, 110, params={"n": line}) for line in (*range(1, 13), *range(21, 33), *range(41, 44))]
    pairs.append(pair(44, 100, 90, verdict="worse"))
    tree = page(made(entry(COVER, 3, blocks, (*pairs, fails))))
    shut = [words(one) for one in tree.xpath("//section[@id='numbers']//details/summary")]

    assert 1 == len(shut)
    assert shut[0].endswith("3 better, 1 worse")
    assert 3 == len(tree.xpath("//section[@id='numbers']//table[@class='fig'][not(ancestor::details)]"))


def test_numbers_of_an_older_version_say_so() -> None:
    """Where the newest version has none, those of the last that has stand open, and the head names it."""
    tree = page(made(entry(samples.COVER2, 2, (block(1, 5, "table"),), FIVE)))

    assert "5 comparisons of v2" in fact(tree)
    assert [] == tree.xpath("//section[@id='numbers']//details")


def test_a_name_that_a_mail_has_twice_has_no_course() -> None:
    """Which figure of v2 became which of v3 cannot be told."""
    old = entry(samples.COVER2, 2, (block(1, 2, "table"),), (pair(1, 100, 110), pair(2, 50, 60)))
    new = entry(COVER, 3, (block(1, 2, "table"),), (pair(1, 100, 112), pair(2, 50, 66)))

    assert [] == [table for table in page(made(old, new)).xpath("//table") if "from version to version" in table.text_content()]


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        (["better"], "✓ better"),
        (["better", "worse"], "✗ 1 of 2 worse"),
        (["worse"], "✗ worse"),
        (["no-clear-difference"], "≈ no clear difference"),
    ],
)
def test_board_and_page_agree(verdicts: list[str], expected: str) -> None:
    """The verdict in a row is that of the page's head."""
    pairs = tuple(pair(line, 100, 110, verdict=verdict, params={"n": line}) for line, verdict in enumerate(verdicts, 1))
    summary = made(entry(COVER, 3, (block(1, 2, "table"),), pairs))
    row = listing.row(summary)
    files = {file.path: file.data for file in publish.lists(publish.Collected([row]), samples.SITE, samples.ACCOUNT)}
    cell = words(html.document_fromstring(files["index.html"].decode()).xpath("//td[contains(@class,'num')]")[0])

    assert expected in cell
    assert expected.removeprefix("✗ worse") in fact(page(summary))


def test_robots_numbers_are_no_headline() -> None:
    """What a robot measured stands under Robots, not in the row's number."""
    full = samples.full()

    assert results.headline(full.series, frozenset()) != results.headline(full.series, frozenset(one.key for one in full.series.benchmarks))
    assert (None, None) == results.headline(full.series, frozenset(one.key for one in full.series.benchmarks))


def test_a_claim_that_fails_leads_the_list() -> None:
    """Lists hold forty comparisons, those with a claim that does not hold before all others."""
    fails = msgspec.structs.replace(pair(90, 100, 105), claimed_percent=25.0, claim_matches=False, primary=False)
    many = tuple(pair(line, 100, 110, params={"n": line}) for line in range(1, 60))
    row = listing.row(made(entry(COVER, 3, (block(1, 90, "table"),), (*many, fails))))

    assert results.SHOWN == len(row.results)
    assert [False] == [one.holds for one in row.results[:1]]


def test_a_table_told_again_in_words_counts_once() -> None:
    """A sentence of 100 to 110 below the table that has the two figures is no second result; the head and the row agree."""
    blocks = (block(1, 5, "table"), block(31, 31, "prose"))
    summary = made(entry(COVER, 3, blocks, (*FIVE, pair(31, 101, 121))))

    assert "5 comparisons" in fact(page(summary))
    assert 5 == sum(listing.row(summary).verdicts)
