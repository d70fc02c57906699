# SPDX-License-Identifier: GPL-2.0-or-later
"""The text of a multipart mail: first its plain part, then inline parts and attached patches.  RFC 2046, RFC 2183.

Parts are cut at their boundaries by `find`; depth and number are limited, as public-inbox does, and nothing recurses.
"""

import binascii
import re
from typing import NamedTuple

from digest.mail import header, markup
from digest.mail.charset import decode

DEPTH = 20
PARTS = 1_000
_BOUNDARY = 2_048
_HTML_PARTS = 8

_PATCH_NAMES = (".patch", ".diff", ".dif", ".mbox")
_PATCH_KINDS = frozenset(("text/x-patch", "text/x-diff", "text/patch", "text/diff", "application/x-patch", "application/x-diff"))
_UNBASED = re.compile(rb"[^A-Za-z0-9+/=\r\n \t]")


class _Part(NamedTuple):
    """One part: its Content-Type taken apart, its fields, its bytes as they stand, and how deep it lies."""

    kind: str
    params: dict[str, str]
    fields: dict[str, str]
    data: bytes
    depth: int


def text_of(data: bytes, kind_field: str, flags: list[str]) -> str | None:
    """The text of a multipart body, or None where it cannot be taken apart (the body then counts as plain text)."""
    kind, params = header.parameters(kind_field)
    root = _Part(kind, params, {}, data, 0)
    texts = _Texts(flags)
    if not kind.startswith("multipart/") or not texts.walk(root):
        texts.flag("mime-damaged")
        return None
    return texts.text()


def _below(part: _Part) -> list[_Part]:
    """The parts of a multipart one, at most `PARTS`; none where its boundary is missing or never stands in it."""
    name = part.params.get("boundary", "")
    if not name or len(name) > _BOUNDARY:
        return []
    data = part.data
    mark = b"--" + name.encode("utf-8", "surrogateescape")
    out: list[_Part] = []
    begin = -1
    at = 0 if data.startswith(mark) else _next(data, mark, 0)
    while len(out) <= PARTS and at >= 0:
        line = data.find(b"\n", at)
        line = len(data) if line < 0 else line
        rest = data[at + len(mark) : line].strip()
        if rest[:2] in (b"", b"--"):
            if begin >= 0:
                out.append(_part(data[begin : at - 1], part.depth + 1))
            if rest[:2] == b"--":
                return out
            begin = line + 1
        at = _next(data, mark, line)
    if begin >= 0:
        # QUIRK: a mail cut short, or a mailer that never closes its last part.
        out.append(_part(data[begin:], part.depth + 1))
    return out


def _next(data: bytes, mark: bytes, start: int) -> int:
    """Where the next line begins that starts with a mark; -1 where none does."""
    found = data.find(b"\n" + mark, start)
    return found + 1 if found >= 0 else -1


def _part(raw: bytes, depth: int) -> _Part:
    raw = raw.removesuffix(b"\r")
    fields, start, _ = header.split(raw)
    kind, params = header.parameters(fields.get("content-type", "text/plain"))
    return _Part(kind or "text/plain", params, fields, raw[start:], depth)


def _alternative(parts: list[_Part]) -> list[_Part]:
    """Of equal forms the plain one, else a multipart one, else all that is left."""
    for part in parts:
        if part.kind == "text/plain" and part.data.strip():
            return [part]
    for part in parts:
        if part.kind.startswith("multipart/"):
            return [part]
    return parts


class _Texts:
    """The texts of one mail's parts, in the order they are shown."""

    def __init__(self, flags: list[str]) -> None:
        self.flags = flags
        self.plain: list[str] = []
        self.html: list[str] = []

    def walk(self, root: _Part) -> bool:
        """All parts from the root, without recursion; False where the root has none."""
        stack = [root]
        seen = 0
        while stack:
            part = stack.pop()
            seen += 1
            if seen > PARTS:
                self.flag("mime-damaged")
                break
            if part.kind.startswith("message/"):
                # A mail within the mail is another person's words.
                self.flag("attached-mail")
                continue
            below = _below(part) if part.kind.startswith("multipart/") and part.depth <= DEPTH else []
            if below:
                stack.extend(reversed(_alternative(below) if part.kind == "multipart/alternative" else below))
            elif part is root:
                return False
            else:
                if part.kind.startswith("multipart/"):
                    self.flag("mime-damaged")
                self._leaf(part)
        return True

    def _leaf(self, part: _Part) -> None:
        kind = "text/plain" if part.kind.startswith("multipart/") else part.kind
        place, names = header.parameters(part.fields.get("content-disposition", ""))
        name = header.words(names.get("filename") or part.params.get("name") or "").lower()
        patch = kind in _PATCH_KINDS or name.endswith(_PATCH_NAMES)
        if (not kind.startswith("text/") and not patch) or (place == "attachment" and not patch and (self.plain or name)):
            self.flag("attachment")
            return
        text, guessed = decode(transfer(part.data, part.fields.get("content-transfer-encoding")), part.params.get("charset"))
        if guessed:
            self.flag("charset-guessed")
        if "\r" in text:
            text = text.replace("\r\r\n", "\n").replace("\r\n", "\n")
        if kind == "text/html":
            self.html.append(text)
            return
        if part.params.get("format", "").lower() == "flowed":
            self.flag("flowed")
        self.plain.append(text)

    def text(self) -> str:
        """The plain parts, each from the start of a line; the HTML parts as text where there is no plain one with words."""
        texts = [t for t in self.plain if t.strip()]
        if not texts and self.html:
            self.flag("html")
            if any(map(markup.too_long, self.html)) or len(self.html) > _HTML_PARTS:
                self.flag("truncated")
            texts = [markup.text_of(t) for t in self.html[:_HTML_PARTS]]
        if len(texts) == 1:
            return texts[0]
        return "".join(t if t.endswith("\n") else t + "\n" for t in texts)

    def flag(self, flag: str) -> None:
        """Note something once."""
        if flag not in self.flags:
            self.flags.append(flag)


def transfer(data: bytes, encoding: str | None) -> bytes:
    """A body with its transfer encoding undone; an encoding that is unknown or damaged leaves what can be read."""
    if not encoding:
        return data
    name = encoding.partition(";")[0].strip(" \t\"'").lower()
    if name == "quoted-printable":
        return binascii.a2b_qp(data)
    if name == "base64":
        return _base64(data)
    if name in {"x-uuencode", "uuencode", "x-uue"}:
        return _uu(data)
    return data


def _base64(data: bytes) -> bytes:
    """A base64 body undone; words in plain text after it (a list's footer) are kept as they stand."""
    foreign = _UNBASED.search(data)
    if foreign is None:
        return header.base64_bytes(data)
    # QUIRK: lists append their footer to the encoded body without encoding it.
    cut = data.rfind(b"\n", 0, foreign.start()) + 1
    if cut == 0:
        return header.base64_bytes(data)
    text = header.base64_bytes(data[:cut])
    return (text if text.endswith(b"\n") else text + b"\n") + data[cut:]


def _uu(data: bytes) -> bytes:
    """A uuencoded body undone line by line; without a `begin` line it stays as it is."""
    out: list[bytes] = []
    inside = False
    for line in data.split(b"\n"):
        if not inside:
            inside = line.startswith(b"begin ")
            continue
        if line.strip() == b"end":
            break
        try:
            out.append(binascii.a2b_uu(line))
        except binascii.Error:
            continue
    return b"".join(out) if out else data
