# SPDX-License-Identifier: GPL-2.0-or-later
"""Words in which people take a stand, in the forms that mails really have, and their neighbours that say something else."""

import pytest
from scenes import ADA, KUBA, MARY, RITA, Scene


def one(prefix: str = "PATCH net-next") -> Scene:
    """One patch."""
    scene = Scene()
    scene.patch(prefix, "net: x", key="p@x")
    return scene


@pytest.mark.parametrize(
    ("by", "words", "value"),
    [
        (MARY, "1 patch(es) applied to foo-next branch of foo.git, thanks.\n\n0123456789ab net: x", "applied"),
        (MARY, "git am failed. I applied it using\nanother way and will push to a linux-next branch in my tree soon.", "applied"),
        (MARY, "I applied it by hand, will be pushed to the linux-next branch today.", "applied"),
        (RITA, "I applied it using git am and looked at the result.", "under-review"),
        (RITA, "I applied it by hand for a look, it is fine.", "under-review"),
        (ADA, "Sorry, a mistake of mine. Please ignore my submission.", "rejected"),
        (ADA, "Please disregard my patch for now.", "rejected"),
        (ADA, "Please ignore my question about the lock.", "new"),
        (RITA, "Please ignore my patch.", "under-review"),
        (ADA, "This does not build. I'll fix it up and send another revision.", "changes-requested"),
        (ADA, "I'll send a reworked patch which uses the helper.", "changes-requested"),
        (ADA, "I will post a corrected series tomorrow.", "changes-requested"),
        (ADA, "I'll see what another revision of the standard says.", "new"),
        (ADA, "Should I send a reworked patch?", "new"),
        (RITA, "I don't think the size of this needs a pass for each driver.", "under-review"),
        (RITA, "I do not believe that this patch has to be split.", "under-review"),
        (RITA, "I don't think so. This patch needs to be split.", "changes-requested"),
        (RITA, "Can you post your tags under the cover letter?", "under-review"),
        (RITA, "Please send your Acked-by to the list.", "under-review"),
        (RITA, "Can you post the next version to net?", "changes-requested"),
    ],
)
def test_words(by: str, words: str, value: str) -> None:
    """The state that one answer makes."""
    scene = one()
    scene.reply("p@x", f"{words}\n", by=by)
    assert value == scene.state().value


@pytest.mark.parametrize(
    ("by", "words", "value"),
    [
        (KUBA, "Applied to net-next, thanks!", "applied"),
        (MARY, "Applied to foo-next, thanks!", "applied"),
        (MARY, "Applied, thanks!", "applied"),
        (RITA, "Applied to net-next, thanks!", "under-review"),
        (RITA, "Applied to net, thanks!", "under-review"),
        (ADA, "Applied to net-next, thanks!", "new"),
        (ADA, "Applied, thanks!", "new"),
        (ADA, "Applied, thanks!\n\n[1/1] net: x\n      commit: 0123456789abcdef", "applied"),
    ],
)
def test_who_says_applied(by: str, words: str, value: str) -> None:
    """The author alone proves nothing without a commit; into the list's own trees only its maintainers put patches."""
    scene = one()
    scene.reply("p@x", f"{words}\n", by=by)
    assert value == scene.state().value
