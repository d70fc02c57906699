# SPDX-License-Identifier: GPL-2.0-or-later
"""The lines that say whose words follow: `On DATE, NAME wrote:` in many tongues, `From:`/`Date:` blocks above a quote.

No mailer keeps to a standard here; the shapes are those of Gmail, Thunderbird, mutt, Gnus, Outlook, Evolution, sup and git lists' habits.
"""

import re
from typing import NamedTuple

from digest.mail.header import one_line


class Intro(NamedTuple):
    """Where an attribution stands, and the name it gives."""

    start: int
    end: int
    who: str | None


# The last word before the colon.
VERBS = frozenset(
    (
        "wrote", "writes", "write", "said", "says", "thusly", "schrieb", "schreibt", "schreef", "écrit", "ecrit", "scritto",
        "scrive", "escribió", "escribio", "escreveu", "skrev", "skriver", "kirjoitti", "napsal", "napsal(a)", "napísal",
        "napisał", "napisał(a)", "írta", "пишет", "писал", "написал", "написал(а)", "写道", "寫道", "yazdı", "έγραψε",
    ),
)  # fmt: skip
_INNER = re.compile(r"[ \t](wrote|writes|schrieb|skrev|schreef)[ \t]([^\n]{2,100})$")
_DATED = re.compile(
    r"\b(?:19|20)\d\d\b|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}\b|[\w.+-]{1,64}@[\w.-]|\d{1,2}:\d\d|<[^<>\n]{3,200}>",
)
_NO_VERB = re.compile(
    r"(?:Quoting|Zitat von|Citando|Excerpts from|\*)[ \t]{1,3}\S|\d{4}[/-]\d{1,2}[/-]\d{1,2}[ T,]"
    r"|(?:On|Am|Le)[ \t]\S.*<[^<>]{3,200}>:$|\[[^\]]{4,80}\][ \t]",
)
_FIELD = re.compile(r"[ \t*]{0,3}(From|Date|Sent|To|Cc|CC|Subject|Message-ID|Von|Gesendet|Datum|An|Betreff|De)\*?[ \t]{0,4}:[ \t]?([^\n]*)")
_SHUT = re.compile(r"[ \t]{0,3}(?:<[^<>]{0,300}>|\([^()]{0,200}\)|\[[^\[\]]{0,200}\])[ \t,]{0,3}$")
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,60}[\w.-]{1,140}")
_PLAIN_NAME = re.compile(r"[^\d:;>\]]{2,90}$")
# What may stand between a date and a name.  No month or weekday without its comma: Mar, Jun and Sun also begin names.
_LEAD = re.compile(
    r"[\s,.)*\"'-]+|(?:[AaPp]\.?[Mm]\.?|UTC|GMT|CES?T|E[SD]T|P[SD]T|BST|at|um|om|von|by|On|Quoting)(?=[\s,])"
    r"|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}(?=,)",
)
_OPENERS = ("On ", "Am ", "Le ", "El ", "Il ", "Op ", "Den ", "Em ", "W dniu ", "Dne ", "In ")
_SNIP = re.compile(
    r"[ \t]{0,3}[<\[({-]{0,3}[ \t]?(?:\.{2,6}|\u2026|snip(?:ped)?|cut|trim(?:med)?|\.\.\. ?snip ?\.\.\.)[ \t]?[>\])}-]{0,3}", re.IGNORECASE
)
# QUIRK: Outlook and Mailman name the list that passed a mail on; whose words it has stands behind, or in front of "via".
_BEHALF = re.compile(
    r"(?i)\b(?:on behalf of|im Auftrag von|de la part de|en nombre de|namens|per conto di)[ \t:]{1,4}(?P<who>\S[^\n]{0,200})"
)
_LIST = re.compile(r"(?i)[\w.+-]{1,64}-(?:bounces|owner|request|admin)(?:\+[^@\s]{1,100})?@|@(?:lists?|vger|mailman|groups)\.[\w-]")
_SHORT = 24
_LONG = 600
_NOBODY = frozenset(("you", "he", "she", "they", "i", "we"))


def before(body: str, floor: int, start: int) -> Intro | None:
    """The attribution that ends right above `start` (a blank line or two between), not reaching above `floor`."""
    end = stop = start
    while stop > floor and body[stop - 1] in " \t\n\xa0":
        stop -= 1
    if start - stop > 4 or stop <= floor:
        return None
    line = max(body.rfind("\n", floor, stop) + 1, floor)
    if stop - line < _SHORT and _SNIP.fullmatch(body, line, stop):
        end = stop = line
        while stop > floor and body[stop - 1] in " \t\n":
            stop -= 1
        if stop <= floor:
            return None
        line = max(body.rfind("\n", floor, stop) + 1, floor)
    if body[stop - 1] not in ":：":
        return _block(body, floor, line, stop, end) if body.find(":", line, stop) >= 0 else None
    if stop - line > 300:
        return None
    begin = opening(body, floor, line, stop)
    return Intro(begin, end, name_of(body[begin:stop])) if begin >= 0 else None


def opening(body: str, floor: int, line: int, stop: int) -> int:
    """Where the attribution starts whose last line is `body[line:stop]`, at most two lines higher; -1 where there is none."""
    found = -1
    begin = line
    for _ in range(3):
        text = body[begin:stop]
        if len(text) <= _LONG and is_attribution(text):
            if text.startswith(_OPENERS):
                return begin
            if found < 0:
                found = begin
        if begin <= floor or stop - begin > _LONG or body[begin - 2 : begin] == "\n\n":
            break
        begin = max(body.rfind("\n", floor, begin - 1) + 1, floor)
    return found


def is_attribution(text: str) -> bool:
    """Whether a line (or two or three) that ends in a colon introduces a quote: by its verb and what else it names."""
    words = text.replace("\n", " ").strip(" \t")
    last = words.rstrip(" :：\t").rpartition(" ")[2].lower()
    if last in VERBS:
        # A verb alone is not enough in a long sentence: it names a time or an address, or opens as mailers do.
        return len(words) < 60 or _DATED.search(words) is not None
    if last.endswith(("写道", "寫道")):
        return True
    if _INNER.search(words) and _DATED.search(words):
        return words.startswith(("On ", "Am ", "Op ", "Den ", "In ")) or len(words) < 120
    return _NO_VERB.match(words) is not None and _DATED.search(words) is not None


def _block(body: str, floor: int, line: int, stop: int, end: int) -> Intro | None:
    """A header block (From:, Date:) that stands right above a quote."""
    begin = line
    for count in range(8):
        field = _FIELD.match(body, begin, stop)
        if field is None:
            return None
        if field[1] in {"From", "Von", "De"}:
            # QUIRK: Outlook users who join `From:` and `Sent:` in one line.
            return Intro(begin, end, person(field[2])) if count or " Sent: " in field[2] else None
        if begin <= floor:
            return None
        begin = max(body.rfind("\n", floor, begin - 1) + 1, floor)
    return None


def of_lines(above: str, line: str) -> str | None:
    """The name that a line ending in a colon gives as an attribution, with the line above it where a mailer broke it there."""
    if not is_attribution(line):
        return None
    both = f"{above} {line}"
    whole = not line.startswith(_OPENERS) and above.startswith(_OPENERS) and is_attribution(both)
    return name_of(both if whole else line)


def sender(line: str, below: str) -> str | None:
    """The name of a `From:` line with which a header block begins, the next line being another field of it; else None."""
    one, two = _FIELD.match(line), _FIELD.match(below)
    return person(one[2]) if one is not None and two is not None and one[1] == "From" and two[1] != "From" else None


def name_of(text: str) -> str | None:
    """The name an attribution gives, or None: what stands between its date and its verb, else behind the verb."""
    words = text.replace("\n", " ").strip(" \t:：")
    head, _, last = words.rpartition(" ")
    if last.lower() in VERBS:
        words = head.removesuffix(" a").removesuffix(" ha")
    elif found := _INNER.search(words):
        words = found[2]
    behalf = _BEHALF.search(words)
    if behalf is not None:
        return person(behalf["who"])
    if " via " not in words and _LIST.search(words):
        return None
    words = words.partition(" via ")[0].rstrip(" ,")
    address = _ADDRESS.search(words)
    while (shut := _SHUT.search(words)) is not None:
        words = words[: shut.start()]
    found = _PLAIN_NAME.search(words)
    name = found[0] if found is not None else ""
    while (lead := _LEAD.match(name)) is not None and lead.end():
        name = name[lead.end() :]
    name = one_line(name).strip(" ,'\"()")
    if name.lower() in _NOBODY:
        return None
    if len(name) < 2 or "@" in name or not any(c.isalpha() for c in name):
        return address[0] if address else None
    return name


def person(value: str) -> str | None:
    """The name of a `From:` line quoted in a body; a list's own is none."""
    behalf = _BEHALF.search(value)
    if behalf is not None:
        value = behalf["who"]
    name, via, _ = value.partition(" via ")
    if not via and _LIST.search(value):
        return None
    return one_line(name.partition("<")[0].partition("[mailto")[0]).strip(" \"'*") or None
