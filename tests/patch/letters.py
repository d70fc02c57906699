# SPDX-License-Identifier: GPL-2.0-or-later
"""Helpers of this folder: mails made by hand, their Records, and the law that each evidence stands where it says."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from digest import config, mail, patch
from digest.model import Copy, Message, Profile, Record, Spot, Text

DATA = Path(__file__).parent.parent / "data" / "patch"
PROFILE: Profile = config.profile("netdev")


def letter(body: str, subject: str = "Re: [PATCH net] net: x", author: str = "Rita Reviewer <rita@example.com>", **fields) -> Message:
    """A mail by its parts."""
    return mail.from_fields(Copy("hand", "0"), body, subject=subject, author=author, **fields)


def record(body: str, subject: str = "Re: [PATCH net] net: x", author: str = "Rita Reviewer <rita@example.com>", **fields) -> Record:
    """The Record of such a mail, its evidence checked."""
    message = letter(body, subject, author, **fields)
    return checked(message)


def checked(message: Message) -> Record:
    """The Record of a mail, after proving each Spot."""
    text: Text = mail.words(message)
    found = patch.read(message, text, PROFILE)
    prove(message.body, found)
    return found


def spots(value: object) -> Iterator[Spot]:
    """All Spots within a value."""
    if isinstance(value, Spot):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from spots(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from spots(item)


def prove(body: str, found: Record) -> int:
    """Each Spot's words stand letter for letter at its line and column; returns how many were looked at."""
    lines = body.split("\n")
    count = 0
    for spot in spots(found):
        assert spot.text
        assert "\n".join(lines[spot.line - 1 :])[spot.column - 1 :].startswith(spot.text)
        count += 1
    return count


def mailbox(path: Path) -> list[Message]:
    """The mails of a small mboxrd file."""
    raw = path.read_bytes()
    parts = re.split(rb"^From [^\n]*\n", raw, flags=re.MULTILINE)[1:]
    return [
        mail.from_bytes(re.sub(rb"^>(>*From )", rb"\1", part, flags=re.MULTILINE), Copy(path.name, str(n))) for n, part in enumerate(parts)
    ]
