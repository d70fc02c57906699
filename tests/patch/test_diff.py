# SPDX-License-Identifier: GPL-2.0-or-later
"""Diffs as mailed: counted files, where they end, and ids equal to those of git itself."""

import shutil
import subprocess

import pytest
from letters import record

from digest.patch.diff import find_diff, read_diff
from digest.patch.patchid import exact_id
from tests import growth

HEAD = "diff --git a/net/core/dev.c b/net/core/dev.c\nindex 1111111..2222222 100644\n--- a/net/core/dev.c\n+++ b/net/core/dev.c\n"
HUNK = "@@ -10,3 +10,4 @@ int f0(void)\n \tint a;\n-\ta = 1;\n+\ta = 2;\n+\tb = 3;\n \treturn a;\n"
SIGN = "-- \n2.47.0\n\n"

DIFFS = {
    "plain": HEAD + HUNK + SIGN,
    "no signature": HEAD + HUNK,
    "two hunks": HEAD + HUNK + "@@ -30,2 +31,1 @@\n a\n-b\n" + SIGN,
    "two files": HEAD + HUNK + HEAD.replace("dev.c", "skbuff.c") + HUNK + SIGN,
    "new file": (
        "diff --git a/x.c b/x.c\nnew file mode 100644\nindex 000000000000..1234567890ab\n--- /dev/null\n+++ b/x.c\n@@ -0,0 +1,2 @@\n+a\n+b\n"  # noqa: E501 - one mail's words
        + SIGN
    ),
    "deleted file": (
        "diff --git a/x.c b/x.c\ndeleted file mode 100644\nindex 1234567890ab..000000000000\n--- a/x.c\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n"  # noqa: E501 - one mail's words
    ),
    "rename": (
        "diff --git a/old.c b/new.c\nsimilarity index 95%\nrename from old.c\nrename to new.c\nindex 1111111..2222222 100644\n"
        "--- a/old.c\n+++ b/new.c\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n" + SIGN
    ),
    "pure rename": "diff --git a/old.c b/new.c\nsimilarity index 100%\nrename from old.c\nrename to new.c\n" + HEAD + HUNK + SIGN,
    "mode": "diff --git a/t.sh b/t.sh\nold mode 100644\nnew mode 100755\nindex 1111111..2222222\n--- a/t.sh\n+++ b/t.sh\n@@ -1 +1 @@\n-a\n+b\n",  # noqa: E501 - one mail's words
    "binary": "diff --git a/l.png b/l.png\nindex 1111111..2222222 100644\nBinary files a/l.png and b/l.png differ\n" + HEAD + HUNK,
    "git binary": (
        "diff --git a/l.png b/l.png\nindex 1111111..2222222 100644\nGIT binary patch\nliteral 4\nLc${NkU|;|M00aO5\n\nliteral 0\nHcmV?d00001\n\n"  # noqa: E501 - one mail's words
        + HEAD
        + HUNK
        + SIGN
    ),
    "no newline": HEAD + "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n" + SIGN,
    "dashes removed": HEAD + "@@ -1,4 +1,3 @@\n a\n--- \n-- x\n+++ y\n b\n" + SIGN,
    "stripped blanks": HEAD + "@@ -1,4 +1,4 @@\n a\n\n-b\n+c\n d\n" + SIGN,
    "wrapped": HEAD + "@@ -1,3 +1,3 @@\n a long line that a mailer\nwrapped\n-b\n+c\n d\n" + HEAD.replace("dev", "sock") + HUNK + SIGN,
    "quilt": "--- a/net/x.c\n+++ b/net/x.c\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n--- a/net/y.c\n+++ b/net/y.c\n@@ -1 +1 @@\n-b\n+c\n",
    "index lines": "Index: net/x.c\n===================================================================\n--- net/x.c\t(revision 1)\n+++ net/x.c\t(working copy)\n@@ -1 +1 @@\n-b\n+c\n",  # noqa: E501 - one mail's words
    "footer": HEAD + HUNK + "-- \n2.47.0\n_______\nlist mailing list\n",
    "huge claim": HEAD + "@@ -1,999999999 +1,999999999 @@\n a\n-b\n+c\n",
    "form feed": HEAD + "@@ -1,2 +1,2 @@\n \fa\n-b\n+c\r\n" + SIGN,
    "quoted path": 'diff --git "a/m\\303\\274.c" "b/m\\303\\274.c"\nindex 1111111..2222222 100644\n--- "a/m\\303\\274.c"\n+++ "b/m\\303\\274.c"\n@@ -1 +1 @@\n-b\n+c\n',  # noqa: E501 - one mail's words
}


def git_id(text):
    """What git says of a text."""
    if shutil.which("git") is None:
        pytest.skip("no git")
    out = subprocess.run(["git", "patch-id", "--stable"], input=text.encode(), capture_output=True, check=True).stdout.split()
    return out[0].decode() if out else None


@pytest.mark.parametrize("name", DIFFS)
def test_patch_id_is_gits(name):
    """The quick and the exact way both give what `git patch-id --stable` prints."""
    text = DIFFS[name]
    expected = git_id(text)
    assert expected == read_diff(text, 0).patch_id
    assert expected == exact_id(text.encode())


FILES = {
    "plain": [("net/core/dev.c", 2, 1, None)],
    "no signature": [("net/core/dev.c", 2, 1, None)],
    "two hunks": [("net/core/dev.c", 2, 2, None)],
    "two files": [("net/core/dev.c", 2, 1, None), ("net/core/skbuff.c", 2, 1, None)],
    "new file": [("x.c", 2, 0, None)],
    "deleted file": [("x.c", 0, 2, None)],
    "rename": [("new.c", 1, 1, "old.c")],
    "pure rename": [("new.c", 0, 0, "old.c"), ("net/core/dev.c", 2, 1, None)],
    "mode": [("t.sh", 1, 1, None)],
    "binary": [("l.png", None, None, None), ("net/core/dev.c", 2, 1, None)],
    "git binary": [("l.png", None, None, None), ("net/core/dev.c", 2, 1, None)],
    "no newline": [("net/core/dev.c", 1, 1, None)],
    "dashes removed": [("net/core/dev.c", 1, 2, None)],
    "stripped blanks": [("net/core/dev.c", 1, 1, None)],
    "wrapped": [("net/core/dev.c", None, None, None), ("net/core/sock.c", 2, 1, None)],
    "quilt": [("net/x.c", 1, 1, None), ("net/y.c", 1, 1, None)],
    "index lines": [("net/x.c", 1, 1, None)],
    "footer": [("net/core/dev.c", 2, 1, None)],
    "huge claim": [("net/core/dev.c", None, None, None)],
    "form feed": [("net/core/dev.c", 1, 1, None)],
    "quoted path": [("mü.c", 1, 1, None)],
}


@pytest.mark.parametrize("name", FILES)
def test_files(name):
    """Paths, added and removed lines and former paths; None where a count cannot be trusted."""
    text = DIFFS[name]
    assert FILES[name] == [(f.path, f.added, f.removed, f.old_path) for f in read_diff(text, find_diff(text)).files]


def test_end_is_before_the_signature():
    """A diff ends where its last hunk does."""
    text = DIFFS["plain"]
    assert SIGN == text[read_diff(text, 0).end :]


def test_damage_is_told():
    """A hunk shorter than it says is damage, a stripped blank is not."""
    assert read_diff(DIFFS["wrapped"], 0).damaged
    assert not read_diff(DIFFS["stripped blanks"], 0).damaged


def test_prose_is_no_diff():
    """Dashes and pluses in prose start no diff."""
    assert find_diff("Hello\n--- \n+++ better\n@@ maybe\ndiff is small\n") == -1


def test_modes_and_binaries_are_flags():
    """A Record tells of mode changes, binary files and damage."""
    for name, flag in (("mode", "mode-change"), ("binary", "binary-diff"), ("wrapped", "diff-damaged")):
        found = record(f"Log.\n\nSigned-off-by: A <a@example.com>\n---\n x | 2 +-\n\n{DIFFS[name]}", "[PATCH net] net: x")
        assert flag in found.flags


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "@@ -1,300000 +1,300000 @@\n" + "".join(f"-line {n}\n+line {n}!\n" for n in range(150_000)),
        HEAD + "".join(f"@@ -{n} +{n} @@\n-a\n+b\n" for n in range(60_000)),
        HEAD + "@@ -1 +1 @@\n-" + "x" * 5_000_000 + "\n+y\n",
        HEAD + "@@ -1,3 +1,3 @@\n a\n" * 60_000,
        HEAD * 40_000,
        "--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n" * 60_000,
        HEAD + "@@ -1,999999999 +1,999999999 @@\n" + "\n" * 1_000_000,
    ],
    ids=["300k lines", "60k hunks", "long line", "short hunks", "headers", "names", "empty lines"],
)
def test_linear(text):
    """Long and broken diffs are read in linear time."""
    assert growth.seconds(lambda: read_diff(text, find_diff(text)), 4) <= 4
