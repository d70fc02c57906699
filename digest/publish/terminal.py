# SPDX-License-Identifier: GPL-2.0-or-later
"""Summaries and rows as text for a terminal, in the manner of b4 and git: plain lines, colour where it is wanted.

Nothing of a mail reaches the terminal unfiltered: control characters (ESC among them), bidi controls and zero-width characters are
shown as codes.
"""

import textwrap
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from digest import results
from digest.model import Benchmarks, Comparison, Finding, Person, RevisionEntry, Row, SeriesEntry, Summary, Tag, TestEntry
from digest.publish import _across
from digest.publish._flow import Style, columns, folded
from digest.publish._matrix import covered, people_counts
from digest.publish._states import GROUPS
from digest.publish._tally import tally, verdicts
from digest.publish._words import THIN, count, cut, days, signed
from digest.publish._words import one_line as one
from digest.publish._words import plain as safe
from digest.trials import machines, trials

__all__ = ["Style", "benchmarks", "board", "change", "comparison", "explain", "findings", "number", "series", "show"]


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


def _cut(text: str) -> str:
    return cut(one(text), 240)


def _wrap(text: str, style: Style, indent: str) -> list[str]:
    lines: list[str] = []
    for line in text.split("\n"):
        lines += textwrap.wrap(safe(line), max(40, min(style.width, 100) - len(indent))) or [""]
    return [indent + line for line in lines]


def _tag_lines(tags: Sequence[Tag], style: Style, indent: str, version: int | None = None) -> list[str]:
    dress = {"given": "green", "conditional": "yellow", "stale": "yellow", "mismatched": "red", "withdrawn": "red"}
    lines = []
    for tag in tags:
        if tag.key in ("Signed-off-by", "Cc", "Link", "Closes", "Fixes") and tag.via == "commit":
            continue
        status = "" if tag.status == "given" else f" [{tag.status}]"
        note = f"  # {one(tag.note)}" if tag.note else ""
        # a trailer of the patch itself needs no more than its line: the patch is named above
        words: list[str] = [tag.via] if tag.via != "direct" else []
        words += [f"v{tag.version}"] if tag.version != version else []
        words.append(
            f"line {tag.evidence.line}" + ("" if tag.via == "commit" and tag.version == version else f" of {one(tag.evidence.key)}")
        )
        way = f"({', '.join(words)})"
        shown = style.paint(tag.key + status + ":", dress.get(tag.status, "dim"))
        lines.append(f"{indent}{shown} {_person(tag.person)}{note}  {style.paint(way, 'dim')}")
    return lines


def _revision(revision: RevisionEntry, style: Style, poster: str) -> list[str]:
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
        words.append(f"{count(stat.files, 'file')} +{stat.insertions} -{stat.deletions}")
    lines = ["  " + style.paint(words[0], "bold") + "  " + " · ".join(words[1:])]
    for patch, has in zip(revision.patches, covered(revision, poster), strict=False):
        change = f" ({patch.change})" if patch.change and patch.change != "new" else ""
        mark = style.paint("✓", "green") if has else style.paint("·", "dim")
        lines.append(f"   {patch.index:>2} {mark} {one(patch.title or '(title unknown)')}{style.paint(change, 'dim')}")
        lines += _tag_lines(patch.tags, style, "        ", revision.version)
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
    if made.samples:
        moved += (
            f", n={made.samples}"
            + (f"/{made.samples_after}" if made.samples_after else "")
            + (f", p={made.p_value:g}" if made.p_value is not None else "")
        )
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
    return "\n".join(piece for line in lines for piece in folded(line, style.width)) + "\n" if lines else "no benchmark found\n"


def _glance(entry: SeriesEntry, style: Style) -> list[str]:
    """What a maintainer asks first: reviewed by whom, tested on what, do the numbers hold, what is open."""
    lines = []
    if entry.revisions:
        strip = covered(entry.revisions[-1], entry.author.id)
        lines.append(f"  patches  {sum(strip)}/{len(strip)} with a tag, {people_counts(entry.revisions[-1], entry.author.id)}")
    ran = trials(entry)
    others = ran.others
    if ran.went:
        by = f"{len({test.person.id for test in others})} other than the author" if others else "the author"
        lines.append(f"  tested   {_machines(others or ran.own)}, by {by}")
    if others and ran.own:
        lines.append(f"  tested   {_machines(ran.own)}, by the author")
    if ran.lost:
        lines.append("  " + style.paint(f"failed   {count(len(ran.lost), 'test')}: {_machines(ran.lost)}", "red", "bold"))
    found = results.newest(entry, frozenset())
    told = tally(found)
    if told.pairs or told.claims:
        words = verdicts(pair for one_entry in found for pair in one_entry.comparisons if pair.delta_percent is not None)
        fails = style.paint(f"; {told.broken} of {told.claims} claims do not hold", "red", "bold") if told.broken else ""
        lines.append(f"  numbers  {words or 'claims without figures'}{fails}")
    asked = sum(question.answered == "no" and question.kind != "robot" for question in entry.questions)
    robots = sum(question.answered == "no" and question.kind == "robot" for question in entry.questions)
    waiting = [f"{asked} unanswered"] * bool(asked) + [f"{count(robots, 'report')} of robots unanswered"] * bool(robots)
    if entry.questions:
        lines.append("  open     " + (style.paint(", ".join(waiting), "yellow") if waiting else "nothing unanswered"))
    return lines


def _machines(tests: Iterable[TestEntry]) -> str:
    """The first machines that test statements name."""
    return "; ".join(map(one, machines(tests)[:3])) or "no hardware named"


def _numbers(entry: SeriesEntry, style: Style) -> list[str]:
    """The comparisons mail by mail; a table that a second mail of the version repeats is named, not shown again."""
    lines: list[str] = []
    had: set[tuple[object, ...]] = set()
    for found in entry.benchmarks:
        whose = f"v{found.version}" if found.version else "no version"
        prints = {results.same_result(found, made) for made in found.comparisons}
        same = bool(prints) and prints <= had
        had |= prints
        lines.append(f"  numbers of {_person(found.person)} ({whose}){': the same again' if same else ':'}")
        if same:
            continue
        lines += ["    " + comparison(made, style) for made in found.comparisons]
        if not found.comparisons:
            lines.append(f"    {sum(len(block.metrics) for block in found.blocks)} figures, nothing to compare")
    return lines


def _held(entry: SeriesEntry, style: Style) -> list[str]:
    """Numbers of different mails against each other: claims of the cover, other people's results, the machine."""
    lines = []
    found = entry.across
    marks = {True: style.paint("holds", "green"), False: style.paint("does not hold", "red", "bold"), None: "not clear of which figures"}
    for claim in found.claims:
        if claim.figures:
            told = "; ".join(_across.figures(one) for one in claim.figures[:3])
            lines.append(f"    claim {change(claim.claimed_percent)} of v{claim.version} {marks[claim.holds]}: {one(told)}")
    for result in found.replicas:
        said = {"agree": style.paint("agrees", "green"), "disagree": style.paint("disagrees", "red")}.get(
            result.agreement, "not comparable"
        )
        both = f"{_across.figures(result.other)} against {_across.figures(result.author)}"
        lines.append(f"    {_person(result.other.person)} {said} ({one(result.reason)}): {one(result.metric)} {one(both)}")
    if found.setup:
        told = "; ".join(f"{value.name} {one(value.value)}" for value in found.setup)
        lines.append(f"    measured on {told}" + (f"; not said: {', '.join(found.missing_setup)}" if found.missing_setup else ""))
    return ["  numbers held against each other:", *lines] if lines else []


def _asked(entry: SeriesEntry, style: Style) -> list[str]:
    """What is not answered for sure: where, since when, by whom, the words."""
    lines = []
    for question in sorted(entry.questions, key=lambda item: (item.answered != "no", item.kind == "robot")):
        if question.answered == "yes":
            continue
        mark = style.paint("open:", "yellow") if question.answered == "no" else "probably answered:"
        place = "cover" if question.patch in (None, 0) else f"patch {question.patch}"
        when = f", {question.date:%Y-%m-%d}" if question.date else ""
        where = style.paint(f"(v{question.version} {place}{when})", "dim")
        lines.append(f"  {mark} {one(question.person.name or question.person.email or 'unknown')} {where} {one(question.text)[:240]}")
    return lines


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
    found = (entry.revisions[-1].first if entry.revisions else None) or first
    if found and not found.startswith("x-"):
        lines.append(f"  {style.paint(archive_url.replace('{}', one(found)), 'dim')}")
    lines += _glance(entry, style)
    for revision in entry.revisions:
        lines += _revision(revision, style, entry.author.id)
    if entry.tags:
        lines += ["  to the series as a whole:", *_tag_lines(entry.tags, style, "    ")]
    for test in entry.tests:
        hardware = f" [{one(test.hardware)}]" if test.hardware else ""
        word = "test failed" if test.failed else "test in another's name" if test.relayed else "tested"
        lines.append(f"  {word}: {_person(test.person)}{hardware}: {_cut(test.text)}")
    if entry.fix_statement:
        fix = entry.fix_statement
        said = [
            f"{name} {'stated' if value else 'not stated'}"
            for name, value in (("found", fix.found), ("validated", fix.validated), ("tested", fix.tested))
        ]
        lines.append("  fix: " + ", ".join(said))
    lines += _numbers(entry, style)
    lines += _held(entry, style)
    lines += _asked(entry, style)
    robots = [
        f"  robot {one(robot.robot)}: {one(robot.says)}" + ("" if robot.verified else " (unverified sender)") for robot in entry.robots
    ]
    for line in dict.fromkeys(robots):
        times = robots.count(line)
        lines.append(f"{line} ({times} times)" if times > 1 else line)
    lines += [f"  {style.paint(one(finding.code), 'bold')} {one(finding.text)}" for finding in entry.findings]
    return "\n".join(piece for line in lines for piece in folded(line, style.width)) + "\n"


def show(summaries: Iterable[Summary], archive_url: str, style: Style) -> str:
    """What `show` prints: one series after the other."""
    return "\n".join(series(summary.series, archive_url, style) for summary in summaries)


def board(rows: Sequence[Row], now: datetime, style: Style) -> str:
    """What `board` prints: the groups in the order of the decisions they need, each with its reason, one entry a series."""
    lines = []
    for group, (name, reason) in GROUPS.items():
        members = sorted((row for row in rows if row.group == group), key=_waiting)
        if not members:
            continue
        lines += folded(f"{style.paint(f'{name} ({len(members)})', 'bold')}  {style.paint(reason, 'dim')}", style.width)
        for row in members:
            head = f"  {f'{days(row.waiting_since, now)} d':>6}  {one(row.tree or '-'):10} v{row.version:<2} "
            lines += folded(head + one(row.title or "(title unknown)"), style.width, columns(head))
            lines += folded(" " * 10 + " · ".join(_row(row, style)), style.width, 10)
        lines.append("")
    return "\n".join(lines) + ("\n" if lines else "no series\n")


def _row(row: Row, style: Style) -> list[str]:
    """The facts of a board's second line; the exception has colour, the ordinary none."""
    facts = [
        style.paint(one(row.author.name or row.author.email or "?"), "blue"),
        f"{row.covered}/{row.patches} A{row.people_counts[0]} R{row.people_counts[1]} T{row.people_counts[2]}",
    ]
    if row.maintainers_acked is not None:
        facts.append("areas approved" if row.maintainers_acked else "an area not approved")
    if row.tested_on:
        facts.append(f"on {cut(one(row.tested_on), 60)}")
    if row.numbers:
        fails = style.paint(" (claim does not hold)", "red", "bold") if row.claim_fails else ""
        facts.append(one(row.numbers).replace(" ", THIN) + fails)
    if row.questions_open:
        facts.append(style.paint(f"{row.questions_open} unanswered", "yellow"))
    facts += [style.paint(one(robot), "red") if robot.startswith("✗") else one(robot) for robot in row.robots[:3]]
    return [*facts, style.paint(" · ".join(filter(None, (one(row.reason), row.id))), "dim")]


def _waiting(row: Row) -> tuple[float, str]:
    return (row.waiting_since.timestamp() if row.waiting_since else 0.0, row.id)


def findings(found: Iterable[tuple[SeriesEntry, Finding]], style: Style) -> str:
    """What `check` prints: one finding a line, as compilers and linters do."""
    lines = [
        piece
        for entry, finding in found
        for piece in folded(
            f"{entry.id} {style.paint(one(finding.code), 'bold')} {one(finding.text)}  ({one(entry.title or 'title unknown')})",
            style.width,
            19,
        )
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
