# SPDX-License-Identifier: GPL-2.0-or-later
"""The setup card: on what a mail's numbers were measured, read from its words, and what of it the mail does not say.

Each entry is written as it stands in the text, with its place.  What stands before or among the results counts, else the first thing
behind them that does not speak of another machine.  Several machines or kernels are all listed (`cpu`, `cpu 2` .. in the places), never
one of them.  Titles of cited commits and devices in general ("some", "supports") are no setup.  Whatever the text does not name is
missing: nothing is concluded from a board's or a patch's name.
"""

import re
from typing import Final, NamedTuple

from digest.bench._tokens import Words
from digest.leap import Leap

Place = tuple[int, int, str]

# Names of devices first, then names that drivers have; the first kind that is there counts.
_NIC: Final = (
    Leap(
        "CBMTXEi8RAOQWSgD",
        r"\b(?:Connect[XL]-?\s?\d\w{0,4}(?:\s(?:[DEL]x|EN|VPI|Ex))?|BlueField-?\s?\d?|MT\d{4,5}\w?|BCM\d{4,6}\w?|Chelsio\s\w{1,12}|T[456]\d{2,5}(?:-\w{1,4})?"
        r"|XX?[LV]?V?(?:540|550|710|722)(?:-\w{1,6})?|E8(?:10|22|23|25|30)(?:-\w{1,8})?|i2(?:10|11|17|18|19|25|26)(?:-\w{1,4})?"
        r"|8259[89]\w{0,4}|82(?:54|57|58|59)\d\w{0,3}|RTL8\d{3}\w{0,4}|AQC\d{3}\w?|AX88\d{3}\w?|OcteonTX2?|CN[19]\dx{0,2}\w{0,3}"
        r"|MT7[69]\d{2}\w?|QCA\d{4}|QCN\d{4}|WCN\d{4}|AX2(?:00|01|10)|Solarflare\s\w{1,12}|gVNIC|DPAA2)\b(?:\s(?:NICs?|nics?|card|adapter))?",
    ),
    Leap(
        "Ea-imnoq-svw",
        r"\b(?:mlx[45]\w{0,4}|ixgbe(?:vf)?|i40e|iavf|ice|igb|igc|bnxt(?:_en)?|ena|ENA|gve|mana|virtio[-_]net|vmxnet3|e1000e?|r8169|r8152|fec"
        r"|stmmac|dwmac\w{0,8}|mvneta|mvpp2|macb|bcmgenet|am65-cpsw|mtk_eth_soc|cxgb4|nfp|sfc|qede|hns3|hinic3?|ionic|atlantic|dpaa2?|enetc|gianfar"
        r"|octeontx2|cdc_ncm|ath1[0-2]k|iwlwifi|brcmfmac|rtw8[89]\w{0,4}|mt7[69]\w{2,4}|wcn36xx|veth|netkit|dummy|hyperv|netvsc)\b(?:\s(?:NIC|nic|card|adapter|driver))?",
    ),
)
_NIC_WORD: Final = Leap(r"Nn\dGEe", r"\b(?:NICs?|nics?|network cards?|[Ee]thernet (?:card|adapter|controller)|(?:\d|G)bE)\b")
_SPEED: Final = r"\d{1,3}(?:\.\d)?\s?(?:Gbps|Gb/s|Gbit/s|GbE|GE|G|Mbps|Mbit/s)"
_LINK: Final = Leap(
    r"\dCBEXimbls",
    rf"(?<![\w.])({_SPEED})[- ]?(?:\w{{1,20}}\s)?(?:links?|NICs?|nics?|Ethernet|ethernet|ports?|network|adapter|card|cable|line ?rate)\b"
    r"|(?<![\w.])(\d{1,3}(?:\.\d)?[- ]?(?:GbE|[Gg]igabit(?:\s[Ee]thernet)?))\b"
    rf"|(?:Connect[XL]-?\s?\d\w{{0,4}}(?:\s[DEL]x)?|BCM\d{{5}}|E8\d\d\S{{0,6}}|XL?710|ixgbe|ice|mlx5|bnxt)\s\(?({_SPEED})\b"
    rf"|\b(?:link|speed|link speed)[ \t]{{0,3}}[:=][ \t]{{0,9}}({_SPEED})",
)
_CPU: Final = (
    Leap(
        "IXAEeRTOCiNGPSKMLJB",
        r"\b(?:Intel(?:\(R\))?\s(?:Xeon|Core|Atom|Celeron)(?:\((?:R|TM)\))?(?:\s(?:Gold|Silver|Platinum|Bronze|Max|Ultra|CPU|Processor|Scalable|[A-Z]?\d?-?\d{3,5}\w{0,4}"
        r"|[EDWi]\d?-\d{4,5}\w{0,3}|v\d|@\s?\d\.\d{1,2}\s?GHz)){0,6}"
        r"|Xeon(?:\(R\))?(?:[\s-](?:Gold|Silver|Platinum|Bronze|Scalable|CPU|[EDW]\d?-\d{4}\w{0,3}|[EXLW]?\d{4}\w{0,3}|v\d)){1,4}"
        r"|(?:AMD\s)?(?:EPYC|Epyc|epyc|Ryzen|Threadripper|Opteron)(?:[\s-](?:Threadripper|Embedded|PRO|[3579]|\w{0,2}\d{3,4}\w{0,4}|Rome|Milan|Genoa|Turin"
        r"|\d{1,3}-[Cc]ore(?:\s[Pp]rocessor)?)){0,5}"
        r"|E[357]-\d{4}\w{0,2}(?:\sv\d)?|Core\si\d-\w{4,8}|i[3579]-\d{4,5}\w{0,3}|(?:ARM\s)?(?:Neoverse|Cortex)-?\s?[A-Z]\d{1,3}\w{0,3}"
        r"|Armada\s\w{2,6}|Raspberry\sPi\s\d\w?(?:\+|\b)|Graviton\s?\d|Ampere\s(?:Altra(?:\sMax)?|eMAG|One\w?)|ThunderX\d?|Kunpeng\s?\d{3}|Grace"
        r"|POWER\d{1,2}|SPARC-T\d|Apple\sM\d(?:\s(?:Pro|Max))?|RK3\d{3}\w?|MT(?:76|79)(?:21|22|81|86|88)\w?|i\.MX\s?\d\w{0,6}|LX?[SX]\d{4}A?|AM6\d\w?|IPQ\d{4}"
        r"|JH7110|BCM27\d\d|N100)(?![\w/])",
    ),
    Leap(
        "ISECHBZ",
        r"\b(?:Ice ?Lake|Sapphire Rapids|Emerald Rapids|Skylake|Cascade ?Lake|Haswell|Broadwell|Ivy ?Bridge|Sandy ?Bridge|Zen ?[2-5])\b",
    ),
)
_LABELLED: Final = {
    "nic": Leap(
        "NnEeAa", r"(?:^|(?<=[\s(*-]))(?:NICs?|[Nn]etwork cards?|[Ee]thernet|[Aa]dapter)[ \t]{0,9}[:=][ \t]{0,9}(?P<said>[^\n,;|]{3,60})"
    ),
    "cpu": Leap("CPpS", r"(?:^|(?<=[\s(*-]))(?:CPUs?|[Pp]rocessor|SoC)(?: model)?[ \t]{0,9}[:=][ \t]{0,9}(?P<said>[^\n,;|]{3,60})"),
}
_MODEL: Final = re.compile(r"(?=.*[A-Za-z]{2})(?=.*\d)(?!.*(?:%|PID|\bHz\b|\d\s?[GMK]?b(?:ps|it)|\busage|\bload))")
_KERNEL: Final = Leap(
    r"LlKkv2-7nbr\d",
    r"\b(?:[Ll]inux|[Kk]ernel)(?:\sversion)?[ \t:=]{1,9}v?(\d\.\d{1,2}(?:\.\d{1,3})?(?:-rc\d{1,2})?(?:[-+.]\w{1,20}){0,2})"
    r"|\b(v?[2-7]\.\d{1,2}(?:\.\d{1,3})?-rc\d{1,2}\+?|v[2-7]\.\d{1,2}(?:\.\d{1,3})?)\b"
    r"|(?<![\w.])([2-7]\.\d{1,2}(?:\.\d{1,3})?(?:-rc\d{1,2})?(?:[-+]\w{1,20})?)\s[Kk]ernel\b"
    r"|\b((?:net|bpf|linux|rdma)-next(?:\.git)?\s?(?:@|at(?: commit)?|commit|tip)\s?[0-9a-f]{7,40})\b",
)
_MTU: Final = Leap(
    r"Mm\d", r"\bMTU(?:\sof|\ssize|\sis)?[ \t:=]{1,9}(\d{2,5}[kK]?)\b|\b(\d{3,5}|\d{1,2}[kK])[ -]?(?:bytes?\s)?MTU\b", re.IGNORECASE
)
_COMMAND: Final = re.compile(
    r"(?:(?<=\$ )|(?<=# )|(?<=^)|(?<=\n)[ \t]{0,12})((?:\./|/\S{1,40}/)?(?:super_netperf(?:\.sh)?|netperf"
    r"|iperf3?|nuttcp|wrk|ab|pktgen\w*\.sh|sockperf|uperf|ntttcp|qperf|neper|tcp_(?:rr|stream|crr)|fio"
    r"|redis-benchmark|perf stat|xdp-bench|udpgso_bench_[rt]x|ping)\s(?=[^\n]{0,100}(?<=\s)-{1,2}[A-Za-z]|\S{1,40}\.\d{1,3}\b)[^\n]{2,160})"
)

# `0123456789ab ("title")`: the title of another change says nothing of this machine.
_CITED: Final = re.compile(
    r"""\b[0-9a-f]{7,40}[ \t\n]{1,9}\((?:"[^"]{1,200}"[^")]{0,100}){1}\)|^[ \t]{0,8}Fixes:[^\n]{1,200}$""", re.MULTILINE
)
_GENERAL: Final = re.compile(
    r"\b(?:some|many|most|other|another|all|any|modern|certain|newer|older|various|such as|e\.g\.,?|like|support(?:s|ed|ing|\sfor)?|unlike)"
    r"(?:[ \t\n]{1,9}[\w./-]{1,20}){0,3}[ \t\n(]{0,9}\Z",
    re.IGNORECASE,
)
_PAST: Final = re.compile(
    r"(?:\b(?:since|introduced|added|broken|merged|before|prior\sto|until|older\sthan|newer\sthan|later\sthan|backport\w{0,4}|stable\S{0,40}|as\sof)"
    r"(?:\sin|\sto|\swith)?|[\w.]\.\.)(?:[ \t\n]{1,9}#)?[ \t\n(]{0,9}\Z",
    re.IGNORECASE,
)
_ONWARD: Final = re.compile(r"\+?,?[ \t\n]{0,9}(?:\+|or (?:later|newer|above)|and (?:later|newer|above|up)|onwards?)")
_DONE: Final = re.compile(
    r"\b(?:test(?:s|ed|ing|bed)?|measure\w{0,6}|benchmark\w{0,4}|ran|runs?|set-?up|hardware|numbers|results?|figures|machines?|hosts?|servers?"
    r"|platforms?|systems?|environments?|NICs?|CPUs?|MTU|kernel|comparison|performance)\b",
    re.IGNORECASE,
)
_ELSEWHERE: Final = re.compile(
    r"\b(?:(?:another|other|different|second|separate|my own)(?:\s[\w.-]{1,20}){0,2}?\s"
    r"(?:hosts?|machines?|box(?:es)?|systems?|servers?|laptop|desktop|boards?|set-?ups?|cards?|NICs?|platforms?|kernels?|CPU|VMs?|devices?|hardware)"
    r"|elsewhere|spot[- ]check\w{0,3}|sanity|also|as well|in addition|additional(?:ly)?|reported|reproduced|someone|besides|similar(?:ly)?"
    r"|would|could|future|to do|next)\b",
    re.IGNORECASE,
)
_SAME_WORDS: Final = frozenset(re.findall(r"\w+", "r tm intel amd arm mellanox cpu processor nic nics card adapter core bytes"))

_REACH: Final = 5000
_SEVERAL: Final = 4
"""Machines of one mail that a card lists; where more are named, it leaves the entry out."""
KEYS: Final = ("nic", "link", "cpu", "kernel", "mtu", "command")

Span = tuple[int, int]


class _Reach(NamedTuple):
    """The text without cited titles; what is looked at: from `first`, results from `start` to `end`, up to `last`."""

    text: str
    first: int
    start: int
    end: int
    last: int


def read(words: Words, start: int, end: int) -> tuple[dict[str, str], dict[str, Place], tuple[str, ...]]:
    """Give the card of the results at `start` .. `end`, the places of its entries and the names of what it lacks."""
    reach = _Reach(_uncited(words.plain), max(0, start - _REACH), start, end, min(len(words.plain), end + _REACH // 2))
    found, unclear = _card(reach, drivers=True)
    card = {key: "; ".join(_one_line(words.text[a:b]) for a, b in spans) for key, spans in found.items()}
    return card, _places(words, found), tuple(key for key in KEYS if key not in card and key not in unclear)


def places(text: str) -> dict[str, Place]:
    """Give the card of a text without results of its own (a cover, whose patches have them), each entry with its place.

    The name of a driver alone is no card there: it may be what the series changes.
    """
    words = Words(text)
    return _places(words, _card(_Reach(_uncited(words.plain), 0, len(text), len(text), len(text)), drivers=False)[0])


def _places(words: Words, found: dict[str, list[Span]]) -> dict[str, Place]:
    out = {}
    for key, spans in found.items():
        for count, (start, end) in enumerate(spans, 1):
            line, column = words.place(start)
            out[key if count == 1 else f"{key} {count}"] = (line, column, words.text[start:end].partition("\n")[0].rstrip()[:160])
    return out


def _uncited(plain: str) -> str:
    return _CITED.sub(lambda m: " " * len(m[0]), plain) if '("' in plain or "Fixes:" in plain else plain


def _card(reach: _Reach, *, drivers: bool) -> tuple[dict[str, list[Span]], set[str]]:
    """Find what the text says of each entry, and the entries of which it says too much to tell."""
    out: dict[str, list[Span]] = {}
    unclear: set[str] = set()
    for key in KEYS:
        driver = False
        if key == "command":
            spans = _command(reach)
        elif key == "nic":
            spans = _several(_NIC[0], reach)
            if not spans and drivers:
                spans = _drivers(reach)
                driver = True
        elif key == "cpu":
            spans = _several(_CPU[0], reach) or _several(_CPU[1], reach)
        else:
            spans = _several({"link": _LINK, "kernel": _KERNEL, "mtu": _MTU}[key], reach, past=key == "kernel")
        if not spans and key in _LABELLED:
            said = next((m for m in _LABELLED[key].finditer(reach.text, reach.first, reach.last) if _MODEL.match(m["said"])), None)
            if said is not None and (said.start() < reach.end or not _other_subject(reach, said.start())):
                spans = [(said.start("said"), said.start("said") + len(said["said"].rstrip(" \t.)")))]
        if len(spans) > (1 if driver else _SEVERAL):
            unclear.add(key)
        elif spans:
            out[key] = spans
    return out, unclear


def _drivers(reach: _Reach) -> list[Span]:
    """Give the drivers named: several leave open whose device was measured on."""
    spans = _several(_NIC[1], reach)
    lone = all(end - start <= 4 for start, end in spans)
    return [] if lone and _NIC_WORD.search(reach.text, reach.first, reach.last) is None else spans


def _several(pattern: Leap, reach: _Reach, *, past: bool = False) -> list[Span]:
    """Give each different thing before or among the results, those of sentences about a measurement if there are any; else one behind."""
    told: list[tuple[Span, bool]] = []
    behind: list[Span] = []
    text = reach.text
    for match in pattern.finditer(text, reach.first, reach.last):
        span = match.span(next((at for at, said in enumerate(match.groups(), 1) if said), 0))
        before = text[max(0, match.start() - 70) : match.start()]
        if _GENERAL.search(before) or (past and (_PAST.search(before) or _ONWARD.match(text, span[1]))):
            continue
        if span[0] >= reach.end:
            if not _other_subject(reach, span[0]):
                behind.append(span)
        else:
            told.append((span, _DONE.search(_sentence(text, span)) is not None))
    chosen = [span for span, done in told if done] or [span for span, _ in told] or behind
    out: list[Span] = []
    names: list[frozenset[str]] = []
    for span in reversed(chosen):
        name = _name(text[span[0] : span[1]])
        if not any(name <= had or had <= name for had in names):
            names.append(name)
            out.append(span)
    return out[::-1]


def _name(words: str) -> frozenset[str]:
    """Give what tells one thing from another, however it is written: `100 Gbps` is 100G, `Xeon(R) Gold 6230 CPU` is Xeon Gold 6230."""
    words = re.sub(r"\b(\d{1,3}(?:\.\d)?)[ -]?(G|M)(?:igabit|bE|E|bps|b/s|bit/s)?(?: [Ee]thernet)?\b", r"\1\2", words, flags=re.IGNORECASE)
    pieces = re.findall(r"[a-z0-9.+]+", words.lower())
    return frozenset(piece.removeprefix("v") if piece[1:2].isdigit() else piece for piece in pieces) - _SAME_WORDS


def _sentence(text: str, span: Span) -> str:
    """Give the sentence around a span; a list without full stops is one."""
    first = max(text.rfind(mark, max(0, span[0] - 400), span[0]) for mark in (". ", ".\n", "\n\n"))
    ends = [at for mark in (". ", ".\n", "\n\n") if (at := text.find(mark, span[1], span[1] + 400)) >= 0]
    return text[first + 2 if first >= 0 else max(0, span[0] - 400) : min(ends, default=span[1] + 400)]


def _other_subject(reach: _Reach, at: int) -> bool:
    """Tell whether a place behind the results, with its paragraph up to its line, is of another machine or of no measurement."""
    gap = reach.text.rfind("\n\n", reach.end, at)
    if gap > reach.end and reach.text[gap - 1] == ":":  # the words above introduce the paragraph
        gap = reach.text.rfind("\n\n", reach.end, gap)
    first = max(gap, reach.end, at - 600)
    last = reach.text.find("\n", at, at + 200)
    words = reach.text[first : last if last >= 0 else at + 200]
    return _ELSEWHERE.search(words) is not None or _DONE.search(words) is None


def _command(reach: _Reach) -> list[Span]:
    """Give the last command before the results, else the first one behind."""
    found = None
    for match in _COMMAND.finditer(reach.text, reach.first, reach.last):
        if match.start() >= reach.start and found is not None:
            break
        found = match
        if match.start() >= reach.start:
            break
    if found is None:
        return []
    start, end = found.span(1)
    return [(start, start + len(_until_result(reach.text[start:end])))]


def _one_line(text: str) -> str:
    return " ".join(text.split())[:160]


_BANNER: Final = re.compile(
    r"\s(?=(?:MIGRATED\s|(?:TCP|UDP|SCTP)\s(?:STREAM|UNIDIRECTIONAL|MAERTS|SENDFILE|REQUEST|REQ|RR|CRR)\b[^\n]{0,30}\sTEST\b"
    r"|OMNI (?:Send|Receive)|Recv\s+Send|Socket\s+Message|Local\s+/?Remote|Connecting to host|PING\s\S|Running\s\d|Server listening"
    r"|-{20}|={20}|Performance counter stats|Client connecting))"
)
_AFTER_OPTIONS: Final = re.compile(r"\s(?=(?:MIGRATED|TCP|UDP|Recv|Socket|\d+\.\d+|[A-Z][a-z]+)\s)")
_FLAT_COMMAND: Final = 150


def _until_result(command: str) -> str:
    """Cut a command where the banner of its tool begins: the copy lost its line breaks.

    Without a banner in so long a run, its options end at the first capital word or decimal number after them.
    """
    cut = _BANNER.search(command) or (_AFTER_OPTIONS.search(command) if len(command) > _FLAT_COMMAND else None)
    return command[: cut.start()].rstrip() if cut is not None else command
