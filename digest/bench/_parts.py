# SPDX-License-Identifier: GPL-2.0-or-later
"""A tool's report as a list of parts: each part is one pattern with its fields, and parts that stand together are one result.

Authors cut reports; so no part is needed and any may be missing.  A result ends where the next part is far away or was read
before, and where a heading stands between.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from digest import unit as units
from digest.bench import _role
from digest.bench._block import Figure, Run
from digest.bench._command import param
from digest.bench._fields import Field, decimal

_MINUTES: Final = {"m": "min", "h": "h"}


class Part(NamedTuple):
    """One line, or one table, of a report.

    `fields` are the groups that are figures; a field's unit may name groups (`{size}/s`), and so may its name (`latency_p{p}`).  A part
    that `opens` begins a new result, one that is `many` may be repeated within a result, and one that is `weak` is none by itself.
    `params` are pairs of a parameter's name and the group that holds it; `test` and `key` name the
    groups that say which test it was, and what tells its figures from others.
    """

    pattern: re.Pattern[str]
    fields: tuple[Field, ...] = ()
    opens: bool = False
    many: bool = False
    weak: bool = False
    params: tuple[tuple[str, str], ...] = ()
    test: str = ""
    key: str = ""


def runs(tool: str, layout: str, text: str, parts: tuple[Part, ...], *, reach: int = 200) -> Iterator[Run]:
    """Find all parts in a text and yield a result for each group of them that holds a figure."""
    found = [(match.start(), -match.end(), at, match) for at, part in enumerate(parts) for match in part.pattern.finditer(text)]
    found.sort(key=lambda item: item[:3])
    group: list[tuple[Part, re.Match[str]]] = []
    seen: set[int] = set()
    last = 0
    for start, end, at, match in found:
        if start < last:
            continue
        part = parts[at]
        if group and (part.opens or start - last > reach or (at in seen and not part.many) or _parted(text, last, start)):
            yield from _run(tool, layout, group)
            group = []
            seen = set()
        group.append((part, match))
        seen.add(at)
        last = -end
    yield from _run(tool, layout, group)


def _parted(text: str, start: int, end: int) -> bool:
    """Tell whether words between two parts name a side or end as a heading does: `After:` begins a result, however the last was cut."""
    between = text[start:end].strip()
    return bool(between) and (between.endswith(":") or any(cue.role is not None for cue in _role.cues(text, start, end)))


def _run(tool: str, layout: str, group: list[tuple[Part, re.Match[str]]]) -> Iterator[Run]:
    run = None
    if all(part.weak for part, _ in group):
        return  # percentiles alone could be anybody's
    for part, match in group:
        if run is None:
            run = Run(tool, match.start(), match.end(), layout=layout)
        run.end = match.end()
        run.figures += figures(match, part.fields, key=match[part.key] or "" if part.key else "")
        for name, of in part.params:
            if match[of] is not None:
                run.params[name] = param(match[of].replace(",", ""))
        if part.test and match[part.test]:
            run.test = " ".join(match[part.test].split())
    if run is not None and run.figures:
        yield run


def figures(match: re.Match[str], fields: Iterable[Field], *, key: str = "") -> list[Figure]:
    """Give a figure for each field that the match holds, in the order of the text."""
    words = {name: value or "" for name, value in match.groupdict().items()}
    out = []
    for field in fields:
        if words[field.group]:
            name = field.name.format_map(words) if "{" in field.name else field.name
            unit = unit_of(field.unit.format_map(words)) if "{" in field.unit else field.unit
            value = decimal(words[field.group])
            name = f"latency_p{percentile(name[9:])}" if name.startswith("latency_p") else name
            primary = field.primary and value != 0
            figure = Figure(*match.span(field.group), name, value, unit, field.direction, primary, key=" ".join(key.split()))
            out.append(figure)
    out.sort(key=lambda figure: figure.start)
    return out


def unit_of(written: str) -> str:
    """Give the canonical unit; what is none stays as written."""
    written = "".join(written.split())
    return units.canonical(written) or _MINUTES.get(written, written)


def percentile(written: str) -> str:
    """Write a percentile without idle zeros: `99.900` -> `99.9`, `50.000` -> `50`."""
    return written.rstrip("0").rstrip(".") if "." in written else written
