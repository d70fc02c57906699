# SPDX-License-Identifier: GPL-2.0-or-later
"""Harm that somebody says a patch does holds it back, whatever tags it has; what it repairs, or might do, does not."""

import pytest
from scenes import ADA, MARY, RITA, TOM, Scene
from test_author_side import entry

TAG = f"Reviewed-by: {RITA}"


def reviewed() -> Scene:
    """One patch that is reviewed."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x")
    scene.reply("p@x", f"Acked-by: {MARY}\n", by=MARY)
    return scene


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("I bisected a boot hang on my i.MX8 board to this patch.", "author"),
        ("git bisect says that this commit breaks suspend here.", "author"),
        ("A bisection of the leak ended up at this very patch.", "author"),
        ("With this applied, netperf TCP_RR drops from 98k to 71k trans/s on my ConnectX-6 Dx.", "author"),
        ("After this change forwarding falls from 14.2 to 11.9 Mpps.", "author"),
        ("With this patch my router no longer boots, without it all is fine.", "author"),
        ("With the series applied our gateway hangs after an hour.", "author"),
        (f"Looks good, except that x is never freed.\n\n{TAG}", "author"),
        (f"{TAG}\n\nOne thing though: this will oops when a is NULL.", "author"),
        (f"Tested-by: {RITA}\nbut only on v6.6; on net-next it hangs at boot.", "author"),
        ("I bisected the hang to commit 0123456789ab, which this patch reverts.", "maintainer"),
        ("It was bisected to the commit in Fixes.", "maintainer"),
        ("With this applied, CPU usage drops from 98% to 71%.", "maintainer"),
        ("With this applied, the p99 latency drops from 98 us to 71 us.", "maintainer"),
        ("With this patch my router no longer crashes.", "maintainer"),
        ("With the series applied our gateway never hangs.", "maintainer"),
        ("With this patch my laptop doesn't panic on resume.", "maintainer"),
        ("After this patch my board hardly ever freezes.", "maintainer"),
        (f"I had doubts, but it does not leak.\n\n{TAG}", "maintainer"),
        (f"Ugly, though this never deadlocks.\n\n{TAG}", "maintainer"),
        ("Without this patch my router no longer boots, with it all is fine.", "maintainer"),
        (f"Good catch, but this would crash without it.\n\n{TAG}", "maintainer"),
        (f"{TAG}\n\nThanks, this does not leak any more.", "maintainer"),
        (f"Tested-by: {RITA}\nbut only on v6.6, where it works fine.", "maintainer"),
    ],
)
def test_harm(words: str, expected: str) -> None:
    """Whose turn it is after somebody's words below a reviewed patch."""
    scene = reviewed()
    scene.reply("p@x", f"> value\n\n{words}\n", by=RITA)
    assert expected == entry(scene).state.waits_for


def test_content_since() -> None:
    """Who gives his tag later is content; an author who names harm is no reviewer."""
    scene = reviewed()
    scene.reply("p@x", "I bisected a hang to this patch.\n", by=TOM, key="b@x")
    assert "author" == entry(scene).state.waits_for
    scene.reply("b@x", f"Wrong tree, sorry.\n\nTested-by: {TOM}\n", by=TOM)
    assert "maintainer" == entry(scene).state.waits_for
    own = reviewed()
    own.reply("p@x", "Somebody bisected another hang to this patch.\n", by=ADA)
    assert "maintainer" == entry(own).state.waits_for


@pytest.mark.parametrize(
    ("by", "words", "expected"),
    [
        (TOM, "False alarm, it was a broken card. Sorry for the noise.", "maintainer"),
        (TOM, "That turned out to be another bug.", "maintainer"),
        (TOM, "My mistake, wrong branch.", "maintainer"),
        (TOM, "It still hangs with the newest firmware.", "author"),
        (RITA, "False alarm in my case, it was a broken card.", "author"),
        (ADA, "> I bisected a hang to this patch.\n\nThat is the bug fixed by commit 0123456789ab in net.", "maintainer"),
        (ADA, "> I bisected a hang to this patch.\n\nThanks, let me look into it.", "author"),
    ],
)
def test_taken_back(by: str, words: str, expected: str) -> None:
    """A report that its writer takes back, or that the author explains, holds nothing; who looks into it is waited for."""
    scene = reviewed()
    scene.reply("p@x", "I bisected a hang to this patch.\n", by=TOM, key="b@x")
    scene.reply("b@x", f"{words}\n", by=by)
    assert expected == scene.state().waits_for


def test_bisected_to_another_commit() -> None:
    """A bisection by "this commit:" leads to the one that is named behind it."""
    scene = reviewed()
    scene.reply("p@x", 'I had bisected the hang to this commit: 0123456789ab ("net: add a bug").\n', by=RITA)
    assert "maintainer" == scene.state().waits_for
