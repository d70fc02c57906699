# SPDX-License-Identifier: GPL-2.0-or-later
"""A maintainer's or site owner's corrections of wrong readings: TOML tables -> Records read otherwise, and the page says so.

    [[correction]]
    mail = "20261102.1234-1-ada@author.example"    # a message-id or KEY
    field = "version"                              # what was read wrong
    value = 3
    why = "the subject forgot the v3"

Fields: `kind`, `title`, `version`, `index`, `total`, `tree`, `rfc`, `resend` of a mail's subject; `author` ("Name <address>") and
`patch-author`; `parent` (the message-id it answers); `tags` ("none", or the mood of all its tags: plain, conditional, suggested,
withdrawn) or one of them as `tags.Reviewed-by`; `remarks` ("none"); `robot` ("none"); `state` (the contract's word, which then decides).
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, get_args

import msgspec

from digest.errors import UsageError
from digest.model import Address, Command, Record
from digest.model.patch import Kind
from digest.model.summary import StateValue
from digest.patch.court import CORRECTED
from digest.patch.person import read_person
from digest.patch.proof import words_of

MOODS = ("plain", "conditional", "suggested", "withdrawn")
_SUBJECT: Mapping[str, type] = {"title": str, "version": int, "index": int, "total": int, "tree": str, "rfc": bool, "resend": bool}


class Correction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One correction as written."""

    mail: str
    field: str
    value: str | int | bool
    why: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    correction: list[Correction] = []


@lru_cache(maxsize=2)
def read_corrections(text: str) -> Mapping[str, tuple[Correction, ...]]:
    """The corrections of a file by KEY.  Raises UsageError with the reason where one cannot be meant."""
    try:
        file = msgspec.convert(tomllib.loads(text), _File)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, RecursionError) as error:
        raise UsageError(f"corrections: {error}") from error
    found: dict[str, tuple[Correction, ...]] = {}
    for one in file.correction:
        _check(one)
        key = one.mail.strip().removeprefix("<").removesuffix(">")
        found[key] = (*found.get(key, ()), one)
    return found


def _check(one: Correction) -> None:
    name, _, key = one.field.partition(".")
    value = one.value
    good: bool
    if key and name != "tags":
        good = False
    elif name in _SUBJECT:
        good = type(value) is _SUBJECT[name] or (name == "tree" and value is False)
    elif name == "kind":
        good = value in get_args(Kind)
    elif name == "state":
        good = value in get_args(StateValue)
    elif name == "tags":
        good = value == "none" or value in MOODS
    elif name in {"author", "patch-author", "parent"}:
        good = isinstance(value, str) and bool(value)
    elif name in {"remarks", "robot"}:
        good = value == "none"
    else:
        known = ", ".join((*_SUBJECT, "kind", "state", "tags", "tags.KEY", "author", "patch-author", "parent", "remarks", "robot"))
        raise UsageError(f"corrections: {one.mail}: no field {one.field!r}; there are {known}")
    if not good:
        raise UsageError(f"corrections: {one.mail}: {one.field} cannot be {value!r}")


def corrected(records: Iterable[Record], text: str | None) -> list[Record]:
    """The records, those that a correction names read as it says, with a notice of each."""
    if not text:
        return list(records)
    by_key = read_corrections(text)
    return [_apply(record, by_key.get(record.key) or by_key.get(record.message_id or "", ())) for record in records]


def _apply(record: Record, corrections: tuple[Correction, ...]) -> Record:
    for one in corrections:
        name = one.field.partition(".")[0]
        change = _CHANGES.get(name, _subject)
        fields = change(record, one)
        notice = f"corrected by the site: {one.field} is {one.value} ({one.why})"
        record = msgspec.structs.replace(record, **fields, notices=(*record.notices, notice))
    return record


def _subject(record: Record, one: Correction) -> dict[str, Any]:
    fields: dict[str, Any] = {one.field: one.value if one.value is not False or one.field in {"rfc", "resend"} else None}
    if one.field in {"index", "total"}:
        fields["numbered"] = True
    if one.field == "version":
        fields["versioned"] = True
    return {"subject": msgspec.structs.replace(record.subject, **fields)}


def _person(value: object) -> Address:
    named = read_person(str(value))
    return named.person if named is not None else Address(name=str(value))


def _tags(record: Record, one: Correction) -> dict[str, Any]:
    key = one.field.partition(".")[2].lower()
    kept = []
    for trailer in record.trailers:
        if key and trailer.name.lower() != key:
            kept.append(trailer)
        elif one.value != "none":
            kept.append(msgspec.structs.replace(trailer, mood=one.value))
    return {"trailers": tuple(kept)}


def _state(record: Record, one: Correction) -> dict[str, Any]:
    spot = words_of(record)
    if spot is None:
        return {}
    return {"commands": (*record.commands, Command(CORRECTED, str(one.value), spot))}


_CHANGES: Mapping[str, Callable[[Record, Correction], dict[str, Any]]] = {
    "kind": lambda _, one: {"kind": one.value},
    "author": lambda _, one: {"author": _person(one.value)},
    "patch-author": lambda record, one: (
        {"patch": msgspec.structs.replace(record.patch, author=_person(one.value))} if record.patch is not None else {}
    ),
    "parent": lambda record, one: {"parents": (str(one.value), *[p for p in record.parents if p != one.value])},
    "tags": _tags,
    "remarks": lambda _, one: {"remarks": ()} if one.value == "none" else {},
    "robot": lambda _, one: {"robot": None} if one.value == "none" else {},
    "state": _state,
}
