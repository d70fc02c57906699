# SPDX-License-Identifier: GPL-2.0-or-later
"""hackbench, and `perf bench sched messaging` which is the same: how long all groups took.

`Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks)`, `Each sender will pass 100 messages of 100 bytes`,
`Time: 0.123`; old releases: `Running with 10*40 (== 400) tasks.`; perf: `# 10 groups == 400 processes run`, `Total time: 0.123 [sec]`.
Source: hackbench.c of rt-tests, tools/perf/bench/sched-messaging.c
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench import _command
from digest.bench._block import Run
from digest.bench._fields import Field
from digest.bench._parts import Part, figures, runs
from digest.bench._tokens import Words, number

NAME: Final = "hackbench"

_TIME: Final = (Field("time", "time", "s", "lower", primary=True),)
_PARTS: Final = (
    Part(
        re.compile(
            r"Running\s+(?:in\s+(?P<mode>process|thread(?:ed)?)\s+mode\s+with\s+(?P<groups>\d{1,7})\s+groups\s+using\s+(?P<fds>\d{1,7})\s+file"
            r"\s+descriptors\s+each\s+\(==\s+(?P<tasks>\d{1,9})\s+tasks\)|with\s+(?P<old>\d{1,7})\s?\*\s?\d{1,5}\s+\(==\s+\d{1,9}\)\s+tasks\.?)"
            r"(?:\s+Each\s+sender\s+will\s+pass\s+(?P<loops>\d{1,9})\s+messages\s+of\s+(?P<size>\d{1,9})\s+bytes)?\s+Time:\s+(?P<time>\d{1,7}\.\d{1,6})(?![\w.])"
        ),
        _TIME,
        opens=True,
        params=(("groups", "groups"), ("groups", "old"), ("tasks", "tasks"), ("mode", "mode"), ("loops", "loops"), ("msg_size", "size")),
    ),
    Part(re.compile(r"(?<!\w )(?<!\w)Time:\s+(?P<time>\d{1,7}\.\d{3})(?![\w.:/]|\s{0,2}[num]?s(?:ec)?\b)"), _TIME),
    Part(
        re.compile(
            r"#\s+Running\s+'?sched/messaging'?\s+benchmark:\s+#\s+\d{1,6}\s+sender\s+and\s+receiver\s+(?P<mode>processes|threads)\s+per\s+group"
            r"\s+#\s+(?P<groups>\d{1,7})\s+groups\s+==\s+(?P<tasks>\d{1,9})\s+(?:processes|threads)\s+run\s+Total\s+time:\s+(?P<time>\d{1,7}\.\d{1,6})\s+\[sec\]"
        ),
        _TIME,
        opens=True,
        params=(("groups", "groups"), ("tasks", "tasks"), ("mode", "mode")),
    ),
)


_CALLED: Final = re.compile(
    r"(?<![\w-])hackbench(?P<options>(?:\s{1,4}-{1,2}[a-z]{1,10}(?:[ =]?\d{1,9})?){1,8})(?:\s{1,4}(?:process|threads?))?:\s{1,8}"
    r"(?:Time:\s{1,8})?(?P<time>\d{1,7}\.\d{1,6})\s?(?:s|secs?|seconds)(?![\w/])(?:\s{1,4}\(\s?(?:\+/?-|±)\s{0,3}(?P<dev>\d{1,3}(?:\.\d{1,3})?)\s?%\))?"
)
"""`hackbench -l 16000 -g 16: 3.201sec (+/- 0.90%)`: a run told by its command."""


def sniff(words: Words) -> bool:
    """Tell whether a result may stand here."""
    gist = words.gist
    return "hackbench" in gist or "tasks)" in gist or ") tasks" in gist or "sched/messaging" in gist


def parse(words: Words) -> Iterator[Run]:
    """Read each run; a time without its banner counts where hackbench is named."""
    named = "hackbench" in words.plain or "groups using" in words.plain
    parts = _PARTS if named else (_PARTS[0], _PARTS[2])
    yield from runs(NAME, "keyvalue", words.rest, parts, reach=20)
    for call in _CALLED.finditer(words.rest):
        run = Run(NAME, *call.span(), layout="keyvalue", figures=figures(call, _TIME))
        for name, option in (("groups", "g"), ("groups", "groups"), ("loops", "l"), ("loops", "loops"), ("msg_size", "s")):
            value = _command.options(call["options"]).get(option, "")
            if value.isdecimal():
                run.params[name] = int(value)
        if call["dev"] is not None:
            run.figures[0].spread = round(run.figures[0].value * number(call["dev"]) / 100, 9)
        yield run
