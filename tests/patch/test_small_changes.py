# SPDX-License-Identifier: GPL-2.0-or-later
"""Changelogs that answer remarks by class, changelogs told in sentences, and tags that came too late to be carried."""

import pytest
from letters import PROFILE
from scenes import RITA, Scene

from digest import patch


def codes(scene: Scene) -> set[str]:
    """The codes of the findings on the newest version."""
    return {finding.code for finding in patch.check(scene.only(), PROFILE)}


@pytest.mark.parametrize(
    ("remark", "log", "expected"),
    [
        ("Typo: frmaes.", "v1->v2:\nFixed typos, wrapped the log.", "yes"),
        ("nit: the indentation is off by one", "v1 -> v2:\n- Fixed formatting", "yes"),
        ("nit: please keep reverse xmas tree order", "Changes in v2:\n- coding style", "yes"),
        (
            "We are in C11 already, the declaration could be put into the loop line.",
            "v1->v2:\nMoved declaration of the iterator to loop line.",
            "yes",
        ),
        ("Typo: frmaes.", "v1->v2:\nUse another lock.", "no"),
        ("Why is the lock taken twice?", "v1->v2:\nFixed typos, formatting.", "no"),
    ],
)
def test_answered_by_class(remark: str, log: str, expected: str) -> None:
    """A changelog that names the class of a small fault answers the remarks that are of it."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="a@x")
    scene.reply("a@x", f"> +\tvalue = compute_other(1, 2);\n\n{remark}\n")
    scene.patch("PATCH net-next v2", "net: x", key="b@x", notes=f"{log}\n\n", at=5000)
    assert [expected] == [question.answered for question in patch.questions(scene.only())]


@pytest.mark.parametrize(
    "words",
    [
        "In v2 following changes were made\n- Count the other ring too",
        "In this version the lock was changed to a mutex.",
        "The main differences to v1 are the names.",
        "This version addresses all comments.",
        "v2 fixes the build without CONFIG_FOO.",
        "Compared to the previous version the lock is gone.",
    ],
)
def test_changelog_in_sentences(words: str) -> None:
    """What changed may be told in a sentence."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="a@x")
    scene.patch("PATCH net-next v2", "net: x", key="b@x", notes=f"{words}\n\n", at=5000)
    assert "ND108" not in codes(scene)


@pytest.mark.parametrize("words", ["", "The driver counts in v2 of the firmware.", "Version 2 of the chip needs this."])
def test_no_changelog(words: str) -> None:
    """Other words of a version are no changelog."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="a@x")
    scene.patch("PATCH net-next v2", "net: x", key="b@x", notes=f"{words}\n\n", at=5000)
    assert "ND108" in codes(scene)


@pytest.mark.parametrize(("at", "expected"), [(100, True), (6000, False)])
def test_tag_given_too_late(at: float, expected: bool) -> None:  # noqa: FBT001 - one of the columns
    """Nobody carries on a tag that was given to the old version after the new one was sent."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="a@x")
    if at < 5000:
        scene.reply("a@x", f"Reviewed-by: {RITA}\n", at=at)
    scene.patch("PATCH net-next v2", "net: x", key="b@x", notes="v2:\n- reworded\n\n", at=5000)
    if at > 5000:
        scene.reply("a@x", f"Reviewed-by: {RITA}\n", at=at)
    assert expected == ("ND202" in codes(scene))
