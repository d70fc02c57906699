# SPDX-License-Identifier: GPL-2.0-or-later
"""Pages of public-inbox (lore.kernel.org and others): a message page, a thread page (/t/, /T/), an Atom feed.

Layout: `View.pm` and `WwwAtomStream.pm` of public-inbox 1.6 to 2.0.  A message page shows the header whole; a thread page gives name,
date to the minute and, in the overview at its end, who answers whom; a feed gives name, address, date and the mail that is answered.
Lists of an inbox and of search results show no mails.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from digest.archive import _head, _page, _soup
from digest.archive._fields import from_fields
from digest.archive._found import Found
from digest.archive._shard import Shard
from digest.model import Message, Problem

NAME = "lore"
DESCRIPTION = "saved pages of a public-inbox (lore): message, thread, Atom feed"
LOSES = ("headers",)

_NODE = re.compile(r"\x02(?P<kind>[meltn])(?P<value>[^\x03]{0,700})\x03")
_MARK = re.compile(r"[me][0-9a-f]{40}$")
_FROM = re.compile(r"^From: (?P<name>[^\n]{0,300}?) @ (?P<date>\d{4}-\d\d-\d\d[ ]{1,2}\d{1,2}:\d\d) UTC \(", re.MULTILINE)
_TO = re.compile(r"[ \t]{0,4}(?P<kind>To|Cc): (?P<who>[^\n]{0,20000}(?:\n[ \t][^\n]{1,411}){0,200})\n")
_ATTACHED = re.compile(
    r"^\[-- Attachment #(?P<number>[\d.]{1,12}): (?:Type: (?P<type>[\w.+/-]{1,80})[^\n]{0,120}|(?P<name>[^\n]{1,300})) --\]\n"
    r"(?:\[-- Type: (?P<type2>[\w.+/-]{1,80})[^\n]{0,120} --\]\n)?\n?",
    re.MULTILINE,
)
_OVERVIEW = re.compile(
    r"^(?P<date>\d{4}-\d\d-\d\d[ ]{1,2}\d{1,2}:\d\d|[ ]{5}\[not found\])[ ](?P<indent>[ ]{0,400})(?P<tick>` )?", re.MULTILINE
)


def sniff(path: Path, head: bytes) -> bool:
    """The links to an inbox's own help and mirror pages, or the feed's thread extension."""
    del path
    if b"<feed" in head[:600]:
        return b"purl.org/syndication/thread" in head[:600] and b"urn:uuid:" in head
    return (
        _soup.is_html(head) and b"/text/help/" in head and (b"/text/mirror/" in head or b"/text/color/" in head or b"permalink</a>" in head)
    )


def read(shard: Shard) -> Iterator[Message | Problem]:
    """The mails of the pages of a shard."""
    return _page.read(shard, pages, index=is_index)


def is_index(text: str) -> bool:
    """Whether this is a list of threads or of search results."""
    return "permalink" not in text and "id=b>" not in text and "<entry>" not in text


def pages(text: str) -> list[Found]:
    """The mails of one page."""
    if "<feed" in text[:600]:
        return _feed(text)
    root = _soup.tree(text)
    if root is None:
        return []
    found = _messages(root)
    return found or _thread(root)


def _messages(root: _soup.Element) -> list[Found]:
    """A message page: `<pre id=b>` holds header and body."""
    found: list[Found] = []
    for pre in root.iter("pre"):
        if pre.get("id") != "b" and not (found and (pre.text or "").startswith("From: ")):
            continue
        text = pre.text_content()
        head = _head.on_lines(text, reach=1)
        if head is None or not head.fields.get("message-id"):
            continue
        end = text.find("\n\n", head.start)
        body = text[end + 2 :] if end >= 0 else ""
        found.append(from_fields(head.fields, _parts(body)))
    return found


def _parts(body: str) -> str:
    """The text parts without the lines that name them; what cannot be shown has no text."""
    if "[-- Attachment #" not in body:
        return body
    starts = list(_ATTACHED.finditer(body))
    if not starts:
        return body
    texts = [body[: starts[0].start()]]
    for start, end in zip(starts, [item.start() for item in starts[1:]] + [len(body)], strict=True):
        kind = start["type"] or start["type2"] or ""
        part = body[start.end() : end]
        if start["type"] or kind.startswith("text/"):
            texts.append(part.rstrip("\n") + "\n" if part.strip() else "")
    return "\n".join(part for part in texts if part)


def _note(node: _soup.Element) -> str | None:
    if node.tag != "a":
        return None
    ident = node.get("id") or ""
    href = node.get("href") or ""
    if _MARK.match(ident) and (node.text or "") in {"*", "^"}:
        return f"\x02{ident[0]}{ident[1:]}\x03"
    if node.text == "permalink":
        return f"\x02l{href}\x03"
    if ident.startswith("r") and _MARK.match("m" + ident[1:]) and href.startswith("#m"):
        return f"\x02t{href[2:]}\x03"
    return None


def _thread(root: _soup.Element) -> list[Found]:
    body = root.find("body")
    if body is None:
        return []
    text = _soup.words(body, note=_note)
    top = text.rfind("\nThread overview:")
    parents = _parents(text[top:]) if top >= 0 else {}
    starts = [node for node in _NODE.finditer(text) if node["kind"] == "m"]
    by_mark: dict[str, Found] = {}
    for number, start in enumerate(starts):
        end = starts[number + 1].start() if number + 1 < len(starts) else top if top >= 0 else len(text)
        found = _entry(text[start.end() : end], start["value"])
        if found is not None:
            by_mark[start["value"]] = found
    for mark, found in by_mark.items():
        parent = parents.get(mark)
        if parent is not None:
            known = by_mark.get(parent)
            ident = known.message_id if known is not None else parent if "@" in parent else None
            found.parents = (ident,) if ident else ()
    return list(by_mark.values())


def _entry(text: str, mark: str) -> Found | None:
    said = _FROM.search(text)
    if said is None:
        return None
    title = _NODE.sub("", text[: said.start()]).lstrip("* ").split("\n", 1)[0].strip()
    line_end = text.find("\n", said.end())
    line = text[said.end() : line_end]
    link = next((node["value"] for node in _NODE.finditer(line) if node["kind"] == "l"), None)
    rest = text[line_end + 1 :]
    recipients = []
    at = 0
    while (to := _TO.match(rest, at)) is not None:
        recipients.append(" ".join(to["who"].split()))
        at = to.end()
    rest = rest[at:].removeprefix("\n")
    stop = next((node.start() for node in _NODE.finditer(rest) if node["kind"] == "e"), len(rest))
    rest = _NODE.sub("", rest[:stop]).removesuffix("\n")
    return Found(
        _parts(rest),
        author=said["name"],
        subject=title or None,
        date=f"{said['date']} +0000",
        message_id=_soup.id_in_link(link) if link else None,
        recipients=tuple(recipients),
        lost=("address", "headers"),
        mark=f"#m{mark}",
    )


def _parents(overview: str) -> dict[str, str]:
    """Who answers whom, from the indentation of the overview: mark of the answer -> mark (or message-id) of what it answers."""
    parents: dict[str, str] = {}
    stack: list[tuple[int, str]] = []
    for line in overview.split("\n"):
        node = _NODE.search(line)
        lead = _OVERVIEW.match(_NODE.sub("", line))
        if lead is None:
            continue
        missing = re.search(r"\[not found\][ `]{1,400}<([^<>\s]{1,400}@[^<>\s]{1,200})>", line)
        mark = node["value"] if node is not None and node["kind"] == "t" else missing[1] if missing else None
        if mark is None:
            continue
        depth = len(lead["indent"]) // 2 + 1 if lead["tick"] else 0
        while stack and stack[-1][0] >= depth:
            stack.pop()
        if stack:
            parents[mark] = stack[-1][1]
        stack.append((depth, mark))
    return parents


_ATOM = "{http://www.w3.org/2005/Atom}"
_THR = "{http://purl.org/syndication/thread/1.0}"


def _feed(text: str) -> list[Found]:
    from lxml import etree  # noqa: PLC0415 - pages alone need it

    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, huge_tree=False, load_dtd=False)
    try:
        root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    except (etree.LxmlError, ValueError):
        return []
    found = []
    for number, entry in enumerate(root.iter(f"{_ATOM}entry") if root is not None else (), 1):
        link = entry.find(f"{_ATOM}link")
        parent = entry.find(f"{_THR}in-reply-to")
        content = entry.find(f"{_ATOM}content")
        name = entry.findtext(f"{_ATOM}author/{_ATOM}name") or ""
        email = entry.findtext(f"{_ATOM}author/{_ATOM}email") or ""
        answered = _soup.id_in_link(parent.get("href") or "") if parent is not None else None
        found.append(
            Found(
                _parts(_soup.words(content).removesuffix("\n")) if content is not None else "",
                author=f'"{name}" <{email}>' if email else name or None,
                subject=" ".join((entry.findtext(f"{_ATOM}title") or "").split()) or None,
                date=entry.findtext(f"{_ATOM}updated") or entry.findtext(f"{_ATOM}published"),
                message_id=_soup.id_in_link(link.get("href") or "") if link is not None else None,
                parents=(answered,) if answered else (),
                lost=("headers",),
                mark=str(number),
            )
        )
    return found
