# SPDX-License-Identifier: GPL-2.0-or-later
"""Words with positions: same length, blanks for what is not text, numbers with their units."""

import pytest

from digest import bench
from digest.bench._tokens import Words, digits, number
from digest.bench._written import seconds


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1,722,307", 1722307.0),
        ("2,948", 2948.0),
        ("0,802", 0.802),
        ("11,17", 11.17),
        ("~126", 126.0),
        ("+2.68", 2.68),
        ("-0.5", -0.5),
        ("1'234'567", 1234567.0),
        ("1.230.450", 1230450.0),
        ("35 830 428", 35830428.0),
    ],
)
def test_number(written, value):
    """Thousands separators are dropped, a decimal comma becomes a point."""
    assert value == number(written)


@pytest.mark.parametrize(("written", "unit"), [("7.66", 0.01), ("140", 1.0), ("0,802", 0.001), ("10.0", 0.1)])
def test_digits(written, unit):
    """One unit of the last digit written."""
    assert unit == pytest.approx(digits(written))


@pytest.mark.parametrize(
    ("written", "value"), [("3m30s", 210.0), ("1h02m03s", 3723.0), ("0m48.5s", 48.5), ("2min 5sec", 125.0), ("30s", 0.0), ("m", 0.0)]
)
def test_seconds(written, value):
    """Minutes and seconds are read as seconds, anything else as none."""
    assert value == seconds(written)


TEXTS = [
    "a\r\nb\xa0c",
    "> > quoted\n>glued\n",
    "x" * 500,
    "\u0130stanbul 5 Gbps",
    "",
    "\n\n",
    ">" * 100,
    "| " * 400,
    "-" * 1000,
    "1 " * 2000,
    "." * 3000,
]


@pytest.mark.parametrize("text", TEXTS)
def test_length_is_kept(text):
    """Whatever is blanked, offsets stay those of the text given."""
    words = Words(text)
    assert (len(text), len(text)) == (len(words.plain), len(words.rest))
    assert all(text[t.start : t.end].replace("\xa0", " ") == t.text for t in words.tokens())


@pytest.mark.parametrize(
    "text", [*TEXTS, "netperf Throughput 10 Gbps " * 200, "before: 5 Gbps after: 6 Gbps\n" * 300, "(((" * 2000 + "5 Gbps"]
)
def test_nothing_raises(text):
    """Any text at all gives an answer."""
    assert bench.read(text) is not None


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("5.75Mpps", "Mpps"),
        ("9.7k", "K"),
        ("578 Mbits/sec", "Mbit/s"),
        ("21.5 %", "%"),
        ("8 cycles(tsc)", "cycles"),
        ("v6.4-rc2", None),
        ("i7-3615QM", None),
    ],
)
def test_unit_behind_a_number(text, unit):
    """A number keeps the unit written behind it; versions and names are no numbers."""
    numbers = [t.unit for t in Words(text).tokens() if t.kind == "n"]
    assert ([unit] if unit is not None else []) == numbers


def test_diff_is_blank():
    """A diff is not read, what stands around it is."""
    text = "Before: 5 Gbps\n\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a 7 Gbps\n-b\n+c\n\nAfter: 6 Gbps\n"
    assert ["5", "6"] == [m.original for b in bench.read(text).blocks for m in b.metrics]
