# SPDX-License-Identifier: GPL-2.0-or-later
"""Metamorphic laws over all fixtures: what changes nothing of the meaning changes nothing of what is read, and scaling scales.

HTML and other names leave values, units, roles, verdicts and claims as they are (the dresses of `test_fixtures` go on here); scaling each
figure of the before side scales each change by the law of percentages; the order of two sections is no part of what they say.
"""

import html
import re

import pytest

from digest import bench
from digest.mail import markup
from digest.model import Benchmarks
from tests.bench import test_fixtures
from tests.bench.test_fixtures import FIXTURES

NAMED = [path for path in FIXTURES if path.parent.name != "none"]
IDS = {path: f"{path.parent.name}/{path.stem}" for path in FIXTURES}


def everything(found: Benchmarks) -> tuple[list[object], list[object]]:
    """All figures and all comparisons, those beside the results too, without places and names of persons."""
    metrics = [(b.tool, m.name, m.value, m.unit, m.role, m.direction, m.primary) for b in found.blocks for m in b.metrics]
    pairs = [
        (
            c.metric,
            c.before,
            c.after,
            c.unit,
            c.delta_percent,
            c.claimed_percent,
            c.claimed_to,
            c.claim_matches,
            c.verdict,
            c.samples,
            c.p_value,
        )
        for c in found.comparisons
    ]
    return sorted(metrics, key=str), sorted(pairs, key=str)


def _pre(text: str) -> str:
    return f"<html><body><pre>{html.escape(text)}</pre></body></html>"


def _breaks(text: str) -> str:
    """What a mail program writes: a line break an element, blanks kept by entities."""
    lines = [html.escape(line).expandtabs().replace("  ", "&nbsp; ") for line in text.split("\n")]
    return f'<html><body><div style="font-family:monospace">{"<br>".join(lines)}</div></body></html>'


PAGES = {"preformatted": _pre, "line breaks": _breaks}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("path", NAMED, ids=IDS.get)
def test_html(path, page):
    """A text that was mailed as HTML tells the same."""
    text = path.read_text()
    assert test_fixtures.facts(bench.read(text)) == test_fixtures.facts(bench.read(markup.text_of(PAGES[page](text))))


def _renamed(text: str) -> str:
    """Other interfaces, addresses, hosts and persons."""
    text = re.sub(r"\beth(\d)\b", r"lan\1", text)
    text = re.sub(r"\b(?:192\.0\.2|198\.51\.100|10\.0\.\d|192\.168\.\d)\.(\d{1,3})\b", r"203.0.113.\1", text)
    text = re.sub(r"\broot@[\w.-]+", "me@otherhost", text)
    text = re.sub(r"\b[\w.]+@example\.(?:org|com)", "somebody@example.net", text)
    return re.sub(r"\b(?:Ada|Bert|Tom|Dev|Jane|John|Alice|Bob)\b", "Quentin", text)


@pytest.mark.parametrize("path", NAMED, ids=IDS.get)
def test_names(path):
    """Who measured, on which interface and against which address changes nothing."""
    text = path.read_text()
    assert everything(bench.read(text)) == everything(bench.read(_renamed(text)))


# -- scaling -----------------------------------------------------------------------------------------------------------------

FACTORS = (2.0, 0.5, 0.9, 1.1, 0.8, 1.25, 3.0, 0.97, 1.03)


def _times(original: str, factor: float) -> str | None:
    """A figure scaled, with as many digits before and behind its point, so that a table's columns stand."""
    number = re.search(r"\d[\d,]*(?:\.\d+)?", original)
    if number is None or re.search(r"[mh:]\d", original):
        return None
    plain = number[0].replace(",", "")
    places = len(plain.partition(".")[2])
    scaled = f"{float(plain) * factor:.{places}f}"
    if len(scaled) != len(plain) or scaled.strip("0.") == "":
        return None
    if "," in number[0]:
        scaled = f"{int(float(scaled)):,}" if not places else f"{float(scaled):,.{places}f}"
    return original[: number.start()] + scaled + original[number.end() :]


def _scaled(text: str, found: Benchmarks) -> tuple[str, dict[tuple[int, int], str]] | None:
    """The text with each figure that is a before scaled by one factor that leaves all widths."""
    places = {c.before_at[:2]: c.before_at[2] for c in found.comparisons if c.before_at and c.before}
    for factor in FACTORS:
        fresh = {at: _times(original, factor) for at, original in places.items()}
        if places and all(fresh.values()):
            lines = text.split("\n")
            for (line, column), original in sorted(places.items(), reverse=True):
                said = lines[line - 1]
                lines[line - 1] = said[: column - 1] + str(fresh[line, column]) + said[column - 1 + len(original) :]
            return "\n".join(lines), {at: str(said) for at, said in fresh.items()}
    return None


SCALED = [path for path in NAMED if _scaled(path.read_text(), bench.read(path.read_text()))]


def test_many_scale():
    """The law of scaling is tried on most fixtures that compare anything."""
    assert len(SCALED) > 100


def _no_side(found: Benchmarks) -> bool:
    return not found.comparisons and {one.role for block in found.blocks for one in block.metrics} == {None}


@pytest.mark.parametrize("path", SCALED, ids=IDS.get)
def test_scaled_before(path):
    """Each change follows from the scaled before and the old after; nothing else is paired, no other side is taken."""
    text = path.read_text()
    found = bench.read(text)
    made = _scaled(text, found)
    assert made is not None
    fresh, figures = made
    again = bench.read(fresh)
    paired = {(c.before_at[:2], c.after_at[:2]): c for c in again.comparisons if c.before_at and c.after_at}
    if all(one.claimed_percent is not None for one in found.comparisons) and _no_side(again):
        return  # a row of changes alone told which row is which, and contradicts the scaled figures: nothing is said of them
    for one in found.comparisons:
        if not one.before_at or not one.after_at or not one.before:
            continue
        other = paired[one.before_at[:2], one.after_at[:2]]
        assert figures[one.before_at[:2]] == (other.before_at or (0, 0, ""))[2]
        assert (one.after, one.unit, one.metric) == (other.after, other.unit, other.metric)
        wanted = (other.after - other.before) / other.before * 100
        assert other.delta_percent is not None
        assert abs(wanted - other.delta_percent) < 0.006


# -- the order of sections ---------------------------------------------------------------------------------------------------


_SIDE = re.compile(
    r"\b(?:before|after|with|without|patched|unpatched|base(?:line)?|vanilla|old|new|now|off|on|stock|net-next|series)\b", re.IGNORECASE
)


def _sections(text: str) -> tuple[str, str, str] | None:
    """Cut a text into what stands above, the section of one side, and that of the other; None where it has no such two."""
    blocks = [block for block in bench.read(text).blocks if block.metrics]
    roles = [block.role for block in blocks]
    turn = next((at for at in range(1, len(roles)) if roles[at] != roles[0]), None)
    if turn is None or {None} & set(roles) or len(set(roles[:turn])) > 1 or len(set(roles[turn:])) > 1:
        return None
    lines = text.split("\n")
    last = max(block.end_line for block in blocks[:turn])
    second = next((at for at in range(last, blocks[turn].line) if _SIDE.search(lines[at])), None)
    first = next((at for at in range(blocks[0].line - 1, -1, -1) if _SIDE.search(lines[at])), None)
    if second is None or first is None or second == blocks[turn].line - 1 or first == blocks[0].line - 1:
        return None  # no labels of their own
    end = max(block.end_line for block in blocks[turn:])
    if any(line.strip() for line in lines[end:]):
        return None
    return tuple("\n".join(part) for part in (lines[:first], lines[first:second], lines[second:end]))  # type: ignore[return-value]


SECTIONED = [
    path for path in NAMED if _sections(path.read_text()) and not re.search(r'"ordered": true', path.with_suffix(".json").read_text())
]


def test_many_sections():
    """The law of order is tried on many fixtures."""
    assert len(SECTIONED) > 40


@pytest.mark.parametrize("path", SECTIONED, ids=IDS.get)
def test_order_of_sections(path):
    """The section of one side ahead of the other's, or behind it: the same is read."""
    above, first, second = _sections(path.read_text()) or ("", "", "")
    plain, swapped = (f"{above}\n{one.strip(chr(10))}\n\n{two.strip(chr(10))}\n" for one, two in ((first, second), (second, first)))
    assert everything(bench.read(plain)) == everything(bench.read(swapped))
