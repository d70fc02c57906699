# SPDX-License-Identifier: GPL-2.0-or-later
"""Threads, searches and epochs from a public-inbox server (https://public-inbox.org/HTTP.html); the only network.

Mails come through liblore, so that mirrors and the like of the user's git configuration are honoured, epochs through git.  What is
written is a whole mailbox or nothing.
"""

import gzip
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast
from urllib.parse import quote

from digest.errors import InputError, OutputError, UsageError
from digest.fetch._answer import NotFoundError, get, one_line, undone
from digest.fetch._ask import Ask, ask
from digest.fetch._epoch import epochs

__all__ = ["Ask", "ask", "fetch"]

_MARK = b"From mboxrd@z "


def fetch(what: Sequence[str], output: Path, url: str) -> str:
    """Get threads and searches into one mailbox, or epochs into a folder of git/N.git; the line to tell the user.

    UsageError for what cannot be asked, InputError for what the server does not give; then nothing was changed.
    """
    asks = [ask(word, url) for word in what]
    kinds = {item.kind == "epoch" for item in asks}
    if len(kinds) > 1:
        raise UsageError("epochs are written to a folder, threads and searches to a mailbox: fetch them apart")
    if kinds == {True}:
        return "; ".join(line for item in asks for line in epochs(item, output))
    mails = size = 0
    with _beside(output) as file:
        for item in asks:
            more, bytes_more = _mailbox(item, file)
            mails += more
            size += bytes_more
    return f"{output}: {mails} mail{'' if mails == 1 else 's'}, {size / 1000:,.0f} kB"


def _mailbox(item: Ask, out: BinaryIO) -> tuple[int, int]:
    """Write the mails of a thread or a search, as the server gives them; how many mails and bytes."""
    if item.kind == "thread":
        path, method, told = f"{quote(item.what, safe='@$&()*+,;=:!~')}/t.mbox.gz", "GET", f"<{item.what}>"
    else:
        path, method, told = f"?q={quote(item.what, safe='')}&x=m&t=1", "POST", f"the search {item.what!r}"
    told = one_line(told)
    mails = size = 0
    last = b"\n"
    with _mails(item, path, method, told) as packed:
        for data in undone(packed, told):
            if not size and not data.startswith(b"From "):
                raise InputError(f"{told}: the answer is no mailbox")
            size += len(data)
            mails += (last + data).count(b"\n" + _MARK) - last.count(b"\n" + _MARK)
            last = (last + data)[-len(_MARK) :]
            out.write(data)
    if not size:
        raise InputError(f"{told}: nothing found")
    return mails, size


def _mails(item: Ask, path: str, method: str, told: str) -> BinaryIO:
    try:
        return get(f"{item.url}/{path}", method, told)
    except NotFoundError:
        if item.kind == "thread":
            # QUIRK: public-inbox answers 404 for the mailbox of an unknown mail, but 300 for its page
            get(f"{item.url}/{path.removesuffix('t.mbox.gz')}", method, told).close()
        raise


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
