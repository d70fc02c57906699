# SPDX-License-Identifier: GPL-2.0-or-later
"""`make gate`: how right the program is, against floors that only rise.

Without `--shared DIR` the project's own annotated data are measured: tables of subjects, trailers and addresses, the small mailboxes of
tests/data/patch/probes, benchmark fixtures.  With it, the annotated cases there (threads, questions, benchmark passages) are scored by
their own scorers, and copies of threads are held against the threads.  `--raise` writes floors that are higher than before.

Exit status 1 where a figure is below its floor.
"""

import argparse
import csv
import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from digest import bench, config, patch
from tests.bench import laws, test_fixtures
from tests.gate import formats, peers

HERE = Path(__file__).parent
DATA = HERE.parent / "data"
FLOORS = HERE / "floors.json"

Figures = dict[str, float]


def subjects() -> float:
    """Share of subject lines of which every field is right."""
    profile = config.profile("netdev")
    right = total = 0
    with (DATA / "patch" / "subjects.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            found = patch.read_subject(row["subject"], profile)
            flags = ",".join(name for name in ("rfc", "resend") if getattr(found, name))
            got = (found.kind, found.tree or "", found.title, "yes" if found.reply else "no", flags)
            total += 1
            numbers = (found.version, found.index, found.total)
            wanted = tuple(None if row[name] in ("", "null") else int(row[name]) for name in ("version", "index", "total"))
            same = got == (row["kind"], row["tree"] or "", row["title"], row["reply"], (row["flags"] or "").replace("pull", ""))
            right += same and (row["kind"] not in ("patch", "cover", "reply") or numbers == wanted)
    return right / total


def fixtures() -> float:
    """Share of benchmark fixtures that read as their answers say, in every dress: quoted, flattened, re-wrapped and so on."""
    right = total = 0
    for path in test_fixtures.FIXTURES:
        wanted = test_fixtures.expected(path)
        text = path.read_text(encoding="utf-8")
        for dress in (str, *test_fixtures.DRESSES.values()):
            total += 1
            right += wanted == test_fixtures.facts(bench.read(dress(text)))
    return right / total


def own_claims() -> Iterator[tuple[str, float]]:
    """The claims law over the fixtures: changed claims that are judged false, by kind of change."""
    tally = laws.Tally()
    for path in test_fixtures.FIXTURES:
        tally.text(path.stem, path.read_text(encoding="utf-8"))
    yield from _tallied("own claims", tally)


def claims(cases: Path) -> Iterator[tuple[str, float]]:
    """The claims law over the passages: claims that hold by their answers, as they stand and changed."""
    tally = laws.Tally()
    for answers in sorted((cases / "cases").glob("*.json")):
        text = answers.with_suffix(".txt").read_text(encoding="utf-8")
        found = bench.read(text)
        held = []
        for wanted in json.loads(answers.read_text(encoding="utf-8"))["comparisons"]:
            if not wanted.get("claim_matches") or wanted.get("before") is None:
                continue
            said = (wanted["before"], wanted["after"], wanted["claimed_percent"])
            made = next((c for c in laws.holding(found) if (c.before, c.after, c.claimed_percent) == said), None)
            tally.add("unchanged", right=made is not None)
            held += [made] if made is not None else []
        tally.text(answers.stem, text, found, held)
    yield from _tallied("bench claims", tally)


def _tallied(name: str, tally: laws.Tally) -> Iterator[tuple[str, float]]:
    for kind, (right, total) in sorted(tally.counts.items()):
        sys.stdout.write(f"{name}, {kind}: {right} of {total}\n")
        yield f"{name} {kind}", right / total
    yield f"{name} changed", tally.share()


def _show(mailbox: Path, gold: Path, into: Path) -> None:
    """`show --json` of one case, as of the case's own day."""
    now = json.loads(gold.read_text(encoding="utf-8")).get("now")
    arguments = ["show", "--json", "--jobs", "1", *(["--now", now] if now else []), str(mailbox)]
    program = f"import sys; from digest import cli; sys.exit(cli.run({arguments!r}))"
    into.write_bytes(subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, cwd=HERE.parents[1]).stdout)


def _score(script: Path, *arguments: str) -> object:
    done = subprocess.run([sys.executable, str(script), *arguments, "--json"], check=False, capture_output=True, text=True)
    return json.loads(done.stdout)


def threads(cases: Path) -> Iterator[tuple[str, float]]:
    """Figures over hand-read review threads."""
    with tempfile.TemporaryDirectory() as folder:
        for box in sorted((cases / "cases").glob("*.mbox.gz")):
            name = box.name.removesuffix(".mbox.gz")
            _show(box, box.with_name(f"{name}.json"), Path(folder) / f"{name}.json")
        found = _score(cases / "score_threads.py", "--cases", str(cases / "cases"), "--predictions", folder)
        assert isinstance(found, dict)
        for name, counts in found["metrics"].items():
            yield f"threads {name} precision", counts["precision"]
            yield f"threads {name} recall", counts["recall"]
        for name, value in found.get("accuracy", found.get("accuracies", {})).items():
            yield f"threads {name}", value["value"] if isinstance(value, dict) else value[0] if isinstance(value, list) else value


def questions(cases: Path) -> Iterator[tuple[str, float]]:
    """Figures over hand-read questions and test statements."""
    with tempfile.TemporaryDirectory() as folder:
        for box in sorted((cases / "cases").glob("*.mbox.gz")):
            name = box.name.removesuffix(".mbox.gz")
            _show(box, box.with_name(f"{name}.json"), Path(folder) / f"{name}.json")
        found = _score(cases / "score_questions.py", "--cases", str(cases / "cases"), "--predictions", folder)
        assert isinstance(found, dict)
        for name in ("questions", "open_questions", "tests"):
            for figure in ("precision", "recall", "f1"):
                yield f"questions {name} {figure}", found[name][figure]
        for name in ("hardware_accuracy", "fix_statement_accuracy", "answered_accuracy"):
            yield f"questions {name}", found[name]["value"]


def passages(cases: Path) -> Iterator[tuple[str, float]]:
    """Figures over benchmark passages, by tool and dress."""
    with tempfile.TemporaryDirectory() as folder:
        for text in sorted((cases / "cases").glob("*.txt")):
            found = bench.read(text.read_text(encoding="utf-8"))
            answer = msgspec.json.encode({"blocks": found.blocks, "comparisons": found.comparisons})
            (Path(folder) / f"{text.stem}.json").write_bytes(answer)
        rows = _score(cases / "score.py", "--cases", str(cases / "cases"), "--predictions", folder)
        assert isinstance(rows, list)
        for row in rows:
            for figure in ("triple", "comparison"):
                if row.get(f"{figure}_n"):
                    yield f"bench {row['group']} {row['name']} {figure} precision", row[figure][0]
                    yield f"bench {row['group']} {row['name']} {figure} f1", row[figure][2]


def measured(shared: Path | None) -> Figures:
    """All figures that can be had here."""
    figures = {"own subjects": subjects(), "own bench fixtures": fixtures(), **dict(own_claims())}
    if shared is None:
        sys.stdout.write("gate: the annotated cases and the corpus are skipped, none given (--shared DIR)\n")
        return figures
    cases = shared / "cases"
    for kind, folder in ((threads, "threads"), (questions, "questions"), (passages, "bench"), (claims, "bench")):
        if (cases / folder / "cases").is_dir():
            figures.update(kind(cases / folder))
    return figures


def main(arguments: list[str] | None = None) -> int:
    """Print each figure beside its floor; 1 where one is below."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--shared", type=Path, default=os.environ.get("SHARED") and Path(os.environ["SHARED"]))
    parser.add_argument("--raise", dest="higher", action="store_true", help="write higher floors where the figures are higher")
    parser.add_argument("--no-formats", action="store_true", help="leave out the copies of threads (the longest part)")
    options = parser.parse_args(arguments)
    shared = options.shared if options.shared and options.shared.is_dir() else None
    floors: Figures = json.loads(FLOORS.read_text(encoding="utf-8"))
    figures = measured(shared)
    low = []
    for name, figure in figures.items():
        floor = floors.get(name, 0.0)
        mark = "LOW" if figure < floor else ""
        low += [name] if mark else []
        sys.stdout.write(f"{name:60} {figure:7.4f}  floor {floor:7.4f} {mark}\n".rstrip() + "\n")
    if options.higher:
        raised = floors | {name: math.floor(figure * 1000) / 1000 for name, figure in figures.items() if figure > floors.get(name, 0.0)}
        FLOORS.write_text(json.dumps(dict(sorted(raised.items())), indent=1) + "\n", encoding="utf-8")
    status = 0
    if shared is not None and not options.no_formats:
        status = formats.main(["--shared", str(shared)])
        peers.main(["--shared", str(shared)])
    if low:
        sys.stdout.write(f"gate: {len(low)} below the floor: {', '.join(low)}\n")
    return 1 if low else status


if __name__ == "__main__":
    sys.exit(main())
