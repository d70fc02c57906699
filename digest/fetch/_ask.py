# SPDX-License-Identifier: GPL-2.0-or-later
"""What a word of the command line asks for: addresses of public-inbox (https://public-inbox.org/HTTP.html), message-ids, searches."""

import ipaddress
import re
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from digest.errors import UsageError

_PREFIX = re.compile(r"-?\(?[a-z]{1,16}:")
_EPOCH = re.compile(r"epoch:(\d{1,4}|all)")
_NUMBERED = re.compile(r"(\d{1,4})(?:\.git)?")
_PAGES = frozenset(("t", "T", "raw", "t.mbox.gz", "t.atom", "s", "f"))


class Ask(msgspec.Struct, frozen=True):
    """What to get: a `thread` (message-id), a `search` (query) or an `epoch` (number or all) of the inbox at `url`."""

    url: str
    kind: str
    what: str


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
