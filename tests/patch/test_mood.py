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
        "Assuming this gets a proper Fixes tag,",
        "With the commit log updated as discussed",
        "If that gets addressed, you can add:",
        "Apart from the typo in the comment, which needs fixing, this is fine. With that done:",
        "With the two remaining issues sorted out feel free to put my",
        "Feel free to add the tag below once you drop the extra include.",
        "Please fix the indentation; after that you can add my",
        "As long as you remove the WARN_ON:",
        "Provided kbuild is happy and the sparse warning is gone,",
        "Subject to the above being addressed:",
        "When the missing unlock is added:",
        "Conditional on the rename:",
        "with s/foo/bar/ in the subject:",
        "With Paolo's suggestion applied:",
        "I am fine with this if you add a comment explaining the barrier.",
        "Looks good to me with the following change:",
        "Only one nit: please drop the blank line. With that,",
        "Please squash the two patches, then:",
        "once the above is addressed:",
        "On the condition that the selftest is included:",
        "If you could split the last hunk out, feel free to add",
        "Once Jakub's comments have been resolved:",
        "Looks good, pending the fix for the leak mentioned above.",
        "I'd prefer a helper here. With that changed you can have my",
        "If you move this into the core, then",
        "One small request below. With that addressed:",
        "Assuming v4 only changes the commit message:",
        "After the merge conflict is resolved you can carry my",
        "This is OK provided that you test it on big-endian.",
        "Please use kzalloc_obj() and you may add",
        "fwiw with those nits fixed:",
        "With or after the fix of the leak:",
        "with the comment above taken into account:",
        "Unless others object, and with the docs fixed:",
        "If no one objects and you fix the subject prefix,",
        "I'm OK with this version as long as the follow-up is posted soon.",
        "With the nit taken care of,",
        "With the missing of_node_put() added,",
        "Fix that up and:",
        "You can add this when sending v3 with the fix:",
        "When you respin with the documentation change:",
        "Modulo Andrew's comment,",
        "with minor comment to be addressed:",
        "LGTM after the variable is renamed",
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
        "With Jakub's concerns addressed in this version,",
        "Thanks for the update, the nits I had were addressed.",
        "Nice, this is much better after the rework.",
        "With these changes the driver works on my board.",
        "I tested with and without the patch.",
        "I tested this with the change applied, no issue found.",
        "Once applied, throughput went up by 10%.",
        "If there is no other feedback, then",
        "Fine by me if Jakub is happy:",
        "If it helps:",
        "If you want you can add",
        "In case it helps:",
        "Not a maintainer here, but",
        "One nit, no need to respin:",
        "Minor nit below but not worth a respin.",
        "You could fix the typo if there is a v2, but it is not a blocker:",
        "I have some style nits but those can be done in a follow up.",
        "Could be done in a follow-up patch.",
        "A follow-up could fix the other drivers as well.",
        "I wonder if we should also convert the other user. Anyway:",
        "Please see one comment inline; not a blocker.",
        "It would be good to have a selftest later, but for now:",
        "I would have done it differently, but that's a matter of taste:",
        "With the caveat that I did not test it,",
        "As discussed off-list,",
        "After a closer look this is correct:",
        "After thinking about it more I agree.",
        "When I tested it, it worked fine:",
        "Now with the right address:",
        "With the right tag this time:",
        "Resending since the first one was HTML:",
        "With my maintainer hat on:",
        "From my side:",
        "I've fixed the typo while applying, thanks. FWIW",
        "I can fix this up when applying:",
        "nit: s/teh/the/, can be fixed when applying.",
        "The comment could be dropped but that's up to you.",
        "Thanks for fixing it up after I complained,",
        "With this patch my laptop suspends again, so",
        "As I said for v1, this is good:",
        "Once again:",
        "If not too late:",
        "If it is not too late,",
        "If still possible:",
        "For what it's worth,",
        "For the record,",
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
        ("For patches 1-3, 5:", TAG, "only", (1, 2, 3, 5)),
        ("patches 2 and 5", TAG, "only", (2, 5)),
        ("For patches #1 and #2,", TAG, "only", (1, 2)),
        ("All but patch 4:", TAG, "except", (4,)),
        ("all but 4:", TAG, "except", (4,)),
        ("For all patches but 2 and 3:", TAG, "except", (2, 3)),
        ("For everything except patch 3:", TAG, "except", (3,)),
        ("Everything but patch 6 looks good,", TAG, "except", (6,)),
        ("Patches 1 through 4:", TAG, "only", (1, 2, 3, 4)),
        ("For 1/5, 2/5 and 4/5:", TAG, "only", (1, 2, 4)),
        ("For patch 3 only:", TAG, "only", (3,)),
        ("Only for patch 2:", TAG, "only", (2,)),
        ("For the last patch:", TAG, "only", (-1,)),
        ("For the last two patches,", TAG, "only", (-2, -1)),
        ("for the first patch", TAG, "only", (1,)),
        ("For the first 3 patches:", TAG, "only", (1, 2, 3)),
        ("For the whole set:", TAG, "series", ()),
        ("For this series:", TAG, "series", ()),
        ("For the entire patchset:", TAG, "series", ()),
        ("For all patches:", TAG, "series", ()),
        ("Series looks good to me,", TAG, "series", ()),
        ("The series looks good,", TAG, "series", ()),
        ("Whole series:", TAG, "series", ()),
        ("Entire series is fine with me:", TAG, "series", ()),
        ("For all 5 patches,", TAG, "series", ()),
        ("All patches look good to me", TAG, "series", ()),
        ("For all of them:", TAG, "series", ()),
        ("for the set", TAG, "series", ()),
        ("Feel free to add to all patches:", TAG, "series", ()),
        ("For patches 1,2,4-6:", TAG, "only", (1, 2, 4, 5, 6)),
        ("For patches 1 - 3 and 7:", TAG, "only", (1, 2, 3, 7)),
        ("For patches 1 & 2", TAG, "only", (1, 2)),
        ("On patches 4 and up:", TAG, "except", (1, 2, 3)),
        ("For the series, excluding patch 7:", TAG, "except", (7,)),
        ("For the series (apart from patch 2):", TAG, "except", (2,)),
        ("I looked at patches 1-4 only:", TAG, "only", (1, 2, 3, 4)),
        ("I reviewed patches 3 and 4:", TAG, "only", (3, 4)),
        ("Patch 1 and 2:", TAG, "only", (1, 2)),
        ("for patches one and two:", TAG, "only", (1, 2)),
        ("For the second patch:", TAG, "only", (2,)),
        ("For the third and fourth patches:", TAG, "only", (3, 4)),
        ("Except for the last one,", TAG, "except", (-1,)),
        ("For v3 of the series:", TAG, "series", ()),
        ("For the series as a whole,", TAG, "series", ()),
        ("With this series applied my tests pass.", TAG, "series", ()),
        ("Tested the whole series on arm64.", TAG, "series", ()),
        ("For patches 1-3 (I can't judge 4):", TAG, "only", (1, 2, 3)),
        ("LGTM for patches 2, 3, and 6.", TAG, "only", (2, 3, 6)),
        ("patches 1..3", TAG, "only", (1, 2, 3)),
        ("For patches [1-3]:", TAG, "only", (1, 2, 3)),
        ("Patch 2/4 looks good", TAG, "only", (2,)),
        ("Please see my comments on patch 2; for the others:", TAG, "except", (2,)),
        ("I had comments on patches 3 and 4, the rest looks fine:", TAG, "except", (3, 4)),
        ("For the rest of the series:", TAG, "series", ()),
        ("For the core patches (1-4):", TAG, "only", (1, 2, 3, 4)),
        ("Good.", f"{TAG} # patches 2 and 5", "only", (2, 5)),
        ("Good.", f"{TAG} # for 1/3 and 2/3", "only", (1, 2)),
        ("Good.", f"{TAG} # whole series", "series", ()),
        ("Good.", f"{TAG} [patches 1-2]", "only", (1, 2)),
        ("Good.", f"{TAG} # all except 3", "except", (3,)),
        ("Good.", f"{TAG} # all but 3", "except", (3,)),
        ("Good.", f"{TAG} (series)", "series", ()),
        ("Good.", f"{TAG} # 2-4", "only", (2, 3, 4)),
    ],
)
def test_scope(lead, tag, kind, patches):
    """Which patches a tag on a cover speaks of."""
    scope = record(f"{lead}\n\n{tag}\n").trailers[0].scope
    assert (kind, patches) == (scope.kind, scope.patches)


@pytest.mark.parametrize(
    "lead",
    [
        "I have a comment on patch 3.",
        "This moves the check to set up.",
        "Thanks for splitting patch 2, all clear now.",
        "I have a question on patch 2, see there.",
        "There is a typo in patch 1.",
        "For the netlink patches:",
        "For the remaining patches:",
        "I tested this series on my board:",
        "p1-p3:",
        "[1-3]/5:",
    ],
)
def test_no_scope(lead):
    """A patch that is merely mentioned is no scope."""
    assert record(f"{lead}\n\n{TAG}\n").trailers[0].scope is None


@pytest.mark.parametrize("lead", ["For the mlx5 part:", "For sun4i, sun6i:", "Only for the bridge and ipv6:"])
def test_scope_of_a_part(lead):
    """Drivers or directories are a scope without numbers: which patches touch them, the paths say."""
    scope = record(f"{lead}\n\n{TAG}\n").trailers[0].scope
    assert ("only", (), lead) == (scope.kind, scope.patches, scope.words)


@pytest.mark.parametrize("note", ["# for mlx5", "(Documentation)", "# v2", "# 5.15+", "# 6.12", "(10G)", "# on rk3588 boards"])
def test_notes_that_name_no_patches(note):
    """A note about a part, a version or a machine is none."""
    (found,) = record(f"Good.\n\n{TAG} {note}\n").trailers
    assert (None, note.strip("#() ")) == (found.scope, found.note)


def test_scope_in_free_text_without_a_blank_line():
    """A scope may stand directly above the tag."""
    assert (1, 2, 3) == record(f"Nice work.\n\nFor patches 1 to 3:\n{TAG}\n").trailers[0].scope.patches
