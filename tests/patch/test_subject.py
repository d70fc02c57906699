# SPDX-License-Identifier: GPL-2.0-or-later
"""Subject lines of the table are taken apart right, and no line at all makes the grammar raise or slow down."""

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from letters import PROFILE

from digest.patch import read_subject
from tests import growth

TABLE = Path(__file__).parent.parent / "data" / "patch" / "subjects.tsv"
with TABLE.open(newline="", encoding="utf-8") as file:
    ROWS = list(csv.DictReader(file, delimiter="\t"))


@pytest.mark.parametrize("row", ROWS, ids=[row["subject"][:50] for row in ROWS])
def test_table(row):
    """Each line gives the kind, numbers, flags, tree and title of the table."""
    subject = read_subject(row["subject"], PROFILE)
    flags = set(row["flags"].split())
    expected = (row["kind"], row["title"], row["tree"] or None, row["reply"] == "yes", "rfc" in flags, "resend" in flags)
    assert expected == (subject.kind, subject.title, subject.tree, subject.reply, subject.rfc, subject.resend)
    assert "pull" not in flags or "pull" in subject.prefixes
    if row["version"]:
        total = None if row["total"] == "null" else int(row["total"])
        assert (int(row["version"]), int(row["index"]), total) == (subject.version, subject.index, subject.total)


def test_point_revision():
    """v5.1 is a point revision of v5."""
    subject = read_subject("[PATCH v5.1 10/12] x", PROFILE)
    assert (5, 1, True) == (subject.version, subject.point, subject.versioned)


def test_no_subject():
    """A mail without a subject is no patch."""
    assert read_subject(None, PROFILE).kind == read_subject("", PROFILE).kind == "other"


def test_unknown_words_are_kept():
    """Bracket words that mean nothing are kept in lower case."""
    assert ("intel-wired-lan",) == read_subject("[Intel-wired-lan] [PATCH iwl-net v2] ice: x", PROFILE).prefixes


@given(st.text(alphabet="[]PATCHvV0123456789/:, RreEfwd#().-n\t\x00é", max_size=300))
def test_total(line):
    """Any line gives a Subject whose kind is one of the known."""
    assert read_subject(line, PROFILE).kind in {"cover", "patch", "reply", "pull", "other"}


@pytest.mark.parametrize("piece", ["[", "[a] ", "Re: ", "[PATCH 1/2 ", "1 of ", "v", ": ", "- v2 ", "]["])
def test_linear(piece):
    """A line of a million characters is read as fast as its first thousand."""
    line = piece * (1_000_000 // len(piece))
    assert growth.seconds(lambda: read_subject(line, PROFILE), 0.5) <= 0.5
