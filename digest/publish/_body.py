# SPDX-License-Identifier: GPL-2.0-or-later
"""One mail opened in place: its own words, quotes folded, diffs left out.

A line that a fact was read from is always there with its anchor (`m-<12 hex>-L42`): among the words where it stands, else as an excerpt,
so that no evidence link is dead.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup

from digest.model import (
    Letter,
)
from digest.publish import _words

LINES = 60
AROUND = 3
LONG = 1000  # characters: a longer line is shown in stretches
FAR = 200  # columns: a fact further into its line has an anchor of its own there
_SAYING = re.compile(r"[^\W\d_]{2}")


def first_words(letter: Letter) -> str:
    """The first line of own words that says something; greetings do not."""
    for passage in letter.passages:
        if passage.kind != "own":
            continue
        for line in passage.text.split("\n"):
            words = line.strip()
            if _SAYING.search(words) and not words.lower().startswith(("hi ", "hi,", "hello", "dear ", "hey ", "[...", "[snip")):
                return _words.cut(_words.one_line(words), 90)
    return ""


Wanted = Mapping[int, list[tuple[int, str]]]
"""Line -> the (column, words) that facts were read from there."""


class _Shown:
    """Which lines, and which places far into a line, have their anchor already."""

    def __init__(self, wanted: Wanted, anchor: str) -> None:
        self.wanted = wanted
        self.anchor = anchor
        self.lines: set[int] = set()
        self.columns: set[tuple[int, int]] = set()
        self.last = 0
        self.has_far = any(column > FAR for found in wanted.values() for column, _ in found)

    def note(self, first: int, count: int) -> None:
        """These lines are shown now."""
        self.lines.update(range(first, first + count))
        self.last = max(self.last, first + count - 1)

    def far(self, number: int) -> list[tuple[int, str]]:
        """Words past column FAR of a line that have no anchor yet."""
        return [(column, text) for column, text in self.wanted.get(number, ()) if column > FAR and (number, column) not in self.columns]

    def lacking(self, first: int, end: int) -> list[int]:
        """Lines in a range from which a fact was read and that are not shown."""
        return sorted(number for number in self.wanted if first <= number < end and number not in self.lines)


def body(letter: Letter, wanted: Wanted, anchor: str, left: int = LINES) -> Markup:
    """The mail as HTML: every text escaped, at most `left` own lines, every line that is wanted present once."""
    parts: list[str] = []
    shown = _Shown(wanted, anchor)
    for passage in letter.passages:
        end = passage.line + passage.lines
        if passage.kind == "own":
            lines = passage.text.rstrip("\n").split("\n") if passage.text else []
            keep = _kept(len(lines), left, passage.line, wanted)
            left -= len(keep)
            if any(lines[at].strip() for at in keep) if len(keep) < len(lines) else passage.text.strip():
                parts.append(_lines(lines, passage.line, keep, shown, passage.column))
            if wanted:
                parts += _excerpts(shown.lacking(passage.line, end), shown)
            after = passage.lines - (keep[-1] + 1 if keep else 0)
            if after > 0:
                parts.append(f'<p class="mute">{_words.count(after, "more line")}, see the archive</p>')
        elif passage.kind == "quote":
            words = f"{_words.count(passage.lines, 'quoted line')}" + (f" of {_bdi(passage.who)}" if passage.who else "")
            if passage.text:
                lines = passage.text.split("\n")
                start = max(passage.line, end - len(lines))
                _restore(lines, start, wanted)
                parts.append(f"<details><summary>{words}</summary>{_lines(lines, start, range(len(lines)), shown, None)}</details>")
            else:
                parts.append(f'<p class="mute">{words}</p>')
        elif passage.kind == "diff":
            parts.append(f'<p class="mute">{_words.count(passage.lines, "line")} of diff left out</p>')
        if wanted:
            parts += _excerpts(shown.lacking(passage.line, end), shown)
    parts += _excerpts(sorted(wanted), shown)
    return Markup("".join(parts))  # noqa: S704  every text above went through _words.escaped


def _bdi(name: str) -> str:
    return f"<bdi>{_words.escaped(name)}</bdi>"


def _restore(lines: list[str], start: int, wanted: Wanted) -> None:
    """Where a fact was read from a quoted line, the line as it stands, with the marks that a quote is shown without."""
    for number, found in wanted.items():
        if start <= number < start + len(lines) and any(text.split("\n", 1)[0] not in lines[number - start] for _, text in found):
            lines[number - start] = _joined(found)


def _kept(total: int, left: int, start: int, wanted: Wanted) -> Sequence[int]:
    if total <= left:
        return range(total)
    keep = set(range(max(0, left)))
    for line in wanted:
        at = line - start
        if 0 <= at < total:
            keep.update(range(max(0, at - AROUND), min(total, at + AROUND + 1)))
    return sorted(keep)


def _lines(lines: list[str], start: int, keep: Sequence[int], shown: _Shown, column: int | None) -> str:
    """A `<pre>` of the kept lines, gaps said in words; the first line begins at `column` (None: not known)."""
    parts: list[str] = ["<pre>"]
    last = -1
    html = _words.escaped("\n".join(lines)).split("\n")
    if len(keep) == len(lines) and start > shown.last and not shown.has_far and max(map(len, lines)) <= LONG:
        # Nearly all mails: every line is shown, and no fact stands far into one.
        anchor = f'<span id="{shown.anchor}-L'
        shown.note(start, len(lines))
        inside = f"</span>\n{anchor}".join([f'{number}">{text}' for number, text in enumerate(html, start)])
        return f"<pre>{anchor}{inside}</span>\n</pre>"
    for at in keep:
        if at != last + 1:
            parts.append(f'</pre><p class="mute">{_words.count(at - last - 1, "line")} left out</p><pre>')
        last = at
        number = start + at
        far = shown.far(number) if column else []
        text = _long(lines[at], 0 if at or not column else column - 1, number, far, shown) if far or len(lines[at]) > LONG else html[at]
        if number in shown.lines:
            parts.append(f"{text}\n")
            continue
        shown.note(number, 1)
        parts.append(f'<span id="{shown.anchor}-L{number}">{text}</span>\n')
    parts.append("</pre>")
    return "".join(parts)


def _long(line: str, offset: int, number: int, far: list[tuple[int, str]], shown: _Shown) -> str:
    """A very long line (a copy without line breaks): its start, and the words that facts were read from with some around them.

    `offset` characters of the body's line stand before this piece of it.
    """
    places = sorted({(column - 1 - offset, len(text)) for column, text in far if 0 <= column - 1 - offset < len(line)})
    merged: list[list[int]] = []
    for begin, end in sorted([(0, LONG), *((max(0, at - 160), min(len(line), at + length + 160)) for at, length in places)]):
        if merged and begin <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([begin, end])
    parts: list[str] = []
    for begin, end in merged:
        at = begin
        for place in sorted({place for place, _ in places if begin <= place < end}):
            column = place + offset + 1
            shown.columns.add((number, column))
            parts.append(_words.escaped(line[at:place]))
            parts.append(f'<span id="{shown.anchor}-L{number}C{column}"></span>')
            at = place
        parts.append(_words.escaped(line[at:end]))
        parts.append(" […] " if end < len(line) else "")
    return "".join(parts)


def _excerpts(numbers: Iterable[int], shown: _Shown) -> list[str]:
    """Lines that the mail's shown words do not hold: the words of the facts themselves, what stands between them as dots."""
    parts: list[str] = []
    for number in numbers:
        far = shown.far(number)
        if number in shown.lines and not far:
            continue
        found = far if number in shown.lines else shown.wanted[number]
        ident = "" if number in shown.lines else f' id="{shown.anchor}-L{number}"'
        shown.note(number, 1)
        shown.columns.update((number, column) for column, _ in far)
        ids = "".join(f'<span id="{shown.anchor}-L{number}C{column}"></span>' for column in sorted({column for column, _ in far}))
        parts.append(f'<div class="cut"><span class="mute">line {number}</span> {ids}<code{ident}>{_words.escaped(_joined(found))}</code>')
        longest = max((text for _, text in found), key=lambda text: text.count("\n"))
        for after, line in enumerate(longest.split("\n")[1 : LINES + 1], number + 1):
            if after in shown.lines:
                parts.append(f"<br><code>{_words.escaped(line)}</code>")
            else:
                shown.note(after, 1)
                whole = _words.escaped(_joined([(1, line), *shown.wanted.get(after, ())]))
                parts.append(f'<br><code id="{shown.anchor}-L{after}">{whole}</code>')
        parts.append("</div>")
    return parts


def _joined(found: Iterable[tuple[int, str]]) -> str:
    """The words known of one line, in order, each once: `… 10.2 … 11.3`."""
    parts: list[str] = []
    end = 1
    for column, text in sorted({(column, text.split("\n", 1)[0]) for column, text in found}, key=lambda item: (item[0], -len(item[1]))):
        if column + len(text) <= end:
            continue
        if column < end:
            parts.append(text[end - column :])
        else:
            parts.append(("… " if column > end or (not parts and column > 1) else "") + text)
            if len(parts) > 1 and column > end:
                parts[-1] = " " + parts[-1]
        end = column + len(text)
    return "".join(parts)
