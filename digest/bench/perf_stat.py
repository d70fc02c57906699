# SPDX-License-Identifier: GPL-2.0-or-later
"""perf stat: counters under their heading, `count [unit] event  # derived  ( +- p% )  (enabled%)`, closed by the seconds elapsed.

Heading: `Performance counter stats for 'command' (N runs):`, also for a process, a CPU or system wide.  A count is the metric, in ms where
its unit is msec; of what is derived only shares (`0.17% of all branches`) and instructions a cycle are kept, rates repeat the counts.
`+-` is the spread of repeated runs.  Rows without a heading are read where at least two known events stand together, rows of -I and -A
with the time or CPU before them, rows of `-x,`.  CPU, core, socket and cgroup of a row are parameters.  A metric keeps its own name
(`#  31.2 %  tma_backend_bound`), unless it is a count by time.  Source: perf-stat(1), tools/perf/util/stat-display.c.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench import _role
from digest.bench._block import Figure, Run
from digest.bench._fields import decimal, point
from digest.bench._tokens import Words
from digest.leap import Leap
from digest.model.bench import Direction, Param

NAME: Final = "perf-stat"

_HEAD: Final = re.compile(
    r"Performance\s+counter\s+stats\s+for\s++(?:'[^']{1,600}'|[^\s:'][^:()]{0,200}+(?:\(s\)[^:()]{0,40}+)?)\s{0,16}(?:\((?P<runs>\d{1,6})\s+runs?\))?\s{0,16}:"
)
_COUNT: Final = r"\d{1,3}(?:,\d{3})+(?:\.\d{1,9})?|\d{1,3}(?:\.\d{3}){2,6}(?:,\d{1,9})?|\d{1,3}\.\d{3},\d{1,9}|\d{1,18}(?:[.,]\d{1,9})?"
_PLAIN: Final = (
    r"cycles|instructions|branches|cs|faults|migrations|msec|slots|r[0-9a-f]{3,16}|duration_time|user_time|system_time|uops\w{0,40}"
)
_NAMED: Final = r"[A-Za-z][A-Za-z0-9]{1,20}(?:_[A-Za-z0-9]{1,24}){1,8}(?:\.[a-z0-9_]{1,40})?(?![\w:/-])"  # of one processor: `INST_RETIRED`
_EVENT: Final = (
    rf"(?:{_NAMED}|[A-Za-z][\w.]{{0,40}}[-:/][\w.:/=,@%*+-]{{1,90}}(?<!:)(?![\w:])|(?:{_PLAIN})(?::[a-zA-Z]{{1,6}})?(?![\w-])(?!:(?!\w)))"
)
_ROW: Final = Leap(
    r"\dCSND<",
    r"(?<![\w.,#+/-])(?:(?P<at>\d{1,6}\.\d{9})\s+)?(?:(?P<cpu>CPU\d{1,4}(?=\s)|S\d{1,2}-(?:D\d{1,2}-)?C(?:LS)?\d{1,3}(?=\s)|[SND]\d{1,3}(?=\s+\d{1,4}\s))"
    r"(?:\s+\d{1,4}(?=\s+(?:[\d<])))?\s+)?"
    rf"(?P<count>{_COUNT}|<not\s+(?:counted|supported)>)\s+(?:(?P<unit>msec|nsec|ns|Joules|MiB|GiB|Bytes)\s+)?"
    rf"(?P<event>{_EVENT})(?:\s+\((?P<old_unit>msec)\))?(?:\s+(?P<group>[A-Za-z][\w.@/-]{{0,60}}\.(?:slice|scope|service))(?![\w.]))?",
)
_DERIVED: Final = (
    r"(?:CPUs?|utilized|per|of|all|cycles?|insns?|instructions?|stalled|idle|front-?end|back-?end|refs|hits|accesses|misses|branches|cache|slots"
    r"|(?:L1-[di]cache|[id]TLB|LLC?|node|branch)(?:-?cache)?|transactional|aborted|retiring|bound|bad|speculation)(?![\w:])"
)
"""Words behind a derived number; any other begins what the author wrote."""
_METRIC_NAME: Final = r"[A-Za-z][A-Za-z0-9]{1,30}(?:_[A-Za-z0-9.]{1,40}){1,8}(?![\w:/-])"
_TAIL: Final = re.compile(
    r"\s+(?:#\s+(?:(?P<value>\d{1,15}(?:[.,]\d{1,6})?)(?:\s{0,16}(?P<kind>%|[A-Za-z/]{1,16}(?!\w)))?"
    rf"(?:\s+(?P<metric>{_METRIC_NAME})|(?P<words>(?:\s+{_DERIVED}){{0,6}}))|(?P<none>nan)\S{{0,20}})"
    r"|\(\s{0,16}\+-\s{0,16}(?P<spread>\d{1,6}(?:[.,]\d{1,4})?)%\s{0,16}\)|\(\d{1,3}(?:[.,]\d{1,3})?%\)|\[\d{1,3}(?:[.,]\d{1,3})?%\])"
)
_METRIC: Final = re.compile(
    r"(?:TopdownL\d\s+(?:\(\w{2,16}\)\s+)?)?#\s+(?P<value>\d{1,4}(?:[.,]\d{1,4})?)\s{0,4}%\s+"
    r"(?P<metric>tma_\w{2,40}|(?:[a-z]{3,12}\s){1,3}bound|retiring|bad\s+speculation)"
    r"(?:\s+\(\d{1,3}[.,]\d{1,2}%\))?"
)
_CSV: Final = re.compile(
    rf"(?<![\w,.])(?P<count>\d{{1,18}}(?:\.\d{{1,9}})?),(?P<unit>msec|ns|Joules|),(?P<event>{_EVENT}),(?:[\d.]{{1,8}}%,)?\d{{1,18}},\d{{1,3}}\.\d\d,"
    r"[\d.]{0,16},(?:CPUs\s+utilized|insn\s+per\s+cycle|GHz|[KMG]?/sec|(?:%\s+)?of\s+all\s+\S{2,20}(?:\s+(?:refs|hits|accesses))?)?"
)
_PMU: Final = re.compile(r"cpu_(core|atom)/")
_ELAPSED: Final = re.compile(
    r"(?P<count>\d{1,9}[.,]\d{1,12})\s+(?:\+-\s+(?P<dev>\d{1,9}[.,]\d{1,12})\s+)?seconds\s+(?P<what>time\s+elapsed|user|sys)"
    r"(?:\s+\(\s{0,16}\+-\s{0,16}(?P<spread>\d{1,6}(?:[.,]\d{1,4})?)%\s{0,16}\))?"
)
_KNOWN: Final = re.compile(
    r"(?:(?:task|cpu)-clock|context-switches|cs|cpu-migrations|migrations|page-faults|faults|(?:minor|major)-faults|cycles|instructions"
    r"|branches|branch-misses|branch-instructions|cache-(?:misses|references)|stalled-cycles-(?:front|back)end|ref-cycles|bus-cycles"
    r"|cpu-cycles|(?:L1-[di]cache|LLC|dTLB|iTLB|branch|node|l[123])[\w.-]{0,40}|[a-z]\w{1,30}:\w{2,60})(?::[a-zA-Z]{1,6})?"
)
_EVENTS: Final = (
    "-misses",
    "-clock",
    "-faults",
    "-switches",
    "-migrations",
    "-cycles",
    "-references",
    "-loads",
    "-stores",
    "instructions",
    "branches",
)
_NAMES: Final[dict[str, tuple[str, Direction, bool]]] = {
    "task-clock": ("task_clock", "lower", True),
    "cpu-clock": ("cpu_clock", "lower", True),
    "cycles": ("cycles", "lower", True),
    "cpu-cycles": ("cycles", "lower", True),
    "instructions": ("instructions", "unknown", True),
    "cs": ("context_switches", "unknown", False),
    "faults": ("page_faults", "unknown", False),
    "migrations": ("cpu_migrations", "unknown", False),
}
_REPEATED: Final = ("_per_second", "_frequency", "_utilized")
"""Metrics that are a count by time."""
_UNITS: Final = {"msec": "ms", "nsec": "ns", "ns": "ns", "MiB": "MB", "GiB": "GB", "Bytes": "B", "Joules": "J"}
_WORDS: Final = {"time": "time", "user": "time_user", "sys": "time_sys"}
_WORD: Final = re.compile(r"[A-Za-z]{3,}")
_POINTS: Final = re.compile(r"\d{1,3}(?:\.\d{3}){1,6}")
_LEAST: Final = 2
_REACH: Final = 12000
_GAP: Final = 300


def sniff(words: Words) -> bool:
    """Tell whether counters may stand here."""
    gist = words.gist
    if "counter stats" in gist or "counts unit events" in gist or "seconds time elapsed" in gist or "( +- " in gist:
        return True
    return any(event in gist for event in _EVENTS)


def parse(words: Words) -> Iterator[Run]:
    """Read what each heading closes over, then rows that have lost theirs."""
    text = words.rest
    heads = list(_HEAD.finditer(text))
    last = 0
    for at, head in enumerate(heads):
        yield from _bare(text, last, head.start())
        limit = heads[at + 1].start() if at + 1 < len(heads) else len(text)
        run = Run(NAME, head.start(), head.end(), layout="perf-stat")
        if head["runs"] is not None:
            run.params["runs"] = int(head["runs"])
        _read(text, run, head.end(), min(limit, head.end() + _REACH))
        last = run.end
        yield run
    yield from _bare(text, last, len(text))
    if "," in text:
        yield from _separated(text)


def _separated(text: str) -> Iterator[Run]:
    """Read rows of `-x,`: count, unit, event, time it ran, share of the time, what is derived."""
    run: Run | None = None
    for row in _CSV.finditer(text):
        if run is not None and text[run.end : row.start()].strip():
            yield run
            run = None
        run = run or Run(NAME, row.start(), row.end(), layout="perf-stat")
        event = _event(row["event"])
        name, direction, primary = _NAMES.get(event) or (_slug(event), "lower" if "miss" in event else "unknown", False)
        run.figures.append(Figure(*row.span("count"), name, float(row["count"]), _UNITS.get(row["unit"], "count"), direction, primary))
        run.end = row.end()
    if run is not None:
        yield run


def _read(text: str, run: Run, start: int, end: int) -> None:
    """Walk from row to row until the seconds elapsed, or until something else than rows stands there."""
    at = start
    closed = False
    while at < end:
        metric = _METRIC.search(text, at, min(end, at + _GAP))
        while metric is not None and not text[at : metric.start()].strip():
            run.figures.append(Figure(*metric.span("value"), _slug(metric["metric"]), point(metric["value"]), "%", primary=False))
            at = metric.end()
            metric = _METRIC.search(text, at, min(end, at + _GAP))
        row = _ROW.search(text, at, min(end, at + _GAP))
        time = _ELAPSED.search(text, at, min(end, at + _GAP))
        found = time if time is not None and (row is None or time.start() <= row.start()) else None if closed else row
        if found is None or _talk(text[at : found.start()], first=at == start):
            break
        if at != start and _WORD.search(text, at, found.start()) and _headed(text, at, found.start()):
            break  # counters of the other side below `after:`
        at = _take(text, run, found, end)
        closed = closed or found is time
    run.end = max(run.end, at if run.figures else run.end)


def _headed(text: str, start: int, end: int) -> bool:
    """Tell whether a heading stands between two rows: by its colon, or because it names a side."""
    return text[start:end].rstrip().endswith(":") or any(cue.role for cue in _role.cues(text, start, end))


def _talk(between: str, *, first: bool) -> bool:
    """Tell whether the words between two rows are more than their own: a wrapped unit, a cut, column heads."""
    words = _WORD.findall(between)
    return len(words) > (12 if first else 3)


def _take(text: str, run: Run, found: re.Match[str], end: int) -> int:
    """Add the figures of one row and of what stands behind it; give where it ends."""
    if found.re is _ELAPSED:
        name = _WORDS[found["what"].split()[0]]
        figure = Figure(*found.span("count"), name, point(found["count"]), "s", "lower", primary=name == "time")
        if found["dev"] is not None:
            figure.spread = point(found["dev"])
        elif found["spread"] is not None:
            figure.spread = figure.value * point(found["spread"]) / 100
        run.figures.append(figure)
        return found.end()
    event = _event(found["event"])
    name, direction, primary = _NAMES.get(event) or (_slug(event), "lower" if "miss" in event else "unknown", False)
    figures: list[Figure] = []
    if not found["count"].startswith("<"):
        unit = _UNITS.get(found["unit"] or found["old_unit"] or "", "count")
        if unit == "count" and event in {"task-clock", "cpu-clock"}:
            # QUIRK: old versions print milliseconds and no unit, one of 2025 nanoseconds
            unit = "ms" if "." in found["count"] else "ns"
        # QUIRK: a locale that groups digits by points; a count has no fraction
        count = found["count"].replace(".", "") if unit == "count" and _POINTS.fullmatch(found["count"]) else found["count"]
        direction = "lower" if unit == "J" else direction
        figures.append(Figure(*found.span("count"), name, decimal(count), unit, direction, primary))
    at = found.end()
    for _ in range(6):
        tail = _TAIL.match(text, at, end)
        if tail is None:
            break
        at = tail.end()
        if tail["spread"] is not None and figures:
            figures[0].spread = round(figures[0].value * point(tail["spread"]) / 100, 9)
        elif tail["value"] is not None and figures:
            figures += _derived(tail, name)
    pmu = _PMU.match(found["event"])
    params: dict[str, Param] = {"pmu": pmu[0].rstrip("/")} if pmu is not None else {}
    if found["cpu"] is not None:
        params["cpu"] = found["cpu"].removeprefix("CPU")
    if found["group"] is not None:
        params["cgroup"] = found["group"]
    for figure in figures:
        figure.params = params
    run.figures += figures
    return at


def _derived(tail: re.Match[str], name: str) -> list[Figure]:
    """Give what is derived and says more than its count: instructions a cycle, and shares."""
    kind = tail["kind"] or ""
    value = point(tail["value"])
    metric = tail["metric"] or ""
    if metric == "insn_per_cycle":
        return [Figure(*tail.span("value"), "ipc", value, "", "higher", primary=False)]
    if metric and not metric.endswith(_REPEATED):
        direction: Direction = "lower" if "miss" in metric else "unknown"
        return [Figure(*tail.span("value"), _slug(metric), value, units.canonical(kind) or kind, direction, primary=False)]
    if metric:
        return []
    if kind == "%":
        return [Figure(*tail.span("value"), f"{name}_share", value, "%", "lower" if "miss" in name else "unknown", primary=False)]
    if kind.startswith("insn") or (kind == "" and "insn" in (tail["words"] or "")):
        return [Figure(*tail.span("value"), "ipc", value, "", "higher", primary=False)]
    return []


def _event(written: str) -> str:
    """Give an event without its modifiers: `cycles:u`, `cpu_core/cycles/` -> cycles."""
    parts = [part for part in written.split("/") if part]
    if written.count("/") > 1 and len(parts) > 1 and parts[0].startswith("cpu"):
        written = parts[1]
    head, _, tail = written.rpartition(":")
    return head if head and len(tail) <= 4 and tail.isalpha() and "_" not in tail else written


def _slug(event: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "_", event).strip("_")


def _bare(text: str, start: int, end: int) -> Iterator[Run]:
    """Read rows without a heading: known events only, at least two side by side, each with `#` or groups of digits."""
    at = start
    while True:
        row = _ROW.search(text, at, end)
        if row is None:
            yield from _elapsed(text, at, end)
            return
        if not _sure(text, row):
            at = row.end()
            continue
        run = Run(NAME, row.start(), row.end(), layout="perf-stat")
        _read(text, run, row.start(), end)
        at = max(run.end, row.end())
        counted = [figure for figure in run.figures if figure.unit in {"count", "ms"}]
        if len(counted) == 1 and counted[0].spread is not None:
            yield run  # one event was asked for, and the deviation of its runs stands behind it
            continue
        kinds = {figure.name for figure in run.figures}
        if (row["at"] is not None or len(kinds) >= _LEAST) and len(counted) >= _LEAST:
            yield run


def _elapsed(text: str, start: int, end: int) -> Iterator[Run]:
    """Read the closing line alone, where the counters above it were cut."""
    for time in _ELAPSED.finditer(text, start, end):
        if time["what"].startswith("time"):
            run = Run(NAME, time.start(), time.end(), layout="perf-stat")
            _take(text, run, time, end)
            yield run


def _sure(text: str, row: re.Match[str]) -> bool:
    if _KNOWN.fullmatch(row["event"]) is None:
        return False
    tail = text[row.end() : row.end() + 100].lstrip()
    return tail.startswith(("#", "(")) or "," in row["count"] or row["unit"] is not None
