# SPDX-License-Identifier: GPL-2.0-or-later
"""Text for a terminal: nothing is wider than it, no word is lost by folding, colour changes no word, and no mail writes a sequence."""

import re

import msgspec
import publish_samples as samples
import pytest
import test_site_escape as hostile

from digest.publish import _flow, terminal

SGR = re.compile(r"\x1b\[[0-9;]{0,20}m")
URL = "https://archive.example.org/{}/"


def texts(style: _flow.Style) -> dict[str, str]:
    """What `show`, `board` and `check` print of the samples."""
    full = samples.full()
    return {
        "show": terminal.series(full.series, URL, style),
        "board": terminal.board(samples.rows(40), samples.NOW, style),
        "check": terminal.findings([(full.series, finding) for finding in full.series.findings], style),
    }


@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_no_line_is_wider_than_the_terminal(width: int, colour: bool) -> None:  # noqa: FBT001
    """A line goes beyond the width only where its last word alone does, such as an address."""
    for name, text in texts(_flow.Style(width, colour)).items():
        for line in text.split("\n"):
            assert _flow.columns(line) <= width or len(SGR.sub("", line).split()) <= 2, (name, line)


@pytest.mark.parametrize("width", [40, 60, 80])
def test_folding_loses_no_word(width: int) -> None:
    """The words are those of an endless line, in their order."""
    wide = texts(_flow.Style(100_000))
    for name, text in texts(_flow.Style(width)).items():
        assert wide[name].split() == text.split(), name


@pytest.mark.parametrize("width", [40, 80, 100_000])
def test_colour_changes_no_word(width: int) -> None:
    """Without its sequences a coloured text is the plain one, and every line ends without colour."""
    plain = texts(_flow.Style(width))
    for name, text in texts(_flow.Style(width, colour=True)).items():
        assert plain[name] == SGR.sub("", text), name
        assert "\x1b" in text, name
        for line in text.split("\n"):
            assert [code for code in SGR.findall(line)[-1:] if code != "\x1b[0m"] == [], (name, line)


@pytest.mark.parametrize("payload", hostile.PAYLOADS)
def test_no_sequence_of_a_mail(payload: str) -> None:
    """Without colour no control character reaches the terminal."""
    made = hostile.summary_with(payload)
    style = _flow.Style(80)
    text = terminal.series(made.series, URL, style) + terminal.board([hostile.row_with(payload)], samples.NOW, style)

    assert [char for char in text if char != "\n" and not char.isprintable() and char != "\u00a0"] == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("  one two three four five six seven nine eight", ["  one two three four five six seven nine", "    eight"]),
        ("  " + "x" * 50 + " y", ["  " + "x" * 50, "    y"]),
        (
            "    \x1b[31mone two three four five six seven eight\x1b[0m",
            ["    \x1b[31mone two three four five six seven\x1b[0m", "      \x1b[31meight\x1b[0m"],
        ),
        ("漢字漢字漢字漢字 漢字漢字漢字漢字 漢字漢字", ["漢字漢字漢字漢字 漢字漢字漢字漢字", "  漢字漢字"]),
    ],
)
def test_folded(line: str, expected: list[str]) -> None:
    """Later lines hang, long words stay whole, colour is closed and taken up again, wide characters take two columns."""
    assert _flow.folded(line, 40) == expected


def test_what_a_glance_keeps_apart() -> None:
    """Machines stand with who tested on them and how it went; a robot's open report is told where no person's remark is open."""
    series = samples.full().series
    ours = msgspec.structs.replace(series.tests[0], hardware="board A", person=series.author)
    theirs = msgspec.structs.replace(series.tests[0], hardware="board B", person=samples.person("Other One", "other@example.net"))
    lost = msgspec.structs.replace(theirs, hardware="board C", failed=True)
    robot = tuple(one for one in samples.questions() if one.kind == "robot")
    shown = terminal._glance(
        msgspec.structs.replace(series, tests=(ours, theirs, lost), questions=robot), _flow.Style(width=100, colour=False)
    )
    assert ["  tested   board B, by 1 other than the author", "  tested   board A, by the author", "  failed   1 test: board C"] == [
        line for line in shown if line.startswith(("  tested", "  failed"))
    ]
    assert "  open     1 report of robots unanswered" in shown
