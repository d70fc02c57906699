# SPDX-License-Identifier: GPL-2.0-or-later
"""The setup card: on what a mail's numbers were measured, read from its words, and what of it the mail does not say.

Each entry is written as it stands in the text.  Whatever the text does not name is missing: nothing is concluded from a driver's or a
board's name.
"""

import re
from typing import Final

from digest.bench._tokens import Words

_NIC: Final = re.compile(
    r"\b(?:Connect[XL]-?\s?\d\w{0,4}(?:\s?[A-Z][\w-]{0,6})?|BCM\d{4,6}\w?|Chelsio\s\w{1,12}|X(?:540|550|710"
    r"|722|xv710)(?:-\w{1,6})?|E8(?:10|23|25|30)(?:-\w{1,8})?|i2(?:10|11|25|26)(?:-\w{1,4})?|8259[89]\w{0,4}"
    r"|82\d{3}\w{0,3}"
    r"|mlx[45]\w{0,4}|ixgbe|i40e|ice|igb|igc|bnxt(?:_en)?|ena|gve|mana|virtio[-_]net|vmxnet3|e1000e?|r8169|fec"
    r"|stmmac|mvneta|mvpp2|cxgb4|nfp|sfc|qede|hns3|dpaa2?|enetc|gianfar|veth|dummy)\b(?:\s(?:NIC|nic|card"
    r"|adapter|driver))?",
)
_NIC_WORD: Final = re.compile(r"\b(?:NICs?|nics?|network cards?|Ethernet (?:card|adapter|controller))\b")
_LINK: Final = re.compile(
    r"(?<![\w.])(\d{1,3}(?:\.\d)?\s?(?:G|Gbps|Gb/s|Gbit/s|GbE|GE|Mbps|Mbit/s))[- ]?(?:\w+\s)?(?:links?|NICs?"
    r"|nics?|Ethernet|ethernet|ports?|network|adapter|card|cable|line ?rate)\b"
)
_CPU: Final = re.compile(
    r"\b(?:Intel(?:\(R\))?\s(?:Xeon|Core)[^,;\n]{3,50}?(?=[,;.\n)]|\sCPU|\swith\b|$)|(?:Xeon|EPYC|Epyc|Ryzen"
    r"|Threadripper|Opteron)\s[\w() -]{2,30}?(?=[,;.\n)]|\s(?:CPU|with|and|system)\b|$)|AMD\s(?:EPYC|Epyc"
    r"|Ryzen)[\w -]{2,24}"
    r"|Core\si\d-\w{4,8}|i[3579]-\d{4,5}\w{0,3}|(?:ARM\s)?(?:Neoverse|Cortex)-?\s?[A-Z]\d{1,3}\w{0,3}"
    r"|Armada\s\w{2,6}|Raspberry\sPi\s\d\w?|Graviton\s?\d|Ampere\s\w{3,8}|POWER\d{1,2}|SPARC-T\d|(?:Ice ?Lake"
    r"|Sapphire Rapids|Skylake|Cascade ?Lake|Haswell|Broadwell|Rome|Milan|Genoa))\b",
)
_KERNEL: Final = re.compile(
    r"\b(?:[Ll]inux|kernel"
    r"|[Kk]ernel)(?:\sversion)?[ :=]{1,3}v?(\d\.\d{1,2}(?:\.\d{1,3})?(?:-rc\d{1,2})?(?:[-+.]\w{1,20}){0,2})"
    r"|\b(v?[2-7]\.\d{1,2}(?:\.\d{1,3})?-rc\d{1,2}\+?|v[2-7]\.\d{1,2}(?:\.\d{1,3})?)\b"
)
_MTU: Final = re.compile(
    r"\bMTU(?:\sof|\ssize|\sis)?[ :=]{1,3}(\d{2,5}[kK]?)\b|\b(\d{3,5}|\d{1,2}[kK])[ -]?(?:bytes?\s)?MTU\b", re.IGNORECASE
)
_COMMAND: Final = re.compile(
    r"(?:(?<=\$ )|(?<=# )|(?<=^)|(?<=\n)[ \t]{0,12})((?:\./|/\S{1,40}/)?(?:super_netperf(?:\.sh)?|netperf"
    r"|iperf3?|nuttcp|wrk|ab|pktgen\w*\.sh|sockperf|uperf|ntttcp|qperf|neper|tcp_(?:rr|stream|crr)|fio"
    r"|redis-benchmark|perf stat|xdp-bench|udpgso_bench_[rt]x|ping)\s[^\n]{2,160})"
)

_REACH: Final = 5000
KEYS: Final = ("nic", "link", "cpu", "kernel", "mtu", "command")


def read(words: Words, start: int, end: int) -> tuple[dict[str, str], tuple[str, ...]]:
    """Give the card and the names of what it lacks, in a fixed order; read from the words around the results at `start` .. `end`."""
    text = words.plain[max(0, start - _REACH) : end + _REACH // 2]
    card: dict[str, str] = {}
    nic = _NIC.search(text)
    if nic is not None and (len(nic[0]) > 4 or _NIC_WORD.search(text)):
        card["nic"] = _one_line(nic[0])
    for key, pattern in (("link", _LINK), ("cpu", _CPU), ("kernel", _KERNEL), ("mtu", _MTU), ("command", _COMMAND)):
        match = pattern.search(text)
        if match is not None:
            found = next((group for group in match.groups() if group), match[0])
            said = _one_line(found)
            if key == "command" and words.flat:
                said = _until_result(said)
            card[key] = said
    return card, tuple(key for key in KEYS if key not in card)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:160]


def _until_result(command: str) -> str:
    """Cut a command of a text without line breaks where its options end: at the first capital word or number after them."""
    cut = re.search(r"\s(?=(?:MIGRATED|TCP|UDP|Recv|Socket|\d+\.\d+|[A-Z][a-z]+)\s)", command)
    return command[: cut.start()] if cut is not None else command
