# SPDX-License-Identifier: GPL-2.0-or-later
# ruff: noqa: E501 - pages as sites write them have long lines
"""Pages of web archives: marks, masks, dates, dresses, damage; no page can raise, and a mail that speaks of an archive is no page."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest import archive
from digest.archive import _fields, _mask, _page, _soup, _when, hyperkitty, hypermail, lore, mhonarc, openwall, patchwork, pipermail, text
from digest.model import Copy, Message, Problem

PAGES = [kind for kind in archive.FORMATS if hasattr(kind, "pages")]
PLACE = Path("saved/page.html")


@pytest.mark.parametrize(
    ("undo", "masked", "whole"),
    [
        (_mask.marc, "Ada <ada () example ! com> says", "Ada <ada@example.com> says"),
        (_mask.marc, "to 192.0.2.2 () port 0 AF_INET", "to 192.0.2.2 () port 0 AF_INET"),
        (_mask.marc_field, "20240311 ! 4711-1 () mail ! example ! com", "20240311.4711-1@mail.example.com"),
        (_mask.marc_field, "Y4DD/5BtgD3 () boxer", "Y4DD/5BtgD3@boxer"),
        (_mask.mailman, "ada at example.com", "ada@example.com"),
        (_mask.mailman_body, "meet at example.com, <ada at example.com>", "meet at example.com, <ada@example.com>"),
        (_mask.mailman_body, "> Tested-by: bot at lists.example.org", "> Tested-by: bot@lists.example.org"),
        (_mask.hypermail, "_at__at_ -1,2 +1,2 _at__at_ int a", "@@ -1,2 +1,2 @@ int a"),
        (_mask.hypermail, "ada+k_at_example.com.", "ada+k@example.com."),
        (_mask.hypermail, "phy_at_speed(dev_at_slot.num)", "phy_at_speed(dev_at_slot.num)"),
        (_mask.hypermail_page, "CPU _at_ 2.2GHz root_at_(none)", "CPU @ 2.2GHz root@(none)"),
        (_mask.gmane, "Ada <ada <at> example.com>", "Ada <ada@example.com>"),
        (_mask.forum, "ada(a)example.com f(a) x", "ada@example.com f(a) x"),
    ],
)
def test_masks_undone(undo: object, masked: str, whole: str) -> None:
    """What a mask hid is made whole where that loses nothing, and prose and code stay."""
    assert callable(undo)

    assert whole == undo(masked)


@pytest.mark.parametrize(
    "address", ["ada...@example.com", "ada@...mple.com", "ada@xxxxxxxx", "ada@DOMAIN.HIDDEN", "a-HASH@public.gmane.org"]
)
def test_masks_that_lose(address: str) -> None:
    """What cannot be made whole is known as such."""
    assert _mask.gone(address)
    assert not _mask.gone("ada@example.com")


@pytest.mark.parametrize(
    ("shown", "moment"),
    [
        ("Thu, 10 Apr 2014 19:57:59 -0300", datetime(2014, 4, 10, 22, 57, 59, tzinfo=UTC)),
        ("7 May 2010 01:10", datetime(2010, 5, 7, 1, 10, tzinfo=UTC)),
        ("2024-03-11  9:15 UTC", datetime(2024, 3, 11, 9, 15, tzinfo=UTC)),
        ("2024-03-11T09:15:00+01:00", datetime(2024, 3, 11, 8, 15, tzinfo=UTC)),
        ("Tue Feb  1 13:02:27 MST 2005", datetime(2005, 2, 1, 20, 2, 27, tzinfo=UTC)),
        ("Thu May 06 2010 - 22:02:11 EDT", datetime(2010, 5, 7, 2, 2, 11, tzinfo=UTC)),
        ("March 5, 2020, 1:01 p.m. UTC", datetime(2020, 3, 5, 13, 1, tzinfo=UTC)),
        ("Sept. 5, 2020, noon", datetime(2020, 9, 5, 12, 0, tzinfo=UTC)),
        ("Jan. 1, 2020, 1 p.m.", datetime(2020, 1, 1, 13, 0, tzinfo=UTC)),
        ("Apr 10, 2014, 7:57:59 PM", datetime(2014, 4, 10, 19, 57, 59, tzinfo=UTC)),
        ("Tue Feb 31 13:02:27 2005", None),
        ("no date", None),
    ],
)
def test_dates(shown: str, moment: datetime | None) -> None:
    """Dates as archives print them; one without a zone is UTC, an impossible one none."""
    assert moment == _when.when(shown)


def test_zone_is_kept() -> None:
    """A date keeps the zone it was written in."""
    assert timezone(timedelta(hours=-3)) == (_when.when("Thu, 10 Apr 2014 19:57:59 -0300") or datetime.now(UTC)).tzinfo


@pytest.mark.parametrize("kind", PAGES, ids=lambda kind: kind.NAME)
def test_a_mail_is_no_page(kind: archive.Format) -> None:
    """A mail, raw or in a mailbox, that speaks of every archive's marks is claimed by no kind of page."""
    marks = (
        '<a href="x/_/text/help/">help</a> <!-- MHonArc v2.6 --> <!--X-Message-Id: x --> content="hypermail 2" <!--beginarticle--> - MARC</title>'
        '[day]</a> [month]</a> openwall.com/blists <title>LKML: x hyperkitty id="patch-meta" groups.google.com find-root.php?message_id= permalink'
    )
    head = f"From: Ada <ada@example.com>\nSubject: x\nMessage-ID: <1@example.com>\nReceived: x\n\n{marks}\n".encode()
    if kind.NAME != "text":
        assert not kind.sniff(Path("a.eml"), head)
        assert not kind.sniff(Path("a.mbox"), b"From ada@example.com Thu Jan  4 09:00:00 2024\n" + head)


def test_other_hosts() -> None:
    """Instances under other names are known by layout, not by host."""
    page = b'<html><head><title>x</title></head><body><pre><a href="https://inbox.example.org/n/_/text/help/">help</a> / <a href="../_/text/mirror/">m</a>'
    assert lore.sniff(PLACE, page)
    assert mhonarc.sniff(PLACE, b"<html><head></head><body><!--X-Message-Id: 1@x -->")


def test_html_mail_in_mhonarc() -> None:
    """Flowed and HTML bodies get their lines and quote marks back; what a network hides of addresses is read."""
    page = (
        "<!-- MHonArc v2.6.19 -->\n<!--X-Subject: Re: x&#45;y -->\n<!--X-From-R13: @qn Rknzcyr <nqnNrknzcyr.pbz> -->\n<!--X-Message-Id: 2@example.com -->\n"
        "<!--X-Reference: 0@example.com -->\n<!--X-Reference: 1@example.com -->\n<!--X-Head-End-->\n<html><body>\n<ul>\n<li><em>Date</em>: Mon, 11 Mar 2024 "
        "10:15:00 +0100</li>\n<li><em>From</em>: Ada &lt;ada@xxxxxxxxxxx&gt;</li>\n</ul>\n<!--X-Body-of-Message-->\n"
        '<pre style="margin: 0em;">\nBob wrote:\n</pre><blockquote style="x"><pre>\nOld.\n\n</pre><tt>Long \n</tt><tt>line.\n</tt></blockquote>'
        '<pre>\nMine &lt;ada@xxxxxxxxxxx&gt; and <a class="__cf_email__" data-cfemail="422023022d6c26">[email&#160;protected]</a>\n</pre>\n'
        "<!--X-Body-of-Message-End-->\n<ul><li>Next by Date: other</li></ul></body></html>"
    )
    found = mhonarc.pages(page)[0]

    assert ("Re: x-y", "2@example.com", ("1@example.com", "0@example.com")) == (found.subject, found.message_id, found.parents)
    assert "Bob wrote:\n> Old.\n>\n> Long \n> line.\nMine <ada@example.com> and ba@o.d\n" == found.body


def test_hypermail_lines() -> None:
    """Each `<br>` ends a line; no-break spaces are indentation; a list of attachments is no mail."""
    page = (
        '<html><head><meta name="generator" content="hypermail 2.4.1" /></head><body>\n<!-- sent="Mon, 11 Mar 2024 10:15:00 +0100" -->\n'
        '<!-- isosent="20240311091500" -->\n<!-- name="Ada" -->\n<!-- email="ada_at_example.com" -->\n<!-- subject="x" -->\n<!-- id="1_at_example.com" -->\n'
        '<!-- body="start" -->\n<div class="mail"><p>\nOne\n<br />\n&nbsp;&nbsp;two\n<br />\n<br />\n<em class="quotelev1">&gt; old\n</em><br />\n'
        '<div>\n<ul>\n<li>text/x-patch attachment: <a href="att/x">x</a></li>\n</ul>\n</div>\n<span id="received">Received on Mon</span></div>\n<!-- body="end" -->'
    )
    found = hypermail.pages(page)[0]

    assert ('"Ada" <ada@example.com>', "1@example.com", "One\n  two\n\n> old") == (found.author, found.message_id, found.body.rstrip())


@pytest.mark.parametrize(
    ("link", "own", "parents"),
    [
        ("Subject=x&In-Reply-To=%3C1%40example.com%3E", None, ("1@example.com",)),
        ("Subject=Re%3A%20x&In-Reply-To=1%40example.com", "1@example.com", ()),
    ],
)
def test_pipermail_link(link: str, own: str | None, parents: tuple[str, ...]) -> None:
    """Old releases name the mail that is answered in the link to the writer, newer ones the mail itself."""
    page = (
        f'<HTML><BODY><H1>[net] x</H1><B>Ada</B> <A HREF="mailto:net%40lists.example.org?{link}" TITLE="x">ada at example.com</A><BR>'
        "<I>Tue Feb  1 13:02:27 MST 2005</I><HR><!--beginarticle-->\n<PRE>&gt;<i> old\n</I>new &lt;<A HREF='x'>ada at example.com</A>&gt;\n</PRE><!--endarticle-->"
    )
    found = pipermail.pages(page)[0]

    assert (own, parents, "> old\nnew <ada@example.com>\n") == (found.message_id, found.parents, found.body)


def test_pipermail_lost_reply_mark() -> None:
    """Where pipermail dropped "Re:", a mail that opens with a quote is an answer and no patch."""
    page = "<HTML><BODY><H1>[net] [PATCH] x</H1><B>Ada</B><!--beginarticle--><PRE>On Monday, Bob wrote:\n&gt;<i> old\n</I>Fine.\n</PRE><!--endarticle-->"

    assert "Re: [net] [PATCH] x" == pipermail.pages(page)[0].subject


def test_parts_of_a_mail() -> None:
    """Lines that an archive prints between the parts of a mail are not the mail's."""
    inbox = (
        "<html><body><pre><a href='../_/text/help/'>help</a></pre><pre\nid=b>From: Ada &lt;ada@example.com&gt;\nSubject: x\nDate: Mon, 11 Mar 2024 10:15:00 +0100\n"
        "Message-ID: &lt;1@example.com&gt;\n\n<a href='1.1-a.txt'>[-- Attachment #1.1: Type: text/plain, Size: 10 bytes --]</a>\n\nWords.\n\n"
        "<a href='1.2'>[-- Attachment #1.2: signature.asc --]\n[-- Type: application/pgp-signature, Size: 488 bytes --]</a>\n\n"
        "<a href='2-a'>[-- Attachment #2: x.patch --]\n[-- Type: text/x-patch, Size: 9 bytes --]</a>\n\ndiff --git a/x b/x\n</pre></body></html>"
    )
    blists = (
        '<title>n - x</title>\n<a href=".">[day]</a> <a href="..">[month]</a>\n<pre>\nDate: Mon, 11 Mar 2024 10:15:00 +0100\nFrom: Ada &lt;ada&#64;...mple.com>\n'
        'Subject: x\n\nWords.\n\n<span style="font-family: times;"><strong>Content of type "</strong>text/html<strong>" skipped</strong></span>\n</pre>'
    )

    assert "Words.\n\ndiff --git a/x b/x\n" == lore.pages(inbox)[0].body
    assert ("Words.", "Ada <ada@...mple.com>") == (openwall.pages(blists)[0].body.strip(), openwall.pages(blists)[0].author)


def test_hyperkitty_boxes() -> None:
    """Quotes folded into boxes get their marks back, in the markup of old and of new releases; a changed subject is the mail's own."""
    old = (
        '<html><link href="/static/hyperkitty/x.css"><body><h3>x</h3><div class="email"><div class="email-header"><span class="name">Ada</span></div>'
        '<div class="email-body">Bob wrote:\n<div class="quoted-switch"><a href="#">...</a></div><div class="quoted-text quoted-text-0"> One\n Two:\n'
        '<div class="quoted-text quoted-text-1">  three </div> four </div>Mine.\n</div></div>'
        '<div class="email"><div class="email-header"><span class="name">Bob</span><div class="subject">New subject: y</div></div><div class="email-body">Z</div></div>'
    )
    found = hyperkitty.pages(old)

    assert "Bob wrote:\n> One\n> Two:\n>> three \n> four \nMine.\n" == found[0].body
    assert ["x", "y"] == [mail.subject for mail in found]


def test_patchwork_without_comments() -> None:
    """A cover page: headers folded away give what the page does not print."""
    page = (
        '<html><body><h1>[0/2] x</h1><table id="patch-meta"><tr><th>Message ID</th><td>1@example.com</td></tr><tr><th>Headers</th><td><div id="patch-headers">'
        "<pre>Received: x\nFrom: Ada &lt;ada@example.com&gt;\nSubject: [PATCH net 0/2] x\nDate: Mon, 11 Mar 2024 10:15:00 +0100\n</pre></div></td></tr></table>"
        '<h2>Message</h2><div class="submission-message"><div class="meta"><span>Ada</span></div><pre class="content">\nWords.\n  </pre></div></body></html>'
    )
    found = patchwork.pages(page)[0]

    assert ("[PATCH net 0/2] x", "Ada <ada@example.com>", "Words.\n") == (found.subject, found.author, found.body)


def test_from_lines() -> None:
    """The mark that a mailbox put before `From ` goes, unless the lines beside are quoted too."""
    assert "a\nFrom b\n" == _fields.bare_from("a\n>From b\n")
    assert "> a\n>From b\n" == _fields.bare_from("> a\n>From b\n")


@pytest.mark.parametrize(
    "page",
    [
        b"<html><!--X-Message-Id: 1 --><body>" + b"<!--" * 100_000,
        b"<html><head></head><body><!-- MHonArc v2 --><!--X-Body-of-Message-->" + b"<div>" * 20_000,
        b"<html><body><!--beginarticle--><pre>" + b"<i>" * 50_000 + b"x",
        b'<html><body><div class="email"><div class="email-body">hyperkitty' + b"<blockquote>" * 5_000,
        b"<html>" + b"</a" * 100_000,
        b"<html><body><pre\nid=b>From: " + b"a" * 400_000 + b"\nMessage-ID: <1@x>\nSubject: x\n\n/text/help/ /text/mirror/",
        b"<html><body>" + b"&lt;" * 100_000,
        b"From: " + b"<" * 60_000 + b" Subject: x Date: y",
        b"From mboxrd@z Thu Jan 1 00:00:00 1970 " + b"From: a Subject: b Date: c " * 5_000,
        b"wrote: > " * 40_000,
        b"Reviewed-by: a <a@b> at c () d ! e _at_ " * 8_000,
        b"> " * 100_000 + b"x@y.z",
        b"[a](http://b " * 20_000 + b"](msg1.html)",
        b"\n   1. http:x" * 20_000 + b"\nReferences\n\n   1. http://x\n",
    ],
)  # fmt: skip
def test_hostile_pages(page: bytes) -> None:
    """Pages made to hurt end, in every reader that might meet them."""
    words = _soup.decode(page)
    for kind in PAGES:
        kind.sniff(PLACE, page[:65536])
        kind.pages(words)  # type: ignore[attr-defined]


def test_too_long(tmp_path: Path) -> None:
    """A page over the limit is told, not read whole."""
    path = tmp_path / "x.html"
    path.write_bytes(b"<html><body><!--X-Message-Id: 1@x --><!--X-Body-of-Message--><pre>" + b"a" * (_soup.LIMIT + 10))
    part = archive.parts(path)[0]
    items = list(archive.read(archive.scan(part, archive="x").shards[0]))

    assert any(isinstance(item, Problem) and "longer than 5 MiB" in item.text for item in items)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=400), st.sampled_from(PAGES))
def test_no_bytes_raise(data: bytes, kind: archive.Format) -> None:
    """Whatever a file holds, no reader of pages raises, and what it finds makes Messages."""
    for page in (data, b"<html>" + data, b"From: a\nSubject: b\nDate: c\n\n" + data):
        kind.sniff(PLACE, page)
        for found in kind.pages(_soup.decode(page)):  # type: ignore[attr-defined]
            assert isinstance(_page.message(found, Copy("x", "y")), Message)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="<>/!-=\"'abprediv \n:@._()>&;#", max_size=300))
def test_no_markup_raises(words: str) -> None:
    """The same for what looks like markup and mail."""
    for kind in PAGES:
        for page in (words, f"<html><!--X-Message-Id: 1@x --><!--X-Body-of-Message--><!--beginarticle-->{words}"):
            kind.pages(page)  # type: ignore[attr-defined]


def test_text_is_asked_last() -> None:
    """A text needs a sign of mail, and code, notes and tables are none."""
    assert text is archive.FORMATS[-1]
    assert text.sniff(Path("a.txt"), b"On Monday, Ada wrote:\n> x\n")
    assert not text.sniff(Path("a.txt"), b"just some words\n")
    assert not text.sniff(Path("README.md"), b"On Monday, Ada wrote:\n> x\n")
    assert not text.sniff(Path("a.txt"), b"From: x\0\0\0")
