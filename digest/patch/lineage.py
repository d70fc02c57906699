# SPDX-License-Identifier: GPL-2.0-or-later
"""Which postings are one work: titles and people made comparable, and the keys by which records of one work find each other.

Rules: b4's change-id and subject lookup (docs/maintainer/am-shazam.rst of b4), patchew's `Supersedes:`, and the links that
Documentation/process/maintainer-netdev.rst asks of a new version.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import lru_cache

from digest import mail
from digest.model import Address, FileChange, Record
from digest.patch.lines import sketch

_LEAD = re.compile(r"(?:\[[^\[\]]{0,200}\]|(?:re|aw|sv|fwd?|antw)[ ]?:)[ :]{0,8}", re.IGNORECASE)
_TAIL = re.compile(r"[ ]?\((?:v[0-9]{1,3}|resend|take [0-9]{1,2})\)\Z", re.IGNORECASE)
_WORD = re.compile(r"[a-z0-9_]{2,60}")
_GERRIT = re.compile(r"I[0-9a-f]{40}")
_RUN = re.compile(r"([0-9]{8,20}[.-][0-9]{1,10})-[0-9]{1,4}-")
KEYS = 64  # parents of one mail that become keys: the nearest ones; the root of the thread always
LINKS = 64  # links of one posting that become keys
PEOPLE = 4  # people of one answer that become keys
SHORT = 7  # letters up to which a title says nothing
HOUR = 3600
MONTH = 30 * 24 * HOUR


@lru_cache(maxsize=2048)
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


@lru_cache(maxsize=2048)
def bare_title(title: str) -> str:
    """A title for comparing without the subsystems before it, which change hands and spelling; short ones keep them.

    >>> bare_title("net/drv: rx: Avoid the copy")
    'avoid the copy'
    """
    plain = plain_title(title)
    tail = plain.rpartition(": ")[2]
    return tail if tail.count(" ") > 1 else plain


@lru_cache(maxsize=1024)
def title_words(title: str) -> frozenset[str]:
    """The words of a title that carry meaning when two titles are compared."""
    return frozenset(_WORD.findall(plain_title(title))) - _EMPTY


_EMPTY = frozenset(["the", "and", "for", "of", "to", "in", "on", "a", "an", "with", "by", "from", "is", "be", "net"])


def alike(one: str, other: str) -> float:
    """How much two titles say the same, 0 to 1: shared words over all words."""
    a, b = title_words(one), title_words(other)
    return len(a & b) / len(a | b) if a and b else 0.0


@lru_cache(maxsize=2048)
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


@lru_cache(maxsize=2048)
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


def send_run(key: str) -> str | None:
    """The run of git-send-email that made a message-id (TIME.PID-N-NAME, of old TIME-PID-N-git-send-email-NAME), None for other ids."""
    found = _RUN.match(key)
    return f"{found[1]}@{key.rpartition('@')[2]}" if found is not None else None


def lineage_keys(record: Record) -> tuple[str, ...]:
    """The strings by which mails of one work may share a component: records with a common key belong together.

    `m:` message-ids (its own, what it answers, what a posting or robot links to), `c:` change-id, `t:` a person and a title (see
    `_titled`), or a file and a title without its subsystem (who takes a work over keeps both), `p:` patch-id, `f:` poster, the file
    changed most and a changed line (a renamed patch), `u:` poster, version and total within the hour (unthreaded), `g:` the run of
    git-send-email that sent what it is or answers.  A title alone is no key: over years, "fix typo" would hold a list together.  More keys
    may be shared than one work has; `assemble` decides.
    """
    parents = record.parents
    keys = [f"m:{record.key}", *[f"m:{parent}" for parent in parents[:KEYS]]]
    if len(parents) > KEYS:
        keys.append(f"m:{parents[-1]}")
    posting = is_posting(record)
    subject = record.subject
    robot = record.robot
    title = plain_title(subject.title)
    if len(title) > SHORT:
        if not posting and subject.index is not None:
            keys.extend(_titled(_spoken_to(record), title, subject.index, subject.total, record.date))
        # Mails whose archive lost the threading headers find their thread by its title alone (see mail.threads).
        if not parents and ("headers" in record.lost or "message-id" in record.lost):
            keys.append(f"t::{title}")
    if subject.numbered:
        keys.extend(f"g:{run}" for run in map(send_run, (record.key, *parents[:KEYS])) if run is not None)
    if robot is not None:
        keys.extend(f"m:{link}" for link in robot.links[:LINKS])
        if not parents and not robot.links:  # nothing but its words and whom it goes to says what it is about
            titles = [robot.subject, *(patch.title for patch in robot.patches[:LINKS])]
            for told in filter(None, titles):
                keys.extend(_titled(_addressed(record)[:2], plain_title(told), None, None, record.date))
    if posting:
        for link in record.links[:LINKS]:
            if link.kind == "change-id":
                keys.append(f"c:{link.value}")
            elif link.kind in {"lore", "version", "supersedes"}:
                keys.append(f"m:{link.value}")
        keys.extend(_posting_keys(record, title))
    return tuple(dict.fromkeys(keys))


def _posting_keys(record: Record, title: str) -> list[str]:
    """The keys of a posting by who posted what."""
    subject, patch = record.subject, record.patch
    poster = tokens(record.author)
    writers = poster if patch is None or patch.author is None else (*poster, *tokens(patch.author))
    keys: list[str] = []
    if len(title) > SHORT:
        keys.extend(_titled(writers, title, *number(record), record.date))
        if patch is not None:
            keys.extend(f"t:{path}:{bare_title(title)}" for path in _main_files(record))
    if record.cover is not None and not subject.reply:
        total = number(record)[1]
        for at, entry in enumerate(record.cover.shortlog[:LINKS], 1):
            marks = (*poster, mail.person_id(Address(name=entry.author))) if entry.author else poster
            keys.extend(_titled(marks, plain_title(entry.title), at, total, record.date))
    mark = (poster or ("",))[0]
    if patch is not None:
        if patch.patch_id:
            keys.append(f"p:{patch.patch_id}")
        if patch.files:
            path = files_key(record)
            keys.extend(f"f:{mark}:{path}:{line}" for line in sketch(record))
    if subject.numbered and not record.parents and record.date is not None:
        # Mails of one series sent without threading.
        keys.extend(f"u:{mark}:{subject.version}/{subject.total}:{span}" for span in _spans(record.date, HOUR))
    return keys


def _titled(marks: Iterable[str], title: str, index: int | None, total: int | None, date: datetime | None) -> Iterator[str]:
    """The keys of a title that people used.

    That of a series or a single patch ties at any time, that of one patch among others with its place among them, or within a month: in
    a hundred thousand mails so many people use a title twice that half of all mails would hang together by it.  A title with its place
    comes back far less often, and a patch that moved after long is found by its file, its lines or its neighbours.
    """
    place = f":{index}" if index and total != 1 else ""
    spans = _spans(date, MONTH) if date is not None else ()
    for mark in marks:
        yield f"t:{mark}:{title}{place}"
        for span in spans:
            yield f"t:{mark}:{title}@{span}"


def _spans(date: datetime, seconds: int) -> tuple[int, int]:
    """Two overlapping spans of time: of two dates that are less than `seconds` apart, one at least is the same."""
    count = int(date.timestamp()) // seconds
    return count // 2 * 2, (count + 1) // 2 * 2 + 1


def _spoken_to(record: Record) -> tuple[str, ...]:
    """Marks of who may have posted what a mail answers: whom it quotes, and, deeper in a thread, to whom it goes."""
    quoted = dict.fromkeys(p.who for p in record.passages if p.kind == "quote" and p.who)
    marks = [_mark(who) for who in list(quoted)[:PEOPLE]]
    if len(record.parents) > 1 or not marks:
        marks += _addressed(record)[:PEOPLE]
    return tuple(dict.fromkeys(marks))


def _mark(who: str) -> str:
    """The mark of a person whom an attribution names, by name or by address."""
    return mail.person_id(Address(email=who) if "@" in who and " " not in who else Address(name=who))


def _addressed(record: Record) -> list[str]:
    """Marks of the people a mail is sent to, without the lists among them."""
    lists = record.lists
    return [
        mail.person_id(Address(email=email))
        for email in record.recipients
        if email.replace("@", ".").lower() not in lists and "@vger." not in email and "@lists." not in email
    ]


def _main_files(record: Record) -> tuple[str, ...]:
    """The two files of a patch that change most."""
    files = record.patch.files if record.patch is not None else ()
    return tuple(file.path for file in sorted(files, key=_size, reverse=True)[:2])


def _size(file: FileChange) -> tuple[int, str]:
    return (file.added or 0) + (file.removed or 0) or file.changes or 0, file.path


def files_key(record: Record) -> str:
    """The file of a patch that changes most: it stays the same when a patch is reworked and renamed."""
    return (_main_files(record) or ("",))[0]
