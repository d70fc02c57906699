# SPDX-License-Identifier: GPL-2.0-or-later
"""netdev's process rules, each met and not met."""

from datetime import timedelta

import pytest
from letters import PROFILE
from scenes import ADA, NOW, RITA, SAM, START, Scene, diff

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


def test_threaded_onto_the_old_version() -> None:
    """A new version is not sent as a reply."""
    scene = one("PATCH net-next")
    scene.patch("PATCH net-next v2", "net: x", key="q@x", number=2, to="p@x", at=9000)
    assert "ND106" in codes(scene)


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
    entries = [summary.summarise(series, summary.Context(now=NOW, profile=PROFILE)).series for series in scene.series()]
    found = patch.outstanding(entries, PROFILE)
    assert [entries[1].id] == list(found)
    assert "18 patches of Ada Author wait for net-next in 2 series; at most 15 are asked for" == found[entries[1].id].text
    assert {} == patch.outstanding(entries[:1], PROFILE)
