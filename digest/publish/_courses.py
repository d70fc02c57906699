# SPDX-License-Identifier: GPL-2.0-or-later
"""The same metric from version to version: what v1 to vN report of it, on one axis."""

import msgspec
from markupsafe import Markup

from digest.model import BenchEntry, Comparison, SeriesEntry
from digest.publish import _chart
from digest.publish._figures import Result
from digest.publish._letters import Thread
from digest.publish._numbers import block_of, mark_of, name_of, result_of

MOST = 40


class Course(msgspec.Struct, frozen=True):
    """One metric from v1 to vN."""

    test: str
    unit: str
    head: Markup
    steps: tuple[tuple[str, Result], ...]


def courses(series: SeriesEntry, thread: Thread, *, robots: frozenset[str]) -> list[Course]:
    """Metrics that at least two versions report, from the first posted to the newest; the axis is one for all versions.

    A name that a mail has twice says nothing of which is which, so it has no course.
    """
    order = {revision.version: at for at, revision in enumerate(series.revisions)}
    found: dict[tuple[str, str, str], dict[int, tuple[BenchEntry, Comparison]]] = {}
    unclear: set[tuple[str, str, str]] = set()
    for entry in series.benchmarks:
        if entry.version is None or entry.key in robots or entry.quoted:
            continue
        here: set[tuple[str, str, str]] = set()
        for comparison in entry.comparisons:
            if comparison.delta_percent is None or comparison.before_at is None:
                continue
            block = block_of(entry.blocks, comparison)
            tool = entry.blocks[block].tool if block < len(entry.blocks) else ""
            key = "" if tool == "unknown" else tool, name_of(comparison), comparison.unit or ""
            if key in here:
                unclear.add(key)
            here.add(key)
            found.setdefault(key, {}).setdefault(entry.version, (entry, comparison))
    made = []
    for key, versions in sorted(found.items()):
        # Figures that were only carried along say nothing of the way from version to version.
        if key in unclear or len({(pair.before, pair.after) for _, pair in versions.values()}) < 2:
            continue
        ordered = sorted(versions.items(), key=lambda item: order.get(item[0], -1))
        head, plots, _ = _chart.drawn([mark_of(comparison) for _, (_, comparison) in ordered])
        steps = tuple(
            (f"v{version}", result_of(entry, comparison, plot, thread))
            for (version, (entry, comparison)), plot in zip(ordered, plots, strict=True)
        )
        tool, name, _ = key
        made.append(Course(f"{tool}: {name}" if tool else name, steps[-1][1].unit, head, steps))
    return made[:MOST]
