# SPDX-License-Identifier: GPL-2.0-or-later
"""However the two sides of a tool's output are marked, with lines and without them, each figure is on its own."""

import pytest

from digest import bench

OUTPUTS = {
    "iperf3": (
        "[  5]   0.00-20.00  sec  20.1 GBytes  8.63 Gbits/sec   31             sender",
        "[  5]   0.00-20.00  sec  21.9 GBytes  9.40 Gbits/sec    2             sender",
    ),
    "pktgen": (
        "Result: OK: 9120211(c9120011+d200) usec, 20000000 (60byte,0frags)\n  2192931pps 1052Mb/sec (1052606880bps) errors: 0",
        "Result: OK: 8011202(c8011002+d200) usec, 20000000 (60byte,0frags)\n  2496504pps 1198Mb/sec (1198321920bps) errors: 0",
    ),
    "two runs": (
        "udp tx:   1711 MB/s    29021 calls/s  29021 msg/s\nudp tx:   1713 MB/s    29055 calls/s  29055 msg/s",
        "udp tx:   1902 MB/s    32260 calls/s  32260 msg/s\nudp tx:   1899 MB/s    32209 calls/s  32209 msg/s",
    ),
    "time": ("real\t0m12.311s\nuser\t0m0.402s\nsys\t0m11.870s", "real\t0m3.012s\nuser\t0m0.398s\nsys\t0m2.511s"),
}
MARKS = {
    "colon": "Before:\n{a}\n\nAfter:\n{b}\n",
    "reversed": "With the patch:\n{b}\n\nWithout the patch:\n{a}\n",
    "uname": "$ uname -r\n6.12.0-vanilla\n{a}\n\n$ uname -r\n6.12.0-patched\n{b}\n",
    "uname that grew": "$ uname -r\n6.12.0-rc2\n{a}\n\n$ uname -r\n6.12.0-rc2-fix+\n{b}\n",
    "command": "# ./run without patch\n{a}\n# ./run with patch\n{b}\n",
    "banner": "=== vanilla ===\n{a}\n\n=== patched ===\n{b}\n",
    "rules": "--- before ---\n{a}\n--- after ---\n{b}\n",
    "hashes": "## Before\n\n{a}\n\n## After\n\n{b}\n",
    "brackets behind": "{a}   (before)\n\n{b}   (after)\n",
    "arrows behind": "{a}   <- before\n\n{b}   <- after\n",
    "comments behind": "{a}   # before\n\n{b}   # after\n",
    "brackets": "[baseline]\n{a}\n\n[patched]\n{b}\n",
    "plus": "net-next:\n{a}\n\nnet-next + this series:\n{b}\n",
    "parent": "HEAD~1:\n{a}\n\nHEAD:\n{b}\n",
    "ordinals": "1) without the patch\n{a}\n\n2) with the patch\n{b}\n",
    "code": "Old code:\n{a}\n\nNew code:\n{b}\n",
    "applying": "Before applying:\n{a}\n\nAfter applying:\n{b}\n",
    "none named": "Base:\n{a}\n\nWith batching:\n{b}\n",
}


def _roles(text: str) -> dict[float, set[str | None]]:
    out: dict[float, set[str | None]] = {}
    for block in bench.read(text).blocks:
        for metric in block.metrics:
            if metric.primary:
                out.setdefault(metric.value, set()).add(metric.role)
    return out


@pytest.mark.parametrize("flat", [False, True], ids=["lines", "flattened"])
@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("output", OUTPUTS)
def test_sides(output: str, mark: str, flat: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """What stands in the section of a side is of that side."""
    if (mark, output) == ("none named", "two runs") or (flat and mark == "none named"):
        pytest.skip("no word of the second section names a side: only two outputs, with their lines, tell each other's")
    a, b = OUTPUTS[output]
    expected = {value: {"before"} for value in _roles(a)} | {value: {"after"} for value in _roles(b)}

    text = "Measured on one host.\n\n" + MARKS[mark].format(a=a, b=b)

    assert expected == _roles(" ".join(text.split()) + "\n" if flat else text)
