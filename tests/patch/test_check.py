# SPDX-License-Identifier: GPL-2.0-or-later
"""netdev's process rules, each met and not met."""

from datetime import timedelta

import pytest
from letters import PROFILE
from scenes import ADA, RITA, SAM, START, Scene, diff

from digest import patch, summary

FIXES = 'Fixes: 0123456789ab ("net: add a bug")\n'
STORY = "Found by syzbot, reproduced with its reproducer, and tested on mlx5.\n"


def codes(scene: Scene, **fields) -> set[str]:
    """The codes found on the one series."""
    return {finding.code for finding in patch.check(scene.only(), PROFILE, **fields)}


def one(prefix: str, **fields) -> Scene:
    """One patch."""
    scene = Scene()
    scene.patch(prefix, "net: x", key="p@x", **fields)
    return scene


def many(prefix: str, total: int, *, cover: bool = True) -> Scene:
    """A series of some patches."""
    scene = Scene()
    top = scene.cover(f"{prefix} 0/{total}", "net: x", key="c@x") if cover else None
    for index in range(1, total + 1):
        scene.patch(
            f"{prefix} {index}/{total}", f"net: s{index}", key=f"p{index}@x", number=index, to=top or ("p1@x" if index > 1 else None)
        )
    return scene


@pytest.mark.parametrize(
    ("scene", "code", "found"),
    [
        (one("PATCH"), "ND101", True),
        (one("PATCH net-next"), "ND101", False),
        (many("PATCH net-next", 16), "ND102", True),
        (many("PATCH net-next", 15), "ND102", False),
        (many("PATCH net-next", 3, cover=False), "ND103", True),
        (many("PATCH net-next", 2, cover=False), "ND103", False),
        (many("PATCH net-next", 3), "ND103", False),
        (one("PATCH net"), "ND104", True),
        (one("PATCH net", tags=FIXES), "ND104", False),
        (one("PATCH net", path="Documentation/networking/x.rst"), "ND104", False),
        (one("PATCH net-next"), "ND104", False),
        (one("PATCH net-next v2"), "ND108", True),
        (one("PATCH net-next v2", notes="v2: better\n\n"), "ND108", False),
        (one("PATCH net-next 2/3"), "ND109", True),
        (one("PATCH net", tags=FIXES), "ND110", True),
        (one("PATCH net-next", tags=FIXES), "ND110", False),
        (one("PATCH net-next"), "ND111", False),
        (one("PATCH net", tags='Fixes: 01234567 ("net: add a bug")\n'), "ND112", True),
        (one("PATCH net", tags=FIXES), "ND112", False),
    ],
)
def test_rules_of_one_posting(scene: Scene, code: str, found: bool) -> None:  # noqa: FBT001 - a table's column
    """Whether a rule finds fault."""
    assert found == (code in codes(scene))


def test_each_finding_names_its_paragraph() -> None:
    """Every code stands in the table with its rule, and findings carry it."""
    findings = patch.check(one("PATCH").only(), PROFILE)
    assert findings
    assert all(finding.rule == patch.CODES[finding.code][1] and finding.evidence for finding in findings)


def test_signed_by_another() -> None:
    """A patch without its author's Signed-off-by."""
    scene = Scene()
    scene.mail("[PATCH net-next] net: x", f"Do it.\n\nSigned-off-by: {SAM}\n---\n{diff()}", key="p@x", by=ADA)
    assert "ND111" in codes(scene)


@pytest.mark.parametrize(("hours", "found"), [(5, True), (25, False)])
def test_reposted_too_soon(hours: int, found: bool) -> None:  # noqa: FBT001 - a table's column
    """A day must pass between postings."""
    scene = one("PATCH net-next")
    scene.patch("PATCH net-next v2", "net: x", key="q@x", number=2, notes="v2: y\n\n", at=hours * 60)
    assert found == ("ND105" in codes(scene))


def test_when_an_unseen_version_was_posted_is_not_known() -> None:
    """A version known from an answer alone may have been posted long before the answer."""
    scene = Scene()
    scene.reply("gone@x", "Hm.\n", subject="[PATCH net-next] net: x", references=["gone@x"], at=10)
    scene.patch("PATCH net-next v2", "net: x", key="q@x", notes="v2: y\n\n", at=100)
    assert 2 == len(scene.only().revisions)
    assert "ND105" not in codes(scene)


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        ("PATCH net-next", "PATCH net-next v2", "v2 was sent as a reply in the thread of v1"),
        ("PATCH net-next v2", "PATCH net-next RESEND v2", "the RESEND of v2 was sent as a reply in the thread of v2"),
        ("RFC net-next", "PATCH net-next", "v1 was sent as a reply in the thread of RFC v1"),
        ("RFC net-next", "RFC net-next v2", "RFC v2 was sent as a reply in the thread of RFC v1"),
    ],
)
def test_threaded_onto_the_old_version(first: str, second: str, text: str) -> None:
    """A new version is not sent as a reply; the text names both as people call them."""
    scene = one(first)
    scene.patch(second, "net: x", key="q@x", number=1 if "RESEND" in second else 2, to="p@x", at=9000)
    assert [text] == [finding.text for finding in patch.check(scene.only(), PROFILE) if finding.code == "ND106"]


def test_partial_resend() -> None:
    """Only the patch that changed is sent again."""
    scene = many("PATCH net-next", 3)
    assert "ND114" not in codes(scene)
    scene.patch("PATCH net-next v2 2/3", "net: s2", key="q2@x", number=9, to="p2@x", at=9000)
    found = [finding.text for finding in patch.check(scene.only(), PROFILE) if finding.code == "ND114"]
    assert ["1 of 3 patches were sent again; the whole series is asked for"] == found


@pytest.mark.parametrize(
    ("notes", "to", "found"),
    [
        ("v2: better\n\n", None, True),
        ("v2: better\nv1: https://lore.kernel.org/r/p@x/\n\n", None, False),
        ("v2: better\nhttps://lore.kernel.org/netdev/p@x/\n\n", None, False),
        ("v2: better\n\nchange-id: 20261102-topic-0123456789ab\n\n", None, False),
        ("v2: better\n\n", "p@x", False),  # it stands in the thread itself
        ("", None, False),  # no changelog at all is another finding
    ],
)
def test_changelog_links(notes: str, to: str | None, found: bool) -> None:  # noqa: FBT001 - a table's column
    """A changelog leads to the posting before."""
    scene = one("PATCH net-next")
    scene.patch("PATCH net-next v2", "net: x", key="q@x", number=2, notes=notes, to=to, at=9000)
    assert found == ("ND115" in codes(scene))


def test_several_trees() -> None:
    """A series whose patches name different trees."""
    scene = Scene()
    top = scene.cover("PATCH net-next 0/2", "net: x", key="c@x")
    scene.patch("PATCH net-next 1/2", "net: s1", key="p1@x", to=top)
    scene.patch("PATCH iproute2-next 2/2", "ip: s2", key="p2@x", to=top, number=2, path="ip/ip.c")
    assert ["one series names several trees: iproute2-next, net-next"] == [
        finding.text for finding in patch.check(scene.only(), PROFILE) if finding.code == "ND116"
    ]
    assert "ND116" not in codes(many("PATCH net-next", 2))


ENTRIES = (
    "THINGS\nM:\tMary Maintainer <mary@kernel.example>\nR:\tRita Reviewer <rita@review.example>\nF:\tnet/core/\n\n"
    "NOBODY\nL:\tnetdev@vger.kernel.org\nF:\tnet/\n"
)


@pytest.mark.parametrize(
    ("recipients", "by", "found"),
    [
        ("netdev@vger.kernel.org", ADA, ["nobody of THINGS was addressed: Mary Maintainer, Rita Reviewer"]),
        ("netdev@vger.kernel.org, Mary <mary+netdev@kernel.example>", ADA, []),
        ("netdev@vger.kernel.org, rita@review.example", ADA, []),
        ("netdev@vger.kernel.org", RITA, []),
        ("", ADA, []),  # nothing is known of its recipients
    ],
)
def test_who_was_addressed(recipients: str, by: str, found: list[str]) -> None:
    """With MAINTAINERS, an entry of which nobody is among the recipients is told."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x", recipients=recipients, by=by)
    series = scene.only()
    tags = patch.attribute(series, PROFILE)
    areas = patch.maintainers(series, ENTRIES, tags)
    told = [finding.text for finding in patch.check(series, PROFILE, (), tags, areas) if finding.code == "ND117"]
    assert found == told
    assert "ND117" not in codes(scene)


@pytest.mark.parametrize(
    ("log", "sender", "wanted"),
    [
        (f"Signed-off-by: {ADA}\n", ADA, set()),
        (f"From: {RITA}\n\nDo it.\n\nSigned-off-by: {RITA}\nSigned-off-by: {ADA}\n", ADA, set()),
        (f"From: {RITA}\n\nDo it.\n\nSigned-off-by: {RITA}\n", ADA, {"ND118"}),
        (f"From: {RITA}\n\nDo it.\n\nSigned-off-by: {ADA}\n", ADA, {"ND111"}),
        ("From: Ada Author <ada@work.example>\n\nDo it.\n\nSigned-off-by: Ada Author <ada@work.example>\n", ADA, set()),
        ("From: Ada Author <ada@work.example>\n\nDo it.\n\nSigned-off-by: Ada Author <ada@work.example>\n", "Ada <a.a@x.example>", set()),
        (f"Co-developed-by: {RITA}\nSigned-off-by: {RITA}\nSigned-off-by: {ADA}\n", ADA, set()),
        (f"Co-developed-by: {RITA}\nSigned-off-by: {ADA}\n", ADA, {"ND119"}),
    ],
)
def test_who_signed(log: str, sender: str, wanted: set[str]) -> None:
    """Author, sender and co-authors sign; who posts from another address under (part of) his name is no other sender."""
    scene = Scene()
    body = log if log.startswith("From:") else f"Do it.\n\n{log}"
    scene.mail("[PATCH net-next] net: x", f"{body}---\n{diff()}", key="p@x", by=sender)
    assert wanted == codes(scene) & {"ND111", "ND118", "ND119"}


def test_posted_while_closed() -> None:
    """net-next takes nothing in the merge window; RFCs may come."""
    closed = ((START - timedelta(days=1), "net-next", "closed"),)
    assert "ND107" in codes(one("PATCH net-next"), announcements=closed)
    assert "ND107" not in codes(one("RFC PATCH net-next"), announcements=closed)
    assert "ND107" not in codes(one("PATCH net"), announcements=closed)
    opened = (*closed, (START, "net-next", "open"))
    assert "ND107" not in codes(one("PATCH net-next"), announcements=opened)


def test_tags_kept_and_lost() -> None:
    """A tag kept on a changed patch, and one not carried on, are told."""
    scene = one("PATCH net-next")
    scene.reply("p@x", f"Reviewed-by: {RITA}\n")
    scene.patch("PATCH net-next v2", "net: x", key="q@x", number=2, notes="v2: y\n\n", tags=f"Reviewed-by: {RITA}\n", at=9000)
    assert {"ND201"} == {code for code in codes(scene) if code[2] == "2"}
    scene = one("PATCH net-next")
    scene.reply("p@x", f"Reviewed-by: {RITA}\n")
    scene.patch("PATCH net-next v2", "net: x", key="q@x", number=2, notes="v2: y\n\n", at=9000)
    assert {"ND202"} == {code for code in codes(scene) if code[2] == "2"}


def test_known_from_replies_alone() -> None:
    """What nobody saw has no findings."""
    scene = Scene()
    scene.reply("gone@x", "Hm.\n", subject="[PATCH] net: x", references=["gone@x"])
    assert set() == codes(scene)


def test_too_many_patches_waiting() -> None:
    """More than fifteen patches of one author for one tree, over several open series: the newest is told."""
    scene = Scene()
    for work in range(2):
        top = scene.cover("PATCH net-next 0/9", f"net: work {work}", key=f"c{work}@x", at=work * 3000)
        for index in range(1, 10):
            path = f"net/w{work}.c"
            scene.patch(f"PATCH net-next {index}/9", f"net: w{work} s{index}", key=f"p{work}{index}@x", number=index, to=top, path=path)
    entries = [
        summary.summarise(series, summary.Context(now=START + timedelta(days=4), profile=PROFILE)).series for series in scene.series()
    ]
    found = patch.outstanding(entries, PROFILE)
    assert [entries[1].id] == list(found)
    assert "18 patches of Ada Author wait for net-next in 2 series; at most 15 are asked for" == found[entries[1].id].text
    assert {} == patch.outstanding(entries[:1], PROFILE)


@pytest.mark.parametrize(
    ("to", "found"),
    [
        ("netdev@vger.kernel.org", True),
        ("linux-wireless@vger.kernel.org, netdev@vger.kernel.org", True),
        ("linux-can@vger.kernel.org", False),
        ("linux-rdma@vger.kernel.org, linux-kernel@vger.kernel.org", False),
    ],
)
def test_the_prefix_is_one_lists_rule(to: str, found: bool) -> None:  # noqa: FBT001 - a table's column
    """A tree in the subject is asked for on this list; a patch for another says nothing against it."""
    assert found == ("ND101" in codes(one("PATCH", recipients=to)))


@pytest.mark.parametrize(("by", "found"), [(SAM, False), (RITA, True)])
def test_signed_off_by_mail(by: str, found: bool) -> None:  # noqa: FBT001 - a table's column
    """Who sent a patch without signing it off may do so in a reply; nobody else for him."""
    scene = Scene()
    body = f"From: {ADA}\n\nDo it.\n\nSigned-off-by: {ADA}\n---\n{diff()}"
    scene.mail("[PATCH net-next] net: x", body, by=SAM, key="p@x")
    scene.reply("p@x", f"Signed-off-by: {SAM}\n", by=by)
    assert found == ("ND118" in codes(scene))
