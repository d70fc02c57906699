# SPDX-License-Identifier: GPL-2.0-or-later
"""Takes a mailed patch apart as git-mailinfo(1) does: in-body headers, log, `---`, notes, diff, footer."""

import re
import zlib

import msgspec

from digest.model import Address, Diffstat, FileChange, Patch, Text
from digest.patch.diff import Diff, find_diff, read_diff, read_flat
from digest.patch.link import base_commit
from digest.patch.person import read_person
from digest.patch.shortlog import read_diffstat, read_totals

DIFF_LIMIT = 400_000  # characters of a diff that a Record carries (compressed); longer ones are counted and named, not carried
LOG_LIMIT = 60_000  # characters of log and notes that a Record carries

_HEADER = re.compile(r"(?:From|Date|Subject|Content-Type|Content-Transfer-Encoding|MIME-Version|X-[\w-]{1,60})[ \t]?:[ \t]", re.IGNORECASE)
_FROM = re.compile(r">?From[ \t]?:[ \t]*(?P<who>[^\n]{1,400}(?:\n[ \t][^\n]{1,400})?)", re.IGNORECASE)
_BREAK = re.compile(r"^---[ \t]*$", re.MULTILINE)
_ATTACHED = " Mon Sep 17 00:00:00 2001"  # git's fixed date of its From_ line
_FORMAT_PATCH = re.compile(r"From [0-9a-f]{40,64} Mon Sep 17 00:00:00 2001$", re.MULTILINE)
_FLAT_FROM = re.compile(r"From: (?P<who>[^<>]{1,100}<[^<>]{3,200}>)")


class Anatomy(msgspec.Struct, frozen=True):
    """Where the parts of a posting stand in the body; `diff` is None for a cover."""

    author: Address | None
    log: tuple[int, int]
    notes: tuple[int, int]
    diff: Diff | None
    stat_start: int = -1


def dissect(text: Text, diff_start: int) -> Anatomy:
    """The parts of a posting whose diff starts at `diff_start` (-1: it has none)."""
    body = text.body
    end = diff_start if diff_start >= 0 else len(body)
    author, log_start = _in_body(text, end)
    if text.flat:
        at = body.find(" --- ", log_start, end)
        sep, behind = (at, at + 5) if at >= 0 else (end, end)
        diff = Diff(diff_start, len(body), read_flat(body, diff_start), None) if diff_start >= 0 else None
    else:
        at = log_start - 1 if body.startswith("---\n", log_start) else body.find("\n---\n", log_start, end)
        found = (
            _BREAK.search(body, log_start, at if at >= log_start else end)
            if "\n--- " in body[log_start:end] or "\n---\t" in body[log_start:end]
            else None
        )
        if found:
            sep, behind = found.start(), min(found.end() + 1, end)
        else:
            sep, behind = (at + 1, min(at + 5, end)) if at >= log_start - 1 else (end, end)
        diff = read_diff(body, diff_start) if diff_start >= 0 else None
    return Anatomy(author, (log_start, sep), (behind, end), diff)


def _in_body(text: Text, end: int) -> tuple[Address | None, int]:
    """The in-body From and where the log begins: behind leading blank lines and in-body headers."""
    body = text.body
    at = 0
    while at < end and body[at] in " \t\n":
        at += 1
    if text.flat:
        flat = _FLAT_FROM.match(body, at, end)
        named = read_person(flat["who"]) if flat else None
        return (named.person, flat.end()) if named and flat else (None, at)
    at = body.rfind("\n", 0, at) + 1
    attached = body.find(_ATTACHED, 0, end)
    if attached >= 0 and _FORMAT_PATCH.match(body, body.rfind("\n", 0, attached) + 1, end):
        at = body.find("\n", attached) + 1 or end  # a whole `git format-patch` file follows the mail's words
    author = None
    start = at
    seen = False
    while at < end:
        stop = body.find("\n", at)
        stop = end if stop < 0 else min(stop, end)
        if stop == at or not body[at:stop].strip():
            break
        who = _FROM.match(body, at, end) if body[at : at + 5].lower() in {"from:", "from ", ">from"} else None
        if who and author is None:
            named = read_person(" ".join(who["who"].split()))
            if named is None:
                break
            author, seen, stop = named.person, True, who.end()
        elif _HEADER.match(body, at, stop) or (seen and body[at] in " \t"):
            seen = True
        else:
            break
        at = stop + 1
    if not seen:
        return None, start
    while at < end and body[at] == "\n":
        at += 1
    return author, at


def read_patch(text: Text, parts: Anatomy) -> tuple[Patch, int]:
    """The Patch of a posting with a diff, and the offset where its stated diffstat begins (the end of the notes without one)."""
    body = text.body
    diff = parts.diff
    files: tuple[FileChange, ...] = diff.files if diff else ()
    notes_start, notes_end = parts.notes
    stat: Diffstat | None = None
    stat_start = notes_end
    log_end = parts.log[1]
    if text.flat:
        stat, stated, begin = read_diffstat(text, parts.log[0], notes_end)
        stat_start = begin if begin >= 0 else notes_end
        changes = {change.path: change for change in stated}
        files = tuple(changes.get(file.path, file) for file in files) or stated
    elif notes_end > notes_start:
        totals = read_totals(body, notes_start, notes_end)
        if totals:
            stat = Diffstat(int(totals[1]), int(totals[2] or 0), int(totals[3] or 0), text.spot(*totals.span()))
            stat_start = _stat_start(body, notes_start, totals.start())
    log = body[parts.log[0] : log_end].strip("\n")
    notes = body[notes_start:notes_end].strip("\n")
    carried = b""
    truncated = False
    if diff and not text.flat:
        truncated = diff.end - diff.start > DIFF_LIMIT
        if not truncated:
            carried = zlib.compress(body[diff.start : diff.end].encode("utf-8", "replace"), 1)
    patch = Patch(
        author=parts.author,
        log=log[:LOG_LIMIT],
        log_line=text.place(parts.log[0])[0],
        notes=notes[:LOG_LIMIT],
        notes_line=text.place(notes_start)[0] if notes else 0,
        files=files,
        patch_id=diff.patch_id if diff else None,
        diff=carried,
        diff_line=text.place(diff.start)[0] if diff else 0,
        diffstat=stat,
        truncated=truncated,
        binary=diff.binary if diff else False,
        base_commit=base_commit(body[diff.end :] if diff else "") or base_commit(notes) or base_commit(log),
    )
    return patch, stat_start


def _stat_start(body: str, start: int, totals: int) -> int:
    """Where the lines of a diffstat begin: up from its totals over lines with a bar."""
    at = body.rfind("\n", start, totals) + 1 or start
    while at > start:
        above = body.rfind("\n", start, at - 1) + 1 or start
        if "|" not in body[above:at]:
            break
        at = above
    return at


__all__ = ["Anatomy", "dissect", "find_diff", "read_patch"]
