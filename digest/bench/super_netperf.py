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
from digest.model.bench import Param

NAME: Final = "super_netperf"

_CALL: Final = re.compile(r"super_netperf(?:\.sh)?(?=\s)")
_WORD: Final = re.compile(r"\S{1,400}")
_SUM: Final = re.compile(r"\d{1,12}(?:,\d{3}){0,4}(?:\.\d{1,6})?")
_SHELL: Final = re.compile(r"""[;|"'$`&<>/={}]|^(?:done|do|for|in|grep|egrep|tail|head|awk|sleep|nstat|sum|time|wait)$""")
_MOST_WORDS: Final = 60
_MOST_RUNS: Final = 200
_SECTION: Final = re.compile(
    r"\n[ \t]*+(?P<label>[A-Za-z][^\n]{1,60}+)(?P<sums>(?:\n[ \t]*+(?=\d)\d{1,12}(?:,\d{3}){0,4}(?:\.\d{1,6})?[ \t\r]*+(?=\n|\Z)){1,200}+)"
)
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
    for call in _CALL.finditer(text):
        note = _NOTE.search(text, call.end(), call.end() + _NEAR)
        if note is not None and "super_netperf" in text[call.end() : note.start()]:
            note = None
        found = _results(text, call.end(), note)
        if not found:
            yield from _sections(text, call)
            continue
        if "'" in text[max(0, call.start() - 3) : call.start()]:  # QUIRK: perf stat names its command in quotes
            continue
        command = text[call.end() : found[0].start()]
        options = _command.options(command)
        test = options.get("t", "TCP_STREAM").upper()
        params: dict[str, Param] = {}
        flows = _WORD.search(command)
        if flows is not None and flows[0].isdecimal() and len(flows[0]) < 10:
            params["flows"] = int(flows[0])
        for name, option in (("duration", "l"), ("msg_size", "m")):
            if options.get(option, "").isdecimal() and len(options[option]) < 10:
                params[name] = int(options[option])
        run = Run(NAME, call.start(), found[-1].end(), test=test, layout="list" if len(found) > 1 else "keyvalue", params=params)
        run.figures = _sums(found, test)
        if note is not None and note.end() <= found[0].start():
            noted.append((run, note["label"]))
        yield run
    roles = _role.contrast([label for _, label in noted]) if len(noted) > 1 else []
    if {"before", "after"} <= set(roles):
        for (run, label), role in zip(noted, roles, strict=True):
            run.role, run.label, run.placed = role, label, True
            for figure in run.figures:
                figure.role, figure.label, figure.placed = role, label, True


def _sums(found: list[re.Match[str]], test: str) -> list[Figure]:
    name, unit = ("tps", "trans/s") if test.endswith("RR") else ("throughput", "Mbit/s")
    return [Figure(*match.span(), name, number(match[0]), unit, "higher") for match in found]


def _sections(text: str, call: re.Match[str]) -> Iterator[Run]:
    """Read the sums of a call in a loop that stand below it under the names of the sides, one a line."""
    words = text[call.end() : call.end() + _SECTIONS]
    test = _command.options(words.partition("\n")[0]).get("t", "TCP_STREAM").upper()
    sections = [match for match in _SECTION.finditer(text, call.end(), call.end() + _SECTIONS) if _role.own(match["label"])[1] >= 2]
    if {_role.own(match["label"])[0] for match in sections} < {"before", "after"}:
        return
    for match in sections:
        found = list(_SUM.finditer(text, *match.span("sums")))
        yield Run(NAME, found[0].start(), found[-1].end(), test=test, layout="list", figures=_sums(found, test))


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
