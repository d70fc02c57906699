# SPDX-License-Identifier: GPL-2.0-or-later
"""Words that look like the heading of a side and are none, and settings that look like figures."""

import pytest

from digest import bench


def placed(text):
    """Give value and role of each figure."""
    return [(m.value, m.role) for block in bench.read(text).blocks for m in block.metrics if m.primary]


@pytest.mark.parametrize(
    ("said", "roles"),
    [
        ("measured bandwidth of ~90Gbps before and ~40Gbps after:", {None}),
        ("we see 90 Gbps before, 40 Gbps after:", {None}),
        ("The numbers after:", {"after"}),
    ],
)
def test_a_word_behind_its_number_heads_nothing(said, roles):
    """`A before and B after:` tells both sides; what follows is not all of the second."""
    text = f"With super_netperf {said}\n\ncommit 11aa22bb33cc:\n$ ./super_netperf 16 -H 192.0.2.7 -l 10\n91234.5\n\ncommit 99ff88ee77dd:\n"
    text += "$ ./super_netperf 16 -H 192.0.2.7 -l 10\n40321.5\n"
    assert roles == {role for value, role in placed(text) if value in {91234.5, 40321.5}}


NFT = (
    "TEST: performance\n  net,port                                       [ OK ]\n"
    "    baseline (drop from netdev hook):              {}pps\n{}    set with  1000 full, ranged entries:            {}pps\n"
)


@pytest.mark.parametrize("between", ["", "    baseline hash (non-ranged entries):             7000111pps\n"])
def test_the_baseline_of_a_selftest_is_no_side(between):
    """The script's own `baseline (drop from netdev hook)` is one of its rows; the heading above says the side of all."""
    one, other = NFT.format(12000111, between, 800222), NFT.format(12000333, between, 1400444)
    text = f"nft_concat_range.sh, before:\n\n{one}\nand after:\n\n{other}"
    assert [(12000111.0, "before"), (800222.0, "before"), (12000333.0, "after"), (1400444.0, "after")] == [
        one for one in placed(text) if one[0] != 7000111
    ]
    assert {(12000111.0, 12000333.0), (800222.0, 1400444.0)} <= {(c.before, c.after) for c in bench.read(text).comparisons}


def test_a_line_that_begins_with_this_patch_is_a_heading():
    """`this patch, option off` on a line of its own heads what stands below it."""
    text = (
        'Before change, "sockperf ping-pong" latency is:\nsockperf: Summary: Latency is 7.245 usec\n\n'
        "this patch, disable the governor\nsockperf: Summary: Latency is 5.671 usec\n"
    )
    assert [(7.245, "before"), (5.671, "after")] == placed(text)


@pytest.mark.parametrize(
    "text",
    [
        "Changes in v3:\n- Patch 4: use 500 usecs instead of 1 ms for the poll timeout\n",
        "Changes in v3:\n- set 20 ms rather than 50 ms as the default delay\n",
        "v2: wait 5 ms instead of 10 ms in the reset path, the time is in the data sheet\n",
    ],
)
def test_a_setting_that_a_changelog_tells_is_no_result(text):
    """`use A instead of B` sets something."""
    assert [] == placed(text)


def test_a_time_that_took_less_is_a_result():
    """`takes A instead of B` was measured."""
    assert [(2.5, "after"), (9.5, "before")] == placed("Loading the rules takes 2.5 seconds instead of 9.5 seconds.\n")


def test_arrows_in_flattened_text():
    """Arrows in text without lines are pairs; the sizes ahead of them are none of their figures."""
    text = (
        "XDP in the VM, one core. 64B: generic -> native DROP: 1.7Mpps -> 2.5Mpps PASS: 340Kpps -> 370Kpps TX: 1.1Mpps -> 2.2Mpps "
        "512B: generic -> native DROP: 860Kpps -> 1.4Mpps PASS: 270Kpps -> 380Kpps TX: 550Kpps -> 1.3Mpps Future work: frags\n"
    )
    got = placed(text)
    assert ([], "before", "after") == ([value for value, _ in got if value in {64.0, 512.0}], got[0][1], got[1][1])
    assert ["before", "after"] * 6 == [role for _, role in got]
