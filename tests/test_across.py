# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers across a series: claims against other mails' figures, the author against others, version by version, the machine."""

import json
import mailbox
import subprocess
import sys
from email.message import EmailMessage

import pytest

from digest import across, bench
from digest.model import BenchEntry, Person

AUTHOR = Person("Ada Author", "ada@example.org", masked=False, id="a" * 12)
TESTER = Person("Tom Tester", "tom@example.com", masked=False, id="b" * 12)
ROBOT = Person("kernel test robot", "lkp@intel.com", masked=False, id="c" * 12)


def entry(text: str, who: Person = AUTHOR, version: int = 1, key: str = "", *, quoted: bool = False) -> BenchEntry:
    """The numbers of a mail with these words."""
    found = bench.read(text)
    return BenchEntry(
        key=key or f"{who.name}-{version}-{len(text)}@example.org",
        message_id=None,
        person=who,
        version=version,
        setup=found.setup,
        missing_setup=found.missing_setup,
        blocks=found.blocks,
        comparisons=found.comparisons,
        quoted=quoted,
        setup_at=found.setup_at,
    )


def held(*entries: BenchEntry) -> across.Across:
    """What the numbers of these mails say of each other."""
    robots = {one.key for one in entries if one.person is ROBOT}
    hands = across.Hands({AUTHOR.id}, {"ada author"}, robots, {1: 0, 2: 1, 3: 2})
    return across.across(entries, (), lambda _: AUTHOR, hands, {})


TABLE = "netperf TCP_STREAM on one core\n\nBefore: 10.0 Gbps\nAfter: 12.5 Gbps\n"


@pytest.mark.parametrize(
    ("cover", "holds"),
    [
        ("In all this improves throughput by 25%.", True),
        ("In all this improves throughput by 45%.", False),
        ("In all this degrades throughput by 25%.", False),
        ("In all this improves latency by 25%.", None),
    ],
)
def test_claim_of_the_cover(cover, holds):
    """A claim of the cover is held against the figures of a patch, and both are shown with their places."""
    (claim,) = held(entry(cover, key="cover"), entry(TABLE, key="patch")).claims
    assert holds is claim.holds
    assert "cover" == claim.evidence.key
    assert claim.evidence.text in cover
    assert ([] if holds is None else [("patch", 3, "10.0"), ("patch", 4, "12.5")]) == [
        (proof.key, proof.line, proof.text) for figure in claim.figures for proof in figure.evidence
    ]


def test_claim_of_all_patches():
    """Where several patches have figures and none bears the claim out, it may be of all together: open."""
    more = "netperf TCP_STREAM on one core\n\nBefore: 12.5 Gbps\nAfter: 14.0 Gbps\n"
    (claim,) = held(entry("In all throughput improves by 40%."), entry(TABLE, key="one"), entry(more, key="two")).claims
    assert (None, 2) == (claim.holds, len(claim.figures))


def test_claim_of_another_version():
    """Figures of another version do not bear a claim out."""
    (claim,) = held(entry("In all throughput improves by 25%.", version=2), entry(TABLE, version=1)).claims
    assert (None, ()) == (claim.holds, claim.figures)


@pytest.mark.parametrize(
    ("text", "who", "agreement", "reason"),
    [
        ("netperf TCP_STREAM here\n\nBefore: 9.1 Gbps\nAfter: 11.6 Gbps\n", TESTER, "agree", "both better"),
        ("netperf TCP_STREAM here\n\nBefore: 9.1 Gbps\nAfter: 8.0 Gbps\n", TESTER, "disagree", "author better, here worse"),
        ("netperf TCP_STREAM here\n\nBefore: 9.1 Gbps\nAfter: 9.1 Gbps\n", TESTER, "disagree", "author better, here no clear difference"),
        ("iperf3 here\n\nBefore: 9.1 Gbps\nAfter: 11.6 Gbps\n", TESTER, "not-comparable", "tools differ: netperf and iperf3"),
        ("netperf TCP_STREAM here\n\nBefore: 9.1 Gbps\nAfter: 8.0 Gbps\n", ROBOT, "disagree", "author better, here worse"),
    ],
)
def test_other_hands(text, who, agreement, reason):
    """A tester's and a robot's result stands beside the author's of the same metric, with both figures."""
    (replica,) = held(entry(TABLE, key="mine"), entry(text, who, key="theirs")).replicas
    assert (agreement, reason) == (replica.agreement, replica.reason)
    assert ("mine", "theirs") == (replica.author.evidence[0].key, replica.other.evidence[0].key)
    assert ("robot" if who is ROBOT else "person") == replica.by


def test_other_parameters():
    """Results of other parameters are shown, and are not comparable."""
    mine = "| MTU | before | after |\n|---|---|---|\n| 1500 | 10.0 Gbps | 12.0 Gbps |\n"
    (replica,) = held(entry(mine), entry(mine.replace("1500", "9000").replace("12.0", "9.0"), TESTER)).replicas
    assert ("not-comparable", "mtu differs: 1500 and 9000") == (replica.agreement, replica.reason)


@pytest.mark.parametrize("other", [entry(TABLE, TESTER, key="again"), entry(TABLE, TESTER, key="quoted", quoted=True)])
def test_told_once_more(other):
    """The author's own figures, told once more or quoted, are no second measurement."""
    assert () == held(entry(TABLE, key="mine"), other).replicas


def test_courses():
    """The same result from version to version; figures only carried along have no course."""
    second = TABLE.replace("12.5", "13.0")
    (course,) = held(entry(TABLE, version=1), entry(second, version=2), entry(second, version=3)).courses
    assert [(1, 12.5), (2, 13.0), (3, 13.0)] == [(step.version, step.after) for step in course.steps]
    assert () == held(entry(TABLE, version=1), entry(TABLE, version=2)).courses


def test_setup_of_several():
    """Several machines of one mail are all listed; drivers of which it is not clear which was measured are not missing either."""
    found = held(entry("Measured on an EPYC 9654 and a Xeon Gold 6230, NICs of mlx5 and ixgbe.\n\n" + TABLE))
    assert [("cpu", "EPYC 9654"), ("cpu", "Xeon Gold 6230")] == [(one.name, one.value) for one in found.setup]
    assert not {"cpu", "nic"} & set(found.missing_setup)


def test_setup():
    """The machine as the author's mails tell it, newest first, each value with its place; what none tells is missing."""
    found = held(
        entry("On a ConnectX-5 with kernel 6.8.1:\n\n" + TABLE, version=1, key="one"),
        entry("On a ConnectX-6 Dx, MTU 9000:\n\n" + TABLE, version=2, key="two"),
        entry("On an E810 and a Xeon Gold 6230:\n\n" + TABLE.replace("12.5", "12.6"), TESTER, key="other"),
    )
    told = [(one.name, one.value, one.version, one.evidence.key) for one in found.setup]
    wanted = [("nic", "ConnectX-6 Dx", 2, "two"), ("nic", "ConnectX-5", 1, "one"), ("kernel", "6.8.1", 1, "one"), ("mtu", "9000", 2, "two")]
    assert wanted == told
    assert ("link", "cpu", "command") == found.missing_setup


def _mail(subject: str, body: str, number: int, sender: str = "Ada Author <ada@example.org>") -> EmailMessage:
    made = EmailMessage()
    made["From"] = sender
    made["To"] = "netdev@vger.kernel.org"
    made["Subject"] = subject
    made["Date"] = f"Mon, 02 Nov 2026 10:{number:02d}:00 +0000"
    made["Message-ID"] = f"<{number}@example.org>"
    if number > 1:
        made["In-Reply-To"] = "<1@example.org>"
    made.set_content(body)
    return made


DIFF = """
Signed-off-by: Ada Author <ada@example.org>
---
 a.c | 1 +

diff --git a/a.c b/a.c
--- a/a.c
+++ b/a.c
@@ -1 +1,2 @@
 a
+b
"""
COVER = """Here is a faster loop.

It improves throughput by 25% on a
ConnectX-6 Dx and an EPYC 7543.

Ada Author (1):
  net: loop

 a.c | 1 +
"""


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    """A mailbox of a cover, its patch and a tester's answer; the bodies as mailed."""
    path = tmp_path_factory.mktemp("across") / "box"
    bodies = [
        COVER,
        f"The loop is shorter now.\n\n{TABLE}{DIFF}",
        "I ran it.\n\nnetperf TCP_STREAM, two boxes\n\nBefore: 9.1 Gbps\nAfter: 11.6 Gbps\n\nTested-by: Tom Tester <tom@example.com>\n",
    ]
    made = mailbox.mbox(str(path))
    made.add(_mail("[PATCH net-next 0/1] net: loop less", bodies[0], 1))
    made.add(_mail("[PATCH net-next 1/1] net: loop", bodies[1], 2))
    made.add(_mail("Re: [PATCH net-next 0/1] net: loop less", bodies[2], 3, "Tom Tester <tom@example.com>"))
    made.close()
    return path, bodies


def _run(*arguments: str) -> str:
    command = [sys.executable, "-m", "digest", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_whole_way(box):
    """From a mailbox to `show --json`: the cover's machine and claim, the patch's table, the tester's figures, all with evidence."""
    path, bodies = box
    (series,) = json.loads(_run("show", "--json", "--now", "2026-11-10", str(path)))["series"]
    found = series["across"]
    assert [(True, "25%")] == [(claim["holds"], claim["evidence"]["text"]) for claim in found["claims"]]
    assert ["agree"] == [replica["agreement"] for replica in found["replicas"]]
    assert {"nic": "ConnectX-6 Dx", "cpu": "EPYC 7543"} == {value["name"]: value["value"] for value in found["setup"]}
    lines = {f"{at}@example.org": body.split("\n") for at, body in enumerate(bodies, 1)}
    proofs = list(_evidence(found))
    assert len(proofs) == 1 + 2 + 4 + 2
    for proof in proofs:
        assert lines[proof["key"]][proof["line"] - 1][proof["column"] - 1 :].startswith(proof["text"])


def _evidence(node):
    """Every piece of evidence below a node."""
    if isinstance(node, dict):
        if {"key", "line", "column", "text"} <= set(node):
            yield node
        else:
            for value in node.values():
                yield from _evidence(value)
    elif isinstance(node, list):
        for value in node:
            yield from _evidence(value)


def test_shown(box):
    """`show` says in words what the numbers of the mails say of each other."""
    lines = " ".join(_run("show", "--now", "2026-11-10", str(box[0])).split())
    for words in ("numbers held against each other", "of v1 holds: 10.0 → 12.5 Gbit/s", "agrees (both better)", "nic ConnectX-6 Dx"):
        assert words in lines.replace("\N{NO-BREAK SPACE}", " ")
    assert "not said: link, kernel, mtu, command" in lines


def test_page(box, tmp_path):
    """So does the page of the series, with a link to each line."""
    _run("build", "--now", "2026-11-10", str(box[0]), "-o", str(tmp_path / "site"), "--no-progress")
    (page,) = [made.read_text() for made in (tmp_path / "site" / "s").glob("*/index.html") if "Measured by others" in made.read_text()]
    for words in (
        "Claims</b> whose figures stand in another mail",
        "✓ holds",
        "✓ agree",
        "ConnectX-6 Dx",
        "no mail says: link, kernel, mtu, command",
    ):
        assert words in page
