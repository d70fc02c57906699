# SPDX-License-Identifier: GPL-2.0-or-later
"""redis-benchmark: the full report of each command, the quiet line (`-q`) and the table of `--csv`.

Full: `====== SET ======`, settings, distributions, `throughput summary: N requests per second`, `latency summary (msec): avg min p50 p95
p99 max`; releases before 6 end in `N requests per second`.  Quiet: `SET: N requests per second, p50=N msec`.  The command is the test, and
the key by which runs are compared.  Source: showLatencyReport in src/redis-benchmark.c of redis and valkey.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _parts, _role
from digest.bench._block import Figure, Run
from digest.bench._fields import Field, decimal
from digest.bench._tokens import Words

NAME: Final = "redis-benchmark"

_N: Final = r"\d{1,12}(?:\.\d{1,6})?"
_TITLE: Final = r"(?P<title>[A-Z][A-Z_]{1,24}(?:_\d{1,6})?(?:\s+\([^()]{1,60}\))?)"
_RATE: Final = Field("rate", "rps", "req/s", "higher", primary=True)
_HEAD: Final = re.compile(
    r"={6}\s+(?P<title>[^\s=][^=]{0,80}?)\s+={6}\s+(?P<all>\d{1,12})\s+requests\s+completed\s+in\s+(?P<time>" + _N + r")\s+seconds"
)
_CLIENTS: Final = re.compile(r"\s+(?P<clients>\d{1,7})\s+parallel\s+clients(?:\s+(?P<payload>\d{1,9})\s+bytes\s+payload)?")
_OLD: Final = re.compile(rf"(?<![\w.:])(?P<rate>{_N})\s+requests\s+per\s+second(?!,)")
_NEW: Final = re.compile(
    rf"(?:Summary:\s+)?throughput\s+summary:\s+(?P<rate>{_N})\s+requests\s+per\s+second(?:\s+latency\s+summary\s+\(msec\):"
    rf"\s+avg\s+min\s+p50\s+p95\s+p99\s+max\s+(?P<avg>{_N})\s+(?P<min>{_N})\s+(?P<p50>{_N})\s+(?P<p95>{_N})\s+(?P<p99>{_N})\s+(?P<max>{_N}))?"
)
_LATENCIES: Final = (
    Field("avg", "latency", "ms", "lower", primary=True),
    Field("min", "latency_min", "ms", "lower"),
    Field("p50", "latency_p50", "ms", "lower"),
    Field("p95", "latency_p95", "ms", "lower"),
    Field("p99", "latency_p99", "ms", "lower"),
    Field("max", "latency_max", "ms", "lower"),
)
_QUIET: Final = re.compile(rf"(?<![\w.]){_TITLE}:\s+(?P<rate>{_N})\s+requests\s+per\s+second(?:,\s+p50=(?P<p50>{_N})\s+msec)?")
_CSV: Final = re.compile(
    rf'"(?P<title>[A-Z][\w ()]{{1,60}})","(?P<rate>{_N})"(?:,"(?P<avg>{_N})","(?P<min>{_N})","(?P<p50>{_N})","(?P<p95>{_N})",'
    rf'"(?P<p99>{_N})","(?P<max>{_N})")?(?!,)'
)
_CSV_HEAD: Final = re.compile(
    r'"test","rps"(?:,"avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms","max_latency_ms")?\s+$'
)
_SIDE: Final = re.compile(r"\s{0,4}\((?P<label>[A-Za-z][^()]{1,40})\)$")
_LONGEST: Final = 30000


def sniff(words: Words) -> bool:
    """Tell whether a report may stand here."""
    gist = words.gist
    return "requests per second" in gist or '"test","rps"' in gist


def parse(words: Words) -> Iterator[Run]:
    """Read the full reports, then the quiet lines between them."""
    text = words.rest
    heads = list(_HEAD.finditer(text))
    spans = []
    for at, head in enumerate(heads):
        stop = heads[at + 1].start() if at + 1 < len(heads) else len(text)
        stop = min(stop, head.end() + _LONGEST)
        summary = _NEW.search(text, head.end(), stop) or _OLD.search(text, head.end(), stop)
        if summary is not None:
            spans.append((head.start(), summary.end()))
            yield _full(text, head, summary)
    for match in _NEW.finditer(text):
        if not _within(spans, match.start()):
            spans.append(match.span())
            yield Run(NAME, *match.span(), layout="bench-lines", figures=_parts.figures(match, (_RATE, *_LATENCIES)))
    for match in _QUIET.finditer(text):
        if not _within(spans, match.start()):
            figures = _parts.figures(match, (_RATE, Field("p50", "latency_p50", "ms", "lower")))
            run = Run(NAME, *match.span(), test=_key(match["title"]), layout="bench-lines", figures=figures)
            note = _SIDE.search(match["title"])
            role, strength = _role.own(note["label"]) if note is not None else (None, 0)
            if note is not None and strength >= 2:  # `GET (patched): 199011.20 requests per second`
                run.test, run.role, run.label, run.placed = _key(match["title"][: note.start()]), role, note["label"], True
                for figure in figures:
                    figure.role, figure.label, figure.placed = role, note["label"], True
            yield run
    if '"test","rps"' in text:
        yield from _csv(text)


def _within(spans: list[tuple[int, int]], offset: int) -> bool:
    return any(start <= offset < end for start, end in spans)


def _key(title: str) -> str:
    return " ".join(title.split())


def _full(text: str, head: re.Match[str], summary: re.Match[str]) -> Run:
    test = _key(head["title"])
    run = Run(NAME, head.start(), summary.end(), test=test, layout="bench-lines")
    run.figures = [
        Figure(*head.span("all"), "requests", decimal(head["all"]), "count", primary=False),
        Figure(*head.span("time"), "elapsed", decimal(head["time"]), "s", "lower", primary=False),
    ]
    run.figures += _parts.figures(summary, (_RATE, *_LATENCIES) if "avg" in summary.groupdict() else (_RATE,))
    clients = _CLIENTS.match(text, head.end())
    if clients is not None:
        run.params["clients"] = int(clients["clients"])
        if clients["payload"] is not None:
            run.params["msg_size"] = int(clients["payload"])
    return run


def _csv(text: str) -> Iterator[Run]:
    """Read the rows below a heading of `--csv`."""
    end = -1
    for row in _CSV.finditer(text):
        head = _CSV_HEAD.search(text[max(0, row.start() - 140) : row.start()])
        if head is None and (end < 0 or text[end : row.start()].strip()):
            continue
        start = row.start() if head is None else max(0, row.start() - 140) + head.start()
        end = row.end()
        key = _key(row["title"])
        yield Run(NAME, start, end, test=key, layout="bench-lines", figures=_parts.figures(row, (_RATE, *_LATENCIES)))
