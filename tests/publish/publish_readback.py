# SPDX-License-Identifier: GPL-2.0-or-later
"""Reading a built site back: pages as trees, their links and anchors."""

from collections.abc import Iterator, Mapping
from posixpath import join, normpath
from urllib.parse import unquote, urlsplit

from lxml import html
from lxml.html import HtmlElement


def pages(files: Mapping[str, bytes]) -> Iterator[tuple[str, HtmlElement]]:
    """Each page with its path."""
    for path, data in files.items():
        if path.endswith(".html"):
            yield path, html.document_fromstring(data.decode())


def links(path: str, tree: HtmlElement) -> Iterator[tuple[str, str]]:
    """Internal links of a page as (path of the file, fragment)."""
    for element in tree.iter():
        for name in ("href", "src", "action"):
            target = element.get(name) if isinstance(element.tag, str) else None
            if target is None:
                continue
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            place = normpath(join(path.rpartition("/")[0] or ".", unquote(parts.path))) if parts.path else path
            if parts.path.endswith("/") or parts.path in (".", "..") or place == ".":
                place = "index.html" if place == "." else f"{place}/index.html"
            yield place, parts.fragment


def shape(tree: HtmlElement) -> list[tuple[str, tuple[str, ...]]]:
    """Element names with attribute names in document order; the codes for odd characters left aside."""
    return [
        (element.tag, tuple(sorted(element.keys())))
        for element in tree.iter()
        if isinstance(element.tag, str) and element.get("class") != "uni"
    ]
