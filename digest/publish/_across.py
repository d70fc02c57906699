# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers held against each other as a page shows them: the cover's claims, other people's and robots' results, the machine."""

import msgspec

from digest.model import Across, Evidence, Reported
from digest.publish import _words
from digest.publish._letters import Cite, Thread

MOST = 20


class Held(msgspec.Struct, frozen=True):
    """A claim and the figures elsewhere that it is held against."""

    words: str
    cite: Cite
    holds: bool | None
    figures: tuple[tuple[str, Cite], ...]


class Beside(msgspec.Struct, frozen=True):
    """The author's result and another's."""

    test: str
    who: str
    agreement: str
    reason: str
    author: tuple[str, Cite]
    other: tuple[str, Cite]


class Shown(msgspec.Struct, frozen=True):
    """What the numbers section shows below the mails' own tables; `more` rows stand in the data file alone."""

    claims: tuple[Held, ...]
    results: tuple[Beside, ...]
    setup: tuple[tuple[str, str, Cite], ...]
    missing: tuple[str, ...]
    more: int


def shown(found: Across, thread: Thread) -> Shown:
    """The claims that figures in another mail bear on, the results of others, the machine; disagreement first."""
    order = {"disagree": 0, "agree": 1, "not-comparable": 2}
    results = sorted(found.replicas, key=lambda one: order[one.agreement])
    claims = [one for one in found.claims if one.figures]
    return Shown(
        claims=tuple(
            Held(
                words=_words.one_line(claim.words or claim.evidence.text),
                cite=thread.cite(claim.evidence),
                holds=claim.holds,
                figures=tuple(_figure(one, thread) for one in claim.figures),
            )
            for claim in claims[:MOST]
        ),
        results=tuple(
            Beside(
                test=_words.one_line(", ".join((one.metric.replace("_", " "), *(f"{name} {value}" for name, value in one.params.items())))),
                who=_words.called(one.other.person),
                agreement=one.agreement,
                reason=_words.one_line(one.reason),
                author=_figure(one.author, thread),
                other=_figure(one.other, thread),
            )
            for one in results[:MOST]
        ),
        setup=tuple((value.name, _words.one_line(value.value), thread.cite(value.evidence)) for value in found.setup),
        missing=found.missing_setup,
        more=max(0, len(results) - MOST),
    )


def figures(one: Reported) -> str:
    """`10.0 → 12.5 Gbit/s, +25.0 %`, the figures as written."""
    written = " → ".join(_words.one_line(proof.text) for proof in one.evidence)
    change = f", {_words.signed(one.delta_percent)}" if one.delta_percent is not None else ""
    return f"{written} {one.unit}".rstrip() + change


def _figure(one: Reported, thread: Thread) -> tuple[str, Cite]:
    last: Evidence = one.evidence[-1]
    return figures(one), thread.cite(last)
