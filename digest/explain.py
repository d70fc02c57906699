# SPDX-License-Identifier: GPL-2.0-or-later
"""Every decision about one mail, and the rule behind it, as `explain --json` prints it."""

from collections.abc import Iterable, Iterator

from digest.model import Benchmarks, Evidence, Record, SeriesEntry, Spot, Summary
from digest.summary import Context, message_entry

_KIND = "a posting has a diff or is 0/n, under a bracket prefix, and is no reply by its subject; robots by sender and shape"
_QUOTED = "quoted: it belongs to the mail quoted, and counts only where that mail is not at hand"


def explain(record: Record, summaries: Iterable[Summary], context: Context) -> dict[str, object]:
    """`{"message": ..., "decisions": [{"what", "value", "rule", "evidence"}]}` for one mail and the series it belongs to."""
    home = next((one for one in summaries if any(letter.message.key == record.key for letter in one.letters)), None)
    letter = next((one for one in home.letters if one.message.key == record.key), None) if home else None
    told: list[dict[str, object]] = []

    def say(what: str, value: object, rule: str, spot: Spot | Evidence | None = None) -> None:
        if isinstance(spot, Spot):
            spot = Evidence(record.key, record.message_id, spot.line, spot.column, spot.text)
        told.append({"what": what, "value": value, "rule": rule, "evidence": spot})

    subject = record.subject
    say("kind", record.kind, _KIND)
    if record.munged:
        why = f"the list wrote {record.munged.name!r} into From; Reply-To or X-Original-From names the person"
        say("author", record.author.name, why)
    else:
        why = "as the page names the writer" if "headers" in record.lost else "the From header"
        say("author", record.author.name or record.author.email, why)
    if record.patch and record.patch.author:
        wrote = record.patch.author
        say("patch author", wrote.name or wrote.email, "an in-body From names who wrote the patch (git mailinfo)")
    if record.kind in ("cover", "patch", "reply"):
        total = "?" if subject.total is None else subject.total
        number = f"{subject.index} of {total}" if subject.numbered else "unnumbered"
        say("subject", f"v{subject.version}, {number}", "the bracket prefixes of the subject; an unnumbered patch is 1 of 1")
        say("tree", subject.tree, "the prefix that names a tree of the profile")
    for flag in record.flags:
        say("reading", flag, "what was noticed while the mail was decoded")
    for loss in record.lost:
        say("lost", loss, "this archive kind does not carry it")
    for notice in record.notices:
        say("copies", notice, "copies of one mail are merged; another mail under the same message-id stays apart")
    if home and letter:
        where = f"v{letter.version}" if letter.version else "no revision"
        place = "the series as a whole" if letter.patch is None else "the cover" if letter.patch == 0 else f"patch {letter.patch}"
        say("series", home.series.id, f"{home.series.title}: {where}, {place}; by the nearest posting upwards in the thread")
        revision = next((one for one in home.series.revisions if one.continues and record.key in (one.cover, one.first)), None)
        if revision is not None:
            say("continues", f"v{revision.version}", revision.continues or "")
        for what, value, rule, proof in _told_of(home.series, record.key):
            say(what, value, rule, proof)
    else:
        say("series", None, "no posting stands above this mail in its thread")
        for trailer in record.trailers:
            say(trailer.name, trailer.mood, "a tag without a series to count for", trailer.spot)
    for found, whose in ((record.benchmarks, "own words"), (record.quoted_benchmarks, _QUOTED)):
        for what, value, rule, spot in _numbers(found, whose):
            say(what, value, rule, spot)
    entry = message_entry(record, context, letter.message.parent if letter else None, home.series.id if home else None)
    return {"message": entry, "decisions": told}


def _told_of(entry: SeriesEntry, key: str) -> Iterator[tuple[str, object, str, Evidence]]:
    """What the facts of a series rest on this mail for."""
    for revision in entry.revisions:
        for patch in revision.patches:
            for tag in patch.tags:
                if tag.evidence.key == key:
                    what = f"{tag.key} on v{revision.version} {patch.index}/{revision.total or '?'}"
                    yield what, f"{tag.status}, via {tag.via}", tag.rule or "", tag.evidence
    for tag in entry.tags:
        if tag.evidence.key == key:
            yield f"{tag.key} on the series", f"{tag.status}, via {tag.via}", tag.rule or "", tag.evidence
    for proof in entry.state.evidence:
        if proof.key == key:
            yield "state", entry.state.value, entry.state.reason, proof
    for question in entry.questions:
        if question.evidence.key == key:
            by = f"; answered by {question.by.key}" if question.by else ""
            yield (
                question.kind,
                question.answered,
                f"a reviewer's ask wants an answer in mail, or the change in a later version{by}",
                question.evidence,
            )
    for robot in entry.robots:
        if robot.evidence.key == key:
            rule = "the sender is that robot's" if robot.verified else "the sender is not known to be that robot's: shown, not believed"
            yield f"robot {robot.robot}", robot.says, rule, robot.evidence
    for test in entry.tests:
        if test.evidence.key == key:
            rule = "own words that somebody ran something" + (", and that it went wrong" if test.failed else "")
            yield "failed test" if test.failed else "test", test.hardware or "hardware not named", rule, test.evidence


def _numbers(found: Benchmarks | None, whose: str) -> Iterator[tuple[str, object, str, Spot | None]]:
    """Blocks and comparisons of a mail."""
    if found is None:
        return
    for block in found.blocks:
        first = block.metrics[0] if block.metrics else None
        value = f"{block.tool}, {len(block.metrics)} figures" if first else "looks like a benchmark; no grammar reads it"
        spot = Spot(first.line, first.column, first.original) if first else None
        yield "numbers", value, f"{whose}; lines {block.line} to {block.end_line}", spot
    for made in found.comparisons:
        holds = {True: "holds", False: "does not hold", None: "is absent or cannot be checked"}[made.claim_matches]
        at = made.before_at or made.after_at or made.claim_at
        if made.before is None:
            change = f"{made.claimed_percent} % claimed"
        else:
            change = f"{made.before} to {made.after} {made.unit}: {made.delta_percent} %"
        rule = f"before and after by the words around them; the claim {holds} within the rounding of the figures as written"
        yield "comparison", change, rule, Spot(*at) if at else None
