# SPDX-License-Identifier: GPL-2.0-or-later
"""Sentences as authors put them: both sides in unusual words, counts that fall, and what looks like both and is none."""

import pytest

from digest import bench


def told(text):
    """Give value, unit and side of each number read."""
    return [(m.value, m.unit, m.role) for b in bench.read(text).blocks for m in b.metrics]


_WITH = "The throughput is 9.1 Gbps with netperf.\n\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The retransmits per second go down from 43 to 7.\n", [(43.0, "/s", "before"), (7.0, "/s", "after")]),
        ("The number of retransmits fell from 1204 to 33.\n", [(1204.0, "count", "before"), (33.0, "count", "after")]),
        ("The context switches drop from 411k to 124k per second.\n", [(411.0, "K/s", "before"), (124.0, "K/s", "after")]),
        ("Rx drops went down from 8120 to 12.\n", [(8120.0, "count", "before"), (12.0, "count", "after")]),
        ("Cache misses increased from 2100 to 2600.\n", [(2100.0, "count", "before"), (2600.0, "count", "after")]),
    ],
)
def test_counts_that_fall(text, expected):
    """What was counted and fell, or rose, is told by its noun and verb; no unit stands behind such numbers."""
    assert expected == told(_WITH + text)[1:]


@pytest.mark.parametrize(
    "text",
    [
        "The number of queues goes from 4 to 8.\n",
        "The ring grows from 256 to 512 entries.\n",
        "The timeout was 5 seconds, with this patch it is 10 seconds.\n",
        "The series shrinks from 12 to 9 patches.\n",
        "The stable branch moves from 5.4 to 5.10.\n",
        "The interval was 100 ms, the new code needs 20 ms between polls at least.\n",
        "v3: it was 4 patches before, now there are 6.\n",
        "The backlog limit drops from 1000 to 300 packets.\n",
    ],
)
def test_what_was_set_is_no_count(text):
    """Settings, sizes, versions and patches that go from one number to another were not measured."""
    assert [(9.1, "Gbit/s", None)] == told(_WITH + text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It takes 45 cycles, before it was 112.\n", [(45.0, "after"), (112.0, "before")]),
        ("A lookup costs 61 ns now; it was 88 ns.\n", [(61.0, "after"), (88.0, "before")]),
        ("The dump took 8 seconds, with the series it takes 3 seconds.\n", [(8.0, "before"), (3.0, "after")]),
        ("Loading took 8 seconds, with batched inserts it only takes 3 seconds.\n", [(8.0, "before"), (3.0, "after")]),
        ("A reload needed 41 seconds, the new code needs 5 seconds.\n", [(41.0, "before"), (5.0, "after")]),
        ("The box forwards 3.1 Mpps, before the series it did 2.2 Mpps.\n", [(3.1, "after"), (2.2, "before")]),
        ("With the fix a sync finishes in 11 seconds, previously it needed 94 seconds.\n", [(11.0, "after"), (94.0, "before")]),
    ],
)
def test_the_other_side_by_its_words(text, expected):
    """Where words name one side of two numbers and the tense of the verbs is the other's, the other number is the other side."""
    assert expected == [(value, role) for value, _, role in told(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Changes since v2:\n - give up after 3 s rather than 8 s\n - poll every 500 usecs instead of 1 ms\n",
        "v3:\n - wait for 2 seconds instead of 5 seconds for the reset\n",
        "Changelog v4 -> v5:\n * flush in 2 seconds instead of 5 seconds\n",
        "To see it, send 2 GB at 25 Gbit/s with an RTT of 150 ms.\n",
        "I tested with an RTT of 40 ms, a shaper rate of 100 Mbit/s and 20 ms of jitter.\n",
        "The model predicts 18 Mpps after and 12 Mpps before the change.\n",
        "If we batched the doorbells it could reach 20 Mpps instead of 14 Mpps, I have not tried.\n",
        "Before this fix the link came up with 100 Mbit/s only, after it with 1000 Mbit/s full duplex.\n",
        "The PHY negotiates 100 Mbit/s instead of 1000 Mbit/s without this patch.\n",
    ],
)
def test_what_nobody_measured(text):
    """Changelogs, emulated paths, predictions and what a link came up with hold no results."""
    assert [(9.1, "Gbit/s", None)] == told(_WITH + text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("With an RTT of 40 ms it does 9.1 Gbps before and 9.4 Gbps after the patch.\n", [(9.1, "before"), (9.4, "after")]),
        ("Changes in v3:\n - split patch 2\n\nBoot time drops from 9.2 s to 3.1 s.\n", [(9.2, "before"), (3.1, "after")]),
        ("The throughput over the link goes up from 612 Mbit/s to 941 Mbit/s.\n", [(612.0, "before"), (941.0, "after")]),
        ("We estimate nothing, we measured: 18 Mpps after, 12 Mpps before.\n", [(18.0, "after"), (12.0, "before")]),
    ],
)
def test_what_was_measured_beside_it(text, expected):
    """Beside such words results stay results."""
    assert expected == [(value, role) for value, _, role in told(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Interrupts: 110000 to 18000 per second (-84%)\n", [(110000.0, "/s", "before"), (18000.0, "/s", "after")]),
        ("Drops before: 88120\nDrops after: 12\n", [(88120.0, "count", "before"), (12.0, "count", "after")]),
    ],
)
def test_counts_behind_labels(text, expected):
    """What a label says was counted needs no unit where the sides are told."""
    assert expected == told(_WITH + text)[1:]


@pytest.mark.parametrize(
    "text",
    [
        "The delay is off for 640 us. Then it is 9 us.\n",
        "We wait for 500 ms here. Now it is time to send 20 packets.\n",
        "The timer was set to 500 ms. Now it is 100 ms.\n",
        "Interrupts: 4 to 8 per device, one per queue.\n",
        "6.1: 2 seconds timeout\n6.6: 5 seconds timeout\n",
        "The keepalive is sent every 30 seconds instead of 75 seconds.\n",
        "The lease was 300 seconds, now it takes 600 seconds until it expires.\n",
        "L1d cache: 32K\nL2 cache: 512K\n",
        "Transceiver type   : 10G Ethernet: 10G Base-SR\n",
        "Queues: 8 to 4 per port\n",
        "Entries before: 1024\nEntries after: 4096\n",
        "Before:\n  timeout: 30 s\nAfter:\n  timeout: 60 s\n",
        "With the patch\n  interval: 2 s\n",
        "6.12: see the list\n6.13: merged 3 weeks ago\n",
    ],
)
def test_settings_behind_labels(text):
    """Settings under the same labels and heads are no results."""
    assert [(9.1, "Gbit/s", None)] == told(_WITH + text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Before commit 1a2b3c4d5e6f we had 9.6 Gbps, after it 7.2 Gbps. With this fix it is 9.5 Gbps again.\n",
            [(9.6, None), (7.2, "before"), (9.5, "after")],
        ),
        (
            "The rate used to drop to 130 kpps when the flood began, with fq_codel we still get 790 kpps.\n",
            [(130.0, "before"), (790.0, "after")],
        ),
        ("It used to be 130 kpps, with the change we have 790 kpps.\n", [(130.0, "before"), (790.0, "after")]),
        ("Before commit 1a2b3c4d5e6f we had 9.6 Gbps, after it 7.2 Gbps.\n", [(9.6, "before"), (7.2, "after")]),
        (
            "The rate used to drop to 80 kpps under load, with RPS it keeps 490 kpps out of the offered 500 kpps.\n",
            [(80.0, "before"), (490.0, "after")],
        ),
    ],
)
def test_the_change_is_that_of_the_series(text, expected):
    """What another commit made worse is the state that this one mends; what is offered is no result."""
    assert expected == [(value, role) for value, _, role in told(text)]


@pytest.mark.parametrize(
    "text",
    [
        "With this series 3 queues give 9.1 Gbps, before 6 queues gave 9.0 Gbps.\n",
        "Some words before it. With this series 3 cores push 9.1 Gbps, before 6 cores pushed 9.0 Gbps. And some behind it.\n",
        "Hello,\n\nwith this series 3 threads handle 9.1 Gbps, before 6 threads handled 9.0 Gbps.\n",
    ],
)
def test_a_count_before_its_noun_is_no_result(text: str) -> None:
    """How many cores, queues or threads reach a rate takes no unit from it, with lines and without."""
    assert [("after", 9.1), ("before", 9.0)] == [(one.role, one.value) for block in bench.read(text).blocks for one in block.metrics]
