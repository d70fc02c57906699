# SPDX-License-Identifier: GPL-2.0-or-later
"""Invented series that show every feature of a page, and a few hundred small ones for lists.  All people are made up."""

import hashlib
from datetime import UTC, datetime, timedelta

import msgspec

from digest import publish
from digest.model import (
    BenchEntry,
    Block,
    Commit,
    Comparison,
    CopyEntry,
    DiffstatEntry,
    Evidence,
    FileEntry,
    Finding,
    FixEntry,
    Given,
    Letter,
    MaintainerEntry,
    Measurement,
    MessageEntry,
    Passage,
    PatchEntry,
    Person,
    ProblemEntry,
    Question,
    RangeDiff,
    RangePair,
    Result,
    RevisionEntry,
    RobotEntry,
    Row,
    SeriesEntry,
    StateEntry,
    Summary,
    Tag,
    TestEntry,
)

NOW = datetime(2026, 11, 30, 6, 0, tzinfo=UTC)
SITE = publish.Site(
    now=NOW, base_url="https://digest.example.org", version="0.1.0", rules_url="https://docs.kernel.org/process/maintainer-netdev.html"
)


def at(day: int, hour: int = 9) -> datetime:
    """A time in November 2026; a negative day lies in October."""
    return datetime(2026, 11, 1, hour, 15, tzinfo=UTC) + timedelta(days=day - 1)


def person(name: str | None, mail: str | None, *, masked: bool = False) -> Person:
    """A person with an id made of the address."""
    return Person(name, mail, masked, hashlib.sha256((mail or name or "").encode()).hexdigest()[:12])


MIRA = person("Mira Tolstrup", "mira@fjellnet.example")
OKE = person("Oke Adeyinka-Brandt", "oke@lagune.example.org")
SUN = person("孫曉嵐", "sun.xiaolan@yunling.example")
DAVIT = person("Davit Kalandadze", "davit@kolkheti.example")
NOA = person("נועה בן־עמי", "noa@negevnet.example")
LKP = person("kernel test robot", "robot@ci.example.org")
PWBOT = person("patchwork-bot+example", "patchwork-bot@pw.example.org")
LLM = person("review-bot", "review-bot@llm.example.org")

COVER3 = "20261124.0810.v3-0@fjellnet.example"
COVER2 = "20261113.0810.v2-0@fjellnet.example"


def patch_key(version: int, index: int) -> str:
    """The message-id of a patch."""
    return f"2026.v{version}-{index}@fjellnet.example"


TITLES = (
    "net: core: add skb_ring_put_bulk()",
    "net: core: count recycled heads per ring",
    "net: sable: return Rx heads in bulk after NAPI poll",
    "net: sable: reuse heads on XDP_TX",
)

COVER_TEXT = """\
Each skb_ring_put() takes the producer lock once per head, and under load
that lock stands at the top of perf.  Return the heads in bulk instead.

Patch 1 adds the helper, patch 2 counts what it recycles, patches 3 and 4
use it in sable.

What changes on our machines:

 - a single TCP stream gains about 7 %
 - softirq time falls by a fifth at line rate
 - XDP_TX gains 25 % on small packets, as the heads never leave the ring
 - memory use does not grow

Tested on SB-200 100G, and on SB-100 25G in an arm64 board, with netperf
and xdp-bench.

netperf, 60 s, 5 runs, mean +- standard deviation, MTU 1500
                                   v6.18-rc4         with v3
TCP_STREAM 1 flow    Gbit/s        41.2 +- 0.4      43.9 +- 0.5
TCP_STREAM 8 flows   Gbit/s        92.1 +- 0.3      92.4 +- 0.4
TCP_RR p99           us            41.0 +- 0.9      36.2 +- 0.8
softirq 8 flows      %             61.4 +- 1.1      48.9 +- 1.0

xdp-bench, one queue, a single run, Mpps
                       without    with
XDP_TX       64 B        21.8     24.5
XDP_REDIRECT 64 B        14.2     13.5

ring statistics after the run:

  ring    alloc_fast   alloc_slow   recycled   refused
  eth2-0   183.2M        0.4k       182.9M        12

Changes in v3:
 - rename to skb_ring_put_bulk(), as asked
 - patch 4 flushes before the doorbell"""


def line_of(words: str, text: str = COVER_TEXT) -> int:
    """The line in which words stand."""
    return text[: text.index(words)].count("\n") + 1


def spot(words: str, text: str = COVER_TEXT) -> tuple[int, int, str]:
    """(line, column, words) in a text."""
    start = text.index(words)
    return line_of(words, text), start - (text.rfind("\n", 0, start) + 1) + 1, words


def evidence(key: str, words: str, text: str = COVER_TEXT) -> Evidence:
    """Words of a text as evidence."""
    line, column, found = spot(words, text)
    return Evidence(key, key, line, column, found)


def pair(metric: str, before: str, after: str, unit: str, delta: float, verdict: str, **more: object) -> Comparison:
    """A comparison whose two figures stand in one line of the cover."""
    row = next(line for line in COVER_TEXT.split("\n") if before in line and after in line)
    number = line_of(row)
    values: dict[str, object] = {
        "before_at": (number, row.index(before) + 1, before),
        "after_at": (number, row.rindex(after) + 1, after),
        "claimed_percent": None,
        "claim_matches": None,
        "params": {},
        **more,
    }
    return Comparison(metric=metric, before=float(before), after=float(after), unit=unit, delta_percent=delta, verdict=verdict, **values)


def metric(name: str, token: str, unit: str, role: str | None = None) -> Measurement:
    """A figure of the cover."""
    line, column, _ = spot(token)
    return Measurement(name, float(token), unit, "higher", role, None, {}, line, column, token)


def numbers() -> BenchEntry:
    """The cover's numbers: a netperf table, an xdp-bench table, a block nobody reads, claims that hold, fail and float."""
    netperf, xdp, ring = line_of("netperf, 60 s"), line_of("xdp-bench, one"), line_of("  ring    alloc")
    blocks = (
        Block(
            "netperf", None, "table", "aligned", None, None, {}, (metric("throughput", "41.2", "Gbit/s", "before"),), netperf, netperf + 5
        ),
        Block("xdp", "one queue", "table", "aligned", None, None, {}, (metric("pps", "14.2", "Mpps", "before"),), xdp, xdp + 3),
        Block(
            "unknown", None, "table", "aligned", None, None, {}, (), ring, ring + 1, "\n".join(COVER_TEXT.split("\n")[ring - 1 : ring + 1])
        ),
    )
    comparisons = (
        pair(
            "throughput",
            "41.2",
            "43.9",
            "Gbit/s",
            6.55,
            "better",
            direction="higher",
            params={"flows": 1},
            label="TCP_STREAM",
            spread_percent=1.6,
            samples=5,
            claimed_percent=7.0,
            claim_matches=True,
            claim_at=spot("about 7 %"),
            claim_text="a single TCP stream gains about 7 %",
        ),
        pair(
            "throughput",
            "92.1",
            "92.4",
            "Gbit/s",
            0.33,
            "no-clear-difference",
            direction="higher",
            params={"flows": 8},
            label="TCP_STREAM",
            spread_percent=0.6,
            samples=5,
        ),
        pair("latency_p99", "41.0", "36.2", "us", -11.71, "better", direction="lower", label="TCP_RR", spread_percent=3.0, samples=5),
        pair(
            "cpu_softirq",
            "61.4",
            "48.9",
            "%",
            -20.36,
            "better",
            direction="lower",
            params={"flows": 8},
            spread_percent=2.5,
            samples=5,
            claimed_percent=-20.0,
            claim_matches=True,
            claim_at=spot("falls by a fifth"),
            claim_text="softirq time falls by a fifth at line rate",
        ),
        pair(
            "pps",
            "21.8",
            "24.5",
            "Mpps",
            12.39,
            "better",
            direction="higher",
            params={"msg_size": 64},
            label="XDP_TX",
            samples=1,
            claimed_percent=25.0,
            claim_matches=False,
            claim_at=spot("25 %"),
            claim_text="XDP_TX gains 25 % on small packets, as the heads never leave the ring",
        ),
        pair("pps", "14.2", "13.5", "Mpps", -4.93, "worse", direction="higher", params={"msg_size": 64}, label="XDP_REDIRECT", samples=1),
        Comparison(
            None, {}, None, None, None, None, 0.0, None, "unknown", claim_at=spot("does not grow"), claim_text="memory use does not grow"
        ),
    )
    return BenchEntry(
        COVER3,
        COVER3,
        MIRA,
        3,
        {"nic": "SB-200 100G", "kernel": "v6.18-rc4", "mtu": "1500"},
        ("cpu", "compiler"),
        blocks,
        comparisons,
        date=at(24),
    )


OKE_TEXT = "For patches 1-2:\nReviewed-by: Oke Adeyinka-Brandt <oke@lagune.example.org>"
SUN_TEXT = (
    "48 h of iperf3 and a reload of the driver every minute; I do not use XDP.\n"
    "Tested-by: Sun Xiaolan <sun.xiaolan@yunling.example> # all but patch 4\n"
    "\n"
    "Is the gain still there with the IOMMU on?"
)
DAVIT_TEXT = (
    "This has to come before the first descriptor is read, or we lose it.\n"
    "\n"
    "With the budget check moved:\n"
    "Acked-by: Davit Kalandadze <davit@kolkheti.example>"
)
NOA_TEXT = "netpoll calls this with a budget of 0. Who flushes the array then?\nAs I read it the heads sit there until the next interrupt."
LKP_TEXT = (
    "Hello,\n"
    "\n"
    "kernel test robot noticed a -4.1% regression of netperf.Throughput_total_tps on:\n"
    "\n"
    "  2914332 +- 1%      -4.1%    2794845 +- 2%  netperf.Throughput_total_tps"
)
BOT_TEXT = (
    "This series was applied to netdev/net-next.git (main)\n"
    "\n"
    "  - [net-next,v3,1/4] net: core: add skb_ring_put_bulk()\n"
    "    https://git.kernel.org/netdev/net-next/c/3f1d77a0c4be"
)


def letter(
    key: str,
    who: Person,
    day: int,
    subject: str,
    parent: str | None,
    kind: str,
    text: str,
    version: int | None = 3,
    patch: int | None = None,
    *,
    quote: Passage | None = None,
    diff: int = 0,
    robot: bool = False,
    first: int = 1,
    effects: tuple[str, ...] = (),
    lost: tuple[str, ...] = (),
) -> Letter:
    """A mail of one own passage from line `first`, after a quote where one is given, before a diff of so many lines."""
    passages = [*([quote] if quote else []), Passage("own", first, text.count("\n") + 1, text)]
    if diff:
        passages.append(Passage("diff", first + text.count("\n") + 1, diff))
    entry = MessageEntry(key, key, who, at(day), subject, parent, kind, "series", (CopyEntry("sample.mbox", "0"),), lost)
    return Letter(entry, tuple(passages), version, patch, effects, robot)


REPLIES = {
    "oke": "oke-1@lagune.example.org",
    "sun": "sun-1@yunling.example",
    "davit": "davit-1@kolkheti.example",
    "noa": "noa-1@negevnet.example",
}


def letters() -> tuple[Letter, ...]:
    """The thread of the big sample: two versions, replies at all levels, robots, a long mail and one without line breaks."""
    long_text = "\n".join(f"line {number} of a long log" for number in range(1, 121))
    flat = "A copy that lost its line breaks. " + "word " * 400 + "The end of it names netperf 41.2 again."
    made = [letter(COVER3, MIRA, 24, "[PATCH net-next v3 0/4] net: sable: return heads in bulk", None, "cover", COVER_TEXT, 3, 0)]
    for index, title in enumerate(TITLES, 1):
        text = f"What patch {index} does.\n\nSigned-off-by: Mira Tolstrup <mira@fjellnet.example>"
        if index == 3:
            text += "\nReviewed-by: Oke Adeyinka-Brandt <oke@lagune.example.org>"
        made.append(
            letter(
                patch_key(3, index), MIRA, 24, f"[PATCH net-next v3 {index}/4] {title}", COVER3, "patch", text, 3, index, diff=40 + index
            )
        )
    quote = Passage("quote", 3, 7, "+	if (unlikely(!budget))\n+		return 0;", 1, "Mira Tolstrup")
    made += [
        letter(REPLIES["oke"], OKE, 25, "Re: [PATCH net-next v3 1/4]", patch_key(3, 1), "reply", OKE_TEXT, 3, 1, first=13),
        letter(REPLIES["sun"], SUN, 24, "Re: [PATCH net-next v3 0/4]", COVER3, "reply", SUN_TEXT, 3, 0, first=21),
        letter(
            "mira-2@fjellnet.example",
            MIRA,
            25,
            "Re: [PATCH net-next v3 0/4]",
            REPLIES["sun"],
            "reply",
            "Yes, a little less: 5 %.",
            3,
            0,
            first=7,
        ),
        letter(
            REPLIES["davit"], DAVIT, 26, "Re: [PATCH net-next v3 3/4]", patch_key(3, 3), "reply", DAVIT_TEXT, 3, 3, quote=quote, first=12
        ),
        letter(REPLIES["noa"], NOA, 25, "Re: [PATCH net-next v3 3/4]", patch_key(3, 3), "reply", NOA_TEXT, 3, 3, first=20),
        letter(
            "lkp-1@ci.example.org",
            LKP,
            28,
            "[netdev/net-next] 3f9c1e07ab52: netperf -4.1% regression",
            patch_key(3, 2),
            "robot",
            LKP_TEXT,
            3,
            2,
            robot=True,
        ),
        letter(
            "pw-1@pw.example.org",
            PWBOT,
            27,
            "Re: [PATCH net-next v3 0/4]",
            COVER3,
            "robot",
            BOT_TEXT,
            3,
            None,
            robot=True,
            first=4,
            effects=("partly applied",),
        ),
        letter(
            "llm-1@llm.example.org",
            LLM,
            26,
            "Re: [PATCH net-next v3 4/4]",
            patch_key(3, 4),
            "robot",
            "sable_xdp_xmit() may leak the head when the ring is full.",
            3,
            4,
            robot=True,
        ),
        letter("forged@elsewhere.example", LKP, 28, "build failure", COVER3, "robot", "All broken!", 3, None, robot=True),
        letter("deep-0@lagune.example.org", OKE, 25, "Re: long", COVER3, "reply", long_text, 3, 0),
        letter(COVER2, MIRA, 13, "[PATCH net-next v2 0/4] net: sable: return heads in bulk", None, "cover", COVER_TEXT, 2, 0),
        letter("flat@lagune.example.org", OKE, 14, "Re: [PATCH net-next v2 0/4]", COVER2, "reply", flat, 2, 0, lost=("line-breaks",)),
    ]
    for depth in range(1, 10):
        made.append(
            letter(
                f"deep-{depth}@lagune.example.org",
                OKE,
                25,
                "Re: long",
                f"deep-{depth - 1}@lagune.example.org",
                "reply",
                f"Level {depth}.",
                3,
                0,
            )
        )
    for index, title in enumerate(TITLES, 1):
        made.append(
            letter(
                patch_key(2, index),
                MIRA,
                13,
                f"[PATCH net-next v2 {index}/4] {title}",
                COVER2,
                "patch",
                f"As of v2, {index}.",
                2,
                index,
                diff=30,
            )
        )
    return tuple(made)


def tag(
    key: str, who: Person, status: str, via: str, where: Evidence, version: int = 3, note: str | None = None, rule: str | None = None
) -> Tag:
    """A tag."""
    return Tag(key, who, status, via, version, note, where, rule)


def patches(version: int) -> tuple[PatchEntry, ...]:
    """The four patches of a version with every status and way of a tag."""
    reviewed = evidence(REPLIES["oke"], "Reviewed-by: Oke", "\n" * 12 + OKE_TEXT)
    tested = evidence(REPLIES["sun"], "Tested-by: Sun", "\n" * 20 + SUN_TEXT)
    acked = evidence(REPLIES["davit"], "Acked-by: Davit", "\n" * 11 + DAVIT_TEXT)
    signed = Evidence(patch_key(version, 1), patch_key(version, 1), 3, 1, "Signed-off-by: Mira Tolstrup <mira@fjellnet.example>")
    in_diff = Evidence(patch_key(3, 4), patch_key(3, 4), 30, 5, "Nacked-by: nobody, in a diff")
    tags: dict[int, list[Tag]] = {index: [] for index in (1, 2, 3, 4)}
    if version == 3:
        for index in (1, 2):
            tags[index].append(tag("Reviewed-by", OKE, "given", "range", reviewed, note="patches 1-2"))
        for index in (1, 2, 3):
            tags[index].append(tag("Tested-by", SUN, "given", "cover", tested, note="all but patch 4"))
        stale = Evidence(patch_key(3, 3), patch_key(3, 3), 4, 1, "Reviewed-by: Oke")
        tags[3].append(tag("Reviewed-by", OKE, "stale", "carried", stale, 2, rule="given to v2, and 2 hunks changed since"))
        tags[3].append(tag("Acked-by", DAVIT, "conditional", "direct", acked, note="with the budget check moved"))
        tags[3].append(tag("Tested-by", MIRA, "self", "commit", signed))
        tags[4].append(tag("Reviewed-by", NOA, "suggested", "direct", reviewed))
        tags[4].append(tag("Acked-by", OKE, "withdrawn", "direct", acked, rule="taken back on 2026-11-26"))
        tags[4].append(tag("Reviewed-by", DAVIT, "mismatched", "commit", in_diff, rule="no mail from this address"))
    tags[1].append(Tag("Signed-off-by", MIRA, "given", "commit", version, None, signed, value="Mira Tolstrup <mira@fjellnet.example>"))
    changes = {1: "unchanged", 2: "unchanged", 3: "changed", 4: "new"}
    return tuple(
        PatchEntry(
            index,
            TITLES[index - 1],
            patch_key(version, index),
            version,
            MIRA,
            "0" * 40,
            (FileEntry("drivers/net/sable/rx.c", None, 12, 3),),
            changes[index] if version == 3 else None,
            index,
            tuple(tags[index]),
            patch_key(version, index),
            at(24 if version == 3 else 13),
        )
        for index in (1, 2, 3, 4)
    )


def revisions() -> tuple[RevisionEntry, ...]:
    """v1 with a patch that never arrived, v2, v3."""
    v1 = RevisionEntry(
        1,
        True,
        False,
        at(3),
        None,
        2,
        (2,),
        None,
        None,
        (),
        (),
        (
            PatchEntry(1, TITLES[0], patch_key(1, 1), 1, MIRA, None, (), None, None, (), patch_key(1, 1), at(3)),
            PatchEntry(2, None, None, None, MIRA, None, (), None, None, ()),
        ),
        1,
        first=patch_key(1, 1),
    )
    stat = DiffstatEntry(3, 331, 241)
    files = (FileEntry("net/core/skb_ring.c", 90, None, None),)
    v2 = RevisionEntry(
        2,
        False,
        False,
        at(13),
        COVER2,
        4,
        (),
        "split the accounting out as patch 2; add XDP_TX",
        stat,
        files,
        (),
        patches(2),
        6,
        first=COVER2,
    )
    changes = "- rename to skb_ring_put_bulk(), as asked\n- patch 4 flushes before the doorbell"
    v3 = RevisionEntry(
        3, False, False, at(24), COVER3, 4, (), changes, stat, files, ("net: sable: drop the old helper",), patches(3), 20, first=COVER3
    )
    return v1, v2, v3


def questions() -> tuple[Question, ...]:
    """One open, one answered, one probably, one of a robot."""
    noa = evidence(REPLIES["noa"], "Who flushes the array then?", "\n" * 19 + NOA_TEXT)
    sun = evidence(REPLIES["sun"], "Is the gain still there with the IOMMU on?", "\n" * 20 + SUN_TEXT)
    yes = Evidence("mira-2@fjellnet.example", "mira-2@fjellnet.example", 7, 1, "Yes, a little less: 5 %.")
    llm = Evidence("llm-1@llm.example.org", "llm-1@llm.example.org", 1, 1, "may leak the head")
    davit = evidence(REPLIES["davit"], "This has to come before", "\n" * 11 + DAVIT_TEXT)
    return (
        Question(
            NOA,
            "question",
            "netpoll calls this with a budget of 0. Who flushes the array then?",
            3,
            3,
            "drivers/net/sable/rx.c",
            noa,
            "no",
            None,
            at(25),
        ),
        Question(SUN, "question", "Is the gain still there with the IOMMU on?", 3, None, None, sun, "yes", yes, at(24)),
        Question(
            DAVIT,
            "change-request",
            "This has to come before the first descriptor is read, or we lose it.",
            2,
            3,
            None,
            davit,
            "probably",
            None,
            at(14),
        ),
        Question(LLM, "robot", "sable_xdp_xmit() may leak the head when the ring is full.", 3, 4, None, llm, "no", None, at(26)),
    )


def robots() -> tuple[RobotEntry, ...]:
    """Four robots, one of them forged."""
    applied = evidence("pw-1@pw.example.org", "applied to netdev/net-next.git", "\n" * 3 + BOT_TEXT)
    return (
        RobotEntry(
            "lkp",
            "performance",
            True,
            2,
            evidence("lkp-1@ci.example.org", "-4.1% regression", LKP_TEXT),
            "a -4.1% regression of netperf.Throughput_total_tps",
        ),
        RobotEntry("patchwork-bot", "applied", True, None, applied, "This series was applied to netdev/net-next.git (main)"),
        RobotEntry(
            "ai-review", "remark", True, 4, Evidence("llm-1@llm.example.org", "llm-1@llm.example.org", 1, 1, "may leak the head"), None
        ),
        RobotEntry(
            "lkp", "build-failed", False, None, Evidence("forged@elsewhere.example", "forged@elsewhere.example", 1, 1, "All broken!"), None
        ),
    )


def lkp_numbers() -> BenchEntry:
    """The robot's own figures."""
    before, after = spot("2914332", LKP_TEXT), spot("2794845", LKP_TEXT)
    comparison = Comparison(
        "tps",
        {"threads": 128},
        2914332.0,
        2794845.0,
        "trans/s",
        -4.1,
        -4.1,
        True,
        "worse",
        "higher",
        before_at=before,
        after_at=after,
        claim_at=(*spot("-4.1%    2", LKP_TEXT)[:2], "-4.1%"),
        spread_percent=1.9,
        samples=4,
    )
    return BenchEntry("lkp-1@ci.example.org", "lkp-1@ci.example.org", LKP, 3, {}, (), (), (comparison,), date=at(28))


def older_numbers() -> BenchEntry:
    """The same test in v2, so that a course from version to version exists."""
    found = numbers()
    first = msgspec.structs.replace(found.comparisons[1], before=92.0, delta_percent=0.43)
    return BenchEntry(COVER2, COVER2, MIRA, 2, {}, (), found.blocks[:1], (first, *found.comparisons[2:3]), date=at(13))


def full() -> Summary:
    """The series that shows everything."""
    applied = evidence("pw-1@pw.example.org", "applied to netdev/net-next.git", "\n" * 3 + BOT_TEXT)
    state = StateEntry(
        "partly-applied",
        (applied,),
        (Commit(1, "3f1d77a0c4be", "netdev/net-next"), Commit(2, "3f9c1e07ab52", "netdev/net-next")),
        "author",
        "waiting-for-author",
        "one question, one claim, one conditional ack",
        at(27),
    )
    key = patch_key(1, 1)
    tested = evidence(REPLIES["sun"], "48 h of iperf3 and a reload of the driver every minute", "\n" * 20 + SUN_TEXT)
    own = evidence(COVER3, "Tested on SB-200 100G")
    series = SeriesEntry(
        id=publish.short(key),
        title="net: sable: return Rx heads in bulk",
        former_titles=("net: sable: bulk put",),
        tree="net-next",
        author=MIRA,
        state=state,
        revisions=revisions(),
        tags=(
            tag(
                "Tested-by",
                SUN,
                "given",
                "direct",
                evidence(REPLIES["sun"], "Tested-by: Sun", "\n" * 20 + SUN_TEXT),
                note="all but patch 4",
            ),
        ),
        tests=(
            TestEntry(SUN, tested.text, "SB-200 100G, two hosts back to back", "iperf3", tested, 3, None),
            TestEntry(MIRA, own.text, "SB-200 100G; SB-100 25G", "netperf, xdp-bench", own, 3, None),
        ),
        fix_statement=FixEntry("by reading the code", None, "netperf for an hour", (own,)),
        robots=robots(),
        questions=questions(),
        maintainers=(
            MaintainerEntry("NETWORKING DRIVERS [SABLE]", (DAVIT,), ("drivers/net/sable/rx.c", "drivers/net/sable/tx.c"), acked=False),
            MaintainerEntry("SKB RING", (OKE,), ("net/core/skb_ring.c",), acked=True),
        ),
        findings=(
            Finding(
                "ND207",
                "Reviewed-by on 3/4 was given to v2; two hunks changed since.",
                Evidence(patch_key(3, 3), patch_key(3, 3), 4, 1, "Reviewed-by: Oke"),
                "https://docs.kernel.org/process/submitting-patches.html",
            ),
            Finding("ND110", "Net-next was closed when this was posted.", None, "netdev: git trees and patch flow"),
        ),
        benchmarks=(numbers(), older_numbers(), lkp_numbers()),
        notes=("A correction was applied: one tag moved to v2.",),
    )
    ranges = (
        RangeDiff(
            2,
            3,
            (
                RangePair(1, 1, "=", TITLES[0], TITLES[0]),
                RangePair(
                    3,
                    3,
                    "!",
                    TITLES[2],
                    TITLES[2],
                    (
                        "    @@ drivers/net/sable/rx.c: static int sable_poll()",
                        "      	while (work < budget && sable_rx_ready(rxq)) {",
                        "    -+		skb_ring_put(rxq->ring, rxq->done, n);",
                        "    ++		rxq->done[n++] = sable_rx_head(rxq);",
                        "      	}",
                    ),
                ),
                RangePair(None, 4, ">", None, TITLES[3]),
            ),
        ),
    )
    return Summary(
        series,
        letters(),
        ranges,
        (ProblemEntry("sample.mbox", "broken@lagune.example.org", "4711", "truncated in the middle of a base64 part"),),
    )


WORKS = ("rework the ring", "fix a leak when the link flaps during suspend", "count drops per queue and report them over netlink")


def result(number: int, author: Person, **changes: object) -> Result:
    """The one comparison of a small row: every second worse, every eighth with a claim that does not hold."""
    better = number // 2 % 2 == 0
    fails = number % 16 == 4
    values: dict[str, object] = {
        "tool": "netperf",
        "test": "TCP_STREAM, 1 flow",
        "unit": "Gbit/s",
        "before": "81.0",
        "after": "92.5" if better else "55.9",
        "change": 14.2 if better else -31.0,
        "spread": 2.5 if number % 3 == 0 else None,
        "claim": 25.0 if fails else None,
        "claim_text": "gains a quarter" if fails else None,
        "holds": False if fails else None,
        "verdict": "better" if better else "worse",
        "direction": ("higher", "lower", "unknown")[number % 3],
        "samples": 1 if number % 3 == 1 else None,
        "key": f"row-{number}@fjellnet.example",
        "line": 1,
        "column": 5,
        "person": author,
        "version": number % 5 + 1,
    }
    values.update(changes)
    return Result(**values)


def row(number: int = 0, **changes: object) -> Row:
    """A small row; `number` makes it one of many."""
    people = (MIRA, OKE, SUN, DAVIT, NOA)
    author = people[number % 5]
    groups = ("ready", "needs-ack", "needs-review", "waiting-for-author", "awaiting-upstream", "rfc", "stale", "done")
    group = groups[number % 8]
    states = dict(
        zip(
            groups,
            ("under-review", "needs-ack", "new", "changes-requested", "awaiting-upstream", "rfc", "under-review", "applied"),
            strict=True,
        )
    )
    ident = hashlib.sha256(f"row {number}".encode()).hexdigest()[:12]
    patches_ = number % 7 + 1
    done = min(patches_, number % 4)
    results = (result(number, author),) if number % 2 == 0 else ()
    values: dict[str, object] = {
        "id": ident,
        "title": f"net: sable: {WORKS[number % 3]} ({number})",
        "tree": ("net-next", "net", "bpf-next", None)[number % 4],
        "version": number % 5 + 1,
        "author": author,
        "state": states[group],
        "group": group,
        "reason": (
            "every patch reviewed",
            "the sable maintainer has not acked",
            "no review yet",
            "1 question unanswered",
            "goes through wireless-next",
            "",
            "silent since 2026-11-12",
            "applied to netdev/net-next",
        )[number % 8],
        "waits_for": ("maintainer", "maintainer", "reviewers", "author", "tree", "reviewers", "nobody", "nobody")[number % 8],
        "first": at(-20 + number % 40),
        "last": at(1 + number % 29),
        "waiting_since": at(1 + number % 29),
        "patches": patches_,
        "covered": done,
        "acked": done if number % 2 else 0,
        "reviewed": done,
        "tested": 1 if number % 5 == 0 else 0,
        "coverage": tuple(index < done for index in range(patches_)),
        "maintainers_acked": (True, False, None)[number % 3],
        "tested_on": ("SB-200 100G", None, "qemu; arm64 board")[number % 3],
        "numbers": ("+14.2 %", None, "−31.0 %", None)[number % 4],
        "numbers_verdict": ("better", None, "worse", None)[number % 4],
        "claim_fails": number % 16 == 4,
        "questions_open": number % 3,
        "robots": (("✗ lkp: build failed",), (), ("patchwork-bot: applied",))[number % 3],
        "months": ("2026-11",) if number % 2 else ("2026-10", "2026-11"),
        "postings": ((ident, 1),),
        "areas": (("drivers/net/sable", "NETWORKING [GENERAL]", "net/core")[number % 3],),
        "people": ((people[(number + 1) % 5].id, people[(number + 1) % 5].name or "", "reviewer"),),
        "tools": ("netperf",),
        "message_id": f"row-{number}@fjellnet.example",
        "findings": ("ND110",) if number % 6 == 0 else (),
        "people_counts": (number % 2, done, 1 if number % 5 == 0 else 0),
        "messages": number % 30 + 1,
        "metrics": tuple((one.tool, one.test, one.unit, one.change, one.verdict) for one in results),
        "results": results,
        "verdicts": (sum(one.verdict == "better" for one in results), sum(one.verdict == "worse" for one in results), 0, 0),
        "asked_since": at(20) if number % 3 else None,
        "acked_areas": ((2, 2), (1, 3), None)[number % 3],
        "given": (
            Given(people[(number + 1) % 5].id, "Reviewed-by", "given", "direct", (1, 2, 4), f"row-{number}@fjellnet.example", 1, at(6)),
        )
        if number % 2
        else (),
    }
    values.update(changes)
    return Row(**values)


def rows(count: int) -> list[Row]:
    """Many rows; the first stands for the full sample, so that the board links to its page."""
    line, column, _ = spot("43.9")
    shown = (result(0, MIRA, key=COVER3, line=line, column=column, before="41.2", after="43.9"),)
    return [row(0, id=full().series.id, title=full().series.title, results=shown), *(row(number) for number in range(1, count))]


ACCOUNT = publish.Account(
    messages=4812,
    duplicates=11,
    unreadable=3,
    left_out=2,
    series=25,
    archives=("netdev-2026-11.mbox",),
    problems=(ProblemEntry("netdev-2026-11.mbox", None, "12345", "truncated"),),
    problems_total=3,
)


def small(made: Row) -> Summary:
    """The series behind a small row: one unnumbered patch, one mail, nothing else."""
    key = made.message_id or made.id
    mail = letter(key, made.author, 5, made.title or "", None, "patch", "One line.", made.version, 1)
    patch = PatchEntry(1, made.title, key, made.version, made.author, None, (), None, None, (), key, at(5))
    revision = RevisionEntry(made.version, False, False, at(5), None, 1, (), None, None, (), (), (patch,), 1, first=key)
    state = StateEntry(made.state, (), (), made.waits_for, made.group, made.reason)
    pairs = (
        Comparison(
            "tps", {}, 100.0, 114.2, "trans/s", 14.2, None, None, "better", "higher", before_at=(1, 1, "One"), after_at=(1, 5, "line")
        ),
    )
    numbers_ = (BenchEntry(key, key, made.author, made.version, {}, (), (), pairs),) if made.numbers or made.metrics else ()
    entry = SeriesEntry(made.id, made.title, (), made.tree, made.author, state, (revision,), (), (), None, (), (), None, (), numbers_)
    return Summary(entry, (mail,))
