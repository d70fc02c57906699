# SPDX-License-Identifier: GPL-2.0-or-later
"""Summary -> Row: the little that lists need of a series, and the order in which series stand.  Pure."""

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime

from digest.model import Comparison, Row, SeriesEntry, Summary

COUNTED = {"Acked-by": "A", "Reviewed-by": "R", "Tested-by": "T"}
"""The tags a board counts: people who looked at, stand behind, or ran a patch."""
_NUMBERS_SHOWN = 40


def order(made: Summary) -> tuple[bool, datetime, str]:
    """Series stand by their first posting's date, then id."""
    date = first_date(made.series)
    return date is None, date or datetime(1970, 1, 1, tzinfo=UTC), made.series.id


def first_date(entry: SeriesEntry) -> datetime | None:
    """The date of the first posting known."""
    return next((revision.date for revision in entry.revisions if revision.date), None)


def row(made: Summary) -> Row:
    """What lists need of a series."""
    entry = made.series
    latest = entry.revisions[-1] if entry.revisions else None
    patches = latest.patches if latest else ()
    counted: list[set[str]] = []
    people: dict[str, set[str]] = {letter: set() for letter in "ART"}
    for one in patches:
        letters = {COUNTED[tag.key] for tag in one.tags if tag.key in COUNTED and tag.status == "given" and tag.person.id != one.author.id}
        counted.append(letters)
        for tag in one.tags:
            if tag.key in COUNTED and tag.status == "given" and tag.person.id != one.author.id:
                people[COUNTED[tag.key]].add(tag.person.id)
    total = max(len(patches), latest.total or 0) if latest else 0
    dates = [letter.message.date for letter in made.letters if letter.message.date]
    numbers, verdict = _headline(entry)
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
        first=first_date(entry),
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
        questions_open=sum(question.answered == "no" and question.kind != "robot" for question in entry.questions),
        robots=_robots(entry),
        months=tuple(sorted({f"{revision.date:%Y-%m}" for revision in entry.revisions if revision.date})),
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
        metrics=_metrics(entry),
    )


def _tested_on(entry: SeriesEntry) -> str | None:
    """The hardware that testers named; the author's own only where no one else named any, and said to be so."""
    others = dict.fromkeys(test.hardware for test in entry.tests if test.hardware and test.person.id != entry.author.id)
    if others:
        return "; ".join(others)[:120]
    own = dict.fromkeys(test.hardware for test in entry.tests if test.hardware)
    return f"{'; '.join(own)[:100]} (author)" if own else None


def _acked(entry: SeriesEntry) -> bool | None:
    """Whether each section's people acked; None where no file was given, no section lists the files, or one is unknown."""
    if not entry.maintainers or any(one.acked is None for one in entry.maintainers):
        return None
    return all(one.acked for one in entry.maintainers)


def _robots(entry: SeriesEntry) -> tuple[str, ...]:
    words = []
    for robot in entry.robots:
        failed = robot.says in ("build-failed", "test-failed")
        mark = "✗ " if failed else ""
        words.append(f"{mark}{robot.robot} {robot.says.replace('-', ' ')}{'' if robot.verified else ' (unverified)'}")
    return tuple(dict.fromkeys(words))


def _areas(entry: SeriesEntry) -> Iterable[str]:
    """MAINTAINERS sections where known, else the folders of the touched files (at most four levels)."""
    if entry.maintainers:
        yield from (one.section for one in entry.maintainers)
        return
    for file in entry.revisions[-1].files if entry.revisions else ():
        folder = "/".join(file.path.split("/")[:-1][:5])
        if folder:
            yield folder


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


def _newest(entry: SeriesEntry) -> list[Comparison]:
    """Comparisons of the newest revision that has any; the author's first."""
    for revision in reversed(entry.revisions):
        found = [one for one in entry.benchmarks if one.version == revision.version and one.comparisons]
        if found:
            found.sort(key=lambda one: one.person.id != entry.author.id)
            return [made for one in found for made in one.comparisons]
    return [made for one in entry.benchmarks for made in one.comparisons]


def _headline(entry: SeriesEntry) -> tuple[str | None, str | None]:
    """The number a board shows: the primary comparison furthest from zero, and its verdict; a range where there are several."""
    found = [made for made in _newest(entry) if made.delta_percent is not None and made.primary]
    if not found:
        return None, None
    low = min(found, key=lambda made: made.delta_percent or 0.0)
    high = max(found, key=lambda made: made.delta_percent or 0.0)
    top = max(found, key=lambda made: abs(made.delta_percent or 0.0))
    verdicts = {made.verdict for made in found if made.verdict != "no-clear-difference"}
    verdict = verdicts.pop() if len(verdicts) == 1 else top.verdict if not verdicts else "unknown"
    if len(found) == 1 or low.delta_percent == high.delta_percent:
        return _signed(high.delta_percent or 0.0), verdict
    return f"{_signed(low.delta_percent or 0.0)} to {_signed(high.delta_percent or 0.0)}", verdict


def _signed(percent: float) -> str:
    number = f"{abs(percent):,.1f}"
    sign = "" if number == "0.0" else "+" if percent > 0 else "\N{MINUS SIGN}"
    return f"{sign}{number}\N{NO-BREAK SPACE}%"


def _metrics(entry: SeriesEntry) -> tuple[tuple[str, str, str, float | None, str], ...]:
    """(tool, what was measured, unit, change in per cent, verdict) of the newest comparisons."""
    tools: dict[tuple[int, int, str], str] = {}
    for one in entry.benchmarks:
        for block in one.blocks:
            for metric in block.metrics:
                tools[metric.line, metric.column, one.key] = block.tool
    lines = []
    for one in entry.benchmarks:
        if entry.revisions and one.version not in (entry.revisions[-1].version, None):
            continue
        for made in one.comparisons:
            if made.delta_percent is None or not made.primary:
                continue
            at = made.before_at or made.after_at
            tool = tools.get((at[0], at[1], one.key), "unknown") if at else "unknown"
            where = ", ".join(f"{key} {value}" for key, value in made.params.items())
            lines.append((tool, " ".join(filter(None, (made.metric or "", where))), made.unit or "", made.delta_percent, made.verdict))
    return tuple(lines[:_NUMBERS_SHOWN])
