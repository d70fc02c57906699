# SPDX-License-Identifier: GPL-2.0-or-later
"""One answer of a public-inbox server, believed only as far as it goes: status, type, size, time and where it leads are bounded."""

import logging
import os
import tempfile
import threading
import zlib
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, TypeVar
from urllib.parse import urljoin, urlsplit

from digest import __version__
from digest.errors import InputError, MissingExtra

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

Found = TypeVar("Found")


class NotFoundError(InputError):
    """The server says that there is no such thing."""


def get(url: str, method: str, told: str) -> BinaryIO:
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
        raise InputError(f"{told}: the server leads elsewhere ({one_line(where) or 'nowhere'}); that is not followed")
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
        raise InputError(f"{told}: the server refuses at present ({status}); try again later, or fetch an epoch")
    if status != 200:
        raise InputError(f"{told}: the server answers {status}")
    kind = answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if kind not in _TYPES:
        raise InputError(f"{told}: the server answers with {one_line(kind) or 'no type'}, not with a mailbox: is this a public-inbox?")
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
            return one_line(error.strerror)
    return one_line(error) or type(error).__name__


def one_line(text: object) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in str(text))[:200].strip()


def undone(packed: BinaryIO, told: str) -> Iterator[bytes]:
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
