# SPDX-License-Identifier: GPL-2.0-or-later
"""Dates of mails and of the pages that show them -> aware UTC datetimes.  RFC 5322 section 3.3 and the shapes of archives.

A date without a zone is UTC.  Nothing depends on the machine's clock or zone: a date is sane from 1995 to 2037.
"""

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache

_MONTHS = {m: n for n, m in enumerate(("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1)}
_NAMES = ("", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_ZONES = {
    **dict.fromkeys(("ut", "utc", "gmt", "z", "wet"), 0),
    **dict.fromkeys(("bst", "west", "cet", "met"), 60),
    **dict.fromkeys(("cest", "mest", "eet"), 120),
    **dict.fromkeys(("eest", "msk"), 180),
    **dict.fromkeys(("jst", "kst"), 540),
    **dict.fromkeys(("est", "cdt"), -300),
    **dict.fromkeys(("mst", "pdt"), -420),
    "ist": 330,
    "edt": -240,
    "cst": -360,
    "mdt": -360,
    "pst": -480,
    "hst": -600,
}

_CLOCK = r"(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:[.,]\d{1,9})?"
_HALF = r"(?:[ \t]{0,9}([AaPp]\.?[Mm]\b\.?))?"
_RFC = re.compile(
    r"(\d{1,2})[ \t-]{1,9}([A-Za-z]{3,9})\.?,?[ \t-]{1,9}(\d{2,5})"
    rf"(?:(?:,|[ \t]at)?[ \t]{{1,9}}{_CLOCK})?{_HALF}(?:[ \t]{{0,9}}([+-]\d{{1,2}}:?\d{{2}}|[A-Za-z]{{1,5}}))?",
)
_ISO = re.compile(
    rf"(\d{{4}})[-/](\d{{1,2}})[-/](\d{{1,2}})(?:[T \t]{{1,9}}{_CLOCK})?{_HALF}(?:[ \t]{{0,9}}([+-]\d{{2}}:?\d{{2}}|[A-Za-z]{{1,5}}))?",
)
# "Thu Apr 10 22:57:59 2014", "Thu Apr 10 22:57:59 PDT 2014" and "Apr 10, 2014 10:57 PM"
_C = re.compile(
    rf"\b([A-Za-z]{{3,9}})\.?[ \t]{{1,9}}(\d{{1,2}})(?:st|nd|rd|th)?,?[ \t]{{1,9}}(?:(\d{{4}}),?(?:[ \t]at)?[ \t]{{1,9}})?{_CLOCK}{_HALF}"
    r"(?:[ \t]{0,9}([+-]\d{2}:?\d{2}|[A-Z]{1,5}))?(?:[ \t]{1,9}(\d{4})(?:[ \t]{1,9}([+-]\d{4}))?)?",
)
# "5/6/2010 10:02 PM": month first, as the mailers that print it do.
_US = re.compile(rf"\b(\d{{1,2}})/(\d{{1,2}})/(\d{{4}}),?(?:[ \t]{{1,9}}{_CLOCK}{_HALF})?(?:[ \t]{{0,9}}([+-]\d{{4}}))?")
_MONTH_DAY = re.compile(r"\b([A-Za-z]{3,9})\.?[ \t]{1,9}(\d{1,2})(?:st|nd|rd|th)?,?[ \t]{1,9}(\d{4})\b")
_EPOCH = re.compile(r"@?(\d{9,10})(?:\.\d{1,9})?(?:[ \t]{1,9}[+-]\d{4})?")
_COMMENT = re.compile(r"\([^()]{0,200}\)")


def sane(moment: datetime | None) -> bool:
    """Whether a mail can have been sent then."""
    return moment is not None and 1995 <= moment.year <= 2037


@lru_cache(maxsize=2048)
def parse(value: str) -> datetime | None:
    """The moment a date says, in UTC, or None for none or an impossible one.  Zones that are not known count as UTC."""
    text = value[:300].replace("\n", " ")
    try:
        return _parse(text)
    except (ValueError, OverflowError):
        return None


def _parse(text: str) -> datetime | None:
    if m := _RFC.search(text):
        month = _MONTHS.get(m[2][:3].lower())
        if month:
            year = int(m[3])
            if year < 100:
                year += 2000 if year < 70 else 1900
            return _moment(year, month, int(m[1]), m[4], m[5], m[6], m[7], m[8])
    if m := _ISO.search(text):
        return _moment(int(m[1]), int(m[2]), int(m[3]), m[4], m[5], m[6], m[7], m[8])
    if "(" in text:
        text = _COMMENT.sub(" ", text)
    for m in _C.finditer(text):
        month = _MONTHS.get(m[1][:3].lower())
        year_text = m[3] or m[9]
        if month and year_text:
            return _moment(int(year_text), month, int(m[2]), m[4], m[5], m[6], m[7], m[10] or m[8])
    if m := _US.search(text):
        month, day = int(m[1]), int(m[2])
        if month > 12:
            month, day = day, month
        return _moment(int(m[3]), month, day, m[4], m[5], m[6], m[7], m[8])
    for m in _MONTH_DAY.finditer(text):
        month = _MONTHS.get(m[1][:3].lower())
        if month:
            return _moment(int(m[3]), month, int(m[2]), None, None, None, None, None)
    if m := _EPOCH.fullmatch(text.strip()):
        return datetime.fromtimestamp(int(m[1]), UTC)
    return None


def _moment(
    year: int,
    month: int,
    day: int,
    hour: str | None,
    minute: str | None,
    second: str | None,
    half: str | None,
    zone: str | None,
) -> datetime:
    clock = int(hour or 0)
    if half:
        clock = clock % 12 + (12 if half[0] in "pP" else 0)
    # QUIRK: a leap second, and "24:00" of some old mailers.
    moment = datetime(year, month, day, min(clock, 23), int(minute or 0), min(int(second or 0), 59), tzinfo=UTC)
    minutes = _zone(zone)
    return moment - timedelta(minutes=minutes) if minutes else moment


def _zone(zone: str | None) -> int:
    if not zone:
        return 0
    if zone[0] in "+-":
        digits = zone[1:].replace(":", "").zfill(4)
        minutes = int(digits[:2]) * 60 + int(digits[2:])
        # QUIRK: zones beyond any real one, as broken clocks print them.
        if minutes > 14 * 60 or int(digits[2:]) > 59:
            return 0
        return -minutes if zone[0] == "-" else minutes
    return _ZONES.get(zone.lower(), 0)


def of_mail(value: str | None, received: str | None, fallback: datetime | None) -> tuple[datetime | None, bool]:
    """When a mail was sent, and whether its Date field had to be passed over.

    The Date stands if it is sane and not more than a day after the newest Received; else the newest Received, else `fallback`.
    """
    sent = parse(value) if value else None
    if sent is not None and 1995 <= sent.year <= 2037:
        if not received or f"{sent.day} {_NAMES[sent.month]} {sent.year}" in received:
            return sent, False
        came = parse(received.rpartition(";")[2])
        if came is None or not sane(came) or sent <= came + timedelta(days=1):
            return sent, False
        return came, True
    came = parse(received.rpartition(";")[2]) if received else None
    if sane(came):
        return came, True
    if fallback is not None and sane(fallback):
        return (fallback if fallback.tzinfo else fallback.replace(tzinfo=UTC)).astimezone(UTC), True
    return None, value is not None
