# SPDX-License-Identifier: GPL-2.0-or-later
"""Who gave which tag to which patch of which revision, how it counts, and by which way it came."""

import pytest
from letters import DATA, PROFILE, mailbox
from scenes import ADA, KUBA, RITA, SAM, TOM, Scene, diff, tags

from digest import mail, patch

REVIEWED = "Reviewed-by"


def single() -> Scene:
    """One patch."""
    scene = Scene()
    scene.patch("PATCH net", "net: x", key="p@x")
    return scene


def pair(**fields) -> Scene:
    """A cover and two patches."""
    scene = Scene()
    top = scene.cover("PATCH net-next 0/2", "net: x", key="c@x")
    for index in (1, 2):
        scene.patch(f"PATCH net-next {index}/2", f"net: s{index}", key=f"p{index}@x", to=top, number=index, **fields)
    return scene


def next_version(scene: Scene, numbers: tuple[int, int], **fields) -> None:
    """Add v2 of a pair; an equal number is an unchanged patch."""
    top = scene.cover("PATCH net-next v2 0/2", "net: x", key="c2@x", at=9000)
    for index, number in zip((1, 2), numbers, strict=True):
        scene.patch(f"PATCH net-next v2 {index}/2", f"net: s{index}", key=f"q{index}@x", to=top, number=number, **fields)


@pytest.mark.parametrize(
    ("by", "status"),
    [
        ("Rita Reviewer <rita@forger.example>", "mismatched"),  # the name of somebody who writes from her own address here
        ("R\u0456ta Reviewer <rita@forger.example>", "mismatched"),  # a name that only looks alike
        (TOM, "mismatched"),
        ("Rita Reviewer <rita+lists@review.example>", "given"),
        ("Somebody <rita@review.example>", "given"),
    ],
)
def test_tags_in_anothers_name(by: str, status: str) -> None:
    """A tag in the name of somebody who takes part with an address of her own counts only from that address."""
    scene = single()
    scene.reply("p@x", "I will look at it.\n", by=RITA, key="r@x")
    scene.reply("p@x", f"Reviewed-by: {RITA}\n", by=by, key="f@x")
    assert [(REVIEWED, "Rita Reviewer", status, "direct")] == tags(scene.only())


def test_another_address_of_the_same_name_is_told() -> None:
    """Who nowhere else takes part may write from another employer's address; the rule says so."""
    scene = single()
    scene.reply("p@x", f"Reviewed-by: {RITA}\n", by="Rita Reviewer <rita@home.example>")
    (tag,) = (tag for tag in patch.attribute(scene.only(), PROFILE).of(0, 1) if tag.key == REVIEWED)
    assert ("given", "answers the patch; sent by the same name from rita@home.example") == (tag.status, tag.rule)


@pytest.mark.parametrize(
    ("body", "by", "right"),
    [
        (f"Reviewed-by: {RITA}\n", RITA, [(REVIEWED, "Rita Reviewer", "given", "direct")]),
        (f"Reviewed-by: {RITA}\n", "Rita Reviewer <rita+kernel@review.example>", [(REVIEWED, "Rita Reviewer", "given", "direct")]),
        (f"Reviewed-by: {RITA}\n", "Rita Reviewer <rita@new-employer.example>", [(REVIEWED, "Rita Reviewer", "given", "direct")]),
        (f"Reviewed-by: {RITA}\n", '"Reviewer, Rita" <rita@elsewhere.example>', [(REVIEWED, "Rita Reviewer", "given", "direct")]),
        (f"Reviewed-by: {RITA}\n", TOM, [(REVIEWED, "Rita Reviewer", "mismatched", "direct")]),
        (f"Reviewed-by: {ADA}\n", ADA, [(REVIEWED, "Ada Author", "self", "direct")]),
        (f"With the typo fixed, feel free to add:\n\nReviewed-by: {RITA}\n", RITA, [(REVIEWED, "Rita Reviewer", "conditional", "direct")]),
        (f"> Reviewed-by: {RITA}\n\nThanks!\n", ADA, []),
        (f"Fine.\n-- \nReviewed-by: {RITA}\n", RITA, []),
        (
            f"Reviewed-and-tested-by: {RITA}\n",
            RITA,
            [(REVIEWED, "Rita Reviewer", "given", "direct"), ("Tested-by", "Rita Reviewer", "given", "direct")],
        ),
        (f"Reviewed-by: {RITA}\nReviewed-by: {RITA}\n", RITA, [(REVIEWED, "Rita Reviewer", "given", "direct")]),
    ],
)
def test_status_of_one_reply(body: str, by: str, right: list[tuple[str, str | None, str, str]]) -> None:
    """How the sender and the words before a tag make it count."""
    scene = single()
    scene.reply("p@x", body, by=by)
    assert right == tags(scene.only())


def test_chain() -> None:
    """A tag below another reply counts for the patch above, by chain."""
    scene = single()
    first = scene.reply("p@x", "Hm.\n")
    scene.reply(first, f"Tested-by: {TOM}\n", by=TOM)
    assert [("Tested-by", "Tom Tester", "given", "chain")] == tags(scene.only())


def test_cover_counts_for_all() -> None:
    """A tag on the cover counts for each patch once per person, and stands with the series."""
    scene = pair()
    scene.reply("c@x", f"For the series:\n\nReviewed-by: {RITA}\n")
    scene.reply("p1@x", f"Reviewed-by: {RITA}\n")
    series = scene.only()
    assert [(REVIEWED, "Rita Reviewer", "given", "cover")] == tags(series, 0, 2)
    assert 1 == len(tags(series, 0, 1))
    assert [(REVIEWED, "given", "cover")] == [(t.key, t.status, t.via) for t in patch.attribute(series, PROFILE).cover]


@pytest.mark.parametrize(
    ("words", "first", "second"),
    [
        ("For patch 2:", [], ["range"]),
        ("For all but patch 1:", [], ["range"]),
        ("For patches 1-2:", ["range"], ["range"]),
        ("For the series:", ["cover"], ["cover"]),
    ],
)
def test_range_on_the_cover(words: str, first: list[str], second: list[str]) -> None:
    """Words before a tag on the cover choose the patches."""
    scene = pair()
    scene.reply("c@x", f"{words}\n\nAcked-by: {RITA}\n")
    series = scene.only()
    assert (first, second) == tuple([via for *_, via in tags(series, 0, index)] for index in (1, 2))


def test_series_said_on_a_patch() -> None:
    """`For the series` in answer to one patch counts for all."""
    scene = pair()
    scene.reply("p1@x", f"For the whole series:\n\nAcked-by: {RITA}\n")
    series = scene.only()
    assert ["direct"] == [via for *_, via in tags(series, 0, 1)]
    assert ["range"] == [via for *_, via in tags(series, 0, 2)]


def test_log_stands_before_mail() -> None:
    """A tag in the log and in a reply is one, by the log."""
    scene = Scene()
    scene.patch("PATCH net", "net: x", key="p@x", tags=f"Reviewed-by: {RITA}\n")
    scene.reply("p@x", f"Reviewed-by: {RITA}\n")
    assert [(REVIEWED, "Rita Reviewer", "given", "commit")] == tags(scene.only())


def test_repeated_log_is_no_new_tag() -> None:
    """A mail that repeats the log without quote marks gives nothing for others."""
    scene = Scene()
    scene.patch("PATCH net", "net: x", key="p@x", tags=f"Reviewed-by: {RITA}\n")
    scene.reply("p@x", f"Do it.\nReviewed-by: {RITA}\nSigned-off-by: {ADA}\n\nTested-by: {TOM}\n", by=TOM)
    assert [(REVIEWED, "Rita Reviewer", "given", "commit"), ("Tested-by", "Tom Tester", "given", "direct")] == tags(scene.only())


def test_carried_and_stale() -> None:
    """A tag of v1 is carried to an equal patch and stale on a changed one, unless the log or a new mail gives it again."""
    scene = pair()
    scene.reply("p1@x", f"Reviewed-by: {RITA}\n")
    scene.reply("p2@x", f"Reviewed-by: {RITA}\n")
    next_version(scene, (1, 9))
    series = scene.only()
    assert [(REVIEWED, "Rita Reviewer", "given", "carried")] == tags(series, 1, 1)
    assert [(REVIEWED, "Rita Reviewer", "stale", "carried")] == tags(series, 1, 2)
    scene.reply("q2@x", f"Reviewed-by: {RITA}\n")
    assert [(REVIEWED, "Rita Reviewer", "given", "direct")] == tags(scene.only(), 1, 2)


def test_kept_in_the_log_of_a_changed_patch() -> None:
    """What the author keeps in his log counts by the log."""
    scene = pair()
    scene.reply("p1@x", f"Reviewed-by: {RITA}\n")
    next_version(scene, (8, 9), tags=f"Reviewed-by: {RITA}\n")
    assert [(REVIEWED, "Rita Reviewer", "given", "commit")] == tags(scene.only(), 1, 1)


def test_conditional_is_not_carried() -> None:
    """A conditional tag does not follow the patch."""
    scene = pair()
    scene.reply("p1@x", f"With that fixed:\n\nReviewed-by: {RITA}\n")
    next_version(scene, (1, 2))
    assert [] == tags(scene.only(), 1, 1)


def test_withdrawn_by_a_later_nak() -> None:
    """Who refuses after approving has withdrawn."""
    scene = single()
    scene.reply("p@x", f"Acked-by: {RITA}\n")
    scene.reply("p@x", f"On second thought:\n\nNacked-by: {RITA}\n")
    assert [("Acked-by", "Rita Reviewer", "withdrawn", "direct"), ("Nacked-by", "Rita Reviewer", "given", "direct")] == tags(scene.only())


def test_withdrawn_in_words() -> None:
    """Who says that he takes his tag back has withdrawn."""
    scene = single()
    scene.reply("p@x", f"Acked-by: {RITA}\n")
    scene.reply("p@x", "Sorry, I have to withdraw my Acked-by, this deadlocks.\n")
    assert [("Acked-by", "Rita Reviewer", "withdrawn", "direct")] == tags(scene.only())


def after(words: str, by: str = RITA) -> list[str]:
    """The statuses of a Reviewed-by after a later mail."""
    scene = single()
    scene.reply("p@x", f"Reviewed-by: {RITA}\n")
    scene.reply("p@x", f"{words}\n", by=by)
    return [status for key, _, status, _ in tags(scene.only()) if key == REVIEWED]


@pytest.mark.parametrize(
    "words",
    [
        "I take back my Reviewed-by.",
        "Please drop my Reviewed-by tag.",
        "Sorry, I have to retract my review.",
        "Scratch my Reviewed-by.",
        "Please remove my R-b from this patch.",
        "Please don't carry my Reviewed-by over to v3.",
        "Consider my ack withdrawn.",
        "My Reviewed-by no longer stands.",
        "I need to withdraw my Reviewed-by tag, see below.",
        "I must take my review tag back.",
        "I'm retracting my Reviewed-by until this is sorted out.",
        "Reviewed-by withdrawn.",
        "So I revoke my Reviewed-by tag.",
        "Taking back my Reviewed-by, as this breaks the build.",
        "Unfortunately I have to take my Reviewed-by back.",
        "please hold off with my Reviewed-by tag",
        "Please ignore my earlier Reviewed-by.",
        "Ignore my previous review tag, I looked at the wrong version.",
        "Sorry, too fast, my Reviewed-by was meant for another patch.",
        "Please strike my tag from this one.",
        "I rescind my Reviewed-by.",
        "Dropping my Reviewed-by for now.",
        "I withdraw the Reviewed-by I gave for v1.",
        "Please do not add my Reviewed-by yet.",
        "Hmm, actually NAK, this breaks suspend.",
        "Retracted: my Reviewed-by.",
        "My tag should be dropped.",
        "I am no longer comfortable with my Reviewed-by on this patch.",
    ],
)
def test_ways_to_withdraw(words: str) -> None:
    """A tag taken back by its giver in a later mail; nobody else can."""
    assert ["withdrawn"] == after(words)
    assert ["given"] == after(words, TOM)


@pytest.mark.parametrize(
    "words",
    [
        "Please drop my Acked-by.",
        "Please drop my Signed-off-by, I did not write this.",
        "You forgot to carry my Reviewed-by.",
        "You can add my Reviewed-by.",
        "Why did you drop my Reviewed-by?",
        "I see you dropped my Reviewed-by in v2, that is fine.",
        "Please don't drop my Reviewed-by when you only fix the typo.",
        "You dropped my review tag because of the rework, right?",
        "If you change the algorithm then drop my Reviewed-by.",
        "Feel free to keep my tag.",
        "No need to drop my Reviewed-by.",
        "I am not withdrawing my Reviewed-by.",
        "I will not take my Reviewed-by back.",
        "My Reviewed-by still stands.",
        "Can you remove the review comment from the log?",
        "Please drop the Reviewed-by of Tom, he only commented.",
        "I don't want to take back my Reviewed-by.",
    ],
)
def test_nothing_withdrawn(words: str) -> None:
    """Another tag, a question, a condition, somebody else's deed, a denial."""
    assert ["given"] == after(words)


@pytest.mark.parametrize("words", ["NAK, this breaks suspend.", "Hmm, actually NAK.", "Self-NAK no, but I have to NAK this: it leaks."])
def test_refused_in_words(words: str) -> None:
    """A later NAK of the same person without the tag's form takes the approval back too."""
    assert ["withdrawn"] == after(words)
    assert ["given"] == after(words, TOM)


def test_an_approval_after_a_refusal() -> None:
    """The newest stand of a person counts: a refusal that was followed by an approval is withdrawn, and the series is not rejected."""
    scene = single()
    scene.reply("p@x", f"Nacked-by: {KUBA}\n", by=KUBA)
    scene.reply("p@x", "NAK.\n", by=TOM)
    assert "rejected" == scene.state().value
    scene.reply("p@x", f"I was wrong.\n\nAcked-by: {KUBA}\n", by=KUBA)
    scene.reply("p@x", f"So was I.\n\nReviewed-by: {TOM}\n", by=TOM)
    kept = [("Nacked-by", "Jakub Kicinski", "withdrawn", "direct"), ("Acked-by", "Jakub Kicinski", "given", "direct")]
    assert [*kept, (REVIEWED, "Tom Tester", "given", "direct")] == tags(scene.only())
    assert "under-review" == scene.state().value


def test_withdrawn_from_a_log() -> None:
    """What the author kept in his log may be taken back as well, by words; a plain word of the author cannot."""
    scene = single()
    scene.reply("p@x", f"Reviewed-by: {RITA}\n")
    scene.patch("PATCH net v2", "net: x", key="q@x", number=2, tags=f"Reviewed-by: {RITA}\n", at=9000)
    scene.reply("q@x", "Please drop my Reviewed-by.\n", by=ADA)
    assert [(REVIEWED, "Rita Reviewer", "given", "commit")] == tags(scene.only())
    scene.reply("q@x", "This is another patch now, please drop my Reviewed-by.\n")
    assert [(REVIEWED, "Rita Reviewer", "withdrawn", "commit")] == tags(scene.only())


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("In particular I didn't give my Reviewed-by tag for this one.", "withdrawn"),
        ("I never gave a Reviewed-by here.", "withdrawn"),
        ("I didn't see that you have my Reviewed-by already.", "given"),
    ],
)
def test_a_tag_that_was_never_given(words: str, status: str) -> None:
    """Whom a log names may say that he gave no such tag."""
    scene = Scene()
    scene.patch("PATCH net", "net: x", key="p@x", tags=f"Reviewed-by: {RITA}\n")
    scene.reply("p@x", f"{words}\n")
    assert [status] == [standing for key, _, standing, _ in tags(scene.only()) if key == REVIEWED]


def test_withdrawn_after_it_was_carried() -> None:
    """A tag carried to an equal patch is taken back by a mail to the new version."""
    scene = single()
    scene.reply("p@x", f"Reviewed-by: {RITA}\n")
    scene.patch("PATCH net v2", "net: x", key="q@x", at=9000)
    assert [(REVIEWED, "Rita Reviewer", "given", "carried")] == tags(scene.only())
    scene.reply("q@x", "I withdraw my Reviewed-by.\n")
    assert [(REVIEWED, "Rita Reviewer", "withdrawn", "carried")] == tags(scene.only())
    assert [(REVIEWED, "Rita Reviewer", "given", "direct")] == tags(scene.only(), 0)


def test_a_tag_given_again_after_a_withdrawal() -> None:
    """What was taken back and then given anew is given."""
    scene = single()
    scene.reply("p@x", f"Reviewed-by: {RITA}\n")
    scene.reply("p@x", "Please drop my Reviewed-by, I missed something.\n")
    scene.reply("p@x", f"Never mind, it is right.\n\nReviewed-by: {RITA}\n")
    assert ["given"] == [status for key, _, status, _ in tags(scene.only()) if key == REVIEWED and status != "withdrawn"]


def test_robot_wish_on_a_cover_is_one() -> None:
    """Syzbot ci's wish stands with the series and is not spread."""
    scene = pair()
    body = (
        "syzbot ci has tested the following series\n\n[v1] net: x\n* [PATCH net-next 1/2] net: s1\n\n"
        "and found the following issue:\nWARNING in x\n\n***\n\n"
        "If these findings have caused you to resend the series or submit a\n"
        "separate fix, please add the following tag to your commit message:\n"
        "  Tested-by: syzbot@syzkaller.appspotmail.com\n"
    )
    scene.reply("c@x", body, by="syzbot ci <syzbot+ci123@syzkaller.appspotmail.com>")
    series = scene.only()
    assert [] == tags(series, 0, 1)
    assert [("Tested-by", "suggested")] == [(t.key, t.status) for t in patch.attribute(series, PROFILE).cover]


def test_robot_addresses_of_one_mail_stay_apart() -> None:
    """Several syzbot addresses in one mail are several tags."""
    scene = single()
    lines = "".join(f"Reported-and-tested-by: syzbot+{n * 8}@syzkaller.appspotmail.com\n" for n in "abc")
    scene.reply("p@x", lines, by=TOM)
    assert ["mismatched"] * 3 == [status for key, _, status, _ in tags(scene.only()) if key == "Tested-by"]


def test_mailmap_unifies() -> None:
    """A .mailmap makes two addresses one person, once."""
    scene = single()
    scene.reply("p@x", "Reviewed-by: R. Reviewer <rita@old.example>\n", by="R. R. <rita@review.example>")
    series = scene.only()
    mailmap = mail.Mailmap("Rita Reviewer <rita@review.example> <rita@old.example>\n")
    assert ["mismatched"] == [t.status for t in patch.attribute(series, PROFILE).of(0, 1) if t.key == REVIEWED]
    assert ["given"] == [t.status for t in patch.attribute(series, PROFILE, mailmap).of(0, 1) if t.key == REVIEWED]


def test_partial_reroll_keeps_tags_of_its_posting() -> None:
    """A patch that was taken over has the tags of the mail it is."""
    scene = Scene()
    scene.patch("PATCH nf 1/2", "nf: a", key="a1@x")
    scene.patch("PATCH nf 2/2", "nf: b", key="a2@x", to="a1@x", number=2)
    scene.reply("a1@x", f"Acked-by: {RITA}\n")
    scene.patch("PATCH nf v2 2/2", "nf: b", key="b2@x", to="a2@x", number=3, at=5000)
    assert [("Acked-by", "Rita Reviewer", "given", "direct")] == tags(scene.only(), 1, 1)


def test_evidence_and_rule() -> None:
    """Each tag leads to its line and says why it counts."""
    scene = single()
    scene.reply("p@x", f"Nice.\n\nReviewed-by: {RITA} # for the core\n", key="r@x")
    (tag,) = [t for t in patch.attribute(scene.only(), PROFILE).of(0, 1) if t.key == REVIEWED]
    assert ("r@x", 3, 1) == (tag.evidence.key, tag.evidence.line, tag.evidence.column)
    assert "for the core" == tag.note
    assert "answers the patch" == tag.rule


PROBES = {
    "01-from-with-comma-foreign-tag": [(REVIEWED, "Somebody Else", "mismatched", "direct")],
    "02-lkp-suggested-tag-unpiped": [("Reported-by", "kernel test robot", "suggested", "direct")],
    "03-lkp-suggested-tag-piped": [("Reported-by", "kernel test robot", "suggested", "direct")],
    "05-tag-on-cover": [(REVIEWED, "Rita Reviewer", "given", "cover")],
    "07-tag-on-v1-patch-unchanged-in-v2": [(REVIEWED, "Rita Reviewer", "given", "carried")],
    "08-tag-on-v1-patch-changed-in-v2": [(REVIEWED, "Rita Reviewer", "stale", "carried")],
    "14-wrapped-address": [(REVIEWED, "Rita Reviewer With A Very Long Display Name", "given", "direct")],
    "15-obfuscated-address": [(REVIEWED, "Rita Reviewer", "given", "direct"), ("Tested-by", "Tom Tester", "given", "direct")],
    "17-self-review": [(REVIEWED, "Ada Author", "self", "direct")],
    "19-conditional-tag": [(REVIEWED, "Rita Reviewer", "conditional", "direct")],
    "20-tag-below-signature": [],
    "25-html-only-reply": [(REVIEWED, "Rita Reviewer", "given", "direct")],
    "27-benchmark-in-patch-with-tag-lookalike": [],
}


@pytest.mark.parametrize("name", sorted(PROBES))
def test_probes(name: str) -> None:
    """The probe mailboxes that turn on tags: those of patch 1 of the newest revision."""
    records = [patch.read(message, mail.words(message), PROFILE) for message in mailbox(DATA / "probes" / f"{name}.mbox")]
    (series,) = patch.assemble(mail.threads(records), PROFILE)
    assert PROBES[name] == tags(series)


def test_sender_of_another_author_is_not_self() -> None:
    """A poster who tests a patch of somebody else gives a tag of his own."""
    scene = Scene()

    scene.mail("[PATCH net] net: x", f"From: {ADA}\n\nDo it.\n\nSigned-off-by: {ADA}\nTested-by: {SAM}\n---\n{diff()}", key="p@x", by=SAM)
    assert [("Tested-by", "Sam Sender", "given", "commit")] == tags(scene.only())


@pytest.mark.parametrize(
    ("body", "prefix", "fields", "right"),
    [
        (f"Reviewed-by: {RITA}\n", "PATCH net v2", {}, [(REVIEWED, "given", "carried")]),
        (f"Acked-by: {RITA}\n", "PATCH net v2", {}, [("Acked-by", "given", "carried")]),
        (f"Tested-by: {RITA}\n", "PATCH net v2", {}, [("Tested-by", "given", "carried")]),
        (f"Reviewed-by: {RITA}\n", "PATCH net RESEND", {}, [(REVIEWED, "given", "carried")]),
        (f"Reviewed-by: {RITA}\n", "PATCH net v2", {"title": "net: another name for it"}, [(REVIEWED, "given", "carried")]),
        (f"Reviewed-by: {RITA}\n", "PATCH net v2", {"tags": "Some more words.\n\n"}, [(REVIEWED, "given", "carried")]),
        (f"Reviewed-by: {RITA} # the driver part\n", "PATCH net v2", {}, [(REVIEWED, "given", "carried")]),
        (f"Reviewed-by: {RITA}\n", "PATCH net v2", {"tags": f"Reviewed-by: {RITA}\n"}, [(REVIEWED, "given", "commit")]),
        (
            f"Reviewed-by: {RITA}\n",
            "PATCH net v2",
            {"tags": f"Acked-by: {TOM}\n"},
            [("Acked-by", "given", "commit"), (REVIEWED, "given", "carried")],
        ),
        # changed since
        (f"Reviewed-by: {RITA}\n", "PATCH net v2", {"number": 2}, [(REVIEWED, "stale", "carried")]),
        (f"Acked-by: {RITA}\n", "PATCH net v2", {"number": 2}, [("Acked-by", "stale", "carried")]),
        (f"Tested-by: {RITA}\n", "PATCH net v2", {"number": 2}, [("Tested-by", "stale", "carried")]),
        (f"Reviewed-by: {RITA}\n", "PATCH net v2", {"number": 2, "tags": f"Reviewed-by: {RITA}\n"}, [(REVIEWED, "given", "commit")]),
        (f"Reviewed-by: {RITA}\n", "PATCH net RESEND", {"number": 2}, [(REVIEWED, "stale", "carried")]),
        (f"Reviewed-by: {RITA}\nTested-by: {TOM}\n", "PATCH net v2", {"number": 2}, [(REVIEWED, "stale", "carried")]),
        # nothing that goes on
        (f"With that fixed:\n\nReviewed-by: {RITA}\n", "PATCH net v2", {}, []),
        (f"With that fixed:\n\nReviewed-by: {RITA}\n", "PATCH net v2", {"number": 2}, []),
        (f"Nacked-by: {RITA}\n", "PATCH net v2", {}, []),
        (f"Reviewed-by: {TOM}\n", "PATCH net v2", {}, []),
        (f"Reported-by: {RITA}\n", "PATCH net v2", {}, []),
        (f"Reviewed-by: {ADA}\n", "PATCH net v2", {}, []),
    ],
)
def test_what_the_next_version_keeps(body: str, prefix: str, fields: dict[str, str | int], right: list[tuple[str, str, str]]) -> None:
    """An approval goes on to an equal patch, is stale on a changed one, and stands as the log has it; nothing else goes on."""
    scene = single()
    scene.reply("p@x", body, by=ADA if ADA in body else RITA)
    scene.patch(prefix, str(fields.pop("title", "net: x")), key="q@x", at=9000, **fields)
    assert right == [(key, status, via) for key, _, status, via in tags(scene.only())]


def test_carried_over_several_versions() -> None:
    """An equal patch keeps it over every version; once it changed it is stale there, and told no more after."""
    scene = single()
    scene.reply("p@x", f"Reviewed-by: {RITA}\n")
    for version, number in ((2, 1), (3, 1), (4, 2), (5, 2)):
        scene.patch(f"PATCH net v{version}", "net: x", key=f"v{version}@x", number=number, at=9000 * version)
    series = scene.only()
    found = [[(status, via) for _, _, status, via in tags(series, number)] for number in range(5)]
    assert [[("given", "direct")], [("given", "carried")], [("given", "carried")], [("stale", "carried")], []] == found


def test_carried_to_another_number() -> None:
    """A patch keeps its tags when it moves within the series; one that takes its number gets none."""
    scene = pair()
    scene.reply("p1@x", f"Reviewed-by: {RITA}\n")
    top = scene.cover("PATCH net-next v2 0/2", "net: x", key="c2@x", at=9000)
    scene.patch("PATCH net-next v2 1/2", "net: s0", key="q1@x", to=top, number=7, path="net/new.c")
    scene.patch("PATCH net-next v2 2/2", "net: s1", key="q2@x", to=top, number=1)
    assert ([], [(REVIEWED, "Rita Reviewer", "given", "carried")]) == (tags(scene.only(), 1, 1), tags(scene.only(), 1, 2))


def test_given_anew_after_it_was_stale() -> None:
    """Who looks at the changed patch again gives his tag to it."""
    scene = single()
    scene.reply("p@x", f"Reviewed-by: {RITA}\n")
    scene.patch("PATCH net v2", "net: x", key="q@x", number=2, at=9000)
    scene.reply("q@x", f"Reviewed-by: {RITA}\n")
    assert [(REVIEWED, "Rita Reviewer", "given", "direct")] == tags(scene.only())


@pytest.mark.parametrize(
    ("by", "words", "tag", "status"),
    [
        (TOM, "", RITA, "mismatched"),  # somebody relays it
        (ADA, "Rita gave this in private:\n\n", RITA, "mismatched"),  # the author relays it
        ("Rita <other@people.example>", "", RITA, "mismatched"),  # one word of a name is no person
        ("rita@people.example", "", RITA, "mismatched"),
        ("rita@review.example", "", RITA, "given"),
        ("RITA REVIEWER <Rita@Review.Example>", "", RITA, "given"),
        ("Rita Reviewer <rita@mail.review.example>", "", RITA, "given"),  # a host of the company
        ("Rita via lists <rita@mail.review.example>", "", RITA, "given"),
        ("Rita Reviewer <rita@review.example.org>", "", "Bo Else <rita@review.example>", "mismatched"),
        ("Rita Reviewer <rita@review.example>", "", "Tom Tester <rita@review.example>", "given"),  # the address is who it is
        (TOM, "", "Rita Reviewer", None),  # no address: no tag of somebody else
        (RITA, "", "Rita Reviewer", "given"),
    ],
)
def test_whose_tag_it_is(by: str, words: str, tag: str, status: str | None) -> None:
    """A tag counts for whom it names only where the sender is that person."""
    scene = single()
    scene.reply("p@x", f"{words}Reviewed-by: {tag}\n", by=by)
    assert ([status] if status else []) == [standing for key, _, standing, _ in tags(scene.only()) if key == REVIEWED]
