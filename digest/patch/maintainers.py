# SPDX-License-Identifier: GPL-2.0-or-later
"""Which MAINTAINERS entries cover the touched files, and whether one of their people acked: as `get_maintainer.pl --nogit` decides.

F: and X: are patterns of the path's beginning (without a closing `/` path and pattern must have as many slashes), N: is one of any part
of the path, K: one of the mail's words up to the first diff, then of changed lines.  An X: takes F: and N: of its entry away, never K:.
See the head of the kernel's MAINTAINERS and scripts/get_maintainer.pl.
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
_NEXT = re.compile(r"(?<=>),[ \t]{1,8}")  # several people on one line
_WILD = re.compile(r"\*\*|[*?.]")


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
    depths: list[int] = []
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
            # As in the script, empty lines and comments part nothing: an entry ends where the next title stands.
            if line.strip() and not line.lstrip().startswith("#"):
                title, current = line.strip(), None
            continue
        if current is None:
            current = Section(title)
            sections.append(current)
        _take(current, field[1], field[2].strip())
    return tuple(section for section in sections if section.files or section.names or section.keywords)


def _take(section: Section, letter: str, value: str) -> None:
    if letter in {"M", "R"}:
        for one in _NEXT.split(value):
            named = read_person(one)
            if named is not None:
                (section.maintainers if letter == "M" else section.reviewers).append(named.person)
    elif letter in {"F", "X"} and value:
        pattern, slashes = _glob(value)
        if letter == "F":
            section.roots.add(_root(value))
            section.depths.append(_depth(value))
        (section.files if letter == "F" else section.excluded).append(pattern)
        (section.slashes if letter == "F" else section.excluded_slashes).append(slashes)
    elif letter in {"N", "K"} and value:
        try:
            compiled = re.compile(f"(?x:{value}\n)")  # Perl's /x; the line feed ends a comment
        except re.error:
            return
        (section.names if letter == "N" else section.keywords).append(compiled)


def _glob(value: str) -> tuple[re.Pattern[str], int | None]:
    """An F: pattern as a regular expression, and how many slashes a path must have (None: any number).

    As in the script `.` is itself, `*` and `?` are wildcards that match `/` too, all else is a regular expression (`[ab]`), and a
    pattern need not reach the end of the path.  Without a tree at hand a last part without a dot may be a folder.
    """
    body = _WILD.sub(lambda found: {"**": ".*", "*": ".*", "?": ".", ".": r"\."}[found[0]], value)
    folder = "*" not in value and "." not in value.rpartition("/")[2] and not value.endswith("/")
    try:
        pattern = re.compile(rf"{body}(?:\Z|/)" if folder else body)
    except re.error:
        pattern = re.compile(re.escape(value))
    return pattern, None if folder or value.endswith("/") or "**" in value else value.count("/")


def _depth(value: str) -> int:
    """How many folders a pattern names: the script lists the entries of a file by it, the deepest first."""
    return -1 if value.startswith("*") else value.count("/") + (not value.endswith("/"))


def _root(value: str) -> str:
    """The whole folders (at most two) that a pattern begins with: where to look for it."""
    literal = re.split(r"[*?\[({+|^$\\]", value, maxsplit=1)[0]
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
def _covering(text: str, path: str) -> tuple[int, ...]:
    """The numbers of the entries that cover a path by F: or N:, the deepest pattern first, then in the file's order."""
    sections, roots = read_sections(text), _by_root(text)
    folders = path.split("/")[:-1]
    numbers = sorted({n for root in ("", "/".join(folders[:1]), "/".join(folders[:2])) for n in roots.get(root, ())})
    found = [(-depth, n) for n in numbers if (depth := _matches(sections[n], path)) is not None]
    return tuple(n for _, n in sorted(found))


def _matches(section: Section, path: str) -> int | None:
    """How deep an entry covers a path: 0 by N:, else by its last F: that does; None for not at all."""
    count = path.count("/")

    def hits(patterns: list[re.Pattern[str]], slashes: list[int | None]) -> list[int]:
        pairs = enumerate(zip(patterns, slashes, strict=True))
        return [at for at, (p, n) in pairs if (n is None or n == count) and p.match(path) is not None]

    if section.excluded and hits(section.excluded, section.excluded_slashes):
        return None
    if any(p.search(path) for p in section.names):
        return 0
    found = hits(section.files, section.slashes)
    return section.depths[found[-1]] if found else None


def _keyword(section: Section, spoken: tuple[str, str]) -> bool:
    return any(p.search(words) for p in section.keywords for words in spoken if words)


def maintainers(
    series: Series,
    text: str | None,
    tags: Attribution,
    mailmap: mail.Mailmap | None = None,
) -> tuple[MaintainerEntry, ...] | None:
    """The entries of the latest revision's files, file by file and the deepest pattern first, then those by K:; None without a file.

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
    order = dict.fromkeys(number for name in sorted(covered) for number in covered[name])
    found: list[MaintainerEntry] = []
    spoken: dict[int, tuple[str, str]] = {}
    sections = read_sections(text)
    for number in (*order, *(n for n, section in enumerate(sections) if section.keywords and n not in order)):
        section = sections[number]
        if section.title == _REST:
            continue
        touched: dict[int, list[str]] = {}
        for index, names in paths.items():
            hits = [name for name in names if number in covered[name]]
            if not hits and section.keywords:
                if index not in spoken:
                    spoken[index] = _spoken(latest.postings, index)
                hits = names if _keyword(section, spoken[index]) else []
            if hits:
                touched[index] = hits
        if not touched:
            continue
        people = tuple(section.maintainers + section.reviewers)
        files = tuple(dict.fromkeys(name for names in touched.values() for name in names))
        acked = None if latest.missing or 0 in touched else _acked(series, tags, last, touched, people, mailmap)
        found.append(MaintainerEntry(section.title, tuple(person(one, mailmap) for one in people), files, acked))
    return tuple(found)


def _spoken(postings: tuple[Posting, ...], index: int) -> tuple[str, str]:
    """What K: looks at in a patch: the words before the diff (subject, log, notes, the diffstat's paths), and the changed lines."""
    posting = next((p for p in postings if p.index == index), None)
    if posting is None or posting.record is None or posting.record.patch is None:
        return "", ""
    patch = posting.record.patch
    lines = unpack(patch.diff).split("\n", MAX_LINES)[:MAX_LINES]
    paths = "\n".join(f" {file.path} |" for file in posting.files[:MAX_FILES])
    changed = "\n".join(line for line in lines if line[:1] in {"+", "-"} and not line.startswith(("+++ ", "--- ")))
    return "\n".join((posting.record.raw_subject or "", patch.log, patch.notes, paths)), changed


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
