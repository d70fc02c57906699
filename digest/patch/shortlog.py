# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads what `git format-patch --cover-letter` appends: the shortlog ("Name (n):" and titles) and the diffstat.

git-shortlog(1), git-diff(1) --stat.  One grammar over tokens, so that a copy that lost its line breaks reads the same.
"""

import itertools
import re

from digest.model import Cover, Diffstat, FileChange, ShortlogEntry, Text

LIMIT = 2000  # files of a diffstat, titles of a shortlog

_TOTALS = re.compile(
    r"(?<![\w.])(\d{1,6}) files? changed(?:, (\d{1,9}) insertions?\(\+\))?(?:, (\d{1,9}) (?:deletions?|removals?)\(-\))?",
)
_STAT = re.compile(
    r"(?P<path>(?:[^\s|]{1,300} => )?[^\s|]{1,400})[ \t]{0,300}\|[ \t]{1,20}"
    r"(?:(?P<n>\d{1,9})(?:[ \t]{1,4}[+-]{1,200}(?!\S))?|Bin(?: \d+ -> \d+ bytes)?|Unmerged)(?=\s|\Z)"
)
_AUTHOR_LINE = re.compile(r"^[ \t]{0,8}(?P<name>[^\s(|][^\n(|]{0,100}?)[ ]\((?P<n>\d{1,4})\):[ \t]*$", re.MULTILINE)
_AUTHOR_RUN = re.compile(r"(?P<name>(?:[^\W\d_][\w.'’-]{0,40}[ ]){1,6})\((?P<n>\d{1,4})\):[ ]")
_NAME_WORD = re.compile(r"[^\W\d_a-z][^\W\d_]*[^\W\d_A-Z](?:[-'’.][^\W\d_]+)?|[^\W\d_a-z]\.?|de|van|der|von|di|da|el|al|bin")
_LISTED = re.compile(r"(?:(?<!\S)[\w/.*{}+-]{1,40}, ){1,3}\Z")
_ODD_TITLE = re.compile(r"\bv\d{1,2}:| - |[.!?] [A-Z]")
_PREFIX = re.compile(r"(?<!\S)[\w/.*,{}+-]{1,60}:(?=[ ])")
_LEAD = 4000  # characters before the totals of a flat copy in which the diffstat may stand, for each file it claims
_BRACES = re.compile(r"\{([^{}]*) => ([^{}]*)\}")


def read_totals(text: str, start: int, end: int) -> re.Match[str] | None:
    """The last line of a diffstat in `text[start:end]`."""
    at = text.find(" changed", start, end)
    while at >= 0:
        found = _TOTALS.search(text, max(start, at - 14), end)
        if found and found.start() <= at:
            return found
        at = text.find(" changed", at + 1, end)
    return None


def read_diffstat(text: Text, start: int, end: int) -> tuple[Diffstat | None, tuple[FileChange, ...], int]:
    """The diffstat in `body[start:end]`: totals, files, and the offset where it begins (-1 without one)."""
    body = text.body
    totals = read_totals(body, start, end)
    if not totals:
        return None, (), -1
    claimed = int(totals[1])
    stat = Diffstat(claimed, int(totals[2] or 0), int(totals[3] or 0), text.spot(*totals.span()))
    top = max(start, totals.start() - _LEAD - 400 * min(claimed, LIMIT))
    chain: list[re.Match[str]] = []
    last = -1
    for found in _STAT.finditer(body, top, totals.start()):
        if chain and body[last : found.start()].strip(" \t\n>") not in {"", "..."}:
            chain.clear()
        chain.append(found)
        last = found.end()
    if not chain or body[last : totals.start()].strip(" \t\n>.") or len(chain) > LIMIT:
        return stat, (), totals.start()
    chain = chain[-claimed:] if text.flat and claimed < len(chain) else chain
    return stat, tuple(_change(text, found) for found in chain), chain[0].start()


def _change(text: Text, found: re.Match[str]) -> FileChange:
    """One diffstat line; `{a => b}/c` and `a => b` are renames; a path cut to `.../c` stays as written."""
    path, old = paths(found["path"])
    start = found.start()
    if not text.flat:  # QUIRK: a path may hold blanks
        line = text.body.rfind("\n", 0, start) + 1
        whole = text.body[line : found.end("path")]
        if whole.strip() != found["path"] and "|" not in whole and not whole.lstrip().startswith(">"):
            start = line + len(whole) - len(whole.lstrip())
            path, old = paths(whole.strip())
    changes = int(found["n"]) if found["n"] else None
    return FileChange(path=path, changes=changes, old_path=old, spot=text.spot(start, found.end()))


def paths(written: str) -> tuple[str, str | None]:
    """(new path, old path or None) of a diffstat's path column."""
    if " => " not in written:
        return written, None
    braces = _BRACES.search(written)
    if braces:
        head, tail = written[: braces.start()], written[braces.end() :]
        old, new = (f"{head}{side}{tail}".replace("//", "/") for side in braces.groups())
        return new, old
    old, _, new = written.partition(" => ")
    return new.strip(), old.strip()


def read_cover(text: Text, author: str | None) -> Cover | None:
    """Shortlog and diffstat of a cover letter, or None where it has neither."""
    body = text.body
    stat, files, begin = read_diffstat(text, 0, len(body))
    end = begin if begin >= 0 else len(body)
    titles = _run(text, end, author) if text.flat else _lines(text, end)
    if not stat and not titles:
        return None
    return Cover(titles, files, stat)


def _lines(text: Text, end: int) -> tuple[ShortlogEntry, ...]:
    """A shortlog with its line breaks: titles indented below each name, wrapped ones deeper."""
    if "):\n" not in text.body and "): \n" not in text.body:
        return ()
    entries: list[ShortlogEntry] = []
    own = text.own
    heads = [found for found in _AUTHOR_LINE.finditer(own, 0, end) if 0 < int(found["n"]) <= LIMIT]
    for number, found in enumerate(heads):
        stop = heads[number + 1].start() if number + 1 < len(heads) else end
        block = _block(own, found.end() + 1, stop, int(found["n"]))
        if len(block) != int(found["n"]) or len(entries) > LIMIT:
            continue  # names and numbers in brackets that are no shortlog, or one that a mailer spoilt
        entries += [ShortlogEntry(" ".join(own[a:b].split()), found["name"].strip(), text.spot(a, b)) for a, b in block]
    return tuple(entries)


def _block(own: str, at: int, end: int, claimed: int) -> list[tuple[int, int]]:
    """The titles below one name: lines at one indent, deeper ones go on with the title above.

    QUIRK: some authors write each patch's changelog between the titles; then a title is an indented line behind a blank one.
    """
    block: list[tuple[int, int]] = []
    indent = -1
    loose = blank = False
    while at < end:
        stop = own.find("\n", at)
        stop = end if stop < 0 else stop
        line = own[at:stop]
        bare = line.strip()
        depth = len(line) - len(line.lstrip())
        if not bare:
            if len(block) == claimed:
                break
        elif indent < 0 or (depth == indent and (blank or not loose)):
            if len(block) == claimed:
                return []
            indent = depth
            loose = False
            block.append((at + depth, at + len(line.rstrip())))
        elif depth > indent and not loose:
            block[-1] = (block[-1][0], at + len(line.rstrip()))
        elif len(block) == claimed:
            break
        elif not indent:
            return []
        else:
            loose = True
        blank = not bare
        at = stop + 1
    return block


def _run(text: Text, end: int, author: str | None) -> tuple[ShortlogEntry, ...]:
    """A shortlog whose titles run on: they are told apart by their subsystem prefixes, and only if those are as many as the name claims."""
    body = text.body
    heads = [found for found in _AUTHOR_RUN.finditer(body, 0, end) if 0 < int(found["n"]) <= LIMIT]
    entries: list[ShortlogEntry] = []
    for number, head in enumerate(heads):
        stop = end
        if number + 1 < len(heads):
            stop = heads[number + 1].start() + _name_start(heads[number + 1]["name"], None)
        for mark in (" base-commit: ", " -- ", " --- "):
            cut = body.find(mark, head.end(), stop)
            stop = cut if cut >= 0 else stop
        cuts = _cuts(body, head.end(), stop, int(head["n"]))
        bounds = [*cuts, stop]
        titles = [(left, body[left:right].rstrip()) for left, right in itertools.pairwise(bounds)]
        if not titles or any(len(title) > 120 or _ODD_TITLE.search(title) for _, title in titles):
            continue  # other words stand between them
        name = head["name"].strip()
        name = name[_name_start(name, author) :]
        entries += [ShortlogEntry(title, name, text.spot(left, left + len(title))) for left, title in titles]
    return tuple(entries)


def _name_start(words: str, author: str | None) -> int:
    """Where in the words before "(n):" the name begins: at the sender's own name, else as far back as words look like a name's."""
    bare = words.rstrip()
    if author and bare.endswith(author):
        return bare.rindex(author)
    start = len(bare)
    for count, found in enumerate(reversed(list(re.finditer(r"\S+", bare)))):
        if count >= 4 or not _NAME_WORD.fullmatch(found[0]):
            break
        start = found.start()
    return start if start < len(bare) else 0


def _cuts(body: str, start: int, stop: int, claimed: int) -> list[int]:
    """Offsets where `claimed` titles begin in a run, or [] where that cannot be told."""
    if claimed == 1:
        return [start] if stop > start else []
    marks = list(_PREFIX.finditer(body, start, stop))
    # `net: mvneta: x` is one prefix: a mark directly behind another goes on with it.
    chains = [mark for number, mark in enumerate(marks) if not number or body[marks[number - 1].end() : mark.start()].strip()]
    if not chains or chains[0].start() != start:
        return []
    if len(chains) != claimed:
        chains = [mark for mark in chains if mark[0] == chains[0][0]]
        if len(chains) != claimed:
            return []
    return [_listed(body, start, mark.start()) for mark in chains]


def _listed(body: str, start: int, at: int) -> int:
    """The beginning of a prefix that lists subsystems (`vfio, mm: x`)."""
    found = _LISTED.search(body, max(start, at - 120), at)
    return found.start() if found else at
