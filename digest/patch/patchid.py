# SPDX-License-Identifier: GPL-2.0-or-later
"""The id that `git patch-id --stable` gives a diff (builtin/patch-id.c of git 2.39): a sum of SHA-1s over the files' parts.

White space, line numbers and the order of files do not matter.
"""

import hashlib
import re

_SPACE = b" \t\n\r"  # what git's isspace() knows; no form feed


def patch_id(diff: str) -> str | None:
    """What git prints for a diff; None where it would print nothing."""
    return exact_id(diff.encode("utf-8", "replace"))


def sum_parts(parts: list[list[str]]) -> str:
    """The id of a plain diff: each part holds what git hashes of one file (blob ids and hunk headers left out)."""
    total = 0
    for part in parts:
        data = "".join(part).encode("utf-8", "replace").translate(None, _SPACE)
        total += int.from_bytes(hashlib.sha1(data, usedforsecurity=False).digest(), "little")
    return (total % (1 << 160)).to_bytes(20, "little").hex()


def exact_id(data: bytes) -> str | None:
    """Line by line as git's C does it, quirks and all; None where it would print nothing."""
    total = hashed = 0
    before = after = -1
    binary = False
    sha = hashlib.sha1(usedforsecurity=False)
    oids = b""
    for line in data.split(b"\n"):
        if line.startswith(b"\\ ") and len(line) > 11:
            continue
        if not hashed and not line.startswith(b"diff "):
            continue
        if before == -1:
            if line.startswith((b"GIT binary patch", b"Binary files")):
                # QUIRK: git hashes the blob ids in place of binary content and closes the part here.
                binary, before = True, 0
                sha.update(oids)
                total, sha = total + _little(sha.digest()), hashlib.sha1(usedforsecurity=False)
                continue
            if line.startswith(b"index "):
                old, dots, new = line[6:].partition(b"..")
                oids = old[:64] + new.split(b" ", 1)[0][:64] if dots else oids
                continue
            if line.startswith(b"--- "):
                before = after = 1
            elif not line[:1].isalpha():
                break
        if binary:
            if line.startswith(b"diff "):
                binary, before = False, -1
            continue
        if before == 0 and after == 0:
            if line.startswith(b"@@ -"):
                before, after = _counts(line, before, after)
                continue
            if not line.startswith(b"diff "):
                break
            total, sha = total + _little(sha.digest()), hashlib.sha1(usedforsecurity=False)
            before = after = -1
        first = line[:1]
        if first in {b"-", b" "}:
            before -= 1
        if first in {b"+", b" "}:
            after -= 1
        squeezed = line.translate(None, _SPACE)
        hashed += len(squeezed)
        sha.update(squeezed)
    if not hashed:
        return None
    return ((total + _little(sha.digest())) % (1 << 160)).to_bytes(20, "little").hex()


def _little(digest: bytes) -> int:
    return int.from_bytes(digest, "little")


_GIT_COUNTS = re.compile(rb"@@ -\d*(?:,(\d*))? \+(\d*)(?:,(\d*))?")


def _counts(line: bytes, before: int, after: int) -> tuple[int, int]:
    """The lengths in a hunk header as git scans them; a header it cannot read leaves them as they were."""
    found = _GIT_COUNTS.match(line)
    if not found or not found[2]:
        return before, after
    return int(found[1] or b"1"), int(found[3] or b"1")
