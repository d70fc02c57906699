# SPDX-License-Identifier: GPL-2.0-or-later
"""What each mail speaks of: replies -> the posting above them, and postings known from replies alone (ghosts).

A ghost has the number, version and title of the subject that answers it, and a message-id only where References leave no choice.
"""

import re

from digest.model import Address, Passage, Record
from digest.patch.lineage import number, plain_title, send_run
from digest.patch.version import Batch, Book, Slot

Home = tuple[Batch, int | None]
Place = dict[tuple[object, ...], list[Home]]

# git-send-email: TIME.PID-N-NAME, N counts all mails of the run from 1; b4: DATE-TOPIC-vV-N-HEX, N is the patch's own number.
_GIT_ID = re.compile(r"([0-9]{8,20}\.[0-9]{1,10})-([0-9]{1,4})-[^@]{1,200}@")
_B4_ID = re.compile(r"[0-9]{8}-[^@]{1,200}-v[0-9]{1,3}-([0-9]{1,4})-[0-9a-f]{12}@")
_SENDER = re.compile(r"[0-9]{8,20}[.-][0-9]{1,10}-[0-9]{1,4}-(?:git-send-email-)?([^@\s<>]{1,100}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,6})\Z")
_NO_HOST = (".local", ".localdomain", ".lan", ".internal")  # git falls back to the machine's own name
_SIGNED = re.compile(r"(?m)^[>| \t]{0,12}Signed-off-by: ([^<>\n@]{2,80}) <")
_PATCH_WORDS = ("Signed-off-by: ", "diff --git ", "\n@@ -")
# Mailers for people: Gmail, Outlook, Android, mutt of three ages, Gnus, Evolution, Alpine, Thunderbird.
_MUA_ID = re.compile(
    r"\$|\ACA[^@]{20,}@mail\.gmail\.com|outlook\.com|\.prod\.|@email\.android\.com|@[\w.]{1,60}\.local\Z"
    r"|\A[0-9]{14}\.(?:[a-z]{2}[0-9]{1,8}|[a-z0-9]{16})@|\A[a-z0-9+/_-]{16}@|\.fsf@|\.camel@|\Aalpine\."
    r"|\A[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}@",
    re.IGNORECASE,
)
_PEOPLES_ID = re.compile(r"\ACA[^@]{20,}@mail\.gmail\.com|outlook\.com|\.prod\.|@email\.android\.com", re.IGNORECASE)
_MANY = 32  # batches of one thread, version and total that are looked through


def find_homes(book: Book, batches: list[Batch], batch_of: dict[str, Batch]) -> dict[str, Home]:
    """For each KEY (ghost message-ids too) the batch and patch it belongs to; mails that speak of no posting are left out.

    Ghost batches are added to `batches`.
    """
    home: dict[str, Home] = {}
    for key, batch in batch_of.items():
        home[key] = (batch, number(book.by_key[key])[0])
    by_title = _titles(batches)
    by_thread: dict[tuple[object, ...], list[Batch]] = {}
    for batch in batches:
        by_thread.setdefault(_mark(batch), []).append(batch)
        for run in {send_run(record.key) for record in batch.records} if batch.subject.numbered else ():
            if run is not None:
                by_thread.setdefault(_in_run(run, batch), []).append(batch)
    lost: set[str] = set()
    for record in book.records:
        if record.key in home:
            continue
        path, top = _climb(book, home, lost, record.key)
        found = home.get(top)
        if found is None and top not in lost:
            # The topmost mail that is here decides; ghosts above it are what it answers.
            last = max(i for i, key in enumerate(path) if key in book.by_key)
            ghosts = path[last + 1 :]
            found = _orphan(book, book.by_key[path[last]], ghosts, home, batches, by_title, by_thread)
            for key in ghosts:
                if key not in home and found is None:
                    lost.add(key)
            path = path[: last + 1]
        elif found is not None:
            found = _between(book, path, found, home)
        for key in path:
            if found is None:
                lost.add(key)
            else:
                home[key] = found
    return home


def _climb(book: Book, home: dict[str, Home], lost: set[str], key: str) -> tuple[list[str], str]:
    """The way up from a mail to the first whose home is known (or known to be none), that one not included."""
    path: list[str] = []
    seen: set[str] = set()
    while key not in home and key not in lost and key not in seen:
        path.append(key)
        seen.add(key)
        parent = book.parents.get(key)
        if parent is None:
            break
        key = parent
    return path, key


def _between(book: Book, path: list[str], found: Home, home: dict[str, Home]) -> Home:
    """Whether mails missing between a reply and the posting above it hide another patch of the series.

    `Re: [PATCH 2/3]` that leads through an unknown mail to the cover speaks of patch 2, known or not.
    """
    ghost = next((i for i, key in enumerate(path) if key not in book.by_key), None)
    batch, index = found
    if ghost is None and index == 0:
        # Headers that name only the cover, where the subject is that of a patch.
        named = book.by_key[path[-1]].subject
        slot = batch.slots.get(named.index or 0) if named.reply and named.numbered else None
        same = slot is not None and plain_title(slot.title or "") == plain_title(named.title)
        if same and named.index and (named.total, named.version) == (batch.total, batch.version):
            return batch, named.index
    if not ghost:
        return found
    subject = book.by_key[path[ghost - 1]].subject
    asked = subject.index
    if not asked or asked == index or not subject.numbered or subject.total != batch.total or subject.version != batch.version:
        return found
    slot = batch.slots.get(asked)
    if slot is None:
        ghosts = [key for key in path[ghost:] if key not in book.by_key]
        slot = batch.slots[asked] = Slot(asked, None, title=subject.title or None, message_id=ghosts[-1] if len(ghosts) == 1 else None)
        if slot.message_id:
            home[slot.message_id] = (batch, asked)
    return batch, asked


def _titles(batches: list[Batch]) -> Place:
    """Postings by title, version and number."""
    found: Place = {}
    for batch in batches:
        if batch.cover_title:
            found.setdefault((plain_title(batch.cover_title), batch.version, 0), []).append((batch, 0))
        for index, slot in batch.slots.items():
            if slot.title:
                found.setdefault((plain_title(slot.title), batch.version, index), []).append((batch, index))
    return found


def _mark(batch: Batch) -> tuple[object, ...]:
    alone = plain_title(batch.subject.title) if not batch.subject.numbered else ""
    return batch.thread, batch.version, batch.point, batch.total, batch.rfc, batch.resend, alone


def _in_run(run: str, batch: Batch) -> tuple[object, ...]:
    return "run", run, *_mark(batch)[1:6]


def _orphan(
    book: Book,
    record: Record,
    ghosts: list[str],
    home: dict[str, Home],
    batches: list[Batch],
    by_title: Place,
    by_thread: dict[tuple[object, ...], list[Batch]],
) -> Home | None:
    """The home of a mail above which no posting is in the archive."""
    robot = record.robot
    if robot is not None:
        for link in robot.links:
            if link in home:
                return home[link]
    subject = record.subject
    if subject.index is None or not (subject.reply or robot is not None):
        return None
    known = by_title.get((plain_title(subject.title), subject.version, subject.index), [])
    chosen = _nearest_before(known, record)
    if chosen is not None and (chosen[0].rfc, chosen[0].resend) == (subject.rfc, subject.resend):
        if ghosts:
            _name_sender(chosen[0], record, ghosts, None)
        return chosen
    if not subject.reply:
        return None
    total = subject.total if subject.numbered else 1
    alone = "" if subject.numbered else plain_title(subject.title)
    mark = (book.thread_of[record.key], subject.version, subject.point, total, subject.rfc, subject.resend, alone)
    batch = next((b for b in by_thread.get(mark, [])[-_MANY:] if _free(b, subject.index, subject.title)), None)
    # Of a run of git-send-email whose cover nobody answered, each patch has a thread of its own.
    runs = {run for run in map(send_run, ghosts) if run is not None} if subject.numbered else set()
    run = runs.pop() if len(runs) == 1 else None
    if batch is None and run is not None:
        alike = by_thread.get(("run", run, *mark[1:6]), [])
        batch = next((b for b in alike[-_MANY:] if _free(b, subject.index, subject.title)), None)
    if batch is None:
        batch = Batch(subject, Address(), record.date, mark[0])
        batch.total = total
        batch.number = len(batches)
        batches.append(batch)
        by_thread.setdefault(mark, []).append(batch)
        if run is not None:
            by_thread.setdefault(_in_run(run, batch), []).append(batch)
    deep = any(passage.kind == "quote" and passage.depth > 1 for passage in record.passages)
    message_id = _ghost_id(subject.index, ghosts, numbered=subject.numbered, deep=deep)
    _name_sender(batch, record, ghosts, message_id)
    if message_id in home:
        message_id = None
    if subject.index == 0:
        batch.cover_title = batch.cover_title or subject.title or None
        batch.cover_id = batch.cover_id or message_id
    elif subject.index not in batch.slots:
        batch.slots[subject.index] = Slot(subject.index, None, title=subject.title or None, message_id=message_id)
    found = (batch, subject.index)
    by_title.setdefault((plain_title(subject.title), subject.version, subject.index), []).append(found)
    if message_id:
        home[message_id] = found
    return found


def _free(batch: Batch, index: int, title: str) -> bool:
    """Whether a batch may hold the patch that a reply names: it lacks it, or has it under that title."""
    if index == 0:
        return batch.cover is None
    slot = batch.slots.get(index)
    return slot is None or plain_title(slot.title or "") == plain_title(title)


def _nearest_before(known: list[Home], record: Record) -> Home | None:
    """The newest posting not newer than the mail that speaks of it."""
    chosen = None
    for found in known[-_MANY:]:
        date = found[0].date
        if date is None or record.date is None or date <= record.date:
            chosen = found
    return chosen


def _name_sender(batch: Batch, record: Record, ghosts: list[str], message_id: str | None) -> None:
    """Who sent a posting that is not here: the address that git-send-email writes into its message-id, and the name that a reply quotes."""
    known = batch.sender
    if batch.stems or (known.email and known.name):
        return
    sent = _SENDER.match(message_id or "")
    email = sent[1] if sent and not sent[1].lower().endswith(_NO_HOST) else None
    name = _quoted(record) if len(ghosts) == 1 and message_id else _patch_writer(record) or _innermost(record)
    if name is not None and "@" in name:
        email = email or (name if " " not in name else None)
        name = None
    if (email and not known.email) or (name and not known.name):
        batch.sender = Address(name=known.name or name, email=known.email or email)


def _patch_writer(record: Record) -> str | None:
    """Who wrote the quoted words that hold the patch itself, at any depth."""
    for passage in record.passages:
        if passage.kind == "quote" and passage.who and any(mark in passage.text for mark in _PATCH_WORDS):
            return _signer(passage) or passage.who
    if any(remark.file for remark in record.remarks):  # a remark stands under lines of the diff
        heard = {passage.who for passage in record.passages if passage.kind == "quote" and passage.who}
        deep = any(passage.kind == "quote" and passage.depth > 1 for passage in record.passages)
        return heard.pop() if len(heard) == 1 and not deep else None
    return None


def _signer(passage: Passage) -> str | None:
    """Who signed the patch off, where that is one person and not the one quoted: a reply that passed the patch on was quoted."""
    signers = {name.strip(' "') for name in _SIGNED.findall(passage.text)}
    return signers.pop() if len(signers) == 1 and (passage.who or "") not in signers else None


def _innermost(record: Record) -> str | None:
    """Whose words are quoted deepest, where that is as deep as the mail has ancestors: the first of them, the posting's writer.

    One level deep it may as well be a reply whose References were lost: only mailers that people also send patches with are believed.
    """
    deepest = max((passage.depth for passage in record.passages if passage.kind == "quote"), default=0)
    if not deepest or deepest < len(record.parents) or (deepest == 1 and not any(_PEOPLES_ID.search(key) for key in record.parents)):
        return None
    heard = {passage.who for passage in record.passages if passage.kind == "quote" and passage.depth == deepest and passage.who}
    return heard.pop() if len(heard) == 1 else None


def _quoted(record: Record) -> str | None:
    """Who wrote what the mail quotes first."""
    for passage in record.passages:
        if passage.kind == "quote" and passage.depth <= 1 and passage.who:
            return passage.who
    return None


def _ghost_id(index: int, ghosts: list[str], *, numbered: bool, deep: bool) -> str | None:
    """The message-id of the posting among the unknown mails above a reply (nearest first); None where it cannot be told.

    A reply that quotes a quote answers another reply; so does one to an id that a mailer for people made.
    """
    if not ghosts:
        return None
    if len(ghosts) == 1:
        sent = _GIT_ID.match(ghosts[0]) or _B4_ID.match(ghosts[0])
        return ghosts[0] if sent or not (deep or _MUA_ID.search(ghosts[0])) else None
    runs: dict[str, dict[int, str]] = {}
    for key in ghosts:
        b4 = _B4_ID.match(key)
        if b4 and int(b4[1]) == (index if numbered else 1):
            return key
        git = _GIT_ID.match(key)
        if git:
            runs.setdefault(git[1], {})[int(git[2])] = key
    if len(runs) == 1:
        run = next(iter(runs.values()))
        if not numbered and len(run) == 1:
            return run.get(1)
        if numbered and 1 in run and index + 1 in run:
            return run[index + 1]
        if numbered and len(run) == 1:
            return run.get(index) or run.get(index + 1)
    return None
