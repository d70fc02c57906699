# SPDX-License-Identifier: GPL-2.0-or-later
"""The pages that stand alone: how each figure is derived and what was read, the stylesheet, robots.txt."""

from collections.abc import Iterator

from digest.model import Summary
from digest.publish import _environment
from digest.publish._site import Account, File, Rows, Site

NAME = "about"


def of_series(_summary: Summary, _site: Site, /) -> Iterator[File]:
    """Nothing."""
    return iter(())


def of_lists(_rows: Rows, site: Site, account: Account, _only: frozenset[str] | None, /) -> Iterator[File]:
    """`/about/`, `style.css`, `robots.txt`."""
    yield File("style.css", _environment.asset(site.templates_dir, "style.css"))
    # Person pages say noindex themselves, which a crawler must be let in to see.
    yield File("robots.txt", b"User-agent: *\nDisallow: /data/\n")
    values = {
        "site": site,
        "root": "../",
        "title": "About",
        "nav": "about",
        "feed": False,
        "built": site.now,
        "noindex": False,
        "form": None,
        "account": account,
    }
    yield File("about/index.html", _environment.page(site.templates_dir, "about.html", values))
