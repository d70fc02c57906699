# SPDX-License-Identifier: GPL-2.0-or-later
"""Tags that the words around them do not give: denied, nearly given, for something else, shown as a sample, or taken back."""

import pytest
from letters import PROFILE, record
from scenes import RITA, TOM, Scene, tags

from digest import patch

TAG = f"Reviewed-by: {RITA}"


def standing(lead: str, tail: str = "") -> list[str]:
    """How a tag between some words counts on the patch that the mail answers."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x")
    scene.reply("p@x", f"> a line of the patch\n\n{lead}\n\n{TAG}\n{tail}")
    return [status for _, _, status, _ in tags(scene.only())]


@pytest.mark.parametrize(
    ("lead", "tail"),
    [
        ("I would really like to give this my", "\nbut the ring is never freed.\n"),
        ("I was about to send", "\n... until I saw what happens in the error path.\n"),
        ("I wanted to reply with", "\nhowever the counters are off by one.\n"),
        ("I wish I could offer a", "but it does not build.\n"),
        ("I'd have given it my", "\nif the lock were held.\n"),
        ("I can't give you a", ""),
        ("So I cannot yet offer my:", ""),
        ("I'm not going to send", "\nfor code like that.\n"),
        ("We won't add a", ""),
        ("I don't give it my", "\nin this form.\n"),
        ("Not this patch. For the tool in the other thread:", ""),
        ("Not for this one, but for its user space part:", ""),
    ],
)
def test_denied(lead: str, tail: str) -> None:
    """A tag in a sentence that says it is not given is none."""
    assert [] == standing(lead, tail)


@pytest.mark.parametrize(
    ("lead", "tail"),
    [
        ("I'd like to give my", ""),
        ("I would like to offer", "\nThanks!\n"),
        ("I was going to say the same.", ""),
        ("I can't give more than an", ""),
        ("I cannot say much about the hardware side.", ""),
        ("I don't think I have anything to add:", ""),
        ("Could be cleaned up one day, but not in this series.", ""),
        ("The warning comes from the caller, not this patch.", ""),
        ("I wanted to send this yesterday already:", ""),
        ("I do not know the hardware, but the code is fine:", ""),
        ("I won't have time to test it.", ""),
        ("I'm not an expert here:", ""),
        ("I haven't tested it, but I did read it all:", ""),
        ("We could also write it as a loop, but that is fine too.", "\nbut see below for an idea.\n"),
    ],
)
def test_given(lead: str, tail: str) -> None:
    """Wishes that nothing takes back, and denials of other things, leave the tag given."""
    assert ["given"] == standing(lead, tail)


@pytest.mark.parametrize(
    ("lead", "tail"),
    [
        ("Unless Ada objects", ""),
        ("Unless somebody disagrees:", ""),
        ("Good from here.", "unless one of the maintainers has concerns.\n"),
        ("Fine, unless Tom raises an objection.", ""),
    ],
)
def test_unless(lead: str, tail: str) -> None:
    """A tag that somebody's objection would end depends on it."""
    assert ["conditional"] == standing(lead, tail)


def test_sample_log() -> None:
    """Tags of an indented or fenced log that shows a wording are not given."""
    log = f"    net: x: free the ring\n\n    The ring leaks.\n\n    Signed-off-by: {TOM}\n    {TAG}\n"
    assert () == record(f"The message should read like this:\n\n{log}\nSee?\n").trailers
    assert () == record(f"```\nnet: x: free the ring\n\n{TAG}\n```\nis how it looks.\n").trailers


def test_indented_tags_are_given() -> None:
    """Indented tags under praise are tags, and so is one below a closed fence."""
    assert [TAG] == [t.spot.text for t in record(f"Works as the message says:\n\n    {TAG}\n", author=RITA).trailers]
    assert [TAG] == [t.spot.text for t in record(f"```\nping ok\n```\n{TAG}\n", author=RITA).trailers]
    lines = f"I tried it:\n\n    ping -c 3 host\n\n    {TAG}\n"
    assert [TAG] == [t.spot.text for t in record(lines, author=RITA).trailers]


def after(words: str, *, by: str = RITA, to: str = "p@x", tag: str = TAG) -> list[str]:
    """The statuses of a tag of Rita's after a later mail."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x")
    scene.reply("p@x", f"{tag}\n", key="r@x")
    scene.reply(to, f"> a line of it\n\n{words}\n", by=by)
    return [status for _, _, status, _ in tags(scene.only())]


@pytest.mark.parametrize(
    "words",
    [
        "Un-Reviewed-by, sorry.",
        "Please forget my review tag, it was the wrong branch.",
        "Forget about my tag.",
        "Scratch that, it panics after an hour.",
        "Strike that. The second board does not boot.",
        "Hmm, I take that back, the counters are wrong.",
        "Sorry, please ignore my previous mail.",
        "I was too quick. The error path leaks.",
        "On second thought, please don't apply this.",
        "Actually, no. Please do not merge this.",
    ],
)
def test_taken_back_in_other_words(words: str) -> None:
    """Who unsays the last mail unsays its tag; nobody else can."""
    assert ["withdrawn"] == after(words)
    assert ["given"] == after(words, by=TOM)
    assert ["withdrawn"] == after(words, to="r@x")


@pytest.mark.parametrize("words", ["Un-acked. This hangs at boot.", "I'm un-acking this.", "Unack, sorry."])
def test_unacked(words: str) -> None:
    """An ack is taken back, a review is not."""
    assert ["withdrawn"] == after(words, tag=f"Acked-by: {RITA}")
    assert ["given"] == after(words)


@pytest.mark.parametrize(
    "words",
    [
        "Sorry, please do not apply this yet, the other series goes first.",
        "Please do not take this through the other tree.",
        "The rest is fine. Scratch that one nit.",
        "I was wrong about the lock being missing in general, which is fine.",
        "Forget the nit.",
        "Tested again; the unacked packets come back.",
    ],
)
def test_other_things_unsaid(words: str) -> None:
    """A nit unsaid, an order of merging, other words: the tag stays."""
    assert ["given"] == after(words)


def test_only_the_last_mail_is_unsaid() -> None:
    """A tag of an earlier mail stays where the last mail, which is unsaid, gave none."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x")
    scene.reply("p@x", f"{TAG}\n")
    scene.reply("p@x", "Could you also send the numbers for one queue?\n")
    scene.reply("p@x", "Scratch that, they are in the cover.\n")
    assert ["given"] == [status for _, _, status, _ in tags(scene.only())]


def test_for_another_posting() -> None:
    """A tag for a posting that is linked to and is none of the series is not given here; a link to the series itself changes nothing."""
    link = "https://lore.kernel.org/netdev/20261101.7-1-ada@author.example/"
    assert [] == standing(f"Good. For the user space part at\n{link}")
    assert ["given"] == standing("For the posting at\nhttps://lore.kernel.org/netdev/p@x/")
    assert ["given"] == standing(f"For reference, the old thread is\n{link}")
    assert ["given"] == standing(f"I ran the script of\n{link}")


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("I only looked at ring.c.", [2]),
        ("I just reviewed the change to net/core/ring.c, the rest is beyond me.", [2]),
        ("For dev.c and ring.c:", [1, 2]),
        ("I reviewed only the queue.c hunk.", []),
        ("The helper in ring.c is only used here.", [1, 2, 3]),
        ("Nice that ring.c gets shorter:", [1, 2, 3]),
    ],
)
def test_scope_by_file(words: str, right: list[int]) -> None:
    """A tag on a cover that names files is for the patches that touch them."""
    scene = Scene()
    top = scene.cover("PATCH net-next 0/3", "net: x", key="c@x")
    for index, path in enumerate(("net/core/dev.c", "net/core/ring.c", "net/core/sock.c"), 1):
        scene.patch(f"PATCH net-next {index}/3", f"net: s{index}", key=f"p{index}@x", to=top, number=index, path=path)
    scene.reply("c@x", f"{words}\n\n{TAG}\n")
    series = scene.only()
    assert right == [index for index in (1, 2, 3) if tags(series, 0, index)]


def test_a_remark_unsaid() -> None:
    """What is unsaid of a mail that also asks for something is that."""
    wish = f"Please use the helper of the core here.\n\n{TAG}"
    assert ["given"] == after("Scratch that, the helper takes another lock.", tag=f"> +\tx = 1;\n\n{wish}")


@pytest.mark.parametrize(
    ("lead", "tail", "expected"),
    [
        ("Mary will answer", "\nis too much for so small a thing.\n", []),
        ("Somebody wrote", "\nin the old thread, where is that?\n", []),
        ("I expect that", "\nwould be wrong here.\n", []),
        ("My", "\nis for the driver part.\n", ["given"]),
        ("This", "\nis all I can say.\n", ["given"]),
        ("Looks good to me:", "\nIs there a test?\n", ["given"]),
        ("Nice work, thanks", "", ["given"]),
    ],
)
def test_a_word_of_a_sentence(lead: str, tail: str, expected: list[str]) -> None:
    """A tag about which the sentence says something is named, not given."""
    assert expected == standing(lead, tail)


def test_quoted_with_bars() -> None:
    """A bar before another's tag is a quote mark of people; a robot proposes tags with it."""
    (own,) = record(f"| {TAG}\n\nWhere did she say so?\n", author=TOM).trailers or (None,)
    assert own is None


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (f"For v1, which I liked more:\n\n{TAG}\n", ([("given", "chain")], [])),
        (f"This was for v1 only:\n{TAG}\n", ([("given", "chain")], [])),
        (f"{TAG} (for v1)\n", ([("given", "chain")], [])),
        (f"For v2:\n{TAG}\n", ([], [("given", "direct")])),
        (f"For v1 I asked for more, now it is fine:\n{TAG}\n", ([], [("given", "direct")])),
        (f"Thanks for v2, better than v1.\n\n{TAG}\n", ([], [("given", "direct")])),
        (f"For v3:\n{TAG}\n", ([], [("given", "direct")])),
    ],
)
@pytest.mark.parametrize("number", [1, 2])
def test_for_an_older_version(words: str, expected: tuple[object, object], number: int) -> None:
    """A tag in answer to v2 that is said to be for v1 counts for v1, and is not carried on where the patch is equal."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x")
    scene.patch("PATCH net-next v2", "net: x", key="q@x", number=number, at=9000)
    scene.reply("q@x", words)
    assert expected == tuple([(status, via) for _, _, status, via in tags(scene.only(), at)] for at in (0, 1))


@pytest.mark.parametrize(
    ("lead", "expected"),
    [
        ("For foo, bar:", (["given"], ["given"], [])),
        ("Only for the bar part:", ([], ["given"], [])),
        ("For drivers/net/foo:", (["given"], [], [])),
        ("For the record:", (["given"], ["given"], ["given"])),
        ("For what it is worth:", (["given"], ["given"], ["given"])),
        ("For net-next:", (["given"], ["given"], ["given"])),
    ],
)
def test_for_drivers(lead: str, expected: tuple[list[str], ...]) -> None:
    """Drivers named above a tag on a cover are the patches that touch them; words that are no part of what is patched say nothing."""
    scene = Scene()
    scene.cover("PATCH net-next 0/3", "net: three drivers", key="c@x")
    for at, name in enumerate(("foo", "bar", "quux"), 1):
        scene.patch(f"PATCH net-next {at}/3", f"net: {name}", key=f"{at}@x", number=at, to="c@x", path=f"drivers/net/{name}/main.c")
    scene.reply("c@x", f"{lead}\n{TAG}\n")
    assert expected == tuple([status for _, _, status, _ in tags(scene.only(), index=at)] for at in (1, 2, 3))


def test_driver_as_a_note() -> None:
    """On one patch of many drivers the words stand beside the tag."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x", path="drivers/net/foo/main.c")
    scene.reply("p@x", f"For foo:\n{TAG}\n")
    (tag,) = [tag for tag in patch.attribute(scene.only(), PROFILE).of(0, 1) if tag.key == "Reviewed-by"]
    assert ("given", "For foo") == (tag.status, tag.note)


@pytest.mark.parametrize(
    ("lead", "expected"),
    [
        ("For patch 1 of this series, not for this one:", (["given"], [])),
        ("For patch #1:", (["given"], [])),
        ('For "net: part 1":', (["given"], [])),
        ('For "net: something else":', ([], [])),
        ("For the iproute2 side:", ([], [])),
        ("For patch 2:", ([], ["given"])),
        ('For "net: part 2":', ([], ["given"])),
        ("For patch 1 I have a comment, this one is fine:", ([], ["given"])),
        ("This builds on patch 1 and is fine:", ([], ["given"])),
        ("For the wide side:", ([], ["given"])),
    ],
)
def test_for_another_patch(lead: str, expected: tuple[list[str], list[str]]) -> None:
    """A tag below 2/2 whose words say that it is for another patch counts there, or for nothing here."""
    scene = Scene()
    scene.cover("PATCH net-next 0/2", "net: two", key="c@x")
    for at in (1, 2):
        scene.patch(f"PATCH net-next {at}/2", f"net: part {at}", key=f"{at}@x", number=at, to="c@x")
    scene.reply("2@x", f"> value\n\n{lead}\n\n{TAG}\n")
    assert expected == tuple([status for _, _, status, _ in tags(scene.only(), index=at)] for at in (1, 2))


@pytest.mark.parametrize(
    ("lead", "expected"),
    [
        ("With a real changelog I would happily give my", ["conditional"]),
        ("Given some numbers, I'd be happy to offer my", ["conditional"]),
        ("With that said, I would like to give my", ["given"]),
        ("With this I could boot again.", ["given"]),
    ],
)
def test_wished_away(lead: str, expected: list[str]) -> None:
    """A tag that would be given with something that is not there depends on it."""
    assert expected == standing(lead)


@pytest.mark.parametrize(
    ("sender", "count"),
    [
        ("kernel test robot <lkp@intel.com>", 1),
        ("kernel test robot <lkp@kbuild.intel.com>", 0),
        ("kernel test robot <lkp@forger.example>", 0),
    ],
)
def test_a_forged_robot_finds_nothing(sender: str, count: int) -> None:
    """What a mail in a robot's form says from another host is no finding and no test; the mail is shown as unverified."""
    body = "kernel test robot noticed the following build errors:\n\n>> net/core/dev.c:2:2: error: 'x' undeclared\n\n> value\n"
    found = record(body, author=sender)
    assert (count, ()) == (len(found.remarks), found.tests)
    assert (count == 1) == (found.robot is not None and found.robot.sender_known)


@pytest.mark.parametrize(
    ("lead", "expected"),
    [
        ("For this patch and the next:", [2, 3]),
        ("For this and the following two patches:", [2, 3, 4]),
        ("For this one and patch 1:", [1, 2]),
        ("For this patch, patches 3 and 4/4:", [2, 3, 4]),
        ("For this one and the previous one:", [1, 2]),
        ("This and the next patch could be one.", [2]),
        ("For this and the rest of my career:", [2]),
        ("For this patch and the next version:", [2]),
    ],
)
def test_for_this_and_others(lead: str, expected: list[int]) -> None:
    """A tag in answer to 2/4 that names its neighbours beside it counts for them too."""
    scene = Scene()
    scene.cover("PATCH net-next 0/4", "net: four", key="c@x")
    for at in (1, 2, 3, 4):
        scene.patch(f"PATCH net-next {at}/4", f"net: part {at}", key=f"{at}@x", number=at, to="c@x")
    scene.reply("2@x", f"> value\n\n{lead}\n\n{TAG}\n")
    assert expected == [at for at in (1, 2, 3, 4) if tags(scene.only(), index=at)]
