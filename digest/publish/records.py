# SPDX-License-Identifier: GPL-2.0-or-later
"""The same facts as JSON, and the JSON Schema that they validate against (draft 2020-12, made from the types themselves)."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from digest.model import MessageEntry, ProblemEntry, Row, SeriesEntry, Summary
from digest.publish._places import within
from digest.publish._site import Account, File, Rows, Site

NAME = "records"
SCHEMA = "netdev-digest/1"


class SeriesDocument(msgspec.Struct, frozen=True):
    """`/data/v1/s/<id>.json`: the shape of `show --json` for one series, without what changes from build to build."""

    schema: str
    messages: tuple[MessageEntry, ...]
    series: tuple[SeriesEntry, ...]
    problems: tuple[ProblemEntry, ...]


class MonthDocument(msgspec.Struct, frozen=True):
    """`/data/v1/m/2026-11.json`: the list rows of a month."""

    schema: str
    month: str
    series: tuple[Row, ...]


class MonthEntry(msgspec.Struct, frozen=True):
    """One month of the index and its file, relative to the index."""

    month: str
    path: str


class Generated(msgspec.Struct, frozen=True):
    """By which version, as of when."""

    version: str
    now: str


class Counts(msgspec.Struct, frozen=True):
    """Messages shown; with the next three, all that came in; and the series made of them."""

    messages: int
    duplicates: int
    unreadable: int
    left_out: int
    series: int


class IndexDocument(msgspec.Struct, frozen=True):
    """`/data/v1/index.json`: the months, and what was read."""

    schema: str
    generated: Generated
    counts: Counts
    months: tuple[MonthEntry, ...]


DOCUMENTS = (SeriesDocument, MonthDocument, IndexDocument)

_encoder = msgspec.json.Encoder(order="deterministic")


def _encode(document: object) -> bytes:
    try:
        return _encoder.encode(document)
    except UnicodeEncodeError:
        # A lone surrogate is no character: JSON in UTF-8 cannot hold it.
        return _encoder.encode(_whole(msgspec.to_builtins(document)))


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_whole(key): _whole(item) for key, item in value.items()}
    return [_whole(item) for item in value] if isinstance(value, list | tuple) else value


def of_series(summary: Summary, _site: Site, /) -> Iterator[File]:
    """The record of a series."""
    document = SeriesDocument(SCHEMA, tuple(letter.message for letter in summary.letters), (summary.series,), summary.problems)
    yield File(f"data/v1/s/{summary.series.id}.json", _encode(document) + b"\n")


def of_lists(rows: Rows, site: Site, account: Account, only: frozenset[str] | None, /) -> Iterator[File]:
    """The months, the schema, and the index that names them."""
    months = [name[2:] for name in rows.list_names() if name.startswith("a/")]
    for month in months:
        if only is None or f"a/{month}" in only:
            found = sorted(within(rows, f"a/{month}", site), key=lambda row: row.id)
            yield File(f"data/v1/m/{month}.json", _encode(MonthDocument(SCHEMA, month, tuple(found))) + b"\n")
    yield File("data/v1/schema.json", schema())
    index = IndexDocument(
        SCHEMA,
        Generated(site.version, site.now.strftime("%Y-%m-%dT%H:%M:%SZ")),
        Counts(account.messages, account.duplicates, account.unreadable, account.left_out, account.series),
        tuple(MonthEntry(month, f"m/{month}.json") for month in months),
    )
    yield File("data/v1/index.json", _encode(index) + b"\n")


@cache
def schema() -> bytes:
    """The JSON Schema of all documents: any one of them validates against it."""
    refs, components = msgspec.json.schema_components(DOCUMENTS, ref_template="#/$defs/{name}")
    document: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "schema.json",
        "title": SCHEMA,
        "anyOf": list(refs),
        "$defs": components,
    }
    return msgspec.json.format(_encode(document), indent=1) + b"\n"
