# SPDX-License-Identifier: GPL-2.0-or-later
"""The commands as a user runs them: stdout, stderr, status."""

import email
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from digest import __version__, config
from tests.conftest import NOW

Run = Callable[..., tuple[int, bytes, str]]

SERIES_FIELDS = {
    "id", "title", "former_titles", "tree", "author", "state", "revisions", "tags", "tests", "fix_statement", "robots", "questions",
    "maintainers", "findings", "benchmarks",
}  # fmt: skip
REVISION_FIELDS = {
    "version", "rfc", "resend", "date", "cover", "total", "missing", "changelog", "diffstat", "files", "dropped", "patches", "messages",
}  # fmt: skip
PATCH_FIELDS = {"index", "title", "message_id", "from_version", "author", "patch_id", "files", "change", "was_index", "tags"}
BENCH_FIELDS = {"key", "message_id", "person", "version", "setup", "missing_setup", "blocks", "comparisons"}


def test_show_json_keeps_its_promise(run: Run, demo: Path) -> None:
    """Every field of the contract is there, at every level."""
    status, out, err = run("show", "--json", "--now", NOW, demo)
    found = json.loads(out)

    assert (0, "") == (status, err)
    assert {"schema", "generated", "counts", "messages", "series", "other_benchmarks", "problems"} <= set(found)
    assert "netdev-digest/1" == found["schema"]
    assert {"version": __version__, "now": "2026-11-24T00:00:00Z"} == found["generated"]
    assert found["counts"]["messages"] == len(found["messages"])
    assert found["counts"]["series"] == len(found["series"])
    for series in found["series"]:
        assert set(series) >= SERIES_FIELDS
        assert {"value", "evidence", "commits", "waits_for", "group", "reason"} <= set(series["state"])
        for revision in series["revisions"]:
            assert set(revision) >= REVISION_FIELDS
            for patch in revision["patches"]:
                assert set(patch) >= PATCH_FIELDS
        for entry in series["benchmarks"]:
            assert set(entry) >= BENCH_FIELDS


def test_series_stand_by_their_first_date(run: Run, demo: Path) -> None:
    """Series are ordered by their first posting's date, then id."""
    _, out, _ = run("show", "--json", "--now", NOW, demo)
    order = [(series["revisions"][0]["date"], series["id"]) for series in json.loads(out)["series"]]

    assert sorted(order) == order


@pytest.mark.parametrize(
    "what",
    [
        "20261118064000.99-1-h.tanabe@sakura-ic.example",
        "https://lore.kernel.org/r/20261118064000.99-1-h.tanabe@sakura-ic.example/",
        "unmap suspend",
    ],
)
def test_one_series_by_id_address_or_words(run: Run, demo: Path, what: str) -> None:
    """`--series` takes a message-id, an archive's address, or words of the title."""
    _, out, _ = run("show", "--json", "--now", NOW, "--series", what, demo)

    assert ["net: sakura: unmap the ring once on suspend"] == [series["title"] for series in json.loads(out)["series"]]


def test_show_is_text(run: Run, demo: Path) -> None:
    """Without --json the summaries are lines for people; no colour goes into a pipe."""
    status, out, _ = run("show", "--now", NOW, demo)

    assert 0 == status
    assert b"net: halden: recycle receive pages [net-next]" in out
    assert b"Tested-by" in out
    assert b"\x1b" not in out


def test_board_groups_each_series_once(run: Run, demo: Path) -> None:
    """Each series stands in exactly one group, with the group's reason."""
    _, out, _ = run("board", "--json", "--now", NOW, demo)
    _, shown, _ = run("show", "--json", "--now", NOW, demo)
    groups = json.loads(out)["groups"]
    rows = [row["id"] for group in groups for row in group["rows"]]

    assert sorted(series["id"] for series in json.loads(shown)["series"]) == sorted(rows)
    assert all(group["reason"] for group in groups)
    assert {"patches", "covered", "acked", "reviewed", "tested"} == set(groups[0]["rows"][0]["coverage"])


def test_board_of_one_tree_and_one_author(run: Run, demo: Path) -> None:
    """--tree and --mine narrow the board."""
    _, tree, _ = run("board", "--json", "--now", NOW, "--tree", "nf-next", demo)
    _, mine, _ = run("board", "--json", "--now", NOW, "--mine", "GITTE@holm.example", demo)

    assert {"nf-next"} == {row["tree"] for group in json.loads(tree)["groups"] for row in group["rows"]}
    assert ["net: holm: remove a dead branch"] == [row["title"] for group in json.loads(mine)["groups"] for row in group["rows"]]


def test_area_without_a_section_is_unknown(run: Run, demo: Path, tmp_path: Path) -> None:
    """Where no section of MAINTAINERS lists a series' files, whether its maintainers acked is unknown, never yes."""
    maintainers = tmp_path / "MAINTAINERS"
    maintainers.write_text(
        "SAKURA ETHERNET DRIVER\nM:\tGitte Holm <gitte@holm.example>\nS:\tMaintained\nF:\tdrivers/net/ethernet/sakura/\n"
    )
    _, out, _ = run("board", "--json", "--now", NOW, "--maintainers", maintainers, demo)
    told = {row["title"]: row["maintainers_acked"] for group in json.loads(out)["groups"] for row in group["rows"]}

    assert {True, None} == set(told.values())
    assert told["net: sakura: unmap the ring once on suspend"]


def test_bench_reads_text_and_mail(run: Run, tmp_path: Path) -> None:
    """`bench` takes a text or a mail; the same figures come out, at their place in what was read."""
    words = "Before: 9.19 Gbits/sec\nAfter: 9.41 Gbits/sec\n"
    text, mail = tmp_path / "a.txt", tmp_path / "a.eml"
    text.write_text(words)
    mail.write_text(f"From: A <a@example.com>\nSubject: x\nMessage-ID: <1@example.com>\nDate: Tue, 24 Nov 2026 08:00:00 +0000\n\n{words}")

    _, one, _ = run("bench", "--json", "--plain", text)
    _, other, _ = run("bench", "--json", mail)

    assert json.loads(one) == json.loads(other)
    assert [(9.19, 9.41, "Gbit/s", 2.39)] == [
        (made["before"], made["after"], made["unit"], made["delta_percent"]) for made in json.loads(one)["comparisons"]
    ]


def test_explain_names_a_rule_for_each_decision(run: Run, demo: Path) -> None:
    """Every decision has a value and a rule; a tag's stands beside its words."""
    status, out, _ = run("explain", "--json", "--now", NOW, demo, "<20261109100000.marta@wislanet.example>")
    told = json.loads(out)

    assert 0 == status
    assert {"what", "value", "rule", "evidence"} == set(told["decisions"][0])
    assert all(decision["rule"] for decision in told["decisions"])
    assert any(decision["what"].startswith("Nacked-by") for decision in told["decisions"])


def test_explain_of_an_unknown_mail(run: Run, demo: Path) -> None:
    """A message-id that is not there is a usage error."""
    status, out, err = run("explain", demo, "nobody@example.com")

    assert (2, b"") == (status, out)
    assert "no mail" in err


def test_mail_is_78_columns(run: Run, demo: Path) -> None:
    """The digest is plain text in 78 columns; links may be longer; --eml parses and has no line more in its header."""
    _, out, _ = run("mail", "--now", NOW, "--since", "2026-11-10", demo)
    _, eml, _ = run("mail", "--now", NOW, "--since", "2026-11-10", "--eml", demo)
    message = email.message_from_bytes(eml)

    assert all(len(line) <= 78 for line in out.decode().split("\n") if "://" not in line)
    assert b"net: sakura" in out
    assert {"From", "To", "Date", "Subject", "Message-ID", "List-Id", "Auto-Submitted"} <= set(message.keys())
    assert not message.defects


def test_check_and_its_status(run: Run, demo: Path) -> None:
    """Findings are status 1 only when asked; codes can be chosen and left out."""
    plain, out, _ = run("check", "--json", "--now", NOW, demo)
    asked, _, _ = run("check", "--now", NOW, "--exit-code", demo)
    none, _, _ = run("check", "--now", NOW, "--exit-code", "--select", "ND101", "--ignore", "ND1", demo)
    findings = json.loads(out)["findings"]

    assert (0, 1, 0) == (plain, asked, none)
    assert {"series", "code", "text", "evidence"} <= set(findings[0])


def test_unreadable_input_is_told(run: Run, tmp_path: Path) -> None:
    """What cannot be read is counted; --strict makes it status 3; an archive that is not there is a usage error."""
    broken = tmp_path / "broken.mbox.gz"
    broken.write_bytes(b"\x1f\x8b\x08\x00" + b"\x00" * 20)
    status, out, _ = run("show", "--json", broken)
    strict, _, err = run("show", "--json", "--strict", broken)
    gone, _, _ = run("show", tmp_path / "gone.mbox")

    assert (0, 3, 2) == (status, strict, gone)
    assert json.loads(out)["problems"]
    assert "problem" in err


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["show", "--format", "mboks", "DEMO"], "mbox"),
        (["show", "--profile", "netdew", "DEMO"], "netdev"),
        (["show", "--now", "yesterday", "DEMO"], "no date"),
        (["show", "--executor", "threads", "DEMO"], "thread"),
        (["show", "--series", "no such words", "DEMO"], "no series"),
        (["show", "--json", "--series", "0123456789ab", "DEMO"], "words of the title"),
        (["check", "--select", "ND999", "DEMO"], "ND1"),
        (["check", "--ignore", "ND101,XY1", "DEMO"], "XY1"),
        (["bench", "/nonexistent/file"], "No such file"),
    ],
)
def test_usage_errors_name_the_nearest(run: Run, demo: Path, arguments: list[str], hint: str) -> None:
    """Usage errors are status 2 and say what was meant."""
    status, out, err = run(*[str(demo) if word == "DEMO" else word for word in arguments])

    assert (2, b"") == (status, out)
    assert hint in err


def test_configuration_is_layered_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The project's file comes over the user's, a variable over both; an unknown key names the nearest."""
    home = tmp_path / "home"
    (home / "netdev-digest").mkdir(parents=True)
    (home / "netdev-digest" / "config.toml").write_text('title = "user"\njobs = 3\nwindow = 10\n')
    (tmp_path / "netdev-digest.toml").write_text('title = "project"\n')
    monkeypatch.chdir(tmp_path)

    settings = config.load({"XDG_CONFIG_HOME": str(home), "NETDEV_DIGEST_WINDOW": "7"})
    (tmp_path / "netdev-digest.toml").write_text("jbos = 2\n")

    assert ("project", 3, 7) == (settings.title, settings.jobs, settings.window)
    with pytest.raises(config.UsageError, match='did you mean "jobs"'):
        config.load({})


def test_every_profile_loads() -> None:
    """Each profile that comes along is valid and names trees or says that it has none."""
    assert "netdev" in config.profiles()
    assert all(config.profile(name).name == name for name in config.profiles())


def test_a_reader_that_goes_away_is_no_error(demo: Path) -> None:
    """`| head` ends the program without a word."""
    command = f"{sys.executable} -m digest show --json --now {NOW} {demo} | head -c 100 >/dev/null; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command], env=os.environ | {"PYTHONPATH": str(demo.parents[1])}, stderr=subprocess.PIPE, check=False
    )

    assert b"" == done.stderr
    assert done.returncode in (0, 141)


def test_formats_lists_what_each_loses(run: Run) -> None:
    """`formats` names each kind and what it loses."""
    status, out, _ = run("formats")

    assert 0 == status
    assert b"mbox" in out
    assert b"loses:" in out


def test_stdin_is_an_archive(demo: Path) -> None:
    """`-` reads standard input."""
    done = subprocess.run(
        [sys.executable, "-m", "digest", "show", "--json", "--now", NOW, "-"],
        input=demo.read_bytes(), env=os.environ | {"PYTHONPATH": str(demo.parents[1])}, capture_output=True, check=True,
    )  # fmt: skip

    assert 68 == json.loads(done.stdout)["counts"]["messages"]


@pytest.mark.parametrize("now", ["1971-01-01", "2026-11-05", "2026-11-10", "2026-11-14", "2026-11-18", "2039-01-01"])
def test_judged_as_of_any_day(run: Run, demo: Path, now: str) -> None:
    """Mails later than `--now` are no reason to fail: nothing of them has been said yet."""
    status, out, _ = run("show", "--json", "--now", now, demo)

    assert 0 == status
    assert json.loads(out)["series"]


def test_a_time_before_the_mails_is_told(run: Run, demo: Path, tmp_path: Path) -> None:
    """Whoever judges as of a day before the newest mail is told so."""
    status, _, err = run("build", demo, "-o", tmp_path / "site", "--no-search", "--now", "2026-11-10")

    assert 0 == status
    assert "later than 2026-11-10, which it is judged by" in err


def test_mails_without_a_date_are_told(run: Run, tmp_path: Path) -> None:
    """Where no mail has a date the board is empty, and the user is told where the series stand."""
    head = "From: Nora Quist <nora@quist.example>\nSubject: [PATCH net] net: x\nMessage-ID: <a@quist.example>\n\n"
    diff = "diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-a\n+b\n"
    (tmp_path / "a.eml").write_text(f"{head}Fix it.\n---\n{diff}")
    status, _, err = run("build", tmp_path / "a.eml", "-o", tmp_path / "site", "--no-search", "--now", "2026-11-10")

    assert 0 == status
    assert "no mail here has a date" in err
