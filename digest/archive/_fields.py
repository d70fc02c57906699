# SPDX-License-Identifier: GPL-2.0-or-later
"""Header fields as a page shows them -> Found: message-ids out of links and masks, the author's address made whole where it can be."""

import re

from digest.archive import _mask
from digest.archive._found import Found

_ID = re.compile(r"<([^<>\s]{1,250})>")
_BARE_ID = re.compile(r"[^\s<>@,]{1,250}@[^\s<>,]{1,120}")


def from_fields(fields: dict[str, str], body: str, mark: str = "") -> Found:
    """A mail from header fields as copied."""
    author = fields.get("from", "").strip() or None
    ids = _ids(fields.get("message-id", ""))
    parents = list(dict.fromkeys([*_ids(fields.get("in-reply-to", ""))[:1], *reversed(_ids(fields.get("references", "")))]))
    hints = tuple((name, fields[name]) for name in HINTS if fields.get(name))
    to = tuple(fields[name] for name in ("to", "cc") if fields.get(name, "").strip(" ,"))
    author = tidy_author(author) if author else None
    return Found(
        body,
        author=author,
        subject=" ".join(fields.get("subject", "").split()) or None,
        date=fields.get("date") or fields.get("sent") or None,
        message_id=ids[0] if ids else None,
        parents=tuple(parents),
        recipients=to,
        hints=hints,
        mark=mark,
    )


#: Header fields beside the common ones that decide something later.
HINTS = (
    "sender",
    "reply-to",
    "list-id",
    "x-mailing-list",
    "delivered-to",
    "x-mailer",
    "user-agent",
    "content-type",
    "content-transfer-encoding",
)


def _ids(value: str) -> list[str]:
    value = _mask.marc_field(value)
    ids = _ID.findall(value) or _BARE_ID.findall(value)
    return [item for item in ids if "xxxx" not in item]


def tidy_author(author: str) -> str:
    """`Name < user@host >` as `Name <user@host>`; reversible masks undone."""
    author = re.sub(r"<\s{0,4}([^<>]{1,120}?)\s{0,4}>", r"<\1>", " ".join(author.split()))
    author = _mask.hypermail(_mask.gmane(_mask.marc_field(author)))
    return _mask.mailman(author)


def bare_from(body: str) -> str:
    """A body whose `>From ` lines have lost the mark that a mailbox gave them; between quoted lines it is a quote."""
    if ">From " not in body:
        return body
    lines = body.split("\n")
    for number, line in enumerate(lines):
        beside = (lines[number - 1 : number], lines[number + 1 : number + 2])
        if line.startswith(">From ") and not any(near[:1] == ">" for lines_ in beside for near in lines_):
            lines[number] = line[1:]
    return "\n".join(lines)
