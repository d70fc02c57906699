# SPDX-License-Identifier: GPL-2.0-or-later
"""Hostile words in every text of a series and of a row change no page's structure and no feed's."""

from typing import Any

import msgspec
import publish_samples as samples
import pytest
from lxml import etree, html
from publish_readback import shape

from digest import publish
from digest.model import Row, Summary

PAYLOADS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    "javascript:alert(1)",
    "</title></textarea></pre><script>alert(1)</script>",
    "<!-- --><script>alert(1)</script>",
    "{{ 7 * 7 }}{% raw %}",
    "&lt;script&gt;&#60;script&#62;",
    "]]><script>alert(1)</script>",
    "scr<script>ipt>alert(1)</scr</script>ipt>",
    "\u202eTrojan\u202c \u200b\u2066source\u2069\ufeff",
    "words\x00b\x1b[31m\x7f\x85\ud800",
)
BENIGN = "plain words"
KINDS = frozenset({"own", "quote", "diff", "signature"})
# Literals and identifiers that a template compares or that Python types forbid to change.
FIXED = frozenset(
    {
        "id", "key", "message_id", "status", "via", "kind", "value", "waits_for", "group", "state", "answered", "change", "verdict",
        "direction", "role", "sign", "robot", "says", "parent", "cover", "first", "months", "date", "numbers_verdict", "warning", "tool",
    }
)  # fmt: skip


def replaced(entry: Any, words: str, name: str = "") -> Any:
    """The same value with every free text replaced."""
    if isinstance(entry, str):
        return entry if name in FIXED or entry in KINDS or not entry or (entry.endswith("Z") and "T" in entry) else words
    if isinstance(entry, dict):
        return {key: replaced(item, words, key) for key, item in entry.items()}
    if isinstance(entry, list | tuple):
        return [replaced(item, words, name) for item in entry]
    return entry


def summary_with(words: str) -> Summary:
    """The full sample, hostile all over."""
    made = replaced(msgspec.to_builtins(samples.full()), words)
    return msgspec.convert(made, Summary)


def row_with(words: str) -> Row:
    """A row, hostile all over; ids of people stay."""
    row = samples.row(4)
    return msgspec.structs.replace(
        row, title=words, tree=words, author=msgspec.structs.replace(row.author, name=words, email=words), reason=words, tested_on=words,
        numbers=words, robots=(words,), areas=(words,), people=((row.people[0][0], words, words),), tools=(words,), message_id=words,
        metrics=((words, words, words, 14.2, "better"),), findings=(words,),
        results=tuple(
            samples.result(4, row.author, tool=words, test=words, unit=words, before=words, after=words, claim_text=words, key=words)
            for _ in row.results
        ),
    )  # fmt: skip


@pytest.mark.parametrize("payload", PAYLOADS)
def test_series_page_keeps_its_shape(payload: str) -> None:
    """The elements and attributes are those of a page of plain words."""
    # A line of a diff has its colour by its first character.
    plain = publish.render(summary_with(("<" if payload[0] == "<" else "") + BENIGN), samples.SITE)[0].data.decode()
    hostile = publish.render(summary_with(payload), samples.SITE)[0].data.decode()

    assert shape(html.document_fromstring(hostile)) == shape(html.document_fromstring(plain))


@pytest.mark.parametrize("payload", PAYLOADS)
def test_links_keep_their_schemes(payload: str) -> None:
    """No link of a hostile page leads anywhere but to the site, the archive or a rule."""
    tree = html.document_fromstring(publish.render(summary_with(payload), samples.SITE)[0].data.decode())
    schemes = {href.split(":")[0] for href in tree.xpath("//@href") if ":" in href.split("/")[0]}

    assert schemes <= {"https", "data"}


@pytest.mark.parametrize("payload", PAYLOADS)
def test_lists_keep_their_shape(payload: str) -> None:
    """Every list page of a hostile row has the elements of a plain one, in the same files but for slugs."""
    plain = {file.path: file.data for file in publish.lists(publish.Collected([row_with(BENIGN)]), samples.SITE, samples.ACCOUNT)}
    hostile = {file.path: file.data for file in publish.lists(publish.Collected([row_with(payload)]), samples.SITE, samples.ACCOUNT)}

    assert len(hostile) == len(plain)
    for path in plain.keys() & hostile.keys():
        if path.endswith(".html"):
            one, other = (html.document_fromstring(found[path].decode()) for found in (hostile, plain))

            assert shape(one) == shape(other), path


@pytest.mark.parametrize("payload", PAYLOADS)
def test_feeds_parse(payload: str) -> None:
    """Atom and JSON feeds of a hostile row are well formed and hold no control or directional character."""
    files = {file.path: file.data for file in publish.lists(publish.Collected([row_with(payload)]), samples.SITE, samples.ACCOUNT)}
    atom = etree.fromstring(files["feed.atom"])
    title = atom.findtext("{*}entry/{*}title")
    item = msgspec.json.decode(files["feed.json"])["items"][0]

    assert title == item["title"]
    assert title.isprintable()


@pytest.mark.parametrize("payload", PAYLOADS)
def test_paths_hold_no_mail_byte(payload: str) -> None:
    """Whatever an area, a tree or a tool is called, its folder is letters, digits and dashes."""
    paths = [file.path for file in publish.lists(publish.Collected([row_with(payload)]), samples.SITE, samples.ACCOUNT)]

    assert [path for path in paths if not path.replace("/", "").replace(".", "").replace("-", "").isalnum()] == []


def test_no_raw_directional_character_reaches_a_page() -> None:
    """Odd characters are shown as codes, in every file that a browser renders."""
    payload = PAYLOADS[10]
    data = publish.render(summary_with(payload), samples.SITE)[0].data.decode()
    data += "".join(
        file.data.decode()
        for file in publish.lists(publish.Collected([row_with(payload)]), samples.SITE, samples.ACCOUNT)
        if file.path.endswith((".html", ".atom"))
    )

    assert [char for char in "\u202e\u202c\u200b\u2066\u2069\ufeff" if char in data] == []
    assert '<span class="uni">U+202E</span>Trojan' in data
