# SPDX-License-Identifier: GPL-2.0-or-later
"""The facts of a series' head where something speaks against it: tests that failed, reports of robots that nobody answered."""

import msgspec
import publish_samples as samples

from digest import listing
from digest.model import Question, RangeDiff, RangePair, RobotEntry, SeriesEntry
from digest.publish import _facts, _remarks, _versions, boards
from digest.publish._letters import Thread


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


def test_a_performance_regression_is_bad() -> None:
    """What a robot measured as slower is told as a failure, in the head and on the lists; what became faster is not."""
    proof = entry().robots[0].evidence

    def told(words: str) -> tuple[str, str, tuple[str, ...]]:
        robot = RobotEntry("lkp", "performance", True, None, msgspec.structs.replace(proof, text=words))
        made = msgspec.structs.replace(samples.full(), series=entry(robots=(robot,)))
        fact = _facts._robots_fact(made.series, Thread(made, samples.SITE))
        return fact.value, fact.tone, listing._robots(made)

    slow = told("kernel test robot noticed a 33.9% regression of netperf.Throughput_Mbps on:")
    assert ("✗ performance regression", "bad", ("✗ lkp performance regression",)) == slow
    assert ("1 report", "", ("lkp performance",)) == told("kernel test robot noticed a 12.1% improvement of netperf.Throughput_Mbps on:")


def test_areas_are_unknown_or_approved() -> None:
    """Without a file, and for files that no section lists, areas are unknown; a review of one of their people counts."""
    assert ["? unknown", "? unknown"] == [_facts._areas_fact(entry(maintainers=areas)).value for areas in (None, ())]
    one = msgspec.structs.replace(entry().maintainers[0], acked=True)
    fact = _facts._areas_fact(entry(maintainers=(one,)))
    assert ("Areas approved", "✓ 1 of 1", "acked, reviewed or written by one of their people") == (fact.label, fact.value, fact.remark)


def test_a_failed_test_reports_a_failure() -> None:
    """A remark that is a test that failed is not said to ask for a change."""
    series = entry()
    question = msgspec.structs.replace(samples.questions()[0], kind="change-request")
    test = msgspec.structs.replace(series.tests[0], failed=True, evidence=question.evidence)
    made = msgspec.structs.replace(samples.full(), series=entry(tests=(test,), questions=(question,)))
    thread = Thread(made, samples.SITE)
    assert [True] == [one.fails for one in _remarks.asked(made.series, thread, robots=False)]
    assert [False] == [one.fails for one in _remarks.asked(entry(questions=(question,)), thread, robots=False)]


def test_an_equal_diff_with_another_log() -> None:
    """Where the range-diff marks a patch as changed for its log alone, the list of patches says so too."""
    made = samples.full()
    patches = made.series.revisions[-1].patches
    same = next(at for at, patch in enumerate(patches) if patch.change == "unchanged")
    for sign, told in (("!", "= same diff, log changed"), ("=", "= same diff")):
        pair = RangePair(patches[same].index, patches[same].index, sign, "x", "x")
        versions = [revision.version for revision in made.series.revisions]
        ranged = msgspec.structs.replace(made, ranges=(RangeDiff(versions[-2], versions[-1], (pair,)),))
        assert told == _versions.moved(ranged, Thread(ranged, samples.SITE))[same].change


def test_a_tag_without_hardware() -> None:
    """A board does not say that no test is stated beside a Tested-by."""
    row = samples.row(1)
    words = boards._row_words(msgspec.structs.replace(row, tested_on=None, tested=1), samples.NOW)
    assert "no hardware named" == words["tested"]
    assert not boards._row_words(msgspec.structs.replace(row, tested_on=None, tested=0), samples.NOW)["tested"]
