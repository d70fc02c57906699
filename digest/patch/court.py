# SPDX-License-Identifier: GPL-2.0-or-later
"""Who may say what of a series: its author, those whom the profile or MAINTAINERS names, and which `pw-bot:` commands count.

NIPA's mailbot (mailbot.rst, and what its mailbot.py does): a command sets the state of the whole series.  It is obeyed from listed
people and owners of the touched files; from the poster himself only where it takes work out that is still in review, and where the mail
holds no second command.  Everybody else's is shown and moves nothing.  A sender is an address: a display name gives no standing, and
neither does an address that an archive masked.  What NIPA checks beyond, the DKIM signature, an archive cannot show.
"""

import unicodedata
from collections.abc import Collection

import msgspec

from digest import mail
from digest.model import Address, Command, Profile, Record, Series
from digest.model.summary import ACTIVE

CORRECTED = "correction"  # the word of a command that the site's own corrections put in


class Ruling(msgspec.Struct, frozen=True):
    """Whether a command counts, and why (not)."""

    obeyed: bool
    why: str


class Court:
    """Who is who for one series: its author, people with standing."""

    def __init__(self, series: Series, profile: Profile, owners: Collection[Address] | None, mailmap: mail.Mailmap | None) -> None:
        self.series = series
        self.mailmap = mailmap
        self.seniors = {name.lower() for name in (*profile.maintainers, *profile.senior)}
        self.owners = owners
        self.listed = {name for tree in profile.next_trees for name in (tree, tree.removesuffix("-next"))} if self.seniors else set()
        self.lists = frozenset(profile.lists)
        latest = series.revisions[-1]
        people = [series.author, *(r.cover.author for r in series.revisions if r.cover is not None)]
        people += [p.record.author for r in series.revisions for p in r.postings[:50] if p.record is not None]
        people += [p.author for p in latest.postings[:50] if p.author is not None]
        self.authors = tuple(dict.fromkeys(people))
        self._names = {folded for author in self.authors if author.name and (folded := _folded(author.name))}
        self._known: dict[Address, bool] = {}
        self._deciding: dict[Address, str | None] = {}
        self._rulings: dict[str, tuple[Ruling, ...]] | None = None

    def is_author(self, who: Address) -> bool:
        """Whether a person posted or wrote the series."""
        known = self._known.get(who)
        if known is None:
            known = any(mail.same_person(who, author, self.mailmap) for author in self.authors)
            self._known[who] = known
        return known

    def speaks_for_author(self, who: Address) -> bool:
        """Whether a person is an author, or bears the whole name of one and writes from elsewhere: enough to promise, not to decide."""
        return self.is_author(who) or (_folded(who.name or "") or None) in self._names

    def may_decide(self, who: Address) -> bool:
        """Whether a person may decide about the series: see `standing`."""
        return self.standing(who) is not None

    def may_take(self, record: Record, number: int, tree: str | None, *, listed: bool) -> bool:
        """Whether a mail's word that a revision was taken into `tree` (None: not named) counts; `listed`: it lists commits.

        Of the list's own trees only who has standing says so.  Else whoever the posting was addressed to is believed, for people address
        those who take their patches; and on lists whose people the profile does not know, everybody but the author.
        """
        who = record.author
        if self.may_decide(who):
            return True
        into = (tree or "").lower()
        if into in self.listed:
            return False
        of = into or (self.series.tree or "").lower()
        told = self._addressed(number)
        if not told or not who.email or who.masked:  # a copy that lost whom the posting went to
            return of not in self.listed or not self.is_author(who)
        addressed = mail.person_id(who, self.mailmap) in told
        if self.is_author(who):
            return addressed and bool(of) and of not in self.listed
        return addressed or bool(into) or (of not in self.listed and (listed or not self._at_home(number)))

    def _addressed(self, number: int) -> frozenset[str]:
        """The ids of those to whom the mails of a posting went, its lists among them."""
        posted = self._postings(number)
        return frozenset(mail.person_id(Address(email=email), self.mailmap) for record in posted for email in record.recipients)

    def _at_home(self, number: int) -> bool:
        """Whether a posting went to a list whose people the profile names."""
        posted = self._postings(number) if self.seniors else []
        sent = (name.replace("@", ".").lower() for record in posted for name in (*record.lists, *record.recipients))
        return any(name in self.lists for name in sent)

    def _postings(self, number: int) -> list[Record]:
        """The mails that posted a revision."""
        revision = self.series.revisions[number]
        return [record for record in (revision.cover, *(p.record for p in revision.postings[:50])) if record is not None]

    def standing(self, who: Address) -> str | None:
        """What gives a person the standing to decide; None where nothing does."""
        if who not in self._deciding:
            self._deciding[who] = self._standing(who)
        return self._deciding[who]

    def _standing(self, who: Address) -> str | None:
        if not who.email or who.masked:
            return None
        if who.email.lower() in self.seniors:
            return "listed by the profile"
        if any(self._same_address(who, owner) for owner in self.owners or ()):
            return "a maintainer of the touched files"
        # patchwork-bot writes of its own knowledge who put a patch of this series into the tree.
        bots = (r.robot for r in self.series.records if r.robot is not None and r.robot.robot == "patchwork-bot" and r.robot.sender_known)
        if any(bot.by is not None and self._same_address(who, bot.by) for bot in bots):
            return "the committer of patches of this series"
        return None

    def _same_address(self, who: Address, other: Address) -> bool:
        return bool(who.email and other.email) and not who.masked and not other.masked and mail.same_person(who, other, self.mailmap)

    def rulings(self, record: Record) -> tuple[Ruling, ...]:
        """For each command of a mail whether it counts."""
        if self._rulings is None:
            self._rulings = self._judge()
        return self._rulings.get(record.key, ())

    def _judge(self) -> dict[str, tuple[Ruling, ...]]:
        """All commands in the order of their mails, for an author's depends on the state that stands when it comes."""
        found: dict[str, tuple[Ruling, ...]] = {}
        state: dict[int, str] = {}
        for record in self.series.records:
            number = self.series.home[record.key][0]
            robot = record.robot
            if robot is not None and robot.robot == "patchwork-bot" and robot.says == "applied" and robot.sender_known:
                state[number] = "applied"
            commands = [command for command in record.commands if command.word != CORRECTED]
            if not commands:
                continue
            rulings = []
            for command in commands:
                ruling = self._rule(record, command, len(commands), number, state.get(number, "new"))
                if ruling.obeyed and command.state is not None:
                    state[number] = command.state
                rulings.append(ruling)
            found[record.key] = tuple(rulings)
        return found

    def _rule(self, record: Record, command: Command, count: int, number: int, now: str) -> Ruling:
        standing = self.standing(record.author)
        if command.state is None:
            return Ruling(False, f'"{command.word}" is no state that the bot knows')
        if standing is not None:
            return Ruling(True, f"given by {_name(record)}, {standing}")
        if not self._posted(record, number):
            why = "and is no maintainer of the touched files" if self.owners is not None else "and no MAINTAINERS file says more"
            return Ruling(False, f"the sender is not the poster, is not listed by the profile, {why}")
        if count > 1:
            return Ruling(False, "the poster may give one command in a mail")
        if command.state in ACTIVE:
            return Ruling(False, "the poster may only take a series out of review")
        if command.state == "applied":
            return Ruling(False, "the poster may not call a series applied")
        if now not in ACTIVE:
            return Ruling(False, f"the poster may not change {now}")
        return Ruling(True, f"given by {_name(record)}, who posted the series")

    def _posted(self, record: Record, number: int) -> bool:
        """Whether a mail comes from the very address that the revision was posted from: of a relay or list that rewrites From, its own."""
        who = record.munged or record.author
        if not who.email or who.masked:
            return False
        revision = self.series.revisions[number]
        posted = (revision.cover, *(posting.record for posting in revision.postings if posting.from_version is None))
        return any(one is not None and ((one.munged or one.author).email or "").lower() == who.email.lower() for one in posted)


def _name(record: Record) -> str:
    return record.author.name or record.author.email or "somebody"


def _folded(name: str) -> frozenset[str]:
    """The words of a whole name without accents, case and order; empty for a name of one word."""
    plain = "".join(char for char in unicodedata.normalize("NFKD", name.partition(" via ")[0]) if not unicodedata.combining(char))
    words = frozenset(plain.casefold().replace(",", " ").replace(".", " ").split())
    return words if len(words) > 1 else frozenset()
