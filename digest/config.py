# SPDX-License-Identifier: GPL-2.0-or-later
"""Configuration: TOML, layered (command line, environment, project, user, defaults), validated with nearest-name hints.

A profile (trees, robots, lists of one mailing list) is a TOML file too: one of `profiles/` by name, or a path.
"""

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from digest.errors import UsageError
from digest.model import Profile

PROJECT_FILE = "netdev-digest.toml"
_PROFILES = Path(__file__).with_name("profiles")


class Settings(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """What the command line may leave out.  Names are those of the long options."""

    store: str | None = None
    jobs: int | None = None
    executor: str | None = None
    since: str | None = None
    until: str | None = None
    now: str | None = None
    format: str | None = None
    profile: str | None = None
    maintainers: str | None = None
    mailmap: str | None = None
    git: str | None = None
    corrections: str | None = None
    takedown: str | None = None
    strict: bool | None = None
    base_url: str | None = None
    title: str | None = None
    archive_url: str | None = None
    window: int | None = None
    templates: str | None = None
    obfuscate_emails: bool | None = None
    no_search: bool | None = None


def nearest(word: str, known: list[str]) -> str:
    """A hint such as ` (did you mean "jobs"?)`, or nothing."""
    close = difflib.get_close_matches(word, known, n=1)
    return f' (did you mean "{close[0]}"?)' if close else ""


def _table(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{path}: {error}") from error


def _checked(table: dict[str, Any], origin: str) -> dict[str, Any]:
    known = [field.encode_name for field in msgspec.structs.fields(Settings)]
    for key in table:
        if key not in known:
            raise UsageError(f'{origin}: unknown key "{key}"{nearest(key, known)}')
    try:
        msgspec.convert(table, Settings)
    except msgspec.ValidationError as error:
        raise UsageError(f"{origin}: {error}") from error
    return table


def load(environ: Mapping[str, str], explicit: str | None = None) -> Settings:
    """The layered settings: user file, then project file (or the one named with --config), then NETDEV_DIGEST_* variables."""
    merged: dict[str, Any] = {}
    home = environ.get("XDG_CONFIG_HOME") or str(Path(environ.get("HOME", "/nonexistent")) / ".config")
    user = Path(home) / "netdev-digest" / "config.toml"
    if user.is_file():
        merged |= _checked(_table(user), str(user))
    project = Path(explicit) if explicit else Path(PROJECT_FILE)
    if explicit and not project.is_file():
        raise UsageError(f"{explicit}: no such configuration file")
    if project.is_file():
        merged |= _checked(_table(project), str(project))
    elif Path("pyproject.toml").is_file():
        merged |= _checked(_table(Path("pyproject.toml")).get("tool", {}).get("netdev-digest", {}), "pyproject.toml")
    fields = {field.encode_name: field.type for field in msgspec.structs.fields(Settings)}
    for name, kind in fields.items():
        value = environ.get("NETDEV_DIGEST_" + name.upper().replace("-", "_"))
        if value is not None:
            try:
                merged[name] = msgspec.convert(value, kind, strict=False)
            except msgspec.ValidationError as error:
                raise UsageError(f"NETDEV_DIGEST_{name.upper().replace('-', '_')}: {error}") from error
    return msgspec.convert(merged, Settings)


def profiles() -> list[str]:
    """Names of the profiles that come with the program."""
    return sorted(entry.name[:-5] for entry in _PROFILES.iterdir() if entry.name.endswith(".toml"))


def profile(name: str) -> Profile:
    """The profile of that name, or of that file (anything with a slash or `.toml`)."""
    if "/" in name or name.endswith(".toml"):
        path = Path(name)
        if not path.is_file():
            raise UsageError(f"{name}: no such profile file")
        text, origin = path.read_bytes(), name
    else:
        if name not in profiles():
            raise UsageError(f'unknown profile "{name}"{nearest(name, profiles())}; known: {", ".join(profiles())}')
        text, origin = (_PROFILES / f"{name}.toml").read_bytes(), f"profile {name}"
    try:
        return msgspec.toml.decode(text, type=Profile)
    except (msgspec.ValidationError, msgspec.DecodeError, RecursionError) as error:
        raise UsageError(f"{origin}: {error}") from error


def pick(options: Mapping[str, Any], settings: Settings, name: str, default: Any = None) -> Any:
    """What an option is: as given, else as configured, else the default."""
    given = options.get(name)
    configured = getattr(settings, name, None)
    return given if given is not None else configured if configured is not None else default


def date(text: str | None, option: str) -> datetime | None:
    """The moment that an option names, UTC; UsageError names the option."""
    if text is None:
        return None
    shape = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?(?:Z|\+00:?00)?", text.strip())
    if not shape:
        raise UsageError(f"{option}: {text!r} is no date such as 2026-11-30 or 2026-11-30T12:00:00Z")
    try:
        year, month, day, hour, minute, second = (int(part or 0) for part in shape.groups())
        return datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    except ValueError as error:
        raise UsageError(f"{option}: {text!r}: {error}") from error


def text_of(path: str | None, option: str) -> str | None:
    """The text of the file that an option names; UsageError where it cannot be read."""
    if path is None:
        return None
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"{option} {path}: {error.strerror or error}") from error


def codes(text: str | None, option: str, known: Iterable[str]) -> tuple[str, ...]:
    """Rule codes or their beginnings, `ND101,ND2`; one that no rule begins with is a UsageError that names the nearest."""
    every = list(known)
    given = tuple(part.strip().upper() for part in (text or "").split(",") if part.strip())
    for code in given:
        if not any(rule.startswith(code) for rule in every):
            raise UsageError(f'{option}: no rule has the code "{code}"{nearest(code, every)}')
    return given


def takedown(text: str | None) -> tuple[str, ...]:
    """Message-ids of a takedown list: one a line, with or without <>, `#` starts a remark."""
    lines = (line.partition("#")[0].strip().strip("<>") for line in (text or "").split("\n"))
    return tuple(sorted({line for line in lines if line}))
