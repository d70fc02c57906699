# SPDX-License-Identifier: GPL-2.0-or-later
"""The pages are valid HTML by the Nu Html Checker.

Skipped without Java and the checker, which is looked up in VNU (a path to vnu.jar) or node_modules.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path

import publish_browser as real
import pytest

JAR = next(
    (place for place in (os.environ.get("VNU"), "node_modules/vnu-jar/build/dist/vnu.jar") if place and Path(place).is_file()),
    None,
)
if JAR is None or shutil.which("java") is None:
    pytest.skip("no Nu Html Checker on this machine", allow_module_level=True)


@pytest.mark.slow
def test_every_kind_of_page_is_valid(folder: Path) -> None:
    """No error in any kind of page, nor in the stylesheet."""
    paths = [str(folder / path / "index.html") for path in real.kinds(folder).values()]
    done = subprocess.run(
        ["java", "-Xss4m", "-jar", str(JAR), "--format", "json", "--also-check-css", *paths, str(folder / "style.css")],
        check=False,
        capture_output=True,
    )
    said = json.loads(done.stderr or b'{"messages": []}')["messages"]

    assert [(one["url"], one["message"]) for one in said if one["type"] == "error"] == []
