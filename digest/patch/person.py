# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads the person a trailer names: `Name <addr> (note)`, in every dress that archives give an address.

Not RFC 5322: kernel trailers keep inner quotes, bare commas and brackets in names, and archives mask (`x at y`, `x@xxxx`, `x...@y`).
"""

import re
from functools import lru_cache

import msgspec

from digest import mail
from digest.model import Address

# An address between angle brackets, whatever an archive made of it; HTML mailers repeat it as <a@b<mailto:a@b>>.
_ANGLE = re.compile(r"<[ ]?([^<>\n]{1,200}?)[ ]?(?:<mailto:[^<>\n]{0,200}>|\[mailto:[^\]\n]{0,200}\])?[ ]?>")
_BARE = re.compile(
    r"(?<![\w.+@=/-])([\w.+=/-]{1,80}(?:@|\(a\)|_at_|[ ]at[ ]|[ ]\(\)[ ])[\w-]{1,63}(?:(?:\.|[ ]![ ]|[ ]dot[ ])[\w-]{1,63}){1,6})(?![\w@])"
)
_PLAIN = re.compile(r"[^\s@<>(),;:]{1,100}@[^\s@<>(),;]{1,200}\Z")
_SPELT = re.compile(r"(?i)[ ]?(?:\(a\)|_at_|\(at\)|\[at\]|[ ]at[ ]|[ ]\(\)[ ])[ ]?")
_MASK = re.compile(r"(?i)\.\.\.|…|x{4,}|\*{3,}|hidden|redacted|protected|removed")
_NOTE = re.compile(r"[ \t]*(?:#[ \t]*(?P<hash>.{1,300})|\((?P<round>[^()]{1,200})\)|\[(?P<square>[^\[\]]{1,200})\]|(?P<rest>.{1,300}))")


class Named(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A person, the words of the value that name them (its length from the start), and the note behind."""

    person: Address
    length: int
    note: str | None = None


def read_address(words: str) -> tuple[str | None, bool]:
    """An address as written between brackets: (address, masked), masked where an archive hid (part of) it."""
    words = words.strip()
    if _PLAIN.match(words) and not _MASK.search(words):
        return words, False
    person = mail.address(f"<{words}>")
    return (person.email or words or None), person.masked or person.email is None


@lru_cache(maxsize=4096)  # the same people sign everything
def read_person(value: str) -> Named | None:
    """The person at the start of a trailer's value, or None where it names nobody by an address.

    A bracket before the address belongs to the name (`Dev (COMPANY) <a@b>`); what stands behind it is the note.
    """
    found = _ANGLE.search(value, 0, 400)
    if found and ("@" in found[1] or _SPELT.search(found[1]) or _MASK.search(found[1])):
        email, masked = read_address(found[1])
        return Named(Address(_name(value[: found.start()]), email, masked), found.end(), _note(value[found.end() :]))
    bare = _BARE.search(value, 0, 400)
    if not bare:
        return None
    email, masked = read_address(bare[1])
    before = value[: bare.start()].strip()
    behind = value[bare.end() :]
    old = re.match(r"[ \t]{1,4}\(([^()]{1,100})\)", behind)  # user@example.com (First Last)
    if not before and old and not _looks_note(old[1]):
        return Named(Address(_name(old[1]), email, masked), bare.end() + old.end(), _note(behind[old.end() :]))
    if before and not _is_name(before.rstrip("(<[ ")):
        return None
    closing = len(behind) - len(behind.lstrip(")>] "))
    return Named(Address(_name(before.rstrip("(<[ ")), email, masked), bare.end() + (closing if before else 0), _note(behind[closing:]))


def read_name(value: str) -> Named | None:
    """A person named without any address ("Reviewed-by: Rita Reviewer"): two to five capitalised words and nothing else but a note."""
    head = re.split(r"[ \t](?:#|\(|\[|<)", value, maxsplit=1)[0].strip().rstrip("<").strip()
    if not _is_name(head) or not 2 <= len(head.split()) <= 6:
        return None
    return Named(
        Address(_name(head), None, masked=True),
        value.index(head) + len(head),
        _note(value[value.index(head) + len(head) :].removeprefix(" <>")),
    )


def _looks_note(words: str) -> bool:
    """Whether bracketed words behind an address are a remark rather than a name."""
    return not _is_name(words) or words[:1].islower()


def _is_name(words: str) -> bool:
    """Whether words could name a person: few, no sentence, mostly capitalised."""
    if not words or len(words) > 80 or (words[-1] in ".?!:;" and not words.endswith((" Jr.", " Sr."))):
        return False
    parts = words.split()
    if len(parts) > 7 or any(char in words for char in "=/|{}%"):
        return False
    capital = sum(not part[:1].islower() for part in parts)
    return capital * 2 >= len(parts) and parts[0][:1].isalpha() | (parts[0][:1] in "\"'(")


def _name(words: str) -> str | None:
    """A display name: outer quotes gone, blanks squeezed."""
    words = " ".join(words.split())
    if len(words) >= 2 and words[0] == words[-1] and words[0] in "\"'" and words[0] not in words[1:-1]:
        words = words[1:-1].strip()
    return words or None


def _note(behind: str) -> str | None:
    """What is said behind the address: `# x`, `(x)`, `[x]` or plain words; punctuation alone is nothing."""
    found = _NOTE.match(behind)
    if not found:
        return None
    words = (found["hash"] or found["round"] or found["square"] or found["rest"] or "").strip()
    words = words.lstrip(",;:- ").strip() if found["rest"] else words
    return words if any(char.isalnum() for char in words) else None
