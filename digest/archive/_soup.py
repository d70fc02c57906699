# SPDX-License-Identifier: GPL-2.0-or-later
"""HTML of archive pages in one place: bytes to text, text to a tree (always lxml), a tree to the words as the mail had them.

Nothing of a page is ever shown as markup: only its text is taken.  libxml2 neither recurses nor backtracks on hostile input; a page
over LIMIT is not read.  QUIRK: what stands behind an unclosed comment is lost with it, untold, as in a browser.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias
from urllib.parse import unquote

LIMIT = 5 << 20
"""Bytes of one page."""

Element: TypeAlias = Any
"""An lxml element; its stubs know too little of what HTML trees hold."""

_META = re.compile(rb"<meta[^>]{0,200}charset[ ]{0,3}=[ ]{0,3}[\"']?[ ]{0,3}([A-Za-z0-9._:-]{2,40})", re.IGNORECASE)
_XML = re.compile(rb"<\?xml[^>]{0,100}encoding=[\"']([A-Za-z0-9._:-]{2,40})")
# fmt: off
_CHARSETS = frozenset(
    (
        "utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "iso-8859-2", "iso-8859-15", "latin1", "windows-1252",
        "windows-1251", "koi8-r", "koi8-u", "gb2312", "gbk", "gb18030", "big5", "euc-jp", "euc-kr", "iso-2022-jp",
        "shift_jis",
    )
)
# fmt: on
_SKIPPED = frozenset({"script", "style", "head", "noscript", "template", "object", "svg", "button", "select", "iframe"})
# fmt: off
_BLOCKS = frozenset(
    (
        "address", "article", "aside", "blockquote", "dd", "div", "dl", "dt", "fieldset", "figure", "footer", "form", "h1",
        "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table", "tbody",
        "tr", "ul", "body",
    )
)
# fmt: on
_SPACES = re.compile(r"[ \t\n\r\f]+")


_START = re.compile(
    rb"\s{0,400}(?:<\?xml[^>]{0,200}>\s{0,40})?(?:<!--|<!doctype\s|<(?:html|head|title|body|meta|link|table|div|pre|p|h[1-6]|a)[\s>])",
    re.IGNORECASE,
)


def is_html(head: bytes) -> bool:
    """Whether a file begins like a page: a mail that speaks of an archive's marks is no page of it."""
    return _START.match(head.removeprefix(b"\xef\xbb\xbf")) is not None


def decode(data: bytes) -> str:
    """The page as text: byte order mark, then what it says of itself, then UTF-8, then Windows-1252 (which never fails here)."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    data = data.removeprefix(b"\xef\xbb\xbf")
    said = _XML.match(data) or _META.search(data, 0, 4096)
    name = said[1].decode("ascii").lower() if said else "utf-8"
    # QUIRK: archivers write us-ascii on top of pages that hold UTF-8 and Latin-1
    for charset in ("utf-8", name if name in _CHARSETS else "utf-8"):
        try:
            return data.decode(charset)
        except (UnicodeDecodeError, LookupError):
            continue
    return data.decode("cp1252", "replace")


def tree(text: str) -> Element | None:
    """The page as a tree, or None where there is none to be had (empty, or all of it swallowed)."""
    text = text.replace("\0", "")
    if text.startswith("<?xml"):
        text = text[text.find("?>") + 2 :]
    if not text.strip():
        return None
    from lxml import etree  # noqa: PLC0415 - pages alone need it
    from lxml import html as lxml_html  # noqa: PLC0415 - pages alone need it

    try:
        return lxml_html.document_fromstring(text, parser=lxml_html.HTMLParser(huge_tree=False, recover=True))
    except (etree.LxmlError, ValueError, AssertionError):
        return None


def plain(element: Element | None) -> str:
    """The words of a small element in one line."""
    return "" if element is None else _SPACES.sub(" ", element.text_content()).strip()


def words(
    element: Element,
    *,
    breaks: str = "collapse",
    note: Callable[[Element], str | None] | None = None,
    skip: Callable[[Element], bool] | None = None,
    between: tuple[str, str] | None = None,
    quotes: bool = True,
    boxes: Callable[[Element], bool] | None = None,
) -> str:
    """The text of an element as the mail had it.

    In a `<pre>` or `<tt>` white space stands; elsewhere it is what HTML makes of it (`collapse`), or line feeds mean nothing and
    only `<br>` breaks a line (`br`, hypermail), or it stands too (`keep`, HyperKitty).  A `<blockquote>` gets its quote marks back
    (`quotes`); so does what `boxes` names, where the space after the mark is still there.  `note` may put words before an element;
    `skip` leaves one out; `between` takes only what stands between the comments that begin with these words.
    """
    from lxml import etree  # noqa: PLC0415 - pages alone need it

    out = _Lines(breaks, quotes=quotes)
    open_ = between is None
    skipped: Element | None = None
    for event, node in etree.iterwalk(element, events=("start", "end", "comment")):
        if event == "comment":
            if between is not None and node.text is not None:
                if node.text.strip() == between[0]:
                    open_ = True
                elif open_ and node.text.strip() == between[1]:
                    return out.done()
            if open_ and skipped is None and node.tail and node is not element:
                out.add(node.tail)
            continue
        if not isinstance(node.tag, str):
            if event == "end" and open_ and skipped is None and node.tail and node is not element:
                out.add(node.tail)
            continue
        tag = node.tag.lower() if "}" not in node.tag else node.tag.rsplit("}", 1)[1]
        if event == "start":
            if skipped is None and (tag in _SKIPPED or (skip is not None and skip(node))):
                skipped = node
            if skipped is None:
                if note is not None and open_ and (said := note(node)):
                    out.raw(said)
                out.start(tag, boxed=boxes is not None and boxes(node))
                if open_ and node.text:
                    out.add(node.text)
        else:
            if skipped is None:
                out.end(tag, boxed=boxes is not None and boxes(node))
            elif skipped is node:
                skipped = None
            if open_ and skipped is None and node.tail and node is not element:
                out.add(node.tail)
    return out.done()


class _Lines:
    """Collects text into lines; knows the depth of quotes and whether white space stands."""

    __slots__ = ("_after", "_boxes", "_breaks", "_depth", "_fresh", "_line", "_pre", "_quotes", "lines")

    def __init__(self, breaks: str, *, quotes: bool) -> None:
        self.lines: list[str] = []
        self._line: list[str] = []
        self._breaks = breaks
        self._quotes = quotes
        self._pre = 0
        self._depth = 0
        self._boxes = 0
        self._after = ""
        self._fresh = False

    def start(self, tag: str, *, boxed: bool = False) -> None:
        if tag == "br":
            self.feed()
        elif tag in _BLOCKS:
            self.close()
            if self._breaks == "keep" and tag == "p" and self._after in {"p", "blockquote"}:
                self.lines.append(self._mark())
            self._after = ""
            if tag == "blockquote" or boxed:
                self._depth += 1
                self._boxes += boxed
        if tag in {"pre", "tt", "textarea"}:
            self._pre += 1
            self._fresh = tag == "pre"

    def end(self, tag: str, *, boxed: bool = False) -> None:
        if tag in _BLOCKS:
            self.close()
            self._after = "blockquote" if boxed else tag
            if tag == "blockquote" or boxed:
                self._depth -= 1
                self._boxes -= boxed
            elif tag == "p" and not self._pre and self._breaks == "collapse":
                self.lines.append(self._mark())
        elif tag == "td" and not self._pre and self._line:
            self._line.append("\t")
        if tag in {"pre", "tt", "textarea"}:
            self._pre -= 1

    def add(self, text: str) -> None:
        if self._breaks == "keep" and not self._pre and not any(self._line) and not text.strip():
            return
        if self._pre or self._breaks == "keep":
            if self._fresh:
                text = text.removeprefix("\r").removeprefix("\n")
                self._fresh = False
            parts = text.split("\n")
            self._line.append(parts[0])
            for part in parts[1:]:
                self.feed()
                self._line.append(part)
            return
        if self._breaks == "br":
            text = text.replace("\r", "").replace("\n", "")
            if text:
                self._line.append(text)
            return
        text = _SPACES.sub(" ", text)
        if not self._line or self._line[-1].endswith((" ", "\t")):
            text = text.lstrip(" ")
        if text:
            self._line.append(text)

    def raw(self, text: str) -> None:
        self._line.append(text)

    def _mark(self) -> str:
        return ">" * self._depth if self._quotes and self._depth > 0 else ""

    def feed(self) -> None:
        """End the line, even an empty one."""
        mark = self._mark()
        line = "".join(self._line)
        if self._boxes and line[: self._boxes].isspace():
            line = line[self._boxes :]
        if not self._pre and self._breaks == "collapse":
            line = line.rstrip(" ")
        self.lines.append(f"{mark} {line}" if mark and line else mark or line)
        self._line = []
        self._fresh = False

    def close(self) -> None:
        """End the line if it holds anything."""
        if any(self._line):
            self.feed()
        self._line = []

    def done(self) -> str:
        if any(self._line):
            self.feed()
        return "\n".join(self.lines)


def comments(root: Element) -> Iterator[str]:
    """The comments of a page in order, those before its root too."""
    for node in root.getroottree().xpath("//comment()"):
        yield node.text or ""


def id_in_link(href: str) -> str | None:
    """The message-id that a public-inbox link names: the last part of its path, percent-decoded."""
    path = href.split("?", 1)[0].split("#", 1)[0].strip()
    for part in ("/raw", "/T", "/t", "/"):
        path = path.rstrip("/").removesuffix(part)
    last = unquote(path.rsplit("/", 1)[-1])
    if "@" in last and len(last) < 600:
        return last
    # a message-id may hold slashes: then the part before belongs to it too
    return None
