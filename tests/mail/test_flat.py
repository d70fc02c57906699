# SPDX-License-Identifier: GPL-2.0-or-later
"""Whose words are whose where line breaks were lost: `data/mail/flat.json`, own and quoted words without marks."""

import json
from pathlib import Path

import pytest

from digest import mail
from digest.model import Copy

CASES = json.loads((Path(__file__).parent.parent / "data" / "mail" / "flat.json").read_text())
HERE = Copy("test", "1")


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["what"])
def test_flat(case: dict[str, str]) -> None:
    """Own and quoted words are told apart by tokens, and stand where they stand in the body."""
    text = mail.words(mail.from_fields(HERE, case["body"], author="Otto Brandt", lost=("line-breaks",)))
    assert (case["own"], case["quoted"]) == (" ".join(text.own.split()), " ".join(text.quoted.split()))
    assert text.flat
    assert len(text.body) == len(text.own) == len(text.quoted)


def test_long_lines_are_flat_by_themselves() -> None:
    """A body of one long line is flat even where no archive says so; short lines are not."""
    assert mail.words(mail.from_fields(HERE, "word " * 200)).flat
    assert not mail.words(mail.from_fields(HERE, "word word word\n" * 200)).flat
    assert not mail.words(mail.from_fields(HERE, "Nora wrote:\n> " + "word. Word " * 90 + "\n" + "own " * 200)).flat


def test_joined_paragraphs_are_flat() -> None:
    """Where each paragraph was joined to one line, marks in the middle of a quoted one still quote."""
    quote = "> The ring is now refilled in batches of sixty-four " * 8
    text = mail.words(
        mail.from_fields(HERE, f"On Tue, 3 Nov 2026, Nora Quist wrote:\n\n{quote}> and that is all. It works here.\n\nOtto\n")
    )
    assert text.own.split() == ["It", "works", "here.", "Otto"]
