# SPDX-License-Identifier: GPL-2.0-or-later
"""What `show --json` says of a made archive, against the truth file of the archive's maker: a fast wrong digest does not count.

    python -m tests.speed.truth DOCUMENT.json TRUTH.jsonl

Of every series: its versions and their patches by message-id, title, files and counted lines; the trailers of each log; the tags given
in replies with giver, version and scope, none missing and none extra; the state; and each pair of measured values.  Prints how many
facts were compared and each difference; the exit status is 1 where there is one.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

Json = dict[str, Any]
REVIEWS = ("Reviewed-by", "Acked-by", "Tested-by")
"""The tags that the maker's replies give."""
SETTLED = ("applied", "changes-requested")
"""States that the maker's mails say; of a series it calls `new` the remarks made of random words may ask for anything."""


class Count(Counter[str]):
    """How many facts were compared, by kind; `wrong` are the differences, in words."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []

    def same(self, kind: str, where: str, want: object, have: object) -> None:
        """Compare one fact."""
        self[kind] += 1
        if want != have:
            self.wrong.append(f"{kind} of {where}: {have!r}, the truth is {want!r}")


def compare(document: Json, truth: list[Json]) -> Count:
    """Compare every series of the truth with the series that holds its postings."""
    count = Count()
    home = {mid: series for series in document["series"] for revision in series["revisions"] for mid in _mids(revision)}
    told = [series for series in truth if series["type"] == "series"]
    count.same("series", "the archive", len(told), len(document["series"]))
    for want in told:
        mids = [mid for version in want["versions"] for mid in ([version["cover"]] if version["cover"] else [])]
        mids += [patch["mid"] for version in want["versions"] for patch in version["patches"]]
        homes = {home[mid]["id"] if mid in home else None for mid in mids}
        count.same("home", want["topic"], 1, len(homes))
        if homes and None not in homes:
            _series(count, want, home[mids[0]])
    return count


def _mids(revision: Json) -> Iterator[str]:
    if revision["cover"]:
        yield revision["cover"]
    yield from (patch["message_id"] for patch in revision["patches"] if patch["message_id"])


def _series(count: Count, want: Json, have: Json) -> None:
    where = want["topic"]
    count.same("versions", where, [version["v"] for version in want["versions"]], [revision["version"] for revision in have["revisions"]])
    state = have["state"]["value"]
    if want["state"] in SETTLED or state == "applied":
        count.same("state", where, want["state"], state)
    count.same("author", where, want["author"][1], have["author"]["email"])
    revisions = {revision["version"]: revision for revision in have["revisions"]}
    for version in want["versions"]:
        revision = revisions.get(version["v"])
        if revision is not None:
            patches = {patch["message_id"]: patch for patch in revision["patches"]}
            for patch in version["patches"]:
                _patch(count, f"{where} v{version['v']} {patch['n']}", patch, patches.get(patch["mid"]))
    _tags(count, want, have)
    for told in want["benchmarks"]:
        values = [pair for entry in have["benchmarks"] if entry["message_id"] == told["mid"] for pair in _pairs(entry)]
        for row in told["rows"]:
            count.same("numbers", f"{where} {told['tool']} {row['name']}", [row["before"], row["after"]], _near(row, values))


def _patch(count: Count, where: str, want: Json, have: Json | None) -> None:
    if have is None:
        count.same("patch", where, want["mid"], None)
        return
    count.same("patch", where, (want["n"], want["subject"]), (have["index"], have["title"]))
    count.same("files", where, sorted(want["files"]), sorted(file["path"] for file in have["files"]))
    lines = [sum(file[name] or 0 for file in have["files"]) for name in ("added", "removed")]
    count.same("lines", where, [want["add"], want["del"]], lines)
    logged = Counter((tag["key"], tag["value"]) for tag in have["tags"] if tag["evidence"]["message_id"] == want["mid"])
    count.same("trailers", where, Counter(map(tuple, want["trailers"])), logged)


def _tags(count: Count, want: Json, have: Json) -> None:
    """Tags of replies: each of the truth stands with its patch (or all of the version), and no reply gave another."""
    told = {(tag["mid"], tag["tag"], tag["email"]) for tag in want["tags"]}
    postings = {mid for revision in have["revisions"] for mid in _mids(revision)}
    stands: dict[tuple[int, str, str], set[int]] = {}
    for revision in have["revisions"]:
        for patch in revision["patches"]:
            for tag in patch["tags"]:
                if tag["key"] in REVIEWS:
                    stands.setdefault((revision["version"], tag["key"], tag["person"]["email"]), set()).add(patch["index"])
                    given = (tag["evidence"]["message_id"], tag["key"], tag["person"]["email"])
                    if given[0] not in postings:
                        count.same("tags given", f"{want['topic']} {given}", given in told, True)
    patches = {revision["version"]: {patch["index"] for patch in revision["patches"]} for revision in have["revisions"]}
    for tag in want["tags"]:
        scope = patches.get(tag["version"], set()) if tag["scope"] == "series" else {tag["n"]}
        found = stands.get((tag["version"], tag["tag"], tag["email"]), set())
        count.same("tags", f"{want['topic']} {tag['tag']} {tag['email']} v{tag['version']}", scope, found & scope)


def _pairs(entry: Json) -> Iterator[list[float]]:
    yield from ([found["before"], found["after"]] for found in entry["comparisons"])


def _near(row: Json, values: list[list[float]]) -> list[float]:
    """The pair as told where it was found, else what was found instead."""
    wanted = [row["before"], row["after"]]
    return wanted if wanted in values else [value for pair in values for value in pair]


def main(document: str, truth: str) -> int:
    """Compare two files and print what was found."""
    lines = [msgspec.json.decode(line) for line in Path(truth).read_bytes().splitlines()]
    count = compare(msgspec.json.decode(Path(document).read_bytes()), lines)
    sys.stdout.write("compared: " + ", ".join(f"{number} {kind}" for kind, number in sorted(count.items())) + "\n")
    sys.stdout.write(f"{len(count.wrong)} differ\n" + "".join(f"  {line}\n" for line in count.wrong[:40]))
    return 1 if count.wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
