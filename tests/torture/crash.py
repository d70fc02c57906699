# SPDX-License-Identifier: GPL-2.0-or-later
"""Kills and faults of the outside: SIGKILL at any moment and any call, a disk that is full, broken or read-only at any write.

After each: no file that is neither the old nor the new one, no list that links a page that is not there, the store whole and with all that
it had acknowledged; a first build is there as a whole or not at all; and the next build gives the bytes of an undisturbed one.
"""

import hashlib
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Self

import digest
from tests.torture.server import Answer, Server

TOP = Path(__file__).parents[2]
NOW = "2026-11-24"
BAD = (
    "half sites",
    "acknowledged records lost",
    "damaged stores",
    "sites that differ afterwards",
    "files left over",
    "faults without status 4",
    "faults that show a traceback",
    "faults without a word",
    "limits without status 4",
)
"""Counters that must stay 0."""


def tree(folder: Path) -> dict[str, str]:
    """Every file below a folder with the hash of its bytes; the new files that a fault left beside theirs are not the site's."""
    return {
        name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not (path.name.startswith(".") and path.name.endswith(".new"))
        for name in [str(path.relative_to(folder))]
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


@contextmanager
def place() -> Iterator[Path]:
    """A folder in memory where there is such a thing: what is tried is the order of the calls, not the disk."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder of its own within
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        yield Path(folder)


class Yard:
    """A place with an older mailbox of `counts[0]` mails, a newer one of `counts[1]`, and what undisturbed builds of both give.

    Use as a context: a process with the program loaded builds in it.
    """

    def __init__(self, demo: Path, folder: Path, counts: tuple[int, int] = (5, 7)) -> None:
        # the program as it is now: somebody may be at work on it
        self.home = folder / "program"
        shutil.copytree(Path(digest.__file__).parent, self.home / "digest", ignore=shutil.ignore_patterns("__pycache__"))
        if (TOP / "templates").is_dir():
            shutil.copytree(TOP / "templates", self.home / "templates")
        mails = demo.read_bytes().split(b"\nFrom mboxrd@z ")
        self.folder = folder
        self.box = folder / "box.mbox"
        self.old, self.new = (b"\nFrom mboxrd@z ".join(mails[:count]).rstrip(b"\n") + b"\n\n" for count in counts)
        self.site = folder / "site"
        self.box.write_bytes(self.new)
        self.server = Server(self.home, self.arguments(folder / "warm"), folder)
        self.wanted: dict[str, dict[str, str]] = {}
        for name, data in (("old", self.old), ("new", self.new)):
            self.box.write_bytes(data)
            answer = self.server.run(self.arguments(folder / f"whole-{name}"))
            assert answer.status == 0, answer.said
            self.length = answer.seconds
            self.wanted[name] = tree(folder / f"whole-{name}")
        self.saved = folder / "saved"
        self.saved.mkdir()
        shutil.copytree(folder / "whole-old", self.saved / "site")
        shutil.copy(folder / "whole-old.store", self.saved / "site.store")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.server.close()

    def command(self, site: Path) -> list[str]:
        """A build of the archive as it is now, as a process of its own."""
        return [sys.executable, "-m", "digest", *self.arguments(site)]

    def arguments(self, site: Path) -> list[str]:
        """What follows the program's name."""
        return ["build", str(self.box), "-o", str(site), "--now", NOW, "-j1", "--no-search", "--no-progress"]

    def clear(self) -> None:
        """No site, no store; the newer archive waits."""
        shutil.rmtree(self.site, ignore_errors=True)
        shutil.rmtree(self.site.with_name(".site.building"), ignore_errors=True)
        for path in self.folder.glob("site.store*"):
            path.unlink()
        self.box.write_bytes(self.new)

    def published(self) -> None:
        """The older archive is published; the newer one waits."""
        self.clear()
        shutil.copytree(self.saved / "site", self.site)
        shutil.copy(self.saved / "site.store", self.folder / "site.store")

    def disturbed(self, kind: str = "count", number: int = 0, after: float | None = None) -> Answer:
        """A build with a fault or a kill."""
        return self.server.run(self.arguments(self.site), kind=kind, number=number, after=after)

    def calls(self, *, first: bool) -> int:
        """How many calls of an undisturbed build change the disk."""
        (self.clear if first else self.published)()
        return self.disturbed().calls

    def wrong(self, answer: Answer, *, first: bool) -> Iterator[str]:
        """What is not as it must be after a disturbed build."""
        if first and self.site.exists() and tree(self.site) != self.wanted["new"]:
            yield "half sites"
        elif not first:
            now, old, new = tree(self.site), self.wanted["old"], self.wanted["new"]
            torn = any(found not in (old.get(name), new.get(name)) for name, found in now.items())
            if torn or (old.keys() & new.keys()) - now.keys() or dead_links(self.site):
                yield "half sites"
        yield from self._store(answer)

    def _store(self, answer: Answer) -> Iterator[str]:
        """The store, looked at in a copy (looking mends it): whole, and with every record that was acknowledged."""
        aside = self.folder / "aside"
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir()
        for path in self.folder.glob("site.store*"):
            shutil.copy(path, aside)
        path = aside / "site.store"
        if not path.exists() or not path.stat().st_size:
            if answer.kept:
                yield "acknowledged records lost"
            return
        with closing(sqlite3.connect(path)) as db:
            try:
                if db.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                    yield "damaged stores"
                known = db.execute("SELECT 1 FROM sqlite_schema WHERE name='record'").fetchone()
                rows = set(db.execute("SELECT id, crc FROM record")) if known else set()
            except sqlite3.DatabaseError:
                yield "damaged stores"
                return
        if not rows.issuperset(answer.kept):
            yield "acknowledged records lost"

    def finished(self) -> Iterator[str]:
        """One undisturbed build; what is wrong with what it leaves."""
        answer = self.disturbed()
        if answer.status or tree(self.site) != self.wanted["new"]:
            yield "sites that differ afterwards"
        if any(self.site.rglob(".*.new")) or self.site.with_name(".site.building").exists():
            yield "files left over"


def kills(yard: Yard, count: int, *, seed: int = 1, deadline: float | None = None) -> Counter[str]:
    """`count` SIGKILLs, half of them after a first publish: at random moments and at calls that change the disk (half of a write is done).

    Some fall upon what another one left; the work is then finished and compared.
    """
    rng = random.Random(seed)  # noqa: S311 - to be repeated, not to be secret
    out: Counter[str] = Counter({"kills": 0, "after the first publish": 0, "at a call": 0, "upon what another left": 0})
    calls = [yard.calls(first=True), yard.calls(first=False)]
    numbers: list[list[int]] = [[], []]
    again = False
    while out["kills"] < count and (deadline is None or time.monotonic() < deadline):
        if not again:
            later = out["kills"] % 2 == 1
            (yard.published if later else yard.clear)()
        at_call = rng.random() < 0.5
        if at_call:
            if not numbers[later]:  # each call once before one comes twice
                numbers[later] = rng.sample(range(1, calls[later] + 1), calls[later])
            answer = yard.disturbed("KILL", numbers[later].pop())
        else:
            answer = yard.disturbed(after=yard.length * rng.uniform(0, 1.2))
        hit = answer.status == -9
        out["kills"] += hit
        out["after the first publish"] += hit and later
        out["at a call"] += hit and at_call
        out["upon what another left"] += hit and again
        out.update(yard.wrong(answer, first=not later))
        again = hit and rng.random() < 0.3
        if not again:
            out["finished afterwards"] += 1
            out.update(yard.finished())
    return out


def at_each_call(
    yard: Yard,
    kinds: tuple[str, ...] = ("ENOSPC", "EIO"),
    *,
    step: int = 1,
    firsts: tuple[bool, ...] = (False, True),
    deadline: float | None = None,
) -> Counter[str]:
    """A fault (or a kill) at each call that changes the disk, of a build over a published site and of a first build."""
    out: Counter[str] = Counter()
    for first in firsts:
        for kind in kinds:
            number = 1
            while deadline is None or time.monotonic() < deadline:
                (yard.clear if first else yard.published)()
                answer = yard.disturbed(kind, number)
                if 0 <= answer.calls < number:
                    break
                out[kind] += 1
                if answer.status == 0:  # what failed is not needed: a folder that is there, a file to be removed
                    out[f"{kind} that do not matter"] += 1
                elif kind != "KILL":
                    out["faults without status 4"] += answer.status != 4
                    out["faults that show a traceback"] += "Traceback" in answer.said
                    out["faults without a word"] += not answer.said.startswith("netdev-digest: ")
                out.update(yard.wrong(answer, first=first))
                out.update(yard.finished())
                number += step
    return out


def limited(yard: Yard, sizes: tuple[int, ...]) -> Counter[str]:
    """A limit on the size of files (RLIMIT_FSIZE, in blocks of 1 KiB), which needs no compiler and meets SQLite's own writes too."""
    out: Counter[str] = Counter()
    environment = os.environ | {"PYTHONPATH": str(yard.home)}
    for size in sizes:
        yard.published()
        script = f"ulimit -f {size}; trap '' XFSZ; exec \"$@\""
        child = subprocess.run(["bash", "-c", script, "bash", *yard.command(yard.site)], env=environment, capture_output=True, check=False)
        out["limits on files"] += 1
        if child.returncode != 0:
            out["limits that told"] += child.returncode == 4
            out["limits without status 4"] += child.returncode != 4
        out.update(yard.wrong(Answer(child.returncode, "", 0, (), 0), first=False))
        out.update(yard.finished())
    return out


def damages(yard: Yard, count: int, *, seed: int = 1) -> Counter[str]:
    """Bits of the published store flipped, or its end cut off: told (status 4, what to do), or harmless; moved away it is made anew."""
    rng = random.Random(seed)  # noqa: S311 - to be repeated, not to be secret
    out: Counter[str] = Counter({"damages": 0, "told": 0, "harmless": 0, "unnoticed": 0})
    for number in range(count):
        yard.published()
        path = yard.folder / "site.store"
        raw = bytearray(path.read_bytes())
        for _ in range(rng.choice((1, 1, 8, 200))):
            raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
        if number % 5 == 4:
            del raw[rng.randrange(len(raw)) :]
        path.write_bytes(raw)
        answer = yard.disturbed()
        same = tree(yard.site) == yard.wanted["new"]
        out["damages"] += 1
        out["told"] += answer.status == 4
        out["harmless" if same else "unnoticed"] += answer.status == 0
        out["faults that show a traceback"] += "Traceback" in answer.said
        out["faults without status 4"] += answer.status not in (0, 4)
        if answer.status == 4:
            out["faults without a word"] += "move it away" not in answer.said and "cannot be read or written" not in answer.said
            either = [yard.wanted["old"], yard.wanted["new"]]
            out["half sites"] += any(found not in (one.get(name) for one in either) for name, found in tree(yard.site).items())
            for left in yard.folder.glob("site.store*"):
                left.unlink()
            out.update(yard.finished())
    return out


def interpreters(named: Iterable[str]) -> list[str]:
    """Further interpreters that have what the program needs: those named, and python3.11 to python3.14 of the PATH."""
    found = []
    for name in (*named, *(f"python3.{minor}" for minor in range(11, 15))):
        path = shutil.which(name)
        known = path and subprocess.run(
            [path, "-c", "import bs4, lxml, jinja2, click, msgspec, unidiff, cchardet, feedgenerator"], capture_output=True, check=False
        )
        if path and known and known.returncode == 0 and Path(path).resolve() != Path(sys.executable).resolve():
            found.append(path)
    return found


def version(interpreter: str) -> str:
    """Its version in words."""
    return subprocess.run([interpreter, "-V"], capture_output=True, text=True, check=True).stdout.strip()


def variants(demo: Path, folder: Path, others: Iterable[str] = ()) -> tuple[dict[str, str], int]:
    """Builds of one archive cut in two, under many circumstances: what each gives by the hash of all its bytes."""
    mails = demo.read_bytes().split(b"\nFrom mboxrd@z ")
    raw = [mails[0], *(b"From mboxrd@z " + mail for mail in mails[1:])]
    one, other = folder / "even.mbox", folder / "odd.mbox"
    one.write_bytes(b"\n".join(raw[::2]) + b"\n")
    other.write_bytes(b"\n".join(raw[1::2]) + b"\n")
    plain: dict[str, str] = {}
    here = sys.executable
    cases: list[tuple[str, list[Path], list[str], dict[str, str]]] = [
        (here, [one, other], ["-j1"], plain),
        (here, [other, one], ["-j1"], plain),
        (here, [one, other], ["-j2"], plain),
        (here, [one, other], ["-j3", "--executor", "thread"], plain),
        *((here, [one, other], ["-j1"], {"PYTHONHASHSEED": seed}) for seed in ("1", "9", "4711")),
        (here, [other, one], ["-j2"], {"PYTHONHASHSEED": "1"}),
        (here, [one, other], ["-j1"], {"LC_ALL": "C"}),
        (here, [one, other], ["-j1"], {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
        (here, [one, other], ["-j1"], {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"}),
        *((here, [one, other], ["-j1"], {"TZ": zone}) for zone in ("UTC", "Pacific/Kiritimati", "America/St_Johns")),
        (here, [one, other], ["-j1"], {"PYTHONOPTIMIZE": "1", "PYTHONHASHSEED": "9"}),
        *((another, [other, one], ["-j2"], {"PYTHONHASHSEED": "3"}) for another in others),
    ]
    results: dict[str, str] = {}
    for number, (interpreter, archives, options, more) in enumerate(cases):
        site = folder / f"site{number}"
        command = [interpreter, "-m", "digest", "build", *map(str, archives), "-o", str(site), "--now", NOW, "--no-search", *options]
        subprocess.run(command, check=True, env=os.environ | {"PYTHONPATH": str(TOP)} | more, capture_output=True)
        known = hashlib.sha256(repr(sorted(tree(site).items())).encode()).hexdigest()
        results.setdefault(known, f"{version(interpreter)} {options} {more} {[path.name for path in archives]}")
    return results, len(cases)
