# SPDX-License-Identifier: GPL-2.0-or-later
"""Summaries and rows as text for a terminal, in the manner of b4 and git: plain lines, colour where it is wanted.

Nothing of a mail reaches the terminal unfiltered: control characters (ESC among them), bidi controls and zero-width characters are
shown as codes.
"""

import textwrap
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec

from digest.model import Benchmarks, Comparison, Finding, Person, RevisionEntry, Row, SeriesEntry, Summary, Tag
from digest.publish._states import GROUPS
from digest.publish._words import days, signed
from digest.publish._words import one_line as one
from digest.publish._words import plain as safe

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34"}


class Style(msgspec.Struct, frozen=True):
    """How to write: columns of the terminal, and whether colour is wanted."""

    width: int = 100
    colour: bool = False

    def paint(self, text: str, *names: str) -> str:
        """The text in this dress, or as it is."""
        if not self.colour or not text:
            return text
        return f"\x1b[{';'.join(_CODES[name] for name in names)}m{text}\x1b[0m"


def number(value: float) -> str:
    """A figure without a needless `.0`."""
    return f"{value:.15g}"


def change(percent: float | None) -> str:
    """A signed percentage, or a question mark."""
    return "? %" if percent is None else signed(percent)


def _person(person: Person) -> str:
    name = person.name or person.email or "unknown"
    shown = f"{name} <{person.email}>" if person.email and person.name else name
    return one(shown) + (" (address masked)" if person.masked else "")


def _wrap(text: str, style: Style, indent: str) -> list[str]:
    lines: list[str] = []
    for line in text.split("\n"):
        lines += textwrap.wrap(safe(line), max(40, min(style.width, 100) - len(indent))) or [""]
    return [indent + line for line in lines]


def _tag_lines(tags: Sequence[Tag], style: Style, indent: str) -> list[str]:
    dress = {"given": "green", "conditional": "yellow", "stale": "yellow", "mismatched": "red", "withdrawn": "red"}
    lines = []
    for tag in tags:
        if tag.key in ("Signed-off-by", "Cc", "Link", "Closes", "Fixes") and tag.via == "commit":
            continue
        status = "" if tag.status == "given" else f" [{tag.status}]"
        note = f"  # {one(tag.note)}" if tag.note else ""
        way = f"  ({tag.via}, v{tag.version}, line {tag.evidence.line} of {one(tag.evidence.key)})"
        shown = style.paint(tag.key + status, dress.get(tag.status, "dim"))
        lines.append(f"{indent}{shown}: {_person(tag.person)}{note}{style.paint(way, 'dim')}")
    return lines


def _revision(revision: RevisionEntry, style: Style) -> list[str]:
    words = [f"v{revision.version}" + (f".{revision.point}" if revision.point else "")]
    words += ["RFC"] * revision.rfc + ["RESEND"] * revision.resend
    if revision.date:
        words.append(f"{revision.date:%Y-%m-%d}")
    arrived = len(revision.patches) - sum(patch.index in revision.missing for patch in revision.patches)
    words.append(f"{arrived} of {revision.total if revision.total is not None else '?'} patches in the archive")
    if revision.missing:
        words.append(style.paint("missing " + ", ".join(map(str, revision.missing)), "red"))
    if revision.diffstat:
        stat = revision.diffstat
        words.append(f"{stat.files} files +{stat.insertions} -{stat.deletions}")
    lines = ["  " + style.paint(words[0], "bold") + "  " + " · ".join(words[1:])]
    for patch in revision.patches:
        change = f" ({patch.change})" if patch.change and patch.change != "new" else ""
        lines.append(f"    {patch.index:>2} {one(patch.title or '(title unknown)')}{style.paint(change, 'dim')}")
        lines += _tag_lines(patch.tags, style, "       ")
    return lines


def comparison(made: Comparison, style: Style) -> str:
    """One comparison on one line: metric, before, after, change, verdict, and the claim beside it."""
    where = ", ".join(f"{key} {value}" for key, value in made.params.items())
    if made.label:
        where = f"{made.label}; {where}" if where else made.label
    name = one(made.metric or "claim") + (f" [{one(where)}]" if where else "")
    if made.before is None or made.after is None:
        return f"{name}: {change(made.claimed_percent)} claimed, no figures to check it by"
    dress = {"better": "green", "worse": "red"}.get(made.verdict, "dim")
    values = f"{number(made.before)} -> {number(made.after)} {one(made.unit or '')}".rstrip()
    moved = style.paint(f"{change(made.delta_percent)} {made.verdict.replace('-', ' ')}", dress)
    claim = ""
    if made.claimed_percent is not None:
        holds = {True: "holds", False: style.paint("does not hold", "red", "bold"), None: "cannot be checked"}[made.claim_matches]
        claim = f"; claim {change(made.claimed_percent)} {holds}"
    return f"{name}: {values}  {moved}{claim}" + (f" ({one(made.warning)})" if made.warning else "")


def benchmarks(found: Benchmarks, style: Style) -> str:
    """What `bench` prints: blocks with their figures, then the comparisons."""
    lines = []
    for block in found.blocks:
        head = " ".join(filter(None, [block.tool, block.test, block.layout, block.label]))
        lines.append(style.paint(f"line {block.line}: {one(head)}", "bold") + (f" ({block.role})" if block.role else ""))
        if block.text is not None:
            lines.append("  looks like a benchmark; not read:")
            lines += ["    " + safe(line) for line in block.text.split("\n")]
        for metric in block.metrics:
            where = ", ".join(f"{key} {value}" for key, value in metric.params.items())
            role = f" {metric.role}" if metric.role else ""
            label = f" {one(metric.label)!r}" if metric.label else ""
            figure = f"{one(metric.name)} {one(metric.original)} {one(metric.unit)}".rstrip()
            lines.append(f"  {metric.line}:{metric.column} {figure}{role}{label} {one(where)}".rstrip())
    if found.comparisons:
        lines.append(style.paint("comparisons", "bold"))
        lines += ["  " + comparison(made, style) for made in found.comparisons]
    return "\n".join(lines) + "\n" if lines else "no benchmark found\n"


def series(entry: SeriesEntry, archive_url: str, style: Style) -> str:
    """One series, whole."""
    title = one(entry.title or "(title unknown)")
    tree = f" [{one(entry.tree)}]" if entry.tree else ""
    state = entry.state
    lines = [
        style.paint(title, "bold") + tree,
        f"  {_person(entry.author)}   series {entry.id}",
        f"  {style.paint('stale' if state.value == 'dead' else state.value, 'bold')}: {one(state.reason)}; waits for {state.waits_for}",
    ]
    first = next((patch.message_id for patch in entry.revisions[-1].patches if patch.message_id), None) if entry.revisions else None
    newest = (entry.revisions[-1].first if entry.revisions else None) or first
    if newest and not newest.startswith("x-"):
        lines.append(f"  {style.paint(archive_url.replace('{}', one(newest)), 'dim')}")
    for revision in entry.revisions:
        lines += _revision(revision, style)
    if entry.tags:
        lines += ["  to the series as a whole:", *_tag_lines(entry.tags, style, "    ")]
    for test in entry.tests:
        hardware = f" [{one(test.hardware)}]" if test.hardware else ""
        lines.append(f"  tested: {_person(test.person)}{hardware}: {one(test.text)[:160]}")
    if entry.fix_statement:
        fix = entry.fix_statement
        said = [
            f"{name} {'stated' if value else 'not stated'}"
            for name, value in (("found", fix.found), ("validated", fix.validated), ("tested", fix.tested))
        ]
        lines.append("  fix: " + ", ".join(said))
    for entry_bench in entry.benchmarks:
        whose = f"v{entry_bench.version}" if entry_bench.version else "no version"
        lines.append(f"  numbers of {_person(entry_bench.person)} ({whose}):")
        lines += ["    " + comparison(made, style) for made in entry_bench.comparisons]
        if not entry_bench.comparisons:
            lines.append(f"    {sum(len(block.metrics) for block in entry_bench.blocks)} figures, nothing to compare")
    for question in entry.questions:
        if question.answered != "yes":
            mark = style.paint("open" if question.answered == "no" else "probably answered", "yellow")
            lines.append(f"  {mark}: {_person(question.person)}: {one(question.text)[:160]}")
    for robot in entry.robots:
        lines.append(f"  robot {one(robot.robot)}: {one(robot.says)}" + ("" if robot.verified else " (unverified sender)"))
    for finding in entry.findings:
        lines.append(f"  {finding.code} {one(finding.text)}")
    return "\n".join(lines) + "\n"


def show(summaries: Iterable[Summary], archive_url: str, style: Style) -> str:
    """What `show` prints: one series after the other."""
    return "\n".join(series(summary.series, archive_url, style) for summary in summaries)


def board(rows: Sequence[Row], now: datetime, style: Style) -> str:
    """What `board` prints: the groups in the order of the decisions they need, one line a series."""
    lines = []
    for group in GROUPS:
        members = sorted((row for row in rows if row.group == group), key=_waiting)
        if not members:
            continue
        lines.append(style.paint(f"{GROUPS[group][0]} ({len(members)})", "bold"))
        for row in members:
            facts = [f"{row.covered}/{row.patches} A{row.people_counts[0]} R{row.people_counts[1]} T{row.people_counts[2]}"]
            facts += [row.numbers + (" (claim does not hold)" if row.claim_fails else "")] if row.numbers else []
            facts += [f"{row.questions_open} unanswered"] if row.questions_open else []
            head = f"  {f'{days(row.waiting_since, now)} d':>6}  {one(row.tree or '-'):10} v{row.version:<2} "
            lines += _hanging(head, one(row.title or "(title unknown)"), style)
            who = one(row.author.name or row.author.email or "?")
            lines += [style.paint(line, "dim") for line in _hanging(" " * 10, " · ".join([who, *facts, one(row.reason), row.id]), style)]
        lines.append("")
    return "\n".join(lines) + ("\n" if lines else "no series\n")


def _hanging(head: str, words: str, style: Style) -> list[str]:
    """A line with a head; what does not fit goes on below the words.  Nothing is cut."""
    return textwrap.wrap(words, max(60, style.width), initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False)


def _waiting(row: Row) -> tuple[float, str]:
    return (row.waiting_since.timestamp() if row.waiting_since else 0.0, row.id)


def findings(found: Iterable[tuple[SeriesEntry, Finding]], style: Style) -> str:
    """What `check` prints: one finding a line, as compilers and linters do."""
    lines = [
        f"{entry.id} {style.paint(finding.code, 'bold')} {one(finding.text)}  ({one(entry.title or 'title unknown')})"
        for entry, finding in found
    ]
    return "\n".join(lines) + "\n" if lines else "no findings\n"


def explain(told: dict[str, Any], style: Style) -> str:
    """What `explain` prints: each decision with its value, rule and evidence."""
    lines = [style.paint(one(str(told["message"]["subject"])), "bold"), f"  {one(told['message']['key'])}"]
    for decision in told["decisions"]:
        lines.append(f"  {style.paint(one(decision['what']), 'bold')}: {one(str(decision['value']))}")
        lines += _wrap(decision["rule"], style, "      ")
        if decision["evidence"]:
            at = decision["evidence"]
            lines.append(style.paint(f"      line {at['line']}, column {at['column']}: {one(at['text'])[:200]}", "dim"))
    return "\n".join(lines) + "\n"
