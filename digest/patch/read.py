# SPDX-License-Identifier: GPL-2.0-or-later
"""Message -> Record: all that one mail says of patches by itself.  Each grammar runs only where a cheap look finds its mark."""

from digest.model import Cover, Link, Message, Patch, Profile, Record, Remark, Robot, Spot, Stance, Subject, Text
from digest.model.patch import Kind
from digest.patch import fix, link, passage, remark, robot, stance, statement
from digest.patch.changelog import read_changelog
from digest.patch.diff import find_diff
from digest.patch.posting import dissect, read_patch
from digest.patch.shortlog import read_cover
from digest.patch.subject import read_subject
from digest.patch.trailer import Reading, has_trailers

_SPEAKS = frozenset(("reply", "robot", "other"))
_ANNOUNCEMENTS = frozenset(("ann", "announce", "announcement"))


def read(message: Message, text: Text, profile: Profile) -> Record:
    """What one mail says by itself, without numbers (`benchmarks` are added by the step above).  Never raises on content."""
    subject = read_subject(message.subject, profile)
    body = text.body
    diff_start = -1
    machine: Robot | None = None
    if not subject.reply and subject.kind in {"patch", "cover"}:
        diff_start = body.find("diff --git ") if text.flat else find_diff(body)
    posting = subject.kind == "cover" or (subject.kind == "patch" and diff_start >= 0)
    if posting and subject.kind == "patch":
        parts = dissect(text, diff_start)
        tail = parts.diff.end if parts.diff else len(body)
        regions: tuple[tuple[int, int], ...] = (parts.log, parts.notes, (tail, len(body)))
    else:
        parts = None
        regions = tuple([(span.start, span.end) for span in text.spans if span.kind == "own"])
    own = text.own
    # Own words alone: what a cheap look runs over, for most of a mail is quotes or a diff.
    words = "\n".join([own[start:end] for start, end in regions])
    if not posting:
        machine = robot.read_robot(message, text, words, profile) or _silent(message, text, profile)
    kind = _kind(message, subject, machine, posting=posting)
    forged = machine is not None and robot.is_forged(machine, message, profile) and remark.is_robot(message)
    tests = () if forged else statement.tests(message, text, posting=posting)
    patch: Patch | None = None
    cover: Cover | None = None
    if not message.subject and kind == "other" and " changed, " in body:
        # A text copy that lost its subject: shortlog and diffstat together say that it is a cover.
        cover = read_cover(text, message.author.name)
        kind = "cover" if cover is not None and cover.shortlog and cover.diffstat else kind
    changelog: Spot | None = None
    flags = message.flags
    tags = Reading(
        text,
        message.author,
        robot=_robotic(machine, words),
        nameless="address" in message.lost or message.author.email is None,
    )
    diff_end = -1
    if parts is not None:
        patch, stat_start = read_patch(text, parts)
        notes = (parts.notes[0], min(stat_start, parts.notes[1]))
        tags.read(body, *parts.log, "log")
        if notes[1] - notes[0] > 8 and has_trailers(body[notes[0] : notes[1]]):
            tags.read(own, *notes, "notes")
        first, last = text.place(notes[0])[0], text.place(notes[1])[0]
        tests = tuple(test for test in tests if test.person is None or not first < test.spot.line < last)  # a tag below `---` is none
        changelog = read_changelog(text, (notes, parts.log), version=subject.version)
        if parts.diff:
            diff_end = parts.diff.end
            if parts.diff.damaged or parts.diff.binary or parts.diff.modes:
                marks = (("diff-damaged", parts.diff.damaged), ("binary-diff", parts.diff.binary), ("mode-change", parts.diff.modes))
                flags += tuple(name for name, on in marks if on)
    else:
        if has_trailers(words):
            for start, end in regions:
                tags.read(own, start, end, "cover" if kind == "cover" else "reply")
        if kind == "cover":
            cover = cover or read_cover(text, message.author.name)
            changelog = read_changelog(text, regions, cover=True, version=subject.version)
        if kind == "reply":
            _inserted(text, tags)
    if "-by:" in body[regions[-1][1] if regions else 0 :] and not text.flat:
        for span in text.spans:
            if span.kind == "signature" and (diff_start < 0 or span.end <= diff_start):
                tags.read(body, span.start, span.end, "signature")
    links = link.read_links(text, words, regions)
    if patch and links:
        patch = _depending(patch, links)
    stances = stance.read_stances(text, words, regions) if kind in {"reply", "other"} else ()
    return Record(
        key=message.key,
        message_id=message.message_id,
        subject=subject,
        raw_subject=message.subject,
        author=message.author,
        munged=message.munged,
        date=message.date,
        parents=message.parents,
        lists=message.lists,
        copies=(message.copy,),
        content=message.content,
        kind=kind,
        reader=0,
        lost=message.lost,
        flags=flags,
        patch=patch,
        cover=cover,
        trailers=tuple(tags.found),
        links=links,
        robot=machine,
        commands=robot.read_commands(text),
        remarks=_wanted(remark.remarks(message, text, subject, tests), stances) if kind in _SPEAKS and not forged else (),
        tests=tests,
        fix=fix.fix_statement(message, text, tests) if kind in {"patch", "cover"} else None,
        changelog=changelog,
        stance=tuple(taken.spot for taken in stances),
        passages=passage.fold(text, diff_start if kind == "patch" else -1, diff_end),
        recipients=tuple(person.email for person in message.recipients if person.email),
        hints=message.hints,
        stances=stances,
    )


def _wanted(remarks: tuple[Remark, ...], stances: tuple[Stance, ...]) -> tuple[Remark, ...]:
    """The remarks without those that only take back the writer's own tag: nothing is asked of the author."""
    back = [stance.spot.text for stance in stances if stance.kind == "takes-back" and " my " in stance.spot.text.lower()]
    if not back:
        return remarks
    return tuple(one for one in remarks if not any(len(one.spot.text) <= len(words) + 4 and words in one.spot.text for words in back))


def _inserted(text: Text, tags: Reading) -> None:
    """QUIRK: who answers with a mailer that quotes without marks types the tag into the original; it counts if it names the sender."""
    body = text.body
    if text.flat and "-by:" in body:
        # Without line breaks the mark of an empty quoted line stands directly before the tag, and hides it.
        tags.only_sender = True
        tags.read(body, 0, len(body), "reply")
        tags.only_sender = False
        return
    for span in text.spans:
        marked = span.kind != "quote" or body[span.start : span.start + 1] in {">", "|", " "}
        if not marked and "-by:" in body[span.start : span.end]:
            tags.only_sender = True
            tags.read(body, span.start, span.end, "reply")
            tags.only_sender = False


def _kind(message: Message, subject: Subject, machine: Robot | None, *, posting: bool) -> Kind:
    """What the mail is.  A posting is a mail with a diff (or a 0/n) and a bracket prefix that is no reply by its subject."""
    if posting:
        return "cover" if subject.kind == "cover" else "patch"
    if machine and (machine.sender_known or (machine.robot != "ai-review" and machine.patches)):
        return "robot"
    if subject.reply:
        return "reply"
    if not _ANNOUNCEMENTS.isdisjoint(subject.prefixes):
        return "announcement"
    if subject.kind == "pull":
        return "pull"
    return "reply" if message.parents else "other"


def _silent(message: Message, text: Text, profile: Profile) -> Robot | None:
    """A robot's mail without any known shape: a remark, evidenced by its first own words."""
    name = robot.which(message.author, profile)
    if name is None:
        return None
    own = text.own
    start = len(own) - len(own.lstrip())
    stop = own.find("\n", start)
    return Robot(name, "remark", True, text.spot(start, len(own) if stop < 0 else stop))


def _robotic(machine: Robot | None, words: str) -> bool:
    """Whether the tags in a robot's form letter are only proposed; a passed test of syzbot's is the one tag that a robot gives."""
    return machine is not None and (
        machine.robot in {"lkp", "patchwork-bot"} or (machine.robot == "syzbot" and "did not trigger" not in words)
    )


def _depending(patch: Patch, links: tuple[Link, ...]) -> Patch:
    """The patch with what it says it depends on."""
    depends = link.depends(links)
    if not depends:
        return patch
    fields = {name: getattr(patch, name) for name in patch.__struct_fields__}
    fields["depends"] = depends
    return Patch(**fields)
