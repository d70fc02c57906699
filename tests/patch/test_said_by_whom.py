# SPDX-License-Identifier: GPL-2.0-or-later
"""Who says it decides: a third person settles no fault, a counter question answers nothing, the log's words are its author's."""

import pytest
from letters import record
from scenes import ADA, KUBA, MARY, NOW, RITA, SAM, TOM, Scene

from digest import patch

FRESH = NOW.replace(day=4)
LKP = "kernel test robot <lkp@intel.com>"
BUILD = "Hi Ada,\n\nkernel test robot noticed the following build errors:\n\n>> net/foo.c:12:3: error: unknown type name 'u65'\n"


def under(words: str, *, by: str = RITA) -> Scene:
    """One patch, and words below a line of it."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x")
    scene.reply("p@x", f"> value\n\n{words}\n", by=by, key="q@x")
    return scene


@pytest.mark.parametrize(
    ("by", "words", "expected"),
    [
        (TOM, "+1", "no"),
        (TOM, "Agreed, that would help me too.", "no"),
        (ADA, "+1", "yes"),
        (ADA, "Agreed, will do.", "yes"),
        (TOM, "There is one already, in the file for the ring.", "yes"),
        (ADA, "Do you mean that it belongs elsewhere?", "no"),
        (ADA, "Do you mean the ring? It has one.", "yes"),
    ],
)
def test_answer_by_whom(by: str, words: str, expected: str) -> None:
    """Another reviewer who wants the same has not answered, nor has an author who asks back."""
    wish = "It would be useful to add a test for the wrap of the ring here."
    scene = under(wish)
    scene.reply("q@x", f"> {wish}\n\n{words}\n", by=by)
    assert [expected] == [question.answered for question in patch.questions(scene.only())]


@pytest.mark.parametrize(
    ("by", "words", "expected"),
    [
        (TOM, "I think that another type was meant there all along.", "no"),
        (TOM, "This is a false positive of that compiler.", "yes"),
        (ADA, "I think that another type was meant there all along.", "yes"),
    ],
)
def test_a_build_that_failed(by: str, words: str, expected: str) -> None:
    """What somebody muses below a robot's failed build settles nothing; its author does."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x")
    scene.reply("p@x", BUILD, by=LKP, key="q@x")
    line = BUILD.rstrip().rsplit("\n", 1)[-1]
    scene.reply("q@x", f"> {line}\n\n{words}\n", by=by)
    assert [expected] == [question.answered for question in patch.questions(scene.only())]


@pytest.mark.parametrize(
    ("by", "words", "expected"),
    [
        (ADA, "Please hold off on this, a fuzzer found a bug in it over night.", ("under-review", "author")),
        (ADA, "Please do not apply this yet.", ("under-review", "author")),
        (ADA, "Never mind, it was the compiler. No need for this patch.", ("rejected", "nobody")),
        (ADA, "No need for this patch to go to stable.", ("under-review", "maintainer")),
        (ADA, "I folded this into my other series.", ("rejected", "nobody")),
        (KUBA, "Sorry, but we are not going to take this.", ("rejected", "nobody")),
        (KUBA, "I won't apply this.", ("rejected", "nobody")),
        (KUBA, "I won't apply this today.", ("under-review", "maintainer")),
        (RITA, "We are not going to take this path often.", ("under-review", "maintainer")),
    ],
)
def test_words_after_a_review(by: str, words: str, expected: tuple[str, str]) -> None:
    """A tag does not make ready what its author holds back or a maintainer does not take."""
    scene = under("Looks fine.\n\nReviewed-by: " + MARY, by=MARY)
    scene.reply("p@x", f"> value\n\n{words}\n", by=by)
    state = scene.state(FRESH)
    assert expected == (state.value, state.waits_for)


@pytest.mark.parametrize("words", ["I had to drop this again, it breaks allmodconfig.", "Dropped this again, sorry."])
def test_dropped_again(words: str) -> None:
    """Who took a patch and drops it again has not taken it."""
    scene = under("Applied to net-next, thanks!", by=KUBA)
    assert "applied" == scene.state(FRESH).value
    scene.reply("q@x", f"{words}\n", by=KUBA)
    assert "changes-requested" == scene.state(FRESH).value


def test_a_test_in_the_log_is_its_authors() -> None:
    """What the log of a patch tells of tests is told by the patch's author, what stands below the rule by who posted it."""
    scene = Scene()
    code = "diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1,1 +1,1 @@\n-int a;\n+int b;\n-- \n2.47.0\n"
    log = f"From: {ADA}\n\nDo it.\n\nTested with two cards.\nSigned-off-by: {ADA}\nSigned-off-by: {SAM}\n---\n"
    body = f"{log}Tested on a Z9000 board.\n\n{code}"
    scene.mail("[PATCH net] net: x", body, by=SAM, key="a@x")
    told = [(one.person.name, one.text) for one in patch.test_entries(scene.only())]
    assert [("Ada Author", "Tested with two cards."), ("Sam Sender", "Tested on a Z9000 board.")] == told


def test_a_tag_below_a_sign_off_takes_no_words() -> None:
    """Words that their writer signed are not those of a tag further down."""
    scene = Scene()
    code = "diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1,1 +1,1 @@\n-int a;\n+int b;\n-- \n2.47.0\n"
    log = f"From: {ADA}\n\nDo it.\n\nTested with two Z9 cards.\n\nSigned-off-by: {ADA}\nSigned-off-by: {SAM}\nTested-by: {SAM}\n---\n"
    scene.mail("[PATCH net] net: x", f"{log}{code}", by=SAM, key="a@x")
    told = [(one.person.name, one.hardware) for one in patch.test_entries(scene.only())]
    assert [("Ada Author", "two Z9 cards"), ("Sam Sender", None)] == told


def test_a_pasted_patch_asks_nothing() -> None:
    """The log and the diffstat of a patch that somebody pastes are no words to the author."""
    pasted = (
        "How about this?\n\n"
        f"From {'1234567890' * 4} Mon Sep 17 00:00:00 2001\nFrom: {RITA}\nDate: Tue, 3 Nov 2026 10:00:00 +0000\n"
        "Subject: [PATCH] net: y: keep the flag\n\nThe flag should be kept in the page. Callers must not clear it.\n\n"
        "This is wrong on small machines, please see the manual.\n\n"
        f"Signed-off-by: {RITA}\n---\n include/net/x.h | 12 +++++++-----\n net/x.c | 3 ++-\n 2 files changed\n\n"
        "diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1,1 +1,1 @@\n-int a;\n+int b;\n-- \n2.47.0\n"
    )
    assert ["How about this?"] == [one.spot.text for one in record(f"> value\n\n{pasted}").remarks]


@pytest.mark.parametrize(("quoted", "expected"), [("how can the set be verified?", "yes"), ("what can the set be?", "probably")])
def test_a_quote_cut_at_sentences(quoted: str, expected: str) -> None:
    """Whoever wraps a quote anew and answers each of its sentences has answered the remark."""
    scene = under(
        "Also, how can the set be verified? Does the size of the\nmodule change? Is more memory used in the end?\n\n> other\n\nWhy not u8?"
    )
    body = f"> Also,\n> {quoted}\n\nWith the tool in the tree.\n\n> > other\n\nNo opinion.\n"
    scene.reply("q@x", body, by=ADA)
    assert expected == patch.questions(scene.only())[0].answered


@pytest.mark.parametrize(("by", "to", "expected"), [(SAM, "q@x", 1), (SAM, "a@x", 2), (TOM, "q@x", 2)])
def test_who_signed_a_patch_answers(by: str, to: str, expected: int) -> None:
    """Whoever signed a patch that another posted asks nothing in an answer to a third person; what he says to the posting is a remark."""
    scene = Scene()
    scene.patch("PATCH net", "net: x", key="a@x", tags=f"Signed-off-by: {SAM}\n")
    scene.reply("a@x", "> value\n\nWhy not u8?\n", by=RITA, key="q@x")
    scene.reply(to, "> Why not u8?\n\nWe should keep u32, please see the manual. You must not change the layout.\n", by=by)
    assert expected == len(patch.questions(scene.only()))
