# SPDX-License-Identifier: GPL-2.0-or-later
"""Side by side with git and b4 on real mailboxes: every difference is listed; docs/accuracy.md tells why each stands.

`python -m tests.gate.peers --shared DIR` reads the mailboxes below DIR/corpus: patch-ids against `git patch-id --stable`, logs' trailers
against `git interpret-trailers --parse`, authors against `git mailinfo`, tags on patches against b4's LoreMailbox, offline.  They say what
the peers say, not the truth: a difference is to be read, not to be counted as an error.
"""

import argparse
import email
import email.policy
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from digest import archive, config, mail, patch
from digest.document import SCHEMA
from digest.model import Message, Record

PROFILE = config.profile("netdev")
KEYS = frozenset(("reviewed-by", "acked-by", "tested-by", "nacked-by"))


def boxes(corpus: Path) -> Iterator[Path]:
    """The mailboxes of the corpus, as found."""
    for folder in ("mbox-month", "lore-mbox"):
        yield from sorted(path for path in (corpus / folder).rglob("*.mbox*") if path.is_file())


def raws(path: Path) -> Iterator[tuple[bytes, Record]]:
    """Each patch of a mailbox as bytes that git can read (its headers of interest, its body) and its Record."""
    for part in archive.parts(path):
        for shard in archive.scan(part, archive="box").shards:
            for item in archive.read(shard):
                if isinstance(item, Message):
                    record = patch.read(item, mail.words(item), PROFILE)
                    if record.kind == "patch" and record.patch is not None:
                        sender = f"{item.author.name or ''} <{item.author.email or ''}>"
                        head = f"From: {sender}\nSubject: {item.subject}\nContent-Type: text/plain; charset=utf-8\n\n"
                        yield (head + item.body).encode("utf-8", "surrogateescape"), record


def git(*words: str, data: bytes) -> str:
    """What git says to some bytes."""
    return subprocess.run(["git", *words], input=data, capture_output=True, check=False).stdout.decode("utf-8", "replace")


def against_git(path: Path, counts: Counter[str], told: list[str]) -> None:
    """Patch-ids, authors and trailers of one mailbox."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        for raw, record in raws(path):
            assert record.patch is not None
            name = f"{path.name} {record.key}"
            counts["patches"] += 1
            theirs = git("patch-id", "--stable", data=raw).split(" ")[0] or None
            counts["patch-id differs"] += theirs != record.patch.patch_id
            told += [f"patch-id {name}: git {theirs}, here {record.patch.patch_id}"] * (theirs != record.patch.patch_id)
            info = dict(line.split(": ", 1) for line in git("mailinfo", "-b", str(log), "/dev/null", data=raw).split("\n") if ": " in line)
            author = (record.patch.author or record.author).email or ""
            if info.get("Email", "").lower() != author.lower():
                counts["author differs"] += 1
                told.append(f"author {name}: git {info.get('Email')}, here {author}")
            words = f"x\n\n{log.read_text(encoding='utf-8', errors='replace')}".encode()
            lines = [line.split(": ", 1) for line in git("interpret-trailers", "--parse", data=words).split("\n") if ": " in line]
            ours = {trailer.name.lower() for trailer in record.trailers if trailer.place == "log"}
            missing = sorted({key for key, _ in lines if "-and-" not in key.lower()} - {key for key, _ in lines if key.lower() in ours})
            counts["trailers"] += len(lines)
            counts["trailer keys git has alone"] += len(missing)
            told += [f"trailer {name}: {key}" for key in missing]


def _tags(document: dict[str, Any]) -> dict[str, set[tuple[str, str]]]:
    found: dict[str, set[tuple[str, str]]] = {}
    for series in document["series"]:
        for revision in series["revisions"]:
            for one in revision["patches"]:
                if one["message_id"] and not one["from_version"]:
                    found[one["message_id"]] = {
                        (tag["key"].lower(), (tag["person"]["email"] or tag["person"]["name"] or "").lower())
                        for tag in one["tags"]
                        if tag["key"].lower() in KEYS and tag["status"] in ("given", "self")
                    }
    return found


def against_b4(path: Path, counts: Counter[str], told: list[str]) -> None:
    """Tags on the patches of one mailbox, as b4 would collect them offline, series by series."""
    import b4  # noqa: PLC0415 - only where the second opinion is installed

    program = "import sys; from digest import cli; sys.exit(cli.run(sys.argv[1:]))"
    shown = subprocess.run([sys.executable, "-c", program, "show", "--json", "-j1", str(path)], capture_output=True, check=True).stdout
    document = json.loads(shown)
    assert document["schema"] == SCHEMA
    ours = _tags(document)
    home = {entry["message_id"]: entry["series"] for entry in document["messages"]}
    b4.MAIN_CONFIG = dict(b4.DEFAULT_CONFIG)
    b4.USER_CONFIG = {"name": "x", "email": "x@example.com"}
    b4.can_network = False
    groups: dict[str, Any] = {}
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    for raw in re.split(rb"(?m)^From (?=mboxrd@z|\S{1,80}@\S{1,80} )", data):
        message = email.message_from_bytes(raw.partition(b"\n")[2], policy=getattr(b4, "emlpolicy", email.policy.default))
        ident = str(message.get("Message-ID", "")).strip().strip("<>")
        if home.get(ident):
            groups.setdefault(home[ident], b4.LoreMailbox()).add_message(message)
    for group in groups.values():
        for version in sorted(group.series):
            series = group.get_series(version)
            for one in series.patches if series is not None else ():
                if one is None or one.msgid not in ours or not one.has_diff:
                    continue
                parts = b4.LoreMessage.get_body_parts(one.body)
                found = [*one.trailers, *one.followup_trailers, *parts[2]]
                theirs = {(t.lname, (t.addr[1] if t.addr else t.value).lower()) for t in found if t.lname in KEYS}
                counts["tags alike"] += len(theirs & ours[one.msgid])
                for side, extra in (("b4", theirs - ours[one.msgid]), ("here", ours[one.msgid] - theirs)):
                    counts[f"tags {side} has alone"] += len(extra)
                    told += [f"tag {path.name} {one.msgid}: {side} alone {key} {who}" for key, who in sorted(extra)]


def main(arguments: list[str] | None = None) -> int:
    """Print the counts and each difference; always 0: what differs is to be read."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--shared", type=Path, default=os.environ.get("SHARED") and Path(os.environ["SHARED"]))
    options = parser.parse_args(arguments)
    if not options.shared or not (options.shared / "corpus").is_dir():
        sys.stdout.write("peers: skipped, no corpus given (--shared DIR)\n")
        return 0
    warnings.simplefilter("ignore")
    counts: Counter[str] = Counter()
    told: list[str] = []
    try:
        import b4  # noqa: F401, PLC0415 - only to see whether it is there
    except ImportError:
        sys.stdout.write("peers: b4 is not installed, its part is skipped\n")
        with_b4 = False
    else:
        with_b4 = True
    for path in boxes(options.shared / "corpus"):
        if shutil.which("git"):
            against_git(path, counts, told)
        if with_b4 and path.suffix in (".mbox", ".gz"):
            against_b4(path, counts, told)
    sys.stdout.write("\n".join([*told, *(f"{name}: {count}" for name, count in sorted(counts.items())), ""]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
