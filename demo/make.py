# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes the sample archives: `netdev.mbox`, a thread page `pages/`, all of it invented for this project.

People, hosts and drivers do not exist; figures have the size and shape that such mails have.  Run `python demo/make.py` after a change;
the result is the same bytes every time.
"""

import difflib
import textwrap
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

HERE = Path(__file__).parent
NETDEV = "netdev@vger.kernel.org"
BPF = "bpf@vger.kernel.org"
BOT = ("patchwork-bot+netdevbpf@kernel.org", "patchwork-bot+netdevbpf@kernel.org")
LKP = ("kernel test robot", "lkp@intel.com")
SYZBOT = ("syzbot ci", "syzbot+ci5a2f0c1b9d8e7f64@syzkaller.appspotmail.com")

ADA = ("Ada Lindqvist", "ada@nordwind.example")
BRUNO = ("Bruno Castel", "bruno.castel@halden.example")
CHIDI = ("Chidi Okafor", "chidi@lagosnet.example")
DELIA = ("Delia Brandt", "dbrandt@kontor.example")
EMIL = ("Emil Novák", "emil.novak@tesla-net.example")
FARAH = ("Farah Haidari", "farah@openfabric.example")
GITTE = ("Gitte Holm", "gitte@holm.example")
HIRO = ("Hiro Tanabe", "h.tanabe@sakura-ic.example")
INES = ("Ines Duarte", "ines@atlantica.example")
JONAS = ("Jonas Weber", "jonas.weber@rheinlink.example")
KAVYA = ("Kavya Iyer", "kavya@monsoon.example")
LEIF = ("Leif Sørby", "leif@fjordkern.example")
MARTA = ("Marta Zielińska", "marta@wislanet.example")
NOAH = ("Noah Whitfield", "noah@prairielabs.example")
SENIOR = ("Jakub Kicinski", "kuba@kernel.org")


@dataclass
class Mail:
    """One mail of the sample."""

    sender: tuple[str, str]
    subject: str
    body: str
    when: datetime
    mid: str
    parent: str | None = None
    references: tuple[str, ...] = ()
    to: tuple[str, ...] = (NETDEV,)
    headers: dict[str, str] = field(default_factory=dict)


BOX: list[Mail] = []


def at(text: str) -> datetime:
    """A time such as `11-03 09:20`, of 2026, in UTC."""
    return datetime.strptime(f"2026-{text}", "%Y-%m-%d %H:%M").replace(tzinfo=UTC)


def text(words: str) -> str:
    """An indented string as a mail body."""
    return textwrap.dedent(words).strip("\n") + "\n"


def send(sender: tuple[str, str], subject: str, body: str, when: datetime, mid: str, parent: Mail | None = None, **more: object) -> Mail:
    """Add a mail; a parent makes it a reply."""
    references = (*parent.references, parent.mid) if parent else ()
    mail = Mail(sender, subject, body, when, mid, parent.mid if parent else None, references, **more)  # type: ignore[arg-type]
    BOX.append(mail)
    return mail


def reply(parent: Mail, sender: tuple[str, str], body: str, when: datetime, quote: str | None = None) -> Mail:
    """Answer a mail, quoting `quote` (lines of it) above the own words."""
    subject = parent.subject if parent.subject.startswith("Re:") else f"Re: {parent.subject}"
    mid = f"{when:%Y%m%d%H%M%S}.{sender[1].partition('@')[0].replace('.', '')}@{sender[1].rpartition('@')[2]}"
    head = ""
    if quote is not None:
        lines = "".join(f"> {line}\n" if line else ">\n" for line in text(quote).rstrip("\n").split("\n"))
        head = f"On {parent.when:%a, %d %b %Y %H:%M:%S} +0000, {parent.sender[0]} wrote:\n{lines}\n"
    return send(sender, subject, head + text(body), when, mid, parent)


def diff(path: str, old: str, new: str) -> str:
    """A git diff between two small texts."""
    before, after = text(old).splitlines(keepends=True), text(new).splitlines(keepends=True)
    body = "".join(difflib.unified_diff(before, after, f"a/{path}", f"b/{path}"))
    return f"diff --git a/{path} b/{path}\nindex 5d1c0f2a9b3e..8e7f64c1b2d3 100644\n{body}"


def patch(log: str, trailers: str, diffs: list[str], notes: str = "") -> str:
    """The body of a posted patch: log, trailers, `---`, notes, diffstat, diff."""
    stats = []
    plus = minus = 0
    for one in diffs:
        path = one.split(" b/", 1)[1].split("\n", 1)[0]
        body = one.split("\n", 2)[2]
        added = sum(line.startswith("+") and not line.startswith("+++") for line in body.split("\n"))
        removed = sum(line.startswith("-") and not line.startswith("---") for line in body.split("\n"))
        stats.append(f" {path} | {added + removed} {'+' * min(added, 30)}{'-' * min(removed, 30)}\n")
        plus, minus = plus + added, minus + removed
    many = f" {len(diffs)} file{'s' * (len(diffs) > 1)} changed, {plus} insertion{'s' * (plus != 1)}(+)"
    many += f", {minus} deletion{'s' * (minus != 1)}(-)" if minus else ""
    middle = f"{text(notes)}\n" if notes else ""
    return f"{text(log)}\n{text(trailers)}---\n{middle}{''.join(stats)}{many}\n\n{''.join(diffs)}-- \n2.51.0\n"


def signed(person: tuple[str, str]) -> str:
    """A Signed-off-by line."""
    return f"Signed-off-by: {person[0]} <{person[1]}>"


def tag(key: str, person: tuple[str, str]) -> str:
    """A tag line."""
    return f"{key}: {person[0]} <{person[1]}>"


REFILL_OLD = """
    static int hx_rx_refill(struct hx_ring *ring)
    {
    	int i;

    	for (i = 0; i < ring->count; i++)
    		hx_alloc_page(ring, i);

    	return 0;
    }
"""
REFILL_NEW = """
    static int hx_rx_refill(struct hx_ring *ring, int budget)
    {
    	int done = 0;

    	while (ring->free && done < budget) {
    		if (hx_recycle_page(ring))
    			break;
    		done++;
    	}

    	return done;
    }
"""
POOL_OLD = """
    struct hx_ring {
    	struct page **pages;
    	unsigned int count;
    };
"""
POOL_NEW = """
    struct hx_ring {
    	struct page_pool *pool;
    	unsigned int count;
    	unsigned int free;
    };
"""
STAT_OLD = """
    static const char hx_stats[][ETH_GSTRING_LEN] = {
    	"rx_packets",
    	"tx_packets",
    };
"""
STAT_NEW = """
    static const char hx_stats[][ETH_GSTRING_LEN] = {
    	"rx_packets",
    	"rx_recycled",
    	"tx_packets",
    };
"""


def halden() -> None:
    """v1 to v3 with numbers that hold, tags in the log and by mail, applied by patchwork-bot; patch 2 changes between versions."""
    path, header = "drivers/net/ethernet/halden/hx_rx.c", "drivers/net/ethernet/halden/hx.h"
    numbers = """
        One socket a core, 64 KiB messages, MTU 1500, on a Halden HX100 (100 Gbit/s), Xeon Gold 6330:

        Before:

        MIGRATED TCP STREAM TEST from 0.0.0.0 () port 0 AF_INET to 198.51.100.7 () port 0 AF_INET
        Recv   Send    Send                          Utilization       Service Demand
        Socket Socket  Message  Elapsed              Send     Recv     Send    Recv
        Size   Size    Size     Time     Throughput  local    remote   local   remote
        bytes  bytes   bytes    secs.    10^6bits/s  % S      % S      us/KB   us/KB

         87380  16384  65536    30.00      38412.70   11.30    24.85    0.604   1.325

        After:

        MIGRATED TCP STREAM TEST from 0.0.0.0 () port 0 AF_INET to 198.51.100.7 () port 0 AF_INET
        Recv   Send    Send                          Utilization       Service Demand
        Socket Socket  Message  Elapsed              Send     Recv     Send    Recv
        Size   Size    Size     Time     Throughput  local    remote   local   remote
        bytes  bytes   bytes    secs.    10^6bits/s  % S      % S      us/KB   us/KB

         87380  16384  65536    30.00      46108.20   13.52    19.40    0.602   0.862

        Throughput goes up by 20.0%, receive CPU drops from 24.85% to 19.40%.
    """

    def post(version: int, start: str, history: str, tags: dict[int, str]) -> list[Mail]:
        when = at(start)
        word = "" if version == 1 else f" v{version}"
        mid = f"2026{when:%m%d}091{version}.halden-rx-{{}}@halden.example"
        cover = text("The receive path allocates a page for each buffer.  This series recycles them through page_pool instead.\n") + "\n"
        cover += text(numbers) + "\n" + text(history) + "\n" * bool(history)
        cover += "Bruno Castel (3):\n  net: halden: size the ring by what is free\n  net: halden: recycle receive pages\n"
        cover += "  net: halden: count recycled pages\n\n drivers/net/ethernet/halden/hx.h    |  3 ++-\n"
        cover += " drivers/net/ethernet/halden/hx_rx.c | 16 +++++++++------\n drivers/net/ethernet/halden/hx_et.c |  1 +\n"
        cover += " 3 files changed, 13 insertions(+), 7 deletions(-)\n\n-- \n2.51.0\n"
        head = send(BRUNO, f"[PATCH net-next{word} 0/3] net: halden: recycle receive pages", cover, when, mid.format(0))
        new = REFILL_NEW.replace("done < budget", "done < min(budget, 64)") if version > 1 else REFILL_NEW
        logs = [
            (
                "net: halden: size the ring by what is free",
                "The ring knows how many buffers are free; keep the figure.",
                diff(header, POOL_OLD, POOL_NEW),
            ),
            (
                "net: halden: recycle receive pages",
                "Take pages back from page_pool, up to the budget of the poll.",
                diff(path, REFILL_OLD, new),
            ),
            (
                "net: halden: count recycled pages",
                "Show in ethtool -S how many pages came back.",
                diff("drivers/net/ethernet/halden/hx_et.c", STAT_OLD, STAT_NEW),
            ),
        ]
        mails = [head]
        for number, (title, log, change) in enumerate(logs, 1):
            trailers = "\n".join(filter(None, [signed(BRUNO), tags.get(number, "")]))
            mails.append(
                send(
                    BRUNO,
                    f"[PATCH net-next{word} {number}/3] {title}",
                    patch(log, trailers, [change]),
                    when + timedelta(minutes=number),
                    mid.format(number),
                    head,
                )
            )
        return mails

    first = post(1, "10-26 09:10", "", {})
    reply(first[1], ADA, tag("Reviewed-by", ADA), at("10-26 15:02"), "The ring knows how many buffers are free; keep the figure.")
    asked = reply(
        first[2],
        DELIA,
        "What keeps this loop from running for the whole budget when the pool is empty?\nPlease bound it.\n",
        at("10-27 08:41"),
        "+\twhile (ring->free && done < budget) {\n+\t\tif (hx_recycle_page(ring))\n+\t\t\tbreak;",
    )
    reply(
        asked,
        BRUNO,
        "Good point, will bound it by 64 in v2.\n",
        at("10-27 10:15"),
        "What keeps this loop from running for the whole budget?",
    )
    second = post(
        2,
        "11-02 09:10",
        "v2:\n - bound the refill loop by 64 (Delia)\nv1: https://lore.kernel.org/netdev/202610260911.halden-rx-0@halden.example/",
        {1: tag("Reviewed-by", ADA)},
    )
    reply(
        second[2],
        DELIA,
        f"Looks right now, thanks.\n\n{tag('Reviewed-by', DELIA)}",
        at("11-02 16:20"),
        "Take pages back from page_pool, up to the budget of the poll.",
    )
    third = post(3, "11-09 09:10", "v3:\n - rebase, no change\n", {1: tag("Reviewed-by", ADA), 2: tag("Reviewed-by", DELIA)})
    reply(
        third[0],
        CHIDI,
        f"Ran it for two days on two HX100 back to back, iperf3 and a file copy; no leak seen.\n\n{tag('Tested-by', CHIDI)}",
        at("11-10 07:30"),
    )
    reply(third[0], SENIOR, f"For the series:\n\n{tag('Acked-by', SENIOR)}", at("11-10 22:00"))
    applied = text(f"""
        Hello:

        This series was applied to netdev/net-next.git (main)
        by {SENIOR[0]} <{SENIOR[1]}>:

        On Mon, 09 Nov 2026 09:10:00 +0000 you wrote:
        > The receive path allocates a page for each buffer.  This series recycles them through page_pool instead.
        >
        > [...]

        Here is the summary with links:
          - [net-next,v3,1/3] net: halden: size the ring by what is free
            https://git.kernel.org/netdev/net-next/c/3f1c2a9b7d04
          - [net-next,v3,2/3] net: halden: recycle receive pages
            https://git.kernel.org/netdev/net-next/c/9a40b1c75e3f
          - [net-next,v3,3/3] net: halden: count recycled pages
            https://git.kernel.org/netdev/net-next/c/c07d55e1f6a2

        You are awesome, thank you!
    """)
    send(BOT, f"Re: {third[0].subject}", applied, at("11-11 01:20"), "179999000111.8400.git-patchwork-notify@kernel.org", third[0])


def simple(
    tree: str,
    title: str,
    log: str,
    person: tuple[str, str],
    when: str,
    mid: str,
    change: tuple[str, str, str],
    trailers: str = "",
    notes: str = "",
    version: str = "",
) -> Mail:
    """A series of one patch."""
    body = patch(log, "\n".join(filter(None, [text(trailers).strip() if trailers else "", signed(person)])), [diff(*change)], notes)
    return send(person, f"[PATCH {tree}{version}] {title}", body, at(when), mid)


def overclaim() -> None:
    """Numbers whose text says more than its table."""
    log = """
        Copy small packets into one buffer instead of mapping each.  Measured with two hosts back to back,
        openfabric of100 at 25 Gbit/s, kernel 6.18-rc3:

        | size | before (Kpps) | after (Kpps) |
        |------|---------------|--------------|
        | 64   | 2412          | 2891         |
        | 128  | 2398          | 2870         |
        | 512  | 2101          | 2122         |

        Small packets gain 32%.
    """
    mail = simple(
        "net-next", "net: openfabric: copy small packets", log, FARAH, "11-16 10:00", "20261116100000.4711-1-farah@openfabric.example",
        ("drivers/net/ethernet/openfabric/of_tx.c", REFILL_OLD, REFILL_NEW),
    )  # fmt: skip
    reply(mail, NOAH, "The table says about 20%, not 32%.  Which run is the 32% from?\n", at("11-17 09:12"), "Small packets gain 32%.")


def fix() -> None:
    """A fix that says how it was found, validated and tested; tested by another; ready."""
    log = """
        A suspend between open and the first interrupt leaves the DMA ring mapped twice.  Found by code
        review while looking at a similar report for another driver; validated with a suspend loop that
        hit the splat within ten cycles.  Tested on a Sakura S200 board: 2,000 suspend cycles without it.
    """
    mail = simple(
        "net", "net: sakura: unmap the ring once on suspend", log, HIRO, "11-18 06:40", "20261118064000.99-1-h.tanabe@sakura-ic.example",
        ("drivers/net/ethernet/sakura/s2_pm.c", POOL_OLD, POOL_NEW),
        'Fixes: 4c1d20a97b3e ("net: sakura: keep the ring over suspend")',
    )  # fmt: skip
    reply(
        mail,
        GITTE,
        tag("Reviewed-by", GITTE),
        at("11-18 12:03"),
        "A suspend between open and the first interrupt leaves the DMA ring mapped twice.",
    )
    reply(mail, KAVYA, f"{tag('Tested-by', KAVYA)} # Sakura S210, arm64\n", at("11-19 04:55"))


def incomplete() -> None:
    """A series of which one patch never arrived, known from a reply to it."""
    when = at("11-17 13:00")
    cover = send(
        MARTA, "[PATCH net-next 0/3] net: wisla: link settings over netlink",
        text("Three patches that move the link settings of wisla to the netlink interface.\n"), when, "20261117130000.1-1-marta@wislanet.example",
    )  # fmt: skip
    for number, title in ((1, "net: wisla: read settings through one helper"), (3, "net: wisla: drop the ioctl")):
        send(
            MARTA, f"[PATCH net-next {number}/3] {title}", patch(f"{title.partition(': ')[2].capitalize()}.", signed(MARTA), [diff(f"drivers/net/wisla/w{number}.c", STAT_OLD, STAT_NEW)]),
            when + timedelta(minutes=number), f"20261117130000.1-{number + 1}-marta@wislanet.example", cover,
        )  # fmt: skip
    ghost = Mail(
        MARTA,
        "[PATCH net-next 2/3] net: wisla: answer ETHTOOL_MSG_LINKMODES_GET",
        "",
        when + timedelta(minutes=2),
        "20261117130000.1-3-marta@wislanet.example",
        cover.mid,
        (cover.mid,),
    )
    reply(ghost, JONAS, tag("Reviewed-by", JONAS), at("11-18 09:31"), "Answer the request from the cached settings.")


def rfc() -> None:
    """An RFC with ping and nuttcp figures, and latency that got worse."""
    body = text("""
        Raising the coalescing threshold gives throughput and costs latency.  Before I go on: is the trade acceptable?

        nuttcp, TCP, ten seconds:

        Without the patch:
         1106.0625 MB /  10.01 sec =  927.0120 Mbps 4 %TX 18 %RX 0 retrans 0.31 msRTT

        With the patch:
         1121.3750 MB /  10.01 sec =  939.8034 Mbps 3 %TX 13 %RX 0 retrans 0.42 msRTT

        Latency, before:

        --- 198.51.100.20 ping statistics ---
        100 packets transmitted, 100 received, 0% packet loss, time 101374ms
        rtt min/avg/max/mdev = 0.112/0.131/0.190/0.018 ms

        After:

        --- 198.51.100.20 ping statistics ---
        100 packets transmitted, 100 received, 0% packet loss, time 101402ms
        rtt min/avg/max/mdev = 0.149/0.175/0.233/0.020 ms

        So throughput is up by 1.4%, latency by 34%.
    """)
    body += "\n" + signed(EMIL) + "\n---\n" + diff("drivers/net/ethernet/tesla/tn_main.c", STAT_OLD, STAT_NEW) + "-- \n2.51.0\n"
    mail = send(
        EMIL,
        "[RFC PATCH net-next] net: tesla: raise the coalescing threshold",
        body,
        at("11-12 17:30"),
        "20261112173000.5-1-emil.novak@tesla-net.example",
    )
    reply(
        mail,
        LEIF,
        "A third more latency for one per cent is not worth it by default.  Could it be an ethtool setting?\n",
        at("11-13 08:00"),
        "So throughput is up by 1.4%, latency by 34%.",
    )


def grid() -> None:
    """A two-patch series with a grid table, a conditional tag, a tag for a range, a mismatched one; changes requested by pw-bot."""
    when = at("11-10 11:00")
    cover = send(
        INES, "[PATCH net-next v2 0/2] net: atlantica: one DMA block a ring",
        text("""
            Replace many small DMA mappings by one block a ring.  UDP transmit, netperf, by number of flows:

            +-------+--------+------------+------------+---------+
            |       |        |   Before   |   After    |         |
            | Flows | Size   | (Gbps)     | (Gbps)     | Change  |
            +-------+--------+------------+------------+---------+
            |   1   |  360   |    0.58    |    1.02    |  +75.9% |
            |       | 1500   |    2.61    |    4.40    |  +68.6% |
            +-------+--------+------------+------------+---------+
            |   8   |  360   |    0.44    |    1.71    | +288.6% |
            |       | 1500   |    2.95    |    6.70    | +127.1% |
            +-------+--------+------------+------------+---------+

            v2:
             - keep the old path for the small ring
        """), when, "20261110110000.8-1-ines@atlantica.example",
    )  # fmt: skip
    one = send(
        INES,
        "[PATCH net-next v2 1/2] net: atlantica: shrink the ring to 512",
        patch("Half the memory, same speed.", signed(INES), [diff("drivers/net/ethernet/atlantica/at_ring.h", POOL_OLD, POOL_NEW)]),
        when + timedelta(minutes=1),
        "20261110110000.8-2-ines@atlantica.example",
        cover,
    )
    two = send(
        INES,
        "[PATCH net-next v2 2/2] net: atlantica: allocate one block a ring",
        patch(
            "One coherent block instead of a mapping a packet.",
            signed(INES),
            [diff("drivers/net/ethernet/atlantica/at_tx.c", REFILL_OLD, REFILL_NEW)],
        ),
        when + timedelta(minutes=2),
        "20261110110000.8-3-ines@atlantica.example",
        cover,
    )
    reply(
        one,
        LEIF,
        f"With the comment above the struct updated, feel free to add:\n\n{tag('Reviewed-by', LEIF)}",
        at("11-10 18:45"),
        "Half the memory, same speed.",
    )
    reply(cover, GITTE, f"For patch 1:\n\n{tag('Acked-by', GITTE)}", at("11-11 07:15"))
    reply(
        two, NOAH, f"Relaying what the lab told me:\n\n{tag('Tested-by', ('Lab Operator', 'lab@prairielabs.example'))}", at("11-11 13:37")
    )
    reply(
        two,
        SENIOR,
        "This leaks the block when the second ring fails to come up; please unwind in at_open().\n\npw-bot: changes-requested\n",
        at("11-12 02:10"),
        "One coherent block instead of a mapping a packet.",
    )


def robots() -> None:
    """A build failure and a performance report of the kernel test robot, and a failed test of syzbot ci."""
    mail = simple(
        "net-next", "net: rheinlink: batch doorbells", "Ring the doorbell once a batch.", JONAS, "11-13 12:00", "20261113120000.3-1-jonas.weber@rheinlink.example",
        ("drivers/net/ethernet/rheinlink/rl_tx.c", REFILL_OLD, REFILL_NEW),
    )  # fmt: skip
    send(LKP, f"Re: {mail.subject}", text(f"""
        Hi Jonas,

        kernel test robot noticed the following build errors:

        [auto build test ERROR on net-next/main]

        url:    https://github.com/intel-lab-lkp/linux/commits/Jonas-Weber/net-rheinlink-batch-doorbells/20261113-201500
        base:   net-next/main
        patch link:    https://lore.kernel.org/r/{mail.mid}
        patch subject: {mail.subject}
        config: arm-allmodconfig

        If you fix the issue in a separate patch/commit (i.e. not just a new version of
        the same patch/commit), kindly add following tags
        | Reported-by: kernel test robot <lkp@intel.com>
        | Closes: https://lore.kernel.org/oe-kbuild-all/202611140202.abCdEfGh-lkp@intel.com/

        All errors (new ones prefixed by >>):

        >> drivers/net/ethernet/rheinlink/rl_tx.c:41:9: error: implicit declaration of function 'hx_recycle_page'
    """), at("11-13 23:02"), "202611140202.abCdEfGh-lkp@intel.com", mail)  # fmt: skip
    send(("kernel test robot", "oliver.sang@intel.com"), "[linux-next:master] [net]  5d1c0f2a9b: netperf.Throughput_Mbps 9.3% regression", text(f"""
        Hello,

        kernel test robot noticed a 9.3% regression of netperf.Throughput_Mbps on:

        commit: 5d1c0f2a9b3e0f64c1b2d38e7f640a1b2c3d4e5f ("net: rheinlink: batch doorbells")
        url: https://github.com/intel-lab-lkp/linux/commits/Jonas-Weber/net-rheinlink-batch-doorbells/20261113-201500
        patch link: https://lore.kernel.org/all/{mail.mid}/
        patch subject: {mail.subject}

        testcase: netperf
        test machine: 128 threads 2 sockets Intel(R) Xeon(R) Platinum 8358 CPU @ 2.60GHz (Ice Lake) with 128G memory
        parameters:

        \tip: ipv4
        \ttest: TCP_STREAM
        \tnr_threads: 50%

        commit:
          8e7f64c1b2 ("net: core: a base commit")
          5d1c0f2a9b ("net: rheinlink: batch doorbells")

        8e7f64c1b2d3e4f5 5d1c0f2a9b3e0f64c1b2d38e7f6
        ---------------- ---------------------------
                 %stddev     %change         %stddev
                     \\          |                \\
              4410 ±  2%      -9.3%       4000 ±  3%  netperf.Throughput_Mbps
    """), at("11-16 03:30"), "202611160330.5d1c0f2a-lkp@intel.com", mail)  # fmt: skip
    other = simple(
        "bpf-next", "bpf: let maps of maps share a lock", "One lock is enough.", KAVYA, "11-17 07:00", "20261117070000.6-1-kavya@monsoon.example",
        ("kernel/bpf/map_in_map.c", POOL_OLD, POOL_NEW),
    )  # fmt: skip
    other.to = (BPF, NETDEV)
    send(SYZBOT, "[syzbot ci] Re: bpf: let maps of maps share a lock", text("""
        syzbot ci has tested the following series

        [v1] bpf: let maps of maps share a lock
        https://lore.kernel.org/all/20261117070000.6-1-kavya@monsoon.example
        * [PATCH bpf-next] bpf: let maps of maps share a lock

        and found the following issue:
        possible deadlock in bpf_map_meta_alloc

        Full report is available here:
        https://ci.syzbot.org/series/0a1b2c3d

        ***

        If these findings have caused you to resend the series or submit a
        separate fix, please add the following tag to your commit message:
          Tested-by: syzbot@syzkaller.appspotmail.com

        ---
        This report is generated by a bot. It may contain errors.
        syzbot ci engineers can be reached at syzkaller@googlegroups.com.
    """), at("11-17 15:44"), "691b2c3d.a70a0220.3124cb.0077.GAE@google.com", other)  # fmt: skip


def partial() -> None:
    """v2 of one patch only, sent as an answer to v1; a tag that was given before the patch changed is stale; a NAK after an Ack."""
    when = at("11-04 08:00")
    mids = [f"20261104080000.2-{n}-leif@fjordkern.example" for n in (1, 2, 3)]
    cover = send(
        LEIF, "[PATCH nf-next 0/2] netfilter: count by zone", text("Counters by zone, without a lock on the hot path.\n"), when, mids[0]
    )
    one = send(
        LEIF,
        "[PATCH nf-next 1/2] netfilter: conntrack: keep the zone in the tuple hash",
        patch("Keep it there.", signed(LEIF), [diff("net/netfilter/nf_ct_zone.c", POOL_OLD, POOL_NEW)]),
        when + timedelta(minutes=1),
        mids[1],
        cover,
    )
    two = send(
        LEIF,
        "[PATCH nf-next 2/2] netfilter: conntrack: count by zone",
        patch("Count.", signed(LEIF), [diff("net/netfilter/nf_ct_count.c", REFILL_OLD, REFILL_NEW)]),
        when + timedelta(minutes=2),
        mids[2],
        cover,
    )
    reply(one, MARTA, tag("Acked-by", MARTA), at("11-04 12:00"), "Keep it there.")
    reply(two, DELIA, tag("Reviewed-by", DELIA), at("11-04 15:30"), "Count.")
    send(
        LEIF,
        "[PATCH nf-next v2 2/2] netfilter: conntrack: count by zone",
        patch(
            "Count, and free the counters on netns exit.",
            signed(LEIF),
            [
                diff(
                    "net/netfilter/nf_ct_count.c",
                    REFILL_OLD,
                    REFILL_NEW.replace("return done;", "nf_ct_zone_put(ring);\n    	return done;"),
                )
            ],
            "v2: free the counters on exit",
        ),
        at("11-06 09:00"),
        "20261106090000.2-1-leif@fjordkern.example",
        two,
    )
    late = reply(
        one,
        MARTA,
        "I looked again: the hash is no longer stable over a zone change.  I take my ack back.\n\n" + tag("Nacked-by", MARTA),
        at("11-09 10:00"),
        "Keep it there.",
    )
    reply(
        late,
        LEIF,
        "Right.  I will keep the zone beside the hash in the next version.\n",
        at("11-09 14:20"),
        "the hash is no longer stable over a zone change",
    )


def renamed() -> None:
    """A series whose cover got another title; b4's change-id ties the two; v1 is superseded."""
    change = "change-id: 20261020-kontor-doorbell-5f0a1c2b3d4e"
    for version, day, title in (
        (1, "10-20 10:00", "net: kontor: avoid doorbell storms"),
        (2, "11-18 10:00", "net: kontor: ring the doorbell once a poll"),
    ):
        word = "" if version == 1 else f" v{version}"
        when = at(day)
        mid = f"20261{when:%m%d}-kontor-doorbell-v{version}-{{}}-5f0a1c2b3d4e@kontor.example"
        cover = send(DELIA, f"[PATCH net-next{word} 0/2] {title}", text(f"""
            Fewer doorbells, fewer PCIe writes.

            perf stat, one core, ten seconds of 64 byte packets: {"12,400,512" if version == 1 else "6,201,770"} instructions less a second.

            Signed-off-by: {DELIA[0]} <{DELIA[1]}>
            ---
            {"Changes in v2:" if version == 2 else "base-commit: 3f1c2a9b7d043f1c2a9b7d043f1c2a9b7d043f1c"}
            {"- ring once a poll instead of once a batch" if version == 2 else ""}
            {"- Link to v1: https://lore.kernel.org/r/20261020-kontor-doorbell-v1-0-5f0a1c2b3d4e@kontor.example" if version == 2 else ""}

            {change}
        """), when, mid.format(0))  # fmt: skip
        send(
            DELIA,
            f"[PATCH net-next{word} 1/2] net: kontor: split the doorbell from the queue",
            patch("No functional change.", signed(DELIA), [diff("drivers/net/ethernet/kontor/kt_q.h", POOL_OLD, POOL_NEW)]),
            when + timedelta(minutes=1),
            mid.format(1),
            cover,
        )
        new = REFILL_NEW if version == 1 else REFILL_NEW.replace("budget)", "budget, bool last)")
        two = send(
            DELIA,
            f"[PATCH net-next{word} 2/2] net: kontor: ring the doorbell later",
            patch("Ring later.", signed(DELIA), [diff("drivers/net/ethernet/kontor/kt_tx.c", REFILL_OLD, new)]),
            when + timedelta(minutes=2),
            mid.format(2),
            cover,
        )
        if version == 1:
            reply(cover, ADA, f"{tag('Reviewed-by', ADA)}\n", at("10-21 09:00"))
            reply(two, BRUNO, "nit: the comment says queue, the code says ring.\n", at("10-21 11:00"), "Ring later.")


def unthreaded() -> None:
    """Three patches sent without threading, and the same mail on two lists."""
    for number, title in enumerate(
        ("can: lagos: use devm helpers", "can: lagos: check the clock rate", "can: lagos: drop an unused member"), 1
    ):
        mail = send(
            CHIDI, f"[PATCH {number}/3] {title}", patch(f"{title.partition(': ')[2].capitalize()}.", signed(CHIDI), [diff(f"drivers/net/can/lagos{number}.c", STAT_OLD, STAT_NEW)]),
            at("11-19 16:00") + timedelta(minutes=number), f"20261119160{number}00.77{number}-1-chidi@lagosnet.example",
        )  # fmt: skip
        if number == 1:
            BOX.append(Mail(mail.sender, mail.subject, mail.body, mail.when, mail.mid, to=("linux-can@vger.kernel.org",)))
    reply(mail, CHIDI, f"Tested-by: {CHIDI[0]} <{CHIDI[1]}>\n", at("11-19 17:00"))


def tools() -> None:
    """iperf3, pktgen and perf figures; a series that waits for a maintainer; an old one that nobody answered."""
    log = """
        Spread the queues over NUMA nodes.

        baseline:
        [ ID] Interval           Transfer     Bitrate         Retr
        [  5]   0.00-30.00  sec  32.1 GBytes  9.19 Gbits/sec  412             sender
        [  5]   0.00-30.00  sec  32.1 GBytes  9.18 Gbits/sec                  receiver

        patched:
        [ ID] Interval           Transfer     Bitrate         Retr
        [  5]   0.00-30.00  sec  32.9 GBytes  9.41 Gbits/sec  17              sender
        [  5]   0.00-30.00  sec  32.9 GBytes  9.41 Gbits/sec                  receiver

        pktgen, one core: from 5.12 Mpps to 5.98 Mpps.
    """
    mail = simple(
        "net-next", "net: prairie: spread queues over nodes", log, NOAH, "11-20 09:00", "20261120090000.41-1-noah@prairielabs.example",
        ("drivers/net/ethernet/prairie/pr_main.c", STAT_OLD, STAT_NEW),
    )  # fmt: skip
    reply(
        mail,
        EMIL,
        f"Saw the same effect here, 9.2 to 9.4 Gbit/s on a two-socket EPYC 7543.\n\n{tag('Tested-by', EMIL)}\n{tag('Reviewed-by', EMIL)}",
        at("11-21 10:10"),
        "Spread the queues over NUMA nodes.",
    )
    simple(
        "net-next", "net: holm: remove a dead branch", "The branch cannot be taken.", GITTE, "09-14 08:00", "20260914080000.1-1-gitte@holm.example",
        ("drivers/net/phy/holm.c", POOL_OLD, POOL_NEW),
    )  # fmt: skip


def announcements() -> None:
    """The tree closes and opens, as its maintainer tells the list."""
    send(SENIOR, "[ANN] net-next is CLOSED", text("""
        Hi all,

        the merge window has opened, therefore net-next is closed for new drivers, features, code refactoring and
        optimizations.  We are accepting bug fixes only.
    """), at("09-28 16:00"), "20260928160000.closed@kernel.org")  # fmt: skip
    send(SENIOR, "[ANN] net-next is OPEN", text("""
        Hi all,

        net-next is open again, and accepting changes.
    """), at("10-12 15:00"), "20261012150000.open@kernel.org")  # fmt: skip
    send(HIRO, "Question about page_pool on highmem", text("""
        Hello,

        is anybody running page_pool on a machine with highmem?  I see one splat a week and no patch in sight.
    """), at("11-20 05:00"), "20261120050000.question@sakura-ic.example")  # fmt: skip


def mbox() -> bytes:
    """All mails as mboxrd, oldest first."""
    out = []
    for mail in sorted(BOX, key=lambda one: (one.when, one.mid, one.to)):
        name = mail.sender[0]
        if not name.isascii():
            name = (
                "=?utf-8?q?"
                + "".join(c if c.isascii() and c.isalnum() else "_" if c == " " else "".join(f"={b:02X}" for b in c.encode()) for c in name)
                + "?="
            )
        lists = ", ".join(mail.to)
        lines = [
            f"From mboxrd@z {mail.when:%a %b %d %H:%M:%S %Y}",
            f"From: {name} <{mail.sender[1]}>",
            f"To: {lists}",
            f"Subject: {mail.subject}",
            f"Date: {format_datetime(mail.when)}",
            f"Message-ID: <{mail.mid}>",
        ]
        lines += [f"In-Reply-To: <{mail.parent}>"] if mail.parent else []
        lines += ["References: " + "\n\t".join(f"<{one}>" for one in mail.references)] if mail.references else []
        lines += [
            f"List-Id: <{mail.to[0].replace('@', '.')}>",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: 8bit",
            "",
        ]
        body = "".join(f">{line}" if line.lstrip(">").startswith("From ") else line for line in mail.body.splitlines(keepends=True))
        out.append("\n".join(lines) + "\n" + body + "\n")
    return "".join(out).encode()


PAGE = """net: kontor: raise the timeout of slow links

[Delia Brandt <dbrandt@kontor.example>]

Hi all,

on slow links the driver gives up too early.  Before the change ten of a hundred
transfers failed; after it none.

netperf in the lab, TCP_STREAM, 100 Mbit/s link:

Before:
Recv   Send    Send
Socket Socket  Message  Elapsed
Size   Size    Size     Time     Throughput
bytes  bytes   bytes    secs.    10^6bits/sec

 87380  16384  16384    10.02      71.20

After:
Recv   Send    Send
Socket Socket  Message  Elapsed
Size   Size    Size     Time     Throughput
bytes  bytes   bytes    secs.    10^6bits/sec

 87380  16384  16384    10.01      93.90

That is 32% up.

Thanks,
Delia
"""


def main() -> None:
    """Write the samples."""
    for make in (halden, overclaim, fix, incomplete, rfc, grid, robots, partial, renamed, unthreaded, tools, announcements):
        make()
    (HERE / "netdev.mbox").write_bytes(mbox())
    pages = HERE / "pages"
    pages.mkdir(exist_ok=True)
    (pages / "slow-links.txt").write_text(PAGE, encoding="utf-8")


if __name__ == "__main__":
    main()
