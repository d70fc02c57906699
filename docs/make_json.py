# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes `docs/json.md` from the published JSON Schema: every document, every field, in the schema's own words.

Run `python docs/make_json.py` after a change of the model; a test says when that was forgotten.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from digest import document
from digest.model import BenchEntry, MessageEntry, ProblemEntry, SeriesEntry
from digest.publish import records

HERE = Path(__file__).parent

HEAD = f"""# JSON reference

Made by `docs/make_json.py` from the schema that every site publishes as `/data/v1/schema.json` (JSON Schema, draft 2020-12).
All names are a promise: within `{document.SCHEMA}` fields may be added, none is renamed or dropped; `tests/data/promise.json` holds them.

- **KEY** is a message-id without `<>`; for a mail without one, `x-` and 12 hex digits.
- Dates (`date`, `now`; `first`, `last` and `waiting_since` of a Row) are UTC, `2014-04-10T22:57:59Z`. What a mail does not say is `null`.
- `line` and `column` count from 1 in the mail's decoded body; `text` and `original` stand there letter for letter.

## Documents

| from | is |
|---|---|
| `show --json` | [ShowDocument](#showdocument) |
| `board --json` | `schema`, `groups`: each with `group`, `reason` and `rows` |
| `bench --json` | `blocks` (of [Block](#block)), `comparisons` (of [Comparison](#comparison)) |
| `explain --json` | `message` ([MessageEntry](#messageentry)), `decisions`: each with `what`, `value`, `rule`, `evidence` |
| `check --json` | `schema`, `findings`: each a [Finding](#finding) with the `series` and `title` it is about |
| `/data/v1/index.json` | [IndexDocument](#indexdocument) |
| `/data/v1/m/2026-11.json` | [MonthDocument](#monthdocument) |
| `/data/v1/s/<id>.json` | [SeriesDocument](#seriesdocument) |
"""


class ShowDocument(msgspec.Struct, frozen=True):
    """`show --json`: everything read from the archives given.  `other_benchmarks` are those of mails that belong to no series."""

    schema: str
    generated: records.Generated
    counts: records.Counts
    messages: tuple[MessageEntry, ...]
    series: tuple[SeriesEntry, ...]
    other_benchmarks: tuple[BenchEntry, ...]
    problems: tuple[ProblemEntry, ...]


def words(schema: dict[str, Any]) -> str:
    """A type in words; a type of its own as a link."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(words(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " \\| ".join(f"`{one}`" for one in schema["enum"])
    kind = schema.get("type", "any")
    if "prefixItems" in schema:
        return "[" + ", ".join(words(one) for one in schema["prefixItems"]) + "]"
    if kind == "array":
        return f"list of {words(schema.get('items') or {})}"
    if kind == "object":
        return f"object of {words(schema.get('additionalProperties') or {})}"
    return "date" if schema.get("format") == "date-time" else str(kind)


def section(name: str, schema: dict[str, Any]) -> str:
    """One type: what it is, and a row a field."""
    lines = [f"## {name}", "", str(schema.get("description", "")).strip(), "", "| field | is | default |", "|---|---|---|"]
    for field, inner in schema["properties"].items():
        default = "" if field in schema.get("required", ()) else f"`{json.dumps(inner.get('default'))}`"
        lines.append(f"| `{field}` | {words(inner)} | {default} |")
    return "\n".join(lines) + "\n"


def types() -> dict[str, dict[str, Any]]:
    """The schema of each type by its name."""
    return msgspec.json.schema_components((ShowDocument, *records.DOCUMENTS), ref_template="#/$defs/{name}")[1]


def closed(schema: dict[str, Any]) -> list[str]:
    """The words of a closed list, null left aside; nothing for any other type."""
    if "anyOf" in schema:
        return [word for one in schema["anyOf"] for word in closed(one)]
    return [word for word in schema.get("enum", ()) if word is not None]


def files() -> dict[Path, str]:
    """The page and its text."""
    sections = (section(name, schema) for name, schema in sorted(types().items()))
    return {HERE / "json.md": HEAD + "\n" + "\n".join(sections)}


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
