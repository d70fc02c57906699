# SPDX-License-Identifier: GPL-2.0-or-later
"""A copy that was cut off anywhere, or of which a middle is missing, is read without complaint: what is left is what it is."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from digest.archive import text
from tests.archive.test_web_one_thread import DATA

PAGES = sorted(page for page in DATA.rglob("*") if page.suffix in {".html", ".txt"} and page.parent.name != "messages")


def run_together(page: Path) -> str:
    """The words of a page in one line."""
    words = page.read_text("utf-8")
    return " ".join((BeautifulSoup(words, "lxml").get_text(" ") if page.suffix == ".html" else words).split())


@pytest.mark.filterwarnings("ignore:It looks like")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_cut(page: Path) -> None:
    """No cut makes a mail out of nothing, nor an error."""
    for words in (run_together(page), *([page.read_text("utf-8")] if page.suffix == ".txt" else [])):
        whole = max(len(text.pages(words)), 1)
        step = max(len(words) // 5, 1)
        for at in range(0, len(words), step):
            for left in (words[:at], words[at:], words[:at] + words[at + step :]):
                assert len(text.pages(left)) <= whole
