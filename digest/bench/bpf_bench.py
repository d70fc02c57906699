# SPDX-License-Identifier: GPL-2.0-or-later
"""bench of the BPF selftests, its scripts, and BPF_PROG_TEST_RUN.

`Summary: hits 2.532 ± 0.003M/s ( 2.532M/prod), drops 0.000 ± 0.000M/s, total operations 2.532 ± 0.003M/s`; `Summary: throughput N ± N M
ops/s ( N M ops/prod), latency N ns/op`; `hits throughput`, `hits latency`, `important_hits throughput` of local storage; `per-prod-op N ±
Nk/s, memory usage N ± NMiB, peak memory usage NMiB`; grace periods.  `Iter 3 (-12.345us): hits 2.5M/s ...` counts only where no summary
follows.  The scripts print `rename-base : 2.532 ± 0.003M/s (drops 0.000 ± 0.000M/s)`.  Test runs: `duration (average): 123ns`.
The first rate is the result.  Source: tools/testing/selftests/bpf/bench.c and benchs/, bpftool-prog(8)
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _role
from digest.bench._block import Figure, Run
from digest.bench._parts import unit_of
from digest.bench._tokens import Words, number
from digest.model.bench import Direction

NAME: Final = "bpf-bench"

_N: Final = r"-?\d{1,12}(?:\.\d{1,6})?"
_PM: Final = r"(?:±|\+/?-|\\u00B1|�{1,2}|\?{1,2}|Â±)"
_RATE_UNIT: Final = r"[kKMG]?\s{0,6}(?:ops)?/s"
_SUMMARY: Final = re.compile(r"Summary:\s+(?=hits\s|throughput\s|per-prod-op\s|avg\s|time\s)")
# the scripts of local storage: `local_storage cache sequential get:  hits throughput: 20.0 ± 0.8 M ops/s, hits latency: ...`
_LIST: Final = re.compile(rf"(?<![\w.|])(?=hits\s+throughput:\s+{_N}\s{{0,6}}{_PM}\s{{0,6}}{_N}\s{{0,6}}[kKMG]\s{{0,6}}ops/s,)")
_ITER: Final = re.compile(rf"Iter\s+(?P<at>\d{{1,5}})\s+\(\s{{0,9}}{_N}us\):\s+(?=hits\s|throughput\s|per-prod-op\s|memory\s|[\d-])")
_ITEM: Final = re.compile(
    r"(?P<name>hits\s+throughput|hits\s+latency|important_hits\s+throughput|hits|drops|false\s+hits|false_hits|total\s+operations|throughput|latency|per-prod-op"
    r"|memory\s+usage|peak\s+memory\s+usage):?\s+"
    rf"(?P<value>{_N})\s{{0,6}}(?:{_PM}\s{{0,6}}(?P<dev>{_N})\s{{0,6}})?(?P<unit>{_RATE_UNIT}|ns/op|us/op|[KMG]i?B|us|ns)(?![\w/])"
    rf"(?:\s{{0,3}}\(\s{{0,9}}{_N}\s?[kKMG]?\s?(?:ops)?/prod\))?"
)
_GAP: Final = re.compile(r"\s{0,8},?\s{0,8}")
_SETUP: Final = re.compile(
    r"(?:Setting\s+up\s+benchmark\s+'[\w-]{1,60}'(?:\.\.\.)?\s+)?Benchmark\s+'(?P<name>[\w-]{1,60})'\s+started\.\s+$"
)
_SCRIPT: Final = re.compile(
    rf"(?<![\w.])(?P<value>\d{{1,9}}\.\d{{3}})\s?{_PM}\s{{0,6}}(?P<dev>\d{{1,9}}\.\d{{3}})\s?(?P<unit>[kKM]\s?(?:ops)?/s)(?![\w/])"
    rf"(?:\s{{1,4}}\(drops\s+(?P<drops>{_N})\s?{_PM}\s{{0,6}}{_N}\s?(?P<ud>[kKM]\s?(?:ops)?/s)(?:,?\s[^()]{{1,80}})?\)"
    rf"|\s{{1,4}}\(\s{{0,6}}{_N}\s?[kKM]\s?(?:ops)?/(?:prod|cpu)\))?(?:,\s+latency\s+(?P<latency>{_N})\s?(?P<ul>ns/op|us/op))?"
)
_LABEL: Final = re.compile(
    r"(?<![\w.:-])(?P<name>[A-Za-z][\w./+-]{1,50}(?:[ \t]{1,20}(?:[\w./+-]{1,30}|\([^()\n]{1,30}\))){0,4})\s{0,40}:?\s{1,40}$"
)
_GRACE: Final = re.compile(
    rf"avg\s+(?P<name>[\w ]{{1,24}}grace\s+period\s+latency|ticks\s+per\s+[\w ]{{1,24}}grace\s+period)\s+(?P<value>{_N})\s?(?P<unit>us|ns)?"
    rf"(?:,?\s+stddev\s+{_N}\s?(?:us|ns)?)?"
)
_TEST_RUN: Final = re.compile(
    r"(?:Return\s+value:\s+(?:\d{1,12}|0x[0-9a-f]{1,16}),\s+)?duration\s+\(average\):\s+(?P<value>\d{1,12})\s?ns(?!\w)"
)
_PER_RUN: Final = re.compile(r"(?<![\w.])(?P<value>\d{1,12}(?:\.\d{1,6})?)\s?(?P<unit>ns|nsec|nsecs)\s?(?:per|/)\s?run(?!\w)")
_LOOKUP: Final = re.compile(
    rf"(?<!\w)(?P<cpu>cpu\d{{1,4}}):\s+lookup\s+(?P<value>{_N})(?P<unit>[kKMG]?)\s{{0,6}}{_PM}\s{{0,6}}(?P<dev>{_N})[kKMG]?\s+events/sec"
    r"(?:\s+\(approximated\s+from\s+\d{1,6}\s+samples\s+of\s+~\d{1,9}ms\))?"
)
_NAMES: Final[dict[str, tuple[str, Direction]]] = {
    "hits": ("throughput", "higher"),
    "hits throughput": ("throughput", "higher"),
    "throughput": ("throughput", "higher"),
    "per-prod-op": ("throughput", "higher"),
    "important_hits throughput": ("throughput_important", "higher"),
    "hits latency": ("time_per_op", "lower"),
    "latency": ("time_per_op", "lower"),
    "drops": ("drops", "lower"),
    "false hits": ("false_hits", "lower"),
    "false_hits": ("false_hits", "lower"),
    "total operations": ("throughput_total", "higher"),
    "memory usage": ("memory", "lower"),
    "peak memory usage": ("memory_peak", "lower"),
}
_FAR: Final = 2000


def sniff(words: Words) -> bool:
    """Tell whether results of bench or a test run may stand here."""
    gist = words.gist
    if "M/s" in gist or "ops/s" in gist or "k/s" in gist:
        return True
    return "(average):" in gist or "events/sec" in gist or "s per run" in gist or "ns/run" in gist or "grace period" in gist


def parse(words: Words) -> Iterator[Run]:
    """Read each summary with the iterations above it, then what the scripts and test runs print."""
    text = words.rest
    heads = list(_SUMMARY.finditer(text)) if "Summary:" in text else []
    if "hits throughput:" in text:
        heads = sorted([*heads, *_LIST.finditer(text)], key=lambda m: m.start())
    if "Iter " in text:
        heads = sorted([*heads, *_ITER.finditer(text)], key=lambda m: m.start())
    interim: Run | None = None
    spans: list[tuple[int, int]] = []
    for head in heads:
        run = _items(text, head)
        if not run.figures:
            continue
        spans.append((run.start, run.end))
        if "at" in head.groupdict():
            if interim is not None and (run.start - interim.end > _FAR or int(head["at"]) == 0):
                yield interim
                interim = None
            if interim is None:
                interim = run
            else:
                interim.figures += run.figures
                interim.end = run.end
            continue
        if interim is not None:
            if run.start - interim.end < _FAR:
                run.start = interim.start
            else:
                yield interim
            interim = None
        _named(text, run)
        yield run
    if interim is not None:
        yield interim
    if "±" in text or "+-" in text or "+/-" in text:
        for match in _SCRIPT.finditer(text):
            back = max(0, match.start() - 110)
            label = _LABEL.search(text[back : match.start()])
            if label is None or any(start <= match.start() < end for start, end in spans) or _role.own(label["name"])[0] is not None:
                continue  # a label that names a side is an author's, not the script's
            yield _script(match, back + label.start(), label["name"])
    yield from _others(text)


def _items(text: str, head: re.Match[str]) -> Run:
    """Read `name value ± deviation unit, name ...` behind a head."""
    run = Run(NAME, head.start(), head.end(), layout="bench-lines")
    at = head.end()
    for _ in range(8):
        item = _ITEM.match(text, at)
        if item is None:
            grace = _GRACE.match(text, at)
            if grace is None:
                break
            run.figures.append(_grace(grace))
            run.end = grace.end()
        else:
            unit = unit_of(item["unit"])
            name, direction = _NAMES.get(" ".join(item["name"].split()), ("rate", "higher"))
            value = number(item["value"])
            run.figures.append(
                Figure(
                    *item.span("value"),
                    name,
                    value,
                    unit,
                    direction,
                    primary=not run.figures and value > 0,
                    spread=number(item["dev"]) if item["dev"] is not None else None,
                )
            )
            run.end = item.end()
        gap = _GAP.match(text, run.end)
        at = gap.end() if gap is not None else run.end
    return run


def _named(text: str, run: Run) -> None:
    """Take the benchmark's name from the line that announces it."""
    back = max(0, run.start - 200)
    label = _LABEL.search(text[back : run.start]) if text[run.start : run.start + 4] == "hits" else None
    if label is not None and _role.own(label["name"])[0] is None:
        run.start = back + label.start()
        run.test = " ".join(label["name"].split())
    setup = _SETUP.search(text[back : run.start])
    if setup is not None:
        run.start = back + setup.start()
        run.test = setup["name"]


def _script(match: re.Match[str], start: int, name: str) -> Run:
    key = " ".join(name.split()).rstrip(":")
    figures = [
        Figure(*match.span("value"), "throughput", number(match["value"]), unit_of(match["unit"]), "higher", spread=number(match["dev"]))
    ]
    if match["drops"] is not None:
        figures.append(Figure(*match.span("drops"), "drops", number(match["drops"]), unit_of(match["ud"]), "lower", primary=False))
    if match["latency"] is not None:
        figures.append(
            Figure(*match.span("latency"), "time_per_op", number(match["latency"]), unit_of(match["ul"]), "lower", primary=False)
        )
    return Run(NAME, start, match.end(), test=key, layout="bench-lines", figures=figures)


def _grace(match: re.Match[str]) -> Figure:
    unit = match["unit"] or ""
    return Figure(*match.span("value"), "latency" if unit else "ticks", number(match["value"]), unit, "lower", primary=bool(unit))


def _others(text: str) -> Iterator[Run]:
    """Read lookups of each CPU, and the average duration of a test run."""
    if "events/sec" in text:
        for match in _LOOKUP.finditer(text):
            value, deviation = number(match["value"]), number(match["dev"])
            figure = Figure(*match.span("value"), "throughput", value, f"{match['unit']}/s", "higher", spread=deviation)
            figure.params = {"cpu": match["cpu"]}
            yield Run(NAME, *match.span(), test="bpf-hashmap-lookup", layout="bench-lines", figures=[figure])
    if "(average):" in text:
        for match in _TEST_RUN.finditer(text):
            figure = Figure(*match.span("value"), "time_per_op", number(match["value"]), "ns", "lower")
            yield Run(NAME, *match.span(), test="test_run", layout="bench-lines", figures=[figure])
    if "s per run" in text or "ns/run" in text:
        for match in _PER_RUN.finditer(text):
            figure = Figure(*match.span("value"), "time_per_op", number(match["value"]), "ns", "lower")
            yield Run(NAME, *match.span(), test="test_run", layout="bench-lines", figures=[figure])
