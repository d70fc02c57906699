# SPDX-License-Identifier: GPL-2.0-or-later
"""Mail that says more than its sender may: tags under the author's name or for other diffs than the posted, patches taken by strangers."""

from datetime import timedelta

import pytest
from scenes import ADA, KUBA, MARY, RITA, SAM, START, TOM, Scene, tags

from digest import patch

R, A, T = "Reviewed-by", "Acked-by", "Tested-by"
LIST = "netdev@vger.kernel.org"
OTHER = "linux-can@vger.kernel.org"
ADA_HOME = "Ada Author <ada@home.example>"
HUNK = "diff --git a/net/core/dev.c b/net/core/dev.c\n@@ -10,3 +10,3 @@ int work(void)\n-\tvalue = 1;\n+\tvalue = 2;\n"


def posted(prefix: str = "PATCH net-next", **fields) -> Scene:
    """A scene of one patch."""
    scene = Scene()
    scene.patch(prefix, "net: x", key="p@x", **fields)
    return scene


def test_the_authors_name_from_elsewhere_reviews_nothing() -> None:
    """Who bears the whole name of the author is taken for him, and covers nothing."""
    scene = posted()
    scene.reply("p@x", f"{R}: {ADA_HOME}\n", by=ADA_HOME)
    assert [(R, "Ada Author", "self", "direct")] == tags(scene.only())
    assert "0 of 1 patches reviewed" == scene.state().reason


def test_the_authors_name_in_the_log() -> None:
    """So in the log, from which nobody can tell either."""
    scene = posted(tags=f"{T}: {ADA_HOME}\n")
    assert [(T, "Ada Author", "self", "commit")] == tags(scene.only())


def test_half_a_name_is_nobody() -> None:
    """A first name alone makes nobody the author."""
    scene = posted(by="Ada <ada@author.example>")
    scene.reply("p@x", f"{R}: Ada <ada@other.example>\n", by="Ada <ada@other.example>")
    assert [(R, "Ada", "given", "direct")] == tags(scene.only())


@pytest.mark.parametrize("key", [R, A, T])
def test_a_tag_below_a_proposed_diff(key: str) -> None:
    """Who answers a diff shown in a reply speaks of that diff, not of the patch as posted."""
    scene = posted()
    scene.reply("p@x", f"> value\n\nHow about this instead?\n\n{HUNK}", by=MARY, key="d@x")
    scene.reply("d@x", f"That works.\n\n{key}: {TOM}\n", by=TOM)
    assert [(key, "Tom Tester", "conditional", "chain")] == tags(scene.only())


def test_a_tag_below_a_quoted_diff() -> None:
    """A reply that only quotes the posted diff proposes none."""
    scene = posted()
    scene.reply("p@x", "".join(f"> {line}\n" for line in HUNK.split("\n")) + "\nLooks right to me.\n", by=MARY, key="d@x")
    scene.reply("d@x", f"{R}: {TOM}\n", by=TOM)
    assert [(R, "Tom Tester", "given", "chain")] == tags(scene.only())


LISTED = "Applied, thanks!\n\n[1/1] net: x\n      commit: 0123456789abcdef"


@pytest.mark.parametrize(
    ("prefix", "to", "by", "words", "value"),
    [
        ("PATCH net-next", [LIST], RITA, "Applied, thanks!", "under-review"),
        ("PATCH net-next", [LIST], RITA, LISTED, "under-review"),
        ("PATCH net-next", [LIST], ADA, "Applied, thanks!", "new"),
        ("PATCH net-next", [LIST], ADA, LISTED, "new"),
        ("PATCH net-next", [LIST, ADA], ADA, "Applied, thanks!", "new"),
        ("PATCH net-next", [LIST], KUBA, "Applied, thanks!", "applied"),
        ("PATCH net-next", [LIST, MARY], MARY, "Applied, thanks!", "applied"),
        ("PATCH net-next", [LIST, MARY], RITA, "Applied, thanks!", "under-review"),
        ("PATCH net-next", [LIST], MARY, "Applied to foo-next, thanks!", "applied"),
        ("PATCH", [LIST], RITA, "Applied, thanks!", "under-review"),
        ("PATCH", [OTHER], MARY, "Applied, thanks!", "applied"),
        ("PATCH", [OTHER], MARY, LISTED, "applied"),
        ("PATCH", [OTHER], ADA, "Applied, thanks!", "new"),
        ("PATCH", [OTHER, ADA], ADA, "Applied to foo-next, thanks!", "applied"),
        ("PATCH", [OTHER], ADA, "Applied to foo-next, thanks!", "new"),
    ],
)
def test_who_takes_patches(prefix: str, to: list[str], by: str, words: str, value: str) -> None:
    """Whom a posting was addressed to takes it; on a list whose people are known nobody else, and no author without a tree of his own."""
    scene = posted(prefix, recipients=", ".join(to), lists=[f"<{name.replace('@', '.')}>" for name in to if name in {LIST, OTHER}])
    scene.reply("p@x", f"{words}\n", by=by)
    assert value == scene.state().value


def test_a_list_known_by_its_address() -> None:
    """An archive without List-Id headers knows by the recipients which list a posting went to."""
    scene = posted("PATCH", recipients=LIST)
    scene.reply("p@x", "Applied, thanks!\n")
    assert "under-review" == scene.state().value


def test_an_unknown_taker_is_named() -> None:
    """What a stranger says is shown with its words, and moves nothing."""
    scene = posted(recipients=LIST)
    scene.reply("p@x", "Applied, thanks!\n")
    found = scene.state()
    assert "0 of 1 patches reviewed; Rita Reviewer says it was applied, but is not known to take patches" == found.reason
    assert "Applied, thanks!" == found.evidence[-1].text
    assert () == found.commits


def test_a_title_and_a_number_take_nothing_over() -> None:
    """A stranger's v2 of the same title, with other lines and no word of whose work it is, is a series of its own."""
    scene = posted()
    scene.patch("PATCH net-next v2", "net: x", key="q@x", number=7, by=SAM, at=5000)
    assert [["p@x"], ["q@x"]] == [[p.message_id for r in s.revisions for p in r.postings] for s in scene.series()]


@pytest.mark.parametrize(
    ("prefix", "order"),
    [
        ("PATCH net-next v2", [2, 3]),
        ("PATCH net-next v2 RESEND", [3, 2]),
        ("PATCH RESEND net-next v2", [3, 2]),
        ("PATCH net-next", [3, 1]),
        ("PATCH net-next v1", [3, 1]),
        ("RFC PATCH net-next v2", [3, 2]),
    ],
)
def test_a_lower_number_that_comes_late(prefix: str, order: list[int]) -> None:
    """A v2 that arrives after v3 is no newest version; one sent again on purpose is, and so is a count begun anew."""
    scene = posted("PATCH net-next v3")
    scene.patch(prefix, "net: x", key="q@x", at=4000)
    assert order == [revision.version for revision in scene.only().revisions]


def test_numbers_begun_anew_count_on() -> None:
    """Whoever begins again at 1 has his v2 after it, above old higher ones."""
    scene = posted("PATCH net-next v3")
    scene.patch("PATCH net-next", "net: x", key="q@x", at=4000)
    scene.patch("PATCH net-next v2", "net: x", key="r@x", number=2, at=9000)
    assert [3, 1, 2] == [revision.version for revision in scene.only().revisions]


def test_a_question_from_the_future_is_answered() -> None:
    """A mail of a clock gone wrong stands before its answer, and the reader is told."""
    scene = posted()
    scene.reply("p@x", "> value\n\nWhy this value?\n", by=RITA, key="q@x", at=900000)
    scene.reply("q@x", "> Why this value?\n\nBecause the datasheet says so.\n", by=ADA, at=2000)
    series = scene.only()
    assert ["p@x", "q@x"] == [record.key for record in series.records][:2]
    assert ("its date says 2028-07-19, but it was answered on 2026-11-03: put before its answer",) == series.records[1].notices
    assert [] == [q for q in patch.questions(series) if q.answered == "no"]


def test_a_posting_from_the_future() -> None:
    """Two answers agree that the posting was sent before them; when, nobody knows."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x", at=900000)
    scene.reply("p@x", f"{R}: {RITA}\n", by=RITA, at=2000)
    scene.reply("p@x", f"{A}: {TOM}\n", by=TOM, at=2100)
    assert None is scene.only().revisions[0].date
    assert "all patches reviewed" == scene.state().reason


def test_an_answer_from_the_past() -> None:
    """One answer that is older than the rest says nothing of the mail it answers."""
    scene = posted(at=5000)
    scene.reply("p@x", f"{R}: {RITA}\n", by=RITA, at=10)
    scene.reply("p@x", f"{A}: {TOM}\n", by=TOM, at=6000)
    assert () == scene.only().records[-1].notices
    assert START + timedelta(minutes=5000) == scene.only().revisions[0].date


def test_a_version_nobody_archived_has_no_date() -> None:
    """An answer says that a version was before it, not when; the order of versions holds."""
    scene = Scene()
    scene.reply("lost@x", "> value\n\nWhy?\n", by=RITA, at=100, subject="[PATCH net-next] net: x")
    scene.patch("PATCH net-next v2", "net: x", key="p@x", at=4000)
    assert [(1, None), (2, START + timedelta(minutes=4000))] == [(r.version, r.date) for s in scene.series() for r in s.revisions]


def test_a_sentence_of_one_word_answers() -> None:
    """With its full stop a single word is no name below the mail."""
    scene = posted()
    scene.reply("p@x", "> value\n\nWhy this value?\n", by=RITA, key="q@x")
    scene.reply("q@x", "> Why this value?\n\nLegacy.\n", by=ADA)
    assert ["yes"] == [q.answered for q in patch.questions(scene.only())]
