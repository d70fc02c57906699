# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers as tools write them: decimal signs and digit groups of any locale, clocks, units in names."""

import pytest

from digest import bench
from digest.bench import _fields, times


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("7,249,926", 7249926.0),
        ("7.249.926.989", 7249926989.0),
        ("801.345,22", 801345.22),
        ("2,791.70", 2791.7),
        ("0,36", 0.36),
        ("28.195", 28.195),
    ],
)
def test_decimal(written, value):
    """Groups of digits and decimal signs are told apart."""
    assert value == _fields.decimal(written)


@pytest.mark.parametrize(("written", "value"), [("10,016412507", 10.016412507), ("0,360", 0.36), ("1.25", 1.25)])
def test_point(written, value):
    """A number that never groups digits has a decimal comma only."""
    assert value == _fields.point(written)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("0m11,172s", 11.172),
        ("1m0.007s", 60.007),
        ("1h2m3.5s", 3723.5),
        ("0m 8.40s", 8.4),
        ("1:21.95", 81.95),
        ("1:02:03", 3723.0),
        ("11.172", 11.172),
    ],
)
def test_seconds(written, value):
    """Hours and minutes become seconds."""
    assert value == times.seconds(written)


@pytest.mark.parametrize(
    "text",
    [
        "The real 3 users said 20% of the system is fine.",
        "We saw 12.50% packet_loss and 7.10% frame_loss, no profile was taken.",
        "Interval 0.0-10.0 sec was too short for 10 Gbits/sec links.",
        "Counters: TcpExtTCPTimeouts 12 0.0 and TcpRetransSegs 1204 0.0",
        "It copied, 3 s later, 20% more; CPU %usr is a column of mpstat.",
        "kernel: eth0: 1000 pps limit, 10 Mb/sec (10000000bps) was asked for",
    ],
)
def test_no_output(text):
    """Words of a tool without its grammar are no result of it."""
    tools = {"time", "perf-top", "perf-stat", "iperf", "iperf3", "nstat", "dd", "mpstat", "sar", "pktgen", "lkp", "mmtests", "vmstat"}
    assert tools & {block.tool for block in bench.read(text).blocks if block.kind == "tool-output"} == set()


@pytest.mark.parametrize(
    ("rows", "tool"),
    [
        ("[  3]  0.0-10.0 sec  1.10 GBytes   942 Mbits/sec", "iperf"),
        ("[  5]   0.00-10.00  sec  1.10 GBytes   942 Mbits/sec", "iperf3"),
        ("[  5]   0.0-10.0  sec  1.10 GBytes   942 Mbits/sec    0             sender", "iperf3"),
        ("$ iperf3 -c 192.0.2.1\n[  5]   0.0-10.0 sec  1.10 GBytes   942 Mbits/sec", "iperf3"),
        ("$ iperf -c 192.0.2.1\n[  3] 0.00-10.00 sec  1.10 GBytes   942 Mbits/sec", "iperf"),
        ("[  1] 0.0000-10.0135 sec  1.10 GBytes   942 Mbits/sec  8998/0        4      352K/1873(52) us  62881.12", "iperf"),
    ],
)
def test_which_iperf(rows, tool):
    """Both iperfs are told apart by name, by column, by digits."""
    assert [tool] == [block.tool for block in bench.read(rows).blocks]


@pytest.mark.parametrize(("rows", "elapsed"), [("0.00-10.00", [10.0]), ("24.00-25.00", [])])
def test_interval_of_iperf(rows, elapsed):
    """The end of an interval is the time that passed where it began at zero, and nowhere else."""
    found = bench.read(f"$ iperf3 -c 192.0.2.1 -P 4\n[SUM]  {rows}  sec  7.10 GBytes  61.0 Gbits/sec\n")
    assert elapsed == [metric.value for block in found.blocks for metric in block.metrics if metric.name == "elapsed"]


@pytest.mark.parametrize("event", ["ITLB_WALK", "INST_RETIRED", "l1d_cache_refill", "dtlb_load_misses.walk_completed"])
def test_events_of_one_processor(event):
    """Below perf stat's heading an event without a dash or colon is one too."""
    rows = f"      333,278,635      {event}\n    6,762,692,976      cycles\n\n      1.020304050 seconds time elapsed\n"
    found = bench.read(f" Performance counter stats for 'system wide':\n\n{rows}")
    assert [333278635.0, 6762692976.0, 1.02030405] == [metric.value for block in found.blocks for metric in block.metrics]
