# SPDX-License-Identifier: GPL-2.0-or-later
"""HTML parts -> lines of text and nothing else: no markup, no style, no script of a mail goes any further.

Beautiful Soup with lxml alone: its other parsers can be stalled by hostile pages (CVE-2025-6069 among them).
"""

import re

from bs4 import BeautifulSoup
from bs4.element import CData, NavigableString, PageElement, Tag

_HTML = 5 * 1024 * 1024
_TAGS = 50_000  # of one part: what stands behind them is left out
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_HTML_HEAD = re.compile(r"\s{0,40}<(?:!doctype html|html|head|body|div|p)\b", re.IGNORECASE)

_BLOCK = frozenset(
    (
        "address", "article", "aside", "body", "center", "dd", "div", "dl", "dt", "fieldset", "figure", "footer", "form", "h1", "h2", "h3",
        "h4", "h5", "h6", "header", "html", "li", "main", "nav", "ol", "p", "pre", "section", "table", "tr", "ul",
    ),
)  # fmt: skip
_AIRY = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "table", "pre"))
_SILENT = frozenset(("script", "style", "head", "title", "noscript", "template", "svg", "math", "object", "iframe"))


def looks_html(text: str) -> bool:
    """Whether a body without a declared type is an HTML page."""
    return text[:40].lstrip()[:1] == "<" and _HTML_HEAD.match(text) is not None and "</" in text


def too_long(html: str) -> bool:
    """Whether an HTML part is longer, or has more tags, than is read of one."""
    return len(html) > _HTML or html.count("<") > _TAGS


def text_of(html: str) -> str:
    """The words of an HTML part as lines: blocks apart, `<pre>` as it stands, block quotes with `> `, nothing of the markup."""
    if too_long(html):
        html = "<".join(html[:_HTML].split("<", _TAGS)[:_TAGS])
    soup = BeautifulSoup(html, "lxml")
    out = _Lines()
    # Entered and left by hand: a page may nest deeper than Python calls.
    node: PageElement | None = soup
    while node is not None:
        if isinstance(node, Tag):
            name = node.name.lower()
            if name not in _SILENT:
                out.enter(name)
                if node.contents:
                    node = node.contents[0]
                    continue
                out.leave(name)
        elif isinstance(node, NavigableString) and (type(node) is NavigableString or isinstance(node, CData)):
            # Comments, declarations and the like are NavigableStrings of other types.
            out.words(str(node))
        while node is not None and node.next_sibling is None:
            node = node.parent
            if isinstance(node, Tag):
                out.leave(node.name.lower())
        node = node.next_sibling if node is not None else None
    return out.text()


class _Lines:
    """Lines in the making; `quote` is the depth of block quotes (`above`: of the line before), `pre` that of preformatted blocks."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.parts: list[str] = []
        self.quote = 0
        self.pre = 0
        self.above = 0
        self.gap = False

    def enter(self, name: str) -> None:
        """A tag opens."""
        if name == "br":
            self._line(keep=True)
        elif name == "blockquote":
            self._line()
            self.quote += 1
        elif name in _BLOCK:
            self._line()
            self.gap |= name in _AIRY
            self.pre += name == "pre"
        elif name in {"td", "th"} and self.parts:
            self.parts.append("\t")

    def leave(self, name: str) -> None:
        """A tag closes."""
        if name == "blockquote":
            self._line()
            self.quote = max(0, self.quote - 1)
            self.gap = True
        elif name in _BLOCK:
            self._line()
            self.gap |= name in _AIRY
            self.pre -= name == "pre" and self.pre > 0

    def words(self, text: str) -> None:
        """Words between tags."""
        if self.pre:
            first, *rest = text.split("\n")
            self.parts.append(first)
            for line in rest:
                self._line(keep=True)
                self.parts.append(line)
            return
        text = _BLANKS.sub(" ", text)
        if text == " " and not self.parts:
            return
        # blanks that do not break are shown at the head of a line too: the columns of a table begin with them
        self.parts.append((text if self.parts else text.lstrip(" ")).replace("\xa0", " "))

    def _line(self, *, keep: bool = False) -> None:
        if not self.parts and not keep:
            return
        line = "".join(self.parts)
        self.parts = []
        mark = "> " * self.quote
        if self.gap and self.lines and self.lines[-1].strip("> "):
            self.lines.append((mark if self.quote <= self.above else "> " * self.above).rstrip())
        self.gap = False
        self.above = self.quote
        self.lines.append(mark.rstrip() if not line.strip() else mark + line.rstrip())

    def text(self) -> str:
        """All lines, ending in a line feed."""
        self._line()
        return "\n".join(self.lines).strip("\n") + "\n" if self.lines else ""
