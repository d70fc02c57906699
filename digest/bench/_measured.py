# SPDX-License-Identifier: GPL-2.0-or-later
"""What a label says of the values behind it: measured (a rate, a cost, a time or share by its name), or set."""

import re
from typing import Final

from digest import unit as units
from digest.bench import _role
from digest.bench._tokens import Token

RATES: Final = frozenset({"bit/s", "B/s", "pps", "req/s", "trans/s", "ops/s", "conn/s", "msg/s", "calls/s"})
_COSTS: Final = frozenset({"cycles", "cycles/byte", "cycles/op", "cycles/packet", "s/op", "s/packet"})
TIME_WORD: Final = re.compile(
    r"latenc|\brtt\b|delay|jitter|\btime\b|elapsed|\bavg\b|average|mean|median|\bp\d\d|percentile|\bmin\b"
    r"|\bmax\b|runtime|duration|cost|took|before|after|overhead",
    re.IGNORECASE,
)
_SHARE_WORD: Final = re.compile(r"cpu|util|idle|loss|softirq|load|usage|drop rate", re.IGNORECASE)
_VETO: Final = re.compile(
    r"(?<![a-zA-Z])(?:speed|link|port speed|nic|supported|advertised|capab\w*|bandwidth available"
    r"|max(?:imum)? rate|line ?rate"
    r"|shap(?:er|ed|ing)|polic(?:er|ed|ing)|pacing|ceil|limit|cap|timeout|interval|timer|expected|theoretical|target|window"
    r"|bit ?rate=|[rt]x bit ?rate|inactive time|clock|frequency)\b|[a-z][_-]delay$|\bup$",
    re.IGNORECASE,
)
_CLASS: Final = re.compile(
    r"(?:^|\s)\d[\d.]{0,9}[ ]?[KMG]?(?:bps|bit/s|b/s|B/s|Hz)$", re.IGNORECASE
)  # `6 Mbps: 16195`: how many had that rate
_FORMULA: Final = re.compile(r"\d\s[+*/x]\s\d")
CHANGED: Final = re.compile(
    r"[ \t]{1,3}(?:slower|faster|better|worse|less|more|higher|lower|fewer|up|down|improve\w{0,5}|regress\w{0,4}|degrad\w{0,5}"
    r"|gain|increase|decrease|reduction|drop(?![ ]rate)|speed-?up|slow-?down)\b",
    re.IGNORECASE,
)
COUNTED: Final = re.compile(
    r"\b(?:retransmi(?:t|ssion)s|(?:packet |rx |tx )?drops|context[ -]switch(?:es)?|interrupts|misses|faults|wake-?ups)\b", re.IGNORECASE
)
_KERNEL: Final = re.compile(r"(?:linux[ -])?v?\d{1,2}\.\d{1,3}(?:\.\d{1,3})?(?:-rc\d{1,2})?", re.IGNORECASE)
NAMED: Final = 3  # how strongly a label names the side of the change itself


_BARE_RATE: Final = 4


def under_side(values: tuple[Token, ...], label: str, above: tuple[str, ...]) -> bool:
    """Tell whether a time or a size of memory stands below a heading that is a side of the change: `With the patch`, `load: 12.4 s`."""
    if not above or _role.own(above[-1])[1] != NAMED or _VETO.search(label) is not None or _CLASS.search(label) is not None:
        return False
    return {units.family(v.unit) for v in values} in ({"s"}, {"B"}) and all(v.unit != "B" for v in values)


def results(values: tuple[Token, ...], label: str, tail: str) -> bool:
    """Tell whether what stands behind a label was measured: a rate or cost, or a time or share that the label says."""
    if not values or tail.startswith("available") or _CLASS.search(label) or _VETO.search(label) or "%" in label or _FORMULA.search(label):
        return False
    families = {units.family(v.unit) for v in values}
    if families & RATES or families & _COSTS or (families == {"/s"} and len(values[-1].text.split("/s")[0]) > _BARE_RATE):
        return True
    if all(v.unit == "count" for v in values):
        return True
    about = f"{label} {tail}"
    if families == {"s"}:
        return (
            TIME_WORD.search(about) is not None
            or _role.own(label)[1] >= 2
            or (_KERNEL.fullmatch(label) is not None and not _VETO.search(tail))
        )
    if families == {"%"}:
        if not tail.startswith(" ") and CHANGED.match(f" {tail}") is not None:
            return False  # "TCP streams: 25% gain"
        return _SHARE_WORD.search(about) is not None
    return False
