# SPDX-License-Identifier: GPL-2.0-or-later
"""One mail a file, as mail programs save it (RFC 5322), alone or a folder full of them."""

import re
from collections.abc import Iterator
from pathlib import Path

from digest import mail
from digest.archive import _from, _loose, mbox
from digest.archive._shard import Shard
from digest.model import Message, Problem

NAME = "eml"
DESCRIPTION = "one mail a file, alone or in a folder (.eml); the numbered files of an MH folder"
LOSES = ()

_FIELD = re.compile(rb"\A([!-9;-~]{1,76})[ \t]?:")
_ODD = re.compile(rb"\A[^\s:<]{1,76}:")
"""QUIRK: a field whose name holds what no name may (NUL, letters beyond ASCII); it hides none of its neighbours."""
_WIRE = frozenset(
    b"received return-path delivered-to mime-version content-type content-transfer-encoding x-original-to dkim-signature "
    b"list-id x-mailer user-agent x-received authentication-results arc-seal envelope-to".split()
)
"""Fields that stand in a mail as it came over the wire, and seldom in a page's copy of it."""
_COMMON = frozenset(b"from to cc subject date message-id in-reply-to references reply-to sender".split())


def sniff(path: Path, head: bytes) -> bool:
    """A header block with fields of transport, or (in a file named *.eml or numbered as MH does) any header block."""
    names = fields(head)
    if not names & _COMMON:
        return False
    return path.name.endswith((".eml", ".eml.gz")) or path.name.isdigit() or bool(names & _WIRE) or _whole_id(head)


def fields(head: bytes) -> set[bytes]:
    """The names (lower case) of the header fields with which a file begins; empty where another line stands among them."""
    names: set[bytes] = set()
    lines = head.lstrip(b"\r\n\xef\xbb\xbf")[: 1 << 14].split(b"\n")
    for line in lines[:-1] if len(head) > 1 << 14 else lines:
        if not line.rstrip(b"\r"):
            break
        if line[:1] in b" \t" and names:
            continue
        found = _FIELD.match(line)
        if found is not None:
            names.add(found[1].lower())
        elif not (names and _ODD.match(line)):
            return names if len(names) > 8 else set()
    return names


def _whole_id(head: bytes) -> bool:
    at = head.lower().find(b"\nmessage-id:")
    return at >= 0 and b"<" in head[at : at + 100] and b"@" in head[at : at + 300]


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mail of each file; of a mailbox that calls itself a mail, each one."""
    for item in _loose.files(shard):
        if isinstance(item, Problem):
            yield item
            continue
        data = item.data.lstrip(b"\r\n")
        if _from.is_start(data):
            yield from mbox.unpack(data, item.copy)
        elif _FIELD.match(data.removeprefix(b"\xef\xbb\xbf")):
            yield mail.from_bytes(data.removeprefix(b"\xef\xbb\xbf"), item.copy)
        else:
            yield Problem(item.copy, "no mail: it begins with no header", size=len(item.data), unreadable=True)
