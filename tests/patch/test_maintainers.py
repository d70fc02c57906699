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
