# SPDX-License-Identifier: GPL-2.0-or-later
"""Which own words of a review ask for something, by the kinds of speech, and which only look so."""

import re

import pytest
from letters import letter, record

from digest.patch import remark, wish
from digest.patch.phrase import Phrases, first_words
from tests import growth

QUOTE = "> +	err = setup_ring(dev);\n> +	if (err)\n\n"


def kinds(body: str, **fields) -> list[str]:
    """The kinds of the remarks of a reply."""
    return [one.kind for one in record(body, **fields).remarks]


def texts(body: str, **fields) -> list[str]:
    """The words of the remarks of a reply."""
    return [one.spot.text for one in record(body, **fields).remarks]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Why is the lock taken twice?", "question"),
        ("How does this cope with a ring of zero entries.", "question"),
        ("I wonder whether the timer can still fire here.", "question"),
        ("Not sure what the second loop is for.", "question"),
        ("It is unclear to me how the count gets back to zero.", "question"),
        ("Could you name the register in the log?", "question"),
        ("Any reason not to use the helper?", "question"),
        ("Please split this patch.", "change-request"),
        ("Use the helper here.", "change-request"),
        ("Don't print on every packet.", "change-request"),
        ("You should return early.", "change-request"),
        ("You forgot to free the ring.", "change-request"),
        ("This needs to be done under the lock.", "change-request"),
        ("I'd rather see this in a separate patch.", "change-request"),
        ("Perhaps call it ring_size.", "change-request"),
        ("Maybe we can drop the flag.", "change-request"),
        ("It would be better to return an error.", "change-request"),
        ("My suggestion is a table.", "change-request"),
        ("Let's move the check up.", "change-request"),
        ("Instead, take the mutex.", "change-request"),
        ("I don't think this is correct.", "change-request"),
        ("This is racy.", "change-request"),
        ("The second check is redundant.", "change-request"),
        ("That will break the old tool.", "change-request"),
        ("Fails to apply on the current tree.", "change-request"),
        ("The function returns a negative number, not zero.", "change-request"),
        ("Nacked-by: Rita Reviewer <rita@example.com>\nThis leaks the ring.", "change-request"),
        ("Same here.", "change-request"),
        ("Ditto.", "change-request"),
        ("nit: a blank line is missing.", "nit"),
        ("typo: recieve", "nit"),
        ("s/teh/the/", "nit"),
        ("Nitpick: where the sum is too long for a line, an if/else is read faster.", "nit"),
        ("Magic number.", "change-request"),
        ("Extra blank line after the loop.", "nit"),
        ("No global tables, please.", "change-request"),
        ("Missing unlock in the error path.", "change-request"),
        ("One solution might be a flag that is tested once.", "change-request"),
        ("I'd keep the old name.", "change-request"),
        ("I was expecting the width to be set by the caller.", "change-request"),
        ("All these casts can easily be dropped.", "change-request"),
        ("The usual way is to have a table of pointers.", "change-request"),
        ("The ring could use some comments.", "change-request"),
        ("This seems to cause a warning when the documentation is built.", "change-request"),
        ("I have no idea how the count gets back to zero.", "question"),
        ("I merged the first two, but please do send the third against the other tree.", "change-request"),
        ("Please use reverse christmas tree order.", "nit"),
    ],
)
def test_forms(words: str, kind: str) -> None:
    """Interrogatives, requests, imperatives, proposals, objections and nits are remarks of their kind."""
    expected = [kind]
    assert expected == kinds(f"{QUOTE}{words}\n")


@pytest.mark.parametrize(
    "words",
    [
        "Looks good to me.",
        "Reviewed-by: Rita Reviewer <rita@example.com>",
        "Applied, thanks!",
        "I'll look at the rest tomorrow.",
        "Feel free to add my tag to the next version.",
        "Please let me know how the test goes.",
        "With that fixed:\n\nAcked-by: Rita Reviewer <rita@example.com>",
        "As you can see, the ring is full at this point.",
        "This should work.",
        "The ring has 64 entries and the driver fills it from the front.",
        "Thanks for working on this.",
        "Sorry, I was wrong about the counter.",
        "You think we will write your log for you? This is not how it works.",
        "No objections.",
        "I would not insist, so be it.",
        "Would be nicer with a table, but that can be done later.",
        "Hi Ada,",
        "[1/2] net: x\n      commit: 0123456789ab0123456789ab0123456789ab0123",
        "Set patchset to Changes Requested.",
        "	ret = ring ? ring->size : 0;\n	return ret;",
        "Fixed the spelling and applied, thanks!",
        "-Rita",
        "This e-mail may be confidential. If you are not the intended recipient, please delete it.",
        "I am out of the office until Monday, please write to the list.",
        "Don't hesitate to tell me.",
        "I have a few suggestions for the log, so here they are:",
    ],
)
def test_no_wish(words: str) -> None:
    """Acks, announcements, statements, courtesies, rhetorical questions and code are none."""
    expected: list[str] = []
    assert expected == kinds(f"{QUOTE}{words}\n")


def test_praise_is_no_wish() -> None:
    """Praise of what words of style are said of asks for nothing."""
    expected: list[str] = []
    assert expected == kinds(QUOTE + "Great work on the kernel-doc comments and the coding style!\n")
    assert expected == kinds(QUOTE + "Sure, looks fine.\n")


def test_lines_rewritten() -> None:
    """Code below quoted code that it nearly repeats is what the writer would rather see; other code, and a tag, are none."""
    quote = "> +	/*sets the ring up and starts it*/\n\n"
    expected = ["nit"]
    assert expected == kinds(quote + "/* sets the ring up and starts it */\n")
    expected = []
    assert expected == kinds(quote + "	.supports_rings = true,\n")
    assert expected == kinds("> Reviewed-by: Ada Author <ada@author.example>\n\nReviewed-by: Rita Reviewer <rita@review.example>\n")


def test_words_behind_a_shown_diff() -> None:
    """What is said below a diff that a reviewer shows is said, and nothing within it is, also where a mailer wrapped its lines."""
    shown = "@@ -1,3 +1,4 @@ int setup(void)\n \tint value;\n+\tvalue = first_of(\nring, dev);\n \treturn ? value : 0;\n\n"
    expected = ["Can you make sure that it fits?"]
    assert expected == texts(QUOTE + "Something like this works here:\n\n" + shown + "Can you make sure that it fits?\n")


def test_reasons_belong_to_the_wish() -> None:
    """Under one quote a judgement that goes on about what was asked is no item of its own; a further point is."""
    asked = "Please take the lock first.\n\n"
    expected = ["Please take the lock first."]
    assert expected == texts(QUOTE + asked + "The list cannot be protected by it otherwise.\n")
    expected = ["Please take the lock first.", "The second problem is that the list is never emptied."]
    assert expected == texts(QUOTE + asked + "The second problem is that the list is never emptied.\n")


@pytest.mark.parametrize(
    ("words", "weak"),
    [
        ("This driver therefore needs a side channel.", True),
        ("The ring cannot be shared like that.", True),
        ("You should take the lock.", False),
        ("I don't think this is right.", False),
        ("Why is it shared?", False),
    ],
)
def test_judgements_are_weak(words: str, weak: bool) -> None:  # noqa: FBT001
    """What only judges is marked, so that a discussion's matter is told from a wish."""
    expected = [weak]
    assert expected == [remark.weak for remark in record(QUOTE + words + "\n").remarks]


def test_quoted_question_is_not_own() -> None:
    """Somebody else's question is no remark of this mail."""
    expected: list[str] = []
    assert expected == kinds("> Why is the lock taken twice?\n\nBecause the callback drops it.\n")


def test_verdict_in_an_answer_is_the_answer() -> None:
    """A judgement under a quoted question answers it; a wish under one is still a wish."""
    expected: list[str] = []
    assert expected == kinds("> Is the old check still right?\n\nThat check is wrong on big endian.\n")
    expected = ["change-request"]
    assert expected == kinds("> Is the old check still right?\n\nPlease drop it.\n")


def test_one_item_a_paragraph_and_a_point() -> None:
    """Paragraphs and points of a list are items; own words on both sides of a quote are two."""
    body = (
        "> +	a();\n\nWhy a?\n\nPlease use b.\n\n> +	c();\n\nPoints:\n1. Why c?\n2. Rename it to d.\n- And drop the\n  second one.\n"
    )
    expected = ["Why a?", "Please use b.", "1. Why c?", "2. Rename it to d.", "- And drop the\n  second one."]
    assert expected == texts(body)


def test_whole_lines_and_code_of_a_proposal() -> None:
    """An item is whole lines; a sentence that goes on over code takes the code and its end along."""
    body = "> +	a();\n\n	Better call\n\n		b(dev);\n		c(dev);\n\nin this order.\n\nThanks,\nRita\n"
    expected = ["Better call\n\n		b(dev);\n		c(dev);\n\nin this order."]
    assert expected == texts(body)


def test_quote_and_file() -> None:
    """The last quoted lines come along; the file is named where the quote is of a diff."""
    body = "> --- a/net/core/x.c\n> +++ b/net/core/x.c\n> @@ -1,2 +1,2 @@\n> -	a();\n> +	b();\n\nWhy b?\n"
    (remark,) = record(body).remarks
    expected = ("@@ -1,2 +1,2 @@\n-	a();\n+	b();", "net/core/x.c")
    assert expected == (remark.quote, remark.file)
    (remark,) = record("> We call b now.\n\nWhy b?\n").remarks
    assert remark.file is None


def test_corrected_word() -> None:
    """One word, much like a quoted one, is a correction of it; any other word is none."""
    expected = ["nit"]
    assert expected == kinds("> The device recieves a frame.\n\nreceives\n")
    expected = []
    assert expected == kinds("> The device receives a frame.\n\nbanana\n")
    assert expected == kinds("> The keys are set.\n\nKees\n")


def test_words_that_point_down() -> None:
    """A wish that ends with a colon speaks of what is quoted below it."""
    (remark,) = record("> We set the flag.\n\nThen remove this paragraph:\n\n> The flag is new.\n\nThanks\n").remarks
    expected = "The flag is new."
    assert expected == remark.quote


def test_own_patch_in_a_reply() -> None:
    """A patch that a reviewer writes below his words asks nothing itself."""
    patch = "diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-	why();\n+	/* please drop me */\n"
    body = f"> +	a();\n\nSomething like this?\n\n{patch}"
    expected = ["Something like this?"]
    assert expected == texts(body)


def test_postings_ask_nothing() -> None:
    """A posted patch or cover has no remarks, whatever its log asks."""
    found = record("Why not?\n\nPlease apply.\n", subject="[PATCH net 0/2] net: x")
    assert found.remarks == ()


SEVERITIES = """Thank you for your contribution! The review found 2 potential issue(s) to consider:
- [High] first
- [Low] second
--

> +	a();

[Severity: High]
Can a() sleep here?

It takes a mutex.

[ ... ]

> --- a/net/core/x.c
> +++ b/net/core/x.c
> +	b();

[Severity: Low]
Is b() ever called?

-- \nA review by a machine
"""


def test_robot_by_severity() -> None:
    """An AI review gives one item a severity block, from its question to its end."""
    found = record(SEVERITIES, author="sashiko-bot@kernel.org").remarks
    expected = [("robot", "Can a() sleep here?\n\nIt takes a mutex.", None), ("robot", "Is b() ever called?", "net/core/x.c")]
    assert expected == [(remark.kind, remark.spot.text, remark.file) for remark in found]


LKP = """Hi Ada,

kernel test robot noticed the following build errors:

[auto build test ERROR on net/main]

If you fix the issue, kindly add following tag
| Reported-by: kernel test robot <lkp@intel.com>

All errors (new ones prefixed by >>):

>> net/core/x.c:12:3: error: use of undeclared identifier 'y'
      12 |   y();

--
0-DAY CI Kernel Test Service
"""
SYZBOT = """syzbot ci has tested the following series

[v1] net: x
https://lore.example.org/all/a@b

and found the following issue:
WARNING in x_open

Full report:

***
please add the following tag:
  Tested-by: syzbot@syzkaller.appspotmail.com
"""
SMATCH = """Hello Ada,

Commit 0123456789ab ("net: x") from Nov 2, 2026 (linux-next), leads to the following Smatch static checker warning:

	net/core/x.c:12 x_open() error: uninitialized symbol 'y'.

net/core/x.c
    11         int y;
--> 12         return y ? 1 : please_fix(y);

regards,
"""
PATCHWORK = """Hello:

This patch was applied to netdev/net.git (main)
by Mary <mary@example.com>:

Here is the summary with links:
  - [net] net: x
    https://git.example.org/c/0123456789ab

You are awesome, thank you!
"""


@pytest.mark.parametrize(
    ("body", "author", "expected"),
    [
        (LKP, "kernel test robot <lkp@intel.com>", [">> net/core/x.c:12:3: error: use of undeclared identifier 'y'\n      12 |   y();"]),
        (SYZBOT, "syzbot ci <syzbot+ci1@syzkaller.appspotmail.com>", ["and found the following issue:\nWARNING in x_open"]),
        (PATCHWORK, "patchwork-bot+netdevbpf@kernel.org", []),
        (SMATCH, "Dora Checker <dora@example.org>", [SMATCH.split("\n\n")[1]]),
    ],
)
def test_robots_reports(body: str, author: str, expected: list[str]) -> None:
    """One item a report; what robots ask by rote ("kindly add", "please add") and state mails are none."""
    found = record(body, author=author).remarks
    assert expected == [remark.spot.text for remark in found]
    assert {remark.kind for remark in found} <= {"robot"}


def test_evidence_with_odd_text() -> None:
    """Tabs, wide letters and typographic quotes do not move a remark from its place."""
    body = "> x\n\n	Größe – isn’t “ring” too small here?\n"
    (remark,) = record(body).remarks
    expected = (3, 2, "Größe – isn’t “ring” too small here?")
    assert expected == (remark.spot.line, remark.spot.column, remark.spot.text)


def test_copy_without_line_breaks() -> None:
    """In a copy that lost its line breaks an item is a sentence, at its place."""
    body = (
        "On Mon, Ada wrote: > We take the lock. > And drop it. Why is the lock taken twice? The ring is full then. Please use the helper."
    )
    found = record(body, lost=("line-breaks",)).remarks
    expected = ["Why is the lock taken twice?", "Please use the helper."]
    assert expected == [remark.spot.text for remark in found]
    assert {remark.spot.line for remark in found} == {1}


def test_a_flood_is_limited() -> None:
    """A mail of nothing but questions gives a bounded number of remarks, in time."""
    found = record("Why?\n\n" * 5000).remarks
    expected = 200
    assert expected == len(found)


@pytest.mark.parametrize("piece", ["a ", "? ", "->a", "; ", "please ", "not ", "> ", "\t", "(", "s/a", "I would ", ", not x"])
def test_long_sentences_end(piece: str) -> None:
    """No repeated piece makes the grammar slow or raise."""
    wish.wish(piece * 5000)
    assert letter(piece * 2000).body is not None
    record(piece * 20_000)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (r"\bplease\b", {"please"}),
        (r"^(?:could|can) you\b", {"could", "can"}),
        (r"\bneeds? to\b", {"need", "needs"}),
        (r"\bfail(?:s|ed)? to\b", {"fail", "fails", "failed"}),
        (r"\bi(?:'d| would) (?:rather|prefer)\b", {"i"}),
        (r"\b\w+ tested\b", None),
        (r"violat\w+", None),
        (r"(?:really )?odd", None),
    ],
)
def test_first_words(source: str, expected: set[str] | None) -> None:
    """A phrase is known by the words that can open it; where they cannot be told it is looked for everywhere."""
    found = first_words(source)
    assert expected == (None if found is None else set(found))


def test_phrases_find_what_the_pattern_finds() -> None:
    """The index finds just what the patterns find."""
    source = r"\bplease\b|\bneeds? to\b|^(?:could|can) you\b|\bfail(?:s|ed)? to\b|, not \w+$"
    phrases = Phrases({"bid": source, "other": r"\bnever\b"})
    for words in (
        "please stop",
        "it needs to go",
        "can you",
        "so can you",
        "it failed to build",
        "we displease",
        "one, not two",
        "never",
        "needsto",
    ):
        expected = {name for name, pattern in (("bid", source), ("other", r"\bnever\b")) if re.search(pattern, words)}
        assert expected == phrases.search(words)


def test_blanks_before_a_break_take_linear_time() -> None:
    """A line of courtesy with blanks at its end, in a text without lines: the blanks were once gone over for each of them."""
    pattern = remark._COURTESY

    assert growth.of(lambda size: pattern.match("cc: x" + " " * (size * 10) + "\nmore"), 400) <= 8.0
