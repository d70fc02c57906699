# SPDX-License-Identifier: GPL-2.0-or-later
"""Robots by sender and shape, what they say, pw-bot commands, and stands taken in plain words."""

import pytest
from letters import record

PW = "patchwork-bot+netdevbpf@kernel.org"
APPLIED = """Hello:

This series was applied to netdev/net-next.git (main)
by Mary Maintainer <mary@example.org>:

On Mon, 2 Nov 2026 10:00:00 +0000 you wrote:
> Cover text.

Here is the summary with links:
  - [net-next,v2,1/2] net: step 1
    https://git.kernel.org/netdev/net-next/c/0123456789ab
  - [net-next,v2,2/2] net: step 2 (and - more)
    (no matching commit)

You are awesome, thank you!
--\x20
Deet-doot-dot, I am a bot.
https://korg.docs.kernel.org/patchwork/pwbot.html
"""


def test_applied():
    """Tree, person and a commit for each patch."""
    found = record(APPLIED, "Re: [PATCH net-next v2 0/2] net: series", PW)
    robot = found.robot
    assert ("robot", "patchwork-bot", "applied", True) == (found.kind, robot.robot, robot.says, robot.sender_known)
    assert ("netdev/net-next", "Mary Maintainer", "mary@example.org") == (robot.tree, robot.by.name, robot.by.email)
    expected = [("[net-next,v2,1/2] net: step 1", 1, "0123456789ab"), ("[net-next,v2,2/2] net: step 2 (and - more)", 2, None)]
    assert expected == [(p.title, p.index, p.commit) for p in robot.patches]


def test_applied_flat():
    """The same out of a copy without line breaks."""
    found = record(" ".join(APPLIED.split()), "Re: [PATCH net-next v2 0/2] net: series", PW, lost=("line-breaks",))
    assert [(1, "0123456789ab"), (2, None)] == [(p.index, p.commit) for p in found.robot.patches]


def test_forged():
    """The same words from another sender are told as such."""
    found = record(APPLIED, "Re: [PATCH net-next v2 0/2] net: series", "Mallory <mallory@example.net>")
    assert ("patchwork-bot", False) == (found.robot.robot, found.robot.sender_known)


def test_quoted_shape_is_no_robot():
    """Who quotes the robot is none."""
    quoted = "".join(f"> {line}\n" for line in APPLIED.split("\n"))
    found = record(f"On Mon, patchwork-bot wrote:\n{quoted}\nThanks!\n", "Re: [PATCH net-next v2 0/2] net: series")
    assert (None, "reply") == (found.robot, found.kind)


LKP = """Hi Ada,

kernel test robot noticed the following build warnings:

[auto build test WARNING on net-next/main]

patch link:    https://lore.kernel.org/r/20261102.1-2-ada%40example.com
patch subject: [PATCH net-next 1/2] net: step 1

If you fix the issue in a separate patch/commit (i.e. not just a new version of
the same patch/commit), kindly add following tags
| Reported-by: kernel test robot <lkp@intel.com>
| Closes: https://lore.kernel.org/oe-kbuild-all/202611021234.abcdEFGH-lkp@intel.com/
"""


def test_build_warnings():
    """Warnings alone are a remark, for the build went through."""
    found = record(LKP, "Re: [PATCH net-next 1/2] net: step 1", "kernel test robot <lkp@intel.com>")
    assert ("lkp", "remark", True) == (found.robot.robot, found.robot.says, found.robot.sender_known)


def test_build_failed():
    """A build failure is tied to its patch by link and subject; its tags are proposals."""
    errors = LKP.replace("build warnings", "build errors").replace("WARNING", "ERROR")
    found = record(errors, "Re: [PATCH net-next 1/2] net: step 1", "kernel test robot <lkp@intel.com>")
    robot = found.robot
    assert ("lkp", "build-failed", True) == (robot.robot, robot.says, robot.sender_known)
    assert (("20261102.1-2-ada@example.com",), "[PATCH net-next 1/2] net: step 1") == (robot.links, robot.subject)
    assert [("Reported-by", "suggested"), ("Closes", "suggested")] == [(t.name, t.mood) for t in found.trailers]


def test_old_unpiped_suggestion():
    """The form letter before 2022 had no pipes; its tag is a proposal all the same."""
    body = "Hi Ada,\n\nI love your patch! Yet something to improve:\n\nIf you fix the issue, kindly add following tag as appropriate\nReported-by: kernel test robot <lkp@intel.com>\n"  # noqa: E501 - one mail's words
    found = record(body, "Re: [PATCH net] x", "kernel test robot <lkp@intel.com>")
    assert ("build-failed", ["suggested"]) == (found.robot.says, [t.mood for t in found.trailers])


@pytest.mark.parametrize(
    "line", ["a 33.9% regression of netperf.Throughput_Mbps on:", "a -7.2% improvement of netperf.ThroughputBoth_total_Mbps on:"]
)
def test_performance(line):
    """A change of performance."""
    body = f'Hello,\n\nkernel test robot noticed {line}\n\ncommit: 0123456789ab ("[PATCH net-next 1/2] net: step 1")\npatch link: https://lore.kernel.org/all/20261102.1-2-ada@example.com/\npatch subject: [PATCH net-next 1/2] net: step 1\n'  # noqa: E501 - one mail's words
    robot = record(body, "Re: [PATCH net-next 1/2] net: step 1", "kernel test robot <oliver.sang@intel.com>").robot
    assert ("lkp", "performance", True, ("20261102.1-2-ada@example.com",)) == (robot.robot, robot.says, robot.sender_known, robot.links)


SYZBOT = """syzbot ci has tested the following series

[v1] net: a series
https://lore.kernel.org/all/20261102.1-1-ada@example.com
* [PATCH net 1/2] net: step 1
* [PATCH net 2/2] net: step 2

and found the following issue:
general protection fault in net_step

***

If these findings have caused you to resend the series or submit a
separate fix, please add the following tag to your commit message:
  Tested-by: syzbot@syzkaller.appspotmail.com
"""


def test_syzbot_ci():
    """A test that failed; the tag below is a proposal."""
    found = record(SYZBOT, "[syzbot ci] Re: net: a series", "syzbot ci <syzbot+ci1234@syzkaller.appspotmail.com>")
    robot = found.robot
    assert ("syzbot", "test-failed", True, ("20261102.1-1-ada@example.com",)) == (robot.robot, robot.says, robot.sender_known, robot.links)
    assert [("Tested-by", "suggested")] == [(t.name, t.mood) for t in found.trailers]


def test_syzbot_passed_test():
    """The tag after a passed test is the robot's own."""
    body = "Hello,\n\nsyzbot has tested the proposed patch and the reproducer did not trigger any issue:\n\nTested-by: syzbot+12ab@syzkaller.appspotmail.com\n"  # noqa: E501 - one mail's words
    found = record(body, "Re: [syzbot] KASAN in x", "syzbot <syzbot+12ab@syzkaller.appspotmail.com>")
    assert ["plain"] == [t.mood for t in found.trailers]


@pytest.mark.parametrize(
    ("author", "body", "kind", "known"),
    [
        (
            "Karl Keeper <karl@example.org>",
            "This is an AI-generated review of your patch. The human sending this\nemail has considered the AI review valid.\n\n> x\nIs this leaked?\n",  # noqa: E501 - one mail's words
            "reply",
            False,
        ),
        (
            "sashiko-bot@kernel.org",
            "Thank you for your contribution! Sashiko AI review found 1 potential issue(s) to consider:\n- [High] x\n",
            "robot",
            True,
        ),
    ],
)
def test_ai_review(author, body, kind, known):
    """Reviews by machines are labelled, whoever sends them."""
    found = record(body, "Re: [PATCH net] x", author)
    assert (kind, "ai-review", "remark", known) == (found.kind, found.robot.robot, found.robot.says, found.robot.sender_known)


def test_robot_named_in_a_log_is_no_robot():
    """A patch whose log tells of the robot is a patch."""
    body = "kernel test robot noticed the following build errors:\n x\n\nReported-by: kernel test robot <lkp@intel.com>\n---\n x | 1 +\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n a\n+b\n"  # noqa: E501 - one mail's words
    found = record(body, "[PATCH net] x", "Ada <ada@example.com>")
    assert ("patch", None, ["plain"]) == (found.kind, found.robot, [t.mood for t in found.trailers])


@pytest.mark.parametrize(
    ("word", "state"),
    [
        ("cr", "changes-requested"),
        ("changes-requested", "changes-requested"),
        ("au", "awaiting-upstream"),
        ("nap", "not-applicable"),
        ("nac", "needs-ack"),
        ("need-ack", "needs-ack"),
        ("ur", "under-review"),
        ("under-review", "under-review"),
        ("defer", "deferred"),
        ("deferred", "deferred"),
        ("reject", "rejected"),
        ("rejected", "rejected"),
        ("accepted", "applied"),
        ("accept", "applied"),
        ("needs ack", "needs-ack"),
        ("under review", "under-review"),
        ("new", "new"),
        ("rej", None),
        ("CR", None),
        ("cr.", None),
        ("superseded", None),
        ("cr, please", None),
        ("whatever", None),
    ],
)
def test_command(word, state):
    """Every alias of NIPA's, letter for letter; what it does not know is kept without a state."""
    assert [state] == [c.state for c in record(f"Please fix.\n-- \npw-bot: {word}\n").commands]


@pytest.mark.parametrize("line", ["> pw-bot: cr", " pw-bot: cr", "so pw-bot: cr", "pw-bot cr", "PW-bot: cr"])
def test_no_command(line):
    """A command starts its line, unquoted."""
    assert () == record(f"Hello,\n\n{line}\n").commands


@pytest.mark.parametrize(
    ("line", "kind", "tree"),
    [
        ("Applied, thanks!", "applied", None),
        ("Series applied to net-next, thanks.", "applied", "net-next"),
        ("Applied to wpan-next. Thanks!", "applied", "wpan-next"),
        ("Patch applied to wireless-next.git, thanks.", "applied", "wireless-next"),
        ("Queued up for 6.20.", "applied", None),
        ("I pushed this to nf-next.", "applied", "nf-next"),
        ("Thanks, applied.", "applied", None),
        ("NAK", "nak", None),
        ("Nack. This breaks user space.", "nak", None),
        ("I have to NAK this.", "nak", None),
        ("I take back my Reviewed-by.", "takes-back", None),
        ("Please drop my Acked-by, I missed the race.", "takes-back", None),
        ("I'd like to withdraw my ack for now.", "takes-back", None),
        ("I am taking my ack back.", "takes-back", None),
        ("Consider my Reviewed-by withdrawn.", "takes-back", None),
        ("My Acked-by no longer stands.", "takes-back", None),
        ("Please don't add my Tested-by yet.", "takes-back", None),
        ("So that's a NAK from me.", "nak", None),
        ("Please ignore this series.", "gives-up", None),
        ("Self-NAK, the lock is wrong.", "gives-up", None),
        ("I will send a v3 with the fix.", "next-version", None),
        ("Will fix in v2.", "next-version", None),
        ("I'll address this in the next version.", "next-version", None),
    ],
)
def test_stance(line, kind, tree):
    """A stand in plain words, with the tree if one is named."""
    found = record(f"Hi Ada,\n\n> words\n\n{line}\n").stances
    assert (kind, tree) in [(s.kind, s.tree) for s in found]


@pytest.mark.parametrize(
    "line",
    [
        "Has this been applied?",
        "This should be applied to net, not net-next.",
        "I applied this patch and ran the test.",
        "The frames were handled in the loop and then\npushed into the stack by the driver.",
        "The receiver answers with a NAK packet.",
        "I could send a v2 if you prefer.",
        "Please remove the Fixes tag.",
        "Please drop the Acked-by of Karl, the code changed.",
        "Add my Acked-by, please.",
        "I will drop this patch from the next series.",
        "> Applied, thanks!",
    ],
)
def test_no_stance(line):
    """Questions, stories and quotes take no stand."""
    assert () == record(f"Hi Ada,\n\n{line}\n").stances


@pytest.mark.parametrize("word", ["CLOSED", "OPEN"])
def test_announcement(word):
    """net-next closes and opens by announcement."""
    assert "announcement" == record("Hi all,\n\nthe merge window.\n", f"[ANN] net-next is {word}", "Karl <karl@example.org>").kind
