# SPDX-License-Identifier: GPL-2.0-or-later
"""How fixes tell that their bug is real."""

import pytest
from letters import record


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Trying to build the driver without the clock results in this link failure:", True),
        ("The problem is manifested on driver initialization:", True),
        ("On that board the following errors are observed when it is loaded:", True),
        ("WARNING: worker-366/368 still has locks held!", True),
        ("The following sequence is expected from the chip for wakeup:", False),
        ("The driver sets the mode for one of the queues only.", False),
    ],
)
def test_validated(words: str, expected: bool) -> None:  # noqa: FBT001 - one of the columns
    """A failed attempt, a splat or an observed error shows the bug; what should happen does not."""
    log = f'{words}\n\nFixes: 1c325aac10a8 ("net: y")\nSigned-off-by: A B <a@b.org>\n---\n\n'
    body = f"{log}diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"
    found = record(body, subject="[PATCH net] net: x").fix
    assert expected == (found is not None and found.validated is not None)
