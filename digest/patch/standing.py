# SPDX-License-Identifier: GPL-2.0-or-later
"""What the mails of a series say about where it stands: applied patches, commands, refusals, promises, asked changes.

Every signal keeps its mail, its words and which revision it speaks of; `state` decides what they come to, and `court` who may say so.
"""

import re
from collections.abc import Collection, Mapping
from datetime import datetime

import msgspec

from digest import mail
from digest.model import Address, Evidence, Profile, Record, Revision, RobotEntry, Series, Spot
from digest.patch.attribution import evidence
from digest.patch.court import CORRECTED, Court
from digest.patch.lineage import alike, plain_title
from digest.patch.proof import spot_in
from digest.patch.scope import numbered, read_scope
from digest.patch.version import NEVER

_ALL = re.compile(r"(?i)\b(?:patches|series|patchset|all|both|them|these|whole|everything|lot)\b")
_SOME = re.compile(
    r"(?i)\b(?:patch(?:es)?|only|just"
    r"|(?:applied|queued|pushed|merged|picked|taken|took|pulled)(?=[ ]#?[0-9]{1,3}(?:[-,&/]|[ ](?:to|and|&)[ ]#?[0-9])))[ ]?#?("
    r"(?:[0-9]{1,3}(?:/[0-9]{1,3})?)(?:(?:[ ]?(?:-|,|&|to|and)[ ]?)#?[0-9]{1,3}(?:/[0-9]{1,3})?){0,20})(?![.\w])"
)
_FIRST = re.compile(r"(?i)\bfirst[ ](?:(?:(two|three|four|five|[0-9]{1,2})[ ])?(?:patch(?:es)?|ones?)\b|(?P<bare>two|three|four|five)\b)")
_TRIED = re.compile(
    r"(?i)\b(?:locally|test(?:ed|ing|s)?|boot(?:ed|s)?|reproduce[ds]?|(?<!needs )(?<!need )(?<!more )works?|worked|crash(?:es|ed)?"
    r"|on top of|and (?:it|still|ran|run|see|got|the|then|I)|to my (?:test|kernel|machine|setup|local))\b"
)
_TY = re.compile(
    r"^\[([0-9]{1,4})/([0-9]{1,4})\] ([^\n]{1,300})\n[ \t]{1,20}"
    r"(?:commit: ?|https?://[^\s]{1,200}?/c(?:ommit)?/(?:\?id=)?)([0-9a-f]{7,64})",
    re.MULTILINE,
)
_SHORT = re.compile(r"^([0-9a-f]{12,40}) ([^\n]{4,300})$", re.MULTILINE)
COMMIT = 12  # hex digits of a commit that the bot names
_TELLING = 12  # characters of a title that is found behind another prefix
_SAME = 0.3  # share of the words of two titles in common, below which the bot speaks of another patch
_COUNT = re.compile(r"(?i)\b([0-9]{1,3})[ ]patch(?:es|\(es\))?[ ](?:were[ ]|are[ ])?(?:applied|queued|pushed|merged|taken)\b")
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5}
_POSTED = re.compile(
    r"(?i)\bI(?:'ve| have| just|'ve just| have just| already)?[ ](?:now[ ]|already[ ])?"
    r"(?:posted|sent(?: out)?|submitted|resent)[ ](?:a |the |my |out )?(?:new )?v([0-9]{1,3})\b[^\n]{0,60}"
)
# No version named: the patches were posted again all the same.
_REPOSTED = re.compile(
    r"\bI(?:'ve| have)?[ ](?:(?:just|now|already)[ ]){0,2}(?:re-?posted|re-?sent|re-?submitted)[ ]"
    r"(?:(?:the|this|these|those|my|all|both)[ ](?:\w{1,20}[ ])?(?:patch(?:es|set)?|series)|(?:it|them)[ ](?:all[ ])?(?:now|as|with|to)\b)"
    r"[^\n?]{0,60}",
    re.IGNORECASE,
)
_REVERTED = re.compile(
    r"(?im)(?:^[ \t]{0,8}|(?<=[.!?][ ]))(?:(?:sorry|ok|okay|fyi|unfortunately|now|so)[ ,.]{1,2}){0,2}"
    r"(?:(?:I|we)(?:'ve|'m|'re|[ ]have|[ ]am|[ ]are|[ ]had[ ]to|[ ]have[ ]to)?[ ](?:(?:now|just|already|therefore)[ ])?"
    r"|(?:(?:this|it|the[ ](?:patch|series|commit))[ ](?:has[ ]been|was|is)[ ](?:now[ ])?))?"
    r"(?:revert(?:ed|ing)?|backed[ ]out)(?:[ ](?:this|it|them|these|the|both|all|for|from|in|because|due|again|now|as)\b[^\n?]{0,100}"
    r"|(?=[ ]?[,.;:!(]|[ ]?$)[^\n?]{0,100})(?!\?)"
    r"|(?:(?:I|we)(?:'ve|[ ]have|[ ]had[ ]to)?[ ](?:(?:now|just)[ ])?|^)(?:dropped|removed|drop)[ ]"
    r"(?:this|it|them|these|the[ ](?:patch|series))[ ]"
    r"(?:(?:\w+[ ])?from[ ](?:my|the|our|net|[\w/]{1,30}-next)|again)\b[^\n?]{0,60}(?!\?)"
    r"|(?:(?:I|we)(?:'ve|[ ]have|[ ]had[ ]to)?[ ](?:(?:now|just)[ ])?|^)(?:dropped|removed|drop|reverted)[ ](?P<some>patch(?:es)?[ ]?"
    r"#?[0-9]{1,3}(?:/[0-9]{1,3})?(?:(?:[ ]?(?:-|,|&|to|and)[ ]?)#?[0-9]{1,3}){0,10}|[0-9]{1,3}/[0-9]{1,3}"
    r"|the[ ](?:first|last|second|third)[ ](?:patch|one))"
    r"[ ](?:again|(?:\w+[ ])?from[ ](?:my|the|our|net|[\w/]{1,30}-next))\b[^\n?]{0,60}(?!\?)"
)
_IMPERATIVE = re.compile(r"(?i)\A\s{0,8}(?:(?:sorry|ok|okay|fyi|unfortunately|now|so)[ ,.]{1,2}){0,2}(?:revert|drop)\b")
_WARNS = re.compile(r"(?i)\bwarnings?\b|\bperhaps something to improve\b")  # "BUILD SUCCESS" is a remark of the build robot, too
_NAKS = re.compile(r"(?i)nac?k")
_TOLD = re.compile(r"(?i)th(?:is|e)\b")  # "this patch has been NAKed": somebody else's refusal
_CONCEDES = re.compile(
    r"(?i)[^\n]{0,80}?\b(?:than (?:mine|my )"
    r"|(?:with|take|taking|use|using|merge|merging|apply|applying) (?:yours|his|hers|theirs|your |her |their ))"
)
_POSTING = re.compile(
    r"(?i)https?://(?:lore\.kernel\.org|patch\.msgid\.link|patchwork\.|marc\.info|lkml\.)"
    r"|\b(?:I|he|she|they|\w{3,20})(?:'ve|[ ]have|[ ]has)?(?:[ ]already|[ ]just|[ ]also)?[ ](?:posted|sent|submitted)[ ]"
    r"(?:\w+[ ]){0,3}(?:patch(?:es)?|fix(?:es)?|series|one|version|solution)\b"
    r"|\b(?:patch(?:es)?|fix(?:es)?|series)[ ](?:\w+[ ]){0,2}(?:already[ ])?(?:posted|sent)\b"
    r"|\balready[ ](?:in|merged|applied|upstream|queued|posted|sent|pending)\b|\b[Mm]y[ ](?:patch(?:es)?|series)\b"
)
TOLD = "told"  # the value of a refusal that its teller did not speak
_WILL = re.compile(r"(?i)v([0-9]{1,2})[ ](?:will|is going to)\b")
_NUMBER = re.compile(r"(?i)\bv([0-9]{1,3})\b")


class Signal(msgspec.Struct, frozen=True):
    """One thing a mail says of a revision: `kind` as in stances, or command, failed, asked, conditional, posted.

    `value` is a command's state; `patches` what an "applied" covers (None: all); `standing` whether the sender may decide.
    """

    kind: str
    revision: int
    record: Record
    spot: Spot
    standing: bool = True
    value: str | None = None
    patches: frozenset[int] | None = None
    tree: str | None = None
    commits: tuple[tuple[int | None, str], ...] = ()
    within: str | None = None  # the title of another series, where its word is meant

    @property
    def when(self) -> datetime:
        """The date of its mail."""
        return self.record.date or NEVER

    @property
    def proof(self) -> Evidence:
        """Its words as evidence."""
        return evidence(self.record, self.spot)


def signals(court: Court) -> tuple[Signal, ...]:
    """All signals of a series, by date."""
    found: list[Signal] = []
    for record in court.series.records:
        number, index = court.series.home[record.key]
        revision = court.series.revisions[number]
        robot = record.robot
        if robot is not None and robot.robot == "patchwork-bot":
            if robot.says == "applied":
                found.append(_bot(record, number, index, revision))
            continue
        rulings = iter(court.rulings(record))
        for command in record.commands:
            if command.word == CORRECTED:
                found.append(Signal("corrected", number, record, command.spot, True, command.state))
            else:
                found.append(Signal("command", number, record, command.spot, next(rulings).obeyed, command.state))
        if robot is not None:
            if robot.says in {"build-failed", "test-failed"}:
                found.append(Signal("failed", number, record, robot.spot, robot.sender_known, robot.robot))
            elif robot.robot == "lkp" and robot.says == "remark" and _WARNS.search(robot.spot.text):
                found.append(Signal("warned", number, record, robot.spot, robot.sender_known, robot.robot))
            continue
        _stands(court, record, number, index, revision, found)
    return tuple(found)


def _bot(record: Record, number: int, index: int | None, revision: Revision) -> Signal:
    """patchwork-bot's summary: which patches have a commit."""
    robot = record.robot
    assert robot is not None
    titles = {plain_title(p.title): p.index for p in revision.postings if p.title}
    commits: list[tuple[int | None, str]] = []
    missed = False
    for patch in robot.patches:
        place = titles.get(plain_title(patch.title), patch.index)
        if place is None and revision.total == 1:
            known = next(iter(titles), "")
            if known and patch.title and not alike(known, patch.title) >= _SAME:
                missed = True  # another patch than the one that was posted
                continue
            place = 1
        if patch.commit is None:
            missed = True
        else:
            commits.append((place, patch.commit))
    if not robot.patches:
        patches = None if not index or revision.total == 1 else frozenset((index,))
    elif missed:
        patches = frozenset(place for place, _ in commits if place is not None)
    else:
        patches = None if len(commits) >= (revision.total or 1) else frozenset(place for place, _ in commits if place is not None)
    # Of the bot's address and shape alone nothing follows: a commit must be named (a copy may have lost the list).
    sure = robot.sender_known and (any(len(commit) >= COMMIT for _, commit in commits) or (not robot.patches and bool(record.lost)))
    return Signal("applied", number, record, robot.spot, sure, robot.robot, patches, robot.tree, tuple(commits))


def _stands(court: Court, record: Record, number: int, index: int | None, revision: Revision, found: list[Signal]) -> None:
    """What a person says in plain words."""
    author: bool | None = None
    for stance in record.stances:
        words = stance.spot.text
        author = court.is_author(record.author) if author is None else author
        if stance.kind == "applied":
            if _TRIED.search(words):
                continue
            patches, commits = _covered(record, words, index, revision)
            sure = court.may_take(record, number, stance.tree, listed=bool(commits))
            found.append(Signal("applied", number, record, stance.spot, sure, "person", patches, stance.tree, commits))
        elif stance.kind == "nak" and author and (_NAKS.search(words) is None or _TOLD.match(words)):
            continue  # "I won't merge these" of an author gives nothing up
        elif stance.kind == "nak" and _TOLD.match(words):
            found.append(Signal("nak", number, record, stance.spot, False, TOLD))
        elif stance.kind == "nak":
            found.append(Signal("gives-up" if author else "nak", number, record, stance.spot, author or court.may_decide(record.author)))
        elif stance.kind == "gives-up" and _CONCEDES.match(words) and not _other_patch(record):
            continue  # of a proposal in a reply he makes a new version
        elif stance.kind in {"gives-up", "next-version"} and not _present(words, revision):
            speaks = author or (stance.kind == "next-version" and court.speaks_for_author(record.author))
            found.extend([Signal(stance.kind, number, record, stance.spot, True, _target(words))] if speaks else [])
    if any("v" in passage.text for passage in record.passages if passage.kind == "own"):
        _posted(court, record, number, found)
    _reposted(court, record, number, found)
    _reverted(court, record, number, found)


def _other_patch(record: Record) -> bool:
    """Whether a mail speaks of a patch that somebody else posted: it or what it quotes links to one, or says that it was sent."""
    return any(_POSTING.search(passage.text) for passage in record.passages if passage.kind in {"own", "quote"})


def _present(words: str, revision: Revision) -> bool:
    """Whether words on what a version "will" do speak of the very one that was posted, or of an older one."""
    named = _WILL.match(words)
    return named is not None and int(named[1]) <= revision.version


def _target(words: str) -> str | None:
    """The version a promise names."""
    named = _NUMBER.search(words)
    return named[1] if named else None


def _posted(court: Court, record: Record, number: int, found: list[Signal]) -> None:
    """The author says that a later version was posted."""
    for passage in record.passages:
        if passage.kind != "own" or "v" not in passage.text:
            continue
        posted = _POSTED.search(passage.text)
        if posted is None or not court.is_author(record.author):
            continue
        spot = spot_in(passage, posted.start(), posted.end())
        if spot is not None:
            found.append(Signal("posted", number, record, spot, True, posted[1]))
        return


def _reposted(court: Court, record: Record, number: int, found: list[Signal]) -> None:
    """The author says in an answer that the patches were posted again, and names no version."""
    if record.kind in {"cover", "patch"}:
        return
    for passage in record.passages:
        if passage.kind != "own" or ("posted" not in passage.text and "sent" not in passage.text and "submitted" not in passage.text):
            continue
        posted = _REPOSTED.search(passage.text)
        if posted is None or not court.is_author(record.author):
            continue
        spot = spot_in(passage, posted.start(), posted.end())
        if spot is not None:
            found.append(Signal("reposted", number, record, spot))
        return


def _reverted(court: Court, record: Record, number: int, found: list[Signal]) -> None:
    """Who may take patches, or said that these are taken, says that they are out again."""
    for passage in record.passages:
        if passage.kind != "own" or not any(mark in passage.text for mark in ("evert", "acked out", "ropped ", "emoved ", "drop ")):
            continue
        said = _REVERTED.search(passage.text)
        if said is None or _IMPERATIVE.match(said[0]):
            continue
        took = any(s.kind == "applied" and s.value == "person" and s.standing and s.record.author == record.author for s in found)
        spot = spot_in(passage, said.start(), said.end())
        if spot is not None and (took or court.may_decide(record.author)):
            patches: frozenset[int] | None = None
            scope = read_scope(said["some"]) if said["some"] else None
            total = court.series.revisions[number].total or 1
            if scope is not None and scope.kind == "only":
                patches = frozenset(numbered(scope.patches, total))
            found.append(Signal("reverted", number, record, spot, patches=patches if total > 1 else None))
            return


def _covered(
    record: Record, words: str, index: int | None, revision: Revision
) -> tuple[frozenset[int] | None, tuple[tuple[int | None, str], ...]]:
    """Which patches an "applied" speaks of (None: all), and the commits that stand below it."""
    own = [p.text for p in record.passages if p.kind == "own"]
    commits: list[tuple[int | None, str]] = []
    for text in own:
        commits += [(int(m[1]), m[4]) for m in _TY.finditer(text)]
        if not commits:
            titles = {plain_title(p.title): p.index for p in revision.postings if p.title}
            commits += _in_order([(_titled(titles, plain_title(m[2])), m[1]) for m in _SHORT.finditer(text)], revision.total)
    total = revision.total or 1
    counted = _COUNT.search(words)
    if len(commits) >= total or (counted and int(counted[1]) >= total):
        return None, tuple(commits)
    if total == 1:
        return None, tuple(commits)
    listed = frozenset(number for number, _ in commits if number is not None)
    if listed:
        return (None if len(listed) >= total else listed), tuple(commits)
    scope = read_scope(words.partition(",")[0]) if " but " in words or "xcept" in words or "apart from" in words else None
    if scope is not None and scope.kind == "except":
        return frozenset(range(1, total + 1)) - numbered(scope.patches, total), ()
    some = _SOME.search(words)
    first = _FIRST.search(words)
    if some:
        return _numbers(some[1], total), ()
    if first:
        said = first[1] or first["bare"] or "1"
        count = _COUNTS.get(said.lower()) or int(said)
        return frozenset(range(1, min(count, total) + 1)), ()
    if not index or _ALL.search(words):
        return None, ()
    return frozenset((index,)), ()


def _in_order(commits: list[tuple[int | None, str]], total: int | None) -> list[tuple[int | None, str]]:
    """A list of all patches with their numbers by place, where those that are known stand at theirs; others have no known title."""
    known = [(at, index) for at, (index, _) in enumerate(commits, 1) if index is not None]
    if len(commits) != total or not known or any(at != index for at, index in known):
        return commits
    return [(at, commit) for at, (_, commit) in enumerate(commits, 1)]


def _titled(titles: Mapping[str, int], title: str) -> int | None:
    """The patch of a committed title; whoever took it may have put the subsystem before (`wifi: ` before `ath: ...`)."""
    if title in titles:
        return titles[title]
    ends = {index for known, index in titles.items() if len(known) >= _TELLING and title.endswith(f": {known}")}
    return ends.pop() if len(ends) == 1 else None


def _numbers(words: str, total: int) -> frozenset[int]:
    """The numbers of "1-3, 5"; of a counter n/m only n."""
    plain = re.sub(r"([0-9])/[0-9]{1,3}", r"\1", words)
    found: set[int] = set()
    last: int | None = None
    span = False
    for token in re.findall(r"[0-9]{1,3}|-|to", plain):
        if not token.isdigit():
            span = True
            continue
        value = int(token)
        if span and last is not None:
            found.update(range(last, min(value, total) + 1))
        found.add(value)
        last, span = value, False
    return frozenset(n for n in found if 1 <= n <= total)


def robots(
    series: Series, profile: Profile, owners: Collection[Address] | None = None, mailmap: mail.Mailmap | None = None
) -> tuple[RobotEntry, ...]:
    """What robots said of a series, in order of their mails: `verified` is false for a sender that is not that robot's.

    A `pw-bot:` command is verified where NIPA would obey it; its text says why it is (not).
    """
    court = Court(series, profile, owners, mailmap)
    found: list[RobotEntry] = []
    for record in series.records:
        _, index = series.home[record.key]
        patch = index or None
        robot = record.robot
        if robot is not None and robot.robot in _NAMED:
            found.append(RobotEntry(robot.robot, robot.says, robot.sender_known, patch, evidence(record, robot.spot), _says(record)))
        told = [command for command in record.commands if command.word != CORRECTED]
        for command, ruling in zip(told, court.rulings(record), strict=True):
            text = f"{command.state or command.word}: {ruling.why}"
            found.append(RobotEntry("pw-bot", "state", ruling.obeyed, patch, evidence(record, command.spot), text))
    return tuple(found)


_NAMED = frozenset(("patchwork-bot", "lkp", "syzbot", "ai-review"))


def _says(record: Record) -> str | None:
    """One line on what a robot's mail says."""
    robot = record.robot
    if robot is None:
        return None
    if robot.robot == "patchwork-bot" and robot.tree:
        by = f" by {robot.by.name or robot.by.email}" if robot.by is not None and (robot.by.name or robot.by.email) else ""
        return f"applied to {robot.tree}{by}"
    return " ".join(robot.spot.text.split())[:200]
