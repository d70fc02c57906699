# SPDX-License-Identifier: GPL-2.0-or-later
"""Who is the same person: addresses folded, .mailmap applied, never a display name alone.  gitmailmap(5), b4's `email_eq`."""

import hashlib
import re
import unicodedata
from functools import lru_cache

from digest.model import Address

_LINE = re.compile(r"([^<>]{0,200})<([^<>]{1,200})>(?:([^<>]{0,200})<([^<>]{1,200})>)?")


class Mailmap:
    """The entries of a git .mailmap: by (address, name) and by address alone.  Lines that are none are passed over."""

    __slots__ = ("_by_address", "_by_both")

    def __init__(self, text: str = "") -> None:
        self._by_address: dict[str, tuple[str | None, str | None]] = {}
        self._by_both: dict[tuple[str, str], tuple[str | None, str | None]] = {}
        for line in text.split("\n"):
            line = line.partition("#")[0].strip()
            found = _LINE.fullmatch(line) if line else None
            if found is None:
                continue
            name = found[1].strip() or None
            if found[4] is None:
                self._by_address[found[2].strip().lower()] = (name, None)
                continue
            new, old_name, old = found[2].strip(), found[3].strip(), found[4].strip().lower()
            if old_name:
                self._by_both[old, old_name.casefold()] = (name, new)
            else:
                self._by_address[old] = (name, new)

    def __bool__(self) -> bool:
        return bool(self._by_address or self._by_both)

    def apply(self, person: Address) -> Address:
        """The person as the map names them; masked and missing addresses stay as they are."""
        if person.email is None or person.masked:
            return person
        email = person.email.lower()
        found = self._by_both.get((email, (person.name or "").casefold())) or self._by_address.get(email)
        if found is None:
            return person
        return Address(found[0] or person.name, found[1] or person.email)


@lru_cache(maxsize=4096)
def canonical(email: str) -> str:
    """An address in the one spelling that equal persons share: lower case, no +suffix, no host below a company's mail domain.

    A sub-domain is dropped only from the known shape `host.company.tld` where three labels are left of which the last two are a
    company's (b4's rule: one label deeper); public suffixes such as `co.uk` keep their third label.
    """
    local, at, domain = email.strip().lower().rpartition("@")
    if not at:
        return email.strip().lower()
    local = local.partition("+")[0] or local
    labels = domain.strip(".").split(".")
    if len(labels) == 3 and labels[0] in _HOSTS and not (len(labels[1]) <= 3 and len(labels[2]) == 2):
        labels = labels[1:]
    return f"{local}@{'.'.join(labels)}"


# Hosts under which companies give the same local part as under the domain itself: a mail system's name, never an organisation's.
_HOSTS = frozenset(("linux", "mail", "smtp", "mx", "os", "opensource", "oss", "dev", "corp"))


def same_person(a: Address, b: Address, mailmap: Mailmap | None = None) -> bool:
    """Whether two writings are of one person: equal addresses after folding; one domain a label deeper than the other counts as equal.

    A name decides only where an address is missing or hidden on either side, and then the part that is left must not contradict.
    """
    if mailmap:
        a, b = mailmap.apply(a), mailmap.apply(b)
    if a.email and b.email and not a.masked and not b.masked:
        one, other = canonical(a.email), canonical(b.email)
        return one == other or _deeper(one, other)
    if not a.name or not b.name or fold_name(a.name) != fold_name(b.name):
        return False
    return not (a.email and b.email) or _may_be(a, b)


def _deeper(one: str, other: str) -> bool:
    """b4's rule: same local part, and one domain is the other with a single label in front."""
    left, _, domain = one.partition("@")
    right, _, second = other.partition("@")
    if left != right or not domain or not second:
        return False
    if len(domain) < len(second):
        domain, second = second, domain
    head = domain.removesuffix("." + second)
    return head != domain and "." not in head and "." in second


def _may_be(a: Address, b: Address) -> bool:
    """Whether a masked address can be the other: each part that was left must agree (`bra...@example.com`, `tom@xxxx`)."""
    hidden, shown = (a, b) if a.masked else (b, a)
    one, other = (hidden.email or "").lower(), (shown.email or "").lower()
    local, at, domain = one.partition("@")
    left, _, right = other.partition("@")
    if not at:
        return True
    head = _MASKED_TAIL.split(local)[0]
    return (left.startswith(head) if head else True) and (right == domain or bool(_HIDDEN.search(domain)) or shown.masked)


_MASKED_TAIL = re.compile(r"\.{2,}|\u2026|\*{2,}|x{3,}")
_HIDDEN = re.compile(r"\.{2,}|\u2026|\*{2,}|x{3,}|hidden|^$")


@lru_cache(maxsize=4096)
def fold_name(name: str) -> str:
    """A name for comparing: NFC, case folded, `Last, First` turned round, runs of blanks made one.

    Letters of other scripts that only look alike stay different, so a name in mixed scripts never equals the plain one.
    """
    text = unicodedata.normalize("NFC", name).casefold()
    last, comma, first = text.partition(",")
    if comma and first.strip() and "," not in first:
        text = f"{first} {last}"
    return " ".join(text.split())


@lru_cache(maxsize=4096)
def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:12]


def person_id(person: Address, mailmap: Mailmap | None = None) -> str:
    """12 hex digits of the unified person.  Without a whole address it is of the name, marked so that it equals no address's."""
    if mailmap:
        person = mailmap.apply(person)
    if person.email and not person.masked:
        return _hash(canonical(person.email))
    if person.name:
        return _hash(f"name\n{fold_name(person.name)}")
    return _hash(f"masked\n{(person.email or '').lower()}")
