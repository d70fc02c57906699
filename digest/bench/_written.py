# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers as people and tools write them: `1,722,307`, `0,802`, `1'234'567`, `1.230.450 pps`, `35 830 428 pps`, `3m30s`.

A comma or a point groups digits where that is plain (three digits behind each, more than one of them, a unit behind), else it is decimal.
"""

import re
from math import isfinite
from typing import Final

NUMBER: Final = r"(?:\d{1,3}(?:[,']\d{3}){1,12}(?![\d,'])|\d+)(?:\.\d+)?"
"""A number without sign: `2,948`, `10.00`.  Group it yourself."""

RATED: Final = r"[KMG]?pps|bps|packets|pkts|ops|ns|nanosec|cycles|req|trans|bits?/s|B/s|/s|fps|conn"
"""Units that show that blanks or points between digits only group them."""

CLOCK: Final = r"(?:\d{1,3}h[ ]?)?\d{1,4}m(?:in)?[ ]?\d{1,2}(?:[.,]\d{1,6})?s(?:ec)?"
"""Minutes and seconds: `3m30s`, `1h02m03s`, `0m48.2s`."""
_CLOCK: Final = re.compile(r"(?:(?P<h>\d{1,3})h[ ]?)?(?P<m>\d{1,4})m(?:in)?[ ]?(?P<s>\d{1,2}(?:[.,]\d{1,6})?)s(?:ec)?")


def number(text: str) -> float:
    """Read a number as written: `1,722,307`, `+2.68`, `~15`, `0,802` (a decimal comma)."""
    text = text.lstrip("+~≈").rstrip(".")
    if " " in text or "'" in text:
        text = text.replace(" ", "").replace("'", "")  # `35 830 428 pps`, `1'234'567`
    if text.count(".") > 1:
        text = text.replace(".", "")
    if "," in text:
        head, _, tail = text.partition(",")
        if "." in text or text.count(",") > 1 or (len(tail) == 3 and head.lstrip("-") not in {"0", ""}):
            text = text.replace(",", "")
        else:
            text = text.replace(",", ".")
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if isfinite(value) else 0.0  # hundreds of digits are no figure


def seconds(text: str) -> float:
    """Read `3m30s` as seconds; 0 for what is none."""
    match = _CLOCK.fullmatch(text)
    if match is None:
        return 0.0
    return round(int(match["h"] or 0) * 3600 + int(match["m"]) * 60 + float(match["s"].replace(",", ".")), 6)


def digits(text: str) -> float:
    """Give one unit of the last digit written: `7.66` -> 0.01, `140` -> 1.0."""
    text = text.lstrip("+-~")
    if text.count(".") > 1:
        return 1.0
    _, dot, tail = text.partition(".")
    if not dot and text.count(",") == 1 and (len(text.partition(",")[2]) != 3 or text[0] == "0"):
        tail = text.partition(",")[2]
    return 10.0 ** -sum(c.isdigit() for c in tail)
