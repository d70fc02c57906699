# SPDX-License-Identifier: GPL-2.0-or-later
"""What was said and wants an answer: questions, robots’ reports, process findings."""

import msgspec

from digest.model import (
    BenchEntry,
    Evidence,
    Finding,
    Question,
    SeriesEntry,
    TestEntry,
)
from digest.publish import _numbers, _words
from digest.publish._figures import Posted
from digest.publish._letters import Cite, Thread
from digest.publish._states import FAILED, ROBOTS, said


class Note(msgspec.Struct, frozen=True):
    """What a robot said."""

    name: str
    says: str
    tone: str
    place: str
    verified: bool
    date: str
    text: str
    cite: Cite
    numbers: Posted | None


class Asked(msgspec.Struct, frozen=True):
    """A remark that wants an answer."""

    question: Question
    standing: str
    tone: str
    place: str
    cite: Cite
    by: Cite | None
    reply: str
    fails: bool = False


class Tested(msgspec.Struct, frozen=True):
    """A statement of a test: the same words of one person stand once, with all their places by version."""

    test: TestEntry
    places: tuple[tuple[str, tuple[Cite, ...]], ...]


def tested(series: SeriesEntry, thread: Thread) -> list[Tested]:
    """Who tested what, statements on the newest version first."""
    order = {revision.version: -at for at, revision in enumerate(series.revisions)}
    groups: dict[tuple[str, str, str | None, str | None], list[TestEntry]] = {}
    for test in sorted(series.tests, key=lambda test: order.get(test.version or 0, 1)):
        groups.setdefault((test.person.id, _words.one_line(test.text), test.hardware, test.tool), []).append(test)
    made = []
    for found in groups.values():
        versions: dict[int | None, dict[str, Cite]] = {}
        for test in sorted(found, key=lambda test: (order.get(test.version or 0, 1), test.patch or 0)):
            cite = thread.cite(test.evidence)
            versions.setdefault(test.version, {})[cite.where] = cite
        places = tuple((f"v{version}" if version else "", tuple(cites.values())) for version, cites in versions.items())
        made.append(Tested(found[0], places))
    return made


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
                said(robot),
                "bad" if robot.says in FAILED or robot.slower() else "",
                ", ".join(filter(None, (thread.older(robot.evidence.key), f"patch {robot.patch}" if robot.patch else ""))),
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
                _fails(series, question),
            )
        )
    return made


def _fails(series: SeriesEntry, question: Question) -> bool:
    """Whether what is listed as a remark is a test that failed."""
    first = question.evidence.line
    last = first + question.evidence.text.count("\n")
    return any(
        test.failed
        and test.evidence.key == question.evidence.key
        and test.evidence.line <= last
        and first <= test.evidence.line + test.evidence.text.count("\n")
        for test in series.tests
    )


def _reply(by: Evidence | None) -> str:
    return _words.cut(_words.one_line(by.text), 200) if by else ""


def findings(series: SeriesEntry, thread: Thread) -> list[tuple[Finding, Cite | None, bool]]:
    """Process findings with the link to what shows them, and whether the rule is an address."""
    return [
        (finding, thread.cite(finding.evidence) if finding.evidence else None, bool(finding.rule and finding.rule.startswith("https://")))
        for finding in series.findings
    ]
