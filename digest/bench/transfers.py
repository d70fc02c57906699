# SPDX-License-Identifier: GPL-2.0-or-later
"""A file copied by scp, rsync, wget or curl: the rate that the program tells at the end, the size and the time beside it.

scp: `name  100% 1024MB 112.3MB/s   00:09`; rsync: `1,073,741,824 100%  112.31MB/s    0:00:09` and `sent 1,074,004,056 bytes  received
35 bytes  112,905,272.29 bytes/sec`; wget: `(112 MB/s) - 'name' saved [1073741824/1073741824]`; curl: the last row of its table, whose
`Dload` is the average.  A share of less than all is progress and no result.  They have no name in the vocabulary.
Source: scp(1), rsync(1), wget(1), curl(1)
"""

import re
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench._block import Figure, Run
from digest.bench._fields import Field
from digest.bench._parts import figures
from digest.bench._tokens import Words

NAME: Final = "unknown"

_N: Final = r"\d{1,9}(?:\.\d{1,3})?"
_CLOCK: Final = r"(?:\d{1,3}:)?\d{1,3}:\d\d"
_PROGRESS: Final = re.compile(
    rf"(?<![\w.,])(?:(?P<bytes>\d{{1,3}}(?:,\d{{3}}){{1,6}}|\d{{4,18}})\s{{1,12}})?(?P<share>\d{{1,3}})%\s{{1,12}}(?:(?P<size>{_N})\s?(?P<in>[KMGT]?B)\s{{1,12}})?"
    rf"(?P<rate>{_N})\s?(?P<u>[KMGTkmg]?B/s)\s{{1,12}}{_CLOCK}(?:\s{{1,4}}ETA)?(?:\s{{1,4}}\(xfr#\d{{1,9}}(?:,\s[\w-]{{2,12}}=\d{{1,9}}/\d{{1,9}})?\))?(?![\w:])"
)
_SENT: Final = re.compile(
    r"(?<!\w)sent\s{1,4}(?P<sent>\d[\d,]{0,20}) bytes\s{1,6}received\s{1,4}\d[\d,]{0,20} bytes\s{1,6}"
    r"(?P<rate>\d[\d,]{0,18}(?:\.\d\d)?) bytes/sec"
)
_SAVED: Final = re.compile(
    rf"\((?P<rate>{_N})\s?(?P<u>[KMG]?B/s)\)\s{{1,4}}-\s{{1,4}}(?:[`'‘“\"][^`'’”\"\n]{{1,120}}[`'’”\"]|\S{{1,120}})\s{{1,4}}saved\b"
)
_CURL: Final = re.compile(
    rf"%\s+Total\s+%\s+Received\s+%\s+Xferd\s+Average\s+Speed\s+Time\s+Time\s+Time\s+Current\s+Dload\s+Upload\s+Total\s+Spent\s+Left\s+Speed"
    rf"(?:\s+(?P<share>\d{{1,3}})\s+{_N}[kMG]?\s+\d{{1,3}}\s+{_N}[kMG]?\s+\d{{1,3}}\s+{_N}[kMG]?\s+(?P<down>{_N})(?P<d>[kMG]?)\s+(?P<up>{_N})(?P<p>[kMG]?)"
    r"(?:\s+[\d:-]{7,9}){3}\s+\d[\d.]{0,6}[kMG]?)?(?!\w)"
)
_SENT_FIELDS: Final = (Field("rate", "throughput", "B/s", "higher", primary=True), Field("sent", "transfer", "B"))
_ALL: Final = 100


def sniff(words: Words) -> bool:
    """Tell whether such a line may stand here."""
    gist = words.gist
    return "B/s" in gist or "bytes/sec" in gist or "Dload" in gist


def parse(words: Words) -> Iterator[Run]:
    """Read each line; progress is taken out of the way."""
    text = words.rest
    for match in _PROGRESS.finditer(text):
        run = Run(NAME, *match.span(), layout="keyvalue")
        if int(match["share"]) == _ALL:
            run.figures = [*_rate(match, "rate", match["u"])]
            if match["size"] is not None:
                run.figures += figures(match, (Field("size", "transfer", "{in}"),))
        yield run
    for match in _SENT.finditer(text):
        yield Run(NAME, *match.span(), layout="keyvalue", figures=figures(match, _SENT_FIELDS))
    for match in _SAVED.finditer(text):
        yield Run(NAME, *match.span(), layout="keyvalue", figures=[*_rate(match, "rate", match["u"])])
    for match in _CURL.finditer(text):
        run = Run(NAME, *match.span(), layout="keyvalue")
        if match["share"] == "100":
            run.figures = [*_rate(match, "down", f"{match['d']}B/s"), *_rate(match, "up", f"{match['p']}B/s")]
        yield run


def _rate(match: re.Match[str], group: str, written: str) -> Iterator[Figure]:
    """Give the rate, unless nothing went that way."""
    value = float(match[group])
    if value:
        yield Figure(*match.span(group), "throughput", value, units.canonical(written) or "B/s", "higher")
