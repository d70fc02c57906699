# SPDX-License-Identifier: GPL-2.0-or-later
"""Which mails make a series: batches, partial rerolls, missing patches, ghosts, and everything in its place."""

import hashlib
import random

import msgspec
import pytest
from letters import DATA, PROFILE, mailbox
from scenes import ADA, RITA, SAM, Scene, components, diff, shape, tags

from digest import mail, patch
from digest.model import Copy
from tests import growth


def test_cover_and_patches() -> None:
    """A cover, its patches and an answer are one series whose id is the hash of the cover's KEY."""
    scene = Scene()
    top = scene.cover("PATCH net-next v2 0/2", "net: two steps", key="c@x")
    for index in (1, 2):
        scene.patch(f"PATCH net-next v2 {index}/2", f"net: step {index}", key=f"p{index}@x", to=top, number=index)
    answer = scene.reply("p2@x", "Why?\n")
    series = scene.only()
    assert [(2, 2, (1, 2), ())] == shape(series)
    assert "net: two steps" == series.title
    assert "net-next" == series.tree
    assert "ada@author.example" == series.author.email
    assert hashlib.sha256(b"c@x").hexdigest()[:12] == series.id
    assert (0, 2) == series.home[answer]
    assert (0, 0) == series.home[top]


def test_stray_version_does_not_split() -> None:
    """A patch with another version, sent with its cover, stays in its slot."""
    scene = Scene()
    top = scene.cover("PATCH 0/3", "drv: new driver", key="c@x")
    scene.patch("PATCH 1/3", "drv: one", key="p1@x", to=top)
    scene.patch("PATCH 2/3", "drv: two", key="p2@x", to=top, number=2)
    scene.patch("PATCH 3/3 v4", "drv: three", key="p3@x", to=top, number=3)
    assert [(1, 3, (1, 2, 3), ())] == shape(scene.only())


def test_unversioned_patches_of_a_versioned_cover() -> None:
    """The cover's version is that of patches that forgot theirs."""
    scene = Scene()
    top = scene.cover("PATCH net v3 0/2", "net: x", key="c@x")
    scene.patch("PATCH net 1/2", "net: one", key="p1@x", to=top)
    scene.patch("PATCH net 2/2", "net: two", key="p2@x", to=top, number=2)
    assert [(3, 2, (1, 2), ())] == shape(scene.only())


def test_unthreaded_series() -> None:
    """Mails of one sender, version and total within minutes are one series; an hour later another begins."""
    scene = Scene()
    scene.patch("PATCH net-next 1/2", "net: a one", key="a1@x")
    scene.patch("PATCH net-next 2/2", "net: a two", key="a2@x", number=2)
    scene.patch("PATCH net-next 1/2", "net: b one", key="b1@x", number=3, at=200, path="net/b.c")
    scene.patch("PATCH net-next 2/2", "net: b two", key="b2@x", number=4, path="net/b.c")
    first, second = scene.series()
    assert [(1, 2, (1, 2), ())] == shape(first)
    assert [(1, 2, (1, 2), ())] == shape(second)


def test_two_series_of_one_minute() -> None:
    """Two unthreaded series of one author in the same minutes are told apart by their patch numbers and mailer runs."""
    scene = Scene()
    for run in ("20261102100000.11", "20261102100000.22"):
        for index in (1, 2):
            scene.patch(
                f"PATCH net-next {index}/2",
                f"net: {run[-2:]} step {index}",
                key=f"{run}-{index}-ada@author.example",
                path=f"net/{run[-2:]}.c",
            )
    assert [["net: 11 step 1", "net: 11 step 2"], ["net: 22 step 1", "net: 22 step 2"]] == [
        [p.title for p in series.revisions[0].postings] for series in scene.series()
    ]


def test_sending_that_broke_off() -> None:
    """What follows a cover unthreaded within minutes still fills its slots."""
    scene = Scene()
    top = scene.cover("PATCH 0/3", "can: some more", key="c@x")
    scene.patch("PATCH 1/3", "can: one", key="p1@x", to=top)
    scene.patch("PATCH 2/3", "can: two", key="p2@x", number=2, at=8)
    scene.patch("PATCH 3/3", "can: three", key="p3@x", to="p2@x", number=3)
    assert [(1, 3, (1, 2, 3), ())] == shape(scene.only())


def test_v2_below_v1() -> None:
    """A v2 sent as a reply to v1 is a revision of its own, and answers belong to the nearest posting above."""
    scene = Scene()
    top = scene.cover("PATCH net-next 0/2", "net: x", key="c1@x")
    for index in (1, 2):
        scene.patch(f"PATCH net-next {index}/2", f"net: s{index}", key=f"a{index}@x", to=top, number=index)
    again = scene.cover("PATCH net-next v2 0/2", "net: x", key="c2@x", to="a2@x", at=3000)
    for index in (1, 2):
        scene.patch(f"PATCH net-next v2 {index}/2", f"net: s{index}", key=f"b{index}@x", to=again, number=index + 5)
    scene.reply("b1@x", f"Reviewed-by: {RITA}\n")
    series = scene.only()
    assert [(1, 2, (1, 2), ()), (2, 2, (1, 2), ())] == shape(series)
    assert [] == tags(series, 0, 1)
    assert [("Reviewed-by", "Rita Reviewer", "given", "direct")] == tags(series, 1, 1)


def test_partial_reroll() -> None:
    """`v2 2/2` in answer to v1 is v1's first patch and the new one; the title stays that of the whole."""
    scene = Scene()
    scene.patch("PATCH nf 1/2", "nf: fix refcount", key="a1@x")
    scene.patch("PATCH nf 2/2", "nf: make it work", key="a2@x", to="a1@x", number=2)
    robot = scene.reply("a2@x", "Does not build.\n")
    scene.patch("PATCH nf v2 2/2", "nf: make it work", key="b2@x", to=robot, number=3, at=5000)
    series = scene.only()
    assert [(1, 2, (1, 2), ()), (2, 2, (1, 2), ())] == shape(series)
    assert [1, None] == [p.from_version for p in series.revisions[1].postings]
    assert ["unchanged", "changed"] == [p.change for p in series.revisions[1].postings]
    assert "nf: fix refcount" == series.title


def test_point_revision() -> None:
    """`v5.1 2/3` replaces one patch of v5."""
    scene = Scene()
    top = scene.cover("PATCH v5 0/3", "x: y", key="c@x")
    for index in (1, 2, 3):
        scene.patch(f"PATCH v5 {index}/3", f"x: s{index}", key=f"a{index}@x", to=top, number=index)
    scene.patch("PATCH v5.1 2/3", "x: s2", key="b2@x", to="a2@x", number=9, at=500)
    series = scene.only()
    assert [(5, None), (5, 1)] == [(r.version, r.point) for r in series.revisions]
    assert [5, None, 5] == [p.from_version for p in series.revisions[1].postings]


def test_missing_patches_are_named() -> None:
    """A lone `2/3` says which patches never arrived."""
    scene = Scene()
    scene.patch("PATCH net v2 2/3", "net: middle", key="p2@x")
    assert [(2, 3, (2,), (1, 3))] == shape(scene.only())


def test_open_total() -> None:
    """`3/n` has no total and misses nothing that could be named."""
    scene = Scene()
    scene.patch("PATCH 3/n", "x: open", key="p@x")
    assert [(1, None, (3,), ())] == shape(scene.only())


def test_ghost_of_replies() -> None:
    """A patch known only from answers is a posting with the id they answer, and missing."""
    scene = Scene()
    scene.reply("ghost@x", f"Acked-by: {RITA}\n", subject="[PATCH net v2] net: unseen", references=["ghost@x"])
    series = scene.only()
    posting = series.revisions[0].postings[0]
    assert [(2, 1, (1,), (1,))] == shape(series)
    assert ("ghost@x", "net: unseen", None) == (posting.message_id, posting.title, posting.record)
    assert [("Acked-by", "Rita Reviewer", "given", "direct")] == tags(series)
    assert hashlib.sha256(b"ghost@x").hexdigest()[:12] == series.id


@pytest.mark.parametrize("form", ["20261101101010.1234-{}-ada@author.example", "1793527810-4321-{}-git-send-email-ada@author.example"])
def test_ghosts_of_one_run(form: str) -> None:
    """Patches known from answers in threads of their own are one series where one run of git-send-email sent them."""
    scene = Scene()
    ids = [form.format(number) for number in (2, 4)]
    scene.reply(ids[0], "Nice.\n", subject="[PATCH net v2 1/3] net: one", references=[ids[0]])
    scene.reply(ids[1], "Nice too.\n", subject="[PATCH net v2 3/3] net: three", references=[ids[1]])
    assert [(2, 3, (1, 3), (1, 2, 3))] == shape(scene.only())
    assert 1 == len(components(scene.records))
    other = form.replace("4", "5").format(4)
    scene.reply(other, "And this.\n", subject="[PATCH net v2 3/3] net: third", references=[other])
    assert 2 == len(scene.series())


def test_ghost_below_a_cover() -> None:
    """`Re: [PATCH 2/2]` through an unknown mail to the cover speaks of the missing patch, not of the cover."""
    scene = Scene()
    top = scene.cover("PATCH net 0/2", "net: x", key="c@x")
    scene.patch("PATCH net 1/2", "net: one", key="p1@x", to=top)
    scene.reply("p2@x", f"Acked-by: {RITA}\n", subject="[PATCH net 2/2] net: two", references=[top, "p2@x"])
    series = scene.only()
    assert [(1, 2, (1, 2), (2,))] == shape(series)
    assert ["p1@x", "p2@x"] == [p.message_id for p in series.revisions[0].postings]
    assert [] == tags(series, 0, 1)
    assert [("Acked-by", "Rita Reviewer", "given", "direct")] == tags(series, 0, 2)


def test_ghost_id_is_not_guessed() -> None:
    """With several unknown mails above and nothing to tell them apart, the posting has no message-id."""
    scene = Scene()
    scene.reply("two@x", "Hm.\n", subject="[PATCH net 2/3] net: two", references=["one@x", "two@x"])
    assert [None] == [p.message_id for p in scene.only().revisions[0].postings]


@pytest.mark.parametrize(
    ("above", "body"),
    [("CAEK8JBAz8Y6b1a2v+_EhXowdSEQgpv0CxmYX1kMP@mail.gmail.com", "Yes.\n"), ("gone@x", "> > Do it.\n> Why?\n\nYes.\n")],
)
def test_ghost_id_of_a_reply(above: str, body: str) -> None:
    """What answers another reply does not tell the posting's id."""
    scene = Scene()
    scene.reply(above, body, subject="[PATCH net] net: x", references=[above])
    assert [None] == [p.message_id for p in scene.only().revisions[0].postings]


@pytest.mark.parametrize(
    ("chain", "right"),
    [
        (["20261102.1234-1-a@b.example", "20261102.1234-3-a@b.example", "r@x"], "20261102.1234-3-a@b.example"),
        (
            ["20261102-topic-v2-0-0123456789ab@b.example", "20261102-topic-v2-2-0123456789ab@b.example", "r@x"],
            "20261102-topic-v2-2-0123456789ab@b.example",
        ),
    ],
)
def test_ghost_id_by_its_number(chain: list[str], right: str) -> None:
    """git-send-email and b4 number their message-ids, so the posting's can be told among unknown mails."""
    scene = Scene()
    scene.reply(chain[-1], "Hm.\n", subject="[PATCH net v2 2/3] net: two", references=chain)
    assert [right] == [p.message_id for p in scene.only().revisions[0].postings]


def test_shortlog_names_missing_patches() -> None:
    """A cover whose patches are not archived names them by its shortlog and counts by its diffstat."""
    body = (
        "Faster.\n\nAda Author (2):\n  net: first\n  net: second\n\n"
        " net/a.c | 12 ++++++++----\n 1 file changed, 8 insertions(+), 4 deletions(-)\n"
    )
    scene = Scene()
    scene.cover("PATCH net-next 0/2", "net: x", key="c@x", body=body)
    revision = scene.only().revisions[0]
    assert ["net: first", "net: second"] == [p.title for p in revision.postings]
    assert (1, 2) == revision.missing
    assert revision.diffstat is not None
    assert (1, 8, 4) == (revision.diffstat.files, revision.diffstat.insertions, revision.diffstat.deletions)


def test_shortlog_of_two_authors_gives_no_order() -> None:
    """Across authors a shortlog's order says nothing: only what is certain is named."""
    body = (
        "Faster.\n\nAda Author (1):\n  net: first\n\nSam Sender (1):\n  net: second\n\n"
        " net/a.c | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n"
    )
    scene = Scene()
    scene.cover("PATCH net-next 0/2", "net: x", key="c@x", body=body)
    assert () == scene.only().revisions[0].postings


def test_in_body_author() -> None:
    """A single patch is its in-body author's, not its sender's."""
    scene = Scene()
    scene.mail("[PATCH net] net: x", f"From: {ADA}\n\nDo it.\n\nSigned-off-by: {ADA}\n---\n{diff()}", key="p@x", by=SAM)
    assert "ada@author.example" == scene.only().author.email


def test_reply_with_a_diff_is_no_posting() -> None:
    """A diff inside an answer posts nothing."""
    scene = Scene()
    scene.patch("PATCH net", "net: x", key="p@x")
    scene.reply("p@x", f"How about:\n\n{diff(7)}")
    assert [(1, 1, (1,), ())] == shape(scene.only())


def test_questions_are_no_series() -> None:
    """A thread without a patch gives none."""
    scene = Scene()
    scene.mail("Routing trouble", "It does not route.\n", key="q@x")
    scene.reply("q@x", "Which kernel?\n")
    assert () == scene.series()


def test_changes_and_dropped() -> None:
    """Each patch is unchanged, changed, new or moved, and what is gone is named."""
    scene = Scene()
    top = scene.cover("PATCH net-next 0/3", "net: x", key="c1@x")
    for index in (1, 2, 3):
        scene.patch(f"PATCH net-next {index}/3", f"net: s{index}", key=f"a{index}@x", to=top, number=index, path=f"net/f{index}.c")
    top = scene.cover("PATCH net-next v2 0/3", "net: x", key="c2@x", at=4000)
    scene.patch("PATCH net-next v2 1/3", "net: s2", key="b1@x", to=top, number=2, path="net/f2.c")
    scene.patch("PATCH net-next v2 2/3", "net: s1", key="b2@x", to=top, number=21, path="net/f1.c")
    scene.patch("PATCH net-next v2 3/3", "net: quite another", key="b3@x", to=top, number=31, path="net/g.c")
    revision = scene.only().revisions[1]
    assert [("unchanged", 2), ("changed", 1), ("new", None)] == [(p.change, p.was_index) for p in revision.postings]
    assert ("net: s3",) == revision.dropped


PROBES = {
    "09-comma-prefix": [(3, 2, (1, 2), ())],
    "22-v2-patch-replies-to-v1-other-number": [(1, 3, (1,), (2, 3)), (2, 3, (1, 2), (3,))],
    "07-tag-on-v1-patch-unchanged-in-v2": [(1, 2, (1, 2), ()), (2, 2, (1, 2), ())],
}


@pytest.mark.parametrize("name", sorted(PROBES))
def test_probes(name: str) -> None:
    """The probe mailboxes that turn on revisions."""
    records = [patch.read(message, mail.words(message), PROFILE) for message in mailbox(DATA / "probes" / f"{name}.mbox")]
    (series,) = patch.assemble(mail.threads(records), PROFILE)
    assert PROBES[name] == shape(series)


def busy() -> Scene:
    """A scene with most of what may happen."""
    scene = Scene()
    top = scene.cover("RFC PATCH net-next 0/2", "net: x", key="c0@x")
    for index in (1, 2):
        scene.patch(f"RFC PATCH net-next {index}/2", f"net: s{index}", key=f"o{index}@x", to=top, number=index)
    top = scene.cover("PATCH net-next 0/3", "net: x", key="c1@x", at=9000)
    for index in (1, 2, 3):
        scene.patch(f"PATCH net-next {index}/3", f"net: s{index}", key=f"a{index}@x", to=top, number=index)
    scene.reply("a2@x", f"Reviewed-by: {RITA}\n", key="r1@x")
    scene.patch("PATCH net-next v2 2/3", "net: s2", key="b2@x", to="r1@x", number=8)
    scene.reply("lost@x", "Hm.\n", subject="[PATCH net v7 2/3] net: unseen", references=["lost0@x", "lost@x"], key="g@x")
    scene.patch("PATCH nf", "nf: other work", key="z@x", by=SAM, path="net/nf.c")
    scene.reply("z@x", "Applied, thanks!\n", key="za@x")
    return scene


def test_order_of_arrival_does_not_matter() -> None:
    """However the mails come in, the same series come out."""
    scene = busy()
    right = scene.series()
    dice = random.Random(7)  # noqa: S311 - shuffles only
    for _ in range(20):
        dice.shuffle(scene.records)
        assert right == scene.series()


def test_a_mail_changes_no_stranger() -> None:
    """Adding a mail changes only series that share a lineage key with it (through others of its component)."""
    scene = busy()
    for added in list(scene.records):
        rest = [record for record in scene.records if record is not added]
        keys = set(patch.lineage_keys(added))
        grown = True
        while grown:
            near = {key for record in rest if not keys.isdisjoint(patch.lineage_keys(record)) for key in patch.lineage_keys(record)}
            grown = not near <= keys
            keys |= near
        before = patch.assemble(mail.threads(rest), PROFILE)
        after = patch.assemble(mail.threads(scene.records), PROFILE)
        strangers = [s for s in before if all(keys.isdisjoint(patch.lineage_keys(r)) for r in s.records)]
        assert [] == [s for s in strangers if s not in after]


@pytest.mark.parametrize("kind", ["flat", "chain"])
def test_large_threads_are_linear(kind: str) -> None:
    """Ten thousand answers to one mail, or a chain of them, cost no more than their number, and no recursion."""
    scene = Scene()
    scene.patch("PATCH net", "net: x", key="p@x")
    scene.reply("p@x", "Yes.\n")
    first, answer = scene.records
    records = [first]
    for n in range(10_000):
        above = "p@x" if kind == "flat" or not n else f"r{n - 1}@x"
        records.append(msgspec.structs.replace(answer, key=f"r{n}@x", message_id=f"r{n}@x", parents=(above,)))
    (series,) = patch.assemble(mail.threads(records), PROFILE)
    assert 10_001 == len(series.records)

    def work(size: int) -> None:
        (part,) = patch.assemble(mail.threads(records[:size]), PROFILE)
        patch.attribute(part, PROFILE)

    assert growth.of(work, 2_500) <= 8


def test_cover_without_header() -> None:
    """A text copy with shortlog and diffstat but no subject is a cover without a title, its author as the shortlog says."""
    body = (
        "Faster receive path.\n\nAda Author (2):\n  drv: first\n  drv: second\n\n"
        " drivers/net/drv.c | 12 ++++++++----\n 1 file changed, 8 insertions(+), 4 deletions(-)\n"
    )
    message = mail.from_fields(Copy("copy", "0"), body, lost=("message-id", "headers"))
    record = patch.read(message, mail.words(message), PROFILE)
    (series,) = patch.assemble(mail.threads([record]), PROFILE)
    assert (None, "Ada Author") == (series.title, series.author.name)
    assert ["drv: first", "drv: second"] == [p.title for p in series.revisions[0].postings]


def test_tag_in_a_copy_without_prefix() -> None:
    """A text copy that lost the prefix of its subject still is a series where a tag was given; a question is not."""
    lost = {"lost": ("message-id", "headers")}
    first = mail.from_fields(Copy("copy", "0"), f"Works.\n\nTested-by: {RITA}\n", subject="drv: improve it", author=RITA, **lost)
    records = [patch.read(first, mail.words(first), PROFILE)]
    (series,) = patch.assemble(mail.threads(records), PROFILE)
    assert "drv: improve it" == series.title
    assert [("Tested-by", "Rita Reviewer", "given", "direct")] == tags(series)
    other = mail.from_fields(Copy("copy", "1"), "Does it work?\n", subject="drv: trouble", author=RITA, **lost)
    assert () == patch.assemble(mail.threads([patch.read(other, mail.words(other), PROFILE)]), PROFILE)


def test_cover_that_counted_wrong() -> None:
    """Patches hung at once below a cover with another total are its patches; those of another tree are not."""
    scene = Scene()
    top = scene.cover("PATCH net-next 0/3", "net: x", key="c@x")
    scene.patch("PATCH net-next 1/2", "net: one", key="p1@x", to=top)
    scene.patch("PATCH net-next 2/2", "net: two", key="p2@x", to=top, number=2)
    assert [(1, 3, (1, 2), (3,))] == shape(scene.only())
    scene.patch("PATCH iproute2-next 3/4", "ip: x", key="i@x", to=top, number=5, path="ip/x.c")
    assert (1, 2) == tuple(p.index for s in scene.series() for r in s.revisions for p in r.postings if s.tree == "net-next")


def test_single_patch_below_its_cover() -> None:
    """The one patch of a 0/1 belongs to it without its number too."""
    scene = Scene()
    top = scene.cover("PATCH net-next v2 0/1", "net: x", key="c@x")
    scene.patch("PATCH net-next v2", "net: one", key="p@x", to=top)
    assert [(2, 1, (1,), ())] == shape(scene.only())


def test_partial_rerolls_of_partial_rerolls() -> None:
    """Each patch of a revision is the newest posting of it, however many revisions ago that was."""
    scene = Scene()
    top = scene.cover("PATCH net-next 0/3", "net: a feature", key="c@x")
    for index in (1, 2, 3):
        scene.patch(f"PATCH net-next {index}/3", f"net: a longer step {index}", key=f"p{index}@x", to=top, number=index)
    scene.patch("PATCH net-next v2 3/3", "net: a longer step 3", key="q3@x", number=8, at=5000)
    scene.patch("PATCH net-next v3 2/3", "net: a longer step 2", key="r2@x", number=9, to="p2@x", at=9000)
    series = scene.only()
    found = [(p.index, p.message_id, p.from_version) for p in series.revisions[2].postings]
    assert [(1, "p1@x", 1), (2, "r2@x", None), (3, "q3@x", 2)] == found
