# SPDX-License-Identifier: GPL-2.0-or-later
"""kperf: `Tx 176.103 Gbps (4123451234 bytes in 187 usec)`, one line a direction and, below it, one a flow.

What was sent and how long it took stand beside the rate.  Source: the client of github.com/facebookexperimental/kperf
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Run
from digest.bench._fields import Field
from digest.bench._parts import figures
from digest.bench._tokens import Words

NAME: Final = "kperf"

_LINE: Final = re.compile(
    r"(?<!\S)(?P<way>[TR]x)(?P<flow>\d{1,5})?:?\s+(?P<rate>\d{1,9}(?:\.\d{1,6})?)\s+(?P<unit>[KMG]?bps)\s+\((?P<bytes>\d{1,18})\s+bytes\s+in\s+(?P<time>\d{1,15})\s+usec\)"
)
_FIELDS: Final = (
    Field("rate", "throughput", "{unit}", "higher", primary=True),
    Field("bytes", "transfer", "B"),
    Field("time", "elapsed", "us"),
)
_NEAR: Final = 60


def sniff(words: Words) -> bool:
    """Tell whether a line may stand here."""
    return " bytes in " in words.gist and "bps (" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read the lines that stand together."""
    text = words.rest
    run: Run | None = None
    for line in _LINE.finditer(text):
        if run is not None and (line.start() - run.end > _NEAR or text[run.end : line.start()].strip()):
            yield run
            run = None
        if run is None:
            run = Run(NAME, *line.span(), layout="keyvalue")
        found = figures(line, _FIELDS, key=f"{line['way']} {line['flow'] or ''}".strip())
        for figure in found:
            figure.primary = figure.primary and line["flow"] is None
        run.figures += found
        run.end = line.end()
    if run is not None:
        yield run
