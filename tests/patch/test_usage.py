# SPDX-License-Identifier: GPL-2.0-or-later
"""Reports of use: what somebody's machine does with a patch, told without the word "tested"; and the old code's runs, which are none."""

import pytest
from letters import record

QUOTE = "> +	err = setup_ring(dev);\n\n"


@pytest.mark.parametrize(
    ("words", "hardware"),
    [
        ("With this patch my router boots again, thanks!", None),
        ("With the patch applied the link comes up at 2.5G on my RTL8125B.", "RTL8125B"),
        ("I have been running this for a week on three routers without any issue.", "three routers"),
        ("Just gave this a spin on an RK3588 board; works as advertised.", "RK3588 board"),
        ("Gave it a try on my laptop (Intel AX210) and roaming works.", "laptop (Intel AX210)"),
        ("I cannot reproduce the crash with this patch.", None),
        ("The issue is gone with this patch.", None),
        ("Confirmed, the patch solves the problem.", None),
        ("I've backported this to 6.6 and it boots on our Z9 board.", "Z9 board"),
        ("With these two patches applied I get 9.4 Gbit/s instead of 2.1 on my X550.", "X550"),
        ("Tried it: works.", None),
        ("With this patch my Z9 board boots again; without the patch it hangs.", "Z9 board"),
        ("In my small setup with one Z9 device over 2.4GHz, your formula seems to be quite accurate.", "one Z9 device"),
        ("This has been running in our fleet for several weeks.", None),
        ("Builds fine with gcc and clang.", None),
    ],
)
def test_works(words: str, hardware: str | None) -> None:
    """A test that went well."""
    found = record(f"{QUOTE}{words}\n").tests
    assert [(False, hardware)] == [(test.failed, test.hardware) for test in found]


@pytest.mark.parametrize(
    ("words", "hardware"),
    [
        ("This patch breaks suspend on my T14.", "T14"),
        ("Your patch causes a regression on our i350 boards: no link after resume.", "i350 boards"),
        ("After applying this series my ath10k card no longer connects.", "ath10k card"),
        ("Since this patch my network is down after a few hours.", None),
        ("The patch does not fix the problem for me.", None),
        ("Unfortunately it still crashes with v2.", None),
    ],
)
def test_breaks(words: str, hardware: str | None) -> None:
    """A test that failed, and an open remark."""
    found = record(f"{QUOTE}{words}\n")
    assert [(True, hardware)] == [(test.failed, test.hardware) for test in found.tests]
    assert [False] == [remark.weak for remark in found.remarks]


@pytest.mark.parametrize(
    "words",
    [
        "With this patch the ring is no longer freed twice.",
        "With this patch we get a use-after-free when the probe fails.",
        "I think with this patch my concern is gone.",
        "Without this patch my Z9 board no longer boots since v6.10.",
        "Without your series our routers crash when the link goes down.",
        "Without the fix it still hangs on my laptop.",
        "I'll give it a try on my laptop tomorrow.",
        "Could you give this a spin on your board?",
        "If this patch breaks suspend on my laptop I will shout.",
        "I have been using this approach in another driver.",
        "My understanding is that the problem is gone with patch 3.",
        "I cannot see the point of this with the current change.",
        "After this change my only remark is about the naming.",
        "Our maintainers are fine with the series.",
        "Any of the three works on my side.",
        "I ran the reproducer again without the patch and it seems you are correct.",
        "This is fine as we run with interrupts disabled.",
    ],
)
def test_no_use(words: str) -> None:
    """What is thought, planned or asked for, and a run of the code as it was, is no test."""
    assert () == record(f"{QUOTE}{words}\n").tests


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("With this patch my router boots again.", 0),
        ("Early tests with the current implementation show that it reacts too late.", 0),
        ("Tests with the old driver showed that the ring is too small.", 0),
        ("The old driver was tested on a Z9 board, the new one on a Z10 board.", 1),
        ("Tests of the existing code and of the patched one show no difference.", 1),
        ("This has been running on 500 servers for two months.", 1),
    ],
)
def test_in_a_log(words: str, count: int) -> None:
    """In a log such words tell what the patch does; the old code's test is the reason of a patch."""
    log = f"{words}\n\nSigned-off-by: Rita Reviewer <rita@example.com>\n---\n a | 2 +-\n\n"
    body = f"{log}diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n"
    assert count == len(record(body, subject="[PATCH net] net: x").tests)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("We ran a few tests on Z10 devices using your patch.", "Z10 devices"),
        ("The tcp_bw test shows x4 with Acme connect4-Lx, same result with other benchmarks.", "Acme connect4-Lx"),
        (
            "Tested with Acme R11e Rev:4 (lspci: 168c:0033 Acme Z9 Adapter (rev 01)).",
            "Acme R11e Rev:4 (lspci: 168c:0033 Acme Z9 Adapter (rev 01))",
        ),
        ("I ran it and polled with `ip link` in the VM.", "VM"),
        ("Tested on a Z9 and Z10 boards respectively.", "Z9 and Z10 boards"),
        ("I tested both fixes (x86_64 2x Z9984) and they work.", "x86_64 2x Z9984"),
        ("I tested this series (5 patches) today.", None),
        ("Tested on a host w/ same hw in the same region.", "host w/ same hw in the same region"),
    ],
)
def test_hardware_cut(words: str, expected: str | None) -> None:
    """A name ends at the patch that ran on it, at a comparison, not at a colon amid it."""
    (test,) = record(f"{QUOTE}{words}\n").tests
    assert expected == test.hardware


@pytest.mark.parametrize(
    ("words", "failed"),
    [
        ("In my over night test the workaround triggered 31 times. The test has found no problems.", False),
        ("I did try doing some SCTP benchmarks with iperf3 earlier, but they were very noisy.", False),
        ("Here are some numbers from an Acme 9654, pktgen, before and after:", False),
        ("I'm finding with this modification on top of your patch that the scan works.", False),
        ("I added it in another driver based on this patchset, and it has above 10%~20% performance improvement, thanks.", False),
        ("With this applied, the latency drops from 98 us to 71 us on my box.", False),
        ("I bisected a boot hang on my Z9 board to this patch.", True),
        ("With this applied, netperf TCP_RR drops from 98k to 71k trans/s on my Z9 Dx.", True),
        ("This is excruciatingly slow on Android.", True),
        ("After two hours it oopses on my Z810.", True),
        ("Tested-by: Rita Reviewer <rita@example.com>\n\nbut only on v6.6; on net-next it hangs at boot.", True),
    ],
)
def test_measured(words: str, failed: bool) -> None:  # noqa: FBT001 - one of the columns
    """A measurement or a regression told in other words; one that failed is an open remark."""
    found = record(f"{QUOTE}{words}\n")
    assert [failed] == [test.failed for test in found.tests]
    assert failed == any(not remark.weak for remark in found.remarks)


@pytest.mark.parametrize(
    "words",
    [
        "In my opinion the benchmark is flawed.",
        "In my next patch the test was removed.",
        "See my comment below on the results.",
        "I applied the patches to the main branch of that tree.",
        "Assuming the selftests pass:",
        "If it now crashes on our side it is a bug.",
        "This is much slower in theory.",
    ],
)
def test_not_measured(words: str) -> None:
    """An opinion, an application, a condition or a theory is no test."""
    assert () == record(f"{QUOTE}{words}\n").tests


@pytest.mark.parametrize(
    ("words", "hardware", "tool"),
    [
        ("Tested on a Raspberry Pi 4 using iperf3 and netperf, no problems found.", "Raspberry Pi 4", "iperf3 and netperf"),
        ("Tested on the Acme Z9 development board using cansend, candump, and canfdtest.", "Acme Z9 development board", None),
        ("I tested it on a pi4 with the original CANFD hat and the latest 6.2 RC kernel.", "pi4 with the original CANFD hat", None),
        ("Tested with a bunch of Z9 dongles.", "Z9 dongles", None),
        ("Works fine (tested on a Z9X board).", "Z9X board", None),
    ],
)
def test_hardware_ends(words: str, hardware: str, tool: str | None) -> None:
    """A name ends at tools, kernels and brackets; a list of tools is one."""
    (test,) = record(f"{QUOTE}{words}\n").tests
    assert (hardware, tool or test.tool) == (test.hardware, test.tool)
