# SPDX-License-Identifier: GPL-2.0-or-later
"""Benchmark pages: the largest change of each series, and every change by tool, on one axis."""

from collections.abc import Iterator

import msgspec
from markupsafe import Markup

from digest.model import Row, Summary
from digest.publish import _chart, _environment, _words
from digest.publish._links import slug
from digest.publish._places import PAGE, within
from digest.publish._site import Account, File, Rows, Site

NAME = "benchmarks"
WIDE = 420


class Line(msgspec.Struct, frozen=True):
    """One change of one series."""

    row: Row
    title: str
    test: str
    change: str
    verdict: str
    size: float
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
        for metric in row.metrics:
            ident = slug(metric[0])
            tools[ident] = metric[0], tools.get(ident, ("", 0))[1] + 1
    ordered = sorted(((ident, *found) for ident, found in tools.items()), key=lambda item: (-item[2], item[0]))
    if only is None or "b" in only or not everything:
        yield from _pages("b", everything, "", site, ordered)
    for name in names:
        if only is None or name in only:
            yield from _pages(name, within(rows, name, site), name[2:], site, ordered)


def _pages(name: str, rows: list[Row], tool: str, site: Site, tools: list[tuple[str, str, int]]) -> Iterator[File]:
    lines = [line for row in rows for line in _lines(row, tool)]
    lines.sort(key=lambda line: (-line.size, line.row.id, line.test))
    tally = dict.fromkeys(("better", "worse", "no-clear-difference", "unknown"), 0)
    for row in rows:
        for metric in row.metrics:
            if not tool or slug(metric[0]) == tool:
                tally[metric[4] if metric[4] in tally else "unknown"] += 1
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
            "failing": [] if tool or at > 1 else [row for row in rows if row.claim_fails][:PAGE],
            "page": at,
            "pages": len(pages),
            "total": len(lines),
        }
        yield File(f"{path}index.html", _environment.page(site.templates_dir, "bench.html", values))


def _lines(row: Row, tool: str) -> list[Line]:
    found = [_line(row, metric) for metric in row.metrics if metric[3] is not None and (not tool or slug(metric[0]) == tool)]
    if tool or not found:
        return found
    return [max(found, key=lambda line: line.size)]


def _line(row: Row, metric: tuple[str, str, str, float | None, str]) -> Line:
    name, test, unit, change, verdict = metric
    percent = change or 0.0
    return Line(
        row,
        _words.one_line(row.title) or "(no title)",
        _words.one_line(", ".join(part for part in (name, test, unit) if part)),
        _words.signed(percent),
        verdict,
        _chart.weight(percent),
        _chart.Mark(percent, verdict=verdict),
    )
