# SPDX-License-Identifier: GPL-2.0-or-later
"""Objects and lists of JSON in a text: where one ends, however the mail was wrapped or cut."""

import re
from typing import Final

_BRACE: Final = re.compile(r"[{}\[\]]")


def closing(text: str, at: int, longest: int) -> int:
    """Give where the object or list ends that was opened right before `at`; what was cut ends at its last brace within `longest`."""
    depth, end = 1, at
    for brace in _BRACE.finditer(text, at, at + longest):
        depth += 1 if brace[0] in "{[" else -1
        end = brace.end()
        if depth == 0:
            break
    return end
