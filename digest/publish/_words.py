# SPDX-License-Identifier: GPL-2.0-or-later
"""Words on their way out: control characters made visible, dates, signed figures, people.

Directional and invisible characters can make a line read as something else (Trojan Source, CVE-2021-42574), so each is shown as a
boxed code, and none reaches a page raw.
"""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import TypeVar

import msgspec
from markupsafe import Markup, escape

try:
    from markupsafe import _escape_inner  # type: ignore[attr-defined]  # what `escape` calls, without a Markup around it
except ImportError:

    def _escape_inner(s: str, /) -> str:
        return str(escape(s))


from digest.model import Person

# C0 without tab and newline, DEL, C1, soft hyphen, fillers, zero-width and directional marks, line separators, BOM, annotation
# marks, noncharacters, lone surrogates, tag characters.
_ODD_SET = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\ufdd0-\ufdef\ud800-\udfff\U000e0000-\U000e007f"
)
_ODD = re.compile(f"[{_ODD_SET}" + "".join(chr((plane << 16) | 0xFFFE) + chr((plane << 16) | 0xFFFF) for plane in range(1, 17)) + "]")
_AFTER_NAMES = frozenset({"jr", "sr", "ii", "iii", "phd", "md", "inc", "ltd", "llc", "corp", "gmbh", "ag", "co"})
_ADDRESS = re.compile(r"(?<![\w.+-])([\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8})(?=[\w-])")

MINUS = "\u2212"
THIN = "\u00a0"

Entry = TypeVar("Entry")


def _chip(match: re.Match[str]) -> str:
    return f'<span class="uni">U+{ord(match[0]):04X}</span>'


def _code(match: re.Match[str]) -> str:
    return f"[U+{ord(match[0]):04X}]"


def shown(value: object) -> object:
    """What a template prints: text with its odd characters as boxed codes; anything else as it is."""
    if type(value) is str and not value.isprintable() and _ODD.search(value):
        return Markup(_ODD.sub(_chip, str(escape(value))))  # noqa: S704  escaped in the same breath
    return value


def printed(value: object) -> str:
    """What a template prints, as HTML: text escaped, its odd characters as boxed codes; Markup as it is."""
    if type(value) is str:
        html = _escape_inner(value)
        return html if html.isprintable() else _ODD.sub(_chip, html)
    if type(value) is Markup:
        return value
    return str(escape(shown(value)))


def escaped(text: str) -> str:
    """HTML of a text, newlines kept, odd characters as boxed codes."""
    html = _escape_inner(text)
    # Line feeds and tabs are not printable; without them isprintable is a hundred times faster than the pattern.
    return html if html.replace("\n", "").replace("\t", "").isprintable() else _ODD.sub(_chip, html)


def plain(text: str) -> str:
    """Text for places that hold no markup (title, feeds): odd characters as `[U+202E]`."""
    return text if text.isprintable() else _ODD.sub(_code, text)


def one_line(text: str | None) -> str:
    """Plain text on one line; for every header, title and feed field.  No CR, LF, ESC or other control character is left."""
    if not text:
        return ""
    return plain(" ".join(text.split()))


def cut(text: str, width: int) -> str:
    """At most `width` characters, cut at a word with an ellipsis."""
    if len(text) <= width:
        return text
    head = text[: width - 1]
    at = head.rfind(" ")
    return (head[:at] if at > width // 2 else head).rstrip(" ,;:.-") + "…"


def stamp(date: datetime | None) -> str:
    """`2026-11-24T08:15:03Z`, for datetime attributes."""
    return f"{date.date().isoformat()}T{date.hour:02}:{date.minute:02}:{date.second:02}Z" if date else ""


def day(date: datetime | None) -> str:
    """`2026-11-24`."""
    return date.date().isoformat() if date else "no date"


def minute(date: datetime | None) -> str:
    """`2026-11-24 08:15 UTC`."""
    return f"{date.date().isoformat()} {date.hour:02}:{date.minute:02} UTC" if date else "no date"


def days(since: datetime | None, now: datetime) -> int:
    """Whole days from one to the other, never negative; 0 where unknown."""
    return max(0, (now - since).days) if since else 0


def age(since: datetime | None, now: datetime) -> str:
    """`6 d`; from 1000 days on whole years, `3 y`."""
    number = days(since, now)
    return f"{number} d" if number < 1000 else f"{number // 365} y"


def signed(percent: float) -> str:
    """`+12.4 %` with a true minus sign and a no-break space."""
    number = f"{abs(percent):,.1f}"
    if number == "0.0":
        return f"0.0{THIN}%"
    return f"{'+' if percent > 0 else MINUS}{number}{THIN}%"


def claimed(percent: float) -> str:
    """A change as a mail claims it, with the digits it gives: `+0.15 %`."""
    number = f"{abs(percent):,.10g}"
    return f"{'+' if percent > 0 else MINUS if percent < 0 else ''}{number}{THIN}%"


def count(number: int, one: str, many: str | None = None) -> str:
    """`1 patch`, `3 patches`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def ranges(numbers: Iterable[int]) -> str:
    """`1–3, 5` of ascending numbers."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs)


def tool(name: str) -> str:
    """What a page calls a tool: figures that no tool's grammar read stand in the text."""
    return "in the text" if name in ("", "unknown") else one_line(name)


def domain(person: Person) -> str:
    """`@halden.example`, or nothing where the archive hid it."""
    return "@" + person.email.rpartition("@")[2] if person.email and "@" in person.email else ""


def called(person: Person) -> str:
    """A person's name, else the address, else "somebody"."""
    return person.name or person.email or "somebody"


def usual(name: str) -> str:
    """A name in its usual order: `Last, First` turned round, anything else as it is."""
    last, comma, first = name.partition(", ")
    words = f"{last} {first}".split()
    if not comma or "," in first or not last.strip() or not first.strip() or len(words) > 5:
        return name
    plain = all(word.replace("-", "").replace(".", "").replace("'", "").isalpha() for word in words)
    return f"{first.strip()} {last.strip()}" if plain and first.strip(" .").lower() not in _AFTER_NAMES else name


def listed(words: Iterable[str]) -> str:
    """`a, b and c`."""
    items = list(words)
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1] if items else ""


def veiled_text(text: str) -> str:
    """Addresses that no harvester reads: the last dot of the domain becomes a bullet, as public-inbox does."""
    return _ADDRESS.sub(lambda match: match[1][:-1] + "\u2022", text) if "@" in text else text


# Fields that identify a mail: changed, they would lead nowhere.
_KEPT = frozenset({"key", "message_id", "parent", "cover", "id", "first", "at"})


def _veil(value: object, name: str) -> object:
    if isinstance(value, str):
        return value if name in _KEPT else veiled_text(value)
    if isinstance(value, dict):
        return {key: _veil(item, key) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_veil(item, name) for item in value]
    return value


def veiled(entry: Entry) -> Entry:
    """The same Summary or Row with every address in every text veiled; message-ids stay, as links need them."""
    return msgspec.convert(_veil(msgspec.to_builtins(entry), ""), type(entry))
