# SPDX-License-Identifier: GPL-2.0-or-later
"""The digest as plain text in 78 columns, and as a mail (RFC 5322) to hand to one's own mailer; nothing is sent from here.

Headers: a Message-ID stable for a list and day, List-Id (RFC 2919), Auto-Submitted (RFC 3834).  Every header value is one line of
ASCII or encoded words, every text value goes through `one_line`, so no mail can add a header or a terminal sequence.
"""

import textwrap
from collections.abc import Iterable

from digest.model import Row
from digest.publish import _words
from digest.publish._links import archived, short
from digest.publish._places import PLAIN, by_group
from digest.publish._site import Site

WIDTH = 78


def digest_text(rows: Iterable[Row], site: Site) -> str:
    """The rows by what they wait for: a heading a group, two to four lines a series."""
    if site.obfuscate:
        rows = [_words.veiled(row) for row in rows]
    sections = by_group(rows)
    number = sum(len(section.rows) for section in sections)
    title = _words.cut(f"{site.title}, {_words.day(site.now)}: {number} series", WIDTH)
    lines = [title, "=" * len(title), ""]
    if site.base_url:
        lines += [site.base_url, ""]
    for section in sections:
        head = f"{section.head} ({len(section.rows)})"
        lines += [head, "-" * len(head)]
        lines += textwrap.wrap(section.reason, WIDTH)
        lines.append("")
        for row in section.rows:
            lines += _row(row, site)
            lines.append("")
    lines += ["-- ", f"Ages are as of {_words.minute(site.now)}.", ""]
    return "\n".join(lines)


def _row(row: Row, site: Site) -> list[str]:
    age = f"{_words.days(row.waiting_since or row.last, site.now)}d"
    title = _words.one_line(row.title) or "(no title)"
    lines = _wrapped(f"{age:>4}  ", title)
    who = _words.one_line(f"{_words.called(row.author)} {_words.domain(row.author)}")
    lines += _wrapped("      ", f"{row.tree or 'no tree'} v{row.version}, {who}")
    lines += _wrapped("      ", _facts(row))
    if row.reason and row.group not in PLAIN:
        lines += _wrapped("      ", f"-> {_words.one_line(row.reason)}")
    link = archived(site, row.message_id)
    if link:
        # A link is never broken: on its own line it may be longer than the rest.
        lines.append(f"      {link}")
    return lines


def _facts(row: Row) -> str:
    tags = " ".join(f"{letter}{number}" for letter, number in zip("ART", row.people_counts, strict=True) if number) or "no tags"
    parts = [f"{row.covered}/{row.patches} patches with a tag", tags]
    if row.maintainers_acked is not None:
        parts.append("approved by maintainers" if row.maintainers_acked else "not approved by a maintainer yet")
    if row.tested_on:
        parts.append(f"tested on {row.tested_on}")
    if row.numbers:
        parts.append(f"numbers {row.numbers}" + (" (claim does not hold)" if row.claim_fails else ""))
    if row.questions_open:
        parts.append(f"{_words.count(row.questions_open, 'question')} open")
    parts += row.robots[:3]
    return _words.one_line("; ".join(parts)).replace(_words.THIN, " ")


def _wrapped(indent: str, text: str) -> list[str]:
    return textwrap.wrap(_words.one_line(text), WIDTH, initial_indent=indent, subsequent_indent=" " * 6, break_on_hyphens=False) or [
        indent.rstrip()
    ]


def digest_eml(
    rows: Iterable[Row], site: Site, *, sender: str = "netdev-digest@localhost", recipient: str = "undisclosed-recipients:;"
) -> bytes:
    """The digest as one mail: text/plain, UTF-8."""
    from email.message import EmailMessage  # noqa: PLC0415 - a build needs none of it
    from email.policy import EmailPolicy  # noqa: PLC0415
    from email.utils import format_datetime  # noqa: PLC0415

    text = digest_text(rows, site)
    message = EmailMessage(policy=EmailPolicy(linesep="\n", max_line_length=78, cte_type="8bit", utf8=False))
    message["From"] = f"{_words.one_line(site.title)} <{_words.one_line(sender)}>"
    message["To"] = _words.one_line(recipient)
    message["Date"] = format_datetime(site.now)
    message["Subject"] = _words.cut(_words.one_line(text.split("\n", 1)[0]), 200)
    message["Message-ID"] = f"<{_words.day(site.now)}.{short(site.title + site.base_url)}@netdev-digest.invalid>"
    message["List-Id"] = f"<{short(site.profile)}.netdev-digest.invalid>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text, charset="utf-8", cte="8bit" if len(max(text.split("\n"), key=len).encode()) < 990 else "quoted-printable")
    return message.as_bytes()
