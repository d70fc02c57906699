# SPDX-License-Identifier: GPL-2.0-or-later
"""The eight answers at the head of a series page."""

from collections.abc import Collection, Sequence

import msgspec

from digest import results
from digest.model import RevisionEntry, SeriesEntry, Summary, TestEntry
from digest.publish import _tally, _words
from digest.publish._letters import Cite, Thread
from digest.publish._matrix import covered, people_counts
from digest.publish._states import FAILED, ROBOTS, STATES, WAITS, said
from digest.trials import machines, trials


class Fact(msgspec.Struct, frozen=True):
    """One of the eight head facts: label, section it leads to, the fact, its tone, and a remark."""

    label: str
    section: str | None
    value: str
    tone: str = ""
    remark: str = ""
    cites: tuple[Cite, ...] = ()
    strip: tuple[bool, ...] = ()


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
            _state_cites(summary, thread),
        ),
        Fact("Waits for", None, WAITS[state.waits_for], "", state.reason),
    ]
    if series.revisions:
        made.append(_coverage_fact(series.revisions[-1], series.author.id))
    made += [_areas_fact(series), tests_fact(series), _numbers_fact(series, robots), _questions_fact(series), _robots_fact(series, thread)]
    return made


def _state_cites(summary: Summary, thread: Thread) -> tuple[Cite, ...]:
    """What shows the state: of silence the newest mail, of a new series its posting, else the words themselves."""
    series = summary.series
    if series.state.value == "dead":
        newest = thread.newest()
        return (newest,) if newest else ()
    if series.state.value == "new" and series.revisions:
        place = thread.anchor(series.revisions[-1].first)
        return (Cite(place, "the posting"),) if place else ()
    return tuple(thread.cite(item) for item in series.state.evidence[:2])


def _coverage_fact(revision: RevisionEntry, poster: str) -> Fact:
    strip = covered(revision, poster)
    lacking = [str(patch.index) for patch, has in zip(revision.patches, strip, strict=False) if not has]
    if revision.missing:
        lacking = sorted({*lacking, *map(str, revision.missing)}, key=int)
    remark = people_counts(revision, poster)
    if lacking and len(lacking) < len(strip):
        remark += (
            f"; {'patch' if len(lacking) == 1 else 'patches'} {_words.listed(lacking[:8])} {'has' if len(lacking) == 1 else 'have'} none"
        )
    return Fact("Patches with a tag", "coverage", f"{sum(strip)} of {len(strip)}", "", remark, strip=tuple(strip[:40]))


def _areas_fact(series: SeriesEntry) -> Fact:
    areas = series.maintainers
    if areas is None:
        return Fact("Areas approved", "coverage", "? unknown", "mute", "no MAINTAINERS file was given")
    if not areas:
        return Fact("Areas approved", "coverage", "? unknown", "mute", "no section of MAINTAINERS covers these files")
    acked = sum(area.acked is True for area in areas)
    open_ = [area.section for area in areas if not area.acked]
    symbol = "✓" if acked == len(areas) else "–"
    remark = f"no ack or review of {_words.listed(open_[:3])}" if open_ else "acked, reviewed or written by one of their people"
    return Fact("Areas approved", "areas", f"{symbol} {acked} of {len(areas)}", "good" if not open_ else "", remark)


def tests_fact(series: SeriesEntry) -> Fact:
    """On what the series was tested and by whom; tests that failed are counted apart, and first."""
    ran = trials(series)
    others, lost, went = ran.others, ran.lost, ran.went
    failures = f"✗ {_words.count(len(lost), 'test')} failed" + (f": {_hardware(lost)}" if _hardware(lost) else "") if lost else ""
    if not went:
        anchor = "tests" if lost or series.fix_statement else None
        return Fact("Tested on", anchor, _words.cut(failures, 80) or "– none stated", "bad" if lost else "mute", "")
    people = {test.person.id for test in others}
    own = _hardware(ran.own) or _measured_on(series, series.ours())
    by = f"by {_words.count(len(people), 'person', 'people')} other than the author" if others else "by the author"
    if others and len(others) < len(went):
        by += f"; by the author on {_words.cut(own, 60)}" if own else "; by the author too"
    value = (_hardware(others) or _measured_on(series, people) if others else own) or "no hardware named"
    if lost:
        return Fact("Tested on", "tests", _words.cut(failures, 80), "bad", f"went well: {_words.cut(value, 60)}, {by}")
    return Fact("Tested on", "tests", _words.cut(value, 80), "", by)


def _measured_on(series: SeriesEntry, people: Collection[str]) -> str:
    """The machines of the numbers that some people posted: on what they tested who name none in their statements."""
    cards = [entry.setup for entry in series.benchmarks if entry.person.id in people and not entry.quoted]
    named = dict.fromkeys(", ".join(card[key] for key in ("nic", "cpu") if key in card) for card in cards)
    return "; ".join(_words.one_line(item) for item in list(named)[:3] if item)


def _hardware(tests: Sequence[TestEntry]) -> str:
    """The first machines that statements name."""
    return "; ".join(_words.one_line(item) for item in machines(tests)[:3])


def _numbers_fact(series: SeriesEntry, robots: frozenset[str]) -> Fact:
    entries = results.newest(series, robots)
    tally = _tally.tally(entries)
    latest = series.revisions[-1].version if series.revisions else None
    # Figures of an older version say so: nobody may have measured the newest.
    of = f" of v{entries[0].version}" if entries and entries[0].version not in (None, latest) else ""
    sorts = ((tally.better, "better"), (tally.worse, "worse"), (tally.flat, "no clear difference"), (tally.unjudged, "not judged"))
    remark = f"{_words.count(tally.pairs, 'comparison')}{of}: " + ", ".join(f"{number} {word}" for number, word in sorts if number)
    if tally.broken:
        verb = "does" if tally.broken == 1 else "do"
        value = f"!= {tally.broken} of {_words.count(tally.claims, 'claim')} {verb} not hold"
        return Fact("Numbers", "numbers", value, "bad", remark if tally.pairs else "")
    if not tally.pairs:
        blocks = [block for entry in series.benchmarks if entry.key not in robots for block in entry.blocks]
        if any(block.metrics for block in blocks):
            return Fact("Numbers", "numbers", "no before and after", "", "figures without a pair")
        if blocks:
            return Fact("Numbers", "numbers", "– none read", "mute", "what may be numbers is shown as written")
        return Fact("Numbers", None, "– none", "mute", "")
    if tally.held:
        rest = tally.claims - tally.held
        held = "the claim holds" if tally.claims == 1 else f"all {tally.claims} claims hold" if not rest else ""
        remark += f"; {held or f'{tally.held} of {tally.claims} claims hold, the others cannot be checked'}"
    if tally.worse:
        return Fact("Numbers", "numbers", f"✗ {tally.worse} of {tally.pairs} worse", "bad", remark)
    if tally.better == tally.pairs:
        return Fact("Numbers", "numbers", "✓ better", "good", remark)
    value = f"{tally.better} of {tally.pairs} better" if tally.better else "≈ no clear difference" if tally.flat else "– not judged"
    return Fact("Numbers", "numbers", value, "", remark)


def _questions_fact(series: SeriesEntry) -> Fact:
    people = [question for question in series.questions if question.kind != "robot"]
    reports = sum(question.kind == "robot" and question.answered == "no" for question in series.questions)
    robots = f"{_words.count(reports, 'report')} of robots" if reports else ""
    open_ = [question for question in people if question.answered == "no"]
    if open_:
        dates = [question.date for question in open_ if question.date]
        since = f", oldest of {_words.day(min(dates))}" if dates else ""
        said = f"{_words.count(len(people), 'remark')} by people" + (f"; {robots} open too" if robots else "")
        return Fact("Questions", "questions", f"? {len(open_)} unanswered{since}", "warn", said)
    if robots:
        said = "of people " + (f"{_words.count(len(people), 'remark')}, none open" if people else "none")
        return Fact("Questions", "questions", f"? {robots} unanswered", "warn", said)
    if people:
        return Fact(
            "Questions", "questions", "✓ none open", "", f"{_words.count(len(people), 'remark')} by people, answered or probably so"
        )
    return Fact("Questions", None, "– none", "mute", "")


def _robots_fact(series: SeriesEntry, thread: Thread) -> Fact:
    if not series.robots:
        return Fact("Robots", None, "– silent", "mute", "")
    latest = series.revisions[-1].version if series.revisions else None
    names = _words.listed(dict.fromkeys(ROBOTS.get(robot.robot, robot.robot) for robot in series.robots))
    failed = [robot for robot in series.robots if (robot.says in FAILED or robot.slower()) and robot.verified]
    # What a robot found in an older version need not be so in the newest.
    now = [robot for robot in failed if thread.version(robot.evidence.key) in (None, latest)]
    if now:
        return Fact("Robots", "robots", said(now[0]), "bad", names)
    older = f"; {said(failed[-1])} on v{thread.version(failed[-1].evidence.key)}" if failed else ""
    return Fact("Robots", "robots", _words.count(len(series.robots), "report"), "", names + older)
