# SPDX-License-Identifier: GPL-2.0-or-later
"""When a series leaves the groups that want a decision: after a week of silence, unless it waits in another's queue or is done."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, bytes, str]]

POSTED = "The log.\n\nSigned-off-by: Ada <ada@example.com>\n---\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"


def box(tmp_path: Path, tree: str, answer: str) -> Path:
    """A patch of 2 November and an answer to it of the 4th."""
    path = tmp_path / "box.mbox"
    path.write_text(
        "From ada@example.com Mon Nov  2 10:00:00 2026\nMessage-ID: <a@example.com>\nDate: Mon, 2 Nov 2026 10:00:00 +0000\n"
        f"From: Ada <ada@example.com>\nSubject: [PATCH {tree}] net: x\n\n{POSTED}\n"
        "From bea@example.org Mon Nov  4 10:00:00 2026\nMessage-ID: <b@example.org>\nDate: Wed, 4 Nov 2026 10:00:00 +0000\n"
        f"In-Reply-To: <a@example.com>\nFrom: Bea <bea@example.org>\nSubject: Re: [PATCH {tree}] net: x\n\n{answer}\n\n"
    )
    return path


@pytest.mark.parametrize(
    ("tree", "answer", "now", "group"),
    [
        ("net-next", "Reviewed-by: Bea <bea@example.org>", "2026-11-10", "ready"),
        ("net-next", "Reviewed-by: Bea <bea@example.org>", "2026-11-12", "stale"),
        ("net-next", "Why is this?", "2026-11-10", "waiting-for-author"),
        ("net-next", "Why is this?", "2026-11-12", "stale"),
        ("net-next", "Thanks.", "2026-11-11T09:00:00Z", "needs-review"),
        ("net-next", "Thanks.", "2026-11-11T11:00:00Z", "stale"),
        ("iwl-next", "Thanks.", "2026-11-20", "awaiting-upstream"),
    ],
)
def test_a_week_of_silence(run: Run, tmp_path: Path, tree: str, answer: str, now: str, group: str) -> None:
    """An open series is stale once its newest mail is more than seven days old; its reason says what it waits for, and since when."""
    status, out, _ = run("show", "--json", "--now", now, box(tmp_path, tree, answer))
    state = json.loads(out)["series"][0]["state"]

    assert (0, group) == (status, state["group"])
    assert ("no mail since 2026-11-04" in state["reason"]) == (group == "stale")
    assert state["value"] != "dead"
