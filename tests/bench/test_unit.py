# SPDX-License-Identifier: GPL-2.0-or-later
"""Units: many spellings, one name; scale keeps the magnitude."""

import pytest

from digest import unit


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("10^6bits/sec", "Mbit/s"),
        ("Mbps", "Mbit/s"),
        ("Mb/s", "Mbit/s"),
        ("Mb/sec", "Mbit/s"),
        ("MB/s", "MB/s"),
        ("MBytes/sec", "MB/s"),
        ("MiB/s", "MB/s"),
        ("kpps", "Kpps"),
        ("Mpkts/s", "Mpps"),
        ("qps", "req/s"),
        ("requests/sec", "req/s"),
        ("usecs", "us"),
        ("µs", "us"),
        ("pct", "%"),
        ("apples", None),
        ("", None),
    ],
)
def test_canonical(written, canonical):
    """Each spelling has one canonical unit; the case of b tells bits from bytes."""
    assert canonical == unit.canonical(written)


@pytest.mark.parametrize("name", sorted(unit.UNITS))
def test_canonical_is_stable(name):
    """A canonical unit is its own spelling."""
    if name not in {"B", "G", "T", "TB", "bit", "Kbit", "Mbit", "Gbit", "Tbit"}:
        assert name == unit.canonical(name)


@pytest.mark.parametrize(
    ("value", "name", "shown"),
    [
        (9412310000.0, "bit/s", "9.41 Gbit/s"),
        (317000.0, "pps", "317 Kpps"),
        (0.00034, "s", "340 us"),
        (12.5, "%", "12.5 %"),
        (0.0, "Mbit/s", "0 bit/s"),
    ],
)
def test_scale(value, name, shown):
    """People read three digits and the prefix that suits."""
    assert shown == unit.scale(value, name)


def test_tidy_keeps_magnitude():
    """A value in its base unit is the same quantity."""
    assert (9.41e9, "bit/s") == unit.tidy(9.41, "Gbit/s")
