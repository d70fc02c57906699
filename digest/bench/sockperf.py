# SPDX-License-Identifier: GPL-2.0-or-later
"""sockperf: ping-pong, under-load, playback and throughput of its client.

`Summary: Latency is N usec` (Round trip with --full-rtt) is the result, `---> percentile p = N`, `<MAX>` and `<MIN>` observation stand
beside it; throughput tells `Message Rate is N [msg/sec]` and `BandWidth is N MBps (N Mbps)`.  Where the summary was cut, `avg-latency=` is
the result.  Each line may have `sockperf:` before it.  Source: src/client.cpp of https://github.com/Mellanox/sockperf.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from digest import unit as units
from digest.bench import _fields
from digest.bench._block import Figure, Run
from digest.bench._fields import Field, N
from digest.bench._tokens import Words, number
from digest.model.bench import Param

NAME: Final = "sockperf"

_PARTS: Final = re.compile(
    rf"Summary:\s+(?:Latency|Round\s+trip|(?:Full\s+)?RTT)\s+is\s+(?P<latency>{N})\s+usec"
    rf"|Summary:\s+Message\s+Rate\s+is\s+(?P<rate>\d{{1,12}})\s+\[msg/sec\](?:,\s+Packet\s+Rate\s+is\s+(?:about\s+)?(?P<pps>\d{{1,12}})\s+\[pkt/sec\])?"
    rf"|Summary:\s+BandWidth\s+is\s+(?P<bytes>{N})\s+(?P<bytes_unit>[KMG]?Bps)\s+\((?P<bits>{N})\s+(?P<bits_unit>[KMG]?bps)\)"
    rf"|avg-(?:lat(?:ency)?|rtt)\s{{0,16}}=\s{{0,16}}(?P<avg>{N})(?:\s+\(std-dev\s{{0,16}}=\s{{0,16}}(?P<dev>{N})[^()]{{0,200}}(?:\([^()]{{0,40}}\))?\)?)?"
    rf"|percentile\s+(?P<percentile>\d{{1,3}}(?:\.\d{{1,5}})?)\s+=\s+(?P<value>{N})"
    rf"|<(?P<extreme>MAX|MIN)>\s+observation\s+=\s+(?P<observed>{N})"
    rf"|#\s+dropped\s+messages\s+=\s+(?P<dropped>\d{{1,12}})[;,]?(?:\s+#\s+duplicated\s+messages\s+=\s+\d{{1,12}}[;,]?)?"
    rf"(?:\s+#\s+out-of-order\s+messages\s+=\s+\d{{1,12}};?)?"
    rf"|\[(?:Valid\s+Duration|Total\s+Run)\]\s+RunTime=[\d.]{{1,14}}\s+sec;(?:\s+(?:Warm\s+up\s+time|SentMessages|ReceivedMessages)=\d{{1,14}}(?:\s+msec)?;?){{0,4}}"
    rf"|Total\s+\d{{1,14}}\s+observations;\s+each\s+percentile\s+contains\s+{N}\s+observations"
)
_BETWEEN: Final = re.compile(
    r"(?:[\s:;,\]>-]{1,120}+|sockperf:|={2,40}+>?|Printing\s+statistics\s+for\s+Server\s+No:\s{1,16}\d{1,4}|Test\s+end(?:ed)?(?:\s+\(interrupted\s+by\s+timer\))?"
    r"|\[\.\.\.?\]|\.{3}){0,24}"
)
_OPENING: Final = re.compile(
    r"(?:sockperf:\s+)?(?:==\s+version\s+\S{1,24}\s+==|\[\s?\d{1,4}\]\s+IP\s+=\s+\S{1,60}\s+PORT\s+=\s+\d{1,6}(?:\s+#\s+\w{3})?|Warmup\s+stage\s+\([^()]{1,60}\)\.{3}"
    r"|Starting\s+test\.{3}|Test\s+end(?:ed)?(?:\s+\(interrupted\s+by\s+timer\))?)\s+"
    r"|sockperf\[(?:CLIENT|SERVER)\]\s+send\s+on:\s?(?:sockperf:\s+)?using\s+\w{3,20}\(\)\s+to\s+block\s+on\s+socket\(s\)\s+"
)
_ARROW: Final = re.compile(r"(?:(?<!\w)sockperf:[ \t]{1,9})?={2,40}>\s{1,9}\Z")
_COMMAND: Final = re.compile(r"\bsockperf(?=\s+(?:ping-pong|pp|under-load|ul|throughput|tp|playback|pb)\b)")
_TEST: Final = re.compile(r"\bsockperf\s+(ping-pong|pp|under-load|ul|throughput|tp|playback|pb)\b")
_LONG: Final = {"pp": "ping-pong", "ul": "under-load", "tp": "throughput", "pb": "playback"}
_OPTIONS: Final = (("msg_size", ("m", "msg-size")), ("duration", ("t", "time")), ("mps", ("mps",)))
_REACH: Final = 3000
_CALLED: Final = 160
_GAP: Final = 300
_NEAR: Final = 900
_SUMMARY: Final = (
    Field("latency", "latency", "us", "lower", primary=True),
    Field("rate", "msgs", "msg/s", "higher", primary=True),
    Field("pps", "pps", "pps", "higher"),
    Field("dropped", "drops", "count", "lower"),
)


def sniff(words: Words) -> bool:
    """Tell whether a line of the client may stand here."""
    gist = words.gist
    return "Summary:" in gist or "avg-lat" in gist or "avg-rtt" in gist or "percentile" in gist or "observation" in gist


def parse(words: Words) -> Iterator[Run]:
    """Read lines that stand together as one result; a summary that comes again begins the next."""
    text = words.rest
    tests = list(_TEST.finditer(words.plain))
    group: list[re.Match[str]] = []
    for part in _PARTS.finditer(text):
        if group and (
            part.start() - group[-1].end() > _GAP or _BETWEEN.fullmatch(text, group[-1].end(), part.start()) is None or _again(group, part)
        ):
            yield from _run(words, group, tests)
            group = []
        group.append(part)
    if group:
        yield from _run(words, group, tests)


def _again(group: list[re.Match[str]], part: re.Match[str]) -> bool:
    """Tell whether a line repeats what the lines before it have told."""
    for name in ("latency", "rate", "bits", "avg", "dropped"):
        if part[name] is not None:
            return any(one[name] is not None for one in group)
    if part["percentile"] is not None:
        return any(one["percentile"] == part["percentile"] for one in group)
    return part["extreme"] is not None and any(one["extreme"] == part["extreme"] for one in group)


def _run(words: Words, group: list[re.Match[str]], named: list[re.Match[str]]) -> Iterator[Run]:
    start, end = group[0].start(), group[-1].end()
    at = bisect_left(named, start, key=lambda match: match.start()) - 1
    test = None
    params: dict[str, Param] = {}
    if at >= 0 and start - named[at].end() < _REACH:
        test = _LONG.get(named[at][1], named[at][1])
        params = _fields.settings(words.plain, min(start, named[at].end() + _CALLED), _COMMAND, _OPTIONS)
    run = Run(NAME, _opened(words.rest, start), end, test=test, layout="keyvalue", params=params)
    told = any(part["latency"] is not None for part in group)
    for part in group:
        run.figures += _figures(part, told=told)
    if run.figures:
        yield run


def _opened(text: str, start: int) -> int:
    """Give where the lines begin that the client prints before it measures: what they hold labels nothing."""
    arrow = _ARROW.search(text, max(0, start - 80), start)
    start = start if arrow is None else arrow.start()
    lines = list(_OPENING.finditer(text, max(0, start - _NEAR), start))
    for line in reversed(lines):
        if text[line.end() : start].strip(" \n\t") not in {"", "sockperf:"}:
            break
        start = line.start()
    return start


def _figures(part: re.Match[str], *, told: bool) -> list[Figure]:
    out = _fields.figures(part, _SUMMARY)
    if part["avg"] is not None and not told:
        out.append(Figure(*part.span("avg"), "latency", number(part["avg"]), "us", "lower"))
        if part["dev"] is not None:
            out[-1].spread = number(part["dev"])
    if part["bits"] is not None:
        bits = units.canonical(part["bits_unit"]) or "Mbit/s"
        out.append(Figure(*part.span("bytes"), "throughput", number(part["bytes"]), _bytes(part["bytes_unit"]), "higher"))
        out.append(Figure(*part.span("bits"), "throughput", number(part["bits"]), bits, "higher", primary=False))
    if part["percentile"] is not None:
        name = f"latency_p{number(part['percentile']):g}".replace(".", "")
        out.append(Figure(*part.span("value"), name, number(part["value"]), "us", "lower", primary=False))
    if part["extreme"] is not None:
        name = f"latency_{part['extreme'].lower()}"
        out.append(Figure(*part.span("observed"), name, number(part["observed"]), "us", "lower", primary=False))
    return out


def _bytes(written: str) -> str:
    return f"{written[:-3]}B/s"
