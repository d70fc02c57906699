# SPDX-License-Identifier: GPL-2.0-or-later
"""The series page: structure, evidence links, permanence, and every kind of fact in its place."""

import re
from datetime import timedelta

import msgspec
import publish_samples as samples
import pytest
from lxml import html
from lxml.html import HtmlElement
from publish_readback import links, pages

from digest import publish
from digest.model import Passage
from digest.publish import _body, _letters


@pytest.fixture(scope="module")
def page() -> HtmlElement:
    """The page of the full sample."""
    return html.document_fromstring(publish.render(samples.full(), samples.SITE)[0].data.decode())


def text(tree: HtmlElement, xpath: str) -> str:
    """The words of the first match, blanks squeezed."""
    return " ".join(tree.xpath(xpath)[0].text_content().split())


def test_files_of_a_series() -> None:
    """A series gives its page, its record and a page for each posting, with `/s/` pages where its id may once have been."""
    files = [file.path for file in publish.render(samples.full(), samples.SITE)]
    postings = [samples.patch_key(1, 1), samples.COVER2, samples.COVER3]
    postings += [samples.patch_key(version, index) for version in (2, 3) for index in (1, 2, 3, 4)]

    assert files[0] == f"s/{samples.full().series.id}/index.html"
    assert f"data/v1/s/{samples.full().series.id}.json" in files
    assert {f"p/{publish.short(key)}/index.html" for key in postings} <= set(files)
    assert f"s/{publish.short(samples.COVER3)}/index.html" in files
    assert len(files) == len(set(files))


def test_a_stub_leads_to_its_version() -> None:
    """The small page of a posting names series and version, in a link and a refresh."""
    files = {file.path: file.data for file in publish.render(samples.full(), samples.SITE)}
    tree = html.document_fromstring(files[f"p/{publish.short(samples.patch_key(2, 3))}/index.html"].decode())

    assert tree.xpath("//main//a/@href") == [f"../../s/{samples.full().series.id}/index.html#v2"]
    assert tree.xpath("//meta[@http-equiv='refresh']/@content") == [f"0; url=../../s/{samples.full().series.id}/index.html#v2"]


def test_no_age_and_no_build_date() -> None:
    """A later build of the same series gives the same bytes."""
    later = msgspec.structs.replace(samples.SITE, now=samples.NOW + timedelta(days=40))

    assert publish.render(samples.full(), later) == publish.render(samples.full(), samples.SITE)


def test_every_fact_links_to_a_line(page: HtmlElement) -> None:
    """Each piece of evidence has its anchor in the page, and no anchor is there twice."""
    ids = page.xpath("//@id")
    wanted = {f"m-{publish.short(item.key)}-L{item.line}" for item in _letters.evidence_of(samples.full().series)}

    assert wanted - set(ids) == set()
    assert len(ids) == len(set(ids))


def test_evidence_text_stands_at_its_anchor(page: HtmlElement) -> None:
    """The words of a fact stand in the line its link leads to."""
    for item in _letters.evidence_of(samples.full().series):
        line = page.get_element_by_id(f"m-{publish.short(item.key)}-L{item.line}").text_content()

        assert item.text.split("\n")[0] in line


def test_no_dead_link_within(page: HtmlElement) -> None:
    """Every fragment link of the page has its target."""
    path = f"s/{samples.full().series.id}/index.html"
    dead = [fragment for place, fragment in links(path, page) if place == path and fragment and not page.xpath("//*[@id=$id]", id=fragment)]

    assert dead == []


def test_outline_nests_and_flattens(page: HtmlElement) -> None:
    """Replies stand in the list below what they answer; past the sixth level they say their level."""
    top = page.xpath("//ol[@class='tree-list']/li")

    assert [li.get("id") for li in top] == [f"m-{publish.short(samples.COVER3)}", f"m-{publish.short(samples.COVER2)}"]
    assert page.xpath(f"//li[@id='m-{publish.short(samples.patch_key(3, 1))}']/ol/li/@id") == [f"m-{publish.short(samples.REPLIES['oke'])}"]
    assert len(page.xpath("//ol[@class='tree-list']//li")) == len(samples.letters())
    assert "level 9" in text(page, f"//li[@id='m-{publish.short('deep-8@lagune.example.org')}']")


def test_a_ring_of_replies_is_shown() -> None:
    """Mails that answer each other are all listed once."""
    full = samples.full()
    ring = (
        samples.letter("a@x.example", samples.OKE, 25, "Re: a", "b@x.example", "reply", "One."),
        samples.letter("b@x.example", samples.OKE, 25, "Re: b", "a@x.example", "reply", "Two."),
    )
    made = msgspec.structs.replace(full, letters=(*full.letters, *ring))
    tree = html.document_fromstring(publish.render(made, samples.SITE)[0].data.decode())

    assert len(tree.xpath("//ol[@class='tree-list']//li")) == len(made.letters)


def test_quotes_fold_and_diffs_stay_out(page: HtmlElement) -> None:
    """A quote is folded with its count and name; a diff is counted."""
    davit = f"//li[@id='m-{publish.short(samples.REPLIES['davit'])}']"

    assert text(page, f"{davit}//div/details/summary") == "7 quoted lines of Mira Tolstrup"
    assert "43 lines of diff left out" in text(page, f"//li[@id='m-{publish.short(samples.patch_key(3, 3))}']")


def test_a_long_mail_is_cut() -> None:
    """A mail shows 60 lines and says how many more there are."""
    letter = next(letter for letter in samples.letters() if letter.message.key == "deep-0@lagune.example.org")
    body = str(_body.body(letter, {}, "m-x"))

    assert body.count("<span id=") == 60
    assert "60 more lines, see the archive" in body


def test_evidence_past_the_cut_is_shown_with_lines_around() -> None:
    """A line that a fact was read from is there even past the limit, with three lines on either side."""
    letter = next(letter for letter in samples.letters() if letter.message.key == "deep-0@lagune.example.org")
    body = str(_body.body(letter, {100: [(1, "line 100")]}, "m-x"))

    assert [int(number) for number in re.findall(r'id="m-x-L(\d+)"', body)] == [*range(1, 61), *range(97, 104)]


def test_evidence_in_a_diff_is_an_excerpt(page: HtmlElement) -> None:
    """Words that stand in a part left out are quoted by themselves, at their anchor."""
    assert text(page, f"//*[@id='m-{publish.short(samples.patch_key(3, 4))}-L30']") == "… Nacked-by: nobody, in a diff"


def test_a_flat_copy_leads_to_the_column() -> None:
    """In a copy without line breaks a fact far in has an anchor of its own within the line."""
    letter = next(letter for letter in samples.letters() if letter.message.key == "flat@lagune.example.org")
    column = letter.passages[0].text.index("netperf 41.2") + 1
    body = str(_body.body(letter, {1: [(column, "netperf 41.2")]}, "m-x"))

    assert re.search(rf'id="m-x-L1C{column}"></span>netperf 41\.2', body)
    assert "[…]" in body


def test_matrix(page: HtmlElement) -> None:
    """Patch by person: only given tags count, each status has its own chip, the author comes last."""
    assert [text(row, "./td[1]") for row in page.xpath("//table[contains(@class,'matrix')]/tbody/tr")] == [
        "✓ 2 tags",
        "✓ 2 tags",
        "✓ 1 tag",
        "– none",
    ]
    heads = [" ".join(cell.text_content().split()) for cell in page.xpath("//table[contains(@class,'matrix')]/thead/tr/th")]
    assert heads[-1].endswith("author")
    chips = {chip.get("class").split()[1] for chip in page.xpath("//table[contains(@class,'matrix')]//a[contains(@class,'chip')]")}
    assert chips == {"given", "stale", "conditional", "self", "suggested", "withdrawn", "mismatched"}


def test_numbers(page: HtmlElement) -> None:
    """Figures stand as written beside their claims; what nobody reads stands verbatim."""
    boxes = [
        (box.get("class"), " ".join(box.xpath(".//p[last()]")[0].text_content().split()))
        for box in page.xpath("//div[contains(@class,'claim ')]")
    ]

    assert ("claim no", "!= does not hold 21.8 → 24.5 Mpps is +12.4 %") in boxes
    assert ("claim open", "– cannot be checked no pair of numbers to check it against") in boxes
    assert "eth2-0   183.2M" in page.xpath("//details/pre")[0].text
    assert [cell.text_content() for cell in page.xpath("(//table[@class='fig'])[1]/tbody/tr[1]/td[@class='r']")] == ["41.2", "43.9"]


def test_course_from_version_to_version(page: HtmlElement) -> None:
    """A metric that two versions report has its own table, where its figures changed."""
    captions = [
        text(table, "./caption") for table in page.xpath("//table[@class='fig']") if "from version to version" in table.text_content()
    ]

    assert captions == [
        "netperf: throughput, TCP_STREAM, flows 8 from version to version",
    ]


def test_forged_robot_is_marked(page: HtmlElement) -> None:
    """A robot's mail from another sender says so."""
    notes = [" ".join(note.text_content().split()) for note in page.xpath("//div[@class='note']") if "All broken" in note.text_content()]

    assert len(notes) == 1
    assert "! unverified sender, not counted" in notes[0]


def test_missing_patches_are_named(page: HtmlElement) -> None:
    """A version says which of its patches never arrived."""
    assert "! missing 2" in text(page, "//tr[@id='v1']")


def test_commands_and_links_use_the_message_id(page: HtmlElement) -> None:
    """`b4 shazam` and the archive link name the newest cover."""
    assert text(page, "//p[@class='get']/code") == f"b4 shazam {samples.COVER3}"
    assert page.xpath("//p[@class='get']/a/@href")[0] == f"https://lore.kernel.org/r/{samples.COVER3}/"


@pytest.mark.parametrize(
    ("message_id", "expected"),
    [
        ("a@b.example", "https://lore.kernel.org/r/a@b.example/"),
        ("a/b..%2f@example.org", "https://lore.kernel.org/r/a%2Fb..%252f@example.org/"),
        ('"><script>@x', "https://lore.kernel.org/r/%22%3E%3Cscript%3E@x/"),
        ("a b\n@x", "https://lore.kernel.org/r/a%20b%0A@x/"),
        ("\ud800@x", "https://lore.kernel.org/r/%ED%A0%80@x/"),
        (None, None),
        ("", None),
    ],
)
def test_archive_links_are_percent_encoded(message_id: str | None, expected: str | None) -> None:
    """No byte of a message-id can leave its place in the address."""
    assert publish.archived(samples.SITE, message_id) == expected


def test_a_mail_without_message_id_has_no_archive_link() -> None:
    """A made-up key never becomes an archive link."""
    full = samples.full()
    first = full.letters[0]
    lone = msgspec.structs.replace(first, message=msgspec.structs.replace(first.message, message_id=None))
    page = publish.render(msgspec.structs.replace(full, letters=(lone, *full.letters[1:])), samples.SITE)[0].data.decode()

    assert "No message-id, so no archive link" in page


def test_pages_carry_no_style_script_or_handler(files: dict[str, bytes]) -> None:
    """What the policy forbids is not there to begin with; each page has the policy, one h1 and one main."""
    for path, tree in pages(files):
        policy = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")

        assert len(policy) == 1, path
        assert policy[0].startswith("default-src 'none'; style-src 'self'"), path
        assert tree.xpath("//script | //style | //@style | //iframe | //object | //img") == [], path
        assert [
            name for element in tree.iter() if isinstance(element.tag, str) for name in element.attrib if name.startswith("on")
        ] == [], path
        assert len(tree.xpath("//h1")) == 1, path
        assert len(tree.xpath("//main")) == 1, path


def test_an_empty_series_has_a_page() -> None:
    """A series of which nothing is known but an id renders."""
    full = samples.full()
    bare = msgspec.structs.replace(
        full.series,
        title=None,
        former_titles=(),
        tree=None,
        revisions=(),
        tags=(),
        tests=(),
        fix_statement=None,
        robots=(),
        questions=(),
        maintainers=None,
        findings=(),
        benchmarks=(),
        notes=(),
    )
    files = publish.render(msgspec.structs.replace(full, series=bare, letters=(), ranges=(), problems=()), samples.SITE)

    assert "(no title)" in files[0].data.decode()


def test_small_enough(files: dict[str, bytes]) -> None:
    """The one stylesheet stays below 16 KB."""
    assert len(files["style.css"]) < 16_100


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([(31, "11.3"), (58, "10.0")], "… 11.3 … 10.0"),
        ([(1, "abc"), (4, "def")], "abcdef"),
        ([(1, "abcdef"), (3, "cd")], "abcdef"),
        ([(5, "abc"), (6, "bcde")], "… abcde"),
        ([(1, "x\ny")], "x"),
    ],
)
def test_words_known_of_a_line(found: list[tuple[int, str]], expected: str) -> None:
    """Several facts of one line that is not shown make one excerpt, in order, each once."""
    assert _body._joined(found) == expected


def quoting(text: str, wanted: dict[int, list[tuple[int, str]]], **more: int) -> str:
    """The body of a mail that is one quote at lines 5 to 9 of which `text` is kept."""
    letter = samples.letter(
        "q@x.example", samples.OKE, 25, "Re: q", None, "reply", "", quote=Passage("quote", 5, 5, text, 1, "Mira"), first=11
    )
    return str(_body.body(letter, wanted, "m-x", **more))


def test_the_last_lines_of_a_quote_keep_their_numbers() -> None:
    """The kept lines are the last ones, an empty last line among them."""
    body = quoting("eight\n", {})

    assert '<span id="m-x-L8">eight</span>' in body
    assert '<span id="m-x-L9"></span>' in body


def test_a_fact_in_a_quote_shows_the_line_as_it_stands() -> None:
    """Quotes are shown without marks; a line that a fact was read from is shown with them, as evidence is letter for letter."""
    body = quoting("rx.c:6: error\nmore", {8: [(1, ">> rx.c:6: error")]})

    assert '<span id="m-x-L8">&gt;&gt; rx.c:6: error</span>' in body


def test_a_fact_far_into_a_cut_line_is_an_excerpt() -> None:
    """What a copy without line breaks says beyond what is shown keeps its own anchor."""
    letter = samples.letter("f@x.example", samples.OKE, 25, "Re: f", None, "reply", "short", first=1)
    body = str(_body.body(letter, {1: [(5000, "Tested-by: Oke")]}, "m-x"))

    assert '<span id="m-x-L1">short</span>' in body
    assert '<span id="m-x-L1C5000"></span><code>… Tested-by: Oke</code>' in body


def test_many_people_make_a_list() -> None:
    """Past six people the tags of a patch stand in one cell with their names, so that nothing scrolls sideways."""
    full = samples.full()
    revision = full.series.revisions[-1]
    tag = revision.patches[0].tags[0]
    crowd = tuple(msgspec.structs.replace(tag, person=samples.person(f"Person {number}", f"p{number}@x.example")) for number in range(7))
    patches = (msgspec.structs.replace(revision.patches[0], tags=crowd), *revision.patches[1:])
    series = msgspec.structs.replace(
        full.series, revisions=(*full.series.revisions[:-1], msgspec.structs.replace(revision, patches=patches))
    )
    tree = html.document_fromstring(publish.render(msgspec.structs.replace(full, series=series), samples.SITE)[0].data.decode())

    assert tree.xpath("//table[contains(@class,'matrix')]") == []
    assert len(tree.xpath("//table[contains(@class,'tags')]/tbody/tr[1]//span[@class='tag']")) == 7
    assert text(tree, "//table[contains(@class,'tags')]/tbody/tr[1]/td[1]") == "✓ 7 tags"
