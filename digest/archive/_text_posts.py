# SPDX-License-Identifier: GPL-2.0-or-later
"""Text copies of thread pages that print each mail under a name and a date: thr3ads, Google Groups, HyperKitty, gossamer-threads."""

import re
from collections.abc import Callable

from digest.archive import _when
from digest.archive._found import Found
from digest.archive._text_single import clean, drop_navigation, finish, lost_lines

_ENTRY_DATE = re.compile(rf"^(?P<date>{_when.plain(_when.RFC)})[ \t]*$", re.MULTILINE)


def entries(text: str) -> list[Found]:
    """A thread page that gives each mail three lines, name, date and subject, and then its words."""
    dates = list(_ENTRY_DATE.finditer(text))
    if not dates:
        return []
    heads: list[tuple[int, str, str, str, int]] = []
    for date in dates:
        above = text.rfind("\n", 0, max(date.start() - 1, 0)) + 1
        name = text[above : max(date.start() - 1, 0)].strip()
        end = text.find("\n", date.end() + 1)
        subject = text[date.end() + 1 : end if end >= 0 else len(text)].strip()
        if name and len(name) < 100 and ":" not in name and 3 < len(subject) < 300 and not subject.startswith((">", "|")):
            heads.append((above, name, date["date"], subject, end if end >= 0 else len(text)))
    if not heads or text[: heads[0][0]].strip():
        return []
    found = []
    for number, (head, stop) in enumerate(zip(heads, [head[0] for head in heads[1:]] + [len(text)], strict=True), 1):
        body = text[head[4] : stop]
        flat = lost_lines(body)
        item = Found(clean(body, flat=flat), author=head[1].strip('"'), subject=head[3], date=head[2], mark=str(number))
        found.append(finish(item, flat=flat))
    return found


def threaded(items: list[tuple[str | None, str | None, str | None, str]], title: str | None) -> list[Found]:
    """Name, date, subject and words of each mail of a thread that has one title."""
    found: list[Found] = []
    for number, (name, date, subject, words) in enumerate(items, 1):
        flat = lost_lines(words)
        own = subject or title
        if number > 1 and subject is None and own is not None and own[:3].lower() != "re:":
            own = f"Re: {own}"
        flags = ("thread-subject",) if subject is None and number > 1 else ()
        item = Found(clean(words, flat=flat), author=name, subject=own, date=date, mark=str(number), flags=flags)
        found.append(finish(item, flat=flat))
    return found


def _title(top: str) -> str | None:
    """The title above the first mail: the line that looks most like a subject, else the last."""
    lines = [line.strip(" \t#*") for line in drop_navigation(top).split("\n") if line.strip(" \t#*")]
    return next((line for line in lines if line.startswith(("[", "Re: ["))), lines[-1] if lines else None)


_GROUPS = re.compile(
    r"^[ \t]{0,6}(?P<name>[A-Z][^\n<>:]{1,80}?)[ \t]*\n(?:[ \t]*(?:unread,?[ \t]*)?\n){0,3}"
    rf"[ \t]*(?P<date>{_when.plain(_when.US)})[^\n]{{0,40}}\n"
    r"(?:[ \t]*\n){0,3}[ \t]*to [^\n]{3,300}\n",
    re.MULTILINE,
)
_GROUPS_END = re.compile(r"\n[ \t]*(?:Reply all[ \t]*\n|Reply to author\b|\d{1,4} (?:unread )?messages?\b)[^\n]*(?:\n[^\n]{0,40}){0,6}$")


def groups(text: str) -> list[Found]:
    """Google Groups: a name, a date, `to LIST`, the words."""
    starts = list(_GROUPS.finditer(text))
    if not starts:
        return []
    stops = [start.start() for start in starts[1:]] + [len(text)]
    items = [
        (start["name"].strip(), start["date"], None, _GROUPS_END.sub("", text[start.end() : stop]))
        for start, stop in zip(starts, stops, strict=True)
    ]
    return threaded(list(items), _title(text[: starts[0].start()]))


_KITTY = re.compile(
    r"^[ \t]{0,6}(?P<name>[A-Z][^\n<>:@]{1,80}?)[ \t]*\n[ \t]*\n"
    r"(?:[ \t]*(?P<day>\d{1,2} [A-Z][a-z]{2})(?P<year> \d{4})?[ \t]*\n(?:[ \t]*\n)?)?"
    r"[ \t]*(?P<clock>\d{1,2}:\d\d)(?: ?[ap]\.?m\.?)?[ \t]*\n",
    re.MULTILINE,
)


def kitty(text: str) -> list[Found]:
    """HyperKitty: a name, a day (printed when it changes) and a time.  The year is printed with the first mail alone."""
    starts = list(_KITTY.finditer(text))
    if not starts or starts[0]["day"] is None or starts[0].start() > 1500:
        return []
    stops = [start.start() for start in starts[1:]] + [len(text)]
    day, year = "", ""
    items = []
    for start, stop in zip(starts, stops, strict=True):
        day, year = start["day"] or day, start["year"] or year
        date = f"{day}{year} {start['clock']}" if year else None
        items.append((start["name"].strip(), date, None, text[start.end() : stop]))
    return threaded(list(items), _title(text[: starts[0].start()]))


_POST = re.compile(
    r"^[ \t]*(?P<name>[\w.+-]{1,60}(?: at |@)[\w.-]{2,60}|[A-Z][^\n<>:]{1,80}?)[ \t]*\n(?:[ \t]*\n)?"
    rf"[ \t]*(?P<date>{_when.plain(_when.US)})[^\n]{{0,20}}\n"
    r"(?:[ \t]*\n)?[ \t]*Post #\d{1,5} of \d{1,5}[^\n]{0,40}\n(?:[ \t]*Permalink[ \t]*\n|[ \t]*\n){0,4}",
    re.MULTILINE,
)


def gossamer(text: str) -> list[Found]:
    """Gossamer-threads: a name or masked address, a date, `Post #1 of 5`, the subject, the words."""
    starts = list(_POST.finditer(text))
    if not starts:
        return []
    title = _title(text[: starts[0].start()])
    stops = [start.start() for start in starts[1:]] + [len(text)]
    items = []
    for start, stop in zip(starts, stops, strict=True):
        subject, _, words = text[start.end() : stop].lstrip("\n").partition("\n")
        named = bool(title) and subject.strip().lower().removeprefix("re: ").startswith((title or "").lower().removeprefix("re: ")[:30])
        items.append((start["name"].strip(), start["date"], subject.strip() if named else None, words if named else f"{subject}\n{words}"))
    return threaded(items, title)


#: Asked in this order.
POSTS: tuple[Callable[[str], list[Found]], ...] = (entries, groups, gossamer, kitty)
