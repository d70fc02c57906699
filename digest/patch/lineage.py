# SPDX-License-Identifier: GPL-2.0-or-later
"""Which postings are one work: titles and people made comparable, and the keys by which records of one work find each other.

Rules: b4's change-id and subject lookup (docs/maintainer/am-shazam.rst of b4), patchew's `Supersedes:`, and the links that
Documentation/process/maintainer-netdev.rst asks of a new version.
"""

import re
from functools import lru_cache

from digest import mail
from digest.model import Address, Record

_LEAD = re.compile(r"(?:\[[^\[\]]{0,200}\]|(?:re|aw|sv|fwd?|antw)[ ]?:)[ :]{0,8}", re.IGNORECASE)
_TAIL = re.compile(r"[ ]?\((?:v[0-9]{1,3}|resend|take [0-9]{1,2})\)\Z", re.IGNORECASE)
_WORD = re.compile(r"[a-z0-9_]{2,60}")
_GERRIT = re.compile(r"I[0-9a-f]{40}")
KEYS = 64  # parents of one mail that become keys: the nearest ones; the root of the thread always
LINKS = 64  # links of one posting that become keys


@lru_cache(maxsize=16384)
def plain_title(title: str) -> str:
    """A title for comparing: no prefixes, one case, single blanks, no closing full stop.

    >>> plain_title("[net-next,v2,1/3] net: Fix  it.")
    'net: fix it'
    """
    text = " ".join(title.split())
    for _ in range(8):
        lead = _LEAD.match(text)
        if lead is None or lead.end() == len(text):
            break
        text = text[lead.end() :]
    tail = _TAIL.search(text, max(0, len(text) - 20))
    if tail and tail.start():
        text = text[: tail.start()]
    return text.casefold().rstrip(".! ")


@lru_cache(maxsize=4096)
def title_words(title: str) -> frozenset[str]:
    """The words of a title that carry meaning when two titles are compared."""
    return frozenset(_WORD.findall(plain_title(title))) - _EMPTY


_EMPTY = frozenset(["the", "and", "for", "of", "to", "in", "on", "a", "an", "with", "by", "from", "is", "be", "net"])


def alike(one: str, other: str) -> float:
    """How much two titles say the same, 0 to 1: shared words over all words."""
    a, b = title_words(one), title_words(other)
    return len(a & b) / len(a | b) if a and b else 0.0


@lru_cache(maxsize=16384)
def tokens(person: Address) -> tuple[str, ...]:
    """Marks by which a poster is known again: the unified address, and a name of two words or more.

    A name alone never makes two people one where a tag is judged; here it only lets two postings of one title meet.
    """
    marks = []
    if person.email and not person.masked:
        marks.append(mail.person_id(person))
    if person.name and " " in person.name.strip():
        marks.append(mail.person_id(Address(name=person.name)))
    if not marks and (person.name or person.email):
        marks.append(mail.person_id(Address(name=person.name or person.email)))
    return tuple(marks)


@lru_cache(maxsize=8192)
def name_token(person: Address) -> str:
    """One mark of a sender within a thread or a minute: the name where there is one, for archives hide addresses."""
    if person.name:
        return mail.person_id(Address(name=person.name))
    return mail.person_id(person)


def is_posting(record: Record) -> bool:
    """Whether the mail posts a patch or a cover."""
    return record.kind in {"cover", "patch"} or (record.kind == "pull" and record.subject.index == 0)


def number(record: Record) -> tuple[int, int | None]:
    """Index and total of a posting; a cover is 0, an unnumbered patch 1 of 1.

    A text copy may have lost its subject: then the cover's own shortlog says how many patches there are.
    """
    subject = record.subject
    if record.kind == "cover" or subject.index == 0:
        total = subject.total if subject.index == 0 else None
        if total is None and record.cover and record.cover.shortlog:
            total = len(record.cover.shortlog)
        return 0, total
    if subject.index is None:
        return 1, 1
    return subject.index, subject.total


def change_id(record: Record) -> str | None:
    """The change-id of b4 (or Gerrit) that a posting carries."""
    for link in record.links:
        if link.kind == "change-id":
            return link.value
    return None


def is_gerrit(value: str) -> bool:
    """Whether a change-id is Gerrit's, which names one patch, not a series."""
    return _GERRIT.fullmatch(value) is not None


def lineage_keys(record: Record) -> tuple[str, ...]:
    """The strings by which mails of one work may share a component: records with a common key belong together.

    `m:` message-ids (its own, what it answers, what a posting or robot links to), `c:` change-id, `t:` title, `p:` patch-id,
    `f:` poster with the file changed most (a renamed patch), `u:` poster, version and total
    within the hour (unthreaded).  More keys may be shared than one work has; `assemble` decides.
    """
    parents = record.parents
    keys = [f"m:{record.key}", *[f"m:{parent}" for parent in parents[:KEYS]]]
    if len(parents) > KEYS:
        keys.append(f"m:{parents[-1]}")
    posting = is_posting(record)
    subject = record.subject
    # Mails whose archive lost the threading headers find their thread by its title alone (see mail.threads).
    headerless = not record.parents and ("headers" in record.lost or "message-id" in record.lost)
    if posting or headerless or subject.index is not None:
        title = plain_title(subject.title)
        if len(title) > 7:
            keys.append(f"t:{title}")
    robot = record.robot
    if robot is not None:
        keys.extend(f"m:{link}" for link in robot.links[:LINKS])
        if robot.subject:
            keys.append(f"t:{plain_title(robot.subject)}")
        keys.extend(f"t:{plain_title(patch.title)}" for patch in robot.patches[:LINKS])
    if posting:
        for link in record.links[:LINKS]:
            if link.kind == "change-id":
                keys.append(f"c:{link.value}")
            elif link.kind in {"lore", "version", "supersedes"}:
                keys.append(f"m:{link.value}")
        if record.cover is not None and not subject.reply:
            keys.extend(f"t:{plain_title(entry.title)}" for entry in record.cover.shortlog[:LINKS])
        patch = record.patch
        if patch is not None:
            if patch.patch_id:
                keys.append(f"p:{patch.patch_id}")
            if patch.files:
                keys.extend(f"f:{mark}:{files_key(record)}" for mark in tokens(record.author)[:1])
        if subject.numbered and not parents and record.date is not None:
            # Mails of one series sent without threading: two that are an hour apart share one of two overlapping spans.
            hour = int(record.date.timestamp()) // 3600
            mark = (tokens(record.author) or ("",))[0]
            keys.extend(f"u:{mark}:{subject.version}/{subject.total}:{span}" for span in (hour // 2 * 2, (hour + 1) // 2 * 2 + 1))
    return tuple(dict.fromkeys(keys))


def files_key(record: Record) -> str:
    """The file of a patch that changes most: it stays the same when a patch is reworked and renamed."""
    if record.patch is None:
        return ""
    return max(record.patch.files, key=lambda f: ((f.added or 0) + (f.removed or 0) or f.changes or 0, f.path)).path
