# SPDX-License-Identifier: GPL-2.0-or-later
"""Benchmark pages: the largest change of each series, and every change by tool, on one axis."""

from collections.abc import Iterator

import msgspec
from markupsafe import Markup

from digest.model import Result, Row, Summary
from digest.publish import _chart, _environment, _words
from digest.publish._body import FAR
from digest.publish._links import short, slug
from digest.publish._numbers import SIDES
from digest.publish._places import PAGE, within
from digest.publish._site import Account, File, Rows, Site

NAME = "benchmarks"
WIDE = 420


class Line(msgspec.Struct, frozen=True):
    """One change of one series."""

    row: Row
    title: str
    test: str
    result: Result
    change: str
    size: float
    href: str
    mark: _chart.Mark


def of_series(_summary: Summary, _site: Site, /) -> Iterator[File]:
    """Nothing: a series page has its own numbers."""
    return iter(())


def of_lists(rows: Rows, site: Site, _account: Account, only: frozenset[str] | None, /) -> Iterator[File]:
    """`/b/` and one page (or more) a tool."""
    names = [name for name in rows.list_names() if name.startswith("b/")]
    everything = within(rows, "b", site)
    tools: dict[str, tuple[str, int]] = {}
    for row in everything:
        for result in row.results:
            ident = slug(result.tool)
            tools[ident] = _words.tool(result.tool), tools.get(ident, ("", 0))[1] + 1
    ordered = sorted(((ident, *found) for ident, found in tools.items()), key=lambda item: (-item[2], item[0]))
    if only is None or "b" in only or not everything:
        yield from _pages("b", everything, "", site, ordered)
    for name in names:
        if only is None or name in only:
            yield from _pages(name, within(rows, name, site), name[2:], site, ordered)


def _pages(name: str, rows: list[Row], tool: str, site: Site, tools: list[tuple[str, str, int]]) -> Iterator[File]:
    lines = [line for row in rows for line in _lines(row, tool)]
    lines.sort(key=lambda line: (-line.size, line.row.id, line.test))
    tally = dict.fromkeys(("better", "worse", "no-clear-difference", "unknown", "claim-fails"), 0)
    for row in rows:
        for result in row.results:
            if not tool or slug(result.tool) == tool:
                tally[result.verdict] += result.change is not None
                tally["claim-fails"] += result.holds is False
    pages = [lines[at : at + PAGE] for at in range(0, len(lines), PAGE)] or [[]]
    label = next((words for ident, words, _ in tools if ident == tool), tool)
    for at in range(len(pages), 0, -1):
        path = f"{name}/" if at == 1 else f"{name}/page/{at}/"
        root = "../" * path.count("/")
        head, plots, bent = _chart.drawn([line.mark for line in pages[at - 1]], WIDE)
        shown: list[tuple[Line, Markup]] = list(zip(pages[at - 1], plots, strict=True))
        values = {
            "site": site,
            "root": root,
            "title": f"Benchmarks: {label}" if tool else "Benchmarks",
            "nav": "bench",
            "feed": at == 1,
            "built": site.now,
            "noindex": False,
            "form": None,
            "tool": tool,
            "tools": tools,
            "tally": tally,
            "series": len(rows),
            "shown": shown,
            "head": head,
            "bent": bent,
            "failing": [] if at > 1 else [line for row in rows for line in _failing(row, tool)][:PAGE],
            "page": at,
            "pages": len(pages),
            "total": sum(tally[verdict] for verdict in ("better", "worse", "no-clear-difference", "unknown")),
        }
        yield File(f"{path}index.html", _environment.page(site.templates_dir, "bench.html", values))


def _lines(row: Row, tool: str) -> list[Line]:
    found = [_line(row, result) for result in row.results if result.change is not None and (not tool or slug(result.tool) == tool)]
    if tool or not found:
        return found
    return [max(found, key=lambda line: line.size)]


def _failing(row: Row, tool: str) -> list[Line]:
    """The claims of a series that do not hold, each sentence once."""
    found = [result for result in row.results if result.holds is False and (not tool or slug(result.tool) == tool)]
    return [_line(row, result) for result in {(result.claim_text, result.key): result for result in reversed(found)}.values()]


def _line(row: Row, result: Result) -> Line:
    percent = result.change or 0.0
    unit = f"{result.unit or 'no unit'}; {SIDES.get(result.direction, SIDES['unknown'])}"
    anchor = f"m-{short(result.key)}-L{result.line}" + (f"C{result.column}" if result.column > FAR else "")
    return Line(
        row=row,
        title=_words.one_line(row.title) or "(no title)",
        test=_words.one_line(", ".join(part for part in (_words.tool(result.tool), result.test, unit) if part)),
        result=result,
        change=_words.signed(percent),
        size=_chart.weight(percent),
        href=f"s/{row.id}/index.html#{anchor}",
        mark=_chart.Mark(percent, result.spread, result.claim, result.holds, result.verdict, result.direction == "lower"),
    )
