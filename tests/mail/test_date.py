# SPDX-License-Identifier: GPL-2.0-or-later
"""When a mail was sent: the shapes of mailers and archives, impossible dates, and no trust in the machine's zone."""

import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from digest import mail
from digest.model import Copy

HERE = Copy("test", "1")
NOON = "2014-04-10T22:57:59+00:00"

DATES = [
    ("Thu, 10 Apr 2014 22:57:59 +0000", NOON),
    ("Thu, 10 Apr 2014 19:57:59 -0300", NOON),
    ("10 Apr 2014 22:57:59 GMT", NOON),
    ("Thu, 10 Apr 2014 22:57:59", NOON),
    ("Thu, 10 Apr 2014 22:57:59 -0000", NOON),
    ("Thu, 10 Apr 2014 15:57:59 -0700 (PDT)", NOON),
    ("Thu, 10 Apr 2014 15:57:59 PDT", NOON),
    ("Fri, 11 Apr 2014 00:57:59 CEST", NOON),
    ("Thu, 10 Apr 14 22:57:59 +0000", NOON),
    ("Thu,10 Apr 2014 22:57:59 +0000", NOON),
    ("Thursday, 10 April 2014 22:57:59 UTC", NOON),
    ("Thu Apr 10 22:57:59 2014", NOON),
    ("Thu Apr 10 22:57:59 UTC 2014", NOON),
    ("Thu Apr 10 15:57:59 PDT 2014", NOON),
    ("Thu Apr 10 19:57:59 2014 -0300", NOON),
    ("2014-04-10 22:57:59 UTC", NOON),
    ("2014-04-10T22:57:59Z", NOON),
    ("2014-04-10T19:57:59-03:00", NOON),
    ("2014-04-10 22:57:59.123456", NOON),
    ("2014/04/10 22:57:59", NOON),
    ("1397170679", NOON),
    ("1397170679 -0300", NOON),
    ("10-Apr-2014 22:57:59 +0000", NOON),
    ("Thu, 10 Apr 2014 22.57.59 +0000", NOON),
    ("Apr 10, 2014 10:57:59 PM", NOON),
    ("4/10/2014 10:57:59 PM", NOON),
    ("Thu, 10 Apr 2014 22:57:59 +0000\n (Coordinated Universal Time)", NOON),
    ("7 May 2010 01:10", "2010-05-07T01:10:00+00:00"),
    ("2025-03-01 12:30 UTC", "2025-03-01T12:30:00+00:00"),
    ("2025-03-01", "2025-03-01T00:00:00+00:00"),
    ("Mar 1, 2025", "2025-03-01T00:00:00+00:00"),
    ("March 1st, 2025", "2025-03-01T00:00:00+00:00"),
    ("1 March 2025", "2025-03-01T00:00:00+00:00"),
    ("Thu 5/6/2010 10:02 PM", "2010-05-06T22:02:00+00:00"),
    ("Fri, 30 Jun 2012 23:59:60 +0000", "2012-06-30T23:59:59+00:00"),
    ("Tue, 29 Feb 2028 00:00:00 +0000", "2028-02-29T00:00:00+00:00"),
    ("Mon, 01 Jan 1996 00:00:00 +0000", "1996-01-01T00:00:00+00:00"),
    ("Thu, 10 Apr 2014 22:57:59 +9900", NOON),
    ("Thu, 10 Apr 2014 22:57:59 XYZ", NOON),
]
NONE = [
    "",
    "soon",
    "Thu, 01 Jan 1970 00:00:00 +0000",
    "Tue, 19 Jan 2038 03:14:08 +0000",
    "Fri, 31 Dec 9999 23:59:59 -1200",
    "Sat, 01 Jan 100 00:00:00 +0000",
    "Sat, 01 Jan 20250 00:00:00 +0000",
    "Tue, 30 Feb 2014 10:00:00 +0000",
    "Thu, 32 Apr 2014 22:57:59 +0000",
    "99999999999999999999",
    "0000-00-00",
    "10 Foo 2014",
    "-1",
    "Thu, 10 Apr 2014 22:99:59 +0000",
]


@pytest.fixture(params=["UTC", "Pacific/Kiritimati", "America/St_Johns"])
def _zone(request: pytest.FixtureRequest) -> Iterator[None]:
    """The machine's own zone, which must not matter."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = request.param
    time.tzset()
    yield
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    time.tzset()


@pytest.mark.usefixtures("_zone")
def test_dates() -> None:
    """Each date is the moment it says, in UTC, as a header and as a page prints it."""
    for text, expected in DATES:
        moment = datetime.fromisoformat(expected)
        assert (text, moment) == (text, mail.from_bytes(f"Date: {text}\n\nx".encode(), HERE).date)
        assert (text, moment) == (text, mail.from_fields(HERE, "x", date=text).date)


@pytest.mark.parametrize("text", NONE)
def test_no_dates(text: str) -> None:
    """What says no moment that a mail can have been sent at is none, and says so."""
    message = mail.from_bytes(f"Date: {text}\n\nx".encode(), HERE)
    assert (None, ("date-odd",)) == (message.date, message.flags)


def test_received_and_fallback() -> None:
    """Without a sane date the newest Received counts, then the archive's own date; a sane one beats both."""
    received = b"Received: from a by b; Tue, 3 Nov 2026 09:15:30 +0000\nReceived: from c by a; Mon, 2 Nov 2026 09:15:30 +0000\n"
    arrived = datetime(2026, 11, 3, 9, 15, 30, tzinfo=UTC)
    commit = datetime(2026, 11, 4, tzinfo=UTC)
    sent = datetime(2026, 11, 2, 9, tzinfo=UTC)
    read = mail.from_bytes
    assert arrived == read(b"Date: never\n" + received + b"\nx", HERE, fallback_date=commit).date
    assert arrived == read(b"Date: Fri, 6 Nov 2026 09:00:00 +0000\n" + received.replace(b"Nov", b"Nov") + b"\nx", HERE).date
    assert sent == read(b"Date: Mon, 2 Nov 2026 09:00:00 +0000\n" + received + b"\nx", HERE, fallback_date=commit).date
    assert commit == read(b"Date: never\n\nx", HERE, fallback_date=commit).date
    assert commit == read(b"\nx", HERE, fallback_date=datetime(2026, 11, 4)).date  # noqa: DTZ001 - a naive date is UTC
    assert read(b"\nx", HERE, fallback_date=datetime(1970, 1, 1, tzinfo=UTC)).date is None
