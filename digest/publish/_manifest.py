# SPDX-License-Identifier: GPL-2.0-or-later
"""What says that a site is whole: `manifest.json`, written last; and the fingerprint of everything that shapes its pages."""

import hashlib
from pathlib import Path

import msgspec

from digest.publish._site import SHIPPED, Account, Site
from digest.publish._words import stamp

_SHAPING = (".html", ".css", ".js", ".xml")


def manifest(account: Account, site: Site) -> bytes:
    """JSON: the program's version, the time ages are judged by, and the counts.  It is there only when all other files are."""
    return msgspec.json.encode(
        {
            "schema": "netdev-digest-site/1",
            "version": site.version,
            "now": stamp(site.now),
            "messages": account.messages,
            "series": account.series,
        }
    )


def look(site: Site) -> str:
    """A fingerprint of the templates: another one means that every page is rendered anew."""
    found = hashlib.sha256(site.version.encode())
    for folder in filter(None, (site.templates_dir, str(SHIPPED))):
        for path in sorted(Path(folder).iterdir()):
            if path.suffix in _SHAPING and path.is_file():
                found.update(path.name.encode("utf-8", "surrogatepass"))
                found.update(path.read_bytes())
    return found.hexdigest()[:16]
