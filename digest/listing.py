# SPDX-License-Identifier: GPL-2.0-or-later
"""Summary -> Row: the little that lists need of a series, and the order in which series stand.  Pure."""

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime

from digest import results
from digest.model import Given, Question, Row, SeriesEntry, Summary
from digest.model.summary import Status, Via
from digest.trials import machines, trials

COUNTED = {"Acked-by": "A", "Reviewed-by": "R", "Tested-by": "T"}
"""The tags a board counts: people who looked at, stand behind, or ran a patch."""


FOLDERS = 5
"""Folders that a series stands under where no MAINTAINERS file says whose its files are."""


def order(made: Summary) -> tuple[bool, datetime, str]:
    """Series stand by their first posting's date, then id."""
    date = _first_date(made)
    return date is None, date or datetime(1970, 1, 1, tzinfo=UTC), made.series.id


def _first_date(made: Summary) -> datetime | None:
    """The date of the first posting known, else of the first mail."""
    posted = (revision.date for revision in made.series.revisions if revision.date)
    return next(posted, None) or min((letter.message.date for letter in made.letters if letter.message.date), default=None)


def row(made: Summary) -> Row:
    """What lists need of a series."""
    entry = made.series
    latest = entry.revisions[-1] if entry.revisions else None
    patches = latest.patches if latest else ()
    counted: list[set[str]] = []
    people: dict[str, set[str]] = {letter: set() for letter in "ART"}
    for one in patches:
        ours = one.ours(entry.author.id)
        given = [tag for tag in one.tags if tag.key in COUNTED and tag.status == "given" and tag.person.id not in ours]
        counted.append({COUNTED[tag.key] for tag in given})
        for tag in given:
            people[COUNTED[tag.key]].add(tag.person.id)
    total = max(len(patches), latest.total or 0) if latest else 0
    dates = [letter.message.date for letter in made.letters if letter.message.date]
    posted = [revision.date for revision in entry.revisions if revision.date]
    robots = frozenset(letter.message.key for letter in made.letters if letter.robot)
    numbers, verdict = results.headline(entry, robots)
    shown = results.listed(entry)
    asked = [question.date for question in entry.questions if _open(question) and question.date]
    return Row(
        id=entry.id,
        title=entry.title,
        tree=entry.tree,
        version=latest.version if latest else 1,
        author=entry.author,
        state=entry.state.value,
        group=entry.state.group,
        reason=entry.state.reason,
        waits_for=entry.state.waits_for,
        first=_first_date(made),
        last=max(dates, default=None),
        waiting_since=entry.state.date or (latest.date if latest else None) or max(dates, default=None),
        patches=total,
        covered=sum(bool(letters) for letters in counted),
        acked=sum("A" in letters for letters in counted),
        reviewed=sum("R" in letters for letters in counted),
        tested=sum("T" in letters for letters in counted),
        coverage=tuple(bool(letters) for letters in counted) + (False,) * (total - len(counted)),
        maintainers_acked=_acked(entry),
        tested_on=_tested_on(entry),
        numbers=numbers,
        numbers_verdict=verdict,
        claim_fails=any(
            made.claim_matches is False
            for bench_entry in entry.benchmarks
            if latest and bench_entry.version == latest.version
            for made in bench_entry.comparisons
        ),
        # of people: what robots remark stands under Robots, on a page and here
        questions_open=sum(map(_open, entry.questions)),
        robots=_robots(made),
        months=tuple(sorted({f"{date:%Y-%m}" for date in (*posted, *sorted(dates)[:1])})),
        postings=tuple(
            (hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:12], revision.version)
            for revision in entry.revisions
            for key in dict.fromkeys(filter(None, (revision.cover, *(one.key for one in revision.patches))))
        ),
        areas=tuple(dict.fromkeys(_areas(entry)))[:20],
        people=_people(entry),
        tools=tuple(dict.fromkeys(block.tool for found in entry.benchmarks for block in found.blocks if block.metrics)),
        message_id=latest.first if latest else None,
        findings=tuple(dict.fromkeys(finding.code for finding in entry.findings)),
        people_counts=(len(people["A"]), len(people["R"]), len(people["T"])),
        messages=len(made.letters),
        metrics=tuple((one.tool, one.test, one.unit, one.change, one.verdict) for one in shown),
        results=shown,
        verdicts=results.verdicts(entry, robots),
        asked_since=min(asked, default=None),
        given=_given(made),
        acked_areas=(sum(one.acked is True for one in entry.maintainers), len(entry.maintainers)) if entry.maintainers else None,
    )


def _open(question: Question) -> bool:
    return question.answered == "no" and question.kind != "robot"


def _tested_on(entry: SeriesEntry) -> str | None:
    """What tests failed on; then the hardware that testers named, the author's own only where no one else named any, and said to be so."""
    ran = trials(entry)
    others, own = machines(ran.others), machines(ran.own)
    said = "; ".join(others) if others else f"{'; '.join(own)[:100]} (author)" if own else ""
    lost = dict.fromkeys(test.hardware or "hardware not named" for test in ran.lost)
    if not lost:
        return said[:120] or None
    return f"failed on {'; '.join(lost)[:60]}" + (f", went well on {said[:60]}" if said else "")


def _acked(entry: SeriesEntry) -> bool | None:
    """Whether each section's people acked; None where no file was given, no section lists the files, or one is unknown."""
    if not entry.maintainers or any(one.acked is None for one in entry.maintainers):
        return None
    return all(one.acked for one in entry.maintainers)


def _robots(made: Summary) -> tuple[str, ...]:
    """What robots say of the newest version; what they said of an older one need not be so any more."""
    entry = made.series
    latest = entry.revisions[-1].version if entry.revisions else None
    of = {letter.message.key: letter.version for letter in made.letters}
    words = []
    for robot in entry.robots:
        if of.get(robot.evidence.key) not in (None, latest):
            continue
        failed = robot.says in ("build-failed", "test-failed") or robot.slower()
        mark = "✗ " if failed else ""
        says = "performance regression" if robot.slower() else robot.says.replace("-", " ")
        words.append(f"{mark}{robot.robot} {says}{'' if robot.verified else ' (unverified)'}")
    return tuple(dict.fromkeys(words))


def _areas(entry: SeriesEntry) -> Iterable[str]:
    """MAINTAINERS sections where known, else folders of the touched files: five levels deep at most, and the five that change most.

    A change all over the tree would else stand on dozens of lists, each of which every answer to it makes anew.
    """
    if entry.maintainers:
        yield from (one.section for one in entry.maintainers)
        return
    latest = entry.revisions[-1] if entry.revisions else None
    if latest is None:
        return
    lines: dict[str, int] = {}
    # a diffstat shortens long paths and folds renames ("{old => new}"); the patches have them whole
    for file in (*(file for one in latest.patches for file in one.files), *latest.files):
        folder = "/".join(file.path.split("/")[:-1][:5])
        if folder and not folder.startswith("...") and not {"{", "}"}.intersection(folder):
            lines[folder] = lines.get(folder, 0) + (file.changes or (file.added or 0) + (file.removed or 0))
    most = sorted(lines, key=lambda folder: (-lines[folder], folder))[:FOLDERS]
    yield from (folder for folder in lines if folder in most)


def _given(made: Summary) -> tuple[Given, ...]:
    """Review tags on the newest version, each once with all its patches."""
    entry = made.series
    dates = {letter.message.key: letter.message.date for letter in made.letters}
    found: dict[tuple[str, str, Status, Via, str, int], list[int]] = {}
    for one in entry.revisions[-1].patches if entry.revisions else ():
        for tag in one.tags:
            if tag.key in COUNTED or tag.key == "Nacked-by":
                line = tag.evidence.line if tag.evidence.key in dates else 0
                found.setdefault((tag.person.id, tag.key, tag.status, tag.via, tag.evidence.key, line), []).append(one.index)
    return tuple(Given(*known[:4], tuple(patches), *known[4:], dates.get(known[4])) for known, patches in found.items())


def _people(entry: SeriesEntry) -> tuple[tuple[str, str, str], ...]:
    """Everybody who took part: (id, name, what they did), the author first."""
    found: dict[str, tuple[str, str]] = {entry.author.id: (entry.author.name or entry.author.email or "", "author")}
    latest = entry.revisions[-1].patches if entry.revisions else ()
    for tag in (*entry.tags, *(tag for one in latest for tag in one.tags)):
        if tag.key in COUNTED or tag.key == "Nacked-by":
            found.setdefault(tag.person.id, (tag.person.name or tag.person.email or "", tag.key))
    for question in entry.questions:
        if question.kind != "robot":
            found.setdefault(question.person.id, (question.person.name or question.person.email or "", "review"))
    for test in entry.tests:
        found.setdefault(test.person.id, (test.person.name or test.person.email or "", "test"))
    return tuple((ident, name, did) for ident, (name, did) in found.items())
