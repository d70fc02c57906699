# SPDX-License-Identifier: GPL-2.0-or-later
"""`make bench`: ours and the peers in turn on the same archive, whole processes, and the ratios between them.

Wall time, CPU (user and system, children too) and peak memory of the largest process, each the median of some rounds; ratios are of two
runs of one round, told with their spread.  Peers are those that are installed: notmuch, mu, MHonArc (where the machine allows, Debian's
packages are installed first), the standard library's `mailbox` as a yardstick, and any command given by `--peer`.
The archive is made from the sample mails, each copy with ids and titles of its own; `--shared DIR` takes the generator there
(`perf/make_archive.py`) instead, and then the facts are compared with its truth file.
`--write` puts the tables into docs/performance.md.
"""

import argparse
import os
import platform
import re
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import msgspec

from tests.speed import truth

TOP = Path(__file__).parents[2]
NOW = "2026-11-24"
_WRITTEN = re.compile(rb"(\d+) files written")
PACKAGES = {"notmuch": "notmuch", "mu": "maildir-utils", "mhonarc": "mhonarc"}
"""Peers by their command, and the Debian package that has it."""
_MID = re.compile(rb"[\w.+-]{8,80}@(?:[\w-]{1,40}\.){1,4}example|[\w.]{8,80}@kernel\.org")


class Cost(msgspec.Struct, frozen=True):
    """What one whole process cost: seconds of wall time and CPU, MiB at its peak; how many files it says it has written."""

    wall: float
    cpu: float
    peak: float
    files: int = 0


class Peer(msgspec.Struct, frozen=True):
    """A program that is measured beside ours: what prepares a run (not counted), its command, its environment."""

    prepare: Callable[[], object]
    command: list[str]
    environment: dict[str, str] | None = None


def run(command: list[str], environment: dict[str, str] | None = None) -> Cost:
    """Run a command to its end and say what it cost."""
    with tempfile.TemporaryFile() as told:
        begun = time.perf_counter()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=told, env=environment)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - begun
        child.returncode = os.waitstatus_to_exitcode(status)
        told.seek(0)
        words = told.read()
    if child.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with {child.returncode}: {words[-500:].decode('utf-8', 'replace')}")
    written = _WRITTEN.search(words)
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, int(written[1]) if written else 0)


def _marked(mark: bytes, found: re.Match[bytes]) -> bytes:
    return mark + found[0]


def copies(path: Path, mails: int) -> None:
    """The sample mails over and over, until there are `mails` of them, each round with its own ids and titles."""
    sample = (TOP / "demo" / "netdev.mbox").read_bytes()
    count = sample.count(b"From mboxrd@z ")
    with path.open("wb") as out:
        for number in range(max(1, mails // count)):
            mark = b"r%d." % number
            text = _MID.sub(partial(_marked, mark), sample)
            out.write(re.sub(rb"(?m)^(Subject: .{0,60}?\] )", rb"\g<1>r%d " % number, text))


def install() -> None:
    """Install the peers that Debian has and that are not here, where that can be done; what fails is told by their absence."""
    lacking = [package for command, package in PACKAGES.items() if not shutil.which(command)]
    if lacking and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-qq", "-y", "--no-install-recommends", *lacking], check=False, stdout=subprocess.DEVNULL)


def peers(mbox: Path, work: Path, more: dict[str, str], before: dict[str, str]) -> dict[str, Peer]:
    """The peers that are here; `more` and `before` are the commands of further ones, and what prepares them."""
    found: dict[str, Peer] = {}
    iterate = "import mailbox,sys\nfor m in mailbox.mbox(sys.argv[1]): m['subject'], m['from'], m['date'], m['message-id']"
    found["mailbox.mbox, headers"] = Peer(lambda: None, [sys.executable, "-c", iterate, str(mbox)])
    maildir = work / "maildir"
    split = "import mailbox,sys\nd=mailbox.Maildir(sys.argv[2])\nfor m in mailbox.mbox(sys.argv[1]): d.add(m)"
    if shutil.which("notmuch") or shutil.which("mu") or any("{maildir}" in command for command in more.values()):
        subprocess.run([sys.executable, "-c", split, str(mbox), str(maildir)], check=True)
    if shutil.which("notmuch"):
        config = work / "notmuch-config"
        config.write_text(f"[database]\npath={maildir}\n[user]\nname=a\nprimary_email=a@example.com\n[new]\ntags=\n")
        found["notmuch new"] = Peer(
            partial(shutil.rmtree, maildir / ".notmuch", ignore_errors=True),
            ["notmuch", "new"],
            os.environ | {"NOTMUCH_CONFIG": str(config)},
        )
    if shutil.which("mu"):
        home = work / "mu"

        def prepare() -> None:
            shutil.rmtree(home, ignore_errors=True)
            subprocess.run(["mu", "init", f"--muhome={home}", f"--maildir={maildir}"], check=True, capture_output=True)

        found["mu index"] = Peer(prepare, ["mu", "index", f"--muhome={home}", "--quiet"])
    if shutil.which("mhonarc"):
        pages = work / "mhonarc"
        found["MHonArc"] = Peer(lambda: _empty(pages), ["mhonarc", "-quiet", "-outdir", str(pages), str(mbox)])
    out = work / "peer"
    for name, command in more.items():
        words = [word.format(mbox=mbox, maildir=maildir, out=out) for word in shlex.split(command)]
        first = [word.format(mbox=mbox, maildir=maildir, out=out) for word in shlex.split(before.get(name, "true"))]
        found[name] = Peer(partial(_ready, out, first), words)
    return found


def _empty(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()


def _ready(out: Path, command: list[str]) -> None:
    _empty(out)
    subprocess.run(command, check=True, capture_output=True)


def build(mbox: Path, site: Path, jobs: int) -> list[str]:
    """Our command for one build."""
    program = "import sys; from digest import cli; sys.exit(cli.run(sys.argv[1:]))"
    words = ["build", str(mbox), "-o", str(site), "--now", NOW, "--jobs", str(jobs), "--no-search", "--no-progress"]
    return [sys.executable, "-c", program, *words]


def forget(site: Path) -> None:
    """Remove a site and its store."""
    shutil.rmtree(site, ignore_errors=True)
    for path in site.parent.glob(f"{site.name}.store*"):
        path.unlink()


def middle(costs: list[Cost]) -> Cost:
    """The median of each figure."""
    return Cost(*(statistics.median(getattr(cost, name) for cost in costs) for name in ("wall", "cpu", "peak", "files")))


def spread(ratios: list[float]) -> str:
    """The median of some ratios, and from where to where they went."""
    middle_one = statistics.median(ratios)
    return f"{middle_one:.3g} x" if len(ratios) < 2 else f"{middle_one:.3g} x ({min(ratios):.3g} to {max(ratios):.3g})"


def reply(mbox: Path) -> bytes:
    """A mail that is new: a tag for the last patch of the archive."""
    with mbox.open("rb") as file:
        file.seek(-min(mbox.stat().st_size, 4 << 20), os.SEEK_END)
        end = file.read()
    found = re.findall(rb"(?mi)^Subject: ([^\n]{0,60}PATCH[^\n]*)\n(?:[^\n]+\n)*?Message-ID: (<[^>\n]+>)", end)
    found += [
        (subject, ident)
        for ident, subject in re.findall(rb"(?mi)^Message-ID: (<[^>\n]+>)\n(?:[^\n]+\n)*?Subject: ([^\n]{0,60}PATCH[^\n]*)", end)
    ]
    subject, ident = found[-1]
    lines = [b"From mboxrd@z Thu Jan  1 00:00:00 1970", b"From: New Reader <reader@example.org>", b"Subject: Re: " + subject]
    lines += [b"Message-ID: <new@example.org>", b"In-Reply-To: " + ident, b"Date: Mon, 23 Nov 2026 10:00:00 +0000", b""]
    return b"\n".join([*lines, b"Reviewed-by: New Reader <reader@example.org>", b"", b""])


def measure(mbox: Path, work: Path, rounds: int, others: dict[str, Peer]) -> tuple[list[str], Cost]:
    """The table, and what one build costs: ours with one and two workers, nothing new, one new mail, and each peer.

    Ratios are those of one round each.
    """
    site = work / "site"
    costs: dict[str, list[Cost]] = {}
    for _ in range(rounds):
        for jobs in (1, 2):
            forget(site)
            costs.setdefault(f"build, {jobs} worker{'s' * (jobs > 1)}", []).append(run(build(mbox, site, jobs)))
        costs.setdefault("build, nothing new", []).append(run(build(mbox, site, 1)))
        size = mbox.stat().st_size
        with mbox.open("ab") as out:
            out.write(reply(mbox))
        costs.setdefault("build, one new mail", []).append(run(build(mbox, site, 1)))
        os.truncate(mbox, size)
        for name, peer in others.items():
            peer.prepare()
            costs.setdefault(name, []).append(run(peer.command, peer.environment))
    lines = [
        "| what | wall s | CPU s | peak MiB | files written | wall / ours (2 workers) | CPU / ours (1 worker) |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, found in costs.items():
        cost = middle(found)
        walls = [one.wall / base.wall for one, base in zip(found, costs["build, 2 workers"], strict=True)]
        cpus = [one.cpu / base.cpu for one, base in zip(found, costs["build, 1 worker"], strict=True)]
        files = f"{cost.files:,.0f}" if name.startswith("build") else "-"
        lines.append(f"| {name} | {cost.wall:.2f} | {cost.cpu:.2f} | {cost.peak:.0f} | {files} | {spread(walls)} | {spread(cpus)} |")
    both = [two.wall / one.wall for one, two in zip(costs["build, 1 worker"], costs["build, 2 workers"], strict=True)]
    yard = [ours.cpu / theirs.cpu for ours, theirs in zip(costs["build, 1 worker"], costs["mailbox.mbox, headers"], strict=True)]
    lines += ["", f"Wall time of two workers over that of one: {spread(both)}. CPU over that of iterating the mailbox: {spread(yard)}."]
    return lines, middle(costs["build, 1 worker"])


def growth(sizes: list[tuple[int, Cost]]) -> list[str]:
    """What the largest archive costs beside the smallest."""
    (few, small), (many, large) = min(sizes, key=lambda one: one[0]), max(sizes, key=lambda one: one[0])
    if few == many:
        return []
    further = (large.peak - small.peak) * (1 << 20) / (many - few)
    words = f"{many / few:.3g} times the mails: {large.cpu / small.cpu:.3g} times the CPU"
    return [f"{words}, {large.peak:.0f} instead of {small.peak:.0f} MiB, {further:.0f} bytes a further mail.", ""]


def stages(mbox: Path, work: Path) -> list[str]:
    """The table of where the time goes, of the archive that was built last in `work`."""
    words = [sys.executable, "-m", "tests.speed.stages", str(mbox), str(work / "site.store")]
    told = msgspec.json.decode(subprocess.run(words, check=True, capture_output=True, cwd=TOP).stdout)
    total = sum(told["stages"].values())
    lines = ["| stage | µs of CPU a mail | share |", "|---|---|---|"]
    lines += [f"| {name} | {spent:.0f} | {100 * spent / total:.0f} % |" for name, spent in told["stages"].items()]
    lines += [f"| all | {total:.0f} | |", ""]
    pages = f"{told['pages_a_second']:,.0f} series pages of {told['page_bytes'] / 1000:.0f} kB are rendered in a second of CPU"
    return [*lines, f"{told['series']:,} series of {told['mails']:,} mails, {told['files']:,} files; {pages}."]


def checked(mbox: Path, told: Path) -> tuple[str, bool]:
    """What `show --json` of the archive has against the truth, and whether all is the same."""
    lines = [msgspec.json.decode(line) for line in told.read_bytes().splitlines()]
    last = max(patch["t"] for line in lines if line["type"] == "series" for version in line["versions"] for patch in version["patches"])
    now = datetime.fromtimestamp(last + 86400, UTC).strftime("%Y-%m-%d")
    program = "import sys; from digest import cli; sys.exit(cli.run(sys.argv[1:]))"
    words = ["show", "--json", str(mbox), "--now", now, "--no-progress"]
    shown = subprocess.run([sys.executable, "-c", program, *words], check=True, capture_output=True)
    count = truth.compare(msgspec.json.decode(shown.stdout), lines)
    differ = "".join(f"\n- {line}" for line in count.wrong[:10])
    return f"{sum(count.values()):,} facts compared with the truth file, {len(count.wrong)} differ.{differ}", not count.wrong


def main() -> int:
    """Measure, print, and write where asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--mails", type=int, action="append", help="mails of the archive (2000); may be given again")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10000)
    parser.add_argument("--shared", type=Path, default=os.environ.get("SHARED") and Path(os.environ["SHARED"]))
    parser.add_argument(
        "--peer", action="append", default=[], metavar="NAME=COMMAND", help="another peer; {mbox}, {maildir}, {out} are put in"
    )
    parser.add_argument(
        "--before", action="append", default=[], metavar="NAME=COMMAND", help="what prepares a run of that peer, not counted"
    )
    parser.add_argument("--write", action="store_true", help="put the tables into docs/performance.md")
    options = parser.parse_args()
    install()
    more, before = (dict(word.split("=", 1) for word in words) for words in (options.peer, options.before))
    generator = options.shared / "perf" / "make_archive.py" if options.shared else None
    lines: list[str] = []
    sizes: list[tuple[int, Cost]] = []
    sound = True
    for count in options.mails or [2000]:
        with tempfile.TemporaryDirectory() as folder:
            work = Path(folder)
            mbox = work / "a.mbox"
            made = generator is not None and generator.exists()
            if made:
                words = ["--messages", str(count), "--seed", str(options.seed), "--out", str(mbox), "--truth", f"{mbox}.truth"]
                subprocess.run([sys.executable, str(generator), *words], check=True, capture_output=True)
            else:
                copies(mbox, count)
            origin = f"the generator's archive, seed {options.seed}" if made else "copies of the sample mails"
            with mbox.open("rb") as file:
                mails = sum(line.startswith(b"From ") for line in file)
            size = f"{mails:,} mails, {mbox.stat().st_size / 1e6:.1f} MB"
            machine = f"Python {platform.python_version()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"
            head = f"{size}: {origin}; median of {options.rounds} rounds; {machine}."
            table, cost = measure(mbox, work, options.rounds, peers(mbox, work, more, before))
            sizes.append((mails, cost))
            lines += [head, "", *table, ""]
            if made:
                said, same = checked(mbox, Path(f"{mbox}.truth"))
                sound = sound and same
                lines += [said, ""]
            lines += [*stages(mbox, work), ""]
    lines += growth(sizes)
    sys.stdout.write("\n".join([*lines, ""]))
    if options.write:
        page = TOP / "docs" / "performance.md"
        text = page.read_text(encoding="utf-8")
        start, end = "<!-- table -->", "<!-- end of table -->"
        above, _, rest = text.partition(start)
        page.write_text(above + start + "\n\n" + "\n".join(lines) + "\n\n" + end + rest.partition(end)[2], encoding="utf-8")
    return 0 if sound else 1


if __name__ == "__main__":
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # modules are compiled once, as they are for everybody
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(main())
