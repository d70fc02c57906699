# SPDX-License-Identifier: GPL-2.0-or-later
"""`make bench`: ours and the peers in turn on the same archive, whole processes, and the ratios between them.

Wall time, CPU (user and system, children too) and peak memory of the largest process, each the median of some rounds.
Peers are those that are installed: notmuch, mu, MHonArc, and the standard library's `mailbox` as a yardstick.
The archive is made from the sample mails, each copy with ids and titles of its own; `--shared DIR` takes the generator there
(`perf/make_archive.py`) instead.
`--write` puts the table into docs/performance.md.
"""

import argparse
import os
import platform
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from tests.speed import truth

TOP = Path(__file__).parents[2]
NOW = "2026-11-24"
_MID = re.compile(rb"[\w.+-]{8,80}@(?:[\w-]{1,40}\.){1,4}example|[\w.]{8,80}@kernel\.org")


class Cost(msgspec.Struct, frozen=True):
    """What one whole process cost: seconds of wall time and CPU, MiB at its peak."""

    wall: float
    cpu: float
    peak: float


def run(command: list[str], environment: dict[str, str] | None = None) -> Cost:
    """Run a command to its end and say what it cost; its output goes nowhere."""
    begun = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - begun
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with {child.returncode}")
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def copies(path: Path, mails: int) -> None:
    """The sample mails over and over, until there are `mails` of them, each round with its own ids and titles."""
    sample = (TOP / "demo" / "netdev.mbox").read_bytes()
    count = sample.count(b"From mboxrd@z ")
    with path.open("wb") as out:
        for number in range(max(1, mails // count)):
            mark = b"r%d." % number
            text = _MID.sub(lambda found, mark=mark: mark + found[0], sample)
            out.write(re.sub(rb"(?m)^(Subject: .{0,60}?\] )", rb"\g<1>r%d " % number, text))


def peers(mbox: Path, work: Path, hypermail: Path | None) -> dict[str, tuple[Callable[[], object], list[str], dict[str, str] | None]]:
    """The peers that are here: what prepares a run, its command, its environment."""
    found: dict[str, tuple[Callable[[], object], list[str], dict[str, str] | None]] = {}
    iterate = "import mailbox,sys\nfor m in mailbox.mbox(sys.argv[1]): m['subject'], m['from'], m['date'], m['message-id']"
    found["mailbox.mbox, headers"] = (lambda: None, [sys.executable, "-c", iterate, str(mbox)], None)
    maildir = work / "maildir"
    split = "import mailbox,sys\nd=mailbox.Maildir(sys.argv[2])\nfor m in mailbox.mbox(sys.argv[1]): d.add(m)"
    if shutil.which("notmuch") or shutil.which("mu"):
        subprocess.run([sys.executable, "-c", split, str(mbox), str(maildir)], check=True)
    if shutil.which("notmuch"):
        config = work / "notmuch-config"
        config.write_text(f"[database]\npath={maildir}\n[user]\nname=a\nprimary_email=a@example.com\n[new]\ntags=\n")
        clean = lambda: shutil.rmtree(maildir / ".notmuch", ignore_errors=True)  # noqa: E731 - a thunk in a table
        found["notmuch new"] = (clean, ["notmuch", "new"], os.environ | {"NOTMUCH_CONFIG": str(config)})
    if shutil.which("mu"):
        home = work / "mu"

        def prepare() -> None:
            shutil.rmtree(home, ignore_errors=True)
            subprocess.run(["mu", "init", f"--muhome={home}", f"--maildir={maildir}"], check=True, capture_output=True)

        found["mu index"] = (prepare, ["mu", "index", f"--muhome={home}", "--quiet"], None)
    if shutil.which("mhonarc"):
        pages = work / "mhonarc"

        def empty() -> None:
            shutil.rmtree(pages, ignore_errors=True)
            pages.mkdir()

        found["MHonArc"] = (empty, ["mhonarc", "-quiet", "-outdir", str(pages), str(mbox)], None)
    if hypermail is not None:
        site = work / "hypermail"
        found["hypermail"] = (
            lambda: shutil.rmtree(site, ignore_errors=True),
            [str(hypermail), "-m", str(mbox), "-d", str(site), "-l", "mails"],
            None,
        )
    return found


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
    return Cost(*(statistics.median(getattr(cost, name) for cost in costs) for name in ("wall", "cpu", "peak")))


def spread(ratios: list[float]) -> str:
    """The median of some ratios, and from where to where they went."""
    middle_one = statistics.median(ratios)
    return f"{middle_one:.3g} x" if len(ratios) < 2 else f"{middle_one:.3g} x ({min(ratios):.3g} to {max(ratios):.3g})"


def measure(mbox: Path, work: Path, rounds: int, hypermail: Path | None) -> list[str]:
    """The table: ours with one and two workers, nothing new, one new mail, and each peer; ratios are those of one round each."""
    site = work / "site"
    others = peers(mbox, work, hypermail)
    costs: dict[str, list[Cost]] = {}
    for _ in range(rounds):
        for jobs in (1, 2):
            forget(site)
            costs.setdefault(f"build, {jobs} worker{'s' * (jobs > 1)}", []).append(run(build(mbox, site, jobs)))
        costs.setdefault("build, nothing new", []).append(run(build(mbox, site, 1)))
        size = mbox.stat().st_size
        with mbox.open("rb") as file:
            head = file.read(1 << 20)
        with mbox.open("ab") as out:
            first = head[: head.index(b"\nFrom ", 1) + 1]
            out.write(re.sub(rb"(?mi)^(Message-ID: <)", rb"\1new.", first, count=1))
        costs.setdefault("build, one new mail", []).append(run(build(mbox, site, 1)))
        os.truncate(mbox, size)
        for name, (prepare, command, environment) in others.items():
            prepare()
            costs.setdefault(name, []).append(run(command, environment))
    lines = [
        "| what | wall s | CPU s | peak MiB | wall / ours (2 workers) | CPU / ours (1 worker) |",
        "|---|---|---|---|---|---|",
    ]
    for name, found in costs.items():
        cost = middle(found)
        walls = [one.wall / base.wall for one, base in zip(found, costs["build, 2 workers"], strict=True)]
        cpus = [one.cpu / base.cpu for one, base in zip(found, costs["build, 1 worker"], strict=True)]
        lines.append(f"| {name} | {cost.wall:.2f} | {cost.cpu:.2f} | {cost.peak:.0f} | {spread(walls)} | {spread(cpus)} |")
    return lines


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
    parser.add_argument("--hypermail", type=Path, help="where hypermail is")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/performance.md")
    options = parser.parse_args()
    generator = options.shared / "perf" / "make_archive.py" if options.shared else None
    lines: list[str] = []
    sound = True
    for count in options.mails or [2000]:
        with tempfile.TemporaryDirectory() as folder:
            mbox = Path(folder) / "a.mbox"
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
            lines += [head, "", *measure(mbox, Path(folder), options.rounds, options.hypermail), ""]
            if made:
                said, same = checked(mbox, Path(f"{mbox}.truth"))
                sound = sound and same
                lines += [said, ""]
    sys.stdout.write("\n".join([*lines, ""]))
    if options.write:
        page = TOP / "docs" / "performance.md"
        text = page.read_text(encoding="utf-8")
        start, end = "<!-- table -->", "<!-- end of table -->"
        before, _, rest = text.partition(start)
        page.write_text(before + start + "\n\n" + "\n".join(lines) + "\n\n" + end + rest.partition(end)[2], encoding="utf-8")
    return 0 if sound else 1


if __name__ == "__main__":
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # modules are compiled once, as they are for everybody
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(main())
