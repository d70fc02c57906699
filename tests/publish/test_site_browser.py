# SPDX-License-Identifier: GPL-2.0-or-later
"""Pages in a real Chromium: nothing runs, nothing is asked of elsewhere, nothing overflows, axe finds nothing.

Skipped without playwright or Chromium; axe-core is looked up in AXE (a path to axe.min.js) or node_modules.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import publish_browser as real
import publish_samples as samples
import pytest
import test_site_escape as hostile

from digest import publish

pytest.importorskip("playwright", reason="playwright is not installed")
if real.executable() is None:
    pytest.skip("no Chromium on this machine", allow_module_level=True)

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
RULES = "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """One browser for this module."""
    with real.browser() as running:
        yield running


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """The sample site over HTTP."""
    with real.served(folder) as url:
        yield url


def axe() -> str | None:
    """The source of axe-core, or None."""
    places = [os.environ.get("AXE"), "node_modules/axe-core/axe.min.js"]
    return next((Path(place).read_text() for place in places if place and Path(place).is_file()), None)


@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "width"), real.VARIANTS)
def test_every_kind_of_page(chromium: Any, address: str, folder: Path, scheme: str, width: int) -> None:
    """No sideways scrolling, no message of the console, no request elsewhere, no finding of axe."""
    # The two outer variants stand for all four with axe, which takes a second a page.
    source = axe() if (scheme, width) in (real.VARIANTS[0], real.VARIANTS[-1]) else None
    context = chromium.new_context(color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=source is not None)
    asked: list[str] = []
    said: list[str] = []
    page = context.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    for name, path in real.kinds(folder).items():
        if name == "posting":
            continue
        page.goto(address + path, wait_until="load")

        assert page.evaluate(OVERFLOW) == 0, name
        if source:
            page.evaluate(source)
            assert [found["id"] for found in page.evaluate(RULES)["violations"]] == [], name
    context.close()

    assert said == []
    assert [url for url in asked if not url.startswith((address, "data:"))] == []


@pytest.mark.slow
@pytest.mark.parametrize("guarded", [True, False])
def test_hostile_words_do_nothing(chromium: Any, tmp_path: Path, guarded: bool) -> None:  # noqa: FBT001
    """With and without the policy no payload runs, in a series page and in the lists."""
    root = tmp_path / "site"
    with publish.Folder(root) as out:
        for number, payload in enumerate(hostile.PAYLOADS):
            made = hostile.summary_with(payload)
            series = msgspec.structs.replace(made.series, id=f"{number:012x}")
            out.write(publish.render(msgspec.structs.replace(made, series=series), samples.SITE)[:1])
        rows = [msgspec.structs.replace(hostile.row_with(payload), id=f"{number:012x}") for number, payload in enumerate(hostile.PAYLOADS)]
        out.write(publish.lists(publish.Collected(rows), samples.SITE, samples.ACCOUNT))
        out.finish(b"{}")
    happened: list[str] = []
    context = chromium.new_context(bypass_csp=not guarded)
    page = context.new_page()
    page.on("dialog", lambda dialog: (happened.append(dialog.message), dialog.dismiss()))
    page.on("console", lambda message: happened.append(message.text))
    with real.served(root) as url:
        for path in ("", "b/", "search/", *(f"s/{number:012x}/" for number in range(len(hostile.PAYLOADS)))):
            page.goto(url + path)
            page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    context.close()

    assert happened == []


@pytest.mark.slow
def test_a_posting_leads_to_its_series(chromium: Any, address: str) -> None:
    """The small page at a posting's address moves on to the version."""
    page = chromium.new_page()
    page.goto(address + f"p/{publish.short(samples.patch_key(2, 3))}/")
    page.wait_for_url(f"{address}s/{samples.full().series.id}/index.html#v2", timeout=5000)

    assert "net: sable" in page.title()


@pytest.mark.slow
def test_reading_without_scripts(chromium: Any, address: str) -> None:
    """With JavaScript off an evidence link opens the mail it leads to, and the line is there to read."""
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(address + f"s/{samples.full().series.id}/")
    page.click("#numbers .fig tbody a.ev >> nth=0")
    target = page.locator(":target")
    target.wait_for(state="visible", timeout=5000)

    assert "41.2 +- 0.4" in target.text_content()
    context.close()


@pytest.mark.slow
def test_printing(chromium: Any, address: str) -> None:
    """A series page prints to a PDF of some pages, with its folds open."""
    page = chromium.new_page()
    page.goto(address + f"s/{samples.full().series.id}/")
    data = page.pdf(format="A4", print_background=True)

    assert data.startswith(b"%PDF")
    assert 2 <= data.count(b"/Type /Page\n") + data.count(b"/Type /Page ") + data.count(b"/Type/Page/") <= 40


@pytest.mark.slow
def test_search_sets_results_as_text(chromium: Any, tmp_path: Path) -> None:
    """With the extra, words are found by keyboard under the strict policy; hostile titles and excerpts come out as text."""
    pytest.importorskip("pagefind", reason="the extra search is not installed")
    site = msgspec.structs.replace(samples.SITE, search=True)
    root = tmp_path / "site"
    with publish.Folder(root) as out:
        for number, payload in enumerate(hostile.PAYLOADS):
            made = hostile.summary_with(payload)
            series = msgspec.structs.replace(made.series, id=f"{number:012x}")
            out.write(publish.render(msgspec.structs.replace(made, series=series), site)[:1])
        out.write(publish.lists(publish.Collected(samples.rows(5)), site, samples.ACCOUNT))
        out.flush()
        out.write(publish.search_index(out.path, site))
        out.finish(b"{}")
    happened: list[str] = []
    page = chromium.new_page()
    page.on("dialog", lambda dialog: (happened.append(dialog.message), dialog.dismiss()))
    page.on("console", lambda message: happened.append(message.text))
    with real.served(root) as url:
        page.goto(url + "search/")
        page.focus("#words")
        page.keyboard.type("alert")
        page.keyboard.press("Enter")
        page.locator(".found li").first.wait_for(timeout=10_000)
        page.wait_for_timeout(300)
        found = page.locator(".found li a").all_text_contents()
        strange = page.locator(".found script, .found img, .found svg").count()

    assert any("<script>alert(1)</script>" in title for title in found)
    assert strange == 0
    assert happened == []
