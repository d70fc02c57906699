# SPDX-License-Identifier: GPL-2.0-or-later
"""Which components the corrections tie together, so that a corrected parent, title or author finds its series wherever it is kept.

The ties in the store are those of the mails as read.  A corrected mail has others: the components they lead to are worked on as one,
and what a correction names but no archive has is told.
"""

import msgspec

from digest import mail, patch
from digest.ingest import id_tie, ties, unpacked
from digest.store import Store


class Bonds(msgspec.Struct, frozen=True):
    """`groups` leads from each component that is tied to others to all of them, in order; `unmet` are mails that are not there."""

    groups: dict[int, tuple[int, ...]] = {}
    unmet: tuple[str, ...] = ()

    def leads(self, comp: int) -> tuple[int, ...]:
        """The components that are worked on with this one; none where another of its group stands for it.

        The last stands for the group, so that what the others published is given up before it is taken on.
        """
        group = self.groups.get(comp, (comp,))
        return group if comp == group[-1] else ()

    def spread(self, comps: list[int]) -> list[int]:
        """Components with all that they are tied to."""
        return sorted({other for comp in comps for other in self.groups.get(comp, (comp,))})


def bonds(store: Store, corrections: str | None, sources: set[int]) -> Bonds:
    """What the corrections tie together, as the store now is.  UsageError where they cannot be read."""
    if not corrections:
        return Bonds()
    groups: dict[int, set[int]] = {}
    unmet = []
    for key in patch.read_corrections(corrections):
        met = False
        for comp in store.tied((id_tie(key),)):
            for record in mail.merge([unpacked(blob) for blob in store.blobs(comp, sources)]):
                if key not in (record.key, record.message_id):
                    continue
                met = True
                fixed = patch.corrected([record], corrections)[0]
                joined = {comp}.union(*(groups.get(other, {other}) for other in (comp, *store.tied(ties(fixed)))))
                groups.update(dict.fromkeys(joined, joined))
        if not met:
            unmet.append(key)
    made = {comp: tuple(sorted(group)) for comp, group in groups.items() if len(group) > 1}
    return Bonds(made, tuple(unmet))
