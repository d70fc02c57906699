# SPDX-License-Identifier: GPL-2.0-or-later
"""A mail that was taken down: its words are in no page, feed, record or search list, nor in the store, nor where answers quote it."""

import contextlib
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, bytes, str]]

NOW = "2026-11-24"
ROOT = "ring-1@kontor.example"
TAKEN = "answer-1@kontor.example"
WORDS = "zebrafish owned by the landlord"
ANSWER = "a heron is better"


def letter(ident: str, parents: str, subject: str, who: str, day: int, body: str) -> str:
    """One mail of an mbox."""
    head = f"From {who}@example.com Mon Nov  2 10:00:00 2026\nMessage-ID: <{ident}>\nDate: {day} Nov 2026 10:00:00 +0000\n"
    return f"{head}From: {who} Writer <{who}@example.com>\nSubject: {subject}\n{parents}\n{body}\n\n"


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A patch, an answer that is to go, an answer that quotes it, and one that quotes the quote and names the last mail alone."""
    patch = "The log.\n\nSigned-off-by: ada Writer <ada@example.com>\n---\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"
    mails = [
        letter(ROOT, "", "[PATCH net] net: x", "ada", 2, patch),
        letter(TAKEN, f"In-Reply-To: <{ROOT}>\n", "Re: [PATCH net] net: x", "bea", 3, f"> The log.\n\nWhy is this {WORDS}?\n"),
        letter(
            "answer-2@example.com",
            f"In-Reply-To: <{TAKEN}>\n",
            "Re: [PATCH net] net: x",
            "ada",
            4,
            f"> Why is this {WORDS}?\n\nI think {ANSWER}.\n",
        ),
        letter(
            "answer-3@example.com",
            "In-Reply-To: <answer-2@example.com>\n",
            "Re: [PATCH net] net: x",
            "cy",
            5,
            f">> Why is this {WORDS}?\n> I think {ANSWER}.\n\nYes.\n",
        ),
    ]
    path = tmp_path / "box.mbox"
    path.write_text("".join(mails))
    return path


@pytest.fixture
def taken(tmp_path: Path) -> Path:
    """The list."""
    path = tmp_path / "taken"
    path.write_text(f"<{TAKEN}>  # asked for by its writer\n")
    return path


def records(store: Path) -> list[bytes]:
    """What the store keeps of each mail, as it lies there."""
    with contextlib.closing(sqlite3.connect(store)) as db:
        return [blob for (blob,) in db.execute("SELECT blob FROM record ORDER BY id")]


def holding(root: Path, words: str) -> list[str]:
    """The files of a site with these words."""
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file() and words.encode() in path.read_bytes())


def test_words_leave_the_store_and_the_site(run: Run, box: Path, taken: Path, tmp_path: Path) -> None:
    """A list given later takes the words out of what was kept before; not even a piece of the file has them."""
    site, store = tmp_path / "site", tmp_path / "site.store"
    run("build", box, "-o", site, "--now", NOW, "-j1", "--no-search")
    before = [blob for blob in records(store) if WORDS.encode() in zlib.decompress(blob)]
    assert len(before) == 3
    assert holding(site, WORDS)

    status, _, _ = run("build", box, "-o", site, "--now", NOW, "-j1", "--no-search", "--takedown", taken)

    assert (0, []) == (status, holding(site, WORDS))
    assert [blob for blob in records(store) if WORDS.encode() in zlib.decompress(blob)] == []
    assert [blob for blob in before if blob[-60:] in store.read_bytes()] == []
    assert holding(site, ANSWER)


def test_words_never_enter_a_new_store(run: Run, box: Path, taken: Path, tmp_path: Path) -> None:
    """With the list from the start the store is never told them, and the site is that of the list given later."""
    run("build", box, "-o", tmp_path / "late", "--now", NOW, "-j1", "--no-search")
    run("build", box, "-o", tmp_path / "late", "--now", NOW, "-j1", "--no-search", "--takedown", taken)
    run("build", box, "-o", tmp_path / "new", "--now", NOW, "-j1", "--no-search", "--takedown", taken)

    assert [blob for blob in records(tmp_path / "new.store") if WORDS.encode() in zlib.decompress(blob)] == []
    trees = [
        {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}
        for root in (tmp_path / "late", tmp_path / "new")
    ]
    assert trees[0] == trees[1]


def test_a_mail_that_is_let_back_in_is_read_again(run: Run, box: Path, taken: Path, tmp_path: Path) -> None:
    """Without the list the site is that of a first build."""
    site = tmp_path / "site"
    run("build", box, "-o", tmp_path / "whole", "--now", NOW, "-j1", "--no-search")
    run("build", box, "-o", site, "--now", NOW, "-j1", "--no-search", "--takedown", taken)
    run("build", box, "-o", site, "--now", NOW, "-j1", "--no-search")

    trees = [
        {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}
        for root in (tmp_path / "whole", site)
    ]
    assert trees[0] == trees[1]


def test_neither_show_nor_explain_tells_them(run: Run, box: Path, taken: Path) -> None:
    """The commands without a site keep quiet too."""
    told = [
        run(*words, "--now", NOW, "--takedown", taken)
        for words in (("show", box), ("show", "--json", box), ("board", box), ("explain", box, TAKEN))
    ]

    assert [status for status, _, _ in told] == [0, 0, 0, 0]
    assert [WORDS.encode() in out for _, out, _ in told] == [False] * 4
