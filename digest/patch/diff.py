# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads a unified diff as mailed: touched files, counted lines, where it ends, and the id that `git patch-id --stable` gives it.

Format: git-diff(1) "Generating patch text with -p" with its extended headers, and plain `diff -u` (quilt, hand-made).  Hunks are
measured by counting in one go and walked line by line only where the counts do not add up, so that a long diff costs little.
"""

import re

import msgspec

from digest.model import FileChange
from digest.patch.patchid import exact_id, sum_parts

_START = re.compile(r"^(?:diff --git [^\n]+|diff -[^\n]+\n--- [^\n]+|Index: [^\n]+\n={3,}|--- [^\n]+\n\+\+\+ [^\n]+\n@@ -)", re.MULTILINE)
_HUNK = re.compile(r"@@ -\d{1,10}(?:,(\d{1,10}))? \+\d{1,10}(?:,(\d{1,10}))? @@")
_GIT = re.compile(r'diff --git (?:"?a/([^\n]+?)"? "?b/([^\n]+?)"?|([^\n]+))$', re.MULTILINE)
_MODE = re.compile(r"(?:old mode|new mode|new file mode|deleted file mode) [0-7]{6}")
_FLAT = re.compile(r"diff --git a/(\S+) b/(\S+)\s")
# The header of nearly every file: names, perhaps a mode, blob ids; what deviates is read line by line.
_PLAIN = re.compile(
    r'(diff --git a/([^\s"]+) b/([^\s"]+)\n(?:(?:new|deleted) file mode [0-7]{6}\n)?)index [0-9a-f]{4,64}\.\.[0-9a-f]{4,64}(?: [0-7]{6})?\n'
    r'(--- ([^\s"]+)[ \t]*\n\+\+\+ ([^\s"]+)[ \t]*)\n(?=@@ -)',
)


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
    at = start if text.startswith("diff --git ", start) else text.find("\ndiff --git ", start) + 1
    if (at or text.startswith("diff --git ")) and "\n+++ " not in text[start:at] and "\nIndex: " not in text[start:at]:
        return at
    if "\n+++ " not in text and "\nIndex: " not in text:
        return -1
    found = _START.search(text, start)
    return found.start() if found else -1


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
        return FileChange(path, None, self.added if counted else None, self.removed if counted else None, renamed)


def read_diff(text: str, start: int) -> Diff:
    """Read the diff that starts at `start` (a line of `find_diff`).  Never raises; linear in the text."""
    return _Reader(text).read(start)


class _Reader:
    """One pass over a diff.

    `kept` gathers what git hashes for the patch id, as long as all is plain; `quick` turns false with the first oddity.  The next place
    of each mark is remembered, so that asking for it before every hunk stays linear.
    """

    __slots__ = ("damaged", "files", "kept", "modes", "next_diff", "next_hunk", "next_sign", "quick", "size", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.size = len(text)
        self.files: list[_File] = []
        self.kept: list[list[str]] = []
        self.next_hunk = self.next_diff = self.next_sign = -1
        self.damaged = self.modes = False
        self.quick = True

    def read(self, start: int) -> Diff:
        """Walk headers and hunks until neither follows."""
        text = self.text
        at = start
        size = self.size
        file: _File | None = None
        while at < size:
            if text.startswith("@@ -", at) and file is not None:
                hunk = _HUNK.match(text, at)
                if hunk is None:
                    break
                stop = text.find("\n", hunk.end())
                before, after = hunk.groups()
                at = self.hunk(file, size if stop < 0 else stop, int(before) if before else 1, int(after) if after else 1)
                continue
            plain = _PLAIN.match(text, at)
            if plain:
                head, old, new, names, before, after = plain.groups()
                file = _File(old if before != "/dev/null" else new, new if after != "/dev/null" else old)
                self.files.append(file)
                self.kept.append([head, names])
                at = plain.end()
                continue
            stop = text.find("\n", at)
            stop = size if stop < 0 else stop
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
                    stop = self.following(stop, hunks=False)
            elif not self.extended(file, at, stop):
                break
            self.quick = False
            at = stop + 1
        end = min(at, size)
        # QUIRK: where a mailer stripped the blank of empty context lines git counts on into the signature; so does the exact way.
        quick = self.quick and all(len(part) > 2 for part in self.kept)
        return Diff(
            start=start,
            end=end,
            files=tuple(file.change() for file in self.files if file.new or file.old),
            patch_id=sum_parts(self.kept) if quick and self.kept else exact_id(text[start:].encode("utf-8", "replace")),
            binary=any(file.binary for file in self.files),
            damaged=self.damaged,
            modes=self.modes,
        )

    def following(self, at: int, *, hunks: bool) -> int:
        """Offset of the line feed before the next header, hunk or signature at or behind `at`; the size if there is none."""
        text = self.text
        if self.next_diff < at:
            self.next_diff = text.find("\ndiff ", at)
            if self.next_diff < 0:
                self.next_diff = self.size
        if self.next_sign < at:
            self.next_sign = text.find("\n-- \n", at)
            if self.next_sign < 0:
                self.next_sign = self.size
        nearest = min(self.next_diff, self.next_sign)
        if hunks:
            if self.next_hunk < at:
                self.next_hunk = text.find("\n@@ -", at)
                if self.next_hunk < 0:
                    self.next_hunk = self.size
            return min(nearest, self.next_hunk)
        return nearest

    def header(self, at: int, stop: int) -> _File:
        """A `diff --git a/x b/y` line opens a file."""
        found = _GIT.match(self.text, at, stop)
        file = _File(_unquote(found[1]), _unquote(found[2])) if found and found[1] else _File(None, None)
        self.files.append(file)
        return file

    def names(self, file: _File | None, old: str, new: str) -> _File:
        """The `---` and `+++` lines name the file before and after; they open one in a diff without git's header."""
        if file is None or file.added or file.removed or not file.sound:
            file = _File(None, None)
            self.files.append(file)
        if file.new and file.old:
            return file  # git's header and its rename lines know better
        before, after = _path(old), _path(new)
        if before is None or after is None or before.partition("/")[2] == after.partition("/")[2]:
            # `a/x` and `b/x`, or `x.orig/y` and `x/y`: the first part names the tree, unless both names are the same without git's letters.
            same = before == after
            before, after = (_stripped(name, same=same) for name in (before, after))
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
        end = self.following(stop, hunks=True)
        count = text.count
        added, removed = count("\n+", stop, end), count("\n-", stop, end)
        context = count("\n ", stop, end)
        if removed + context == before and added + context == after and count("\n", stop, end) == before + added:
            file.added += added
            file.removed += removed
            if self.quick and self.kept:
                self.kept[-1].append(text[stop:end])
            return end + 1
        mark = self.damaged
        behind = self.walk(file, stop + 1, before, after)
        body = text[stop:behind]
        # A last hunk with the mail's end behind it is as plain as any; marks and stripped blanks are for the exact way.
        if self.damaged != mark or "\n\\" in body or "\n\n" in body or not self.kept:
            self.quick = False
        else:
            self.kept[-1].append(body)
        return behind

    def walk(self, file: _File, at: int, before: int, after: int) -> int:
        """Line by line, as far as the header's counts and the lines' first letters go."""
        text = self.text
        size = self.size
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
            behind = self.following(max(at - 1, 0), hunks=True)
            return behind + 1 if behind < size and not text.startswith("\n-- ", behind) else at
        if text.startswith("\\", at):
            stop = text.find("\n", at)
            at = size if stop < 0 else stop + 1
            self.quick = False
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
    """The path of a `---` or `+++` line: time stamp and quotes taken off; None for /dev/null."""
    name = name.split("\t", 1)[0].strip()
    if name == "/dev/null":
        return None
    return _unquote(name) or ""


def _stripped(name: str | None, *, same: bool) -> str | None:
    """A path without the tree's name before its first slash."""
    if name is None:
        return None
    head, slash, rest = name.partition("/")
    return rest if slash and rest and (not same or head in {"a", "b", "i", "w", "c", "o"}) else name


def read_flat(text: str, start: int) -> tuple[FileChange, ...]:
    """The files of a diff that lost its line breaks: names alone, for lines cannot be counted."""
    names = dict.fromkeys((found[1], found[2]) for found in _FLAT.finditer(text, start))
    return tuple(FileChange(path=new, old_path=old if old != new else None) for old, new in names)
