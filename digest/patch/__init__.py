# SPDX-License-Identifier: GPL-2.0-or-later
"""The patch grammar of kernel lists: what one mail says of patches, and how mails make series.

`read_subject` takes a subject line apart; `read` makes the Record of one mail (git-format-patch, git-mailinfo, b4 and the lists' robots
say how such mails look).  Nothing here raises on content.
"""

from digest.patch.read import read
from digest.patch.subject import read_subject

__all__ = ["read", "read_subject"]
