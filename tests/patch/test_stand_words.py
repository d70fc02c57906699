# SPDX-License-Identifier: GPL-2.0-or-later
"""Words in which people take a stand, in the forms that mails really have, and their neighbours that say something else."""

import pytest
from scenes import ADA, BOT, KUBA, MARY, RITA, Scene, tags


def one(prefix: str = "PATCH net-next") -> Scene:
    """One patch."""
    scene = Scene()
    scene.patch(prefix, "net: x", key="p@x")
    return scene


@pytest.mark.parametrize(
    ("by", "words", "value"),
    [
        (MARY, "1 patch(es) applied to foo-next branch of foo.git, thanks.\n\n0123456789ab net: x", "applied"),
        (MARY, "git am failed. I applied it using\nanother way and will push to a linux-next branch in my tree soon.", "applied"),
        (MARY, "I applied it by hand, will be pushed to the linux-next branch today.", "applied"),
        (RITA, "I applied it using git am and looked at the result.", "under-review"),
        (RITA, "I applied it by hand for a look, it is fine.", "under-review"),
        (ADA, "Sorry, a mistake of mine. Please ignore my submission.", "rejected"),
        (ADA, "Please disregard my patch for now.", "rejected"),
        (ADA, "Please ignore my question about the lock.", "new"),
        (RITA, "Please ignore my patch.", "under-review"),
        (ADA, "This does not build. I'll fix it up and send another revision.", "changes-requested"),
        (ADA, "I'll send a reworked patch which uses the helper.", "changes-requested"),
        (ADA, "I will post a corrected series tomorrow.", "changes-requested"),
        (ADA, "I'll see what another revision of the standard says.", "new"),
        (ADA, "Should I send a reworked patch?", "new"),
        (RITA, "I don't think the size of this needs a pass for each driver.", "under-review"),
        (RITA, "I do not believe that this patch has to be split.", "under-review"),
        (RITA, "I don't think so. This patch needs to be split.", "changes-requested"),
        (RITA, "Can you post your tags under the cover letter?", "under-review"),
        (RITA, "Please send your Acked-by to the list.", "under-review"),
        (RITA, "Can you post the next version to net?", "changes-requested"),
        (RITA, "Ada, can you make sure you are happy with that and v2 this patch?", "changes-requested"),
        (RITA, "Could you please do a new version on top of it?", "changes-requested"),
        (RITA, "Can you say what the v2 of this chip does?", "under-review"),
        (RITA, "I will re-post your patch as RFC to encourage others to test it.", "under-review"),
        (RITA, "This formula works well in my lab. Please ask any questions and feel free to criticize.", "under-review"),
        (RITA, "I will apply it once you have changed the title, please resend.", "changes-requested"),
        (RITA, "> value\n\nThis assumes that there must be only one.\n\nIt should be fine.", "under-review"),
        (RITA, "> value\n\nThis must be locked.\n\nIt should be fine if you take the lock here.", "changes-requested"),
        (RITA, "> value\n\nThis must be locked.\n\nThe rest is fine.", "changes-requested"),
        (RITA, "-1 from me, the core is the wrong place.", "changes-requested"),
        (KUBA, "-1 from me.", "rejected"),
        (RITA, "-1 is returned here.", "under-review"),
        (RITA, "FWIW this patch has already been NAKed by Mary.", "changes-requested"),
        (RITA, "The series was nacked last year.", "changes-requested"),
        (RITA, "Has this patch been NAKed?", "under-review"),
        (ADA, "The first patch was NAKed, so here is another try.", "new"),
        (KUBA, "I fixed the spelling when merging, this is in net-next now.", "applied"),
        (MARY, "I reworded the subject while applying.", "applied"),
        (KUBA, "I can fix the spelling when merging.", "under-review"),
        (KUBA, "I fixed the conflict when merging net into net-next.", "under-review"),
        (KUBA, "Had this been there before, all would be well.\nApplied to net-next it makes no difference.", "under-review"),
        (KUBA, "Applied to net-next, it makes things better.", "applied"),
        (KUBA, "Applied to net-next. It makes no difference for net.", "applied"),
    ],
)
def test_words(by: str, words: str, value: str) -> None:
    """The state that one answer makes."""
    scene = one()
    scene.reply("p@x", f"{words}\n", by=by)
    assert value == scene.state().value


@pytest.mark.parametrize(
    ("by", "words", "value"),
    [
        (KUBA, "Applied to net-next, thanks!", "applied"),
        (MARY, "Applied to foo-next, thanks!", "applied"),
        (MARY, "Applied, thanks!", "applied"),
        (RITA, "Applied to net-next, thanks!", "under-review"),
        (RITA, "Applied to net, thanks!", "under-review"),
        (ADA, "Applied to net-next, thanks!", "new"),
        (ADA, "Applied with another subject to foo-next.", "applied"),
        (ADA, "Applied, thanks!\n\n[1/1] net: x\n      commit: 0123456789abcdef", "new"),
    ],
)
def test_who_says_applied(by: str, words: str, value: str) -> None:
    """Into the list's own trees only its maintainers put patches."""
    scene = one()
    scene.reply("p@x", f"{words}\n", by=by)
    assert value == scene.state().value


REVERTED = "Reverted, this broke the build."


@pytest.mark.parametrize(
    ("by", "words", "value"),
    [
        (KUBA, REVERTED, "changes-requested"),
        (KUBA, "I had to revert this, sorry.", "changes-requested"),
        (KUBA, "I dropped this from net-next for now.", "changes-requested"),
        (KUBA, "Should this be reverted?", "applied"),
        (KUBA, "Revert this in your tree first.", "applied"),
        (KUBA, "The revert is in net.", "applied"),
        (RITA, REVERTED, "applied"),
        (KUBA, f"> {REVERTED}\n\nNo.", "applied"),
    ],
)
def test_taken_out_again(by: str, words: str, value: str) -> None:
    """What is taken out of the tree again is not applied, where who may take it says so."""
    scene = one()
    scene.reply("p@x", "Applied, thanks!\n\n[1/1] net: x\n      commit: 0123456789abcdef\n", by=KUBA)
    assert "applied" == scene.state().value
    scene.reply("p@x", f"{words}\n", by=by)
    assert value == scene.state().value


def test_taken_out_and_in() -> None:
    """What is applied after it was reverted is applied; who applied it may say that it is out."""
    scene = one()
    scene.reply("p@x", "Applied, thanks!\n", by=MARY)
    scene.reply("p@x", f"{REVERTED}\n", by=MARY)
    assert "changes-requested" == scene.state().value
    scene.reply("p@x", "Applied again to foo-next, thanks.\n\nApplied, thanks!\n", by=MARY)
    assert "applied" == scene.state().value


@pytest.mark.parametrize("words", ["OK I was wrong, I withdraw my NAK.", "I take back my nack."])
def test_nak_taken_back(words: str) -> None:
    """A refusal that is taken back refuses nothing."""
    scene = one()
    nak = scene.reply("p@x", f"Nacked-by: {RITA}\n", by=RITA)
    scene.reply(nak, f"{words}\n\nAcked-by: {RITA}\n", by=RITA)
    assert "under-review" == scene.state().value
    assert [("Acked-by", "given")] == [(key, status) for key, _, status, _ in tags(scene.only()) if status == "given"]


@pytest.mark.parametrize(
    ("title", "value"), [("net: drv: avoid the copy", "applied"), ("drv: avoid a copy", "applied"), ("net: foo: new ring", "new")]
)
def test_bot_names_another_patch(title: str, value: str) -> None:
    """patchwork-bot's summary counts for the patch that it names."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: drv: avoid the copy", key="p@x")
    body = (
        "Hello:\n\nThis patch was applied to netdev/net-next.git (main)\nby Jakub Kicinski <kuba@kernel.org>:\n\n"
        f"Here is the summary with links:\n  - [net-next] {title}\n    https://git.kernel.org/netdev/net-next/c/0123456789ab\n\n"
        "You are awesome, thank you!\n-- \nDeet-doot-dot, I am a bot.\n"
    )
    scene.reply("p@x", body, by=BOT)
    assert value == scene.state().value


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("Will change to select FOO_CORE.", "changes-requested"),
        ("Good point, I'll drop the check.", "changes-requested"),
        ("Yes. Will do.", "changes-requested"),
        ("Ok, will fix in v2.", "changes-requested"),
        ("Right, we will use the helper instead, thanks.", "changes-requested"),
        ("I'll fix this in a follow-up.", "under-review"),
        ("I will add your tag.", "under-review"),
        ("Will do if there is another version.", "under-review"),
        ("Will this change anything?", "under-review"),
        ("The driver will drop the packet.", "under-review"),
        ("I'll change it once the other series is in.", "under-review"),
        ("I'll look at it.", "under-review"),
    ],
)
def test_the_author_promises_a_change(words: str, value: str) -> None:
    """Who agrees to what a reviewer wondered about posts again, though he names no version."""
    scene = one()
    scene.reply("p@x", "> value\n\nWouldn't it be nicer to select FOO_CORE here?\n", by=RITA, key="q@x")
    scene.reply("q@x", f"> Wouldn't it be nicer to select FOO_CORE here?\n\n{words}\n", by=ADA)
    assert value == scene.state().value


def test_a_promise_to_somebody_content() -> None:
    """Who gave a tag since does not wait for the change."""
    scene = one()
    scene.reply("p@x", "> value\n\nWouldn't it be nicer to select FOO_CORE here?\n", by=RITA, key="q@x")
    scene.reply("q@x", "> Wouldn't it be nicer to select FOO_CORE here?\n\nWill change.\n", by=ADA, key="a@x")
    scene.reply("a@x", f"No need, it is fine as it is.\n\nReviewed-by: {RITA}\n", by=RITA)
    assert "under-review" == scene.state().value


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Applied 1/3, the others need another look.", ("partly-applied", "1 of 3 patches applied")),
        ("I took patches 1 and 3, patch 2 has to wait.", ("partly-applied", "2 of 3 patches applied")),
        ("I took the first two patches.", ("partly-applied", "2 of 3 patches applied")),
        ("Applied 1/3, 2/3.", ("partly-applied", "2 of 3 patches applied")),
        ("Took 2-3, thanks.", ("partly-applied", "2 of 3 patches applied")),
        ("I applied the first two, the third does not build.", ("partly-applied", "2 of 3 patches applied")),
        ("Applied everything but 3/3, thanks.", ("partly-applied", "2 of 3 patches applied")),
        ("Applied all except the last one.", ("partly-applied", "2 of 3 patches applied")),
        ("I took 1/3 of the samples.", ("under-review", "0 of 3 patches reviewe")),
        ("I took patch 1 and tested it.", ("under-review", "0 of 3 patches reviewe")),
        ("I took the first patch as an example of what I mean.", ("under-review", "0 of 3 patches reviewe")),
    ],
)
def test_took_some(words: str, expected: tuple[str, str]) -> None:
    """Patches taken by number, in the forms n/m and "took", are those alone."""
    scene = Scene()
    scene.cover("PATCH net-next 0/3", "net: three", key="c@x")
    for at in (1, 2, 3):
        scene.patch(f"PATCH net-next {at}/3", f"net: part {at}", key=f"{at}@x", number=at, to="c@x")
    scene.reply("c@x", f"{words}\n", by=KUBA)
    state = scene.state()
    assert expected == (state.value, state.reason[:22])


@pytest.mark.parametrize(
    ("quote", "words", "value"),
    [
        ("> https://lore.kernel.org/netdev/2026.1-1-rita@review.example/", "Ok, that's clearly better than mine then.", "rejected"),
        ("> I already sent a fix for that.", "Let's go with yours.", "rejected"),
        ("> Mary posted a patch for this last week.", "I'm fine with her patch instead.", "rejected"),
        ("> What about clearing it in the core?", "Your approach is better than mine.", "under-review"),
        ("> https://lore.kernel.org/netdev/2026.1-1-rita@review.example/", "It is not better than mine.", "under-review"),
        ("> I already sent a fix for that.", "Mine is better than yours.", "under-review"),
    ],
)
def test_concedes(quote: str, words: str, value: str) -> None:
    """An author who prefers a patch that another posted gives his own up; a proposal in a reply he takes into his."""
    scene = one()
    scene.reply("p@x", f"{quote.removeprefix('> ')}\n", by=RITA, key="q@x")
    scene.reply("q@x", f"{quote}\n\n{words}\n", by=ADA)
    assert value == scene.state().value


@pytest.mark.parametrize(
    ("first", "then", "expected"),
    [
        ("Applied to net-next, thanks!", "I dropped patch 2 again, it breaks the tests.", ("partly-applied", "author")),
        ("Applied to net-next, thanks!", "Had to look twice. I reverted 3/3 from net-next for now.", ("partly-applied", "author")),
        ("Applied to net-next, thanks!", "I had to drop patches 2 and 3 from our tree.", ("partly-applied", "author")),
        ("Applied to net-next, thanks!", "I dropped patch 2 of the other series.", ("applied", "nobody")),
        ("Applied to net-next, thanks!", "Should we drop patch 2 again?", ("applied", "nobody")),
        ("Applied 1/3, the others need a respin.", None, ("partly-applied", "author")),
        ("Applied 1-2, the third does not build on 32 bit.", None, ("partly-applied", "author")),
        ("Applied 1-2, thanks.", None, ("partly-applied", "maintainer")),
        ("I applied this with the following fixup, shout if it is wrong:\n\n-\told\n+\tnew", None, ("applied", "nobody")),
        ("I applied this to the wrong tree, ignore me.", None, ("under-review", "reviewers")),
    ],
)
def test_the_rest(first: str, then: str | None, expected: tuple[str, str]) -> None:
    """A patch that comes out of the tree again, or is said to need work, hands the rest of the series to its author."""
    scene = Scene()
    scene.cover("PATCH net-next 0/3", "net: three", key="c@x")
    for at in (1, 2, 3):
        scene.patch(f"PATCH net-next {at}/3", f"net: part {at}", key=f"{at}@x", number=at, to="c@x")
    scene.reply("c@x", f"{first}\n", by=KUBA)
    if then is not None:
        scene.reply("c@x", f"{then}\n", by=KUBA)
    state = scene.state()
    assert expected == (state.value, state.waits_for)


@pytest.mark.parametrize(
    ("who", "words", "value"),
    [
        ("Ada Author <ada@home.example>", "I will post v2 with that.", "changes-requested"),
        ("Author, Ada <ada@home.example>", "Ok, I'll send a v2.", "changes-requested"),
        ("Ada Author <ada@home.example>", "Please ignore this patch.", "under-review"),
        ("Ada <ada@home.example>", "I will post v2 with that.", "under-review"),
        ("Ida Author <ada@home.example>", "I will post v2 with that.", "under-review"),
    ],
)
def test_the_author_from_elsewhere(who: str, words: str, value: str) -> None:
    """Who bears the author's whole name may promise for him from another address, and give nothing up."""
    scene = one()
    scene.reply("p@x", "Have you thought of big endian?\n", by=RITA, key="q@x")
    scene.reply("q@x", f"> Have you thought of big endian?\n\n{words}\n", by=who)
    assert value == scene.state().value
