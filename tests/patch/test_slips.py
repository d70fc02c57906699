# SPDX-License-Identifier: GPL-2.0-or-later
"""Tags that their giver puts right, samples of tags, and answers whose headers name only the cover."""

import pytest
from scenes import ADA, KUBA, RITA, TOM, Scene, tags
from test_author_side import entry

R, A = "Reviewed-by", "Acked-by"


def pair() -> Scene:
    """A cover and two patches."""
    scene = Scene()
    top = scene.cover("PATCH net-next 0/2", "net: x", key="c@x")
    for index in (1, 2):
        scene.patch(f"PATCH net-next {index}/2", f"net: s{index}", key=f"p{index}@x", to=top, number=index)
    return scene


@pytest.mark.parametrize("words", ["Sorry, I meant", "Oops, I actually meant:", "I meant to say"])
def test_another_tag_was_meant(words: str) -> None:
    """The tag that was sent by mistake is withdrawn, the one that was meant counts."""
    scene = pair()
    scene.reply("p1@x", f"{R}: {RITA}\n", key="r@x")
    scene.reply("r@x", f"> {R}: {RITA}\n\n{words}\n\n{A}: {RITA}\n")
    assert [(A, "given"), (R, "withdrawn")] == sorted((key, status) for key, _, status, _ in tags(scene.only()))


@pytest.mark.parametrize(
    ("body", "by"),
    [
        ("Sorry, I meant\n\nthe other function.\n", RITA),
        (f"I meant\n\n{A}: {TOM}\n", TOM),
        ("The lock was meant for 2/2 readers.\n", RITA),
        ("That was meant for 2/2.\n", TOM),
        ("That was meant for 2 weeks at most.\n", RITA),
    ],
)
def test_other_meanings_leave_the_tag(body: str, by: str) -> None:
    """What was meant may be anything, and another person cannot correct the tag."""
    scene = pair()
    scene.reply("p1@x", f"{R}: {RITA}\n", key="r@x")
    scene.reply("r@x", body, by=by)
    assert (R, "Rita Reviewer", "given", "direct") in tags(scene.only())


@pytest.mark.parametrize(
    "words", ["Sorry, wrong patch, that was meant for 2/2.", "My tag was meant for patch 2.", "It was intended for 2/2, sorry."]
)
def test_another_patch_was_meant(words: str) -> None:
    """The tag goes to the patch it was meant for."""
    scene = pair()
    scene.reply("p1@x", f"{R}: {RITA}\n", key="r@x")
    scene.reply("r@x", words + "\n")
    series = scene.only()
    assert [(R, "Rita Reviewer", "withdrawn", "direct")] == tags(series, 0, 1)
    assert [(R, "Rita Reviewer", "given", "range")] == tags(series, 0, 2)


def test_never_gave_this_tag() -> None:
    """Who says that a tag of the log is none of hers is believed."""
    scene = Scene()
    scene.patch("PATCH net", "net: x", key="p@x", tags=f"{R}: {RITA}\n")
    scene.reply("p@x", f"> {R}: {RITA}\n\nI never gave this tag, please remove it.\n")
    assert [(R, "Rita Reviewer", "withdrawn", "commit")] == tags(scene.only())


@pytest.mark.parametrize(
    "words", ["Please put the tags in this order:", "The trailers should go like this:", "Tags are written in the following form:"]
)
def test_a_sample_gives_no_tag(words: str) -> None:
    """Tags shown for their order or form are not given."""
    scene = Scene()
    scene.patch("PATCH net", "net: x", key="p@x")
    scene.reply("p@x", f"{words}\n\n\t{A}: {TOM}\n\t{R}: {RITA}\n")
    assert [] == [tag for tag in tags(scene.only()) if tag[2] == "given"]


def test_own_tags_in_an_order_are_given() -> None:
    """Who speaks of her own tags gives them."""
    scene = Scene()
    scene.patch("PATCH net", "net: x", key="p@x")
    scene.reply("p@x", f"Please put my tags in this order:\n\n{A}: {RITA}\n{R}: {RITA}\n")
    assert ["given", "given"] == [status for _, _, status, _ in tags(scene.only())]


def test_headers_that_name_only_the_cover() -> None:
    """An answer to a patch by its subject counts for that patch, though its References name only the cover."""
    scene = pair()
    scene.mail("Re: [PATCH net-next 1/2] net: s1", f"{A}: {RITA}\n", by=RITA, key="r1@x", references=["c@x"])
    series = scene.only()
    assert ([(A, "Rita Reviewer", "given", "direct")], []) == (tags(series, 0, 1), tags(series, 0, 2))


def test_another_title_below_the_cover_stays_there() -> None:
    """A number alone, under a title that no patch has, is no answer to that patch."""
    scene = pair()
    scene.mail("Re: [PATCH net-next 1/2] net: something else", f"{A}: {RITA}\n", by=RITA, key="r1@x", references=["c@x"])
    assert ["cover"] == [via for *_, via in tags(scene.only(), 0, 2)]


def test_the_name_of_a_maintainer_from_elsewhere() -> None:
    """A tag in the name of a maintainer whom the profile lists counts only from the listed address."""
    for by, status in (("Jakub Kicinski <jk@forger.example>", "mismatched"), (KUBA, "given")):
        scene = Scene()
        scene.patch("PATCH net", "net: x", key="p@x")
        scene.reply("p@x", f"{R}: {KUBA}\n", by=by)
        assert [(R, "Jakub Kicinski", status, "direct")] == tags(scene.only())


def test_the_signer_is_the_author_of_a_patch_known_from_replies() -> None:
    """The quoted patch names its author, not the reply that quoted it first."""
    scene = Scene()
    scene.mail(
        "Re: [PATCH v2] net: gone",
        f"On Tue, Nov 03, 2026 at 10:00:00AM +0000, Rita Reviewer wrote:\n> From: {TOM}\n> >\n> > Free it.\n> >\n"
        f"> > Signed-off-by: {TOM}\n> >\n> {R}: {RITA}\n\nApplied, thanks.\n",
        by=KUBA,
        key="a@x",
        references=["p@gone.example", "r@gone.example"],
    )
    assert "Tom Tester" == scene.only().author.name


def test_for_another_series_just_sent() -> None:
    """A tag below the quoted link to another posting is for that one."""
    for link, given in (("20261103-other-v1-0-abc@author.example", 0), ("p2@x", 1)):
        scene = pair()
        scene.reply("c@x", "The clock is wrong.\n", key="r@x")
        said = f"I just sent\n\nhttps://lore.kernel.org/netdev/{link}/\n\nto address the problem.\n"
        scene.reply("r@x", said, by=ADA, key="a@x")
        quoted = "".join(f"> {line}\n" for line in said.splitlines())
        scene.reply("a@x", f"On Tue, Nov 3, Ada Author wrote:\n\n{quoted}\nElegant.\n\n{R}: {RITA}\n\nFor the series.\n")
        assert given == len(tags(scene.only(), 0, 2))


@pytest.mark.parametrize(
    ("words", "have"),
    [
        ("to patches that don't already have it.", [1, 2]),
        ("for all patches that do not have it yet.", [1, 2]),
        ("to the patches without one.", [2]),
        ("for those that have no review yet.", [2]),
        ("to patch 2.", [2]),
        ("to the tree that does not have it.", [1]),
        ("To whom do patches that don't have it go?", [1]),
    ],
)
def test_the_sentence_goes_on_below_the_tag(words: str, have: list[int]) -> None:
    """For which patches a tag is may stand behind it; patch 1 has a review of another person."""
    scene = pair()
    scene.reply("p1@x", f"{R}: {TOM}\n", by=TOM)
    to = "c@x" if "2." in words else "p1@x"
    scene.reply(to, f"Feel free to add my\n\n  {R}: {RITA}\n\n{words}\n")
    assert have == [n for n in (1, 2) if (R, "Rita Reviewer", "given") in [tag[:3] for tag in tags(scene.only(), 0, n)]]


@pytest.mark.parametrize(
    ("lead", "expected"),
    [
        ("Unless Mary objects", "under-review"),
        ("Assuming the selftests pass:", "under-review"),
        ("If CI is happy,", "under-review"),
        ("Provided that nobody sees a problem with the name:", "under-review"),
        ("Pending tests:", "under-review"),
        ("Assuming you drop the second hunk:", "changes-requested"),
        ("Once the tests are added:", "changes-requested"),
        ("If the tests pass and you fix the typo:", "changes-requested"),
    ],
)
def test_a_condition_that_asks_nothing(lead: str, expected: str) -> None:
    """A tag that depends on others, or on a test, is conditional; the author has nothing to change for it."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x")
    scene.reply("p@x", f"> value\n\n{lead}\n\n{A}: {RITA}\n")
    assert ([(A, "Rita Reviewer", "conditional", "direct")], expected) == (tags(scene.only()), scene.state().value)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Un-Reviewed-by: me. This deadlocks.", "author"),
        ("Scratch that, after two hours it oopses on my board.", "author"),
        ("Please drop my tag, the link never comes up with it.", "author"),
        ("Please forget my review tag, I looked at the wrong tree.", "reviewers"),
        ("Please drop my tag, I was too quick.", "reviewers"),
        ("Please drop my tag: it does not crash, but that is all I can say.", "reviewers"),
    ],
)
def test_taken_back_with_a_fault(words: str, expected: str) -> None:
    """Who takes a tag back because it fails hands the work to the author; who only takes it back does not."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x")
    scene.reply("p@x", f"{R}: {RITA}\n", key="r@x")
    scene.reply("r@x", f"> {R}: {RITA}\n\n{words}\n")
    assert (["withdrawn"], expected) == ([status for _, _, status, _ in tags(scene.only())], entry(scene).state.waits_for)
    scene.reply("r@x", f"Found it, that was another bug.\n\n{R}: {RITA}\n")
    assert "author" != scene.state().waits_for


@pytest.mark.parametrize(
    ("lead", "status"),
    [
        ("If you respin, please fix the typo in the log.", "given"),
        ("In case you repost, you could mention the date.", "given"),
        ("If there is a v2, please add a comment.", "given"),
        ("If you respin, please add my", "conditional"),
        ("If you fix the typo:", "conditional"),
        ("With the typo fixed:", "conditional"),
    ],
)
def test_a_wish_for_a_respin(lead: str, status: str) -> None:
    """What is asked in case of a new version makes the wish depend on it, not the tag."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x")
    scene.reply("p@x", f"> value\n\n{lead}\n\n{R}: {RITA}\n")
    assert [status] == [standing for _, _, standing, _ in tags(scene.only())]


@pytest.mark.parametrize(
    ("behind", "expected"),
    [
        ("(except patch 2, which I do not understand)", [1, 3]),
        ("except for the last one, where I have a question", [1, 2]),
        ("not 2/3, see there", [1, 3]),
        ("(except that patch 2 could be shorter)", [1, 2, 3]),
        ("not bad for a first patch", [1, 2, 3]),
    ],
)
def test_left_out_below(behind: str, expected: list[int]) -> None:
    """Patches left out below a tag on the cover do not have it."""
    scene = Scene()
    scene.cover("PATCH net-next 0/3", "net: x", key="c@x")
    for index in (1, 2, 3):
        scene.patch(f"PATCH net-next {index}/3", f"net: s{index}", key=f"p{index}@x", to="c@x", number=index)
    scene.reply("c@x", f"{R}: {RITA}\n\n{behind}\n")
    assert expected == [index for index in (1, 2, 3) if tags(scene.only(), index=index)]
