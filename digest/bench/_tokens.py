# SPDX-License-Identifier: GPL-2.0-or-later
r"""Text -> words with positions.  A line break is a hint, never a need: one grammar reads intact, quoted, re-wrapped and flattened text.

`Words.plain` has the length of the text given, so a match in it *is* a place in the text.  Quote marks, carriage returns and
non-breaking spaces are blanks there, and diffs are blanked out; a grammar over `\s+` thus reads a table through any number of
quote marks and mailers.  `Words.rest` is what no grammar has taken yet, without kernel logs; hand-made tables and prose read that.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import Final, NamedTuple

from digest import unit as units
from digest.bench import _hint
from digest.bench._written import CLOCK, NUMBER, RATED, digits, number, seconds
from digest.leap import Leap

__all__ = ["NUMBER", "UNIT", "Token", "Words", "digits", "number"]

_ODD_BLANK: Final = str.maketrans(dict.fromkeys("\r\xa0\u2007\u202f\u2009\u200b\ufeff\f\v", " "))
_HAS_ODD: Final = re.compile(r"[\r\xa0\u2007\u202f\u2009\u200b\ufeff\f\v]")
_QUOTE: Final = re.compile(r"^[ \t]{0,2}>[> \t]{0,80}", re.MULTILINE)
_FLAT_QUOTE: Final = re.compile(r"(?<!\S)>{1,40}(?!\S)")
_GLUED_QUOTE: Final = re.compile(r"(?<!\S)>{1,9}(?=[A-Za-z*+|])")
# What looks behind stands behind the first character, so that the search leaps from one such character to the next.
_STAMP: Final = re.compile(r"\[(?<!\S\[)(?: {0,6}\d{1,9}\.\d{3,6}|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})\]")
_SYSLOG: Final = re.compile(r"\d\d:\d\d:\d\d [\w.-]{1,64} [\w./-]{1,40}(?:\[\d{1,9}\])?: ")
_SYSLOG_DATE: Final = re.compile(r"[ \t]*(?:[A-Z][a-zäé]{2}[ ]{1,2}\d{1,2} )?")
# `*9.37 Gbits/sec*`: what stood out in an HTML mail.  Stars around a percentage alone are mmtests' own.
_BOLD: Final = re.compile(r"\*(?<![\w*/.)]\*)(?!-?\d{1,9}\.\d\d%\*)(\d[^*]{0,60}[^\s*])\*(?![\w*/(])")
_BOLDER: Final = re.compile(r"\*\*([~+-]?\d[^*\n]{0,40})\*\*")
_HUNK: Final = re.compile(r"@@ -\d{1,9}(?:,(\d{1,6}))? \+\d{1,9}(?:,(\d{1,6}))? @@")
_DIFF_HEAD: Final = ("diff --", "index ", "--- ", "+++ ", "new file", "deleted file", "old mode", "new mode", "similarity", "rename ")
_DIFFSTAT: Final = re.compile(r"\|(?<= \|) {1,8}(?:\d{1,6} [+-]{1,80}(?![\w.])|Bin \d)")
_DIFFSTAT_PATH: Final = re.compile(r"(?<!\S)(?:\.{3}/)?[\w.+{}=>/-]{2,100} {1,60}\Z")
_PATH: Final = 170
_DATE: Final = 80
_LONG_LINE: Final = 400
_LONE_LINE: Final = 110
_ONLY_LINE: Final = 40


class Token(NamedTuple):
    """One word of `Words.rest`.  `kind`: n number (with `unit` where written), w word, bar, rule, p punctuation; `first` on its line.

    `gap` counts the blanks before it (a tab counts to the next eighth column), `column` where it stands so counted.
    """

    kind: str
    start: int
    end: int
    text: str
    value: float
    unit: str
    line: int
    first: bool
    gap: int
    column: int


class Words:
    """A text as grammars see it.  Offsets everywhere are offsets of the text given."""

    __slots__ = ("_gist", "_starts", "_tokens", "flat", "plain", "rest", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        plain = text.translate(_ODD_BLANK) if _HAS_ODD.search(text) else text
        lengths = [len(line) for line in plain.split("\n") if line]
        longest = max(lengths, default=0)
        self.flat = longest > _LONG_LINE or (len(lengths) < 3 and longest > _LONE_LINE) or (len(lengths) == 1 and longest > _ONLY_LINE)
        if ">" in plain:
            plain, quoted = _unquote(plain, flat=self.flat)
        else:
            quoted = False
        if "**" in plain:
            plain = _BOLDER.sub(lambda m: f"  {m[1]}  ", plain)
        if "*" in plain and _BOLD.search(plain) is not None:
            plain = _BOLD.sub(lambda m: f" {m[1]} ", plain)
        if "@@ -" in plain or "diff --git" in plain:
            plain = _without_diffs(plain, quoted=quoted)
        self.plain = plain
        self.rest = _hint.near(_without_logs(plain, flat=self.flat))
        self._starts: list[int] | None = None
        self._tokens: tuple[Token, ...] | None = None
        self._gist: str | None = None

    def take(self, spans: Iterable[tuple[int, int]]) -> None:
        """Mark stretches as read, so that the grammars asked later do not see them; all at once, as there may be thousands."""
        merged: list[tuple[int, int]] = []
        for start, end in sorted(spans):
            if merged and start <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
            else:
                merged.append((start, end))
        pieces: list[str] = []
        at = 0
        for start, end in merged:
            pieces += (self.rest[at:start], _blank(self.rest[start:end]))
            at = end
        self.rest = "".join((*pieces, self.rest[at:]))
        self._gist = None
        if self._tokens is not None:
            kept = []
            at = 0
            for token in self._tokens:
                while at < len(merged) and merged[at][1] <= token.start:
                    at += 1
                if at == len(merged) or token.end <= merged[at][0]:
                    kept.append(token)
            self._tokens = tuple(kept)

    @property
    def gist(self) -> str:
        """`rest` with one blank between its words, for a quick look: most of a mail is blanked out, and looking through blanks is slow."""
        if self._gist is None:
            self._gist = " ".join(self.rest.split())
        return self._gist

    def place(self, offset: int) -> tuple[int, int]:
        """Give line and column, both from 1; lines end at line feeds only."""
        if self._starts is None:
            starts = [0]
            find = self.text.find
            at = find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = find("\n", at + 1)
            self._starts = starts
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def tokens(self) -> tuple[Token, ...]:
        """Give the words of `rest`; read once and kept until something is taken."""
        if self._tokens is None:
            self._tokens = tuple(_scan(self.rest))
        return self._tokens


def _blank(text: str) -> str:
    """Give blanks of equal length; line breaks stay."""
    if "\n" not in text:
        return " " * len(text)
    return "\n".join(" " * len(line) for line in text.split("\n"))


def _unquote(text: str, *, flat: bool) -> tuple[str, bool]:
    """Blank out quote marks at line starts, and where lines are lost those that stand alone."""
    plain = _QUOTE.sub(lambda m: m[0].replace(">", " "), text)  # a tab behind the marks keeps its stop: it is the writer's own
    quoted = plain is not text and plain != text
    if flat:
        plain = _FLAT_QUOTE.sub(lambda m: " " * len(m[0]), plain)
        if len(_GLUED_QUOTE.findall(plain)) > 2:
            plain = _GLUED_QUOTE.sub(lambda m: " " * len(m[0]), plain)
    return plain, quoted


def _without_diffs(text: str, *, quoted: bool) -> str:
    """Blank out unified diffs.  A hunk's own counts say where it ends; lines that a mailer wrapped are passed over."""
    out = []
    inside = False
    old = new = 0
    depth = 0
    for line in text.split("\n"):
        body = line.lstrip(" ") if quoted and not inside else line
        if inside and quoted:
            body = line[depth:]
        hunk = _HUNK.search(body[:80]) if body[:4] == "@@ -" else None
        if hunk is not None:
            if not inside:
                depth = len(line) - len(body)
            inside = True
            old, new = int(hunk[1] or 1), int(hunk[2] or 1)
            out.append(" " * len(line))
        elif inside and (old > 0 or new > 0):
            sign = body[:1] or " "
            old -= sign in " -\t"
            new -= sign in " +\t"
            out.append(" " * len(line))
        elif body.startswith(_DIFF_HEAD) and len(line) < _LONG_LINE and (inside or body.startswith(("diff --", "--- a/", "+++ b/"))):
            if not inside:
                depth = len(line) - len(body)
            inside = True
            out.append(" " * len(line))
        else:
            if inside and body.strip() and not body.strip().isdigit():
                inside = False
            out.append(line if not inside else " " * len(line))
    return "\n".join(out)


def _without_logs(text: str, *, flat: bool) -> str:
    """Blank out kernel and system logs and diffstats: what stands in them was not measured by the writer."""
    spans: list[tuple[int, int]] = []
    if "." in text and "[" in text:
        for match in _STAMP.finditer(text):
            end = _line_end(text, match.end())
            spans.append((match.start(), min(end, match.start() + 200) if flat else end))
    if "]: " in text or "kernel: " in text:
        for match in _SYSLOG.finditer(text):
            start = text.rfind("\n", max(0, match.start() - _DATE), match.start()) + 1
            if (start or match.start() < _DATE) and _SYSLOG_DATE.fullmatch(text, start, match.start()):
                spans.append((start, _line_end(text, match.end())))
    if " | " in text:
        for match in _DIFFSTAT.finditer(text):
            path = _DIFFSTAT_PATH.search(text[max(0, match.start() - _PATH) : match.start()])
            if path is not None:
                spans.append((match.start() - len(path[0]), match.end()))
    return _without(text, spans)


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    """Blank out stretches."""
    out = []
    last = 0
    for start, end in sorted(spans):
        if end > last:
            out += [text[last : max(last, start)], _blank(text[max(last, start) : end])]
            last = end
    return "".join([*out, text[last:]])


def _line_end(text: str, offset: int) -> int:
    end = text.find("\n", offset)
    return len(text) if end < 0 else end


# A unit behind a number, longest first; `canonical` decides whether it is one.
_UNIT: Final = (
    r"10\^[369](?:bits/s(?:ec)?|bps)"
    r"|(?:[KkMGTm]i?|[Mm]ega|[Kk]ilo|[Gg]iga|thousand|million|billion)?[ ]?(?:"
    r"(?:[Bb]ytes?|[Bb]its?|[Bb]|[Pp]ackets|[Pp]kts?|[Pp]ck|[Pp]acket|[rt]x|xmit|[Rr]eqs?|[Rr]equests|[Tt]ransactions"
    r"|[Tt]rans?|[Tt]xns?|[Oo]ps?|operations"
    r"|calls|syscalls|[Mm]sgs?|messages|[Cc]onn(?:ection)?s?|[Pp])[ ]?(?:/|\s{1,12}per\s{1,12})[ ]?(?:s(?:ec(?:onds?)?)?)\b"
    r"|[Bb]ps\b|[Pp]ps\b|PPS\b|[Qq]ps\b|QPS\b|[Rr]ps\b|RPS\b|[Tt]ps\b|TPS\b|[Cc]ps\b|IOPS\b|iops\b|bits?\b"
    r"|/s(?:ec)?\b)"
    r"|[KkMG]?[ ]?[a-z]{3,14}s/s(?:ec(?:ond)?s?)?\b"
    r"|[KMGT]?i?B(?:ytes?)?\b|[KMG]?bytes?\b|[KMG]Hz\b"
    r"|cycles?(?:\(tsc\)|(?:/|\s{1,12}per\s{1,12})(?:byte|pkt|packet|op)\b|\b)"
    r"|(?:nano|micro)sec(?:/|\s{1,12}per\s{1,12})(?:packet|pkt)\b|n(?:s|sec)(?:/|\s{1,12}per\s{1,12})(?:packet|pkt)\b"
    r"|(?:nano|micro|milli)?sec(?:ond)?s?\b|[nuµμm]s(?:ecs?|/op|/pkt|/packet|/iter)?\b|[nuµμm]sec(?:s|/op)?\b|s\b|us/(?:KB|Tr|MB)\b"
    r"|%[ ]?(?:CPU\b)?|(?:percent|pct)\b(?!\s{1,12}[+-]?\d)"
    r"|[kKMGxX]\b"
)
UNIT: Final = _UNIT

_SCAN: Final = re.compile(
    r"\s*+(?:(?P<rule>[|](?::?-{2,}:?[|]){2,60}(?![-+=])|[+|.,]?[-=_~]{3,}(?:[+|.][-=_~]{2,}){0,60}[+|.,]?[-=_~]?(?!\w)|\+(?:[-=]{2,}\+){1,60}-?"
    r"|[|](?::?-{2,}:?[|]){1,60}|[|](?:[ ]:?-{2,}:?[ ][|]){1,60})"
    r"|(?P<bar>[|])"
    r"|(?P<num>(?<![\w.,/$#:@\\-])(?<!\w[-+])[~≈]?[+-]?[~]?"
    rf"(?:(?<=[:,=(][ ])\d{{1,3}}(?:[ ]\d{{3}}){{2,4}}(?=[ ](?:{RATED}))|\d{{1,3}}(?:\.\d{{3}}){{2,4}}(?=[ ](?:{RATED}))"
    r"|\d{1,3}(?:[,']\d{3})+(?![\d,'])|\d+)(?:\.\d+"
    r"|\.(?=[a-zA-Z])|,\d{1,2}(?![\d,]))?)"
    rf"(?:(?P<glued>{_UNIT})(?![\w/])|(?P<gap>[ \t]{{1,6}})(?P<unit>{_UNIT})(?![\w/:])|(?![\w:/]|\.\w|-[A-Za-z0-9]))"
    rf"|(?P<clock>(?<![\w.,/$#:@\\-]){CLOCK}(?![\w/:]))"
    r"|(?P<word>±(?=\d)|[^\s|()\[\]{},;]{0,120}[^\s|()\[\]{},;:.](?=[\s|()\[\]{},;:.]|$)"
    r"|[^\s|()\[\]{},;]{121,4000}+|[^\s|()\[\]{},;:.])"
    r"|(?P<punct>[()\[\]{},;:.]))"
)


# `tput=9.1 Gbps`: a word that ends in a number with the unit of a rate
_KEYED: Final = re.compile(
    rf"(?<=[A-Za-z_]=)(?P<num>~?\d{{1,12}}(?:\.\d{{1,9}})?)[ ]?"
    r"(?P<unit>(?=[KMGkmg]?(?:bps|b/s|B/s|bit|[Bb]ytes/s|pps|pkt|packets/s|req|ops|trans))"
    rf"(?:{_UNIT}))(?![\w/])"
)
_KINDS: Final = {"num": "n", "glued": "n", "gap": "n", "unit": "n", "clock": "c", "word": "w", "bar": "bar", "rule": "rule", "punct": "p"}
_GROUPS: Final = {"n": "num", "c": "clock", "w": "word", "bar": "bar", "rule": "rule", "p": "punct"}
_new: Final = tuple.__new__  # a Token without the detour over its own names


def _keyed(text: str, start: int, end: int) -> re.Match[str] | None:
    """Find the number with a rate's unit that a word ends in: `tput=9.1 Gbps`, `rx=812Kpps`."""
    match = _KEYED.match(text, text.index("=", start) + 1)
    if match is None or not match.end("num") <= end <= match.end() or _RESULT.search(text, start, match.start() - 1) is None:
        return None
    return match


# what is measured, not what is set: `tput=`, `rx=`, `avg_bw=`; `rate=` and `max=` are mostly set
_RESULT: Final = re.compile(
    r"(?:t(?:hrough)?put|bw|bandwidth|goodput|rx|tx|[a-z]?pps|iops|ops|qps|rps|tps|avg|mean|total|result)$", re.IGNORECASE
)


_BOTH: Final = Leap(
    "BbOoWwUuVvAaNnPp",
    r"\b(?:before|old|without|w/o|unpatched|vanilla|baseline|base|off)[ ]?/[ ]?(?:after|new|with|w/|patched|on)\b"
    r"|\b(?:after|new|with|patched)[ ]?/[ ]?(?:before|old|without|w/o|unpatched|baseline)\b",
    re.IGNORECASE,
)
_TWO: Final = re.compile(r"(?P<a>\d{1,12}(?:\.\d{1,6})?)(?P<u>[kKMG]?)/(?P<b>\d{1,12}(?:\.\d{1,6})?)(?P<v>[kKMG]?)(?![\w/.])")


def _split(token: Token) -> list[Token]:
    """Cut `318K/316K` in two where the heading says that both sides stand there."""
    match = _TWO.fullmatch(token.text)
    if match is None:
        return [token]
    out = []
    for name, unit in (("a", "u"), ("b", "v")):
        start, end = token.start + match.start(name), token.start + match.end(unit)
        gap = token.gap if name == "a" else 0
        out.append(
            Token(
                "n",
                start,
                end,
                match[name] + match[unit],
                number(match[name]),
                match[unit].upper(),
                token.line,
                token.first and name == "a",
                gap,
                token.column + match.start(name),
            )
        )
    slash = token.start + match.start("b") - 1
    return [out[0], Token("w", slash, slash + 1, "/", 0.0, "", token.line, False, 0, token.column + match.start("b") - 1), out[1]]


def _scan(text: str) -> list[Token]:
    """Cut `rest` into words.  A number keeps the unit written behind it; `k`, `M` alone count as units of a number glued to them."""
    out: list[Token] = []
    both = "/" in text and _BOTH.search(text) is not None
    equals = "=" in text
    line = 0
    last = 0
    shift = 0
    find, count = text.find, text.count
    next_break = find("\n")
    fresh = True
    origin = 0
    for match in _SCAN.finditer(text, 0, len(text.rstrip())):
        kind = _KINDS[match.lastgroup or "punct"]
        start, end = match.span(_GROUPS[kind])
        if 0 <= next_break < start:
            line += count("\n", next_break, start)
            fresh = True
            last = origin = text.rindex("\n", next_break, start) + 1
            shift = 0
            next_break = find("\n", start)
        value, unit_text = 0.0, ""
        if kind == "n":
            value = number(match["num"])
            glued = match["glued"]
            if glued is not None:
                unit_text = "x" if glued in "xX" else units.canonical(glued) or ""
                end = match.end()
            elif match["unit"] is not None:
                found = units.canonical(match["unit"])
                if found is not None and found not in {"K", "M", "G"}:
                    unit_text = found
                    end = match.end()
        elif kind == "c":
            kind, value, unit_text = "n", seconds(text[start:end]), "s"
        if start < last:
            continue  # taken with the number before it
        gap = start - last
        if gap and text.find("\t", last, start) >= 0:
            column = last - origin + shift
            for char in text[last:start]:
                column += 8 - column % 8 if char == "\t" else 1
            gap = max(2, column - (last - origin + shift))
            shift = column - (start - origin)
        keyed = _keyed(text, start, end) if equals and kind == "w" and text.find("=", start, end) >= 0 else None
        if keyed is not None:
            end = keyed.start()
        out.append(_new(Token, (kind, start, end, text[start:end], value, unit_text, line, fresh, gap, start - origin + shift)))
        fresh = False
        last = end
        if both and kind == "w" and text.find("/", start, end) >= 0:
            out[-1:] = _split(out[-1])
        elif both and kind == "n" and len(out) > 2 and out[-2].text == "/" and out[-3].kind == "n" and gap < 2 > out[-2].gap:
            out[-1] = out[-1]._replace(gap=0)  # `2104 / 2388`, both sides of one cell
        if keyed is not None:
            at, last = keyed.span()
            unit_text = units.canonical(keyed["unit"]) or ""
            out.append(_new(Token, ("n", at, last, text[at:last], number(keyed["num"]), unit_text, line, fresh, 0, at - origin + shift)))
    return out
