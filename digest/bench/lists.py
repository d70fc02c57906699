# SPDX-License-Identifier: GPL-2.0-or-later
"""Several values behind one label (`Before: 1877 1875 1880 Mb/sec`), and one value behind each bullet (`* vegas with ~120 Mbps`).

The runs of a list are repetitions: both sides are told apart by the rank test.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench import _entry, _numbered, _role, _tool, keyvalue
from digest.bench._block import Run
from digest.bench._cells import default_unit, rate_in, unit_in
from digest.bench._tokens import Token, Words

NAME: Final = "list"

_FEWEST: Final = 3
_MOST: Final = 200
_NEAR: Final = 200
_CAPTION: Final = 700
_RATES: Final = frozenset({"bit/s", "B/s", "pps", "req/s", "trans/s", "ops/s", "conn/s", "msg/s", "s", "cycles"})
_BULLET: Final = frozenset({"*", "-", "•", "o", "·"})
_LINK: Final = frozenset({"with", "at", "gets", "reaches", "gives", "yields", "=>", "->", "=", "~", "about", "around"})


def sniff(words: Words) -> bool:
    """Tell whether a list may stand here: three numbers in a row need a colon, one behind a bullet needs the bullet."""
    return ":" in words.gist or "* " in words.gist or "- " in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read the labelled lists, then the bullets."""
    counted = list(_numbered.sections(words))
    if counted:
        yield from counted
        words.take((run.start, run.end) for run in counted)
    yield from _labelled(words)
    yield from _bullets(words)


def _labelled(words: Words) -> Iterator[Run]:
    tokens = words.tokens()
    group: list[_entry.Entry] = []
    headings: list[str] = []
    several: set[int] = set()
    last = 0
    i = 0
    while i < len(tokens):
        headed = _headed(tokens, i)
        above: tuple[str, ...] = ()
        if headed:
            values, end = _series(tokens, headed)
        elif tokens[i].text == ":" and i + _FEWEST < len(tokens) and tokens[i + 1].kind == "n":
            values, end = _series(tokens, i + 1)
        else:
            i += 1
            continue
        if len(values) < _FEWEST:
            i += 1
            continue
        if headed:
            label, start = " ".join(t.text for t in tokens[i + 1 : headed]), i
        else:
            label, above, start = keyvalue.label_of(words, tokens, last, i)
        behind = " ".join(t.text for t in tokens[end : end + 2])
        # `844 Mbps 763 Mbps retransmits: 3 0 0`: units of the row before
        valued = _TORN.match(label) is not None or any(len(_VALUED.findall(text)) > 1 for text in (label, *above))
        told = values[-1].unit or ("" if valued else unit_in(label) or unit_in(behind) or unit_in(" ".join(above)))
        sided = any(_role.own(text)[1] >= 2 for text in (label, *above, *headings))
        sided = sided or bool(headed) or (values[0].line < values[-1].line and _role.switch(label) is not None)
        if not told and sided and not valued:
            near = bool(group) and tokens[start].start - group[-1].end < _NEAR
            told = group[-1].values[-1].unit if near else _unit(words, tokens[start].start, tokens[end - 1].end)
        unit = told
        if label and units.family(unit) in _RATES and all(v.unit in {"", unit} for v in values):
            entry = _entry.Entry(
                label,
                above,
                tuple(v._replace(unit=unit) for v in values),
                (),
                tokens[start].start,
                tokens[end - 1].end,
                behind,
                tokens[start].start - (group[-1].end if group else 0),
            )
            if group and (entry.gap > _NEAR or above):
                yield from _runs(words, group, headings, several)
            if above or (group and entry.gap > _NEAR):
                keep = len(headings) - len(above) if above and entry.gap <= _NEAR else 0
                headings = [*headings[: max(0, keep)], *above]
                group = []
            group.append(entry)
            if headed:
                several.add(entry.start)
            last = end
        i = end
    if group:
        yield from _runs(words, group, headings, several)


def _runs(words: Words, group: list[_entry.Entry], headings: list[str], several: set[int]) -> Iterator[Run]:
    """Make a run of lists; the values of a list under a mark may be of `several` tests, and meet those of the same place only."""
    for run in _entry.as_run(words, group, headings, NAME):
        if all(entry.start in several for entry in group):
            places = [n for entry in group for n in range(len(entry.values))]
            for figure, n in zip(run.figures, places, strict=False):
                figure.key = f"{figure.key} #{n}".strip()
        yield run


def _unit(words: Words, start: int, end: int) -> str:
    """Give the unit that the words above a list name, or the one its tool is known to print."""
    above = words.rest[max(0, start - _CAPTION) : start]
    told = rate_in(above)
    times = list(_TIMES.finditer(above)) if not told else []
    if times:
        told = units.canonical(times[-1][times[-1].lastgroup or "a"]) or ""
    return told or default_unit(_tool.of(words.plain, start, end), words.plain[max(0, start - _CAPTION) : end])


# "in seconds", "time (ms)", "elapsed seconds:"
_TIMES: Final = re.compile(
    r"(?<![\d.])(?<![\d.]\s)\b(?P<a>(?:milli|micro|nano)?seconds|[mu]secs?|secs|sec(?=\)))\b|\bin\s(?P<c>[num]s|sec)\b|[(\[](?P<b>[num]?secs?|[num]?s)[)\]]",
    re.IGNORECASE,
)


def _headed(tokens: tuple[Token, ...], at: int) -> int:
    """Give where the numbers of a line begin whose name stands above it behind a mark: `# Base`, and below `2.2, 3.3, 3.4`; else 0."""
    if tokens[at].text not in {"#", "##", "==="} or not tokens[at].first:
        return 0
    i = at + 1
    while i < len(tokens) and tokens[i].line == tokens[at].line and tokens[i].kind == "w" and i - at <= _WORDS:
        i += 1
    below = i < len(tokens) and i > at + 1 and tokens[i].kind == "n" and tokens[i].first and tokens[i].line == tokens[at].line + 1
    return i if below else 0


_WORDS: Final = 4
_TORN: Final = re.compile(r"[KMGT]?(?:bps|bit/s|[Bb]its/sec|B/s|pps) \d")
_VALUED: Final = re.compile(r"\d[ ]?[KMGT]?(?:bps|bit/s|[Bb]its/sec|B/s|pps)(?!\w)")


def _series(tokens: tuple[Token, ...], at: int) -> tuple[list[Token], int]:
    out: list[Token] = []
    i = at
    while i < len(tokens) and len(out) < _MOST:
        token = tokens[i]
        if out and token.line != out[-1].line and not (len({t.line for t in out}) == len(out) and _alone(tokens, i)):
            break
        if token.kind == "n" and token.unit != "%":
            out.append(token)
        elif token.text not in {",", "/"}:
            break
        i += 1
        if token.unit:
            break
    if len(out) >= _FEWEST and i + 1 < len(tokens) and tokens[i].text.lower() in _MEAN and tokens[i + 1].kind == "n":
        mean = tokens[i + 1]
        if mean.line == out[-1].line and mean.unit in {"", out[-1].unit}:
            return [*out, mean], i + 2  # `0.066 0.064 0.067 avg 0.066`
    return out, i


_MEAN: Final = frozenset({"avg", "average", "mean"})


def _alone(tokens: tuple[Token, ...], at: int) -> bool:
    """Tell whether a number stands alone on its line, right below the line before."""
    below = tokens[at].first and tokens[at].kind == "n" and tokens[at].line == tokens[at - 1].line + 1
    return below and not tokens[at].unit and (at + 1 >= len(tokens) or tokens[at + 1].first)


def _bullets(words: Words) -> Iterator[Run]:
    tokens = words.tokens()
    group: list[_entry.Entry] = []
    i = 0
    while i < len(tokens):
        entry = _bullet(words, tokens, i) or _turned(words, tokens, i)
        if entry is None:
            i += 1
            continue
        found, end = entry
        if group and found.start - group[-1].end > 30:
            if len(group) > 1:
                yield from _entry.as_run(words, group, [], NAME)
            group = []
        group.append(found)
        i = end
    if len(group) > 1:
        yield from _entry.as_run(words, group, [], NAME)


def _counts(tokens: tuple[Token, ...], at: int) -> bool:
    """Tell whether a number is of a label: `2 frags/page -> 36.0 Gbps`, and no value."""
    return tokens[at].kind == "n" and not tokens[at].unit and at + 1 < len(tokens) and tokens[at + 1].text[:1].isalpha()


def _bullet(words: Words, tokens: tuple[Token, ...], at: int) -> tuple[_entry.Entry, int] | None:
    """Read `* vegas with ~120 Mbps`: a bullet, a few words, a value with the unit of a rate."""
    if tokens[at].text not in _BULLET or not (tokens[at].first or words.flat):
        return None
    i = at + 1
    label: list[Token] = []
    while i < len(tokens) and len(label) < 7 and tokens[i].text not in _BULLET and (tokens[i].kind == "w" or _counts(tokens, i)):
        label.append(tokens[i])
        i += 1
    if i >= len(tokens) or tokens[i].kind != "n" or not label or units.family(tokens[i].unit) not in _RATES - {"s"}:
        return None
    while label and label[-1].text.lower() in _LINK:
        label.pop()
    if not label or len(label) > 5:
        return None
    text = " ".join(t.text for t in label)
    return _entry.Entry(text, (), (tokens[i],), (), tokens[at].start, tokens[i].end, "", 0), i + 1


def _turned(words: Words, tokens: tuple[Token, ...], at: int) -> tuple[_entry.Entry, int] | None:
    """Read `* 4,739,057 pps - baseline`: a bullet, a value, a dash, and then what the value is of."""
    if tokens[at].text not in _BULLET or not (tokens[at].first or words.flat) or at + 3 >= len(tokens):
        return None
    value, dash = tokens[at + 1], tokens[at + 2]
    if value.kind != "n" or value.line != tokens[at].line or dash.text not in {"-", "--", "–", "—"} or tokens[at + 3].kind != "w":
        return None
    unit = value.unit
    if not unit and (value.value > _LEAST or "." in value.text):
        unit = rate_in(words.rest[max(0, tokens[at].start - _CAPTION) : tokens[at].start])
    label: list[Token] = []
    i = at + 3
    while i < len(tokens) and len(label) < _LONGEST and tokens[i].line == value.line and tokens[i].text not in _BULLET - {"+"}:
        label.append(tokens[i])
        i += 1
    if units.family(unit) not in _RATES or not label:
        return None
    text = " ".join(t.text for t in label)
    return _entry.Entry(text, (), (value._replace(unit=unit),), (), tokens[at].start, label[-1].end, "", 0), i


_LEAST: Final = 999
_LONGEST: Final = 9
