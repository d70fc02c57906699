# SPDX-License-Identifier: GPL-2.0-or-later
"""The header block and its fields: one function for each kind of field, none of which can raise.  RFC 5322, RFC 2047.

The block is split once, as bytes lose nothing by it; only the fields in `_WANTED` are kept.
"""

import base64
import binascii
import hashlib
import re
from functools import lru_cache

from digest.mail.charset import decode

LIMIT = 102_400  # bytes of a header block that are read, as public-inbox does
_LINE = 8_192  # characters of one value that are decoded
_ID = 1_000

_WANTED = frozenset(
    (
        "from",
        "to",
        "cc",
        "reply-to",
        "x-original-from",
        "subject",
        "date",
        "message-id",
        "in-reply-to",
        "references",
        "content-type",
        "content-transfer-encoding",
        "content-disposition",
        "received",
        "list-id",
        "list-post",
        "x-mailing-list",
        "x-patchwork-hint",
        "x-no-archive",
        "auto-submitted",
        "precedence",
        "x-mailer",
        "x-bugzilla-reason",
        "x-pw-bot",
        "sender",
    ),
)
_GATHERED = frozenset(("to", "cc", "list-id"))

# C0, DEL, C1, line and paragraph separators, surrogates: nothing of these may reach a title, a name, a feed or a terminal.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
_BLANK = re.compile("[ \t\r\n\x0b\x0c\x85\u2028\u2029]+")
_ODD = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|  ")
_WORD = re.compile(r"=\?([A-Za-z0-9_.:+*-]{1,60})\?([BbQq])\?([^?]{0,2000})\?=")
_GAP = re.compile(r"(\?=)[ \t\r\n]{1,200}(?==\?)")
_BRACKETED = re.compile(r"<([^<>]{1,4000})>")
_HEX = re.compile(rb"=([0-9A-Fa-f]{2})")


def one_line(text: str) -> str:
    """The text as one line: runs of white space made one blank, control characters replaced by U+FFFD, ends stripped."""
    if _ODD.search(text) is None:
        return text.strip(" ")
    return _CONTROL.sub("\ufffd", _BLANK.sub(" ", text)).strip(" ")


def split(raw: bytes) -> tuple[dict[str, str], int, bool]:
    """The wanted fields by lower-case name, where the body starts, and whether the block was cut at its limit.

    Values are unfolded but not decoded; bytes that are no ASCII are UTF-8 or a guess.  The first of equal fields wins, except that
    To, Cc and List-Id are gathered.  A line that is no field ends the block, as it does for every mail reader.
    """
    cut = raw.find(b"\n\n")
    crlf = raw.find(b"\n\r\n", 0, cut if cut >= 0 else len(raw))
    if crlf >= 0:
        end, start = crlf + 1, crlf + 3
    elif cut >= 0:
        end, start = cut + 1, cut + 2
    else:
        end = start = len(raw)
    long = end > LIMIT
    head = raw[: min(end, LIMIT)]
    if raw[:1] in (b"\n", b"\r"):
        return {}, len(raw[:2]) if raw[:2] == b"\r\n" else 1, False
    text = head.decode("ascii") if head.isascii() else decode(head)[0]
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", " ")
    if "\x00" in text:
        text = text.replace("\x00", "\ufffd")
    # A folded field is one line while the block is walked; NUL stands for its breaks.
    text = text.replace("\n ", "\x00 ").replace("\n\t", "\x00\t")
    fields: dict[str, str] = {}
    names = _NAMES
    for line in text.split("\n"):
        name, colon, value = line.partition(":")
        key = names[name]
        if key is None and colon:
            continue
        if not key or not colon:
            if not line:
                continue
            # QUIRK: the "From " line of a mailbox, kept by some exports on top of the mail.
            if not fields and line.startswith(("From ", ">From ")):
                continue
            return fields, _junk(raw, line, start), long
        if "\x00" in value:
            value = value.replace("\x00", "\n")
        if key not in fields:
            fields[key] = value.strip()
        elif key in _GATHERED:
            fields[key] = f"{fields[key]}, {value.strip()}"
    return fields, start, long


class _Names(dict[str, str | None]):
    """A field's name as spelled -> its lower-case name if wanted, None if not, "" for what can be no name; bounded."""

    def __missing__(self, name: str) -> str | None:
        if len(self) > 4096:
            self.clear()
        key = name.rstrip(" \t").lower()
        known: str | None = key if key in _WANTED else None
        if not key or any(c in key for c in " \t\x00"):
            known = ""
        self[name] = known
        return known


_NAMES = _Names()


def _junk(raw: bytes, line: str, start: int) -> int:
    """Where a body starts whose blank line is missing: at the first line that is no field."""
    first = line.partition("\x00")[0][:60].encode("utf-8", "replace")
    if raw.startswith(first):
        return 0
    at = raw.find(b"\n" + first, 0, start)
    return at + 1 if at >= 0 else start


@lru_cache(maxsize=4096)
def words(value: str) -> str:
    """A field's text with its encoded words decoded (RFC 2047), as one line.  What cannot be decoded stays as written."""
    if "=?" not in value:
        return one_line(value[:_LINE])
    value = _GAP.sub(r"\1", value[:_LINE])
    out: list[str] = []
    at = 0
    pending = b""
    charset = ""
    for word in _WORD.finditer(value):
        raw = _word(word[2], word[3])
        same = charset == word[1].lower() and word.start() == at
        if same:
            # QUIRK: a multi-byte character split over two words; joined bytes decode where each by itself does not.
            pending += raw
        else:
            if charset:
                out.append(decode(pending, charset)[0])
            out.append(value[at : word.start()])
            pending, charset = raw, word[1].lower().partition("*")[0]
        at = word.end()
    if charset:
        out.append(decode(pending, charset)[0])
    out.append(value[at:])
    return one_line("".join(out))


def _word(kind: str, text: str) -> bytes:
    data = text.encode("utf-8", "replace")
    if kind in "Qq":
        return _HEX.sub(lambda m: bytes((int(m[1], 16),)), data.replace(b"_", b" "))
    return base64_bytes(data)


def base64_bytes(data: bytes) -> bytes:
    """Base64 undone as far as it goes; what is no base64 is skipped."""
    try:
        return binascii.a2b_base64(data)
    except binascii.Error:
        pass
    clean = re.sub(rb"[^A-Za-z0-9+/]", b"", data)
    clean = clean[: len(clean) - (len(clean) % 4 == 1)]
    try:
        return base64.b64decode(clean + b"=" * (-len(clean) % 4))
    except binascii.Error:  # pragma: no cover - the alphabet is clean and the length is even
        return b""


def message_id(value: str | None) -> str | None:
    """The id of a Message-ID field without its angle brackets, or None.  A comment after it is left out."""
    if not value:
        return None
    if "=?" in value:
        # QUIRK: mailers that encode an id too long for their lines.
        value = words(value)
    found = _BRACKETED.search(value)
    # QUIRK: an id without its opening bracket, or with neither: the raw words are the id.
    return _id(found[1] if found else value.partition(" ")[0].strip("<>"))


def parents(in_reply_to: str | None, references: str | None, own: str | None) -> tuple[str, ...]:
    """Message-ids of the mails answered: In-Reply-To first, then References from the newest back, each once, never the mail's own."""
    found: list[str] = []
    if in_reply_to:
        ids = _BRACKETED.findall(in_reply_to)
        if not ids and "@" in in_reply_to and " " not in in_reply_to:
            ids = [in_reply_to.strip("<>")]
        # QUIRK: `Your message of "Mon" <id>` and `Message from Name <address> of Mon <id>`: the id stands last there.
        if len(ids) > 1 and not in_reply_to.startswith("<"):
            ids = ids[-1:]
        elif len(ids) > 1 and in_reply_to.partition(">")[2].strip()[:1] != "<":
            ids = ids[:1]
        found += ids
    if references:
        found += reversed(_BRACKETED.findall(references))
    out: dict[str, None] = {}
    for each in found:
        clean = _id(each)
        if clean and clean != own:
            out[clean] = None
    return tuple(out)


def _id(text: str) -> str | None:
    clean = "".join(text.split())
    if not clean:
        return None
    if _ODD.search(clean):
        clean = _CONTROL.sub("\ufffd", clean)
    if len(clean) > _ID:
        tail = hashlib.sha256(clean.encode("utf-8", "replace")).hexdigest()[:12]
        clean = f"{clean[: _ID - 13]}-{tail}"
    return clean


@lru_cache(maxsize=1024)
def parameters(value: str) -> tuple[str, dict[str, str]]:
    """A Content-Type or Content-Disposition: its lower-case value and parameters (RFC 2231 forms reduced to plain text)."""
    value = value[:_LINE].replace("\n", " ")
    kind, _, rest = value.partition(";")
    found: dict[str, str] = {}
    for name, quoted, plain in _PARAMETER.findall(";" + rest):
        key = name.lower().partition("*")[0]
        text = quoted.replace('\\"', '"') if quoted else plain
        if "*" in name and "''" in text:
            text = text.rpartition("''")[2]
        found[key] = found.get(key, "") + text if "*" in name and not name.endswith("*") else found.get(key, text)
    return kind.strip(" \t\"'").lower(), found


_PARAMETER = re.compile(r';[ \t]{0,200}([A-Za-z0-9*_-]{1,60})[ \t]{0,20}=[ \t]{0,20}(?:"((?:[^"\\]|\\.){0,2000})"|([^;" \t]{0,2000}))')
