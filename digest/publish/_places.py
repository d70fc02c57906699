# SPDX-License-Identifier: GPL-2.0-or-later
"""The lists a series stands on, and the rows of one list as pages show them."""

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile

import msgspec

from digest.model import Row
from digest.publish import _words
from digest.publish._links import slug
from digest.publish._site import Rows, Site
from digest.publish._states import GROUPS

BOARD = ""
PAGE = 200
PLAIN = frozenset({"ready", "needs-review", "rfc"})  # groups whose own reason is that of each row
COMBINATIONS = {
    "no-tags": "No tags",
    "acked": "Acked only",
    "reviewed": "Reviewed only",
    "tested": "Tested only",
    "acked-reviewed": "Acked and reviewed",
    "acked-tested": "Acked and tested",
    "reviewed-tested": "Reviewed and tested",
    "acked-reviewed-tested": "Acked, reviewed and tested",
    "open-questions": "With open questions",
    "claim-fails": "With a claim that does not hold",
    "with-numbers": "With numbers",
    "rule-findings": "With a finding of process",
}
_GROUP_ORDER = {name: at for at, name in enumerate(GROUPS)}


def places(row: Row) -> tuple[str, ...]:
    """The names of all lists a row stands on: "" (the board), t/TREE, g/GROUP, u/PERSON, f/AREA, b, b/TOOL, a/MONTH, k/COMBINATION."""
    names = [f"t/{slug(row.tree) if row.tree else 'none'}", f"g/{row.group}"]
    if row.group != "done":
        names.append(BOARD)
        names += [f"k/{name}" for name in _combinations(row)]
    names.append(f"u/{row.author.id}")
    names += [f"u/{ident}" for ident, _, _ in row.people]
    names += [f"f/{slug(area)}" for area in row.areas]
    if row.metrics:
        names.append("b")
        names += [f"b/{slug(metric[0])}" for metric in row.metrics]
    names += [f"a/{month}" for month in row.months]
    return tuple(dict.fromkeys(names))


def _combinations(row: Row) -> Iterator[str]:
    kinds = [name for name, number in (("acked", row.acked), ("reviewed", row.reviewed), ("tested", row.tested)) if number]
    yield "-".join(kinds) or "no-tags"
    if row.questions_open:
        yield "open-questions"
    if row.claim_fails:
        yield "claim-fails"
    if row.numbers or row.metrics:
        yield "with-numbers"
    if row.findings:
        yield "rule-findings"


def fed(name: str) -> bool:
    """Whether a list has feeds: all but the combinations of tags."""
    return not name.startswith("k/")


def label(name: str, rows: Iterable[Row]) -> str:
    """What a list is called, from its name and rows: "net-next", "Needs ACK", a person, an area."""
    kind, _, what = name.partition("/")
    if kind == "u":
        people = (
            person for row in rows for person in ((row.author.id, row.author.name), *((ident, called) for ident, called, _ in row.people))
        )
        found = next((called for ident, called in people if ident == what and called), what)
    elif kind == "t":
        found = next((row.tree for row in rows if row.tree), "no tree named")
    elif kind == "f":
        found = next((area for row in rows for area in row.areas if slug(area) == what), what)
    elif kind == "b":
        found = f"benchmarks, {what}" if what else "benchmarks"
    elif kind == "g":
        found = GROUPS[what][0] if what in GROUPS else what
    else:
        found = what or "board"
    return _words.one_line(found)


class Collected:
    """Rows held in memory, with the interface of the store: for tests and for small callers."""

    def __init__(self, rows: Iterable[Row]) -> None:
        """Sort the rows and note their lists."""
        newest = sorted(rows, key=lambda row: row.id)
        newest.sort(key=lambda row: _words.stamp(row.last), reverse=True)
        self._lists: dict[str, list[Row]] = {}
        for row in newest:
            for name in places(row):
                self._lists.setdefault(name, []).append(row)

    def rows(self, name: str) -> Iterator[Row]:
        """As Rows says."""
        return iter(self._lists.get(name, ()))

    def list_names(self) -> list[str]:
        """As Rows says."""
        return sorted(self._lists)


def within(rows: Rows, name: str, site: Site) -> list[Row]:
    """The rows of a list with a mail in the window, newest first; a month shows all its rows."""
    found = rows.rows(name)
    if not name.startswith("a/"):
        found = takewhile(lambda row: row.last is not None and row.last >= site.since, found)
    return [_words.veiled(row) for row in found] if site.obfuscate else list(found)


class Section(msgspec.Struct, frozen=True):
    """A headed part of a list: anchor, heading, the reason it is one, and its rows."""

    id: str
    head: str
    reason: str
    rows: tuple[Row, ...]


def by_group(rows: Iterable[Row]) -> list[Section]:
    """Rows by what they wait for, longest waiting first."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    return [
        Section(name, *GROUPS[name], tuple(sorted(groups[name], key=_waiting))) for name in sorted(groups, key=_GROUP_ORDER.__getitem__)
    ]


def _waiting(row: Row) -> tuple[str, str]:
    return _words.stamp(row.waiting_since or row.last) or "9", row.id


def _posted(row: Row) -> tuple[float, str]:
    """Newest first by the posting, which others' answers do not change."""
    return -row.first.timestamp() if row.first else 0.0, row.id


def by_part(rows: Iterable[Row], person: str) -> list[Section]:
    """A person's rows: what waits on them as author, their other series, and those they took part in."""
    waits: list[Row] = []
    own: list[Row] = []
    done: list[Row] = []
    others: list[Row] = []
    for row in rows:
        if row.author.id != person:
            others.append(row)
        elif row.group == "done":
            done.append(row)
        elif row.waits_for == "author":
            waits.append(row)
        else:
            own.append(row)
    parts: tuple[tuple[str, str, str, list[Row], Callable[[Row], tuple[str | float, str]]], ...] = (
        ("waits", "Waits on the author", "longest waiting first", waits, _waiting),
        ("own", "Other open series", "of this author", own, _waiting),
        ("part", "Took part in", "newest series first; tags, tests and questions, as found; not a measure of anybody", others, _posted),
        ("closed", "Done", GROUPS["done"][1], done, _waiting),
    )
    return [Section(ident, head, reason, tuple(sorted(found, key=key))) for ident, head, reason, found, key in parts if found]


def paged(sections: list[Section]) -> list[list[tuple[Section, tuple[Row, ...]]]]:
    """Pages of at most PAGE rows: each a list of sections with the rows that fall on it; one page at least."""
    pages: list[list[tuple[Section, tuple[Row, ...]]]] = [[]]
    room = PAGE
    for section in sections:
        at = 0
        while at < len(section.rows):
            if room == 0:
                pages.append([])
                room = PAGE
            take = section.rows[at : at + room]
            pages[-1].append((section, take))
            at += len(take)
            room -= len(take)
    return pages
