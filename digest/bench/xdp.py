# SPDX-License-Identifier: GPL-2.0-or-later
"""XDP samples of the kernel and xdp-tools: xdp1, xdp_rxq_info, xdp_redirect*, xdp_monitor, xdp-bench, xdp-trafficgen.

Old samples: `proto 17: 12345678 pkt/s`, `proto 4: sum: 9 pkts, rate: 3 pkts/s`,
`ifindex 5: 4321234 pkt/s`, `Forwarding 10140845 pkt/s`; `XDP-RX CPU total 24,234,567 0` and
`rx_queue_index 0:sum 24234567` under `pps issue-pps`; `XDP-RX 0 1,234,567 0 0`, `cpumap-enqueue sum:3 ...`, `cpumap_kthread total ...`
under `pps drop-pps extra-info`.  New ones: `Summary 24,690,789 rx/s 0 err,drop/s 24,690,789 xmit/s`, `eth0->eth1 ...`, `receive total
24,690,789 pkt/s 0 drop/s 0 error/s`, and at the end `Average packets/s : 26,123,456`.  A row of one CPU stands beside its total.
Source: samples/bpf of Linux 4.8 to 6.x, lib/util/xdp_sample.c of xdp-tools
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Figure, Run
from digest.bench._tokens import Words, number
from digest.model.bench import Direction

NAME: Final = "xdp"

_N: Final = r"\d{1,3}(?:,\d{3}){1,5}(?![\d,])|\d{1,15}"
_PLAIN: Final = re.compile(
    rf"(?<![\w./-])(?P<label>proto\s+\d{{1,3}}|ifindex\s+\d{{1,6}}|Forwarding)\s?:?\s+(?:sum:\s{{0,12}}\d{{1,15}}\s+pkts,\s+rate:\s{{0,12}})?(?P<value>{_N})\s?(?P<unit>pkts?/s)(?![\w/])"
)
_RXQ: Final = re.compile(
    rf"(?<![\w.-])(?P<label>XDP-(?:RX|DROP|TX)\s+CPU\s+(?:\d{{1,5}}|total)|rx_queue_index\s+\d{{1,5}}:(?:\d{{1,5}}|sum))\s+(?P<value>{_N})(?:\s+(?P<issue>{_N})(?![\w./:]))?(?![\w./])"
)
_CPUMAP: Final = re.compile(
    r"(?<![\w.-])(?P<label>(?:XDP-RX|cpumap-enqueue|cpumap_kthread|redirect_err|xdp_exception|XDP_REDIRECT|devmap-xmit|xdp-in-kthread|xdp_pass|"
    r"xdp_drop|xdp_redirect)\s+(?:total|sum:\d{1,5}|\d{1,5}:\d{1,5}|\d{1,5}))"
    rf"\s+(?P<value>{_N})\s+(?P<drop>{_N})(?:\s+(?P<extra>\d{{1,9}}(?:\.\d{{1,3}})?))?(?:\s+(?P<kind>bulk-average|sched-sum|sched|pps|Success|Error"
    r"|cpu-dest-err|drv_err|bulk_avg))?(?![\w./])"
)
_HEADS: Final = re.compile(
    r"(?:XDP\s+stats|RXQ\s+stats|XDP-cpumap|XDP-event)\s+(?:CPU(?::to)?|RXQ:CPU)\s+pps\s+(?:issue-pps|drop-pps)(?:\s+(?:extra-info|bulk-average))?"
)
_RUNNING: Final = re.compile(
    r"(?:Running\s+XDP(?:/eBPF)?\s+(?:on\s+dev:\s?(?P<dev>[\w.-]{1,16})\s+\(ifindex:\s?\d{1,6}\)\s+action:\s?(?P<action>\w{3,16})"
    r"(?:\s+options:\s?(?P<options>\w{1,16}))?|prog_name:\s?(?P<prog>\S{1,60}))"
    r"|(?P<what>Redirecting|Dropping|Passing|Hairpinning)\s+(?:packets\s+)?(?:from|on)\s+[^()]{1,60}\(ifindex\s+\d{1,6};\s+driver\s+[^()]{1,20}\)"
    r"(?:\s+to\s+[^()]{1,60}\(ifindex\s+\d{1,6};\s+driver\s+[^()]{1,20}\))?)"
)
_CALL: Final = re.compile(
    r"(?<![\w-])(?:xdp-bench[ \t]{1,4}|xdp_(?=redirect|tx|drop))"
    r"(?P<test>drop|pass|tx|(?:xdp_)?redirect(?:[-_](?:cpu|map|map[-_]multi|multi))?)(?=[ \t]{1,4}[\w-])"
)
_CALLED: Final = 400
_RATE: Final = re.compile(
    rf"\s+(?P<value>{_N})(?:\.\d\d)?\s+(?P<kind>rx|tx|xmit|pkt|err,drop|err|error|drop|drv_err|hit|pass|redir|txkick|rxkick)/s(?![\w/])|\s+(?P<sched>{_N})\s+sched(?![\w/-])"
)
_LABEL: Final = re.compile(
    r"(?<![\w./>-])(?P<label>Summary|[A-Za-z][\w.-]{0,15}->(?:[A-Za-z][\w.-]{0,15}|\?)|receive(?:\s+total)?|redirect(?:\s+total)?|redirect_err(?:\s+total)?"
    r"|xdp_exception(?:\s+total)?|devmap_xmit(?:\s+(?:total|[A-Za-z][\w.-]{0,15}->[\w.-]{1,16}))?|kthread(?:\s+total)?|xdp_stats|enqueue\s+to\s+cpu\s+\d{1,5}|cpu:\d{1,5}(?:->\d{1,5})?"
    r"|rxq:\d{1,5}(?:\s+total)?|xmit\s+[\w.-]{1,16}->[\w.-]{1,16}|[a-z]{2,8}\d[\w.]{0,12})(?=\s+\d)"
)
_BULK: Final = re.compile(r"\s+(?P<value>\d{1,6}(?:\.\d{1,3})?)\s+bulk-avg")
_END: Final = re.compile(
    rf"(?<!\w)(?P<what>Packets\s+(?:received|transmitted|dropped|redirected)|Rx\s+dropped|Tx\s+errors|Errors|Average\s+(?P<avg>packets|transmit|drops|rx)/s)\s+:\s+(?P<value>{_N})(?![\w./])"
)
_SEVERAL: Final = re.compile(r"(?!Summary|proto|ifindex|Forwarding|Average|Packets|\S{1,40}->)")
_ALWAYS: Final = frozenset({"redirect_err", "xdp_exception", "devmap_xmit"})
_WANTED: Final = {"rx": "rx", "pkt": "rx", "xmit": "xmit", "tx": "xmit"}
# What stands before a row of the sample's own: another row's end or the heading.  Behind any other word it is a cell of an author's table.
_LED: Final = re.compile(r"(?:[\d,.]{1,20}|[a-z]{2,8}-(?:pps|info|average|sum)|sched|pps|[\w(){}-]{1,60}:|[-=]{3,200}|[|>#*])[ \t]{0,80}\Z")


def sniff(words: Words) -> bool:
    """Tell whether output of a sample may stand here."""
    gist = words.gist
    return (
        "pkt/s" in gist
        or "pkts/s" in gist
        or "XDP-RX" in gist
        or "rx_queue_index" in gist
        or "xmit/s" in gist
        or "rx/s" in gist
        or "cpumap" in gist
        or "packets/s" in gist
    )


def parse(words: Words) -> Iterator[Run]:
    """Read each result; a mode that one command says and no other contradicts is that of all."""
    runs = list(_runs(words))
    modes = {run.test for run in runs} - {None}
    for run in runs:
        if run.test is None and len(modes) == 1:
            (run.test,) = modes
        yield run


def _runs(words: Words) -> Iterator[Run]:
    """Read lines that stand together as one result; what the output says of itself above them is taken along."""
    text = words.rest
    found = [(m.start(), m.end(), [_figure(m, "value", "pps", m["label"], primary=True)]) for m in _PLAIN.finditer(text)]
    found += [(m.start(), m.end(), _counted(m)) for m in _RXQ.finditer(text) if _row(text, m.start())]
    if "drop-pps" in text or "cpumap" in text:
        found += [(m.start(), m.end(), _cpumap(m)) for m in _CPUMAP.finditer(text) if _row(text, m.start())]
    if "/s" in text:
        found += _rates(text)
    found += [(m.start(), m.end(), [_total(m)]) for m in _END.finditer(text)]
    found += [(m.start(), m.end(), []) for pattern in (_HEADS, _RUNNING) for m in pattern.finditer(text)]
    found.sort(key=lambda item: item[0])
    calls = list(_CALL.finditer(words.plain)) if "xdp-bench" in words.plain or "xdp_" in words.plain else []
    run: Run | None = None
    for start, end, figures in found:
        if run is not None and start < run.end:
            continue
        heading = not figures and (run is not None and bool(run.figures)) and _RUNNING.match(text, start) is not None
        if run is None or heading or text[run.end : start].strip(" \n\t-=|+"):
            if run is not None and run.figures:
                yield _done(run)
            last = 0 if run is None else run.end
            run = Run(NAME, start, end, layout="keyvalue", test=_called(calls, max(last, start - _CALLED), start))
        run.end = end
        run.figures += figures
        said = _RUNNING.match(text, start) if not figures else None
        if said is not None:
            run.test = said["action"]
    if run is not None and run.figures:
        yield _done(run)


def _called(calls: list[re.Match[str]], start: int, end: int) -> str | None:
    """Give the mode of the last command between two places."""
    at = bisect_left(calls, end, key=lambda call: call.start()) - 1
    return calls[at]["test"].replace("_", "-") if at >= 0 and calls[at].start() >= start else None


def _row(text: str, start: int) -> bool:
    """Tell whether a row begins here: at the start of a line, or behind what ends another row."""
    before = text[max(0, start - 90) : start]
    blank = before.rstrip(" \t")
    return not blank or blank.endswith("\n") or blank[-1] in ":|>)*#]$" or _LED.search(before) is not None


def _done(run: Run) -> Run:
    """Say which figures are the result: the averages at the end, else the summaries, else the totals, else each line."""
    chosen = [f for f in run.figures if f.params.get("of") == "average"]
    chosen = chosen or [f for f in run.figures if f.primary and f.key == "Summary"]
    chosen = chosen or [f for f in run.figures if f.primary and "->" in f.key]
    chosen = chosen or [f for f in run.figures if f.primary] or [f for f in run.figures if f.name == "pps"]
    results = {id(f) for f in chosen}
    for figure in run.figures:
        figure.primary = id(figure) in results
    for figure in run.figures:
        # what is measured once in a run meets its like whatever it is called (eth0->eth1, proto 17)
        figure.params = {"row": "average"} if figure.params else {"row": figure.key} if _SEVERAL.match(figure.key) else {}
        figure.key = ""
    return run


def _is_sum(label: str) -> bool:
    return label.endswith(("total", "sum")) or "sum:" in label


def _figure(match: re.Match[str], group: str, name: str, label: str, *, primary: bool = False, direction: Direction = "higher") -> Figure:
    value = number(match[group])
    direction = "lower" if name.endswith(("drops", "issue", "errors")) else direction
    return Figure(*match.span(group), name, value, "pps", direction, primary and value > 0, key=" ".join(label.split()))


def _counted(match: re.Match[str]) -> list[Figure]:
    out = [_figure(match, "value", "pps", match["label"], primary=_is_sum(match["label"]))]
    if match["issue"] is not None:
        out.append(_figure(match, "issue", "pps_issue", match["label"]))
    return out


def _cpumap(match: re.Match[str]) -> list[Figure]:
    label = match["label"]
    name = "pps" if label.startswith("XDP-RX") else f"pps_{label.split()[0].lower().replace('-', '_')}"
    direction: Direction = "lower" if "err" in name or "exception" in name else "higher"
    out = [
        _figure(match, "value", name, label, primary=_is_sum(label) and direction == "higher", direction=direction),
        _figure(match, "drop", "pps_drops", label),
    ]
    if match["extra"] is not None and match["kind"] is not None:
        bulk = match["kind"].startswith("bulk")
        out.append(
            Figure(
                *match.span("extra"),
                match["kind"].replace("-", "_"),
                number(match["extra"]),
                "" if bulk else "/s",
                primary=False,
                key=" ".join(label.split()),
            )
        )
    return out


def _rates(text: str) -> list[tuple[int, int, list[Figure]]]:
    """Read `label N kind/s N kind/s ...` of the newer samples."""
    out = []
    for head in _LABEL.finditer(text):
        figures = []
        end = head.end()
        label = " ".join(head["label"].split())
        for _ in range(8):
            rate = _RATE.match(text, end)
            if rate is None:
                break
            end = rate.end()
            if rate["sched"] is not None:
                figures.append(Figure(*rate.span("sched"), "sched", number(rate["sched"]), "/s", primary=False, key=label))
                continue
            kind = rate["kind"]
            first = kind in _WANTED and not any(figure.primary for figure in figures) and not label.startswith("cpu:")
            name = "pps" if _WANTED.get(kind) == "rx" else "pps_xmit" if kind in _WANTED else f"pps_{kind.replace(',', '_')}"
            lower = kind in {"err", "error", "err,drop", "drv_err", "hit"} or (kind == "drop" and label != "xdp_stats")
            value = number(rate["value"])
            figures.append(
                Figure(
                    *rate.span("value"),
                    name,
                    value,
                    "/s" if kind == "hit" else "pps",
                    "lower" if lower else "higher",
                    first and value > 0,
                    key=label,
                )
            )
        bulk = _BULK.match(text, end)
        if bulk is not None:
            end = bulk.end()
            figures.append(Figure(*bulk.span("value"), "bulk", number(bulk["value"]), "", primary=False, key=label))
        sure = len(figures) > 1 or label == "Summary" or "->" in label or label.endswith("total") or label in _ALWAYS
        if figures and (sure or (figures[0].name == "pps" and " rx/s" in text[head.end() : end])):
            out.append((head.start(), end, figures))
    return out


def _total(match: re.Match[str]) -> Figure:
    """Read a line of the totals at the end."""
    value = number(match["value"])
    if match["avg"] is None:
        return Figure(*match.span("value"), "packets", value, "count", primary=False, key=" ".join(match["what"].split()))
    name = {"transmit": "pps_xmit", "drops": "pps_drop"}.get(match["avg"], "pps")
    return Figure(*match.span("value"), name, value, "pps", "higher", primary=False, params={"of": "average"})
