# SPDX-License-Identifier: GPL-2.0-or-later
"""What became of each patch from one revision to the next: unchanged, changed, new, moved or dropped.

A patch is known again by its patch-id, then by its title, then by the files and lines it changes.
"""

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from digest.patch.kin import changed_lines
from digest.patch.lineage import alike, plain_title
from digest.patch.version import Slot


class Change(msgspec.Struct, frozen=True):
    """What a patch of the new revision is to the old one: the old slot, and new, unchanged or changed (None: not to be told)."""

    old: Slot | None
    kind: Literal["new", "unchanged", "changed"] | None


def patch_id(slot: Slot) -> str | None:
    """The patch-id of a slot whose mail is known."""
    return slot.record.patch.patch_id if slot.record is not None and slot.record.patch is not None else None


def match(old: Sequence[Slot], new: Sequence[Slot]) -> dict[int, Slot]:
    """The old slot that each new one (by index) continues; each old slot is taken once."""
    found: dict[int, Slot] = {}
    left = {slot.index: slot for slot in old}

    def take(slot: Slot, candidate: Slot) -> None:
        found[slot.index] = candidate
        del left[candidate.index]

    by_id: dict[str, list[Slot]] = {}
    for slot in old:
        mark = patch_id(slot)
        if mark:
            by_id.setdefault(mark, []).append(slot)
    for slot in new:
        mark = patch_id(slot)
        same = [s for s in by_id.get(mark, []) if s.index in left] if mark else []
        if same:
            # Equal diffs twice (reverts of reverts): the one with the same title, else the first.
            take(slot, next((s for s in same if plain_title(s.title or "") == plain_title(slot.title or "")), same[0]))
    by_title: dict[str, list[Slot]] = {}
    for slot in left.values():
        if slot.title:
            by_title.setdefault(plain_title(slot.title), []).append(slot)
    for slot in new:
        if slot.index in found or not slot.title:
            continue
        same = [s for s in by_title.get(plain_title(slot.title), []) if s.index in left]
        if same:
            take(slot, min(same, key=lambda s: (s.index != slot.index, s.index)))
    _by_content(left, [slot for slot in new if slot.index not in found], take)
    return found


def _by_content(left: dict[int, Slot], open_slots: list[Slot], take: Callable[[Slot, Slot], None]) -> None:
    """Pair renamed patches: of all pairs that resemble each other enough, the likest first."""
    if not left or not open_slots or len(left) * len(open_slots) > 400:
        return
    pairs = []
    lines = {id(s): changed_lines(s) for s in (*left.values(), *open_slots)}
    for slot in open_slots:
        for candidate in left.values():
            weight = _likeness(slot, candidate, lines[id(slot)], lines[id(candidate)])
            if weight >= 0.5:
                pairs.append((-weight, slot.index, candidate.index, slot, candidate))
    done: set[int] = set()
    for _, index, number, slot, candidate in sorted(pairs, key=lambda pair: pair[:3]):
        if index not in done and number in left:
            done.add(index)
            take(slot, candidate)


def _likeness(one: Slot, other: Slot, a: set[str], b: set[str]) -> float:
    files, names = _files(one), _files(other)
    if not files or not names or not files & names:
        return 0.0
    lines = len(a & b) / max(1, min(len(a), len(b))) if len(a & b) >= 2 else 0.0
    return max(lines, alike(one.title or "", other.title or "")) if lines or len(files & names) == len(files | names) else 0.0


def _files(slot: Slot) -> set[str]:
    return {file.path for file in slot.record.patch.files} if slot.record is not None and slot.record.patch is not None else set()


def changes(old: Sequence[Slot], new: Sequence[Slot], *, complete: bool = True) -> dict[int, Change]:
    """For each index of the new revision what its patch is to the old one; `complete` tells whether all of the old one is here."""
    pairs = match(old, new)
    found: dict[int, Change] = {}
    for slot in new:
        before = pairs.get(slot.index)
        if before is None:
            # With patches of the old revision unknown, nobody can say that this one is new.
            found[slot.index] = Change(None, "new" if complete else None)
            continue
        one, other = patch_id(before), patch_id(slot)
        if slot.record is not None and before.record is not None and slot.record.key == before.record.key:
            found[slot.index] = Change(before, "unchanged")
        elif one and other:
            found[slot.index] = Change(before, "unchanged" if one == other else "changed")
        else:
            found[slot.index] = Change(before, None)
    return found


def dropped(old: Sequence[Slot], new: Sequence[Slot]) -> tuple[str, ...]:
    """Titles of old patches that no new one continues."""
    kept = {slot.index for slot in match(old, new).values()}
    return tuple(slot.title for slot in old if slot.index not in kept and slot.title)
