# SPDX-License-Identifier: GPL-2.0-or-later
"""What is read from each fixture, and that it is read the same in any dress: flattened, quoted, re-wrapped, CRLF, NBSP.

A fixture is `data/bench/<kind>/<name>.txt` with its answers in `.json`: the results themselves (metrics that only stand beside them are
left out) and the comparisons of results.
"""

import json
import re
from pathlib import Path

import pytest

from digest import bench
from digest.model import Benchmarks

DATA = Path(__file__).parent.parent / "data" / "bench"
FIXTURES = sorted(
    path
    for path in DATA.glob("*/*.txt")
    if path.with_suffix(".json").exists() and "metrics" in json.loads(path.with_suffix(".json").read_text())
)


def facts(found: Benchmarks) -> tuple[list[list[object]], list[list[object]]]:
    """Give the results and their comparisons in the form of the answers."""
    metrics = [[m.name, m.value, m.unit, m.role] for b in found.blocks for m in b.metrics if m.primary]
    comparisons = [
        [c.metric, c.before, c.after, c.unit, c.claimed_percent, c.claim_matches, c.verdict] for c in found.comparisons if c.primary
    ]
    return sorted(metrics, key=str), sorted(comparisons, key=str)


def expected(path: Path) -> tuple[list[list[object]], list[list[object]]]:
    """Give the answers of a fixture in the form of `facts`."""
    answers = json.loads(path.with_suffix(".json").read_text())
    metrics = [[name, float(value), unit, role] for name, value, unit, role in answers["metrics"]]
    comparisons = [[c[0], *(None if value is None else float(value) for value in c[1:3]), *c[3:]] for c in answers["comparisons"]]
    return sorted(metrics, key=str), sorted(comparisons, key=str)


@pytest.mark.parametrize("path", FIXTURES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_fixture(path):
    """Values, units, roles, comparisons, claims and verdicts are those of the answers."""
    assert expected(path) == facts(bench.read(path.read_text()))


def _flat(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip() + "\n"


def _quoted(text: str) -> str:
    return "".join(f"> > {line}\n" for line in text.split("\n"))


def _nbsp(text: str) -> str:
    return re.sub(r"  +", lambda m: "\xa0" * (len(m[0]) - 1) + " ", text)


def _wrapped(text: str) -> str:
    """Break lines where a mailer does that wraps at 58 columns."""
    out = []
    for line in text.split("\n"):
        while len(line) > 58 and " " in line[10:58]:
            cut = line.rindex(" ", 10, 58)
            out.append(line[:cut])
            line = line[cut + 1 :]
        out.append(line)
    return "\n".join(out)


DRESSES = {
    "flattened": _flat,
    "quoted": _quoted,
    "re-wrapped": _wrapped,
    "quoted re-wrapped": lambda text: _quoted(_wrapped(text)),
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "nbsp": _nbsp,
    "flat quoted": lambda text: _flat(_quoted(text)),
    "indented": lambda text: "".join(f"    {line}\n" for line in text.split("\n")),
    "blank lines around": lambda text: f"\n\n\n{text}\n\n\n",
}


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("path", [p for p in FIXTURES if p.parent.name != "none"], ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_any_dress(path, dress):
    """A text in another dress tells the same; a table without any rule needs its lines (`"lines": true`)."""
    if "flat" in dress and json.loads(path.with_suffix(".json").read_text()).get("lines"):
        return
    assert expected(path) == facts(bench.read(DRESSES[dress](path.read_text())))


@pytest.mark.parametrize("dress", ["as is", *DRESSES])
@pytest.mark.parametrize("path", FIXTURES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_evidence(path, dress):
    """Each number stands letter for letter where it is said to stand."""
    text = DRESSES.get(dress, str)(path.read_text())
    lines = text.split("\n")
    found = bench.read(text)
    places = [(m.line, m.column, m.original) for b in found.blocks for m in b.metrics]
    places += [at for c in found.comparisons for at in (c.before_at, c.after_at, c.claim_at) if at is not None]
    places += found.setup_at.values()
    for line, column, original in places:
        assert original
        assert original == lines[line - 1][column - 1 : column - 1 + len(original)]


def _sections(text: str) -> tuple[str, str] | None:
    """Cut a text with two sections at its labels."""
    cut = re.search(r"(?m)^(?=\s*(?:-\s)?(?:After|patched|With|Without the series)\b.*[:-]\s*$)", text)
    start = re.search(r"(?m)^(?=\s*(?:-\s)?(?:Before|unpatched|vanilla|Without|With the series)\b.*[:-]\s*$)", text)
    return (text[start.start() : cut.start()], text[cut.start() :]) if cut and start and start.start() < cut.start() else None


@pytest.mark.parametrize("path", [p for p in FIXTURES if _sections(p.read_text())], ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_order_of_sections(path):
    """Before behind after changes nothing but the order (a closing line that begins with "So" belongs to neither and is left out)."""
    text = path.read_text()
    first, second = _sections(text) or ("", "")
    swapped, plain = (re.sub(r"(?m)^So .*$", "", words) for words in (f"{second}\n{first}", text))
    assert facts(bench.read(plain)) == facts(bench.read(swapped))
