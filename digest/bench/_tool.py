# SPDX-License-Identifier: GPL-2.0-or-later
"""Which tool a hand-made table or sentence speaks of: the last one named before it.  Where none is named: unknown."""

import re
from bisect import bisect_left
from functools import lru_cache
from typing import Final

UNKNOWN: Final = "unknown"

_NAMES: Final = (
    (r"super_netperf(?:\.sh)?(?:[^\n;|]{0,80}?-t[ ]{1,3}\w{3,20})?", "super_netperf"),  # the test that it is told to run is no other tool
    (r"netperf|TCP_RR|TCP_CRR|UDP_RR|TCP_STREAM|UDP_STREAM|TCP_MAERTS|TCP_SENDFILE", "netperf"),
    (r"iperf3", "iperf3"),
    (r"iperf2?", "iperf"),
    (r"nuttcp", "nuttcp"),
    (r"pktgen\w{0,40}", "pktgen"),
    (r"neper|tcp_crr|tcp_stream|tcp_rr", "neper"),
    (r"sockperf", "sockperf"),
    (r"wrk2?", "wrk"),
    (r"h2load", "h2load"),
    (r"ab(?= -[nck])|ApacheBench|apachebench", "ab"),
    (r"uperf", "uperf"),
    (r"ntttcp", "ntttcp"),
    (r"qperf", "qperf"),
    (r"fio|t/io_uring", "fio"),
    (r"redis-benchmark|memtier(?:_benchmark)?", "redis-benchmark"),
    (r"memcached|mutilate|memaslap", "memcached"),
    (r"hping3?", "hping"),
    (r"tbench\d?", "tbench"),
    (r"hackbench", "hackbench"),
    (r"kbench_mod", "unknown"),
    (r"nperfd?\b(?:[ \t]+-\S{1,20}[^\n]{0,160})?", "unknown"),  # with its options: `-t TCP_STREAM` is not netperf's there
    (r"stress-ng", "stress-ng"),
    (r"mmtests", "mmtests"),
    (r"xdpsock", "xdpsock"),
    (r"XDP_(?:DROP|TX|PASS|REDIRECT|ABORTED)|xdp[-_]bench|xdp_rxq_info|xdp_redirect\w{0,20}|xdp[123]|xdp-trafficgen", "xdp"),
    (r"[Tt]estpmd", "testpmd"),
    (r"T-?[Rr][Ee][Xx]", "trex"),
    (r"udpgso_bench\w{0,4}", "udpgso_bench"),
    (r"tcp_mmap", "tcp_mmap"),
    (r"msg_zerocopy", "msg_zerocopy"),
    (r"kperf", "kperf"),
    (r"nft_concat_range(?:\.sh)?|baseline \(drop from netdev hook\)|baseline rbtree \(match", "nft-selftest"),
    (r"time_bench|cycles\(tsc\)|bench_page_pool\w{0,10}|slab_bulk_test\w{0,6}", "time_bench"),
    (r"flent", "flent"),
    (r"vmstat", "vmstat"),
    (r"mpstat", "mpstat"),
    (r"ib_(?:send|write|read)_(?:bw|lat)", "perftest"),
)
_ANY: Final = re.compile(
    r"(?<![\w-])(?:" + "|".join(f"(?P<t{i}>{pattern})" for i, (pattern, _) in enumerate(_NAMES)) + r")(?![\w-]*[.=]c\b)(?!\w)",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"(?<![\w-])[A-Za-z][\w-]{1,60}")
_HEADS: Final = frozenset(
    re.findall(
        "..",
        "npsunetcudipnupksowrh2abapupntqpfiremembmuhptbhakbstmmxdtetrt-mskpnftitcbyslflibvmmpbacy",
    )
)
_REACH: Final = 2500


def _find(text: str) -> tuple[list[int], list[str]]:
    """Find all tools a text names: where, and which."""
    starts: list[int] = []
    names: list[str] = []
    until = 0
    for word in _WORD.finditer(text, 0, len(text.rstrip())):
        if word.start() < until or text[word.start() : word.start() + 2].lower() not in _HEADS:
            continue
        match = _ANY.match(text, word.start())
        if match is not None:
            starts.append(match.start())
            until = match.end()
            names.append(_NAMES[int((match.lastgroup or "t0")[1:])][1])
    return starts, names


_mentions = lru_cache(maxsize=4)(_find)
_SHORT: Final = 300


def named(text: str, start: int = 0, end: int | None = None) -> str | None:
    """Give the last tool named in a stretch of text, or None."""
    starts, names = _find(text) if len(text) < _SHORT else _mentions(text)
    at = bisect_left(starts, len(text) if end is None else end) - 1
    return names[at] if at >= 0 and starts[at] >= start else None


def of(text: str, start: int, end: int) -> str:
    """Give the tool a result at `start` .. `end` was measured with: named before it, else in it."""
    return named(text, max(0, start - _REACH), start) or named(text, start, end) or named(text, end, end + 400) or UNKNOWN
