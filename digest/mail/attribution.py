# SPDX-License-Identifier: GPL-2.0-or-later
"""The lines that say whose words follow: `On DATE, NAME wrote:` in many tongues, header blocks, `Original Message` rules.

Also decides what an attribution without any quote mark after it opens: an original that lost its marks on the way.
"""

import re
from typing import NamedTuple

from digest.mail.header import one_line
from digest.model import Message, Span


class Intro(NamedTuple):
    """Where an attribution stands, and the name it gives."""

    start: int
    end: int
    who: str | None


_VERB = (
    r"wrote|writes|write|said|says|schrieb|schreef|schrijft|a [eé]crit|ha scritto|escribi[oó]|escreveu|skrev|skrifaði|kirjoitti|napsal(?:\(a\))?|nap[ií]sal"
    r"|napisa[lł](?:\(a\))?|[ií]rta|пишет|писал\(?а?\)?|написал\(?а?\)?|写道|寫道|さんは書きました|wrote the following|yazdı|έγραψε"
)
_ENDS = re.compile(rf"(?:\b|\s|^|[\])>,\"'])(?:{_VERB})(?:[ \t][^\n:]{{0,60}})?[ \t]{{0,9}}(?::|：)[ \t]{{0,9}}$", re.IGNORECASE)
_OPENS = re.compile(
    r"(?:On|Am|Le|El|Il|Em|Op|Den|Dne|W dniu|At|Quoting|Citando|Zitat von|In message|In article|Em|Dana|Pe|Vào|\* |[\"'\w])", re.IGNORECASE
)
_DATED = re.compile(
    r"\b(?:19|20)\d\d\b.{0,60}\d\d[:.]\d\d|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},?[ \t]|[\w.+-]{1,64}@[\w.-]{1,200}|<[^<>\n]{3,200}>",
)
_QUOTING = re.compile(r"^(?:Quoting|Zitat von|Citando|Citando a|\* )[ \t]?[^\n]{2,200}:$", re.MULTILINE)
_FIELD = re.compile(
    r"(From|Date|Sent|To|Cc|CC|Subject|Von|Gesendet|An|Betreff|De|Envoyé|Objet|À|发件人|发送时间|收件人|主题|抄送)[ \t]{0,4}(?::|：)[ \t]?([^\n]*)"
)
_NAME = re.compile(
    r"(?:^|[,\d)>\]](?:[ \t]|$)|\b(?:[AP]M|at|um|CEST|CET|UTC|GMT|[A-Z]{2,4}T)[ \t,]|[+-]\d{4}\)?,?[ \t])[ \t]{0,3}\"?([^\W\d_][^<>\"\n(]{1,80}?)\"?[ \t]{0,4}(?:<[^<>\n]{0,200}>|\([^()\n]{0,200}\)|\[[^\[\]\n]{0,200}\])?"
    rf"[ \t]{{0,4}},?[ \t]{{0,4}}(?:{_VERB})\b",
    re.IGNORECASE,
)
_ORIGINAL = re.compile(
    r"^[ \t]{0,3}(?:-{2,20}[ \t]{0,3}(?:Original|Forwarded|Ursprüngliche|Mensaje|Message d'origine|Oorspronkelijk|Исходное|Пересылаемое|原始|邮件原件|转发)[^\n]{0,60}?-{2,20}|Begin forwarded message:|_{20,80}\n(?=From:|Von:|De:|发件人))[ \t]{0,3}$",
    re.MULTILINE | re.IGNORECASE,
)
_BLOCK = re.compile(
    r"^(?:\*?From|Von|De|发件人)\*?[ \t]{0,4}(?::|：)[^\n]*\n(?:(?:\*?(?:Sent|Date|To|Cc|CC|Subject|Reply-To|Gesendet|Datum|An|Betreff|Envoyé|Objet|À|发送时间|收件人|抄送|主题)\*?[ \t]{0,4}(?::|：)[^\n]*|[ \t][^\n]*)\n){2,12}",
    re.MULTILINE,
)
_PATCH_HEAD = re.compile(r"From [0-9a-f]{40} [^\n]*\n$")
_STRUCTURE = re.compile(
    r"^(?:diff --git .*|@@ -.*|\+\+\+ .*|--- .*|---|[+|][-+=|].*[+|]|\|.*\||[A-Z][A-Za-z-]{2,30}-by: .*|(?:Fixes|Link|Cc|Closes): .*| \S+[ \t]+\|[ \t]+\d+ .*| \d+ files? changed.*|-- ?|[ \t]*(?:[-+~]?\d[\d.,]*[%a-zA-Z/]{0,8}[ \t|]+){2,}[^\n]{0,40})$",
    re.MULTILINE,
)


def may_open(body: str) -> bool:
    """Whether the body can hold an attribution at all: a cheap look before the grammars."""
    return (
        "wrote" in body
        or "writes:" in body
        or "riginal" in body
        or "orwarded" in body
        or "\nFrom:" in body
        or body.startswith("From:")
        or "schrieb" in body
        or "crit :" in body
        or "写道" in body
    )


def before(body: str, floor: int, start: int) -> Intro | None:
    """The attribution that ends right above `start` (a blank line or two between), not reaching above `floor`."""
    stop = start
    while stop > floor and body[stop - 1] in " \t\n":
        stop -= 1
    if start - stop > 4 or stop <= floor:
        return None
    line = body.rfind("\n", floor, stop) + 1 or floor
    last = body[line:stop]
    if not last.endswith((":", "：")):
        return _block_before(body, floor, line, stop)
    if len(last) > 300:
        return None
    begin = line
    for _ in range(3):
        text = body[begin:stop]
        if _is_attribution(text):
            return Intro(begin, start, name_of(text))
        if begin <= floor or body[begin - 2 : begin] == "\n\n":
            return None
        begin = body.rfind("\n", floor, begin - 1) + 1 or floor
    return None


def _is_attribution(text: str) -> bool:
    flat = text.replace("\n", " ")
    if _ENDS.search(flat):
        # A verb alone is not enough: the sentence names a time, an address, or starts as mailers do.
        return bool(_DATED.search(flat)) or len(flat) < 60 or flat.startswith(("On ", "Am ", "Le ", "El "))
    return bool(_QUOTING.match(flat) or (_DATED.search(flat) and flat.startswith(("*", "On ", "Am ", "Le ", "From ", "[", "At "))))


def _block_before(body: str, floor: int, line: int, stop: int) -> Intro | None:
    """A header block (From:, Date:) that stands right above a quote."""
    begin = line
    who: str | None = None
    count = 0
    for _ in range(8):
        field = _FIELD.match(body, begin, stop)
        if field is None:
            return None
        count += 1
        if field[1] in {"From", "Von", "De"}:
            who = _person(field[2])
            return Intro(begin, stop, who) if count >= 2 else None
        if begin <= floor:
            return None
        begin = body.rfind("\n", floor, begin - 1) + 1 or floor
    return None


def name_of(text: str) -> str | None:
    """The name an attribution gives, or None."""
    found = _NAME.search(text.replace("\n", " ")[:400])
    if found is None:
        return None
    name = one_line(found[1]).strip(" ,'\"")
    return name or None


def _person(value: str) -> str | None:
    return one_line(value.partition("<")[0]).strip(" \"'") or None


def unmarked(message: Message, end: int, found: list[Span]) -> list[Span]:
    """The found spans, and the originals that stand in the body without quote marks."""
    body = message.body
    opened = _ORIGINAL.search(body, 0, end)
    block = _first_block(body, end)
    start = min((m for m in (opened.start() if opened else -1, block) if m >= 0), default=-1)
    if start >= 0 and not any(s.start <= start < s.end for s in found):
        who = _BLOCK.search(body, start, end)
        name = _person(who[0].partition("\n")[0].partition(":")[2]) if who else None
        kept = [s for s in found if s.end <= start]
        return [*kept, Span(start, end, "quote", 1, name)]
    return _lost_marks(message, end, found)


def _first_block(body: str, end: int) -> int:
    """Where a header block of an original starts, or -1.  A patch's own From:, Date:, Subject: is none."""
    for block in _BLOCK.finditer(body, 0, end):
        start = block.start()
        if not body[:start].strip() or _PATCH_HEAD.search(body[max(0, start - 120) : start]):
            continue
        if "Subject" not in block[0] and "Betreff" not in block[0] and "主题" not in block[0] and "Objet" not in block[0]:
            continue
        return start
    return -1


_ON = re.compile(
    rf"^(?:On|Am|Le|El)[ \t][^\n]{{6,200}}(?:\n[^\n]{{1,200}}){{0,2}}?(?:{_VERB})[ \t]{{0,3}}(?::|：)[ \t]{{0,9}}$", re.MULTILINE
)


def _lost_marks(message: Message, end: int, found: list[Span]) -> list[Span]:
    """An attribution with no quote mark anywhere after it: what follows is the original, up to where the writer's answer must begin."""
    body = message.body
    for on in _ON.finditer(body, 0, end):
        start, stop = on.span()
        if any(s.start < stop and start < s.end for s in found):
            continue
        if any(s.kind == "quote" and s.start >= stop for s in found):
            continue
        own = _answer(message, stop, end)
        out = [s for s in found if s.end <= start]
        out.append(Span(start, stop, "attribution", 0, name_of(on[0])))
        if own > stop:
            out.append(Span(stop, own, "quote", 1, name_of(on[0])))
        return out + [s for s in found if s.start >= own]
    return found


def _answer(message: Message, start: int, end: int) -> int:
    """Where own words begin again after an original without marks: after its last table, diff or trailer, if words are left there.

    Where nothing in the original tells, all of it counts as quoted: better a lost sentence than one given to the wrong person.
    """
    body = message.body
    own_above = body[:start].count("\n") > 2 and body[:start].strip().count("\n") > 1
    last = None
    for structure in _STRUCTURE.finditer(body, start, end):
        last = structure
    if last is None or own_above:
        return end
    rest = body[last.end() : end]
    return last.end() + 1 if rest.strip() else end
