# SPDX-License-Identifier: GPL-2.0-or-later
"""Dates as archives print them: RFC 5322, ctime with a zone, ISO 8601, "7 May 2010 01:10", "March 5, 2020, 1:01 p.m. UTC"."""

import re
from datetime import datetime, timedelta, timezone

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january",
            "feb february",
            "mar march",
            "apr april",
            "may",
            "jun june",
            "jul july",
            "aug august",
            "sep sept september",
            "oct october",
            "nov november",
            "dec december",
        ),
        1,
    )
    for name in names.split()
}
_MONTH = (
    r"(?P<mon>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?"
    r"|Dec(?:ember)?)"
)
_CLOCK = r"(?P<h>\d{1,2}):(?P<min>\d\d)(?::(?P<s>\d\d))?(?:\.\d{1,9})?(?:[ ]?(?P<half>[AaPp])\.?[Mm]\b\.?)?"
_DJANGO = r"(?:(?P<hour>\d{1,2})(?:[ ]?(?P<half2>[ap])\.m\.)|(?P<word>noon|midnight))"
_ZONE = r"(?:[ ]{0,3}(?P<zone>[+-]\d\d:?\d\d|Z\b|[A-Z]{2,5}\b))?"

#: The forms, the surer first; each names day, month, year and clock.  Used with `match` by `when` and inside larger patterns.
RFC = (
    rf"(?:[A-Z][a-z]{{2,8}},?[ ]{{1,3}})?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?[ -]{{1,3}}{_MONTH}\.?,?[ -]{{1,3}}(?P<y>\d{{4}}|\d\d),?[ ]{{1,3}}"
    rf"(?:at[ ])?{_CLOCK}{_ZONE}"
)
CTIME = (
    rf"(?:[A-Z][a-z]{{2}},?[ ]{{1,3}}){_MONTH}[ ]{{1,3}}(?P<d>\d{{1,2}})[ ]{{1,3}}(?P<y1>\d{{4}}[ ]{{1,3}}-[ ]{{1,3}})?{_CLOCK}{_ZONE}"
    rf"(?:[ ]{{1,3}}(?P<y>\d{{4}}))?"
)
ISO = (
    r"(?P<y>\d{4})-(?P<mon>\d\d)-(?P<d>\d\d)"
    r"(?:[T ]{1,3}(?P<h>\d{1,2}):(?P<min>\d\d)(?::(?P<s>\d\d))?(?:\.\d{1,9})?(?P<half>)(?:[ ]?(?P<zone>[+-]\d\d:?\d\d|Z\b|UTC\b|GMT\b))?)?"
)
US = (
    rf"(?:[A-Z][a-z]{{2,8}},[ ]{{1,3}})?{_MONTH}\.?[ ]{{1,3}}(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,[ ]{{1,3}}(?P<y>\d{{4}})(?:,|[ ]at)?"
    rf"(?:[ ]{{1,3}}(?:{_CLOCK}|{_DJANGO}){_ZONE})?"
)


def plain(form: str) -> str:
    """A form without group names, for use within a larger pattern."""
    return "(?:" + re.sub(r"\?P<\w+>", "?:", form) + ")"


#: Any of them, likewise.
ANY = "(?:" + "|".join(plain(form) for form in (RFC, ISO, US, CTIME)) + ")"

_FORMS = tuple(re.compile(form) for form in (RFC, ISO, US, CTIME))
_ZONES = {
    "UTC": 0, "GMT": 0, "Z": 0, "UT": 0, "EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360,
    "PST": -480, "PDT": -420, "CET": 60, "CEST": 120, "BST": 60, "EET": 120, "EEST": 180, "MSK": 180, "JST": 540, "AEST": 600,
}  # fmt: skip


def when(text: str) -> datetime | None:
    """The date that a page shows, with its zone (UTC where it names none), or None.  Never raises."""
    text = " ".join(text.split())[:80]
    for form in _FORMS:
        found = form.match(text)
        if found:
            try:
                return _made(found.groupdict())
            except (ValueError, OverflowError):
                return None
    return None


def _made(part: dict[str, str | None]) -> datetime:
    year = int((part.get("y") or (part.get("y1") or "")[:4]) or 0)
    if year < 100:
        year += 2000 if year < 70 else 1900
    word = part["mon"] or ""
    month = int(word) if word.isdigit() else _MONTHS[word.lower()]
    hour = int(part.get("h") or part.get("hour") or (12 if part.get("word") == "noon" else 0))
    half = (part.get("half") or part.get("half2") or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    zone = part.get("zone") or "UTC"
    if zone[0] in "+-":
        minutes = int(zone[1:3]) * 60 + int(zone[-2:])
        minutes = -minutes if zone[0] == "-" else minutes
    else:
        minutes = _ZONES.get(zone, 0)
    at = timezone(timedelta(minutes=minutes))
    return datetime(year, month, int(part["d"] or 0), hour, int(part.get("min") or 0), min(int(part.get("s") or 0), 59), tzinfo=at)
