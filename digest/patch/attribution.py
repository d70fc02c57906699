# SPDX-License-Identifier: GPL-2.0-or-later
"""A tag line -> who gave it, to which patches of which revision, how it counts, and by which rule.

Documentation/process/submitting-patches.rst says what the tags mean and that an author drops them from a patch he changed; who may give one
for whom follows b4 (same person by address), docs/decisions.md says where not.  A tag counts for the nearest posting above it.
"""

import re
from collections.abc import Mapping

import msgspec

from digest import mail
from digest.model import Address, Evidence, Person, Posting, Profile, Record, Revision, Scope, Series, Spot, Tag, Trailer
from digest.patch import aim
from digest.patch.book import Book, Key
from digest.patch.merit import OWN_NAME, Merit
from digest.patch.scope import beyond, numbered
from digest.patch.stance import unsays

REVIEW = frozenset(("Reviewed-by", "Acked-by", "Tested-by"))
APPROVAL = frozenset(("Reviewed-by", "Acked-by"))
STANCE = REVIEW | {"Nacked-by"}
_REFUSAL = frozenset(("Nacked-by",))
_LINEAGE = frozenset(("Supersedes", "Message-ID"))  # what a posting says of another: read as a link, and nobody's tag
_SLIP = re.compile(r"(?i)\bI (?:\w+ ){0,2}meant\b|\b(?:meant|intended) for (?:the )?(?:patch )?#?\d")
_MEANT_FOR = re.compile(r"(?i)\bfor (?:the )?(?:patch )?#?(\d{1,3})(?:/(\d{1,3}))?\b")
_HUNK = re.compile(r"(?m)^[ \t]{0,8}(?:diff --git a/|@@ -[0-9]{1,9}(?:,[0-9]{1,9})? \+[0-9])")
MAX_PATCHES = 2000  # patches a tag on a cover is spread over


class Attribution(msgspec.Struct, frozen=True):
    """All tags of a series: given to the whole (each revision's cover), and per (position of revision, patch index)."""

    cover: tuple[Tag, ...]
    patches: Mapping[tuple[int, int], tuple[Tag, ...]]

    def of(self, revision: int, index: int) -> tuple[Tag, ...]:
        """The tags of one patch."""
        return self.patches.get((revision, index), ())


def person(address: Address, mailmap: mail.Mailmap | None = None) -> Person:
    """A person as written there, with the id of the unified person."""
    return Person(address.name, address.email, address.masked, mail.person_id(address, mailmap))


def evidence(record: Record, spot: Spot) -> Evidence:
    """Words of a mail with their place."""
    return Evidence(record.key, record.message_id, spot.line, spot.column, spot.text)


def author_of(posting: Posting, revision: Revision, series: Series) -> Address:
    """Who wrote a patch: its in-body From, else its sender; of an unknown patch the shortlog's name, else the series' author."""
    if posting.author is not None:
        return posting.author
    if posting.record is not None:
        return posting.record.author
    return revision.cover.author if revision.cover is not None else series.author


def attribute(series: Series, profile: Profile, mailmap: mail.Mailmap | None = None) -> Attribution:
    """The tags of a series.  Each stands once per person, key and status on a patch; what the log has stands before what a mail says."""
    known = {mail.person_id(Address(email=email)) for email in (*profile.maintainers, *profile.senior)}
    return _Ledger(series, mailmap, known).run()


class _Ledger:
    """Tags being booked: per patch a dict from (name, person, status) to the tag that came first."""

    def __init__(self, series: Series, mailmap: mail.Mailmap | None, known: set[str]) -> None:
        self.series = series
        self.mailmap = mailmap
        self.books: dict[tuple[int, int], Book] = {}
        self.cover = Book()
        self.postings = {(n, p.index): p for n, revision in enumerate(series.revisions) for p in revision.postings}
        self.source = {p.record.key: place for place, p in self.postings.items() if p.record is not None and p.from_version is None}
        self.records = {record.key: record for record in series.records}
        senders = {mail.person_id(r.author, mailmap) for r in series.records if r.author.email and not r.author.masked}
        self.merit = Merit(mailmap, senders | known)  # the list's own maintainers are known by their addresses

    def run(self) -> Attribution:
        """Book logs, then mails by date, then what is carried from each revision to the next."""
        for place, posting in self.postings.items():
            self.books[place] = Book()
            if posting.record is not None and posting.from_version is None:
                self._log(place, posting)
        for record in self.series.records:
            self._stances(record)
            if record.trailers:
                self._mail(record)
        for number in range(1, len(self.series.revisions)):
            self._carry(number)
            for record in self.series.records:
                if record.stances and self.series.home[record.key][0] == number:
                    self._stances(record)
        for place, posting in self.postings.items():
            if posting.from_version is not None:
                self._take_over(place, posting)
        return Attribution(tuple(self.cover.values()), {place: tuple(book.values()) for place, book in self.books.items() if book})

    def _same(self, one: Address, other: Address) -> bool:
        return mail.same_person(one, other, self.mailmap)

    def _tag(self, trailer: Trailer, who: Address, status: str, via: str, version: int, record: Record, rule: str) -> Tag:
        return Tag(
            trailer.name,
            person(who, self.mailmap),
            status,  # type: ignore[arg-type]
            via,  # type: ignore[arg-type]
            version,
            trailer.note or aim.names_part(trailer.scope),
            evidence(record, trailer.spot),
            rule,
            trailer.value,
        )

    def _log(self, place: tuple[int, int], posting: Posting) -> None:
        """What stands in the patch's own log."""
        revision = self.series.revisions[place[0]]
        record = posting.record
        assert record is not None
        writer = author_of(posting, revision, self.series)
        book = self.books[place]
        for trailer in record.trailers:
            if trailer.place != "log" or trailer.name in _LINEAGE:
                continue
            who = trailer.person
            own = self.merit.own(who, writer) if who is not None and trailer.name in REVIEW else None
            status = "self" if own else "given"
            rule = "stands in the patch's log as posted"
            if own is not None:
                rule = f"stands in the log; {own}" if own == OWN_NAME else "stands in the log of the author's own patch"
            tag = self._tag(trailer, who or Address(), status, "commit", revision.version, record, rule)
            _enter(book, (trailer.name, tag.person.id if who is not None else trailer.value, status), tag)

    def _mail(self, record: Record) -> None:
        """The tags that a mail gives to the posting above it."""
        number, index = self.series.home[record.key]
        revision = self.series.revisions[number]
        own = index is not None and ((index == 0 and revision.cover is record) or self._is_posting(number, index, record))
        for trailer in record.trailers:
            if trailer.place not in ({"cover"} if own else {"reply", "cover"}) or trailer.person is None:
                continue
            if own and trailer.name not in STANCE:
                continue
            if not own and trailer.name in REVIEW and aim.elsewhere(self.series, self._above(record), record, trailer):
                continue
            place = aim.place(self.series, (number, index or 0), record, trailer) if not own and trailer.name in STANCE else None
            if place is None:
                self._give(record, trailer, number, index or 0)
                for other in aim.also(self.series, number, index or 0, record, trailer):
                    self._give(record, trailer, number, other, f"answers patch {index}, and its words name patch {other} too")
            elif place.known:
                self._give(record, trailer, place.number, place.index, place.rule)

    def _above(self, record: Record) -> Record | None:
        """The reply that a mail answers; None where it answers a posting, or what is not here."""
        above = self.records.get(self.series.parents.get(record.key, ""))
        if above is None or above.patch is not None or above.cover is not None or above.key in self.source:
            return None
        return above

    def _draft(self, record: Record) -> Record | None:
        """The reply with a diff of its own that a mail answers: its tags are for that diff, not for the patch as posted."""
        above = self._above(record)
        shown = above is not None and any(p.kind == "own" and _HUNK.search(p.text) for p in above.passages)
        return above if shown else None

    def _is_posting(self, number: int, index: int, record: Record) -> bool:
        posting = self.postings.get((number, index))
        return posting is not None and posting.record is not None and posting.record.key == record.key

    def _give(self, record: Record, trailer: Trailer, number: int, index: int, said: str | None = None) -> None:
        revision = self.series.revisions[number]
        who = trailer.person
        assert who is not None
        total = revision.total or max((p.index for p in revision.postings), default=1)
        scope = aim.meant(trailer.scope, revision)
        if index == 0:
            via, rule = "cover", "answers the cover, so it counts for every patch"
            targets = [p.index for p in revision.postings]
            if scope is not None and scope.kind != "series":
                via = "range"
                targets = self._chosen(scope, trailer.name, number, total)
                rule = f"answers the cover and names the patches ({scope.words or 'by number'})"
        elif scope is not None and total > 1 and (scope.kind in {"series", "lacking"} or beyond(scope.patches, total, index)):
            via = "range"
            targets = self._chosen(scope, trailer.name, number, total)
            rule = f"answers one patch and names more ({scope.words or 'by number'})"
        else:
            targets = [index]
            via, rule = (
                ("direct", "answers the patch") if self._direct(record, number, index) else ("chain", "answers a reply below the patch")
            )
        rule = said or rule
        poster = revision.cover.author if revision.cover is not None else self.series.author
        whole = index == 0 or (scope is not None and scope.kind == "series" and total > 1)
        draft = self._draft(record) if scope is None else None
        if whole:
            status, why = self.merit.status(record, trailer, poster, poster, draft)
            tag = self._tag(trailer, who, status, via, revision.version, record, f"{rule}; {why}" if why else rule)
            self._book(self.cover, tag, record)
            if status == "suggested" and index == 0 and record.robot is not None:
                return  # a robot's wish on a cover is one wish, not one for each patch
        for target in targets[:MAX_PATCHES]:
            posting = self.postings.get((number, target))
            if posting is None:
                continue
            status, why = self.merit.status(record, trailer, author_of(posting, revision, self.series), poster, draft)
            how = via if target != index or via != "range" else ("direct" if self._direct(record, number, index) else "chain")
            tag = self._tag(trailer, who, status, how, revision.version, record, f"{rule}; {why}" if why else rule)
            book = self.books[number, target]
            if not self._known(book, trailer.name, who, status):
                self._book(book, tag, record)

    def _chosen(self, scope: Scope, name: str, number: int, total: int) -> list[int]:
        """The known patches that a scope names."""
        known = [p.index for p in self.series.revisions[number].postings]
        if scope.kind == "series":
            return known
        if scope.kind == "lacking":
            return [n for n in known if not any(key == name and status == "given" for key, _, status in self.books[number, n])]
        if scope.kind == "only" and not scope.patches:
            return aim.touching(scope.words or "", {n: self.postings[number, n] for n in known})
        named = numbered(scope.patches, total)
        return [index for index in known if (index in named) == (scope.kind == "only")]

    def _known(self, book: Book, name: str, who: Address, status: str) -> bool:
        """Whether the person has this tag already: from a mail that hid an address, or in the log, which a mail may repeat unquoted."""
        masked = who.masked or not who.email
        for (_, _, standing), tag in book.alike(name, hidden=masked):
            other = tag.person
            if standing == status:
                hidden = masked or other.masked or not other.email
                if hidden and self._same(who, Address(other.name, other.email, other.masked)):
                    return True
            elif (
                status in {"mismatched", "suggested"}
                and tag.via == "commit"
                and self._same(who, Address(other.name, other.email, other.masked))
            ):
                return True
        return False

    def _direct(self, record: Record, number: int, index: int) -> bool:
        """Whether the mail answers the posting itself: its parent is the posting or not in the archive."""
        parent = self.series.parents.get(record.key)
        if parent is None:
            return True
        posting = self.postings.get((number, index))
        if posting is not None and posting.record is not None:
            cover = self.series.revisions[number].cover
            return parent == posting.record.key or parent not in self.records or (cover is not None and parent == cover.key)
        return parent not in self.records

    def _book(self, book: Book, tag: Tag, record: Record) -> None:
        """Enter a tag; a person's newest stand takes the older one back: a refusal the approvals, an approval the refusal."""
        mark = tag.person.id
        if tag.status == "given" and tag.key in STANCE:
            book.drop((tag.key, mark, "withdrawn"))  # given anew
            if tag.key == "Nacked-by":
                self._take_back(book, mark, REVIEW, record, "the same person refused the patch later")
            elif tag.key in APPROVAL:
                self._take_back(book, mark, _REFUSAL, record, "the same person approved the patch later")
        _enter(book, (tag.key, mark, tag.status), tag)

    def _stances(self, record: Record) -> None:
        """Tags of the sender that a mail takes back in words, or by refusing the patch."""
        for stance in record.stances:
            if stance.kind not in {"takes-back", "nak"}:
                continue
            words = stance.spot.text
            if stance.kind == "takes-back" and _SLIP.search(words):
                self._put_right(record, words)
                continue
            said = words.lower().replace("unack", "acked").replace("un-ack", "acked")
            named = frozenset(name for name in REVIEW if name[:4].lower() in said) if stance.kind == "takes-back" else None
            mark = mail.person_id(record.author, self.mailmap)
            number, index = self.series.home[record.key]
            last = self._before(record) if stance.kind == "takes-back" and unsays(words) else None
            rule = f"{'taken back by the giver' if stance.kind == 'takes-back' else 'the giver refused the patch later'}: {words}"
            for place, book in self.books.items():
                if place[0] == number and index in {0, None, place[1]}:
                    self._take_back(book, mark, named or REVIEW, record, rule, log=stance.kind == "takes-back", only=last)
            if not index:
                self._take_back(self.cover, mark, named or REVIEW, record, rule, only=last)

    def _before(self, record: Record) -> str:
        """The KEY of the last mail that the writer of a mail sent to the series before it; empty where it asks for something.

        Who unsays a mail that has a tag and a remark most often unsays the remark.
        """
        mine = [
            known
            for known in self.series.records
            if known.date and record.date and known.date < record.date and self._same(known.author, record.author)
        ]
        last = max(mine, key=lambda known: (known.date, known.key)) if mine else None
        return last.key if last is not None and not last.remarks else ""

    def _put_right(self, record: Record, words: str) -> None:
        """A slip that its giver corrects in answer to it: another tag was meant (it stands in this mail), or another patch."""
        mark = mail.person_id(record.author, self.mailmap)
        slip = self.records.get(self.series.parents.get(record.key, ""))
        if slip is None or mail.person_id(slip.author, self.mailmap) != mark:
            return
        number, index = self.series.home[record.key]
        elsewhere = _MEANT_FOR.search(words)
        meant = frozenset(
            t.name for t in record.trailers if t.place == "reply" and t.person is not None and self._same(t.person, record.author)
        )
        if elsewhere is None and not meant & REVIEW:
            return
        target = int(elsewhere[1]) if elsewhere is not None else None
        total = self.series.revisions[number].total
        if target is not None and (not index or target == index or (elsewhere is not None and elsewhere[2] and int(elsewhere[2]) != total)):
            return
        rule = f"corrected by the giver: {words}"
        for place, book in self.books.items():
            if place[0] != number or (index and place[1] != index):
                continue
            for key in [k for k in book.of(mark) if k[0] in REVIEW and k[2] == "given" and k[0] not in (meant if target is None else ())]:
                tag = book[key]
                if tag.evidence.key != slip.key:
                    continue
                del book[key]
                book[key[0], mark, "withdrawn"] = msgspec.structs.replace(tag, status="withdrawn", rule=rule)
                if target is not None and (number, target) in self.books:
                    _enter(self.books[number, target], key, msgspec.structs.replace(tag, via="range", rule=rule))
        for key in [k for k in self.cover.of(mark) if not index and k[0] in REVIEW and k[2] == "given" and k[0] not in meant]:
            if self.cover[key].evidence.key == slip.key:
                self.cover[key[0], mark, "withdrawn"] = msgspec.structs.replace(self.cover[key], status="withdrawn", rule=rule)
                del self.cover[key]

    def _take_back(
        self, book: Book, mark: str, names: frozenset[str], by: Record, rule: str, *, log: bool = False, only: str | None = None
    ) -> None:
        """Mark a person's tags that were given by mail (or also stand in the log) before another mail as withdrawn; of mail `only`."""
        for key in [k for k in book.of(mark) if k[0] in names and k[2] == "given"]:
            tag = book[key]
            giver = self.records.get(tag.evidence.key)
            if only is not None and tag.evidence.key != only:
                continue
            if (
                (log or tag.via != "commit")
                and giver is not None
                and giver.date is not None
                and by.date is not None
                and giver.date < by.date
            ):
                del book[key]
                book[key[0], key[1], "withdrawn"] = msgspec.structs.replace(tag, status="withdrawn", rule=rule)

    def _carry(self, number: int) -> None:
        """What approvals of the revision before become: carried where the patch is equal, stale where it changed."""
        before = self.series.revisions[number - 1]
        old_by_index = {p.index: p for p in before.postings}
        for posting in self.series.revisions[number].postings:
            if posting.record is None or posting.from_version is not None or posting.change not in {"changed", "unchanged"}:
                continue
            old = old_by_index.get(posting.was_index if posting.was_index is not None else posting.index)
            if old is None:
                continue
            place = (number, posting.index)
            book = self.books[place]
            for (name, mark, status), tag in list(self.books.get((number - 1, old.index), Book()).items()):
                if name not in REVIEW or status != "given" or self.series.home[tag.evidence.key][0] >= number:
                    continue  # the last: who answers this version gave it to the one before alone
                if any((name, mark, known) in book for known in ("given", "self", "conditional", "withdrawn")):
                    continue
                if tag.via == "commit" and posting.change == "unchanged":
                    continue  # the author took it out of his own log of an equal patch: his decision
                if posting.change == "unchanged":
                    rule = f"given to v{tag.version}, and the patch is unchanged since"
                    book[name, mark, "given"] = msgspec.structs.replace(tag, via="carried", rule=rule)
                else:
                    rule = f"given to v{tag.version}; the patch changed since and its log does not carry the tag"
                    book.enter((name, mark, "stale"), msgspec.structs.replace(tag, status="stale", via="carried", rule=rule))

    def _take_over(self, place: tuple[int, int], posting: Posting) -> None:
        """A patch that a partial reroll took over has the tags of the posting itself."""
        own = self.source.get(posting.record.key) if posting.record is not None else None
        if own is not None:
            self.books[place] = Book(self.books[own].items())


def _enter(book: Book, mark: Key, tag: Tag) -> None:
    """Book a tag that is not yet there.

    QUIRK: one mail may name several addresses that differ in their +suffix alone (syzbot's, one a bug): each is a tag of its own.
    """
    known = book.enter(mark, tag)
    if (
        known is not tag
        and known.evidence.key == tag.evidence.key
        and (known.person.email or "").lower() != (tag.person.email or "").lower()
    ):
        book.enter((mark[0], f"{mark[1]} {(tag.person.email or '').lower()}", mark[2]), tag)
