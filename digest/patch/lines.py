# SPDX-License-Identifier: GPL-2.0-or-later
"""The changed lines of a patch as mailed, for comparing postings whose titles differ; the diff stands compressed in its Record."""

import re
import zlib

from digest.model import Record

DIFF_LINES = 4000  # lines of a diff that are compared
SHORT = 8  # characters up to which a line ("}", "return 0;") says nothing
TELLING = 15  # letters from which a line is hardly written twice by chance
SKETCH = 4  # lines that stand for all
SKETCHED = 32768  # bytes of a diff that they are taken from
_CHANGED = re.compile(rb"\n([+-][^\n]{%d,})" % TELLING)
_HEADS = (b"+++", b"---")


def unpack(diff: bytes) -> str:
    """A diff as kept in a Record, as text; what cannot be read is empty."""
    try:
        return zlib.decompress(diff).decode("utf-8", "replace")
    except zlib.error:
        return ""


def changed(record: Record) -> set[str]:
    """The added and removed lines of a posting, white space gone."""
    found: set[str] = set()
    if record.patch is None or not record.patch.diff:
        return found
    for line in unpack(record.patch.diff).split("\n", DIFF_LINES)[:DIFF_LINES]:
        if line[:1] in {"+", "-"} and line[:3] not in {"+++", "---"}:
            text = "".join(line.split())
            if len(text) > SHORT:
                found.add(text)
    return found


def sketch(record: Record) -> tuple[int, ...]:
    """A few of the changed lines as numbers, the same few for equal sets: two sets that share half meet in one of four nearly always.

    Broder's bottom-k sketch (On the resemblance and containment of documents, 1997), over the start of the diff.
    """
    if record.patch is None or not record.patch.diff:
        return ()
    try:
        head = zlib.decompressobj().decompress(record.patch.diff, SKETCHED)
    except zlib.error:
        return ()
    lines = {line[1:].strip() for line in _CHANGED.findall(b"\n" + head) if line[:3] not in _HEADS}
    return tuple(sorted(zlib.crc32(line) for line in lines if len(line) > TELLING)[:SKETCH])
