# SPDX-License-Identifier: GPL-2.0-or-later
"""Takes a subject line apart: `Re: [PATCH net-next v3 2/7] title` -> Subject.

What `git format-patch`, b4, quilt, StGit and hands write in brackets (Documentation/process/submitting-patches.rst,
maintainer-netdev.rst); RFC 5322 knows none of it.
"""

import re
from collections.abc import Callable
from functools import lru_cache

from digest.model import Profile, Subject

LIMIT = 1000  # characters of a subject that are looked at; longer ones are no patch subjects

# Words that mailers put before a subject they answer or forward and that no subsystem is called; any other short word counts only
# directly before a bracket (`Vast: [PATCH] x`), for `rv: x` is a title.
REPLY_WORDS = frozenset(
    ["re", "aw", "sv", "fw", "fwd", "fwrd", "wg", "antw", "antwort", "回复", "答复", "回覆", "转发", "轉寄", "转寄", "отв", "réf", "ynt"]
)
_REPLY = re.compile(r"(\w{1,8})(?:\[\d{1,3}\]|\(\d{1,3}\)|\^\d{1,3})?[ ]?[:：][ ]?")
_COUNTER = re.compile(r"(?<![\w/.])0*(\d{1,4})[ ]?(?:/|of[ ])[ ]?(?:0*(\d{1,4})|([nNxX]))(?![\w/])")
_GLUED_COUNTER = re.compile(r"(?i)(?<![a-z])(v\d{1,3})?(patch(?:v\d{1,3})?)(\d{1,4}/(?:\d{1,4}|n))(?![\w/])")
_VERSION = re.compile(r"v(?:er(?:sion)?)?[ ]?#?0*(\d{1,3})(?:\.(\d{1,3}))?\Z")
_GLUED_VERSION = re.compile(r"(rfc)?-?patch-?v0*(\d{1,3})(?:\.(\d))?\Z")
_VER_WORDS = re.compile(r"(?i)\b(?:ver|version|take|rev)[ .]?#?[ ]?(\d{1,3})(?![\w.])")
_TITLE_VERSION = re.compile(r"(?i)v0*(\d{1,3})[ ]?:[ ]?")
_TAIL_VERSION = re.compile(r"(?i)[ ]?(?:\((?:patch[ ])?v0*(\d{1,3})\)|,?[ ]-[ ]v0*(\d{1,3})|\[v(?:er[ ]?#)?0*(\d{1,3})\])\Z")
_BARE = re.compile(
    r"(?i)((?:rfc[ ])?(?:v\d{1,3})?patch(?:[ ]?v\d{1,3})?(?:[ ,]{1,2}[a-z0-9-]{1,20}){0,2}?[ ,]{0,2}"
    r"(?:\d{1,4}/(?:\d{1,4}|n))?(?:[ ,]{1,2}v\d{1,3})?)[ ]?[:][ ]?",
)
_BARE_COUNTER = re.compile(r"0*(\d{1,4})/0*(\d{1,4})[ ]?:[ ]")
_PULL = re.compile(r"(?i)(?:git[ -])?pull(?:[ -]request)?[ ]?:")
_SPACED_VERSION = re.compile(r"(?i)(?<![\w/])v[ ](\d{1,2})(?![\w/])")
_SPLIT = re.compile(r"[\s,]+")


@lru_cache(maxsize=8)
def _tree_test(trees: tuple[str, ...], patterns: tuple[str, ...]) -> Callable[[str], bool]:
    """Whether a lower-case bracket word names a tree, by a profile's data."""
    known = frozenset(tree.lower() for tree in trees)
    compiled = tuple(re.compile(pattern) for pattern in patterns)

    def test(word: str) -> bool:
        # Every subsystem calls its queue NAME-next; no profile can list them all.
        return word in known or word == "next" or word.endswith(("-next", "-fixes")) or any(p.match(word) for p in compiled)

    return test


class _Prefix:
    """What the brackets said, gathered word by word."""

    __slots__ = ("index", "numbered", "others", "patch", "point", "pull", "resend", "rfc", "total", "tree", "version")

    def __init__(self) -> None:
        self.index: int | None = None
        self.total: int | None = None
        self.numbered = False
        self.version: int | None = None
        self.point: int | None = None
        self.tree: str | None = None
        self.patch = self.rfc = self.resend = self.pull = False
        self.others: list[str] = []

    def group(self, words: str, is_tree: Callable[[str], bool]) -> None:
        """Take in the words of one bracket."""
        # looked for before anything is put in its place: a template costs ten times the look
        words = _GLUED_COUNTER.sub(r"\1 \2 \3", words) if _GLUED_COUNTER.search(words) else words
        words = _SPACED_VERSION.sub(r"v\1", words) if _SPACED_VERSION.search(words) else words
        counter = None if self.numbered else _COUNTER.search(words)
        if counter:
            self.numbered = True
            self.index = int(counter[1])
            self.total = int(counter[2]) if counter[2] else None
            words = f"{words[: counter.start()]} {words[counter.end() :]}"
        spelt = _VER_WORDS.search(words)
        if spelt and self.version is None:
            self.version = int(spelt[1])
            words = f"{words[: spelt.start()]} {words[spelt.end() :]}"
        for word in _SPLIT.split(words.lower()):
            if word:
                self.word(word.strip(":;()-"), is_tree)

    def word(self, word: str, is_tree: Callable[[str], bool]) -> None:
        """Take in one lower-case bracket word."""
        if word in {"patch", "patches", "patchset", "patch-set"}:
            self.patch = True
        elif word in {"rfc", "rfc-patch", "rfcpatch", "rft", "rfc/rft", "rft/rfc", "patch/rfc", "rfc/patch"}:
            self.rfc = self.rfc or word != "rft"
            self.patch = True
        elif word in {"resend", "repost", "re-send", "resent"}:
            self.resend = True
            self.patch = True
        elif word in {"pull", "pull-request"}:
            self.pull = True
            self.others.append(word)
        elif found := _VERSION.match(word):
            self.versioned(found, word)
        elif found := _GLUED_VERSION.match(word):
            self.patch = True
            self.rfc = self.rfc or found[1] is not None
            if self.version is None:
                self.version = int(found[2])
                self.point = int(found[3]) if found[3] else None
        elif is_tree(word):
            if self.tree is None:
                self.tree = word
            else:
                self.others.append(word)
        elif word:
            self.others.append(word)

    def versioned(self, found: re.Match[str], word: str) -> None:
        """`v5` or `v5.1`; QUIRK: `v6.18` is a kernel, not the 18th point revision of v6."""
        point = int(found[2]) if found[2] else None
        if point is not None and point > 9:
            self.others.append(word)
        elif self.version is None:
            self.version = int(found[1])
            self.point = point


def _bracket(subject: str, at: int) -> int:
    """Offset behind the `]` that closes the `[` at `at` (nested ones counted); -1 if none does."""
    depth = 0
    for offset in range(at, len(subject)):
        letter = subject[offset]
        if letter == "[":
            depth += 1
        elif letter == "]":
            depth -= 1
            if not depth:
                return offset + 1
    return -1


def read_subject(raw: str | None, profile: Profile) -> Subject:
    """Take a decoded subject line apart; never raises.

    `kind` is what the line alone says: "reply", "cover" (0/n), "patch" (any other prefix of a posting), "pull" or "other".
    """
    if not raw:
        return Subject("other", "")
    return _read(raw[:LIMIT], profile.trees, profile.tree_patterns)


@lru_cache(maxsize=2048)  # replies repeat the subject of what they answer
def _read(raw: str, trees: tuple[str, ...], patterns: tuple[str, ...]) -> Subject:
    rest = " ".join(raw.split())
    is_tree = _tree_test(trees, patterns)
    prefix = _Prefix()
    reply = False
    while rest:
        if rest[0] == "[":
            end = _bracket(rest, 0)
            if end < 0 and re.match(r"(?i)\[[^\]]{0,40}\bpatch", rest):
                # QUIRK: a line cut within its brackets.
                prefix.group(rest[1:].replace("[", " "), is_tree)
                rest = ""
                break
            if end < 0 or (not rest[end:].strip(" :") and (prefix.patch or prefix.numbered)):
                break
            prefix.group(rest[1 : end - 1].replace("[", " ").replace("]", " "), is_tree)
            rest = rest[end:].lstrip(" :：")
            continue
        answer = _REPLY.match(rest)
        if not answer:
            break
        word = answer[1].lower()
        behind = rest[answer.end() :]
        # QUIRK: any mailer's short word before a bracket is an answer mark (`Antw:`, `Vast:`), unless it names a subsystem.
        foreign = behind[:1] == "[" and len(word) <= 5 and word.isalpha() and not is_tree(word)
        if prefix.patch or prefix.numbered or (word not in REPLY_WORDS and not foreign):
            break
        reply = True
        rest = behind
    return _judge(rest, prefix, reply, is_tree)


def _judge(title: str, prefix: _Prefix, reply: bool, is_tree: Callable[[str], bool]) -> Subject:  # noqa: FBT001 - private
    """The Subject of gathered brackets and the title behind them."""
    posting = bool(prefix.patch or prefix.numbered or prefix.version is not None or prefix.tree)
    if not posting and not prefix.pull:
        bare = _BARE.match(title)
        if bare and ("PATCH" in bare[1] or any(map(str.isdigit, bare[1]))):
            prefix.group(bare[1], is_tree)
            title = title[bare.end() :]
            posting = True
        elif counter := _BARE_COUNTER.match(title):
            prefix.numbered, prefix.index, prefix.total = True, int(counter[1]), int(counter[2])
            title = title[counter.end() :]
            posting = True
    if posting and prefix.version is None:
        head = _TITLE_VERSION.match(title)
        tail = None if head else _TAIL_VERSION.search(title, max(0, len(title) - 20))
        if head:
            prefix.version, title = int(head[1]), title[head.end() :]
        elif tail:
            prefix.version, title = int(tail[1] or tail[2] or tail[3]), title[: tail.start()]
    title = title.strip()
    others = tuple(prefix.others)
    if not posting:
        pull = prefix.pull or _PULL.match(title) is not None
        kind = "reply" if reply else "pull" if pull else "other"
        return Subject(kind, title, reply=reply, prefixes=others)  # type: ignore[arg-type]
    index = prefix.index if prefix.numbered else 1
    total = prefix.total if prefix.numbered else 1
    return Subject(
        kind="reply" if reply else "cover" if prefix.numbered and index == 0 else "patch",
        title=title,
        version=prefix.version if prefix.version is not None else 1,
        index=index,
        total=total,
        reply=reply,
        rfc=prefix.rfc,
        resend=prefix.resend,
        tree=prefix.tree,
        numbered=prefix.numbered,
        versioned=prefix.version is not None,
        point=prefix.point,
        prefixes=others,
    )
