# SPDX-License-Identifier: GPL-2.0-or-later
"""The claims law: a claim that holds is judged true; changed, or with its figures changed, it is judged false.

Over all fixtures each claim that holds is changed in the text (`laws`).  Over sentences as authors write them each pattern is filled
with figures that bear it out and with figures that do not.
"""

import pytest

from digest import bench
from tests.bench import laws, test_fixtures

LEAST = 0.98
HOLDING = [path for path in test_fixtures.FIXTURES if laws.holding(bench.read(path.read_text()))]


@pytest.fixture(scope="module")
def tally() -> laws.Tally:
    """All changes of all claims of all fixtures."""
    made = laws.Tally()
    for path in HOLDING:
        made.text(f"{path.parent.name}/{path.stem}", path.read_text())
    return made


def test_kinds(tally):
    """Each kind of change is tried on many claims."""
    assert {"value far off", "value just outside", "before and after swapped", "word", "sign", "points for percent"} <= set(tally.counts)
    assert sum(total for _, total in tally.counts.values()) > 200


@pytest.mark.parametrize("kind", ["value far off", "value just outside", "before and after swapped", "word", "sign", "points for percent"])
def test_changed_claims_are_false(tally, kind):
    """Of the changed claims of each kind nearly all are judged false."""
    failed = [line for line in tally.failures if line[0] == kind]
    assert tally.share(kind) >= (LEAST if tally.counts[kind][1] >= 50 else 0.9), failed


# Pattern, metric's change where it holds (None: a claim without a percentage), figures that hold, figures that do not.
SENTENCES = [
    ("Throughput improved from {} Gbps to {} Gbps, a 25% increase.", 25, (20.0, 25.0), (20.0, 22.0)),
    ("Before: {} Gbps\nAfter: {} Gbps\n\nThat is 25% better.", 25, (20.0, 25.0), (25.0, 20.0)),
    ("Before: {} Gbps\nAfter: {} Gbps\n\nSo we are 25% faster now.", 25, (20.0, 25.0), (20.0, 21.0)),
    ("Before: {} Gbps\nAfter: {} Gbps, 20% slower.", -20, (10.0, 8.0), (8.0, 10.0)),
    ("Before: {} Gbps\nAfter: {} Gbps (-20%)", -20, (10.0, 8.0), (10.0, 9.0)),
    ("Before: {} Mpps\nAfter: {} Mpps (2.5x)", 150, (2.0, 5.0), (2.0, 4.0)),
    ("{} Gbps before, {} Gbps after (25% faster).", 25, (20.0, 25.0), (25.0, 20.0)),
    ("The throughput went up from {} Gbit/s to {} Gbit/s, i.e. by 25%.", 25, (20.0, 25.0), (20.0, 29.0)),
    ("This raises throughput by 25%, from {} Gbps to {} Gbps.", 25, (20.0, 25.0), (20.0, 24.0)),
    ("Throughput: {} Gbps -> {} Gbps, 25% up", 25, (20.0, 25.0), (20.0, 18.0)),
    ("This commit regresses throughput by 20%: {} Gbps before, {} Gbps after.", -20, (10.0, 8.0), (10.0, 12.0)),
    ("Throughput drops from {} Gbps to {} Gbps, a 20% regression.", -20, (10.0, 8.0), (10.0, 7.0)),
    ("Latency drops from {} us to {} us, 30% lower.", -30, (50.0, 35.0), (35.0, 50.0)),
    ("It reduces the latency by 30% (from {}us to {}us).", -30, (50.0, 35.0), (50.0, 31.0)),
    ("Latency before: {} us\nLatency after: {} us\n\nLatency is improved by 30%.", -30, (50.0, 35.0), (50.0, 65.0)),
    ("Average latency is now {1} us (was {0} us), a 30% reduction.", -30, (50.0, 35.0), (50.0, 40.0)),
    ("p99 latency: {} us -> {} us (30% better)", -30, (50.0, 35.0), (50.0, 65.0)),
    ("Cost per packet: {:.0f} cycles before, {:.0f} cycles after (-30%).", -30, (50, 35), (50, 25)),
    ("Before: {} Mpps\nAfter: {} Mpps\n\nThis is a 2.5x improvement.", 150, (2.0, 5.0), (2.0, 3.0)),
    ("Packet rate goes from {} Mpps to {} Mpps, 2.5 times faster.", 150, (2.0, 5.0), (5.0, 2.0)),
    ("Packet rate goes from {} Mpps to {} Mpps, 2.5x slower.", -60, (5.0, 2.0), (2.0, 5.0)),
    ("It is 2.5x as fast: {} Mpps before, {} Mpps after.", 150, (2.0, 5.0), (2.0, 4.0)),
    ("The latency is 2.5x lower: {} us before, {} us after.", -60, (50.0, 20.0), (50.0, 35.0)),
    ("The latency improves by a factor of 2.5, from {} us to {} us.", -60, (50.0, 20.0), (20.0, 50.0)),
    ("This patch doubles the packet rate: {} Mpps before, {} Mpps after.", 100, (2.0, 4.0), (2.0, 3.0)),
    ("Packet rate before: {} Mpps\nPacket rate after: {} Mpps\n\nSo it triples the packet rate.", 200, (2.0, 6.0), (2.0, 4.0)),
    ("This patch halves the latency: {} us before, {} us after.", -50, (40.0, 20.0), (40.0, 30.0)),
    ("Latency doubles from {} us to {} us.", 100, (20.0, 40.0), (40.0, 20.0)),
    ("The latency is reduced by a third, from {} us to {} us.", -33.333333, (30.0, 20.0), (30.0, 28.0)),
    ("It cuts latency by half: {} us before, {} us after.", -50, (40.0, 20.0), (40.0, 30.0)),
    ("Throughput is twice as high: {} Gbps before, {} Gbps after.", 100, (10.0, 20.0), (10.0, 15.0)),
    ("Throughput more than doubles from {} Gbps to {} Gbps.", 100, (10.0, 23.1), (10.0, 17.1)),
    ("Throughput improves by 20-30%: {} Gbps before, {} Gbps after.", 20, (10.0, 12.5), (10.0, 11.0)),
    ("Throughput improves by up to 25%: {} Gbps before, {} Gbps after.", 25, (10.0, 12.4), (10.0, 14.4)),
    ("Throughput improves by ~25%: {} Gbps before, {} Gbps after.", 25, (10.0, 12.7), (10.0, 13.7)),
    ("Throughput improves by more than 25%: {} Gbps before, {} Gbps after.", 25, (10.0, 13.7), (10.0, 11.7)),
    ("Throughput drops by less than 1%: {:.2f} Gbps before, {:.2f} Gbps after.", -1, (10.0, 9.95), (10.0, 9.15)),
    ("No regression in throughput: {} Gbps before, {} Gbps after.", None, (10.0, 9.9), (10.0, 7.9)),
    ("Upload: {:.0f} -> {:.0f} Mbps (no regression)", None, (844, 837), (844, 700)),
    ("Before: {} Gbps\nAfter: {} Gbps\n\nThat makes +25% for one stream.", 25, (20.0, 25.0), (20.0, 22.0)),
    ("CPU usage before: {} %\nCPU usage after: {} %\n\nCPU usage is reduced by 25%.", -25, (40.0, 30.0), (40.0, 15.0)),
    ("CPU usage before: {} %\nCPU usage after: {} %\n\nCPU usage drops by 10 percentage points.", None, (40.0, 30.0), (40.0, 36.0)),
    ("CPU usage drops from {}% to {}%, i.e. by 25%.", -25, (40.0, 30.0), (40.0, 15.0)),
    ("Packet loss goes from {}% to {}%, 20% less.", -20, (5.0, 4.0), (5.0, 4.9)),
]


SIZES = "\n\nnet-next:\n  64B:   4.10 Mpps\n  1500B: 2.02 Mpps\n\nnet-next + series:\n  64B:   4.92 Mpps\n  1500B: 2.23 Mpps\n"
GRID = "\n\n| size | before (Gbps) | after (Gbps) |\n|------|------|------|\n| 1K | 10.2 | 12.6 |\n| 64K | 40.1 | 44.1 |\n"
RATES = "\n\nwithout: 112,345 trans/s\nwith: 168,517 trans/s\n"
STREAM = "\n\nSTREAM before patch\n  9410.12 Mbits/sec\nSTREAM after patch\n  9884.55 Mbits/sec\n"

# Words with a gap for the claim, the claim that holds, and those that do not.
CLAIMS = [
    ("We measured a {} increase in packet rate for 64B packets." + SIZES, "20%", ["40%", "-20%"]),
    ("Small packets (64B) gain {}, large ones (1500B) 10%." + SIZES, "20%", ["35%"]),
    ("iperf3 shows up to {} better throughput:" + GRID, "23%", ["45%"]),
    ("Throughput {} for 64K messages." + GRID, "improves by 10%", ["improves by 30%", "drops by 10%"]),
    ("On average this is {}." + GRID, "~10-25% faster", ["~20% slower"]),
    ("With it TCP_STREAM {}." + STREAM, "improves by 5%", ["improves by 15%", "degrades by 5%"]),
    ("TCP_RR transactions are {}." + RATES, "1.5x higher", ["2.5x higher", "1.5x lower"]),
    ("This gives a {} for TCP_RR." + RATES, "50% boost", ["20% boost", "50% regression"]),
    ("The number of transactions {}." + RATES, "grows by half", ["doubles", "is cut by half"]),
    ("It is {}.\nThe rate went from 1.2 Mpps to 3.6 Mpps", "three times faster", ["five times faster", "three times slower"]),
    ("A {} in PPS: 1.2 Mpps vs 3.6 Mpps with the series.", "3x improvement", ["6x improvement", "3x degradation"]),
    ("Base: 2.00 Mpps\nThis series: 2.50 Mpps => {}", "25% improvement", ["45% improvement", "25% regression"]),
    ("nginx req/s: 100123 -> 120345 ({})", "+20%", ["+40%", "-20%"]),
    ("p99 from 900us to 600us ({})", "-33%", ["+33%", "-50%"]),
    ("p99 latency improves by {}, from 900us to 600us", "a third", ["two thirds", "a quarter"]),
    ("memory is unchanged, latency: 900us -> 450us, {}", "2x better", ["4x better", "2x worse"]),
    ("cycles/packet: 310 cycles (base), 248 cycles (patched), {} fewer", "20%", ["45%"]),
    ("Time to insert 1M rules: 12.4 s before, 3.1 s after; {}", "4x faster", ["8x faster", "4x slower"]),
]


@pytest.mark.parametrize(("words", "holds", "fails"), CLAIMS, ids=lambda value: str(value)[:40])
def test_claim_in_words(words, holds, fails):
    """A claim holds of the figures its sentence speaks of; another value, sign or word in its place does not."""
    judged = [[c.claim_matches for c in bench.read(words.format(said)).comparisons if c.claim_at] for said in (holds, *fails)]
    assert True in judged[0]
    assert False not in judged[0]
    assert [False in said for said in judged[1:]] == [True] * len(fails)


def test_another_base():
    """A change told against the first of several befores is not held against the nearest."""
    text = "Base irq@CPU0 median: 6969 IOPS\nBase irq@CPU6 median: 8407 IOPS (+20.6%)\nApplied irq@CPU6 median: 8288 IOPS (18.9%)\n"
    assert False not in [c.claim_matches for c in bench.read(text).comparisons]


def _made(pattern, figures):
    made = [c for c in bench.read(pattern.format(*figures)).comparisons if c.before is not None]
    return [(c.before, c.after, c.claimed_percent, c.claim_matches) for c in made]


@pytest.mark.parametrize(("pattern", "percent", "holds", "fails"), SENTENCES, ids=lambda value: str(value)[:40])
def test_sentence(pattern, percent, holds, fails):
    """A sentence's claim holds of figures that bear it out, and does not of others."""
    for figures, matches in ((holds, True), (fails, False)):
        ((before, after, claimed, said),) = _made(pattern, figures)
        assert (figures, matches) == ((before, after), said)
        assert percent == claimed if percent is None else abs(percent - claimed) < 1e-5


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("CPU usage before: 40.0 %\nCPU usage after: 30.0 %\n\nCPU usage is reduced by 10%.", "points"),
        ("Packet loss goes from 5.0% to 4.0%, 1% less.", "points"),
        ("Before: 20.0 Gbps\nAfter: 25.0 Gbps\n\nThat is 20% faster.", "base"),
        ("Before: 20.0 Gbps\nAfter: 25.0 Gbps\n\nThroughput is up by 125%.", "base"),
        ("Throughput drops from 20.0 Gbps to 25.0 Gbps, a 25% loss of throughput.", "sign"),
        ("Throughput before: 100 MB/s\nThroughput after: 100 MB/s\n\nThroughput is 8x higher.", "unit"),
    ],
)
def test_slip(text, warning):
    """The slip behind a claim that does not hold is named: points, the base, the sign, bits for bytes."""
    (made,) = [c for c in bench.read(text).comparisons if c.before is not None]
    assert (False, warning) == (made.claim_matches, made.warning)


@pytest.mark.parametrize(
    "text",
    [
        "Before: 10.0 Gbps\nAfter: 12.0 Gbps\n\nThe ring size was doubled for this test.",
        "Before: 10.0 Gbps\nAfter: 12.0 Gbps\n\nI double checked this with tcpdump.",
        "Before: 10.0 Gbps\nAfter: 12.0 Gbps\n\nHalf of the queues were bound to node 1.",
        "Before: 10.0 Gbps\nAfter: 12.0 Gbps\n\nNo regressions in the kselftests of this directory.",
        "Before: 10.0 Gbps\nAfter: 12.0 Gbps\n\nThere is no change in the ABI.",
    ],
)
def test_no_claim(text):
    """Words that are also numbers claim nothing of figures where they speak of something else."""
    assert [None] == [c.claim_matches for c in bench.read(text).comparisons]


def test_range_has_both_ends():
    """Both ends of a range are told."""
    (made,) = bench.read("Throughput improves by 20-30%: 10.0 Gbps before, 12.5 Gbps after.").comparisons
    assert (20.0, 30.0) == (made.claimed_percent, made.claimed_to)
