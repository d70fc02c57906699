# SPDX-License-Identifier: GPL-2.0-or-later
"""Threads, searches and epochs from a public-inbox server (https://public-inbox.org/HTTP.html); the only network.

Mails come through liblore, so that mirrors and the like of the user's git configuration are honoured, epochs through git.  An answer
is believed only as far as it goes: its status, its type, its size, the time it takes and where it leads are all bounded, and what
is written is a whole mailbox or nothing.
"""

import gzip
import ipaddress
import logging
import os
import re
import subprocess
import tempfile
import threading
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast
from urllib.parse import parse_qs, quote, unquote, urljoin, urlsplit

import msgspec

from digest import __version__
from digest.errors import InputError, MissingExtra, OutputError, UsageError

LIMIT = 512 << 20
"""Bytes of one answer, as sent."""
UNDONE = 4 << 30
"""Bytes of one answer when undone."""
RATIO = 200
_FREE = 16 << 20
SECONDS = 900
"""For one answer in all."""
PAUSE = 30
"""Seconds without a byte."""
HOPS = 5
_TYPES = ("application/gzip", "application/x-gzip", "application/mbox", "application/octet-stream")
_MARK = b"From mboxrd@z "
_PREFIX = re.compile(r"-?\(?[a-z]{1,16}:")
_EPOCH = re.compile(r"epoch:(\d{1,4}|all)")
_NUMBERED = re.compile(r"(\d{1,4})(?:\.git)?")
_PAGES = frozenset(("t", "T", "raw", "t.mbox.gz", "t.atom", "s", "f"))

Found = TypeVar("Found")


class Ask(msgspec.Struct, frozen=True):
    """What to get: a `thread` (message-id), a `search` (query) or an `epoch` (number or all) of the inbox at `url`."""

    url: str
    kind: str
    what: str


class NotFoundError(InputError):
    """The server says that there is no such thing."""


def fetch(what: Sequence[str], output: Path, url: str) -> str:
    """Get threads and searches into one mailbox, or epochs into a folder of git/N.git; the line to tell the user.

    UsageError for what cannot be asked, InputError for what the server does not give; then nothing was changed.
    """
    asks = [ask(word, url) for word in what]
    kinds = {item.kind == "epoch" for item in asks}
    if len(kinds) > 1:
        raise UsageError("epochs are written to a folder, threads and searches to a mailbox: fetch them apart")
    if kinds == {True}:
        return "; ".join(line for item in asks for line in _epochs(item, output))
    mails = size = 0
    with _beside(output) as file:
        for item in asks:
            more, bytes_more = _mailbox(item, file)
            mails += more
            size += bytes_more
    return f"{output}: {mails} mail{'' if mails == 1 else 's'}, {size / 1000:,.0f} kB"


def ask(word: str, url: str) -> Ask:
    """What a word of the command line asks for: a message-id, an address in a public-inbox, `epoch:N`, or a search."""
    word = word.strip()
    if word.startswith(("http://", "https://")):
        return _address(word)
    url = _safe(url)
    if found := _EPOCH.fullmatch(word):
        return Ask(url, "epoch", found[1])
    if word.startswith("<") and word.endswith(">"):
        return Ask(url, "thread", word[1:-1])
    if "@" in word and not re.search(r"\s", word) and not _PREFIX.match(word):
        return Ask(url, "thread", word)
    if not word:
        raise UsageError("nothing to fetch: give a message-id, an address, epoch:N or a search")
    return Ask(url, "search", word)


def _address(word: str) -> Ask:
    parts = urlsplit(word)
    steps = [step for step in parts.path.split("/") if step]
    base = f"{parts.scheme}://{parts.netloc}"
    query = parse_qs(parts.query).get("q")
    if query:
        return Ask(_safe("/".join((base, *steps))), "search", query[0])
    while steps and steps[-1] in _PAGES:
        steps.pop()
    if steps and "@" in unquote(steps[-1]):
        return Ask(_safe("/".join((base, *steps[:-1]))), "thread", unquote(steps[-1]))
    if steps and (found := _NUMBERED.fullmatch(steps[-1])):
        steps = steps[:-2] if steps[-2:-1] == ["git"] else steps[:-1]
        return Ask(_safe("/".join((base, *steps))), "epoch", found[1])
    raise UsageError(f"{word}: names no thread, search or epoch")


def _safe(url: str) -> str:
    """An address that may be asked: https, or http to this very machine."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError as error:
        raise UsageError(f"{url}: no address ({error})") from error
    if parts.username is not None or not host or parts.scheme not in ("http", "https"):
        raise UsageError(f"{url}: no address of a public-inbox")
    if parts.scheme == "http" and not _loopback(host):
        raise UsageError(f"{url}: only https is fetched from (http from this machine alone)")
    return url.rstrip("/")


def _loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


# -- mailboxes ---------------------------------------------------------------------------------------------------------------


def _mailbox(item: Ask, out: BinaryIO) -> tuple[int, int]:
    """Write the mails of a thread or a search, as the server gives them; how many mails and bytes."""
    if item.kind == "thread":
        path, method, told = f"{quote(item.what, safe='@$&()*+,;=:!~')}/t.mbox.gz", "GET", f"<{item.what}>"
    else:
        path, method, told = f"?q={quote(item.what, safe='')}&x=m&t=1", "POST", f"the search {item.what!r}"
    told = _one_line(told)
    mails = size = 0
    last = b"\n"
    with _answer(item, path, method, told) as packed:
        for data in _undone(packed, told):
            if not size and not data.startswith(b"From "):
                raise InputError(f"{told}: the answer is no mailbox")
            size += len(data)
            mails += (last + data).count(b"\n" + _MARK) - last.count(b"\n" + _MARK)
            last = (last + data)[-len(_MARK) :]
            out.write(data)
    if not size:
        raise InputError(f"{told}: nothing found")
    return mails, size


def _answer(item: Ask, path: str, method: str, told: str) -> BinaryIO:
    try:
        return _get(f"{item.url}/{path}", method, told)
    except NotFoundError:
        if item.kind == "thread":
            # QUIRK: public-inbox answers 404 for the mailbox of an unknown mail, but 300 for its page
            _get(f"{item.url}/{path.removesuffix('t.mbox.gz')}", method, told).close()
        raise


def _undone(packed: BinaryIO, told: str) -> Iterator[bytes]:
    """A gzip answer undone in small steps; one that is damaged, broken off or a bomb is an InputError."""
    made = 0
    inner = zlib.decompressobj(wbits=31)
    while data := inner.unconsumed_tail or packed.read(1 << 16):
        if inner.eof:
            inner = zlib.decompressobj(wbits=31)
        try:
            piece = inner.decompress(data, 1 << 20)
        except zlib.error as error:
            raise InputError(f"{told}: the answer is damaged, or no gzip data") from error
        packed.seek(-len(inner.unused_data), os.SEEK_CUR)
        made += len(piece)
        if made > UNDONE or (made > _FREE and made > RATIO * packed.tell()):
            raise InputError(f"{told}: the answer grows beyond all measure when undone")
        if piece:
            yield piece
    if not inner.eof:
        raise InputError(f"{told}: the answer broke off")


def _get(url: str, method: str, told: str) -> BinaryIO:
    """An answer of 200 and the right type, spooled to a file; everything else is an InputError that says what it means."""
    stop = threading.Event()
    return _within(SECONDS, lambda: _spooled(url, method, told, stop), stop, told)


def _spooled(url: str, method: str, told: str, stop: threading.Event) -> BinaryIO:
    try:
        import liblore  # noqa: PLC0415 - an extra, and a slow import
    except ImportError as error:
        raise MissingExtra("fetching from a server", "lore") from error
    logging.getLogger("liblore").setLevel(logging.CRITICAL)  # what it has to say is told by the error
    host = urlsplit(url).netloc
    spool = tempfile.TemporaryFile()  # noqa: SIM115 - handed on
    try:
        with liblore.LoreNode.from_git_config(_origin(url), follow_upstream=False, request_timeout=(10.0, float(PAUSE))) as node:
            node.set_user_agent("netdev-digest", __version__)
            _follow(node, url, method, told, spool, stop)
    except liblore.LibloreError as error:
        spool.close()
        raise InputError(f"{told}: {host} does not answer ({_cause(error)})") from error
    except OSError as error:
        spool.close()
        raise InputError(f"{told}: {host}: the answer broke off ({_cause(error)})") from error
    except BaseException:
        spool.close()
        raise
    spool.seek(0)
    return spool


def _follow(node: Any, url: str, method: str, told: str, spool: BinaryIO, stop: threading.Event) -> None:
    """Ask, go where the server leads as long as it is the same server, and take the answer."""
    options = {"stream": True, "allow_redirects": False, "headers": {"Accept-Encoding": "identity"}}
    if method == "POST":
        options["data"] = b""
    for _ in range(HOPS):
        with node.request(method, url, **options) as answer:
            if answer.status_code not in (301, 302, 303, 307, 308):
                _check(answer, told)
                _copy(answer.iter_content(1 << 16), spool, told, stop)
                return
            url = _next(url, answer.headers.get("Location", ""), told)
    raise InputError(f"{told}: the server leads in circles ({HOPS} redirects)")


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _next(url: str, where: str, told: str) -> str:
    try:
        new = urljoin(url, where)
        same = _origin(new) == _origin(url)
    except ValueError:
        same = False
    if not where or not same:
        raise InputError(f"{told}: the server leads elsewhere ({_one_line(where) or 'nowhere'}); that is not followed")
    return new


def _check(answer: Any, told: str) -> None:
    """Refuse an answer that is no mailbox, in words that say why."""
    status = answer.status_code
    if status == 300:
        raise InputError(f"{told}: not known to this inbox (the server names other archives that may have it)")
    if status == 404:
        raise NotFoundError(f"{told}: nothing found (or no such inbox)")
    if status == 501:
        raise InputError(f"{told}: this server has no search for this inbox; fetch a thread or an epoch")
    if status in (403, 429, 503):
        raise InputError(f"{told}: the server refuses for now ({status}); try again later, or fetch an epoch")
    if status != 200:
        raise InputError(f"{told}: the server answers {status}")
    kind = answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if kind not in _TYPES:
        raise InputError(f"{told}: the server answers with {_one_line(kind) or 'no type'}, not with a mailbox: is this a public-inbox?")
    if answer.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise InputError(f"{told}: the server answers in an encoding that was not asked for")


def _copy(chunks: Iterator[bytes], out: BinaryIO, told: str, stop: threading.Event) -> None:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > LIMIT:
            raise InputError(f"{told}: the answer is longer than {LIMIT >> 20} MiB; fetch less at once, or an epoch")
        if stop.is_set():
            raise InputError(f"{told}: given up")
        out.write(chunk)


def _within(seconds: float, work: "Callable[[], Found]", stop: threading.Event, told: str) -> "Found":
    """Do some work, but wait for it no longer than this (a server may send a byte now and then for ever)."""
    done: list[Found] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:  # noqa: BLE001 - raised again below, in the thread that waits
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    stop.set()
    if failed:
        raise failed[0]
    if not done:
        raise InputError(f"{told}: no whole answer within {seconds:g} seconds")
    return done[0]


def _cause(error: BaseException) -> str:
    """The first cause of an error that the operating system has words for, or the name of the last."""
    last: BaseException | None = error
    while last is not None:
        error, last = last, last.__cause__ or last.__context__
        if isinstance(error, OSError) and error.strerror:
            return _one_line(error.strerror)
    return _one_line(error) or type(error).__name__


def _one_line(text: object) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in str(text))[:200].strip()


@contextmanager
def _beside(output: Path) -> Iterator[BinaryIO]:
    """A file beside the output that takes its place when it is whole, and vanishes otherwise."""
    draft = output.with_name(f".{output.name}.{os.getpid()}.tmp")
    try:
        with draft.open("xb") as file:
            packed = gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0) if output.suffix == ".gz" else None
            yield cast("BinaryIO", packed or file)
            if packed is not None:
                packed.close()
            file.flush()
            os.fsync(file.fileno())
        draft.replace(output)
    except OSError as error:
        raise OutputError(f"{output}: {error.strerror or error}") from error
    finally:
        draft.unlink(missing_ok=True)


# -- epochs ------------------------------------------------------------------------------------------------------------------


def _epochs(item: Ask, output: Path) -> Iterator[str]:
    """Clone epochs into `output/git/N.git`, or get what is new in them; one line for each."""
    numbers = _listed(item.url) if item.what == "all" else [int(item.what)]
    for number in numbers:
        place = output / "git" / f"{number}.git"
        source = f"{item.url}/{number}"
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"{output}: {error.strerror or error}") from error
        old = _head(place) if place.is_dir() else None
        if place.is_dir():
            _git(
                f"epoch {number}", "--git-dir", str(place), "fetch", "--quiet", "--prune", "--no-tags", source, "+refs/heads/*:refs/heads/*"
            )
        else:
            # cloned under another name, so that a clone cut short is never taken for an epoch
            with tempfile.TemporaryDirectory(dir=place.parent, prefix=f".{number}.") as draft:
                _git(f"epoch {number}", "clone", "--quiet", "--mirror", "--template=", source, f"{draft}/new")
                Path(draft, "new").rename(place)
        new = _head(place)
        count = _git("", "--git-dir", str(place), "rev-list", "--count", f"{old}..{new}" if old else new or "HEAD") if new else "0"
        yield f"{place}: {count} new commit{'' if count == '1' else 's'}"


def _listed(url: str) -> list[int]:
    """The epochs that the server's manifest names for this inbox."""
    told = f"the list of epochs of {url}"
    try:
        with _get(f"{url}/manifest.js.gz", "GET", told) as packed:
            data = zlib.decompressobj(wbits=31).decompress(packed.read(1 << 20), 16 << 20)
        names = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, zlib.error) as error:
        raise InputError(f"{told}: the answer is no manifest") from error
    inbox = urlsplit(url).path.rpartition("/")[2]
    found = (re.fullmatch(rf"/?{re.escape(inbox)}/(?:git/)?(\d{{1,4}})(?:\.git)?", name) for name in names)
    numbers = sorted({int(match[1]) for match in found if match})
    if not numbers:
        raise InputError(f"{told}: it names none")
    return numbers


def _head(place: Path) -> str | None:
    with suppress(InputError):
        return _git("", "--git-dir", str(place), "rev-parse", "--verify", "--quiet", "HEAD^{commit}") or None
    return None


def _git(told: str, *arguments: str) -> str:
    """Run git under the user's own configuration (proxies), but over no transport that was not asked for and to no other host."""
    options = (
        "safe.directory=*",
        "http.followRedirects=false",
        "http.lowSpeedLimit=1",
        f"http.lowSpeedTime={PAUSE}",
        "core.hooksPath=/dev/null",
    )
    command = ["git", *(word for option in options for word in ("-c", option)), *arguments]
    environment = os.environ | {"GIT_ALLOW_PROTOCOL": "http:https", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False)  # noqa: S603 - no shell
    except FileNotFoundError as error:
        raise InputError("epochs are fetched with git, which is not installed") from error
    if done.returncode != 0:
        why = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise InputError(f"{told}: {_one_line(why) or 'git failed'}")
    return done.stdout.decode("utf-8", "replace").strip()
