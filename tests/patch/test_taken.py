# SPDX-License-Identifier: GPL-2.0-or-later
"""A patch that went in within another series, a pull request say, is not left lying where it was posted first."""

from datetime import timedelta

from scenes import BOT, KUBA, MARY, NOW, PROFILE, RITA, Scene, components

from digest import mail, patch, summary
from digest.model import StateEntry

LATER = NOW + timedelta(days=120)
COMMITS = ("1111222233334444", "aaaabbbbcccc0000")


def bot(scene: Scene, to: str, titles: tuple[str, ...], *, by: str = BOT, tree: str = "net", miss: tuple[int, ...] = ()) -> None:
    """patchwork-bot's summary of a series; `miss` are the places of patches without a commit."""
    rows = []
    for at, title in enumerate(titles, 1):
        counter = f"{at}/{len(titles)}" if len(titles) > 1 else ""
        link = "(no matching commit)" if at in miss else f"https://git.kernel.org/netdev/{tree}/c/{COMMITS[at % 2]}"
        rows.append(f"  - [{tree}{',' if counter else ''}{counter}] {title}\n    {link}\n")
    body = (
        (
            f"Hello:\n\nThis series was applied to netdev/{tree}.git (main)\nby Mary Maintainer <mary@kernel.example>:\n\n"
            "On Mon, 2 Nov 2026 you wrote:\n> Hello\n\nHere is the summary with links:\n"
        )
        + "".join(rows)
        + "\nYou are awesome, thank you!\n-- \nDeet-doot-dot, I am a bot.\n"
    )
    scene.reply(to, body, by=by, key=f"bot-{to}")


def pulled(scene: Scene, *, number: int = 1, title: str = "can: foo: help the compiler", **fields: object) -> None:
    """A pull request of two patches, the second of which is patch `number` under `title`; the bot says that it was applied."""
    scene.cover("PATCH net 0/2", "pull-request: can 2026-11-05", by=MARY, key="c@pull")
    scene.patch("PATCH net 1/2", "can: bar: free the ring", by=MARY, key="1@pull", number=7, to="c@pull", path="drivers/net/can/bar.c")
    scene.patch("PATCH net 2/2", title, by=MARY, key="2@pull", number=number, to="c@pull", path="drivers/net/can/foo.c")
    bot(scene, "c@pull", ("can: bar: free the ring", title), **fields)


def posted(*, number: int = 1) -> Scene:
    """One patch for a sub-maintainer, with a test."""
    scene = Scene()
    scene.patch("PATCH", "can: foo: help the compiler", key="p@x", number=number, path="drivers/net/can/foo.c")
    scene.reply("p@x", "Tested-by: Rita Reviewer <rita@review.example>\n", by=RITA)
    scene.minute += 600
    return scene


def states(scene: Scene, now: object = LATER) -> dict[str | None, StateEntry]:
    """The state of each series by its title, as the pipeline finds them."""
    found: dict[str | None, StateEntry] = {}
    for group in components(scene.records):
        series = patch.assemble(mail.threads(group), PROFILE)
        context = summary.Context(now, PROFILE)
        told = summary.elsewhere(series, context)
        found.update({one.title: summary.summarise(one, context, told).series.state for one in series})
    return found


def test_within_a_pull_request() -> None:
    """What a pull request took along and the bot saw in the tree is applied where it was posted, with the bot's mail as the proof."""
    scene = posted()
    pulled(scene)
    state = states(scene)["can: foo: help the compiler"]
    assert ("applied", "nobody") == (state.value, state.waits_for)
    assert 'applied to netdev/net within "pull-request: can 2026-11-05"' == state.reason
    assert ["bot-c@pull"] == [proof.key for proof in state.evidence]
    assert [(1, "1111222233334444", "netdev/net")] == [(c.patch, c.commit, c.tree) for c in state.commits]


def test_before_the_bot() -> None:
    """As of a day before the bot's mail nothing is applied."""
    scene = posted()
    scene.minute += 5000
    pulled(scene)
    assert "under-review" == states(scene, NOW.replace(day=3))["can: foo: help the compiler"].value


def test_a_part_of_a_series() -> None:
    """Of three patches the one with an equal twin and the one beside it under its title are taken, the third is not."""
    scene = Scene()
    scene.cover("PATCH 0/3", "can: foo: three things", key="c@x")
    for at, title in enumerate(("can: foo: help the compiler", "can: bar: free the ring", "can: foo: rename"), 1):
        path = "drivers/net/can/bar.c" if at == 2 else "drivers/net/can/foo.c"
        scene.patch(f"PATCH {at}/3", title, key=f"{at}@x", number=at, to="c@x", path=path)
    scene.minute += 600
    pulled(scene)
    state = states(scene, NOW)["can: foo: three things"]
    assert ("partly-applied", "2 of 3 patches applied to netdev/net") == (state.value, state.reason[:36])
    assert [1, 2] == [commit.patch for commit in state.commits]


def test_what_says_nothing() -> None:
    """A changed diff, no commit for the twin, an unknown bot, a pull request nobody answered, and one that came out again."""
    expected = {"under-review", "dead"}
    changed = posted(number=3)
    pulled(changed)
    missed = posted()
    pulled(missed, miss=(2,))
    forged = posted()
    pulled(forged, by="patchwork-bot <bot@elsewhere.example>")
    back = posted()
    pulled(back)
    back.reply("c@pull", "Reverted, sorry: this breaks the build.\n", by=KUBA)
    for scene in (changed, missed, forged, back):
        assert states(scene)["can: foo: help the compiler"].value in expected


def test_a_selection_for_stable() -> None:
    """What was applied before a patch was posted is another tree's business: a selection for stable is not applied by it."""
    scene = Scene()
    scene.patch("PATCH net", "can: foo: help the compiler", key="p@x", path="drivers/net/can/foo.c")
    bot(scene, "p@x", ("can: foo: help the compiler",))
    scene.minute += 40000
    scene.cover("PATCH 6.12 0/2", "can: two for 6.12", by=KUBA, key="c@stable")
    for at, title in enumerate(("can: foo: help the compiler", "can: bar: other"), 1):
        path = "drivers/net/can/foo.c" if at == 1 else "drivers/net/can/bar.c"
        scene.patch(f"PATCH 6.12 {at}/2", title, by=KUBA, key=f"{at}@stable", number=at, to="c@stable", path=path)
    found = states(scene)
    assert ["applied", "dead"] == [found[title].value for title in ("can: foo: help the compiler", "can: two for 6.12")]


def test_alone() -> None:
    """A component of one series asks nobody."""
    scene = posted()
    assert {} == patch.elsewhere(scene.series(), PROFILE)
