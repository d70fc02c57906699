# SPDX-License-Identifier: GPL-2.0-or-later
"""Message -> Record: what one mail says by itself.  Pure; the one place where a mail's patch facts and its numbers meet."""

import msgspec

from digest import bench, mail, patch
from digest.model import Benchmarks, Message, Profile, Record

READER = 5
"""The version of the grammar.  A store reads a mail again when it was read by another version: raise it with every change of facts."""


def read(message: Message, profile: Profile) -> Record:
    """What one mail says by itself, without its body.  Never raises on content.

    Numbers in quoted words are kept apart (`quoted_benchmarks`): they belong to the mail they quote, and count only where that
    mail is not in the archive.
    """
    text = mail.words(message)
    record = patch.read(message, text, profile)
    if len(message.body) > bench.LIMIT:
        record = msgspec.structs.replace(record, flags=(*record.flags, "numbers-cut"))
    own = bench.read(text.own)
    quoted = bench.read(text.quoted) if text.quoted.strip() else Benchmarks()
    if not (own.blocks or own.comparisons or quoted.blocks or quoted.comparisons):
        return msgspec.structs.replace(record, reader=READER)
    return msgspec.structs.replace(
        record,
        reader=READER,
        benchmarks=own if own.blocks or own.comparisons else None,
        quoted_benchmarks=quoted if quoted.blocks or quoted.comparisons else None,
        quoted_who=next((span.who for span in text.spans if span.kind == "quote" and span.who), None),
    )
