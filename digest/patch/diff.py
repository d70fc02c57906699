# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads a unified diff as mailed: touched files, counted lines, where it ends, and the id that `git patch-id --stable` gives it.

Format: git-diff(1) "Generating patch text with -p" with its extended headers, and plain `diff -u` (quilt, hand-made).  Hunks are measured by
counting in one go and walked line by line only where the counts do not add up, so that a long diff costs little.
"""

import hashlib
import re

import msgspec

from digest.model import FileChange

_START = re.compile(r"^(?:diff --git [^\n]+|diff -[^\n]+\n--- [^\n]+|Index: [^\n]+\n={3,}|--- [^\n]+\n\+\+\+ [^\n]+\n@@ -)", re.MULTILINE)
_HUNK = re.compile(r"@@ -\d{1,10}(?:,(\d{1,10}))? \+\d{1,10}(?:,(\d{1,10}))? @@")
_GIT = re.compile(r'diff --git (?:"?a/([^\n]+?)"? "?b/([^\n]+?)"?|([^\n]+))$', re.MULTILINE)
_MODE = re.compile(r"(?:old mode|new mode|new file mode|deleted file mode) [0-7]{6}")
_FLAT = re.compile(r"diff --git a/(\S+) b/(\S+) ")
_SPACE = b" \t\n\r"  # what git's isspace() knows; no form feed


class Diff(msgspec.Struct, frozen=True):
    """One diff as read: `text[start:end]` of the mail.

    `damaged` is true where a hunk is not as long as it says (a mailer wrapped or cut it): its file's counts are then None.
    `modes` is true where a file mode changes; `binary` where a file's content is binary.
    """

    start: int
    end: int
    files: tuple[FileChange, ...]
    patch_id: str | None
    binary: bool = False
    damaged: bool = False
    modes: bool = False


def find_diff(text: str, start: int = 0) -> int:
    """Offset of the first line of a diff at or behind `start`, or -1."""
    if "diff --git " not in text and "\n+++ " not in text and "Index: " not in text:
        return -1
    found = _START.search(text, start)
    return found.start() if found else -1


class _Finder:
    """The next place of a string, remembered, so that asking for it before every hunk stays linear."""

    __slots__ = ("at", "text", "what")

    def __init__(self, text: str, what: str) -> None:
        self.text = text
        self.what = what
        self.at = -2

    def next(self, offset: int) -> int:
        """Offset of the string at or behind `offset`; the length of the text if there is none."""
        if self.at < offset:
            found = self.text.find(self.what, offset)
            self.at = len(self.text) if found < 0 else found
        return self.at


class _File:
    """One file's part of a diff while it is read."""

    __slots__ = ("added", "binary", "new", "old", "removed", "sound")

    def __init__(self, old: str | None, new: str | None) -> None:
        self.old = old
        self.new = new
        self.added = self.removed = 0
        self.binary = False
        self.sound = True

    def change(self) -> FileChange:
        path = self.new or self.old or ""
        renamed = self.old if self.new and self.old and self.old != self.new else None
        counted = self.sound and not self.binary
        return FileChange(
            path=path,
            added=self.added if counted else None,
            removed=self.removed if counted else None,
            old_path=renamed,
        )


def read_diff(text: str, start: int) -> Diff:
    """Read the diff that starts at `start` (a line of `find_diff`).  Never raises; linear in the text."""
    return _Reader(text).read(start)


class _Reader:
    """One pass over a diff."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.hunks = _Finder(text, "\n@@ -")
        self.diffs = _Finder(text, "\ndiff ")
        self.signatures = _Finder(text, "\n-- \n")
        self.files: list[_File] = []
        self.damaged = self.modes = False

    def read(self, start: int) -> Diff:
        """Walk headers and hunks until neither follows."""
        text = self.text
        at = start
        size = len(text)
        file: _File | None = None
        while at < size:
            stop = text.find("\n", at)
            stop = size if stop < 0 else stop
            if text.startswith("@@ -", at) and file is not None:
                hunk = _HUNK.match(text, at)
                if hunk is None:
                    break
                at = self.hunk(file, stop, int(hunk[1] or 1), int(hunk[2] or 1))
                continue
            if text.startswith("diff ", at):
                file = self.header(at, stop)
            elif text.startswith("--- ", at) and text.startswith("+++ ", stop + 1):
                second = text.find("\n", stop + 1)
                second = size if second < 0 else second
                file = self.names(file, text[at + 4 : stop], text[stop + 5 : second])
                stop = second
            elif text.startswith(("GIT binary patch", "Binary files "), at) and file is not None:
                file.binary = True
                if text.startswith("G", at):
                    stop = min(self.diffs.next(stop), self.signatures.next(stop))
            elif not self.extended(file, at, stop):
                break
            at = stop + 1
        end = min(at, size)
        return Diff(
            start=start,
            end=end,
            files=tuple(file.change() for file in self.files if file.new or file.old),
            patch_id=patch_id(text[start:end]),
            binary=any(file.binary for file in self.files),
            damaged=self.damaged,
            modes=self.modes,
        )

    def header(self, at: int, stop: int) -> _File:
        """A `diff --git a/x b/y` line opens a file."""
        found = _GIT.match(self.text, at, stop)
        file = _File(_unquote(found[1]), _unquote(found[2])) if found and found[1] else _File(None, None)
        self.files.append(file)
        return file

    def names(self, file: _File | None, old: str, new: str) -> _File:
        """The `---` and `+++` lines name the file before and after; they open one in a diff without git's header."""
        fresh = file is None or bool(file.added or file.removed or not file.sound)
        if file is None or fresh:
            file = _File(None, None)
            self.files.append(file)
        before, after = _path(old), _path(new)
        file.old = before or after
        file.new = after or before
        return file

    def extended(self, file: _File | None, at: int, stop: int) -> bool:
        """Git's extended header lines; False where the line is none, which ends the diff."""
        text = self.text
        if text.startswith(("index ", "similarity index ", "dissimilarity index "), at):
            return True
        if text.startswith(("rename from ", "copy from "), at):
            if file:
                file.old = _unquote(text[text.index(" from ", at) + 6 : stop])
            return True
        if text.startswith(("rename to ", "copy to "), at):
            if file:
                file.new = _unquote(text[text.index(" to ", at) + 4 : stop])
            return True
        if _MODE.match(text, at, stop):
            self.modes = self.modes or text.startswith(("old mode", "new mode"), at)
            return True
        # `svn diff` and quilt write these before the names; a blank line may stand between two files.
        if text.startswith(("Index: ", "=====", "\\ No newline"), at):
            return True
        return stop == at and text.startswith(("diff ", "Index: ", "--- "), stop + 1)

    def hunk(self, file: _File, stop: int, before: int, after: int) -> int:
        """Take in the hunk whose header line ends at `stop`; returns the offset behind it."""
        text = self.text
        end = min(self.hunks.next(stop), self.diffs.next(stop), self.signatures.next(stop))
        added, removed = text.count("\n+", stop, end), text.count("\n-", stop, end)
        context = text.count("\n ", stop, end)
        marks = text.count("\n\\", stop, end)
        if removed + context == before and added + context == after and text.count("\n", stop, end) == before + added + marks:
            file.added += added
            file.removed += removed
            return end + 1
        return self.walk(file, stop + 1, before, after)

    def walk(self, file: _File, at: int, before: int, after: int) -> int:
        """Line by line, as far as the header's counts and the lines' first letters go."""
        text = self.text
        size = len(text)
        while at < size and (before > 0 or after > 0):
            letter = text[at]
            if letter == "+":
                file.added += 1
                after -= 1
            elif letter == "-":
                file.removed += 1
                before -= 1
            elif letter in " \n":  # QUIRK: mailers strip the blank of an empty context line
                before -= 1
                after -= 1
            elif letter != "\\":
                break
            stop = text.find("\n", at)
            at = size if stop < 0 else stop + 1
        if before or after:
            file.sound = False
            self.damaged = True
            # What follows until the next header is a wrapped piece of this hunk or the end of the mail; go on where git's marks are.
            following = min(self.hunks.next(max(at - 1, 0)), self.diffs.next(max(at - 1, 0)))
            return min(following + 1, size) if following < self.signatures.next(max(at - 1, 0)) else at
        if text.startswith("\\", at):
            stop = text.find("\n", at)
            at = size if stop < 0 else stop + 1
        return at


def _unquote(path: str | None) -> str | None:
    """A path as git quotes it: octal bytes and backslashes in double quotes."""
    if path is None or "\\" not in path:
        return path.strip('"') if path else path
    raw = re.sub(r"\\([0-7]{3}|.)", _octal, path.strip('"'))
    return raw.encode("latin-1", "replace").decode("utf-8", "replace")


def _octal(found: re.Match[str]) -> str:
    """One escaped byte."""
    escape = found[1]
    return chr(int(escape, 8) & 255) if len(escape) == 3 else {"n": "\n", "t": "\t"}.get(escape, escape)


def _path(name: str) -> str | None:
    """The path of a `---` or `+++` line: prefix, time stamp and quotes taken off; None for /dev/null."""
    name = name.split("\t", 1)[0].strip()
    if name == "/dev/null":
        return None
    name = _unquote(name) or ""
    head, slash, rest = name.partition("/")
    return rest if slash and rest and len(head) <= 60 else name


def read_flat(text: str, start: int) -> tuple[FileChange, ...]:
    """The files of a diff that lost its line breaks: names alone, for lines cannot be counted."""
    names = dict.fromkeys((found[1], found[2]) for found in _FLAT.finditer(text, start))
    return tuple(FileChange(path=new, old_path=old if old != new else None) for old, new in names)


def patch_id(diff: str) -> str | None:
    """What `git patch-id --stable` prints for a diff (builtin/patch-id.c of git 2.39): a sum of SHA-1s over the files' parts.

    White space, line numbers and the order of files do not matter.  None where git would print nothing.
    """
    data = diff.encode("utf-8", "replace")
    quick = _quick_id(data)
    return quick if quick is not None else _exact_id(data)


_BYTES_HUNK = re.compile(rb"^@@ -\d{1,10}(?:,(\d{1,10}))? \+\d{1,10}(?:,(\d{1,10}))? @@[^\n]*", re.MULTILINE)
_UNCOMMON = re.compile(rb"^(?:GIT binary|Binary files|\\)", re.MULTILINE)


def _quick_id(data: bytes) -> str | None:
    """The common case: git headers, hunks as long as they say, nothing else.  None where the slow way must decide."""
    if not data.startswith(b"diff --git ") or _UNCOMMON.search(data):
        return None
    total = 0
    for part in data[5:].split(b"\ndiff "):
        hashed = _part(part)
        if hashed is None:
            return None
        total += hashed
    return (total % (1 << 160)).to_bytes(20, "little").hex()


def _part(part: bytes) -> int | None:
    """The SHA-1 (little endian) of one file's part, without `diff ` before it; None where it is not plain."""
    pieces = _BYTES_HUNK.split(part)
    head = pieces[0]
    names = head.find(b"\n--- ")
    if len(pieces) < 4 or names < 0 or head.count(b"\n", names) != 3 or b"\n+++ " not in head[names:]:
        return None  # no hunk, or more than the two name lines before the first
    kept = [b"diff "]
    index = head.find(b"\nindex ")
    if index >= 0:
        behind = head.find(b"\n", index + 1)
        kept += (head[:index], head[behind:])
    else:
        kept.append(head)
    last = len(pieces) - 1
    for number in range(3, len(pieces), 3):
        lines = pieces[number]
        before, after = int(pieces[number - 2] or 1), int(pieces[number - 1] or 1)
        minus, plus, blank = lines.count(b"\n-"), lines.count(b"\n+"), lines.count(b"\n ")
        feeds = lines.count(b"\n") - (1 if number == last and lines.endswith(b"\n") else 0)
        # Between two hunks the line feed before the next header is the last line's own.
        feeds -= 1 if number != last else 0
        if minus + blank != before or plus + blank != after or feeds != minus + plus + blank:
            return None
        kept.append(lines)
    return int.from_bytes(hashlib.sha1(b"".join(kept).translate(None, _SPACE), usedforsecurity=False).digest(), "little")


def _exact_id(data: bytes) -> str | None:
    """Line by line as git's C does it, quirks and all."""
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
