# SPDX-License-Identifier: GPL-2.0-or-later
"""Words of a review that ask nothing: plans, dismissals, pointers, pasted scripts, lists of what was taken; and asks among them."""

import pytest
from letters import record

QUOTE = "> +	err = setup_ring(dev);\n> +	if (err)\n\n"
TAKEN = """[1/3] net: a: count frames
      commit: 1f2e3d4c5b6a79880716253443526170f1e2d3c4
[2/3] net: a: do not use it
      commit: 2f2e3d4c5b6a79880716253443526170f1e2d3c4
[3/3] net: a: drop a stray inline in a forward declaration
      commit: 3f2e3d4c5b6a79880716253443526170f1e2d3c4"""


def texts(body: str) -> list[str]:
    """The words of the remarks of a reply."""
    return [remark.spot.text for remark in record(body).remarks]


@pytest.mark.parametrize(
    "words",
    [
        "So yes, let's get the remaining parts merged after -rc1. Hooray! :)",
        "I cannot tell why it never showed before, but this is unlikely to be related to your series.",
        "It's not clear why the box reboots; the problem is not caused by this patch.",
        "please",
        'Thanks. I thought we had lost all wrong flags in 7d59706dbef8 ("net: drop flags"), but apparently we had missed one...',
        "Please have a look at the register manual of the chip for the details:",
        "I can recommend this talk on the subject:",
        TAKEN,
        "c8e2036ee90b foo: move the lock into the probe\n3c719fed0f3a foo: fix a leak in its scan\n0ec5408cd448 foo: add a switch for it",
        "We shouldn't get too wrapped up in the wording of the standard.",
        'As I said: "it is not safe to enable it for both links."',
        "AFAICT, that should be a legal configuration of the device.",
        "        return kept_rows",
        "        for row in rows:\n            drop(row)\n        return kept_rows",
        "I ran it on two boxes.\n\nUse one queue on the server. Pinned its softirq to core 4.",
    ],
)
def test_asks_nothing(words: str) -> None:
    """No remark."""
    assert [] == texts(f"{QUOTE}{words}\n")


@pytest.mark.parametrize(
    "words",
    [
        "- Does the device need to be privileged?",
        "Can two users share a ring? I guess not since the index is global.",
        "I think it could make sense to move the macro to the header too.",
        "I think it would make sense move the macro to the header too.",
        "your patch still shows these warnings",
        "I worry that the update is not visible in time.",
        "I do not think this is the right place.",
        "A related question is how the setup arrived at that low MTU.",
        "It may also be informative to disable TSO on the device.",
        "This message is printed for every packet, please drop it.",
        "Why is confidential memory left out?",
        "return err",
        "use the helper",
    ],
)
def test_asks(words: str) -> None:
    """One remark, of the whole."""
    expected = [words]
    assert expected == texts(f"{QUOTE}{words}\n")


@pytest.mark.parametrize(
    "words",
    [
        "I would rather see the helper in the core, but I understand if you want to keep it here.",
        "Maybe a bitmap is nicer. I leave it to you.",
        "A table would be shorter, but that is entirely up to you.",
        "You could fold the two branches. But hey, it's not my driver, so I don't really care.",
        "We could define a helper in the header for such a check. I'm not really convinced it's worth it :)",
        "Using a list here might be better, I am fine either way.",
        "I like this, it will also spare us some thought the next time we need to touch the ring.",
        "Thanks. Both results should be reproducible with any driver.",
        "After the unmap that page can be reused by the driver.",
        "Please see below.",
        "Thanks for the explanation; I was wondering if the slot matters.",
        "You can have my Tested-by: once I am back in the lab.",
        "We should add a flush too, I guess I'll send something out for comment.",
        "If you enumerate changes, use one commit per item. ;-) Anyway, not important enough.",
        "I'm fine with the set as it is now. Thanks!\n\nset-",
        "Don't have numbers at hand, sorry.",
        "CHECK: Please don't use multiple blank lines\n#31: FILE: drivers/net/foo.c:31:\n+\n+",
        "0001-foo.patch has style problems, please review.",
        "NOTE: If any of the errors are false positives, please report\n      them to the maintainer, see CHECKPATCH in MAINTAINERS.",
    ],
)
def test_lets_go(words: str) -> None:
    """What is left to the author, whatever comes next time, and what a checker printed, asks nothing."""
    assert [] == texts(f"{QUOTE}{words}\n")


@pytest.mark.parametrize(
    "words",
    [
        "It is not up to you to change the ABI, please drop this hunk.",
        "Your call to setup_ring() leaks the ring on error.",
        "We need to take the lock before the ring is freed.",
        "The helper can be reused, see foo_alloc().",
        "I do care about the size of this struct, please shrink it.",
        "Please run checkpatch, it has something to say:",
        "This probably needs a Fixes: tag",
        "first_idx or last_idx seems better here.",
        "This could also use the define mentioned above.",
        "I just don't understand ring_mask.",
        "Good idea, use the other tag for that!",
        "The first two patches perhaps shouldn't wait for the rest.",
        "I'm more thinking of checking if all devices failed.",
        "Thanks for the patch. I was wondering if the lock is needed here.",
    ],
)
def test_does_not_let_go(words: str) -> None:
    """One remark, of the whole."""
    expected = [words]
    assert expected == texts(f"{QUOTE}{words}\n")


def test_form_letters_of_stable_trees() -> None:
    """What the stable trees' scripts write on a patch that is in asks nothing; a reviewer who names the tree does."""
    failed = (
        "The patch below does not apply to the 5.15-stable tree.\nIf someone wants it applied there, or to any other stable or longterm\n"
        "tree, then please email the backport, including the original git commit\nid to <stable@vger.kernel.org>.\n"
    )
    added = (
        "This is a note to let you know that I've just added the patch titled\n\n    net: a: count frames\n\nto the 6.6-stable tree.\n\n"
        "If you, or anyone else, feels it should not be added to the stable tree,\nplease let <stable@vger.kernel.org> know about it.\n"
    )

    assert [[], []] == [texts(failed), texts(added)]
    assert ["Please do not send this to the 6.6-stable tree."] == texts(f"{QUOTE}Please do not send this to the 6.6-stable tree.\n")
