# SPDX-License-Identifier: GPL-2.0-or-later
"""Pages of lkml.org, patchwork, Google Groups, HyperKitty and gossamer-threads whose text was run into one line.

Without line breaks the words that the page prints around a mail are what tells it apart; a page without them is not guessed at.
"""

import itertools
import re
from collections.abc import Callable

from digest.archive import _foot, _head, _text_flat, _when
from digest.archive._fields import from_fields
from digest.archive._found import Found
from digest.archive._text_posts import threaded
from digest.archive._text_single import clean, finish

_US = _when.plain(_when.US)
_LKML = re.compile(
    rf"(?:^|\s)(?:Date (?P<date>{_when.plain(_when.RFC)}) From (?P<name>[^<>\n]{{1,80}}?) <[^<>]{{0,80}}> Subject (?P<open>)"
    rf"|From (?P<name2>[^<>\n]{{1,80}}?) <[^<>]{{0,80}}> Subject (?P<subject>.{{3,300}}?) Date (?P<date2>{_when.plain(_when.RFC)}) ?"
    rf"|Date (?P<date3>{_when.plain(_when.RFC)}) Subject (?P<subject3>.{{3,300}}?) From (?P<name3>[^<>\n]{{1,80}}?) <[^<>]{{0,80}}> ?)"
)


def lkml(text: str) -> list[Found]:
    """lkml.org: `Date D From NAME <> Subject S`, in whichever order, and then the words."""
    found = _LKML.search(text, 0, 6000)
    if found is None:
        return []
    begin, subject = found.end(), found["subject"] or found["subject3"]
    if subject is None:
        end = _text_flat.subject_end(text, begin)
        subject = text[begin:end] if end is not None else None
        begin = end if end is not None else begin
    item = Found(
        clean(text[begin:], flat=True),
        author=(found["name"] or found["name2"] or found["name3"]).strip(),
        subject=subject,
        date=found["date"] or found["date2"] or found["date3"],
    )
    return [finish(item, flat=True)]


_PW_TOP = re.compile(
    r"(?P<title>\[[^\]]{1,100}\] .{3,300}?) (?:Message[ -]ID ?:? <?(?P<id>[^\s<>]{1,200}@[^\s<>]{1,120})>?|diff mbox\b)",
)
_PW_LOG = re.compile(rf" (?:Commit )?Message (?P<name>[^<>:]{{2,80}}?) (?P<date>{_US})(?: UTC)? ")
_PW_COMMENT = re.compile(rf"(?P<date>{_US})(?: UTC)? (?:\| )?#(?P<number>\d{{1,4}}) ")
_PW_STATUS = re.compile(r"^(?:(?:Addressed|Unaddressed|Mark Action Required|Mark Unaddressed|Mark Addressed) ){1,3}")
_PW_PATCH = re.compile(r" Patch (?=diff --git |Index: )")
_PW_COMMENTS = re.compile(r" Comments (?=[^<>:]{2,80}? [A-Z][a-z]{2,8}\.? \d{1,2}, \d{4})")


def patchwork(text: str) -> list[Found]:
    """A patchwork page: the title, the id, `Commit Message NAME DATE`, the words, `Comments`, `Patch`."""
    top = _PW_TOP.search(text, 0, 2000)
    log = _PW_LOG.search(text, top.end(), top.end() + 9000) if top else None
    if top is None or log is None:
        return []
    patches = list(_PW_PATCH.finditer(text, log.end()))
    end = patches[-1].start() if patches else len(text)
    comments = _PW_COMMENTS.search(text, log.end(), end)
    body = text[log.end() : comments.start() if comments else end].strip()
    if patches:
        body = f"{body} {text[patches[-1].end() :].strip()}"
    title = top["title"]
    item = Found(_foot.trim(body), author=log["name"], subject=title, date=log["date"], message_id=top["id"])
    head = _head.in_one_line(text[: log.start()], top.end(), reach=300)
    if head is not None:  # the mail's own header, unfolded
        item = from_fields(head.fields, item.body)
        item.message_id = item.message_id or top["id"]
        title = item.subject = item.subject or title
    found = [finish(item, flat=True)]
    starts = list(_PW_COMMENT.finditer(text, comments.end(), end)) if comments else []
    names = _names(text, comments.end() if comments else 0, starts)
    stops = [*[name[1] for name in names], end][1:] if names else []
    for start, (name, _), stop in zip(starts, names, stops, strict=True):
        reply = Found(
            _PW_STATUS.sub("", text[start.end() : stop].strip()),
            author=name,
            subject=title if title.lower().startswith("re:") else f"Re: {title}",
            date=start["date"],
            parents=(top["id"],) if top["id"] else (),
            mark=f"#{start['number']}",
            flags=("thread-subject",),
        )
        found.append(finish(reply, flat=True))
    return found


def _names(text: str, floor: int, starts: list[re.Match[str]]) -> list[tuple[str | None, int]]:
    """The name before each of these, and where it begins."""
    out: list[tuple[str | None, int]] = []
    for start in starts:
        begin = max(floor, start.start() - 120)
        split = _text_flat.name_at_end(text[begin : start.start()])
        if split is None:
            out.append((None, start.start()))
        else:
            out.append((split[1], begin + len(split[0])))
        floor = start.end()
    return out


_ADDRESS = r"[^\s,@]{1,80}@[^\s,]{2,100}"
_GROUPS = re.compile(rf"(?:unread, ?|unread )?(?P<date>{_US}) to (?:{_ADDRESS}(?:, ?{_ADDRESS}){{0,40}}) ")
_GROUPS_END = re.compile(r" (?:Reply all )?Reply to author Forward\b.{0,60}$")


def groups(text: str) -> list[Found]:
    """Google Groups: `NAME DATE to LIST words`, once for each mail."""
    return _run(text, list(_GROUPS.finditer(text)), _GROUPS_END)


_KITTY = re.compile(r"(?:(?P<day>\d{1,2} [A-Z][a-z]{2})(?P<year> \d{4})? )?(?P<clock>\d{1,2}:\d\d)(?: ?[ap]\.?m\.?)? ")
_KITTY_END = re.compile(
    r"(?:(?<= )\d{1,4} )?(?:(?<= )\d{1,4} )?(?<= )(?:Reply (?:Sign in to reply online )?|Sign in to reply online )?Use email software"
)


def kitty(text: str) -> list[Found]:
    """HyperKitty: `NAME DAY TIME words Reply Use email software`, once for each mail."""
    ends = list(_KITTY_END.finditer(text))
    if not ends:
        return []
    first = _KITTY.search(text, 0, ends[0].start())
    while first and (first["day"] is None or _text_flat.name_at_end(text[: first.start()].rstrip()) is None):
        first = _KITTY.search(text, first.end(), ends[0].start())
    split = _text_flat.name_at_end(text[: first.start()]) if first else None
    if first is None or split is None:
        return []
    day, year = first["day"], first["year"] or ""
    items = [(split[1], f"{day}{year} {first['clock']}" if year else None, None, text[first.end() : ends[0].start()])]
    for before, after in itertools.pairwise(ends):
        begin = before.end()
        dated = _KITTY.search(text, begin, begin + 160)
        name = text[begin : dated.start()].strip() if dated else ""
        if dated:
            day, year = dated["day"] or day, dated["year"] or year
        date = f"{day}{year} {dated['clock']}" if dated and year else None
        items.append((name, date, None, text[dated.end() if dated else begin : after.start()]))
    return threaded(list(items), _title(split[0]))


def _title(top: str) -> str | None:
    """The title at the end of a page's top."""
    words = _text_flat.once(top[-700:])
    found = re.search(r"(?:Re: ?)?\[[^\]]{1,80}\] \S.*", words)
    title = found.group().strip() if found else words
    return title if 3 < len(title) < 300 else None


_POST = re.compile(rf"(?P<date>{_US}) Post #\d{{1,5}} of \d{{1,5}}(?: \(\d{{1,7}} views\))?(?: Permalink)? ")


def gossamer(text: str) -> list[Found]:
    """Gossamer-threads: `NAME DATE Post #1 of 5 SUBJECT words`, once for each mail; the subject is what the posts share."""
    starts = list(_POST.finditer(text))
    if not starts:
        return []
    after = [text[start.end() : start.end() + 300] for start in starts]
    shared = _shared(after) if len(after) > 1 else ""
    found = _run(text, starts, re.compile(r" (?:First page Previous page|Index \| ?Next).{0,200}$"))
    for item in found:
        own = re.match(rf"(?:Re: ?)?{re.escape(shared)} ?", item.body) if shared else None
        if own:
            item.subject, item.body, item.flags = own.group().strip(), item.body[own.end() :], ()
    return found


def _shared(words: list[str]) -> str:
    """What these begin with alike, `Re:` aside, up to a space."""
    bare = [re.sub(r"^(?:Re: ?)+", "", each) for each in words]
    length = 0
    for letters in zip(*bare, strict=False):
        if len(set(letters)) > 1:
            break
        length += 1
    shared = bare[0][:length].rpartition(" ")[0]
    return shared if len(shared) > 12 else ""


def _run(text: str, starts: list[re.Match[str]], foot: re.Pattern[str]) -> list[Found]:
    """The mails of a page of one title: a name before each start, the words after it."""
    if not starts:
        return []
    names = _names(text, 0, starts)
    if names[0][0] is None:
        return []
    stops = [name[1] for name in names[1:]] + [len(text)]
    items = [
        (name, start["date"], None, foot.sub("", text[start.end() : stop]))
        for start, (name, _), stop in zip(starts, names, stops, strict=True)
    ]
    return threaded(list(items), _title(text[: names[0][1]]))


def _lone(read: Callable[[str], list[Found]]) -> Callable[[str], list[Found]]:
    def one_line(text: str) -> list[Found]:
        text = text.strip()
        return read(text) if len(text) > 200 and "\n" not in text else []

    return one_line


#: Asked in this order, of one line alone.
RUNS: tuple[Callable[[str], list[Found]], ...] = tuple(map(_lone, (patchwork, lkml, groups, gossamer, kitty)))
