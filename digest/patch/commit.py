# SPDX-License-Identifier: GPL-2.0-or-later
"""Which postings a repository holds as commits: message-ids of `Link:` trailers and patch-ids -> commit, packed small.

The table travels to every worker, so it is two sorted columns of 64-bit numbers: a hash of the key, and the first 12 hex digits of the
commit, as patchwork-bot writes them.
"""

import bisect
import hashlib
from array import array
from collections.abc import Iterable

import msgspec

from digest.model import Posting


class Commits(msgspec.Struct, frozen=True):
    """The commits of one tree ("netdev/net-next"; None where the repository does not say) by what they were made from."""

    tree: str | None = None
    keys: bytes = b""
    values: bytes = b""

    def __bool__(self) -> bool:
        return bool(self.keys)

    def find(self, posting: Posting) -> str | None:
        """12 hex digits of the commit that was made from a posting: by a link to it, else by an equal diff."""
        record = posting.record
        if record is None or not self.keys:
            return None
        known = self._find(f"m:{record.message_id}") if record.message_id else None
        if known is None and record.patch is not None and record.patch.patch_id:
            known = self._find(f"p:{record.patch.patch_id}")
        return known

    def _find(self, key: str) -> str | None:
        keys = memoryview(self.keys).cast("Q")
        number = _hash(key)
        at = bisect.bisect_left(keys, number)
        if at == len(keys) or keys[at] != number:
            return None
        return f"{memoryview(self.values).cast('Q')[at]:012x}"


def pack(pairs: Iterable[tuple[str, str]], tree: str | None) -> Commits:
    """A table of (key, commit): keys are `m:` and a message-id, or `p:` and a patch-id; of equal keys the first stands."""
    found: dict[int, int] = {}
    for key, commit in pairs:
        found.setdefault(_hash(key), int(commit[:12], 16))
    keys = array("Q", sorted(found))
    return Commits(tree, keys.tobytes(), array("Q", [found[key] for key in keys]).tobytes())


def _hash(key: str) -> int:
    return int.from_bytes(hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
