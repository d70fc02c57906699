# SPDX-License-Identifier: GPL-2.0-or-later
"""The thread of a series page: who answered whom, and each mail opened in place.

A mail shows its own words, quotes folded, diffs left out, at most LINES lines.  A line that a fact was read from is always there
with its anchor (`m-<12 hex>-L42`): among the words where it stands, else as an excerpt, so that no evidence link is dead.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from markupsafe import Markup

from digest.model import Evidence, Letter, SeriesEntry, Summary
from digest.publish import _words
from digest.publish._links import archived, short
from digest.publish._site import Site

LINES = 60
FEWEST = 6
TOTAL = 6000
AROUND = 3
LONG = 1000
DEEPEST = 6

_SAYING = re.compile(r"[^\W\d_]{2}")

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

    for item in evidence_of(series):
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
        # A long thread shows less of each mail, so that a page stays small; lines that facts were read from stay.
        self._lines = min(LINES, max(FEWEST, TOTAL // max(1, len(self._letters))))

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
        return f"{anchor}C{column}" if column > LONG else anchor

    def cite(self, evidence: Evidence) -> Cite:
        """A link for a piece of evidence."""
        return self.at(evidence.key, evidence.line, evidence.column)

    def at(self, key: str, line: int, column: int = 1, end: int | None = None) -> Cite:
        """A link for a line (or lines) of a mail."""
        lines = f"lines {line}–{end}" if end and end > line else f"line {line}"
        return Cite(self.href(key, line, column), f"{self.name(key)}, {lines}")

    def line(self, key: str, line: int, column: int = 1) -> Cite:
        """As `at`, called by the line alone."""
        return Cite(self.href(key, line, column), f"line {line}")

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
        roots.sort(key=_root_order)
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
            name=_words.called(message.author),
            robot=letter.robot,
            first=_first_words(letter),
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


def _order(letter: Letter) -> tuple[Any, ...]:
    kind = letter.message.kind
    return (
        kind != "cover",
        kind != "patch",
        letter.patch or 0 if kind == "patch" else 0,
        _words.stamp(letter.message.date),
        letter.message.key,
    )


def _root_order(letter: Letter) -> tuple[Any, ...]:
    return (-(letter.version or 0), *_order(letter))


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


def _first_words(letter: Letter) -> str:
    for passage in letter.passages:
        if passage.kind != "own":
            continue
        for line in passage.text.split("\n"):
            words = line.strip()
            if _SAYING.search(words) and not words.lower().startswith(("hi ", "hi,", "hello", "dear ", "hey ", "[...", "[snip")):
                return _words.cut(_words.one_line(words), 90)
    return ""


def _effects(letter: Letter) -> Iterator[tuple[str, str]]:
    """What else a mail changed; tags have chips of their own."""
    for effect in letter.effects:
        if not effect.startswith(tuple(LETTERS)):
            yield "warn" if effect == "unanswered" else "", effect


LETTERS = {"Acked-by": "A", "Reviewed-by": "R", "Tested-by": "T", "Nacked-by": "N"}
GIVEN = {"Acked-by": "acked", "Reviewed-by": "reviewed", "Tested-by": "tested", "Nacked-by": "nacked"}


def chip_words(key: str, status: str) -> str:
    """What a tag chip says: `A acked`, `R offered`, `!= T tested`."""
    letter, word = LETTERS.get(key), GIVEN.get(key)
    if letter is None or word is None:
        return key
    return {
        "given": f"{letter} {word}",
        "suggested": f"{letter} offered",
        "conditional": f"{letter} on a condition",
        "withdrawn": f"{letter} withdrawn",
        "mismatched": f"!= {letter} {word}",
        "self": f"{letter} by the author",
        "stale": f"{letter} stale",
    }.get(status, f"{letter} {word}")


def _chips(series: SeriesEntry) -> dict[str, tuple[tuple[str, str], ...]]:
    """Tag chips for each mail that gave one: (class, words), each once."""
    found: dict[str, dict[tuple[str, str], None]] = {}
    tags = [tag for revision in series.revisions for patch in revision.patches for tag in patch.tags]
    for tag in (*series.tags, *tags):
        if tag.key in LETTERS and tag.via != "commit":
            status = "given" if tag.status == "stale" else tag.status
            found.setdefault(tag.evidence.key, {})[status, chip_words(tag.key, status)] = None
    return {key: tuple(chips) for key, chips in found.items()}


def body(letter: Letter, wanted: Mapping[int, list[tuple[int, str]]], anchor: str, left: int = LINES) -> Markup:
    """The mail as HTML: every text escaped, at most `left` own lines, every line that is wanted present once."""
    parts: list[str] = []
    done: set[int] = set()
    for passage in letter.passages:
        end = passage.line + passage.lines
        if passage.kind == "own":
            lines = passage.text.rstrip("\n").split("\n")
            keep = _kept(len(lines), left, passage.line, wanted)
            left -= len(keep)
            if any(lines[at].strip() for at in keep):
                parts.append(_lines(lines, passage.line, keep, anchor, done, wanted))
        elif passage.kind == "quote":
            words = f"{_words.count(passage.lines, 'quoted line')}" + (f" of {_bdi(passage.who)}" if passage.who else "")
            text = passage.text.rstrip("\n")
            if text:
                lines = text.split("\n")
                start = max(passage.line, end - len(lines))
                inner = _lines(lines, start, list(range(len(lines))), anchor, done, wanted)
                parts.append(f"<details><summary>{words}</summary>{inner}</details>")
            else:
                parts.append(f'<p class="mute">{words}</p>')
        elif passage.kind == "diff":
            parts.append(f'<p class="mute">{_words.count(passage.lines, "line")} of diff left out</p>')
        missing = [line for line in wanted if passage.line <= line < end and line not in done]
        if missing:
            parts.append(_excerpts(sorted(missing), wanted, anchor, done))
    rest = sorted(line for line in wanted if line not in done)
    if rest:
        parts.append(_excerpts(rest, wanted, anchor, done))
    return Markup("".join(parts))  # noqa: S704  every text above went through _words.escaped


def _bdi(name: str) -> str:
    return f"<bdi>{_words.escaped(name)}</bdi>"


def _kept(total: int, left: int, start: int, wanted: Mapping[int, object]) -> list[int]:
    if total <= left:
        return list(range(total))
    keep = set(range(max(0, left)))
    for line in wanted:
        at = line - start
        if 0 <= at < total:
            keep.update(range(max(0, at - AROUND), min(total, at + AROUND + 1)))
    return sorted(keep)


def _lines(lines: list[str], start: int, keep: list[int], anchor: str, done: set[int], wanted: Mapping[int, list[tuple[int, str]]]) -> str:
    """A `<pre>` of the kept lines, gaps said in words."""
    parts: list[str] = ["<pre>"]
    last = -1
    html = _words.escaped("\n".join(lines)).split("\n")
    for at in keep:
        if at != last + 1:
            parts.append(f'</pre><p class="mute">{_words.count(at - last - 1, "line")} left out</p><pre>')
        last = at
        number = start + at
        text = html[at] if len(lines[at]) <= LONG else _long(lines[at], number, wanted.get(number, ()), anchor)
        if number in done:
            parts.append(f"{text}\n")
            continue
        done.add(number)
        parts.append(f'<span id="{anchor}-L{number}">{text}</span>\n')
    parts.append("</pre>")
    if last + 1 < len(lines):
        parts.append(f'<p class="mute">{_words.count(len(lines) - last - 1, "more line")}, see the archive</p>')
    return "".join(parts)


def _long(line: str, number: int, found: Iterable[tuple[int, str]], anchor: str) -> str:
    """A very long line (a copy without line breaks): its start, and the words that facts were read from with some around them."""
    stretches = [(0, LONG)]
    stretches += [(max(0, column - 1 - 160), min(len(line), column - 1 + len(text) + 160)) for column, text in found if column > LONG]
    stretches.sort()
    merged: list[list[int]] = []
    for begin, end in stretches:
        if merged and begin <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([begin, end])
    cuts = {column - 1 for column, _ in found if column > LONG}
    parts: list[str] = []
    for begin, end in merged:
        at = begin
        for column in sorted(cut for cut in cuts if begin <= cut < end):
            parts.append(_words.escaped(line[at:column]))
            parts.append(f'<span id="{anchor}-L{number}C{column + 1}"></span>')
            at = column
        parts.append(_words.escaped(line[at:end]))
        parts.append(" […] " if end < len(line) else "")
    return "".join(parts)


def _excerpts(numbers: list[int], wanted: Mapping[int, list[tuple[int, str]]], anchor: str, done: set[int]) -> str:
    """Lines that the mail's shown words do not hold: the words of the facts themselves."""
    parts: list[str] = []
    for number in numbers:
        if number in done:
            continue
        done.add(number)
        column, text = min(wanted[number], key=lambda found: (-len(found[1]), found[0]))
        first, *more = text.split("\n")
        ids = "".join(f'<span id="{anchor}-L{number}C{at}"></span>' for at in sorted({at for at, _ in wanted[number] if at > LONG}))
        parts.append(
            f'<div class="cut"><span class="mute">line {number}</span> {ids}'
            f'<code id="{anchor}-L{number}">{"" if column == 1 else "… "}{_words.escaped(first)}</code>'
        )
        for after, line in enumerate(more[:LINES], 1):
            if number + after in done:
                parts.append(f"<br><code>{_words.escaped(line)}</code>")
            else:
                done.add(number + after)
                parts.append(f'<br><code id="{anchor}-L{number + after}">{_words.escaped(line)}</code>')
        parts.append("</div>")
    return "".join(parts)
