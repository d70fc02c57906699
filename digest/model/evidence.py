# SPDX-License-Identifier: GPL-2.0-or-later
"""Who says it and where it stands: what every fact of a summary ends in.  Field names are those that `show --json` prints."""

import msgspec


class Person(msgspec.Struct, frozen=True):
    """A person as written there; `id` is 12 hex digits of the unified person."""

    name: str | None
    email: str | None
    masked: bool
    id: str


class Evidence(msgspec.Struct, frozen=True):
    """The words a fact was read from: `text` stands letter for letter at `line`, `column` of the decoded body of `key`."""

    key: str
    message_id: str | None
    line: int
    column: int
    text: str
