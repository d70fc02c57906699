# SPDX-License-Identifier: GPL-2.0-or-later
"""One thread in every format: the same mails, less what the format cannot carry, which stands here and in docs/formats.md alone."""

import re
from pathlib import Path

import pytest

from digest import archive
from digest.model import Message, Problem

DATA = Path(__file__).parent.parent / "data" / "one-thread"
DOCS = Path(__file__).parent.parent.parent / "docs" / "formats.md"

LOST: dict[str, frozenset[str]] = {
    name: frozenset(losses.split())
    for name, losses in {
        "thread.mbox": "",
        "lore/t.mbox.gz": "",
        "lore/messages": "references",
        "lore/T.html": "address seconds references",
        "lore/t-nested.html": "address seconds references",
        "lore/search-threads.html": "address seconds parent references",
        "lore/t.atom": "references",
        "mhonarc": "",
        "mhonarc-masked": "words",
        "mail-archive": "words",
        "spinics": "words",
        "hypermail": "references",
        "pipermail": "parent references",
        "pipermail-text": "",
        "marc": "parent references",
        "openwall": "address words parent references",
        "hyperkitty": "address subject layout zone parent references",
        "lkml.org": "address message-id parent references",
        "gmane": "parent references",
        "patchwork": "address message-id seconds parent references",
        "google-groups": "address message-id subject words zone parent references",
        "forum": "address message-id subject words zone parent references",
        "text/pasted.txt": "",
        "text/lynx-thread.txt": "address message-id seconds layout parent references",
        "text/w3m-thread.txt": "address message-id seconds layout parent references",
        "flattened": "address words layout",
    }.items()
}
"""What each copy of the thread lacks.  `words` are addresses masked within a body; `layout` white space; `subject` that of an answer on a
page that prints the thread's alone."""


def read(place: Path) -> tuple[list[Message], list[Problem]]:
    """All mails and problems below a path."""
    mails: list[Message] = []
    problems: list[Problem] = []
    for part in archive.parts(place):
        scan = archive.scan(part, archive="copy")
        problems.extend(scan.problems)
        for shard in scan.shards:
            for item in archive.read(shard):
                if isinstance(item, Message):
                    mails.append(item)
                else:
                    problems.append(item)
    return mails, problems


def squeezed(body: str) -> list[str]:
    """The words of a body that are not addresses, nor torn by what was left of one."""
    return re.sub(r"<[^<>\n]*>", "<>", body).split()


@pytest.fixture(scope="module")
def thread() -> list[Message]:
    """The thread as it was sent."""
    return read(DATA / "thread.mbox")[0]


def twin(mail: Message, thread: list[Message]) -> Message:
    """The mail of which this is a copy: by message-id, else by its first own words."""
    for other in thread:
        if mail.message_id == other.message_id:
            return other
    words = squeezed(mail.body)
    return next(other for other in thread if squeezed(other.body)[-12:] == words[-12:] or squeezed(other.body)[:30] == words[:30])


def losses(mail: Message, twin: Message) -> set[str]:
    """In what a copy differs from the mail."""
    found: set[str] = set()
    if mail.author.name != twin.author.name:
        found.add("name")
    if mail.author.email != twin.author.email:
        found.add("address")
    if mail.message_id != twin.message_id:
        found.add("message-id")
    if mail.subject != twin.subject:
        found.add("subject")
    if mail.date != twin.date and mail.date is not None and twin.date is not None:
        apart = abs((mail.date - twin.date).total_seconds())
        found.add("seconds" if apart < 60 else "zone" if min(apart % 900, 900 - apart % 900) < 60 and apart < 15 * 3600 else "date")
    elif mail.date is None:
        found.add("date")
    if mail.parents[:1] != twin.parents[:1]:
        found.add("parent")
    if mail.parents != twin.parents:
        found.add("references")
    if mail.body.replace(">", " > ").split() != twin.body.replace(">", " > ").split():
        found.add("words")
    if [line.rstrip() for line in mail.body.strip("\n").split("\n")] != [line.rstrip() for line in twin.body.strip("\n").split("\n")]:
        found.add("layout")
    return found


@pytest.mark.parametrize("name", LOST)
def test_same_mails(name: str, thread: list[Message]) -> None:
    """Each copy holds seven mails that differ from those sent in what is listed for it, and in nothing else."""
    mails, problems = read(DATA / name)
    twins = [twin(mail, thread) for mail in mails]
    found: set[str] = set()
    for mail, other in zip(mails, twins, strict=True):
        found |= losses(mail, other)
    found -= {"layout"} if "words" in found else set()
    found -= {"seconds"} if "zone" in found else set()
    expected = LOST[name] - ({"layout"} if "words" in LOST[name] else set())

    assert ([], {mail.key for mail in thread}, expected) == (problems, {mail.key for mail in twins}, found)


@pytest.mark.parametrize("name", sorted(LOST))
def test_told(name: str, thread: list[Message]) -> None:
    """What a copy lacks is said by the mail itself, in the words of `Message.lost`."""
    told = {"address": "address", "message-id": "message-id"}
    mails, _ = read(DATA / name)
    for mail in mails:
        missing = losses(mail, twin(mail, thread))

        assert {word for loss, word in told.items() if loss in missing} <= set(mail.lost)


def test_documented() -> None:
    """docs/formats.md has the same table."""
    rows = re.findall(r"^\| `([^`]+)` \| [^|]* \|([^|]*)\|$", DOCS.read_text("utf-8"), re.MULTILINE)

    assert {name: set(losses) for name, losses in LOST.items()} == {name: set(re.findall(r"[\w-]+", losses)) for name, losses in rows}


def test_lists_are_no_mails() -> None:
    """Lists by date, thread, author or search hold no mail and are no problem."""
    for name in ("lore/index.html", "lore/search.html", "mhonarc/maillist.html", "mhonarc/threads.html"):
        assert ([], []) == read(DATA / name)


def test_overlapping_pages(thread: list[Message]) -> None:
    """A folder of pages of one thread gives each mail once for each page that shows it."""
    mails, problems = read(DATA / "lore")
    counts = {mail.key: sum(other.key == mail.key for other in mails) for mail in thread}

    assert ([], {7 if mail is thread[0] else 6 for mail in thread}) == (problems, set(counts.values()))
