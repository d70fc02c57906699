# SPDX-License-Identifier: GPL-2.0-or-later
"""What one mail says by itself of patches: the Record and its parts.  A Record is all that later steps ever see of a mail."""

from datetime import datetime
from typing import Literal

import msgspec

from digest.model.bench import Benchmarks
from digest.model.mail import Address, Copy, Spot

Kind = Literal["cover", "patch", "reply", "pull", "robot", "announcement", "other"]


class Subject(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A subject line taken apart, e.g. `Re: [PATCH net-next v3 2/7] title`.

    An unnumbered patch is 1 of 1 (`numbered` false); `total` is None for `3/n`.  `point` is the .1 of v5.1.  `prefixes` are the bracket
    words that mean nothing here, lower case; `tree` is the one that names a tree.
    """

    kind: Kind
    title: str
    version: int = 1
    index: int | None = None
    total: int | None = None
    reply: bool = False
    rfc: bool = False
    resend: bool = False
    tree: str | None = None
    numbered: bool = False
    versioned: bool = False
    point: int | None = None
    prefixes: tuple[str, ...] = ()


class FileChange(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One touched file.  `changes` is a diffstat's own count; added and removed are counted from a diff (None where unknown)."""

    path: str
    changes: int | None = None
    added: int | None = None
    removed: int | None = None
    old_path: str | None = None
    spot: Spot | None = None


class Diffstat(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The closing line of a diffstat as written: n files changed, insertions(+), deletions(-)."""

    files: int
    insertions: int
    deletions: int
    spot: Spot | None = None


class ShortlogEntry(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One title of a cover's shortlog (`git shortlog`: "Name (n):" then titles), in the order written."""

    title: str
    author: str | None
    spot: Spot


class Cover(msgspec.Struct, frozen=True, array_like=True):
    """What a cover says of the whole series."""

    shortlog: tuple[ShortlogEntry, ...] = ()
    files: tuple[FileChange, ...] = ()
    diffstat: Diffstat | None = None


class Patch(msgspec.Struct, frozen=True, array_like=True):
    """A posted patch.  `author` is the in-body From (RFC 2822 style, git-send-email) where there is one.

    `log` is the commit message without trailers' meaning taken out, `notes` what stands between `---` and the diff.  `patch_id` equals
    `git patch-id --stable`.  `diff` is the diff itself, zlib-compressed UTF-8 (empty where it passed the size limit; then
    `truncated`); range-diff needs it.
    """

    author: Address | None
    log: str
    log_line: int
    notes: str
    notes_line: int
    files: tuple[FileChange, ...]
    patch_id: str | None
    diff: bytes = b""
    diff_line: int = 0
    diffstat: Diffstat | None = None
    truncated: bool = False
    binary: bool = False
    base_commit: str | None = None
    depends: tuple[str, ...] = ()


class Scope(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Which patches a tag speaks of, where its words say so: "only" 1-3, all "except" 4, "series", or those "lacking" the tag."""

    kind: Literal["only", "except", "series", "lacking"]
    patches: tuple[int, ...] = ()
    words: str | None = None


class Trailer(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One `Key: value` line, e.g. `Reviewed-by: Name <a@b> # for mlx5`.  A combined key stands once for each meaning.

    `name` has the canonical spelling (Reviewed-by).  `place` says where it stood; `mood` how it was said: "conditional" ("with that
    fixed"), "suggested" ("please add"), "withdrawn" (taken back in the same or a later own sentence); `why` holds the words that say so.
    """

    name: str
    value: str
    person: Address | None
    spot: Spot
    place: Literal["log", "notes", "cover", "reply", "signature", "diff"]
    note: str | None = None
    mood: Literal["plain", "conditional", "suggested", "withdrawn"] = "plain"
    why: Spot | None = None
    scope: Scope | None = None


class Link(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A tie to another posting.

    kind: lore (message-id of a link), supersedes, change-id, based-on, patchwork, version (a "v1:" link).
    """

    kind: str
    value: str
    spot: Spot | None = None


class AppliedPatch(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One line of patchwork-bot's summary: title as listed, index, commit (None: no matching commit)."""

    title: str
    index: int | None
    commit: str | None
    spot: Spot


class Robot(msgspec.Struct, frozen=True, array_like=True):
    """A robot's mail by its shape.  `sender_known` says whether the sender is that robot's; summary decides what counts.

    robot: patchwork-bot, lkp, syzbot, ai-review, other.  says: applied, state, build-failed, test-failed, performance, remark.
    """

    robot: str
    says: str
    sender_known: bool
    spot: Spot
    tree: str | None = None
    by: Address | None = None
    patches: tuple[AppliedPatch, ...] = ()
    subject: str | None = None
    links: tuple[str, ...] = ()


class Command(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A `pw-bot: changes-requested` line, unquoted (NIPA mailbot.rst).  `state` is the contract's state word."""

    word: str
    state: str | None
    spot: Spot


class Stance(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A stand taken in plain own words.  Who has the standing to say so is judged later.

    kind: nak, takes-back (a tag), applied (by whoever takes patches; `tree` if named), gives-up (the author drops the work),
    next-version (the author announces one).
    """

    kind: Literal["nak", "takes-back", "applied", "gives-up", "next-version"]
    spot: Spot
    tree: str | None = None


class Remark(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A reviewer's ask that wants an answer: one item a paragraph.  `quote` is the last quoted lines above it (marks removed).

    `file` is set where those lines are of a diff.  `weak` is true where only a judgement makes it one ("this needs a lock"): of the patch
    it is a remark, in a discussion the matter talked of.
    """

    kind: Literal["question", "change-request", "nit", "robot"]
    spot: Spot
    quote: str = ""
    file: str | None = None
    weak: bool = False


class TestStatement(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Own words saying that somebody ran something, with hardware and tool as written; `failed` where it went wrong."""

    spot: Spot
    hardware: str | None = None
    tool: str | None = None
    person: Address | None = None
    failed: bool = False


class FixStatement(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """How a fix was found, validated and tested, as written in a cover, log or below `---`."""

    found: Spot | None = None
    validated: Spot | None = None
    tested: Spot | None = None


class Passage(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A run of lines of one kind, for showing the mail and for finding answers.

    kind: own, quote, diff, signature.  `text` of own words is whole (up to the page limit); of a quote its last lines, marks
    removed; of a diff nothing.  `lines` counts all lines it stood for; `who` names the person quoted.  `column` is where the text of own
    words begins on its first line.
    """

    kind: Literal["own", "quote", "diff", "signature"]
    line: int
    lines: int
    text: str = ""
    depth: int = 0
    who: str | None = None
    column: int = 1


class Record(msgspec.Struct, frozen=True, array_like=True):
    """One mail without its body, as `reading.read` made it.  `reader` is the grammar's version: another version reads again."""

    key: str
    message_id: str | None
    subject: Subject
    raw_subject: str | None
    author: Address
    munged: Address | None
    date: datetime | None
    parents: tuple[str, ...]
    lists: tuple[str, ...]
    copies: tuple[Copy, ...]
    content: str
    kind: Kind
    reader: int
    lost: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    patch: Patch | None = None
    cover: Cover | None = None
    trailers: tuple[Trailer, ...] = ()
    links: tuple[Link, ...] = ()
    robot: Robot | None = None
    commands: tuple[Command, ...] = ()
    remarks: tuple[Remark, ...] = ()
    tests: tuple[TestStatement, ...] = ()
    fix: FixStatement | None = None
    changelog: Spot | None = None
    stance: tuple[Spot, ...] = ()
    passages: tuple[Passage, ...] = ()
    benchmarks: Benchmarks | None = None
    quoted_benchmarks: Benchmarks | None = None
    quoted_who: str | None = None
    recipients: tuple[str, ...] = ()
    hints: tuple[tuple[str, str], ...] = ()
    notices: tuple[str, ...] = ()
    stances: tuple[Stance, ...] = ()
