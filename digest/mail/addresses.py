# SPDX-License-Identifier: GPL-2.0-or-later
"""Persons as headers, trailers and archive pages write them -> Address; total.  RFC 5322 section 3.4, and what archives do to it.

An address that is only spelled otherwise (`user at host`, `user(a)host`, `user () host ! tld`) is spelled back; where a part is
hidden (`bra...@host`, `user@xxxx`) what is left is kept and `masked` says so.
"""

import re
from functools import lru_cache

from digest.mail.header import one_line, words
from digest.model import Address

_MOST = 2_000  # persons read of one field
_VALUE = 65_536

_PLAIN = re.compile(r'"?([^"<>@(),:;\\=]{0,200})"?[ \t]{0,20}<([A-Za-z0-9!#$%&\'*+/=?^_`{|}~.-]{1,200}@[A-Za-z0-9.-]{1,200})>')
_ADDRESS = re.compile(r"[^\s<>@()\[\],;:\"\\\ufffd]{1,200}@[^\s<>@()\[\],;:\"\\\ufffd]{1,200}\.?")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\\.|[(),;<>]|[^"\\(),;<>]+|["\\]', re.DOTALL)
_AT = re.compile(
    r"[ \t]{0,9}(?:\((?:a|at)\)|\[(?:a|at)\]|<at>|\{at\}|&#0?64;|%40|_at_|-at-|\(\))[ \t]{0,9}|[ \t]{1,9}at[ \t]{1,9}",
    re.IGNORECASE,
)
_DOT = re.compile(r"[ \t]{0,9}(?:\(dot\)|\[dot\]|\{dot\}|_dot_)[ \t]{0,9}|[ \t]{1,9}(?:!|dot)[ \t]{1,9}", re.IGNORECASE)
_MASK = re.compile(
    r"\.\.|\u2026|\*\*|@[x.]{3,}$|@[x.]{0,60}xxx|^x{3,60}@|xxxx@|hidden|protected\b|redacted|removed|suppressed"
    r"|-[A-Za-z0-9+/_]{6,40}@public\.gmane\.org$|@$|^@",
    re.IGNORECASE,
)
_VIA = re.compile(r"['\"\u2018]?(.{1,200}?)['\"\u2019]?[ \t]{1,9}via(?:[ \t]{1,9}.{1,200})?", re.IGNORECASE)


@lru_cache(maxsize=4096)
def address(value: str) -> Address:
    """The one person a value names.  A value without any address is a name, commas and all (`Doe, Jane`)."""
    value = value[:4096]
    if "@" in value and "," in value:
        found = addresses(value)
        if found:
            return found[0]
    return _one(value)


@lru_cache(maxsize=2048)
def addresses(value: str) -> tuple[Address, ...]:
    """All persons of a To or Cc field, in order.  Names of groups are left out; a comma in an unquoted name is put up with."""
    value = value[:_VALUE].replace("\n", " ")
    chunks = value.split(",") if '"' not in value and "(" not in value and ";" not in value else _chunks(value)
    out: list[Address] = []
    held = ""
    for chunk in chunks[:_MOST]:
        text = chunk.strip()
        if not text:
            continue
        if "@" not in text and "<" not in text and "(" not in text and not _AT.search(text):
            # QUIRK: `Doe, Jane <jane@example.org>` without quotes: the first half belongs to the second.
            held = f"{held}{text}, "[:400]
            continue
        if held:
            if "<" in text and text[0] != "<":
                text = held + text
            held = ""
        person = _one(text)
        if person.name or person.email:
            out.append(person)
    return tuple(out)


def _chunks(value: str) -> list[str]:
    """The value cut at the commas and semicolons that stand outside quotes, comments and angle brackets."""
    chunks: list[str] = []
    parts: list[str] = []
    depth = 0
    angle = False
    for piece in _TOKEN.findall(value):
        match piece:
            case "(":
                depth += 1
            case ")":
                depth -= depth > 0
            case "<" | ">":
                angle = piece == "<"
            case "," | ";" if not depth and not angle:
                chunks.append("".join(parts))
                parts = []
                continue
        parts.append(piece)
    chunks.append("".join(parts))
    return [c.partition(":")[2] if ":" in c and "@" not in c.partition(":")[0] and '"' not in c else c for c in chunks]


@lru_cache(maxsize=4096)
def _one(text: str) -> Address:
    text = text.strip(" \t\n,;")
    plain = _PLAIN.fullmatch(text)
    if plain and not _masked(plain[2]):
        return Address(one_line(plain[1]) or None, plain[2])
    opened = text.rfind("<")
    if opened >= 0 and not text.startswith(("<at>",), opened):
        closed = text.find(">", opened)
        inside = text[opened + 1 : closed if closed >= 0 else len(text)]
        name = text[:opened]
        if not name.strip(' \t"') and closed >= 0 and "(" in text[closed:]:
            name = text[closed + 1 :].strip(" ()")
        email, masked = _email(inside)
        return Address(_name(name), email, masked)
    at = text.find("(")
    if at >= 0 and text.endswith(")") and not _AT.match(text, at):
        before, inside = text[:at], text[at + 1 : -1]
        email, masked = _email(before)
        if email is None and not masked:
            email, masked = _email(inside)
            return Address(_name(before), email, masked) if email or masked else Address(_name(text))
        return Address(_name(inside), email, masked)
    email, masked = _email(text)
    if email or masked:
        return Address(None, email, masked)
    first, _, last = text.rpartition(" ")
    if "@" in last and _ADDRESS.fullmatch(last):
        return Address(_name(first), one_line(last), _masked(last))
    return Address(_name(text))


def _masked(text: str) -> bool:
    """Whether a part of an address is hidden; most addresses hold none of the signs and need no grammar."""
    low = text.lower()
    return any(sign in low for sign in _SIGNS) and _MASK.search(low) is not None


_SIGNS = ("xxx", "..", "**", "\u2026", "hidden", "protected", "redacted", "removed", "suppressed", "@x", "@.", "gmane")


def _email(text: str) -> tuple[str | None, bool]:
    """The address and whether a part of it is hidden; (None, False) for words that are no address."""
    text = text.strip(" \t\n\"'")
    if text[:7].lower() == "mailto:":
        text = text[7:]
    if _ADDRESS.fullmatch(text) and not _masked(text):
        return one_line(text), False
    spelled = _DOT.sub(".", _AT.sub("@", text, count=1)) if text else ""
    if "@" in spelled or _MASK.search(spelled):
        spelled = one_line(spelled)
        if spelled.lower() in {"address@hidden", "xxx@xxx"}:
            return None, True
        if _MASK.search(spelled) and len(spelled) <= 200 and " " not in spelled.strip("[]<> "):
            return spelled, True
        if _MASK.search(spelled):
            return (None, True) if len(spelled) < 40 and "@" not in spelled and spelled[:1] in "[<(" else (None, False)
        if _ADDRESS.fullmatch(spelled):
            return spelled, False
    return None, False


def _name(text: str) -> str | None:
    text = text.strip(" \t\n,;:<>")
    if text[:1] == '"' and text[-1:] == '"' and len(text) > 1:
        text = text[1:-1]
    if "\\" in text:
        text = re.sub(r"\\(.)", r"\1", text)
    text = words(text)
    if text[:1] in "\"'" and text[-1:] == text[:1]:
        text = text[1:-1]
    return text.strip(' "') or None


def author(fields: dict[str, str]) -> tuple[Address, Address | None]:
    """Who wrote the mail, and the From as it stood where a list had put itself there (`X via List <list@...>`, for DMARC)."""
    person = address(fields.get("from", ""))
    name = person.name
    if not name or " via" not in name.lower():
        return person, None
    via = _VIA.fullmatch(name)
    if via is None:
        return person, None
    real = via[1].strip(" '\"")
    fold = real.casefold()
    fallback: Address | None = None
    for field in ("x-original-from", "reply-to", "cc"):
        others = [a for a in addresses(fields.get(field, "")) if a.email and a.email != person.email]
        for other in others:
            if other.name and other.name.strip("'\" ").casefold() == fold:
                return Address(real, other.email, other.masked), person
        if field != "cc" and len(others) == 1 and fallback is None and (others[0].name is None or field == "x-original-from"):
            fallback = others[0]
    if fallback is not None:
        return Address(real, fallback.email, fallback.masked), person
    return Address(real, None, masked=True), person
