# SPDX-License-Identifier: GPL-2.0-or-later
"""Laws of assembling, tried on damaged archives: nothing raises, no mail is lost or in two series, and order does not matter."""

import random

import msgspec
import pytest
from letters import PROFILE
from scenes import ADA, MARY, NOW, RITA, SAM, TOM, Scene, components

from digest import mail, patch
from digest.model import Address, Record

MAINTAINERS = "NET\nM:\tMary Maintainer <mary@kernel.example>\nF:\tnet/\n"


def archive() -> list[Record]:
    """Some series with covers, answers, tags, robots and several versions."""
    scene = Scene()
    for work in range(3):
        for version, prefix in enumerate(("RFC PATCH net-next", "PATCH net-next", "PATCH net-next v2"), 1):
            top = scene.cover(f"{prefix} 0/2", f"net: work {work}", key=f"c{work}{version}@x", at=work * 50_000 + version * 5000)
            for index in (1, 2):
                key = scene.patch(
                    f"{prefix} {index}/2", f"net: w{work} s{index}", key=f"p{work}{version}{index}@x", to=top, number=work + index
                )
                scene.reply(key, f"Hm, please rename it.\n\nReviewed-by: {RITA}\n", key=f"r{work}{version}{index}@x")
            scene.reply(top, "Applied, thanks!\n", by=SAM, key=f"a{work}{version}@x")
    scene.patch("PATCH 3/n", "net: open", key="open@x")
    scene.reply("gone@x", "Hm.\n", subject="[PATCH net v9 2/3] net: unseen", references=["gone0@x", "gone@x"])
    return scene.records


def damage(record: Record, dice: random.Random, keys: list[str]) -> Record:
    """Lose or garble one thing of a mail, most often none."""
    change = dice.randrange(16)
    replace = msgspec.structs.replace
    if change == 0:
        return replace(record, date=None)
    if change == 1:
        return replace(record, parents=(dice.choice(keys),))
    if change == 2:
        return replace(record, patch=None, cover=None)
    if change == 3:
        return replace(record, author=Address())
    if change == 4:
        return replace(record, kind=dice.choice(["cover", "patch", "reply", "other", "robot", "pull"]))
    if change == 5:
        index, total = dice.choice([0, 1, 2, 99]), dice.choice([None, 0, 1, 2, 5000])
        return replace(record, subject=replace(record.subject, index=index, total=total, numbered=True))
    if change == 6:
        return replace(record, subject=replace(record.subject, index=None, total=None, title=""))
    return record


@pytest.mark.parametrize("seed", range(30))
def test_damaged_archives(seed: int) -> None:
    """Each posting is in one series, each mail in at most one, whatever was lost and in whatever order it came."""
    dice = random.Random(seed)  # noqa: S311 - a shuffle
    whole = archive()
    keys = [record.key for record in whole]
    records = [damage(record, dice, keys) for record in whole if dice.random() < 0.8]
    series = patch.assemble(mail.threads(records), PROFILE)
    placed = [record.key for one in series for record in one.records]
    assert len(placed) == len(set(placed))
    assert {record.key for record in records if record.kind in {"cover", "patch"}} <= set(placed)
    assert len(series) == len({one.id for one in series})
    for one in series:
        assert set(one.home) == {record.key for record in one.records}
        assert all(0 <= revision < len(one.revisions) for revision, _ in one.home.values())
        given = patch.attribute(one, PROFILE)
        areas = patch.maintainers(one, MAINTAINERS, given)
        assert patch.state(one, given, NOW, PROFILE, maintainers=areas).reason
        patch.check(one, PROFILE, (), given)
        patch.range_diffs(one)
        patch.robots(one, PROFILE)
    dice.shuffle(records)
    assert series == patch.assemble(mail.threads(records), PROFILE)


def strangers() -> list[Record]:
    """Works of several people that have some titles, but no file, in common; one is renamed on its way."""
    scene = Scene()
    for work, who in enumerate((ADA, SAM, TOM, RITA)):
        for version in (1, 2, 3):
            mark = f" v{version}" if version > 1 else ""
            top = scene.cover(
                f"PATCH net{mark} 0/2", f"fixes {work // 2}", key=f"c{work}{version}@x", by=who, at=work * 9000 + version * 2000
            )
            for index in (1, 2):
                title = f"net: step {index}" if version < 3 else f"core: step {work} {index}"
                number, path = 10 * work + index, f"net/{work}/{index}.c"
                key = scene.patch(
                    f"PATCH net{mark} {index}/2", title, key=f"p{work}{version}{index}@x", to=top, number=number, path=path, by=who
                )
                scene.reply(key, f"On Monday, {who} wrote:\n> Do it.\n\nHm.\n", key=f"r{work}{version}{index}@x", by=MARY)
    return scene.records


@pytest.mark.parametrize("seed", range(12))
def test_components_make_the_same_series(seed: int) -> None:
    """What shares no lineage key can be assembled apart: the series are those of the whole archive."""
    dice = random.Random(seed)  # noqa: S311 - a choice
    records = [record for record in strangers() if record.kind == "patch" or dice.random() < 0.8]
    parts = components(records)
    whole = patch.assemble(mail.threads(records), PROFILE)
    apart = [series for part in parts for series in patch.assemble(mail.threads(part), PROFILE)]
    assert len(parts) >= 4
    assert sorted(whole, key=lambda one: one.id) == sorted(apart, key=lambda one: one.id)
