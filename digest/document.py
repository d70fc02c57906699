# SPDX-License-Identifier: GPL-2.0-or-later
"""The JSON documents of the commands: names and nesting are a public contract; fields may be added, none renamed or dropped."""

from datetime import UTC, datetime

import msgspec

from digest import publish
from digest.model import BenchEntry, Finding, MessageEntry, ProblemEntry, Row, SeriesEntry, Summary
from digest.summary import Context

SCHEMA = "netdev-digest/1"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Digest(msgspec.Struct, frozen=True):
    """Everything that `show --json` prints, in its order."""

    counts: dict[str, int]
    messages: tuple[MessageEntry, ...]
    summaries: tuple[Summary, ...]
    other_benchmarks: tuple[BenchEntry, ...]
    problems: tuple[ProblemEntry, ...]


def document(found: Digest, context: Context, version: str) -> dict[str, object]:
    """The document of `show --json`."""
    return {
        "schema": SCHEMA,
        "generated": {"version": version, "now": context.now},
        "counts": found.counts,
        "messages": found.messages,
        "series": [one.series for one in found.summaries],
        "other_benchmarks": found.other_benchmarks,
        "problems": found.problems,
    }


def board(listed: list[Row], now: datetime) -> dict[str, object]:
    """The document of `board --json`: groups in the order of the decisions they need, longest waiting first."""
    groups = []
    for group, (_, reason) in publish.GROUPS.items():
        members = sorted((row for row in listed if row.group == group), key=lambda row: (row.waiting_since or _EPOCH, row.id))
        if members:
            groups.append({"group": group, "reason": reason, "rows": [_board_row(row, now) for row in members]})
    return {"schema": SCHEMA, "groups": groups}


def _board_row(row: Row, now: datetime) -> dict[str, object]:
    return {
        "id": row.id,
        "title": row.title,
        "tree": row.tree,
        "version": row.version,
        "author": row.author,
        "age_days": max(0, (now - row.waiting_since).days) if row.waiting_since else None,
        "coverage": {
            "patches": row.patches,
            "covered": row.covered,
            "acked": row.acked,
            "reviewed": row.reviewed,
            "tested": row.tested,
        },
        "maintainers_acked": row.maintainers_acked,
        "tested_on": row.tested_on,
        "numbers": row.numbers,
        "numbers_verdict": row.numbers_verdict,
        "questions_open": row.questions_open,
        "robots": row.robots,
        "state": row.state,
        "reason": row.reason,
        "waits_for": row.waits_for,
    }


def findings(found: list[tuple[SeriesEntry, Finding]]) -> dict[str, object]:
    """The document of `check --json`: each finding with its series."""
    return {
        "schema": SCHEMA,
        "findings": [{"series": entry.id, "title": entry.title, **msgspec.to_builtins(finding)} for entry, finding in found],
    }
