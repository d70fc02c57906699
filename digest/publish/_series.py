# SPDX-License-Identifier: GPL-2.0-or-later
"""What a series page says, as plain values: head facts, the matrix of patches and people, versions, robots, questions."""

from collections.abc import Iterable

import msgspec

from digest.model import (
    BenchEntry,
    Evidence,
    Finding,
    PatchEntry,
    Person,
    Question,
    RangePair,
    RevisionEntry,
    SeriesEntry,
    Summary,
    Tag,
)
from digest.publish import _numbers, _words
from digest.publish._letters import LETTERS, Cite, Thread, chip_words

STATES = {
    "new": ("", "New"),
    "under-review": ("", "Under review"),
    "needs-ack": ("", "Needs an ack"),
    "changes-requested": ("!", "Changes requested"),
    "partly-applied": ("◐", "Partly applied"),
    "applied": ("✓", "Applied"),
    "awaiting-upstream": ("", "Awaiting upstream"),
    "rfc": ("", "RFC"),
    "superseded": ("", "Superseded"),
    "rejected": ("✗", "Rejected"),
    "deferred": ("", "Deferred"),
    "not-applicable": ("", "Not applicable"),
    "dead": ("", "Dead"),
}
GROUPS = {
    "ready": ("Ready", "every patch reviewed, maintainers acked, nothing unanswered"),
    "needs-ack": ("Needs ACK", "reviewed, but a maintainer of a touched file has not acked"),
    "needs-review": ("Needs review", "no or too few reviews, nobody has asked for changes"),
    "waiting-for-author": ("Waiting for author", "changes requested, a claim does not hold, or a question is open to the author"),
    "awaiting-upstream": ("Awaiting upstream", "goes through another tree first"),
    "rfc": ("RFC", "asks for opinions, not for merging"),
    "stale": ("Stale", "nobody has written for more than a week"),
    "done": ("Done", "applied, superseded, rejected, deferred or not applicable"),
}
WAITS = {"author": "the author", "reviewers": "reviewers", "maintainer": "a maintainer", "tree": "another tree", "nobody": "nobody"}
ROBOTS = {
    "patchwork-bot": "patchwork-bot",
    "pw-bot": "pw-bot",
    "lkp": "kernel test robot",
    "syzbot": "syzbot",
    "ai-review": "LLM review",
    "other": "robot",
}
SAYS = {
    "applied": "applied",
    "state": "set a state",
    "build-failed": "✗ build failed",
    "test-failed": "✗ test failed",
    "performance": "performance",
    "remark": "a remark",
}
FAILED = frozenset({"build-failed", "test-failed"})
TRAILERS = 40
CHANGES = 6
DIFF_LINES = 300
DIFF_TOTAL = 1500


class Fact(msgspec.Struct, frozen=True):
    """One of the eight head facts: label, section it leads to, the fact, its tone, and a remark."""

    label: str
    section: str | None
    value: str
    tone: str = ""
    remark: str = ""
    cites: tuple[Cite, ...] = ()
    strip: tuple[bool, ...] = ()


class Cell(msgspec.Struct, frozen=True, gc=False):
    """A tag in the matrix: class and words of its chip, who gave it, how it came here."""

    status: str
    words: str
    href: str | None
    how: str


class MatrixRow(msgspec.Struct, frozen=True):
    """One patch of the newest version."""

    patch: PatchEntry
    anchor: str | None
    counted: int
    remark: str
    cells: tuple[tuple[Person, tuple[Cell, ...]], ...]
    others: tuple[Tag, ...]


class Column(msgspec.Struct, frozen=True):
    """A person with tags, and what they are to this series."""

    person: Person
    role: str


class Version(msgspec.Struct, frozen=True):
    """One revision in the list of versions."""

    id: str
    name: str
    revision: RevisionEntry
    anchor: str | None
    size: str
    changes: tuple[str, str, int] | None
    kinds: tuple[str, ...]
    patches: tuple[tuple[PatchEntry, str | None, tuple[tuple[Cell, Person], ...]], ...]


class Moved(msgspec.Struct, frozen=True):
    """One patch in the comparison of the newest version with the one before."""

    name: str
    title: str
    change: str
    tone: str
    tags: tuple[tuple[Cell, Person], ...]


class Shift(msgspec.Struct, frozen=True):
    """A folded range-diff of one patch."""

    head: str
    lines: tuple[tuple[str, str], ...]
    more: int


class Range(msgspec.Struct, frozen=True):
    """Range-diff between two versions."""

    name: str
    pairs: tuple[Shift, ...]


class Note(msgspec.Struct, frozen=True):
    """What a robot said."""

    name: str
    says: str
    tone: str
    patch: int | None
    verified: bool
    date: str
    text: str
    cite: Cite
    numbers: _numbers.Posted | None


class Asked(msgspec.Struct, frozen=True):
    """A remark that wants an answer."""

    question: Question
    standing: str
    tone: str
    place: str
    cite: Cite
    by: Cite | None
    reply: str


def is_review(tag: Tag) -> bool:
    """Whether a tag stands in the matrix (Signed-off-by, Cc, Fixes and the like do not)."""
    return tag.key in LETTERS


def counts(tag: Tag) -> bool:
    """Whether a tag makes its patch "reviewed": given, by somebody else, and not against it."""
    return tag.status == "given" and is_review(tag) and tag.key != "Nacked-by"


def cell(tag: Tag, thread: Thread) -> Cell:
    """The chip of one tag."""
    how = {
        "cover": "given to the cover",
        "range": "for named patches",
        "chain": "in the thread of the cover",
        "carried": f"given to v{tag.version}",
        "commit": "in the patch itself",
        "direct": "",
    }[tag.via]
    if tag.note:
        how = f"“{_words.one_line(tag.note)}”"
    if tag.status in ("stale", "mismatched", "withdrawn") and tag.rule:
        how = tag.rule
    elif tag.status == "stale":
        how = f"given to v{tag.version}, the patch changed since"
    return Cell(tag.status, chip_words(tag.key, tag.status), thread.cite(tag.evidence).href, _words.cut(how, 140))


def columns(revision: RevisionEntry, series: SeriesEntry) -> list[Column]:
    """The people with review tags on a revision: others by their first tag, the author last."""
    people: dict[str, Person] = {}
    for patch in revision.patches:
        for tag in patch.tags:
            if is_review(tag):
                people.setdefault(tag.person.id, tag.person)
    sections: dict[str, list[str]] = {}
    for area in series.maintainers or ():
        for person in area.people:
            sections.setdefault(person.id, []).append(area.section)
    author = series.author.id
    made = [
        Column(person, "author" if ident == author else f"maintains {_words.listed(sections[ident][:2])}" if ident in sections else "")
        for ident, person in people.items()
    ]
    return sorted(made, key=lambda column: column.person.id == author)


def matrix(revision: RevisionEntry, heads: list[Column], thread: Thread) -> list[MatrixRow]:
    """Patch by person."""
    rows = []
    for patch in revision.patches:
        by: dict[str, list[Cell]] = {}
        counted: set[tuple[str, str]] = set()
        others = []
        for tag in patch.tags:
            if not is_review(tag):
                others.append(tag)
                continue
            by.setdefault(tag.person.id, []).append(cell(tag, thread))
            if counts(tag):
                counted.add((tag.person.id, tag.key))
        remarks = []
        if patch.index in revision.missing or patch.key is None:
            remarks.append("not in the archive")
        if patch.from_version is not None and patch.from_version != revision.version:
            remarks.append(f"taken over from v{patch.from_version}")
        if patch.change == "changed":
            remarks.append("changed since the version before")
        elif patch.change in ("new", "unchanged"):
            remarks.append("new in this version" if patch.change == "new" else "same as in the version before")
        rows.append(
            MatrixRow(
                patch,
                thread.anchor(patch.key or patch.message_id),
                len(counted),
                ", ".join(remarks),
                tuple((head.person, tuple(by.get(head.person.id, ()))) for head in heads),
                tuple(others[:TRAILERS]),
            )
        )
    return rows


def covered(revision: RevisionEntry) -> list[bool]:
    """For each patch whether somebody else's tag counts."""
    return [any(counts(tag) for tag in patch.tags) for patch in revision.patches]


def people_counts(revision: RevisionEntry) -> str:
    """`A 1 · R 1 · T –`: people whose tags count, by kind."""
    parts = []
    for key in ("Acked-by", "Reviewed-by", "Tested-by"):
        people = {tag.person.id for patch in revision.patches for tag in patch.tags if tag.key == key and counts(tag)}
        parts.append(f"{LETTERS[key]} {len(people) or '–'}")
    return " · ".join(parts)


def facts(summary: Summary, thread: Thread, robots: frozenset[str]) -> list[Fact]:
    """The eight answers at the head of the page."""
    series = summary.series
    state = series.state
    symbol, word = STATES[state.value]
    where = [f"patch {commit.patch}" if commit.patch else "the series" for commit in state.commits[:1]]
    commits = f"{_words.count(len(state.commits), 'commit')}" + (
        f" to {state.commits[0].tree}" if state.commits and state.commits[0].tree else ""
    )
    made = [
        Fact(
            "State",
            None,
            f"{symbol} {word}".strip(),
            {"applied": "good", "rejected": "bad", "changes-requested": "warn"}.get(state.value, ""),
            commits if where else "",
            tuple(thread.cite(item) for item in state.evidence[:2]),
        ),
        Fact("Waits for", None, WAITS[state.waits_for], "", state.reason),
    ]
    if series.revisions:
        made.append(_coverage_fact(series.revisions[-1]))
    made += [_areas_fact(series), _tests_fact(series), _numbers_fact(series, robots), _questions_fact(series), _robots_fact(series)]
    return made


def _coverage_fact(revision: RevisionEntry) -> Fact:
    strip = covered(revision)
    lacking = [str(patch.index) for patch, has in zip(revision.patches, strip, strict=True) if not has]
    remark = people_counts(revision)
    if lacking and len(lacking) < len(strip):
        remark += (
            f"; {'patch' if len(lacking) == 1 else 'patches'} {_words.listed(lacking[:8])} {'has' if len(lacking) == 1 else 'have'} none"
        )
    return Fact("Patches reviewed", "coverage", f"{sum(strip)} of {len(strip)}", "", remark, strip=tuple(strip[:40]))


def _areas_fact(series: SeriesEntry) -> Fact:
    areas = series.maintainers
    if areas is None:
        return Fact("Areas acked", "coverage", "? unknown", "mute", "no MAINTAINERS file was given")
    if not areas:
        return Fact("Areas acked", "coverage", "– none", "mute", "no section of MAINTAINERS covers these files")
    acked = sum(area.acked is True for area in areas)
    open_ = [area.section for area in areas if not area.acked]
    symbol = "✓" if acked == len(areas) else "–"
    remark = f"no ack for {_words.listed(open_[:3])}" if open_ else ""
    return Fact("Areas acked", "areas", f"{symbol} {acked} of {len(areas)}", "good" if not open_ else "", remark)


def _tests_fact(series: SeriesEntry) -> Fact:
    hardware = list(dict.fromkeys(test.hardware for test in series.tests if test.hardware))
    others = {test.person.id for test in series.tests} - {series.author.id}
    by = f"by {_words.count(len(others), 'person', 'people')} other than the author" if others else "by the author"
    if not series.tests:
        return Fact("Tested on", "tests" if series.fix_statement else None, "– none stated", "mute", "")
    value = "; ".join(_words.one_line(item) for item in hardware[:3]) or "no hardware named"
    return Fact("Tested on", "tests", _words.cut(value, 80), "", by)


def _numbers_fact(series: SeriesEntry, robots: frozenset[str]) -> Fact:
    tally = _numbers.tally(_numbers.newest(series, robots))
    sorts = ((tally.better, "better"), (tally.worse, "worse"), (tally.flat, "no clear difference"), (tally.unjudged, "not judged"))
    remark = f"{_words.count(tally.pairs, 'comparison')}: " + ", ".join(f"{number} {word}" for number, word in sorts if number)
    if tally.broken:
        verb = "does" if tally.broken == 1 else "do"
        value = f"!= {tally.broken} of {_words.count(tally.claims, 'claim')} {verb} not hold"
        return Fact("Numbers", "numbers", value, "bad", remark if tally.pairs else "")
    if not tally.pairs:
        if series.benchmarks:
            return Fact("Numbers", "numbers", "no before and after", "", "figures without a pair")
        return Fact("Numbers", None, "– none", "mute", "")
    if tally.held:
        remark += f"; {tally.held} of {_words.count(tally.claims, 'claim')} checked, all hold"
    if tally.worse:
        return Fact("Numbers", "numbers", f"✗ {tally.worse} of {tally.pairs} worse", "bad", remark)
    if tally.better == tally.pairs:
        return Fact("Numbers", "numbers", "✓ better", "good", remark)
    value = f"{tally.better} of {tally.pairs} better" if tally.better else "≈ no clear difference" if tally.flat else "– not judged"
    return Fact("Numbers", "numbers", value, "", remark)


def _questions_fact(series: SeriesEntry) -> Fact:
    people = [question for question in series.questions if question.kind != "robot"]
    open_ = [question for question in people if question.answered == "no"]
    if open_:
        dates = [question.date for question in open_ if question.date]
        since = f", oldest of {_words.day(min(dates))}" if dates else ""
        return Fact(
            "Questions", "questions", f"? {len(open_)} unanswered{since}", "warn", f"{_words.count(len(people), 'remark')} by people"
        )
    if people:
        return Fact(
            "Questions", "questions", "✓ none open", "", f"{_words.count(len(people), 'remark')} by people, answered or probably so"
        )
    return Fact("Questions", None, "– none", "mute", "")


def _robots_fact(series: SeriesEntry) -> Fact:
    if not series.robots:
        return Fact("Robots", None, "– silent", "mute", "")
    bad = [robot for robot in series.robots if robot.says in FAILED and robot.verified]
    names = _words.listed(dict.fromkeys(ROBOTS.get(robot.robot, robot.robot) for robot in series.robots))
    if bad:
        return Fact("Robots", "robots", f"{SAYS[bad[0].says]}", "bad", names)
    return Fact("Robots", "robots", _words.count(len(series.robots), "report"), "", names)


def version_names(series: SeriesEntry) -> list[tuple[str, str]]:
    """(anchor, name) of each revision, anchors unique: v3, then v3-2 for a resend of it."""
    seen: dict[str, int] = {}
    made = []
    for revision in series.revisions:
        name = f"v{revision.version}" + (f".{revision.point}" if revision.point is not None else "")
        base = name.replace(".", "-")
        seen[base] = seen.get(base, 0) + 1
        made.append((base if seen[base] == 1 else f"{base}-{seen[base]}", name))
    return made


def versions(series: SeriesEntry, thread: Thread) -> list[Version]:
    """All revisions, newest first."""
    made = []
    names = version_names(series)
    for at, revision in enumerate(series.revisions):
        ident, name = names[at]
        stat = revision.diffstat
        size = f"{_words.count(stat.files, 'file')}, +{stat.insertions:,} {_words.MINUS}{stat.deletions:,}" if stat else ""
        patches = tuple(
            (
                patch,
                thread.anchor(patch.key or patch.message_id),
                tuple((cell(tag, thread), tag.person) for tag in patch.tags if is_review(tag)),
            )
            for patch in revision.patches
        )
        kinds = tuple(word for flag, word in ((revision.rfc, "RFC"), (revision.resend, "resend")) if flag)
        made.append(Version(ident, name, revision, thread.anchor(revision.cover), size, _changes(revision.changelog), kinds, patches))
    return made[::-1]


def _changes(changelog: str | None) -> tuple[str, str, int] | None:
    """A changelog's first lines, the rest, and how many lines that is: many repeat the history of all versions."""
    if not changelog or not changelog.strip():
        return None
    lines = changelog.strip("\n").split("\n")
    if len(lines) <= CHANGES + 2:
        return "\n".join(lines), "", 0
    return "\n".join(lines[:CHANGES]), "\n".join(lines[CHANGES:]), len(lines) - CHANGES


_CHANGES = {"unchanged": "= same", "changed": "! changed", "new": "+ new"}


def moved(series: SeriesEntry, thread: Thread) -> list[Moved]:
    """The newest version against the one before, patch by patch; patches that are gone come last."""
    if len(series.revisions) < 2:
        return []
    revision = series.revisions[-1]
    rows = []
    for patch in revision.patches:
        was = f", was {patch.was_index}" if patch.was_index not in (None, patch.index) else ""
        kept = tuple(
            (cell(tag, thread), tag.person) for tag in patch.tags if is_review(tag) and (tag.via == "carried" or tag.status == "stale")
        )
        tone = "warn" if patch.change == "changed" and any(item.status == "stale" for item, _ in kept) else ""
        name = f"{patch.index}/{revision.total or len(revision.patches)}"
        rows.append(Moved(name, patch.title or "title not known", _CHANGES.get(patch.change or "", "? not comparable") + was, tone, kept))
    rows += [Moved("", title, f"{_words.MINUS} dropped", "", ()) for title in revision.dropped]
    return rows


def ranges(summary: Summary) -> list[Range]:
    """Range-diffs, newest first, long ones cut."""
    left = DIFF_TOTAL
    made = []
    for found in reversed(summary.ranges):
        pairs = []
        for pair in found.pairs:
            take = min(len(pair.lines), DIFF_LINES, left)
            left -= take
            pairs.append(Shift(_pair_head(pair), tuple((_kind(line), line) for line in pair.lines[:take]), len(pair.lines) - take))
        made.append(Range(f"v{found.old_version} to v{found.new_version}", tuple(pairs)))
    return made


def _pair_head(pair: RangePair) -> str:
    old = f"{pair.old}" if pair.old is not None else "-"
    new = f"{pair.new}" if pair.new is not None else "-"
    return f"{old}: {pair.sign} {new}: {pair.new_title or pair.old_title or 'title not known'}"


def _kind(line: str) -> str:
    """The colour class of a range-diff line: by its outer sign, then its inner one."""
    body = line.removeprefix("    ")
    outer = body[:1]
    if outer == "+":
        return "a"
    if outer in ("-", "<"):
        return "x"
    return "h" if body.startswith(("@@", "##", " @@", " ##")) else ""


def notes(series: SeriesEntry, thread: Thread) -> list[Note]:
    """What robots said, newest first; their numbers beside it."""
    numbers: dict[str, BenchEntry] = {entry.key: entry for entry in series.benchmarks}
    dates = thread.dates()
    made = []
    for robot in series.robots:
        entry = numbers.get(robot.evidence.key)
        made.append(
            Note(
                ROBOTS.get(robot.robot, robot.robot),
                SAYS.get(robot.says, robot.says),
                "bad" if robot.says in FAILED else "",
                robot.patch,
                robot.verified,
                dates.get(robot.evidence.key, ""),
                _words.cut(_words.one_line(robot.text or robot.evidence.text), 400),
                thread.cite(robot.evidence),
                _numbers.of_entry(entry, thread) if entry else None,
            )
        )
    return sorted(made, key=lambda note: note.date, reverse=True)


def asked(series: SeriesEntry, thread: Thread, *, robots: bool) -> list[Asked]:
    """Remarks of people or of robots: unanswered ones first, nits last, oldest first."""
    rank = {"no": 0, "probably": 1, "yes": 2}
    made = []
    for question in sorted(
        (item for item in series.questions if (item.kind == "robot") == robots),
        key=lambda item: (
            rank[item.answered],
            item.kind == "nit",
            _words.stamp(item.date),
            item.evidence.key,
            item.evidence.line,
        ),
    ):
        since = f" since {_words.day(question.date)}" if question.date else ""
        standing = {"no": f"? Unanswered{since}", "probably": "≈ Probably answered", "yes": "✓ Answered"}[question.answered]
        version = f"v{question.version}, " if series.revisions and question.version != series.revisions[-1].version else ""
        place = version + ("cover" if question.patch in (None, 0) else f"patch {question.patch}")
        made.append(
            Asked(
                question,
                standing,
                "warn" if question.answered == "no" else "",
                place,
                thread.cite(question.evidence),
                thread.cite(question.by) if question.by else None,
                _reply(question.by),
            )
        )
    return made


def _reply(by: Evidence | None) -> str:
    return _words.cut(_words.one_line(by.text), 200) if by else ""


def findings(series: SeriesEntry, thread: Thread) -> list[tuple[Finding, Cite | None, bool]]:
    """Process findings with the link to what shows them, and whether the rule is an address."""
    return [
        (finding, thread.cite(finding.evidence) if finding.evidence else None, bool(finding.rule and finding.rule.startswith("https://")))
        for finding in series.findings
    ]


def trailer_words(patches: Iterable[MatrixRow]) -> list[tuple[str, list[Tag]]]:
    """Trailers that are no reviews, by patch."""
    return [(row.patch.title or f"patch {row.patch.index}", list(row.others)) for row in patches if row.others]
