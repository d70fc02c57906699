# SPDX-License-Identifier: GPL-2.0-or-later
"""One mail as a page or a text copy shows it, before `mail.from_fields` makes a Message of it.

Every reader of pages is a pure function from the text of a file to a list of these; opening files and making Messages is the
same for all and stands in `_page.py`.
"""

from datetime import datetime

import msgspec


class Found(msgspec.Struct):
    """The fields that the page shows, each as written there (masks undone only where that loses nothing).

    `author` reads like a From header; `parents` are message-ids, the nearest first; `mark` is the place within the file (an
    anchor or a running number, empty where the file is one mail); `lost` names what the archive dropped, in the words of
    `Message.lost`.
    """

    body: str
    author: str | None = None
    subject: str | None = None
    date: str | datetime | None = None
    message_id: str | None = None
    parents: tuple[str, ...] = ()
    recipients: tuple[str, ...] = ()
    hints: tuple[tuple[str, str], ...] = ()
    lost: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    mark: str = ""
