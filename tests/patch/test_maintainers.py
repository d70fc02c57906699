# SPDX-License-Identifier: GPL-2.0-or-later
"""Which MAINTAINERS entries cover a patch, as get_maintainer.pl --nogit decides, and whether they acked."""

import pytest
from letters import PROFILE
from scenes import MARY, RITA, TOM, Scene

from digest import patch
from digest.patch.maintainers import read_sections

TEXT = f"""List of maintainers and how to submit kernel changes

	M: *Mail* patches to: FullName <address@domain>

Maintainers List
----------------

DRIVER OF ALL THINGS
M:	{MARY}
R:	{RITA}
L:	netdev@vger.kernel.org
S:	Supported
F:	drivers/net/things/
X:	drivers/net/things/legacy/

CORE
M:	{TOM}
F:	net/core/*
F:	include/linux/thing*.h

NAMES
M:	{TOM}
N:	[^a-z]gadget

WORDS
M:	{RITA}
K:	\\bcompute_other\\b

FOLDER WITHOUT SLASH
M:	{TOM}
F:	Documentation/things

THE REST
M:	Linus Torvalds <torvalds@linux-foundation.org>
F:	*
F:	*/
"""


@pytest.mark.parametrize(
    ("path", "right"),
    [
        ("drivers/net/things/main.c", ["DRIVER OF ALL THINGS"]),
        ("drivers/net/things/deep/er/main.c", ["DRIVER OF ALL THINGS"]),
        ("drivers/net/things/legacy/old.c", []),
        ("net/core/dev.c", ["CORE"]),
        ("net/core/sub/dev.c", []),
        ("include/linux/things.h", ["CORE"]),
        ("include/linux/other.h", []),
        ("drivers/usb/gadget.c", ["NAMES"]),
        ("Documentation/things/a.rst", ["FOLDER WITHOUT SLASH"]),
        ("README", []),
    ],
)
def test_patterns(path: str, right: list[str]) -> None:
    """F:, X: and N: as the script reads them; THE REST is nobody's."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x", path=path)
    series = scene.only()
    found = patch.maintainers(series, TEXT.replace("compute_other", "nowhere"), patch.attribute(series, PROFILE))
    assert found is not None
    assert right == [entry.section for entry in found]


def test_keyword() -> None:
    """K: looks at changed lines."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x", path="README")
    series = scene.only()
    found = patch.maintainers(series, TEXT, patch.attribute(series, PROFILE))
    assert found is not None
    assert [("WORDS", ("README",))] == [(entry.section, entry.files) for entry in found]


@pytest.mark.parametrize(
    ("body", "by", "right"),
    [
        (f"Acked-by: {MARY}\n", MARY, True),
        (f"Reviewed-by: {RITA}\n", RITA, True),
        (f"Tested-by: {MARY}\n", MARY, False),
        (f"Acked-by: {TOM}\n", TOM, False),
        (f"With that fixed:\n\nAcked-by: {MARY}\n", MARY, False),
    ],
)
def test_acked(body: str, by: str, right: bool) -> None:  # noqa: FBT001 - a table's column
    """Only a given ack or review of one of the entry's people counts."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x", path="drivers/net/things/main.c")
    scene.reply("p@x", body, by=by)
    series = scene.only()
    found = patch.maintainers(series, TEXT.replace("compute_other", "nowhere"), patch.attribute(series, PROFILE))
    assert found is not None
    assert [right] == [entry.acked for entry in found]
    assert ["mary@kernel.example", "rita@review.example"] == [one.email for one in found[0].people]


def test_unknown() -> None:
    """Without the file nothing is known; with patches missing nobody can say who acked."""
    scene = Scene()
    scene.patch("PATCH net-next 1/2", "net: x", key="p@x", path="drivers/net/things/main.c")
    series = scene.only()
    given = patch.attribute(series, PROFILE)
    assert patch.maintainers(series, None, given) is None
    found = patch.maintainers(series, TEXT.replace("compute_other", "nowhere"), given)
    assert found is not None
    assert [None] == [entry.acked for entry in found]


def test_broken_patterns_are_passed_over() -> None:
    """A pattern that does not compile drops that line alone."""
    (section,) = read_sections("BROKEN\nM:\tTom Tester <tom@test.example>\nF:\tnet/\nN:\t(((\nK:\t[\n")
    assert (1, 0, 0) == (len(section.files), len(section.names), len(section.keywords))


def test_state_waits_for_the_named_maintainer() -> None:
    """A reviewed patch without its maintainer's ack waits for him."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x", path="drivers/net/things/main.c")
    scene.reply("p@x", f"Reviewed-by: {TOM}\n", by=TOM)
    series = scene.only()
    given = patch.attribute(series, PROFILE)
    found = patch.maintainers(series, TEXT.replace("compute_other", "nowhere"), given)
    state = scene.state(maintainers=found)
    assert ("needs-ack", "maintainer", "waits for DRIVER OF ALL THINGS") == (state.group, state.waits_for, state.reason)


SEMANTICS = """Intro
	M: *Mail* patches to: FullName <address@domain>

EVERYTHING BELOW
M:	One <one@x.example>
F:	drivers/net/

FOLDER'S OWN FILES
M:	Two <two@x.example>
F:	drivers/net/*

ONE KIND OF FILE
M:	Three <three@x.example>
F:	drivers/net/*/phy*.c
X:	drivers/net/old/phy*

DEEP
M:	Four <four@x.example>
M:	Five <five@x.example>, Six <six@x.example>

# an empty line or a comment ends nothing
F:	drivers/net/vendor/chip/main.c
F:	Documentation/vendor/chip.rst

ONE LETTER
M:	Seven <seven@x.example>
F:	drivers/net/vendor/chip?.c
F:	drivers/net/vendor/[xy]*.h

BY NAME
M:	Eight <eight@x.example>
N:	\\bchip [0-9]	# blanks and this remark count for nothing
X:	tools/

BY WORDS
R:	Nine <nine@x.example>
K:	\\bmagic_word\\b
X:	net/

THE REST
M:	Ten <ten@x.example>
F:	*
F:	*/
"""


@pytest.mark.parametrize(
    ("path", "right"),
    [
        ("drivers/net/tun.c", ["FOLDER'S OWN FILES", "EVERYTHING BELOW"]),
        ("drivers/net/a/b/c.c", ["EVERYTHING BELOW"]),
        ("drivers/networking.c", []),
        ("drivers/net/new/phy-fix.c", ["ONE KIND OF FILE", "EVERYTHING BELOW"]),
        ("drivers/net/new/phy-fix.cpp", ["ONE KIND OF FILE", "EVERYTHING BELOW"]),  # a pattern may end before the path does
        ("drivers/net/new/phy-fix.h", ["EVERYTHING BELOW"]),
        ("drivers/net/new/er/phy-fix.c", ["EVERYTHING BELOW"]),
        ("drivers/net/old/phy-fix.c", ["EVERYTHING BELOW"]),
        ("drivers/net/vendor/chip/main.c", ["DEEP", "EVERYTHING BELOW"]),
        ("drivers/net/vendor/chip/main.cc", ["DEEP", "EVERYTHING BELOW"]),
        ("drivers/net/vendor/chip/other.c", ["EVERYTHING BELOW"]),
        ("drivers/net/vendor/chip/mainxc", ["EVERYTHING BELOW"]),  # a full stop is one
        ("drivers/net/vendor/chip1.c", ["ONE LETTER", "EVERYTHING BELOW", "BY NAME"]),
        ("drivers/net/vendor/chips.c", ["ONE LETTER", "EVERYTHING BELOW"]),
        ("drivers/net/vendor/chip12.c", ["EVERYTHING BELOW", "BY NAME"]),
        ("drivers/net/vendor/x9.h", ["ONE LETTER", "EVERYTHING BELOW"]),
        ("drivers/net/vendor/z9.h", ["EVERYTHING BELOW"]),
        ("Documentation/vendor/chip.rst", ["DEEP"]),
        ("include/linux/chip7.h", ["BY NAME"]),
        ("tools/chip7.c", []),
        ("net/ipv4/tcp.c", []),
        ("Makefile", []),
    ],
)
def test_semantics(path: str, right: list[str]) -> None:
    """Each kind of line as scripts/get_maintainer.pl reads it, the deepest pattern first; THE REST is nobody's."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x", path=path)
    series = scene.only()
    found = patch.maintainers(series, SEMANTICS, patch.attribute(series, PROFILE))
    assert found is not None
    assert right == [entry.section for entry in found]


@pytest.mark.parametrize(
    ("title", "tags", "right"),
    [
        ("net: a magic_word in the subject", "", ["BY WORDS"]),
        ("net: x", "Suggested-by: magic_word <m@x.example>\\n", ["BY WORDS"]),
        ("net: x", "Not the magic_words themselves.\\n\\n", []),
        ("net: x", "", []),
    ],
)
def test_keywords_before_the_diff(title: str, tags: str, right: list[str]) -> None:
    """K: looks at the subject and the log too, and no X: takes it away."""
    scene = Scene()
    scene.patch("PATCH net-next", title, key="p@x", path="net/ipv4/tcp.c", tags=tags)
    series = scene.only()
    found = patch.maintainers(series, SEMANTICS, patch.attribute(series, PROFILE))
    assert found is not None
    assert right == [entry.section for entry in found]


def test_keywords_do_not_look_at_context() -> None:
    """Lines that a patch leaves as they are say nothing, nor do the diff's own headers."""
    scene = Scene()
    scene.patch("PATCH net-next", "net: x", key="p@x", path="net/ipv4/tcp.c")
    series = scene.only()
    for word, right in (("return value", []), ("compute_other", ["BY WORDS"]), ("compute_first", ["BY WORDS"]), ("2222221", [])):
        text = SEMANTICS.replace("magic_word", word.replace(" ", "[ ]"))
        found = patch.maintainers(series, text, patch.attribute(series, PROFILE))
        assert found is not None
        assert right == [entry.section for entry in found]


def test_several_people_on_one_line() -> None:
    """A line may name several; files of a series are asked in their order, the entries each once."""
    scene = Scene()
    scene.patch("PATCH net-next 1/2", "net: x", key="p@x", path="drivers/net/vendor/chip/main.c")
    scene.patch("PATCH net-next 2/2", "net: y", key="q@x", to="p@x", number=2, path="drivers/net/tun.c")
    series = scene.only()
    found = patch.maintainers(series, SEMANTICS, patch.attribute(series, PROFILE))
    assert found is not None
    assert ["FOLDER'S OWN FILES", "EVERYTHING BELOW", "DEEP"] == [entry.section for entry in found]
    assert [["two@x.example"], ["one@x.example"], ["four@x.example", "five@x.example", "six@x.example"]] == [
        [one.email for one in entry.people] for entry in found
    ]
