# SPDX-License-Identifier: GPL-2.0-or-later
"""How a tag counts: by who sent it, whose patch it is given to, and what its words make of it.

A tag is judged by addresses.  A name alone makes nobody somebody's other self, but it makes him doubtful: whoever bears the whole name of
the patch's author may be the author, so that such a tag is listed as the author's own and covers nothing.
"""

from collections.abc import Collection

from digest import mail
from digest.model import Address, Record, Trailer
from digest.patch.lineage import name_token

OWN_NAME = "bears the whole name of the patch's author and comes from another address: perhaps the author's own"


class Merit:
    """What is known of people in one series; `senders` are the ids of those who write from an address of their own."""

    def __init__(self, mailmap: mail.Mailmap | None, senders: Collection[str]) -> None:
        self.mailmap = mailmap
        self.senders = senders

    def same(self, one: Address, other: Address) -> bool:
        """Whether two addresses are one person's."""
        return mail.same_person(one, other, self.mailmap)

    def own(self, who: Address, writer: Address) -> str | None:
        """Why a tag of `who` is the author's own, None where it is somebody else's."""
        if self.same(who, writer):
            return "given by the author of the patch"
        return OWN_NAME if same_name(who, writer) else None

    def status(
        self, record: Record, trailer: Trailer, writer: Address, poster: Address, draft: Record | None = None
    ) -> tuple[str, str | None]:
        """How a tag that a mail gives counts on a patch of `writer`, and the rule that says so (None: plainly given).

        `draft` is the reply with a diff of its own that the mail answers.
        """
        who = trailer.person
        assert who is not None
        sender = record.author
        ours = self.same(who, sender) or (record.munged is not None and self.same(who, record.munged))
        if trailer.mood == "withdrawn":
            return "withdrawn", "the giver takes it back"
        if trailer.mood == "suggested" and (record.robot is not None or not ours):
            return "suggested", "a robot or the text asks the author to add it"
        named = not ours and same_name(who, sender)
        if named and who.email and mail.person_id(who, self.mailmap) in self.senders:
            return (
                "mismatched",
                f"sent from {sender.email or 'another address'} under the name of somebody who writes from {who.email}",
            )
        if not ours and not named:
            return "mismatched", f"sent by {sender.name or sender.email or 'somebody else'}, who is not the person named"
        own = self.own(who, writer)
        if own is not None or (trailer.name == "Nacked-by" and self.same(who, poster)):
            return "self", own or "given by the author of the patch"
        if trailer.mood == "conditional":
            return "conditional", f"depends on a change: {trailer.why.text}" if trailer.why else "depends on a change"
        if draft is not None:
            whose = draft.author.name or draft.author.email or "somebody"
            return "conditional", f"answers a diff that {whose} proposed in a reply, and is not given to the patch as posted"
        return "given", f"sent by the same name from {sender.email}" if named and sender.email else None


def same_name(one: Address, other: Address) -> bool:
    """Whether two people bear the same whole name; one of one word proves nothing."""
    return bool(one.name and other.name and " " in one.name.strip() and name_token(one) == name_token(other))
