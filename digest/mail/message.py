# SPDX-License-Identifier: GPL-2.0-or-later
"""Bytes of a mail, or loose fields of an archive page -> Message.  RFC 5322, RFC 2045, RFC 3676; total.

A plain mail is decoded here in one go; only a multipart one is handed to `mime`.
"""

import hashlib
import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from digest.mail import date as dates
from digest.mail import header, markup, mime
from digest.mail.addresses import address, addresses, author
from digest.mail.charset import decode
from digest.model import Address, Copy, Message

LIMIT = 10 * 1024 * 1024  # bytes of one mail that are read

_HINTS = ("x-patchwork-hint", "x-no-archive", "auto-submitted", "precedence", "x-mailer", "x-bugzilla-reason", "x-pw-bot", "sender")
_LIST_ID = re.compile(r"<([^<>\s]{1,200})>")
# What a list appends, so that copies of one mail from several lists have one content.
_TAIL = re.compile(
    r"\n(?:-- {0,2}\n)?(?:To unsubscribe from this list: |_{30,}\n[^\n]{0,200}mailing list|--\nTo unsubscribe, )",
)
_SPACE = b" \t\n\r\x0b\x0c"


def from_bytes(raw: bytes, copy: Copy, *, lost: Iterable[str] = (), fallback_date: datetime | None = None) -> Message:
    """One mail as it came over the wire, without a mailbox's From_ line.  Any bytes at all give a Message.

    `lost` is what the archive kind is known to drop; `fallback_date` is used where the mail itself has no sane date (of the commit
    or the mailbox line).
    """
    flags: list[str] = []
    if len(raw) > LIMIT:
        raw = raw[:LIMIT]
        flags.append("truncated")
    fields, start, long = header.split(raw)
    if long:
        flags.append("headers-cut")
    get = fields.get
    body = _body(raw, start, get("content-type"), get("content-transfer-encoding"), flags)
    who, munged = author(fields)
    sent, odd = dates.of_mail(get("date"), get("received"), fallback_date)
    if odd:
        flags.append("date-odd")
    ident = header.message_id(get("message-id"))
    subject = get("subject")
    lists = get("list-id") or get("x-mailing-list")
    to, cc = get("to"), get("cc")
    return _message(
        copy,
        body,
        subject=header.words(subject) if subject else None,
        author=who,
        munged=munged,
        date=sent,
        message_id=ident,
        parents=header.parents(get("in-reply-to"), get("references"), ident),
        recipients=(addresses(to) if to else ()) + (addresses(cc) if cc else ()),
        lists=_lists(lists) if lists else (),
        hints=tuple([(name, header.words(fields[name])[:200]) for name in _HINTS if name in fields]),
        lost=tuple(lost),
        flags=tuple(flags),
    )


def from_fields(
    copy: Copy,
    body: str,
    *,
    subject: str | None = None,
    author: str | None = None,
    date: str | None = None,
    message_id: str | None = None,
    in_reply_to: str | None = None,
    references: Sequence[str] = (),
    recipients: str = "",
    lists: Iterable[str] = (),
    lost: Iterable[str] = (),
    flags: Iterable[str] = (),
) -> Message:
    """One mail as a page or a text copy shows it: each field as printed there, read by the same decoders as a header.

    An author without any address counts as masked where the archive kind loses addresses (`lost` has "address").
    """
    losses = tuple(lost)
    marks = list(flags)
    who = address(author) if author else Address()
    if who.email is None and "address" in losses and not who.masked:
        who = Address(who.name, None, masked=True)
    sent, odd = dates.of_mail(date, None, None)
    if odd:
        marks.append("date-odd")
    ident = header.message_id(message_id)
    bracketed = " ".join(r if "<" in r else f"<{r}>" for r in references)
    answered = in_reply_to if in_reply_to is None or "<" in in_reply_to else f"<{in_reply_to}>"
    if "\r" in body:
        body = _line_feeds(body)
    return _message(
        copy,
        _clean(body),
        subject=header.words(subject) if subject else None,
        author=who,
        munged=None,
        date=sent,
        message_id=ident,
        parents=header.parents(answered, bracketed, ident),
        recipients=addresses(recipients) if recipients else (),
        lists=_list_ids(lists),
        hints=(),
        lost=losses,
        flags=tuple(marks),
    )


def _message(
    copy: Copy,
    body: str,
    *,
    subject: str | None,
    author: Address,
    munged: Address | None,
    date: datetime | None,
    message_id: str | None,
    parents: tuple[str, ...],
    recipients: tuple[Address, ...],
    lists: tuple[str, ...],
    hints: tuple[tuple[str, str], ...],
    lost: tuple[str, ...],
    flags: tuple[str, ...],
) -> Message:
    message = Message(
        message_id or "",
        message_id,
        subject or None,
        author,
        date,
        parents,
        body,
        copy,
        _content(author, date, body),
        munged,
        recipients,
        lists,
        hints,
        lost,
        flags,
    )
    if message_id is None:
        return _keyed(message)
    return message


def _keyed(message: Message) -> Message:
    """The message with a key of its own: `x-` and 12 hex digits of SHA-256 over author, date and own words, blanks squeezed."""
    from digest.mail.quote import words  # noqa: PLC0415 - only a mail without an id needs its own words here

    own = " ".join(words(message).own.split())
    who = message.author.email or message.author.name or ""
    when = message.date.isoformat() if message.date else ""
    seed = f"{who.casefold()}\n{when}\n{own}"
    fields = {name: getattr(message, name) for name in message.__struct_fields__}
    fields["key"] = "x-" + hashlib.sha256(seed.encode("utf-8", "replace")).hexdigest()[:12]
    return Message(**fields)


def _content(author: Address, date: datetime | None, body: str) -> str:
    """16 hex digits that copies of one mail share: author's name or address, date, and the body without blanks and list footers."""
    cut = len(body)
    if "nsubscribe" in body[-1500:] or "mailing list" in body[-600:]:
        found = _TAIL.search(body, max(0, cut - 2000))
        if found:
            cut = found.start()
    squeezed = body[:cut].encode("utf-8", "replace").translate(None, _SPACE).replace(b"\xc2\xa0", b"")
    who = (author.name or author.email or "").casefold().encode("utf-8", "replace")
    when = str(date).encode()
    return hashlib.sha256(b"%b\n%b\n%b" % (who, when, squeezed)).hexdigest()[:16]


def _lists(value: str) -> tuple[str, ...]:
    return _list_ids(_LIST_ID.findall(value) or [value[:200]])


def _list_ids(names: Iterable[str]) -> tuple[str, ...]:
    """List ids in lower case, each once; a list's address (X-Mailing-List) is written as its id."""
    return tuple(dict.fromkeys(header.one_line(name).strip("<>").lower().replace("@", ".") for name in names if name.strip()))


def _body(raw: bytes, start: int, kind_field: str | None, encoding: str | None, flags: list[str]) -> str:
    kind, params = header.parameters(kind_field) if kind_field else ("text/plain", {})
    if kind.startswith(("multipart/", "message/")):
        text = mime.text_of(raw[start:], kind_field or "", flags)
        if text is not None:
            return _clean(text)
        encoding = encoding if kind.startswith("message/") else None
        kind, params = "text/plain", {}
    data = mime.transfer(raw[start:], encoding)
    text, guessed = decode(data, params.get("charset"))
    if guessed:
        flags.append("charset-guessed")
    if kind == "text/html" or (kind_field is None and markup.looks_html(text)):
        flags.append("html")
        if markup.too_long(text):
            flags.append("truncated")
        text = markup.text_of(text)
    elif params.get("format", "").lower() == "flowed":
        flags.append("flowed")
    if "\r" in text:
        text = _line_feeds(text)
    return text


def _line_feeds(text: str) -> str:
    # QUIRK: "\r\r\n" of a mail that went through two Windows gateways.
    text = text.replace("\r\r\n", "\n").replace("\r\n", "\n")
    return text.replace("\r", "\n") if "\r" in text and "\n" not in text else text


def _clean(text: str) -> str:
    """A body that can be written as UTF-8: lone surrogates become U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return re.sub("[\ud800-\udfff]", "\ufffd", text)
    return text
