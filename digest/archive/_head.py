# SPDX-License-Identifier: GPL-2.0-or-later
"""The block of header fields at the top of a copied mail, on lines of its own or run together into one line.

Line copies (lynx, w3m, html2text, a reader's extraction, copy and paste) dress each field as they like: bullets, emphasis, a
space before the colon, wrapped values.  Flattened copies keep the names alone as marks; where the last value ends, its own
grammar must say.
"""

import itertools
import re

import msgspec

from digest.archive import _text_flat

_PLAIN = (
    "from to cc bcc subject date sent message-id in-reply-to references reply-to sender newsgroups lines organization organisation "
    "xref archived-at user-agent mime-version return-path received delivered-to precedence errors-to approved approved-by cancel-lock "
    "authentication-results accept-language autocrypt auto-submitted importance priority sensitivity mailing-list mail-followup-to "
    "feedback-id require-recipient-valid-since suggested_attachment_session_id msip_labels keywords comments face list mail-reply-to "
    "disposition-notification-to domainkey-signature path nntp-posting-host nntp-posting-date lists"
)
_NAMES = frozenset(_PLAIN.split())
_FAMILY = re.compile(
    r"(?:x|arc|list|dkim|resent|original|thread|content|received|ironport|original-x|authentication|spamdiagnostic|msip)[-_][\w-]{1,60}$"
)
_LINE = re.compile(
    r"(?P<lead>[ \t]{0,12}(?:[*+#•·□○☆◦‣–-][ \t]{1,4})?)[*_]{0,2}(?P<name>[A-Za-z](?:[\w-]{0,60}[A-Za-z0-9]))[*_]{0,2}"
    r"[ \t]?:[*_]{0,2}(?:[ \t]{1,8}|(?=<)|$)(?P<value>.*)"
)
_FLAT = re.compile(r"(?<![\w<(/.:=-])(?P<name>[A-Z][A-Za-z]{0,24}(?:[-_][A-Za-z0-9]{1,24}){0,6})[ ]?:(?=[ ]|$)")
_TAIL = re.compile(r"[ \t]{1,40}(?:\(?\[(?:thread overview|\d{1,4})\].*|\((?:raw|permalink)(?: / raw)?\).*)$|[ \t]{0,40}\(raw$")


class Head(msgspec.Struct):
    """Header fields by lower-case name (the first of each name) and where in the text the block starts and the body begins."""

    fields: dict[str, str]
    start: int
    end: int


def known(name: str) -> bool:
    """Whether this word names a header field."""
    name = name.lower()
    return name in _NAMES or bool(_FAMILY.match(name))


def enough(fields: dict[str, str]) -> bool:
    """Whether these fields are a mail's: an author and what it is about or when."""
    return "from" in fields and ("subject" in fields or "date" in fields)


def on_lines(text: str, start: int = 0, *, reach: int = 60, body_first: int = 4) -> Head | None:
    """The first block of header lines that starts within `reach` lines of `start` (at most `body_first` long lines before it)."""
    at = start
    prose = 0
    for _ in range(reach):
        end = text.find("\n", at)
        line = text[at:] if end < 0 else text[at:end]
        if ":" in line:
            found = _LINE.match(line)
            if found and known(found["name"]):
                head = _block(text, at)
                if head is not None and enough(head.fields):
                    return head
                if head is not None and head.end > at:
                    at = head.end
                    continue
        if len(line) > 200:
            prose += 1
        if end < 0 or prose > body_first:
            return None
        at = end + 1
    return None


def _block(text: str, start: int) -> Head | None:
    fields: dict[str, str] = {}
    name = ""
    lead = ""
    at = start
    size = len(text)
    while at < size:
        end = text.find("\n", at)
        line = text[at:] if end < 0 else text[at:end]
        stop = size if end < 0 else end + 1
        found = _LINE.match(line)
        if found and known(found["name"]) and (not name or _as_led(lead, found["lead"])):
            if not name:
                lead = found["lead"]
            name = found["name"].lower()
            if name in fields and name in {"from", "subject", "date"}:
                break  # a second mail, or one that is quoted
            value = _TAIL.sub("", found["value"]).strip()
            if name not in fields:
                fields[name] = value
            else:
                name += "\0"
                fields[name] = value
        elif not line.strip():
            if len(fields) == 1 and at - start < 100 and _goes_on(text, stop, lead):
                at = stop
                continue
            break
        elif name and len(fields[name]) < 20000 and _continues(line, lead, fields[name]):
            fields[name] += _TAIL.sub("", f" {line.strip()}").rstrip()  # the value before has lost its tail
        else:
            break
        at = stop
    else:
        at = size
    while at < size and (end := text.find("\n", at)) >= 0 and not text[at:end].strip(" \t*_-━─—"):
        at = end + 1
    return Head({key: value for key, value in fields.items() if "\0" not in key}, start, at) if fields else None


def _as_led(first: str, lead: str) -> bool:
    return bool(first.strip()) == bool(lead.strip())


def _goes_on(text: str, at: int, lead: str) -> bool:
    end = text.find("\n", at)
    found = _LINE.match(text[at:] if end < 0 else text[at:end])
    return bool(found and found["name"].lower() in {"from", "to", "date", "subject", "cc"} and _as_led(lead, found["lead"]))


def _continues(line: str, lead: str, value: str) -> bool:
    """Whether this line goes on with the value above: indented deeper, or the value was left open."""
    indent = len(line) - len(line.lstrip(" \t"))
    if indent > len(lead) - len(lead.lstrip(" \t")):
        return not lead.strip() or not _LINE.match(line) or indent >= len(lead)
    if value.endswith(",") or value.count("<") > value.count(">") or value.count("(") > value.count(")"):
        return True
    return line.startswith(("<", ")")) and len(line) < 100


_COLUMN = re.compile(r"^[ \t]{0,8}(From|Subject|Date)[ \t]{1,12}([^\n]{1,400})$", re.MULTILINE)


def in_columns(text: str) -> Head | None:
    """Three lines `Date ...`, `From ...`, `Subject ...` without colons, as a table of lkml.org comes out."""
    found = list(_COLUMN.finditer(text, 0, 3000))
    for index in range(len(found) - 2):
        rows = found[index : index + 3]
        if {row[1] for row in rows} == {"From", "Subject", "Date"} and rows[2].start() - rows[0].end() < 500:
            fields = {row[1].lower(): row[2].replace("<>", "").strip() for row in rows}
            return Head(fields, rows[0].start(), rows[2].end())
    return None


# --- flattened -------------------------------------------------------------------------------------------------------------

_ADDRESS = r"(?:\"[^\"<>]{0,100}\"|[^<>,;:\"@]{0,80})[ ]?<[ ]?[^<>]{0,120}>|[\w.+=/-]{1,80}[ ]?(?:@|\(a\)| at )[\w.-]{1,80}"
_ENDS: tuple[tuple[frozenset[str], re.Pattern[str]], ...] = tuple(
    (frozenset(names.split()), re.compile(rule))
    for names, rule in (
        ("message-id", r"<[^<>]{1,250}>|[^\s<>]{1,200} \(\) [\w-]{1,64}(?: ! [\w-]{1,64}){0,8}|[^\s<>]{1,250}@[^\s<>]{1,120}|"),
        ("in-reply-to references", r"(?:<[^<>]{1,250}>[ ,]{0,3}){1,80}|(?:[^\s<>@]{1,250}@[^\s<>]{1,120}[ ]?){1,20}|"),
        (
            "date",
            (
                r"(?:[A-Z][a-z]{2},?[ ]{1,2})?\d{1,2} [A-Z][a-z]{2} \d{4} [\d:]{4,8}(?: [+-]\d{4}| [A-Z]{1,5}\b)?"
                r"(?: \([A-Z][\w +:-]{1,30}\))?|\d{4}-\d\d-\d\d [\d:]{4,8}(?: [A-Z]{3})?|"
            ),
        ),
        ("list-id", r"(?:[^<>:]{0,100}<[^<>]{1,120}>)|"),
        ("content-transfer-encoding precedence lines mime-version", r"[\w.-]{1,40}(?: \([^()]{1,60}\))?"),
        (
            "content-type content-disposition",
            r"[\w.+-]{1,40}/?[\w.+-]{0,60}(?:;[ ]?[\w*-]{1,40}=[ ]?(?:\"[^\"]{0,120}\"|[^\s;\"]{1,120})){0,8}",
        ),
        ("content-language accept-language", r"[a-zA-Z]{2}(?:-[A-Za-z]{2})?(?:, ?[a-zA-Z]{2}(?:-[A-Za-z]{2})?){0,6}"),
        ("sender reply-to errors-to return-path", rf"(?:{_ADDRESS})|"),
        ("from to cc delivered-to x-mailing-list x-original-to", rf"(?:(?:{_ADDRESS}|)[ ]?,[ ]?){{0,200}}(?:{_ADDRESS}|)"),
        ("list-subscribe list-unsubscribe list-archive list-help list-post", r"(?:<[^<>]{1,200}>(?:, )?){1,4}|(?:, ?){0,3}"),
        ("received", r"[^;]{0,900};[ ](?:[A-Z][a-z]{2}, )?[ ]?\d{1,2} [A-Z][a-z]{2} \d{4} [\d:]{4,8} [+-]\d{4}(?: \([A-Z]{1,5}\))?"),
        ("x-mailer user-agent", r"\S{1,60}(?: \([^()]{0,120}\)| [\w.-]{1,40}/[\w.+-]{1,40}| v?\d[\w.+-]{0,30}){0,12}"),
    )
)
# fmt: off
_SURE = frozenset(
    (
        "message-id", "in-reply-to", "references", "date", "list-id", "content-transfer-encoding", "mime-version",
        "precedence", "lines", "content-type",
    )
)
# fmt: on
_REACH = {"received": 1500, "to": 9000, "cc": 9000, "from": 300, "subject": 500, "date": 120, "message-id": 300}
_BULLET = re.compile(r"[ ][*+#•·□○☆◦‣–-][ ]?$")
_PROSE = re.compile(r"[a-z]{2} [a-z]{2,} [a-z]{2,}")
_CHROME = re.compile(r"[ ]{0,3}(?:\[[ ]?thread overview[ ]?\]|\([ ]?(?:permalink / )?raw[ ]?\)|\[[ ]?Download RAW message or body[ ]?\])")


def in_one_line(text: str, start: int = 0, *, reach: int = 1500) -> Head | None:
    """The first run of header names in flattened text that starts within `reach` characters of `start`."""
    likely = (found for found in _FLAT.finditer(text, start) if known(found["name"]) and not _quoted(text, found.start()))
    names = list(itertools.islice(likely, 400))
    for index, first in enumerate(names):
        if first.start() - start > reach:
            return None
        head = _run(text, names[index:])
        if enough(head.fields):
            return head
    return None


def _quoted(text: str, at: int) -> bool:
    """Whether the `> ` before this name is a quote mark (and not the end of an address)."""
    if text[max(at - 2, 0) : at] != "> ":
        return False
    opened = text.rfind("<", max(at - 260, 0), at - 2)
    return opened < 0 or ">" in text[opened : at - 2]


def _run(text: str, names: list[re.Match[str]]) -> Head:
    fields: dict[str, str] = {}
    end = names[0].end()
    for index, found in enumerate(names):
        name = found["name"].lower()
        begin = found.end()
        after = names[index + 1] if index + 1 < len(names) else None
        if name in fields and name in {"from", "subject", "date", "message-id"}:
            break
        stop, sure = _value_end(name, text, begin)
        if after is not None and after.start() - begin <= (_REACH.get(name) or (5000 if _FAMILY.match(name) else 900)):
            gap = text[stop : after.start()] if sure else ""
            if len(gap) < 40 or not _PROSE.search(gap):
                fields.setdefault(name, _BULLET.sub("", _TAIL.sub("", text[begin : after.start()])).strip())
                end = after.start()
                continue
        fields.setdefault(name, text[begin:stop].strip())
        end = stop
        break
    chrome = _CHROME.match(text, end)
    while chrome:
        end = chrome.end()
        chrome = _CHROME.match(text, end)
    return Head(fields, names[0].start(), end)


def _value_end(name: str, text: str, begin: int) -> tuple[int, bool]:
    """Where the value of a last field ends, and whether its grammar is sure of it."""
    while begin < len(text) and text[begin] == " ":
        begin += 1
    for names, rule in _ENDS:
        if name in names:
            found = rule.match(text, begin)
            return (found.end() if found else begin), name in _SURE
    if name == "subject":
        return _text_flat.subject_end(text, begin) or begin, False
    found = re.compile(r"\S{1,400}").match(text, begin)
    return (found.end() if found else begin), False
