# SPDX-License-Identifier: GPL-2.0-or-later
"""Trailers in every dress: persons, notes, wrapped and run together, quoted and signed; and what is none."""

import pytest
from letters import record

from tests import growth

RITA = "Rita Reviewer <rita@example.com>"


def tags(body, **more):
    """(name, value, note, mood, place) of each trailer."""
    return [(t.name, t.value, t.note, t.mood, t.place) for t in record(body, **more).trailers]


@pytest.mark.parametrize(
    ("line", "name", "email", "note"),
    [
        ("Signed-off-by: Simple Name <simple@example.com>", "Simple Name", "simple@example.com", None),
        ('Signed-off-by: Jane "JD" Doe <jd@example.com>', 'Jane "JD" Doe', "jd@example.com", None),
        ('Reported-by: "Doe, Jane" <jane@example.com>', "Doe, Jane", "jane@example.com", None),
        ("Reported-by: Some, One <somewhere@example.com>", "Some, One", "somewhere@example.com", None),
        ("Tested-by: Developer Foo (EXAMPLECORP) <dev@example.com>", "Developer Foo (EXAMPLECORP)", "dev@example.com", None),
        ("Reviewed-by: <bare@example.com>", None, "bare@example.com", None),
        ("Acked-by: bare@example.com", None, "bare@example.com", None),
        ("Acked-by: bare@example.com (Jane Doe)", "Jane Doe", "bare@example.com", None),
        ("Reviewed-by: HTML Junker <x@example.com<mailto:x@example.com>>", "HTML Junker", "x@example.com", None),
        ("Signed-off-by: A Person With A Long Name\n<broken@example.com>", "A Person With A Long Name", "broken@example.com", None),
        (
            "Signed-off-by: A Person With A Very\n Long Name <broken@example.com>",
            "A Person With A Very Long Name",
            "broken@example.com",
            None,
        ),
        ("Tested-by: Some Person <b@example.com>\n           [on the old board]", "Some Person", "b@example.com", "on the old board"),
        ("Acked-by: John Doe <john@example.com> (Documentation)", "John Doe", "john@example.com", "Documentation"),
        ("Acked-by: John Doe <john@example.com> # for mlx5", "John Doe", "john@example.com", "for mlx5"),
        ("Acked-by: John Doe <john@example.com> [driver part]", "John Doe", "john@example.com", "driver part"),
        ("Tested-by: John Doe <john@example.com>, on arm64 too", "John Doe", "john@example.com", "on arm64 too"),
        ("Acked-by:John Doe <john@example.com>", "John Doe", "john@example.com", None),
        ("Acked-by : John Doe <john@example.com>", "John Doe", "john@example.com", None),
        ("    Acked-by: John Doe <john@example.com>", "John Doe", "john@example.com", None),
        ("Reviewed-by: Étienne Müller <em@example.com>", "Étienne Müller", "em@example.com", None),
        ("Reviewed-by: Rita Reviewer <rita at example.com>", "Rita Reviewer", "rita@example.com", None),
        ("Reviewed-by: Rita Reviewer <rita(a)example.com>", "Rita Reviewer", "rita@example.com", None),
        ("Reviewed-by: Rita Reviewer", "Rita Reviewer", None, None),
    ],
)
def test_person(line, name, email, note):
    """The person, address and note of one line."""
    found = record(f"Hello,\n\n{line}\n\nThanks\n").trailers
    assert [(name, email, note)] == [(t.person.name, t.person.email, t.note) for t in found]


def test_masked_address_keeps_the_person():
    """An address that an archive hid leaves a masked person."""
    tag = record("Tested-by: Tom Tester <tom@xxxxxxxxxxxx>\n").trailers[0]
    assert ("Tom Tester", True) == (tag.person.name, tag.person.masked)


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("acked-by", ["Acked-by"]),
        ("ACKED-BY", ["Acked-by"]),
        ("Reviewed-And-Tested-By", ["Reviewed-by", "Tested-by"]),
        ("Reported-and-tested-by", ["Reported-by", "Tested-by"]),
        ("Reported-bisected-and-tested-by", ["Reported-by", "Bisected-by", "Tested-by"]),
        ("Tested-by/Acked-by", ["Tested-by", "Acked-by"]),
        ("Co-Developed-By", ["Co-developed-by"]),
        ("Signed-Off-By", ["Signed-off-by"]),
        ("Reviwed-by", ["Reviwed-by"]),
    ],
)
def test_key(key, names):
    """Keys are read in any case; a combined key stands once for each meaning."""
    assert names == [t.name for t in record(f"{key}: {RITA}\n").trailers]


@pytest.mark.parametrize(
    "body",
    [
        "> Acked-by: Jane Doe <jane@example.com>\n\nNo, not yet.\n",
        "I dropped your\nReviewed-by: tag.\nSorry.\n",
        "Could we do something about this Tested-by: tag?\n",
        'Please add Reviewed-by "tags to the corresponding ones (these\n',
        "Ack.\n\nLGTM\n",
        "Tested-by running it all night.\n",
        "v2: - Added Acked-by: Jane Doe <jane@example.com>\n",
        "Fixes: some description with no hash\nFixes: ?\n",
        "Link: not a link\n",
        "the key Reviewed-by: Jane Doe <jane@example.com> in mid sentence\n",
    ],
)
def test_none(body):
    """Quotes, prose and half keys are no trailers."""
    assert [] == tags(body)


def test_values():
    """Trailers that name no person keep their value; what follows a # is a note."""
    body = (
        'Fixes: abcdef012345 ("net: the commit subject")\n'
        "Link: https://lore.example.org/r/some@id.example # first try\n"
        "Closes: https://bugs.example.org/7\n"
    )
    expected = [
        ("Fixes", 'abcdef012345 ("net: the commit subject")', None, "plain", "reply"),
        ("Link", "https://lore.example.org/r/some@id.example", "first try", "plain", "reply"),
        ("Closes", "https://bugs.example.org/7", None, "plain", "reply"),
    ]
    assert expected == tags(body)


def test_wrapped_fixes():
    """A commit title that was wrapped is one value."""
    assert ['abcdef012345 ("net: a subject that some mailer thought too long for it")'] == [
        value for _, value, *_ in tags('Fixes: abcdef012345 ("net: a subject that some mailer\nthought too long for it")\n')
    ]


def test_same_tag_twice_counts_once():
    """The same tag said twice in one mail is one tag."""
    assert 1 == len(tags(f"Acked-by: {RITA}\n\nAgain:\n\nAcked-by: {RITA}\n"))


def test_signature_is_told_apart():
    """A tag below `-- ` is kept as in-signature, not as given."""
    assert [("Reviewed-by", RITA, None, "plain", "signature")] == tags(f"LGTM.\n\n-- \nRita\nReviewed-by: {RITA}\n")


def test_run_together_by_a_mailer():
    """Several trailers on one line, as a re-wrapping mailer leaves them."""
    found = tags(f"Fine.\n\nReviewed-by: {RITA} Tested-by: Tom Tester <tom@example.com>\n")
    assert [("Reviewed-by", RITA), ("Tested-by", "Tom Tester <tom@example.com>")] == [entry[:2] for entry in found]


def test_flat_copy_reads_the_same():
    """A copy without line breaks gives the same tags."""
    body = f"Hi Ada, this is good work. > some words you wrote Reviewed-by: {RITA} Tested-by: Tom Tester <tom@example.com> Thanks, Rita"
    found = record(body, lost=("line-breaks",)).trailers
    assert [("Reviewed-by", "Rita Reviewer"), ("Tested-by", "Tom Tester")] == [(t.name, t.person.name) for t in found]


def test_log_and_notes_have_their_places():
    """A patch's own log, its notes, and nothing out of its diff."""
    diff = (
        "diff --git a/x b/x\nindex 1111111..2222222 100644\n--- a/x\n+++ b/x\n@@ -1,1 +1,2 @@\n a\n+Reviewed-by: In Diff <d@example.com>\n"
    )
    body = f"Fix.\n\nSigned-off-by: Ada <ada@example.com>\n---\nReviewed-by: {RITA}\n x | 1 +\n\n{diff}-- \n2.47\n"
    expected = [("Signed-off-by", "log"), ("Reviewed-by", "notes")]
    assert expected == [(t.name, t.place) for t in record(body, "[PATCH net] net: x", "Ada <ada@example.com>").trailers]


def test_tag_typed_into_an_unmarked_original():
    """Who answers with an unmarked original and types the own tag into it gives it; the tags of others there are quotes."""
    body = (
        "Thank you.\n\n-----Original Message-----\nFrom: Ada Author <ada@example.com>\nSent: Monday, November 2, 2026 10:00\n"
        "To: Rita Reviewer <rita@example.com>\nSubject: [PATCH net] net: x\n\nFix it.\n\n"
        f"Acked-by: Jane Doe <jane@example.com>\nReviewed-by: {RITA}\n---\n x | 1 +\n"
    )
    assert [("Reviewed-by", RITA)] == [entry[:2] for entry in tags(body)]


@pytest.mark.parametrize(
    "piece", ["Acked-by: ", "-by:", "Fixes: abcdef0 (", "Cc: a, ", "Tested-by: A <a@b> ", "\nReviewed-by: X\n", "Link: https://"]
)
def test_linear(piece):
    """Two hundred kilobytes of half trailers cost a moment."""
    body = piece * (200_000 // len(piece))
    assert growth.seconds(lambda: record(body), 3) <= 3
