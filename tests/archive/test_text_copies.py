# SPDX-License-Identifier: GPL-2.0-or-later
"""Text copies: what is a header, a title, a name, and where one mail ends, with line breaks kept or lost.

A case is two files in tests/data/archive/text/: the copy, and the mails that it holds with the reason why it is there.
"""

import json
from pathlib import Path

import pytest

from digest import archive
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


def test_a_name_below_the_greeting_is_all_that_says_who_wrote(tmp_path):
    """Where every header is gone, the name that closes the mail is its author; a last line that is no name is none."""
    words = "On 03/04/2026 09:10 AM, Ada Lindqvist wrote:\nFrom: Bruno Castel <bru...@halden.example>\nCopy small packets.\n"
    signed, unsigned = tmp_path / "a.txt", tmp_path / "b.txt"
    signed.write_text(f"{words}Looks fine to me, but the limit\nshould be a constant.\nkind regards,\nGitte Holm\n")
    unsigned.write_text(f"{words}Looks fine to me, but the limit\nshould be a constant.\n")

    names = [
        [
            item.author.name
            for part in archive.parts(path)
            for shard in archive.scan(part, archive="a").shards
            for item in archive.read(shard)
        ]
        for path in (signed, unsigned)
    ]

    assert [["Gitte Holm"], [None]] == names
