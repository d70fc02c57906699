# SPDX-License-Identifier: GPL-2.0-or-later
"""The versions of a series: changelogs, patch by patch, and range-diffs."""

import re
from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from digest.model import (
    PatchEntry,
    Person,
    RangePair,
    RevisionEntry,
    SeriesEntry,
    Summary,
)
from digest.publish import _words
from digest.publish._letters import Thread
from digest.publish._matrix import Cell, cell, is_review

CHANGES = 6
DIFF_LINES = 120
DIFF_TOTAL = 600
_ENTRY = re.compile(
    r"[*#=\[-]{0,4} ?(?:(?:change[sd]?|changelog|updates?|diff(?:erences)?) )?"
    r"(?:(?:in|for|(since|from|after)) )?(?:(?:patch|version|rfc|the) )?"
    r"v(\d{1,3})(?: ?(?:->|=>|-->|→|\.\.|to) ?v?(\d{1,3}))? ?(?:[:)\],.(=-]|\Z|changes)",
    re.IGNORECASE,
)
_CHANGES = {"unchanged": "= same diff", "changed": "! changed", "new": "+ new"}


class Version(msgspec.Struct, frozen=True):
    """One revision in the list of versions."""

    id: str
    name: str
    revision: RevisionEntry
    anchor: str | None
    size: str
    changes: tuple[str, str, int] | None
    kinds: tuple[str, ...]
    patches: tuple[tuple[PatchEntry, str | None, tuple[tuple[Cell, Person], ...]], ...]


class Moved(msgspec.Struct, frozen=True):
    """One patch in the comparison of the newest version with the one before."""

    name: str
    title: str
    change: str
    tone: str
    tags: tuple[tuple[Cell, Person], ...]


class Shift(msgspec.Struct, frozen=True):
    """A folded range-diff of one patch."""

    head: str
    html: Markup
    more: int


class Range(msgspec.Struct, frozen=True):
    """Range-diff between two versions."""

    name: str
    pairs: tuple[Shift, ...]


def version_names(series: SeriesEntry) -> list[tuple[str, str]]:
    """(anchor, name) of each revision, anchors unique: v3, then v3-2 for a resend of it."""
    seen: dict[str, int] = {}
    made = []
    for revision in series.revisions:
        name = f"v{revision.version}" + (f".{revision.point}" if revision.point is not None else "")
        base = name.replace(".", "-")
        seen[base] = seen.get(base, 0) + 1
        made.append((base if seen[base] == 1 else f"{base}-{seen[base]}", name))
    return made


def versions(series: SeriesEntry, thread: Thread) -> list[Version]:
    """All revisions, newest first."""
    made = []
    names = version_names(series)
    for at, revision in enumerate(series.revisions):
        ident, name = names[at]
        stat = revision.diffstat
        size = f"{_words.count(stat.files, 'file')}, +{stat.insertions:,} {_words.MINUS}{stat.deletions:,}" if stat else ""
        patches = tuple(
            (
                patch,
                thread.anchor(patch.key or patch.message_id),
                tuple((cell(tag, thread), tag.person) for tag in patch.tags if is_review(tag)),
            )
            for patch in revision.patches
        )
        kinds = tuple(word for flag, word in ((revision.rfc, "RFC"), (revision.resend, "resend")) if flag)
        made.append(
            Version(
                ident, name, revision, thread.anchor(revision.cover), size, _changes(revision.changelog, revision.version), kinds, patches
            )
        )
    return made[::-1]


def _changes(changelog: str | None, version: int) -> tuple[str, str, int] | None:
    """What changed in this version, the rest, and how many lines that is: many changelogs repeat the history of all versions.

    The entry of this version comes first, wherever the author put it; oldest first is as common as newest first.
    """
    if not changelog or not changelog.strip():
        return None
    lines = changelog.strip("\n").split("\n")
    starts = {at: into for at, line in enumerate(lines) if (into := _entry_of(line)) is not None}
    own = next((at for at, into in starts.items() if into == version), None)
    if own is not None:
        end = next((at for at in starts if at > own and starts[at] != version), len(lines))
        entry = lines[own:end]
        while entry and not entry[-1].strip():
            entry.pop()
        shown = entry if len(entry) <= CHANGES + 2 else entry[:CHANGES]
        lines = [*entry, *lines[:own], *lines[end:]]
        rest = "\n".join(lines[len(shown) :]).strip("\n")
        return "\n".join(shown), rest, rest.count("\n") + 1 if rest else 0
    if len(lines) <= CHANGES + 2:
        return "\n".join(lines), "", 0
    return "\n".join(lines[:CHANGES]), "\n".join(lines[CHANGES:]), len(lines) - CHANGES


def _entry_of(line: str) -> int | None:
    """The version whose changes a line heads: 3 for `v3:`, `Changes in v3`, `v2 -> v3`, `Changes since v2`."""
    found = _ENTRY.match(" ".join(line[:120].split()))
    if found is None:
        return None
    since, first, second = found.groups()
    return int(second) if second else int(first) + bool(since)


def moved(summary: Summary, thread: Thread) -> list[Moved]:
    """The newest version against the one before, patch by patch; patches that are gone come last."""
    series = summary.series
    if len(series.revisions) < 2:
        return []
    revision = series.revisions[-1]
    # An equal diff may have another log: then the range-diff beside it says `!`.
    newest = [found for found in summary.ranges if found.new_version == revision.version]
    signs = {pair.new: pair.sign for found in newest[-1:] for pair in found.pairs}
    rows = []
    for patch in revision.patches:
        was = f", was {patch.was_index}" if patch.was_index not in (None, patch.index) else ""
        changed = patch.change == "changed"
        before = given_before(series, patch.was_index or patch.index)
        kept = tuple(
            (cell(tag, thread), tag.person)
            for tag in patch.tags
            if is_review(tag)
            and (tag.via == "carried" or tag.status == "stale" or (changed and tag.via == "commit" and (tag.key, tag.person.id) in before))
        )
        tone = "warn" if changed and kept else ""
        name = f"{patch.index}/{revision.total or len(revision.patches)}"
        log = ", log changed" if patch.change == "unchanged" and signs.get(patch.index) == "!" else ""
        change = _CHANGES.get(patch.change or "", "? not comparable") + log + was
        rows.append(Moved(name, patch.title or "title not known", change, tone, kept))
    rows += [Moved("", title, f"{_words.MINUS} dropped", "", ()) for title in revision.dropped]
    return rows


def given_before(series: SeriesEntry, index: int) -> set[tuple[str, str]]:
    """Tags (key, person) that a patch of the version before last had."""
    return {(tag.key, tag.person.id) for patch in series.revisions[-2].patches if patch.index == index for tag in patch.tags}


def ranges(summary: Summary) -> list[Range]:
    """Range-diffs, newest first, long ones cut."""
    left = DIFF_TOTAL
    made = []
    for found in reversed(summary.ranges):
        pairs = []
        for pair in found.pairs:
            take = min(len(pair.lines), DIFF_LINES, left)
            left -= take
            pairs.append(Shift(_pair_head(pair), _coloured(pair.lines[:take]), len(pair.lines) - take))
        made.append(Range(f"v{found.old_version} to v{found.new_version}", tuple(pairs)))
    return made


def _pair_head(pair: RangePair) -> str:
    old = f"{pair.old}" if pair.old is not None else "-"
    new = f"{pair.new}" if pair.new is not None else "-"
    return f"{old}: {pair.sign} {new}: {pair.new_title or pair.old_title or 'title not known'}"


def _coloured(lines: Sequence[str]) -> Markup:
    """Diff lines with their colour classes; escaped at once, as a page has hundreds."""
    parts = []
    for line, html in zip(lines, _words.escaped("\n".join(lines)).split("\n"), strict=False):
        kind = _kind(line)
        parts.append(f'<span class="{kind}">{html}</span>\n' if kind else f"{html}\n")
    return Markup("".join(parts))  # noqa: S704  escaped above


def _kind(line: str) -> str:
    """The colour class of a range-diff line: by its outer sign, then its inner one."""
    body = line.removeprefix("    ")
    outer = body[:1]
    if outer == "+":
        return "a"
    if outer in ("-", "<"):
        return "x"
    return "h" if body.startswith(("@@", "##", " @@", " ##")) else ""
