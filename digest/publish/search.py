# SPDX-License-Identifier: GPL-2.0-or-later
"""The way to everything: all lists by name, the archive's search, and (extra `search`) a search of the site by Pagefind.

Pagefind (https://pagefind.app) reads the finished series pages, so its index is made after them: see `index`.
"""

import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from digest.errors import DigestError
from digest.model import Summary
from digest.publish import _environment, _words
from digest.publish._links import slug
from digest.publish._places import COMBINATIONS, within
from digest.publish._site import Account, File, Rows, Site
from digest.publish._states import GROUPS

NAME = "search"


class Form(msgspec.Struct, frozen=True):
    """Where the page's form goes, as the Content-Security-Policy writes it, and whether the page has a script."""

    action: str
    script: bool


def of_series(_summary: Summary, _site: Site, /) -> Iterator[File]:
    """Nothing."""
    return iter(())


def of_lists(rows: Rows, site: Site, account: Account, _only: frozenset[str] | None, /) -> Iterator[File]:
    """`/search/`, useful without scripts."""
    names = rows.list_names()
    have = set(names)
    trees: dict[str, str] = {}
    areas: dict[str, str] = {}
    tools: dict[str, str] = {}
    people: dict[str, str] = {}
    for group in GROUPS:
        for row in within(rows, f"g/{group}", site):
            trees[slug(row.tree) if row.tree else "none"] = row.tree or "none named"
            areas.update((slug(area), _words.one_line(area)) for area in row.areas)
            tools.update((slug(metric[0]), metric[0]) for metric in row.metrics)
            people[row.author.id] = _words.one_line(_words.called(row.author))
            people.update((ident, _words.one_line(name)) for ident, name, _ in row.people if name)
    origin = _origin(site.search_url)
    values = {
        "site": site,
        "root": "../",
        "title": "Search and all lists",
        "nav": "search",
        "feed": False,
        "built": site.now,
        "noindex": True,
        "form": Form(origin or "'none'", site.search and available()),
        "account": account,
        "groups": [(name, words[0]) for name, words in GROUPS.items() if f"g/{name}" in have],
        "trees": _sorted(trees, "t", have),
        "areas": _sorted(areas, "f", have),
        "tools": _sorted(tools, "b", have),
        "people": _sorted(people, "u", have),
        "combinations": [(name, words) for name, words in COMBINATIONS.items() if f"k/{name}" in have],
        "months": sorted((name[2:] for name in names if name.startswith("a/")), reverse=True),
    }
    if site.search and available():
        yield File("search/search.js", _environment.asset(site.templates_dir, "search.js"))
    yield File("search/index.html", _environment.page(site.templates_dir, "search.html", values))


def available() -> bool:
    """Whether Pagefind is installed."""
    return importlib.util.find_spec("pagefind") is not None


def index(pages: Path, site: Site) -> Iterator[File]:
    """The search index over the series pages in the folder `pages` (nothing without the extra, or where search is not wanted).

    DigestError where Pagefind fails.  Its own user interface is left out: `search.js` sets results as text.
    """
    if not (site.search and available() and any(pages.glob("s/*/index.html"))):
        return
    with tempfile.TemporaryDirectory() as made:
        command = [sys.executable, "-m", "pagefind", "--site", str(pages), "--output-path", made, "--glob", "s/*/index.html", "--quiet"]
        done = subprocess.run(command, check=False, capture_output=True, stdin=subprocess.DEVNULL)  # noqa: S603  no word of a mail
        if done.returncode:
            raise DigestError(f"pagefind: {done.stderr.decode('utf-8', 'replace').strip()[-300:]}")
        for path in sorted(Path(made).rglob("*")):
            name = path.relative_to(made).as_posix()
            if path.is_file() and not name.endswith((".css", "ui.js", "-highlight.js")):
                yield File(f"pagefind/{name}", path.read_bytes())


def _sorted(found: dict[str, str], kind: str, have: set[str]) -> list[tuple[str, str]]:
    return sorted(
        ((ident, words) for ident, words in found.items() if f"{kind}/{ident}" in have), key=lambda pair: (pair[1].casefold(), pair[0])
    )


def _origin(url: str | None) -> str | None:
    """Scheme and host of a search page, for the page's policy."""
    if not url:
        return None
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") and parts.netloc else None
