# SPDX-License-Identifier: GPL-2.0-or-later
"""Feeds of every list page: Atom 1.0 (RFC 4287) and JSON Feed 1.1.

An entry is a series; its id is a tag URI (RFC 4151) that no rebuild and no move of the site changes.  `updated` is the date of the
newest mail, and no text holds an age or the build's date: a feed changes only when an entry does.
"""

import io
from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec
from feedgenerator import Atom1Feed

from digest.model import Row, Summary
from digest.publish import _words
from digest.publish._places import BOARD, label, within
from digest.publish._site import Account, File, Rows, Site
from digest.publish._states import GROUPS, STATES, WAITS

NAME = "feeds"
ENTRIES = 50
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def of_series(_summary: Summary, _site: Site, /) -> Iterator[File]:
    """Nothing: a feed shows many series."""
    return iter(())


def of_lists(rows: Rows, site: Site, _account: Account, only: frozenset[str] | None, /) -> Iterator[File]:
    """Two feeds for each list."""
    entries: dict[str, dict[str, str]] = {}
    for name in dict.fromkeys([BOARD, *rows.list_names()]):
        if only is not None and name not in only:
            continue
        found = within(rows, name, site)[:ENTRIES]
        folder = f"{name}/" if name else ""
        root = _root(site, folder)
        items = [{**entry, "url": root + entry["path"]} for entry in (_entry(row, site, entries) for row in found)]
        title = _words.one_line(f"{site.title}: {label(name, found)}")
        yield File(f"{folder}feed.atom", _atom(title, folder, found, items, site))
        yield File(f"{folder}feed.json", _json(title, folder, found, items, site))


def _root(site: Site, folder: str) -> str:
    """The way to the site's root: its address, or, where none was given, up from the feed's own folder."""
    return f"{site.base_url.rstrip('/')}/" if site.base_url else "../" * folder.count("/") or "./"


def _entry(row: Row, site: Site, made: dict[str, dict[str, str]]) -> dict[str, str]:
    entry = made.get(row.id)
    if entry is None:
        entry = made[row.id] = {
            "id": f"tag:netdev-digest,2026:s/{row.id}",
            "path": f"s/{row.id}/" + ("" if site.base_url else "index.html"),
            "title": _words.one_line(row.title) or "(no title)",
            "text": _text(row),
            "author": _words.one_line(_words.called(row.author)),
        }
    return entry


def _text(row: Row) -> str:
    tags = " ".join(f"{letter} {number}" for letter, number in zip("ART", row.people_counts, strict=True) if number) or "no tags"
    state, group = STATES[row.state][1], GROUPS[row.group][0]
    standing = state if state == group else f"{state} ({group})"
    parts = [
        f"{row.tree or 'no tree'} v{row.version}",
        f"{standing}, waits for {WAITS[row.waits_for]}" + (f": {row.reason}" if row.reason else ""),
        f"{row.covered} of {_words.count(row.patches, 'patch', 'patches')} with a tag, {tags}",
    ]
    if row.numbers:
        parts.append(f"numbers {row.numbers}" + (", a claim does not hold" if row.claim_fails else ""))
    if row.tested_on:
        parts.append(f"tested on {row.tested_on}")
    if row.questions_open:
        parts.append(f"{_words.count(row.questions_open, 'question')} unanswered")
    return _words.one_line(". ".join(parts) + ".")


def _newest(found: list[Row]) -> datetime:
    return max((row.last for row in found if row.last), default=_EPOCH)


def _atom(title: str, folder: str, found: list[Row], items: list[dict[str, str]], site: Site) -> bytes:
    base = f"{_root(site, folder)}{folder}" if site.base_url else "./"
    feed = Atom1Feed(
        title=title,
        link=base,
        description=None,
        feed_url=f"{base}feed.atom",
        feed_guid=f"tag:netdev-digest,2026:{folder}",
        author_name=site.title,
    )
    for row, item in zip(found, items, strict=True):
        feed.add_item(
            title=item["title"],
            link=item["url"],
            description=item["text"],
            unique_id=item["id"],
            pubdate=row.first or row.last or _EPOCH,
            updateddate=row.last or _EPOCH,
            author_name=item["author"],
        )
    # feedgenerator falls back to the clock for an empty feed; a feed here is dated by its newest mail alone.
    feed.latest_post_date = lambda: _newest(found)
    out = io.StringIO()
    feed.write(out, "utf-8")
    return out.getvalue().encode() + b"\n"


def _json(title: str, folder: str, found: list[Row], items: list[dict[str, str]], site: Site) -> bytes:
    base = f"{_root(site, folder)}{folder}" if site.base_url else "./"
    document = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": title,
        "home_page_url": base,
        "feed_url": f"{base}feed.json",
        "items": [
            {
                "id": item["id"],
                "url": item["url"],
                "title": item["title"],
                "content_text": item["text"],
                "date_published": _words.stamp(row.first or row.last or _EPOCH),
                "date_modified": _words.stamp(row.last or _EPOCH),
                "authors": [{"name": item["author"]}],
            }
            for row, item in zip(found, items, strict=True)
        ],
    }
    return msgspec.json.encode(document) + b"\n"
