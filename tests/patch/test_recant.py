# SPDX-License-Identifier: GPL-2.0-or-later
"""Remarks that are settled elsewhere: taken back by their writer, by the tag they lacked; and answers that the asker denies."""

import pytest
from scenes import ADA, MARY, RITA, TOM, Scene

from digest import patch


def asked(words: str, *, also: str = "") -> Scene:
    """A set of two patches, a remark of Rita on the first (and one on it in a second mail of hers)."""
    scene = Scene()
    scene.cover("PATCH net 0/2", "net: x", key="c@x")
    scene.patch("PATCH net 1/2", "net: a", key="a@x", to="c@x")
    scene.patch("PATCH net 2/2", "net: b", key="b@x", number=2, to="c@x")
    scene.reply("a@x", f"> value\n\n{words}\n", key="q@x")
    if also:
        scene.reply("a@x", f"> return\n\n{also}\n", key="p@x")
    return scene


def answers(scene: Scene) -> list[str]:
    """Whether each remark of the set was answered."""
    return [question.answered for question in patch.questions(scene.only())]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Ok, I guess with that my previous comments don't make quite as much sense any more.", ["yes", "yes"]),
        ("Please ignore my earlier comments, this patch explains it.", ["yes", "yes"]),
        ("Ah, so my remarks on the first patch are moot.", ["yes", "yes"]),
        ("Please disregard my last mail.", ["no", "yes"]),
        ("My comments on the first patch apply here too.", ["no", "no"]),
        ("See my previous comment.", ["no", "no"]),
        ("Without this patch my question would be void of sense.", ["no", "no"]),
    ],
)
def test_taken_back(words: str, expected: list[str]) -> None:
    """Words on another patch take back all earlier remarks of their writer, or those of his last mail."""
    scene = asked("Why is the value computed twice?", also="Please return zero here.")
    scene.reply("b@x", f"> value\n\n{words}\n", by=RITA)
    assert expected == answers(scene)[:2]


def test_taken_back_by_another() -> None:
    """Nobody takes back what another asked."""
    scene = asked("Why is the value computed twice?")
    scene.reply("b@x", "> value\n\nMy previous comments don't make sense any more.\n", by=MARY)
    assert ["no"] == answers(scene)[:1]


@pytest.mark.parametrize(
    ("words", "tag", "expected"),
    [
        ("This is missing Tom's s-o-b.", f"Signed-off-by: {TOM}", "yes"),
        ("The sign-off of Tom is missing.", f"Signed-off-by: {TOM}", "yes"),
        ("This needs an ack from the wireless people.", f"Acked-by: {TOM}", "yes"),
        ("This is missing Tom's s-o-b.", f"Acked-by: {TOM}", "no"),
        ("This needs a comment.", f"Acked-by: {TOM}", "no"),
    ],
)
def test_tag_given(words: str, tag: str, expected: str) -> None:
    """The tag that was missing answers by itself."""
    scene = asked(words)
    scene.reply("a@x", f"{tag}\n", by=TOM)
    assert [expected] == answers(scene)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("No, not that one.", "no"),
        ("That's not what I asked.", "no"),
        ("I meant the second value.", "no"),
        ("No problem, thanks.", "yes"),
        ("Ok, not a big deal.", "yes"),
        ("Thanks for the explanation.", "yes"),
        ("That's not what I observe here.", "yes"),
    ],
)
def test_denied(words: str, expected: str) -> None:
    """An answer that the asker says is none leaves his remark open."""
    scene = asked("So how did you avoid the crash of the value?")
    scene.reply("q@x", "> So how did you avoid the crash of the value?\n\nIt is the oops in the probe function.\n", by=ADA, key="y@x")
    scene.reply("y@x", f"> It is the oops in the probe function.\n\n{words}\n", by=RITA)
    assert expected == answers(scene)[0]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ('I\'m marking this as "awaiting upstream", ask if you want it in sooner.', "no"),
        ("Good question, I wondered about that too.", "no"),
        ("I'll send a v2 of my series with that too.", "no"),
        ("Applied, thanks.", "no"),
        ("The first read flushes the cache.", "yes"),
    ],
)
def test_third_persons(words: str, expected: str) -> None:
    """Bookkeeping, wondering too and somebody's own work answer nothing; information does."""
    wish = "Please use u64 here." if "my series" in words else "Why is the value computed twice?"
    scene = asked(wish)
    scene.reply("q@x", f"> {wish}\n\n{words}\n", by=MARY)
    assert expected == answers(scene)[0]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Same here.", ["yes", "yes"]),
        ("Ditto.", ["yes", "yes"]),
        ("Please drop this one too.", ["yes", "no"]),
    ],
)
def test_the_same_again(words: str, expected: list[str]) -> None:
    """What only repeats the remark above shares its fate."""
    scene = asked(f"Please use u64.\n\n> other line\n\n{words}")
    scene.reply("q@x", "> Please use u64.\n\nWill do in v2.\n", by=ADA)
    assert expected == answers(scene)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Sorry, I misread the patch, all is fine.", "yes"),
        ("Ah no, it is right, never mind.", "yes"),
        ("I have no further comments.", "no"),
    ],
)
def test_sorry(words: str, expected: str) -> None:
    """Who misread the patch takes back what he said last."""
    scene = asked("This breaks the build.")
    scene.reply("a@x", f"{words}\n", by=RITA)
    assert expected == answers(scene)[0]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Ok, go forth with yours.", "yes"),
        ("You are right, that's clearly better than mine.", "yes"),
        ("I will look at it.", "no"),
    ],
)
def test_conceded(words: str, expected: str) -> None:
    """An author who leaves the place to the asker's version has answered, wherever he says it."""
    scene = asked("I would prefer to take my version.")
    scene.reply("b@x", "> value\n\nPlease see above.\n", by=TOM, key="t@x")
    scene.reply("t@x", f"> Please see above.\n\n{words}\n", by=ADA)
    assert expected == answers(scene)[0]


@pytest.mark.parametrize(
    ("remark", "log", "expected"),
    [
        ("Add an extack msg while you are at it.", "add missing extack errors on failure", "yes"),
        ("Please drop the unused ioctl.", "dropped some old ioctl code", "yes"),
        ("Please drop the unused ioctl.", "added a new ioctl", "no"),
        ("Please consider running checkpatch.pl --codespell.", "fix spelling around commit messages", "yes"),
    ],
)
def test_does_what_was_asked(remark: str, log: str, expected: str) -> None:
    """A changelog that does with a thing what was asked for it answers."""
    scene = Scene()
    scene.patch("PATCH net", "net: x", key="a@x")
    scene.reply("a@x", f"> int work(void)\n\n{remark}\n", key="q@x")
    scene.patch("PATCH net v2", "net: x", key="z@x", notes=f"v2:\n - {log}\n\n", to="a@x")
    assert expected == answers(scene)[0]


def test_patch_dropped() -> None:
    """A remark on a patch that the next version leaves out is perhaps met."""
    scene = asked("Why is the value computed twice?")
    scene.cover("PATCH net v2 0/1", "net: x", key="d@x")
    scene.patch("PATCH net v2 1/1", "net: b", key="e@x", number=2, to="d@x")
    assert ["probably"] == answers(scene)
