# SPDX-License-Identifier: GPL-2.0-or-later
"""Both sides told in one sentence, or in one and the next: "without the patch it takes 22.4 seconds; with it, 0.31 seconds".

Each number belongs to the words of a side before it, or to those behind it where the sentence begins with a number.  That both sides
have a number of one family, and equally many, is what makes them results; a single side is left to the other grammars.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from digest import unit as units
from digest.bench import _metric, _phrases, _sentence
from digest.bench._block import Figure
from digest.bench._cells import rate_in
from digest.bench._mention import AHEAD, BEHIND, Said, mentions
from digest.bench._tokens import NUMBER, number

_SIDE_WORDS: Final = (
    "before",
    "without",
    "w/o",
    "patched",
    "prior to",
    "vanilla",
    "baseline",
    "old ",
    "previously",
    "originally",
    "stock",
    "unmodified",
    " now",
    "with th",
    "with it",
    "after th",
    "after it",
    "the new ",
    "used to",
)
_STOP: Final = re.compile(r"[.;!?](?=\s|$)|\n[ \t]*\n")
_RATES: Final = frozenset({"bit/s", "B/s", "pps", "req/s", "trans/s", "ops/s", "conn/s", "msg/s", "calls/s", "/s"})
_COSTS: Final = frozenset({"cycles", "cycles/byte", "cycles/op", "cycles/packet", "s/op", "s/packet"})
_TIMES: Final = re.compile(
    r"latenc|\brtt|round.?trip|delay|\bh[eo]lds?\b|\bkept\b|block|\btime\b|t[oa]ke?s?\b|took|complet|finish|duration|jitter|\bneed|\bcost|spen[dt]s?\b|boots?\b|\blasts?\b"
    r"|\bruns? in\b|compil|build|insert|flush|load|dump|start|per (?:packet|op|call|lookup|request"
    r"|iteration)|elapsed|runtime|average|\bp\d\d|median|handling|stall"
    r"|\bmax",
    re.IGNORECASE,
)
_SHARES: Final = re.compile(
    r"cpu|util|idle|loss|softirq|\bload\b|usage|\bcores?\b|dropp?(?:ed|s)?\b|hit rate|miss rate|retrans", re.IGNORECASE
)
_SET: Final = re.compile(
    r"\b(?:time-?outs?|intervals?|leases?|keep-?alives?|watchdogs?|back-?off|grace periods?|lifetimes?|mtu"
    r"|(?:msg|packet|frame|buffer|window|ring|batch|block|queue) (?:size|length)"
    r"|budget|weight|quantum|limits?|defaults?|offered|shap(?:er|ed)|(?:link|port|line)[ -](?:speed|rate)|rate-?limited|capped|target)"
    r"\b[^,;]{0,30}$"
    r"|\w_speed\s?[:=]|\bspeed:",
    re.IGNORECASE,
)
_WISHED: Final = re.compile(r"\b(?:would|should|might|expect\w*|theor\w+|hope\w*|ideally|suppose\w*|wishes)\b", re.IGNORECASE)
_WAS: Final = re.compile(
    r"\b(?:was|were|took|needed|got|had|used to|reached|managed|did|ran|cost|required|spent|could|handled|forwarded|processed|achieved"
    r"|completed|finished|sent|received)\b[^,;.]{0,50}$",
    re.IGNORECASE,
)
_APART: Final = 1  # sentences without a side that may stand between the two
# "70.6 Mpps without this, 93.3 with": the unit was told before
_UNITLESS: Final = re.compile(
    rf"(?<![\w.,/$#:@\\+-])[~≈]?(?P<v>{NUMBER})(?=\s{{1,9}}(?:with|without|before|after|w/o)\b(?!\s{{1,9}}\d))", re.IGNORECASE
)
# "before it was 112": the unit was told before
_IT_WAS: Final = re.compile(
    rf"\b(?:it|this|that|they|we|I)\s{{1,9}}(?:was|were|took|needed|did|had|got)\s{{1,9}}(?:about\s|around\s|only\s)?[~≈]?"
    rf"(?P<v>{NUMBER})(?=\s{{0,3}}(?:[,.;)]|\Z)|\s{{1,9}}(?:and|but|so)\b)",
    re.IGNORECASE,
)
_MOST: Final = 12  # numbers of one sentence


class _Told(NamedTuple):
    """One number of a sentence, on its side."""

    figure: Figure
    family: str


def told(text: str, start: int, end: int, done: list[tuple[int, int]]) -> Iterator[list[Figure]]:
    """Yield the numbers of each passage that tells both sides, in order; those within `done` are read already."""
    low = text[start:end].lower()
    if not any(word in low for word in _SIDE_WORDS) and ("with" not in low or _NOW.search(low) is None):
        return
    open_: list[_Told] = []
    idle = 0
    sentences = list(_sentences(text, start, end))
    for n, (a, b) in enumerate(sentences):
        here = _sentence_of(text, a, b, done)
        if not here and n + 1 < len(sentences) and _IS_NOW.match(text, *sentences[n + 1]) is not None:
            joined = _until_now(text, (a, b), sentences[n + 1], done)
            if joined:
                yield joined
                done = [*done, *((figure.start, figure.end) for figure in joined)]
                continue
        if not here:
            idle += 1
            if idle > _APART or "\n\n" in text[a:b]:
                open_, idle = [], 0
            continue
        idle = 0
        own = _both(here)
        if own:
            if _COMMIT.search(text, a, b) is not None and n + 1 < len(sentences):
                own = _of_another(own, _sentence_of(text, *sentences[n + 1], done))
            yield own
            open_ = []
            continue
        roles = {one.figure.role for one in here}
        joined = _both([*open_, *here]) if open_ and {one.figure.role for one in open_} != roles and len(roles) == 1 else []
        if joined:
            yield joined
            open_ = []
        else:
            open_ = here if len(roles) == 1 else []


# "It kept interrupts off for 870 us. Now it is 12 us."
_IS_NOW: Final = re.compile(
    r"\s{0,9}(?:now|(?:with|after)\s(?:this|the|these|my)\s(?:patch(?:es|set)?|series|change|fix|commit)),?"
    r"\s(?:it|that|this)(?:'s|\s(?:is|takes|needs|lasts))\s(?:about\s|only\s|down\sto\s)?[~≈]?\d",
    re.IGNORECASE,
)
_HELD: Final = re.compile(r"\b(?:was|were|took|needed|kept|held|stalled|blocked|lasted|cost|spent)\b[^,;.]{0,60}$", re.IGNORECASE)


def _until_now(text: str, one: tuple[int, int], two: tuple[int, int], done: list[tuple[int, int]]) -> list[Figure]:
    """Read the only number of a sentence as what it was, where the next sentence begins with what it is now."""
    numbers = [m for m in _phrases.ONE.finditer(text, *one) if not any(a < m.end("v") and m.start("v") < b for a, b in done)]
    if len(numbers) != 1 or _HELD.search(text, one[0], numbers[0].start("v")) is None:
        return []
    now = next(iter(_phrases.ONE.finditer(text, *two)), None)
    if now is None:
        return []
    made = (
        _figure(text, numbers[0], *one, Said(one[0], one[0], "before"), numbers[0]["u"]),
        _figure(text, now, *two, Said(two[0], two[0], "after"), now["u"]),
    )
    return _both([told for told in made if told is not None])


_COMMIT: Final = re.compile(r"\b(?:before|after|since|until)\s{1,9}(?:commit\s{1,9})?(?=[a-f]{0,11}\d)[0-9a-f]{7,40}\b", re.IGNORECASE)


def _of_another(own: list[Figure], then: list[_Told]) -> list[Figure]:
    """Take a change that another commit made as what this one mends: "before 1a2b3c4 9.4, after it 7.1; with this fix it is 9.4 again"."""
    mended = [one.figure for one in then if one.figure.role == "after"]
    if len(own) != _PAIR or len(mended) != 1 or units.family(mended[0].unit) != units.family(own[0].unit):
        return own
    for figure in own:
        figure.role = "before" if figure.role == "after" else None
    mended[0].name, mended[0].direction, mended[0].primary = own[0].name, own[0].direction, own[0].primary
    return [*own, *mended]


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for match in _STOP.finditer(text, start, end):
        yield at, match.start()
        at = match.end()
    yield at, end


def _both(here: list[_Told]) -> list[Figure]:
    """Give the numbers of the families that both sides have equally many of; the name of the one is that of the other."""
    out: list[Figure] = []
    for family in dict.fromkeys(one.family for one in here):
        befores, afters = ([t.figure for t in here if t.family == family and t.figure.role == side] for side in ("before", "after"))
        if befores and len(befores) == len(afters):
            for one, other in zip(befores, afters, strict=True):
                first, second = sorted((one, other), key=lambda figure: figure.start)
                second.name, second.direction, second.primary = first.name, first.direction, first.primary
            out += befores + afters
    return sorted(out, key=lambda figure: figure.start)


def _sentence_of(text: str, start: int, end: int, done: list[tuple[int, int]]) -> list[_Told]:
    """Read the numbers of one sentence, each with the words of its side; none where a number has no side."""
    numbers = [m for m in _phrases.ONE.finditer(text, start, end) if not any(a < m.end("v") and m.start("v") < b for a, b in done)]
    numbers = [
        m
        for m in numbers
        if _OFFERED.search(text, max(start, m.start() - 24), m.start()) is None and _INCOMING.match(text, m.end(), end) is None
    ]
    numbers = [m for m in numbers if m["u"] != "%" or not _is_change(text, m, start, end)]
    while numbers and numbers[0]["u"] in _PREFIXES:
        numbers.pop(0)  # "an nft set with 100k elements"
    told = ""
    if numbers and len({units.family(units.canonical(m["u"]) or "") for m in numbers}) == 1:
        bare = [
            m
            for m in (*_UNITLESS.finditer(text, numbers[0].end(), end), *_IT_WAS.finditer(text, numbers[0].end(), end))
            if all(m.start("v") >= n.end("v") or m.end("v") <= n.start() for n in numbers)
        ]
        numbers = sorted([*numbers, *bare], key=lambda m: m.start())
    if not numbers:  # "Numbers in Gbps: 31.2 before, 35.9 after."
        bare = list(_UNITLESS.finditer(text, start, end))
        told = rate_in(text[start : bare[0].start()]) if len(bare) > 1 else ""
        numbers = bare if told else []
    if not numbers or len(numbers) > _MOST:
        return []
    said = list(mentions(text, start, end))
    if len(numbers) == _PAIR:
        said = _other_side(text, numbers, said, start) or said
    if not said:
        return []
    wide = [one for one in said if not one.close]
    front = bool(wide) and wide[0].start < numbers[0].start()
    out: list[_Told] = []
    for i, match in enumerate(numbers):
        floor = numbers[i - 1].end("v") if i else start
        ceiling = numbers[i + 1].start("v") if i + 1 < len(numbers) else end
        side = next((one for one in said if one.close == BEHIND and match.end("v") <= one.start < ceiling), None)
        side = side or next((one for one in said if one.close == AHEAD and floor <= one.start < match.start("v")), None)
        if side is None and front:
            side = max((one for one in wide if one.end <= match.start("v")), default=None)
        elif side is None:
            side = next((one for one in wide if one.start >= match.end("v")), None)
        if side is None:
            continue
        written = match.groupdict().get("u") or (numbers[i - 1].groupdict().get("u") if i else "") or ""
        if written in _PREFIXES and i:  # "2.43M transactions per second, before it they did 1.96M"
            rate = units.canonical(numbers[i - 1].groupdict().get("u") or "") or ""
            written = f"{written.upper()}{rate[1:]}" if rate[:1] in "KMG" and f"{written.upper()}{rate[1:]}" in units.UNITS else written
        made = _figure(text, match, start, end, side, written or told)
        if made is not None:
            out.append(made)
    return out


_PREFIXES: Final = frozenset({"k", "K", "M", "G"})
_PAIR: Final = 2
_BREAK: Final = re.compile(r"[,;(]|\b(?:and|but|while|whereas|compared|than|to)\b", re.IGNORECASE)
_PAST: Final = re.compile(
    r"\b(?:was|were|took|needed|did|had|got|used to|could|reached|managed|ran|required|cost)\b[^,;.]{0,40}$", re.IGNORECASE
)
_NOW: Final = re.compile(
    r"[,;]?\s{1,9}(?:(?:and|but|while)\s)?with\s(?:\w[\w-]{1,20}\s){1,4}?(?:(?:it|we|I)\s)?(?:still\s|only\s)?"
    r"(?:takes|needs|is|gets?|have|see|does|reaches|goes|drops|only|keeps?|handles?|sustains?|forwards?|stays)\b",
    re.IGNORECASE,
)
_IN_COMPARISON: Final = re.compile(r"\b(?:compared|in comparison|as opposed|rather than|instead of|versus|vs)\b", re.IGNORECASE)


def _other_side(text: str, numbers: list[re.Match[str]], said: list[Said], start: int) -> list[Said]:
    """Give the sides of two numbers of which the words name one: what the one was before, the other is now, and the other way round.

    "it takes 45 cycles, before it was 112"; "took 8.2 s, now it takes 2.9 s"; "took 2.4 s, with bulk inserts it takes 0.3 s".
    """
    one, two = numbers
    between = text[one.end() : two.start("v")]
    old = _WAS.search(text, start, one.start()) is not None
    if not said and old:
        made = _NOW.search(text, one.end(), two.start("v"))
        at = made.start() if made is not None else -1
        return [Said(start, start, "before"), Said(at, at, "after")] if made is not None else []
    if len(said) != 1:
        return []
    side = said[0]
    if side.role == "before" and side.end <= one.start() and (made := _NOW.search(text, one.end(), two.start("v"))) is not None:
        return [side, Said(made.start(), made.start(), "after")]  # "used to drop to 80 kpps, with RPS it keeps 490 kpps"
    if side.start >= two.end():
        if side.role == "after" and old and text[side.start : side.end].lower() == "now" and not text[two.end() : side.start].strip():
            return [Said(start, start, "before"), Said(one.end(), one.end(), "after")]
        if side.role == "before" and side.close == BEHIND and _IN_COMPARISON.search(between) is not None:
            return [Said(one.end(), one.end(), "after", BEHIND), side]  # "94 Gbps with 8 streams, in comparison to 55 before"
        return []
    if side.start < one.end() or side.end > two.start("v") or _BREAK.search(text, one.end(), side.start + 1) is None:
        return []
    now = text[side.start : side.end].lower() == "now"
    if side.role == "after" and old and (now or _THEN.match(text, side.end, two.start("v")) is not None):
        return [Said(start, start, "before"), side._replace(close=AHEAD)]
    if side.role == "before" and _PAST.search(text, side.end, two.start("v")) is not None:
        return [Said(start, start, "after"), side._replace(close=AHEAD)]
    return []


_THEN: Final = re.compile(r",?\s{1,9}(?:(?:it|this|that|we|I)\s)?(?:[a-z]{2,9}\s){0,2}?[~≈]?\Z", re.IGNORECASE)


def _figure(text: str, match: re.Match[str], start: int, end: int, side: Said, told: str) -> _Told | None:
    unit = units.canonical(told) or ""
    family = units.family(unit)
    head, tail = " ".join(text[start : match.start("v")].split()), " ".join(text[match.end() : end].split())
    if (
        _phrases.NOT.search(f"{head[-60:]} ")
        or _phrases.DIFFERENCE.search(f"{head[-40:]} ")
        or _SET.search(head[-60:])
        or _WISHED.search(head[-60:])
        or _phrases.LINK_SPEED.search(head[-90:])
        or (family == "%" and _phrases.CHANGE_BEHIND.match(f" {tail}"))
        or _LESS.match(f" {tail}")
    ):
        return None
    if _phrases.OFFERED.search(f"{head[-60:]} ") or _sentence.supposed(head, tail) or _sentence.of_link(family, head, tail):
        return None
    if family == "s" and (_sentence.UNTIL.match(f" {tail}") is not None or _sentence.in_changelog(text, match.start("v"))):
        return None
    if family not in _RATES | _COSTS and not (
        (family == "s" and _TIMES.search(text[max(0, start - 160) : end])) or (family == "%" and _SHARES.search(text[start:end]))
    ):
        return None
    name, direction, primary = _metric.metric(unit, f"{_sentence.near(head[-90:], tail[:40])} {told}")
    figure = Figure(
        *match.span("v"),
        name,
        number(match["v"]),
        unit,
        direction,
        primary=primary or unit == "%",
        role=side.role,
        placed=True,
        label=" ".join(text[side.start : side.end].split()) or None,
        key=_sentence.subject(text, match.start("v")) if ":" in text[start : match.start("v")] else "",
        spread=number(match["vd"]) if match.groupdict().get("vd") else None,
    )
    return _Told(figure, family)


def _is_change(text: str, match: re.Match[str], start: int, end: int) -> bool:
    """Tell whether a percentage says by how much the numbers of its sentence differ."""
    tail = text[match.end() : min(end, match.end() + 40)]
    return (
        _CHANGE_OF.search(text, max(start, match.start("v") - 40), match.start("v")) is not None
        or _LESS.match(tail) is not None
        or _phrases.CHANGE_BEHIND.match(tail) is not None
    )


_CHANGE_OF: Final = re.compile(
    r"(?:\b(?:gain|improvement|increase|decrease|drop|reduction|loss|speed-?up|win|boost|difference)\sof\s(?:about\s|around\s|almost\s)?"
    r"|[(]\s?[+-]?)[~≈]?$",
    re.IGNORECASE,
)
_INCOMING: Final = re.compile(r"\s(?:of\s)?(?:incoming|offered|background|injected|attack)\b", re.IGNORECASE)
_OFFERED: Final = re.compile(
    r"\b(?:offered|out\sof(?:\sthe)?|(?:load|traffic)\s(?:\w+\s){0,3}(?:over|above|of|at|beyond|exceeding))\s(?:about\s)?[~≈]?$",
    re.IGNORECASE,
)
_LESS: Final = re.compile(r"\s?(?:less|more|faster|slower|higher|lower|better|worse|fewer|of (?:the )?(?:link|line))\b", re.IGNORECASE)
