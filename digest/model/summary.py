# SPDX-License-Identifier: GPL-2.0-or-later
"""The facts of one series in the very shape that `show --json`, `/data/v1/s/<id>.json` and the JSON Schema promise.

Names and nesting of the `*Entry` types are a public contract: fields may be added, none renamed or dropped.
"""

from datetime import datetime
from typing import Final, Literal

import msgspec

from digest.model.across import Across
from digest.model.bench import Block, Comparison
from digest.model.evidence import Evidence, Person
from digest.model.patch import Passage
from digest.model.series import RangeDiff

StateValue = Literal[
    "new",
    "under-review",
    "needs-ack",
    "changes-requested",
    "partly-applied",
    "applied",
    "awaiting-upstream",
    "rfc",
    "superseded",
    "rejected",
    "deferred",
    "not-applicable",
    "dead",
]
ACTIVE: Final[frozenset[StateValue]] = frozenset(("new", "under-review", "needs-ack"))
"""States in which a series is still looked at, as NIPA's mailbot has it."""
Status = Literal["given", "suggested", "conditional", "withdrawn", "mismatched", "self", "stale"]
Via = Literal["commit", "direct", "cover", "range", "chain", "carried"]
Group = Literal["ready", "needs-ack", "needs-review", "waiting-for-author", "awaiting-upstream", "rfc", "stale", "done"]
WaitsFor = Literal["author", "reviewers", "maintainer", "tree", "nobody"]


class FileEntry(msgspec.Struct, frozen=True):
    """A touched file; `changes` alone where only a diffstat is known."""

    path: str
    changes: int | None
    added: int | None
    removed: int | None


class DiffstatEntry(msgspec.Struct, frozen=True):
    """The cover's own totals, else the sums over the patches."""

    files: int
    insertions: int
    deletions: int


class Tag(msgspec.Struct, frozen=True):
    """One tag on one patch (or, in `SeriesEntry.tags`, on the whole): who gave it, how it counts, by which way it came, and why.

    `rule` says in words why status and via are what they are.
    """

    key: str
    person: Person
    status: Status
    via: Via
    version: int
    note: str | None
    evidence: Evidence
    rule: str | None = None
    value: str | None = None


class PatchEntry(msgspec.Struct, frozen=True):
    """One patch of one revision."""

    index: int
    title: str | None
    message_id: str | None
    from_version: int | None
    author: Person
    patch_id: str | None
    files: tuple[FileEntry, ...]
    change: Literal["new", "unchanged", "changed"] | None
    was_index: int | None
    tags: tuple[Tag, ...]
    key: str | None = None
    date: datetime | None = None

    def ours(self, poster: str | None = None) -> frozenset[str]:
        """Ids of the author's side: who wrote the patch, posted it (`poster`), or signed it off; their tags are no review."""
        signed = {tag.person.id for tag in self.tags if tag.via == "commit" and tag.key in ("Signed-off-by", "Co-developed-by")}
        return frozenset(signed | {self.author.id} | ({poster} if poster else set()))


class RevisionEntry(msgspec.Struct, frozen=True):
    """One revision; `cover` is the KEY of the cover letter; `diffstat` as the cover says, else summed.

    `continues` says why it is taken for the next revision of this work (null for the first).
    """

    version: int
    rfc: bool
    resend: bool
    date: datetime | None
    cover: str | None
    total: int | None
    missing: tuple[int, ...]
    changelog: str | None
    diffstat: DiffstatEntry | None
    files: tuple[FileEntry, ...]
    dropped: tuple[str, ...]
    patches: tuple[PatchEntry, ...]
    messages: int
    point: int | None = None
    first: str | None = None
    continues: str | None = None


class Commit(msgspec.Struct, frozen=True):
    """A patch that was applied: its index, commit id, and tree ("netdev/net-next")."""

    patch: int | None
    commit: str
    tree: str | None


class StateEntry(msgspec.Struct, frozen=True):
    """Where the series stands as of `--now`, with what proves it and whom it waits for."""

    value: StateValue
    evidence: tuple[Evidence, ...]
    commits: tuple[Commit, ...]
    waits_for: WaitsFor
    group: Group
    reason: str
    date: datetime | None = None


class TestEntry(msgspec.Struct, frozen=True):
    """A statement that something was run; `failed` where it went wrong, which speaks against the patch.

    `relayed`: a tag that names somebody else than the sender of its mail, so nothing that the named person is seen to have said.
    """

    person: Person
    text: str
    hardware: str | None
    tool: str | None
    evidence: Evidence
    version: int | None = None
    patch: int | None = None
    failed: bool = False
    relayed: bool = False

    def supports(self) -> bool:
        """Whether it speaks for the patch: it went well, and whoever is named said so."""
        return not self.failed and not self.relayed


class FixEntry(msgspec.Struct, frozen=True):
    """How a fix was found, validated and tested, as written (None: not said)."""

    found: str | None
    validated: str | None
    tested: str | None
    evidence: tuple[Evidence, ...] = ()


class RobotEntry(msgspec.Struct, frozen=True):
    """What a robot said; `verified` is false where the sender is not that robot's or had no standing."""

    robot: str
    says: str
    verified: bool
    patch: int | None
    evidence: Evidence
    text: str | None = None

    def slower(self) -> bool:
        """Whether it reports that something became slower: of a performance report not what became faster."""
        return self.says == "performance" and "regression" in f"{self.text or ''} {self.evidence.text}".lower()


class Question(msgspec.Struct, frozen=True):
    """A review remark and whether it was answered."""

    person: Person
    kind: Literal["question", "change-request", "nit", "robot"]
    text: str
    version: int
    patch: int | None
    file: str | None
    evidence: Evidence
    answered: Literal["yes", "probably", "no"]
    by: Evidence | None
    date: datetime | None = None


class MaintainerEntry(msgspec.Struct, frozen=True):
    """A MAINTAINERS section that covers touched files, and whether one of its people acked (None: unknown)."""

    section: str
    people: tuple[Person, ...]
    files: tuple[str, ...]
    acked: bool | None


class Finding(msgspec.Struct, frozen=True):
    """A process rule that is not met: stable code, factual text, the paragraph it comes from."""

    code: str
    text: str
    evidence: Evidence | None
    rule: str | None = None


class BenchEntry(msgspec.Struct, frozen=True):
    """The numbers of one mail: who posted them in which version, the setup card, blocks and comparisons.

    `setup_at` says where each entry of the card stands: line, column and the words.
    """

    key: str
    message_id: str | None
    person: Person
    version: int | None
    setup: dict[str, str]
    missing_setup: tuple[str, ...]
    blocks: tuple[Block, ...]
    comparisons: tuple[Comparison, ...]
    quoted: bool = False
    date: datetime | None = None
    setup_at: dict[str, tuple[int, int, str]] = {}


class SeriesEntry(msgspec.Struct, frozen=True):
    """Everything known of one series."""

    id: str
    title: str | None
    former_titles: tuple[str, ...]
    tree: str | None
    author: Person
    state: StateEntry
    revisions: tuple[RevisionEntry, ...]
    tags: tuple[Tag, ...]
    tests: tuple[TestEntry, ...]
    fix_statement: FixEntry | None
    robots: tuple[RobotEntry, ...]
    questions: tuple[Question, ...]
    maintainers: tuple[MaintainerEntry, ...] | None
    findings: tuple[Finding, ...]
    benchmarks: tuple[BenchEntry, ...]
    notes: tuple[str, ...] = ()
    across: Across = Across()

    def ours(self) -> frozenset[str]:
        """Ids of the author's side: the author, and who wrote, posted or signed off a patch of any version (whoever posts one signs it)."""
        return frozenset({self.author.id}.union(*(patch.ours() for revision in self.revisions for patch in revision.patches)))


class CopyEntry(msgspec.Struct, frozen=True):
    """Where one copy of a mail was found."""

    archive: str
    at: str


class MessageEntry(msgspec.Struct, frozen=True):
    """One mail of the archives, as `show --json` lists it."""

    key: str
    message_id: str | None
    author: Person
    date: datetime | None
    subject: str | None
    parent: str | None
    kind: str
    series: str | None
    copies: tuple[CopyEntry, ...]
    lost: tuple[str, ...]


class ProblemEntry(msgspec.Struct, frozen=True):
    """What could not be read, and where."""

    archive: str
    key: str | None
    at: str
    text: str


class Letter(msgspec.Struct, frozen=True):
    """One mail as a page shows it: the message, its own words in passages, and what it changed (short words for chips)."""

    message: MessageEntry
    passages: tuple[Passage, ...]
    version: int | None
    patch: int | None
    effects: tuple[str, ...]
    robot: bool = False
    flags: tuple[str, ...] = ()


class Summary(msgspec.Struct, frozen=True):
    """A series ready for publishing: the facts, its mails, range-diffs between neighbouring revisions, and what stayed unread."""

    series: SeriesEntry
    letters: tuple[Letter, ...]
    ranges: tuple[RangeDiff, ...] = ()
    problems: tuple[ProblemEntry, ...] = ()
