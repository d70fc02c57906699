# SPDX-License-Identifier: GPL-2.0-or-later
"""The setup card: on what a mail's numbers were measured, read from its words, and what of it the mail does not say.

Each entry is written as it stands in the text, with its place.  What stands nearest before the results counts, else the first thing
behind them.  Whatever the text does not name is missing: nothing is concluded from a board's or a patch's name.
"""

import re
from typing import Final

from digest.bench._tokens import Words

Place = tuple[int, int, str]

# Names of devices first, then names that drivers have; the first kind that is there counts.
_NIC: Final = (
    re.compile(
        r"\b(?:Connect[XL]-?\s?\d\w{0,4}(?:\s(?:[DEL]x|EN|VPI|Ex))?|BlueField-?\s?\d?|MT\d{4,5}\w?|BCM\d{4,6}\w?|Chelsio\s\w{1,12}|T[456]\d{2,5}(?:-\w{1,4})?"
        r"|XX?[LV]?V?(?:540|550|710|722)(?:-\w{1,6})?|E8(?:10|22|23|25|30)(?:-\w{1,8})?|i2(?:10|11|17|18|19|25|26)(?:-\w{1,4})?"
        r"|8259[89]\w{0,4}|82(?:54|57|58|59)\d\w{0,3}|RTL8\d{3}\w{0,4}|AQC\d{3}\w?|AX88\d{3}\w?|OcteonTX2?|CN[19]\dx{0,2}\w{0,3}"
        r"|MT7[69]\d{2}\w?|QCA\d{4}|QCN\d{4}|WCN\d{4}|AX2(?:00|01|10)|Solarflare\s\w{1,12}|gVNIC|DPAA2)\b(?:\s(?:NICs?|nics?|card|adapter))?"
    ),
    re.compile(
        r"\b(?:mlx[45]\w{0,4}|ixgbe(?:vf)?|i40e|iavf|ice|igb|igc|bnxt(?:_en)?|ena|ENA|gve|mana|virtio[-_]net|vmxnet3|e1000e?|r8169|r8152|fec"
        r"|stmmac|dwmac\w{0,8}|mvneta|mvpp2|macb|bcmgenet|am65-cpsw|mtk_eth_soc|cxgb4|nfp|sfc|qede|hns3|hinic3?|ionic|atlantic|dpaa2?|enetc|gianfar"
        r"|octeontx2|cdc_ncm|ath1[0-2]k|iwlwifi|brcmfmac|rtw8[89]\w{0,4}|mt7[69]\w{2,4}|wcn36xx|veth|netkit|dummy|hyperv|netvsc)\b(?:\s(?:NIC|nic|card|adapter|driver))?"
    ),
)
_NIC_WORD: Final = re.compile(r"\b(?:NICs?|nics?|network cards?|[Ee]thernet (?:card|adapter|controller)|(?:\d|G)bE)\b")
_SPEED: Final = r"\d{1,3}(?:\.\d)?\s?(?:G|Gbps|Gb/s|Gbit/s|GbE|GE|Mbps|Mbit/s)"
_LINK: Final = re.compile(
    rf"(?<![\w.])({_SPEED})[- ]?(?:\w{{1,20}}\s)?(?:links?|NICs?|nics?|Ethernet|ethernet|ports?|network|adapter|card|cable|line ?rate)\b"
    r"|(?<![\w.])(\d{1,3}(?:\.\d)?[- ]?(?:GbE|[Gg]igabit(?:\s[Ee]thernet)?))\b"
    rf"|(?:Connect[XL]-?\s?\d\w{{0,4}}(?:\s[DEL]x)?|BCM\d{{5}}|E8\d\d\S{{0,6}}|XL?710|ixgbe|ice|mlx5|bnxt)\s\(?({_SPEED})\b"
    rf"|\b(?:link|speed|link speed)[ \t]{{0,3}}[:=][ \t]{{0,9}}({_SPEED})",
)
_CPU: Final = (
    re.compile(
        r"\b(?:Intel(?:\(R\))?\s(?:Xeon|Core|Atom|Celeron)(?:\((?:R|TM)\))?(?:\s(?:Gold|Silver|Platinum|Bronze|Max|Ultra|CPU|Processor|Scalable|[A-Z]?\d?-?\d{3,5}\w{0,4}"
        r"|[EDWi]\d?-\d{4,5}\w{0,3}|v\d|@\s?\d\.\d{1,2}\s?GHz)){0,6}"
        r"|Xeon(?:\(R\))?(?:[\s-](?:Gold|Silver|Platinum|Bronze|Scalable|CPU|[EDW]\d?-\d{4}\w{0,3}|[EXLW]?\d{4}\w{0,3}|v\d)){1,4}"
        r"|(?:AMD\s)?(?:EPYC|Epyc|epyc|Ryzen|Threadripper|Opteron)(?:[\s-](?:Threadripper|Embedded|PRO|[3579]|\w{0,2}\d{3,4}\w{0,4}|Rome|Milan|Genoa|Turin"
        r"|\d{1,3}-[Cc]ore(?:\s[Pp]rocessor)?)){0,5}"
        r"|E[357]-\d{4}\w{0,2}(?:\sv\d)?|Core\si\d-\w{4,8}|i[3579]-\d{4,5}\w{0,3}|(?:ARM\s)?(?:Neoverse|Cortex)-?\s?[A-Z]\d{1,3}\w{0,3}"
        r"|Armada\s\w{2,6}|Raspberry\sPi\s\d\w?(?:\+|\b)|Graviton\s?\d|Ampere\s(?:Altra(?:\sMax)?|eMAG|One\w?)|ThunderX\d?|Kunpeng\s?\d{3}|Grace"
        r"|POWER\d{1,2}|SPARC-T\d|Apple\sM\d(?:\s(?:Pro|Max))?|RK3\d{3}\w?|MT(?:76|79)(?:21|22|81|86|88)\w?|i\.MX\s?\d\w{0,6}|LX?[SX]\d{4}A?|AM6\d\w?|IPQ\d{4}"
        r"|JH7110|BCM27\d\d|N100)(?![\w/])"
    ),
    re.compile(
        r"\b(?:Ice ?Lake|Sapphire Rapids|Emerald Rapids|Skylake|Cascade ?Lake|Haswell|Broadwell|Ivy ?Bridge|Sandy ?Bridge|Zen ?[2-5])\b"
    ),
)
_LABELLED: Final = {
    "nic": re.compile(
        r"(?:^|(?<=[\s(*-]))(?:NICs?|[Nn]etwork cards?|[Ee]thernet|[Aa]dapter)[ \t]{0,9}[:=][ \t]{0,9}(?P<said>[^\n,;|]{3,60})"
    ),
    "cpu": re.compile(r"(?:^|(?<=[\s(*-]))(?:CPUs?|[Pp]rocessor|SoC)(?: model)?[ \t]{0,9}[:=][ \t]{0,9}(?P<said>[^\n,;|]{3,60})"),
}
_MODEL: Final = re.compile(r"(?=.*[A-Za-z]{2})(?=.*\d)(?!.*(?:%|PID|\bHz\b|\d\s?[GMK]?b(?:ps|it)|\busage|\bload))")
_KERNEL: Final = re.compile(
    r"\b(?:[Ll]inux|[Kk]ernel)(?:\sversion)?[ \t:=]{1,9}v?(\d\.\d{1,2}(?:\.\d{1,3})?(?:-rc\d{1,2})?(?:[-+.]\w{1,20}){0,2})"
    r"|\b(v?[2-7]\.\d{1,2}(?:\.\d{1,3})?-rc\d{1,2}\+?|v[2-7]\.\d{1,2}(?:\.\d{1,3})?)\b"
    r"|(?<![\w.])([2-7]\.\d{1,2}(?:\.\d{1,3})?(?:-rc\d{1,2})?(?:[-+]\w{1,20})?)\s[Kk]ernel\b"
    r"|\b((?:net|bpf|linux|rdma)-next(?:\.git)?\s?(?:@|at(?: commit)?|commit|tip)\s?[0-9a-f]{7,40})\b"
)
_MTU: Final = re.compile(
    r"\bMTU(?:\sof|\ssize|\sis)?[ \t:=]{1,9}(\d{2,5}[kK]?)\b|\b(\d{3,5}|\d{1,2}[kK])[ -]?(?:bytes?\s)?MTU\b", re.IGNORECASE
)
_COMMAND: Final = re.compile(
    r"(?:(?<=\$ )|(?<=# )|(?<=^)|(?<=\n)[ \t]{0,12})((?:\./|/\S{1,40}/)?(?:super_netperf(?:\.sh)?|netperf"
    r"|iperf3?|nuttcp|wrk|ab|pktgen\w*\.sh|sockperf|uperf|ntttcp|qperf|neper|tcp_(?:rr|stream|crr)|fio"
    r"|redis-benchmark|perf stat|xdp-bench|udpgso_bench_[rt]x|ping)\s(?=[^\n]{0,100}(?<=\s)-{1,2}[A-Za-z]|\S{1,40}\.\d{1,3}\b)[^\n]{2,160})"
)

_REACH: Final = 5000
KEYS: Final = ("nic", "link", "cpu", "kernel", "mtu", "command")


def read(words: Words, start: int, end: int) -> tuple[dict[str, str], dict[str, Place], tuple[str, ...]]:
    """Give the card of the results at `start` .. `end`, the places of its entries and the names of what it lacks."""
    found = _card(words, max(0, start - _REACH), start, min(len(words.plain), end + _REACH // 2), drivers=True)
    card = {key: _one_line(words.text[a:b]) for key, (a, b) in found.items()}
    if "command" in card and words.flat:
        card["command"] = _until_result(card["command"])
    return card, _places(words, found), tuple(key for key in KEYS if key not in card)


def places(text: str) -> dict[str, Place]:
    """Give the card of a text without results of its own (a cover, whose patches have them), each entry with its place.

    The name of a driver alone is no card there: it may be what the series changes.
    """
    words = Words(text)
    return _places(words, _card(words, 0, len(text), len(text), drivers=False))


def _places(words: Words, found: dict[str, tuple[int, int]]) -> dict[str, Place]:
    out = {}
    for key, (start, end) in found.items():
        line, column = words.place(start)
        out[key] = (line, column, words.text[start:end].partition("\n")[0].rstrip()[:160])
    return out


def _card(words: Words, first: int, start: int, last: int, *, drivers: bool) -> dict[str, tuple[int, int]]:
    """Find each entry between `first` and `last`: the last one before `start`, else the first one behind it."""
    text = words.plain
    out: dict[str, tuple[int, int]] = {}
    for key in KEYS:
        span = None
        if key == "nic":
            span = _device(text, first, start, last, drivers=drivers)
        elif key == "cpu":
            span = next((s for pattern in _CPU if (s := _nearest(pattern, text, first, start, last)) is not None), None)
        else:
            span = _nearest({"link": _LINK, "kernel": _KERNEL, "mtu": _MTU, "command": _COMMAND}[key], text, first, start, last)
        if span is None and key in _LABELLED:
            said = next((m for m in _LABELLED[key].finditer(text, first, last) if _MODEL.match(m["said"])), None)
            span = (said.start("said"), said.start("said") + len(said["said"].rstrip(" \t.)"))) if said is not None else None
        if span is not None:
            out[key] = span
    return out


def _device(text: str, first: int, start: int, last: int, *, drivers: bool) -> tuple[int, int] | None:
    span = _nearest(_NIC[0], text, first, start, last)
    if span is None and drivers:
        span = _nearest(_NIC[1], text, first, start, last)
        if span is not None and span[1] - span[0] <= 4 and _NIC_WORD.search(text, first, last) is None:
            return None
    return span


def _nearest(pattern: re.Pattern[str], text: str, first: int, start: int, last: int) -> tuple[int, int] | None:
    found = None
    for match in pattern.finditer(text, first, last):
        if match.start() >= start and found is not None:
            break
        found = match
        if match.start() >= start:
            break
    if found is None:
        return None
    group = next((at for at, said in enumerate(found.groups(), 1) if said), 0)
    return found.span(group)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:160]


def _until_result(command: str) -> str:
    """Cut a command of a text without line breaks where its options end: at the first capital word or number after them."""
    cut = re.search(r"\s(?=(?:MIGRATED|TCP|UDP|Recv|Socket|\d+\.\d+|[A-Z][a-z]+)\s)", command)
    return command[: cut.start()] if cut is not None else command
