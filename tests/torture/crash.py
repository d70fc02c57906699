# SPDX-License-Identifier: GPL-2.0-or-later
"""Kills and faults of the outside: SIGKILL at any moment, a full disk or a broken one at any write, read-only targets, two builds at once.

After each: no half page, no list that links a page that is not there, what was there before still whole, and the next build gives the
bytes of an undisturbed one.
"""

import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import digest

TOP = Path(__file__).parents[2]
NOW = "2026-11-24"
BAD = (
    "half sites",
    "sites lost",
    "sites that differ afterwards",
    "faults without status 4",
    "faults that show a traceback",
    "limits without status 4",
)
"""Counters that must stay 0."""

# Run in the child before the program: the k-th call of a kind fails with an errno, or the process dies there.
_CHILD = """
import errno, os, sys
kind, number = sys.argv[1], int(sys.argv[2])
count = 0
def spoilt(real, name):
    def call(*arguments, **more):
        global count
        count += 1
        if count == number:
            if kind == "KILL":
                os.kill(os.getpid(), 9)
            raise OSError(getattr(errno, kind), os.strerror(getattr(errno, kind)), name)
        return real(*arguments, **more)
    return call
real_open = os.open
def opened(path, flags, *arguments, **more):
    if flags & os.O_WRONLY:
        return writing(path, flags, *arguments, **more)
    return real_open(path, flags, *arguments, **more)
writing = spoilt(real_open, "open")
os.open = opened
for name in ("write", "rename", "fsync", "mkdir", "unlink", "rmdir"):
    setattr(os, name, spoilt(getattr(os, name), name))
from digest import cli
status = cli.run(sys.argv[3:])
sys.stderr.write(f"calls {count}\\n")
sys.exit(status)
"""


def tree(folder: Path) -> dict[str, str]:
    """Every file below a folder with the hash of its bytes; the new files that a fault left beside theirs are not the site's."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not (path.name.startswith(".") and path.name.endswith(".new"))
    }


def dead_links(site: Path) -> set[str]:
    """Series pages that a list links and that are not there, and pages that do not end."""
    if not site.exists():
        return set()
    out = set()
    for page in site.rglob("index.html"):
        text = page.read_text(encoding="utf-8")
        if not text.rstrip().endswith("</html>"):
            out.add(f"half: {page.relative_to(site)}")
        up = "../" * (len(page.relative_to(site).parts) - 1)
        for word in text.split(f'href="{up}s/')[1:]:
            if not (site / "s" / word[:12] / "index.html").is_file():
                out.add(f"dead: {page.relative_to(site)} -> s/{word[:12]}")
    return out


def small(demo: Path, folder: Path) -> Path:
    """A mailbox of the sample's first mails: a build of it changes the disk some hundred times."""
    mails = demo.read_bytes().split(b"\nFrom mboxrd@z ")
    path = folder / "small.mbox"
    path.write_bytes(b"\nFrom mboxrd@z ".join(mails[:5]) + b"\n")
    return path


class Yard:
    """A place with an older archive, a newer one, and what undisturbed builds of both give."""

    def __init__(self, demo: Path, folder: Path) -> None:
        # the program as it is now: somebody may be at work on it
        self.home = folder / "program"
        shutil.copytree(Path(digest.__file__).parent, self.home / "digest", ignore=shutil.ignore_patterns("__pycache__"))
        if (TOP / "templates").is_dir():
            shutil.copytree(TOP / "templates", self.home / "templates")
        self.environment = os.environ | {"PYTHONPATH": str(self.home)}
        raw = demo.read_bytes()
        mails = raw.split(b"\nFrom mboxrd@z ")
        self.folder = folder
        self.box = folder / "box.mbox"
        self.old = b"\nFrom mboxrd@z ".join(mails[: len(mails) * 3 // 5]) + b"\n"
        self.new = raw
        self.wanted: dict[str, dict[str, str]] = {}
        for name, data in (("old", self.old), ("new", self.new)):
            self.box.write_bytes(data)
            site = folder / f"whole-{name}"
            begun = time.monotonic()
            subprocess.run([*self.command(site)], check=True, env=self.environment, capture_output=True)
            self.length = time.monotonic() - begun
            self.wanted[name] = tree(site)
        self.site = folder / "site"
        self.saved = folder / "saved"
        self.saved.mkdir()
        shutil.copytree(folder / "whole-old", self.saved / "site")
        shutil.copy(folder / "whole-old.store", self.saved / "site.store")

    def command(self, site: Path) -> list[str]:
        """A build of the archive as it is now."""
        return [sys.executable, "-m", "digest", *self.arguments(site)]

    def arguments(self, site: Path) -> list[str]:
        """What follows the program's name."""
        return ["build", str(self.box), "-o", str(site), "--now", NOW, "-j1", "--no-search", "--no-progress"]

    def clear(self) -> None:
        """No site, no store."""
        shutil.rmtree(self.site, ignore_errors=True)
        shutil.rmtree(self.site.with_name(".site.building"), ignore_errors=True)
        for path in self.folder.glob("site.store*"):
            path.unlink()

    def published(self) -> None:
        """The older archive is published; the newer one waits."""
        self.clear()
        shutil.copytree(self.saved / "site", self.site)
        shutil.copy(self.saved / "site.store", self.folder / "site.store")
        self.box.write_bytes(self.new)

    def build(self) -> bool:
        """One undisturbed build; whether it gives what a fresh one gives."""
        done = subprocess.run(self.command(self.site), env=self.environment, capture_output=True, check=False)
        return done.returncode == 0 and tree(self.site) == self.wanted["new"]

    def between(self) -> set[str]:
        """Files of the site that are neither the old nor the new ones, and dead links."""
        now = tree(self.site) if self.site.exists() else {}
        old, new = self.wanted["old"], self.wanted["new"]
        odd = {f"torn: {name}" for name, digest in now.items() if digest not in (old.get(name), new.get(name))}
        return {name for name in odd if name.endswith(".html") and "/s/" in name} | dead_links(self.site)


def kills(yard: Yard, count: int, *, seed: int = 1, deadline: float | None = None) -> Counter[str]:
    """SIGKILL at random moments, half of them after a first publish; after every few the work is finished and compared."""
    rng = random.Random(seed)  # noqa: S311 - to be repeated, not to be secret
    out: Counter[str] = Counter()
    for number in range(count):
        if deadline is not None and time.monotonic() > deadline:
            break
        later = number % 2 == 1
        if number % 4 == 0:
            yard.clear()
            yard.box.write_bytes(yard.new)
        elif number % 4 == 1:
            yard.published()
        child = subprocess.Popen(yard.command(yard.site), env=yard.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(yard.length * rng.uniform(0.25, 1.05))
        child.send_signal(signal.SIGKILL)
        out["kills that hit"] += child.wait() == -signal.SIGKILL
        out["kills"] += 1
        out["kills after the first publish"] += later
        out["half sites"] += bool(yard.between())
        if number % 4 == 0 or number % 4 == 3 or number == count - 1:
            out["sites finished afterwards"] += 1
            out["sites that differ afterwards"] += not yard.build()
    return out


def at_each_call(
    yard: Yard,
    kinds: tuple[str, ...] = ("ENOSPC", "EIO", "KILL"),
    *,
    step: int = 1,
    most: int | None = None,
    firsts: tuple[bool, ...] = (False, True),
) -> Counter[str]:
    """A fault (or a kill) at each call that changes the disk, of a build over a published site and of a first build."""
    out: Counter[str] = Counter()
    for first in firsts:
        for kind in kinds:
            number = 1
            while most is None or number <= most:
                if first:
                    yard.clear()
                    yard.box.write_bytes(yard.new)
                else:
                    yard.published()
                before = tree(yard.site) if not first else {}
                child = subprocess.run(
                    [sys.executable, "-c", _CHILD, kind, str(number), *yard.arguments(yard.site)],
                    env=yard.environment,
                    capture_output=True,
                    check=False,
                )
                calls = child.stderr.decode().rpartition("calls ")[2].strip()
                if calls.isdigit() and int(calls) < number:
                    break
                out[f"faults {kind}"] += 1
                if child.returncode == 0:  # what failed is not needed: a folder that is there, a file to be removed
                    out["faults that do not matter"] += 1
                elif kind != "KILL":
                    told = child.stderr.decode()
                    out["faults without status 4"] += child.returncode != 4
                    out["faults that show a traceback"] += "Traceback" in told
                out["half sites"] += bool(yard.between()) or (first and yard.site.exists() and bool(dead_links(yard.site)))
                out["sites lost"] += bool(before.keys() - (tree(yard.site).keys() if yard.site.exists() else set())) and bool(
                    dead_links(yard.site)
                )
                out["sites that differ afterwards"] += not yard.build()
                number += step
    return out


def limited(yard: Yard, sizes: tuple[int, ...]) -> Counter[str]:
    """A limit on the size of files (RLIMIT_FSIZE), which SQLite's own writes meet too: status 4, the old site whole."""
    out: Counter[str] = Counter()
    for size in sizes:
        yard.published()
        before = tree(yard.site)
        script = f"ulimit -f {size}; trap '' XFSZ; exec \"$@\""
        child = subprocess.run(
            ["bash", "-c", script, "bash", *yard.command(yard.site)], env=yard.environment, capture_output=True, check=False
        )
        out["limits"] += 1
        if child.returncode != 0:
            out["limits that told"] += child.returncode == 4
            out["limits without status 4"] += child.returncode != 4
            out["half sites"] += bool(yard.between())
            out["sites lost"] += bool(before.keys() - tree(yard.site).keys())
        out["sites that differ afterwards"] += not yard.build()
    return out


def variants(demo: Path, folder: Path) -> tuple[set[str], int]:
    """Builds of one archive cut in two, under many circumstances: hashes of the different results, and how many builds."""
    mails = demo.read_bytes().split(b"\nFrom mboxrd@z ")
    raw = [mails[0], *(b"From mboxrd@z " + mail for mail in mails[1:])]
    one, other = folder / "even.mbox", folder / "odd.mbox"
    one.write_bytes(b"\n".join(raw[::2]) + b"\n")
    other.write_bytes(b"\n".join(raw[1::2]) + b"\n")
    plain: dict[str, str] = {}
    cases: list[tuple[list[Path], list[str], dict[str, str]]] = [
        ([one, other], ["-j1"], plain),
        ([other, one], ["-j1"], plain),
        ([one, other], ["-j2"], plain),
        ([one, other], ["-j3", "--executor", "thread"], plain),
        ([other, one], ["-j2"], {"PYTHONHASHSEED": "1"}),
        ([one, other], ["-j1"], {"PYTHONHASHSEED": "4711"}),
        ([one, other], ["-j1"], {"LC_ALL": "C"}),
        ([one, other], ["-j1"], {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"}),
        ([one, other], ["-j1"], {"TZ": "Pacific/Kiritimati"}),
        ([one, other], ["-j1"], {"TZ": "America/St_Johns", "PYTHONHASHSEED": "9"}),
    ]
    results = set()
    for number, (archives, options, more) in enumerate(cases):
        site = folder / f"site{number}"
        command = [sys.executable, "-m", "digest", "build", *map(str, archives), "-o", str(site), "--now", NOW, "--no-search", *options]
        subprocess.run(command, check=True, env=os.environ | {"PYTHONPATH": str(TOP)} | more, capture_output=True)
        results.add(hashlib.sha256(repr(sorted(tree(site).items())).encode()).hexdigest())
    return results, len(cases)
