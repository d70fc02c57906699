# SPDX-License-Identifier: GPL-2.0-or-later
"""What tools print by option, by release and by locale: each value with its name, its unit, its side and what it is of."""

import pytest

from digest import bench


def dressed(text):
    """Give a text as it is, quoted once and twice, and in one line."""
    quoted = "".join(f"> {line}" for line in text.splitlines(keepends=True))
    return (text, quoted, quoted.replace("> ", "> > "), " ".join(text.split("\n")))


def told(text, *names):
    """Give (name, token, unit, role) of the figures with these names, or of all."""
    found = [one for block in bench.read(text).blocks for one in block.metrics]
    return [(one.name, one.original, one.unit, one.role) for one in found if not names or one.name in names]


AB = """\
{side}
Concurrency Level:      100
Complete requests:      100000
Requests per second:    {rate} [#/sec] (mean)
Time per request:       2.331 [ms] (mean)

Percentage of the requests served within a certain time (ms)
  50%      {half}
  90%      3
  99%      {last}
"""


def test_ab_cut_percentiles():
    """Percentiles of ab are times, however many of them an author kept."""
    text = AB.format(side="Before:", rate="42900.04", half=2, last=7) + AB.format(side="After:", rate="46926.33", half=1, last=5)
    for dress in dressed(text):
        assert [
            ("latency_p50", "2", "ms", "before"),
            ("latency_p99", "7", "ms", "before"),
            ("latency_p50", "1", "ms", "after"),
            ("latency_p99", "5", "ms", "after"),
        ] == told(dress, "latency_p50", "latency_p99", "cpu")


def test_time_of_mksh():
    """A shell that puts the word behind its time, in minutes and seconds: the first is the real time."""
    text = (
        "unpatched:\n    0m1.21s real     0m0.11s user     0m0.91s system\npatched:\n    0m0.81s real     0m0.12s user     0m0.61s system\n"
    )
    for dress in dressed(text):
        assert [
            ("time", "0m1.21s", "s", "before"),
            ("time_user", "0m0.11s", "s", "before"),
            ("time_sys", "0m0.91s", "s", "before"),
            ("time", "0m0.81s", "s", "after"),
            ("time_user", "0m0.12s", "s", "after"),
            ("time_sys", "0m0.61s", "s", "after"),
        ] == told(dress)


def test_xdpsock_of_india():
    """Digits grouped by two are one number."""
    text = (
        " sock0@ens1:0 txonly xdp-drv\n                   pps            pkts           1.00\n"
        "rx                 0              0\ntx                 1,92,29,105    5,69,07,520\n"
    )
    for dress in dressed(text):
        assert [(19229105.0, "pps")] == [
            (one.value, one.unit) for block in bench.read(dress).blocks for one in block.metrics if one.name == "pps_tx"
        ]


STAT = " Performance counter stats for 'system wide':\n\n"


def perf(text):
    """Give (name, token, unit, params) of all that perf stat counted."""
    found = [one for block in bench.read(text).blocks for one in block.metrics]
    return [(one.name, one.original, one.unit, dict(one.params)) for one in found]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            "CPU0             22,911,040      cycles\nCPU1             81,221,932      cycles\n",
            [("cycles", "22,911,040", "count", {"cpu": "0"}), ("cycles", "81,221,932", "count", {"cpu": "1"})],
        ),
        (
            (
                "S0-D0-C0              2      81,221,932      cycles            #    0.041 GHz\n"
                "S0-D0-C1              2      61,321,910      cycles            #    0.031 GHz\n"
            ),
            [("cycles", "81,221,932", "count", {"cpu": "S0-D0-C0"}), ("cycles", "61,321,910", "count", {"cpu": "S0-D0-C1"})],
        ),
        (
            "S0      112      44,802,562.79 msec task-clock            #  112.001 CPUs utilized\nS1      112      331,002      cycles\n",
            [("task_clock", "44,802,562.79", "ms", {"cpu": "S0"}), ("cycles", "331,002", "count", {"cpu": "S1"})],
        ),
        (
            "             46,116      cycles                  system.slice\n          8,685,400      cycles                  user.slice\n",
            [("cycles", "46,116", "count", {"cgroup": "system.slice"}), ("cycles", "8,685,400", "count", {"cgroup": "user.slice"})],
        ),
    ],
    ids=["cpu", "core", "socket", "cgroup"],
)
def test_perf_stat_of_what(rows, expected):
    """CPU, core, socket and cgroup of a row say what was counted there."""
    for dress in dressed(f"{STAT}{rows}\n       1.002604113 seconds time elapsed\n"):
        assert [*expected, ("time", "1.002604113", "s", {})] == perf(dress)


def test_perf_stat_metrics():
    """A metric has its own name; one that is a count by time is none; energy is better where it is less."""
    rows = (
        "     1,257,833,472      cpu_core/TOPDOWN.SLOTS/          #      0.3 %  tma_fp_divider           (50.02%)\n"
        "            157.47 MiB  uncore_imc/cas_count_read/       #     0.12 DRAM_BW_Use\n"
        "                13      context-switches                 #     12.9 cs/sec  cs_per_second\n"
        "         2,110,331      branch-misses                    #      0.3 %  branch_miss_rate         (50.02%)\n"
        "     9,102,111,250      instructions                     #      2.7 instructions  insn_per_cycle  (66.65%)\n"
        "                        TopdownL1                 #     31.2 %  tma_backend_bound\n"
        "                                                  #      4.1 %  tma_bad_speculation\n"
        "            121.33 Joules power/energy-pkg/\n"
    )
    for dress in dressed(f"{STAT}{rows}\n       1.002604113 seconds time elapsed\n"):
        assert [
            ("TOPDOWN_SLOTS", "1,257,833,472", "count", None),
            ("tma_fp_divider", "0.3", "%", None),
            ("uncore_imc_cas_count_read", "157.47", "MB", None),
            ("DRAM_BW_Use", "0.12", "", None),
            ("context_switches", "13", "count", None),
            ("branch_misses", "2,110,331", "count", None),
            ("branch_miss_rate", "0.3", "%", None),
            ("instructions", "9,102,111,250", "count", None),
            ("ipc", "2.7", "", None),
            ("tma_backend_bound", "31.2", "%", None),
            ("tma_bad_speculation", "4.1", "%", None),
            ("power_energy_pkg", "121.33", "J", None),
            ("time", "1.002604113", "s", None),
        ] == told(dress)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            (
                "#           time             counts unit events\n     1.000520165             11,108      skb:kfree_skb\n"
                "     2.010494526             12,178      skb:kfree_skb\n"
            ),
            [("skb_kfree_skb", "11,108", "count", {}), ("skb_kfree_skb", "12,178", "count", {})],
        ),
        (
            (
                "#           time CPU                counts unit events\n     1.000351429 CPU0                1,154  sched:sched_switch\n"
                "     1.000351429 CPU1                1,555  sched:sched_switch\n"
            ),
            [("sched_sched_switch", "1,154", "count", {"cpu": "0"}), ("sched_sched_switch", "1,555", "count", {"cpu": "1"})],
        ),
        (
            (
                "perf stat -x, -e cycles,instructions ./run\n2251120331,,cycles,1002604113,100.00,,\n"
                "3251120331,,instructions,1002604113,100.00,1.44,insn per cycle\n"
            ),
            [("cycles", "2251120331", "count", {}), ("instructions", "3251120331", "count", {})],
        ),
        (
            "1002.33,msec,task-clock,1002330021,100.00,1.000,CPUs utilized\n22,,context-switches,1002330021,100.00,21.949,/sec\n",
            [("task_clock", "1002.33", "ms", {}), ("context_switches", "22", "count", {})],
        ),
    ],
    ids=["interval", "interval-cpu", "separated", "separated-bare"],
)
def test_perf_stat_without_head(text, expected):
    """Rows of -I by their heading, rows of -x by their commas: no line of the seconds elapsed is needed."""
    for dress in dressed(text):
        assert expected == perf(dress)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("TX (no patch)", "TX (patch)"),
        ("Upstream:", "Series applied:"),
        ("Pre:", "Post:"),
        ("two queues, tx (before)", "two queues, tx (after)"),
        ("Result (before):", "Result (after):"),
        ("With patch reverted:", "With patch applied:"),
        ("With the series backed out", "With the series"),
        ("Single producer (unpatched)\n===========================", "Single producer (patched)\n========================="),
    ],
)
def test_headings_of_output(one, other):
    """What heads a tool's output says its side, in brackets too."""
    rows = "[  5]   0.00-30.00  sec  3.{}2 GBytes   8{}4 Mbits/sec    0             sender\n"
    text = f"{one}\n{rows.format(1, 9)}{other}\n{rows.format(2, 7)}"
    assert [("throughput", "894", "Mbit/s", "before"), ("throughput", "874", "Mbit/s", "after")] == told(text, "throughput")


@pytest.mark.parametrize(
    "text",
    [
        "The older ones (patch) are at 12.2 Mpps.",
        "It was 12.2 Mpps on one of these (new) and 12.8 Mpps there.",
        "Rate (new)  12.2 Mpps\n",
        "Now 12.2 Mpps (old)\nand 12.8 Mpps\n",
    ],
)
def test_brackets_in_a_sentence(text):
    """A word in brackets within a line is no heading of what follows."""
    assert {"before"} != {one.role for block in bench.read(text).blocks for one in block.metrics}


def pairs(text):
    """Give (metric, before, after, percentage claimed, whether it holds, verdict) of each comparison."""
    return [
        (one.metric, one.before, one.after, one.claimed_percent, one.claim_matches, one.verdict) for one in bench.read(text).comparisons
    ]


VERISTAT = """\
File       Program      Verdict (A)  Verdict (B)  Verdict (DIFF)  Insns (A)  Insns (B)  Insns   (DIFF)
---------  -----------  -----------  -----------  --------------  ---------  ---------  --------------
lb_main.o  tail_egress  success      success      MATCH                3400       3060  -340 (-10.00%)
lb_main.o  tail_ct      success      failure      MISMATCH             4100        N/A             N/A
"""


def test_veristat_compared():
    """A and B of veristat are before and after, the difference is a claim; what one side has not is not compared."""
    for dress in dressed(VERISTAT):
        assert [("insns", 3400.0, 3060.0, -10.0, True, "better")] == pairs(dress)


@pytest.mark.parametrize("column", ["File  ", "Program"])
def test_veristat_of_one_run(column):
    """A table of one run has no sides; a column of names may be missing, a duration is none of the other counts."""
    text = (
        f"{column}         Verdict  Duration (us)  Insns  States  Peak states\n"
        "-------------  -------  -------------  -----  ------  -----------\n"
        "loop1.bpf.o    success           1211   3311     211          210\n"
    )
    for dress in dressed(text):
        assert [
            ("duration", "1211", "us", None),
            ("insns", "3311", "count", None),
            ("states", "211", "count", None),
            ("peak_states", "210", "count", None),
        ] == told(dress)


def test_xdp_bench_by_mode():
    """Results of several modes meet those of their own mode, in whatever order."""
    line = "Summary                 {} rx/s                  0 err,drop/s\n"
    text = (
        f"Before:\n# xdp-bench tx eth0\n{line.format('391,868')}# xdp-bench drop eth0\n{line.format('681,781')}"
        f"After:\n# xdp-bench drop eth0\n{line.format('749,959')}# xdp-bench tx eth0\n{line.format('411,461')}"
    )
    for dress in dressed(text):
        assert {("pps", 391868.0, 411461.0), ("pps", 681781.0, 749959.0)} == {pair[:3] for pair in pairs(dress) if pair[0] == "pps"}


def test_xdp_bench_command_once():
    """A mode that only the first command names is that of both results."""
    line = "Summary                 {} rx/s                  0 err,drop/s\n"
    text = f"Before:\n# xdp-bench drop eth0\n{line.format('681,781')}After:\n{line.format('749,959')}"
    assert [("pps", 681781.0, 749959.0)] == [pair[:3] for pair in pairs(text) if pair[0] == "pps"]


def test_xdp_drops_are_bad():
    """Packets that a redirection drops are no result to be raised."""
    text = "  receive total                 7,112,331 pkt/s                 9 drop/s                0 error/s\n"
    assert [("pps", "higher"), ("pps_drop", "lower"), ("pps_error", "lower")] == [
        (one.name, one.direction) for block in bench.read(text).blocks for one in block.metrics
    ]


def test_mutilate_heading_once():
    """The heading may stand over both sides."""
    text = (
        "#type       avg     std     min     5th    10th    90th    95th    99th\nbefore:\n"
        "read      110.4    41.0    31.9    58.1    66.0   158.2   181.5   266.3\nTotal QPS = 411003.9 (12330117 / 30.0s)\nafter:\n"
        "read       92.7    35.2    31.0    52.8    59.9   137.4   155.0   220.8\nTotal QPS = 499110.2 (14973306 / 30.0s)\n"
    )
    for dress in dressed(text):
        assert [
            ("latency", "110.4", "us", "before"),
            ("rps", "411003.9", "req/s", "before"),
            ("latency", "92.7", "us", "after"),
            ("rps", "499110.2", "req/s", "after"),
        ] == told(dress, "latency", "rps")


def test_netperf_selectors_of_a_command():
    """The list of -o names the columns of each row below it, whatever label stands before."""
    text = (
        "$ netperf -H 192.0.2.1 -t UDP_RR -- \\\n    -o min_latency,mean_latency,transaction_rate\n\n"
        "stock kernel, blocking:        12,13.13,73131.177\n\npatched kernel, blocking:      11,12.41,79991.172\n"
    )
    for dress in dressed(text):
        assert [
            ("latency_min", "12", "us", "before"),
            ("latency", "13.13", "us", "before"),
            ("tps", "73131.177", "trans/s", "before"),
            ("latency_min", "11", "us", "after"),
            ("latency", "12.41", "us", "after"),
            ("tps", "79991.172", "trans/s", "after"),
        ] == told(dress)


def test_memtier_progress():
    """The line of the progress is a result where it ends, and nothing before."""
    line = (
        "[RUN #1 {}%,  10 secs]  0 threads:  1133112 ops,  102331 (avg:  101331) ops/sec, 8.11MB/sec (avg: 8.02MB/sec),"
        "  1.91 (avg:  1.92) msec latency\n"
    )
    for dress in dressed(line.format(41)):
        assert [] == told(dress)
    for dress in dressed(line.format(100)):
        assert [("ops", "101331", "ops/s", None), ("throughput", "8.02", "MB/s", None), ("latency", "1.92", "ms", None)] == told(dress)


def test_trex_ports_are_counts():
    """The table of ports in front of the statistics of all is no table of an author's."""
    text = (
        " -Per port stats table\n      ports |               0 |               1\n"
        " ----------------------------------------------------\n   opackets |        71133102 |        71133110\n"
        "     obytes |      4553310211 |      4553310213\n      Tx Bw |       3.11 Gbps |       3.11 Gbps\n"
    )
    for dress in dressed(text):
        assert [] == told(dress)


def test_udp_errors_under_a_flood():
    """Where received datagrams stand beside, more of them is better and errors say nothing by themselves."""
    text = (
        "super_netperf 20 -t UDP_STREAM -H peer -l10 -- -n -m 120\n\nBefore:\nnstat -n ; sleep 1 ; nstat | grep Udp\n"
        "Udp6InDatagrams                 611091             0.0\nUdp6InErrors                    3901277            0.0\n"
        "After:\nnstat -n ; sleep 1 ; nstat | grep Udp\n"
        "Udp6InDatagrams                 812281             0.0\nUdp6InErrors                    7491093            0.0\n"
    )
    for dress in dressed(text):
        assert [("Udp6InDatagrams", 611091.0, 812281.0, "better")] == [(*pair[:3], pair[5]) for pair in pairs(dress)]


def test_sockperf_label():
    """What sockperf prints before its average is no heading."""
    text = "Busy poll on:\nsockperf: ====> avg-latency=13.580 (std-dev=1.331)\nsockperf: Summary: Latency is 13.580 usec\n"
    assert ["Busy poll on" in (one.label or "Busy poll on") for block in bench.read(text).blocks for one in block.metrics] == [True]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("commit 3189713a1b84 (a250c23^):", "commit a250c23f15c2:"),
        ("a250c23f15c2~1:", "a250c23f15c2:"),
        ("commit a250c23^:", "commit a250c23f15c2:"),
    ],
)
def test_parent_of_a_commit(one, other):
    """A commit and its parent head what was measured on each."""
    text = f"{one}\n$ ./super_netperf 32 -H 192.0.2.2 -l 10\n97079.8\n\n{other}\n$ ./super_netperf 32 -H 192.0.2.2 -l 10\n34197.5\n"
    for dress in dressed(text):
        assert [("throughput", "97079.8", "Mbit/s", "before"), ("throughput", "34197.5", "Mbit/s", "after")] == told(dress)


def test_commits_without_a_tie():
    """Two commits of which none is said to be the parent have no sides."""
    text = "3189713a1b84:\n$ ./super_netperf 32 -H 192.0.2.2\n97079.8\n\na250c23f15c2:\n$ ./super_netperf 32 -H 192.0.2.2\n34197.5\n"
    assert [("throughput", "97079.8", "Mbit/s", None), ("throughput", "34197.5", "Mbit/s", None)] == told(text)


def test_perf_stat_one_event():
    """One event is enough where the deviation of its runs stands behind it."""
    text = (
        "perf stat -e cycles -a -r5 ./run\nBefore:\n   268,103,947,669      cycles                 ( +-  0.09% )\n"
        "After:\n   259,137,291,449      cycles                 ( +-  0.19% )\n"
    )
    for dress in dressed(text):
        assert [("cycles", "268,103,947,669", "count", "before"), ("cycles", "259,137,291,449", "count", "after")] == told(dress)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "v6.9: hackbench -g 20 -l 1000: 12.311s\nv6.9 + series: hackbench -g 20 -l 1000: 11.311s\n",
            [("12.311", "before"), ("11.311", "after")],
        ),
        ("9 runs of hackbench -l 16000 -g 16: 3.221sec (+/- 0.90%)\n", [("3.221", None)]),
        ("We run hackbench -g 20: 10 processes each, 12.3 GB of memory\n", []),
    ],
)
def test_hackbench_by_its_command(text, expected):
    """A time right behind the command is its result."""
    assert [(token, role) for name, token, unit, role in told(text) if name == "time" and unit == "s"] == expected


def test_mpstat_in_a_sentence():
    """A column's name with from and to is its change."""
    text = "Behind that, mpstat of the receiver: %soft goes from 60.2 to 46.9, %idle up from 12.3% to 27.5%.\n"
    for dress in dressed(text):
        assert [("cpu_softirq", 60.2, 46.9, "better"), ("idle", 12.3, 27.5, "better")] == [(*pair[:3], pair[5]) for pair in pairs(dress)]


@pytest.mark.parametrize("unit", ["rx/s", "pps", "tx/s", "packets/s"])
@pytest.mark.parametrize("cost", ["nanosec/packet", "ns/packet", "nsec/pkt", "ns per packet"])
def test_rate_and_cost(unit, cost):
    """A rate and, behind an equals sign, what it means for a packet are two results of each side."""
    text = f"XDP_DROP, no-touch\n  Without patch :  54,152,300 {unit} = 18.47 {cost}\n  With the patch:  33,520,619 {unit} = 29.83 {cost}\n"
    for dress in dressed(text)[:3]:
        assert [
            ("54,152,300", "pps", "before"),
            ("18.47", "ns/packet", "before"),
            ("33,520,619", "pps", "after"),
            ("29.83", "ns/packet", "after"),
        ] == [(token, unit, role) for _, token, unit, role in told(dress)]


@pytest.mark.parametrize("stamp", ["Mon Mar 24 19:57:33 2025 ", "2025-03-24T19:57:33.120+0000 ", "19:57:33 "])
def test_iperf3_with_timestamps(stamp):
    """What --timestamps puts before each row is no figure, and rows of one run stay together."""
    text = "".join(
        f"{side}\n{stamp}[  5]   0.00-1.00   sec   112 MBytes   93{digit} Mbits/sec    0    411 KBytes       \n"
        f"{stamp}[  5]   1.00-2.00   sec   112 MBytes   939 Mbits/sec    0    411 KBytes       \n"
        f"{stamp}- - - - - - - - - - - - - - - - - - - - - - - - -\n"
        f"{stamp}[ ID] Interval           Transfer     Bitrate         Retr\n"
        f"{stamp}[  5]   0.00-2.00   sec   224 MBytes   93{digit} Mbits/sec    {digit}             sender\n"
        for side, digit in (("Before:", 1), ("After:", 8))
    )
    for dress in dressed(text):
        assert [
            ("throughput", "931", "Mbit/s", "before"),
            ("retransmits", "1", "count", "before"),
            ("throughput", "938", "Mbit/s", "after"),
            ("retransmits", "8", "count", "after"),
        ] == told(dress, "throughput", "retransmits")


def test_fio_json():
    """Of fio's JSON the direction that moved something is read: KiB a second, requests a second, latencies in nanoseconds."""
    still = '"write" : { "io_bytes" : 0, "bw_bytes" : 0, "bw" : 0, "iops" : 0.000000, "lat_ns" : { "min" : 0, "mean" : 0.000000 } }'
    moved = (
        '"read" : {{\n        "io_bytes" : 38117834752,\n        "bw_bytes" : 1270552140,\n        "bw" : {bw},\n        "iops" : {iops},\n'
        '        "runtime" : 30001,\n        "clat_ns" : {{ "mean" : 99110.331002, "percentile" : {{ "99.000000" : 163840 }} }},\n'
        '        "lat_ns" : {{ "min" : 13011, "mean" : {mean} }}\n      }},\n'
    )
    text = "".join(
        f'{side}\n{{ "jobs" : [ {{ "jobname" : "randread",\n      {moved.format(bw=bw, iops=iops, mean=mean)}      {still}\n}} ] }}\n'
        for side, bw, iops, mean in (
            ("Before:", 1240773, "310193.660211", "103110.331002"),
            ("After:", 1340773, "335193.660211", "93110.331002"),
        )
    )
    for dress in dressed(text):
        assert [
            ("throughput", "1240773", "KB/s", "before"),
            ("ops", "310193.660211", "ops/s", "before"),
            ("latency_complete_p99", "163840", "ns", "before"),
            ("latency", "103110.331002", "ns", "before"),
            ("throughput", "1340773", "KB/s", "after"),
            ("ops", "335193.660211", "ops/s", "after"),
            ("latency_complete_p99", "163840", "ns", "after"),
            ("latency", "93110.331002", "ns", "after"),
        ] == told(dress, "throughput", "ops", "latency", "latency_complete_p99")


@pytest.mark.parametrize(
    ("slow", "fast", "rate"),
    [
        (
            "testfile                  100% 1024MB 112.3MB/s   00:09",
            "testfile                  100% 1024MB 212.3MB/s   00:04",
            ("112.3", "212.3", "MB/s"),
        ),
        (
            "  1,073,741,824 100%  112.31MB/s    0:00:09 (xfr#1, to-chk=0/1)",
            "  1,073,741,824 100%  212.31MB/s    0:00:04",
            ("112.31", "212.31", "MB/s"),
        ),
        (
            "sent 1,074,004,056 bytes  received 35 bytes  112,905,272.29 bytes/sec",
            "sent 1,074,004,056 bytes  received 35 bytes  212,905,272.29 bytes/sec",
            ("112,905,272.29", "212,905,272.29", "B/s"),
        ),
        (
            "2023-11-06 10:11:12 (112 MB/s) - 'f.img' saved [1073741824/1073741824]",
            "2023-11-06 10:12:12 (212 MB/s) - ‘f.img’ saved [1073741824/1073741824]",
            ("112", "212", "MB/s"),
        ),
        (
            (
                "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n"
                "                                 Dload  Upload   Total   Spent    Left  Speed\n"
                "100 1024M  100 1024M    0     0   112M      0  0:00:09  0:00:09 --:--:--  113M"
            ),
            (
                "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n"
                "                                 Dload  Upload   Total   Spent    Left  Speed\n"
                "100 1024M  100 1024M    0     0   212M      0  0:00:04  0:00:04 --:--:--  213M"
            ),
            ("112", "212", "MB/s"),
        ),
    ],
    ids=["scp", "rsync", "rsync-sum", "wget", "curl"],
)
def test_copies(slow, fast, rate):
    """Of a copied file the rate is the result; 100% is no share of a processor."""
    for dress in dressed(f"Before:\n{slow}\nAfter:\n{fast}\n"):
        assert [("throughput", rate[0], rate[2], "before"), ("throughput", rate[1], rate[2], "after")] == told(
            dress, "throughput", "cpu", "loss"
        )


def test_copy_under_way():
    """Progress is no result."""
    for dress in dressed("testfile                   41%  420MB 112.3MB/s   00:05 ETA\n"):
        assert [] == told(dress)


def test_iperf3_json_settings():
    """What iperf3 -J says of its start and of single intervals is no result."""
    text = (
        '{\n\t"start":\t{\n\t\t"version":\t"iperf 3.9",\n\t\t"timestamp":\t{\n\t\t\t"time":\t"Mon, 06 Nov 2023 10:11:12 GMT",\n'
        '\t\t\t"timesecs":\t1699265472\n\t\t},\n\t\t"tcp_mss_default":\t1448,\n\t\t"test_start":\t{\n\t\t\t"num_streams":\t1,\n'
        '\t\t\t"blksize":\t131072,\n\t\t\t"duration":\t10\n\t\t}\n\t},\n\t"end":\t{\n\t\t"sum_sent":\t{\n\t\t\t"seconds":\t10.000211,\n'
        '\t\t\t"bytes":\t11764842496,\n\t\t\t"bits_per_second":\t9411675431.2,\n\t\t\t"retransmits":\t12\n\t\t}\n\t}\n}\n'
    )
    for dress in dressed(text):
        assert ["elapsed", "transfer", "throughput", "retransmits"] == [name for name, _, _, _ in told(dress)]


@pytest.mark.parametrize(
    ("one", "other"), [("Original:", "Optimized:"), ("baseline:", "series:"), ("no patch:", "patch 1:"), ("No patches:", "Patches 1-3:")]
)
def test_heading_between_two_outputs(one, other):
    """Where lines are lost, words with a colon that stand alone between two outputs head the second."""
    rows = "[  5]   0.00-30.00  sec  3.{}2 GBytes   8{}4 Mbits/sec    0             sender\n"
    for dress in dressed(f"{one}\n{rows.format(1, 9)}{other}\n{rows.format(2, 7)}"):
        assert [("throughput", "894", "Mbit/s", "before"), ("throughput", "874", "Mbit/s", "after")] == told(dress, "throughput")


@pytest.mark.parametrize("name", ["UDP", "IPv6", "64 bytes", "second run"])
def test_tests_between_two_outputs(name):
    """Words between two outputs that name a test leave both on the side of their heading."""
    row = "[  5]   0.00-30.00  sec  3.12 GBytes   8{}4 Mbits/sec    0             sender\n"
    text = f"Before:\n{row.format(1)}{name}:\n{row.format(2)}After:\n{row.format(3)}{name}:\n{row.format(4)}"
    for dress in dressed(text):
        assert ["before", "before", "after", "after"] == [role for _, _, _, role in told(dress, "throughput")]


ROW = "[  5]   0.00-30.00  sec  3.12 GBytes   8{}4 Mbits/sec    0             sender\n"
SIDES = [("Before:", "After:"), ("net-next:", "net-next + series:"), ("v6.9:", "v6.9 + patch:"), ("== vanilla ==", "== patched ==")]


@pytest.mark.parametrize(("before", "after"), SIDES)
@pytest.mark.parametrize(
    ("one", "other"), [("TCP:", "UDP:"), ("IPv4", "IPv6"), ("64B:", "1500B:"), ("* tx", "* rx"), ("host -> guest:", "guest -> host:")]
)
def test_two_tests_of_each_side(before, after, one, other):
    """Tests below each side, or both sides below each test: like meets like."""
    below = f"{before}\n{one}\n{ROW.format(1)}{other}\n{ROW.format(2)}\n{after}\n{one}\n{ROW.format(3)}{other}\n{ROW.format(4)}"
    above = f"{one}\n{before}\n{ROW.format(1)}{after}\n{ROW.format(3)}\n{other}\n{before}\n{ROW.format(2)}{after}\n{ROW.format(4)}"
    for text in (below, above):
        for dress in dressed(text):
            assert {(814.0, 834.0), (824.0, 844.0)} == {pair[1:3] for pair in pairs(dress) if pair[0] == "throughput"}


def test_a_third_system_keeps_out():
    """An output below a heading of its own is on no side."""
    for before, after in SIDES:
        text = f"{before}\n{ROW.format(1)}\n{after}\n{ROW.format(2)}\nFreeBSD 14:\n{ROW.format(3)}"
        assert {(814.0, 824.0)} == {pair[1:3] for pair in pairs(text) if pair[0] == "throughput"}


def test_switch_over_several_outputs():
    """Two positions of a switch head several outputs each."""
    line = "xdp-bench drop eth0\nSummary                   8{}4,781 rx/s                  0 err/s\n"
    text = f"gro off\n{line.format(1)}{line.format(2)}gro on\n{line.format(3)}{line.format(4)}"
    for dress in dressed(text):
        assert ["before", "before", "after", "after"] == [role for _, _, _, role in told(dress, "pps")]


def test_sides_without_a_colon():
    """In one line too the words right before each output are its side, whichever comes first."""
    text = f"patched\n{ROW.format(1)}{ROW.format(3)}baseline\n{ROW.format(2)}{ROW.format(4)}"
    for dress in dressed(text):
        assert ["after", "after", "before", "before"] == [role for _, _, _, role in told(dress, "throughput")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "$ time ./mk\nreal    0m{}1.331s\nuser    0m1.110s\nsys     0m1.221s\n",
            "$ time ./rm\nreal    0m{}1.331s\nuser    0m1.110s\nsys     0m1.221s\n",
        ),
        (f"$ iperf3 -c 192.0.2.1\n{ROW}", f"$ iperf3 -c 192.0.2.1 -R\n{ROW}"),
        (
            "$ ping -c 3 -q 192.0.2.1\nrtt min/avg/max/mdev = 0.003/{}.051/9.121/0.011 ms\n",
            "$ ping -c 3 -q -s 1400 192.0.2.1\nrtt min/avg/max/mdev = 0.003/{}.051/9.121/0.011 ms\n",
        ),
        (
            "Running 30s test @ http://192.0.2.1/1k\nRequests/sec: {}69143.55\nTransfer/sec:    137.11MB\n",
            "Running 30s test @ http://192.0.2.1/1m\nRequests/sec: {}69143.55\nTransfer/sec:    137.11MB\n",
        ),
        (
            "randread: (groupid=0, jobs=1): err= 0: pid=1331\n  read: IOPS={}10k, BW=1212MiB/s (1271MB/s)(35.5GiB/30001msec)\n",
            "seqread: (groupid=0, jobs=1): err= 0: pid=1332\n  read: IOPS={}10k, BW=1212MiB/s (1271MB/s)(35.5GiB/30001msec)\n",
        ),
    ],
    ids=["time", "iperf3", "ping", "wrk", "fio"],
)
def test_commands_in_another_order(one, other):
    """What ran below each side meets its like by its command, or by the words it opens with."""
    text = f"Before:\n{one.format(1)}{other.format(2)}After:\n{other.format(4)}{one.format(3)}"
    for dress in dressed(text):
        digits = {"time": 0, "latency": 0, "throughput": 1, "rps": 0, "ops": 0}
        found = {
            (str(one.before)[digits[one.metric]], str(one.after)[digits[one.metric]])
            for one in bench.read(dress).comparisons
            if one.metric in digits and one.before != one.after
        }
        assert {("1", "3"), ("2", "4")} == found


def test_another_command_on_each_side():
    """Commands that differ between the sides are no tests: in order like meets like."""
    text = "".join(
        f"{side}\n$ time ./tc{which} -b add\nreal    0m{digit}1.331s\nuser    0m1.110s\nsys     0m1.221s\n"
        f"$ time ./tc{which} -b del\nreal    0m{digit}2.331s\nuser    0m1.110s\nsys     0m1.221s\n"
        for side, which, digit in (("Before:", "-old", 4), ("After:", "-new", 1))
    )
    for dress in dressed(text):
        assert [("time", 41.331, 11.331), ("time", 42.331, 12.331)] == [pair[:3] for pair in pairs(dress) if pair[0] == "time"]


@pytest.mark.parametrize("sides", [("Before:", "After:"), ("net-next:", "net-next + series:")])
def test_a_test_of_one_side_only(sides):
    """What was run on one side only meets nothing."""
    text = (
        f"{sides[0]}\n$ iperf3 -c 192.0.2.1\n{ROW.format(1)}$ iperf3 -c 192.0.2.1 -R\n{ROW.format(2)}"
        f"{sides[1]}\n$ iperf3 -c 192.0.2.1 -R\n{ROW.format(4)}"
    )
    for dress in dressed(text):
        assert [(824.0, 844.0)] == [pair[1:3] for pair in pairs(dress) if pair[0] == "throughput"]
