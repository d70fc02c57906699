# SPDX-License-Identifier: GPL-2.0-or-later
"""The Record of whole mails: what kind they are, the parts of a patch as git-mailinfo finds them, links, changelog, passages, evidence."""

import shutil
import subprocess
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from letters import DATA, checked, letter, mailbox, prove, record

from digest import mail, patch
from tests import growth

DIFF = "diff --git a/net/x.c b/net/x.c\nindex 1111111..2222222 100644\n--- a/net/x.c\n+++ b/net/x.c\n@@ -1,2 +1,3 @@\n a\n-b\n+c\n+d\n"
POSTED = f"""The log.

More of it.

Signed-off-by: Ada Author <ada@example.com>
---
v2: - rename the helper
    - drop the lock earlier
v1: https://lore.kernel.org/r/20261101.1-1-ada@example.com

 net/x.c | 3 ++-
 1 file changed, 2 insertions(+), 1 deletion(-)

{DIFF}
base-commit: 0123456789abcdef0123456789abcdef01234567
--\x20
2.47.0
"""
ADA = "Ada Author <ada@example.com>"


def test_patch():
    """Log, notes, files, stated diffstat, base and the diff itself."""
    found = record(POSTED, "[PATCH net v2] net: x", ADA)
    posted = found.patch
    assert ("patch", None) == (found.kind, posted.author)
    assert "The log.\n\nMore of it.\n\nSigned-off-by: Ada Author <ada@example.com>" == posted.log
    assert (1, 7, 14) == (posted.log_line, posted.notes_line, posted.diff_line)
    assert [("net/x.c", 2, 1)] == [(f.path, f.added, f.removed) for f in posted.files]
    assert (1, 2, 1) == (posted.diffstat.files, posted.diffstat.insertions, posted.diffstat.deletions)
    assert "0123456789abcdef0123456789abcdef01234567" == posted.base_commit
    assert DIFF == zlib.decompress(posted.diff).decode()
    assert not posted.truncated


def test_changelog_and_version_link():
    """What changed since v1, and where v1 is."""
    found = record(POSTED, "[PATCH net v2] net: x", ADA)
    assert found.changelog.text.startswith("v2: - rename the helper\n    - drop")
    assert not found.changelog.text.rstrip().endswith("(-)")
    assert [("version", "20261101.1-1-ada@example.com")] == [(link.kind, link.value) for link in found.links]


@pytest.mark.parametrize(
    ("version", "words", "told"),
    [
        (3, "v3 cleans up the copying, and relies\non the flag alone.", "v3 cleans up the copying, and relies\non the flag alone."),
        (2, "This drops the copy. v2 of this series takes another way.", "v2 of this series takes another way."),
        (2, "Two were posted before. I changed them according to the review comments.", "I changed them according to the review comments."),
        (2, "All comments have been addressed, thanks.", "All comments have been addressed, thanks."),
        (4, "Patches 1-3 are unchanged, the last one is new.", "Patches 1-3 are unchanged, the last one is new."),
        (2, "The RFC is gone; since V1:\n- clean up the interface", "The RFC is gone; since V1:\n- clean up the interface"),
        (2, "Much was done since v1:\n\n- a monitor", "Much was done since v1:\n\n- a monitor"),
        (2, "The driver has it since v1.", None),
        (1, "v2 adds a second ring, which this driver uses.", None),
        (3, "v2 adds a second ring, which this driver uses.", None),
        (2, "The v2 hardware adds a second ring.", None),
        (2, "I changed the state machine to a table.", None),
        (2, "Comments in the code are addressed to readers.", None),
    ],
)
def test_changelog_in_a_sentence(version, words, told):
    """What changed may be told in a sentence of the cover, of the version that the subject names."""
    found = record(f"Hello,\n\nthis is about copies.\n\n{words}\n\nThanks\n", f"[PATCH net-next v{version} 0/2] net: x", ADA)
    assert told == (found.changelog.text if found.changelog else None)


@pytest.mark.parametrize(
    "head",
    [
        "v2:\n- x",
        "V3: x",
        "Changes in v2:\n - x",
        "Changes since v1:\n x",
        "Changelog:\nv1->v2: x",
        "v1 -> v2:\n  * x",
        "v2->v3: x",
        "---\nv4: x",
        "Changes from RFC:\n- x",
        "Changes v1->v2:\n- x",
        "History:\n v2: x",
        "In v2:\n- x",
    ],
)
def test_changelog_headings(head):
    """The ways authors open a changelog."""
    body = f"Log.\n\nSigned-off-by: {ADA}\n---\n{head}\n\n net/x.c | 3 ++-\n 1 file changed, 2 insertions(+), 1 deletion(-)\n\n{DIFF}"
    found = record(body, "[PATCH net v2] net: x", ADA)
    assert found.changelog is not None
    assert "file changed" not in found.changelog.text


CHANGES = "Changes since v1:\n- rename the helper\n  and its caller\n- drop the lock"
CHANGELOG_ENDS = {
    "prose": (CHANGES, "The ring is filled in bulk now. Below are\nthe figures.\n\n- one\n- two"),
    "underlined heading": (CHANGES, "Results\n=======\n\n- 10 of 10 pass"),
    "heading of a log": (CHANGES, "Output:\n# ./run\nPASS"),
    "items of a patch": (CHANGES + "\n\nPatch 2:\n- new", ""),
    "an older version": (CHANGES + "\n\nThanks to all reviewers.\n\nChanges since v0:\n- all", ""),
    "links of older ones": (CHANGES + "\n\n[v1] https://list.example.org/1", "It is about rings."),
    "prose alone": ("Changes since v1:\n\nThe lock is gone.\n\nThe helper has a new name.", ""),
}


@pytest.mark.parametrize("kind", CHANGELOG_ENDS)
def test_changelog_of_a_cover_ends(kind):
    """What the series does stands below what changed, and is no change."""
    changes, rest = CHANGELOG_ENDS[kind]
    found = record(
        f"{changes}\n\n{rest}\n\nAda Author (1):\n  net: x\n\n 1 file changed, 1 insertion(+)\n", "[PATCH net v2 0/1] net: x", ADA
    )
    assert changes == found.changelog.text


@pytest.mark.parametrize("notes", ["", "Note that v2 hardware is not affected.\n", "Based on net/main.\n"])
def test_no_changelog(notes):
    """Other notes are none."""
    assert (
        record(
            f"Log.\n---\n{notes}\n net/x.c | 3 ++-\n 1 file changed, 2 insertions(+), 1 deletion(-)\n\n{DIFF}", "[PATCH net v2] net: x"
        ).changelog
        is None
    )


IN_BODY = {
    "plain": ("From: Ada Author <ada@example.com>\n\nThe log.\n", "ada@example.com", "The log."),
    "blank lines before": ("\n\nFrom: Ada Author <ada@example.com>\n\nThe log.\n", "ada@example.com", "The log."),
    "date and subject": (
        "From: Ada Author <ada@example.com>\nDate: Mon, 2 Nov 2026 10:00:00 +0000\nSubject: [PATCH] net: x\n\nThe log.\n",
        "ada@example.com",
        "The log.",
    ),
    "subject first": ("Subject: net: x\nFrom: Ada Author <ada@example.com>\n\nThe log.\n", "ada@example.com", "The log."),
    "folded": ("From: Ada Author With A Long Name\n <ada@example.com>\n\nThe log.\n", "ada@example.com", "The log."),
    "not at the top": ("The log.\n\nFrom: Ada Author <ada@example.com>\n", None, "The log.\n\nFrom: Ada Author <ada@example.com>"),
    "prose": ("From: the manual we learn that it is so.\n", None, "From: the manual we learn that it is so."),
    "none": ("The log.\n", None, "The log."),
}


@pytest.mark.parametrize("name", IN_BODY)
def test_in_body_from(name):
    """The in-body From is the author, and the log begins behind it."""
    top, email, log = IN_BODY[name]
    posted = record(f"{top}---\n net/x.c | 3 ++-\n\n{DIFF}", "[PATCH net] net: x", "Sam Sender <sam@example.org>").patch
    assert (email, log) == (posted.author and posted.author.email, posted.log)


@pytest.mark.parametrize("name", ["plain", "blank lines before", "date and subject", "folded", "not at the top", "none"])
def test_mailinfo_agrees(name, tmp_path):
    """git-mailinfo finds the same author and log."""
    if shutil.which("git") is None:
        pytest.skip("no git")
    body = f"{IN_BODY[name][0]}---\n net/x.c | 3 ++-\n\n{DIFF}"
    raw = f"From: Sam Sender <sam@example.org>\nSubject: [PATCH net] net: x\n\n{body}"
    out = subprocess.run(
        ["git", "mailinfo", tmp_path / "msg", tmp_path / "patch"], input=raw.encode(), capture_output=True, check=True, cwd=tmp_path
    ).stdout
    fields = dict(line.split(": ", 1) for line in out.decode().split("\n") if ": " in line)
    posted = record(body, "[PATCH net] net: x", "Sam Sender <sam@example.org>").patch
    assert fields["Email"] == (posted.author.email if posted.author else "sam@example.org")
    assert (tmp_path / "msg").read_text().strip() == posted.log


@pytest.mark.parametrize(
    ("subject", "body", "more", "kind"),
    [
        ("[PATCH net] net: x", POSTED, {}, "patch"),
        ("[PATCH net] net: x", "Should this be fixed?\n", {}, "other"),
        ("[PATCH net] net: x", "I think so.\n", {"in_reply_to": "<a@example.com>"}, "reply"),
        ("Re: [PATCH net] net: x", POSTED, {}, "reply"),
        ("Re: [PATCH net] net: x", "Hm.\n", {}, "reply"),
        ("[PATCH net 0/2] net: x", "Cover.\n", {}, "cover"),
        ("[RFC net-next v2 0/2] net: x", "Cover.\n", {}, "cover"),
        ("[iwl-next v1] ice: x", POSTED, {}, "patch"),
        ("net: x", POSTED, {}, "other"),
        ("[GIT PULL] Networking for 6.20", "The following changes\n", {}, "pull"),
        ("[ANN] net-next is CLOSED", "Hi\n", {}, "announcement"),
        ("Kernel panic in x", "It fell over.\n", {}, "other"),
    ],
)
def test_kind(subject, body, more, kind):
    """A posting is a mail with a diff (or 0/n) and a bracket prefix."""
    assert kind == record(body, subject, ADA, **more).kind


COVER = """Hi,

this series makes x faster.

Ada Author (2):
  net: step 1
  net: step 2 with a title so long that git wrapped it onto
    the next line

Tom Tester (1):
      selftests: net: test x

 Documentation/networking/x.rst                |  12 +
 .../ethernet/vendor/very_long_driver_name.c   | 496 +++++++++++++-----
 drivers/net/{old => new}/main.c               |  72 +--
 net/core/old.c => net/x.c                     |   4 +-
 tools/testing/logo.png                        | Bin 0 -> 1234 bytes
 5 files changed, 331 insertions(+), 241 deletions(-)
 create mode 100644 Documentation/networking/x.rst

change-id: 20261102-x-faster-0123456789ab
--\x20
2.47.0
"""


def test_cover():
    """Titles with their authors, files with their changes, totals, b4's change-id."""
    found = record(COVER, "[PATCH net-next 0/3] net: x", ADA)
    cover = found.cover
    expected = [
        ("net: step 1", "Ada Author"),
        ("net: step 2 with a title so long that git wrapped it onto the next line", "Ada Author"),
        ("selftests: net: test x", "Tom Tester"),
    ]
    assert expected == [(entry.title, entry.author) for entry in cover.shortlog]
    assert (5, 331, 241) == (cover.diffstat.files, cover.diffstat.insertions, cover.diffstat.deletions)
    files = [
        ("Documentation/networking/x.rst", 12, None),
        (".../ethernet/vendor/very_long_driver_name.c", 496, None),
        ("drivers/net/new/main.c", 72, "drivers/net/old/main.c"),
        ("net/x.c", 4, "net/core/old.c"),
        ("tools/testing/logo.png", None, None),
    ]
    assert files == [(file.path, file.changes, file.old_path) for file in cover.files]
    assert [("change-id", "20261102-x-faster-0123456789ab")] == [(link.kind, link.value) for link in found.links]


def test_cover_without_line_breaks():
    """The same facts out of a copy that lost its line breaks."""
    flat = " ".join(COVER.replace("net: step 2 with a title so long that git wrapped it onto\n    the next line", "net: step 2").split())
    cover = record(flat, "[PATCH net-next 0/3] net: x", ADA, lost=("line-breaks",)).cover
    assert ["net: step 1", "net: step 2", "selftests: net: test x"] == [entry.title for entry in cover.shortlog]
    assert (5, 331, 241) == (cover.diffstat.files, cover.diffstat.insertions, cover.diffstat.deletions)
    assert [12, 496, 72, 4, None] == [file.changes for file in cover.files]


def test_titles_that_cannot_be_told_apart_are_left_out():
    """A run of words is not cut by guess."""
    flat = "Hello. Ada Author (3): fix one thing fix another fix it all net/x.c | 3 ++- 1 file changed, 2 insertions(+), 1 deletion(-)"
    cover = record(flat, "[PATCH net-next 0/3] net: x", ADA, lost=("line-breaks",)).cover
    assert ((), 1) == (cover.shortlog, cover.diffstat.files)


@pytest.mark.parametrize(
    ("line", "kind", "value"),
    [
        ("See https://lore.kernel.org/netdev/20261102.1-1-a@example.com/T/#u", "lore", "20261102.1-1-a@example.com"),
        ("https://lore.kernel.org/r/20261102.1-1-a@example.com", "lore", "20261102.1-1-a@example.com"),
        ("https://lkml.kernel.org/r/20261102.1-1-a@example.com.", "lore", "20261102.1-1-a@example.com"),
        ("https://patch.msgid.link/20261102.1-1-a@example.com", "lore", "20261102.1-1-a@example.com"),
        ("https://marc.info/?i=20261102.1-1-a@example.com", "lore", "20261102.1-1-a@example.com"),
        ("https://lore.kernel.org/all/20261102.1-1-a%40example.com/", "lore", "20261102.1-1-a@example.com"),
        ("https://patchwork.kernel.org/project/netdevbpf/patch/20261102.1-1-a@example.com/", "patchwork", "20261102.1-1-a@example.com"),
        ("- Link to v1: https://lore.kernel.org/r/20261102.1-1-a@example.com", "version", "20261102.1-1-a@example.com"),
        ("v1: https://lore.kernel.org/r/20261102.1-1-a@example.com", "version", "20261102.1-1-a@example.com"),
        ("RFC v2: https://lore.kernel.org/r/20261102.1-1-a@example.com", "version", "20261102.1-1-a@example.com"),
        ("Supersedes: <20261102.1-1-a@example.com>", "supersedes", "20261102.1-1-a@example.com"),
        ("Based-on: <20261102.1-1-a@example.com>", "based-on", "20261102.1-1-a@example.com"),
        ("prerequisite-message-id: <20261102.1-1-a@example.com>", "depends", "20261102.1-1-a@example.com"),
        ("Depends-on: https://lore.kernel.org/r/20261102.1-1-a@example.com", "depends", "20261102.1-1-a@example.com"),
        ("prerequisite-change-id: 20261102-x-faster-0123456789ab:v2", "depends", "20261102-x-faster-0123456789ab:v2"),
    ],
)
def test_link(line, kind, value):
    """Every way to name another posting."""
    found = record(f"Cover.\n\n{line}\n", "[PATCH net 0/2] net: x", ADA)
    assert [(kind, value)] == [(link.kind, link.value) for link in found.links]


@pytest.mark.parametrize(
    "line",
    [
        "git@github.com/x",
        "https://example.org/users/@ada",
        "> Supersedes: <a@example.com>",
        "change-id: two words",
        "https://git.kernel.org/x",
    ],
)
def test_no_link(line):
    """Other addresses tie nothing."""
    assert () == record(f"Cover.\n\n{line}\n", "[PATCH net 0/2] net: x", ADA).links


def test_dependencies_of_a_patch():
    """Prerequisites below the diff belong to the patch."""
    body = POSTED.replace("base-commit:", "prerequisite-patch-id: 00112233445566778899aabbccddeeff00112233\nbase-commit:")
    assert ("00112233445566778899aabbccddeeff00112233",) == record(body, "[PATCH net v2] net: x", ADA).patch.depends


def test_passages():
    """Own words whole, quotes by their last lines without marks, with the person quoted."""
    quote = "".join(f"> line {n}\n" for n in range(1, 13))
    found = record(f"Hi Ada,\n\nOn Mon, 2 Nov 2026, Ada Author wrote:\n{quote}\nWhy twelve?\n\nRita\n-- \nRita Reviewer\n")
    kinds = [(p.kind, p.line, p.who) for p in found.passages]
    assert [("own", 1, None), ("quote", 4, "Ada Author"), ("own", 17, None), ("signature", 20, None)] == kinds
    quoted = found.passages[1]
    assert (12, "\n".join(f"line {n}" for n in range(5, 13))) == (quoted.lines, quoted.text)
    assert found.passages[2].text == "Why twelve?\n\nRita"


def test_long_own_words_are_cut():
    """Two hundred lines are kept: a page shows the first sixty, and those around a fact."""
    found = record("\n".join(f"line {n}" for n in range(300)))
    assert (300, 200) == (found.passages[0].lines, found.passages[0].text.count("\n") + 1)


def test_patch_passages():
    """A patch shows its log; the diff is only counted."""
    found = record(POSTED, "[PATCH net v2] net: x", ADA)
    assert ["own", "diff"] == [p.kind for p in found.passages]
    assert found.passages[0].text.startswith("The log.")
    assert found.passages[1].text == ""


def test_long_diff_is_counted_not_carried():
    """A diff beyond the limit is told as truncated."""
    diff = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -0,0 +1,60000 @@\n" + "+a long line of code\n" * 60_000
    posted = record(f"Log.\n---\n x | 60000 +\n\n{diff}", "[PATCH net] net: x", ADA).patch
    assert (True, b"", 60_000) == (posted.truncated, posted.diff, posted.files[0].added)


@pytest.mark.parametrize("path", sorted(DATA.parent.rglob("*.mbox")), ids=lambda path: path.stem)
def test_evidence_law(path):
    """Each evidence of every mailbox among the fixtures stands letter for letter where it says."""
    for message in mailbox(path):
        checked(message)


def probe(name):
    """The Records of one probe."""
    return [checked(message) for message in mailbox(next((DATA / "probes").glob(f"{name}-*.mbox")))]


@pytest.mark.parametrize(
    ("name", "which", "expected"),
    [
        ("01", 1, [("Reviewed-by", "Somebody Else", "plain", "reply")]),
        ("02", 1, [("Reported-by", "kernel test robot", "suggested", "reply")]),
        ("14", 1, [("Reviewed-by", "Rita Reviewer With A Very Long Display Name", "plain", "reply")]),
        ("15", 1, [("Reviewed-by", "Rita Reviewer", "plain", "reply")]),
        ("15", 2, [("Tested-by", "Tom Tester", "plain", "reply")]),
        ("17", 1, [("Reviewed-by", "Ada Author", "plain", "reply")]),
        ("19", 1, [("Reviewed-by", "Rita Reviewer", "conditional", "reply")]),
        ("20", 1, [("Reviewed-by", "Rita Reviewer", "plain", "signature")]),
        ("25", 1, [("Reviewed-by", "Rita Reviewer", "plain", "reply")]),
        ("27", 0, [("Signed-off-by", "Ada Author", "plain", "log")]),
    ],
)
def test_probe_tags(name, which, expected):
    """The tags of the probes."""
    assert expected == [(t.name, t.person.name, t.mood, t.place) for t in probe(name)[which].trailers]


def test_probe_in_body_from():
    """Ada wrote it, Sam sent it."""
    found = probe("23")[0]
    assert ("ada@author.example", "sam@sender.example") == (found.patch.author.email, found.author.email)


def test_probe_comma_prefix():
    """`[PATCH net-next,v3,1/2]` is 1 of 2 of v3."""
    subject = probe("09")[0].subject
    assert (3, "net-next") == (subject.version, subject.tree)


def test_probe_equal_patches():
    """The unchanged patch of probe 07 keeps its patch id, the changed one of 08 does not."""
    same = [r.patch.patch_id for r in probe("07") if r.patch and r.subject.index == 1]
    other = [r.patch.patch_id for r in probe("08") if r.patch and r.subject.index == 1]
    assert (1, 2) == (len(set(same)), len(set(other)))


@pytest.mark.parametrize("subject", ["[PATCH net] net: x", "Re: [PATCH net] net: x", "[PATCH net 0/3] net: x", "[syzbot ci] Re: x"])
@pytest.mark.parametrize(
    "piece",
    [
        "\n",
        " ",
        "> ",
        "a (3):\n",
        " x | 3 +\n",
        "1 file changed, ",
        "On x wrote:\n> y\n",
        "https://lore.kernel.org/r/a@b ",
        "v2: ",
        "change-id: x\n",
        "pw-bot: cr\n",
        "---\n",
        "Applied ",
    ],
)
def test_linear(subject, piece):
    """Repetitions of any mark cost no more than a moment."""
    message = letter(piece * (50_000 // len(piece)), subject)
    text = mail.words(message)
    found = patch.read(message, text, __import__("letters").PROFILE)
    assert growth.seconds(lambda: patch.read(message, text, __import__("letters").PROFILE), 2) <= 2
    if len(piece) > 3:
        prove(message.body[:0] + message.body, found) if message.body.count("\n") < 2000 else None


PIECES = st.sampled_from(
    [
        "\n",
        " ",
        "> ",
        ">> ",
        "-- \n",
        "---\n",
        "+++ b/x\n",
        "--- a/x\n",
        "@@ -1,2 +1,9 @@\n",
        "diff --git a/x b/x\n",
        "index 1..2\n",
        "-a\n",
        "+b\n",
        " c\n",
        "Reviewed-by: ",
        "Rita <rita@example.com>",
        "<a@b",
        "# note",
        "[x]\n",
        "(n)",
        'Fixes: 0123456789ab ("',
        "From: Ada <a@b.org>\n",
        "Subject: x\n",
        "Ada (2):\n",
        "  title\n",
        " x | 3 +-\n",
        "1 file changed, 2 insertions(+)\n",
        "https://lore.kernel.org/r/a@b",
        "change-id: x\n",
        "pw-bot: cr\n",
        "This series was applied to x.git (main)\nby A <a@b>:\n",
        "Here is the summary with links:\n",
        "(no matching commit)\n",
        "v2: x\n",
        "NAK\n",
        "with that fixed:\n",
        "for patches 1-3:\n",
        "GIT binary patch\n",
        "\u2028",
        "\x0c",
        "\x00",
        "é",
        "On Mon, A wrote:\n",
        "syzbot has tested the following series\n",
    ]
)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(PIECES, max_size=60).map("".join),
    st.sampled_from(["[PATCH net] x", "[PATCH 0/2] x", "Re: [PATCH] x", "x", "[GIT PULL] x"]),
    st.booleans(),
)
def test_total(body, subject, flat):
    """Any words give a Record whose evidence holds."""
    record(body, subject, ADA, lost=("line-breaks",) if flat else ())


def test_a_tag_below_the_cut_is_no_test():
    """A Tested-by that a changelog below `---` names is no tag, and no test either; one of the log is."""
    notes = POSTED.replace("v2: - rename the helper\n", "v2: - add\n    Tested-by: Tom Tester <tom@example.com>\n")
    log = POSTED.replace("Signed-off-by:", "Tested-by: Tom Tester <tom@example.com>\nSigned-off-by:")
    assert [0, 1] == [len(record(body, "[PATCH net v2] net: x", ADA).tests) for body in (notes, log)]
