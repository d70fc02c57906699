# SPDX-License-Identifier: GPL-2.0-or-later
"""perf report and perf top: the share of each symbol, `share% [self%] [samples] [comm] dso [k] symbol`.

With --children two shares stand before the row, with -n its samples; in perf diff the share is the baseline's, and the change in points
behind it is left out.  Old perf top has `samples pcnt function DSO`.  A row's symbol tells it from others; both sides of a change meet by
it.  Branches of a call graph (`|--5.67%--`) are no rows.  Source: perf-report(1), perf-top(1), perf-diff(1), tools/perf/ui/hist.c.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _role
from digest.bench._block import Figure, Run
from digest.bench._tokens import Words, number

NAME: Final = "perf-top"

_SHARE: Final = r"\d{1,3}\.\d{1,2}%"
_SYMBOL: Final = r"[A-Za-z_0-9.$@~<(*:&][^\s|]{1,200}"
_ROW: Final = re.compile(
    rf"(?P<share>\d(?<![\w.|+-]\d)\d{{0,2}}\.\d{{1,2}})%(?:\s+(?P<self>\d{{1,3}}\.\d{{1,2}})%|\s+(?P<delta>[+-]{_SHARE}))?"
    rf"(?:\s+[^\s%|[\]][^\s%|]{{0,60}}+|\s+\[[\w.-]{{2,60}}\]){{0,5}}?\s+\[(?P<kind>[k.gHu])\]\s+(?P<symbol>{_SYMBOL})"
)
_NO_KIND: Final = re.compile(
    r"(?P<share>\d(?<![\w.|+-]\d)\d{0,2}\.\d{1,2})%\s+(?P<self>(?!))?(?:[^\s%|[\]]{1,60}\s+){0,2}?\[(?:kernel|guest)[\w.]{0,40}\]"
    r"\s+(?P<symbol>[a-zA-Z_][\w.]{2,120})(?![\w(])"
)
_SYMBOL_ONLY: Final = re.compile(
    r"(?P<share>\d(?<![\w.|+-]\d)\d{0,2}\.\d{2})%\s+(?P<self>(?!))?(?P<symbol>[a-z_][a-z0-9]{0,40}_\w{1,100}(?:\.[a-z0-9]{1,12}){0,3})(?![\w.(/%=:-])"
)
_PERF: Final = re.compile(r"\bperf\s+(?:top|report|record|trace|profile|output|results?)\b|\bPerf\s+(?:top|report)\b")
_OLD: Final = re.compile(
    r"(?<![\w.])\d{1,9}\.\d{2}\s+(?P<share>\d{1,3}\.\d)%\s+(?P<self>(?!))?(?P<symbol>[a-zA-Z_][\w.]{1,120})\s+(?:\[[\w.]{2,60}\]|/\S{1,100})"
)
_HEAD: Final = re.compile(
    r"(?:#\s+)?Samples:\s+[\d.]{1,12}[KMG]?\s+of\s+events?\b|PerfTop:\s+\d|samples\s+pcnt\s+function|(?:#\s+)?(?:Children\s+Self\s+)?"
    r"(?:Overhead\s+(?:Samples\s+)?(?:Command\s+|Shared\s+Object\s+|Symbol))"
)
_RULED: Final = re.compile(r"[#.\s+|_=-]{0,240}")
_BACK: Final = 420
_GAP: Final = 100
_LEAST: Final = 2
_BRANCHES: Final = 1500
_BRANCH: Final = re.compile(r"(?:-{1,2}\d{1,3}\.\d{1,2}%-{1,2}|\|?\s{0,40}-{2,30}|\|\s{1,60})[A-Za-z_]\S{0,120}")
_WORD: Final = re.compile(r"[A-Za-z]{2,}")


def sniff(words: Words) -> bool:
    """Tell whether rows may stand here."""
    gist = words.gist
    return "%" in gist and ("[k]" in gist or "[.]" in gist or "[kernel" in gist or "pcnt" in gist or "perf" in gist)


def parse(words: Words) -> Iterator[Run]:
    """Read rows, one run for rows that stand together, with the heading above them."""
    text = words.rest
    rows = list(_ROW.finditer(text))
    if "pcnt" in text:
        rows = sorted([*rows, *_OLD.finditer(text)], key=lambda row: row.start())
    if not rows:
        rows = list(_NO_KIND.finditer(text))
    if not rows and _PERF.search(words.plain) is not None:
        rows = list(_SYMBOL_ONLY.finditer(text))
        rows = [] if len(rows) < _LEAST else rows
    run: Run | None = None
    last = 0
    for row in rows:
        if run is None or _apart(text[run.end : row.start()]):
            if run is not None:
                last = run.end
                yield run
            run = Run(NAME, _start(text, last, row.start()), row.end(), layout="perf-rows")
        run.figures += _figures(row)
        run.end = row.end()
    if run is not None:
        yield run


def _apart(between: str) -> bool:
    """Tell whether two rows stand apart: more than a word between them that is no branch of a call graph."""
    if len(between) > _GAP and "--" not in between:
        return True
    words = _BRANCH.sub(" ", between)
    label = words.strip(" \t\n|+-=*#")
    return (
        len(between) > _BRANCHES
        or len(_WORD.findall(words)) > 1
        or label.endswith(":")
        or (bool(label) and _role.own(label)[0] is not None)
    )


def _figures(row: re.Match[str]) -> list[Figure]:
    symbol = row["symbol"]
    out = []
    for group in ("share", "self"):
        if row[group] is not None:
            params = {"symbol": symbol, "share": "children"} if group == "share" and row["self"] is not None else {"symbol": symbol}
            out.append(Figure(*row.span(group), "symbol_share", number(row[group]), "%", "lower", params=dict(params), key=symbol))
    if "delta" in row.re.groupindex and row["delta"] is not None:
        out[0].role, out[0].placed = "before", True  # perf diff's first column is its baseline
    return out


def _start(text: str, last: int, start: int) -> int:
    """Give where the heading above a first row begins, so that its figures are not read as others."""
    for head in _HEAD.finditer(text, max(last, start - _BACK), start):
        rest = text[head.end() : start]
        if "\n\n" not in rest.strip() or _RULED.fullmatch(rest):
            return head.start()
    return start
