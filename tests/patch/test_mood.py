# SPDX-License-Identifier: GPL-2.0-or-later
"""How a tag was meant: conditions, suggestions and scopes in the words around it."""

import pytest
from letters import record

TAG = "Reviewed-by: Rita Reviewer <rita@example.com>"


def mood(lead, tag=TAG, tail=""):
    """The mood of the one tag below some words."""
    found = record(f"{lead}\n\n{tag}\n{tail}").trailers
    return [(t.mood, t.why is not None) for t in found]


@pytest.mark.parametrize(
    "lead",
    [
        "With the typo fixed, feel free to add:",
        "With that fixed:",
        "With these nits addressed,",
        "with the above changes",
        "Once the comment is updated you can add",
        "Looks good. After fixing this:",
        "If you repost, feel free to add:",
        "Feel free to keep my tag in v3 if you make the small changes.",
        "In case you respin this, please add",
        "Provided the error path gets fixed as discussed:",
        "Assuming the lock is dropped in the next version,",
        "Please rename the helper and feel free to add:",
        "Nothing else from me. With those,",
        "As long as the docs get updated this is fine with me:",
        "If you fix that, you can add my",
        "With nits from Andrew fixed,",
        "Modulo the nit above,",
        "Assuming you will fix the error path:",
        "FWIW, once Karl's comments are addressed:",
        "Please feel free to add this once you've fixed the leak.",
        "LGTM with the above fixed.",
        "Small nits below, with these resolved you can add",
        "After addressing Simon's comment,",
        "When you send the next version, you may add",
        "if the helper moves to the header as I said, then:",
        "Provided that you drop the last hunk,",
        "I'm happy with this after the rename is done.",
        "With the commit message corrected,",
    ],
)
def test_conditional(lead):
    """Words that make the tag depend on a change to come."""
    assert [("conditional", True)] == mood(lead)


@pytest.mark.parametrize(
    "lead",
    [
        "Looks good to me.",
        "Thanks!",
        "A few nits below, otherwise this is fine.",
        "Nits notwithstanding:",
        "Other than that,",
        "Apart from the typo this looks good,",
        "With this patch applied the crash is fixed.",
        "After applying this series the warning is gone and the link came up.",
        "With that said,",
        "Feel free to add my:",
        "You can add:",
        "I believe that this addresses the review of v1.",
        "If you can put the trace into the log it would be better.",
        "No need to respin for that.",
        "With or without that, feel free to add:",
        "Either way:",
        "Regardless of that nit,",
        "You can add my tag if you like:",
        "If you happen to respin, please fix the typo. Looks good:",
        "If you respin for other reasons, maybe drop the blank line.",
        "Not sure if the comment is needed, but that is a matter of taste.",
        "Tested on two boards, with the link going up and down once the cable was changed.",
        "With v2 the numbers look right.",
        "Thanks for addressing my comments,",
        "Thanks for fixing this!",
        "Now that the typo is fixed:",
        "All my comments have been addressed,",
        "This fixes the crash we saw when the device was removed.",
        "I have no more comments if the maintainers are happy.",
        "Tested it for two days on three boards.",
        "I checked the case when the device is removed while the link is changed; it holds. Good work.",
        "Please fix the other driver too one day.\n\nThis one is good:",
    ],
)
def test_plain(lead):
    """Praise, nits beside the tag, and test stories are no conditions."""
    assert [("plain", False)] == mood(lead)


def test_condition_in_the_note():
    """A note may hold the condition."""
    assert [("conditional", True)] == mood("Good.", f"{TAG} # with the typo fixed")


def test_condition_behind():
    """So may the line behind the tag."""
    assert [("conditional", True)] == mood("Good.", tail="once the lock is dropped earlier.\n")


def test_condition_above_a_quote_is_of_something_else():
    """Words above another quote do not reach the tag."""
    assert [("plain", False)] == mood("If you resend, fix this too.\n\n> static int x;\n")


def test_block_shares_its_mood():
    """Tags in one block are meant alike."""
    found = record(f"With that fixed:\n\n{TAG}\nTested-by: Rita Reviewer <rita@example.com>\n").trailers
    assert ["conditional", "conditional"] == [t.mood for t in found]


def test_suggested_for_another():
    """A tag that the mail asks to add for somebody else is a suggestion."""
    assert [("suggested", True)] == mood("Please add the reporter:", "Reported-by: Tom Tester <tom@example.com>")


def test_piped():
    """A tag behind a pipe is a robot's proposal."""
    assert [("suggested", True)] == mood("kindly add following tags", "| Reported-by: kernel test robot <lkp@intel.com>")


def test_log_has_no_moods():
    """The log of a patch speaks of the past."""
    body = "If the link is changed twice fix the counter.\n\nAcked-by: Tom <tom@example.com>\n---\n x | 1 +\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n a\n+b\n"  # noqa: E501 - one mail's words
    assert ["plain"] == [t.mood for t in record(body, "[PATCH net] net: x").trailers]


@pytest.mark.parametrize(
    ("lead", "tag", "kind", "patches"),
    [
        ("For patches 1-3:", TAG, "only", (1, 2, 3)),
        ("For patches 1 to 3:", TAG, "only", (1, 2, 3)),
        ("For patches 1, 2 and 5:", TAG, "only", (1, 2, 5)),
        ("For patch 2:", TAG, "only", (2,)),
        ("For patch 2/7:", TAG, "only", (2,)),
        ("Patches 1-2 look good to me:", TAG, "only", (1, 2)),
        ("For all patches except patch 4:", TAG, "except", (4,)),
        ("For the series except patch 4:", TAG, "except", (4,)),
        ("For the series:", TAG, "series", ()),
        ("On the whole series:", TAG, "series", ()),
        ("For both patches:", TAG, "series", ()),
        ("Good.", f"{TAG} # patches 1-3", "only", (1, 2, 3)),
        ("Good.", f"{TAG} (1-3)", "only", (1, 2, 3)),
        ("For the first two patches:", TAG, "only", (1, 2)),
        ("For all but the last patch:", TAG, "except", (-1,)),
    ],
)
def test_scope(lead, tag, kind, patches):
    """Which patches a tag on a cover speaks of."""
    scope = record(f"{lead}\n\n{tag}\n").trailers[0].scope
    assert (kind, patches) == (scope.kind, scope.patches)


@pytest.mark.parametrize(
    "lead", ["I have a comment on patch 3.", "This moves the check to set up.", "Thanks for splitting patch 2, all clear now."]
)
def test_no_scope(lead):
    """A patch that is merely mentioned is no scope."""
    assert record(f"{lead}\n\n{TAG}\n").trailers[0].scope is None


def test_scope_in_free_text_without_a_blank_line():
    """A scope may stand directly above the tag."""
    assert (1, 2, 3) == record(f"Nice work.\n\nFor patches 1 to 3:\n{TAG}\n").trailers[0].scope.patches
