# SPDX-License-Identifier: GPL-2.0-or-later
"""perf stat's counters told again by hand, the event before its number: `cycles  805.58  ( +-  4.11% )`, `IPC  2.06`.

Counts where two such rows or more stand together, each with the spread that perf stat gives, or all below a line that speaks of counters.
A section that ends "go from:" and the one behind "to:" are the two sides; any other words are left to the roles of sections.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from digest.bench._block import Figure, Run
from digest.bench._tokens import Words, number
from digest.model.bench import Direction

NAME: Final = "perf-stat"

_EVENT: Final = (
    r"(?:cycles|instructions|branches|IPC|insns?\s{1,4}per\s{1,4}cycle|(?:task|cpu)-clock|context-switches|cpu-migrations|page-faults"
    r"|(?:branch|cache|node)-(?:misses|references|loads|load-misses)|stalled-cycles-(?:front|back)end|(?:ref|cpu|bus)-cycles"
    r"|(?:L1-[di]cache|LLC|[di]TLB)-(?:load|store)(?:s|-misses))(?::[a-zA-Z]{1,3})?"
)
_COUNT: Final = r"\d{1,3}(?:,\d{3}){1,6}(?:\.\d{1,9})?|\d{1,18}(?:\.\d{1,9})?"
_ROW: Final = re.compile(
    rf"(?<![\w/.:-])(?P<event>{_EVENT})[ \t]{{0,4}}[:=]?\s{{1,60}}(?P<count>{_COUNT})(?![\w.,%/])"
    r"(?:\s{1,20}\(\s{0,8}\+-\s{0,8}(?P<spread>\d{0,4}\.?\d{1,4})%\s{0,8}\))?"
)
_BETWEEN: Final = re.compile(r"[\s*|-]{1,60}")
_ABOVE: Final = re.compile(r"[Cc]ounter\s{1,12}stats|perf[ -]stat\b")
_FROM: Final = re.compile(r"\bfrom\s{0,4}:\s{0,60}\Z", re.IGNORECASE)
_TO: Final = re.compile(r"\s{0,60}to\s{0,4}:\s{0,60}", re.IGNORECASE)
_REACH: Final = 160
_LEAST: Final = 2
_NAMES: Final[dict[str, tuple[str, Direction, bool]]] = {
    "cycles": ("cycles", "lower", True),
    "cpu-cycles": ("cycles", "lower", True),
    "instructions": ("instructions", "unknown", True),
    "ipc": ("ipc", "higher", False),
}


def sniff(words: Words) -> bool:
    """Tell whether counters may stand before numbers."""
    gist = words.gist
    return ("cycles" in gist or "instructions" in gist or "branches" in gist) and ("+-" in gist or "ounter stats" in gist or "perf" in gist)


def parse(words: Words) -> Iterator[Run]:
    """Read the rows that stand together."""
    text = words.rest
    group: list[re.Match[str]] = []
    runs: list[Run] = []
    events: list[str] = []
    for row in [*_ROW.finditer(text), None]:
        if group and (row is None or _BETWEEN.fullmatch(text, group[-1].end(), row.start()) is None):
            spread = all(member["spread"] is not None for member in group)
            again = events == [member["event"] for member in group]
            if len(group) >= _LEAST and (
                spread or again or _ABOVE.search(words.plain, max(0, group[0].start() - _REACH), group[0].start())
            ):
                runs.append(_run(group))
                events = [member["event"] for member in group]
            group = []
        if row is not None:
            group.append(row)
    for one, other in pairwise(runs):
        if one.role is None and _FROM.search(text, max(0, one.start - _REACH), one.start) and _TO.fullmatch(text, one.end, other.start):
            _place(one, "from")
            _place(other, "to")
    yield from runs


def _place(run: Run, label: str) -> None:
    run.role, run.label, run.placed = "before" if label == "from" else "after", label, True
    for figure in run.figures:
        figure.role, figure.label, figure.placed = run.role, label, True


def _run(group: list[re.Match[str]]) -> Run:
    run = Run(NAME, group[0].start(), group[-1].end(), layout="perf-stat")
    for row in group:
        event = row["event"].partition(":")[0].lower()
        event = "ipc" if event.startswith("insn") else event
        slug = event.replace("-", "_")
        name, direction, primary = _NAMES.get(event) or (slug, "lower" if "miss" in event else "unknown", False)
        unit = "" if name == "ipc" else "ms" if event.endswith("-clock") else "count"
        figure = Figure(*row.span("count"), name, number(row["count"]), unit, direction, primary)
        if row["spread"] is not None:
            figure.spread = round(figure.value * float(row["spread"]) / 100, 9)
        run.figures.append(figure)
    return run
