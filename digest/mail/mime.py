# SPDX-License-Identifier: GPL-2.0-or-later
"""The text of a multipart mail: first its plain part, then inline parts and attached patches.  RFC 2046, RFC 2183.

The standard library takes the parts apart (policy compat32, which does not raise by design); depth and number of parts are limited before
it starts, as public-inbox does.  HTML parts become text and nothing else.
"""

import binascii
import re
from email import policy
from email.message import Message as Part
from email.parser import BytesParser

from bs4 import BeautifulSoup
from bs4.element import CData, NavigableString, PageElement, PreformattedString, Tag

from digest.mail import header
from digest.mail.charset import decode

DEPTH = 20
PARTS = 1_000
_BOUNDARY = 2_048
_HTML = 5 * 1024 * 1024

_PATCH_NAMES = (".patch", ".diff", ".dif", ".mbox")
_PATCH_KINDS = frozenset(("text/x-patch", "text/x-diff", "text/patch", "text/diff", "application/x-patch", "application/x-diff"))
_UNBASED = re.compile(rb"[^A-Za-z0-9+/=\r\n \t]")
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


def text_of(raw: bytes, start: int, kind: str, flags: list[str]) -> str | None:
    """The text of a multipart mail, or None where it cannot be taken apart (the body then counts as plain text)."""
    name = header.parameters(kind)[1].get("boundary", "")
    if not name or len(name) > _BOUNDARY or raw.lower().count(b"boundary=", start) > DEPTH:
        flags.append("mime-damaged")
        return None
    if raw.count(b"\n--" + name.encode("utf-8", "replace"), start - 1) > PARTS:
        flags.append("mime-damaged")
        return None
    head = f"Content-Type: {header.one_line(kind)}\n\n".encode("utf-8", "replace")
    try:
        root = BytesParser(policy=policy.compat32).parsebytes(head + raw[start:])
    except (RecursionError, ValueError, LookupError, IndexError, TypeError, AttributeError):
        flags.append("mime-damaged")
        return None
    if not root.is_multipart():
        flags.append("mime-damaged")
        return None
    texts = _Texts(flags)
    texts.walk(root)
    return texts.text()


class _Texts:
    """The texts of one mail's parts, in the order they are shown."""

    def __init__(self, flags: list[str]) -> None:
        self.flags = flags
        self.plain: list[str] = []
        self.html: list[str] = []

    def walk(self, root: "Part[str, str]") -> None:
        """All parts from the root, without recursion."""
        stack = [root]
        seen = 0
        while stack and seen < PARTS:
            part = stack.pop()
            seen += 1
            kind = header.parameters(str(part.get("content-type", "text/plain")))[0] or "text/plain"
            if kind.startswith("message/"):
                # A mail within the mail is another person's words.
                self._flag("attached-mail")
                continue
            if part.is_multipart():
                below = [p for p in part.get_payload() if isinstance(p, Part)]
                if kind == "multipart/alternative":
                    below = _alternative(below)
                stack.extend(reversed(below))
                continue
            self._leaf(part, kind)

    def _leaf(self, part: "Part[str, str]", kind: str) -> None:
        place, names = header.parameters(str(part.get("content-disposition", "")))
        params = header.parameters(str(part.get("content-type", "")))[1]
        name = header.words(names.get("filename") or params.get("name") or "").lower()
        patch = kind in _PATCH_KINDS or name.endswith(_PATCH_NAMES)
        if not kind.startswith("text/") and not patch:
            self._flag("attachment")
            return
        if place == "attachment" and not patch and (self.plain or name):
            self._flag("attachment")
            return
        data = _payload(part)
        text, guessed = decode(data, params.get("charset"))
        if guessed:
            self._flag("charset-guessed")
        if "\r" in text:
            text = text.replace("\r\r\n", "\n").replace("\r\n", "\n")
        if kind == "text/html":
            self.html.append(text)
            return
        if params.get("format", "").lower() == "flowed":
            self._flag("flowed")
        self.plain.append(text)

    def text(self) -> str:
        """The plain parts, each from the start of a line; the HTML parts as text where there is no plain one with words."""
        texts = [t for t in self.plain if t.strip()]
        if not texts and self.html:
            self._flag("html")
            texts = [html_text(t) for t in self.html]
        if len(texts) == 1:
            return texts[0]
        return "".join(t if t.endswith("\n") else t + "\n" for t in texts)

    def _flag(self, flag: str) -> None:
        if flag not in self.flags:
            self.flags.append(flag)


def _alternative(parts: "list[Part[str, str]]") -> "list[Part[str, str]]":
    """Of equal forms the plain one, else a multipart one, else all that is left."""
    for wanted in ("text/plain", "multipart/"):
        chosen = [p for p in parts if p.get_content_type().startswith(wanted)]
        if chosen and (wanted != "text/plain" or any(str(p.get_payload() or "").strip() for p in chosen)):
            return chosen[:1]
    return parts


def _payload(part: "Part[str, str]") -> bytes:
    """The bytes of one part with its transfer encoding undone."""
    try:
        payload = part.get_payload(decode=True)
    except (ValueError, LookupError, AssertionError, IndexError):
        return b""
    return payload if isinstance(payload, bytes) else b""


def base64_body(data: bytes) -> bytes:
    """A base64 body undone; words in plain text after it (a list's footer) are kept as they stand."""
    foreign = _UNBASED.search(data)
    if foreign is None:
        return header.base64_bytes(data)
    # QUIRK: lists append their footer to the encoded body without encoding it.
    cut = data.rfind(b"\n", 0, foreign.start()) + 1
    if cut == 0:
        return header.base64_bytes(data)
    text = header.base64_bytes(data[:cut])
    return (text if text.endswith(b"\n") else text + b"\n") + data[cut:]


def uu_body(data: bytes) -> bytes:
    """A uuencoded body undone line by line; without a `begin` line it stays as it is."""
    lines = data.split(b"\n")
    out: list[bytes] = []
    inside = False
    for line in lines:
        if not inside:
            inside = line.startswith(b"begin ")
            continue
        if line.strip() == b"end":
            break
        try:
            out.append(binascii.a2b_uu(line))
        except binascii.Error:
            continue
    return b"".join(out) if out else data


def looks_html(text: str) -> bool:
    """Whether a body without a declared type is an HTML page."""
    return text[:40].lstrip()[:1] == "<" and _HTML_HEAD.match(text) is not None and "</" in text


def html_text(html: str) -> str:
    """The words of an HTML part as lines: blocks apart, `<pre>` as it stands, block quotes with `> `, nothing of the markup."""
    soup = BeautifulSoup(html[:_HTML], "lxml")
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
            out.words(str(node))
        elif isinstance(node, PreformattedString):
            pass
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
        text = _BLANKS.sub(" ", text).replace("\xa0", " ")
        if text == " " and not self.parts:
            return
        self.parts.append(text if self.parts else text.lstrip(" "))

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
