# SPDX-License-Identifier: GPL-2.0-or-later
"""Every copy of a thread against the thread itself: `python -m tests.gate.formats --shared DIR` writes the table of docs/formats.md.

DIR holds `corpus/MANIFEST.tsv` (path, kind, source, number of mails, basis, notes).  A copy's mail is found where a mail of its source
has its message-id or, without one, its writer and words.  Of the mails found, titles, versions, given tags (key and person) and
benchmark values (with unit) are compared as `reading.read` gives them for both sides.  Without DIR nothing is measured.
"""

import argparse
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from digest import archive, config, reading
from digest.model import Message, Record

PROFILE = config.profile("netdev")
TAGS = frozenset({"Acked-by", "Reviewed-by", "Tested-by"})
COLUMNS = ("copies", "mails", "found", "titles", "versions", "tags", "numbers")
FLOORS = {"rendered": (0.99, 0.98), "extracted": (0.99, 0.98), "run together": (0.99, 0.95), "emulated": (0.0, 0.0)}
"""Of each basis: the least share of mails found, and of facts equal."""

Pair = tuple[Message, Record]


def read(path: Path) -> list[Pair]:
    """All mails below a path, each with what it says by itself."""
    found = []
    for part in archive.parts(path):
        for shard in archive.scan(part, archive="copy").shards:
            found.extend((item, reading.read(item, PROFILE)) for item in archive.read(shard) if isinstance(item, Message))
    return found


@cache
def source(path: Path) -> tuple[Pair, ...]:
    """The mails of a source, read once."""
    return tuple(read(path))


def basis(kind: str) -> str:
    """What a copy is: a page, the text of a page, such a text run together, or an imitation."""
    if kind.startswith("EMULATED"):
        return "emulated"
    if kind.startswith("text copy"):
        return "run together" if "collapsed" in kind else "extracted"
    return "rendered"


def words(text: str) -> set[str]:
    """The words of a mail without the footer of a list."""
    return set(re.findall(r"\w+", text.partition("To unsubscribe from this list")[0]))


def name(mail: Message) -> str:
    """Who wrote it, letters alone."""
    who = mail.author.name or (mail.author.email or "").partition("@")[0]
    return re.sub(r"\W", "", who).lower()


def twin(mail: Message, thread: list[Pair]) -> Pair | None:
    """The mail of the source of which this is a copy."""
    for pair in thread:
        if mail.message_id and mail.message_id == pair[0].message_id:
            return pair
    best: tuple[float, Pair] | None = None
    mine = words(mail.body)
    for pair in thread:
        theirs = words(pair[0].body)
        near = len(mine & theirs) / max(1, len(mine | theirs))
        near += 0.5 * (name(mail) == name(pair[0]) != "") + 0.3 * (mail.subject == pair[0].subject is not None)
        if near > 0.6 and (best is None or near > best[0]):
            best = (near, pair)
    return best[1] if best else None


def tags(record: Record) -> Counter[tuple[str, str]]:
    """The tags that a mail gives: key and person."""
    found: Counter[tuple[str, str]] = Counter()
    for trailer in record.trailers:
        if trailer.name in TAGS and trailer.place != "diff":
            who = trailer.person
            found[trailer.name, re.sub(r"\W", "", (who and (who.name or who.email)) or trailer.value).lower()] += 1
    return found


def numbers(record: Record) -> Counter[tuple[str, float, str]]:
    """The benchmark values that a mail states, with unit."""
    blocks = record.benchmarks.blocks if record.benchmarks else ()
    return Counter((metric.name, metric.value, metric.unit) for block in blocks for metric in block.metrics)


def compare(row: list[str], root: Path, *, told: bool = False) -> Counter[str]:
    """What a copy has of its source: for each column `x` how many there are and `x=` how many are equal."""
    path, _, origin, count, _, notes = row
    found: Counter[str] = Counter({"copies": 1, "mails": int(count)})
    where = re.search(r"lore-mbox/\S+\.mbox\.gz", origin)
    if where is None:
        found["mails="] = len(read(root / path))
        return found
    thread = list(source(root / where[0]))
    chosen = re.search(r"msgs #\[([\d, ]+)\]", notes)
    if chosen:
        thread = [thread[int(number)] for number in chosen[1].split(",")]
        found["mails"] = len(thread)
    left = list(thread)
    for mail, record in read(root / path):
        other = twin(mail, left)
        if other is None:
            continue
        left.remove(other)
        true = other[1]
        same = {
            "titles": (1, record.subject.title == true.subject.title),
            "versions": (1, record.subject.version == true.subject.version),
            "tags": (tags(true).total(), (tags(true) & tags(record)).total()),
            "numbers": (numbers(true).total(), (numbers(true) & numbers(record)).total()),
        }
        extra = {"tags+": (tags(record) - tags(true)).total(), "numbers+": (numbers(record) - numbers(true)).total()}
        found["mails="] += 1
        for column, (there, equal) in same.items():
            found[column] += there
            found[f"{column}="] += int(equal)
            if told and (there != int(equal) or extra.get(f"{column}+")):
                titles = f"{record.subject.title!r} / {true.subject.title!r}"
                sys.stderr.write(f"{path}: {column} {equal} of {there} <{mail.copy.at}> {titles}\n")
                gone, new = (tags(true), tags(record)) if column == "tags" else (numbers(true), numbers(record))
                if column in {"tags", "numbers"}:
                    sys.stderr.write(f"   gone {dict(gone - new)} new {dict(new - gone)}\n")
        found.update(extra)
    return found


def rows(root: Path) -> Iterator[list[str]]:
    """The copies of the manifest: pages, texts and imitations."""
    lines = (root / "MANIFEST.tsv").read_text("utf-8").splitlines()[1:]
    for line in lines:
        row = line.split("\t")
        if re.match(r"(?:HTML|Atom|raw|t\.mbox\.gz by|text copy|EMULATED|pipermail)", row[1]):
            yield row


def table(root: Path, only: str = "", *, told: bool = False) -> dict[tuple[str, str], Counter[str]]:
    """The sums by basis and kind."""
    found: dict[tuple[str, str], Counter[str]] = {}
    for row in rows(root):
        if only and not re.search(only, "\t".join(row)):
            continue
        kind = re.sub(r"^(?:EMULATED|text copy:) ", "", row[1])
        found.setdefault((basis(row[1]), kind[:60]), Counter()).update(compare(row, root, told=told))
    return found


def cell(sums: Counter[str], column: str) -> str:
    """Equal of all, in per cent, and how many there are that the source has not."""
    there, equal, extra = sums[column], sums[f"{column}="], sums[f"{column}+"]
    if column == "copies":
        return str(there)
    if not there:
        return f"- (+{extra})" if extra else "-"
    return f"{equal}/{there} {100 * equal / there:.1f} %" + (f" (+{extra})" if extra else "")


def printed(found: dict[tuple[str, str], Counter[str]]) -> list[str]:
    """The table as Markdown, with a sum for each basis."""
    lines = ["| basis | kind | copies | mails found | titles | versions | tags | numbers |", "|---|---|---|---|---|---|---|---|"]
    sums: dict[str, Counter[str]] = {}
    for (ground, kind), counts in sorted(found.items(), key=lambda item: (list(FLOORS).index(item[0][0]), item[0][1])):
        sums.setdefault(ground, Counter()).update(counts)
        shown = " | ".join(cell(counts, column) for column in ("copies", "mails", "titles", "versions", "tags", "numbers"))
        lines.append(f"| {ground} | {kind} | {shown} |")
    for ground, counts in sums.items():
        shown = " | ".join(cell(counts, column) for column in ("copies", "mails", "titles", "versions", "tags", "numbers"))
        lines.append(f"| **{ground}** | all | {shown} |")
    return lines


def failures(found: dict[tuple[str, str], Counter[str]]) -> list[str]:
    """Where a basis stays under its floor."""
    bad = []
    for ground, (mails, facts) in FLOORS.items():
        sums: Counter[str] = Counter()
        for (other, _), counts in found.items():
            if other == ground:
                sums.update(counts)
        floors = {"mails": mails, "titles": facts, "versions": facts, "tags": facts, "numbers": facts}
        for column, floor in floors.items():
            if sums[column] and sums[f"{column}="] < floor * sums[column]:
                bad.append(f"{ground}: {column} {sums[f'{column}=']} of {sums[column]}, {100 * floor:.0f} % are asked")
    return bad


def main(arguments: list[str] | None = None) -> int:
    """Print the table; 1 where a floor is missed."""
    parser = argparse.ArgumentParser(description="Copies of threads against the threads themselves.")
    parser.add_argument("--shared", type=Path, default=os.environ.get("SHARED") and Path(os.environ["SHARED"]))
    parser.add_argument("--only", default="", help="a pattern that the manifest's line must hold")
    parser.add_argument("--told", action="store_true", help="say each difference")
    options = parser.parse_args(arguments)
    if not options.shared or not (options.shared / "corpus" / "MANIFEST.tsv").exists():
        sys.stdout.write("formats: skipped, no corpus given (--shared DIR)\n")
        return 0
    found = table(options.shared / "corpus", options.only, told=options.told)
    bad = failures(found)
    sys.stdout.write("\n".join([*printed(found), *bad, ""]))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
