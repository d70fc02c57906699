# SPDX-License-Identifier: GPL-2.0-or-later
"""Where a series stands, what proves it, whom it waits for."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from letters import DATA, PROFILE, mailbox
from scenes import ADA, BOT, KUBA, MARY, NOW, RITA, START, TOM, Scene

from digest import mail, patch
from digest.model.profile import Window


def pair() -> Scene:
    """A cover and two patches."""
    scene = Scene()
    top = scene.cover("PATCH net-next 0/2", "net: x", key="c@x")
    for index in (1, 2):
        scene.patch(f"PATCH net-next {index}/2", f"net: s{index}", key=f"p{index}@x", to=top, number=index)
    return scene


def bot(scene: Scene, to: str, commits: tuple[str | None, ...], by: str = BOT, key: str = "bot@x") -> None:
    """Add patchwork-bot's summary."""
    lines = "".join(
        f"  - [net-next,{n}/{len(commits)}] net: s{n}\n    "
        + (f"https://git.kernel.org/netdev/net-next/c/{commit}\n" if commit else "(no matching commit)\n")
        for n, commit in enumerate(commits, 1)
    )
    body = (
        "Hello:\n\nThis series was applied to netdev/net-next.git (main)\nby Mary Maintainer <mary@kernel.example>:\n\n"
        "On Mon, 2 Nov 2026 10:00:00 you wrote:\n"
        f"> What and why.\n\nHere is the summary with links:\n{lines}\nYou are awesome, thank you!\n-- \nDeet-doot-dot, I am a bot.\n"
    )
    scene.reply(to, body, by=by, key=key)


def test_new() -> None:
    """Nobody answered: new, waits for reviewers."""
    state = pair().state()
    assert ("new", "reviewers", "needs-review") == (state.value, state.waits_for, state.group)
    assert ["c@x"] == [proof.key for proof in state.evidence] or state.evidence[0].key == "p1@x"


def test_author_and_robots_do_not_review() -> None:
    """The author's own mails leave a series new."""
    scene = pair()
    scene.reply("c@x", "Gentle ping.\n", by=ADA)
    assert "new" == scene.state().value


def test_under_review_then_ready() -> None:
    """An answer makes it under review; with a tag on each patch it is ready for the maintainer."""
    scene = pair()
    scene.reply("p1@x", f"Reviewed-by: {RITA}\n")
    state = scene.state()
    assert ("under-review", "reviewers", "needs-review", "1 of 2 patches reviewed") == (
        state.value,
        state.waits_for,
        state.group,
        state.reason,
    )
    scene.reply("p2@x", f"Acked-by: {TOM}\n", by=TOM)
    state = scene.state()
    assert ("under-review", "maintainer", "ready") == (state.value, state.waits_for, state.group)


def test_applied_by_the_bot() -> None:
    """All patches with commits: applied, with each commit."""
    scene = pair()
    bot(scene, "c@x", ("0123456789ab", "ba9876543210"))
    state = scene.state()
    assert ("applied", "nobody", "done") == (state.value, state.waits_for, state.group)
    assert [(1, "0123456789ab", "netdev/net-next"), (2, "ba9876543210", "netdev/net-next")] == [
        (c.patch, c.commit, c.tree) for c in state.commits
    ]
    assert ["bot@x"] == [proof.key for proof in state.evidence]


def test_partly_applied() -> None:
    """A patch without matching commit leaves the series partly applied."""
    scene = pair()
    bot(scene, "c@x", ("0123456789ab", None))
    assert "partly-applied" == scene.state().value


@pytest.mark.parametrize(
    ("by", "verified"),
    [
        (BOT, True),
        (f"Some other name <{BOT}>", True),  # the address is who it is
        ("patchwork-bot+netdevbpf@kernel.org <bot@evil.example>", False),  # an address in the name's place
        ("patchwork-bot <bot@evil.example>", False),
        ("patchwork-bot+netdevbpf@kernel.org.evil.example", False),
        ("patchwork-bot+netdevbpf@kernel.example", False),
        ("patchwork-bot+netdevbpf@xxxxxx.org", False),  # an archive hid it
        ("evil-patchwork-bot+netdevbpf@kernel.org", False),
        (KUBA, False),  # who may decide may still not speak as the bot
        (ADA, False),
    ],
)
def test_forged_bot_applies_nothing(by: str, verified: bool) -> None:  # noqa: FBT001 - a table's column
    """The bot's shape from another address is shown as unverified and moves nothing."""
    scene = pair()
    bot(scene, "c@x", ("0123456789ab", "ba9876543210"), by=by)
    assert (verified, 2 * verified) == (scene.state().value == "applied", len(scene.state().commits))
    assert [("patchwork-bot", "applied", verified)] == [(r.robot, r.says, r.verified) for r in patch.robots(scene.only(), PROFILE)]


@pytest.mark.parametrize("commits", [(None, None), ("0123456", "1234567")])
def test_the_bot_without_commits_applies_nothing(commits: tuple[str | None, str | None]) -> None:
    """Address and shape are not enough: a commit of twelve digits must be named."""
    scene = pair()
    bot(scene, "c@x", commits)
    assert "applied" not in scene.state().value


@pytest.mark.parametrize(
    "body",
    [
        "> This series was applied to netdev/net-next.git (main)\n> by Mary Maintainer <mary@kernel.example>:\n\nGreat, thanks!\n",
        "I saw that the bot wrote: This series was applied to netdev/net-next.git (main)\nWas that on purpose?\n",
        (
            "Hello:\n\nThis series was applied to netdev/net-next.git (main)\nby Mary Maintainer <mary@kernel.example>:\n\n"
            "Here is the summary with links:\n  - [net-next,1/2] net: s1\n    https://git.kernel.org/netdev/net-next/c/0123456789ab\n"
        ),
    ],
)
def test_the_bots_words_from_a_person(body: str) -> None:
    """Quoted, told, or pasted whole: the bot's words in a person's mail apply nothing."""
    scene = pair()
    scene.reply("c@x", body, by=TOM)
    assert () == scene.state().commits
    assert "applied" not in scene.state().value


@pytest.mark.parametrize(
    ("by", "verified"),
    [
        ("kernel test robot <lkp@intel.com>", True),
        ("lkp+build@intel.com", True),
        ("kernel test robot <lkp@intel.com.evil.example>", False),
        ("kernel test robot <robot@evil.example>", False),
        ('"lkp@intel.com" <robot@evil.example>', False),
        (KUBA, False),
    ],
)
def test_forged_build_failure(by: str, verified: bool) -> None:  # noqa: FBT001 - a table's column
    """A build that failed asks for a change where the sender is the robot, and is shown as unverified where not."""
    scene = pair()
    scene.reply(
        "p1@x", "Hi Ada,\n\nkernel test robot noticed the following build errors:\n\n[auto build test ERROR on net-next/main]\n", by=by
    )
    assert [("lkp", "build-failed", verified)] == [(r.robot, r.says, r.verified) for r in patch.robots(scene.only(), PROFILE)]
    assert verified == (scene.state().value == "changes-requested")


@pytest.mark.parametrize(
    ("to", "words", "value"),
    [
        ("c@x", "Applied, thanks!\n", "applied"),
        ("c@x", "Applied to net-foo, thanks.\n", "applied"),
        ("p2@x", "Series applied, thanks.\n", "applied"),
        ("c@x", "2 patches applied to foo-next.git, thanks.\n\n0123456789ab net: s1\nba9876543210 net: s2\n", "applied"),
        ("c@x", "Looks good. Applied to foo-next.\n", "applied"),
        ("c@x", "Pulled, thanks!\n", "applied"),
        ("c@x", "Applied with minor edits, thanks.\n", "applied"),
        ("c@x", "This was applied to the wrong tree.\n", "under-review"),
        ("c@x", "Taken to the extreme this would mean a lot.\n", "under-review"),
        ("c@x", "Applied the patches on the latest kernel, compile ok.\n", "under-review"),
        ("c@x", "Applied the patches, thanks.\n", "applied"),
        ("c@x", "Applied to my tree.\n", "applied"),
        ("c@x", "Applied patch 1, please fix the second.\n", "partly-applied"),
        ("p2@x", "Applied, thanks.\n", "partly-applied"),
        ("c@x", "I applied this locally and it still crashes.\n", "under-review"),
        ("c@x", "Can this be applied to net?\n", "under-review"),
        ("c@x", "> Applied, thanks!\n\nGreat.\n", "under-review"),
    ],
)
def test_applied_in_words(to: str, words: str, value: str) -> None:
    """What a maintainer's own words say of applying, and what they do not."""
    scene = pair()
    scene.reply(to, words, by=MARY)
    assert value == scene.state().value


def test_applied_said_to_the_first_patch() -> None:
    """Without a cover the first patch stands for the series, unless others are spoken of too."""
    scene = Scene()
    for index in (1, 2):
        scene.patch(f"PATCH net-next {index}/2", f"net: s{index}", key=f"p{index}@x", to="p1@x" if index > 1 else None, number=index)
    scene.reply("p1@x", "Applied, thanks!\n", by=MARY)
    assert "applied" == scene.state().value
    scene.reply("p2@x", "Why?\n", by=RITA)
    assert "partly-applied" == scene.state().value


def test_thanks_of_b4_gives_commits() -> None:
    """b4's thank-you lists a commit for each patch."""
    scene = pair()
    scene.reply(
        "c@x",
        "On Mon, 02 Nov 2026, Ada Author wrote:\n> What.\n\nApplied, thanks!\n\n[1/2] net: s1\n      commit: 0123456789abcdef\n",
        by=MARY,
    )
    state = scene.state()
    assert ("partly-applied", [(1, "0123456789abcdef")]) == (state.value, [(c.patch, c.commit) for c in state.commits])


def test_posted_again_after_it_was_applied() -> None:
    """A later posting than the one applied whole begins a new round; one posted before does not."""
    scene = pair()
    bot(scene, "c@x", ("0123456789ab", "ba9876543210"))
    scene.cover("PATCH net-next v2 0/2", "net: x", key="c2@x", at=9000)
    for index in (1, 2):
        scene.patch(f"PATCH net-next v2 {index}/2", f"net: s{index}", key=f"q{index}@x", to="c2@x", number=index)
    assert "new" == scene.state().value


@pytest.mark.parametrize(
    ("by", "line", "value", "group"),
    [
        (KUBA, "pw-bot: changes-requested", "changes-requested", "waiting-for-author"),
        (KUBA, "pw-bot: cr", "changes-requested", "waiting-for-author"),
        (KUBA, "pw-bot: defer", "deferred", "done"),
        (KUBA, "pw-bot: not-applicable", "not-applicable", "done"),
        (KUBA, "pw-bot: au", "awaiting-upstream", "awaiting-upstream"),
        (KUBA, "pw-bot: needs-ack", "needs-ack", "needs-ack"),
        (ADA, "pw-bot: cr", "changes-requested", "waiting-for-author"),
        (ADA, "pw-bot: under-review", "new", "needs-review"),
        (ADA, "pw-bot: accept", "new", "needs-review"),
        (KUBA, "> pw-bot: cr", "under-review", "needs-review"),
    ],
)
def test_commands(by: str, line: str, value: str, group: str) -> None:
    """pw-bot's commands by who may give them; a quoted one is none."""
    scene = pair()
    scene.reply("c@x", f"Hm.\n-- \n{line}\n" if line[0] == "p" else f"{line}\n\nOk.\n", by=by)
    state = scene.state()
    assert (value, group) == (state.value, state.group)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("Please drop this hunk.", True),
        ("This should go to net, not net-next.", True),
        ("You need to take the lock first.", True),
        ("Could you split this into two patches?", True),
        ("The title must begin with the driver's name.", True),
        ("I'd rather have this in the core.", True),
        ("This is not acceptable.", True),
        ("Can you please add a comment here?", True),
        ("Can you explain why this is needed?", False),
        ("and I should have attached the log:", False),
        ("I need to benchmark that before I can say more.", False),
        ("Let's see what is missing and how we can help.", False),
        ("Perhaps I'm missing something obvious.", False),
        ("This should work.", False),
        ("That should be easy to test.", False),
        ("Please correct me if I am wrong.", False),
        ("Please let me know what you think.", False),
        ("We have to keep the extra field for now.", False),
        ("There is nothing wrong with it.", False),
        ("You do not need to do anything.", False),
    ],
)
def test_who_insists(words: str, wanted: bool) -> None:  # noqa: FBT001 - a table's column
    """A wish to the author asks for a change; what a reviewer says of himself, expects, or asks as a courtesy does not."""
    scene = pair()
    scene.reply("c@x", f"{words}\n", by=RITA)
    assert ("changes-requested" if wanted else "under-review") == scene.state().value


@pytest.mark.parametrize(
    ("words", "by", "values"),
    [
        ("Series applied, thanks.", MARY, {"applied"}),
        ("Queued for v6.13.", MARY, {"applied"}),
        ("I have picked this up for my tree.", MARY, {"applied"}),
        ("Thanks, applied with the typo fixed up.", MARY, {"applied"}),
        ("Both applied.", MARY, {"applied"}),
        ("I applied patch 1, please resend the other.", MARY, {"partly-applied"}),
        ("Patch 1 applied.", MARY, {"partly-applied"}),
        ("I've applied the first patch.", MARY, {"partly-applied"}),
        ("I applied this on top of 6.12 and tested it.", MARY, {"under-review"}),
        ("Once this is applied we can drop the hack.", MARY, {"under-review"}),
        ("I'll let this sit for a day and then apply.", MARY, {"under-review"}),
        ("I will take this through the wireless tree.", MARY, {"under-review", "awaiting-upstream"}),
        ("This does not apply to net-next, please rebase.", MARY, {"changes-requested"}),
        ("Please repost after the merge window.", MARY, {"changes-requested"}),
        ("I do not like this approach at all.", MARY, {"under-review"}),
        ("v2 coming up.", ADA, {"changes-requested"}),
        ("I will respin on top of net-next.", ADA, {"changes-requested"}),
        ("I've just sent v2.", ADA, {"superseded"}),
        ("This is no longer needed, the bug was fixed elsewhere.", ADA, {"rejected"}),
        ("I am withdrawing this series.", ADA, {"rejected"}),
        ("Sorry for the noise, please disregard.", ADA, {"rejected"}),
        ("This is no longer needed, the bug was fixed elsewhere.", MARY, {"under-review"}),
        ("Gentle ping.", ADA, {"new"}),
    ],
)
def test_states_in_words(words: str, by: str, values: set[str]) -> None:
    """What a person says about where the series goes, by who says it."""
    scene = pair()
    scene.reply("c@x", f"{words}\n", by=by)
    assert scene.state().value in values


@pytest.mark.parametrize(
    ("rows", "right"),
    [
        ("111111111111 net: s1\n222222222222 net: another\n", [(1, "111111111111"), (2, "222222222222")]),
        ("222222222222 net: another\n111111111111 net: s1\n", [(None, "222222222222"), (1, "111111111111")]),
        ("111111111111 net: s1\n", [(1, "111111111111")]),
    ],
)
def test_commits_listed_by_who_applied(rows: str, right: list[tuple[int | None, str]]) -> None:
    """A list of all patches numbers those whose title is not known by their place, where the known ones stand at theirs."""
    scene = Scene()
    scene.patch("PATCH net-next 1/2", "net: s1", key="p1@x")
    scene.reply("p1@x", f"2 patches applied to net-next, thanks.\n\n{rows}", by=KUBA)
    assert right == [(one.patch, one.commit) for one in scene.state().commits]


def test_command_on_an_old_version() -> None:
    """What was said of v1 does not hold for v2."""
    scene = pair()
    scene.reply("c@x", "No.\n\npw-bot: cr\n", by=KUBA)
    scene.cover("PATCH net-next v2 0/2", "net: x", key="c2@x", at=9000)
    for index in (1, 2):
        scene.patch(f"PATCH net-next v2 {index}/2", f"net: s{index}", key=f"q{index}@x", to="c2@x", number=index + 5)
    assert "new" == scene.state().value


@pytest.mark.parametrize(
    ("by", "words", "value"),
    [
        (ADA, "Right, will fix in v2.\n", "changes-requested"),
        (ADA, "Oops, this went wrong, will resend.\n", "changes-requested"),
        (ADA, "I've posted v2 with that.\n\nIt has been tested; I've posted v2 just now.\n", "superseded"),
        (ADA, "Please drop this patch, it is not needed.\n", "rejected"),
        (ADA, "Please ignore this series, I will resend it.\n", "changes-requested"),
        (ADA, "Please disregard.\n", "rejected"),
        (KUBA, "Nacked-by: Jakub Kicinski <kuba@kernel.org>\n", "rejected"),
        (TOM, f"Nacked-by: {TOM}\n", "changes-requested"),
        (RITA, "Please rename this function to foo_bar().\n", "changes-requested"),
        (RITA, "Can you please resend with a Fixes tag?\n", "changes-requested"),
        (RITA, f"After fixing this:\n\nAcked-by: {RITA}\n", "changes-requested"),
        (RITA, f"Please rename it in a follow-up.\n\nReviewed-by: {RITA}\n", "under-review"),
        (RITA, "I like it.\n", "under-review"),
    ],
)
def test_what_people_want(by: str, words: str, value: str) -> None:
    """Promises, refusals and demands, by who says them."""
    scene = pair()
    scene.reply("p1@x", words, by=by)
    assert value == scene.state().value


def test_build_failure() -> None:
    """A verified robot's build failure asks for a change; a forged one does not."""
    body = "Hi Ada,\n\nkernel test robot noticed the following build errors:\n\n>> net/core/dev.c:11:2: error: boom\n"
    scene = pair()
    scene.reply("p1@x", body, by="kernel test robot <lkp@intel.com>")
    assert ("changes-requested", "author") == (scene.state().value, scene.state().waits_for)
    scene = pair()
    scene.reply("p1@x", body, by="kernel test robot <lkp@evil.example>")
    assert "changes-requested" != scene.state().value


def test_rfc() -> None:
    """A request for comments is one until it is posted for real."""
    scene = Scene()
    scene.patch("RFC PATCH net-next", "net: x", key="p@x")
    scene.reply("p@x", "Nice idea.\n")
    assert ("rfc", "rfc") == (scene.state().value, scene.state().group)


def test_sub_maintainers_trees() -> None:
    """What goes through another tree waits for its maintainer, not for netdev's."""
    scene = Scene()
    scene.patch("PATCH iwl-next", "ice: x", key="p@x")
    assert ("new", "maintainer", "awaiting-upstream") == (scene.state().value, scene.state().waits_for, scene.state().group)


def test_dead() -> None:
    """After long silence an open series is dead and stale."""
    scene = pair()
    scene.reply("p1@x", "Hm.\n")
    state = scene.state(now=START + timedelta(days=90))
    assert ("dead", "stale", "author") == (state.value, state.group, state.waits_for)
    assert "under-review" == scene.state(now=START + timedelta(days=30)).value


def test_as_of_a_day() -> None:
    """Mails after `now` are not looked at."""
    scene = pair()
    scene.reply("c@x", "Applied, thanks!\n", by=MARY, at=20_000)
    assert ("new", "applied") == (scene.state(now=START + timedelta(days=2)).value, scene.state().value)


def test_waits_for_the_tree() -> None:
    """A reviewed series waits for a closed tree: by the archive's announcements, else by the profile's table."""
    scene = pair()
    for index in (1, 2):
        scene.reply(f"p{index}@x", f"Reviewed-by: {RITA}\n")
    closed = ((START + timedelta(days=1), "net-next", "closed"),)
    assert ("tree", "ready") == (scene.state(announcements=closed).waits_for, scene.state(announcements=closed).group)
    opened = (*closed, (START + timedelta(days=10), "net-next", "open"))
    assert "maintainer" == scene.state(announcements=opened).waits_for
    profile = msgspec.structs.replace(PROFILE, windows=(Window("net-next", "2026-11-15", "2026-11-30"),))
    series = scene.only()
    assert "tree" == patch.state(series, patch.attribute(series, profile), NOW, profile).waits_for


@pytest.mark.parametrize(
    ("subject", "by", "right"),
    [
        ("[ANN] net-next is CLOSED", KUBA, ("net-next", "closed")),
        ("[ANN] net-next is OPEN", KUBA, ("net-next", "open")),
        ("Re: [ANN] net-next is CLOSED", KUBA, None),
        ("[ANN] net-next is CLOSED", TOM, None),
        ("[ANN] pancakes are CLOSED", KUBA, None),
    ],
)
def test_announcements(subject: str, by: str, right: tuple[str, str] | None) -> None:
    """A senior's mail says that a tree opened or closed."""
    scene = Scene()
    scene.mail(subject, "Hi!\n", by=by, key="a@x")
    found = patch.announcement(scene.records[0], PROFILE)
    assert right == (found[1:] if found else None)


def test_working_days() -> None:
    """Week-ends and closed weeks do not count."""
    friday = datetime(2026, 11, 6, tzinfo=UTC)
    assert 1 == patch.working_days(friday, friday + timedelta(days=3))
    assert 10 == patch.working_days(friday, friday + timedelta(days=14))
    closed = ((friday + timedelta(days=2), friday + timedelta(days=9)),)
    assert 5 == patch.working_days(friday, friday + timedelta(days=14), closed)
    assert 0 == patch.working_days(friday, friday - timedelta(days=5))


PROBES = {
    "11-pw-bot-and-author-quote": ("changes-requested", ["r1@x"]),
    "12-patchwork-bot-applied": ("partly-applied", None),
    "02-lkp-suggested-tag-unpiped": ("changes-requested", ["r1@intel.com"]),
}


@pytest.mark.parametrize("name", sorted(PROBES))
def test_probes(name: str) -> None:
    """The probe mailboxes that turn on states."""
    records = [patch.read(message, mail.words(message), PROFILE) for message in mailbox(DATA / "probes" / f"{name}.mbox")]
    (series,) = patch.assemble(mail.threads(records), PROFILE)
    state = patch.state(series, patch.attribute(series, PROFILE), NOW, PROFILE)
    value, keys = PROBES[name]
    assert value == state.value
    if keys:
        assert keys == [proof.key for proof in state.evidence]


@pytest.mark.parametrize(
    ("subject", "body", "value"),
    [
        (
            "[net-next:main] BUILD SUCCESS 0123456789ab",
            "tree/branch: net-next.git main\n\nconfigs tested: 102\n",
            "new",
        ),
        (
            "Re: [PATCH net-next] net: x",
            "Hi Ada,\n\nkernel test robot noticed the following build warnings:\n\n>> net/x.c:1: warning: x\n",
            "changes-requested",
        ),
    ],
)
def test_a_build_robot_that_finds_nothing(subject: str, body: str, value: str) -> None:
    """A build that went well asks for nothing; one that warns does."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x")
    scene.mail(subject, body, by="kernel test robot <lkp@intel.com>", key="l@x", to="p@x")
    assert value == scene.state().value
