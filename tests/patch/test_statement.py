# SPDX-License-Identifier: GPL-2.0-or-later
"""What mails say to have run, on which hardware, and how a fix was found, validated and tested."""

import pytest
from letters import PROFILE, record
from scenes import ADA, RITA, TOM, Scene

from digest import patch
from digest.patch import hardware

QUOTE = "> Signed-off-by: Ada Author <ada@author.example>\n\n"


def said(body: str, **fields) -> list[str]:
    """The words of the test statements of a mail."""
    return [statement.spot.text for statement in record(body, **fields).tests]


@pytest.mark.parametrize(
    "words",
    [
        "Tested on a ThinkPad X1 with an I219-LM.",
        "I tested this series on two boards and it works.",
        "Compile-tested only.",
        "Lightly tested.",
        "I ran iperf3 for an hour with this patch.",
        "This patch has been tested with netperf.",
        "Performance was measured on a 64-core server.",
        "All tests pass with v3.",
        "No regressions were observed at lower speeds.",
        "With this change the selftests passed.",
        "I can confirm that this fixes the hang.",
        "Works fine on my laptop with the e1000e.",
        "We verified the fix with the reproducer.",
        "My tests with many streams have shown that this is not enough.",
        "Note: build-tested only.",
        "I tried this series on two boards.",
        "This passes the full suite of the library.",
        "It did not blow up in my tests.",
        "In my testing environment, this saves a fifth of the interrupts.",
        "I managed to have my boards working with v3.",
    ],
)
def test_somebody_ran_something(words: str) -> None:
    """Sentences that say that something was run, also with a bad end, are statements."""
    expected = [words]
    assert expected == said(f"{QUOTE}{words}\n")


@pytest.mark.parametrize(
    "words",
    [
        "Was this tested on big endian?",
        "That works nicely: the same text with fewer signs.",
        "Unlike the distribution where this was tested, mine scans each half minute.",
        "Completely untested!",
        "I'm almost certain I tested with a bridge too.",
        "I am pretty sure that we ran the selftests.",
        "I have not tested this yet.",
        "I'll test it tomorrow.",
        "Please test it with a full ring.",
        "This can be tested with two namespaces.",
        "The flag is tested under the lock.",
        "This adds a test for the ring.",
        "If it is tested well, I will take it.",
        "[auto build test WARNING on net/main]",
        "I ran into the same problem last year.",
        "Doesn't work as expected.",
        "It is not clear that the performance has been tested.",
        "The kernel test robot is slow today.",
    ],
)
def test_nobody_ran_anything(words: str) -> None:
    """Questions, promises, requests, negations and patches that test something are none."""
    expected: list[str] = []
    assert expected == said(f"{QUOTE}{words}\n")


def test_changelog_is_no_statement() -> None:
    """What changed since an earlier version says nothing of this one."""
    notes = "Changes in v2:\n - tested on more boards\n - fixed the race\n\n"
    body = f"Do it.\n\nSigned-off-by: A <a@b.example>\n---\n{notes}diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"
    expected: list[str] = []
    assert expected == said(body, subject="[PATCH net v2] net: x")


def test_diff_is_no_statement() -> None:
    """Nothing below the start of a diff is said."""
    added = "+/* Tested on a real board */\n+Tested-by: A B <a@b.example>\n"
    body = f"Do it.\n---\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n-a\n{added}"
    expected: list[str] = []
    assert expected == said(body, subject="[PATCH net] net: x")


def test_tag_with_the_sentences_beside_it() -> None:
    """A tag and the words beside it are one item of the person that the tag names."""
    body = f"{QUOTE}Tom tried it at home, so\n\nTested-by: Tom Tester <tom@test.example>\n\nTested on a Rock 5B (RK3588).\n\nThanks\n"
    (statement,) = record(body).tests
    expected = ("tom@test.example", "Rock 5B (RK3588)")
    assert statement.person
    assert expected == (statement.person.email, statement.hardware)
    assert statement.spot.text.startswith("Tested-by: Tom Tester")
    assert statement.spot.text.endswith("(RK3588).")


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        (" # RTL8125B", "RTL8125B"),
        (" # on i.MX8MP EVK", "i.MX8MP EVK"),
        (" (on an AMD EPYC server)", "AMD EPYC server"),
        (" # on two X550 back to back", "two X550"),
        (" (A Contingent worker at Example)", None),
        ("", None),
    ],
)
def test_note_of_a_tag(note: str, expected: str | None) -> None:
    """The note of a tag names hardware, or something else."""
    (statement,) = record(f"{QUOTE}Tested-by: Tom Tester <tom@test.example>{note}\n").tests
    assert expected == statement.hardware


def test_robots_suggestion_is_none() -> None:
    """The tag that a robot asks to add was given by nobody."""
    body = "syzbot ci has tested the following series\n\nand found an issue\n\nplease add:\n  Tested-by: syzbot@syzkaller.appspotmail.com\n"
    expected: list[str] = []
    assert expected == said(body, author="syzbot ci <syzbot+ci1@syzkaller.appspotmail.com>")


def test_section() -> None:
    """A section under a heading is one item, from its heading to the result."""
    body = (
        "Add a speed.\n\nTesting:\n- Verified the link with ethtool on simulated hardware.\n- No regressions seen.\n\nAda (1):\n  net: x\n"
    )
    found = record(body, subject="[PATCH net-next 0/1] net: x").tests
    expected = (3, "simulated hardware", "ethtool")
    assert found
    assert expected == (found[0].spot.line, found[0].hardware, found[0].tool)


def test_section_of_numbers() -> None:
    """A table of numbers under a heading is a statement; a heading over nothing is none."""
    table = "   before   after\n   9.41     9.43   Gbit/s\n"
    (statement,) = record(f"Add a cache.\n\nPerformance\n===========\n\n{table}\nThanks\n", subject="[PATCH net-next 0/1] net: x").tests
    expected = 3
    assert expected == statement.spot.line
    found = record("Add a cache.\n\nPerformance\n\n", subject="[PATCH net-next 0/1] net: x").tests
    assert found == ()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Tested on Intel X710 and E810.", "Intel X710 and E810"),
        ("Tested on an Acme Board 7 (SoC Z9X), kernel 6.12.", "Acme Board 7 (SoC Z9X)"),
        ("This was tested on ConnectX-7 with the latest firmware.", "ConnectX-7"),
        ("I ran a test on Gracefield, 4 KB pages, 72 cores.", "Gracefield"),
        ("I have tested this on 2 arm64 servers from one vendor.", "2 arm64 servers from one vendor"),
        ("Tested using QEMU.", "QEMU"),
        ("Only RTL8832BU and RTL8832CU were tested.", "RTL8832BU and RTL8832CU"),
        ("I tested this on an ixgbe 82599 and it works.", "ixgbe 82599"),
        (
            "I tried v4. I used two machines with 10Gb/s Acme foonet NICs, the sender has 16 CPUs.",
            "10Gb/s Acme foonet NICs",
        ),
        ("I managed to have my FR2SoC boards working with v3.", "FR2SoC boards"),
        ("Tests passed, the qemu was rebooted 652 times.", "qemu"),
        ("A run with an Optane SSD setup showed +7% for batches of 32.", "Optane SSD setup"),
        ("Testing: NIC: ConnectX6-DX dual port CPU: AMD EPYC 7763", "ConnectX6-DX dual port"),
        ("Hardware: Acme RZ9X board; kernel 6.12", "Acme RZ9X board"),
        ("My RZ9X works with both patches.", "RZ9X"),
        ("I used iperf3 with 16 streams.", None),
        ("I ran it with mtu 9000 and the driver works.", None),
        ("Tested on port 8080 and on queue 1024.", None),
        ("I have tested v4 and my setup works.", None),
        ("The driver was tested and the NIC works.", None),
        ("Tested on top of net-next.", None),
        ("Tested on v6.12-rc3.", None),
        ("Tested on x86_64.", None),
        ("Tested with iperf3.", None),
        ("Tested with 16 iperf3 streams over IPv6.", None),
        ("Tested on both trees with kselftests.", None),
        ("Compile tested only.", None),
    ],
)
def test_hardware(words: str, expected: str | None) -> None:
    """Machines are named as written; versions, trees, architectures and tools are no hardware."""
    assert expected == hardware.hardware(words)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("I ran netperf and iperf3 for an hour.", "netperf and iperf3"),
        ("Tested with tools/testing/selftests/net/so_txtime.sh on a board.", "tools/testing/selftests/net/so_txtime.sh"),
        ("Measured with perf while pktgen was running.", "pktgen"),
        ("Boot tested.", None),
    ],
)
def test_tool(words: str, expected: str | None) -> None:
    """The tool is named as written."""
    assert expected == hardware.tool(words)


def test_entries_of_a_series() -> None:
    """What an author repeats in each version stands once; every person and answer stands for itself."""
    scene = Scene()
    tag = f"Tested-by: {TOM}\n"
    first = scene.patch("PATCH net", "net: x", key="a@x", tags=f"Tested on an Acme Z9X board.\n\n{tag}", number=1)
    scene.reply(first, f"> net: x\n\nTested-by: {RITA}\n")
    scene.patch("PATCH net v2", "net: x", key="b@x", tags=f"Tested on an Acme Z9X board.\n\n{tag}", number=2, at=5000)
    found = patch.test_entries(scene.only())
    expected = [("tom@test.example", 1, 1), ("rita@review.example", 1, 1)]
    assert expected == [(entry.person.email, entry.version, entry.patch) for entry in found]


FIX = 'Fixes: 0123456789ab ("net: x")\n'


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("The ring overflows.\n\nFound by syzbot.\n\n", ("Found by syzbot.", None, None)),
        ("We noticed the hang in a large cluster.\n\n", ("We noticed the hang in a large cluster.", None, None)),
        ("The race can be reproduced with two threads.\n\n", (None, "The race can be reproduced with two threads.", None)),
        (
            "Boot fails:\n\n[  1.000000] BUG: KASAN: slab-use-after-free in x_open\n\n",
            (None, "[  1.000000] BUG: KASAN: slab-use-after-free in x_open", None),
        ),
        (
            "Take the lock.\n\nTested with the reproducer for a day.\n\n",
            (None, "Tested with the reproducer for a day.", "Tested with the reproducer for a day."),
        ),
        ("The count is wrong where the ring is full.\n\n", (None, None, None)),
    ],
)
def test_fix(words: str, expected: tuple[str | None, ...]) -> None:
    """How a fix was found, validated and tested, as its newest posting says; an explanation of the bug alone is none of them."""
    scene = Scene()
    scene.patch("PATCH net", "net: x", key="a@x", tags=f"{words}{FIX}")
    entry = patch.fix_entry(scene.only(), PROFILE)
    assert entry
    assert expected == (entry.found, entry.validated, entry.tested)


def test_reporter_where_no_sentence_says_more() -> None:
    """A Reported-by tells how a bug was found, unless words do."""
    scene = Scene()
    scene.patch("PATCH net", "net: x", key="a@x", tags=f"Reported-by: {TOM}\n{FIX}")
    entry = patch.fix_entry(scene.only(), PROFILE)
    assert entry
    expected = f"Reported-by: {TOM}"
    assert expected == entry.found


def test_no_fix() -> None:
    """A feature owes no such story; the newest version decides."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="a@x")
    assert patch.fix_entry(scene.only(), PROFILE) is None
    scene.patch("PATCH net-next v2", "net: x", key="b@x", tags=FIX, at=5000)
    assert patch.fix_entry(scene.only(), PROFILE) is not None
    assert ADA.startswith(scene.only().author.name or "?")
