# SPDX-License-Identifier: GPL-2.0-or-later
"""Who may command `pw-bot`: NIPA's rules over senders, commands and threads; a name alone gives nobody standing."""

import msgspec
import pytest
from letters import PROFILE
from scenes import ADA, BOT, KUBA, MARY, RITA, SAM, TOM, Scene

from digest import mail, patch
from digest.model import Address

OWNERS = (Address("Mary Maintainer", "mary@kernel.example"),)


def pair(by: str = ADA) -> Scene:
    """A series of two patches with a cover."""
    scene = Scene()
    scene.cover("PATCH net-next 0/2", "net: x", key="c@x", by=by)
    for index in (1, 2):
        scene.patch(f"PATCH net-next {index}/2", f"net: s{index}", key=f"p{index}@x", to="c@x", number=index, by=by)
    return scene


def obeyed(scene: Scene, owners: tuple[Address, ...] | None = None, mailmap: mail.Mailmap | None = None) -> list[bool]:
    """Of each command of the series whether it counts."""
    return [r.verified for r in patch.robots(scene.only(), PROFILE, owners, mailmap) if r.robot == "pw-bot"]


@pytest.mark.parametrize(
    ("by", "known", "unknown"),
    [
        (KUBA, True, True),  # listed
        ("Somebody Else <kuba@kernel.org>", True, True),  # the address is who it is
        ("Jakub Kicinski <kuba@kernel.example>", False, False),  # the name is not
        ("Jakub Kicinski <kuba@xxxxxx.org>", False, False),  # nor what an archive left of an address
        ("Jakub Kicinski", False, False),
        (MARY, True, False),  # by MAINTAINERS, where it was given
        ("M. M. <mary+lists@kernel.example>", True, False),
        ("Mary Maintainer <mary@home.example>", False, False),
        (TOM, False, False),
        (RITA, False, False),
        (BOT, False, False),
    ],
)
@pytest.mark.parametrize("command", ["cr", "rejected", "under-review", "au", "accepted"])
def test_who_may_command(by: str, command: str, known: bool, unknown: bool) -> None:  # noqa: FBT001 - a column
    """Listed people and owners of the touched files command anything; without MAINTAINERS nobody is believed to be an owner."""
    scene = pair()
    scene.reply("p1@x", f"-- \npw-bot: {command}\n", by=by)
    assert ([known], [unknown]) == (obeyed(scene, OWNERS), obeyed(scene))


@pytest.mark.parametrize(
    ("by", "body", "right"),
    [
        (ADA, "pw-bot: cr\n", [True]),
        (ADA, "pw-bot: changes-requested\n", [True]),
        (ADA, "pw-bot: rejected\n", [True]),
        (ADA, "pw-bot: not-applicable\n", [True]),
        (ADA, "pw-bot: awaiting-upstream\n", [True]),
        (ADA, "pw-bot: deferred\n", [True]),
        (ADA, "pw-bot: under-review\n", [False]),
        (ADA, "pw-bot: new\n", [False]),
        (ADA, "pw-bot: needs-ack\n", [False]),
        (ADA, "pw-bot: superseded\n", [False]),
        (ADA, "pw-bot: cr\npw-bot: rejected\n", [False, False]),
        (ADA, "pw-bot: cr\npw-bot: cr\n", [False, False]),
        (ADA, "pw-bot: cr\npw-bot: please\n", [False, False]),
        ("A. Author <ada@author.example>", "pw-bot: cr\n", [True]),
        ("Ada Author <ada@home.example>", "pw-bot: cr\n", [False]),
        ("Ada Author <ada+list@author.example>", "pw-bot: cr\n", [False]),
        ("Ada Author <ada@xxxxxx.example>", "pw-bot: cr\n", [False]),
        (KUBA, "pw-bot: cr\npw-bot: under-review\n", [True, True]),
        (KUBA, "pw-bot: no\npw-bot: cr\n", [False, True]),
        (SAM, "pw-bot: cr\npw-bot: rejected\n", [False, False]),
    ],
)
def test_what_the_poster_may_command(by: str, body: str, right: list[bool]) -> None:
    """The poster, by his very address, takes work out of review with one command in a mail; everything else is passed over."""
    scene = pair()
    scene.reply("c@x", body, by=by)
    assert right == obeyed(scene)


def test_the_poster_changes_no_decision() -> None:
    """Once the series is out of review a poster's command is passed over; a listed reviewer's is not."""
    scene = pair()
    scene.reply("c@x", "pw-bot: deferred\n", by=KUBA)
    scene.reply("c@x", "pw-bot: cr\n", by=ADA)
    scene.reply("c@x", "pw-bot: ur\n", by=KUBA)
    scene.reply("c@x", "pw-bot: cr\n", by=ADA)
    assert [True, False, True, True] == obeyed(scene)
    assert "changes-requested" == scene.state().value


def test_the_poster_takes_back_at_once() -> None:
    """A command in the posting itself counts."""
    scene = Scene()
    scene.patch("PATCH net", "net: a fix", key="a@x", notes="pw-bot: deferred\n\n")
    assert ([True], "deferred") == (obeyed(scene), scene.state().value)


def test_the_poster_of_another_revision() -> None:
    """Who posted v1 has no say over the v2 that somebody else posted."""
    scene = Scene()
    scene.patch("PATCH net", "net: a fix", key="a@x")
    scene.patch("PATCH net v2", "net: a fix", key="b@x", by=SAM, at=9000)
    scene.reply("b@x", "pw-bot: rejected\n", by=ADA)
    scene.reply("a@x", "pw-bot: rejected\n", by=ADA)
    assert [False, True] == obeyed(scene)
    assert "rejected" != scene.state().value


def test_a_patch_posted_for_somebody_else() -> None:
    """The poster counts, not who wrote the patch: NIPA looks at the From header alone."""
    scene = Scene()
    body = f"From: {RITA}\n\nDo it.\n\nSigned-off-by: {RITA}\nSigned-off-by: {SAM}\n---\n net/a.c | 1 +\n\ndiff --git a/net/a.c b/net/a.c\n"
    body += "--- a/net/a.c\n+++ b/net/a.c\n@@ -1,1 +1,2 @@\n int a;\n+int b;\n"
    scene.mail("[PATCH net] net: a fix", body, key="a@x", by=SAM)
    scene.reply("a@x", "pw-bot: cr\n", by=RITA)
    scene.reply("a@x", "pw-bot: cr\n", by=SAM)
    assert [False, True] == obeyed(scene)


def test_a_relay_rewrote_the_sender() -> None:
    """A series that came through a relay was posted from the relay's address: NIPA compares From headers as they stand."""
    scene = pair()
    relay = Address("Ada Author via Relay", "devnull+ada.author.example@relay.example")
    scene.records[:] = [msgspec.structs.replace(record, munged=relay) for record in scene.records]
    scene.reply("c@x", "pw-bot: cr\n", by=ADA)
    assert [False] == obeyed(scene)
    scene.records[-1] = msgspec.structs.replace(scene.records[-1], munged=relay)
    assert [True] == obeyed(scene)


def test_a_committer_of_the_series() -> None:
    """Whom the bot names as the committer of a part may decide about the rest; a forged bot names nobody."""
    text = (
        "Hello:\n\nThis patch was applied to netdev/net-next.git (main)\nby Mary Maintainer <mary@kernel.example>:\n\n"
        "Here is the summary with links:\n  - [net-next,1/2] net: s1\n    https://git.kernel.org/netdev/net-next/c/0123456789ab\n"
        "  - [net-next,2/2] net: s2\n    (no matching commit)\n\nYou are awesome, thank you!\n"
    )
    for sender, right, value in ((BOT, True, "deferred"), ("patchwork-bot <bot@forger.example>", False, "under-review")):
        scene = pair()
        scene.reply("c@x", text, by=sender)
        scene.reply("p2@x", "pw-bot: defer\n", by=MARY)
        assert ([right], value) == (obeyed(scene), scene.state().value)


def test_a_mailmap_joins_an_owner() -> None:
    """A .mailmap says which addresses are one person's."""
    scene = pair()
    scene.reply("c@x", "pw-bot: needs-ack\n", by="Mary M. <mary@home.example>")
    joined = mail.Mailmap("Mary Maintainer <mary@kernel.example> <mary@home.example>\n")
    assert ([False], [True]) == (obeyed(scene, OWNERS), obeyed(scene, OWNERS, joined))


def test_a_strangers_command_moves_nothing() -> None:
    """It is shown with the reason why it does not count; who says "cr" has asked for changes, as anybody may."""
    scene = pair()
    scene.reply("c@x", "I do not like it.\n-- \npw-bot: rejected\n", by=TOM)
    (entry,) = patch.robots(scene.only(), PROFILE)
    reason = "rejected: the sender is not the poster, is not listed by the profile, and no MAINTAINERS file says more"
    assert (False, reason, "pw-bot: rejected") == (entry.verified, entry.text, entry.evidence.text)
    assert "under-review" == scene.state().value
    scene.reply("c@x", "No.\n-- \npw-bot: cr\n", by=TOM)
    assert "changes-requested" == scene.state().value
    assert [False, False] == [entry.verified for entry in patch.robots(scene.only(), PROFILE)]


@pytest.mark.parametrize(
    ("by", "value"),
    [
        (ADA, "rejected"),
        ("Ada Author <ada@forger.example>", "changes-requested"),  # the wish of a reviewer
        ("Ada Author", "rejected"),
        ("A. A. <ada@author.example>", "rejected"),
    ],
)
def test_only_the_author_gives_up(by: str, value: str) -> None:
    """Who bears the author's name and another address is not the author; a copy without addresses leaves the name."""
    scene = pair()
    scene.reply("c@x", "Please drop this series, it is not needed.\n", by=by)
    assert value == scene.state().value
