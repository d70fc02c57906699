# SPDX-License-Identifier: GPL-2.0-or-later
"""`python -m tests.torture`: hostile input, a browser, faults and kills; prints counters, ends with 1 where one is not as it must be."""

import argparse
import json
import multiprocessing
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

TOP = Path(__file__).parents[2]
sys.path.insert(0, str(TOP / "tests" / "publish"))  # the samples that pages are made of

from tests.torture import browser, crash, fuzz, hostile, linear, patterns, totality  # noqa: E402 - the path comes first

DEMO = TOP / "demo" / "netdev.mbox"
KEPT = TOP / ".torture"


def say(words: str) -> None:
    """One line of the report."""
    sys.stdout.write(f"{datetime.now(UTC):%H:%M:%S} {words}\n")
    sys.stdout.flush()


def _pool(options: argparse.Namespace) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(options.jobs, mp_context=multiprocessing.get_context("fork"))


def _totality(job: tuple[int, int, float]) -> totality.Tally:
    seed, count, deadline = job
    return totality.run(DEMO, count=count, seed=seed, deadline=deadline)


def inputs(options: argparse.Namespace) -> int:
    """Any bytes through everything."""
    deadline = time.monotonic() + options.minutes * 60
    share = -(-options.inputs // options.jobs)
    with _pool(options) as pool:
        tallies = list(pool.map(_totality, [(options.seed + number, share, deadline) for number in range(options.jobs)]))
    counts: Counter[str] = sum((tally.counts for tally in tallies), Counter())
    slowest = max(tallies, key=lambda tally: tally.slowest)
    for tally in tallies:
        totality.keep(tally.failures, KEPT)
    say(
        f"inputs: {counts['inputs']:,} hostile inputs, {counts['bytes']:,} bytes: {counts['crashes']} crashes, {counts['hangs']} over "
        f"{totality.LIMIT:.0f} s, {counts['bytes unaccounted']} bytes unaccounted; slowest {slowest.slowest:.2f} s ({slowest.slowest_name})"
    )
    return counts["crashes"] + counts["hangs"] + counts["bytes unaccounted"]


def _steep(places: tuple[int, int]) -> tuple[int, int, list[str]]:
    start, step = places
    pumped, strings, steep = 0, 0, []
    for one in patterns.found()[start::step]:
        ratio, pump = patterns.worst(one, stop=3.2)
        pumped += 1
        strings += len(patterns.pumps(one.pattern))
        if ratio > 3.2:
            steep.append(f"{one.place}: time(2n)/time(n) = {ratio:.1f} for {pump!r}")
    return pumped, strings, steep


def pumped(options: argparse.Namespace) -> int:
    """Every pattern, pumped up to 32 KiB."""
    with _pool(options) as pool:
        found = list(pool.map(_steep, [(number, 16) for number in range(16)]))
    steep = [words for _, _, some in found for words in some]
    nests = sum(bool(patterns.open_nests(patterns.parsed(one.pattern), one.pattern.flags)) for one in patterns.found())
    neighbours = sum(bool(patterns.open_neighbours(patterns.parsed(one.pattern), one.pattern.flags)) for one in patterns.found())
    say(
        f"patterns: {sum(count for count, _, _ in found):,} patterns, {sum(count for _, count, _ in found):,} pump strings: "
        f"{len(steep)} steeper than linear, {nests} with nested open repeats, {neighbours} with neighbouring ones"
    )
    for words in steep:
        say(f"  {words}")
    return len(steep) + nests + neighbours


def _large(name: str) -> linear.Timed:
    return linear.mail(name, hostile.BIG[name]())


def large(options: argparse.Namespace) -> int:
    """Mails of megabytes."""
    with _pool(options) as pool:
        timed = list(pool.map(_large, hostile.BIG))
    slow = [one for one in timed if one.read + one.made > 15]
    worst = max(timed, key=lambda one: one.read + one.made)
    say(
        f"large mails: {len(timed)} of up to 10 MB: {len(slow)} over 15 s; slowest {worst.read + worst.made:.1f} s ({worst.name}), "
        f"in all {sum(one.read + one.made for one in timed):.0f} s"
    )
    for one in slow:
        say(f"  {one.name}: {one.read:.1f} s + {one.made:.1f} s")
    return len(slow)


def threads(options: argparse.Namespace) -> int:
    """Threads at a half and at their whole size: time must not grow faster than twice and a bit."""
    steep = []
    told = []
    for name, (make, count) in linear.THREADS.items():
        size = max(200, int(count * options.scale))
        half, whole = linear.thread(name, make(size // 2)), linear.thread(name, make(size))
        ratio = whole.made / max(half.made, 0.05)
        told.append(f"{size:,} {name}: {whole.read:.1f} s + {whole.made:.1f} s")
        if ratio > 3.2 and whole.made > 2:
            steep.append(f"{name}: {half.made:.1f} s for {size // 2:,}, {whole.made:.1f} s for {size:,}")
    say(f"threads: {len(told)} kinds, {len(steep)} steeper than linear; " + "; ".join(told))
    for words in steep:
        say(f"  steep: {words}")
    return len(steep)


def opened(options: argparse.Namespace) -> int:
    """Payloads in every field, in Chromium, with the policy and without it."""
    if not browser.available():
        say("browser: no Chromium here; not run")
        return 0
    result = browser.run(browser.payloads(options.payloads))
    say(
        f"browser: {result.fields} fields x {result.payloads} payloads = {result.fields * result.payloads:,} pairs, "
        f"{result.pages:,} pages opened with and without the policy: {result.executions} executions, {result.strayed} requests "
        f"to elsewhere, {result.differing} pages of another shape"
    )
    for words in result.details[:20]:
        say(f"  {words}")
    return result.executions + result.strayed + result.differing


def _bad(counts: Counter[str]) -> int:
    return sum(counts[name] for name in crash.BAD)


def _told(name: str, counts: Counter[str]) -> int:
    for bad in crash.BAD:
        counts[bad] += 0
    say(f"{name}: " + ", ".join(f"{count:,} {what}" for what, count in counts.items()))
    return _bad(counts)


def _killed(job: tuple[int, int]) -> Counter[str]:
    count, seed = job
    with crash.place() as folder, crash.Yard(DEMO, folder) as yard:
        return crash.kills(yard, count, seed=seed)


def killed(options: argparse.Namespace) -> int:
    """SIGKILL at random moments and calls."""
    with _pool(options) as pool:
        share = -(-options.kills // options.jobs)
        return _told("kills", sum(pool.map(_killed, [(share, options.seed + number) for number in range(options.jobs)]), Counter()))


def _faulted(job: tuple[str, int]) -> Counter[str]:
    kind, step = job
    with crash.place() as folder, crash.Yard(DEMO, folder, (2, 3)) as yard:
        if kind:
            counts = crash.at_each_call(yard, (kind,), step=step)
            if not yard.server.whole:
                counts["without SQLite's own calls (no C compiler)"] += 1
            return counts
        return crash.limited(yard, (8, 16, 32, 64, 128, 256))


def faulted(options: argparse.Namespace) -> int:
    """ENOSPC, EIO and EROFS at each call that changes the disk of a small build, SQLite's own too, and limits on the size of files."""
    with _pool(options) as pool:
        kinds = [(kind, options.step) for kind in options.faults.split(",")]
        return _told("faults", sum(pool.map(_faulted, [*kinds, ("", 0)]), Counter()))


def damaged(options: argparse.Namespace) -> int:
    """Bits of the store flipped."""
    with crash.place() as folder, crash.Yard(DEMO, folder, (30, 45)) as yard:
        return _told("damages", crash.damages(yard, options.damages, seed=options.seed))


def determined(options: argparse.Namespace) -> int:
    """The same bytes for any jobs, order of archives, hash seed, locale, time zone and Python."""
    others = crash.interpreters(options.python)
    with tempfile.TemporaryDirectory() as folder:
        trees, tried = crash.variants(DEMO, Path(folder), others)
    with_others = ", ".join(map(crash.version, others)) or "no other Python here"
    say(
        f"determinism: {tried} builds with other jobs, order, executor, PYTHONHASHSEED, LC_ALL, TZ, -O, and {with_others}: "
        f"{len(trees) - 1} differ"
    )
    for words in trees.values() if len(trees) > 1 else ():
        say(f"  {words}")
    return len(trees) - 1


def fuzzed(options: argparse.Namespace) -> int:
    """Six targets, guided by coverage where atheris is here."""
    with _pool(options) as pool:
        outcomes, spent = fuzz.all_targets(pool, options.fuzz, options.seed, KEPT)
    how = "guided by coverage" if fuzz.guided() else "not guided by coverage (atheris is not installed)"
    broke = [one for one in outcomes if one.broke]
    inputs, spent_now = sum(one.inputs for one in outcomes), sum(one.seconds for one in outcomes)
    say(
        f"fuzz: {len(outcomes)} targets, {how}: {inputs:,} inputs, {spent_now:.0f} s; {len(broke)} broke; "
        f"{sum(spent.values()) / 3600:.1f} hours in all"
    )
    for one in broke:
        say(f"  {one.target}: {one.broke}")
    if options.keep_count:
        fuzz.SPENT.write_text(json.dumps(dict(sorted(spent.items())), indent=1) + "\n", encoding="utf-8")
    return len(broke)


PARTS: dict[str, Callable[[argparse.Namespace], int]] = {
    "inputs": inputs,
    "kills": killed,
    "damages": damaged,
    "faults": faulted,
    "determinism": determined,
    "browser": opened,
    "fuzz": fuzzed,
    "threads": threads,
    "large": large,
    "patterns": pumped,
}


def main() -> int:
    """The parts asked for, one after the other."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)} (default: all)")
    parser.add_argument("--minutes", type=float, default=10, help="the longest time for hostile inputs (10)")
    parser.add_argument("--inputs", type=int, default=2_000, help="hostile inputs (2000)")
    parser.add_argument("--payloads", type=int, default=25, help="payloads in each field in the browser (25)")
    parser.add_argument("--kills", type=int, default=200, help="SIGKILLs (200)")
    parser.add_argument("--faults", default="ENOSPC,EIO", help="kinds of faults, of ENOSPC, EIO, EROFS, EDQUOT, KILL (ENOSPC,EIO)")
    parser.add_argument("--damages", type=int, default=40, help="damages to the store (40)")
    parser.add_argument("--step", type=int, default=1, help="a fault at every n-th call (1)")
    parser.add_argument("--fuzz", type=float, default=10, help="seconds of fuzzing for each target (10)")
    parser.add_argument("--keep-count", action="store_true", help="add the time of fuzzing to tests/data/fuzz/spent.json")
    parser.add_argument(
        "--python", action="append", default=[], help="one more interpreter for determinism (those of the PATH come anyway)"
    )
    parser.add_argument("--scale", type=float, default=0.2, help="share of the full size of threads (0.2)")
    parser.add_argument("--seed", type=int, default=1, help="of everything random (1)")
    parser.add_argument("--jobs", type=int, default=totality.jobs(), help="processes")
    options = parser.parse_args()
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        parser.error(f"no part {', '.join(sorted(unknown))}")
    commit = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], cwd=TOP, capture_output=True, text=True, check=False).stdout.strip()
    say(f"commit {commit or 'unknown'}, Python {sys.version.split()[0]}, {datetime.now(UTC):%Y-%m-%d}")
    bad = sum(part(options) for name, part in PARTS.items() if not options.parts or name in options.parts)
    say("all as it must be" if not bad else f"{bad} things are not as they must be; inputs are kept in {KEPT}")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
