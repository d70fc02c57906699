# SPDX-License-Identifier: GPL-2.0-or-later
"""The later mails of a series that may answer a remark: reads a Series, makes for each asking mail those that quote or answer it.

Found by tables of who replies to what and who quotes which line, so that the work grows with the mails and not with their pairs.
"""

from bisect import bisect_right, insort
from collections.abc import Iterator, Mapping
from heapq import merge
from itertools import groupby, islice
from typing import NamedTuple, TypeVar

from digest import mail
from digest.model import Address, Record, Remark, Revision, Series, Spot
from digest.patch import prose, reply
from digest.patch.renewal import WORD, Postings

MOST = 400  # replies to a mail, and later mails that quote a line, in which the answer to one remark is looked for
DEEP = 100  # mails further down the same branch in which it is
_SIGNS = frozenset(("Signed-off-by", "Co-developed-by"))  # those who sign a patch are of its author's side
NAME = 6  # words of a name in an attribution

Place = TypeVar("Place", int, tuple[int, int])


class Mail(NamedTuple):
    """One mail of the series as answers see it; one that is a posting or a robot's, or has no own words, has no blocks and answers none."""

    record: Record
    blocks: tuple[reply.Block, ...]
    author: bool
    lines: Mapping[str, tuple[int, int]]
    whole: str


class Follower(NamedTuple):
    """A later mail as seen from the asking one: of the asker himself, a direct reply, or further down the same branch."""

    mail: Mail
    own: bool
    child: bool
    near: bool


class View:
    """A series laid out for finding answers: its mails in order, who its authors are, and the postings' texts on demand."""

    def __init__(self, series: Series) -> None:
        self.series = series
        self.authors = [series.author]
        self.names: set[str] = set()
        writers: list[Address] = []
        for revision in series.revisions:
            records = [posting.record for posting in revision.postings if posting.record] + ([revision.cover] if revision.cover else [])
            self.authors += [record.author for record in records]
            writers += [record.patch.author for record in records if record.patch and record.patch.author]
        if all(mail.same_person(writers[0], other) for other in writers[1:]):
            self.authors += writers[:1]  # posted by somebody else, or from another address; of a mixed series each is a reviewer too
        self.emails = {who.email.lower() for who in self.authors if who.email and not who.masked}
        for who in self.authors:
            name = " ".join((who.name or "").casefold().split())
            if " " in name:
                self.names.add(name)
        self.mails = [self._mail(record) for record in series.records]
        self.place = {record.key: number for number, record in enumerate(series.records)}
        self._writers: dict[tuple[int, int], list[Address]] = {}  # who wrote or signed it
        self._wrote: dict[tuple[int, int], list[Address]] = {}
        for number, revision in enumerate(series.revisions):
            for posting in revision.postings:
                if posting.record is None:
                    continue
                if posting.record.patch is not None and posting.record.patch.author is not None:
                    self._writers.setdefault((number, posting.index), []).append(posting.record.patch.author)
                    self._wrote.setdefault((number, posting.index), []).append(posting.record.patch.author)
                signed = [t.person for t in posting.record.trailers if t.place == "log" and t.name in _SIGNS and t.person is not None]
                self._writers.setdefault((number, posting.index), []).extend(signed)
                if posting.record.patch is not None and posting.record.patch.author is not None:
                    self._wrote[number, posting.index] += signed  # a relayed patch: all who signed it stand behind it
            self._writers[number, 0] = self._wrote[number, 0] = self._of_all(number, revision)
        self.postings = Postings(series)
        self._index()
        self._spoken: dict[int, dict[str, list[tuple[int, int]]]] | None = None
        self._words: dict[str, frozenset[str]] = {}

    def _of_all(self, number: int, revision: Revision) -> list[Address]:
        """Who wrote or signed every patch of a revision, and so the whole."""
        each = [self._writers.get((number, posting.index), []) for posting in revision.postings if posting.record is not None]
        if not each:
            return []
        return [who for who in each[0] if all(any(mail.same_person(who, other) for other in others) for others in each[1:])]

    def _mail(self, record: Record) -> Mail:
        blocks = reply.blocks(record) if record.kind not in {"patch", "cover", "robot"} else ()
        whole = " ".join([block.own for block in blocks])
        return Mail(record, blocks, self.wrote(record), reply.own_lines(record), whole)

    def wrote(self, record: Record) -> bool:
        """Whether the mail is of (one of) the series' authors; from another address of his he is known by his whole name."""
        who = record.author
        if (who.email and who.email.lower() in self.emails) or mail.same_person(who, self.series.author):
            return True
        return record.kind != "robot" and " ".join((who.name or "").casefold().split()) in self.names

    def wrote_patch(self, record: Record, number: int, index: int | None) -> bool:
        """Whether the mail is of one who wrote the very patch it speaks of, or signed it where it was relayed."""
        return any(mail.same_person(record.author, who) for who in self._wrote.get((number, index or 0), ()))

    def answers_for_it(self, record: Record) -> bool:
        """Whether a mail of somebody who wrote or signed a patch of the series answers a third person: he asks nothing."""
        if not any(mail.same_person(record.author, who) for writers in self._writers.values() for who in writers):
            return False
        parent = self.place.get(self.series.parents.get(record.key) or "")
        if parent is None:
            return False
        above = self.mails[parent]
        if above.author or above.record.kind in {"patch", "cover", "pull"}:
            return False
        return not any(mail.same_person(above.record.author, who) for writers in self._writers.values() for who in writers)

    def talks(self, record: Record, remark: Remark) -> bool:
        """Whether a remark that only judges is the matter of a discussion: it stands in an answer to an answer, and under no code."""
        if not remark.weak or any(prose.is_code(row) for row in remark.quote.split("\n")):
            return False
        parent = self.place.get(self.series.parents.get(record.key) or "")
        if parent is not None:
            return self.mails[parent].record.kind not in {"patch", "cover"}
        return any(passage.kind == "quote" and passage.depth > 1 for passage in record.passages)

    def _index(self) -> None:
        """The tables: direct replies, mails further down, mails that quote a line of a remark; all by number, in order."""
        rows: set[str] = set()
        keys: set[str] = set()
        for asker in self.mails:
            if asker.record.remarks and not asker.author:
                keys.add(asker.record.key)
                for remark in asker.record.remarks:
                    known = reply.asked(remark)
                    rows |= known.rows
                    rows.add(known.last)
        rows.discard("")
        self._children: dict[str, list[int]] = {}
        self._below: dict[str, list[int]] = {}
        self._quoting: dict[str, list[int]] = {}
        for number, answer in enumerate(self.mails):
            if not answer.blocks:
                continue
            parent = self.series.parents.get(answer.record.key)
            if parent is not None:
                self._children.setdefault(parent, []).append(number)
            for above in answer.record.parents[:DEEP]:
                if above in keys and len(self._below.get(above, ())) < DEEP:
                    self._below.setdefault(above, []).append(number)
            for row in {row for block in answer.blocks for row in block.quote if row in rows}:
                self._quoting.setdefault(row, []).append(number)
        self._strays(keys)

    def _strays(self, keys: set[str]) -> None:
        """Replies whose parent is not here: each answers the last words before it of whom it quotes first."""
        by_name: dict[str, int] = {}
        by_person: dict[str, int] = {}
        for number, answer in enumerate(self.mails):
            parent = self.series.parents.get(answer.record.key)
            if answer.blocks and parent is not None and parent not in self.place:
                passages = answer.record.passages
                who = next((passage.who for passage in passages if passage.kind == "quote" and passage.who), None) or ""
                heard = who.casefold().split()[:40]
                names = {" ".join(heard[at : at + size]) for at in range(len(heard)) for size in range(1, NAME + 1)}
                for asked in sorted({by_name[name] for name in names if name in by_name}):
                    record = self.mails[asked].record
                    if record.key in keys and by_person[mail.person_id(record.author)] == asked:
                        insort(self._children.setdefault(record.key, []), number)
            name = " ".join((answer.record.author.name or "").casefold().split())
            if name:
                by_name[name] = number
            by_person[mail.person_id(answer.record.author)] = number

    def followers(self, number: int, asking: reply.Asking) -> Iterator[Follower]:
        """The later mails that may answer a remark of a mail, in order."""
        asked = self.mails[number]
        key = asked.record.key
        children = _after(self._children.get(key, []), number)
        below = _after(self._below.get(key, []), number)
        quoting = [_after(self._quoting.get(row, []), number) for row in sorted(asking.known.rows | {asking.known.last})]
        known = set(children)
        near = known.union(below)
        for later, _ in groupby(merge(children, below, *quoting)):
            answer = self.mails[later]
            yield Follower(answer, mail.same_person(answer.record.author, asked.record.author), later in known, later in near)

    def children(self, key: str) -> list[Mail]:
        """The direct replies to a mail that say something."""
        return [self.mails[number] for number in self._children.get(key, ())[:MOST]]

    def speaking(self, number: int, words: set[str], least: int) -> tuple[Record, Spot] | None:
        """The first later mail of an author, in the same revision, whose own words hold at least so many of the words; and where.

        Whatever holds so many holds one of the rarest: only mails with one of those are looked at.
        """
        here = self.series.home.get(self.mails[number].record.key)
        if here is None or len(words) < least:
            return None
        spoken = self._speeches().get(here[0], {})
        lists = sorted((spoken.get(word, []) for word in words), key=len)[: len(words) - least + 1]
        places = [_after(each, (number, len(self.mails[number].blocks))) for each in lists]
        for (later, position), _ in islice(groupby(merge(*places)), MOST):
            block = self.mails[later].blocks[position]
            if len(words & self._said(block.own)) >= least:
                return self.mails[later].record, block.at
        return None

    def _speeches(self) -> dict[int, dict[str, list[tuple[int, int]]]]:
        """By revision and word, where the authors said it (number of the mail, of the block)."""
        if self._spoken is None:
            self._spoken = {}
            for number, answer in enumerate(self.mails):
                place = self.series.home.get(answer.record.key)
                if answer.author and answer.blocks and place is not None:
                    spoken = self._spoken.setdefault(place[0], {})
                    for position, block in enumerate(answer.blocks):
                        for word in self._said(block.own):
                            spoken.setdefault(word, []).append((number, position))
        return self._spoken

    def _said(self, words: str) -> frozenset[str]:
        """The words of a passage, each once."""
        if words not in self._words:
            self._words[words] = frozenset(WORD.findall(words.lower()))
        return self._words[words]


def _after(places: list[Place], place: Place) -> list[Place]:
    """Those of the sorted places that come later, at most so many."""
    start = bisect_right(places, place)
    return places[start : start + MOST]
