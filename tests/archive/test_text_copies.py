# SPDX-License-Identifier: GPL-2.0-or-later
"""Text copies: what is a header, a title, a name, and where one mail ends, with line breaks kept or lost.

A case is two files in tests/data/archive/text/: the copy, and the mails that it holds with the reason why it is there.
"""

import json
from pathlib import Path

import pytest

from digest.archive import _soup, text
from digest.archive._found import Found

CASES = sorted((Path(__file__).parent.parent / "data" / "archive" / "text").glob("*.txt"))


def shown(mail: Found) -> dict[str, object]:
    """A mail's fields as the cases write them."""
    fields = ("author", "subject", "date", "message_id", "parents", "lost", "body")
    return {name: list(value) if isinstance(value := getattr(mail, name), tuple) else value for name in fields}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_copy(path: Path) -> None:
    """Each copy gives the mails that stand beside it."""
    found = text.pages(_soup.decode(path.read_bytes()))

    assert json.loads(path.with_suffix(".json").read_text("utf-8"))["mails"] == [shown(mail) for mail in found]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_recognised(path: Path) -> None:
    """Each copy has a sign of mail in it."""
    assert text.sniff(path, path.read_bytes())


def test_there_are_cases() -> None:
    """The folder of cases is found."""
    assert len(CASES) > 15
