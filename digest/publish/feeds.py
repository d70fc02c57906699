# SPDX-License-Identifier: GPL-2.0-or-later
"""Feeds of every list page: Atom 1.0 (RFC 4287) and JSON Feed 1.1.

An entry is a series; its id is a tag URI (RFC 4151) that no rebuild and no move of the site changes, and no text holds an age or the
build's date: a feed changes only when an entry does.  The feeds of the board, a tree, a group and of a person's own series tell of each
mail (`updated` is the newest one's date); those of areas, months, benchmarks and what else a person took part in tell of versions and
states alone (`updated` is the version's or the state's date), for one answer to a wide series would else rewrite dozens of them.
Combinations of tags have none.
"""

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from digest.model import Row, Summary
from digest.publish import _words
from digest.publish._places import BOARD, fed, label, within
from digest.publish._site import Account, File, Rows, Site
from digest.publish._states import GROUPS, STATES, WAITS, standing

NAME = "feeds"
ENTRIES = 50
_CLOSE = ("t/", "g/")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def of_series(_summary: Summary, _site: Site, /) -> Iterator[File]:
    """Nothing: a feed shows many series."""
    return iter(())


def of_lists(rows: Rows, site: Site, _account: Account, only: frozenset[str] | None, /) -> Iterator[File]:
    """Two feeds for each list."""
    made: dict[tuple[str, bool], Entry] = {}
    for name in dict.fromkeys([BOARD, *rows.list_names()]):
        if not fed(name) or (only is not None and name not in only):
            continue
        found = within(rows, name, site)
        if name == BOARD or name[:2] in _CLOSE:
            found = found[:ENTRIES]
        folder = f"{name}/" if name else ""
        title = _words.one_line(f"{site.title}: {label(name, found)}")
        near = [(_updated(row, closely=close), row, close) for row in found for close in (_closely(name, row),)]
        near.sort(key=lambda one: one[1].id)
        near.sort(key=lambda one: one[0], reverse=True)
        entries = [_entry(row, site, made, closely=close) for _, row, close in near[:ENTRIES]]
        yield File(f"{folder}feed.atom", _atom(title, folder, entries, site))
        yield File(f"{folder}feed.json", _json(title, folder, entries, site))


class Entry(NamedTuple):
    """One series in a feed; `path` is that of its page."""

    id: str
    path: str
    title: str
    text: str
    author: str
    published: datetime
    updated: datetime


def _closely(name: str, row: Row) -> bool:
    """Whether a list's feed tells of each mail to the series."""
    return name == BOARD or name[:2] in _CLOSE or name == f"u/{row.author.id}"


def _updated(row: Row, *, closely: bool) -> datetime:
    return (row.last if closely else row.waiting_since or row.first or row.last) or _EPOCH


def _root(site: Site, folder: str) -> str:
    """The way to the site's root: its address, or, where none was given, up from the feed's own folder."""
    return f"{site.base_url.rstrip('/')}/" if site.base_url else "../" * folder.count("/") or "./"


def _entry(row: Row, site: Site, made: dict[tuple[str, bool], Entry], *, closely: bool) -> Entry:
    entry = made.get((row.id, closely))
    if entry is None:
        entry = made[row.id, closely] = Entry(
            f"tag:netdev-digest,2026:s/{row.id}",
            f"s/{row.id}/" + ("" if site.base_url else "index.html"),
            _words.one_line(row.title) or "(no title)",
            _text(row) if closely else _standing(row),
            _words.one_line(_words.called(row.author)),
            row.first or row.last or _EPOCH,
            _updated(row, closely=closely),
        )
    return entry


def _standing(row: Row) -> str:
    parts = [f"{row.tree or 'no tree'} v{row.version}, {_words.count(row.patches, 'patch', 'patches')}", standing(row.state)]
    if row.numbers:
        parts.append(f"numbers {row.numbers}" + (", a claim does not hold" if row.claim_fails else ""))
    return _words.one_line(". ".join(parts) + ".")


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


def _atom(title: str, folder: str, entries: list[Entry], site: Site) -> bytes:
    from feedgenerator import Atom1Feed  # noqa: PLC0415 - it loads ssl and a web client, which workers need not hold

    root = _root(site, folder)
    base = f"{root}{folder}" if site.base_url else "./"
    feed = Atom1Feed(
        title=title,
        link=base,
        description=None,
        feed_url=f"{base}feed.atom",
        feed_guid=f"tag:netdev-digest,2026:{folder}",
        author_name=site.title,
    )
    for entry in entries:
        feed.add_item(
            title=entry.title,
            link=root + entry.path,
            description=entry.text,
            unique_id=entry.id,
            pubdate=entry.published,
            updateddate=entry.updated,
            author_name=entry.author,
        )
    # feedgenerator falls back to the clock for an empty feed; a feed here is dated by its newest entry alone.
    feed.latest_post_date = lambda: max((entry.updated for entry in entries), default=_EPOCH)
    out = io.StringIO()
    feed.write(out, "utf-8")
    return out.getvalue().encode() + b"\n"


def _json(title: str, folder: str, entries: list[Entry], site: Site) -> bytes:
    root = _root(site, folder)
    base = f"{root}{folder}" if site.base_url else "./"
    document = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": title,
        "home_page_url": base,
        "feed_url": f"{base}feed.json",
        "items": [
            {
                "id": entry.id,
                "url": root + entry.path,
                "title": entry.title,
                "content_text": entry.text,
                "date_published": _words.stamp(entry.published),
                "date_modified": _words.stamp(entry.updated),
                "authors": [{"name": entry.author}],
            }
            for entry in entries
        ],
    }
    return msgspec.json.encode(document) + b"\n"
