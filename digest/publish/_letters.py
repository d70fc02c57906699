# SPDX-License-Identifier: GPL-2.0-or-later
"""The thread of a series page: who answered whom, what each mail is called, and links to its lines."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from markupsafe import Markup

from digest.model import Evidence, Letter, Person, SeriesEntry, Summary
from digest.publish import _words
from digest.publish._body import FAR, LINES, body, first_words
from digest.publish._links import archived, short
from digest.publish._site import Site
from digest.publish._states import LETTERS, chip_words

FEWEST = 6
# What every series is, or is without a mail having said so, is no chip of a mail.
_PLAIN_STATES = frozenset({"dead", "new", "under review", "rfc"})
TOTAL = 6000
AROUND = 70  # characters on either side of a figure, of a line too long to be shown
DEEPEST = 6


Wanted = dict[str, dict[int, list[tuple[int, str]]]]


class Cite(msgspec.Struct, frozen=True, gc=False):
    """A link to the words a fact was read from: where it leads (None: nowhere) and what it is called."""

    href: str | None
    where: str


class Node(msgspec.Struct):
    """One mail in the outline, ready for the template; `opens` and `closes` are list tags around it."""

    id: str
    letter: Letter
    name: str
    robot: bool
    first: str
    body: Markup
    link: str | None
    level: int
    chips: tuple[tuple[str, str], ...]
    before: str | None = None
    after: str | None = None
    closes: Markup = Markup("")


def evidence_of(series: SeriesEntry) -> Iterator[Evidence]:
    """Every piece of evidence that a page may link to, but for numbers."""
    yield from series.state.evidence
    for tag in series.tags:
        yield tag.evidence
    for revision in series.revisions:
        for patch in revision.patches:
            for tag in patch.tags:
                yield tag.evidence
    for test in series.tests:
        yield test.evidence
    if series.fix_statement:
        yield from series.fix_statement.evidence
    for robot in series.robots:
        yield robot.evidence
    for question in series.questions:
        yield question.evidence
        if question.by:
            yield question.by
    for finding in series.findings:
        if finding.evidence:
            yield finding.evidence


def _wanted(series: SeriesEntry) -> Wanted:
    wanted: Wanted = {}

    def want(key: str, line: int, column: int, text: str) -> None:
        wanted.setdefault(key, {}).setdefault(line, []).append((column, text))

    for item in (*evidence_of(series), *(value.evidence for value in series.across.setup)):
        want(item.key, item.line, item.column, item.text)
    for entry in series.benchmarks:
        for block in entry.blocks:
            want(entry.key, block.line, 1, block.text or "")
            for metric in block.metrics:
                want(entry.key, metric.line, metric.column, metric.original)
        for comparison in entry.comparisons:
            for at in (comparison.before_at, comparison.after_at, comparison.claim_at):
                if at:
                    want(entry.key, at[0], at[1], at[2])
    return wanted


class Thread:
    """The mails of one Summary: names for them, links to their lines, and the outline."""

    def __init__(self, summary: Summary, site: Site) -> None:
        """Index the letters; nothing is rendered yet."""
        self._site = site
        self._wanted = _wanted(summary.series)
        self._letters = {letter.message.key: letter for letter in summary.letters}
        self._ids = {key: short(key) for key in self._letters}
        self._latest = summary.series.revisions[-1].version if summary.series.revisions else 1
        self._chips = _chips(summary.series)
        self._names = _names(summary)
        # Newest first is the order of posting: a work taken up by somebody else may start at v1 again.
        self._order: dict[int | None, int] = {revision.version: at for at, revision in enumerate(summary.series.revisions)}
        # A long thread shows less of each mail, so that a page stays small; lines that facts were read from stay.
        self._lines = min(LINES, max(FEWEST, TOTAL // max(1, len(self._letters))))

    def called(self, person: Person) -> str:
        """A person's name, the same all over the page: mails spell one person's name in several ways."""
        return self._names.get(person.id) or _words.called(person)

    def version(self, key: str) -> int | None:
        """The version that a mail belongs to."""
        letter = self._letters.get(key)
        return letter.version if letter else None

    def older(self, key: str) -> str:
        """`v2` for a mail of a version that is not the newest, else nothing."""
        version = self.version(key)
        return f"v{version}" if version not in (None, self._latest) else ""

    def newest(self) -> Cite | None:
        """The newest mail of the series."""
        dated = [(letter.message.date, key) for key, letter in self._letters.items() if letter.message.date]
        if not dated:
            return None
        date, key = max(dated)
        return Cite(self.anchor(key), f"newest mail, {_words.day(date)}")

    def name(self, key: str) -> str:
        """What a mail is called in a sentence: "cover", "v2 patch 3", "reply to patch 3"."""
        letter = self._letters.get(key)
        if letter is None:
            return "mail"
        version = f"v{letter.version} " if letter.version not in (None, self._latest) else ""
        kind = letter.message.kind
        if kind == "cover":
            return f"{version}cover"
        if kind == "patch":
            return f"{version}patch {letter.patch}" if letter.patch else f"{version}patch"
        if letter.robot:
            return f"{version}robot’s mail"
        on = "cover" if letter.patch in (None, 0) else f"patch {letter.patch}"
        parent = self._letters.get(letter.message.parent or "")
        if parent is not None and parent.message.kind in ("cover", "patch"):
            return f"reply to {version}{on}"
        return f"later reply on {version}{on}"

    def href(self, key: str, line: int, column: int = 1) -> str | None:
        """Where a line can be read: in the page, else at the archive."""
        letter = self._letters.get(key)
        if letter is None:
            return archived(self._site, key) if not key.startswith("x-") else None
        anchor = f"#m-{self._ids[key]}-L{line}"
        return f"{anchor}C{column}" if column > FAR else anchor

    def cite(self, evidence: Evidence) -> Cite:
        """A link for a piece of evidence."""
        return self.at(evidence.key, evidence.line, evidence.column)

    def at(self, key: str, line: int, column: int = 1, end: int | None = None) -> Cite:
        """A link for a line (or lines) of a mail."""
        lines = f"lines {line}–{end}" if end and end > line else _line(line, column)
        return Cite(self.href(key, line, column), f"{self.name(key)}, {lines}")

    def words(self, key: str, line: int, column: int = 1) -> str:
        """A line of a mail as it stands there; of a very long one what stands around `column`; nothing where it was not kept."""
        letter = self._letters.get(key)
        for passage in letter.passages if letter else ():
            if passage.text and passage.line <= line < passage.line + passage.lines:
                lines = passage.text.split("\n")
                first = passage.line if passage.kind == "own" else max(passage.line, passage.line + passage.lines - len(lines))
                if not first <= line < first + len(lines):
                    return ""
                found = lines[line - first]
                at = max(0, column - (passage.column if line == first else 1) - AROUND)
                return _words.one_line(found if len(found) <= 2 * AROUND else found[at : at + 2 * AROUND])
        return ""

    def line(self, key: str, line: int, column: int = 1) -> Cite:
        """As `at`, called by the line alone."""
        return Cite(self.href(key, line, column), _line(line, column))

    def anchor(self, key: str | None) -> str | None:
        """The fragment of a mail in the outline, or None where it is not there."""
        return f"#m-{self._ids[key]}" if key in self._ids else None

    def link(self, key: str) -> str | None:
        """The archive's link of a mail."""
        letter = self._letters.get(key)
        return archived(self._site, letter.message.message_id) if letter else None

    def dates(self) -> dict[str, str]:
        """The day of each mail."""
        return {key: _words.day(letter.message.date) for key, letter in self._letters.items()}

    def outline(self) -> list[Node]:
        """All mails, newest version first, each below the mail it answers; no recursion over the thread."""
        children: dict[str, list[Letter]] = {}
        roots: list[Letter] = []
        for letter in self._letters.values():
            parent = letter.message.parent
            if parent in self._letters and parent != letter.message.key:
                children.setdefault(parent or "", []).append(letter)
            else:
                roots.append(letter)
        roots.sort(key=lambda letter: (-self._order.get(letter.version, -1), *_order(letter)))
        nodes: list[Node] = []
        placed: set[str] = set()
        stack = [(letter, 0) for letter in reversed(roots)]
        while stack:
            letter, level = stack.pop()
            key = letter.message.key
            if key in placed:
                continue
            placed.add(key)
            nodes.append(self._node(letter, level))
            stack.extend((child, level + 1) for child in sorted(children.get(key, ()), key=_order, reverse=True))
        # QUIRK: mails that answer each other in a ring have no root; they follow at the end.
        nodes.extend(self._node(letter, 0) for key, letter in self._letters.items() if key not in placed)
        _nest(nodes)
        self._neighbours(nodes)
        return nodes

    def _node(self, letter: Letter, level: int) -> Node:
        message = letter.message
        return Node(
            id=self._ids[message.key],
            letter=letter,
            name=self.called(message.author),
            robot=letter.robot,
            first=first_words(letter),
            body=body(letter, self._wanted.get(message.key, {}), f"m-{self._ids[message.key]}", self._lines),
            link=archived(self._site, message.message_id),
            level=level,
            chips=(*self._chips.get(message.key, ()), *_effects(letter)),
        )

    def _neighbours(self, nodes: Iterable[Node]) -> None:
        patches: dict[tuple[int | None, int], Node] = {}
        for node in nodes:
            if node.letter.message.kind == "patch" and node.letter.patch:
                patches.setdefault((node.letter.version, node.letter.patch), node)
        for (version, patch), node in patches.items():
            before, after = patches.get((version, patch - 1)), patches.get((version, patch + 1))
            node.before = before.id if before else None
            node.after = after.id if after else None


def _names(summary: Summary) -> dict[str, str]:
    """One spelling for each person: a name in its usual order before "Last, First" and before a bare account, then the commonest."""
    seen: dict[str, dict[str, int]] = {}
    series = summary.series
    tags = [tag for revision in series.revisions for patch in revision.patches for tag in patch.tags]
    people = [series.author, *(letter.message.author for letter in summary.letters), *(tag.person for tag in (*series.tags, *tags))]
    people += [patch.author for revision in series.revisions for patch in revision.patches]
    people += [*(item.person for item in series.questions), *(item.person for item in series.tests)]
    for person in people:
        if person.name:
            spelt = seen.setdefault(person.id, {})
            spelt[person.name] = spelt.get(person.name, 0) + 1
    return {
        ident: _words.usual(min(spelt, key=lambda name: ("," in name, " " not in name.strip(), "@" in name, -spelt[name], name)))
        for ident, spelt in seen.items()
    }


def _line(line: int, column: int) -> str:
    """What a place is called: the column only where it is far into the line."""
    return f"line {line}, column {column}" if column > FAR else f"line {line}"


def _order(letter: Letter) -> tuple[Any, ...]:
    kind = letter.message.kind
    return (
        kind != "cover",
        kind != "patch",
        letter.patch or 0 if kind == "patch" else 0,
        _words.stamp(letter.message.date),
        letter.message.key,
    )


def _nest(nodes: list[Node]) -> None:
    """The list tags after each node: what opens below it, or what ends with it."""
    if not nodes:
        return
    for node, following in zip(nodes, [*nodes[1:], None], strict=True):
        here = min(node.level, DEEPEST)
        there = min(following.level, DEEPEST) if following else 0
        if there > here:
            node.closes = Markup("<ol>")
        else:
            node.closes = Markup("</li>") + Markup("</ol></li>") * (here - there)


def _effects(letter: Letter) -> Iterator[tuple[str, str]]:
    """What else a mail changed; tags have chips of their own."""
    for effect in letter.effects:
        if not effect.startswith(tuple(LETTERS)) and effect not in _PLAIN_STATES:
            yield "warn" if effect == "unanswered" else "", effect


def _chips(series: SeriesEntry) -> dict[str, tuple[tuple[str, str], ...]]:
    """Tag chips for each mail that gave one: (class, words), each once."""
    found: dict[str, dict[tuple[str, str], None]] = {}
    tags = [tag for revision in series.revisions for patch in revision.patches for tag in patch.tags]
    for tag in (*series.tags, *tags):
        if tag.key in LETTERS and tag.via != "commit":
            status = "given" if tag.status == "stale" else tag.status
            found.setdefault(tag.evidence.key, {})[status, chip_words(tag.key, status)] = None
    return {key: tuple(chips) for key, chips in found.items()}
