# SPDX-License-Identifier: GPL-2.0-or-later
"""A real Chromium over a folder served on the loopback; used by the browser tests and by docs/make_pictures.py."""

import contextlib
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

VARIANTS = [(scheme, width) for scheme in ("light", "dark") for width in (1280, 320)]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_args: Any) -> None:
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_args: Any) -> None:
        """A browser that hangs up early is none of our business."""


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder on 127.0.0.1."""
    server = _Server(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def executable() -> str | None:
    """Where a Chromium is, or None."""
    return next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)


@contextlib.contextmanager
def browser() -> Iterator[Any]:
    """A headless Chromium."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  optional: the tests skip without it

    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=executable(), args=["--no-sandbox"])
        try:
            yield running
        finally:
            running.close()


def kinds(folder: Path) -> dict[str, str]:
    """One page of each kind: name -> path within the site; the series with the longest page."""

    def first(pattern: str) -> str | None:
        found = sorted(folder.glob(pattern), key=lambda path: (-path.stat().st_size, path))
        return str(found[0].parent.relative_to(folder)) + "/" if found else None

    wanted = {
        "board": "",
        "series": first("s/*/index.html"),
        "posting": first("p/*/index.html"),
        "tree": first("t/*/index.html"),
        "group": first("g/*/index.html"),
        "person": first("u/*/index.html"),
        "area": first("f/*/index.html"),
        "benchmarks": "b/",
        "tool": first("b/*/index.html"),
        "month": first("a/*/index.html"),
        "tags": first("k/*/index.html"),
        "search": "search/",
        "about": "about/",
    }
    return {name: path for name, path in wanted.items() if path is not None}
