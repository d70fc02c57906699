# SPDX-License-Identifier: GPL-2.0-or-later
"""Words on their way out, and folder names."""

import msgspec
import publish_samples as samples
import pytest

from digest import publish
from digest.publish import _links, _words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\nb", "a b"),
        ("a\r\nBcc: evil@x", "a Bcc: evil@x"),
        ("\x1b[31mred", "[U+001B][31mred"),
        ("x\u202ey", "x[U+202E]y"),
        ("x\x00y\x85z", "x[U+0000]y z"),
        ("  many   blanks ", "many blanks"),
        (None, ""),
        ("é 孫 נ", "é 孫 נ"),
        ("\ud800", "[U+D800]"),
    ],
)
def test_one_line(text: str | None, expected: str) -> None:
    """One printable line, whatever came in."""
    assert publish.one_line(text) == expected


@pytest.mark.parametrize(
    ("percent", "expected"),
    [(12.39, "+12.4\u00a0%"), (-31.0, "\u221231.0\u00a0%"), (0.04, "0.0\u00a0%"), (-0.01, "0.0\u00a0%"), (1234.5, "+1,234.5\u00a0%")],
)
def test_signed(percent: float, expected: str) -> None:
    """A true minus sign, one decimal, no sign on nothing."""
    assert _words.signed(percent) == expected


@pytest.mark.parametrize(("number", "expected"), [(1, "1 patch"), (2, "2 patches"), (0, "0 patches"), (1234, "1,234 patches")])
def test_count(number: int, expected: str) -> None:
    """Singular and plural."""
    assert _words.count(number, "patch", "patches") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("write to mira@fjellnet.example please", "write to mira@fjellnet\u2022example please"),
        ("<a.b+c@x.y.example.org>", "<a.b+c@x.y.example\u2022org>"),
        ("no address @ all", "no address @ all"),
    ],
)
def test_veiled_text(text: str, expected: str) -> None:
    """The last dot of a domain becomes a bullet."""
    assert _words.veiled_text(text) == expected


def test_veiled_site_shows_no_address() -> None:
    """With addresses obfuscated no page, feed or record holds one, and links still work."""
    site = msgspec.structs.replace(samples.SITE, obfuscate=True)
    rows = publish.Collected(samples.rows(20))
    made = [*publish.render(samples.full(), site), *publish.lists(rows, site, samples.ACCOUNT)]
    whole = "\n".join(file.data.decode() for file in made)

    assert "oke@lagune.example.org" not in whole
    assert "sun.xiaolan@yunling.example" not in whole
    assert "oke@lagune.example\u2022org" in whole
    assert f"https://lore.kernel.org/r/{samples.COVER3}/" in whole


def test_slugs_never_meet() -> None:
    """Names that differ by more than case and separators have different folders."""
    names = [
        "net-next",
        "NETWORKING [GENERAL]",
        "NETWORKING (GENERAL)",
        "../../etc/passwd",
        "",
        "é",
        "è",
        "x" * 300,
        "x" * 301,
        "a\x00b",
        "net_next!",
    ]
    slugs = [_links.slug(name) for name in names]

    assert len(set(slugs)) == len(names)
    assert all(slug and slug.isascii() and slug.replace("-", "").isalnum() for slug in slugs)


def test_slug_of_a_plain_name_reads_well() -> None:
    """A tree or a path keeps its words."""
    assert _links.slug("net-next") == "net-next"
    assert _links.slug("drivers/net/ethernet/intel") == "drivers-net-ethernet-intel"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Brandt, Delia", "Delia Brandt"),
        ("Zielińska-Nowak, Marta A.", "Marta A. Zielińska-Nowak"),
        ("Delia Brandt", "Delia Brandt"),
        ("Weber, Jr.", "Weber, Jr."),
        ("Halden Silicon, Inc", "Halden Silicon, Inc"),
        ("a, b, c", "a, b, c"),
        ("patches, 2 of 3", "patches, 2 of 3"),
        (", Delia", ", Delia"),
    ],
)
def test_usual_order_of_a_name(name: str, expected: str) -> None:
    """A family name written first goes last; what may be no name stays."""
    assert _words.usual(name) == expected


def test_one_spelling_a_person() -> None:
    """However a person's mails spell the name, a page spells it once: the usual order before the turned one."""
    full = samples.full()
    turned = msgspec.structs.replace(samples.OKE, name="Adeyinka-Brandt, Oke")
    letters = tuple(
        msgspec.structs.replace(one, message=msgspec.structs.replace(one.message, author=turned))
        if one.message.author.id == samples.OKE.id
        else one
        for one in full.letters
    )
    page = publish.render(msgspec.structs.replace(full, letters=letters), samples.SITE)[0].data.decode()

    assert "Adeyinka-Brandt, Oke" not in page
    assert samples.OKE.name in page
