# SPDX-License-Identifier: GPL-2.0-or-later
"""Is there any number to read?  Most mails hold none, and must cost nothing.

The text is squeezed (no blanks, digits alike, prefixes alike) by one pass in C, cut at the diff, and searched for a digit with a unit
behind it or for a word that only results have.  What passes is read in full, but only near such places (`near`).
"""

import re
from bisect import bisect_right
from itertools import accumulate
from typing import Final

_TABLE: Final = bytes.maketrans(b"123456789KMGkmgbB", b"000000000GGGGGGbb")
_BLANKS: Final = b" \t\n\r>|*?"  # a non-breaking space is a question mark in ASCII
_HINT: Final = re.compile(
    rb"0(?:G?i?b(?:ps|/s|its?/s|ytes/s|ytes0)|G?pps|G?pGt|pacGets/|%|elapsed|ns|us(?:ec(?!a)|(?![be]))|Gs|s(?![a-zA-Z0_])|s0{1,6}\.0|s(?:ec(?:ond)?s?)?(?:[Ww]ith|before|[Aa]fter|to|elapsed)|sec(?:ond)?s?(?![a-zA-Z0_])|(?:Gilli|Gicro|nano)sec|cyc|percent|pct|\.0{1,9}sec|\.00,[0,]"
    rb"|G?(?:req|ops|trans|rps|qps|tps|cps|conn|calls|/sec)|G/s(?![a-z])|,000/s(?:to|and|with|[^a-zA-Z])|G0{1,4}\.0{1,3}G|\[G\])"
)
# Words that results have even where no unit stands behind a number; a tool's module may need one more here.
_WORDS: Final = tuple(
    word.encode().translate(_TABLE)
    for word in (
        "netperf",
        "redir/s",
        "Average:",
        "x-pps:",
        "events/sec",
        "task-clock",
        "counterstats",
        "countsunitevents",
        "Insns",
        "perfstat",
        "rate_Mbps",
        "iperf",
        "bits_per",
        "hroughput",
        "atency",
        "bps",
        "qps",
        "QPS",
        "RPS",
        "benchmark",
        "min/avg/",
        "real0",
        "time_end=",
        "swpd",
        "%Cpu",
        "timeelapsed",
        "Executedin",
        "%idle",
        "pck/s",
        "sar-n",
        "wrk",
        "persec",
        "cyclesper",
        "(tps",
        "tpsbefore",
        "tpsafter",
        "usec:",
        "Gb/s",
        "(us)",
        "(usec",
        "bit/s",
        "(ms)",
        "IOPS",
        "IOPs",
        "[usec]",
        "rx/s",
        "tx/s",
        "anosec",
        '"iops":',
        "DloadUpload",
        "xmit/s",
        "XDP-RX",
        "txc=",
        "mmap'ed",
        "perrun",
        "hackbench",
        ";fio-",
        "Latencies:",
        "descriptorseach",
        "sched/messaging",
        "Elapsed",
        "Before(s)",
        "before(s)",
        "After(s)",
        "after(s)",
        "timeinms",
        "timeinus",
        "timeinns",
        "(%)",
        "std%)",
        "lowerisbetter",
        "higherisbetter",
        "lessisbetter",
        "moreisbetter",
        "smallerisbetter",
        "biggerisbetter",
        "(conn/s",
        "(trans/s",
        "(req/s",
        "TCP_STREAM",
        "UDP_STREAM",
        "TCP_RR",
        "UDP_RR",
        "TCP_CRR",
        "_mpps",
        "_kpps",
        "(seconds)",
        "(secs)",
        "(sec)",
        "BeforeAfter",
        "beforeafter",
        "Before:After:",
        "before:after:",
        "VanillaPatched",
        "vanillapatched",
        "unpatchedpatched",
        "UnpatchedPatched",
        "BasePatched",
        "basepatched",
        "OldNew",
        "inseconds",
        "avg0.0",
        "notpatched:",
        "Withthepatch",
        "Withthispatch",
        "Withoutthepatch",
        "Withoutthispatch",
        "Withpatch:",
        "Withoutpatch:",
    )
)
_DIFF: Final = b"diff--Git"
# Rates: "packets/s" is one, "drivers/staging" and "apps" are none.
_RATES: Final = re.compile(r"s/s(?:ec)?(?:onds?)?(?![\w/-]|\.\w)|pps(?<![a-jl-z]pps)")
# Numbers that stand alone.  Those of a diffstat, a shortlog and a date ("On Tue, 9 Jan 2024 06:59:05 +0000, A wrote") are no results.
_ALONE: Final = re.compile(
    r"\d(?<![\w.,/$#:@\\]\d)(?<!\d [+-]\d)[\d.,]{0,30}+(?:[kKMG]\b|m\d[\d.,]{0,12}s?)?"
    r"(?!\w|[ ]{1,3}(?:files? changed|insertions?\(|deletions?\()"
    r"|\):(?:\n|$)|[ ][+-]{1,80}(?:\n|$)|[ ][A-Z][a-z]{2}[ ]\d{4}\b|[ ]\d\d:\d\d)"
)

# Every alternative begins with one character, not with a choice or a look behind, so that the search leaps from one such to the next.
_EVIDENCE: Final = re.compile(
    r"\d(?: ?(?:(?:[KMGkmg]i?)?(?:bps|b/s|B/s|Bps|bits?/s|bytes/s|Bytes|pps|pkts?/s|packets|%|[nuµμm]?s\b"
    r"|[nuµm]?secs?\b|(?:milli|micro|nano)?seconds|cycles|req|ops|trans|rps|qps|tps|conn|calls|[KMGk]\b|/s)"
    r"|[ \t]{0,40}\|)|\.\d{2}[^\d\n]|\.\d{3}[ \t])"
)
_HEADS: Final = re.compile(
    r"throughput|Throughput|THROUGHPUT|latency|Latency|netperf|iperf|bits/s|PPS\b|QPS\b|RPS\b|TPS\b|pps\b|qps\b|rps\b|bps\b|bandwidth|Bandwidth"
    r"|req/s|\[[k.]\]|cycles|min/avg|elapsed|Elapsed|%\w+ +%|stddev|real[ \t:=]{1,12}\d|user[ \t:=]{1,12}\d|sys[ \t:=]{1,12}\d"
    r"|percent|Percent|requests|counts unit|Insns|Dload|iops\x22|perf stat|task-clock|time_end=|bits_per|rate_Mbps"
    r"|swpd|Cpu|TIME\+|%idle|pck/s"
    r"|IOPS|IOPs|x/s|xmit/s|redir/s|err/s|txc=|mmap'ed|XDP-|per run|scriptors each|sched/messaging|Time:|± |Summary:|pts(?=\n|\Z)"
    r"|;fio-|Latencies:|tions/s|trans/s|tps|ops/s|conn/s|ests/s|ckets/s|bit/s|b/s|B/s|\(us\)|\(ms\)|\(ns\)"
    r"|\(s(?:ec(?:ond)?s?)?\)|\(%\)|std%|TCP_(?:STREAM|C?RR)|UDP_(?:STREAM|C?RR)|usec|per sec"
    r"|lower is better|higher is better|less is better|more is better|smaller is better|bigger is better"
    r"|Before:? {2,40}[Aa]fter|before:? {2,40}[Aa]fter|Vanilla {2,40}[Pp]atched|vanilla {2,40}[Pp]atched|Unpatched {2,40}[Pp]atched"
    r"|unpatched {2,40}[Pp]atched|Base {2,40}[Pp]atched|base {2,40}[Pp]atched|Old {2,40}[Nn]ew\b|old {2,40}[Nn]ew\b"
)
_ABOVE: Final = 14
_BELOW: Final = 40
_FLAT: Final = 400


def any_number(text: str) -> bool:
    """Tell quickly whether a text may hold a result."""
    stop = text.find("diff --git")
    text = text if stop < 0 else text[:stop]
    squeezed = text.encode("ascii", "replace").translate(_TABLE, _BLANKS)
    cut = squeezed.find(_DIFF)  # one that a mailer broke
    head = squeezed if cut < 0 else squeezed[:cut]
    if _HINT.search(head) is not None:
        return True
    # a word alone is no result: "improves throughput" stands in every second log, mostly without any number
    if _ALONE.search(text) is None:
        return False
    return _worded(head) or ((b"s/s" in head or b"pps" in head) and _RATES.search(text) is not None)


def _worded(head: bytes) -> bool:
    """Tell whether a word stands there that results have."""
    for word in _WORDS:  # noqa: SIM110 - asked of every mail: any() of a generator takes twice as long
        if word in head:
            return True
    return False


def near(text: str) -> str:
    """Blank out the lines that stand far from any sign of a result; the text keeps its length and its line breaks."""
    lines = text.split("\n")
    if max(map(len, lines)) > _FLAT:
        return text
    starts = list(accumulate(map(len, lines), lambda at, length: at + length + 1, initial=0))
    count = len(lines)
    keep = bytearray(count)
    for pattern in (_EVIDENCE, _HEADS):
        line = 0
        # what only has lines around it that are kept already is not looked for
        while (lacking := keep.find(0, max(0, line - _ABOVE))) >= 0:
            found = pattern.search(text, starts[max(line, lacking - _BELOW + 1)])
            if found is None:
                break
            line = bisect_right(starts, found.start()) - 1
            first, last = max(0, line - _ABOVE), min(count, line + _BELOW)
            keep[first:last] = b"\1" * (last - first)
            line += 1
    return "\n".join([line if kept else " " * len(line) for line, kept in zip(lines, keep, strict=True)])
