# SPDX-License-Identifier: GPL-2.0-or-later
"""Threats that no single room answers for, each tried on the program as a whole (the rows are those of docs/reliability.md)."""

import ast
import encodings.aliases
import gzip
import hashlib
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from email import policy
from email.parser import BytesParser
from pathlib import Path
from typing import Any

import pytest
from lxml import etree, html

import digest
from digest import archive, config, executor, ingest, mail, publish
from digest.mail import date
from digest.model import Copy, Message, Problem
from digest.store import Store
from tests import growth
from tests.torture import hostile, totality

Run = Callable[..., tuple[int, bytes, str]]
TOP = Path(__file__).parents[2]
NOW = "2026-11-24"
PATH = re.compile(r"(?:[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_])?/){0,7}[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_])?")
ODD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
LINKS = (
    "https://lore.kernel.org/",
    "https://git.kernel.org/",
    "https://www.kernel.org/",
    "https://docs.kernel.org/",
    "https://patch.msgid.link/",
)


@pytest.fixture(scope="module", name="box")
def _box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All hostile cases as loose mails."""
    folder = tmp_path_factory.mktemp("cases") / "mails"
    folder.mkdir()
    for number, data in enumerate((*hostile.CASES.values(), *hostile.GOOD)):
        (folder / f"{number:03}.eml").write_bytes(data)
    return folder


@pytest.fixture(scope="module", name="site")
def _site(box: Path) -> Path:
    """The site of all hostile cases, built by a process that must not open a socket."""
    site = box.parent / "site"
    script = (
        "import socket, sys\n"
        "def refuse(*_): raise AssertionError('a socket was opened')\n"
        "socket.socket.connect = socket.getaddrinfo = socket.create_connection = refuse\n"
        "from digest import cli\n"
        "sys.exit(cli.run(sys.argv[1:]))\n"
    )
    command = [sys.executable, "-c", script, "build", str(box), "-o", str(site), "--now", NOW, "-j1", "--no-search", "--format", "eml"]
    done = subprocess.run(command, env=os.environ | {"PYTHONPATH": str(TOP)}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return site


def _files(site: Path, ending: str) -> Iterator[tuple[str, str]]:
    for path in sorted(site.rglob(f"*{ending}")):
        yield str(path.relative_to(site)), path.read_bytes().decode()


def test_pages_hold_no_markup_of_mails(site: Path) -> None:
    """Rows 1, 2: no script, frame, picture, handler or comment on any page; links go to the site itself or to known hosts over https."""
    odd = []
    for name, text in _files(site, ".html"):
        tree = html.document_fromstring(text)
        odd += [f"{name}: comment" for _ in tree.iter(etree.Comment)]
        for element in tree.iter("*"):
            if element.tag in ("iframe", "object", "embed", "img", "base", "video", "audio", "applet", "style", "math", "frame"):
                odd.append(f"{name}: <{element.tag}>")
            if element.tag == "script" and (element.text or not (element.get("src") or "").endswith(".js")):
                odd.append(f"{name}: <script>")
            for key, value in element.attrib.items():
                if key.startswith("on") or key == "srcdoc":
                    odd.append(f"{name}: {key}")
                if key in ("href", "src", "action") and re.match(r"[ \t]*[a-zA-Z][a-zA-Z0-9+.-]*:", value) and value != "data:,":
                    odd += [] if value.startswith((*LINKS, "mailto:")) else [f"{name}: {key}={value}"]

    assert [] == odd


def test_nothing_is_obeyed_that_cannot_be_seen(site: Path) -> None:
    """Rows 11, 16: no control, directional or zero-width character stands raw in any page or feed."""
    found = [(name, hex(ord(odd[0]))) for ending in (".html", ".atom") for name, text in _files(site, ending) if (odd := ODD.search(text))]

    assert [] == found


def test_feeds_and_data_parse(site: Path) -> None:
    """Row 11: every feed is XML or JSON with entries and every JSON file is JSON, whatever the mails held; each list has both feeds."""
    atom = {name: etree.fromstring(text.encode()) for name, text in _files(site, ".atom")}
    data = {name: json.loads(text) for name, text in _files(site, ".json")}
    pages = [name.removesuffix("index.html") for name, _ in _files(site, "index.html")]
    lists = [folder for folder in pages if not folder or folder[:2] in {"a/", "b/", "f/", "g/", "t/", "u/"}]

    assert sorted(f"{folder}feed.atom" for folder in lists) == sorted(atom)
    assert sorted(f"{folder}feed.json" for folder in lists) == sorted(name for name in data if name.endswith("feed.json"))
    assert {"", "a", "b", "f", "g", "t", "u"} == {folder.partition("/")[0] for folder in lists}
    assert [] == [name for name, feed in atom.items() if feed.find("{http://www.w3.org/2005/Atom}entry") is None]
    assert [] == [folder for folder in lists if not data[f"{folder}feed.json"]["items"]]
    assert {"manifest.json", "data/v1/index.json", "data/v1/schema.json"} < data.keys()
    assert len(data) > 10


def test_paths_are_the_programs_own(site: Path) -> None:
    """Row 4: each path is made of plain names; series, postings and people are twelve hex digits."""
    paths = [str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()]
    odd = [path for path in paths if not PATH.fullmatch(path)]
    digits = [path for path in paths if path.startswith(("s/", "p/", "u/")) and not re.fullmatch(r"[spu]/[0-9a-f]{12}/.*", path)]

    assert ([], []) == (odd, digits)


def test_ten_thousand_hostile_ids_stay_inside() -> None:
    """Row 4: whatever the message-id, its address is twelve hex digits, and no two meet."""
    words = (
        "../",
        "..%2f",
        "/",
        "\\",
        "\0",
        "%00",
        "con",
        "NUL",
        "-rf",
        ".",
        "..",
        "~",
        "a" * 4096,
        "A",
        "ä",
        "\u202e",
        "<",
        "?",
        "#",
        " ",
        "\n",
    )
    ids = [f"{words[n % len(words)]}{n}{words[(n // len(words)) % len(words)]}@x" for n in range(10_000)]
    shorts = {publish.short(ident) for ident in ids}

    assert len(ids) == len(shorts)
    assert all(re.fullmatch(r"[0-9a-f]{12}", short) for short in shorts)


@pytest.fixture(scope="module", name="found")
def _found(box: Path) -> Any:
    """What `show --json` says of all hostile cases."""
    command = [sys.executable, "-m", "digest", "show", "--json", "--now", NOW, "--format", "eml", "-j1", str(box)]
    done = subprocess.run(command, env=os.environ | {"PYTHONPATH": str(TOP)}, capture_output=True, check=True)
    return json.loads(done.stdout)


def test_mails_are_conserved(site: Path, box: Path, found: Any) -> None:
    """Row 23: every mail is shown, a duplicate, unreadable or left out, in the document as on the site."""
    counts = found["counts"]

    assert len(list(box.iterdir())) == counts["messages"] + counts["duplicates"] + counts["unreadable"] + counts["left_out"]
    assert counts["messages"] == json.loads((site / "manifest.json").read_text())["messages"]


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def test_the_document_keeps_its_schema(found: Any, site: Path) -> None:
    """Row 26: hostile words stay text of typed fields of some length; none of them makes the document another shape."""
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.validate(found, json.loads((site / "data" / "v1" / "schema.json").read_text()))

    assert max(map(len, _strings(found))) < 1 << 16


def test_terminals_are_sent_no_commands(box: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows 11, 24: what commands print holds no control character; none of them but fetch asks the network (building: the site above)."""

    def refuse(*_arguments: object, **_more: object) -> None:
        raise AssertionError("a socket was opened")

    for name in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)
    store = box.parent / "terminal.store"

    for command in ("show", "board", "check", "mail"):
        status, out, err = run(command, "--now", NOW, "--format", "eml", "-j1", "--store", store, box)
        assert (0, None) == (status, ODD.search(out.decode() + err))


def test_no_field_adds_a_header_to_the_digest() -> None:
    """Row 11: the digest as a mail has the same header lines whatever the subjects and names hold."""
    made = []
    for words in ("plain", "a\r\nBcc: evil@example.net\r\n\r\nbody", "=?utf-8?q?a=0ABcc:_evil?=", "\u2028Bcc: x", "\x85Bcc: x"):
        raw = hostile.letter(hostile.PATCH, subject=f"[PATCH net] {words}".encode(), sender=f"{words} <ida@holm.example>".encode())
        summaries, _, _, _ = totality.pipeline.facts(
            [totality._pack(totality.reading.read(mail.from_bytes(raw, Copy("a", "0")), totality.CONTEXT.profile)).blob], totality.CONTEXT
        )
        eml = publish.digest_eml([totality.listing.row(one) for one in summaries], totality.SITE)
        made.append([name for name, _ in BytesParser(policy=policy.compat32).parsebytes(eml).items()])

    assert [made[0]] * 5 == made


def _archive(path: Path, kind: str = "mbox") -> tuple[list[Message], list[Problem]]:
    items = [
        item
        for part in archive.parts(path, format=kind)
        for shard in archive.scan(part, archive="a").shards
        for item in archive.read(shard)
    ]
    return [item for item in items if isinstance(item, Message)], [item for item in items if isinstance(item, Problem)]


def test_a_bomb_of_a_gibibyte(tmp_path: Path) -> None:
    """Row 6: a gibibyte of zeros in a megabyte of gzip is stopped, told, and costs less than 100 MB."""
    path = tmp_path / "box.gz"
    packer = zlib.compressobj(9, wbits=31)
    head = packer.compress(hostile.letter()) + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)  # the same bytes each time
    path.write_bytes(head + block * 1024)
    script = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from tests.hostile.test_rows import _archive\n"
        "import digest\n"
        "from tests.torture import hostile, totality\n"
        "totality.one_mail(hostile.letter())\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "mails, problems = _archive(Path(sys.argv[1]))\n"
        "grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024\n"
        "print(grown, any('200 times' in problem.text for problem in problems))\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(path)], cwd=TOP, capture_output=True, text=True, check=True)
    grown, told = done.stdout.split()

    assert path.stat().st_size < 2 << 20
    assert "True" == told
    assert int(grown) < 100


def test_every_prefix_of_a_packed_thread(tmp_path: Path) -> None:
    """Row 7: of a t.mbox.gz cut at any byte the whole mails before the cut come out as they were, and the cut is told."""
    mails = [hostile.letter(b"words %d\n" % n, ident=b"<m%d@x.example>" % n) for n in range(20)]
    path = tmp_path / "t.mbox.gz"
    data = gzip.compress(b"".join(b"From mboxrd@z Thu Jan  1 00:00:00 1970\n" + raw + b"\n" for raw in mails), mtime=0)
    path.write_bytes(data)
    whole, _ = _archive(path)
    lost = []
    for end in range(len(data) - 1, 17, -7):
        path.write_bytes(data[:end])
        found, problems = _archive(path)
        # the last one may be torn where the data ends within it
        if [one.body for one in found[:-1]] != [one.body for one in whole[: max(0, len(found) - 1)]] or not any(
            "at byte" in one.text for one in problems
        ):
            lost.append(end)

    assert 20 == len(whole)
    assert [] == lost


def test_a_mailbox_that_grows_while_it_is_read(tmp_path: Path) -> None:
    """Row 8: somebody writes on, a few bytes at a time; each reading takes whole mails alone, and in the end each is there once."""
    path = tmp_path / "box"
    mails = [hostile.letter(b"words %d\n" % n + b"x" * (n % 50) + b"\n", ident=b"<m%d@x.example>" % n) for n in range(120)]
    data = b"".join(b"From ida@holm.example Thu Jan  1 00:00:00 1970\n" + raw + b"\n" for raw in mails)
    path.write_bytes(data[:100])
    over = threading.Event()

    def deliver() -> None:
        with path.open("ab", buffering=0) as file:
            for at in range(100, len(data), 37):
                file.write(data[at : at + 37])
                if at % 13 == 0:
                    time.sleep(0)
        over.set()

    def read() -> list[str]:
        with Store(tmp_path / "store") as store, executor.Pool("thread", 1) as pool:
            sources = ingest.ingest(store, ingest.Choice((str(path),), format="mbox"), config.profile("netdev"), pool, ingest.Progress())
            return [ingest.unpacked(blob).message_id or "" for comp in store.components() for blob in store.blobs(comp, sources)]

    writer = threading.Thread(target=deliver)
    writer.start()
    rounds = 0
    while not over.is_set() or rounds < 3:
        found = read()
        assert len(found) == len(set(found)), "a mail is there twice"
        rounds += 1
    writer.join()

    assert sorted(f"m{n}@x.example" for n in range(120)) == sorted(read())


PAGES = {
    "CVE-2025-6069 declarations": b"<![" * 130_000,
    "CVE-2025-6069 comments": b"<!-" * 130_000,
    "CVE-2025-6069 tags": b"<a " * 130_000,
    "20,000 div": b"<div>" * 20_000 + b"x",
    "CVE-2025-47911 tables": b"<a><table>" * 20_000,
    "entities": b"&lt" * 130_000,
    "attributes": b"<a " + b"x=y " * 100_000 + b">",
}


@pytest.mark.parametrize("name", PAGES)
def test_pages_that_stall_parsers(tmp_path: Path, name: str) -> None:
    """Row 13: 400 KB that cost other parsers a minute: two seconds in each kind of web archive."""
    path = tmp_path / "page.html"
    path.write_bytes(b"<html><body><pre>From: a\nSubject: x\n\n" + PAGES[name] + b"</pre>")
    kinds = [
        kind.NAME
        for kind in archive.FORMATS
        if kind.NAME not in ("public-inbox", "maildir", "mbox", "eml", "pasted", "text", "pipermail-text")
    ]

    slow = {kind: taken for kind in kinds if (taken := growth.seconds(lambda kind=kind: _archive(path, kind), 2)) > 2}  # type: ignore[misc]

    assert {} == slow


def test_every_codec_name_as_charset() -> None:
    """Row 15: no name of a charset, Python's own odd codecs among them, raises or runs anything but a decoder of text."""
    known = {*encodings.aliases.aliases, *encodings.aliases.aliases.values(), "rot13", "idna", "undefined", "unicode_escape", "mbcs"}
    odd = []
    for name in (*sorted(known), "", "\0", "x" * 5000, "../utf-8", "os", "encodings", "utf-8\n", "'; import os"):
        raw = b'Content-Type: text/plain; charset="%b"\nSubject: =?%b?q?=41=ff?=\n\nuryyb \\u0041 caf\xe9\n'
        message = mail.from_bytes(raw.replace(b"%b", name.encode()), Copy("a", "0"))
        if "hello" in message.body or " A caf" in message.body or not message.body:
            odd.append(name)

    assert [] == odd


ZONES = ("UTC", "Pacific/Kiritimati", "America/St_Johns", "Asia/Kathmandu")
DATES = tuple(
    f"{day}{moment}{zone}"
    for day in (
        "Thu, 1 Jan 1970",
        "Tue, 19 Jan 2038",
        "Fri, 31 Dec 9999",
        "Tue, 3 Nov 100",
        "3 Nov 20250",
        "Sun, 29 Mar 2026",
        "31 Feb 2026",
        "Tue, 3 Nov 26",
    )
    for moment in (" 02:30:00", " 25:00", " 23:59:60")
    for zone in (" -1200", " +9999", " EST", "")
)


def test_dates_know_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Row 21: 96 odd dates, each sane or none, the same in every time zone."""
    answers = set()
    for zone in ZONES:
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        answers.add(tuple(date.of_mail(text, None, None)[0] for text in DATES))
    monkeypatch.undo()
    time.tzset()
    (found,) = answers

    assert 96 == len(DATES)
    assert all(moment is None or date.sane(moment) for moment in found)


BANNED = frozenset(
    {"eval", "exec", "compile", "__import__", "os.system", "os.popen", "os.execv", "os.execvp", "os.spawnv"}
    | {"pickle.load", "pickle.loads", "marshal.load", "marshal.loads", "shelve.open", "yaml.load", "yaml.unsafe_load"}
    | {
        "importlib.import_module",
        "runpy.run_path",
        "subprocess.getoutput",
        "subprocess.getstatusoutput",
        "tempfile.mktemp",
        "codecs.lookup",
    }
)


def test_no_loader_that_runs_what_it_loads() -> None:
    """Row 25: no eval, no shell, no pickle, no module or codec by a name from elsewhere."""
    calls = [
        (path.name, node)
        for path in sorted(Path(digest.__file__).parent.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    ]
    odd = [
        (name, ast.unparse(call))
        for name, call in calls
        if ast.unparse(call.func) in BANNED or any(word.arg == "shell" for word in call.keywords)
    ]

    assert [] == odd


@pytest.mark.parametrize(
    "template",
    [
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ site.__init__.__globals__ }}",
        "{% for i in range(10000000000) %}{% endfor %}",
        "{{ cycler.__init__.__globals__.os.popen('true').read() }}",
        "{{ 'x'.format(''.__class__) }}{{ '{0.__class__}'.format('') }}",
    ],
)
def test_templates_of_users_run_in_a_sandbox(demo: Path, tmp_path: Path, run: Run, template: str) -> None:
    """Row 25: a template that reaches for the program ends the build with a plain word and shows nothing of it."""
    own = tmp_path / "own"
    own.mkdir()
    (own / "about.html").write_text(template)
    status, _, err = run("build", demo, "-o", tmp_path / "site", "--templates", own, "--now", NOW, "-j1", "--no-search")

    assert status != 0
    assert err.splitlines()[-1].startswith("netdev-digest: ")
    assert "Traceback" not in err


def test_templates_switch_no_escaping_off() -> None:
    """Row 1: our templates mark nothing as safe and hold no comment that a mail's words could end."""
    found = [
        path.name
        for path in sorted((TOP / "templates").iterdir())
        if path.suffix in (".html", ".xml", ".svg")
        if re.search(r"\|\s*safe\b|autoescape|<!--", path.read_text(encoding="utf-8"))
    ]

    assert [] == found


def test_a_copy_of_another_content_is_told_in_any_order() -> None:
    """Row 19: three contents of one message-id: each shown, said of each, in every order of arrival the same."""
    mails = [
        hostile.letter(b"content %d\n" % n, ident=b"<one@x.example>", date=b"Tue, %d Nov 2026 10:15:00 +0100" % (n + 3)) for n in range(3)
    ]
    made = set()
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0), (1, 0, 2)):
        records = [totality.reading.read(mail.from_bytes(mails[n], Copy("a", str(n))), totality.CONTEXT.profile) for n in order]
        merged = mail.merge(records)
        made.add(hashlib.sha256(repr(sorted((record.key, record.notices) for record in merged)).encode()).hexdigest())
        assert 3 == len({record.key for record in merged})

    assert 1 == len(made)


def test_the_table_names_tests_that_are_there() -> None:
    """docs/reliability.md has a row for each of the 26 threats, and each test it names exists."""
    short = {"R": "tests/hostile/test_rows.py", "C": "tests/hostile/test_cases.py", "T": "tests/test_torture.py"}
    rows = re.findall(r"^\| (\d{1,2}) \|.*\|$", (TOP / "docs" / "reliability.md").read_text(encoding="utf-8"), re.MULTILINE)
    named = re.findall(r"`([RCT]|tests/[\w/]{1,80}\.py)::(\w{1,80})`", (TOP / "docs" / "reliability.md").read_text(encoding="utf-8"))
    missing = [name for file, name in named if f"def {name}(" not in (TOP / short.get(file, file)).read_text(encoding="utf-8")]

    assert [str(number) for number in range(1, 27)] == rows
    assert [] == missing
    assert len(named) > 50
