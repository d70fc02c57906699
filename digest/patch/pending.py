# SPDX-License-Identifier: GPL-2.0-or-later
"""Which open questions still hold a series up: reads a Series and its Questions, makes those that its author is waited for.

A question stays open for ever where nobody answers it; what its asker overtook, or what was asked of a patch that is gone, holds nothing.
"""

import re
from collections.abc import Sequence
from datetime import datetime

from digest import mail
from digest.model import Question, Record, Series
from digest.patch.attribution import REVIEW

_CLEAR = re.compile(r"(?i)\b(?:please|pls|should|must|needs? to|ha(?:s|ve) to|(?:can|could|would|will) you)\b|\?")
# A fault beside a tag is one all the same, where it is not that of the old code.
_FAULT = re.compile(
    r"(?i)\b(?:oops(?:es)?|crash(?:es)?|leaks?|leaked|deadlocks?|use-after-free|uaf|overflows?|races?|racy|broken|hangs?|panics?|corrupts?)\b"
    r"|\b(?:never|not) (?:freed|released|reached|called|unlocked|set|checked|initiali[sz]ed)\b"
)
_OLD = re.compile(r"(?i)\b(?:without|before|used to|previously|would|was|were|old|otherwise|no longer|fixed)\b")
# What a reviewer says behind an aside before he gives his tag.
_REGARDLESS = re.compile(
    r"(?i)\b(?:regardless|either way|in any case|anyways?|that (?:being )?said|other than that|apart from that"
    r"|not (?:a )?(?:blocker|blocking|important|a big deal)|non-?blocking|up to you|your call|feel free to ignore|follow-?up|one day|later"
    r"|just (?:curious|wondering|a thought)|don't (?:re-?spin|re-?send) (?:just )?for)\b"
)


def pending(questions: Sequence[Question], series: Series, mailmap: mail.Mailmap | None = None) -> list[Question]:
    """The questions that still hold a series up.

    Not what its asker overtook, by a later tag or a test that asks nothing, on the same patch or the whole; nor what stands beside his
    own tag and is no clear request; nor what was asked of a patch that a later version dropped.
    """
    content: dict[str, list[tuple[datetime, int | None]]] = {}
    beside: set[str] = set()
    by_key = {record.key: record for record in series.records}
    for record in series.records:
        tagged = any(t.name in REVIEW and t.place == "reply" and t.mood == "plain" for t in record.trailers)
        if record.date is not None and (tagged or (record.tests and not record.remarks and record.robot is None)):
            index = series.home[record.key][1]
            content.setdefault(mail.person_id(record.author, mailmap), []).append((record.date, index or None))
            if tagged:
                beside.add(record.key)

    def settled(question: Question) -> bool:
        if question.kind == "change-request" and question.evidence.key in beside and not _clear(question.text):
            return True
        if _dropped(series, question) or (question.evidence.key in beside and _waved(by_key[question.evidence.key], question)):
            return True
        asked = question.date
        later = content.get(question.person.id, ())
        return asked is not None and any(date > asked and index in {None, question.patch} for date, index in later)

    return [question for question in questions if not settled(question)]


def _clear(words: str) -> bool:
    """Whether words beside a tag ask for something, or name a fault of the patch."""
    return _CLEAR.search(words) is not None or (_FAULT.search(words) is not None and _OLD.search(words) is None)


def _dropped(series: Series, question: Question) -> bool:
    """Whether what was asked is about one patch, which a later version has no more."""
    number, index = series.home.get(question.evidence.key, (len(series.revisions), None))
    if not index or number >= len(series.revisions) - 1:
        return False
    title = next((posting.title for posting in series.revisions[number].postings if posting.index == index), None)
    return title is not None and any(title in revision.dropped for revision in series.revisions[number + 1 :])


def _waved(record: Record, question: Question) -> bool:
    """Whether the words between a question and its asker's own tag let it go: "Regardless, the patch is fine"."""
    last = max((t.spot.line for t in record.trailers if t.name in REVIEW and t.place == "reply" and t.mood == "plain"), default=0)
    first = question.evidence.line
    end = first + question.evidence.text.count("\n")
    for passage in record.passages:
        if passage.kind != "own":
            continue
        rows = passage.text.split("\n")[max(0, end + 1 - passage.line) : max(0, last - passage.line)]
        if _REGARDLESS.search("\n".join(rows)):
            return True
    return False
