# SPDX-License-Identifier: GPL-2.0-or-later
"""Which patches a tag is for, where its words say so: "For patches 1-3:", "all but the last", "for the series", `# patches 1-3`."""

import re

from digest.model import Scope

_MARK = r",[ ]and[ ]|[ ]?(?:-|–|—|\.\.|,|&|\+|/)[ ]?|[ ](?:to|through|thru|and|till|until)[ ]"
_WORDS = "one|two|three|four|five|six|seven|eight|nine|ten"
_NUMBER = rf"(?:#?\d{{1,4}}(?:/\d{{1,4}})?|(?:{_WORDS})\b)"
_NUMBERS = rf"{_NUMBER}(?:(?:{_MARK})(?:patch[ ])?{_NUMBER}){{0,20}}"
_BUT = r"(?:except|excluding|without|but|apart from|other than|minus|not)(?: for)?[ ](?:the )?"
_END = r"(?!\w|\.\d)"
_ONLY = re.compile(
    rf"(?i)\b(?P<but>{_BUT})?patch(?:es)?(?: number| no\.?)?[ ](?:[\[(])?(?P<list>{_NUMBERS}){_END}"
    r"(?P<up>[ ](?:and (?:up|later|onwards?|beyond)|onwards?)\b)?"
)
_ALL_BUT = re.compile(
    rf"(?i)\b(?:all|everything|anything|series|set|patch-?set)(?: of(?: them| these)?)?[, ]{{1,2}}(?:the )?(?:patches[ ,]{{1,2}})?[(]?"
    rf"(?:but|except|excluding|apart from|other than|minus|without)(?: for)?[ ](?:the )?(?:patch(?:es)?[ ])?(?P<list>{_NUMBERS}){_END}"
)
# What must stand before "patches 1-3": a word that ties the tag to them, or nothing.
_SPOKEN = re.compile(
    r"(?i)(?:^|\b(?:for|on|to|of|covers?|only|and|all|series|set|patches|applies to|reviewed|tested|checked|read|acked|through|looked at)"
    r"[ ,]{1,2}(?:all[ ])?(?:(?:the|your)[ ](?:\w{1,20}[ ])?)?|[:,(][ ]?)\Z"
)
_SHORT = (
    r"\d{1,4}/\d{1,4}(?:(?:,[ ]and[ ]|[ ]?[-,&][ ]?| and | to )\d{1,4}/\d{1,4}){0,10}"
    r"|#\d{1,4}(?:(?:[ ]?[-,&][ ]?| and | to )#?\d{1,4}){0,10}|\d{1,3}(?:[ ]?[-–,][ ]?\d{1,3}){1,10}"
)
_BARE_LIST = re.compile(rf"(?i)(?:for|on|to|#|only)?[ ]?(?:the )?(?P<but>except |excluding |all but )?(?P<list>{_SHORT})[ ]?[:,]?\Z")
_NTH = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last"
_ORDINAL = re.compile(
    rf"(?i)\b(?P<but>(?:except|all but|everything but|excluding|apart from)(?: for)? )?(?:the )?(?P<which>{_NTH})"
    rf"(?:(?:, | and |, and )(?:the )?(?P<more>{_NTH}))?(?: (?P<count>two|three|four|five|six|\d{{1,2}}))?"
    r" (?:patch(?:es)?|ones?)\b|\ball but (?:the )?(?P<but_last>last|first)\b"
)
_WHOLE = r"(?:(?:whole|entire|full|complete|rest of the|v\d{1,3})[ ]){0,2}"
_SERIES = re.compile(
    rf"(?i)\b(?:for|on|to|of|with)[ ](?:(?:the|this|that|your|these)[ ])?{_WHOLE}(?:series|patch-?set|patch[ ]series)\b"
    rf"|\b(?:for|on|to)[ ](?:the|this|that|your)[ ]{_WHOLE}(?:set|lot)\b"
    r"|\b(?:for|to|on)[ ](?:all|both)\b(?:[ ](?:of[ ])?(?:the[ ]|these[ ]|your[ ])?(?:\w+[ ])?(?:patch(?:es)?|them|three|two|four|five))?"
    r"(?=[ ]?[:,.]|\Z|[ ](?:of|the|patch|these))"
    r"|\b(?:whole|entire)[ ](?:series|set|patch-?set)\b|^series[ ]?(?::|\Z)"
    rf"|^(?:(?:the|this|whole|entire)[ ]){{0,2}}(?:series|patch-?set|set)[ ](?:looks?|lgtm|is (?:good|fine|ok|okay))\b"
    r"|^all[ ](?:\w+[ ])?patches[ ](?:look|lgtm|are (?:good|fine|ok|okay))\b"
)
_REMARK = re.compile(
    r"(?i)\b(?:comments?|commented|nits?|question|typo|issue|problem|concern|see my|replied|reply|discussion|except that)\b"
)
_OTHERS = re.compile(r"(?i)\b(?:the )?(?:rest|others?|remaining)\b")
# "To patches that don't already have it" (the tag that is given), "for those that have no review yet" (of anybody).
_LACKING = re.compile(
    r"(?i)\b(?:for|on|to)[ ](?:(?:all|any|every|each|of|the|those|other|remaining|rest|these)[ ]){0,4}(?:patch(?:es)?[ ])?"
    r"(?:(?:that|which)[ ](?:(?:do|does|did)(?:n't|[ ]not)|haven't|hasn't|lack|have[ ]no|has[ ]no|miss)|without|lacking|missing)\b"
    r"[^.,;:!?]{0,40}?\b(?:(?P<mine>it|my|mine|them)|one|any|reviews?|acks?|tags?|r-?b|(?:reviewed|acked|tested)-by)\b"
)
# "I only looked at core.c", "for the parts in core.c and core.h:": the patches that touch them.
_FILE = r"[\w][\w/.-]{0,120}\.(?:c|h|S|rs|py|sh|rst|yaml|dtsi?|json)"
_SEEN = r"(?:looked at|looking at|reviewed|reviewing|read|checked|went through|tested|know|care about|cover(?:s|ing)?|for|on|to)"
_FILES = re.compile(
    rf"(?i)\b(?:(?:only|just)[ ]{_SEEN}|{_SEEN}[ ](?:only|just)|{_SEEN}[ ]nothing but)\b[^.!?;]{{0,60}}?(?<![\w/.-]){_FILE}(?![\w/-])"
    rf"|\A(?:only[ ])?(?:for|on|to)[ ](?:the[ ])?(?:\w+[ ](?:to|in|of)[ ])?{_FILE}(?:[ ,]{{1,2}}(?:and[ ])?{_FILE}){{0,8}}"
    r"(?:[ ](?:parts?|bits?|changes?|hunks?|only|side)){0,2}[ ]?[:,]?\Z"
)
# "For sun4i, sun6i:", "Only for the mlx5 part:": drivers and directories; whether they are any, the patched paths say.
_PART = r"[a-z][a-z0-9_.+-]{1,30}(?:/[a-z0-9_.+-]{1,30}){0,6}"
_PARTS = re.compile(
    rf"(?:[Oo]nly[ ]|[Jj]ust[ ])?(?:[Ff]or|[Oo]n)[ ](?:the[ ])?(?P<parts>{_PART}"
    rf"(?:(?:,[ ]and[ ]|,[ ]|[ ]and[ ]|[ ]&[ ]|[ ]?/[ ])(?:the[ ])?{_PART}){{0,12}})"
    r"(?:[ ](?:parts?|bits?|drivers?|sides?|changes|portions?|code|pieces?|hunks?|subsystems?))?[ ]?:\Z"
)
_TREES = frozenset(("net", "next", "stable", "all", "both", "series", "set", "what", "record", "now", "this", "that", "the", "reference"))
_FILE_NAME = re.compile(rf"(?<![\w/.-]){_FILE}(?![\w/-])")
_COUNT = {word: number for number, word in enumerate(_WORDS.split("|"), 1)}
_PLACE = {word: number for number, word in enumerate(_NTH.split("|")[:-1], 1)} | {"last": -1}


def note_scope(note: str | None) -> Scope | None:
    """The patches a note names: `# patches 1-3`, `(for 2/4)`."""
    if not note:
        return None
    found = _BARE_LIST.match(note)
    if found:
        return Scope("except" if found["but"] else "only", _numbers(found["list"]), note)
    return read_scope(note)


def read_scope(sentence: str) -> Scope | None:
    """Which patches a sentence before a tag speaks of, if it says so."""
    found = _ALL_BUT.search(sentence)
    if found:
        return Scope("except", _numbers(found["list"]), found[0])
    found = _ONLY.search(sentence)
    if found:
        above, below = sentence[: found.start()], sentence[found.end() :]
        if _OTHERS.search(below):
            # "I have comments on patch 2, the rest is fine" gives the tag to the others.
            return Scope("except", _numbers(found["list"]), sentence) if _REMARK.search(above) else None
        if _SPOKEN.search(above):
            return _by_number(found, above, below)
    found = _ORDINAL.search(sentence)
    if found and not _REMARK.search(sentence):
        if found["but_last"]:
            return Scope("except", (-1,) if found["but_last"].lower() == "last" else (1,), found[0])
        return Scope("except" if found["but"] else "only", _places(found), found[0])
    if "." in sentence and _FILES.search(sentence):
        return Scope("only", (), sentence)
    found = _LACKING.search(sentence)
    if found:
        return Scope("series" if found["mine"] else "lacking", (), found[0])
    found = _SERIES.search(sentence)
    if found:
        return Scope("series", (), found[0])
    found = _BARE_LIST.match(sentence)
    if found and len(sentence) < 40:
        return Scope("except" if found["but"] else "only", _numbers(found["list"]), sentence)
    if sentence.endswith(":") and part_names(sentence):
        return Scope("only", (), sentence)
    return None


def part_names(words: str) -> tuple[str, ...]:
    """The drivers and directories that the words of a scope may name."""
    found = _PARTS.match(words)
    if found is None:
        return ()
    names = re.split(r",[ ]and[ ]|,[ ]|[ ]and[ ]|[ ]&[ ]|[ ]?/[ ]", found["parts"])
    return tuple(name.removeprefix("the ") for name in names if name.removeprefix("the ") not in _TREES)


def file_names(words: str) -> tuple[str, ...]:
    """The files that the words of a scope name."""
    return tuple(dict.fromkeys(_FILE_NAME.findall(words)))


def numbered(patches: tuple[int, ...], total: int) -> set[int]:
    """The numbers of patches that a scope names; negative ones count from the end."""
    return {n if n > 0 else total + 1 + n for n in patches}


def beyond(patches: tuple[int, ...], total: int, index: int) -> bool:
    """Whether a scope on a reply to one patch names other patches of the series too."""
    named = numbered(patches, total)
    return index in named and len(named) > 1 and max(named) <= total and min(named) >= 1


def _by_number(found: re.Match[str], above: str, below: str) -> Scope | None:
    """The scope of "patches 1-3", unless the words around it make a remark of it."""
    if _REMARK.search(above) and not below.strip(" :,.!)"):
        return None
    if _REMARK.search(below) or _REMARK.search(re.split(r"[,.;:]", above)[-1]):
        return None
    numbers = _numbers(found["list"])
    if found["up"]:
        return Scope("except", tuple(range(1, numbers[-1])), found[0]) if len(numbers) == 1 and 1 < numbers[0] < 200 else None
    rest = "all" in above.lower() or "series" in above.lower()
    but = found["but"] and (rest or not found["but"].lower().startswith("but"))
    return Scope("except" if but else "only", numbers, found[0])


def _places(found: re.Match[str]) -> tuple[int, ...]:
    """The patches of "the first two", "the last", "the second and third"; negative ones count from the end."""
    which = found["which"].lower()
    if found["more"]:
        return _PLACE[which], _PLACE[found["more"].lower()]
    count = _COUNT.get((found["count"] or "").lower()) or int(found["count"] or 1)
    if which == "last":
        return tuple(range(-count, 0))
    return tuple(range(_PLACE[which], _PLACE[which] + count))


def _numbers(words: str) -> tuple[int, ...]:
    """The patch numbers of "1-3, 5 and 7/9"; of a counter n/m only n."""
    words = re.sub(r"(\d{1,9})/\d{1,9}", r"\1", words)
    words = re.sub(rf"(?i)\b(?:{_WORDS})\b", lambda found: str(_COUNT[found[0].lower()]), words)
    numbers: list[int] = []
    span = False
    for token in re.findall(r"\d{1,9}|-|–|—|\.\.|to|through|thru|till|until", words, re.IGNORECASE):
        if not token.isdigit():
            span = True
            continue
        number = int(token)
        if span and numbers and numbers[-1] < number <= numbers[-1] + 200:
            numbers.extend(range(numbers[-1] + 1, number + 1))
        else:
            numbers.append(number)
        span = False
    return tuple(dict.fromkeys(numbers))
