# SPDX-License-Identifier: GPL-2.0-or-later
"""Summaries and list rows -> the files of the site, and the digest as text and mail.

One module, one kind of output.  `render` runs in workers and is pure; `lists` runs in the parent with the store's rows; `Folder`
puts files on disk.  Contract: the site's pages, feeds and data.
"""

from collections.abc import Iterator

from digest.model import Row, Summary
from digest.publish import _words, about, benchmarks, boards, feeds, pages, records, search, terminal
from digest.publish._files import Folder
from digest.publish._links import archived, short, slug
from digest.publish._mail import digest_eml, digest_text
from digest.publish._manifest import look, manifest
from digest.publish._places import Collected, places
from digest.publish._site import Account, File, Rows, Site, Writer
from digest.publish._states import GROUPS
from digest.publish._words import one_line
from digest.publish.records import schema
from digest.publish.search import index as search_index

# In the order of linking: what a later writer's pages link to stands before it.
WRITERS: tuple[Writer, ...] = (pages, records, about, boards, benchmarks, feeds, search)


def render(summary: Summary, site: Site) -> tuple[File, ...]:
    """All files of one series.  Pure: the same summary and site give the same bytes."""
    if site.obfuscate:
        summary = _words.veiled(summary)
    return tuple(file for writer in WRITERS for file in writer.of_series(summary, site))


def lists(rows: Rows, site: Site, account: Account, only: frozenset[str] | None = None) -> Iterator[File]:
    """All files that show more than one series.  `only` names the lists to render (see `places`); None renders all.

    The pages that show the build's date or the whole (about, search, data index) always come.
    """
    for family in ("t/", "b/"):
        # a tree's page names all trees and how many series wait in each; so do the tools
        if only is not None and any(name.startswith(family) for name in only):
            only |= {name for name in rows.list_names() if name.startswith(family)}
    for writer in WRITERS:
        yield from writer.of_lists(rows, site, account, only)


__all__ = [
    "GROUPS",
    "WRITERS",
    "Account",
    "Collected",
    "File",
    "Folder",
    "Row",
    "Rows",
    "Site",
    "Writer",
    "archived",
    "digest_eml",
    "digest_text",
    "lists",
    "look",
    "manifest",
    "one_line",
    "places",
    "render",
    "schema",
    "search_index",
    "short",
    "slug",
    "terminal",
]
