# SPDX-License-Identifier: GPL-2.0-or-later
"""Lists, feeds and data: what stands where, within which bounds, and that it all holds together."""

import gzip
from datetime import timedelta
from typing import Any

import jsonschema
import msgspec
import publish_samples as samples
import pytest
from lxml import etree, html
from publish_readback import links, pages

from digest import listing, publish
from digest.errors import DigestError
from digest.model.summary import FileEntry
from digest.publish import _places, _words

ATOM = "{http://www.w3.org/2005/Atom}"


def built(count: int, **changes: Any) -> dict[str, bytes]:
    """The list files of many rows."""
    site = msgspec.structs.replace(samples.SITE, **changes)
    return {file.path: file.data for file in publish.lists(publish.Collected(samples.rows(count)), site, samples.ACCOUNT)}


def test_no_dead_internal_link(files: dict[str, bytes]) -> None:
    """Every link within the site has its file, and every fragment its element."""
    trees = dict(pages(files))
    ids = {path: set(tree.xpath("//@id")) for path, tree in trees.items()}
    dead = [
        (path, place, fragment)
        for path, tree in trees.items()
        for place, fragment in links(path, tree)
        if place not in files or (fragment and fragment not in ids.get(place, ()))
    ]

    assert dead == []


def test_every_list_page_has_feeds(files: dict[str, bytes]) -> None:
    """A list page links two feeds, and they are there."""
    lists = [path for path in files if path.endswith("index.html") and path.split("/")[0] in ("t", "g", "u", "f", "b", "a", "index.html")]

    assert len(lists) > 20
    for path in lists:
        assert path.replace("index.html", "feed.atom") in files
        assert path.replace("index.html", "feed.json") in files


def test_board_shows_each_open_series_once() -> None:
    """A series stands in one group of the board; done ones stand in theirs."""
    files = built(60)
    tree = html.document_fromstring(files["index.html"].decode())
    shown = [href for href in tree.xpath("//table[@class='board']//th/a/@href") if href.startswith("./s/")]
    expected = [f"./s/{row.id}/index.html" for row in samples.rows(60) if row.group != "done"]

    assert sorted(shown) == sorted(expected)
    assert [section.get("id") for section in tree.xpath("//section[@class='group']")] == [
        "ready",
        "needs-ack",
        "needs-review",
        "waiting-for-author",
        "awaiting-upstream",
        "rfc",
        "stale",
    ]


def test_longest_waiting_first() -> None:
    """Within a group the ages fall."""
    tree = html.document_fromstring(built(60)["index.html"].decode())
    for table in tree.xpath("//table[@class='board']"):
        ages = [int(cell.text_content().split()[0]) for cell in table.xpath(".//td[contains(@class,'age')]")]

        assert ages == sorted(ages, reverse=True)


def test_window_and_months() -> None:
    """A series without a recent mail leaves the lists and stays in its month."""
    old = samples.row(1, last=samples.NOW - timedelta(days=91), months=("2026-08",))
    files = {file.path: file.data.decode() for file in publish.lists(publish.Collected([old]), samples.SITE, samples.ACCOUNT)}

    assert f"/s/{old.id}/index.html" not in files["index.html"]
    assert f"/s/{old.id}/index.html" in files["a/2026-08/index.html"]


def test_pages_of_200_rows() -> None:
    """Long lists are paged, each row once, pages linked both ways."""
    files = built(500)
    trees = [html.document_fromstring(files[path].decode()) for path in ("index.html", "page/2/index.html", "page/3/index.html")]
    numbers = [len(tree.xpath("//table[@class='board']/tbody/tr")) for tree in trees]

    assert numbers == [200, 200, 38]
    assert trees[0].xpath("//a[@rel='next']/@href") == ["page/2/index.html"]
    assert trees[1].xpath("//a[@rel='prev']/@href") == ["../../index.html"]
    assert trees[2].xpath("//a[@rel='prev']/@href") == ["../2/index.html"]
    assert len({href.rpartition("s/")[2] for tree in trees for href in tree.xpath("//tbody//th/a/@href")}) == 438


def test_budgets() -> None:
    """The whole board of 500 series stays below 150 KB gzip, and so does every page."""
    files = built(500)
    board = sum(len(gzip.compress(data)) for path, data in files.items() if path == "index.html" or path.startswith("page/"))

    assert board < 150_000
    assert max(len(gzip.compress(data)) for data in files.values()) < 150_000


def test_only_what_is_asked() -> None:
    """A build that names lists renders these, and the pages that speak of the whole."""
    rows = publish.Collected(samples.rows(60))
    paths = {file.path for file in publish.lists(rows, samples.SITE, samples.ACCOUNT, frozenset({"", "g/ready"}))}

    assert {path.split("/")[0] for path in paths} == {
        "index.html",
        "feed.atom",
        "feed.json",
        "g",
        "about",
        "search",
        "data",
        "style.css",
        "robots.txt",
    }
    assert not any(path.startswith(("g/rfc", "data/v1/m/")) for path in paths)


def test_places() -> None:
    """The lists of a row: its tree, group, people, areas, tools, months and tags."""
    row = samples.row(4)

    assert publish.places(row) == (
        "t/net-next",
        "g/awaiting-upstream",
        "",
        "k/no-tags",
        "k/open-questions",
        "k/claim-fails",
        "k/with-numbers",
        f"u/{row.author.id}",
        f"u/{row.people[0][0]}",
        "f/networking-general-" + publish.short("NETWORKING [GENERAL]")[:6],
        "b",
        "b/netperf",
        "a/2026-10",
        "a/2026-11",
    )


def test_every_combination_has_its_own_row() -> None:
    """Each open series stands in exactly one list of tag kinds."""
    kinds = {
        name
        for name in _places.COMBINATIONS
        if name in ("no-tags", "acked", "reviewed", "tested") or ("-" in name and name.split("-")[-1].endswith("ed"))
    }
    for row in samples.rows(40):
        if row.group != "done":
            assert sum(f"k/{name}" in publish.places(row) for name in kinds) == 1


def test_person_page(files: dict[str, bytes]) -> None:
    """A person's page tells apart what waits on them and what they took part in, ranks nobody, and is not indexed."""
    tree = html.document_fromstring(files[f"u/{samples.MIRA.id}/index.html"].decode())

    assert tree.xpath("//meta[@name='robots']/@content") == ["noindex"]
    assert {section.get("id") for section in tree.xpath("//section[@class='group']")} <= {"waits", "own", "part", "closed", "given"}
    assert "Mira Tolstrup" in tree.xpath("//h1")[0].text_content()


def test_atom(files: dict[str, bytes]) -> None:
    """Every Atom feed has what RFC 4287 asks for, ids that no rebuild changes, and unique entries."""
    for path, data in files.items():
        if not path.endswith("feed.atom"):
            continue
        feed = etree.fromstring(data)
        ids = [entry.findtext(f"{ATOM}id") for entry in feed.iter(f"{ATOM}entry")]

        assert feed.tag == f"{ATOM}feed", path
        assert all(feed.findtext(f"{ATOM}{name}") for name in ("id", "title", "updated")), path
        assert len(ids) == len(set(ids)), path
        assert all(ident.startswith("tag:netdev-digest,2026:s/") for ident in ids), path
        for entry in feed.iter(f"{ATOM}entry"):
            assert entry.findtext(f"{ATOM}updated").endswith("Z") or "+" in entry.findtext(f"{ATOM}updated")
            assert entry.find(f"{ATOM}link").get("href").startswith("https://digest.example.org/s/")


def test_json_feed(files: dict[str, bytes]) -> None:
    """Every JSON feed has what version 1.1 asks for."""
    for path, data in files.items():
        if path.endswith("feed.json"):
            feed = msgspec.json.decode(data)

            assert feed["version"] == "https://jsonfeed.org/version/1.1"
            assert all({"id", "url", "title", "content_text", "date_published", "date_modified"} <= item.keys() for item in feed["items"])


def test_feeds_change_only_with_their_entries() -> None:
    """A later build with the same mails gives the same feeds."""
    one, other = built(60), built(60, now=samples.NOW + timedelta(hours=20))
    feeds = [path for path in one if path.endswith(("feed.atom", "feed.json"))]

    assert len(feeds) > 40
    assert [path for path in feeds if one[path] != other[path]] == []


def test_an_answer_changes_few_lists() -> None:
    """One more tag: whole rows where the series waits, is posted or touched; nothing for others who took part, no feed of areas."""
    before = [
        samples.row(number, areas=("net/core", "net/ipv4"), people=((samples.SUN.id, "Sun", "review"), (samples.NOA.id, "Noa", "test")))
        for number in range(30)
    ]
    old = before[3]
    now = old.last + timedelta(hours=1) if old.last else None
    new = msgspec.structs.replace(old, last=now, covered=old.covered + 1, people_counts=(0, 9, 0), questions_open=7, messages=99)
    after = [*before[:3], new, *before[4:]]
    one, other = (
        {file.path: file.data for file in publish.lists(publish.Collected(rows), samples.SITE, samples.ACCOUNT)} for rows in (before, after)
    )
    changed = {path for path in other if one.get(path) != other[path]}

    assert one.keys() == other.keys()
    assert [] == [path for path in changed if path.startswith((f"u/{samples.SUN.id}/", f"u/{samples.NOA.id}/"))]
    assert 2 == sum(path.startswith("f/") for path in changed)
    assert [] == [path for path in changed if path.startswith(("f/", "a/", "k/", "b/")) and "feed." in path]
    assert {"index.html", "feed.atom", "feed.json", f"u/{old.author.id}/feed.atom"} <= changed
    assert len(changed) <= 24


def test_a_series_stands_under_the_folders_it_changes_most() -> None:
    """Without MAINTAINERS: of seven touched folders the five with most changed lines, in the order in which they are met."""
    made = samples.full()
    latest = made.series.revisions[-1]
    lines = {"a/b": 1, "c/d": 90, "e/f": 80, "g/h": 70, "i/j": 2, "k/l": 60, "m/n": 50}
    files = tuple(FileEntry(f"{folder}/x.c", None, number, 0) for folder, number in lines.items())
    patches = (msgspec.structs.replace(latest.patches[0], files=files), *latest.patches[1:])
    patches = tuple(msgspec.structs.replace(one, files=one.files if one.files == files else ()) for one in patches)
    newest = msgspec.structs.replace(latest, patches=patches, files=())
    series = msgspec.structs.replace(made.series, maintainers=None, revisions=(*made.series.revisions[:-1], newest))

    assert ("c/d", "e/f", "g/h", "k/l", "m/n") == listing.row(msgspec.structs.replace(made, series=series)).areas


def test_one_series_more_leaves_further_pages_alone() -> None:
    """Counts stand on a list's first page alone: a series more at the end changes the first and the last of its pages."""
    site = msgspec.structs.replace(samples.SITE, window=2000)
    rows = [samples.row(number, group="needs-review", state="under-review", tree="net") for number in range(620)]
    found = _places.by_group(rows)[0].rows
    one, other = (
        {file.path: file.data for file in publish.lists(publish.Collected(held), site, samples.ACCOUNT)} for held in (found[:-1], found)
    )

    assert ["index.html", "page/4/index.html"] == sorted(
        path for path in other if path.endswith("index.html") and path.startswith(("index", "page/")) and one.get(path) != other[path]
    )


@pytest.fixture(scope="module")
def validator() -> jsonschema.protocols.Validator:
    """A validator for the published schema, itself checked."""
    schema = msgspec.json.decode(publish.schema())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_data_validates(files: dict[str, bytes], validator: jsonschema.protocols.Validator) -> None:
    """Every data file validates against the schema beside it."""
    documents = {
        path: msgspec.json.decode(data) for path, data in files.items() if path.startswith("data/") and path != "data/v1/schema.json"
    }

    assert len(documents) > 60
    assert [path for path, document in documents.items() if not validator.is_valid(document)] == []


def test_schema_refuses_other_shapes(validator: jsonschema.protocols.Validator) -> None:
    """The schema can fail."""
    assert not validator.is_valid({"schema": "netdev-digest/1", "series": 3})


def test_index_names_the_months(files: dict[str, bytes]) -> None:
    """The data index leads to every month file."""
    index = msgspec.json.decode(files["data/v1/index.json"])

    assert [f"data/v1/{month['path']}" for month in index["months"]] == sorted(path for path in files if path.startswith("data/v1/m/"))
    assert index["counts"] == {"messages": 4812, "duplicates": 11, "unreadable": 3, "left_out": 2, "series": 25}


def test_about_accounts_for_every_mail(files: dict[str, bytes]) -> None:
    """What came in is what is shown, duplicate, unreadable or left out."""
    tree = html.document_fromstring(files["about/index.html"].decode())
    cells = [int(cell.text.replace(",", "")) for cell in tree.xpath("//table[@class='ledger']//td")]

    assert cells[0] == sum(cells[1:5]) == 4828


def test_an_empty_site_has_its_pages() -> None:
    """Without a single series the board, about, search, feeds and data are there and well formed."""
    files = {file.path: file.data for file in publish.lists(publish.Collected([]), samples.SITE, publish.Account())}

    assert {
        "index.html",
        "feed.atom",
        "feed.json",
        "about/index.html",
        "search/index.html",
        "data/v1/index.json",
        "b/index.html",
    } <= files.keys()
    assert "No series here" in files["index.html"].decode()


def test_one_template_can_be_replaced(tmp_path: Any) -> None:
    """A file in the user's folder is used instead of ours, in the sandbox; the rest is ours."""
    (tmp_path / "posting.html").write_text("<!DOCTYPE html><title>mine {{ title }}</title>")
    site = msgspec.structs.replace(samples.SITE, templates_dir=str(tmp_path))

    files = {file.path: file.data for file in publish.render(samples.full(), site)}

    assert files[f"p/{publish.short(samples.COVER3)}/index.html"].startswith(b"<!DOCTYPE html><title>mine")


def test_a_template_runs_in_the_sandbox(tmp_path: Any) -> None:
    """A user's template that reaches for Python's inside is an error of the configuration."""
    (tmp_path / "posting.html").write_text("<!DOCTYPE html><title>mine</title>{{ ''.__class__ }}")
    site = msgspec.structs.replace(samples.SITE, templates_dir=str(tmp_path))

    with pytest.raises(DigestError):
        publish.render(samples.full(), site)


def test_counts_of_benchmarks_add_up() -> None:
    """The sentence above the table counts the changes that the verdicts beside it sum up to, on the page of a tool too."""
    many = [samples.row(number) for number in range(9)]
    extra = samples.result(3, samples.MIRA, change=None, verdict="unknown")
    many[3] = msgspec.structs.replace(many[3], results=(*many[3].results, extra))
    made = {file.path: file.data for file in publish.lists(publish.Collected(many), samples.SITE, samples.ACCOUNT)}
    for path in ("b/index.html", "b/netperf/index.html"):
        tree = html.document_fromstring(made[path].decode())
        verdicts = [int(item.findtext("b")) for item in tree.xpath("//ul[@class='now']/li[not(a)]")]

        assert tree.xpath("string(//p[@class='lede'])").startswith(f"{sum(verdicts)} changes in ")


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("feed.json", "netdev digest: board"),
        ("t/net-next/feed.json", "netdev digest: net-next"),
        ("t/none/feed.json", "netdev digest: no tree named"),
        ("g/needs-ack/feed.json", "netdev digest: Needs ACK"),
        ("a/2026-11/feed.json", "netdev digest: 2026-11"),
        ("b/netperf/feed.json", "netdev digest: benchmarks, netperf"),
        (f"u/{samples.OKE.id}/feed.json", "netdev digest: Oke Adeyinka-Brandt"),
    ],
)
def test_feeds_are_named_as_their_lists(files: dict[str, bytes], path: str, title: str) -> None:
    """A reader of feeds tells lists apart by their titles."""
    assert msgspec.json.decode(files[path])["title"] == title


def test_a_person_page_lists_the_tags_given(files: dict[str, bytes]) -> None:
    """Each tag with its series, patches and the mail; the newest first, none of them counted or ranked."""
    tree = html.document_fromstring(files[f"u/{samples.OKE.id}/index.html"].decode())
    rows = [[" ".join(cell.text_content().split()) for cell in row.xpath("./*")] for row in tree.xpath("//section[@id='given']//tbody/tr")]

    assert rows
    assert {row[0] for row in rows} == {"R reviewed"}
    assert all("patches 1–2, 4 of" in row[1] and row[2] == "2026-11-06" for row in rows)


@pytest.mark.parametrize(("numbers", "expected"), [((1, 2, 3, 5), "1–3, 5"), ((4,), "4"), ((), ""), ((1, 3), "1, 3")])
def test_ranges(numbers: tuple[int, ...], expected: str) -> None:
    """Runs of patches are written as such."""
    assert _words.ranges(numbers) == expected


def test_feeds_of_a_site_without_address_lead_up_from_their_folder() -> None:
    """Where no `--base-url` was given, links are relative to the feed, so that they hold wherever the site stands."""
    files = built(12, base_url="")
    for path, data in files.items():
        if path.endswith("feed.json"):
            folder = path.removesuffix("feed.json")
            for item in msgspec.json.decode(data)["items"]:
                assert item["url"].startswith("../" * folder.count("/") or "./"), path
                assert item["url"].endswith("/index.html"), path
