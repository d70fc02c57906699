# SPDX-License-Identifier: GPL-2.0-or-later
"""Claims of something else than the figures beside them, claims taken back, claims counted from the other side; signs of costs."""

import pytest

from digest import bench


def judged(text):
    """Give before, after, claim and verdict of each comparison."""
    return [(c.before, c.after, c.claimed_percent, c.claim_matches) for c in bench.read(text).comparisons]


_TWO = "before: 3.10 Mpps\nafter:  3.41 Mpps\n\n"


@pytest.mark.parametrize(
    "said",
    [
        "Memory per connection is 40% lower.",
        "The power drawn fell by 18%.",
        "Cache misses drop by 35%.",
        "The binary size shrinks by 3%.",
        "Lock contention is reduced by 60%.",
        "Retransmissions fall by 45%.",
    ],
)
def test_a_claim_of_another_thing(said):
    """What is said of memory, power, misses or sizes is not held against a rate."""
    assert [(3.1, 3.41, None, None)] == judged(f"{_TWO}{said}\n")


def test_a_claim_of_another_thing_in_the_same_sentence():
    """The clause behind "while" has its own subject."""
    assert [(21.0, 24.0, None, None)] == judged("The rate rises from 21.0 to 24.0 Gbit/s while the CPU time per byte shrinks by 30%.\n")


@pytest.mark.parametrize(("said", "expected"), [("10%", True), ("40%", False)])
def test_a_claim_of_the_rate_stays_one(said, expected):
    """The same words with the rate as subject are judged."""
    assert [(3.1, 3.41, float(said[:-1]), expected)] == judged(f"{_TWO}The packet rate is {said} higher.\n")


@pytest.mark.parametrize(
    ("said", "expected"),
    [("TX improves by 30%.", (None, None)), ("RX improves by 30%.", (30.0, False)), ("RX improves by 10%.", (10.0, True))],
)
def test_the_other_direction_is_another_thing(said, expected):
    """What is said of TX is not held against figures of RX."""
    assert [(4.0, 4.4, *expected)] == judged(f"RX goes from 4.0 Mpps to 4.4 Mpps. {said}\n")


@pytest.mark.parametrize("whole", ["line rate", "the link", "native", "TCP"])
def test_a_share_of_another_is_no_claim(whole):
    """`(97% of line rate)` behind a value says what it is a part of."""
    assert [(17.1, 24.3, None, None)] == judged(f"before: 17.1 Gbit/s (68% of {whole})\nafter: 24.3 Gbit/s (97% of {whole})\n")


@pytest.mark.parametrize(("said", "expected"), [("10%", (None, True)), ("30%", (-30.0, False))])
def test_how_much_slower_it_is_without(said, expected):
    """A claim right behind the value without the change says how that state differs."""
    assert [(9.9, 11.0, *expected)] == judged(f"With the series: 11.0 Gbps. Without it: 9.9 Gbps, i.e. {said} slower.\n")


def test_the_latency_of_requests_is_a_latency():
    """What a metric is of names no other metric."""
    assert [(3.1, 1.9, -39.0, True)] == judged("The tail latency of small requests fell from 3.1 ms to 1.9 ms, a reduction of 39%.\n")


def test_a_claim_taken_back():
    """A claim that the sentence calls a mistake is none."""
    assert [(1.1, 1.21, None, None)] == judged(
        "In v1 I wrote 50% improvement, that was a mistake: the rate is 1.10 Mpps before and 1.21 Mpps after, so 10%.\n"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The p99 latency improved by 25%.\n", [-25.0]),
        ("This improves latency by 8% for small messages and by up to 20% for big ones.\n", [-8.0, -20.0]),
        ("This improves the latency of RPCs by 12%, by up to 30% with many clients.\n", [-12.0, -30.0]),
        ("CPU usage improves by 12% and the packet rate by 5%.\n", [-12.0, 5.0]),
        ("Throughput improves by 25%.\n", [25.0]),
        ("The new lookup is 25% faster.\n", [25.0]),
        ("The p99 latency regressed by 25%.\n", [25.0]),
    ],
)
def test_the_sign_of_a_claim_without_figures(text, expected):
    """A cost that improves is less; a rate that improves is more."""
    assert expected == [claimed for _, _, claimed, _ in judged(text)]


def test_a_difference_is_no_result():
    """`Delta: -3.1 us (-11%)` below both sides tells the change and is no third value."""
    text = "before: 28.2 us\nafter: 25.1 us\nDelta (after - before): -3.1 us (-11%)\n"
    assert [28.2, 25.1] == [m.value for b in bench.read(text).blocks for m in b.metrics]
    assert [(28.2, 25.1, -11.0, True)] == judged(text)


def test_figures_in_brackets_behind_a_claim_are_its_own():
    """A claim whose figures follow in brackets is not held against others, though these are of no side."""
    found = judged(
        "A limit of 16 causes a 10% throughput regression on a single stream (844 to 763 Mbps) and a 35% drop under parallel"
        " streams (858 to 556 Mbps).\n\nUnpatched -> Patched\n5GHz DL: 509 -> 475 Mbps\n5GHz UL: 858 -> 837 Mbps\n"
    )
    assert [(509.0, 475.0, None, None), (858.0, 837.0, None, None)] == found[-2:]


_FLOWS = "          before   after\n1 flow    9.10     9.90   Gbps\n8 flows  35.10    41.20   Gbps\n\n"
_THREADS = "1 thread: 9.10 Gbps -> 9.90 Gbps\n8 threads: 35.10 Gbps -> 41.20 Gbps\n\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (_FLOWS + "With 8 flows throughput is 9% higher.\n", [(None, None), (9.0, False)]),
        (_FLOWS + "With 8 flows throughput is 17% higher.\n", [(None, None), (17.0, True)]),
        (_THREADS + "With 8 threads it is 9% faster.\n", [(None, None), (9.0, False)]),
        (_THREADS + "With 1 thread it is 9% faster.\n", [(9.0, True), (None, None)]),
    ],
)
def test_a_claim_is_of_the_count_it_names(text, expected):
    """`With 8 flows` is of the row of eight, though that of one would bear the claim out."""
    assert expected == [(claimed, held) for _, _, claimed, held in judged(text)]
