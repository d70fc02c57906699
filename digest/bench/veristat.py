# SPDX-License-Identifier: GPL-2.0-or-later
"""veristat: what the BPF verifier spends on each program, as one table of a run or, with -C, of two runs and their difference.

`File Program Verdict Duration (us) Insns States Peak states ...` over a row of dashes; with -C each of them comes as `(A)`, `(B)` and
`(DIFF)`, whose cells are `1204`, `1180` and `-24 (-1.99%)`.  The header's words say the columns, File or Program may be missing.  A is
the base given first, B what is compared with it; the difference is a claim.  Counts under the tool's name in the vocabulary, bpf-bench.
Source: tools/testing/selftests/bpf/veristat.c
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from digest.bench import _claim
from digest.bench._block import Figure, Run
from digest.bench._tokens import Words, number
from digest.model.bench import Direction, Param

NAME: Final = "bpf-bench"

_STATS: Final[dict[str, tuple[str, str, Direction, bool]]] = {
    "verdict": ("", "", "unknown", False),
    "duration (us)": ("duration", "us", "lower", False),
    "total insns": ("insns", "count", "lower", True),
    "insns": ("insns", "count", "lower", True),
    "total states": ("states", "count", "lower", True),
    "states": ("states", "count", "lower", True),
    "peak states": ("peak_states", "count", "lower", False),
    "max states per insn": ("max_states_per_insn", "count", "lower", False),
    "max states": ("max_states_per_insn", "count", "lower", False),
    "mark read len": ("mark_read_len", "count", "lower", False),
    "max mark read length": ("mark_read_len", "count", "lower", False),
    "program size": ("program_size", "count", "lower", False),
    "jited size": ("jited_size", "B", "lower", False),
    "stack depth": ("stack_depth", "B", "lower", False),
    "memory (kb)": ("memory", "KB", "lower", False),
    "peak memory (mib)": ("memory_peak", "MB", "lower", False),
    "size": ("program_size", "count", "lower", False),
    "attach": ("", "", "unknown", False),
    "type": ("", "", "unknown", False),
}
_STAT: Final = re.compile(
    "(?P<stat>"
    + "|".join(r"\s{1,60}".join(map(re.escape, stat.split())) for stat in sorted(_STATS, key=len, reverse=True))
    + r")(?:\s{1,60}\((?P<side>A|B|DIFF)\))?(?=\s)",
    re.IGNORECASE,
)
_HEAD: Final = re.compile(
    r"(?<!\S)(?:File(?P<program>\s{1,200}Program)?|Program)\s{1,200}(?=(?:Verdict|Duration|Total|Insns|States|Peak)\b)"
)
_BLANKS: Final = re.compile(r"\s{1,200}")
_RULE: Final = re.compile(r"\s{1,200}-{4,200}(?=\s)")
_NAME_CELL: Final = re.compile(r"\s{1,400}(?P<name>[A-Za-z_][^\s|,]{0,120})(?=\s)")
_WORD_CELL: Final = re.compile(r"\s{1,200}(?:[a-z_]{2,24}|MATCH|MISMATCH|N/A)(?!\S)")
_COUNT_CELL: Final = re.compile(r"\s{1,200}(?:(?P<value>\d{1,12}(?:\.\d{1,3})?)|N/A)(?!\S)")
_DIFF_CELL: Final = re.compile(
    r"\s{1,200}(?:[+-]\d{1,12}(?:\.\d{1,3})?\s{1,3}\((?P<percent>[+-]\d{1,7}(?:\.\d{1,3})?)%\)|MATCH|MISMATCH|N/A)(?!\S)"
)
_MOST_COLUMNS: Final = 40
_MOST_ROWS: Final = 400


class _Column(NamedTuple):
    """One column: which stat, and of which run (`A`, `B`, `DIFF`, or empty in the table of one)."""

    stat: str
    side: str


def sniff(words: Words) -> bool:
    """Tell whether a table may stand here."""
    gist = words.gist
    return ("nsns (A)" in gist or "tates (A)" in gist or "Duration (us)" in gist or "Insns States" in gist or "nsns Total" in gist) and (
        "Program" in gist or "File" in gist
    )


def parse(words: Words) -> Iterator[Run]:
    """Read each table."""
    text = words.rest
    for head in _HEAD.finditer(text):
        columns, end = _columns(text, head.end())
        if not columns:
            continue
        labels = 2 if head["program"] is not None else 1
        for _ in range(labels + len(columns)):
            rule = _RULE.match(text, end)
            if rule is None:
                break
            end = rule.end()
        run = Run(NAME, head.start(), end, test="veristat", kind="table", layout="aligned", placed=True)
        for _ in range(_MOST_ROWS):
            end = _row(words, run, columns, labels)
            if end < 0:
                break
            run.end = end
        if run.figures:
            yield run


def _columns(text: str, at: int) -> tuple[list[_Column], int]:
    """Read the words of the header."""
    out: list[_Column] = []
    end = at
    while len(out) < _MOST_COLUMNS:
        stat = _STAT.match(text, at)
        if stat is None:
            break
        out.append(_Column(" ".join(stat["stat"].lower().split()), (stat["side"] or "").upper()))
        end = stat.end()
        blank = _BLANKS.match(text, end)
        at = blank.end() if blank is not None else end
    return out, end


def _row(words: Words, run: Run, columns: list[_Column], labels: int) -> int:
    """Read one row into the run and give where it ends; -1 where it has not all columns."""
    text, at = words.rest, run.end
    names = []
    for _ in range(labels):
        name = _NAME_CELL.match(text, at)
        if name is None:
            return -1
        names.append(name["name"])
        at = name.end()
    params: dict[str, Param] = {"program": " ".join(names)}
    found: dict[_Column, Figure] = {}
    changes: list[tuple[str, re.Match[str]]] = []
    for column in columns:
        name_of, unit, direction, primary = _STATS[column.stat]
        pattern = _DIFF_CELL if column.side == "DIFF" else _COUNT_CELL if name_of else _WORD_CELL
        cell = pattern.match(text, at)
        if cell is None:
            return -1
        at = cell.end()
        if column.side == "DIFF":
            changes.append((column.stat, cell))
        elif name_of and cell["value"] is not None:
            figure = Figure(*cell.span("value"), name_of, number(cell["value"]), unit, direction, primary, params=params, placed=True)
            figure.role = "before" if column.side == "A" else "after" if column.side == "B" else None
            found[column] = figure
    run.figures += found.values()
    for stat, cell in changes:
        base, after = found.get(_Column(stat, "A")), found.get(_Column(stat, "B"))
        if base is not None and after is not None and cell["percent"] is not None:
            claim = _claim.percent_claim(words.text, *cell.span("percent"))
            claim.figure, claim.base = after, base
            run.claims.append(claim)
    return at
