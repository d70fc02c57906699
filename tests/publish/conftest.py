# SPDX-License-Identifier: GPL-2.0-or-later
"""One sample site, built once for all tests of this room."""

from collections.abc import Iterator
from pathlib import Path

import publish_samples as samples
import pytest

from digest import publish


@pytest.fixture(scope="session")
def files() -> dict[str, bytes]:
    """Every file of the sample site: each row has its page."""
    made: dict[str, bytes] = {}
    rows = samples.rows(60)
    for file in _all(rows):
        made[file.path] = file.data
    return made


def _all(rows: list[publish.Row]) -> Iterator[publish.File]:
    yield from publish.render(samples.full(), samples.SITE)
    for row in rows[1:]:
        yield from publish.render(samples.small(row), samples.SITE)
    yield from publish.lists(publish.Collected(rows), samples.SITE, samples.ACCOUNT)


@pytest.fixture(scope="session")
def folder(files: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample site on disk."""
    root = tmp_path_factory.mktemp("publish") / "site"
    with publish.Folder(root) as out:
        out.write(publish.File(path, data) for path, data in files.items())
        out.finish(b"{}")
    return root
