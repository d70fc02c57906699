# SPDX-License-Identifier: GPL-2.0-or-later
"""BenchEntries of one series -> Across: claims against other mails' figures, the author against others, version by version.  Pure.

Nothing is concluded where the mails do not say what is compared with what: a claim of which figures may be meant is open, a result that
could repeat several of the author's is not comparable.  Numbers that are only quoted belong to the mail they quote and take no part.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from digest import bench, unit
from digest.model import (
    Across,
    AcrossClaim,
    Address,
    BenchEntry,
    Block,
    Comparison,
    Course,
    Evidence,
    Measurement,
    Person,
    Record,
    Replica,
    Reported,
    SetupValue,
)
from digest.model.across import Agreement

_MOST: Final = 60  # of each kind: more is no help to a reader
_SHOWN: Final = 6  # figures shown beside one claim
_CLEAR: Final = 5.0
"""Points of change by which two measurements of one thing may differ without disagreeing."""
_SAME: Final = 0.1
_SIDES: Final = re.compile(
    r"^(?:(?:with|without|w/o?|this|the|these|patch(?:es|ed|set)?|series|before|after|old|new|now|base(?:line)?|vanilla|net-next|v\d+|on|off|from|to)\W*)+$",
    re.IGNORECASE,
)
_KEYS: Final = ("nic", "link", "cpu", "kernel", "mtu", "command")
_FREE: Final = frozenset({"duration", "host", "iface", "socket", "loopback", "bytes"})


class Made(NamedTuple):
    """One comparison with the mail and the tool it is from."""

    entry: BenchEntry
    pair: Comparison
    tool: str


class Hands(NamedTuple):
    """Whose mails are whose: ids and names (folded) of the authors, keys of robots' mails, and the order of the versions."""

    authors: Collection[str]
    names: Collection[str]
    robots: Collection[str]
    order: Mapping[int, int]


def across(
    entries: Sequence[BenchEntry], covers: Iterable[Record], person: Callable[[Address], Person], hands: Hands, versions: Mapping[str, int]
) -> Across:
    """Hold the numbers of one series against each other.  `covers` are mails of the author whose words may tell the machine."""
    if not entries:
        return Across()
    theirs = {id(entry) for entry in entries if _is_author(entry.person, hands)}
    own = [entry for entry in entries if not entry.quoted and id(entry) in theirs and entry.key not in hands.robots]
    others = [entry for entry in entries if not entry.quoted and (entry.key in hands.robots or id(entry) not in theirs)]
    made = [one for entry in own for one in _made(entry)]
    setup = tuple(_setup(own, covers, person, hands, versions))
    known = {value.name for value in setup}
    measured = [entry for entry in own if entry.blocks]  # what one of them says too unclearly to tell is not missing
    return Across(
        claims=tuple(_claims(own, made))[:_MOST],
        replicas=tuple(_replicas(made, own, others, hands))[:_MOST],
        courses=tuple(_courses(made, hands))[:_MOST],
        setup=setup,
        missing_setup=tuple(key for key in _KEYS if key not in known and all(key in entry.missing_setup for entry in measured))
        if own
        else (),
    )


def _is_author(who: Person, hands: Hands) -> bool:
    """Tell whether somebody is an author; a relay writes in an author's name ("N. N. via ...")."""
    name = (who.name or "").partition(" via ")[0].casefold()
    return who.id in hands.authors or (bool(name) and name in hands.names)


def _made(entry: BenchEntry) -> Iterator[Made]:
    tools = _tools(entry.blocks)
    for pair in entry.comparisons:
        if pair.delta_percent is not None and pair.before_at is not None and pair.after_at is not None:
            yield Made(entry, pair, tools.get(pair.after_at[:2], "unknown"))


def _tools(blocks: Iterable[Block]) -> dict[tuple[int, int], str]:
    return {(metric.line, metric.column): block.tool for block in blocks for metric in block.metrics}


def _evidence(entry: BenchEntry, place: tuple[int, int, str]) -> Evidence:
    return Evidence(entry.key, entry.message_id, *place)


def _reported(made: Made) -> Reported:
    entry, pair = made.entry, made.pair
    return Reported(
        person=entry.person,
        version=entry.version,
        before=pair.before,
        after=pair.after,
        unit=pair.unit or "",
        delta_percent=pair.delta_percent,
        verdict=pair.verdict,
        label=pair.label,
        evidence=tuple(_evidence(entry, place) for place in (pair.before_at, pair.after_at) if place is not None),
    )


# -- claims ------------------------------------------------------------------------------------------------------------------


def _claims(own: Sequence[BenchEntry], made: Sequence[Made]) -> Iterator[AcrossClaim]:
    """Claims without figures in their own mail, held against the author's figures of the same version elsewhere."""
    for entry in own:
        for claim in entry.comparisons:
            if claim.before is not None or claim.claim_at is None or claim.claimed_percent is None or claim.claim_words is None:
                continue
            pool = _once([one for one in made if one.entry.version == entry.version and one.entry.key != entry.key])
            holds, chosen = bench.against(claim, [one.pair for one in pool])
            figures = [pool[at] for at in chosen]
            if holds is False and len({one.entry.key for one in figures}) > 1:
                holds = None  # each patch has figures of its own: the claim may be of all together
            yield AcrossClaim(
                person=entry.person,
                version=entry.version,
                metric=claim.metric,
                claimed_percent=claim.claimed_percent,
                claimed_to=claim.claimed_to,
                words=claim.claim_words,
                holds=holds,
                evidence=_evidence(entry, claim.claim_at),
                figures=tuple(_reported(one) for one in figures[:_SHOWN]),
            )


def _once(made: Iterable[Made]) -> list[Made]:
    """Comparisons that two mails tell alike count once."""
    return list(
        {
            (m.pair.metric, m.pair.label, str(m.pair.params), m.pair.before, m.pair.after, m.pair.unit): m for m in reversed(list(made))
        }.values()
    )[::-1]


# -- other hands -------------------------------------------------------------------------------------------------------------


def _replicas(made: Sequence[Made], own: Sequence[BenchEntry], others: Sequence[BenchEntry], hands: Hands) -> Iterator[Replica]:
    for entry in others:
        paired = set()
        for other in _made(entry):
            paired |= {place[:2] for place in (other.pair.before_at, other.pair.after_at) if place}
            if other.pair.primary:
                yield from _against_pair(other, made, hands)
        yield from _lone(entry, paired, own, hands)


def _against_pair(other: Made, made: Sequence[Made], hands: Hands) -> Iterator[Replica]:
    """Find the author's result that another's repeats: same metric, then version, parameters, tool and label."""
    same = [one for one in made if one.pair.primary and one.pair.metric == other.pair.metric]
    if not same or any((one.pair.before, one.pair.after) == (other.pair.before, other.pair.after) for one in same):
        return  # the author's own figures, told once more
    same = _of_version(same, other.entry.version)
    fitting = [one for one in same if not _conflict(one.pair.params, other.pair.params)] or same
    closest = max(_closeness(one, other) for one in fitting)
    nearest = _once(one for one in fitting if _closeness(one, other) == closest)
    author = nearest[0]
    agreement, reason = _judged(author, other)
    if len(nearest) > 1 and agreement != "not-comparable":
        said = {_judged(one, other)[0] for one in nearest}
        if len(said) > 1:
            agreement, reason = "not-comparable", f"which of {len(nearest)} results of the author it repeats is not said"
    yield Replica(
        metric=other.pair.metric or "",
        params={key: value for key, value in other.pair.params.items() if author.pair.params.get(key, value) == value},
        tool=other.tool if other.tool != "unknown" else author.tool,
        direction=other.pair.direction if other.pair.direction != "unknown" else author.pair.direction,
        by="robot" if other.entry.key in hands.robots else "person",
        agreement=agreement,
        reason=reason,
        author=_reported(author),
        other=_reported(other),
    )


def _of_version(made: list[Made], version: int | None) -> list[Made]:
    """Results of the version that was tested, else of the newest before it, else all."""
    told = [one for one in made if one.entry.version == version]
    if told or version is None:
        return told or made
    before = [one for one in made if one.entry.version is not None and one.entry.version < version]
    newest = max((one.entry.version or 0 for one in before), default=None)
    return [one for one in before if one.entry.version == newest] or made


def _conflict(one: Mapping[str, object], other: Mapping[str, object]) -> str | None:
    """Name the parameter that two results have with different values."""
    return next((key for key in one if key in other and key not in _FREE and str(one[key]).lower() != str(other[key]).lower()), None)


def _closeness(one: Made, other: Made) -> tuple[bool, int, bool, int]:
    shared = sum(one.pair.params.get(key) == value for key, value in other.pair.params.items() if key not in _FREE)
    known = one.tool == other.tool != "unknown"
    return _alike(one.pair.unit, other.pair.unit), shared, known, len(_words(one.pair.label) & _words(other.pair.label))


def _words(label: str | None) -> set[str]:
    return set(re.findall(r"\w+", label.lower())) if label and not _SIDES.match(label) else set()


def _alike(one: str | None, other: str | None) -> bool:
    return unit.family(one or "") == unit.family(other or "")


def _judged(author: Made, other: Made) -> tuple[Agreement, str]:
    """Say whether two changes of one metric agree, and why."""
    mine, theirs = author.pair, other.pair
    if not _alike(mine.unit, theirs.unit):
        return "not-comparable", f"units differ: {mine.unit or 'none'} and {theirs.unit or 'none'}"
    clash = _conflict(mine.params, theirs.params)
    if clash is not None:
        return "not-comparable", f"{clash.replace('_', ' ')} differs: {mine.params[clash]} and {theirs.params[clash]}"
    if author.tool != other.tool and "unknown" not in {author.tool, other.tool}:
        return "not-comparable", f"tools differ: {author.tool} and {other.tool}"
    change, repeated = mine.delta_percent or 0.0, theirs.delta_percent or 0.0
    clear = {one.verdict for one in (mine, theirs)} - {"no-clear-difference"}
    if not clear:
        return "agree", "neither differs clearly"
    if len({mine.verdict, theirs.verdict}) == 1 and (change > 0) == (repeated > 0):
        return "agree", f"both {mine.verdict}" if mine.verdict != "unknown" else "both the same way"
    if "no-clear-difference" in {mine.verdict, theirs.verdict} and abs(change - repeated) <= _CLEAR:
        return "agree", f"within {_CLEAR:g} points"
    told = {"better": "better", "worse": "worse", "no-clear-difference": "no clear difference", "unknown": "another way"}
    return "disagree", f"author {told[mine.verdict]}, here {told[theirs.verdict]}"


def _lone(entry: BenchEntry, paired: Collection[tuple[int, int]], own: Sequence[BenchEntry], hands: Hands) -> Iterator[Replica]:
    """Figures that another posts without a before: the same within a tenth as the author's after, or of another machine."""
    index: dict[tuple[object, ...], list[tuple[BenchEntry, Measurement]]] = {}
    for mine in own:
        for block, metric in _results(mine):
            if metric.role == "after":
                index.setdefault(_print(block, metric), []).append((mine, metric))
    for block, metric in _results(entry):
        if (metric.line, metric.column) in paired or metric.role == "before" or block.tool == "unknown":
            continue
        found = index.get(_print(block, metric), [])
        found = [one for one in found if one[0].version == entry.version] or found
        if len({metric.value for _, metric in found}) != 1:
            continue
        mine, value = found[-1]
        close = bool(value.value) and abs(metric.value - value.value) <= abs(value.value) * _SAME
        yield Replica(
            metric=metric.name,
            params=metric.params,
            tool=block.tool,
            direction=metric.direction,
            by="robot" if entry.key in hands.robots else "person",
            agreement="agree" if close else "not-comparable",
            reason="within a tenth of the author's" if close else "no figure without the change beside it",
            author=_figure(mine, value),
            other=_figure(entry, metric),
        )


def _results(entry: BenchEntry) -> Iterator[tuple[Block, Measurement]]:
    return ((block, metric) for block in entry.blocks for metric in block.metrics if metric.primary)


def _print(block: Block, metric: Measurement) -> tuple[object, ...]:
    settings = {key: str(value) for key, value in {**block.params, **metric.params}.items() if key not in _FREE}
    return block.tool, block.test, metric.name, metric.unit, tuple(sorted(settings.items()))


def _figure(entry: BenchEntry, metric: Measurement) -> Reported:
    return Reported(
        person=entry.person,
        version=entry.version,
        before=None,
        after=metric.value,
        unit=metric.unit,
        delta_percent=None,
        verdict="unknown",
        label=metric.label,
        evidence=(_evidence(entry, (metric.line, metric.column, metric.original)),),
    )


# -- versions and the machine ------------------------------------------------------------------------------------------------


def _courses(made: Sequence[Made], hands: Hands) -> Iterator[Course]:
    """Results that two versions at least report, where they changed; one that a version has twice has no course."""
    found: dict[tuple[object, ...], dict[int, Made]] = {}
    unclear: set[tuple[object, ...]] = set()
    for one in made:
        if one.entry.version is None:
            continue
        label = one.pair.label if one.pair.label and not _SIDES.match(one.pair.label) else None
        settings = tuple(sorted((key, str(value)) for key, value in one.pair.params.items()))
        key: tuple[object, ...] = (one.tool, one.pair.metric or "", label or "", settings, one.pair.unit or "")
        there = found.setdefault(key, {})
        had = there.setdefault(one.entry.version, one)
        if had is not one and (had.pair.before, had.pair.after) != (one.pair.before, one.pair.after):
            unclear.add(key)
    for key in sorted(set(found) - unclear, key=str):
        steps = [found[key][version] for version in sorted(found[key], key=lambda version: hands.order.get(version, -1))]
        if len({(step.pair.before, step.pair.after) for step in steps}) < 2:
            continue
        last = steps[-1]
        yield Course(
            metric=last.pair.metric or "",
            params=last.pair.params,
            tool=last.tool,
            label=str(key[2]) or None,
            direction=last.pair.direction,
            steps=tuple(_reported(step) for step in steps),
        )


def _setup(
    own: Sequence[BenchEntry], covers: Iterable[Record], person: Callable[[Address], Person], hands: Hands, versions: Mapping[str, int]
) -> Iterator[SetupValue]:
    """What the author's mails say of the machine, newest version first, each value once."""
    told: list[SetupValue] = []
    for entry in own:
        told += [
            SetupValue(name.partition(" ")[0], place[2], entry.person, entry.version, _evidence(entry, place))
            for name, place in entry.setup_at.items()
        ]
    counted = {entry.key for entry in own if entry.blocks}
    for record in covers:
        if record.key in counted:
            continue
        for passage in record.passages:
            if passage.kind == "own" and any(char.isdigit() for char in passage.text):
                for name, (line, column, words) in bench.setup(passage.text).items():
                    at = column + passage.column - 1 if line == 1 else column
                    proof = Evidence(record.key, record.message_id, passage.line + line - 1, at, words)
                    told.append(SetupValue(name.partition(" ")[0], words, person(record.author), versions.get(record.key), proof))
    told.sort(key=lambda one: (_KEYS.index(one.name), -hands.order.get(one.version or -1, -1)))
    seen: set[tuple[str, str]] = set()
    for one in told:
        if (one.name, one.value.lower()) not in seen:
            seen.add((one.name, one.value.lower()))
            yield one
