# SPDX-License-Identifier: GPL-2.0-or-later
"""Monthly text archives of Mailman 2 (`2014-April.txt`, `.txt.gz`): a mailbox in which `user at host` stands for each address.

Layout: `Mailbox` of `HyperArch.py`; five header fields, no MIME: parts are joined by `next part` lines, what is no text is scrubbed.
QUIRK: a body that came as base64 or quoted-printable is left so, its header fields are not there to tell.
"""

import base64
import binascii
import quopri
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from digest.archive import _fields, _head, _mask, _page, _soup, _when
from digest.archive._compressed import Stream
from digest.archive._found import Found
from digest.archive._shard import LIMIT, Shard, outside, reason, shown
from digest.errors import MissingExtra
from digest.model import Copy, Message, Problem

NAME = "pipermail-text"
DESCRIPTION = "monthly text archive of Mailman 2 (.txt, .txt.gz)"
LOSES = ("headers",)

_START = re.compile(
    rb"^From [^ \n]{1,200} at [^\n]{1,200}?[ ]{1,3}[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}\r?\n"
    rb"(?=From: |Date: |Subject: |Message-ID: )",
    re.MULTILINE,
)
_CHUNK = 1 << 20
_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{60,76}\n){1,20000}[A-Za-z0-9+/]{0,76}={0,2}\s{0,20}")
_QUOTED = re.compile(r"=(?:20|3D|09|C2=A0|E2=80=[9A-F]\d)?\n|=3D|=E2=80=")


def sniff(path: Path, head: bytes) -> bool:
    """A From_ line with ` at ` in it, and a header field right below."""
    del path
    return _START.match(head.lstrip(b"\r\n")) is not None


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mails of each month, read as a stream."""
    for name in map(outside, shard.names):
        at = f"{shard.prefix}/{shown(name)}" if shard.prefix else shown(name)
        copy = Copy(shard.archive, at)
        try:
            with Stream(shard.where() / name, follow=False) as stream:
                for offset, raw in _pieces(stream):
                    if raw[:5] != b"From ":
                        if raw.strip():
                            yield Problem(Copy(shard.archive, f"{at}:{offset}"), "no mail: no From_ line", size=len(raw), unreadable=True)
                        continue
                    found = mail_of(_soup.decode(raw[:LIMIT]))
                    yield _page.message(found, Copy(shard.archive, f"{at}:{offset}"))
                if stream.problem is not None:
                    yield Problem(copy, stream.problem, size=stream.missing)
        except OSError as error:
            yield Problem(copy, f"cannot be read: {reason(error)}", unreadable=True)
        except MissingExtra as error:
            yield Problem(copy, str(error), unreadable=True)


def _pieces(stream: Stream) -> Iterator[tuple[int, bytes]]:
    """Offset and bytes of each mail (and of what stands before the first)."""
    buffer = b""
    offset = 0
    more = True
    while more:
        data = stream.read(_CHUNK)
        more = bool(data)
        buffer += data
        starts = [found.start() for found in _START.finditer(buffer)]
        if more and starts and len(buffer) - starts[-1] < 4096:
            starts.pop()  # its lines may not be whole yet
        edges = [0, *(start for start in starts if start)]
        for low, high in pairwise(edges):
            yield offset + low, buffer[low:high]
        offset += edges[-1]
        buffer = buffer[edges[-1] :]
    if buffer:
        yield offset, buffer


def mail_of(text: str) -> Found:
    """One mail, From_ line and all."""
    text = text.replace("\r\n", "\n")
    text = text[text.find("\n") + 1 :]
    head = _head.on_lines(text, reach=1)
    fields = head.fields if head is not None else {}
    end = text.find("\n\n")
    body = text[end + 2 :] if end >= 0 else ""
    body = re.sub(r"^>(>{0,20}From )", r"\1", body.removesuffix("\n"), flags=re.MULTILINE)
    found = _fields.from_fields(fields, _mask.mailman_body(_undone(body)))
    date = fields.get("date", "")
    found.date = _when.when(date) or date or None
    found.lost = ("headers",)
    return found


def _undone(body: str) -> str:
    """The first part of a body whose transfer encoding is still on it."""
    whole, mark, rest = body.partition("\n-------------- next part --------------\n")
    tail = f"\n{mark}{rest}" if mark else ""
    bare = whole.strip("\n") + "\n"
    coded = _BASE64.match(bare)
    try:
        if coded:
            made = base64.b64decode(coded[0].encode("ascii"), validate=False)
            words = made.decode("utf-8")
            if words.isprintable() or "\n" in words:
                return words.replace("\r\n", "\n") + bare[coded.end() :] + tail
        elif len(_QUOTED.findall(whole)) > 3 and whole.isascii():
            return quopri.decodestring(whole.encode("ascii")).decode("utf-8") + tail
    except (binascii.Error, UnicodeDecodeError, ValueError):
        pass
    return body
