# SPDX-License-Identifier: GPL-2.0-or-later
"""time(1): how long a command took, as bash, POSIX -p, ksh, zsh, csh, BSD, busybox, GNU time and fish say it.

`real 0m11.172s user 0m6.810s sys 0m4.220s` in bash, with a decimal comma in half of Europe; minutes become seconds (1m0.007s is
60.007 s), nothing else is converted.  real is the result, user and sys stand beside it.  Spec: bash(1) TIMEFORMAT, time(1p), GNU time's
default format.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _role
from digest.bench._block import Figure, Run
from digest.bench._fields import decimal
from digest.bench._tokens import Words

NAME: Final = "time"

_S: Final = r"\d{1,7}[.,]\d{1,9}"
_CLOCK: Final = rf"(?:\d{{1,3}}:)?\d{{1,3}}:\d\d(?:[.,]\d{{1,3}})?|{_S}"
_M: Final = r"(?:\d{1,3}h\s{0,16})?\d{1,5}m\s{0,16}\d{1,2}(?:[.,]\d{1,9})?s"
_ANY: Final = rf"(?:{_M}|{_S}s?|\d{{1,7}}(?:s|(?=\s+(?:user|sys))))(?![\w.:/%])"
_GAP: Final = r"[\s:=]{1,12}"

_LABELLED: Final = re.compile(
    rf"real{_GAP}(?P<real>{_ANY})(?:\s{{0,9}}[,;]?\s{{0,9}}user{_GAP}(?P<user>{_ANY}))?"
    rf"(?:\s{{0,9}}[,;]?\s{{0,9}}sys(?:tem)?{_GAP}(?P<sys>{_ANY}))?"
)
_BEHIND: Final = re.compile(rf"(?<![\w.:])(?P<real>{_M}|{_S})\s+real\s+(?P<user>{_M}|{_S})\s+user\s+(?P<sys>{_M}|{_S})\s+sys(?:tem)?(?!\w)")
_NUMBER_REAL: Final = re.compile(r"\ds?\s+real\s")
_GNU: Final = re.compile(
    rf"(?<![\w.:])(?P<user>{_S})\s?user\s+(?P<sys>{_S})\s?sys(?:tem)?\s+(?P<real>{_CLOCK})\s?elapsed(?:\s+(?P<cpu>\d{{1,6}})%(?:\s?CPU\b)?"
    r"(?:\s+\([^()]{1,120}\)k?(?:\s+[\d?]{1,12}inputs\+[\d?]{1,12}outputs\s+\([^()]{1,80}\)pagefaults\s+\d{1,9}swaps)?)?)?(?!\w)"
)
_ZSH: Final = re.compile(
    rf"(?<![\w.:])(?P<user>{_S})s\s+user\s+(?P<sys>{_S})s\s+system\s+(?P<cpu>\d{{1,6}})%\s+cpu\s+(?P<real>{_CLOCK})\s+total(?!\w)"
)
_CSH: Final = re.compile(
    rf"(?<![\w.:])(?P<user>{_S})u\s+(?P<sys>{_S})s\s+(?P<real>\d{{1,3}}:\d\d(?:[.,]\d{{1,3}})?)\s+(?P<cpu>\d{{1,6}}[.,]\d)%"
    r"(?:\s+\d{1,9}\+\d{1,9}k\s+\d{1,12}\+\d{1,12}io\s+\d{1,9}pf\+\d{1,9}w)?"
)
_VERBOSE: Final = re.compile(
    rf"User\s+time\s+\(seconds\):\s+(?P<user>{_S})\s+System\s+time\s+\(seconds\):\s+(?P<sys>{_S})"
    rf"\s+Percent\s+of\s+CPU\s+this\s+job\s+got:\s+(?P<cpu>\d{{1,6}})%"
    rf"\s+Elapsed\s+\(wall\s+clock\)\s+time\s+\(h:mm:ss\s+or\s+m:ss\):\s+(?P<real>{_CLOCK})"
)
_FISH: Final = re.compile(
    rf"Executed\s+in\s+(?P<real>{_S})\s+(?P<unit>secs|millis)(?:\s+fish\s+external)?(?:\s+usr\s+time\s+(?P<user>{_S})\s+(?P<user_unit>secs|millis)"
    rf"(?:\s+{_S}\s+(?:secs|millis|micros)){{0,2}}\s+sys\s+time\s+(?P<sys>{_S})\s+(?P<sys_unit>secs|millis))?"
)
_TWO: Final = re.compile(
    rf"(?<![\w.])real\s{{1,60}}(?P<real>{_M})\s{{1,60}}(?:real\s{{1,60}})?(?P<real2>{_M})"
    rf"\s{{1,60}}user\s{{1,60}}(?P<user>{_M})\s{{1,60}}(?:user\s{{1,60}})?(?P<user2>{_M})"
    rf"\s{{1,60}}sys\s{{1,60}}(?P<sys>{_M})\s{{1,60}}(?:sys\s{{1,60}})?(?P<sys2>{_M})"
)
_CUT: Final = "s 0:"  # csh's seconds of the system, its minutes elapsed
_STATS: Final = (("real", "time", True), ("user", "time_user", False), ("sys", "time_sys", False))


def sniff(words: Words) -> bool:
    """Tell whether times of a command may stand here."""
    gist = words.gist
    return (
        ("real" in gist and ("user" in gist or "0m" in gist or "sys" in gist))
        or "elapsed" in gist
        or " total" in gist
        or ("wall clock" in gist or "Executed" in gist or _CUT in gist)
    )


def parse(words: Words) -> Iterator[Run]:
    """Read each set of times, in the order of the text."""
    text = words.rest
    found: list[re.Match[str]] = []
    if "real" in text:
        found += [match for match in _LABELLED.finditer(text) if _told(match)]
        if _NUMBER_REAL.search(text) is not None:
            found += _BEHIND.finditer(text)
    if "elapsed" in text:
        found += _GNU.finditer(text)
    if " cpu" in text:
        found += _ZSH.finditer(text)
    if "wall" in text:
        found += _VERBOSE.finditer(text)
    if _CUT in words.gist:
        found += _CSH.finditer(text)
    if "Executed" in text:
        found += _FISH.finditer(text)
    last = 0
    for match in _TWO.finditer(text) if "real" in text else ():
        yield from _beside(words, match)
        found = [other for other in found if other.end() <= match.start() or other.start() >= match.end()]
    for match in sorted(found, key=lambda match: match.start()):
        if match.start() < last:
            continue
        last = match.end()
        yield _run(match)


def _beside(words: Words, match: re.Match[str]) -> Iterator[Run]:
    """Read two commands' times side by side; the words above say which is which."""
    lines = [line for line in words.plain[max(0, match.start() - 160) : match.start()].split("\n") if line.strip()]
    heads = _WIDE.split(lines[-1].strip()) if lines else []
    if len(heads) != 2 and lines:
        heads = lines[-1].split()[-2:]
    roles = _role.contrast(heads) if len(heads) == 2 else [None, None]
    for side, role in zip(("", "2"), roles, strict=True):
        run = Run(NAME, match.start(), match.end(), layout="time-sections", role=role, placed=True)
        for group, name, primary in _STATS:
            span = match.span(group + side)
            run.figures.append(Figure(*span, name, seconds(match[group + side]), "s", "lower", primary, role=role, placed=True))
        yield run


_WIDE: Final = re.compile(r"\s{2,160}")


def _told(match: re.Match[str]) -> bool:
    """Tell a time from the word real: other times beside it, or minutes in it."""
    alone = match.start() == 0 or not (match.string[match.start() - 1].isalnum() or match.string[match.start() - 1] in "_.-")
    return alone and (match["user"] is not None or match["sys"] is not None or "m" in match["real"])


def _run(match: re.Match[str]) -> Run:
    groups = match.groupdict()
    run = Run(NAME, match.start(), match.end(), layout="time-sections")
    for group, name, primary in _STATS:
        if groups.get(group) is not None:
            milli = groups.get("unit" if group == "real" else f"{group}_unit") == "millis"
            value = decimal(groups[group]) if milli else seconds(groups[group])
            run.figures.append(Figure(*match.span(group), name, value, "ms" if milli else "s", "lower", primary))
    if groups.get("cpu") is not None:
        run.figures.append(Figure(*match.span("cpu"), "cpu", decimal(groups["cpu"]), "%", "lower", primary=False))
    run.figures.sort(key=lambda figure: figure.start)
    return run


def seconds(written: str) -> float:
    """Read `0m11,172s`, `1h2m3.4s`, `1:21.95`, `11.172` as seconds."""
    parts = [part for part in re.split(r"[hms:\s]+", written) if part]
    total = 0.0
    for part in parts:
        total = total * 60 + (float(part.replace(",", ".")) if part else 0.0)
    return round(total, 9)
