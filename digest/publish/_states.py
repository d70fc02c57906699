# SPDX-License-Identifier: GPL-2.0-or-later
"""The words a page uses for states, groups, robots and tags."""

from digest.model import RobotEntry
from digest.model.summary import ACTIVE

STATES = {
    "new": ("", "New"),
    "under-review": ("", "Under review"),
    "needs-ack": ("", "Needs an ack"),
    "changes-requested": ("!", "Changes requested"),
    "partly-applied": ("◐", "Partly applied"),
    "applied": ("✓", "Applied"),
    "awaiting-upstream": ("", "Awaiting upstream"),
    "rfc": ("", "RFC"),
    "superseded": ("", "Superseded"),
    "rejected": ("✗", "Rejected"),
    "deferred": ("", "Deferred"),
    "not-applicable": ("", "Not applicable"),
    "dead": ("", "Stale"),
}
GROUPS = {
    "ready": ("Ready", "every patch reviewed, no maintainer known to be missing, nothing unanswered"),
    "needs-ack": ("Needs ACK", "reviewed, but no maintainer of a touched file has acked or reviewed it"),
    "needs-review": ("Needs review", "no or too few reviews, nobody has asked for changes"),
    "waiting-for-author": ("Waiting for author", "changes asked for, a claim that fails, a question open"),
    "awaiting-upstream": ("Awaiting upstream", "goes through another tree first"),
    "rfc": ("RFC", "asks for opinions, not for merging"),
    "stale": ("Stale", "nobody has written for more than a week"),
    "done": ("Done", "applied, superseded, rejected, deferred or not applicable"),
}
WAITS = {"author": "the author", "reviewers": "reviewers", "maintainer": "a maintainer", "tree": "another tree", "nobody": "nobody"}
ROBOTS = {
    "patchwork-bot": "patchwork-bot",
    "pw-bot": "pw-bot",
    "lkp": "kernel test robot",
    "syzbot": "syzbot",
    "ai-review": "LLM review",
    "other": "robot",
}
SAYS = {
    "applied": "applied",
    "state": "set a state",
    "build-failed": "✗ build failed",
    "test-failed": "✗ test failed",
    "performance": "performance",
    "remark": "a remark",
}
FAILED = frozenset({"build-failed", "test-failed"})
LETTERS = {"Acked-by": "A", "Reviewed-by": "R", "Tested-by": "T", "Nacked-by": "N"}
DID = {"author": "wrote it", "review": "remarked", "test": "tested"}
GIVEN = {"Acked-by": "acked", "Reviewed-by": "reviewed", "Tested-by": "tested", "Nacked-by": "nacked"}


def said(robot: RobotEntry) -> str:
    """What a robot reports, in two words; what became slower is told as a failure."""
    return "✗ performance regression" if robot.slower() else SAYS.get(robot.says, robot.says)


def standing(state: str) -> str:
    """A state where lists of people and areas tell it: what any answer may change is one of them, so that such a list stays as it was."""
    symbol, words = ("", "In review") if state in ACTIVE else STATES[state]
    return f"{symbol} {words}".strip()


def chip_words(key: str, status: str) -> str:
    """What a tag chip says: `A acked`, `R offered`, `!= T tested`."""
    letter, word = LETTERS.get(key), GIVEN.get(key)
    if letter is None or word is None:
        return key
    return {
        "given": f"{letter} {word}",
        "suggested": f"{letter} offered",
        "conditional": f"{letter} on a condition",
        "withdrawn": f"{letter} withdrawn",
        "mismatched": f"!= {letter} {word}",
        "self": f"{letter} by the author",
        "stale": f"{letter} stale",
    }.get(status, f"{letter} {word}")
