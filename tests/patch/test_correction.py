# SPDX-License-Identifier: GPL-2.0-or-later
"""What a site owner may correct, and that each correction is told."""

import pytest
from letters import PROFILE
from scenes import KUBA, RITA, TOM, Scene, shape, tags

from digest import mail, patch
from digest.errors import UsageError


def table(mail: str, field: str, value: str) -> str:
    """One correction; `value` is TOML."""
    return f'[[correction]]\nmail = "{mail}"\nfield = "{field}"\nvalue = {value}\nwhy = "read wrong"\n'


def corrected(scene: Scene, text: str) -> Scene:
    """The scene as corrected."""
    scene.records[:] = patch.corrected(scene.records, text)
    return scene


def scene() -> Scene:
    """A patch with a conditional tag."""
    made = Scene()
    made.patch("PATCH net", "net: x", key="p@x")
    made.reply("p@x", f"With that fixed:\n\nReviewed-by: {RITA}\n", key="r@x")
    return made


def test_version_and_tree() -> None:
    """A subject that forgot its version and tree."""
    series = corrected(scene(), table("p@x", "version", "3") + table("<p@x>", "tree", '"net-next"')).only()
    assert [(3, 1, (1,), ())] == shape(series)
    assert "net-next" == series.tree


def test_tags() -> None:
    """A mood read wrong, and a tag that is none."""
    assert ["given"] == [status for _, _, status, _ in tags(corrected(scene(), table("r@x", "tags", '"plain"')).only())]
    assert [] == tags(corrected(scene(), table("r@x", "tags.Reviewed-by", '"none"')).only())
    assert ["conditional"] == [status for _, _, status, _ in tags(corrected(scene(), table("r@x", "tags.Acked-by", '"none"')).only())]


def test_kind_and_parent() -> None:
    """A posting that is none; an answer that answers something else."""
    assert () == corrected(scene(), table("p@x", "kind", '"other"')).series()
    made = scene()
    made.patch("PATCH net", "net: y", key="q@x", path="net/y.c", at=5000)
    first, second = corrected(made, table("r@x", "parent", '"q@x"')).series()
    assert ([], 1) == (tags(first), len(tags(second)))


def test_state_decides() -> None:
    """A corrected state stands above what the mails say, and its reason says so."""
    made = scene()
    made.reply("p@x", "Applied, thanks!\n", by=KUBA)
    state = corrected(made, table("p@x", "state", '"rejected"')).state()
    assert ("rejected", "corrected by the site") == (state.value, state.reason)
    assert () == patch.robots(made.only(), PROFILE)


def test_author() -> None:
    """The person who really wrote it."""
    series = corrected(scene(), table("p@x", "patch-author", f'"{TOM}"')).only()
    assert "tom@test.example" == series.author.email


def test_each_is_told() -> None:
    """The record carries a notice with the reason."""
    made = corrected(scene(), table("p@x", "version", "3"))
    assert ("corrected by the site: version is 3 (read wrong)",) == made.records[0].notices
    assert () == made.records[1].notices


@pytest.mark.parametrize(
    "text",
    [
        table("p@x", "version", '"three"'),
        table("p@x", "colour", '"red"'),
        table("p@x", "state", '"finished"'),
        table("p@x", "tags", '"maybe"'),
        table("p@x", "kind.x", '"reply"'),
        "[[correction]]\nmail = 1\n",
        "no toml at all [",
        '[[correction]]\nmail = "p@x"\nfield = "version"\nvalue = 3\n',
    ],
)
def test_what_cannot_be_meant(text: str) -> None:
    """A file that cannot be meant is an error of usage, not passed over."""
    with pytest.raises(UsageError):
        patch.corrected([], text)


def test_nothing_to_correct() -> None:
    """Without a file the records are what they were."""
    made = scene()
    assert made.records == patch.corrected(made.records, None)
    assert mail.threads(made.records)
