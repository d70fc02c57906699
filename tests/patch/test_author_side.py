# SPDX-License-Identifier: GPL-2.0-or-later
"""Who is of the author's side, what asks nothing, what an asker overtook, and versions that the archive lacks: seen in the whole facts."""

import msgspec
import pytest
from letters import PROFILE, record
from scenes import ADA, NOW, RITA, SAM, TOM, Scene

from digest import listing, patch, summary
from digest.model import BenchEntry, SeriesEntry, Summary
from digest.publish import _facts, _matrix


def facts(scene: Scene) -> Summary:
    """The facts of the one series."""
    return summary.summarise(scene.only(), summary.Context(NOW, PROFILE))


def entry(scene: Scene) -> SeriesEntry:
    """The series' own part of them."""
    return facts(scene).series


def relayed(tag: str, *, of: str = SAM) -> Scene:
    """Sam posts a patch of Ada's, and signs it off; its log has a tag of somebody."""
    scene = Scene()
    body = f"From: {ADA}\n\nDo it.\n\nSigned-off-by: {ADA}\n{tag}: {of}\nSigned-off-by: {SAM}\n---\n x.c | 2 +-\n\n"
    code = "diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1,1 +1,1 @@\n-int a;\n+int b;\n-- \n2.47.0\n"
    scene.mail("[PATCH net] net: x", body + code, by=SAM, key="a@x")
    return scene


@pytest.mark.parametrize(
    ("tag", "of", "expected"),
    [("Tested-by", SAM, False), ("Reviewed-by", SAM, False), ("Reviewed-by", ADA, False), ("Reviewed-by", RITA, True)],
)
def test_tags_of_the_authors_side(tag: str, of: str, expected: bool) -> None:  # noqa: FBT001 - a table's column
    """What who posted or signed a patch says for it covers nothing, on the page, in lists and in the state."""
    scene = relayed(tag, of=of)
    made = facts(scene)
    row = listing.row(made)
    got = _matrix.covered(made.series.revisions[-1], made.series.author.id), bool(row.covered)
    assert ([expected], expected) == got


def test_signer_is_no_reviewer() -> None:
    """Tom signed the patch that Sam posted for Ada: nothing he asks there waits for an author."""
    scene = relayed("Signed-off-by", of=TOM)
    scene.reply("a@x", "> +int b;\n\nWhy is this not static?\n", by=TOM)
    assert () == patch.questions(scene.only())
    scene.reply("a@x", "> +int b;\n\nWhy is this not static?\n", by=RITA)
    assert ["no"] == [question.answered for question in patch.questions(scene.only())]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Thanks for fixing this, the old code was wrong in a way that nobody would see.", 0),
        ("Thanks for the fix. Please free the buffer on the error path too.", 1),
        ("Thanks for the fix, but the error path should free the buffer.", 1),
        ("Thank you for the patch,\nI see no use in the second loop.", 1),
        ("Let's not start that quarrel again.", 0),
        ("Let's not add another flag here.", 1),
        ("With this patch I don't see these long delays.", 0),
        ("I do not see the stall any more with your patch.", 0),
        ("I don't see why the lock is needed.", 1),
        ("My test setup was as follows:\n\n1. Use one combined queue\n2. Set the ring to 64\n3. Run the sender for a minute", 0),
        ("Some things to change:\n\n1. Use one helper\n2. Drop the second loop", 2),
    ],
)
def test_what_asks_nothing(words: str, expected: int) -> None:
    """Thanks, a quarrel declined, a test report and its steps ask nothing; a clear request behind them does."""
    assert expected == len(record(f"> Do it.\n\n{words}\n").remarks)


def test_agreement_of_the_asker() -> None:
    """Whoever asked and then says that it sounds good has nothing open."""
    scene = Scene()
    posted = scene.patch("PATCH net", "net: x", key="a@x")
    asked = scene.reply(posted, "> Do it.\n\nHow about a table for these?\n", key="r@x")
    told = scene.reply(asked, "> How about a table for these?\n\nA table takes more room.\n", by=ADA, key="t@x")
    scene.reply(told, "> > How about a table for these?\n>\n> A table takes more room.\n\nAlright, sounds good.\n")
    assert ["yes"] == [question.answered for question in patch.questions(scene.only())]


@pytest.mark.parametrize(
    ("later", "expected"),
    [(f"Tested-by: {RITA}\n", "reviewers"), ("I ran the selftests on this and they pass.\n", "reviewers"), ("Hm.\n", "author")],
)
def test_overtaken_by_the_asker(later: str, expected: str) -> None:
    """A list of wishes does not hold a series up once who made it has tested the patch."""
    scene = Scene()
    posted = scene.patch("PATCH net", "net: x", key="a@x")
    scene.reply(posted, "> Do it.\n\nMaybe you could use a table here.\n")
    scene.reply(posted, f"> Do it.\n\n{later}")
    assert expected == entry(scene).state.waits_for


def versions(*numbers: int) -> Scene:
    """Postings of one patch in some versions, whose changelogs link nowhere."""
    scene = Scene()
    for number in numbers:
        prefix = f"PATCH net v{number}" if number > 1 else "PATCH net"
        scene.patch(prefix, "net: x", key=f"v{number}@x", number=number, notes="v2: better\n\n", at=9000.0 * number)
    return scene


def test_versions_not_archived() -> None:
    """Versions that nobody posted in the archive are named, and what links to one of them is not blamed."""
    made = entry(versions(3, 4, 6))
    assert ("v1 to v2 are not in the archive", "v5 is not in the archive") == made.notes
    assert "ND115" not in [finding.code for finding in made.findings]
    assert () == entry(versions(1, 2)).notes
    assert "ND115" in [finding.code for finding in entry(versions(1, 2)).findings]


@pytest.mark.parametrize(
    ("words", "by", "expected"),
    [
        ("I have reposted the patches now.", ADA, "superseded"),
        ("I've just resent the series.", ADA, "superseded"),
        ("I have reposted the patches now.", RITA, "under-review"),
        ("Have you seen that I have reposted the numbers?", ADA, "new"),
    ],
)
def test_posted_again_elsewhere(words: str, by: str, expected: str) -> None:
    """The author's word that the patches were posted again is shown as the proof; no number is needed."""
    scene = versions(1)
    scene.reply("v1@x", f"> Do it.\n\n{words}\n", by=by)
    state = scene.state()
    assert expected == state.value
    assert expected != "superseded" or state.evidence[0].text in words


@pytest.mark.parametrize(("of", "expected"), [(SAM, "by the author"), (ADA, "by the author"), (RITA, "by 1 person other than the author")])
def test_tester_of_the_authors_side(of: str, expected: str) -> None:
    """Who posted or signed a patch of any version is no other person who tested it."""
    scene = relayed("Reported-by", of=TOM)
    scene.reply("a@x", "> Do it.\n\nTested on a Rock 5B board.\n", by=of)
    made = facts(scene).series
    assert made.tests
    assert expected == _facts.tests_fact(made).remark


def test_headline_falls_back_on_the_card() -> None:
    """Where testers name no machine, that of the numbers they posted is shown."""
    scene = relayed("Reported-by", of=TOM)
    scene.reply("a@x", "> Do it.\n\nI tested it, it works fine for me here.\n", by=RITA, key="t@x")
    made = facts(scene).series
    assert "no hardware named" == _facts.tests_fact(made).value
    rita = made.tests[-1].person
    card = BenchEntry("t@x", None, rita, 1, {"nic": "BCM57508", "mtu": "1500"}, (), (), ())
    assert "BCM57508" == _facts.tests_fact(msgspec.structs.replace(made, benchmarks=(card,))).value
