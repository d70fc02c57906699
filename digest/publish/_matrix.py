# SPDX-License-Identifier: GPL-2.0-or-later
"""Who gave which tag to which patch, and what of it counts."""

from collections.abc import Iterable

import msgspec

from digest.model import (
    PatchEntry,
    Person,
    RevisionEntry,
    SeriesEntry,
    Tag,
)
from digest.publish import _words
from digest.publish._letters import Thread
from digest.publish._states import LETTERS, chip_words

TRAILERS = 40


class Cell(msgspec.Struct, frozen=True, gc=False):
    """A tag in the matrix: class and words of its chip, who gave it, how it came here."""

    status: str
    words: str
    href: str | None
    how: str


class MatrixRow(msgspec.Struct, frozen=True):
    """One patch of the newest version."""

    patch: PatchEntry
    anchor: str | None
    counted: int
    remark: str
    cells: tuple[tuple[Person, tuple[Cell, ...]], ...]
    others: tuple[Tag, ...]


class Column(msgspec.Struct, frozen=True):
    """A person with tags, and what they are to this series."""

    person: Person
    role: str


def is_review(tag: Tag) -> bool:
    """Whether a tag stands in the matrix (Signed-off-by, Cc, Fixes and the like do not)."""
    return tag.key in LETTERS


def counts(tag: Tag, ours: frozenset[str] = frozenset()) -> bool:
    """Whether a tag makes its patch "reviewed": given, by nobody of the author's side (`ours`), and not against it."""
    return tag.status == "given" and is_review(tag) and tag.key != "Nacked-by" and tag.person.id not in ours


def cell(tag: Tag, thread: Thread) -> Cell:
    """The chip of one tag."""
    how = {
        "cover": "given to the cover",
        "range": "for named patches",
        "chain": "in the thread of the cover",
        "carried": f"given to v{tag.version}",
        "commit": "in the patch itself",
        "direct": "",
    }[tag.via]
    if tag.note:
        how = f"“{_words.one_line(tag.note)}”"
    if tag.status in ("stale", "mismatched", "withdrawn") and tag.rule:
        how = tag.rule
    elif tag.status == "stale":
        how = f"given to v{tag.version}, the patch changed since"
    return Cell(tag.status, chip_words(tag.key, tag.status), thread.cite(tag.evidence).href, _words.cut(how, 140))


def columns(revision: RevisionEntry, series: SeriesEntry) -> list[Column]:
    """The people with review tags on a revision: others by their first tag, the author last."""
    people: dict[str, Person] = {}
    for patch in revision.patches:
        for tag in patch.tags:
            if is_review(tag):
                people.setdefault(tag.person.id, tag.person)
    sections: dict[str, list[str]] = {}
    for area in series.maintainers or ():
        for person in area.people:
            sections.setdefault(person.id, []).append(area.section)
    author = series.author.id
    made = [
        Column(person, "author" if ident == author else f"maintains {_words.listed(sections[ident][:2])}" if ident in sections else "")
        for ident, person in people.items()
    ]
    return sorted(made, key=lambda column: column.person.id == author)


def matrix(revision: RevisionEntry, heads: list[Column], thread: Thread, poster: str | None = None) -> list[MatrixRow]:
    """Patch by person; `poster` is the id of who posted them."""
    rows = []
    known = {patch.index for patch in revision.patches}
    absent = [
        PatchEntry(index, None, None, None, revision.patches[0].author, None, (), None, None, ())
        for index in revision.missing
        if index not in known and revision.patches
    ]
    for patch in sorted((*revision.patches, *absent), key=lambda patch: patch.index):
        by: dict[str, list[Cell]] = {}
        ours = patch.ours(poster)
        counted: set[tuple[str, str]] = set()
        others = []
        for tag in patch.tags:
            if not is_review(tag):
                others.append(tag)
                continue
            by.setdefault(tag.person.id, []).append(cell(tag, thread))
            if counts(tag, ours):
                counted.add((tag.person.id, tag.key))
        remarks = [f"written by {_words.one_line(patch.author.name or patch.author.email or '?')}"] if _apart(patch, poster) else []
        if patch.index in revision.missing or patch.key is None:
            remarks.append("not in the archive")
        if patch.from_version is not None and patch.from_version != revision.version:
            remarks.append(f"taken over from v{patch.from_version}")
        if patch.change == "changed":
            remarks.append("changed since the version before")
        elif patch.change in ("new", "unchanged"):
            remarks.append("new in this version" if patch.change == "new" else "same as in the version before")
        rows.append(
            MatrixRow(
                patch,
                thread.anchor(patch.key or patch.message_id),
                len(counted),
                ", ".join(remarks),
                tuple((head.person, tuple(by.get(head.person.id, ()))) for head in heads),
                tuple(others[:TRAILERS]),
            )
        )
    return rows


def _apart(patch: PatchEntry, poster: str | None) -> bool:
    """Whether somebody else posted the patch than wrote it."""
    return poster is not None and patch.key is not None and patch.author.id != poster


def covered(revision: RevisionEntry, poster: str | None = None) -> list[bool]:
    """For each patch whether a tag from outside the author's side counts; those that never arrived have none."""
    has = [any(counts(tag, patch.ours(poster)) for tag in patch.tags) for patch in revision.patches]
    return has + [False] * ((revision.total or 0) - len(has))


def people_counts(revision: RevisionEntry, poster: str | None = None) -> str:
    """`A 1 · R 1 · T –`: people whose tags count, by kind."""
    parts = []
    for key in ("Acked-by", "Reviewed-by", "Tested-by"):
        people = {tag.person.id for patch in revision.patches for tag in patch.tags if tag.key == key and counts(tag, patch.ours(poster))}
        parts.append(f"{LETTERS[key]} {len(people) or '–'}")
    return " · ".join(parts)


def trailer_words(patches: Iterable[MatrixRow]) -> list[tuple[str, list[Tag]]]:
    """Trailers that are no reviews, by patch."""
    return [(row.patch.title or f"patch {row.patch.index}", list(row.others)) for row in patches if row.others]
