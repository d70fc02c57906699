# SPDX-License-Identifier: GPL-2.0-or-later
"""One mail opened in place: its own words, quotes folded, diffs left out.

A line that a fact was read from is always there with its anchor (`m-<12 hex>-L42`): among the words where it stands, else as an excerpt,
so that no evidence link is dead.
"""

import re
from collections.abc import Iterable, Mapping

from markupsafe import Markup

from digest.model import (
    Letter,
)
from digest.publish import _words

LINES = 60
AROUND = 3
LONG = 1000
_SAYING = re.compile(r"[^\W\d_]{2}")


def first_words(letter: Letter) -> str:
    for passage in letter.passages:
        if passage.kind != "own":
            continue
        for line in passage.text.split("\n"):
            words = line.strip()
            if _SAYING.search(words) and not words.lower().startswith(("hi ", "hi,", "hello", "dear ", "hey ", "[...", "[snip")):
                return _words.cut(_words.one_line(words), 90)
    return ""


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
