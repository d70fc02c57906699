# SPDX-License-Identifier: GPL-2.0-or-later
"""The digest as text and as mail."""

import email
import email.policy

import publish_samples as samples

from digest import publish


def test_78_columns() -> None:
    """Nothing but a link is wider than 78 columns."""
    text = publish.digest_text(samples.rows(60), samples.SITE)

    assert [line for line in text.split("\n") if len(line) > 78 and "https://" not in line] == []


def test_groups_and_rows() -> None:
    """Headings underlined, a row with its facts and its archive link."""
    row = samples.row(3)
    text = publish.digest_text([row], samples.SITE)

    assert "Waiting for author (1)\n----------------------\n" in text
    assert "https://lore.kernel.org/r/row-3@fjellnet.example/" in text
    assert f"{row.covered}/{row.patches} patches with a tag" in text


def test_the_mail_reads_back() -> None:
    """Plain text, UTF-8, generated; the same text comes out again."""
    data = publish.digest_eml(samples.rows(20), samples.SITE)
    message = email.message_from_bytes(data, policy=email.policy.default)

    assert message["Auto-Submitted"] == "auto-generated"
    assert message.get_content_type() == "text/plain"
    assert message.get_content() == publish.digest_text(samples.rows(20), samples.SITE)
    assert (
        message["Message-ID"] == email.message_from_bytes(publish.digest_eml([], samples.SITE), policy=email.policy.default)["Message-ID"]
    )


def test_no_header_can_be_added() -> None:
    """Line breaks, escapes and directional marks of a title end as plain words."""
    evil = "a\r\nBcc: evil@example.org\n\n\x1b[2J\u202e.pdf"
    row = samples.row(1, title=evil, reason=evil, tested_on=evil, tree=evil, robots=(evil,))
    plain = email.message_from_bytes(publish.digest_eml([samples.row(1)], samples.SITE))
    message = email.message_from_bytes(publish.digest_eml([row], samples.SITE))

    assert message.keys() == plain.keys()
    assert "\x1b" not in publish.digest_text([row], samples.SITE)
    assert "\u202e" not in publish.digest_text([row], samples.SITE)
