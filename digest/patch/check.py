# SPDX-License-Identifier: GPL-2.0-or-later
"""netdev's process rules on the newest revision of a series: stable codes, factual texts, each with the paragraph it comes from.

The rules are those of Documentation/process/maintainer-netdev.rst and submitting-patches.rst, told as NIPA's series and patch checks do
(tests/series, tests/patch): what cannot be known from the archive is not found missing.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import timedelta

from digest import mail
from digest.model import Address, Evidence, Finding, MaintainerEntry, Posting, Profile, Record, Revision, Series, SeriesEntry, Trailer
from digest.patch.attribution import REVIEW, Attribution, attribute, author_of, evidence
from digest.patch.lineage import name_token
from digest.patch.proof import words_of
from digest.patch.version import NEVER
from digest.patch.window import Announcement, closed_spans, is_closed

NETDEV = "maintainer-netdev"
SUBMITTING = "submitting-patches"
_FIXES = re.compile(r"([0-9a-fA-F]{6,64})(?:[ ]\(\"[^\n]{1,300}\"\))?\Z", re.DOTALL)
_DOCS = ("Documentation/", "MAINTAINERS", "CREDITS", ".mailmap")

CODES = {
    "ND101": ("no target tree in the subject", f"{NETDEV}: Indicating target tree"),
    "ND102": ("too many patches in one series", f"{NETDEV}: Dividing work into patches"),
    "ND103": ("no cover letter", f"{NETDEV}: Dividing work into patches"),
    "ND104": ("no Fixes: tag on a fix", f"{NETDEV}: tl;dr"),
    "ND105": ("reposted too soon", f"{NETDEV}: Resending after review"),
    "ND106": ("sent as a reply to the previous version", f"{NETDEV}: Resending after review"),
    "ND107": ("posted while the tree was closed", f"{NETDEV}: Git trees and patch flow"),
    "ND108": ("no changelog", f"{NETDEV}: Changes requested"),
    "ND109": ("patches that never arrived", f"{SUBMITTING}: Use the canonical patch format"),
    "ND110": ("a fix that does not say how it was found, validated or tested", f"{NETDEV}: Bug fixes"),
    "ND111": ("no Signed-off-by of its author", f"{SUBMITTING}: Sign your work"),
    "ND112": ("a Fixes: tag of another form", f"{SUBMITTING}: Describe your changes"),
    "ND113": ("too many patches waiting at once", f"{NETDEV}: Limit patches outstanding"),
    "ND114": ("a partial resend", f"{NETDEV}: Partial resends"),
    "ND115": ("a changelog without a link to the posting before", f"{NETDEV}: Resending after review"),
    "ND116": ("one series for several trees", f"{NETDEV}: Posting changes to user space components"),
    "ND117": ("maintainers who were not addressed", f"{SUBMITTING}: Select the recipients for your patch"),
    "ND118": ("no Signed-off-by of its sender", f"{SUBMITTING}: When to use Acked-by:, Cc:, and Co-developed-by:"),
    "ND119": ("a co-author without Signed-off-by", f"{SUBMITTING}: When to use Acked-by:, Cc:, and Co-developed-by:"),
    "ND201": ("a tag kept on a patch that changed", f"{SUBMITTING}: Using Reported-by:, Tested-by:, Reviewed-by:"),
    "ND202": ("a tag not carried on", f"{SUBMITTING}: Using Reported-by:, Tested-by:, Reviewed-by:"),
}
"""Each code with what it stands for and where the rule is written."""


class _Case:
    """One series before the rules."""

    def __init__(
        self,
        series: Series,
        profile: Profile,
        announcements: tuple[Announcement, ...],
        tags: Attribution | None,
        maintainers: tuple[MaintainerEntry, ...] | None,
    ) -> None:
        self.maintainers = maintainers
        self.series = series
        self.profile = profile
        self.announcements = announcements
        self.last = len(series.revisions) - 1
        self.revision: Revision = series.revisions[self.last]
        self.before: Revision | None = series.revisions[self.last - 1] if self.last else None
        self.patches: tuple[Posting, ...] = self.revision.postings
        self.given = tags
        self.mine = [p for p in self.patches if p.record is not None and p.from_version is None]

    @property
    def tags(self) -> Attribution:
        """The tags of the series, made once."""
        if self.given is None:
            self.given = attribute(self.series, self.profile)
        return self.given

    @property
    def first(self) -> Record | None:
        """The cover, else the first patch that is here."""
        return self.revision.cover or next((p.record for p in self.mine), None)

    def proof(self, record: Record | None = None) -> Evidence | None:
        """Words of a posting, to lead to its mail."""
        record = record or self.first
        spot = words_of(record) if record is not None else None
        return evidence(record, spot) if record is not None and spot is not None else None


def check(
    series: Series,
    profile: Profile,
    announcements: Iterable[Announcement] = (),
    tags: Attribution | None = None,
    maintainers: tuple[MaintainerEntry, ...] | None = None,
) -> tuple[Finding, ...]:
    """The findings on the newest revision, by code.  A series known from replies alone has none.

    `maintainers` are the entries of the touched files where MAINTAINERS was given; without them nobody is found left out.
    """
    case = _Case(series, profile, tuple(announcements), tags, maintainers)
    if case.first is None:
        return ()
    found = [finding for rule in _RULES for finding in rule(case)]
    return tuple(sorted(found, key=lambda f: f.code))


def outstanding(entries: Iterable[SeriesEntry], profile: Profile) -> Mapping[str, Finding]:
    """ND113 by series id: the open series of an author whose patches for one tree are together more than the list takes.

    The one rule that looks across series; the newest series, which went over the limit, gets the finding.
    """
    waiting: dict[tuple[str, str], list[SeriesEntry]] = {}
    for entry in entries:
        if entry.tree is not None and entry.state.group in _WAITING and not entry.revisions[-1].rfc:
            waiting.setdefault((entry.author.id, entry.tree), []).append(entry)
    found: dict[str, Finding] = {}
    for (_, tree), group in waiting.items():
        group.sort(key=lambda entry: (entry.revisions[-1].date is None, entry.revisions[-1].date or NEVER, entry.id))
        count = sum(entry.revisions[-1].total or len(entry.revisions[-1].patches) for entry in group)
        if len(group) > 1 and count > profile.max_patches:
            newest = group[-1]
            who = newest.author.name or newest.author.email or "its author"
            proof = newest.state.evidence[0] if newest.state.evidence else None
            text = f"{count} patches of {who} wait for {tree} in {len(group)} series; at most {profile.max_patches} are asked for"
            found[newest.id] = _finding("ND113", text, proof)
    return found


_WAITING = frozenset(("ready", "needs-ack", "needs-review"))


def _finding(code: str, text: str, proof: Evidence | None) -> Finding:
    return Finding(code, text, proof, CODES[code][1])


def _tree(case: _Case) -> Iterator[Finding]:
    records = [record for record in (case.revision.cover, *(p.record for p in case.mine)) if record is not None]
    sent = {name.replace("@", ".").lower() for record in records for name in (*record.lists, *record.recipients)}
    if sent and not sent.intersection(case.profile.lists[:1]):
        return  # the prefix is this list's rule, and it was not sent there
    if not any(record.subject.tree for record in records) and not case.revision.rfc:
        yield _finding("ND101", "no subject names the tree the patches are for", case.proof())


def _size(case: _Case) -> Iterator[Finding]:
    total = case.revision.total or len(case.patches)
    if total > case.profile.max_patches:
        yield _finding("ND102", f"{total} patches; at most {case.profile.max_patches} are asked for", case.proof())


def _cover(case: _Case) -> Iterator[Finding]:
    first = case.first
    total = case.revision.total or len(case.patches)
    partial = any(p.from_version is not None for p in case.patches)
    # A first patch that answers something may answer a cover that is not in the archive.
    if (
        total > 2
        and case.revision.cover_id is None
        and not partial
        and first is not None
        and not first.parents
        and first.subject.index == 1
    ):
        yield _finding("ND103", f"{total} patches without a cover letter", case.proof())


def _fixes(case: _Case) -> Iterator[Finding]:
    if case.series.tree not in case.profile.fix_trees or case.revision.missing or case.revision.rfc:
        return
    if any(t.name == "Fixes" for p in case.mine if p.record is not None for t in p.record.trailers if t.place == "log"):
        return
    paths = [file.path for p in case.mine for file in p.files]
    if paths and all(path.startswith(_DOCS) for path in paths):
        return
    if case.mine:
        yield _finding("ND104", f"no patch has a Fixes: tag though the tree is {case.series.tree}", case.proof())


def _too_soon(case: _Case) -> Iterator[Finding]:
    if (
        case.before is None
        or case.before.date is None
        or case.revision.date is None
        or not (case.before.cover is not None or any(p.record is not None for p in case.before.postings))  # its date is that of a reply
        or any(p.from_version is not None for p in case.patches)
    ):
        return
    apart = case.revision.date - case.before.date
    if timedelta(0) <= apart < timedelta(hours=case.profile.min_hours):
        minutes = int(apart.total_seconds() // 60)
        text = f"posted {minutes // 60} h {minutes % 60:02} min after the revision before; {case.profile.min_hours} h are asked for"
        yield _finding("ND105", text, case.proof())


def _threaded(case: _Case) -> Iterator[Finding]:
    first = case.first
    if first is None or case.before is None:
        return
    parent = case.series.parents.get(first.key)
    place = case.series.home.get(parent) if parent is not None else None
    if place is not None and place[0] < case.last:
        before = _name(case.series.revisions[place[0]])
        yield _finding("ND106", f"{_name(case.revision)} was sent as a reply in the thread of {before}", case.proof())


def _name(revision: Revision) -> str:
    """A revision as people call it: `RFC v2`, `the RESEND of v1`."""
    point = f".{revision.point}" if revision.point is not None else ""
    name = f"{'RFC ' if revision.rfc else ''}v{revision.version}{point}"
    return f"the RESEND of {name}" if revision.resend else name


def _closed(case: _Case) -> Iterator[Finding]:
    if case.revision.date is None or case.revision.rfc:
        return
    spans = closed_spans(case.series.tree, case.profile, case.announcements)
    if is_closed(spans, case.revision.date):
        yield _finding("ND107", f"posted on {case.revision.date:%Y-%m-%d} while {case.series.tree} was closed", case.proof())


def _changelog(case: _Case) -> Iterator[Finding]:
    later = case.revision.version > 1 and not case.revision.resend
    if later and case.revision.changelog is None and not any(p.from_version is not None for p in case.patches):
        missing = case.revision.cover is None and case.revision.cover_id is not None
        if not missing and not case.revision.missing:
            yield _finding("ND108", f"v{case.revision.version} does not say what changed", case.proof())


def _linked(case: _Case) -> Iterator[Finding]:
    """A new version's changelog leads to the posting before: by an address, a change-id, or as an answer in its thread."""
    before, revision = case.before, case.revision
    if before is None or revision.changelog is None or revision.resend or (revision.version, revision.rfc) == (before.version, before.rfc):
        return
    if revision.version > before.version + 1:
        return  # the posting before is not in the archive: whatever this one links to was not read
    records = [record for record in (revision.cover, *(p.record for p in case.mine)) if record is not None]
    if revision.missing or (revision.cover is None and revision.cover_id is not None):
        return
    if any(record.parents and case.series.home.get(record.parents[0], (case.last,))[0] < case.last for record in records):
        return
    if not any(link.kind in {"version", "lore", "patchwork", "supersedes", "change-id"} for record in records for link in record.links):
        yield _finding("ND115", f"{_name(revision)} does not link to {_name(before)}", case.proof())


def _partial(case: _Case) -> Iterator[Finding]:
    again = [p for p in case.patches if p.from_version is None]
    if len(again) < len(case.patches) and again:
        text = f"{len(again)} of {len(case.patches)} patches were sent again; the whole series is asked for"
        yield _finding("ND114", text, case.proof(again[0].record))


def _trees(case: _Case) -> Iterator[Finding]:
    subjects = [record.subject for record in (case.revision.cover, *(p.record for p in case.mine)) if record is not None]
    named = sorted({subject.tree for subject in subjects if subject.tree})
    if len(named) > 1:
        odd = next((p.record for p in case.mine if p.record is not None and p.record.subject.tree not in {None, case.series.tree}), None)
        yield _finding("ND116", f"one series names several trees: {', '.join(named)}", case.proof(odd))


def _addressed(case: _Case) -> Iterator[Finding]:
    """People of the touched files' entries who are neither among the recipients nor the sender; what lost its addresses says nothing."""
    records = [record for record in (case.revision.cover, *(p.record for p in case.mine)) if record is not None]
    told = {mail.person_id(Address(email=email)) for record in records for email in record.recipients}
    if not told or case.revision.missing or any("address" in record.lost or "headers" in record.lost for record in records):
        return
    told.update(mail.person_id(record.author) for record in records)
    told.update(mail.person_id(p.record.patch.author) for p in case.mine if p.record and p.record.patch and p.record.patch.author)
    for entry in case.maintainers or ():
        if entry.people and not any(mail.person_id(Address(one.name, one.email, one.masked)) in told for one in entry.people):
            names = ", ".join(one.name or one.email or "?" for one in entry.people[:5])
            yield _finding("ND117", f"nobody of {entry.section} was addressed: {names}", case.proof())


def _missing(case: _Case) -> Iterator[Finding]:
    if case.revision.missing and case.mine:
        words = ", ".join(str(index) for index in case.revision.missing[:20])
        more = " and more" if len(case.revision.missing) > 20 else ""
        yield _finding("ND109", f"of {case.revision.total} patches these are not in the archive: {words}{more}", case.proof())


def _story(case: _Case) -> Iterator[Finding]:
    fixing = case.series.tree in case.profile.fix_trees and any(
        t.name == "Fixes" for p in case.mine if p.record is not None for t in p.record.trailers if t.place == "log"
    )
    if not fixing or case.revision.missing:
        return
    told = [record.fix for record in (case.revision.cover, *(p.record for p in case.mine)) if record is not None and record.fix is not None]
    lacking = [word for word in ("found", "validated", "tested") if not any(getattr(statement, word) is not None for statement in told)]
    if lacking:
        yield _finding("ND110", f"a fix that does not say how it was {', '.join(lacking)}", case.proof())


def _signed(case: _Case) -> Iterator[Finding]:
    answers = [record for record in case.series.records if record.kind == "reply"]
    mailed = [
        t.person
        for record in answers
        for t in record.trailers
        if t.name == "Signed-off-by" and t.place == "reply" and t.person is not None and mail.same_person(t.person, record.author)
    ]
    for posting in case.mine:
        record = posting.record
        assert record is not None
        if record.patch is None:
            continue
        log = [t for t in record.trailers if t.place == "log" and t.person is not None]
        signers = [*(t.person for t in log if t.name == "Signed-off-by" and t.person is not None), *mailed]
        author = author_of(posting, case.revision, case.series)
        if not any(_signs(who, author) for who in signers):
            text = f"patch {posting.index} has no Signed-off-by of {author.name or author.email or 'its author'}"
            yield _finding("ND111", text, case.proof(record))
        elif record.author.email and not record.author.masked and not any(_may_sign(who, record.author) for who in signers):
            text = f"patch {posting.index} has no Signed-off-by of {record.author.name or record.author.email}, who sent it"
            yield _finding("ND118", text, case.proof(record))
        for one in log:
            if one.name == "Co-developed-by" and one.person is not None and not any(_signs(who, one.person) for who in signers):
                text = f"patch {posting.index} has no Signed-off-by of its co-author {one.person.name or one.person.email}"
                yield _finding("ND119", text, evidence(record, one.spot))


def _signs(who: Address, person: Address) -> bool:
    """Whether a Signed-off-by is a person's: by address or by name, as NIPA's verify_signedoff asks."""
    return mail.same_person(who, person) or name_token(who) == name_token(person)


def _may_sign(who: Address, sender: Address) -> bool:
    """Whether a Signed-off-by may be the sender's, who posts from elsewhere: they have a word of their names in common."""
    words = set((who.name or "").casefold().split()) & set((sender.name or "").casefold().split())
    return _signs(who, sender) or any(len(word) > 2 for word in words)


def _form(case: _Case) -> Iterator[Finding]:
    for posting in case.mine:
        record = posting.record
        assert record is not None
        for trailer in record.trailers:
            if trailer.name == "Fixes" and trailer.place == "log" and not _well_formed(trailer):
                text = f"patch {posting.index}: Fixes: asks for 12 hex digits and the title in brackets"
                yield _finding("ND112", text, evidence(record, trailer.spot))


def _well_formed(trailer: Trailer) -> bool:
    found = _FIXES.match(trailer.value)
    return found is not None and len(found[1]) >= 12 and '("' in trailer.value


def _kept(case: _Case) -> Iterator[Finding]:
    """Tags that the author kept on a patch he changed, and tags that he did not carry on."""
    if case.before is None:
        return
    dates = {record.key: record.date for record in case.series.records}
    for posting in case.mine:
        mine = case.tags.of(case.last, posting.index)
        if posting.change == "changed":
            old = case.tags.of(case.last - 1, posting.was_index or posting.index)
            known = {(t.key, t.person.id) for t in old if t.key in REVIEW and t.via != "commit" and t.status == "given"}
            for tag in mine:
                if tag.via == "commit" and (tag.key, tag.person.id) in known:
                    text = f"patch {posting.index} keeps the {tag.key} of {tag.person.name or tag.person.email} though it changed since"
                    yield _finding("ND201", text, tag.evidence)
        for tag in mine:
            given = dates.get(tag.evidence.key)
            if tag.via == "carried" and not (given and case.revision.date and given >= case.revision.date):  # else it came too late
                state = "is unchanged" if tag.status == "given" else "changed"
                who = tag.person.name or tag.person.email
                text = f"patch {posting.index} does not carry the {tag.key} that {who} gave to v{tag.version}; the patch {state}"
                yield _finding("ND202", text, tag.evidence)


_RULES: tuple[Callable[[_Case], Iterator[Finding]], ...] = (
    _tree, _size, _cover, _fixes, _too_soon, _threaded, _closed, _changelog, _linked, _partial, _trees, _addressed, _missing, _story,
    _signed, _form, _kept,
)  # fmt: skip
