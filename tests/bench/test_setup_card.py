# SPDX-License-Identifier: GPL-2.0-or-later
"""The setup card: what a mail says of the machine, as written, and what it does not say."""

import pytest

from digest import bench

RESULT = "\n\nBefore: 10.0 Gbps\nAfter: 12.0 Gbps\n"


@pytest.mark.parametrize(
    ("words", "card"),
    [
        ("NIC: Intel E810-C, CPU: Xeon Gold 6230", {"nic": "E810-C", "cpu": "Xeon Gold 6230"}),
        (
            "Tested on a ConnectX-6 Dx (100Gbps) and an AMD EPYC 7543 32-core box with kernel 6.8-rc3, MTU 9000.",
            {"nic": "ConnectX-6 Dx", "link": "100Gbps", "cpu": "AMD EPYC 7543 32-core", "kernel": "6.8-rc3", "mtu": "9000"},
        ),
        (
            "Two machines with Intel(R) Xeon(R) Gold 6348 CPU @ 2.60GHz, Mellanox ConnectX-5 25G NICs back to back",
            {"nic": "ConnectX-5", "link": "25G", "cpu": "Intel(R) Xeon(R) Gold 6348 CPU @ 2.60GHz"},
        ),
        ("Numbers from an i5-8500 with an i225", {"nic": "i225", "cpu": "i5-8500"}),
        ("The machine is a Raspberry Pi 4, its NIC is bcmgenet.", {"nic": "bcmgenet", "cpu": "Raspberry Pi 4"}),
        ("Platform: AMD Ryzen 9 5950X, Realtek RTL8125 2.5GbE", {"nic": "RTL8125", "link": "2.5GbE", "cpu": "AMD Ryzen 9 5950X"}),
        ("NIC and CPU: 40GbE XL710, E5-2697 v3", {"nic": "XL710", "link": "40GbE", "cpu": "E5-2697 v3"}),
        ("Kernel: net-next @ 5f1f2a1d2b\nMTU: 1500", {"kernel": "net-next @ 5f1f2a1d2b", "mtu": "1500"}),
        ("Chelsio T62100, dual Xeon E5-2687W, 5.4 kernel", {"nic": "Chelsio T62100", "cpu": "Xeon E5-2687W", "kernel": "5.4"}),
        ("NIC: Acme FastLan 9000 rev 2", {"nic": "Acme FastLan 9000 rev 2"}),
        ("CPU: 85%\nNIC: up", {}),
        ("$ iperf3 -c 192.0.2.1 -t 30", {"command": "iperf3 -c 192.0.2.1 -t 30"}),
    ],
)
def test_card(words, card):
    """The words right before the results are on the card as written; all else is missing."""
    found = bench.read(words + RESULT)
    assert card == found.setup
    assert tuple(key for key in ("nic", "link", "cpu", "kernel", "mtu", "command") if key not in card) == found.missing_setup


def test_nearest():
    """Of two machines the one told last before the results counts."""
    found = bench.read("Developed on an i7-8700.\n\nMeasured on an EPYC 9654 with a BCM57508:" + RESULT)
    assert {"nic": "BCM57508", "cpu": "EPYC 9654"} == found.setup


def test_places():
    """The card of a text without results has the place of each entry."""
    found = bench.setup("The series speeds up.\non E810-C\nan Xeon Gold 6230\n")
    assert {"nic": (2, 4, "E810-C"), "cpu": (3, 4, "Xeon Gold 6230")} == found


@pytest.mark.parametrize(
    ("words", "card"),
    [
        ('Commit 0123456789ab ("wifi: add support of the RTL8852XU dongle") broke it. Measured here:', {}),
        ('Fixes: 0123456789ab ("net: a quirk of the i225")', {}),
        ("There are some 400 Gbps NICs in the field. Measured on a 25 Gbps link:", {"link": "25 Gbps"}),
        ("The driver supports BCM57508 and more.", {}),
        ("Broken since v5.4. Measured with kernel 6.8-rc3:", {"kernel": "6.8-rc3"}),
        ("Measured on two hosts, an EPYC 9654 and a Xeon Gold 6230:", {"cpu": "EPYC 9654; Xeon Gold 6230"}),
        ("Tested with kernel 6.8.1 and kernel 6.9.2:", {"kernel": "6.8.1; 6.9.2"}),
        ("CPU: Intel(R) Xeon(R) Gold 6230 CPU\nrun on the Xeon Gold 6230", {"cpu": "Xeon Gold 6230"}),
        ("Measured on mlx5 and on ixgbe, both with one NIC:", {}),
    ],
)
def test_never_one_wrong(words, card):
    """Cited titles and devices in general are no setup; several machines are all listed."""
    assert card == bench.read(words + RESULT).setup


@pytest.mark.parametrize(
    ("words", "card"),
    [
        ("Measured on an EPYC 9654 with kernel 6.8.1.\n", {"cpu": "EPYC 9654", "kernel": "6.8.1"}),
        ("A spot check on another host with kernel 6.9.2-arch1-1 shows the same.\n", {}),
        ("Sanity checked on my desktop:\n\nkernel 6.9.2-arch1-1, Ryzen 9 5950X\n", {}),
        ("The numbers on a Raspberry Pi 5 are similar.\n", {}),
        ("The BCM57508 driver may want this.\n", {}),
    ],
)
def test_behind(words, card):
    """What stands behind the figures is the setup, unless it speaks of another machine or of no measurement."""
    assert card == bench.read(RESULT + "\n" + words).setup


def test_places_of_several():
    """Each of several machines has its place."""
    found = bench.read("Measured on an EPYC 9654 and a Xeon Gold 6230:" + RESULT)
    assert {"cpu": (1, 16, "EPYC 9654"), "cpu 2": (1, 32, "Xeon Gold 6230")} == found.setup_at
    assert "cpu" not in found.missing_setup


def test_several_drivers():
    """Several drivers leave open which device was measured: neither listed nor missing."""
    found = bench.read("Measured on the NICs of mlx5 and ixgbe:" + RESULT)
    assert ({}, False) == (found.setup, "nic" in found.missing_setup)


def test_command_ends_at_the_banner():
    """A command whose copy lost its line breaks ends where its tool speaks."""
    words = "$ netperf -t UDP_STREAM -H 192.0.2.1 -- -m 64 MIGRATED UDP STREAM TEST from 0.0.0.0 () port 0 AF_INET"
    found = bench.read(words + RESULT)
    assert "netperf -t UDP_STREAM -H 192.0.2.1 -- -m 64" == found.setup["command"] == found.setup_at["command"][2]
