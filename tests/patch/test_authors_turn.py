# SPDX-License-Identifier: GPL-2.0-or-later
"""When it is the author's turn though nobody insists: he agreed, announced work or a version, or a downstream tree hides what is open."""

import pytest
from scenes import ADA, KUBA, MARY, NOW, RITA, Scene
from test_author_side import entry

from digest.model import StateEntry

FRESH = NOW.replace(day=4)


def asked(question: str, words: str, *, prefix: str = "PATCH net-next") -> Scene:
    """One patch, a reviewer's words below it, the author's answer."""
    scene = Scene()
    scene.patch(prefix, "net: x", key="p@x")
    scene.reply("p@x", f"> value\n\n{question}\n", by=RITA, key="q@x")
    scene.reply("q@x", f"> {question}\n\n{words}\n", by=ADA, key="a@x")
    return scene


def turn(state: StateEntry) -> tuple[str, str, str]:
    """State, whom it waits for, group."""
    return state.value, state.waits_for, state.group


@pytest.mark.parametrize(
    ("question", "words", "expected"),
    [
        ("Should ret be set to -ENOMEM here?", "Yes, it should. Thanks!", True),
        ("Shouldn't the lock be taken before that?", "Right, it should.", True),
        ("Isn't the entry in MAINTAINERS missing?", "For sure I should add include/linux/foo there.", True),
        ("Isn't the entry in MAINTAINERS missing?", "You are right, I should have added it.", True),
        ("Is the ring ever freed?", "I can reproduce the leak and will fix it.", True),
        ("Is the ring ever freed?", "I see the leak too now and will\nfix it.", True),
        ("Should this work on big endian?", "Yes, it should.", False),
        ("Is it safe to call this twice?", "Yes, it should be fine.", False),
        ("Is the ring ever freed?", "The core frees it and will drop the last reference.", False),
        ("Is the ring ever freed?", "I saw that and will explain it in a follow-up.", False),
        ("The declaration in foo.h is missing.", "Fixed now.", True),
        ("Could the name say what it does?", "Done, thanks.", True),
        ("Could the name say what it does?", "Good point, renamed.", True),
        ("Could the name say what it does?", "I changed it as suggested.", True),
        ("Could the name say what it does?", "Fixed in v3.", True),
        ("Could you combine them, if only for the Fixes: tag?", "Sure I can squash these and add Fixes tag(s).", True),
        ("Could the name say what it does?", "Sure I can rename these and add a comment.", True),
        ("Could the name say what it does?", "Yes, of course we can change it.", True),
        ("Could the name say what it does?", "Sure, I can change it if you insist.", False),
        ("Could the name say what it does?", "I can add that the name is old.", False),
        ("Could the name say what it does?", "Ack!", True),
        ("Could the name say what it does?", "I changed that message to:", True),
        ("Could the name say what it does?", "OK. An empty name will be read as none in v2.", True),
        ("Could the name say what it does?", "Acked names are longer.", False),
        ("Could the name say what it does?", "An empty name was read as none in v0.", False),
        ("Could the name say what it does?", "Already done in patch 2.", False),
        ("Could the name say what it does?", "Done in commit 0123456789ab.", False),
        ("Could the name say what it does?", "Done differently there.", False),
        ("Could the name say what it does?", "Changed names confuse people.", False),
    ],
)
def test_the_author_agrees(question: str, words: str, expected: bool) -> None:  # noqa: FBT001 - a table's column
    """A wish in the form of a question that the author accepts waits for him as any other."""
    assert ("changes-requested" if expected else "under-review") == asked(question, words).state().value


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("I'll test more to find the point where it pays, and also see\nif the lookup can be avoided.", True),
        ("Good question. I will measure this on the bigger machine and get back to you.", True),
        ("Thanks, let me look into the numbers.", True),
        ("We'll investigate.", True),
        ("I'm trying to reproduce this.", True),
        ("I am setting up my machines to reproduce the hang.", True),
        ("We are still looking into it.", True),
        ("I am working on a fix.", True),
        ("I'll look at your series next week.", False),
        ("I am looking forward to your answer.", False),
        ("I am working on another driver.", False),
        ("I'll test your other patch.", False),
        ("It will test the flag in the next loop.", False),
        ("I have tested this with two drives.", False),
    ],
)
def test_the_author_goes_on_testing(words: str, expected: bool) -> None:  # noqa: FBT001 - a table's column
    """Who says that he will find out more has the next word, reviewed as the patch may be."""
    scene = asked("Peak rate drops by 3% with it. What load is it for?", words)
    scene.reply("p@x", f"Reviewed-by: {MARY}\n", by=MARY)
    state = scene.state(FRESH)
    assert ("under-review", "author" if expected else "maintainer") == (state.value, state.waits_for)
    assert expected == (state.group == "waiting-for-author")
    if expected:
        assert any(proof.key == "a@x" for proof in state.evidence)


def test_the_author_came_back() -> None:
    """Once he came back with what he found, or the asker is content, nobody waits for him."""
    scene = asked("What load is it for?", "I'll test more and report.")
    scene.reply("p@x", f"Reviewed-by: {MARY}\n", by=MARY)
    assert "author" == scene.state(FRESH).waits_for
    content = asked("What load is it for?", "I'll test more and report.")
    content.reply("a@x", f"No need to, fine with me.\n\nReviewed-by: {RITA}\n", by=RITA)
    assert "maintainer" == content.state(FRESH).waits_for
    scene.reply("q@x", "> What load is it for?\n\nThe numbers show that it pays from eight drives on.\n", by=ADA)
    assert "maintainer" == scene.state(FRESH).waits_for


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("v3 will gate this on the newer chips.", True),
        ("Agreed, v3 will have it.", True),
        ("v2 will read the flag once more.", False),
        ("IPv4 will take the same path.", False),
        ("v3 will be ignored by old firmware.", False),
    ],
)
def test_a_version_that_will(words: str, expected: bool) -> None:  # noqa: FBT001 - a table's column
    """What a later version will do announces it."""
    state = asked("Which chips is it for?", words, prefix="PATCH net-next v2").state(FRESH)
    assert ("changes-requested" if expected else "under-review") == state.value


def test_a_request_for_comments_announced_again() -> None:
    """An RFC of which the author announced the next version waits for him, and for reviewers before."""
    scene = Scene()
    scene.patch("RFC PATCH net-next", "net: x", key="p@x")
    scene.reply("p@x", "> value\n\nHow does it scale?\n", by=RITA, key="q@x")
    assert ("rfc", "reviewers", "rfc") == turn(scene.state(FRESH))
    scene.reply("q@x", "> How does it scale?\n\nI will squash the fixups and post v2 so that you can bisect.\n", by=ADA)
    assert ("rfc", "author", "rfc") == turn(scene.state(FRESH))


@pytest.mark.parametrize("tree", ["net-next", "iwl-next"])
def test_a_downstream_tree_hides_nothing(tree: str) -> None:
    """An open remark waits for the author, whatever tree the work goes through."""
    scene = Scene()
    scene.patch(f"PATCH {tree}", "net: x", key="p@x")
    scene.reply("p@x", "> value\n\nWhy is the timeout not configurable?\n", by=RITA)
    state = entry(scene).state
    assert ("under-review", "author", "1 remark unanswered") == (state.value, state.waits_for, state.reason.partition(";")[0])


def test_the_whole_sentence_proves() -> None:
    """Words that prove a state do not end where a line does."""
    scene = asked("Is the ring ever freed?", "Thanks. The head was wrong, so I will repost it as\none patch after the tests.\nMore soon.")
    (proof,) = [one for one in scene.state().evidence if one.key == "a@x"]
    assert "I will repost it as\none patch after the tests." == proof.text
    scene = asked("Is the ring ever freed?", "I see it too. Will drop the check and\nfree the ring in remove.\nMore soon.")
    (proof,) = [one for one in scene.state().evidence if one.key == "a@x"]
    assert "Will drop the check and\nfree the ring in remove." == proof.text


def test_words_of_somebody_else_are_no_announcement() -> None:
    """A maintainer who will test it himself keeps nobody waiting for the author."""
    scene = asked("What load is it for?", "It is for the small ones.")
    scene.reply("p@x", f"Reviewed-by: {MARY}\n", by=MARY)
    scene.reply("a@x", "> It is for the small ones.\n\nI'll test more of them.\n", by=KUBA)
    assert "maintainer" == scene.state(FRESH).waits_for


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("I also fixed this in the pending branch.", ("under-review", "maintainer")),
        ("In the pending branch I changed it back.", ("under-review", "maintainer")),
        ("I've reworded it in my queue.", ("under-review", "maintainer")),
        ("I fixed it in my tree and it works.", ("changes-requested", "author")),
        ("Is it fixed in the pending branch?", ("changes-requested", "author")),
        ("You fixed this in the pending branch, but not here.", ("changes-requested", "author")),
    ],
)
@pytest.mark.parametrize("own", [True, False])
def test_repaired_by_the_asker(words: str, expected: tuple[str, str], own: bool) -> None:  # noqa: FBT001 - a table's column
    """What a maintainer asked for and repaired himself on the way in waits for him, wherever he says it; a bystander's tree is no queue."""
    ask = "> value\n\nThis should be an error, please return it.\n"
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x")
    scene.reply("p@x", f"{ask}\n> return\n\n{words}\n" if own else ask, by=MARY, key="q@x")
    if not own:
        scene.reply("q@x", f"> This should be an error, please return it.\n\n{words}\n", by=MARY)
    state = scene.state(FRESH)
    assert expected == (state.value, state.waits_for)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("The patches lack proper logs, I'll add them in the next round.", "author"),
        ("Documentation will be written for the next version.", "author"),
        ("The next version of the firmware has it.", "reviewers"),
        ("I will be at the conference in the next week.", "reviewers"),
    ],
)
def test_a_posting_that_announces_the_next(words: str, expected: str) -> None:
    """A cover that leaves something for the next round waits for its author."""
    scene = Scene()
    scene.cover("PATCH net-next 0/1", "net: x", key="c@x", body=f"A sketch.\n\n{words}\n")
    scene.patch("PATCH net-next 1/1", "net: y", key="p@x", to="c@x")
    assert ("new", expected) == (scene.state(FRESH).value, scene.state(FRESH).waits_for)


@pytest.mark.parametrize(
    ("kept", "words", "expected"),
    [
        (False, "I don't like this one, why is it needed?", "maintainer"),
        (True, "I don't like this one, why is it needed?", "author"),
    ],
)
def test_a_patch_that_was_dropped(kept: bool, words: str, expected: str) -> None:  # noqa: FBT001 - a table's column
    """What was asked of a patch that the next version has no more holds nothing up."""
    scene = Scene()
    scene.cover("PATCH net-next 0/2", "net: two", key="c@x")
    for at in (1, 2):
        scene.patch(f"PATCH net-next {at}/2", f"net: part {at}", key=f"{at}@x", number=at, to="c@x")
    scene.reply("2@x", f"> value\n\n{words}\n", by=RITA)
    total = 2 if kept else 1
    scene.cover(f"PATCH net-next v2 0/{total}", "net: two", key="d@x", at=3000)
    for at in range(1, total + 1):
        scene.patch(f"PATCH net-next v2 {at}/{total}", f"net: part {at}", key=f"v{at}@x", number=at, to="d@x")
    scene.reply("d@x", f"Reviewed-by: {MARY}\n", by=MARY)
    assert expected == entry(scene).state.waits_for


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Would it make sense to do this in the core one day?\n\nRegardless, the patch is fine.", "maintainer"),
        ("Why not in the core? Just wondering.\n\nEither way:", "maintainer"),
        ("Why not in the core?\n\nPlease answer before anybody applies it.", "author"),
    ],
)
def test_an_aside_before_a_tag(words: str, expected: str) -> None:
    """What a reviewer lets go before he gives his tag holds nothing up."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x")
    scene.reply("p@x", f"> value\n\n{words}\n\nReviewed-by: {RITA}\n", by=RITA)
    assert expected == entry(scene).state.waits_for


@pytest.mark.parametrize(
    ("above", "expected"),
    [
        (f"Reviewed-by: {RITA}", "maintainer"),
        (f"Does it run on big endian?\n\nReviewed-by: {RITA}", "author"),
        ("Does it run on big endian?", "author"),
    ],
)
def test_tests_after_a_tag(above: str, expected: str) -> None:
    """Who thanks for a tag and tests on holds nothing back; who tests for somebody who asked does."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x")
    scene.reply("p@x", f"Acked-by: {MARY}\n", by=MARY)
    scene.reply("p@x", f"> value\n\n{above}\n", by=RITA, key="q@x")
    scene.reply("q@x", "> value\n\nThanks. I will run the tests on s390 tonight and get back to you.\n", by=ADA)
    assert expected == scene.state(FRESH).waits_for
