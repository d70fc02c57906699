# SPDX-License-Identifier: GPL-2.0-or-later
"""What a tag is aimed at beside its place in the thread: another posting, an older version, the patches of some files."""

import re
from collections.abc import Mapping

import msgspec

from digest.model import Posting, Record, Revision, Scope, Series, Trailer
from digest.patch.lineage import plain_title
from digest.patch.scope import file_names, part_names

_LINK = r"https?://(?:lore\.kernel\.org|patch\.msgid\.link)/(?:[\w.-]{1,40}/)?"
_SENT = re.compile(
    rf"(?i)\bI(?:'ve| have)? (?:\w+ ){{0,2}}(?:sent|posted|submitted)\b[^<>]{{0,80}}?{_LINK}([^\s/<>]{{5,200}}@[^\s/<>]{{3,100}})"
)
_TAG = re.compile(r"[ \t]{0,8}[A-Za-z]{2,20}(?:-[A-Za-z]{2,12}){0,4}-[Bb]y:")
# "For the user space part at LINK:" above a tag.
_FOR_LINK = re.compile(
    r"(?i)(?:\A|[.!?:;]\s{1,3}|\n)(?:(?:this|it|the tag|my tag|but|and)[ ](?:(?:is|was)[ ])?(?:meant[ ])?)?(?:for|to)[ \n]"
    r"(?!(?:the[ ])?(?:record|reference|context|example|more|background|completeness|history|details?|what|info(?:rmation)?|comparison)\b)"
    rf"[^!?]{{0,120}}?{_LINK}([^\s/<>]{{5,200}}@[^\s/<>:,;]{{3,100}})[/>:,;)]{{0,3}}\s{{0,4}}\Z"
)


_OPENS = r"(?i)(?:\A|[.!?;]\s{1,3}|\n)(?:(?:but|and|this|it|the tag|my tag)[ ](?:(?:is|was)[ ])?)?(?:only[ ]|just[ ]|meant[ ]){0,2}"
# "For v1, which I liked more:" above a tag, `(for v1)` behind it.
_FOR_VERSION = re.compile(
    rf"{_OPENS}(?:for|on|to)[ ](?:the[ ])?v(\d{{1,2}})(?:[ ](?:of[ ](?:this|the|your)[ ]\w+|only|alone))?"
    r"(?:,[ \n](?:which|that|not|the|as)\b[^.:!?]{1,100})?[ ]?[:,.]?\s{0,4}\Z"
)
_NOTED_VERSION = re.compile(r"(?i)[(\[ ]{0,3}(?:for|on)[ ](?:the[ ])?v(\d{1,2})(?:[ ](?:only|alone))?[ )\]]{0,3}\Z")


# "For patch 1, not for this one:", 'For "net: core: set y":'.
_FOR_PATCH = re.compile(
    rf"{_OPENS}for[ ](?:the[ ])?(?:patch[ ](?:number[ ])?#?(?P<number>\d{{1,3}})(?:/\d{{1,3}})?(?:[ ](?:of|in)[ ](?:this|the)[ ]\w+)?"
    r"|[\"\u201c'](?P<title>[^\"\u201c\u201d\n]{8,200})[\"\u201d'])(?:,?[ ](?:and[ ]|but[ ])?not[ ](?:for[ ])?this[ ](?:one|patch))?"
    r"[ ]?:\s{0,4}\Z"
)
# Programs that no patch of a kernel tree touches.
_PROGRAMS = frozenset((
    "iproute2", "iptables", "nftables", "libnftnl", "libmnl", "libnl", "libbpf", "systemd", "networkmanager", "qemu", "libvirt", "dpdk",
    "frr", "bird", "iw", "hostapd", "wpa_supplicant", "bluez", "wireguard-tools", "man-pages", "userspace", "user-space",
))  # fmt: skip


class Aim(msgspec.Struct, frozen=True):
    """The patch that the words of a tag say it is for (`known` false: of no posting here), and the rule."""

    number: int
    index: int
    rule: str
    known: bool = True


def place(series: Series, at: tuple[int, int], record: Record, trailer: Trailer) -> Aim | None:
    """What the words above a tag, or its note, aim it at, where that is not the patch `at` (revision and index) that it answers."""
    number, index = at
    other = _other_patch(series, number, index, record, trailer) if index else None
    if other is not None:
        return Aim(number, other, f"answers patch {index}, and its words say that it is for patch {other}", known=other > 0)
    version = series.revisions[number].version
    named = version_named(record, trailer) if version > 1 else None
    if named is None or named >= version:
        return None
    found = in_version(series, named, number, index)
    rule = f"answers v{version}, and its words say that it is for v{named}"
    return Aim(*found, rule) if found is not None else Aim(number, index, rule, known=False)


# "For this patch and the next two:", "For this one and patch 1:".
_ALSO = re.compile(
    rf"{_OPENS}(?:for|on|to)[ ](?:both[ ])?this(?:[ ](?:one|patch))?(?:,[ ]|[ ](?:and|&|plus|as well as)[ ])(?:for[ ])?"
    r"(?:the[ ](?P<way>next|following|previous|preceding)(?:[ ](?P<count>two|three|four|[2-9]))?(?:[ ](?:patch(?:es)?|ones?))?"
    r"|patch(?:es)?[ ]#?(?P<list>\d{1,3}(?:/\d{1,3})?(?:(?:,[ ]|[ ]and[ ]|[ ]?&[ ]?)#?\d{1,3}(?:/\d{1,3})?){0,8}))[ ]?[:,]?\s{0,4}\Z"
)
_COUNTS = {"two": 2, "three": 3, "four": 4}


def also(series: Series, number: int, index: int, record: Record, trailer: Trailer) -> tuple[int, ...]:
    """Further patches that the words above a tag in answer to one patch name beside it."""
    led = _ALSO.search(_above(record, trailer)) if index else None
    if led is None:
        return ()
    if led["list"]:
        named = [int(found) for found in re.findall(r"(?<!/)\b(\d{1,3})\b", led["list"])]
    else:
        count = _COUNTS.get((led["count"] or "").lower()) or int(led["count"] or 1)
        step = 1 if led["way"].lower() in {"next", "following"} else -1
        named = [index + step * at for at in range(1, count + 1)]
    known = {posting.index for posting in series.revisions[number].postings}
    return tuple(other for other in dict.fromkeys(named) if other in known and other not in {0, index})


def _other_patch(series: Series, number: int, index: int, record: Record, trailer: Trailer) -> int | None:
    """The other patch of the revision that the words above a tag name; 0 for a title that none here has."""
    led = _FOR_PATCH.search(_above(record, trailer))
    if led is None:
        return None
    known = {p.index: plain_title(p.title or "") for p in series.revisions[number].postings}
    if led["number"]:
        named = int(led["number"])
        return named if named != index and named in known else None
    title = plain_title(led["title"])
    found = next((n for n, other in known.items() if other == title), 0)
    return found if found != index else None


def version_named(record: Record, trailer: Trailer) -> int | None:
    """The version that the words above a tag, or its note, say that it is for."""
    noted = _NOTED_VERSION.match(trailer.note or "")
    led = noted or _FOR_VERSION.search(_above(record, trailer))
    return int(led[1]) if led is not None else None


def in_version(series: Series, version: int, number: int, index: int) -> tuple[int, int] | None:
    """The place of a patch of revision `number` in an earlier version: the one of its title, else of its number; None where it has none."""
    title = next((p.title for p in series.revisions[number].postings if p.index == index), None)
    for at in range(number - 1, -1, -1):
        if series.revisions[at].version == version:
            known = {p.index: p.title for p in series.revisions[at].postings}
            same = next((n for n, other in known.items() if title is not None and other == title), index)
            return (at, same) if index == 0 or same in known else None
    return None


def meant(scope: Scope | None, revision: Revision) -> Scope | None:
    """The scope of a tag; words that name no part of what is patched say nothing ("For the record:")."""
    if scope is None or names_part(scope) is None:
        return scope
    return scope if touching(scope.words or "", {p.index: p for p in revision.postings}) else None


def names_part(scope: Scope | None) -> str | None:
    """The words of a scope that names drivers or directories: they stand beside the tag as its note."""
    if scope is None or scope.kind != "only" or scope.patches or not scope.words or file_names(scope.words):
        return None
    return scope.words.strip(" :,")


def elsewhere(series: Series, above: Record | None, record: Record, trailer: Trailer) -> bool:
    """Whether a tag is for a posting sent elsewhere: its own words say so, or it answers a reply that links to one just sent.

    `above` is the reply that the mail answers, None where it answers a posting.
    """
    if _linked(series, record, trailer) or _for_program(series, trailer):
        return True
    if above is None:
        return False
    quoted = [p for p in record.passages if p.kind == "quote" and p.line < trailer.spot.line]
    if not quoted or quoted[-1].depth != 1:
        return False
    sent = _SENT.search(quoted[-1].text)
    return sent is not None and not any((r.message_id or r.key) in sent[0] or sent[1] in r.key for r in series.records)


def _for_program(series: Series, trailer: Trailer) -> bool:
    """Whether a tag is said to be for a program outside the kernel, which no patch of the series touches."""
    scope = trailer.scope
    if scope is None or names_part(scope) is None or _PROGRAMS.isdisjoint(part_names(scope.words or "")):
        return False
    return not any(touching(scope.words or "", {p.index: p for p in revision.postings}) for revision in series.revisions)


def _linked(series: Series, record: Record, trailer: Trailer) -> bool:
    """Whether the words that lead to a tag say that it is for a posting they link to, and which is none of this series."""
    above = _above(record, trailer)
    led = _FOR_LINK.search(above) if "://" in above else None
    return led is not None and not any(led[1] in {r.message_id, r.key} for r in series.records)


def _above(record: Record, trailer: Trailer) -> str:
    """The last own words above a tag, without tags that stand right above it."""
    for passage in record.passages:
        if passage.kind == "own" and passage.line < trailer.spot.line < passage.line + max(passage.lines, 1):
            rows = passage.text.split("\n")[: trailer.spot.line - passage.line]
            while rows and (not rows[-1].strip() or _TAG.match(rows[-1])):
                rows.pop()
            return "\n".join(rows)[-400:]
    return ""


def touching(words: str, postings: Mapping[int, Posting]) -> list[int]:
    """The numbers of the patches that touch one of the files that the words of a scope name by the end of their paths."""
    files = file_names(words)
    parts = () if files else part_names(words)
    found = []
    for index, posting in postings.items():
        record = posting.record
        paths = [change.path for change in record.patch.files] if record is not None and record.patch is not None else []
        if any(f"/{path}".endswith(f"/{name}") for path in paths for name in files) or any(_within(path, parts) for path in paths):
            found.append(index)
    return found


def _within(path: str, parts: tuple[str, ...]) -> bool:
    """Whether a path has a part of one of these names: a directory, or the beginning of a file's name."""
    return any(f"/{name}/" in f"/{path}" or re.search(rf"/{re.escape(name)}[-_.]", f"/{path}") is not None for name in parts)
