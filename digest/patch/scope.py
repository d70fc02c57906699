# SPDX-License-Identifier: GPL-2.0-or-later
"""Which patches a tag is for, where its words say so: "For patches 1-3:", "all but the last", "for the series", `# patches 1-3`."""

import re

from digest.model import Scope

_MARK = r"[ ]?(?:-|–|—|\.\.|,|&|\+|/)[ ]?|[ ](?:to|through|thru|and|till|until)[ ]|,[ ]and[ ]"
_NUMBERS = rf"#?\d{{1,4}}(?:/\d{{1,4}})?(?:(?:{_MARK})(?:patch[ ])?#?\d{{1,4}}(?:/\d{{1,4}})?){{0,20}}"
_BUT = r"(?:except|excluding|without|but|apart from|other than|minus|not)(?: for)?[ ](?:the )?"
_ONLY = re.compile(rf"(?i)\b(?P<but>{_BUT})?patch(?:es)?(?: number| no\.?)?[ ](?P<list>{_NUMBERS})(?![\w.])")
# What must stand before "patches 1-3": a word that ties the tag to them, or nothing.
_SPOKEN = re.compile(
    r"(?i)(?:^|\b(?:for|on|to|of|covers?|only|and|all|series|set|patches|applies to)[ ,]{1,2}(?:all[ ])?(?:the[ ]|your[ ])?|[:,(][ ]?)\Z"
)
_SHORT = r"\d{1,4}/\d{1,4}|#\d{1,4}(?:(?:[ ]?[-,&][ ]?| and | to )#?\d{1,4}){0,10}|\d{1,3}(?:[ ]?[-–,][ ]?\d{1,3}){1,10}"
_BARE_LIST = re.compile(rf"(?i)(?:for|on|to|#|only)?[ ]?(?:the )?(?P<but>except |excluding |all but )?(?P<list>{_SHORT})[ ]?[:,]?\Z")
_ORDINAL = re.compile(
    r"(?i)\b(?P<but>(?:except|all but)(?: for)? )?(?:the )?(?P<which>first|last)(?: (?P<count>two|three|four|five|six|\d{1,2}))?"
    r" (?:patch(?:es)?|ones?)\b|\ball but (?:the )?(?P<but_last>last|first)\b"
)
_WHOLE = r"(?:(?:whole|entire|full|complete|rest of the|v\d{1,3})[ ]){0,2}"
_SERIES = re.compile(
    rf"(?i)\b(?:for|on|to|of|with)[ ](?:(?:the|this|that|your|these)[ ])?{_WHOLE}(?:series|patch-?set|patch[ ]series)\b"
    rf"|\b(?:for|on|to)[ ](?:the|this|that|your)[ ]{_WHOLE}(?:set|lot)\b"
    r"|\b(?:for|to|on)[ ](?:all|both)\b(?:[ ](?:of[ ])?(?:the[ ]|these[ ]|your[ ])?(?:\w+[ ])?(?:patch(?:es)?|them|three|two|four|five))?"
    r"(?=[ ]?[:,.]|\Z|[ ](?:of|the|patch|these))"
    r"|\b(?:whole|entire)[ ](?:series|set|patch-?set)\b|^series[ ]?:"
)
_REMARK = re.compile(
    r"(?i)\b(?:comments?|commented|nits?|question|typo|issue|problem|concern|see my|replied|reply|discussion|except that)\b"
)
_COUNT = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


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
    found = _ONLY.search(sentence)
    if found and _SPOKEN.search(sentence[: found.start()]):
        words = found[0]
        if _REMARK.search(sentence[: found.start()]) and not sentence[found.end() :].strip(" :,"):
            return None
        if _REMARK.search(sentence[found.end() :]):
            return None
        rest = "all" in sentence[: found.start()].lower() or "series" in sentence[: found.start()].lower()
        return Scope(
            "except" if found["but"] and (rest or not found["but"].lower().startswith("but")) else "only", _numbers(found["list"]), words
        )
    found = _ORDINAL.search(sentence)
    if found and not _REMARK.search(sentence):
        if found["but_last"]:
            return Scope("except", (-1,) if found["but_last"].lower() == "last" else (1,), found[0])
        count = _COUNT.get((found["count"] or "").lower()) or int(found["count"] or 1)
        patches = tuple(range(1, count + 1)) if found["which"].lower() == "first" else tuple(range(-count, 0))
        return Scope("except" if found["but"] else "only", patches, found[0])
    found = _SERIES.search(sentence)
    if found:
        return Scope("series", (), found[0])
    found = _BARE_LIST.match(sentence)
    if found and len(sentence) < 40:
        return Scope("except" if found["but"] else "only", _numbers(found["list"]), sentence)
    return None


def _numbers(words: str) -> tuple[int, ...]:
    """The patch numbers of "1-3, 5 and 7/9"; of a counter n/m only n."""
    words = re.sub(r"(\d{1,9})/\d{1,9}", r"\1", words)
    numbers: list[int] = []
    span = False
    for token in re.findall(r"\d+|-|–|—|\.\.|to|through|thru|till|until", words, re.IGNORECASE):
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
