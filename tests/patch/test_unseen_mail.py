# SPDX-License-Identifier: GPL-2.0-or-later
"""Kinds of error met on archives that nobody tuned to: unseen postings, commits shown in replies, repaired by who takes a patch."""

import pytest
from letters import record
from scenes import ADA, KUBA, RITA, TOM, Scene, tags

from digest import patch

GIT_ID = "20261102100000.4711-2-ada@author.example"
OLD_ID = "1556721879-35987-2-git-send-email-ada@author.example"


@pytest.mark.parametrize("key", [GIT_ID, OLD_ID])
def test_sender_of_an_unseen_posting(key: str) -> None:
    """The address that git-send-email wrote into the message-id names the sender; his own answers are then no remarks."""
    scene = Scene()
    first = scene.reply(key, "> +\tint y;\n\nWhy is y signed?\n", subject="[PATCH net 1/2] net: y", references=[key])
    scene.reply(first, "> Why is y signed?\n\nIt holds an errno. Should I rename it?\n", by=ADA)
    series = scene.only()
    assert "ada@author.example" == series.author.email
    assert ["rita@review.example"] == [question.person.email for question in patch.questions(series)]


def test_machine_is_no_sender() -> None:
    """Where git fell back to the machine's own name, the message-id names nobody."""
    key = "20261102100000.4711-1-root@builder.localdomain"
    scene = Scene()
    scene.reply(key, f"Acked-by: {RITA}\n", subject="[PATCH net] net: y", references=[key])
    assert scene.only().author.email is None


def test_writer_of_a_quoted_patch() -> None:
    """Of several unseen mails above a reply, who wrote the quoted words with the diff wrote the patch."""
    scene = Scene()
    body = f"On Mon, 2 Nov 2026, Ada Author wrote:\n> Count it.\n>\n> Signed-off-by: Ada Author <ada@author.example>\n\nAcked-by: {RITA}\n"
    scene.reply("b@x", body, subject="[PATCH net v3] net: count", references=["a@x", "b@x"])
    assert "Ada Author" == scene.only().author.name


@pytest.mark.parametrize(
    "key",
    [
        "20261102094005.GJ26100@mail.example",
        "20261102094005.k2j4h5g6f7d8s9a0@mail.example",
        "ZbCdEfGhIjKlMnOp@mail.example",
        "875yv0zvcn.fsf@mail.example",
        "0123456789abcdef0123456789abcdef01234567.camel@mail.example",
        "6d4f1a52-4a52-4f0e-9a52-0123456789ab@mail.example",
    ],
)
def test_mailer_of_people_posts_no_patch(key: str) -> None:
    """An unseen mail that a mailer for people wrote is most likely a reply: its id and its writer are not taken for the patch's."""
    scene = Scene()
    scene.reply(
        key, "On Mon, 2 Nov 2026, Rita Reviewer wrote:\n> Why?\n\nBecause.\n", by=TOM, subject="[PATCH net] net: y", references=[key]
    )
    series = scene.only()
    assert (None, None) == (series.latest.postings[0].message_id, series.author.name)


def pair() -> Scene:
    """Three patches below a cover."""
    scene = Scene()
    top = scene.cover("PATCH net-next 0/3", "net: count", key="c@x")
    for index in (1, 2, 3):
        scene.patch(f"PATCH net-next {index}/3", f"net: count part {index}", key=f"p{index}@x", to=top, number=index)
    return scene


@pytest.mark.parametrize("words", ["Applied 2-3, but the first needs work.", "Applied 2 and 3, thanks.", "Queued 2,3 to net-next."])
def test_some_applied_by_number(words: str) -> None:
    """Numbers alone say which patches were taken."""
    scene = pair()
    scene.reply("c@x", f"{words}\n", by=KUBA)
    state = scene.state()
    assert ("partly-applied", True) == (state.value, state.reason.startswith("2 of 3 patches applied"))


def test_all_applied_is_not_some() -> None:
    """A count of patches is no list of numbers."""
    scene = pair()
    scene.reply("c@x", "Applied 3 patches to net-next, thanks.\n", by=KUBA)
    assert "applied" == scene.state().value


def test_commit_under_another_prefix() -> None:
    """Whoever takes a patch may put the subsystem before its title."""
    scene = pair()
    lines = "".join(f"{index}aaaabbbbccc core: net: count part {index}\n" for index in (1, 2, 3))
    scene.reply("c@x", f"3 patches applied to net-next.git, thanks.\n\n{lines}", by=KUBA)
    assert [1, 2, 3] == [commit.patch for commit in scene.state().commits]


def test_a_test_is_no_review() -> None:
    """A patch that was only tested still waits for reviewers."""
    scene = Scene()
    scene.patch("PATCH net", "net: y", key="p@x")
    scene.reply("p@x", f"Tested-by: {TOM}\n", by=TOM)
    state = scene.state()
    assert ("needs-review", "0 of 1 patches reviewed") == (state.group, state.reason)


def test_shown_commit_keeps_its_tags() -> None:
    """The tags of a commit that a reply shows by `git show` are not given to the patch; the sender's own one below is."""
    body = (
        "We did the same before:\n\ncommit 0123456789abcdef0123456789abcdef01234567\nAuthor: Olga Old <olga@old.example>\n"
        f"Date:   Mon Nov 2 10:00:00 2020 +0100\n\n    net: older\n    \n    Acked-by: Olga Old <olga@old.example>\n\nReviewed-by: {RITA}\n"
    )
    scene = Scene()
    scene.patch("PATCH net", "net: y", key="p@x")
    scene.reply("p@x", body)
    assert [("Reviewed-by", "Rita Reviewer", "given", "direct")] == tags(scene.only())


@pytest.mark.parametrize(
    ("words", "answered"),
    [
        ("This returns 0 on failure? I changed this to -EIO.", "yes"),
        ("Please use a full name, fixed in the pending branch.", "yes"),
        ("This returns 0 on failure? Please change it to -EIO.", "no"),
        ("Please explain why I fixed this was needed at all.", "no"),
    ],
)
def test_repaired_by_who_takes_it(words: str, answered: str) -> None:
    """What a maintainer repaired himself waits for nobody."""
    scene = Scene()
    scene.patch("PATCH net", "net: y", key="p@x")
    scene.reply("p@x", f"> +\treturn 0;\n\n{words}\n", by=KUBA)
    (question,) = patch.questions(scene.only())
    assert answered == question.answered


def test_writer_of_the_patch_explains() -> None:
    """In a series that somebody else posted, the writer of the very patch asks no review question about it."""
    scene = Scene()
    top = scene.cover("PATCH net-next 0/2", "net: z", key="c@x")
    scene.mail("[PATCH net-next 1/2] net: z1", f"From: {TOM}\n\nDo it.\n\nSigned-off-by: {TOM}\n---\n a | 1 +\n\ndiff --git a/a b/a\n"
               "--- a/a\n+++ b/a\n@@ -1 +1,2 @@\n x\n+y\n", key="p1@x", to=top)  # fmt: skip
    scene.patch("PATCH net-next 2/2", "net: z2", key="p2@x", to=top)
    asked = scene.reply("p1@x", "> +y\n\nWhy y?\n")
    scene.reply(asked, "> Why y?\n\nIt is the next letter. Would you prefer another one?\n", by=TOM)
    assert ["rita@review.example"] == [question.person.email for question in patch.questions(scene.only())]


def test_writer_of_quoted_lines_of_a_diff() -> None:
    """A remark under a few lines of a long diff names their one writer, whichever of the unseen mails the patch was."""
    hunk = "> diff --git a/a.c b/a.c\n> --- a/a.c\n> +++ b/a.c\n> @@ -1,3 +1,4 @@ int f(void)\n" + "> +\tint y;\n" * 60
    body = f"On Mon, 2 Nov 2026, Ada Author wrote:\n{hunk}\nPlease drop y.\n"
    scene = Scene()
    scene.reply("b@x", body, subject="[PATCH net v3] net: f", references=["a@x", "b@x"])
    assert "Ada Author" == scene.only().author.name


def test_marks_alone_ask_nothing() -> None:
    """Question marks without a word are no question."""
    assert () == record("> It must stay as it is.\n\n??\n").remarks


def test_comparison_is_no_machine() -> None:
    """Words with a comparison name no hardware."""
    found = record("Performance\n===========\n\nI tested on top, and using eth9x2 scales better than plain device access.\n", author=ADA)
    assert [None] * len(found.tests) == [test.hardware for test in found.tests]
