# SPDX-License-Identifier: GPL-2.0-or-later
"""Several mails pasted one after another into one text, each under its header fields: author, subject, date, message-id.

Told from one raw mail by what pasted copies lack, the fields of transport, and by the second header block.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from digest.archive import _page, eml, text
from digest.archive._shard import Shard
from digest.model import Message, Problem

NAME = "pasted"
DESCRIPTION = "several mails pasted into one text, each under its header fields"
LOSES = ("headers",)

_ID = re.compile(rb"^message-id: ?<[^<>\s]{1,250}>", re.IGNORECASE | re.MULTILINE)
_FIRST = frozenset(b"from subject date message-id".split())


def sniff(path: Path, head: bytes) -> bool:
    """A header block without fields of transport, and another message-id at the start of a line further down."""
    names = eml.fields(head)
    if path.suffix == ".eml" or not names >= _FIRST or names & {b"received", b"return-path", b"mime-version", b"content-type"}:
        return False
    ids = _ID.findall(head)
    return len(set(ids)) > 1 and len(text.pages(head.decode("utf-8", "replace"))) > 1


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mails of each text."""
    return _page.read(shard, text.pages)
