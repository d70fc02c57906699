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
from pathlib import Path

import msgspec

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


def peers(mbox: Path, work: Path) -> dict[str, tuple[Callable[[], object], list[str], dict[str, str] | None]]:
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


def measure(mbox: Path, work: Path, rounds: int) -> list[str]:
    """The table: ours with one and two workers, nothing new, one new mail, and each peer."""
    site = work / "site"
    others = peers(mbox, work)
    costs: dict[str, list[Cost]] = {}
    for _ in range(rounds):
        for jobs in (1, 2):
            forget(site)
            costs.setdefault(f"build, {jobs} worker{'s' * (jobs > 1)}", []).append(run(build(mbox, site, jobs)))
        costs.setdefault("build, nothing new", []).append(run(build(mbox, site, 1)))
        whole = mbox.read_bytes()
        with mbox.open("ab") as out:
            out.write(whole[: whole.index(b"\nFrom mboxrd@z ", 1) + 1].replace(b"Message-ID: <", b"Message-ID: <new.", 1))
        costs.setdefault("build, one new mail", []).append(run(build(mbox, site, 1)))
        mbox.write_bytes(whole)
        for name, (prepare, command, environment) in others.items():
            prepare()
            costs.setdefault(name, []).append(run(command, environment))
    base = middle(costs["build, 2 workers"])
    single = middle(costs["build, 1 worker"])
    lines = [
        "| what | wall s | CPU s | peak MiB | wall / ours (2 workers) | CPU / ours (1 worker) |",
        "|---|---|---|---|---|---|",
    ]
    for name, found in costs.items():
        cost = middle(found)
        ratios = f"{cost.wall / base.wall:.2f} x | {cost.cpu / single.cpu:.3f} x"
        lines.append(f"| {name} | {cost.wall:.2f} | {cost.cpu:.2f} | {cost.peak:.0f} | {ratios} |")
    return lines


def main() -> int:
    """Measure, print, and write where asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--mails", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10000)
    parser.add_argument("--shared", type=Path, default=os.environ.get("SHARED") and Path(os.environ["SHARED"]))
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        mbox = Path(folder) / "a.mbox"
        generator = options.shared / "perf" / "make_archive.py" if options.shared else None
        if generator is not None and generator.exists():
            words = ["--messages", str(options.mails), "--seed", str(options.seed), "--out", str(mbox), "--truth", f"{mbox}.truth"]
            subprocess.run([sys.executable, str(generator), *words], check=True, capture_output=True)
            origin = f"the generator's archive, seed {options.seed}"
        else:
            copies(mbox, options.mails)
            origin = "copies of the sample mails"
        mails = mbox.read_bytes().count(b"\nFrom ") + 1
        size = f"{mails:,} mails, {mbox.stat().st_size / 1e6:.1f} MB"
        machine = f"Python {platform.python_version()}, {os.cpu_count()} processors"
        head = f"{size}: {origin}; median of {options.rounds} rounds; {machine}."
        lines = [head, "", *measure(mbox, Path(folder), options.rounds)]
    sys.stdout.write("\n".join([*lines, ""]))
    if options.write:
        page = TOP / "docs" / "performance.md"
        text = page.read_text(encoding="utf-8")
        start, end = "<!-- table -->", "<!-- end of table -->"
        before, _, rest = text.partition(start)
        page.write_text(before + start + "\n\n" + "\n".join(lines) + "\n\n" + end + rest.partition(end)[2], encoding="utf-8")
    return 0


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(main())
