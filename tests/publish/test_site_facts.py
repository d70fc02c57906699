# SPDX-License-Identifier: GPL-2.0-or-later
"""The facts of a series' head where something speaks against it: tests that failed, reports of robots that nobody answered."""

import msgspec
import publish_samples as samples

from digest import listing
from digest.model import Question, SeriesEntry
from digest.publish import _facts


def entry(**changes: object) -> SeriesEntry:
    """The sample series with other fields."""
    return msgspec.structs.replace(samples.full().series, **changes)


def fact(series: SeriesEntry) -> tuple[str, str]:
    """Value and remark of the questions."""
    made = _facts._questions_fact(series)
    return made.value, made.remark


def answered(question: Question) -> Question:
    """A question that was answered."""
    return msgspec.structs.replace(question, answered="yes")


def test_open_report_of_a_robot() -> None:
    """Where only a robot's report is open, the head does not say that none is."""
    people = tuple(answered(question) for question in samples.questions() if question.kind != "robot")
    robot = tuple(question for question in samples.questions() if question.kind == "robot")
    assert ("? 1 report of robots unanswered", "of people 3 remarks, none open") == fact(entry(questions=people + robot))
    assert ("? 1 report of robots unanswered", "of people none") == fact(entry(questions=robot))
    assert ("✓ none open", "3 remarks by people, answered or probably so") == fact(entry(questions=people))


def test_failed_tests_support_nothing() -> None:
    """Tests that failed are counted apart, with the machines they failed on; what went well is told beside them, not as theirs."""
    went = samples.full().series.tests
    failed = tuple(msgspec.structs.replace(test, failed=True) for test in went)
    alone = _facts.tests_fact(entry(tests=failed))
    assert "✗ 2 tests failed: SB-200 100G" == alone.value[:29]
    assert ("bad", "") == (alone.tone, alone.remark)
    mixed = _facts.tests_fact(entry(tests=(*went[:1], *failed[1:])))
    assert f"✗ 1 test failed: {failed[1].hardware}" == mixed.value
    assert mixed.remark.startswith(f"went well: {went[0].hardware}, by ")
    assert "failed" not in _facts.tests_fact(entry(tests=went)).value


def test_a_row_tells_what_a_test_failed_on() -> None:
    """On the lists, too, a failure stands first and cannot be read as that of another machine."""
    series = entry()
    well = msgspec.structs.replace(series.tests[0], hardware="board A", person=series.author)
    lost = msgspec.structs.replace(series.tests[0], hardware="board B", failed=True)
    relayed = msgspec.structs.replace(series.tests[0], hardware="board C", relayed=True)
    assert "failed on board B, went well on board A (author)" == listing._tested_on(entry(tests=(well, lost, relayed)))
    assert listing._tested_on(entry(tests=(relayed,))) is None
