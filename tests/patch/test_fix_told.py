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


LOG = '\n\nFixes: 1c325aac10a8 ("net: y")\nSigned-off-by: A B <a@b.org>\n---\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n'


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Reproducer:\n\n#!/bin/bash\nwhile true; do\n  ip link set foo up\ndone", "done"),
        ("It leaks. Reproducer:\n\n  # ip link set foo up\n  # ip link set foo down", "  # ip link set foo down"),
        ("Reproducer:\n1) Run traffic\n2) Set trust in a loop\n\nThe reason is clear.", "2) Set trust in a loop"),
        ("The driver leaks, which leads to the following warning msg:\n[ 3588.010778] irq 38: nobody cared", "cared"),
        ("Steps to reproduce it are plain:\n\nThe ring is never freed when the device goes away.", "plain:"),
    ],
)
def test_what_stands_below(words: str, expected: str) -> None:
    """A head alone shows nothing: the script, steps or log below belong to it, words do not."""
    found = record(words + LOG, subject="[PATCH net] net: x").fix
    assert found is not None
    assert found.validated is not None
    assert found.validated.text.endswith(expected)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("While testing I hit this:\n\n[ 12.345678] foo_probe+0x12/0x34\n[ 12.345679] foo_open+0x1/0x2", True),
        ("While testing I hit this:\n\nThe ring is never freed when the device goes away.", False),
        ("While testing I hit a leak of the ring.", False),
    ],
)
def test_shown_where_found(words: str, expected: bool) -> None:  # noqa: FBT001 - one of the columns
    """The log below the words that tell how a bug was found shows that it is real."""
    found = record(words + LOG, subject="[PATCH net] net: x").fix
    assert found is not None
    assert found.found is not None
    assert expected == (found.validated is not None)


def test_a_finding_about_the_fix() -> None:
    """What would go wrong with the fix left in part is no story of how the bug was found."""
    found = record("Restore the config, otherwise it was found in testing that the driver hangs." + LOG, subject="[PATCH net] net: x").fix
    assert found is None or found.found is None
