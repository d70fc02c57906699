# SPDX-License-Identifier: GPL-2.0-or-later
"""super_netperf N: the sum of N netperf instances, one bare number a run, behind its command.

The sum is Mbit/s for STREAM tests and transactions a second for RR and CRR.  The command ends where its options do; what follows as
bare numbers are the results, one a loop.  Source: the script of that name used on netdev since 2010.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _command, _role
from digest.bench._block import Figure, Run
from digest.bench._tokens import Words, number
from digest.model.bench import Param, Role

NAME: Final = "super_netperf"

_CALL: Final = re.compile(r"super_netperf(?:\.sh)?(?=\s)")
_WORD: Final = re.compile(r"\S{1,400}")
_SUM: Final = re.compile(r"\d{1,12}(?:,\d{3}){0,4}(?:\.\d{1,6})?")
_SHELL: Final = re.compile(r"""[;|"'$`&<>/={}]|^(?:done|do|for|in|grep|egrep|tail|head|awk|sleep|nstat|sum|time|wait)$""")
_MOST_WORDS: Final = 60
_MOST_RUNS: Final = 200
_EVENT: Final = (
    r"\s{1,40}(?:cycles|instructions|branches|faults|msec|[a-z]\w{1,30}:[a-z]"
    r"|[A-Za-z][\w-]{0,40}-(?:misses|loads|stores|switches|faults|migrations|cycles|references|clock|instructions)\b)"
)
"""What perf stat counted stands behind its number."""
_ONE: Final = rf"\d{{1,12}}(?:,\d{{3}}){{0,4}}(?:\.\d{{1,6}})?(?![\w.,%])(?!{_EVENT})"
_LINES: Final = re.compile(
    rf"\n[ \t]*+(?P<label>[A-Za-z][^\n:]{{1,60}}+):?(?P<sums>(?:[ \t\r]*+\n[ \t]*+(?=\d){_ONE}(?=[ \t\r]*+(?:\n|\Z))){{1,200}}+)"
)
_COLON: Final = re.compile(rf":(?P<sums>(?:\s{{1,40}}+{_ONE}){{1,200}}+)")
_LABEL: Final = re.compile(r"(?:[A-Za-z][\w./+-]{0,40}|\+|[(][^()\n\d]{1,30}[)])\Z")
_LABEL_WORDS: Final = 6
_SECTIONS: Final = 1200
_NOTE: Final = re.compile(r"(?<=\s)(?:\((?P<label>[A-Za-z][^()\n\d]{1,40}(?:\d[^()\n]{0,20})?)\))(?=\s{1,40}\d)")
_NEAR: Final = 300


def sniff(words: Words) -> bool:
    """Tell whether the script is called here."""
    return "super_netperf" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read the bare numbers behind each call."""
    text = words.rest
    noted: list[tuple[Run, str]] = []
    past = 0
    for call in _CALL.finditer(text):
        if call.start() < past:
            continue
        sections = list(_sections(text, call))
        if sections:
            past = sections[-1].end
            yield from sections
            continue
        note = _NOTE.search(text, call.end(), call.end() + _NEAR)
        if note is not None and "super_netperf" in text[call.end() : note.start()]:
            note = None
        found = _results(text, call.end(), note)
        if not found:
            continue
        if "'" in text[max(0, call.start() - 3) : call.start()]:  # QUIRK: perf stat names its command in quotes
            continue
        test, params = _asked(text[call.end() : found[0].start()])
        run = Run(NAME, call.start(), found[-1].end(), test=test, layout="list" if len(found) > 1 else "keyvalue", params=params)
        run.figures = _sums(found, test)
        if note is not None and note.end() <= found[0].start():
            noted.append((run, note["label"]))
        yield run
    roles = _role.contrast([label for _, label in noted]) if len(noted) > 1 else []
    if {"before", "after"} <= set(roles):
        for (run, label), role in zip(noted, roles, strict=True):
            _set(run, role, label)


def _sums(found: list[re.Match[str]], test: str) -> list[Figure]:
    name, unit = ("tps", "trans/s") if test.endswith("RR") else ("throughput", "Mbit/s")
    return [Figure(*match.span(), name, number(match[0]), unit, "higher") for match in found]


def _asked(command: str) -> tuple[str, dict[str, Param]]:
    """Give the test and what was set: instances, seconds, message size."""
    options = _command.options(command)
    params: dict[str, Param] = {}
    flows = _WORD.search(command)
    if flows is not None and flows[0].isdecimal() and len(flows[0]) < 10:
        params["flows"] = int(flows[0])
    for name, option in (("duration", "l"), ("msg_size", "m")):
        if options.get(option, "").isdecimal() and len(options[option]) < 10:
            params[name] = int(options[option])
    return options.get("t", "TCP_STREAM").upper(), params


def _sections(text: str, call: re.Match[str]) -> list[Run]:
    """Read the sums of a call that stand below it under the names of both sides, one a line, or behind a colon where lines are lost."""
    limit = call.end() + _SECTIONS
    again = _CALL.search(text, call.end(), limit)
    limit = limit if again is None else again.start()
    found = [(match["label"], *match.span("sums")) for match in _LINES.finditer(text, call.end(), limit)]
    found = found or [
        (_words_before(text, call.end(), match.start()), *match.span("sums")) for match in _COLON.finditer(text, call.end(), limit)
    ]
    told = [(label.strip(), role, start, end) for label, start, end in found for role, strength in (_role.own(label),) if strength >= 2]
    if not {"before", "after"} <= {role for _, role, _, _ in told}:
        return []
    test, params = _asked(text[call.end() : told[0][2]])
    runs = []
    for label, role, start, end in told:
        sums = list(_SUM.finditer(text, start, end))
        run = Run(NAME, sums[0].start(), sums[-1].end(), test=test, layout="list", params=params, figures=_sums(sums, test))
        _set(run, role, label)
        runs.append(run)
    return runs


def _words_before(text: str, start: int, end: int) -> str:
    """Give the few words right before a colon that may be a label: no number, no option, no bracket left open."""
    out: list[str] = []
    for word in reversed(text[max(start, end - 120) : end].split()):
        if len(out) == _LABEL_WORDS or _LABEL.match(word) is None or _SHELL.search(word) or (word.isupper() and "_" in word):
            break
        out.append(word)
    return " ".join(reversed(out))


def _set(run: Run, role: Role | None, label: str) -> None:
    run.role, run.label, run.placed = role, label, True
    for figure in run.figures:
        figure.role, figure.label, figure.placed = role, label, True


def _results(text: str, start: int, note: re.Match[str] | None) -> list[re.Match[str]]:
    """Walk over the options of a call, and the note behind them, and give the bare numbers that follow."""
    out: list[re.Match[str]] = []
    argument = True
    last = ""
    for count, match in enumerate(_WORD.finditer(text, start)):
        word = match[0]
        if note is not None and note.start() <= match.start() < note.end():
            continue
        if out:
            if _SUM.fullmatch(word) is None or len(out) >= _MOST_RUNS:
                break
            out.append(match)
            continue
        if count > _MOST_WORDS or "super_netperf" in word or word == "&":
            break  # a call in the background prints elsewhere; what follows is a job's number
        if argument:
            argument = False
        elif _SUM.fullmatch(word) is not None:
            out.append(match)
        elif word.startswith("-"):
            argument = len(word) == 2 and word != "--" and word[1] not in "cCDnN"
        elif _SHELL.search(word) is None and _SHELL.search(last) is None and not word.isupper():
            break
        last = word
    return out
