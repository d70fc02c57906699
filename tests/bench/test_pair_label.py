# SPDX-License-Identifier: GPL-2.0-or-later
"""The label of a comparison: what the labels of both sides share."""

import pytest

from digest import bench

SIDES = """\
Size   RX before (Gbps)   RX after (Gbps)   TX before (Gbps)   TX after (Gbps)
64     0.44               1.71              0.60               1.80
512    2.10               6.30              2.40               6.60
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Size   Before ( Gbps )   After ( Gbps )\n64     0.44              1.71\n512    2.10              6.30\n", [None, None]),
        ("From 10 Mbps to 11 Mbps with this patch.\n", [None]),
        ("| pool | without patch | with patch |\n|---|---|---|\n| hot | 10 Mpps | 12 Mpps |\n", [None]),
        (SIDES, ["RX (Gbps)", "TX (Gbps)"] * 2),
        ("Before:\nhot pool: 10 Mpps\nAfter:\nhot pool: 12 Mpps\n", ["hot pool"]),
    ],
)
def test_a_label_names_no_side(text: str, expected: list[str | None]) -> None:
    """A head that tells a side and a unit names no test; what both heads have beside them does."""
    assert expected == [made.label for made in bench.read(text).comparisons]
