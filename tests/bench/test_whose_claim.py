# SPDX-License-Identifier: GPL-2.0-or-later
"""Whose a percentage is: of the figures in the brackets behind it, never a processor's share, the nearest of several in one sentence."""

import pytest

from digest import bench


def judged(text):
    """Give figures, claim and judgement of each comparison."""
    return [(c.before, c.after, c.claimed_percent, c.claim_matches) for c in bench.read(text).comparisons]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Forwarding with the new ring:\n\n* TX: +31% bw (640Mbps -> 840Mbps)\n* RX: +9.4% bw (800Mbps -> 875Mbps)\n",
            [(640.0, 840.0, 31.0, True), (800.0, 875.0, 9.4, True)],
        ),
        (
            "Results with iperf3:\n\n- small frames: -6.0% throughput (500Mbps -> 470Mbps)\n- large frames: -5% bw (600Mbps -> 571Mbps)\n",
            [(500.0, 470.0, -6.0, True), (600.0, 571.0, -5.0, True)],
        ),
        (
            "iperf3 on the board: - TX: +31% bandwidth (640Mbps -> 840Mbps) - RX: +9.4% bandwidth (800Mbps -> 875Mbps)\n",
            [(640.0, 840.0, 31.0, True), (800.0, 875.0, 9.4, True)],
        ),
        ("TX: +31% bw (640Mbps -> 700Mbps)\n", [(640.0, 700.0, 31.0, False)]),
    ],
)
def test_a_change_before_its_figures_in_brackets(text, expected):
    """A change whose figures follow in brackets is of these, not of the point before."""
    assert expected == judged(text)


@pytest.mark.parametrize(
    "text",
    [
        "* Before: 71.0 Gbps, CPU 540% * After: 96.0 Gbps, CPU 600% The gain is seen with large frames.\n",
        "Throughput goes from 20.0 Gbps to 24.0 Gbps, CPU load 80%. Faster than that is the wire only.\n",
        "Throughput goes from 20.0 Gbps to 24.0 Gbps. The cpu load 80% An improvement for all.\n",
    ],
)
def test_the_share_of_a_processor_is_no_change(text):
    """`CPU 600%` says how busy it was, whatever word of change stands near it."""
    assert {None} == {claimed for _, _, claimed, _ in judged(text)}


def test_a_change_of_the_processor_stays_one():
    """`CPU usage 12% lower` says a change."""
    assert [(20.0, 22.0, None, None), (None, None, -12.0, None)] == judged(
        "Throughput goes from 20.0 Gbps to 22.0 Gbps.\n\nCPU usage 12% lower in the same test.\n"
    )


@pytest.mark.parametrize(
    ("said", "claims"),
    [
        ("The gain is 36% with large frames and 37% without.", [36.0, 37.0]),
        ("That is 36% faster at the large size and 37% faster at the small one.", [36.0, 37.0]),
        ("That is 37% faster at the small size and 36% faster at the large one.", [36.0, 37.0]),
    ],
)
def test_of_several_changes_each_has_the_nearest_figures(said, claims):
    """Where a sentence lists several changes that all could be of the same figures, each is of those it says exactly."""
    text = (
        "iperf3, MTU 9000:\n\n* Before: 71.2 Gbps\n* After: 96.8 Gbps\n\n"
        f"iperf3, MTU 1500:\n\n* Before: 38.4 Gbps\n* After: 52.7 Gbps\n\n{said}\n"
    )
    assert claims == [claimed for _, _, claimed, _ in judged(text)]


@pytest.mark.parametrize(
    "text",
    [
        "before: 1.12 Mpps (100% CPU)\nafter:  1.57 Mpps (92% CPU)\n",
        "1q: before: 2.20 Mpps (CPU: 181%) after: 2.91 Mpps (CPU: 176%) 2q: before: 3.1 Mpps (CPU: 184%) after: 4.0 Mpps (CPU: 171%)\n",
        "old: 9.1 Gbps (71% idle)\nnew: 11.3 Gbps (78% idle)\n",
        "| kernel | rate |\n|--------|------|\n| vanilla | 3.1 Mpps (88% CPU) |\n| patched | 3.9 Mpps (79% CPU) |\n",
    ],
)
def test_a_share_in_brackets_is_no_claim(text):
    """How busy the processor was, told in brackets behind a result, is not how far the result changed."""
    assert {None} == {claimed for _, _, claimed, _ in judged(text)}


_ROWS = "small:   9.1 Mpps -> 9.2 Mpps\nlarge:  14.0 Mpps -> 18.5 Mpps\n\n"
_SIZES = "64B: 1.20 Mpps -> 1.40 Mpps\n1500B: 8.1 Mpps -> 8.2 Mpps\n\n"
_LINES = "TCP_STREAM: 22.1 Gbps before, 26.5 Gbps after\nUDP_STREAM: 10.1 Gbps before, 10.3 Gbps after\n\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (_ROWS + "Small packets gain 32%.\n", [(32.0, False), (None, None)]),
        (_ROWS + "Large packets gain 32%.\n", [(None, None), (32.0, True)]),
        (_ROWS + "Large packets gain 32%, small packets 1%.\n", [(None, None), (32.0, True)]),
        (_SIZES + "At 64 bytes we gain 17%, at 1500 bytes 1%.\n", [(17.0, True), (1.0, True)]),
        (_SIZES + "At 1500 bytes we gain 17%.\n", [(None, None), (17.0, False)]),
        (_LINES + "UDP_STREAM is 20% faster.\n", [(None, None), (20.0, False)]),
        (_LINES + "TCP_STREAM is 20% faster.\n", [(20.0, True), (None, None)]),
    ],
)
def test_a_claim_is_of_the_row_it_names(text, expected):
    """A claim that names the label of a line is held against the figures of that line, though those of another would bear it out."""
    assert expected == [(claimed, held) for _, _, claimed, held in judged(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Throughput drops by 20% without this patch.\n",
        "Without the patch we see a 20% drop in throughput.\n",
        "The packet rate is 15% lower without it.\n",
    ],
)
def test_what_is_lost_without_the_change_is_no_change(text):
    """Alone it says not how much the change gains, and surely not that the change loses it."""
    assert [] == judged(text)


def test_a_claim_between_its_figures():
    """A claim that stands between two figures of a sentence is of these."""
    assert [(5.0, 6.4, 28.0, True), (8.1, 9.4, None, None)] == judged(
        "Rx rate: 6.4Mpps, that's 28% more than the 5.0Mpps of the baseline. Tx rate: 9.4 Gbps, up from 8.1 Gbps.\n"
    )
