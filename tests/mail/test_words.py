# SPDX-License-Identifier: GPL-2.0-or-later
"""Whose words are whose.

Each file of `data/mail/words` marks its lines o(wn), q(uote), Q (a quote in a quote), a(ttribution), s(ignature), f(ooter).
"""

from pathlib import Path

import pytest

from digest import mail
from digest.model import Copy, Text

WORDS = Path(__file__).parent.parent / "data" / "mail" / "words"
HERE = Copy("test", "1")
LETTER = {"own": "o", "quote": "q", "attribution": "a", "signature": "s", "footer": "f"}


def letters(text: Text) -> list[str]:
    """The letter of each line of a body, by the span that holds its first character."""
    out = []
    at = 0
    for line in text.body.split("\n"):
        span = next((s for s in text.spans if s.start <= at < s.end), None)
        kind = LETTER[span.kind] if span else (out[-1] if out else "o")
        out.append("Q" if kind == "q" and span and span.depth > 1 else kind)
        at += len(line) + 1
    return out


@pytest.mark.parametrize("path", sorted(WORDS.glob("*.txt")), ids=lambda p: p.stem)
def test_lines(path: Path) -> None:
    """Each line is of the kind its file says; own and quoted words are as long as the body and stand at their place."""
    lines = path.read_text().removesuffix("\n").split("\n")
    body = "\n".join(line[2:] for line in lines)
    subject = "[PATCH] ring" if path.stem.startswith("patch") else "Re: ring"
    message = mail.from_fields(HERE, body, subject=subject, author="Otto Brandt <otto@brandt.example>")
    text = mail.words(message)
    assert [line[0] for line in lines] == letters(text)
    assert len(body) == len(text.own) == len(text.quoted)
    for kept in (text.own, text.quoted):
        assert all(a in {b, " "} for a, b in zip(kept, body, strict=True))
    own = [line[2:].split() for line in lines if line[0] == "o"]
    assert [w for words in own for w in words] == text.own.split()


def test_quoted_words_lose_their_marks() -> None:
    """In `quoted` the marks are blanks, so that a grammar meets the quoted words at their own columns."""
    text = mail.words(mail.from_fields(HERE, "On 3 Nov 2026, Nora wrote:\n> > 8.87 Gbit/s\n>> 9.41 Gbit/s\nfine\n"))
    assert text.quoted == " " * 26 + "\n    8.87 Gbit/s\n   9.41 Gbit/s\n    \n"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("On Tue, 3 Nov 2026 at 10:15, Nora Quist <nora@quist.example> wrote:", "Nora Quist"),
        ("On Tue, Nov 03, 2026 at 10:15:00AM +0100, Nora Quist wrote:", "Nora Quist"),
        ("On 03/11/2026 10:15, Jun Marwood wrote:", "Jun Marwood"),
        ("On Tuesday, 3 November 2026 10:15:00 CET Nora Quist wrote:", "Nora Quist"),
        ('On Tue, 3 Nov 2026 10:15:00 +0100 "Quist, Nora" <nora@quist.example> wrote:', "Quist, Nora"),
        ("On 11/3/26, nora@quist.example wrote:", "nora@quist.example"),
        ("Nora Quist <nora@quist.example> writes:", "Nora Quist"),
        ("Quoting Nora Quist <nora@quist.example>:", "Nora Quist"),
        ("* Nora Quist <nora@quist.example> [2026-11-03 10:15]:", "Nora Quist"),
        ("Am 03.11.26 um 10:15 schrieb Nora Quist:", "Nora Quist"),
        ("2026/11/3 Nora Quist <nora@quist.example>:", "Nora Quist"),
        ("On Tue, 3 Nov 2026 17:29:47 +0200 you wrote:", None),
        ("On Tue, 3 Nov 2026 10:15:00 +0000 Nora Quist via B4 Relay <devnull+nora.quist.example@kernel.org> wrote:", "Nora Quist"),
        ("On Tue, 3 Nov 2026 10:15:00 +0000 Drivers <drivers-bounces@list.example> On Behalf Of Nora Quist wrote:", "Nora Quist"),
        ("On Tue, 3 Nov 2026 10:15:00 +0000 Drivers <drivers-bounces@list.example> wrote:", None),
        ("On Tue, 3 Nov 2026 10:15:00 +0000 netlist <netlist@lists.example.org> wrote:", None),
    ],
)
def test_who_is_quoted(line: str, name: str | None) -> None:
    """The attribution gives the name of the person quoted."""
    text = mail.words(mail.from_fields(HERE, f"{line}\n> text\nown\n"))
    assert [("attribution", name), ("quote", name), ("own", None)] == [(s.kind, s.who) for s in text.spans]


@pytest.mark.parametrize(
    ("sender", "name"),
    [
        ("Drivers <drivers-bounces@list.example> On Behalf Of Nora Quist", "Nora Quist"),
        ("Drivers <drivers-bounces@list.example> Im Auftrag von Nora Quist <nora@quist.example>", "Nora Quist"),
        ("Drivers <drivers-bounces@list.example>", None),
        ("Nora Quist via Drivers <drivers@lists.example.org>", "Nora Quist"),
        ("Nora Quist <nora@quist.example>", "Nora Quist"),
    ],
)
def test_a_list_writes_nothing(sender: str, name: str | None) -> None:
    """Of a list that passed a mail on, the person it names is quoted, or nobody."""
    body = f"Own words.\n\n> -----Original Message-----\n> From: {sender}\n> Sent: Tuesday\n> To: drivers\n>\n> text\n"
    quoted = [s.who for s in mail.words(mail.from_fields(HERE, body)).spans if s.kind == "quote"]
    assert name == quoted[-1]
    body = f"Own words.\n\n-----Original Message-----\nFrom: {sender}\nSent: Tuesday\nTo: drivers\n\ntext\n"
    assert [name] == [s.who for s in mail.words(mail.from_fields(HERE, body)).spans if s.kind == "quote"]


@pytest.mark.parametrize(
    ("lines", "quoted"),
    [
        (["> One wish, and it is this:", ">   keep the name.", "> > Older words."], [(1, "Nora"), (2, None)]),
        (
            ["> Otto Brandt <otto@brandt.example> wrote:", "> > Older words.", "> Newer ones."],
            [(1, "Nora"), (2, "Otto Brandt"), (1, "Nora")],
        ),
        (
            ["> On Mon, 2 Nov 2026 at 10:15, Otto Anton Brandt", "> <otto@brandt.example> wrote:", ">> Older words."],
            [(1, "Nora"), (2, "Otto Anton Brandt")],
        ),
        (
            ["> Newer words.", "> From: Ada Holm <ada@holm.example>", "> Sent: Monday", "> To: Nora", ">", "> Older words."],
            [(1, "Nora"), (1, "Ada Holm")],
        ),
        (["> Newer words.", "> From: here on it is slow", "> and stays so."], [(1, "Nora")]),
    ],
    ids=["a sentence with a colon", "an attribution", "in two lines", "a header block", "no header block"],
)
def test_who_is_quoted_in_a_quote(lines: list[str], quoted: list[tuple[int, str | None]]) -> None:
    """Within a quote a name comes from an attribution or a header block, never from any sentence that ends in a colon."""
    text = mail.words(mail.from_fields(HERE, "\n".join(["On Tue, 3 Nov 2026, Nora wrote:", *lines, "own", ""])))

    assert quoted == [(s.depth, s.who) for s in text.spans if s.kind == "quote"]
