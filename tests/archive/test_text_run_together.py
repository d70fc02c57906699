# SPDX-License-Identifier: GPL-2.0-or-later
"""Pages of the one thread with their tags taken out and their white space run together: the same mails, in the same words."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.archive.test_web_one_thread import DATA, read, squeezed

KINDS = (
    "forum",
    "gmane",
    "google-groups",
    "hyperkitty",
    "hypermail",
    "lkml.org",
    "lore",
    "mail-archive",
    "marc",
    "mhonarc",
    "mhonarc-masked",
    "openwall",
    "patchwork",
    "pipermail",
    "spinics",
)
UNDATED = frozenset({"hyperkitty"})
"""What prints no year on the page."""


@pytest.mark.filterwarnings("ignore:It looks like")
@pytest.mark.parametrize("kind", KINDS)
def test_same_mails(kind: str, tmp_path: Path) -> None:
    """A page and its words in one line give the same authors, subjects, dates, and bodies that begin and end alike."""
    pages = 0
    for page in sorted((DATA / kind).rglob("*.html")):
        sent, _ = read(page)
        if not sent:
            continue
        pages += 1
        copy = tmp_path / f"{page.stem}.txt"
        copy.write_text(" ".join(BeautifulSoup(page.read_text("utf-8"), "lxml").get_text(" ").split()), "utf-8")
        found, problems = read(copy)

        assert not problems
        assert [mail.author.name for mail in found] == [mail.author.name for mail in sent], page
        assert [mail.subject for mail in found] == [mail.subject for mail in sent], page
        assert [squeezed(mail.body)[:6] for mail in found] == [squeezed(mail.body)[:6] for mail in sent], page
        assert [squeezed(mail.body)[-3:] for mail in found] == [squeezed(mail.body)[-3:] for mail in sent], page
        if kind not in UNDATED:
            assert [mail.date for mail in found] == [mail.date for mail in sent], page
    assert pages
