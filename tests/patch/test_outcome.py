# SPDX-License-Identifier: GPL-2.0-or-later
"""Tests that went wrong: told as such, an open remark, and no support for the patch."""

import pytest
from letters import record
from scenes import ADA, TOM, Scene

from digest import patch

QUOTE = "> Signed-off-by: Ada Author <ada@author.example>\n\n"
SPLAT = "[  101.204518] NETDEV WATCHDOG: lan0 (foo): transmit queue 2 timed out"


@pytest.mark.parametrize(
    "words",
    [
        "I tested this on an X710 and it crashes within a minute.",
        "Tested on our board. The link does not come up any more.",
        "Tested on our board: the link never comes up with this applied.",
        "I ran iperf3 with v2 but the box hangs.",
        "We tested your series, and the selftests fail.",
        "I tried this patch on my laptop. The warning still shows up, and I still get the splat.",
        "Tested with two namespaces: it panics after the first packet.",
        "I tested it with a USB dongle, the scan is painfully slow now.",
    ],
)
def test_went_wrong(words: str) -> None:
    """A test that failed is marked, and is a remark."""
    found = record(f"{QUOTE}{words}\n")
    assert ([True], ["change-request"]) == ([test.failed for test in found.tests], [remark.kind for remark in found.remarks])
    assert not found.remarks[0].weak


@pytest.mark.parametrize(
    "words",
    [
        "I tested this on an X710 and it no longer crashes.",
        "Tested on our board, no regressions were seen.",
        "I ran the reproducer for an hour and the hang is gone.",
        "We tested the series; without it the selftests fail.",
        "I can confirm that this fixes the crash for me.",
        "Tested with two namespaces: the panic did not happen again.",
        "I ran it over night and have not seen a single timeout.",
        "The patch was tested with fault injection, failing each allocation once.",
        "Tested on our board, works fine.",
        "I ran it through ten reproducers, no problems. I also ran one of them on -rc1 without this patch. That run failed.",
    ],
)
def test_went_well(words: str) -> None:
    """What no longer happens, or happens without the patch, is no failure, and asks nothing."""
    found = record(f"{QUOTE}{words}\n")
    assert [False] == [test.failed for test in found.tests]
    assert all(remark.weak for remark in found.remarks)  # a judgement on a test's own lines is dropped later


def test_splat_below() -> None:
    """Words that lead up to a splat tell that the test failed."""
    found = record(f"{QUOTE}When I ran an iperf3 test I get this after two seconds:\n\n{SPLAT}\n")
    assert [True] == [test.failed for test in found.tests]


def test_failed_in_a_log() -> None:
    """What a posting tells to have gone wrong is what it repairs."""
    scene = Scene()
    scene.patch("PATCH net", "net: x", key="p@x", notes="I tested it without the check and the box crashes.\n")
    assert [False] == [test.failed for test in scene.records[0].tests]


def test_open_until_answered() -> None:
    """It stands open beside the statement, and is answered as other remarks are."""
    scene = Scene()
    scene.patch("PATCH net", "net: x", key="p@x")
    scene.reply("p@x", "> Do it.\n\nI tested this on an X710 and it panics at once.\n", by=TOM, key="t@x")
    series = scene.only()
    assert ["no"] == [question.answered for question in patch.questions(series)]
    assert [True] == [test.failed for test in patch.test_entries(series)]
    scene.reply("t@x", "> I tested this on an X710 and it panics at once.\n\nThanks, I will fix it in v2.\n", by=ADA)
    assert ["yes"] == [question.answered for question in patch.questions(scene.only())]


def test_one_remark_of_one_objection() -> None:
    """Where the same quote has its remark already, the failed test is no second one."""
    scene = Scene()
    scene.patch("PATCH net", "net: x", key="p@x")
    body = "> Do it.\n\nThis patch seems to introduce a problem with many queues.\n\nI ran iperf3 and the queue timed out.\n"
    scene.reply("p@x", body, by=TOM)
    assert 1 == len(patch.questions(scene.only()))


def test_a_tag_in_anothers_name_supports_nothing() -> None:
    """A Tested-by that somebody else sent is listed as that; whom it names said nothing that the mail shows."""
    scene = Scene()
    scene.patch("PATCH net", "net: x", key="p@x")
    scene.reply("p@x", f"> Do it.\n\nTested-by: {TOM} # X710\n", by="Rita Reviewer <rita@review.example>")
    assert [(True, False)] == [(test.relayed, test.supports()) for test in patch.test_entries(scene.only())]
    scene.reply("p@x", f"> Do it.\n\nTested-by: {TOM} # X710\n", by=TOM)
    assert [(True, False), (False, True)] == [(test.relayed, test.supports()) for test in patch.test_entries(scene.only())]
