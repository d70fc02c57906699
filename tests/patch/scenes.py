# SPDX-License-Identifier: GPL-2.0-or-later
"""Helpers of this folder: small list archives made by hand, from postings and answers to the Series and what is said of it."""

from datetime import UTC, datetime, timedelta

from letters import PROFILE

from digest import mail, patch
from digest.model import Copy, Record, Series, StateEntry

ADA = "Ada Author <ada@author.example>"
SAM = "Sam Sender <sam@sender.example>"
RITA = "Rita Reviewer <rita@review.example>"
TOM = "Tom Tester <tom@test.example>"
MARY = "Mary Maintainer <mary@kernel.example>"
KUBA = "Jakub Kicinski <kuba@kernel.org>"
BOT = "patchwork-bot+netdevbpf@kernel.org"
START = datetime(2026, 11, 2, 10, 0, tzinfo=UTC)
NOW = datetime(2026, 11, 20, tzinfo=UTC)


def diff(number: int = 1, path: str = "net/core/dev.c") -> str:
    """A diff of one hunk; another number is another change."""
    return (
        f" {path} | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\n"
        f"diff --git a/{path} b/{path}\nindex 1111111..222222{number % 10} 100644\n--- a/{path}\n+++ b/{path}\n"
        f"@@ -10,3 +10,3 @@ int work(void)\n \tint value;\n-\tvalue = compute_first({number});\n"
        f"+\tvalue = compute_other({number}, {number + 1});\n \treturn value;\n"
        "-- \n2.47.0\n"
    )


class Scene:
    """An archive that grows mail by mail; times are minutes since START and grow by themselves."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.minute = 0.0

    def mail(self, subject: str, body: str, *, by: str = ADA, key: str, to: str | None = None, at: float | None = None, **fields) -> str:
        """Add a mail; `to` is what it answers.  Returns its message-id."""
        self.minute = self.minute + 1 if at is None else at
        date = (START + timedelta(minutes=self.minute)).strftime("%a, %d %b %Y %H:%M:%S +0000")
        fields.setdefault("references", [to] if to else [])
        message = mail.from_fields(
            Copy("scene", key),
            body,
            subject=subject,
            author=by,
            date=date,
            message_id=f"<{key}>",
            in_reply_to=f"<{to}>" if to else None,
            **fields,
        )
        self.records.append(patch.read(message, mail.words(message), PROFILE))
        return key

    def cover(self, prefix: str, title: str, *, key: str, body: str = "What and why.\n", **fields) -> str:
        """Add a cover."""
        return self.mail(f"[{prefix}] {title}", body, key=key, **fields)

    def patch(
        self, prefix: str, title: str, *, key: str, number: int = 1, tags: str = "", path: str = "net/core/dev.c", notes: str = "", **fields
    ) -> str:
        """Add a patch; `tags` are lines of its log, `notes` stand below `---`."""
        who = fields.get("by", ADA)
        body = f"Do it.\n\n{tags}Signed-off-by: {who}\n---\n{notes}{diff(number, path)}"
        return self.mail(f"[{prefix}] {title}", body, key=key, **fields)

    def reply(self, to: str, body: str, *, by: str = RITA, key: str | None = None, **fields) -> str:
        """Add an answer with the subject of what it answers."""
        parent = next((r for r in self.records if r.key == to), None)
        subject = parent.raw_subject or "" if parent else fields.pop("subject")
        fields.pop("subject", None)
        chain = [*reversed(parent.parents), to] if parent else [to]
        fields.setdefault("references", chain)
        subject = subject if subject.startswith("Re: ") else f"Re: {subject}"
        return self.mail(subject, body, by=by, key=key or f"r{len(self.records)}@x", to=to, **fields)

    def series(self) -> tuple[Series, ...]:
        """What is assembled of it."""
        return patch.assemble(mail.threads(self.records), PROFILE)

    def only(self) -> Series:
        """The one series there must be."""
        (one,) = self.series()
        return one

    def state(self, now: datetime = NOW, **fields) -> StateEntry:
        """The state of the one series."""
        series = self.only()
        return patch.state(series, patch.attribute(series, PROFILE), now, PROFILE, **fields)


def tags(series: Series, revision: int = -1, index: int = 1) -> list[tuple[str, str | None, str, str]]:
    """(key, name, status, via) of the review tags of one patch."""
    number = revision % len(series.revisions)
    found = patch.attribute(series, PROFILE).of(number, index)
    return [(tag.key, tag.person.name, tag.status, tag.via) for tag in found if tag.key not in {"Signed-off-by", "Fixes", "Cc"}]


def shape(series: Series) -> list[tuple[int, int | None, tuple[int, ...], tuple[int, ...]]]:
    """(version, total, indices, missing) of each revision."""
    return [(r.version, r.total, tuple(p.index for p in r.postings), r.missing) for r in series.revisions]


def components(records: list[Record]) -> list[list[Record]]:
    """The records in sets that share lineage keys, each set and the sets in the order of the records."""
    first: dict[str, int] = {}
    of = list(range(len(records)))
    for number, record in enumerate(records):
        for key in (f"m:{record.message_id}", *patch.lineage_keys(record)):
            other = of[first.setdefault(key, number)]
            here = of[number]
            of = [min(here, other) if at in {here, other} else at for at in of]
    return [[record for record, at in zip(records, of, strict=True) if at == name] for name in sorted(set(of))]
