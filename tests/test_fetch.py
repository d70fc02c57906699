# SPDX-License-Identifier: GPL-2.0-or-later
"""fetch: a real public-inbox server on loopback, and a hostile one; nothing leaves this machine."""

import gzip
import http.server
import os
import shutil
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from digest import archive, fetch
from digest.errors import InputError, OutputError, UsageError
from digest.fetch import _answer
from digest.model import Message

pytest.importorskip("liblore", reason="the extra lore is not installed")

BOX = b"".join(
    b"From mboxrd@z Thu Jan  1 00:00:00 1970\nFrom: Ann <ann@example.org>\nMessage-ID: <m%d@example.org>\nSubject: s%d\n\nbody\n\n"
    % (number, number)
    for number in range(3)
)


@pytest.fixture(autouse=True)
def _no_configuration_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NO_PROXY", "*")


def subjects(path: Path) -> list[str]:
    """The subjects that an archive gives."""
    found = []
    for part in archive.parts(path):
        for shard in archive.scan(part, archive="x").shards:
            found.extend(item.subject or "" for item in archive.read(shard) if isinstance(item, Message))
    return sorted(found)


# -- what is asked -----------------------------------------------------------------------------------------------------------

LORE = "https://lore.kernel.org/netdev"


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("a.1@example.org", (LORE, "thread", "a.1@example.org")),
        ("<s:1@example.org>", (LORE, "thread", "s:1@example.org")),
        ("https://lore.kernel.org/bpf/a@example.org/", ("https://lore.kernel.org/bpf", "thread", "a@example.org")),
        ("https://lore.kernel.org/bpf/a@example.org/t/#u", ("https://lore.kernel.org/bpf", "thread", "a@example.org")),
        ("https://lore.kernel.org/bpf/a%2Fb@example.org/T/", ("https://lore.kernel.org/bpf", "thread", "a/b@example.org")),
        ("https://lore.kernel.org/r/a@example.org/t.mbox.gz", ("https://lore.kernel.org/r", "thread", "a@example.org")),
        ("https://lore.kernel.org/bpf/?q=s:foo+bar", ("https://lore.kernel.org/bpf", "search", "s:foo bar")),
        ("https://lore.kernel.org/bpf/3", ("https://lore.kernel.org/bpf", "epoch", "3")),
        ("https://lore.kernel.org/bpf/git/3.git", ("https://lore.kernel.org/bpf", "epoch", "3")),
        ("epoch:0", (LORE, "epoch", "0")),
        ("epoch:all", (LORE, "epoch", "all")),
        ("f:ann@example.org", (LORE, "search", "f:ann@example.org")),
        ("rx copybreak", (LORE, "search", "rx copybreak")),
        ("http://127.0.0.1:8080/x/a@example.org/", ("http://127.0.0.1:8080/x", "thread", "a@example.org")),
    ],
)
def test_what_is_asked(word: str, expected: tuple[str, str, str]) -> None:
    """Message-ids, addresses, epochs and searches are told apart by their shape."""
    asked = fetch.ask(word, LORE)
    assert expected == (asked.url, asked.kind, asked.what)


@pytest.mark.parametrize(
    ("word", "url"),
    [
        ("a@example.org", "http://lore.kernel.org/netdev"),
        ("a@example.org", "ftp://lore.kernel.org/netdev"),
        ("a@example.org", "file:///etc"),
        ("a@example.org", "https://user:word@lore.kernel.org/netdev"),
        ("a@example.org", "https://[::1/netdev"),
        ("https://lore.kernel.org/netdev/", LORE),
        ("http://169.254.169.254/x/a@example.org/", LORE),
        ("", LORE),
    ],
)
def test_what_cannot_be_asked(word: str, url: str) -> None:
    """Only https, or http of this machine, and only what names something."""
    with pytest.raises(UsageError):
        fetch.ask(word, url)


# -- a hostile server --------------------------------------------------------------------------------------------------------

Answer = Callable[[http.server.BaseHTTPRequestHandler], None]


def plain(status: int, kind: str, body: bytes, **more: str) -> Answer:
    """An answer of a status, a type and a body."""

    def answer(handler: http.server.BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        handler.send_header("Content-Type", kind)
        for name, value in more.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def endless(handler: http.server.BaseHTTPRequestHandler) -> None:
    """A body without end."""
    plain(200, "application/gzip", b"")(handler)
    while True:
        handler.wfile.write(os.urandom(1 << 16))


def slow(handler: http.server.BaseHTTPRequestHandler) -> None:
    """A byte now and then."""
    plain(200, "application/gzip", b"")(handler)
    for _ in range(100):
        handler.wfile.write(b"\x1f")
        time.sleep(0.1)


@pytest.fixture(name="serve")
def _serve() -> Iterator[Callable[[Answer], str]]:
    servers: list[http.server.ThreadingHTTPServer] = []

    def serve(answer: Answer) -> str:
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                try:
                    answer(self)
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True

            do_POST = do_GET  # noqa: N815 - the name that the standard library asks for

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        servers.append(server)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        return f"http://127.0.0.1:{server.server_address[1]}/netdev"

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


def test_thread_of_a_plain_server(serve: Callable[[Answer], str], tmp_path: Path) -> None:
    """A thread is written as one mailbox; asked twice it replaces the old one."""
    out = tmp_path / "thread.mbox"
    out.write_bytes(b"old")
    url = serve(plain(200, "application/gzip", gzip.compress(BOX)))
    assert f"{out}: 6 mails, 1 kB" == fetch.fetch(["m1@example.org", "m2@example.org"], out, url)
    assert BOX + BOX == out.read_bytes()
    assert ["thread.mbox"] == [path.name for path in tmp_path.iterdir()]
    assert 0o044 & ~os.umask(os.umask(0o022)) & out.stat().st_mode


def test_packed_output(serve: Callable[[Answer], str], tmp_path: Path) -> None:
    """A name that ends in .gz is written as gzip, the same bytes each time."""
    url = serve(plain(200, "application/gzip", gzip.compress(BOX)))
    fetch.fetch(["m1@example.org"], tmp_path / "a.mbox.gz", url)
    fetch.fetch(["m1@example.org"], tmp_path / "b.mbox.gz", url)
    assert (tmp_path / "a.mbox.gz").read_bytes() == (tmp_path / "b.mbox.gz").read_bytes()
    assert ["s0", "s1", "s2"] == subjects(tmp_path / "a.mbox.gz")


PAGE = b"<html><title>no such message</title></html>"


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (plain(300, "text/html", PAGE), "not known to this inbox"),
        (plain(404, "text/html", PAGE), "nothing found"),
        (plain(501, "text/plain", b"no"), "no search"),
        (plain(429, "text/plain", b"no"), "refuses at present"),
        (plain(418, "text/plain", b"no"), "418"),
        (plain(200, "text/html", PAGE), "answers with text/html"),
        (plain(200, "te\x1bxt/html", PAGE), "answers with te xt/html"),
        (plain(200, "application/gzip", PAGE), "no gzip"),
        (plain(200, "application/gzip", gzip.compress(PAGE)), "no mailbox"),
        (plain(200, "application/gzip", gzip.compress(b"")), "nothing found"),
        (plain(200, "application/gzip", gzip.compress(BOX)[:-30]), "broke off"),
        (plain(200, "application/gzip", gzip.compress(BOX)[:50], Content_Length="999"), "broke off"),
        (plain(200, "application/gzip", gzip.compress(BOX), Content_Encoding="gzip"), "encoding"),
        (plain(200, "application/gzip", gzip.compress(BOX[:40] + b"\0" * (64 << 20))), "beyond all measure"),
        (plain(302, "text/html", b"", Location="http://127.0.0.2:1/netdev/x"), "leads elsewhere"),
        (plain(302, "text/html", b"", Location="https://example.org/"), "leads elsewhere"),
        (plain(302, "text/html", b"", Location="file:///etc/passwd"), "leads elsewhere"),
        (plain(302, "text/html", b""), "leads elsewhere"),
        (plain(302, "text/html", b"", Location="/netdev/again"), "in circles"),
        (lambda handler: handler.wfile.write(b"\0\xff no HTTP"), "does not answer|broke off"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_failures_are_told(serve: Callable[[Answer], str], tmp_path: Path, answer: Answer, told: str) -> None:
    """Whatever a server does, the user is told in a line what it means, and an older file stays as it was."""
    out = tmp_path / "out.mbox"
    out.write_bytes(b"old")
    with pytest.raises(InputError, match=told) as caught:
        fetch.fetch(["m1@example.org"], out, serve(answer))
    assert str(caught.value).isprintable()
    assert b"old" == out.read_bytes()
    assert ["out.mbox"] == [path.name for path in tmp_path.iterdir()]


def test_endless_body(serve: Callable[[Answer], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A body without end is stopped at its limit."""
    monkeypatch.setattr(_answer, "LIMIT", 3 << 20)
    with pytest.raises(InputError, match="longer than 3 MiB"):
        fetch.fetch(["m1@example.org"], tmp_path / "out", serve(endless))


def test_slow_body(serve: Callable[[Answer], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that sends a byte now and then is not waited for beyond the time allowed."""
    monkeypatch.setattr(_answer, "SECONDS", 0.5)
    with pytest.raises(InputError, match=r"within 0\.5 seconds"):
        fetch.fetch(["m1@example.org"], tmp_path / "out", serve(slow))


def test_nobody_there(tmp_path: Path) -> None:
    """A port where nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(InputError, match="does not answer"):
        fetch.fetch(["m1@example.org"], tmp_path / "out", f"http://127.0.0.1:{port}/netdev")


def test_output_that_cannot_be_written(serve: Callable[[Answer], str], tmp_path: Path) -> None:
    """A folder that is not there is told before anything is asked."""
    with pytest.raises(OutputError):
        fetch.fetch(["m1@example.org"], tmp_path / "none" / "out", serve(plain(500, "text/plain", b"")))


def test_epochs_and_threads_apart(tmp_path: Path) -> None:
    """One output is a mailbox or a folder, not both."""
    with pytest.raises(UsageError, match="apart"):
        fetch.fetch(["epoch:0", "a@example.org"], tmp_path / "out", LORE)


# -- the real server ---------------------------------------------------------------------------------------------------------


def _thread(number: int, reply: bool = False) -> bytes:  # noqa: FBT001, FBT002 - a fixture
    head = b"From: Ann <ann@example.org>\nTo: list@example.org\nDate: Thu, 4 Jan 2024 10:0%d:00 +0100\n" % number
    head += b"Message-ID: <p%d@example.org>\n" % number
    if reply:
        head += b"In-Reply-To: <p%d@example.org>\n" % (number - 1)
    return head + b"Subject: %scopybreak %d\n\nThe body of mail %d.\n" % (b"Re: " if reply else b"", number, number)


class Server:
    """Debian's public-inbox over two inboxes on a free port: `full` with search, `basic` without."""

    def __init__(self, root: Path, url: str) -> None:
        self.root = root
        self.url = url

    def run(self, *command: str) -> None:
        """Run a program of public-inbox under a configuration of its own."""
        home = self.root / "home"
        home.mkdir(exist_ok=True)
        environment = {"PATH": os.environ["PATH"], "HOME": str(home), "PI_CONFIG": str(self.root / "config"), "LC_ALL": "C"}
        subprocess.run(command, env=environment, check=True, capture_output=True, timeout=60)

    def add(self, inbox: str, *mails: bytes) -> None:
        """Put mails into an inbox's newest epoch and index it."""
        git = ["git", "--git-dir", str(self.root / inbox / "git" / "0.git")]
        known = (
            subprocess.run([*git, "rev-parse", "--quiet", "--verify", "refs/heads/master"], check=False, capture_output=True).returncode
            == 0
        )
        lines = []
        for number, data in enumerate(mails):
            lines.append(b"commit refs/heads/master\ncommitter A <a@example.org> %d +0000\ndata 1\nx\n" % (1_700_000_000 + number))
            if known and number == 0:
                lines.append(b"from refs/heads/master^0\n")
            lines.append(b"M 100644 inline m\ndata %d\n%s\n" % (len(data), data))
        subprocess.run([*git, "fast-import", "--quiet"], input=b"".join(lines), check=True, capture_output=True)
        self.run("public-inbox-index", "-L", inbox, str(self.root / inbox))


@pytest.fixture(name="server", scope="module")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if shutil.which("public-inbox-httpd") is None:
        pytest.skip("public-inbox is not installed (apt-get install public-inbox libsearch-xapian-perl libplack-perl)")
    root = tmp_path_factory.mktemp("public-inbox")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    base = f"http://127.0.0.1:{port}"
    server = Server(root, base)
    for inbox in ("full", "basic"):
        subprocess.run(["git", "init", "-q", "--bare", "-b", "master", str(root / inbox / "git" / "0.git")], check=True)
        server.run(
            "public-inbox-init", "-V2", "-L", inbox, "--skip-epoch=0", inbox, str(root / inbox), f"{base}/{inbox}", f"{inbox}@example.org"
        )
        server.add(inbox, _thread(1), _thread(2, reply=True), _thread(5))
    environment = {"PATH": os.environ["PATH"], "HOME": str(root / "home"), "PI_CONFIG": str(root / "config"), "LC_ALL": "C"}
    with subprocess.Popen(
        ["public-inbox-httpd", "-l", f"127.0.0.1:{port}", "-W0"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            for _ in range(200):
                try:
                    with urllib.request.urlopen(f"{base}/full/", timeout=5):  # noqa: S310 - loopback
                        break
                except (urllib.error.URLError, ConnectionError):
                    time.sleep(0.05)
            else:
                pytest.fail("public-inbox-httpd did not come up")
            yield server
        finally:
            process.terminate()


def test_real_thread(server: Server, tmp_path: Path) -> None:
    """A thread of a real server, by message-id and by address."""
    out = tmp_path / "thread.mbox"
    told = fetch.fetch(["p2@example.org"], out, f"{server.url}/full")
    assert told.startswith(f"{out}: 2 mails")
    assert ["Re: copybreak 2", "copybreak 1"] == subjects(out)
    fetch.fetch([f"{server.url}/full/p5@example.org/T/#u"], out, LORE)
    assert ["copybreak 5"] == subjects(out)


def test_real_search(server: Server, tmp_path: Path) -> None:
    """A search gives whole threads; one that finds nothing, and a server without search, are told."""
    out = tmp_path / "found.mbox"
    fetch.fetch(["s:copybreak"], out, f"{server.url}/full")
    assert ["Re: copybreak 2", "copybreak 1", "copybreak 5"] == subjects(out)
    with pytest.raises(InputError, match="nothing found"):
        fetch.fetch(["s:nowhere"], tmp_path / "none", f"{server.url}/full")
    with pytest.raises(InputError, match="no search"):
        fetch.fetch(["s:copybreak"], tmp_path / "none", f"{server.url}/basic")
    with pytest.raises(InputError, match="nothing found"):
        fetch.fetch(['"unbalanced ('], tmp_path / "none", f"{server.url}/full")


def test_real_unknown(server: Server, tmp_path: Path) -> None:
    """A message-id, or an inbox, that the server does not know."""
    with pytest.raises(InputError, match=r"<no@example\.org>: not known to this inbox"):
        fetch.fetch(["no@example.org"], tmp_path / "none", f"{server.url}/full")
    with pytest.raises(InputError, match="nothing found"):
        fetch.fetch(["p1@example.org"], tmp_path / "none", f"{server.url}/nosuch")


def test_real_epoch(server: Server, tmp_path: Path) -> None:
    """An epoch is cloned, then only what is new in it is fetched, and only that is read."""
    out = tmp_path / "mirror"
    url = f"{server.url}/full"
    assert f"{out}/git/0.git: 3 new commits" == fetch.fetch(["epoch:0"], out, url)
    (part,) = archive.parts(out)
    first = archive.scan(part, archive="mirror")
    assert ["Re: copybreak 2", "copybreak 1", "copybreak 5"] == subjects(out)
    assert f"{out}/git/0.git: 0 new commits" == fetch.fetch(["epoch:all"], out, url)
    server.add("full", _thread(7))
    assert f"{out}/git/0.git: 1 new commit" == fetch.fetch([f"{url}/0"], out, LORE)
    second = archive.scan(part, archive="mirror", known=first.cursor)
    assert (False, ["copybreak 7"]) == (
        second.fresh,
        [item.subject for shard in second.shards for item in archive.read(shard) if isinstance(item, Message)],
    )
    assert ["git"] == [path.name for path in out.iterdir()]


def test_real_epoch_missing(server: Server, tmp_path: Path) -> None:
    """An epoch that is not there is told, and nothing is left behind that looks like one."""
    with pytest.raises(InputError, match="epoch 9: "):
        fetch.fetch(["epoch:9"], tmp_path / "mirror", f"{server.url}/full")
    assert [] == list((tmp_path / "mirror" / "git").iterdir())
