# SPDX-License-Identifier: GPL-2.0-or-later
"""`vanilla: p50=12us p99=48us`, `[patched] tput=9.38Gbps lat=37us cpu=29%`: results as `key=value` in a row.

The side stands before them.  Only keys that name a result count, and only where each has a unit; what is set (`rate=1mbit burst=32kb`)
is none.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench import _metric, _role, _tool
from digest.bench._block import Figure, Run
from digest.bench._tokens import NUMBER, UNIT, Words, number

NAME: Final = "keyvalue"

_PAIR: Final = re.compile(
    rf"(?<![\w=.-])(?P<key>[A-Za-z][\w.]{{0,24}})=[~≈]?(?P<value>{NUMBER})[ ]?(?P<unit>{UNIT})(?![\w/=])", re.IGNORECASE
)
_RESULT: Final = re.compile(
    r"(?:[a-z]{1,8}_)?(?:t(?:hrough)?put|bw|bandwidth|goodput|[kmg]?pps|iops|ops|qps|rps|tps|avg|mean|median|lat(?:ency)?|rtt|jitter"
    r"|p\d{2}(?:[._]?\d{1,3})?|cpu|idle|loss|time|elapsed|cycles)(?:_[a-z]{1,8})?",
    re.IGNORECASE,
)
_GAP: Final = re.compile(r"[\s,;]{1,40}")
_LABEL: Final = re.compile(r"(?:^|\n|[.;]\s)[ \t*#=\[(-]{0,12}(?P<label>[A-Za-z][^\n=]{0,60}?)[ \t:=\])>-]{0,12}\s{0,3}$")
_OF: Final = {"iops": "ops/s", "ops": "ops/s", "pps": "pps", "qps": "req/s", "rps": "req/s", "tps": "trans/s"}
_NEAR: Final = 160


def sniff(words: Words) -> bool:
    """Tell whether keys may stand here."""
    return words.gist.count("=") > 1


def parse(words: Words) -> Iterator[Run]:
    """Read the chains of pairs whose labels name both sides."""
    text = words.rest
    chains: list[list[re.Match[str]]] = []
    for pair in _PAIR.finditer(text, 0, len(text.rstrip())):
        if _RESULT.fullmatch(pair["key"]) is None or units.canonical(pair["unit"]) is None:
            continue
        if chains and _GAP.fullmatch(text, chains[-1][-1].end(), pair.start()) and pair["key"] not in {p["key"] for p in chains[-1]}:
            chains[-1].append(pair)
        else:
            chains.append([pair])
    group: list[tuple[str, list[re.Match[str]]]] = []
    last = 0
    for chain in chains:
        label = _label(text, last, chain[0].start()) if len(chain) > 1 else None
        far = bool(group) and chain[0].start() - group[-1][1][-1].end() > _NEAR
        if far or label is None:
            yield from _run(words, group)
            group = []
        if label is not None:
            group.append((label, chain))
        last = chain[-1].end()
    yield from _run(words, group)


def _label(text: str, floor: int, start: int) -> str | None:
    """Give the words before a chain, on its line or since the chain before."""
    head = text[max(floor, start - 80) : start]
    match = _LABEL.search(head)
    return match["label"].rpartition(": ")[2] if match is not None else None


def _run(words: Words, group: list[tuple[str, list[re.Match[str]]]]) -> Iterator[Run]:
    roles = _role.contrast([label for label, _ in group]) if len(group) > 1 else []
    if not {"before", "after"} <= set(roles):
        return
    start, end = group[0][1][0].start(), group[-1][1][-1].end()
    run = Run(_tool.of(words.plain, start, end), start, end, kind="table", layout=NAME, placed=True)
    for (label, chain), role in zip(group, roles, strict=True):
        for pair in chain:
            unit = units.canonical(pair["unit"]) or ""
            if unit in {"K", "M", "G"}:
                unit += next((of for word, of in _OF.items() if pair["key"].lower().endswith(word)), "")  # `iops=208k`
            name, direction, primary = _metric.metric(unit, pair["key"])
            key = f"{pair['key'].lower()} {_role.residue(label)}".strip()
            figure = Figure(*pair.span("value"), name, number(pair["value"]), unit, direction, primary or unit == "%", role=role)
            figure.placed, figure.label, figure.key = True, label, key
            run.figures.append(figure)
    yield run
