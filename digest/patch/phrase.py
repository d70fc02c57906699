# SPDX-License-Identifier: GPL-2.0-or-later
r"""Many phrases looked for at once: each is a pattern that begins with known words, and is tried only where one of them stands.

A regular expression of a hundred alternatives tries them all at every character; this tries few of them at few words.  Patterns are of a
small dialect: they begin with `^`, `\\b` or nothing, then a word, a word with an optional last letter (`needs?`) or a group of such
words; a pattern that begins otherwise is tried at every word.
"""

import re
from collections.abc import Iterator, Mapping

_SIGNS = {number: " " for number in range(128) if not (chr(number).isalnum() or chr(number) == "_")}
_SIGNS |= {ord(sign): " " for sign in "“”‘’«»…–—\u00a0"}
_HEAD = re.compile(r"(?:\^|\\b|\(\?<[!=][^()]{0,20}\))*")
_Opened = tuple[re.Pattern[str], list[tuple[str, re.Pattern[str]]], str]


def _signs(source: str) -> Iterator[tuple[int, str, int]]:
    """Place, character and depth (behind it) of all that is neither escaped nor within brackets."""
    depth = 0
    inside = False
    skip = False
    for at, char in enumerate(source):
        if skip:
            skip = False
        elif char == "\\":
            skip = True
        elif inside:
            inside = char != "]"
        elif char == "[":
            inside = True
        else:
            depth += (char == "(") - (char == ")")
            yield at, char, depth


def split(source: str) -> Iterator[str]:
    """The alternatives of a pattern at its top level."""
    start = 0
    for at, char, depth in _signs(source):
        if char == "|" and depth == 0:
            yield source[start:at]
            start = at + 1
    yield source[start:]


def _group(source: str) -> tuple[str, str] | None:
    """The inner source of the group that opens a pattern, and what follows it."""
    if not source.startswith("(?:"):
        return None
    end = next((at for at, char, depth in _signs(source) if char == ")" and depth == 0), None)
    return None if end is None else (source[3:end], source[end + 1 :])


def first_words(source: str) -> frozenset[str] | None:
    """The words one of which opens whatever the pattern matches; None where that cannot be told."""
    head = _HEAD.match(source)
    source = source[head.end() :] if head else source
    group = _group(source)
    if group:
        inner, rest = group
        if rest[:1] in {"?", "*", "{"}:
            return None
        found: set[str] = set()
        for choice in split(inner):
            words = first_words(choice + (rest if _open(choice) else " "))
            if words is None:
                return None
            found |= words
        return frozenset(found)
    word = re.match(r"[a-z0-9]+", source)
    if not word:
        return None
    text, rest = word.group(), source[word.end() :]
    if rest.startswith("?"):
        if len(text) < 2:
            return None
        whole = not _open(rest[1:2]) and (rest[1:2] not in {"\\", "("} or rest[1:].startswith(("\\b", "\\.")))
        return frozenset((text, text[:-1])) if whole else None
    if rest[:1] in {"*", "+", "{", ".", "["} or rest.startswith("\\w"):
        return None
    suffix = _group(rest)
    if suffix and not suffix[0].startswith(("'", " ", ",")):
        endings = list(split(suffix[0]))
        if not all(re.fullmatch(r"[a-z]*", ending) for ending in endings):
            return frozenset((text,)) if all(ending.startswith(("'", " ", "-", "[", "\\")) for ending in endings) else None
        return frozenset({text + ending for ending in endings} | ({text} if suffix[1].startswith("?") else set()))
    return frozenset((text,))


def opened_by(source: str, word: str) -> str:
    """A pattern without what opens it with other words than this one: it is only tried where that word begins."""
    head = _HEAD.match(source)
    assert head is not None
    lead, rest = head.group().replace("\\b", ""), source[head.end() :]
    group = _group(rest)
    if group is None:
        return lead + rest
    inner, after = group
    choices = [choice for choice in split(inner) if word in (first_words(choice + (after if _open(choice) else " ")) or (word,))]
    return f"{lead}(?:{'|'.join(choices)}){after}" if choices else source


def _open(choice: str) -> bool:
    """Whether a choice ends in the middle of a word, so that what follows the group belongs to it."""
    return bool(re.search(r"[a-z0-9]$", choice))


class Phrases:
    """Tables of phrases, each under a name; `search` gives the names of those that stand in words given in lower case.

    The patterns of a word are compiled when it is first met: a short run meets few.
    """

    __slots__ = ("_anywhere", "_at", "_known", "_sources")

    def __init__(self, tables: Mapping[str, str]) -> None:
        at: dict[str, dict[str, list[str]]] = {}
        self._anywhere: list[tuple[str, re.Pattern[str]]] = []
        for name, source in tables.items():
            untold = []
            for pattern in split(source):
                words = first_words(pattern)
                if words is None:
                    untold.append(pattern)
                    continue
                for word in words:
                    at.setdefault(word, {}).setdefault(name, []).append(opened_by(pattern, word))
            if untold:
                self._anywhere.append((name, re.compile("|".join(untold))))
        self._sources = {word: [(name, "|".join(rows)) for name, rows in named.items()] for word, named in at.items()}
        self._known = frozenset(self._sources)
        self._at: dict[str, _Opened] = {}

    def search(self, words: str) -> set[str]:
        """The names of the tables of which a phrase stands in the words."""
        found: set[str] = set()
        get = self._at.get
        padded = f" {words.translate(_SIGNS)} "
        for text in self._known.intersection(padded.split()):
            first, patterns, mark = get(text) or self._compiled(text)
            match = first.match
            at = padded.find(mark)
            while at >= 0:
                if match(words, at):
                    for name, pattern in patterns:
                        if name not in found and pattern.match(words, at):
                            found.add(name)
                at = padded.find(mark, at + 1)
        for name, pattern in self._anywhere:
            if name not in found and pattern.search(words):
                found.add(name)
        return found

    def without(self, name: str, words: str) -> str:
        """The words with a blank in place of each phrase of one table; of two that overlap the first one goes."""
        padded = f" {words.translate(_SIGNS)} "
        found: list[tuple[int, int]] = []
        for text in self._known.intersection(padded.split()):
            _, patterns, mark = self._at.get(text) or self._compiled(text)
            for table, pattern in patterns:
                at = padded.find(mark) if table == name else -1
                while at >= 0:
                    phrase = pattern.match(words, at)
                    if phrase:
                        found.append(phrase.span())
                    at = padded.find(mark, at + 1)
        for table, pattern in self._anywhere:
            if table == name:
                found += [phrase.span() for phrase in pattern.finditer(words)]
        found.sort()
        kept: list[str] = []
        done = 0
        for start, end in found:
            if start >= done:
                kept += (words[done:start], " ")
                done = end
        return "".join(kept) + words[done:]

    def _compiled(self, word: str) -> _Opened:
        """What a word may open: the patterns of each table, before them one of all that tells whether any is worth a try."""
        sources = self._sources[word]
        patterns = [(name, re.compile(source)) for name, source in sources]
        opened = self._at[word] = re.compile("|".join([source for _, source in sources])), patterns, f" {word} "
        return opened
