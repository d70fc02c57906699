# SPDX-License-Identifier: GPL-2.0-or-later
"""From a unit and the words around a number to the metric's name, its direction, and whether it is the result itself."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from digest import unit as units
from digest.model.bench import Direction


class Metric(NamedTuple):
    """Name, which way is better, and whether it is a result of its own (else it stands beside one)."""

    name: str
    direction: Direction
    primary: bool = True


_BY_FAMILY: Final[dict[str, Metric]] = {
    "bit/s": Metric("throughput", "higher"),
    "B/s": Metric("throughput", "higher"),
    "pps": Metric("pps", "higher"),
    "req/s": Metric("rps", "higher"),
    "trans/s": Metric("tps", "higher"),
    "ops/s": Metric("ops", "higher"),
    "conn/s": Metric("cps", "higher"),
    "msg/s": Metric("msgs", "higher"),
    "calls/s": Metric("calls", "higher"),
    "/s": Metric("rate", "unknown"),
    "s": Metric("latency", "lower"),
    "s/op": Metric("time_per_op", "lower"),
    "s/packet": Metric("time_per_op", "lower"),
    "cycles": Metric("cycles", "lower"),
    "cycles/op": Metric("cycles_per_op", "lower"),
    "cycles/byte": Metric("cycles", "lower"),
    "cycles/packet": Metric("cycles", "lower"),
    "us/KB": Metric("service_demand", "lower", primary=False),
    "us/Tr": Metric("service_demand", "lower", primary=False),
    "us/MB": Metric("cpu_cost", "lower", primary=False),
    "%": Metric("cpu", "lower", primary=False),
    "B": Metric("transfer", "unknown", primary=False),
    "Hz": Metric("frequency", "unknown", primary=False),
    "count": Metric("count", "unknown", primary=False),
}

# The first row that matches names the metric.  Compared with the lower-cased header or label.
_BY_WORD: Final[tuple[tuple[re.Pattern[str], Metric], ...]] = tuple(
    (re.compile(pattern), metric)
    for pattern, metric in (
        (r"\bper {0,3}%? {0,3}(?:cpu|core)\b|/ ?%? ?cpu\b|\befficien", Metric("efficiency", "higher")),
        (r"\bidle\b", Metric("idle", "higher", primary=False)),
        (r"soft ?irq|\bsoft\b|\bsi\b", Metric("cpu_softirq", "lower", primary=False)),
        (r"(?:cpu|util|%|time).{0,12}\b(?:sys|system|kernel)\b|^%?sys$|system time", Metric("cpu_system", "lower", primary=False)),
        (r"(?:cpu|util|%|time).{0,12}\b(?:user|usr)\b|^%?usr$|user time", Metric("cpu_user", "lower", primary=False)),
        (r"\bcpu\b|cpu (?:usage|util)|utili[sz]ation", Metric("cpu", "lower", primary=False)),
        (r"retrans|\bretr\b", Metric("retransmits", "lower", primary=False)),
        (r"packet loss|\bloss\b|\blost\b|\bdrop rate\b", Metric("loss", "lower", primary=False)),
        (
            r"\b(?:drops|dropped)\b(?! (?:from|to|by|down|back|below|about|around|only|slightly|sharply|significantly)\b)|packet drop",
            Metric("drops", "lower", primary=False),
        ),
        (r"\bhit[ -]?(?:rate|ratio)|cache hits?\b", Metric("hits", "higher", primary=False)),
        (r"(?:cache|tlb|branch)[ -]?miss(?:es|[ -]rate)?\b|\bmiss[ -]?(?:rate|ratio)", Metric("misses", "lower", primary=False)),
        (r"\berr(?:or)?s?\b|misses|\bmiss\b", Metric("errors", "lower", primary=False)),
        (r"time-?outs?\b|\brtos?\b", Metric("timeouts", "lower", primary=False)),
        (r"out[ -]of[ -]order|\booo\b|reorder(?:ing|ed|s)?\b", Metric("reordering", "lower", primary=False)),
        (r"\binterrupts?\b|\birqs?\b(?!.{0,3}time)", Metric("interrupts", "lower", primary=False)),
        (r"context[ -]?switch(?:es)?\b|\bcsw\b", Metric("context_switches", "lower", primary=False)),
        (r"\bwake-?ups?\b(?!.{0,3}lat)", Metric("wakeups", "lower", primary=False)),
        (r"\bpage[ -]?faults?\b", Metric("page_faults", "lower", primary=False)),
        (r"\b(?:sys(?:tem)?[ -]?calls?)\b(?! ?(?:/|per))", Metric("syscalls", "lower", primary=False)),
        (r"\bjitter\b", Metric("jitter", "lower", primary=False)),
        (r"std ?dev|deviation|\bmdev\b|(?<!within )variance|\bsd\b", Metric("stddev", "unknown", primary=False)),
        (r"service demand|\bsdem", Metric("service_demand", "lower", primary=False)),
        (r"\bp?99\.?99|99\.99", Metric("latency_p9999", "lower", primary=False)),
        (r"\bp?99\.?9\b|99\.9", Metric("latency_p999", "lower", primary=False)),
        (r"\bp99\b|99th|99 ?%|\b99pct|_p99\b", Metric("latency_p99", "lower", primary=False)),
        (r"\bp95\b|95th|95 ?%", Metric("latency_p95", "lower", primary=False)),
        (r"\bp90\b|90th|90 ?%", Metric("latency_p90", "lower", primary=False)),
        (r"\bp50\b|50th|median|50 ?%(?!-)", Metric("latency_p50", "lower", primary=False)),
        (r"min(?:imum)?[ _]*lat|lat(?:ency)?[ _]*min|^min$", Metric("latency_min", "lower", primary=False)),
        (r"max(?:imum)?[ _]*lat|lat(?:ency)?[ _]*max|^max$", Metric("latency_max", "lower", primary=False)),
        (r"latency|\brtt\b|round.?trip|\bdelay\b|\blat\b|response time", Metric("latency", "lower")),
        (r"through?put|bandwidth|bit ?rate|\bbw\b|goodput|[gmk]bps|[gmk]bits?/s|[gm]b/s", Metric("throughput", "higher")),
        (
            r"\bpps\b|packets?[ /](?:s\b|sec|per)|[rt]x_?(?:packets|pkts|pkt)\b|pkts?/s|(?:packet|forwarding|matching) rate|\b[mk]pps\b",
            Metric("pps", "higher"),
        ),
        (r"\bqps\b|\brps\b|req(?:uest)?s?[ /](?:s\b|sec|per)|requests?/s", Metric("rps", "higher")),
        (r"\btps\b|trans(?:action)?s?[ /.](?:s\b|sec|per|rate)|transaction rate", Metric("tps", "higher")),
        (r"\bops\b|operations?[ /](?:s|per)", Metric("ops", "higher")),
        (r"\binsns?\b(?! per cycle)|\binstructions?\b(?! per cycle)", Metric("instructions", "lower")),
        (r"\bcycles?\b|\bclocks\b|\btsc\b", Metric("cycles", "lower")),
        (r"\bmemory\b|\b(?:max)?rss\b|\bslab\b|footprint|\bheap\b|\bpeak\b", Metric("memory", "lower", primary=False)),
        (r"fairness|\bjain\b", Metric("fairness", "higher", primary=False)),
        (r"\bbacklog\b|\bqlen\b|queue (?:length|depth|occupancy)", Metric("queue", "lower", primary=False)),
        (r"\bpower\b|\bwatts?\b|\benergy\b|\bjoules?\b", Metric("power", "lower", primary=False)),
        (
            r"\b(?:insertion|insert|lookup|update|deletion|rule|flow|session|frame|segment|datagram)s?(?: rate\b|[ ]?(?:/|per)[ ]?s)",
            Metric("ops", "higher"),
        ),
        (r"\bipc\b|insn per cycle", Metric("ipc", "higher", primary=False)),
        (r"elapsed|duration|\btime\b|runtime|\breal\b|took|takes|seconds|overhead|\bcost", Metric("time", "lower")),
    )
)

# a percentage is of processor time unless its words speak of another whole
_OTHER_WHOLE: Final = re.compile(
    r"line ?rate|aggregat|coverage|\bshare\b|\bratio\b|success|complet|\bof (?:the )?(?:line|link|max|packets|flows|time)"
)
_SHARE: Final = Metric("share", "unknown", primary=False)
_NOT_CPU: Final = re.compile(r"per-?cpu|\bcpu (?:stress|map|set|mask|count|hog|bound)|number of cpu|\bcpus (?:used|online)|\bstress")
_COUNTED: Final = frozenset(
    {"drops", "errors", "retransmits", "interrupts", "context_switches", "wakeups", "page_faults", "timeouts", "reordering", "misses"}
)
# how often a second something is done that is wanted
_DONE: Final = re.compile(
    r"\b(?:insert(?:ion)?|lookup|update|deletion|rule|flow|session|frame|segment|datagram|packet|request|transaction|call|op|loop"
    r"|iteration|message|quer(?:y|ie)|alloc(?:ation)?|write|read|file)s?\b"
)
_LATENCY_WORD: Final = re.compile(r"latenc|rtt|delay|round.?trip|\bpings?\b|response")


# `--runtime=30 --iodepth=4`: what a command was told names no metric
_OPTION: Final = re.compile(r"(?<!\S)--?[a-z][\w-]{0,40}(?:=\S{0,80})?")


@lru_cache(maxsize=4096)
def metric(unit: str, words: str = "") -> Metric:
    """Name a metric by its unit and by the header, label or sentence it stands in (lower case expected, any case accepted)."""
    words = words.lower()
    family = units.family(unit)
    if "-" in words and family not in _BY_FAMILY:
        words = _OPTION.sub(" ", words)
    found = next((m for pattern, m in _BY_WORD if pattern.search(words)), None)
    known = _BY_FAMILY.get(family)
    if known is None or family in {"count", "/s"}:
        if family == "/s" and (found is None or found.name not in _COUNTED) and _DONE.search(words) is not None:
            return Metric("ops", "higher")
        if not unit and found is not None and found.name == "cpu" and _NOT_CPU.search(words) is not None:
            return Metric("value", "unknown")  # "CPU stress", "per-CPU lists": what was done, not how busy it was
        return found or known or Metric("value", "unknown")
    if family == "s":
        if found is not None and found.name in _COUNTED:
            # "the p99 latency drops": a time is no number of drops, timeouts, errors
            found = next((m for pattern, m in _BY_WORD if m.name not in _COUNTED and pattern.search(words)), None)
        if found is not None and found.name not in _COUNTED and found.name.startswith(("latency", "jitter", "stddev", "time")):
            return found
        return known if _LATENCY_WORD.search(words) else Metric("time", "lower") if unit == "s" else known
    if family == "%":
        if found is not None and not found.name.startswith(
            ("latency", "time", "throughput", "pps", "memory", "power", "cycles", "instructions")
        ):
            return found
        return _SHARE if _OTHER_WHOLE.search(words) else known
    if family == "B" and found is not None and found.name == "memory":
        return found
    if found is not None and (found.name == "stddev" or (found.name == "drops" and family == "pps")):
        return found
    if family == "cycles" and found is not None and found.name == "cycles":
        return found
    return known
