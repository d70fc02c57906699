# SPDX-License-Identifier: GPL-2.0-or-later
"""Addresses: anchors, file names and archive links.  No byte of a mail becomes a path; keys are hashed, areas are spelled out."""

import hashlib
import re
from urllib.parse import quote

from digest.publish._site import Site

_PLAIN = re.compile(r"[^a-z0-9]{1,200}")


def short(key: str) -> str:
    """12 hex digits of SHA-256 over a message's KEY."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def archived(site: Site, message_id: str | None) -> str | None:
    """The archive's permanent link of a mail, or None for a mail without message-id."""
    if not message_id:
        return None
    escaped = quote(message_id.encode("utf-8", "surrogatepass"), safe="@!$()*+,;=:~")
    return site.archive_url.replace("{}", escaped)


def slug(name: str) -> str:
    """A folder name for an area, tree or tool: lower-case letters and digits with dashes.

    A name that loses anything but case and separators, or is long, gets a few digits of its hash, so that two never meet.
    """
    low = name.lower()
    flat = _PLAIN.sub("-", low).strip("-")
    if flat and len(flat) <= 60 and re.fullmatch(r"[a-z0-9 /_.,()&+-]{1,80}", low):
        return flat
    return f"{flat[:48].strip('-') or 'x'}-{short(name)[:6]}"
