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
