# SPDX-License-Identifier: GPL-2.0-or-later
"""hackbench, and `perf bench sched messaging` which is the same: how long all groups took.

`Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks)`, `Each sender will pass 100 messages of 100 bytes`,
`Time: 0.123`; old releases: `Running with 10*40 (== 400) tasks.`; perf: `# 10 groups == 400 processes run`, `Total time: 0.123 [sec]`.
Source: hackbench.c of rt-tests, tools/perf/bench/sched-messaging.c
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Run
from digest.bench._fields import Field
from digest.bench._parts import Part, runs
from digest.bench._tokens import Words

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


def sniff(words: Words) -> bool:
    """Tell whether a result may stand here."""
    gist = words.gist
    return "hackbench" in gist or "tasks)" in gist or ") tasks" in gist or "sched/messaging" in gist


def parse(words: Words) -> Iterator[Run]:
    """Read each run; a time without its banner counts where hackbench is named."""
    named = "hackbench" in words.plain or "groups using" in words.plain
    parts = _PARTS if named else (_PARTS[0], _PARTS[2])
    yield from runs(NAME, "keyvalue", words.rest, parts, reach=20)
