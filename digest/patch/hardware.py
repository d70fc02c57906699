# SPDX-License-Identifier: GPL-2.0-or-later
"""Hardware and tools that a test statement names: reads the statement's own words, makes the words as written or None.

A machine is told by grammar, not by a list of products: it stands after "on", "with" or "using" of a test, and holds a noun for a thing
("board", "NIC", "platform") or a model number.  Kernel versions, trees and tools are none.
"""

import re

LONGEST = 160  # characters of a name; a longer one is prose

# Nouns for a thing that one can test on.
_THING = re.compile(
    r"\b(?:boards?|machines?|platforms?|laptops?|notebooks?|desktops?|servers?|systems?|hosts?|nics?|adapters?|cards?"
    r"|hardware|hw|evks?|evm|socs?|dongles?|"
    r"routers?|switch(?:es)?|access points?|phones?|chips?|chipsets?|controllers?|vms?|virtual machines?|guests?"
    r"|hypervisors?|emulators?|qemu|kvm|vmware|virtualbox|xen|"
    r"instances?|ssds?|cores?|cpus?|processors?|xeons?|epyc|ryzen|celeron|atom|raspberry|thinkpad|macbook|fpgas?|phys?"
    r"|modems?|devices?|devkit|kits?|simulator|simulated|netdevsim|"
    r"starter kit|reference design|prototype|appliance|gateway|nodes?|cluster|sff|sfps?|transceivers?)\b",
    re.IGNORECASE,
)
# A model number: letters and digits in one word (X710, RTL8852AU, i225, 82599ES, ConnectX-6, mlx5), or parts joined by a stroke (RZ/G3E).
_MODEL = re.compile(r"(?<![\w./-])(?=[\w/+.-]{0,24}[A-Za-z])(?=[\w/+.-]{0,24}[0-9])[A-Za-z0-9][\w/+-]{1,24}(?:\.[A-Za-z]\w{1,12})?")
_NOT_MODEL = re.compile(
    r"(?:v?[0-9]{1,2}(?:\.[0-9]{1,3}){1,3}(?:-?rc[0-9]{1,2})?|v[0-9]{1,2}(?:[/.-].*)?|[0-9a-f]{7,40}|rc[0-9]{1,2}"
    r"|x86(?:[-_]64)?|i[36]86|amd64|arm(?:64|32|v[78])?|aarch64|riscv(?:64)?|ppc(?:64(?:le)?)?|s390x?|mips(?:64)?|"
    r"(?:ipv?|tcp|udp|l|ieee|rfc|802\.?|mtu|hash|crc|sha|md|aes|utf|page|int|iperf|netperf|ptp|phc|gen|stage|patch"
    r"|patches|test|step|w|h|g|c|u|s|can|usb|cat|ipip|tcpv|e2e|k8s|p2p|4k|2k|64k)[0-9]{0,5}\w?|"
    r"[0-9.]{1,8}(?:k|m|g|t)?(?:b|bit|bps|hz|bytes?|ib|s|ms|us|x|th|st|nd|rd|d|h|w|v)?(?:/s)?|[0-9.]{1,6}-?(?:core"
    r"|bit|byte|way|port|node|iteration|minute|stream|g|gbe|gb|page|cpu|thread)s?)$",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"\b(?:on|using|with|between|against|in(?= (?:an? |the |my )?(?:qemu|kvm|vms?\b|virtual|virtme|vng|emulat))"
    r"|w/)(?: (?:an?|the|my|our|both|two|some|several|all|following|a pair of|different|multiple|various|real|actual"
    r"|physical|"
    r"simulated|emulated|[0-9]{1,3})\b){0,3}[ \t:]{1,4}",
    re.IGNORECASE,
)
_TOOLS = (
    r"tools/testing/selftests/[\w/.-]{1,80}|iperf[23]?|netperf|nuttcp|neper|ethtool|pktgen(?:-dpdk)?|trafgen"
    r"|mausezahn|xdp_hw_metadata|xdp-bench|xdpsock|xdp-trafficgen|ntttcp|ptp4l|phc2sys|hwstamp_ctl|"
    r"testptp|ts2phc|wrk|nginx|memcached|memtier_benchmark|redis-benchmark|fio|stress-ng|scapy|packetdrill|syzkaller"
    r"|syskaller|syzbot|kselftests?|kunit|ltp|xfstests|blktests|testpmd|t-rex|trex|qperf|ib_write_bw|ib_send_bw"
    r"|ib_read_bw|perftest|"
    r"rping|sockperf|uperf|hping3|tcpreplay|tcpdump|wireshark|tc-testing|tdc|cansend|candump|cangen|cansequence"
    r"|canfdtest|rds-stress|lnst|checkpatch|sparse|smatch|coccinelle|kmemleak|"
    r"bpftrace|perf|flent|dbench|ab|curl|wget|nfttest|nft|conntrack|ping6?|speedtest|wavemon|hostapd|wpa_supplicant"
    r"|aircrack|airodump-ng|super_netperf|tcp_rr|udp_rr|tcp_stream|udp_stream|udpgso_bench\w*|sctp_test|lksctp-tools|"
    r"vsock_test|vsock_perf|mptcp selftests?|selftests?|packetforge|bpf selftests?|test_progs|virtme-ng|vng|msend"
    r"|tcptest"
)
_STOP = re.compile(
    r"[;!?\n`]|:(?=\s|$)|\.\)?(?:\s|$)|,? (?:using|with|running|including) (?:\w{2,6} )?(?:patch|patches|series|patchset|changes?"
    r"|fix(?:es)?|version)\b"
    r"|,? (?:and|or) (?:the )?(?:latest|newest|recent|current|stock|same|v?[0-9]\.)"
    rf"| using (?:the )?(?:{_TOOLS})(?![\w-])"
    r"|, (?:same|similar|identical|equal|comparable|no difference)\b| (?:no longer|still|again|never|cannot|can't|doesn't|does not"
    r"|didn't|did not|fails?|loses|gets?)\b"
    r"|,? and (?:\w+ ){1,2}(?:works?|is|are|was|were)\b| in (?:an? |the |my )?(?:qemu|kvm|vms?|virtual)\b|,? (?:and"
    r"|but) (?:implemented|verified|tested|confirmed|it|this|that|i|we|no|everything|all"
    r"|with|using|found|there|the (?:issue|problem|patch|test|result)|works?|saw|observed|got|ran|see)\b|"
    r",? \b(?:that|which|where|when|while|to|by|for|after|before|at|during|since|because|as|is|are|was|were|has|have"
    r"|had|without|via|via|also|"
    r"(?:with|using|running|against) (?:an? |the )?(?:latest|newest|recent|current|default|stock|linux|kernel|v?[0-9]|iperf"
    r"|netperf|this|these|and without"
    r"|firmware|fw|driver|net|patch|4k|the patch|ping|ethtool|mtu|following|ubuntu|fedora|debian|rhel|centos|openwrt"
    r"|android|yocto|ntttcp|pktgen|[a-z]{1,12}perf))\b|"
    r", (?:i|we|they|he|she|kernel|linux|running|with|using|on|v?[0-9.]{3,8}\b|fedora|ubuntu|debian|all|and|no|both"
    r"|but|so|it|this|which|the|[0-9]+ ?(?:kb|k|gb|cores?|pages?)|net|mainline|gcc|clang|in)\b|"
    r" back[ -]to[ -]back\b| -{1,2} | \((?:kernel|linux|with|using|see|no|both|thanks|usb[23] )|, [0-9]| running\b| over\b"
    r"| (?:working|works?|worked|showed|shows|gave|gives|boots|booted|panics?|crash(?:es|ed))\b|, \w{2,12} (?:has|had|have|is|was|runs)\b"
    r"| from (?!different|various|two|several|one|another|the same|multiple)| against\b",
    re.IGNORECASE,
)
_SOFT = re.compile(
    r"\b(?:net|net-next|linux|linux-next|mainline|kernels?|tree|branch|master|main|top|commit|fedora|ubuntu|debian"
    r"|rhel|centos|opensuse|suse|arch linux|gentoo|openwrt|android|yocto|buildroot|patch(?:es)?|series|version|tag"
    r"|rc[0-9]|lts|stable|"
    r"gcc|clang|llvm|success|traffic|load|selftests?|kselftests?|script|tests?|reproducer|config|tool|tools|mode"
    r"|packets?|streams?|lists?|way|own|behalf|side|bitrate|firmware|"
    r"offloads?|offloading"
    r"|enabled|disabled|features?|options?|and without|all|it|them|this|that|these|those|here|topic|average|purpose|change|fix"
    r"|issue|request|demand)\b",
    re.IGNORECASE,
)
_NO_THING = re.compile(r"\b(?:round-?trips?|latency|latencies|bound|bandwidth)\b", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:(?:the|my|our|following|a|an|both|some|top of|top|real|actual|physical)\b[ ]?){0,3}", re.IGNORECASE)
_BARE_END = re.compile(r",? (?:respectively|each|as well|too|also|alike|here|only)$", re.IGNORECASE)
_PROPER = re.compile(r"[A-Z][A-Za-z0-9+-]{2,20}(?: [A-Z0-9][\w/+.-]{0,24}){0,5}(?: \([^)]{1,40}\))?$")
_ADDRESS = re.compile(r"<[^<>\n]{1,200}>")
_FOREIGN = re.compile(r"\b(?:at|contingent|worker|intel\)|formerly|employee|on behalf)\b", re.IGNORECASE)


# A driver or a maker and its number: "ixgbe 82599".
_NUMBERED = re.compile(
    r"(?!(?:about|after|around|at|build|commit|core|cpu|day|every|first|gcc|clang|id|irq|kernel|last|least|line|lines|linux|mtu"
    r"|node|over|page"
    r"|patch|per|pid|port|ports|queue|queues|release|revision|room|size|some|than|tag|to|until|up|version|vid|vlan|weight|year)\b)"
    r"[A-Za-z][A-Za-z0-9-]{2,15} [0-9]{4,5}[A-Za-z]{0,3}(?:[ /-][A-Za-z0-9]{1,8})?$",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?:^|[ ;,(])(?:hardware|hw|nics?|network (?:card|adapter)|platform|board|machine|server|dut|soc|adapter|device under test"
    r"|test ?bed)"
    r"(?: used)?[ ]?[:=][ ]{1,4}",
    re.IGNORECASE,
)
_NEXT_LABEL = re.compile(
    r" (?:(?-i:[A-Z])[\w]{1,24}|cpus?|memory|ram|kernel|os|nics?|firmware|fw|driver)[ ]?[:=] | [-*] |; ", re.IGNORECASE
)
_USED = re.compile(
    r"\b(?:used|using|(?:have|had|got)(?: access to)?|my|our)(?: (?:an?|the|my|our|both|two|some|several|different"
    r"|pair of))?[ ](?=\w)",
    re.IGNORECASE,
)
_RUNNING = re.compile(
    r"\b(?:the|my|our|both|an?|this) ([A-Za-z0-9][\w/+.-]{1,24}(?: [A-Za-z0-9][\w/+.-]{1,24}){0,4}?)"
    r" (?:(?:has|have) been|was|were|boots?|booted|rebooted|survive[sd]?|runs?|ran|works?|worked|passe[sd]|comes up|came up|working)\b"
)
_NAMED = re.compile(r"\b(?:qemu|kvm|vmware|virtualbox|xen|raspberry|thinkpad|macbook|xeon|epyc|ryzen)\b", re.IGNORECASE)


_SUBJECT = re.compile(
    r"(?:^|[,.;:(] )(?:only |both |mostly |mainly )?((?:[A-Za-z0-9][\w/+.-]{1,24}(?:,| and"
    r"| or)? ){0,5}[A-Za-z0-9][\w/+.-]{1,24}) (?:was|were|has been|have been) (?:also |only )?tested\b",
    re.IGNORECASE,
)
_BRACKETS = re.compile(
    r"\btested (?:(?:the|this|these|both|all|your|my|it|them|[\w-]{2,12}) ){0,3}(?:patch|patches|fix|fixes|series|change|changes"
    r"|version|v\d{1,2}"
    r"|it|this|them)?[ ]?\(([^()]{3,100})\)",
    re.IGNORECASE,
)
_MORE = re.compile(rf"(?:(?:,? and |, | and then |/)(?:{_TOOLS})(?![\w-])){{1,3}}", re.IGNORECASE)
_TOOL = re.compile(rf"(?<![\w/.-])(?:{_TOOLS})(?![\w-])", re.IGNORECASE)
_WEAK_TOOLS = frozenset({"perf", "ab", "ping", "nft", "tcpdump", "selftest", "selftests", "syzbot", "curl", "wget", "conntrack"})


def _models(words: str) -> bool:
    """Whether some word is a model number and not a version, an architecture, a size or a protocol."""
    return any(not _NOT_MODEL.match(found.group()) for found in _MODEL.finditer(words))


def _closed(words: str, at: int) -> str | None:
    """The words up to the bracket, not before `at`, that closes all that are open; None where it is too far."""
    while 0 <= (at := words.find(")", at)) < LONGEST:
        at += 1
        if words.count("(", 0, at) <= words.count(")", 0, at):
            return words[:at].strip()
    return None


def _name(words: str) -> str | None:
    """The machine that opens the words, cut where the grammar leaves it."""
    words = words.lstrip(" `")
    stop = _STOP.search(words)
    piece = (words[: stop.start()] if stop else words).strip(" ,.-*\"'`")
    if "(" not in piece:
        piece = piece.partition(")")[0].rstrip()
    if piece.count("(") > piece.count(")"):
        piece = _closed(words, len(piece)) or piece.rpartition("(")[0].strip()
    if not 2 <= len(piece) <= LONGEST or " than " in piece or _NO_THING.search(piece):
        return None
    bare = _ARTICLE.sub("", piece)
    opening = _SOFT.match(bare)
    if opening and opening.group().lower() not in {"test", "tests"}:
        return None
    if _models(bare):
        return piece
    if _SOFT.search(bare) and not re.search(r"\b(?:hardware|board|machine|laptop|server|platform|nic|vms?)s?\b", bare, re.IGNORECASE):
        return None
    if _THING.search(bare) or _NUMBERED.match(bare):
        return piece
    if _PROPER.match(bare):
        return piece
    return None


def _plain(name: str) -> str:
    """A name without the article before it and the adverb behind it."""
    return _BARE_END.sub(
        "", re.sub(r"^(?:the|my|our|following|both|(?:an? )?(?:bunch|couple|handful|variety|range|set) of|an?) ", "", name)
    )


def hardware(sentences: str) -> str | None:
    """The hardware named in the words of a statement, white space made single blanks; None where none is named."""
    words = " ".join(_ADDRESS.sub(" ", sentences).split())[:4000]
    for lead in _LEAD.finditer(words):
        start = lead.end()
        taken = lead.group()
        word = re.match(r"(?:on|using|with|between|against|in|w/)", taken, re.IGNORECASE)
        assert word is not None
        if taken[len(word.group()) :].strip(" :\t"):
            start = lead.start() + word.end()
        name = _name(words[start:].lstrip(" :\t"))
        if name is None:
            continue
        strict = word.group().lower().split()[0] not in {"on", "between"}
        if strict and not (_models(name) or _THING.search(name)):
            continue
        if strict and _TOOL.search(name):
            continue
        return _plain(name)
    subject = _SUBJECT.search(words)
    if subject and _models(subject.group(1)) and not _TOOL.search(subject.group(1)):
        return subject.group(1)
    for inner in _BRACKETS.finditer(words):
        name = _name(inner.group(1))
        if name is not None and _models(name) and not _TOOL.search(name):
            return _plain(name)
    return labelled(words) or _owned(words)


def labelled(words: str) -> str | None:
    """The hardware behind a label ("NIC: Acme Z9"), up to the next label."""
    for label in _LABEL.finditer(words):
        rest = words[label.end() : label.end() + LONGEST]
        stop = _NEXT_LABEL.search(rest)
        name = _name(rest[: stop.start()] if stop else rest)
        if name is not None and not _TOOL.search(name):
            return name
    return None


def _owned(words: str) -> str | None:
    """The hardware that somebody used, or that ran: "I used two boxes with Z9 NICs", "my Z9X boards work", "the qemu was rebooted"."""
    for lead in _USED.finditer(words):
        name = _name(words[lead.end() :])
        short = lead.group().lower().startswith(("my", "our"))
        if name is None or _TOOL.search(name) or len(name.split()) > (6 if short else 12):
            continue
        if _models(name) if short else (_models(name) or _NAMED.search(name) or (_THING.search(name) and re.search(r"[A-Z]", name))):
            return name
    for ran in _RUNNING.finditer(words):
        name = ran.group(1)
        if (_models(name) or _NAMED.search(name)) and not _SOFT.search(name) and not _TOOL.search(name):
            return name
    return None


def noted(note: str) -> str | None:
    """The hardware of a tag's note (`# RK3588`, `(on X)`); None where the note is of something else."""
    plain = " ".join(note.strip(" #()[]").split())
    if not plain or _FOREIGN.search(plain) or len(plain) > LONGEST:
        return None
    named = hardware(plain)
    if named:
        return named
    return _name(plain) if _models(plain) or _THING.search(plain) else None


def tool(sentences: str) -> str | None:
    """The tool named in the words of a statement, as written; two that stand together are one ("ntttcp and iperf3")."""
    words = " ".join(sentences.split())[:4000]
    weak: str | None = None
    for found in _TOOL.finditer(words):
        if found.group().lower() in _WEAK_TOOLS:
            weak = weak or found.group()
            continue
        second = _MORE.match(words, found.end())
        return words[found.start() : second.end()] if second else found.group()
    return weak
