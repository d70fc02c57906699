# SPDX-License-Identifier: GPL-2.0-or-later
"""Corrections through the whole program: a corrected parent, title or author finds its series wherever it is kept."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, bytes, str]]
OPTIONS = ("--no-progress", "--executor", "thread", "--now", "2026-11-24")
BODY = "Do it.\n\nSigned-off-by: Ada Author <ada@author.example>\n---\n net/{0}.c | 1 +\n 1 file changed, 1 insertion(+)\n\n"
DIFF = (
    "diff --git a/net/{0}.c b/net/{0}.c\n--- a/net/{0}.c\n+++ b/net/{0}.c\n@@ -1,1 +1,2 @@\n int first_{0};\n"
    "+int second_{0};\n-- \n2.47.0\n"
)
MAILS = (
    ("ada@author.example", "a@x", "[PATCH net-next] net: a feature", BODY.format("a") + DIFF.format("a"), None),
    ("ada@author.example", "b@x", "[PATCH net-next v2] core: other words for it", BODY.format("b") + DIFF.format("b"), None),
    ("rita@review.example", "r@x", "Re: what we spoke of", "Reviewed-by: Rita Reviewer <rita@review.example>\n", "lost@x"),
)


def mailbox(path: Path, count: int = len(MAILS)) -> Path:
    """A mailbox of some of the mails."""
    text = ""
    for day, (who, key, subject, body, parent) in enumerate(MAILS[:count], 2):
        text += (
            f"From mboxrd@z Thu Jan  1 00:00:00 1970\nFrom: {who.split('@')[0].title()} <{who}>\nSubject: {subject}\n"
            f"Date: Mon, {day} Nov 2026 10:00:00 +0000\nMessage-ID: <{key}>\n"
        )
        text += f"In-Reply-To: <{parent}>\n" if parent else ""
        text += f"\n{body}\n"
    path.write_text(text)
    return path


def correction(mail: str, field: str, value: str) -> str:
    """One correction."""
    return f'[[correction]]\nmail = "{mail}"\nfield = "{field}"\nvalue = "{value}"\nwhy = "read wrong"\n'


def shown(run: Run, box: Path, folder: Path, text: str) -> tuple[dict, str]:
    """What `show --json` says with some corrections, and stderr."""
    (folder / "fix.toml").write_text(text)
    status, out, err = run("show", box, "--json", "--corrections", folder / "fix.toml", *OPTIONS)
    assert status == 0
    return json.loads(out), err


def works(document: dict) -> list[list[str]]:
    """The message-ids of each series' patches, by revision."""
    return [[patch["message_id"] for one in series["revisions"] for patch in one["patches"]] for series in document["series"]]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("", [["a@x"], ["b@x"]]),
        (correction("b@x", "title", "net: a feature"), [["a@x", "b@x"]]),
        (correction("b@x", "parent", "a@x"), [["a@x", "b@x"]]),
        (correction("b@x", "tree", "net"), [["a@x"], ["b@x"]]),
    ],
)
def test_works_that_a_correction_joins(run: Run, tmp_path: Path, text: str, right: list[list[str]]) -> None:
    """What was read apart is one series once a title or a parent is corrected."""
    document, _ = shown(run, mailbox(tmp_path / "box", 2), tmp_path, text)
    assert right == works(document)
    assert [] == document["problems"]


def test_a_corrected_parent_brings_its_tag(run: Run, tmp_path: Path) -> None:
    """A review in a thread of its own counts for the patch that the correction says it answers."""
    box = mailbox(tmp_path / "box")
    document, _ = shown(run, box, tmp_path, correction("r@x", "parent", "a@x"))
    tags = [tag["key"] for tag in document["series"][0]["revisions"][0]["patches"][0]["tags"] if tag["key"] == "Reviewed-by"]
    assert (["Reviewed-by"], 3, 3) == (tags, len(document["messages"]), document["counts"]["messages"])


def test_a_correction_of_no_mail_is_told(run: Run, tmp_path: Path) -> None:
    """What names a mail that is not there changes nothing, and says so."""
    document, err = shown(run, mailbox(tmp_path / "box"), tmp_path, correction("nowhere@x", "title", "x"))
    assert ["nowhere@x: no such mail in these archives; not corrected"] == [one["text"] for one in document["problems"]]
    assert "nowhere@x" in err


@pytest.mark.parametrize("option", ["--config", "--corrections", "--profile"])
def test_toml_nested_too_deep_is_a_usage_error(run: Run, tmp_path: Path, option: str) -> None:
    """A file nested deeper than the parser goes ends with status 2 and a word, no traceback."""
    (tmp_path / "deep.toml").write_text("a=" + "[" * 3000)
    status, _, err = run("show", mailbox(tmp_path / "box"), "--json", option, tmp_path / "deep.toml", *OPTIONS)
    assert (2, True, False) == (status, "recursion" in err, "Traceback" in err)


def test_build_with_and_without(run: Run, tmp_path: Path) -> None:
    """A site built on through corrections that come and go is the site that a build from nothing gives."""
    box = mailbox(tmp_path / "box")
    fix = tmp_path / "fix.toml"
    fix.write_text(correction("b@x", "title", "net: a feature") + correction("r@x", "parent", "b@x"))
    ways = (("--corrections", fix), (), ("--corrections", fix))
    for number, way in enumerate(ways):
        assert 0 == run("build", box, "-o", tmp_path / "site", "--no-search", *way, *OPTIONS)[0]
        assert 0 == run("build", box, "-o", tmp_path / f"fresh{number}", "--no-search", *way, *OPTIONS)[0]
        assert files(tmp_path / f"fresh{number}") == files(tmp_path / "site")


def files(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
