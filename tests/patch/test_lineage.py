# SPDX-License-Identifier: GPL-2.0-or-later
"""Which postings are one work, and which only look so."""

import pytest
from scenes import ADA, RITA, SAM, TOM, Scene, components, shape

from digest import mail, patch
from digest.patch.lineage import plain_title


def versions(scene: Scene) -> list[list[tuple[int, bool, bool]]]:
    """(version, rfc, resend) of each series' revisions."""
    return [[(r.version, r.rfc, r.resend) for r in series.revisions] for series in scene.series()]


def test_author_and_title_years_apart() -> None:
    """A v2 in a new thread, a year later, is joined by author and title."""
    scene = Scene()
    scene.patch("PATCH net-next", "drv: add a feature", key="a@x")
    scene.patch("PATCH net-next v2", "drv: Add a feature.", key="b@x", number=2, at=60 * 24 * 400)
    assert [[(1, False, False), (2, False, False)]] == versions(scene)


def test_rfc_then_patch() -> None:
    """An RFC and the v1 that follows are two revisions of version 1."""
    scene = Scene()
    scene.patch("RFC net-next", "drv: add a feature", key="a@x")
    scene.patch("PATCH net-next", "drv: add a feature", key="b@x", number=2, at=9000)
    assert [[(1, True, False), (1, False, False)]] == versions(scene)


def test_resend() -> None:
    """A RESEND is another posting of the same version."""
    scene = Scene()
    scene.patch("PATCH net-next", "drv: add a feature", key="a@x")
    scene.patch("PATCH net-next RESEND", "drv: add a feature", key="b@x", at=9000)
    assert [[(1, False, False), (1, False, True)]] == versions(scene)


def test_repost_without_version() -> None:
    """A version-less repost of the same change joins; another change under the same title does not."""
    scene = Scene()
    scene.patch("PATCH net", "drv: fix build", key="a@x")
    scene.patch("PATCH net", "drv: fix build", key="b@x", at=9000)
    scene.patch("PATCH net", "drv: fix build", key="c@x", number=5, path="drivers/other.c", at=18000)
    assert [[(1, False, False), (1, False, False)], [(1, False, False)]] == versions(scene)


def test_change_id_joins_renamed_series() -> None:
    """An equal change-id joins whatever the titles say."""
    scene = Scene()
    scene.patch("PATCH net-next", "drv: one name", key="a@x", notes="change-id: 20261102-topic-0123456789ab\n\n")
    scene.patch(
        "PATCH net-next v2",
        "other: quite another",
        key="b@x",
        number=7,
        path="net/z.c",
        notes="change-id: 20261102-topic-0123456789ab\n\n",
        at=9000,
    )
    assert [[(1, False, False), (2, False, False)]] == versions(scene)
    assert ("drv: one name",) == scene.only().former_titles


def test_link_to_v1_joins_renamed_series() -> None:
    """A link to the earlier posting joins a renamed and rewritten v2."""
    scene = Scene()
    scene.patch("PATCH net-next", "drv: one name", key="a@x")
    notes = "v2: renamed\nv1: https://lore.kernel.org/r/a@x/\n\n"
    scene.patch("PATCH net-next v2", "other: quite another", key="b@x", number=7, path="net/z.c", notes=notes, at=9000)
    assert [[(1, False, False), (2, False, False)]] == versions(scene)


def test_supersedes() -> None:
    """`Supersedes:` joins by what it says."""
    scene = Scene()
    scene.patch("PATCH net-next", "drv: one name", key="a@x")
    scene.patch("PATCH net-next v2", "other: quite another", key="b@x", number=7, path="net/z.c", notes="Supersedes: <a@x>\n\n", at=9000)
    assert [[(1, False, False), (2, False, False)]] == versions(scene)


def test_equal_patches_join_renamed_series() -> None:
    """Equal patch-ids join although every title changed."""
    scene = Scene()
    for version, name in (("", "old"), (" v2", "new")):
        top = scene.cover(f"PATCH net-next{version} 0/2", f"{name} words for it", key=f"{name}@x", at=9000 * len(version))
        for index in (1, 2):
            scene.patch(f"PATCH net-next{version} {index}/2", f"{name}: step {index}", key=f"{name}{index}@x", to=top, number=index)
    assert [[(1, False, False), (2, False, False)]] == versions(scene)


def test_cover_appears_later() -> None:
    """A single patch that grows into a series is found in it by its title."""
    scene = Scene()
    scene.patch("PATCH net v3", "net: sched: fix stuck packet", key="a@x")
    top = scene.cover("PATCH net v4 0/2", "fix stuck packets", key="c@x", at=9000)
    scene.patch("PATCH net v4 1/2", "net: sched: fix stuck packet", key="b1@x", to=top, number=2)
    scene.patch("PATCH net v4 2/2", "net: sched: more", key="b2@x", to=top, number=3)
    assert [(3, 1, (1,), ()), (4, 2, (1, 2), ())] == shape(scene.only())


def test_recurring_cover_titles() -> None:
    """A title that comes back each week with other patches names different works; a v2 joins the one it continues."""
    scene = Scene()
    for week in range(3):
        top = scene.cover("PATCH net 0/2", "Subsystem fixes for net", key=f"c{week}@x", at=week * 10080)
        for index in (1, 2):
            scene.patch(
                f"PATCH net {index}/2",
                f"sub: fix {week} {index}",
                key=f"p{week}{index}@x",
                to=top,
                number=week * 3 + index,
                path=f"net/s{week}.c",
            )
    top = scene.cover("PATCH net v2 0/2", "Subsystem fixes for net", key="again@x", at=2 * 10080 + 600)
    for index in (1, 2):
        scene.patch(f"PATCH net v2 {index}/2", f"sub: fix 1 {index}", key=f"again{index}@x", to=top, number=3 + index, path="net/s1.c")
    assert [["c0@x"], ["c1@x", "again@x"], ["c2@x"]] == [[r.cover_id for r in s.revisions] for s in scene.series()]


def test_stable_copies_stay_apart() -> None:
    """A backport of a patch is no revision of it."""
    scene = Scene()
    scene.patch("PATCH net", "drv: fix a crash", key="a@x")
    scene.patch("PATCH 6.12", "drv: fix a crash", key="b@x", at=9000)
    assert 2 == len(scene.series())


def test_pull_request_is_no_version_of_its_patches() -> None:
    """A batch for upstream that holds an earlier posted patch is a work of its own."""
    scene = Scene()
    scene.patch("PATCH", "can: fix a crash", key="a@x")
    top = scene.cover("PATCH net 0/2", "pull-request: can 2026-11-05", key="c@x", at=4000)
    scene.patch("PATCH net 1/2", "can: fix a crash", key="p1@x", to=top)
    scene.patch("PATCH net 2/2", "can: other", key="p2@x", to=top, number=4)
    assert 2 == len(scene.series())


def test_other_people_of_the_same_title() -> None:
    """Two people's patches of one title are two works, unless the next version changes the same lines."""
    scene = Scene()
    scene.patch("PATCH net", "net: fix typo", key="a@x", path="net/a.c")
    scene.patch("PATCH net v2", "net: fix typo", key="b@x", by=SAM, path="net/b.c", at=9000)
    scene.patch("PATCH net v2", "net: fix typo", key="c@x", by=TOM, path="net/a.c", at=9100)
    scene.patch("PATCH net v2", "net: fix typo", key="d@x", by=RITA, number=7, path="net/a.c", at=9200)
    assert [["a@x", "c@x"], ["b@x"], ["d@x"]] == [[p.message_id for r in s.revisions for p in r.postings] for s in scene.series()]


def test_masked_author() -> None:
    """Where an archive hides addresses the name holds postings of one title together."""
    scene = Scene()
    scene.patch("PATCH net", "net: a fix", key="a@x", by="Ada Author <ada@xxxxxxxxxxxxxx>")
    scene.patch("PATCH net v2", "net: a fix", key="b@x", number=2, at=9000)
    assert [[(1, False, False), (2, False, False)]] == versions(scene)


def test_late_replies_to_an_old_version() -> None:
    """A version known only from answers that came after the next one still stands before it."""
    scene = Scene()
    scene.patch("PATCH net v3", "net: a fix", key="b@x")
    scene.reply("gone@x", "Hm.\n", subject="[PATCH net v2] net: a fix", references=["gone@x"], at=5000)
    assert [[(2, False, False), (3, False, False)]] == versions(scene)


@pytest.mark.parametrize(
    ("title", "plain"),
    [
        ("[net-next,v2,1/3] net: Fix  it.", "net: fix it"),
        ("Re: [PATCH] net: Fix it (v2)", "net: fix it"),
        ("[PATCH]", "[patch]"),
        ("", ""),
    ],
)
def test_titles_compared(title: str, plain: str) -> None:
    """Prefixes, case, blanks and a closing stop do not count."""
    assert plain == plain_title(title)


def test_keys_of_a_posting() -> None:
    """A posting is found by its id, what it answers, change-id, title, patch-id, links and files."""
    scene = Scene()
    scene.patch("PATCH net v2", "net: a fix", key="b@x", to="a@x", notes="change-id: 20261102-topic-0123456789ab\n\n", by=ADA)
    keys = patch.lineage_keys(scene.records[0])
    poster = mail.person_id(mail.address(ADA))
    assert {"m:b@x", "m:a@x", f"t:{poster}:net: a fix", "t:net/core/dev.c:net: a fix", "c:20261102-topic-0123456789ab"} <= set(keys)
    assert 1 == sum(key.startswith("p:") for key in keys)
    assert 2 == sum(key.startswith(f"f:{poster}:net/core/dev.c:") for key in keys)


def test_bot_finds_its_series() -> None:
    """patchwork-bot's mail shares keys with what it applied, in whatever thread it stands."""
    scene = Scene()
    scene.patch("PATCH net v2", "net: a fix", key="b@x")
    body = (
        "Hello:\n\nThis patch was applied to netdev/net.git (main)\nby Mary Maintainer <mary@kernel.example>:\n\n"
        "Here is the summary with links:\n  - [net,v2] net: a fix\n    https://git.kernel.org/netdev/net/c/0123456789ab\n\n"
        "You are awesome, thank you!\n"
    )
    to = f"{ADA}, netdev@vger.kernel.org"
    scene.mail("Re: [PATCH net v2] net: a fix", body, by="patchwork-bot+netdevbpf@kernel.org", key="bot@x", recipients=to)
    assert 1 == len(components(scene.records))
    assert "applied" == scene.state().value


def test_a_title_alone_is_no_key() -> None:
    """Two people's patches of one title in different files share no component; equal people, files or patches do."""
    scene = Scene()
    scene.patch("PATCH net", "net: fix typo", key="a@x", path="net/a.c")
    scene.patch("PATCH net v2", "net: fix typo", key="b@x", by=SAM, path="net/b.c", number=2)
    scene.reply("a@x", "> Do it.\n\nFine.\n", key="ra@x")
    scene.reply("b@x", "> Do it.\n\nFine.\n", key="rb@x")
    assert [{"a@x", "ra@x"}, {"b@x", "rb@x"}] == [{r.key for r in part} for part in components(scene.records)]
    scene.patch("PATCH net v3", "net: fix typo", key="c@x", by=TOM, path="net/b.c", number=3)
    assert [{"a@x", "ra@x"}, {"b@x", "rb@x", "c@x"}] == [{r.key for r in part} for part in components(scene.records)]


def test_a_title_among_others_ties_by_its_place_or_within_a_month() -> None:
    """One author's patch title that comes back after months, in another series and another file, holds no two works together."""
    day = 24 * 60
    scene = Scene()
    scene.patch("PATCH net 2/3", "net: fix typo", key="a@x", path="net/a.c", number=2)
    scene.patch("PATCH net 1/4", "net: fix typo", key="late@x", path="net/b.c", number=4, at=90 * day)
    scene.patch("PATCH net v2 3/4", "net: fix typo", key="soon@x", path="net/c.c", number=6, at=20 * day)
    scene.patch("PATCH net v2 1/2", "net: fix typo", key="place@x", path="net/d.c", number=8, at=200 * day)
    assert [{"a@x", "soon@x"}, {"late@x", "place@x"}] == [{r.key for r in part} for part in components(scene.records)]


def test_an_unknown_version_is_found_by_whom_its_answers_speak_to() -> None:
    """A version known only from an answer deep in its thread finds the next one: the author is quoted, or among those it goes to."""
    scene = Scene()
    scene.patch("PATCH net v2", "net: a longer fix", key="b@x", at=9000)
    subject = "[PATCH net] net: a longer fix"
    scene.reply("gone@x", "On Monday, Ada Author wrote:\n> Do it.\n\nHm.\n", subject=subject, key="q@x", at=1)
    to = "Rita Reviewer <rita@review.example>, netdev@vger.kernel.org, ada@author.example"
    scene.mail(f"Re: {subject}", "Hm.\n", by=TOM, key="d@x", to="lost@x", references=["other@x", "lost@x"], recipients=to, at=2)
    assert 1 == len(components(scene.records))


def test_rewritten_and_renamed() -> None:
    """A v2 under another title that changes the same lines of the same file continues v1; one that does not is another work."""

    def hunk(names: str) -> str:
        return "".join(f"+\tregister_{name}_handler(dev, {name});\n" for name in names.split())

    def posting(scene: Scene, prefix: str, title: str, names: str, key: str, at: float) -> None:
        lines = len(names.split())
        body = (
            f"Do it.\n\nSigned-off-by: {ADA}\n---\n net/a.c | {lines} +\n 1 file changed, {lines} insertions(+)\n\n"
            f"diff --git a/net/a.c b/net/a.c\nindex 1111111..2222222 100644\n--- a/net/a.c\n+++ b/net/a.c\n"
            f"@@ -10,1 +10,{lines + 1} @@ int work(void)\n \tint value;\n{hunk(names)}-- \n2.47.0\n"
        )
        scene.mail(f"[{prefix}] {title}", body, key=key, at=at)

    scene = Scene()
    posting(scene, "PATCH net-next", "net: register some handlers", "alpha beta gamma delta", "a@x", 1)
    posting(scene, "PATCH net-next v2", "core: call what devices bring", "alpha beta gamma omega", "b@x", 9000)
    posting(scene, "PATCH net-next v2", "core: something else", "one two three four", "c@x", 9100)
    assert [["a@x", "b@x"], ["c@x"]] == [[p.message_id for r in s.revisions for p in r.postings] for s in scene.series()]


def series(scene: Scene, prefix: str, key: str, numbers: tuple[int, ...], **fields) -> None:
    """A cover `net: a feature` and its patches; an equal number is an equal patch."""
    words = fields.pop("words", "What and why.\n")
    title = fields.pop("title", "net: a feature")
    tags = fields.pop("tags", "")
    to = fields.pop("to", None)
    named = fields.pop("named", "net: step")
    top = scene.cover(f"{prefix} 0/{len(numbers)}", title, key=f"{key}0@x", body=words, to=to, **fields)
    fields.pop("at", None)
    for index, number in enumerate(numbers, 1):
        name = f"{prefix} {index}/{len(numbers)}"
        scene.patch(
            name, f"{named} {number} of it", key=f"{key}{index}@x", to=top, number=number, path=f"net/{number}.c", tags=tags, **fields
        )


ORIGINALLY = "This is v3 of the series originally submitted by Ada Author, who has other work now.\n"


@pytest.mark.parametrize(
    ("prefix", "numbers", "fields", "why"),
    [
        ("PATCH net-next v2", (1, 2, 3), {}, "equal patches, taken over from Ada Author"),
        ("PATCH net-next v6", (1, 2, 3), {"words": ORIGINALLY}, "equal patches, taken over from Ada Author"),
        ("PATCH net-next v6", (1, 2, 3), {"title": "net: the feature, again"}, "equal patches, taken over from Ada Author"),
        ("PATCH net-next", (1, 2, 3), {"words": ORIGINALLY}, "equal patches, taken over from Ada Author"),
        ("PATCH net-next", (1, 2, 3), {"tags": f"Signed-off-by: {ADA}\n"}, "equal patches, taken over from Ada Author"),
        ("PATCH net-next", (1, 2, 3), {"to": "a0@x"}, "equal patches, taken over from Ada Author"),
        ("PATCH net-next v2", (1, 2), {"title": "net: other"}, "equal patches, taken over from Ada Author"),
        (
            "PATCH net-next v2",
            (1, 2, 9),
            {"words": "v2: one replaced\nv1: https://lore.kernel.org/r/a0@x/\n", "title": "net: other"},
            "links to a0@x, taken over from Ada Author",
        ),
        ("PATCH net-next v2", (7, 8, 9), {"words": "Supersedes: <a0@x>\n"}, "says that it supersedes a0@x, taken over from Ada Author"),
        ("PATCH net-next v6", (1, 2, 3), {"named": "net/core: step"}, "equal patches, taken over from Ada Author"),
        # what is no other version of it
        ("PATCH net-next v2", (1, 8, 9), {}, None),  # one patch of three
        ("PATCH net-next v2", (7, 8, 9), {}, None),  # the same cover title alone
        ("PATCH net-next v2", (7, 8, 9), {"words": ORIGINALLY}, None),
        (
            "PATCH net-next",
            (1, 2, 3, 4, 5, 6, 7),
            {"title": "Subsystem updates", "tags": f"Signed-off-by: {ADA}\n"},
            None,
        ),  # a tree's batch
        ("PATCH net-next", (1, 2, 3), {"title": "pull request: net 2026-11-09", "tags": f"Signed-off-by: {ADA}\n"}, None),
        ("PATCH 6.12 v2", (1, 2, 3), {}, None),  # a backport
        ("PATCH net-next", (8, 9), {"words": "v1: https://lore.kernel.org/r/a0@x/\n"}, None),  # a link and nothing else
        ("PATCH net-next v2", (8, 9), {"words": "It needs https://lore.kernel.org/r/a0@x/ to be applied.\n", "title": "net: z"}, None),
    ],
)
def test_taken_over(prefix: str, numbers: tuple[int, ...], fields: dict[str, str], why: str | None) -> None:
    """Another person's next version is linked, with the reason; what only has a title, a patch or a link in common is not."""
    scene = Scene()
    series(scene, "PATCH net-next", "a", (1, 2, 3))
    series(scene, prefix, "b", numbers, by=SAM, at=9000, **fields)
    found = [revision.continues for one in scene.series() for revision in one.revisions]
    assert [None, why] == found
    assert (1 if why else 2) == len(scene.series())
    if why:
        assert 1 == len(components(scene.records))


def test_taken_over_and_reworked() -> None:
    """Titles and most changed lines held, patches changed: it is linked where the number or the words say so."""

    def posting(scene: Scene, prefix: str, key: str, by: str, at: float, words: tuple[str, ...], driver: str = "net") -> None:
        lines = "".join(f"+\tregister_{name}_handler(dev, {name});\n" for name in words)
        body = (
            f"Do it.\n\nSigned-off-by: {by}\n---\n net/a.c | 4 ++++\n 1 file changed, 4 insertions(+)\n\n"
            f"diff --git a/net/a.c b/net/a.c\nindex 1111111..2222222 100644\n--- a/net/a.c\n+++ b/net/a.c\n"
            f"@@ -10,1 +10,{len(words) + 1} @@ int work(void)\n \tint value;\n{lines}-- \n2.47.0\n"
        )
        scene.mail(f"[{prefix}] {driver}: register the handlers early", body, by=by, key=key, at=at)

    scene = Scene()
    posting(scene, "PATCH net-next", "a@x", ADA, 1, ("alpha", "beta", "gamma", "delta"))
    posting(scene, "PATCH net-next v2", "b@x", SAM, 9000, ("alpha", "beta", "gamma", "omega"))
    posting(scene, "PATCH net-next", "c@x", TOM, 9100, ("alpha", "beta", "gamma", "theta"))
    reason = "the same titles and changed lines in common, taken over from Ada Author"
    assert [["a@x", "b@x"], ["c@x"]] == [[p.message_id for r in s.revisions for p in r.postings] for s in scene.series()]
    assert [None, reason, None] == [r.continues for s in scene.series() for r in s.revisions]
    scene = Scene()
    posting(scene, "PATCH net-next", "a@x", ADA, 1, ("alpha", "beta", "gamma", "delta"))
    posting(scene, "PATCH net-next v2", "b@x", SAM, 9000, ("alpha", "beta", "gamma", "omega"), "net/core")
    assert "titles alike and changed lines in common, taken over from Ada Author" == scene.only().revisions[1].continues
    assert 1 == len(components(scene.records))


@pytest.mark.parametrize(
    ("notes", "tags", "title", "number", "count"),
    [
        ("Supersedes: <a@x>\n\n", "", "other: quite another", 7, 2),
        ("change-id: 20261102-topic-0123456789ab\n\n", "", "other: quite another", 7, 2),
        ("Supersedes: <a@x>\n\n", f"Co-developed-by: {ADA}\nSigned-off-by: {ADA}\n", "other: quite another", 7, 1),
        ("change-id: 20261102-topic-0123456789ab\n\n", f"Signed-off-by: {ADA}\n", "other: quite another", 7, 1),
        ("Supersedes: <a@x>\n\n", "", "drv: one name", 7, 1),
        ("change-id: 20261102-topic-0123456789ab\n\n", "", "other: quite another", 1, 1),
        ("The first version was submitted by Ada.\nThis continues the work of Ada.\nSupersedes: <a@x>\n\n", "", "other: z", 7, 1),
    ],
)
def test_a_strangers_claim(notes: str, tags: str, title: str, number: int, count: int) -> None:
    """Whoever copies an id takes no series over; a trace of its author, its title or an equal patch is needed."""
    scene = Scene()
    scene.patch("PATCH net-next", "drv: one name", key="a@x", notes="change-id: 20261102-topic-0123456789ab\n\n")
    path = "net/z.c" if number == 7 else "net/core/dev.c"
    scene.patch("PATCH net-next v2", title, key="b@x", number=number, path=path, notes=notes, tags=tags, by=SAM, at=9000)
    assert count == len(scene.series())
