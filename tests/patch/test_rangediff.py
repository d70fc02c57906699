# SPDX-License-Identifier: GPL-2.0-or-later
"""Revision against revision, as git range-diff tells it."""

import random
import shutil
import subprocess
from pathlib import Path

import pytest
from scenes import Scene

from digest import patch
from digest.patch.rangediff import edit_script
from tests import growth


def two(old: tuple[int, ...], new: tuple[int, ...], titles: tuple[str, ...] = ()) -> Scene:
    """Two versions of a series; equal numbers are equal patches, each in a file of its own number's tens."""
    scene = Scene()
    for version, numbers, at in (("", old, None), (" v2", new, 9000)):
        total = len(numbers)
        top = scene.cover(f"PATCH net-next{version} 0/{total}", "net: x", key=f"c{version.strip()}@x", at=at)
        for index, number in enumerate(numbers, 1):
            title = titles[index - 1] if version and titles else f"net: step {number // 10}"
            path = f"net/f{number // 10}.c"
            scene.patch(
                f"PATCH net-next{version} {index}/{total}", title, key=f"p{version.strip()}{index}@x", to=top, number=number, path=path
            )
    return scene


def signs(scene: Scene) -> list[tuple[int | None, str, int | None]]:
    """(old, sign, new) of the one range-diff."""
    (found,) = patch.range_diffs(scene.only())
    return [(pair.old, pair.sign, pair.new) for pair in found.pairs]


@pytest.mark.parametrize(
    ("old", "new", "right"),
    [
        ((10, 20), (10, 20), [(1, "=", 1), (2, "=", 2)]),
        ((10, 20), (10, 21), [(1, "=", 1), (2, "!", 2)]),
        ((10, 20), (20, 10), [(2, "=", 1), (1, "=", 2)]),
        ((10, 20, 30), (10, 30), [(1, "=", 1), (2, "<", None), (3, "=", 2)]),
        ((10, 30), (10, 20, 30), [(1, "=", 1), (None, ">", 2), (2, "=", 3)]),
    ],
)
def test_signs(old: tuple[int, ...], new: tuple[int, ...], right: list[tuple[int | None, str, int | None]]) -> None:
    """Equal, changed, moved, gone and new patches."""
    assert right == signs(two(old, new))


def test_what_changed_is_shown() -> None:
    """A changed patch shows the lines that differ with their context, log and diff apart."""
    (found,) = patch.range_diffs(two((10,), (11,)).only())
    (pair,) = found.pairs
    assert "-+\tvalue = compute_other(10, 11);" in pair.lines
    assert "++\tvalue = compute_other(11, 12);" in pair.lines
    assert (1, 2) == (found.old_version, found.new_version)


def test_changed_title_is_a_change() -> None:
    """An equal diff under another title is `!`."""
    assert [(1, "!", 1)] == signs(two((10,), (10,), ("net: better words",)))


def test_nothing_to_compare() -> None:
    """A revision known from replies alone has no range-diff."""
    scene = Scene()
    scene.reply("gone@x", "Hm.\n", subject="[PATCH net] net: x", references=["gone@x"])
    scene.patch("PATCH net v2", "net: x", key="p@x", at=9000)
    assert () == patch.range_diffs(scene.only())


def test_edit_script_rebuilds_both_sides() -> None:
    """Whatever the two texts, the script's marks give them back."""
    dice = random.Random(3)  # noqa: S311 - shuffles only
    for _ in range(200):
        one = [dice.choice("abcd") for _ in range(dice.randrange(30))]
        other = [dice.choice("abcd") for _ in range(dice.randrange(30))]
        script = [(mark, line) for mark, lines in edit_script(one, other) for line in lines]
        assert one == [line for mark, line in script if mark in " -"]
        assert other == [line for mark, line in script if mark in " +"]


def test_edit_script_is_bounded() -> None:
    """Two long texts without a common line cost little and are shown as replaced."""
    script = edit_script([f"a{n}" for n in range(3000)], [f"b{n}" for n in range(3000)])
    assert [("-", 3000), ("+", 3000)] == [(mark, len(lines)) for mark, lines in script]
    assert growth.seconds(lambda: edit_script([f"a{n}" for n in range(3000)], [f"b{n}" for n in range(3000)]), 1.5) <= 1.5


@pytest.mark.skipif(shutil.which("git") is None, reason="git is the oracle")
def test_as_git_range_diff(tmp_path: Path) -> None:
    """The signs and pairs are git's own for a moved, a changed, a dropped and a new patch."""

    def git(*words: str) -> str:
        return subprocess.run(
            ["git", "-c", "user.name=Ada", "-c", "user.email=ada@author.example", *words],
            cwd=tmp_path, check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip

    def commit(name: str, text: str, title: str) -> None:
        (tmp_path / name).write_text(text)
        git("add", ".")
        git("commit", "-q", "-m", title, "-m", "Do it.")

    body = "".join(f"line {n}\n" for n in range(20))
    git("init", "-q", "-b", "main")
    commit("base", body, "base")
    base = git("rev-parse", "HEAD").strip()
    plans = {
        "one": [("a", body, "net: a"), ("b", body + "one\n", "net: b"), ("c", body * 2, "net: c"), ("d", "other\n" * 30, "net: d")],
        "two": [("c", body * 2, "net: c"), ("a", body, "net: a"), ("b", body + "two\n", "net: b"), ("e", "fresh\n" * 30, "net: e")],
    }
    scene = Scene()
    for version, (name, plan) in enumerate(plans.items(), 1):
        git("checkout", "-q", "-b", name, base)
        for file, text, title in plan:
            commit(file, text, title)
        mails = [
            git("format-patch", "--stdout", "--no-numbered", "-1", rev) for rev in git("rev-list", "--reverse", f"{base}..{name}").split()
        ]
        top = scene.cover(f"PATCH net-next v{version} 0/4", "net: x", key=f"c{version}@x", at=version * 9000)
        for index, (raw, (_, _, title)) in enumerate(zip(mails, plan, strict=True), 1):
            scene.mail(f"[PATCH net-next v{version} {index}/4] {title}", raw.split("\n\n", 1)[1], key=f"p{version}{index}@x", to=top)
    told = []
    for line in git("range-diff", "-s", "--no-color", f"{base}..one", f"{base}..two").splitlines():
        old, _, sign, new = line.split()[:4]
        told.append((None if old[0] == "-" else int(old[:-1]), sign, None if new[0] == "-" else int(new[:-1])))
    assert sorted(told, key=str) == sorted(signs(scene), key=str)
