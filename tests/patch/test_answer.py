# SPDX-License-Identifier: GPL-2.0-or-later
"""Which remarks were answered: by words under their quote, by replies, by the asker himself, by the next version."""

import msgspec
import pytest
from letters import PROFILE
from scenes import ADA, RITA, SAM, Scene, diff

from digest import mail, patch
from digest.model import Question
from tests import growth

WHY = "Why is the value computed twice?"


def asked(*bodies: str, **fields) -> tuple[Scene, str, str]:
    """A patch and a review of it: the scene, the patch's id, the review's."""
    scene = Scene()
    posted = scene.patch("PATCH net", "net: x", key="a@x")
    review = scene.reply(posted, "\n\n".join(bodies) + "\n", key="r@x", **fields)
    return scene, posted, review


def found(scene: Scene) -> tuple[Question, ...]:
    """The questions of the one series."""
    return patch.questions(scene.only())


def answers(scene: Scene) -> list[str]:
    """Whether each remark was answered, in order."""
    return [question.answered for question in found(scene)]


def test_open_without_a_reply() -> None:
    """Nobody said anything: open; asker, version, patch and file are told."""
    scene, _, review = asked("> +++ b/net/core/dev.c\n> +	value = compute_other(1, 2);", WHY)
    (question,) = found(scene)
    expected = ("no", None, "rita@review.example", 1, 1, "net/core/dev.c", review)
    got = (question.answered, question.by, question.person.email, question.version, question.patch, question.file, question.evidence.key)
    assert expected == got


def test_file_from_the_patch() -> None:
    """Where the reviewer cut the file's name away, the quoted line finds it in the patch."""
    scene, _, _ = asked("> +	value = compute_other(1, 2);", WHY)
    (question,) = found(scene)
    expected = "net/core/dev.c"
    assert expected == question.file


def test_words_under_the_quote() -> None:
    """Own words under a quote of the remark answer it, and are shown as the proof, also where the lines were wrapped anew."""
    scene, _, review = asked("> Do it.", "I wonder whether the\nvalue may be computed while the lock\nis not held by the caller at all?")
    key = scene.reply(
        review,
        "> I wonder whether the value may be computed while the\n> lock is not held by the caller at all?\n\n  The caller holds it.\n",
        by=ADA,
    )
    (question,) = found(scene)
    assert question.by
    expected = ("yes", key, 4, 3, "The caller holds it.")
    assert expected == (question.answered, question.by.key, question.by.line, question.by.column, question.by.text)


@pytest.mark.parametrize("words", ["No, that is on purpose.", "Will fix in v2.", "Done.", "As you wish.", "Good catch!"])
def test_refusals_and_promises(words: str) -> None:
    """Refused is answered, promised is answered."""
    scene, _, review = asked("> Do it.", WHY)
    scene.reply(review, f"> {WHY}\n\n{words}\n", by=ADA)
    expected = ["yes"]
    assert expected == answers(scene)


def test_skipped_remark() -> None:
    """A reply that takes up one remark and skips the other answers the one."""
    line = "> +	value = compute_other(1, 2);"
    scene, _, review = asked("> Do it.", WHY, line, "Please name the constant.", "> return value;", "Is zero right?")
    rest = f"> {line}\n> \n> Please name the constant.\n> \n> > return value;\n> Is zero right?\n"
    scene.reply(review, f"> {WHY}\n\nFor the cache.\n\n{rest}\nIt is.\n", by=ADA)
    expected = ["yes", "no", "yes"]
    assert expected == answers(scene)


def test_bare_assent_takes_in_all_above() -> None:
    """A mere "ok" below several quoted remarks is said to all of them."""
    scene, _, review = asked("> Do it.", "Please drop the first line.", "> +	value = compute_other(1, 2);", "Please name the constant.")
    scene.reply(
        review,
        "> > Do it.\n> \n> Please drop the first line.\n> \n> > +	value = compute_other(1, 2);\n> \n> Please name the constant.\n\nok\n",
        by=ADA,
    )
    expected = ["yes", "yes"]
    assert expected == answers(scene)


def test_reply_without_a_quote() -> None:
    """Words on top of a mail with one remark answer it."""
    scene, _, review = asked("> Do it.", WHY)
    scene.reply(review, "The first result is thrown away by the cache.\n", by=ADA)
    expected = ["yes"]
    assert expected == answers(scene)


@pytest.mark.parametrize("words", [f"Reviewed-by: {SAM}\n", "Thanks,\nSam\n", "> Do it.\n"])
def test_nothing_said(words: str) -> None:
    """A tag, a name or a mere quote answers nothing."""
    scene, _, review = asked("> Do it.", WHY)
    scene.reply(review, words, by=SAM)
    expected = ["no"]
    assert expected == answers(scene)


def test_another_reviewer_answers() -> None:
    """Whoever knows may answer."""
    scene, _, review = asked("> Do it.", WHY)
    scene.reply(review, f"> {WHY}\n\nThe hardware wants it twice.\n", by=SAM)
    expected = ["yes"]
    assert expected == answers(scene)


def test_asker_settles_it() -> None:
    """The asker alone does not answer himself, unless he says that it is settled."""
    scene, _, review = asked("> Do it.", WHY)
    scene.reply(review, f"> {WHY}\n\nThis matters for speed.\n")
    expected = ["no"]
    assert expected == answers(scene)
    scene.reply(review, f"> {WHY}\n\nNever mind, I see now.\n")
    expected = ["yes"]
    assert expected == answers(scene)


def test_authors_own_questions_are_left_out() -> None:
    """What the author asks, from another address of his too, is no review remark."""
    scene, posted, _ = asked("> Do it.", "Looks good.")
    scene.reply(posted, "> Do it.\n\nAny comments?\n", by=ADA)
    scene.reply(posted, "> Do it.\n\nAny comments?\n", by="Ada Author <ada@home.example>")
    expected: list[str] = []
    assert expected == answers(scene)


def test_new_version_alone_answers_nothing() -> None:
    """A new version that keeps the place as it was, without a word, leaves the remark open."""
    scene, _, _ = asked("> +	value = compute_other(1, 2);", WHY)
    scene.patch("PATCH net v2", "net: x", key="b@x", at=5000)
    expected = ["no"]
    assert expected == answers(scene)


def test_changed_place() -> None:
    """The line it stood under is no longer there: what was asked for was changed, a question perhaps."""
    scene, _, _ = asked(
        "> +	value = compute_other(1, 2);", "Please use the table.", "> +	value = compute_other(1, 2);", "Why not a table?"
    )
    key = scene.patch("PATCH net v2", "net: x", key="b@x", number=7, at=5000)
    expected = [("yes", key), ("probably", key)]
    assert expected == [(question.answered, question.by.key if question.by else None) for question in found(scene)]


def test_changelog_names_it() -> None:
    """A changelog of a later version that names the remark answers it; an entry of an older version does not."""
    scene, _, _ = asked("> Do it.", "The ring size should be a power of two.")
    scene.patch("PATCH net v2", "net: x", key="b@x", notes="v2: - rebased\nv1: - ring size is a power of two\n\n", at=5000)
    expected = ["no"]
    assert expected == answers(scene)
    scene.patch("PATCH net v3", "net: x", key="c@x", notes="v3:\n - rebased\n - make the ring size a power of two\n\n", at=9000)
    (question,) = found(scene)
    assert question.by
    expected = ("yes", "c@x", 7, 2, "- make the ring size a power of two")
    assert expected == (question.answered, question.by.key, question.by.line, question.by.column, question.by.text)


def test_asked_name_appears() -> None:
    """The very identifier that was asked for stands in the next version and stood not in this one."""
    scene, posted, _ = asked("> Do it.", "Please call compute_fresh() here.")
    body = f"Do it.\n\nSigned-off-by: {ADA}\n---\n{diff(1).replace('compute_other', 'compute_fresh')}"
    scene.mail("[PATCH net v2] net: x", body, key="b@x", at=5000)
    expected = ["yes"]
    assert expected == answers(scene)
    assert posted


def test_asked_to_repost() -> None:
    """A wish to send it again is met by a new version."""
    scene, _, _ = asked("> Do it.", "net-next is closed. Please repost in two weeks.")
    expected = ["no"]
    assert expected == answers(scene)
    scene.patch("PATCH net v2", "net: x", key="b@x", at=25_000)
    expected = ["yes"]
    assert expected == answers(scene)


def test_people_before_robots() -> None:
    """A robot's finding stands below what people ask, and is open until somebody takes it up."""
    scene = Scene()
    posted = scene.patch("PATCH net", "net: x", key="a@x")
    report = "Hi,\n\nkernel test robot noticed the following build errors:\n\n>> net/core/dev.c:11:2: error: no compute_other\n"
    robot = scene.reply(posted, report, by="kernel test robot <lkp@intel.com>")
    scene.reply(posted, f"> Do it.\n\n{WHY}\n", by=RITA)
    expected = [("question", "no"), ("robot", "no")]
    assert expected == [(question.kind, question.answered) for question in found(scene)]
    scene.reply(robot, "Will fix.\n", by=ADA)
    expected = [("question", "no"), ("robot", "yes")]
    assert expected == [(question.kind, question.answered) for question in found(scene)]


def test_order_of_arrival_does_not_matter() -> None:
    """The same mails in another order give the same answers."""
    scene, _, review = asked("> Do it.", WHY)
    scene.reply(review, f"> {WHY}\n\nFor the cache.\n", by=ADA)
    first = found(scene)
    scene.records.reverse()
    assert first == found(scene)


def test_evidence_stands_in_the_mail() -> None:
    """The words of remark and proof stand letter for letter at their place."""
    scene, _, review = asked("> Do it.", f"	{WHY}")
    scene.reply(review, f"> {WHY}\n\nHi Rita,\n\n	For the cache.\n", by=ADA)
    (question,) = found(scene)
    assert question.by
    expected = ((3, 2, WHY), (5, 2, "For the cache."))
    got = (
        (question.evidence.line, question.evidence.column, question.evidence.text),
        (question.by.line, question.by.column, question.by.text),
    )
    assert expected == got


def test_matter_of_a_discussion() -> None:
    """A judgement in an answer to an answer is the matter talked of; under lines of the patch, or on the posting, it is a remark."""
    words = "The driver therefore needs a side channel for the ring."
    scene, posted, _ = asked("> Do it.", words)
    expected = [words]
    assert expected == [question.text for question in found(scene)]
    scene = Scene()
    posted = scene.patch("PATCH net", "net: x", key="a@x")
    first = scene.reply(posted, "Looks complicated to me.\n", by=SAM)
    talk = scene.reply(first, f"> Looks complicated to me.\n\n{words}\n", by=RITA)
    assert [] == found_texts(scene)
    scene.reply(talk, f"> > +	value = compute_other(1, 2);\n\n{words}\n", by=SAM)
    assert expected == found_texts(scene)


def found_texts(scene: Scene) -> list[str]:
    """The words of the questions of the one series."""
    return [question.text for question in found(scene)]


def test_whoever_applies_corrects_a_spelling() -> None:
    """A maintainer who says to have fixed it answers a nit, though he quotes another part of the mail."""
    scene, _, review = asked("> +	/* recieved */", "s/recieved/received/")
    scene.reply(review, "> Reviewed-by: Rita Reviewer <rita@review.example>\n\nFixed the typo and applied, thanks.\n", by=SAM)
    expected = ["yes"]
    assert expected == answers(scene)


def test_promise_to_him_who_took_it_up() -> None:
    """What an author promises further down, to another who agreed with the one remark, answers it."""
    scene, _, review = asked("> Do it.", "Please take the lock here.")
    other = scene.reply(review, "> Please take the lock here.\n\nYeah, or a count.\n", by=SAM)
    scene.reply(other, "> Yeah, or a count.\n\nI will rework it.\n", by=ADA)
    expected = ["yes"]
    assert expected == answers(scene)


def test_changelog_in_the_plural() -> None:
    """A changelog that says it in the plural names the remark all the same."""
    scene, _, _ = asked("> Do it.", "Please also Cc the regulator maintainer for comments.")
    scene.patch("PATCH net v2", "net: x", key="b@x", notes="v2: added Cc of regulator maintainers\n")
    expected = ["yes"]
    assert expected == answers(scene)


@pytest.mark.parametrize("kind", ["open", "answered", "chain"])
def test_many_asking_replies_are_linear(kind: str) -> None:
    """Thousands of asking answers to one mail, with or without a reply to each, or one below the other, cost their number."""
    scene, posted, review = asked("> Do it.", WHY)
    scene.reply(review, f"> {WHY}\n\nFor the cache.\n", by=ADA)
    first, ask, answer = scene.records

    def records(size: int) -> list:
        found = [first]
        for n in range(size):
            above = f"q{n - 1}@x" if kind == "chain" and n else posted
            found.append(msgspec.structs.replace(ask, key=f"q{n}@x", message_id=f"q{n}@x", parents=(above,)))
            if kind == "answered":
                found.append(msgspec.structs.replace(answer, key=f"b{n}@x", message_id=f"b{n}@x", parents=(f"q{n}@x",)))
        return found

    def work(size: int) -> None:
        patch.questions(series[size])

    series = {size: patch.assemble(mail.threads(records(size)), PROFILE)[0] for size in (1_000, 4_000)}
    expected = 4_000
    assert expected == len(patch.questions(series[4_000]))
    assert growth.of(work, 1_000) <= 8
