# SPDX-License-Identifier: GPL-2.0-or-later
"""The patch grammar of kernel lists: what one mail says of patches, and how mails make series.

`read_subject` takes a subject line apart; `read` makes the Record of one mail (git-format-patch, git-mailinfo, b4 and the lists' robots
say how such mails look).  `assemble` makes series of threads; `attribute`, `state`, `questions` and the others say what holds of one,
`elsewhere` what others say of equal patches.
Nothing here raises on content.
"""

from digest.patch.answer import questions
from digest.patch.attribution import Attribution, attribute, author_of, evidence
from digest.patch.attribution import person as unified
from digest.patch.check import CODES, check, outstanding
from digest.patch.commit import Commits, pack
from digest.patch.correction import corrected, read_corrections
from digest.patch.fix import fix_entry
from digest.patch.lineage import lineage_keys
from digest.patch.maintainers import maintainers
from digest.patch.pending import pending
from digest.patch.rangediff import range_diffs
from digest.patch.read import read
from digest.patch.series import assemble
from digest.patch.standing import Signal, robots
from digest.patch.state import state
from digest.patch.statement import test_entries
from digest.patch.subject import read_subject
from digest.patch.taken import elsewhere
from digest.patch.window import Announcement, announcement, closed_spans, is_closed, working_days

__all__ = [
    "CODES",
    "Announcement",
    "Attribution",
    "Commits",
    "Signal",
    "announcement",
    "assemble",
    "attribute",
    "author_of",
    "check",
    "closed_spans",
    "corrected",
    "elsewhere",
    "evidence",
    "fix_entry",
    "is_closed",
    "lineage_keys",
    "maintainers",
    "outstanding",
    "pack",
    "pending",
    "questions",
    "range_diffs",
    "read",
    "read_corrections",
    "read_subject",
    "robots",
    "state",
    "test_entries",
    "unified",
    "working_days",
]
