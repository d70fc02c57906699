# SPDX-License-Identifier: GPL-2.0-or-later
"""What stands behind a labelled value: words that make it one of a sentence's (`0.21 ms without it, 0.18 ms with it`), or its shares."""

import re
from typing import Final

from digest.bench._tokens import Token

_SIDE_BEHIND: Final = re.compile(
    r"[ \t]+(?:(?:with|without|w/o?)\s+(?:the|this|these|it\b|my|your|patch)"
    r"|(?:before|after|with|without|w/o?)(?:[,;]|[ \t]+(?:and|vs)\b))"
    r"|\s+(?:before|after|with|without|w/o?)[,;]"
)
_GOES_ON: Final = re.compile(
    r",?[ \t]+(?:up|down)[ \t]+(?:from[ \t]|by[ \t])?[~≈]?\d[\d.]{0,5}[ ]?%[ \t]+(?:over|from|on|compared)\b"
    r"|,?[ \t\n]+(?:up|down)[ \t\n]+from[ \t\n]+[~≈]?\d"
    r"|[,;][ \t\n]+(?:it|this|that|which)[ \t\n]+(?:was|used[ ]to)\b"
    r"|[,;][ \t\n]+(?:before|previously|earlier)[ \t\n]+(?:it|this|that|we|I)[ \t\n]"
    r"|,[ \t\n]+(?:(?:which|that|this)(?:'s|[ ]is)|i\.e\.)[ \t\n]+(?:about[ ]|around[ ])?"
    r"[~≈]?\d[\d.]{0,5}[ ]?%[ ][a-z]{2,10}[ ](?:than|over|from)\b"
    r"|[ \t]+(?:to[ \t]+[~≈]?\d[\d.,]*[ ]?(?=[KMGkmgunµbBptc%])|(?:with|for|at|on|using)[ \t]+\d{1,6}[ \t][A-Za-z][\w -]{1,24}"
    r"(?:,|[ \t\n]+and)[ \t\n]+[~≈]?\d[\d.,]*[ ]?"
    r"[KMGkmgunµ]?(?:bps|bit|b/s|B/s|pps|req|ops|trans|tps|s\b)[^,;:\n]{0,9}[ \t\n]+(?:with|for|at|on|using)\b)"
)
# `-5% (600 Mbps -> 571 Mbps)`: the change, and then both sides of it
_CHANGE_OF: Final = re.compile(r"[ \t]{0,3}(?:[A-Za-z/-]{1,20}[ \t]){0,3}[(\[][ ]?[~≈]?\d[^()\[\]\n]{0,40}(?:-{1,2}>|=>|→|\bto\b|\bvs\b)")
# `8.1 Mpps / 9.4 Mpps (old/new)`: both sides, and then which is which
_SLASHED: Final = re.compile(r"[ ]{0,3}/[ ]{0,3}[~≈]?\d[^()/\n]{0,24}[(\[][A-Za-z/ ]{3,12}/")
# what a share is of, beside a value: `(92% CPU)`, `, CPU 540%`
_OF_WHAT: Final = r"(?:cpu|softirq|idle|busy|util(?:i[sz]ation)?|load|usage|(?:packet[ ])?loss)"
_SHARE_BEHIND: Final = re.compile(rf"[ ]?(?:of[ ](?:an?|one|the|each)[ ])?(?:{_OF_WHAT}|cores?|sys|user|system)\b", re.IGNORECASE)
_SHARE_AHEAD: Final = re.compile(
    rf"[ \t]?[,;(\[]?[ \t]{{1,3}}[(\[]?(?:(?:with|at|and|total|average|avg|system|host|guest|sender|receiver)[ ]){{0,2}}{_OF_WHAT}"
    rf"(?:[ ](?:{_OF_WHAT}|time|is|at|of)){{0,2}}[ ]?[:=@]?[ ]{{0,3}}[~≈]?(?=\d{{1,4}}(?:\.\d{{1,3}})?[ ]?%)",
    re.IGNORECASE,
)


def in_sentence(rest: str, token: Token) -> bool:
    """Tell whether the words behind a labelled value join it to another number, so that a sentence tells both.

    `0.213 ms without the series, 0.187 ms with it`, `1.9 Mpps to 3.7 Mpps`, `9.4 Gbps, up from 8.1`, `-5% (600 Mbps -> 571 Mbps)`.
    """
    at = token.end
    if token.unit == "%" and _CHANGE_OF.match(rest, at, at + 120) is not None:
        return True
    behind = _SIDE_BEHIND.match(rest, at, at + 30)
    if behind is not None and ":" not in rest[behind.end() : behind.end() + 14]:
        return True
    return _GOES_ON.match(rest, at, at + 90) is not None or _SLASHED.match(rest, at, at + 60) is not None


def share_behind(rest: str, token: Token) -> bool:
    """Tell whether a percentage in brackets is a share of something by its words: `(92% CPU)`, `(61% idle)`."""
    return "cpu" in token.text.lower() or _SHARE_BEHIND.match(rest, token.end, token.end + 40) is not None


def of_other(rest: str, token: Token) -> bool:
    """Tell whether a percentage in brackets is a share of something else that was not measured here: `(97% of line rate)`."""
    match = _OF_OTHER.match(rest, token.end, token.end + 24)
    return match is not None and not share_behind(rest, token)


_OF_OTHER: Final = re.compile(r"[ ]of[ ][A-Za-z]")


def share_ahead(rest: str, at: int) -> int:
    """Give where the percentage of a share beside a value begins that ends at `at`: `71.2 Gbps, CPU 540%`; `at` where there is none."""
    match = _SHARE_AHEAD.match(rest, at, at + 80)
    return match.end() if match is not None else at
