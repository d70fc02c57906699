# SPDX-License-Identifier: GPL-2.0-or-later
"""lkp, the reports of the kernel test robot: `old [± s%]  change[%]  new [± s%]  metric`, parent commit first.

A change with `%` is a claim that can be checked, one without is a difference in points of a metric that is a percentage itself.  More
commits add a change and a value each.  The metric's name says its unit (`netperf.Throughput_Mbps`, `stress-ng.sock.ops_per_sec`); rows meet
by it.  Spec: https://github.com/intel/lkp-tests (sbin/compare), the reports on lore.kernel.org/oe-lkp.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _claim, _metric
from digest.bench._block import Figure, Run
from digest.bench._tokens import Words
from digest.model.bench import Role

NAME: Final = "lkp"

_N: Final = r"\d{1,15}(?:\.\d{1,6})?(?:e[+-]\d{2})?"
_SPREAD: Final = r"(?:\s{0,16}(?:±|\+-|\+/-)\s{0,16}(?:\d{1,6}|-?nan)%)"
_ROW: Final = re.compile(
    rf"(?<![\w.±%/-])(?P<old>{_N})(?:\s{{0,16}}(?:±|\+-|\+/-)\s{{0,16}}(?P<old_spread>\d{{1,6}})%)?"
    rf"\s+(?P<change>[+-]\d{{1,9}}(?:\.\d{{1,3}})?(?:e[+-]\d{{2}})?)(?P<percent>%)?"
    rf"\s+(?P<new>{_N})(?:\s{{0,16}}(?:±|\+-|\+/-)\s{{0,16}}(?P<new_spread>\d{{1,6}})%)?"
    rf"(?P<more>(?:\s+[+-]\d{{1,9}}(?:\.\d{{1,3}})?%?\s+{_N}{_SPREAD}?){{0,3}})"
    r"\s+(?P<metric>[A-Za-z_][\w:-]{0,60}\.[^\s|]{1,240})"
)
_MORE: Final = re.compile(rf"(?P<change>[+-]\d{{1,9}}(?:\.\d{{1,3}})?)(?P<percent>%)?\s+(?P<new>{_N})(?:{_SPREAD})?")
_HEAD: Final = re.compile(
    r"(?P<commits>(?:(?!-)[\w.()-]{3,60}\s+){0,4})-{8,40}\s+-{8,40}(?:\s+-{8,40}){0,3}\s+%stddev\s+%change\s+%stddev[\s\\|%a-z]{0,160}"
)
_BOX: Final = re.compile(
    r"(?:\+-{4,200}\+-{4,200}\+\s+)?\|\s+testcase:\s+change\s+\|\s+[\w-]{1,40}:\s+\S{1,200}\s+(?P<percent>[+-]?\d{1,6}(?:\.\d{1,2})?)%"
    r"\s+(?P<word>improvement|regression)\s+\|(?:\s+\|\s+(?:test\s+machine|test\s+parameters)?\s{0,60}\|[^|\n]{1,240}\|){0,40}"
)
_SETUP: Final = re.compile(
    r"(?:test\s+machine:\s+(?:[^\s:]{1,60}\s+){4,24}?memory|parameters:(?:\s+[a-z][\w-]{1,40}:\s+(?!https?:)[^\s:]{1,80}(?=\s)){1,24})"
)
_SIDE: Final = re.compile(r"\.time\.(?!\w{0,20}time)|[_.]")
_BACK: Final = 400
_GAP: Final = 160
_TALK: Final = 3
_WORD: Final = re.compile(r"[A-Za-z]{2,}")

_UNITS: Final = tuple(
    (re.compile(pattern), unit)
    for pattern, unit in (
        (r"perf-profile|%$|_pct$|percent", "%"),
        (r"_Mbps|Mbits?(?:ps|/s)|mbps$", "Mbit/s"),
        (r"_Gbps|gbps$", "Gbit/s"),
        (r"\.bps$|bits_per_sec", "bit/s"),
        (r"MB[ps/]|MB_per_sec|MB/sec|throughput_MB", "MB/s"),
        (r"KB/s|KBps|KB_per_sec", "KB/s"),
        (r"_tps|\.tps|trans(?:actions)?_per_sec", "trans/s"),
        (r"_[rq]ps|\.[rq]ps|requests?_per_sec(?:ond)?|queries_per_sec", "req/s"),
        (r"ops_per_sec|per_(?:process|thread)_ops|_ops/s|[Oo]ps/sec|iops", "ops/s"),
        (r"_pps|\.pps|packets_per_sec", "pps"),
        (r"_us$|_usec|latency_us|\.us$|\(us\)", "us"),
        (r"_ms$|_msec|\.ms\b|latency_ms|\(ms\)", "ms"),
        (r"_ns$|_nsec|\.ns$", "ns"),
        (r"\btime\.\w*time|elapsed_time|_seconds$|\.sec(?:onds)?$", "s"),
        (r"MHz", "MHz"),
        (r"vmstat\.system\.(?:cs|in)", "/s"),
        (r"context_switches|page_faults|\.ops$|\.workload$|proc-vmstat|interrupts|softirqs", "count"),
    )
)


def sniff(words: Words) -> bool:
    """Tell whether a table may stand here."""
    return "%change" in words.gist or "%stddev" in words.gist or ("testcase:" in words.gist and "%" in words.gist)


def parse(words: Words) -> Iterator[Run]:
    """Read rows, one run for each table."""
    text = words.rest
    if "testcase:" in text:
        yield from _around(text)
    run: Run | None = None
    last = 0
    commits: list[str] = []
    for row in _ROW.finditer(text):
        if run is None or _apart(text[run.end : row.start()]):
            if run is not None:
                last = run.end
                yield run
            heads = list(_HEAD.finditer(text, max(last, row.start() - _BACK), row.start()))
            start = heads[-1].start() if heads and heads[-1].end() >= row.start() - 1 else row.start()
            run = Run(NAME, start, row.end(), kind="table", layout="lkp", placed=True)
            commits = heads[-1]["commits"].split() if start < row.start() else []
        for at, figure in enumerate(_read(words, run, row)):
            figure.label = commits[at] if at < len(commits) else None
        run.end = row.end()
    if run is not None:
        yield run


def _around(text: str) -> Iterator[Run]:
    """Take what the tests were run with out of the way; read the claims made of other tests in a box."""
    for setup in _SETUP.finditer(text):
        yield Run(NAME, setup.start(), setup.end(), kind="table", layout="lkp", placed=True)
    for box in _BOX.finditer(text):
        claim = _claim.percent_claim(text, *box.span("percent"), sense="better" if box["word"] == "improvement" else "worse")
        if claim.signed:
            claim.sense = "change"
        yield Run(NAME, box.start(), box.end(), kind="table", layout="lkp", placed=True, claims=[claim])


def _apart(between: str) -> bool:
    return len(between) > _GAP or len(_WORD.findall(between)) > _TALK


def _read(words: Words, run: Run, row: re.Match[str]) -> list[Figure]:
    """Read one row: a figure a commit, and the change that is claimed of each but the first."""
    metric = row["metric"].rstrip(",;")
    unit = next((unit for pattern, unit in _UNITS if pattern.search(metric)), "")
    kind = _metric.metric(unit, _SIDE.sub(" ", metric))
    if metric.startswith("perf-profile"):
        kind = _metric.Metric("symbol_share", "unknown", primary=False)
    before = _figure(row.span("old"), row["old"], "before", kind, unit, metric, row["old_spread"])
    after = _figure(row.span("new"), row["new"], "after", kind, unit, metric, row["new_spread"])
    run.figures += [before, after]
    changes = [(row, after)]
    for more in _MORE.finditer(words.rest, row.start("more"), row.end("more")):
        after = _figure(more.span("new"), more["new"], "after", kind, unit, metric, None)
        run.figures.append(after)
        changes.append((more, after))
    for match, figure in changes:
        if match["percent"] is not None:  # without it: points, which claim no percentage
            claim = _claim.percent_claim(words.rest, match.start("change"), match.end("change"))
            claim.figure, claim.base = figure, before
            run.claims.append(claim)
    return [before, *(figure for _, figure in changes)]


def _figure(span: tuple[int, int], written: str, role: Role, kind: _metric.Metric, unit: str, metric: str, spread: str | None) -> Figure:
    value = float(written)
    return Figure(
        *span,
        kind.name,
        value,
        unit,
        kind.direction,
        kind.primary or not metric.startswith("perf-profile"),
        params={"metric": metric},
        role=role,
        placed=True,
        key=metric,
        spread=round(value * int(spread) / 100, 9) if spread else None,
    )
