# SPDX-License-Identifier: GPL-2.0-or-later
"""Which MAINTAINERS entries cover the touched files, and whether one of their people acked: as `get_maintainer.pl --nogit` decides.

F: and X: are globs (without a closing `/` path and pattern must have as many slashes), N: is a pattern of the path, K: one of changed
lines.  See the head of the kernel's MAINTAINERS and scripts/get_maintainer.pl.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

import msgspec

from digest import mail
from digest.model import Address, MaintainerEntry, Posting, Series
from digest.patch.attribution import Attribution, person
from digest.patch.lines import unpack
from digest.patch.person import read_person

MAX_FILES = 2000
MAX_LINES = 20_000  # changed lines that K: patterns see
ACKS = frozenset(("Acked-by", "Reviewed-by"))
_REST = "THE REST"
_FIELD = re.compile(r"([A-Z]):[ \t]*(.*)")


class Section(msgspec.Struct):
    """One entry: its title, people (M: and R:) and patterns."""

    title: str
    maintainers: list[Address] = []
    reviewers: list[Address] = []
    files: list[re.Pattern[str]] = []
    excluded: list[re.Pattern[str]] = []
    names: list[re.Pattern[str]] = []
    keywords: list[re.Pattern[str]] = []
    slashes: list[int | None] = []
    excluded_slashes: list[int | None] = []
    roots: set[str] = set()


@lru_cache(maxsize=2)
def read_sections(text: str) -> tuple[Section, ...]:
    """The entries of a MAINTAINERS file; patterns that do not compile are passed over."""
    sections: list[Section] = []
    title = ""
    current: Section | None = None
    for line in text.split("\n"):
        field = _FIELD.match(line)
        if field is None:
            if line.strip() and not line[:1].isspace():
                title, current = line.strip(), None
            elif not line.strip():
                current = None
            continue
        if current is None:
            current = Section(title)
            sections.append(current)
        _take(current, field[1], field[2].strip())
    return tuple(section for section in sections if section.files or section.names or section.keywords)


def _take(section: Section, letter: str, value: str) -> None:
    if letter in {"M", "R"}:
        named = read_person(value)
        if named is not None:
            (section.maintainers if letter == "M" else section.reviewers).append(named.person)
    elif letter in {"F", "X"} and value:
        pattern, slashes = _glob(value)
        if letter == "F":
            section.roots.add(_root(value))
        (section.files if letter == "F" else section.excluded).append(pattern)
        (section.slashes if letter == "F" else section.excluded_slashes).append(slashes)
    elif letter in {"N", "K"} and value:
        try:
            compiled = re.compile(_perl(value))
        except re.error:
            return
        (section.names if letter == "N" else section.keywords).append(compiled)


def _glob(value: str) -> tuple[re.Pattern[str], int | None]:
    """An F: pattern as a regular expression, and how many slashes a path must have (None: any number).

    As in the script a pattern need not reach the end of the path.  Without a tree at hand a last part without a dot may be a folder.
    """
    parts = (part for part in re.split(r"(\*\*|\*|\?)", value) if part)
    body = "".join({"**": ".*", "*": ".*", "?": "."}.get(part) or re.escape(part) for part in parts)
    if value.endswith("/") or "**" in value:
        return re.compile(body), None
    if "*" not in value and "." not in value.rpartition("/")[2]:
        return re.compile(rf"{body}(?:\Z|/)"), None
    return re.compile(body), value.count("/")


def _root(value: str) -> str:
    """The whole folders (at most two) that a pattern begins with: where to look for it."""
    literal = re.split(r"[*?]", value, maxsplit=1)[0]
    return "/".join(literal.split("/")[:-1][:2])


@lru_cache(maxsize=2)
def _by_root(text: str) -> Mapping[str, tuple[int, ...]]:
    """The numbers of entries by where their patterns begin; those with N: patterns may begin anywhere."""
    found: dict[str, list[int]] = {}
    for number, section in enumerate(read_sections(text)):
        for root in section.roots | ({""} if section.names else set()):
            found.setdefault(root, []).append(number)
    return {root: tuple(numbers) for root, numbers in found.items()}


@lru_cache(maxsize=16384)
def _covering(text: str, path: str) -> frozenset[int]:
    """The numbers of the entries that cover a path by F: or N:."""
    sections, roots = read_sections(text), _by_root(text)
    folders = path.split("/")[:-1]
    numbers = {n for root in ("", "/".join(folders[:1]), "/".join(folders[:2])) for n in roots.get(root, ())}
    return frozenset(n for n in numbers if _matches(sections[n], path))


def _perl(value: str) -> str:
    """A Perl pattern (used with /x) as Python reads it."""
    return f"(?x){value}" if "#" not in value else value


def _matches(section: Section, path: str) -> bool:
    count = path.count("/")

    def hit(patterns: list[re.Pattern[str]], slashes: list[int | None]) -> bool:
        return any(p.match(path) is not None and (n is None or n == count) for p, n in zip(patterns, slashes, strict=True))

    if section.excluded and hit(section.excluded, section.excluded_slashes):
        return False
    return hit(section.files, section.slashes) or any(p.search(path) for p in section.names)


def _keyword(section: Section, changed: str) -> bool:
    return any(p.search(changed) for p in section.keywords)


def maintainers(
    series: Series,
    text: str | None,
    tags: Attribution,
    mailmap: mail.Mailmap | None = None,
) -> tuple[MaintainerEntry, ...] | None:
    """The entries of the latest revision's files, as in the file's order; None without a MAINTAINERS file.

    `acked` is true where one of the entry's people gave an Acked-by or Reviewed-by on every patch that touches its files (or is the
    author), false where not, None where patches are missing.
    """
    if text is None:
        return None
    last = len(series.revisions) - 1
    latest = series.revisions[last]
    paths = {posting.index: [file.path for file in posting.files[:MAX_FILES]] for posting in latest.postings}
    if not any(paths.values()) and latest.files:
        paths = {0: [file.path for file in latest.files[:MAX_FILES]]}
    covered = {name: _covering(text, name) for names in paths.values() for name in names}
    wanted = frozenset(number for numbers in covered.values() for number in numbers)
    found: list[MaintainerEntry] = []
    changed: dict[int, str] = {}
    for number, section in enumerate(read_sections(text)):
        if section.title == _REST or (number not in wanted and not section.keywords):
            continue
        touched: dict[int, list[str]] = {}
        for index, names in paths.items():
            hits = [name for name in names if number in covered[name]]
            if not hits and section.keywords:
                if index not in changed:
                    changed[index] = _changed(latest.postings, index)
                hits = names if changed[index] and _keyword(section, changed[index]) else []
            if hits:
                touched[index] = hits
        if not touched:
            continue
        people = tuple(section.maintainers + section.reviewers)
        files = tuple(dict.fromkeys(name for names in touched.values() for name in names))
        acked = None if latest.missing or 0 in touched else _acked(series, tags, last, touched, people, mailmap)
        found.append(MaintainerEntry(section.title, tuple(person(one, mailmap) for one in people), files, acked))
    return tuple(found)


def _changed(postings: tuple[Posting, ...], index: int) -> str:
    """The changed lines of a patch."""
    posting = next((p for p in postings if p.index == index), None)
    if posting is None or posting.record is None or posting.record.patch is None:
        return ""
    lines = unpack(posting.record.patch.diff).split("\n", MAX_LINES)[:MAX_LINES]
    return "\n".join(line[1:] for line in lines if line[:1] in {"+", "-"})


def _acked(
    series: Series,
    tags: Attribution,
    last: int,
    touched: dict[int, list[str]],
    people: tuple[Address, ...],
    mailmap: mail.Mailmap | None,
) -> bool | None:
    if not people:
        return None
    ids = {mail.person_id(one, mailmap) for one in people}
    author = mail.person_id(series.author, mailmap)
    for index in touched:
        given = {tag.person.id for tag in tags.of(last, index) if tag.key in ACKS and tag.status == "given"}
        if not given & ids and author not in ids:
            return False
    return True
